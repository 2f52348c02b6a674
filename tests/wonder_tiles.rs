//! The tiles of the wonders: their geometry walked along the outline, against what has been published about them.

mod recordings;

use std::collections::{BTreeMap, BTreeSet};

use carcassonne_engine::engine::tile::{NONE, Segment};
use carcassonne_engine::engine::{Catalogue, Feature, Pos, Rotation, Side, TileKind};
use carcassonne_engine::render::{marker_spot, space_spot};

/// A wonder as descriptions put it. Squares are those on which a road or city counts, in reading order a to e.
struct Description {
    id: &'static str,
    /// Squares and the number of open ends.
    roads: &'static [(&'static str, usize)],
    cities: &'static [&'static str],
    monasteries: &'static [&'static str],
    /// Those that lie enclosed within the tile included.
    fields: usize,
}

/// Sets I and II as published (encyclopaedia of the game, English 2023 and French 2024, "Roads, cities and fields on
/// wonder tiles"): spans, places, forks and numbers of fields. Roads of which no fork is told have one open end.
const PUBLISHED: [Description; 8] = [
    Description {
        id: "stonehenge",
        roads: &[("ab", 2), ("d", 1), ("e", 1)],
        cities: &["c"],
        monasteries: &[],
        fields: 4,
    },
    // the narrow field within the fork of the upper road is one of the four
    Description { id: "notre-dame", roads: &[("ab", 1), ("e", 1)], cities: &["cd"], monasteries: &["a"], fields: 4 },
    Description { id: "circus-maximus", roads: &[("c", 1), ("e", 1)], cities: &["abcd"], monasteries: &[], fields: 4 },
    Description { id: "alhambra", roads: &[("d", 1), ("e", 1)], cities: &["abc"], monasteries: &[], fields: 5 },
    Description { id: "abu-simbel", roads: &[("b", 1), ("de", 2)], cities: &["a", "d"], monasteries: &[], fields: 3 },
    Description { id: "tikal", roads: &[("abc", 1)], cities: &["c", "e"], monasteries: &[], fields: 3 },
    Description {
        id: "angkor-wat",
        roads: &[("a", 1), ("d", 1), ("ce", 1)],
        cities: &["a", "b"],
        monasteries: &[],
        fields: 3,
    },
    // the road of two tiles leaves the tile at both ends: no wonder is told to stop it
    Description { id: "terracotta-army", roads: &[("bc", 2), ("e", 3)], cities: &["c"], monasteries: &[], fields: 4 },
];

/// Set III: no description of the tiles has been published; these are the numbers of our reconstruction.
const RECONSTRUCTED: [Description; 4] = [
    Description { id: "great-wall", roads: &[("bc", 1), ("d", 1)], cities: &["a", "e"], monasteries: &[], fields: 2 },
    Description { id: "taj-mahal", roads: &[("c", 1), ("de", 1)], cities: &["b"], monasteries: &[], fields: 2 },
    Description { id: "cothon", roads: &[("ac", 1), ("d", 1)], cities: &["b"], monasteries: &[], fields: 3 },
    Description { id: "nazca-lines", roads: &[("bc", 1), ("e", 1)], cities: &["a"], monasteries: &[], fields: 2 },
];

fn descriptions() -> impl Iterator<Item = &'static Description> {
    PUBLISHED.iter().chain(&RECONSTRUCTED)
}

fn kind<'a>(catalogue: &'a Catalogue, id: &str) -> &'a TileKind {
    catalogue.kind(catalogue.kind_by_id(id).unwrap_or_else(|| panic!("no kind {id}")))
}

/// What lies at a place of the outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edge {
    /// Half a side: square, side, its field.
    Field(usize, Side, u8),
    /// A road, river or city that leaves over a side.
    Way(usize, Side, u8),
}

impl Edge {
    fn segment(self) -> u8 {
        match self {
            Edge::Field(_, _, segment) | Edge::Way(_, _, segment) => segment,
        }
    }
}

