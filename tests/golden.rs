//! Golden transcripts: complete random games, move by move, with everything that happened. A change of any rule shows up
//! here as a difference to be read. `make golden` writes them anew.

mod common;

use std::fmt::Write;
use std::path::Path;

use carcassonne_engine::engine::state::Owned;
use carcassonne_engine::engine::{
    Decider, Event, FigureKind, Kind, Move, Place, Pos, Position, Rotation, SegmentRef, Setup, Value, setup,
};
use carcassonne_engine::selfplay::{Policy, rng};

#[test]
fn base() {
    golden("base", "base", 2, 1);
}

#[test]
fn base_river() {
    golden("base-river", "base,river", 3, 2);
}

#[test]
fn base_river_2() {
    golden("base-river-2", "base,river-2", 2, 3);
}

#[test]
fn base_inns_and_cathedrals() {
    golden("base-inns-and-cathedrals", "base,inns-and-cathedrals", 4, 4);
}

#[test]
fn everything() {
    golden("everything", "base,river,river-2,inns-and-cathedrals", 6, 5);
}

#[test]
fn wonders() {
    golden("wonders", "base,inns-and-cathedrals,wonders-1,wonders-2,wonders-3", 3, 6);
}

#[test]
fn traders_and_builders() {
    let setup = common::setup("base,traders-and-builders,inns-and-cathedrals", 3, "", "");
    golden_of("traders-and-builders", &setup, 8, Policy::Greedy);
}

#[test]
fn princess_and_dragon() {
    golden("princess-and-dragon", "base,princess-and-dragon", 3, 9);
}

#[test]
fn tower() {
    let transcript = golden_of("tower", &common::setup("base,tower", 3, "", ""), 13, Policy::Random);
    for word in [" is a prisoner of ", " pays 3", " back from "] {
        assert!(transcript.contains(word), "{word}");
    }
}

#[test]
fn abbey_and_mayor() {
    golden("abbey-and-mayor", "base,abbey-and-mayor", 4, 11);
}

/// Everything there is, with a wonder for each player.
#[test]
fn all_expansions() {
    let sets = "base,river-2,inns-and-cathedrals,traders-and-builders,princess-and-dragon,tower,abbey-and-mayor,wonders-1,\
                wonders-2,wonders-3";
    golden_of("all-expansions", &common::setup(sets, 4, "", ""), 12, Policy::Greedy);
}

#[test]
fn two_wonders_each() {
    let setup = common::setup(
        "base,river,inns-and-cathedrals,wonders-1,wonders-2,wonders-3",
        2,
        "wonders-per-player:two,wonder-marker:large-meeple",
        "",
    );
    let transcript = golden_of("two-wonders-each", &setup, 7, Policy::Greedy);
    for player in ["P1", "P2"] {
        let take = format!("{player} take ");
        let taken = transcript.lines().filter(|line| line.starts_with(&take) && !line.contains(" take back ")).count();
        assert!(taken >= 2, "{player} takes two wonders: {taken}");
    }
}

/// Plays a game and compares its transcript with the file, or writes the file if `UPDATE_GOLDEN` is set.
fn golden(name: &str, sets: &str, players: usize, seed: u64) {
    golden_of(name, &common::setup(sets, players, "", ""), seed, Policy::Random);
}

fn golden_of(name: &str, setup: &Setup, seed: u64, policy: Policy) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("txt");
    let transcript = transcript(setup, seed, policy);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &transcript).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return transcript;
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (number, (wanted, told)) in wanted.lines().zip(transcript.lines()).enumerate() {
        assert_eq!(told, wanted, "{}:{}", path.display(), number + 1);
    }
    assert_eq!(transcript.lines().count(), wanted.lines().count(), "{}", path.display());
    transcript
}

