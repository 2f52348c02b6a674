//! Protobuf on the wire. Differs from the codec of tonic in that bytes that are no message of the expected type are the fault
//! of whoever sent them (`INVALID_ARGUMENT`, `MALFORMED`), not of the service (`INTERNAL`), and that what a request would take
//! in memory is looked at before it takes it.
//!
//! Messages are read from and written to plain slices and vectors: byte by byte, that is several times as fast as through
//! tonic's buffers, which may consist of pieces and do not.

use std::marker::PhantomData;

use prost::bytes::{Buf, BufMut};
use prost::{Message, Name};
use tonic::Status;
use tonic::codec::{DecodeBuf, Decoder, EncodeBuf, Encoder};

use super::entries;
use super::proto::Reason;
use super::status::Refused;

/// The codec of the generated client and server: sends `T`, receives `U`.
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

/// Writes messages of type `T`.
pub struct MessageEncoder<T>(PhantomData<T>);

impl<T: Message> Encoder for MessageEncoder<T> {
    type Item = T;
    type Error = Status;

    fn encode(&mut self, message: T, buf: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buf.put_slice(&message.encode_to_vec());
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
