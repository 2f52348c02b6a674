//! A second implementation of the rules, as simple as it can be, to compare the engine with. It shares the types and the
//! tile data with the engine and nothing else: everything is computed from scratch for each question.
//!
//! Its geometry is points. Around the centre (4x, 4y) of a square, the middle of an edge lies 2 away, and the two halves
//! of an edge lie 1 to either side of its middle. Two tiles meet where they have a point in common, and a segment goes
//! on at another tile exactly if that has a segment of the same feature at the same point.

mod abbey;
mod dragon;
mod tower;
mod traders;
mod turns;
mod wonders;

use std::collections::{BTreeMap, BTreeSet};

use carcassonne_engine::engine::expansion::{abbey_and_mayor, abbot, base_game, inns_and_cathedrals};
use carcassonne_engine::engine::setup::{OptionId, SetupContext};
use carcassonne_engine::engine::state::{Figure, State};
use carcassonne_engine::engine::tile::{Feature, Segment};
use carcassonne_engine::engine::{Catalogue, FigureKind, Kind, Move, Place, Pos, Rotation, Rule, Side, TileKind, turn};
#[allow(unused_imports, reason = "each test file uses a part of it")]
pub use {
    dragon::fairy_left_alone,
    turns::apply,
    wonders::{beside_the_track, hidden_from, obtain},
};

pub type Point = (i32, i32);
/// Tile and segment.
pub type At = (usize, usize);

/// A connected feature, computed by flood fill.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    pub feature: Feature,
    pub segments: BTreeSet<At>,
    /// Points at which it could go on and no tile lies.
    pub open: usize,
    /// Squares of the table on which it lies.
    pub squares: BTreeSet<Point>,
    pub coats_of_arms: u32,
    pub inn: bool,
    pub cathedral: bool,
    pub completed: bool,
    pub figures: Vec<Figure>,
    /// Of a field: owners of the barns on its corners.
    pub barns: Vec<u8>,
    /// Of a field: first segments of the completed cities that touch it.
    pub completed_cities: BTreeSet<At>,
}

impl Region {
    /// Whether no meeple may be placed there.
    fn is_occupied(&self) -> bool {
        !self.figures.is_empty() || !self.barns.is_empty()
    }
}

pub struct Table<'a> {
    catalogue: &'a Catalogue,
    pub state: &'a State,
    /// Centres of covered squares, with the tile.
    covered: BTreeMap<Point, usize>,
    /// What tiles show at their edges: at the middle of each outer edge, the tile and the feature.
    edges: BTreeMap<Point, Vec<(usize, Feature)>>,
    /// The segments that reach a point.
    segments_at: BTreeMap<Point, Vec<At>>,
    pub regions: Vec<Region>,
    region_of: BTreeMap<At, usize>,
}

fn turn_point((x, y): Point, rotation: Rotation) -> Point {
    match rotation {
        Rotation::R0 => (x, y),
        Rotation::R90 => (-y, x),
        Rotation::R180 => (-x, -y),
        Rotation::R270 => (y, -x),
    }
}

/// Where the centre or a point of a tile lies on the table.
fn lay(point: Point, pos: Pos, rotation: Rotation) -> Point {
    let (x, y) = turn_point(point, rotation);
    (x + 4 * i32::from(pos.x), y + 4 * i32::from(pos.y))
}

fn centre_of(pos: Pos) -> Point {
    (4 * i32::from(pos.x), 4 * i32::from(pos.y))
}

fn pos_at((x, y): Point) -> Pos {
    Pos::new((x / 4) as i16, (y / 4) as i16)
}

const SIDES: [Point; 4] = [(0, -2), (2, 0), (0, 2), (-2, 0)];

fn side_point(side: Side) -> Point {
    match side {
        Side::N => (0, -2),
        Side::E => (2, 0),
        Side::S => (0, 2),
        Side::W => (-2, 0),
    }
}

/// Left and right are as seen from the centre looking out.
fn half_point(name: &str) -> Point {
    match name {
        "NL" => (-1, -2),
        "NR" => (1, -2),
        "EL" => (2, -1),
        "ER" => (2, 1),
        "SL" => (1, 2),
        "SR" => (-1, 2),
        "WL" => (-2, 1),
        "WR" => (-2, -1),
        _ => unreachable!("eight half sides"),
    }
}

