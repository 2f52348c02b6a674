//! Pictures of positions: complete, well-formed, the same bytes for the same position.

#[allow(dead_code)]
mod process;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Output, Stdio};
use std::sync::Arc;

use carcassonne_engine::engine::setup::{Offer, Options};
use carcassonne_engine::engine::{
    Catalogue, Draw, Feature, Move, Place, PlayerState, Position, Rotation, SegmentRef, SetIndex, Setup,
};
use carcassonne_engine::notation::{Record, parse_position, print_position, print_record};
use carcassonne_engine::render::{RenderOptions, catalogue_sheet, figure_spot, space_spot, svg};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use roxmltree::{Document, Node};

const LEGAL: RenderOptions = RenderOptions { square: 100, legal: true, last: true, coordinates: true, legend: true };

fn built_in() -> Arc<Catalogue> {
    Catalogue::built_in().expect("a valid catalogue")
}

fn setup(catalogue: &Catalogue, sets: &[&str], players: &[&str]) -> Setup {
    let mut sets: Vec<(SetIndex, u32)> = sets.iter().map(|id| (catalogue.set_by_id(id).expect("a set"), 1)).collect();
    sets.sort();
    let players = players.iter().map(|name| name.to_string()).collect();
    Setup { players, sets, options: Options::default(), figures: Vec::new(), draw: Draw::Host, offer: None }
}

/// Positions of a random game, one after each move.
fn game(catalogue: &Arc<Catalogue>, setup: &Setup, seed: u64) -> impl Iterator<Item = Position> + use<> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let first = Position::new_game(catalogue, setup, &mut Vec::new()).expect("a valid setup");
    std::iter::successors(Some(first), move |position| {
        let moves = position.legal_moves();
        let mut next = position.clone();
        next.apply(moves.get(random.next_u32() as usize % moves.len().max(1))?, None).expect("a legal move");
        Some(next)
    })
}

/// Positions of games with all expansions, some of each phase, with figures of all kinds.
fn positions() -> Vec<Position> {
    let catalogue = built_in();
    let setup = setup(&catalogue, &["base", "river", "river-2", "inns-and-cathedrals"], &["Anna", "", "Cleo"]);
    let mut positions: Vec<Position> = game(&catalogue, &setup, 1).step_by(23).collect();
    positions.extend(game(&catalogue, &setup, 2).last());
    assert!(positions.len() > 10 && positions.iter().any(Position::is_over));
    positions
}

fn with<'a>(document: &'a Document, attribute: &str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.has_attribute(attribute)).collect()
}

/// The two numbers after "translate(".
fn place_of(node: Node) -> (i32, i32) {
    let drawn = node.descendants().find_map(|n| n.attribute("transform")).expect("a transform");
    let numbers = drawn.trim_start_matches("translate(").split(')').next().expect("numbers");
    let numbers: Vec<i32> = numbers.split(' ').map(|n| n.parse().expect("whole numbers")).collect();
    (numbers[0], numbers[1])
}

#[test]
fn every_tile_and_figure_is_there_once() {
    for position in positions() {
        let text = svg(&position, &RenderOptions::default());
        let document = Document::parse(&text).expect("well-formed");
        let tiles: Vec<String> =
            with(&document, "data-tile").iter().map(|n| n.attribute("data-tile").unwrap_or("").into()).collect();
        let expected: Vec<String> = (0..position.state().tiles.len()).map(|i| i.to_string()).collect();
        assert_eq!(tiles, expected);
        let players: Vec<String> =
            with(&document, "data-figure").iter().map(|n| n.attribute("data-player").unwrap_or("").into()).collect();
        let expected: Vec<String> = position.state().figures.iter().map(|f| f.player.to_string()).collect();
        assert_eq!(players, expected);
        assert_eq!(with(&document, "data-seat").len(), 3);
        assert_eq!(with(&document, "data-last").len(), 2, "a frame and its border");
        assert_eq!(with(&document, "data-drawn").len(), usize::from(position.state().turn.tile.is_some()));
        let ids: BTreeSet<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
        assert_eq!(ids.len(), with(&document, "id").len(), "each id once");
        for node in with(&document, "href") {
            assert!(ids.contains(node.attribute("href").unwrap_or("").trim_start_matches('#')), "{node:?}");
        }
    }
}

