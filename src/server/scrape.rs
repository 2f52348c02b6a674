//! The page /metrics for Prometheus, at an address of its own that callers need not reach.

use std::convert::Infallible;
use std::sync::Arc;
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

/// Serves the page for ever.
pub async fn serve(listener: TcpListener, telemetry: Arc<Telemetry>) {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let place = room.clone().acquire_owned().await.expect("never closed");
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(super::BREATHER).await;
            continue;
        };
        let telemetry = telemetry.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let response = answer(&request, &telemetry);
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

fn answer(request: &Request<Incoming>, telemetry: &Telemetry) -> Response<Full<Bytes>> {
    let page = Some(request.uri().path()).filter(|path| *path == "/metrics").and_then(|_| telemetry.page());
    let (status, text) = page.map_or((StatusCode::NOT_FOUND, "see /metrics\n".into()), |text| (StatusCode::OK, text));
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, http::HeaderValue::from_static("text/plain; version=0.0.4"));
    response
}
