//! Positions, moves and records as text, where the RPCs take or give it.

use carcassonne_engine::wire::proto::{self, *};
use carcassonne_engine::wire::rpc;
use carcassonne_engine::wire::status::Refused;

use crate::games::{MIXES, apply, middle, new_game, play, position, seeded, setup};

fn text(notation: &str) -> Option<proto::Position> {
    Some(proto::Position { form: Some(proto::position::Form::Notation(notation.into())) })
}

fn view(position: Option<proto::Position>) -> Result<ViewResponse, Refused> {
    rpc::view(ViewRequest { position, player: None, with_notation: true })
}

fn refusal<A: std::fmt::Debug>(result: Result<A, Refused>) -> Vec<(String, Reason, String)> {
    let told = |violation: Violation| (violation.field.clone(), violation.reason(), violation.description);
    result.expect_err("a refusal").violations.into_iter().map(told).collect()
}

#[test]
fn a_position_may_be_text() {
    for (seed, sets) in MIXES.iter().enumerate() {
        let mut number = 0;
        play(&setup(sets, 3), seed as u64, |state, _| {
            number += 1;
            if number % 15 == 0 {
                let typed = view(position(state)).expect("a view");
                let again = view(text(&typed.notation)).expect("a position as text");
                assert_eq!(again, typed);
            }
        });
        let request = NewGameRequest { setup: Some(setup(sets, 3)), with_notation: true };
        let created = rpc::new_game(request).expect("a setup");
        assert_eq!(view(text(&created.notation)).expect("a position as text").state, created.state);
    }
}

#[test]
fn a_wrong_text_is_told_at_its_field() {
    let unreadable = refusal(view(text("no position")));
    assert!(unreadable.iter().all(|(path, ..)| path == "position.notation"), "{unreadable:?}");
    assert_eq!(unreadable[0].1, Reason::Notation);
    let empty = refusal(view(text("")));
    assert_eq!((&*empty[0].0, empty[0].1), ("position.notation", Reason::Missing));

    // what is wrong with the state is told by the name of its field
    let mut state = middle(|phase| matches!(phase, turn::Phase::PlaceTile(_)));
    let notation = view(position(&state)).expect("a view").notation;
    state.tiles.swap(0, 1);
    let typed = refusal(view(position(&state)));
    assert_eq!(typed[0].0, "position.state.tiles[0].kind");
    let draws = format!("draws={}", state.draws.expect("draws"));
    assert!(notation.contains(&draws), "{notation}");
    let wrong = refusal(view(text(&notation.replace(&draws, "draws=3"))));
    assert_eq!((&*wrong[0].0, wrong[0].1), ("position.notation", Reason::TileCount));
    assert!(wrong[0].2.starts_with("draws: "), "{wrong:?}");
}

#[test]
fn moves_may_be_text() {
    let start = new_game(&seeded(setup(MIXES[0], 2), "seed"));
    let mut moves = Vec::new();
    play(&seeded(setup(MIXES[0], 2), "seed"), 1, |_, choice| moves.extend(choice.copied()));
    moves.truncate(9);
    let form = Some(replay_request::Form::Record(Record {
        setup: Some(seeded(setup(MIXES[0], 2), "seed")),
        moves: moves.clone(),
    }));
    let replayed = rpc::replay(ReplayRequest { form, with_notation: true }).expect("a record");
    let played: String =
        replayed.record_notation.lines().filter(|line| !line.contains(':')).collect::<Vec<_>>().join("\n");
    let host = new_game(&setup(MIXES[0], 2));
    let request = |notation: &str| ApplyMoveRequest {
        position: position(&host),
        notation: notation.into(),
        with_notation: true,
        ..ApplyMoveRequest::default()
    };
    let as_text = rpc::apply_move(request(&played)).expect("moves as text");
    // the same but for who draws
    let hosted = |state: Option<State>| State { setup: host.setup.clone(), ..state.expect("a state") };
    assert!(hosted(as_text.state) == hosted(replayed.state.clone()));
    assert!(replayed.state == apply(&start, moves).state);

    let wrong = refusal(rpc::apply_move(request("fly away")));
    assert_eq!((&*wrong[0].0, wrong[0].1), ("notation", Reason::Notation));
    let nothing = refusal(rpc::apply_move(request("# nothing")));
    assert_eq!((&*nothing[0].0, nothing[0].1), ("notation", Reason::Missing));
    let early = refusal(rpc::apply_move(request("pass")));
    assert_eq!((&*early[0].0, early[0].1), ("notation", Reason::NotNow));
}

#[test]
fn a_record_may_be_text() {
    for sets in MIXES {
        let mut moves = Vec::new();
        let setup = seeded(setup(sets, 2), "seed");
        play(&setup, 1, |_, choice| moves.extend(choice.copied()));
        let replay = |form| rpc::replay(ReplayRequest { form: Some(form), with_notation: true });
        let seeded = replay(replay_request::Form::Record(Record { setup: Some(setup), moves })).expect("a record");
        let text = replay(replay_request::Form::Notation(seeded.record_notation.clone())).expect("a record as text");
        let typed = replay(replay_request::Form::Record(seeded.record.expect("a record"))).expect("a record");
        assert!(text == typed);
        assert_eq!(text.record_notation, seeded.record_notation);
    }
    let form = Some(replay_request::Form::Notation("sets: moon".into()));
    let wrong = refusal(rpc::replay(ReplayRequest { form, with_notation: false }));
    assert!(wrong.iter().all(|(path, ..)| path == "notation"), "{wrong:?}");
    let unknown = |(_, reason, _): &(String, Reason, String)| *reason == Reason::UnknownSet;
    assert!(wrong.iter().any(unknown), "{wrong:?}");
}
