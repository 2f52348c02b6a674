//! The RPCs on the network. They are pure functions elsewhere; here they meet tonic, seals, and what is told of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::stream::{self, Stream, StreamExt};
use prost::Message;
use tonic::codec::CompressionEncoding;
use tonic::{Request, Response, Status, Streaming};

use super::callers::Allowance;
use super::limits::Limits;
use super::positions::{Positions, Reader};
use super::reload::Reloaded;
use super::rollouts::{Rollouts, pause};
use super::seal::{Keys, hide_seed};
use super::settings::{Settings, read, seconds};
use super::statuses::{retold, silent};
use super::telemetry::{Facts, Game, Made};
use crate::engine::Position;
use crate::wire::codec::Written;
use crate::wire::play::Table;
use crate::wire::proto::play_request::Call;
use crate::wire::proto::play_response::Answer;
use crate::wire::proto::rules_service_server::{RulesService, RulesServiceServer, SERVICE_NAME as NAME};
use crate::wire::proto::{self, PlayRequest, PlayResponse, Reason, RolloutRequest, event};
use crate::wire::rollout::Rollout;
use crate::wire::status::{Refused, internal};
use crate::wire::work::{self, States};
use crate::wire::{rpc, state_bytes};

/// Full name of the rules service.
pub const SERVICE_NAME: &str = NAME;
/// Largest response. A catalogue of everything and the replay of a long game stay well below.
const MAX_RESPONSE_BYTES: usize = 16 << 20;
/// The field of a response that is the state, in all that have one for a first.
const STATE: u32 = 1;
/// More moves than this in a request may take long.
const SHORT: usize = 20;

/// The rules service.
#[derive(Clone)]
struct Rules {
    positions: Arc<Positions>,
    limits: Arc<Limits>,
    rollouts: Arc<Rollouts>,
    max_moves: usize,
    max_rollout_tiles: u64,
    play_idle: Duration,
}

/// The answers of a stream.
type Answers = Pin<Box<dyn Stream<Item = Result<Written, Status>> + Send>>;

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
    RulesServiceServer::new(Rules::new(settings, keys, limits))
        .accept_compressed(CompressionEncoding::Gzip)
        .max_decoding_message_size(settings.max_request_bytes as usize)
        .max_encoding_message_size(MAX_RESPONSE_BYTES)
}

#[tonic::async_trait]
impl RulesService for Rules {
    async fn get_catalog(&self, request: Request<proto::GetCatalogRequest>) -> Result<Response<Written>, Status> {
        self.answer(request, rpc::get_catalog).await
    }

    async fn new_game(&self, request: Request<proto::NewGameRequest>) -> Result<Response<Written>, Status> {
        self.answer(request, rpc::new_game).await
    }

    async fn legal_moves(&self, request: Request<proto::LegalMovesRequest>) -> Result<Response<Written>, Status> {
        self.answer(request, rpc::legal_moves).await
    }

    async fn apply_move(&self, request: Request<proto::ApplyMoveRequest>) -> Result<Response<Written>, Status> {
        self.answer(request, rpc::apply_move).await
    }

    async fn score(&self, request: Request<proto::ScoreRequest>) -> Result<Response<Written>, Status> {
        self.answer(request, rpc::score).await
    }

    async fn view(&self, request: Request<proto::ViewRequest>) -> Result<Response<Written>, Status> {
        self.answer(request, rpc::view).await
    }

    async fn replay(&self, request: Request<proto::ReplayRequest>) -> Result<Response<Written>, Status> {
        self.answer(request, rpc::replay).await
    }

    type RolloutStream = Answers;

    async fn rollout(&self, request: Request<RolloutRequest>) -> Result<Response<Self::RolloutStream>, Status> {
        let facts = request.extensions().get::<Facts>().cloned();
        let waiting = Waiting::default();
        let rollout = Arc::new(self.prepare(request.into_inner(), facts.clone(), waiting.stop()).await??);
        let (rollouts, at_a_time) = (self.rollouts.clone(), self.rollouts.at_a_time());
        let batches = stream::iter(0..rollout.batches());
        let play = move |batch| {
            let (rollout, stop, facts) = (rollout.clone(), waiting.stop(), facts.clone());
            rollouts.run(move || {
                let played = work::run(stop, States::Inside, || rollout.play(batch, pause)).0?;
                let written = Written::new(&played);
                if let Some(facts) = facts {
                    facts.played(&played);
                    facts.wrote(written.size());
                }
                Some(written)
            })
        };
        let played = batches.map(play).buffered(at_a_time);
        Ok(Response::new(Box::pin(played.map(|played| played?.ok_or_else(internal)))))
    }

