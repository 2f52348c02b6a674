//! The Princess & the Dragon (expansion 3, current edition): the dragon that takes figures off tiles, the fairy that keeps
//! it away, princesses that send knights home, magic portals.

use super::base_game::{OFF, ON, SWITCH};
use super::{Expansion, Loose};
use crate::engine::catalogue::{Catalogue, Kind};
use crate::engine::error::{Reason, Violation};
use crate::engine::event::{Event, Rule, Unit, Value};
use crate::engine::geometry::{Pos, Side};
use crate::engine::moves::{Move, Place};
use crate::engine::position::Position;
use crate::engine::regions::{RegionId, SegmentRef};
use crate::engine::setup::{FigureDef, FigureKind, OptionDef, OptionId, RuleDef, SetupContext, UnitDef};
use crate::engine::state::{Asked, Elsewhere, Neutral, Owned, SecondPart};
use crate::engine::tile::Traits;
use crate::engine::turn::{self, Action, Flow, Phase, Step, StepId, not_now};

const ID: &str = "princess-and-dragon";

pub const DRAGON: FigureKind = FigureKind(10);
pub const FAIRY: FigureKind = FigureKind(11);

pub const FAIRY_PLAYS: OptionId = OptionId(12);
pub const FAIRY_PLACEMENT: OptionId = OptionId(13);
const ON_TILE: u8 = 2;
pub const PRINCESS: OptionId = OptionId(14);
const MUST: u8 = 2;
pub const DRAGON_MOVEMENT: OptionId = OptionId(15);
const AFTER_SCORING: u8 = 2;

pub const FAIRY_TURN: Rule = Rule(20);
pub const FAIRY_FEATURE: Rule = Rule(21);
pub const BY_FAIRY: Unit = Unit(14);

pub const DRAGON_IS_THERE: Reason = Reason::new(85, "DRAGON_IS_THERE");
pub const DRAGON_STEP: Reason = Reason::new(86, "DRAGON_STEP");
pub const FAIRY_PLACE: Reason = Reason::new(87, "FAIRY_PLACE");
pub const NO_KNIGHT: Reason = Reason::new(88, "NO_KNIGHT");

/// "Six steps."
const STEPS: u8 = 6;

pub struct PrincessAndDragon;

