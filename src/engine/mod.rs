//! The rules: pure, without clock, environment or randomness.

pub mod board;
pub mod catalogue;
pub mod error;
pub mod event;
pub mod expansion;
pub mod geometry;
pub mod moves;
pub mod position;
pub mod regions;
pub mod scoring;
pub mod setup;
pub mod state;
pub mod tile;
pub mod turn;
mod validate;

pub use catalogue::{Catalogue, Kind, SetIndex};
pub use error::{Detail, Reason, Violation};
pub use event::{Event, Rule, Term, Unit, Value};
pub use geometry::{HalfSide, Pos, Rotation, Side};
pub use moves::{Move, Place};
pub use position::{Game, Position};
pub use regions::{RegionId, SegmentRef};
pub use setup::{Draw, FigureKind, Setup};
pub use state::{Figure, PlacedTile, PlayerState, State, Turn};
pub use tile::{Feature, TileKind};
pub use turn::Decider;
pub use validate::MAX_COORDINATE;