fn add(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

/// Centres of the squares of a kind, unrotated.
fn centres(kind: &TileKind) -> Vec<Point> {
    kind.squares(Rotation::R0).iter().map(|square| centre_of(square.offset)).collect()
}

/// Where a segment goes on to other tiles, unrotated: middles of edges, or halves of edges for a field.
fn points(kind: &TileKind, segment: &Segment) -> Vec<Point> {
    let centres = centres(kind);
    let edges = segment.edges.iter().map(|(square, side)| add(centres[*square as usize], side_point(*side)));
    let halves =
        segment.half_edges.iter().map(|(square, half)| add(centres[*square as usize], half_point(half.name())));
    edges.chain(halves).collect()
}

/// What a kind shows at each of its outer edges, unrotated.
fn shown(kind: &TileKind) -> BTreeMap<Point, Feature> {
    let centres = centres(kind);
    let mut shown = BTreeMap::new();
    for centre in &centres {
        for side in SIDES {
            if !centres.contains(&(centre.0 + 2 * side.0, centre.1 + 2 * side.1)) {
                shown.insert(add(*centre, side), Feature::Field);
            }
        }
    }
    for segment in &kind.segments {
        for point in points(kind, segment).into_iter().filter(|_| segment.feature != Feature::Field) {
            shown.insert(point, segment.feature);
        }
    }
    shown
}

fn river_points(kind: &TileKind) -> Vec<Point> {
    kind.segments.iter().filter(|s| s.feature == Feature::River).flat_map(|s| points(kind, s)).collect()
}

fn is_river(kind: &TileKind) -> bool {
    !river_points(kind).is_empty()
}

impl<'a> Table<'a> {
    pub fn new(catalogue: &'a Catalogue, state: &'a State) -> Table<'a> {
        let mut table = Table {
            catalogue,
            state,
            covered: BTreeMap::new(),
            edges: BTreeMap::new(),
            segments_at: BTreeMap::new(),
            regions: Vec::new(),
            region_of: BTreeMap::new(),
        };
        for (tile, placed) in state.tiles.iter().enumerate() {
            let kind = catalogue.kind(placed.kind);
            for centre in centres(kind) {
                table.covered.insert(lay(centre, placed.pos, placed.rotation), tile);
            }
            for (point, feature) in shown(kind) {
                let point = lay(point, placed.pos, placed.rotation);
                table.edges.entry(point).or_default().push((tile, feature));
            }
            for (number, segment) in kind.segments.iter().enumerate() {
                for point in points(kind, segment) {
                    let point = lay(point, placed.pos, placed.rotation);
                    table.segments_at.entry(point).or_default().push((tile, number));
                }
            }
        }
        table.flood();
        for (field, owner) in table.fields_with_barns() {
            table.regions[field].barns.push(owner);
        }
        table
    }

    fn kind_of(&self, tile: usize) -> &'a TileKind {
        self.catalogue.kind(self.state.tiles[tile].kind)
    }

    fn segment(&self, at: At) -> &'a Segment {
        &self.kind_of(at.0).segments[at.1]
    }

    fn flood(&mut self) {
        for tile in 0..self.state.tiles.len() {
            for number in 0..self.kind_of(tile).segments.len() {
                if !self.region_of.contains_key(&(tile, number)) {
                    let region = self.flood_from((tile, number));
                    for at in &region.segments {
                        self.region_of.insert(*at, self.regions.len());
                    }
                    self.regions.push(region);
                }
            }
        }
        for field in 0..self.regions.len() {
            let mut cities = BTreeSet::new();
            for &(tile, number) in &self.regions[field].segments {
                for city in &self.segment((tile, number)).touches {
                    let city = &self.regions[self.region_of[&(tile, *city as usize)]];
                    if city.completed {
                        cities.insert(*city.segments.first().unwrap());
                    }
                }
            }
            self.regions[field].completed_cities = cities;
        }
    }

    fn flood_from(&self, start: At) -> Region {
        let feature = self.segment(start).feature;
        let mut region = Region {
            feature,
            segments: BTreeSet::new(),
            open: 0,
            squares: BTreeSet::new(),
            coats_of_arms: 0,
            inn: false,
            cathedral: false,
            completed: false,
            figures: Vec::new(),
            barns: Vec::new(),
            completed_cities: BTreeSet::new(),
        };
        let mut to_visit = vec![start];
        while let Some(at) = to_visit.pop() {
            if !region.segments.insert(at) {
                continue;
            }
            let (placed, kind, segment) = (&self.state.tiles[at.0], self.kind_of(at.0), self.segment(at));
            for point in points(kind, segment) {
                let point = lay(point, placed.pos, placed.rotation);
                let there = &self.segments_at[&point];
                // at a tile that fits anything it ends
                let ends = self.edges.get(&point).is_some_and(|tiles| tiles.len() > 1);
                if there.len() == 1 && !ends {
                    region.open += 1;
                }
                to_visit.extend(there.iter().filter(|other| self.segment(**other).feature == feature));
            }
            for (square, centre) in centres(kind).into_iter().enumerate() {
                if segment.squares & 1 << square != 0 {
                    region.squares.insert(lay(centre, placed.pos, placed.rotation));
                }
            }
            region.coats_of_arms += u32::from(segment.coats_of_arms);
            for name in self.catalogue.trait_names(segment.traits) {
                region.inn |= name == "inn";
                region.cathedral |= name == "cathedral";
            }
        }
        region.completed = match feature {
            Feature::Road | Feature::City => region.open == 0,
            Feature::Monastery | Feature::Garden => self.around(&region) == 8,
            Feature::Field | Feature::River => false,
        };
        let on = |figure: &&Figure| region.segments.contains(&(figure.tile as usize, figure.segment as usize));
        region.figures = self.state.figures.iter().filter(on).copied().collect();
        region
    }

    /// Covered squares around a monastery or garden.
    fn around(&self, region: &Region) -> u32 {
        let (x, y) = *region.squares.first().unwrap();
        let mut count = 0;
        for dy in [-4, 0, 4] {
            for dx in [-4, 0, 4] {
                count += u32::from((dx, dy) != (0, 0) && self.covered.contains_key(&(x + dx, y + dy)));
            }
        }
        count
    }

    pub fn region(&self, at: At) -> &Region {
        &self.regions[self.region_of[&at]]
    }

    fn option(&self, option: OptionId) -> u8 {
        self.state.setup.options.get(option)
    }

    /// Rule and points for a feature, scored as completed or as incomplete.
    pub fn value(&self, region: &Region, completed: bool) -> (Rule, u32) {
        let tiles = region.squares.len() as u32;
        let inns = self.option(inns_and_cathedrals::INNS) == base_game::ON;
        let cathedrals = self.option(inns_and_cathedrals::CATHEDRALS) == base_game::ON;
        match (region.feature, completed) {
            (Feature::Road, true) if inns && region.inn => (base_game::ROAD, 2 * tiles),
            (Feature::Road, true) => (base_game::ROAD, tiles),
            (Feature::Road, false) if inns && region.inn => (base_game::ROAD_INCOMPLETE, 0),
            (Feature::Road, false) => (base_game::ROAD_INCOMPLETE, tiles),
            (Feature::City, true) => {
                let half = self.option(base_game::SMALL_CITY) == 2 && tiles == 2;
                let each = if cathedrals && region.cathedral {
                    3
                } else if half {
                    1
                } else {
                    2
                };
                (base_game::CITY, each * (tiles + region.coats_of_arms))
            }
            (Feature::City, false) if cathedrals && region.cathedral => (base_game::CITY_INCOMPLETE, 0),
            (Feature::City, false) => (base_game::CITY_INCOMPLETE, tiles + region.coats_of_arms),
            (Feature::Monastery, true) => (base_game::MONASTERY, 1 + self.around(region)),
            (Feature::Monastery, false) => (base_game::MONASTERY_INCOMPLETE, 1 + self.around(region)),
            (Feature::Garden, true) => (base_game::GARDEN, 1 + self.around(region)),
            (Feature::Garden, false) => (base_game::GARDEN_INCOMPLETE, 1 + self.around(region)),
            (Feature::Field, _) => (base_game::FIELD, 3 * region.completed_cities.len() as u32),
            (Feature::River, _) => (base_game::NO_RULE, 0),
        }
    }

    /// Seats that score a feature.
    pub fn majority(&self, region: &Region) -> Vec<u8> {
        let mut strength: BTreeMap<u8, u32> = BTreeMap::new();
        for figure in &region.figures {
            *strength.entry(figure.player).or_default() += match figure.kind {
                inns_and_cathedrals::LARGE_MEEPLE => 2,
                abbey_and_mayor::MAYOR => region.coats_of_arms,
                kind if traders::joins_meeples(kind) => 0,
                _ => 1,
            };
        }
        let most = strength.values().max().copied().unwrap_or(0);
        strength.into_iter().filter(|(_, own)| most > 0 && *own == most).map(|(player, _)| player).collect()
    }

    /// All legal moves, sorted.
    pub fn legal(&self) -> Vec<Move> {
        let mut moves = self.moves();
        moves.sort();
        moves.dedup();
        moves
    }

    fn moves(&self) -> Vec<Move> {
        let state = self.state;
        let with_pass = |moves: Vec<Move>| [moves, vec![Move::Pass]].concat();
        let asked = state.turn.asked.map_or(state.turn.player, |asked| asked.player);
        let hidden = state.turn.step.0 == 110 && state.players[state.turn.player as usize].hidden() > 0;
        let own_decision = self.decides() == state.turn.player && state.turn.step.0 != 100 && !hidden;
        let in_turn = (80..500).contains(&state.turn.step.0);
        let ransoms = if own_decision && in_turn { self.ransoms() } else { Vec::new() };
        let moves = match state.turn.step.0 {
            10 => self.may_lie_ready().into_iter().map(|kind| Move::OfferTile { kind }).collect(),
            81 => self.fitting_wonders(state.turn.player).into_iter().map(|kind| Move::ChooseTile { kind }).collect(),
            90 => with_pass(self.abbey_or_draw()),
            100 if self.stack_is_empty() => self.reveals(),
            100 => self.drawable().into_iter().map(|kind| Move::DrawTile { kind }).collect(),
            110 if state.players[state.turn.player as usize].hidden() > 0 => self.reveals(),
            110 => self.fitting_kept(state.turn.player).into_iter().map(|kind| Move::ChooseTile { kind }).collect(),
            200 => self.placements(),
            300 if self.princess_insists() => self.knights(),
            300 => with_pass(self.actions()),
            306 => self.captures(),
            307 => self.releases(),
            310 => with_pass(self.second_figures()),
            430 => self.wagon_moves(),
            350 | 440 => self.dragon_steps(),
            410 => with_pass(self.put_into_harbour(asked)),
            450 => self.due().into_iter().map(|player| Move::ChoosePlayer { player }).collect(),
            455 => state.offer.iter().map(|kind| Move::TakeTile { kind: *kind }).collect(),
            460 => with_pass(self.harbour_claims(asked)),
            475 | 480 => with_pass(vec![Move::TakeTurn]),
            _ => Vec::new(),
        };
        [moves, ransoms].concat()
    }

    /// Forks, then the rest of the river, then lakes, then all other tiles.
    pub fn drawable(&self) -> Vec<Kind> {
        if self.stack_is_empty() {
            return Vec::new();
        }
        let in_bag = self.not_held_back();
        let named = |kind: &Kind, name: &str| {
            self.catalogue.trait_names(self.catalogue.kind(*kind).traits).any(|own| own == name)
        };
        let first =
            |some: &dyn Fn(&Kind) -> bool| -> Vec<Kind> { in_bag.iter().filter(|k| some(k)).copied().collect() };
        let stages = [
            first(&|kind| named(kind, "river-fork")),
            first(&|kind| is_river(self.catalogue.kind(*kind)) && !named(kind, "river-lake")),
            first(&|kind| is_river(self.catalogue.kind(*kind))),
            in_bag.clone(),
        ];
        stages.into_iter().find(|stage| !stage.is_empty()).unwrap_or_default()
    }

    fn placements(&self) -> Vec<Move> {
        let Some(kind) = self.state.turn.tile else { return Vec::new() };
        let mut moves: Vec<Move> = self
            .places(kind)
            .into_iter()
            .map(|(place, rotation)| Move::PlaceTile { kind, pos: pos_at(place), rotation })
            .collect();
        moves.retain(|mv| self.leaves_room(mv));
        moves
    }

    /// Everywhere a tile may lie by its edges and the rules of the river.
    fn places(&self, kind: Kind) -> Vec<(Point, Rotation)> {
        // every place at which some square of the tile would lie next to a covered one
        let mut places = BTreeSet::new();
        for rotation in Rotation::ALL {
            for centre in centres(self.catalogue.kind(kind)) {
                let (dx, dy) = turn_point(centre, rotation);
                for (x, y) in self.covered.keys() {
                    for side in SIDES {
                        places.insert((x + 2 * side.0 - dx, y + 2 * side.1 - dy));
                    }
                }
            }
        }
        let mut found = Vec::new();
        for rotation in Rotation::ALL {
            let (centres, shown) = (centres(self.catalogue.kind(kind)), shown(self.catalogue.kind(kind)));
            for place in &places {
                if self.may_lie(kind, &centres, &shown, pos_at(*place), rotation) {
                    found.push((*place, rotation));
                }
            }
        }
        found
    }

    /// Whether a tile with those squares and edges may lie there.
    fn may_lie(
        &self,
        kind: Kind,
        centres: &[Point],
        shown: &BTreeMap<Point, Feature>,
        pos: Pos,
        rotation: Rotation,
    ) -> bool {
        if centres.iter().any(|centre| self.covered.contains_key(&lay(*centre, pos, rotation))) {
            return false;
        }
        let mut touches = false;
        for (point, own) in shown {
            for (_, theirs) in self.edges.get(&lay(*point, pos, rotation)).into_iter().flatten() {
                touches = true;
                if own != theirs && !self.catalogue.kind(kind).fits_anything {
                    return false;
                }
            }
        }
        let tile = self.catalogue.kind(kind);
        // an abbey goes into a hole: a tile at each of its edges
        let in_hole = || shown.keys().all(|point| self.edges.contains_key(&lay(*point, pos, rotation)));
        if self.is_abbey(kind) && !in_hole() {
            return false;
        }
        touches && (!is_river(tile) || self.river_allows(tile, pos, rotation))
    }

    fn river_allows(&self, tile: &TileKind, pos: Pos, rotation: Rotation) -> bool {
        let own = river_points(tile);
        let laid: Vec<Point> = own.iter().map(|point| lay(*point, pos, rotation)).collect();
        let (met, free): (Vec<&Point>, Vec<&Point>) = laid.iter().partition(|point| self.edges.contains_key(point));
        if met.is_empty() {
            return false;
        }
        // a river that bends on both sides of a point and leaves both tiles in the same direction has turned back
        let bends =
            |points: &[Point]| points.len() == 2 && points[0].0 + points[1].0 != 0 && points[0].1 + points[1].1 != 0;
        for point in &met {
            let (before, _) = self.edges[point][0];
            let placed = &self.state.tiles[before];
            let theirs = river_points(self.kind_of(before));
            let other = |points: &[Point], pos: Pos, rotation: Rotation| {
                let out = points.iter().find(|p| lay(**p, pos, rotation) != **point).unwrap();
                turn_point(*out, rotation)
            };
            if bends(&own)
                && bends(&theirs)
                && other(&own, pos, rotation) == other(&theirs, placed.pos, placed.rotation)
            {
                return false;
            }
        }
        let ends = self.edges.values().filter(|there| there.len() == 1 && there[0].1 == Feature::River).count();
        let more =
            self.catalogue.all_kinds().any(|k| self.state.bag[k.0 as usize] > 0 && is_river(self.catalogue.kind(k)));
        ends - met.len() + free.len() > 0 || !more
    }

    /// What can be done in step 2, but for passing.
    pub fn actions(&self) -> Vec<Move> {
        let player = self.state.turn.player;
        let mut moves = self.claims(player, self.state.tiles.len() - 1);
        for figure in &self.state.figures {
            if figure.kind == abbot::ABBOT && figure.player == player {
                moves.push(Move::ReturnFigure { figure: figure.kind, place: self.place_of(figure) });
            }
        }
        moves.extend(self.wonder_actions(player));
        moves.extend(self.joins(player));
        moves.extend(self.barn_placements(player));
        moves.extend(self.through_the_portal(player));
        moves.extend(self.fairy_actions(player));
        moves.extend(self.knights());
        moves.extend(self.tower_actions(player));
        moves
    }

    /// Whether a kind of figure may stand on such a feature in this game.
    fn may_stand(&self, figure: FigureKind, feature: Feature) -> bool {
        let abbot = figure == abbot::ABBOT;
        if let Some(features) = abbey::stands_on(figure) {
            return features.contains(&feature);
        }
        figure != FigureKind(wonders::MARKER)
            && !traders::joins_meeples(figure)
            && match feature {
                Feature::Road | Feature::City => !abbot,
                Feature::Field => !abbot && self.option(base_game::FARMERS) == base_game::ON,
                Feature::Monastery => true,
                Feature::Garden => abbot,
                Feature::River => false,
            }
    }

    /// Figures of the supply on unoccupied features of a tile.
    fn claims(&self, player: u8, tile: usize) -> Vec<Move> {
        let placed = &self.state.tiles[tile];
        let kind = self.kind_of(tile);
        let mut moves = Vec::new();
        if self.dragon_on(tile) {
            return moves;
        }
        for (number, segment) in kind.segments.iter().enumerate() {
            if self.region((tile, number)).is_occupied() {
                continue;
            }
            for (figure, _) in self.state.players[player as usize].supply() {
                for (square, centre) in centres(kind).into_iter().enumerate() {
                    if self.may_stand(figure, segment.feature) && segment.squares & 1 << square != 0 {
                        let square = pos_at(lay(centre, placed.pos, placed.rotation));
                        let place = Place::Segment { square, segment: number as u8 };
                        moves.push(Move::PlaceFigure { figure, place });
                    }
                }
            }
        }
        moves
    }

    fn place_of(&self, figure: &Figure) -> Place {
        let tile = &self.state.tiles[figure.tile as usize];
        let centre = centres(self.kind_of(figure.tile as usize))[figure.square as usize];
        Place::Segment { square: pos_at(lay(centre, tile.pos, tile.rotation)), segment: figure.segment }
    }

    fn tile_and_square(&self, square: Pos) -> (u16, u8) {
        let tile = self.covered[&centre_of(square)];
        let placed = &self.state.tiles[tile];
        let squares = centres(self.kind_of(tile));
        let index = squares.iter().position(|c| lay(*c, placed.pos, placed.rotation) == centre_of(square)).unwrap();
        (tile as u16, index as u8)
    }
}

