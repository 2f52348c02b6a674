//! States from bytes and as bytes, the fast way.
//!
//! Most of a state are its tiles and its bag: short entries of small numbers. A message for each costs more than all the rules by
//! which they are checked, so these two lists are read and written here, number by number, and only what is beside them as a
//! message; the setup, which is the same all game long, only if it was not the last one. A tile, a figure on it or a part of the bag
//! that does not look exactly as it is written here (numbers that mean nothing, fields that are missing, not known or in another
//! order) is left to whoever reads messages, and can say what is wrong with it. The messages stay what counts: tests compare both
//! ways, for what services write and for what they never would.

use std::sync::Arc;

use prost::Message;

use super::codec::{self, append};
use super::decode::{Decoder, MAX_IN_LIST, MAX_ON_TILE};
use super::path::Path;
use super::placement::{KEYS, folded, read_short, short};
use super::proto::setup::Draw;
use super::{encode, entries, proto, setup_bytes};
use crate::engine::setup::figure;
use crate::engine::{self, Catalogue, Figure, FigureKind, MAX_COORDINATE, PlacedTile, Pos, Rotation, State};

/// A field as it is written before its value: its number and how its value is written.
type Key = u8;

const fn number(field: u8) -> Key {
    field << 3
}

const fn message(field: u8) -> Key {
    field << 3 | 2
}

/// What a key says about how its value is written.
const WIRE_TYPE: Key = 7;

// State
const SETUP: Key = message(2);
const TILES: Key = message(3);
const BAG: Key = message(5);
// TileCount
const OF_KIND: Key = number(1);
const COUNT: Key = number(2);
// PlacedTile
const FIGURES: Key = message(5);
// PlacedFigure
const PLAYER: Key = number(1);
const FIGURE_KIND: Key = number(2);
const SEGMENT: Key = number(3);
const SQUARE: Key = number(4);

/// A state, if it looks as it is written here. It is not checked.
pub fn read(catalogue: &Arc<Catalogue>, bytes: &[u8]) -> Option<State> {
    if entries::too_many(<proto::State as prost::Name>::NAME, bytes) {
        return None;
    }
    let (mut tiles, mut figures) = (Vec::with_capacity(bytes.len() / 12), Vec::with_capacity(16));
    let (mut bag, mut last, mut count_of_bag) = (vec![0; catalogue.kinds.len()], None, 0);
    let (mut beside, mut setup) = (Vec::with_capacity(256), None);
    let mut fields = Fields(bytes);
    while let Some(key) = fields.0.first().copied() {
        let before = fields.0;
        fields.0 = &before[1..];
        match key {
            TILES => {
                let tile = tile(catalogue, tiles.len(), fields.message()?, &mut figures)?;
                tiles.push(tile);
            }
            BAG => {
                let mut entry = fields.message()?;
                let kind = catalogue.kind_by_number(entry.given(OF_KIND)?)?;
                let count = entry.given(COUNT).filter(|count| *count > 0)?;
                if last >= Some(kind) || !entry.0.is_empty() {
                    return None;
                }
                bag[kind.0 as usize] = count;
                (last, count_of_bag) = (Some(kind), count_of_bag + 1);
            }
            SETUP => {
                // parts of one are put together by whoever reads messages
                if setup.is_some() {
                    return None;
                }
                let bytes = fields.message()?.0;
                let known = setup_bytes::known(catalogue, bytes);
                if known.is_none() {
                    beside.extend_from_slice(&before[..before.len() - fields.0.len()]);
                }
                setup = Some((bytes, known));
            }
            _ => {
                fields.pass(key)?;
                beside.extend_from_slice(&before[..before.len() - fields.0.len()]);
            }
        }
    }
    if tiles.len().max(count_of_bag) > MAX_IN_LIST {
        return None;
    }
    let (bytes_of_setup, known) = setup?;
    let is_known = known.is_some();
    let beside = proto::State::decode(&*beside).ok()?;
    let mut decoder = Decoder::new(catalogue);
    let state = decoder.state(&Path::Request, &beside, known);
    let state = decoder.finish(state).ok()?;
    if !is_known {
        setup_bytes::has_read(catalogue, &state.setup, bytes_of_setup);
    }
    Some(State { tiles, figures, bag, ..state })
}

