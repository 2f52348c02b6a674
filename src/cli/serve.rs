//! `serve`: the life of the service process.

use std::error::Error;
use std::io::{self, IsTerminal, Write};

use carcassonne_engine::server::{LogFormat, SERVICE_NAME, Server, Settings, watch_panics};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// Serves until SIGINT or SIGTERM, then drains.
pub fn run(settings: &Settings) -> Result<(), Box<dyn Error>> {
    log_to_stderr(settings)?;
    tokio::runtime::Runtime::new()?.block_on(async {
        // Before the port is open, so that whoever sees it open can stop the process properly.
        let stop = stop_signal()?;
        let server = Server::bind(settings).await?;
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        if let Some(address) = server.scrape_address() {
            tracing::info!("metrics on http://{address}/metrics");
        }
        // Nobody has to read this line: a closed stdout is no reason not to serve.
        let _ = writeln!(io::stdout(), "{name} {version} serving {SERVICE_NAME} on {}", server.url());
        let _ = io::stdout().flush();
        server.serve(stop).await;
        Ok(())
    })
}

fn log_to_stderr(settings: &Settings) -> Result<(), Box<dyn Error>> {
    let log = tracing_subscriber::fmt().with_env_filter(EnvFilter::try_new(&settings.log)?).with_writer(io::stderr);
    match settings.log_format {
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).with_current_span(true).with_span_list(false).init(),
    }
    watch_panics();
    Ok(())
}

/// Resolves at the first SIGINT or SIGTERM after this call.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        let name = tokio::select! {
            _ = interrupt.recv() => "SIGINT",
            _ = terminate.recv() => "SIGTERM",
        };
        tracing::info!("{name}: draining");
    })
}
