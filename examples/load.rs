//! What the service costs beside the network: `cargo run --release --example load`.
//!
//! Starts two processes of its own program, the service and an echo, and drives them in turn, in short slices, so that whatever
//! else the machine does concerns both. The echo is tonic on the same HTTP, and carries the same bytes: it reads a request as
//! bytes and answers with the bytes that the service answered. All that is printed are ratios, with what they are made of.

use std::io::{BufRead, BufReader, Read, Write};
use std::marker::PhantomData;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use carcassonne_engine::engine::{Decider, Position};
use carcassonne_engine::rollout::{self, Policy, random_move, rng};
use carcassonne_engine::server::{Server, Settings};
use carcassonne_engine::wire::decode::Decoder;
use carcassonne_engine::wire::path::Path;
use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use carcassonne_engine::wire::proto::{
    self, ApplyMoveRequest, LegalMovesRequest, NewGameRequest, PlayRequest, Player, RolloutPolicy, RolloutRequest,
    SeededDraw, SetCount, Setup, State, play_request::Call, setup,
};
use carcassonne_engine::wire::{encode, rpc};
use http::uri::PathAndQuery;
use prost::Message;
use prost::bytes::{Buf, BufMut, Bytes};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::JoinSet;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::codec::{Codec, DecodeBuf, EncodeBuf, Encoder};
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Response, Status};

/// Tiles on the table of the position that is asked about.
const TILES: usize = 36;
const SLICE: Duration = Duration::from_millis(200);
const ROUNDS: usize = 15;
/// Moves that are made one after the other on a stream.
const MOVES: usize = 40;

type Any = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Any> {
    let runtime = Runtime::new()?;
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("service") => runtime.block_on(serve(&args[1..])),
        Some("echo") => runtime.block_on(echo()),
        Some("games") => games(&args[1]),
        _ => runtime.block_on(drive()),
    }
}

// The two sides, and games in process

async fn serve(args: &[String]) -> Result<(), Any> {
    let args: Vec<&str> =
        ["--listen", "127.0.0.1:0", "--log", "off"].into_iter().chain(args.iter().map(|a| &**a)).collect();
    let server = Server::bind(&Settings::from_args(&args)?).await?;
    println!("{}", server.url());
    server.serve(std::future::pending()).await;
    Ok(())
}

/// Answers each RPC with the bytes that came with its path on stdin.
async fn echo() -> Result<(), Any> {
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input)?;
    let mut rest = &input[..];
    let mut answers = Vec::new();
    while rest.has_remaining() {
        let mut part = || {
            let length = rest.get_u32() as usize;
            rest.copy_to_bytes(length)
        };
        answers.push((String::from_utf8(part().to_vec())?, part()));
    }
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    println!("http://{}", listener.local_addr()?);
    let incoming = tonic::transport::server::TcpIncoming::from(tokio::net::TcpListener::from_std(listener)?);
    let service = Echo(answers.into());
    tonic::transport::Server::builder()
        .add_service(service)
        .serve_with_incoming(incoming.with_nodelay(Some(true)))
        .await?;
    Ok(())
}

#[derive(Clone)]
struct Echo(Arc<[(String, Bytes)]>);

impl tonic::server::NamedService for Echo {
    const NAME: &'static str = "carcassonne.v1.RulesService";
}

impl tower::Service<http::Request<tonic::body::Body>> for Echo {
    type Response = http::Response<tonic::body::Body>;
    type Error = std::convert::Infallible;
    type Future = std::pin::Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut std::task::Context<'_>) -> std::task::Poll<Result<(), Self::Error>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<tonic::body::Body>) -> Self::Future {
        let answer = self.0.iter().find(|(path, _)| path == request.uri().path()).map(|(_, answer)| answer.clone());
        Box::pin(async move {
            let answer = |_: Request<Bytes>| {
                std::future::ready(answer.map(Response::new).ok_or_else(|| Status::unimplemented("not known")))
            };
            Ok(tonic::server::Grpc::new(Raw::default()).unary(Once(Some(answer)), request).await)
        })
    }
}

struct Once<F>(Option<F>);