/// A tile lies where the state says, turned as it says.
#[test]
fn tiles_lie_where_they_lie() {
    for position in positions() {
        let text = svg(&position, &RenderOptions::default());
        let document = Document::parse(&text).expect("well-formed");
        for (node, tile) in with(&document, "data-tile").iter().zip(&position.state().tiles) {
            let kind = position.kind(tile.kind);
            let (x, y) = (i32::from(tile.pos.x) * 1000, i32::from(tile.pos.y) * 1000);
            let (number, quarters) = (kind.number, tile.rotation as usize);
            assert_eq!(node.attribute("data-kind"), Some(&*kind.id));
            assert_eq!(node.attribute("x"), Some(&*x.to_string()));
            assert_eq!(node.attribute("y"), Some(&*y.to_string()));
            assert_eq!(node.attribute("href"), Some(&*format!("#k{number}r{quarters}")));
            let drawn = document.descendants().find(|n| n.attribute("id") == Some(&format!("k{number}r{quarters}")));
            let ground = drawn.and_then(|n| n.first_element_child()).expect("the ground");
            let turn = (quarters > 0).then(|| format!("rotate({} 500 500)", 90 * quarters));
            assert_eq!(ground.attribute("transform"), turn.as_deref());
        }
    }
}

/// A figure is at the spot of its segment, in the rotation of the tile; it stands upright except on a field, where it
/// lies.
#[test]
fn figures_are_on_their_segments() {
    let mut seen = BTreeSet::new();
    for position in positions() {
        let text = svg(&position, &RenderOptions::default());
        let document = Document::parse(&text).expect("well-formed");
        for (node, figure) in with(&document, "data-figure").iter().zip(&position.state().figures) {
            let (tile, kind) = position.tile(figure.tile);
            let (x, y) = figure_spot(position.catalogue(), kind, figure.segment as usize);
            let (x, y) = match tile.rotation {
                Rotation::R0 => (x, y),
                Rotation::R90 => (1000 - y, x),
                Rotation::R180 => (1000 - x, 1000 - y),
                Rotation::R270 => (y, 1000 - x),
            };
            assert_eq!(place_of(*node), (i32::from(tile.pos.x) * 1000 + x, i32::from(tile.pos.y) * 1000 + y));
            let feature = position.segment(SegmentRef { tile: figure.tile, segment: figure.segment }).feature;
            let transform = node.descendants().find_map(|n| n.attribute("transform")).expect("a transform");
            assert_eq!(transform.ends_with("rotate(-90)"), feature == Feature::Field);
            seen.insert((feature, tile.rotation, figure.kind));
        }
    }
    assert!(Feature::ALL.iter().filter(|f| seen.iter().any(|s| s.0 == **f)).count() >= 4, "{seen:?}");
}

/// A figure that counts more is larger, one that stands only on monasteries and gardens has a shape of its own.
#[test]
fn figures_differ_by_what_they_do() {
    let mut drawn: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for position in positions() {
        let text = svg(&position, &RenderOptions::default());
        let document = Document::parse(&text).expect("well-formed");
        for (node, figure) in with(&document, "data-figure").iter().zip(&position.state().figures) {
            let name = position.figure_def(figure.kind).expect("a known figure").name;
            let shape = node.descendants().find_map(|n| n.attribute("href")).expect("a shape");
            let transform = node.descendants().find_map(|n| n.attribute("transform")).expect("a transform");
            let scale = transform.split("scale(").nth(1).and_then(|s| s.split(')').next()).expect("a scale");
            drawn.entry(name).or_default().insert(format!("{shape} {scale}"));
        }
    }
    let all: Vec<&BTreeSet<String>> = drawn.values().collect();
    assert!(drawn.len() >= 3, "{drawn:?}");
    assert!(all.iter().all(|looks| looks.len() == 1), "{drawn:?}");
    assert_eq!(all.iter().copied().flatten().collect::<BTreeSet<_>>().len(), drawn.len(), "{drawn:?}");
}

#[test]
fn legal_placements_are_marked() {
    let (mut tiles, mut figures, mut returns) = (0, 0, 0);
    let catalogue = built_in();
    let setup = setup(&catalogue, &["base", "inns-and-cathedrals"], &["Anna", "Bob"]);
    for position in game(&catalogue, &setup, 3).take(150).step_by(4) {
        let text = svg(&position, &LEGAL);
        let document = Document::parse(&text).expect("well-formed");
        let mut expected: BTreeMap<String, usize> = BTreeMap::new();
        let (mut placed, mut returned) = (BTreeMap::new(), 0);
        for mv in position.legal_moves() {
            match mv {
                Move::PlaceTile { pos, .. } => *expected.entry(pos.to_string()).or_default() += 1,
                Move::PlaceFigure { place: Place::Segment { segment, .. }, .. } => {
                    *placed.entry(segment.to_string()).or_insert(0) += 1;
                }
                Move::ReturnFigure { .. } => returned += 1,
                _ => {}
            }
        }
        let marked: BTreeMap<String, usize> = with(&document, "data-placement")
            .iter()
            .map(|n| {
                let arrows = n.children().filter(|c| c.has_attribute("transform")).count();
                (n.attribute("data-placement").unwrap_or("").to_string(), arrows)
            })
            .collect();
        assert_eq!(marked, expected);
        let mut choices = BTreeMap::new();
        for node in with(&document, "data-choice") {
            *choices.entry(node.attribute("data-choice").unwrap_or("").to_string()).or_insert(0) += 1;
        }
        assert_eq!(choices, placed);
        assert_eq!(with(&document, "data-return").len(), returned);
        (tiles, figures, returns) = (tiles + marked.len(), figures + choices.len(), returns + returned);
        let plain = svg(&position, &RenderOptions::default());
        assert!(!["data-placement", "data-choice", "data-return"].iter().any(|mark| plain.contains(mark)));
    }
    assert!(tiles > 0 && figures > 0 && returns > 0);
}

