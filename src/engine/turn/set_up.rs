//! Before the first turn: which tiles lie ready beside the table, and the start tile.

use super::{Decider, Flow, Phase, Step, StepId, not_now};
use crate::engine::catalogue::Kind;
use crate::engine::error::{Reason, Violation};
use crate::engine::event::Event;
use crate::engine::geometry::{Pos, Rotation};
use crate::engine::moves::Move;
use crate::engine::position::Position;
use crate::engine::setup;

pub const PHASE: Phase = Phase { step: super::OFFER, number: 1, name: "offer" };

/// Tiles that lie ready are named in the setup or drawn.
pub struct Offer;

/// The kinds that may be drawn to lie ready, ascending.
fn drawable(position: &Position) -> impl Iterator<Item = Kind> {
    let ready = &position.state().offer;
    position.game().beside.iter().copied().filter(|kind| !ready.contains(kind))
}

impl Step for Offer {
    fn id(&self) -> StepId {
        super::OFFER
    }

    fn phase(&self) -> Option<Phase> {
        Some(PHASE)
    }

    fn decider(&self, _: &Position) -> Decider {
        Decider::Chance
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let mut all = |kinds: &[Kind]| events.extend(kinds.iter().map(|kind| Event::TileOffered { kind: *kind }));
        match &position.state().setup.offer {
            None => Flow::Next,
            Some(setup::Offer::Kinds(kinds)) => {
                all(kinds);
                Flow::Next
            }
            // all of them: nothing is left to chance
            Some(setup::Offer::Drawn(count)) if *count as usize == position.game().beside.len() => {
                all(&position.game().beside);
                Flow::Next
            }
            Some(setup::Offer::Drawn(count)) if *count as usize == position.state().offer.len() => Flow::Next,
            Some(setup::Offer::Drawn(_)) => Flow::Wait,
        }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.extend(drawable(position).map(|kind| Move::OfferTile { kind }));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::OfferTile { kind } = mv else { return not_now(violations) };
        if !drawable(position).any(|other| other == *kind) {
            let text = format!("{} is none of the tiles that may still be drawn to lie ready", position.kind(*kind).id);
            violations.push(Violation::new("offer_tile.kind", Reason::NOT_IN_BAG, text));
        }
    }

    fn play(&self, _: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if let Move::OfferTile { kind } = mv {
            events.push(Event::TileOffered { kind: *kind });
        }
        Flow::GoTo(super::OFFER)
    }
}

/// The start tile is laid and the first player begins.
pub struct Start;

impl Step for Start {
    fn id(&self) -> StepId {
        super::START
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        if let Some(kind) = position.setup_context().start_beside(&position.state().offer) {
            let (pos, rotation) = (Pos::default(), Rotation::R0);
            events.push(Event::TilePlaced { player: None, kind, pos, rotation });
        }
        events.push(Event::TurnStarted { player: 0 });
        Flow::Next
    }
}