/// The outline, once around clockwise from the north side of the first square.
fn outline(kind: &TileKind) -> Vec<Edge> {
    let squares = kind.squares(Rotation::R0);
    let at = |pos: Pos| squares.iter().position(|square| square.offset == pos);
    let (mut square, mut side) = (0, Side::N);
    assert_eq!(at(squares[0].offset.step(Side::N)), None, "{}: the first square has an outer north side", kind.id);
    let mut edges = Vec::new();
    loop {
        let [left, right] = [0, 1].map(|half| squares[square].fields[2 * side as usize + half]);
        let way = squares[square].joins[side as usize];
        if left != NONE {
            edges.push(Edge::Field(square, side, left));
        }
        if way != NONE {
            edges.push(Edge::Way(square, side, way));
        }
        if right != NONE {
            edges.push(Edge::Field(square, side, right));
        }
        // around the corner, straight on, or into the next square's side
        let ahead = side.turned(Rotation::R90);
        (square, side) = match at(squares[square].offset.step(ahead)) {
            None => (square, ahead),
            Some(next) => match at(squares[next].offset.step(side)) {
                None => (next, side),
                Some(last) => (last, side.turned(Rotation::R270)),
            },
        };
        if (square, side) == (0, Side::N) {
            return edges;
        }
    }
}

/// The letters of squares.
fn letters(squares: u16) -> String {
    ('a'..'q').zip(0..16).filter(|(_, i)| squares >> i & 1 == 1).map(|(letter, _)| letter).collect()
}

fn segments(kind: &TileKind, feature: Feature) -> impl Iterator<Item = (u8, &Segment)> {
    (0..).zip(&kind.segments).filter(move |(_, segment)| segment.feature == feature)
}

#[test]
fn the_outline_is_walked_once() {
    let catalogue = Catalogue::built_in().unwrap();
    for description in descriptions() {
        let kind = kind(&catalogue, description.id);
        let squares = kind.squares(Rotation::R0);
        assert_eq!(squares.len(), 5, "{}", kind.id);
        let mut walked = BTreeSet::new();
        for edge in outline(kind) {
            let (Edge::Field(square, side, _) | Edge::Way(square, side, _)) = edge;
            walked.insert((square, side));
        }
        let inner = |square: usize, side| squares.iter().any(|s| s.offset == squares[square].offset.step(side));
        let outer: BTreeSet<_> = (0..5)
            .flat_map(|square| Side::ALL.map(|side| (square, side)))
            .filter(|(square, side)| !inner(*square, *side))
            .collect();
        assert_eq!(walked, outer, "{}", kind.id);
    }
}

#[test]
fn what_the_outline_shows_is_as_described() {
    let catalogue = Catalogue::built_in().unwrap();
    for description in descriptions() {
        let kind = kind(&catalogue, description.id);
        let outline = outline(kind);
        let ends = |segment: u8| outline.iter().filter(|e| matches!(e, Edge::Way(_, _, s) if *s == segment)).count();

        let roads = segments(kind, Feature::Road).map(|(number, s)| (letters(s.squares), ends(number)));
        let known = description.roads.iter().map(|(squares, ends)| (squares.to_string(), *ends));
        assert_eq!(roads.collect::<BTreeSet<_>>(), known.collect(), "roads of {}", kind.id);

        let cities: BTreeSet<String> = segments(kind, Feature::City).map(|(_, s)| letters(s.squares)).collect();
        assert_eq!(cities, description.cities.iter().map(|s| s.to_string()).collect(), "cities of {}", kind.id);
        assert!(segments(kind, Feature::City).all(|(number, _)| ends(number) > 0), "{}", kind.id);

        let monasteries: Vec<String> = segments(kind, Feature::Monastery).map(|(_, s)| letters(s.squares)).collect();
        assert_eq!(monasteries, description.monasteries, "monasteries of {}", kind.id);

        let reached: BTreeSet<u8> =
            outline.iter().filter(|e| matches!(e, Edge::Field(..))).map(|e| e.segment()).collect();
        let enclosed = segments(kind, Feature::Field).filter(|(_, s)| s.half_edges.is_empty()).count();
        assert_eq!(reached.len() + enclosed, description.fields, "fields of {}", kind.id);
        assert_eq!(enclosed, usize::from(kind.id == "notre-dame"));
        let rivers: Vec<usize> = segments(kind, Feature::River).map(|(number, _)| ends(number)).collect();
        assert_eq!(rivers, if kind.id == "cothon" { vec![1] } else { vec![] }, "{}", kind.id);
    }
}

