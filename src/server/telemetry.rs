//! What an operator sees: a span and measurements for every call, counts of what the engine did. Where it is switched off,
//! nothing of it is computed.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use http::HeaderMap;
use opentelemetry::metrics::{Counter, Histogram, Meter, MeterProvider, UpDownCounter};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{
    Link, Span as _, SpanContext, SpanKind, Status as SpanStatus, TraceContextExt, TraceId, Tracer, TracerProvider,
};
use opentelemetry::{Context, KeyValue};
use opentelemetry_otlp::{MetricExporter, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::{PeriodicReader, SdkMeterProvider};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{
    Sampler, SamplingDecision, SamplingResult, SdkTracer, SdkTracerProvider, ShouldSample, Span,
};
use prometheus::{Registry, TextEncoder};
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tonic::Code;

use super::callers::Caller;
use super::methods::Method;
use super::settings::{Settings, seconds};
use crate::engine::Position;
use crate::engine::turn::OVER;
use crate::wire::proto::{Move, Reason, RolloutResponse, State, r#move as mv, turn};
use crate::wire::status::Refused;
use crate::wire::work::Told;

/// Panics and reloads that failed are counted where nothing of this module is at hand.
static PANICS: AtomicU64 = AtomicU64::new(0);
static FAILED_RELOADS: AtomicU64 = AtomicU64::new(0);

/// From now on panics of the process are counted, and logged instead of printed.
pub fn watch_panics() {
    std::panic::set_hook(Box::new(|info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        tracing::error!("{info}");
    }));
}

/// Counts a file of settings that has changed and makes no sense.
pub fn count_failed_reload() {
    FAILED_RELOADS.fetch_add(1, Ordering::Relaxed);
}

/// Bounds of durations, in seconds: a call takes a tenth of a millisecond, a long one seconds.
const DURATIONS: [f64; 15] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 20.0];
/// Bounds of sizes, in bytes.
const SIZES: [f64; 9] = [256.0, 1024.0, 4096.0, 8192.0, 16384.0, 65536.0, 262_144.0, 1_048_576.0, 16_777_216.0];

/// Traces and metrics of the process.
pub struct Telemetry {
    traces: Option<(SdkTracerProvider, SdkTracer)>,
    meters: Option<SdkMeterProvider>,
    instruments: Option<Arc<Instruments>>,
    /// What the page for Prometheus shows.
    page: Option<Registry>,
    /// Calls under way, also those whose connection has ended.
    calls: TaskTracker,
}

/// What is measured. `docs/operations.md` is the table for readers; a test compares them.
struct Instruments {
    duration: Histogram<f64>,
    request_size: Histogram<u64>,
    response_size: Histogram<u64>,
    active: UpDownCounter<i64>,
    connections: UpDownCounter<i64>,
    turned_away: Counter<u64>,
    games_started: Counter<u64>,
    games_finished: Counter<u64>,
    moves: Counter<u64>,
    playouts: Counter<u64>,
    refusals: Counter<u64>,
    reading: Histogram<f64>,
    positions_known: Counter<u64>,
}

impl Telemetry {
    /// Telemetry as the settings have it.
    ///
    /// # Errors
    /// It cannot be set up.
    pub fn new(settings: &Settings) -> Result<Self, String> {
        let resource = Resource::builder()
            .with_service_name(env!("CARGO_PKG_NAME"))
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let mut telemetry =
            Self { traces: None, meters: None, instruments: None, page: None, calls: TaskTracker::new() };
        if settings.otlp_endpoint.is_none() && settings.metrics_listen.is_none() {
            return Ok(telemetry);
        }

        let mut meters = SdkMeterProvider::builder().with_resource(resource.clone());
        if let Some(endpoint) = &settings.otlp_endpoint {
            let spans = SpanExporter::builder().with_tonic().with_endpoint(endpoint).build();
            let metrics = MetricExporter::builder().with_tonic().with_endpoint(endpoint).build();
            let (spans, metrics) = (spans.map_err(|e| e.to_string())?, metrics.map_err(|e| e.to_string())?);
            let every = seconds(settings.otlp_seconds);
            meters = meters.with_reader(PeriodicReader::builder(metrics).with_interval(every).build());
            let sampler = Bounded::new(settings);
            let provider = SdkTracerProvider::builder().with_batch_exporter(spans).with_sampler(sampler);
            let provider = provider.with_resource(resource).build();
            let tracer = provider.tracer(env!("CARGO_PKG_NAME"));
            telemetry.traces = Some((provider, tracer));
        }
        if settings.metrics_listen.is_some() {
            let registry = Registry::new();
            let exporter = opentelemetry_prometheus::exporter().with_registry(registry.clone());
            let exporter = exporter.scope_info_enabled(false).build().map_err(|error| error.to_string())?;
            meters = meters.with_reader(exporter);
            telemetry.page = Some(registry);
        }
        let meters = meters.build();
        telemetry.instruments = Some(Arc::new(Instruments::new(&meters.meter(env!("CARGO_PKG_NAME")))));
        telemetry.meters = Some(meters);
        Ok(telemetry)
    }

