//! Corrupted states: whatever is done to a state, the check does not panic. In games without wonders it tells everything
//! that is wrong, and accepts exactly what could have come about, judged by a naive list of what must hold. With wonders a
//! state does not tell enough for that; what is accepted can be played on as the naive implementation does.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use carcassonne_engine::engine::expansion::{abbot, base_game};
use carcassonne_engine::engine::setup::{self, RULES_VERSION, Token};
use carcassonne_engine::engine::state::{Asked, Elsewhere, Held, Neutral, Owned, PlacedTokens};
use carcassonne_engine::engine::turn::{self, StepId};
use carcassonne_engine::engine::{
    Catalogue, Draw, Feature, Figure, FigureKind, Kind, Place, PlacedTile, PlayerState, Pos, Position, Rotation,
    SetIndex, Setup, State, Violation,
};
use carcassonne_engine::selfplay::{random_move, rng};
use common::naive::{self, Table};
use common::{catalogue, new_game, setup};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const SETUPS: &[(&str, usize, &str, &str)] = &[
    ("base", 2, "", ""),
    ("base,river", 3, "", ""),
    ("river-2", 1, "", ""),
    ("inns-and-cathedrals,river", 5, "farmers:off", "meeple:3,abbot:2"),
    ("inns-and-cathedrals", 4, "", "meeple:1"),
];

/// A state after so many random moves, or at the end of the game.
fn state(which: usize, seed: u64, plies: usize) -> State {
    let (sets, players, options, figures) = SETUPS[which % SETUPS.len()];
    let (mut position, _) = new_game(&setup(sets, players, options, figures));
    let mut rng = rng(seed, 0);
    for _ in 0..plies {
        let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) else { break };
        position.apply(&mv, None).expect("a listed move is legal");
    }
    position.into_state()
}

/// One change of a state. `n` picks what is changed and how.
fn corrupt(catalogue: &Catalogue, state: &mut State, how: usize, n: [usize; 3]) {
    let tile = n[0] % state.tiles.len();
    let kind = Kind((n[1] % catalogue.kinds.len()) as u16);
    let seat = n[0] % state.players.len();
    let figures = state.figures.len();
    match how {
        0 => {
            let offsets = [0, 1, -1, 2, -30, i16::MAX, i16::MIN, 10_000];
            let PlacedTile { pos, .. } = &mut state.tiles[tile];
            let offset = Pos::new(offsets[n[1] % 8], offsets[n[2] % 8]);
            *pos = Pos::new(pos.x.saturating_add(offset.x), pos.y.saturating_add(offset.y));
        }
        1 => state.tiles[tile].rotation = Rotation::from_quarters(n[1]),
        2 => state.tiles[tile].kind = kind,
        3 => drop(state.tiles.remove(tile)),
        4 => state.tiles.push(state.tiles[tile]),
        5 => state.tiles.swap(tile, n[1] % catalogue.kinds.len() % tile.max(1)),
        6 => {
            let figure = Figure {
                tile: tile as u16,
                segment: (n[1] % 8) as u8,
                square: u8::from(n[1].is_multiple_of(11)),
                player: (n[2] % 3) as u8,
                kind: FigureKind((n[2] % 5) as u8),
            };
            state.figures.insert(n[2] % (figures + 1), figure);
        }
        7 if figures > 0 => drop(state.figures.remove(n[0] % figures)),
        8 if figures > 0 => {
            let figure = &mut state.figures[n[0] % figures];
            match n[1] % 5 {
                0 => figure.tile = (n[2] % 80) as u16,
                1 => figure.segment = (n[2] % 8) as u8,
                2 => figure.square = (n[2] % 18) as u8,
                3 => figure.player = (n[2] % 7) as u8,
                _ => figure.kind = FigureKind((n[2] % 20) as u8),
            }
        }
        9 => {
            let supply = &mut state.players[seat].supply[n[1] % setup::FIGURE_KINDS];
            *supply = supply.wrapping_add([1, 255, 100][n[2] % 3]);
        }
        10 => {
            let count = &mut state.bag[kind.0 as usize];
            *count = count.wrapping_add([1, u32::MAX, 7][n[2] % 3]);
        }
        11 => state.discarded.push(kind),
        12 => state.turn.player = (n[0] % 8) as u8,
        13 => {
            let steps = [turn::DRAW, turn::PLACE_TILE, turn::ACTION, turn::SCORE, turn::END_OF_TURN, turn::OVER];
            state.turn.step = steps.get(n[0] % 8).copied().unwrap_or(StepId(n[1] as u16));
        }
        14 => state.turn.tile = Some(kind).filter(|_| n[0].is_multiple_of(2)),
        15 => state.draws = state.draws.wrapping_add([1, u32::MAX][n[0] % 2]),
        16 => state.players[seat].points[n[1] % setup::RULES] = [0, 5, 1_000_000, 1_000_001, u32::MAX][n[2] % 5],
        17 if n[0].is_multiple_of(2) => state.players.push(PlayerState::default()),
        17 if state.players.len() > 1 => drop(state.players.pop()),
        18 if figures > 1 => state.figures.swap(n[0] % figures, n[1] % figures),
        19 => {
            // a figure where the rules might have it, out of the supply
            let segments = catalogue.kind(state.tiles[tile].kind).segments.len();
            let kind = [base_game::MEEPLE, abbot::ABBOT][n[2] % 2];
            let player = n[1] % state.setup.players.len().min(state.players.len());
            let supply = &mut state.players[player].supply;
            if let Some(left) = supply[kind.0 as usize].checked_sub(1) {
                supply[kind.0 as usize] = left;
                let (segment, player) = ((n[2] % segments) as u8, player as u8);
                state.figures.push(Figure { tile: tile as u16, segment, square: 0, player, kind });
                state.figures.sort();
            }
        }
        20
            // another tile of the bag in its place
            if state.bag[kind.0 as usize] > 0 => {
                state.bag[kind.0 as usize] -= 1;
                let old = std::mem::replace(&mut state.tiles[tile].kind, kind);
                state.bag[old.0 as usize] = state.bag[old.0 as usize].saturating_add(1);
            }
        21 => {
            // the rest of the bag leaves the game
            for (number, count) in state.bag.iter_mut().enumerate() {
                let count = std::mem::take(count).min(100);
                state.discarded.extend((0..count).map(|_| Kind(number as u16)));
                state.draws = state.draws.saturating_add(count);
            }
        }
        _ => {}
    }
}