#[test]
fn the_same_position_gives_the_same_bytes() {
    for position in positions() {
        let again = Position::from_state(position.catalogue(), position.state().clone()).expect("a valid state");
        assert_eq!(svg(&position, &LEGAL), svg(&again, &LEGAL));
    }
}

/// Markers, figures on spaces, tiles in front of players and beside the table.
#[test]
fn what_lies_and_stands_beside_the_features_is_drawn() {
    let catalogue = built_in();
    let sets = ["base", "river", "inns-and-cathedrals", "wonders-1", "wonders-2", "wonders-3"];
    let mut setup = setup(&catalogue, &sets, &["Anna", "Bob"]);
    setup.offer = Some(Offer::Drawn(12));
    let (mut figures, mut tiles, mut spaces) = (0, 0, 0);
    let to_a_space = |mv: &Move| matches!(mv, Move::PlaceFigure { place: Place::Space { .. }, .. });
    let holds = |position: &Position| position.state().players.iter().any(|player| !player.hand.is_empty());
    let all = || (0..12).flat_map(|seed| game(&catalogue, &setup, seed));
    let with_space = all().filter(|position| position.legal_moves().iter().any(to_a_space)).take(4);
    for position in with_space.chain(all().filter(holds).step_by(5).take(8)) {
        let text = svg(&position, &LEGAL);
        let document = Document::parse(&text).expect("well-formed");
        let state = position.state();
        let on_tiles = state.elsewhere.iter().filter(|figure| !matches!(figure.place, Place::Track { .. })).count();
        assert_eq!(with(&document, "data-elsewhere").len(), on_tiles);
        let held: usize = state.players.iter().map(|player| player.hand.len()).sum();
        assert_eq!(with(&document, "data-beside").len(), held + state.offer.len());
        spaces += with(&document, "data-choice")
            .iter()
            .filter(|node| node.attribute("data-choice").is_some_and(|name| name.starts_with("space")))
            .count();
        (figures, tiles) = (figures + on_tiles, tiles + held);
    }
    assert!(figures > 0 && tiles > 0 && spaces > 0, "{figures} {tiles} {spaces}");
}

/// A position of five expansions: towers with and without a figure on top, the dragon, the fairy beside a meeple, a barn,
/// prisoners, tokens and tiles in front of players.
const EXPANSIONS: &str = "carcassonne/1 \
    sets=base-without-gardens,inns-and-cathedrals-without-gardens,traders-and-builders-without-gardens,\
    princess-and-dragon-without-gardens,tower-without-gardens,abbey-and-mayor-without-gardens \
    players=Anna,Bruno,Clara options=abbot:on draw=host draws=auto supply=auto bag=auto \
    tiles=D@0,0r0{P1:mayor@city.N};tower-field@0,1r0;U@1,0r1;tower-monastery@1,1r0{P2:meeple@monastery};\
    volcano-straight@2,0r0;B@2,1r0{P3:meeple@monastery};tower-city@1,2r2;B@0,2r0;\
    U@-1,0r1{P1:meeple@road.E+P1:builder@road.E};E@-1,-1r0{P2:wagon@city.N};B@0,3r0 \
    elsewhere=P1:meeple@space.0,1.0;P3:barn@corner.1,2 neutral=dragon@square.2,0;fairy@segment.2,1.0+P3:meeple \
    on-table=floor@space.0,1.0*2;floor@space.1,1.0*1;floor@space.1,2.0*6 \
    points=P1:city:12,road:4;P2:-;P3:fairy:3,ransom:3 paid=P1:3 \
    tokens=P1:wine:2,grain:1,floor:6;P2:floor:6;P3:cloth:3,floor:6 hand=P1:abbey;P2:abbey;P3:abbey \
    prisoners=P1:P2.meeple;P2:P3.meeple,P3.large;P3:P1.meeple,P1.meeple";