/// The state with the whole table turned about the origin, then shifted.
pub fn turned(state: &State, rotation: Rotation, shift: Pos) -> State {
    let mut state = state.clone();
    for tile in &mut state.tiles {
        tile.pos = turned_pos(tile.pos, rotation, shift);
        tile.rotation = turned_rotation(tile.rotation, rotation);
    }
    for figure in &mut state.elsewhere {
        figure.place = turned_place(figure.place, rotation, shift);
    }
    state.elsewhere.sort();
    state.neutral.iter_mut().for_each(|neutral| neutral.place = turned_place(neutral.place, rotation, shift));
    state.tokens.iter_mut().for_each(|tokens| tokens.place = turned_place(tokens.place, rotation, shift));
    state.tokens.sort();
    state.trail.iter_mut().for_each(|square| *square = turned_pos(*square, rotation, shift));
    if let Some(asked) = &mut state.turn.asked {
        asked.about = asked.about.map(|place| turned_place(place, rotation, shift));
    }
    state
}

/// A move on the turned and shifted table.
pub fn turned_move(mv: &Move, rotation: Rotation, shift: Pos) -> Move {
    let turned = |place| turned_place(place, rotation, shift);
    match *mv {
        Move::PlaceTile { kind, pos, rotation: own } => {
            Move::PlaceTile { kind, pos: turned_pos(pos, rotation, shift), rotation: turned_rotation(own, rotation) }
        }
        Move::PlaceFigure { figure, place } => Move::PlaceFigure { figure, place: turned(place) },
        Move::ReturnFigure { figure, place } => Move::ReturnFigure { figure, place: turned(place) },
        Move::MoveFigure { figure, from, to } => Move::MoveFigure { figure, from: turned(from), to: turned(to) },
        Move::MoveNeutral { figure, to, beside } => Move::MoveNeutral { figure, to: turned(to), beside },
        Move::RemoveFigure { player, figure, place } => Move::RemoveFigure { player, figure, place: turned(place) },
        Move::CaptureFigure { player, figure, place } => Move::CaptureFigure { player, figure, place: turned(place) },
        Move::PlaceToken { token, place } => Move::PlaceToken { token, place: turned(place) },
        other => other,
    }
}

