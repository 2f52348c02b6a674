//! The service as a process sees it: bind, serve, drain.

mod service;
mod settings;

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tonic::transport::server::{Router, TcpIncoming};
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;
use tonic_reflection::server::Builder as Reflection;

use crate::wire::{proto, rpc};
pub use service::SERVICE_NAME;
pub use settings::Settings;

/// Services whose health is told: the server as a whole, and the rules service.
const HEALTH: [&str; 2] = ["", SERVICE_NAME];
/// How often an idle connection is asked whether its other end is still there, and how long the answer may take.
const KEEPALIVE: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(20));

/// Why the service could not start or stopped.
#[derive(Debug)]
pub enum Error {
    /// The catalogue or something else that comes with the program is broken.
    SelfCheck(String),
    /// The address could not be listened on.
    Bind(String, io::Error),
    /// The server failed while serving.
    Serve(tonic::transport::Error),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::SelfCheck(error) => write!(f, "self-check failed: {error}"),
            Self::Bind(address, error) => write!(f, "cannot listen on {address}: {error}"),
            Self::Serve(error) => write!(f, "serving failed: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// A server that passed its self-check and has its port, but accepts nothing yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    drain: Duration,
    router: Router<service::Limits>,
    health: HealthReporter,
}

impl Server {
    /// Checks the catalogue and takes the port.
    pub async fn bind(settings: &Settings) -> Result<Self, Error> {
        rpc::self_check().map_err(Error::SelfCheck)?;
        let bind_error = |error| Error::Bind(settings.listen.clone(), error);
        let listener = TcpListener::bind(&settings.listen).await.map_err(bind_error)?;
        let address = listener.local_addr().map_err(bind_error)?;

        let (health, health_service) = tonic_health::server::health_reporter();
        // The reporter begins with the whole server as serving.
        set_health(&health, ServingStatus::NotServing).await;
        let reflection = || {
            Reflection::configure()
                .register_encoded_file_descriptor_set(proto::FILE_DESCRIPTOR_SET)
                .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
                // So that generic clients can show the details of errors.
                .register_encoded_file_descriptor_set(tonic_types::pb::FILE_DESCRIPTOR_SET)
        };
        let broken = |error: tonic_reflection::server::Error| Error::SelfCheck(error.to_string());
        let router = tonic::transport::Server::builder()
            .http2_keepalive_interval(Some(KEEPALIVE.0))
            .http2_keepalive_timeout(Some(KEEPALIVE.1))
            .layer(service::limits())
            .add_service(health_service)
            .add_service(reflection().build_v1().map_err(broken)?)
            .add_service(reflection().build_v1alpha().map_err(broken)?)
            .add_service(service::rules(settings.max_request_bytes));
        Ok(Self { listener, address, drain: Duration::from_secs(settings.drain_seconds), router, health })
    }

    /// The address listened on, with the real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is done; then accepts nothing more and gives calls under way a bounded time to end.
    pub async fn serve(self, stop: impl Future<Output = ()>) -> Result<(), Error> {
        let Self { listener, drain, router, mut health, .. } = self;
        set_health(&health, ServingStatus::Serving).await;
        let (draining, drain_began) = oneshot::channel();
        let stopped = async move {
            stop.await;
            set_health(&health, ServingStatus::NotServing).await;
            for service in HEALTH {
                // Watchers hear the last status and their streams end; else each would hold its connection open.
                health.clear_service_status(service).await;
            }
            let _ = draining.send(());
        };
        // tonic waits for open connections without bound.
        let overdue = async move {
            let _ = drain_began.await;
            tokio::time::sleep(drain).await;
        };

        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        tokio::select! {
            served = router.serve_with_incoming_shutdown(incoming, stopped) => served.map_err(Error::Serve),
            () = overdue => {
                tracing::warn!("connections still open after {} s are closed", drain.as_secs());
                Ok(())
            }
        }
    }
}

async fn set_health(health: &HealthReporter, status: ServingStatus) {
    for service in HEALTH {
        health.set_service_status(service, status).await;
    }
}
