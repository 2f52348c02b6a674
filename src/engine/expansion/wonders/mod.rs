//! The Wonders of Humanity: twelve wonders, each one tile of five squares that its owner places instead of drawing. Rules
//! of set I (2023) as changed by those of set II (2024); set III as "How to play" of 2024 tells it.
//!
//! Each wonder with an effect has a file of its own; `obtain` is how a player comes by one, `unplaced` what happens until
//! it lies on the table, `meeples` which figures go on it then.

mod abu_simbel;
mod alhambra;
mod angkor_wat;
mod circus_maximus;
mod cothon;
mod great_wall;
mod meeples;
mod nazca_lines;
mod notre_dame;
mod obtain;
mod stonehenge;
mod taj_mahal;
mod terracotta_army;
mod tikal;
mod unplaced;

use super::base_game::MEEPLE;
use super::inns_and_cathedrals::LARGE_MEEPLE;
use super::{Expansion, Loose, Placement};
use crate::engine::catalogue::Kind;
use crate::engine::error::{Reason, Violation};
use crate::engine::event::{Event, Rule, Unit};
use crate::engine::geometry::{Pos, Rotation};
use crate::engine::moves::Place;
use crate::engine::position::Position;
use crate::engine::regions::{RegionId, SegmentRef};
use crate::engine::setup::{self, FigureDef, FigureKind, OptionDef, OptionId, RuleDef, SetupContext, UnitDef};
use crate::engine::state::{Elsewhere, Figure, Held, SecondPart};
use crate::engine::tile::Feature;
use crate::engine::turn::{Action, Flow, Step, StepId};

const ID: &str = "wonders";

/// Marks whose wonder it is; stands on no feature.
pub const MARKER: FigureKind = FigureKind(4);

pub const PER_PLAYER: OptionId = OptionId(7);
pub const TWO: u8 = 2;
pub const MARKED_BY: OptionId = OptionId(8);
pub const BY_LARGE_MEEPLE: u8 = 2;
pub const ALHAMBRA_RULE: OptionId = OptionId(9);
pub const ALHAMBRA_2023: u8 = 2;

pub const STONEHENGE: Rule = Rule(10);
pub const NOTRE_DAME: Rule = Rule(11);
pub const CIRCUS_MAXIMUS: Rule = Rule(12);
pub const ALHAMBRA: Rule = Rule(13);
pub const TIKAL: Rule = Rule(14);
pub const ANGKOR_WAT: Rule = Rule(15);
pub const TERRACOTTA_ARMY: Rule = Rule(16);
pub const GREAT_WALL: Rule = Rule(17);
pub const TAJ_MAHAL: Rule = Rule(18);

pub const FIGURE: Unit = Unit(5);
pub const ROAD: Unit = Unit(6);
pub const CITY: Unit = Unit(7);
pub const MONASTERY: Unit = Unit(8);
pub const LINE: Unit = Unit(9);

pub const NEEDS_RIVER: Reason = Reason::new(77, "WONDER_NEEDS_RIVER");
pub const NO_ROOM: Reason = Reason::new(78, "WONDER_NO_ROOM");
pub const NOT_READY: Reason = Reason::new(79, "WONDER_NOT_READY");
pub const NOT_DUE: Reason = Reason::new(80, "WONDER_NOT_DUE");
pub const NOT_BY_RIVER: Reason = Reason::new(81, "WONDER_NOT_BY_RIVER");
pub const COMPLETED: Reason = Reason::new(82, "WONDER_COMPLETED_FEATURE");
pub const SPACE: Reason = Reason::new(83, "WONDER_SPACE");
pub const NOT_HELD: Reason = Reason::new(84, "WONDER_NOT_HELD");

/// Where whoever chose a wonder that lies on the table already claims its features.
const STEP_CLAIM: StepId = StepId(460);

pub struct Wonders;