fn transcript(setup: &Setup, seed: u64, policy: Policy) -> String {
    let (mut position, events) = common::new_game(setup);
    let mut rng = rng(seed, 0);
    let sets: Vec<&str> = setup.sets.iter().map(|(set, _)| position.catalogue().set(*set).id.as_str()).collect();
    let mut text = format!("# {}, {} players, seed {seed}\n", sets.join(","), setup.players.len());
    tell(&mut text, &position, &events);
    while let Some(mv) = policy.choose(&position, &position.legal_moves(), &mut rng, &|| true) {
        writeln!(text, "{}", move_text(&position, &mv)).unwrap();
        let mut events = Vec::new();
        position.apply(&mv, Some(&mut events)).expect("a listed move is legal");
        tell(&mut text, &position, &events);
    }
    for (seat, player) in position.state().players.iter().enumerate() {
        let rules = player.points_by_rule().map(|(rule, points)| {
            let def = setup::rules().find(|def| def.rule == rule).expect("every rule has a name");
            format!("{} {points}", def.name)
        });
        writeln!(text, "P{}: {} = {}", seat + 1, player.score(), rules.collect::<Vec<_>>().join(" + ")).unwrap();
    }
    text
}

fn move_text(position: &Position, mv: &Move) -> String {
    let who = match position.decider() {
        Decider::Player(seat) => format!("P{}", seat + 1),
        Decider::Chance | Decider::Nobody => "--".into(),
    };
    let what = match mv {
        Move::DrawTile { kind } => format!("draw {}", kind_text(position, *kind)),
        Move::PlaceTile { kind, pos, rotation } => format!("place {}", tile_text(position, *kind, *pos, *rotation)),
        Move::PlaceFigure { figure, place } => format!("{} on {}", figure_text(*figure), place_text(position, *place)),
        Move::ReturnFigure { figure, place } => {
            format!("take back {} from {}", figure_text(*figure), place_text(position, *place))
        }
        Move::Pass => "pass".into(),
        Move::OfferTile { kind } => format!("{} lies ready", kind_text(position, *kind)),
        Move::RevealTile { kind } => format!("reveal {}", kind_text(position, *kind)),
        Move::TakeTile { kind } => format!("take {}", kind_text(position, *kind)),
        Move::ChooseTile { kind } => format!("choose {}", kind_text(position, *kind)),
        Move::ChoosePlayer { player } => format!("P{} is next", player + 1),
        Move::MoveFigure { figure, from, to } => {
            let (from, to) = (place_text(position, *from), place_text(position, *to));
            format!("move {} from {from} to {to}", figure_text(*figure))
        }
        Move::TakeTurn => "another turn".into(),
        Move::MoveNeutral { figure, to, beside } => {
            format!("{} to {}", figure_text(*figure), beside_text(position, *to, *beside))
        }
        Move::RemoveFigure { player, figure, place } => {
            format!("send home {} of P{} from {}", figure_text(*figure), player + 1, place_text(position, *place))
        }
        Move::PlaceToken { token, place } => format!("{} on {}", token_text(*token), place_text(position, *place)),
        Move::CaptureFigure { player, figure, place } => {
            format!("capture {} of P{} from {}", figure_text(*figure), player + 1, place_text(position, *place))
        }
        Move::ReleasePrisoner { holder, figure } => {
            format!("exchange for {} that P{} holds", figure_text(*figure), holder + 1)
        }
        Move::PayRansom { holder, figure } => {
            format!("pay for {} that P{} holds", figure_text(*figure), holder + 1)
        }
    };
    format!("{who} {what}")
}

