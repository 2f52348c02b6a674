//! Inns & Cathedrals (expansion 1, current edition): inns, cathedrals, the large meeple.

use super::Expansion;
use super::base_game::{COAT_OF_ARMS, OFF, ON, SWITCH, TILE};
use crate::engine::event::Value;
use crate::engine::position::Position;
use crate::engine::regions::RegionId;
use crate::engine::scoring;
use crate::engine::setup::{FigureDef, FigureKind, OptionDef, OptionId, SetupContext};
use crate::engine::tile::Feature;

pub const LARGE_MEEPLE: FigureKind = FigureKind(3);
pub const INNS: OptionId = OptionId(5);
pub const CATHEDRALS: OptionId = OptionId(6);

const ID: &str = "inns-and-cathedrals";

pub struct InnsAndCathedrals;

/// Inns are also on tiles of other sets; they count only if this expansion is in the game, unless the option says so.
fn with_expansion(context: &SetupContext) -> u8 {
    if context.has_expansion(ID) { ON } else { OFF }
}

impl Expansion for InnsAndCathedrals {
    fn id(&self) -> &'static str {
        ID
    }

    fn takes_part(&self, _: &SetupContext) -> bool {
        true
    }

    fn data(&self) -> Option<&'static str> {
        Some(include_str!("../../../data/inns-and-cathedrals.toml"))
    }

    fn options(&self) -> &'static [OptionDef] {
        &[
            OptionDef {
                id: INNS,
                name: "inns",
                values: SWITCH,
                default: with_expansion,
                description: "inns count; on if Inns & Cathedrals is in the game",
            },
            OptionDef {
                id: CATHEDRALS,
                name: "cathedrals",
                values: SWITCH,
                default: with_expansion,
                description: "cathedrals count; on if Inns & Cathedrals is in the game",
            },
        ]
    }

    /// "The large meeple may be placed instead of an ordinary meeple, by the same rules, also as a farmer. It counts as
    /// 2 in every majority."
    fn figures(&self) -> &'static [FigureDef] {
        &[FigureDef {
            kind: LARGE_MEEPLE,
            name: "large",
            meeple: true,
            neutral: false,
            strength: 2,
            stands_on: &[Feature::Road, Feature::City, Feature::Field, Feature::Monastery],
            count: |context| u8::from(context.has_expansion(ID)),
        }]
    }

    fn advice(&self, context: &SetupContext, notes: &mut Vec<String>) {
        if context.setup.players.len() > 5 && !context.has_expansion(ID) {
            notes.push("the sixth colour comes with Inns & Cathedrals".into());
        }
    }

    /// "A completed road with at least one inn scores 2 per tile instead of 1. An incomplete road with an inn scores 0
    /// at the end. A completed city with at least one cathedral scores 3 per tile and 3 per coat of arms. An incomplete
    /// city with a cathedral scores 0 at the end."
    fn change_value(&self, position: &Position, region: RegionId, completed: bool, value: &mut Value) {
        let (option, name, each) = match position.regions().feature(region) {
            Feature::Road => (INNS, "inn", 2),
            Feature::City => (CATHEDRALS, "cathedral", 3),
            _ => return,
        };
        if position.option(option) != ON {
            return;
        }
        let wanted = position.catalogue().trait_named(name);
        if scoring::traits(position, region).contains(wanted) {
            for term in value.terms_mut() {
                if term.unit == TILE || term.unit == COAT_OF_ARMS {
                    term.each = if completed { each } else { 0 };
                }
            }
        }
    }
}
