//! Recorded games with assertions: the importer must find every one right, or say what it does not support.
//!
//! The recordings lie in the folder `JCZ_ENGINE_TESTS`, or in `../shared/jcz/engine-tests`; without them that test is
//! skipped. The others write their own.

mod recordings;

use std::sync::Arc;

use carcassonne_engine::engine::{Catalogue, Move};
use carcassonne_engine::notation::jcz::{self, MAX_BYTES, Played, Problem};
use serde_json::{Value, json};

use recordings::{folder, recordings};

fn catalogue() -> Arc<Catalogue> {
    Catalogue::built_in().unwrap()
}

fn check(recording: &Value) -> Result<Played, Problem> {
    jcz::check(&recording.to_string(), &catalogue())
}

/// What `check` says, in a line.
fn verdict(recording: &Value) -> String {
    check(recording).map_or_else(|problem| problem.to_string(), |_| "ok".into())
}

#[test]
fn engine_tests() {
    let folder = folder("JCZ_ENGINE_TESTS", "../shared/jcz/engine-tests");
    let Some(files) = recordings(&folder) else { return };
    let (mut ok, mut failures) = (0, Vec::new());
    for path in &files {
        let result = jcz::check(&std::fs::read_to_string(path).unwrap(), &catalogue());
        let line = result.as_ref().map_or_else(Problem::to_string, |_| "ok".into());
        println!("{}: {line}", path.file_name().unwrap().to_string_lossy());
        match result {
            Ok(_) => ok += 1,
            Err(Problem::Fail(_)) => failures.push(line),
            Err(Problem::Unsupported(_)) => {}
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
    assert!(ok > 0, "none of {} files could be read", files.len());
}

/// Two players, base game; Ann takes the monastery and Bo Lee a road, in the newer format.
fn recording() -> Value {
    json!({
        "appVersion": "5.12.0",
        "initialRandom": 0.5,
        "setup": {
            "sets": {"basic:1": 1},
            "elements": {"small-follower": 7, "farmers": true, "fairy": 1},
            "rules": {"tiny-city-scoring": "4", "wagon-move": "C2", "tunnelize-other-expansions": true},
            "start": [{"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0}]
        },
        "players": [{"name": "Ann", "slot": 0}, {"name": "Bo Lee", "slot": 3}],
        "replay": [
            place("BA/L", "R0", [0, 1], 0),
            deploy([0, 1], Some("Monastery"), "I", "0.small.1"),
            {"type": "COMMIT", "payload": {"random": 0.25}, "player": 0},
            place("BA/RRR", "R90", [1, 0], 1),
            deploy([1, 0], Some("Road"), "W", "1.small.1"),
            {"type": "COMMIT", "payload": {"random": 0.75}, "player": 1},
        ],
        "gameAnnotations": {"drawOrder": ["BA/L", "BA/RRR"], "endTurn": 2},
        "test": {"description": "", "assertions": [
            "Ann has 3 points",
            "Ann scored monastery for 3 points",
            "Bo Lee has 2 points",
            "Bo Lee scored road for 2 points",
        ]}
    })
}

fn place(tile: &str, rotation: &str, position: [i32; 2], player: u8) -> Value {
    let payload = json!({"tileId": tile, "rotation": rotation, "position": position});
    json!({"type": "PLACE_TILE", "payload": payload, "player": player})
}

fn deploy(position: [i32; 2], feature: Option<&str>, location: &str, meeple: &str) -> Value {
    let mut pointer = json!({"position": position, "location": location});
    if let Some(feature) = feature {
        pointer["feature"] = feature.into();
    }
    json!({"type": "DEPLOY_MEEPLE", "payload": {"pointer": pointer, "meepleId": meeple}})
}

#[test]
fn newer_format() {
    let played = check(&recording()).unwrap();
    assert_eq!(played.points(), [3, 2]);
    assert!(played.ended_early);
    assert_eq!(played.moves.len(), 6, "draw, place, deploy, twice: {:?}", played.moves);
}

/// Pointers without a feature, named cloisters, seeds and salts in place of random numbers, no draw order, no player.
#[test]
fn older_format() {
    let mut old = recording();
    old.as_object_mut().unwrap().remove("initialRandom");
    old["initialSeed"] = "-7078873574222023888".into();
    old["gameAnnotations"] = json!({"endTurn": 2});
    old["replay"] = json!([
        place("BA/L", "R0", [0, 1], 0),
        deploy([0, 1], None, "CLOISTER", "0.small.1"),
        {"type": "COMMIT", "payload": {"salt": "4694067631899599568"}},
        {"type": "PLACE_TILE", "payload": {"tileId": "BA/RRR", "rotation": "R90", "position": [1, 0]}},
        deploy([1, 0], None, "W", "1.small.1"),
        {"type": "COMMIT", "payload": {"salt": "-2865705379428427578"}},
    ]);
    assert_eq!(verdict(&old), "ok");
    assert_eq!(check(&old).unwrap().moves, check(&recording()).unwrap().moves);
}

/// The location alone names a field by half edges, a city by edges, the inside by what the figure may stand on.
#[test]
fn locations_without_feature() {
    let features = |tile: &str, location: &str, meeple: &str| {
        let mut recording = recording();
        recording["setup"]["sets"] = json!({"basic:2": 1, "inns-and-cathedrals:2": 1});
        recording["setup"]["elements"] =
            json!({"small-follower": 7, "farmers": 1, "abbot": 1, "garden": 1, "big-follower": 1});
        recording["gameAnnotations"] = Value::Null;
        recording["test"] = json!({});
        recording["replay"] = json!([place(tile, "R180", [0, -1], 0), deploy([0, -1], None, location, meeple)]);
        let played = check(&recording).map_err(|problem| problem.to_string())?;
        let figure = played.position.state().figures[0];
        let segment = played.position.tile(figure.tile).1.segments[figure.segment as usize].feature;
        Ok::<_, String>((segment.name(), played.position.figure_def(figure.kind).unwrap().name))
    };
    assert_eq!(features("BA/CcRr", "SE", "0.small.1"), Ok(("city", "meeple")));
    assert_eq!(features("BA/CcRr", "NW", "0.big.1"), Ok(("road", "large")));
    assert_eq!(features("BA/CcRr", "NL.WR", "0.small.1"), Ok(("field", "meeple")));
    assert_eq!(features("BA/Ccc", "_N", "0.small.1"), Ok(("city", "meeple")));
    assert_eq!(features("IC/CCCCG", "I", "0.abbot.1"), Ok(("garden", "abbot")));
    assert_eq!(features("IC/CCCCG", "I", "0.small.1"), Ok(("field", "meeple")));
    assert_eq!(features("IC/CCCCG", "GARDEN", "0.abbot.1"), Ok(("garden", "abbot")));
    assert_eq!(features("IC/CCCCG", "INNER_FARM", "0.big.1"), Ok(("field", "large")));
    assert!(features("BA/CcRr", "NWSE", "0.small.1").unwrap_err().contains("has no place NWSE"));
    assert!(features("BA/CcRr", "Q", "0.small.1").unwrap_err().contains("no location \"Q\""));
}

/// Where only passing is possible, this engine goes on by itself; where a pass is missing, the commit is one.
#[test]
fn passes() {
    let mut recording = recording();
    recording["setup"]["elements"]["small-follower"] = 0.into();
    recording["test"]["assertions"] = json!(["Ann has 0 points"]);
    let pass = json!({"type": "PASS", "payload": {}});
    let commit = json!({"type": "COMMIT", "payload": {}});
    let tiles = [place("BA/L", "R0", [0, 1], 0), place("BA/RRR", "R90", [1, 0], 1)];
    recording["replay"] = json!([tiles[0], pass, commit, tiles[1], pass, commit]);
    let moves = |recording: &Value| check(recording).unwrap().moves;
    assert!(!moves(&recording).contains(&Move::Pass));
    recording["setup"]["elements"]["small-follower"] = 7.into();
    let passed = moves(&recording);
    assert_eq!(passed.iter().filter(|mv| **mv == Move::Pass).count(), 2);
    recording["replay"] = json!([tiles[0], commit, tiles[1], commit]);
    assert_eq!(moves(&recording), passed);
    recording["replay"] = json!([tiles[0], tiles[1], pass]);
    assert_eq!(moves(&recording), passed);
}

/// A tile that fits nowhere is drawn and leaves the game; nothing fits where the only open places ask for more.
#[test]
fn draw_order() {
    let mut recording = recording();
    recording["gameAnnotations"]["drawOrder"] = json!(["BA/Cccc+", "BA/L", "BA/RRR"]);
    // the city tile fits north of the start tile
    assert_eq!(
        verdict(&recording),
        "FAIL: replay[0] PLACE_TILE: place_tile.kind: B is not the tile to be placed (WRONG_TILE)"
    );
    recording["gameAnnotations"]["drawOrder"] = json!(["BA/L", "XX/none"]);
    assert_eq!(verdict(&recording), "FAIL: replay[3] PLACE_TILE: draws unknown tile \"XX/none\"");
    recording["gameAnnotations"]["drawOrder"] = json!(["BA/L"]);
    assert_eq!(verdict(&recording), "ok");
}

#[test]
fn end_of_game() {
    // without an end the features are not scored
    let mut unfinished = recording();
    unfinished["gameAnnotations"].as_object_mut().unwrap().remove("endTurn");
    unfinished["test"]["assertions"] = json!(["Ann has 0 points", "Bo Lee has 0 points"]);
    assert_eq!(verdict(&unfinished), "ok");
    unfinished["gameAnnotations"]["endTurn"] = 3.into();
    assert_eq!(verdict(&unfinished), "ok");
    let mut too_long = recording();
    too_long["gameAnnotations"]["endTurn"] = 1.into();
    assert_eq!(verdict(&too_long), "FAIL: replay[3] PLACE_TILE: the game ended after turn 1");
}

#[test]
fn wrong_assertions() {
    let claim = |text: &str| {
        let mut recording = recording();
        recording["test"]["assertions"] = json!([text]);
        verdict(&recording)
    };
    assert_eq!(claim("Ann has 5 points"), "FAIL: assertion \"Ann has 5 points\": has: 3");
    assert_eq!(
        claim("Ann scored road for 4 points"),
        "FAIL: assertion \"Ann scored road for 4 points\": road: no award"
    );
    assert_eq!(claim("Bo Lee scored road for 1 point"), "FAIL: assertion \"Bo Lee scored road for 1 point\": road: 2");
    assert_eq!(
        claim("Bo Lee scored road for 0 points"),
        "FAIL: assertion \"Bo Lee scored road for 0 points\": road: 2"
    );
    assert_eq!(claim("Lee has 2 points"), "FAIL: assertion \"Lee has 2 points\": no player \"Lee\"");
    assert_eq!(claim("Player can't pass"), "unsupported: assertion \"Player can't pass\"");
    assert_eq!(claim("Ann scored castle for 4 points"), "unsupported: assertion \"Ann scored castle for 4 points\"");
    assert_eq!(claim("Ann has -4 points"), "unsupported: assertion \"Ann has -4 points\"");
}

/// An award of nothing is an award: the incomplete road with an inn.
#[test]
fn awards_of_nothing() {
    let mut recording = recording();
    recording["setup"]["sets"]["inns-and-cathedrals:1"] = 1.into();
    recording["replay"] = json!([place("IC/RFr.i", "R0", [1, 0], 0), deploy([1, 0], Some("Road"), "WE", "0.small.1")]);
    recording["gameAnnotations"] = json!({"endTurn": 1});
    recording["test"]["assertions"] = json!(["Ann has 2 points", "Ann scored road for 2 points"]);
    assert_eq!(verdict(&recording), "ok", "inns do not count without the element");
    recording["setup"]["elements"]["inn"] = true.into();
    recording["test"]["assertions"] = json!(["Ann has 0 points", "Ann scored road for 0 points"]);
    assert_eq!(verdict(&recording), "ok");
}

#[test]
fn rules_and_elements() {
    let mut city = recording();
    city["replay"] =
        json!([place("BA/C", "R180", [0, -1], 0), deploy([0, -1], Some("City"), "S", "0.small.1"), {"type": "COMMIT"}]);
    city["gameAnnotations"] = Value::Null;
    city["test"]["assertions"] = json!(["Ann scored city for 4 points"]);
    assert_eq!(verdict(&city), "ok");
    city["setup"]["rules"]["tiny-city-scoring"] = "2".into();
    city["test"]["assertions"] = json!(["Ann scored city for 2 points"]);
    assert_eq!(verdict(&city), "ok");
    city["setup"]["rules"] = json!({});
    city["replay"][1] = deploy([0, -1], Some("Field"), "NL.NR.EL.ER.WL.WR", "0.small.1");
    city["test"]["assertions"] = json!([]);
    assert_eq!(verdict(&city), "ok");
    city["setup"]["elements"]["farmers"] = false.into();
    assert!(verdict(&city).starts_with("FAIL: replay[1] DEPLOY_MEEPLE:"), "{}", verdict(&city));
    assert!(verdict(&city).ends_with("(FARMERS_OFF)"));
}

#[test]
fn unsupported() {
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut recording = recording();
        change(&mut recording);
        verdict(&recording)
    };
    assert_eq!(
        changed(&|r| r["setup"]["sets"] = json!({"basic:1": 1, "siege": 1, "count:1": 1})),
        "unsupported: set count:1, siege"
    );
    assert_eq!(changed(&|r| r["setup"]["elements"]["king"] = true.into()), "unsupported: element king");
    assert_eq!(
        changed(&|r| r["replay"][1]["payload"]["meepleId"] = "0.ringmaster.1".into()),
        "unsupported: element ringmaster"
    );
    assert_eq!(
        changed(&|r| r["setup"]["sets"]["tower:1"] = 1.into()),
        "unsupported: tiles of a set without its element tower"
    );
    assert_eq!(
        changed(&|r| r["setup"]["rules"]["tiny-city-scoring"] = "3".into()),
        "unsupported: rule tiny-city-scoring = 3"
    );
    assert_eq!(changed(&|r| r["setup"]["rules"]["double-points"] = true.into()), "unsupported: rule double-points");
    assert_eq!(
        changed(&|r| {
            r["replay"][2] = json!({"type": "MOVE_NEUTRAL_FIGURE", "payload": {"figureId": "count.1", "to": [0, 0]}})
        }),
        "unsupported: element count"
    );
    assert_eq!(
        changed(&|r| {
            let pointer = json!({"featurePointer": {"position": [0, 1], "location": "I"}, "meepleId": "0.small.1"});
            r["replay"][2] = json!({"type": "RETURN_MEEPLE", "payload": {"source": "FESTIVAL", "pointer": pointer}})
        }),
        "unsupported: message RETURN_MEEPLE of FESTIVAL"
    );
    assert_eq!(changed(&|r| r["replay"][3]["payload"]["tileId"] = "CO/1".into()), "unsupported: tile CO/1");
    assert_eq!(
        changed(&|r| r["replay"][1]["payload"]["pointer"]["feature"] = "Vineyard".into()),
        "unsupported: feature Vineyard"
    );
    assert_eq!(changed(&|r| r["setup"]["start"][0]["rotation"] = 90.into()), "unsupported: start: BA/RCr at 0,0");
    assert_eq!(
        changed(&|r| r["setup"]["start"] = json!([{"tile": "A", "x": 0, "y": 0}, {"tile": "B", "x": 1, "y": 0}])),
        "unsupported: start: 2 tiles"
    );
    assert!(changed(&|r| r["players"] = json!(vec![json!({"name": "Ann"}); 7])).starts_with("FAIL: assertion"));
    assert!(
        changed(&|r| {
            r["players"] = json!(vec![json!({"name": "Ann"}); 7]);
            r["test"] = Value::Null;
        })
        .starts_with("unsupported: setup: players")
    );
}

#[test]
fn an_abbot_comes_back() {
    let mut recording = recording();
    recording["setup"]["sets"] = json!({"basic:2": 1});
    recording["setup"]["elements"]["abbot"] = 1.into();
    recording["players"] = json!([{"name": "Ann"}]);
    let pointer = json!({"featurePointer": {"position": [0, 1], "location": "I", "feature": "Monastery"}, "meepleId": "0.abbot.1"});
    recording["replay"] = json!([
        place("BA/L", "R0", [0, 1], 0),
        deploy([0, 1], Some("Monastery"), "I", "0.abbot.1"),
        {"type": "COMMIT"},
        place("BA/RRR", "R90", [1, 0], 0),
        {"type": "RETURN_MEEPLE", "payload": {"source": "ABBOT_RETURN", "pointer": pointer}},
        {"type": "COMMIT"},
    ]);
    recording["gameAnnotations"] = Value::Null;
    recording["test"]["assertions"] = json!(["Ann has 3 points", "Ann scored monastery for 3 points"]);
    assert_eq!(verdict(&recording), "ok");
}

#[test]
fn what_this_engine_refuses() {
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut recording = recording();
        change(&mut recording);
        verdict(&recording)
    };
    let wrong_player = changed(&|r| r["replay"][3]["player"] = 0.into());
    assert_eq!(wrong_player, "FAIL: replay[3] PLACE_TILE: player 0 moves, but it is the turn of player 1");
    let mismatch = changed(&|r| r["replay"][3]["payload"]["rotation"] = "R270".into());
    assert!(mismatch.starts_with("FAIL: replay[3] PLACE_TILE: place_tile: 1,0:"), "{mismatch}");
    let far = changed(&|r| r["replay"][0]["payload"]["position"] = json!([i64::MIN, 0]));
    assert!(far.ends_with("is too far away"), "{far}");
    let taken = changed(&|r| r["replay"][3]["payload"]["position"] = json!([0, 0]));
    assert!(taken.contains("OCCUPIED_SQUARE"), "{taken}");
    let rotation = changed(&|r| r["replay"][0]["payload"]["rotation"] = "R45".into());
    assert_eq!(rotation, "FAIL: replay[0] PLACE_TILE: no rotation \"R45\"");
    let meeple = changed(&|r| r["replay"][1]["payload"]["meepleId"] = "small".into());
    assert_eq!(meeple, "FAIL: replay[1] DEPLOY_MEEPLE: no meeple \"small\"");
    let nowhere = changed(&|r| r["replay"][1]["payload"]["pointer"]["position"] = json!([7, 7]));
    assert_eq!(nowhere, "FAIL: replay[1] DEPLOY_MEEPLE: no tile at 7,7");
}

#[test]
fn garbage() {
    let verdict = |text: &str| jcz::check(text, &catalogue()).err().expect("garbage is refused").to_string();
    let deep = format!(r#"{{"setup": {{"sets": {{}}, "elements": {{"a": {}"#, "[".repeat(100_000));
    for text in ["", "nonsense", "{", "\u{0}", &deep] {
        assert!(verdict(text).starts_with("FAIL: not JSON: "), "{}", verdict(text));
    }
    for text in ["{}", "[]", "null", "7", r#"{"setup": {"sets": {"basic:1": -1}}, "players": [], "replay": []}"#] {
        assert!(verdict(text).starts_with("FAIL: not a recorded game: "), "{}", verdict(text));
    }
    assert!(verdict(&" ".repeat(MAX_BYTES + 1)).starts_with("FAIL: "));
    assert_eq!(
        verdict(r#"{"setup": {"sets": {"basic:1": 4294967295}}, "players": [{}], "replay": []}"#).split(' ').next(),
        Some("unsupported:")
    );
}

/// Every prefix of a recording, and every recording with one thing taken away, gets an answer.
#[test]
fn damaged_recordings() {
    let text = recording().to_string();
    for end in 0..text.len() {
        let verdict = jcz::check(&text[..end], &catalogue()).err().expect("half a recording is none").to_string();
        assert!(verdict.starts_with("FAIL: not JSON: "), "{verdict}");
    }
    let mut paths = Vec::new();
    collect(&recording(), String::new(), &mut paths);
    for path in &paths {
        for value in [json!(null), json!(-1), json!("x"), json!([]), json!({}), json!(true), json!(1e300)] {
            let mut damaged = recording();
            *damaged.pointer_mut(path).unwrap() = value;
            let _ = check(&damaged);
        }
    }
    assert!(paths.len() > 60);
}

fn collect(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| collect(item, format!("{path}/{i}"), paths));
        }
        Value::Object(items) => {
            items.iter().for_each(|(key, item)| collect(item, format!("{path}/{key}"), paths));
        }
        _ => {}
    }
    paths.push(path);
}
