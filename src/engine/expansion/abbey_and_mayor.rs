//! Abbey & Mayor (expansion 5, current edition): an abbey that each player may place in a hole, the mayor who counts coats of
//! arms, the wagon that goes on after scoring, the barn on a corner of four fields.

use super::base_game::{COMPLETED_CITY, OFF, ON, SWITCH};
use super::{Expansion, Loose};
use crate::engine::catalogue::Kind;
use crate::engine::error::{Reason, Violation};
use crate::engine::event::{Event, Rule, Value};
use crate::engine::geometry::{Pos, Rotation, Side};
use crate::engine::moves::{Move, Place};
use crate::engine::position::Position;
use crate::engine::regions::{RegionId, SegmentRef};
use crate::engine::scoring;
use crate::engine::setup::{FigureDef, FigureKind, OptionDef, OptionId, RuleDef, SetupContext};
use crate::engine::state::{Elsewhere, Figure, Held};
use crate::engine::tile::{Feature, Segment, Traits};
use crate::engine::turn::{self, Action, Decider, Flow, Phase, Step, StepId, not_now};

const ID: &str = "abbey-and-mayor";
/// Trait of the tile that each player has.
const ABBEY: &str = "abbey";
/// What the names of traits begin with by which a wagon's ways are told: segments of a tile with the same are connected.
const WAY: &str = "way-";

pub const MAYOR: FigureKind = FigureKind(7);
pub const WAGON: FigureKind = FigureKind(8);
pub const BARN: FigureKind = FigureKind(9);

pub const ABBEYS: OptionId = OptionId(17);
pub const ABBEY_ROUND: OptionId = OptionId(18);
pub const WAGON_MOVE: OptionId = OptionId(19);
const CONNECTED: u8 = 2;
pub const BARN_PLACEMENT: OptionId = OptionId(20);
const OCCUPIED: u8 = 2;

pub const BARN_FIELD: Rule = Rule(23);
pub const BARN_PLACED: Rule = Rule(24);
pub const BARN_JOINED: Rule = Rule(25);

pub const NEEDS_HOLE: Reason = Reason::new(95, "ABBEY_NEEDS_HOLE");
pub const NO_CORNER: Reason = Reason::new(96, "NO_BARN_CORNER");
pub const TOO_FAR: Reason = Reason::new(97, "WAGON_TOO_FAR");

pub struct AbbeyAndMayor;

