//! Step 2 of a turn: the player places a figure on the tile just placed, or does another of the actions that expansions
//! offer, or nothing.

use super::{Flow, Step, StepId, not_now};
use crate::engine::error::{Detail, Occupant, Reason, Violation};
use crate::engine::event::Event;
use crate::engine::expansion::{Placement, base_game};
use crate::engine::moves::{Move, Place};
use crate::engine::position::Position;
use crate::engine::regions::SegmentRef;
use crate::engine::setup::{self, FigureDef};
use crate::engine::state::{Elsewhere, Figure};
use crate::engine::tile::Feature;

/// One of the things a player may do in step 2.
pub trait Action: Sync {
    /// Whether the move is of this kind.
    fn is(&self, position: &Position, mv: &Move) -> bool;

    /// All moves of this kind, sorted.
    fn legal(&self, position: &Position, moves: &mut Vec<Move>);

    /// Whether there are any.
    fn is_possible(&self, position: &Position) -> bool {
        let mut moves = Vec::new();
        self.legal(position, &mut moves);
        !moves.is_empty()
    }

    /// Everything that stands against a move of this kind.
    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>);

    /// Whether nothing else may be done if this can be.
    fn is_forced(&self, _position: &Position) -> bool {
        false
    }

    /// What a legal move of this kind brings about.
    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>);
}

pub struct ActionStep;

fn actions(position: &Position) -> impl Iterator<Item = &'static dyn Action> {
    position.game().actions.iter().copied()
}

impl Step for ActionStep {
    fn id(&self) -> StepId {
        super::ACTION
    }

    /// A step in which the player could only pass is skipped.
    fn enter(&self, position: &Position, _: &mut Vec<Event>) -> Flow {
        let mut all = actions(position).chain(position.game().interrupts.iter().copied());
        if all.any(|action| action.is_possible(position)) { Flow::Wait } else { Flow::Next }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        if let Some(forced) = forced(position) {
            return forced.legal(position, moves);
        }
        actions(position).for_each(|action| action.legal(position, moves));
        moves.push(Move::Pass);
        moves.sort_unstable();
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        if forced(position).is_some_and(|forced| !forced.is(position, mv)) {
            violations.push(Violation::new("", Reason::NOT_NOW, "another action must be taken now"));
        }
        match actions(position).find(|action| action.is(position, mv)) {
            Some(action) => action.check(position, mv, violations),
            None if *mv == Move::Pass => {}
            // a figure that no expansion of this game lets place
            None if matches!(mv, Move::PlaceFigure { place: Place::Segment { .. }, .. }) => {
                PlaceFigure.check(position, mv, violations)
            }
            None => not_now(violations),
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if let Some(action) = actions(position).find(|action| action.is(position, mv)) {
            action.play(position, mv, events);
        }
        Flow::Next
    }
}

/// The action that must be taken, if one must.
fn forced(position: &Position) -> Option<&'static dyn Action> {
    actions(position).find(|action| action.is_forced(position))
}

/// Placing a figure from the supply: "one meeple from the supply, on a feature of the tile just placed. The whole
/// connected feature, across all tiles, must hold no meeple of anyone" (base game, step 2).
pub struct PlaceFigure;

/// Whether a kind of figure may stand on a feature at all.
pub fn may_stand(position: &Position, def: &FigureDef, feature: Feature) -> bool {
    def.stands_on.contains(&feature)
        && (feature != Feature::Field || position.option(base_game::FARMERS) == base_game::ON)
}

/// Why no figure may be put on the features of a tile, if an expansion says so.
pub fn barred(position: &Position, tile: u16) -> Option<(Reason, &'static str)> {
    position.game().expansions.iter().find_map(|e| e.bars(position, tile))
}

/// The figures from a player's supply that can claim a segment of a tile that is not barred, ascending by kind.
fn claimants(position: &Position, player: u8, at: SegmentRef) -> impl Iterator<Item = &'static FigureDef> {
    let supply = &position.state().players[player as usize].supply;
    let free = position.regions().figures(position.region(at)) == 0;
    let meeples = if free { position.game().meeples.as_slice() } else { &[] };
    let feature = position.segment(at).feature;
    let can = move |def: &&FigureDef| supply[def.kind.0 as usize] > 0 && may_stand(position, def, feature);
    meeples.iter().copied().filter(can)
}

/// Whether a player can claim a feature of a tile with a figure from the supply.
fn can_claim(position: &Position, player: u8, tile: u16) -> bool {
    let mut segments = (0..position.tile(tile).1.segments.len() as u8).map(|segment| SegmentRef { tile, segment });
    segments.any(|at| claimants(position, player, at).next().is_some()) && barred(position, tile).is_none()
}

/// All ways in which a player can claim a feature of a tile with a figure from the supply.
pub fn claims(position: &Position, player: u8, tile: u16, moves: &mut Vec<Move>) {
    if barred(position, tile).is_some() {
        return;
    }
    let (placed, kind) = position.tile(tile);
    for (number, segment) in kind.segments.iter().enumerate() {
        for def in claimants(position, player, SegmentRef { tile, segment: number as u8 }) {
            for (i, square) in kind.squares(placed.rotation).iter().enumerate() {
                if segment.squares >> i & 1 == 1 {
                    let place = Place::Segment { square: placed.pos + square.offset, segment: number as u8 };
                    moves.push(Move::PlaceFigure { figure: def.kind, place });
                }
            }
        }
    }
}