    /// A call begins.
    pub fn begin(&self, method: &Method, headers: &HeaderMap) -> Call {
        let parent = || TraceContextPropagator::new().extract_with_context(&Context::new(), &Headers(headers));
        let traced = self.traces.as_ref().filter(|_| !method.open);
        let span = traced.map(|(_, tracer)| {
            let builder = tracer.span_builder(method.name.to_string()).with_kind(SpanKind::Server);
            let labels = [KeyValue::new("rpc.system.name", "grpc"), KeyValue::new("rpc.method", method.name.clone())];
            builder.with_attributes(labels).start_with_context(tracer, &parent())
        });
        let context = match &span {
            Some(span) => span.span_context().clone(),
            // The caller's own trace is worth naming in the log even if nothing is sent.
            None if headers.contains_key("traceparent") => parent().span().span_context().clone(),
            None => SpanContext::NONE,
        };
        let instruments = self.instruments.clone();
        if let Some(instruments) = &instruments {
            instruments.active.add(1, &[KeyValue::new("rpc.method", method.name.clone())]);
        }
        let facts = (span.is_some() || instruments.is_some()).then(Facts::default);
        let (method, begin) = (method.name.clone(), Instant::now());
        let under_way = self.calls.token();
        Call { method, begin, span, instruments, facts, context, caller: None, ended: false, _under_way: under_way }
    }

    /// A connection is there as long as the guard.
    pub fn connection(&self) -> impl Drop + Send + use<> {
        struct Connected(Option<Arc<Instruments>>);
        impl Drop for Connected {
            fn drop(&mut self) {
                self.0.iter().for_each(|instruments| instruments.connections.add(-1, &[]));
            }
        }
        self.instruments.iter().for_each(|instruments| instruments.connections.add(1, &[]));
        Connected(self.instruments.clone())
    }

    /// The page for Prometheus.
    pub fn page(&self) -> Option<String> {
        let families = self.page.as_ref()?.gather();
        TextEncoder::new().encode_to_string(&families).ok()
    }

    /// Waits for the end of all calls. Of a connection that has ended some may still hear of it.
    pub async fn all_ended(&self) {
        self.calls.close();
        self.calls.wait().await;
    }

    /// Sends what is left, and nothing any more.
    pub fn flush(&self) {
        if let Some((provider, _)) = &self.traces
            && let Err(error) = provider.shutdown()
        {
            tracing::warn!("some spans were not sent: {error}");
        }
        if let Some(provider) = &self.meters
            && let Err(error) = provider.shutdown()
        {
            tracing::warn!("some metrics were not sent: {error}");
        }
    }
}

