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
        let next = if draw::is_empty(position) {
            let prolonged = position.game().expansions.iter().find_map(|e| e.prolong(position, events));
            if let Some(flow) = prolonged {
                return flow;
            }
            let Some(next) = next_with_left_over(position) else { return Flow::GoTo(super::FINAL_SCORING) };
            let turn = &position.state().turn;
            if turn.closing.is_none() {
                events.push(Event::LastTurnEnded { player: turn.player });
            }
            next
        } else {
            next_player(position, position.state().turn.player)
        };
        events.push(Event::TurnStarted { player: next });
        Flow::GoTo(super::TURN)
    }
}

/// Who places next what is left over when the stack is empty: in turn order, whoever took the last turn last, each as often
/// as they place something.
fn next_with_left_over(position: &Position) -> Option<u8> {
    let (state, turn) = (position.state(), &position.state().turn);
    let seats = state.players.len() as u8;
    let last = turn.closing.unwrap_or(turn.player);
    // how far a seat comes after that of the last turn
    let after = |seat: u8| (seat + seats - last + seats - 1) % seats;
    let from = match turn.closing {
        None => 0,
        // whoever placed nothing did not want to
        Some(_) => after(turn.player) + u8::from(turn.placed == 0),
    };
    let mut order: Vec<u8> = (0..seats).filter(|seat| after(*seat) >= from).collect();
    order.sort_by_key(|seat| after(*seat));
    let left_over = |seat: &u8| position.game().expansions.iter().any(|e| e.has_left_over(position, *seat));
    order.into_iter().find(left_over)
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
