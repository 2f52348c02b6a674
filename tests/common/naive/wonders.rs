//! What the wonders add to the questions about a table: who owns which, what may be done, what it brings.

use std::collections::BTreeSet;

use carcassonne_engine::engine::expansion::{abbot, base_game, inns_and_cathedrals};
use carcassonne_engine::engine::setup::{self, Offer, OptionId, SetupContext};
use carcassonne_engine::engine::state::{Elsewhere, Figure, Held, PlacedTile, SecondPart, State};
use carcassonne_engine::engine::tile::Feature;
use carcassonne_engine::engine::{Catalogue, FigureKind, Kind, Move, Place, Pos, Side};

use super::traders::is_meeple;
use super::{Point, Region, Table, add, centre_of, centres, is_river, lay, points, pos_at, side_point, tiles_in_game};

pub const MARKER: u8 = 4;
/// Numbers of the options and of their second values.
const PER_PLAYER: OptionId = OptionId(7);
const MARKED_BY: OptionId = OptionId(8);
const ALHAMBRA_RULE: OptionId = OptionId(9);
const SECOND_VALUE: u8 = 2;

/// Points by number of the rule.
pub type Points = Vec<(u8, usize, u32)>;

const STONEHENGE: usize = 10;
const NOTRE_DAME: usize = 11;
const CIRCUS_MAXIMUS: usize = 12;
const ALHAMBRA: usize = 13;
const TIKAL: usize = 14;
const ANGKOR_WAT: usize = 15;
const TERRACOTTA_ARMY: usize = 16;
const GREAT_WALL: usize = 17;
const TAJ_MAHAL: usize = 18;