const CORRUPTIONS: usize = 22;

/// What is wrong: reasons of which one must be told, and how the path begins.
type Fault = (&'static [&'static str], String);

/// What is wrong with a state of a sound setup. Faults of the first kind are all told at once; only a state without them
/// has regions and is judged further.
fn faults(catalogue: &Arc<Catalogue>, state: &State) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    let context = setup::SetupContext { setup: &state.setup, catalogue };
    let mut tiles: Vec<u64> = state.bag.iter().map(|count| u64::from(*count)).collect();
    let placed = state.tiles.iter().map(|tile| tile.kind);
    for kind in placed.chain(state.discarded.iter().copied()).chain(state.turn.tile) {
        tiles[kind.0 as usize] += 1;
    }
    if tiles.iter().zip(naive::tiles_in_game(&context)).any(|(have, wanted)| *have != u64::from(wanted)) {
        faults.push((&["TILE_COUNT"], "bag".into()));
    }
    let drawn = (state.tiles.len() + state.discarded.len() + usize::from(state.turn.tile.is_some())).saturating_sub(1);
    if !state.tiles.is_empty() && state.draws as usize != drawn {
        faults.push((&["TILE_COUNT"], "draws".into()));
    }
    if state.players.len() != state.setup.players.len() {
        faults.push((&["PLAYER_COUNT"], "players".into()));
    } else {
        for (seat, player) in state.players.iter().enumerate() {
            if player.points.iter().any(|points| *points > 1_000_000) {
                faults.push((&["OUT_OF_RANGE"], format!("players[{seat}].points")));
            }
            let wrong = (0..setup::FIGURE_KINDS as u8).map(FigureKind).any(|kind| {
                let all = setup::figure(kind).map_or(0, |def| context.figure_count(def).into());
                let own = |figure: &&Figure| figure.player as usize == seat && figure.kind == kind;
                player.supply[kind.0 as usize] as usize + state.figures.iter().filter(own).count() != all
            });
            if wrong {
                faults.push((&["FIGURE_COUNT"], format!("players[{seat}].supply")));
            }
        }
    }
    let start = if state.setup.sets.iter().any(|(set, _)| catalogue.set(*set).id.starts_with("river")) {
        catalogue.kind_by_id("spring")
    } else {
        catalogue.kind_by_id("D")
    };
    if state.tiles.first().map(|tile| tile.kind) != start {
        faults.push((&["PLACEMENT_ORDER"], "tiles[0].kind".into()));
    }
    if let Some(tile) = naive::first_misplaced(catalogue, state) {
        let reasons = &["OVERLAP", "EDGE_MISMATCH", "ISLAND", "OUT_OF_RANGE"];
        faults.push((reasons, format!("tiles[{tile}]")));
    }
    if !state.figures.is_sorted() || state.figures.windows(2).any(|pair| pair[0] == pair[1]) {
        faults.push((&["UNSORTED"], "tiles[".into()));
    }
    let mut occupied = BTreeSet::new();
    for figure in &state.figures {
        let path = || format!("tiles[{}].figures", figure.tile);
        if figure.player as usize >= state.setup.players.len() {
            faults.push((&["OUT_OF_RANGE"], path()));
        }
        if setup::figure(figure.kind).is_none_or(|def| context.figure_count(def) == 0) {
            faults.push((&["UNKNOWN_FIGURE"], path()));
        }
        let kind = state.tiles.get(figure.tile as usize).map(|tile| catalogue.kind(tile.kind));
        let Some(segment) = kind.and_then(|kind| kind.segments.get(figure.segment as usize)) else {
            faults.push((&["NO_SUCH_SEGMENT"], path()));
            continue;
        };
        // there are tiles of one square only in these sets
        if figure.square != 0 {
            faults.push((&["NO_SUCH_SEGMENT"], path()));
        }
        let farmers = state.setup.options.get(base_game::FARMERS) == base_game::ON;
        let may_stand = match segment.feature {
            Feature::Monastery => true,
            Feature::Garden => figure.kind == abbot::ABBOT,
            Feature::Road | Feature::City => figure.kind != abbot::ABBOT,
            Feature::Field => figure.kind != abbot::ABBOT && farmers,
            Feature::River => false,
        };
        let turns = state.setup.players.len();
        if figure.tile == 0 || figure.player as usize != (figure.tile as usize - 1) % turns {
            faults.push((&["FIGURE_PLACE"], path()));
        }
        if !may_stand && setup::figure(figure.kind).is_some_and(|def| context.figure_count(def) > 0) {
            faults.push((&["FIGURE_PLACE"], path()));
        }
        if !occupied.insert(figure.tile) && state.figures.is_sorted() {
            faults.push((&["FIGURE_PLACE"], path()));
        }
    }
    if !faults.is_empty() {
        return faults;
    }

    let table = Table::new(catalogue, state);
    for figure in state.figures.iter().filter(|figure| table.unscored(figure)) {
        faults.push((&["UNSCORED"], format!("tiles[{}].figures", figure.tile)));
    }
    for figure in state.figures.iter().filter(|figure| table.claimed_before(figure)) {
        faults.push((&["FIGURE_PLACE"], format!("tiles[{}].figures", figure.tile)));
    }
    if let Some(path) = table.drawn_too_early() {
        faults.push((&["PLACEMENT_ORDER"], path));
    }
    for tile in table.against_the_river() {
        let reasons = &["RIVER_NOT_CONTINUED", "RIVER_U_TURN", "RIVER_BLOCKED", "RIVER_CLOSED_EARLY"];
        faults.push((reasons, format!("tiles[{tile}]")));
    }
    if state.turn.step != turn::OVER {
        for (seat, player) in state.players.iter().enumerate() {
            // road and city incomplete, field
            if [5, 6, 9].iter().any(|rule| player.points[*rule] > 0) {
                faults.push((&["WRONG_PHASE"], format!("players[{seat}].points")));
            }
        }
    }
    let turns = state.tiles.len() - 1 - usize::from(state.turn.step == turn::ACTION && state.tiles.len() > 1);
    let seat = |turns: usize| turns % state.players.len();
    let player = state.turn.player as usize;
    let over = state.turn.step == turn::OVER && turns > 0;
    let ended_before = over && player == seat(turns - 1);
    let ends_now = player == seat(turns) && !(over && state.discarded.is_empty());
    if !(ends_now || ended_before) || player >= state.players.len() || !table.waits() {
        faults.push((&["WRONG_PHASE"], "turn".into()));
    }
    faults
}

