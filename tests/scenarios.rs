//! Scenarios: games in `tests/scenarios/**/*.txt` that read like the examples of the rule texts, with what must come out.
//!
//! A scenario is a record (docs/notation.md) between whose lines stand expectations. Its first line is a comment that says
//! which rule it shows. Instead of a header, `position: ...` begins with a position.
//!
//! | line | holds if |
//! |---|---|
//! | `expect: points P1 8, P2 0` | these are the points now |
//! | `expect: final P1 9` | these were the points if the game ended now |
//! | `expect: supply P1 meeple 7, P1 abbot 0` | the players have these figures in their supplies |
//! | `expect: scored P1 road 4, P2 road 4` | these scorings are among those since the start, each as often as given |
//! | `expect: order P2 stonehenge 3, P1 road 4` | the same, and in this order |
//! | `expect: scored nothing` | nothing has scored since the start |
//! | `expect: legal MOVE` | the move (or moves, separated by `;`) can be made now |
//! | `expect: refused MOVE REASON` | the move cannot be made now, for this reason among others |
//! | `expect: placements U 3 squares 6` | a U drawn now could be placed on 3 squares, in 6 ways |
//! | `expect: gone C, X` | these tiles have left the game; `-` for none |
//! | `expect: bag D 3` | so many of these tiles have not been drawn |
//! | `expect: turn P2` or `P2:place:I` | the turn, as in the notation of positions |
//! | `expect: decides P2` or `chance` or `nobody` | who decides now |
//! | `expect: moves MOVE; MOVE` | exactly these moves can be made now, in any order |
//! | `expect: ready stonehenge, tikal` | these tiles lie ready beside the table; `-` for none |
//! | `expect: hand P1 tikal, P2 down.U, P3 -` | tiles in front of players, as in the notation of positions |
//! | `expect: elsewhere P1:marker@tile.0,1 P2:meeple@track.10` | these figures stand on no feature, as in the notation |
//! | `expect: neutral dragon@square.3,0;fairy@segment.0,0.1+P1:meeple` | the figures of nobody, as in the notation; `-` for none |
//! | `expect: on-table floor@space.0,1.0*2` | the tokens on the table, in the same way; so `prisoners` and `paid` |
//! | `expect: not elsewhere P1:meeple@space.0,1.0` | these do not |

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use carcassonne_engine::deal;
use carcassonne_engine::engine::{
    Catalogue, Decider, Event, Pos, Position, Rotation, Violation, event::Rule, expansion, scoring, setup, turn,
};
use carcassonne_engine::notation;

/// What is wrong with a scenario: line and text.
type Fault = (usize, String);

struct Scenario {
    catalogue: Arc<Catalogue>,
    position: Position,
    log: Vec<Event>,
}

#[test]
fn scenarios() {
    // SCENARIOS=path: only the file or folder at that path
    let files = files(&std::env::var_os("SCENARIOS").map_or_else(root, PathBuf::from));
    assert!(!files.is_empty(), "there are scenarios");
    let mut faults = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let name = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(file).display().to_string();
        faults.extend(run(&text).into_iter().map(|(line, fault)| format!("{name}:{line}: {fault}")));
    }
    assert!(faults.is_empty(), "{} faults in {} scenarios\n{}", faults.len(), files.len(), faults.join("\n"));
    println!("{} scenarios", files.len());
}

#[test]
fn every_expansion_has_a_scenario() {
    for expansion in expansion::ALL {
        let of_it = [root().join(expansion.id()), root().join(format!("{}.txt", expansion.id()))];
        assert!(of_it.iter().any(|path| !files(path).is_empty()), "no scenario for {}", expansion.id());
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")
}

/// The scenarios at and below a path, in the order of their names.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() && path.extension().is_some_and(|e| e == "txt") {
        return vec![path.to_path_buf()];
    }
    let entries = fs::read_dir(path).into_iter().flatten();
    let paths: BTreeSet<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.iter().flat_map(|path| files(path)).collect()
}

/// Everything that is wrong with a scenario.
fn run(text: &str) -> Vec<Fault> {
    match play(text) {
        Ok(faults) => faults,
        Err(fault) => vec![fault],
    }
}

