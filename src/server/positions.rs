//! Reading positions: taking their seals off, and knowing those again that were read or made lately.
//!
//! Whoever plays a game asks about the same position more than once, and goes on from the one that the last response told. To
//! read and check a state is most of the work of a call; so this service keeps some positions, and knows each by the bytes of its
//! state, all of them. What a call answers does not depend on it: only how long that takes. A service that has never seen a state
//! reads it.

use std::hash::RandomState;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use lru::LruCache;

use super::reload::Reloaded;
use super::seal::Keys;
use crate::engine::Position;
use crate::wire::proto;
use crate::wire::proto::position::Form;
use crate::wire::status::Refused;
use crate::wire::{sent, work};

/// What a position takes beside what grows with it: what follows from its setup, about.
const ASIDE: usize = 4 << 10;
/// A longer state is not kept: those of games that end are not a tenth as long.
const MAX_STATE: usize = 64 << 10;
/// No position takes more than this part of the memory.
const PART: usize = 16;

/// How positions are read, and those that are kept.
pub struct Positions {
    keys: Option<Reloaded<Keys>>,
    /// None if none are kept.
    kept: Option<Arc<Mutex<Kept>>>,
}

/// Positions by the bytes of their states. The one that was asked for longest ago goes first.
struct Kept {
    positions: LruCache<Box<[u8]>, Known, RandomState>,
    /// Bytes that they take.
    bytes: usize,
    most: usize,
}

#[derive(Clone)]
struct Known {
    position: Arc<Position>,
    /// The keys with which its seal was taken off or put on: with others it may not open.
    keys: Option<Weak<Keys>>,
    bytes: usize,
}

impl Kept {
    /// Puts one in. Returns those that went, to be dropped when nobody waits.
    fn put(&mut self, state: Vec<u8>, known: Known) -> Vec<Known> {
        let mut gone = Vec::new();
        if known.bytes <= self.most / PART {
            self.bytes += known.bytes;
            gone.extend(self.positions.put(state.into(), known).inspect(|old| self.bytes -= old.bytes));
        }
        while self.bytes > self.most
            && let Some((_, old)) = self.positions.pop_lru()
        {
            self.bytes -= old.bytes;
            gone.push(old);
        }
        gone
    }
}

impl Positions {
    /// `bytes`: how much memory those that are kept may take.
    pub fn new(keys: Option<Reloaded<Keys>>, bytes: u64) -> Self {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX);
        let positions = LruCache::unbounded_with_hasher(RandomState::new());
        let kept = (most > 0).then(|| Arc::new(Mutex::new(Kept { positions, bytes: 0, most })));
        Self { keys, kept }
    }

    /// How they are read now, for a call.
    pub fn now(&self) -> Reader {
        Reader { keys: self.keys.as_ref().map(Reloaded::get), kept: self.kept.clone() }
    }
}

/// How the positions of a call are read.
pub struct Reader {
    keys: Option<Arc<Keys>>,
    kept: Option<Arc<Mutex<Kept>>>,
}

impl Reader {
    /// The keys that seal states, if there are any.
    pub fn keys(&self) -> Option<&Keys> {
        self.keys.as_deref()
    }

    /// Finds the position of a request among those that are kept; if it is not there and states are sealed, reads its state and
    /// takes the seal off. Returns the bytes of a state that is not known and may be kept.
    ///
    /// # Errors
    /// States are sealed, and this one cannot be read, or was not sealed with one of the keys.
    pub fn open(&self, position: &mut proto::Position) -> Result<Option<Vec<u8>>, Refused> {
        let mut unknown = None;
        if let Some(Form::Unread(bytes)) = &mut position.form {
            if let Some(known) = self.find(bytes) {
                position.form = Some(Form::Read(known));
                return Ok(None);
            }
            if self.keys.is_none() {
                let kept = self.kept.is_some() && bytes.len() <= MAX_STATE;
                return Ok(kept.then(|| bytes.clone()));
            }
            // nobody else may read what the seal did not cover
            let refuse = |(reason, text)| Refused::one("position.state", reason, text);
            let state = work::reading(|| sent::state(bytes)).map_err(refuse)?;
            unknown = Some(std::mem::take(bytes));
            position.form = Some(Form::State(Box::new(state)));
        }
        self.keys().map_or(Ok(()), |keys| keys.open(position))?;
        Ok(unknown)
    }

