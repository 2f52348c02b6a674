//! What the fuzz targets do with their input, shared with the test that replays the corpus.
//!
//! Whatever the bytes are: no panic, an answer or a refusal with a reason, and the same one when asked again.

use carcassonne_engine::engine::{Catalogue, Position};
use carcassonne_engine::notation;
use carcassonne_engine::wire::play::Table;
use carcassonne_engine::wire::proto::position::Form;
use carcassonne_engine::wire::proto::{self, RolloutRequest, RolloutResponse, ScoreRequest};
use carcassonne_engine::wire::rpc;
use carcassonne_engine::wire::status::Refused;
use prost::Message;

/// The first byte picks the RPC, the others are its request.
pub fn wire(data: &[u8]) {
    let Some((which, request)) = data.split_first() else { return };
    match which % 9 {
        0 => call(request, rpc::get_catalog),
        1 => call(request, rpc::new_game),
        2 => call(request, rpc::legal_moves),
        3 => call(request, rpc::apply_move),
        4 => {
            call(request, rpc::score);
            read_both_ways(request);
        }
        5 => call(request, rpc::view),
        6 => call(request, rpc::replay),
        7 => call(request, a_little),
        _ => call(request, |request| Table::default().answer(request)),
    }
}

/// The first playouts of a rollout, if they are not much work.
fn a_little(request: RolloutRequest) -> Result<RolloutResponse, Refused> {
    let rollout = rpc::rollout(request)?;
    Ok(if rollout.work() < 1000 { rollout.play(0, || ()).unwrap_or_default() } else { RolloutResponse::default() })
}

fn call<Q: Message + Default + Clone, A: Message>(bytes: &[u8], rpc: impl Fn(Q) -> Result<A, Refused>) {
    let Ok(request) = Q::decode(bytes) else { return };
    match (rpc(request.clone()), rpc(request)) {
        (Ok(first), Ok(second)) => assert_eq!(first.encode_to_vec(), second.encode_to_vec()),
        (Err(first), Err(second)) => assert_eq!(format!("{first:?}"), format!("{second:?}")),
        _ => panic!("answered once, refused once"),
    }
}

/// A state of bytes is answered as the message that it is.
fn read_both_ways(bytes: &[u8]) {
    let Ok(request) = ScoreRequest::decode(bytes) else { return };
    let Some(proto::Position { form: Some(Form::Unread(state)) }) = &request.position else { return };
    // of more than so many bytes entries are counted first
    if state.len() > 20_000 {
        return;
    }
    let Ok(state) = proto::State::decode(&**state) else { return assert!(rpc::score(request).is_err()) };
    let position = Some(proto::Position { form: Some(Form::State(Box::new(state))) });
    match (rpc::score(request), rpc::score(ScoreRequest { position })) {
        (Ok(bytes), Ok(message)) => assert_eq!(bytes, message),
        (Err(bytes), Err(message)) => assert_eq!(format!("{bytes:?}"), format!("{message:?}")),
        _ => panic!("answered one way, refused the other"),
    }
}

/// One line of text as a position: what is accepted prints as itself.
pub fn position(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let catalogue = Catalogue::built_in().expect("the catalogue is sound");
    let Ok(state) = notation::parse_position(&catalogue, text) else { return };
    if let Ok(position) = Position::from_state(&catalogue, state) {
        let printed = notation::print_position(&catalogue, position.state());
        let again = notation::parse_position(&catalogue, &printed).expect("what is printed can be read");
        assert_eq!(&again, position.state());
    }
}

/// A text as a record: what is accepted prints as a record with the same moves.
pub fn record(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let catalogue = Catalogue::built_in().expect("the catalogue is sound");
    if let Ok(record) = notation::parse_record(&catalogue, text) {
        let printed = notation::print_record(&catalogue, &record).expect("what is read can be printed");
        let again = notation::parse_record(&catalogue, &printed).expect("what is printed can be read");
        assert_eq!(again.moves, record.moves);
    }
}

/// A text as a recorded game of another engine.
pub fn jcz(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let catalogue = Catalogue::built_in().expect("the catalogue is sound");
    let _ = notation::jcz::check(text, &catalogue);
}