fn tile(catalogue: &Catalogue, index: usize, mut fields: Fields, figures: &mut Vec<Figure>) -> Option<PlacedTile> {
    let [kind, x, y, rotation] = match read_short(fields.0) {
        Some((numbers, rest)) => {
            fields.0 = rest;
            numbers
        }
        None => {
            let [kind, x, y, rotation] = KEYS;
            [fields.given(kind)?, fields.given(x)?, fields.given(y)?, fields.given(rotation)?]
        }
    };
    let kind = catalogue.kind_by_number(kind)?;
    let pos = Pos::new(coordinate(x)?, coordinate(y)?);
    let rotation = *Rotation::ALL.get(rotation.checked_sub(1)? as usize)?;
    let before = figures.len();
    while let Some(rest) = fields.after(FIGURES) {
        fields.0 = rest;
        let large = catalogue.kind(kind).squares(Rotation::R0).len() > 1;
        figures.push(placed_figure(index as u16, large, fields.message()?)?);
    }
    let sound = fields.0.is_empty() && figures.len() - before <= MAX_ON_TILE;
    sound.then_some(PlacedTile { kind, pos, rotation })
}

/// A coordinate from the number as which it is sent.
fn coordinate(folded: u32) -> Option<i16> {
    let value = i16::try_from(folded >> 1).ok()?;
    let value = if folded & 1 == 0 { value } else { -value - 1 };
    (value.unsigned_abs() <= MAX_COORDINATE.unsigned_abs()).then_some(value)
}

fn placed_figure(tile: u16, large: bool, mut fields: Fields) -> Option<Figure> {
    let player = fields.given(PLAYER)?.try_into().ok()?;
    let kind = FigureKind(fields.given(FIGURE_KIND)?.try_into().ok()?);
    figure(kind)?;
    let segment = fields.given(SEGMENT)?.try_into().ok()?;
    let square = if large { fields.given(SQUARE)?.try_into().ok()? } else { 0 };
    fields.0.is_empty().then_some(Figure { tile, segment, square, player, kind })
}

/// What is left of the fields of a message.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    /// What comes after a key, if that comes next.
    fn after(&self, key: Key) -> Option<&'a [u8]> {
        self.0.split_first().filter(|(first, _)| **first == key).map(|(_, rest)| rest)
    }

    /// The number in a field that must come next.
    fn given(&mut self, key: Key) -> Option<u32> {
        self.0 = self.after(key)?;
        self.varint()
    }

    /// A number of 32 bits, which takes at most five bytes, and nearly always one.
    fn varint(&mut self) -> Option<u32> {
        match self.0 {
            [byte, rest @ ..] if *byte < 0x80 => {
                self.0 = rest;
                Some((*byte).into())
            }
            _ => self.long_varint(),
        }
    }

    #[cold]
    fn long_varint(&mut self) -> Option<u32> {
        let mut value = 0;
        for i in 0..5 {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            value |= u64::from(byte & 0x7f) << (7 * i);
            if *byte < 0x80 {
                return value.try_into().ok();
            }
        }
        None
    }

    /// The fields of a message whose key was read.
    fn message(&mut self) -> Option<Fields<'a>> {
        let length = self.varint()? as usize;
        let (content, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(Fields(content))
    }

    /// Passes over the value of a field whose key was read, if it is of one byte and the value a number or a message.
    fn pass(&mut self, key: Key) -> Option<()> {
        match key & WIRE_TYPE {
            _ if key >= 0x80 => None,
            0 => self.varint().map(|_| ()),
            2 => self.message().map(|_| ()),
            _ => None,
        }
    }
}