impl Expansion for PrincessAndDragon {
    fn id(&self) -> &'static str {
        ID
    }

    /// Whenever a set of it is in the game, or the fairy is wanted.
    fn takes_part(&self, context: &SetupContext) -> bool {
        context.has_expansion(ID) || context.setup.options.get(FAIRY_PLAYS) == ON
    }

    fn data(&self) -> Option<&'static str> {
        Some(include_str!("../../../data/princess-and-dragon.toml"))
    }

    fn options(&self) -> &'static [OptionDef] {
        &[
            OptionDef {
                id: FAIRY_PLAYS,
                name: "fairy",
                values: SWITCH,
                default: |context| if context.has_expansion(ID) { ON } else { OFF },
                description: "the fairy is in the game",
            },
            OptionDef {
                id: FAIRY_PLACEMENT,
                name: "fairy-placement",
                values: &["figure", "tile"],
                default: |_| 1,
                description: "the fairy stands beside one figure, or on a tile and counts for every figure there of whoever has the turn or scores",
            },
            OptionDef {
                id: PRINCESS,
                name: "princess",
                values: &["may", "must"],
                default: |_| 1,
                description: "a knight may or must be sent home by a princess",
            },
            OptionDef {
                id: DRAGON_MOVEMENT,
                name: "dragon-movement",
                values: &["before-scoring", "after-scoring"],
                default: |_| 1,
                description: "the dragon moves before or after what the tile completed is scored",
            },
        ]
    }

    fn figures(&self) -> &'static [FigureDef] {
        const NOBODYS: FigureDef = FigureDef {
            kind: DRAGON,
            name: "dragon",
            meeple: false,
            neutral: true,
            strength: 0,
            stands_on: &[],
            count: |_| 0,
        };
        &[NOBODYS, FigureDef { kind: FAIRY, name: "fairy", ..NOBODYS }]
    }

    fn rules(&self) -> &'static [RuleDef] {
        &[
            RuleDef { rule: FAIRY_TURN, name: "fairy", at_end: false },
            RuleDef { rule: FAIRY_FEATURE, name: "fairy-feature", at_end: false },
        ]
    }

    fn units(&self) -> &'static [UnitDef] {
        &[UnitDef { unit: BY_FAIRY, name: "figure-by-the-fairy" }]
    }

    fn reasons(&self) -> &'static [Reason] {
        &[DRAGON_IS_THERE, DRAGON_STEP, FAIRY_PLACE, NO_KNIGHT]
    }

    fn steps(&self) -> &'static [&'static dyn Step] {
        &[&FairyPoint, &Volcano, &DragonMoves { id: BEFORE }, &DragonMoves { id: AFTER }]
    }

    fn actions(&self) -> &'static [&'static dyn Action] {
        &[&MoveFairy, &SendHome]
    }

    fn holds_back(&self, catalogue: &Catalogue) -> Traits {
        catalogue.trait_named("dragon")
    }

    /// "A dragon tile drawn before any volcano lies on the table is set aside, and another is drawn; the first volcano brings
    /// them back": as if they had not been drawn, which is the same chance.
    fn hold_back(&self, position: &Position, kinds: &mut Vec<Kind>) {
        if has_dragon(position) && !volcano_lies(position) {
            kinds.retain(|kind| !shows(position, *kind, "dragon"));
        }
    }

    /// "Magic portal: the meeple goes on this tile, or on any unoccupied, uncompleted feature of the table."
    fn reaches_everywhere(&self, position: &Position) -> bool {
        last_shows(position, "portal")
    }

    /// "No figure may be put on the tile on which the dragon is."
    fn bars(&self, position: &Position, tile: u16) -> Option<(Reason, &'static str)> {
        let there = dragon(position).and_then(|square| position.board().at(square));
        there.is_some_and(|there| there.tile == tile).then_some((DRAGON_IS_THERE, "the dragon is on that tile"))
    }

    /// "If the fairy's meeple leaves, the fairy stays on the tile."
    fn figures_left(&self, position: &Position, events: &mut Vec<Event>) {
        let Some(Neutral { kind, place, beside: Some(beside) }) = position.neutral(FAIRY).copied() else { return };
        if let Some(square) = position.square_of(place).filter(|_| !position.stands(beside, place)) {
            events.push(Event::NeutralMoved { figure: kind, to: Place::Square { square }, beside: None, step: false });
        }
    }

    /// "When a feature with the fairy's meeple is scored, its owner gets 3 points, majority or not."
    fn with_award(&self, position: &Position, region: RegionId, events: &mut Vec<Event>) {
        let place = position.neutral(FAIRY).map(|fairy| fairy.place);
        let by_fairy = |player: &u8| {
            let own = position.figures_on(region).filter(|figure| figure.player == *player);
            own.filter(|f| by_fairy(position, Owned { player: f.player, figure: f.kind }, position.place_of(f))).count()
        };
        for player in 0..position.state().players.len() as u8 {
            let figures = by_fairy(&player) as u32;
            if figures > 0 {
                events.push(Event::Scored {
                    player,
                    value: Value::new(FAIRY_FEATURE).add(BY_FAIRY, figures, 3),
                    place,
                });
            }
        }
    }

    /// A portal leads to earlier tiles; the fairy scores when a turn begins.
    fn loosens(&self, position: &Position) -> Loose {
        Loose { figures: true, points: position.option(FAIRY_PLAYS) == ON, ..Loose::default() }
    }

    fn may_roam(&self, position: &Position, figure: &Neutral) -> bool {
        let on_tile = match (figure.place, figure.beside) {
            (Place::Square { square }, None) => position.board().at(square).is_some(),
            _ => false,
        };
        match figure.kind {
            DRAGON => on_tile && has_dragon(position) && volcano_lies(position),
            FAIRY if position.option(FAIRY_PLAYS) != ON => false,
            FAIRY if position.option(FAIRY_PLACEMENT) == ON_TILE => on_tile,
            FAIRY => on_tile || figure.beside.is_some_and(|beside| is_companion(position, beside, figure.place)),
            _ => false,
        }
    }

    fn validate(&self, position: &Position, violations: &mut Vec<Violation>) {
        let (state, turn) = (position.state(), &position.state().turn);
        let mut refuse = |path: &str, reason, text: &str| violations.push(Violation::new(path, reason, text));
        if !has_dragon(position) {
            return;
        }
        if volcano_lies(position) && dragon(position).is_none() {
            refuse("neutral", Reason::FIGURE_PLACE, "a volcano lies on the table, and no dragon is there");
        }
        if !volcano_lies(position) {
            let held = state.players.iter().flat_map(|player| player.open().chain(player.down()));
            let mut drawn = state.tiles.iter().map(|tile| tile.kind).chain(turn.tile).chain(held);
            if drawn.any(|kind| shows(position, kind, "dragon")) {
                refuse("tiles", Reason::PLACEMENT_ORDER, "no dragon tile is drawn before a volcano lies on the table");
            }
        }
        if turn.step == BEFORE || turn.step == AFTER {
            let Some(Asked { player, left, .. }) = turn.asked else { return };
            let made = state.trail.len();
            let seats = state.players.len();
            let asked = usize::from(player) == (usize::from(turn.player) + made) % seats;
            let wrong_way = || {
                let mut squares = state.trail.clone();
                squares.extend(dragon(position));
                let steps = squares.windows(2).all(|pair| Side::ALL.iter().any(|side| pair[0].step(*side) == pair[1]));
                let once = (0..squares.len()).all(|i| !squares[..i].contains(&squares[i]));
                let tile = |square: &Pos| position.board().at(*square).map(|covered| covered.tile);
                let barred = squares.iter().skip(1).any(|square| tile(square) == fairy_tile(position));
                !(steps && once && !barred && squares.iter().all(|square| tile(square).is_some()))
            };
            if usize::from(left) + made != usize::from(STEPS) || !asked || wrong_way() {
                refuse("turn", Reason::WRONG_PHASE, "the dragon cannot have gone so");
            }
            if !dragon_tile_placed(position) {
                refuse("turn", Reason::WRONG_PHASE, "no dragon tile was placed in this turn");
            }
        }
    }
}

