//! Random games played in process: to measure the engine, to compare versions of it, and to play many games for tests.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use serde::Serialize;

use crate::engine::setup::{self, MAX_PLAYERS, RULES, Setup};
use crate::engine::{Catalogue, Kind, Move, Place, Position, Rule, Violation, turn};
use crate::rollout;
pub use crate::rollout::{Policy, below, random_move, rng};

/// Games to be played.
pub struct Job {
    pub setup: Setup,
    pub policy: Policy,
    pub games: u64,
    pub seed: u64,
    pub threads: NonZero<usize>,
}

/// What came out. All but the last field depends on the setup, the number of games and the seed alone.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Summary {
    pub games: u64,
    /// Moves, the draws included.
    pub plies: u64,
    pub players: usize,
    /// Copies of each set, by id.
    pub sets: BTreeMap<String, u32>,
    pub seed: u64,
    /// Points of all players in all games, by name of the rule.
    pub points_by_rule: BTreeMap<&'static str, u64>,
    /// Games that a seat won alone.
    pub wins_by_seat: Vec<u64>,
    /// Games in which a seat shared the highest score.
    pub ties_by_seat: Vec<u64>,
    pub mean_score_by_seat: Vec<f64>,
    pub moves_by_kind: BTreeMap<&'static str, u64>,
    /// What became of the tiles that lay ready, by id of the kind; empty in games without any.
    pub wonders: BTreeMap<String, Wonder>,
    pub games_per_second: f64,
}

/// What became of a tile that lay ready.
#[derive(Serialize, Clone, Copy, PartialEq, Debug, Default)]
pub struct Wonder {
    /// Games in which it lay ready.
    pub ready: u64,
    /// Games in which a player took it.
    pub taken: u64,
    /// Games in which it was placed, or lay on the table from the start and was taken.
    pub placed: u64,
    /// Points by the scoring rule of the same name, in the mean of the games in which it was placed. None for one whose
    /// effect is no points (a choice of tiles, another turn, a harbour): `used` says what it brought.
    pub earned: Option<f64>,
    /// Decisions that it gave its owner beside those of every turn (another turn, a tile chosen, a figure moved), in the
    /// mean of the games in which it was placed.
    pub used: f64,
}

/// Plays on at random to the end of the game and tells each move before it is made.
pub fn play_out(position: &mut Position, rng: &mut impl Rng, made: impl FnMut(&Position, &Move)) {
    rollout::play_on(position, Policy::Random, None, rng, &|| true, made);
}

