//! Step 3 of a turn: every feature that the tile completed is scored, then the figures on it go home.

use super::{Flow, Step, StepId};
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::regions::{RegionId, SegmentRef};
use crate::engine::scoring;

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
        if !completed.contains(&region) && position.is_completed(region) {
            completed.push(region);
        }
    }
    completed.sort_by_key(|region| position.regions().first_member(*region));
    completed
}

/// Whether a tile of this turn may have completed a feature: it has a part in it or lies around it.
pub fn completed_in_turn(position: &Position, region: RegionId) -> bool {
    let tiles = position.tiles_of_turn();
    let new = |tile: u16| tiles.contains(&usize::from(tile));
    position.regions().members(region).any(|at| {
        let around = || position.centre(at).around().into_iter().filter_map(|pos| position.board().at(pos));
        new(at.tile) || position.segment(at).feature.is_surrounded() && around().any(|covered| new(covered.tile))
    })
}
