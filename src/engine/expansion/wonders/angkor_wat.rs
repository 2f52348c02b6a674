//! Angkor Wat (set II): "For each road (open or closed) that is at least 5 tiles long, you receive 5 points at the end of
//! the game. It does not matter whether the roads have already been scored or are still open, whether there are meeples on
//! them or not" (2024).

use super::{ANGKOR_WAT, ROAD, Wonder};
use crate::engine::event::{Event, Value};
use crate::engine::position::Position;
use crate::engine::scoring;
use crate::engine::tile::Feature;

pub fn at_the_end(position: &Position, wonder: Wonder, events: &mut Vec<Event>) {
    if !wonder.is(position, "angkor-wat") {
        return;
    }
    let regions = position.regions();
    let long = regions
        .all()
        .into_iter()
        .filter(|region| regions.feature(*region) == Feature::Road && scoring::squares(position, *region).len() >= 5);
    let value = Value::new(ANGKOR_WAT).add(ROAD, long.count() as u32, 5);
    events.push(Event::Scored { player: wonder.owner, value, place: Some(wonder.place(position)) });
}
