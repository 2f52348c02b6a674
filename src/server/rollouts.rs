//! The threads that play rollouts: apart from those that serve, no more than there are cores, and scheduled when nobody else
//! wants the core, so that whoever makes a short call hardly notices them.

use std::cell::Cell;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

#[cfg(target_os = "linux")]
use thread_priority::{
    NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy, set_thread_priority_and_policy, thread_native_id,
    thread_schedule_policy,
};
use tokio::sync::oneshot;
use tonic::Status;

use super::service::caught;
use crate::wire::status::internal;

/// Linux' SCHED_IDLE.
#[cfg(target_os = "linux")]
const IDLE: ThreadSchedulePolicy = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);

/// After how many looks whether to go on a thread lets others have the core: some tens of microseconds at least, so that it costs
/// next to nothing, and no more than some hundreds.
const LOOKS: u32 = 64;

type Job = Box<dyn FnOnce() + Send>;

/// The threads. They end when this is dropped and what it was given is done.
pub struct Rollouts {
    jobs: mpsc::Sender<Job>,
    threads: usize,
}

impl Rollouts {
    /// So many threads; one for each core if that is 0.
    pub fn new(threads: usize) -> Self {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = if threads == 0 { cores() } else { threads };
        let (jobs, waiting) = mpsc::channel::<Job>();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let waiting = waiting.clone();
            let work = move || {
                give_way();
                // jobs come in turn, whoever's they are; a job catches its panics
                let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                while let Ok(job) = next() {
                    job();
                }
            };
            // if there is no thread to be had, those that there are do the work
            let _ = thread::Builder::new().name("rollout".into()).spawn(work);
        }
        Self { jobs, threads }
    }

    /// How many jobs of one caller keep all threads at work.
    pub fn at_a_time(&self) -> usize {
        2 * self.threads
    }

    /// Does a job when its turn comes. It is in the line from now on, and is done even if nobody waits for the result.
    pub fn run<T: Send + 'static, J: FnOnce() -> T + Send + 'static>(
        &self,
        job: J,
    ) -> impl Future<Output = Result<T, Status>> + Send + use<T, J> {
        let (result, done) = oneshot::channel();
        let job = move || {
            let _ = result.send(caught(job));
        };
        let queued = self.jobs.send(Box::new(job));
        async move {
            queued.map_err(|_| internal())?;
            done.await.map_err(|_| internal())?
        }
    }
}

/// Makes this thread one that works when nobody else does. A low priority would not do: whoever wakes up takes the core from an
/// idle thread at once, from one that is only nicer after milliseconds.
fn give_way() {
    // Elsewhere there is no such policy. What else is set, a priority, means nothing then and may be forbidden.
    #[cfg(target_os = "linux")]
    if let Err(error) = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, IDLE)
        && thread_schedule_policy() != Ok(IDLE)
    {
        tracing::warn!("rollouts have the priority of calls: {error}");
    }
}

/// Lets whoever waits for this core have it, once in a while; called between any two moves. Linux does not always do so by itself:
/// a thread that wakes up and has had more than its share stays behind an idle one until the next tick, milliseconds later.
pub fn pause() {
    thread_local! {
        static LOOKED: Cell<u32> = const { Cell::new(0) };
    }
    let looked = LOOKED.get() + 1;
    LOOKED.set(looked % LOOKS);
    if looked == LOOKS {
        thread::yield_now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn jobs_are_done_apart_and_give_way() {
        let rollouts = Rollouts::new(2);
        let name = rollouts.run(|| thread::current().name().map(str::to_owned)).await;
        assert_eq!(name.expect("a result").as_deref(), Some("rollout"));
        #[cfg(target_os = "linux")]
        assert_eq!(rollouts.run(thread_schedule_policy).await.expect("a result"), Ok(IDLE));
        assert!(rollouts.run(|| panic!("a bug")).await.is_err());
        assert_eq!(rollouts.run(|| 7).await.expect("the threads go on"), 7);
    }
}
