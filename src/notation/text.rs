//! Words, numbers and names: what all the forms are made of.

use std::str::FromStr;

use crate::engine::setup::{self, FigureDef, MAX_PLAYERS, Token};
use crate::engine::{Catalogue, FigureKind, Kind, MAX_COORDINATE, Pos, Reason, Rotation, Violation};

/// Longest text that is read: more than the largest game needs.
pub const MAX_BYTES: usize = 256 * 1024;

/// What a list without items is written as.
pub(super) const NOTHING: &str = "-";

/// Why a piece of text was refused, before it is known where it stands.
pub(super) type Refusal = (Reason, String);

pub(super) fn malformed<T>(text: impl Into<String>) -> Result<T, Refusal> {
    Err((Reason::NOTATION, text.into()))
}

pub(super) fn at(path: impl Into<String>, (reason, text): Refusal) -> Violation {
    Violation::new(path, reason, text)
}

/// Keeps what was read, or notes where it failed.
pub(super) fn keep<T>(read: Result<T, Refusal>, path: impl Into<String>, found: &mut Vec<Violation>) -> Option<T> {
    read.map_err(|refusal| found.push(at(path, refusal))).ok()
}

pub(super) fn check_size(text: &str) -> Result<(), Vec<Violation>> {
    if text.len() <= MAX_BYTES {
        return Ok(());
    }
    let text = format!("a text of {} bytes; at most {MAX_BYTES}", text.len());
    Err(vec![Violation::new("", Reason::LIMIT, text)])
}

/// A piece of the input for a message: short, and printable whatever it holds.
pub(super) fn quote(text: &str) -> String {
    const MOST: usize = 32;
    let short: String = text.chars().take(MOST).collect();
    format!("{short:?}{}", if short.len() < text.len() { "..." } else { "" })
}

/// A decimal number as it is printed: no sign but `-`, no leading zeros.
pub(super) fn number<T: FromStr + ToString>(text: &str, what: &str) -> Result<T, Refusal> {
    match text.parse::<T>() {
        Ok(number) if number.to_string() == text => Ok(number),
        _ => malformed(format!("{}: expected {what}", quote(text))),
    }
}

/// `x,y`: a square on which a tile can lie.
pub(super) fn square(text: &str) -> Result<Pos, Refusal> {
    let read = |text: &str| number(text, "a square x,y");
    let Some((x, y)) = text.split_once(',') else {
        return malformed(format!("{}: expected a square x,y", quote(text)));
    };
    let (x, y): (i16, i16) = (read(x)?, read(y)?);
    let inside = -MAX_COORDINATE..=MAX_COORDINATE;
    if inside.contains(&x) && inside.contains(&y) {
        return Ok(Pos::new(x, y));
    }
    Err((Reason::OUT_OF_RANGE, format!("coordinates beyond {MAX_COORDINATE}")))
}

/// `r0` to `r3`: quarter turns clockwise.
pub(super) fn rotation(text: &str) -> Result<Rotation, Refusal> {
    match ["r0", "r1", "r2", "r3"].iter().position(|r| *r == text) {
        Some(quarters) => Ok(Rotation::from_quarters(quarters)),
        None => malformed(format!("{}: expected a rotation r0, r1, r2 or r3", quote(text))),
    }
}

/// `P1` to `P6`, seats from 0.
pub(super) fn seat(text: &str) -> Result<u8, Refusal> {
    let number: Option<u8> = text.strip_prefix('P').and_then(|n| n.parse().ok());
    match number {
        Some(number @ 1..) if usize::from(number) <= MAX_PLAYERS && text.len() == 2 => Ok(number - 1),
        _ => malformed(format!("{}: expected a player P1 to P{MAX_PLAYERS}", quote(text))),
    }
}

pub(super) fn print_seat(seat: u8) -> String {
    format!("P{}", u32::from(seat) + 1)
}

pub(super) fn kind(catalogue: &Catalogue, id: &str) -> Result<Kind, Refusal> {
    catalogue.kind_by_id(id).ok_or_else(|| (Reason::UNKNOWN_TILE, format!("{}: no such kind of tile", quote(id))))
}

pub(super) fn figure(name: &str) -> Result<&'static FigureDef, Refusal> {
    setup::figures().find(|def| def.name == name).ok_or_else(|| {
        let names: Vec<_> = setup::figures().map(|def| def.name).collect();
        (Reason::UNKNOWN_FIGURE, format!("{}: no such figure; there are {}", quote(name), names.join(", ")))
    })
}

/// A figure that players own.
pub(super) fn own_figure(name: &str) -> Result<&'static FigureDef, Refusal> {
    let def = figure(name)?;
    if def.neutral { Err((Reason::UNKNOWN_FIGURE, format!("{} belongs to nobody", quote(name)))) } else { Ok(def) }
}

pub(super) fn print_figure(kind: FigureKind) -> String {
    setup::figure(kind).map_or_else(|| format!("figure{}", kind.0), |def| def.name.into())
}

pub(super) fn token_name(token: Token) -> String {
    setup::tokens().find(|def| def.token == token).map_or_else(|| format!("token{}", token.0), |def| def.name.into())
}

pub(super) fn token(name: &str) -> Result<Token, Refusal> {
    match setup::tokens().find(|def| def.name == name) {
        Some(def) => Ok(def.token),
        None => malformed(format!("{}: no such token", quote(name))),
    }
}

/// `name:count`
pub(super) fn counted(text: &str) -> Result<(&str, u32), Refusal> {
    match text.split_once(':') {
        Some((name, count)) => Ok((name, number(count, "a number")?)),
        None => malformed(format!("{}: expected name:number", quote(text))),
    }
}

/// Items of a list, of which `-` is the one without items.
pub(super) fn items(text: &str, separator: char) -> impl Iterator<Item = &str> {
    (text != NOTHING).then(|| text.split(separator)).into_iter().flatten()
}

pub(super) fn print_items(items: impl Iterator<Item = String>, separator: &str) -> String {
    let text = items.collect::<Vec<_>>().join(separator);
    if text.is_empty() { NOTHING.into() } else { text }
}

/// Percent-encoding of all bytes but ASCII letters, digits, `_`, `.` and `-`.
pub(super) fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"_.-".contains(&byte) {
            encoded.push(byte.into());
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// What `encode` encoded. Characters that need not have been encoded are read as they are.
pub(super) fn decode(text: &str) -> Result<String, Refusal> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || bytes.next().and_then(|b| char::from(b).to_digit(16));
        match (digit(), digit()) {
            (Some(high), Some(low)) => decoded.push((16 * high + low) as u8),
            _ => return malformed(format!("{}: expected two hexadecimal digits after %", quote(text))),
        }
    }
    String::from_utf8(decoded).or_else(|_| malformed(format!("{}: not UTF-8", quote(text))))
}
