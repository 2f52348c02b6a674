//! Sockets that come and go, and an end that loses no call.

use std::path::Path;
use std::time::{Duration, Instant};

use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use hyper_util::rt::TokioIo;
use tokio::net::UnixStream;
use tonic::transport::{Channel, Endpoint};
use tonic_health::pb::health_check_response::ServingStatus;
use tower::service_fn;

use crate::common::{eventually, file, framed, health, http2, new_game, page, request, serve, status, text};
use crate::process::{Process, program};

async fn by_socket(path: &Path) -> Channel {
    let path = path.to_owned();
    let connect = service_fn(move |_| {
        let path = path.clone();
        async move { UnixStream::connect(path).await.map(TokioIo::new) }
    });
    Endpoint::from_static("http://localhost").connect_with_connector(connect).await.expect("a connection")
}

#[tokio::test(flavor = "multi_thread")] // waiting for the process must not stop the client
async fn a_unix_socket_is_served_taken_over_and_cleared_away() {
    let path = file("socket", "");
    std::fs::remove_file(&path).unwrap();
    let address = format!("unix:{}", text(&path));
    let start = || Process::start(&mut program(&["--listen", &address]));

    let first = start();
    assert_eq!(first.url(), address);
    assert!(RulesServiceClient::new(by_socket(&path).await).new_game(new_game()).await.is_ok());
    let second = program(&["--listen", &address]).output().expect("the program starts");
    let stderr = String::from_utf8_lossy(&second.stderr);
    assert!(!second.status.success() && stderr.contains("Address already in use"), "{stderr}");

    drop(first); // killed: the socket is left behind
    assert!(path.exists());
    let third = start();
    assert!(RulesServiceClient::new(by_socket(&path).await).new_game(new_game()).await.is_ok());
    third.signal("TERM");
    assert!(third.wait(Duration::from_secs(10)).expect("an end").0.success());
    assert!(!path.exists(), "nothing is left behind");
}

#[tokio::test(flavor = "multi_thread")] // waiting for the process must not stop the client
async fn a_service_that_lingers_tells_that_it_leaves_and_still_answers() {
    let process = Process::start(&mut program(&["--listen", "127.0.0.1:0", "--linger-seconds", "2"]));
    let channel = Endpoint::from_shared(process.url()).unwrap().connect().await.unwrap();
    assert_eq!(health(&channel).await.unwrap(), ServingStatus::Serving);
    let begin = Instant::now();
    process.signal("TERM");
    while health(&channel).await.unwrap() == ServingStatus::Serving {
        assert!(begin.elapsed() < Duration::from_secs(1));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // An old connection and a new one.
    RulesServiceClient::new(channel).new_game(new_game()).await.expect("it still answers");
    let fresh = Endpoint::from_shared(process.url()).unwrap().connect().await.expect("it still accepts");
    RulesServiceClient::new(fresh).new_game(new_game()).await.expect("it still answers");
    let (ended, _) = process.wait(Duration::from_secs(10)).expect("an end");
    assert!(ended.success() && begin.elapsed() >= Duration::from_secs(2));
}

#[tokio::test]
async fn probes_without_grpc_hear_what_health_says() {
    let service = serve(&["--metrics-listen", "127.0.0.1:0", "--linger-seconds", "2"]).await;
    let address = service.scrape.expect("a page");
    eventually(|| async { page(address, "/ready").await.starts_with("HTTP/1.1 200") }).await;
    let stopping = tokio::spawn(service.stop());
    eventually(|| async { page(address, "/ready").await.starts_with("HTTP/1.1 503") }).await;
    stopping.await.expect("it ends");
}

#[tokio::test]
async fn a_call_under_way_is_answered_and_its_connection_told_to_go_away() {
    let service = serve(&["--drain-seconds", "10"]).await;
    let mut client = http2(service.address()).await.ready().await.unwrap();
    let (response, mut body) = client.send_request(request("NewGame", &[]), false).unwrap();
    let bytes = framed(&new_game());
    body.send_data(bytes[..7].to_vec().into(), false).unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;

    let stopping = tokio::spawn(service.stop());
    eventually(|| {
        let client = client.clone();
        async move { matches!(client.ready().await, Err(error) if error.is_go_away()) }
    })
    .await;
    assert!(!stopping.is_finished(), "it waits for the call");
    body.send_data(bytes[7..].to_vec().into(), true).unwrap();
    assert_eq!(status(response).await.unwrap().code(), tonic::Code::Ok);
    stopping.await.expect("it ends");
}

#[test]
fn the_retry_policy_for_clients_is_that_of_the_service() {
    let config = include_str!("../../clients/service-config.json");
    let config: serde_json::Value = serde_json::from_str(config).expect("JSON");
    let calls = &config["methodConfig"][0];
    assert_eq!(calls["name"][0]["service"], "carcassonne.v1.RulesService");
    assert_eq!(calls["retryPolicy"]["retryableStatusCodes"], serde_json::json!(["UNAVAILABLE"]));
    assert!(calls["retryPolicy"]["maxAttempts"].as_u64().is_some_and(|attempts| (2..=5).contains(&attempts)));
}