/// Between two ways out there is one field; and what lies on the tile can be drawn in the plane: going around the
/// outline, no two features take turns.
#[test]
fn features_do_not_cross() {
    let catalogue = Catalogue::built_in().unwrap();
    for description in descriptions() {
        let kind = kind(&catalogue, description.id);
        let outline = outline(kind);
        for (i, edge) in outline.iter().enumerate() {
            let next = outline[(i + 1) % outline.len()];
            match (edge, next) {
                (Edge::Field(_, _, a), Edge::Field(_, _, b)) => assert_eq!(*a, b, "{}: after {edge:?}", kind.id),
                // a road or river divides the fields beside it
                (Edge::Way(_, _, way), _) if kind.segments[*way as usize].feature != Feature::City => {
                    let before = outline[(i + outline.len() - 1) % outline.len()];
                    assert_ne!(before.segment(), next.segment(), "{}: beside {edge:?}", kind.id);
                }
                _ => {}
            }
        }
        for a in 0..kind.segments.len() as u8 {
            for b in 0..a {
                let mut order: Vec<u8> = outline.iter().map(|e| e.segment()).filter(|s| *s == a || *s == b).collect();
                order.dedup();
                if order.len() > 1 && order.first() == order.last() {
                    order.pop();
                }
                assert!(order.len() <= 2, "{}: {a} and {b} cross: {outline:?}", kind.id);
            }
        }
    }
}

#[test]
fn features_lie_on_connected_squares() {
    let catalogue = Catalogue::built_in().unwrap();
    for description in descriptions() {
        let kind = kind(&catalogue, description.id);
        let squares = kind.squares(Rotation::R0);
        for segment in kind.segments.iter().filter(|segment| segment.feature != Feature::Field) {
            let mut left: Vec<Pos> =
                (0..5).filter(|i| segment.squares >> i & 1 == 1).map(|i| squares[i].offset).collect();
            assert!(segment.edges.iter().all(|(square, _)| segment.squares >> square & 1 == 1), "{}", kind.id);
            let mut queue: Vec<Pos> = left.pop().into_iter().collect();
            while let Some(pos) = queue.pop() {
                let (near, far) = left.iter().partition(|other| Side::ALL.iter().any(|s| pos.step(*s) == **other));
                left = far;
                queue.extend::<Vec<Pos>>(near);
            }
            assert!(left.is_empty(), "{} {:?}", kind.id, segment.feature);
        }
        let fields = segments(kind, Feature::Field).filter(|(_, field)| !field.half_edges.is_empty());
        for (number, field) in fields {
            let reached = field.half_edges.iter().fold(0, |squares, (square, _)| squares | 1 << square);
            assert_eq!(field.squares, reached, "{} {number}", kind.id);
        }
    }
}

/// Published for set I: these fields touch the wonder only, which is no city.
#[test]
fn fields_that_touch_only_the_wonder() {
    let catalogue = Catalogue::built_in().unwrap();
    // around the monastery (top right), between the roads (right of the middle), between the roads
    for (id, square, side) in [("notre-dame", 0, Side::E), ("circus-maximus", 2, Side::E), ("alhambra", 4, Side::N)] {
        let kind = kind(&catalogue, id);
        let outline = outline(kind);
        let field = kind.squares(Rotation::R0)[square].fields[2 * side as usize];
        assert!(kind.segments[field as usize].touches.is_empty(), "{id}");
        // one run of the outline, with a road at both ends
        let start = outline.iter().position(|e| e.segment() != field).unwrap();
        let turned: Vec<Edge> = (0..outline.len()).map(|i| outline[(start + i) % outline.len()]).collect();
        let first = turned.iter().position(|e| e.segment() == field).unwrap();
        let last = turned.iter().rposition(|e| e.segment() == field).unwrap();
        assert!(turned[first..=last].iter().all(|e| e.segment() == field), "{id}");
        for edge in [turned[first - 1], turned[(last + 1) % turned.len()]] {
            assert_eq!(kind.segments[edge.segment() as usize].feature, Feature::Road, "{id}");
        }
    }
}