/// The position of a text, with what comes next.
fn position(text: &str, turn: &str) -> Position {
    let catalogue = built_in();
    let state = parse_position(&catalogue, &format!("{text} turn={turn}")).expect("a text that can be read");
    Position::from_state(&catalogue, state).expect("a valid position")
}

/// The values of an attribute with how often each is there.
fn values(document: &Document, attribute: &str) -> BTreeMap<String, usize> {
    let mut values = BTreeMap::new();
    for node in with(document, attribute) {
        *values.entry(node.attribute(attribute).unwrap_or("").to_string()).or_default() += 1;
    }
    values
}

fn counted(expected: &[(&str, usize)]) -> BTreeMap<String, usize> {
    expected.iter().map(|(value, count)| (value.to_string(), *count)).collect()
}

#[test]
fn towers_barns_and_figures_of_nobody_are_where_they_stand() {
    let position = position(EXPANSIONS, "P1:act");
    let text = svg(&position, &RenderOptions::default());
    let document = Document::parse(&text).expect("well-formed");
    let only = |attribute: &str, value: &str| {
        let nodes: Vec<Node> =
            with(&document, attribute).into_iter().filter(|node| node.attribute(attribute) == Some(value)).collect();
        assert_eq!(nodes.len(), 1, "{attribute}={value}");
        nodes[0]
    };
    // nothing else stands on the square of the dragon
    assert_eq!(place_of(only("data-neutral", "dragon")), (2500, 500));
    assert_eq!(values(&document, "data-neutral"), counted(&[("dragon", 1), ("fairy", 1)]));
    // the fairy is beside the one figure with a light behind it
    let lights = with(&document, "data-companion");
    let [light] = lights[..] else { panic!("{lights:?}") };
    let companion = light.parent().expect("a figure");
    assert_eq!(companion.attribute("data-player"), Some("2"));
    let (at, fairy) = (place_of(companion), place_of(only("data-neutral", "fairy")));
    assert!((fairy.0 - at.0).abs() < 150 && (fairy.1 - at.1).abs() < 150, "{fairy:?} {at:?}");
    // the barn is on its corner, the guard above the tower
    let elsewhere: Vec<(i32, i32)> = with(&document, "data-elsewhere").into_iter().map(place_of).collect();
    let spot = space_spot(position.kind(position.state().tiles[1].kind), 0);
    assert_eq!(elsewhere.len(), 2);
    assert_eq!(elsewhere[0].0, spot.0);
    assert!(elsewhere[0].1 < 1000 + spot.1 - 50, "{elsewhere:?}");
    assert_eq!(elsewhere[1], (1000, 2000));
    // floors: a pile of no more than four, and their number
    let towers: Vec<(usize, &str)> = with(&document, "data-token")
        .iter()
        .map(|node| {
            let floors = node.children().filter(|child| child.attribute("href") == Some("#floor")).count();
            (
                floors,
                node.children().find(|child| child.has_tag_name("text")).and_then(|text| text.text()).unwrap_or(""),
            )
        })
        .collect();
    assert_eq!(towers, [(2, "2"), (1, "1"), (4, "6")]);
}

#[test]
fn the_legend_shows_what_players_have() {
    let text = svg(&position(EXPANSIONS, "P1:act"), &LEGAL);
    let document = Document::parse(&text).expect("well-formed");
    assert_eq!(values(&document, "data-tokens"), counted(&[("wine", 1), ("grain", 1), ("cloth", 1), ("floor", 3)]));
    assert_eq!(values(&document, "data-prisoner"), counted(&[("0", 1), ("1", 1), ("2", 2)]));
    assert_eq!(with(&document, "data-beside").len(), 3, "an abbey each");
    assert_eq!(values(&document, "data-ransom"), counted(&[("meeple", 1)]));
    // 12 + 4 points less the 3 that were paid
    assert!(text.contains(">13<") && text.contains(">×5<"));
    let heights: Vec<i32> = with(&document, "data-seat")
        .iter()
        .filter_map(|seat| seat.children().find(|n| n.has_tag_name("rect"))?.attribute("height")?.parse().ok())
        .collect();
    assert!(heights.iter().all(|height| *height > 900), "more than a line each: {heights:?}");
}

