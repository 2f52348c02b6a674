//! The validated state: a `State` that could have come about, with everything derived from it that rules ask for.

use std::cell::RefCell;
use std::sync::Arc;

use super::board::{Board, Covered};
use super::catalogue::{Catalogue, Kind};
use super::error::Violation;
use super::event::Event;
use super::expansion::{self, Expansion};
use super::geometry::{HalfSide, Pos, Side};
use super::moves::{Move, Place};
use super::regions::{RegionId, Regions, SegmentRef};
use super::setup::{
    self, Draw, FIGURE_KINDS, FigureDef, FigureKind, OptionId, Options, RULES_VERSION, Setup, SetupContext, Token,
};
use super::state::{
    Asked, Elsewhere, Figure, Held, Neutral, Owned, PlacedTile, PlacedTokens, PlayerState, SecondPart, State, Turn,
};
use super::tile::{self, Feature, Segment, TileKind, Traits};
use super::turn::{self, Action, Decider, Step, StepId};
use super::validate;

/// What follows from the setup alone: shared by all positions of a game.
pub struct Game {
    pub catalogue: Arc<Catalogue>,
    /// What it follows from, without names and without how tiles are drawn.
    setup: Setup,
    /// The expansions that take part, in the order of the list.
    pub expansions: Vec<&'static dyn Expansion>,
    /// The turn: steps in their order.
    pub steps: Vec<&'static dyn Step>,
    /// Their numbers.
    rows: Vec<StepId>,
    /// For each number that a step may have, the first row from there on.
    row_from: Vec<u8>,
    /// What the player may do in step 2.
    pub actions: Vec<&'static dyn Action>,
    /// Those of them that may hold back tiles, with the kinds in the bag because of which they may.
    pub holding_back: Vec<(&'static dyn Expansion, Vec<Kind>)>,
    /// What the player whose turn it is may do in any decision of it.
    pub interrupts: Vec<&'static dyn Action>,
    /// Meeples in the game, ascending by kind.
    pub meeples: Vec<&'static FigureDef>,
    /// Definitions of the figures in the game, by number of the kind.
    figures: [Option<&'static FigureDef>; FIGURE_KINDS],
    pub options: Options,
    /// How many tiles of each kind are to be drawn (`SetupContext::bag`).
    pub bag: Vec<u32>,
    /// Kinds that are drawn, ascending: the catalogue has many more.
    pub drawn: Vec<Kind>,
    /// Kinds that are not drawn but may lie ready, ascending.
    pub beside: Vec<Kind>,
    /// Kinds that lie in front of each player when the game begins, ascending.
    pub dealt: Vec<Kind>,
}

thread_local! {
    /// The setup of the last state that this thread was given, and what follows from it.
    static LAST: RefCell<Option<(Arc<Setup>, Arc<Game>)>> = const { RefCell::new(None) };
}

/// A state that could have come about, and the board and regions that follow from it.
#[derive(Clone)]
pub struct Position {
    game: Arc<Game>,
    state: State,
    board: Board,
    regions: Regions,
    /// How many tiles the bag holds.
    stack: u32,
    /// An empty list that keeps its memory from one move to the next.
    events: Vec<Event>,
}

/// Bytes that a list holds.
pub(super) fn held<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

impl Game {
    pub fn figure(&self, kind: usize) -> Option<&'static FigureDef> {
        self.figures.get(kind).copied().flatten()
    }

    /// Whether a kind is one that is not drawn but may lie ready.
    pub fn lies_beside(&self, kind: Kind) -> bool {
        self.beside.binary_search(&kind).is_ok()
    }

    /// The game of the setup of the state before, if this is the same one and not only its like: nothing stands against it, and
    /// nothing in it is left to be resolved.
    pub fn known(catalogue: &Arc<Catalogue>, setup: &Arc<Setup>) -> Option<Arc<Game>> {
        let same =
            |last: &&(Arc<Setup>, Arc<Game>)| Arc::ptr_eq(&last.0, setup) && Arc::ptr_eq(&last.1.catalogue, catalogue);
        LAST.with_borrow(|last| last.as_ref().filter(same).map(|(_, game)| game.clone()))
    }

    /// The game of a setup without violations, with nothing left to be resolved: that of the state before, if it was of the same.
    /// Whoever reads states one after the other reads the same few setups again and again, and what follows from one is a good part
    /// of what a state takes.
    pub fn of(catalogue: &Arc<Catalogue>, setup: &Arc<Setup>) -> Arc<Game> {
        let same =
            |game: &Arc<Game>| Arc::ptr_eq(&game.catalogue, catalogue) && game.setup.is_of_the_same_game_as(setup);
        let last = LAST.with_borrow(|last| last.as_ref().map(|(_, game)| game.clone()));
        let game = last.filter(same).unwrap_or_else(|| Arc::new(Game::new(catalogue.clone(), setup)));
        LAST.set(Some((setup.clone(), game.clone())));
        game
    }

    fn new(catalogue: Arc<Catalogue>, setup: &Setup) -> Game {
        let context = SetupContext { setup, catalogue: &catalogue };
        let expansions: Vec<&dyn Expansion> =
            expansion::ALL.iter().copied().filter(|e| e.takes_part(&context)).collect();
        let mut figures = [None; FIGURE_KINDS];
        for def in setup::figures().filter(|def| context.figure_count(def) > 0) {
            figures[def.kind.0 as usize] = Some(def);
        }
        let meeples = figures.iter().flatten().copied().filter(|def: &&FigureDef| def.meeple).collect();
        let options = context.resolved_options();
        let (bag, beside, dealt) = (context.bag(), context.beside(), context.hands());
        let drawn: Vec<Kind> = catalogue.all_kinds().filter(|kind| bag[kind.0 as usize] > 0).collect();
        let interrupts = expansions.iter().flat_map(|e| e.interrupts()).copied().collect();
        let actions = expansions.iter().flat_map(|e| e.actions()).copied().collect();
        let steps = turn::table(&expansions);
        let rows: Vec<StepId> = steps.iter().map(|step| step.id()).collect();
        let mut row_from = Vec::new();
        rows.iter().enumerate().for_each(|(row, id)| row_from.resize(usize::from(id.0) + 1, row as u8));
        let because_of =
            |traits: Traits| drawn.iter().copied().filter(|kind| catalogue.kind(*kind).traits.meet(traits)).collect();
        let holding_back = expansions.iter().map(|e| (*e, because_of(e.holds_back(&catalogue))));
        let holding_back = holding_back.filter(|(_, kinds): &(_, Vec<Kind>)| !kinds.is_empty()).collect();
        let players = vec![String::new(); setup.players.len()];
        let setup = Setup { players, draw: Draw::Host, ..setup.clone() };
        let catalogue = catalogue.clone();
        Game {
            setup,
            steps,
            rows,
            row_from,
            actions,
            interrupts,
            holding_back,
            expansions,
            meeples,
            figures,
            options,
            bag,
            drawn,
            beside,
            dealt,
            catalogue,
        }
    }

    /// The step with that number, if there is one in this game.
    pub fn step(&self, id: StepId) -> Option<&'static dyn Step> {
        self.row_from(id).filter(|row| self.rows[*row] == id).map(|row| self.steps[row])
    }

