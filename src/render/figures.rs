//! Figures and the colours of players.

use std::fmt::Write;

use super::shape::Point;
use crate::engine::Feature;
use crate::engine::setup::FigureDef;

/// Colours by seat: name, filling, lines drawn on it.
pub const COLOURS: [(&str, &str, &str); 6] = [
    ("blue", "#2f7fe0", "#0b2a55"),
    ("red", "#e23b30", "#5a0f0b"),
    ("yellow", "#ffd22e", "#5c4700"),
    ("green", "#12a150", "#053d1d"),
    ("black", "#3a3a3f", "#000"),
    ("pink", "#f07cc0", "#5e1543"),
];

const FIGURES: &str = concat!(
    r##"<path id="meeple" d="M-32 -46A46 46 0 1 1 32 -46C70 -40 112 -22 112 4C112 24 82 26 54 20L92 88Q98 104 80 104H26Q16 104 12 94L0 66L-12 94Q-16 104 -26 104H-80Q-98 104 -92 88L-54 20C-82 26 -112 24 -112 4C-112 -22 -70 -40 -32 -46z"/>"##,
    r##"<path id="robed" d="M0 -134C26 -114 44 -88 42 -60L36 -40C66 -14 84 44 98 104H-98C-84 44 -66 -14 -36 -40L-42 -60C-44 -88 -26 -114 0 -134zM0 -106V-60M-20 -84H20M-36 -40H36M0 -14V104"/>"##,
);

/// How a figure is drawn follows from what it does: one that counts more is larger, one that stands only where features
/// are surrounded wears a robe, one that stands on no feature is small.
#[derive(Clone, Copy)]
pub struct Figure {
    id: &'static str,
    /// In percent.
    size: i32,
}

impl Figure {
    pub fn new(def: Option<&FigureDef>) -> Figure {
        let marker = def.is_some_and(|def| def.stands_on.is_empty());
        let robed = !marker && def.is_some_and(|def| def.stands_on.iter().all(|feature| feature.is_surrounded()));
        let strong = def.is_some_and(|def| def.strength > 1);
        let size = if strong {
            165
        } else if marker {
            95
        } else {
            120
        };
        Figure { id: if robed { "robed" } else { "meeple" }, size }
    }

    /// Draws it around a point; on a field it lies. `scale` is in percent, `seat` gives the colours.
    pub fn draw(self, out: &mut String, at: Point, seat: u8, on: Option<Feature>, scale: i32) {
        self.draw_turned(out, at, seat, if on == Some(Feature::Field) { -90 } else { 0 }, scale);
    }

    /// The same standing on its head: a marker.
    pub fn draw_marking(self, out: &mut String, at: Point, seat: u8) {
        self.draw_turned(out, at, seat, 180, 100);
    }

    fn draw_turned(self, out: &mut String, (x, y): Point, seat: u8, degrees: i32, scale: i32) {
        let (_, fill, line) = COLOURS[seat as usize % COLOURS.len()];
        let size = self.size * scale / 100;
        let lies = if degrees == 0 { String::new() } else { format!(" rotate({degrees})") };
        let _ = write!(
            out,
            r##"<g transform="translate({x} {y}) scale({}.{:02}){lies}"><use href="#{id}" fill="#fff" stroke="#fff" stroke-width="40"/><use href="#{id}" fill="{fill}" stroke="{line}" stroke-width="13"/></g>"##,
            size / 100,
            size % 100,
            id = self.id,
        );
    }
}

pub fn define(out: &mut String) {
    let _ = write!(out, r#"<g stroke-linejoin="round">{FIGURES}</g>"#);
}
