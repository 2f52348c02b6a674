//! HTTP on a connection: how many calls, how long, and whether the other end is still there.

use std::convert::Infallible;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::pin::pin;
use std::time::Duration;

use http::{Request, Response};
use hyper::body::Incoming;
use hyper::rt::Executor;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tonic::body::Body;
use tower::Service;

use super::limits::Unread;
use super::listen::{Plain, Stream};
use super::settings::{Settings, seconds};
use super::tls::Tls;

/// How often a connection is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long an answer to "are you there?" may take.
const KEEPALIVE_ANSWER: Duration = Duration::from_secs(20);
/// With how many bytes HTTP/2 begins: words, and a frame of settings, which is at least its head.
const GREETING: usize = 24 + 9;
/// What may be under way towards the service on a connection, and on a call of it, before it is taken, in bytes.
const WINDOWS: (u32, u32) = (1 << 18, 1 << 16);
/// Largest headers of a call, in bytes: a token, a trace and the like.
const MAX_HEADERS: u32 = 16 << 10;
/// How many calls of a connection may end before their message was read, in its whole life.
const MAX_EARLY_ANSWERS: usize = 65_536;

/// How connections are served.
pub struct Connections {
    builder: Builder<Calls>,
    tls: Option<Tls>,
    handshake: Duration,
    call: Duration,
    age: Option<Duration>,
    grace: Duration,
}

impl Connections {
    pub fn new(settings: &Settings, tls: Option<Tls>) -> Self {
        let call = seconds(settings.call_seconds);
        let mut builder = Builder::new(Calls(call));
        builder
            .http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(Some(seconds(settings.keepalive_seconds)))
            .keep_alive_timeout(KEEPALIVE_ANSWER)
            .max_concurrent_streams(Some(settings.max_connection_calls))
            .initial_connection_window_size(Some(WINDOWS.0))
            .initial_stream_window_size(Some(WINDOWS.1))
            .max_header_list_size(MAX_HEADERS)
            // calls that are shed before their message has come count here: a proxy's connection must outlive many of them
            .max_local_error_reset_streams(MAX_EARLY_ANSWERS);
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(Some(seconds(settings.handshake_seconds)))
            .max_buf_size(MAX_HEADERS as usize);
        if settings.web_origins.is_empty() {
            builder = builder.http2_only();
        }
        Self {
            builder,
            tls,
            handshake: seconds(settings.handshake_seconds),
            call,
            age: Some(seconds(settings.connection_seconds)).filter(|age| !age.is_zero()),
            grace: seconds(settings.connection_grace_seconds),
        }
    }

    /// Serves a connection until its end; when `closing` says so, it accepts no more calls and ends with the last.
    pub async fn serve<S>(&self, plain: Plain, service: S, closing: watch::Receiver<bool>)
    where
        S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
        S::Future: Send,
    {
        // HTTP/1 answers here, a call at a time
        Unread::watch(self.serve_until_closing(plain, service, closing), self.call).await;
    }

    async fn serve_until_closing<S>(&self, plain: Plain, service: S, mut closing: watch::Receiver<bool>)
    where
        S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
        S::Future: Send,
    {
        let opened = match timeout(self.handshake, Stream::open(plain, self.tls.as_ref())).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => return tracing::debug!("a connection came to nothing: {error}"),
            Err(_) => return tracing::debug!("a connection came to nothing in time"),
        };
        let received = opened.received();
        let connection = self.builder.serve_connection(TokioIo::new(opened), TowerToHyperService::new(service));
        let mut connection = pin!(connection);

        let born = Instant::now();
        let age = self.age.map(give_or_take_a_tenth);
        let mut ending: Option<Instant> = None;
        let draining = closing.clone();
        let mut look = interval(LOOK_EVERY);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!("a connection failed: {error}");
                    }
                    return;
                }
                _ = closing.wait_for(|closing| *closing), if ending.is_none() => {
                    connection.as_mut().graceful_shutdown();
                    ending = Some(Instant::now());
                }
                _ = look.tick() => {
                    if received.bytes() < GREETING && born.elapsed() > self.handshake {
                        return tracing::debug!("a connection said nothing in time");
                    }
                    if ending.is_none() && age.is_some_and(|age| born.elapsed() > age) {
                        connection.as_mut().graceful_shutdown();
                        ending = Some(Instant::now());
                    }
                    if ending.is_some_and(|since| since.elapsed() > self.grace) && !*draining.borrow() {
                        return tracing::debug!("calls on an old connection took too long");
                    }
                }
            }
        }
    }
}

/// Runs the calls of a connection of HTTP/2. A call whose answer is not taken ends alone: behind a proxy, a connection carries the
/// calls of many.
#[derive(Clone)]
struct Calls(Duration);

impl<F> Executor<F> for Calls
where
    F: Future + Send + 'static,
    F::Output: Send,
{
    fn execute(&self, call: F) {
        let call = async {
            call.await;
        };
        tokio::spawn(Unread::watch(call, self.0));
    }
}

/// So that connections that began together do not end together.
fn give_or_take_a_tenth(time: Duration) -> Duration {
    let random = RandomState::new().build_hasher().finish();
    time.mul_f64(0.9 + 0.2 * (random as f64 / u64::MAX as f64))
}
