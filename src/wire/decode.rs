//! From requests to the engine's types. Everything that is wrong is collected, each with the path of its field; nothing
//! is filled in silently.

use std::sync::Arc;

use super::path::Path;
use super::proto::position::Form;
use super::proto::{self, offer, setup, turn};
use super::{sent, state_bytes, work};
use crate::engine::moves::LAST_SPACE;
use crate::engine::setup::{
    MAX_FIGURES, MAX_TILES, Offer, Options, RULES_VERSION, SetupContext, Token, figure, options, rules, tokens,
};
use crate::engine::state::{Asked, Elsewhere, Held, Neutral, Owned, PlacedTokens, SecondPart};
use crate::engine::turn::{ACTION, DRAW, OVER, PLACE_TILE, phases};
use crate::engine::{
    Catalogue, Decider, Draw, Figure, FigureKind, Kind, MAX_COORDINATE, Move, Place, PlacedTile, PlayerState, Pos,
    Position, Reason, Rotation, Rule, SetIndex, Setup, State, Turn, Violation,
};
use crate::notation;

/// Most moves in a request.
pub const MAX_MOVES: usize = 1000;
/// Most moves in a record: at most four for each tile.
pub const MAX_RECORD_MOVES: usize = 4 * MAX_TILES as usize;
/// Most entries of any other list; no game has as many tiles.
pub(super) const MAX_IN_LIST: usize = MAX_TILES as usize + 100;
/// The service takes the seals off for which it has a key.
const SEAL_UNKNOWN_KEY: Reason = Reason::new(proto::Reason::SealUnknownKey as i32, "SEAL_UNKNOWN_KEY");
/// Most figures on one tile.
pub(super) const MAX_ON_TILE: usize = 64;

/// Which of two rules holds for a list whose entries have keys.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Ascending,
    /// Each key once.
    Any,
}

/// Decodes the fields of one request. Each method takes a field with its path, tells what is wrong with it, and returns
/// its value if there is one.
pub struct Decoder<'a> {
    catalogue: &'a Arc<Catalogue>,
    found: Vec<Violation>,
}

impl<'a> Decoder<'a> {
    pub fn new(catalogue: &'a Arc<Catalogue>) -> Self {
        Decoder { catalogue, found: Vec::new() }
    }