impl Instruments {
    fn new(meter: &Meter) -> Self {
        let seconds = |name, what| {
            meter.f64_histogram(name).with_unit("s").with_description(what).with_boundaries(DURATIONS.to_vec()).build()
        };
        let bytes = |name, what| {
            meter.u64_histogram(name).with_unit("By").with_description(what).with_boundaries(SIZES.to_vec()).build()
        };
        let count = |name, unit, what| meter.u64_counter(name).with_unit(unit).with_description(what).build();
        let level = |name, unit, what| meter.i64_up_down_counter(name).with_unit(unit).with_description(what).build();
        for (name, what, number) in [
            ("carcassonne.panics", "Bugs that ended a call", &PANICS),
            ("carcassonne.reloads.failed", "Changed files of settings that made no sense", &FAILED_RELOADS),
        ] {
            let counter = meter.u64_observable_counter(name).with_description(what);
            counter.with_callback(|observer| observer.observe(number.load(Ordering::Relaxed), &[])).build();
        }
        Self {
            duration: seconds("rpc.server.call.duration", "Duration of calls"),
            request_size: bytes("rpc.server.request.size", "Size of requests"),
            response_size: bytes("rpc.server.response.size", "Size of responses"),
            active: level("carcassonne.calls.active", "{call}", "Calls under way"),
            connections: level("carcassonne.connections.active", "{connection}", "Open connections"),
            turned_away: count("carcassonne.calls.turned_away", "{call}", "Calls that never reached an RPC"),
            games_started: count("carcassonne.games.started", "{game}", "Games that began"),
            games_finished: count("carcassonne.games.finished", "{game}", "Games that ended with a move"),
            moves: count("carcassonne.moves", "{move}", "Moves that were made"),
            playouts: count("carcassonne.rollout.playouts", "{game}", "Games played on for rollouts"),
            refusals: count("carcassonne.refusals", "{request}", "Requests and moves that were refused"),
            reading: seconds("carcassonne.position.read.duration", "Time to read and check a position"),
            positions_known: count(
                "carcassonne.positions.known",
                "{position}",
                "Positions that were known and not read",
            ),
        }
    }
}

/// Traces what the caller wants traced, else a share; but no more than so many calls a second, whatever callers want.
#[derive(Clone, Debug)]
struct Bounded {
    wanted: Sampler,
    room: Option<Arc<DefaultDirectRateLimiter>>,
}

impl Bounded {
    fn new(settings: &Settings) -> Self {
        let wanted = Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(settings.trace_share)));
        let most = NonZeroU32::new(settings.traces_per_second);
        Self { wanted, room: most.map(|most| Arc::new(RateLimiter::direct(Quota::per_second(most)))) }
    }
}

impl ShouldSample for Bounded {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        trace: TraceId,
        name: &str,
        kind: &SpanKind,
        attributes: &[KeyValue],
        links: &[Link],
    ) -> SamplingResult {
        let mut result = self.wanted.should_sample(parent, trace, name, kind, attributes, links);
        let full = || self.room.as_ref().is_some_and(|room| room.check().is_err());
        if result.decision == SamplingDecision::RecordAndSample && full() {
            result.decision = SamplingDecision::Drop;
        }
        result
    }
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(|name| name.as_str()).collect()
    }
}

/// Why a call never reached an RPC.
#[derive(Clone, Copy, Debug)]
pub enum TurnedAway {
    Overload,
    Rate,
    Token,
}

/// A call under way. If it is dropped before it has ended, its caller has gone.
pub struct Call {
    method: Arc<str>,
    begin: Instant,
    span: Option<Span>,
    instruments: Option<Arc<Instruments>>,
    facts: Option<Facts>,
    context: SpanContext,
    caller: Option<Caller>,
    ended: bool,
    _under_way: TaskTrackerToken,
}

impl Call {
    /// Where the RPC tells what the call is about, if anybody wants to know.
    pub fn facts(&self) -> Option<Facts> {
        self.facts.clone()
    }

    pub fn caller(&mut self, caller: Caller) {
        self.caller = Some(caller);
    }

    pub fn turned_away(&self, why: TurnedAway) {
        if let Some(instruments) = &self.instruments {
            let why = match why {
                TurnedAway::Overload => "overload",
                TurnedAway::Rate => "rate",
                TurnedAway::Token => "token",
            };
            instruments.turned_away.add(1, &[KeyValue::new("reason", why)]);
        }
    }

    /// The span of the log in which the call is answered.
    pub fn log_span(&self) -> tracing::Span {
        if !self.context.is_valid() {
            return tracing::Span::none();
        }
        let (trace, span) = (self.context.trace_id(), self.context.span_id());
        tracing::error_span!("call", trace_id = %trace, span_id = %span, rpc = &*self.method)
    }

    /// The call has its status.
    pub fn end(&mut self, code: Code) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        let duration = self.begin.elapsed();
        let name = code_name(code);
        if tracing::enabled!(tracing::Level::DEBUG) {
            let caller = self.caller.as_ref().map(tracing::field::display);
            let micros = duration.as_micros() as u64;
            self.log_span().in_scope(|| tracing::debug!(rpc = &*self.method, code = name, caller, micros, "call"));
        }

