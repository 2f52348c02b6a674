//! Games of random moves, played through the RPCs.

use carcassonne_engine::wire::proto::{self, setup::Draw, *};
use carcassonne_engine::wire::rpc;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Mixes of sets that differ in what they ask of the engine.
pub const MIXES: &[&[(&str, u32)]] = &[
    &[("base", 1)],
    &[("base", 1), ("river", 1)],
    &[("base", 1), ("inns-and-cathedrals", 1), ("river-2", 1)],
    &[("base", 2)],
    &[("inns-and-cathedrals", 1)],
    &[("base", 1), ("traders-and-builders", 1), ("wonders-2", 1)],
    &[("base", 1), ("river", 1), ("inns-and-cathedrals", 1), ("wonders-1", 1), ("wonders-2", 1), ("wonders-3", 1)],
];

pub fn setup(sets: &[(&str, u32)], players: usize) -> Setup {
    let set = |(set, copies): &(&str, u32)| SetCount { set: (*set).into(), copies: Some(*copies) };
    Setup {
        players: (0..players).map(|seat| Player { name: format!("Player {seat}") }).collect(),
        sets: sets.iter().map(set).collect(),
        options: None,
        figures: Vec::new(),
        draw: Some(Draw::Host(HostDraw {})),
        offer: None,
    }
}

pub fn seeded(setup: Setup, seed: &str) -> Setup {
    Setup { draw: Some(Draw::Seeded(SeededDraw { seed: seed.into() })), ..setup }
}

pub fn new_game(setup: &Setup) -> State {
    let request = NewGameRequest { setup: Some(setup.clone()), with_notation: false };
    rpc::new_game(request).expect("a setup").state.expect("a state")
}

pub fn position(state: &State) -> Option<proto::Position> {
    Some(proto::Position { form: Some(proto::position::Form::State(Box::new(state.clone()))) })
}

pub fn legal_moves(state: &State) -> LegalMovesResponse {
    let request = LegalMovesRequest { position: position(state), ..LegalMovesRequest::default() };
    rpc::legal_moves(request).expect("a position")
}

pub fn apply(state: &State, moves: Vec<Move>) -> ApplyMoveResponse {
    let request = ApplyMoveRequest { position: position(state), moves, ..ApplyMoveRequest::default() };
    rpc::apply_move(request).expect("legal moves")
}

/// A player who takes one of the legal moves, figures preferred: they make states large.
pub struct Random(ChaCha8Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    pub fn choose(&mut self, legal: &[LegalMove]) -> Option<Move> {
        let figures: Vec<_> = legal
            .iter()
            .filter(|legal| matches!(legal.r#move, Some(Move { kind: Some(r#move::Kind::PlaceFigure(_)) })))
            .collect();
        let choice = match figures.len() {
            0 if legal.is_empty() => return None,
            0 => &legal[self.below(legal.len())],
            count => figures[self.below(count)],
        };
        choice.r#move
    }
}

/// Plays a game to its end and shows every state with the move made in it, the last without one.
pub fn play(setup: &Setup, seed: u64, mut each: impl FnMut(&State, Option<&Move>)) -> State {
    let mut random = Random::new(seed);
    let mut state = new_game(setup);
    while let Some(choice) = random.choose(&legal_moves(&state).moves) {
        each(&state, Some(&choice));
        state = apply(&state, vec![choice]).state.expect("a state");
    }
    each(&state, None);
    assert!(matches!(state.turn.clone().and_then(|turn| turn.phase), Some(turn::Phase::Over(_))), "the game is over");
    state
}

/// A state in the middle of a game in which all lists have entries and the phase is `wanted`.
pub fn middle(wanted: fn(&turn::Phase) -> bool) -> State {
    let setup = Setup {
        figures: vec![FigureCount { kind: FigureKind::Meeple as i32, count: Some(6) }],
        ..setup(&[("base", 1), ("river", 1)], 3)
    };
    let mut found = None;
    for seed in 0.. {
        play(&setup, seed, |state, _| {
            let phase = state.turn.clone().and_then(|turn| turn.phase).expect("a phase");
            let rules: Vec<_> = state.players.iter().map(|player| player.points.len()).collect();
            let full = state.tiles.len() > 40 && rules[0] > 1 && !rules.contains(&0);
            if full && wanted(&phase) && found.is_none() {
                found = Some(state.clone());
            }
        });
        if found.is_some() {
            break;
        }
    }
    found.expect("a game comes by")
}
