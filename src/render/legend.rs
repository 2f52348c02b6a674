//! The legend beside the board: who plays, points, what players have, the tile drawn.

use std::fmt::Write;

use super::board::{Drawings, name_of, token_name};
use super::figures::{COLOURS, Figure};
use super::shape::{Point, SQUARE};
use super::{choices, marks, text};
use crate::engine::state::{Held, Owned};
use crate::engine::turn::{Decider, OFFER};
use crate::engine::{Kind, Move, Place, Pos, Position, Rotation};

pub const WIDTH: i32 = 4400;
/// Of a player whose things take one line, and of each further line.
const ROW: i32 = 900;
const LINE: i32 = 330;
const PADDING: i32 = 120;
const NAME_LENGTH: usize = 18;
/// Of a kind of figure or token, with the first digit of its number and with each further one.
const COUNTED: i32 = 560;
const DIGIT: i32 = 110;
/// Of a figure beside the track with its space.
const TRACK: i32 = 600;
/// Of a kind of prisoners.
const PRISONER: i32 = 340;

/// Draws it with its north-west corner at a point; the height that it takes.
pub fn draw(out: &mut String, position: &Position, moves: &[Move], drawings: &mut Drawings, (x, y): Point) -> i32 {
    let state = position.state();
    let decider = position.decider();
    out.push_str(r##"<g fill="#3b3428">"##);
    let mut top = y;
    for (seat, player) in state.players.iter().enumerate() {
        let seat = seat as u8;
        let (colour, fill, line) = COLOURS[seat as usize % COLOURS.len()];
        let name = name_of(position, seat);
        let (left, right) = (x + 3 * PADDING + 60, x + WIDTH - 4 * PADDING);
        let mut things = Things { left, right, next: (left, top + 575) };
        let mut drawn = String::new();
        draw_things(&mut drawn, position, moves, drawings, seat, &mut things);
        let height = ROW + things.next.1 - (top + 575);
        let acts = decider != Decider::Nobody && state.turn.player == seat;
        let _ = write!(
            out,
            r##"<g data-seat="{seat}"><title>{}</title><rect x="{x}" y="{top}" width="{}" height="{}" rx="90" fill="#fffaf0" stroke="{}" stroke-width="{}"/>"##,
            text::escape(&format!("{name} ({colour})")),
            WIDTH - 3 * PADDING,
            height - PADDING,
            if acts { fill } else { "#d8ccb0" },
            if acts { 56 } else { 16 },
        );
        let _ = write!(
            out,
            r##"<rect x="{}" y="{}" width="180" height="{}" rx="60" fill="{fill}" stroke="{line}" stroke-width="14"/>"##,
            x + PADDING,
            top + PADDING,
            height - 3 * PADDING,
        );
        text::write(out, left, top + 310, 240, r#"font-weight="bold""#, &text::shortened(&name, NAME_LENGTH));
        let points = player.score().to_string();
        text::write(out, right, top + 330, 320, r#"font-weight="bold" text-anchor="end""#, &points);
        out.push_str(&drawn);
        out.push_str("</g>");
        top += height;
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

/// Where the things of a player are drawn: from left to right, in as many lines as they need.
struct Things {
    left: i32,
    right: i32,
    /// The left end of the next one, in the middle of its line.
    next: Point,
}

impl Things {
    /// The middle of the left end of one that is so wide.
    fn place(&mut self, width: i32) -> Point {
        if self.next.0 + width > self.right && self.next.0 > self.left {
            self.next = (self.left, self.next.1 + LINE);
        }
        let at = self.next;
        self.next.0 += width;
        at
    }

    /// The same for one with a number.
    fn place_counted(&mut self, count: u8) -> Point {
        self.place(COUNTED + DIGIT * count.checked_ilog10().unwrap_or(0) as i32)
    }
}

/// What a player has: figures in the supply and beside the track, tokens, tiles in front, prisoners.
fn draw_things(
    out: &mut String,
    position: &Position,
    moves: &[Move],
    drawings: &mut Drawings,
    seat: u8,
    things: &mut Things,
) {
    let state = position.state();
    let player = &state.players[seat as usize];
    for (kind, count) in player.supply() {
        let def = position.figure_def(kind);
        let (x, y) = things.place_counted(count);
        let _ = write!(out, r#"<g data-supply="{count}"><title>{}</title>"#, def.map_or("figure", |def| def.name));
        Figure::new(def).draw(out, (x + 100, y), Some(seat), None, 64);
        text::write(out, x + 225, y + 62, 175, "", &format!("×{count}"));
        out.push_str("</g>");
    }
    // figures that wait beside the track, each with its space
    for figure in state.elsewhere.iter().filter(|figure| figure.player == seat) {
        let Place::Track { space } = figure.place else { continue };
        let (x, y) = things.place(TRACK);
        let _ = write!(out, r#"<g data-track="{space}" opacity=".55"><title>beside space {space}</title>"#);
        Figure::new(position.figure_def(figure.kind)).draw(out, (x + 100, y), Some(seat), None, 55);
        text::write(out, x + 200, y + 65, 170, "", &format!("→{space}"));
        out.push_str("</g>");
    }
    for (token, count) in player.tokens() {
        let (x, y) = things.place_counted(count);
        let name = token_name(token);
        let _ = write!(out, r#"<g data-tokens="{name}" data-count="{count}"><title>{name}</title>"#);
        drawings.mark(out, marks::of_token(name), (x + 100, y + 10), 110);
        text::write(out, x + 225, y + 62, 175, "", &format!("×{count}"));
        out.push_str("</g>");
    }
    for held in &player.hand {
        match held {
            Held::Open(kind) | Held::Down(kind) => {
                let percent = held_percent(position, *kind);
                let (width, height) = extent(position, *kind, percent);
                let (x, y) = things.place(width + PADDING);
                let size = Size { percent, pale: matches!(held, Held::Down(_)) };
                small(out, position, drawings, *kind, (x, y - height / 2), size);
            }
            Held::Hidden => {
                let (x, y) = things.place(HELD * SQUARE / 100 + PADDING);
                let (side, top) = (HELD * SQUARE / 100, y - HELD * SQUARE / 200);
                let _ = write!(
                    out,
                    r##"<g data-hidden="1"><rect x="{x}" y="{top}" width="{side}" height="{side}" rx="30" fill="#8a7a5c"/>"##
                );
                text::write(out, x + side / 2, y + 75, 210, r##"text-anchor="middle" fill="#fff""##, "?");
                out.push_str("</g>");
            }
        }
    }
    for prisoners in player.prisoners.chunk_by(|a, b| a == b) {
        let (first, count) = (prisoners[0], prisoners.len());
        let (x, y) = things.place(if count > 1 { PRISONER + 330 } else { PRISONER });
        draw_prisoner(out, position, first, (x + 160, y));
        if count > 1 {
            text::write(out, x + 340, y + 62, 175, "", &format!("×{count}"));
        }
        // whoever decides gets back figures of their own
        for mv in moves.iter().filter(|_| position.decider() == Decider::Player(first.player)) {
            let sign = match *mv {
                Move::PayRansom { holder, figure } if (holder, figure) == (seat, first.figure) => choices::RANSOM,
                Move::ReleasePrisoner { holder, figure } if (holder, figure) == (seat, first.figure) => {
                    choices::RELEASE
                }
                _ => continue,
            };
            let name = position.figure_def(first.figure).map_or("figure", |def| def.name);
            choices::ring(out, sign, name, (x + 160, y), 165);
        }
    }
}

/// A figure behind bars.
fn draw_prisoner(out: &mut String, position: &Position, prisoner: Owned, (x, y): Point) {
    let def = position.figure_def(prisoner.figure);
    let _ = write!(
        out,
        r##"<g data-prisoner="{}"><title>{} of {}</title><rect x="{}" y="{}" width="200" height="260" rx="24" fill="#e4dac2"/>"##,
        prisoner.player,
        def.map_or("figure", |def| def.name),
        text::escape(&name_of(position, prisoner.player)),
        x - 100,
        y - 130,
    );
    Figure::new(def).draw(out, (x, y + 8), Some(prisoner.player), None, 56);
    let _ = write!(
        out,
        r##"<path d="M{} {}h200v260h-200zm50 0v260m50 -260v260m50 -260v260" fill="none" stroke="#2c2620" stroke-width="16"/></g>"##,
        x - 100,
        y - 130,
    );
}

/// Percent of its size at which a tile is drawn that lies ready beside the table, and one of a square in front of a
/// player.
const READY: i32 = 24;
const HELD: i32 = 27;

/// Percent of its size at which a tile is drawn in front of a player: as large as a line has room for.
fn held_percent(position: &Position, kind: Kind) -> i32 {
    let (width, height) = extent(position, kind, 100);
    HELD * SQUARE / height.max(width / 3)
}

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
    let _ = write!(out, r#"<g transform="translate({x} {y}) scale(.{:02})"{opacity}>"#, size.percent);
    let name = position.kind(kind).name.clone();
    drawings.tile(out, kind, Rotation::R0, (-west, -north), r#"data-beside="1""#, &name);
    out.push_str("</g>");
}
