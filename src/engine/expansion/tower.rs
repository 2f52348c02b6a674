//! The Tower (expansion 4, current edition): floors on towers, captures in their reach, prisoners, exchange and ransom.

use super::base_game::MEEPLE;
use super::inns_and_cathedrals::LARGE_MEEPLE;
use super::{Expansion, Loose};
use crate::engine::error::{Reason, Violation};
use crate::engine::event::{Event, Rule, Unit, Value};
use crate::engine::geometry::Pos;
use crate::engine::moves::{Move, Place};
use crate::engine::position::Position;
use crate::engine::setup::{FigureKind, OptionDef, OptionId, RuleDef, SetupContext, Token, TokenDef, UnitDef};
use crate::engine::state::{Elsewhere, Owned, PlacedTokens};
use crate::engine::turn::{Action, Flow, Phase, Step, StepId, not_now};

const ID: &str = "tower";
/// Name of the space on which a tower stands.
const SPACE: &str = "tower";

pub const FLOOR: Token = Token(4);

pub const CAPTURE: OptionId = OptionId(16);
const MUST: u8 = 2;

pub const RANSOM: Rule = Rule(22);
pub const PRISONER: Unit = Unit(13);
/// "3 points, whatever the figure."
const PRICE: u32 = 3;

pub const NO_TOWER: Reason = Reason::new(90, "NO_TOWER");
pub const CLOSED: Reason = Reason::new(91, "TOWER_CLOSED");
pub const OUT_OF_REACH: Reason = Reason::new(92, "OUT_OF_TOWER_REACH");
pub const ALREADY_PAID: Reason = Reason::new(93, "RANSOM_PAID");
pub const NOT_ENOUGH: Reason = Reason::new(94, "NOT_ENOUGH_POINTS");
pub const NO_PRISONER: Reason = Reason::new(98, "NO_SUCH_PRISONER");

pub struct Tower;

/// "Floors for each player: with 2 players 10, with 3 9, with 4 7, with 5 6, with 6 5." Alone as with 2.
fn floors(context: &SetupContext) -> u8 {
    if !context.has_expansion(ID) {
        return 0;
    }
    match context.setup.players.len() {
        0..=2 => 10,
        3 => 9,
        4 => 7,
        5 => 6,
        _ => 5,
    }
}

