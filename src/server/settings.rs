//! Settings of the service, from the command line or the environment: the one place with their names, ranges and
//! defaults. `--help` is their manual.

use std::ffi::OsString;
use std::fmt::{Display, Formatter};
use std::net::ToSocketAddrs;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Command, Parser};

use super::callers::{KeySet, Tokens};
use super::seal::Keys;
use super::tls;

/// Settings of the service.
#[derive(Args, Clone, Debug)]
pub struct Settings {
    /// Address and port to listen on, or the path of a Unix socket; port 0 takes a free one
    #[arg(
        long,
        env = "CARCASSONNE_LISTEN",
        value_name = "HOST:PORT|unix:PATH",
        default_value = "127.0.0.1:50051",
        help_heading = "Listening"
    )]
    pub listen: Address,

    /// File with the certificate chain of this server, in PEM; with it the service speaks TLS only
    #[arg(long, env = "CARCASSONNE_TLS_CERT", value_name = "FILE", requires = "tls_key", value_parser = tls::certificates_in,
          help_heading = "Listening")]
    pub tls_cert: Option<PathBuf>,

    /// File with the private key of that certificate, in PEM
    #[arg(long, env = "CARCASSONNE_TLS_KEY", value_name = "FILE", requires = "tls_cert", value_parser = tls::key_in,
          help_heading = "Listening")]
    pub tls_key: Option<PathBuf>,

    /// File with the authorities, in PEM, of which one must have signed the certificate of every client
    #[arg(
        long,
        env = "CARCASSONNE_TLS_CLIENT_CA",
        value_name = "FILE",
        requires = "tls_cert",
        value_parser = tls::certificates_in,
        help_heading = "Listening"
    )]
    pub tls_client_ca: Option<PathBuf>,

    /// Origin of web pages that may call by gRPC-Web, for example "https://example.org", or "*" for all; repeat it or
    /// separate several by commas. Without any, the service speaks gRPC only
    #[arg(long = "web-origin", env = "CARCASSONNE_WEB_ORIGIN", value_name = "ORIGIN", value_delimiter = ',',
          value_parser = origin, help_heading = "Listening")]
    pub web_origins: Vec<String>,

    /// How often files with certificates, tokens and keys are looked at for changes, in seconds
    #[arg(long, env = "CARCASSONNE_RELOAD_SECONDS", value_name = "SECONDS", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..=86400), help_heading = "Listening")]
    pub reload_seconds: u64,

    /// File with bearer tokens, a line each: the name of the caller, a space, and the token or "sha256:" and the
    /// hexadecimal digest of it. With it, or with --jwks-file, every call but health needs one
    #[arg(long, env = "CARCASSONNE_TOKEN_FILE", value_name = "FILE", value_parser = readable::<Tokens>,
          help_heading = "Callers")]
    pub token_file: Option<PathBuf>,

    /// File with the public keys (a JWK set) by which signed bearer tokens (JWT) are verified; their "sub" names the
    /// caller
    #[arg(long, env = "CARCASSONNE_JWKS_FILE", value_name = "FILE", value_parser = readable::<KeySet>,
          requires = "jwt_audience", help_heading = "Callers")]
    pub jwks_file: Option<PathBuf>,

    /// The "aud" that signed tokens must name
    #[arg(
        long,
        env = "CARCASSONNE_JWT_AUDIENCE",
        value_name = "NAME",
        requires = "jwks_file",
        help_heading = "Callers"
    )]
    pub jwt_audience: Option<String>,

    /// The "iss" that signed tokens must name
    #[arg(long, env = "CARCASSONNE_JWT_ISSUER", value_name = "NAME", requires = "jwks_file", help_heading = "Callers")]
    pub jwt_issuer: Option<String>,

    /// How many calls a second each caller may make in the long run, a caller being the name that goes with the token
    /// or else the address; 0 is no limit
    #[arg(long, env = "CARCASSONNE_CALLS_PER_SECOND", value_name = "NUMBER", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(0..=1_000_000), help_heading = "Callers")]
    pub calls_per_second: u32,

    /// How many calls a caller may make at once after a pause, with a limit per second
    #[arg(long, env = "CARCASSONNE_CALLS_BURST", value_name = "NUMBER", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = "Callers")]
    pub calls_burst: u32,

    /// File with the keys that seal states, a line each of 64 hexadecimal digits: the first seals, all open
    #[arg(long, env = "CARCASSONNE_SEAL_KEY_FILE", value_name = "FILE", value_parser = readable::<Keys>,
          help_heading = "Callers")]
    pub seal_key_file: Option<PathBuf>,

    /// Largest request, in bytes, also after decompression
    #[arg(long, env = "CARCASSONNE_MAX_REQUEST_BYTES", value_name = "BYTES", default_value_t = 1 << 19,
          value_parser = clap::value_parser!(u32).range(1..=1 << 26), help_heading = "Limits")]
    pub max_request_bytes: u32,

    /// Most moves in a request that names moves; the API allows no more than the default
    #[arg(long, env = "CARCASSONNE_MAX_MOVES", value_name = "NUMBER", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..=1000), help_heading = "Limits")]
    pub max_moves: u32,

    /// Threads that play rollouts, when nobody else wants the core; 0 is one for each core
    #[arg(long, env = "CARCASSONNE_ROLLOUT_THREADS", value_name = "NUMBER", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(0..=1024), help_heading = "Limits")]
    pub rollout_threads: u32,

    /// Memory for positions that were read or made lately, in bytes: a call about one of them need not read it again; 0 keeps
    /// none
    #[arg(long, env = "CARCASSONNE_POSITION_CACHE_BYTES", value_name = "BYTES", default_value_t = 16 << 20,
          value_parser = clap::value_parser!(u64).range(0..=1 << 40), help_heading = "Limits")]
    pub position_cache_bytes: u64,

    /// Most work of a rollout, in tiles placed at random; a core places some hundred thousand a second
    #[arg(long, env = "CARCASSONNE_MAX_ROLLOUT_TILES", value_name = "NUMBER", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000), help_heading = "Limits")]
    pub max_rollout_tiles: u64,

    /// How long the caller of a Play stream may say nothing, in seconds
    #[arg(long, env = "CARCASSONNE_PLAY_IDLE_SECONDS", value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(1..=86400), help_heading = "Limits")]
    pub play_idle_seconds: u64,

    /// Calls at a time; more are answered UNAVAILABLE, to be tried again
    #[arg(long, env = "CARCASSONNE_MAX_CALLS", value_name = "NUMBER", default_value_t = 128,
          value_parser = clap::value_parser!(u32).range(1..=100_000), help_heading = "Limits")]
    pub max_calls: u32,

    /// Streaming calls at a time, beside the others
    #[arg(long, env = "CARCASSONNE_MAX_STREAMING_CALLS", value_name = "NUMBER", default_value_t = 128,
          value_parser = clap::value_parser!(u32).range(1..=100_000), help_heading = "Limits")]
    pub max_streaming_calls: u32,

    /// Connections at a time; more wait until one is closed
    #[arg(long, env = "CARCASSONNE_MAX_CONNECTIONS", value_name = "NUMBER", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..=100_000), help_heading = "Limits")]
    pub max_connections: u32,

    /// Calls at a time on one connection; a client waits with more
    #[arg(long, env = "CARCASSONNE_MAX_CONNECTION_CALLS", value_name = "NUMBER", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=100_000), help_heading = "Limits")]
    pub max_connection_calls: u32,

    /// Longest time of a call that is no stream, reading the request and writing the answer included; of a stream until it
    /// begins; of a part of an answer until it is taken; and of a reflection, in seconds; a caller's own deadline may be earlier
    #[arg(long, env = "CARCASSONNE_CALL_SECONDS", value_name = "SECONDS", default_value_t = 20,
          value_parser = clap::value_parser!(u64).range(1..=3600), help_heading = "Limits")]
    pub call_seconds: u64,

    /// How long a new connection may take until it speaks HTTP, in seconds
    #[arg(long, env = "CARCASSONNE_HANDSHAKE_SECONDS", value_name = "SECONDS", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..=3600), help_heading = "Limits")]
    pub handshake_seconds: u64,

    /// Age at which a connection is asked to end, so that clients spread anew over the replicas, in seconds, give or
    /// take a tenth; 0 is never
    #[arg(long, env = "CARCASSONNE_CONNECTION_SECONDS", value_name = "SECONDS", default_value_t = 600,
          value_parser = clap::value_parser!(u64).range(0..=86400), help_heading = "Limits")]
    pub connection_seconds: u64,

    /// How long calls on such a connection may still go on, in seconds
    #[arg(long, env = "CARCASSONNE_CONNECTION_GRACE_SECONDS", value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(0..=86400), help_heading = "Limits")]
    pub connection_grace_seconds: u64,

    /// How often a connection is asked whether its other end is still there, in seconds; less than the time after which
    /// load balancers forget an idle connection
    #[arg(long, env = "CARCASSONNE_KEEPALIVE_SECONDS", value_name = "SECONDS", default_value_t = 30,
          value_parser = clap::value_parser!(u64).range(1..=3600), help_heading = "Limits")]
    pub keepalive_seconds: u64,

    /// How long calls under way may go on after SIGTERM or SIGINT, in seconds
    #[arg(long, env = "CARCASSONNE_DRAIN_SECONDS", value_name = "SECONDS", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(0..=3600), help_heading = "Limits")]
    pub drain_seconds: u64,

    /// How long after SIGTERM or SIGINT new calls are still answered, while health already tells that the end is near,
    /// in seconds; for load balancers that need a while to notice
    #[arg(long, env = "CARCASSONNE_LINGER_SECONDS", value_name = "SECONDS", default_value_t = 0,
          value_parser = clap::value_parser!(u64).range(0..=3600), help_heading = "Limits")]
    pub linger_seconds: u64,

    /// What to log to stderr, for example "warn" or "carcassonne_engine=debug" (a line for each call)
    #[arg(long, env = "CARCASSONNE_LOG", value_name = "FILTER", default_value = "info", help_heading = "Seeing",
          value_parser = log_filter)]
    pub log: String,

    /// How to log: text, or a JSON object a line with the ids of trace and span
    #[arg(
        long,
        env = "CARCASSONNE_LOG_FORMAT",
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "Seeing"
    )]
    pub log_format: LogFormat,

    /// Where traces and metrics are sent by OTLP over gRPC, for example "http://127.0.0.1:4317"
    #[arg(long, env = "CARCASSONNE_OTLP_ENDPOINT", value_name = "URL", value_parser = endpoint,
          help_heading = "Seeing")]
    pub otlp_endpoint: Option<String>,

    /// How often metrics are sent, in seconds
    #[arg(long, env = "CARCASSONNE_OTLP_SECONDS", value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(1..=3600), help_heading = "Seeing")]
    pub otlp_seconds: u64,

    /// Share of calls that are traced if the caller does not say, from 0 to 1
    #[arg(long, env = "CARCASSONNE_TRACE_SHARE", value_name = "SHARE", default_value_t = 1.0,
          value_parser = share, help_heading = "Seeing")]
    pub trace_share: f64,

    /// Most calls a second that are traced, also of those whose callers want it; 0 is no limit
    #[arg(long, env = "CARCASSONNE_TRACES_PER_SECOND", value_name = "NUMBER", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(0..=1_000_000), help_heading = "Seeing")]
    pub traces_per_second: u32,

    /// Address and port of the page /metrics for Prometheus, and of /ready, which is 200 as long as health is SERVING, else
    /// 503
    #[arg(long, env = "CARCASSONNE_METRICS_LISTEN", value_name = "HOST:PORT", help_heading = "Seeing",
          value_parser = tcp_address)]
    pub metrics_listen: Option<String>,
}

