//! Which segment owns which point of a tile, on a grid of cells, and where there is room.
//!
//! Roads, cities and rivers own what they cover; fields own what they reach first from their half edges. Places of
//! figures, monasteries, gardens and marks are looked for on this grid.

use std::collections::VecDeque;

use super::layout::{Layout, Piece, corner};
use super::marks;
use super::shape::{Point, SQUARE, Shape, along, distance, squared_distance, turned};
use crate::engine::{Catalogue, Feature, Rotation, TileKind};

/// Cells along the side of a square.
const CELLS: i32 = 50;
const CELL: i32 = SQUARE / CELLS;
const GARDEN_RADIUS: i32 = 105;
/// An enclosed field for which the walls leave no room is a clearing of this size.
const CLEARING_RADIUS: i32 = 110;
/// More room than this makes a spot no better.
const ENOUGH: i32 = 150;
/// A monastery for which the grass leaves less room stands in the city.
const LEAST_MONASTERY: i32 = 120;
/// The foundation of whatever can be built on a space.
const FOUNDATION_RADIUS: i32 = 80;
/// The emblem of a tile, the places beside it where figures can stand, and what leads from it to roads and cities.
pub const EMBLEM_RADIUS: i32 = 165;
pub const SPACE_RADIUS: i32 = 95;
pub const PAVED_HALF_WIDTH: i32 = 60;
/// Fields have room to go around an emblem that keeps this from the border of the tile.
const EMBLEM_ROOM: i32 = EMBLEM_RADIUS + 90;
/// What a way from an emblem to a road keeps from the border of the tile and from cities.
const WAY_ROOM: i32 = PAVED_HALF_WIDTH + 90;
/// How far beside a road something may stand that belongs to it.
const BESIDE: i32 = 260;

/// Who owns a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// Not on the tile.
    Outside,
    /// Nobody's: a junction.
    Nobody,
    /// Grass that no field has reached yet.
    Free,
    Segment(u8),
}

/// The picture in the middle of a tile that does something for its owner. It is on no feature, and divides the fields
/// that nothing else does.
pub struct Emblem {
    pub at: Point,
    /// Points that are paved `PAVED_HALF_WIDTH` around.
    pub paved: Vec<Point>,
}

/// A tile laid out completely.
pub struct Ground<'a> {
    catalogue: &'a Catalogue,
    kind: &'a TileKind,
    /// Lowest first.
    pub pieces: Vec<Piece>,
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    cells: Vec<Owner>,
    /// For each segment the place of a figure.
    pub spots: Vec<Point>,
    /// Places that cities keep for what distinguishes them, with the room there: the best one is not for a figure.
    pub landmarks: Vec<(u8, Point, i32)>,
    /// Where roads go underground.
    pub mouths: Vec<(u8, Point)>,
    pub emblem: Option<Emblem>,
}

