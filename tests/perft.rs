//! Perft: how many sequences of moves there are from a position to a small depth, counted by the engine and by the naive
//! implementation, and pinned. Draws count once for each kind.

mod common;

use carcassonne_engine::engine::{Catalogue, Position, State};
use common::naive::{self, Table};
use common::{catalogue, new_game, random_position, setup};

fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 || moves.is_empty() {
        return moves.len() as u64;
    }
    let after = |mv| {
        let mut after = position.clone();
        after.apply(mv, None).expect("a listed move is legal");
        after
    };
    moves.iter().map(|mv| perft(&after(mv), depth - 1)).sum()
}

fn naive_perft(catalogue: &Catalogue, state: &State, depth: u32) -> u64 {
    let moves = Table::new(catalogue, state).legal();
    if depth == 1 || moves.is_empty() {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| naive_perft(catalogue, &naive::apply(catalogue, state, mv), depth - 1)).sum()
}

/// Pins the counts for depth 1, 2, ...; the naive implementation counts as deep as it can in a moment.
fn check(position: &Position, naive_depth: usize, counts: &[u64]) {
    let counted: Vec<u64> = (1..=counts.len() as u32).map(|depth| perft(position, depth)).collect();
    let naive = |depth| naive_perft(&catalogue(), position.state(), depth);
    let simple: Vec<u64> = (1..=naive_depth as u32).map(naive).collect();
    assert_eq!(counted[..naive_depth], simple);
    assert_eq!(counted, counts);
}

fn start(sets: &str, players: usize) -> Position {
    new_game(&setup(sets, players, "", "")).0
}

#[test]
fn base() {
    check(&start("base", 2), 3, &[32, 159, 762, 24_059]);
}

#[test]
fn base_without_gardens() {
    check(&start("base-without-gardens", 2), 3, &[24, 123, 598, 14_219]);
}

#[test]
fn river() {
    check(&start("base,river", 2), 6, &[9, 18, 88, 710, 1_324, 6_064, 40_148]);
}

#[test]
fn second_river_and_inns() {
    check(&start("base,river-2,inns-and-cathedrals", 3), 5, &[1, 3, 21, 189, 714, 4_614]);
}

#[test]
fn base_in_mid_game() {
    check(&random_position("base", 2, 36, 1), 2, &[19, 724, 10_843]);
}

#[test]
fn everything_in_mid_game() {
    check(&random_position("base,river,river-2,inns-and-cathedrals", 6, 60, 2), 2, &[30, 1_797, 8_266]);
}

#[test]
fn second_river_under_way() {
    check(&random_position("river-2", 2, 6, 3), 6, &[5, 7, 34, 136, 248, 1_010, 3_030]);
}

#[test]
fn the_end_of_a_game() {
    check(&random_position("base", 2, 70, 5), 4, &[2, 119, 119, 7_221, 14_610]);
}
