//! Random games with every set alone, in pairs, all together and several times over, with one to six players and all
//! options. At every state the engine must keep its promises, agree with the naive implementation in `common::naive`, and
//! not care how the table is turned. At the end everything that can happen must have happened somewhere.
//!
//! `CONFORMANCE_GAMES=10` plays ten times as many games, `CONFORMANCE_ONLY=tower` those alone whose name contains that word.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use carcassonne_engine::engine::expansion::{
    abbey_and_mayor as abbey, base_game, princess_and_dragon, tower, traders_and_builders,
};
use carcassonne_engine::engine::setup::{self, MAX_PLAYERS, RULES, Setup};
use carcassonne_engine::engine::state::{Figure, Held, Owned, SecondPart};
use carcassonne_engine::engine::{
    Catalogue, Decider, Event, FigureKind, Kind, Move, Place, Pos, Position, RegionId, Rotation, Rule, SegmentRef,
    State, scoring, turn,
};
use carcassonne_engine::selfplay::{below, kind_of, random_move, rng};
use common::naive::{self, Table};
use rand_chacha::ChaCha8Rng;

/// How often each thing occurred.
type Coverage = BTreeMap<(&'static str, String), u64>;

/// Options and figures that differ from the default, taken in turn.
const VARIANTS: &[(&str, &str)] = &[
    ("", ""),
    ("farmers:off", ""),
    ("abbot:off,small-city:half", ""),
    ("river-start-tile:shuffled", "meeple:2"),
    ("inns:off,cathedrals:off", "abbot:2,large:2"),
    ("", "meeple:1"),
    ("small-city:half,inns:on,cathedrals:on", "abbot:2,large:1"),
    ("abbot:off", "abbot:1,meeple:0,large:2"),
    ("second-part:optional,pig-herd:on", "builder:1,pig:1"),
    ("", "builder:2,pig:2,meeple:5"),
];

/// The same for games with wonders, and which lie ready.
const WONDER_VARIANTS: &[(&str, &str, &str)] = &[
    ("", "", ""),
    ("wonders-per-player:two", "", ""),
    ("alhambra-rule:2023,abbot:off", "", "all"),
    ("wonders-per-player:two,wonder-marker:large-meeple", "large:1", "all"),
    ("farmers:off", "", "most"),
    ("wonder-marker:large-meeple", "large:2,meeple:3", ""),
];

/// The same for games with abbeys.
const ABBEY_VARIANTS: &[(&str, &str)] = &[
    ("", ""),
    ("abbey-round:off", "wagon:2"),
    ("barn-placement:occupied", "barn:3"),
    ("wagon-move:connected", "wagon:3"),
    ("farmers:off", "barn:2,mayor:2"),
    ("second-part:optional,pig-herd:on,builder-trigger:completing", "builder:2,pig:1,wagon:2,large:1"),
    ("abbey:off", ""),
    ("barn-placement:occupied,small-city:half,abbot:off", "barn:2,wagon:4,meeple:2"),
];

/// The same for games with dragon, fairy and towers, together with other sets.
const DRAGON_VARIANTS: &[(&str, &str)] = &[
    ("", ""),
    ("fairy-placement:tile,tower-capture:must", ""),
    ("princess:must", "builder:1,pig:1"),
    ("dragon-movement:after-scoring", "large:2"),
    ("fairy:off,tower-capture:must", "meeple:3"),
    ("princess:must,dragon-movement:after-scoring,fairy-placement:tile", ""),
    ("farmers:off,abbot:off,princess:must", "meeple:0,large:3"),
    ("", "builder:1,pig:1,large:1,abbot:2"),
];

/// Told of no listed or refused move: if a tile would close the last open end then all open ends lie at one square, every
/// placement would close it, and the tile has left the game before anybody could try. `RING` makes that happen. The other one
/// is told of setups.
const UNHEARD_OF: &[&str] = &["RIVER_CLOSED_EARLY", "WONDER_NEEDS_RIVER"];

/// The second river in a ring around one square: the last of these would close it.
const RING: &[(&str, i16, i16, Rotation)] = &[
    ("river2-fork", 1, 0, Rotation::R0),
    ("river2-city-bridge", 1, -1, Rotation::R0),
    ("river2-curve-garden", 1, -2, Rotation::R270),
    ("river2-monastery", 2, -2, Rotation::R0),
    ("river2-road-curve", 3, -2, Rotation::R0),
    ("river2-inn-bridge", 3, -1, Rotation::R0),
    ("river2-pig-herd", 3, 0, Rotation::R0),
    ("river2-city-road", 2, 0, Rotation::R0),
];

struct Plan {
    setup: Setup,
    catalogue: Arc<Catalogue>,
    /// Only so many tiles are drawn, those of a river aside; the others left the game before it began.
    bag: Option<u32>,
    /// Now and then players are given points until they lack but one for the next wonder.
    lucky: bool,
    /// So many players have their wonders when the game begins.
    born_rich: usize,
    /// Tiles to begin with.
    script: &'static [(&'static str, i16, i16, Rotation)],
    /// Tiles are placed where most neighbours are and figures stay: more is completed than in a table full of branches.
    compact: bool,
    /// Abbeys and ransoms are kept for moments that come seldom.
    patient: bool,
    /// Costly checks are made at every state, in the largest games at every `stride`-th only.
    stride: usize,
    name: String,
}

fn plans(rounds: usize) -> Vec<Plan> {
    let catalogue = common::catalogue();
    // these have plans of their own
    let own = ["wonders", "princess-and-dragon", "tower", "abbey-and-mayor"];
    let others = |id: &&str| !own.iter().any(|own| id.starts_with(own));
    let ids: Vec<&str> = catalogue.sets.iter().map(|set| set.id.as_str()).filter(others).collect();
    let mut sets: Vec<String> = ids.iter().map(|id| id.to_string()).collect();
    for (i, a) in ids.iter().enumerate() {
        sets.extend(ids[i + 1..].iter().map(|b| format!("{a},{b}")));
    }
    sets.push(ids.join(","));
    sets.extend(["base:2", "river:2", "river-2:2", "base,river-2:3,river-2-without-gardens:2"].map(String::from));
    sets.push(ids.iter().map(|id| format!("{id}:2")).collect::<Vec<_>>().join(","));
    let combinations = (0..rounds).flat_map(|round| sets.iter().enumerate().map(move |(i, sets)| (i + round, sets)));
    let mut plans: Vec<Plan> = combinations
        .enumerate()
        .map(|(number, (i, sets))| {
            let (options, figures) = VARIANTS[i % VARIANTS.len()];
            let players = 1 + (i * 5 + i / 6) % MAX_PLAYERS;
            let setup = common::setup(sets, players, options, figures);
            let tiles: u32 =
                setup.sets.iter().flat_map(|(s, n)| catalogue.set(*s).tiles.iter().map(move |t| t.1 * n)).sum();
            let name = format!("game {number}: {sets} [{options}] [{figures}], {players} players");
            let compact = (i + i / ids.len()).is_multiple_of(2);
            Plan { compact, stride: if tiles > 200 { 12 } else { 1 }, name, ..Plan::of(setup) }
        })
        .collect();
    let setup = common::setup("river-2", 2, "", "");
    plans.push(Plan { script: RING, name: "river in a ring".into(), ..Plan::of(setup) });
    plans.extend((0..rounds).flat_map(wonder_plans));
    plans.extend((0..rounds).flat_map(lucky_plans));
    plans.extend((0..rounds).flat_map(abbey_plans));
    plans.extend((0..rounds).flat_map(dragon_plans));
    plans.extend((0..rounds).flat_map(plans_of_everything));
    plans
}

impl Plan {
    fn of(setup: Setup) -> Plan {
        Plan {
            setup,
            catalogue: common::catalogue(),
            bag: None,
            lucky: false,
            born_rich: 0,
            script: &[],
            compact: false,
            patient: false,
            stride: 1,
            name: String::new(),
        }
    }
}

/// Short games in which wonders come early, and some of them hardly fit anywhere.
fn lucky_plans(round: usize) -> Vec<Plan> {
    let boxes = ["wonders-1", "wonders-2", "wonders-3", "wonders-1,wonders-2,wonders-3"];
    let tiles = ["base", "base,river", "base,inns-and-cathedrals", "base-without-gardens,river-2"];
    let mut plans = Vec::new();
    for number in 0..96 {
        let i = number + 5 * round;
        let (tiles, boxes) = (tiles[i / 4 % 4], boxes[i % 4]);
        let (options, figures, _) = WONDER_VARIANTS[(i + i / 6) % WONDER_VARIANTS.len()];
        let players = 1 + (i * 5 + i / 7) % MAX_PLAYERS;
        let mut setup = common::setup(&format!("{tiles},{boxes}"), players, options, figures);
        let stubborn = i % 3 == 1;
        let catalogue = if stubborn { common::stubborn_wonders() } else { common::catalogue() };
        let beside = setup::SetupContext { setup: &setup, catalogue: &catalogue }.beside();
        setup.offer = (!i.is_multiple_of(5)).then_some(setup::Offer::Kinds(beside));
        let born_rich = if stubborn { players.min(i % 4) } else { 0 };
        let bag = Some(8 + i as u32 * 7 % 23);
        let name =
            format!("lucky {round}.{number}: {tiles},{boxes} [{options}] [{figures}], {players} players, {stubborn}");
        plans.push(Plan { catalogue, bag, born_rich, lucky: true, compact: i % 4 != 3, name, ..Plan::of(setup) });
    }
    plans
}

