//! Traders & Builders: goods, the builder, the pig.

use carcassonne_engine::engine::expansion::{base_game, traders_and_builders as traders};
use carcassonne_engine::engine::setup::{FigureKind, OptionId};
use carcassonne_engine::engine::state::Figure;
use carcassonne_engine::engine::{Feature, Move, Place};

use super::wonders::Points;
use super::{Region, Table, centres, lay, pos_at};

/// By the numbers of the schema: wine, grain, cloth.
const GOODS: [(usize, &str); 3] = [(1, "wine"), (2, "grain"), (3, "cloth")];

pub fn is_meeple(figure: &Figure) -> bool {
    ![traders::BUILDER, traders::PIG].contains(&figure.kind)
}

impl Table<'_> {
    fn stands_with(&self, region: &Region, player: u8) -> bool {
        region.figures.iter().any(|figure| figure.player == player && is_meeple(figure))
    }

    /// Builders and pigs that may join a meeple of their owner on the tile just placed.
    pub fn joins(&self, player: u8) -> Vec<Move> {
        let tile = self.state.tiles.len() - 1;
        let (placed, kind) = (&self.state.tiles[tile], self.kind_of(tile));
        let mut moves = Vec::new();
        if self.dragon_on(tile) {
            return moves;
        }
        for (figure, _) in self.state.players[player as usize].supply() {
            for (number, segment) in kind.segments.iter().enumerate() {
                let region = self.region((tile, number));
                let right = match segment.feature {
                    Feature::Road | Feature::City => figure == traders::BUILDER && !region.completed,
                    Feature::Field => figure == traders::PIG,
                    _ => false,
                };
                for (square, centre) in centres(kind).into_iter().enumerate() {
                    if right && self.stands_with(region, player) && segment.squares & 1 << square != 0 {
                        let square = pos_at(lay(centre, placed.pos, placed.rotation));
                        let place = Place::Segment { square, segment: number as u8 };
                        moves.push(Move::PlaceFigure { figure, place });
                    }
                }
            }
        }
        moves
    }

    /// Whether the tile just placed continues a road or city with the player's builder.
    pub fn builder_goes_on(&self, player: u8) -> bool {
        let last = self.state.tiles.len() - 1;
        let builder = |figure: &Figure| figure.player == player && figure.kind == traders::BUILDER;
        let completing = self.option(traders::BUILDER_TRIGGER) == 2;
        let extended = |region: &&Region| {
            region.segments.iter().any(|(tile, _)| *tile == last)
                || completing && region.completed && self.has_part_in(last, region)
        };
        self.regions.iter().filter(extended).any(|region| region.figures.iter().any(builder))
    }

    /// How many goods of each kind the cities bring that a tile of this turn completed.
    pub fn goods(&self) -> [u8; 8] {
        let first = self.state.tiles.len() - usize::from(self.state.turn.placed);
        let mut goods = [0; 8];
        let cities = self.regions.iter().filter(|region| region.feature == Feature::City && region.completed);
        for region in cities.filter(|region| self.has_part_in(first, region)) {
            for at in &region.segments {
                for (token, name) in GOODS {
                    let shown = self.catalogue.trait_names(self.segment(*at).traits).any(|own| own == name);
                    goods[token] += u8::from(shown);
                }
            }
        }
        goods
    }

    /// What a pig, or a pig herd, adds for somebody who scores a field.
    pub fn pigs(&self, region: &Region, player: u8) -> u32 {
        if region.feature != Feature::Field || !self.with_traders() {
            return 0;
        }
        let pig = region.figures.iter().any(|figure| figure.player == player && figure.kind == traders::PIG);
        let shows = |name: &str| {
            let mut segments = region.segments.iter().map(|at| self.segment(*at).traits);
            segments.any(|traits| self.catalogue.trait_names(traits).any(|own| own == name))
        };
        let herd = self.is_on(traders::PIG_HERD) && shows("pig-herd");
        (u32::from(pig) + u32::from(herd)) * region.completed_cities.len() as u32
    }

    /// Ten points for whoever has most tokens of a kind.
    pub fn most_goods(&self) -> Points {
        let players = &self.state.players;
        let mut points = Points::new();
        for (token, _) in GOODS {
            let most = players.iter().map(|player| player.tokens[token]).max().unwrap();
            let best = (0..).zip(players).filter(|(_, player)| most > 0 && player.tokens[token] == most);
            points.extend(best.map(|(seat, _)| (seat, usize::from(traders::GOODS.0), 10)));
        }
        points
    }

    fn is_on(&self, option: OptionId) -> bool {
        self.option(option) == base_game::ON
    }

    /// Whether anybody can have a builder or pig, or a set brings goods.
    fn with_traders(&self) -> bool {
        self.option(traders::SECOND_PART) != 0
    }

    pub fn second_part_is_a_choice(&self) -> bool {
        self.option(traders::SECOND_PART) == 2
    }
}

pub fn joins_meeples(figure: FigureKind) -> bool {
    [traders::BUILDER, traders::PIG].contains(&figure)
}
