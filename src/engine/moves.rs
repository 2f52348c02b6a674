//! Moves: decisions of players and chance events.

use super::catalogue::Kind;
use super::geometry::{Pos, Rotation};
use super::setup::FigureKind;

/// Where a figure stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// A segment of the tile that covers `square`; the figure stands on that square.
    Segment { square: Pos, segment: u8 },
}

/// Everything that can happen next. The order of the variants and their fields is the order of legal moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance: a tile is drawn.
    DrawTile {
        kind: Kind,
    },
    /// `pos` is where the origin of the tile lies.
    PlaceTile {
        kind: Kind,
        pos: Pos,
        rotation: Rotation,
    },
    PlaceFigure {
        figure: FigureKind,
        place: Place,
    },
    /// A figure is taken back early and scores as it stands.
    ReturnFigure {
        figure: FigureKind,
        place: Place,
    },
    /// Nothing is done in a step in which something could be.
    Pass,
}
