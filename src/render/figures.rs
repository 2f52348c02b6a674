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

/// A drawing around (0, 0), filled with the colour of whose figure it is.
#[derive(Clone, Copy)]
struct Shape {
    /// The name of its kind of figure, or what it looks like.
    name: &'static str,
    svg: &'static str,
    /// In percent.
    size: i32,
    /// Filling and lines of a figure of nobody.
    colours: (&'static str, &'static str),
}

const NOBODYS: (&str, &str) = ("#e8e2d4", "#4d473d");
/// How far below its middle a shape ends, before it is scaled.
const FEET: i32 = 104;

/// Kinds of figures with a shape of their own, by name. All others look like meeples.
const SHAPES: &[Shape] = &[
    Shape {
        name: "builder",
        svg: r##"<path d="M-40 -50A46 46 0 0 1 -42 -88H42A46 46 0 0 1 40 -50C66 -42 98 -34 106 -6C110 16 82 24 54 20L82 88Q88 104 70 104H26Q16 104 12 94L0 66L-12 94Q-16 104 -26 104H-70Q-88 104 -82 88L-54 20C-82 24 -110 16 -106 -6C-98 -34 -66 -42 -40 -50z"/><path d="M-76 -86Q-76 -100 -52 -102C-52 -160 52 -160 52 -102Q76 -100 76 -86z"/><path d="M92 -72H68V-106H140V-72H114V104H92z"/>"##,
        size: 112,
        colours: NOBODYS,
    },
    Shape {
        name: "pig",
        svg: r##"<path d="M-108 -8C-108 -62 -50 -80 0 -78C20 -78 36 -76 50 -72L80 -98L86 -56C96 -46 102 -36 104 -24L126 -20V18L100 22C92 38 80 48 66 54V100H32V64H-42V100H-76V52C-98 40 -108 22 -108 -8z"/><path d="M-106 -16C-144 -22 -144 -62 -112 -56M112 -8V6M50 -72L62 -44L84 -58" fill="none"/><circle cx="80" cy="-26" r="5"/>"##,
        size: 118,
        colours: NOBODYS,
    },
    Shape {
        name: "wagon",
        svg: r##"<path d="M-116 0C-116 -108 -66 -128 0 -128C66 -128 116 -108 116 0z"/><path d="M-46 -124Q-62 -60 -56 0M46 -124Q62 -60 56 0" fill="none"/><path d="M-130 0H130L112 56H-112z"/><circle cx="-66" cy="60" r="44"/><circle cx="66" cy="60" r="44"/><path d="M-66 16V104M-110 60H-22M66 16V104M22 60H110" fill="none"/>"##,
        size: 112,
        colours: NOBODYS,
    },
    Shape {
        name: "mayor",
        svg: r##"<path d="M-36 -44C-92 -36 -122 8 -118 54C-114 92 -74 104 0 104C74 104 114 92 118 54C122 8 92 -36 36 -44A42 42 0 0 0 42 -84H-42A42 42 0 0 0 -36 -44z"/><path d="M-68 -84V-102H-44V-164H44V-102H68V-84z"/><path d="M-44 -118H44M-58 -34Q0 56 58 -34" fill="none"/><circle cy="26" r="20"/>"##,
        size: 108,
        colours: NOBODYS,
    },
    Shape {
        name: "barn",
        svg: r##"<path d="M-104 104V-24L-74 -76L0 -124L74 -76L104 -24V104z"/><path d="M-104 -24H104M-46 104V18H46V104M-46 18L46 104M46 18L-46 104" fill="none"/><circle cy="-66" r="18"/>"##,
        size: 125,
        colours: NOBODYS,
    },
    Shape {
        name: "dragon",
        svg: r##"<path d="M-18 -4L-112 -66L-96 -92L-108 -124Q-44 -122 -16 -70Q-4 -122 44 -132Q24 -96 34 -20z"/><path d="M-128 40Q-112 46 -104 62Q-64 84 -40 50Q-52 0 0 -14Q34 -24 36 -62Q34 -96 64 -102L72 -122L88 -98L118 -66Q110 -50 94 -48L72 -54Q80 -14 56 14Q76 36 72 70L84 84H40Q38 54 18 46Q-8 100 -62 98Q-94 96 -106 70Q-122 64 -128 40z"/><path d="M-18 -4L-96 -92M-4 -10L-16 -70M84 -62L100 -66M10 18Q26 8 34 -12" fill="none"/><circle cx="74" cy="-82" r="8" fill="#f6d743" stroke="none"/>"##,
        size: 160,
        colours: ("#b3152c", "#3d060f"),
    },
    Shape {
        name: "fairy",
        svg: r##"<path d="M-14 -34C-54 -112 -132 -104 -120 -48C-112 -12 -60 -6 -14 -16zM14 -34C54 -112 132 -104 120 -48C112 -12 60 -6 14 -16zM-14 -8C-70 -4 -98 34 -78 60C-58 78 -28 40 -14 12zM14 -8C70 -4 98 34 78 60C58 78 28 40 14 12z"/><path d="M-20 -48H20L30 -6L66 104H-66L-30 -6z"/><circle cy="-86" r="36"/><path d="M-34 -102Q0 -78 34 -102M-30 -6H30" fill="none"/>"##,
        size: 95,
        colours: ("#f6e9ff", "#6a2c91"),
    },
];