    type PlayStream = Answers;

    async fn play(&self, request: Request<Streaming<PlayRequest>>) -> Result<Response<Self::PlayStream>, Status> {
        let facts = request.extensions().get::<Facts>().cloned();
        let allowance = request.extensions().get::<Allowance>().cloned();
        let (rules, table) = (self.clone(), Arc::default());
        let playing = Playing { rules, requests: request.into_inner(), table, allowance, facts };
        let next = |mut playing: Playing| async { Ok(playing.next().await?.map(|answer| (answer, playing))) };
        Ok(Response::new(Box::pin(stream::try_unfold(playing, next))))
    }
}

/// A stream on which a position stays.
struct Playing {
    rules: Rules,
    requests: Streaming<PlayRequest>,
    table: Arc<Mutex<Table>>,
    allowance: Option<Allowance>,
    facts: Option<Facts>,
}

impl Playing {
    /// The answer to the next request, if there is one. An error ends the stream.
    async fn next(&mut self) -> Result<Option<Written>, Status> {
        let request = tokio::time::timeout(self.rules.play_idle, self.requests.message());
        let request = request.await.map_err(|_| silent())?;
        let Some(request) = request.map_err(|status| retold(&status).unwrap_or(status))? else { return Ok(None) };
        if let Some(allowance) = &self.allowance {
            allowance.next().await;
        }
        // others on this thread have their turn, however fast requests come
        tokio::task::coop::consume_budget().await;

        let (long, table) = (request.is_long(), self.table.clone());
        let answer = move |request| table.lock().unwrap_or_else(PoisonError::into_inner).answer(request);
        match self.rules.run(long, self.rules.work(request, answer, self.facts.clone())).await? {
            Ok(written) => Ok(Some(written)),
            Err(refused) => {
                let error = Answer::Error(refused.on_stream()?);
                Ok(Some(Written::new(&PlayResponse { answer: Some(error) })))
            }
        }
    }
}

impl Rules {
    fn new(settings: &Settings, keys: Option<Reloaded<Keys>>, limits: Arc<Limits>) -> Self {
        Self {
            positions: Arc::new(Positions::new(keys, settings.position_cache_bytes)),
            limits,
            rollouts: Arc::new(Rollouts::new(settings.rollout_threads as usize)),
            max_moves: settings.max_moves as usize,
            max_rollout_tiles: settings.max_rollout_tiles,
            play_idle: seconds(settings.play_idle_seconds),
        }
    }

    /// Answers a call. A panic costs the caller an answer but not the others their service; the panic hook has logged it.
    async fn answer<Q: Asks, A: Tells>(
        &self,
        request: Request<Q>,
        rpc: fn(Q) -> Result<A, Refused>,
    ) -> Result<Response<Written>, Status> {
        let facts = request.extensions().get::<Facts>().cloned();
        let request = request.into_inner();
        let long = request.is_long();
        Ok(Response::new(self.run(long, self.work(request, rpc, facts)).await??))
    }

