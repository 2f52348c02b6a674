//! Whole random games, played by another engine and written down with all that it found legal and all that it scored:
//! this engine must find the same, turn by turn.
//!
//! The games lie in the folder `JCZ_GAMES`, or in `../shared/jcz/random-games`; without them the test is skipped.

mod recordings;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use carcassonne_engine::engine::turn::{ACTION, Decider};
use carcassonne_engine::engine::{Catalogue, Event, Move, Place, Pos, Position, Rotation, setup};
use carcassonne_engine::notation::jcz::{self, Problem};
use serde::Deserialize;

use recordings::{folder, recordings};

/// The second river has one lake with a volcano, and so say their own tile lists; their games deal it twice. The second
/// one fits nowhere and leaves the game at once. The only difference that is a fault of theirs.
const DEALT_TWICE: &str = "RI.2/I.v";

#[derive(Debug)]
enum What {
    Turn,
    Placements,
    Options,
    Points,
    Scoring,
}

#[derive(Deserialize)]
struct File {
    oracle: Oracle,
}

#[derive(Deserialize)]
struct Oracle {
    turns: Vec<Turn>,
    unplaceable_at_end: Vec<String>,
    points: Vec<u32>,
    /// Player, rule, points, x, y, feature, location. Monasteries and gardens are only listed where an abbot was taken
    /// back early: what the others brought shows in the points alone.
    scored: Vec<(u8, String, u32, i16, i16, String, String)>,
}

#[derive(Deserialize)]
struct Turn {
    player: u8,
    tile: String,
    unplaceable: Vec<String>,
    placements: Option<Vec<(i16, i16, Vec<usize>)>>,
    before: Vec<u32>,
    #[serde(default)]
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    player: u8,
    may_pass: bool,
    options: Vec<Vec<serde_json::Value>>,
}

/// What was compared, and what differed.
#[derive(Default)]
struct Comparison {
    games: usize,
    turns: usize,
    placements: usize,
    options: usize,
    scorings: usize,
    unsupported: BTreeMap<String, usize>,
    explained: usize,
    differences: Vec<String>,
}

impl Comparison {
    fn differ(&mut self, file: &str, turn: usize, what: What, text: String) {
        self.differences.push(format!("{file}, turn {turn}, {what:?}: {text}"));
    }
}

#[test]
fn random_games() {
    let folder = folder("JCZ_GAMES", "../shared/jcz/random-games");
    let Some(files) = recordings(&folder) else { return };
    let catalogue = Catalogue::built_in().unwrap();
    let mut comparison = Comparison::default();
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        compare(&name, &text, &catalogue, &mut comparison);
    }
    let Comparison { games, turns, placements, options, scorings, unsupported, explained, differences } = comparison;
    println!("{games} games, {turns} turns, {placements} placements, {options} options, {scorings} scorings compared");
    println!("{explained} differences explained; unsupported files: {unsupported:?}");
    for difference in differences.iter().take(40) {
        println!("{difference}");
    }
    assert!(differences.is_empty(), "{} differences", differences.len());
    assert!(games > 0, "no supported game in {}", folder.display());
    // a set that this engine lacks may keep a game from being compared, nothing else
    let others: Vec<_> = unsupported.keys().filter(|what| !what.starts_with("set ")).collect();
    assert!(others.is_empty(), "{others:?}");
}

