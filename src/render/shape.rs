//! Shapes in thousandths of a square: what is drawn and what is asked ("who owns this point?") are the same points.

use crate::engine::Rotation;

/// x to the east, y to the south, from the north-west corner of the square at the origin.
pub type Point = (i32, i32);

/// The side of a square.
pub const SQUARE: i32 = 1000;

/// A shape that can be filled.
#[derive(Clone, Debug)]
pub enum Shape {
    Area(Vec<Point>),
    Strip { line: Vec<Point>, half_width: i32 },
    Disc { centre: Point, radius: i32 },
}

impl Shape {
    pub fn contains(&self, p: Point) -> bool {
        match self {
            Shape::Area(outline) => inside(outline, p),
            Shape::Strip { line, half_width } => {
                let near = |p: i32, a: i32, b: i32| p >= a.min(b) - half_width && p <= a.max(b) + half_width;
                line.windows(2).any(|ends| {
                    let (a, b) = (ends[0], ends[1]);
                    near(p.0, a.0, b.0)
                        && near(p.1, a.1, b.1)
                        && squared_distance_to_line(p, a, b) <= half_width * half_width
                })
            }
            Shape::Disc { centre, radius } => squared_distance(p, *centre) <= radius * radius,
        }
    }

    pub fn moved(mut self, by: Point) -> Shape {
        let shift = |p: &mut Point| *p = (p.0 + by.0, p.1 + by.1);
        match &mut self {
            Shape::Area(points) | Shape::Strip { line: points, .. } => points.iter_mut().for_each(shift),
            Shape::Disc { centre, .. } => shift(centre),
        }
        self
    }
}

/// A point after a clockwise turn of the square at the origin about its centre.
pub fn turned((x, y): Point, rotation: Rotation) -> Point {
    match rotation {
        Rotation::R0 => (x, y),
        Rotation::R90 => (SQUARE - y, x),
        Rotation::R180 => (SQUARE - x, SQUARE - y),
        Rotation::R270 => (y, SQUARE - x),
    }
}

pub fn squared_distance(a: Point, b: Point) -> i32 {
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    dx * dx + dy * dy
}

pub fn distance(a: Point, b: Point) -> i32 {
    squared_distance(a, b).isqrt()
}

/// A cubic curve as a line of short pieces.
pub fn curve(points: [Point; 4]) -> Vec<Point> {
    const PIECES: i32 = 16;
    let at = |t: i32, [a, b, c, d]: [i32; 4]| {
        let s = PIECES - t;
        let sum = s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
        (sum + PIECES * PIECES * PIECES / 2).div_euclid(PIECES * PIECES * PIECES)
    };
    (0..=PIECES).map(|t| (at(t, points.map(|p| p.0)), at(t, points.map(|p| p.1)))).collect()
}

/// Points along a line, not further apart than `step`.
pub fn along(line: &[Point], step: i32) -> Vec<Point> {
    let mut points = Vec::new();
    for ends in line.windows(2) {
        let (a, b) = (ends[0], ends[1]);
        let pieces = distance(a, b) / step + 1;
        points.extend((0..pieces).map(|i| (a.0 + (b.0 - a.0) * i / pieces, a.1 + (b.1 - a.1) * i / pieces)));
    }
    points.extend(line.last());
    points
}

fn inside(outline: &[Point], (x, y): Point) -> bool {
    let mut inside = false;
    let mut previous = outline.len() - 1;
    for i in 0..outline.len() {
        let ((ax, ay), (bx, by)) = (outline[i], outline[previous]);
        if (ay > y) != (by > y) {
            // x < ax + (bx - ax) * (y - ay) / (by - ay), without division
            let (left, right) = ((x - ax) * (by - ay), (bx - ax) * (y - ay));
            inside ^= if by > ay { left < right } else { left > right };
        }
        previous = i;
    }
    inside
}

fn squared_distance_to_line(p: Point, a: Point, b: Point) -> i32 {
    let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
    let length = dx * dx + dy * dy;
    if length == 0 {
        return squared_distance(p, a);
    }
    let t = (i64::from(p.0 - a.0) * dx + i64::from(p.1 - a.1) * dy).clamp(0, length);
    let foot = (a.0 + (dx * t / length) as i32, a.1 + (dy * t / length) as i32);
    squared_distance(p, foot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_contain_what_they_cover() {
        let area = Shape::Area(vec![(0, 0), (100, 0), (0, 100)]);
        assert!(area.contains((20, 20)) && !area.contains((80, 80)));
        let strip = Shape::Strip { line: vec![(0, 0), (100, 0), (100, 100)], half_width: 10 };
        assert!(strip.contains((50, 9)) && strip.contains((92, 60)) && !strip.contains((50, 50)));
        let disc = Shape::Disc { centre: (5, 5), radius: 3 }.moved((10, 0));
        assert!(disc.contains((17, 5)) && !disc.contains((5, 5)));
    }

    #[test]
    fn a_turn_moves_the_north_edge_to_the_east() {
        assert_eq!(turned((250, 0), Rotation::R90), (1000, 250));
        assert_eq!(turned(turned((250, 100), Rotation::R90), Rotation::R270), (250, 100));
        assert_eq!(turned((250, 100), Rotation::R180), (750, 900));
    }

    #[test]
    fn a_curve_keeps_its_ends() {
        let line = curve([(500, 0), (500, 276), (276, 500), (0, 500)]);
        assert_eq!((line[0], line[16]), ((500, 0), (0, 500)));
        assert!(along(&line, 20).windows(2).all(|p| distance(p[0], p[1]) <= 20));
    }
}
