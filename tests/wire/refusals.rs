//! Requests that are refused: each thing that is wrong is told with the path of its field; nothing panics.

use std::sync::LazyLock;

use carcassonne_engine::notation;
use carcassonne_engine::wire::play::Table;
use carcassonne_engine::wire::proto::{self, *};
use carcassonne_engine::wire::rpc;
use carcassonne_engine::wire::status::{MAX_TEXT, Refused};
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, Value};

use crate::games::{MIXES, Random, middle, position, seeded, setup};

/// Some move of each kind; not legal ones.
fn all_moves() -> Vec<Move> {
    use r#move::Kind::{DrawTile, Pass, PlaceFigure, PlaceTile, ReturnFigure};
    let place = place::Kind::Segment(SegmentPlace { x: Some(0), y: Some(0), segment: Some(0) });
    let place = Some(Place { kind: Some(place) });
    let figure = FigureKind::Abbot as i32;
    let kinds = [
        DrawTile(proto::DrawTile { kind: Some(1) }),
        PlaceTile(proto::PlaceTile { kind: Some(1), x: Some(1), y: Some(0), rotation: Rotation::R0 as i32 }),
        PlaceFigure(proto::PlaceFigure { figure, place }),
        ReturnFigure(proto::ReturnFigure { figure, place }),
        Pass(proto::Pass {}),
    ];
    kinds.map(|kind| Move { kind: Some(kind) }).to_vec()
}

fn placing() -> State {
    middle(|phase| matches!(phase, turn::Phase::PlaceTile(_)))
}

/// A request with its type and the RPC that takes it.
struct Request {
    message: DynamicMessage,
    call: fn(&[u8]) -> Result<(), Option<Refused>>,
}

/// Calls an RPC with bytes; `Err(None)` if they are no message of its type.
fn call<Q: Message + Default, A: Message>(
    bytes: &[u8],
    rpc: impl FnOnce(Q) -> Result<A, Refused>,
) -> Result<(), Option<Refused>> {
    let request = Q::decode(bytes).map_err(|_| None)?;
    rpc(request).map(drop).map_err(Some)
}

fn dynamic<M: Message>(name: &str, message: &M) -> DynamicMessage {
    let pool = DescriptorPool::decode(FILE_DESCRIPTOR_SET).expect("descriptors");
    let descriptor = pool.get_message_by_name(&format!("carcassonne.v1.{name}")).expect("a message");
    DynamicMessage::decode(descriptor, &*message.encode_to_vec()).expect("its bytes")
}

/// Requests that between them fill every field that a request has. Apart from the moves, which are not legal, they are
/// in order.
fn requests() -> Vec<Request> {
    let state = placing();
    let setup = Setup { figures: vec![FigureCount { kind: 1, count: Some(5) }], ..setup(MIXES[1], 3) };
    let setup = Some(seeded(setup, "seed"));
    let form = Some(replay_request::Form::Record(Record { setup: setup.clone(), moves: all_moves() }));
    let position = || position(&state);
    vec![
        Request {
            message: dynamic("GetCatalogRequest", &GetCatalogRequest { sets: vec!["base".into()] }),
            call: |bytes| call(bytes, rpc::get_catalog),
        },
        Request {
            message: dynamic("NewGameRequest", &NewGameRequest { setup, with_notation: true }),
            call: |bytes| call(bytes, rpc::new_game),
        },
        Request {
            message: dynamic(
                "LegalMovesRequest",
                &LegalMovesRequest { position: position(), ask: all_moves(), whole_turns: true, with_notation: true },
            ),
            call: |bytes| call(bytes, rpc::legal_moves),
        },
        Request {
            message: dynamic(
                "ApplyMoveRequest",
                &ApplyMoveRequest { position: position(), moves: all_moves(), ..ApplyMoveRequest::default() },
            ),
            call: |bytes| call(bytes, rpc::apply_move),
        },
        Request {
            message: dynamic("ScoreRequest", &ScoreRequest { position: position() }),
            call: |bytes| call(bytes, rpc::score),
        },
        Request {
            message: dynamic(
                "ViewRequest",
                &ViewRequest { position: position(), player: Some(1), with_notation: false },
            ),
            call: |bytes| call(bytes, rpc::view),
        },
        Request {
            message: dynamic("ReplayRequest", &ReplayRequest { form, with_notation: false }),
            call: |bytes| call(bytes, rpc::replay),
        },
        Request {
            message: dynamic(
                "RolloutRequest",
                &RolloutRequest {
                    position: position(),
                    seed: Some(1),
                    playouts: Some(1),
                    first_playout: 1,
                    policy: RolloutPolicy::Random as i32,
                    candidates: vec![MoveSequence { moves: all_moves() }],
                    each_legal_move: false,
                    tiles: Some(1),
                },
            ),
            call: |bytes| call(bytes, |request| rpc::rollout(request).map(|_| PlayBegun {})),
        },
        on_stream(play_request::Call::Begin(position().expect("a position"))),
        on_stream(play_request::Call::ApplyMove(ApplyMoveRequest { moves: all_moves(), ..Default::default() })),
        on_stream(play_request::Call::LegalMoves(LegalMovesRequest { ask: all_moves(), ..Default::default() })),
        on_stream(play_request::Call::View(ViewRequest { player: Some(1), ..Default::default() })),
    ]
}