impl Expansion for Tower {
    fn id(&self) -> &'static str {
        ID
    }

    fn takes_part(&self, context: &SetupContext) -> bool {
        context.has_expansion(ID)
    }

    fn data(&self) -> Option<&'static str> {
        Some(include_str!("../../../data/tower.toml"))
    }

    fn options(&self) -> &'static [OptionDef] {
        &[OptionDef {
            id: CAPTURE,
            name: "tower-capture",
            values: &["may", "must"],
            default: |_| 1,
            description: "a figure in reach of a tower that grows may or must be captured",
        }]
    }

    fn rules(&self) -> &'static [RuleDef] {
        &[RuleDef { rule: RANSOM, name: "ransom", at_end: false }]
    }

    fn units(&self) -> &'static [UnitDef] {
        &[UnitDef { unit: PRISONER, name: "prisoner" }]
    }

    fn tokens(&self) -> &'static [TokenDef] {
        &[TokenDef { token: FLOOR, name: "floor", count: floors }]
    }

    fn reasons(&self) -> &'static [Reason] {
        &[NO_TOWER, CLOSED, OUT_OF_REACH, ALREADY_PAID, NOT_ENOUGH, NO_PRISONER]
    }

    fn steps(&self) -> &'static [&'static dyn Step] {
        &[&Capture, &Exchange]
    }

    fn actions(&self) -> &'static [&'static dyn Action] {
        &[&PlaceFloor, &CloseTower]
    }

    fn interrupts(&self) -> &'static [&'static dyn Action] {
        &[&Ransom]
    }

    /// A meeple on a tower can be captured and eaten.
    fn exposes(&self, position: &Position, figure: &Elsewhere) -> bool {
        is_tower(position, figure.place)
    }

    fn may_wait(&self, position: &Position, figure: &Elsewhere) -> bool {
        let guards = position.state().elsewhere.iter().filter(|other| other.place == figure.place).count();
        is_tower(position, figure.place) && height(position, figure.place) > 0 && closes(figure.kind) && guards == 1
    }

    /// A ransom is paid at any time in a turn.
    fn loosens(&self, _: &Position) -> Loose {
        Loose { points: true, ..Loose::default() }
    }

    fn may_lie(&self, position: &Position, tokens: &PlacedTokens) -> bool {
        tokens.token == FLOOR && is_tower(position, tokens.place)
    }

    /// Floors are in front of players or on towers; prisoners were meeples, exchanged where they could be, and paid for.
    fn validate(&self, position: &Position, violations: &mut Vec<Violation>) {
        let state = position.state();
        let mut refuse = |path: String, reason, text: String| violations.push(Violation::new(path, reason, text));
        let each = floors(&position.setup_context());
        let left: u32 = state.players.iter().map(|player| u32::from(player.tokens[FLOOR.0 as usize])).sum();
        let built: u32 = state.tokens.iter().map(|tokens| u32::from(tokens.count)).sum();
        let all = u32::from(each) * state.players.len() as u32;
        if left + built != all {
            let text = format!("{left} floors in front of players and {built} on towers; there are {all}");
            refuse("tokens".into(), Reason::OUT_OF_RANGE, text);
        }
        let mut paid: u32 = 0;
        for (seat, player) in (0u8..).zip(&state.players) {
            let path = format!("players[{seat}]");
            if player.tokens[FLOOR.0 as usize] > each {
                let text = format!("a player begins with {each} floors");
                refuse(format!("{path}.tokens"), Reason::OUT_OF_RANGE, text);
            }
            let meeple = |figure: FigureKind| position.figure_def(figure).is_some_and(|def| def.meeple);
            let both =
                |owner: u8| holds(position, owner, seat).next().is_some() && !exchanged_now(position, owner, seat);
            if player.prisoners.iter().any(|prisoner| !meeple(prisoner.figure) || both(prisoner.player)) {
                let text = "only meeples are prisoners, and two players never hold each other's".into();
                refuse(format!("{path}.prisoners"), Reason::FIGURE_PLACE, text);
            }
            if player.paid % PRICE != 0 {
                refuse(format!("{path}.paid"), Reason::OUT_OF_RANGE, format!("a ransom is {PRICE} points"));
            }
            paid = paid.saturating_add(player.paid);
        }
        let got: u32 = state.players.iter().map(|player| player.points[RANSOM.0 as usize]).sum();
        let turns = state.tiles.len() + state.discarded.len() + 2 * state.players.len();
        if paid / PRICE > turns as u32 {
            let text = "more ransoms than turns";
            refuse("players".into(), Reason::OUT_OF_RANGE, text.into());
        }
        let now = state.players[state.turn.player as usize].paid;
        if paid != got || state.turn.ransomed && now == 0 {
            refuse(
                "players".into(),
                Reason::OUT_OF_RANGE,
                "what is paid for prisoners goes to those who held them".into(),
            );
        }
    }
}

/// Whether a place is the foundation of a tower.
fn is_tower(position: &Position, place: Place) -> bool {
    let Place::Space { space, .. } = place else { return false };
    let tile = position.tile_of(place).map(|tile| position.tile(tile).1);
    tile.and_then(|kind| kind.spaces.get(space as usize)).is_some_and(|space| space.name == SPACE)
}

/// All foundations of towers on the table.
fn towers(position: &Position) -> impl Iterator<Item = Place> {
    (0..position.state().tiles.len() as u16).flat_map(move |tile| {
        let spaces = (0u8..).zip(&position.tile(tile).1.spaces).filter(|(_, space)| space.name == SPACE);
        spaces.map(move |(space, _)| Place::Space { square: position.square(tile, 0), space })
    })
}

fn height(position: &Position, tower: Place) -> u8 {
    position.tokens_at(tower, FLOOR)
}

/// "A meeple on the tower: no more floors."
fn is_closed(position: &Position, tower: Place) -> bool {
    position.state().elsewhere.iter().any(|figure| figure.place == tower)
}

/// "A normal or large meeple."
fn closes(figure: FigureKind) -> bool {
    figure == MEEPLE || figure == LARGE_MEEPLE
}