#[test]
fn what_may_leave_is_ringed_and_what_may_come_is_pale() {
    let drawn = |position: &Position, attribute: &str| {
        let text = svg(position, &LEGAL);
        values(&Document::parse(&text).expect("well-formed"), attribute)
    };
    let capture = position(EXPANSIONS, "P1:capture:P1*1@space.1,1.0");
    assert_eq!(drawn(&capture, "data-capture").values().sum::<usize>(), capture_moves(&capture));
    assert_eq!(drawn(&capture, "data-about"), counted(&[("space-0", 1)]));
    assert!(capture_moves(&capture) > 1);

    let act = position(EXPANSIONS, "P1:act");
    assert_eq!(drawn(&act, "data-token-choice"), counted(&[("floor", 2)]));
    // the tower in the west is closed already
    assert!(drawn(&act, "data-choice").contains_key("space-0"));

    const SMALL: &str = "carcassonne/1 players=A,B options=abbot:off draw=host draws=auto supply=auto bag=auto";
    let dragon = position(
        &format!(
            "{SMALL} sets=base-without-gardens,princess-and-dragon-without-gardens \
             tiles=D@0,0r0{{P1:meeple@city.N}};volcano-straight@1,0r0;U@2,0r1;B@1,1r0;B@2,1r0;B@0,1r0;\
             B@3,1r0{{P1:meeple@monastery}};dragon-straight@-1,0r0 neutral=dragon@square.2,1;\
             fairy@segment.3,1.0+P1:meeple trail=1,0;1,1 points=P1:-;P2:-"
        ),
        "P1:dragon:P1*4",
    );
    // not back, and not to the fairy
    assert_eq!(drawn(&dragon, "data-neutral-choice"), counted(&[("dragon", 1)]));
    assert_eq!(drawn(&dragon, "data-trail"), counted(&[("2", 1)]));

    let princess = position(
        &format!(
            "{SMALL} sets=base-without-gardens,princess-and-dragon-without-gardens \
             tiles=D@0,0r0{{P1:meeple@city.N}};G@0,-1r1{{P2:meeple@city.N}};B@0,1r0;princess-city-junction@0,-2r2 \
             points=P1:-;P2:-"
        ),
        "P1:act",
    );
    assert_eq!(drawn(&princess, "data-remove").values().sum::<usize>(), 2);
    assert_eq!(drawn(&princess, "data-neutral-choice"), counted(&[("fairy", 1)]));

    let wagon = position(
        &format!(
            "{SMALL} sets=base-without-gardens,abbey-and-mayor-without-gardens \
             tiles=D@0,0r0{{P2:wagon@road.E}};A@-1,0r3;A@1,0r1 points=P1:-;P2:road:3 hand=P1:abbey;P2:abbey"
        ),
        "P1:wagon",
    );
    let ways = wagon.legal_moves().iter().filter(|mv| matches!(mv, Move::MoveFigure { .. })).count();
    assert!(ways > 1);
    assert_eq!(drawn(&wagon, "data-way").values().sum::<usize>(), ways);
    assert_eq!(drawn(&wagon, "data-choice").values().sum::<usize>(), ways);

    let exchange = position(
        &format!(
            "{SMALL} sets=base-without-gardens,inns-and-cathedrals-without-gardens,tower-without-gardens \
             tiles=D@0,0r0;U@1,0r1;tower-field@1,1r0;U@2,0r1;U@3,0r1 on-table=floor@space.1,1.0*1 \
             tokens=P1:floor:10;P2:floor:9 prisoners=P1:P2.meeple,P2.large;P2:P1.meeple points=P1:-;P2:-"
        ),
        "P2:exchange",
    );
    assert_eq!(drawn(&exchange, "data-release"), counted(&[("meeple", 1), ("large", 1)]));
}

fn capture_moves(position: &Position) -> usize {
    position.legal_moves().iter().filter(|mv| matches!(mv, Move::CaptureFigure { .. })).count()
}

