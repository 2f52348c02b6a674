//! Kinds of tiles: which squares they cover and how their segments reach the edges.

use super::geometry::{HalfSide, Pos, Rotation, Side};

/// What a segment shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Feature {
    Road,
    City,
    Field,
    Monastery,
    Garden,
    River,
}

impl Feature {
    pub const ALL: [Feature; 6] =
        [Feature::Road, Feature::City, Feature::Field, Feature::Monastery, Feature::Garden, Feature::River];

    pub fn name(self) -> &'static str {
        ["road", "city", "field", "monastery", "garden", "river"][self as usize]
    }

    pub fn from_name(name: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|f| f.name() == name)
    }

    /// Road, city, river: features that join over whole edges.
    pub fn joins_over_edges(self) -> bool {
        matches!(self, Feature::Road | Feature::City | Feature::River)
    }

    /// Monastery, garden: features that are completed by the eight squares around them.
    pub fn is_surrounded(self) -> bool {
        matches!(self, Feature::Monastery | Feature::Garden)
    }
}

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Features(u8);

impl Features {
    /// Those of these segments.
    fn of(segments: &[Segment]) -> Features {
        Features(segments.iter().fold(0, |all, segment| all | 1 << segment.feature as u8))
    }

    fn contains(self, feature: Feature) -> bool {
        self.0 >> feature as u8 & 1 == 1
    }
}

/// A set of traits: small marks in the catalogue that rules ask for ("inn"). Bits are given by the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traits(pub u64);

impl Traits {
    /// How many different traits there can be.
    pub const CAPACITY: usize = 64;

    pub fn contains(self, one: Traits) -> bool {
        one.0 != 0 && self.0 & one.0 == one.0
    }

    /// Whether they have one in common.
    pub fn meet(self, other: Traits) -> bool {
        self.0 & other.0 != 0
    }

    pub fn with(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }
}

/// A part of a feature on a tile, unrotated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    pub feature: Feature,
    /// Squares it lies on: bit i is square i of the kind.
    pub squares: u16,
    /// Outer edges over which it goes on (road, city, river).
    pub edges: Vec<(u8, Side)>,
    /// Outer half edges that it reaches (field).
    pub half_edges: Vec<(u8, HalfSide)>,
    /// Segments of the cities that touch it (field).
    pub touches: Vec<u8>,
    pub coats_of_arms: u8,
    pub traits: Traits,
}

impl Segment {
    /// Whether it lies on a square of the kind.
    pub fn lies_on(&self, square: u8) -> bool {
        u32::from(square) < u16::BITS && self.squares >> square & 1 == 1
    }

    /// The squares of the kind that it lies on, ascending.
    pub fn each_square(&self) -> impl Iterator<Item = u8> + use<> {
        let squares = self.squares;
        (0..u16::BITS as u8).filter(move |square| squares >> square & 1 == 1)
    }

    /// The square of the kind on which a monastery or garden lies.
    pub fn first_square(&self) -> usize {
        self.squares.trailing_zeros() as usize
    }
}

/// What an edge shows, as a set: an edge fits another if the sets meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EdgeSet(pub u8);

impl EdgeSet {
    pub const FIELD: EdgeSet = EdgeSet(1);
    pub const ROAD: EdgeSet = EdgeSet(2);
    pub const CITY: EdgeSet = EdgeSet(4);
    pub const RIVER: EdgeSet = EdgeSet(8);

    /// The feature shown; an edge without road, city or river shows field.
    pub fn feature(self) -> Feature {
        match self {
            EdgeSet::ROAD => Feature::Road,
            EdgeSet::CITY => Feature::City,
            EdgeSet::RIVER => Feature::River,
            _ => Feature::Field,
        }
    }
}

/// The four edges of a square, four bits a side in the order N, E, S, W.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edges(pub u16);

impl Edges {
    /// Every edge takes anything.
    pub const ANY: Edges = Edges(0xffff);

    pub fn get(self, side: Side) -> EdgeSet {
        EdgeSet((self.0 >> (4 * side as u16)) as u8 & 0xf)
    }

    pub fn set(&mut self, side: Side, edge: EdgeSet) {
        let shift = 4 * side as u16;
        self.0 = self.0 & !(0xf << shift) | (edge.0 as u16) << shift;
    }

    /// Whether all four edges meet.
    pub fn fit(self, other: Edges) -> bool {
        let mut met = self.0 & other.0;
        met |= met >> 1;
        met |= met >> 2;
        met & 0x1111 == 0x1111
    }
}

/// What a tile of one square shows in each of its four rotations, sixteen bits for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turned(u64);

impl Turned {
    /// None for a larger tile, or one that does not lie at its origin.
    pub fn of(kind: &TileKind) -> Option<Turned> {
        let mut turned = 0;
        for rotation in Rotation::ALL {
            let [square @ Square { offset: Pos { x: 0, y: 0 }, .. }] = kind.squares(rotation) else { return None };
            turned |= u64::from(square.edges.0) << (16 * rotation as u32);
        }
        Some(Turned(turned))
    }

