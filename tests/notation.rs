//! The text notation: everything prints in one way and is read back as it was; whatever else is typed gets an answer.

use std::sync::Arc;

use carcassonne_engine::deal;
use carcassonne_engine::engine::{
    Catalogue, Draw, FigureKind, Move, Place, Pos, Position, Reason, Rotation, Setup, Violation, expansion, setup, turn,
};
use carcassonne_engine::notation::{self, Record};

fn catalogue() -> Arc<Catalogue> {
    Catalogue::built_in().expect("the catalogue is sound")
}

/// Fenced blocks of the manual: what the fence says, and the text.
fn examples(wanted: &str) -> Vec<(String, String)> {
    let manual = include_str!("../docs/notation.md");
    let blocks = manual.split("```").skip(1).step_by(2);
    let blocks = blocks.map(|block| block.split_once('\n').expect("a fence ends its line"));
    let found: Vec<_> = blocks
        .filter(|(info, _)| info.split(' ').next() == Some(wanted))
        .map(|(info, text)| (info.to_string(), text.to_string()))
        .collect();
    assert!(!found.is_empty(), "the manual has examples of a {wanted}");
    found
}

#[test]
fn positions_of_the_manual() {
    let catalogue = catalogue();
    let mut last: Option<String> = None;
    for (info, text) in examples("position") {
        let state = notation::parse_position(&catalogue, &text).unwrap_or_else(|v| panic!("{text}\n{v:?}"));
        let position = Position::from_state(&catalogue, state).unwrap_or_else(|v| panic!("{text}\n{v:?}"));
        let printed = notation::print_position(&catalogue, position.state());
        if info == "position" {
            assert_eq!(printed, text.trim_end());
        } else {
            assert_eq!(Some(&printed), last.as_ref(), "a lenient example says the same as the one before");
        }
        last = Some(printed);
    }
}

#[test]
fn records_of_the_manual() {
    let catalogue = catalogue();
    for (info, text) in examples("record") {
        let record = notation::parse_record(&catalogue, &text).unwrap_or_else(|v| panic!("{text}\n{v:?}"));
        let printed = notation::print_record(&catalogue, &record).expect("what was read can be printed");
        if info == "record" {
            assert_eq!(printed, text);
        }
        assert_eq!(notation::parse_record(&catalogue, &printed).as_ref(), Ok(&record));
    }
}

#[test]
fn names_of_segments_in_the_manual() {
    let catalogue = catalogue();
    let kind = catalogue.kind(catalogue.kind_by_id("D").expect("D"));
    for rotation in Rotation::ALL {
        let names: Vec<_> = (0..4).map(|s| format!("`{}`", notation::segment_name(kind, rotation, s))).collect();
        let row = format!("| `r{}` | {} |", rotation as u8, names.join(" | "));
        assert!(include_str!("../docs/notation.md").contains(&row), "{row}");
    }
}

/// Words of the tables, all of which the manual must list.
#[test]
fn the_manual_knows_every_word() {
    let manual = include_str!("../docs/notation.md");
    let mut words: Vec<&str> = setup::figures().map(|def| def.name).collect();
    words.extend(setup::options().map(|def| def.name));
    words.extend(setup::options().flat_map(|def| def.values).copied());
    words.retain(|word| !manual.contains(&format!("`{word}`")) && !manual.contains(&format!("{word}:")));
    words.retain(|word| !manual.contains(&format!(":{word}`")));
    words.extend(turn::phases().iter().map(|phase| phase.name).filter(|name| !manual.contains(&format!("`{name}`"))));
    assert!(words.is_empty(), "{words:?}");
}

#[test]
fn every_segment_has_one_name_and_is_found_by_it() {
    let catalogue = catalogue();
    for kind in &catalogue.kinds {
        for rotation in Rotation::ALL {
            for segment in 0..kind.segments.len() as u8 {
                let name = notation::segment_name(kind, rotation, segment);
                for name in [name.clone(), name.replace(' ', ".")] {
                    assert_eq!(notation::parse_segment(kind, rotation, None, &name), Ok(segment), "{} {name}", kind.id);
                }
            }
        }
    }
}

