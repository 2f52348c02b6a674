//! Rollout: from its request to what is played, and from what was played to its responses.

use super::decode::{Decoder, MAX_MOVES, inside};
use super::path::Path;
use super::proto::{MoveSequence, RolloutPlayer, RolloutPolicy, RolloutRequest, RolloutResponse};
use super::status::Refused;
use super::{encode, work};
use crate::engine::{Decider, Move, Position, Reason};
use crate::rollout::{self, Batch, Candidate, Policy};

const REQUEST: Path = Path::Request;

/// Playouts of a request, to be played in batches.
pub struct Rollout {
    playouts: rollout::Rollout,
    /// The moves that are made first, of each candidate.
    candidates: Vec<MoveSequence>,
}

/// What a request says beside the position and the candidates.
pub struct Options {
    policy: Policy,
    seed: u64,
    playouts: std::ops::Range<u64>,
    tiles: Option<u32>,
}

/// What is compared.
pub enum Candidates {
    Given(Vec<Vec<Move>>),
    EachLegalMove,
}

impl Options {
    pub fn of(decode: &mut Decoder, request: &RolloutRequest) -> Option<Self> {
        let seed = decode.given(&REQUEST.field("seed"), request.seed);
        let playouts: Option<u32> = decode.positive(&REQUEST.field("playouts"), request.playouts);
        let path = REQUEST.field("policy");
        let policy = match RolloutPolicy::try_from(request.policy) {
            Ok(RolloutPolicy::Random) => Some(Policy::Random),
            Ok(RolloutPolicy::Greedy) => Some(Policy::Greedy),
            Ok(RolloutPolicy::Unspecified) => decode.given(&path, None),
            Err(_) => {
                decode.refuse(&path, Reason::OUT_OF_RANGE, format!("there is no policy {}", request.policy));
                None
            }
        };
        let first = u64::from(request.first_playout);
        let playouts = first..first + u64::from(playouts?);
        Some(Options { policy: policy?, seed: seed?, playouts, tiles: request.tiles })
    }
}

/// The candidates that a request names.
pub fn candidates(decode: &mut Decoder, request: &RolloutRequest) -> Option<Candidates> {
    let path = REQUEST.field("candidates");
    match (request.each_legal_move, request.candidates.len()) {
        (true, 0) => return Some(Candidates::EachLegalMove),
        (true, _) => {
            decode.refuse(&path, Reason::DUPLICATE, "give either candidates or each_legal_move");
            return None;
        }
        (false, 0) => return Some(Candidates::Given(vec![Vec::new()])),
        (false, count) => {
            let moves: usize = request.candidates.iter().map(|candidate| candidate.moves.len()).sum();
            if count.max(moves) > MAX_MOVES {
                let text = format!("{count} candidates of {moves} moves; at most {MAX_MOVES} of either");
                decode.refuse(&path, Reason::LIMIT, text);
                return None;
            }
        }
    }
    let mut candidates = Vec::new();
    for (i, candidate) in request.candidates.iter().enumerate() {
        candidates.push(decode.moves(&path.item(i).field("moves"), &candidate.moves, MAX_MOVES));
    }
    candidates.into_iter().collect::<Option<_>>().map(Candidates::Given)
}

impl Rollout {
    pub fn new(position: &Position, options: Options, candidates: Candidates) -> Result<Self, Refused> {
        let path = REQUEST.field("candidates");
        let candidates = match candidates {
            Candidates::Given(candidates) => candidates,
            Candidates::EachLegalMove if position.decider() == Decider::Nobody => {
                let path = REQUEST.field("each_legal_move").to_string();
                return Err(Refused::one(
                    path,
                    super::proto::Reason::GameOver,
                    "the game is over: there is no legal move",
                ));
            }
            Candidates::EachLegalMove => position.legal_moves().into_iter().map(|mv| vec![mv]).collect(),
        };
        let mut encoded = Vec::new();
        let candidate = |(i, moves): (usize, Vec<Move>)| {
            let mut position = position.clone();
            for (j, mv) in moves.iter().enumerate() {
                work::go_on()?;
                // not by the dealer: a draw that follows belongs to the playout
                let refuse = |found| encode::refused(inside(&path.item(i).field("moves").item(j), found));
                position.apply(mv, None).map_err(refuse)?;
            }
            encoded.push(MoveSequence { moves: encode::moves(position.catalogue(), &moves) });
            Ok(Candidate::new(moves, &position))
        };
        let candidates = candidates.into_iter().enumerate().map(candidate).collect::<Result<_, Refused>>()?;
        let Options { policy, seed, playouts, tiles } = options;
        let playouts = rollout::Rollout { start: position.clone(), candidates, policy, seed, playouts, tiles };
        Ok(Rollout { candidates: encoded, playouts })
    }

    /// How much there is to do, in tiles placed at random.
    pub fn work(&self) -> u64 {
        self.playouts.work()
    }

    /// How many responses there are.
    pub fn batches(&self) -> u64 {
        self.playouts.batches()
    }

    /// Plays the playouts of a response, and calls `pause` between any two moves. None if nobody waits for it any more.
    pub fn play(&self, batch: u64, pause: impl Fn()) -> Option<RolloutResponse> {
        let go_on = || {
            pause();
            work::go_on().is_ok()
        };
        self.playouts.play(batch, &go_on).map(|batch| self.response(&batch))
    }

    fn response(&self, batch: &Batch) -> RolloutResponse {
        let playouts = batch.outcomes.len() as u32;
        let player = |seat: usize| {
            let points: Vec<u32> = batch.outcomes.iter().map(|outcome| outcome.points[seat]).collect();
            let total = |numbers: &mut dyn Iterator<Item = u32>| numbers.map(u64::from).sum::<u64>();
            let sum = total(&mut points.iter().copied());
            let sum_supply = total(&mut batch.outcomes.iter().map(|outcome| outcome.supply[seat]));
            let (wins, ties) = batch.wins_and_ties(seat);
            RolloutPlayer {
                player: Some(seat as u32),
                mean_points: Some(sum as f64 / f64::from(playouts)),
                sum_points: Some(sum),
                wins: Some(wins),
                ties: Some(ties),
                points,
                sum_supply: Some(sum_supply),
            }
        };
        RolloutResponse {
            candidate: Some(batch.candidate as u32),
            moves: self.candidates[batch.candidate].moves.clone(),
            first_playout: Some(batch.playouts.start as u32),
            playouts: Some(playouts),
            players: (0..batch.outcomes[0].points.len()).map(player).collect(),
            moves_made: Some(batch.moves),
        }
    }
}