    /// The rotations in which all four edges meet what is asked, ascending: `Edges::fit` for all four at a time. The bits of
    /// each edge are gathered in its lowest one, then those of the four edges in the lowest bit of each sixteen. No bit of one
    /// rotation reaches one that is looked at of another.
    pub fn fit(self, asks: Edges) -> impl Iterator<Item = Rotation> {
        let mut met = self.0 & (u64::from(asks.0) * 0x0001_0001_0001_0001);
        met |= met >> 1;
        met |= met >> 2;
        met &= met >> 4;
        met &= met >> 8;
        met &= 0x0001_0001_0001_0001;
        std::iter::from_fn(move || {
            let rotation = (met != 0).then(|| Rotation::from_quarters(met.trailing_zeros() as usize / 16));
            met &= met.wrapping_sub(1);
            rotation
        })
    }
}

/// No segment at this edge or half edge.
pub const NONE: u8 = u8::MAX;

/// One square of a kind in one rotation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Square {
    /// Where it lies, from the origin of the tile.
    pub offset: Pos,
    /// What its edges show; inner edges of a larger tile take anything.
    pub edges: Edges,
    /// Segment that leaves over each side (road, city, river), or `NONE`.
    pub joins: [u8; 4],
    /// Field at each half side, or `NONE`.
    pub fields: [u8; 8],
}

impl Square {
    /// Fields at the two halves of a side, left and right, or `NONE`.
    pub fn fields_of(&self, side: Side) -> [u8; 2] {
        let [left, right] = [2 * side as usize, 2 * side as usize + 1];
        [self.fields[left], self.fields[right]]
    }
}

/// A place on a tile that belongs to no feature, where figures can stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Space {
    pub name: String,
    /// Where it is: thousandths of a square from the north-west corner of the square at the origin, unrotated.
    pub at: (i32, i32),
}

/// A kind of tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileKind {
    /// Number in the API.
    pub number: u32,
    /// Id in the text notation.
    pub id: String,
    pub name: String,
    /// What the tile does for its owner, in a sentence; empty if it does nothing.
    pub effect: String,
    /// How sure its geometry is; empty if it is known.
    pub status: String,
    pub traits: Traits,
    /// Whether its outer edges fit anything: what meets them ends there.
    pub fits_anything: bool,
    /// At most so many in a game, however many sets bring it.
    pub max: Option<u32>,
    pub segments: Vec<Segment>,
    pub spaces: Vec<Space>,
    /// What follows from its squares and segments.
    pub form: Form,
}

/// What is asked of a kind whenever it is laid, computed once and kept close together: there are many kinds, and memory that was
/// not looked at lately is slow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The squares of all four rotations, one after the other.
    squares: Vec<Square>,
    /// The feature of each segment, and over how many edges it goes on.
    segments: Vec<(Feature, u16)>,
    shows: Features,
}

impl TileKind {
    /// The squares as they lie in a rotation.
    pub fn squares(&self, rotation: Rotation) -> &[Square] {
        let each = self.form.squares.len() / 4;
        &self.form.squares[rotation as usize * each..][..each]
    }

    /// The feature of each segment, and over how many edges it goes on.
    pub fn outline(&self) -> &[(Feature, u16)] {
        &self.form.segments
    }

    /// Whether it has a segment of that feature.
    pub fn shows(&self, feature: Feature) -> bool {
        self.form.shows.contains(feature)
    }
}

impl Form {
    /// `offsets` of the squares are unrotated, the first need not be (0, 0).
    pub fn of(offsets: &[Pos], segments: &[Segment], fits_anything: bool) -> Form {
        let square = |rotation| {
            (0..offsets.len() as u8).map(move |i| Self::square(offsets, segments, fits_anything, i, rotation))
        };
        Form {
            squares: Rotation::ALL.into_iter().flat_map(square).collect(),
            segments: segments.iter().map(|segment| (segment.feature, segment.edges.len() as u16)).collect(),
            shows: Features::of(segments),
        }
    }

    fn square(offsets: &[Pos], segments: &[Segment], fits_anything: bool, index: u8, rotation: Rotation) -> Square {
        let offset = offsets[index as usize];
        let mut edges = Edges::ANY;
        let (mut joins, mut fields) = ([NONE; 4], [NONE; 8]);
        for side in Side::ALL {
            if !fits_anything && !offsets.contains(&offset.step(side)) {
                edges.set(side.turned(rotation), EdgeSet::FIELD);
            }
        }
        for (number, segment) in segments.iter().enumerate() {
            for &(square, side) in &segment.edges {
                if square == index {
                    let side = side.turned(rotation);
                    joins[side as usize] = number as u8;
                    edges.set(
                        side,
                        match segment.feature {
                            Feature::Road => EdgeSet::ROAD,
                            Feature::City => EdgeSet::CITY,
                            _ => EdgeSet::RIVER,
                        },
                    );
                }
            }
            for &(square, half) in &segment.half_edges {
                if square == index {
                    fields[half.turned(rotation).index()] = number as u8;
                }
            }
        }
        Square { offset: offset.turned(rotation), edges, joins, fields }
    }
}
