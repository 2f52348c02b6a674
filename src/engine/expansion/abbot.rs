//! The abbot: a figure for monasteries and gardens that its player may take back early. Base game, current edition.

use super::Expansion;
use super::base_game::{OFF, ON, SWITCH};
use crate::engine::error::{Reason, Violation};
use crate::engine::event::Event;
use crate::engine::moves::{Move, Place};
use crate::engine::position::Position;
use crate::engine::regions::{RegionId, SegmentRef};
use crate::engine::scoring;
use crate::engine::setup::{FigureDef, FigureKind, OptionDef, OptionId, SetupContext};
use crate::engine::state::Figure;
use crate::engine::tile::Feature;
use crate::engine::turn::Action;

pub const ABBOT: FigureKind = FigureKind(2);
pub const OPTION: OptionId = OptionId(2);

pub struct Abbot;

impl Expansion for Abbot {
    fn id(&self) -> &'static str {
        "abbot"
    }

    /// Whenever somebody has an abbot, whatever the option says: the number of figures can be given.
    fn takes_part(&self, context: &SetupContext) -> bool {
        Abbot.figures().iter().any(|def| context.figure_count(def) > 0)
    }

    fn options(&self) -> &'static [OptionDef] {
        &[OptionDef {
            id: OPTION,
            name: "abbot",
            values: SWITCH,
            default: |_| ON,
            description: "each player has an abbot",
        }]
    }

    fn figures(&self) -> &'static [FigureDef] {
        &[FigureDef {
            kind: ABBOT,
            name: "abbot",
            meeple: true,
            neutral: false,
            strength: 1,
            stands_on: &[Feature::Monastery, Feature::Garden],
            count: |context| u8::from(context.setup.options.get(OPTION) != OFF),
        }]
    }

    fn actions(&self) -> &'static [&'static dyn Action] {
        &[&TakeBack]
    }
}

/// "Instead of placing a meeple, the player may take their own abbot back from the board and score its monastery or
/// garden at once as it stands."
struct TakeBack;

fn own_abbots(position: &Position) -> impl Iterator<Item = &Figure> {
    let player = position.state().turn.player;
    position.state().figures.iter().filter(move |f| f.kind == ABBOT && f.player == player)
}

/// The feature of an abbot.
fn region(position: &Position, abbot: &Figure) -> RegionId {
    position.region(SegmentRef { tile: abbot.tile, segment: abbot.segment })
}

impl Action for TakeBack {
    fn is(&self, _: &Position, mv: &Move) -> bool {
        matches!(mv, Move::ReturnFigure { place: Place::Segment { .. }, .. })
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        let take_back = |f: &Figure| Move::ReturnFigure { figure: ABBOT, place: position.place_of(f) };
        moves.extend(own_abbots(position).map(take_back));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::ReturnFigure { figure, place } = *mv else { return };
        if figure != ABBOT {
            let text = "only the abbot may be taken back";
            violations.push(Violation::new("return_figure.figure", Reason::FIGURE_NOT_ALLOWED, text));
        } else if !own_abbots(position).any(|f| position.place_of(f) == place) {
            let text = "the player has no abbot there";
            violations.push(Violation::new("return_figure.place", Reason::NO_SUCH_FIGURE, text));
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) {
        let Move::ReturnFigure { figure, place } = *mv else { return };
        let Some(abbot) = own_abbots(position).find(|f| position.place_of(f) == place) else { return };
        let region = region(position, abbot);
        // as it stands, its owner alone scores: whoever else was sent there by another rule stays and scores later
        scoring::score_for(position, abbot.player, region, position.is_completed(region), events);
        events.push(Event::FigureReturned { player: abbot.player, figure, place });
    }
}