/// Plays a scenario: unmet expectations, or why it could not go on.
fn play(text: &str) -> Result<Vec<Fault>, Fault> {
    let catalogue = Catalogue::built_in().expect("the catalogue is sound");
    if !text.starts_with('#') {
        return Err((1, "the first line must be a comment that says which rule this shows".into()));
    }
    let mut faults = Vec::new();
    let mut expectations = 0;
    let mut record = String::new();
    let mut scenario: Option<Scenario> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let content = line.split('#').next().unwrap_or("").trim();
        if let Some(expectation) = content.strip_prefix("expect:") {
            expectations += 1;
            let scenario = begun(&mut scenario, &catalogue, &record).map_err(|fault| (number, fault))?;
            if let Err(fault) = scenario.expect(expectation.trim()) {
                faults.push((number, format!("expected {}: {fault}", expectation.trim())));
            }
        } else if content.contains(':') && scenario.is_none() {
            record.push_str(&format!("{content}\n"));
        } else if !content.is_empty() {
            let scenario = begun(&mut scenario, &catalogue, &record).map_err(|fault| (number, fault))?;
            scenario.play(content).map_err(|violations| (number, told(&violations)))?;
            record.push_str(&format!("{content}\n"));
        }
    }
    if expectations == 0 {
        return Err((1, "expects nothing".into()));
    }
    if !record.starts_with("position:") {
        let read = notation::parse_record(&catalogue, &record).map_err(|v| (1, told(&v)))?;
        let printed = notation::print_record(&catalogue, &read).map_err(|v| (1, told(&v)))?;
        if notation::parse_record(&catalogue, &printed) != Ok(read) {
            faults.push((1, format!("does not survive printing:\n{printed}")));
        }
    }
    Ok(faults)
}

/// The scenario under way; it begins at the end of its header.
fn begun<'a>(
    scenario: &'a mut Option<Scenario>,
    catalogue: &Arc<Catalogue>,
    header: &str,
) -> Result<&'a mut Scenario, String> {
    match scenario {
        Some(scenario) => Ok(scenario),
        None => Ok(scenario.insert(Scenario::begin(catalogue, header).map_err(|v| told(&v))?)),
    }
}

fn told(violations: &[Violation]) -> String {
    violations.iter().map(Violation::to_string).collect::<Vec<_>>().join("; ")
}

impl Scenario {
    fn begin(catalogue: &Arc<Catalogue>, header: &str) -> Result<Scenario, Vec<Violation>> {
        let mut log = Vec::new();
        let mut position = match header.strip_prefix("position:") {
            Some(line) => Position::from_state(catalogue, notation::parse_position(catalogue, line)?)?,
            None => Position::new_game(catalogue, &notation::parse_record(catalogue, header)?.setup, &mut log)?,
        };
        deal::deal(&mut position, Some(&mut log));
        Ok(Scenario { catalogue: catalogue.clone(), position, log })
    }

    fn play(&mut self, line: &str) -> Result<(), Vec<Violation>> {
        for mv in notation::parse_moves(&self.position, line)? {
            deal::apply(&mut self.position, &mv, Some(&mut self.log))?;
            // what comes out can be sent in
            Position::from_state(&self.catalogue, self.position.state().clone())?;
        }
        Ok(())
    }

