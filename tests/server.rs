//! The service over real sockets, in this process and as a process of its own.

mod process;

use std::marker::PhantomData;
use std::net::TcpListener;

use carcassonne_engine::server::{SERVICE_NAME, Server, Settings};
use carcassonne_engine::wire::codec::Written;
use carcassonne_engine::wire::proto::rules_service_server::{RulesService, RulesServiceServer};
use carcassonne_engine::wire::proto::{self, Reason, Refusal};
use carcassonne_engine::wire::status::{MAX_VIOLATIONS, Refused, violation};
use process::{Process, program};
use prost::bytes::{Buf, BufMut, Bytes};
use tokio_stream::{Empty, StreamExt};
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Response, Status, Streaming};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_types::{StatusExt, pb::Status as RpcStatus};

const MAX_REQUEST: u32 = 10_000;

/// A server in this process.
async fn serve() -> Channel {
    let max = MAX_REQUEST.to_string();
    let settings = Settings::from_args(&["--listen", "127.0.0.1:0", "--max-request-bytes", &max]);
    let server = Server::bind(&settings.expect("settings")).await.expect("a free port");
    let url = server.url().to_owned();
    tokio::spawn(server.serve(std::future::pending()));
    connect(url).await
}

/// A client on a single connection.
async fn connect(url: String) -> Channel {
    Endpoint::from_shared(url).expect("a URL").connect().await.expect("a connection")
}

async fn health(channel: &Channel, service: &str) -> Result<ServingStatus, Status> {
    let request = HealthCheckRequest { service: service.into() };
    Ok(HealthClient::new(channel.clone()).check(request).await?.into_inner().status())
}

/// Sends bytes as they are.
struct Raw(PhantomData<()>);

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self(PhantomData)
    }

    fn decoder(&mut self) -> Self {
        Self(PhantomData)
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, item: Bytes, buf: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buf.put(item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buf: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buf.copy_to_bytes(buf.remaining())))
    }
}

async fn call_raw(channel: &Channel, rpc: &str, bytes: Vec<u8>) -> Result<Bytes, Status> {
    let mut client = tonic::client::Grpc::new(channel.clone());
    client.ready().await.expect("a connection");
    let path = PathAndQuery::try_from(format!("/{SERVICE_NAME}/{rpc}")).expect("a path");
    Ok(client.unary(Request::new(bytes.into()), path, Raw(PhantomData)).await?.into_inner())
}

/// The typed detail of a refusal.
fn refusal(status: &Status) -> Refusal {
    let details = <RpcStatus as prost::Message>::decode(status.details()).expect("details").details;
    let detail = details.iter().find(|any| any.type_url.ends_with("/carcassonne.v1.Refusal")).expect("a refusal");
    prost::Message::decode(&detail.value[..]).expect("a refusal")
}

fn assert_refused(status: &Status, code: Code, reason: Reason) {
    assert_eq!(status.code(), code, "{status}");
    assert_eq!(refusal(status).violations[0].reason(), reason);
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(
        (format!("REASON_{}", info.reason).as_str(), info.domain.as_str()),
        (reason.as_str_name(), "carcassonne.v1")
    );
    assert!(!status.get_details_bad_request().expect("a BadRequest").field_violations.is_empty());
}

#[tokio::test]
async fn health_is_told_for_the_server_and_the_service() {
    let channel = serve().await;
    assert_eq!(health(&channel, "").await.unwrap(), ServingStatus::Serving);
    assert_eq!(health(&channel, SERVICE_NAME).await.unwrap(), ServingStatus::Serving);
    assert_eq!(health(&channel, "other").await.unwrap_err().code(), Code::NotFound);
}

