//! Callers who mean harm, each over a real socket and for a bounded time. After each an honest call is answered.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use carcassonne_engine::wire::proto::{
    GetCatalogRequest, LegalMovesRequest, Move, MoveSequence, PlayerState, Record, ReplayRequest, RolloutPolicy,
    RolloutRequest, ScoreRequest, State, replay_request,
};
use prost::Message;
use prost::bytes::Bytes;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request};
use tonic_health::pb::health_check_response::ServingStatus;

use crate::common::{
    file, framed, framed_bytes, health, http2, http2_with, new_game, position, record, request, setup, status, text,
};
use crate::process::{Process, program};

/// An honest call after an attack is answered in this time.
const SOON: Duration = Duration::from_secs(2);
/// Memory that no attack of these makes the service need, in MiB. It starts with about 20.
const ENOUGH: u64 = 250;

/// A service in a process of its own, so that its memory can be told from that of the attackers.
struct Attacked {
    process: Process,
    url: String,
}

fn serve(args: &[&str]) -> Attacked {
    let process = Process::start(&mut program(&[&["--listen", "127.0.0.1:0", "--log", "warn"], args].concat()));
    Attacked { url: process.url(), process }
}

impl Attacked {
    fn address(&self) -> &str {
        self.url.trim_start_matches("http://")
    }

    async fn client(&self) -> RulesServiceClient<Channel> {
        RulesServiceClient::connect(self.url.clone()).await.expect("a connection")
    }

    /// It answers an honest caller, who takes a new connection, soon.
    async fn assert_still_well(&self, attack: &str) {
        let begin = Instant::now();
        let channel = self.channel().await;
        let answered = RulesServiceClient::new(channel.clone()).new_game(new_game()).await;
        let latency = begin.elapsed();
        println!("{attack}: the next honest call took {latency:?}; memory at most {} MiB", self.peak());
        assert!(answered.is_ok() && latency < SOON, "{attack}: {latency:?}, {answered:?}");
        assert_eq!(health(&channel).await.expect("health answers"), ServingStatus::Serving);
        assert!(self.peak() < ENOUGH, "{attack}: {} MiB", self.peak());
    }

    async fn channel(&self) -> Channel {
        Endpoint::from_shared(self.url.clone()).expect("a URL").connect().await.expect("a connection")
    }

