//! States are read from bytes and written as bytes without messages for most of it. The messages are what counts.

use std::sync::Arc;

use carcassonne_engine::engine::{self, Catalogue, Violation};
use carcassonne_engine::wire::decode::Decoder;
use carcassonne_engine::wire::path::Path;
use carcassonne_engine::wire::proto::position::Form;
use carcassonne_engine::wire::proto::*;
use carcassonne_engine::wire::state_bytes::{read, write, write_without_seed};
use prost::Message;
use prost::encoding::{DecodeContext, decode_key, encode_varint, skip_field};

use crate::games::{MIXES, Random, play, setup};

fn catalogue() -> Arc<Catalogue> {
    Catalogue::built_in().expect("a catalogue")
}

fn told(form: Form) -> Result<engine::State, Vec<Violation>> {
    let catalogue = catalogue();
    let mut decode = Decoder::new(&catalogue);
    let position = decode.position(&Path::Request.field("position"), Some(&Position { form: Some(form) }));
    decode.finish(position).map(|position| position.state().clone())
}

/// Whether a state is told to be the same, or the same is told to be wrong with it, whichever way it is read. Returns whether it
/// was read the fast way.
fn same_both_ways(bytes: &[u8]) -> bool {
    let by_bytes = told(Form::Unread(bytes.to_vec()));
    match State::decode(bytes) {
        Ok(state) => assert_eq!(by_bytes, told(Form::State(Box::new(state))), "{bytes:?}"),
        Err(error) => {
            let violations = by_bytes.expect_err("it cannot be read");
            assert_eq!(violations.len(), 1);
            assert_eq!((&*violations[0].path, &violations[0].text), ("position.state", &error.to_string()));
        }
    }
    read(&catalogue(), bytes).is_some()
}

/// States at every so many turns of games with everything.
fn states(every: usize) -> Vec<State> {
    let mut states = Vec::new();
    let figures: &[(&str, u32)] = &[("base", 1), ("princess-and-dragon", 1), ("tower", 1), ("abbey-and-mayor", 1)];
    for (seed, mix) in MIXES.iter().chain([&figures]).enumerate() {
        let mut number = 0;
        play(&setup(mix, 2 + seed % 5), seed as u64 + 50, |state, _| {
            number += 1;
            states.extend((number % every == 0).then(|| state.clone()));
        });
    }
    states
}

#[test]
fn states_of_games_are_read_and_written_as_their_messages_are() {
    let catalogue = catalogue();
    let states = states(2);
    let some = |is_there: fn(&State) -> bool| assert!(states.iter().any(is_there));
    some(|state| state.tiles.iter().any(|tile| tile.figures.iter().any(|figure| figure.square.is_some())));
    some(|state| !state.neutral.is_empty() && !state.tokens.is_empty() && !state.elsewhere.is_empty());
    some(|state| state.players.iter().any(|player| !player.prisoners.is_empty() && !player.hand.is_empty()));
    for state in states {
        let bytes = state.encode_to_vec();
        let raw = read(&catalogue, &bytes).expect("it looks as it is written");
        assert_eq!(Ok(&raw), told(Form::State(Box::new(state.clone()))).as_ref());
        assert_eq!(write(&catalogue, &raw), bytes);
        let (mut state, (hidden, told)) = (state, write_without_seed(&catalogue, &raw));
        let seed = match state.setup.as_mut().and_then(|setup| setup.draw.as_mut()) {
            Some(setup::Draw::Seeded(seeded)) => std::mem::take(&mut seeded.seed),
            _ => String::new(),
        };
        assert_eq!((hidden, told), (state.encode_to_vec(), &*seed));
    }
}

/// The parts of a message: one for each field, in order.
fn fields(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let before = bytes;
        let (tag, wire) = decode_key(&mut bytes).expect("a key");
        skip_field(wire, tag, &mut bytes, DecodeContext::default()).expect("a field");
        fields.push(before[..before.len() - bytes.len()].to_vec());
    }
    fields
}