fn told(violations: &[Violation], (reasons, path): &Fault) -> bool {
    violations.iter().any(|violation| reasons.contains(&violation.reason.name) && violation.path.starts_with(path))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn corrupted_states_are_refused_for_all_their_faults(
        which in 0..SETUPS.len(),
        seed in 0..50_u64,
        plies in 0..260_usize,
        changes in prop::collection::vec((0..CORRUPTIONS, any::<[u16; 3]>()), 1..4),
    ) {
        let catalogue = catalogue();
        let mut state = state(which, seed, plies);
        for (how, n) in changes {
            if !state.tiles.is_empty() && !state.players.is_empty() {
                corrupt(&catalogue, &mut state, how, n.map(usize::from));
            }
        }
        let faults = faults(&catalogue, &state);
        match Position::from_state(&catalogue, state.clone()) {
            Err(violations) => {
                prop_assert!(!faults.is_empty(), "refused without need: {violations:?}\n{state:?}");
                for fault in &faults {
                    prop_assert!(told(&violations, fault), "not told: {fault:?} in {violations:?}\n{state:?}");
                }
            }
            Ok(mut position) => {
                prop_assert!(faults.is_empty(), "accepted in spite of {faults:?}\n{state:?}");
                prop_assert_eq!(position.legal_moves(), Table::new(&catalogue, &state).legal());
                let mut rng = rng(seed, 1);
                while let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) {
                    prop_assert_eq!(position.apply(&mv, None), Ok(()));
                }
            }
        }
    }
}

