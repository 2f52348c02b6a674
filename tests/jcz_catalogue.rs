//! The tile catalogue against that of another engine: geometry, traits, ways and counts of every kind that both have.
//!
//! Their files lie in the folder `JCZ_EXPANSIONS`, or in `../shared/jcz/expansions`; without them the test is skipped.

mod recordings;

use std::collections::{BTreeMap, BTreeSet};

use carcassonne_engine::engine::tile::{Segment, TileKind};
use carcassonne_engine::engine::{Catalogue, Kind, Rotation, Side};
use carcassonne_engine::notation::jcz;
use roxmltree::{Document, Node};

const FILES: [&str; 7] = [
    "basic.xml",
    "river.xml",
    "inns_and_cathedrals.xml",
    "traders_and_builders.xml",
    "princess_and_dragon.xml",
    "tower.xml",
    "abbey_and_mayor.xml",
];

/// Elements of their tiles that are traits of ours, and attributes of their features.
const TILE_MARKS: [&str; 4] = ["volcano", "dragon", "portal", "tower"];
const FEATURE_MARKS: [&str; 5] = ["inn", "cathedral", "pig-herd", "princess", "tunnel"];

/// What the names of traits begin with that are ways; their attribute of a feature with the letters of its ways.
const WAY: &str = "way-";
const THEIR_WAYS: &str = "wagon-move";

/// Their data has the inn of this junction on one road only. By the current rules it belongs to the roads that leave
/// left and right.
const INN_JUNCTION: &str = "IC/RRR.i";

