//! The turn: one ordered table of steps. What is next is plain data in the state (`Turn::step`); the rows here say how
//! it goes on. Rows of the base game leave gaps in their numbers, into which expansions put theirs.
//!
//! | row | step | who |
//! |---|---|---|
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

pub use action::{Action, PlaceFigure, may_stand};
pub use draw::drawable;
pub use place_tile::may_be_placed;
pub use score::completed_by;

use super::error::{Reason, Violation};
use super::event::Event;
use super::expansion::Expansion;
use super::moves::Move;
use super::position::Position;

/// A row of the table; its number is its place in the turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct StepId(pub u16);

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
    GoTo(StepId),
}

/// A step. Steps look at the position and return what happens; they change nothing.
pub trait Step: Sync {
    fn id(&self) -> StepId;

    /// Who decides, when the step waits.
    fn decider(&self, position: &Position) -> Decider {
        Decider::Player(position.state().turn.player)
    }

    /// The step begins: what happens by itself, and whether somebody is to decide.
    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow;

    /// All moves, sorted, each once. None for a step that goes on by itself.
    fn legal(&self, _position: &Position, _moves: &mut Vec<Move>) {}

    /// Everything that stands against a move; nothing exactly if `legal` lists it.
    fn check(&self, _position: &Position, _mv: &Move, violations: &mut Vec<Violation>) {
        not_now(violations);
    }

    /// What a legal move brings about.
    fn play(&self, _position: &Position, _mv: &Move, _events: &mut Vec<Event>) -> Flow {
        Flow::Next
    }
}

/// The steps of a game, in order.
pub fn table(expansions: &[&'static dyn Expansion]) -> Vec<&'static dyn Step> {
    let mut steps: Vec<&'static dyn Step> = vec![
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

/// Applies a move, then whatever follows by itself.
pub fn apply(position: &mut Position, mv: &Move, mut log: Option<&mut Vec<Event>>) -> Result<(), Vec<Violation>> {
    let step = position.step();
    let mut violations = Vec::new();
    step.check(position, mv, &mut violations);
    if !violations.is_empty() {
        return Err(violations);
    }
    let mut events = Vec::new();
    let flow = step.play(position, mv, &mut events);
    for event in events {
        position.happen(event, log.as_deref_mut());
    }
    if go_on(position, flow) {
        advance(position, log);
    }
    Ok(())
}

/// Goes through the table until somebody is to decide.
pub(super) fn advance(position: &mut Position, mut log: Option<&mut Vec<Event>>) {
    let mut events = Vec::new();
    loop {
        let flow = position.step().enter(position, &mut events);
        for event in events.drain(..) {
            position.happen(event, log.as_deref_mut());
        }
        if !go_on(position, flow) {
            return;
        }
    }
}

/// Moves to the step that follows; whether there is one.
fn go_on(position: &mut Position, flow: Flow) -> bool {
    let next = match flow {
        Flow::Wait => return false,
        Flow::GoTo(step) => step,
        Flow::Next => {
            let step = position.state().turn.step;
            let after = position.game().steps.iter().map(|s| s.id()).find(|id| *id > step);
            after.expect("the last step waits for ever")
        }
    };
    position.state_mut().turn.step = next;
    true
}

/// A move of a kind that has no place in a step.
fn not_now(violations: &mut Vec<Violation>) {
    violations.push(Violation::new("", Reason::NOT_NOW, "this kind of move cannot be made in this phase"));
}