/// A request on a stream that has a position.
fn on_stream(request: play_request::Call) -> Request {
    fn answer(request: PlayRequest) -> Result<PlayResponse, Refused> {
        static PLACING: LazyLock<Option<proto::Position>> = LazyLock::new(|| position(&placing()));
        let mut table = Table::default();
        let begin = PLACING.clone().map(play_request::Call::Begin);
        table.answer(PlayRequest { call: begin, with_state: false })?;
        table.answer(request)
    }
    let message = dynamic("PlayRequest", &PlayRequest { call: Some(request), with_state: false });
    Request { message, call: |bytes| call(bytes, answer) }
}

/// A message after a change of one field, with the path of that field.
struct Changed {
    path: String,
    field: FieldDescriptor,
    message: DynamicMessage,
}

/// Every way to change one of the fields that are set: `change` returns what to put in its place, if anything.
fn changes(message: &DynamicMessage, change: &dyn Fn(&FieldDescriptor, &Value) -> Vec<Option<Value>>) -> Vec<Changed> {
    let mut changed = Vec::new();
    for (field, value) in message.fields() {
        let name = field.name().to_owned();
        for value in change(&field, value) {
            let mut message = message.clone();
            let oneof = field.containing_oneof().filter(|oneof| !oneof.is_synthetic());
            let path = match value {
                Some(value) => {
                    message.set_field(&field, value);
                    name.clone()
                }
                None => {
                    message.clear_field(&field);
                    oneof.map_or(name.clone(), |oneof| oneof.name().to_owned())
                }
            };
            changed.push(Changed { path, field: field.clone(), message });
        }
        match value {
            Value::Message(inner) => {
                for inner in changes(inner, change) {
                    let mut message = message.clone();
                    message.set_field(&field, Value::Message(inner.message));
                    changed.push(Changed { path: format!("{name}.{}", inner.path), field: inner.field, message });
                }
            }
            Value::List(entries) => {
                for (i, entry) in entries.iter().enumerate() {
                    let Value::Message(entry) = entry else { continue };
                    for inner in changes(entry, change) {
                        let mut entries = entries.clone();
                        entries[i] = Value::Message(inner.message);
                        let mut message = message.clone();
                        message.set_field(&field, Value::List(entries));
                        let path = format!("{name}[{i}].{}", inner.path);
                        changed.push(Changed { path, field: inner.field, message });
                    }
                }
            }
            _ => {}
        }
    }
    changed
}

fn refused(request: &Request, message: &DynamicMessage) -> Vec<Violation> {
    match (request.call)(&message.encode_to_vec()) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.expect("a message of its type").violations,
    }
}

