//! Wonders where a scenario cannot say it: what is refused before a game begins, advice, what views hide, seeds, records,
//! and tiles of one's own.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use carcassonne_engine::engine::setup::Offer;
use carcassonne_engine::engine::state::Held;
use carcassonne_engine::engine::{Catalogue, Decider, Draw, Kind, Move, Position, Reason, Setup, Violation};
use carcassonne_engine::selfplay::{random_move, rng};
use carcassonne_engine::wire::proto::{self, NewGameRequest, ReplayRequest, ViewRequest, replay_request};
use carcassonne_engine::wire::{encode, rpc};
use carcassonne_engine::{deal, notation};

const ALL: &str = "base,river,inns-and-cathedrals,wonders-1,wonders-2,wonders-3";

fn kinds(ids: &[&str]) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = ids.iter().map(|id| common::catalogue().kind_by_id(id).expect("a kind")).collect();
    kinds.sort();
    kinds
}

fn refused(setup: &Setup) -> Vec<Violation> {
    Position::new_game(&common::catalogue(), setup, &mut Vec::new()).err().unwrap_or_default()
}

fn told(found: &[Violation]) -> Vec<(&str, Reason)> {
    found.iter().map(|violation| (violation.path.as_str(), violation.reason)).collect()
}

#[test]
fn the_cothon_needs_the_river() {
    let named = |sets: &str| Setup { offer: Some(Offer::Kinds(kinds(&["cothon"]))), ..common::setup(sets, 2, "", "") };
    let found = refused(&named("base,wonders-3"));
    let reason = Reason::new(77, "WONDER_NEEDS_RIVER");
    assert_eq!(told(&found), [("offer.kinds.kinds[0]", reason)]);
    assert_eq!(found[0].text, "cothon: can only be played with the river");
    assert!(refused(&named("base,river,wonders-3")).is_empty());
    // nor is it among those that are drawn
    let three = |count| Setup { offer: Some(Offer::Drawn(count)), ..common::setup("base,wonders-3", 2, "", "") };
    assert_eq!(told(&refused(&three(4))), [("offer.count", Reason::OUT_OF_RANGE)]);
    let (position, _) = common::new_game(&three(3));
    assert_eq!(position.state().offer, kinds(&["great-wall", "taj-mahal", "nazca-lines"]));
}

#[test]
fn what_lies_ready_must_be_in_the_sets_and_each_once() {
    let named = |ids: &[&str]| {
        let kinds = ids.iter().map(|id| common::catalogue().kind_by_id(id).expect("a kind")).collect();
        Setup { offer: Some(Offer::Kinds(kinds)), ..common::setup("base,wonders-1", 2, "", "") }
    };
    assert_eq!(told(&refused(&named(&["tikal"]))), [("offer.kinds.kinds[0]", Reason::UNKNOWN_TILE)]);
    assert_eq!(told(&refused(&named(&["D"]))), [("offer.kinds.kinds[0]", Reason::UNKNOWN_TILE)]);
    let twice = refused(&named(&["stonehenge", "stonehenge"]));
    assert_eq!(told(&twice), [("offer.kinds.kinds[1]", Reason::DUPLICATE)]);
    let unsorted = refused(&named(&["alhambra", "stonehenge"]));
    assert_eq!(told(&unsorted), [("offer.kinds.kinds[1]", Reason::UNSORTED)]);
}

#[test]
fn a_large_meeple_marks_only_if_there_is_one() {
    let option = "wonder-marker:large-meeple";
    let without = refused(&common::setup("base,wonders-1", 2, option, ""));
    assert_eq!(told(&without), [("options.wonder_marker", Reason::UNKNOWN_FIGURE)]);
    assert!(refused(&common::setup("base,inns-and-cathedrals,wonders-1", 2, option, "")).is_empty());
    let markers = refused(&common::setup("base,wonders-1", 2, "", "marker:3"));
    assert_eq!(told(&markers), [("figures", Reason::FIGURE_COUNT)]);
}

/// "We recommend at least 90 tiles" (2023), "120 or more" with two wonders each (2024): advice, not a rule.
#[test]
fn the_recommended_numbers_of_tiles_are_notes() {
    let notes = |sets: &str, options: &str| {
        let position = common::new_game(&common::setup(sets, 2, options, "")).0;
        let setup = encode::setup(position.catalogue(), &position.state().setup);
        let request = NewGameRequest { setup: Some(setup), with_notation: false };
        rpc::new_game(request).expect("a setup").notes
    };
    let base = notes("base,wonders-1", "");
    assert_eq!(base, ["72 tiles; at least 90 are recommended with this number of wonders"]);
    assert!(notes("base,inns-and-cathedrals,wonders-1", "").is_empty());
    let two = notes("base,inns-and-cathedrals,wonders-1", "wonders-per-player:two");
    assert_eq!(two, ["90 tiles; at least 120 are recommended with this number of wonders"]);
    let few = common::setup("base:2,wonders-1", 6, "", "");
    let request = NewGameRequest { setup: Some(encode::setup(&common::catalogue(), &few)), with_notation: false };
    let notes = rpc::new_game(request).expect("a setup").notes;
    assert!(notes.iter().any(|note| note == "4 wonders lie ready, though the players could take 6"), "{notes:?}");
}