fn shows(position: &Position, kind: Kind, name: &str) -> bool {
    position.kind(kind).traits.contains(position.catalogue().trait_named(name))
}

fn last_shows(position: &Position, name: &str) -> bool {
    position.state().tiles.last().is_some_and(|tile| shows(position, tile.kind, name))
}

/// The dragon comes with the tiles; the fairy may be in the game without it.
fn has_dragon(position: &Position) -> bool {
    position.setup_context().has_expansion(ID)
}

fn volcano_lies(position: &Position) -> bool {
    position.state().tiles.iter().any(|tile| shows(position, tile.kind, "volcano"))
}

fn dragon_tile_placed(position: &Position) -> bool {
    position.state().tiles[position.tiles_of_turn()].iter().any(|tile| shows(position, tile.kind, "dragon"))
}

/// The square on which the dragon is.
fn dragon(position: &Position) -> Option<Pos> {
    position.neutral(DRAGON).and_then(|dragon| position.square_of(dragon.place))
}

/// The tile on which the fairy is.
fn fairy_tile(position: &Position) -> Option<u16> {
    let square = position.neutral(FAIRY).and_then(|fairy| position.square_of(fairy.place))?;
    position.board().at(square).map(|covered| covered.tile)
}

/// The meeples of the table that others can reach, each with its place.
fn meeples(position: &Position) -> impl Iterator<Item = (Owned, Place)> {
    let owned = |player, figure| Owned { player, figure };
    let on_features = position.state().figures.iter().map(move |f| (owned(f.player, f.kind), position.place_of(f)));
    let exposed = position.state().elsewhere.iter().filter(|figure| is_exposed(position, figure));
    let all = on_features.chain(exposed.map(move |f| (owned(f.player, f.kind), f.place)));
    all.filter(|(owned, _)| position.figure_def(owned.figure).is_some_and(|def| def.meeple))
}

fn is_exposed(position: &Position, figure: &Elsewhere) -> bool {
    position.game().expansions.iter().any(|e| e.exposes(position, figure))
}

/// Whether the fairy may stand beside a figure.
fn is_companion(position: &Position, figure: Owned, place: Place) -> bool {
    meeples(position).any(|there| there == (figure, place))
}

/// Whether the fairy counts for a figure.
fn by_fairy(position: &Position, figure: Owned, place: Place) -> bool {
    let Some(fairy) = position.neutral(FAIRY) else { return false };
    if position.option(FAIRY_PLACEMENT) == ON_TILE {
        let tile = position.square_of(place).and_then(|square| position.board().at(square)).map(|covered| covered.tile);
        let meeple = position.figure_def(figure.figure).is_some_and(|def| def.meeple);
        return meeple && tile == fairy_tile(position);
    }
    fairy.beside == Some(figure) && fairy.place == place
}

/// "Whoever's meeple the fairy is with when their turn begins gets 1 point": once a turn, whether it has two parts or not,
/// and none when only what is left over is placed.
struct FairyPoint;