const WONDER_SETUPS: &[(&str, usize, &str, &str)] = &[
    ("base,wonders-1", 2, "", ""),
    ("base,wonders-2", 2, "wonders-per-player:two", ""),
    ("base,river,wonders-3", 3, "", ""),
    ("base,wonders-1,wonders-2,wonders-3", 6, "", ""),
    ("river-2,inns-and-cathedrals,wonders-1,wonders-2,wonders-3", 1, "wonders-per-player:two", ""),
    ("base,wonders-3", 4, "wonder-marker:large-meeple,farmers:off", "large:1"),
];

/// A state after so many random moves in a game with wonders that some players have from the start.
fn wonder_state(which: usize, seed: u64, plies: usize) -> State {
    let (sets, players, options, figures) = WONDER_SETUPS[which % WONDER_SETUPS.len()];
    let mut setup = setup(sets, players, options, figures);
    setup.offer = Some(setup::Offer::Kinds(setup::SetupContext { setup: &setup, catalogue: &catalogue() }.beside()));
    let mut state = new_game(&setup).0.into_state();
    for seat in 0..=seed as usize % players {
        naive::obtain(&catalogue(), &mut state, seat as u8, options.contains("two"));
    }
    let mut position = Position::from_state(&catalogue(), state).expect("players may have obtained wonders");
    let mut rng = rng(seed, 0);
    for _ in 0..plies {
        let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) else { break };
        position.apply(&mv, None).expect("a listed move is legal");
    }
    position.into_state()
}

/// One change of what there is only with wonders.
fn corrupt_wonders(catalogue: &Catalogue, state: &mut State, how: usize, n: [usize; 3]) {
    let kind = Kind((catalogue.kinds.len() - 1 - n[1] % 16) as u16);
    let any_kind = Kind((n[1] % catalogue.kinds.len()) as u16);
    let seat = n[0] % state.players.len();
    let steps = [10, 81, 100, 110, 200, 210, 220, 300, 310, 400, 410, 450, 455, 460, 480, 500, 900];
    let square = match n[1] % 9 {
        0 => Pos::new(i16::MAX, i16::MIN),
        _ => state.tiles[n[2] % state.tiles.len()].pos,
    };
    let place = match n[0] % 6 {
        0 => Place::Segment { square, segment: (n[2] % 5) as u8 },
        1 | 2 => Place::Tile { square },
        3 | 4 => Place::Space { square, space: (n[2] % 6) as u8 },
        _ => Place::Track { space: [0, 10, 15, 20, 25, 30, 255][n[2] % 7] },
    };
    let (player, figure) = ((n[1] % 7) as u8, FigureKind([1, 4, 3, 2, 9][n[2] % 5]));
    let waiting = state.elsewhere.len();
    match how {
        0 => {
            // from the supply, if there is one
            let seat = player as usize % state.players.len();
            let supply = &mut state.players[seat].supply[figure.0 as usize];
            *supply = supply.saturating_sub(1);
            state.elsewhere.push(Elsewhere { place, player: seat as u8, kind: figure });
            state.elsewhere.sort();
        }
        1 if waiting > 0 => {
            let Elsewhere { player, kind, .. } = state.elsewhere.remove(n[0] % waiting);
            if let Some(own) = state.players.get_mut(player as usize) {
                own.supply[kind.0 as usize % setup::FIGURE_KINDS] += 1;
            }
        }
        2 if waiting > 0 => {
            let figure = &mut state.elsewhere[n[0] % waiting];
            match n[1] % 3 {
                0 => figure.place = place,
                1 => figure.player = player,
                _ => figure.kind = FigureKind((n[2] % 20) as u8),
            }
            if n[2].is_multiple_of(2) {
                state.elsewhere.sort();
            }
        }
        3 => {
            let held = [Held::Open(kind), Held::Down(any_kind), Held::Hidden][n[2] % 3];
            state.players[seat].hand.push(held);
            if n[1].is_multiple_of(3) {
                state.players[seat].hand.sort();
            }
        }
        4 => drop(state.players[seat].hand.pop()),
        5 => state.offer.push([kind, any_kind][n[2] % 2]),
        6 if !state.offer.is_empty() => drop(state.offer.remove(n[0] % state.offer.len())),
        7 => state.turn.asked = Some(Asked { player, left: [0, 1, 2, 3, 255][n[2] % 5], about: None }),
        8 => state.turn.asked = None,
        9 => state.turn.closing = [None, Some((n[1] % 8) as u8)][n[2] % 2],
        10 => state.turn.step = StepId(steps[n[1] % steps.len()]),
        11 => {
            let setup = Arc::make_mut(&mut state.setup);
            setup.offer = match n[1] % 3 {
                0 => None,
                1 => Some(setup::Offer::Drawn((n[2] % 14) as u32)),
                _ => Some(setup::Offer::Kinds(vec![kind])),
            };
        }
        12 => Arc::make_mut(&mut state.setup).options.set(setup::OptionId((n[1] % 10) as u8), (n[2] % 4) as u8),
        13 => naive::obtain(catalogue, state, seat as u8, n[1].is_multiple_of(2)),
        14 => *state = naive::hidden_from(state, Some(n[1] % 3)),
        15 => {
            // a tile of the bag is kept
            let kinds: Vec<Kind> = catalogue.all_kinds().filter(|kind| state.bag[kind.0 as usize] > 0).collect();
            if let Some(kind) = kinds.get(n[1] % kinds.len().max(1)) {
                state.bag[kind.0 as usize] -= 1;
                state.draws = state.draws.saturating_add(1);
                state.players[seat].hand.push(Held::Down(*kind));
                state.players[seat].hand.sort();
            }
        }
        16 => {
            let points = [10, 25, 50, 1_000_000][n[1] % 4];
            state.players[seat].points[1 + n[2] % 3] = points;
        }
        17 => {
            // the last tile and what stands on it are taken away again
            let last = state.tiles.len() as u16 - 1;
            state.figures.retain(|figure| figure.tile != last);
            state.tiles.pop();
        }
        _ => {}
    }
}