    /// The most memory that it ever had, in MiB.
    fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("Linux");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
        line.trim().split(' ').next().and_then(|kib| kib.parse::<u64>().ok()).expect("a number") / 1024
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn random_bytes() {
    let service = serve(&["--handshake-seconds", "1"]);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    for i in 0..300 {
        let mut bytes = vec![0; (random.next_u32() % 2000) as usize];
        random.fill_bytes(&mut bytes);
        if i % 2 == 0 {
            bytes.splice(0..0, preface.iter().copied());
        }
        let mut stream = TcpStream::connect(service.address()).await.expect("a connection");
        let _ = stream.write_all(&bytes).await;
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(5), stream.read_to_end(&mut answer)).await;
        assert!(read.is_ok(), "the connection is closed in time");
    }
    service.assert_still_well("300 connections with random bytes").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn half_open_connections() {
    let service = serve(&["--handshake-seconds", "1", "--max-connections", "50"]);
    // As many as there is room for, which say nothing, half a word, or who they are and no more.
    let mut silent = Vec::new();
    for i in 0..50 {
        let mut stream = TcpStream::connect(service.address()).await.expect("a connection");
        let said = [&b""[..], b"PRI * HTT", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"][i % 3];
        stream.write_all(said).await.expect("it is sent");
        silent.push(stream);
    }
    let begin = Instant::now();
    assert!(service.client().await.new_game(new_game()).await.is_ok());
    println!("50 half-open connections: they made room after {:?}", begin.elapsed());
    assert!(begin.elapsed() < Duration::from_secs(5));
    for mut stream in silent {
        let mut byte = [0];
        while let Ok(1..) = stream.read(&mut byte).await {}
    }
    service.assert_still_well("50 half-open connections").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_writers() {
    let service = serve(&["--call-seconds", "2", "--max-calls", "20"]);
    let message = framed(&new_game());
    let mut writers = JoinSet::new();
    for _ in 0..10 {
        let (mut client, message) = (http2(service.address()).await.ready().await.unwrap(), message.clone());
        writers.spawn(async move {
            let (response, mut body) = client.send_request(request("NewGame", &[]), false).unwrap();
            let writing = tokio::spawn(async move {
                for byte in message {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    if body.send_data(vec![byte].into(), false).is_err() {
                        return;
                    }
                }
            });
            let code = status(response).await.expect("an answer").code();
            writing.abort();
            code
        });
    }
    let begin = Instant::now();
    service.assert_still_well("10 slow writers, meanwhile").await;
    while let Some(code) = writers.join_next().await {
        assert_eq!(code.unwrap(), Code::DeadlineExceeded);
    }
    assert!(begin.elapsed() < Duration::from_secs(6), "{:?}", begin.elapsed());
}

/// So many zeros, compressed as a message.
fn bomb(length: usize) -> Bytes {
    use std::io::Write;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let zeros = vec![0; 1 << 20];
    for _ in 0..length >> 20 {
        gzip.write_all(&zeros).expect("a vector grows");
    }
    let bytes = gzip.finish().expect("a vector grows");
    [&[1], &(bytes.len() as u32).to_be_bytes()[..], &bytes].concat().into()
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_are_too_large_or_become_so() {
    let service = serve(&[]);
    let large = Bytes::from([&[0], &(60u32 << 20).to_be_bytes()[..], &[0; 1 << 20]].concat());
    let boundless = Bytes::from([&[0], &u32::MAX.to_be_bytes()[..], &[0; 1000]].concat());
    let bomb = bomb(512 << 20);
    assert!(bomb.len() < 1 << 20, "half a gibibyte in {} bytes", bomb.len());
    let mut attacks = JoinSet::new();
    for bytes in [large, boundless, bomb] {
        for _ in 0..20 {
            let (mut client, bytes) = (http2(service.address()).await.ready().await.unwrap(), bytes.clone());
            attacks.spawn(async move {
                let gzip = request("NewGame", &[("grpc-encoding", "gzip")]);
                let (response, mut body) = client.send_request(gzip, false).unwrap();
                let _ = body.send_data(bytes, true);
                status(response).await.map_or_else(|error| panic!("{error}"), |status| status.code())
            });
        }
    }
    while let Some(code) = attacks.join_next().await {
        assert_eq!(code.unwrap(), Code::ResourceExhausted);
    }
    service.assert_still_well("60 messages of 60 MiB, 4 GiB, or half a GiB when unpacked").await;
}

/// Two bytes become a hundred: what a request takes goes with its entries.
#[tokio::test(flavor = "multi_thread")]
async fn lists_of_empty_entries() {
    let service = serve(&[]);
    let legal_moves = |players| {
        let state = State { players: vec![PlayerState::default(); players], ..State::default() };
        let request = LegalMovesRequest { position: position(state), whole_turns: true, ..Default::default() };
        ("LegalMoves", Bytes::from(framed(&request)))
    };
    // the same behind a group that is not known, and in two parts of which the first ends within a field that is not known
    let behind_a_group = |players| {
        let state = State { players: vec![PlayerState::default(); players], ..State::default() };
        let request = LegalMovesRequest { position: position(state), ..Default::default() };
        let bytes = [&[0xfb, 0x07, 0xfc, 0x07][..], &request.encode_to_vec()].concat();
        ("LegalMoves", Bytes::from(framed_bytes(&bytes)))
    };
    let in_parts = |players: usize| {
        let field = |number: u8, content: &[u8]| {
            let mut bytes = vec![number << 3 | 2];
            prost::encoding::encode_varint(content.len() as u64, &mut bytes);
            [bytes, content.to_vec()].concat()
        };
        let entries = [0x22, 0].repeat(players);
        let mut rest = vec![0xfa, 0x07];
        prost::encoding::encode_varint(entries.len() as u64, &mut rest);
        // what the first part lacks are these five bytes
        rest.resize(5, 0);
        let state = [field(1, &[0xfa, 0x07, 5]), field(1, &[rest, entries].concat())].concat();
        ("Score", Bytes::from(framed_bytes(&field(1, &state))))
    };
    let replay = |moves| {
        let record = Record { moves: vec![Move::default(); moves], ..Record::default() };
        let request = ReplayRequest { form: Some(replay_request::Form::Record(record)), with_notation: false };
        ("Replay", Bytes::from(framed(&request)))
    };
    let rollout = |candidates| {
        let request =
            RolloutRequest { candidates: vec![MoveSequence::default(); candidates], ..RolloutRequest::default() };
        ("Rollout", Bytes::from(framed(&request)))
    };
    let mut attacks = JoinSet::new();
    for (count, expected) in
        [(500_000, &[Code::ResourceExhausted][..]), (9_900, &[Code::InvalidArgument, Code::ResourceExhausted])]
    {
        for (rpc, bytes) in [legal_moves(count), behind_a_group(count), in_parts(count), replay(count), rollout(count)]
        {
            for _ in 0..40 {
                let (mut client, bytes) = (http2(service.address()).await.ready().await.unwrap(), bytes.clone());
                attacks.spawn(async move {
                    let (response, mut body) = client.send_request(request(rpc, &[]), false).unwrap();
                    let _ = body.send_data(bytes, true);
                    let code = status(response).await.expect("an answer").code();
                    // or there are too many calls already
                    let refused = code == Code::Unavailable || expected.contains(&code);
                    assert!(refused, "{rpc} with {count} entries: {code:?}");
                });
            }
        }
    }
    while let Some(attack) = attacks.join_next().await {
        attack.expect("it is refused");
    }
    service.assert_still_well("400 requests with lists of empty entries").await;
}

/// Streams whose request does not come hold a place no longer than a call.
#[tokio::test(flavor = "multi_thread")]
async fn streams_without_a_request() {
    let service = serve(&["--call-seconds", "2", "--play-idle-seconds", "2", "--max-streaming-calls", "30"]);
    let mut client = http2(service.address()).await;
    let mut held = Vec::new();
    for i in 0..30 {
        client = client.ready().await.unwrap();
        let silent = match i % 3 {
            0 => request("Rollout", &[]),
            1 => request("Play", &[]),
            _ => {
                let mut request = request("", &[]);
                let path = "http://localhost/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
                *request.uri_mut() = path.parse().expect("a path");
                request
            }
        };
        held.push(client.send_request(silent, false).unwrap());
    }
    let mut honest = service.client().await;
    let state = honest.new_game(new_game()).await.unwrap().into_inner().state.unwrap();
    let rollout = || RolloutRequest {
        position: position(state.clone()),
        seed: Some(1),
        playouts: Some(1),
        policy: RolloutPolicy::Random as i32,
        ..RolloutRequest::default()
    };
    let begin = Instant::now();
    loop {
        match honest.rollout(rollout()).await {
            Ok(_) => assert!(begin.elapsed() < Duration::from_secs(1), "all places are taken soon"),
            Err(status) => break assert_eq!(status.code(), Code::Unavailable),
        }
    }
    while honest.rollout(rollout()).await.is_err() {
        assert!(begin.elapsed() < Duration::from_secs(10), "there is room again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    println!("30 streams without a request: a rollout began after {:?}", begin.elapsed());
    for (response, _body) in held {
        let status = status(response).await.expect("an end with a status");
        // or an honest rollout had the place at that moment
        let expected = [Code::DeadlineExceeded, Code::Cancelled, Code::Unavailable];
        assert!(expected.contains(&status.code()), "{status:?}");
    }
    service.assert_still_well("30 streams without a request").await;
}

/// Behind a proxy a connection carries the calls of many: who does not read loses his own call only.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_not_taken_ends_alone() {
    let service = serve(&["--call-seconds", "2"]);
    let mut builder = h2::client::Builder::new();
    builder.initial_window_size(16 << 10).initial_connection_window_size(1 << 20);
    let mut client = http2_with(service.address(), &mut builder).await.ready().await.unwrap();
    let (response, mut body) = client.send_request(request("GetCatalog", &[]), false).unwrap();
    body.send_data(framed(&GetCatalogRequest::default()).into(), true).unwrap();
    let mut untaken = response.await.expect("headers").into_body();
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(5) {
        client = client.ready().await.expect("the connection goes on");
        let (response, mut body) = client.send_request(request("NewGame", &[]), false).unwrap();
        body.send_data(framed(&new_game()).into(), true).unwrap();
        assert_eq!(status(response).await.expect("an answer").code(), Code::Ok);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // What was under way still comes, and then it is over.
    let (mut taken, end) = (0, Instant::now() + Duration::from_secs(10));
    let reason = loop {
        match tokio::time::timeout_at(end.into(), untaken.data()).await.expect("an end in time") {
            Some(Ok(data)) => {
                taken += data.len();
                untaken.flow_control().release_capacity(data.len()).expect("the stream is open");
            }
            end => break end.and_then(Result::err).and_then(|error| error.reason()),
        }
    };
    assert_eq!(reason, Some(h2::Reason::CANCEL));
    assert!(taken <= 32 << 10, "{taken} bytes were kept for whoever did not read");
    service.assert_still_well("an answer that is not taken").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_of_streams() {
    let service = serve(&["--max-connection-calls", "100"]);
    let client = http2(service.address()).await;
    let mut calls = JoinSet::new();
    // They wait for their turn in the client, as the service takes a hundred at a time.
    for _ in 0..5000 {
        let mut client = client.clone().ready().await.expect("the connection lives");
        let (response, mut body) = client.send_request(request("NewGame", &[]), false).unwrap();
        body.send_data(framed(&new_game()).into(), true).unwrap();
        calls.spawn(async move {
            match status(response).await {
                Ok(status) => format!("{:?}", status.code()),
                // an early answer is on its way while the service still counts the call
                Err(error) if error.reason() == Some(h2::Reason::REFUSED_STREAM) => "refused".into(),
                Err(error) => panic!("{error}"),
            }
        });
    }
    let mut codes = BTreeMap::new();
    while let Some(code) = calls.join_next().await {
        *codes.entry(code.unwrap()).or_insert(0) += 1;
    }
    println!("5000 calls on a connection: {codes:?}");
    assert!(codes.keys().all(|code| ["Ok", "Unavailable", "refused"].contains(&code.as_str())), "{codes:?}");
    service.assert_still_well("5000 calls on a connection").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_calls_that_take_long() {
    let service = serve(&["--max-calls", "40"]);
    let form = Some(replay_request::Form::Record(record(setup(8), 1000)));
    let replay = Bytes::from(framed(&ReplayRequest { form, with_notation: true }));
    let mut calls = JoinSet::new();
    for _ in 0..400 {
        let (mut client, replay) = (http2(service.address()).await.ready().await.unwrap(), replay.clone());
        calls.spawn(async move {
            let (response, mut body) = client.send_request(request("Replay", &[]), false).unwrap();
            let _ = body.send_data(replay, true); // it may be answered already
            status(response).await.expect("an answer").code()
        });
    }
    // Health answers all the while, and an honest caller who tries again gets through.
    let honest = service.channel().await;
    let begin = Instant::now();
    assert_eq!(health(&honest).await.expect("health answers"), ServingStatus::Serving);
    println!("400 long calls: health answered after {:?}, meanwhile", begin.elapsed());
    assert!(begin.elapsed() < SOON);
    while RulesServiceClient::new(honest.clone()).new_game(new_game()).await.is_err() {
        assert!(begin.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!("400 long calls: an honest call got through after {:?}", begin.elapsed());
    let mut codes = BTreeMap::new();
    while let Some(code) = calls.join_next().await {
        *codes.entry(format!("{:?}", code.unwrap())).or_insert(0) += 1;
    }
    println!("400 long calls: {codes:?}");
    assert!(codes.keys().all(|code| ["Ok", "Unavailable"].contains(&code.as_str())), "{codes:?}");
    service.assert_still_well("400 long calls").await;
}

/// CVE-2023-44487: calls that are taken back at once cost their caller nothing.
#[tokio::test(flavor = "multi_thread")]
async fn streams_that_are_taken_back_at_once() {
    let service = serve(&[]);
    for _ in 0..20 {
        let mut client = http2(service.address()).await;
        for _ in 0..1000 {
            client = match client.ready().await {
                Ok(client) => client,
                Err(_) => break, // the service has had enough
            };
            let Ok((_, mut body)) = client.send_request(request("NewGame", &[]), false) else { break };
            body.send_reset(h2::Reason::CANCEL);
        }
    }
    service.assert_still_well("20000 calls taken back at once").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_without_end() {
    let service = serve(&[]);
    let long = "x".repeat(64 << 10);
    for _ in 0..20 {
        let mut client = http2(service.address()).await.ready().await.unwrap();
        let (response, _) = client.send_request(request("NewGame", &[("authorization", &long)]), true).unwrap();
        assert!(status(response).await.map_or(true, |status| status.code() != Code::Ok));
    }
    service.assert_still_well("headers of 64 KiB").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_without_end_of_browsers() {
    let service = serve(&["--web-origin", "*"]);
    for length in [20 << 10, 64 << 10, 400 << 10] {
        let mut stream = TcpStream::connect(service.address()).await.expect("a connection");
        let head = format!(
            "POST /carcassonne.v1.RulesService/NewGame HTTP/1.1\r\nhost: x\r\ncontent-type: application/grpc-web\r\n\
             x-long: {}\r\n\r\n",
            "x".repeat(length)
        );
        let _ = stream.write_all(head.as_bytes()).await; // it may be refused meanwhile
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
        assert!(read.is_ok(), "the connection is closed in time");
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{length}");
    }
    service.assert_still_well("headers of up to 400 KiB by HTTP/1.1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_nobody_reads() {
    let service = serve(&["--call-seconds", "2", "--max-calls", "200"]);
    let mut builder = h2::client::Builder::new();
    builder.initial_window_size(0);
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut client = http2_with(service.address(), &mut builder).await;
        for _ in 0..50 {
            client = client.ready().await.unwrap();
            let (response, mut body) = client.send_request(request("GetCatalog", &[]), false).unwrap();
            body.send_data(framed(&GetCatalogRequest::default()).into(), true).unwrap();
            held.push(response);
        }
    }
    service.assert_still_well("150 catalogues that nobody reads, meanwhile").await;
    for response in held {
        // The headers came; the rest cannot.
        if let Ok(response) = response.await {
            let mut body = response.into_body();
            let end = tokio::time::timeout(Duration::from_secs(10), body.data()).await.expect("an end in time");
            assert!(end.is_none_or(|data| data.is_err()));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_and_replayed_states() {
    let keys = file("keys", &"5a".repeat(32));
    let service = serve(&["--seal-key-file", text(&keys)]);
    let mut client = service.client().await;
    let state = client.new_game(new_game()).await.unwrap().into_inner().state.unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let bytes = prost::Message::encode_to_vec(&state);
    let (mut refused, mut same) = (0, 0);
    for _ in 0..2000 {
        let mut forged = bytes.clone();
        let bit = random.next_u32() as usize % (8 * forged.len());
        forged[bit / 8] ^= 1 << (bit % 8);
        let Ok(forged) = <carcassonne_engine::wire::proto::State as prost::Message>::decode(&forged[..]) else {
            continue;
        };
        if forged == state {
            same += 1; // a bit that says the same in another way
            continue;
        }
        let status = client.score(ScoreRequest { position: position(forged) }).await.expect_err("it is forged");
        assert!(matches!(status.code(), Code::InvalidArgument | Code::FailedPrecondition), "{status}");
        refused += 1;
    }
    println!("states with one bit changed: {refused} refused, {same} meant the same");
    assert!(refused > 1000);
    // The same state again is the same question: a stateless service cannot tell, and the host keeps the last state.
    let score = || ScoreRequest { position: position(state.clone()) };
    let answers =
        (client.score(score()).await.unwrap().into_inner(), client.score(score()).await.unwrap().into_inner());
    assert_eq!(answers.0, answers.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_are_guessed() {
    let tokens = file("tokens", "alice a-token-that-is-long-enough");
    let args = ["--token-file", text(&tokens), "--calls-per-second", "10", "--calls-burst", "50"];
    let service = serve(&args);
    let mut client = service.client().await;
    let mut codes = BTreeMap::new();
    for guess in 0..1000 {
        let mut request = Request::new(new_game());
        let guess = format!("Bearer a-token-that-is-long-{guess:06}");
        request.metadata_mut().insert("authorization", guess.parse().unwrap());
        let status = client.new_game(request).await.expect_err("a wrong token");
        *codes.entry(status.code() as i32).or_insert(0) += 1;
    }
    println!("1000 guesses: {codes:?}");
    assert!(codes[&(Code::Unauthenticated as i32)] < 200, "most guesses are not even looked at");
    assert_eq!(codes.values().sum::<i32>(), 1000);
    // Whoever has a token is not held up by guesses from the same address.
    let mut request = Request::new(new_game());
    request.metadata_mut().insert("authorization", "Bearer a-token-that-is-long-enough".parse().unwrap());
    assert!(client.new_game(request).await.is_ok());
}
