//! Terracotta Army (set II): "You receive 2 points for every at least 7 tiles that are in a row or column on the board at
//! the end of the game. You can score identical tiles for both the column and the row. Each column and row is scored only
//! once" (2024).

use super::{LINE, TERRACOTTA_ARMY, Wonder};
use crate::engine::event::{Event, Value};
use crate::engine::geometry::Pos;
use crate::engine::position::Position;

/// How many adjacent tiles a row or column must have.
const LONG: u32 = 7;

pub fn at_the_end(position: &Position, wonder: Wonder, events: &mut Vec<Event>) {
    if !wonder.is(position, "terracotta-army") {
        return;
    }
    let mut squares: Vec<Pos> = Vec::new();
    for tile in 0..position.state().tiles.len() as u16 {
        let (placed, kind) = position.tile(tile);
        squares.extend(kind.squares(placed.rotation).iter().map(|square| placed.pos + square.offset));
    }
    let rows = long_lines(squares.iter().map(|pos| (pos.y, pos.x)).collect());
    let columns = long_lines(squares.iter().map(|pos| (pos.x, pos.y)).collect());
    let value = Value::new(TERRACOTTA_ARMY).add(LINE, rows + columns, 2);
    events.push(Event::Scored { player: wonder.owner, value, place: Some(wonder.place(position)) });
}

/// How many lines hold enough squares without a gap; squares are given by line and place in the line.
fn long_lines(mut squares: Vec<(i16, i16)>) -> u32 {
    squares.sort_unstable();
    let mut long = Vec::new();
    let mut run = 0;
    for (i, &(line, at)) in squares.iter().enumerate() {
        let goes_on = i > 0 && squares[i - 1] == (line, at - 1);
        run = if goes_on { run + 1 } else { 1 };
        if run >= LONG && long.last() != Some(&line) {
            long.push(line);
        }
    }
    long.len() as u32
}
