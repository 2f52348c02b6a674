//! What an operator sees, received as a collector receives it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use carcassonne_engine::wire::proto::play_request::Call;
use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use carcassonne_engine::wire::proto::{
    ApplyMoveRequest, GetCatalogRequest, LegalMovesRequest, Move, NewGameRequest, Pass, PlayRequest, RolloutPolicy,
    RolloutRequest, r#move,
};
use opentelemetry_proto::tonic::collector::metrics::v1::metrics_service_server::{
    MetricsService, MetricsServiceServer,
};
use opentelemetry_proto::tonic::collector::metrics::v1::{ExportMetricsServiceRequest, ExportMetricsServiceResponse};
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{TraceService, TraceServiceServer};
use opentelemetry_proto::tonic::collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse};
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value};
use opentelemetry_proto::tonic::metrics::v1::{Metric, metric::Data, number_data_point};
use opentelemetry_proto::tonic::trace::v1::{Span, status::StatusCode};
use prost::Message;
use tonic::transport::server::TcpIncoming;
use tonic::{Code, Request, Response, Status};

use crate::common::{
    SEED, Service, eventually, framed, http2, http2_with, new_game, page, position, record, request, serve, setup,
    status,
};
use crate::process::{Process, program};

/// A collector: what it was sent.
#[derive(Clone, Default)]
struct Collector {
    traces: Arc<Mutex<Vec<ExportTraceServiceRequest>>>,
    metrics: Arc<Mutex<Vec<ExportMetricsServiceRequest>>>,
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        self.traces.lock().unwrap().push(request.into_inner());
        Ok(Response::new(Default::default()))
    }
}

#[tonic::async_trait]
impl MetricsService for Collector {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        self.metrics.lock().unwrap().push(request.into_inner());
        Ok(Response::new(Default::default()))
    }
}

impl Collector {
    /// A collector on a free port, and its URL.
    fn start() -> (Self, String) {
        let collector = Self::default();
        let incoming = TcpIncoming::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let url = format!("http://{}", incoming.local_addr().unwrap());
        let router = tonic::transport::Server::builder()
            .add_service(TraceServiceServer::new(collector.clone()))
            .add_service(MetricsServiceServer::new(collector.clone()));
        tokio::spawn(router.serve_with_incoming(incoming));
        (collector, url)
    }

    fn spans(&self) -> Vec<Span> {
        let traces = self.traces.lock().unwrap();
        let scopes = traces.iter().flat_map(|trace| &trace.resource_spans).flat_map(|resource| &resource.scope_spans);
        scopes.flat_map(|scope| scope.spans.clone()).collect()
    }

    /// The last that was sent of each metric.
    fn metrics(&self) -> BTreeMap<String, Metric> {
        let metrics = self.metrics.lock().unwrap();
        let scopes =
            metrics.iter().flat_map(|sent| &sent.resource_metrics).flat_map(|resource| &resource.scope_metrics);
        scopes.flat_map(|scope| &scope.metrics).map(|metric| (metric.name.clone(), metric.clone())).collect()
    }

    fn everything(&self) -> Vec<u8> {
        let traces = self.traces.lock().unwrap().iter().flat_map(Message::encode_to_vec).collect::<Vec<_>>();
        let metrics = self.metrics.lock().unwrap().iter().flat_map(Message::encode_to_vec).collect::<Vec<_>>();
        [traces, metrics].concat()
    }
}

fn plain(attributes: &[KeyValue]) -> BTreeMap<&str, String> {
    let text = |value: &Value| match value {
        Value::StringValue(text) => text.clone(),
        Value::IntValue(number) => number.to_string(),
        Value::BoolValue(is) => is.to_string(),
        other => format!("{other:?}"),
    };
    let value = |attribute: &KeyValue| attribute.value.as_ref().and_then(|value| value.value.as_ref()).map(text);
    attributes.iter().map(|attribute| (&*attribute.key, value(attribute).unwrap_or_default())).collect()
}

/// Sums of a metric by the value of a label.
fn sums(metric: &Metric, label: &str) -> BTreeMap<String, u64> {
    let mut sums = BTreeMap::new();
    let mut add = |attributes: &[KeyValue], count: u64| {
        *sums.entry(plain(attributes).get(label).cloned().unwrap_or_default()).or_default() += count;
    };
    match metric.data.as_ref().expect("data") {
        Data::Sum(sum) => sum.data_points.iter().for_each(|point| match point.value {
            Some(number_data_point::Value::AsInt(count)) => add(&point.attributes, count as u64),
            _ => panic!("an integer"),
        }),
        Data::Histogram(histogram) => {
            histogram.data_points.iter().for_each(|point| add(&point.attributes, point.count))
        }
        other => panic!("{other:?}"),
    }
    sums
}

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

