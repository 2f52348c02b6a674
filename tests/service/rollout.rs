//! Rollouts over real sockets: the same bytes, a bound on the work, an end when nobody waits, and room for others.

use std::time::{Duration, Instant};

use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use carcassonne_engine::wire::proto::{
    ApplyMoveRequest, LegalMovesRequest, MoveSequence, Reason, RolloutPolicy, RolloutRequest, RolloutResponse,
    ScoreRequest, State, ViewRequest,
};
use prost::Message;
use tokio::task::JoinSet;
use tonic::transport::Channel;
use tonic::{Code, Request, Status};

use crate::common::{eventually, file, framed, http2, http2_with, new_game, position, request, serve, text};
use crate::limits::reason;
use crate::process::{Process, program};

async fn begin(client: &mut RulesServiceClient<Channel>) -> State {
    client.new_game(new_game()).await.expect("a game").into_inner().state.expect("a state")
}

fn rollout(state: &State, playouts: u32) -> RolloutRequest {
    RolloutRequest {
        position: position(state.clone()),
        seed: Some(1),
        playouts: Some(playouts),
        policy: RolloutPolicy::Random as i32,
        ..RolloutRequest::default()
    }
}

/// More than could be played in the time of a test.
fn endless(state: &State) -> RolloutRequest {
    RolloutRequest { each_legal_move: true, ..rollout(state, 1_000_000_000) }
}

/// What a service needs that is to take endless rollouts.
const ENDLESS: [&str; 2] = ["--max-rollout-tiles", "1000000000000"];

async fn all(
    client: &mut RulesServiceClient<Channel>,
    request: RolloutRequest,
) -> Result<Vec<RolloutResponse>, Status> {
    let mut stream = client.rollout(request).await?.into_inner();
    let mut responses = Vec::new();
    while let Some(response) = stream.message().await? {
        responses.push(response);
    }
    Ok(responses)
}