    /// Works here, or apart if it may take long.
    async fn run<A: Send + 'static>(
        &self,
        long: bool,
        work: impl FnOnce(work::Stop) -> A + Send + 'static,
    ) -> Result<A, Status> {
        if long { self.apart(work).await } else { caught(|| work(work::Stop::default())) }
    }

    /// What is to be done for a call.
    fn work<Q: Asks, A: Tells, F: FnOnce(Q) -> Result<A, Refused> + Send>(
        &self,
        mut request: Q,
        rpc: F,
        facts: Option<Facts>,
    ) -> impl FnOnce(work::Stop) -> Result<Written, Refused> + Send + use<Q, A, F> {
        let (positions, max_moves) = (self.positions.now(), self.max_moves);
        move |stop| {
            let made = facts.as_ref().map(|facts| {
                facts.asked(request.encoded_len());
                request.made()
            });
            let mut sent = None;
            let (answer, told) = work::run(stop, States::Told, || {
                sent = open(&mut request, &positions, max_moves)?;
                let mut answer = rpc(request)?;
                if let Some(keys) = positions.keys() {
                    answer.state().map(|state| keys.seal(state)).transpose()?;
                    answer.notation().map(hide_seed);
                }
                Ok(answer)
            });
            facts.iter().for_each(|facts| facts.read(&told));
            if let Some((sent, read)) = sent.zip(told.read) {
                positions.keep(sent, read);
            }
            let mut answer = answer.inspect_err(|refused| facts.iter().for_each(|facts| facts.refused(refused)))?;
            if let Some(facts) = &facts {
                let ended = answer.ended();
                let game = match &told.made {
                    Some(made) => Some(Game::at(made)),
                    None => answer.state().as_deref().map(Game::of),
                };
                facts.answered(game, made.unwrap_or_default(), ended);
            }
            let written = match told.made.filter(|_| A::STATE_FIRST) {
                Some(made) => {
                    let state = bytes_of(&made, positions.keys())?;
                    let written = Written::with_first(STATE, &state, &answer);
                    positions.keep(state, made);
                    written
                }
                None => Written::new(&answer),
            };
            facts.iter().for_each(|facts| facts.wrote(written.size()));
            Ok(written)
        }
    }

    /// What is to be played for a rollout, made out where it will be played.
    fn prepare(
        &self,
        mut request: RolloutRequest,
        facts: Option<Facts>,
        stop: work::Stop,
    ) -> impl Future<Output = Result<Result<Rollout, Refused>, Status>> + use<> {
        let (positions, max_moves, max_tiles) = (self.positions.now(), self.max_moves, self.max_rollout_tiles);
        self.rollouts.run(move || {
            facts.iter().for_each(|facts| facts.asked(request.encoded_len()));
            let mut sent = None;
            let (rollout, told) = work::run(stop, States::Inside, || {
                sent = open(&mut request, &positions, max_moves)?;
                let rollout = rpc::rollout(request)?;
                if rollout.work() > max_tiles {
                    let tiles = rollout.work();
                    let text = format!(
                        "up to {tiles} tiles to place, moves of candidates included; this service does at most {max_tiles} in a call"
                    );
                    return Err(Refused::one("playouts", Reason::Limit, text));
                }
                Ok(rollout)
            });
            facts.iter().for_each(|facts| facts.read(&told));
            if let Some((sent, read)) = sent.zip(told.read) {
                positions.keep(sent, read);
            }
            rollout.inspect_err(|refused| facts.iter().for_each(|facts| facts.refused(refused)))
        })
    }

    /// Works apart from the threads that serve all others, as long as somebody waits for it.
    async fn apart<A: Send + 'static>(&self, work: impl FnOnce(work::Stop) -> A + Send + 'static) -> Result<A, Status> {
        let core = self.limits.long().await;
        let waiting = Waiting::default();
        let (stop, span) = (waiting.stop(), tracing::Span::current());
        let working = tokio::task::spawn_blocking(move || {
            let _core = core;
            span.in_scope(|| caught(|| work(stop)))
        });
        working.await.map_err(|_| internal())?
    }
}

/// Whoever holds it waits for the result of some work; the work stops when it is dropped.
#[derive(Default)]
struct Waiting(work::Stop);

impl Waiting {
    fn stop(&self) -> work::Stop {
        self.0.clone()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.now();
    }
}

/// Checks what a request may ask of this service, and finds its position or takes the seal off. Returns the bytes of its state
/// if it is not known.
fn open(request: &mut impl Asks, positions: &Reader, max_moves: usize) -> Result<Option<Vec<u8>>, Refused> {
    if request.moves() > max_moves {
        let text = format!("{} moves; this service takes at most {max_moves}", request.moves());
        return Err(Refused::one("", Reason::Limit, text));
    }
    request.position().map_or(Ok(None), |position| positions.open(position))
}

/// The state of a position as it is sent: sealed, if there are keys.
fn bytes_of(position: &Position, keys: Option<&Keys>) -> Result<Vec<u8>, Refused> {
    let (catalogue, state) = (position.catalogue(), position.state());
    let Some(keys) = keys else { return Ok(state_bytes::write(catalogue, state)) };
    let (mut bytes, seed) = state_bytes::write_without_seed(catalogue, state);
    keys.seal_bytes(&mut bytes, seed)?;
    Ok(bytes)
}

