//! What a call costs over a socket, and what seals and telemetry add: a `LegalMoves` and an `ApplyMove` in the middle of a
//! game, 16 at a time, against services that differ in one setting.

use std::time::{Duration, Instant};

use carcassonne_engine::server::{Server, Settings};
use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use carcassonne_engine::wire::proto::{
    ApplyMoveRequest, LegalMovesRequest, NewGameRequest, Player, Position, SeededDraw, SetCount, Setup, State,
    position, setup,
};
use criterion::{Criterion, criterion_group, criterion_main};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tonic::transport::{Channel, Endpoint};

const AT_A_TIME: u64 = 16;
const MOVES: usize = 60;

async fn serve(args: &[&str]) -> RulesServiceClient<Channel> {
    let args = [&["--listen", "127.0.0.1:0"], args].concat();
    let server = Server::bind(&Settings::from_args(&args).expect("settings")).await.expect("a port");
    let url = server.url().to_owned();
    tokio::spawn(server.serve(std::future::pending()));
    RulesServiceClient::new(Endpoint::from_shared(url).expect("a URL").connect().await.expect("a connection"))
}

fn position(state: &State) -> Option<Position> {
    Some(Position { form: Some(position::Form::State(Box::new(state.clone()))) })
}

/// The state after some moves, and one that can follow.
async fn middle(client: &mut RulesServiceClient<Channel>) -> (LegalMovesRequest, ApplyMoveRequest) {
    let setup = Setup {
        players: vec![Player::default(); 2],
        sets: vec![SetCount { set: "base".into(), copies: Some(1) }],
        draw: Some(setup::Draw::Seeded(SeededDraw { seed: "bench".into() })),
        ..Setup::default()
    };
    let request = NewGameRequest { setup: Some(setup), with_notation: false };
    let mut state = client.new_game(request).await.expect("a game").into_inner().state.expect("a state");
    for _ in 0.. {
        let ask = LegalMovesRequest { position: position(&state), ..Default::default() };
        let legal = client.legal_moves(ask.clone()).await.expect("moves").into_inner().moves;
        let moves = vec![legal[0].r#move.expect("a move")];
        let apply = ApplyMoveRequest { position: position(&state), moves, ..Default::default() };
        if state.tiles.len() > MOVES {
            return (ask, apply);
        }
        state = client.apply_move(apply).await.expect("a legal move").into_inner().state.expect("a state");
    }
    unreachable!()
}

/// How long so many pairs of calls take.
async fn calls(
    client: &RulesServiceClient<Channel>,
    pair: &(LegalMovesRequest, ApplyMoveRequest),
    count: u64,
) -> Duration {
    let begin = Instant::now();
    let mut callers = JoinSet::new();
    for caller in 0..AT_A_TIME {
        let (mut client, pair) = (client.clone(), pair.clone());
        let own = count / AT_A_TIME + u64::from(caller < count % AT_A_TIME);
        callers.spawn(async move {
            for _ in 0..own {
                client.legal_moves(pair.0.clone()).await.expect("an answer");
                client.apply_move(pair.1.clone()).await.expect("an answer");
            }
        });
    }
    while let Some(ended) = callers.join_next().await {
        ended.expect("no panic");
    }
    begin.elapsed()
}

fn services(c: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let keys = std::env::temp_dir().join(format!("keys-of-a-bench-{}", std::process::id()));
    std::fs::write(&keys, "5a".repeat(32)).expect("a file");
    let keys = keys.to_str().expect("UTF-8");
    // A collector that is not there: spans and metrics are made, and sending them fails.
    let otlp = ["--otlp-endpoint", "http://127.0.0.1:9", "--log", "off"];
    for (name, args) in [
        ("plain", &[][..]),
        ("sealed", &["--seal-key-file", keys]),
        ("metrics", &["--metrics-listen", "127.0.0.1:0"]),
        ("traces of 1 in 20, and metrics", &[&otlp[..], &["--trace-share", "0.05"]].concat()),
        ("traces and metrics", &otlp),
    ] {
        let mut client = runtime.block_on(serve(args));
        let pair = runtime.block_on(middle(&mut client));
        c.bench_function(&format!("LegalMoves+ApplyMove/{name}"), |b| {
            b.iter_custom(|count| runtime.block_on(calls(&client, &pair, count)));
        });
    }
    let _ = std::fs::remove_file(keys);
}

criterion_group!(benches, services);
criterion_main!(benches);
