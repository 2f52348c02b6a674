//! Names of segments: the feature and where it lies on the placed tile.

use super::text::{at, malformed, quote};
use crate::engine::tile::NONE;
use crate::engine::{Feature, HalfSide, Reason, Rotation, Side, TileKind, Violation};

/// The one name of a segment of a tile as it lies: feature and first edge (`city W`; a field: half edge, `field NL`).
/// On a tile of several squares the letter of the square comes before the edge (`city bW`). Segments that reach no edge
/// go by the feature alone, and are numbered where a tile has several (`field 2`).
pub fn segment_name(kind: &TileKind, rotation: Rotation, segment: u8) -> String {
    let Some(feature) = kind.segments.get(segment as usize).map(|s| s.feature) else {
        return format!("segment {segment}");
    };
    let name = feature.name();
    if let Some(edge) = first_edge(kind, rotation, segment) {
        return format!("{name} {edge}");
    }
    let inner = inner(kind, rotation, feature);
    match inner.iter().position(|s| *s == segment) {
        Some(i) if inner.len() > 1 => format!("{name} {}", i + 1),
        _ => name.into(),
    }
}

/// The segment that a name means on a tile as it lies. Any edge that it reaches will do, and the feature alone if there
/// is only one. Feature and edge are separated by a space or a dot. If `square` is given, an edge without a letter is an
/// edge of that square.
///
/// # Errors
/// `NOTATION` for what is no name or could mean several segments, `NO_SUCH_SEGMENT` for what is not on this tile. The
/// path is empty.
pub fn parse_segment(kind: &TileKind, rotation: Rotation, square: Option<u8>, text: &str) -> Result<u8, Violation> {
    let refuse = |reason, text: String| Err(at("", (reason, text)));
    let mut words = text.split([' ', '.']).filter(|word| !word.is_empty());
    let (name, edge, more) = (words.next().unwrap_or(""), words.next(), words.next());
    let Some(feature) = Feature::from_name(name).filter(|_| more.is_none()) else {
        let names = Feature::ALL.map(Feature::name).join(", ");
        return refuse(Reason::NOTATION, format!("{}: expected one of {names}, and an edge", quote(text)));
    };
    let segments = match edge {
        None => {
            let inner = inner(kind, rotation, feature);
            if inner.len() == 1 { inner } else { all(kind, feature) }
        }
        Some(edge) => match named(kind, rotation, square, feature, edge) {
            Ok(segments) => segments,
            Err(refusal) => return Err(at("", refusal)),
        },
    };
    match *segments {
        [segment] => Ok(segment),
        [] => {
            let names: Vec<_> = (0..kind.segments.len()).map(|s| segment_name(kind, rotation, s as u8)).collect();
            refuse(
                Reason::NO_SUCH_SEGMENT,
                format!("no {} on {}, which has {}", quote(text), kind.id, names.join(", ")),
            )
        }
        _ => {
            let names: Vec<_> = segments.iter().map(|s| segment_name(kind, rotation, *s)).collect();
            refuse(Reason::NOTATION, format!("{} could be {}", quote(text), names.join(" or ")))
        }
    }
}

/// Segments of a feature.
fn all(kind: &TileKind, feature: Feature) -> Vec<u8> {
    (0..kind.segments.len() as u8).filter(|s| kind.segments[*s as usize].feature == feature).collect()
}

/// Segments of a feature that reach no edge.
fn inner(kind: &TileKind, rotation: Rotation, feature: Feature) -> Vec<u8> {
    all(kind, feature).into_iter().filter(|s| first_edge(kind, rotation, *s).is_none()).collect()
}

/// Segments of a feature that an edge or a number names.
fn named(
    kind: &TileKind,
    rotation: Rotation,
    square: Option<u8>,
    feature: Feature,
    edge: &str,
) -> Result<Vec<u8>, super::text::Refusal> {
    if let Ok(number) = edge.parse::<usize>() {
        let inner = inner(kind, rotation, feature);
        return Ok(number.checked_sub(1).and_then(|i| inner.get(i)).copied().into_iter().collect());
    }
    let squares = kind.squares(rotation);
    let (square, edge) = match edge.as_bytes().first() {
        _ if squares.len() == 1 => (Some(0), edge),
        Some(letter @ b'a'..=b'p') => (Some(letter - b'a'), &edge[1..]),
        _ => (square, edge),
    };
    let Some(square) = square else {
        return malformed(format!("{}: expected the letter of a square and an edge, such as aN", quote(edge)));
    };
    let Some(square) = squares.get(square as usize) else { return Ok(Vec::new()) };
    let side = Side::ALL.into_iter().find(|side| edge == side.letter().to_string());
    let mut found = match (side, HalfSide::from_name(edge)) {
        (Some(side), _) if feature == Feature::Field => square.fields[2 * side as usize..][..2].to_vec(),
        (Some(side), _) => vec![square.joins[side as usize]],
        (_, Some(half)) => vec![square.fields[half.index()]],
        _ => {
            let halves = HalfSide::NAMES.join(", ");
            return malformed(format!("{}: expected an edge N, E, S, W or half edge {halves}", quote(edge)));
        }
    };
    found.dedup();
    found.retain(|s| *s != NONE && kind.segments[*s as usize].feature == feature);
    Ok(found)
}

/// The first edge that a segment reaches, square by square.
fn first_edge(kind: &TileKind, rotation: Rotation, segment: u8) -> Option<String> {
    let squares = kind.squares(rotation);
    squares.iter().enumerate().find_map(|(i, square)| {
        let side = square.joins.iter().position(|s| *s == segment).map(|i| Side::from_index(i).letter().to_string());
        let half = || square.fields.iter().position(|s| *s == segment).map(|i| HalfSide::NAMES[i].to_string());
        let edge = side.or_else(half)?;
        Some(if squares.len() == 1 { edge } else { format!("{}{edge}", char::from(b'a' + i as u8)) })
    })
}