        let facts = self.facts.as_ref().map(|facts| std::mem::take(&mut *facts.lock()));
        if let Some(instruments) = &self.instruments {
            let method = KeyValue::new("rpc.method", self.method.clone());
            instruments.active.add(-1, std::slice::from_ref(&method));
            let mut labels =
                vec![KeyValue::new("rpc.system.name", "grpc"), method, KeyValue::new("rpc.response.status_code", name)];
            labels.extend((code != Code::Ok).then(|| KeyValue::new("error.type", name)));
            instruments.duration.record(duration.as_secs_f64(), &labels);
            if let Some(facts) = &facts {
                facts.measure(instruments, &labels);
            }
        }
        if let Some(mut span) = self.span.take() {
            span.set_attribute(KeyValue::new("rpc.response.status_code", name));
            if is_fault(code) {
                span.set_attribute(KeyValue::new("error.type", name));
                span.set_status(SpanStatus::error(""));
            }
            if let Some(Caller::Named(name)) = &self.caller {
                span.set_attribute(KeyValue::new("carcassonne.caller", name.clone()));
            }
            facts.into_iter().flat_map(Known::attributes).for_each(|attribute| span.set_attribute(attribute));
            span.end();
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.end(Code::Cancelled);
    }
}

/// The name of a code in the protocol.
fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

/// Whether a code is the fault of the server, as the semantic conventions have it.
fn is_fault(code: Code) -> bool {
    matches!(
        code,
        Code::Unknown
            | Code::DeadlineExceeded
            | Code::Unimplemented
            | Code::Internal
            | Code::Unavailable
            | Code::DataLoss
    )
}

/// What the RPC tells of a call: of its game the size and the sets, never names, seeds or where anything lies.
#[derive(Clone, Default)]
pub struct Facts(Arc<Mutex<Known>>);

/// What a call did.
#[derive(Default)]
pub struct Made {
    /// Whether it began a game.
    pub game: bool,
    /// Moves made.
    pub moves: Vec<Move>,
    /// How many moves were made that were given as text.
    pub as_text: usize,
}

