//! Where everything stands that is not a tile: figures of players and of nobody, tokens.

use super::board::Drawings;
use super::figures::Figure;
use super::layout::corner;
use super::shape::{Point, SQUARE, distance, turned};
use crate::engine::state::{Neutral, Owned};
use crate::engine::{Feature, Place, Pos, Position, SegmentRef};

/// Between figures that share a place.
const STEP: i32 = 130;
/// How high a token of a pile is, how far its foot is below the middle of the space, and how many are drawn at most.
const TOKEN: i32 = 38;
const BASE: i32 = 44;
const MOST_TOKENS: i32 = 4;
/// From a figure to the figure of nobody beside it.
const BESIDE: Point = (118, -84);
/// More room than this around a figure of nobody makes its place no better.
const ENOUGH: i32 = 330;

/// A figure of a player on a tile.
pub struct Standing {
    pub figure: Owned,
    pub place: Place,
    /// The list of the state in which it is, and its number there.
    pub number: (&'static str, usize),
    pub at: Point,
    /// The feature on which it stands, if it stands on one.
    pub on: Option<Feature>,
}

/// Percent of its size at which a figure is drawn.
pub fn scale(place: Place) -> i32 {
    if matches!(place, Place::Space { .. }) { 85 } else { 100 }
}

/// All figures of players on tiles; those that share a place stand beside each other.
pub fn standing(position: &Position, drawings: &mut Drawings) -> Vec<Standing> {
    let state = position.state();
    let owned = |player, figure| Owned { player, figure };
    let on_features = state.figures.iter().map(|f| (position.place_of(f), owned(f.player, f.kind)));
    let elsewhere = state.elsewhere.iter().map(|f| (f.place, owned(f.player, f.kind)));
    let features = (0..).map(|number| ("figure", number)).zip(on_features);
    let all: Vec<_> = features.chain((0..).map(|number| ("elsewhere", number)).zip(elsewhere)).collect();
    let there = |place: Place| move |other: &&(_, (Place, _))| other.1.0 == place;
    let stand = |(i, &(number, (place, figure))): (usize, &(_, (Place, Owned)))| {
        let (x, y) = spot_of(position, drawings, place)?;
        let (earlier, together) =
            (all[..i].iter().filter(there(place)).count(), all.iter().filter(there(place)).count());
        let lifted = lift(position, place, Figure::new(position.figure_def(figure.figure)), scale(place));
        let at = (x + STEP * (2 * earlier as i32 + 1 - together as i32) / 2, y - lifted);
        let on = position.resolve(place).map(|(at, _)| position.segment(at).feature);
        Some(Standing { figure, place, number, at, on })
    };
    all.iter().enumerate().filter_map(stand).collect()
}

/// Where a figure is put: the place of its segment, or a place on the square that it was put on.
fn segment_spot(position: &Position, drawings: &mut Drawings, at: SegmentRef, square: u8) -> Point {
    let (tile, kind) = position.tile(at.tile);
    let ground = &drawings.art(tile.kind).ground;
    let own = ground.spots[at.segment as usize];
    let spot = if kind.segments[at.segment as usize].squares.count_ones() == 1 || ground.on_square(own, square as usize)
    {
        own
    } else {
        let others: Vec<Point> = ground.spots.iter().copied().filter(|p| *p != own).collect();
        ground.spot(at.segment, Some(square as usize), &others)
    };
    let ((x, y), (dx, dy)) = (turned(spot, tile.rotation), corner(tile.pos));
    (x + dx, y + dy)
}

/// Where a place is; none for one beside the track.
pub fn spot_of(position: &Position, drawings: &mut Drawings, place: Place) -> Option<Point> {
    match place {
        Place::Square { square } => return Some(centre(square)),
        Place::Corner { square } => return Some(corner(square)),
        _ => {}
    }
    if let Some((at, square)) = position.resolve(place) {
        return Some(segment_spot(position, drawings, at, square));
    }
    let (tile, kind) = position.tile(position.tile_of(place)?);
    let own = match place {
        Place::Space { space, .. } => kind.spaces.get(space as usize)?.at,
        _ => drawings.art(tile.kind).ground.emblem.as_ref()?.at,
    };
    let ((x, y), (dx, dy)) = (turned(own, tile.rotation), corner(tile.pos));
    Some((x + dx, y + dy))
}

pub fn centre(square: Pos) -> Point {
    let (x, y) = corner(square);
    (x + SQUARE / 2, y + SQUARE / 2)
}

/// How far above its place the middle of a figure is: it stands on the tokens there, if there are any.
pub fn lift(position: &Position, place: Place, figure: Figure, scale: i32) -> i32 {
    if position.state().tokens.iter().any(|tokens| tokens.place == place) {
        pile_top(position, place) + figure.feet(scale)
    } else {
        0
    }
}

/// How far above its place the tokens end that lie there.
pub fn pile_top(position: &Position, place: Place) -> i32 {
    let there = position.state().tokens.iter().filter(|tokens| tokens.place == place);
    let count: i32 = there.map(|tokens| i32::from(tokens.count)).sum();
    token_foot(count - 1) + TOKEN
}

/// How far above its place the foot of a token is that lies on so many others.
pub fn token_foot(below: i32) -> i32 {
    TOKEN * below.min(MOST_TOKENS - 1) - BASE
}

/// Where a figure of nobody stands: beside a figure, or on a square where there is room, in the middle if it can be.
pub fn neutral_spot(
    position: &Position,
    drawings: &mut Drawings,
    standing: &[Standing],
    Neutral { kind, place, beside }: Neutral,
) -> Option<Point> {
    let companion = standing.iter().find(|other| other.place == place && Some(other.figure) == beside);
    if let Some(Standing { at: (x, y), .. }) = companion {
        return Some((x + BESIDE.0, y + BESIDE.1));
    }
    let Place::Square { square } = place else { return spot_of(position, drawings, place) };
    let mut taken: Vec<Point> = standing.iter().map(|other| other.at).collect();
    taken.extend(position.state().tokens.iter().filter_map(|tokens| spot_of(position, drawings, tokens.place)));
    // of several on a square the later ones give way
    let others =
        position.state().neutral.iter().filter(|o| o.kind < kind && position.square_of(o.place) == Some(square));
    taken.extend(others.filter_map(|other| neutral_spot(position, drawings, standing, *other)));
    let (x, y) = centre(square);
    let spots = [(0, 0), (-240, -220), (240, -220), (-240, 220), (240, 220)].map(|(dx, dy)| (x + dx, y + dy));
    let room = |spot: Point| taken.iter().map(|other| distance(*other, spot)).min().unwrap_or(ENOUGH).min(ENOUGH);
    // the first of several with the same room
    spots.into_iter().rev().max_by_key(|spot| room(*spot))
}
