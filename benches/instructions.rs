//! How many instructions things take, counted by callgrind: the same on a busy machine as on an idle one. Each count is the
//! difference of two runs, so that reading the catalogue is not in it. Fails if one has become more than it may be.
//!
//! `cargo bench --bench instructions`; needs valgrind. With names of cases, these only; the naive implementation, which takes as
//! long as all others together, only by its name.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/counting/mod.rs"]
mod counting;

use std::env;
use std::process::{Command, ExitCode};

use carcassonne_engine::engine::{Catalogue, Position, State};
use carcassonne_engine::selfplay::{play_out, random_move, rng};
use carcassonne_engine::wire::codec::Written;
use carcassonne_engine::wire::decode::Decoder;
use carcassonne_engine::wire::path::Path;
use carcassonne_engine::wire::{encode, proto, rpc, state_bytes, work};
use common::naive::{self, Table};
use prost::Message;

const MUCH: &str = "base,river,inns-and-cathedrals,wonders-1,wonders-2,wonders-3";

/// Something to be done so many times.
type Work = Box<dyn Fn(u64)>;

struct Case {
    name: &'static str,
    make: fn() -> Work,
    /// How often it is done to be counted.
    times: u64,
    /// The most instructions that it may take: a tenth more than it did when this was written. None for what is only compared with.
    most: u64,
}

const CASES: &[Case] = &[
    Case { name: "game/base", make: || games("base"), times: 20, most: 578_000 },
    Case { name: "game/base:2", make: || games("base:2"), times: 10, most: 1_283_000 },
    Case { name: "game/base:4", make: || games("base:4"), times: 5, most: 2_990_000 },
    Case { name: "game/expansions", make: || games(MUCH), times: 10, most: 1_951_000 },
    Case { name: "game/base/naive", make: naive_games, times: 1, most: u64::MAX },
    Case { name: "decode/36", make: || decode(36), times: 20, most: 87_000 },
    Case { name: "decode/72", make: || decode(72), times: 20, most: 158_500 },
    Case { name: "decode/150", make: || decode(150), times: 20, most: 274_000 },
    Case { name: "call/LegalMoves/36", make: || call(ask_for_moves, answer_moves), times: 20, most: 102_500 },
    Case { name: "call/ApplyMove/36", make: || call(ask_for_a_move, answer_a_move), times: 20, most: 116_000 },
    Case { name: "legal_moves/36", make: || legal_moves(36), times: 100, most: 2_240 },
    Case { name: "legal_moves/150", make: || legal_moves(150), times: 100, most: 4_830 },
];

/// Random games of two players; the first ones of the same seed.
fn games(sets: &str) -> Work {
    let (start, _) = common::new_game(&common::setup(sets, 2, "", ""));
    Box::new(move |count| {
        let mut position = start.clone();
        for game in 0..count {
            position.copy_from(&start);
            play_out(&mut position, &mut rng(1, game), |_, _| ());
        }
    })
}

/// The same games, played by the straightforward implementation that the tests compare with.
fn naive_games() -> Work {
    let (start, _) = common::new_game(&common::setup("base", 2, "", ""));
    Box::new(move |count| {
        for game in 0..count {
            play_naively(start.catalogue(), start.state().clone(), game);
        }
    })
}

fn play_naively(catalogue: &Catalogue, mut state: State, game: u64) {
    let mut rng = rng(1, game);
    // the engine chooses, as only it knows the weights of draws
    let (mut position, _) = common::new_game(&state.setup);
    loop {
        let moves = Table::new(catalogue, &state).legal();
        let Some(mv) = random_move(&position, &moves, &mut rng) else { return };
        position.apply(&mv, None).expect("the engine lists the same moves");
        state = naive::apply(catalogue, &state, &mv);
    }
}

fn position_of(tiles: usize) -> Position {
    let found = common::positions_to_place().into_iter().find(|(count, _)| *count == tiles);
    found.expect("there is a position of so many tiles").1
}

