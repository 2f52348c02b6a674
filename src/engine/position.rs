//! The validated state: a `State` that could have come about, with everything derived from it that rules ask for.

use std::sync::Arc;

use super::board::{Board, Covered};
use super::catalogue::{Catalogue, Kind};
use super::error::Violation;
use super::event::Event;
use super::expansion::{self, Expansion};
use super::geometry::{Pos, Rotation};
use super::moves::{Move, Place};
use super::regions::{RegionId, Regions, SegmentRef};
use super::setup::{self, FIGURE_KINDS, FigureDef, FigureKind, OptionId, Options, RULES_VERSION, Setup, SetupContext};
use super::state::{Figure, PlacedTile, PlayerState, State, Turn};
use super::tile::{Feature, Segment, TileKind};
use super::turn::{self, Decider, Step};
use super::validate;

/// What follows from the setup alone: shared by all positions of a game.
pub struct Game {
    pub catalogue: Arc<Catalogue>,
    /// The expansions that take part, in the order of the list.
    pub expansions: Vec<&'static dyn Expansion>,
    /// The turn: steps in their order.
    pub steps: Vec<&'static dyn Step>,
    /// Definitions of the figures in the game, by number of the kind.
    figures: [Option<&'static FigureDef>; FIGURE_KINDS],
    pub options: Options,
}

/// A state that could have come about, and the board and regions that follow from it.
#[derive(Clone)]
pub struct Position {
    game: Arc<Game>,
    state: State,
    board: Board,
    regions: Regions,
}

impl Game {
    pub fn figure(&self, kind: usize) -> Option<&'static FigureDef> {
        self.figures.get(kind).copied().flatten()
    }

    /// `setup` must have no violations.
    pub fn new(catalogue: Arc<Catalogue>, setup: &Setup) -> Game {
        let context = SetupContext { setup, catalogue: &catalogue };
        let expansions: Vec<&dyn Expansion> =
            expansion::ALL.iter().copied().filter(|e| e.takes_part(&context)).collect();
        let mut figures = [None; FIGURE_KINDS];
        for def in setup::figures().filter(|def| context.figure_count(def) > 0) {
            figures[def.kind.0 as usize] = Some(def);
        }
        let options = context.resolved_options();
        Game { steps: turn::table(&expansions), expansions, figures, options, catalogue: catalogue.clone() }
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
        let context = SetupContext { setup: &setup, catalogue };
        let game = Arc::new(Game::new(catalogue.clone(), &setup));
        let mut bag = context.tiles();
        let mut supply = [0; FIGURE_KINDS];
        for def in setup::figures() {
            supply[def.kind.0 as usize] = context.figure_count(def);
        }
        let players = vec![PlayerState { supply, ..PlayerState::default() }; setup.players.len()];
        let start = context.start();
        if let Some(start) = start {
            bag[start.0 as usize] -= 1;
        }
        let state = State {
            rules_version: RULES_VERSION,
            setup: Arc::new(setup),
            tiles: Vec::new(),
            figures: Vec::new(),
            players,
            bag,
            discarded: Vec::new(),
            draws: 0,
            turn: Turn { player: 0, step: turn::DRAW, tile: None },
        };
        let mut position = Position { game, state, board: Board::new(), regions: Regions::default() };
        if let Some(kind) = start {
            let event = Event::TilePlaced { player: None, kind, pos: Pos::default(), rotation: Rotation::R0 };
            position.happen(event, Some(log));
        }
        position.happen(Event::TurnStarted { player: 0 }, Some(log));
        turn::advance(&mut position, Some(log));
        Ok(position)
    }

    /// Checks a state completely.
    ///
    /// # Errors
    /// Everything that is wrong with it; paths start at the state.
    pub fn from_state(catalogue: &Arc<Catalogue>, state: State) -> Result<Position, Vec<Violation>> {
        validate::position(catalogue, state)
    }

    /// A position without tiles that the validation fills. The tiles of `state` are laid by `lay`.
    pub(super) fn unchecked(game: Arc<Game>, state: State) -> Position {
        Position { game, state, board: Board::new(), regions: Regions::default() }
    }

    /// Applies a move that `legal_moves` lists; what happens goes to `log`.
    ///
    /// # Errors
    /// Everything that stands against the move. The position is then unchanged.
    pub fn apply(&mut self, mv: &Move, log: Option<&mut Vec<Event>>) -> Result<(), Vec<Violation>> {
        turn::apply(self, mv, log)
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
    }

