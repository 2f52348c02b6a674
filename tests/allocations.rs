//! What the engine asks of the allocator. Counts are the same on every machine, so they show at once when something begins to
//! cost more: a list made for each legal move, or for each tile of a state.

mod common;
mod counting;

use carcassonne_engine::engine::{Move, Position};
use carcassonne_engine::selfplay::{play_out, random_move, rng};
use common::{new_game, positions_to_place, setup};
use counting::{Asked, counted};

const BASE: &str = "base";
const MUCH: &str = "base,river,inns-and-cathedrals,wonders-1,wonders-2,wonders-3";

/// Plays a random game and tells the most often that memory was asked for to list the moves of a position.
fn listing(sets: &str, game: u64) -> usize {
    let (mut position, _) = new_game(&setup(sets, 2, "", ""));
    let mut rng = rng(1, game);
    let mut moves = Vec::with_capacity(1000);
    let mut most = 0;
    loop {
        let ((), asked) = counted(|| position.legal_moves_into(&mut moves));
        most = most.max(asked.times);
        let Some(mv) = random_move(&position, &moves, &mut rng) else { return most };
        position.apply(&mv, None).expect("a listed move is legal");
    }
}

#[test]
fn listing_the_moves_of_the_base_game_asks_for_none() {
    let most = (0..20).map(|game| listing(BASE, game)).max();
    assert_eq!(most, Some(0));
}

/// A few lists for a position, none for a move: there are positions of a hundred moves.
#[test]
fn listing_the_moves_of_expansions_asks_for_little() {
    let most = (0..20).map(|game| listing(MUCH, game)).max();
    assert!(most <= Some(8), "{most:?}");
}

/// In the mean of some games, from the first draw to the final scoring.
fn game(sets: &str) -> usize {
    let (start, _) = new_game(&setup(sets, 2, "", ""));
    let play = |game| counted(|| play_out(&mut start.clone(), &mut rng(1, game), |_, _| ())).1.times;
    (0..20).map(play).sum::<usize>() / 20
}

#[test]
fn games_ask_for_little() {
    // a game has some 180 moves, draws included; lists that grow with it and the clone of the start are most of it
    let asked = game(BASE);
    assert!(asked <= 100, "{asked} times in a game");
    let asked = game(MUCH);
    assert!(asked <= 300, "{asked} times in a game");
}

/// A position is what has to be copied to look ahead.
#[test]
fn positions_are_small() {
    for ((tiles, position), most) in positions_to_place().into_iter().zip([5_000, 8_000, 15_000, 25_000]) {
        let (copy, Asked { times, bytes }) = counted(|| position.clone());
        let bytes = bytes + size_of::<Position>();
        assert_eq!(copy.bytes(), bytes, "it tells what it takes");
        eprintln!("a position of {tiles} tiles: {bytes} bytes in {} pieces; a move: {}", times + 1, size_of::<Move>());
        assert!(bytes <= most && times <= 16, "{bytes} bytes in {times} pieces for {tiles} tiles");
    }
}

/// Not for each tile.
#[test]
fn validating_asks_for_little() {
    for (tiles, position) in positions_to_place() {
        let state = position.state().clone();
        let (validated, asked) = counted(|| Position::from_state(position.catalogue(), state));
        assert!(validated.is_ok());
        assert!(asked.times <= 110, "{asked:?} for {tiles} tiles");
    }
}
