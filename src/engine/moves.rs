//! Moves: decisions of players and chance events.

use super::catalogue::Kind;
use super::geometry::{Pos, Rotation};
use super::setup::{FigureKind, Token};
use super::state::Owned;

/// Last space of the scoring track; the first is 0.
pub const LAST_SPACE: u8 = 49;

/// Where a figure stands. A tile is named by the square of the table on which its first square lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// A segment of the tile that covers `square`; the figure stands on that square.
    Segment { square: Pos, segment: u8 },
    /// The tile itself, on no feature.
    Tile { square: Pos },
    /// A space of the tile (`TileKind::spaces`), on no feature.
    Space { square: Pos, space: u8 },
    /// Beside a space of the scoring track.
    Track { space: u8 },
    /// A square of the table, whatever lies there.
    Square { square: Pos },
    /// The north-west corner of a square, where four tiles meet.
    Corner { square: Pos },
}

/// Everything that can happen next. The order of the variants and their fields is the order of legal moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance: a tile is drawn.
    DrawTile { kind: Kind },
    /// `pos` is where the origin of the tile lies.
    PlaceTile { kind: Kind, pos: Pos, rotation: Rotation },
    /// A figure from the supply is placed.
    PlaceFigure { figure: FigureKind, place: Place },
    /// A figure is taken back; from a feature it is taken back early and scores as it stands.
    ReturnFigure { figure: FigureKind, place: Place },
    /// Nothing is done in a step in which something could be.
    Pass,
    /// Chance, before the first turn: which tile lies ready beside the table.
    OfferTile { kind: Kind },
    /// Chance, in a state that hides it from whoever sees it: what lies face down in front of the player.
    RevealTile { kind: Kind },
    /// One of the tiles that lie ready is taken.
    TakeTile { kind: Kind },
    /// Which of the tiles in front of the player is placed.
    ChooseTile { kind: Kind },
    /// Which of several players is next.
    ChoosePlayer { player: u8 },
    /// A figure goes from one place to another.
    MoveFigure { figure: FigureKind, from: Place, to: Place },
    /// The player takes another turn.
    TakeTurn,
    /// A figure of nobody goes somewhere, for example beside a figure that stands there.
    MoveNeutral { figure: FigureKind, to: Place, beside: Option<Owned> },
    /// A figure, whoever's, is sent home.
    RemoveFigure { player: u8, figure: FigureKind, place: Place },
    /// A token of the player is placed.
    PlaceToken { token: Token, place: Place },
    /// A figure, whoever's, is captured.
    CaptureFigure { player: u8, figure: FigureKind, place: Place },
    /// A figure that another player, `holder`, has captured is the one that is exchanged.
    ReleasePrisoner { holder: u8, figure: FigureKind },
    /// The player pays for a figure that another player, `holder`, has captured.
    PayRansom { holder: u8, figure: FigureKind },
}
