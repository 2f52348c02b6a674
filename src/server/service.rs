//! The RPCs on the network. They are pure functions elsewhere; here they meet tonic, seals, and what is told of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use prost::Message;
use tonic::codec::CompressionEncoding;
use tonic::{Request, Response, Status};

use super::limits::Limits;
use super::reload::Reloaded;
use super::seal::{Keys, hide_seed};
use super::settings::{Settings, read, seconds};
use super::telemetry::{Facts, Made};
use crate::wire::proto::rules_service_server::{RulesService, RulesServiceServer, SERVICE_NAME as NAME};
use crate::wire::proto::{self, Reason};
use crate::wire::status::{Refused, internal};
use crate::wire::{rpc, work};

/// Full name of the rules service.
pub const SERVICE_NAME: &str = NAME;
/// Largest response. A catalogue of everything and the replay of a long game stay well below.
const MAX_RESPONSE_BYTES: usize = 16 << 20;
/// More moves than this in a request may take long.
const SHORT: usize = 20;

/// The rules service.
struct Rules {
    keys: Option<Reloaded<Keys>>,
    limits: Arc<Limits>,
    max_moves: usize,
}

/// The keys that seal states, if there are any.
///
/// # Errors
/// What is wrong with the file.
pub fn keys(settings: &Settings) -> Result<Option<Reloaded<Keys>>, String> {
    let every = seconds(settings.reload_seconds);
    let path = settings.seal_key_file.clone();
    path.map(|path| Reloaded::watch(vec![path.clone()], every, move || read(&path))).transpose()
}

/// The rules service with these settings.
pub fn rules(
    settings: &Settings,
    keys: Option<Reloaded<Keys>>,
    limits: Arc<Limits>,
) -> RulesServiceServer<impl RulesService> {
    RulesServiceServer::new(Rules { keys, limits, max_moves: settings.max_moves as usize })
        .accept_compressed(CompressionEncoding::Gzip)
        .max_decoding_message_size(settings.max_request_bytes as usize)
        .max_encoding_message_size(MAX_RESPONSE_BYTES)
}

#[tonic::async_trait]
impl RulesService for Rules {
    async fn get_catalog(
        &self,
        request: Request<proto::GetCatalogRequest>,
    ) -> Result<Response<proto::GetCatalogResponse>, Status> {
        self.answer(request, rpc::get_catalog).await
    }

    async fn new_game(
        &self,
        request: Request<proto::NewGameRequest>,
    ) -> Result<Response<proto::NewGameResponse>, Status> {
        self.answer(request, rpc::new_game).await
    }

    async fn legal_moves(
        &self,
        request: Request<proto::LegalMovesRequest>,
    ) -> Result<Response<proto::LegalMovesResponse>, Status> {
        self.answer(request, rpc::legal_moves).await
    }

    async fn apply_move(
        &self,
        request: Request<proto::ApplyMoveRequest>,
    ) -> Result<Response<proto::ApplyMoveResponse>, Status> {
        self.answer(request, rpc::apply_move).await
    }

    async fn score(&self, request: Request<proto::ScoreRequest>) -> Result<Response<proto::ScoreResponse>, Status> {
        self.answer(request, rpc::score).await
    }

    async fn view(&self, request: Request<proto::ViewRequest>) -> Result<Response<proto::ViewResponse>, Status> {
        self.answer(request, rpc::view).await
    }

    async fn replay(&self, request: Request<proto::ReplayRequest>) -> Result<Response<proto::ReplayResponse>, Status> {
        self.answer(request, rpc::replay).await
    }
}

impl Rules {
    /// Answers a call. A panic costs the caller an answer but not the others their service; the panic hook has logged it.
    async fn answer<Q: Asks, A: Tells>(
        &self,
        request: Request<Q>,
        rpc: fn(Q) -> Result<A, Refused>,
    ) -> Result<Response<A>, Status> {
        let facts = request.extensions().get::<Facts>().cloned();
        let request = request.into_inner();
        let long = request.is_long();
        let work = self.work(request, rpc, facts);
        let answer = if long { self.apart(work).await? } else { caught(|| work(work::Stop::default()))? };
        Ok(Response::new(answer?))
    }

    /// What is to be done for a call.
    fn work<Q: Asks, A: Tells>(
        &self,
        mut request: Q,
        rpc: fn(Q) -> Result<A, Refused>,
        facts: Option<Facts>,
    ) -> impl FnOnce(work::Stop) -> Result<A, Refused> + Send + use<Q, A> {
        let keys = self.keys.as_ref().map(Reloaded::get);
        let max_moves = self.max_moves;
        move |stop| {
            let made = facts.as_ref().map(|facts| {
                facts.asked(request.encoded_len());
                request.made()
            });
            let (answer, reading) = work::run(stop, || {
                if request.moves() > max_moves {
                    let text = format!("{} moves; this service takes at most {max_moves}", request.moves());
                    return Err(Refused::one("", Reason::Limit, text));
                }
                if let (Some(keys), Some(position)) = (&keys, request.position()) {
                    keys.open(position)?;
                }
                let mut answer = rpc(request)?;
                if let (Some(keys), Some((Some(state), notation))) = (&keys, answer.state()) {
                    keys.seal(state)?;
                    hide_seed(notation);
                }
                Ok(answer)
            });
            match (facts, answer) {
                (Some(facts), Ok(mut answer)) => {
                    facts.read(reading);
                    let bytes = answer.encoded_len();
                    facts.answered(
                        bytes,
                        answer.state().and_then(|(state, _)| state.as_ref()),
                        made.unwrap_or_default(),
                    );
                    Ok(answer)
                }
                (Some(facts), Err(refused)) => {
                    facts.read(reading);
                    facts.refused(&refused);
                    Err(refused)
                }
                (None, answer) => answer,
            }
        }
    }