/// Random games of all expansions: everything is there once, every choice is marked, and nothing is outside the picture.
#[test]
fn games_of_all_expansions() {
    let catalogue = built_in();
    let sets = [
        "base",
        "river",
        "inns-and-cathedrals",
        "traders-and-builders",
        "princess-and-dragon",
        "tower",
        "abbey-and-mayor",
    ];
    let setup = setup(&catalogue, &sets, &["Anna", "Bruno", "Clara", "David", "Eva", "Felix"]);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    // one in a hundred, and a few of those in which there is something rare
    let mut rare: BTreeMap<&str, usize> = BTreeMap::new();
    let mut is_wanted = |number: usize, position: &Position| {
        let (state, moves) = (position.state(), position.legal_moves());
        let any = |wanted: fn(&Move) -> bool| moves.iter().any(wanted);
        let kinds = [
            ("return", any(|mv| matches!(mv, Move::ReturnFigure { .. }))),
            ("capture", any(|mv| matches!(mv, Move::CaptureFigure { .. }))),
            ("remove", any(|mv| matches!(mv, Move::RemoveFigure { .. }))),
            ("ransom", any(|mv| matches!(mv, Move::PayRansom { .. }))),
            ("token", any(|mv| matches!(mv, Move::PlaceToken { .. }))),
            ("neutral", any(|mv| matches!(mv, Move::MoveNeutral { .. }))),
            ("way", any(|mv| matches!(mv, Move::MoveFigure { .. }))),
            ("trail", !state.trail.is_empty()),
            ("prisoner", state.players.iter().any(|player| !player.prisoners.is_empty())),
            ("companion", state.neutral.iter().any(|figure| figure.beside.is_some())),
        ];
        let mut wanted = number.is_multiple_of(100);
        for (kind, _) in kinds.iter().filter(|(_, is)| *is) {
            let so_far = rare.entry(kind).or_default();
            wanted |= *so_far < 3;
            *so_far += 1;
        }
        wanted
    };
    let positions = (0..4).flat_map(|seed| game(&catalogue, &setup, seed)).enumerate();
    for (_, position) in positions.filter(|(number, position)| is_wanted(*number, position)) {
        let text = svg(&position, &RenderOptions { coordinates: position.state().tiles.len() % 2 == 0, ..LEGAL });
        let document = Document::parse(&text).expect("well-formed");
        let (state, moves) = (position.state(), position.legal_moves());
        let mut check = |attribute: &'static str, expected: usize| {
            assert_eq!(
                with(&document, attribute).len(),
                expected,
                "{attribute}: {}",
                print_position(&catalogue, state)
            );
            *seen.entry(attribute).or_default() += expected;
        };
        let count = |wanted: fn(&Move) -> bool| moves.iter().filter(|mv| wanted(mv)).count();
        check("data-figure", state.figures.len());
        check("data-elsewhere", state.elsewhere.iter().filter(|f| !matches!(f.place, Place::Track { .. })).count());
        check("data-neutral", state.neutral.len());
        check("data-companion", state.neutral.iter().filter(|figure| figure.beside.is_some()).count());
        check("data-token", state.tokens.len());
        check("data-trail", usize::from(!state.trail.is_empty()));
        check("data-tokens", state.players.iter().map(|player| player.tokens().count()).sum());
        check("data-supply", state.players.iter().map(|player| player.supply().count()).sum());
        let kinds = |player: &PlayerState| player.prisoners.iter().collect::<BTreeSet<_>>().len();
        check("data-prisoner", state.players.iter().map(kinds).sum());
        check("data-return", count(|mv| matches!(mv, Move::ReturnFigure { .. })));
        check("data-capture", count(|mv| matches!(mv, Move::CaptureFigure { .. })));
        check("data-remove", count(|mv| matches!(mv, Move::RemoveFigure { .. })));
        check("data-token-choice", count(|mv| matches!(mv, Move::PlaceToken { .. })));
        check("data-neutral-choice", count(|mv| matches!(mv, Move::MoveNeutral { .. })));
        check("data-ransom", count(|mv| matches!(mv, Move::PayRansom { .. })));
        check("data-way", count(|mv| matches!(mv, Move::MoveFigure { .. })));
        let placed: BTreeSet<_> = moves
            .iter()
            .filter_map(|mv| match mv {
                Move::PlaceFigure { figure, place } | Move::MoveFigure { figure, to: place, .. } => {
                    Some((figure, place))
                }
                _ => None,
            })
            .collect();
        check("data-choice", placed.len());

        let view: Vec<i32> = document
            .root_element()
            .attribute("viewBox")
            .expect("a view")
            .split(' ')
            .map(|number| number.parse().expect("whole numbers"))
            .collect();
        let drawn = ["data-figure", "data-elsewhere", "data-neutral", "data-choice", "data-neutral-choice"];
        for node in drawn.iter().flat_map(|attribute| with(&document, attribute)) {
            let ((x, y), room) = (place_of(node), 130);
            let inside = |at, from: i32, length| (from + room..from + length - room).contains(&at);
            assert!(inside(x, view[0], view[2]) && inside(y, view[1], view[3]), "{x},{y} {view:?}");
        }
        let ids: BTreeSet<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
        assert_eq!(ids.len(), with(&document, "id").len(), "each id once");
        for node in with(&document, "href") {
            assert!(ids.contains(node.attribute("href").unwrap_or("").trim_start_matches('#')), "{node:?}");
        }
    }
    assert!(seen.values().all(|count| *count > 0), "{seen:?}");
}

