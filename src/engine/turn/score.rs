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
        if let Some(tile) = position.last_tile() {
            let completed = completed_by(position, tile);
            // all of them at once: every award first, then the figures
            for region in &completed {
                scoring::award(position, *region, true, events);
            }
            for region in completed {
                scoring::send_home(position, region, events);
            }
        }
        Flow::Next
    }
}

/// The occupied features that a tile completed: those it has a part in, and the monasteries and gardens around it.
/// Ordered by first segment.
pub fn completed_by(position: &Position, tile: u16) -> Vec<RegionId> {
    let (placed, kind) = position.tile(tile);
    let mut completed = Vec::new();
    let mut consider = |at: SegmentRef| {
        let region = position.region(at);
        if position.regions().figures(region) > 0 && !completed.contains(&region) && position.is_completed(region) {
            completed.push(region);
        }
    };
    let segments = |tile: u16| {
        let count = position.tile(tile).1.segments.len();
        (0..count as u8).map(move |segment| SegmentRef { tile, segment })
    };
    segments(tile).for_each(&mut consider);
    for square in kind.squares(placed.rotation) {
        for pos in (placed.pos + square.offset).around() {
            if let Some(covered) = position.board().at(pos) {
                segments(covered.tile)
                    .filter(|at| position.segment(*at).feature.is_surrounded())
                    .for_each(&mut consider);
            }
        }
    }
    completed.sort_by_key(|region| position.regions().first_member(*region));
    completed
}
