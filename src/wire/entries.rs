//! How many entries the lists of a request have, told from its bytes before it is decoded.
//!
//! An entry of two bytes may become a message of a hundred: what a request takes in memory goes with its entries and not with its
//! bytes, and a bound on bytes alone would not bound it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use prost::Message as _;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{FieldDescriptorProto, FileDescriptorSet};

use super::proto::FILE_DESCRIPTOR_SET;

/// Most entries in all lists of a request together. No game needs half of them.
pub const MAX_ENTRIES: usize = 10_000;
/// An entry has at least its key and its length, or itself.
const LEAST_BYTES: usize = 2;

/// What a field of a message means here.
enum Field {
    /// A message: how many entries it is (none if it is not one of a list), and what it is.
    Message(usize, String),
    /// An entry of a list.
    Entry,
    /// A list of numbers in one: as many entries as bytes, at most.
    Packed,
}

/// The fields that matter, of all messages of the API.
type Shapes = BTreeMap<String, BTreeMap<u32, Field>>;

/// Whether the lists in the bytes of a message have more entries than a request may have. Of bytes that are no such message it may
/// tell anything: to decode them fails.
pub fn too_many(message: &str, bytes: &[u8]) -> bool {
    bytes.len() > MAX_ENTRIES * LEAST_BYTES && count(message, bytes, MAX_ENTRIES).is_none()
}

/// How many entries there are, if no more than `left`.
fn count(message: &str, mut bytes: &[u8], left: usize) -> Option<usize> {
    let Some(fields) = shapes().get(message) else { return Some(0) };
    let mut found = 0;
    while let Ok((number, wire)) = decode_key(&mut bytes) {
        let skipped = match wire {
            WireType::Varint => decode_varint(&mut bytes).map(|_| 0),
            WireType::LengthDelimited => decode_varint(&mut bytes).map(|length| length as usize),
            WireType::SixtyFourBit => Ok(8),
            WireType::ThirtyTwoBit => Ok(4),
            // no message of the API has any, and what is not known is passed over
            WireType::StartGroup => skip_field(wire, number, &mut bytes, DecodeContext::default()).map(|()| 0),
            WireType::EndGroup => break,
        };
        let Some((content, rest)) = skipped.ok().and_then(|length| bytes.split_at_checked(length)) else { break };
        bytes = rest;
        found += match fields.get(&number) {
            None => 0,
            Some(Field::Entry) => 1,
            Some(Field::Packed) if wire == WireType::LengthDelimited => content.len(),
            Some(Field::Packed) => 1,
            Some(Field::Message(own, inner)) => own + count(inner, content, left.checked_sub(found)?)?,
        };
        if found > left {
            return None;
        }
    }
    Some(found)
}

fn shapes() -> &'static Shapes {
    static SHAPES: OnceLock<Shapes> = OnceLock::new();
    SHAPES.get_or_init(|| {
        let set = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).expect("the descriptors are sound");
        let messages = set.file.iter().flat_map(|file| &file.message_type);
        messages.map(|message| (message.name().to_owned(), message.field.iter().filter_map(field).collect())).collect()
    })
}

fn field(field: &FieldDescriptorProto) -> Option<(u32, Field)> {
    let list = field.label() == Label::Repeated;
    let meaning = match field.r#type() {
        Type::Message => Field::Message(usize::from(list), field.type_name().rsplit('.').next()?.to_owned()),
        Type::String | Type::Bytes if list => Field::Entry,
        _ if list => Field::Packed,
        _ => return None,
    };
    Some((field.number() as u32, meaning))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::proto::{
        LegalMovesRequest, Move, MoveSequence, PlayRequest, PlayerState, Position, Record, ReplayRequest,
        RolloutRequest, State, play_request, position, replay_request,
    };

    fn position(state: State) -> Option<Position> {
        Some(Position { form: Some(position::Form::State(Box::new(state))) })
    }

    #[test]
    fn entries_of_all_lists_count_wherever_they_are() {
        let player = PlayerState { paid: 3, ..PlayerState::default() };
        let state = State { players: vec![player; 4], discarded: vec![1; 7], ..State::default() };
        let legal = LegalMovesRequest { position: position(state.clone()), ..LegalMovesRequest::default() };
        assert_eq!(count("LegalMovesRequest", &legal.encode_to_vec(), 100), Some(11));
        assert_eq!(count("LegalMovesRequest", &legal.encode_to_vec(), 11), Some(11));
        assert_eq!(count("LegalMovesRequest", &legal.encode_to_vec(), 10), None);
        let play = PlayRequest { call: Some(play_request::Call::LegalMoves(legal)), with_state: true };
        assert_eq!(count("PlayRequest", &play.encode_to_vec(), 100), Some(11));
        let candidate = MoveSequence { moves: vec![Move::default(); 3] };
        let rollout =
            RolloutRequest { position: position(state), candidates: vec![candidate; 5], ..Default::default() };
        assert_eq!(count("RolloutRequest", &rollout.encode_to_vec(), 100), Some(11 + 5 + 15));
    }

    #[test]
    fn a_request_of_empty_entries_is_too_much_and_a_long_text_is_not() {
        let replay = |moves| {
            let record = Record { moves: vec![Move::default(); moves], ..Record::default() };
            ReplayRequest { form: Some(replay_request::Form::Record(record)), with_notation: false }
        };
        assert!(!too_many("ReplayRequest", &replay(MAX_ENTRIES).encode_to_vec()));
        assert!(too_many("ReplayRequest", &replay(MAX_ENTRIES + 1).encode_to_vec()));
        let text = replay_request::Form::Notation("\n".repeat(1 << 18));
        let text = ReplayRequest { form: Some(text), with_notation: false };
        assert!(!too_many("ReplayRequest", &text.encode_to_vec()));
    }

    /// Whoever decodes passes over groups and reads on.
    #[test]
    fn groups_hide_nothing() {
        let player = PlayerState { paid: 3, ..PlayerState::default() };
        let state = State { players: vec![player; 4], ..State::default() }.encode_to_vec();
        let group = [0xfb, 0x07, 0xfb, 0x0f, 0x08, 0x01, 0xfc, 0x0f, 0x12, 0x01, 0x00, 0xfc, 0x07];
        let hidden = [&group[..], &state].concat();
        assert_eq!(State::decode(&*hidden), State::decode(&*state));
        assert_eq!(count("State", &hidden, 100), Some(4));
        assert_eq!(count("State", &hidden, 3), None);
    }

    #[test]
    fn bytes_that_are_no_message_are_left_to_whoever_decodes_them() {
        for byte in [0, 0x0a, 0x7f, 0xff] {
            assert!(!too_many("Position", &vec![byte; 3 * MAX_ENTRIES]), "{byte}");
        }
    }
}
