//! Traders & Builders (expansion 2, current edition): goods in cities, the builder with a second part of the turn, the pig.

use super::base_game::{COMPLETED_CITY, OFF, ON, SWITCH};
use super::{Expansion, Loose};
use crate::engine::error::{Reason, Violation};
use crate::engine::event::{Event, Rule, Unit, Value};
use crate::engine::moves::{Move, Place};
use crate::engine::position::Position;
use crate::engine::regions::{RegionId, SegmentRef};
use crate::engine::scoring;
use crate::engine::setup::{
    FigureDef, FigureKind, MAX_PLAYERS, OptionDef, OptionId, RuleDef, SetupContext, Token, TokenDef, UnitDef,
};
use crate::engine::state::SecondPart;
use crate::engine::tile::Feature;
use crate::engine::turn::{self, Action, Flow, Phase, Step, StepId};

const ID: &str = "traders-and-builders";

pub const BUILDER: FigureKind = FigureKind(5);
pub const PIG: FigureKind = FigureKind(6);

pub const SECOND_PART: OptionId = OptionId(10);
const OPTIONAL: u8 = 2;
pub const PIG_HERD: OptionId = OptionId(11);
pub const BUILDER_TRIGGER: OptionId = OptionId(21);
const COMPLETING: u8 = 2;

pub const GOODS: Rule = Rule(19);
pub const PIG_ON_FIELD: Unit = Unit(10);
pub const HERD_ON_FIELD: Unit = Unit(11);
pub const MOST_GOODS: Unit = Unit(12);

/// The goods, with the traits of cities that bring them.
const TOKENS: &[TokenDef] = &[
    TokenDef { token: Token(1), name: "wine", count: |_| 0 },
    TokenDef { token: Token(2), name: "grain", count: |_| 0 },
    TokenDef { token: Token(3), name: "cloth", count: |_| 0 },
];

pub struct TradersAndBuilders;