/// From the bytes of a request to a validated position with all its regions.
fn decode(tiles: usize) -> Work {
    let position = position_of(tiles);
    let catalogue = position.catalogue().clone();
    let bytes = sent(&position).expect("a position").encode_to_vec();
    Box::new(move |count| {
        for _ in 0..count {
            let message = proto::Position::decode(&*bytes).expect("own bytes");
            let mut decoder = Decoder::new(&catalogue);
            let position = decoder.position(&Path::Request.field("position"), Some(&message));
            let position = decoder.finish(position).expect("a sound state");
            std::hint::black_box(position.regions().all());
        }
    })
}

/// All of a call but the network: from the bytes of a request to those of its answer, as the service without keys does it.
fn call<Q: Message + Default + 'static>(ask: fn(&Position) -> Q, answer: fn(Q) -> Written) -> Work {
    let bytes = ask(&position_of(36)).encode_to_vec();
    Box::new(move |count| {
        for _ in 0..count {
            std::hint::black_box(answer(Q::decode(&*bytes).expect("own bytes")));
        }
    })
}

fn answer_moves(request: proto::LegalMovesRequest) -> Written {
    Written::new(&rpc::legal_moves(request).expect("an answer"))
}

fn answer_a_move(request: proto::ApplyMoveRequest) -> Written {
    let (response, told) = work::run(work::Stop::default(), work::States::Told, || rpc::apply_move(request));
    let made = told.made.expect("it is told");
    Written::with_first(1, &state_bytes::write(made.catalogue(), made.state()), &response.expect("a legal move"))
}

fn sent(position: &Position) -> Option<proto::Position> {
    Some(proto::Position {
        form: Some(proto::position::Form::State(Box::new(encode::state(position.catalogue(), position.state())))),
    })
}

fn ask_for_moves(position: &Position) -> proto::LegalMovesRequest {
    proto::LegalMovesRequest { position: sent(position), ..Default::default() }
}

fn ask_for_a_move(position: &Position) -> proto::ApplyMoveRequest {
    let first = encode::mv(position.catalogue(), &position.legal_moves()[0]);
    proto::ApplyMoveRequest { position: sent(position), moves: vec![first], ..Default::default() }
}

fn legal_moves(tiles: usize) -> Work {
    let position = position_of(tiles);
    Box::new(move |count| {
        let mut moves = Vec::new();
        (0..count).for_each(|_| position.legal_moves_into(&mut moves));
    })
}

/// How many instructions a run of this program takes that does something so many times.
fn counted(case: &Case, times: u64) -> Result<u64, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--run", case.name, &times.to_string()])
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let told = String::from_utf8_lossy(&run.stderr);
    let collected = told.lines().find_map(|line| line.split("Collected :").nth(1));
    let number = collected.and_then(|text| text.trim().parse().ok()).filter(|_| run.status.success());
    number.ok_or_else(|| format!("{}: {told}", case.name))
}

fn count_all(names: &[String]) -> Result<bool, String> {
    let mut all_well = true;
    println!("{:20} {:>14} {:>14} {:>12} {:>10}", "", "instructions", "at most", "allocations", "bytes");
    let named = |case: &Case| names.iter().any(|name| case.name.contains(&**name));
    for case in CASES.iter().filter(|case| if names.is_empty() { case.most < u64::MAX } else { named(case) }) {
        let instructions = (counted(case, 2 * case.times)? - counted(case, case.times)?) / case.times;
        let work = (case.make)();
        let ((), asked) = counting::counted(|| work(case.times));
        let most = if case.most == u64::MAX { "-".into() } else { case.most.to_string() };
        let (times, bytes) = (asked.times as u64 / case.times, asked.bytes as u64 / case.times);
        println!("{:20} {instructions:>14} {most:>14} {times:>12} {bytes:>10}", case.name);
        all_well &= instructions <= case.most;
    }
    Ok(all_well)
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [run, name, times] = args.as_slice()
        && run == "--run"
    {
        let case = CASES.iter().find(|case| case.name == name).expect("a case");
        (case.make)()(times.parse().expect("a number"));
        return ExitCode::SUCCESS;
    }
    match count_all(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("something takes more instructions than it may");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