    fn find(&self, state: &[u8]) -> Option<Arc<Position>> {
        let kept = self.kept.as_ref().filter(|_| state.len() <= MAX_STATE)?;
        let known = kept.lock().unwrap_or_else(PoisonError::into_inner).positions.get(state).cloned();
        let has_keys_of = |known: &Known| match (&known.keys, &self.keys) {
            (None, None) => true,
            (Some(then), Some(now)) => then.as_ptr() == Arc::as_ptr(now),
            _ => false,
        };
        known.filter(has_keys_of).map(|known| known.position)
    }

    /// Keeps a position, by the state that was read or is told.
    pub fn keep(&self, state: Vec<u8>, position: Arc<Position>) {
        let Some(kept) = self.kept.as_ref().filter(|_| state.len() <= MAX_STATE) else { return };
        let keys = self.keys.as_ref().map(Arc::downgrade);
        let bytes = state.len() + position.bytes() + ASIDE;
        let gone = kept.lock().unwrap_or_else(PoisonError::into_inner).put(state, Known { position, keys, bytes });
        drop(gone);
    }
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::*;
    use crate::wire::proto::{NewGameRequest, Player, SeededDraw, SetCount, Setup, State, setup};
    use crate::wire::rpc;

    /// The start of a game as its bytes, and its position.
    fn start(name: &str) -> (Vec<u8>, Arc<Position>) {
        let setup = Setup {
            players: vec![Player { name: name.into() }],
            sets: vec![SetCount { set: "base".into(), copies: Some(1) }],
            draw: Some(setup::Draw::Seeded(SeededDraw { seed: "7".into() })),
            ..Setup::default()
        };
        let request = NewGameRequest { setup: Some(setup), with_notation: false };
        let (response, told) = work::run(work::Stop::default(), work::States::Inside, || rpc::new_game(request));
        let state: State = response.expect("a game").state.expect("a state");
        (state.encode_to_vec(), told.made.expect("it is told"))
    }

    fn bytes(positions: &Positions) -> usize {
        positions.kept.as_ref().expect("some are kept").lock().expect("no panic").bytes
    }

    #[test]
    fn the_last_ones_are_known_and_memory_is_bounded() {
        let positions = Positions::new(None, 1 << 20);
        let reader = positions.now();
        let games: Vec<_> = (0..1000).map(|game| start(&game.to_string())).collect();
        for (state, position) in &games {
            reader.keep(state.clone(), position.clone());
            assert!(bytes(&positions) <= 1 << 20);
        }
        let known = games.iter().rev().take_while(|(state, _)| reader.find(state).is_some()).count();
        assert!(known > 50, "{known} of some 10 KB each");
        assert!(
            games[..1000 - known].iter().all(|(state, _)| reader.find(state).is_none()),
            "the older ones have gone"
        );
        // what is asked for stays
        let (asked, others) = games.split_last().expect("games");
        for (state, position) in others {
            assert!(reader.find(&asked.0).is_some());
            reader.keep(state.clone(), position.clone());
        }
        // one that is kept again counts once
        let before = bytes(&positions);
        reader.keep(asked.0.clone(), asked.1.clone());
        assert_eq!(bytes(&positions), before);
    }

    #[test]
    fn what_is_large_is_not_kept() {
        let (positions, small) = (Positions::new(None, 1 << 20), start("A"));
        let reader = positions.now();
        // more than a position may take of the memory, and more than any may have
        for length in [60 << 10, 70 << 10] {
            let state = vec![1; length];
            reader.keep(state.clone(), small.1.clone());
            assert!(reader.find(&state).is_none() && bytes(&positions) == 0);
        }
        reader.keep(small.0.clone(), small.1.clone());
        assert!(reader.find(&small.0).is_some());
        let none = Positions::new(None, 0).now();
        none.keep(small.0.clone(), small.1);
        assert!(none.find(&small.0).is_none());
    }
}