/// Everything that stands against claiming a feature of that tile.
pub fn check_claim(position: &Position, player: u8, tile: Option<u16>, mv: &Move, violations: &mut Vec<Violation>) {
    let Move::PlaceFigure { figure, place } = *mv else { return };
    let mut refuse = |field: &str, reason, text: String| {
        violations.push(Violation::new(format!("place_figure.{field}"), reason, text));
    };
    let Some(def) = position.figure_def(figure) else {
        return refuse("figure", Reason::UNKNOWN_FIGURE, "no such kind of figure in this game".into());
    };
    if position.state().players[player as usize].supply[figure.0 as usize] == 0 {
        refuse("figure", Reason::NO_FIGURE_LEFT, format!("no {} in the supply", def.name));
    }
    if !def.meeple {
        refuse("figure", Reason::FIGURE_NOT_ALLOWED, format!("a {} does not claim features", def.name));
    }
    let Place::Segment { square, segment } = place else {
        return refuse("place", Reason::NO_SUCH_SEGMENT, "no figure can be placed there now".into());
    };
    let Some((at, _)) = position.resolve(place) else {
        let text = format!("no tile with segment {segment} at {square}");
        return refuse("place", Reason::NO_SUCH_SEGMENT, text);
    };
    if Some(at.tile) != tile {
        let text = format!("the tile at {square} is not the one on which figures may be placed now");
        refuse("place", Reason::NOT_THE_PLACED_TILE, text);
    }
    if let Some((reason, text)) = barred(position, at.tile) {
        refuse("place", reason, text.into());
    }
    let feature = position.segment(at).feature;
    if !def.stands_on.contains(&feature) {
        let text = format!("no {} may stand on a {}", def.name, feature.name());
        refuse("figure", Reason::FIGURE_NOT_ALLOWED, text);
    } else if !may_stand(position, def, feature) {
        refuse("place", Reason::FARMERS_OFF, "no figures on fields in this game".into());
    }
    let region = position.region(at);
    if position.regions().figures(region) > 0 {
        let occupant = |f: &Figure| Occupant { player: f.player, figure: f.kind, place: position.place_of(f) };
        let on_corner = |f: &Elsewhere| Occupant { player: f.player, figure: f.kind, place: f.place };
        let mut occupants: Vec<Occupant> = position.figures_on(region).map(occupant).collect();
        occupants.extend(position.on_corners_of(region).map(on_corner));
        let mut names: Vec<String> = occupants.iter().map(|f| format!("P{}", f.player + 1)).collect();
        names.sort();
        names.dedup();
        let text = format!("the {} is occupied by {}", feature.name(), names.join(", "));
        let detail = Detail::Occupants(occupants);
        violations.push(Violation::new("place_figure.place", Reason::OCCUPIED_FEATURE, text).with(detail));
    }
}

fn reaches_everywhere(position: &Position) -> bool {
    position.game().expansions.iter().any(|e| e.reaches_everywhere(position))
}

/// Whether a figure would be placed on a completed feature.
fn on_completed(position: &Position, mv: &Move) -> bool {
    let Move::PlaceFigure { place, .. } = *mv else { return false };
    position.resolve(place).is_some_and(|(at, _)| position.is_completed(position.region(at)))
}

impl Action for PlaceFigure {
    fn is(&self, _: &Position, mv: &Move) -> bool {
        // a place on no feature, and a figure that is no meeple, belong to the expansion that brings them
        let Move::PlaceFigure { figure, place: Place::Segment { .. } } = mv else { return false };
        setup::figure(*figure).is_none_or(|def| def.meeple)
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        let Some(tile) = position.last_tile() else { return };
        let player = position.state().turn.player;
        claims(position, player, tile, moves);
        if reaches_everywhere(position) {
            let before = moves.len();
            (0..tile).for_each(|other| claims(position, player, other, moves));
            let mut index = 0;
            moves.retain(|mv| {
                index += 1;
                index <= before || !on_completed(position, mv)
            });
        }
    }

    /// The tile just placed is looked at without a list, as this is asked after every tile.
    fn is_possible(&self, position: &Position) -> bool {
        let Some(tile) = position.last_tile() else { return false };
        if can_claim(position, position.state().turn.player, tile) {
            return true;
        }
        let mut moves = Vec::new();
        if reaches_everywhere(position) {
            self.legal(position, &mut moves);
        }
        !moves.is_empty()
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let player = position.state().turn.player;
        let elsewhere = match *mv {
            Move::PlaceFigure { place, .. } => position.resolve(place).map(|(at, _)| at.tile),
            _ => None,
        };
        let elsewhere = elsewhere.filter(|tile| Some(*tile) != position.last_tile() && reaches_everywhere(position));
        check_claim(position, player, elsewhere.or(position.last_tile()), mv, violations);
        if elsewhere.is_some() && on_completed(position, mv) {
            let text = "on other tiles than the one just placed, only features that are not completed";
            violations.push(Violation::new("place_figure.place", Reason::COMPLETED_FEATURE, text));
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) {
        if let Move::PlaceFigure { figure, place: at } = *mv {
            place(position, Placement { player: position.state().turn.player, figure, place: at }, events);
        }
    }
}

/// A figure goes from the supply to a feature, and what follows from it.
pub fn place(position: &Position, placement: Placement, events: &mut Vec<Event>) {
    let Placement { player, figure, place } = placement;
    events.push(Event::FigurePlaced { player, figure, place });
    placed(position, &placement, events);
}

/// What follows when a figure goes on a feature, wherever it comes from.
pub fn placed(position: &Position, placement: &Placement, events: &mut Vec<Event>) {
    position.game().expansions.iter().for_each(|e| e.figure_placed(position, placement, events));
}
