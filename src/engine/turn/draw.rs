//! Drawing a tile: chance. Every tile that may be drawn is equally likely.

use super::{Decider, Flow, Step, StepId, not_now};
use crate::engine::catalogue::Kind;
use crate::engine::error::{Reason, Violation};
use crate::engine::event::Event;
use crate::engine::moves::Move;
use crate::engine::position::Position;

pub struct Draw;

/// The kinds that may be drawn now, ascending: all in the bag, less what an expansion holds back.
pub fn drawable(position: &Position) -> Vec<Kind> {
    let bag = &position.state().bag;
    let mut kinds = position.catalogue().all_kinds().filter(|kind| bag[kind.0 as usize] > 0).collect();
    position.game().expansions.iter().for_each(|e| e.hold_back(position, &mut kinds));
    kinds
}

impl Step for Draw {
    fn id(&self) -> StepId {
        super::DRAW
    }

    fn decider(&self, _: &Position) -> Decider {
        Decider::Chance
    }

    /// "If the stack runs out, the game ends" (base game, placing a tile).
    fn enter(&self, position: &Position, _: &mut Vec<Event>) -> Flow {
        if drawable(position).is_empty() { Flow::GoTo(super::FINAL_SCORING) } else { Flow::Wait }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.extend(drawable(position).into_iter().map(|kind| Move::DrawTile { kind }));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::DrawTile { kind } = mv else { return not_now(violations) };
        if !drawable(position).contains(kind) {
            let kind = &position.kind(*kind).id;
            let text = format!("no {kind} can be drawn: not in the bag, or held back until later");
            violations.push(Violation::new("draw_tile.kind", Reason::NOT_IN_BAG, text));
        }
    }

    fn play(&self, _: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if let Move::DrawTile { kind } = mv {
            events.push(Event::TileDrawn { kind: *kind });
        }
        Flow::Next
    }
}
