//! Notre-Dame (set I): "During the game (not during the turn in which you place the Notre-Dame wonder tile), if you place a
//! meeple on one of the 8 tiles surrounding a monastery, you immediately score 3 points. It is irrelevant if the monastery
//! has a monk or not. Even if several monasteries are adjacent [...] you will only receive 3 points" (2023).

use super::{FIGURE, NOTRE_DAME, Wonder};
use crate::engine::event::{Event, Value};
use crate::engine::expansion::Placement;
use crate::engine::moves::Place;
use crate::engine::position::Position;
use crate::engine::tile::Feature;

pub fn figure_placed(position: &Position, placement: &Placement, events: &mut Vec<Event>) {
    let Some(wonder) = Wonder::with(position, "notre-dame") else { return };
    let meeple = position.figure_def(placement.figure).is_some_and(|def| def.meeple);
    if wonder.owner != placement.player || wonder.is_new(position) || !meeple {
        return;
    }
    let Place::Segment { square, .. } = placement.place else { return };
    let shows_monastery = |pos: &crate::engine::Pos| {
        position.board().at(*pos).is_some_and(|covered| {
            let segments = &position.tile(covered.tile).1.segments;
            segments.iter().any(|s| s.feature == Feature::Monastery && s.lies_on(covered.square))
        })
    };
    if square.around().iter().any(shows_monastery) {
        let value = Value::new(NOTRE_DAME).add(FIGURE, 1, 3);
        events.push(Event::Scored { player: wonder.owner, value, place: Some(placement.place) });
    }
}
