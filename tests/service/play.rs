//! Streams on which a position stays, over real sockets.

use std::time::{Duration, Instant};

use carcassonne_engine::wire::proto::play_request::Call;
use carcassonne_engine::wire::proto::play_response::Answer;
use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use carcassonne_engine::wire::proto::{
    ApplyMoveRequest, ApplyMoveResponse, LegalMovesRequest, Move, Pass, PlayRequest, PlayState, Reason, State,
    ViewRequest, r#move,
};
use prost::Message;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::Channel;
use tonic::{Code, Status, Streaming};

use crate::common::{SEED, Service, eventually, file, framed, http2, new_game, position, request, serve, text};

/// A stream.
struct Play {
    requests: UnboundedSender<PlayRequest>,
    responses: Streaming<carcassonne_engine::wire::proto::PlayResponse>,
}

impl Play {
    async fn on(client: &mut RulesServiceClient<Channel>) -> Result<Self, Status> {
        let (requests, sent) = unbounded_channel();
        let responses = client.play(UnboundedReceiverStream::new(sent)).await?.into_inner();
        Ok(Self { requests, responses })
    }

    async fn with(service: &Service) -> Self {
        Self::on(&mut service.client().await).await.expect("a stream")
    }

    fn send(&self, call: Call, with_state: bool) {
        // it may be over already
        let _ = self.requests.send(PlayRequest { call: Some(call), with_state });
    }

    async fn next(&mut self) -> Result<Option<Answer>, Status> {
        Ok(self.responses.message().await?.map(|response| response.answer.expect("an answer")))
    }

    async fn ask(&mut self, call: Call) -> Answer {
        self.send(call, false);
        self.next().await.expect("the stream goes on").expect("an answer")
    }

    async fn state(&mut self) -> State {
        match self.ask(Call::State(PlayState {})).await {
            Answer::State(state) => state,
            other => panic!("{other:?}"),
        }
    }
}

fn moves(moves: Vec<Move>) -> Call {
    Call::ApplyMove(ApplyMoveRequest { moves, ..Default::default() })
}

