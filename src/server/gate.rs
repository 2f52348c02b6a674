//! What every call goes through, in this order: it is seen, its caller is known and has calls left, there is room for it,
//! and it has so much time. Composed by hand, as the order matters: telemetry sees the calls that are turned away and
//! those that are given up.

use std::convert::Infallible;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::FutureExt;
use http::{HeaderMap, Request, Response};
use http_body::{Body as _, Frame, SizeHint};
use tokio::time::{Instant, Sleep, timeout};
use tonic::body::Body;
use tonic::codegen::Bytes;
use tonic::service::Routes;
use tonic::{Code, Status};
use tower::Service;
use tracing::Instrument;

use super::callers::Callers;
use super::limits::{self, Limits, Slot, UnreadAnswer};
use super::listen::Peer;
use super::methods::{Method, Methods};
use super::statuses::{overloaded, retold, too_late};
use super::telemetry::{Call, Telemetry, TurnedAway};
use crate::wire::status::internal;

/// What all calls have in common.
pub struct Shared {
    pub methods: Methods,
    pub callers: Callers,
    pub limits: Arc<Limits>,
    pub telemetry: Arc<Telemetry>,
}

/// The services, as those on one connection meet them.
#[derive(Clone)]
pub struct Gate {
    pub routes: Routes,
    pub shared: Arc<Shared>,
    pub peer: Peer,
}

impl<B> Service<Request<B>> for Gate
where
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let gate = self.clone();
        Box::pin(async move { Ok(gate.pass(request.map(Body::new)).await) })
    }
}

impl Gate {
    async fn pass(self, mut request: Request<Body>) -> Response<Body> {
        let shared = self.shared.clone();
        let method = shared.methods.get(request.uri().path());
        let mut call = shared.telemetry.begin(method, request.headers());
        if let Some(facts) = call.facts() {
            request.extensions_mut().insert(facts);
        }
        let span = call.log_span();
        let answered = self.admit(method, request, &mut call).instrument(span).await;
        let (response, held) = answered.unwrap_or_else(|status| (status.into_http(), Held::default()));
        match Status::from_header_map(response.headers()) {
            // Nothing follows the headers of a refusal.
            Some(status) => {
                call.end(status.code());
                response
            }
            // Something else than gRPC was spoken.
            None if response.body().is_end_stream() => {
                call.end(Code::Unknown);
                response
            }
            None => {
                let streaming = method.streaming;
                response.map(|body| Body::new(Answer { body, rest: Bytes::new(), held, streaming, call: Some(call) }))
            }
        }
    }

    async fn admit(
        self,
        method: &Method,
        mut request: Request<Body>,
        call: &mut Call,
    ) -> Result<(Response<Body>, Held), Status> {
        let Self { routes, shared, peer } = self;
        let own = limits::timeout(request.headers());
        let (slot, longest) = if method.open {
            (None, own)
        } else {
            let caller = shared.callers.admit(request.headers(), peer).inspect_err(|status| {
                let token = status.code() == Code::Unauthenticated;
                call.turned_away(if token { TurnedAway::Token } else { TurnedAway::Rate });
            })?;
            if method.streaming
                && let Some(allowance) = shared.callers.allowance(&caller)
            {
                request.extensions_mut().insert(allowance);
            }
            call.caller(caller);
            let slot = shared.limits.enter(method.streaming).ok_or_else(|| {
                call.turned_away(TurnedAway::Overload);
                overloaded()
            })?;
            (Some(slot), Some(shared.limits.call_time).into_iter().chain(own).min())
        };
        // of a stream that is the time until it begins
        let response = within(longest, routes, request).await?;
        let end = if method.brief { longest } else { own };
        let held = Held {
            end: end.filter(|_| method.streaming).map(|time| Box::pin(tokio::time::sleep(time))),
            untaken: if method.streaming { None } else { UnreadAnswer::new() },
            _slot: slot,
        };
        Ok((response, held))
    }
}

/// The answer of the services, if it comes in time.
async fn within(
    longest: Option<Duration>,
    mut routes: Routes,
    request: Request<Body>,
) -> Result<Response<Body>, Status> {
    if longest.is_some_and(|time| time.is_zero()) {
        return Err(too_late());
    }
    // The panic hook has logged and counted it.
    let answer = AssertUnwindSafe(async move { routes.call(request).await }).catch_unwind();
    let response = match longest {
        None => answer.await,
        Some(time) => {
            let begin = Instant::now();
            let answer = timeout(time, answer).await.map_err(|_| too_late())?;
            // it may be noticed after the answer only: on a busy machine, whoever keeps time waits too
            if begin.elapsed() > time {
                return Err(too_late());
            }
            answer
        }
    };
    let Ok(response) = response.map_err(|_| internal())?;
    match Status::from_header_map(response.headers()).as_ref().and_then(retold) {
        Some(status) => Err(status),
        None => Ok(response),
    }
}