/// Tests one version of reflection, whose generated types differ by name only.
macro_rules! reflection {
    ($test:ident, $version:ident) => {
        #[tokio::test]
        async fn $test() {
            use tonic_reflection::pb::$version::ServerReflectionRequest;
            use tonic_reflection::pb::$version::server_reflection_client::ServerReflectionClient;
            use tonic_reflection::pb::$version::server_reflection_request::MessageRequest;
            use tonic_reflection::pb::$version::server_reflection_response::MessageResponse;

            let ask = |request| ServerReflectionRequest { host: String::new(), message_request: Some(request) };
            let requests = tokio_stream::iter([
                ask(MessageRequest::ListServices(String::new())),
                ask(MessageRequest::FileContainingSymbol(SERVICE_NAME.into())),
            ]);
            let mut client = ServerReflectionClient::new(serve().await);
            let answers = client.server_reflection_info(requests).await.unwrap().into_inner();
            let answers: Vec<_> = answers.map(|answer| answer.unwrap().message_response.unwrap()).collect().await;

            let [MessageResponse::ListServicesResponse(list), MessageResponse::FileDescriptorResponse(files)] =
                &answers[..]
            else {
                panic!("{answers:?}")
            };
            let names: Vec<_> = list.service.iter().map(|service| service.name.as_str()).collect();
            assert!(names.contains(&SERVICE_NAME) && names.contains(&"grpc.health.v1.Health"), "{names:?}");
            let file: prost_types::FileDescriptorProto =
                prost::Message::decode(&files.file_descriptor_proto[0][..]).unwrap();
            assert_eq!(file.service[0].name(), "RulesService");
            let comments = file.source_code_info.expect("comments").location;
            assert!(comments.iter().any(|place| place.leading_comments().contains("The rules engine.")));
        }
    };
}

reflection!(reflection_v1_lists_and_describes_the_service, v1);
reflection!(reflection_v1alpha_lists_and_describes_the_service, v1alpha);

#[tokio::test]
async fn malformed_bytes_are_the_fault_of_the_caller() {
    let channel = serve().await;
    let deep = [0x0a, 0xff, 0xff, 0x03].repeat(2000);
    for bytes in [vec![0xff; 20], vec![0x0a, 200, 1], vec![0x0a, 1, 0xff], vec![0x0b; 5000], deep] {
        let status = call_raw(&channel, "GetCatalog", bytes.clone()).await.unwrap_err();
        assert_refused(&status, Code::InvalidArgument, Reason::Malformed);
        assert_eq!(health(&channel, "").await.unwrap(), ServingStatus::Serving);
    }
}

#[tokio::test]
async fn a_request_that_is_too_large_is_refused_and_the_connection_lives() {
    let channel = serve().await;
    // An unknown field of this length: harmless but for its size.
    let request = |length: usize| {
        let mut bytes = vec![0xfa, 0x7f];
        prost::encoding::encode_varint(length as u64, &mut bytes);
        bytes.extend(vec![0; length]);
        bytes
    };
    for length in [MAX_REQUEST as usize, 3_000_000] {
        let status = call_raw(&channel, "GetCatalog", request(length)).await.unwrap_err();
        assert_refused(&status, Code::ResourceExhausted, Reason::Limit);
    }
    let answer = call_raw(&channel, "GetCatalog", request(MAX_REQUEST as usize - 10)).await;
    assert!(!answer.is_err_and(|status| status.code() == Code::ResourceExhausted));
    assert_eq!(health(&channel, "").await.unwrap(), ServingStatus::Serving);
}

#[tokio::test]
async fn an_unknown_rpc_is_unimplemented() {
    let channel = serve().await;
    assert_eq!(call_raw(&channel, "Cheat", vec![]).await.unwrap_err().code(), Code::Unimplemented);
    assert_eq!(health(&channel, "").await.unwrap(), ServingStatus::Serving);
}

/// A rules service that finds everything wrong.
struct Picky;

fn everything_wrong<A>() -> Result<A, Status> {
    let text = "naïveté 🏰 ".repeat(1000);
    Err(Refused::new(vec![violation(&text, Reason::Overlap, &text); 5000]).at_move(7).into())
}

#[tonic::async_trait]
impl RulesService for Picky {
    async fn get_catalog(&self, _: Request<proto::GetCatalogRequest>) -> Result<Response<Written>, Status> {
        let catalog = proto::GetCatalogResponse { rules_version: Some(1), ..Default::default() };
        Ok(Response::new(Written::new(&catalog)))
    }

    async fn new_game(&self, _: Request<proto::NewGameRequest>) -> Result<Response<Written>, Status> {
        everything_wrong()
    }

    async fn legal_moves(&self, _: Request<proto::LegalMovesRequest>) -> Result<Response<Written>, Status> {
        everything_wrong()
    }

    async fn apply_move(&self, _: Request<proto::ApplyMoveRequest>) -> Result<Response<Written>, Status> {
        everything_wrong()
    }