impl Step for FairyPoint {
    fn id(&self) -> StepId {
        turn::TURN
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let turn = &position.state().turn;
        if turn.placed > 0 || turn.second_part == Some(SecondPart::UnderWay) || turn.closing.is_some() {
            return Flow::Next;
        }
        let own = meeples(position).filter(|(owned, _)| owned.player == turn.player);
        let figures = own.filter(|(owned, place)| by_fairy(position, *owned, *place)).count() as u32;
        if figures > 0 {
            let place = position.neutral(FAIRY).map(|fairy| fairy.place);
            let value = Value::new(FAIRY_TURN).add(BY_FAIRY, figures, 1);
            events.push(Event::Scored { player: turn.player, value, place });
        }
        Flow::Next
    }
}

/// "A volcano: the dragon comes to this tile at once." On the way it takes nothing.
struct Volcano;

impl Step for Volcano {
    fn id(&self) -> StepId {
        StepId(205)
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        if let Some(tile) = position.last_tile().filter(|_| has_dragon(position) && last_shows(position, "volcano")) {
            let to = Place::Square { square: position.square(tile, 0) };
            events.push(Event::NeutralMoved { figure: DRAGON, to, beside: None, step: false });
        }
        Flow::Next
    }
}

/// "A dragon tile was placed: six steps, the first by the player whose turn it is, then clockwise, one step each, to a
/// neighbouring square with a tile on which it has not been in this movement and on which the fairy is not. Every figure on
/// the tile that it enters returns to its owner. Where no step is possible the movement ends."
struct DragonMoves {
    id: StepId,
}

const BEFORE: StepId = StepId(350);
const AFTER: StepId = StepId(440);

/// Where the dragon can go.
fn steps(position: &Position) -> impl Iterator<Item = Pos> {
    let fairy = fairy_tile(position);
    let around = dragon(position).into_iter().flat_map(|from| Side::ALL.map(|side| from.step(side)));
    around.filter(move |to| {
        let tile = position.board().at(*to).map(|covered| covered.tile);
        tile.is_some() && tile != fairy && !position.state().trail.contains(to)
    })
}

/// "Every figure on the tile except barns." Those on spaces that belong to a wonder are no part of the tile.
fn eaten(position: &Position, to: Pos, events: &mut Vec<Event>) {
    let Some(tile) = position.board().at(to).map(|covered| covered.tile) else { return };
    let on_features = position.state().figures.iter().filter(|figure| figure.tile == tile);
    let on_features = on_features.map(|figure| (figure.player, figure.kind, position.place_of(figure)));
    let exposed = position.beside_features(tile).filter(|figure| is_exposed(position, figure));
    let exposed = exposed.map(|figure| (figure.player, figure.kind, figure.place));
    events.extend(on_features.chain(exposed).map(|(player, figure, place)| Event::FigureReturned {
        player,
        figure,
        place,
    }));
}

impl Step for DragonMoves {
    fn id(&self) -> StepId {
        self.id
    }

    fn phase(&self) -> Option<Phase> {
        let (number, name) = if self.id == BEFORE { (11, "dragon") } else { (16, "dragon-after-scoring") };
        Some(Phase { step: self.id, number, name })
    }

    fn asks(&self) -> bool {
        true
    }