/// All that was told of a call; of a stream, the sums over its requests.
#[derive(Default)]
struct Known {
    request_bytes: Option<u64>,
    response_bytes: Option<u64>,
    reading: Option<Duration>,
    /// Positions that were known.
    positions: u64,
    game: Option<Game>,
    moves: Vec<(&'static str, u64)>,
    started: u64,
    finished: u64,
    playouts: u64,
    /// By reason, and whether it was a move that was refused.
    refusals: BTreeMap<(&'static str, bool), u64>,
}

/// A game that a response tells of.
pub struct Game {
    sets: String,
    players: usize,
    tiles: usize,
    over: bool,
}

impl Facts {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A request has so many bytes.
    pub fn asked(&self, bytes: usize) {
        *self.lock().request_bytes.get_or_insert_default() += bytes as u64;
    }

    /// The position was read, which took so long, or was known.
    pub fn read(&self, told: &Told) {
        let mut known = self.lock();
        if !told.reading.is_zero() {
            *known.reading.get_or_insert_default() += told.reading;
        } else if told.read.is_some() {
            known.positions += 1;
        }
    }

    /// A response has so many bytes.
    pub fn wrote(&self, bytes: usize) {
        *self.lock().response_bytes.get_or_insert_default() += bytes as u64;
    }

    /// A request is answered with this game, this was done, and it ended the game or not.
    pub fn answered(&self, game: Option<Game>, made: Made, ended: bool) {
        let mut known = self.lock();
        if game.is_some() {
            known.game = game;
        }
        known.started += u64::from(made.game);
        known.finished += u64::from(ended);
        let kinds = made.moves.iter().filter_map(|mv| mv.kind.as_ref().map(move_name));
        for kind in kinds.chain(std::iter::repeat_n("text", made.as_text)) {
            match known.moves.iter_mut().find(|(name, _)| *name == kind) {
                Some((_, count)) => *count += 1,
                None => known.moves.push((kind, 1)),
            }
        }
    }

    /// Playouts of a rollout were made.
    pub fn played(&self, played: &RolloutResponse) {
        self.lock().playouts += u64::from(played.playouts());
    }

    /// A request, or one of its moves, was refused.
    pub fn refused(&self, refused: &Refused) {
        let reason = refused.violations.first().map_or(Reason::Unspecified, |violation| violation.reason());
        let name = reason.as_str_name().trim_start_matches("REASON_");
        *self.lock().refusals.entry((name, refused.move_index.is_some())).or_default() += 1;
    }
}

impl Game {
    /// That of this position.
    pub fn at(position: &Position) -> Self {
        let (catalogue, state) = (position.catalogue(), position.state());
        let sets = state.setup.sets.iter().map(|(set, _)| &*catalogue.set(*set).id).collect::<Vec<_>>().join(",");
        Self { sets, players: state.players.len(), tiles: state.tiles.len(), over: state.turn.step == OVER }
    }

    /// That of this state.
    pub fn of(state: &State) -> Self {
        let sets = state.setup.iter().flat_map(|setup| &setup.sets).map(|set| &*set.set).collect::<Vec<_>>().join(",");
        let phase = state.turn.as_ref().and_then(|turn| turn.phase.as_ref());
        let over = matches!(phase, Some(turn::Phase::Over(_)));
        Self { sets, players: state.players.len(), tiles: state.tiles.len(), over }
    }
}

impl Known {
    fn measure(&self, instruments: &Instruments, labels: &[KeyValue]) {
        self.request_bytes.iter().for_each(|bytes| instruments.request_size.record(*bytes, labels));
        self.response_bytes.iter().for_each(|bytes| instruments.response_size.record(*bytes, labels));
        self.reading.iter().for_each(|reading| instruments.reading.record(reading.as_secs_f64(), &[]));
        self.moves.iter().for_each(|(kind, count)| instruments.moves.add(*count, &[KeyValue::new("kind", *kind)]));
        for (counter, count) in [
            (&instruments.games_started, self.started),
            (&instruments.games_finished, self.finished),
            (&instruments.playouts, self.playouts),
            (&instruments.positions_known, self.positions),
        ] {
            if count > 0 {
                counter.add(count, &[]);
            }
        }
        for ((reason, of_move), count) in &self.refusals {
            let of = if *of_move { "move" } else { "request" };
            instruments.refusals.add(*count, &[KeyValue::new("reason", *reason), KeyValue::new("of", of)]);
        }
    }

    fn attributes(self) -> impl Iterator<Item = KeyValue> {
        let moves: u64 = self.moves.iter().map(|(_, count)| count).sum();
        let game = self.game.into_iter().flat_map(|game| {
            [
                KeyValue::new("carcassonne.game.sets", game.sets),
                KeyValue::new("carcassonne.game.players", game.players as i64),
                KeyValue::new("carcassonne.game.tiles", game.tiles as i64),
                KeyValue::new("carcassonne.game.over", game.over),
            ]
        });
        let refusal = self.refusals.into_keys().next();
        let refusal = refusal.map(|(reason, _)| KeyValue::new("carcassonne.refusal.reason", reason));
        let sizes = [
            self.request_bytes.map(|bytes| KeyValue::new("rpc.request.size", bytes as i64)),
            self.response_bytes.map(|bytes| KeyValue::new("rpc.response.size", bytes as i64)),
            (moves > 0).then(|| KeyValue::new("carcassonne.moves", moves as i64)),
            (self.playouts > 0).then(|| KeyValue::new("carcassonne.rollout.playouts", self.playouts as i64)),
        ];
        game.chain(refusal).chain(sizes.into_iter().flatten())
    }
}

/// The name of a kind of move in the protos.
fn move_name(kind: &mv::Kind) -> &'static str {
    match kind {
        mv::Kind::DrawTile(_) => "draw_tile",
        mv::Kind::PlaceTile(_) => "place_tile",
        mv::Kind::PlaceFigure(_) => "place_figure",
        mv::Kind::ReturnFigure(_) => "return_figure",
        mv::Kind::Pass(_) => "pass",
        mv::Kind::OfferTile(_) => "offer_tile",
        mv::Kind::RevealTile(_) => "reveal_tile",
        mv::Kind::TakeTile(_) => "take_tile",
        mv::Kind::ChooseTile(_) => "choose_tile",
        mv::Kind::ChoosePlayer(_) => "choose_player",
        mv::Kind::MoveFigure(_) => "move_figure",
        mv::Kind::TakeTurn(_) => "take_turn",
        mv::Kind::MoveNeutral(_) => "move_neutral",
        mv::Kind::RemoveFigure(_) => "remove_figure",
        mv::Kind::PlaceToken(_) => "place_token",
        mv::Kind::CaptureFigure(_) => "capture_figure",
        mv::Kind::ReleasePrisoner(_) => "release_prisoner",
        mv::Kind::PayRansom(_) => "pay_ransom",
    }
}