impl<F, R> tonic::server::UnaryService<Bytes> for Once<F>
where
    F: FnOnce(Request<Bytes>) -> R,
    R: Future<Output = Result<Response<Bytes>, Status>>,
{
    type Response = Bytes;
    type Future = R;

    fn call(&mut self, request: Request<Bytes>) -> R {
        self.0.take().expect("called once")(request)
    }
}

/// Messages as bytes.
#[derive(Default)]
struct Raw(PhantomData<()>);

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Raw;
    type Decoder = Raw;

    fn encoder(&mut self) -> Raw {
        Raw::default()
    }

    fn decoder(&mut self) -> Raw {
        Raw::default()
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, bytes: Bytes, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        to.put(bytes);
        Ok(())
    }
}

impl tonic::codec::Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(from.copy_to_bytes(from.remaining())))
    }
}

/// Plays on at random from the position on stdin for so many seconds of time on the cores, on all of them as the service does, since
/// cores that work beside each other may be slower; prints games and that time.
fn games(seconds: &str) -> Result<(), Any> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let start = decoded(&proto::Position::decode(&*bytes)?);
    let (before, most) = (ticks(std::process::id()), (seconds.parse::<f64>()? * 100.0) as u64);
    let games = AtomicU64::new(0);
    let play = || {
        while ticks(std::process::id()) - before < most {
            for _ in 0..64 {
                let mut rng = rng(1, games.fetch_add(1, Ordering::Relaxed));
                rollout::play_on(&mut start.clone(), Policy::Random, None, &mut rng, &|| true, |_, _| ());
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|threads| (0..cores).for_each(|_| drop(threads.spawn(play))));
    println!("{} {}", games.into_inner(), ticks(std::process::id()) - before);
    Ok(())
}

/// Time that a process has had on the cores, in hundredths of a second.
fn ticks(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("Linux");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
    [11, 12].iter().map(|field| fields[*field].parse::<u64>().expect("a number")).sum()
}

/// A process of this program; it ends with the value.
struct Side {
    child: Child,
    url: String,
}

impl Side {
    fn start(args: &[&str], input: &[u8]) -> Result<Self, Any> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        child.stdin.take().expect("piped").write_all(input)?;
        let mut url = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut url)?;
        Ok(Self { child, url: url.trim().to_owned() })
    }

    async fn channel(&self) -> Result<Channel, Any> {
        Ok(Endpoint::from_shared(self.url.clone())?.tcp_nodelay(true).connect().await?)
    }

    fn ticks(&self) -> u64 {
        ticks(self.child.id())
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

// Positions

fn decoded(position: &proto::Position) -> Position {
    let catalogue = carcassonne_engine::engine::Catalogue::built_in().expect("the catalogue is sound");
    let mut decode = Decoder::new(&catalogue);
    let position = decode.position(&Path::Request.field("position"), Some(position));
    Arc::unwrap_or_clone(decode.finish(position).expect("the position is sound"))
}

fn position(state: &State) -> proto::Position {
    proto::Position { form: Some(proto::position::Form::State(Box::new(state.clone()))) }
}

/// States in which a player decides, from one with so many tiles in which a tile is to be placed, each with a random move.
fn middle() -> Vec<(State, proto::Move)> {
    let setup = Setup {
        players: vec![Player::default(); 2],
        sets: vec![SetCount { set: "base".into(), copies: Some(1) }],
        draw: Some(setup::Draw::Seeded(SeededDraw { seed: "load".into() })),
        ..Setup::default()
    };
    let request = NewGameRequest { setup: Some(setup), with_notation: false };
    let mut state = rpc::new_game(request).expect("a game").state.expect("a state");
    let (mut random, mut found) = (rng(1, 0), Vec::new());
    while found.len() < MOVES {
        let now = decoded(&position(&state));
        assert!(matches!(now.decider(), Decider::Player(_)), "the game is long enough");
        let mv = random_move(&now, &now.legal_moves(), &mut random).expect("somebody decides");
        let mv = encode::mv(now.catalogue(), &mv);
        if state.tiles.len() >= TILES {
            found.push((state.clone(), mv));
        }
        let request = ApplyMoveRequest { position: Some(position(&state)), moves: vec![mv], ..Default::default() };
        state = rpc::apply_move(request).expect("a legal move").state.expect("a state");
    }
    found
}

// Callers

/// What came of a slice: calls made, time they took, and the time on the cores that they cost the side.
#[derive(Default, Clone)]
struct Slice {
    calls: u64,
    latencies: Vec<f64>,
    seconds: f64,
    ticks: u64,
}

impl Slice {
    fn add(&mut self, other: Slice) {
        self.calls += other.calls;
        self.latencies.extend(other.latencies);
        self.seconds += other.seconds;
        self.ticks += other.ticks;
    }

    fn rate(&self) -> f64 {
        self.calls as f64 / self.seconds
    }

    /// Microseconds on the cores for each call.
    fn cost(&self) -> f64 {
        self.ticks as f64 * 10_000.0 / self.calls as f64
    }

    /// Latency in microseconds that this share of the calls stays below.
    fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.latencies.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[((sorted.len() - 1) as f64 * share) as usize]
    }
}

