//! Drawing a tile: chance. Every tile that may be drawn is equally likely.

use super::{Decider, Flow, Step, StepId, not_now, outcome_of_list, picked};
use crate::engine::catalogue::Kind;
use crate::engine::error::{Reason, Violation};
use crate::engine::event::Event;
use crate::engine::expansion::Expansion;
use crate::engine::moves::Move;
use crate::engine::position::Position;

pub struct Draw;

/// Whether the stack has run out: but for tiles that are held back for ever, the bag holds no more than the state hides in
/// front of players.
pub fn is_empty(position: &Position) -> bool {
    // what is held back makes it hard to tell
    let hidden = position.hidden();
    position.stack() as usize <= hidden || holding_back(position).next().is_some() && left(position) <= hidden as u64
}

/// How many tiles could be drawn now, those included that the state hides. What is held back only for now comes after these.
pub fn left(position: &Position) -> u64 {
    let bag = &position.state().bag;
    free(position).into_iter().map(|kind| u64::from(bag[kind.0 as usize])).sum()
}

/// The kinds in the bag, ascending.
fn in_bag(position: &Position) -> impl Iterator<Item = Kind> {
    let bag = &position.state().bag;
    position.game().drawn.iter().copied().filter(|kind| bag[kind.0 as usize] > 0)
}

/// The expansions that may hold back tiles now: in most games none, or none any more, and the bag is all there is to look at.
fn holding_back(position: &Position) -> impl Iterator<Item = &'static dyn Expansion> {
    let in_bag = |kind: &Kind| position.state().bag[kind.0 as usize] > 0;
    let now = move |(_, kinds): &&(_, Vec<Kind>)| kinds.iter().any(in_bag);
    position.game().holding_back.iter().filter(now).map(|(expansion, _)| *expansion)
}

/// The kinds in the bag, less what expansions hold back, ascending.
fn free(position: &Position) -> Vec<Kind> {
    let mut kinds = Vec::with_capacity(position.game().drawn.len());
    kinds.extend(in_bag(position));
    holding_back(position).for_each(|e| e.hold_back(position, &mut kinds));
    kinds
}

/// Whether a kind is in the bag and not held back.
fn is_free(position: &Position, kind: Kind) -> bool {
    let drawn = position.game().drawn.binary_search(&kind).is_ok();
    drawn
        && position.state().bag[kind.0 as usize] > 0
        && (holding_back(position).next().is_none() || free(position).contains(&kind))
}

impl Step for Draw {
    fn id(&self) -> StepId {
        super::DRAW
    }

    fn decider(&self, _: &Position) -> Decider {
        Decider::Chance
    }

    /// "If the stack runs out, the game ends" (base game, placing a tile). A tile that the player kept is played then.
    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        if !is_empty(position) {
            return Flow::Wait;
        }
        let player = position.state().turn.player;
        let own = &position.state().players[player as usize];
        if let Some(kind) = own.down().next() {
            events.push(Event::TileChosen { player, kind });
            return Flow::GoTo(super::PLACE_TILE);
        }
        if own.hidden() > 0 { Flow::Wait } else { Flow::GoTo(super::END_OF_TURN) }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        if is_empty(position) {
            return reveals(position, moves);
        }
        let draw = |kind| Move::DrawTile { kind };
        match holding_back(position).next() {
            None => moves.extend(in_bag(position).map(draw)),
            Some(_) => moves.extend(free(position).into_iter().map(draw)),
        }
    }

    /// Usually any tile of the bag, which need not be listed: it holds nothing that is not drawn, as the validation sees to.
    fn outcome(&self, position: &Position, pick: &mut dyn FnMut(u64) -> u64) -> Option<Move> {
        if is_empty(position) || holding_back(position).next().is_some() {
            return outcome_of_list(self, position, pick);
        }
        let bag = &position.state().bag;
        let weighted = in_bag(position).map(|kind| (Move::DrawTile { kind }, bag[kind.0 as usize]));
        picked(position.stack().into(), weighted, pick)
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        if is_empty(position) {
            return check_reveal(position, mv, violations);
        }
        let Move::DrawTile { kind } = mv else { return not_now(violations) };
        if !is_free(position, *kind) {
            let kind = &position.kind(*kind).id;
            let text = format!("no {kind} can be drawn: not in the bag, or held back until later");
            violations.push(Violation::new("draw_tile.kind", Reason::NOT_IN_BAG, text));
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        match mv {
            Move::DrawTile { kind } => events.push(Event::TileDrawn { kind: *kind }),
            _ => {
                reveal(position, mv, events);
                return Flow::GoTo(super::DRAW);
            }
        }
        Flow::Next
    }
}

/// Chance, where the state hides a tile of the player that has to be known now: it is any of those in the bag that could
/// have been drawn.
pub fn reveals(position: &Position, moves: &mut Vec<Move>) {
    moves.extend(free(position).into_iter().map(|kind| Move::RevealTile { kind }));
}

/// Everything that stands against revealing a tile of the player.
pub fn check_reveal(position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
    let Move::RevealTile { kind } = mv else { return not_now(violations) };
    if !is_free(position, *kind) {
        let text = format!("no {} is left that it could be", position.kind(*kind).id);
        violations.push(Violation::new("reveal_tile.kind", Reason::NOT_IN_BAG, text));
    }
}

/// What revealing a tile of the player brings about.
pub fn reveal(position: &Position, mv: &Move, events: &mut Vec<Event>) {
    if let Move::RevealTile { kind } = mv {
        events.push(Event::TileRevealed { player: position.state().turn.player, kind: *kind });
    }
}