fn compare(name: &str, text: &str, catalogue: &Arc<Catalogue>, comparison: &mut Comparison) {
    let recording = match jcz::read(text, catalogue) {
        Ok(recording) => recording,
        Err(Problem::Unsupported(what)) => return *comparison.unsupported.entry(what).or_default() += 1,
        Err(problem) => return comparison.differ(name, 0, What::Turn, problem.to_string()),
    };
    let File { mut oracle } = serde_json::from_str(text).unwrap();
    let mut lakes = 0;
    for turn in &mut oracle.turns {
        turn.unplaceable.retain(|tile| {
            lakes += usize::from(tile == DEALT_TWICE);
            tile != DEALT_TWICE || lakes < 2
        });
        lakes += usize::from(turn.tile == DEALT_TWICE);
    }
    comparison.explained += usize::from(lakes > 1);
    // index of the turn that is being played, plus one
    let mut begun = 0;
    let mut discarded = 0;
    let mut chosen = BTreeSet::new();
    let mut taken_back = Vec::new();
    let played = recording.play(&mut |position, mv| {
        if let Move::PlaceTile { kind, .. } = mv {
            let discards = position.state().discarded[discarded..].iter();
            let discards: Vec<String> = discards.map(|kind| position.kind(*kind).id.clone()).collect();
            discarded += discards.len();
            begun += 1;
            let turn = oracle.turns.get(begun - 1);
            let Some(turn) = turn else { return comparison.differ(name, begun - 1, What::Turn, "one too many".into()) };
            comparison.turns += 1;
            let (kind_there, turned) = jcz::kind(catalogue, &turn.tile).unwrap();
            let unplaceable = our_ids(catalogue, &turn.unplaceable);
            let here = (position.decider(), *kind, discards);
            let there = (Decider::Player(turn.player), kind_there, unplaceable);
            if here != there {
                comparison.differ(name, begun - 1, What::Turn, format!("here {here:?}, there {there:?}"));
            }
            let points: Vec<u32> = position.state().players.iter().map(|player| player.score()).collect();
            if points != turn.before {
                comparison.differ(name, begun - 1, What::Points, format!("here {points:?}, there {:?}", turn.before));
            }
            if let Some(placements) = &turn.placements {
                let there: BTreeSet<Move> = placements
                    .iter()
                    .flat_map(|(x, y, rotations)| rotations.iter().map(|degrees| (*x, *y, degrees / 90)))
                    .map(|(x, y, quarters)| Move::PlaceTile {
                        kind: *kind,
                        pos: Pos::new(x, y),
                        rotation: turned.then(Rotation::from_quarters(quarters)),
                    })
                    .collect();
                let here: BTreeSet<Move> = position.legal_moves().into_iter().collect();
                comparison.placements += there.len();
                if let Some(text) = difference(&here, &there) {
                    comparison.differ(name, begun - 1, What::Placements, text);
                }
            }
        } else if position.state().turn.step == ACTION {
            chosen.insert(begun - 1);
            if let Move::ReturnFigure { place, .. } = mv {
                taken_back.push(*place);
            }
            let legal = position.legal_moves();
            let here: BTreeSet<Move> = legal.iter().copied().filter(|mv| *mv != Move::Pass).collect();
            let (mut there, mut head) = (BTreeSet::new(), None);
            for choice in oracle.turns.get(begun - 1).map_or(&[][..], |turn| &turn.choices) {
                head = Some((Decider::Player(choice.player), choice.may_pass));
                there.extend(choice.options.iter().map(|option| our_option(position, option)));
            }
            comparison.options += there.len();
            let text = difference(&here, &there).or_else(|| {
                let own = Some((position.decider(), legal.contains(&Move::Pass)));
                (own != head).then(|| format!("here {own:?}, there {head:?}"))
            });
            if let Some(text) = text {
                comparison.differ(name, begun - 1, What::Options, text);
            }
        }
    });
    let played = match played {
        Ok(played) => played,
        Err(problem) => return comparison.differ(name, begun.max(1) - 1, What::Turn, problem.to_string()),
    };
    comparison.games += 1;
    for (number, turn) in oracle.turns.iter().enumerate() {
        if !turn.choices.is_empty() && !chosen.contains(&number) {
            comparison.differ(name, number, What::Options, "a choice there, none here".into());
        }
    }
    let position = &played.position;
    let end = oracle.turns.len();
    let discards: Vec<String> =
        position.state().discarded[discarded..].iter().map(|kind| position.kind(*kind).id.clone()).collect();
    if begun != end || discards != our_ids(catalogue, &oracle.unplaceable_at_end) || !position.is_over() {
        comparison.differ(name, end, What::Turn, format!("{begun} turns here; unplaceable at the end {discards:?}"));
    }
    if played.points() != oracle.points {
        let text = format!("here {:?}, there {:?}", played.points(), oracle.points);
        comparison.differ(name, end, What::Points, text);
    }
    if let Err(problem) = played.verify(&recording.assertions) {
        comparison.differ(name, end, What::Points, problem.to_string());
    }
    // a completed or finally scored region is the same at the end of the game
    let region = |place: Place| position.regions().first_member(position.region(position.resolve(place).unwrap().0));
    let mut here = Vec::new();
    for event in &played.events {
        if let Event::Scored { player, value, place: Some(place) } = event {
            let feature = position.segment(position.resolve(*place).unwrap().0).feature;
            if !feature.is_surrounded() || taken_back.contains(place) {
                let rule = setup::rules().find(|def| def.rule == value.rule).unwrap().name;
                here.push((*player, rule.to_string(), value.points(), region(*place)));
            }
        }
    }
    let mut there = Vec::new();
    for (player, rule, points, x, y, feature, location) in &oracle.scored {
        let rule = if rule == "city.tiny" { "city".into() } else { rule.replace('.', "-") };
        let square = Pos::new(*x, *y);
        let segment = jcz::segment(position, square, jcz::feature(feature), location, None).unwrap();
        there.push((*player, rule, *points, region(Place::Segment { square, segment })));
    }
    comparison.scorings += there.len();
    here.sort();
    there.sort();
    if here != there {
        let only_here: Vec<_> = here.iter().filter(|scoring| !there.contains(scoring)).collect();
        let only_there: Vec<_> = there.iter().filter(|scoring| !here.contains(scoring)).collect();
        let text = format!("only here {only_here:?}, only there {only_there:?}; {} and {}", here.len(), there.len());
        comparison.differ(name, end, What::Scoring, text);
    }
}

fn our_ids(catalogue: &Catalogue, theirs: &[String]) -> Vec<String> {
    theirs.iter().map(|id| catalogue.kind(jcz::kind(catalogue, id).unwrap().0).id.clone()).collect()
}

/// `[figure, x, y, feature, location]`, or `["return", x, y, feature, location, meeple]`.
fn our_option(position: &Position, option: &[serde_json::Value]) -> Move {
    let text = |i: usize| option[i].as_str().unwrap();
    let figure = |name: &str| setup::figures().find(|def| def.name == name).unwrap().kind;
    let square = Pos::new(option[1].as_i64().unwrap() as i16, option[2].as_i64().unwrap() as i16);
    let segment = jcz::segment(position, square, jcz::feature(text(3)), text(4), None).unwrap();
    let place = Place::Segment { square, segment };
    match text(0) {
        "SmallFollower" => Move::PlaceFigure { figure: figure("meeple"), place },
        "BigFollower" => Move::PlaceFigure { figure: figure("large"), place },
        "Abbot" => Move::PlaceFigure { figure: figure("abbot"), place },
        "Builder" => Move::PlaceFigure { figure: figure("builder"), place },
        "Pig" => Move::PlaceFigure { figure: figure("pig"), place },
        "return" => Move::ReturnFigure { figure: figure("abbot"), place },
        other => panic!("unknown option {other}"),
    }
}

fn difference(here: &BTreeSet<Move>, there: &BTreeSet<Move>) -> Option<String> {
    let only_here: Vec<_> = here.difference(there).collect();
    let only_there: Vec<_> = there.difference(here).collect();
    (here != there).then(|| format!("only here {only_here:?}, only there {only_there:?}"))
}