    async fn score(&self, _: Request<proto::ScoreRequest>) -> Result<Response<Written>, Status> {
        everything_wrong()
    }

    async fn view(&self, _: Request<proto::ViewRequest>) -> Result<Response<Written>, Status> {
        everything_wrong()
    }

    async fn replay(&self, _: Request<proto::ReplayRequest>) -> Result<Response<Written>, Status> {
        everything_wrong()
    }

    type RolloutStream = Empty<Result<Written, Status>>;

    async fn rollout(&self, _: Request<proto::RolloutRequest>) -> Result<Response<Self::RolloutStream>, Status> {
        everything_wrong()
    }

    type PlayStream = Empty<Result<Written, Status>>;

    async fn play(&self, _: Request<Streaming<proto::PlayRequest>>) -> Result<Response<Self::PlayStream>, Status> {
        everything_wrong()
    }
}

#[tokio::test]
async fn an_error_with_thousands_of_violations_fits_into_strict_header_limits() {
    let incoming = TcpIncoming::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let url = format!("http://{}", incoming.local_addr().unwrap());
    let router = tonic::transport::Server::builder().add_service(RulesServiceServer::new(Picky));
    tokio::spawn(router.serve_with_incoming(incoming));

    // The smallest limit that common clients have.
    let channel = Endpoint::from_shared(url).unwrap().http2_max_header_list_size(8192).connect().await.unwrap();
    let mut client = proto::rules_service_client::RulesServiceClient::new(channel);
    for _ in 0..3 {
        let status = client.new_game(proto::NewGameRequest::default()).await.unwrap_err();
        assert_refused(&status, Code::InvalidArgument, Reason::Overlap);
        assert_eq!(status.get_details_error_info().unwrap().metadata["violations"], "5000");
        let refusal = refusal(&status);
        assert!((2..=MAX_VIOLATIONS).contains(&refusal.violations.len()));
        assert_eq!(refusal.move_index, Some(7));
        let catalog = client.get_catalog(proto::GetCatalogRequest::default()).await.unwrap().into_inner();
        assert_eq!(catalog.rules_version, Some(1));
    }
}

#[tokio::test]
async fn the_process_says_where_it_serves() {
    for args in [&["--listen", "127.0.0.1:0"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let process = Process::start(&mut program(args));
        let url = process.url();
        assert!(url.starts_with("http://127.0.0.1:") && !url.ends_with(":0"));
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            process.line,
            format!("carcassonne-engine {version} serving carcassonne.v1.RulesService on {url}\n")
        );
        assert_eq!(health(&connect(url).await, SERVICE_NAME).await.unwrap(), ServingStatus::Serving);
    }
}

#[tokio::test]
async fn settings_come_from_the_environment_too() {
    for args in [&[][..], &["serve"]] {
        let settings = [("CARCASSONNE_LISTEN", "127.0.0.1:0"), ("CARCASSONNE_MAX_REQUEST_BYTES", "10")];
        let process = Process::start(program(args).envs(settings));
        let channel = connect(process.url()).await;
        let status = call_raw(&channel, "GetCatalog", vec![0; 11]).await.unwrap_err();
        assert_refused(&status, Code::ResourceExhausted, Reason::Limit);
    }
}

/// Exit code and stderr of a program that cannot start.
fn fails(args: &[&str]) -> (Option<i32>, String) {
    let output = program(args).output().expect("the program starts");
    assert!(output.stdout.is_empty());
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn an_address_in_use_is_told_in_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, stderr) = fails(&["--listen", &address]);
    assert_eq!(code, Some(1));
    let start = format!("carcassonne-engine: cannot listen on {address}: Address already in use");
    assert!(stderr.starts_with(&start) && stderr.lines().count() == 1, "{stderr}");
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    for (args, complaint) in [
        (&["--listen", "nowhere"][..], "--listen"),
        (&["--listen", "host.invalid:1"], "cannot listen on host.invalid:1"),
        (&["--log", "carcassonne_engine=loud"], "log filter"),
        (&["--drain-seconds", "3601"], "--drain-seconds"),
        (&["serve", "--max-request-bytes", "0"], "--max-request-bytes"),
        (&["dance"], "dance"),
    ] {
        let (code, stderr) = fails(args);
        assert!(code.is_some_and(|code| code != 0) && stderr.contains(complaint), "{args:?}: {stderr}");
    }
}