fn bytes(responses: &[RolloutResponse]) -> Vec<u8> {
    responses.iter().flat_map(Message::encode_to_vec).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_request_gives_the_same_bytes_on_every_replica() {
    let (one, other) = (serve(&["--rollout-threads", "1"]).await, serve(&["--rollout-threads", "3"]).await);
    let state = begin(&mut one.client().await).await;
    let request = RolloutRequest { each_legal_move: true, tiles: Some(5), ..rollout(&state, 150) };
    let first = all(&mut one.client().await, request.clone()).await.expect("an answer");
    assert!(first.len() > 10);
    for service in [&one, &other, &other] {
        let again = all(&mut service.client().await, request.clone()).await.expect("an answer");
        assert_eq!(bytes(&again), bytes(&first));
    }
}

/// A sealed state has rollouts, which are those of the open state, whatever its seed.
#[tokio::test]
async fn sealed_states_and_views_have_the_rollouts_of_open_ones() {
    let keys = file("keys", &"5a".repeat(32));
    let (open, sealed) = (serve(&[]).await, serve(&["--seal-key-file", text(&keys)]).await);
    let (mut open, mut sealed) = (open.client().await, sealed.client().await);
    let (plain, state) = (begin(&mut open).await, begin(&mut sealed).await);
    let rolled = all(&mut open, rollout(&plain, 10)).await.expect("an answer");
    assert_eq!(bytes(&all(&mut sealed, rollout(&state, 10)).await.expect("an answer")), bytes(&rolled));
    let view = ViewRequest { position: position(state.clone()), ..ViewRequest::default() };
    let view = sealed.view(view).await.expect("a view").into_inner().state.expect("a state");
    assert_eq!(bytes(&all(&mut sealed, rollout(&view, 10)).await.expect("an answer")), bytes(&rolled));
    let forged = State { draws: Some(7), ..state };
    let status = all(&mut sealed, rollout(&forged, 10)).await.expect_err("a broken seal");
    assert_eq!((status.code(), reason(&status)), (Code::InvalidArgument, Reason::SealBroken));
}

#[tokio::test]
async fn the_work_of_a_call_is_bounded() {
    let service = serve(&["--max-rollout-tiles", "720"]).await;
    let mut client = service.client().await;
    let state = begin(&mut client).await;
    assert_eq!(all(&mut client, rollout(&state, 10)).await.expect("an answer")[0].playouts(), 10);
    let greedy = RolloutRequest { policy: RolloutPolicy::Greedy as i32, ..rollout(&state, 10) };
    for request in [rollout(&state, 11), greedy, rollout(&state, u32::MAX)] {
        let status = client.rollout(request).await.expect_err("too much");
        assert_eq!((status.code(), reason(&status)), (Code::ResourceExhausted, Reason::Limit));
        assert!(status.message().starts_with("playouts: up to "), "{status}");
    }
    let short = RolloutRequest { tiles: Some(1), ..rollout(&state, 300) };
    assert!(client.rollout(short).await.is_ok(), "short playouts are less work");
}

/// Without a tile more, one playout of each turn tells what the turn is worth: the score as if the game ended after it.
#[tokio::test]
async fn no_tile_more_tells_what_each_turn_is_worth_at_once() {
    let service = serve(&[]).await;
    let mut client = service.client().await;
    let mut state = begin(&mut client).await;
    for _ in 0..6 {
        let request = LegalMovesRequest { position: position(state.clone()), whole_turns: true, ..Default::default() };
        let turns = client.legal_moves(request).await.expect("an answer").into_inner().turns;
        let candidates = turns.iter().map(|turn| MoveSequence { moves: turn.moves.clone() }).collect();
        let request = RolloutRequest { candidates, tiles: Some(0), ..rollout(&state, 1) };
        let at_once = all(&mut client, request).await.expect("an answer");
        assert_eq!(at_once.len(), turns.len());
        let mut after = Vec::new();
        for (turn, rolled) in turns.iter().zip(&at_once) {
            let request = ApplyMoveRequest {
                position: position(state.clone()),
                moves: turn.moves.clone(),
                ..ApplyMoveRequest::default()
            };
            let next = client.apply_move(request).await.expect("a legal turn").into_inner().state.expect("a state");
            let request = ScoreRequest { position: position(next.clone()) };
            let score = client.score(request).await.expect("a score").into_inner();
            for (seat, player) in rolled.players.iter().enumerate() {
                assert_eq!(player.points, [score.if_ended_now[seat].points()]);
                let supply: u32 = next.players[seat].supply.iter().map(|figures| figures.count()).sum();
                assert_eq!(player.sum_supply(), u64::from(supply));
            }
            after.push(next);
        }
        state = after.swap_remove(after.len() / 2);
    }
}

/// A service in a process of its own, whose time on the cores can be told.
struct Apart(Process);

impl Apart {
    fn start(args: &[&str]) -> Self {
        Self(Process::start(&mut program(&[&["--listen", "127.0.0.1:0", "--log", "warn"], args].concat())))
    }

    async fn client(&self) -> RulesServiceClient<Channel> {
        RulesServiceClient::connect(self.0.url()).await.expect("a connection")
    }

    /// Time on the cores so far, in hundredths of a second.
    fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).expect("Linux");
        let fields: Vec<_> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
        // user and system time are the 14th and 15th; the second, which may hold blanks, ends with the bracket
        [11, 12].iter().map(|field| fields[*field].parse::<u64>().expect("a number")).sum()
    }

    async fn works(&self) -> bool {
        let before = self.ticks();
        tokio::time::sleep(Duration::from_millis(300)).await;
        self.ticks() > before + 1
    }

    /// It is at work; how soon that shows is a matter of what else the machine does, as rollouts give way to everything.
    async fn assert_works(&self) {
        let (before, deadline) = (self.ticks(), Instant::now() + Duration::from_secs(60));
        while self.ticks() < before + 2 {
            assert!(Instant::now() < deadline, "it does nothing");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// It has been at work, and now it is not.
    async fn assert_stops(&self) {
        eventually(|| async { !self.works().await }).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn work_stops_when_the_caller_cancels_and_when_the_deadline_passes() {
    let service = Apart::start(&ENDLESS);
    let mut client = service.client().await;
    let state = begin(&mut client).await;

    let mut stream = client.rollout(endless(&state)).await.expect("it begins").into_inner();
    assert!(stream.message().await.expect("an answer").is_some());
    service.assert_works().await;
    drop(stream);
    service.assert_stops().await;

    let mut timed = Request::new(endless(&state));
    timed.set_timeout(Duration::from_millis(700));
    let mut stream = client.rollout(timed).await.expect("it begins").into_inner();
    let status = loop {
        match stream.message().await {
            Ok(response) => assert!(response.is_some(), "it has no end of its own"),
            Err(status) => break status,
        }
    };
    // the client may notice first, and calls it so
    assert!([Code::DeadlineExceeded, Code::Cancelled].contains(&status.code()), "{status}");
    service.assert_stops().await;

    // The connection goes, with all that is on it.
    let other = service.client().await;
    let streams: Vec<_> =
        [other.clone().rollout(endless(&state)).await, other.clone().rollout(endless(&state)).await].into();
    service.assert_works().await;
    drop((streams, other));
    service.assert_stops().await;
}

/// The deadline is kept by the service too, and called by its name.
#[tokio::test]
async fn a_deadline_ends_the_stream() {
    let service = serve(&ENDLESS).await;
    let state = begin(&mut service.client().await).await;
    let mut client = http2(service.address()).await.ready().await.unwrap();
    let timed = request("Rollout", &[("grpc-timeout", "300m")]);
    let (response, mut body) = client.send_request(timed, false).unwrap();
    body.send_data(framed(&endless(&state)).into(), true).unwrap();
    let status = crate::common::status(response).await.unwrap();
    assert_eq!((status.code(), status.message()), (Code::DeadlineExceeded, "the deadline has passed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_read_makes_no_work_and_loses_the_connection() {
    let service = Apart::start(&[&ENDLESS[..], &["--call-seconds", "2"]].concat());
    let state = begin(&mut service.client().await).await;
    let url = service.0.url();
    let mut builder = h2::client::Builder::new();
    builder.initial_window_size(1000);
    let mut client = http2_with(url.trim_start_matches("http://"), &mut builder).await.ready().await.unwrap();
    // short playouts, so that there is soon more than the window holds
    let short = RolloutRequest { tiles: Some(1), ..endless(&state) };
    let (response, mut body) = client.send_request(request("Rollout", &[]), false).unwrap();
    body.send_data(framed(&short).into(), true).unwrap();
    let mut body = response.await.unwrap().into_body();
    service.assert_stops().await;
    // what is in the window comes, and then the end
    let end = async { while let Some(Ok(_)) = body.data().await {} };
    tokio::time::timeout(Duration::from_secs(10), end).await.expect("the connection is closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_rollouts_leaves_room_for_others() {
    let service = Apart::start(&ENDLESS);
    let mut client = service.client().await;
    let state = begin(&mut client).await;
    let mut flood = JoinSet::new();
    for _ in 0..60 {
        let (mut client, request) = (service.client().await, endless(&state));
        flood.spawn(async move {
            let mut stream = client.rollout(request).await.expect("it begins").into_inner();
            while let Ok(Some(_)) = stream.message().await {}
        });
    }
    service.assert_works().await;
    // Honest calls are answered, and an honest rollout has its turn.
    let ask = LegalMovesRequest { position: position(state.clone()), ..Default::default() };
    let mut slowest = Duration::ZERO;
    for _ in 0..100 {
        let begin = Instant::now();
        client.legal_moves(ask.clone()).await.expect("an honest call is answered");
        slowest = slowest.max(begin.elapsed());
    }
    let begin = Instant::now();
    assert_eq!(all(&mut client, rollout(&state, 3)).await.expect("an answer")[0].playouts(), 3);
    println!(
        "60 endless rollouts: of 100 calls the slowest took {slowest:?}, a rollout of 3 games {:?}",
        begin.elapsed()
    );
    assert!(slowest < Duration::from_secs(10), "{slowest:?}");
    flood.shutdown().await;
    service.assert_stops().await;
}

#[tokio::test]
async fn streams_are_bounded() {
    let service = serve(&[&ENDLESS[..], &["--max-streaming-calls", "2"]].concat()).await;
    let mut client = service.client().await;
    let state = begin(&mut client).await;
    let mut streams = Vec::new();
    for _ in 0..2 {
        streams.push(client.rollout(endless(&state)).await.expect("there is room"));
    }
    assert_eq!(client.rollout(endless(&state)).await.expect_err("no room").code(), Code::Unavailable);
    drop(streams);
    eventually(|| async { all(&mut service.client().await, rollout(&state, 1)).await.is_ok() }).await;
}
