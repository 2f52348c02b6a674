//! Rollouts: a position played on many times by a simple policy, to see what it is worth.
//!
//! Whatever chance decides, draws and what a view hides alike, comes from the random numbers of the playout: moves are made by
//! the engine, and nothing here knows of the dealer who makes the draws of a seeded game. So two states that differ in
//! their seed only have the same rollouts, and nobody learns from them which tiles will come.

mod policy;

use std::ops::Range;

pub use policy::{Policy, below, random_move, rng};
use rand_chacha::rand_core::Rng;

use crate::engine::{Move, PlayerState, Position, State, scoring};

/// What is to be played.
pub struct Rollout {
    pub start: Position,
    /// What is compared: what may follow the start.
    pub candidates: Vec<Candidate>,
    pub policy: Policy,
    pub seed: u64,
    /// Numbers of the playouts: for all candidates the same, with the same random numbers.
    pub playouts: Range<u64>,
    /// How many tiles are placed in each playout, if not all.
    pub tiles: Option<u32>,
}

/// Moves that are made first. The position after them is not kept: it takes thousands of bytes, and there are many candidates.
pub struct Candidate {
    pub moves: Vec<Move>,
    tiles_left: u64,
}

/// Some playouts of one candidate.
#[derive(PartialEq, Eq, Debug)]
pub struct Batch {
    pub candidate: usize,
    pub playouts: Range<u64>,
    /// Of each playout in order.
    pub outcomes: Vec<Outcome>,
    /// Moves made, those of chance included.
    pub moves: u64,
}

/// How a playout ended, by seat.
#[derive(PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Points, as if the game ended then.
    pub points: Vec<u32>,
    /// Figures in the supply.
    pub supply: Vec<u32>,
}

/// Most playouts in a batch.
const MAX_BATCH: u64 = 64;
/// About so much work is a batch, in tiles placed at random: some ten milliseconds.
const BATCH_WORK: u64 = 64 * 72;
/// What a greedy decision costs more than a random one: it tries all that can be done.
const GREEDY_COST: u64 = 50;

impl Rollout {
    /// How much is to be done, in tiles placed at random: more than will be, as not all tiles can always be placed. The moves of
    /// a candidate are made anew for each batch, and count as much as tiles.
    pub fn work(&self) -> u64 {
        let (playouts, batches) = (self.playouts.end - self.playouts.start, self.batches_of_each());
        let work = |candidate: &Candidate| {
            let first = batches.saturating_mul(candidate.moves.len() as u64);
            self.work_of_one(candidate).saturating_mul(playouts).saturating_add(first)
        };
        self.candidates.iter().map(work).fold(0, u64::saturating_add)
    }

    fn work_of_one(&self, candidate: &Candidate) -> u64 {
        let (left, cost) = (candidate.tiles_left, if self.policy == Policy::Greedy { GREEDY_COST } else { 1 });
        self.tiles.map_or(left, |tiles| left.min(u64::from(tiles) + 1)) * cost
    }

    /// Playouts in a batch: a matter of the request alone, so that the same request has the same batches.
    fn batch_size(&self) -> u64 {
        let longest = self.candidates.iter().map(|candidate| self.work_of_one(candidate)).max().unwrap_or(1);
        let first = self.candidates.iter().map(|candidate| candidate.moves.len() as u64).max().unwrap_or(0);
        (BATCH_WORK.saturating_sub(first) / longest).clamp(1, MAX_BATCH)
    }

    /// How many batches a candidate has.
    fn batches_of_each(&self) -> u64 {
        (self.playouts.end - self.playouts.start).div_ceil(self.batch_size())
    }

    /// How many batches there are.
    pub fn batches(&self) -> u64 {
        self.batches_of_each() * self.candidates.len() as u64
    }

    /// Plays a batch. Each candidate has its first before any has its second. None if `go_on` said so before the end: it is
    /// asked before each move, and before each that a policy tries.
    pub fn play(&self, batch: u64, go_on: &impl Fn() -> bool) -> Option<Batch> {
        let (round, candidate) =
            (batch / self.candidates.len() as u64, (batch % self.candidates.len() as u64) as usize);
        let (mut start, size) = (self.start.clone(), self.batch_size());
        for mv in &self.candidates[candidate].moves {
            if !go_on() {
                return None;
            }
            start.apply(mv, None).expect("the moves of a candidate are legal");
        }
        let first = self.playouts.start + round * size;
        let playouts = first..self.playouts.end.min(first + size);
        let tiles = self.tiles.map(|tiles| start.state().tiles.len() + tiles as usize);
        let (mut outcomes, mut moves) = (Vec::with_capacity(size as usize), 0);
        let mut position = start.clone();
        for playout in playouts.clone().take_while(|_| go_on()) {
            position.copy_from(&start);
            play_on(&mut position, self.policy, tiles, &mut rng(self.seed, playout), go_on, |_, _| moves += 1);
            outcomes.push(Outcome::of(&position));
        }
        go_on().then_some(Batch { candidate, playouts, outcomes, moves })
    }
}