    fn expect(&self, expectation: &str) -> Result<(), String> {
        let (what, rest) = expectation.split_once(' ').unwrap_or((expectation, ""));
        match what {
            "points" => each(rest, |words| {
                let [player, points] = words[..] else { return Err("expected P1 8".into()) };
                same(points, self.position.state().players[self.seat(player)?].score())
            }),
            "final" => each(rest, |words| {
                let [player, points] = words[..] else { return Err("expected P1 8".into()) };
                same(points, self.final_points(self.seat(player)?))
            }),
            "supply" => each(rest, |words| {
                let [player, figure, count] = words[..] else { return Err("expected P1 meeple 7".into()) };
                let def = setup::figures().find(|def| def.name == figure).ok_or("no such figure")?;
                same(count, self.position.state().players[self.seat(player)?].supply[def.kind.0 as usize].into())
            }),
            "scored" => self.scored(rest),
            "order" => {
                let scorings = self.scorings();
                let mut left = scorings.iter();
                let found = || format!("found {}", scorings.join(", "));
                rest.split(',')
                    .map(str::trim)
                    .try_for_each(|item| left.find(|s| *s == item).map(drop).ok_or_else(found))
            }
            "legal" => notation::parse_moves(&self.position, rest).map(|_| ()).map_err(|v| told(&v)),
            "refused" => {
                let (moves, reason) = rest.rsplit_once(' ').ok_or("expected a move and a reason")?;
                match notation::parse_moves(&self.position, moves) {
                    Ok(_) => Err("it is legal".into()),
                    Err(found) if found.iter().any(|v| v.reason.name == reason) => Ok(()),
                    Err(found) => Err(told(&found)),
                }
            }
            "placements" => self.placements(rest),
            "gone" => {
                let gone = self.position.state().discarded.iter().map(|kind| self.catalogue.kind(*kind).id.as_str());
                let gone: Vec<&str> = gone.collect();
                let wanted: Vec<&str> = rest.split(',').map(str::trim).filter(|id| *id != "-").collect();
                if gone == wanted { Ok(()) } else { Err(format!("found {gone:?}")) }
            }
            "bag" => each(rest, |words| {
                let [id, count] = words[..] else { return Err("expected D 3".into()) };
                let kind = self.catalogue.kind_by_id(id).ok_or("no such tile")?;
                same(count, self.position.state().bag[kind.0 as usize])
            }),
            "turn" => {
                let line = notation::print_position(&self.catalogue, self.position.state());
                let turn = line.rsplit_once("turn=").map_or("", |(_, turn)| turn.split(' ').next().unwrap_or(turn));
                let parts: Vec<&str> = turn.split(':').collect();
                let wanted: Vec<&str> = rest.split(':').collect();
                if parts.starts_with(&wanted) { Ok(()) } else { Err(format!("found {turn}")) }
            }
            "decides" => {
                let found = match self.position.decider() {
                    Decider::Player(seat) => format!("P{}", seat + 1),
                    Decider::Chance => "chance".into(),
                    Decider::Nobody => "nobody".into(),
                };
                if found == rest { Ok(()) } else { Err(format!("found {found}")) }
            }
            "moves" => {
                let mut wanted = Vec::new();
                for text in rest.split(';').map(str::trim).filter(|text| !text.is_empty()) {
                    wanted.extend(notation::parse_moves(&self.position, text).map_err(|v| told(&v))?);
                }
                wanted.sort();
                let found = self.position.legal_moves();
                let words = || found.iter().map(|mv| notation::print_move(&self.position, mv)).collect::<Vec<_>>();
                if found == wanted { Ok(()) } else { Err(format!("found {}", words().join("; "))) }
            }
            key @ ("ready" | "neutral" | "on-table" | "prisoners" | "paid") => {
                let found = self.field(key).unwrap_or("-".into());
                let wanted = rest.replace(", ", ",");
                if found == wanted { Ok(()) } else { Err(format!("found {found}")) }
            }
            "hand" => {
                let hands = self.field("hand").unwrap_or_default();
                each(rest, |words| {
                    let [player, wanted @ ..] = words else { return Err("expected P1 tikal".into()) };
                    let found = hands.split(';').find_map(|hand| hand.strip_prefix(&format!("{player}:")));
                    let found = found.unwrap_or("-").replace(',', " ");
                    if found == wanted.join(" ") { Ok(()) } else { Err(format!("found {player} {found}")) }
                })
            }
            "elsewhere" => self.elsewhere(rest, true),
            "not" => self.elsewhere(rest.strip_prefix("elsewhere ").ok_or("expected not elsewhere")?, false),
            _ => Err("no such expectation".into()),
        }
    }

    /// A field of the position in its notation.
    fn field(&self, key: &str) -> Option<String> {
        let line = notation::print_position(&self.catalogue, self.position.state());
        line.split(' ').find_map(|word| word.strip_prefix(&format!("{key}=")).map(String::from))
    }

    /// Whether all of these figures, or none of them, stand on no feature.
    fn elsewhere(&self, wanted: &str, there: bool) -> Result<(), String> {
        let found = self.field("elsewhere").unwrap_or_default();
        let mut left: Vec<&str> = found.split(';').collect();
        for item in wanted.split_whitespace() {
            let at = left.iter().position(|other| *other == item);
            match at {
                Some(i) if there => drop(left.remove(i)),
                None if !there => {}
                _ => return Err(format!("found {found}")),
            }
        }
        Ok(())
    }

    fn seat(&self, player: &str) -> Result<usize, String> {
        let seat = player.strip_prefix('P').and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
        seat.filter(|seat| *seat < self.position.state().players.len()).ok_or(format!("no player {player}"))
    }