#[test]
fn segments_by_other_names() {
    let catalogue = catalogue();
    let find = |id: &str, rotation: usize, name: &str| {
        let kind = catalogue.kind(catalogue.kind_by_id(id).expect("a kind"));
        notation::parse_segment(kind, Rotation::from_quarters(rotation), None, name).map_err(|v| v.reason)
    };
    assert_eq!(find("D", 0, "road W"), Ok(1));
    assert_eq!(find("D", 0, "road"), Ok(1));
    assert_eq!(find("D", 0, "field S"), Ok(3));
    assert_eq!(find("D", 0, "field E"), Err(Reason::NOTATION), "two fields share the east edge");
    assert_eq!(find("D", 0, "field"), Err(Reason::NOTATION));
    assert_eq!(find("D", 0, "road N"), Err(Reason::NO_SUCH_SEGMENT));
    assert_eq!(find("D", 0, "city NL"), Err(Reason::NO_SUCH_SEGMENT));
    assert_eq!(find("D", 0, "monastery"), Err(Reason::NO_SUCH_SEGMENT));
    assert_eq!(find("D", 0, "castle"), Err(Reason::NOTATION));
    assert_eq!(find("D", 0, "city X"), Err(Reason::NOTATION));
    assert_eq!(find("D", 0, "city N S"), Err(Reason::NOTATION));
    assert_eq!(find("D", 0, ""), Err(Reason::NOTATION));
    assert_eq!(find("I", 2, "city W"), Ok(1));
    assert_eq!(find("four-cities", 0, "field"), Ok(4));
    assert_eq!(find("A", 3, "monastery"), Ok(1));
}

/// A tile of two squares with two inner fields, such as the catalogue does not have yet.
const LARGE: &str = r#"
expansion = "test"
[[kind]]
id = "long"
number = 1
name = "two squares"
squares = { a = [0, 0], b = [1, 0] }
segments = [
  { feature = "city", on = "a", open = ["aN"] },
  { feature = "city", on = "b", open = ["bN"] },
  { feature = "road", on = "ab", open = ["aW", "bE"] },
  { feature = "field", on = "a", half = [] },
  { feature = "field", on = "b", half = [] },
  { feature = "field", half = ["aWR"] },
  { feature = "field", half = ["bEL"] },
  { feature = "field", half = ["aWL", "aSL", "aSR", "bER", "bSL", "bSR"] },
]
[[set]]
id = "long"
name = "long"
year = 2000
start = "long"
tiles = { long = 3 }
"#;

#[test]
fn tiles_of_several_squares() {
    let catalogue = Arc::new(Catalogue::read([LARGE].into_iter()).expect("sound"));
    let kind = &catalogue.kinds[0];
    let names: Vec<_> = (0..8).map(|s| notation::segment_name(kind, Rotation::R0, s)).collect();
    assert_eq!(names, ["city aN", "city bN", "road aW", "field 1", "field 2", "field aWR", "field bEL", "field aSL"]);
    assert_eq!(notation::segment_name(kind, Rotation::R90, 1), "city bE");
    let find = |square, name: &str| notation::parse_segment(kind, Rotation::R0, square, name).map_err(|v| v.reason);
    assert_eq!(find(None, "city N"), Err(Reason::NOTATION));
    assert_eq!(find(Some(0), "city N"), Ok(0));
    assert_eq!(find(Some(1), "city N"), Ok(1));
    assert_eq!(find(Some(0), "city bN"), Ok(1));
    assert_eq!(find(None, "field 2"), Ok(4));
    assert_eq!(find(None, "field 3"), Err(Reason::NO_SUCH_SEGMENT));
    assert_eq!(find(None, "city cN"), Err(Reason::NO_SUCH_SEGMENT));

    let setup = Setup {
        players: vec!["A".into()],
        sets: vec![(catalogue.set_by_id("long").expect("a set"), 1)],
        options: Default::default(),
        figures: Vec::new(),
        draw: Draw::Host,
        offer: None,
    };
    let position = Position::new_game(&catalogue, &setup, &mut Vec::new()).expect("a game");
    let text = "draw long; place long 0,-1 r0; meeple road aW at 0,-1";
    let refused = notation::parse_moves(&position, text).expect_err("field meets city");
    assert!(refused.iter().all(|v| v.reason == Reason::EDGE_MISMATCH && v.path == "line 1, column 12"), "{refused:?}");
    let text = "draw long; place long 2,0 r0; meeple road aW at 3,0";
    let moves = notation::parse_moves(&position, text).expect("legal");
    let place = Place::Segment { square: Pos::new(3, 0), segment: 2 };
    assert_eq!(moves[2], Move::PlaceFigure { figure: FigureKind(1), place });
    let record = Record { setup: setup.clone(), moves };
    let printed = notation::print_record(&catalogue, &record).expect("legal");
    assert!(printed.ends_with(&format!("1. {text}\n")), "{printed}");
    let without_square = notation::parse_moves(&position, "draw long; place long 2,0 r0; meeple road aW");
    assert_eq!(without_square.expect_err("which square?")[0].reason, Reason::NOTATION);

    let mut end = position;
    record.moves.iter().for_each(|mv| end.apply(mv, None).expect("legal"));
    let line = notation::print_position(&catalogue, end.state());
    assert!(line.contains("long@2,0r0{P1:meeple@road.aW@3,0}"), "{line}");
    assert_eq!(notation::parse_position(&catalogue, &line).as_ref(), Ok(end.state()));
}

