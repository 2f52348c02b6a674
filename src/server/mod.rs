//! The service as a process sees it: bind, serve, drain.

mod callers;
mod connection;
mod gate;
mod limits;
mod listen;
mod methods;
mod positions;
mod reload;
mod rollouts;
mod scrape;
mod seal;
mod service;
mod settings;
mod statuses;
mod telemetry;
mod tls;
mod web;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tonic::service::Routes;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;
use tonic_reflection::server::Builder as Reflection;

use crate::wire::{proto, rpc};
use callers::Callers;
use connection::Connections;
use gate::{Gate, Shared};
use limits::Limits;
use listen::Listener;
use methods::Methods;
pub use service::SERVICE_NAME;
use settings::seconds;
pub use settings::{Address, LogFormat, Settings, parse};
use telemetry::Telemetry;
pub use telemetry::watch_panics;
use tls::Tls;
use web::Web;

/// Services whose health is told: the server as a whole, and the rules service.
const HEALTH: [&str; 2] = ["", SERVICE_NAME];
/// How long to wait after a connection could not be accepted: usually there are too many files open.
const BREATHER: Duration = Duration::from_millis(50);

/// Why the service could not start or stopped.
#[derive(Debug)]
pub enum Error {
    /// The catalogue or something else that comes with the program is broken.
    SelfCheck(String),
    /// Files that the settings name make no sense together.
    Settings(String),
    /// The address could not be listened on.
    Bind(String, io::Error),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::SelfCheck(error) => write!(f, "self-check failed: {error}"),
            Self::Settings(error) => f.write_str(error),
            Self::Bind(address, error) => write!(f, "cannot listen on {address}: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// A server that passed its self-check and has its port, but accepts nothing yet.
pub struct Server {
    listener: Listener,
    scrape: Option<TcpListener>,
    connections: Arc<Connections>,
    room: Arc<Semaphore>,
    web: Option<Web>,
    routes: Routes,
    shared: Arc<Shared>,
    health: HealthReporter,
    ready: Arc<AtomicBool>,
    linger: Duration,
    drain: Duration,
    url: String,
}

impl Server {
    /// Checks the catalogue, reads all files and takes the port.
    pub async fn bind(settings: &Settings) -> Result<Self, Error> {
        rpc::self_check().map_err(Error::SelfCheck)?;
        let tls = Tls::new(settings).map_err(Error::Settings)?;
        let callers = Callers::new(settings).map_err(Error::Settings)?;
        let keys = service::keys(settings).map_err(Error::Settings)?;
        let telemetry = Arc::new(Telemetry::new(settings).map_err(Error::Settings)?);

        if !settings.protected() && !settings.listen.is_local() {
            tracing::warn!(
                "ANYBODY WHO REACHES {} MAY CALL: set --token-file, --jwks-file or --tls-client-ca, or see to it that \
                 nobody does",
                settings.listen
            );
        }
        let bind_error = |error| Error::Bind(settings.listen.to_string(), error);
        let listener = Listener::bind(&settings.listen).await.map_err(bind_error)?;
        let scrape = match &settings.metrics_listen {
            Some(address) => {
                let error = |error| Error::Bind(address.clone(), error);
                Some(TcpListener::bind(address).await.map_err(error)?)
            }
            None => None,
        };
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
        let limits = Arc::new(Limits::new(settings));
        let routes = Routes::new(health_service)
            .add_service(reflection().build_v1().map_err(broken)?)
            .add_service(reflection().build_v1alpha().map_err(broken)?)
            .add_service(service::rules(settings, keys, limits.clone()))
            .prepare();
        let methods = Methods::new(&[
            proto::FILE_DESCRIPTOR_SET,
            tonic_health::pb::FILE_DESCRIPTOR_SET,
            tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET,
            tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET,
        ]);
        let methods = methods.map_err(|error| Error::SelfCheck(error.to_string()))?;
        let scheme = if tls.is_some() { "https" } else { "http" };
        let url = listener.address().map_or(settings.listen.to_string(), |address| format!("{scheme}://{address}"));
        Ok(Self {
            listener,
            scrape,
            connections: Arc::new(Connections::new(settings, tls)),
            room: Arc::new(Semaphore::new(settings.max_connections as usize)),
            web: Web::new(&settings.web_origins),
            routes,
            shared: Arc::new(Shared { methods, callers, limits, telemetry }),
            health,
            ready: Arc::default(),
            linger: seconds(settings.linger_seconds),
            drain: seconds(settings.drain_seconds),
            url,
        })
    }

    /// Where it listens, with the real port: a URL, or `unix:` and the path.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The address of the page for Prometheus, with the real port.
    pub fn scrape_address(&self) -> Option<SocketAddr> {
        self.scrape.as_ref()?.local_addr().ok()
    }

    /// Serves until `stop` is done; then tells so, accepts nothing more, and gives calls under way a bounded time to end.
    pub async fn serve(mut self, stop: impl Future<Output = ()>) {
        let mut beside = JoinSet::new();
        if let Some(listener) = self.scrape.take() {
            beside.spawn(scrape::serve(listener, self.shared.telemetry.clone(), self.ready.clone()));
        }
        let (close, closing) = watch::channel(false);
        let mut open = JoinSet::new();
        set_health(&self.health, ServingStatus::Serving).await;
        self.ready.store(true, Ordering::Relaxed);

        let leaving = async {
            stop.await;
            self.leave().await;
        };
        tokio::select! {
            () = leaving => {}
            () = self.accept(&mut open, &closing) => {}
        }
        let Self { listener, drain, shared, .. } = self;
        drop(listener);
        let _ = close.send(true);
        let all_ended = async {
            while open.join_next().await.is_some() {}
            shared.telemetry.all_ended().await;
        };
        if tokio::time::timeout(drain, all_ended).await.is_err() {
            tracing::warn!("connections and calls still there after {} s are ended", drain.as_secs());
            open.shutdown().await;
        }
        // Sending may block, and the runtime must go on for it.
        let _ = tokio::task::spawn_blocking(move || shared.telemetry.flush()).await;
    }

    /// Tells load balancers to send no more, and gives them time to hear it.
    async fn leave(&self) {
        let mut health = self.health.clone();
        set_health(&health, ServingStatus::NotServing).await;
        self.ready.store(false, Ordering::Relaxed);
        tokio::time::sleep(self.linger).await;
        for service in HEALTH {
            // Watchers hear the last status and their streams end; else each would hold its connection open.
            health.clear_service_status(service).await;
        }
    }

    /// Accepts connections for ever.
    async fn accept(&self, open: &mut JoinSet<()>, closing: &watch::Receiver<bool>) {
        loop {
            while open.try_join_next().is_some() {}
            let room = self.room.clone().acquire_owned().await.expect("never closed");
            let (plain, peer) = match self.listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!("a connection could not be accepted: {error}");
                    tokio::time::sleep(BREATHER).await;
                    continue;
                }
            };
            let gate = Gate { routes: self.routes.clone(), shared: self.shared.clone(), peer };
            let (connections, web, closing) = (self.connections.clone(), self.web.clone(), closing.clone());
            open.spawn(async move {
                let _open = (room, gate.shared.telemetry.connection());
                match web {
                    None => connections.serve(plain, gate, closing).await,
                    Some(web) => connections.serve(plain, web.around(gate), closing).await,
                }
            });
        }
    }
}

async fn set_health(health: &HealthReporter, status: ServingStatus) {
    for service in HEALTH {
        health.set_service_status(service, status).await;
    }
}
