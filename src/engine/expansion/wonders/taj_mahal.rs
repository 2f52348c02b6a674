//! Taj Mahal (set III): "you can use standard meeples to receive bonuses during scoring. With the marker meeple you already
//! receive the first bonus. Each space occupied by one of your meeples gives you an additional or improved bonus when you
//! participate in the corresponding scoring: 1 = +2 points for road scorings, 2 = +3 for city scorings, 3 = +4 for monastery
//! scorings, 4 = (from now on) +5 for road scorings, 5 = (from now on) +6 for city scorings" (2024).

use super::{CITY, MONASTERY, ROAD, SPACE, TAJ_MAHAL, Wonder, is_wonder, own_meeples};
use crate::engine::error::{Reason, Violation};
use crate::engine::event::{Event, Value};
use crate::engine::expansion::base_game::MEEPLE;
use crate::engine::moves::{Move, Place as At};
use crate::engine::position::Position;
use crate::engine::regions::RegionId;
use crate::engine::state::Elsewhere;
use crate::engine::tile::Feature;
use crate::engine::turn::Action;

const NAME: &str = "taj-mahal";

/// How many meeples stand on the spaces of a tile, if it is this wonder: the first space is the marker's.
pub fn on_spaces(position: &Position, tile: u16) -> usize {
    let own = Wonder::with(position, NAME).filter(|wonder| wonder.tile == tile);
    own.map_or(0, |wonder| meeples(position, wonder))
}

fn meeples(position: &Position, wonder: Wonder) -> usize {
    position.beside_features(wonder.tile).filter(|figure| matches!(figure.place, At::Space { .. })).count()
}

/// The bonus of a scoring in which the owner has a meeple, majority or not. Decided: none in final scoring.
pub fn with_feature(position: &Position, region: RegionId, events: &mut Vec<Event>) {
    let Some(wonder) = Wonder::with(position, NAME) else { return };
    if own_meeples(position, region, wonder.owner) == 0 {
        return;
    }
    let spaces = 1 + meeples(position, wonder);
    let (unit, points) = match position.regions().feature(region) {
        Feature::Road => (ROAD, if spaces >= 4 { 5 } else { 2 }),
        Feature::City if spaces >= 5 => (CITY, 6),
        Feature::City if spaces >= 2 => (CITY, 3),
        Feature::Monastery if spaces >= 3 => (MONASTERY, 4),
        _ => return,
    };
    let place = Some(position.place(position.regions().first_member(region)));
    events.push(Event::Scored { player: wonder.owner, value: Value::new(TAJ_MAHAL).add(unit, 1, points), place });
}

/// The wonder of the player whose turn it is.
fn own(position: &Position) -> Option<Wonder> {
    Wonder::with(position, NAME).filter(|wonder| wonder.owner == position.state().turn.player)
}

/// "You place the meeple on the next available space away from the canal."
fn next_free(position: &Position, wonder: Wonder) -> Option<At> {
    let space = 1 + meeples(position, wonder);
    let there_is = space < position.tile(wonder.tile).1.spaces.len();
    there_is.then(|| At::Space { square: position.square(wonder.tile, 0), space: space as u8 })
}

/// "You always take the last placed meeple (in reverse order)."
fn last(position: &Position, wonder: Wonder) -> Option<At> {
    let space = meeples(position, wonder);
    (space > 0).then(|| At::Space { square: position.square(wonder.tile, 0), space: space as u8 })
}

/// Whether a place is a space of this wonder's, whoever owns it.
fn is_space(position: &Position, place: At) -> bool {
    let tile = position.tile_of(place).filter(|_| matches!(place, At::Space { .. }));
    tile.is_some_and(|tile| is_wonder(position, position.tile(tile).0.kind))
}

/// "Whenever it is your turn and you do not place a meeple on the tile you just played, you can instead place 1 standard
/// meeple on the Taj Mahal"; when it is placed, one or both of the meeples that go on a wonder.
pub struct Place;

