//! What the next player may do: pale figures and tokens where one may be placed, rings around those that may leave.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::board::{Drawings, token_name};
use super::figures::Figure;
use super::marks;
use super::shape::Point;
use super::standing::{Standing, centre, lift, neutral_spot, pile_top, spot_of};
use crate::engine::setup::{self, FigureKind};
use crate::engine::state::{Neutral, Owned};
use crate::engine::{Decider, Feature, Move, Place, Position, Side};

/// How a ring tells what happens to what is in it: the end of its attribute, its colour.
const RETURN: (&str, &str) = ("return", "#d6336c");
const REMOVE: (&str, &str) = ("remove", "#e8590c");
const CAPTURE: (&str, &str) = ("capture", "#1f1b16");
pub const RELEASE: (&str, &str) = ("release", "#d6336c");
pub const RANSOM: (&str, &str) = ("ransom", "#b07d00");

/// Figures in a row where several kinds may stand in one place.
const COLUMNS: i32 = 3;

/// Draws what of it happens on the table; prisoners are in the legend, squares for tiles lie below everything.
pub fn draw(out: &mut String, position: &Position, moves: &[Move], drawings: &mut Drawings, standing: &[Standing]) {
    let Decider::Player(player) = position.decider() else { return };
    draw_subject(out, position, moves, drawings);
    draw_ways(out, position, moves, drawings);
    draw_rings(out, player, moves, standing);
    draw_tokens(out, position, moves, drawings);
    draw_placements(out, position, moves, drawings, player);
    draw_neutral(out, position, moves, drawings, standing);
}

/// A ring around a point.
pub fn ring(out: &mut String, (attribute, colour): (&str, &str), value: &str, (x, y): Point, radius: i32) {
    let _ = write!(
        out,
        r##"<circle data-{attribute}="{value}" cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" stroke-width="30" stroke-dasharray="70 50"/>"##
    );
}

/// What a place is called.
fn name_of(place: Place) -> String {
    match place {
        Place::Segment { segment, .. } => segment.to_string(),
        Place::Space { space, .. } => format!("space-{space}"),
        Place::Corner { .. } => "corner".into(),
        Place::Tile { .. } => "tile".into(),
        Place::Track { .. } => "track".into(),
        Place::Square { .. } => "square".into(),
    }
}

/// A light behind the place that the decision is about.
fn draw_subject(out: &mut String, position: &Position, moves: &[Move], drawings: &mut Drawings) {
    let about = position.state().turn.asked.and_then(|asked| asked.about).filter(|_| !moves.is_empty());
    let Some((place, (x, y))) = about.and_then(|place| Some((place, spot_of(position, drawings, place)?))) else {
        return;
    };
    let _ = write!(
        out,
        r##"<circle data-about="{}" cx="{x}" cy="{y}" r="215" fill="none" stroke="#f2b705" stroke-width="36"/>"##,
        name_of(place)
    );
}

/// Lines from a figure to where it may go.
fn draw_ways(out: &mut String, position: &Position, moves: &[Move], drawings: &mut Drawings) {
    for mv in moves {
        let Move::MoveFigure { from, to, .. } = *mv else { continue };
        let ends = (spot_of(position, drawings, from), spot_of(position, drawings, to));
        let (Some((ax, ay)), Some((bx, by))) = ends else { continue };
        let _ = write!(
            out,
            r##"<path data-way="{}" d="M{ax} {ay}L{bx} {by}" fill="none" stroke="#8a6200" stroke-width="24" stroke-dasharray="70 50"/>"##,
            name_of(to)
        );
    }
}

/// Rings around figures that may be taken back, sent home or captured.
fn draw_rings(out: &mut String, player: u8, moves: &[Move], standing: &[Standing]) {
    for mv in moves {
        let (owned, place, sign) = match *mv {
            Move::ReturnFigure { figure, place } => (Owned { player, figure }, place, RETURN),
            Move::RemoveFigure { player, figure, place } => (Owned { player, figure }, place, REMOVE),
            Move::CaptureFigure { player, figure, place } => (Owned { player, figure }, place, CAPTURE),
            _ => continue,
        };
        if let Some(there) = standing.iter().find(|other| other.place == place && other.figure == owned) {
            ring(out, sign, &name_of(place), there.at, 190);
        }
    }
}