fn pass() -> Move {
    Move { kind: Some(r#move::Kind::Pass(Pass {})) }
}

/// Plays the first legal move until the game is over, on a stream and by single calls; both are shown sealed or both open.
async fn a_game_is_the_same(service: &Service) {
    let mut client = service.client().await;
    let mut state = client.new_game(new_game()).await.expect("a game").into_inner().state.expect("a state");
    let mut play = Play::with(service).await;
    assert!(matches!(play.ask(Call::Begin(position(state.clone()).expect("a position"))).await, Answer::Begun(_)));
    for turn in 0.. {
        let ask = LegalMovesRequest { position: position(state.clone()), ..Default::default() };
        let legal = client.legal_moves(ask).await.expect("moves").into_inner();
        let on_stream = play.ask(Call::LegalMoves(LegalMovesRequest::default())).await;
        assert_eq!(on_stream, Answer::LegalMoves(legal.clone()));
        let Some(first) = legal.moves.first().and_then(|legal| legal.r#move) else { break };
        let request = ApplyMoveRequest { position: position(state), moves: vec![first], ..Default::default() };
        let after = client.apply_move(request).await.expect("a legal move").into_inner();
        state = after.state.clone().expect("a state");
        let with_state = turn % 5 == 0;
        play.send(moves(vec![first]), with_state);
        let expected = ApplyMoveResponse { state: after.state.filter(|_| with_state), ..after };
        assert_eq!(play.next().await.expect("the stream goes on"), Some(Answer::ApplyMove(expected)));
    }
    assert_eq!(play.state().await, state);
    drop(play.requests);
    assert!(play.responses.message().await.expect("an end without error").is_none());
}

#[tokio::test]
async fn a_game_on_a_stream_is_that_of_single_calls() {
    a_game_is_the_same(&serve(&[]).await).await;
}

#[tokio::test]
async fn a_sealed_game_on_a_stream_never_shows_its_seed() {
    let keys = file("keys", &"5a".repeat(32));
    let sealed = serve(&["--seal-key-file", text(&keys)]).await;
    a_game_is_the_same(&sealed).await;

    let mut play = Play::with(&sealed).await;
    play.send(
        Call::NewGame(carcassonne_engine::wire::proto::NewGameRequest { with_notation: true, ..new_game() }),
        true,
    );
    let Some(Answer::NewGame(game)) = play.next().await.expect("an answer") else { panic!("a game") };
    let state = play.state().await;
    assert_eq!(game.state.as_ref(), Some(&state));
    let view = play.ask(Call::View(ViewRequest { with_notation: true, ..Default::default() })).await;
    let Answer::View(view) = view else { panic!("a view") };
    assert!(!state.seal.is_empty() && !view.state.as_ref().expect("a state").seal.is_empty());
    for bytes in [game.encode_to_vec(), state.encode_to_vec(), view.encode_to_vec()] {
        for seed in [SEED, &SEED.replace(' ', "%20")] {
            assert!(!bytes.windows(seed.len()).any(|part| part == seed.as_bytes()));
        }
    }
    let forged = State { draws: Some(9), ..state.clone() };
    let refused = play.ask(Call::Begin(position(forged).expect("a position"))).await;
    assert!(matches!(&refused, Answer::Error(error) if error.code == Code::InvalidArgument as i32), "{refused:?}");
    assert_eq!(play.state().await, state, "the stream goes on as it was");
}

#[tokio::test]
async fn an_illegal_move_is_told_and_the_stream_goes_on() {
    let service = serve(&["--max-moves", "5"]).await;
    let mut client = service.client().await;
    let mut play = Play::with(&service).await;
    assert!(matches!(play.ask(Call::NewGame(new_game())).await, Answer::NewGame(_)));
    let before = play.state().await;
    let Answer::Error(error) = play.ask(moves(vec![pass()])).await else { panic!("an error") };
    let request = ApplyMoveRequest { position: position(before.clone()), moves: vec![pass()], ..Default::default() };
    let status = client.apply_move(request).await.expect_err("an illegal move");
    let refusal = error.refusal.expect("a refusal");
    assert_eq!((error.code, refusal.move_index), (status.code() as i32, Some(0)));
    assert_eq!(error.message, format!("apply_move.{}", status.message()));
    assert_eq!(refusal.violations[0].reason(), crate::limits::reason(&status));
    let Answer::Error(error) = play.ask(moves(vec![pass(); 6])).await else { panic!("an error") };
    assert_eq!(error.refusal.expect("a refusal").violations[0].reason(), Reason::Limit);
    assert_eq!(play.state().await, before);
}

#[tokio::test]
async fn requests_need_not_wait_for_responses() {
    let service = serve(&[]).await;
    let mut play = Play::with(&service).await;
    play.send(Call::NewGame(new_game()), false);
    for _ in 0..500 {
        play.send(Call::LegalMoves(LegalMovesRequest::default()), false);
    }
    play.send(Call::State(PlayState {}), false);
    assert!(matches!(play.next().await.unwrap(), Some(Answer::NewGame(_))));
    for _ in 0..500 {
        assert!(matches!(play.next().await.unwrap(), Some(Answer::LegalMoves(_))));
    }
    assert!(matches!(play.next().await.unwrap(), Some(Answer::State(_))));
}

#[tokio::test]
async fn silence_ends_a_stream() {
    let service = serve(&["--play-idle-seconds", "1"]).await;
    let mut play = Play::with(&service).await;
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert!(matches!(play.ask(Call::NewGame(new_game())).await, Answer::NewGame(_)));
    }
    let status = play.next().await.expect_err("nothing is said");
    assert_eq!(status.code(), Code::DeadlineExceeded);
}

#[tokio::test]
async fn what_is_no_request_ends_a_stream_as_it_ends_a_call() {
    let service = serve(&["--max-request-bytes", "2000"]).await;
    let nonsense = [&[0, 0, 0, 0, 3][..], &[0xff; 3]].concat();
    let large = PlayRequest { call: Some(moves(vec![pass(); 1000])), with_state: false };
    for (bytes, code) in [(nonsense, Code::InvalidArgument), (framed(&large), Code::ResourceExhausted)] {
        let mut client = http2(service.address()).await.ready().await.unwrap();
        let (response, mut body) = client.send_request(request("Play", &[]), false).unwrap();
        body.send_data(bytes.into(), false).unwrap();
        assert_eq!(crate::common::status(response).await.unwrap().code(), code);
    }
}

#[tokio::test]
async fn streams_have_places_of_their_own_and_give_them_back() {
    let service = serve(&["--max-streaming-calls", "2", "--max-calls", "1"]).await;
    let mut client = service.client().await;
    let first = Play::on(&mut client).await.expect("there is room");
    let _second = Play::on(&mut client).await.expect("there is room");
    assert_eq!(Play::on(&mut client).await.err().expect("no room").code(), Code::Unavailable);
    assert!(client.new_game(new_game()).await.is_ok(), "calls are not concerned");
    drop(first);
    eventually(|| {
        let mut client = client.clone();
        async move { Play::on(&mut client).await.is_ok() }
    })
    .await;
}

/// A stream is no way around the rate limit: its requests wait for their turn.
#[tokio::test]
async fn requests_on_a_stream_count_like_calls() {
    let service = serve(&["--calls-per-second", "10", "--calls-burst", "5"]).await;
    let mut play = Play::with(&service).await;
    let begin = Instant::now();
    for _ in 0..12 {
        assert!(matches!(play.ask(Call::NewGame(new_game())).await, Answer::NewGame(_)));
    }
    // the stream itself and four requests are the burst
    assert!(begin.elapsed() > Duration::from_millis(500), "{:?}", begin.elapsed());
}