impl Candidate {
    /// Moves that lead to a position.
    pub fn new(moves: Vec<Move>, after: &Position) -> Self {
        let state = after.state();
        let waiting = state.players.iter().map(|player| player.hand.len()).sum::<usize>() + state.offer.len();
        Self { moves, tiles_left: u64::from(after.stack()) + waiting as u64 + 1 }
    }
}

impl Batch {
    /// Playouts in which each seat had the most points: alone, and together with others.
    pub fn wins_and_ties(&self, seat: usize) -> (u32, u32) {
        let (mut wins, mut ties) = (0, 0);
        for Outcome { points, .. } in &self.outcomes {
            let best = points.iter().max();
            match points.iter().filter(|points| Some(*points) == best).count() {
                _ if points.get(seat) != best => {}
                1 => wins += 1,
                _ => ties += 1,
            }
        }
        (wins, ties)
    }
}

impl Outcome {
    fn of(position: &Position) -> Self {
        let players = &position.state().players;
        let points = |players: &[PlayerState]| players.iter().map(PlayerState::score).collect();
        Outcome {
            points: if position.is_over() { points(players) } else { points(&scoring::if_ended_now(position).0) },
            supply: players.iter().map(|player| player.supply.iter().map(|count| u32::from(*count)).sum()).collect(),
        }
    }
}

/// Plays on to the end of the game, or until so many tiles lie on the table and what they brought about is done, or as long
/// as `go_on` says. Tells each move before it is made.
pub fn play_on(
    position: &mut Position,
    policy: Policy,
    tiles: Option<usize>,
    rng: &mut impl Rng,
    go_on: &impl Fn() -> bool,
    mut made: impl FnMut(&Position, &Move),
) {
    let mut moves = Vec::new();
    let enough = |state: &State| tiles.is_some_and(|tiles| state.tiles.len() >= tiles && state.turn.placed == 0);
    while go_on() && !enough(position.state()) {
        // chance needs no list
        let mv = position.outcome(&mut |outcomes| below(rng, outcomes)).or_else(|| {
            position.legal_moves_into(&mut moves);
            policy.choose(position, &moves, rng, go_on)
        });
        let Some(mv) = mv else { return };
        made(position, &mv);
        position.make_listed(&mv, None);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::engine::Catalogue;
    use crate::setup_text::setup_of;

    fn rollout(policy: Policy) -> Rollout {
        let (catalogue, setup) = (Catalogue::built_in().unwrap(), setup_of("base", 2));
        let start = Position::new_game(&catalogue, &setup, &mut Vec::new()).unwrap();
        let candidates = vec![Candidate::new(Vec::new(), &start)];
        Rollout { start, candidates, policy, seed: 1, playouts: 0..100, tiles: None }
    }

    #[test]
    fn playouts_stop_before_the_next_move() {
        for policy in [Policy::Random, Policy::Greedy] {
            let (rollout, looks) = (rollout(policy), Cell::new(0));
            for stop_at in [1, 2, 10, 100] {
                looks.set(0);
                let go_on = || {
                    looks.set(looks.get() + 1);
                    looks.get() < stop_at
                };
                assert_eq!(rollout.play(0, &go_on), None);
                // of the policy, the game, the batch and whoever asked, each looks once more
                assert!(looks.get() <= stop_at + 3, "{} looks, {stop_at} allowed", looks.get());
            }
        }
    }

    /// How often it is looked whether to go on bounds how late it stops: before each move, and each that greed tries.
    #[test]
    fn there_is_a_look_before_each_move() {
        let (rollout, looks) = (rollout(Policy::Random), Cell::new(0));
        let go_on = || {
            looks.set(looks.get() + 1);
            true
        };
        let batch = rollout.play(0, &go_on).expect("it goes on");
        assert!(looks.get() >= batch.moves && batch.moves > 64 * 142);
        looks.set(0);
        let greedy = Rollout { policy: Policy::Greedy, tiles: Some(5), ..rollout };
        let batch = greedy.play(0, &go_on).expect("it goes on");
        assert!(looks.get() > 5 * batch.moves, "each decision has many looks: {} for {}", looks.get(), batch.moves);
    }

    #[test]
    fn work_is_told_beforehand() {
        let random = rollout(Policy::Random);
        assert_eq!(random.work(), 100 * 72);
        assert_eq!(random.batches(), 2);
        let greedy = Rollout { policy: Policy::Greedy, ..rollout(Policy::Random) };
        assert_eq!(greedy.work(), GREEDY_COST * random.work());
        assert!(greedy.batches() > random.batches(), "batches of greedy games are smaller");
        let short = Rollout { tiles: Some(3), ..rollout(Policy::Random) };
        assert_eq!(short.work(), 100 * 4);
        // to make so many moves for each batch is work, too, and leaves room for fewer playouts in it
        let long = rollout(Policy::Random);
        let candidate = Candidate { moves: vec![Move::Pass; 1000], tiles_left: 72 };
        let long = Rollout { candidates: vec![candidate], playouts: 0..5000, ..long };
        assert_eq!((long.batches(), long.work()), (100, 100 * 1000 + 5000 * 72));
        let huge = Rollout { playouts: 0..u64::MAX, ..rollout(Policy::Greedy) };
        assert_eq!(huge.work(), u64::MAX);
    }
}
