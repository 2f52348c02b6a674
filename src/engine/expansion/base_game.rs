//! The base game: 72 tiles, meeples, roads, cities, monasteries, fields. Rules of the current edition (2014 and later).

use super::Expansion;
use crate::engine::event::{Rule, Unit, Value};
use crate::engine::position::Position;
use crate::engine::regions::RegionId;
use crate::engine::setup::{FigureDef, FigureKind, OptionDef, OptionId, RuleDef, SetupContext, UnitDef};
use crate::engine::tile::Feature;
use crate::engine::turn::{Action, PlaceFigure};

pub const MEEPLE: FigureKind = FigureKind(1);

/// Values of every option that is a switch.
pub const ON: u8 = 1;
pub const OFF: u8 = 2;
pub const SWITCH: &[&str] = &["on", "off"];

pub const FARMERS: OptionId = OptionId(1);
pub const SMALL_CITY: OptionId = OptionId(3);
const SMALL_CITY_FULL: u8 = 1;
const SMALL_CITY_HALF: u8 = 2;

pub const NO_RULE: Rule = Rule(0);
pub const ROAD: Rule = Rule(1);
pub const CITY: Rule = Rule(2);
pub const MONASTERY: Rule = Rule(3);
pub const GARDEN: Rule = Rule(4);
pub const ROAD_INCOMPLETE: Rule = Rule(5);
pub const CITY_INCOMPLETE: Rule = Rule(6);
pub const MONASTERY_INCOMPLETE: Rule = Rule(7);
pub const GARDEN_INCOMPLETE: Rule = Rule(8);
pub const FIELD: Rule = Rule(9);

pub const TILE: Unit = Unit(1);
pub const COAT_OF_ARMS: Unit = Unit(2);
pub const NEIGHBOUR: Unit = Unit(3);
pub const COMPLETED_CITY: Unit = Unit(4);

pub struct BaseGame;

impl Expansion for BaseGame {
    fn id(&self) -> &'static str {
        "base"
    }

    /// Always: every other expansion builds on it.
    fn takes_part(&self, _: &SetupContext) -> bool {
        true
    }

    fn data(&self) -> Option<&'static str> {
        Some(include_str!("../../../data/base.toml"))
    }

    fn options(&self) -> &'static [OptionDef] {
        &[
            OptionDef {
                id: FARMERS,
                name: "farmers",
                values: SWITCH,
                default: |_| ON,
                description: "figures may be placed on fields",
            },
            OptionDef {
                id: SMALL_CITY,
                name: "small-city",
                values: &["full", "half"],
                default: |_| SMALL_CITY_FULL,
                description: "a completed city of two tiles scores like any other, or 1 per tile and coat of arms",
            },
        ]
    }

    fn figures(&self) -> &'static [FigureDef] {
        &[FigureDef {
            kind: MEEPLE,
            name: "meeple",
            meeple: true,
            neutral: false,
            strength: 1,
            stands_on: &[Feature::Road, Feature::City, Feature::Field, Feature::Monastery],
            count: |_| 7,
        }]
    }

    fn rules(&self) -> &'static [RuleDef] {
        &[
            RuleDef { rule: ROAD, name: "road", at_end: false },
            RuleDef { rule: CITY, name: "city", at_end: false },
            RuleDef { rule: MONASTERY, name: "monastery", at_end: false },
            RuleDef { rule: GARDEN, name: "garden", at_end: false },
            RuleDef { rule: ROAD_INCOMPLETE, name: "road-incomplete", at_end: true },
            RuleDef { rule: CITY_INCOMPLETE, name: "city-incomplete", at_end: true },
            RuleDef { rule: MONASTERY_INCOMPLETE, name: "monastery-incomplete", at_end: false },
            RuleDef { rule: GARDEN_INCOMPLETE, name: "garden-incomplete", at_end: false },
            RuleDef { rule: FIELD, name: "field", at_end: true },
        ]
    }

    fn units(&self) -> &'static [UnitDef] {
        &[
            UnitDef { unit: TILE, name: "tile" },
            UnitDef { unit: COAT_OF_ARMS, name: "coat-of-arms" },
            UnitDef { unit: NEIGHBOUR, name: "neighbour" },
            UnitDef { unit: COMPLETED_CITY, name: "completed-city" },
        ]
    }

    fn actions(&self) -> &'static [&'static dyn Action] {
        &[&PlaceFigure]
    }

    /// First edition: "a completed city of two tiles scores 1 per tile and coat of arms".
    fn change_value(&self, position: &Position, region: RegionId, completed: bool, value: &mut Value) {
        let city = position.regions().feature(region) == Feature::City;
        if city && completed && position.option(SMALL_CITY) == SMALL_CITY_HALF {
            let two_tiles = value.terms().iter().any(|term| term.unit == TILE && term.count == 2);
            if two_tiles {
                value.terms_mut().iter_mut().for_each(|term| term.each = 1);
            }
        }
    }
}
