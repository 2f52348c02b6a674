//! How much is done at a time and for how long.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use http::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::settings::{Settings, seconds};

/// The limits of the process.
pub struct Limits {
    calls: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    long: Arc<Semaphore>,
    /// Longest time of a call that is no stream.
    pub call_time: Duration,
}

/// A call's place among those that go on at a time.
pub type Slot = OwnedSemaphorePermit;

impl Limits {
    pub fn new(settings: &Settings) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            calls: Arc::new(Semaphore::new(settings.max_calls as usize)),
            streams: Arc::new(Semaphore::new(settings.max_streaming_calls as usize)),
            long: Arc::new(Semaphore::new(cores)),
            call_time: seconds(settings.call_seconds),
        }
    }

    /// A place for a call, if there is one.
    pub fn enter(&self, streaming: bool) -> Option<Slot> {
        let places = if streaming { &self.streams } else { &self.calls };
        places.clone().try_acquire_owned().ok()
    }

    /// Waits until there is a core for a long computation, so that many of them leave room for the short.
    pub async fn long(&self) -> Slot {
        self.long.clone().acquire_owned().await.expect("never closed")
    }
}

/// The time that the caller gives a call, if it says so: `grpc-timeout`, at most eight digits and a unit.
pub fn timeout(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get("grpc-timeout")?.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.len() > 8 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let number: u64 = digits.parse().ok()?;
    Some(match unit {
        "H" => Duration::from_secs(number * 3600),
        "M" => Duration::from_secs(number * 60),
        "S" => Duration::from_secs(number),
        "m" => Duration::from_millis(number),
        "u" => Duration::from_micros(number),
        "n" => Duration::from_nanos(number),
        _ => return None,
    })
}

/// The answers on a connection that its other end has not taken yet. HTTP/2 lets a client make calls and never read: what
/// is kept for it would be kept as long as it likes.
#[derive(Default)]
pub struct Unread {
    since: Mutex<BTreeMap<u64, Instant>>,
    next: AtomicU64,
}

/// An answer that is not taken yet.
pub struct UnreadAnswer(Arc<Unread>, u64);

impl Unread {
    pub fn answer(self: &Arc<Self>) -> UnreadAnswer {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.entries().insert(number, Instant::now());
        UnreadAnswer(self.clone(), number)
    }

    /// How long the oldest answer has been waiting.
    pub fn longest(&self) -> Duration {
        self.entries().first_key_value().map_or(Duration::ZERO, |(_, since)| since.elapsed())
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Instant>> {
        self.since.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Drop for UnreadAnswer {
    fn drop(&mut self) {
        self.0.entries().remove(&self.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_are_read_as_the_protocol_has_them() {
        let read =
            |text: &str| timeout(&HeaderMap::from_iter([("grpc-timeout".parse().unwrap(), text.parse().unwrap())]));
        assert_eq!(read("1m"), Some(Duration::from_millis(1)));
        assert_eq!(read("99999999H"), Some(Duration::from_secs(99_999_999 * 3600)));
        assert_eq!(read("0n"), Some(Duration::ZERO));
        for wrong in ["", "m", "1", "1x", "100000000S", "-1S", "+1S", "1 S", "1é"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert_eq!(timeout(&HeaderMap::new()), None);
    }

    #[test]
    fn answers_are_waited_for_until_they_are_dropped() {
        let unread = Arc::new(Unread::default());
        let (first, second) = (unread.answer(), unread.answer());
        std::thread::sleep(Duration::from_millis(5));
        drop(second);
        assert!(unread.longest() >= Duration::from_millis(5));
        drop(first);
        assert_eq!(unread.longest(), Duration::ZERO);
    }
}