/// On their backs the four wonders of set I show one map: their shapes fill a rectangle of 4 by 5 squares.
#[test]
fn the_first_set_fills_a_rectangle() {
    const WIDTH: i16 = 4;
    const HEIGHT: i16 = 5;
    fn fill(kinds: &[&TileKind], covered: &mut BTreeSet<Pos>) -> bool {
        let free = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| Pos::new(x, y))).find(|p| !covered.contains(p));
        let Some(free) = free else { return kinds.is_empty() };
        for (i, kind) in kinds.iter().enumerate() {
            let mut others = kinds.to_vec();
            others.remove(i);
            for rotation in Rotation::ALL {
                let squares: Vec<Pos> = kind.squares(rotation).iter().map(|square| square.offset).collect();
                // the first square in reading order covers the first one that is free
                let first = *squares.iter().min().unwrap();
                let lies: Vec<Pos> =
                    squares.iter().map(|s| Pos::new(free.x + s.x - first.x, free.y + s.y - first.y)).collect();
                let on = |p: &Pos| (0..WIDTH).contains(&p.x) && (0..HEIGHT).contains(&p.y) && !covered.contains(p);
                if lies.iter().all(on) {
                    covered.extend(&lies);
                    if fill(&others, covered) {
                        return true;
                    }
                    lies.iter().for_each(|p| assert!(covered.remove(p)));
                }
            }
        }
        false
    }
    let catalogue = Catalogue::built_in().unwrap();
    let kinds: Vec<&TileKind> = PUBLISHED[..4].iter().map(|d| kind(&catalogue, d.id)).collect();
    assert!(fill(&kinds, &mut BTreeSet::new()));
    // the search can fail: a row of five does not fit beside these
    let others = [&kinds[..3], &[kind(&catalogue, "abu-simbel")]].concat();
    assert!(!fill(&others, &mut BTreeSet::new()));
}

#[test]
fn the_catalogue_says_what_they_are() {
    let catalogue = Catalogue::built_in().unwrap();
    for (set, known) in
        [("wonders-1", &PUBLISHED[..4]), ("wonders-2", &PUBLISHED[4..]), ("wonders-3", &RECONSTRUCTED[..])]
    {
        let set = catalogue.set(catalogue.set_by_id(set).unwrap());
        assert!(set.tiles.is_empty(), "wonders are not drawn");
        let ids: Vec<&str> = set.beside.iter().map(|kind| &*catalogue.kind(*kind).id).collect();
        assert_eq!(ids, known.iter().map(|d| d.id).collect::<Vec<_>>());
        for kind in set.beside.iter().map(|kind| catalogue.kind(*kind)) {
            let reconstructed = set.id == "wonders-3";
            assert!(kind.status.contains("reconstruction"), "{}", kind.id);
            assert_eq!(kind.status.contains("no published description"), reconstructed, "{}", kind.id);
            assert_eq!(kind.status.contains("as published"), !reconstructed, "{}", kind.id);
            assert!((1..=160).contains(&kind.effect.len()), "{}", kind.id);
            assert_eq!(kind.max, Some(1), "{}", kind.id);
            let mut traits = BTreeSet::from(["wonder", &*kind.id]);
            match &*kind.id {
                "cothon" => assert!(traits.insert("start-tile")),
                "abu-simbel" | "terracotta-army" => assert!(traits.insert("farm")),
                _ => {}
            }
            assert_eq!(catalogue.trait_names(kind.traits).collect::<BTreeSet<_>>(), traits);
            let spaces: Vec<&str> = kind.spaces.iter().map(|space| &*space.name).collect();
            let known: &[&str] = match &*kind.id {
                "taj-mahal" => &["1", "2", "3", "4", "5"],
                "cothon" => &["harbour"],
                _ => &[],
            };
            assert_eq!(spaces, known, "{}", kind.id);
        }
    }
}

/// The marker of the Taj Mahal stands on its first space.
#[test]
fn markers_stand_on_the_wonder() {
    let catalogue = Catalogue::built_in().unwrap();
    for description in descriptions() {
        assert!(marker_spot(&catalogue, kind(&catalogue, description.id)).is_some());
    }
    let taj_mahal = kind(&catalogue, "taj-mahal");
    assert_eq!(marker_spot(&catalogue, taj_mahal), Some(space_spot(taj_mahal, 0)));
    assert_eq!(marker_spot(&catalogue, kind(&catalogue, "A")), None);
}

