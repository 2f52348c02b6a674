//! The fuzz targets over their corpora: what was once found stays found. `cargo fuzz run TARGET` looks for more.

#[path = "../fuzz/bodies.rs"]
mod bodies;
mod common;

use std::path::{Path, PathBuf};

use carcassonne_engine::engine::Position;
use carcassonne_engine::notation::{self, Record};
use carcassonne_engine::selfplay::{play_out, rng};
use carcassonne_engine::wire::{encode, proto};
use prost::Message;

fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target)
}

fn replay(target: &str, body: fn(&[u8])) {
    let folder = folder(target);
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    for file in files {
        let data = std::fs::read(&file).unwrap();
        body(&data);
        // and the input cut short, and with single bytes changed, at a few dozen places
        let step = (data.len() / 40).max(1);
        for at in (0..data.len()).step_by(step) {
            body(&data[..at]);
            let mut changed = data.clone();
            changed[at] = changed[at].wrapping_add(1);
            body(&changed);
            changed.remove(at);
            body(&changed);
        }
    }
}

#[test]
fn wire() {
    replay("wire", bodies::wire);
}

#[test]
fn position() {
    replay("position", bodies::position);
}

#[test]
fn record() {
    replay("record", bodies::record);
}

#[test]
fn jcz() {
    replay("jcz", bodies::jcz);
}

/// Writes the inputs from which the fuzzers start: `make fuzz-corpus`. Found inputs lie beside them and stay.
#[test]
#[ignore = "writes files"]
fn write_seeds() {
    let catalogue = common::catalogue();
    let write = |target: &str, name: String, data: &[u8]| {
        std::fs::create_dir_all(folder(target)).unwrap();
        std::fs::write(folder(target).join(name), data).unwrap();
    };
    for (name, sets, tiles) in [
        ("base-10", "base", 10),
        ("base-60", "base", 60),
        ("river", "base,river", 30),
        ("everything", "base,river-2,inns-and-cathedrals", 40),
        ("wonders", "base,river,inns-and-cathedrals,wonders-1,wonders-2,wonders-3", 100),
        ("builder", "base,traders-and-builders", 60),
        ("dragon", "base,princess-and-dragon,traders-and-builders", 70),
        ("tower", "base,tower,princess-and-dragon", 80),
        ("abbey", "base,abbey-and-mayor,tower", 75),
    ] {
        let setup = common::setup(sets, 2, "", "");
        let mut moves = Vec::new();
        let mut position = common::new_game(&setup).0;
        play_out(&mut position, &mut rng(1, 0), |_, mv| moves.push(*mv));
        let record = Record { setup: setup.clone(), moves };
        let text = notation::print_record(&catalogue, &record).expect("a game that was played");
        write("record", format!("seed-{name}"), text.as_bytes());

        let position: Position = common::random_position(sets, 2, tiles, 1);
        let line = notation::print_position(&catalogue, position.state());
        write("position", format!("seed-{name}"), line.as_bytes());

        let state = encode::state(&catalogue, position.state());
        let form = Some(proto::position::Form::State(Box::new(state)));
        let at = || Some(proto::Position { form: form.clone() });
        let moves = encode::moves(&catalogue, &position.legal_moves());
        let setup = Some(encode::setup(&catalogue, &setup));
        let all = encode::moves(&catalogue, &record.moves);
        let request = |which: u8, bytes: Vec<u8>| [vec![which], bytes].concat();
        let requests = [
            request(0, proto::GetCatalogRequest { sets: vec!["base".into()] }.encode_to_vec()),
            request(1, proto::NewGameRequest { setup: setup.clone(), with_notation: true }.encode_to_vec()),
            request(
                2,
                proto::LegalMovesRequest { position: at(), ask: moves.clone(), ..Default::default() }.encode_to_vec(),
            ),
            request(
                3,
                proto::ApplyMoveRequest { position: at(), moves: moves[..1].to_vec(), ..Default::default() }
                    .encode_to_vec(),
            ),
            request(4, proto::ScoreRequest { position: at() }.encode_to_vec()),
            request(5, proto::ViewRequest { position: at(), player: Some(1), with_notation: true }.encode_to_vec()),
            request(
                6,
                proto::ReplayRequest {
                    form: Some(proto::replay_request::Form::Record(proto::Record { setup, moves: all })),
                    with_notation: false,
                }
                .encode_to_vec(),
            ),
            request(
                7,
                proto::RolloutRequest {
                    position: at(),
                    seed: Some(1),
                    playouts: Some(2),
                    policy: proto::RolloutPolicy::Random as i32,
                    candidates: vec![proto::MoveSequence { moves: moves[..1].to_vec() }, Default::default()],
                    tiles: Some(2),
                    ..Default::default()
                }
                .encode_to_vec(),
            ),
            request(
                8,
                proto::PlayRequest { call: at().map(proto::play_request::Call::Begin), with_state: true }
                    .encode_to_vec(),
            ),
        ];
        for (number, request) in requests.iter().enumerate() {
            write("wire", format!("seed-{name}-{number}"), request);
        }
    }
    let recording = include_str!("data/recording.jcz");
    write("jcz", "seed-recording".into(), recording.as_bytes());
}
