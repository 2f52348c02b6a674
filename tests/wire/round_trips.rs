//! A state has one encoding, and everything that comes out can go in again.

use carcassonne_engine::engine::{self, Catalogue};
use carcassonne_engine::wire::decode::Decoder;
use carcassonne_engine::wire::encode;
use carcassonne_engine::wire::path::Path;
use carcassonne_engine::wire::proto::{self, *};
use carcassonne_engine::wire::rpc;
use prost::Message;

use crate::games::{self, MIXES, apply, legal_moves, new_game, play, position, seeded, setup};

fn decoded(state: &State) -> engine::State {
    let catalogue = Catalogue::built_in().expect("a catalogue");
    let mut decode = Decoder::new(&catalogue);
    let position = decode.position(&Path::Request.field("position"), games::position(state).as_ref());
    decode.finish(position).expect("a valid state").state().clone()
}

#[test]
fn states_of_random_games_come_back_the_same() {
    let catalogue = Catalogue::built_in().expect("a catalogue");
    for (seed, sets) in MIXES.iter().enumerate() {
        let mut states = 0;
        play(&setup(sets, 2 + seed % 5), seed as u64, |state, _| {
            states += 1;
            let bytes = state.encode_to_vec();
            let state = State::decode(&*bytes).expect("bytes of a state");
            let raw = decoded(&state);
            let again = encode::state(&catalogue, &raw);
            assert_eq!(again.encode_to_vec(), bytes);
            assert_eq!(decoded(&again), raw);
        });
        assert!(states > 20, "{sets:?}");
    }
}

#[test]
fn the_same_request_gives_the_same_bytes() {
    let mut number = 0;
    play(&setup(MIXES[2], 3), 11, |state, choice| {
        number += 1;
        if number % 10 != 0 {
            return;
        }
        let position = || position(state);
        let legal =
            || LegalMovesRequest { position: position(), ask: Vec::new(), whole_turns: true, with_notation: true };
        let twice = [(); 2].map(|()| {
            [
                rpc::legal_moves(legal()).expect("a position").encode_to_vec(),
                rpc::score(ScoreRequest { position: position() }).expect("a position").encode_to_vec(),
                choice.map_or(Vec::new(), |choice| apply(state, vec![*choice]).encode_to_vec()),
            ]
        });
        assert!(twice[0] == twice[1]);
    });
    let catalog = || rpc::get_catalog(GetCatalogRequest::default()).expect("a catalogue").encode_to_vec();
    assert!(catalog() == catalog());
}

/// The largest state of games, in bytes.
fn largest(setup: &Setup, seeds: std::ops::Range<u64>) -> usize {
    let mut largest = 0;
    for seed in seeds {
        play(setup, seed, |state, _| largest = largest.max(state.encoded_len()));
    }
    largest
}

/// A state travels with every call.
#[test]
fn states_of_an_ordinary_game_are_small() {
    for players in [2, 6] {
        let bytes = largest(&setup(MIXES[0], players), 100..106);
        println!("{players} players: {bytes} bytes");
        assert!(bytes < 1500, "{players} players: {bytes} bytes");
    }
}

/// All figures that there are, and long names.
#[test]
fn not_even_all_figures_make_a_state_large() {
    let mut setup = setup(MIXES[0], 6);
    setup.players.iter_mut().for_each(|player| player.name = "Ж".repeat(10));
    let mut state = play(&setup, 100, |_, _| {});
    let figure = state.tiles.iter().flat_map(|tile| tile.figures.clone()).next().expect("a figure");
    let on_table: usize = state.tiles.iter().map(|tile| tile.figures.len()).sum();
    // 7 meeples and 1 abbot each
    state.tiles[0].figures.extend(vec![figure; 6 * 8 - on_table]);
    println!("{} bytes", state.encoded_len());
    assert!(state.encoded_len() < 1500, "{} bytes", state.encoded_len());
}

/// What `LegalMoves` lists is what `ApplyMove` accepts; moves come in a fixed order, each once.
#[test]
fn every_listed_move_can_be_sent() {
    let mut number = 0;
    play(&setup(MIXES[1], 2), 5, |state, _| {
        number += 1;
        let legal = legal_moves(state);
        let moves: Vec<Move> = legal.moves.iter().filter_map(|legal| legal.r#move).collect();
        assert_eq!(
            legal.moves.is_empty(),
            matches!(state.turn.clone().and_then(|turn| turn.phase), Some(turn::Phase::Over(_)))
        );
        if number % 8 == 0 {
            moves.iter().for_each(|choice| drop(apply(state, vec![*choice])));
        }
        let mut encoded: Vec<_> = moves.iter().map(Message::encode_to_vec).collect();
        encoded.sort();
        encoded.dedup();
        assert_eq!(encoded.len(), moves.len());
    });
}

#[test]
fn several_moves_do_what_one_after_the_other_does() {
    let setup = setup(MIXES[4], 2);
    let (mut moves, mut events) = (Vec::new(), Vec::new());
    let last = play(&setup, 3, |state, choice| {
        if let Some(choice) = choice {
            moves.push(*choice);
            events.extend(apply(state, vec![*choice]).events);
        }
    });
    let at_once = apply(&new_game(&setup), moves);
    assert!((at_once.state, at_once.events) == (Some(last), events));
}

#[test]
fn a_replay_spells_out_what_the_seed_drew() {
    for sets in [MIXES[1], MIXES[4]] {
        let setup = seeded(setup(sets, 2), "a seed");
        let mut moves = Vec::new();
        let last = play(&setup, 3, |state, choice| {
            let drawing = matches!(state.turn.clone().and_then(|turn| turn.phase), Some(turn::Phase::Draw(_)));
            assert!(!drawing, "the service has drawn");
            moves.extend(choice);
        });
        let replay = |record: Record| {
            let form = Some(replay_request::Form::Record(record));
            rpc::replay(ReplayRequest { form, with_notation: false }).expect("a record")
        };
        let first = replay(Record { setup: Some(setup.clone()), moves });
        assert!(first.state.as_ref() == Some(&last));

        let spelled_out = first.record.expect("a record");
        let draw = spelled_out.setup.clone().and_then(|setup| setup.draw);
        assert_eq!(draw, Some(proto::setup::Draw::Host(HostDraw {})));
        let draws = spelled_out.moves.iter().filter(|mv| matches!(mv.kind, Some(r#move::Kind::DrawTile(_)))).count();
        assert_eq!(Some(draws as u32), last.draws);

        let second = replay(spelled_out.clone());
        assert!((second.events, second.record) == (first.events, Some(spelled_out)));
        let host = State { setup: second.state.clone().and_then(|state| state.setup), ..last };
        assert!(second.state == Some(host));
    }
}