/// A thread remembers the setup that it read or wrote last. It reads and writes what others do that remember another, or none: with
/// the same rules and other names or another seed, written in another order, in parts, or refused.
#[test]
fn what_a_thread_remembers_changes_nothing() {
    let apart = |bytes: &[u8]| {
        let bytes = bytes.to_vec();
        let read = move || told(Form::Unread(bytes)).map(|state| (write(&catalogue(), &state), state));
        std::thread::spawn(read).join().expect("no panic")
    };
    let one = states(40).swap_remove(3);
    let with = |change: fn(&mut Setup)| {
        let mut state = one.clone();
        change(state.setup.as_mut().expect("a setup"));
        state.encode_to_vec()
    };
    let mut asked = vec![
        with(|_| ()),
        with(|setup| setup.players[0].name = "Ada".into()),
        with(|setup| setup.draw = Some(setup::Draw::Seeded(SeededDraw { seed: "another".into() }))),
        with(|setup| setup.draw = Some(setup::Draw::Seeded(SeededDraw::default()))),
        with(|setup| setup.draw = Some(setup::Draw::Host(HostDraw {}))),
        with(|setup| setup.options = None),
        with(|setup| setup.players[0].name = "x".repeat(3000)),
        with(|setup| setup.sets.clear()),
        with(|setup| setup.draw = None),
    ];
    // the same setup with its last field first, and in two parts
    let setup = one.setup.clone().expect("a setup").encode_to_vec();
    let mut parts = fields(&setup);
    let last = parts.pop().expect("fields");
    let other_order = [last.clone(), parts.concat()].concat();
    assert_eq!(Setup::decode(&*other_order), Ok(one.setup.clone().expect("a setup")));
    let without = State { setup: None, ..one.clone() }.encode_to_vec();
    let part = |content: &[u8]| {
        let mut bytes = vec![0x12];
        encode_varint(content.len() as u64, &mut bytes);
        [&bytes, content].concat()
    };
    asked.push([&part(&other_order), &without[..]].concat());
    asked.push([&part(&parts.concat()), &without[..], &part(&last)].concat());
    // the remembered one, and then a part that changes it
    let other_name = Setup { players: vec![Player { name: "Bo".into() }], ..Setup::default() }.encode_to_vec();
    let draw = setup::Draw::Seeded(SeededDraw { seed: "another".into() });
    let other_seed = Setup { draw: Some(draw), ..Setup::default() }.encode_to_vec();
    asked.push([&part(&setup), &without[..], &part(&other_name)].concat());
    asked.push([&part(&setup), &without[..], &part(&other_seed)].concat());
    asked.push(without);
    let expected: Vec<_> = asked.iter().map(|bytes| apart(bytes)).collect();
    assert!(expected[0].is_ok() && expected[9].is_ok() && expected[10].is_ok() && expected[7].is_err());
    assert_eq!(expected[0], expected[9]);
    assert_eq!(expected[0], expected[10]);
    assert!(expected[11].is_err(), "one player more");
    assert_eq!(expected[12], expected[2], "another draw");
    assert_ne!(expected[12], expected[0]);
    // here, each after each
    for first in 0..asked.len() {
        for second in 0..asked.len() {
            for which in [first, second, second, first] {
                let state = told(Form::Unread(asked[which].clone()));
                let state = state.map(|state| (write(&catalogue(), &state), state));
                assert_eq!(state, expected[which], "{which} of {first} and {second}");
            }
        }
    }
}

#[test]
fn a_tile_with_many_figures_is_written_as_its_message_is() {
    let catalogue = catalogue();
    let state = states(60).into_iter().find(|state| state.tiles.iter().any(|tile| !tile.figures.is_empty()));
    let mut raw = read(&catalogue, &state.expect("figures").encode_to_vec()).expect("a state");
    for count in [12, 13, 14, 64] {
        raw.figures = vec![raw.figures[0]; count];
        let bytes = write(&catalogue, &raw);
        let message = State::decode(&*bytes).expect("a state");
        assert_eq!(message.encode_to_vec(), bytes);
        assert_eq!(message.tiles.iter().map(|tile| tile.figures.len()).max(), Some(count));
        assert_eq!(read(&catalogue, &bytes).as_ref(), Some(&raw));
    }
    raw.figures = vec![raw.figures[0]; 65];
    assert_eq!(read(&catalogue, &write(&catalogue, &raw)), None, "more than there may be");
}

