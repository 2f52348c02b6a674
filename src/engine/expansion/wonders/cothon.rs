//! Cothon of Carthage (set III): "Unlike all previous wonders, the Cothon is used as a starting tile and is therefore
//! integrated into the game board from the beginning. The river is created from here. If you choose the Cothon as your
//! wonder, mark it as your wonder and immediately place up to 2 meeples in different areas on the wonder tile and/or in the
//! harbor there" (2024).

use super::{COMPLETED, NOT_BY_RIVER, SPACE, STEP_CLAIM, Wonder, own_meeples};
use crate::engine::error::{Detail, Occupant, Reason, Violation};
use crate::engine::event::Event;
use crate::engine::expansion::Placement;
use crate::engine::expansion::base_game::MEEPLE;
use crate::engine::moves::{Move, Place};
use crate::engine::position::Position;
use crate::engine::regions::{RegionId, SegmentRef};
use crate::engine::state::{Asked, Elsewhere};
use crate::engine::tile::Feature;
use crate::engine::turn::{self, Action, Flow, Phase, Step, StepId, not_now};

const NAME: &str = "cothon";
const RETURN: StepId = StepId(410);
/// Where obtaining goes on.
const DUE: StepId = StepId(450);

fn harbour(position: &Position, wonder: Wonder) -> Place {
    Place::Space { square: position.square(wonder.tile, 0), space: 0 }
}

/// The wonder of that player.
fn of(position: &Position, player: u8) -> Option<Wonder> {
    Wonder::with(position, NAME).filter(|wonder| wonder.owner == player)
}

/// Whether the start tile is this wonder and somebody has chosen it. Asked before the tiles are laid.
pub fn is_owned(position: &Position) -> bool {
    let Some(tile) = position.state().tiles.first() else { return false };
    let marker = Place::Tile { square: position.square(0, 0) };
    super::has_effect(position, tile.kind, NAME) && position.state().elsewhere.iter().any(|f| f.place == marker)
}

/// Whether a meeple may stand where it does, as far as this wonder is concerned.
pub fn holds(position: &Position, figure: &Elsewhere) -> bool {
    of(position, figure.player).is_some_and(|wonder| figure.place == harbour(position, wonder))
}

fn asked(position: &Position) -> Option<Asked> {
    position.state().turn.asked
}

fn meeples_left(position: &Position, player: u8) -> u8 {
    position.state().players[player as usize].supply[MEEPLE.0 as usize]
}

/// Moves into the harbour of whoever is asked.
fn into_harbour(position: &Position, moves: &mut Vec<Move>) {
    let Some(asked) = asked(position).filter(|asked| meeples_left(position, asked.player) > 0) else { return };
    let place = of(position, asked.player).map(|wonder| harbour(position, wonder));
    moves.extend(place.map(|place| Move::PlaceFigure { figure: MEEPLE, place }));
}

fn check_harbour(position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
    let Move::PlaceFigure { figure, place } = *mv else { return not_now(violations) };
    let Some(asked) = asked(position) else { return not_now(violations) };
    if figure != MEEPLE {
        let text = "only ordinary meeples go into the harbour";
        violations.push(Violation::new("place_figure.figure", Reason::FIGURE_NOT_ALLOWED, text));
    } else if meeples_left(position, asked.player) == 0 {
        violations.push(Violation::new("place_figure.figure", Reason::NO_FIGURE_LEFT, "no meeple in the supply"));
    }
    if of(position, asked.player).map(|wonder| harbour(position, wonder)) != Some(place) {
        violations.push(Violation::new("place_figure.place", SPACE, "not the harbour of the player's wonder"));
    }
}

/// One decision fewer.
fn decided(position: &Position, mv: &Move, events: &mut Vec<Event>) {
    if let Some(Asked { player, left, .. }) = asked(position) {
        let count = if *mv == Move::Pass { 0 } else { left - 1 };
        events.push(Event::DecisionsLeft { player, count, about: None });
    }
}

/// "From now on, you can also place your own standard meeples in the harbor of your wonder instead of returning them to the
/// supply after scoring": each of those that just returned.
pub struct Return;

