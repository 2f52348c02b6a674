//! Circus Maximus (set I): "At the end of the game, depending on the number of players, you will receive points for each
//! meeple of another color in still uncompleted cities: 2 players 4, 3-4 players 3, 5+ players 2" (2023).

use super::{CIRCUS_MAXIMUS, FIGURE, Wonder, meeples_on};
use crate::engine::event::{Event, Value};
use crate::engine::position::Position;
use crate::engine::tile::Feature;

/// A large meeple is one meeple. With one player there is no other colour.
pub fn at_the_end(position: &Position, wonder: Wonder, events: &mut Vec<Event>) {
    if !wonder.is(position, "circus-maximus") {
        return;
    }
    let each = match position.state().players.len() {
        ..=2 => 4,
        3..=4 => 3,
        _ => 2,
    };
    let open = |region| !position.is_completed(region);
    let others =
        meeples_on(position, Feature::City).filter(|(player, region)| *player != wonder.owner && open(*region));
    let value = Value::new(CIRCUS_MAXIMUS).add(FIGURE, others.count() as u32, each);
    events.push(Event::Scored { player: wonder.owner, value, place: Some(wonder.place(position)) });
}
