//! Figures on a wonder: "After you have placed and marked your wonder, you may immediately place up to 2 meeples on different
//! unoccupied features (city, road, monastery or field) of this wonder tile. You may also place only one or no meeples. If
//! you place 2 meeples, they may also be placed on the same square" (2023). "This is one single action" (2024).

use super::{Wonder, is_meeple, is_wonder, taj_mahal};
use crate::engine::error::{Reason, Violation};
use crate::engine::event::Event;
use crate::engine::moves::Move;
use crate::engine::position::Position;
use crate::engine::turn::{self, Action, Flow, Phase, PlaceFigure, Step, StepId, not_now};

const SECOND: StepId = StepId(310);

/// How many figures a wonder takes when it is obtained or placed.
pub const MOST: u8 = 2;

/// The second figure, after the first was placed on the wonder in step 2; no other action any more.
pub struct Second;

/// How many figures stand on the wonder that the player has just placed.
fn on_new_wonder(position: &Position) -> Option<usize> {
    let tile = position.last_tile()?;
    let owner = position.state().turn.player;
    Wonder::all(position).find(|wonder| wonder.tile == tile && wonder.owner == owner)?;
    let figures = &position.state().figures;
    let first = figures.partition_point(|figure| figure.tile < tile);
    let mut on_features = figures[first..].iter().take_while(|figure| figure.tile == tile);
    // another figure was an action of its own
    if on_features.clone().any(|figure| !is_meeple(position, figure)) {
        return None;
    }
    let on_features = on_features.by_ref().count();
    Some(on_features + taj_mahal::on_spaces(position, tile))
}

fn ways(position: &Position, moves: &mut Vec<Move>) {
    PlaceFigure.legal(position, moves);
    taj_mahal::Place.legal_on(position, position.last_tile(), moves);
}

impl Step for Second {
    fn id(&self) -> StepId {
        SECOND
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: SECOND, number: 4, name: "second-figure" })
    }

    fn enter(&self, position: &Position, _: &mut Vec<Event>) -> Flow {
        let mut moves = Vec::new();
        if on_new_wonder(position) == Some(1) {
            ways(position, &mut moves);
            // what comes before it may bring a figure home
            position.game().interrupts.iter().for_each(|action| action.legal(position, &mut moves));
        }
        if moves.is_empty() { Flow::Next } else { Flow::Wait }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        ways(position, moves);
        moves.push(Move::Pass);
        moves.sort_unstable();
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        if PlaceFigure.is(position, mv) {
            PlaceFigure.check(position, mv, violations);
        } else if taj_mahal::Place.is(position, mv) {
            taj_mahal::Place.check_on(position, position.last_tile(), mv, violations);
        } else if *mv != Move::Pass {
            not_now(violations);
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if PlaceFigure.is(position, mv) {
            PlaceFigure.play(position, mv, events);
        } else if taj_mahal::Place.is(position, mv) {
            taj_mahal::Place.play(position, mv, events);
        }
        Flow::Next
    }
}

/// Every wonder on the table has its one marker, and figures of nobody else were placed on it, unless other rules send figures
/// to tiles of long ago.
pub fn validate(position: &Position, violations: &mut Vec<Violation>) {
    let state = position.state();
    let sent = position.game().expansions.iter().any(|e| e.id() != super::ID && e.loosens(position).figures);
    for (i, tile) in state.tiles.iter().enumerate().filter(|(_, tile)| is_wonder(position, tile.kind)) {
        let markers: Vec<Wonder> = Wonder::all(position).filter(|wonder| usize::from(wonder.tile) == i).collect();
        let id = &position.kind(tile.kind).id;
        let ready = i == 0 && state.offer.contains(&tile.kind);
        if markers.len() != usize::from(!ready) {
            let text = format!("{} markers on {id}", markers.len());
            violations.push(Violation::new("elsewhere", Reason::FIGURE_PLACE, text));
        }
        let owner = markers.first().map(|wonder| wonder.owner);
        if !sent && state.figures.iter().any(|figure| usize::from(figure.tile) == i && Some(figure.player) != owner) {
            let text = format!("only the owner of {id} can have placed figures on it");
            violations.push(Violation::new(format!("tiles[{i}].figures"), Reason::FIGURE_PLACE, text));
        }
    }
    let acting = state.turn.step == turn::ACTION && on_new_wonder(position).is_some_and(|figures| figures > 0);
    if acting {
        let text = "a figure stands on the wonder just placed already";
        violations.push(Violation::new("turn", Reason::WRONG_PHASE, text));
    }
}
