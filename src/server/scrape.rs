//! The pages /metrics for Prometheus and /ready for probes that speak no gRPC, at an address of their own that callers need not
//! reach.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use http::header::CONTENT_TYPE;
use http::{Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tonic::codegen::Bytes;
use tower::service_fn;

use super::telemetry::Telemetry;

/// Connections at a time.
const MAX_CONNECTIONS: usize = 20;
/// How long a question may take to come in.
const PATIENCE: Duration = Duration::from_secs(10);
/// After this time a connection is closed, whatever it does.
const MAX_AGE: Duration = Duration::from_secs(300);

/// Serves the pages for ever; `ready` says what health says.
pub async fn serve(listener: TcpListener, telemetry: Arc<Telemetry>, ready: Arc<AtomicBool>) {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let place = room.clone().acquire_owned().await.expect("never closed");
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(super::BREATHER).await;
            continue;
        };
        let (telemetry, ready) = (telemetry.clone(), ready.clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let response = answer(&request, &telemetry, &ready);
            async move { Ok::<_, Infallible>(response) }
        });
        tokio::spawn(async move {
            let mut builder = Builder::new(TokioExecutor::new());
            builder.http1().timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            let builder = builder.http1_only();
            let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
            let _ = tokio::time::timeout(MAX_AGE, connection).await;
            drop(place);
        });
    }
}

fn answer(request: &Request<Incoming>, telemetry: &Telemetry, ready: &AtomicBool) -> Response<Full<Bytes>> {
    let (status, text) = match request.uri().path() {
        "/metrics" => (StatusCode::OK, telemetry.page().unwrap_or_default()),
        "/ready" if ready.load(Ordering::Relaxed) => (StatusCode::OK, "ready\n".into()),
        "/ready" => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n".into()),
        _ => (StatusCode::NOT_FOUND, "see /metrics and /ready\n".into()),
    };
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, http::HeaderValue::from_static("text/plain; version=0.0.4"));
    response
}
