//! Great Wall of China (set III): "Each time a city in which you are already represented is expanded with a city wall (by
//! placing a corresponding city tile, regardless of who does it), you immediately receive 3 points" (2024).

use super::{CITY, GREAT_WALL, Wonder, own_meeples};
use crate::engine::event::{Event, Value};
use crate::engine::geometry::{Rotation, Side};
use crate::engine::position::Position;
use crate::engine::regions::SegmentRef;
use crate::engine::tile::{Feature, TileKind};

/// After a tile was placed and before anybody can claim something on it: whoever stands in its cities stood there before.
/// Decided: two cities that it extends bring 3 points each, two that it joins into one bring 3.
pub fn tile_placed(position: &Position, events: &mut Vec<Event>) {
    let (Some(wonder), Some(tile)) = (Wonder::with(position, "great-wall"), position.last_tile()) else { return };
    wall_extended(position, tile, wonder.owner, events);
}

/// The same for a wonder that is marked only now: it holds from the turn in which it is placed, with its own walls.
pub fn wall_extended(position: &Position, tile: u16, owner: u8, events: &mut Vec<Event>) {
    let kind = position.tile(tile).1;
    let mut extended = Vec::new();
    for (number, segment) in kind.segments.iter().enumerate() {
        let at = SegmentRef { tile, segment: number as u8 };
        let region = position.region(at);
        let wall = segment.feature == Feature::City && has_wall(kind, number as u8);
        if wall && !extended.contains(&region) && own_meeples(position, region, owner) > 0 {
            extended.push(region);
            let value = Value::new(GREAT_WALL).add(CITY, 1, 3);
            let place = Some(position.place(position.regions().first_member(region)));
            events.push(Event::Scored { player: owner, value, place });
        }
    }
}

/// "A tile has city wall for that city unless all four sides of the square belong to it": a side does that leads out of
/// the tile into the city, or to another square of the city.
fn has_wall(kind: &TileKind, city: u8) -> bool {
    let squares = kind.squares(Rotation::R0);
    let on = kind.segments[city as usize].squares;
    let is_of_city = |square: usize| on >> square & 1 == 1;
    (0..squares.len()).filter(|square| is_of_city(*square)).any(|square| {
        Side::ALL.into_iter().any(|side| {
            let next = squares[square].offset.step(side);
            let inside = squares.iter().position(|other| other.offset == next);
            match inside {
                Some(other) => !is_of_city(other),
                None => squares[square].joins[side as usize] != city,
            }
        })
    })
}