/// What stands against doing something with a tower.
fn against(position: &Position, tower: Place) -> Option<(Reason, &'static str)> {
    if !is_tower(position, tower) {
        Some((NO_TOWER, "no tower can stand there"))
    } else if is_closed(position, tower) {
        Some((CLOSED, "a meeple stands on the tower"))
    } else {
        None
    }
}

/// "A floor on any foundation or open tower. Then one meeple, whoever's, may be captured that stands on the tower's tile or at
/// most as many spaces away in its row or column as it has floors now."
struct PlaceFloor;

impl Action for PlaceFloor {
    fn is(&self, _: &Position, mv: &Move) -> bool {
        matches!(mv, Move::PlaceToken { .. })
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.state().players[position.state().turn.player as usize].tokens[FLOOR.0 as usize] > 0 {
            let open = towers(position).filter(|tower| !is_closed(position, *tower));
            moves.extend(open.map(|place| Move::PlaceToken { token: FLOOR, place }));
        }
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::PlaceToken { token, place } = *mv else { return };
        let mut refuse = |field: &str, reason, text: &str| {
            violations.push(Violation::new(format!("place_token.{field}"), reason, text));
        };
        if token != FLOOR
            || position.state().players[position.state().turn.player as usize].tokens[FLOOR.0 as usize] == 0
        {
            refuse("token", Reason::NO_TOKEN_LEFT, "the player has no such floor left");
        }
        if let Some((reason, text)) = against(position, place) {
            refuse("place", reason, text);
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) {
        if let Move::PlaceToken { token, place } = *mv {
            let player = position.state().turn.player;
            events.push(Event::TokenPlaced { player, token, place });
            events.push(Event::DecisionsLeft { player, count: 1, about: Some(place) });
        }
    }
}

/// "A normal or large meeple on an open tower of at least one floor: no more floors. It stays there until it is captured or
/// eaten, or until the end."
struct CloseTower;

impl Action for CloseTower {
    fn is(&self, position: &Position, mv: &Move) -> bool {
        matches!(mv, Move::PlaceFigure { place: place @ Place::Space { .. }, .. } if is_tower(position, *place))
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        let supply = &position.state().players[position.state().turn.player as usize].supply;
        for figure in [MEEPLE, LARGE_MEEPLE].into_iter().filter(|figure| supply[figure.0 as usize] > 0) {
            let open = towers(position).filter(|place| !is_closed(position, *place) && height(position, *place) > 0);
            moves.extend(open.map(|place| Move::PlaceFigure { figure, place }));
        }
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::PlaceFigure { figure, place } = *mv else { return };
        let mut refuse = |field: &str, reason, text: &str| {
            violations.push(Violation::new(format!("place_figure.{field}"), reason, text));
        };
        if !closes(figure) {
            refuse("figure", Reason::FIGURE_NOT_ALLOWED, "only ordinary and large meeples stand on towers");
        } else if position.state().players[position.state().turn.player as usize].supply[figure.0 as usize] == 0 {
            refuse("figure", Reason::NO_FIGURE_LEFT, "no such figure in the supply");
        }
        if let Some((reason, text)) = against(position, place) {
            refuse("place", reason, text);
        } else if height(position, place) == 0 {
            refuse("place", NO_TOWER, "the tower has no floor");
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) {
        if let Move::PlaceFigure { figure, place } = *mv {
            events.push(Event::FigurePlaced { player: position.state().turn.player, figure, place });
        }
    }
}

/// Which figure is captured, if one is.
struct Capture;

const CAPTURE_STEP: StepId = StepId(306);

/// Meeples in reach of the tower that has grown.
fn captures(position: &Position, tower: Place) -> Vec<Move> {
    let Some(centre) = position.square_of(tower) else { return Vec::new() };
    let reach = i16::from(height(position, tower));
    let in_reach = |square: Pos| {
        let (dx, dy) = (square.x - centre.x, square.y - centre.y);
        dx == 0 && dy.abs() <= reach || dy == 0 && dx.abs() <= reach
    };
    // "a wonder is one tile: with one of its spaces in reach, any meeple on it"
    let tile_in_reach = |tile: u16| {
        let (placed, kind) = position.tile(tile);
        kind.squares(placed.rotation).iter().any(|square| in_reach(placed.pos + square.offset))
    };
    let on_features = position.state().figures.iter().filter(|figure| tile_in_reach(figure.tile));
    let on_features = on_features.map(|figure| (figure.player, figure.kind, position.place_of(figure)));
    let exposed = position.state().elsewhere.iter().filter(|figure| {
        let shown = position.game().expansions.iter().any(|e| e.exposes(position, figure));
        shown && position.tile_of(figure.place).is_some_and(tile_in_reach)
    });
    let all = on_features.chain(exposed.map(|figure| (figure.player, figure.kind, figure.place)));
    let meeples = all.filter(|(_, figure, _)| position.figure_def(*figure).is_some_and(|def| def.meeple));
    let mut moves: Vec<Move> =
        meeples.map(|(player, figure, place)| Move::CaptureFigure { player, figure, place }).collect();
    moves.sort_unstable();
    moves
}

fn now_captured(position: &Position) -> Vec<Move> {
    let tower = position.state().turn.asked.and_then(|asked| asked.about);
    tower.map_or_else(Vec::new, |tower| captures(position, tower))
}

impl Step for Capture {
    fn id(&self) -> StepId {
        CAPTURE_STEP
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: CAPTURE_STEP, number: 12, name: "capture" })
    }

