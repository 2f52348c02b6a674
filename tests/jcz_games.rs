//! Whole random games, played by another engine and written down with all that it found legal and all that it scored:
//! this engine must find the same, turn by turn.
//!
//! The games lie in the folder `JCZ_GAMES`, or in `../shared/jcz/random-games`; without them the test is skipped.

mod recordings;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use carcassonne_engine::engine::state::Owned;
use carcassonne_engine::engine::turn::{ACTION, Decider, SCORE};
use carcassonne_engine::engine::{Catalogue, Event, Move, Place, Pos, Position, Rotation, expansion, setup};
use carcassonne_engine::notation::jcz::{self, Action, Problem};
use carcassonne_engine::selfplay::kind_of;
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
    /// back early, ransoms never: what they brought shows in the points alone.
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
    /// The tile lay in front of the player, who did not want to place it.
    #[serde(default)]
    declined: bool,
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
    /// How many options of each kind.
    kinds: BTreeMap<&'static str, usize>,
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
    let Comparison { games, turns, placements, options, kinds, scorings, unsupported, explained, differences } =
        comparison;
    println!("{games} games, {turns} turns, {placements} placements, {options} options, {scorings} scorings compared");
    println!("options: {kinds:?}");
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
    let mut recording = match jcz::read(text, catalogue) {
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
    // their engine offers an abbey again to whoever declined it when the stack is empty; the rule is once
    while let Some(twice) = oracle.turns.windows(2).position(|pair| {
        let [first, second] = pair else { unreachable!() };
        first.declined && second.player == first.player && second.tile == first.tile
    }) {
        let player = oracle.turns.remove(twice).player;
        let placed = recording.messages.iter().rposition(|message| matches!(message.action, Action::PlaceTile { .. }));
        let passed = recording.messages[..placed.unwrap()]
            .iter()
            .rposition(|message| matches!(message.action, Action::Pass) && message.player == Some(player));
        recording.messages.remove(passed.unwrap());
        comparison.explained += 1;
    }
    // index of the turn that is being played, plus one
    let mut begun: usize = 0;
    let mut discarded = 0;
    // how many of its choices were made
    let mut made = 0;
    let mut taken_back = Vec::new();
    let played = recording.play(&mut |position, mv| {
        let own_tile = position.legal_moves().into_iter().find(|mv| matches!(mv, Move::ChooseTile { .. }));
        let declined = own_tile.filter(|_| *mv == Move::Pass).map(|choose| {
            let mut chosen = position.clone();
            chosen.apply(&choose, None).unwrap();
            chosen
        });
        let placing = match *mv {
            Move::PlaceTile { .. } => Some(position),
            _ => declined.as_ref(),
        };
        if let Some(position) = placing {
            if let Some(turn) = begun.checked_sub(1).and_then(|turn| oracle.turns.get(turn))
                && made < turn.choices.len()
            {
                comparison.differ(
                    name,
                    begun - 1,
                    What::Options,
                    format!("{} choices there, {made} here", turn.choices.len()),
                );
            }
            made = 0;
            let Some(kind) = position.state().turn.tile else { panic!("a tile is to be placed") };
            let discards = position.state().discarded[discarded..].iter();
            let discards: Vec<String> = discards.map(|kind| position.kind(*kind).id.clone()).collect();
            discarded += discards.len();
            begun += 1;
            let turn = oracle.turns.get(begun - 1);
            let Some(turn) = turn else { return comparison.differ(name, begun - 1, What::Turn, "one too many".into()) };
            comparison.turns += 1;
            let (kind_there, turned) = jcz::kind(catalogue, &turn.tile).unwrap();
            let unplaceable = our_ids(catalogue, &turn.unplaceable);
            let here = (position.decider(), kind, discards, declined.is_some());
            let there = (Decider::Player(turn.player), kind_there, unplaceable, turn.declined);
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
                        kind,
                        pos: Pos::new(x, y),
                        rotation: turned.then(Rotation::from_quarters(quarters)),
                    })
                    .collect();
                let placements = |mv: &Move| matches!(mv, Move::PlaceTile { .. });
                let here: BTreeSet<Move> = position.legal_moves().into_iter().filter(placements).collect();
                comparison.placements += there.len();
                if let Some(text) = difference(&here, &there) {
                    comparison.differ(name, begun - 1, What::Placements, text);
                }
            }
        } else if position.state().turn.step >= ACTION && position.decider() != Decider::Chance {
            if let (Move::ReturnFigure { place, .. }, ACTION) = (mv, position.state().turn.step) {
                taken_back.push(*place);
            }
            let legal = position.legal_moves();
            // a wagon that goes home does nothing there
            let home = |mv: &Move| position.state().turn.step > SCORE && matches!(mv, Move::ReturnFigure { .. });
            // they tell of ransoms in another way
            let nothing = |mv: &Move| *mv == Move::Pass || home(mv);
            let ransom = |mv: &Move| matches!(mv, Move::PayRansom { .. });
            let here: BTreeSet<Move> = legal.iter().copied().filter(|mv| !nothing(mv) && !ransom(mv)).collect();
            // where nothing but a ransom is possible, they ask nothing
            if here.is_empty() && legal.iter().any(ransom) {
                return;
            }
            // a turn of two parts makes all choices of its second tile after those of the first
            let choice = oracle.turns.get(begun - 1).and_then(|turn| turn.choices.get(made));
            made += 1;
            let head = choice.map(|choice| (Decider::Player(choice.player), choice.may_pass));
            let options = choice.into_iter().flat_map(|choice| &choice.options);
            let there: BTreeSet<Move> = options.map(|option| our_option(position, &legal, option)).collect();
            comparison.options += there.len();
            for mv in &there {
                *comparison.kinds.entry(kind_of(mv)).or_default() += 1;
            }
            let text = difference(&here, &there).or_else(|| {
                let own = Some((position.decider(), legal.iter().any(nothing)));
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
    if oracle.turns.last().is_some_and(|turn| turn.choices.len() != made) {
        comparison.differ(name, begun, What::Options, format!("{made} choices in the last turn here"));
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
    let region = |place: Place| match position.resolve(place) {
        Some((at, _)) => Ok(position.regions().first_member(position.region(at))),
        // a tower, or the corner of a barn
        None => match place {
            Place::Corner { square } => {
                Ok(position.regions().first_member(position.region(position.field_around(square).unwrap())))
            }
            _ => Err(position.square_of(place)),
        },
    };
    let mut here = Vec::new();
    for event in &played.events {
        if let Event::Scored { player, value, place: Some(place) } = event {
            let rule = setup::rules().find(|def| def.rule == value.rule).unwrap().name;
            let around = rule.starts_with("monastery") || rule.starts_with("garden");
            if rule != "ransom" && (!around || taken_back.contains(place)) {
                // a barn at the end is a field there
                let rule = if rule == "barn" { "field" } else { rule };
                here.push((*player, rule.to_string(), value.points(), region(*place)));
            }
        }
    }
    let mut there = Vec::new();
    // a mayor alone in a city without coats of arms wins nothing, which they write down
    let scored = oracle.scored.iter().filter(|(_, rule, ..)| rule != "city.empty");
    for (player, rule, points, x, y, feature, location) in scored {
        let rule = match rule.as_str() {
            "city.tiny" => "city".into(),
            "fairy.turn" => "fairy".into(),
            "fairy.completed" => "fairy-feature".into(),
            "field.barn-connected" => "field-barn-joined".into(),
            other => other.replace('.', "-"),
        };
        there.push((*player, rule, *points, region(our_place(position, Pos::new(*x, *y), feature, location))));
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

/// A tower is a space of its tile.
fn our_place(position: &Position, square: Pos, feature: &str, location: &str) -> Place {
    if feature == "Tower" {
        return Place::Space { square, space: 0 };
    }
    let segment = jcz::segment(position, square, jcz::feature(feature), location, None).unwrap();
    Place::Segment { square, segment }
}

/// `[what, x, y, feature, location, meeple]`, as far as there is more to say than what.
fn our_option(position: &Position, legal: &[Move], option: &[serde_json::Value]) -> Move {
    let text = |i: usize| option[i].as_str().unwrap();
    let figure = |name: &str| setup::figures().find(|def| def.name == name).unwrap().kind;
    // `0.small.1`
    let meeple = |text: &str| {
        let (player, rest) = text.split_once('.').unwrap();
        let name = match rest.split('.').next().unwrap() {
            "small" => "meeple",
            "big" => "large",
            other => other,
        };
        (player.parse::<u8>().unwrap(), figure(name))
    };
    let captor = |mv: &Move| match *mv {
        Move::ReleasePrisoner { holder, .. } => Some(holder),
        _ => None,
    };
    if text(0) == "SelectPrisonerToExchange" {
        let holder = legal.iter().find_map(captor).unwrap_or(u8::MAX);
        return Move::ReleasePrisoner { holder, figure: meeple(text(1)).1 };
    }
    let square = Pos::new(option[1].as_i64().unwrap() as i16, option[2].as_i64().unwrap() as i16);
    let place = || our_place(position, square, text(3), text(4));
    let of_meeple = || meeple(text(5));
    let home = |mv: &Move| match *mv {
        Move::ReturnFigure { place, .. } if position.state().turn.step > SCORE => Some(place),
        _ => None,
    };
    let figure = |name: &str| match (legal.iter().find_map(home), figure(name)) {
        (Some(from), figure) => Move::MoveFigure { figure, from, to: place() },
        (None, figure) => Move::PlaceFigure { figure, place: place() },
    };
    let token = |name: &str| setup::tokens().find(|def| def.name == name).unwrap().token;
    match text(0) {
        "SmallFollower" => figure("meeple"),
        "BigFollower" => figure("large"),
        "Abbot" => figure("abbot"),
        "Builder" => figure("builder"),
        "Pig" => figure("pig"),
        "Mayor" => figure("mayor"),
        "Wagon" => figure("wagon"),
        "Barn" => Move::PlaceFigure { figure: expansion::abbey_and_mayor::BARN, place: Place::Corner { square } },
        "MoveFairyNextTo" => {
            let (player, figure) = of_meeple();
            let beside = Some(Owned { player, figure });
            Move::MoveNeutral { figure: expansion::princess_and_dragon::FAIRY, to: place(), beside }
        }
        "MoveDragon" => {
            let to = Place::Square { square };
            Move::MoveNeutral { figure: expansion::princess_and_dragon::DRAGON, to, beside: None }
        }
        "TowerPiece" => Move::PlaceToken { token: token("floor"), place: Place::Space { square, space: 0 } },
        "CaptureFollower" => {
            let (player, figure) = of_meeple();
            Move::CaptureFigure { player, figure, place: place() }
        }
        "return" if text(3) == "City" => {
            let (player, figure) = of_meeple();
            Move::RemoveFigure { player, figure, place: place() }
        }
        "return" => Move::ReturnFigure { figure: expansion::abbot::ABBOT, place: place() },
        other => panic!("unknown option {other}"),
    }
}

fn difference(here: &BTreeSet<Move>, there: &BTreeSet<Move>) -> Option<String> {
    let only_here: Vec<_> = here.difference(there).collect();
    let only_there: Vec<_> = there.difference(here).collect();
    (here != there).then(|| format!("only here {only_here:?}, only there {only_there:?}"))
}
