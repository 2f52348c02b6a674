//! `carcassonne-engine import`, as a process.

mod process;

use std::path::PathBuf;
use std::process::Output;

use process::{Process, program};

/// One player, three tiles: a road that a crossing ends, completed; a city, incomplete.
const RECORDING: &str = include_str!("data/recording.jcz");

/// Files of one test, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("carcassonne-import-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn import(args: &[&str]) -> Output {
    program(&[&["import"], args].concat()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_line_for_each_file() {
    let folder = Folder::new("lines");
    let good = folder.file("good.jcz", RECORDING);
    let wrong = folder.file("wrong.jcz", &RECORDING.replace("has 5 points", "has 6 points"));
    let count = folder.file("count.jcz", &RECORDING.replace("\"basic:1\": 1", "\"basic:1\": 1, \"count:1\": 1"));
    let bytes = folder.file("bytes.jcz", "\u{7}nonsense");
    let missing = folder.0.join("missing.jcz");
    let missing = missing.to_str().unwrap();

    let output = import(&[&good, &count]);
    assert_eq!(stdout(&output), format!("{good}: ok\n{count}: unsupported: set count:1\n"));
    assert!(output.status.success());

    let output = import(&[&wrong, &bytes, missing, &good]);
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("{wrong}: FAIL: assertion \"Ann has 6 points\": has: 5"));
    assert!(lines[1].starts_with(&format!("{bytes}: FAIL: not JSON: ")), "{}", lines[1]);
    assert!(lines[2].starts_with(&format!("{missing}: FAIL: cannot be read: ")), "{}", lines[2]);
    assert_eq!(lines[3..], [format!("{good}: ok")]);
    assert!(!output.status.success());
}

#[test]
fn in_the_notation_of_records() {
    let folder = Folder::new("notation");
    let good = folder.file("good.jcz", RECORDING);
    let output = import(&["--notation", &good]);
    let text = stdout(&output);
    let record = text.strip_prefix(&format!("{good}: ok\n")).unwrap();
    let catalogue = carcassonne_engine::engine::Catalogue::built_in().unwrap();
    let parsed = carcassonne_engine::notation::parse_record(&catalogue, record).unwrap();
    let played = carcassonne_engine::notation::jcz::check(RECORDING, &catalogue).unwrap();
    assert_eq!(parsed.moves, played.moves);
    assert_eq!(parsed.setup.players, ["Ann"]);
}

#[test]
fn through_a_service() {
    let service = Process::start(&mut program(&["serve", "--listen", "127.0.0.1:0"]));
    let folder = Folder::new("service");
    let good = folder.file("good.jcz", RECORDING);
    let output = import(&["--via", &service.url(), &good]);
    assert_eq!(stdout(&output), format!("{good}: ok\n"), "{output:?}");
    assert!(output.status.success());

    let output = import(&["--via", "http://127.0.0.1:1", &good]);
    assert_eq!(stdout(&output), "");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no service at http://127.0.0.1:1"));
}
