//! Browsers: gRPC-Web, and which pages may call (CORS).

use std::time::Duration;

use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, Method};
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower::Layer;
use tower_http::cors::{AllowOrigin, Any, Cors, CorsLayer};

use super::gate::Gate;

/// What pages may send.
const SENT: [&str; 6] = ["grpc-timeout", "x-grpc-web", "x-user-agent", "traceparent", "tracestate", "grpc-encoding"];
/// What pages may read: the whole status, also of a refusal, which has no body to carry it.
const READ: [&str; 4] = ["grpc-status", "grpc-message", "grpc-status-details-bin", "grpc-encoding"];
/// How long a browser may rely on what it was told.
const REMEMBER: Duration = Duration::from_secs(3600);

/// What makes calls of pages ordinary ones.
#[derive(Clone)]
pub struct Web(CorsLayer);

impl Web {
    /// For pages of these origins; "*" stands for all.
    pub fn new(origins: &[String]) -> Option<Self> {
        if origins.is_empty() {
            return None;
        }
        let names = |names: &[&'static str]| names.iter().copied().map(HeaderName::from_static).collect::<Vec<_>>();
        let origin = match origins.iter().any(|origin| origin == "*") {
            true => AllowOrigin::from(Any),
            false => AllowOrigin::list(origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok())),
        };
        let sent = [names(&SENT), vec![AUTHORIZATION, CONTENT_TYPE]].concat();
        let cors = CorsLayer::new().allow_origin(origin).allow_methods([Method::POST]).allow_headers(sent);
        Some(Self(cors.expose_headers(names(&READ)).max_age(REMEMBER)))
    }

    pub fn around(&self, gate: Gate) -> Cors<GrpcWebService<Gate>> {
        self.0.layer(GrpcWebLayer::new().layer(gate))
    }
}