/// Numbers that look random and are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % bound
    }
}

fn setup(catalogue: &Catalogue, sets: &[&str], seed: Option<&str>) -> Setup {
    let mut sets: Vec<_> = sets.iter().map(|id| (catalogue.set_by_id(id).expect("a set"), 1)).collect();
    sets.sort();
    Setup {
        players: ["Alice", "", "J\u{f6}rg; #1"].map(String::from).to_vec(),
        sets,
        options: Default::default(),
        figures: Vec::new(),
        draw: seed.map_or(Draw::Host, |seed| Draw::Seeded(Some(seed.into()))),
        offer: None,
    }
}

/// Whole games: at each position the state, and every legal move, are read back from what is printed.
fn play(sets: &[&str], seed: Option<&str>) {
    let catalogue = catalogue();
    let setup = setup(&catalogue, sets, seed);
    let mut numbers = Numbers(sets.len() as u64);
    let mut position = Position::new_game(&catalogue, &setup, &mut Vec::new()).expect("a game");
    deal::deal(&mut position, None);
    let mut record = Record { setup, moves: Vec::new() };
    loop {
        let line = notation::print_position(&catalogue, position.state());
        let state = notation::parse_position(&catalogue, &line).unwrap_or_else(|v| panic!("{line}\n{v:?}"));
        assert_eq!(&state, position.state(), "{line}");
        assert_eq!(notation::print_position(&catalogue, &state), line);
        let auto = auto(&line);
        assert_eq!(notation::parse_position(&catalogue, &auto).as_ref(), Ok(&state), "{auto}");
        let moves = position.legal_moves();
        let Some(mv) = moves.get(numbers.below(moves.len().max(1))) else { break };
        for mv in [mv, &moves[0], &moves[moves.len() - 1]] {
            let text = notation::print_move(&position, mv);
            assert_eq!(notation::parse_moves(&position, &text), Ok(vec![*mv]), "{text}\n{line}");
        }
        deal::apply(&mut position, mv, None).expect("legal");
        record.moves.push(*mv);
    }
    let text = notation::print_record(&catalogue, &record).expect("legal");
    assert_eq!(notation::parse_record(&catalogue, &text).as_ref(), Ok(&record), "{text}");
    assert_eq!(text.contains("draw "), seed.is_none());
}

/// The line with everything left to be computed that can be.
fn auto(line: &str) -> String {
    let field = |field: &str| match field.split_once('=') {
        Some((key @ ("draws" | "supply" | "bag"), _)) => format!("{key}=auto"),
        _ => field.to_string(),
    };
    line.split(' ').map(field).collect::<Vec<_>>().join(" ")
}

#[test]
fn games_with_a_host() {
    play(&["base"], None);
    play(&["base", "river", "river-2", "inns-and-cathedrals"], None);
    play(
        &["base", "river", "inns-and-cathedrals", "traders-and-builders", "wonders-1", "wonders-2", "wonders-3"],
        None,
    );
}

#[test]
fn games_with_a_seed() {
    play(&["base-without-gardens"], Some("a seed; # with 100 %"));
    play(&["base", "inns-and-cathedrals-without-gardens", "river-2"], Some("\u{1f3f0}"));
}

#[test]
fn every_set_can_be_played_in_text() {
    let catalogue = catalogue();
    for set in &catalogue.sets {
        // one that brings no tiles to draw lies beside another
        let other = set.tiles.is_empty().then_some("base");
        play(&[Some(&*set.id), other].into_iter().flatten().collect::<Vec<_>>(), None);
    }
    assert!(
        expansion::ALL
            .iter()
            .filter(|e| e.data().is_some())
            .all(|e| catalogue.sets.iter().any(|s| s.expansion == e.id()))
    );
}