impl Expansion for AbbeyAndMayor {
    fn id(&self) -> &'static str {
        ID
    }

    /// Whenever a set of it is in the game, somebody has one of its figures, or abbeys are wanted.
    fn takes_part(&self, context: &SetupContext) -> bool {
        context.has_expansion(ID)
            || context.setup.options.get(ABBEYS) == ON
            || self.figures().iter().any(|def| context.figure_count(def) > 0)
    }

    fn data(&self) -> Option<&'static str> {
        Some(include_str!("../../../data/abbey-and-mayor.toml"))
    }

    fn options(&self) -> &'static [OptionDef] {
        &[
            OptionDef {
                id: ABBEYS,
                name: "abbey",
                values: SWITCH,
                default: |context| if context.has_expansion(ID) { ON } else { OFF },
                description: "each player has an abbey",
            },
            OptionDef {
                id: ABBEY_ROUND,
                name: "abbey-round",
                values: SWITCH,
                default: |_| ON,
                description: "after the last tile, every player may place their abbey",
            },
            OptionDef {
                id: WAGON_MOVE,
                name: "wagon-move",
                values: &["near", "connected"],
                default: |_| 1,
                description: "a wagon goes to a feature near it, or to one that the scored feature is connected with",
            },
            OptionDef {
                id: BARN_PLACEMENT,
                name: "barn-placement",
                values: &["not-occupied", "occupied"],
                default: |_| 1,
                description: "a barn may not or may be placed in a field that has one",
            },
        ]
    }

    fn figures(&self) -> &'static [FigureDef] {
        &[
            FigureDef {
                kind: MAYOR,
                name: "mayor",
                meeple: true,
                neutral: false,
                strength: 1,
                stands_on: &[Feature::City],
                count: |context| u8::from(context.has_expansion(ID)),
            },
            FigureDef {
                kind: WAGON,
                name: "wagon",
                meeple: true,
                neutral: false,
                strength: 1,
                stands_on: &[Feature::Road, Feature::City, Feature::Monastery],
                count: |context| u8::from(context.has_expansion(ID)),
            },
            FigureDef {
                kind: BARN,
                name: "barn",
                meeple: false,
                neutral: false,
                strength: 0,
                stands_on: &[],
                count: |context| u8::from(context.has_expansion(ID)),
            },
        ]
    }

    fn rules(&self) -> &'static [RuleDef] {
        &[
            RuleDef { rule: BARN_FIELD, name: "barn", at_end: true },
            RuleDef { rule: BARN_PLACED, name: "field-barn-placed", at_end: false },
            RuleDef { rule: BARN_JOINED, name: "field-barn-joined", at_end: false },
        ]
    }

    fn reasons(&self) -> &'static [Reason] {
        &[NEEDS_HOLE, NO_CORNER, TOO_FAR]
    }

    fn steps(&self) -> &'static [&'static dyn Step] {
        &[&AbbeyOrDraw, &BarnFields, &WagonsMove]
    }

    fn actions(&self) -> &'static [&'static dyn Action] {
        &[&PlaceBarn]
    }

    fn hands(&self, context: &SetupContext) -> Vec<Kind> {
        let wanted = match context.setup.options.get(ABBEYS) {
            0 => context.has_expansion(ID),
            given => given == ON,
        };
        let catalogue = context.catalogue;
        let shows = |kind: &Kind| catalogue.kind(*kind).traits.contains(catalogue.trait_named(ABBEY));
        if wanted { catalogue.all_kinds().find(shows).into_iter().collect() } else { Vec::new() }
    }

    fn restricts(&self, position: &Position, kind: Kind) -> bool {
        is_abbey(position, kind)
    }

    /// "An empty space with tiles on all four sides."
    fn allows_tile(
        &self,
        position: &Position,
        kind: Kind,
        pos: Pos,
        rotation: Rotation,
        violations: Option<&mut Vec<Violation>>,
    ) -> bool {
        let squares = position.kind(kind).squares(rotation);
        let own = |at: Pos| squares.iter().any(|square| pos + square.offset == at);
        let mut around = squares.iter().flat_map(|square| Side::ALL.map(|side| (pos + square.offset).step(side)));
        let hole = around.all(|at| own(at) || !position.board().is_empty(at));
        if let Some(violations) = violations.filter(|_| !hole) {
            violations.push(Violation::new("place_tile", NEEDS_HOLE, "an abbey needs a tile on each of its sides"));
        }
        hole
    }

    /// "The mayor counts as many as the city has coats of arms."
    fn strength(&self, position: &Position, region: RegionId, figure: &Figure) -> Option<u32> {
        (figure.kind == MAYOR).then(|| scoring::coats_of_arms(position, region))
    }

    /// A wagon goes home or on when all is scored.
    fn stays(&self, position: &Position, figure: &Figure) -> bool {
        figure.kind == WAGON && (turn::SCORE..=WAGONS).contains(&position.state().turn.step)
    }

    fn has_left_over(&self, position: &Position, player: u8) -> bool {
        position.option(ABBEY_ROUND) == ON && placeable_abbey(position, player).is_some()
    }

    /// "Barns: 4 points for each completed city to their owners, each in full if fields were joined."
    fn after_features(&self, position: &Position, events: &mut Vec<Event>) {
        let mut scored: Vec<(u8, RegionId)> = Vec::new();
        for barn in barns(position) {
            let Some(region) = field_of(position, barn) else { continue };
            if scored.contains(&(barn.player, region)) {
                continue;
            }
            scored.push((barn.player, region));
            let cities = scoring::completed_cities(position, region).len() as u32;
            let value = Value::new(BARN_FIELD).add(COMPLETED_CITY, cities, 4);
            events.push(Event::Scored { player: barn.player, value, place: Some(barn.place) });
        }
    }

    fn may_wait(&self, position: &Position, figure: &Elsewhere) -> bool {
        figure.kind == BARN && field_of(position, figure).is_some()
    }

    fn may_hold(&self, position: &Position, player: u8, held: Held) -> bool {
        let abbeys = position.state().players[player as usize].open().filter(|kind| is_abbey(position, *kind)).count();
        abbeys == 1 && matches!(held, Held::Open(kind) if is_abbey(position, kind))
    }

    /// An abbey is placed instead of a tile drawn, and after the last tile; a wagon goes to features of earlier tiles.
    fn loosens(&self, _: &Position) -> Loose {
        Loose { turns: true, figures: true, ..Loose::default() }
    }

    /// An abbey lies in a hole; farmers on a field with a barn are scored in the turn in which they came there.
    fn validate(&self, position: &Position, violations: &mut Vec<Violation>) {
        let state = position.state();
        for (i, tile) in state.tiles.iter().enumerate().filter(|(_, tile)| is_abbey(position, tile.kind)) {
            let before = |pos: Pos| position.board().at(pos).is_some_and(|covered| usize::from(covered.tile) < i);
            let squares = position.kind(tile.kind).squares(tile.rotation);
            let own = |at: Pos| squares.iter().any(|square| tile.pos + square.offset == at);
            let mut around = squares.iter().flat_map(|s| Side::ALL.map(|side| (tile.pos + s.offset).step(side)));
            if !around.all(|at| own(at) || before(at)) {
                let text = "an abbey that does not lie in a hole";
                violations.push(Violation::new(format!("tiles[{i}]"), Reason::PLACEMENT_ORDER, text));
            }
        }
        for region in barns(position).filter_map(|barn| field_of(position, barn)) {
            let farmers = position.figures_on(region).next().is_some();
            let new = |at: SegmentRef| position.tiles_of_turn().contains(&usize::from(at.tile));
            if farmers && (state.turn.step >= turn::SCORE || !position.regions().members(region).any(new)) {
                let text = "a farmer on a field with a barn";
                violations.push(Violation::new("elsewhere", Reason::UNSCORED, text));
            }
        }
    }
}

