//! Placing the tile: on empty squares, touching at least one tile, every touching edge continuing.

use std::ops::ControlFlow;

use super::{Flow, Step, StepId, not_now};
use crate::engine::board::{self, Board};
use crate::engine::catalogue::Kind;
use crate::engine::error::{Reason, Violation};
use crate::engine::event::Event;
use crate::engine::expansion::Expansion;
use crate::engine::geometry::{Pos, Rotation, Side};
use crate::engine::moves::Move;
use crate::engine::position::Position;
use crate::engine::tile::{TileKind, Turned};

pub struct PlaceTile;

/// Whether a tile may lie there: it fits, and no expansion objects.
pub fn may_be_placed(position: &Position, kind: Kind, pos: Pos, rotation: Rotation) -> bool {
    position.board().fits(position.kind(kind), pos, rotation)
        && allowed(position, &restricting(position, kind), kind, pos, rotation)
}

/// The expansions that have a say in where a tile may lie now: none for most tiles, so it is asked once for all squares.
fn restricting(position: &Position, kind: Kind) -> Vec<&'static dyn Expansion> {
    position.game().expansions.iter().copied().filter(|e| e.restricts(position, kind)).collect()
}

/// Whether these expansions let a tile lie where it fits.
fn allowed(position: &Position, restricting: &[&dyn Expansion], kind: Kind, pos: Pos, rotation: Rotation) -> bool {
    restricting.iter().all(|e| e.allows_tile(position, kind, pos, rotation, None))
}

/// Calls `found` for every placement that fits until it breaks off, and tells whether it did. A tile of one square goes through the
/// frontier in order; a larger tile may come upon a placement several times.
fn each_fit(
    board: &Board,
    tile: &TileKind,
    mut found: impl FnMut(Pos, Rotation) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if let Some(turned) = Turned::of(tile) {
        return each_fit_of_one_square(board, turned, found);
    }
    for (frontier, _) in board.frontier() {
        for rotation in Rotation::ALL {
            for square in tile.squares(rotation) {
                let pos = Pos::new(frontier.x - square.offset.x, frontier.y - square.offset.y);
                if board.fits(tile, pos, rotation) {
                    found(pos, rotation)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Apart from the others, as nothing is done as often: the registers of the machine are for this alone.
#[inline(never)]
fn each_fit_of_one_square(
    board: &Board,
    turned: Turned,
    mut found: impl FnMut(Pos, Rotation) -> ControlFlow<()>,
) -> ControlFlow<()> {
    board.frontier().try_for_each(|(pos, asks)| turned.fit(asks).try_for_each(|rotation| found(pos, rotation)))
}

/// Whether a tile can be placed at all.
pub fn fits_somewhere(position: &Position, kind: Kind) -> bool {
    let (board, tile) = (position.board(), position.kind(kind));
    let restricting = restricting(position, kind);
    let allowed = |pos, rotation| match allowed(position, &restricting, kind, pos, rotation) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    each_fit(board, tile, allowed).is_break()
}

/// Whether a tile fits somewhere on a board, whatever expansions say.
pub fn fits_on(board: &Board, kind: &TileKind) -> bool {
    each_fit(board, kind, |_, _| ControlFlow::Break(())).is_break()
}

impl Step for PlaceTile {
    fn id(&self) -> StepId {
        super::PLACE_TILE
    }

    /// "If it fits nowhere in any rotation, it leaves the game and the player draws another" (base game).
    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let Some(kind) = position.state().turn.tile else { return Flow::GoTo(super::DRAW) };
        if fits_somewhere(position, kind) {
            return Flow::Wait;
        }
        events.push(Event::TileDiscarded { kind });
        Flow::GoTo(super::DRAW)
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        let Some(kind) = position.state().turn.tile else { return };
        let tile = position.kind(kind);
        let list = &mut *moves;
        let _ = each_fit(position.board(), tile, move |pos, rotation| {
            list.push(Move::PlaceTile { kind, pos, rotation });
            ControlFlow::Continue(())
        });
        if tile.squares(Rotation::R0).len() > 1 {
            moves.sort();
            moves.dedup();
        }
        let restricting = restricting(position, kind);
        if !restricting.is_empty() {
            moves.retain(|mv| match *mv {
                Move::PlaceTile { kind, pos, rotation } => allowed(position, &restricting, kind, pos, rotation),
                _ => true,
            });
        }
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::PlaceTile { kind, pos, rotation } = *mv else { return not_now(violations) };
        if position.state().turn.tile != Some(kind) {
            let text = format!("{} is not the tile to be placed", position.kind(kind).id);
            violations.push(Violation::new("place_tile.kind", Reason::WRONG_TILE, text));
        }
        if may_be_placed(position, kind, pos, rotation) {
            return;
        }
        explain(position, kind, pos, rotation, violations);
        for expansion in restricting(position, kind) {
            expansion.allows_tile(position, kind, pos, rotation, Some(violations));
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if let Move::PlaceTile { kind, pos, rotation } = *mv {
            let player = Some(position.state().turn.player);
            events.push(Event::TilePlaced { player, kind, pos, rotation });
        }
        Flow::Next
    }
}

/// Why a tile does not fit.
fn explain(position: &Position, kind: Kind, pos: Pos, rotation: Rotation, violations: &mut Vec<Violation>) {
    let board = position.board();
    let mut touches = false;
    for square in position.kind(kind).squares(rotation) {
        let at = pos + square.offset;
        if let Some(covered) = board.at(at) {
            let there = &position.tile(covered.tile).1.id;
            let text = format!("{at} is taken by {there}");
            violations.push(Violation::new("place_tile", Reason::OCCUPIED_SQUARE, text));
            touches = true;
            continue;
        }
        touches |= board.touches(at);
        for side in Side::ALL {
            let Some(neighbour) = board::asked(board.asks(at), side) else { continue };
            let own = square.edges.get(side);
            if own.0 & neighbour.0 == 0 {
                let (own, neighbour) = (own.feature(), neighbour.feature());
                violations.push(Violation::mismatch("place_tile", at, side, own, neighbour));
            }
        }
    }
    if !touches {
        let text = format!("{pos} touches no tile");
        violations.push(Violation::new("place_tile", Reason::NOT_ADJACENT, text));
    }
}
