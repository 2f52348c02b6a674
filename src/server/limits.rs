//! How much is done at a time and for how long.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

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

tokio::task_local! {
    /// Where it is told since when an answer has not been taken: of a stream of HTTP/2, else of the connection.
    static UNREAD: Arc<Unread>;
}

/// Since when an answer is to be taken and is not. HTTP/2 lets a client make calls and never read: what is kept for it would be
/// kept as long as it likes.
#[derive(Default)]
pub struct Unread(Mutex<Option<Instant>>);

/// An answer that is not taken yet.
pub struct UnreadAnswer(Arc<Unread>);

impl Unread {
    /// Does some work, and gives it up if an answer of it is not taken for so long.
    pub async fn watch(work: impl Future<Output = ()>, longest: Duration) {
        let unread = Arc::new(Unread::default());
        let stuck = async {
            let mut wait = longest;
            while !wait.is_zero() {
                tokio::time::sleep(wait).await;
                wait = longest.saturating_sub(unread.time());
            }
        };
        tokio::select! {
            biased;
            () = UNREAD.scope(unread.clone(), work) => {}
            () = stuck => tracing::info!("an answer that is not taken is given up"),
        }
    }

    /// How long an answer has been waiting.
    fn time(&self) -> Duration {
        self.since().map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn since(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl UnreadAnswer {
    /// An answer is there now. None where nobody watches.
    pub fn new() -> Option<Self> {
        let unread = UNREAD.try_with(Arc::clone).ok()?;
        *unread.since() = Some(Instant::now());
        Some(Self(unread))
    }
}

impl Drop for UnreadAnswer {
    fn drop(&mut self) {
        *self.0.since() = None;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

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

    #[tokio::test]
    async fn work_is_given_up_when_an_answer_is_not_taken_and_not_when_it_is_slow() {
        let (longest, slow) = (Duration::from_millis(300), Duration::from_millis(700));
        let taken = Arc::new(AtomicU32::new(0));
        let count = taken.clone();
        let work = async move {
            tokio::time::sleep(slow).await;
            for pause in [Duration::ZERO, Duration::from_millis(5), Duration::from_secs(60)] {
                let answer = UnreadAnswer::new();
                tokio::time::sleep(pause).await;
                drop(answer);
                count.fetch_add(1, Ordering::Relaxed);
            }
        };
        Unread::watch(work, longest).await;
        assert_eq!(taken.load(Ordering::Relaxed), 2);
        Unread::watch(tokio::time::sleep(slow), longest).await;
        assert!(UnreadAnswer::new().is_none(), "nobody watches");
    }
}
