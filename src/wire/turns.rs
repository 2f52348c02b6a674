//! Whole turns: everything that a player can do before chance or another player is next.

use super::proto::Reason;
use super::status::Refused;
use super::work;
use crate::engine::{Decider, Move, Position};

/// Most turns that are listed.
pub const MAX_TURNS: usize = 20_000;

/// All sequences of decisions of the player who decides now, in the order of their moves. None if chance is next or the
/// game is over.
pub fn whole_turns(position: &Position) -> Result<Vec<Vec<Move>>, Refused> {
    let mut turns = Vec::new();
    if let decider @ Decider::Player(_) = position.decider() {
        go_on(position, decider, &mut Vec::new(), &mut turns)?;
    }
    Ok(turns)
}

fn go_on(
    position: &Position,
    decider: Decider,
    moves: &mut Vec<Move>,
    turns: &mut Vec<Vec<Move>>,
) -> Result<(), Refused> {
    work::go_on()?;
    for mv in position.legal_moves() {
        let mut after = position.clone();
        after.apply(&mv, None).map_err(super::encode::refused)?;
        moves.push(mv);
        if after.decider() == decider {
            go_on(&after, decider, moves, turns)?;
        } else if turns.len() < MAX_TURNS {
            turns.push(moves.clone());
        } else {
            let text = format!("more than {MAX_TURNS} whole turns");
            return Err(Refused::one("whole_turns", Reason::Limit, text));
        }
        moves.pop();
    }
    Ok(())
}