/// Games with abbeys: alone and with what they meet, with wonders in short games in which these come early.
fn abbey_plans(round: usize) -> Vec<Plan> {
    let sets = [
        "abbey-and-mayor",
        "base,abbey-and-mayor",
        "base,inns-and-cathedrals,abbey-and-mayor-without-gardens",
        "base,traders-and-builders,abbey-and-mayor",
        "base,river,abbey-and-mayor",
        "base,abbey-and-mayor,wonders-1,wonders-2,wonders-3",
        "river-2,traders-and-builders,abbey-and-mayor:3",
        "base,river,abbey-and-mayor,wonders-2,wonders-3",
        "base,traders-and-builders,abbey-and-mayor,wonders-1,wonders-2",
    ];
    let mut plans = Vec::new();
    for (number, (sets, (options, figures))) in
        sets.iter().flat_map(|sets| ABBEY_VARIANTS.iter().map(move |variant| (sets, variant))).enumerate()
    {
        let i = number + 7 * round;
        let players = 1 + (i * 5 + i / 7) % MAX_PLAYERS;
        let (catalogue, wonders) = (common::catalogue(), sets.contains("wonders"));
        let mut setup = common::setup(sets, players, options, figures);
        let name = format!("abbeys {round}.{number}: {sets} [{options}] [{figures}], {players} players");
        let plan = if wonders {
            let stubborn = i % 3 == 1;
            let catalogue = if stubborn { common::stubborn_wonders() } else { catalogue };
            let beside = setup::SetupContext { setup: &setup, catalogue: &catalogue }.beside();
            setup.offer = Some(setup::Offer::Kinds(beside));
            let born_rich = if stubborn { players.min(i % 4) } else { 0 };
            Plan { catalogue, bag: Some(16 + i as u32 * 7 % 23), born_rich, lucky: true, ..Plan::of(setup) }
        } else {
            Plan { stride: 2, ..Plan::of(setup) }
        };
        plans.push(Plan { compact: i % 4 != 3, name, ..plan });
    }
    let mut setup = common::setup("base", 2, "abbey:on", "wagon:2,mayor:1,barn:1");
    setup.players.push(String::new());
    plans.push(Plan { compact: true, name: "abbeys without their set".into(), ..Plan::of(setup) });
    plans
}

/// Games with wonders: those of one box, of two, of all; one to six players; few tiles and many.
fn wonder_plans(round: usize) -> Vec<Plan> {
    let catalogue = common::catalogue();
    let tiles = [
        "base",
        "base,river",
        "base,river-2,inns-and-cathedrals",
        "base:2,river",
        "river-without-gardens,base-without-gardens",
        "river-2",
        "base:2,river:2,inns-and-cathedrals:2",
    ];
    let boxes = [
        "wonders-1",
        "wonders-2",
        "wonders-3",
        "wonders-1,wonders-2",
        "wonders-2,wonders-3",
        "wonders-1,wonders-3",
        "wonders-1,wonders-2,wonders-3",
        "wonders-1,wonders-2,wonders-3:2",
    ];
    let mut plans = Vec::new();
    for (number, (tiles, boxes)) in tiles.iter().flat_map(|tiles| boxes.map(|boxes| (tiles, boxes))).enumerate() {
        let i = number + round;
        let (options, figures, ready) = WONDER_VARIANTS[(i + i / 8) % WONDER_VARIANTS.len()];
        let players = 1 + (i * 5 + i / 6) % MAX_PLAYERS;
        let mut setup = common::setup(&format!("{tiles},{boxes}"), players, options, figures);
        let beside = setup::SetupContext { setup: &setup, catalogue: &catalogue }.beside();
        setup.offer = match ready {
            "" => None,
            "all" => Some(setup::Offer::Kinds(beside)),
            _ => Some(setup::Offer::Drawn(beside.len() as u32 - 1)),
        };
        let name =
            format!("wonders {round}.{number}: {tiles},{boxes} [{options}] [{figures}] {ready}, {players} players");
        let stride = if tiles.contains(":2") { 8 } else { 2 };
        plans.push(Plan { compact: !i.is_multiple_of(4), stride, name, ..Plan::of(setup) });
    }
    plans
}

/// Games with dragon, fairy and towers: alone, together, with all other sets; some so short that no volcano comes, some in
/// which wonders come early.
fn dragon_plans(round: usize) -> Vec<Plan> {
    let others = [
        "",
        "base",
        "inns-and-cathedrals",
        "base,traders-and-builders",
        "river",
        "base,river-2",
        "base-without-gardens,inns-and-cathedrals,traders-and-builders,river-2-without-gardens",
        "base,wonders-1,wonders-2",
        "river,traders-and-builders,wonders-1,wonders-3",
    ];
    let own = [
        "princess-and-dragon",
        "tower",
        "princess-and-dragon,tower",
        "princess-and-dragon-without-gardens",
        "tower-without-gardens",
        "princess-and-dragon-without-gardens,tower-without-gardens",
    ];
    let mut plans = Vec::new();
    let sets = others.iter().flat_map(|others| own.map(|own| [*others, own]));
    let sets = sets.map(|sets| sets.into_iter().filter(|sets| !sets.is_empty()).collect::<Vec<_>>().join(","));
    let alone = ["base", "river-2", "base,traders-and-builders,wonders-2"].map(|sets| (sets.to_string(), "fairy:on"));
    let sets: Vec<(String, &str)> = sets.map(|sets| (sets, "")).chain(alone).collect();
    for (number, (sets, fairy)) in sets.iter().enumerate() {
        let i = number + 3 * round;
        let (options, figures) = DRAGON_VARIANTS[(i + i / 8) % DRAGON_VARIANTS.len()];
        let options = if fairy.is_empty() { options } else { fairy };
        let players = 1 + (i * 5 + i / 6) % MAX_PLAYERS;
        let setup = common::setup(sets, players, options, figures);
        let short = i % 3 == 2;
        let lucky = sets.contains("wonders");
        let bag = short.then_some(5 + i as u32 * 7 % 40);
        let name = format!("dragon {round}.{number}: {sets} [{options}] [{figures}], {players} players, {bag:?}");
        let stride = if short { 1 } else { 1 + i % 4 };
        plans.push(Plan { bag, lucky, compact: i % 4 < 2, stride, name, ..Plan::of(setup) });
    }
    plans
}

/// Short games with builders, prisoners, abbeys and wonders at once.
fn plans_of_everything(round: usize) -> Vec<Plan> {
    let sets = [
        "base,traders-and-builders,princess-and-dragon,tower,abbey-and-mayor,wonders-1,wonders-3",
        "base,traders-and-builders,tower,abbey-and-mayor,wonders-2",
        "base,inns-and-cathedrals,princess-and-dragon,tower,abbey-and-mayor",
        "base,river,traders-and-builders,tower,abbey-and-mayor,wonders-1,wonders-2,wonders-3",
    ];
    let variants = [
        ("second-part:optional", "wagon:3,large:1,builder:2"),
        ("wagon-move:connected,tower-capture:must", "wagon:4,meeple:3,large:2,builder:1"),
        ("barn-placement:occupied,princess:must", "barn:2,wagon:2,large:3,abbot:1"),
        ("second-part:optional,dragon-movement:after-scoring", "large:2,mayor:2,meeple:4,builder:2"),
    ];
    let mut plans = Vec::new();
    for number in 0..48 {
        let i = number + 5 * round;
        let (sets, (options, figures)) = (sets[i % 4], variants[(i + i / 4) % 4]);
        let options =
            if sets.contains("dragon") { options.into() } else { without(options, &["princess", "dragon-movement"]) };
        let options = if sets.contains("traders") { options } else { without(&options, &["second-part"]) };
        let players = 2 + i / 4 % 3;
        let mut setup = common::setup(sets, players, &options, figures);
        let stubborn = i % 3 == 1;
        let catalogue = if stubborn { common::stubborn_wonders() } else { common::catalogue() };
        let beside = setup::SetupContext { setup: &setup, catalogue: &catalogue }.beside();
        let wonders = !beside.is_empty();
        setup.offer = wonders.then_some(setup::Offer::Kinds(beside));
        let born_rich = if wonders && i % 2 == 1 { players.min(1 + i % 4) } else { 0 };
        let bag = Some(14 + i as u32 * 7 % 29);
        let name =
            format!("everything {round}.{number}: {sets} [{options}] [{figures}], {players} players, {stubborn}");
        let plan = Plan { catalogue, bag, born_rich, lucky: wonders, compact: i % 5 != 3, ..Plan::of(setup) };
        plans.push(Plan { patient: true, stride: 2, name, ..plan });
    }
    plans
}

/// Options without some of them.
fn without(options: &str, names: &[&str]) -> String {
    let wanted = options.split(',').filter(|option| !names.iter().any(|name| option.starts_with(name)));
    wanted.collect::<Vec<_>>().join(",")
}

