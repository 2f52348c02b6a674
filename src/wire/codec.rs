//! Protobuf on the wire. Differs from the codec of tonic in that bytes that are no message of the expected type are the fault
//! of whoever sent them (`INVALID_ARGUMENT`, `MALFORMED`), not of the service (`INTERNAL`), and that what a request would take
//! in memory is looked at before it takes it.
//!
//! Messages are read from and written to plain slices: byte by byte, that is several times as fast as through tonic's buffers,
//! which may consist of pieces and do not, or to a vector, which might have to grow.

use std::marker::PhantomData;

use prost::bytes::{Buf, BufMut, Bytes};
use prost::encoding::{WireType, encode_key, encode_varint};
use prost::{Message, Name};
use tonic::Status;
use tonic::codec::{DecodeBuf, Decoder, EncodeBuf, Encoder};

use super::entries;
use super::proto::Reason;
use super::status::Refused;

/// The codec of the generated client: sends `T`, receives `U`.
pub struct Codec<T, U>(PhantomData<(T, U)>);

impl<T, U> Default for Codec<T, U> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T, U> tonic::codec::Codec for Codec<T, U>
where
    T: Message + Send + 'static,
    U: Message + Name + Default + Send + 'static,
{
    type Encode = T;
    type Decode = U;
    type Encoder = MessageEncoder<T>;
    type Decoder = MessageDecoder<U>;

    fn encoder(&mut self) -> Self::Encoder {
        MessageEncoder(PhantomData)
    }

    fn decoder(&mut self) -> Self::Decoder {
        MessageDecoder(PhantomData)
    }
}

/// The codec of the service: receives `U`, and sends what is written already.
pub struct ServerCodec<U>(PhantomData<U>);

impl<U> Default for ServerCodec<U> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<U: Message + Name + Default + Send + 'static> tonic::codec::Codec for ServerCodec<U> {
    type Encode = Written;
    type Decode = U;
    type Encoder = WrittenEncoder;
    type Decoder = MessageDecoder<U>;

    fn encoder(&mut self) -> Self::Encoder {
        WrittenEncoder
    }

    fn decoder(&mut self) -> Self::Decoder {
        MessageDecoder(PhantomData)
    }
}

/// A message as bytes, written where it was made: by whoever computes it, who may want some of the bytes.
pub struct Written(Bytes);

impl Written {
    /// A message.
    pub fn new(message: &impl Message) -> Self {
        Self(write(message).into())
    }

    /// A message of which this field is already written, and is not in it; it has a lower number than all others.
    pub fn with_first(field: u32, written: &[u8], message: &impl Message) -> Self {
        let rest = message.encoded_len();
        let mut bytes = Vec::with_capacity(written.len() + rest + 16);
        encode_key(field, WireType::LengthDelimited, &mut bytes);
        encode_varint(written.len() as u64, &mut bytes);
        bytes.extend(written);
        append(&mut bytes, message);
        Self(bytes.into())
    }

    /// How many bytes it is.
    pub fn size(&self) -> usize {
        self.0.len()
    }
}

/// A message as bytes.
pub fn write(message: &impl Message) -> Vec<u8> {
    let mut bytes = Vec::new();
    append(&mut bytes, message);
    bytes
}

/// Writes a message behind others. Room is made once: a message that is written to a vector asks for it with every byte.
pub fn append(bytes: &mut Vec<u8>, message: &impl Message) {
    let begin = bytes.len();
    bytes.resize(begin + message.encoded_len(), 0);
    message.encode_raw(&mut &mut bytes[begin..]);
}

/// Writes what is written.
pub struct WrittenEncoder;

impl Encoder for WrittenEncoder {
    type Item = Written;
    type Error = Status;

    fn encode(&mut self, message: Written, buf: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buf.put(message.0);
        Ok(())
    }
}

/// Writes messages of type `T`.
pub struct MessageEncoder<T>(PhantomData<T>);

impl<T: Message> Encoder for MessageEncoder<T> {
    type Item = T;
    type Error = Status;

    fn encode(&mut self, message: T, buf: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buf.put_slice(&write(&message));
        Ok(())
    }
}

/// Reads messages of type `U`.
pub struct MessageDecoder<U>(PhantomData<U>);

impl<U: Message + Name + Default> Decoder for MessageDecoder<U> {
    type Item = U;
    type Error = Status;

    fn decode(&mut self, buf: &mut DecodeBuf<'_>) -> Result<Option<U>, Status> {
        let all = buf.remaining();
        let read = match buf.chunk() {
            whole if whole.len() == all => read::<U>(whole),
            _ => read::<U>(&buf.copy_to_bytes(all)),
        };
        buf.advance(buf.remaining());
        Ok(Some(read?))
    }
}

fn read<U: Message + Name + Default>(bytes: &[u8]) -> Result<U, Refused> {
    // what the service sends may be as large as it likes
    if U::NAME.ends_with("Request") && entries::too_many(U::NAME, bytes) {
        let text = format!("more than {} entries in the lists of the request", entries::MAX_ENTRIES);
        return Err(Refused::one("", Reason::Limit, text));
    }
    U::decode(bytes).map_err(|error| Refused::one("", Reason::Malformed, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::proto::{ApplyMoveResponse, State};

    #[test]
    fn what_is_written_in_parts_is_what_is_written_at_once() {
        let state = State { rules_version: Some(1), draws: Some(300), ..State::default() };
        let whole = ApplyMoveResponse { state: Some(state.clone()), notation: "x".repeat(200), ..Default::default() };
        assert_eq!(Written::new(&whole).0, whole.encode_to_vec());
        let rest = ApplyMoveResponse { state: None, ..whole.clone() };
        assert_eq!(Written::with_first(1, &write(&state), &rest).0, whole.encode_to_vec());
    }
}