impl Expansion for TradersAndBuilders {
    fn id(&self) -> &'static str {
        ID
    }

    /// Whenever a set of it is in the game, somebody has one of its figures, or pig herds count.
    fn takes_part(&self, context: &SetupContext) -> bool {
        context.has_expansion(ID)
            || context.setup.options.get(PIG_HERD) == ON
            || self.figures().iter().any(|def| context.figure_count(def) > 0)
    }

    fn data(&self) -> Option<&'static str> {
        Some(include_str!("../../../data/traders-and-builders.toml"))
    }

    fn options(&self) -> &'static [OptionDef] {
        &[
            OptionDef {
                id: SECOND_PART,
                name: "second-part",
                values: &["forced", "optional"],
                default: |_| 1,
                description: "the second part of a turn that a builder brings must or may be taken",
            },
            OptionDef {
                id: PIG_HERD,
                name: "pig-herd",
                values: SWITCH,
                default: |_| OFF,
                description: "a field with a pig herd brings 1 more for each completed city to whoever scores it",
            },
            OptionDef {
                id: BUILDER_TRIGGER,
                name: "builder-trigger",
                values: &["extending", "completing"],
                default: |_| 1,
                description: "a builder brings a second part if its feature grows, or also if it is only completed, by an abbey",
            },
        ]
    }

    fn figures(&self) -> &'static [FigureDef] {
        &[
            FigureDef {
                kind: BUILDER,
                name: "builder",
                meeple: false,
                neutral: false,
                strength: 0,
                stands_on: &[Feature::Road, Feature::City],
                count: |context| u8::from(context.has_expansion(ID)),
            },
            FigureDef {
                kind: PIG,
                name: "pig",
                meeple: false,
                neutral: false,
                strength: 0,
                stands_on: &[Feature::Field],
                count: |context| u8::from(context.has_expansion(ID)),
            },
        ]
    }

    fn rules(&self) -> &'static [RuleDef] {
        &[RuleDef { rule: GOODS, name: "goods", at_end: true }]
    }

    fn units(&self) -> &'static [UnitDef] {
        &[
            UnitDef { unit: PIG_ON_FIELD, name: "pig" },
            UnitDef { unit: HERD_ON_FIELD, name: "pig-herd" },
            UnitDef { unit: MOST_GOODS, name: "most-goods" },
        ]
    }

    fn tokens(&self) -> &'static [TokenDef] {
        TOKENS
    }

    fn steps(&self) -> &'static [&'static dyn Step] {
        &[&Extended, &HandOut, &NextPart]
    }

    fn actions(&self) -> &'static [&'static dyn Action] {
        &[&Join]
    }

    /// "If you score the field, your pig brings 1 more for each completed city: 4 instead of 3." More than one pig of a
    /// player changes nothing.
    fn change_share(&self, position: &Position, region: RegionId, player: u8, _completed: bool, value: &mut Value) {
        if position.regions().feature(region) != Feature::Field {
            return;
        }
        let cities = value.terms().iter().find(|term| term.unit == COMPLETED_CITY).map_or(0, |term| term.count);
        if position.figures_on(region).any(|figure| figure.player == player && figure.kind == PIG) {
            *value = value.add(PIG_ON_FIELD, cities, 1);
        }
        if position.option(PIG_HERD) != OFF {
            let herd = position.catalogue().trait_named("pig-herd");
            if scoring::traits(position, region).contains(herd) {
                *value = value.add(HERD_ON_FIELD, cities, 1);
            }
        }
    }

    /// "For each kind of goods, whoever has most tokens scores 10 points; on a tie each of them."
    fn last_of_all(&self, position: &Position, events: &mut Vec<Event>) {
        let players = &position.state().players;
        let mut won = [0; MAX_PLAYERS];
        for def in TOKENS {
            let counts = players.iter().map(|player| player.tokens[def.token.0 as usize]);
            let most = counts.clone().max().unwrap_or(0);
            counts.enumerate().filter(|(_, count)| most > 0 && *count == most).for_each(|(seat, _)| won[seat] += 1);
        }
        for (player, kinds) in (0..).zip(won).filter(|(_, kinds)| *kinds > 0) {
            let value = Value::new(GOODS).add(MOST_GOODS, kinds, 10);
            events.push(Event::Scored { player, value, place: None });
        }
    }

    /// "Whenever a player's last meeple leaves a feature by any means, their builder or pig there returns to supply."
    fn figures_left(&self, position: &Position, events: &mut Vec<Event>) {
        for figure in position.state().figures.iter().filter(|figure| is_of_here(figure.kind)) {
            let region = position.region(SegmentRef { tile: figure.tile, segment: figure.segment });
            if !has_meeple(position, region, figure.player) {
                let place = position.place_of(figure);
                events.push(Event::FigureReturned { player: figure.player, figure: figure.kind, place });
            }
        }
    }

    fn loosens(&self, _: &Position) -> Loose {
        Loose { turns: true, parts: true, ..Loose::default() }
    }

    /// A builder or pig stands with a meeple of its owner; a second part and tokens have come from tiles.
    fn validate(&self, position: &Position, violations: &mut Vec<Violation>) {
        let state = position.state();
        if state.turn.second_part == Some(SecondPart::Due) && state.turn.placed == 0 {
            let text = "a second part follows from a tile that was placed in the first";
            violations.push(Violation::new("turn.second_part", Reason::WRONG_PHASE, text));
        }
        for figure in state.figures.iter().filter(|figure| figure.kind == BUILDER || figure.kind == PIG) {
            let region = position.region(SegmentRef { tile: figure.tile, segment: figure.segment });
            if !has_meeple(position, region, figure.player) {
                let text = "a builder or pig without a meeple of its owner on the feature";
                let path = format!("tiles[{}].figures", figure.tile);
                violations.push(Violation::new(path, Reason::FIGURE_PLACE, text));
            }
        }
        let context = position.setup_context();
        let most = |name: &str| {
            let symbol = context.catalogue.trait_named(name);
            let symbols = |kind: &crate::engine::TileKind| {
                kind.segments.iter().filter(|segment| segment.traits.contains(symbol)).count() as u32
            };
            let sets = context.setup.sets.iter().map(|(set, copies)| (context.catalogue.set(*set), *copies));
            let tiles =
                sets.flat_map(|(set, copies)| set.tiles.iter().map(move |(kind, count)| (*kind, count * copies)));
            tiles.map(|(kind, count)| symbols(context.catalogue.kind(kind)) * count).sum::<u32>()
        };
        for def in TOKENS {
            let taken: u32 = state.players.iter().map(|player| u32::from(player.tokens[def.token.0 as usize])).sum();
            let there_are = most(def.name);
            if taken > there_are {
                let text = format!("{taken} tokens of {}; the tiles bring {there_are}", def.name);
                violations.push(Violation::new("players", Reason::OUT_OF_RANGE, text));
            }
        }
    }
}

