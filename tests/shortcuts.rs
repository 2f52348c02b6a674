//! What is done without looking twice comes to the same as what is: chance without a list of what it might decide, moves that were
//! just listed, positions copied onto others.

mod common;

use std::sync::Arc;

use carcassonne_engine::engine::state::Held;
use carcassonne_engine::engine::tile::Edges;
use carcassonne_engine::engine::turn::{self, Decider};
use carcassonne_engine::engine::{Catalogue, Draw, Move, Position, SetIndex, Setup};
use carcassonne_engine::selfplay::{random_move, rng};
use common::{new_game, setup};

const SETUPS: &[(&str, usize)] = &[
    ("base", 2),
    ("base,river", 3),
    ("base,river-2,inns-and-cathedrals", 5),
    ("base,wonders-1,wonders-2,wonders-3", 4),
    ("base,traders-and-builders,princess-and-dragon,tower,abbey-and-mayor", 3),
];

/// Calls `look` with the positions of random games.
fn in_games(mut look: impl FnMut(&Position)) {
    for (sets, players) in SETUPS {
        for game in 0..4 {
            let (mut position, _) = new_game(&setup(sets, *players, "", ""));
            let mut rng = rng(game, 0);
            look(&position);
            while let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) {
                position.apply(&mv, None).expect("a listed move is legal");
                look(&position);
            }
        }
    }
}

/// The position as those see it who do not know what lies face down, if something does.
fn hidden(position: &Position) -> Option<Position> {
    let mut state = position.state().clone();
    Arc::make_mut(&mut state.setup).draw = Draw::Host;
    let mut hides = false;
    for player in &mut state.players {
        for held in &mut player.hand {
            if let Held::Down(kind) = *held {
                state.bag[usize::from(kind.0)] += 1;
                (*held, hides) = (Held::Hidden, true);
            }
        }
    }
    hides.then(|| Position::from_state(position.catalogue(), state).expect("a view is sound"))
}

/// What chance decides for each number, by the list.
fn listed(position: &Position) -> Vec<Move> {
    let moves = position.legal_moves();
    let times = |mv: &Move| std::iter::repeat_n(*mv, position.weight(mv) as usize);
    moves.iter().flat_map(times).collect()
}

#[test]
fn chance_decides_as_whoever_lists_its_moves() {
    let (mut checked, mut reveals) = (0, 0);
    let mut check = |position: &Position| {
        let mut told = None;
        if position.decider() != Decider::Chance {
            assert_eq!(position.outcome(&mut |_| panic!("it is not for chance to decide")), None);
            return;
        }
        let listed = listed(position);
        for (number, mv) in (0..).zip(&listed) {
            let outcome = position.outcome(&mut |outcomes| {
                told = Some(outcomes);
                number
            });
            assert_eq!(outcome, Some(*mv));
        }
        assert_eq!(told, Some(listed.len() as u64));
        checked += 1;
        let reveal = listed.iter().any(|mv| matches!(mv, Move::RevealTile { .. }));
        reveals += usize::from(reveal && position.state().turn.step == turn::DRAW);
    };
    in_games(|position| {
        check(position);
        // what is hidden at the end is revealed where a tile would be drawn
        let Some(mut hidden) = hidden(position).filter(|hidden| hidden.stack() < 15) else { return };
        let mut rng = rng(hidden.stack().into(), 1);
        check(&hidden);
        while let Some(mv) = random_move(&hidden, &hidden.legal_moves(), &mut rng) {
            hidden.apply(&mv, None).expect("a listed move is legal");
            check(&hidden);
        }
    });
    assert!(checked > 1000 && reveals > 0, "{checked} positions, {reveals} where a draw reveals");
}

/// What `make_listed` leaves out is the check, which a listed move passes.
#[test]
fn a_listed_move_needs_no_check() {
    let mut turn = 0;
    in_games(|position| {
        let moves = position.legal_moves();
        turn += 1;
        let Some(mv) = moves.get(turn % moves.len().max(1)) else { return };
        let (mut one, mut other) = (position.clone(), position.clone());
        let (mut log, mut other_log) = (Vec::new(), Vec::new());
        one.apply(mv, Some(&mut log)).expect("a listed move is legal");
        other.make_listed(mv, Some(&mut other_log));
        assert_eq!((one.state(), log), (other.state(), other_log));
        assert_eq!(one.legal_moves(), other.legal_moves());
    });
}

