//! Where the pieces of a tile lie, derived from its segments: nothing here knows a particular kind.
//!
//! A tile of several squares is laid out square by square: where a segment goes on into the next square of its tile,
//! the side between them counts as a side of the segment.

use super::shape::{Point, SQUARE, Shape, curve, distance, turned};
use crate::engine::tile::{NONE, Segment};
use crate::engine::{Feature, Pos, Rotation, Side, TileKind};

const MIDDLE: i32 = SQUARE / 2;
const CENTRE: Point = (MIDDLE, MIDDLE);
pub const ROAD_HALF_WIDTH: i32 = 52;
pub const RIVER_HALF_WIDTH: i32 = 72;
const POND_RADIUS: i32 = 170;
const JUNCTION_RADIUS: i32 = 105;
pub const MONASTERY_RADIUS: i32 = 160;
/// How far the control points of a wall lie inside the square.
const CAP: i32 = 380;
const BAND: i32 = 320;
/// What a wall keeps from a corner at which another city begins.
const GAP: i32 = 70;
/// What a wall keeps from a corner around which a field goes on into the next square.
const PASSAGE: i32 = 120;
/// Half the width of a city where a stub of it divides fields, where it reaches across another one, and at a gate.
const STUB_HALF_WIDTH: i32 = 30;
const ACROSS_HALF_WIDTH: i32 = 110;
const GATE_HALF_WIDTH: i32 = 90;
/// How far inside the square the mouth of a tunnel is.
const MOUTH: i32 = 60;
/// How far from the middle of its wall a road from the next side meets a city.
const ASIDE: i32 = 130;

/// A piece of the picture and the segment it shows; a junction belongs to none.
#[derive(Clone, Debug)]
pub struct Piece {
    pub owner: Option<u8>,
    pub shape: Shape,
    /// The lines of its outline that are walls.
    pub walls: Vec<Vec<Point>>,
}

/// The sides of a square that a segment reaches, as a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sides(u8);

impl Sides {
    fn add(&mut self, side: Side) {
        self.0 |= 1 << side as u8;
    }

    fn has(self, side: Side) -> bool {
        self.0 >> side as u8 & 1 == 1
    }

    fn count(self) -> u32 {
        self.0.count_ones()
    }

    fn iter(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |side| self.has(*side))
    }
}

/// The pieces of a kind except monasteries, gardens and fields, whose places depend on the room that these leave.
pub struct Layout<'a> {
    kind: &'a TileKind,
    squares: Vec<Pos>,
    /// Lowest first: rivers, roads, junctions, cities.
    pub pieces: Vec<Piece>,
    /// Where roads go underground.
    pub mouths: Vec<(u8, Point)>,
}

/// The north-west corner of a square.
pub fn corner(square: Pos) -> Point {
    (i32::from(square.x) * SQUARE, i32::from(square.y) * SQUARE)
}

