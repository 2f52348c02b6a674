//! What the computation of an answer and the service around it tell each other, beside request and response: that nobody
//! waits any more, how long reading the position took, and which positions are at hand now. None of it reaches a response.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::status::Refused;
use super::{encode, proto};
use crate::engine::Position;

thread_local! {
    static CURRENT: RefCell<Option<Work>> = const { RefCell::new(None) };
}

struct Work {
    stop: Stop,
    states: States,
    told: Told,
}

/// Where the state of a response is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum States {
    /// In the response.
    Inside,
    /// Not there: whoever lets it be computed writes it from the position that is told.
    Told,
}

/// What some work told.
#[derive(Default)]
pub struct Told {
    /// How long positions were read.
    pub reading: Duration,
    /// The position that was read.
    pub read: Option<Arc<Position>>,
    /// The position that is the state of the response.
    pub made: Option<Arc<Position>>,
}

/// Stops work when nobody waits for its result any more.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops it, at the next [`go_on`].
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Works. Returns the result, and what was told meanwhile.
pub fn run<T>(stop: Stop, states: States, work: impl FnOnce() -> T) -> (T, Told) {
    CURRENT.set(Some(Work { stop, states, told: Told::default() }));
    let result = work();
    (result, CURRENT.take().map(|work| work.told).unwrap_or_default())
}

fn tell(what: impl FnOnce(&mut Told)) {
    CURRENT.with_borrow_mut(|work| work.as_mut().map(|work| what(&mut work.told)));
}

/// A position was read.
pub fn has_read(position: &Arc<Position>) {
    tell(|told| told.read = Some(position.clone()));
}

/// The state of the response is this position. Returns what belongs there.
pub fn has_made(position: Arc<Position>) -> Option<proto::State> {
    let inside = |work: &Work| work.states == States::Inside;
    let inside = CURRENT.with_borrow(|work| work.as_ref().is_none_or(inside));
    let state = inside.then(|| encode::state(position.catalogue(), position.state()));
    tell(|told| told.made = Some(position));
    state
}

/// Asks between the steps of long work whether to go on.
///
/// # Errors
/// Nobody waits: the refusal is of no reason, as nobody reads it.
pub fn go_on() -> Result<(), Refused> {
    let stopped = |work: &Work| work.stop.0.load(Ordering::Relaxed);
    if CURRENT.with_borrow(|work| work.as_ref().is_some_and(stopped)) { Err(Refused::new(Vec::new())) } else { Ok(()) }
}

/// Reads a position.
pub fn reading<T>(read: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let result = read();
    tell(|told| told.reading += begin.elapsed());
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_goes_on_until_it_is_stopped() {
        let stop = Stop::default();
        let (steps, _) = run(stop.clone(), States::Inside, || {
            let mut steps = 0;
            while go_on().is_ok() {
                steps += 1;
                if steps == 3 {
                    stop.now();
                }
            }
            steps
        });
        assert_eq!(steps, 3);
        assert!(go_on().is_ok(), "other work is not concerned");
    }

    #[test]
    fn the_time_of_reading_is_told() {
        let pause = || std::thread::sleep(Duration::from_millis(2));
        let ((), told) = run(Stop::default(), States::Inside, || {
            reading(pause);
            reading(pause);
        });
        assert!(told.reading >= Duration::from_millis(4));
        assert_eq!(run(Stop::default(), States::Inside, || ()).1.reading, Duration::ZERO);
    }
}
