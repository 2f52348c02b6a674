//! The dealer: makes the draws of a seeded game. The engine only knows that a draw is chance; here it is decided.

use sha2::{Digest, Sha256};

use crate::engine::{Draw, Event, Move, Position, Violation, turn};

/// Makes every draw that is due, until a player is to decide or the game is over. Does nothing in a game whose host
/// draws, nor without the seed (in a view).
pub fn deal(position: &mut Position, mut log: Option<&mut Vec<Event>>) {
    while let Some(draw) = next_draw(position) {
        position.make_listed(&draw, log.as_deref_mut());
    }
}

/// Applies a move, then makes the draws that are due.
///
/// # Errors
/// Everything that stands against the move. The position is then unchanged.
pub fn apply(position: &mut Position, mv: &Move, mut log: Option<&mut Vec<Event>>) -> Result<(), Vec<Violation>> {
    position.apply(mv, log.as_deref_mut())?;
    deal(position, log);
    Ok(())
}

/// The draw that the seed decides now.
fn next_draw(position: &Position) -> Option<Move> {
    let Draw::Seeded(Some(seed)) = &position.state().setup.draw else { return None };
    let number = match position.state().turn.step {
        turn::OFFER => FIRST_OFFER + position.state().offer.len() as u64,
        _ => position.state().draws.into(),
    };
    position.outcome(&mut |remaining| pick(seed, number, remaining))
}

/// Number of the first draw of a tile that is to lie ready: no game has so many other draws.
const FIRST_OFFER: u64 = 1 << 32;

/// Draw number `draw` among `remaining` tiles: SHA-256 of the seed, a zero byte and the number as eight bytes little
/// endian; its first eight bytes as a little-endian number h; floor(h * remaining / 2^64). Documented with `SeededDraw`.
fn pick(seed: &str, draw: u64, remaining: u64) -> u64 {
    let hash = Sha256::new().chain_update(seed).chain_update([0]).chain_update(draw.to_le_bytes()).finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&hash[..8]);
    ((u128::from(u64::from_le_bytes(first)) * u128::from(remaining)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::setup::Offer;
    use crate::engine::{Catalogue, Setup};
    use crate::setup_text::setup_of;

    /// Computed apart, with Python's hashlib, from the documented formula.
    #[test]
    fn picks_follow_the_documented_formula() {
        assert_eq!([0, 1, 2, 70].map(|draw| pick("example", draw, 71)), EXPECTED);
    }

    const EXPECTED: [u64; 4] = [65, 29, 66, 46];

    /// Draws of what lies ready have numbers of their own, so that they are not those of the first tiles.
    #[test]
    fn what_lies_ready_is_drawn_by_its_own_numbers() {
        let wonders = setup_of("base,wonders-1,wonders-2,wonders-3", 2);
        let draw = Draw::Seeded(Some("example".into()));
        let setup = Setup { draw, offer: Some(Offer::Drawn(3)), ..wonders };
        let mut position = Position::new_game(&Catalogue::built_in().unwrap(), &setup, &mut Vec::new()).unwrap();
        let mut expected = Vec::new();
        for draw in 0..3 {
            let moves = position.legal_moves();
            let mv = moves[pick("example", (1 << 32) + draw, moves.len() as u64) as usize];
            expected.push(mv);
            position.apply(&mv, None).unwrap();
        }
        let mut log = Vec::new();
        let mut dealt = Position::new_game(&Catalogue::built_in().unwrap(), &setup, &mut Vec::new()).unwrap();
        deal(&mut dealt, Some(&mut log));
        let offered = log.iter().filter_map(|event| match *event {
            Event::TileOffered { kind } => Some(Move::OfferTile { kind }),
            _ => None,
        });
        assert!(offered.eq(expected));
    }
}
