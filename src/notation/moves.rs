//! Moves in words.

use super::segment::{parse_segment, segment_name};
use super::text::{Refusal, at, check_size, figure, kind, malformed, print_figure, quote, rotation, square};
use crate::deal;
use crate::engine::board::Covered;
use crate::engine::{FigureKind, Move, Place, Pos, Position, Reason, Violation};

/// A move in words. A move that is not legal is printed as well as can be.
pub fn print_move(position: &Position, mv: &Move) -> String {
    match *mv {
        Move::DrawTile { kind } => format!("draw {}", position.kind(kind).id),
        Move::PlaceTile { kind, pos, rotation } => {
            format!("place {} {pos} r{}", position.kind(kind).id, rotation as u8)
        }
        Move::PlaceFigure { figure, place } => {
            let Place::Segment { square, segment } = place;
            let name = print_figure(figure);
            let segment = name_at(position, square, segment);
            let placed = position.board().at(square).filter(|covered| Some(covered.tile) == position.last_tile());
            let whole = placed.is_some_and(|covered| position.tile(covered.tile).1.rotated[0].len() == 1);
            if whole { format!("{name} {segment}") } else { format!("{name} {segment} at {square}") }
        }
        Move::ReturnFigure { figure, place } => {
            let Place::Segment { square, segment } = place;
            let name = print_figure(figure);
            if own_figures(position, figure, square) == [place] {
                format!("return {name} at {square}")
            } else {
                format!("return {name} {} at {square}", name_at(position, square, segment))
            }
        }
        Move::Pass => "pass".into(),
    }
}

fn name_at(position: &Position, square: Pos, segment: u8) -> String {
    match position.board().at(square) {
        Some(covered) => {
            let (placed, kind) = position.tile(covered.tile);
            segment_name(kind, placed.rotation, segment)
        }
        None => format!("segment {segment}"),
    }
}

/// Places of the figures of a kind on a square that belong to whoever is playing.
fn own_figures(position: &Position, figure: FigureKind, square: Pos) -> Vec<Place> {
    let state = position.state();
    let own = state.figures.iter().filter(|f| f.kind == figure && f.player == state.turn.player);
    let places = own.map(|f| position.place_of(f));
    places.filter(|place| matches!(place, Place::Segment { square: on, .. } if *on == square)).collect()
}

/// Reads moves as they stand in the body of a record and plays them on a copy of the position; draws that a seed
/// decides are made and never written.
///
/// # Errors
/// What is wrong with the first move that could not be read or is not legal, at its line and column.
pub fn parse_moves(position: &Position, text: &str) -> Result<Vec<Move>, Vec<Violation>> {
    check_size(text)?;
    let mut position = position.clone();
    deal::deal(&mut position, None);
    let mut moves = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        read_line(&mut position, number, line, &mut moves)?;
    }
    Ok(moves)
}

/// Reads and plays the moves of a line.
pub(super) fn read_line(
    position: &mut Position,
    number: usize,
    line: &str,
    moves: &mut Vec<Move>,
) -> Result<(), Vec<Violation>> {
    for text in without_number(without_comment(line)).split(';').map(str::trim).filter(|text| !text.is_empty()) {
        let column = text.as_ptr() as usize - line.as_ptr() as usize + 1;
        let path = || format!("line {number}, column {column}");
        let mv = parse_move(position, text).map_err(|refusal| vec![at(path(), refusal)])?;
        deal::apply(position, &mv, None).map_err(|mut violations| {
            violations.iter_mut().for_each(|v| v.path = path());
            violations
        })?;
        moves.push(mv);
    }
    Ok(())
}

pub(super) fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or("")
}

/// The line without the number of the turn, which is for readers only.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < line.trim_start().len() { rest.strip_prefix('.').unwrap_or(line) } else { line }
}

fn parse_move(position: &Position, text: &str) -> Result<Move, Refusal> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    match words[..] {
        ["pass"] => Ok(Move::Pass),
        ["draw", id] => Ok(Move::DrawTile { kind: kind(position.catalogue(), id)? }),
        ["place", id, at, turned] => {
            let kind = kind(position.catalogue(), id)?;
            Ok(Move::PlaceTile { kind, pos: square(at)?, rotation: rotation(turned)? })
        }
        ["return", name, "at", at] => {
            let (figure, pos) = (figure(name)?.kind, square(at)?);
            match own_figures(position, figure, pos)[..] {
                [place] => Ok(Move::ReturnFigure { figure, place }),
                [] => Err((Reason::NO_SUCH_FIGURE, format!("the player has no {name} at {pos}"))),
                _ => malformed(format!("{}: expected the segment too", quote(text))),
            }
        }
        ["return", name, ref segment @ .., "at", at] => {
            let figure = figure(name)?.kind;
            Ok(Move::ReturnFigure { figure, place: parse_place(position, segment, Some(square(at)?))? })
        }
        ["pass" | "draw" | "place" | "return", ..] => malformed(format!("{}: expected {FORMS}", quote(text))),
        [name, ref segment @ .., "at", at] => {
            let figure = figure(name)?.kind;
            Ok(Move::PlaceFigure { figure, place: parse_place(position, segment, Some(square(at)?))? })
        }
        [name, ref segment @ ..] => {
            let figure = figure(name).or_else(|_| malformed(format!("{}: expected {FORMS}", quote(text))))?.kind;
            Ok(Move::PlaceFigure { figure, place: parse_place(position, segment, None)? })
        }
        [] => malformed(format!("expected {FORMS}")),
    }
}

const FORMS: &str = "draw KIND, place KIND X,Y rN, FIGURE SEGMENT [at X,Y], return FIGURE [SEGMENT] at X,Y, or pass";

/// A segment of the tile at a square, or of the one just placed.
fn parse_place(position: &Position, words: &[&str], given: Option<Pos>) -> Result<Place, Refusal> {
    let (tile, on) = match given {
        Some(pos) => match position.board().at(pos) {
            Some(Covered { tile, square }) => (tile, Some(square)),
            None => return Err((Reason::NO_SUCH_SEGMENT, format!("no tile at {pos}"))),
        },
        None => match position.last_tile() {
            Some(tile) => (tile, None),
            None => return Err((Reason::NO_SUCH_SEGMENT, "no tile has been placed".into())),
        },
    };
    let (placed, kind) = position.tile(tile);
    let text = words.join(" ");
    let segment = parse_segment(kind, placed.rotation, on, &text).map_err(|v| (v.reason, v.text))?;
    let lies_on = &kind.segments[segment as usize];
    let square = match given {
        Some(pos) => pos,
        None if lies_on.squares.count_ones() == 1 => position.square(tile, lies_on.first_square() as u8),
        None => return malformed(format!("{}: expected at X,Y, the square on which it stands", quote(&text))),
    };
    Ok(Place::Segment { square, segment })
}