fn is_abbey(position: &Position, kind: Kind) -> bool {
    position.kind(kind).traits.contains(position.catalogue().trait_named(ABBEY))
}

/// A player's abbey, if it can be placed now. Decided: not before a river is finished.
fn placeable_abbey(position: &Position, player: u8) -> Option<Kind> {
    let river = position.catalogue().trait_named("river");
    let kinds = position.game().drawn.iter().filter(|kind| position.state().bag[kind.0 as usize] > 0);
    let flows = kinds.into_iter().any(|kind| position.kind(*kind).traits.contains(river));
    let abbey = position.state().players[player as usize].open().find(|kind| is_abbey(position, *kind))?;
    (!flows && turn::fits_somewhere(position, abbey)).then_some(abbey)
}

/// "Before drawing, a player may place their abbey instead, unseen what they would have drawn."
struct AbbeyOrDraw;

const ABBEY_STEP: StepId = StepId(90);

fn choice(position: &Position) -> Option<Kind> {
    let turn = &position.state().turn;
    // a tile that makes room for another is drawn
    if turn.placed > 0 { None } else { placeable_abbey(position, turn.player) }
}

impl Step for AbbeyOrDraw {
    fn id(&self) -> StepId {
        ABBEY_STEP
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: ABBEY_STEP, number: 14, name: "abbey" })
    }

    fn enter(&self, position: &Position, _: &mut Vec<Event>) -> Flow {
        if choice(position).is_some() { Flow::Wait } else { Flow::Next }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.push(Move::Pass);
        moves.extend(choice(position).map(|kind| Move::ChooseTile { kind }));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        match *mv {
            Move::Pass => {}
            Move::ChooseTile { kind } if choice(position) == Some(kind) => {}
            Move::ChooseTile { kind } => {
                let text = format!("{} is no abbey of the player's", position.kind(kind).id);
                violations.push(Violation::new("choose_tile.kind", Reason::WRONG_TILE, text));
            }
            _ => not_now(violations),
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        let Move::ChooseTile { kind } = *mv else { return Flow::Next };
        events.push(Event::TileChosen { player: position.state().turn.player, kind });
        Flow::GoTo(turn::PLACE_TILE)
    }
}