async fn unary(channel: &Channel, path: &'static str, bytes: Bytes) -> Result<Bytes, Status> {
    let mut client = tonic::client::Grpc::new(channel.clone());
    client.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
    Ok(client.unary(Request::new(bytes), PathAndQuery::from_static(path), Raw::default()).await?.into_inner())
}

/// One caller on each channel asks these again and again for a slice of time.
async fn slice(side: &Side, channels: &[Channel], path: &'static str, asks: &[Bytes]) -> Result<Slice, Any> {
    let (begin, ticks) = (Instant::now(), side.ticks());
    let mut callers = JoinSet::new();
    for channel in channels {
        let (channel, asks) = (channel.clone(), asks.to_vec());
        callers.spawn(async move {
            let mut latencies = Vec::new();
            for ask in asks.iter().cycle() {
                if begin.elapsed() > SLICE {
                    break;
                }
                let begin = Instant::now();
                unary(&channel, path, ask.clone()).await?;
                latencies.push(begin.elapsed().as_secs_f64() * 1e6);
            }
            Ok::<_, Status>(latencies)
        });
    }
    let mut all = Slice::default();
    while let Some(latencies) = callers.join_next().await {
        all.latencies.extend(latencies??);
    }
    all.calls = all.latencies.len() as u64;
    (all.seconds, all.ticks) = (begin.elapsed().as_secs_f64(), side.ticks() - ticks);
    Ok(all)
}

/// The same calls on two sides in turn.
async fn compare(sides: [&Side; 2], callers: usize, path: &'static str, asks: &[Bytes]) -> Result<[Slice; 2], Any> {
    let mut channels = [Vec::new(), Vec::new()];
    for (side, channels) in sides.iter().zip(&mut channels) {
        for _ in 0..callers {
            channels.push(side.channel().await?);
        }
        slice(side, channels, path, asks).await?; // to be warm
    }
    let mut sums = [Slice::default(), Slice::default()];
    for _ in 0..ROUNDS {
        for i in 0..2 {
            sums[i].add(slice(sides[i], &channels[i], path, asks).await?);
        }
    }
    Ok(sums)
}

/// The moves are made on a stream that begins anew with the first state each time; beginning is not counted, though its time
/// on the cores is. `at_once`: without waiting for responses.
async fn stream_slice(side: &Side, callers: usize, game: &[(State, proto::Move)], at_once: bool) -> Result<Slice, Any> {
    let (begin, ticks) = (Instant::now(), side.ticks());
    let mut streams = JoinSet::new();
    for _ in 0..callers {
        let (channel, game) = (side.channel().await?, game.to_vec());
        streams.spawn(async move {
            let (send, requests) = unbounded_channel();
            let ask = |call| {
                let sent = send.send(PlayRequest { call: Some(call), with_state: false });
                sent.map_err(|_| Status::cancelled("the stream has ended"))
            };
            let mut client = RulesServiceClient::new(channel);
            let mut responses = client.play(UnboundedReceiverStream::new(requests)).await?.into_inner();
            let (mut latencies, mut seconds) = (Vec::new(), 0.0);
            while begin.elapsed() < SLICE {
                ask(Call::Begin(position(&game[0].0)))?;
                responses.message().await?;
                let begin = Instant::now();
                for (_, mv) in &game {
                    let begin = Instant::now();
                    ask(Call::ApplyMove(ApplyMoveRequest { moves: vec![*mv], ..Default::default() }))?;
                    if !at_once {
                        made(responses.message().await?)?;
                        latencies.push(begin.elapsed().as_secs_f64() * 1e6);
                    }
                }
                for _ in game.iter().filter(|_| at_once) {
                    made(responses.message().await?)?;
                    latencies.push(begin.elapsed().as_secs_f64() * 1e6 / game.len() as f64);
                }
                seconds += begin.elapsed().as_secs_f64();
            }
            Ok::<_, Any>((latencies, seconds))
        });
    }
    let mut all = Slice::default();
    while let Some(stream) = streams.join_next().await {
        let (latencies, seconds) = stream??;
        all.latencies.extend(latencies);
        all.seconds += seconds / callers as f64;
    }
    (all.calls, all.ticks) = (all.latencies.len() as u64, side.ticks() - ticks);
    Ok(all)
}

