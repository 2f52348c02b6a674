//! A tile, where it lies and how it is turned: the first four fields of `PlacedTile` and those of `PlaceTile` alike. States and lists
//! of moves are full of them, and in nearly all each number takes one byte.

/// The keys of the fields: kind, x, y and rotation.
pub const KEYS: [u8; 4] = [1 << 3, 2 << 3, 3 << 3, 4 << 3];
/// A number below is one byte.
const SHORT: u32 = 0x80;

/// A number with a sign as one without: its last bit tells the sign.
pub fn folded(value: i32) -> u32 {
    (value << 1 ^ value >> 31) as u32
}

/// The fields as bytes, if each number takes one. `x` and `y` are folded.
pub fn short([kind, x, y, rotation]: [u32; 4]) -> Option<[u8; 8]> {
    let [of_kind, of_x, of_y, of_rotation] = KEYS;
    let bytes = [of_kind, kind as u8, of_x, x as u8, of_y, y as u8, of_rotation, rotation as u8];
    ((kind | x | y | rotation) < SHORT).then_some(bytes)
}

/// The numbers in bytes that look so, and what comes after them.
pub fn read_short(bytes: &[u8]) -> Option<([u32; 4], &[u8])> {
    let ([of_kind, kind, of_x, x, of_y, y, of_rotation, rotation], rest) = bytes.split_first_chunk::<8>()?;
    let numbers = [kind, x, y, rotation].map(|number| u32::from(*number));
    let looks_so = [*of_kind, *of_x, *of_y, *of_rotation] == KEYS && numbers.iter().all(|number| *number < SHORT);
    looks_so.then_some((numbers, rest))
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::*;
    use crate::wire::proto::{PlaceTile, PlacedTile};

    #[test]
    fn it_is_what_messages_are() {
        for (kind, x, y, rotation) in [(1, 0, 0, 1), (127, 63, -64, 4), (0, -1, 1, 3)] {
            let message = PlaceTile { kind: Some(kind), x: Some(x), y: Some(y), rotation };
            let numbers = [kind, folded(x), folded(y), rotation as u32];
            let bytes = short(numbers).expect("they are short");
            assert_eq!(bytes[..], message.encode_to_vec());
            let placed = PlacedTile { kind: Some(kind), x: Some(x), y: Some(y), rotation, figures: Vec::new() };
            assert_eq!(bytes[..], placed.encode_to_vec());
            assert_eq!(read_short(&bytes), Some((numbers, &[][..])));
            assert_eq!(read_short(&[&bytes[..], &[7, 8]].concat()), Some((numbers, &[7, 8][..])));
            for cut in 0..bytes.len() {
                assert_eq!(read_short(&bytes[..cut]), None);
            }
        }
        for long in [[128, 0, 0, 1], [1, folded(64), 0, 1], [1, 0, folded(-65), 1], [1, 0, 0, 128]] {
            assert_eq!(short(long), None);
        }
    }

    #[test]
    fn what_looks_otherwise_is_not_read() {
        let bytes = short([1, 2, 3, 4]).expect("they are short");
        for i in 0..bytes.len() {
            let mut other = bytes;
            other[i] |= 0x80;
            assert_eq!(read_short(&other), None);
        }
        let mut turned = bytes;
        turned.swap(0, 2);
        assert_eq!(read_short(&turned), None);
    }
}