/// A state as bytes, without a seal.
pub fn write(catalogue: &Arc<Catalogue>, state: &State) -> Vec<u8> {
    write_with(catalogue, state, &setup_bytes::written(catalogue, &state.setup))
}

/// The same without the seed, which is returned: it belongs into a seal.
pub fn write_without_seed<'s>(catalogue: &Catalogue, state: &'s State) -> (Vec<u8>, &'s str) {
    let mut setup = encode::setup(catalogue, &state.setup);
    if let Some(Draw::Seeded(seeded)) = &mut setup.draw {
        seeded.seed.clear();
    }
    let seed = match &state.setup.draw {
        engine::Draw::Seeded(Some(seed)) => seed,
        engine::Draw::Seeded(None) | engine::Draw::Host => "",
    };
    (write_with(catalogue, state, &codec::write(&setup)), seed)
}

/// A state as bytes, with that setup.
fn write_with(catalogue: &Catalogue, state: &State, setup: &[u8]) -> Vec<u8> {
    let mut rest = encode::rest(catalogue, state);
    let version = proto::State { rules_version: rest.rules_version.take(), ..Default::default() };
    let players = proto::State { players: std::mem::take(&mut rest.players), ..Default::default() };
    let mut bytes = Vec::with_capacity(20 * state.tiles.len() + 12 * state.figures.len() + 500);
    append(&mut bytes, &version);
    bytes.push(SETUP);
    put_varint(&mut bytes, setup.len() as u32);
    bytes.extend_from_slice(setup);
    let mut figures = state.figures.iter().peekable();
    for (index, tile) in state.tiles.iter().enumerate() {
        let kind = catalogue.kind(tile.kind);
        entry(&mut bytes, TILES, |bytes| {
            let (x, y) = (folded(tile.pos.x.into()), folded(tile.pos.y.into()));
            let numbers = [kind.number, x, y, encode::rotation(tile.rotation) as u32];
            match short(numbers) {
                Some(short) => bytes.extend_from_slice(&short),
                None => KEYS.iter().zip(numbers).for_each(|(key, value)| put(bytes, *key, value)),
            }
            while let Some(figure) = figures.next_if(|figure| usize::from(figure.tile) == index) {
                entry(bytes, FIGURES, |bytes| {
                    put(bytes, PLAYER, figure.player.into());
                    put(bytes, FIGURE_KIND, encode::figure_kind(figure.kind) as u32);
                    put(bytes, SEGMENT, figure.segment.into());
                    if kind.squares(Rotation::R0).len() > 1 {
                        put(bytes, SQUARE, figure.square.into());
                    }
                });
            }
        });
    }
    append(&mut bytes, &players);
    let kinds = catalogue.all_kinds().zip(&state.bag).filter(|(_, count)| **count > 0);
    for (kind, count) in kinds {
        entry(&mut bytes, BAG, |bytes| {
            put(bytes, OF_KIND, encode::number(catalogue, kind));
            put(bytes, COUNT, *count);
        });
    }
    append(&mut bytes, &rest);
    bytes
}

/// A field that is a message, whose length is known when it is written.
fn entry(bytes: &mut Vec<u8>, key: Key, content: impl FnOnce(&mut Vec<u8>)) {
    bytes.extend([key, 0]);
    let begin = bytes.len();
    content(bytes);
    let length = bytes.len() - begin;
    match u8::try_from(length) {
        Ok(length) if length < 0x80 => bytes[begin - 1] = length,
        _ => {
            let mut long = Vec::new();
            put_varint(&mut long, length as u32);
            bytes.splice(begin - 1..begin, long);
        }
    }
}

fn put(bytes: &mut Vec<u8>, key: Key, value: u32) {
    if value < 0x80 {
        bytes.extend_from_slice(&[key, value as u8]);
    } else {
        bytes.push(key);
        put_varint(bytes, value);
    }
}

fn put_varint(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
