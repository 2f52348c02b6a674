//! The position of a request. Its state stays the bytes that were sent until somebody wants to read it: a state that was read
//! before is known by its bytes, and need not be read again.

use std::fmt;
use std::sync::Arc;

use prost::bytes::{Buf, BufMut};
use prost::encoding::{DecodeContext, WireType, bytes, message, skip_field, string};
use prost::{DecodeError, Message, Name};

use super::proto::{Reason, State};
use super::{encode, entries};
use crate::engine;

/// `carcassonne.v1.Position`.
#[derive(Clone, Default)]
pub struct Position {
    pub form: Option<position::Form>,
}

/// As the generated code has it.
pub mod position {
    use super::{Arc, State, engine};

    #[derive(Clone)]
    pub enum Form {
        State(Box<State>),
        Notation(String),
        /// A state as it was sent.
        Unread(Vec<u8>),
        /// A state that was read. It is never sent.
        Read(Arc<engine::Position>),
    }
}

use position::Form;

/// Numbers of the fields.
const STATE: u32 = 1;
const NOTATION: u32 = 2;

impl Message for Position {
    fn encode_raw(&self, buf: &mut impl BufMut) {
        match &self.form {
            None => {}
            Some(Form::State(state)) => message::encode(STATE, &**state, buf),
            Some(Form::Notation(text)) => string::encode(NOTATION, text, buf),
            Some(Form::Unread(state)) => bytes::encode(STATE, state, buf),
            Some(Form::Read(position)) => message::encode(STATE, &state_of(position), buf),
        }
    }

    fn encoded_len(&self) -> usize {
        match &self.form {
            None => 0,
            Some(Form::State(state)) => message::encoded_len(STATE, &**state),
            Some(Form::Notation(text)) => string::encoded_len(NOTATION, text),
            Some(Form::Unread(state)) => bytes::encoded_len(STATE, state),
            Some(Form::Read(position)) => message::encoded_len(STATE, &state_of(position)),
        }
    }

    fn merge_field(
        &mut self,
        tag: u32,
        wire_type: WireType,
        buf: &mut impl Buf,
        ctx: DecodeContext,
    ) -> Result<(), DecodeError> {
        match tag {
            STATE => {
                let mut state = Vec::new();
                bytes::merge(wire_type, &mut state, buf, ctx)?;
                // a message that is sent in parts is what the parts are one after the other; from the wire comes no other form
                match &mut self.form {
                    Some(Form::Unread(first)) => first.append(&mut state),
                    form => *form = Some(Form::Unread(state)),
                }
                Ok(())
            }
            NOTATION => {
                let mut text = String::new();
                string::merge(wire_type, &mut text, buf, ctx)?;
                self.form = Some(Form::Notation(text));
                Ok(())
            }
            _ => skip_field(wire_type, tag, buf, ctx),
        }
    }

    fn clear(&mut self) {
        self.form = None;
    }
}

impl Name for Position {
    const NAME: &'static str = "Position";
    const PACKAGE: &'static str = "carcassonne.v1";
}

/// The state that was sent as these bytes.
///
/// # Errors
/// They are none, or too much of one: parts that were counted one by one may be more together.
pub fn state(bytes: &[u8]) -> Result<State, (Reason, String)> {
    if entries::too_many(State::NAME, bytes) {
        return Err((Reason::Limit, format!("more than {} entries in its lists", entries::MAX_ENTRIES)));
    }
    State::decode(bytes).map_err(|error| (Reason::Malformed, error.to_string()))
}

fn state_of(position: &engine::Position) -> State {
    encode::state(position.catalogue(), position.state())
}

/// Positions are equal if they are the same on the wire.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.encode_to_vec() == other.encode_to_vec()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form: &dyn fmt::Debug = match &self.form {
            None => &None::<()>,
            Some(Form::State(state)) => state,
            Some(Form::Notation(text)) => text,
            Some(Form::Unread(bytes)) => bytes,
            Some(Form::Read(position)) => &state_of(position),
        };
        to.debug_tuple("Position").field(form).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(form: Form) -> Position {
        let bytes = Position { form: Some(form) }.encode_to_vec();
        Position::decode(&*bytes).expect("own bytes")
    }

    #[test]
    fn a_state_stays_the_bytes_that_were_sent() {
        let state = State { rules_version: Some(7), draws: Some(300), ..State::default() };
        let position = sent(Form::State(Box::new(state.clone())));
        assert!(matches!(&position.form, Some(Form::Unread(bytes)) if *bytes == state.encode_to_vec()));
        assert_eq!(position, Position { form: Some(Form::State(Box::new(state))) });
        let text = sent(Form::Notation("carcassonne/1".into()));
        assert!(matches!(text.form, Some(Form::Notation(text)) if text == "carcassonne/1"));
    }

    #[test]
    fn parts_of_a_state_are_one() {
        let (one, other) =
            (State { rules_version: Some(7), ..State::default() }, State { draws: Some(300), ..State::default() });
        let part = |state: &State| Position { form: Some(Form::State(Box::new(state.clone()))) }.encode_to_vec();
        let Some(Form::Unread(bytes)) = Position::decode(&*[part(&one), part(&other)].concat()).expect("two").form
        else {
            panic!("a state")
        };
        assert_eq!(State::decode(&*bytes), Ok(State { draws: Some(300), ..one }));
    }

    #[test]
    fn fields_that_are_not_known_are_passed_over_and_broken_ones_refused() {
        assert_eq!(Position::decode(&[0x18, 5][..]), Ok(Position::default()));
        for broken in [&[0x0a, 5, 0][..], &[0x08, 5], &[0x12, 1, 0xff]] {
            assert!(Position::decode(broken).is_err(), "{broken:?}");
        }
    }
}
