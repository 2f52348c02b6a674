//! The table: which tile covers a square, and what the empty squares along the edge ask of a tile.

use super::geometry::{Pos, Rotation, Side};
use super::position::held;
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
    /// Whether there is a tile beside it. What it asks does not tell: there are tiles that fit anything.
    touched: bool,
    /// What the neighbours show towards this square; `Edges::ANY` where there is none.
    asks: Edges,
}

impl Cell {
    fn covered(self) -> Option<Covered> {
        (self.tile != EMPTY).then_some(Covered { tile: self.tile, square: self.square })
    }
}

const EMPTY: u16 = u16::MAX;
const CLEAR: Cell = Cell { tile: EMPTY, square: 0, touched: false, asks: Edges::ANY };
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

/// An empty square that touches a tile.
#[derive(Clone, Copy)]
struct Gap {
    pos: Pos,
    /// What its cell asks: whoever looks at all gaps need not look there.
    asks: Edges,
    cell: u32,
}

impl Board {
    pub fn new() -> Board {
        Board { origin: Pos::default(), width: 0, height: 0, cells: Vec::new(), frontier: Vec::new() }
    }

    /// Becomes a copy of another board, in the memory that it has.
    pub fn copy_from(&mut self, other: &Board) {
        let Board { origin, width, height, cells, frontier } = other;
        (self.origin, self.width, self.height) = (*origin, *width, *height);
        self.cells.clone_from(cells);
        self.frontier.clone_from(frontier);
    }

    /// Bytes beside its own.
    pub fn bytes(&self) -> usize {
        held(&self.cells) + held(&self.frontier)
    }

    fn index(&self, pos: Pos) -> Option<usize> {
        self.index_within(0, pos)
    }

    /// The cell of a square, if it is so far from the rim of the grid.
    fn index_within(&self, margin: i32, pos: Pos) -> Option<usize> {
        let (x, y) = (i32::from(pos.x) - i32::from(self.origin.x), i32::from(pos.y) - i32::from(self.origin.y));
        let inside = |place: i32, length: i16| place >= margin && place < i32::from(length) - margin;
        let within = inside(x, self.width) && inside(y, self.height);
        within.then(|| y as usize * self.width as usize + x as usize)
    }

    /// The cell of a square on which a tile is to lie, with room for what is around it.
    fn index_with_room(&mut self, pos: Pos) -> usize {
        self.index_within(1, pos).unwrap_or_else(|| {
            self.make_room(pos, pos);
            self.index(pos).expect("room was made")
        })
    }

    /// The tile that covers a square.
    pub fn at(&self, pos: Pos) -> Option<Covered> {
        self.cells[self.index(pos)?].covered()
    }

    /// What covers the squares beside one on which a tile lies.
    pub fn beside(&self, pos: Pos) -> impl Iterator<Item = (Side, Covered)> {
        let beside = self.cells_beside(self.index(pos).expect("a tile lies there"));
        let covered = move |side: &Side| Some((*side, self.cells[beside[*side as usize]].covered()?));
        Side::ALL.iter().filter_map(covered)
    }

    pub fn is_empty(&self, pos: Pos) -> bool {
        self.at(pos).is_none()
    }

    /// Empty squares that touch a tile, in reading order, and what their neighbours show towards them.
    pub fn frontier(&self) -> impl Iterator<Item = (Pos, Edges)> {
        self.frontier.iter().map(|gap| (gap.pos, gap.asks))
    }

    /// Where a cell is in the frontier, or would be: cells are in reading order too.
    fn gap(&self, cell: usize) -> Result<usize, usize> {
        self.frontier.binary_search_by(|gap| gap.cell.cmp(&(cell as u32)))
    }

    /// What the neighbours of a square show towards it.
    pub fn asks(&self, pos: Pos) -> Edges {
        self.index(pos).map_or(Edges::ANY, |i| self.cells[i].asks)
    }

    /// A square on which a tile lies and the eight around it, row by row.
    fn around(&self, pos: Pos) -> [&[Cell]; 3] {
        let (cell, width) = (self.index(pos).expect("a tile lies there"), self.width as usize);
        [cell - width, cell, cell + width].map(|middle| &self.cells[middle - 1..=middle + 1])
    }

    /// Whether there is a tile beside a square on which none lies.
    pub fn touches(&self, pos: Pos) -> bool {
        self.index(pos).is_some_and(|cell| self.cells[cell].touched)
    }

    /// How many of the eight squares around one on which a tile lies are covered.
    pub fn neighbours(&self, pos: Pos) -> u32 {
        self.around(pos).iter().flat_map(|row| row.iter()).filter(|cell| cell.tile != EMPTY).count() as u32 - 1
    }