    fn asks(&self) -> bool {
        true
    }

    fn is_about(&self) -> bool {
        true
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        let turn = &position.state().turn;
        let Some(asked) = turn.asked else { return Flow::Next };
        let tower = |place| is_tower(position, place) && height(position, place) > 0 && !is_closed(position, place);
        let sound = asked.player == turn.player && asked.left == 1 && asked.about.is_some_and(tower);
        if sound && !now_captured(position).is_empty() {
            return Flow::Wait;
        }
        events.push(Event::DecisionsLeft { player: asked.player, count: 0, about: None });
        Flow::Next
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.extend(now_captured(position));
        if position.option(CAPTURE) != MUST {
            moves.push(Move::Pass);
            moves.sort_unstable();
        }
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        match mv {
            Move::CaptureFigure { .. } if now_captured(position).contains(mv) => {}
            Move::CaptureFigure { .. } => {
                let text = "no such meeple stands in reach of the tower";
                violations.push(Violation::new("capture_figure", OUT_OF_REACH, text));
            }
            Move::Pass if position.option(CAPTURE) != MUST => {}
            _ => not_now(violations),
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        let by = position.state().turn.player;
        match *mv {
            Move::CaptureFigure { player, figure, place } if player == by => {
                events.push(Event::FigureReturned { player, figure, place });
            }
            Move::CaptureFigure { player, figure, place } => {
                events.push(Event::FigureCaptured { player, figure, place, by });
            }
            _ => {}
        }
        events.push(Event::DecisionsLeft { player: by, count: 0, about: None });
        Flow::Next
    }
}

/// "If the owner of the captured figure holds a meeple of the captor's, the two are exchanged at once, whatever their kinds;
/// if they hold several kinds, the captor chooses which comes home."
struct Exchange;

const EXCHANGE: StepId = StepId(307);

/// What a player holds of another's.
fn holds(position: &Position, holder: u8, owner: u8) -> impl Iterator<Item = FigureKind> {
    let prisoners = position.state().players[holder as usize].prisoners.iter();
    prisoners.filter(move |prisoner| prisoner.player == owner).map(|prisoner| prisoner.figure)
}

/// The figure just captured, and what its owner holds of the captor's: each kind once.
fn exchange(position: &Position) -> Option<(Owned, Vec<FigureKind>)> {
    let captor = position.state().turn.player;
    let own = &position.state().players[captor as usize].prisoners;
    own.iter().find_map(|captured| {
        let mut kinds: Vec<FigureKind> = holds(position, captured.player, captor).collect();
        kinds.dedup();
        (!kinds.is_empty()).then_some((*captured, kinds))
    })
}

/// Whether two players hold each other's because one of them, whose turn it is, has just captured a first meeple.
fn exchanged_now(position: &Position, one: u8, other: u8) -> bool {
    let captor = position.state().turn.player;
    let now = |owner: u8| [(captor, owner), (owner, captor)].contains(&(one, other));
    position.state().turn.step == EXCHANGE
        && exchange(position)
            .is_some_and(|(captured, _)| now(captured.player) && holds(position, captor, captured.player).count() == 1)
}

fn exchanged(position: &Position, captured: Owned, figure: FigureKind, events: &mut Vec<Event>) {
    let captor = position.state().turn.player;
    let Owned { player: holder, figure: other } = captured;
    events.push(Event::PrisonerReleased { player: holder, figure: other, holder: captor });
    events.push(Event::PrisonerReleased { player: captor, figure, holder });
}

impl Step for Exchange {
    fn id(&self) -> StepId {
        EXCHANGE
    }

