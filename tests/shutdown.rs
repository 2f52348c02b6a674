//! The end of the process: signals, watchers and connections that stay open.

mod process;

use std::net::TcpStream;
use std::time::{Duration, Instant};

use process::{Process, program};
use tokio_stream::StreamExt;
use tonic::Code;
use tonic::transport::{Channel, Endpoint};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;

const SIGNALS: [&str; 2] = ["TERM", "INT"];
/// Longer than any end takes that is not held up, and shorter than the drain time of the tests where it shall not be.
const SOON: Duration = Duration::from_secs(10);

fn start(drain_seconds: &str) -> Process {
    Process::start(&mut program(&["--listen", "127.0.0.1:0", "--drain-seconds", drain_seconds]))
}

async fn connect(process: &Process) -> Channel {
    Endpoint::from_shared(process.url()).expect("a URL").connect().await.expect("a connection")
}

/// The process ends well, in time, and has nothing more to say on stdout.
fn assert_ends(process: Process) {
    let (status, rest) = process.wait(SOON).expect("an end in time");
    assert!(status.success(), "{status}");
    assert_eq!(rest, "");
}

#[test]
fn a_signal_ends_the_process() {
    for signal in SIGNALS {
        let process = start("60");
        process.signal(signal);
        assert_ends(process);
    }
}

#[tokio::test(flavor = "multi_thread")] // waiting for the process must not stop the client
async fn an_idle_connection_does_not_hold_up_the_end() {
    for signal in SIGNALS {
        let process = start("60");
        let channel = connect(&process).await;
        HealthClient::new(channel.clone()).check(HealthCheckRequest::default()).await.unwrap();
        process.signal(signal);
        assert_ends(process);
        assert!(HealthClient::new(channel).check(HealthCheckRequest::default()).await.is_err());
    }
}

#[tokio::test(flavor = "multi_thread")] // waiting for the process must not stop the client
async fn a_watcher_of_health_hears_of_the_end_and_does_not_hold_it_up() {
    for signal in SIGNALS {
        for service in ["", "carcassonne.v1.RulesService"] {
            let process = start("60");
            let request = HealthCheckRequest { service: service.into() };
            let mut watch = HealthClient::new(connect(&process).await).watch(request).await.unwrap().into_inner();
            let status = |answer: HealthCheckResponse| answer.status();
            assert_eq!(watch.message().await.unwrap().map(status), Some(ServingStatus::Serving));
            process.signal(signal);
            assert_eq!(watch.message().await.unwrap().map(status), Some(ServingStatus::NotServing));
            assert_eq!(watch.message().await.unwrap(), None);
            assert_ends(process);
        }
    }
}

#[tokio::test(flavor = "multi_thread")] // waiting for the process must not stop the client
async fn what_holds_up_the_end_is_cut_off_after_the_drain_time() {
    for signal in SIGNALS {
        let process = start("1");
        // A stream whose client never ends it, and a connection that never says anything.
        let mut client = ServerReflectionClient::new(connect(&process).await);
        let mut answers = client.server_reflection_info(tokio_stream::pending()).await.unwrap().into_inner();
        let silent = TcpStream::connect(process.url().trim_start_matches("http://")).unwrap();
        let begin = Instant::now();
        process.signal(signal);
        assert_ends(process);
        assert!(begin.elapsed() >= Duration::from_secs(1), "the stream had its time");
        assert!(answers.next().await.is_none_or(|answer| answer.is_err_and(|status| status.code() != Code::Ok)));
        drop(silent);
    }
}
