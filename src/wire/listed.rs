//! A legal move as it is sent. A response has dozens, of which most place a tile and are short: these are written at once, where the
//! generated code asks each message anew how long it is, and how long what is in it.

use prost::bytes::{Buf, BufMut};
use prost::encoding::{DecodeContext, WireType, message, skip_field, string, uint32};
use prost::{DecodeError, Message, Name};

use super::placement::{folded, short};
use super::proto::{Move, r#move};

/// `carcassonne.v1.LegalMove`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LegalMove {
    pub r#move: Option<Move>,
    pub weight: Option<u32>,
    pub notation: String,
}

/// Numbers of the fields.
const MOVE: u32 = 1;
const WEIGHT: u32 = 2;
const NOTATION: u32 = 3;
/// How long a placement of short numbers is, and the move that it is.
const PLACEMENT: u8 = 8;
const SHORT_MOVE: u8 = PLACEMENT + 2;
/// The keys of both: messages, the fields `LegalMove.move` and `Move.place_tile`.
const MOVE_KEY: u8 = (MOVE as u8) << 3 | 2;
const PLACE_TILE_KEY: u8 = 2 << 3 | 2;

impl LegalMove {
    /// As bytes, if it is a tile to be placed and short.
    fn short(&self) -> Option<[u8; 12]> {
        let Some(Move { kind: Some(r#move::Kind::PlaceTile(tile)) }) = &self.r#move else { return None };
        let alone = self.weight.is_none() && self.notation.is_empty() && tile.rotation > 0;
        let numbers = [tile.kind?, folded(tile.x?), folded(tile.y?), tile.rotation as u32];
        let [a, b, c, d, e, f, g, h] = short(numbers).filter(|_| alone)?;
        Some([MOVE_KEY, SHORT_MOVE, PLACE_TILE_KEY, PLACEMENT, a, b, c, d, e, f, g, h])
    }
}

impl Message for LegalMove {
    fn encode_raw(&self, buf: &mut impl BufMut) {
        if let Some(bytes) = self.short() {
            return buf.put_slice(&bytes);
        }
        if let Some(mv) = &self.r#move {
            message::encode(MOVE, mv, buf);
        }
        if let Some(weight) = &self.weight {
            uint32::encode(WEIGHT, weight, buf);
        }
        if !self.notation.is_empty() {
            string::encode(NOTATION, &self.notation, buf);
        }
    }

    fn encoded_len(&self) -> usize {
        if let Some(bytes) = self.short() {
            return bytes.len();
        }
        let mv = self.r#move.as_ref().map_or(0, |mv| message::encoded_len(MOVE, mv));
        let weight = self.weight.as_ref().map_or(0, |weight| uint32::encoded_len(WEIGHT, weight));
        let notation = if self.notation.is_empty() { 0 } else { string::encoded_len(NOTATION, &self.notation) };
        mv + weight + notation
    }

    fn merge_field(
        &mut self,
        tag: u32,
        wire_type: WireType,
        buf: &mut impl Buf,
        ctx: DecodeContext,
    ) -> Result<(), DecodeError> {
        match tag {
            MOVE => message::merge(wire_type, self.r#move.get_or_insert_default(), buf, ctx),
            WEIGHT => uint32::merge(wire_type, self.weight.get_or_insert_default(), buf, ctx),
            NOTATION => string::merge(wire_type, &mut self.notation, buf, ctx),
            _ => skip_field(wire_type, tag, buf, ctx),
        }
    }

    fn clear(&mut self) {
        *self = Self::default();
    }
}

impl Name for LegalMove {
    const NAME: &'static str = "LegalMove";
    const PACKAGE: &'static str = "carcassonne.v1";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::proto::{Pass, PlaceTile};

    /// As the generated code has it.
    #[derive(Clone, PartialEq, Message)]
    struct Generated {
        #[prost(message, optional, tag = "1")]
        r#move: Option<Move>,
        #[prost(uint32, optional, tag = "2")]
        weight: Option<u32>,
        #[prost(string, tag = "3")]
        notation: String,
    }

    #[test]
    fn it_is_written_and_read_as_the_generated_code_does() {
        let place = |kind, x, y, rotation| r#move::Kind::PlaceTile(PlaceTile { kind, x, y, rotation });
        let kinds = [
            None,
            Some(r#move::Kind::Pass(Pass {})),
            Some(place(Some(5), Some(-3), Some(2), 4)),
            Some(place(Some(127), Some(63), Some(-64), 1)),
            Some(place(Some(128), Some(0), Some(0), 1)),
            Some(place(Some(1), Some(64), Some(0), 1)),
            Some(place(Some(1), Some(0), Some(-10_000), 1)),
            Some(place(None, Some(0), Some(0), 1)),
            Some(place(Some(1), None, Some(0), 1)),
            Some(place(Some(1), Some(0), None, 1)),
            Some(place(Some(1), Some(0), Some(0), 0)),
            Some(place(Some(1), Some(0), Some(0), -1)),
            Some(place(Some(1), Some(0), Some(0), 300)),
        ];
        let moves = kinds.into_iter().map(|kind| Some(Move { kind })).chain([None]);
        for mv in moves {
            for (weight, notation) in [(None, ""), (Some(0), ""), (Some(3), "draw D"), (None, "place D 0,0")] {
                let (r#move, notation) = (mv, notation.to_string());
                let own = LegalMove { r#move, weight, notation: notation.clone() };
                let generated = Generated { r#move, weight, notation };
                let bytes = generated.encode_to_vec();
                assert_eq!((own.encode_to_vec(), own.encoded_len()), (bytes.clone(), bytes.len()), "{own:?}");
                assert_eq!(LegalMove::decode(&*bytes), Ok(own));
            }
        }
    }
}