    fn phase(&self) -> Option<Phase> {
        Some(Phase { step: EXCHANGE, number: 13, name: "exchange" })
    }

    fn enter(&self, position: &Position, events: &mut Vec<Event>) -> Flow {
        match exchange(position) {
            None => Flow::Next,
            Some((captured, kinds)) if kinds.len() == 1 => {
                exchanged(position, captured, kinds[0], events);
                Flow::Next
            }
            Some(_) => Flow::Wait,
        }
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        if let Some((Owned { player: holder, .. }, kinds)) = exchange(position) {
            moves.extend(kinds.into_iter().map(|figure| Move::ReleasePrisoner { holder, figure }));
        }
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::ReleasePrisoner { holder, figure } = *mv else { return not_now(violations) };
        let possible =
            exchange(position).is_some_and(|(captured, kinds)| captured.player == holder && kinds.contains(&figure));
        if !possible {
            let text = "the player whose figure was captured holds no such figure";
            violations.push(Violation::new("release_prisoner", NO_PRISONER, text));
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) -> Flow {
        if let (Move::ReleasePrisoner { figure, .. }, Some((captured, _))) = (*mv, exchange(position)) {
            exchanged(position, captured, figure, events);
        }
        Flow::Next
    }
}

/// "In your own turn, once (a turn of two parts is one), you may pay 3 points to whoever holds a meeple of yours; it is in
/// your supply at once. The holder cannot refuse, and you need the points."
struct Ransom;

impl Action for Ransom {
    fn is(&self, _: &Position, mv: &Move) -> bool {
        matches!(mv, Move::PayRansom { .. })
    }

    fn legal(&self, position: &Position, moves: &mut Vec<Move>) {
        let state = position.state();
        let player = state.turn.player;
        if state.turn.ransomed || state.players[player as usize].score() < PRICE {
            return;
        }
        for holder in 0..state.players.len() as u8 {
            let before = moves.len();
            moves.extend(holds(position, holder, player).map(|figure| Move::PayRansom { holder, figure }));
            let mut own = moves.split_off(before);
            own.dedup();
            moves.append(&mut own);
        }
    }

    fn check(&self, position: &Position, mv: &Move, violations: &mut Vec<Violation>) {
        let Move::PayRansom { holder, figure } = *mv else { return };
        let state = position.state();
        let player = state.turn.player;
        let mut refuse = |field: &str, reason, text: &str| {
            violations.push(Violation::new(format!("pay_ransom{field}"), reason, text));
        };
        if state.turn.ransomed {
            refuse("", ALREADY_PAID, "only one ransom in a turn");
        }
        if state.players[player as usize].score() < PRICE {
            refuse("", NOT_ENOUGH, "a ransom is 3 points");
        }
        if usize::from(holder) >= state.players.len() || !holds(position, holder, player).any(|kind| kind == figure) {
            refuse(".figure", NO_PRISONER, "that player holds no such figure of the player's");
        }
    }

    fn play(&self, position: &Position, mv: &Move, events: &mut Vec<Event>) {
        if let Move::PayRansom { holder, figure } = *mv {
            let player = position.state().turn.player;
            events.push(Event::RansomPaid { player, points: PRICE });
            let value = Value::new(RANSOM).add(PRISONER, 1, PRICE);
            events.push(Event::Scored { player: holder, value, place: None });
            events.push(Event::PrisonerReleased { player, figure, holder });
        }
    }
}
