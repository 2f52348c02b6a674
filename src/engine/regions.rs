//! Regions: the segments of one feature that are joined over the edges of tiles.
//!
//! Every segment on the table carries the slot of its region, and every region a circular list of its segments. Joining
//! two regions relabels the smaller one, so the question "which region is this" is one look-up and the members of a
//! region are at hand when it has to be computed anew.

use super::board::{Board, Covered};
use super::geometry::{Pos, Rotation};
use super::position::held;
use super::tile::{Feature, NONE, Square, TileKind};

/// A segment on the table: tile and segment of its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SegmentRef {
    pub tile: u16,
    pub segment: u8,
}

/// A region, for as long as no tile is placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegionId(u16);

#[derive(Clone, Copy)]
struct Region {
    feature: Feature,
    size: u16,
    /// Edges over which it can still grow.
    open: u16,
    /// Figures that stand on it.
    figures: u16,
}

#[derive(Clone, Copy)]
struct Member {
    at: SegmentRef,
    region: u16,
    /// Next segment of the same region, in a circle.
    next: u16,
}

#[derive(Clone, Default)]
pub struct Regions {
    /// For each tile, the index of its first segment in `members`.
    first: Vec<u16>,
    members: Vec<Member>,
    /// One slot for each segment ever placed; slot i begins as the region of segment i alone.
    slots: Vec<Region>,
}

impl Regions {
    /// No regions yet, and room for those of so many tiles with so many segments.
    pub fn with_room(tiles: usize, segments: usize) -> Regions {
        Regions {
            first: Vec::with_capacity(tiles),
            members: Vec::with_capacity(segments),
            slots: Vec::with_capacity(segments),
        }
    }

    /// Becomes a copy of others, in the memory that it has.
    pub fn copy_from(&mut self, other: &Regions) {
        let Regions { first, members, slots } = other;
        self.first.clone_from(first);
        self.members.clone_from(members);
        self.slots.clone_from(slots);
    }

    /// Bytes beside its own.
    pub fn bytes(&self) -> usize {
        held(&self.first) + held(&self.members) + held(&self.slots)
    }

    fn index(&self, at: SegmentRef) -> usize {
        self.first[at.tile as usize] as usize + at.segment as usize
    }

    /// The region of a segment.
    pub fn of(&self, at: SegmentRef) -> RegionId {
        RegionId(self.members[self.index(at)].region)
    }

    pub fn feature(&self, region: RegionId) -> Feature {
        self.slots[region.0 as usize].feature
    }

    /// Edges over which a road, city or river can still grow.
    pub fn open_edges(&self, region: RegionId) -> u16 {
        self.slots[region.0 as usize].open
    }

    /// How many figures stand on it.
    pub fn figures(&self, region: RegionId) -> u16 {
        self.slots[region.0 as usize].figures
    }

    /// How many segments it has.
    pub fn size(&self, region: RegionId) -> usize {
        self.slots[region.0 as usize].size as usize
    }

    /// The segments of a region, in no particular order but always the same.
    pub fn members(&self, region: RegionId) -> impl Iterator<Item = SegmentRef> {
        // a slot keeps the number of a segment that belongs to it: its own
        let start = region.0 as usize;
        let mut at = start;
        let mut done = false;
        std::iter::from_fn(move || {
            if done {
                return None;
            }
            let member = &self.members[at];
            at = member.next as usize;
            done = at == start;
            Some(member.at)
        })
    }

    /// The first segment in the order of placement: the name of a region in outputs.
    pub fn first_member(&self, region: RegionId) -> SegmentRef {
        self.members(region).min().expect("a region has segments")
    }

    /// All regions, ordered by first segment.
    pub fn all(&self) -> Vec<RegionId> {
        let mut seen = vec![false; self.slots.len()];
        let mut all = Vec::new();
        for member in &self.members {
            if !std::mem::replace(&mut seen[member.region as usize], true) {
                all.push(RegionId(member.region));
            }
        }
        all
    }

    pub fn figure_added(&mut self, at: SegmentRef) {
        let region = self.of(at);
        self.slots[region.0 as usize].figures += 1;
    }

    pub fn figure_removed(&mut self, at: SegmentRef) {
        let region = self.of(at);
        self.slots[region.0 as usize].figures -= 1;
    }

    /// Adds the segments of the next tile, which already lies on the board, and joins them with what they meet.
    /// `square_of` tells what an earlier tile shows on a square.
    pub fn add_tile<'a>(
        &mut self,
        board: &Board,
        kind: &TileKind,
        pos: Pos,
        rotation: Rotation,
        square_of: impl Fn(Covered) -> &'a Square,
    ) {
        let tile = self.first.len() as u16;
        let first = self.members.len() as u16;
        self.first.push(first);
        let outline = kind.outline();
        self.members.extend((0..outline.len() as u8).map(|segment| {
            let index = first + u16::from(segment);
            Member { at: SegmentRef { tile, segment }, region: index, next: index }
        }));
        self.slots.extend(outline.iter().map(|&(feature, open)| Region { feature, size: 1, open, figures: 0 }));
        for square in kind.squares(rotation) {
            for (side, other) in board.beside(pos + square.offset).filter(|(_, other)| other.tile != tile) {
                let (facing, theirs) = (square_of(other), self.first[other.tile as usize]);
                self.meet((first, square.joins[side as usize]), (theirs, facing.joins[side.opposite() as usize]));
                let ([left, right], [their_left, their_right]) =
                    (square.fields_of(side), facing.fields_of(side.opposite()));
                self.join_fields((first, left), (theirs, their_right));
                self.join_fields((first, right), (theirs, their_left));
            }
        }
    }

    /// What leaves over an edge meets what leaves over the one that faces it: each the number of the first segment of its tile, and
    /// its own or `NONE`.
    fn meet(&mut self, (first, own): (u16, u8), (theirs, other): (u16, u8)) {
        let closed = match (own, other) {
            (NONE, NONE) => return,
            // what meets a tile that fits anything ends there
            (own, NONE) => (self.members[usize::from(first + u16::from(own))].region, 1),
            (NONE, other) => (self.members[usize::from(theirs + u16::from(other))].region, 1),
            (own, other) => (self.join(first + u16::from(own), theirs + u16::from(other)), 2),
        };
        self.slots[usize::from(closed.0)].open -= closed.1;
    }

    /// The same for fields at half edges that face each other.
    fn join_fields(&mut self, (first, own): (u16, u8), (theirs, other): (u16, u8)) {
        if own != NONE && other != NONE {
            self.join(first + u16::from(own), theirs + u16::from(other));
        }
    }

    /// Joins the regions of two segments, and returns the slot of the one that they become; the smaller takes the label of the larger.
    fn join(&mut self, a: u16, b: u16) -> u16 {
        let (a, b) = (self.members[a as usize].region, self.members[b as usize].region);
        if a == b {
            return a;
        }
        let size = |slot: u16| self.slots[slot as usize].size;
        let (large, small) = if size(a) >= size(b) { (a, b) } else { (b, a) };
        let mut at = small as usize;
        loop {
            self.members[at].region = large;
            at = self.members[at].next as usize;
            if at == small as usize {
                break;
            }
        }
        // two circles become one by exchanging what follows one member of each
        let next = self.members[large as usize].next;
        self.members[large as usize].next = self.members[small as usize].next;
        self.members[small as usize].next = next;
        let Region { size, open, figures, .. } = self.slots[small as usize];
        let joined = &mut self.slots[large as usize];
        joined.size += size;
        joined.open += open;
        joined.figures += figures;
        large
    }
}
