//! The table: which tile covers a square, and what the empty squares along the edge ask of a tile.

use super::geometry::{Pos, Rotation, Side};
use super::tile::{EdgeSet, Edges, TileKind};

/// A tile's square on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Covered {
    /// Index into `State::tiles`.
    pub tile: u16,
    /// Index into the squares of its kind.
    pub square: u8,
}

#[derive(Clone, Copy)]
struct Cell {
    tile: u16,
    square: u8,
    /// What the neighbours show towards this square; `Edges::ANY` where there is none.
    asks: Edges,
}

const EMPTY: u16 = u16::MAX;
const CLEAR: Cell = Cell { tile: EMPTY, square: 0, asks: Edges::ANY };
/// How far the grid grows beyond what is needed, at least; a large one grows by a part of its size, so that it grows
/// seldom.
const MARGIN: i16 = 6;

/// A dense grid around the tiles. It holds positions only; what the tiles are is the state's matter.
#[derive(Clone)]
pub struct Board {
    origin: Pos,
    width: i16,
    height: i16,
    cells: Vec<Cell>,
    /// Empty squares that touch a tile, in reading order.
    frontier: Vec<Gap>,
}

/// An empty square that touches a tile, and its cell.
#[derive(Clone, Copy)]
struct Gap {
    pos: Pos,
    cell: u32,
}

impl Board {
    pub fn new() -> Board {
        Board { origin: Pos::default(), width: 0, height: 0, cells: Vec::new(), frontier: Vec::new() }
    }

    fn index(&self, pos: Pos) -> Option<usize> {
        let (x, y) = (i32::from(pos.x) - i32::from(self.origin.x), i32::from(pos.y) - i32::from(self.origin.y));
        let inside = x >= 0 && y >= 0 && x < i32::from(self.width) && y < i32::from(self.height);
        inside.then(|| y as usize * self.width as usize + x as usize)
    }

    /// The tile that covers a square.
    pub fn at(&self, pos: Pos) -> Option<Covered> {
        let cell = self.cells[self.index(pos)?];
        (cell.tile != EMPTY).then_some(Covered { tile: cell.tile, square: cell.square })
    }

    pub fn is_empty(&self, pos: Pos) -> bool {
        self.at(pos).is_none()
    }

    /// Empty squares that touch a tile, in reading order, and what their neighbours show towards them.
    pub fn frontier(&self) -> impl Iterator<Item = (Pos, Edges)> {
        self.frontier.iter().map(|gap| (gap.pos, self.cells[gap.cell as usize].asks))
    }

    /// Where a square is in the frontier, or would be.
    fn gap(&self, pos: Pos) -> Result<usize, usize> {
        self.frontier.binary_search_by(|gap| gap.pos.cmp(&pos))
    }

    /// What the neighbours of a square show towards it.
    pub fn asks(&self, pos: Pos) -> Edges {
        self.index(pos).map_or(Edges::ANY, |i| self.cells[i].asks)
    }

    /// How many of the eight squares around this one are covered.
    pub fn neighbours(&self, pos: Pos) -> u32 {
        pos.around().into_iter().filter(|p| !self.is_empty(*p)).count() as u32
    }

    /// Whether a tile can lie there: on empty squares, touching a tile, all edges matching.
    pub fn fits(&self, kind: &TileKind, pos: Pos, rotation: Rotation) -> bool {
        let mut touches = false;
        for square in kind.squares(rotation) {
            let Some(index) = self.index(pos + square.offset) else { continue };
            let cell = &self.cells[index];
            if cell.tile != EMPTY || !cell.asks.fit(square.edges) {
                return false;
            }
            touches |= cell.asks != Edges::ANY;
        }
        touches
    }

    /// Lays a tile on empty squares. Edges are not checked here.
    pub fn place(&mut self, tile: u16, kind: &TileKind, pos: Pos, rotation: Rotation) {
        for (number, square) in kind.squares(rotation).iter().enumerate() {
            let at = pos + square.offset;
            self.make_room(at);
            let index = self.index(at).expect("room was made");
            self.cells[index].tile = tile;
            self.cells[index].square = number as u8;
            if let Ok(i) = self.gap(at) {
                self.frontier.remove(i);
            }
        }
        for square in kind.squares(rotation) {
            let at = pos + square.offset;
            for side in Side::ALL {
                let next = at.step(side);
                let index = self.index(next).expect("room was made");
                let cell = self.cells[index];
                if cell.tile == EMPTY {
                    if cell.asks == Edges::ANY
                        && let Err(i) = self.gap(next)
                    {
                        self.frontier.insert(i, Gap { pos: next, cell: index as u32 });
                    }
                    self.cells[index].asks.set(side.opposite(), square.edges.get(side));
                }
            }
        }
    }

    /// Makes the grid hold a square and its neighbours.
    fn make_room(&mut self, pos: Pos) {
        let (right, bottom) = (self.origin.x + self.width, self.origin.y + self.height);
        let inside = |p: i16, low: i16, high: i16| p > low && p < high - 1;
        if inside(pos.x, self.origin.x, right) && inside(pos.y, self.origin.y, bottom) {
            return;
        }
        let empty = self.cells.is_empty();
        let range = |p: i16, low: i16, high: i16| {
            if empty {
                (p - MARGIN, p + MARGIN + 1)
            } else {
                // each direction grows only if it must
                let margin = MARGIN.max((high - low) / 4);
                let low = if p <= low { p - margin } else { low };
                let high = if p >= high - 1 { p + margin + 1 } else { high };
                (low, high)
            }
        };
        let (left, new_right) = range(pos.x, self.origin.x, right);
        let (top, new_bottom) = range(pos.y, self.origin.y, bottom);
        let mut grown = Board {
            origin: Pos::new(left, top),
            width: new_right - left,
            height: new_bottom - top,
            cells: vec![CLEAR; (new_right - left) as usize * (new_bottom - top) as usize],
            frontier: std::mem::take(&mut self.frontier),
        };
        for y in self.origin.y..bottom {
            for x in self.origin.x..right {
                let from = self.index(Pos::new(x, y)).expect("inside");
                let to = grown.index(Pos::new(x, y)).expect("the grown grid holds the old one");
                grown.cells[to] = self.cells[from];
            }
        }
        let frontier = std::mem::take(&mut grown.frontier).into_iter();
        grown.frontier =
            frontier.map(|gap| Gap { cell: grown.index(gap.pos).expect("inside") as u32, ..gap }).collect();
        *self = grown;
    }
}

impl Default for Board {
    fn default() -> Self {
        Board::new()
    }
}

/// What an edge of the table asks for, for messages: the feature that the neighbour shows.
pub fn asked(asks: Edges, side: Side) -> Option<EdgeSet> {
    let edge = asks.get(side);
    (edge != Edges::ANY.get(side)).then_some(edge)
}