impl Table<'_> {
    /// Whether a kind is one of those that are not drawn.
    pub fn is_wonder(&self, kind: Kind) -> bool {
        self.catalogue.sets.iter().any(|set| set.beside.contains(&kind))
    }

    fn has_id(&self, kind: Kind, id: &str) -> bool {
        self.catalogue.kind(kind).id == id
    }

    /// Kinds in the bag, but for dragon tiles before their time.
    pub fn not_held_back(&self) -> Vec<Kind> {
        let in_bag = self.catalogue.all_kinds().filter(|kind| self.state.bag[kind.0 as usize] > 0);
        in_bag.filter(|kind| !self.held_back(*kind)).collect()
    }

    /// Whether nothing is left to draw but what lies face down in front of players.
    pub fn stack_is_empty(&self) -> bool {
        let hidden: usize = self.state.players.iter().map(|player| player.hidden()).sum();
        let tiles = self.not_held_back().into_iter().map(|kind| self.state.bag[kind.0 as usize]);
        tiles.sum::<u32>() as usize <= hidden
    }

    pub fn reveals(&self) -> Vec<Move> {
        self.not_held_back().into_iter().map(|kind| Move::RevealTile { kind }).collect()
    }

    /// Wonders of the sets that do not lie ready yet; the one with a river only beside other rivers.
    pub fn may_lie_ready(&self) -> Vec<Kind> {
        let sets = || self.state.setup.sets.iter().map(|(set, _)| self.catalogue.set(*set));
        let river = |kind: Kind| is_river(self.catalogue.kind(kind));
        let rivers = sets().any(|set| set.tiles.iter().any(|(kind, _)| river(*kind)));
        let mut kinds: Vec<Kind> = sets().flat_map(|set| set.beside.clone()).collect();
        kinds.retain(|kind| !self.state.offer.contains(kind) && (rivers || !river(*kind)));
        kinds
    }

    /// The tile on whose first square this square of the table is.
    pub fn tile_named(&self, square: Pos) -> Option<usize> {
        self.covered.get(&centre_of(square)).copied().filter(|tile| self.first_square(*tile) == square)
    }

    pub fn first_square(&self, tile: usize) -> Pos {
        let PlacedTile { kind, pos, rotation } = self.state.tiles[tile];
        pos_at(lay(centres(self.catalogue.kind(kind))[0], pos, rotation))
    }

    /// Owner and tile of the wonder with that id, once its marker stands on it.
    pub fn wonder(&self, id: &str) -> Option<(u8, usize)> {
        self.state.elsewhere.iter().find_map(|figure| {
            let Place::Tile { square } = figure.place else { return None };
            let tile = self.tile_named(square)?;
            self.has_id(self.state.tiles[tile].kind, id).then_some((figure.player, tile))
        })
    }

    /// The same if that player owns it: the tile.
    pub fn own_wonder(&self, id: &str, player: u8) -> Option<usize> {
        self.wonder(id).filter(|(owner, _)| *owner == player).map(|(_, tile)| tile)
    }

    fn last(&self) -> usize {
        self.state.tiles.len() - 1
    }

    /// Whether a wonder came in this turn; nothing comes after one in a part of a turn.
    fn of_this_turn(&self, wonder: usize) -> bool {
        let part = self.state.tiles.len() - self.state.turn.placed as usize;
        let second = self.state.turn.second_part == Some(SecondPart::UnderWay);
        wonder == self.last() || second && wonder + 1 == part
    }

    pub fn last_is_wonder(&self) -> bool {
        self.is_wonder(self.state.tiles[self.last()].kind)
    }

    fn wonders_of(&self, player: u8) -> impl Iterator<Item = Kind> {
        let own = self.state.players.get(player as usize);
        own.into_iter().flat_map(|own| own.open()).filter(|kind| self.is_wonder(*kind))
    }

    /// Whether wonders lie in front of a player.
    pub fn holds_wonder(&self, player: u8) -> bool {
        self.wonders_of(player).next().is_some()
    }

    /// Wonders in front of a player that have a place.
    pub fn fitting_wonders(&self, player: u8) -> Vec<Kind> {
        if self.state.players[player as usize].supply[self.next_marker(player).0 as usize] == 0 {
            return Vec::new();
        }
        self.wonders_of(player).filter(|kind| !self.places(*kind).is_empty()).collect()
    }

    /// Tiles that a player keeps face down and that have a place, each kind once.
    pub fn fitting_kept(&self, player: u8) -> Vec<Kind> {
        let kinds: BTreeSet<Kind> = self.state.players[player as usize].down().collect();
        kinds.into_iter().filter(|kind| !self.places(*kind).is_empty()).collect()
    }

    /// A tile drawn because a wonder fits nowhere must make room for it.
    pub fn leaves_room(&self, mv: &Move) -> bool {
        let Move::PlaceTile { kind, pos, rotation } = *mv else { return false };
        let player = self.state.turn.player;
        if self.is_wonder(kind) || self.is_abbey(kind) || !self.holds_wonder(player) {
            return true;
        }
        let mut state = self.state.clone();
        state.tiles.push(PlacedTile { kind, pos, rotation });
        !Table::new(self.catalogue, &state).fitting_wonders(player).is_empty()
    }

    /// The figure that marks a player's next wonder.
    pub fn next_marker(&self, player: u8) -> FigureKind {
        let large = inns_and_cathedrals::LARGE_MEEPLE;
        let marks = |f: &Elsewhere| matches!(f.place, Place::Tile { .. }) && f.player == player && f.kind == large;
        if self.option(MARKED_BY) == SECOND_VALUE && !self.state.elsewhere.iter().any(marks) {
            large
        } else {
            FigureKind(MARKER)
        }
    }

    /// Where the figures beside the track stand that a player obtains next: the pair, or the second marker.
    pub fn next_figures(&self, player: u8) -> Option<u8> {
        let spaces =
            self.state.elsewhere.iter().filter(|figure| figure.player == player).filter_map(|f| match f.place {
                Place::Track { space } => Some(space),
                _ => None,
            });
        spaces.max()
    }

    /// Who is to take a wonder.
    pub fn due(&self) -> Vec<u8> {
        if self.state.offer.is_empty() {
            return Vec::new();
        }
        let needed = |space: u8| if space == 0 { 50 } else { space.into() };
        let players = &self.state.players;
        let reached = |p: &u8| self.next_figures(*p).is_some_and(|s| players[*p as usize].score() >= needed(s));
        (0..players.len() as u8).filter(reached).collect()
    }

    /// Meeples on the spaces of a tile.
    fn on_spaces(&self, tile: usize) -> u8 {
        let on = |f: &&Elsewhere| matches!(f.place, Place::Space { square, .. } if square == self.first_square(tile));
        self.state.elsewhere.iter().filter(on).count() as u8
    }

    fn has_meeple(&self, player: u8) -> bool {
        self.state.players[player as usize].supply[base_game::MEEPLE.0 as usize] > 0
    }

    /// Onto the next free space of the Taj Mahal; the first is the marker's.
    fn onto_taj_mahal(&self, player: u8) -> Vec<Move> {
        let Some(tile) = self.own_wonder("taj-mahal", player) else { return Vec::new() };
        let (space, square) = (self.on_spaces(tile) + 1, self.first_square(tile));
        let possible = space < 5 && self.has_meeple(player);
        let mv = Move::PlaceFigure { figure: base_game::MEEPLE, place: Place::Space { square, space } };
        if possible { vec![mv] } else { Vec::new() }
    }

    fn taken_back_from_taj_mahal(&self, player: u8) -> Vec<Move> {
        let Some(tile) = self.own_wonder("taj-mahal", player) else { return Vec::new() };
        let (space, square) = (self.on_spaces(tile), self.first_square(tile));
        let mv = Move::ReturnFigure { figure: base_game::MEEPLE, place: Place::Space { square, space } };
        if space > 0 { vec![mv] } else { Vec::new() }
    }

    /// From the harbour to a feature along the river.
    fn sent_from_harbour(&self, player: u8) -> Vec<Move> {
        let Some(harbour) = self.own_wonder("cothon", player) else { return Vec::new() };
        if self.on_spaces(harbour) == 0 {
            return Vec::new();
        }
        let from = Place::Space { square: self.first_square(harbour), space: 0 };
        let mut moves = Vec::new();
        for region in &self.regions {
            let own = region.figures.iter().any(|figure| figure.player == player);
            let completed_before = region.completed && !self.touches_new(region);
            if own || !region.barns.is_empty() || completed_before || !self.may_stand(base_game::MEEPLE, region.feature)
            {
                continue;
            }
            for &(tile, segment) in region.segments.iter().filter(|(tile, _)| !self.dragon_on(*tile)) {
                for square in self.squares_of(tile, self.segment((tile, segment)).squares & self.river_squares(tile)) {
                    let to = Place::Segment { square: pos_at(square), segment: segment as u8 };
                    moves.push(Move::MoveFigure { figure: base_game::MEEPLE, from, to });
                }
            }
        }
        moves
    }

    fn river_squares(&self, tile: usize) -> u16 {
        let rivers = self.kind_of(tile).segments.iter().filter(|segment| segment.feature == Feature::River);
        rivers.fold(0, |all, segment| all | segment.squares)
    }

    fn squares_of(&self, tile: usize, which: u16) -> Vec<Point> {
        let PlacedTile { kind, pos, rotation } = self.state.tiles[tile];
        let all = centres(self.catalogue.kind(kind)).into_iter().enumerate();
        all.filter(|(number, _)| which & 1 << number != 0).map(|(_, centre)| lay(centre, pos, rotation)).collect()
    }

    /// What the wonders let a player do in step 2 besides claiming features.
    pub fn wonder_actions(&self, player: u8) -> Vec<Move> {
        [self.onto_taj_mahal(player), self.taken_back_from_taj_mahal(player), self.sent_from_harbour(player)].concat()
    }

    /// The second figure on a wonder just placed.
    pub fn second_figures(&self) -> Vec<Move> {
        let player = self.state.turn.player;
        let mut moves = self.claims(player, self.last());
        if self.own_wonder("taj-mahal", player) == Some(self.last()) {
            moves.extend(self.onto_taj_mahal(player));
        }
        moves
    }

    pub fn put_into_harbour(&self, player: u8) -> Vec<Move> {
        let Some(tile) = self.own_wonder("cothon", player).filter(|_| self.has_meeple(player)) else {
            return Vec::new();
        };
        let place = Place::Space { square: self.first_square(tile), space: 0 };
        vec![Move::PlaceFigure { figure: base_game::MEEPLE, place }]
    }

    /// Whoever has just chosen the Cothon claims its features, but none that is completed.
    pub fn harbour_claims(&self, player: u8) -> Vec<Move> {
        let Some(tile) = self.own_wonder("cothon", player) else { return Vec::new() };
        let mut moves = self.claims(player, tile);
        moves.retain(|mv| match mv {
            Move::PlaceFigure { place: Place::Segment { segment, .. }, .. } => {
                !self.region((tile, *segment as usize)).completed
            }
            _ => true,
        });
        moves.extend(self.put_into_harbour(player));
        moves
    }

    /// Notre-Dame: a figure beside a monastery.
    pub fn notre_dame(&self, player: u8, square: Pos) -> Points {
        let Some(tile) = self.own_wonder("notre-dame", player) else { return Vec::new() };
        let (x, y) = centre_of(square);
        let near = |region: &&Region| {
            let (cx, cy) = *region.squares.first().unwrap();
            region.feature == Feature::Monastery && (x - cx).abs().max((y - cy).abs()) == 4
        };
        let scores = !self.of_this_turn(tile) && self.regions.iter().any(|region| near(&region));
        if scores { vec![(player, NOTRE_DAME, 3)] } else { Vec::new() }
    }

    /// Great Wall: the tile placed last extends cities in which its owner stands.
    pub fn great_wall(&self) -> Points {
        let Some((owner, _)) = self.wonder("great-wall") else { return Vec::new() };
        let last = self.last();
        let extended = |region: &&Region| {
            let walls = |(tile, segment): &(usize, usize)| {
                *tile == last && (0..16).any(|square| self.has_wall(last, *segment, square))
            };
            region.feature == Feature::City
                && region.figures.iter().any(|figure| figure.player == owner && is_meeple(figure))
                && region.segments.iter().any(walls)
        };
        self.regions.iter().filter(extended).map(|_| (owner, GREAT_WALL, 3)).collect()
    }

    /// Whether a city has wall on a square of a tile: not all four sides of it are the city's.
    fn has_wall(&self, tile: usize, segment: usize, square: u16) -> bool {
        let (kind, city) = (self.kind_of(tile), self.segment((tile, segment)));
        let reached = points(kind, city);
        let Some(centre) = centres(kind).get(square as usize).copied() else { return false };
        let sides = Side::ALL.map(|side| add(centre, side_point(side)));
        city.squares & 1 << square != 0 && !sides.iter().all(|side| reached.contains(side))
    }

    /// What wonders bring when features are scored, before the figures go home.
    pub fn with_scoring(&self, scored: &[&Region]) -> Points {
        let mut points = Vec::new();
        for region in scored {
            let has = |player: u8| region.figures.iter().any(|figure| figure.player == player && is_meeple(figure));
            if let Some((owner, tile)) = self.wonder("taj-mahal").filter(|(owner, _)| has(*owner)) {
                let spaces = self.on_spaces(tile) + 1;
                let bonus = match region.feature {
                    Feature::Road if spaces >= 4 => 5,
                    Feature::Road => 2,
                    Feature::City if spaces >= 5 => 6,
                    Feature::City if spaces >= 2 => 3,
                    Feature::Monastery if spaces >= 3 => 4,
                    _ => 0,
                };
                points.push((owner, TAJ_MAHAL, bonus));
            }
            if let Some((owner, _)) = self.wonder("tikal").filter(|(owner, _)| has(*owner))
                && region.feature == Feature::City
                && region.squares.len() >= 3
            {
                points.push((owner, TIKAL, 2 * self.own_on(owner, Feature::City).len() as u32));
            }
        }
        points
    }

    /// Stonehenge: occupied roads that its owner completes.
    pub fn stonehenge(&self, scored: &[&Region]) -> Points {
        let player = self.state.turn.player;
        let Some(tile) = self.own_wonder("stonehenge", player) else { return Vec::new() };
        if self.of_this_turn(tile) {
            return Vec::new();
        }
        scored.iter().filter(|region| region.feature == Feature::Road).map(|_| (player, STONEHENGE, 3)).collect()
    }

    fn own_on(&self, player: u8, feature: Feature) -> Vec<&Figure> {
        let on = |f: &&Figure| self.segment((f.tile as usize, f.segment as usize)).feature == feature;
        self.state.figures.iter().filter(|figure| figure.player == player && is_meeple(figure)).filter(on).collect()
    }

    /// What the wonders bring at the end of the game.
    pub fn at_the_end(&self) -> Points {
        let mut points = Vec::new();
        if let Some((owner, _)) = self.wonder("circus-maximus") {
            let open = self.regions.iter().filter(|region| region.feature == Feature::City && !region.completed);
            let others = open.flat_map(|region| &region.figures);
            let others = others.filter(|figure| figure.player != owner && is_meeple(figure)).count();
            let each = [0, 0, 4, 3, 3, 2, 2][self.state.players.len()];
            points.push((owner, CIRCUS_MAXIMUS, each * others as u32));
        }
        if let Some((owner, _)) = self.wonder("alhambra") {
            let context = SetupContext { setup: &self.state.setup, catalogue: self.catalogue };
            let tiles: u32 = tiles_in_game(&context).iter().sum();
            let each = match self.option(ALHAMBRA_RULE) {
                SECOND_VALUE => 4,
                _ if tiles >= 120 => 6,
                _ => 5,
            };
            points.push((owner, ALHAMBRA, each * self.own_on(owner, Feature::Field).len() as u32));
        }
        if let Some((owner, _)) = self.wonder("angkor-wat") {
            let long = |region: &&Region| region.feature == Feature::Road && region.squares.len() >= 5;
            points.push((owner, ANGKOR_WAT, 5 * self.regions.iter().filter(long).count() as u32));
        }
        if let Some((owner, _)) = self.wonder("terracotta-army") {
            let runs = |dx: i32, dy: i32| {
                let begins =
                    |(x, y): &&Point| (0..7).all(|i| self.covered.contains_key(&(x + 4 * dx * i, y + 4 * dy * i)));
                let lines: BTreeSet<i32> =
                    self.covered.keys().filter(begins).map(|(x, y)| if dx == 1 { *y } else { *x }).collect();
                lines.len() as u32
            };
            points.push((owner, TERRACOTTA_ARMY, 2 * (runs(1, 0) + runs(0, 1))));
        }
        points
    }

    /// Nazca Lines: the player may take another turn.
    pub fn another_turn(&self) -> bool {
        let player = self.state.turn.player;
        let context = SetupContext { setup: &self.state.setup, catalogue: self.catalogue };
        let abbots = setup::figures().any(|def| def.kind == abbot::ABBOT && context.figure_count(def) > 0);
        let plain = |feature| match feature {
            Feature::Road | Feature::Field => true,
            Feature::Garden => !abbots,
            _ => false,
        };
        let kind = self.kind_of(self.last());
        let kept = |held: &Held| !matches!(held, Held::Open(_));
        let more = !self.stack_is_empty() || self.state.players[player as usize].hand.iter().any(kept);
        self.own_wonder("nazca-lines", player).is_some()
            && !self.last_is_wonder()
            && more
            && kind.segments.iter().all(|segment| plain(segment.feature))
    }

    /// What lies first on the table.
    pub fn start_tile(&self) -> Kind {
        let cothon = self.state.offer.iter().copied().find(|kind| self.has_id(*kind, "cothon"));
        cothon.unwrap_or_else(|| self.box_start())
    }

    /// What lies first if no wonder does.
    pub fn box_start(&self) -> Kind {
        let id = |id: &str| self.state.setup.sets.iter().any(|(set, _)| self.catalogue.set(*set).id.starts_with(id));
        self.catalogue.kind_by_id(if id("river") { "spring" } else { "D" }).unwrap()
    }

    /// How many wonders are to lie ready.
    pub fn offered(&self) -> usize {
        match &self.state.setup.offer {
            None => 0,
            Some(Offer::Drawn(count)) => *count as usize,
            Some(Offer::Kinds(kinds)) => kinds.len(),
        }
    }
}