#[test]
fn what_is_unusual_is_told_by_the_message() {
    let state = states(70).into_iter().find(|state| state.tiles.iter().any(|tile| !tile.figures.is_empty()));
    let state = state.expect("figures");
    let on = state.tiles.iter().position(|tile| !tile.figures.is_empty()).expect("figures");
    let changed = |change: &dyn Fn(&mut State)| {
        let mut state = state.clone();
        change(&mut state);
        state.encode_to_vec()
    };
    let sound = state.encode_to_vec();
    assert!(same_both_ways(&sound));
    // what lists do not show: each is told by whoever reads the message
    let unusual: &[&dyn Fn(&mut State)] = &[
        &|state| state.tiles[on].kind = None,
        &|state| state.tiles[on].kind = Some(99_999),
        &|state| state.tiles[on].x = None,
        &|state| state.tiles[on].x = Some(10_001),
        &|state| state.tiles[on].y = Some(i32::MIN),
        &|state| state.tiles[on].rotation = 0,
        &|state| state.tiles[on].rotation = 5,
        &|state| state.tiles[on].rotation = -1,
        &|state| state.tiles[on].figures[0].player = None,
        &|state| state.tiles[on].figures[0].player = Some(256),
        &|state| state.tiles[on].figures[0].kind = 15,
        &|state| state.tiles[on].figures[0].segment = None,
        &|state| state.tiles[on].figures[0].square = Some(0),
        &|state| state.bag[0].kind = None,
        &|state| state.bag[0].count = None,
        &|state| state.bag[0].count = Some(0),
        &|state| state.bag.swap(0, 1),
        &|state| state.bag[1] = state.bag[0],
        &|state| state.bag.push(TileCount { kind: Some(99_999), count: Some(1) }),
        &|state| state.tiles = vec![state.tiles[0].clone(); 1200],
        &|state| state.rules_version = Some(7),
        &|state| state.setup = None,
        &|state| state.draws = None,
        &|state| state.seal = vec![1; 40],
        &|state| state.turn.as_mut().expect("a turn").player = None,
    ];
    for (i, change) in unusual.iter().enumerate() {
        assert!(!same_both_ways(&changed(*change)), "{i}");
    }
    // what is wrong, but not in how it is written
    let wrong: &[&dyn Fn(&mut State)] = &[
        &|state| state.tiles[on].x = Some(10_000),
        &|state| state.tiles[on].rotation = 5 - state.tiles[on].rotation,
        &|state| state.tiles.swap(0, 1),
        &|state| state.tiles.clear(),
        &|state| state.tiles[on].figures[0].player = Some(255),
        &|state| state.tiles[on].figures[0].segment = Some(200),
        &|state| state.bag.clear(),
        &|state| state.bag[0].count = Some(u32::MAX),
        &|state| state.players.clear(),
    ];
    for (i, change) in wrong.iter().enumerate() {
        assert!(same_both_ways(&changed(*change)), "{i}");
    }
    // fields in another order, not known, in a form that takes more bytes than it must, cut off
    let tiles = State { tiles: state.tiles.clone(), ..State::default() }.encode_to_vec();
    let others = State { tiles: Vec::new(), ..state.clone() }.encode_to_vec();
    assert!(same_both_ways(&[tiles.clone(), others.clone()].concat()), "tiles may come first");
    assert!(same_both_ways(&[&others[..], &tiles, &[0x70, 1]].concat()), "a field that is not known");
    assert!(!same_both_ways(&[&sound[..], &[0xf8, 0x7f, 1]].concat()), "one with a large number");
    assert!(!same_both_ways(&[&sound[..], &[0x18, 1]].concat()), "tiles that are a number");
    assert!(!same_both_ways(&[&sound[..], &[0x1a, 0]].concat()), "a tile of nothing");
    assert!(!same_both_ways(&[&sound[..], &[0x73, 0x74]].concat()), "a group");
    assert!(!same_both_ways(&[&sound[..], &[0x1a, 3, 8, 0x80, 0x80]].concat()), "a number that does not end");
    assert!(!same_both_ways(&[&sound[..], &[0x38, 0xff, 0xff, 0xff, 0xff, 0xff, 1]].concat()), "one that is too long");
    // in parts, and numbers that take more bytes than they must
    let setup = |players: &[Player], sets: &[SetCount]| {
        let setup = state.setup.clone().expect("a setup");
        State { setup: Some(Setup { players: players.to_vec(), sets: sets.to_vec(), ..setup }), ..State::default() }
    };
    let Setup { players, sets, .. } = state.setup.clone().expect("a setup");
    let rest = State { setup: None, ..state.clone() }.encode_to_vec();
    let parts = [setup(&players, &[]).encode_to_vec(), setup(&[], &sets).encode_to_vec(), rest].concat();
    assert!(!same_both_ways(&parts), "a setup in two parts");
    assert!(same_both_ways(&[&sound[..], &[0x38, 5]].concat()), "draws twice");
    assert!(same_both_ways(&[&sound[..], &[0x30, 1, 0x32, 1, 2]].concat()), "a list in two forms");
    let tile = |content: &[u8]| [&others[..], &[0x1a, content.len() as u8], content].concat();
    let kind = state.tiles[0].kind() as u8;
    assert!(same_both_ways(&tile(&[8, kind, 0x10, 0, 0x18, 0, 0x20, 1])), "a tile as it is written");
    assert!(same_both_ways(&tile(&[8, 0x80 | kind, 0, 0x10, 0x80, 0, 0x18, 0, 0x20, 1])), "longer numbers");
    assert!(!same_both_ways(&tile(&[0x10, 0, 8, kind, 0x18, 0, 0x20, 1])), "in another order");
    assert!(!same_both_ways(&tile(&[8, kind, 8, kind, 0x10, 0, 0x18, 0, 0x20, 1])), "twice");
    assert!(!same_both_ways(&tile(&[8, kind, 0x10, 0, 0x18, 0, 0x20, 1, 0x38, 1])), "a field that is not known");
    for length in (0..sound.len()).step_by(7) {
        same_both_ways(&sound[..length]);
    }
    assert!(!same_both_ways(&[]));
    let many = State { discarded: vec![1; 12_000], ..State::default() }.encode_to_vec();
    let long = State { tiles: vec![PlacedTile::default(); 12_000], ..State::default() }.encode_to_vec();
    assert!(read(&catalogue(), &many).is_none() && read(&catalogue(), &long).is_none());
    let refused = told(Form::Unread(long)).expect_err("too many entries");
    assert_eq!((&*refused[0].path, refused[0].reason.name), ("position.state", "REASON_LIMIT"));
}

#[test]
fn whatever_is_sent_is_told_the_same_both_ways() {
    let (mut fast, mut slow) = (0, 0);
    let mut random = Random::new(5);
    for state in states(25) {
        for _ in 0..20 {
            let mut bytes = state.encode_to_vec();
            for _ in 0..=random.below(2) {
                let at = random.below(bytes.len());
                match random.below(6) {
                    0 => bytes[at] = random.below(256) as u8,
                    1 => bytes[at] ^= 1 << random.below(8),
                    2 => drop(bytes.remove(at)),
                    3 => bytes.insert(at, random.below(256) as u8),
                    // another number, more often than not
                    _ => bytes[at] = bytes[at].wrapping_add(1),
                }
            }
            *if same_both_ways(&bytes) { &mut fast } else { &mut slow } += 1;
        }
    }
    assert!(fast > 50 && slow > 500, "{fast} the fast way, {slow} not");
}
