//! A service in this process, clients of it, and files of settings.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use carcassonne_engine::server::{Error, Server, Settings};
use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use carcassonne_engine::wire::proto::{
    LegalMovesRequest, Move, NewGameRequest, Player, Position, Record, SeededDraw, SetCount, Setup, State, position,
    setup,
};
use carcassonne_engine::wire::rpc;
use http::{HeaderMap, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

pub const SEED: &str = "a seed nobody shall see";

/// A service in this process; it stops when dropped.
pub struct Service {
    pub url: String,
    pub scrape: Option<std::net::SocketAddr>,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
}

/// Serves on a free port, with these further settings.
pub async fn serve(args: &[&str]) -> Service {
    try_serve(args).await.expect("it can serve")
}

pub async fn try_serve(args: &[&str]) -> Result<Service, Error> {
    let args = [&["--listen", "127.0.0.1:0"], args].concat();
    let server = Server::bind(&Settings::from_args(&args).expect("settings")).await?;
    let (url, scrape) = (server.url().to_owned(), server.scrape_address());
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(server.serve(async { stopped.await.unwrap_or_default() }));
    Ok(Service { url, scrape, stop: Some(stop), serving })
}

impl Service {
    /// Host and port.
    pub fn address(&self) -> &str {
        self.url.split_once("//").expect("a URL").1
    }

    pub async fn channel(&self) -> Channel {
        Endpoint::from_shared(self.url.clone()).expect("a URL").connect().await.expect("a connection")
    }

    pub async fn client(&self) -> RulesServiceClient<Channel> {
        RulesServiceClient::new(self.channel().await)
    }

    /// Stops it and waits for its end.
    pub async fn stop(mut self) {
        let _ = self.stop.take().expect("it serves").send(());
        (&mut self.serving).await.expect("it ends well");
    }

    /// It answers an honest call, on a connection of its own. Returns after how long.
    pub async fn assert_well(&self) -> Duration {
        let begin = Instant::now();
        let mut client = self.client().await;
        client.new_game(new_game()).await.expect("an honest call is answered");
        assert_eq!(health(&self.channel().await).await.expect("health answers"), ServingStatus::Serving);
        begin.elapsed()
    }
}

pub async fn health(channel: &Channel) -> Result<ServingStatus, Status> {
    let request = HealthCheckRequest { service: "carcassonne.v1.RulesService".into() };
    Ok(HealthClient::new(channel.clone()).check(request).await?.into_inner().status())
}

/// What is answered at the address of the metrics, head and all.
pub async fn page(address: std::net::SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let head = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("it is sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("a page");
    text
}

/// A file with this text, of which there is no other.
pub fn file(name: &str, text: &str) -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{number}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("a file");
    path
}

pub fn text(path: &std::path::Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Tries until it is so; fails after ten seconds.
pub async fn eventually<F: Future<Output = bool>>(mut is_so: impl FnMut() -> F) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !is_so().await {
        assert!(Instant::now() < deadline, "in time");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

pub fn setup(copies: u32) -> Setup {
    Setup {
        players: vec![Player { name: "Alice".into() }, Player { name: "Bob".into() }],
        sets: vec![SetCount { set: "base".into(), copies: Some(copies) }],
        draw: Some(setup::Draw::Seeded(SeededDraw { seed: SEED.into() })),
        ..Setup::default()
    }
}

pub fn new_game() -> NewGameRequest {
    NewGameRequest { setup: Some(setup(1)), with_notation: false }
}

pub fn position(state: State) -> Option<Position> {
    Some(Position { form: Some(position::Form::State(Box::new(state))) })
}

/// A record of so many moves, each the first that is legal.
pub fn record(setup: Setup, moves: usize) -> Record {
    let request = NewGameRequest { setup: Some(setup.clone()), with_notation: false };
    let mut state = rpc::new_game(request).expect("a game").state.expect("a state");
    let mut made: Vec<Move> = Vec::new();
    while made.len() < moves {
        let request = LegalMovesRequest { position: position(state.clone()), ..LegalMovesRequest::default() };
        let Some(first) = rpc::legal_moves(request).expect("moves").moves.into_iter().next() else { break };
        let mv = first.r#move.expect("a move");
        let request = carcassonne_engine::wire::proto::ApplyMoveRequest {
            position: position(state),
            moves: vec![mv],
            ..Default::default()
        };
        state = rpc::apply_move(request).expect("a listed move").state.expect("a state");
        made.push(mv);
    }
    Record { setup: Some(setup), moves: made }
}

/// A message as it travels: no compression, its length, its bytes.
pub fn framed(message: &impl prost::Message) -> Vec<u8> {
    framed_bytes(&message.encode_to_vec())
}

/// The same of bytes that may be no message.
pub fn framed_bytes(bytes: &[u8]) -> Vec<u8> {
    [&[0], &(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
}

/// A connection of HTTP/2 as no gRPC library makes it.
pub async fn http2(address: &str) -> h2::client::SendRequest<prost::bytes::Bytes> {
    http2_with(address, &mut h2::client::Builder::new()).await
}

pub async fn http2_with(
    address: &str,
    builder: &mut h2::client::Builder,
) -> h2::client::SendRequest<prost::bytes::Bytes> {
    let stream = TcpStream::connect(address).await.expect("a connection");
    let (client, connection) = builder.handshake(stream).await.expect("HTTP/2");
    tokio::spawn(connection);
    client
}

/// A call of an RPC of the service with these further headers.
pub fn request(rpc: &str, headers: &[(&str, &str)]) -> Request<()> {
    let url = format!("http://localhost/carcassonne.v1.RulesService/{rpc}");
    let request = Request::post(url).header("content-type", "application/grpc").header("te", "trailers");
    headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).body(()).expect("a request")
}

/// The status that comes back.
pub async fn status(response: h2::client::ResponseFuture) -> Result<Status, h2::Error> {
    let response = response.await?;
    let read = |headers: &HeaderMap| Status::from_header_map(headers);
    if let Some(status) = read(response.headers()) {
        return Ok(status);
    }
    let mut body = response.into_body();
    while let Some(data) = body.data().await {
        let length = data?.len();
        body.flow_control().release_capacity(length)?;
    }
    Ok(body.trailers().await?.as_ref().and_then(read).unwrap_or_else(|| Status::new(Code::Unknown, "no status")))
}
