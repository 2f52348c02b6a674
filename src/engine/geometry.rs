//! Squares, sides, half sides and quarter turns.
//!
//! x grows to the east, y grows to the south; rotations are clockwise. Sides are numbered N, E, S, W; half sides go once
//! around the square in the same direction, so that a quarter turn is an addition in both.

/// A square of the table, or an offset between squares. Arithmetic wraps: tiles lie far from where it would, and whoever
/// asks about a square out there gets the answer that it is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pos {
    pub x: i16,
    pub y: i16,
}

impl Pos {
    pub const fn new(x: i16, y: i16) -> Self {
        Pos { x, y }
    }

    /// The square on the other side of an edge.
    pub fn step(self, side: Side) -> Pos {
        let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side as usize];
        self + Pos::new(dx, dy)
    }

    /// The eight squares around this one, row by row.
    pub fn around(self) -> [Pos; 8] {
        [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)].map(|(dx, dy)| self + Pos::new(dx, dy))
    }

    /// This offset after a clockwise turn about the origin.
    pub fn turned(self, rotation: Rotation) -> Pos {
        match rotation {
            Rotation::R0 => self,
            Rotation::R90 => Pos::new(-self.y, self.x),
            Rotation::R180 => Pos::new(-self.x, -self.y),
            Rotation::R270 => Pos::new(self.y, -self.x),
        }
    }
}

impl std::ops::Add for Pos {
    type Output = Pos;
    fn add(self, other: Pos) -> Pos {
        Pos::new(self.x.wrapping_add(other.x), self.y.wrapping_add(other.y))
    }
}

/// Reading order: rows from north to south, each from west to east.
impl Ord for Pos {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // one comparison instead of two
        let place = |pos: &Pos| (i64::from(pos.y) << 16) + i64::from(pos.x);
        place(self).cmp(&place(other))
    }
}

impl PartialOrd for Pos {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl std::fmt::Display for Pos {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A side of a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    N,
    E,
    S,
    W,
}

impl Side {
    pub const ALL: [Side; 4] = [Side::N, Side::E, Side::S, Side::W];

    pub fn from_index(index: usize) -> Side {
        Side::ALL[index % 4]
    }

    pub fn opposite(self) -> Side {
        Side::from_index(self as usize + 2)
    }

    pub fn turned(self, rotation: Rotation) -> Side {
        Side::from_index(self as usize + rotation as usize)
    }

    pub fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }
}

/// Half of a side: left or right as seen from the centre of the square looking out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HalfSide(u8);

impl HalfSide {
    pub const NAMES: [&'static str; 8] = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];

    pub fn from_index(index: usize) -> HalfSide {
        HalfSide((index % 8) as u8)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn all() -> impl Iterator<Item = HalfSide> {
        (0..8).map(HalfSide)
    }

    pub fn side(self) -> Side {
        Side::from_index(self.0 as usize / 2)
    }

    pub fn turned(self, rotation: Rotation) -> HalfSide {
        HalfSide::from_index(self.0 as usize + 2 * rotation as usize)
    }

    /// The half side of the neighbouring square that meets this one: left meets right.
    pub fn facing(self) -> HalfSide {
        HalfSide::from_index((self.0 as usize + 4) ^ 1)
    }

    pub fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    pub fn from_name(name: &str) -> Option<HalfSide> {
        Self::NAMES.iter().position(|n| *n == name).map(HalfSide::from_index)
    }
}

/// A clockwise turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rotation {
    R0,
    R90,
    R180,
    R270,
}

impl Rotation {
    pub const ALL: [Rotation; 4] = [Rotation::R0, Rotation::R90, Rotation::R180, Rotation::R270];

    pub fn from_quarters(quarters: usize) -> Rotation {
        Rotation::ALL[quarters % 4]
    }

    pub fn then(self, other: Rotation) -> Rotation {
        Rotation::from_quarters(self as usize + other as usize)
    }

    pub fn inverse(self) -> Rotation {
        Rotation::from_quarters(4 - self as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_that_meet() {
        let pairs = [("NL", "SR"), ("NR", "SL"), ("EL", "WR"), ("ER", "WL")];
        for (a, b) in pairs {
            let (a, b) = (HalfSide::from_name(a).unwrap(), HalfSide::from_name(b).unwrap());
            assert_eq!((a.facing(), b.facing()), (b, a));
        }
    }

    #[test]
    fn a_turn_keeps_steps_and_sides_together() {
        for rotation in Rotation::ALL {
            for side in Side::ALL {
                let origin = Pos::default();
                assert_eq!(origin.step(side).turned(rotation), origin.step(side.turned(rotation)));
                assert_eq!(side.turned(rotation).turned(rotation.inverse()), side);
            }
        }
    }
}