pub fn after_scoring(position: &Position, completed: &[RegionId], events: &mut Vec<Event>) {
    let Some(wonder) = Wonder::with(position, NAME) else { return };
    let own = |region: &RegionId| {
        position.figures_on(*region).filter(|figure| figure.player == wonder.owner && figure.kind == MEEPLE).count()
    };
    let count = completed.iter().map(own).sum::<usize>() as u8;
    if count > 0 {
        // those that returned before are still to be asked about
        let count = count + asked(position).map_or(0, |asked| asked.left);
        events.push(Event::DecisionsLeft { player: wonder.owner, count, about: None });
    }
}

impl Step for Return {
    fn id(&self) -> StepId {
        RETURN
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: RETURN, number: 5, name: "harbour" })
    }

    fn asks(&self) -> bool {
        true
    }

    fn enter(&self, position: &Position, _: &mut Vec<Event>) -> Flow {
        let returned =
            |asked: &Asked| of(position, asked.player).is_some() && asked.left <= meeples_left(position, asked.player);
        if asked(position).as_ref().is_some_and(returned) { Flow::Wait } else { Flow::Next }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        into_harbour(position, moves);
        moves.push(Move::Pass);
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        if *mv != Move::Pass {
            check_harbour(position, mv, violations);
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if let (Move::PlaceFigure { figure, place }, Some(asked)) = (*mv, asked(position)) {
            events.push(Event::FigurePlaced { player: asked.player, figure, place });
        }
        decided(position, mv, events);
        Flow::GoTo(RETURN)
    }
}

/// The meeples of whoever has just chosen it. Decided: none on a feature that was completed before, as it will never be
/// scored again.
pub struct Claim;

fn claims(position: &Position, moves: &mut Vec<Move>) {
    let Some((asked, wonder)) = asked(position).and_then(|asked| Some((asked, of(position, asked.player)?))) else {
        return;
    };
    turn::claims(position, asked.player, wonder.tile, moves);
    moves.retain(|mv| match mv {
        Move::PlaceFigure { place, .. } => !is_completed(position, *place),
        _ => true,
    });
    into_harbour(position, moves);
    moves.sort_unstable();
}

fn is_completed(position: &Position, place: Place) -> bool {
    position.resolve(place).is_some_and(|(at, _)| position.is_completed(position.region(at)))
}

impl Step for Claim {
    fn id(&self) -> StepId {
        STEP_CLAIM
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: STEP_CLAIM, number: 8, name: "claim-wonder" })
    }

    fn asks(&self) -> bool {
        true
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let mut moves = Vec::new();
        claims(position, &mut moves);
        match asked(position) {
            Some(asked) if !moves.is_empty() && asked.left <= super::meeples::MOST => return Flow::Wait,
            Some(asked) => events.push(Event::DecisionsLeft { player: asked.player, count: 0, about: None }),
            None => {}
        }
        Flow::GoTo(DUE)
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        claims(position, moves);
        moves.push(Move::Pass);
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        match *mv {
            Move::Pass => {}
            Move::PlaceFigure { place: place @ Place::Segment { .. }, .. } => {
                let player = asked(position).map_or(0, |asked| asked.player);
                let tile = of(position, player).map(|wonder| wonder.tile);
                turn::check_claim(position, player, tile, mv, violations);
                if is_completed(position, place) {
                    let text = "the feature was completed before";
                    violations.push(Violation::new("place_figure.place", COMPLETED, text));
                }
            }
            _ => check_harbour(position, mv, violations),
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if let (Move::PlaceFigure { figure, place }, Some(asked)) = (*mv, asked(position)) {
            match place {
                Place::Segment { .. } => {
                    turn::place(position, Placement { player: asked.player, figure, place }, events);
                }
                _ => events.push(Event::FigurePlaced { player: asked.player, figure, place }),
            }
        }
        decided(position, mv, events);
        // whoever has none left goes on
        let last = *mv == Move::Pass || asked(position).is_none_or(|asked| asked.left == 1);
        Flow::GoTo(if last { DUE } else { STEP_CLAIM })
    }
}

/// "Whenever it is your turn and you do not place a meeple on the tile you just placed, you can place a standard meeple from
/// the harbor of your wonder on a feature along the river. This area must start directly on a river tile. No meeple belonging
/// to you may be placed in this area yet. Foreign meeples may already be in this area. You can still place the meeple in an
/// area if you complete it with the tile you just placed."
pub struct Send;