fn told(violations: &[Violation], path: &str, reasons: &[Reason]) -> bool {
    violations.iter().any(|violation| violation.field == path && reasons.contains(&violation.reason()))
}

/// Fields whose absence means something, by the comments in the protos.
fn may_be_absent(changed: &Changed) -> bool {
    let parent = changed.field.parent_message().name().to_owned();
    match (parent.as_str(), changed.field.name()) {
        ("Options" | "Player", _) | ("Setup", "options") | ("ViewRequest", "player") => true,
        (_, "with_notation" | "whole_turns") => true,
        ("RolloutRequest", "first_playout" | "each_legal_move" | "tiles") => true,
        _ => changed.field.is_list(),
    }
}

#[test]
fn every_absent_field_is_told_with_its_path() {
    let mut count = 0;
    for request in requests() {
        for changed in changes(&request.message, &|_, _| vec![None]) {
            let violations = refused(&request, &changed.message);
            if !may_be_absent(&changed) {
                count += 1;
                assert!(told(&violations, &changed.path, &[Reason::Missing]), "{}: {violations:?}", changed.path);
            }
        }
    }
    assert!(count > 500, "{count} fields");
}

#[test]
fn unknown_enum_values_are_told_with_their_path() {
    let unknown = |field: &FieldDescriptor, _: &Value| match field.kind() {
        Kind::Enum(_) => [-1, 99, 257, i32::MAX, i32::MIN].map(|n| Some(Value::EnumNumber(n))).to_vec(),
        _ => Vec::new(),
    };
    for request in requests() {
        for changed in changes(&request.message, &unknown) {
            let violations = refused(&request, &changed.message);
            let known = [Reason::OutOfRange, Reason::UnknownFigure];
            assert!(told(&violations, &changed.path, &known), "{}: {violations:?}", changed.path);
        }
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let huge = |field: &FieldDescriptor, _: &Value| match field.kind() {
        // work is weighed as a whole, and a number of a playout may be any
        Kind::Uint32 if ["playouts", "first_playout", "tiles"].contains(&field.name()) => Vec::new(),
        // a player may have many points
        Kind::Uint32 if field.name() == "points" => vec![Some(Value::U32(u32::MAX))],
        Kind::Uint32 if !field.is_list() => [u32::MAX, 1 << 16, 300].map(|n| Some(Value::U32(n))).to_vec(),
        Kind::Sint32 => [i32::MIN, i32::MAX, -10_001, 10_001, 1 << 16].map(|n| Some(Value::I32(n))).to_vec(),
        _ => Vec::new(),
    };
    for request in requests() {
        for changed in changes(&request.message, &huge) {
            // the path is that of the field, or of a message around it for which it is too much
            let violations = refused(&request, &changed.message);
            let near = violations.iter().any(|violation| changed.path.starts_with(&violation.field));
            assert!(near, "{}: {violations:?}", changed.path);
        }
    }
}

/// What must hold for any bytes: an answer, or a refusal that says something in few words.
fn answered(request: &Request, bytes: &[u8]) -> bool {
    match (request.call)(bytes) {
        Ok(()) => true,
        Err(None) => false,
        Err(Some(refused)) => {
            assert!(!refused.violations.is_empty(), "a refusal says why");
            for violation in &refused.violations {
                assert_ne!(violation.reason(), Reason::Unspecified, "{violation:?}");
                assert!(violation.field.len() <= MAX_TEXT && violation.description.len() <= MAX_TEXT);
            }
            false
        }
    }
}

#[test]
fn random_bytes_in_a_request_never_panic() {
    let mut random = Random::new(1);
    for request in requests() {
        let valid = request.message.encode_to_vec();
        for _ in 0..300 {
            let mut bytes = valid.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len().max(1)).min(bytes.len());
                match random.below(4) {
                    0 if at < bytes.len() => bytes[at] = random.below(256) as u8,
                    1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
                    2 => bytes.truncate(at),
                    _ => bytes.insert(at, random.below(256) as u8),
                }
            }
            answered(&request, &bytes);
        }
    }
}