impl Expansion for Wonders {
    fn id(&self) -> &'static str {
        ID
    }

    fn takes_part(&self, context: &SetupContext) -> bool {
        context.has_expansion(ID)
    }

    fn data(&self) -> Option<&'static str> {
        Some(include_str!("../../../../data/wonders.toml"))
    }

    fn options(&self) -> &'static [OptionDef] {
        &[
            OptionDef {
                id: PER_PLAYER,
                name: "wonders-per-player",
                values: &["one", "two"],
                default: |_| 1,
                description: "how many wonders a player can obtain; the second at 50 points",
            },
            OptionDef {
                id: MARKED_BY,
                name: "wonder-marker",
                values: &["token", "large-meeple"],
                default: |_| 1,
                description: "a player's (first) wonder is marked by a token or by the large meeple",
            },
            OptionDef {
                id: ALHAMBRA_RULE,
                name: "alhambra-rule",
                values: &["2024", "2023"],
                default: |_| 1,
                description: "each farmer brings 5 points, 6 in a game of at least 120 tiles (2024), or 4 (2023)",
            },
        ]
    }

    fn figures(&self) -> &'static [FigureDef] {
        &[FigureDef {
            kind: MARKER,
            name: "marker",
            meeple: false,
            neutral: false,
            strength: 0,
            stands_on: &[],
            count: |context| {
                let options = &context.setup.options;
                let wonders = if options.get(PER_PLAYER) == TWO { 2 } else { 1 };
                let tokens = wonders - u8::from(options.get(MARKED_BY) == BY_LARGE_MEEPLE);
                if Wonders.takes_part(context) { tokens } else { 0 }
            },
        }]
    }

    fn rules(&self) -> &'static [RuleDef] {
        &[
            RuleDef { rule: STONEHENGE, name: "stonehenge", at_end: false },
            RuleDef { rule: NOTRE_DAME, name: "notre-dame", at_end: false },
            RuleDef { rule: CIRCUS_MAXIMUS, name: "circus-maximus", at_end: true },
            RuleDef { rule: ALHAMBRA, name: "alhambra", at_end: true },
            RuleDef { rule: TIKAL, name: "tikal", at_end: false },
            RuleDef { rule: ANGKOR_WAT, name: "angkor-wat", at_end: true },
            RuleDef { rule: TERRACOTTA_ARMY, name: "terracotta-army", at_end: true },
            RuleDef { rule: GREAT_WALL, name: "great-wall", at_end: false },
            RuleDef { rule: TAJ_MAHAL, name: "taj-mahal", at_end: false },
        ]
    }

    fn units(&self) -> &'static [UnitDef] {
        &[
            UnitDef { unit: FIGURE, name: "figure" },
            UnitDef { unit: ROAD, name: "road" },
            UnitDef { unit: CITY, name: "city" },
            UnitDef { unit: MONASTERY, name: "monastery" },
            UnitDef { unit: LINE, name: "line" },
        ]
    }

    fn reasons(&self) -> &'static [Reason] {
        &[NEEDS_RIVER, NO_ROOM, NOT_READY, NOT_DUE, NOT_BY_RIVER, COMPLETED, SPACE, NOT_HELD]
    }

    fn steps(&self) -> &'static [&'static dyn Step] {
        &[
            &unplaced::Begin,
            &abu_simbel::TwoTiles,
            &unplaced::Placed,
            &unplaced::Again,
            &meeples::Second,
            &cothon::Return,
            &obtain::Due,
            &obtain::Take,
            &cothon::Claim,
            &nazca_lines::AnotherTurn,
        ]
    }

    fn actions(&self) -> &'static [&'static dyn Action] {
        &[&taj_mahal::Place, &taj_mahal::TakeBack, &cothon::Send]
    }

    fn check_setup(&self, context: &SetupContext, violations: &mut Vec<Violation>) {
        let none = setup::figure(LARGE_MEEPLE).is_none_or(|def| context.figure_count(def) == 0);
        if none && context.setup.options.get(MARKED_BY) == BY_LARGE_MEEPLE {
            let text = "no player has a large meeple to mark a wonder with";
            violations.push(Violation::new("options.wonder_marker", Reason::UNKNOWN_FIGURE, text));
        }
        let [marker] = self.figures() else { return };
        if let Some((_, count)) = context.setup.figures.iter().find(|(kind, _)| *kind == marker.kind) {
            let wanted = (marker.count)(context);
            if *count != wanted {
                let text = format!("{count} markers; each player needs {wanted}");
                violations.push(Violation::new("figures", Reason::FIGURE_COUNT, text));
            }
        }
    }

    /// One for each player, in the variant two; or "as many as you wish" (2024).
    fn tiles_ready(&self, context: &SetupContext) -> u32 {
        let each = if context.setup.options.get(PER_PLAYER) == TWO { 2 } else { 1 };
        each * context.setup.players.len() as u32
    }

    /// "Cothon of Carthage (playable only with the river)" (2024).
    fn leaves_out(&self, context: &SetupContext, kind: Kind) -> Option<(Reason, String)> {
        let shows_river = |kind: Kind| context.catalogue.kind(kind).shows(Feature::River);
        let sets = || context.setup.sets.iter().map(|(set, _)| context.catalogue.set(*set));
        let river = || sets().flat_map(|set| &set.tiles).any(|(kind, _)| shows_river(*kind));
        let refused = shows_river(kind) && !river();
        refused.then(|| (NEEDS_RIVER, "can only be played with the river".into()))
    }

    fn waiting_figures(&self, context: &SetupContext) -> Vec<Elsewhere> {
        obtain::waiting_figures(context)
    }

    fn advice(&self, context: &SetupContext, notes: &mut Vec<String>) {
        let wanted = if context.setup.options.get(PER_PLAYER) == TWO { 120 } else { 90 };
        let tiles = context.ordinary_tiles();
        if tiles < wanted {
            notes.push(format!("{tiles} tiles; at least {wanted} are recommended with this number of wonders"));
        }
        let ready = match context.resolved_offer() {
            Some(setup::Offer::Kinds(kinds)) => kinds.len() as u32,
            Some(setup::Offer::Drawn(count)) => count,
            None => 0,
        };
        let needed = self.tiles_ready(context);
        if ready < needed {
            notes.push(format!("{ready} wonders lie ready, though the players could take {needed}"));
        }
    }

    fn restricts(&self, position: &Position, kind: Kind) -> bool {
        unplaced::makes_room(position, kind)
    }

    fn allows_tile(
        &self,
        position: &Position,
        kind: Kind,
        pos: Pos,
        rotation: Rotation,
        violations: Option<&mut Vec<Violation>>,
    ) -> bool {
        unplaced::leaves_room(position, kind, pos, rotation, violations)
    }

    fn figure_placed(&self, position: &Position, placement: &Placement, events: &mut Vec<Event>) {
        notre_dame::figure_placed(position, placement, events);
    }

    fn before_scoring(&self, position: &Position, completed: &[RegionId], events: &mut Vec<Event>) {
        stonehenge::before_scoring(position, completed, events);
    }

    fn with_feature(&self, position: &Position, region: RegionId, completed: bool, events: &mut Vec<Event>) {
        taj_mahal::with_feature(position, region, events);
        if completed {
            tikal::city_scored(position, region, events);
        }
    }

    fn after_scoring(&self, position: &Position, completed: &[RegionId], events: &mut Vec<Event>) {
        cothon::after_scoring(position, completed, events);
    }

    fn prolong(&self, position: &Position, events: &mut Vec<Event>) -> Option<Flow> {
        abu_simbel::prolong(position, events)
    }

    fn resume_from(&self, position: &Position) -> Option<StepId> {
        obtain::resume_from(position)
    }

    fn has_left_over(&self, position: &Position, player: u8) -> bool {
        unplaced::has_left_over(position, player)
    }

    /// "At the end of the game, you first score the wonders that score at the end of the game": in turn order of their
    /// owners.
    fn at_the_end(&self, position: &Position, events: &mut Vec<Event>) {
        let mut wonders: Vec<Wonder> = Wonder::all(position).collect();
        wonders.sort_by_key(|wonder| (wonder.owner, wonder.tile));
        for wonder in wonders {
            circus_maximus::at_the_end(position, wonder, events);
            alhambra::at_the_end(position, wonder, events);
            angkor_wat::at_the_end(position, wonder, events);
            terracotta_army::at_the_end(position, wonder, events);
        }
    }

    fn may_wait(&self, position: &Position, figure: &Elsewhere) -> bool {
        match figure.place {
            Place::Track { .. } => true,
            Place::Tile { .. } => {
                let large = position.option(MARKED_BY) == BY_LARGE_MEEPLE && figure.kind == LARGE_MEEPLE;
                let marker = figure.kind == MARKER || large;
                marker && position.tile_of(figure.place).is_some_and(|t| is_wonder(position, position.tile(t).0.kind))
            }
            Place::Space { .. } => {
                figure.kind == MEEPLE && (taj_mahal::holds(position, figure) || cothon::holds(position, figure))
            }
            Place::Segment { .. } | Place::Square { .. } | Place::Corner { .. } => false,
        }
    }

    fn may_hold(&self, position: &Position, player: u8, held: Held) -> bool {
        match held {
            Held::Open(kind) => is_wonder(position, kind),
            Held::Down(_) | Held::Hidden => abu_simbel::may_hold(position, player, held),
        }
    }

    /// "You may immediately place up to 2 meeples" (2023).
    fn figures_of_turn(&self, position: &Position, kind: Kind) -> usize {
        if is_wonder(position, kind) { meeples::MOST.into() } else { 1 }
    }

    /// Wonders are placed instead of tiles drawn, some bring another turn or a choice of tiles, and one sends meeples to
    /// features of long ago.
    fn loosens(&self, position: &Position) -> Loose {
        Loose { turns: true, tiles: true, figures: cothon::is_owned(position), ..Loose::default() }
    }

    fn validate(&self, position: &Position, violations: &mut Vec<Violation>) {
        unplaced::validate(position, violations);
        obtain::validate(position, violations);
        meeples::validate(position, violations);
        taj_mahal::validate(position, violations);
    }
}

