//! Places on a tile as recordings name them: by the edges or half edges of the tile as it lies.

use super::names::feature_named;
use crate::engine::tile::NONE;
use crate::engine::{Feature, FigureKind, HalfSide, Pos, Position, Side, setup};

/// A figure and the place it is put on or taken from.
#[derive(Clone, Debug)]
pub struct Pointer {
    /// Whose figure.
    pub player: u8,
    pub figure: FigureKind,
    pub pos: Pos,
    /// Older recordings leave it out.
    pub feature: Option<Feature>,
    /// The name of a space, where that takes the place of a feature.
    pub space: Option<String>,
    /// `N`, `WE`, `NWSE`: edges. `_E`: all edges but this. `NL.SR`: half edges. `I`: inside.
    pub location: String,
}

/// What a location says.
struct Location {
    /// Edges, bit by side.
    edges: u8,
    /// Half edges, bit by half side.
    halves: u8,
    feature: Option<Feature>,
    /// Of several inner places of a feature, which; from 0.
    number: usize,
}

/// Reads a location; None if it is none.
fn location(text: &str) -> Option<Location> {
    let mut location = Location { edges: 0, halves: 0, feature: None, number: 0 };
    match text {
        "I" => return Some(location),
        "II" => return Some(Location { number: 1, ..location }),
        // older names of inner places
        "INNER_FARM" | "INNER_FIELD" => location.feature = Some(Feature::Field),
        _ => location.feature = feature_named(text),
    }
    if location.feature.is_some() {
        return Some(location);
    }
    let edges = |letters: &str| {
        letters.chars().try_fold(0u8, |edges, letter| {
            let side = Side::ALL.into_iter().find(|side| side.letter() == letter)?;
            Some(edges | 1 << side as u8)
        })
    };
    for part in text.split('.') {
        if let Some(half) = HalfSide::from_name(part) {
            location.halves |= 1 << half.index();
        } else if let Some(rest) = part.strip_prefix('_') {
            location.edges |= 0b1111 & !edges(rest)?;
        } else {
            location.edges |= edges(part)?;
        }
    }
    (location.edges != 0 || location.halves != 0).then_some(location)
}

/// The feature that a recording names; None if it is none of ours.
pub fn feature(theirs: &str) -> Option<Feature> {
    feature_named(theirs)
}

/// The segment of the tile at `pos` that a location names. Several inner segments are told apart by the feature, or by
/// what the figure may stand on; a monastery or garden comes before an inner field.
pub fn segment(
    position: &Position,
    pos: Pos,
    feature: Option<Feature>,
    text: &str,
    figure: Option<FigureKind>,
) -> Result<u8, String> {
    let wanted = location(text).ok_or_else(|| format!("no location {text:?}"))?;
    let covered = position.board().at(pos).ok_or_else(|| format!("no tile at {pos}"))?;
    let (placed, kind) = position.tile(covered.tile);
    let square = &kind.squares(placed.rotation)[covered.square as usize];
    let bits = |segments: &[u8], number: u8| {
        segments
            .iter()
            .enumerate()
            .filter(|(_, s)| **s == number && number != NONE)
            .fold(0u8, |all, (i, _)| all | 1 << i)
    };
    let may_stand = |feature| figure.and_then(setup::figure).is_none_or(|def| def.stands_on.contains(&feature));
    let found = kind.segments.iter().enumerate().filter(|(number, segment)| {
        let number = *number as u8;
        segment.lies_on(covered.square)
            && wanted.edges == bits(&square.joins, number)
            && wanted.halves == bits(&square.fields, number)
            && feature.is_none_or(|feature| feature == segment.feature)
            && wanted.feature.is_none_or(|feature| feature == segment.feature)
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|(_, segment)| (!may_stand(segment.feature), !segment.feature.is_surrounded()));
    let best = found.get(wanted.number);
    best.map(|(number, _)| *number as u8).ok_or_else(|| {
        let feature = feature.or(wanted.feature).map_or("place", Feature::name);
        format!("the tile {} at {pos} has no {feature} {text}", kind.id)
    })
}
