//! The raw state: plain data that anybody may have written. `Position` is the checked one.

use std::sync::Arc;

use super::catalogue::Kind;
use super::event::Rule;
use super::geometry::{Pos, Rotation};
use super::moves::Place;
use super::setup::{FIGURE_KINDS, FigureKind, RULES, Setup, TOKENS, Token};
use super::turn::{self, StepId};

/// A tile on the table. `pos` is where its origin lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedTile {
    pub kind: Kind,
    pub pos: Pos,
    pub rotation: Rotation,
}

/// A figure on a segment of a tile. Figures are kept sorted by these fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Figure {
    /// Index into `State::tiles`.
    pub tile: u16,
    pub segment: u8,
    /// Square of the kind on which it stands.
    pub square: u8,
    pub player: u8,
    pub kind: FigureKind,
}

/// A figure that stands on no feature. Kept sorted by these fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Elsewhere {
    /// Not a segment.
    pub place: Place,
    pub player: u8,
    pub kind: FigureKind,
}

/// Whose figure, and which.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Owned {
    pub player: u8,
    pub figure: FigureKind,
}

/// A figure of nobody. Kept sorted by kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Neutral {
    pub kind: FigureKind,
    pub place: Place,
    /// The figure at that place beside which it stands, if it does.
    pub beside: Option<Owned>,
}

/// Tokens on the table. Kept sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlacedTokens {
    pub place: Place,
    pub token: Token,
    /// At least 1.
    pub count: u8,
}

/// A tile in front of a player. Kept sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Held {
    /// For all to see.
    Open(Kind),
    /// Face down: for its owner to see.
    Down(Kind),
    /// Face down, and whoever sees this state may not know what it is. It is counted in the bag.
    Hidden,
}

/// What a player has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerState {
    /// Points by number of the rule.
    pub points: [u32; RULES],
    /// Figures in the supply by number of the kind.
    pub supply: [u8; FIGURE_KINDS],
    /// Tiles in front of the player, not yet placed.
    pub hand: Vec<Held>,
    /// Tokens in front of the player, by number of the kind.
    pub tokens: [u8; TOKENS],
    /// Figures of others that the player has captured, sorted.
    pub prisoners: Vec<Owned>,
    /// Points that the player has paid.
    pub paid: u32,
}

impl Default for PlayerState {
    fn default() -> Self {
        PlayerState {
            points: [0; RULES],
            supply: [0; FIGURE_KINDS],
            hand: Vec::new(),
            tokens: [0; TOKENS],
            prisoners: Vec::new(),
            paid: 0,
        }
    }
}

impl PlayerState {
    /// All points, less those paid.
    pub fn score(&self) -> u32 {
        self.points.iter().fold(0, |sum: u32, points| sum.saturating_add(*points)).saturating_sub(self.paid)
    }

    /// Rules that brought points, ascending.
    pub fn points_by_rule(&self) -> impl Iterator<Item = (Rule, u32)> {
        self.points.iter().enumerate().filter(|(_, p)| **p > 0).map(|(i, p)| (Rule(i as u8), *p))
    }

    /// Kinds in the supply, ascending.
    pub fn supply(&self) -> impl Iterator<Item = (FigureKind, u8)> {
        self.supply.iter().enumerate().filter(|(_, n)| **n > 0).map(|(i, n)| (FigureKind(i as u8), *n))
    }
}

impl PlayerState {
    /// Tiles face up, ascending.
    pub fn open(&self) -> impl Iterator<Item = Kind> {
        self.hand.iter().filter_map(|held| match held {
            Held::Open(kind) => Some(*kind),
            _ => None,
        })
    }

    /// Tiles face down that are known, ascending.
    pub fn down(&self) -> impl Iterator<Item = Kind> {
        self.hand.iter().filter_map(|held| match held {
            Held::Down(kind) => Some(*kind),
            _ => None,
        })
    }