impl Settings {
    /// The settings that such arguments give, the environment not being asked where they say it.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn from_args(args: &[&str]) -> Result<Self, String> {
        #[derive(Parser)]
        struct Alone {
            #[command(flatten)]
            settings: Settings,
        }
        let args = [&["carcassonne-engine"], args].concat();
        parse::<Alone>(args.into_iter().map(OsString::from).collect())
            .map(|alone| alone.settings)
            .map_err(|error| error.to_string())
    }

    /// Whether anything stops a stranger who reaches the port.
    pub fn protected(&self) -> bool {
        self.token_file.is_some() || self.jwks_file.is_some() || self.tls_client_ca.is_some()
    }
}

/// Where to listen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// Host and port.
    Tcp(String),
    /// Path of a socket.
    Unix(PathBuf),
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("unix:") {
            Some("") => Err("unix: and no path".into()),
            Some(path) => Ok(Self::Unix(path.into())),
            None => tcp_address(text).map(Self::Tcp),
        }
    }
}

impl Display for Address {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tcp(address) => f.write_str(address),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

impl Address {
    /// Whether only this machine can reach it.
    pub fn is_local(&self) -> bool {
        match self {
            Self::Unix(_) => true,
            Self::Tcp(address) => address.to_socket_addrs().is_ok_and(|mut all| all.all(|one| one.ip().is_loopback())),
        }
    }
}

/// How to log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// An object a line.
    Json,
}

