//! Stonehenge (set I): "If you complete one or more occupied roads during your turn (not when playing the Stonehenge wonder
//! tile itself), you immediately score 3 points for each road you complete (even if you don't have a meeple on the road
//! yourself). After that, you score the road as usual" (2023).

use super::{ROAD, STONEHENGE, Wonder};
use crate::engine::event::{Event, Value};
use crate::engine::position::Position;
use crate::engine::regions::RegionId;
use crate::engine::tile::Feature;

/// A meeple placed in this turn occupies its road (answer of 3/2024).
pub fn before_scoring(position: &Position, completed: &[RegionId], events: &mut Vec<Event>) {
    let Some(wonder) = Wonder::with(position, "stonehenge") else { return };
    if wonder.owner != position.state().turn.player || wonder.is_new(position) {
        return;
    }
    for road in completed.iter().filter(|region| position.regions().feature(**region) == Feature::Road) {
        let value = Value::new(STONEHENGE).add(ROAD, 1, 3);
        let place = Some(position.place(position.regions().first_member(*road)));
        events.push(Event::Scored { player: wonder.owner, value, place });
    }
}