/// What a call holds until its answer has gone out.
#[derive(Default)]
struct Held {
    end: Option<Pin<Box<Sleep>>>,
    untaken: Option<UnreadAnswer>,
    _slot: Option<Slot>,
}

/// Largest piece of an answer that is given to HTTP/2, which keeps a piece until the caller takes it, even if the call is given up
/// meanwhile.
const PIECE: usize = 16 << 10;

/// The body of an answer, seen to its end.
struct Answer {
    body: Body,
    /// What of the body comes next, as it was too much for a piece.
    rest: Bytes,
    held: Held,
    /// Whether it has several parts, each to be taken.
    streaming: bool,
    call: Option<Call>,
}

impl Answer {
    fn end(&mut self, code: Code) {
        if let Some(mut call) = self.call.take() {
            call.end(code);
        }
        self.held = Held::default();
        // whatever makes the answer stops
        self.body = Body::empty();
        self.rest = Bytes::new();
    }

    /// The next frame, in pieces if it is large.
    fn poll_piece(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        if self.rest.is_empty() {
            match Pin::new(&mut self.body).poll_frame(cx) {
                Poll::Ready(Some(Ok(frame))) if frame.data_ref().is_some_and(|data| data.len() > PIECE) => {
                    self.rest = frame.into_data().unwrap_or_default();
                }
                polled => return polled,
            }
        }
        let piece = self.rest.split_to(self.rest.len().min(PIECE));
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }
}

impl http_body::Body for Answer {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.get_mut();
        if this.call.is_none() {
            return Poll::Ready(None);
        }
        if let Some(end) = &mut this.held.end
            && end.as_mut().poll(cx).is_ready()
        {
            let mut trailers = HeaderMap::new();
            let added = too_late().add_header(&mut trailers);
            this.end(Code::DeadlineExceeded);
            return Poll::Ready(Some(added.map(|()| Frame::trailers(trailers))));
        }
        if this.streaming {
            // whoever asks for more has taken what there was
            this.held.untaken = None;
        }
        let polled = this.poll_piece(cx);
        match &polled {
            Poll::Ready(Some(Ok(frame))) => match frame.trailers_ref() {
                Some(trailers) => {
                    this.end(Status::from_header_map(trailers).map_or(Code::Unknown, |status| status.code()));
                }
                None if this.streaming => this.held.untaken = UnreadAnswer::new(),
                None => {}
            },
            Poll::Ready(Some(Err(status))) => this.end(status.code()),
            Poll::Ready(None) => this.end(Code::Unknown),
            Poll::Pending => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.call.is_none() || self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use tonic::service::AxumRouter;

    use super::*;

    async fn answer(longest: Option<Duration>, routes: AxumRouter) -> Result<Response<Body>, Status> {
        within(longest, routes.into(), Request::new(Body::empty())).await
    }

    async fn panicking() -> &'static str {
        panic!("secret")
    }

    #[tokio::test]
    async fn a_panic_anywhere_is_an_internal_error_without_details() {
        let status = answer(None, AxumRouter::new().fallback(panicking)).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::Internal, "internal error"));
        assert!(status.details().is_empty());
    }

    #[tokio::test]
    async fn what_takes_too_long_is_given_up() {
        let slow = AxumRouter::new().fallback(|| tokio::time::sleep(Duration::from_secs(60)));
        let status = answer(Some(Duration::from_millis(10)), slow).await.unwrap_err();
        assert_eq!(status.code(), Code::DeadlineExceeded);
    }

    /// What tonic says of bytes that it cannot read is the fault of whoever sent them.
    #[tokio::test]
    async fn faults_of_callers_are_told_as_such() {
        for (said, told) in [
            (Status::out_of_range("Error, decoded message length too large"), Code::ResourceExhausted),
            (Status::resource_exhausted("Error decompressing: size limit"), Code::ResourceExhausted),
            (Status::internal("Unexpected EOF decoding stream."), Code::InvalidArgument),
            (internal(), Code::Internal),
        ] {
            let routes = AxumRouter::new().fallback(move || std::future::ready(said.clone().into_http::<String>()));
            let status = match answer(None, routes).await {
                Err(status) => status,
                Ok(response) => Status::from_header_map(response.headers()).expect("a status"),
            };
            assert_eq!(status.code(), told);
        }
    }
}