/// What a file of settings holds.
pub trait FileContent: Sized {
    /// Reads it; what is wrong names no secret.
    fn parse(text: &str) -> Result<Self, String>;
}

/// Reads a file of settings.
pub fn read<T: FileContent>(path: &std::path::Path) -> Result<T, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    T::parse(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn readable<T: FileContent>(path: &str) -> Result<PathBuf, String> {
    read::<T>(path.as_ref()).map(|_| path.into())
}

fn tcp_address(text: &str) -> Result<String, String> {
    match text.rsplit_once(':') {
        Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok() => Ok(text.into()),
        _ => Err("expected HOST:PORT".into()),
    }
}

/// Origins are compared as text: what browsers never send would match nothing.
fn origin(text: &str) -> Result<String, String> {
    let as_sent = || {
        let url: http::Uri = text.parse().ok()?;
        let (scheme, host) = (url.scheme_str()?, url.host()?.to_lowercase());
        let usual = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return None,
        };
        let port = url.port_u16().filter(|port| *port != usual).map_or(String::new(), |port| format!(":{port}"));
        (!host.contains('*')).then(|| format!("{scheme}://{host}{port}"))
    };
    if text == "*" || as_sent().is_some_and(|sent| sent == text) {
        Ok(text.into())
    } else {
        Err("expected \"*\", or an origin as browsers send it, like https://example.org: in lower case, without path, \
             wildcard or the usual port"
            .into())
    }
}