fn turned_place(place: Place, rotation: Rotation, shift: Pos) -> Place {
    let turned = |square| turned_pos(square, rotation, shift);
    match place {
        Place::Segment { square, segment } => Place::Segment { square: turned(square), segment },
        Place::Tile { square } => Place::Tile { square: turned(square) },
        Place::Space { square, space } => Place::Space { square: turned(square), space },
        Place::Square { square } => Place::Square { square: turned(square) },
        // the corner is half a square to the north-west
        Place::Corner { square } => {
            let (x, y) = turn_point(add(centre_of(square), (-2, -2)), rotation);
            Place::Corner { square: pos_at(add((x + 2, y + 2), centre_of(shift))) }
        }
        track @ Place::Track { .. } => track,
    }
}

fn turned_pos(pos: Pos, rotation: Rotation, shift: Pos) -> Pos {
    pos_at(add(turn_point(centre_of(pos), rotation), centre_of(shift)))
}

fn turned_rotation(own: Rotation, rotation: Rotation) -> Rotation {
    let quarters = |rotation: Rotation| Rotation::ALL.iter().position(|r| *r == rotation).unwrap();
    Rotation::ALL[(quarters(own) + quarters(rotation)) % 4]
}

/// Tiles of each kind that the sets bring, by the rules of the box: one spring and one lake at most, no plain lake beside
/// the second river, and with a river one start tile stays in the box unless it is shuffled in.
pub fn tiles_in_game(context: &SetupContext) -> Vec<u32> {
    let mut tiles = vec![0; context.catalogue.kinds.len()];
    let kind = |id: &str| context.catalogue.kind_by_id(id).unwrap().0 as usize;
    let has = |id: &str| context.setup.sets.iter().any(|(set, _)| context.catalogue.set(*set).id.starts_with(id));
    for (set, copies) in &context.setup.sets {
        for (kind, count) in &context.catalogue.set(*set).tiles {
            tiles[kind.0 as usize] += copies * count;
        }
    }
    for id in ["spring", "lake", "river2-lake"] {
        tiles[kind(id)] = tiles[kind(id)].min(1);
    }
    if has("river-2") {
        tiles[kind("lake")] = 0;
    }
    if has("river") {
        let shuffled = context.setup.options.get(carcassonne_engine::engine::expansion::river::START_TILE) == 2;
        if has("base") && !shuffled {
            tiles[kind("D")] -= 1;
        }
    } else {
        tiles[kind("D")] = tiles[kind("D")].max(1);
    }
    tiles
}

