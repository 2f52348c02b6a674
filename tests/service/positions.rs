//! Positions that the service keeps change what a call costs and nothing else.

use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use carcassonne_engine::wire::proto::{
    ApplyMoveRequest, LegalMovesRequest, NewGameRequest, PlayRequest, RolloutPolicy, RolloutRequest, ScoreRequest,
    SetCount, Setup, State, ViewRequest, play_request::Call, play_response::Answer,
};
use prost::Message;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Channel;

use crate::common::{Service, file, page, position, serve, setup, text};

const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const SETS: [&str; 4] = ["base", "inns-and-cathedrals", "river", "wonders-1"];

type Client = RulesServiceClient<Channel>;

/// All answers about a state as bytes, and the state after a move.
async fn answers(client: &mut Client, state: &State, pick: usize) -> (Vec<Vec<u8>>, Option<State>) {
    let position = position(state.clone());
    let legal = LegalMovesRequest { position: position.clone(), with_notation: true, ..Default::default() };
    let legal = client.legal_moves(legal).await.expect("moves").into_inner();
    let mv = legal.moves.get(pick % legal.moves.len().max(1)).and_then(|legal| legal.r#move);
    let score = client.score(ScoreRequest { position: position.clone() }).await.expect("points").into_inner();
    let view = ViewRequest { position: position.clone(), player: Some(1), with_notation: true };
    let view = client.view(view).await.expect("a view").into_inner();
    let mut bytes = vec![legal.encode_to_vec(), score.encode_to_vec(), view.encode_to_vec()];
    let Some(mv) = mv else { return (bytes, None) };
    let rollout = RolloutRequest {
        position: position.clone(),
        seed: Some(1),
        playouts: Some(1),
        tiles: Some(1),
        policy: RolloutPolicy::Greedy as i32,
        ..RolloutRequest::default()
    };
    let mut rollout = client.rollout(rollout).await.expect("a rollout").into_inner();
    bytes.push(rollout.message().await.expect("no error").expect("an answer").encode_to_vec());
    let apply = ApplyMoveRequest { position, moves: vec![mv], with_notation: true, ..ApplyMoveRequest::default() };
    let applied = client.apply_move(apply).await.expect("a listed move").into_inner();
    bytes.push(applied.encode_to_vec());
    (bytes, applied.state)
}

/// Several replicas answer the calls of a game: one keeps positions, one has hardly room for any, one keeps none.
async fn compare(args: &[&str]) {
    let mut replicas = Vec::new();
    for room in ["16777216", "180000", "0"] {
        let own = ["--position-cache-bytes", room, "--metrics-listen", "127.0.0.1:0"];
        let service: Service = serve(&[args, &own].concat()).await;
        replicas.push((service.client().await, service));
    }
    let sets = SETS.map(|set| SetCount { set: set.into(), copies: Some(1) }).to_vec();
    let setup = Setup { sets, ..setup(1) };
    let begin = NewGameRequest { setup: Some(setup), with_notation: true };
    let mut state = replicas[0].0.new_game(begin).await.expect("a game").into_inner().state;
    let mut moves = 0;
    while let Some(now) = state {
        let (bytes, next) = answers(&mut replicas[0].0, &now, 7 * moves).await;
        for (other, _) in &mut replicas[1..] {
            assert_eq!(answers(other, &now, 7 * moves).await.0, bytes, "after {moves} moves");
        }
        (state, moves) = (next, moves + 1);
    }
    assert!(moves > 100, "a whole game");
    let mut all = Vec::new();
    for (_, service) in &replicas {
        all.push(known(service).await);
    }
    // five calls about each position, and three about the last; the second replica keeps only some, and not for long
    let calls = 5 * (moves as u64 - 1) + 3;
    assert!(all[0] == calls && (1..calls).contains(&all[1]) && all[2] == 0, "{all:?} of {calls}");
}

/// How many positions a service has known.
async fn known(service: &Service) -> u64 {
    let page = page(service.scrape.expect("metrics"), "/metrics").await;
    let line = page.lines().find(|line| line.starts_with("carcassonne_positions_known_total"));
    line.map_or(0, |line| line.rsplit(' ').next().and_then(|count| count.parse().ok()).expect("a number"))
}

#[tokio::test]
async fn a_replica_that_knows_a_position_answers_as_one_that_does_not() {
    compare(&[]).await;
}

#[tokio::test]
async fn nor_under_seal_does_it_show() {
    compare(&["--seal-key-file", text(&file("keys", KEY))]).await;
}

/// Reading what is known takes no time, as the metrics show.
#[tokio::test]
async fn a_position_is_read_once() {
    let reading = async |room: &str| {
        let args = ["--metrics-listen", "127.0.0.1:0", "--position-cache-bytes", room];
        let service = serve(&args).await;
        let mut client = service.client().await;
        let request = NewGameRequest { setup: Some(setup(4)), with_notation: false };
        let state = client.new_game(request).await.expect("a game").into_inner().state.expect("a state");
        for _ in 0..50 {
            client.score(ScoreRequest { position: position(state.clone()) }).await.expect("points");
        }
        // on a stream, too
        let (send, requests) = tokio::sync::mpsc::channel(1);
        let begin = Call::Begin(position(state).expect("a position"));
        send.send(PlayRequest { call: Some(begin), with_state: false }).await.expect("the stream waits");
        let mut played = client.play(ReceiverStream::new(requests)).await.expect("a stream").into_inner();
        let begun = played.message().await.expect("no error").and_then(|response| response.answer);
        assert!(matches!(begun, Some(Answer::Begun(_))), "{begun:?}");
        drop(send);
        assert_eq!(played.message().await.expect("no error"), None);
        known(&service).await
    };
    // the service has made it itself
    assert_eq!(reading("16777216").await, 51);
    assert_eq!(reading("0").await, 0);
}

/// A byte more or less is another state.
#[tokio::test]
async fn only_the_very_same_state_is_known() {
    let service = serve(&["--seal-key-file", text(&file("keys", KEY))]).await;
    let mut client = service.client().await;
    let request = NewGameRequest { setup: Some(setup(1)), with_notation: false };
    let state = client.new_game(request).await.expect("a game").into_inner().state.expect("a state");
    client.score(ScoreRequest { position: position(state.clone()) }).await.expect("points");
    let mut forged: Vec<State> = (0..state.seal.len())
        .map(|byte| {
            let mut forged = state.clone();
            forged.seal[byte] ^= 1;
            forged
        })
        .collect();
    // the seal that is known, on another state
    forged.push(State { draws: Some(2), ..state.clone() });
    let mut other = state.clone();
    other.players[0].supply.clear();
    forged.push(other);
    forged.push(State { seal: Vec::new(), ..state });
    for forged in forged {
        let status = client.score(ScoreRequest { position: position(forged) }).await.expect_err("it is forged");
        assert!(status.message().contains("position.state.seal"), "{status:?}");
    }
}
