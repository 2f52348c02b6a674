//! `serve`: the life of the service process.

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::panic;

use carcassonne_engine::server::{SERVICE_NAME, Server, Settings};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// Serves until SIGINT or SIGTERM, then drains.
pub fn run(settings: &Settings) -> Result<(), Box<dyn Error>> {
    log_to_stderr(&settings.log)?;
    tokio::runtime::Runtime::new()?.block_on(async {
        // Before the port is open, so that whoever sees it open can stop the process properly.
        let stop = stop_signal()?;
        let server = Server::bind(settings).await?;
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        // Nobody has to read this line: a closed stdout is no reason not to serve.
        let _ = writeln!(io::stdout(), "{name} {version} serving {SERVICE_NAME} on http://{}", server.address());
        let _ = io::stdout().flush();
        Ok(server.serve(stop).await?)
    })
}

fn log_to_stderr(filter: &str) -> Result<(), Box<dyn Error>> {
    let filter = EnvFilter::try_new(filter).map_err(|error| format!("log filter {filter:?}: {error}"))?;
    let colours = io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(io::stderr).init();
    panic::set_hook(Box::new(|info| tracing::error!("{info}")));
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