fn made(response: Option<proto::PlayResponse>) -> Result<(), Any> {
    match response.and_then(|response| response.answer) {
        Some(proto::play_response::Answer::ApplyMove(_)) => Ok(()),
        other => Err(format!("a move was not made: {other:?}").into()),
    }
}

/// What is measured, against what, and how it came out.
fn row(what: &str, ratio: f64, wanted: &str, made_of: &str) {
    println!("| {what} | {ratio:.2} | {wanted} | {made_of} |");
}

async fn drive() -> Result<(), Any> {
    const LEGAL: &str = "/carcassonne.v1.RulesService/LegalMoves";
    const APPLY: &str = "/carcassonne.v1.RulesService/ApplyMove";
    let game = middle();
    let (state, mv) = &game[0];
    let legal = LegalMovesRequest { position: Some(position(state)), ..Default::default() };
    let apply = ApplyMoveRequest { position: Some(position(state)), moves: vec![*mv], ..Default::default() };
    let calls = [(LEGAL, Bytes::from(legal.encode_to_vec())), (APPLY, Bytes::from(apply.encode_to_vec()))];

    let service = Side::start(&["service"], &[])?;
    let channel = service.channel().await?;
    let mut answers = Vec::new();
    for (path, ask) in &calls {
        let answer = unary(&channel, path, ask.clone()).await?;
        println!("{path}: {} bytes asked, {} bytes answered", ask.len(), answer.len());
        for part in [path.as_bytes(), &answer] {
            answers.put_u32(part.len() as u32);
            answers.put(part);
        }
    }
    let echo = Side::start(&["echo"], &answers)?;
    let anew = Side::start(&["service", "--position-cache-bytes", "0"], &[])?;
    println!("\n| what | ratio | wanted | made of |\n|---|---|---|---|");

    for (path, ask) in &calls {
        let name = path.rsplit('/').next().unwrap_or(path);
        for (how, side, callers) in [
            ("a position that is known", &service, 1),
            ("a position that is known", &service, 32),
            ("read anew", &anew, 1),
            ("read anew", &anew, 32),
        ] {
            let [echoed, served] = compare([&echo, side], callers, path, std::slice::from_ref(ask)).await?;
            let what = format!("`{name}`, {how}, {callers} callers");
            let made_of = format!("{:.0} of {:.0} calls a second", served.rate(), echoed.rate());
            row(&format!("{what}: throughput to echo"), served.rate() / echoed.rate(), "≥ 0.75", &made_of);
            if callers == 1 {
                let (own, other) = (served.quantile(0.5), echoed.quantile(0.5));
                let made_of = format!("{own:.0} µs and {other:.0} µs");
                row(&format!("{what}: median latency to echo"), own / other, "≤ 1.25", &made_of);
            }
            let made_of = format!("{:.0} µs and {:.0} µs on the cores", served.cost(), echoed.cost());
            row(&format!("{what}: cost to echo"), served.cost() / echoed.cost(), "", &made_of);
        }
    }

    let asks: Vec<Bytes> = (game.iter())
        .map(|(state, mv)| {
            let request = ApplyMoveRequest { position: Some(position(state)), moves: vec![*mv], ..Default::default() };
            Bytes::from(request.encode_to_vec())
        })
        .collect();
    for callers in [1, 32] {
        let mut channels = Vec::new();
        for _ in 0..callers {
            channels.push(service.channel().await?);
        }
        let mut sums = [Slice::default(), Slice::default(), Slice::default()];
        for _ in 0..ROUNDS {
            sums[0].add(slice(&service, &channels, APPLY, &asks).await?);
            sums[1].add(stream_slice(&service, callers, &game, false).await?);
            sums[2].add(stream_slice(&service, callers, &game, true).await?);
        }
        let [alone, waiting, at_once] = &sums;
        for (how, stream) in [("", waiting), (", not waiting for responses", at_once)] {
            let what = format!("a move on `Play` to `ApplyMove`, {callers} callers{how}");
            let made_of = format!("{:.0} µs and {:.0} µs", 1e6 / stream.rate(), 1e6 / alone.rate());
            row(&format!("{what}: time"), alone.rate() / stream.rate(), "≤ 0.5", &made_of);
            let made_of = format!("{:.0} µs and {:.0} µs on the cores", stream.cost(), alone.cost());
            row(&format!("{what}: cost"), stream.cost() / alone.cost(), "≤ 0.5", &made_of);
        }
    }

    let keys = std::env::temp_dir().join(format!("keys-of-a-load-{}", std::process::id()));
    std::fs::write(&keys, "5a".repeat(32))?;
    let keys_path = keys.to_str().ok_or("a path of UTF-8")?;
    // a collector that is not there: spans and metrics are made, and sending them fails
    let otlp = ["service", "--otlp-endpoint", "http://127.0.0.1:9"];
    for (what, args) in [
        ("sealing", &["service", "--seal-key-file", keys_path][..]),
        ("metrics", &["service", "--metrics-listen", "127.0.0.1:0"]),
        ("metrics, and traces of 1 in 20", &[&otlp[..], &["--trace-share", "0.05"]].concat()),
        ("metrics, and traces of all", &otlp),
    ] {
        let other = Side::start(args, &[])?;
        let mut request = apply.clone();
        if what == "sealing" {
            // the same position under seal
            let mut client = RulesServiceClient::new(other.channel().await?);
            request = sealed(&mut client, &apply).await?;
        }
        let ask = [Bytes::from(request.encode_to_vec())];
        let mut sums = [Slice::default(), Slice::default()];
        let channels = [(&service, service.channel().await?, &calls[1].1), (&other, other.channel().await?, &ask[0])];
        for _ in 0..ROUNDS {
            for (i, (side, channel, ask)) in channels.iter().enumerate() {
                sums[i].add(slice(side, std::slice::from_ref(channel), APPLY, std::slice::from_ref(*ask)).await?);
            }
        }
        let [without, with] = &sums;
        let made_of = format!("{:.0} µs and {:.0} µs on the cores", with.cost(), without.cost());
        row(&format!("`ApplyMove` with {what}: cost to without"), with.cost() / without.cost(), "", &made_of);
    }
    let _ = std::fs::remove_file(&keys);
    validation(&apply);

    rollouts(&service, state, &calls[0].1).await
}