    /// The number of the first step from that number on.
    pub fn step_from(&self, id: StepId) -> Option<StepId> {
        self.row_from(id).map(|row| self.rows[row])
    }

    fn row_from(&self, id: StepId) -> Option<usize> {
        self.row_from.get(usize::from(id.0)).copied().map(usize::from)
    }
}

impl Position {
    /// The position at the start of a game; the events that led to it go to `log`.
    ///
    /// # Errors
    /// Everything that is wrong with the setup; paths start at the setup.
    pub fn new_game(
        catalogue: &Arc<Catalogue>,
        setup: &Setup,
        log: &mut Vec<Event>,
    ) -> Result<Position, Vec<Violation>> {
        let mut setup = setup.clone();
        let context = SetupContext { setup: &setup, catalogue };
        let violations = context.violations();
        if !violations.is_empty() {
            return Err(violations);
        }
        setup.options = context.resolved_options();
        setup.offer = SetupContext { setup: &setup, catalogue }.resolved_offer();
        let setup = Arc::new(setup);
        let context = SetupContext { setup: &setup, catalogue };
        let game = Game::of(catalogue, &setup);
        let mut supply = [0; FIGURE_KINDS];
        for def in setup::figures() {
            supply[def.kind.0 as usize] = context.figure_count(def);
        }
        let mut own = PlayerState { supply, ..PlayerState::default() };
        for def in game.expansions.iter().flat_map(|e| e.tokens()) {
            own.tokens[def.token.0 as usize] = (def.count)(&context);
        }
        own.hand = context.hands().into_iter().map(Held::Open).collect();
        let mut players = vec![own; setup.players.len()];
        let mut elsewhere: Vec<Elsewhere> =
            game.expansions.iter().flat_map(|expansion| expansion.waiting_figures(&context)).collect();
        elsewhere.sort_unstable();
        for figure in &elsewhere {
            players[figure.player as usize].supply[figure.kind.0 as usize] -= 1;
        }
        let bag = context.bag();
        let state = State {
            rules_version: RULES_VERSION,
            setup: setup.clone(),
            tiles: Vec::new(),
            figures: Vec::new(),
            elsewhere,
            neutral: Vec::new(),
            tokens: Vec::new(),
            players,
            bag,
            offer: Vec::new(),
            discarded: Vec::new(),
            draws: 0,
            turn: Turn {
                player: 0,
                step: turn::OFFER,
                tile: None,
                asked: None,
                closing: None,
                placed: 0,
                second_part: None,
                ransomed: false,
            },
            trail: Vec::new(),
        };
        let mut position = Position::unchecked(game, state);
        turn::advance(&mut position, Some(log));
        Ok(position)
    }