    fn leaves_trail(&self) -> bool {
        true
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let turn = &position.state().turn;
        let now = if position.option(DRAGON_MOVEMENT) == AFTER_SCORING { AFTER } else { BEFORE };
        let possible = steps(position).next().is_some();
        match turn.asked {
            Some(_) if self.id == now && possible => Flow::Wait,
            Some(Asked { player, .. }) => {
                events.push(Event::DecisionsLeft { player, count: 0, about: None });
                Flow::Next
            }
            None if self.id == now && possible && dragon_tile_placed(position) => {
                events.push(Event::DecisionsLeft { player: turn.player, count: STEPS, about: None });
                Flow::GoTo(self.id)
            }
            None => Flow::Next,
        }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        let step = |square| Move::MoveNeutral { figure: DRAGON, to: Place::Square { square }, beside: None };
        moves.extend(steps(position).map(step));
        moves.sort_unstable();
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::MoveNeutral { figure, to, beside } = *mv else { return not_now(violations) };
        let mut refuse = |field: &str, reason, text: &str| {
            violations.push(Violation::new(format!("move_neutral.{field}"), reason, text));
        };
        if figure != DRAGON {
            refuse("figure", Reason::FIGURE_NOT_ALLOWED, "it is the dragon that moves now");
        }
        if beside.is_some() {
            refuse("beside", DRAGON_STEP, "the dragon stands beside no figure");
        }
        if !steps(position).any(|square| to == Place::Square { square }) {
            let text = "the dragon goes to a neighbouring tile, on none of its squares twice, and not to the fairy";
            refuse("to", DRAGON_STEP, text);
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        let (Move::MoveNeutral { figure, to, .. }, Some(asked)) = (*mv, position.state().turn.asked) else {
            return Flow::Wait;
        };
        events.push(Event::NeutralMoved { figure, to, beside: None, step: true });
        if let Some(square) = position.square_of(to) {
            eaten(position, square, events);
        }
        if asked.left == 1 {
            events.push(Event::DecisionsLeft { player: asked.player, count: 0, about: None });
            return Flow::Next;
        }
        let player = turn::next_player(position, asked.player);
        events.push(Event::DecisionsLeft { player, count: asked.left - 1, about: None });
        Flow::GoTo(self.id)
    }
}

/// "Instead of placing a figure, the fairy goes beside any meeple of the player's on the table, but not the one with which
/// it is."
struct MoveFairy;

fn fairy_moves(position: &Position) -> Vec<Move> {
    if position.option(FAIRY_PLAYS) != ON {
        return Vec::new();
    }
    let own = meeples(position).filter(|(owned, _)| owned.player == position.state().turn.player);
    let mut moves: Vec<Move> = if position.option(FAIRY_PLACEMENT) == ON_TILE {
        let squares = own.filter_map(|(_, place)| position.square_of(place));
        let tiles = squares.filter_map(|square| position.board().at(square)).map(|covered| covered.tile);
        let others = tiles.filter(|tile| Some(*tile) != fairy_tile(position));
        let to = |tile| Place::Square { square: position.square(tile, 0) };
        others.map(|tile| Move::MoveNeutral { figure: FAIRY, to: to(tile), beside: None }).collect()
    } else {
        let others = own.filter(|(owned, place)| !by_fairy(position, *owned, *place));
        others.map(|(owned, to)| Move::MoveNeutral { figure: FAIRY, to, beside: Some(owned) }).collect()
    };
    moves.sort_unstable();
    moves.dedup();
    moves
}

impl Action for MoveFairy {
    fn is(&self, _: &Position, mv: &Move) -> bool {
        matches!(mv, Move::MoveNeutral { .. })
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.extend(fairy_moves(position));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::MoveNeutral { figure, .. } = *mv else { return };
        if figure != FAIRY {
            let text = "only the fairy can be moved as an action";
            violations.push(Violation::new("move_neutral.figure", Reason::FIGURE_NOT_ALLOWED, text));
        } else if !fairy_moves(position).contains(mv) {
            let text = "the fairy goes to another meeple of the player whose turn it is";
            violations.push(Violation::new("move_neutral.to", FAIRY_PLACE, text));
        }
    }

    fn play(&self, _: &Position, mv: &Move, events: &mut Vec<Event>) {
        if let Move::MoveNeutral { figure, to, beside } = *mv {
            events.push(Event::NeutralMoved { figure, to, beside, step: false });
        }
    }
}

/// "The princess on the tile just placed extends a city with knights: one of them, whoever's, may be sent home. Then no
/// figure is placed or moved, nor is the fairy."
struct SendHome;

fn knights(position: &Position) -> Vec<Move> {
    let Some(tile) = position.last_tile() else { return Vec::new() };
    let princess = position.catalogue().trait_named("princess");
    let mut moves = Vec::new();
    for (number, segment) in (0..).zip(&position.tile(tile).1.segments) {
        if segment.traits.contains(princess) {
            let region = position.region(SegmentRef { tile, segment: number });
            let figures = position.figures_on(region);
            let knights = figures.filter(|f| position.figure_def(f.kind).is_some_and(|def| def.meeple));
            moves.extend(knights.map(|f| Move::RemoveFigure {
                player: f.player,
                figure: f.kind,
                place: position.place_of(f),
            }));
        }
    }
    moves.sort_unstable();
    moves.dedup();
    moves
}

impl Action for SendHome {
    fn is(&self, _: &Position, mv: &Move) -> bool {
        matches!(mv, Move::RemoveFigure { .. })
    }

    fn is_forced(&self, position: &Position) -> bool {
        position.option(PRINCESS) == MUST && !knights(position).is_empty()
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.extend(knights(position));
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        if !knights(position).contains(mv) {
            let text = "no such knight stands in a city that a princess on the tile just placed extends";
            violations.push(Violation::new("remove_figure", NO_KNIGHT, text));
        }
    }

    fn play(&self, _: &Position, mv: &Move, events: &mut Vec<Event>) {
        if let Move::RemoveFigure { player, figure, place } = *mv {
            events.push(Event::FigureReturned { player, figure, place });
        }
    }
}