const LINE: &str = "carcassonne/1 sets=base players=A,B figures=meeple:3 draw=host draws=auto \
    tiles=D@0,0r0;I@0,-1r2{P1:meeple@city.W} points=P1:-;P2:- supply=auto bag=auto gone=C turn=P2:draw";

fn position_violations(text: &str) -> Vec<Violation> {
    notation::parse_position(&catalogue(), text).expect_err(text)
}

#[test]
fn what_is_absent_is_never_zero() {
    assert!(notation::parse_position(&catalogue(), LINE).is_ok());
    for key in ["sets", "players", "draw", "draws", "tiles", "points", "supply", "bag", "turn"] {
        let without: Vec<_> = LINE.split(' ').filter(|f| f.split('=').next() != Some(key)).collect();
        let found = position_violations(&without.join(" "));
        assert!(found.iter().any(|v| v.path == key && v.reason == Reason::MISSING), "{key}: {found:?}");
    }
    for key in ["sets", "players", "draw"] {
        let header =
            ["sets: base", "players: A", "draw: host"].into_iter().filter(|l| !l.starts_with(&format!("{key}:")));
        let text = header.collect::<Vec<_>>().join("\n");
        let found = notation::parse_record(&catalogue(), &text).expect_err(key);
        assert!(found.iter().any(|v| v.path == key && v.reason == Reason::MISSING), "{key}: {found:?}");
    }
}

#[test]
fn positions_that_are_refused() {
    // a field of the line, what is written instead, and where and why that is refused
    let cases = [
        ("carcassonne/1", "chess/1", "", Reason::NOTATION),
        ("carcassonne/1", "carcassonne/", "", Reason::NOTATION),
        ("sets=base", "sets=base,base:2", "sets[1]", Reason::DUPLICATE),
        ("sets=base", "sets=atlantis", "sets[0]", Reason::UNKNOWN_SET),
        ("sets=base", "sets=base:two", "sets[0]", Reason::NOTATION),
        ("sets=base", "sets=base sets=river", "", Reason::DUPLICATE),
        ("sets=base", "sets=base fairy=P1", "", Reason::NOTATION),
        ("sets=base", "sets=base gibberish", "", Reason::NOTATION),
        ("players=A,B", "players=A,", "players[1]", Reason::NOTATION),
        ("players=A,B", "players=A,%", "players[1]", Reason::NOTATION),
        ("players=A,B", "players=A,%FF", "players[1]", Reason::NOTATION),
        ("players=A,B", "players=A,B,C", "points", Reason::NOTATION),
        ("figures=meeple:3", "figures=dragon:3", "figures[0]", Reason::UNKNOWN_FIGURE),
        ("figures=meeple:3", "figures=meeple:300", "figures[0]", Reason::NOTATION),
        ("figures=meeple:3", "options=farmers:maybe", "options[0]", Reason::NOTATION),
        ("figures=meeple:3", "options=taxes:on", "options[0]", Reason::NOTATION),
        ("draw=host", "draw=guest", "draw", Reason::NOTATION),
        ("draws=auto", "draws=-1", "draws", Reason::NOTATION),
        ("draws=auto", "draws=02", "draws", Reason::NOTATION),
        ("D@0,0r0;I@0,-1r2", "D@0,0;I@0,-1r2", "tiles[0]", Reason::NOTATION),
        ("D@0,0r0;I@0,-1r2", "D@0,0r0;I@0,-1r4", "tiles[1]", Reason::NOTATION),
        ("D@0,0r0;I@0,-1r2", "D@0,0r0;I@0r2", "tiles[1]", Reason::NOTATION),
        ("D@0,0r0;I@0,-1r2", "D@0,0r0;I@0,99999r2", "tiles[1]", Reason::NOTATION),
        ("D@0,0r0;I@0,-1r2", "D@0,0r0;I@32767,-32768r2", "tiles[1]", Reason::OUT_OF_RANGE),
        ("D@0,0r0;I@0,-1r2", "D@0,0r0;Z@0,-1r2", "tiles[1]", Reason::UNKNOWN_TILE),
        ("D@0,0r0;I@0,-1r2", "D@0,0r0;;I@0,-1r2", "tiles[1]", Reason::NOTATION),
        ("{P1:meeple@city.W}", "{P1:meeple@city.W", "tiles[1]", Reason::NOTATION),
        ("{P1:meeple@city.W}", "{P7:meeple@city.W}", "tiles[1]", Reason::NOTATION),
        ("{P1:meeple@city.W}", "{P1:meeple@city.N}", "tiles[1]", Reason::NO_SUCH_SEGMENT),
        ("{P1:meeple@city.W}", "{P1:meeple@city.W@5,5}", "tiles[1]", Reason::NO_SUCH_SEGMENT),
        ("{P1:meeple@city.W}", "{P1:shepherd@city.W}", "tiles[1]", Reason::UNKNOWN_FIGURE),
        ("{P1:meeple@city.W}", "{}", "tiles[1]", Reason::NOTATION),
        ("points=P1:-;P2:-", "points=P1:-", "points", Reason::NOTATION),
        ("points=P1:-;P2:-", "points=P2:-;P1:-", "points", Reason::NOTATION),
        ("points=P1:-;P2:-", "points=P1:-;P2:", "points[1]", Reason::NOTATION),
        ("points=P1:-;P2:-", "points=P1:-;P2:road:0", "points[1]", Reason::NOTATION),
        ("points=P1:-;P2:-", "points=P1:-;P2:road:4,road:4", "points[1]", Reason::DUPLICATE),
        ("points=P1:-;P2:-", "points=P1:-;P2:castle:4", "points[1]", Reason::NOTATION),
        ("bag=auto", "bag=A:1,A:1", "bag[1]", Reason::DUPLICATE),
        ("bag=auto", "bag=A", "bag[0]", Reason::NOTATION),
        ("bag=auto", "bag=", "", Reason::NOTATION),
        ("gone=C", "gone=C,?", "gone[1]", Reason::UNKNOWN_TILE),
        ("turn=P2:draw", "turn=P2", "turn", Reason::NOTATION),
        ("turn=P2:draw", "turn=P2:sleep", "turn", Reason::NOTATION),
        ("turn=P2:draw", "turn=P2:100", "turn", Reason::NOTATION),
        ("turn=P2:draw", "turn=P2:place:I:I", "turn", Reason::UNKNOWN_TILE),
    ];
    for (old, new, path, reason) in cases {
        let text = LINE.replace(old, new);
        assert_ne!(text, LINE, "{old}");
        let found = position_violations(&text);
        assert!(found.iter().any(|v| v.path == path && v.reason == reason), "{new}: {found:?}");
    }
}