/// Changes one thing somewhere in a message, often to something nearly right.
fn mutate(random: &mut Random, message: &mut DynamicMessage) {
    let fields: Vec<_> = message.fields().map(|(field, _)| field).collect();
    if fields.is_empty() {
        return;
    }
    let field = &fields[random.below(fields.len())];
    let number = |random: &mut Random, value: i64| {
        let choices = [0, 1, 2, 3, 4, 5, value + 1, value - 1, -value, 20, 1 << 20];
        choices[random.below(choices.len())]
    };
    match message.get_field_mut(field) {
        Value::Message(inner) => mutate(random, inner),
        Value::List(entries) => {
            let (a, b) = (random.below(entries.len().max(1)), random.below(entries.len().max(1)));
            match random.below(8) {
                _ if entries.is_empty() => {}
                0 => drop(entries.remove(a)),
                1 => entries.insert(b, entries[a].clone()),
                2 => entries.swap(a, b),
                _ => match &mut entries[a] {
                    Value::Message(inner) => mutate(random, inner),
                    Value::U32(value) => *value = number(random, i64::from(*value)) as u32,
                    _ => {}
                },
            }
        }
        Value::U32(value) => *value = number(random, i64::from(*value)) as u32,
        Value::I32(value) => *value = number(random, i64::from(*value)) as i32,
        Value::EnumNumber(value) => *value = number(random, i64::from(*value)) as i32,
        Value::Bool(value) => *value = !*value,
        Value::String(text) => text.push_str(["", "x", "\0", "Ж", "-2"][random.below(5)]),
        _ => {}
    }
}

#[test]
fn states_that_are_nearly_right_never_panic() {
    let mut random = Random::new(2);
    let mut accepted = 0;
    for request in requests() {
        for _ in 0..300 {
            let mut message = request.message.clone();
            (0..=random.below(3)).for_each(|_| mutate(&mut random, &mut message));
            accepted += u32::from(answered(&request, &message.encode_to_vec()));
        }
    }
    assert!(accepted > 50, "only {accepted} were accepted: the changes are too wild to reach far");
}

fn reasons(violations: &[Violation]) -> Vec<(&str, Reason)> {
    violations.iter().map(|violation| (&*violation.field, violation.reason())).collect()
}

fn state_refused(state: &State) -> Vec<Violation> {
    let refused = rpc::score(ScoreRequest { position: position(state) }).expect_err("a wrong state");
    assert_eq!(refused.move_index, None);
    refused.violations
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let mut state = placing();
    let (x, y) = (state.tiles[29].x, state.tiles[29].y);
    (state.tiles[30].x, state.tiles[30].y) = (x, y);
    let turned = state.tiles.iter().position(|tile| tile.rotation == Rotation::R90 as i32).expect("a turned tile");
    state.tiles[turned].rotation = Rotation::R180 as i32;
    state.players[1].supply.clear();
    state.bag.remove(0);
    state.draws = Some(3);
    let violations = state_refused(&state);
    let told = reasons(&violations);
    for wanted in [
        ("position.state.tiles[30]", Reason::Overlap),
        ("position.state.players[1].supply", Reason::FigureCount),
        ("position.state.bag", Reason::TileCount),
        ("position.state.draws", Reason::TileCount),
    ] {
        assert!(told.contains(&wanted), "{wanted:?} in {told:?}");
    }
    let mismatch = violations.iter().find(|violation| violation.reason() == Reason::EdgeMismatch).expect("one");
    assert!(matches!(mismatch.detail, Some(violation::Detail::Edge(_))), "{mismatch:?}");
}

