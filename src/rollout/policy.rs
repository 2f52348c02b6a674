//! How players decide in games that are played for their result. Nothing here looks at what a player could not see.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::engine::turn::picked_of_list;
use crate::engine::{Decider, Move, Position, scoring};

/// How players decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Policy {
    /// Any listed move, all equally likely.
    #[default]
    Random,
    /// One of those after which the player would be ahead of the best of the others by most if the game ended.
    Greedy,
}

impl Policy {
    /// One of the legal moves `moves` of a position; chance is chance whatever the policy. None if there are none, or if
    /// `go_on` says so meanwhile.
    pub fn choose(
        self,
        position: &Position,
        moves: &[Move],
        rng: &mut impl Rng,
        go_on: &impl Fn() -> bool,
    ) -> Option<Move> {
        let greedy = (self == Policy::Greedy).then(|| position.decider());
        let Some(Decider::Player(player)) = greedy else { return random_move(position, moves, rng) };
        let (mut best, mut after) = ((i64::MIN, Vec::new()), position.clone());
        for mv in moves {
            if !go_on() {
                return None;
            }
            after.copy_from(position);
            after.make_listed(mv, None);
            let lead = lead(&after, player);
            if lead > best.0 {
                best = (lead, Vec::new());
            }
            if lead == best.0 {
                best.1.push(*mv);
            }
        }
        random_move(position, &best.1, rng)
    }
}

/// By how much a player would be ahead of the best of the others if the game ended now.
fn lead(position: &Position, player: u8) -> i64 {
    let (players, _) = scoring::if_ended_now(position);
    let mut scores: Vec<i64> = players.iter().map(|player| player.score().into()).collect();
    let own = scores.remove(player.into());
    own - scores.into_iter().max().unwrap_or(0)
}

/// One of the legal moves `moves` of a position: chance by weight, players uniformly. None if there are none.
pub fn random_move(position: &Position, moves: &[Move], rng: &mut impl Rng) -> Option<Move> {
    match position.decider() {
        Decider::Chance => picked_of_list(position, moves, &mut |total| below(rng, total)),
        _ => moves.get(below(rng, moves.len() as u64) as usize).copied(),
    }
}

/// The random source of a game: the same on every platform, independent of all other games.
pub fn rng(seed: u64, game: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(game);
    rng
}

/// A number below `bound`, every one equally likely (but for 2^-64 times the bound).
pub fn below(rng: &mut impl Rng, bound: u64) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as u64
}