/// Whether a player has a meeple on a region.
fn has_meeple(position: &Position, region: RegionId, player: u8) -> bool {
    let own = position.figures_on(region).filter(|figure| figure.player == player);
    own.filter_map(|figure| position.figure_def(figure.kind)).any(|def| def.meeple)
}

/// "If your tile becomes part of a road or city that holds your builder, placed earlier, this turn gets a second part. Only
/// the owner, only in their own turn. Never a third; two builder features at once: still one."
struct Extended;

const EXTENDED: StepId = StepId(215);

impl Step for Extended {
    fn id(&self) -> StepId {
        EXTENDED
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let turn = &position.state().turn;
        let Some(tile) = position.last_tile().filter(|_| turn.second_part.is_none()) else { return Flow::Next };
        let has_builder = |region: RegionId| {
            position.figures_on(region).any(|figure| figure.player == turn.player && figure.kind == BUILDER)
        };
        let grown = (0..position.tile(tile).1.segments.len() as u8)
            .any(|segment| has_builder(position.region(SegmentRef { tile, segment })));
        // first edition: a feature closed by a tile that shows none of it has been completed, which is enough
        let completed = || {
            let mut features = turn::features_of_turn(position).into_iter();
            position.option(BUILDER_TRIGGER) == COMPLETING
                && features.any(|region| position.is_completed(region) && has_builder(region))
        };
        if grown || completed() {
            events.push(Event::SecondPartDue { player: turn.player });
        }
        Flow::Next
    }
}

/// "When a city with goods is completed, the player who placed the tile takes one token for each symbol, whoever owns the
/// city, even if nobody does."
struct HandOut;

const HAND_OUT: StepId = StepId(405);

impl Step for HandOut {
    fn id(&self) -> StepId {
        HAND_OUT
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let mut cities = turn::features_of_turn(position);
        cities.retain(|region| position.regions().feature(*region) == Feature::City && position.is_completed(*region));
        for def in TOKENS {
            let symbol = position.catalogue().trait_named(def.name);
            let members = cities.iter().flat_map(|city| position.regions().members(*city));
            let count = members.filter(|at| position.segment(*at).traits.contains(symbol)).count();
            if count > 0 {
                let player = position.state().turn.player;
                let count = u8::try_from(count).unwrap_or(u8::MAX);
                events.push(Event::TokensTaken { player, token: def.token, count });
            }
        }
        Flow::Next
    }
}

/// "Second part: draw, action, scoring." Forced, or by the option a decision.
struct NextPart;

const NEXT_PART: StepId = StepId(475);

fn begin(position: &Position, events: &mut Vec<Event>) -> Flow {
    events.push(Event::SecondPartStarted { player: position.state().turn.player });
    Flow::GoTo(turn::TURN)
}