    /// Everything that stands against a move; empty if it is legal.
    pub fn check(&self, mv: &Move) -> Vec<Violation> {
        let mut violations = Vec::new();
        self.step().check(self, mv, &mut violations);
        violations
    }

    /// How many equally likely outcomes a chance move stands for.
    pub fn weight(&self, mv: &Move) -> u32 {
        match mv {
            Move::DrawTile { kind } => self.state.bag[kind.0 as usize],
            _ => 1,
        }
    }

    /// Who decides what happens next.
    pub fn decider(&self) -> Decider {
        self.step().decider(self)
    }

    pub fn step(&self) -> &'static dyn Step {
        let step = self.state.turn.step;
        *self.game.steps.iter().find(|s| s.id() == step).expect("a checked position is in a step of its game")
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
        let Place::Segment { square, segment } = place;
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
    pub fn is_completed(&self, region: RegionId) -> bool {
        match self.regions.feature(region) {
            Feature::Road | Feature::City => self.regions.open_edges(region) == 0,
            Feature::Monastery | Feature::Garden => self.missing_neighbours(region) == 0,
            Feature::Field | Feature::River => false,
        }
    }

    /// How many of the eight squares around a monastery or garden are empty.
    pub fn missing_neighbours(&self, region: RegionId) -> u32 {
        let at = self.regions.members(region).next().expect("a region has segments");
        8 - self.board.neighbours(self.centre(at))
    }

    /// Changes the state by an event and logs it. The only place where a state changes.
    pub(super) fn happen(&mut self, event: Event, log: Option<&mut Vec<Event>>) {
        match event {
            Event::TurnStarted { player } => self.state.turn.player = player,
            Event::TileDrawn { kind } => {
                self.state.bag[kind.0 as usize] -= 1;
                self.state.draws += 1;
                self.state.turn.tile = Some(kind);
            }
            Event::TileDiscarded { kind } => {
                self.state.discarded.push(kind);
                self.state.turn.tile = None;
            }
            Event::TilePlaced { kind, pos, rotation, .. } => {
                self.state.tiles.push(PlacedTile { kind, pos, rotation });
                self.lay(self.state.tiles.len() as u16 - 1);
                self.state.turn.tile = None;
            }
            Event::FigurePlaced { player, figure, place } => {
                self.state.players[player as usize].supply[figure.0 as usize] -= 1;
                let (at, square) = self.resolve(place).expect("figures are placed on segments");
                let figure = Figure { tile: at.tile, segment: at.segment, square, player, kind: figure };
                let index = self.state.figures.binary_search(&figure).unwrap_or_else(|i| i);
                self.state.figures.insert(index, figure);
                self.regions.figure_added(at);
            }
            Event::FigureReturned { player, figure, place } => {
                let (at, square) = self.resolve(place).expect("figures stand on segments");
                let figure = Figure { tile: at.tile, segment: at.segment, square, player, kind: figure };
                let index = self.state.figures.binary_search(&figure).expect("the figure stands there");
                self.state.figures.remove(index);
                self.regions.figure_removed(at);
                self.state.players[player as usize].supply[figure.kind.0 as usize] += 1;
            }
            Event::Scored { player, value, .. } => {
                let points = &mut self.state.players[player as usize].points[value.rule.0 as usize];
                *points = points.saturating_add(value.points()).min(validate::MAX_POINTS);
            }
            Event::GameEnded => {}
        }
        if let Some(log) = log {
            log.push(event);
        }
    }

    /// Puts a tile of the state on the board and into the regions. Tiles are laid in their order.
    pub(super) fn lay(&mut self, tile: u16) {
        let catalogue = &self.game.catalogue;
        let tiles = &self.state.tiles;
        let PlacedTile { kind, pos, rotation } = tiles[tile as usize];
        let kind = catalogue.kind(kind);
        self.board.place(tile, kind, pos, rotation);
        self.regions.add_tile(&self.board, kind, pos, rotation, |other| {
            let placed = &tiles[other as usize];
            (catalogue.kind(placed.kind), placed.rotation)
        });
    }

    pub(super) fn count_figure(&mut self, at: SegmentRef) {
        self.regions.figure_added(at);
    }

    pub(super) fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }
}