/// Plays all games; `played` is called after each, from any thread.
///
/// # Errors
/// Everything that is wrong with the setup; paths start at the setup.
pub fn run(catalogue: &Arc<Catalogue>, job: &Job, played: &(dyn Fn() + Sync)) -> Result<Summary, Vec<Violation>> {
    let start = Position::new_game(catalogue, &job.setup, &mut Vec::new())?;
    let begun = Instant::now();
    let next = AtomicU64::new(0);
    let work = || {
        let (mut tally, mut position) = (Tally::default(), start.clone());
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= job.games {
                return tally;
            }
            position.copy_from(&start);
            tally.play(&mut position, job.policy, &mut rng(job.seed, game));
            played();
        }
    };
    let tally = thread::scope(|scope| {
        let threads: Vec<_> = (0..job.threads.get()).map(|_| scope.spawn(work)).collect();
        let tallies = threads.into_iter().map(|thread| match thread.join() {
            Ok(tally) => tally,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        tallies.fold(Tally::default(), Tally::add)
    });
    Ok(tally.summary(catalogue, job, begun.elapsed().as_secs_f64()))
}

// Entries of `Tally::wonders`.
const READY: usize = 0;
const TAKEN: usize = 1;
const PLACED: usize = 2;
const USED: usize = 3;

/// Sums over games: the same in whatever order they are played.
#[derive(Default)]
struct Tally {
    plies: u64,
    points: [u64; RULES],
    wins: [u64; MAX_PLAYERS],
    ties: [u64; MAX_PLAYERS],
    scores: [u64; MAX_PLAYERS],
    moves: BTreeMap<&'static str, u64>,
    /// Ready, taken, placed, uses; by kind.
    wonders: BTreeMap<Kind, [u64; 4]>,
}

impl Tally {
    fn play(&mut self, position: &mut Position, policy: Policy, rng: &mut ChaCha8Rng) {
        rollout::play_on(position, policy, None, rng, &|| true, |position, mv| {
            self.plies += 1;
            *self.moves.entry(kind_of(mv)).or_default() += 1;
            let wonder = match mv {
                Move::TakeTile { kind } => Some((*kind, TAKEN)),
                _ => turn::given_by(position, mv).map(|kind| (kind, USED)),
            };
            if let Some((kind, what)) = wonder {
                self.wonders.entry(kind).or_default()[what] += 1;
            }
        });
        self.count_wonders(position);
        let players = &position.state().players;
        let best = players.iter().map(|player| player.score()).max();
        let alone = players.iter().filter(|player| Some(player.score()) == best).count() == 1;
        for (seat, player) in players.iter().enumerate() {
            self.scores[seat] += u64::from(player.score());
            if Some(player.score()) == best {
                let count = if alone { &mut self.wins } else { &mut self.ties };
                count[seat] += 1;
            }
            for (Rule(rule), points) in player.points_by_rule() {
                self.points[rule as usize] += u64::from(points);
            }
        }
    }

    /// Tiles that lay ready: those that still do, and those that somebody has.
    fn count_wonders(&mut self, position: &Position) {
        let state = position.state();
        let marked =
            |tile: u16| position.beside_features(tile).any(|figure| matches!(figure.place, Place::Tile { .. }));
        let held = state.players.iter().flat_map(|player| player.open());
        let placed = (0..state.tiles.len() as u16).filter(|tile| marked(*tile)).map(|tile| position.tile(tile).0.kind);
        let placed: Vec<Kind> = placed.collect();
        for kind in state.offer.iter().copied().chain(held).chain(placed.iter().copied()) {
            self.wonders.entry(kind).or_default()[READY] += 1;
        }
        for kind in placed {
            self.wonders.entry(kind).or_default()[PLACED] += 1;
        }
    }

    fn add(mut self, other: Tally) -> Tally {
        self.plies += other.plies;
        let sums = [(&mut self.wins, other.wins), (&mut self.ties, other.ties), (&mut self.scores, other.scores)];
        for (sum, more) in sums {
            sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self.points.iter_mut().zip(other.points).for_each(|(sum, more)| *sum += more);
        for (kind, count) in other.moves {
            *self.moves.entry(kind).or_default() += count;
        }
        for (kind, counts) in other.wonders {
            let sums = self.wonders.entry(kind).or_default();
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        self
    }

    fn summary(self, catalogue: &Catalogue, job: &Job, seconds: f64) -> Summary {
        let players = job.setup.players.len();
        let games = job.games as f64;
        let wonder = |(kind, counts): (&Kind, &[u64; 4])| {
            let id = catalogue.kind(*kind).id.clone();
            let points = setup::rules().find(|def| def.name == id).map(|def| self.points[def.rule.0 as usize]);
            let mean = |sum: u64| if counts[PLACED] == 0 { 0.0 } else { sum as f64 / counts[PLACED] as f64 };
            let [ready, taken, placed, used] = *counts;
            (id, Wonder { ready, taken, placed, earned: points.map(mean), used: mean(used) })
        };
        Summary {
            wonders: self.wonders.iter().map(wonder).collect(),
            games: job.games,
            plies: self.plies,
            players,
            sets: job.setup.sets.iter().map(|(set, copies)| (catalogue.set(*set).id.clone(), *copies)).collect(),
            seed: job.seed,
            points_by_rule: setup::rules().map(|def| (def.name, self.points[def.rule.0 as usize])).collect(),
            wins_by_seat: self.wins[..players].to_vec(),
            ties_by_seat: self.ties[..players].to_vec(),
            mean_score_by_seat: self.scores[..players].iter().map(|sum| *sum as f64 / games).collect(),
            moves_by_kind: self.moves,
            games_per_second: games / seconds,
        }
    }
}

/// Name of the kind of a move.
pub fn kind_of(mv: &Move) -> &'static str {
    match mv {
        Move::DrawTile { .. } => "draw_tile",
        Move::PlaceTile { .. } => "place_tile",
        Move::PlaceFigure { .. } => "place_figure",
        Move::ReturnFigure { .. } => "return_figure",
        Move::Pass => "pass",
        Move::OfferTile { .. } => "offer_tile",
        Move::RevealTile { .. } => "reveal_tile",
        Move::TakeTile { .. } => "take_tile",
        Move::ChooseTile { .. } => "choose_tile",
        Move::ChoosePlayer { .. } => "choose_player",
        Move::MoveFigure { .. } => "move_figure",
        Move::TakeTurn => "take_turn",
        Move::MoveNeutral { .. } => "move_neutral",
        Move::RemoveFigure { .. } => "remove_figure",
        Move::PlaceToken { .. } => "place_token",
        Move::CaptureFigure { .. } => "capture_figure",
        Move::ReleasePrisoner { .. } => "release_prisoner",
        Move::PayRansom { .. } => "pay_ransom",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup_text::setup_of;

    fn job(threads: usize) -> Job {
        let setup = setup_of("base,river", 3);
        Job { setup, policy: Policy::Random, games: 5, seed: 7, threads: NonZero::new(threads).unwrap() }
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let catalogue = Catalogue::built_in().unwrap();
        let result = |threads| Summary { games_per_second: 0.0, ..run(&catalogue, &job(threads), &|| ()).unwrap() };
        let one = result(1);
        assert_eq!(one, result(4));
        // every game has one winner or several who tie
        let tied: u64 = one.ties_by_seat.iter().sum();
        let won: u64 = one.wins_by_seat.iter().sum();
        assert!(won + tied / 2 >= one.games && won <= one.games, "{one:?}");
        let scores: f64 = one.mean_score_by_seat.iter().sum::<f64>() * one.games as f64;
        assert_eq!(scores.round() as u64, one.points_by_rule.values().sum::<u64>());
        // every tile of base and river is drawn once but the spring, and the start tile that stays in the box
        assert_eq!(one.moves_by_kind["draw_tile"], one.games * (72 - 1 + 12 - 1));
    }

    #[test]
    fn games_differ() {
        let catalogue = Catalogue::built_in().unwrap();
        let one = run(&catalogue, &Job { games: 1, ..job(1) }, &|| ()).unwrap();
        let other = run(&catalogue, &Job { games: 1, seed: 8, ..job(1) }, &|| ()).unwrap();
        assert_ne!(one.points_by_rule, other.points_by_rule);
    }
}