    /// Becomes a copy of another position, in the memory that it has: for whoever needs many, one after the other.
    pub fn copy_from(&mut self, other: &Position) {
        let Position { game, state, board, regions, stack, events: _ } = other;
        self.game.clone_from(game);
        self.state.copy_from(state);
        self.board.copy_from(board);
        self.regions.copy_from(regions);
        self.stack = *stack;
    }

    /// Checks a state completely.
    ///
    /// # Errors
    /// Everything that is wrong with it; paths start at the state.
    pub fn from_state(catalogue: &Arc<Catalogue>, state: State) -> Result<Position, Vec<Violation>> {
        validate::position(catalogue, state)
    }

    /// A position without tiles that the validation fills. The tiles of `state` are laid by `cover`.
    pub(super) fn unchecked(game: Arc<Game>, state: State) -> Position {
        let stack = state.bag.iter().map(|count| u64::from(*count)).sum::<u64>();
        let stack = u32::try_from(stack).unwrap_or(u32::MAX);
        let segments = |tile: &PlacedTile| game.catalogue.kind(tile.kind).segments.len();
        let regions = Regions::with_room(state.tiles.len(), state.tiles.iter().map(segments).sum());
        Position { game, state, board: Board::new(), regions, stack, events: Vec::new() }
    }

    /// Applies a move that `legal_moves` lists; what happens goes to `log`.
    ///
    /// # Errors
    /// Everything that stands against the move. The position is then unchanged.
    pub fn apply(&mut self, mv: &Move, log: Option<&mut Vec<Event>>) -> Result<(), Vec<Violation>> {
        let violations = self.check(mv);
        if !violations.is_empty() {
            return Err(violations);
        }
        turn::make(self, mv, log);
        Ok(())
    }

    /// Makes one of the moves that `legal_moves` lists or `outcome` tells for this position, which is not checked again: for whoever
    /// plays many games with moves just listed. Any other move leaves a position that means nothing, or panics.
    pub fn make_listed(&mut self, mv: &Move, log: Option<&mut Vec<Event>>) {
        debug_assert!(self.check(mv).is_empty(), "{mv:?} is not legal");
        turn::make(self, mv, log);
    }

