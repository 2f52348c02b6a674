//! The Princess & the Dragon: volcanoes, the dragon, the fairy, princesses, portals; and figures that are left lonely.

use carcassonne_engine::engine::expansion::princess_and_dragon as rules;
use carcassonne_engine::engine::state::{Figure, Neutral, Owned};
use carcassonne_engine::engine::{FigureKind, Kind, Move, Place};

use super::traders::{is_meeple, joins_meeples};
use super::turns::Game;
use super::wonders::Points;
use super::{Point, Region, SIDES, Table, centre_of, pos_at};

/// Number of the second value of an option: the fairy on a tile, princesses that must, the dragon after scoring.
const OTHER: u8 = 2;
const ON: u8 = 1;

const BEFORE_SCORING: u16 = 350;
const AFTER_SCORING: u16 = 440;

/// Where a place lies on the table; a place of several squares on its first one.
fn point_of(place: Place) -> Option<Point> {
    match place {
        Place::Segment { square, .. }
        | Place::Tile { square }
        | Place::Space { square, .. }
        | Place::Square { square }
        | Place::Corner { square } => Some(centre_of(square)),
        Place::Track { .. } => None,
    }
}

impl Table<'_> {
    pub fn kind_shows(&self, kind: Kind, name: &str) -> bool {
        self.catalogue.trait_names(self.catalogue.kind(kind).traits).any(|own| own == name)
    }

    fn tile_shows(&self, tile: usize, name: &str) -> bool {
        self.kind_shows(self.state.tiles[tile].kind, name)
    }

    fn newest_shows(&self, name: &str) -> bool {
        self.tile_shows(self.state.tiles.len() - 1, name)
    }

    /// The dragon comes with the tiles of the set; the fairy may come alone.
    fn with_dragon(&self) -> bool {
        let mut sets = self.state.setup.sets.iter().map(|(set, _)| self.catalogue.set(*set));
        sets.any(|set| set.id.starts_with("princess-and-dragon"))
    }

    pub fn volcano_lies(&self) -> bool {
        (0..self.state.tiles.len()).any(|tile| self.tile_shows(tile, "volcano"))
    }

    /// Dragon tiles come only after the first volcano.
    pub fn held_back(&self, kind: Kind) -> bool {
        self.with_dragon() && self.kind_shows(kind, "dragon") && !self.volcano_lies()
    }

    fn of_nobody(&self, kind: FigureKind) -> Option<&Neutral> {
        self.state.neutral.iter().find(|neutral| neutral.kind == kind)
    }

    fn dragon(&self) -> Option<Point> {
        self.of_nobody(rules::DRAGON).and_then(|dragon| point_of(dragon.place))
    }

    fn tile_at(&self, point: Point) -> Option<usize> {
        self.covered.get(&point).copied()
    }

    fn fairy_tile(&self) -> Option<usize> {
        self.of_nobody(rules::FAIRY).and_then(|fairy| self.tile_at(point_of(fairy.place)?))
    }

    /// No figure is put on the features of the dragon's tile.
    pub fn dragon_on(&self, tile: usize) -> bool {
        self.dragon().and_then(|dragon| self.tile_at(dragon)) == Some(tile)
    }

    /// All meeples on features and on towers: owner, kind, place.
    pub fn exposed_meeples(&self) -> Vec<(Owned, Place)> {
        let mut meeples = Vec::new();
        for figure in self.state.figures.iter().filter(|figure| is_meeple(figure)) {
            meeples.push((Owned { player: figure.player, figure: figure.kind }, self.place_of(figure)));
        }
        for guard in self.guards() {
            meeples.push((Owned { player: guard.player, figure: guard.kind }, guard.place));
        }
        meeples
    }

    fn fairy_is_with(&self, figure: Owned, place: Place) -> bool {
        let Some(fairy) = self.of_nobody(rules::FAIRY) else { return false };
        if self.option(rules::FAIRY_PLACEMENT) == OTHER {
            let tile = point_of(place).and_then(|point| self.tile_at(point));
            !joins_meeples(figure.figure) && tile.is_some() && tile == self.fairy_tile()
        } else {
            (fairy.beside, fairy.place) == (Some(figure), place)
        }
    }

    /// One point for each figure of the player with the fairy.
    pub fn fairy_at_the_beginning(&self, player: u8) -> Points {
        let own = self.exposed_meeples().into_iter().filter(|(owned, _)| owned.player == player);
        let count = own.filter(|(owned, place)| self.fairy_is_with(*owned, *place)).count() as u32;
        vec![(player, usize::from(rules::FAIRY_TURN.0), count)]
    }

    /// Three points for each figure with the fairy on a feature that is scored.
    pub fn fairy_with(&self, region: &Region) -> Points {
        let owned = |figure: &Figure| Owned { player: figure.player, figure: figure.kind };
        let with = region.figures.iter().filter(|figure| self.fairy_is_with(owned(figure), self.place_of(figure)));
        with.map(|figure| (figure.player, usize::from(rules::FAIRY_FEATURE.0), 3)).collect()
    }

    /// The fairy goes to another meeple of the player.
    pub fn fairy_actions(&self, player: u8) -> Vec<Move> {
        if self.option(rules::FAIRY_PLAYS) != ON {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (owned, place) in self.exposed_meeples() {
            if owned.player != player || self.fairy_is_with(owned, place) {
                continue;
            }
            let (to, beside) = if self.option(rules::FAIRY_PLACEMENT) == OTHER {
                let tile = self.tile_at(point_of(place).unwrap()).unwrap();
                (Place::Square { square: self.first_square(tile) }, None)
            } else {
                (place, Some(owned))
            };
            moves.push(Move::MoveNeutral { figure: rules::FAIRY, to, beside });
        }
        moves
    }

    /// Knights in the cities that a princess on the newest tile extends.
    pub fn knights(&self) -> Vec<Move> {
        let tile = self.state.tiles.len() - 1;
        let mut moves = Vec::new();
        for (number, segment) in self.kind_of(tile).segments.iter().enumerate() {
            if self.catalogue.trait_names(segment.traits).any(|name| name == "princess") {
                for figure in self.region((tile, number)).figures.iter().filter(|figure| is_meeple(figure)) {
                    let (player, kind) = (figure.player, figure.kind);
                    moves.push(Move::RemoveFigure { player, figure: kind, place: self.place_of(figure) });
                }
            }
        }
        moves
    }

    pub fn princess_insists(&self) -> bool {
        self.option(rules::PRINCESS) == OTHER && !self.knights().is_empty()
    }

    /// Claims on all other tiles, through a portal on the newest.
    pub fn through_the_portal(&self, player: u8) -> Vec<Move> {
        let newest = self.state.tiles.len() - 1;
        if !self.newest_shows("portal") {
            return Vec::new();
        }
        let mut moves: Vec<Move> = (0..newest).flat_map(|tile| self.claims(player, tile)).collect();
        moves.retain(|mv| {
            let Move::PlaceFigure { place: Place::Segment { square, segment }, .. } = mv else { return true };
            let (tile, _) = self.tile_and_square(*square);
            !self.region((tile as usize, *segment as usize)).completed
        });
        moves
    }

    /// Where the dragon can go.
    pub fn dragon_steps(&self) -> Vec<Move> {
        let Some((x, y)) = self.dragon() else { return Vec::new() };
        let mut moves = Vec::new();
        for (dx, dy) in SIDES {
            let to = (x + 2 * dx, y + 2 * dy);
            let tile = self.tile_at(to);
            if tile.is_some() && tile != self.fairy_tile() && !self.state.trail.contains(&pos_at(to)) {
                let to = Place::Square { square: pos_at(to) };
                moves.push(Move::MoveNeutral { figure: rules::DRAGON, to, beside: None });
            }
        }
        moves
    }

    fn dragon_tile_in_turn(&self) -> bool {
        let first = self.state.tiles.len() - usize::from(self.state.turn.placed);
        (first..self.state.tiles.len()).any(|tile| self.tile_shows(tile, "dragon"))
    }

    /// Builders and pigs without a meeple of their owner.
    fn lonely(&self) -> Vec<Figure> {
        let joined = self.state.figures.iter().filter(|figure| joins_meeples(figure.kind));
        let alone = |figure: &&Figure| {
            let region = self.region((figure.tile as usize, figure.segment as usize));
            !region.figures.iter().any(|other| other.player == figure.player && is_meeple(other))
        };
        joined.filter(alone).copied().collect()
    }
}