/// A tile as both catalogues can say it, in the position of theirs.
#[derive(PartialEq, Eq, Debug)]
struct Tile {
    traits: BTreeSet<String>,
    max: Option<u32>,
    /// Sorted.
    features: Vec<Feature>,
    /// The features that each way connects, in their order above. The letters of ways mean nothing.
    ways: BTreeSet<BTreeSet<usize>>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Feature {
    name: String,
    /// Edges or half edges.
    reaches: BTreeSet<String>,
    /// Each city that touches a field, by its edges.
    touches: BTreeSet<BTreeSet<String>>,
    coats_of_arms: u8,
    traits: BTreeSet<String>,
}

#[test]
fn catalogues_agree() {
    let folder = recordings::folder("JCZ_EXPANSIONS", "../shared/jcz/expansions");
    if !folder.is_dir() {
        println!("skipped: no tile lists in {}", folder.display());
        return;
    }
    let catalogue = Catalogue::built_in().unwrap();
    let (mut kinds, mut sets) = (BTreeSet::new(), BTreeSet::new());
    for file in FILES {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let document = Document::parse(&text).unwrap();
        for tile in document.descendants().filter(|node| node.has_tag_name("tile")) {
            let id = tile.attribute("id").unwrap();
            let (kind, turn) = jcz::kind(&catalogue, id).unwrap_or_else(|| panic!("no kind for {id}"));
            assert_eq!(ours(&catalogue, catalogue.kind(kind), turn), theirs(tile), "{id}");
            let foundations = catalogue.kind(kind).spaces.iter().filter(|space| space.name == "tower").count();
            assert_eq!(foundations, tile.children().filter(|node| node.has_tag_name("tower")).count(), "{id}");
            assert!(kinds.insert(kind), "{id} is no kind of its own");
        }
        for set in document.descendants().filter(|node| node.has_tag_name("tile-set")) {
            let id = set.attribute("id").unwrap();
            let own = jcz::our_set(&catalogue, id).unwrap_or_else(|| panic!("no set for {id}"));
            assert!(sets.insert(own), "{id} is no set of its own");
            let own = catalogue.set(own);
            let kind_of = |node: Node| jcz::kind(&catalogue, node.attribute("tile").unwrap()).unwrap().0;
            let count = |node: Node| node.attribute("count").unwrap().parse().unwrap();
            let named = |name| set.children().filter(move |node| node.has_tag_name(name));
            let tiles: BTreeMap<_, u32> = named("ref").map(|node| (kind_of(node), count(node))).collect();
            assert_eq!(own.tiles.iter().copied().collect::<BTreeMap<_, _>>(), tiles, "{id}");
            assert_eq!(own.removes, named("remove").map(kind_of).collect::<Vec<_>>(), "{id}");
        }
    }
    println!("{} kinds and {} sets compared", kinds.len(), sets.len());
    // that engine has no tiles that lie beside the table
    let beside: BTreeSet<_> = catalogue.sets.iter().flat_map(|set| set.beside.iter().copied()).collect();
    // nor those with which players begin
    let held = |kind: &Kind| catalogue.sets.iter().all(|set| set.tiles.iter().all(|(other, _)| other != kind));
    let drawn = catalogue.all_kinds().filter(|kind| !beside.contains(kind) && !held(kind)).count();
    let sets_drawn = catalogue.sets.iter().filter(|set| !set.tiles.is_empty()).count();
    assert_eq!((kinds.len(), sets.len()), (drawn, sets_drawn), "kinds or sets of ours alone");
}

fn ours(catalogue: &Catalogue, kind: &TileKind, turn: Rotation) -> Tile {
    let edges = |segment: &Segment| -> BTreeSet<String> {
        segment.edges.iter().map(|(_, side)| side.turned(turn).letter().to_string()).collect()
    };
    let names = |traits| catalogue.trait_names(traits).map(String::from);
    let features = kind.segments.iter().map(|segment| {
        let halves = segment.half_edges.iter().map(|(_, half)| half.turned(turn).name().to_string());
        let (ways, traits) = names(segment.traits).partition(|name| name.starts_with(WAY));
        let feature = Feature {
            name: segment.feature.name().into(),
            reaches: edges(segment).into_iter().chain(halves).collect(),
            touches: segment.touches.iter().map(|city| edges(&kind.segments[*city as usize])).collect(),
            coats_of_arms: segment.coats_of_arms,
            traits,
        };
        (feature, ways)
    });
    let (features, ways) = sorted(features.collect());
    Tile { traits: names(kind.traits).collect(), max: kind.max, features, ways }
}

/// Features in an order that both catalogues have, and what the ways of which they have the names connect.
fn sorted(mut features: Vec<(Feature, BTreeSet<String>)>) -> (Vec<Feature>, BTreeSet<BTreeSet<usize>>) {
    features.sort();
    let mut ways: BTreeMap<&String, BTreeSet<usize>> = BTreeMap::new();
    for (number, (_, names)) in features.iter().enumerate() {
        for name in names {
            ways.entry(name).or_default().insert(number);
        }
    }
    let ways = ways.into_values().collect();
    (features.into_iter().map(|(feature, _)| feature).collect(), ways)
}

fn theirs(tile: Node) -> Tile {
    let words = |text: &str| -> BTreeSet<String> { text.split_whitespace().map(String::from).collect() };
    let reaches = |node: Node| {
        let mut reaches = words(node.text().unwrap_or_default());
        for inner in ["I", "II"] {
            reaches.remove(inner);
        }
        reaches
    };
    // a city is named by one of its edges
    let city_at = |edge: &String| {
        let cities = tile.children().filter(|node| node.has_tag_name("city"));
        cities.map(reaches).find(|edges| edges.contains(edge)).unwrap_or_else(|| panic!("no city at {edge}"))
    };
    let mut traits = BTreeSet::new();
    if let Some(group) = tile.attribute("group") {
        traits.extend(["river".to_string(), group.into()]);
    }
    let mut features = Vec::new();
    for node in tile.children().filter(Node::is_element) {
        let name = node.tag_name().name();
        if TILE_MARKS.contains(&name) {
            traits.insert(name.into());
            continue;
        }
        let marks = FEATURE_MARKS.into_iter().filter(|mark| node.attribute(*mark) == Some("true"));
        let mut feature = Feature {
            name: name.into(),
            reaches: reaches(node),
            touches: words(node.attribute("city").unwrap_or_default()).iter().map(city_at).collect(),
            coats_of_arms: node.attribute("pennants").map_or(0, |count| count.parse().unwrap()),
            traits: marks.chain(node.attribute("resource")).map(String::from).collect(),
        };
        let across = [Side::E, Side::W].map(|side| BTreeSet::from([side.letter().to_string()]));
        if tile.attribute("id") == Some(INN_JUNCTION) && name == "road" && across.contains(&feature.reaches) {
            feature.traits.insert("inn".into());
        }
        features.push((feature, words(node.attribute(THEIR_WAYS).unwrap_or_default())));
    }
    let (features, ways) = sorted(features);
    Tile { traits, max: tile.attribute("max").map(|max| max.parse().unwrap()), features, ways }
}