/// A position in which a player keeps a tile face down, or chooses between two.
fn keeping(two: bool) -> Position {
    for seed in 0.. {
        let (mut position, _) = common::new_game(&Setup {
            offer: Some(Offer::Kinds(kinds(&["abu-simbel"]))),
            ..common::setup(ALL, 3, "", "")
        });
        let mut rng = rng(8, seed);
        while let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) {
            position.apply(&mv, None).expect("a listed move is legal");
            let choosing = position.legal_moves().iter().any(|mv| matches!(mv, Move::ChooseTile { .. }));
            let kept = position.state().players.iter().map(|player| player.down().count()).sum::<usize>();
            if kept == if two { 2 } else { 1 } && choosing == two {
                return position;
            }
        }
    }
    unreachable!("somebody gets it sooner or later")
}

fn view(position: &Position, player: Option<u32>) -> proto::State {
    let state = encode::state(position.catalogue(), position.state());
    let position = proto::Position { form: Some(proto::position::Form::State(Box::new(state))) };
    let request = ViewRequest { position: Some(position), player, with_notation: false };
    rpc::view(request).expect("a view").state.expect("a state")
}

/// "Place the other one face down in front of you": only its owner's view shows it.
#[test]
fn a_kept_tile_is_seen_by_its_owner_only() {
    for two in [false, true] {
        let position = keeping(two);
        let owner = position.state().players.iter().position(|player| player.down().count() > 0).expect("an owner");
        let known: Vec<u32> =
            (position.state().players[owner].down()).map(|kind| position.catalogue().kind(kind).number).collect();
        let own = view(&position, Some(owner as u32));
        assert_eq!(own, encode::state(position.catalogue(), position.state()));
        let others = (0..3).filter(|seat| *seat != owner).map(|seat| Some(seat as u32)).chain([None]);
        let views: BTreeSet<String> = others.map(|seat| format!("{:?}", view(&position, seat))).collect();
        assert_eq!(views.len(), 1, "all others see the same");
        let hidden = view(&position, None);
        assert!(hidden.players[owner].hand.iter().all(|held| held.kind.is_none() && held.face_down));
        assert_eq!(hidden.players[owner].hand.len(), known.len());
        // nothing tells it apart from the tiles that nobody has seen
        let in_bag = |state: &proto::State| state.bag.iter().map(|tiles| tiles.count()).sum::<u32>();
        assert_eq!(in_bag(&hidden), in_bag(&own) + known.len() as u32);
        assert!(known.iter().all(|kind| hidden.bag.iter().any(|tiles| tiles.kind == Some(*kind))));
    }
}

/// A view can be played to the end; what it hides is chance when it has to be known.
#[test]
fn a_view_that_hides_tiles_can_be_played_on() {
    let mut revealed = 0;
    for (two, seed) in [(false, 1), (false, 2), (true, 3), (true, 4)] {
        let mut state = keeping(two).into_state();
        for player in &mut state.players {
            for held in &mut player.hand {
                if let Held::Down(kind) = *held {
                    state.bag[kind.0 as usize] += 1;
                    *held = Held::Hidden;
                }
            }
            player.hand.sort();
        }
        let mut position = Position::from_state(&common::catalogue(), state).expect("a view is a state");
        let mut rng = rng(seed, 0);
        while let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) {
            if let Move::RevealTile { .. } = mv {
                assert_eq!(position.decider(), Decider::Chance);
                revealed += 1;
            }
            position.apply(&mv, None).expect("a listed move is legal");
            let again = Position::from_state(&common::catalogue(), position.state().clone());
            assert_eq!(again.map(Position::into_state).as_ref(), Ok(position.state()));
        }
        assert!(position.is_over() && position.hidden() == 0);
        assert!(position.state().bag.iter().all(|count| *count == 0));
    }
    assert!(revealed > 0);
}

#[test]
fn a_state_with_its_seed_hides_nothing() {
    let mut state = keeping(false).into_state();
    Arc::make_mut(&mut state.setup).draw = Draw::Seeded(Some("open".into()));
    for player in &mut state.players {
        for held in &mut player.hand {
            if let Held::Down(kind) = *held {
                state.bag[kind.0 as usize] += 1;
                *held = Held::Hidden;
            }
        }
    }
    let found = Position::from_state(&common::catalogue(), state).map(|_| ()).expect_err("refused");
    assert!(told(&found).contains(&("players", Reason::TILE_COUNT)), "{found:?}");
}

