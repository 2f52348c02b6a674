//! The turn: one ordered table of steps. What is next is plain data in the state (`Turn::step`); the rows here say how
//! it goes on. Rows of the base game leave gaps in their numbers, into which expansions put theirs.
//!
//! | row | step | who |
//! |---|---|---|
//! | 10 | which tiles lie ready beside the table (before the first turn) | chance |
//! | 50 | the start tile is laid (before the first turn) | automatic |
//! | 80 | a turn begins | |
//! | 100 | draw a tile | chance |
//! | 200 | place the tile | the active player |
//! | 300 | act: place a figure, or another action | the active player |
//! | 400 | score what the tile completed | nobody: automatic |
//! | 500 | end of the turn | automatic |
//! | 800 | final scoring | automatic |
//! | 900 | game over | nobody |

mod action;
mod draw;
mod end;
mod place_tile;
mod score;
mod set_up;

pub use action::{Action, PlaceFigure, barred, check_claim, claims, may_stand, place, placed};
pub use draw::{check_reveal, is_empty, left, reveal, reveals};
pub use end::next_player;
pub use place_tile::{fits_on, fits_somewhere, may_be_placed};
pub use score::{completed, completed_in_turn, features_of_turn};

use super::catalogue::Kind;
use super::error::{Reason, Violation};
use super::event::Event;
use super::expansion::Expansion;
use super::moves::Move;
use super::position::Position;

/// A row of the table; its number is its place in the turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct StepId(pub u16);

pub const OFFER: StepId = StepId(10);
pub const START: StepId = StepId(50);
/// Where a turn begins: the first row from here on.
pub const TURN: StepId = StepId(80);
pub const DRAW: StepId = StepId(100);
pub const PLACE_TILE: StepId = StepId(200);
pub const ACTION: StepId = StepId(300);
pub const SCORE: StepId = StepId(400);
pub const END_OF_TURN: StepId = StepId(500);
pub const FINAL_SCORING: StepId = StepId(800);
pub const OVER: StepId = StepId(900);

/// Who decides what happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decider {
    Player(u8),
    Chance,
    /// The game is over.
    Nobody,
}

/// How it goes on after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Somebody is to decide.
    Wait,
    /// The next row.
    Next,
    /// The first row from there on.
    GoTo(StepId),
}

/// The name of a phase in which somebody decides. Numbers are those of `Decision` in the protos; each step of an
/// expansion that waits has its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase {
    pub step: StepId,
    pub number: i32,
    /// Name in the text notation.
    pub name: &'static str,
}

/// The phases of all expansions, ascending by step.
pub fn phases() -> Vec<Phase> {
    let mut phases = vec![set_up::PHASE];
    phases.extend(super::expansion::ALL.iter().flat_map(|e| e.steps()).filter_map(|step| step.phase()));
    phases.sort_by_key(|phase| phase.step);
    phases
}

/// A step. Steps look at the position and return what happens; they change nothing.
pub trait Step: Sync {
    fn id(&self) -> StepId;

    /// Its name as a phase, for a step of an expansion that may wait.
    fn phase(&self) -> Option<Phase> {
        None
    }

    /// Who decides, when the step waits: whoever is asked, else the player whose turn it is.
    fn decider(&self, position: &Position) -> Decider {
        let turn = &position.state().turn;
        Decider::Player(turn.asked.map_or(turn.player, |asked| asked.player))
    }

    /// Whether a player may be asked in this step whose turn it need not be (`Turn::asked`).
    fn asks(&self) -> bool {
        false
    }

    /// The tile that gives its owner this decision, if one does.
    fn given_by(&self, _position: &Position) -> Option<u16> {
        None
    }

    /// Whether something goes step by step here and leaves a trail (`State::trail`).
    fn leaves_trail(&self) -> bool {
        false
    }

    /// Whether it must be said what the decision is about (`Asked::about`).
    fn is_about(&self) -> bool {
        false
    }

    /// The step begins: what happens by itself, and whether somebody is to decide.
    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow;

    /// All moves, sorted, each once. None for a step that goes on by itself.
    fn legal(&self, _position: &Position, _moves: &mut Vec<Move>) {}

    /// What chance decides here: `pick` chooses among so many equally likely outcomes (`Position::weight`), which stand in the order
    /// of the moves. None if there are none.
    fn outcome(&self, position: &Position, pick: &mut dyn FnMut(u64) -> u64) -> Option<Move> {
        outcome_of_list(self, position, pick)
    }

    /// Everything that stands against a move; nothing exactly if `legal` lists it.
    fn check(&self, _position: &Position, _mv: &Move, violations: &mut Vec<Violation>) {
        not_now(violations);
    }

    /// What a legal move brings about.
    fn play(&self, _position: &Position, _mv: &Move, _events: &mut Vec<Event>) -> Flow {
        Flow::Next
    }
}

/// What chance decides, with all that it might decide as a list.
fn outcome_of_list<S: Step + ?Sized>(step: &S, position: &Position, pick: &mut dyn FnMut(u64) -> u64) -> Option<Move> {
    let mut moves = Vec::new();
    step.legal(position, &mut moves);
    picked_of_list(position, &moves, pick)
}

/// One of all moves that chance may make. None if there are none.
pub fn picked_of_list(position: &Position, moves: &[Move], pick: &mut dyn FnMut(u64) -> u64) -> Option<Move> {
    let weighted = moves.iter().map(|mv| (*mv, position.weight(mv)));
    picked(weighted.clone().map(|(_, weight)| u64::from(weight)).sum(), weighted, pick)
}

