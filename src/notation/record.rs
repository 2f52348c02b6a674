//! The record of a game.

use std::sync::Arc;

use super::moves::{print_move, read_line, without_comment};
use super::setup::{self as setup_fields, Fields};
use super::text::{check_size, keep, malformed, quote};
use crate::deal;
use crate::engine::{Catalogue, Event, Move, Position, Setup, Violation};

/// A game: what was agreed and all moves in order. Draws that a seed decides are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub setup: Setup,
    pub moves: Vec<Move>,
}

/// The one way to write a record: header, blank line, one line a turn.
///
/// # Errors
/// What is wrong with the setup, or with the first move that is not legal (path `moves[i]`).
pub fn print_record(catalogue: &Arc<Catalogue>, record: &Record) -> Result<String, Vec<Violation>> {
    let mut text = String::new();
    for (key, value) in setup_fields::print(catalogue, &record.setup) {
        text.push_str(&format!("{key}: {value}\n"));
    }
    let mut log = Vec::new();
    let mut position = Position::new_game(catalogue, &record.setup, &mut log)?;
    deal::deal(&mut position, Some(&mut log));
    let mut turn = 0;
    for (i, mv) in record.moves.iter().enumerate() {
        let begun = log.drain(..).filter(|event| matches!(event, Event::TurnStarted { .. })).count();
        turn += begun;
        // what happens before the first turn has a line without a number
        text.push_str(&match (begun, i) {
            (0, 0) => "\n".into(),
            (0, _) => "; ".into(),
            _ => format!("\n{turn}. "),
        });
        text.push_str(&print_move(&position, mv));
        deal::apply(&mut position, mv, Some(&mut log)).map_err(|violations| {
            violations.into_iter().map(|v| v.inside(&format!("moves[{i}]"))).collect::<Vec<_>>()
        })?;
    }
    if !record.moves.is_empty() {
        text.push('\n');
    }
    Ok(text)
}

/// Reads a record and plays it.
///
/// # Errors
/// Everything that is wrong with the header, or what is wrong with the first move that could not be read or is not
/// legal, at its line.
pub fn parse_record(catalogue: &Arc<Catalogue>, text: &str) -> Result<Record, Vec<Violation>> {
    check_size(text)?;
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !without_comment(line).trim().is_empty()).peekable();
    let mut found = Vec::new();
    let mut fields = Fields::default();
    let mut line_of: Vec<(&str, usize)> = Vec::new();
    while let Some((number, line)) = lines.next_if(|(_, line)| without_comment(line).contains(':')) {
        let (key, value) = without_comment(line).split_once(':').unwrap_or((line, ""));
        let (key, value) = (key.trim(), value.trim());
        line_of.push((key, number));
        keep(fields.add(key, value, &setup_fields::KEYS), format!("line {number}"), &mut found);
    }
    let mut of_setup = Vec::new();
    let setup = setup_fields::parse(catalogue, &fields, &mut of_setup);
    let game = match setup {
        Some(setup) if of_setup.is_empty() && found.is_empty() => {
            Position::new_game(catalogue, &setup, &mut Vec::new()).map(|position| (setup, position))
        }
        _ => Err(of_setup),
    };
    let (setup, mut position) = game.map_err(|violations| {
        found.extend(violations.into_iter().map(|v| on_its_line(v, &line_of)));
        found
    })?;
    deal::deal(&mut position, None);
    let mut moves = Vec::new();
    for (number, line) in lines {
        if without_comment(line).contains(':') {
            let refused: Result<(), _> = malformed(format!("{}: the header ends where moves begin", quote(line)));
            let mut found = Vec::new();
            keep(refused, format!("line {number}"), &mut found);
            return Err(found);
        }
        read_line(&mut position, number, line, &mut moves)?;
    }
    Ok(Record { setup, moves })
}

/// Puts the line of its key before the path of what is wrong with the setup.
fn on_its_line(mut violation: Violation, line_of: &[(&str, usize)]) -> Violation {
    let key = violation.path.split(['[', '.']).next().unwrap_or("");
    let key = if key == "seeded" { "draw" } else { key };
    if let Some((_, number)) = line_of.iter().find(|(k, _)| *k == key) {
        violation.path = format!("line {number}, {}", violation.path);
    }
    violation
}
