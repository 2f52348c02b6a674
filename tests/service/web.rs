//! Browsers: gRPC-Web over HTTP/1.1, and what pages may read.

use std::collections::BTreeMap;

use carcassonne_engine::wire::proto::{NewGameRequest, NewGameResponse};
use prost::Message;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{Service, framed, new_game, serve};

const PAGE: &str = "https://play.example.org";

/// What came back: status, headers, body.
struct Answer {
    status: u16,
    headers: BTreeMap<String, String>,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// Sends a request over HTTP/1.1, as browsers do that know no better.
async fn send(service: &Service, method: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(service.address()).await.expect("a connection");
    let mut head = format!(
        "{method} /carcassonne.v1.RulesService/NewGame HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n",
        service.address(),
        body.len()
    );
    headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
    stream.write_all(&[(head + "\r\n").as_bytes(), body].concat()).await.expect("it is sent");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("an answer");
    let at = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("headers");
    let head = std::str::from_utf8(&bytes[..at]).expect("text");
    let status = head[9..12].parse().expect("a status");
    let headers = head.lines().skip(1).filter_map(|line| line.split_once(": "));
    let headers: BTreeMap<_, _> = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    let mut body = bytes[at + 4..].to_vec();
    if headers.get("transfer-encoding").is_some_and(|encoding| encoding == "chunked") {
        body = unchunked(&body);
    }
    Answer { status, headers, body }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(at) = bytes.windows(2).position(|two| two == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&bytes[..at]).expect("text"), 16).expect("a length");
        whole.extend(&bytes[at + 2..at + 2 + length]);
        bytes = &bytes[at + 4 + length..];
        if length == 0 {
            break;
        }
    }
    whole
}

const CALL: [(&str, &str); 3] = [("content-type", "application/grpc-web+proto"), ("x-grpc-web", "1"), ("origin", PAGE)];

fn exposes(answer: &Answer) {
    assert_eq!(answer.header("access-control-allow-origin"), PAGE);
    let exposed = answer.header("access-control-expose-headers").to_lowercase();
    for name in ["grpc-status", "grpc-message", "grpc-status-details-bin"] {
        assert!(exposed.split(',').any(|exposed| exposed.trim() == name), "{name} is missing in {exposed:?}");
    }
}

#[tokio::test]
async fn a_browser_asks_first_and_may_then_call() {
    let service = serve(&["--web-origin", PAGE]).await;
    let asked = send(
        &service,
        "OPTIONS",
        &[
            ("origin", PAGE),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "content-type,x-grpc-web,authorization,grpc-timeout,traceparent"),
        ],
        &[],
    )
    .await;
    assert_eq!(asked.status, 200);
    assert_eq!(asked.header("access-control-allow-origin"), PAGE);
    assert_eq!(asked.header("access-control-allow-methods"), "POST");
    let allowed = asked.header("access-control-allow-headers").to_lowercase();
    for name in ["content-type", "x-grpc-web", "authorization", "grpc-timeout", "traceparent", "x-user-agent"] {
        assert!(allowed.split(',').any(|allowed| allowed.trim() == name), "{name} is missing in {allowed:?}");
    }

    let answer = send(&service, "POST", &CALL, &framed(&new_game())).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/grpc-web+proto"));
    exposes(&answer);
    let length = u32::from_be_bytes(answer.body[1..5].try_into().unwrap()) as usize;
    let game = NewGameResponse::decode(&answer.body[5..5 + length]).expect("a game");
    assert!(game.state.is_some());
    let trailers = &answer.body[5 + length..];
    assert_eq!(trailers[0], 0x80, "trailers are marked");
    assert!(String::from_utf8_lossy(&trailers[5..]).contains("grpc-status:0"));
}

#[tokio::test]
async fn a_page_can_read_why_it_was_refused() {
    let service = serve(&["--web-origin", &format!("https://other.example.org,{PAGE}")]).await;
    let answer = send(&service, "POST", &CALL, &framed(&NewGameRequest::default())).await;
    assert_eq!(answer.status, 200);
    exposes(&answer);
    assert_eq!(answer.header("grpc-status"), "3");
    assert!(!answer.header("grpc-message").is_empty() && !answer.header("grpc-status-details-bin").is_empty());
}

#[tokio::test]
async fn a_page_can_read_that_it_was_turned_away() {
    let tokens = crate::common::file("tokens", "alice a-token-that-is-long-enough");
    let service = serve(&["--web-origin", "*", "--token-file", crate::common::text(&tokens)]).await;
    let answer = send(&service, "POST", &CALL, &framed(&new_game())).await;
    assert_eq!((answer.status, answer.header("grpc-status")), (200, "16"));
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert!(answer.header("access-control-expose-headers").contains("grpc-status"));
}

#[tokio::test]
async fn other_pages_are_told_nothing_and_other_requests_are_none() {
    let service = serve(&["--web-origin", PAGE]).await;
    let call = CALL.map(|(name, value)| (name, if name == "origin" { "https://evil.example.org" } else { value }));
    let answer = send(&service, "POST", &call, &framed(&new_game())).await;
    assert_eq!(answer.header("access-control-allow-origin"), "");
    assert_eq!(send(&service, "GET", &CALL, &[]).await.status, 405);
    assert_eq!(send(&service, "GET", &[], &[]).await.status, 400);
    // gRPC goes on beside it
    service.assert_well().await;
}

#[tokio::test]
async fn without_pages_there_is_no_http_1() {
    let service = serve(&[]).await;
    let mut stream = TcpStream::connect(service.address()).await.expect("a connection");
    stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("it is sent");
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    assert!(!bytes.starts_with(b"HTTP/1"), "{:?}", String::from_utf8_lossy(&bytes));
}