impl Game<'_> {
    /// The dragon comes to a volcano.
    pub fn erupt(&mut self) {
        let table = self.table();
        if table.with_dragon() && table.newest_shows("volcano") {
            let square = table.first_square(self.state.tiles.len() - 1);
            self.put_nobodys(rules::DRAGON, Place::Square { square }, None);
        }
    }

    pub fn put_nobodys(&mut self, kind: FigureKind, place: Place, beside: Option<Owned>) {
        self.state.neutral.retain(|neutral| neutral.kind != kind);
        self.state.neutral.push(Neutral { kind, place, beside });
        self.state.neutral.sort();
    }

    /// What follows at once when figures have left their places.
    pub fn settle(&mut self) {
        for figure in self.table().lonely() {
            self.state.figures.retain(|other| *other != figure);
            self.state.players[figure.player as usize].supply[figure.kind.0 as usize] += 1;
        }
        let fairy = self.state.neutral.iter().find(|neutral| neutral.kind == rules::FAIRY).copied();
        if let Some(Neutral { place, beside: Some(companion), .. }) = fairy {
            let there = self.table().exposed_meeples().contains(&(companion, place));
            if !there {
                let square = pos_at(point_of(place).unwrap());
                self.put_nobodys(rules::FAIRY, Place::Square { square }, None);
            }
        }
    }

    /// After the action: the dragon if it moves now, then scoring.
    pub fn dragon_or_score(&mut self) {
        if self.table().option(rules::DRAGON_MOVEMENT) == OTHER || !self.dragon_awakes(BEFORE_SCORING) {
            self.score();
        }
    }

    /// After scoring: the dragon if it moves now, then wonders and so on.
    pub fn dragon_or_obtain(&mut self) {
        self.state.turn.asked = None;
        if self.table().option(rules::DRAGON_MOVEMENT) != OTHER || !self.dragon_awakes(AFTER_SCORING) {
            self.obtain();
        }
    }

    fn dragon_awakes(&mut self, step: u16) -> bool {
        let moves = self.table().dragon_tile_in_turn() && !self.table().dragon_steps().is_empty();
        if moves {
            self.ask(step, self.state.turn.player, 6);
        }
        moves
    }

    /// One step of the dragon, then that of the next player, if there is one.
    pub fn dragon_goes(&mut self, to: Place) {
        let from = self.table().dragon().unwrap();
        self.state.trail.push(pos_at(from));
        self.put_nobodys(rules::DRAGON, to, None);
        let tile = self.table().tile_at(point_of(to).unwrap()).unwrap();
        let eaten = |place: Place| self.table().tile_at(point_of(place).unwrap()) == Some(tile);
        let on_features = self.state.figures.iter().map(|f| (f.player, f.kind, self.table().place_of(f)));
        let guards = self.table().guards().into_iter().map(|f| (f.player, f.kind, f.place)).collect::<Vec<_>>();
        let gone: Vec<_> = on_features.chain(guards).filter(|(.., place)| eaten(*place)).collect();
        for (player, kind, place) in gone {
            self.take(player, kind, place);
            self.state.players[player as usize].supply[kind.0 as usize] += 1;
        }
        self.settle();
        let asked = self.state.turn.asked.unwrap();
        let step = self.state.turn.step.0;
        if asked.left > 1 && !self.table().dragon_steps().is_empty() {
            let next = (asked.player + 1) % self.state.players.len() as u8;
            return self.ask(step, next, asked.left - 1);
        }
        self.state.turn.asked = None;
        self.state.trail.clear();
        if step == BEFORE_SCORING { self.score() } else { self.obtain() }
    }
}

/// Whether the fairy was with somebody and is with nobody.
pub fn fairy_left_alone(before: &[Neutral], after: &[Neutral]) -> bool {
    let with = |all: &[Neutral]| all.iter().any(|neutral| neutral.kind == rules::FAIRY && neutral.beside.is_some());
    with(before) && !with(after)
}
