//! What a request costs without the network: decode (bytes to validated position), encode, and whole RPCs.

#[path = "../tests/common/mod.rs"]
mod common;

use carcassonne_engine::engine::Position;
use carcassonne_engine::selfplay::{random_move, rng};
use carcassonne_engine::wire::decode::Decoder;
use carcassonne_engine::wire::path::Path;
use carcassonne_engine::wire::{encode, proto, rpc};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use prost::Message;

fn bytes(position: &Position) -> Vec<u8> {
    let state = encode::state(position.catalogue(), position.state());
    proto::Position { form: Some(proto::position::Form::State(Box::new(state))) }.encode_to_vec()
}

fn requests(c: &mut Criterion) {
    for (tiles, position) in common::positions_to_place() {
        let catalogue = position.catalogue().clone();
        let bytes = bytes(&position);
        let message = || proto::Position::decode(&*bytes).expect("own bytes");
        eprintln!("a state of {tiles} tiles: {} bytes", bytes.len());
        c.bench_function(&format!("decode/{tiles}"), |b| {
            b.iter(|| {
                let message = message();
                let mut decode = Decoder::new(&catalogue);
                let position = decode.position(&Path::Request.field("position"), Some(&message));
                decode.finish(position)
            });
        });
        c.bench_function(&format!("encode/{tiles}"), |b| {
            b.iter(|| encode::state(&catalogue, position.state()).encode_to_vec());
        });
        c.bench_function(&format!("legal_moves_rpc/{tiles}"), |b| {
            let request =
                || proto::LegalMovesRequest { position: Some(message()), ask: Vec::new(), ..Default::default() };
            b.iter_batched(request, |request| rpc::legal_moves(request).is_ok(), BatchSize::SmallInput);
        });
        let mv = random_move(&position, &position.legal_moves(), &mut rng(1, 2)).expect("a tile is to be placed");
        let moves = encode::moves(&catalogue, &[mv]);
        c.bench_function(&format!("apply_move_rpc/{tiles}"), |b| {
            let request =
                || proto::ApplyMoveRequest { position: Some(message()), moves: moves.clone(), ..Default::default() };
            b.iter_batched(request, |request| rpc::apply_move(request).is_ok(), BatchSize::SmallInput);
        });
        c.bench_function(&format!("score_rpc/{tiles}"), |b| {
            let request = || proto::ScoreRequest { position: Some(message()) };
            b.iter_batched(request, |request| rpc::score(request).is_ok(), BatchSize::SmallInput);
        });
    }
}

criterion_group!(benches, requests);
criterion_main!(benches);