    /// Tokens collected, ascending by kind.
    pub fn tokens(&self) -> impl Iterator<Item = (Token, u8)> {
        self.tokens.iter().enumerate().filter(|(_, n)| **n > 0).map(|(i, n)| (Token(i as u8), *n))
    }

    /// How many tiles lie face down, known or not.
    pub fn face_down(&self) -> usize {
        self.hand.iter().filter(|held| !matches!(held, Held::Open(_))).count()
    }

    /// How many tiles the state hides.
    pub fn hidden(&self) -> usize {
        self.hand.iter().filter(|held| **held == Held::Hidden).count()
    }
}

/// Whose turn it is and what is to happen next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The player whose turn it is; in the end, who took the last turn.
    pub player: u8,
    pub step: StepId,
    /// The tile drawn or chosen and not yet placed.
    pub tile: Option<Kind>,
    /// Who decides in a phase that is not of the player whose turn it is alone, and how often.
    pub asked: Option<Asked>,
    /// Who took the last turn, when only what is left over is still to be placed.
    pub closing: Option<u8>,
    /// How many tiles the player has placed in this turn: they are the last of `State::tiles`.
    pub placed: u8,
    /// Whether the turn has a second part.
    pub second_part: Option<SecondPart>,
    /// Whether the player has paid a ransom in this turn.
    pub ransomed: bool,
}

impl Turn {
    /// How many tiles have been placed in a turn that has come to a step, in nearly all turns.
    pub fn usually_placed(step: StepId) -> u8 {
        u8::from(step >= turn::ACTION && step < turn::FINAL_SCORING)
    }
}

/// A turn in which a player places a tile, acts and scores twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecondPart {
    /// It follows when this part has ended.
    Due,
    /// It is under way; there is no third.
    UnderWay,
}

/// A player who has decisions to make, whoever's turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    pub player: u8,
    /// At least 1.
    pub left: u8,
    /// What the decision is about, in phases that need it.
    pub about: Option<Place>,
}

/// A game at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub rules_version: u32,
    pub setup: Arc<Setup>,
    /// In the order of placement.
    pub tiles: Vec<PlacedTile>,
    /// On features of the table, sorted.
    pub figures: Vec<Figure>,
    /// Figures on no feature, sorted.
    pub elsewhere: Vec<Elsewhere>,
    /// Figures of nobody, sorted.
    pub neutral: Vec<Neutral>,
    /// Tokens on the table, sorted.
    pub tokens: Vec<PlacedTokens>,
    pub players: Vec<PlayerState>,
    /// Tiles not yet drawn: a count for each kind of the catalogue.
    pub bag: Vec<u32>,
    /// Tiles that lie ready beside the table; sorted.
    pub offer: Vec<Kind>,
    /// Tiles that left the game, in order.
    pub discarded: Vec<Kind>,
    /// How many tiles have been drawn.
    pub draws: u32,
    pub turn: Turn,
    /// Squares that a figure of nobody has left in the steps it is making, in order.
    pub trail: Vec<Pos>,
}

impl State {
    /// Becomes a copy of another state, in the memory that it has.
    pub fn copy_from(&mut self, other: &State) {
        // named one by one, so that none is forgotten
        let State {
            rules_version,
            setup,
            tiles,
            figures,
            elsewhere,
            neutral,
            tokens,
            players,
            bag,
            offer,
            discarded,
            draws,
            turn,
            trail,
        } = other;
        (self.rules_version, self.draws, self.turn) = (*rules_version, *draws, *turn);
        self.setup.clone_from(setup);
        self.tiles.clone_from(tiles);
        self.figures.clone_from(figures);
        self.elsewhere.clone_from(elsewhere);
        self.neutral.clone_from(neutral);
        self.tokens.clone_from(tokens);
        self.players.clone_from(players);
        self.bag.clone_from(bag);
        self.offer.clone_from(offer);
        self.discarded.clone_from(discarded);
        self.trail.clone_from(trail);
    }
}