const WONDER_CORRUPTIONS: usize = 18;

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, rng_seed: RngSeed::Fixed(2), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn corrupted_states_with_wonders_are_refused_or_can_be_played_on(
        which in 0..WONDER_SETUPS.len(),
        seed in 0..50_u64,
        plies in 0..260_usize,
        changes in prop::collection::vec((0..CORRUPTIONS + 2 * WONDER_CORRUPTIONS, any::<[u16; 3]>()), 1..4),
    ) {
        let catalogue = catalogue();
        let mut state = wonder_state(which, seed, plies);
        // what came about is accepted
        let sound = Position::from_state(&catalogue, state.clone()).map(Position::into_state);
        prop_assert_eq!(sound.as_ref(), Ok(&state));
        for (how, n) in changes {
            if state.tiles.is_empty() || state.players.is_empty() {
                continue;
            }
            match how.checked_sub(CORRUPTIONS) {
                None => corrupt(&catalogue, &mut state, how, n.map(usize::from)),
                Some(how) => corrupt_wonders(&catalogue, &mut state, how % WONDER_CORRUPTIONS, n.map(usize::from)),
            }
        }
        let Ok(mut position) = Position::from_state(&catalogue, state.clone()) else { return Ok(()) };
        carcassonne_engine::engine::scoring::final_scoring(&position, &mut Vec::new());
        let moves = position.legal_moves();
        prop_assert_eq!(&moves, &Table::new(&catalogue, position.state()).legal(), "{:?}", state);
        let mut rng = rng(seed, 1);
        for mv in &moves {
            let mut after = position.clone();
            prop_assert_eq!(after.apply(mv, None), Ok(()));
        }
        if let Some(mv) = random_move(&position, &moves, &mut rng) {
            let expected = naive::apply(&catalogue, position.state(), &mv);
            position.apply(&mv, None).expect("a listed move is legal");
            prop_assert_eq!(position.state(), &expected, "{:?} {:?}", mv, state);
        }
        while let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) {
            prop_assert_eq!(position.apply(&mv, None), Ok(()));
        }
    }
}