#[test]
fn what_cannot_be_read_is_told_at_once() {
    let mut state = placing();
    state.tiles[3].rotation = 0;
    state.tiles[4].x = Some(10_001);
    state.tiles[5].kind = Some(9999);
    state.bag[0].count = Some(0);
    state.bag.swap(1, 2);
    state.bag.push(state.bag[1]);
    state.players[0].points.swap(0, 1);
    state.players[2].supply[0].kind = 99;
    state.discarded.push(9999);
    let setup = state.setup.as_mut().expect("a setup");
    setup.sets.swap(0, 1);
    setup.sets.push(SetCount { set: "nowhere".into(), copies: Some(1) });
    setup.sets.push(SetCount { set: setup.sets[0].set.clone(), copies: Some(0) });
    setup.figures[0].count = Some(21);
    setup.options.get_or_insert_default().small_city = 3;
    let moves = vec![Move { kind: None }, all_moves()[4]];
    let request = ApplyMoveRequest { position: position(&state), moves, ..ApplyMoveRequest::default() };
    let refused = rpc::apply_move(request).expect_err("a wrong state");
    let last = state.bag.len() - 1;
    assert_eq!(
        reasons(&refused.violations),
        [
            ("position.state.setup.sets[1]", Reason::Unsorted),
            ("position.state.setup.sets[2].set", Reason::UnknownSet),
            ("position.state.setup.sets[3].copies", Reason::OutOfRange),
            ("position.state.setup.sets[3]", Reason::Duplicate),
            ("position.state.setup.figures[0].count", Reason::Limit),
            ("position.state.setup.options.small_city", Reason::OutOfRange),
            ("position.state.tiles[3].rotation", Reason::Missing),
            ("position.state.tiles[4].x", Reason::OutOfRange),
            ("position.state.tiles[5].kind", Reason::UnknownTile),
            ("position.state.players[0].points[1]", Reason::Unsorted),
            ("position.state.players[2].supply[0].kind", Reason::UnknownFigure),
            ("position.state.bag[0].count", Reason::OutOfRange),
            ("position.state.bag[2]", Reason::Unsorted),
            (&*format!("position.state.bag[{last}]"), Reason::Duplicate),
            ("position.state.discarded[0]", Reason::UnknownTile),
            ("moves[0].kind", Reason::Missing),
        ]
    );
}

#[test]
fn a_state_of_another_version_is_not_judged() {
    let state = State { rules_version: Some(2), setup: None, ..placing() };
    assert_eq!(reasons(&state_refused(&state)), [("position.state.rules_version", Reason::UnknownRulesVersion)]);
}

#[test]
fn lists_and_texts_have_limits() {
    let mut state = placing();
    state.tiles = vec![state.tiles[0].clone(); 1101];
    assert_eq!(reasons(&state_refused(&state)), [("position.state.tiles", Reason::Limit)]);

    let moves = vec![all_moves()[4]; 1001];
    let request = LegalMovesRequest { position: position(&placing()), ask: moves.clone(), ..Default::default() };
    let refused = rpc::legal_moves(request).expect_err("too many");
    assert_eq!(reasons(&refused.violations), [("ask", Reason::Limit)]);
    let request = ApplyMoveRequest { position: position(&placing()), moves, ..ApplyMoveRequest::default() };
    let refused = rpc::apply_move(request).expect_err("too many");
    assert_eq!(reasons(&refused.violations), [("moves", Reason::Limit)]);

    let text = " ".repeat(notation::MAX_BYTES + 1);
    let form = Some(proto::position::Form::Notation(text.clone()));
    let refused = rpc::score(ScoreRequest { position: Some(proto::Position { form }) }).expect_err("too long");
    assert_eq!(reasons(&refused.violations), [("position.notation", Reason::Limit)]);
    let form = Some(replay_request::Form::Notation(text));
    let refused = rpc::replay(ReplayRequest { form, with_notation: false }).expect_err("too long");
    assert_eq!(reasons(&refused.violations), [("notation", Reason::Limit)]);
}

#[test]
fn a_name_cannot_make_a_refusal_long() {
    let sets = vec!["Ж".repeat(10_000)];
    let refused = rpc::get_catalog(GetCatalogRequest { sets }).expect_err("no such set");
    assert_eq!(reasons(&refused.violations), [("sets[0]", Reason::UnknownSet)]);
    assert!(refused.violations[0].description.len() <= MAX_TEXT);
}