impl Place {
    /// The same only if the wonder is that tile.
    pub fn legal_on(&self, position: &Position, tile: Option<u16>, moves: &mut Vec<Move>) {
        if own(position).is_some_and(|wonder| Some(wonder.tile) == tile) {
            self.legal(position, moves);
        }
    }

    pub fn check_on(&self, position: &Position, tile: Option<u16>, mv: &Move, violations: &mut Vec<Violation>) {
        self.check(position, mv, violations);
        if violations.is_empty() && own(position).is_some_and(|wonder| Some(wonder.tile) != tile) {
            let text = "the second meeple goes on the wonder just placed";
            violations.push(Violation::new("place_figure.place", SPACE, text));
        }
    }
}

impl Action for Place {
    fn is(&self, position: &Position, mv: &Move) -> bool {
        matches!(mv, Move::PlaceFigure { place, .. } if is_space(position, *place))
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        let player = &position.state().players[position.state().turn.player as usize];
        let free = own(position).and_then(|wonder| next_free(position, wonder));
        if let Some(place) = free.filter(|_| player.supply[MEEPLE.0 as usize] > 0) {
            moves.push(Move::PlaceFigure { figure: MEEPLE, place });
        }
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::PlaceFigure { figure, place } = *mv else { return };
        let mut refuse = |field: &str, reason, text: &str| {
            violations.push(Violation::new(format!("place_figure.{field}"), reason, text));
        };
        if figure != MEEPLE {
            refuse("figure", Reason::FIGURE_NOT_ALLOWED, "only ordinary meeples may stand there");
        } else if position.state().players[position.state().turn.player as usize].supply[MEEPLE.0 as usize] == 0 {
            refuse("figure", Reason::NO_FIGURE_LEFT, "no meeple in the supply");
        }
        if own(position).and_then(|wonder| next_free(position, wonder)) != Some(place) {
            refuse("place", SPACE, "not the next free space of a wonder of the player");
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) {
        if let Move::PlaceFigure { figure, place } = *mv {
            events.push(Event::FigurePlaced { player: position.state().turn.player, figure, place });
        }
    }
}

/// "Or retrieve it from there to your supply."
pub struct TakeBack;

impl Action for TakeBack {
    fn is(&self, position: &Position, mv: &Move) -> bool {
        matches!(mv, Move::ReturnFigure { place, .. } if is_space(position, *place))
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        let last = own(position).and_then(|wonder| last(position, wonder));
        moves.extend(last.map(|place| Move::ReturnFigure { figure: MEEPLE, place }));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::ReturnFigure { figure, place } = *mv else { return };
        let last = own(position).and_then(|wonder| last(position, wonder));
        if figure != MEEPLE || last != Some(place) {
            let text = "the meeple placed last on the spaces of the player's own wonder may be taken back";
            violations.push(Violation::new("return_figure.place", SPACE, text));
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) {
        if let Move::ReturnFigure { figure, place } = *mv {
            events.push(Event::FigureReturned { player: position.state().turn.player, figure, place });
        }
    }
}

/// Whether a meeple may stand where it does, as far as this wonder is concerned.
pub fn holds(position: &Position, figure: &Elsewhere) -> bool {
    let At::Space { space, .. } = figure.place else { return false };
    let wonder = Wonder::with(position, NAME);
    wonder.is_some_and(|wonder| {
        let spaces = position.tile(wonder.tile).1.spaces.len();
        position.tile_of(figure.place) == Some(wonder.tile)
            && wonder.owner == figure.player
            && (1..spaces).contains(&usize::from(space))
    })
}

/// Spaces are taken one after the other, each by one meeple.
pub fn validate(position: &Position, violations: &mut Vec<Violation>) {
    let Some(wonder) = Wonder::with(position, NAME) else { return };
    let taken = position.beside_features(wonder.tile).filter_map(|figure| match figure.place {
        At::Space { space, .. } => Some(space),
        _ => None,
    });
    if !taken.eq(1..=meeples(position, wonder) as u8) {
        let text = "the spaces of the Taj Mahal are taken one after the other";
        violations.push(Violation::new("elsewhere", Reason::FIGURE_PLACE, text));
    }
}