/// Figures that wait beside the track when the game begins.
pub fn beside_the_track(state: &State, context: &SetupContext) -> Vec<Elsewhere> {
    let count = |kind: FigureKind| {
        setup::figures().filter(|def| def.kind == kind).map(|def| context.figure_count(def)).sum::<u8>()
    };
    let option = |option| state.setup.options.get(option) == SECOND_VALUE;
    let first = if option(MARKED_BY) { inns_and_cathedrals::LARGE_MEEPLE } else { FigureKind(MARKER) };
    let mut waiting = Vec::new();
    if context.has_expansion("wonders") {
        for player in 0..state.players.len() as u8 {
            let mut wait = |space, kind| waiting.push(Elsewhere { place: Place::Track { space }, player, kind });
            wait(10, first);
            if count(base_game::MEEPLE) > 0 {
                wait(10, base_game::MEEPLE);
            }
            if option(PER_PLAYER) {
                wait(0, FigureKind(MARKER));
            }
        }
    }
    waiting.sort();
    waiting
}

/// The state as others than this player may see it.
pub fn hidden_from(state: &State, viewer: Option<usize>) -> State {
    let mut state = state.clone();
    for seat in (0..state.players.len()).filter(|seat| Some(*seat) != viewer) {
        for held in &mut state.players[seat].hand {
            if let Held::Down(Kind(kind)) = *held {
                state.bag[kind as usize] += 1;
                *held = Held::Hidden;
            }
        }
        state.players[seat].hand.sort();
    }
    state
}

/// Gives a player as many points as it takes, and one or two of the wonders that lie ready.
pub fn obtain(catalogue: &Catalogue, state: &mut State, player: u8, two: bool) {
    for _ in 0..=u8::from(two) {
        let start = state.tiles[0].kind;
        let Some(index) = state.offer.iter().position(|kind| *kind != start) else { return };
        let Some(space) = Table::new(catalogue, state).next_figures(player) else { return };
        let kind = state.offer.remove(index);
        let own = &mut state.players[player as usize];
        own.points[usize::from(base_game::ROAD.0)] = if space == 0 { 50 } else { space.into() };
        own.hand.push(Held::Open(kind));
        own.hand.sort();
        for mut figure in std::mem::take(&mut state.elsewhere) {
            match &mut figure.place {
                Place::Track { space: theirs } if figure.player == player && *theirs == space => {
                    state.players[player as usize].supply[figure.kind.0 as usize] += 1;
                    continue;
                }
                Place::Track { space: pair @ 10..25 } if space > 0 => *pair += 5,
                _ => {}
            }
            state.elsewhere.push(figure);
        }
        state.elsewhere.sort();
    }
}
