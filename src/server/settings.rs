//! Settings of the service, from the command line or the environment.

use clap::Args;

/// Settings of the service.
#[derive(Args, Clone, Debug)]
pub struct Settings {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, env = "CARCASSONNE_LISTEN", value_name = "HOST:PORT", default_value = "127.0.0.1:50051")]
    pub listen: String,

    /// Largest request, in bytes
    #[arg(long, env = "CARCASSONNE_MAX_REQUEST_BYTES", value_name = "BYTES", default_value_t = 1 << 20,
          value_parser = clap::value_parser!(u32).range(1..=1 << 26))]
    pub max_request_bytes: u32,

    /// How long calls under way may go on after SIGTERM or SIGINT, in seconds
    #[arg(long, env = "CARCASSONNE_DRAIN_SECONDS", value_name = "SECONDS", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(0..=3600))]
    pub drain_seconds: u64,

    /// What to log to stderr, for example "warn" or "carcassonne_engine=debug"
    #[arg(long, env = "CARCASSONNE_LOG", value_name = "FILTER", default_value = "info")]
    pub log: String,
}
