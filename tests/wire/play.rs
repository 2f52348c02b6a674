//! A stream with its position answers what calls about that position answer.

use carcassonne_engine::wire::play::Table;
use carcassonne_engine::wire::proto::play_request::Call;
use carcassonne_engine::wire::proto::play_response::Answer;
use carcassonne_engine::wire::proto::*;
use carcassonne_engine::wire::rpc;
use carcassonne_engine::wire::status::Refused;

use crate::games::{MIXES, Random, apply, legal_moves, new_game, position, seeded, setup};

fn ask(table: &mut Table, call: Call, with_state: bool) -> Result<Answer, Refused> {
    table.answer(PlayRequest { call: Some(call), with_state }).map(|response| response.answer.expect("an answer"))
}

fn at(state: &State) -> Table {
    let mut table = Table::default();
    assert_eq!(ask(&mut table, begin(state), false), Ok(Answer::Begun(PlayBegun {})));
    table
}

fn begin(state: &State) -> Call {
    Call::Begin(position(state).expect("a position"))
}

fn moves(moves: &[Move]) -> Call {
    Call::ApplyMove(ApplyMoveRequest { moves: moves.to_vec(), ..Default::default() })
}

fn pass() -> Move {
    Move { kind: Some(r#move::Kind::Pass(Pass {})) }
}

/// Path, reason and description, without what a path begins with on a stream.
fn told(refused: Refused, prefix: &str) -> (Vec<(String, i32, String)>, Option<u32>) {
    let told = |violation: Violation| {
        let path = violation.field.strip_prefix(prefix).unwrap_or_else(|| panic!("{}", violation.field)).to_owned();
        (path, violation.reason, violation.description)
    };
    (refused.violations.into_iter().map(told).collect(), refused.move_index)
}

#[test]
fn whole_games_on_a_stream_are_those_of_single_calls() {
    for (i, mix) in MIXES.iter().enumerate() {
        let setup = seeded(setup(mix, 2 + i % 3), "stream");
        let mut random = Random::new(i as u64);
        let mut state = new_game(&setup);
        let mut table = Table::default();
        let first = NewGameRequest { setup: Some(setup.clone()), with_notation: true };
        let expected = NewGameResponse { state: None, ..rpc::new_game(first.clone()).expect("a game") };
        assert_eq!(ask(&mut table, Call::NewGame(first), false), Ok(Answer::NewGame(expected)));
        for turn in 0.. {
            let (whole_turns, with_notation) = (turn % 20 == 0, turn % 3 == 0);
            let request = LegalMovesRequest { ask: vec![pass()], whole_turns, with_notation, position: None };
            let alone = LegalMovesRequest { position: position(&state), ..request.clone() };
            let legal = rpc::legal_moves(alone).expect("a position");
            let Ok(Answer::LegalMoves(mut on_stream)) = ask(&mut table, Call::LegalMoves(request), false) else {
                panic!("legal moves")
            };
            for violation in on_stream.answers.iter_mut().flat_map(|answer| &mut answer.violations) {
                violation.field = violation.field.replace("legal_moves.", "");
            }
            assert_eq!(on_stream, legal);
            if turn % 10 == 0 {
                let score = rpc::score(ScoreRequest { position: position(&state) }).expect("a position");
                assert_eq!(ask(&mut table, Call::Score(ScoreRequest::default()), false), Ok(Answer::Score(score)));
                let request = ViewRequest { player: Some(1), with_notation: true, position: None };
                let alone = ViewRequest { position: position(&state), ..request.clone() };
                let view = rpc::view(alone).expect("a position");
                assert_eq!(ask(&mut table, Call::View(request), false), Ok(Answer::View(view)));
                assert_eq!(ask(&mut table, Call::State(PlayState {}), false), Ok(Answer::State(state.clone())));
            }
            // one that is refused is refused alike, and changes nothing
            let illegal = vec![Move { kind: Some(r#move::Kind::DrawTile(DrawTile { kind: Some(1) })) }];
            let request = ApplyMoveRequest { moves: illegal, ..Default::default() };
            let alone = ApplyMoveRequest { position: position(&state), ..request.clone() };
            let refused = ask(&mut table, Call::ApplyMove(request), true).expect_err("a refusal");
            assert_eq!(told(refused, "apply_move."), told(rpc::apply_move(alone).expect_err("a refusal"), ""));

            let Some(choice) = random.choose(&legal.moves) else { break };
            let mut expected = apply(&state, vec![choice]);
            state = expected.state.clone().expect("a state");
            let with_state = turn % 2 == 0;
            expected.state = expected.state.filter(|_| with_state);
            assert_eq!(ask(&mut table, moves(&[choice]), with_state), Ok(Answer::ApplyMove(expected)));
        }
        assert!(table.position().expect("a position").is_over());
    }
}

#[test]
fn several_moves_are_made_or_none() {
    let state = new_game(&seeded(setup(MIXES[0], 2), "stream"));
    let first = legal_moves(&state).moves[0].r#move.expect("a move");
    let mut table = at(&state);
    let refused = ask(&mut table, moves(&[first, first]), false).expect_err("it cannot be made twice");
    assert_eq!((refused.move_index, &*refused.violations[0].field), (Some(1), "apply_move.moves[1]"));
    assert_eq!(ask(&mut table, Call::State(PlayState {}), false), Ok(Answer::State(state.clone())));

    let second = apply(&state, vec![first]).state.expect("a state");
    let second = legal_moves(&second).moves[0].r#move.expect("a move");
    let both = apply(&state, vec![first, second]);
    assert_eq!(ask(&mut table, moves(&[first, second]), true), Ok(Answer::ApplyMove(both)));
}

#[test]
fn a_stream_begins_with_a_position_and_takes_another() {
    let (one, other) = (new_game(&setup(MIXES[0], 2)), new_game(&setup(MIXES[1], 3)));
    let mut table = Table::default();
    let refused = ask(&mut table, Call::Score(ScoreRequest::default()), false).expect_err("there is no position");
    assert_eq!(told(refused, "").0[0].0, "begin");
    let refused = table.answer(PlayRequest::default()).expect_err("nothing is asked");
    assert_eq!((&*refused.violations[0].field, refused.violations[0].reason()), ("call", Reason::Missing));
    let mut table = at(&one);
    assert!(ask(&mut table, begin(&other), false).is_ok());
    let broken = State { draws: None, ..one.clone() };
    let refused = ask(&mut table, begin(&broken), false).expect_err("no state");
    assert_eq!(&*refused.violations[0].field, "begin.state.draws");
    assert_eq!(ask(&mut table, Call::State(PlayState {}), false), Ok(Answer::State(other)));
}

#[test]
fn calls_on_a_stream_bring_no_position_of_their_own() {
    let state = new_game(&setup(MIXES[0], 2));
    let mut table = at(&state);
    let first = legal_moves(&state).moves[0].r#move.expect("a move");
    let position = || position(&state);
    for (call, path) in [
        (Call::LegalMoves(LegalMovesRequest { position: position(), ..Default::default() }), "legal_moves.position"),
        (
            Call::ApplyMove(ApplyMoveRequest { position: position(), moves: vec![first], ..Default::default() }),
            "apply_move.position",
        ),
        (Call::Score(ScoreRequest { position: position() }), "score.position"),
        (Call::View(ViewRequest { position: position(), ..Default::default() }), "view.position"),
    ] {
        let refused = ask(&mut table, call, false).expect_err("a second position");
        assert_eq!((&*refused.violations[0].field, refused.violations[0].reason()), (path, Reason::Duplicate));
    }
}