#[test]
fn the_engine_keeps_its_promises_at_every_state() {
    let rounds = std::env::var("CONFORMANCE_GAMES").ok().map_or(1, |text| text.parse().expect("a number of rounds"));
    let mut plans = plans(rounds);
    // some of the games, while something is looked into
    let only = std::env::var("CONFORMANCE_ONLY").ok();
    plans.retain(|plan| only.as_ref().is_none_or(|only| plan.name.contains(only)));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut coverage = Coverage::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(plan) = plans.get(number) else { return coverage };
            Game::play(plan, number as u64, &mut coverage);
        }
    };
    let threads = thread::available_parallelism().map_or(1, |n| n.get());
    let mut coverage = Coverage::new();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            let counts = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            counts.into_iter().for_each(|(key, count)| *coverage.entry(key).or_default() += count);
        }
    });
    for (key, count) in &coverage {
        println!("{key:?}: {count}");
    }
    let missing: Vec<_> = everything().into_iter().filter(|key| !coverage.contains_key(key)).collect();
    if only.is_some() {
        return println!("never occurred: {missing:?}");
    }
    assert!(missing.is_empty(), "never occurred: {missing:?}");
}

/// In what the engine's state differs from the expected one.
fn differences(engine: &State, expected: &State) -> String {
    let (engine, expected) = (format!("{engine:#?}"), format!("{expected:#?}"));
    let lines = engine.lines().zip(expected.lines()).enumerate().filter(|(_, (a, b))| a != b);
    lines.take(20).map(|(line, (a, b))| format!("{line}: {} instead of {}\n", a.trim(), b.trim())).collect()
}

/// Everything that must occur.
fn everything() -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    all.extend(MOVES.iter().map(|name| ("move", name.to_string())));
    all.extend(EVENTS.iter().map(|name| ("event", name.to_string())));
    // a barn stays to the end
    let figures = || setup::figures().filter(|def| !def.neutral);
    all.extend(figures().map(|def| ("figure placed", def.name.to_string())));
    all.extend(figures().filter(|def| def.name != "barn").map(|def| ("figure returned", def.name.to_string())));
    all.extend(setup::rules().map(|def| ("rule", def.name.to_string())));
    all.extend(reasons_against_moves().map(|name| ("reason", name)));
    all.extend(RARE.iter().map(|name| ("rare", name.to_string())));
    all
}

/// Situations that come about seldom, and must.
const RARE: &[&str] = &[
    "a wonder fits nowhere",
    "an extra tile makes room",
    "two wonders fit",
    "several are due",
    "closing",
    "the last tile",
    "second figure on a wonder",
    "claims of the Cothon",
    "into the harbour",
    "a second wonder is due",
    "abbey in the place of a drawn tile",
    "abbey in the second part of a turn",
    "abbey after the last tile",
    "abbey declined",
    "abbey declined after the last tile",
    "abbey after a wonder, both after the last tile",
    "abbey beside a wonder",
    "abbey while a tile is kept",
    "abbey closes a city with goods",
    "abbey completed at once",
    "wagon moved",
    "wagon moved by another player",
    "wagon moved onto a wonder",
    "wagon sent home",
    "several wagons to move",
    "wagons of several players to move",
    "barn with farmers",
    "barn without farmers",
    "barn on a corner of a wonder",
    "farmers joined to a barn field",
    "farmers joined to a barn field with a pig",
    "mayor without coats of arms",
    "mayor with several coats of arms",
    "dragon tiles held back",
    "only dragon tiles are left",
    "the dragon stuck early",
    "the dragon made all steps",
    "the dragon ate something",
    "the dragon ate a guard",
    "the dragon on a wonder",
    "the dragon bars a tile",
    "the fairy lost her companion",
    "the fairy bars the dragon",
    "the fairy by a guard",
    "a princess insists",
    "a portal to elsewhere",
    "lonely builder",
    "lonely pig",
    "captured a foreign figure",
    "captured an own figure",
    "captured a guard",
    "captured on a wonder",
    "captured nothing",
    "exchanged at once",
    "a guard on a tower",
    "ransom before placing a tile",
    "ransom before acting",
    "ransom and nothing else to do",
    "ransom before a capture",
    "ransom before an exchange",
    "ransom before a second figure",
    "ransom while the dragon moves",
    "ransom before taking a wonder",
];

const MOVES: &[&str] = &[
    "draw_tile",
    "place_tile",
    "place_figure",
    "return_figure",
    "pass",
    "offer_tile",
    "reveal_tile",
    "take_tile",
    "choose_tile",
    "choose_player",
    "move_figure",
    "take_turn",
    "move_neutral",
    "remove_figure",
    "place_token",
    "capture_figure",
    "release_prisoner",
    "pay_ransom",
];
const EVENTS: &[&str] = &[
    "turn started",
    "tile drawn",
    "tile discarded",
    "tile placed",
    "figure placed",
    "figure returned",
    "scored",
    "game ended",
    "tile offered",
    "tile obtained",
    "tile kept",
    "tile chosen",
    "tile passed",
    "tile revealed",
    "figure moved",
    "decisions left",
    "last turn ended",
    "tokens taken",
    "second part due",
    "second part started",
    "neutral moved",
    "figure captured",
    "prisoner released",
    "token placed",
    "ransom paid",
];

fn event_name(event: &Event) -> &'static str {
    let index = match event {
        Event::TurnStarted { .. } => 0,
        Event::TileDrawn { .. } => 1,
        Event::TileDiscarded { .. } => 2,
        Event::TilePlaced { .. } => 3,
        Event::FigurePlaced { .. } => 4,
        Event::FigureReturned { .. } => 5,
        Event::Scored { .. } => 6,
        Event::GameEnded => 7,
        Event::TileOffered { .. } => 8,
        Event::TileObtained { .. } => 9,
        Event::TileKept { .. } => 10,
        Event::TileChosen { .. } => 11,
        Event::TilePassed { .. } => 12,
        Event::TileRevealed { .. } => 13,
        Event::FigureMoved { .. } => 14,
        Event::DecisionsLeft { .. } => 15,
        Event::LastTurnEnded { .. } => 16,
        Event::TokensTaken { .. } => 17,
        Event::SecondPartDue { .. } => 18,
        Event::SecondPartStarted { .. } => 19,
        Event::NeutralMoved { .. } => 20,
        Event::FigureCaptured { .. } => 21,
        Event::PrisonerReleased { .. } => 22,
        Event::TokenPlaced { .. } => 23,
        Event::RansomPaid { .. } => 24,
    };
    EVENTS[index]
}

/// The reasons for which a move is refused: those of the schema from 60 on, which are below those of seals.
fn reasons_against_moves() -> impl Iterator<Item = String> {
    let lines = include_str!("../proto/carcassonne/v1/errors.proto").lines();
    lines.filter_map(|line| {
        let (name, number) = line.trim().strip_prefix("REASON_")?.split_once(" = ")?;
        let number: i32 = number.strip_suffix(';')?.parse().ok()?;
        ((60..200).contains(&number) && !UNHEARD_OF.contains(&name)).then(|| name.to_string())
    })
}

/// A game under way, with what has to be conserved.
struct Game<'a> {
    plan: &'a Plan,
    position: Position,
    /// Points of the events so far.
    points: Vec<[u32; RULES]>,
    /// Figures of each kind that every player has.
    figures: Vec<(FigureKind, u8)>,
    rng: ChaCha8Rng,
    coverage: &'a mut Coverage,
}

