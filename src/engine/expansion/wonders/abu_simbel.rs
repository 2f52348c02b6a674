//! Abu Simbel (set II): "When it is your turn, you can choose between 2 tiles. The first time, you draw 2 tiles. You choose
//! one and place it as usual. Place the other one face down in front of you for a later turn. When it's your turn again, you
//! draw another tile and choose between 2 tiles again, and so on" (2024).

use super::{NOT_HELD, Wonder, is_wonder, unplaced_wonders};
use crate::engine::catalogue::Kind;
use crate::engine::error::Violation;
use crate::engine::event::Event;
use crate::engine::moves::Move;
use crate::engine::position::Position;
use crate::engine::state::{Held, PlayerState};
use crate::engine::tile::Feature;
use crate::engine::turn::{self, Decider, Flow, Phase, Step, StepId, next_player, not_now};

const STEP: StepId = StepId(110);
const NAME: &str = "abu-simbel";

pub struct TwoTiles;

fn is_owner(position: &Position, player: u8) -> bool {
    Wonder::with(position, NAME).is_some_and(|wonder| wonder.owner == player)
}

/// Decided: river tiles are not kept, as their order is fixed.
fn can_be_kept(position: &Position, kind: Kind) -> bool {
    !position.kind(kind).shows(Feature::River)
}

/// Of the two tiles, those that fit somewhere, each once, ascending. Decided: one that fits nowhere may be kept on.
fn choices(position: &Position) -> Vec<Kind> {
    let player = &position.state().players[position.state().turn.player as usize];
    let mut kinds: Vec<Kind> = player.down().filter(|kind| turn::fits_somewhere(position, *kind)).collect();
    kinds.dedup();
    kinds
}

fn hides(position: &Position) -> bool {
    position.state().players[position.state().turn.player as usize].hidden() > 0
}

impl Step for TwoTiles {
    fn id(&self) -> StepId {
        STEP
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: STEP, number: 3, name: "choose-tile" })
    }

    fn decider(&self, position: &Position) -> Decider {
        // in a view that hides the tiles it is chance what they are
        if hides(position) { Decider::Chance } else { Decider::Player(position.state().turn.player) }
    }

    fn given_by(&self, position: &Position) -> Option<u16> {
        Wonder::with(position, NAME).map(|wonder| wonder.tile)
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let turn = &position.state().turn;
        let player = turn.player;
        let kept_before = position.state().players[player as usize].face_down();
        if let Some(kind) = turn.tile {
            let to_wonder = unplaced_wonders(position, player).next().is_some();
            // a tile that fits nowhere leaves the game at once, as always
            let kept = is_owner(position, player) && !to_wonder && can_be_kept(position, kind);
            let more = kept_before > 0 || !turn::is_empty(position);
            if !kept || !more || !turn::fits_somewhere(position, kind) {
                return Flow::Next;
            }
            events.push(Event::TileKept { player, kind });
            return if kept_before == 0 { Flow::GoTo(turn::DRAW) } else { Flow::GoTo(STEP) };
        }
        if kept_before < 2 {
            return Flow::GoTo(turn::DRAW);
        }
        if hides(position) {
            return Flow::Wait;
        }
        // if neither fits, as what a view hid may turn out to be, one leaves the game like any tile that fits nowhere
        let only = match choices(position)[..] {
            [] => position.state().players[player as usize].down().next(),
            [kind] => Some(kind),
            _ => None,
        };
        let Some(kind) = only else { return Flow::Wait };
        events.push(Event::TileChosen { player, kind });
        Flow::Next
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        if hides(position) {
            return turn::reveals(position, moves);
        }
        moves.extend(choices(position).into_iter().map(|kind| Move::ChooseTile { kind }));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        if hides(position) {
            return turn::check_reveal(position, mv, violations);
        }
        let Move::ChooseTile { kind } = mv else { return not_now(violations) };
        if !choices(position).contains(kind) {
            let text = format!("{} is none of the player's two tiles that fits somewhere", position.kind(*kind).id);
            violations.push(Violation::new("choose_tile.kind", NOT_HELD, text));
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        match *mv {
            Move::ChooseTile { kind } => {
                events.push(Event::TileChosen { player: position.state().turn.player, kind });
                Flow::Next
            }
            _ => {
                turn::reveal(position, mv, events);
                Flow::GoTo(STEP)
            }
        }
    }
}

/// "If there are no more tiles for you to draw at the end of the game, place the one in front of you. If your unchosen tile
/// is the last one in the game, it goes to the next player for the last turn." The game does not end while it is unplayed.
pub fn prolong(position: &Position, events: &mut Vec<Event>) -> Option<Flow> {
    let state = position.state();
    if state.turn.closing.is_some() {
        return None;
    }
    let keeps = |seat: &u8| state.players[*seat as usize].face_down() > 0;
    let mut holder = (0..state.players.len() as u8).find(keeps)?;
    // decided: who keeps it plays it next, and nobody in between takes an empty turn: if another player drew the last tile,
    // or if this turn went to a wonder or to a tile from the hand. It goes on only when it was not chosen
    let from_hand = |kind| is_wonder(position, kind) || position.is_dealt(kind);
    let chosen = !state.tiles[position.tiles_of_turn()].iter().any(|tile| from_hand(tile.kind));
    if holder == state.turn.player && chosen {
        let to = next_player(position, holder);
        if to != holder {
            events.push(Event::TilePassed { from: holder, to });
        }
        holder = to;
    }
    events.push(Event::TurnStarted { player: holder });
    Some(Flow::GoTo(turn::TURN))
}

/// One tile face down in front of the owner, two while they choose; when the stack is empty the last one may have gone to
/// another player.
pub fn may_hold(position: &Position, player: u8, held: Held) -> bool {
    let state = position.state();
    let down = state.players[player as usize].face_down();
    let all: usize = state.players.iter().map(PlayerState::face_down).sum();
    let choosing = state.turn.step == STEP && state.turn.player == player;
    let owner = Wonder::with(position, NAME).map(|wonder| wonder.owner);
    let known = match held {
        Held::Down(kind) => !position.lies_beside(kind) && can_be_kept(position, kind),
        // a tile is kept only when no more of those come that are not
        _ => {
            position.catalogue().all_kinds().all(|kind| state.bag[kind.0 as usize] == 0 || can_be_kept(position, kind))
        }
    };
    known
        && owner.is_some_and(|owner| owner == player || turn::is_empty(position))
        && down == all
        && down <= if choosing { 2 } else { 1 }
}