/// Such positions can be read; that they could not have come about is found afterwards.
#[test]
fn nonsense_is_read_and_then_refused() {
    let catalogue = catalogue();
    let cases = [
        ("D@0,0r0;I@0,-1r2", "D@0,0r0;I@0,0r2", Reason::OVERLAP),
        ("D@0,0r0;I@0,-1r2{P1:meeple@city.W}", "-", Reason::PLACEMENT_ORDER),
        ("turn=P2:draw", "turn=P6:draw", Reason::WRONG_PHASE),
        ("turn=P2:draw", "turn=P2:another-turn", Reason::WRONG_PHASE),
        ("turn=P2:draw", "turn=P2:take-wonder:P1*1", Reason::WRONG_PHASE),
        ("gone=C turn=P2:draw", "gone=C turn=P2:draw closing=P1", Reason::WRONG_PHASE),
        ("points=P1:-;P2:-", "points=P1:-;P2:- hand=P1:tikal", Reason::TILE_COUNT),
        ("points=P1:-;P2:-", "points=P1:-;P2:- hand=P2:hidden", Reason::TILE_COUNT),
        ("points=P1:-;P2:-", "points=P1:-;P2:- ready=tikal", Reason::TILE_COUNT),
        ("points=P1:-;P2:-", "elsewhere=P1:meeple@track.10 points=P1:-;P2:-", Reason::FIGURE_PLACE),
        ("points=P1:-;P2:-", "elsewhere=P1:meeple@tile.0,0 points=P1:-;P2:-", Reason::FIGURE_PLACE),
        ("draw=host", "offer=draw:1 draw=host", Reason::OUT_OF_RANGE),
        ("turn=P2:draw", "turn=P2:draw part=second", Reason::WRONG_PHASE),
        ("turn=P2:draw", "turn=P2:draw placed=1", Reason::WRONG_PHASE),
        ("points=P1:-;P2:-", "points=P1:-;P2:- tokens=P1:wine:1", Reason::OUT_OF_RANGE),
        ("draw=host", "offer=tikal draw=host", Reason::UNKNOWN_TILE),
        ("gone=C", "gone=C,C", Reason::TILE_COUNT),
        ("carcassonne/1", "carcassonne/2", Reason::UNKNOWN_RULES_VERSION),
        ("{P1:meeple@city.W}", "{P1:meeple@city.W+P5:meeple@city.W}", Reason::FIGURE_PLACE),
        ("sets=base", "sets=base:4294967295", Reason::LIMIT),
    ];
    for (old, new, reason) in cases {
        let text = LINE.replace(old, new);
        let state = notation::parse_position(&catalogue, &text).unwrap_or_else(|v| panic!("{text}: {v:?}"));
        let printed = notation::print_position(&catalogue, &state);
        assert_eq!(notation::parse_position(&catalogue, &printed).as_ref(), Ok(&state), "{printed}");
        let found = Position::from_state(&catalogue, state).err().unwrap_or_default();
        assert!(found.iter().any(|v| v.reason == reason), "{new}: {found:?}");
    }
}