fn barns(position: &Position) -> impl Iterator<Item = &Elsewhere> {
    position.state().elsewhere.iter().filter(|figure| figure.kind == BARN)
}

/// The field of a barn.
fn field_of(position: &Position, barn: &Elsewhere) -> Option<RegionId> {
    position.field_of_corner(barn.place).map(|at| position.region(at))
}

/// "The barn goes on a corner of the tile just placed where four tiles meet and all four corners show field, whether farmers
/// are there or not, but not in a field with a barn."
struct PlaceBarn;

/// Corners of the tile just placed around which lies a field without a barn.
fn corners(position: &Position) -> Vec<Pos> {
    let Some(tile) = position.last_tile() else { return Vec::new() };
    let (placed, kind) = position.tile(tile);
    let squares = kind.squares(placed.rotation).iter().map(|square| placed.pos + square.offset);
    let mut corners: Vec<Pos> =
        squares.flat_map(|square| [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| square + Pos::new(x, y))).collect();
    corners.sort_unstable();
    corners.dedup();
    corners.retain(|corner| position.field_around(*corner).is_some());
    corners
}

fn has_barn(position: &Position, corner: Pos) -> bool {
    let field = position.field_around(corner).map(|at| position.region(at));
    field.is_some() && barns(position).any(|barn| field_of(position, barn) == field)
}

/// Whether another barn stands on the very corner, or in the field where that matters.
fn is_taken(position: &Position, corner: Pos) -> bool {
    let place = Place::Corner { square: corner };
    barns(position).any(|barn| barn.place == place)
        || position.option(BARN_PLACEMENT) != OCCUPIED && has_barn(position, corner)
}

fn has_barn_left(position: &Position) -> bool {
    position.state().players[position.state().turn.player as usize].supply[BARN.0 as usize] > 0
}

