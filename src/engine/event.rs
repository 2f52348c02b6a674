//! Events: what a move brings about. A state changes by events alone (`Position::happen`).

use super::catalogue::Kind;
use super::geometry::{Pos, Rotation};
use super::moves::Place;
use super::setup::{FigureKind, Token};
use super::state::Owned;

/// A rule that awards points. Numbers are those of `ScoringRule` in the protos; each expansion has its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule(pub u8);

/// What a summand of a score counts. Numbers are those of `Unit` in the protos.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit(pub u8);

/// A summand: `count` times `each`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    pub unit: Unit,
    pub count: u32,
    pub each: u32,
}

/// A value with the sum it is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    pub rule: Rule,
    terms: [Term; Value::MOST_TERMS],
    len: u8,
}

impl Value {
    /// More than any rule adds up.
    const MOST_TERMS: usize = 8;

    pub fn new(rule: Rule) -> Value {
        Value { rule, terms: [Term { unit: Unit(0), count: 0, each: 0 }; Value::MOST_TERMS], len: 0 }
    }

    /// Adds a summand, unless it counts nothing.
    pub fn add(mut self, unit: Unit, count: u32, each: u32) -> Value {
        if count > 0 {
            self.terms[self.len as usize] = Term { unit, count, each };
            self.len += 1;
        }
        self
    }

    pub fn terms(&self) -> &[Term] {
        &self.terms[..self.len as usize]
    }

    pub fn terms_mut(&mut self) -> &mut [Term] {
        &mut self.terms[..self.len as usize]
    }

    pub fn points(&self) -> u32 {
        self.terms().iter().map(|term| term.count * term.each).sum()
    }
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    TurnStarted {
        player: u8,
    },
    TileDrawn {
        kind: Kind,
    },
    /// The tile to be placed fits nowhere and leaves the game.
    TileDiscarded {
        kind: Kind,
    },
    /// `player` is absent for tiles that lie on the table from the start.
    TilePlaced {
        player: Option<u8>,
        kind: Kind,
        pos: Pos,
        rotation: Rotation,
    },
    /// From the supply.
    FigurePlaced {
        player: u8,
        figure: FigureKind,
        place: Place,
    },
    /// To the supply.
    FigureReturned {
        player: u8,
        figure: FigureKind,
        place: Place,
    },
    /// `place` is where the reason lies, if on the table: of a region, its first segment in the order of placement.
    Scored {
        player: u8,
        value: Value,
        place: Option<Place>,
    },
    GameEnded,
    /// A tile lies ready beside the table.
    TileOffered {
        kind: Kind,
    },
    /// A tile that lay ready is the player's; unless it lies on the table already, in front of them.
    TileObtained {
        player: u8,
        kind: Kind,
    },
    /// The tile drawn is kept, face down.
    TileKept {
        player: u8,
        kind: Kind,
    },
    /// A tile in front of the player is to be placed.
    TileChosen {
        player: u8,
        kind: Kind,
    },
    /// A tile that is kept face down goes to another player. Its kind may be hidden.
    TilePassed {
        from: u8,
        to: u8,
    },
    /// A tile that the state hid is known.
    TileRevealed {
        player: u8,
        kind: Kind,
    },
    FigureMoved {
        player: u8,
        figure: FigureKind,
        from: Place,
        to: Place,
    },
    /// How many decisions a player has in the phase that follows, whoever's turn it is, and about what, if it must be
    /// said; 0: no more.
    DecisionsLeft {
        player: u8,
        count: u8,
        about: Option<Place>,
    },
    /// The player takes tokens from the common supply.
    TokensTaken {
        player: u8,
        token: Token,
        count: u8,
    },
    /// The turn will have a second part.
    SecondPartDue {
        player: u8,
    },
    SecondPartStarted {
        player: u8,
    },
    /// That was the last turn; what is still to be placed follows.
    LastTurnEnded {
        player: u8,
    },
    /// A figure of nobody stands somewhere, for example beside a figure; it may have gone a step of several.
    NeutralMoved {
        figure: FigureKind,
        to: Place,
        beside: Option<Owned>,
        step: bool,
    },
    /// A figure of `player` is a prisoner of `by`.
    FigureCaptured {
        player: u8,
        figure: FigureKind,
        place: Place,
        by: u8,
    },
    /// A figure of `player` that `holder` had captured is in the supply again.
    PrisonerReleased {
        player: u8,
        figure: FigureKind,
        holder: u8,
    },
    /// A token of the player lies on the table.
    TokenPlaced {
        player: u8,
        token: Token,
        place: Place,
    },
    /// The player has paid points for a prisoner; no more in this turn.
    RansomPaid {
        player: u8,
        points: u32,
    },
}
