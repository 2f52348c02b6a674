//! Tikal (set II): "If a city is scored that has at least 3 tiles and you have at least one meeple in it, you receive 2
//! points for each of your own meeples in a city on the game board. You do not need to have the majority in the scored
//! city. The meeple in the scored city also scores 2 points" (2024).

use super::{FIGURE, TIKAL, Wonder, meeples_on, own_meeples};
use crate::engine::event::{Event, Value};
use crate::engine::position::Position;
use crate::engine::regions::RegionId;
use crate::engine::scoring;
use crate::engine::tile::Feature;

/// Decided: of several cities scored at once each counts, and all meeples still on the board count for each.
pub fn city_scored(position: &Position, region: RegionId, events: &mut Vec<Event>) {
    if position.regions().feature(region) != Feature::City {
        return;
    }
    let Some(wonder) = Wonder::with(position, "tikal") else { return };
    if own_meeples(position, region, wonder.owner) == 0 || scoring::squares(position, region).len() < 3 {
        return;
    }
    let own = meeples_on(position, Feature::City).filter(|(player, _)| *player == wonder.owner);
    let value = Value::new(TIKAL).add(FIGURE, own.count() as u32, 2);
    let place = Some(position.place(position.regions().first_member(region)));
    events.push(Event::Scored { player: wonder.owner, value, place });
}