impl Action for PlaceBarn {
    fn is(&self, _: &Position, mv: &Move) -> bool {
        matches!(mv, Move::PlaceFigure { figure, .. } if *figure == BARN)
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        if has_barn_left(position) {
            let free = corners(position).into_iter().filter(|corner| !is_taken(position, *corner));
            moves.extend(free.map(|square| Move::PlaceFigure { figure: BARN, place: Place::Corner { square } }));
        }
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::PlaceFigure { place, .. } = *mv else { return };
        let mut refuse = |field: &str, reason, text: &str| {
            violations.push(Violation::new(format!("place_figure.{field}"), reason, text));
        };
        if !has_barn_left(position) {
            refuse("figure", Reason::NO_FIGURE_LEFT, "no barn in the supply");
        }
        match place {
            Place::Corner { square } if corners(position).contains(&square) => {
                if is_taken(position, square) {
                    refuse("place", Reason::OCCUPIED_FEATURE, "a barn stands in that field");
                }
            }
            _ => refuse("place", NO_CORNER, "not a corner of the tile just placed where four fields meet"),
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) {
        if let Move::PlaceFigure { figure, place } = *mv {
            events.push(Event::FigurePlaced { player: position.state().turn.player, figure, place });
        }
    }
}

/// "When a barn is placed, the farmers in its field score as at the end of the game. When a tile joins farmers to a field
/// with a barn, they score 1 for each completed city of the whole field. All farmers and pigs go home."
struct BarnFields;

impl Step for BarnFields {
    fn id(&self) -> StepId {
        StepId(402)
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let mut fields: Vec<(SegmentRef, RegionId)> = barns(position)
            .filter_map(|barn| field_of(position, barn))
            .map(|region| (position.regions().first_member(region), region))
            .filter(|(_, region)| position.figures_on(*region).next().is_some())
            .collect();
        fields.sort_unstable();
        fields.dedup();
        for (_, region) in &fields {
            let mut value = scoring::value(position, *region, false);
            if is_new(position, *region) {
                value.rule = BARN_PLACED;
            } else {
                value.rule = BARN_JOINED;
                value.terms_mut().iter_mut().filter(|term| term.unit == COMPLETED_CITY).for_each(|term| term.each = 1);
            }
            scoring::award_value(position, *region, false, value, events);
        }
        fields.iter().for_each(|(_, region)| scoring::send_home(position, *region, events));
        let fields: Vec<RegionId> = fields.into_iter().map(|(_, region)| region).collect();
        if !fields.is_empty() {
            position.game().expansions.iter().for_each(|e| e.after_scoring(position, &fields, events));
        }
        Flow::Next
    }
}

/// Whether a barn of a field was placed in this turn: before its last tile, its corner had no four tiles.
fn is_new(position: &Position, region: RegionId) -> bool {
    let last = |pos: Pos| position.board().at(pos).is_some_and(|covered| Some(covered.tile) == position.last_tile());
    barns(position).filter(|barn| field_of(position, barn) == Some(region)).any(|barn| match barn.place {
        Place::Corner { square } => Position::squares_around(square).into_iter().any(last),
        _ => false,
    })
}

/// "After all scoring, each wagon scored may be moved by its owner, the player whose turn it is first, then clockwise, to an
/// unoccupied, uncompleted road, city or monastery of its own tile or one of those around, or goes home. Later wagons see
/// where earlier ones went."
struct WagonsMove;

const WAGONS: StepId = StepId(430);

/// The wagons whose features were scored of the next player in turn order who has some.
fn scored_wagons(position: &Position) -> Vec<Figure> {
    let on_completed = |figure: &&Figure| {
        let region = position.region(SegmentRef { tile: figure.tile, segment: figure.segment });
        figure.kind == WAGON && position.is_completed(region)
    };
    let all: Vec<Figure> = position.state().figures.iter().filter(on_completed).copied().collect();
    let seats = position.state().players.len() as u8;
    let after = |seat: u8| (seat + seats - position.state().turn.player) % seats;
    let next = all.iter().map(|wagon| wagon.player).min_by_key(|seat| after(*seat));
    all.into_iter().filter(|wagon| Some(wagon.player) == next).collect()
}

/// Tiles near a wagon: its own, and those on the squares around it.
fn near(position: &Position, wagon: &Figure) -> Vec<u16> {
    let (placed, kind) = position.tile(wagon.tile);
    let around = kind.squares(placed.rotation).iter().flat_map(|square| (placed.pos + square.offset).around());
    let mut tiles: Vec<u16> = around.filter_map(|pos| position.board().at(pos)).map(|covered| covered.tile).collect();
    tiles.push(wagon.tile);
    tiles.sort_unstable();
    tiles.dedup();
    tiles
}

/// The segments with which a scored feature is connected by ways on its tiles, and the abbeys at which its roads end.
fn connected(position: &Position, wagon: &Figure) -> Vec<SegmentRef> {
    let region = position.region(SegmentRef { tile: wagon.tile, segment: wagon.segment });
    let catalogue = position.catalogue();
    let ways =
        |traits: Traits| -> Vec<&str> { catalogue.trait_names(traits).filter(|name| name.starts_with(WAY)).collect() };
    let mut found = Vec::new();
    for at in position.regions().members(region) {
        let (placed, kind) = position.tile(at.tile);
        let own = &kind.segments[at.segment as usize];
        let here = ways(own.traits);
        for (number, other) in (0u8..).zip(&kind.segments) {
            if number != at.segment && ways(other.traits).iter().any(|way| here.contains(way)) {
                found.push(SegmentRef { tile: at.tile, segment: number });
            }
        }
        // an abbey closes what meets it, whichever side is the wagon's
        for (square, side) in &own.edges {
            let beyond = position.square(at.tile, *square).step(side.turned(placed.rotation));
            let abbey =
                position.board().at(beyond).filter(|there| is_abbey(position, position.tile(there.tile).0.kind));
            found.extend(abbey.and_then(|there| {
                let monastery = |segment: &Segment| segment.feature == Feature::Monastery;
                let segment = position.tile(there.tile).1.segments.iter().position(monastery)?;
                Some(SegmentRef { tile: there.tile, segment: segment as u8 })
            }));
        }
        if is_abbey(position, placed.kind) {
            for side in Side::ALL {
                let beyond = position.board().at(position.centre(at).step(side));
                let Some(there) = beyond else { continue };
                let (placed, kind) = position.tile(there.tile);
                let segment = kind.squares(placed.rotation)[there.square as usize].joins[side.opposite() as usize];
                if kind.segments.get(segment as usize).is_some() {
                    found.push(SegmentRef { tile: there.tile, segment });
                }
            }
        }
    }
    found
}

/// Where a wagon can go.
fn targets(position: &Position, wagon: &Figure) -> Vec<Place> {
    let Some(def) = position.figure_def(WAGON) else { return Vec::new() };
    let segments: Vec<SegmentRef> = if position.option(WAGON_MOVE) == CONNECTED {
        connected(position, wagon)
    } else {
        let tiles = near(position, wagon).into_iter();
        let of = |tile: u16| {
            (0..position.tile(tile).1.segments.len() as u8).map(move |segment| SegmentRef { tile, segment })
        };
        tiles.flat_map(of).collect()
    };
    let mut places = Vec::new();
    for at in segments {
        let (segment, region) = (position.segment(at), position.region(at));
        let free = position.regions().figures(region) == 0 && !position.is_completed(region);
        if free && turn::may_stand(position, def, segment.feature) && turn::barred(position, at.tile).is_none() {
            places.extend(
                segment
                    .each_square()
                    .map(|square| Place::Segment { square: position.square(at.tile, square), segment: at.segment }),
            );
        }
    }
    places.sort_unstable();
    places.dedup();
    places
}

fn wagon_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for wagon in scored_wagons(position) {
        let from = position.place_of(&wagon);
        moves.push(Move::ReturnFigure { figure: WAGON, place: from });
        moves.extend(targets(position, &wagon).into_iter().map(|to| Move::MoveFigure { figure: WAGON, from, to }));
    }
    moves.sort_unstable();
    moves
}