/// What happened beyond the move itself, indented.
fn tell(text: &mut String, position: &Position, events: &[Event]) {
    for event in events {
        let line = match event {
            Event::TurnStarted { player } => format!("turn of P{}", player + 1),
            Event::TileDiscarded { kind } => format!("{} fits nowhere", kind_text(position, *kind)),
            Event::TilePlaced { player: None, kind, pos, rotation } => {
                format!("on the table: {}", tile_text(position, *kind, *pos, *rotation))
            }
            Event::FigureReturned { player, figure, place } => {
                format!("{} of P{} returns from {}", figure_text(*figure), player + 1, place_text(position, *place))
            }
            Event::Scored { player, value, place } => {
                let place = place.map(|place| format!(" for {}", place_text(position, place))).unwrap_or_default();
                format!("P{} scores {}{place}", player + 1, value_text(value))
            }
            Event::GameEnded => "game over".into(),
            Event::FigurePlaced { player, figure, place: place @ Place::Tile { .. } } => {
                format!("{} of P{} on {}", figure_text(*figure), player + 1, place_text(position, *place))
            }
            Event::FigureMoved { player, figure, from, to } => {
                let (from, to) = (place_text(position, *from), place_text(position, *to));
                format!("{} of P{} goes from {from} to {to}", figure_text(*figure), player + 1)
            }
            Event::TileOffered { kind } => format!("{} lies ready", kind_text(position, *kind)),
            Event::TileKept { player, kind } => format!("P{} keeps {}", player + 1, kind_text(position, *kind)),
            Event::TileChosen { player, kind } => format!("P{} is to place {}", player + 1, kind_text(position, *kind)),
            Event::TilePassed { from, to } => format!("the tile of P{} goes to P{}", from + 1, to + 1),
            Event::TileRevealed { player, kind } => format!("P{} has {}", player + 1, kind_text(position, *kind)),
            Event::DecisionsLeft { player, count, .. } => format!("P{} has {count} decisions", player + 1),
            Event::TokensTaken { player, token, count } => {
                format!("P{} takes {count} {}", player + 1, token_text(*token))
            }
            Event::NeutralMoved { figure, to, beside, .. } => {
                format!("{} is at {}", figure_text(*figure), beside_text(position, *to, *beside))
            }
            Event::FigureCaptured { player, figure, by, .. } => {
                format!("{} of P{} is a prisoner of P{}", figure_text(*figure), player + 1, by + 1)
            }
            Event::PrisonerReleased { player, figure, holder } => {
                format!("P{} has {} back from P{}", player + 1, figure_text(*figure), holder + 1)
            }
            Event::RansomPaid { player, points } => format!("P{} pays {points}", player + 1),
            Event::SecondPartDue { player } => format!("the turn of P{} has a second part", player + 1),
            Event::SecondPartStarted { player } => format!("second part of the turn of P{}", player + 1),
            Event::LastTurnEnded { player } => format!("the turn of P{} was the last", player + 1),
            Event::TileObtained { .. }
            | Event::TileDrawn { .. }
            | Event::TilePlaced { .. }
            | Event::TokenPlaced { .. }
            | Event::FigurePlaced { .. } => continue,
        };
        writeln!(text, "    {line}").unwrap();
    }
}

fn kind_text(position: &Position, kind: Kind) -> &str {
    &position.kind(kind).id
}

fn tile_text(position: &Position, kind: Kind, pos: Pos, rotation: Rotation) -> String {
    format!("{} at {pos} turned {}", kind_text(position, kind), 90 * rotation as u32)
}

fn figure_text(figure: FigureKind) -> &'static str {
    setup::figure(figure).expect("a known kind").name
}

fn token_text(token: setup::Token) -> &'static str {
    setup::tokens().find(|def| def.token == token).expect("a known token").name
}

/// A place and whose figure there is meant.
fn beside_text(position: &Position, place: Place, beside: Option<Owned>) -> String {
    let place = place_text(position, place);
    beside.map_or_else(|| place.clone(), |f| format!("{} of P{} on {place}", figure_text(f.figure), f.player + 1))
}

/// `road 2 at 3,-1`: feature, segment and square.
fn place_text(position: &Position, place: Place) -> String {
    let (square, segment) = match place {
        Place::Segment { square, segment } => (square, segment),
        Place::Tile { square } => return format!("the tile at {square}"),
        Place::Space { square, space } => return format!("space {space} of the tile at {square}"),
        Place::Track { space } => return format!("space {space} of the track"),
        Place::Square { square } => return format!("the square {square}"),
        Place::Corner { square } => return format!("the north-west corner of {square}"),
    };
    let tile = position.board().at(square).expect("a covered square").tile;
    let feature = position.segment(SegmentRef { tile, segment }).feature;
    format!("{} {segment} at {square}", feature.name())
}

/// `10 by city (tile 4*2 + coat-of-arms 1*2)`.
fn value_text(value: &Value) -> String {
    let rule = setup::rules().find(|def| def.rule == value.rule).expect("every rule has a name").name;
    let terms = value.terms().iter().map(|term| {
        let unit = setup::units().find(|def| def.unit == term.unit).expect("every unit has a name").name;
        format!("{unit} {}*{}", term.count, term.each)
    });
    format!("{} by {rule} ({})", value.points(), terms.collect::<Vec<_>>().join(" + "))
}