/// The game again, up to the same position, with a service that seals.
async fn sealed(client: &mut RulesServiceClient<Channel>, apply: &ApplyMoveRequest) -> Result<ApplyMoveRequest, Any> {
    let wanted = apply.position.clone().and_then(|position| match position.form {
        Some(proto::position::Form::State(state)) => Some(*state),
        _ => None,
    });
    let setup = wanted.as_ref().and_then(|state| state.setup.clone());
    let request = NewGameRequest { setup: setup.clone(), with_notation: false };
    let mut state = client.new_game(request.clone()).await?.into_inner().state.ok_or("a state")?;
    let mut plain = rpc::new_game(request).map_err(Status::from)?.state.ok_or("a state")?;
    let mut random = rng(1, 0);
    while Some(&plain) != wanted.as_ref() {
        let now = decoded(&position(&plain));
        let mv = random_move(&now, &now.legal_moves(), &mut random).ok_or("somebody decides")?;
        let moves = vec![encode::mv(now.catalogue(), &mv)];
        let make = |state: &State| ApplyMoveRequest {
            position: Some(position(state)),
            moves: moves.clone(),
            ..Default::default()
        };
        state = client.apply_move(make(&state)).await?.into_inner().state.ok_or("a state")?;
        plain = rpc::apply_move(make(&plain)).map_err(Status::from)?.state.ok_or("a state")?;
    }
    Ok(ApplyMoveRequest { position: Some(position(&state)), ..apply.clone() })
}

