//! What the engine costs: a position from a state, its legal moves, a move, the final scoring, whole random games.

#[path = "../tests/common/mod.rs"]
mod common;

use carcassonne_engine::engine::{Move, Position, scoring};
use carcassonne_engine::selfplay::{play_out, random_move, rng};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

/// Positions of 10, 36, 72 and 150 tiles in which a tile is to be placed.
fn positions() -> Vec<(usize, Position)> {
    let sets = |tiles| if tiles < 72 { "base" } else { "base:2,river,inns-and-cathedrals" };
    let place_tile = |tiles| {
        let mut position = common::random_position(sets(tiles), 2, tiles, 1);
        let draw = random_move(&position, &position.legal_moves(), &mut rng(1, 1)).expect("tiles are left");
        position.apply(&draw, None).expect("a listed move is legal");
        assert_eq!(position.state().tiles.len(), tiles);
        (tiles, position)
    };
    [10, 36, 72, 150].map(place_tile).to_vec()
}

fn moments(c: &mut Criterion) {
    for (tiles, position) in positions() {
        let catalogue = position.catalogue().clone();
        let id = |name: &str| format!("{name}/{tiles}");
        c.bench_function(&id("from_state"), |b| {
            let state = || position.state().clone();
            b.iter_batched(state, |state| Position::from_state(&catalogue, state), BatchSize::SmallInput);
        });
        c.bench_function(&id("clone"), |b| b.iter(|| position.clone()));
        let moves = position.legal_moves();
        assert!(matches!(moves[0], Move::PlaceTile { .. }), "a tile is to be placed");
        c.bench_function(&id("legal_moves"), |b| b.iter(|| position.legal_moves()));
        c.bench_function(&id("apply"), |b| {
            let apply = |mut position: Position| position.apply(&moves[0], None).map(|()| position);
            b.iter_batched(|| position.clone(), apply, BatchSize::SmallInput);
        });
        c.bench_function(&id("final_scoring"), |b| {
            b.iter(|| {
                let mut events = Vec::new();
                scoring::final_scoring(&position, &mut events);
                events
            });
        });
    }
}

fn games(c: &mut Criterion) {
    for (name, sets) in [("base", "base"), ("everything", "base,river,river-2,inns-and-cathedrals")] {
        let start = common::new_game(&common::setup(sets, 2, "", "")).0;
        let mut game = 0;
        c.bench_function(&format!("random_game/{name}"), |b| {
            b.iter(|| {
                game += 1;
                let mut position = start.clone();
                play_out(&mut position, &mut rng(1, game), |_, _| ());
                position
            });
        });
    }
}

criterion_group!(benches, moments, games);
criterion_main!(benches);
