//! What happens until a wonder lies on the table: its owner places it instead of drawing, makes room for it if it fits
//! nowhere, and may place it when the game is over.

use super::{NO_ROOM, NOT_HELD, great_wall, has_effect, is_wonder, next_marker, unplaced_wonders};
use crate::engine::catalogue::Kind;
use crate::engine::error::{Reason, Violation};
use crate::engine::event::Event;
use crate::engine::geometry::{Pos, Rotation};
use crate::engine::moves::{Move, Place};
use crate::engine::position::Position;
use crate::engine::state::Turn;
use crate::engine::turn::{self, Flow, Phase, Step, StepId, not_now};

const BEGIN: StepId = StepId(81);
const PLACED: StepId = StepId(210);
const AGAIN: StepId = StepId(220);

/// The wonders in front of a player that fit somewhere and can be marked, ascending. Decided: whoever uses the large meeple
/// that was to mark a wonder for which no tile can make room any more, does not place it.
fn fitting(position: &Position, player: u8) -> Vec<Kind> {
    let marker = next_marker(position, player);
    if position.state().players[player as usize].supply[marker.0 as usize] == 0 {
        return Vec::new();
    }
    unplaced_wonders(position, player).filter(|kind| turn::fits_somewhere(position, *kind)).collect()
}

fn holds_wonder(position: &Position, player: u8) -> bool {
    unplaced_wonders(position, player).next().is_some()
}

/// "If there is a wonder tile in front of you, you do not draw a tile, but instead place your wonder tile according to the
/// usual placement rules" (2023). Of two wonders, one in each turn (decided).
pub struct Begin;

impl Step for Begin {
    fn id(&self) -> StepId {
        BEGIN
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: BEGIN, number: 2, name: "choose-wonder" })
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let player = position.state().turn.player;
        if !holds_wonder(position, player) {
            return Flow::Next;
        }
        match fitting(position, player)[..] {
            // nothing is left that could make room
            [] if turn::is_empty(position) && position.state().players[player as usize].face_down() == 0 => Flow::Next,
            // "you draw a tile that you must immediately place so that you can immediately place your wonder tile": drawn, and
            // no other tile that lies in front of the player
            [] => Flow::GoTo(turn::DRAW),
            [kind] => {
                events.push(Event::TileChosen { player, kind });
                Flow::GoTo(turn::PLACE_TILE)
            }
            _ => Flow::Wait,
        }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.extend(fitting(position, position.state().turn.player).into_iter().map(|kind| Move::ChooseTile { kind }));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::ChooseTile { kind } = mv else { return not_now(violations) };
        if !fitting(position, position.state().turn.player).contains(kind) {
            let text = format!("{} is no wonder of the player that could be placed", position.kind(*kind).id);
            violations.push(Violation::new("choose_tile.kind", NOT_HELD, text));
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if let Move::ChooseTile { kind } = *mv {
            events.push(Event::TileChosen { player: position.state().turn.player, kind });
        }
        Flow::GoTo(turn::PLACE_TILE)
    }
}

/// "Once you have placed it, you have to mark your wonder. Place the marker meeple in the center of the wonder (not on a
/// city, road or field). This marker meeple remains there until the end of the game" (2023).
pub struct Placed;

impl Step for Placed {
    fn id(&self) -> StepId {
        PLACED
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        great_wall::tile_placed(position, events);
        let Some(tile) = position.last_tile() else { return Flow::Next };
        let (placed, player) = (position.tile(tile).0, position.state().turn.player);
        if is_wonder(position, placed.kind) {
            let place = Place::Tile { square: position.square(tile, 0) };
            events.push(Event::FigurePlaced { player, figure: next_marker(position, player), place });
            if has_effect(position, placed.kind, "great-wall") {
                great_wall::wall_extended(position, tile, player, events);
            }
        }
        Flow::Next
    }
}

/// After a tile that makes room the wonder follows: "You do not place a meeple on the additionally drawn tile" (2023).
/// Decided: features that it completed are scored with those of the wonder.
pub struct Again;

impl Step for Again {
    fn id(&self) -> StepId {
        AGAIN
    }

    fn enter(&self, position: &Position, _: &mut Vec<Event>) -> Flow {
        let makes_room = |kind| !is_wonder(position, kind) && !position.is_dealt(kind);
        let drawn = position.last_tile().is_some_and(|tile| makes_room(position.tile(tile).0.kind));
        let again = drawn && holds_wonder(position, position.state().turn.player);
        if again { Flow::GoTo(turn::TURN) } else { Flow::Next }
    }
}

/// Whether a tile has been drawn to make room for a wonder of the player whose turn it is. One that lay in front of the player
/// from the start was not.
pub fn makes_room(position: &Position, kind: Kind) -> bool {
    !is_wonder(position, kind) && !position.is_dealt(kind) && holds_wonder(position, position.state().turn.player)
}

/// "You draw a tile that you must immediately place so that you can immediately place your wonder tile (on it) afterwards.
/// If this is not possible either, the tile is removed from the game (even if it would have fit)" (2023).
pub fn leaves_room(
    position: &Position,
    kind: Kind,
    pos: Pos,
    rotation: Rotation,
    violations: Option<&mut Vec<Violation>>,
) -> bool {
    let player = position.state().turn.player;
    let tile = position.kind(kind);
    // where a tile does not fit, however far away, nothing is tried
    if !position.board().fits(tile, pos, rotation) {
        return true;
    }
    let mut board = position.board().clone();
    board.place(position.state().tiles.len() as u16, tile, pos, rotation);
    let room = unplaced_wonders(position, player).any(|kind| turn::fits_on(&board, position.kind(kind)));
    if let Some(violations) = violations.filter(|_| !room) {
        violations.push(Violation::new("place_tile", NO_ROOM, "the wonder could not be placed after it"));
    }
    room
}

/// A turn in which more tiles were placed than usual is one in which a drawn tile made room for a wonder.
pub fn validate(position: &Position, violations: &mut Vec<Violation>) {
    let state = position.state();
    let now = &state.turn;
    let extra = now.placed.checked_sub(Turn::usually_placed(now.step));
    let of_turn = &state.tiles[position.tiles_of_turn()];
    let made_room = || {
        let room = of_turn.first().is_some_and(|tile| !is_wonder(position, tile.kind));
        let to_place = now.tile.is_some_and(|kind| is_wonder(position, kind)) || holds_wonder(position, now.player);
        let wonder = if now.step < turn::ACTION {
            to_place
        } else {
            of_turn.last().is_some_and(|tile| is_wonder(position, tile.kind))
        };
        room && wonder
    };
    if extra != Some(0) && !(extra == Some(1) && made_room()) {
        let text = format!("{} tiles cannot have been placed in this turn", now.placed);
        violations.push(Violation::new("turn.placed", Reason::WRONG_PHASE, text));
    }
}

/// "If the game has already ended, but the wonder tile you just acquired is still in front of you, you can still place it
/// (even if it is not your turn)" (2024).
pub fn has_left_over(position: &Position, player: u8) -> bool {
    !fitting(position, player).is_empty()
}
