//! The RPCs on the network. They are pure functions elsewhere; here they meet tonic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tonic::codegen::http;
use tonic::{Code, Request, Response, Status, body::Body};
use tower::layer::util::{Identity, Stack};
use tower::util::MapResponseLayer;

use crate::wire::proto::rules_service_server::{RulesService, RulesServiceServer, SERVICE_NAME as NAME};
use crate::wire::proto::{self, Reason};
use crate::wire::rpc;
use crate::wire::status::{Refused, internal};

/// Full name of the rules service.
pub const SERVICE_NAME: &str = NAME;
/// Largest response. A catalogue of everything and the replay of a long game stay well below.
const MAX_RESPONSE_BYTES: usize = 16 << 20;

/// The rules service.
struct Rules;

/// The rules service for requests of at most so many bytes.
pub fn rules(max_request_bytes: u32) -> RulesServiceServer<impl RulesService> {
    RulesServiceServer::new(Rules)
        .max_decoding_message_size(max_request_bytes as usize)
        .max_encoding_message_size(MAX_RESPONSE_BYTES)
}

#[tonic::async_trait]
impl RulesService for Rules {
    async fn get_catalog(
        &self,
        request: Request<proto::GetCatalogRequest>,
    ) -> Result<Response<proto::GetCatalogResponse>, Status> {
        answer(request, rpc::get_catalog)
    }

    async fn new_game(
        &self,
        request: Request<proto::NewGameRequest>,
    ) -> Result<Response<proto::NewGameResponse>, Status> {
        answer(request, rpc::new_game)
    }

    async fn legal_moves(
        &self,
        request: Request<proto::LegalMovesRequest>,
    ) -> Result<Response<proto::LegalMovesResponse>, Status> {
        let long = request.get_ref().whole_turns || request.get_ref().ask.len() > SHORT;
        if long { answer_apart(request, rpc::legal_moves).await } else { answer(request, rpc::legal_moves) }
    }

    async fn apply_move(
        &self,
        request: Request<proto::ApplyMoveRequest>,
    ) -> Result<Response<proto::ApplyMoveResponse>, Status> {
        let long = request.get_ref().moves.len().max(request.get_ref().notation.len()) > SHORT;
        if long { answer_apart(request, rpc::apply_move).await } else { answer(request, rpc::apply_move) }
    }

    async fn score(&self, request: Request<proto::ScoreRequest>) -> Result<Response<proto::ScoreResponse>, Status> {
        answer(request, rpc::score)
    }

    async fn view(&self, request: Request<proto::ViewRequest>) -> Result<Response<proto::ViewResponse>, Status> {
        answer(request, rpc::view)
    }

    async fn replay(&self, request: Request<proto::ReplayRequest>) -> Result<Response<proto::ReplayResponse>, Status> {
        answer_apart(request, rpc::replay).await
    }
}

/// More moves than this in a request may take long.
const SHORT: usize = 20;

/// Calls an RPC of which the computation is short, inline. A panic costs the caller an answer but not the others their
/// service; the panic hook has logged it.
fn answer<Q, A>(request: Request<Q>, rpc: impl FnOnce(Q) -> Result<A, Refused>) -> Result<Response<A>, Status> {
    let request = request.into_inner();
    match catch_unwind(AssertUnwindSafe(|| rpc(request))) {
        Ok(answer) => Ok(Response::new(answer?)),
        Err(_) => Err(internal()),
    }
}

/// The same for a call that may take long: apart from the threads that serve all others.
async fn answer_apart<Q: Send + 'static, A: Send + 'static>(
    request: Request<Q>,
    rpc: fn(Q) -> Result<A, Refused>,
) -> Result<Response<A>, Status> {
    let request = request.into_inner();
    match tokio::task::spawn_blocking(move || rpc(request)).await {
        Ok(answer) => Ok(Response::new(answer?)),
        Err(_) => Err(internal()),
    }
}

/// The layer around all services.
pub type Limits = Stack<MapResponseLayer<fn(http::Response<Body>) -> http::Response<Body>>, Identity>;

/// Tells a request that is too large like every other refusal. tonic answers it before any handler, with a bare
/// OUT_OF_RANGE; so it does a response beyond the bound, which no valid request brings about.
pub fn limits() -> MapResponseLayer<fn(http::Response<Body>) -> http::Response<Body>> {
    MapResponseLayer::new(|response| match Status::from_header_map(response.headers()) {
        Some(status) if status.code() == Code::OutOfRange => {
            Status::from(Refused::one("", Reason::Limit, "the request is too large")).into_http()
        }
        _ => response,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_internal_error_without_details() {
        let status = answer(Request::new(1), |_| -> Result<(), Refused> { panic!("secret") }).unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::Internal, "internal error"));
        assert!(status.details().is_empty());
    }
}