const RECORD: &str = "sets: base\nplayers: A, B\ndraw: host\n\n1. draw I; place I 0,-1 r2; meeple city W\n";

#[test]
fn moves_that_are_refused() {
    let cases = [
        ("draw I", "draw ZZ", "line 5, column 4", Reason::UNKNOWN_TILE),
        ("draw I", "draw", "line 5, column 4", Reason::NOTATION),
        ("draw I", "draw lake", "line 5, column 4", Reason::NOT_IN_BAG),
        ("draw I; ", "", "line 5, column 4", Reason::NOT_NOW),
        ("place I", "place E", "line 5, column 12", Reason::WRONG_TILE),
        ("0,-1 r2", "0,-1", "line 5, column 12", Reason::NOTATION),
        ("0,-1 r2", "0,0 r2", "line 5, column 12", Reason::OCCUPIED_SQUARE),
        ("0,-1 r2", "32767,0 r2", "line 5, column 12", Reason::OUT_OF_RANGE),
        ("meeple city W", "meeple city N", "line 5, column 29", Reason::NO_SUCH_SEGMENT),
        ("meeple city W", "meeple city W at 9,9", "line 5, column 29", Reason::NO_SUCH_SEGMENT),
        ("meeple city W", "meeple city N at 0,0", "line 5, column 29", Reason::NOT_THE_PLACED_TILE),
        ("meeple city W", "abbot city W", "line 5, column 29", Reason::FIGURE_NOT_ALLOWED),
        ("meeple city W", "large city W", "line 5, column 29", Reason::UNKNOWN_FIGURE),
        ("meeple city W", "return abbot at 0,-1", "line 5, column 29", Reason::NO_SUCH_FIGURE),
        ("meeple city W", "knight city W", "line 5, column 29", Reason::NOTATION),
        ("meeple city W", "meeple city W at", "line 5, column 29", Reason::NOTATION),
        ("meeple city W\n", "meeple city W\ndraw: host\n", "line 6", Reason::NOTATION),
        ("sets: base", "sets: base\nset: base", "line 2", Reason::NOTATION),
        ("sets: base", "sets: base, moon", "line 1, sets[1]", Reason::UNKNOWN_SET),
        ("players: A, B", "players: A,B,C,D,E,F,G", "line 2, players", Reason::PLAYER_COUNT),
        ("draw: host", "draw: seeded:", "line 3, seeded.seed", Reason::OUT_OF_RANGE),
    ];
    for (old, new, path, reason) in cases {
        let text = RECORD.replacen(old, new, 1);
        assert_ne!(text, RECORD, "{old}");
        let found = notation::parse_record(&catalogue(), &text).expect_err(&text);
        assert!(found.iter().any(|v| v.path == path && v.reason == reason), "{new}: {found:?}");
    }
}

/// A seed decides the draws: a record that names them would say two things.
#[test]
fn a_draw_is_refused_where_a_seed_decides() {
    let text = "sets: base\nplayers: A\ndraw: seeded:s\n\n1. draw I\n";
    let found = notation::parse_record(&catalogue(), text).expect_err("a draw");
    assert_eq!(found[0].reason, Reason::NOT_NOW);
}