impl Step for WagonsMove {
    fn id(&self) -> StepId {
        WAGONS
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: WAGONS, number: 15, name: "wagon" })
    }

    fn decider(&self, position: &Position) -> Decider {
        let next = scored_wagons(position).first().map(|wagon| wagon.player);
        Decider::Player(next.unwrap_or(position.state().turn.player))
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let wagons = scored_wagons(position);
        if wagons.is_empty() {
            return Flow::Next;
        }
        if wagons.iter().any(|wagon| !targets(position, wagon).is_empty()) {
            return Flow::Wait;
        }
        let home = |wagon: &Figure| Event::FigureReturned {
            player: wagon.player,
            figure: WAGON,
            place: position.place_of(wagon),
        };
        events.extend(wagons.iter().map(home));
        Flow::GoTo(WAGONS)
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.extend(wagon_moves(position));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let (figure, from) = match *mv {
            Move::ReturnFigure { figure, place } => (figure, place),
            Move::MoveFigure { figure, from, .. } => (figure, from),
            _ => return not_now(violations),
        };
        let moves = wagon_moves(position);
        let field = if matches!(mv, Move::MoveFigure { .. }) { "move_figure" } else { "return_figure" };
        if !moves.contains(&Move::ReturnFigure { figure, place: from }) {
            let text = "no such wagon was scored whose turn it is to go on";
            violations.push(Violation::new(field, Reason::NO_SUCH_FIGURE, text));
        } else if !moves.contains(mv) {
            let text = "a wagon goes to a free road, city or monastery, not completed, that the option lets it reach";
            violations.push(Violation::new("move_figure.to", TOO_FAR, text));
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        let Decider::Player(player) = self.decider(position) else { return Flow::Wait };
        match *mv {
            Move::ReturnFigure { figure, place } => events.push(Event::FigureReturned { player, figure, place }),
            Move::MoveFigure { figure, from, to } => events.push(Event::FigureMoved { player, figure, from, to }),
            _ => {}
        }
        Flow::GoTo(WAGONS)
    }
}