/// Faults in different places are told together.
#[test]
fn faults_are_told_together() {
    let catalogue = catalogue();
    let mut state = state(0, 1, 60);
    state.bag[0] += 1;
    state.draws += 1;
    state.players[0].supply[base_game::MEEPLE.0 as usize] += 1;
    state.players[1].points[1] = 2_000_000;
    state.tiles[5].pos = Pos::new(500, 500);
    state.figures[0].kind = FigureKind(15);
    let violations = Position::from_state(&catalogue, state).err().expect("refused");
    let expected: [Fault; 6] = [
        (&["TILE_COUNT"], "bag".into()),
        (&["TILE_COUNT"], "draws".into()),
        (&["FIGURE_COUNT"], "players[0].supply".into()),
        (&["OUT_OF_RANGE"], "players[1].points".into()),
        (&["ISLAND"], "tiles[5]".into()),
        (&["UNKNOWN_FIGURE"], "tiles[".into()),
    ];
    for fault in expected {
        assert!(told(&violations, &fault), "{fault:?} in {violations:?}");
    }
}

/// A change of a state's setup with what is to be told about it.
type SetupChange = (fn(&mut Setup), &'static str, &'static str);

#[test]
fn unsound_setups_are_refused_for_all_their_faults() {
    let catalogue = catalogue();
    let changes: &[SetupChange] = &[
        (|setup| setup.players = vec![String::new(); 7], "PLAYER_COUNT", "setup.players"),
        (|setup| setup.players.clear(), "PLAYER_COUNT", "setup.players"),
        (|setup| setup.players[0] = "x".repeat(65), "LIMIT", "setup.players[0].name"),
        (|setup| setup.sets.clear(), "MISSING", "setup.sets"),
        (|setup| setup.sets[0].1 = 0, "OUT_OF_RANGE", "setup.sets[0].copies"),
        (|setup| setup.sets[0].1 = 100, "LIMIT", "setup.sets"),
        (|setup| setup.sets[0].1 = u32::MAX, "LIMIT", "setup.sets"),
        (|setup| setup.sets.push(setup.sets[0]), "DUPLICATE", "setup.sets[1]"),
        (|setup| setup.sets.insert(0, (SetIndex(2), 1)), "UNSORTED", "setup.sets[1]"),
        (|setup| setup.options.set(base_game::SMALL_CITY, 3), "OUT_OF_RANGE", "setup.options.small_city"),
        (|setup| setup.figures.push((FigureKind(15), 1)), "UNKNOWN_FIGURE", "setup.figures[0].kind"),
        (|setup| setup.figures.push((FigureKind(1), 21)), "LIMIT", "setup.figures[0].count"),
        (|setup| setup.figures = vec![(FigureKind(1), 1); 2], "DUPLICATE", "setup.figures[1]"),
        (|setup| setup.figures = vec![(FigureKind(2), 1), (FigureKind(1), 1)], "UNSORTED", "setup.figures[1]"),
        (|setup| setup.draw = Draw::Seeded(Some(String::new())), "OUT_OF_RANGE", "setup.seeded.seed"),
        (|setup| setup.draw = Draw::Seeded(Some("x".repeat(65))), "OUT_OF_RANGE", "setup.seeded.seed"),
    ];
    let refused = |changes: &[&SetupChange]| {
        let mut state = state(0, 1, 30);
        changes.iter().for_each(|(change, ..)| change(Arc::make_mut(&mut state.setup)));
        Position::from_state(&catalogue, state).err().expect("refused")
    };
    for change @ (_, reason, path) in changes {
        let violations = refused(&[change]);
        let exact = violations.iter().any(|v| v.reason.name == *reason && v.path == *path);
        assert!(exact, "{reason} {path} in {violations:?}");
    }
    let together = [&changes[2], &changes[4], &changes[9], &changes[10], &changes[14]];
    let violations = refused(&together);
    let all: Vec<_> = violations.iter().map(|v| (v.reason.name, v.path.as_str())).collect();
    assert_eq!(all, together.map(|(_, reason, path)| (*reason, *path)));
}

/// A set of an operator's own: tiles of two squares that do not touch, so that a few of them span more than they cover.
const ISLANDS: &str = r#"
expansion = "test"
[[kind]]
id = "islands"
number = 1
name = "two squares apart"
squares = { a = [0, 0], b = [3, 0] }
segments = [
  { feature = "field", on = "a", half = ["aNL", "aNR", "aEL", "aER", "aSL", "aSR", "aWL", "aWR"] },
  { feature = "field", on = "b", half = ["bNL", "bNR", "bEL", "bER", "bSL", "bSR", "bWL", "bWR"] },
]
[[set]]
id = "islands"
name = "islands"
year = 2026
start = "islands"
tiles = { islands = 6 }
"#;