/// What meets a tile that fits anything ends there: it has a wall all around, and no grass.
#[test]
fn a_tile_that_fits_anything_is_closed() {
    let catalogue = built_in();
    let sheet = catalogue_sheet(&catalogue);
    let document = Document::parse(&sheet).expect("well-formed");
    let (mut closed, mut open) = (0, 0);
    for kind in &catalogue.kinds {
        let id = format!("k{}", kind.number);
        let ground = document.descendants().find(|node| node.attribute("id") == Some(&*id)).expect("the ground");
        let fill = ground.first_element_child().and_then(|squares| squares.attribute("fill"));
        let walls = ground.children().filter(|node| node.attribute("stroke-dasharray").is_some()).count();
        if kind.fits_anything {
            assert!(fill != Some("#a9cb72") && walls > 0, "{}", kind.id);
            closed += 1;
        } else {
            assert!(fill == Some("#a9cb72") && walls == 0, "{}", kind.id);
            open += 1;
        }
    }
    assert!(closed > 0 && open > 100);
}

/// Numbers have at most two decimals, each made from whole numbers.
#[test]
fn numbers_are_plain() {
    for text in positions().iter().map(|position| svg(position, &LEGAL)).chain([catalogue_sheet(&built_in())]) {
        for (i, _) in text.match_indices('.').filter(|(i, _)| text[i + 1..].starts_with(|c: char| c.is_ascii_digit())) {
            let decimals = text[i + 1..].chars().take_while(char::is_ascii_digit).count();
            assert!(decimals <= 2, "{}", &text[i.saturating_sub(20)..i + 20]);
        }
    }
}

#[test]
fn hostile_names_are_only_text() {
    let catalogue = built_in();
    let names =
        ["</text><script>alert(1)</script>", "\" onload='x' & \u{0}\u{1b}]]>", "\u{202e}\u{fffe}\u{1f600}é\n\t"];
    let setup = setup(&catalogue, &["base"], &names);
    let position = game(&catalogue, &setup, 4).nth(60).expect("a long game");
    assert!(!position.state().figures.is_empty());
    let text = svg(&position, &LEGAL);
    let document = Document::parse(&text).expect("well-formed");
    assert!(!document.descendants().any(|n| n.has_tag_name("script") || n.has_attribute("onload")));
    let titles: Vec<&str> =
        with(&document, "data-seat").iter().filter_map(|n| n.first_element_child()?.text()).collect();
    assert_eq!(titles[0], "</text><script>alert(1)</script> (blue)");
    assert_eq!(titles[1], "\" onload='x' & \u{fffd}\u{fffd}]]> (red)");
    assert_eq!(titles[2], "\u{202e}\u{fffd}\u{1f600}é   (yellow)");
}

#[test]
fn players_without_a_name_are_numbered() {
    let catalogue = built_in();
    let setup = setup(&catalogue, &["base"], &["", "a name that is far too long for the legend"]);
    let position = game(&catalogue, &setup, 5).next().expect("a position");
    let text = svg(&position, &RenderOptions::default());
    assert!(text.contains(">Player 1<") && text.contains(">a name that is fa…<"), "{text}");
}

#[test]
fn parts_can_be_left_out_and_sizes_chosen() {
    let position = positions().swap_remove(5);
    let bare = RenderOptions { square: 40, legal: false, last: false, coordinates: false, legend: false };
    let text = svg(&position, &bare);
    let document = Document::parse(&text).expect("well-formed");
    assert!(with(&document, "data-seat").is_empty() && with(&document, "data-last").is_empty());
    assert!(!document.descendants().any(|n| n.has_tag_name("text")));
    let size = |text: &str| -> u32 {
        let document = Document::parse(text).expect("well-formed");
        document.root_element().attribute("width").and_then(|w| w.parse().ok()).expect("a width")
    };
    assert_eq!(size(&svg(&position, &RenderOptions { square: 80, ..bare.clone() })) / 2, size(&text));
}

