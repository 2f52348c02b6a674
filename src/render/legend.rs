//! The legend beside the board: who plays, points, figures in the supply, the tile drawn.

use std::fmt::Write;

use super::board::{Drawings, name_of};
use super::figures::{COLOURS, Figure};
use super::shape::{Point, SQUARE};
use super::text;
use crate::engine::turn::Decider;
use crate::engine::{Position, Rotation};

pub const WIDTH: i32 = 4400;
/// Of a player.
const ROW: i32 = 900;
const PADDING: i32 = 120;
const NAME_LENGTH: usize = 18;
/// Of a kind of figure with its number.
const SUPPLY: i32 = 640;

/// Draws it with its north-west corner at a point; the height that it takes.
pub fn draw(out: &mut String, position: &Position, drawings: &mut Drawings, (x, y): Point) -> i32 {
    let state = position.state();
    let decider = position.decider();
    out.push_str(r##"<g fill="#3b3428">"##);
    let mut top = y;
    for (seat, player) in state.players.iter().enumerate() {
        let seat = seat as u8;
        let (colour, fill, line) = COLOURS[seat as usize % COLOURS.len()];
        let name = name_of(position, seat);
        let acts = decider != Decider::Nobody && state.turn.player == seat;
        let _ = write!(
            out,
            r##"<g data-seat="{seat}"><title>{}</title><rect x="{x}" y="{top}" width="{}" height="{}" rx="90" fill="#fffaf0" stroke="{}" stroke-width="{}"/>"##,
            text::escape(&format!("{name} ({colour})")),
            WIDTH - 3 * PADDING,
            ROW - PADDING,
            if acts { fill } else { "#d8ccb0" },
            if acts { 56 } else { 16 },
        );
        let _ = write!(
            out,
            r##"<rect x="{}" y="{}" width="180" height="{}" rx="60" fill="{fill}" stroke="{line}" stroke-width="14"/>"##,
            x + PADDING,
            top + PADDING,
            ROW - 3 * PADDING,
        );
        let (left, right) = (x + 3 * PADDING + 60, x + WIDTH - 4 * PADDING);
        text::write(out, left, top + 310, 240, r#"font-weight="bold""#, &text::shortened(&name, NAME_LENGTH));
        let points = player.score().to_string();
        text::write(out, right, top + 330, 320, r#"font-weight="bold" text-anchor="end""#, &points);
        let mut at = left + 90;
        for (kind, count) in player.supply() {
            let def = position.figure_def(kind);
            let _ = write!(out, r#"<g data-supply="{count}"><title>{}</title>"#, def.map_or("figure", |def| def.name));
            Figure::new(def).draw(out, (at, top + 575), seat, None, 70);
            text::write(out, at + 160, top + 640, 200, "", &format!("×{count}"));
            out.push_str("</g>");
            at += SUPPLY;
        }
        out.push_str("</g>");
        top += ROW;
    }
    let next = match decider {
        Decider::Nobody => "The game is over".into(),
        Decider::Player(player) => format!("{} is next", text::shortened(&name_of(position, player), NAME_LENGTH)),
        Decider::Chance => {
            format!("A tile for {}", text::shortened(&name_of(position, state.turn.player), NAME_LENGTH))
        }
    };
    text::write(out, x, top + 300, 230, "", &next);
    let left: u32 = state.bag.iter().sum();
    text::write(out, x, top + 600, 200, r##"fill="#7b6f58""##, &format!("{left} tiles left to draw"));
    top += 750;
    if let Some(kind) = state.turn.tile {
        let squares = position.kind(kind).squares(Rotation::R0);
        let (west, north) = (squares.iter().map(|s| s.offset.x).min(), squares.iter().map(|s| s.offset.y).min());
        let (west, north) = (i32::from(west.unwrap_or(0)) * SQUARE, i32::from(north.unwrap_or(0)) * SQUARE);
        let south = squares.iter().map(|s| i32::from(s.offset.y) * SQUARE).max().unwrap_or(0);
        let attributes = r#"data-drawn="1""#;
        let kind_name = &position.kind(kind).name;
        drawings.tile(out, kind, Rotation::R0, (x - west, top - north), attributes, kind_name);
        top += south - north + SQUARE + PADDING;
    }
    out.push_str("</g>");
    top - y
}
