//! What several test files share.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod naive;

use std::sync::Arc;

use carcassonne_engine::engine::setup::Offer;
use carcassonne_engine::engine::tile::{Form, Segment, Traits};
use carcassonne_engine::engine::{Catalogue, Draw, Event, Feature, Pos, Position, Rotation, Setup, Side, TileKind};
use carcassonne_engine::setup_text::{Figures, OptionValues, Sets};

pub fn catalogue() -> Arc<Catalogue> {
    Catalogue::built_in().expect("the data files are sound")
}

/// The catalogue with wonders that show a city at the edges of their first square and roads at all others, so that they
/// hardly fit anywhere.
pub fn stubborn_wonders() -> Arc<Catalogue> {
    changed_wonders(|kind| (120..140).contains(&kind.number) && kind.id != "cothon", &[Feature::City, Feature::Road])
}

/// The catalogue with wonders whose edges fit no other: no tile has a garden at an edge.
pub fn fitting_nowhere(ids: &[&str]) -> Arc<Catalogue> {
    changed_wonders(|kind| ids.contains(&kind.id.as_str()), &[Feature::Garden])
}

fn changed_wonders(changed: impl Fn(&TileKind) -> bool, features: &[Feature]) -> Arc<Catalogue> {
    let mut catalogue = (*catalogue()).clone();
    for kind in catalogue.kinds.iter_mut().filter(|kind| changed(kind)) {
        let offsets: Vec<Pos> = kind.squares(Rotation::R0).iter().map(|square| square.offset).collect();
        let outer = |(square, side): &(u8, Side)| !offsets.contains(&offsets[*square as usize].step(*side));
        let segment = |number: usize| Segment {
            feature: features[number],
            squares: 1 << number,
            // the last goes on over all edges of the squares that are left
            edges: (0..offsets.len() as u8)
                .filter(|square| number.min(features.len() - 1) == usize::from(*square).min(features.len() - 1))
                .flat_map(|square| Side::ALL.map(|side| (square, side)))
                .filter(outer)
                .collect(),
            half_edges: Vec::new(),
            touches: Vec::new(),
            coats_of_arms: 0,
            traits: Traits::default(),
        };
        kind.segments = (0..features.len()).map(segment).collect();
        kind.form = Form::of(&offsets, &kind.segments, false);
    }
    Arc::new(catalogue)
}

/// A setup from texts as on the command line, drawn by the host.
pub fn setup(sets: &str, players: usize, options: &str, figures: &str) -> Setup {
    Setup {
        players: vec![String::new(); players],
        sets: sets.parse::<Sets>().expect(sets).0,
        options: options.parse::<OptionValues>().expect(options).0,
        figures: figures.parse::<Figures>().expect(figures).0,
        draw: Draw::Host,
        offer: None,
    }
}

/// Which tiles lie ready: a number of them, or their ids; nothing for the default.
pub fn offer(text: &str) -> Option<Offer> {
    let kind = |id| catalogue().kind_by_id(id).expect(text);
    match text.parse() {
        _ if text.is_empty() => None,
        Ok(count) => Some(Offer::Drawn(count)),
        Err(_) => {
            let mut kinds: Vec<_> = text.split(',').map(kind).collect();
            kinds.sort();
            Some(Offer::Kinds(kinds))
        }
    }
}

pub fn new_game(setup: &Setup) -> (Position, Vec<Event>) {
    let mut events = Vec::new();
    let position = Position::new_game(&catalogue(), setup, &mut events).expect("the setup is sound");
    (position, events)
}

/// A position of `sets` with `tiles` tiles on the table, reached by a random game, before a draw.
pub fn random_position(sets: &str, players: usize, tiles: usize, seed: u64) -> Position {
    use carcassonne_engine::selfplay::{random_move, rng};
    let (mut position, _) = new_game(&setup(sets, players, "", ""));
    let mut rng = rng(seed, 0);
    while position.state().tiles.len() < tiles || position.decider() != carcassonne_engine::engine::Decider::Chance {
        let mv = random_move(&position, &position.legal_moves(), &mut rng).expect("the game is long enough");
        position.apply(&mv, None).expect("a listed move is legal");
    }
    position
}

/// Positions of 10, 36, 72 and 150 tiles in which a tile is to be placed.
pub fn positions_to_place() -> Vec<(usize, Position)> {
    use carcassonne_engine::selfplay::{random_move, rng};
    let sets = |tiles| if tiles < 72 { "base" } else { "base:2,river,inns-and-cathedrals" };
    let place_tile = |tiles| {
        let mut position = random_position(sets(tiles), 2, tiles, 1);
        let draw = random_move(&position, &position.legal_moves(), &mut rng(1, 1)).expect("tiles are left");
        position.apply(&draw, None).expect("a listed move is legal");
        assert_eq!(position.state().tiles.len(), tiles);
        (tiles, position)
    };
    [10, 36, 72, 150].map(place_tile).to_vec()
}
