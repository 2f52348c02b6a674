//! Nazca Lines (set III): "If you draw a tile that only has road and field areas on it, you may take another turn (graphic
//! elements such as farm, garden, bandit, lake, walls, etc. are irrelevant). If you play with the abbot, a garden is no
//! longer a graphic element, but a feature" (2024).

use super::{Wonder, is_wonder};
use crate::engine::error::Violation;
use crate::engine::event::Event;
use crate::engine::expansion::abbot;
use crate::engine::moves::Move;
use crate::engine::position::Position;
use crate::engine::tile::Feature;
use crate::engine::turn::{self, Flow, Phase, Step, StepId};

const STEP: StepId = StepId(480);

pub struct AnotherTurn;

/// Decided: the tile placed counts, also where its owner saw two (Abu Simbel). A wonder is not drawn.
fn may_go_on(position: &Position) -> bool {
    let state = position.state();
    let own = Wonder::with(position, "nazca-lines").is_some_and(|wonder| wonder.owner == state.turn.player);
    let Some(tile) = position.last_tile().filter(|_| own) else { return false };
    let (placed, kind) = position.tile(tile);
    let garden = position.figure_def(abbot::ABBOT).is_some();
    let plain = kind.segments.iter().all(|segment| match segment.feature {
        Feature::Road | Feature::Field => true,
        Feature::Garden => !garden,
        _ => false,
    });
    // a tile that the player kept can be played when none is left to draw
    let more = !turn::is_empty(position) || state.players[state.turn.player as usize].face_down() > 0;
    plain && more && !is_wonder(position, placed.kind)
}

impl Step for AnotherTurn {
    fn id(&self) -> StepId {
        STEP
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: STEP, number: 9, name: "another-turn" })
    }

    fn given_by(&self, position: &Position) -> Option<u16> {
        Wonder::with(position, "nazca-lines").map(|wonder| wonder.tile)
    }

    fn enter(&self, position: &Position, _: &mut Vec<Event>) -> Flow {
        if may_go_on(position) { Flow::Wait } else { Flow::Next }
    }

    fn legal(&self, _: &Position, moves: &mut Vec<Move>) {
        turn::go_on_or_not(moves);
    }

    fn check(&self, _: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        turn::check_go_on_or_not(mv, violations);
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if *mv == Move::Pass {
            return Flow::Next;
        }
        events.push(Event::TurnStarted { player: position.state().turn.player });
        Flow::GoTo(turn::TURN)
    }
}