impl Step for NextPart {
    fn id(&self) -> StepId {
        NEXT_PART
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: NEXT_PART, number: 10, name: "next-part" })
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        // nothing to place, nothing to decide
        let own = &position.state().players[position.state().turn.player as usize];
        let in_hand = || own.face_down() > 0 || own.open().any(|kind| turn::fits_somewhere(position, kind));
        let more = !turn::is_empty(position) || in_hand();
        if position.state().turn.second_part != Some(SecondPart::Due) || !more {
            return Flow::Next;
        }
        if position.option(SECOND_PART) == OPTIONAL { Flow::Wait } else { begin(position, events) }
    }

    fn legal(&self, _: &Position, moves: &mut Vec<Move>) {
        turn::go_on_or_not(moves);
    }

    fn check(&self, _: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        turn::check_go_on_or_not(mv, violations);
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if *mv == Move::TakeTurn { begin(position, events) } else { Flow::Next }
    }
}

/// "Builder: on a road or city of the tile just placed, unfinished, where you have a meeple; others' figures do not matter.
/// Pig: on a field of that tile where you have a farmer. Both stay until the feature is scored or left lonely."
struct Join;

/// Why a figure cannot join there.
fn against(position: &Position, def: &FigureDef, at: SegmentRef) -> Option<(&'static str, Reason, String)> {
    let feature = position.segment(at).feature;
    let region = position.region(at);
    let player = position.state().turn.player;
    if let Some((reason, text)) = turn::barred(position, at.tile) {
        return Some(("place", reason, text.into()));
    }
    if !def.stands_on.contains(&feature) {
        let text = format!("no {} may stand on a {}", def.name, feature.name());
        return Some(("figure", Reason::FIGURE_NOT_ALLOWED, text));
    }
    if !has_meeple(position, region, player) {
        let text = format!("the player has no meeple on the {}", feature.name());
        return Some(("place", Reason::FIGURE_NOT_ALLOWED, text));
    }
    if position.is_completed(region) {
        let text = format!("the {} is completed", feature.name());
        return Some(("place", Reason::FIGURE_NOT_ALLOWED, text));
    }
    None
}

fn is_of_here(kind: FigureKind) -> bool {
    kind == BUILDER || kind == PIG
}

impl Action for Join {
    fn is(&self, _: &Position, mv: &Move) -> bool {
        matches!(mv, Move::PlaceFigure { figure, place: Place::Segment { .. } } if is_of_here(*figure))
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        let Some(tile) = position.last_tile() else { return };
        let supply = &position.state().players[position.state().turn.player as usize].supply;
        let own = |def: &&FigureDef| supply[def.kind.0 as usize] > 0;
        for def in TradersAndBuilders.figures().iter().filter(own) {
            for (number, segment) in (0..).zip(&position.tile(tile).1.segments) {
                if against(position, def, SegmentRef { tile, segment: number }).is_none() {
                    moves.extend(segment.each_square().map(|square| {
                        let place = Place::Segment { square: position.square(tile, square), segment: number };
                        Move::PlaceFigure { figure: def.kind, place }
                    }));
                }
            }
        }
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::PlaceFigure { figure, place } = *mv else { return };
        let mut refuse = |field: &str, reason, text: String| {
            violations.push(Violation::new(format!("place_figure.{field}"), reason, text));
        };
        let Some(def) = position.figure_def(figure) else {
            return refuse("figure", Reason::UNKNOWN_FIGURE, "no such kind of figure in this game".into());
        };
        if position.state().players[position.state().turn.player as usize].supply[figure.0 as usize] == 0 {
            refuse("figure", Reason::NO_FIGURE_LEFT, format!("no {} in the supply", def.name));
        }
        let Some((at, _)) = position.resolve(place) else {
            return refuse("place", Reason::NO_SUCH_SEGMENT, "no tile with this segment there".into());
        };
        if Some(at.tile) != position.last_tile() {
            refuse("place", Reason::NOT_THE_PLACED_TILE, "not the tile just placed".into());
        }
        if let Some((field, reason, text)) = against(position, def, at) {
            refuse(field, reason, text);
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) {
        if let Move::PlaceFigure { figure, place } = *mv {
            events.push(Event::FigurePlaced { player: position.state().turn.player, figure, place });
        }
    }
}