    /// Whether all of them are.
    pub fn is_surrounded(&self, pos: Pos) -> bool {
        self.around(pos).iter().all(|row| row.iter().all(|cell| cell.tile != EMPTY))
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
            touches |= cell.touched;
        }
        touches
    }

    /// Lays a tile on empty squares. Edges are not checked here.
    pub fn place(&mut self, tile: u16, kind: &TileKind, pos: Pos, rotation: Rotation) {
        self.lay::<true>(tile, kind, pos, rotation);
    }

    /// The same without the frontier. Whoever lays many tiles finds it once, when all of them lie there: keeping a sorted list
    /// tile by tile costs more than all the rest of laying them.
    pub fn cover(&mut self, tile: u16, kind: &TileKind, pos: Pos, rotation: Rotation) {
        self.lay::<false>(tile, kind, pos, rotation);
    }

    /// The tile takes its squares and shows its edges to the empty squares around each.
    fn lay<const FRONTIER: bool>(&mut self, tile: u16, kind: &TileKind, pos: Pos, rotation: Rotation) {
        for (number, square) in kind.squares(rotation).iter().enumerate() {
            let at = pos + square.offset;
            let index = self.index_with_room(at);
            let cell = &mut self.cells[index];
            (cell.tile, cell.square) = (tile, number as u8);
            if FRONTIER && let Ok(i) = self.gap(index) {
                self.frontier.remove(i);
            }
            let beside = self.cells_beside(index);
            for &side in &Side::ALL {
                let next = beside[side as usize];
                let cell = &mut self.cells[next];
                if cell.tile != EMPTY {
                    continue;
                }
                cell.touched = true;
                cell.asks.set(side.opposite(), square.edges.get(side));
                let asks = cell.asks;
                if FRONTIER {
                    match self.gap(next) {
                        Ok(i) => self.frontier[i].asks = asks,
                        Err(i) => self.frontier.insert(i, Gap { pos: at.step(side), asks, cell: next as u32 }),
                    }
                }
            }
        }
    }

    /// Finds the frontier of all tiles that lie there: cells are in reading order. `corners`: between which all of them lie, if they
    /// are known.
    pub fn find_frontier(&mut self, corners: Option<(Pos, Pos)>) {
        if self.cells.is_empty() {
            return;
        }
        let all = || (self.origin + Pos::new(1, 1), self.origin + Pos::new(self.width - 2, self.height - 2));
        let (from, to) = corners.unwrap_or_else(all);
        let mut frontier = std::mem::take(&mut self.frontier);
        frontier.reserve(2 * ((to.x - from.x) as usize + (to.y - from.y) as usize) + 8);
        for y in from.y - 1..=to.y + 1 {
            let row = Pos::new(from.x - 1, y);
            let begin = self.index(row).expect("there is room around every tile");
            let cells = &self.cells[begin..=begin + (to.x - from.x) as usize + 2];
            for (i, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.touched && cell.tile == EMPTY) {
                let (pos, cell_number) = (Pos::new(row.x + i as i16, y), (begin + i) as u32);
                frontier.push(Gap { pos, asks: cell.asks, cell: cell_number });
            }
        }
        self.frontier = frontier;
    }

    /// The cells around that of a tile, by side: there is room around every tile.
    fn cells_beside(&self, cell: usize) -> [usize; 4] {
        let width = self.width as usize;
        [cell - width, cell + 1, cell + width, cell - 1]
    }

    /// Makes the grid hold all squares between two corners, and their neighbours.
    pub fn make_room(&mut self, from: Pos, to: Pos) {
        if [from, to].into_iter().all(|corner| self.index_within(1, corner).is_some()) {
            return;
        }
        let (right, bottom) = (self.origin.x + self.width, self.origin.y + self.height);
        let empty = self.cells.is_empty();
        let range = |from: i16, to: i16, low: i16, high: i16| {
            if empty {
                (from - MARGIN, to + MARGIN + 1)
            } else {
                // each direction grows only if it must
                let margin = MARGIN.max((high - low) / 4);
                let new_low = if from <= low { from - margin } else { low };
                let new_high = if to >= high - 1 { to + margin + 1 } else { high };
                (new_low, new_high)
            }
        };
        let (left, new_right) = range(from.x, to.x, self.origin.x, right);
        let (top, new_bottom) = range(from.y, to.y, self.origin.y, bottom);
        let (width, height) = (new_right - left, new_bottom - top);
        let mut grown = Board {
            origin: Pos::new(left, top),
            width,
            height,
            cells: vec![CLEAR; width as usize * height as usize],
            frontier: Vec::new(),
        };
        for (row, y) in self.cells.chunks_exact(self.width.max(1) as usize).zip(self.origin.y..) {
            let to = grown.index(Pos::new(self.origin.x, y)).expect("the grown grid holds the old one");
            grown.cells[to..to + row.len()].copy_from_slice(row);
        }
        grown.frontier = std::mem::take(&mut self.frontier);
        for i in 0..grown.frontier.len() {
            let cell = grown.index(grown.frontier[i].pos).expect("the grown grid holds the old one");
            grown.frontier[i].cell = cell as u32;
        }
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