const MEEPLE: Shape = Shape {
    name: "meeple",
    svg: r##"<path d="M-32 -46A46 46 0 1 1 32 -46C70 -40 112 -22 112 4C112 24 82 26 54 20L92 88Q98 104 80 104H26Q16 104 12 94L0 66L-12 94Q-16 104 -26 104H-80Q-98 104 -92 88L-54 20C-82 26 -112 24 -112 4C-112 -22 -70 -40 -32 -46z"/>"##,
    size: 120,
    colours: NOBODYS,
};
const ROBED: Shape = Shape {
    name: "robed",
    svg: r##"<path d="M0 -134C26 -114 44 -88 42 -60L36 -40C66 -14 84 44 98 104H-98C-84 44 -66 -14 -36 -40L-42 -60C-44 -88 -26 -114 0 -134zM0 -106V-60M-20 -84H20M-36 -40H36M0 -14V104"/>"##,
    ..MEEPLE
};

/// How a figure is drawn. Whatever has no shape of its own is a meeple, and what it does shows: one that counts more is
/// larger, one that stands only where features are surrounded wears a robe, one that stands on no feature is small.
#[derive(Clone, Copy)]
pub struct Figure {
    shape: Shape,
    size: i32,
    /// Whether it lies where it stands on a field.
    lies: bool,
}

impl Figure {
    pub fn new(def: Option<&FigureDef>) -> Figure {
        let lies = def.is_none_or(|def| def.meeple);
        if let Some(shape) = def.and_then(|def| SHAPES.iter().find(|shape| shape.name == def.name)) {
            return Figure { shape: *shape, size: shape.size, lies };
        }
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
        Figure { shape: if robed { ROBED } else { MEEPLE }, size, lies }
    }

    /// Draws it around a point; a meeple on a field lies. `seat` gives the colours, none is nobody; `scale` is in percent.
    pub fn draw(self, out: &mut String, at: Point, seat: Option<u8>, on: Option<Feature>, scale: i32) {
        let lies = self.lies && on == Some(Feature::Field);
        self.draw_turned(out, at, seat, if lies { -90 } else { 0 }, scale);
    }

    /// The same standing on its head: a marker.
    pub fn draw_marking(self, out: &mut String, at: Point, seat: u8) {
        self.draw_turned(out, at, Some(seat), 180, 100);
    }

    /// How far below its middle it ends.
    pub fn feet(self, scale: i32) -> i32 {
        FEET * self.size * scale / 10_000
    }

    fn draw_turned(self, out: &mut String, (x, y): Point, seat: Option<u8>, degrees: i32, scale: i32) {
        let (fill, line) = seat.map_or(self.shape.colours, |seat| {
            let (_, fill, line) = COLOURS[seat as usize % COLOURS.len()];
            (fill, line)
        });
        let size = self.size * scale / 100;
        let lies = if degrees == 0 { String::new() } else { format!(" rotate({degrees})") };
        let _ = write!(
            out,
            r##"<g transform="translate({x} {y}) scale({}.{:02}){lies}"><use href="#figure-{name}" fill="#fff" stroke="#fff" stroke-width="40"/><use href="#figure-{name}" fill="{fill}" stroke="{line}" stroke-width="13"/></g>"##,
            size / 100,
            size % 100,
            name = self.shape.name,
        );
    }
}

/// The definitions of the shapes that a body uses.
pub fn define(out: &mut String, body: &str) {
    for Shape { name, svg, .. } in SHAPES.iter().chain(&[MEEPLE, ROBED]) {
        if body.contains(&format!(r##""#figure-{name}""##)) {
            let _ = write!(out, r#"<g id="figure-{name}" stroke-linejoin="round">{svg}</g>"#);
        }
    }
}