/// Whatever it was before: a position of the same game, of another with more tiles or fewer, or of other rules.
#[test]
fn a_position_becomes_a_copy_of_another() {
    let (mut copy, _) = new_game(&setup("river", 1, "", ""));
    in_games(|position| {
        copy.copy_from(position);
        assert_eq!(copy.state(), position.state());
        assert_eq!(copy.legal_moves(), position.legal_moves());
        assert!(copy.board().frontier().eq(position.board().frontier()));
        assert_eq!(copy.regions().all(), position.regions().all());
        assert_eq!((copy.stack(), copy.decider()), (position.stack(), position.decider()));
        assert!(Arc::ptr_eq(copy.game(), position.game()));
        // and goes on as it would
        if let Some(mv) = position.legal_moves().last() {
            let mut original = position.clone();
            copy.make_listed(mv, None);
            original.make_listed(mv, None);
            assert_eq!(copy.state(), original.state());
            assert_eq!(copy.legal_moves(), original.legal_moves());
        }
    });
}

/// A set of an operator's own, with tiles that fit anything and show nothing to their neighbours.
const ANYTHING: &str = r#"
expansion = "test"
[[kind]]
id = "anything"
number = 1
name = "fits anything"
fits_anything = true
squares = { a = [0, 0] }
segments = [{ feature = "monastery", on = "a" }]
[[kind]]
id = "field"
number = 2
name = "field"
squares = { a = [0, 0] }
segments = [{ feature = "field", on = "a", half = ["aNL", "aNR", "aEL", "aER", "aSL", "aSR", "aWL", "aWR"] }]
[[set]]
id = "anything"
name = "anything"
year = 2026
start = "field"
tiles = { anything = 6, field = 6 }
"#;

fn anything() -> (Arc<Catalogue>, Position) {
    let catalogue = Arc::new(Catalogue::read([ANYTHING].into_iter()).expect("sound"));
    let setup = Setup { sets: vec![(SetIndex(0), 1)], ..setup("base", 2, "", "") };
    let start = Position::new_game(&catalogue, &setup, &mut Vec::new()).expect("a sound setup");
    (catalogue, start)
}

/// A square beside such tiles alone asks nothing, and is beside tiles all the same.
#[test]
fn what_is_listed_beside_tiles_that_fit_anything_is_legal() {
    let (catalogue, start) = anything();
    let mut asks_nothing = 0;
    for game in 0..20 {
        let (mut position, mut rng) = (start.clone(), rng(game, 0));
        while let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) {
            for mv in position.legal_moves() {
                assert_eq!(position.check(&mv), [], "{mv:?}");
            }
            if let Move::PlaceTile { pos, .. } = mv {
                asks_nothing += usize::from(position.board().asks(pos) == Edges::ANY);
            }
            position.apply(&mv, None).expect("a listed move is legal");
            let again = Position::from_state(&catalogue, position.state().clone()).expect("a sound state");
            assert_eq!(again.legal_moves(), position.legal_moves());
        }
    }
    assert!(asks_nothing > 0);
}

/// What a thread remembers of a setup belongs to its catalogue.
#[test]
fn a_setup_is_judged_by_its_own_catalogue() {
    let ((one, position), (other, _)) = (anything(), anything());
    for catalogue in [&other, &one, &other] {
        let again = Position::from_state(catalogue, position.state().clone()).expect("a sound state");
        assert!(Arc::ptr_eq(again.catalogue(), catalogue));
    }
}

/// What each player has from the start is not drawn: a bag that holds it would never be empty.
#[test]
fn a_bag_with_a_tile_that_is_not_drawn_is_refused() {
    let (position, _) = new_game(&setup("base,abbey-and-mayor", 2, "", ""));
    let mut state = position.state().clone();
    let Held::Open(abbey) = state.players[1].hand.remove(0) else { panic!("each player has an abbey") };
    state.bag[usize::from(abbey.0)] += 1;
    let violations = Position::from_state(position.catalogue(), state).err().expect("refused");
    let told: Vec<_> = violations.iter().map(|v| (v.reason.name, &*v.path, &*v.text)).collect();
    assert_eq!(told, [("TILE_COUNT", "bag", "abbey is not drawn: each player has one from the start")]);
}