    /// Works apart from the threads that serve all others, as long as somebody waits for it.
    async fn apart<A: Send + 'static>(&self, work: impl FnOnce(work::Stop) -> A + Send + 'static) -> Result<A, Status> {
        struct Waiting(work::Stop);
        impl Drop for Waiting {
            fn drop(&mut self) {
                self.0.now();
            }
        }
        let core = self.limits.long().await;
        let waiting = Waiting(work::Stop::default());
        let (stop, span) = (waiting.0.clone(), tracing::Span::current());
        let working = tokio::task::spawn_blocking(move || {
            let _core = core;
            span.in_scope(|| caught(|| work(stop)))
        });
        working.await.map_err(|_| internal())?
    }
}

/// Does it, and turns a panic into an error.
fn caught<A>(work: impl FnOnce() -> A) -> Result<A, Status> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| internal())
}

/// What has to be known of a request beside how it is answered.
trait Asks: Message + 'static {
    /// The position that it is about, which may be sealed.
    fn position(&mut self) -> Option<&mut proto::Position> {
        None
    }

    /// How many moves it names.
    fn moves(&self) -> usize {
        0
    }

    /// Whether the answer may take long.
    fn is_long(&self) -> bool {
        self.moves() > SHORT
    }

    /// What is done if it is not refused.
    fn made(&self) -> Made {
        Made::default()
    }
}

impl Asks for proto::GetCatalogRequest {}

impl Asks for proto::NewGameRequest {
    fn made(&self) -> Made {
        Made { game: true, ..Made::default() }
    }
}

impl Asks for proto::LegalMovesRequest {
    fn position(&mut self) -> Option<&mut proto::Position> {
        self.position.as_mut()
    }

    fn moves(&self) -> usize {
        self.ask.len()
    }

    fn is_long(&self) -> bool {
        self.whole_turns || self.ask.len() > SHORT
    }
}

impl Asks for proto::ApplyMoveRequest {
    fn position(&mut self) -> Option<&mut proto::Position> {
        self.position.as_mut()
    }

    fn moves(&self) -> usize {
        self.moves.len() + self.notation.split(';').filter(|text| !text.trim().is_empty()).count()
    }

    fn made(&self) -> Made {
        Made { moves: self.moves.clone(), as_text: self.moves() - self.moves.len(), ..Made::default() }
    }
}

impl Asks for proto::ScoreRequest {
    fn position(&mut self) -> Option<&mut proto::Position> {
        self.position.as_mut()
    }
}

impl Asks for proto::ViewRequest {
    fn position(&mut self) -> Option<&mut proto::Position> {
        self.position.as_mut()
    }
}

impl Asks for proto::ReplayRequest {
    fn is_long(&self) -> bool {
        true
    }
}

/// What has to be known of a response.
trait Tells: Message + 'static {
    /// The state in it, which may be to be sealed, and the same as text.
    fn state(&mut self) -> Option<(&mut Option<proto::State>, &mut String)> {
        None
    }
}

impl Tells for proto::GetCatalogResponse {}
impl Tells for proto::LegalMovesResponse {}
impl Tells for proto::ScoreResponse {}

impl Tells for proto::NewGameResponse {
    fn state(&mut self) -> Option<(&mut Option<proto::State>, &mut String)> {
        Some((&mut self.state, &mut self.notation))
    }
}

impl Tells for proto::ApplyMoveResponse {
    fn state(&mut self) -> Option<(&mut Option<proto::State>, &mut String)> {
        Some((&mut self.state, &mut self.notation))
    }
}

impl Tells for proto::ViewResponse {
    fn state(&mut self) -> Option<(&mut Option<proto::State>, &mut String)> {
        Some((&mut self.state, &mut self.notation))
    }
}

impl Tells for proto::ReplayResponse {
    fn state(&mut self) -> Option<(&mut Option<proto::State>, &mut String)> {
        Some((&mut self.state, &mut self.position_notation))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_panic_is_an_internal_error_without_details() {
        let status = caught(|| panic!("secret")).unwrap_err();
        assert_eq!((status.code(), status.message()), (tonic::Code::Internal, "internal error"));
        assert!(status.details().is_empty());
    }

    #[tokio::test]
    async fn work_stops_when_nobody_waits_for_it_any_more() {
        let settings = Settings::from_args(&[]).expect("the defaults");
        let rules = Rules { keys: None, limits: Arc::new(Limits::new(&settings)), max_moves: 1 };
        let (ended, end) = mpsc::channel();
        let endless = move |stop| {
            work::run(stop, || while work::go_on().is_ok() {});
            ended.send(()).expect("the test waits");
        };
        let given_up = tokio::time::timeout(Duration::from_millis(20), rules.apart(endless)).await;
        assert!(given_up.is_err());
        end.recv_timeout(Duration::from_secs(10)).expect("it stopped");
    }
}
