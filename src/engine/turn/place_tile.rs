//! Placing the tile: on empty squares, touching at least one tile, every touching edge continuing.

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
    position.board().fits(position.kind(kind), pos, rotation) && allowed(position, kind)(pos, rotation)
}

/// The expansions that have a say in where a tile may lie now: none for most tiles, so it is asked once for all squares.
fn restricting(position: &Position, kind: Kind) -> Vec<&'static dyn Expansion> {
    position.game().expansions.iter().copied().filter(|e| e.restricts(position, kind)).collect()
}

/// Whether expansions let a tile lie where it fits.
fn allowed(position: &Position, kind: Kind) -> impl Fn(Pos, Rotation) -> bool {
    let restricting = restricting(position, kind);
    move |pos, rotation| restricting.iter().all(|e| e.allows_tile(position, kind, pos, rotation, None))
}

/// Calls `found` for every legal placement until it says stop. A tile of one square goes through the frontier in order;
/// a larger tile may come upon a placement several times.
fn placements(position: &Position, kind: Kind, mut found: impl FnMut(Pos, Rotation) -> bool) {
    let (board, allowed) = (position.board(), allowed(position, kind));
    let tile = position.kind(kind);
    if let Some(turned) = Turned::of(tile) {
        for (pos, asks) in board.frontier() {
            for rotation in turned.fit(asks) {
                if allowed(pos, rotation) && !found(pos, rotation) {
                    return;
                }
            }
        }
        return;
    }
    for (frontier, _) in board.frontier() {
        for rotation in Rotation::ALL {
            for square in tile.squares(rotation) {
                let pos = Pos::new(frontier.x - square.offset.x, frontier.y - square.offset.y);
                if board.fits(tile, pos, rotation) && allowed(pos, rotation) && !found(pos, rotation) {
                    return;
                }
            }
        }
    }
}

/// Whether a tile can be placed at all.
pub fn fits_somewhere(position: &Position, kind: Kind) -> bool {
    let mut fits = false;
    placements(position, kind, |_, _| {
        fits = true;
        false
    });
    fits
}

/// Whether a tile fits somewhere on a board, whatever expansions say.
pub fn fits_on(board: &Board, kind: &TileKind) -> bool {
    board.frontier().any(|(frontier, _)| {
        Rotation::ALL.into_iter().any(|rotation| {
            kind.squares(rotation).iter().any(|square| {
                let pos = Pos::new(frontier.x - square.offset.x, frontier.y - square.offset.y);
                board.fits(kind, pos, rotation)
            })
        })
    })
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
        let start = moves.len();
        placements(position, kind, |pos, rotation| {
            moves.push(Move::PlaceTile { kind, pos, rotation });
            true
        });
        if position.kind(kind).squares(Rotation::R0).len() > 1 {
            moves[start..].sort();
            moves.dedup();
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
        for side in Side::ALL {
            let Some(neighbour) = board::asked(board.asks(at), side) else { continue };
            touches = true;
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
