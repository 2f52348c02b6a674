//! Play: calls about a position that stays.

use std::sync::Arc;

use super::decode::{Decoder, MAX_MOVES};
use super::path::Path;
use super::proto::play_request::Call;
use super::proto::play_response::Answer;
use super::proto::{
    self, ApplyMoveRequest, ApplyMoveResponse, LegalMovesRequest, LegalMovesResponse, NewGameResponse, PlayBegun,
    PlayRequest, PlayResponse, Reason, ScoreRequest, ScoreResponse, ViewRequest, ViewResponse,
};
use super::status::Refused;
use super::{encode, rpc};
use crate::engine::{self, Position};

const REQUEST: Path = Path::Request;

/// What stays with a stream.
#[derive(Default)]
pub struct Table {
    position: Option<Position>,
}

impl Table {
    /// Answers a request. If it is refused the position is what it was.
    pub fn answer(&mut self, request: PlayRequest) -> Result<PlayResponse, Refused> {
        let PlayRequest { call, with_state } = request;
        let call = call.ok_or_else(|| Refused::one("call", Reason::Missing, "must be given"))?;
        let answer = match call {
            Call::Begin(position) => {
                self.position = Some(begin(&position)?);
                Answer::Begun(PlayBegun {})
            }
            Call::NewGame(request) => {
                let (position, response) = rpc::begin_game(&REQUEST.field("new_game"), &request)?;
                let state = with_state.then(|| state(&position));
                self.position = Some(position);
                Answer::NewGame(NewGameResponse { state, ..response })
            }
            Call::LegalMoves(request) => Answer::LegalMoves(legal_moves(self.there()?, &request)?),
            Call::ApplyMove(request) => Answer::ApplyMove(apply_move(self.there()?, &request, with_state)?),
            Call::Score(request) => Answer::Score(score(self.there()?, &request)?),
            Call::View(request) => Answer::View(view(self.there()?, &request)?),
            Call::State(_) => Answer::State(state(self.there()?)),
        };
        Ok(PlayResponse { answer: Some(answer) })
    }

    /// The position, if there is one yet.
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    fn there(&mut self) -> Result<&mut Position, Refused> {
        let text = "the stream has no position yet: it starts with this or new_game";
        self.position.as_mut().ok_or_else(|| Refused::one("begin", Reason::Missing, text))
    }
}

fn begin(position: &proto::Position) -> Result<Position, Refused> {
    let catalogue = rpc::catalogue()?;
    let mut decode = Decoder::new(&catalogue);
    let position = decode.position(&REQUEST.field("begin"), Some(position));
    decode.finish(position).map(Arc::unwrap_or_clone).map_err(encode::refused)
}

fn legal_moves(position: &Position, request: &LegalMovesRequest) -> Result<LegalMovesResponse, Refused> {
    let path = REQUEST.field("legal_moves");
    let mut decode = decoder(position, &path, request.position.as_ref());
    let ask = decode.moves(&path.field("ask"), &request.ask, MAX_MOVES);
    let ask = decode.finish(ask).map_err(encode::refused)?;
    rpc::legal_moves_of(position, &path, &ask, request)
}

fn apply_move(
    position: &mut Position,
    request: &ApplyMoveRequest,
    with_state: bool,
) -> Result<ApplyMoveResponse, Refused> {
    let path = REQUEST.field("apply_move");
    let mut decode = decoder(position, &path, request.position.as_ref());
    let moves = rpc::moves_to_make(&mut decode, &path, request);
    let moves = decode.finish(moves).map_err(encode::refused)?;
    // one move that is refused changes nothing; of several, those before it have
    let before = (moves.len() != 1).then(|| position.clone());
    let made = rpc::make_moves(position, &path, moves, &request.notation);
    if let (Err(_), Some(before)) = (&made, before) {
        *position = before;
    }
    let (catalogue, events) = (position.catalogue(), made?);
    Ok(ApplyMoveResponse {
        events: encode::events(catalogue, &events),
        state: with_state.then(|| state(position)),
        notation: rpc::position_notation(catalogue, position.state(), request.with_notation),
    })
}

fn score(position: &Position, request: &ScoreRequest) -> Result<ScoreResponse, Refused> {
    let decode = decoder(position, &REQUEST.field("score"), request.position.as_ref());
    decode.finish(Some(())).map_err(encode::refused)?;
    Ok(super::score::score(position))
}

fn view(position: &Position, request: &ViewRequest) -> Result<ViewResponse, Refused> {
    let path = REQUEST.field("view");
    let mut decode = decoder(position, &path, request.position.as_ref());
    rpc::check_viewer(&mut decode, &path, position, request);
    decode.finish(Some(())).map_err(encode::refused)?;
    Ok(rpc::view_of(position, request))
}

fn state(position: &Position) -> proto::State {
    encode::state(position.catalogue(), position.state())
}

/// Decodes a call that must not bring a position of its own.
fn decoder<'a>(position: &'a Position, path: &Path, own: Option<&proto::Position>) -> Decoder<'a> {
    let mut decode = Decoder::new(position.catalogue());
    if own.is_some() {
        let text = "the stream has its position: change it by begin";
        decode.refuse(&path.field("position"), engine::Reason::DUPLICATE, text);
    }
    decode
}
