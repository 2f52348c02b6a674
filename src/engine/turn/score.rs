//! Step 3 of a turn: every feature that the tile completed is scored, then the figures on it go home.

use super::{Flow, Step, StepId};
use crate::engine::board::Covered;
use crate::engine::event::Event;
use crate::engine::geometry::{Pos, Side};
use crate::engine::position::Position;
use crate::engine::regions::{RegionId, SegmentRef};
use crate::engine::scoring;
use crate::engine::tile;

pub struct Score;

impl Step for Score {
    fn id(&self) -> StepId {
        super::SCORE
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let completed = completed(position);
        if completed.is_empty() {
            return Flow::Next;
        }
        let expansions = &position.game().expansions;
        expansions.iter().for_each(|e| e.before_scoring(position, &completed, events));
        // all of them at once: every award first, then the figures
        completed.iter().for_each(|region| scoring::score(position, *region, true, events));
        completed.iter().for_each(|region| scoring::send_home(position, *region, events));
        expansions.iter().for_each(|e| e.after_scoring(position, &completed, events));
        Flow::Next
    }
}

/// The occupied features that are completed: those that the tiles of this turn completed, as no figure stays on others.
/// Ordered by first segment.
pub fn completed(position: &Position) -> Vec<RegionId> {
    let mut completed = Vec::new();
    for figure in &position.state().figures {
        let region = position.region(SegmentRef { tile: figure.tile, segment: figure.segment });
        if position.is_completed(region) && !completed.contains(&region) {
            completed.push(region);
        }
    }
    completed.sort_by_key(|region| position.regions().first_member(*region));
    completed
}

/// Whether a tile of this turn may have completed a feature: it has a part in it, closes an edge of it, or lies around it.
pub fn completed_in_turn(position: &Position, region: RegionId) -> bool {
    let tiles = position.tiles_of_turn();
    let new = |pos: Pos| position.board().at(pos).is_some_and(|covered| tiles.contains(&usize::from(covered.tile)));
    position.regions().members(region).any(|at| {
        let segment = position.segment(at);
        let rotation = position.tile(at.tile).0.rotation;
        let mut beyond =
            segment.edges.iter().map(|(square, side)| position.square(at.tile, *square).step(side.turned(rotation)));
        tiles.contains(&usize::from(at.tile))
            || beyond.any(new)
            || segment.feature.is_surrounded() && position.centre(at).around().into_iter().any(new)
    })
}

/// The roads, cities and rivers of which the tiles of this turn show a part or close an edge, each once.
pub fn features_of_turn(position: &Position) -> Vec<RegionId> {
    let mut regions = Vec::new();
    for tile in position.tiles_of_turn().map(|tile| tile as u16) {
        let (placed, kind) = position.tile(tile);
        for square in kind.squares(placed.rotation) {
            for side in Side::ALL {
                let own = (square.joins[side as usize] != tile::NONE)
                    .then_some(SegmentRef { tile, segment: square.joins[side as usize] });
                let beyond = || {
                    let Covered { tile, square } = position.board().at((placed.pos + square.offset).step(side))?;
                    let (placed, kind) = position.tile(tile);
                    let segment = kind.squares(placed.rotation)[square as usize].joins[side.opposite() as usize];
                    (segment != tile::NONE).then_some(SegmentRef { tile, segment })
                };
                let region = own.or_else(beyond).map(|at| position.region(at));
                regions.extend(region.filter(|region| !regions.contains(region)));
            }
        }
    }
    regions
}