fn endpoint(text: &str) -> Result<String, String> {
    match text.parse::<http::Uri>() {
        Ok(url) if url.scheme_str() == Some("http") && url.authority().is_some() => Ok(text.into()),
        _ => Err("expected a URL like http://127.0.0.1:4317".into()),
    }
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "expected a number from 0 to 1".into())
}

fn log_filter(text: &str) -> Result<String, String> {
    let filter = tracing_subscriber::EnvFilter::try_new(text);
    filter.map(|_| text.into()).map_err(|error| format!("log filter {text:?}: {error}"))
}

/// Seconds as they stand in a setting.
pub fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}

/// Parses arguments and environment, and goes on after a value that is wrong, so that all are told at once.
///
/// # Errors
/// Everything that is wrong; also `--help` and `--version`, as clap has it.
pub fn parse<T: Parser>(mut args: Vec<OsString>) -> Result<T, clap::Error> {
    let mut command = T::command();
    let (mut found, mut loose) = (Vec::<clap::Error>::new(), Vec::new());
    let last = loop {
        match command.clone().try_get_matches_from(&args) {
            Ok(mut matches) if found.is_empty() => return T::from_arg_matches_mut(&mut matches),
            Ok(_) => break None,
            Err(error) if matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue) => {
                let wrong = match error.get(ContextKind::InvalidArg) {
                    Some(ContextValue::String(argument)) => argument.split_whitespace().next().map(String::from),
                    _ => None,
                };
                let flag = wrong.and_then(|flag| flag.strip_prefix("--").map(String::from));
                match flag {
                    // it takes anything already, and has nothing: what follows cannot be told from flags
                    Some(flag) if loose.contains(&flag) => break None,
                    Some(flag) => {
                        command = accepting_anything(command, &flag);
                        loose.push(flag);
                        found.push(error);
                    }
                    None => {
                        found.push(error);
                        break None;
                    }
                }
            }
            Err(error) if error.kind() == ErrorKind::UnknownArgument => {
                let unknown = match error.get(ContextKind::InvalidArg) {
                    Some(ContextValue::String(argument)) => args.iter().position(|arg| is_flag(arg, argument)),
                    _ => None,
                };
                found.push(error);
                match unknown {
                    Some(place) => drop(args.remove(place)),
                    None => break None,
                }
            }
            Err(error) => break Some(error),
        }
    };
    if found.is_empty() {
        return Err(last.expect("something is wrong"));
    }
    let lines = found.iter().chain(&last).map(|error| {
        let text = error.to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        text.split("\n\nUsage:")
            .next()
            .unwrap_or(text)
            .split("\n\nFor more")
            .next()
            .unwrap_or(text)
            .trim_end()
            .to_owned()
    });
    Err(command.error(ErrorKind::ValueValidation, lines.collect::<Vec<_>>().join("\n")))
}

/// Whether an argument gives a flag, with or without a value of its own.
fn is_flag(arg: &OsString, flag: &str) -> bool {
    let rest = arg.to_str().and_then(|arg| arg.strip_prefix(flag));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// The command with an argument that takes any text.
fn accepting_anything(command: Command, flag: &str) -> Command {
    let names: Vec<_> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let id = command.get_arguments().find(|arg| arg.get_long() == Some(flag)).map(|arg| arg.get_id().clone());
    let command = match id {
        Some(id) => command.mut_arg(id, |arg| arg.value_parser(clap::value_parser!(OsString))),
        None => command,
    };
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, |sub| accepting_anything(sub, flag)))
}
