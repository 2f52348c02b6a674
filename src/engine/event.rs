//! Events: what a move brings about. A state changes by events alone (`Position::happen`).

use super::catalogue::Kind;
use super::geometry::{Pos, Rotation};
use super::moves::Place;
use super::setup::FigureKind;

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
    /// The tile drawn fits nowhere and leaves the game.
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
    FigurePlaced {
        player: u8,
        figure: FigureKind,
        place: Place,
    },
    FigureReturned {
        player: u8,
        figure: FigureKind,
        place: Place,
    },
    /// `place` is the first segment of the scored region in the order of placement.
    Scored {
        player: u8,
        value: Value,
        place: Place,
    },
    GameEnded,
}
