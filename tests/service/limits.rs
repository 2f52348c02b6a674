//! What is too large, too long, too much or too old.

use std::time::{Duration, Instant};

use carcassonne_engine::wire::proto::{
    ApplyMoveRequest, LegalMovesRequest, Move, Pass, Reason, Refusal, ReplayRequest, r#move, replay_request,
};
use prost::bytes::Bytes;
use tonic::codec::CompressionEncoding;
use tonic::{Code, Status};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_types::pb::Status as RpcStatus;

use crate::common::{framed, health, http2, http2_with, new_game, position, record, request, serve, setup, status};

pub fn reason(status: &Status) -> Reason {
    let details = <RpcStatus as prost::Message>::decode(status.details()).expect("details").details;
    let detail = details.iter().find(|any| any.type_url.ends_with("/carcassonne.v1.Refusal")).expect("a refusal");
    let refusal: Refusal = prost::Message::decode(&detail.value[..]).expect("a refusal");
    refusal.violations[0].reason()
}

#[tokio::test]
async fn compressed_requests_are_taken() {
    let service = serve(&[]).await;
    let mut client = service.client().await.send_compressed(CompressionEncoding::Gzip);
    assert!(client.new_game(new_game()).await.expect("an answer").into_inner().state.is_some());
}

#[tokio::test]
async fn moves_in_a_request_are_bounded() {
    let service = serve(&["--max-moves", "5"]).await;
    let mut client = service.client().await;
    let state = client.new_game(new_game()).await.unwrap().into_inner().state.unwrap();
    let moves = |count| vec![Move { kind: Some(r#move::Kind::Pass(Pass {})) }; count];
    let ask = |count| LegalMovesRequest { position: position(state.clone()), ask: moves(count), ..Default::default() };
    assert_eq!(client.legal_moves(ask(5)).await.unwrap().into_inner().answers.len(), 5);
    let refused = client.legal_moves(ask(6)).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused)), (Code::ResourceExhausted, Reason::Limit));
    for (moves, notation) in [(moves(6), String::new()), (Vec::new(), "pass;".repeat(6))] {
        let apply = ApplyMoveRequest { position: position(state.clone()), moves, notation, ..Default::default() };
        let refused = client.apply_move(apply).await.unwrap_err();
        assert_eq!((refused.code(), reason(&refused)), (Code::ResourceExhausted, Reason::Limit));
    }
}

