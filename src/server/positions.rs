//! Reading positions: taking their seals off, and knowing those again that were read or made lately.
//!
//! Whoever plays a game asks about the same position more than once, and goes on from the one that the last response told. To
//! read and check a state is most of the work of a call; so this service keeps some positions, and knows each by the bytes of its
//! state, all of them. What a call answers does not depend on it: only how long that takes. A service that has never seen a state
//! reads it.

use std::sync::{Arc, Weak};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::reload::Reloaded;
use super::seal::Keys;
use crate::engine::Position;
use crate::wire::proto;
use crate::wire::proto::position::Form;
use crate::wire::status::Refused;

/// What a position takes beside what grows with it: what follows from its setup, about.
const ASIDE: usize = 4 << 10;
/// About how much a position takes.
const USUAL: usize = 12 << 10;

/// How positions are read, and those that are kept.
pub struct Positions {
    keys: Option<Reloaded<Keys>>,
    /// None if none are kept.
    kept: Option<Arc<Kept>>,
}

/// Positions by the bytes of their states.
type Kept = Cache<Box<[u8]>, Known, Weight>;

#[derive(Clone)]
struct Known {
    position: Arc<Position>,
    /// The keys with which its seal was taken off or put on: with others it may not open.
    keys: Option<Weak<Keys>>,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Box<[u8]>, Known> for Weight {
    fn weight(&self, state: &Box<[u8]>, known: &Known) -> u64 {
        (state.len() + known.position.bytes() + ASIDE) as u64
    }
}

impl Positions {
    /// `bytes`: how much memory those that are kept may take.
    pub fn new(keys: Option<Reloaded<Keys>>, bytes: u64) -> Self {
        let kept = (bytes > 0).then(|| Arc::new(Cache::with_weighter(bytes as usize / USUAL, bytes, Weight)));
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
    kept: Option<Arc<Kept>>,
}

impl Reader {
    /// The keys that seal states, if there are any.
    pub fn keys(&self) -> Option<&Keys> {
        self.keys.as_deref()
    }

    /// Finds a position of a request among those that are kept, or takes its seal off. Returns the bytes of its state if it
    /// should be kept when it has been read.
    ///
    /// # Errors
    /// The position is not one that was sealed with one of the keys.
    pub fn open(&self, position: &mut proto::Position) -> Result<Option<Vec<u8>>, Refused> {
        let mut unknown = None;
        if let (Some(Form::Unread(state)), Some(kept)) = (&position.form, &self.kept) {
            if let Some(known) = kept.get(&**state).filter(|known| self.has_keys_of(known)) {
                position.form = Some(Form::Read(known.position));
                return Ok(None);
            }
            unknown = Some(state.clone());
        }
        self.keys().map_or(Ok(()), |keys| keys.open(position))?;
        Ok(unknown)
    }

    /// Keeps a position, by the state that was read or is told.
    pub fn keep(&self, state: Vec<u8>, position: Arc<Position>) {
        if let Some(kept) = &self.kept {
            let keys = self.keys.as_ref().map(Arc::downgrade);
            kept.insert(state.into(), Known { position, keys });
        }
    }

    fn has_keys_of(&self, known: &Known) -> bool {
        match (&known.keys, &self.keys) {
            (None, None) => true,
            (Some(then), Some(now)) => then.as_ptr() == Arc::as_ptr(now),
            _ => false,
        }
    }
}