/// A wonder on the table with its marker.
#[derive(Clone, Copy)]
struct Wonder {
    owner: u8,
    tile: u16,
    kind: Kind,
}

impl Wonder {
    /// All of them, in no particular order but always the same.
    fn all(position: &Position) -> impl Iterator<Item = Wonder> {
        position.state().elsewhere.iter().filter_map(|figure| {
            let Place::Tile { .. } = figure.place else { return None };
            let tile = position.tile_of(figure.place)?;
            Some(Wonder { owner: figure.player, tile, kind: position.tile(tile).0.kind })
        })
    }

    /// The wonder with that effect.
    fn with(position: &Position, name: &str) -> Option<Wonder> {
        Wonder::all(position).find(|wonder| wonder.is(position, name))
    }

    fn is(self, position: &Position, name: &str) -> bool {
        has_effect(position, self.kind, name)
    }

    /// Whether it was placed in this turn, with which a part of it ends.
    fn is_new(self, position: &Position) -> bool {
        let first_part_ended_with = || position.tiles_of_turn().start.checked_sub(1);
        let second_part = position.state().turn.second_part == Some(SecondPart::UnderWay);
        position.last_tile() == Some(self.tile) || second_part && first_part_ended_with() == Some(self.tile.into())
    }

    /// Where its marker stands.
    fn place(self, position: &Position) -> Place {
        Place::Tile { square: position.square(self.tile, 0) }
    }
}

