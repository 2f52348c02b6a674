//! The end of a turn, and of the game: "the game ends after the turn in which the last tile was placed" (base game).

use super::{Decider, Flow, Step, StepId, draw};
use crate::engine::error::{Reason, Violation};
use crate::engine::event::Event;
use crate::engine::moves::Move;
use crate::engine::position::Position;
use crate::engine::scoring;

pub struct EndOfTurn;

impl Step for EndOfTurn {
    fn id(&self) -> StepId {
        super::END_OF_TURN
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        if draw::is_empty(position) {
            let prolonged = position.game().expansions.iter().find_map(|e| e.prolong(position, events));
            return prolonged.unwrap_or(Flow::GoTo(super::FINAL_SCORING));
        }
        events.push(Event::TurnStarted { player: next_player(position, position.state().turn.player) });
        Flow::GoTo(super::TURN)
    }
}

/// The player whose turn follows that of another.
pub fn next_player(position: &Position, player: u8) -> u8 {
    (player + 1) % position.state().players.len() as u8
}

/// "Then every meeple left on the board scores" (base game, end). The figures stay where they are, to be seen.
pub struct FinalScoring;

impl Step for FinalScoring {
    fn id(&self) -> StepId {
        super::FINAL_SCORING
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        scoring::final_scoring(position, events);
        events.push(Event::GameEnded);
        Flow::GoTo(super::OVER)
    }
}

pub struct Over;

impl Step for Over {
    fn id(&self) -> StepId {
        super::OVER
    }

    fn decider(&self, _: &Position) -> Decider {
        Decider::Nobody
    }

    fn enter(&self, _: &Position, _: &mut Vec<Event>) -> Flow {
        Flow::Wait
    }

    fn check(&self, _: &Position, _: &Move, violations: &mut Vec<Violation>) {
        violations.push(Violation::new("", Reason::GAME_OVER, "the game is over"));
    }
}