/// Pale tokens on top of those that lie there.
fn draw_tokens(out: &mut String, position: &Position, moves: &[Move], drawings: &mut Drawings) {
    for mv in moves {
        let Move::PlaceToken { token, place } = *mv else { continue };
        let Some((x, y)) = spot_of(position, drawings, place) else { continue };
        let name = token_name(token);
        let _ = write!(out, r#"<g data-token-choice="{name}" opacity=".7">"#);
        drawings.mark(out, marks::of_token(name), (x, y - pile_top(position, place)), 100);
        out.push_str("</g>");
    }
}

/// Pale figures; kinds that may stand in the same place stand close together.
fn draw_placements(out: &mut String, position: &Position, moves: &[Move], drawings: &mut Drawings, player: u8) {
    let mut choices: BTreeMap<Place, Vec<FigureKind>> = BTreeMap::new();
    for mv in moves {
        let (Move::PlaceFigure { figure, place } | Move::MoveFigure { figure, to: place, .. }) = *mv else { continue };
        let there = choices.entry(place).or_default();
        if !there.contains(&figure) {
            there.push(figure);
        }
    }
    for (place, figures) in choices {
        let Some((x, y)) = spot_of(position, drawings, place) else { continue };
        let feature = position.resolve(place).map(|(at, _)| position.segment(at).feature);
        let count = figures.len() as i32;
        // the more of them, the smaller and closer
        let (scale, step) = match count {
            1 => (75, 0),
            2 => (62, 175),
            _ => (50, 140),
        };
        let rows = (count + COLUMNS - 1) / COLUMNS;
        for (i, kind) in (0..).zip(figures) {
            let (row, column) = (i / COLUMNS, i % COLUMNS);
            let in_row = (count - row * COLUMNS).min(COLUMNS);
            let figure = Figure::new(position.figure_def(kind));
            let aside = (step * (2 * column + 1 - in_row) / 2, step * (2 * row + 1 - rows) / 2);
            // those that lie have others above and below them
            let (dx, dy) = if feature == Some(Feature::Field) { (aside.1, aside.0) } else { aside };
            let at = (x + dx, y + dy - lift(position, place, figure, scale));
            let _ = write!(out, r#"<g data-choice="{}" opacity=".7">"#, name_of(place));
            figure.draw(out, at, Some(player), feature, scale);
            out.push_str("</g>");
        }
    }
}

/// Pale figures of nobody, with an arrow for a step to the next square.
fn draw_neutral(out: &mut String, position: &Position, moves: &[Move], drawings: &mut Drawings, standing: &[Standing]) {
    for mv in moves {
        let Move::MoveNeutral { figure: kind, to: place, beside } = *mv else { continue };
        let there = Neutral { kind, place, beside };
        let Some(at) = neutral_spot(position, drawings, standing, there) else { continue };
        let def = setup::figure(kind);
        let _ = write!(out, r#"<g data-neutral-choice="{}">"#, def.map_or("figure", |def| def.name));
        let from = position.neutral(kind).and_then(|figure| position.square_of(figure.place));
        let step = Side::ALL.into_iter().find(|side| match (from, place) {
            (Some(from), Place::Square { square }) => from.step(*side) == square,
            _ => false,
        });
        if let (Some(from), Some(side)) = (from, step) {
            let (x, y) = centre(from);
            let _ = write!(
                out,
                r##"<path d="M0 -590L120 -440H48V-360H-48V-440H-120z" fill="#d6336c" stroke="#fff" stroke-width="20" transform="translate({x} {y}) rotate({})"/>"##,
                90 * side as i32
            );
        }
        out.push_str(r#"<g opacity=".75">"#);
        Figure::new(def).draw(out, at, None, None, 85);
        out.push_str("</g></g>");
    }
}