/// A request that takes a while: the game of a box of many copies.
fn long_replay() -> ReplayRequest {
    ReplayRequest { form: Some(replay_request::Form::Record(record(setup(8), 1000))), with_notation: true }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_is_kept_and_called_by_its_name() {
    let service = serve(&[]).await;
    let replay = Bytes::from(framed(&long_replay()));
    let mut client = http2(service.address()).await.ready().await.unwrap();
    // What the whole takes, so that the deadline is known to be shorter.
    let begin = Instant::now();
    let (response, mut body) = client.send_request(request("Replay", &[]), false).unwrap();
    body.send_data(replay.clone(), true).unwrap();
    assert_eq!(status(response).await.unwrap().code(), Code::Ok);
    let whole = begin.elapsed();
    assert!(whole > Duration::from_millis(5), "{whole:?}");

    for timeout in ["1m", "1000u", "1n", "0S"] {
        let mut client = http2(service.address()).await.ready().await.unwrap();
        let begin = Instant::now();
        let (response, mut body) = client.send_request(request("Replay", &[("grpc-timeout", timeout)]), false).unwrap();
        let _ = body.send_data(replay.clone(), true); // it may be over already
        let status = status(response).await.unwrap();
        assert_eq!((status.code(), status.message()), (Code::DeadlineExceeded, "the deadline has passed"));
        assert!(begin.elapsed() < whole.max(Duration::from_millis(50)), "{timeout}: {:?}", begin.elapsed());
    }
    // A deadline far away is none that matters, and one that cannot be read is none.
    for timeout in ["99999999H", "soon"] {
        let mut client = http2(service.address()).await.ready().await.unwrap();
        let (response, mut body) = client.send_request(request("Replay", &[("grpc-timeout", timeout)]), false).unwrap();
        body.send_data(replay.clone(), true).unwrap();
        assert_eq!(status(response).await.unwrap().code(), Code::Ok);
    }
}

#[tokio::test]
async fn more_calls_than_there_is_room_for_are_told_to_come_again_while_health_answers() {
    let service = serve(&["--max-calls", "2", "--call-seconds", "3"]).await;
    // Two calls whose requests do not come to an end.
    let mut client = http2(service.address()).await.ready().await.unwrap();
    let mut begun = Vec::new();
    for _ in 0..2 {
        client = client.ready().await.unwrap();
        begun.push(client.send_request(request("NewGame", &[]), false).unwrap());
    }
    let mut honest = service.client().await;
    crate::common::eventually(|| {
        let mut honest = honest.clone();
        async move { honest.new_game(new_game()).await.is_err() }
    })
    .await;
    let shed = honest.new_game(new_game()).await.unwrap_err();
    assert_eq!((shed.code(), shed.message()), (Code::Unavailable, "overloaded: call again"));
    assert_eq!(health(&service.channel().await).await.unwrap(), ServingStatus::Serving);
    // The two are given up after the longest time of a call, and there is room again.
    for (response, _body) in begun {
        assert_eq!(status(response).await.unwrap().code(), Code::DeadlineExceeded);
    }
    assert!(honest.new_game(new_game()).await.is_ok());
}

#[tokio::test]
async fn answers_that_are_not_taken_cost_their_caller_the_connection() {
    let service = serve(&["--max-calls", "2", "--call-seconds", "1"]).await;
    // Whoever allows the other side no bytes never gets an answer.
    let mut builder = h2::client::Builder::new();
    builder.initial_window_size(0);
    let mut client = http2_with(service.address(), &mut builder).await;
    let mut held = Vec::new();
    for _ in 0..2 {
        client = client.ready().await.unwrap();
        let (response, mut body) = client.send_request(request("NewGame", &[]), false).unwrap();
        body.send_data(framed(&new_game()).into(), true).unwrap();
        held.push(response.await.unwrap().into_body());
    }
    let mut honest = service.client().await;
    assert_eq!(honest.new_game(new_game()).await.unwrap_err().code(), Code::Unavailable, "the room is taken");
    crate::common::eventually(|| {
        let mut honest = honest.clone();
        async move { honest.new_game(new_game()).await.is_ok() }
    })
    .await;
    for mut body in held {
        assert!(body.data().await.is_none_or(|data| data.is_err()), "the connection is closed");
    }
}

#[tokio::test]
async fn old_connections_end_and_the_calls_on_them_do_not_fail() {
    let service = serve(&["--connection-seconds", "1", "--connection-grace-seconds", "5"]).await;
    let mut client = http2(service.address()).await;
    let begin = Instant::now();
    let mut calls = 0;
    loop {
        client = match client.ready().await {
            Ok(client) => client,
            Err(error) => {
                assert!(error.is_go_away() && error.reason() == Some(h2::Reason::NO_ERROR), "{error}");
                break;
            }
        };
        let (response, mut body) = match client.send_request(request("NewGame", &[]), false) {
            Ok(begun) => begun,
            Err(error) => {
                assert!(error.is_go_away() && error.reason() == Some(h2::Reason::NO_ERROR), "{error}");
                break;
            }
        };
        body.send_data(framed(&new_game()).into(), true).unwrap();
        match status(response).await {
            Ok(status) => assert_eq!(status.code(), Code::Ok),
            // sent while the connection was being closed: the service has not begun with it
            Err(error) => {
                assert!(error.is_go_away() && error.reason() == Some(h2::Reason::NO_ERROR), "{error}");
                break;
            }
        }
        calls += 1;
        assert!(begin.elapsed() < Duration::from_secs(10));
    }
    assert!(calls > 10 && begin.elapsed() > Duration::from_millis(900), "{calls} in {:?}", begin.elapsed());
    // A client with a channel opens another connection. It may find the old one closed just as it takes it: the call was not
    // sent, and tried again it succeeds.
    let mut client = service.client().await;
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(2500) {
        if let Err(status) = client.new_game(new_game()).await {
            assert!(matches!(status.code(), Code::Cancelled | Code::Unavailable), "{status}");
            client.new_game(new_game()).await.expect("tried again, the call succeeds");
        }
    }
}

#[tokio::test]
async fn a_connection_takes_so_many_calls_at_a_time() {
    let service = serve(&["--max-connection-calls", "3"]).await;
    let client = http2(service.address()).await.ready().await.unwrap();
    crate::common::eventually(|| async { client.current_max_send_streams() == 3 }).await;
}