/// A kind with more squares than one, and two figures on one segment of it.
#[test]
fn larger_tiles() {
    const LARGE: &str = r#"
        expansion = "large"
        [[kind]]
        id = "corner"
        number = 900
        name = "three squares"
        squares = { a = [0, 0], b = [1, 0], c = [1, 1] }
        segments = [
          { feature = "road", on = "abc", open = ["aW", "cS"] },
          { feature = "field", half = ["aNL", "aNR", "aWR", "bNL", "bNR", "bEL", "bER", "cEL", "cER", "cSL"] },
          { feature = "field", half = ["aSL", "aSR", "aWL", "cSR", "cWL", "cWR"] },
        ]
        [[set]]
        id = "large"
        name = "Large"
        year = 2000
        start = "corner"
        tiles = { corner = 8 }
    "#;
    let catalogue = Arc::new(Catalogue::read([include_str!("../data/base.toml"), LARGE].into_iter()).expect("valid"));
    let setup = setup(&catalogue, &["base-without-gardens", "large"], &["Anna", "Bob"]);
    let large = catalogue.kind_by_id("corner").expect("the kind");
    let (mut placements, mut figures) = (0, 0);
    for position in (0..6).flat_map(|seed| game(&catalogue, &setup, seed).take(60).step_by(5)) {
        let text = svg(&position, &LEGAL);
        let document = Document::parse(&text).expect("well-formed");
        let moves = position.legal_moves();
        let covered: BTreeSet<String> = moves
            .iter()
            .filter_map(|mv| match mv {
                Move::PlaceTile { kind, pos, rotation } => Some((*kind, *pos, *rotation)),
                _ => None,
            })
            .flat_map(|(kind, pos, rotation)| {
                let squares = catalogue.kind(kind).squares(rotation);
                squares.iter().map(move |square| (pos + square.offset).to_string()).collect::<Vec<_>>()
            })
            .collect();
        let marked: BTreeSet<String> = with(&document, "data-placement")
            .iter()
            .map(|n| n.attribute("data-placement").unwrap_or("").to_string())
            .collect();
        assert_eq!(marked, covered);
        placements += usize::from(position.state().turn.tile == Some(large)) * covered.len();
        for (node, figure) in with(&document, "data-figure").iter().zip(&position.state().figures) {
            if position.state().tiles[figure.tile as usize].kind == large {
                let square = position.square(figure.tile, figure.square);
                let (x, y) = place_of(*node);
                assert_eq!((x.div_euclid(1000), y.div_euclid(1000)), (square.x.into(), square.y.into()));
                figures += 1;
            }
        }
    }
    assert!(placements > 0 && figures > 0);
}

/// Runs `render` with a text as its standard input.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = process::program(&[&["render"], arguments].concat());
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // a program that does not read its input may be gone before all is written
    let _ = child.stdin.take().expect("stdin is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

#[test]
fn the_command_draws_positions_and_records() {
    let catalogue = built_in();
    let setup = setup(&catalogue, &["base", "river"], &["Anna", "Bob"]);
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut position = Position::new_game(&catalogue, &setup, &mut Vec::new()).expect("a valid setup");
    let mut record = Record { setup, moves: Vec::new() };
    for _ in 0..100 {
        let moves = position.legal_moves();
        let mv = moves[random.next_u32() as usize % moves.len()];
        position.apply(&mv, None).expect("a legal move");
        record.moves.push(mv);
    }
    let line = print_position(&catalogue, position.state());
    let game = print_record(&catalogue, &record).expect("legal moves");
    let directory = std::env::temp_dir().join(format!("carcassonne-render-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let (file, picture) = (directory.join("game.txt"), directory.join("picture.svg"));
    std::fs::write(&file, &game).expect("a file");

    let from_line = run(&[], &line);
    assert_eq!(String::from_utf8_lossy(&from_line.stdout), svg(&position, &RenderOptions::default()));
    let marked = run(&["--legal", "--square", "50", "-"], &game);
    let options = RenderOptions { square: 50, ..LEGAL };
    assert_eq!(String::from_utf8_lossy(&marked.stdout), svg(&position, &options));
    let to_file = run(&[&file.to_string_lossy(), "-o", &picture.to_string_lossy()], "");
    assert!(to_file.status.success() && to_file.stdout.is_empty());
    assert_eq!(std::fs::read(&picture).expect("the picture"), from_line.stdout);
    std::fs::remove_dir_all(&directory).expect("the directory can be removed");
}

#[test]
fn the_command_draws_the_catalogue() {
    let output = run(&["--catalogue"], "");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text, catalogue_sheet(&built_in()));
    let document = Document::parse(&text).expect("well-formed");
    let kinds: Vec<&str> = with(&document, "data-kind").iter().filter_map(|node| node.attribute("data-kind")).collect();
    let catalogue = built_in();
    assert_eq!(kinds, catalogue.kinds.iter().map(|kind| &*kind.id).collect::<Vec<_>>());
}

#[test]
fn the_command_says_what_is_wrong() {
    let refused = |arguments: &[&str], input: &str, part: &str| {
        let output = run(arguments, input);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && output.stdout.is_empty() && text.contains(part), "{text}");
    };
    refused(&[], "nonsense", "sets must be given");
    refused(&[], "nonsense: 1", "line 1");
    refused(&[], "carcassonne/1 sets=base", "players");
    refused(&["/no/such/file"], "", "/no/such/file");
    refused(&["--square", "0"], "", "--square");
    refused(&["--catalogue", "--legal"], "", "cannot be used with");
}

/// The example of the documentation is what is drawn today, on every platform. To draw it anew:
/// `carcassonne-engine render docs/pictures/board.txt --legal -o docs/pictures/board.svg`
#[test]
fn the_example_is_up_to_date() {
    let output = run(&["--legal"], include_str!("../docs/pictures/board.txt"));
    assert!(String::from_utf8_lossy(&output.stdout) == include_str!("../docs/pictures/board.svg"));
}
