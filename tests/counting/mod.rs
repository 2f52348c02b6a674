//! An allocator that counts what its thread asks for.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

#[global_allocator]
static COUNTING: Counting = Counting;

thread_local! {
    static ASKED: Cell<Asked> = const { Cell::new(Asked { times: 0, bytes: 0 }) };
}

struct Counting;

/// How often memory was asked for, and how much in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    pub times: usize,
    pub bytes: usize,
}

/// Does something, and tells what memory it asked for.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Asked) {
    let before = ASKED.get();
    let result = work();
    let after = ASKED.get();
    (result, Asked { times: after.times - before.times, bytes: after.bytes - before.bytes })
}

fn count(bytes: usize) {
    let Asked { times, bytes: before } = ASKED.get();
    ASKED.set(Asked { times: times + 1, bytes: before + bytes });
}

// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        unsafe { System.realloc(memory, layout, size) }
    }
}