/// Plays a little: a game of which every move counts, a refusal, and calls that are turned away or given up.
async fn some_calls(service: &Service) {
    let mut client = service.client().await;
    let mut request = Request::new(new_game());
    request.metadata_mut().insert("traceparent", format!("00-{TRACE}-b7ad6b7169203331-01").parse().unwrap());
    let mut state = client.new_game(request).await.unwrap().into_inner().state.unwrap();
    let moves = record(setup(1), usize::MAX).moves;
    let (first, rest) = moves.split_at(3);
    for moves in [first, rest] {
        let request = ApplyMoveRequest { position: position(state), moves: moves.to_vec(), ..Default::default() };
        state = client.apply_move(request).await.unwrap().into_inner().state.unwrap();
        // a state that the service has not seen
        state.setup.as_mut().unwrap().players[0].name = "Bob, who was Alice".into();
    }
    let pass = Move { kind: Some(r#move::Kind::Pass(Pass {})) };
    let request = ApplyMoveRequest { position: position(state), moves: vec![pass], ..Default::default() };
    assert!(client.apply_move(request).await.is_err());
    assert!(client.new_game(NewGameRequest::default()).await.is_err());
    let start = client.new_game(new_game()).await.unwrap().into_inner().state.unwrap();
    let request = RolloutRequest {
        position: position(start),
        seed: Some(1),
        playouts: Some(3),
        policy: RolloutPolicy::Random as i32,
        ..Default::default()
    };
    let mut rollout = client.rollout(request).await.unwrap().into_inner();
    while rollout.message().await.unwrap().is_some() {}
    crate::common::health(&service.channel().await).await.unwrap();

    // Given up after a deadline, with room for one call only turning another away.
    let mut raw = http2(service.address()).await.ready().await.unwrap();
    let (given_up, body) = raw.send_request(self::request("Score", &[("grpc-timeout", "700m")]), false).unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(client.new_game(new_game()).await.unwrap_err().code(), Code::Unavailable);
    assert_eq!(status(given_up).await.unwrap().code(), Code::DeadlineExceeded);
    drop(body);
    // Gone before the answer has gone out.
    let mut raw = http2_with(service.address(), h2::client::Builder::new().initial_window_size(0)).await;
    raw = raw.ready().await.unwrap();
    let (response, mut body) = raw.send_request(self::request("GetCatalog", &[]), false).unwrap();
    body.send_data(framed(&GetCatalogRequest::default()).into(), true).unwrap();
    // With the last handle of the call it is cancelled; the service may be told to stop before it hears of that.
    drop((response.await.expect("headers"), body));
}

#[tokio::test(flavor = "multi_thread")]
async fn spans_and_metrics_reach_a_collector_and_tell_no_secrets() {
    let (collector, url) = Collector::start();
    let service = serve(&["--otlp-endpoint", &url, "--max-calls", "1"]).await;
    some_calls(&service).await;
    service.stop().await; // which sends what is left

    let spans = collector.spans();
    let of = |rpc: &str| {
        let name = format!("carcassonne.v1.RulesService/{rpc}");
        spans.iter().filter(|span| span.name == name).map(|span| (span, plain(&span.attributes))).collect::<Vec<_>>()
    };
    assert!(spans.iter().all(|span| span.kind == 2 && !span.name.contains("Health")), "server spans, none of health");
    let (first, attributes) = &of("NewGame")[0];
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!((hex(&first.trace_id).as_str(), hex(&first.parent_span_id).as_str()), (TRACE, "b7ad6b7169203331"));
    for (key, value) in [
        ("rpc.system.name", "grpc"),
        ("rpc.method", "carcassonne.v1.RulesService/NewGame"),
        ("rpc.response.status_code", "OK"),
        ("carcassonne.game.sets", "base"),
        ("carcassonne.game.players", "2"),
        ("carcassonne.game.tiles", "1"),
        ("carcassonne.game.over", "false"),
    ] {
        assert_eq!(attributes.get(key).map(String::as_str), Some(value), "{key}");
    }
    let applied = of("ApplyMove");
    assert_eq!(applied.len(), 3);
    assert_eq!(
        (applied[0].1["carcassonne.moves"].as_str(), applied[1].1["carcassonne.game.over"].as_str()),
        ("3", "true")
    );
    assert_eq!(applied[2].1["carcassonne.refusal.reason"], "GAME_OVER");
    let failed = |span: &Span| span.status.as_ref().is_some_and(|status| status.code() == StatusCode::Error);
    assert!(!failed(applied[2].0), "a refusal is no fault of the service");
    let codes = |rpc| {
        of(rpc).iter().map(|(span, all)| (all["rpc.response.status_code"].clone(), failed(span))).collect::<Vec<_>>()
    };
    assert!(codes("NewGame").contains(&("UNAVAILABLE".into(), true)), "calls that are turned away are seen");
    assert_eq!(codes("Score"), [("DEADLINE_EXCEEDED".into(), true)], "calls that are given up are seen");
    assert_eq!(codes("GetCatalog"), [("CANCELLED".into(), false)], "calls whose caller has gone are seen");

    let metrics = collector.metrics();
    let by = |name: &str, label: &str| sums(metrics.get(name).unwrap_or_else(|| panic!("no {name}")), label);
    assert_eq!(metrics["rpc.server.call.duration"].unit, "s");
    let codes = by("rpc.server.call.duration", "rpc.response.status_code");
    let expected = [("CANCELLED", 1), ("DEADLINE_EXCEEDED", 1), ("INVALID_ARGUMENT", 2), ("OK", 6), ("UNAVAILABLE", 1)];
    assert_eq!(codes, BTreeMap::from(expected.map(|(code, count)| (code.to_owned(), count))));
    assert_eq!(by("carcassonne.calls.turned_away", "reason"), BTreeMap::from([("overload".into(), 1)]));
    assert!(by("carcassonne.calls.active", "").values().all(|count| *count == 0), "none is left");
    assert_eq!(by("carcassonne.games.started", "").values().sum::<u64>(), 2);
    assert_eq!(by("carcassonne.rollout.playouts", "").values().sum::<u64>(), 3);
    assert_eq!(of("Rollout")[0].1["carcassonne.rollout.playouts"], "3");
    assert_eq!(by("carcassonne.games.finished", "").values().sum::<u64>(), 1);
    let moves = by("carcassonne.moves", "kind");
    assert_eq!(moves["place_tile"], 71);
    assert_eq!(by("carcassonne.refusals", "reason"), BTreeMap::from([("GAME_OVER".into(), 1), ("MISSING".into(), 1)]));
    assert_eq!(by("carcassonne.refusals", "of"), BTreeMap::from([("move".into(), 1), ("request".into(), 1)]));
    assert_eq!(by("carcassonne.position.read.duration", "").values().sum::<u64>(), 1);
    assert_eq!(by("carcassonne.positions.known", "").values().sum::<u64>(), 3);
    assert_eq!(by("rpc.server.request.size", "").values().sum::<u64>(), 8);
    assert_eq!(by("rpc.server.response.size", "").values().sum::<u64>(), 6);

    let everything = collector.everything();
    for secret in [SEED, "Alice"] {
        assert!(!everything.windows(secret.len()).any(|part| part == secret.as_bytes()), "{secret:?} was told");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_tells_the_sum_of_its_requests() {
    let (collector, url) = Collector::start();
    let service = serve(&["--otlp-endpoint", &url]).await;
    let pass = Move { kind: Some(r#move::Kind::Pass(Pass {})) };
    let calls = [
        Call::NewGame(new_game()),
        Call::ApplyMove(ApplyMoveRequest { moves: vec![pass], ..Default::default() }),
        Call::ApplyMove(ApplyMoveRequest { moves: vec![pass], ..Default::default() }),
        Call::ApplyMove(ApplyMoveRequest { moves: record(setup(1), usize::MAX).moves, ..Default::default() }),
    ];
    let requests = calls.into_iter().map(|call| PlayRequest { call: Some(call), with_state: true }).collect::<Vec<_>>();
    let mut stream = service.client().await.play(tokio_stream::iter(requests)).await.unwrap().into_inner();
    while stream.message().await.unwrap().is_some() {}
    service.stop().await;
    let spans = collector.spans();
    assert_eq!(spans.len(), 1);
    let told = plain(&spans[0].attributes);
    assert_eq!(told["rpc.method"], "carcassonne.v1.RulesService/Play");
    assert_eq!((&*told["carcassonne.game.over"], &*told["carcassonne.refusal.reason"]), ("true", "NOT_NOW"));
    let metrics = collector.metrics();
    let sum = |name: &str| sums(&metrics[name], "").values().sum::<u64>();
    assert_eq!(["started", "finished"].map(|what| sum(&format!("carcassonne.games.{what}"))), [1, 1]);
    assert_eq!(sums(&metrics["carcassonne.moves"], "kind")["place_tile"], 71);
    assert_eq!(sum("carcassonne.refusals"), 2);
    assert!(!collector.everything().windows(SEED.len()).any(|part| part == SEED.as_bytes()));
}

#[tokio::test]
async fn a_share_of_calls_is_traced_unless_the_caller_says() {
    let (collector, url) = Collector::start();
    let service = serve(&["--otlp-endpoint", &url, "--trace-share", "0"]).await;
    let mut client = service.client().await;
    client.new_game(new_game()).await.unwrap();
    let mut request = Request::new(new_game());
    request.metadata_mut().insert("traceparent", format!("00-{TRACE}-b7ad6b7169203331-01").parse().unwrap());
    client.new_game(request).await.unwrap();
    service.stop().await;
    assert_eq!(collector.spans().len(), 1);
    assert_eq!(collector.spans()[0].trace_id.len(), 16);
}

#[tokio::test]
async fn callers_cannot_have_more_calls_traced_than_the_operator_allows() {
    const WANTED: usize = 40;
    let (collector, url) = Collector::start();
    let service = serve(&["--otlp-endpoint", &url, "--traces-per-second", "2"]).await;
    let mut client = service.client().await;
    let begin = std::time::Instant::now();
    for _ in 0..WANTED {
        let mut request = Request::new(new_game());
        request.metadata_mut().insert("traceparent", format!("00-{TRACE}-b7ad6b7169203331-01").parse().unwrap());
        client.new_game(request).await.unwrap();
    }
    let most = 2 + 2 * (1 + begin.elapsed().as_secs() as usize);
    service.stop().await;
    let traced = collector.spans().len();
    assert!(traced >= 2 && traced <= most && most < WANTED, "{traced} of {WANTED}, at most {most}");
}

#[tokio::test]
async fn without_a_collector_calls_are_answered_and_the_end_is_in_time() {
    let service = serve(&["--otlp-endpoint", "http://127.0.0.1:9"]).await;
    service.assert_well().await;
    let begin = std::time::Instant::now();
    service.stop().await;
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn prometheus_finds_what_the_table_of_metrics_names() {
    let service = serve(&["--metrics-listen", "127.0.0.1:0", "--max-calls", "1"]).await;
    some_calls(&service).await;
    let address = service.scrape.expect("a page");
    let text = page(address, "/metrics").await;
    assert!(text.starts_with("HTTP/1.1 200") && text.contains("text/plain; version=0.0.4"), "{text}");
    let shown: BTreeSet<_> = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    let table = include_str!("../../docs/operations.md");
    let rows = table.lines().filter(|line| !line.starts_with("| `--")).filter_map(|line| line.strip_prefix("| `"));
    let told: BTreeSet<_> = rows.filter_map(|row| row.split("` | `").nth(1)?.split('`').next()).collect();
    let shown: BTreeSet<_> = shown.into_iter().filter(|name| *name != "target_info").collect();
    assert_eq!(shown, told);
    assert!(text.contains("carcassonne_moves_total{kind=\"place_tile\"} 71"), "{text}");
    assert!(!text.contains(SEED));
    assert!(page(address, "/").await.starts_with("HTTP/1.1 404"));
    assert!(page(address, "/ready").await.starts_with("HTTP/1.1 200"));
    // Callers cannot invent labels.
    let raw = http2(service.address()).await;
    eventually(|| async {
        let mut raw = raw.clone().ready().await.unwrap();
        let (response, mut body) = raw.send_request(request("Invented", &[]), false).unwrap();
        let _ = body.send_data(framed(&new_game()).into(), true);
        let code = status(response).await.unwrap().code();
        // there is room for one call, and the last caller's going may not have been noticed yet
        assert!([Code::Unimplemented, Code::Unavailable].contains(&code), "{code:?}");
        code == Code::Unimplemented
    })
    .await;
    let text = page(address, "/metrics").await;
    assert!(text.contains("rpc_method=\"_OTHER\"") && !text.contains("Invented"));
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_the_log_are_json_with_the_ids_of_the_trace() {
    let mut command =
        program(&["--listen", "127.0.0.1:0", "--log", "carcassonne_engine=debug", "--log-format", "json"]);
    let mut process = Process::start(command.stderr(Stdio::piped()));
    let mut client = RulesServiceClient::connect(process.url()).await.unwrap();
    let mut request = Request::new(new_game());
    request.metadata_mut().insert("traceparent", format!("00-{TRACE}-b7ad6b7169203331-01").parse().unwrap());
    client.new_game(request).await.unwrap();
    assert!(client.legal_moves(LegalMovesRequest::default()).await.is_err());
    let mut stderr = process.stderr();
    process.signal("TERM");
    assert!(process.wait(Duration::from_secs(10)).expect("an end").0.success());
    let mut text = String::new();
    stderr.read_to_string(&mut text).expect("text");
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let calls: Vec<_> = lines.iter().filter(|line| line["message"] == "call").collect();
    assert_eq!(calls.len(), 2, "{text}");
    assert_eq!((&calls[0]["code"], &calls[1]["code"]), (&"OK".into(), &"INVALID_ARGUMENT".into()));
    assert_eq!(calls[0]["span"]["trace_id"], TRACE);
    assert!(calls[0]["span"]["span_id"].is_string() && calls[1]["span"].is_null());
    assert!(!text.contains(SEED));
}