impl<'a> Ground<'a> {
    pub fn new(catalogue: &'a Catalogue, kind: &'a TileKind) -> Ground<'a> {
        let layout = Layout::new(kind);
        let corners: Vec<Point> = layout.squares().iter().map(|square| corner(*square)).collect();
        let (xs, ys) = (|| corners.iter().map(|c| c.0), || corners.iter().map(|c| c.1));
        // one cell of margin, so that every cell of the tile has neighbours
        let (left, top) = (xs().min().unwrap_or(0) - CELL, ys().min().unwrap_or(0) - CELL);
        let width = (xs().max().unwrap_or(0) + SQUARE - left) / CELL + 1;
        let height = (ys().max().unwrap_or(0) + SQUARE - top) / CELL + 1;
        let cells = vec![Owner::Outside; (width * height) as usize];
        let (pieces, spots, landmarks) = (Vec::new(), Vec::new(), Vec::new());
        let mouths = layout.mouths.clone();
        let mut ground =
            Ground { catalogue, kind, pieces, left, top, width, height, cells, spots, landmarks, mouths, emblem: None };
        for (x, y) in corners {
            ground.paint(Owner::Free, |p| p.0 > x && p.0 < x + SQUARE && p.1 > y && p.1 < y + SQUARE);
        }
        layout.pieces.iter().for_each(|piece| ground.add(piece.clone()));
        ground.add_buildings(&layout);
        if layout.has_emblem() {
            ground.add_emblem(&layout);
        }
        ground.spread_fields();
        if !layout.has_emblem() {
            kind.spaces
                .iter()
                .for_each(|space| ground.clear(Shape::Disc { centre: space.at, radius: FOUNDATION_RADIUS }));
        }
        ground.pave_borders();
        ground.find_spots();
        ground
    }

    /// Who owns a point.
    pub fn owner(&self, p: Point) -> Owner {
        let (column, row) = ((p.0 - self.left).div_euclid(CELL), (p.1 - self.top).div_euclid(CELL));
        let inside = column >= 0 && row >= 0 && column < self.width && row < self.height;
        if inside { self.cells[(row * self.width + column) as usize] } else { Owner::Outside }
    }

    /// The room on a part of the ground.
    pub fn room(&self, part: impl Fn(Point, Owner) -> bool) -> Room {
        let part: Vec<bool> = (0..self.cells.len()).map(|i| part(self.centre(i), self.cells[i])).collect();
        let clear = self.clearance(&part);
        let cells: Vec<(Point, i32)> =
            (0..part.len()).filter(|i| part[*i]).map(|i| (self.centre(i), clear[i])).collect();
        let (x, y) = cells.iter().fold((0, 0), |(x, y), (p, _)| (x + i64::from(p.0), y + i64::from(p.1)));
        let count = cells.len().max(1) as i64;
        Room { middle: ((x / count) as i32, (y / count) as i32), cells }
    }

    /// The room of a segment.
    pub fn room_of(&self, number: u8) -> Room {
        self.room(|_, owner| owner == Owner::Segment(number))
    }

    /// The room on fields beside a point.
    pub fn room_beside(&self, p: Point) -> Room {
        self.room(|q, owner| self.is_field(owner) && squared_distance(p, q) < BESIDE * BESIDE)
    }

    /// Points between cells of different fields that nothing else divides.
    pub fn borders(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for i in (0..self.cells.len()).filter(|i| self.is_field(self.cells[*i])) {
            let (x, y) = self.centre(i);
            let [_, east, south, _] = self.neighbours(i);
            for (other, at) in [(east, (x + CELL / 2, y)), (south, (x, y + CELL / 2))] {
                if self.is_field(self.cells[other]) && self.cells[other] != self.cells[i] {
                    points.push(at);
                }
            }
        }
        points
    }

    /// Puts the emblem where fields meet with nothing between them, as near to the middle of the tile as there is room.
    fn add_emblem(&mut self, layout: &Layout) {
        let bare = self.cells.clone();
        let pieces = self.pieces.len();
        self.spread_fields();
        let borders = self.borders();
        let at = if borders.is_empty() {
            let grass = (0..self.cells.len()).filter(|i| self.is_field(self.cells[*i])).map(|i| self.centre(i));
            self.emblem_spot(layout, grass)
        } else {
            self.emblem_spot(layout, borders.iter().copied())
        };
        let open = self.clearance_of(&[Feature::Field, Feature::Road]);
        self.cells = bare;
        self.pieces.truncate(pieces);

        // a straight way to each road, unless it would be in the way of a field; then the borders of the fields lead there
        let mut ends = layout.dead_ends();
        for road in self.segments(Feature::Road) {
            let line = self.middle_line(road);
            let meets = line.iter().any(|p| borders.iter().any(|q| distance(*p, *q) < 2 * PAVED_HALF_WIDTH));
            if meets && !ends.iter().any(|end| line.contains(end)) {
                ends.extend(line.into_iter().min_by_key(|p| squared_distance(*p, at)));
            }
        }
        let mut paved = Vec::new();
        for end in ends {
            let way = along(&[end, at], CELL);
            let outside = way.iter().filter(|p| distance(**p, at) > EMBLEM_RADIUS);
            if outside.into_iter().all(|p| open[self.index(*p)] >= WAY_ROOM) {
                paved.extend(way);
            }
        }
        self.pave(&paved);
        self.clear(Shape::Disc { centre: at, radius: EMBLEM_RADIUS });
        for space in &self.kind.spaces {
            self.clear(Shape::Disc { centre: space.at, radius: SPACE_RADIUS });
        }
        self.emblem = Some(Emblem { at, paved });
    }

    fn emblem_spot(&self, layout: &Layout, wanted: impl Iterator<Item = Point>) -> Point {
        let squares = layout.squares();
        let sum = squares.iter().map(|s| corner(*s)).fold((0, 0), |(x, y), c| (x + c.0, y + c.1));
        let count = squares.len() as i32;
        let middle = (sum.0 / count + SQUARE / 2, sum.1 / count + SQUARE / 2);
        let clear = self.clearance_of(&[Feature::Field, Feature::Road, Feature::City]);
        let score = |p: &Point| (clear[self.index(*p)].min(EMBLEM_ROOM), -squared_distance(*p, middle));
        wanted.max_by_key(score).unwrap_or(middle)
    }

    /// The distance of each cell to the border of the tile and to other features than these.
    fn clearance_of(&self, features: &[Feature]) -> Vec<i32> {
        let of_these = |owner| match owner {
            Owner::Segment(s) => features.contains(&self.kind.segments[s as usize].feature),
            owner => owner != Owner::Outside,
        };
        let part: Vec<bool> = self.cells.iter().map(|owner| of_these(*owner)).collect();
        self.clearance(&part)
    }

    /// Takes what a shape covers out of all features.
    fn clear(&mut self, shape: Shape) {
        for i in 0..self.cells.len() {
            if self.cells[i] != Owner::Outside && shape.contains(self.centre(i)) {
                self.cells[i] = Owner::Nobody;
            }
        }
    }

    /// Takes the grass around points out of all fields.
    fn pave(&mut self, points: &[Point]) {
        for i in 0..self.cells.len() {
            let near = |p: &Point| squared_distance(*p, self.centre(i)) <= PAVED_HALF_WIDTH * PAVED_HALF_WIDTH;
            if (self.cells[i] == Owner::Free || self.is_field(self.cells[i])) && points.iter().any(near) {
                self.cells[i] = Owner::Nobody;
            }
        }
    }

    /// On a tile with an emblem: paves what must divide fields, and fields from cities that they do not touch.
    fn pave_borders(&mut self) {
        let Some(mut emblem) = self.emblem.take() else { return };
        let mut points = self.borders();
        for i in (0..self.cells.len()).filter(|i| self.is_field(self.cells[*i])) {
            let Owner::Segment(field) = self.cells[i] else { continue };
            let touches = &self.kind.segments[field as usize].touches;
            let foreign = |owner: Owner| match owner {
                Owner::Segment(s) => self.kind.segments[s as usize].feature == Feature::City && !touches.contains(&s),
                _ => false,
            };
            if self.neighbours(i).into_iter().any(|next| foreign(self.cells[next])) {
                points.push(self.centre(i));
            }
        }
        self.pave(&points);
        emblem.paved.extend(points);
        self.emblem = Some(emblem);
    }

    fn centre(&self, index: usize) -> Point {
        let (column, row) = (index as i32 % self.width, index as i32 / self.width);
        (self.left + column * CELL + CELL / 2, self.top + row * CELL + CELL / 2)
    }

    fn paint(&mut self, owner: Owner, covers: impl Fn(Point) -> bool) {
        for i in 0..self.cells.len() {
            if covers(self.centre(i)) {
                self.cells[i] = owner;
            }
        }
    }

    fn add(&mut self, piece: Piece) {
        let owner = piece.owner.map_or(Owner::Nobody, Owner::Segment);
        for i in 0..self.cells.len() {
            if self.cells[i] != Owner::Outside && piece.shape.contains(self.centre(i)) {
                self.cells[i] = owner;
            }
        }
        self.pieces.push(piece);
    }

    fn segments(&self, feature: Feature) -> impl Iterator<Item = u8> + use<'a> {
        let segments = self.kind.segments.iter().enumerate();
        segments.filter(move |(_, s)| s.feature == feature).map(|(i, _)| i as u8)
    }

    /// The square of the kind in which a point lies.
    pub fn on_square(&self, p: Point, square: usize) -> bool {
        let (x, y) = corner(self.kind.squares(Rotation::R0)[square].offset);
        (x..x + SQUARE).contains(&p.0) && (y..y + SQUARE).contains(&p.1)
    }

    /// Monasteries at their places, or where there is room; gardens where there is room.
    fn add_buildings(&mut self, layout: &Layout) {
        for number in self.segments(Feature::Monastery) {
            let square = self.kind.segments[number as usize].first_square();
            let (centre, radius) = layout.monastery(square as u8);
            let disc = Shape::Disc { centre, radius };
            let on_grass =
                (0..self.cells.len()).all(|i| self.cells[i] == Owner::Free || !disc.contains(self.centre(i)));
            let elsewhere =
                if on_grass || layout.is_reached(square as u8) { None } else { self.free_disc(square, radius) };
            let elsewhere = elsewhere.filter(|s| matches!(s, Shape::Disc { radius, .. } if *radius >= LEAST_MONASTERY));
            self.add(Piece { owner: Some(number), shape: elsewhere.unwrap_or(disc), walls: Vec::new() });
        }
        for number in self.segments(Feature::Garden) {
            let square = self.kind.segments[number as usize].first_square();
            let wanted = Shape::Disc { centre: layout.monastery(square as u8).0, radius: GARDEN_RADIUS };
            let shape = self.free_disc(square, GARDEN_RADIUS).unwrap_or(wanted);
            self.add(Piece { owner: Some(number), shape, walls: Vec::new() });
        }
    }

    /// A disc on the grass of a square, as large as the room allows.
    fn free_disc(&self, square: usize, most: i32) -> Option<Shape> {
        let room = self.room(|p, owner| owner == Owner::Free && self.on_square(p, square));
        let (centre, clear) = room.best(&[])?;
        Some(Shape::Disc { centre, radius: most.min(clear - CELL).max(2 * CELL) })
    }

    /// Every field spreads from its half edges over the grass; enclosed fields take what is left.
    fn spread_fields(&mut self) {
        let mut queue = VecDeque::new();
        for number in self.segments(Feature::Field) {
            for &(square, half) in &self.kind.segments[number as usize].half_edges {
                let (x, y) = corner(self.kind.squares(Rotation::R0)[square as usize].offset);
                for i in 0..CELLS / 2 {
                    // the half edge of the north side, west half first, turned to its side
                    let along = (i + half.index() as i32 % 2 * CELLS / 2) * CELL + CELL / 2;
                    let p = turned((along, CELL / 2), Rotation::from_quarters(half.side() as usize));
                    queue.push_back((self.index((x + p.0, y + p.1)), number));
                }
            }
        }
        self.spread(queue);
        for number in self.segments(Feature::Field) {
            let segment = &self.kind.segments[number as usize];
            if !segment.half_edges.is_empty() {
                continue;
            }
            let on = |p| (0..16).any(|square| segment.squares >> square & 1 == 1 && self.on_square(p, square));
            if let Some((p, _)) = self.room(|p, owner| owner == Owner::Free && on(p)).best(&[]) {
                self.spread(VecDeque::from([(self.index(p), number)]));
                continue;
            }
            if let Some((centre, clear)) = self.room(|p, owner| self.is_field(owner) && on(p)).best(&[]) {
                let shape = Shape::Disc { centre, radius: CLEARING_RADIUS.min(clear) };
                self.add(Piece { owner: Some(number), shape, walls: Vec::new() });
            }
        }
    }

    fn spread(&mut self, mut queue: VecDeque<(usize, u8)>) {
        while let Some((index, number)) = queue.pop_front() {
            if self.cells[index] == Owner::Free {
                self.cells[index] = Owner::Segment(number);
                queue.extend(self.neighbours(index).map(|next| (next, number)));
            }
        }
    }

    fn index(&self, p: Point) -> usize {
        ((p.1 - self.top) / CELL * self.width + (p.0 - self.left) / CELL) as usize
    }

    fn neighbours(&self, index: usize) -> [usize; 4] {
        let width = self.width as usize;
        [index - width, index + 1, index + width, index - 1]
    }

    /// For each cell of a part the distance to the nearest cell that is not, roughly in thousandths; 0 elsewhere.
    fn clearance(&self, part: &[bool]) -> Vec<i32> {
        let (width, height) = (self.width as usize, self.height as usize);
        // cells up or down to the nearest cell that is not in the part; the margin never is
        let mut vertical = vec![0i32; part.len()];
        for x in 0..width {
            for y in 1..height {
                let i = y * width + x;
                vertical[i] = if part[i] { vertical[i - width] + 1 } else { 0 };
            }
            for y in (0..height - 1).rev() {
                let i = y * width + x;
                vertical[i] = vertical[i].min(vertical[i + width] + 1);
            }
        }
        let mut clear = vec![0; part.len()];
        for i in (0..part.len()).filter(|i| part[*i]) {
            let row = i / width * width;
            let mut best = vertical[i] * vertical[i];
            for step in 1..width as i32 {
                if step * step >= best {
                    break;
                }
                for j in [i as i32 - step, i as i32 + step] {
                    if (row as i32..(row + width) as i32).contains(&j) {
                        best = best.min(step * step + vertical[j as usize] * vertical[j as usize]);
                    }
                }
            }
            clear[i] = (best * CELL * CELL).isqrt() - CELL / 2;
        }
        clear
    }

    /// Places of figures, one for each segment: where they cover least of the others.
    fn find_spots(&mut self) {
        let mut spots = vec![None; self.kind.segments.len()];
        let order = [Feature::Monastery, Feature::Garden, Feature::City, Feature::Road, Feature::River, Feature::Field];
        let numbers: Vec<u8> = order.into_iter().flat_map(|feature| self.segments(feature)).collect();
        for number in numbers {
            let segment = &self.kind.segments[number as usize];
            let marked = || self.catalogue.trait_names(segment.traits).any(|name| marks::of_trait(name).is_some());
            if segment.feature == Feature::City && marked() {
                let spaces: Vec<Point> = self.kind.spaces.iter().map(|space| space.at).collect();
                self.landmarks.extend(self.room_of(number).best(&spaces).map(|(p, room)| (number, p, room)));
            }
            let landmarks = self.landmarks.iter().map(|(_, p, _)| p);
            let spaces = self.kind.spaces.iter().map(|space| &space.at);
            let taken: Vec<Point> = spots.iter().flatten().chain(landmarks).chain(spaces).copied().collect();
            spots[number as usize] = Some(self.spot(number, None, &taken));
        }
        self.spots = spots.into_iter().flatten().collect();
    }

    /// The best place for a figure on a segment, or on the part of it that lies on one square.
    pub fn spot(&self, number: u8, square: Option<usize>, taken: &[Point]) -> Point {
        let segment = &self.kind.segments[number as usize];
        let own =
            |p: Point, owner| owner == Owner::Segment(number) && square.is_none_or(|square| self.on_square(p, square));
        let found = match segment.feature {
            Feature::Road | Feature::River => self.spot_on_line(number, &own, taken),
            Feature::Monastery | Feature::Garden => self.pieces.iter().find_map(|piece| match piece.shape {
                Shape::Disc { centre, .. } if piece.owner == Some(number) => Some(centre),
                _ => None,
            }),
            _ => None,
        };
        // a segment that others hide completely still has a square
        let on = square.unwrap_or(segment.first_square());
        let (x, y) = corner(self.kind.squares(Rotation::R0)[on].offset);
        let middle = (x + SQUARE / 2, y + SQUARE / 2);
        found.or_else(|| self.room(own).best(taken).map(|(p, _)| p)).unwrap_or(middle)
    }

    fn middle_line(&self, number: u8) -> Vec<Point> {
        let lines = self.pieces.iter().filter(|piece| piece.owner == Some(number)).filter_map(|p| match &p.shape {
            Shape::Strip { line, .. } => Some(along(line, CELL)),
            _ => None,
        });
        lines.flatten().collect()
    }

    /// A point of the middle line of a road or river, with room around it on road and grass.
    fn spot_on_line(&self, number: u8, own: &impl Fn(Point, Owner) -> bool, taken: &[Point]) -> Option<Point> {
        let grass = |owner| match owner {
            Owner::Segment(s) => s == number || self.kind.segments[s as usize].feature == Feature::Field,
            owner => owner == Owner::Free,
        };
        let part: Vec<bool> = self.cells.iter().map(|owner| grass(*owner)).collect();
        let clear = self.clearance(&part);
        let points: Vec<Point> = self.middle_line(number).into_iter().filter(|p| own(*p, self.owner(*p))).collect();
        let middle = *points.get(points.len() / 2)?;
        let score = |p: Point| {
            let apart = taken.iter().map(|t| distance(p, *t)).min().unwrap_or(i32::MAX);
            (clear[self.index(p)].min(apart / 2).min(ENOUGH), -distance(p, middle))
        };
        points.into_iter().map(|p| (score(p), p)).max().map(|(_, p)| p)
    }

    /// In how many parts a segment lies that are not connected.
    #[cfg(test)]
    pub fn parts(&self, number: u8) -> usize {
        let mut left: Vec<bool> = self.cells.iter().map(|owner| *owner == Owner::Segment(number)).collect();
        let mut parts = 0;
        while let Some(start) = left.iter().position(|own| *own) {
            let mut queue = vec![start];
            while let Some(index) = queue.pop() {
                if std::mem::take(&mut left[index]) {
                    queue.extend(self.neighbours(index));
                }
            }
            parts += 1;
        }
        parts
    }

    fn is_field(&self, owner: Owner) -> bool {
        matches!(owner, Owner::Segment(s) if self.kind.segments[s as usize].feature == Feature::Field)
    }
}

/// The points of a part of the ground.
pub struct Room {
    /// With the distance to what is not in the part.
    cells: Vec<(Point, i32)>,
    middle: Point,
}

impl Room {
    /// The point with most room around it, away from what is taken already, and how much room there is. `None` if the
    /// part is empty.
    pub fn best(&self, taken: &[Point]) -> Option<(Point, i32)> {
        // squares of distances: many points are compared, none of them asks for a root
        let score = |(p, clear): &(Point, i32)| {
            let apart = taken.iter().map(|t| squared_distance(*p, *t)).min().unwrap_or(i32::MAX);
            ((clear * clear).min(apart / 4), -squared_distance(*p, self.middle))
        };
        let best = self.cells.iter().map(|cell| (score(cell), std::cmp::Reverse(cell.0))).max()?;
        Some((best.1.0, best.0.0.isqrt()))
    }
}
