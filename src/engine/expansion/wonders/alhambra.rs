//! Alhambra (set I): "At the end of the game, you score 4 points for each of your farmers, regardless of whether they score
//! any other points" (2023); 5 points, "if you play with at least 120 tiles, you gain 6 points" (2024).

use super::{ALHAMBRA, ALHAMBRA_2023, ALHAMBRA_RULE, FIGURE, Wonder, meeples_on};
use crate::engine::event::{Event, Value};
use crate::engine::position::Position;
use crate::engine::tile::Feature;

/// From so many tiles on a farmer is worth more (2024).
const MANY_TILES: u32 = 120;

/// A large meeple is one farmer.
pub fn at_the_end(position: &Position, wonder: Wonder, events: &mut Vec<Event>) {
    if !wonder.is(position, "alhambra") {
        return;
    }
    // decided: the tiles to be drawn and the start tile; wonders are not among the tiles one plays "with"
    let tiles = position.setup_context().ordinary_tiles();
    let each = match position.option(ALHAMBRA_RULE) {
        ALHAMBRA_2023 => 4,
        _ if tiles >= MANY_TILES => 6,
        _ => 5,
    };
    let own = meeples_on(position, Feature::Field).filter(|(player, _)| *player == wonder.owner);
    let value = Value::new(ALHAMBRA).add(FIGURE, own.count() as u32, each);
    events.push(Event::Scored { player: wonder.owner, value, place: Some(wonder.place(position)) });
}