impl<'a> Layout<'a> {
    pub fn new(kind: &'a TileKind) -> Layout<'a> {
        let squares = kind.squares(Rotation::R0).iter().map(|square| square.offset).collect();
        let mut layout = Layout { kind, squares, pieces: Vec::new(), mouths: Vec::new() };
        for feature in [Feature::River, Feature::Road, Feature::City] {
            for square in 0..layout.squares.len() as u8 {
                for segment in layout.segments_on(square, feature) {
                    match feature {
                        Feature::City => layout.add_city(square, segment),
                        Feature::Road => layout.add_strip(square, segment, ROAD_HALF_WIDTH),
                        _ => layout.add_strip(square, segment, RIVER_HALF_WIDTH),
                    }
                }
                if feature == Feature::Road && layout.is_junction(square) {
                    let shape = Shape::Disc { centre: CENTRE, radius: JUNCTION_RADIUS };
                    layout.add(square, None, shape, Vec::new());
                }
            }
        }
        if layout.squares.len() == 1 && !layout.has_emblem() {
            layout.add_stubs();
            layout.add_crossings();
        }
        layout
    }

    pub fn squares(&self) -> &[Pos] {
        &self.squares
    }

    /// Where the monastery of a square lies unless the room there is taken, and its size.
    pub fn monastery(&self, square: u8) -> (Point, i32) {
        let passes = |feature| self.segments_on(square, feature).any(|s| self.sides(square, s).count() > 1);
        let ends: Vec<Side> = self
            .segments_on(square, Feature::Road)
            .map(|s| self.sides(square, s))
            .filter(|sides| sides.count() == 1)
            .flat_map(Sides::iter)
            .collect();
        let fork = self.segments_on(square, Feature::Road).find_map(|s| self.forks(square, s));
        let (middle, radius) = match ends[..] {
            // in the corner that the bend turns its back on
            _ if fork.is_some() => (from_north((300, 700), fork.unwrap_or(Side::N)), 135),
            // beside what passes through the middle, at the end of its road
            [side] if passes(Feature::River) || passes(Feature::Road) => (from_north((MIDDLE, 310), side), 135),
            _ => (CENTRE, MONASTERY_RADIUS),
        };
        let (x, y) = corner(self.squares[square as usize]);
        ((x + middle.0, y + middle.1), radius)
    }

    /// Whether a road ends at the monastery of a square.
    pub fn is_reached(&self, square: u8) -> bool {
        let roads = || self.segments_on(square, Feature::Road);
        roads().any(|s| self.sides(square, s).count() == 1 || self.forks(square, s).is_some())
    }

    /// The points at which roads and rivers end, except at a monastery.
    pub fn dead_ends(&self) -> Vec<Point> {
        let mut ends = Vec::new();
        for square in 0..self.squares.len() as u8 {
            let at_monastery = self.segments_on(square, Feature::Monastery).next().is_some();
            for feature in [Feature::Road, Feature::River].into_iter().filter(|f| *f != Feature::Road || !at_monastery)
            {
                for segment in self.segments_on(square, feature) {
                    if let [side] = self.sides(square, segment).iter().collect::<Vec<_>>()[..] {
                        let ((x, y), end) = (corner(self.squares[square as usize]), self.end(square, side, feature));
                        ends.push((x + end.0, y + end.1));
                    }
                }
            }
        }
        ends
    }

    /// Whether the picture of the kind stands in its middle, on no feature: that of a tile which does something for its
    /// owner. It is what divides the fields there, and where roads end.
    pub fn has_emblem(&self) -> bool {
        !self.kind.effect.is_empty()
    }

    /// The first of two neighbouring sides of a road that forks to the monastery of its square, with an enclosed field
    /// between its arms.
    fn forks(&self, square: u8, road: u8) -> Option<Side> {
        let encloses = |s: u8| self.segment(s).half_edges.is_empty();
        self.segments_on(square, Feature::Monastery).next()?;
        self.segments_on(square, Feature::Field).find(|s| encloses(*s))?;
        let sides = self.sides(square, road);
        let first = sides.iter().find(|side| sides.has(side.turned(Rotation::R90)))?;
        (sides.count() == 2).then_some(first)
    }

    fn segments_on(&self, square: u8, feature: Feature) -> impl Iterator<Item = u8> + use<'a> {
        let segments = self.kind.segments.iter().enumerate();
        segments.filter(move |(_, s)| s.feature == feature && s.squares >> square & 1 == 1).map(|(i, _)| i as u8)
    }