/// Does it, and turns a panic into an error.
pub fn caught<A>(work: impl FnOnce() -> A) -> Result<A, Status> {
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

impl Asks for RolloutRequest {
    fn position(&mut self) -> Option<&mut proto::Position> {
        self.position.as_mut()
    }

    fn moves(&self) -> usize {
        self.candidates.iter().map(|candidate| candidate.moves.len()).sum()
    }
}

impl Asks for PlayRequest {
    fn position(&mut self) -> Option<&mut proto::Position> {
        match &mut self.call {
            Some(Call::Begin(position)) => Some(position),
            _ => None,
        }
    }

    fn moves(&self) -> usize {
        match &self.call {
            Some(Call::LegalMoves(request)) => request.moves(),
            Some(Call::ApplyMove(request)) => request.moves(),
            _ => 0,
        }
    }

    fn is_long(&self) -> bool {
        match &self.call {
            Some(Call::LegalMoves(request)) => request.is_long(),
            Some(Call::ApplyMove(request)) => request.is_long(),
            _ => false,
        }
    }

    fn made(&self) -> Made {
        match &self.call {
            Some(Call::NewGame(request)) => request.made(),
            Some(Call::ApplyMove(request)) => request.made(),
            _ => Made::default(),
        }
    }
}

/// What has to be known of a response.
trait Tells: Message + 'static {
    /// Whether the position that was made is the state of the response, in its first field.
    const STATE_FIRST: bool = false;

    /// The state in it, which may be to be sealed.
    fn state(&mut self) -> Option<&mut proto::State> {
        None
    }

    /// The same as text.
    fn notation(&mut self) -> Option<&mut String> {
        None
    }

    /// Whether the moves that were made ended the game.
    fn ended(&self) -> bool {
        false
    }
}

impl Tells for proto::GetCatalogResponse {}
impl Tells for proto::LegalMovesResponse {}
impl Tells for proto::ScoreResponse {}

impl Tells for proto::NewGameResponse {
    const STATE_FIRST: bool = true;

    fn state(&mut self) -> Option<&mut proto::State> {
        self.state.as_mut()
    }

    fn notation(&mut self) -> Option<&mut String> {
        Some(&mut self.notation)
    }
}

impl Tells for proto::ApplyMoveResponse {
    const STATE_FIRST: bool = true;

    fn state(&mut self) -> Option<&mut proto::State> {
        self.state.as_mut()
    }

    fn notation(&mut self) -> Option<&mut String> {
        Some(&mut self.notation)
    }

    fn ended(&self) -> bool {
        self.events.iter().any(|event| matches!(event.kind, Some(event::Kind::GameEnded(_))))
    }
}

impl Tells for proto::ViewResponse {
    fn state(&mut self) -> Option<&mut proto::State> {
        self.state.as_mut()
    }

    fn notation(&mut self) -> Option<&mut String> {
        Some(&mut self.notation)
    }
}

impl Tells for proto::ReplayResponse {
    const STATE_FIRST: bool = true;

    fn state(&mut self) -> Option<&mut proto::State> {
        self.state.as_mut()
    }

    fn notation(&mut self) -> Option<&mut String> {
        Some(&mut self.position_notation)
    }
}

impl Tells for PlayResponse {
    fn state(&mut self) -> Option<&mut proto::State> {
        match self.answer.as_mut()? {
            Answer::NewGame(answer) => answer.state(),
            Answer::ApplyMove(answer) => answer.state(),
            Answer::View(answer) => answer.state(),
            Answer::State(state) => Some(state),
            _ => None,
        }
    }

    fn notation(&mut self) -> Option<&mut String> {
        match self.answer.as_mut()? {
            Answer::NewGame(answer) => answer.notation(),
            Answer::ApplyMove(answer) => answer.notation(),
            Answer::View(answer) => answer.notation(),
            _ => None,
        }
    }

    fn ended(&self) -> bool {
        matches!(&self.answer, Some(Answer::ApplyMove(answer)) if answer.ended())
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
        let rules = Rules::new(&settings, None, Arc::new(Limits::new(&settings)));
        let (ended, end) = mpsc::channel();
        let endless = move |stop| {
            work::run(stop, States::Inside, || while work::go_on().is_ok() {});
            ended.send(()).expect("the test waits");
        };
        let given_up = tokio::time::timeout(Duration::from_millis(20), rules.apart(endless)).await;
        assert!(given_up.is_err());
        end.recv_timeout(Duration::from_secs(10)).expect("it stopped");
    }
}