/// Facts of a wonder, in the words of the file that the catalogue was written from.
#[derive(serde::Deserialize)]
struct Facts {
    id: String,
    set: u32,
    status: String,
    picture: Option<String>,
    #[serde(default)]
    start_tile: bool,
    squares: BTreeMap<char, [i16; 2]>,
    #[serde(default)]
    road: BTreeMap<String, Way>,
    #[serde(default)]
    city: BTreeMap<String, Way>,
    #[serde(default)]
    monastery: BTreeMap<String, Way>,
    river: Option<Way>,
    field: BTreeMap<String, Field>,
}

#[derive(serde::Deserialize)]
struct Way {
    on: String,
    #[serde(default)]
    open: BTreeSet<String>,
}

#[derive(serde::Deserialize)]
struct Field {
    half: BTreeSet<String>,
    touches: Vec<String>,
}

/// With the file that `WONDER_TILES` names, or `../shared/rules/wonder-tiles.toml`; without it the test is skipped.
#[test]
fn the_catalogue_agrees_with_the_facts() {
    let path = recordings::folder("WONDER_TILES", "../shared/rules/wonder-tiles.toml");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: no facts in {}", path.display());
        return;
    };
    let catalogue = Catalogue::built_in().unwrap();
    let mut facts: BTreeMap<String, Vec<Facts>> = toml::from_str(&text).unwrap();
    let facts = facts.remove("wonder").unwrap();
    assert_eq!(facts.len(), 12);
    for (number, facts) in (120..).zip(facts) {
        let kind = kind(&catalogue, &facts.id.replace('_', "-"));
        let squares = kind.squares(Rotation::R0);
        assert_eq!(kind.number, number, "{}", kind.id);
        let offsets: BTreeMap<char, [i16; 2]> =
            ('a'..).zip(squares).map(|(letter, s)| (letter, [s.offset.x, s.offset.y])).collect();
        assert_eq!(offsets, facts.squares, "{}", kind.id);
        assert_eq!(kind.status.contains("no published description"), facts.status == "reconstructed", "{}", kind.id);
        let set = catalogue.set(catalogue.set_by_id(&format!("wonders-{}", facts.set)).unwrap());
        assert!(set.beside.iter().any(|beside| catalogue.kind(*beside).id == kind.id), "{}", kind.id);
        let has = |name: &str| catalogue.trait_names(kind.traits).any(|t| t == name);
        assert_eq!(has("start-tile"), facts.start_tile, "{}", kind.id);
        assert_eq!(has("farm"), facts.picture.as_deref() == Some("farm"), "{}", kind.id);

        let letter = |square: u8| char::from(b'a' + square);
        let open = |s: &Segment| s.edges.iter().map(|(sq, side)| format!("{}{}", letter(*sq), side.letter())).collect();
        let ours = |feature| -> BTreeSet<(String, BTreeSet<String>)> {
            segments(kind, feature).map(|(_, s)| (letters(s.squares), open(s))).collect()
        };
        let theirs = |ways: Vec<Way>| ways.into_iter().map(|way| (way.on, way.open)).collect::<BTreeSet<_>>();
        let cities: BTreeMap<String, BTreeSet<String>> =
            facts.city.iter().map(|(name, city)| (name.clone(), city.open.clone())).collect();
        assert_eq!(ours(Feature::City), theirs(facts.city.into_values().collect()), "{}", kind.id);
        assert_eq!(ours(Feature::Road), theirs(facts.road.into_values().collect()), "{}", kind.id);
        assert_eq!(ours(Feature::Monastery), theirs(facts.monastery.into_values().collect()), "{}", kind.id);
        assert_eq!(ours(Feature::River), theirs(facts.river.into_iter().collect()), "{}", kind.id);
        // a city that a field touches, by its open sides
        let fields: BTreeSet<(BTreeSet<String>, BTreeSet<BTreeSet<String>>)> = segments(kind, Feature::Field)
            .map(|(_, s)| {
                let half = s.half_edges.iter().map(|(sq, half)| format!("{}{}", letter(*sq), half.name())).collect();
                (half, s.touches.iter().map(|city| open(&kind.segments[*city as usize])).collect())
            })
            .collect();
        let known: BTreeSet<_> = facts
            .field
            .into_values()
            .map(|field| (field.half, field.touches.iter().map(|name| cities[name].clone()).collect()))
            .collect();
        assert_eq!(fields, known, "{}", kind.id);
        assert_eq!(fields.len(), segments(kind, Feature::Field).count(), "{}", kind.id);
    }
}