    fn segment(&self, segment: u8) -> &'a Segment {
        &self.kind.segments[segment as usize]
    }

    fn neighbour(&self, square: u8, side: Side) -> Option<u8> {
        let next = self.squares[square as usize].step(side);
        self.squares.iter().position(|offset| *offset == next).map(|i| i as u8)
    }

    fn sides(&self, square: u8, number: u8) -> Sides {
        let segment = self.segment(number);
        let mut sides = Sides::default();
        segment.edges.iter().filter(|(s, _)| *s == square).for_each(|(_, side)| sides.add(*side));
        for side in Side::ALL {
            let Some(next) = self.neighbour(square, side) else { continue };
            let joined = match segment.feature {
                Feature::City => segment.squares >> next & 1 == 1,
                _ => self.tree(segment).iter().any(|pair| *pair == (square, next) || *pair == (next, square)),
            };
            if joined {
                sides.add(side);
            }
        }
        sides
    }

    /// Pairs of squares that connect the squares of a road or river without a circle.
    fn tree(&self, segment: &Segment) -> Vec<(u8, u8)> {
        let mut reached = vec![segment.first_square() as u8];
        let mut pairs = Vec::new();
        let mut next = 0;
        while let Some(&square) = reached.get(next) {
            for other in Side::ALL.into_iter().filter_map(|side| self.neighbour(square, side)) {
                if segment.squares >> other & 1 == 1 && !reached.contains(&other) {
                    reached.push(other);
                    pairs.push((square, other));
                }
            }
            next += 1;
        }
        pairs
    }

    /// Whether a field goes around the corner at the right end of a side, from one square of the tile into another.
    fn is_passage(&self, square: u8, side: Side) -> bool {
        let squares = self.kind.squares(Rotation::R0);
        let mut fields = Vec::new();
        for (pos, side) in around_corner(self.squares[square as usize], side) {
            let Some(at) = self.squares.iter().position(|offset| *offset == pos) else { continue };
            // the halves at the corner of this side and of the next
            for half in [2 * side as usize + 1, (2 * side as usize + 2) % 8] {
                if self.neighbour(at as u8, Side::from_index(half / 2)).is_none() {
                    fields.push((at, squares[at].fields[half]));
                }
            }
        }
        let [first, .., last] = fields[..] else { return false };
        first.0 != last.0 && first.1 != NONE && fields.iter().all(|(_, field)| *field == first.1)
    }

    fn add(&mut self, square: u8, owner: Option<u8>, shape: Shape, walls: Vec<Vec<Point>>) {
        let (x, y) = corner(self.squares[square as usize]);
        let walls = walls.into_iter().map(|wall| wall.into_iter().map(|p| (p.0 + x, p.1 + y)).collect()).collect();
        self.pieces.push(Piece { owner, shape: shape.moved((x, y)), walls });
    }

    /// Whether something must stand at the end of a dead end, because there are different fields to its left and right.
    fn divides(&self, square: u8, side: Side) -> bool {
        let fields = self.kind.squares(Rotation::R0)[square as usize].fields;
        let [left, right] = [fields[2 * side as usize], fields[2 * side as usize + 1]];
        left != NONE && left != right
    }

    /// Whether a road that passes through a square does so below the field that lies to its left and right.
    fn goes_underground(&self, square: u8, side: Side) -> bool {
        let fields = self.fields(square);
        let left = fields[2 * side as usize];
        left != NONE && left == fields[2 * side as usize + 1]
    }

    /// How many roads or rivers of a square end in its middle.
    fn dividing_ends(&self, square: u8, feature: Feature) -> usize {
        let ends = self.segments_on(square, feature).map(|s| self.sides(square, s)).filter(|sides| sides.count() == 1);
        let ends = ends.flat_map(Sides::iter).filter(|side| self.divides(square, *side));
        ends.filter(|side| self.leads_to(square, *side).is_none()).count()
    }

    /// Whether roads of a square meet where nothing else stands.
    fn is_junction(&self, square: u8) -> bool {
        let ends = self.dividing_ends(square, Feature::Road);
        let filled = self.segments_on(square, Feature::City).any(|s| self.sides(square, s).count() > 1);
        ends > 1
            && !filled
            && !self.leans_on_city(square, ends)
            && self.segments_on(square, Feature::Monastery).next().is_none()
    }

    /// Whether roads meet at the only city of a square: more fields lie around their ends than these divide.
    fn leans_on_city(&self, square: u8, ends: usize) -> bool {
        let mut fields: Vec<u8> = self.fields(square).into_iter().filter(|field| *field != NONE).collect();
        fields.sort();
        fields.dedup();
        !self.has_emblem() && self.caps(square).len() == 1 && fields.len() > ends
    }

    /// The fields at the half edges of a square.
    fn fields(&self, square: u8) -> [u8; 8] {
        self.kind.squares(Rotation::R0)[square as usize].fields
    }

    /// Cities of a square that reach one side of it.
    fn caps(&self, square: u8) -> Vec<(u8, Side)> {
        let cities = self.segments_on(square, Feature::City).map(|s| (s, self.sides(square, s)));
        cities
            .filter(|(_, sides)| sides.count() == 1)
            .flat_map(|(s, sides)| sides.iter().map(move |side| (s, side)))
            .collect()
    }

    /// The first city that touches both of two fields.
    fn common_city(&self, a: u8, b: u8) -> Option<u8> {
        let cities = if a == NONE || b == NONE { &[][..] } else { &self.segment(a).touches };
        cities.iter().copied().find(|city| self.segment(b).touches.contains(city))
    }

    /// The side of the city to which the road from a side leads: that of the fields to its left and right.
    fn leads_to(&self, square: u8, side: Side) -> Option<Side> {
        if self.has_emblem() {
            return None;
        }
        let fields = self.fields(square);
        let city = self.common_city(fields[2 * side as usize], fields[2 * side as usize + 1])?;
        self.caps(square).into_iter().find(|(cap, _)| *cap == city).map(|(_, side)| side)
    }

    /// The side of the city that a bend touches, and so divides the field on its outer side.
    fn touched_by_bend(&self, square: u8, first: Side) -> Option<Side> {
        if self.has_emblem() {
            return None;
        }
        let fields = self.fields(square);
        let [a, b] = [fields[2 * first as usize], fields[2 * first.turned(Rotation::R90) as usize + 1]];
        let city = self.common_city(a, b).filter(|_| a != b)?;
        self.caps(square).into_iter().find(|(cap, _)| *cap == city).map(|(_, side)| side)
    }

    /// Where fields meet in a corner, or a field and a city that it does not touch, another city divides them.
    fn add_stubs(&mut self) {
        let fields = self.fields(0);
        for side in Side::ALL {
            let right = side.turned(Rotation::R90);
            let [a, b] = [fields[2 * side as usize + 1], fields[(2 * side as usize + 2) % 8]];
            let to = from_north((SQUARE, 0), side);
            // roads that meet at a city leave it a gate between them, if it touches the field there
            let ends = |side: Side| {
                self.segments_on(0, Feature::Road).any(|s| self.sides(0, s).has(side) && self.sides(0, s).count() == 1)
            };
            if a == b && a != NONE && ends(side) && ends(right) {
                let touches = self.segment(a).touches.iter();
                if let Some(city) = touches.copied().find(|city| self.sides(0, *city).count() > 1) {
                    let gate = ((to.0 + 4 * MIDDLE) / 5, (to.1 + 4 * MIDDLE) / 5);
                    self.add_passage(city, CENTRE, gate, GATE_HALF_WIDTH);
                }
                continue;
            }
            let city_at = |side: Side| self.segments_on(0, Feature::City).find(|s| self.sides(0, *s).has(side));
            let dividing = match (a, b) {
                (NONE, NONE) => None,
                (NONE, field) | (field, NONE) => {
                    let beside = city_at(if a == NONE { side } else { right });
                    let touches = &self.segment(field).touches;
                    touches.first().copied().filter(|_| beside.is_some_and(|city| !touches.contains(&city)))
                }
                _ if a == b => None,
                _ => self.common_city(a, b),
            };
            let Some(city) = dividing else { continue };
            let cap = self.caps(0).into_iter().find(|(cap, _)| *cap == city);
            let from = cap.map_or(CENTRE, |(_, side)| from_north((MIDDLE, CAP * 2 / 3), side));
            self.add_passage(city, from, to, STUB_HALF_WIDTH);
        }
    }

    /// A city on one side that touches the field on the opposite side reaches across the city between them.
    fn add_crossings(&mut self) {
        for (city, side) in self.caps(0) {
            let opposite = side.opposite();
            let field = self.fields(0)[2 * opposite as usize];
            let between = |s: u8| {
                let sides = self.sides(0, s);
                sides.has(side.turned(Rotation::R90)) && sides.has(side.turned(Rotation::R270))
            };
            let reaches = field != NONE && self.segment(field).touches.contains(&city);
            if reaches && self.segments_on(0, Feature::City).any(between) {
                let [from, to] = [(MIDDLE, CAP / 2), (MIDDLE, SQUARE - CAP / 3)].map(|p| from_north(p, side));
                self.add_passage(city, from, to, ACROSS_HALF_WIDTH);
            }
        }
    }

    /// A straight part of a city with a wall on each side.
    fn add_passage(&mut self, city: u8, from: Point, to: Point, half_width: i32) {
        let length = distance(from, to).max(1);
        let aside = ((to.1 - from.1) * half_width / length, (from.0 - to.0) * half_width / length);
        let left = [from, to].map(|p| (p.0 + aside.0, p.1 + aside.1));
        let right = [from, to].map(|p| (p.0 - aside.0, p.1 - aside.1));
        let wall = vec![left[0], left[1], right[1], right[0]];
        self.add(0, Some(city), Shape::Area(wall.clone()), vec![wall]);
    }

    /// Where a road or river ends that enters a square over `side`.
    fn end(&self, square: u8, side: Side, feature: Feature) -> Point {
        if feature == Feature::Road && self.segments_on(square, Feature::Monastery).next().is_some() {
            let (x, y) = corner(self.squares[square as usize]);
            let (at, _) = self.monastery(square);
            return (at.0 - x, at.1 - y);
        }
        let cities: Vec<Sides> = self.segments_on(square, Feature::City).map(|s| self.sides(square, s)).collect();
        if self.has_emblem() && cities.iter().all(|sides| sides.count() == 1) {
            return CENTRE;
        }
        if !self.divides(square, side) || self.dividing_ends(square, feature) > 1 && self.is_junction(square) {
            return CENTRE;
        }
        if cities.iter().any(|sides| sides.count() > 1) {
            return from_north((MIDDLE, MIDDLE + ROAD_HALF_WIDTH), side);
        }
        match self.leads_to(square, side) {
            Some(cap) if cap == side.turned(Rotation::R90) => return from_north((MIDDLE - ASIDE, CAP / 2), cap),
            Some(cap) if cap == side.turned(Rotation::R270) => return from_north((MIDDLE + ASIDE, CAP / 2), cap),
            Some(cap) => return from_north((MIDDLE, CAP / 2), cap),
            None => {}
        }
        let caps: Vec<Side> = cities.into_iter().flat_map(Sides::iter).collect();
        let ahead = caps.iter().find(|cap| **cap == side.opposite()).or(caps.first());
        ahead.map_or(CENTRE, |cap| from_north((MIDDLE, CAP / 2), *cap))
    }

    fn add_strip(&mut self, square: u8, segment: u8, half_width: i32) {
        let sides: Vec<Side> = self.sides(square, segment).iter().collect();
        let feature = self.segment(segment).feature;
        let owner = Some(segment);
        let edge = |side: Side| from_north((MIDDLE, 0), side);
        let mut lines = Vec::new();
        match sides[..] {
            [] => self.add(square, owner, Shape::Disc { centre: CENTRE, radius: POND_RADIUS }, Vec::new()),
            [side] => {
                let (start, end) = (edge(side), self.end(square, side, feature));
                lines.push(approach(start, end));
                if feature == Feature::River && end == CENTRE {
                    self.add(square, owner, Shape::Disc { centre: CENTRE, radius: POND_RADIUS }, Vec::new());
                }
            }
            [a, b] if a.opposite() == b && [a, b].into_iter().any(|side| self.goes_underground(square, side)) => {
                for side in [a, b] {
                    if self.goes_underground(square, side) {
                        let mouth = from_north((MIDDLE, MOUTH), side);
                        lines.push(vec![edge(side), mouth]);
                        let (x, y) = corner(self.squares[square as usize]);
                        self.mouths.push((segment, (x + mouth.0, y + mouth.1)));
                    } else {
                        lines.push(vec![edge(side), CENTRE]);
                    }
                }
            }
            [a, b] if a.opposite() == b => lines.push(vec![edge(a), edge(b)]),
            [a, b] => {
                let first = if a.turned(Rotation::R90) == b { a } else { b };
                if let Some(cap) = self.touched_by_bend(square, first) {
                    let at = from_north((MIDDLE, CAP / 2), cap);
                    for line in [a, b].map(|side| approach(edge(side), at)) {
                        self.add(square, owner, Shape::Strip { line, half_width }, Vec::new());
                    }
                    return;
                }
                // a quarter of a circle around the corner at the right end of the first side
                let bow = curve([(MIDDLE, 0), (MIDDLE, 276), (SQUARE - 276, MIDDLE), (SQUARE, MIDDLE)]);
                lines.push(bow.into_iter().map(|p| from_north(p, first)).collect());
                if self.forks(square, segment).is_some() {
                    let at = self.monastery(square).0;
                    let (x, y) = corner(self.squares[square as usize]);
                    lines.extend([a, b].map(|side| vec![edge(side), (at.0 - x, at.1 - y)]));
                }
            }
            _ => lines.extend(sides.iter().map(|side| vec![edge(*side), CENTRE])),
        }
        for line in lines {
            self.add(square, owner, Shape::Strip { line, half_width }, Vec::new());
        }
    }

    /// A city is what its walls leave: one wall for each row of sides that it does not have.
    fn add_city(&mut self, square: u8, segment: u8) {
        let sides = self.sides(square, segment);
        // what a wall keeps from the corner at the right end of a side of the city, and at the left end
        let other = |side: Side| {
            self.segments_on(square, Feature::City).any(|s| s != segment && self.sides(square, s).has(side))
        };
        // the corner at the right end of a side, and at the left end
        let gap = |side: Side, corner: Side| match (other(side), self.is_passage(square, corner)) {
            (true, _) => GAP,
            (false, passage) => i32::from(passage) * PASSAGE,
        };
        let point = |x: i32, y: i32, side: Side| from_north((x, y), side);
        if sides.count() == 0 {
            let quarter = curve([(MIDDLE, 200), (MIDDLE + 166, 200), (800, MIDDLE - 166), (800, MIDDLE)]);
            let ring: Vec<Point> =
                Side::ALL.into_iter().flat_map(|side| quarter.iter().map(move |p| from_north(*p, side))).collect();
            self.add(square, Some(segment), Shape::Area(ring.clone()), vec![ring]);
            return;
        }
        let (mut outline, mut walls): (Vec<Point>, _) = (Vec::new(), Vec::new());
        for side in sides.iter() {
            let next = (1..=4).map(|i| Side::from_index(side as usize + i)).find(|s| sides.has(*s)).unwrap_or(side);
            let steps = (next as usize + 4 - side as usize - 1) % 4 + 1;
            if steps == 1 {
                if self.is_passage(square, side) {
                    let ends = [point(SQUARE - PASSAGE, 0, side), point(SQUARE, PASSAGE, side)];
                    outline.extend(ends);
                    walls.push(ends.into());
                } else {
                    outline.push(point(SQUARE, 0, side));
                }
                continue;
            }
            // from the right end of this side to the left end of the next, over the sides between
            let (right, left) = (side.turned(Rotation::R90), next.turned(Rotation::R270));
            let (from, to) = (gap(right, side), gap(left, left));
            let start = point(SQUARE - from, 0, side);
            let end = point(to, 0, next);
            let wall = match steps {
                2 => curve([start, point(SQUARE - BAND, 230, side), point(BAND, 230, next), end]),
                3 => curve([start, point(690 - from, 390 - from / 2, side), point(310 + to, 390 - to / 2, next), end]),
                _ => {
                    let [right, left] = [right, left].map(|s| if other(s) { (330, 270) } else { (200, CAP) });
                    curve([start, point(SQUARE - right.0, right.1, side), point(left.0, left.1, side), end])
                }
            };
            outline.extend(&wall);
            walls.push(wall);
        }
        self.add(square, Some(segment), Shape::Area(outline), walls);
    }
}

/// A road from the middle of a side to a point: straight, or first straight on and then bending.
fn approach(start: Point, end: Point) -> Vec<Point> {
    if start.0 == end.0 || start.1 == end.1 {
        return vec![start, end];
    }
    let across = if start.1 == MIDDLE { (end.0, MIDDLE) } else { (MIDDLE, end.1) };
    let between = |a: Point, b: Point| ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
    curve([start, between(between(start, across), across), between(across, between(across, end)), end])
}

/// Squares around the corner at the right end of a side of a square, clockwise, each with the side whose right end it is.
fn around_corner(square: Pos, side: Side) -> [(Pos, Side); 4] {
    let right = side.turned(Rotation::R90);
    [
        (square, side),
        (square.step(right), side.turned(Rotation::R270)),
        (square.step(right).step(side), side.opposite()),
        (square.step(side), right),
    ]
}

/// A point given for the north side, for another side.
fn from_north(p: Point, side: Side) -> Point {
    turned(p, Rotation::from_quarters(side as usize))
}