/// The harbour of the player whose turn it is, if a meeple is there.
fn from(position: &Position) -> Option<Place> {
    let player = position.state().turn.player;
    let place = of(position, player).map(|wonder| harbour(position, wonder))?;
    position.state().elsewhere.iter().any(|figure| figure.place == place).then_some(place)
}

/// Whether a segment lies on the river on that square.
fn by_river(position: &Position, at: SegmentRef, square: u8) -> bool {
    let segments = &position.tile(at.tile).1.segments;
    segments.iter().any(|segment| segment.feature == Feature::River && segment.lies_on(square))
}

/// Whether a feature was completed in an earlier turn.
fn completed_before(position: &Position, region: RegionId) -> bool {
    position.is_completed(region) && !turn::completed_in_turn(position, region)
}

impl Action for Send {
    fn is(&self, _: &Position, mv: &Move) -> bool {
        matches!(mv, Move::MoveFigure { .. })
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        let Some(from) = from(position) else { return };
        let player = position.state().turn.player;
        let Some(def) = position.figure_def(MEEPLE) else { return };
        for tile in 0..position.state().tiles.len() as u16 {
            let kind = position.tile(tile).1;
            for (number, segment) in kind.segments.iter().enumerate() {
                let at = SegmentRef { tile, segment: number as u8 };
                let closed = position.is_closed(position.region(at)) || turn::barred(position, tile).is_some();
                if closed || !turn::may_stand(position, def, segment.feature) {
                    continue;
                }
                for square in segment.each_square() {
                    let region = position.region(at);
                    if by_river(position, at, square)
                        && own_meeples(position, region, player) == 0
                        && !completed_before(position, region)
                    {
                        let to = Place::Segment { square: position.square(tile, square), segment: number as u8 };
                        moves.push(Move::MoveFigure { figure: MEEPLE, from, to });
                    }
                }
            }
        }
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::MoveFigure { figure, from: start, to } = *mv else { return };
        let mut refuse = |field: &str, reason, text: &str| {
            violations.push(Violation::new(format!("move_figure.{field}"), reason, text));
        };
        if figure != MEEPLE {
            refuse("figure", Reason::FIGURE_NOT_ALLOWED, "only ordinary meeples stand in a harbour");
        }
        if from(position) != Some(start) {
            refuse("from", Reason::NO_SUCH_FIGURE, "the player has no meeple in a harbour there");
        }
        let Some((at, square)) = position.resolve(to) else {
            return refuse("to", Reason::NO_SUCH_SEGMENT, "no tile with this segment there");
        };
        let feature = position.segment(at).feature;
        let region = position.region(at);
        if !position.figure_def(MEEPLE).is_some_and(|def| def.stands_on.contains(&feature)) {
            refuse("figure", Reason::FIGURE_NOT_ALLOWED, "no meeple may stand on such a feature");
        } else if !position.figure_def(MEEPLE).is_some_and(|def| turn::may_stand(position, def, feature)) {
            refuse("to", Reason::FARMERS_OFF, "no figures on fields in this game");
        }
        if let Some((reason, text)) = turn::barred(position, at.tile) {
            refuse("to", reason, text);
        }
        if position.is_closed(region) {
            refuse("to", Reason::OCCUPIED_FEATURE, "a figure on a corner keeps others out of the field");
        }
        if !by_river(position, at, square) {
            refuse("to", NOT_BY_RIVER, "the feature does not lie on the river on this square");
        }
        if completed_before(position, region) {
            refuse("to", COMPLETED, "the feature was completed before");
        }
        let player = position.state().turn.player;
        let own = position.figures_on(region).filter(|figure| figure.player == player);
        let own: Vec<Occupant> =
            own.map(|f| Occupant { player, figure: f.kind, place: position.place_of(f) }).collect();
        if !own.is_empty() {
            let text = "the player has a figure on the feature already";
            let violation = Violation::new("move_figure.to", Reason::OCCUPIED_FEATURE, text);
            violations.push(violation.with(Detail::Occupants(own)));
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) {
        if let Move::MoveFigure { figure, from, to } = *mv {
            let player = position.state().turn.player;
            events.push(Event::FigureMoved { player, figure, from, to });
            turn::placed(position, &Placement { player, figure, place: to }, events);
        }
    }
}