#[test]
fn a_state_of_squares_that_do_not_touch_is_what_it_was() {
    let catalogue = Arc::new(Catalogue::read([ISLANDS].into_iter()).expect("sound"));
    let setup = Setup { sets: vec![(SetIndex(0), 1)], ..setup("base", 2, "", "") };
    for seed in 0..5 {
        let mut position = Position::new_game(&catalogue, &setup, &mut Vec::new()).expect("a sound setup");
        let mut rng = rng(seed, 0);
        while let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) {
            position.apply(&mv, None).expect("a listed move is legal");
            let again = Position::from_state(&catalogue, position.state().clone()).expect("a sound state");
            assert_eq!(again.legal_moves(), position.legal_moves());
            assert!(again.board().frontier().eq(position.board().frontier()));
        }
        assert_eq!(position.state().tiles.len(), 6);
    }
}

#[test]
fn other_rules_are_refused() {
    let mut state = state(0, 1, 30);
    state.rules_version = RULES_VERSION + 1;
    state.draws += 1;
    let violations = Position::from_state(&catalogue(), state).err().expect("refused");
    let names: Vec<_> = violations.iter().map(|v| (v.reason.name, v.path.as_str())).collect();
    assert_eq!(names, [("UNKNOWN_RULES_VERSION", "rules_version")]);
}

/// Each of the reasons of the schema from 40 to 59 is told of some state.
#[test]
fn every_reason_against_a_state_occurs() {
    let catalogue = catalogue();
    let mut seen = BTreeSet::new();
    for number in 0..4_000_usize {
        let mut state = state(number, number as u64 % 7, number * 37 % 200);
        let n = [number * 7919 % 1009, number * 104_729 % 997, number * 1_299_709 % 991];
        corrupt(&catalogue, &mut state, number % CORRUPTIONS, n);
        if let Err(violations) = Position::from_state(&catalogue, state) {
            seen.extend(violations.into_iter().map(|violation| violation.reason.name));
        }
    }
    let schema = include_str!("../proto/carcassonne/v1/errors.proto").lines().filter_map(|line| {
        let (name, number) = line.trim().strip_prefix("REASON_")?.split_once(" = ")?;
        let number: i32 = number.strip_suffix(';')?.parse().ok()?;
        (40..60).contains(&number).then_some(name)
    });
    let missing: Vec<_> = schema.filter(|name| !seen.contains(name)).collect();
    assert!(missing.is_empty(), "never told: {missing:?}");
}

const PIECE_SETUPS: &[(&str, usize, &str, &str)] = &[
    ("base,princess-and-dragon", 3, "", ""),
    ("base,princess-and-dragon,traders-and-builders", 2, "fairy-placement:tile,dragon-movement:after-scoring", ""),
    ("base,tower", 2, "", ""),
    ("base,tower,inns-and-cathedrals", 6, "tower-capture:must,princess:must", ""),
    ("base,abbey-and-mayor", 2, "", "wagon:2,barn:2"),
    ("base,princess-and-dragon,tower,abbey-and-mayor,traders-and-builders", 4, "", ""),
    ("base,river-2,princess-and-dragon,tower,abbey-and-mayor,wonders-1,wonders-3", 3, "barn-placement:occupied", ""),
];