/// A wonder is told by a trait of its tile, so that another tile can take its part.
fn has_effect(position: &Position, kind: Kind, name: &str) -> bool {
    let catalogue = position.catalogue();
    catalogue.kind(kind).traits.contains(catalogue.trait_named(name))
}

/// Whether a tile is one of the wonders.
fn is_wonder(position: &Position, kind: Kind) -> bool {
    position.lies_beside(kind) && has_effect(position, kind, "wonder")
}

/// The wonders in front of a player, ascending.
fn unplaced_wonders(position: &Position, player: u8) -> impl Iterator<Item = Kind> {
    position.state().players[player as usize].open().filter(|kind| is_wonder(position, *kind))
}

/// The marker that a player's next wonder gets: with that option, the first is the large meeple.
fn next_marker(position: &Position, player: u8) -> FigureKind {
    let marks = |figure: &Elsewhere| {
        let on_wonder = matches!(figure.place, Place::Tile { .. });
        on_wonder && figure.player == player && figure.kind == LARGE_MEEPLE
    };
    let large = position.option(MARKED_BY) == BY_LARGE_MEEPLE && !position.state().elsewhere.iter().any(marks);
    if large { LARGE_MEEPLE } else { MARKER }
}

/// Whether a figure is a meeple: builders and pigs are not among those that wonders count.
fn is_meeple(position: &Position, figure: &Figure) -> bool {
    position.figure_def(figure.kind).is_some_and(|def| def.meeple)
}

/// The owners of all meeples on a kind of feature, each with its region.
fn meeples_on(position: &Position, feature: Feature) -> impl Iterator<Item = (u8, RegionId)> {
    let meeples = position.state().figures.iter().filter(|figure| is_meeple(position, figure));
    let regions = meeples
        .map(|figure| (figure.player, position.region(SegmentRef { tile: figure.tile, segment: figure.segment })));
    regions.filter(move |(_, region)| position.regions().feature(*region) == feature)
}

/// Number of a player's meeples on a region.
fn own_meeples(position: &Position, region: RegionId, player: u8) -> u32 {
    let own = position.figures_on(region).filter(|figure| figure.player == player);
    own.filter(|figure| is_meeple(position, figure)).count() as u32
}
