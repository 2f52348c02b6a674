//! The legend beside the board: who plays, points, figures in the supply, the tile drawn.

use std::fmt::Write;

use super::board::{Drawings, name_of};
use super::figures::{COLOURS, Figure};
use super::shape::{Point, SQUARE};
use super::text;
use crate::engine::setup::{self, Token};
use crate::engine::state::Held;
use crate::engine::turn::{Decider, OFFER};
use crate::engine::{Kind, Place, Pos, Position, Rotation};

pub const WIDTH: i32 = 4400;
/// Of a player.
const ROW: i32 = 900;
const PADDING: i32 = 120;
const NAME_LENGTH: usize = 18;
/// Of a kind of figure with its number.
const SUPPLY: i32 = 600;
/// Of a figure beside the track with its space.
const TRACK: i32 = 480;

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
        // figures that wait beside the track, each with its space
        let waiting = state.elsewhere.iter().filter(|figure| figure.player == seat);
        for (kind, space) in waiting.filter_map(|figure| match figure.place {
            Place::Track { space } => Some((figure.kind, space)),
            _ => None,
        }) {
            let _ = write!(out, r#"<g data-track="{space}" opacity=".55"><title>beside space {space}</title>"#);
            Figure::new(position.figure_def(kind)).draw(out, (at, top + 575), seat, None, 55);
            text::write(out, at + 110, top + 640, 170, "", &format!("→{space}"));
            out.push_str("</g>");
            at += TRACK;
        }
        // tokens in words, under the points
        let tokens: Vec<String> =
            player.tokens().map(|(token, count)| format!("{count} {}", token_name(token))).collect();
        if !tokens.is_empty() {
            let _ = write!(out, r#"<g data-tokens="{}">"#, tokens.len());
            text::write(out, right, top + 640, 170, r#"text-anchor="end""#, &tokens.join(", "));
            out.push_str("</g>");
        }
        // what lies in front of the player, beside the points and to the left of them
        let mut end = right - 640;
        for held in &player.hand {
            match held {
                Held::Open(kind) | Held::Down(kind) => {
                    let size = Size { percent: HELD, pale: matches!(held, Held::Down(_)) };
                    end -= extent(position, *kind, HELD).0;
                    small(out, position, drawings, *kind, (end, top + 80), size);
                }
                Held::Hidden => {
                    end -= 300;
                    let _ = write!(
                        out,
                        r##"<g data-hidden="1"><rect x="{end}" y="{}" width="300" height="300" rx="30" fill="#8a7a5c"/>"##,
                        top + 80
                    );
                    text::write(out, end + 150, top + 310, 240, r##"text-anchor="middle" fill="#fff""##, "?");
                    out.push_str("</g>");
                }
            }
            end -= PADDING;
        }
        out.push_str("</g>");
        top += ROW;
    }
    let next = match decider {
        Decider::Chance if state.turn.step == OFFER => "A tile is drawn to lie ready".into(),
        Decider::Nobody => "The game is over".into(),
        Decider::Player(player) => format!("{} is next", text::shortened(&name_of(position, player), NAME_LENGTH)),
        Decider::Chance => {
            format!("A tile for {}", text::shortened(&name_of(position, state.turn.player), NAME_LENGTH))
        }
    };
    text::write(out, x, top + 300, 230, "", &next);
    // what is hidden in front of players is counted in the bag
    let left = state.bag.iter().sum::<u32>().saturating_sub(position.hidden() as u32);
    text::write(out, x, top + 600, 200, r##"fill="#7b6f58""##, &format!("{left} tiles left to draw"));
    top += 750;
    if let Some(kind) = state.turn.tile {
        let (west, north) = corner(position, kind);
        let attributes = r#"data-drawn="1""#;
        let kind_name = &position.kind(kind).name;
        drawings.tile(out, kind, Rotation::R0, (x - west, top - north), attributes, kind_name);
        top += extent(position, kind, 100).1 + PADDING;
    }
    if !state.offer.is_empty() {
        text::write(out, x, top + 300, 200, r##"fill="#7b6f58""##, "Ready beside the table");
        top += 420;
        let (mut left, mut row) = (x, 0);
        for kind in &state.offer {
            let extent = extent(position, *kind, READY);
            if left + extent.0 > x + WIDTH - 3 * PADDING {
                (left, top, row) = (x, top + row + PADDING, 0);
            }
            row = row.max(extent.1);
            small(out, position, drawings, *kind, (left, top), Size { percent: READY, pale: false });
            left += extent.0 + PADDING;
        }
        top += row + PADDING;
    }
    out.push_str("</g>");
    top - y
}

fn token_name(token: Token) -> &'static str {
    setup::tokens().find(|def| def.token == token).map_or("token", |def| def.name)
}

/// Percent of its size at which a tile is drawn that lies ready beside the table, and in front of a player.
const READY: i32 = 24;
const HELD: i32 = 11;

/// The north-west corner of a tile around its origin.
fn corner(position: &Position, kind: Kind) -> Point {
    let squares = position.kind(kind).squares(Rotation::R0).iter();
    let (west, north) = (squares.clone().map(|s| s.offset.x).min(), squares.map(|s| s.offset.y).min());
    (i32::from(west.unwrap_or(0)) * SQUARE, i32::from(north.unwrap_or(0)) * SQUARE)
}

/// Width and height of a tile that is drawn at so many percent.
fn extent(position: &Position, kind: Kind, percent: i32) -> (i32, i32) {
    let squares = position.kind(kind).squares(Rotation::R0);
    let span = |value: fn(&Pos) -> i16| {
        let values = || squares.iter().map(|square| i32::from(value(&square.offset)));
        1 + values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    (span(|pos| pos.x) * SQUARE * percent / 100, span(|pos| pos.y) * SQUARE * percent / 100)
}

/// How a tile of the legend is drawn: in percent of its size; pale if only its owner sees it.
struct Size {
    percent: i32,
    pale: bool,
}

/// Draws a tile small with its north-west corner at a point.
fn small(out: &mut String, position: &Position, drawings: &mut Drawings, kind: Kind, (x, y): Point, size: Size) {
    let (west, north) = corner(position, kind);
    let opacity = if size.pale { r#" opacity=".6""# } else { "" };
    let _ = write!(out, r#"<g transform="translate({x} {y}) scale(.{})"{opacity}>"#, size.percent);
    let name = position.kind(kind).name.clone();
    drawings.tile(out, kind, Rotation::R0, (-west, -north), r#"data-beside="1""#, &name);
    out.push_str("</g>");
}
