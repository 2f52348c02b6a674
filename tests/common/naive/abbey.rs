//! Abbey & Mayor: abbeys in holes, the mayor, wagons that go on, barns.

use std::collections::{BTreeMap, BTreeSet};

use carcassonne_engine::engine::expansion::{abbey_and_mayor as abbey, base_game};
use carcassonne_engine::engine::state::{Elsewhere, Figure};
use carcassonne_engine::engine::{Feature, FigureKind, Kind, Move, Place, Pos};

use super::wonders::Points;
use super::{At, Point, Region, Table, centres, is_river, lay, points, pos_at, shown};

/// Second values of the options.
const CONNECTED: u8 = 2;
const OCCUPIED: u8 = 2;

/// Where a figure of this expansion may stand; none for any other.
pub fn stands_on(figure: FigureKind) -> Option<&'static [Feature]> {
    match figure {
        abbey::MAYOR => Some(&[Feature::City]),
        abbey::WAGON => Some(&[Feature::Road, Feature::City, Feature::Monastery]),
        abbey::BARN => Some(&[]),
        _ => None,
    }
}

fn corner_point(corner: Pos) -> Point {
    (4 * i32::from(corner.x) - 2, 4 * i32::from(corner.y) - 2)
}

impl Table<'_> {
    pub fn is_abbey(&self, kind: Kind) -> bool {
        self.catalogue.kind(kind).id == "abbey"
    }

    /// How many abbeys the players have together.
    pub fn abbeys(&self) -> u32 {
        let wanted = self.option(abbey::ABBEYS) == base_game::ON;
        if wanted { self.state.players.len() as u32 } else { 0 }
    }

    /// The abbey in front of a player, if there is a hole for it and no river tile is to come.
    pub fn placeable_abbey(&self, player: u8) -> Option<Kind> {
        let river = |kind: &Kind| self.state.bag[kind.0 as usize] > 0 && is_river(self.catalogue.kind(*kind));
        let own = self.state.players[player as usize].open().find(|kind| self.is_abbey(*kind));
        own.filter(|kind| !self.catalogue.all_kinds().any(|kind| river(&kind)) && !self.places(*kind).is_empty())
    }

    /// Whether somebody may place their abbey after the last tile.
    pub fn abbey_left_over(&self, player: u8) -> bool {
        self.option(abbey::ABBEY_ROUND) == base_game::ON && self.placeable_abbey(player).is_some()
    }

    pub fn abbey_or_draw(&self) -> Vec<Move> {
        let abbey = self.placeable_abbey(self.state.turn.player).map(|kind| Move::ChooseTile { kind });
        abbey.into_iter().collect()
    }

    /// The abbeys that a feature meets at edges of its tiles.
    fn abbeys_met(&self, region: &Region) -> BTreeSet<usize> {
        let mut abbeys = BTreeSet::new();
        for &(tile, number) in &region.segments {
            let (placed, kind) = (&self.state.tiles[tile], self.kind_of(tile));
            for point in points(kind, &kind.segments[number]) {
                let there = self.edges.get(&lay(point, placed.pos, placed.rotation)).into_iter().flatten();
                abbeys.extend(there.map(|(tile, _)| *tile).filter(|tile| self.is_abbey(self.state.tiles[*tile].kind)));
            }
        }
        abbeys
    }

    /// Whether a tile from that one on has a part in a feature or closes an edge of it.
    pub fn has_part_in(&self, first: usize, region: &Region) -> bool {
        region.segments.iter().any(|(tile, _)| *tile >= first)
            || self.abbeys_met(region).into_iter().any(|tile| tile >= first)
    }

    /// The field all around the corner at which four squares meet: its number.
    pub fn field_around(&self, corner: Pos) -> Option<usize> {
        let (x, y) = corner_point(corner);
        let mut on_squares: BTreeMap<Point, BTreeSet<At>> = BTreeMap::new();
        for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            // the two squares on either side of the line that begins here
            let beside = [(2 * dx + 2 * dy, 2 * dy + 2 * dx), (2 * dx - 2 * dy, 2 * dy - 2 * dx)];
            let squares = beside.map(|(sx, sy)| (x + sx, y + sy));
            let tiles = squares.map(|square| self.covered.get(&square).copied());
            if tiles[0]? == tiles[1]? {
                continue;
            }
            let there = self.segments_at.get(&(x + dx, y + dy)).map_or(&[][..], |there| there);
            for (square, tile) in squares.into_iter().zip(tiles) {
                let field = |at: &&At| Some(at.0) == tile && self.segment(**at).feature == Feature::Field;
                on_squares.entry(square).or_default().insert(*there.iter().find(field)?);
            }
        }
        // two fields of a square that meet at its corner are divided by what reaches it
        let divided = on_squares.values().any(|fields| fields.len() > 1);
        let fields: BTreeSet<usize> = on_squares.values().flatten().map(|at| self.region_of[at]).collect();
        fields.first().copied().filter(|_| fields.len() == 1 && !divided)
    }

    fn barns(&self) -> impl Iterator<Item = (&Elsewhere, Pos)> {
        self.state.elsewhere.iter().filter(|figure| figure.kind == abbey::BARN).filter_map(|figure| {
            match figure.place {
                Place::Corner { square } => Some((figure, square)),
                _ => None,
            }
        })
    }

    /// For every barn, its field and its owner.
    pub fn fields_with_barns(&self) -> Vec<(usize, u8)> {
        self.barns().filter_map(|(barn, corner)| Some((self.field_around(corner)?, barn.player))).collect()
    }

    /// Corners of the squares of the tile placed last.
    fn corners_of_last(&self) -> BTreeSet<Point> {
        let Some(tile) = self.state.tiles.last() else { return BTreeSet::new() };
        let around = |(x, y): Point| [(x, y), (x + 4, y), (x, y + 4), (x + 4, y + 4)];
        let squares = centres(self.catalogue.kind(tile.kind)).into_iter();
        squares.flat_map(|centre| around(lay(centre, tile.pos, tile.rotation))).collect()
    }

    pub fn barn_placements(&self, player: u8) -> Vec<Move> {
        if self.state.players[player as usize].supply[abbey::BARN.0 as usize] == 0 {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for square in self.corners_of_last().into_iter().map(pos_at) {
            let Some(field) = self.field_around(square) else { continue };
            let beside_another =
                !self.regions[field].barns.is_empty() && self.option(abbey::BARN_PLACEMENT) != OCCUPIED;
            if !beside_another && !self.barns().any(|(_, corner)| corner == square) {
                moves.push(Move::PlaceFigure { figure: abbey::BARN, place: Place::Corner { square } });
            }
        }
        moves
    }

    /// Fields with a barn on which farmers stand, and whether the barn is new.
    pub fn barn_fields(&self) -> Vec<(&Region, bool)> {
        let new = self.corners_of_last();
        let fields = self.regions.iter().enumerate().filter(|(_, r)| !r.barns.is_empty() && !r.figures.is_empty());
        let placed_now = |field: usize| {
            let mut own = self.barns().filter(|(_, corner)| self.field_around(*corner) == Some(field));
            own.any(|(_, corner)| new.contains(&(4 * i32::from(corner.x), 4 * i32::from(corner.y))))
        };
        fields.map(|(field, region)| (region, placed_now(field))).collect()
    }

    /// What the farmers get who leave a field for a barn.
    pub fn farmers_before_barns(&self) -> Points {
        let mut scored = Points::new();
        for (field, new) in self.barn_fields() {
            let (rule, each) = if new { (abbey::BARN_PLACED, 3) } else { (abbey::BARN_JOINED, 1) };
            for player in self.majority(field) {
                let points = each * field.completed_cities.len() as u32 + self.pigs(field, player);
                scored.push((player, usize::from(rule.0), points));
            }
        }
        scored
    }

    /// What barns bring in the end.
    pub fn barns_at_the_end(&self) -> Points {
        let mut scored = Points::new();
        for field in &self.regions {
            let owners: BTreeSet<u8> = field.barns.iter().copied().collect();
            let points = 4 * field.completed_cities.len() as u32;
            scored.extend(owners.into_iter().map(|owner| (owner, usize::from(abbey::BARN_FIELD.0), points)));
        }
        scored
    }

    /// The scored wagons of whoever's turn it is to move theirs.
    pub fn wagons_to_move(&self) -> Vec<Figure> {
        let seats = self.state.players.len() as u8;
        for seat in (0..seats).map(|steps| (self.state.turn.player + steps) % seats) {
            let scored = |f: &&Figure| {
                f.kind == abbey::WAGON
                    && f.player == seat
                    && self.region((f.tile as usize, f.segment as usize)).completed
            };
            let wagons: Vec<Figure> = self.state.figures.iter().filter(scored).copied().collect();
            if !wagons.is_empty() {
                return wagons;
            }
        }
        Vec::new()
    }

    /// Where a scored wagon can go on.
    pub fn ways_on(&self, wagon: &Figure) -> Vec<Place> {
        let stood = (wagon.tile as usize, wagon.segment as usize);
        let segments: BTreeSet<At> = if self.option(abbey::WAGON_MOVE) == CONNECTED {
            self.connected(stood)
        } else {
            let own = &self.state.tiles[stood.0];
            let mut tiles = BTreeSet::new();
            for centre in centres(self.kind_of(stood.0)) {
                let (x, y) = lay(centre, own.pos, own.rotation);
                for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                    tiles.extend(self.covered.get(&(x + 4 * dx, y + 4 * dy)));
                }
            }
            tiles.into_iter().flat_map(|t| (0..self.kind_of(t).segments.len()).map(move |number| (t, number))).collect()
        };
        let mut places = Vec::new();
        for at in segments {
            let region = self.region(at);
            if self.dragon_on(at.0)
                || region.is_occupied()
                || region.completed
                || !self.may_stand(abbey::WAGON, region.feature)
            {
                continue;
            }
            let placed = &self.state.tiles[at.0];
            for (square, centre) in centres(self.kind_of(at.0)).into_iter().enumerate() {
                if self.segment(at).squares & 1 << square != 0 {
                    let square = pos_at(lay(centre, placed.pos, placed.rotation));
                    places.push(Place::Segment { square, segment: at.1 as u8 });
                }
            }
        }
        places
    }

    /// The first edition: what a way leads to on a tile of the feature; where the feature ends at an abbey the abbey, and from
    /// an abbey what ends there.
    fn connected(&self, stood: At) -> BTreeSet<At> {
        let mut found: BTreeSet<At> = self.abbeys_met(self.region(stood)).into_iter().map(|abbey| (abbey, 0)).collect();
        for &(tile, number) in &self.region(stood).segments {
            let segments = &self.kind_of(tile).segments;
            let ways = |number: usize| -> BTreeSet<&str> {
                self.catalogue.trait_names(segments[number].traits).filter(|name| name.starts_with("way-")).collect()
            };
            let meets = |other: &usize| *other != number && !ways(*other).is_disjoint(&ways(number));
            found.extend((0..segments.len()).filter(meets).map(|other| (tile, other)));
        }
        let own = &self.state.tiles[stood.0];
        if self.is_abbey(own.kind) {
            for point in shown(self.kind_of(stood.0)).into_keys() {
                found.extend(self.segments_at.get(&lay(point, own.pos, own.rotation)).into_iter().flatten());
            }
        }
        found
    }

    pub fn wagon_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for wagon in self.wagons_to_move() {
            let from = self.place_of(&wagon);
            moves.push(Move::ReturnFigure { figure: abbey::WAGON, place: from });
            moves.extend(self.ways_on(&wagon).into_iter().map(|to| Move::MoveFigure {
                figure: abbey::WAGON,
                from,
                to,
            }));
        }
        moves
    }

    /// Who decides in a step in which a player does.
    pub fn decides(&self) -> u8 {
        match (self.state.turn.asked, self.state.turn.step.0) {
            (Some(asked), _) => asked.player,
            (None, 430) => self.wagons_to_move().first().map_or(self.state.turn.player, |wagon| wagon.player),
            _ => self.state.turn.player,
        }
    }
}