/// The first tile that does not lie on empty squares, touching an earlier tile, with matching edges, in bounds.
pub fn first_misplaced(catalogue: &Catalogue, state: &State) -> Option<usize> {
    let mut covered = BTreeSet::new();
    let mut edges: BTreeMap<Point, Feature> = BTreeMap::new();
    for (number, placed) in state.tiles.iter().enumerate() {
        let kind = catalogue.kind(placed.kind);
        let own: Vec<(Point, Feature)> =
            shown(kind).into_iter().map(|(point, f)| (lay(point, placed.pos, placed.rotation), f)).collect();
        let touches = number == 0 || own.iter().any(|(point, _)| edges.contains_key(point));
        let matches = own.iter().all(|(point, feature)| edges.get(point).is_none_or(|theirs| theirs == feature));
        let free = centres(kind).into_iter().all(|centre| covered.insert(lay(centre, placed.pos, placed.rotation)));
        let inside = [placed.pos.x, placed.pos.y].iter().all(|c| (-10_000..=10_000).contains(c));
        if !(touches && matches && free && inside) {
            return Some(number);
        }
        edges.extend(own);
    }
    None
}

impl Table<'_> {
    /// Whether a figure stands on a completed feature that the tile placed last did not complete or is scored already.
    pub fn unscored(&self, figure: &Figure) -> bool {
        let region = self.region((figure.tile as usize, figure.segment as usize));
        region.completed && !(self.state.turn.step.0 < 400 && self.touches_new(region))
    }

    /// Whether a tile of this turn has a part in a feature or lies around it.
    fn touches_new(&self, region: &Region) -> bool {
        let first = self.state.tiles.len().saturating_sub(self.state.turn.placed.into());
        let is_new = |square: &&Point| self.covered[square] >= first;
        let near = |(x, y): &Point| {
            let surrounded = matches!(region.feature, Feature::Monastery | Feature::Garden);
            let (cx, cy) = region.squares.first().unwrap();
            surrounded && (x - cx).abs() <= 4 && (y - cy).abs() <= 4
        };
        self.has_part_in(first, region) || self.covered.keys().filter(is_new).any(near)
    }

    /// Whether somebody has something to decide in the step that the state says.
    pub fn waits(&self) -> bool {
        let state = self.state;
        let last = state.tiles.len() - 1;
        let in_hand = state.turn.tile.is_some();
        match state.turn.step {
            turn::DRAW => !in_hand && !self.drawable().is_empty(),
            turn::PLACE_TILE => in_hand && !self.placements().is_empty(),
            turn::ACTION => {
                let acted = state.figures.iter().any(|figure| figure.tile as usize == last);
                !in_hand && last > 0 && !acted && !self.actions().is_empty()
            }
            turn::OVER => !in_hand && self.drawable().is_empty(),
            _ => false,
        }
    }

    /// The state as it was when only so many tiles lay on the table, the next one in hand and all later ones in the bag.
    fn before_tile(&self, number: usize) -> State {
        let mut state = self.state.clone();
        for tile in state.tiles.drain(number..).skip(1).collect::<Vec<_>>() {
            state.bag[tile.kind.0 as usize] += 1;
        }
        if let Some(in_hand) = state.turn.tile {
            state.bag[in_hand.0 as usize] += 1;
        }
        state.figures.retain(|figure| (figure.tile as usize) < number);
        state.turn.tile = Some(self.state.tiles[number].kind);
        state.turn.step = turn::PLACE_TILE;
        state
    }

    /// Whether the feature held a figure already when this one was placed.
    pub fn claimed_before(&self, figure: &Figure) -> bool {
        let mut state = self.state.clone();
        state.tiles.truncate(figure.tile as usize + 1);
        state.figures.retain(|other| other.tile < figure.tile);
        let table = Table::new(self.catalogue, &state);
        let segments = &table.region((figure.tile as usize, figure.segment as usize)).segments;
        state.figures.iter().any(|other| segments.contains(&(other.tile as usize, other.segment as usize)))
    }

    /// Path of the first tile that was drawn while tiles that come before it were to come.
    pub fn drawn_too_early(&self) -> Option<String> {
        for number in 1..self.state.tiles.len() {
            let mut before = self.before_tile(number);
            let kind = before.turn.tile.take()?;
            before.bag[kind.0 as usize] += 1;
            if !Table::new(self.catalogue, &before).drawable().contains(&kind) {
                return Some("".into());
            }
        }
        let mut state = self.state.clone();
        let kind = state.turn.tile.take()?;
        state.bag[kind.0 as usize] += 1;
        (!Table::new(self.catalogue, &state).drawable().contains(&kind)).then(|| "turn".into())
    }

    /// River tiles that lie where they could not have been placed.
    pub fn against_the_river(&self) -> Vec<usize> {
        let river = |number: &usize| is_river(self.catalogue.kind(self.state.tiles[*number].kind));
        let placed = |number: &usize| {
            let (before, tile) = (self.before_tile(*number), self.state.tiles[*number]);
            Table::new(self.catalogue, &before).placements().contains(&Move::PlaceTile {
                kind: tile.kind,
                pos: tile.pos,
                rotation: tile.rotation,
            })
        };
        (1..self.state.tiles.len()).filter(river).filter(|number| !placed(number)).collect()
    }
}