impl Game<'_> {
    fn play(plan: &Plan, seed: u64, coverage: &mut Coverage) {
        let mut events = Vec::new();
        let position = Position::new_game(&plan.catalogue, &plan.setup, &mut events).expect("the setup is sound");
        let context = position.setup_context();
        let figures = setup::figures().map(|def| (def.kind, context.figure_count(def))).collect();
        let points = vec![[0; RULES]; plan.setup.players.len()];
        let mut game = Game { plan, position, points, figures, rng: rng(1, seed), coverage };
        game.record(&events);
        let state = game.position.state();
        let waiting = naive::beside_the_track(state, &game.position.setup_context());
        assert_eq!(state.elsewhere, waiting, "beside the track: {}", game.here());
        game.shorten();
        let mut ply = 0;
        loop {
            game.give_points();
            let moves = game.position.legal_moves();
            game.list_is_sound(&moves);
            game.nothing_is_lost();
            let costly = ply % plan.stride == 0 || moves.is_empty();
            let mv = game.choose(&moves);
            if costly {
                game.legal_and_check_agree(&moves);
                game.naive_implementation_agrees(&moves, mv.as_ref());
                game.state_is_all_there_is(&moves, mv.as_ref());
                game.turning_the_table_changes_nothing(&moves, mv.as_ref());
            }
            let Some(mv) = mv else { break };
            game.note_the_rare();
            if game.rng_says(30) {
                game.others_can_play_on();
            }
            let mut events = Vec::new();
            let before = game.position.clone();
            game.position.apply(&mv, Some(&mut events)).expect("a listed move is legal");
            game.note_abbeys_and_barns(&before, &mv, &events);
            game.note_what_came_of(&before, &mv);
            *game.coverage.entry(("move", kind_of(&mv).into())).or_default() += 1;
            game.record(&events);
            ply += 1;
        }
        if let Some((id, ..)) = plan.script.last() {
            let state = game.position.state();
            assert!(state.discarded.iter().any(|kind| game.position.kind(*kind).id == *id), "{}", game.here());
        }
    }

    fn choose(&mut self, moves: &[Move]) -> Option<Move> {
        let position = &self.position;
        let placed = position.state().tiles.len().saturating_sub(1);
        if let Some((id, x, y, rotation)) = self.plan.script.get(placed) {
            let kind = position.catalogue().kind_by_id(id).expect("a kind of the catalogue");
            let scripted = [
                Move::DrawTile { kind },
                Move::PlaceTile { kind, pos: Pos::new(*x, *y), rotation: *rotation },
                Move::Pass,
            ];
            if let Some(mv) = scripted.into_iter().find(|mv| moves.contains(mv)) {
                return Some(mv);
            }
        }
        let waiting = if self.plan.patient { self.waiting(moves) } else { Vec::new() };
        let moves = if waiting.is_empty() { moves } else { &waiting };
        if self.plan.lucky
            && let Some(mv) = self.best_of_some(moves)
        {
            return Some(mv);
        }
        let position = &self.position;
        let worth = |mv: &Move| match mv {
            _ if !self.plan.compact => 0,
            Move::PlaceTile { pos, .. } => {
                pos.around().into_iter().filter(|pos| !position.board().is_empty(*pos)).count()
            }
            Move::ReturnFigure { place: Place::Segment { .. }, .. } => 0,
            _ => 1,
        };
        let most = moves.iter().map(worth).max().unwrap_or(0);
        let best: Vec<Move> = moves.iter().filter(|mv| worth(mv) == most).copied().collect();
        random_move(position, &best, &mut self.rng)
    }

    /// The moves of somebody who keeps abbey and ransom for moments that come seldom, and brings these about: prisoners of
    /// several kinds, builders, wagons.
    fn waiting(&mut self, moves: &[Move]) -> Vec<Move> {
        let (coin, position) = (self.rng_says(2), &self.position);
        let turn = &position.state().turn;
        let new_wonder = position.state().tiles.last().is_some_and(|tile| position.lies_beside(tile.kind));
        let seldom = [307, 310, 455, 475].contains(&turn.step.0);
        let last = turn::is_empty(position) || turn.second_part == Some(SecondPart::UnderWay);
        let own = &position.state().players[turn.player as usize].prisoners;
        let favoured = |mv: &&Move| match mv {
            Move::PayRansom { .. } => seldom,
            Move::ChooseTile { .. } => turn.step.0 == 90 && last,
            Move::CaptureFigure { player, figure, .. } => {
                *player != turn.player && !own.contains(&Owned { player: *player, figure: *figure })
            }
            Move::PlaceFigure { .. } if new_wonder => true,
            Move::PlaceFigure { figure, .. } => coin && [abbey::WAGON, traders_and_builders::BUILDER].contains(figure),
            Move::PlaceToken { .. } => !coin && !new_wonder,
            _ => false,
        };
        let kept = |mv: &&Move| match mv {
            Move::PayRansom { .. } => false,
            Move::ChooseTile { .. } => turn.step.0 != 90,
            _ => true,
        };
        let favourites: Vec<Move> = moves.iter().filter(favoured).copied().collect();
        if favourites.is_empty() { moves.iter().filter(kept).copied().collect() } else { favourites }
    }

    /// Of some placements, the one that brings most points if nothing is done on the tile; of actions not to pass.
    fn best_of_some(&mut self, moves: &[Move]) -> Option<Move> {
        if self.rng_says(4) {
            return None;
        }
        let position = &self.position;
        let mut best = None;
        for _ in 0..12 {
            let mv = moves.get(below(&mut self.rng, moves.len() as u64) as usize)?;
            let on = |place: &Place| position.resolve(*place).map(|(at, _)| position.segment(at).feature);
            let worth = match mv {
                Move::PlaceTile { .. } => {
                    let mut after = position.clone();
                    after.apply(mv, None).expect("a listed move is legal");
                    let _ = after.apply(&Move::Pass, None);
                    // most of all it is to leave no room for the wonders in front of players
                    let players = || after.state().players.iter();
                    let wonders = players().flat_map(|p| p.open()).filter(|kind| after.lies_beside(*kind));
                    let fits = wonders.filter(|kind| turn::fits_somewhere(&after, *kind)).count();
                    players().map(|player| 2 * player.score()).sum::<u32>() + 1000 - 100 * fits as u32
                }
                Move::PlaceFigure { place, .. } if on(place) == Some(carcassonne_engine::engine::Feature::Field) => 1,
                Move::PlaceFigure { .. } | Move::MoveFigure { .. } => 2,
                Move::ReturnFigure { .. } | Move::Pass | Move::TakeTurn => 1,
                _ => return None,
            };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// Most of the bag leaves the game before it begins.
    fn shorten(&mut self) {
        let Some(keep) = self.plan.bag else { return };
        while self.position.state().turn.step == turn::OFFER {
            let moves = self.position.legal_moves();
            let mv = random_move(&self.position, &moves, &mut self.rng).expect("wonders are left");
            let mut events = Vec::new();
            self.position.apply(&mv, Some(&mut events)).expect("a listed move is legal");
            self.record(&events);
        }
        let mut state = self.position.state().clone();
        let river = |kind: &Kind| {
            let segments = &self.plan.catalogue.kind(*kind).segments;
            segments.iter().any(|segment| segment.feature == carcassonne_engine::engine::Feature::River)
        };
        let all = |bag: &[u32]| -> Vec<Kind> {
            let kinds = self.plan.catalogue.all_kinds().filter(|kind| !river(kind));
            kinds.flat_map(|kind| vec![kind; bag[kind.0 as usize] as usize]).collect()
        };
        while all(&state.bag).len() > keep as usize {
            let left = all(&state.bag);
            let kind = left[below(&mut self.rng, left.len() as u64) as usize];
            state.bag[kind.0 as usize] -= 1;
            state.discarded.push(kind);
            state.draws += 1;
        }
        for seat in 0..self.plan.born_rich {
            let two = state.setup.options.get(carcassonne_engine::engine::setup::OptionId(7)) == 2;
            naive::obtain(&self.plan.catalogue, &mut state, seat as u8, two);
            self.points[seat] = state.players[seat].points;
        }
        self.position = Position::from_state(&self.plan.catalogue, state.clone())
            .unwrap_or_else(|v| panic!("{v:?} at the start: {state:?}"));
    }

    /// Now and then players are close to a wonder.
    fn give_points(&mut self) {
        let step = self.position.state().turn.step;
        let taking = step == turn::StepId(455);
        let near_the_end = self.position.state().bag.iter().sum::<u32>() < 3;
        if !self.plan.lucky || !taking && step != turn::DRAW || !near_the_end && !self.rng_says(3) {
            return;
        }
        let mut state = self.position.state().clone();
        let table = Table::new(&self.plan.catalogue, &state);
        let wanted: Vec<u32> = (0..state.players.len() as u8)
            .map(|seat| table.next_figures(seat).map_or(0, |space| if space == 0 { 49 } else { u32::from(space) - 1 }))
            .collect();
        for (seat, wanted) in wanted.into_iter().enumerate() {
            // while somebody takes one, more may be due
            let wanted = if taking { 50 } else { wanted };
            let missing = wanted.saturating_sub(state.players[seat].score());
            let Rule(rule) = base_game::ROAD;
            state.players[seat].points[rule as usize] += missing;
            self.points[seat][rule as usize] += missing;
        }
        self.position = Position::from_state(&self.plan.catalogue, state).expect("players may have these points");
    }

    fn rng_says(&mut self, one_in: u64) -> bool {
        below(&mut self.rng, one_in) == 0
    }

    /// Where we are, for messages.
    fn here(&self) -> String {
        let state = self.position.state();
        format!("{}, {} tiles, step {:?}\n{state:?}", self.plan.name, state.tiles.len(), state.turn.step)
    }

    fn record(&mut self, events: &[Event]) {
        let name = |kind: FigureKind| setup::figure(kind).expect("a known kind").name.to_string();
        for event in events {
            *self.coverage.entry(("event", event_name(event).into())).or_default() += 1;
            match event {
                Event::Scored { player, value, .. } => {
                    let Rule(rule) = value.rule;
                    self.points[*player as usize][rule as usize] += value.points();
                    let def = setup::rules().find(|def| def.rule == value.rule).expect("every rule has a name");
                    *self.coverage.entry(("rule", def.name.into())).or_default() += 1;
                }
                Event::FigurePlaced { figure, .. } => {
                    *self.coverage.entry(("figure placed", name(*figure))).or_default() += 1;
                }
                Event::FigureReturned { figure, .. } => {
                    *self.coverage.entry(("figure returned", name(*figure))).or_default() += 1;
                }
                _ => {}
            }
        }
    }

    /// Situations that are easily missed.
    fn note_the_rare(&mut self) {
        let state = self.position.state();
        let own = &state.players[state.turn.player as usize];
        let waits = own.open().any(|kind| self.position.lies_beside(kind));
        let drawing = state.turn.step == turn::DRAW;
        let placing = state.turn.tile.filter(|_| state.turn.step == turn::PLACE_TILE);
        let lies_beside = |kind: Kind| self.position.lies_beside(kind);
        let last_is_wonder = state.tiles.last().is_some_and(|tile| lies_beside(tile.kind));
        let kept = |player: &carcassonne_engine::engine::PlayerState| player.down().next().is_some();
        let empty = turn::is_empty(&self.position);
        let rare = [
            ("a wonder fits nowhere", waits && drawing),
            ("an extra tile makes room", waits && placing.is_some_and(|kind| !lies_beside(kind))),
            (
                "an extra tile completed something",
                state.turn.placed > 0 && state.turn.step < turn::ACTION && !turn::completed(&self.position).is_empty(),
            ),
            ("two wonders fit", state.turn.step.0 == 81),
            ("several are due", state.turn.step.0 == 450),
            ("closing", state.turn.closing.is_some()),
            (
                "the last tile",
                empty && placing.is_some_and(|kind| !lies_beside(kind)) && state.players.iter().all(|p| !kept(p)),
            ),
            ("second figure on a wonder", state.turn.step.0 == 310 && last_is_wonder),
            ("claims of the Cothon", state.turn.step.0 == 460),
            ("into the harbour", state.turn.step.0 == 410),
            (
                "a second wonder is due",
                state.turn.step.0 == 455
                    && state.turn.asked.is_some_and(|asked| {
                        Table::new(self.position.catalogue(), state).next_figures(asked.player) == Some(0)
                    }),
            ),
        ];
        for (name, _) in rare.iter().filter(|(_, occurs)| *occurs) {
            *self.coverage.entry(("rare", name.to_string())).or_default() += 1;
        }
    }

    /// What happens with abbeys, wagons, barns and mayors.
    fn note_abbeys_and_barns(&mut self, before: &Position, mv: &Move, events: &[Event]) {
        let (was, state) = (before.state(), self.position.state());
        let mut noted = Vec::new();
        let mut note = |name: &'static str, occurs: bool| noted.extend(occurs.then_some(name));
        let table = Table::new(before.catalogue(), was);
        let is_abbey = |kind: Kind| before.kind(kind).id == "abbey";
        let closing = was.turn.closing.is_some();
        let is_wonder = |tile: usize| before.lies_beside(was.tiles[tile].kind);
        match *mv {
            Move::ChooseTile { kind } if is_abbey(kind) => {
                let second = was.turn.second_part == Some(SecondPart::UnderWay);
                let own = &was.players[was.turn.player as usize];
                let last_wonder = is_wonder(was.tiles.len() - 1);
                note("abbey in the place of a drawn tile", !closing && !second);
                note("abbey in the second part of a turn", second);
                note("abbey after the last tile", closing);
                note("abbey after a wonder, both after the last tile", closing && last_wonder);
                note("abbey while a tile is kept", own.face_down() > 0);
            }
            Move::Pass if was.turn.step.0 == 90 => {
                note("abbey declined", !closing);
                note("abbey declined after the last tile", closing);
            }
            Move::PlaceTile { kind, pos, .. } if is_abbey(kind) => {
                let neighbours: Vec<u16> =
                    pos.around().into_iter().filter_map(|pos| before.board().at(pos)).map(|there| there.tile).collect();
                note("abbey beside a wonder", neighbours.iter().any(|tile| is_wonder(usize::from(*tile))));
                note("abbey completed at once", neighbours.len() == 8);
            }
            Move::MoveFigure { figure, to, .. } if figure == abbey::WAGON => {
                note("wagon moved", true);
                note("wagon moved by another player", table.decides() != was.turn.player);
                let tile = before.resolve(to).map(|(at, _)| at.tile);
                note("wagon moved onto a wonder", tile.is_some_and(|tile| is_wonder(usize::from(tile))));
            }
            Move::ReturnFigure { figure, .. } if figure == abbey::WAGON => note("wagon sent home", true),
            Move::PlaceFigure { figure, place: Place::Corner { square } } if figure == abbey::BARN => {
                let scored =
                    |event: &Event| matches!(event, Event::Scored { value, .. } if value.rule == abbey::BARN_PLACED);
                let farmers = events.iter().any(scored);
                note("barn with farmers", farmers);
                note("barn without farmers", !farmers);
                let around = Position::squares_around(square).into_iter();
                let wonder = around.filter_map(|pos| before.board().at(pos)).any(|there| is_wonder(there.tile.into()));
                note("barn on a corner of a wonder", wonder);
            }
            _ => {}
        }
        let city_by_abbey = state.tiles.last().is_some_and(|tile| is_abbey(tile.kind))
            && events.iter().any(|event| matches!(event, Event::TokensTaken { .. }));
        note("abbey closes a city with goods", city_by_abbey);
        if state.turn.step.0 == 430 {
            let now = Table::new(before.catalogue(), state);
            note("several wagons to move", now.wagons_to_move().len() > 1);
            let completed =
                |f: &&Figure| f.kind == abbey::WAGON && now.region((f.tile as usize, f.segment as usize)).completed;
            let owners: BTreeSet<u8> = state.figures.iter().filter(completed).map(|wagon| wagon.player).collect();
            note("wagons of several players to move", owners.len() > 1);
        }
        for event in events {
            if let Event::Scored { value, .. } = event
                && value.rule == abbey::BARN_JOINED
            {
                note("farmers joined to a barn field", true);
                note(
                    "farmers joined to a barn field with a pig",
                    value.terms().iter().any(|t| t.unit == traders_and_builders::PIG_ON_FIELD),
                );
            }
        }
        // completed by the tile just placed, and now scored or about to be
        for city in table.regions.iter().filter(|region| region.completed) {
            let mayors = city.figures.iter().filter(|figure| figure.kind == abbey::MAYOR).count();
            note("mayor without coats of arms", mayors > 0 && mayors == city.figures.len() && city.coats_of_arms == 0);
            note("mayor with several coats of arms", mayors > 0 && city.coats_of_arms > 1);
        }
        for name in noted {
            *self.coverage.entry(("rare", name.into())).or_default() += 1;
        }
    }

    /// What dragon, fairy and towers do that is easily missed.
    fn note_what_came_of(&mut self, before: &Position, mv: &Move) {
        let (old, new) = (before.state(), self.position.state());
        let step = old.turn.step.0;
        let dragon = |position: &Position| position.neutral(princess_and_dragon::DRAGON).map(|dragon| dragon.place);
        let tile_of = |position: &Position, place: Place| {
            let square = position.square_of(place)?;
            position.board().at(square).map(|covered| covered.tile)
        };
        let is_wonder =
            |place: Place| tile_of(before, place).is_some_and(|tile| before.lies_beside(before.tile(tile).0.kind));
        let stepped = matches!(mv, Move::MoveNeutral { figure, .. } if *figure == princess_and_dragon::DRAGON);
        let left = old.turn.asked.map_or(0, |asked| asked.left);
        let over = new.trail.is_empty();
        let on_towers = |state: &State| {
            state.elsewhere.iter().filter(|f| state.tokens.iter().any(|tokens| tokens.place == f.place)).count()
        };
        let taken_away = matches!(mv, Move::CaptureFigure { .. } | Move::RemoveFigure { .. });
        let lonely = |kind: FigureKind| {
            let table = Table::new(before.catalogue(), old);
            let mut joined = old.figures.iter().filter(|figure| figure.kind == kind);
            taken_away
                && joined.any(|figure| {
                    let region = table.region((figure.tile as usize, figure.segment as usize));
                    !region.completed && !new.figures.contains(figure)
                })
        };
        let prisoners = |state: &State| state.players.iter().map(|player| player.prisoners.len()).sum::<usize>();
        let ransom = matches!(mv, Move::PayRansom { .. });
        let captured = match mv {
            Move::CaptureFigure { player, place, .. } => Some((*player, *place)),
            _ => None,
        };
        let guard = |place: Place| matches!(place, Place::Space { .. });
        let holds_back = || {
            let dragons = before.catalogue().trait_named("dragon");
            let volcano = before.catalogue().trait_named("volcano");
            let on_table = |name| old.tiles.iter().any(|tile| before.kind(tile.kind).traits.contains(name));
            let in_bag = |name| {
                let mut kinds = before.catalogue().all_kinds().filter(|kind| old.bag[kind.0 as usize] > 0);
                kinds.any(|kind| before.kind(kind).traits.contains(name))
            };
            assert!(on_table(volcano) || !on_table(dragons));
            in_bag(dragons) && !on_table(volcano)
        };
        let action = step == turn::ACTION.0;
        let last = before.last_tile();
        let nowhere = || {
            let moves = before.legal_moves();
            moves.iter().all(|mv| matches!(mv, Move::Pass | Move::PayRansom { .. }))
        };
        let fairy = |position: &Position| position.neutral(princess_and_dragon::FAIRY).copied();
        let beside_fairy = |position: &Position| {
            let (Some(dragon), Some(fairy)) = (dragon(position), fairy(position)) else { return false };
            let Some(from) = position.square_of(dragon) else { return false };
            let tiles = carcassonne_engine::engine::Side::ALL.map(|side| position.board().at(from.step(side)));
            tiles.into_iter().flatten().any(|covered| Some(covered.tile) == tile_of(position, fairy.place))
        };
        let rare = [
            ("dragon tiles held back", step == turn::DRAW.0 && holds_back()),
            ("only dragon tiles are left", new.turn.step == turn::OVER && new.bag.iter().sum::<u32>() > 0),
            ("the dragon stuck early", stepped && left > 1 && over),
            ("the dragon made all steps", stepped && left == 1),
            ("the dragon ate something", stepped && old.figures.len() > new.figures.len() && !over),
            ("the dragon ate a guard", stepped && on_towers(old) > on_towers(new)),
            ("the dragon on a wonder", stepped && dragon(&self.position).is_some_and(is_wonder)),
            ("the dragon bars a tile", action && dragon(before).and_then(|place| tile_of(before, place)) == last),
            ("the fairy lost her companion", naive::fairy_left_alone(&old.neutral, &new.neutral)),
            ("the fairy bars the dragon", stepped && beside_fairy(before)),
            ("the fairy by a guard", fairy(&self.position).is_some_and(|fairy| guard(fairy.place))),
            (
                "a princess insists",
                action && matches!(mv, Move::RemoveFigure { .. }) && before.option(princess_and_dragon::PRINCESS) == 2,
            ),
            (
                "a portal to elsewhere",
                action
                    && matches!(mv, Move::PlaceFigure { place: place @ Place::Segment { .. }, .. } if tile_of(before, *place) != last),
            ),
            ("lonely builder", lonely(FigureKind(5))),
            ("lonely pig", lonely(FigureKind(6))),
            ("captured a foreign figure", captured.is_some_and(|(player, _)| player != old.turn.player)),
            ("captured an own figure", captured.is_some_and(|(player, _)| player == old.turn.player)),
            ("captured a guard", captured.is_some_and(|(_, place)| guard(place))),
            ("captured on a wonder", captured.is_some_and(|(_, place)| is_wonder(place))),
            ("captured nothing", step == 306 && *mv == Move::Pass),
            ("exchanged at once", captured.is_some() && prisoners(new) < prisoners(old)),
            ("a guard on a tower", on_towers(new) > on_towers(old)),
            ("ransom before placing a tile", ransom && step == turn::PLACE_TILE.0),
            ("ransom before acting", ransom && action && !nowhere()),
            ("ransom and nothing else to do", ransom && action && nowhere()),
            ("ransom before a capture", ransom && step == 306),
            ("ransom before an exchange", ransom && step == 307),
            ("ransom before a second figure", ransom && step == 310),
            ("ransom while the dragon moves", ransom && [350, 440].contains(&step)),
            ("ransom before taking a wonder", ransom && step == 455),
        ];
        for (name, _) in rare.iter().filter(|(_, occurs)| *occurs) {
            *self.coverage.entry(("rare", name.to_string())).or_default() += 1;
        }
    }

    /// Sorted, each once, empty exactly if the game is over; chance has the weights of the tiles.
    fn list_is_sound(&self, moves: &[Move]) {
        assert!(moves.windows(2).all(|pair| pair[0] < pair[1]), "not sorted: {moves:?} at {}", self.here());
        assert_eq!(moves.is_empty(), self.position.is_over(), "{}", self.here());
        let state = self.position.state();
        let decider = match state.turn.step {
            turn::OFFER | turn::DRAW => Decider::Chance,
            turn::OVER => Decider::Nobody,
            _ if moves.iter().any(|mv| matches!(mv, Move::RevealTile { .. })) => Decider::Chance,
            _ => Decider::Player(Table::new(self.position.catalogue(), state).decides()),
        };
        assert_eq!(self.position.decider(), decider, "{}", self.here());
        assert!(moves != [Move::Pass], "waits for a pass that is the only move: {}", self.here());
        if decider == Decider::Chance {
            let catalogue = self.position.catalogue();
            let drawable = Table::new(catalogue, state).drawable();
            let tiles: u32 = match moves[0] {
                Move::DrawTile { .. } => drawable.iter().map(|kind| state.bag[kind.0 as usize]).sum(),
                Move::RevealTile { .. } => {
                    let kinds = Table::new(catalogue, state).not_held_back();
                    kinds.into_iter().map(|kind| state.bag[kind.0 as usize]).sum()
                }
                _ => moves.len() as u32,
            };
            assert_eq!(moves.iter().map(|mv| self.position.weight(mv)).sum::<u32>(), tiles, "{}", self.here());
        }
    }

    /// Figures, tiles and points are conserved.
    fn nothing_is_lost(&self) {
        let state = self.position.state();
        for (seat, player) in state.players.iter().enumerate() {
            for (kind, count) in &self.figures {
                let on_table = state.figures.iter().filter(|f| f.player as usize == seat && f.kind == *kind).count();
                let waiting = state.elsewhere.iter().filter(|f| f.player as usize == seat && f.kind == *kind).count();
                let supply = player.supply[kind.0 as usize] as usize;
                let owned = Owned { player: seat as u8, figure: *kind };
                let captured = state.players.iter().flat_map(|player| &player.prisoners);
                let captured = captured.filter(|prisoner| **prisoner == owned).count();
                assert_eq!(
                    supply + on_table + waiting + captured,
                    *count as usize,
                    "figures {kind:?} of {seat}: {}",
                    self.here()
                );
            }
            assert_eq!(player.points, self.points[seat], "points of {seat} and scored events: {}", self.here());
        }
        let table = Table::new(self.position.catalogue(), state);
        assert_eq!(table.floors(), table.floors_in_game(), "floors: {}", self.here());
        let paid: u32 = state.players.iter().map(|player| player.paid).sum();
        let got: u32 = state.players.iter().map(|player| player.points[usize::from(tower::RANSOM.0)]).sum();
        assert_eq!(paid, got, "ransoms: {}", self.here());
        let held = || state.players.iter().flat_map(|player| player.open().chain(player.down()));
        let in_play = || state.discarded.iter().copied().chain(state.turn.tile).chain(held());
        let (mut tiles, mut drawn) = (state.bag.clone(), 0);
        let mut ready = state.offer.clone();
        let mut abbeys = 0;
        for (number, kind) in in_play().chain(state.tiles.iter().map(|tile| tile.kind)).enumerate() {
            if table.is_abbey(kind) {
                abbeys += 1;
            } else if !table.is_wonder(kind) {
                tiles[kind.0 as usize] += 1;
                drawn += u32::from(number != in_play().count());
            } else if !ready.contains(&kind) {
                ready.push(kind);
            } else {
                assert_eq!(kind, state.tiles[0].kind, "there twice: {}", self.here());
            }
        }
        let mut expected = naive::tiles_in_game(&self.position.setup_context());
        if state.tiles.first().is_none_or(|start| table.is_wonder(start.kind)) {
            let start = table.box_start();
            expected[start.0 as usize] -= 1;
        }
        assert_eq!(tiles, expected, "{}", self.here());
        assert_eq!(state.draws, drawn, "{}", self.here());
        assert_eq!(abbeys, table.abbeys(), "{}", self.here());
        if state.turn.step != turn::OFFER {
            assert_eq!(ready.len(), table.offered(), "{}", self.here());
        }
    }

    /// Every listed move can be made, all others are refused with a reason and without effect.
    fn legal_and_check_agree(&mut self, moves: &[Move]) {
        for mv in moves {
            assert_eq!(self.position.check(mv), [], "{mv:?} at {}", self.here());
            let mut after = self.position.clone();
            assert_eq!(after.apply(mv, None), Ok(()), "{mv:?} at {}", self.here());
        }
        let mut refused = self.position.clone();
        let mut events = Vec::new();
        for mv in self.candidates() {
            let listed = moves.binary_search(&mv).is_ok();
            let violations = self.position.check(&mv);
            assert_eq!(violations.is_empty(), listed, "{mv:?}: {violations:?} at {}", self.here());
            if listed {
                continue;
            }
            for violation in &violations {
                *self.coverage.entry(("reason", violation.reason.name.into())).or_default() += 1;
            }
            assert_eq!(refused.apply(&mv, Some(&mut events)), Err(violations), "{mv:?} at {}", self.here());
        }
        assert_eq!(events, [], "a refused move left events: {}", self.here());
        assert_eq!(refused.state(), self.position.state(), "a refused move left traces: {}", self.here());
        assert_eq!(refused.legal_moves(), moves, "a refused move left traces: {}", self.here());
    }

    /// Moves of all kinds around everything that matters, most of them illegal.
    fn candidates(&mut self) -> Vec<Move> {
        let position = &self.position;
        let state = position.state();
        let rng = &mut self.rng;
        let mut candidates = vec![Move::Pass];
        candidates.extend(position.catalogue().all_kinds().map(|kind| Move::DrawTile { kind }));

        let around = position.board().frontier().flat_map(|(pos, _)| pos.around().into_iter().chain([pos]));
        let far = [Pos::new(i16::MAX, 0), Pos::new(0, i16::MIN), Pos::new(10_001, -10_001)];
        let around: Vec<Pos> = around.chain(far).collect::<BTreeSet<_>>().into_iter().collect();
        for kind in position.catalogue().all_kinds() {
            if state.turn.tile == Some(kind) {
                for pos in &around {
                    candidates.extend(Rotation::ALL.map(|rotation| Move::PlaceTile { kind, pos: *pos, rotation }));
                }
            } else {
                let pos = around[below(rng, around.len() as u64) as usize];
                let rotation = Rotation::from_quarters(below(rng, 4) as usize);
                candidates.push(Move::PlaceTile { kind, pos, rotation });
            }
        }

        for kind in position.catalogue().all_kinds() {
            candidates.push(Move::OfferTile { kind });
            candidates.push(Move::RevealTile { kind });
            candidates.push(Move::TakeTile { kind });
            candidates.push(Move::ChooseTile { kind });
        }
        candidates.extend((0..=MAX_PLAYERS as u8).map(|player| Move::ChoosePlayer { player }));
        candidates.push(Move::TakeTurn);

        let figures = || setup::figures().map(|def| def.kind).chain([FigureKind(0), FigureKind(15)]);
        let mut places = Vec::new();
        for tile in (0..state.tiles.len() as u16).rev().take(3) {
            let kind = position.tile(tile).1;
            for square in 0..kind.squares(Rotation::R0).len() as u8 {
                let square = position.square(tile, square);
                places.extend((0..=kind.segments.len() as u8).map(|segment| Place::Segment { square, segment }));
            }
        }
        let wonders = state.elsewhere.iter().filter_map(|figure| match figure.place {
            Place::Tile { square } | Place::Space { square, .. } => Some(square),
            _ => None,
        });
        let last = state.tiles.len().checked_sub(1).map(|tile| position.square(tile as u16, 0));
        let squares: BTreeSet<Pos> = wonders.chain(last).collect();
        let mut spaces: Vec<Place> = [0, 10, 25].map(|space| Place::Track { space }).to_vec();
        for square in squares {
            spaces.push(Place::Tile { square });
            spaces.extend((0..6).map(|space| Place::Space { square, space }));
            let tile = position.board().at(square).expect("a tile lies there").tile;
            let segments = (0..position.tile(tile).1.segments.len()).map(|n| n as u8);
            places.extend(segments.map(|segment| Place::Segment { square, segment }));
        }
        places.extend(&spaces);
        places.extend(around.iter().take(2).map(|square| Place::Segment { square: *square, segment: 0 }));
        for place in places {
            candidates.extend(figures().map(|figure| Move::PlaceFigure { figure, place }));
        }
        for square in [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Pos::new(x, y)) {
            let last = state.tiles.last().map_or(square, |tile| tile.pos + square);
            let corners = [last, around[0]].map(|square| Place::Corner { square });
            candidates.extend(corners.map(|place| Move::PlaceFigure { figure: abbey::BARN, place }));
        }
        let standing = state.figures.iter().map(|figure| position.place_of(figure));
        let empty = state.tiles.first().map(|tile| Place::Segment { square: tile.pos, segment: 0 });
        for place in standing.chain(empty).chain(spaces.iter().copied()) {
            candidates.extend(figures().map(|figure| Move::ReturnFigure { figure, place }));
        }
        let neutral = || [princess_and_dragon::DRAGON, princess_and_dragon::FAIRY, FigureKind(1)];
        let everywhere = state.figures.iter().map(|figure| (figure.player, figure.kind, position.place_of(figure)));
        let everywhere =
            everywhere.chain(state.elsewhere.iter().map(|figure| (figure.player, figure.kind, figure.place)));
        let nobody = (0, FigureKind(1), Place::Square { square: Pos::new(0, 0) });
        for (player, figure, place) in everywhere.chain([nobody]) {
            let owned = Owned { player, figure };
            for neutral in neutral() {
                candidates.push(Move::MoveNeutral { figure: neutral, to: place, beside: Some(owned) });
                candidates.push(Move::MoveNeutral { figure: neutral, to: place, beside: None });
            }
            for player in [player, player + 1] {
                candidates.push(Move::RemoveFigure { player, figure, place });
                candidates.push(Move::CaptureFigure { player, figure, place });
            }
        }
        for tile in 0..state.tiles.len() as u16 {
            let kind = position.tile(tile).1;
            for square in (0..kind.squares(Rotation::R0).len() as u8).map(|square| position.square(tile, square)) {
                for figure in neutral() {
                    candidates.push(Move::MoveNeutral { figure, to: Place::Square { square }, beside: None });
                }
                let owned = Owned { player: 0, figure: FigureKind(1) };
                let to = Place::Square { square };
                candidates.push(Move::MoveNeutral { figure: princess_and_dragon::DRAGON, to, beside: Some(owned) });
                let floor = |space| Move::PlaceToken { token: tower::FLOOR, place: Place::Space { square, space } };
                candidates.extend((0..2).map(floor));
                let place = Place::Space { square, space: 0 };
                candidates.push(Move::PlaceToken { token: setup::Token(1), place });
                if !kind.spaces.is_empty() {
                    candidates.extend(figures().map(|figure| Move::PlaceFigure { figure, place }));
                }
            }
        }
        let outside = Place::Square { square: Pos::new(i16::MAX, i16::MIN) };
        candidates.extend(neutral().map(|figure| Move::MoveNeutral { figure, to: outside, beside: None }));
        for holder in 0..=MAX_PLAYERS as u8 {
            for figure in figures() {
                candidates.push(Move::ReleasePrisoner { holder, figure });
                candidates.push(Move::PayRansom { holder, figure });
            }
        }
        let meeple = || figures().next().expect("there are figures");
        let mut targets = spaces.clone();
        for tile in 0..state.tiles.len() as u16 {
            let (placed, kind) = position.tile(tile);
            for square in kind.squares(placed.rotation) {
                let square = placed.pos + square.offset;
                targets.extend((0..=kind.segments.len() as u8).map(|segment| Place::Segment { square, segment }));
            }
        }
        for wagon in state.figures.iter().filter(|figure| figure.kind == abbey::WAGON) {
            let (figure, from) = (abbey::WAGON, position.place_of(wagon));
            let few = if state.turn.step.0 == 430 { 2 } else { 100 };
            let some = targets.iter().filter(|_| below(rng, few) == 0);
            candidates.extend(some.map(|to| Move::MoveFigure { figure, from, to: *to }));
        }
        for from in spaces {
            let few = if matches!(from, Place::Space { space: 0, .. }) { 1 } else { 40 };
            let some = targets.iter().filter(|_| few == 1 || below(rng, few) == 0);
            candidates.extend(some.map(|to| Move::MoveFigure { figure: meeple(), from, to: *to }));
            let to = targets[below(rng, targets.len() as u64) as usize];
            candidates.extend(figures().map(|figure| Move::MoveFigure { figure, from, to }));
        }
        candidates
    }

    /// Regions kept up to date are those computed from scratch, and the naive implementation lists and makes the same moves.
    fn naive_implementation_agrees(&self, moves: &[Move], mv: Option<&Move>) {
        let (position, here) = (&self.position, || self.here());
        let state = position.state();
        let table = Table::new(position.catalogue(), state);
        assert_eq!(table.legal(), moves, "{}", here());

        let all = position.regions().all();
        assert_eq!(all.len(), table.regions.len(), "{}", here());
        let first = |region: RegionId| {
            let SegmentRef { tile, segment } = position.regions().first_member(region);
            (tile as usize, segment as usize)
        };
        for region in all {
            let regions = position.regions();
            let naive = table.region(first(region));
            let told = || format!("{naive:?} at {}", here());
            let members: BTreeSet<_> = regions.members(region).map(|m| (m.tile as usize, m.segment as usize)).collect();
            assert_eq!(members, naive.segments, "{}", told());
            assert_eq!(regions.size(region), naive.segments.len(), "{}", told());
            assert_eq!(regions.feature(region), naive.feature, "{}", told());
            if naive.feature.joins_over_edges() {
                assert_eq!(regions.open_edges(region) as usize, naive.open, "{}", told());
            }
            assert_eq!(position.is_completed(region), naive.completed, "{}", told());
            assert_eq!(regions.figures(region) as usize, naive.figures.len() + naive.barns.len(), "{}", told());
            assert_eq!(scoring::squares(position, region).len(), naive.squares.len(), "{}", told());
            assert_eq!(scoring::coats_of_arms(position, region), naive.coats_of_arms, "{}", told());
            if naive.feature == carcassonne_engine::engine::Feature::Field {
                let cities: BTreeSet<_> = scoring::completed_cities(position, region).into_iter().map(first).collect();
                assert_eq!(cities, naive.completed_cities, "{}", told());
            }
            let majority: Vec<u8> = scoring::majority(&scoring::strengths(position, region)).collect();
            assert_eq!(majority, table.majority(naive), "{}", told());
            for completed in [false, true] {
                let value = scoring::value(position, region, completed);
                assert_eq!((value.rule, value.points()), table.value(naive, completed), "{}", told());
            }
        }
        if let Some(mv) = mv {
            let mut after = position.clone();
            after.apply(mv, None).expect("a listed move is legal");
            let expected = naive::apply(position.catalogue(), state, mv);
            assert!(*after.state() == expected, "{mv:?}:\n{} at {}", differences(after.state(), &expected), here());
        }
    }

    /// Whoever does not see what lies face down can play on to the end: what is hidden is revealed when it matters.
    fn others_can_play_on(&mut self) {
        let state = self.position.state();
        let kept = state.players.iter().position(|player| player.down().next().is_some());
        let Some(kept) = kept else { return };
        let viewer = [None, Some((kept + 1) % state.players.len())][below(&mut self.rng, 2) as usize];
        let seen = naive::hidden_from(state, viewer.filter(|seat| *seat != kept));
        let catalogue = self.position.catalogue().clone();
        let again = |state: State| {
            Position::from_state(&catalogue, state.clone()).unwrap_or_else(|v| panic!("{v:?} in a view: {state:?}"))
        };
        let mut position = again(seen);
        let mut count = 0;
        while let Some(mv) = {
            let moves = position.legal_moves();
            if count < 60 || position.hidden() > 0 && position.state().bag.iter().sum::<u32>() < 6 {
                let table = Table::new(&catalogue, position.state());
                assert_eq!(table.legal(), moves, "in a view: {:?}", position.state());
                position = again(position.into_state());
            }
            random_move(&position, &moves, &mut self.rng)
        } {
            let before = position.state().clone();
            position.apply(&mv, None).expect("a listed move is legal");
            let chosen = matches!(mv, Move::RevealTile { .. });
            if count < 60 || chosen {
                let expected = naive::apply(&catalogue, &before, &mv);
                let told = || differences(position.state(), &expected);
                assert!(*position.state() == expected, "{mv:?} in a view: {} at {before:?}", told());
            }
            *self.coverage.entry(("move", kind_of(&mv).into())).or_default() += u64::from(chosen);
            *self.coverage.entry(("event", "tile revealed".into())).or_default() += u64::from(chosen);
            count += 1;
        }
        let hidden = position.state().players.iter().any(|p| p.hand.contains(&Held::Hidden));
        assert!(!hidden, "the game ended with a hidden tile: {:?}", position.state());
    }

    /// A position made of the state alone goes on exactly like this one.
    fn state_is_all_there_is(&self, moves: &[Move], mv: Option<&Move>) {
        let state = self.position.state().clone();
        let again = Position::from_state(self.position.catalogue(), state);
        let mut again = again.unwrap_or_else(|violations| panic!("{violations:?} at {}", self.here()));
        assert_eq!(again.state(), self.position.state(), "{}", self.here());
        assert_eq!(again.legal_moves(), moves, "{}", self.here());
        if let Some(mv) = mv {
            let mut after = self.position.clone();
            let (mut events, mut events_again) = (Vec::new(), Vec::new());
            after.apply(mv, Some(&mut events)).expect("a listed move is legal");
            again.apply(mv, Some(&mut events_again)).expect("a listed move is legal");
            assert_eq!(events_again, events, "{mv:?} at {}", self.here());
            assert_eq!(again.state(), after.state(), "{mv:?} at {}", self.here());
        }
    }

    /// The table has no direction and no middle.
    fn turning_the_table_changes_nothing(&self, moves: &[Move], mv: Option<&Move>) {
        if self.position.state().tiles.is_empty() {
            // the first tile is laid by the rules, not by a player
            return;
        }
        for (rotation, shift) in [(Rotation::R90, (0, 0)), (Rotation::R180, (17, -4)), (Rotation::R270, (-900, 900))] {
            let shift = Pos::new(shift.0, shift.1);
            let turned = naive::turned(self.position.state(), rotation, shift);
            let turned = Position::from_state(self.position.catalogue(), turned);
            let mut turned = turned.unwrap_or_else(|v| panic!("turned by {rotation:?}: {v:?} at {}", self.here()));
            let mut expected: Vec<Move> = moves.iter().map(|mv| naive::turned_move(mv, rotation, shift)).collect();
            expected.sort();
            assert_eq!(turned.legal_moves(), expected, "turned by {rotation:?}: {}", self.here());
            if let Some(mv) = mv {
                let mut after = self.position.clone();
                after.apply(mv, None).expect("a listed move is legal");
                let mv = naive::turned_move(mv, rotation, shift);
                turned.apply(&mv, None).unwrap_or_else(|v| panic!("{mv:?}: {v:?} at {}", self.here()));
                let expected = naive::turned(after.state(), rotation, shift);
                let told = || differences(turned.state(), &expected);
                assert!(*turned.state() == expected, "{mv:?}, turned by {rotation:?}: {} at {}", told(), self.here());
            }
        }
    }
}

/// A meeple from the harbour may have joined an abbot: who takes the abbot back scores, the other one stays.
#[test]
fn an_abbot_taken_back_scores_for_its_owner_alone() {
    let catalogue = common::catalogue();
    let mut setup = common::setup("base,river,wonders-3", 2, "", "");
    setup.offer = common::offer("cothon,great-wall");
    let (start, _) = common::new_game(&setup);
    let (abbot, owner) = (0_u8, 1_u8);
    for seed in 0..100 {
        let mut state = start.state().clone();
        state.players[owner as usize].points[usize::from(base_game::ROAD.0)] = 10;
        state.offer.retain(|kind| *kind != state.tiles[0].kind);
        for figure in &mut state.elsewhere {
            figure.place = match (figure.player == owner, figure.kind == base_game::MEEPLE) {
                (true, false) => Place::Tile { square: state.tiles[0].pos },
                _ => Place::Track { space: 15 },
            };
        }
        state.elsewhere.retain(|f| (f.player, f.kind) != (owner, base_game::MEEPLE));
        state.elsewhere.sort();
        state.players[owner as usize].supply[base_game::MEEPLE.0 as usize] += 1;
        let mut position = Position::from_state(&catalogue, state).expect("a player may have the Cothon");
        let mut rng = rng(2, seed);
        while let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) {
            let take_back = position.legal_moves().into_iter().find(|mv| match mv {
                Move::ReturnFigure { place, .. } => {
                    let feature = position.resolve(*place).map(|(at, _)| position.segment(at).feature);
                    feature == Some(carcassonne_engine::engine::Feature::Monastery)
                }
                _ => false,
            });
            let mut state = position.state().clone();
            let supply = &mut state.players[owner as usize].supply[base_game::MEEPLE.0 as usize];
            if let Some(take_back) = take_back.filter(|_| state.turn.player == abbot && *supply > 0) {
                *supply -= 1;
                let Move::ReturnFigure { place, .. } = take_back else { unreachable!("the abbot is taken back") };
                let joined = |figure: &&Figure| position.place_of(figure) == place;
                let joined = *state.figures.iter().find(joined).expect("the abbot");
                let meeple = Figure { player: owner, kind: base_game::MEEPLE, ..joined };
                state.figures.push(meeple);
                state.figures.sort();
                let mut position = Position::from_state(&catalogue, state).expect("a meeple may be sent there");
                let expected = naive::apply(&catalogue, position.state(), &take_back);
                let before: Vec<u32> = position.state().players.iter().map(|player| player.score()).collect();
                position.apply(&take_back, None).expect("a listed move is legal");
                assert!(*position.state() == expected, "{}", differences(position.state(), &expected));
                assert!(position.state().players[abbot as usize].score() > before[abbot as usize]);
                if position.state().figures.contains(&meeple) {
                    assert_eq!(position.state().players[owner as usize].score(), before[owner as usize]);
                    return;
                }
                break;
            }
            position.apply(&mv, None).expect("a listed move is legal");
        }
    }
    panic!("no abbot was taken back from a monastery");
}

