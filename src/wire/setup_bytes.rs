//! The setup of a state as bytes, and from bytes.
//!
//! A game has one setup from the first state to the last, and it is most of what is beside tiles and bag. So each thread remembers
//! the last one that it read or wrote, by all of its bytes. No answer depends on it: what is not remembered is read or written.

use std::cell::RefCell;
use std::sync::Arc;

use super::codec::write;
use super::encode;
use crate::engine::{Catalogue, Setup};

/// A longer one is not remembered. Those with names of ten players are not so long.
const MOST: usize = 2 << 10;

struct Last {
    catalogue: Arc<Catalogue>,
    setup: Arc<Setup>,
    bytes: Vec<u8>,
    /// Whether they are as this program writes them; others mean the same.
    written: bool,
}

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

/// The setup that these bytes are, if it is remembered.
pub fn known(catalogue: &Arc<Catalogue>, bytes: &[u8]) -> Option<Arc<Setup>> {
    let same = |last: &&Last| Arc::ptr_eq(&last.catalogue, catalogue) && last.bytes == bytes;
    LAST.with_borrow(|last| last.as_ref().filter(same).map(|last| last.setup.clone()))
}

/// These bytes were read, and are that setup.
pub fn has_read(catalogue: &Arc<Catalogue>, setup: &Arc<Setup>, bytes: &[u8]) {
    remember(catalogue, setup, bytes, false);
}

/// A setup as bytes.
pub fn written(catalogue: &Arc<Catalogue>, setup: &Arc<Setup>) -> Vec<u8> {
    let same =
        |last: &&Last| last.written && Arc::ptr_eq(&last.catalogue, catalogue) && Arc::ptr_eq(&last.setup, setup);
    if let Some(bytes) = LAST.with_borrow(|last| last.as_ref().filter(same).map(|last| last.bytes.clone())) {
        return bytes;
    }
    let bytes = write(&encode::setup(catalogue, setup));
    remember(catalogue, setup, &bytes, true);
    bytes
}

fn remember(catalogue: &Arc<Catalogue>, setup: &Arc<Setup>, bytes: &[u8], written: bool) {
    let last = || Last { catalogue: catalogue.clone(), setup: setup.clone(), bytes: bytes.to_vec(), written };
    LAST.set((bytes.len() <= MOST).then(last));
}