/// The wonders that lie ready are drawn as the seed says, and a record without the seed says the same.
#[test]
fn the_seed_decides_which_wonders_lie_ready() {
    let setup = |seed: &str| Setup {
        draw: Draw::Seeded(Some(seed.into())),
        offer: Some(Offer::Drawn(4)),
        ..common::setup(ALL, 3, "", "")
    };
    let ready = |seed: &str| {
        let mut position = common::new_game(&setup(seed)).0;
        deal::deal(&mut position, None);
        (position.state().offer.clone(), position.state().draws)
    };
    assert_eq!(ready("one"), ready("one"));
    assert_eq!(ready("one").0.len(), 4);
    assert_eq!(ready("one").1, 1, "they are not among the draws");
    let all: BTreeSet<Kind> = (0..40).flat_map(|seed| ready(&seed.to_string()).0).collect();
    assert_eq!(all.len(), 12, "each lies ready sooner or later");

    let catalogue = common::catalogue();
    let record = proto::Record { setup: Some(encode::setup(&catalogue, &setup("one"))), moves: Vec::new() };
    let replay = |record| {
        let request = ReplayRequest { form: Some(replay_request::Form::Record(record)), with_notation: true };
        rpc::replay(request).expect("a record")
    };
    let first = replay(record);
    let offers = |record: &proto::Record| {
        let is_offer = |mv: &&proto::Move| matches!(mv.kind, Some(proto::r#move::Kind::OfferTile(_)));
        record.moves.iter().filter(is_offer).count()
    };
    let spelled_out = first.record.clone().expect("a record");
    assert_eq!(offers(&spelled_out), 4);
    let again = replay(spelled_out);
    assert_eq!(again.events, first.events);
    let read = notation::parse_record(&catalogue, &first.record_notation).expect("a record");
    assert_eq!(read.moves.len(), 5);
}

const OWN: &str = r#"
expansion = "wonders"

[[kind]]
id = "stonehenge"
number = 120
name = "Stonehenge of one square"
traits = ["stonehenge", "wonder"]
max = 1
segments = [{ feature = "field", half = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"] }]

[[kind]]
id = "tower-of-babel"
number = 100000
name = "Tower of Babel"
traits = ["tikal", "wonder"]
squares = { a = [0, 0], b = [1, 0] }
segments = [
  { feature = "city", on = "ab", open = ["aW", "bE"] },
  { feature = "field", on = "ab", half = ["aNL", "aNR", "bNL", "bNR"], touches = [0] },
  { feature = "field", on = "ab", half = ["aSL", "aSR", "bSL", "bSR"], touches = [0] },
]

[[set]]
id = "own"
name = "Of our own"
year = 2026
beside = ["stonehenge", "tower-of-babel"]
"#;

/// Corrected tiles take the place of those there are, others are added, and effects go by trait.
#[test]
fn tiles_of_ones_own() {
    let data = || carcassonne_engine::engine::expansion::ALL.iter().filter_map(|expansion| expansion.data());
    let catalogue = Arc::new(Catalogue::read_over(data(), [OWN].into_iter()).expect("sound"));
    let carried = common::catalogue();
    assert_eq!(catalogue.kinds.len(), carried.kinds.len() + 1);
    let stonehenge = catalogue.kind_by_id("stonehenge").expect("a kind");
    assert_eq!(catalogue.kind(stonehenge).segments.len(), 1);
    let set = |id: &str| (catalogue.set_by_id(id).expect("a set"), 1);
    let setup = Setup { sets: vec![set("base"), set("own")], ..common::setup("base", 2, "", "") };
    let mut placed = BTreeSet::new();
    for seed in 0..40 {
        let mut position = Position::new_game(&catalogue, &setup, &mut Vec::new()).expect("a setup");
        let mut rng = rng(seed, 0);
        while let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) {
            if let Move::PlaceTile { kind, .. } = mv
                && position.lies_beside(kind)
            {
                placed.insert(position.kind(kind).id.clone());
            }
            position.apply(&mv, None).expect("a listed move is legal");
        }
    }
    assert_eq!(placed.len(), 2, "{placed:?}");

    let renumbered = OWN.replace("number = 120", "number = 7");
    let errors = Catalogue::read_over(data(), [renumbered.as_str()].into_iter()).expect_err("wrong");
    assert!(errors.iter().any(|error| error.contains("stonehenge") && error.contains("120")), "{errors:?}");
    let broken = OWN.replace(r#""NL", "NR", "EL""#, r#""NL", "EL""#);
    let errors = Catalogue::read_over(data(), [broken.as_str()].into_iter()).expect_err("wrong");
    assert!(errors.iter().any(|error| error.contains("half side NR")), "{errors:?}");
}
