//! States under seal, as hosts, players and forgers meet them.

use carcassonne_engine::wire::proto::play_request::Call;
use carcassonne_engine::wire::proto::play_response::Answer;
use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use carcassonne_engine::wire::proto::{
    ApplyMoveRequest, FILE_DESCRIPTOR_SET, LegalMovesRequest, NewGameRequest, PlayRequest, PlayState, Position, Reason,
    Refusal, ReplayRequest, RolloutRequest, ScoreRequest, State, ViewRequest, position, replay_request, setup, turn,
};
use prost::Message;
use prost_types::FileDescriptorSet;
use tonic::transport::Channel;
use tonic::{Code, Status};
use tonic_types::pb::Status as RpcStatus;

use crate::common::{SEED, Service, eventually, file, new_game, position, record, serve, setup, text};

const KEYS: [&str; 2] = [
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff000102030405060708090a0b0c0d0e0f",
];

async fn sealing(keys: &str) -> Service {
    serve(&["--seal-key-file", text(&file("keys", keys))]).await
}

fn refused(status: Status, code: Code, reason: Reason) {
    let details = RpcStatus::decode(status.details()).expect("details").details;
    let detail = details.iter().find(|any| any.type_url.ends_with("/carcassonne.v1.Refusal")).expect("a refusal");
    let refusal = Refusal::decode(&detail.value[..]).expect("a refusal");
    assert_eq!((status.code(), refusal.violations[0].reason()), (code, reason), "{status}");
}

async fn begin(client: &mut RulesServiceClient<Channel>) -> State {
    client.new_game(new_game()).await.expect("a game").into_inner().state.expect("a state")
}

