//! Recorded games of JCloisterZone: reads them, replays them on this engine and checks what they claim.
//!
//! `read` turns a file into a `Recording`: setup, messages and assertions, all in our own terms. `Recording::play` plays
//! it; `check` does both and compares the assertions.

mod assertions;
mod names;
mod play;
mod pointer;
mod read;

use std::sync::Arc;

use crate::engine::setup::Token;
use crate::engine::state::Owned;
use crate::engine::{Catalogue, FigureKind, Kind, Move, Pos, Rotation, Setup};

pub use assertions::Assertion;
pub use names::{kind, our_set};
pub use play::Played;
pub use pointer::{Pointer, feature, segment};
pub use read::{MAX_BYTES, read};

/// Why a recording cannot be confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// It is no recording, or something in it differs from what this engine does: the first such thing.
    Fail(String),
    /// It needs something that this engine does not have: a set, an element, a rule, a kind of message, ...
    Unsupported(String),
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Problem::Fail(text) => write!(f, "FAIL: {text}"),
            Problem::Unsupported(text) => write!(f, "unsupported: {text}"),
        }
    }
}

/// A recorded game in our terms.
#[derive(Clone, Debug)]
pub struct Recording {
    pub catalogue: Arc<Catalogue>,
    /// Draws are made by the host: the recording names the tiles.
    pub setup: Setup,
    /// What was done, in order.
    pub messages: Vec<Message>,
    /// Every tile drawn, those included that fitted nowhere. Where it ends, or if there is none, the tile placed next is
    /// the tile drawn. A tile that is not in the catalogue is only a problem when its turn comes.
    pub draws: Vec<Result<Kind, String>>,
    /// After so many turns the game was ended and scored, if it was not over before.
    pub end_turn: Option<u32>,
    pub assertions: Vec<Assertion>,
}

/// Something that was done, and who did it if the recording says so.
#[derive(Clone, Debug)]
pub struct Message {
    /// Where it stands in the recording, and its type there: the beginning of every complaint.
    pub name: String,
    pub player: Option<u8>,
    pub action: Action,
}

#[derive(Clone, Debug)]
pub enum Action {
    PlaceTile {
        kind: Kind,
        pos: Pos,
        rotation: Rotation,
    },
    DeployMeeple(Pointer),
    ReturnMeeple(Pointer),
    /// A princess sends a meeple home.
    SendHome(Pointer),
    CaptureFollower(Pointer),
    /// A figure of nobody goes to a square.
    MoveNeutral(FigureKind, Pos),
    /// The same, beside a meeple.
    MoveBeside(FigureKind, Pointer),
    /// A token is placed on the space of that name of the tile at a square.
    PlaceToken(Token, Pos, String),
    /// A prisoner of the player's comes home: for one that was captured, or for points.
    ExchangeFollower(Owned),
    PayRansom(Owned),
    Pass,
    Commit,
}

/// Reads a recording, plays it and checks its assertions.
///
/// # Errors
/// The first difference, or what is not supported.
pub fn check(text: &str, catalogue: &Arc<Catalogue>) -> Result<Played, Problem> {
    let recording = read(text, catalogue)?;
    let played = recording.play(&mut |_, _: &Move| {})?;
    played.verify(&recording.assertions)?;
    Ok(played)
}
