//! The command `selfplay`: what it prints and how it refuses.

use std::process::{Command, Output};

use serde_json::Value;

fn selfplay(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carcassonne-engine"));
    command.arg("selfplay").args(arguments).output().expect("the program starts")
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn one_json_object_that_depends_on_the_arguments_alone() {
    let run = |threads| {
        let common = ["--games", "6", "--players", "3", "--sets", "river:1,base", "--seed", "9", "--threads", threads];
        let output = selfplay(&common);
        assert!(output.status.success(), "{output:?}");
        assert!(output.stderr.is_empty(), "no progress bar without a terminal: {output:?}");
        text(output.stdout)
    };
    let (one, two) = (run("1"), run("2"));
    let summary: Value = serde_json::from_str(&one).expect("one JSON object");
    assert_eq!(summary["games"], 6);
    assert_eq!(summary["players"], 3);
    assert_eq!(summary["sets"], serde_json::json!({ "base": 1, "river": 1 }));
    assert!(summary["games_per_second"].as_f64().is_some_and(|rate| rate > 0.0), "{one}");
    // the last key is the only one that differs between runs
    let before_the_rate = |text: &str| text.split_once("\"games_per_second\"").expect("the rate").0.to_string();
    assert_eq!(before_the_rate(&one), before_the_rate(&two));
    let after = one.split_once("\"games_per_second\"").expect("the rate").1;
    assert!(!after.contains('"'), "keys after the rate: {after}");
}

#[test]
fn options_and_figures_reach_the_game() {
    let points = |arguments: &[&str]| {
        let output = selfplay(&[&["--games", "6"], arguments].concat());
        let summary: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        summary
    };
    assert!(points(&[])["points_by_rule"]["field"].as_u64() > Some(0));
    assert_eq!(points(&["--options", "farmers:off"])["points_by_rule"]["field"], 0);
    assert!(points(&[])["moves_by_kind"]["place_figure"].as_u64() > Some(0));
    assert_eq!(points(&["--figures", "meeple:0,abbot:0"])["moves_by_kind"].get("place_figure"), None);
}

#[test]
fn errors_name_the_flag_and_what_is_allowed() {
    let cases = [
        (["--sets", "base,atlantis"], ["--sets", "base, base-without-gardens, river"]),
        (["--sets", "base:0"], ["--sets", "at least 1"]),
        (["--sets", "base:50"], ["--sets", "at most 1000"]),
        (["--options", "farmers:sometimes"], ["--options", "on, off"]),
        (["--options", "dragons:on"], ["--options", "farmers"]),
        (["--figures", "meeple:99"], ["--figures", "0 to 20"]),
        (["--players", "7"], ["--players", "1..=6"]),
        (["--games", "0"], ["--games", "1.."]),
        (["--seed", "x"], ["--seed", "invalid digit"]),
    ];
    for (arguments, words) in cases {
        let output = selfplay(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}: {output:?}");
        let told = text(output.stderr);
        assert!(words.iter().all(|word| told.contains(word)), "{arguments:?}: {told}");
    }
}

/// Sets of one's own are known to the arguments that name sets.
#[test]
fn tiles_of_ones_own_come_from_a_file() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-tiles.toml");
    let tiles = r#"
expansion = "base"
[[kind]]
id = "plain"
number = 100000
name = "fields"
segments = [{ feature = "field", half = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"] }]
[[set]]
id = "plains"
name = "Of our own"
year = 2026
tiles = { plain = 5 }
"#;
    std::fs::write(&file, tiles).expect("a file");
    let path = file.to_str().expect("a path");
    let output = selfplay(&["--catalogue-file", path, "--games", "1", "--sets", "base,plains"]);
    assert!(output.status.success(), "{output:?}");
    let summary: Value = serde_json::from_str(&text(output.stdout)).expect("one JSON object");
    assert_eq!(summary["sets"], serde_json::json!({ "base": 1, "plains": 1 }));

    std::fs::write(&file, tiles.replace(r#""NL", "NR", "EL""#, r#""NL", "EL""#)).expect("a file");
    let output = selfplay(&["--catalogue-file", path, "--games", "1"]);
    assert!(!output.status.success() && text(output.stderr).contains("kind plain: half side NR of square 0: 0 fields"));
    let output = selfplay(&["--catalogue-file", "/no/such/file", "--games", "1"]);
    assert!(!output.status.success() && text(output.stderr).contains("/no/such/file"));
}