/// One of things that are so likely, `total` in sum: `pick` says the number of an outcome. None if there are none.
fn picked<T>(total: u64, things: impl Iterator<Item = (T, u32)>, pick: &mut dyn FnMut(u64) -> u64) -> Option<T> {
    let mut left = if total == 0 { return None } else { pick(total) };
    for (thing, weight) in things {
        match left.checked_sub(weight.into()) {
            Some(rest) => left = rest,
            None => return Some(thing),
        }
    }
    debug_assert!(false, "{left} beyond {total}");
    None
}

/// The kind of the tile that gives its owner the decision to make a move, beside those of every turn.
pub fn given_by(position: &Position, mv: &Move) -> Option<Kind> {
    let tile = match *mv {
        Move::PlaceFigure { place, .. } | Move::ReturnFigure { place, .. } => position.tile_of(place),
        Move::MoveFigure { from, .. } => position.tile_of(from),
        Move::ChooseTile { .. } | Move::TakeTurn => position.step().given_by(position),
        _ => None,
    };
    tile.map(|tile| position.tile(tile).0.kind)
}

/// The steps of a game, in order.
pub fn table(expansions: &[&'static dyn Expansion]) -> Vec<&'static dyn Step> {
    let mut steps: Vec<&'static dyn Step> = vec![
        &set_up::Offer,
        &set_up::Start,
        &draw::Draw,
        &place_tile::PlaceTile,
        &action::ActionStep,
        &score::Score,
        &end::EndOfTurn,
        &end::FinalScoring,
        &end::Over,
    ];
    steps.extend(expansions.iter().flat_map(|e| e.steps()).copied());
    steps.sort_by_key(|step| step.id());
    steps
}

/// Makes a legal move, then whatever follows by itself.
pub fn make(position: &mut Position, mv: &Move, mut log: Option<&mut Vec<Event>>) {
    let mut events = position.spare_events();
    let interrupt = interrupt(position, mv);
    let mut flow = match interrupt {
        Some(action) => {
            action.play(position, mv, &mut events);
            // the decision may be another one now
            Flow::GoTo(position.state().turn.step)
        }
        None => position.step().play(position, mv, &mut events),
    };
    happen(position, &mut events, log.as_deref_mut());
    position.spare(events);
    if interrupt.is_some() {
        let earlier = position.game().expansions.iter().find_map(|e| e.resume_from(position));
        flow = earlier.map_or(flow, Flow::GoTo);
    }
    if go_on(position, flow) {
        advance(position, log);
    }
}

/// Whether the player whose turn it is has a decision to make now, so that something else may come before it.
pub fn may_interrupt(position: &Position) -> bool {
    let turn = &position.state().turn;
    !position.game().interrupts.is_empty()
        && (TURN..END_OF_TURN).contains(&turn.step)
        && position.decider() == Decider::Player(turn.player)
}

/// What a move is if it comes before the decision that is due.
pub fn interrupt(position: &Position, mv: &Move) -> Option<&'static dyn Action> {
    let kind = position.game().interrupts.iter().copied().find(|action| action.is(position, mv));
    kind.filter(|_| may_interrupt(position))
}

/// Lets events happen, and what follows from it that figures have left their places.
fn happen(position: &mut Position, events: &mut Vec<Event>, mut log: Option<&mut Vec<Event>>) {
    while !events.is_empty() {
        let mut left = false;
        for event in &*events {
            use Event::{FigureCaptured, FigureMoved, FigureReturned};
            left |= matches!(event, FigureReturned { .. } | FigureMoved { .. } | FigureCaptured { .. });
            position.happen(event);
        }
        if let Some(log) = &mut log {
            log.extend(&*events);
        }
        events.clear();
        if left {
            position.game().expansions.iter().for_each(|e| e.figures_left(position, events));
        }
    }
}

/// Goes through the table until somebody is to decide.
pub(super) fn advance(position: &mut Position, mut log: Option<&mut Vec<Event>>) {
    let mut events = position.spare_events();
    loop {
        let flow = position.step().enter(position, &mut events);
        happen(position, &mut events, log.as_deref_mut());
        if !go_on(position, flow) {
            return position.spare(events);
        }
    }
}

/// Moves to the step that follows; whether there is one.
fn go_on(position: &mut Position, flow: Flow) -> bool {
    let from = match flow {
        Flow::Wait => return false,
        Flow::GoTo(from) => from,
        Flow::Next => StepId(position.state().turn.step.0 + 1),
    };
    let next = position.game().step_from(from).expect("the last step waits for ever");
    position.state_mut().turn.step = next;
    true
}

/// The moves of a step in which a player may go on or not.
pub fn go_on_or_not(moves: &mut Vec<Move>) {
    moves.extend([Move::Pass, Move::TakeTurn]);
}

/// Everything that stands against a move in such a step.
pub fn check_go_on_or_not(mv: &Move, violations: &mut Vec<Violation>) {
    if !matches!(mv, Move::Pass | Move::TakeTurn) {
        not_now(violations);
    }
}

/// A move of a kind that has no place in a step.
pub fn not_now(violations: &mut Vec<Violation>) {
    violations.push(Violation::new("", Reason::NOT_NOW, "this kind of move cannot be made in this phase"));
}