    /// What was decoded, or everything that is wrong.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Vec<Violation>> {
        if self.found.is_empty() { value.ok_or(self.found) } else { Err(self.found) }
    }

    pub fn refuse(&mut self, path: &Path, reason: Reason, text: impl Into<String>) {
        self.found.push(Violation::new(path.to_string(), reason, text));
    }

    // Parts of messages

    pub fn given<T>(&mut self, path: &Path, value: Option<T>) -> Option<T> {
        if value.is_none() {
            self.refuse(path, Reason::MISSING, "must be given");
        }
        value
    }

    fn number<T: TryFrom<u32>>(&mut self, path: &Path, value: Option<u32>) -> Option<T> {
        let value = self.given(path, value)?;
        let number = T::try_from(value).ok();
        if number.is_none() {
            self.refuse(path, Reason::OUT_OF_RANGE, format!("{value} is too large"));
        }
        number
    }

    /// A number that would be left out if it were 0.
    pub fn positive<T: TryFrom<u32>>(&mut self, path: &Path, value: Option<u32>) -> Option<T> {
        if value == Some(0) {
            self.refuse(path, Reason::OUT_OF_RANGE, "at least 1");
            return None;
        }
        self.number(path, value)
    }

    fn pos(&mut self, path: &Path, x: Option<i32>, y: Option<i32>) -> Option<Pos> {
        let mut coordinate = |field, value| {
            let path = path.field(field);
            let value: i32 = self.given(&path, value)?;
            if value.unsigned_abs() > MAX_COORDINATE.unsigned_abs().into() {
                self.refuse(&path, Reason::OUT_OF_RANGE, format!("{value} is beyond {MAX_COORDINATE}"));
                return None;
            }
            Some(value as i16)
        };
        let (x, y) = (coordinate("x", x), coordinate("y", y));
        Some(Pos::new(x?, y?))
    }

    fn rotation(&mut self, path: &Path, number: i32) -> Option<Rotation> {
        let number = self.given(path, (number != 0).then_some(number))?;
        let rotation = Rotation::ALL.into_iter().find(|rotation| *rotation as i32 + 1 == number);
        if rotation.is_none() {
            self.refuse(path, Reason::OUT_OF_RANGE, format!("there is no rotation {number}"));
        }
        rotation
    }

    fn figure_kind(&mut self, path: &Path, number: i32) -> Option<FigureKind> {
        let number = self.given(path, (number != 0).then_some(number))?;
        let kind = u8::try_from(number).ok().map(FigureKind).filter(|kind| figure(*kind).is_some());
        if kind.is_none() {
            self.refuse(path, Reason::UNKNOWN_FIGURE, format!("there is no figure {number}"));
        }
        kind
    }

    fn rule(&mut self, path: &Path, number: i32) -> Option<Rule> {
        let number = self.given(path, (number != 0).then_some(number))?;
        let rule = rules().map(|def| def.rule).find(|rule| i32::from(rule.0) == number);
        if rule.is_none() {
            self.refuse(path, Reason::OUT_OF_RANGE, format!("there is no rule {number}"));
        }
        rule
    }

    fn token(&mut self, path: &Path, number: i32) -> Option<Token> {
        let number = self.given(path, (number != 0).then_some(number))?;
        let token = tokens().map(|def| def.token).find(|token| i32::from(token.0) == number);
        if token.is_none() {
            self.refuse(path, Reason::OUT_OF_RANGE, format!("there is no token {number}"));
        }
        token
    }

    fn kind(&mut self, path: &Path, number: Option<u32>) -> Option<Kind> {
        let number = self.given(path, number)?;
        let kind = self.catalogue.kind_by_number(number);
        if kind.is_none() {
            self.refuse(path, Reason::UNKNOWN_TILE, format!("there is no kind of tile {number}"));
        }
        kind
    }

    fn set(&mut self, path: &Path, id: &str) -> Option<SetIndex> {
        let id = self.given(path, (!id.is_empty()).then_some(id))?;
        let set = self.catalogue.set_by_id(id);
        if set.is_none() {
            self.refuse(path, Reason::UNKNOWN_SET, format!("there is no set {id:?}"));
        }
        set
    }

    /// Sets that are named by their ids, each once; sorted.
    pub fn sets(&mut self, path: &Path, ids: &[String]) -> Vec<SetIndex> {
        let mut sets = Vec::new();
        for (i, id) in self.list(path, ids, MAX_IN_LIST).iter().enumerate() {
            let path = path.item(i);
            if let Some(set) = self.set(&path, id) {
                self.key(&path, Order::Any, &mut sets, set);
            }
        }
        sets.sort_unstable();
        sets
    }

    /// A list, or nothing if it is too long to be looked at.
    fn list<'m, T>(&mut self, path: &Path, entries: &'m [T], most: usize) -> &'m [T] {
        if entries.len() <= most {
            return entries;
        }
        self.refuse(path, Reason::LIMIT, format!("{} entries; at most {most}", entries.len()));
        &[]
    }

    /// Takes note of the key of an entry.
    fn key<K: Ord>(&mut self, path: &Path, order: Order, seen: &mut Vec<K>, key: K) {
        if seen.contains(&key) {
            self.refuse(path, Reason::DUPLICATE, "each once");
        } else if order == Order::Ascending && seen.last().is_some_and(|last| *last > key) {
            self.refuse(path, Reason::UNSORTED, "must come before the entry before it");
        }
        seen.push(key);
    }

    /// A text notation, not empty. How long it may be is for its reader to say.
    pub fn text<'m>(&mut self, path: &Path, text: &'m str) -> Option<&'m str> {
        self.given(path, (!text.is_empty()).then_some(text))
    }

    // Position and state

    /// A position, complete and sound.
    pub fn position(&mut self, path: &Path, position: Option<&proto::Position>) -> Option<Arc<Position>> {
        let position = match position.and_then(|position| position.form.as_ref()) {
            Some(Form::Read(position)) => position.clone(),
            _ => work::reading(|| self.unread_position(path, position))?,
        };
        work::has_read(&position);
        Some(position)
    }

    fn unread_position(&mut self, path: &Path, position: Option<&proto::Position>) -> Option<Arc<Position>> {
        let position = self.given(path, position)?;
        let position = match self.given(&path.field("form"), position.form.as_ref())? {
            Form::Read(position) => return Some(position.clone()),
            Form::State(state) => self.sound(&path.field("state"), state)?,
            Form::Unread(bytes) => {
                let path = path.field("state");
                match state_bytes::read(self.catalogue, bytes) {
                    Some(state) => self.checked(&path, state)?,
                    None => {
                        let refuse = |(reason, text): (proto::Reason, String)| {
                            self.refuse(&path, Reason::new(reason as i32, reason.as_str_name()), text);
                        };
                        let state = sent::state(bytes).map_err(refuse).ok()?;
                        self.sound(&path, &state)?
                    }
                }
            }
            Form::Notation(text) => {
                let path = path.field("notation");
                let text = self.text(&path, text)?;
                let read =
                    notation::parse_position(self.catalogue, text).and_then(|state| check(self.catalogue, state));
                read.map_err(|found| self.found.extend(in_text(&path, found))).ok()?
            }
        };
        Some(Arc::new(position))
    }

    /// A state from which a game can go on.
    fn sound(&mut self, path: &Path, state: &proto::State) -> Option<Position> {
        let before = self.found.len();
        let state = self.state(path, state, None)?;
        if self.found.len() > before { None } else { self.checked(path, state) }
    }

    fn checked(&mut self, path: &Path, state: State) -> Option<Position> {
        check(self.catalogue, state).map_err(|found| self.found.extend(inside(path, found))).ok()
    }

    /// A state that is not checked. `setup`: what it is, if it was read before.
    pub(super) fn state(&mut self, path: &Path, state: &proto::State, setup: Option<Arc<Setup>>) -> Option<State> {
        let version = path.field("rules_version");
        let rules_version = self.given(&version, state.rules_version);
        if let Some(other) = rules_version.filter(|version| *version != RULES_VERSION) {
            // what else its fields may mean cannot be known
            let text = format!("rules version {other}; this service plays {RULES_VERSION}");
            self.refuse(&version, Reason::UNKNOWN_RULES_VERSION, text);
            return None;
        }
        if !state.seal.is_empty() {
            self.refuse(&path.field("seal"), SEAL_UNKNOWN_KEY, "sealed, and this service has no key");
            return None;
        }
        let setup = setup
            .or_else(|| self.any_setup(&path.field("setup"), state.setup.as_ref(), Order::Ascending).map(Arc::new));

        let list = path.field("tiles");
        let (mut tiles, mut figures) = (Vec::with_capacity(state.tiles.len().min(MAX_IN_LIST)), Vec::new());
        for (i, tile) in self.list(&list, &state.tiles, MAX_IN_LIST).iter().enumerate() {
            self.tile(&list.item(i), tile, &mut tiles, &mut figures);
        }

        let list = path.field("players");
        let players = self.list(&list, &state.players, MAX_IN_LIST).iter().enumerate();
        let players = players.map(|(i, player)| self.player(&list.item(i), player)).collect();

        let mut bag = vec![0; self.catalogue.kinds.len()];
        let list = path.field("bag");
        let mut seen = Vec::new();
        for (i, tiles) in self.list(&list, &state.bag, MAX_IN_LIST).iter().enumerate() {
            let path = list.item(i);
            let kind = self.kind(&path.field("kind"), tiles.kind);
            let count = self.positive(&path.field("count"), tiles.count);
            if let Some(kind) = kind {
                self.key(&path, Order::Ascending, &mut seen, kind);
                bag[kind.0 as usize] = count.unwrap_or(0);
            }
        }

        let list = path.field("discarded");
        let discarded = self.list(&list, &state.discarded, MAX_IN_LIST).iter().enumerate();
        let discarded = discarded.filter_map(|(i, kind)| self.kind(&list.item(i), Some(*kind))).collect();

        let list = path.field("offer");
        let offer = self.kinds(&list, &state.offer, Order::Ascending);
        let list = path.field("elsewhere");
        let elsewhere = self.list(&list, &state.elsewhere, MAX_IN_LIST).iter().enumerate();
        let elsewhere = elsewhere.filter_map(|(i, figure)| self.elsewhere(&list.item(i), figure)).collect();

        let list = path.field("neutral");
        let neutral = self.list(&list, &state.neutral, MAX_IN_LIST).iter().enumerate();
        let neutral = neutral.filter_map(|(i, figure)| self.neutral(&list.item(i), figure)).collect();
        let list = path.field("tokens");
        let tokens = self.list(&list, &state.tokens, MAX_IN_LIST).iter().enumerate();
        let tokens = tokens.filter_map(|(i, tokens)| self.placed_tokens(&list.item(i), tokens)).collect();

        let draws = self.given(&path.field("draws"), state.draws);
        let mut trail = Vec::new();
        let turn = self.turn(&path.field("turn"), state.turn.as_ref(), &mut trail);
        Some(State {
            rules_version: rules_version?,
            setup: setup?,
            tiles,
            figures,
            elsewhere,
            neutral,
            tokens,
            players,
            bag,
            offer,
            discarded,
            draws: draws?,
            turn: turn?,
            trail,
        })
    }

    /// Kinds of which each is there once.
    fn kinds(&mut self, path: &Path, numbers: &[u32], order: Order) -> Vec<Kind> {
        let mut kinds = Vec::new();
        for (i, number) in self.list(path, numbers, MAX_IN_LIST).iter().enumerate() {
            let path = path.item(i);
            if let Some(kind) = self.kind(&path, Some(*number)) {
                self.key(&path, order, &mut kinds, kind);
            }
        }
        kinds.sort_unstable();
        kinds
    }

    fn elsewhere(&mut self, path: &Path, figure: &proto::FigureElsewhere) -> Option<Elsewhere> {
        let player = self.number(&path.field("player"), figure.player);
        let kind = self.figure_kind(&path.field("kind"), figure.kind);
        let place = self.place(&path.field("place"), figure.place.as_ref());
        if let Some(Place::Segment { .. }) = place {
            self.refuse(&path.field("place"), Reason::FIGURE_PLACE, "figures on segments stand inside their tiles");
        }
        Some(Elsewhere { place: place?, player: player?, kind: kind? })
    }

    fn neutral(&mut self, path: &Path, figure: &proto::NeutralFigure) -> Option<Neutral> {
        let kind = self.figure_kind(&path.field("kind"), figure.kind);
        let place = self.place(&path.field("place"), figure.place.as_ref());
        let beside = self.maybe_owned(&path.field("beside"), figure.beside.as_ref());
        Some(Neutral { kind: kind?, place: place?, beside: beside? })
    }

    fn placed_tokens(&mut self, path: &Path, tokens: &proto::PlacedTokens) -> Option<PlacedTokens> {
        let place = self.place(&path.field("place"), tokens.place.as_ref());
        let token = self.token(&path.field("token"), tokens.token);
        let count = self.positive(&path.field("count"), tokens.count);
        Some(PlacedTokens { place: place?, token: token?, count: count? })
    }

    fn owned(&mut self, path: &Path, figure: &proto::OwnedFigure) -> Option<Owned> {
        let player = self.number(&path.field("player"), figure.player);
        let figure = self.figure_kind(&path.field("figure"), figure.figure);
        Some(Owned { player: player?, figure: figure? })
    }

    /// The figure beside which another stands, which may be absent; nothing if it is wrong.
    fn maybe_owned(&mut self, path: &Path, figure: Option<&proto::OwnedFigure>) -> Option<Option<Owned>> {
        match figure {
            Some(figure) => self.owned(path, figure).map(Some),
            None => Some(None),
        }
    }

    /// A tile and the figures on it.
    fn tile(
        &mut self,
        path: &Path,
        tile: &proto::PlacedTile,
        tiles: &mut Vec<PlacedTile>,
        figures: &mut Vec<Figure>,
    ) -> Option<()> {
        let index = tiles.len() as u16;
        let kind = self.kind(&path.field("kind"), tile.kind);
        let pos = self.pos(path, tile.x, tile.y);
        let rotation = self.rotation(&path.field("rotation"), tile.rotation);
        let large = kind.is_some_and(|kind| self.catalogue.kind(kind).squares(Rotation::R0).len() > 1);

        let list = path.field("figures");
        for (i, figure) in self.list(&list, &tile.figures, MAX_ON_TILE).iter().enumerate() {
            figures.extend(self.figure(&list.item(i), figure, index, large));
        }
        tiles.push(PlacedTile { kind: kind?, pos: pos?, rotation: rotation? });
        Some(())
    }

    /// A figure on a tile, which may be one of several squares.
    fn figure(&mut self, path: &Path, figure: &proto::PlacedFigure, tile: u16, large: bool) -> Option<Figure> {
        let player = self.number(&path.field("player"), figure.player);
        let kind = self.figure_kind(&path.field("kind"), figure.kind);
        let segment = self.number(&path.field("segment"), figure.segment);
        let only = (!large).then_some(0);
        let square = self.number(&path.field("square"), figure.square.or(only));
        Some(Figure { tile, segment: segment?, square: square?, player: player?, kind: kind? })
    }

    fn player(&mut self, path: &Path, player: &proto::PlayerState) -> PlayerState {
        let mut decoded = PlayerState::default();
        let list = path.field("points");
        let mut seen = Vec::new();
        for (i, points) in self.list(&list, &player.points, MAX_IN_LIST).iter().enumerate() {
            let path = list.item(i);
            let rule = self.rule(&path.field("rule"), points.rule);
            let points = self.positive(&path.field("points"), points.points);
            if let Some(rule) = rule {
                self.key(&path, Order::Ascending, &mut seen, rule);
                decoded.points[rule.0 as usize] = points.unwrap_or(0);
            }
        }
        let list = path.field("supply");
        let mut seen = Vec::new();
        for (i, figures) in self.list(&list, &player.supply, MAX_IN_LIST).iter().enumerate() {
            let path = list.item(i);
            let kind = self.figure_kind(&path.field("kind"), figures.kind);
            let count = self.positive(&path.field("count"), figures.count);
            if let Some(kind) = kind {
                self.key(&path, Order::Ascending, &mut seen, kind);
                decoded.supply[kind.0 as usize] = count.unwrap_or(0);
            }
        }
        let list = path.field("tokens");
        let mut seen = Vec::new();
        for (i, tokens) in self.list(&list, &player.tokens, MAX_IN_LIST).iter().enumerate() {
            let path = list.item(i);
            let token = self.token(&path.field("kind"), tokens.kind);
            let count = self.positive(&path.field("count"), tokens.count);
            if let Some(token) = token {
                self.key(&path, Order::Ascending, &mut seen, token);
                decoded.tokens[token.0 as usize] = count.unwrap_or(0);
            }
        }
        let list = path.field("hand");
        for (i, held) in self.list(&list, &player.hand, MAX_IN_LIST).iter().enumerate() {
            let path = list.item(i);
            let held = match held.kind {
                None if held.face_down => Held::Hidden,
                kind => {
                    let Some(kind) = self.kind(&path.field("kind"), kind) else { continue };
                    if held.face_down { Held::Down(kind) } else { Held::Open(kind) }
                }
            };
            if decoded.hand.last().is_some_and(|last| *last > held) {
                self.refuse(&path, Reason::UNSORTED, "must come before the entry before it");
            }
            decoded.hand.push(held);
        }
        let list = path.field("prisoners");
        for (i, prisoner) in self.list(&list, &player.prisoners, MAX_IN_LIST).iter().enumerate() {
            let path = list.item(i);
            let Some(prisoner) = self.owned(&path, prisoner) else { continue };
            if decoded.prisoners.last().is_some_and(|last| *last > prisoner) {
                self.refuse(&path, Reason::UNSORTED, "must come before the entry before it");
            }
            decoded.prisoners.push(prisoner);
        }
        decoded.paid = player.paid;
        decoded
    }

    fn turn(&mut self, path: &Path, turn: Option<&proto::Turn>, trail: &mut Vec<Pos>) -> Option<Turn> {
        let turn = self.given(path, turn)?;
        let player = self.number(&path.field("player"), turn.player);
        let closing = match turn.closing {
            Some(seat) => Some(self.number(&path.field("closing"), Some(seat))?),
            None => None,
        };
        let second_part = match proto::SecondPart::try_from(turn.second_part) {
            Ok(proto::SecondPart::Unspecified) => None,
            Ok(proto::SecondPart::Due) => Some(SecondPart::Due),
            Ok(proto::SecondPart::UnderWay) => Some(SecondPart::UnderWay),
            Err(_) => {
                let text = format!("there is no value {}", turn.second_part);
                self.refuse(&path.field("second_part"), Reason::OUT_OF_RANGE, text);
                return None;
            }
        };
        let mut asked = None;
        let (step, tile) = match self.given(&path.field("phase"), turn.phase.as_ref())? {
            turn::Phase::Draw(_) => (DRAW, None),
            turn::Phase::PlaceTile(phase) => {
                let kind = self.kind(&path.field("place_tile").field("kind"), phase.kind);
                (PLACE_TILE, Some(kind?))
            }
            turn::Phase::Action(_) => (ACTION, None),
            turn::Phase::Over(_) => (OVER, None),
            turn::Phase::Decision(phase) => {
                let path = path.field("decision");
                let number = self.given(&path.field("decision"), (phase.decision != 0).then_some(phase.decision))?;
                if phase.player.is_some() || phase.left.is_some() {
                    let player = self.number(&path.field("player"), phase.player);
                    let left = self.positive(&path.field("left"), phase.left);
                    let about = match phase.about.as_ref() {
                        Some(place) => Some(self.place(&path.field("about"), Some(place))?),
                        None => None,
                    };
                    asked = Some(Asked { player: player?, left: left?, about });
                } else if phase.about.is_some() {
                    self.refuse(
                        &path.field("about"),
                        Reason::WRONG_PHASE,
                        "without a player, a decision is about nothing",
                    );
                }
                let list = path.field("trail");
                for (i, square) in self.list(&list, &phase.trail, MAX_IN_LIST).iter().enumerate() {
                    trail.extend(self.pos(&list.item(i), square.x, square.y));
                }
                let named = phases().into_iter().find(|known| known.number == number);
                let Some(named) = named else {
                    let text = format!("there is no decision {number}");
                    self.refuse(&path.field("decision"), Reason::OUT_OF_RANGE, text);
                    return None;
                };
                (named.step, None)
            }
        };
        let placed = match turn.placed {
            Some(placed) => self.number(&path.field("placed"), Some(placed))?,
            None => Turn::usually_placed(step),
        };
        let ransomed = turn.ransomed;
        Some(Turn { player: player?, step, tile, asked, closing, placed, second_part, ransomed })
    }

    // Setup

    /// The setup of a new game: lists in any order, the seed given.
    pub fn setup(&mut self, path: &Path, setup: Option<&proto::Setup>) -> Option<Setup> {
        let decoded = self.any_setup(path, setup, Order::Any)?;
        if decoded.draw == Draw::Seeded(None) {
            self.given::<()>(&path.field("seeded").field("seed"), None)?;
        }
        Some(decoded)
    }

    fn any_setup(&mut self, path: &Path, setup: Option<&proto::Setup>, order: Order) -> Option<Setup> {
        let setup = self.given(path, setup)?;
        let before = self.found.len();
        let players = self.list(&path.field("players"), &setup.players, MAX_IN_LIST);
        let players = players.iter().map(|player| player.name.clone()).collect();

        let list = path.field("sets");
        let (mut sets, mut seen) = (Vec::new(), Vec::new());
        for (i, set) in self.list(&list, &setup.sets, MAX_IN_LIST).iter().enumerate() {
            let path = list.item(i);
            let id = self.set(&path.field("set"), &set.set);
            let copies = self.positive(&path.field("copies"), set.copies);
            if let Some(id) = id {
                self.key(&path, order, &mut seen, id);
                sets.extend(copies.map(|copies| (id, copies)));
            }
        }
        sets.sort_unstable();

        let list = path.field("figures");
        let (mut figures, mut seen) = (Vec::new(), Vec::new());
        for (i, figure) in self.list(&list, &setup.figures, MAX_IN_LIST).iter().enumerate() {
            let path = list.item(i);
            let kind = self.figure_kind(&path.field("kind"), figure.kind);
            let path_of_count = path.field("count");
            let count = self.given(&path_of_count, figure.count);
            if count.is_some_and(|count| count > u32::from(MAX_FIGURES)) {
                self.refuse(&path_of_count, Reason::LIMIT, format!("at most {MAX_FIGURES} figures of a kind"));
            }
            if let Some(kind) = kind {
                self.key(&path, order, &mut seen, kind);
                figures.extend(count.and_then(|count| Some((kind, u8::try_from(count).ok()?))));
            }
        }
        figures.sort_unstable();

        let options = self.options(&path.field("options"), setup.options.as_ref());
        let draw = match self.given(&path.field("draw"), setup.draw.as_ref())? {
            setup::Draw::Host(_) => Draw::Host,
            setup::Draw::Seeded(seeded) => Draw::Seeded((!seeded.seed.is_empty()).then(|| seeded.seed.clone())),
        };
        let offer_path = path.field("offer");
        let offer = match setup.offer.as_ref() {
            None => None,
            Some(offer) => Some(match self.given(&offer_path.field("form"), offer.form.as_ref())? {
                offer::Form::Count(count) => Offer::Drawn(*count),
                offer::Form::Kinds(kinds) => {
                    Offer::Kinds(self.kinds(&offer_path.field("kinds").field("kinds"), &kinds.kinds, order))
                }
            }),
        };
        let decoded = Setup { players, sets, options, figures, draw, offer };
        if order == Order::Ascending && self.found.len() == before {
            self.complete(path, &decoded);
        }
        Some(decoded)
    }

    /// A state gives every option that means something in its game.
    fn complete(&mut self, path: &Path, setup: &Setup) {
        let resolved = SetupContext { setup, catalogue: self.catalogue }.resolved_options();
        for def in options().filter(|def| resolved.get(def.id) != setup.options.get(def.id)) {
            self.given::<()>(&path.field("options").field(&def.name.replace('-', "_")), None);
        }
    }

    /// House rules. What is not given stays open.
    fn options(&mut self, path: &Path, given: Option<&proto::Options>) -> Options {
        let mut decoded = Options::default();
        for (name, number) in proto::read_options(given.unwrap_or(&proto::Options::default())) {
            if number == 0 {
                continue;
            }
            let def = options().find(|def| def.name == name);
            match def.zip(u8::try_from(number).ok()).filter(|(def, value)| usize::from(*value) <= def.values.len()) {
                Some((def, value)) => decoded.set(def.id, value),
                None => {
                    let field = name.replace('-', "_");
                    self.refuse(&path.field(&field), Reason::OUT_OF_RANGE, format!("there is no value {number}"));
                }
            }
        }
        decoded
    }

    // Moves

    pub fn moves(&mut self, path: &Path, moves: &[proto::Move], most: usize) -> Option<Vec<Move>> {
        let before = self.found.len();
        let moves = self.list(path, moves, most).iter().enumerate();
        let decoded = moves.filter_map(|(i, mv)| self.one_move(&path.item(i), mv)).collect();
        (self.found.len() == before).then_some(decoded)
    }

    fn one_move(&mut self, path: &Path, mv: &proto::Move) -> Option<Move> {
        use proto::r#move::Kind;
        match self.given(&path.field("kind"), mv.kind.as_ref())? {
            Kind::DrawTile(mv) => Some(Move::DrawTile { kind: self.kind_in(path, "draw_tile", mv.kind)? }),
            Kind::PlaceTile(mv) => {
                let path = path.field("place_tile");
                let kind = self.kind(&path.field("kind"), mv.kind);
                let pos = self.pos(&path, mv.x, mv.y);
                let rotation = self.rotation(&path.field("rotation"), mv.rotation);
                Some(Move::PlaceTile { kind: kind?, pos: pos?, rotation: rotation? })
            }
            Kind::PlaceFigure(mv) => {
                let (figure, place) = self.figure_at(&path.field("place_figure"), mv.figure, mv.place.as_ref());
                Some(Move::PlaceFigure { figure: figure?, place: place? })
            }
            Kind::ReturnFigure(mv) => {
                let (figure, place) = self.figure_at(&path.field("return_figure"), mv.figure, mv.place.as_ref());
                Some(Move::ReturnFigure { figure: figure?, place: place? })
            }
            Kind::Pass(_) => Some(Move::Pass),
            Kind::OfferTile(mv) => Some(Move::OfferTile { kind: self.kind_in(path, "offer_tile", mv.kind)? }),
            Kind::RevealTile(mv) => Some(Move::RevealTile { kind: self.kind_in(path, "reveal_tile", mv.kind)? }),
            Kind::TakeTile(mv) => Some(Move::TakeTile { kind: self.kind_in(path, "take_tile", mv.kind)? }),
            Kind::ChooseTile(mv) => Some(Move::ChooseTile { kind: self.kind_in(path, "choose_tile", mv.kind)? }),
            Kind::ChoosePlayer(mv) => {
                let path = path.field("choose_player");
                Some(Move::ChoosePlayer { player: self.number(&path.field("player"), mv.player)? })
            }
            Kind::MoveFigure(mv) => {
                let path = path.field("move_figure");
                let (figure, from) = (
                    self.figure_kind(&path.field("figure"), mv.figure),
                    self.place(&path.field("from"), mv.from.as_ref()),
                );
                let to = self.place(&path.field("to"), mv.to.as_ref());
                Some(Move::MoveFigure { figure: figure?, from: from?, to: to? })
            }
            Kind::TakeTurn(_) => Some(Move::TakeTurn),
            Kind::MoveNeutral(mv) => {
                let path = path.field("move_neutral");
                let figure = self.figure_kind(&path.field("figure"), mv.figure);
                let to = self.place(&path.field("to"), mv.to.as_ref());
                let beside = self.maybe_owned(&path.field("beside"), mv.beside.as_ref());
                Some(Move::MoveNeutral { figure: figure?, to: to?, beside: beside? })
            }
            Kind::RemoveFigure(mv) => {
                let path = path.field("remove_figure");
                let player = self.number(&path.field("player"), mv.player);
                let (figure, place) = self.figure_at(&path, mv.figure, mv.place.as_ref());
                Some(Move::RemoveFigure { player: player?, figure: figure?, place: place? })
            }
            Kind::PlaceToken(mv) => {
                let path = path.field("place_token");
                let token = self.token(&path.field("token"), mv.token);
                let place = self.place(&path.field("place"), mv.place.as_ref());
                Some(Move::PlaceToken { token: token?, place: place? })
            }
            Kind::CaptureFigure(mv) => {
                let path = path.field("capture_figure");
                let player = self.number(&path.field("player"), mv.player);
                let (figure, place) = self.figure_at(&path, mv.figure, mv.place.as_ref());
                Some(Move::CaptureFigure { player: player?, figure: figure?, place: place? })
            }
            Kind::ReleasePrisoner(mv) => {
                let (holder, figure) = self.prisoner(&path.field("release_prisoner"), mv.holder, mv.figure);
                Some(Move::ReleasePrisoner { holder: holder?, figure: figure? })
            }
            Kind::PayRansom(mv) => {
                let (holder, figure) = self.prisoner(&path.field("pay_ransom"), mv.holder, mv.figure);
                Some(Move::PayRansom { holder: holder?, figure: figure? })
            }
        }
    }

    fn prisoner(&mut self, path: &Path, holder: Option<u32>, figure: i32) -> (Option<u8>, Option<FigureKind>) {
        (self.number(&path.field("holder"), holder), self.figure_kind(&path.field("figure"), figure))
    }

    /// The kind that a move names and nothing else.
    fn kind_in(&mut self, path: &Path, mv: &str, number: Option<u32>) -> Option<Kind> {
        self.kind(&path.field(mv).field("kind"), number)
    }

    fn figure_at(
        &mut self,
        path: &Path,
        figure: i32,
        place: Option<&proto::Place>,
    ) -> (Option<FigureKind>, Option<Place>) {
        (self.figure_kind(&path.field("figure"), figure), self.place(&path.field("place"), place))
    }

    fn place(&mut self, path: &Path, place: Option<&proto::Place>) -> Option<Place> {
        let place = self.given(path, place)?;
        match self.given(&path.field("kind"), place.kind.as_ref())? {
            proto::place::Kind::Segment(place) => {
                let path = path.field("segment");
                let square = self.pos(&path, place.x, place.y);
                let segment = self.number(&path.field("segment"), place.segment);
                Some(Place::Segment { square: square?, segment: segment? })
            }
            proto::place::Kind::Tile(place) => {
                Some(Place::Tile { square: self.pos(&path.field("tile"), place.x, place.y)? })
            }
            proto::place::Kind::Space(place) => {
                let path = path.field("space");
                let square = self.pos(&path, place.x, place.y);
                let space = self.number(&path.field("space"), place.space);
                Some(Place::Space { square: square?, space: space? })
            }
            proto::place::Kind::Track(place) => {
                let path = path.field("track");
                let space = self.number::<u8>(&path.field("space"), place.space)?;
                if space > LAST_SPACE {
                    self.refuse(&path.field("space"), Reason::OUT_OF_RANGE, format!("the track ends at {LAST_SPACE}"));
                    return None;
                }
                Some(Place::Track { space })
            }
            proto::place::Kind::Square(place) => {
                Some(Place::Square { square: self.pos(&path.field("square"), place.x, place.y)? })
            }
            proto::place::Kind::Corner(place) => {
                Some(Place::Corner { square: self.pos(&path.field("corner"), place.x, place.y)? })
            }
        }
    }
}

/// Everything that a state must be to go on from it.
fn check(catalogue: &Arc<Catalogue>, state: State) -> Result<Position, Vec<Violation>> {
    let position = Position::from_state(catalogue, state)?;
    let dealt = matches!(position.state().setup.draw, Draw::Seeded(Some(_)));
    if dealt && position.decider() == Decider::Chance {
        let text = "with a seed, the service has made every draw that is due";
        return Err(vec![Violation::new("turn", Reason::WRONG_PHASE, text)]);
    }
    Ok(position)
}

/// The same violations, of a message in a field.
pub fn inside(path: &Path, found: Vec<Violation>) -> Vec<Violation> {
    let path = path.to_string();
    found.into_iter().map(|violation| violation.inside(&path)).collect()
}

/// The same violations, of a message that is written as text in a field: the text has no fields, so what they name goes
/// into the description.
pub fn in_text(path: &Path, found: Vec<Violation>) -> Vec<Violation> {
    let path = path.to_string();
    let say = |violation: Violation| {
        let colon = if violation.path.is_empty() { "" } else { ": " };
        Violation { text: format!("{}{colon}{}", violation.path, violation.text), path: path.clone(), ..violation }
    };
    found.into_iter().map(say).collect()
}