#[test]
fn without_its_seed_a_seeded_game_names_its_draws() {
    let text = "sets: base\nplayers: A\ndraw: seeded\n\n1. draw B; place B 0,1 r0; pass\n";
    let record = notation::parse_record(&catalogue(), text).expect("a record");
    assert_eq!(notation::print_record(&catalogue(), &record).as_deref(), Ok(text));
}

#[test]
fn what_happens_before_the_first_turn_has_a_line_of_its_own() {
    let text = "sets: base,wonders-1\nplayers: A\noffer: draw:2\ndraw: host\n\n\
                offer notre-dame; offer alhambra\n1. draw E; place E 0,1 r2; pass\n";
    let record = notation::parse_record(&catalogue(), text).expect("a record");
    assert_eq!(notation::print_record(&catalogue(), &record).as_deref(), Ok(text));
}

#[test]
fn a_record_of_illegal_moves_is_not_printed() {
    let record = Record { setup: setup(&catalogue(), &["base"], None), moves: vec![Move::Pass] };
    let found = notation::print_record(&catalogue(), &record).expect_err("nothing to pass");
    assert_eq!((found[0].path.as_str(), found[0].reason), ("moves[0]", Reason::NOT_NOW));
}

#[test]
fn long_texts_are_refused_at_once() {
    let catalogue = catalogue();
    let long = " ".repeat(notation::MAX_BYTES + 1);
    let position =
        Position::new_game(&catalogue, &setup(&catalogue, &["base"], None), &mut Vec::new()).expect("a game");
    let found = [
        notation::parse_position(&catalogue, &long).expect_err("long"),
        notation::parse_record(&catalogue, &long).expect_err("long"),
        notation::parse_moves(&position, &long).expect_err("long"),
    ];
    assert!(found.iter().all(|v| v[0].reason == Reason::LIMIT));
}

/// Damaged texts get an answer, whatever is in them.
#[test]
fn damaged_texts() {
    let catalogue = catalogue();
    let position =
        Position::new_game(&catalogue, &setup(&catalogue, &["base"], None), &mut Vec::new()).expect("a game");
    let mut numbers = Numbers(7);
    let alphabet: Vec<char> = "P1{}@;:,=+-.% #\n\u{e9}\u{0}rNa0".chars().collect();
    let mut refused = 0;
    for _ in 0..3000 {
        let text = [LINE, RECORD, "draw I; place I 0,-1 r2; meeple city W"][numbers.below(3)];
        let mut text: Vec<char> = text.chars().collect();
        for _ in 0..=numbers.below(4) {
            let at = numbers.below(text.len());
            match numbers.below(3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, alphabet[numbers.below(alphabet.len())]),
                _ => text[at] = alphabet[numbers.below(alphabet.len())],
            }
        }
        let text: String = text.into_iter().collect();
        match notation::parse_position(&catalogue, &text) {
            Ok(state) => {
                let printed = notation::print_position(&catalogue, &state);
                assert_eq!(notation::parse_position(&catalogue, &printed), Ok(state), "{text}");
            }
            Err(found) => refused += found.len(),
        }
        match notation::parse_record(&catalogue, &text) {
            Ok(record) => {
                let printed = notation::print_record(&catalogue, &record).expect("legal");
                assert_eq!(notation::parse_record(&catalogue, &printed), Ok(record), "{text}");
            }
            Err(found) => refused += found.len(),
        }
        refused += notation::parse_moves(&position, &text).err().map_or(0, |v| v.len());
    }
    assert!(refused > 3000);
}

/// The longest texts of one piece repeated: no time or memory out of proportion.
#[test]
fn endless_lists() {
    let catalogue = catalogue();
    let pieces = [
        "D@0,0r0;",
        "base,",
        "P1:-;",
        "A:1,",
        "{",
        "%41",
        "sets=base ",
        "P1:meeple@city.N+",
        "sets: base\n",
        "1.",
        ";",
    ];
    for piece in pieces {
        let many = piece.repeat((notation::MAX_BYTES - 2 * LINE.len()) / piece.len());
        for old in ["sets=base", "D@0,0r0;", "P1:-;", "bag=auto", "P1:meeple@city.W", "gone=C"] {
            let text = LINE.replace(old, &format!("{old}{many}"));
            if let Ok(state) = notation::parse_position(&catalogue, &text) {
                assert!(Position::from_state(&catalogue, state).is_err(), "{old}{piece}...");
            }
        }
        assert!(
            notation::parse_record(&catalogue, &format!("{RECORD}{many}")).is_err() || piece == ";" || piece == "1."
        );
    }
}
