//! What the engine costs: a position from a state, its legal moves, a move, the final scoring, whole random games.

#[path = "../tests/common/mod.rs"]
mod common;

use carcassonne_engine::engine::{Move, Position, scoring};
use carcassonne_engine::selfplay::{play_out, rng};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

fn moments(c: &mut Criterion) {
    for (tiles, position) in common::positions_to_place() {
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
    for (name, sets) in [
        ("base", "base"),
        ("base twice", "base:2"),
        ("base four times", "base:4"),
        ("river, inns and wonders", "base,river,inns-and-cathedrals,wonders-1,wonders-2,wonders-3"),
    ] {
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