/// How much of an `ApplyMove` without network is reading and checking the state.
fn validation(apply: &ApplyMoveRequest) {
    let time = |work: &dyn Fn()| {
        let mut least = f64::MAX;
        for _ in 0..50 {
            let begin = Instant::now();
            (0..50).for_each(|_| work());
            least = least.min(begin.elapsed().as_secs_f64() * 1e6 / 50.0);
        }
        least
    };
    let bytes = apply.encode_to_vec();
    let message = || ApplyMoveRequest::decode(&*bytes).expect("own bytes");
    let all = time(&|| drop(rpc::apply_move(message()).expect("a legal move").encode_to_vec()));
    let parsing = time(&|| drop(message()));
    let reading = time(&|| drop(decoded(message().position.as_ref().expect("a position")))) - parsing;
    let made_of = format!("{reading:.0} µs of {all:.0} µs, with {parsing:.0} µs for parsing");
    row("checking the state: share of `ApplyMove` without network", reading / all, "", &made_of);
}

async fn rollouts(service: &Side, state: &State, legal: &Bytes) -> Result<(), Any> {
    const LEGAL: &str = "/carcassonne.v1.RulesService/LegalMoves";
    let request = RolloutRequest {
        position: Some(position(state)),
        seed: Some(1),
        playouts: Some(100_000),
        policy: RolloutPolicy::Random as i32,
        ..RolloutRequest::default()
    };
    // time on the cores, as nothing else tells the share of a core that others leave
    let mut shares = Vec::new();
    let mut last = (0.0, 0.0);
    for _ in 0..5 {
        let (before, begin) = (service.ticks(), Instant::now());
        let mut client = RulesServiceClient::new(service.channel().await?);
        let mut stream = client.rollout(request.clone()).await?.into_inner();
        let mut games = 0;
        while begin.elapsed() < Duration::from_secs(2) {
            games += stream.message().await?.ok_or("it goes on")?.playouts();
        }
        let served = f64::from(games) / (service.ticks() - before) as f64;
        drop(stream);
        let mut child = Command::new(std::env::current_exe()?);
        let mut child = child.args(["games", "2"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        child.stdin.take().expect("piped").write_all(&position(state).encode_to_vec())?;
        let output = child.wait_with_output()?.stdout;
        let numbers: Vec<f64> = String::from_utf8(output)?.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        last = (served * 100.0, numbers[0] / numbers[1] * 100.0);
        shares.push(last.0 / last.1);
    }
    shares.sort_by(f64::total_cmp);
    let made_of = format!("about {:.0} and {:.0} games a second of a core", last.0, last.1);
    row("`Rollout`: share of the speed in process, by time on the cores", shares[shares.len() / 2], "≥ 0.9", &made_of);

    let channel = [service.channel().await?];
    let (mut idle, mut busy) = (Slice::default(), Slice::default());
    let asks = std::slice::from_ref(legal);
    slice(service, &channel, LEGAL, asks).await?;
    for _ in 0..ROUNDS {
        idle.add(slice(service, &channel, LEGAL, asks).await?);
        let mut client = RulesServiceClient::new(service.channel().await?);
        let mut stream = client.rollout(request.clone()).await?.into_inner();
        stream.message().await?;
        let reading = tokio::spawn(async move { while let Ok(Some(_)) = stream.message().await {} });
        busy.add(slice(service, &channel, LEGAL, asks).await?);
        reading.abort();
        let _ = reading.await;
    }
    for share in [0.5, 0.99] {
        let (busy, idle) = (busy.quantile(share), idle.quantile(share));
        let wanted = if share == 0.99 { "< 5" } else { "" };
        let what = format!("`LegalMoves` during rollouts on all cores: latency at {share} to idle");
        row(&what, busy / idle, wanted, &format!("{busy:.0} µs and {idle:.0} µs"));
    }
    Ok(())
}