/// The state after the first legal move, and whether there is one.
async fn go_on(client: &mut RulesServiceClient<Channel>, state: State) -> (State, bool) {
    let request = LegalMovesRequest { position: position(state.clone()), ..Default::default() };
    let moves = client.legal_moves(request).await.expect("moves").into_inner().moves;
    let Some(mv) = moves.into_iter().next().and_then(|first| first.r#move) else { return (state, false) };
    let request = ApplyMoveRequest { position: position(state), moves: vec![mv], ..Default::default() };
    (client.apply_move(request).await.expect("a listed move").into_inner().state.expect("a state"), true)
}

fn shows_the_seed(message: &impl Message) -> bool {
    let (bytes, encoded) = (message.encode_to_vec(), SEED.replace(' ', "%20"));
    [SEED, &encoded].iter().any(|seed| bytes.windows(seed.len()).any(|part| part == seed.as_bytes()))
}

#[tokio::test]
async fn a_sealed_game_is_that_of_an_open_one_and_never_shows_its_seed() {
    let (open, sealed) = (serve(&[]).await, sealing(KEYS[0]).await);
    let (mut open, mut sealed) = (open.client().await, sealed.client().await);
    let (mut plain, mut state) = (begin(&mut open).await, begin(&mut sealed).await);
    let mut moves = 0;
    loop {
        assert!(shows_the_seed(&plain) && !shows_the_seed(&state) && !state.seal.is_empty());
        let same = State { seal: Vec::new(), setup: plain.setup.clone(), ..state.clone() };
        assert_eq!(same, plain);
        let ((after, _), (after_sealed, more)) = (go_on(&mut open, plain).await, go_on(&mut sealed, state).await);
        (plain, state) = (after, after_sealed);
        if !more {
            break;
        }
        moves += 1;
    }
    assert!(moves > 71 && matches!(plain.turn.unwrap().phase, Some(turn::Phase::Over(_))));
}

#[tokio::test]
async fn changed_states_are_refused() {
    let service = sealing(KEYS[0]).await;
    let mut client = service.client().await;
    let state = begin(&mut client).await;
    let (later, _) = go_on(&mut client, state.clone()).await;
    let mut reseeded = state.clone();
    reseeded.setup.as_mut().unwrap().draw = setup(1).draw;
    let mut hosted = state.clone();
    hosted.setup.as_mut().unwrap().draw = Some(setup::Draw::Host(Default::default()));
    let mut richer = later.clone();
    richer.players[0].points.push(Default::default());
    let mut shifted = state.clone();
    shifted.tiles[0].x = Some(1);
    let cut = State { seal: state.seal[..40].to_vec(), ..state.clone() };
    let swapped = State { seal: state.seal.clone(), ..later.clone() };
    for forged in [reseeded, hosted, richer, shifted, cut, swapped] {
        let request = LegalMovesRequest { position: position(forged), ..Default::default() };
        refused(client.legal_moves(request).await.unwrap_err(), Code::InvalidArgument, Reason::SealBroken);
    }
    let request = LegalMovesRequest { position: position(state), ..Default::default() };
    assert!(client.legal_moves(request).await.is_ok());
}

#[tokio::test]
async fn the_same_request_gives_the_same_bytes_on_every_replica() {
    let (one, other) = (sealing(KEYS[0]).await, sealing(KEYS[0]).await);
    let mut states = Vec::new();
    for service in [&one, &other, &one] {
        let mut client = service.client().await;
        let state = begin(&mut client).await;
        states.push(go_on(&mut client, state).await.0.encode_to_vec());
    }
    assert!(states[0] == states[1] && states[1] == states[2]);
}

#[tokio::test]
async fn foreign_states_and_states_of_a_key_that_is_gone_are_refused() {
    let (ours, theirs, open) = (sealing(KEYS[0]).await, sealing(KEYS[1]).await, serve(&[]).await);
    let state = begin(&mut theirs.client().await).await;
    for service in [&ours, &open] {
        let request = ScoreRequest { position: position(state.clone()) };
        let status = service.client().await.score(request).await.unwrap_err();
        refused(status, Code::FailedPrecondition, Reason::SealUnknownKey);
    }
}

#[tokio::test]
async fn keys_are_rotated_while_a_game_goes_on() {
    let keys = file("keys", KEYS[0]);
    let service = serve(&["--seal-key-file", text(&keys), "--reload-seconds", "1"]).await;
    let mut client = service.client().await;
    let old = begin(&mut client).await;
    let new = sealing(KEYS[1]).await;
    let foreign = begin(&mut new.client().await).await;

    std::fs::write(&keys, [KEYS[1], KEYS[0]].join("\n")).unwrap();
    eventually(|| {
        let (mut client, foreign) = (client.clone(), foreign.clone());
        async move { client.score(ScoreRequest { position: position(foreign) }).await.is_ok() }
    })
    .await;
    let (state, _) = go_on(&mut client, old.clone()).await;
    std::fs::write(&keys, KEYS[1]).unwrap();
    eventually(|| {
        let (mut client, old) = (client.clone(), old.clone());
        async move { client.score(ScoreRequest { position: position(old) }).await.is_err() }
    })
    .await;
    // The game got the new seal with its last move.
    assert!(go_on(&mut client, state).await.1);
}

#[tokio::test]
async fn players_get_views_that_they_may_play_on_from_until_the_next_draw() {
    let service = sealing(KEYS[0]).await;
    let mut client = service.client().await;
    let state = begin(&mut client).await;
    let request = ViewRequest { position: position(state.clone()), player: Some(1), with_notation: true };
    let view = client.view(request).await.expect("a view").into_inner();
    assert!(!shows_the_seed(&view));
    let mut view = view.state.expect("a state");
    assert!(view.seal != state.seal && !view.seal.is_empty());
    let drawn = loop {
        let request = LegalMovesRequest { position: position(view.clone()), ..Default::default() };
        let legal = client.legal_moves(request).await.expect("a view is a state").into_inner();
        if legal.player.is_none() {
            break legal.moves;
        }
        (view, _) = go_on(&mut client, view).await;
    };
    assert!(drawn.len() > 10, "what comes is chance");
    // The seal of the full state does not fit the view, nor the other way round.
    let stolen = State { seal: state.seal.clone(), ..view };
    let status = client.score(ScoreRequest { position: position(stolen) }).await.unwrap_err();
    refused(status, Code::InvalidArgument, Reason::SealBroken);
}

#[tokio::test]
async fn text_shows_no_seed_and_is_no_way_around_the_seal() {
    let service = sealing(KEYS[0]).await;
    let mut client = service.client().await;
    let game = client.new_game(NewGameRequest { with_notation: true, ..new_game() }).await.unwrap().into_inner();
    assert!(!shows_the_seed(&game) && game.notation.contains(" draw=seeded "));
    let form = ReplayRequest { form: Some(replay_request::Form::Record(record(setup(1), 10))), with_notation: true };
    let replayed = client.replay(form).await.unwrap().into_inner();
    assert!(!shows_the_seed(&replayed) && replayed.position_notation.contains(" draw=seeded "));
    let position = Some(Position { form: Some(position::Form::Notation(game.notation)) });
    let status = client.view(ViewRequest { position, ..Default::default() }).await.unwrap_err();
    refused(status, Code::InvalidArgument, Reason::SealMissing);
}

/// The answer to the last of these requests on a stream.
async fn on_stream(client: &RulesServiceClient<Channel>, calls: Vec<Call>) -> Answer {
    let requests: Vec<_> = calls.into_iter().map(|call| PlayRequest { call: Some(call), with_state: true }).collect();
    let mut stream = client.clone().play(tokio_stream::iter(requests)).await.expect("a stream").into_inner();
    let mut last = None;
    while let Some(response) = stream.message().await.expect("it goes on") {
        last = response.answer;
    }
    last.expect("an answer")
}

/// Every RPC that takes a position wants it sealed, every one that gives a state seals it. The descriptors tell which they
/// are, so that one that is new is not forgotten here.
#[tokio::test]
async fn no_rpc_goes_around_the_seal() {
    let service = sealing(KEYS[0]).await;
    let mut client = service.client().await;
    let sealed = begin(&mut client).await;
    let open = serve(&[]).await;
    let open = position(begin(&mut open.client().await).await);
    let mv = record(setup(1), 1).moves;

    let mut taking = Vec::new();
    let missing = |status: Status| refused(status, Code::InvalidArgument, Reason::SealMissing);
    let request = LegalMovesRequest { position: open.clone(), ..Default::default() };
    missing(client.legal_moves(request).await.unwrap_err());
    taking.push("LegalMoves");
    let request = ApplyMoveRequest { position: open.clone(), moves: mv.clone(), ..Default::default() };
    missing(client.apply_move(request).await.unwrap_err());
    taking.push("ApplyMove");
    missing(client.score(ScoreRequest { position: open.clone() }).await.unwrap_err());
    taking.push("Score");
    missing(client.view(ViewRequest { position: open.clone(), ..Default::default() }).await.unwrap_err());
    taking.push("View");
    missing(client.rollout(RolloutRequest { position: open.clone(), ..Default::default() }).await.unwrap_err());
    taking.push("Rollout");
    let answer = on_stream(&client, vec![Call::Begin(open.clone().unwrap())]).await;
    let Answer::Error(error) = answer else { panic!("an error") };
    assert_eq!(error.refusal.unwrap().violations[0].reason(), Reason::SealMissing);
    taking.push("Play");

    let mut giving = vec![("NewGame", Some(sealed.clone()))];
    let request = ApplyMoveRequest { position: position(sealed.clone()), moves: mv.clone(), ..Default::default() };
    giving.push(("ApplyMove", client.apply_move(request).await.unwrap().into_inner().state));
    let request = ViewRequest { position: position(sealed.clone()), ..Default::default() };
    giving.push(("View", client.view(request).await.unwrap().into_inner().state));
    let request = ReplayRequest { form: Some(replay_request::Form::Record(record(setup(1), 3))), with_notation: false };
    giving.push(("Replay", client.replay(request).await.unwrap().into_inner().state));
    let begin = Call::Begin(position(sealed).unwrap());
    let Answer::State(state) = on_stream(&client, vec![begin.clone(), Call::State(PlayState {})]).await else {
        panic!("a state")
    };
    giving.push(("Play", Some(state)));
    let move_on = Call::ApplyMove(ApplyMoveRequest { moves: mv, ..Default::default() });
    let Answer::ApplyMove(moved) = on_stream(&client, vec![begin.clone(), move_on]).await else { panic!("moved") };
    let Answer::View(view) = on_stream(&client, vec![begin, Call::View(ViewRequest::default())]).await else {
        panic!("a view")
    };
    assert_eq!((&moved.state, &view.state), (&giving[1].1, &giving[2].1), "on a stream as alone");
    assert!(giving.iter().all(|(_, state)| state.as_ref().is_some_and(|state| !state.seal.is_empty())));

    let files = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).unwrap().file;
    let holds = |message: &str, held: &str| {
        let name = message.rsplit('.').next().unwrap();
        let messages = files.iter().flat_map(|file| &file.message_type);
        let mut found = messages.filter(|message| message.name() == name);
        found.any(|message| message.field.iter().any(|field| field.type_name() == format!(".carcassonne.v1.{held}")))
    };
    let service = files.iter().flat_map(|file| &file.service).find(|service| service.name() == "RulesService").unwrap();
    let takers = service.method.iter().filter(|rpc| holds(rpc.input_type(), "Position")).map(|rpc| rpc.name());
    assert_eq!(takers.collect::<Vec<_>>(), taking);
    let givers = service.method.iter().filter(|rpc| holds(rpc.output_type(), "State")).map(|rpc| rpc.name());
    assert_eq!(givers.collect::<Vec<_>>(), giving.iter().map(|(name, _)| *name).collect::<Vec<_>>());
}