    /// Everything that can happen next: sorted, each once, empty only if the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// The same, into a list that is cleared first: for callers who ask often.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        moves.clear();
        self.step().legal(self, moves);
        if turn::may_interrupt(self) {
            self.game.interrupts.iter().for_each(|action| action.legal(self, moves));
            moves.sort_unstable();
        }
    }

    /// Everything that stands against a move; empty if it is legal.
    pub fn check(&self, mv: &Move) -> Vec<Violation> {
        let mut violations = Vec::new();
        match turn::interrupt(self, mv) {
            Some(action) => action.check(self, mv, &mut violations),
            None => self.step().check(self, mv, &mut violations),
        }
        violations
    }

    /// How many equally likely outcomes a chance move stands for.
    pub fn weight(&self, mv: &Move) -> u32 {
        match mv {
            Move::DrawTile { kind } | Move::RevealTile { kind } => self.state.bag[kind.0 as usize],
            _ => 1,
        }
    }

    /// What chance decides, if it is to decide: `pick` is told how many equally likely outcomes there are, and says which one it is.
    /// They stand in the order of the moves, each as often as its weight, so that this is the move that whoever lists them finds.
    pub fn outcome(&self, pick: &mut dyn FnMut(u64) -> u64) -> Option<Move> {
        if self.decider() == Decider::Chance { self.step().outcome(self, pick) } else { None }
    }

    /// Who decides what happens next.
    pub fn decider(&self) -> Decider {
        self.step().decider(self)
    }

    pub fn step(&self) -> &'static dyn Step {
        self.game.step(self.state.turn.step).expect("a checked position is in a step of its game")
    }

    pub fn is_over(&self) -> bool {
        self.decider() == Decider::Nobody
    }

    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.game.catalogue
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn into_state(self) -> State {
        self.state
    }

    /// Bytes in memory, but for what all positions of a game share and for what lies in front of players.
    pub fn bytes(&self) -> usize {
        let State { tiles, figures, elsewhere, neutral, tokens, players, bag, offer, discarded, trail, .. } =
            &self.state;
        let table = held(tiles) + held(figures) + held(elsewhere) + held(neutral) + held(tokens) + held(trail);
        let aside = held(players) + held(bag) + held(offer) + held(discarded) + held(&self.events);
        size_of::<Position>() + table + aside + self.board.bytes() + self.regions.bytes()
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    pub fn option(&self, option: OptionId) -> u8 {
        self.game.options.get(option)
    }

    pub fn setup_context(&self) -> SetupContext<'_> {
        SetupContext { setup: &self.state.setup, catalogue: &self.game.catalogue }
    }

    pub fn kind(&self, kind: Kind) -> &TileKind {
        self.game.catalogue.kind(kind)
    }

    pub fn figure_def(&self, kind: FigureKind) -> Option<&'static FigureDef> {
        self.game.figures.get(kind.0 as usize).copied().flatten()
    }

    /// The tile of an index and its kind.
    pub fn tile(&self, tile: u16) -> (&PlacedTile, &TileKind) {
        let placed = &self.state.tiles[tile as usize];
        (placed, self.kind(placed.kind))
    }

    /// Whether chance decides which tiles lie ready: fewer than there are, and not named.
    pub fn offer_is_drawn(&self) -> bool {
        let beside = self.game.beside.len();
        matches!(self.state.setup.offer, Some(setup::Offer::Drawn(count)) if (count as usize) < beside)
    }

    /// How many tiles the bag holds.
    pub fn stack(&self) -> u32 {
        self.stack
    }

    /// How many tiles the state hides from whoever sees it.
    pub fn hidden(&self) -> usize {
        self.state.players.iter().map(PlayerState::hidden).sum()
    }

    /// The tile that a place off all features names, if it does.
    pub fn tile_of(&self, place: Place) -> Option<u16> {
        let square = match place {
            Place::Tile { square } | Place::Space { square, .. } => square,
            Place::Segment { .. } | Place::Track { .. } | Place::Square { .. } | Place::Corner { .. } => return None,
        };
        self.board.at(square).filter(|covered| covered.square == 0).map(|covered| covered.tile)
    }

    /// Figures on a tile that stand on none of its features, in their order.
    pub fn beside_features(&self, tile: u16) -> impl Iterator<Item = &Elsewhere> {
        self.state.elsewhere.iter().filter(move |figure| self.tile_of(figure.place) == Some(tile))
    }

    /// Whether a kind is one that is not drawn but may lie ready.
    pub fn lies_beside(&self, kind: Kind) -> bool {
        self.game.lies_beside(kind)
    }

    /// Whether a kind is one that is not drawn because each player has one from the start.
    pub fn is_dealt(&self, kind: Kind) -> bool {
        self.game.dealt.binary_search(&kind).is_ok()
    }

    /// A figure of nobody, if it is in play.
    pub fn neutral(&self, kind: FigureKind) -> Option<&Neutral> {
        self.state.neutral.iter().find(|neutral| neutral.kind == kind)
    }

    /// How many tokens of a kind lie at a place.
    pub fn tokens_at(&self, place: Place, token: Token) -> u8 {
        let there = self.state.tokens.iter().find(|tokens| tokens.place == place && tokens.token == token);
        there.map_or(0, |tokens| tokens.count)
    }

    /// The square of the table that a place is on, if it is on one.
    pub fn square_of(&self, place: Place) -> Option<Pos> {
        match place {
            Place::Segment { square, .. }
            | Place::Tile { square }
            | Place::Space { square, .. }
            | Place::Square { square }
            | Place::Corner { square } => Some(square),
            Place::Track { .. } => None,
        }
    }

    /// Whether a player's figure of a kind stands at a place.
    pub fn stands(&self, figure: Owned, place: Place) -> bool {
        let Owned { player, figure: kind } = figure;
        match self.resolve(place) {
            Some((at, square)) => {
                let figure = Figure { tile: at.tile, segment: at.segment, square, player, kind };
                self.state.figures.binary_search(&figure).is_ok()
            }
            None => self.state.elsewhere.binary_search(&Elsewhere { place, player, kind }).is_ok(),
        }
    }

    /// The four squares around the north-west corner of a square, each with its half sides at that corner.
    fn around_corner(square: Pos) -> [(Pos, [HalfSide; 2]); 4] {
        // from the north-west square on clockwise; the corner is at its south-east, and so on around
        [(-1, -1, Side::S), (0, -1, Side::W), (0, 0, Side::N), (-1, 0, Side::E)].map(|(dx, dy, side)| {
            let left = 2 * side as usize;
            (square + Pos::new(dx, dy), [left, left + 7].map(HalfSide::from_index))
        })
    }

    /// The field that lies all around the north-west corner of a square, where the corners of four squares of tiles meet:
    /// a segment of it, if it is so.
    pub fn field_around(&self, square: Pos) -> Option<SegmentRef> {
        let mut field = None;
        for (pos, halves) in Position::around_corner(square) {
            let Covered { tile, square } = self.board.at(pos)?;
            let (placed, kind) = self.tile(tile);
            let squares = kind.squares(placed.rotation);
            // a side within a tile shows nothing; what lies there shows on its other squares
            let outer = |half: &HalfSide| !squares.iter().any(|s| placed.pos + s.offset == pos.step(half.side()));
            let mut shown = halves.into_iter().filter(outer).map(|half| squares[square as usize].fields[half.index()]);
            let Some(segment) = shown.next() else { continue };
            // two fields that meet at a corner are divided by what reaches it
            if segment == tile::NONE || shown.any(|other| other != segment) {
                return None;
            }
            let at = SegmentRef { tile, segment };
            if self.region(*field.get_or_insert(at)) != self.region(at) {
                return None;
            }
        }
        field
    }

    /// The squares of the table whose corners meet at the north-west corner of a square.
    pub fn squares_around(square: Pos) -> [Pos; 4] {
        Position::around_corner(square).map(|(pos, _)| pos)
    }

    /// Whether a figure on a corner keeps others out of a field.
    pub fn is_closed(&self, field: RegionId) -> bool {
        usize::from(self.regions.figures(field)) > self.figures_on(field).count()
    }

    /// Figures on corners whose field is that region, in their order.
    pub fn on_corners_of(&self, field: RegionId) -> impl Iterator<Item = &Elsewhere> {
        self.state.elsewhere.iter().filter(move |figure| match figure.place {
            Place::Corner { square } => self.field_around(square).is_some_and(|at| self.region(at) == field),
            _ => false,
        })
    }

    /// The tiles that the player has placed in this turn.
    pub fn tiles_of_turn(&self) -> std::ops::Range<usize> {
        let tiles = self.state.tiles.len();
        tiles.saturating_sub(self.state.turn.placed.into())..tiles
    }

    /// The tile placed last.
    pub fn last_tile(&self) -> Option<u16> {
        self.state.tiles.len().checked_sub(1).map(|i| i as u16)
    }

    pub fn segment(&self, at: SegmentRef) -> &Segment {
        &self.tile(at.tile).1.segments[at.segment as usize]
    }

    /// The square of the table on which a square of a tile lies.
    pub fn square(&self, tile: u16, square: u8) -> Pos {
        let (placed, kind) = self.tile(tile);
        placed.pos + kind.squares(placed.rotation)[square as usize].offset
    }

    /// The square of the table on which a monastery or garden lies.
    pub fn centre(&self, at: SegmentRef) -> Pos {
        self.square(at.tile, self.segment(at).first_square() as u8)
    }

    /// The segment and the square of its tile that a place names, if they exist.
    pub fn resolve(&self, place: Place) -> Option<(SegmentRef, u8)> {
        let Place::Segment { square, segment } = place else { return None };
        let Covered { tile, square } = self.board.at(square)?;
        let on = self.tile(tile).1.segments.get(segment as usize)?.squares;
        (on >> square & 1 == 1).then_some((SegmentRef { tile, segment }, square))
    }

    /// The place of a figure.
    pub fn place_of(&self, figure: &Figure) -> Place {
        Place::Segment { square: self.square(figure.tile, figure.square), segment: figure.segment }
    }

    /// A place that names a segment: its first square.
    pub fn place(&self, at: SegmentRef) -> Place {
        let square = self.square(at.tile, self.segment(at).first_square() as u8);
        Place::Segment { square, segment: at.segment }
    }

    /// The region of a segment.
    pub fn region(&self, at: SegmentRef) -> RegionId {
        self.regions.of(at)
    }

    /// Figures on a region, in their order.
    pub fn figures_on(&self, region: RegionId) -> impl Iterator<Item = &Figure> {
        self.state
            .figures
            .iter()
            .filter(move |f| self.regions.of(SegmentRef { tile: f.tile, segment: f.segment }) == region)
    }

    /// Whether a feature is completed: nothing open, or all eight neighbours there. Fields and rivers never are.
    #[inline]
    pub fn is_completed(&self, region: RegionId) -> bool {
        match self.regions.feature(region) {
            Feature::Road | Feature::City => self.regions.open_edges(region) == 0,
            Feature::Monastery | Feature::Garden => self.board.is_surrounded(self.centre_of(region)),
            Feature::Field | Feature::River => false,
        }
    }

    /// How many of the eight squares around a monastery or garden are empty.
    pub fn missing_neighbours(&self, region: RegionId) -> u32 {
        8 - self.board.neighbours(self.centre_of(region))
    }

    /// The square of the table on which the monastery or garden of a region lies.
    fn centre_of(&self, region: RegionId) -> Pos {
        self.centre(self.regions.members(region).next().expect("a region has segments"))
    }

    /// Changes the state by an event. The only place where a state changes.
    pub(super) fn happen(&mut self, event: &Event) {
        match *event {
            Event::TurnStarted { player } => {
                self.state.turn.player = player;
                self.state.turn.placed = 0;
                self.state.turn.second_part = None;
                self.state.turn.ransomed = false;
            }
            Event::TileDrawn { kind } => {
                self.state.bag[kind.0 as usize] -= 1;
                self.stack -= 1;
                self.state.draws += 1;
                self.state.turn.tile = Some(kind);
            }
            Event::TileDiscarded { kind } => {
                self.state.discarded.push(kind);
                self.state.turn.tile = None;
            }
            Event::TilePlaced { player, kind, pos, rotation } => {
                self.state.turn.placed += u8::from(player.is_some());
                self.state.tiles.push(PlacedTile { kind, pos, rotation });
                self.lay(self.state.tiles.len() as u16 - 1);
                self.state.turn.tile = None;
            }
            Event::FigurePlaced { player, figure, place } => {
                self.state.players[player as usize].supply[figure.0 as usize] -= 1;
                self.put(player, figure, place);
            }
            Event::FigureReturned { player, figure, place } => {
                self.take(player, figure, place);
                self.state.players[player as usize].supply[figure.0 as usize] += 1;
            }
            Event::FigureMoved { player, figure, from, to } => {
                self.take(player, figure, from);
                self.put(player, figure, to);
            }
            Event::Scored { player, value, .. } => {
                let points = &mut self.state.players[player as usize].points[value.rule.0 as usize];
                *points = points.saturating_add(value.points()).min(validate::MAX_POINTS);
            }
            Event::GameEnded => {
                self.state.turn.placed = 0;
                self.state.turn.second_part = None;
                self.state.turn.ransomed = false;
            }
            Event::TileOffered { kind } => insert(&mut self.state.offer, kind),
            Event::TileObtained { player, kind } => {
                self.state.offer.retain(|other| *other != kind);
                if self.state.tiles.iter().all(|tile| tile.kind != kind) {
                    insert(&mut self.state.players[player as usize].hand, Held::Open(kind));
                }
            }
            Event::TileKept { player, kind } => {
                self.state.turn.tile = None;
                insert(&mut self.state.players[player as usize].hand, Held::Down(kind));
            }
            Event::TileChosen { player, kind } => {
                let hand = &mut self.state.players[player as usize].hand;
                let chosen = |held: &Held| matches!(held, Held::Open(own) | Held::Down(own) if *own == kind);
                hand.remove(hand.iter().position(chosen).expect("the tile lies there"));
                self.state.turn.tile = Some(kind);
            }
            Event::TilePassed { from, to } => {
                let hand = &mut self.state.players[from as usize].hand;
                let face_down = |held: &Held| !matches!(held, Held::Open(_));
                let tile = hand.remove(hand.iter().position(face_down).expect("a tile is kept"));
                insert(&mut self.state.players[to as usize].hand, tile);
            }
            Event::TileRevealed { player, kind } => {
                let hand = &mut self.state.players[player as usize].hand;
                hand.remove(hand.iter().position(|held| *held == Held::Hidden).expect("a hidden tile"));
                insert(hand, Held::Down(kind));
                self.state.bag[kind.0 as usize] -= 1;
                self.stack -= 1;
            }
            Event::DecisionsLeft { player, count, about } => {
                self.state.turn.asked = (count > 0).then_some(Asked { player, left: count, about });
                if count == 0 {
                    self.state.trail.clear();
                }
            }
            Event::LastTurnEnded { player } => self.state.turn.closing = Some(player),
            Event::TokensTaken { player, token, count } => {
                let own = &mut self.state.players[player as usize].tokens[token.0 as usize];
                *own = own.saturating_add(count);
            }
            Event::SecondPartDue { .. } => self.state.turn.second_part = Some(SecondPart::Due),
            Event::SecondPartStarted { .. } => {
                self.state.turn.second_part = Some(SecondPart::UnderWay);
                self.state.turn.placed = 0;
            }
            Event::NeutralMoved { figure: kind, to, beside, step } => {
                let neutral = &mut self.state.neutral;
                let there = neutral.iter().position(|other| other.kind == kind);
                if let Some(from) = there.map(|i| neutral.remove(i).place)
                    && step
                {
                    self.state.trail.extend(self.square_of(from));
                }
                insert(&mut self.state.neutral, Neutral { kind, place: to, beside });
            }
            Event::FigureCaptured { player, figure, place, by } => {
                self.take(player, figure, place);
                insert(&mut self.state.players[by as usize].prisoners, Owned { player, figure });
            }
            Event::PrisonerReleased { player, figure, holder } => {
                remove(&mut self.state.players[holder as usize].prisoners, &Owned { player, figure });
                self.state.players[player as usize].supply[figure.0 as usize] += 1;
            }
            Event::TokenPlaced { player, token, place } => {
                self.state.players[player as usize].tokens[token.0 as usize] -= 1;
                match self.state.tokens.iter_mut().find(|there| there.place == place && there.token == token) {
                    Some(there) => there.count += 1,
                    None => insert(&mut self.state.tokens, PlacedTokens { place, token, count: 1 }),
                }
            }
            Event::RansomPaid { player, points } => {
                self.state.players[player as usize].paid += points;
                self.state.turn.ransomed = true;
            }
        }
    }

    fn put(&mut self, player: u8, kind: FigureKind, place: Place) {
        if let Place::Segment { .. } = place {
            let (at, square) = self.resolve(place).expect("figures are placed on segments that there are");
            insert(&mut self.state.figures, Figure { tile: at.tile, segment: at.segment, square, player, kind });
            self.regions.figure_added(at);
        } else {
            insert(&mut self.state.elsewhere, Elsewhere { place, player, kind });
            if let Some(at) = self.field_of_corner(place) {
                self.regions.figure_added(at);
            }
        }
    }

    /// The field that a figure at that place keeps others out of, if it stands on a corner.
    pub(super) fn field_of_corner(&self, place: Place) -> Option<SegmentRef> {
        let Place::Corner { square } = place else { return None };
        self.field_around(square)
    }

    fn take(&mut self, player: u8, kind: FigureKind, place: Place) {
        if let Place::Segment { .. } = place {
            let (at, square) = self.resolve(place).expect("figures stand on segments");
            remove(&mut self.state.figures, &Figure { tile: at.tile, segment: at.segment, square, player, kind });
            self.regions.figure_removed(at);
        } else {
            remove(&mut self.state.elsewhere, &Elsewhere { place, player, kind });
            if let Some(at) = self.field_of_corner(place) {
                self.regions.figure_removed(at);
            }
        }
    }

    /// Puts a tile of the state on the board and into the regions. Tiles are laid in their order.
    fn lay(&mut self, tile: u16) {
        let PlacedTile { kind, pos, rotation } = self.state.tiles[tile as usize];
        self.board.place(tile, self.game.catalogue.kind(kind), pos, rotation);
        self.add_to_regions(tile);
    }

    /// The same without the frontier, which is to be found when all tiles lie there.
    pub(super) fn cover(&mut self, tile: u16) {
        let PlacedTile { kind, pos, rotation } = self.state.tiles[tile as usize];
        self.board.cover(tile, self.game.catalogue.kind(kind), pos, rotation);
        self.add_to_regions(tile);
    }

    fn add_to_regions(&mut self, tile: u16) {
        let catalogue = &self.game.catalogue;
        let tiles = &self.state.tiles;
        let PlacedTile { kind, pos, rotation } = tiles[tile as usize];
        self.regions.add_tile(&self.board, catalogue.kind(kind), pos, rotation, |other| {
            let placed = &tiles[other.tile as usize];
            &catalogue.kind(placed.kind).squares(placed.rotation)[other.square as usize]
        });
    }

    pub(super) fn count_figure(&mut self, at: SegmentRef) {
        self.regions.figure_added(at);
    }

    /// An empty list for the events of a move, to be given back by `spare`.
    pub(super) fn spare_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    pub(super) fn spare(&mut self, events: Vec<Event>) {
        self.events = events;
    }

    pub(super) fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    pub(super) fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

/// Puts an entry into a sorted list.
fn insert<T: Ord>(list: &mut Vec<T>, entry: T) {
    let index = list.partition_point(|other| *other < entry);
    list.insert(index, entry);
}

/// Takes an entry out of a sorted list.
fn remove<T: Ord>(list: &mut Vec<T>, entry: &T) {
    let index = list.binary_search(entry).expect("the entry is there");
    list.remove(index);
}