/// When the stack is empty, the tile that a player keeps is to make room for a wonder; it leaves the game if it cannot.
#[test]
fn a_kept_tile_that_makes_no_room_for_a_wonder_leaves_the_game() {
    let catalogue = common::fitting_nowhere(&["tikal"]);
    let mut setup = common::setup("base,wonders-2", 1, "wonders-per-player:two", "");
    setup.offer = common::offer("abu-simbel,tikal");
    let mut position = Position::new_game(&catalogue, &setup, &mut Vec::new()).expect("the setup is sound");
    let kind = |id: &str| catalogue.kind_by_id(id).expect("a kind of the catalogue");
    let mut rng = rng(1, 1);
    let go = |position: &mut Position, until: &dyn Fn(&State) -> bool, rng: &mut ChaCha8Rng| {
        while !until(position.state()) {
            let moves = position.legal_moves();
            let taken = moves.iter().copied().find(|mv| *mv == Move::TakeTile { kind: kind("abu-simbel") });
            let mv = taken.or_else(|| random_move(position, &moves, rng)).expect("the game goes on");
            let expected = naive::apply(&catalogue, position.state(), &mv);
            position.apply(&mv, None).expect("a listed move is legal");
            assert!(*position.state() == expected, "{mv:?}: {}", differences(position.state(), &expected));
        }
    };
    // Abu Simbel is taken, then a tile is kept, and the other wonder comes while there is a stack
    let points = |position: &mut Position, points: u32| {
        let mut state = position.state().clone();
        let Rule(rule) = base_game::ROAD;
        let missing = points.saturating_sub(state.players[0].score());
        state.players[0].points[rule as usize] += missing;
        *position = Position::from_state(&catalogue, state).expect("a player may have these points");
    };
    points(&mut position, 9);
    go(&mut position, &|state| state.offer.len() == 1 && state.turn.step == turn::DRAW, &mut rng);
    go(&mut position, &|state| state.players[0].down().next().is_some() && state.turn.tile.is_some(), &mut rng);
    points(&mut position, 49);
    go(&mut position, &|state| state.players[0].open().next().is_some() && state.turn.step == turn::DRAW, &mut rng);
    assert!(position.state().players[0].down().next().is_some());
    // no tile makes room for it, so all leave the game, the kept one last
    let kept = position.state().players[0].down().next();
    go(&mut position, &|state| state.turn.step == turn::OVER, &mut rng);
    assert_eq!(position.state().players[0].hand, [Held::Open(kind("tikal"))]);
    assert_eq!(position.state().discarded.last().copied(), kept);
    let again = Position::from_state(&catalogue, position.into_state());
    assert!(again.is_ok_and(|position| position.is_over()));
}
