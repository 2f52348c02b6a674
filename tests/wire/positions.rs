//! A position may be at hand already, as the one that the last call made or read. Nothing that is answered may tell.

use std::sync::Arc;

use carcassonne_engine::engine;
use carcassonne_engine::wire::proto::{self, *};
use carcassonne_engine::wire::{rpc, work};
use prost::Message;

use crate::games::{MIXES, Random, legal_moves, new_game, position, seeded, setup};

/// The state after a move, and the position that it is.
fn make(state: &State, mv: Move) -> (State, engine::Position) {
    let request = ApplyMoveRequest { position: position(state), moves: vec![mv], ..ApplyMoveRequest::default() };
    let (response, told) = work::run(work::Stop::default(), work::States::Inside, || rpc::apply_move(request));
    (response.expect("a legal move").state.expect("a state"), Arc::unwrap_or_clone(told.made.expect("it is told")))
}

/// All that calls answer about a position, as bytes.
fn answers(position: &proto::Position, mv: Option<Move>) -> Vec<Vec<u8>> {
    let position = Some(position.clone());
    let legal = LegalMovesRequest {
        position: position.clone(),
        with_notation: true,
        ask: mv.into_iter().chain([Move { kind: Some(r#move::Kind::Pass(Pass {})) }]).collect(),
        ..LegalMovesRequest::default()
    };
    let apply = ApplyMoveRequest { position: position.clone(), moves: mv.into_iter().collect(), ..Default::default() };
    let rollout = RolloutRequest {
        position: position.clone(),
        seed: Some(1),
        playouts: Some(1),
        tiles: Some(2),
        policy: RolloutPolicy::Random as i32,
        ..RolloutRequest::default()
    };
    let rollout = rpc::rollout(rollout).expect("a rollout");
    let mut answers = vec![
        rpc::legal_moves(legal).expect("moves").encode_to_vec(),
        rpc::score(ScoreRequest { position: position.clone() }).expect("points").encode_to_vec(),
        rpc::view(ViewRequest { position, player: Some(0), with_notation: true }).expect("a view").encode_to_vec(),
        rollout.play(0, || ()).expect("nobody stops it").encode_to_vec(),
    ];
    if mv.is_some() {
        answers.push(rpc::apply_move(apply).expect("a legal move").encode_to_vec());
    }
    answers
}

fn in_hand(position: engine::Position) -> proto::Position {
    proto::Position { form: Some(proto::position::Form::Read(Arc::new(position))) }
}

#[test]
fn calls_answer_the_same_about_a_position_at_hand_as_about_one_that_is_read() {
    for (seed, mix) in MIXES.iter().enumerate() {
        let start = new_game(&seeded(setup(mix, 2 + seed % 3), "at hand"));
        let (mut state, mut random) = (start, Random::new(seed as u64));
        let mut at_hand = None;
        while let Some(mv) = random.choose(&legal_moves(&state).moves) {
            let sent = position(&state).expect("a position");
            let read = answers(&sent, Some(mv));
            // as it comes from the wire
            let sent = proto::Position::decode(&*sent.encode_to_vec()).expect("own bytes");
            assert!(matches!(sent.form, Some(proto::position::Form::Unread(_))));
            assert_eq!(answers(&sent, Some(mv)), read);
            if let Some(at_hand) = at_hand {
                assert_eq!(answers(&in_hand(at_hand), Some(mv)), read);
            }
            let (next, made) = make(&state, mv);
            (state, at_hand) = (next, Some(made));
        }
        let over = in_hand(at_hand.expect("moves were made"));
        assert_eq!(answers(&over, None), answers(&position(&state).expect("a position"), None));
    }
}

/// Games that differ in one thing, which may tell what a state means: each is answered as if no other had been read before.
#[test]
fn what_was_read_before_does_not_matter() {
    let plain = || setup(&[("base", 1), ("river", 1), ("wonders-1", 1)], 2);
    let option = |set: fn(&mut Options)| {
        let mut options = Options::default();
        set(&mut options);
        Setup { options: Some(options), ..plain() }
    };
    let meeples = FigureCount { kind: FigureKind::Meeple as i32, count: Some(4) };
    let setups = [
        plain(),
        setup(&[("base", 1), ("river", 1), ("wonders-1", 1)], 3),
        setup(&[("base", 2), ("river", 1), ("wonders-1", 1)], 2),
        setup(&[("base", 1), ("wonders-1", 1)], 2),
        option(|options| options.farmers = Switch::Off as i32),
        option(|options| options.abbot = Switch::Off as i32),
        option(|options| options.river_start_tile = RiverStartTile::Shuffled as i32),
        Setup { figures: vec![meeples], ..plain() },
        Setup { offer: Some(Offer { form: Some(offer::Form::Count(1)) }), ..plain() },
        Setup { players: vec![Player { name: "Anna".into() }, Player::default()], ..plain() },
        seeded(plain(), "what was read before"),
    ];
    let middle = |setup: &Setup| {
        let (mut state, mut random) = (new_game(setup), Random::new(3));
        for _ in 0..40 {
            let mv = random.choose(&legal_moves(&state).moves).expect("the game goes on");
            state = make(&state, mv).0;
        }
        position(&state).expect("a position")
    };
    let positions = setups.map(|setup| {
        let position = middle(&setup);
        // whoever begins has read nothing
        let alone = position.clone();
        (position, std::thread::spawn(move || answers(&alone, None)).join().expect("answers"))
    });
    for (before, _) in &positions {
        for (position, alone) in &positions {
            answers(before, None);
            assert_eq!(answers(position, None), *alone);
        }
    }
}

#[test]
fn what_was_read_is_told_and_what_was_refused_is_not() {
    let state = new_game(&seeded(setup(MIXES[0], 2), "at hand"));
    let score = |state| {
        let request = ScoreRequest { position: position(state) };
        let (response, told) = work::run(work::Stop::default(), work::States::Inside, || rpc::score(request));
        assert_eq!(response.is_ok(), told.read.is_some());
        told.read.map(|position| position.state().tiles.len())
    };
    assert_eq!(score(&state), Some(state.tiles.len()));
    assert_eq!(score(&State { draws: Some(70), ..state.clone() }), None);
}

#[test]
fn a_state_of_bytes_that_are_none_is_told_with_its_path() {
    let unread = proto::Position { form: Some(proto::position::Form::Unread(vec![0x0a, 9])) };
    let refused = rpc::score(ScoreRequest { position: Some(unread) }).expect_err("no state");
    assert_eq!(refused.violations[0].field, "position.state");
    assert_eq!(refused.violations[0].reason(), Reason::Malformed);
}