/// One change of figures of nobody, tokens, prisoners, corners, tiles in hand and what is asked.
fn corrupt_pieces(state: &mut State, how: usize, n: [usize; 3]) {
    let seat = n[0] % state.players.len();
    let square = match n[1] % 9 {
        0 => Pos::new(i16::MAX, i16::MIN),
        _ => state.tiles[n[2] % state.tiles.len()].pos,
    };
    let place = match n[0] % 7 {
        0 | 1 => Place::Segment { square, segment: (n[2] % 5) as u8 },
        2 => Place::Tile { square },
        3 => Place::Space { square, space: (n[2] % 2) as u8 },
        4 => Place::Track { space: 10 },
        5 => Place::Square { square },
        _ => Place::Corner { square },
    };
    let kind = FigureKind((n[2] % 13) as u8);
    let owned = Owned { player: (n[1] % 7) as u8, figure: FigureKind((n[0] % 13) as u8) };
    match how {
        0 => {
            let beside = n[2].is_multiple_of(2).then_some(owned);
            state.neutral.push(Neutral { kind: FigureKind(9 + (n[1] % 4) as u8), place, beside });
            state.neutral.sort();
        }
        1 if !state.neutral.is_empty() => {
            let of = n[0] % state.neutral.len();
            match n[1] % 3 {
                0 => state.neutral[of].place = place,
                1 => state.neutral[of].beside = n[2].is_multiple_of(2).then_some(owned),
                _ => state.neutral[of].kind = kind,
            }
        }
        2 => drop(state.neutral.pop()),
        3 => {
            let count = [0, 1, 3, 255][n[1] % 4];
            state.tokens.push(PlacedTokens { place, token: Token((n[2] % 6) as u8), count });
            state.tokens.sort();
        }
        4 if !state.tokens.is_empty() => {
            let of = n[0] % state.tokens.len();
            state.tokens[of].count = [0, 1, 2, 255][n[1] % 4];
        }
        5 => drop(state.tokens.pop()),
        6 => {
            // out of the supply of its owner, if there is one
            if let Some(owner) = state.players.get_mut(usize::from(owned.player)) {
                let supply = &mut owner.supply[owned.figure.0 as usize];
                *supply = supply.saturating_sub(1);
            }
            state.players[seat].prisoners.push(owned);
            state.players[seat].prisoners.sort();
        }
        7 => drop(state.players[seat].prisoners.pop()),
        8 => state.players[seat].paid = [0, 3, 4, 300, u32::MAX][n[1] % 5],
        9 => state.turn.ransomed = !state.turn.ransomed,
        10 => state.trail.push(square),
        11 => drop(state.trail.pop()),
        12 => {
            let about = n[2].is_multiple_of(2).then_some(place);
            state.turn.asked = Some(Asked { player: owned.player, left: [0, 1, 5, 6, 255][n[2] % 5], about });
        }
        13 => {
            let supply = &mut state.players[seat].supply[9];
            *supply = supply.saturating_sub(1);
            let place = Place::Corner { square };
            state.elsewhere.push(Elsewhere { place, player: seat as u8, kind: FigureKind(9) });
            state.elsewhere.sort();
        }
        14 => state.players[seat].tokens[n[1] % 8] = [0, 1, 9, 255][n[2] % 4],
        15 => {
            let steps = [80, 90, 100, 205, 300, 306, 307, 350, 402, 430, 440, 475];
            state.turn.step = StepId(steps[n[1] % steps.len()]);
        }
        16 => {
            let kind = Kind((n[1] % state.bag.len()) as u16);
            state.players[seat].hand.push(Held::Open(kind));
            state.players[seat].hand.sort();
        }
        17 => drop(state.players[seat].hand.pop()),
        18 => state.players[seat].points[20 + n[1] % 6] = [0, 3, 6, 1_000_000][n[2] % 4],
        19 => state.elsewhere.retain(|figure| !matches!(figure.place, Place::Corner { .. } | Place::Space { .. })),
        _ => {}
    }
}

const PIECE_CORRUPTIONS: usize = 20;

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, rng_seed: RngSeed::Fixed(3), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn corrupted_states_with_other_pieces_are_refused_or_can_be_played_on(
        which in 0..PIECE_SETUPS.len(),
        seed in 0..50_u64,
        plies in 0..400_usize,
        changes in prop::collection::vec((0..CORRUPTIONS + 2 * PIECE_CORRUPTIONS, any::<[u16; 3]>()), 1..4),
    ) {
        let catalogue = catalogue();
        let (sets, players, options, figures) = PIECE_SETUPS[which];
        let mut position = new_game(&setup(sets, players, options, figures)).0;
        let mut rng = rng(seed, 0);
        for _ in 0..plies {
            let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) else { break };
            position.apply(&mv, None).expect("a listed move is legal");
        }
        let mut state = position.into_state();
        // what came about is accepted
        let sound = Position::from_state(&catalogue, state.clone()).map(Position::into_state);
        prop_assert_eq!(sound.as_ref(), Ok(&state));
        for (how, n) in changes {
            if state.tiles.is_empty() || state.players.is_empty() {
                continue;
            }
            match how.checked_sub(CORRUPTIONS) {
                None => corrupt(&catalogue, &mut state, how, n.map(usize::from)),
                Some(how) => corrupt_pieces(&mut state, how % PIECE_CORRUPTIONS, n.map(usize::from)),
            }
        }
        let Ok(mut position) = Position::from_state(&catalogue, state.clone()) else { return Ok(()) };
        carcassonne_engine::engine::scoring::final_scoring(&position, &mut Vec::new());
        let moves = position.legal_moves();
        prop_assert_eq!(&moves, &Table::new(&catalogue, position.state()).legal(), "{:?}", state);
        for mv in &moves {
            let mut after = position.clone();
            prop_assert_eq!(after.apply(mv, None), Ok(()));
        }
        if let Some(mv) = random_move(&position, &moves, &mut rng) {
            let expected = naive::apply(&catalogue, position.state(), &mv);
            position.apply(&mv, None).expect("a listed move is legal");
            prop_assert_eq!(position.state(), &expected, "{:?} {:?}", mv, state);
        }
        while let Some(mv) = random_move(&position, &position.legal_moves(), &mut rng) {
            prop_assert_eq!(position.apply(&mv, None), Ok(()));
        }
    }
}
