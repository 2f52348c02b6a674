//! Why something is refused.

use super::geometry::{Pos, Side};
use super::moves::Place;
use super::setup::FigureKind;
use super::tile::Feature;

/// A machine-readable reason. Numbers are those of `Reason` in the protos; each expansion has its own.
#[derive(Clone, Copy, Debug)]
pub struct Reason {
    pub number: i32,
    pub name: &'static str,
}

impl PartialEq for Reason {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Reason {}

impl Reason {
    pub const fn new(number: i32, name: &'static str) -> Reason {
        Reason { number, name }
    }

    pub const MALFORMED: Reason = Reason::new(1, "MALFORMED");
    pub const MISSING: Reason = Reason::new(2, "MISSING");
    pub const OUT_OF_RANGE: Reason = Reason::new(3, "OUT_OF_RANGE");
    pub const DUPLICATE: Reason = Reason::new(4, "DUPLICATE");
    pub const UNSORTED: Reason = Reason::new(5, "UNSORTED");
    pub const NOTATION: Reason = Reason::new(6, "NOTATION");
    pub const LIMIT: Reason = Reason::new(7, "LIMIT");

    pub const UNKNOWN_SET: Reason = Reason::new(20, "UNKNOWN_SET");
    pub const UNKNOWN_TILE: Reason = Reason::new(21, "UNKNOWN_TILE");
    pub const UNKNOWN_FIGURE: Reason = Reason::new(22, "UNKNOWN_FIGURE");
    pub const UNKNOWN_RULES_VERSION: Reason = Reason::new(24, "UNKNOWN_RULES_VERSION");

    pub const OVERLAP: Reason = Reason::new(40, "OVERLAP");
    pub const EDGE_MISMATCH: Reason = Reason::new(41, "EDGE_MISMATCH");
    pub const ISLAND: Reason = Reason::new(42, "ISLAND");
    pub const TILE_COUNT: Reason = Reason::new(43, "TILE_COUNT");
    pub const FIGURE_COUNT: Reason = Reason::new(44, "FIGURE_COUNT");
    pub const FIGURE_PLACE: Reason = Reason::new(45, "FIGURE_PLACE");
    pub const WRONG_PHASE: Reason = Reason::new(46, "WRONG_PHASE");
    pub const UNSCORED: Reason = Reason::new(47, "UNSCORED");
    pub const PLAYER_COUNT: Reason = Reason::new(48, "PLAYER_COUNT");
    pub const PLACEMENT_ORDER: Reason = Reason::new(49, "PLACEMENT_ORDER");

    pub const GAME_OVER: Reason = Reason::new(60, "GAME_OVER");
    pub const NOT_NOW: Reason = Reason::new(61, "NOT_NOW");
    pub const WRONG_TILE: Reason = Reason::new(62, "WRONG_TILE");
    pub const NOT_IN_BAG: Reason = Reason::new(63, "NOT_IN_BAG");
    pub const OCCUPIED_SQUARE: Reason = Reason::new(64, "OCCUPIED_SQUARE");
    pub const NOT_ADJACENT: Reason = Reason::new(65, "NOT_ADJACENT");
    pub const NO_SUCH_SEGMENT: Reason = Reason::new(66, "NO_SUCH_SEGMENT");
    pub const NOT_THE_PLACED_TILE: Reason = Reason::new(67, "NOT_THE_PLACED_TILE");
    pub const OCCUPIED_FEATURE: Reason = Reason::new(68, "OCCUPIED_FEATURE");
    pub const FIGURE_NOT_ALLOWED: Reason = Reason::new(69, "FIGURE_NOT_ALLOWED");
    pub const NO_FIGURE_LEFT: Reason = Reason::new(70, "NO_FIGURE_LEFT");
    pub const NO_SUCH_FIGURE: Reason = Reason::new(71, "NO_SUCH_FIGURE");
    pub const FARMERS_OFF: Reason = Reason::new(72, "FARMERS_OFF");
    pub const COMPLETED_FEATURE: Reason = Reason::new(100, "COMPLETED_FEATURE");
    pub const NO_TOKEN_LEFT: Reason = Reason::new(101, "NO_TOKEN_LEFT");
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Path of the field, from the state or the move on, in the names of the protos: `tiles[3].rotation`.
    pub path: String,
    pub reason: Reason,
    /// The same in a short sentence.
    pub text: String,
    pub detail: Detail,
}

/// A figure that occupies a feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occupant {
    pub player: u8,
    pub figure: FigureKind,
    pub place: Place,
}

/// What is in the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    None,
    /// Two edges that meet and do not match.
    Edge {
        square: Pos,
        side: Side,
        own: Feature,
        neighbour: Feature,
    },
    /// Figures that occupy a feature.
    Occupants(Vec<Occupant>),
}

impl Violation {
    pub fn new(path: impl Into<String>, reason: Reason, text: impl Into<String>) -> Violation {
        Violation { path: path.into(), reason, text: text.into(), detail: Detail::None }
    }

    /// An edge of a tile that does not continue what its neighbour shows.
    pub fn mismatch(path: &str, square: Pos, side: Side, own: Feature, neighbour: Feature) -> Violation {
        let text = format!("{square}: {} meets {} in the {}", own.name(), neighbour.name(), side.letter());
        Violation::new(path, Reason::EDGE_MISMATCH, text).with(Detail::Edge { square, side, own, neighbour })
    }

    pub fn with(mut self, detail: Detail) -> Violation {
        self.detail = detail;
        self
    }

    /// The same violation seen from a message that holds this one in a field.
    pub fn inside(mut self, field: &str) -> Violation {
        let separator = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{field}{separator}{}", self.path);
        self
    }
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let separator = if self.path.is_empty() { "" } else { ": " };
        write!(f, "{}{separator}{} ({})", self.path, self.text, self.reason.name)
    }
}