    fn final_points(&self, seat: usize) -> u32 {
        scoring::if_ended_now(&self.position).0[seat].score()
    }

    /// All scorings since the start, in order.
    fn scorings(&self) -> Vec<String> {
        let name = |rule: Rule| setup::rules().find(|def| def.rule == rule).map_or("?", |def| def.name);
        let scorings = self.log.iter().filter_map(|event| match event {
            Event::Scored { player, value, .. } => {
                Some(format!("P{} {} {}", player + 1, name(value.rule), value.points()))
            }
            _ => None,
        });
        scorings.collect()
    }

    fn scored(&self, wanted: &str) -> Result<(), String> {
        let mut left = self.scorings();
        let found = if left.is_empty() { "found nothing".into() } else { format!("found {}", left.join(", ")) };
        if wanted == "nothing" {
            return if left.is_empty() { Ok(()) } else { Err(found) };
        }
        for item in wanted.split(',').map(str::trim) {
            let i = left.iter().position(|scoring| scoring == item).ok_or(found.clone())?;
            left.remove(i);
        }
        Ok(())
    }

    fn placements(&self, wanted: &str) -> Result<(), String> {
        let [id, squares, "squares", ways] = wanted.split(' ').collect::<Vec<_>>()[..] else {
            return Err("expected U 3 squares 6".into());
        };
        let kind = self.catalogue.kind_by_id(id).ok_or("no such tile")?;
        let mut found: BTreeSet<(Pos, Rotation)> = BTreeSet::new();
        for (frontier, _) in self.position.board().frontier() {
            for rotation in Rotation::ALL {
                for square in self.position.kind(kind).squares(rotation) {
                    let pos = Pos::new(frontier.x - square.offset.x, frontier.y - square.offset.y);
                    if turn::may_be_placed(&self.position, kind, pos, rotation) {
                        found.insert((pos, rotation));
                    }
                }
            }
        }
        let on: BTreeSet<Pos> = found.iter().map(|(pos, _)| *pos).collect();
        let found = format!("{} squares {}", on.len(), found.len());
        if found == format!("{squares} squares {ways}") { Ok(()) } else { Err(format!("found {found}")) }
    }
}

/// Checks each item of a list separated by commas.
fn each(list: &str, check: impl Fn(&[&str]) -> Result<(), String>) -> Result<(), String> {
    list.split(',').try_for_each(|item| check(&item.split_whitespace().collect::<Vec<_>>()))
}

fn same(wanted: &str, found: u32) -> Result<(), String> {
    if wanted == found.to_string() { Ok(()) } else { Err(format!("found {found}")) }
}

/// Faults of scenarios are found, at their line.
#[test]
fn a_scenario_that_does_not_hold_is_reported() {
    const START: &str = "# a rule\nsets: base\nplayers: A,B\ndraw: host\n";
    let faults = |rest: &str| run(&format!("{START}{rest}")).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
    assert!(faults("draw I; place I 0,-1 r2; meeple city S\nexpect: points P1 4, P2 0\n").is_empty());
    assert_eq!(faults(""), [1], "expects nothing");
    assert_eq!(run("sets: base\nexpect: turn P1\n")[0].0, 1, "no comment");
    for wrong in [
        "points P1 1",
        "points P3 0",
        "points P1",
        "final P1 1",
        "supply P1 meeple 6",
        "supply P1 shepherd 0",
        "scored P1 road 4",
        "order P1 road 4",
        "legal draw lake",
        "refused draw B NOT_IN_BAG",
        "refused draw lake NOT_NOW",
        "placements B 2 squares 4",
        "placements B 1 squares 3",
        "gone C",
        "bag D 4",
        "turn P2",
        "turn P1:place",
        "decides P1",
        "moves draw A",
        "ready tikal",
        "hand P1 tikal",
        "elsewhere P1:meeple@track.10",
        "not P1",
        "miracles",
    ] {
        assert_eq!(faults(&format!("\nexpect: {wrong}\nexpect: turn P1:draw\n")), [6], "{wrong}");
    }
    assert_eq!(faults("\nexpect: turn P1\ndraw I; place I 5,5 r0\n"), [7], "an illegal move");
    assert_eq!(faults("draw I; place I 0,-1 r2; meeple city S\nexpect: scored P1 city 4, P1 city 4\n"), [6]);
    assert_eq!(faults("draw I; place I 0,-1 r2; meeple city S\nexpect: scored nothing\n"), [6]);
}
