//! The Tower: floors, guards, captures, exchange, ransom.

use std::collections::BTreeSet;

use carcassonne_engine::engine::expansion::{base_game, inns_and_cathedrals, tower as rules};
use carcassonne_engine::engine::setup::FigureKind;
use carcassonne_engine::engine::state::{Asked, Elsewhere, Owned, PlacedTokens};
use carcassonne_engine::engine::turn::StepId;
use carcassonne_engine::engine::{Move, Place};

use super::turns::Game;
use super::{Point, Table, centre_of};

const MUST: u8 = 2;
const CAPTURE: u16 = 306;
const EXCHANGE: u16 = 307;
const PRICE: u32 = 3;
const FLOOR: usize = rules::FLOOR.0 as usize;

impl Table<'_> {
    /// The foundations of all towers.
    fn towers(&self) -> Vec<Place> {
        let mut towers = Vec::new();
        for tile in 0..self.state.tiles.len() {
            for (space, named) in self.kind_of(tile).spaces.iter().enumerate() {
                if named.name == "tower" {
                    towers.push(Place::Space { square: self.first_square(tile), space: space as u8 });
                }
            }
        }
        towers
    }

    fn height(&self, tower: Place) -> u8 {
        self.state.tokens.iter().filter(|tokens| tokens.place == tower).map(|tokens| tokens.count).sum()
    }

    /// Meeples on towers.
    pub fn guards(&self) -> Vec<Elsewhere> {
        let towers = self.towers();
        self.state.elsewhere.iter().filter(|figure| towers.contains(&figure.place)).copied().collect()
    }

    /// Floors on open towers, and meeples on open towers that have a floor.
    pub fn tower_actions(&self, player: u8) -> Vec<Move> {
        let own = &self.state.players[player as usize];
        let guarded: Vec<Place> = self.guards().iter().map(|guard| guard.place).collect();
        let mut moves = Vec::new();
        for place in self.towers().into_iter().filter(|tower| !guarded.contains(tower)) {
            if own.tokens[FLOOR] > 0 {
                moves.push(Move::PlaceToken { token: rules::FLOOR, place });
            }
            for figure in [base_game::MEEPLE, inns_and_cathedrals::LARGE_MEEPLE] {
                if self.height(place) > 0 && own.supply[figure.0 as usize] > 0 {
                    moves.push(Move::PlaceFigure { figure, place });
                }
            }
        }
        moves
    }

    /// Squares in the reach of a tower: its own, and as many in each direction as it has floors.
    fn reach(&self, tower: Place) -> BTreeSet<Point> {
        let Place::Space { square, .. } = tower else { return BTreeSet::new() };
        let ((x, y), height) = (centre_of(square), i32::from(self.height(tower)));
        (-height..=height).flat_map(|i| [(x + 4 * i, y), (x, y + 4 * i)]).collect()
    }

    fn captures_from(&self, tower: Place) -> Vec<Move> {
        let reach = self.reach(tower);
        let tiles: BTreeSet<usize> = reach.iter().filter_map(|point| self.covered.get(point)).copied().collect();
        let in_reach = |place: Place| match place {
            Place::Segment { square, .. } | Place::Space { square, .. } => {
                self.covered.get(&centre_of(square)).is_some_and(|tile| tiles.contains(tile))
            }
            _ => false,
        };
        let meeples = self.exposed_meeples().into_iter().filter(|(_, place)| in_reach(*place));
        meeples.map(|(Owned { player, figure }, place)| Move::CaptureFigure { player, figure, place }).collect()
    }

    /// What the tower that has just grown can capture, and to capture nothing.
    pub fn captures(&self) -> Vec<Move> {
        let tower = self.state.turn.asked.and_then(|asked| asked.about).unwrap();
        let mut moves = self.captures_from(tower);
        if self.option(rules::CAPTURE) != MUST {
            moves.push(Move::Pass);
        }
        moves
    }

    /// Kinds of the figures of `owner` that `holder` has captured.
    fn held(&self, holder: u8, owner: u8) -> BTreeSet<FigureKind> {
        let prisoners = self.state.players[holder as usize].prisoners.iter();
        prisoners.filter(|prisoner| prisoner.player == owner).map(|prisoner| prisoner.figure).collect()
    }

    /// A player with whom the one whose turn it is has prisoners to exchange.
    fn partner(&self) -> Option<u8> {
        let captor = self.state.turn.player;
        let others = 0..self.state.players.len() as u8;
        others.into_iter().find(|other| !self.held(captor, *other).is_empty() && !self.held(*other, captor).is_empty())
    }

    pub fn releases(&self) -> Vec<Move> {
        let holder = self.partner().unwrap();
        let kinds = self.held(holder, self.state.turn.player).into_iter();
        kinds.map(|figure| Move::ReleasePrisoner { holder, figure }).collect()
    }

    /// What the player whose turn it is can pay for.
    pub fn ransoms(&self) -> Vec<Move> {
        let player = self.state.turn.player;
        if self.state.turn.ransomed || self.state.players[player as usize].score() < PRICE {
            return Vec::new();
        }
        let holders = 0..self.state.players.len() as u8;
        let of = |holder| self.held(holder, player).into_iter().map(move |figure| Move::PayRansom { holder, figure });
        holders.flat_map(of).collect()
    }

    /// Floors of all towers and in front of players.
    pub fn floors(&self) -> u32 {
        let built: u32 = self.state.tokens.iter().map(|tokens| u32::from(tokens.count)).sum();
        built + self.state.players.iter().map(|player| u32::from(player.tokens[FLOOR])).sum::<u32>()
    }

    /// How many there are.
    pub fn floors_in_game(&self) -> u32 {
        let mut sets = self.state.setup.sets.iter().map(|(set, _)| self.catalogue.set(*set));
        let players = self.state.players.len();
        if sets.any(|set| set.id.starts_with("tower")) { [0, 10, 20, 27, 28, 30, 30][players] } else { 0 }
    }
}

impl Game<'_> {
    /// A floor; then perhaps a capture.
    pub fn build(&mut self, place: Place) {
        let player = self.state.turn.player;
        self.state.players[player as usize].tokens[FLOOR] -= 1;
        let count = self.table().height(place) + 1;
        self.state.tokens.retain(|tokens| tokens.place != place);
        self.state.tokens.push(PlacedTokens { place, token: rules::FLOOR, count });
        self.state.tokens.sort();
        if self.table().captures_from(place).is_empty() {
            return self.dragon_or_score();
        }
        self.state.turn.asked = Some(Asked { player, left: 1, about: Some(place) });
        self.state.turn.step = StepId(CAPTURE);
    }

    pub fn capture(&mut self, player: u8, figure: FigureKind, place: Place) {
        let captor = self.state.turn.player;
        self.take(player, figure, place);
        if player == captor {
            self.state.players[player as usize].supply[figure.0 as usize] += 1;
        } else {
            let prisoners = &mut self.state.players[captor as usize].prisoners;
            prisoners.push(Owned { player, figure });
            prisoners.sort();
        }
        self.settle();
        self.exchange();
    }

    pub fn no_capture(&mut self) {
        self.state.turn.asked = None;
        self.dragon_or_score();
    }

    /// Two players do not hold each other's figures.
    fn exchange(&mut self) {
        self.state.turn.asked = None;
        if self.table().partner().is_none() {
            return self.dragon_or_score();
        }
        match self.table().releases()[..] {
            [Move::ReleasePrisoner { holder, figure }] => self.release(holder, figure),
            _ => self.state.turn.step = StepId(EXCHANGE),
        }
    }

    pub fn release(&mut self, holder: u8, figure: FigureKind) {
        let captor = self.state.turn.player;
        let other = *self.table().held(captor, holder).first().unwrap();
        self.free(holder, captor, figure);
        self.free(captor, holder, other);
        self.dragon_or_score();
    }

    /// A prisoner comes home.
    fn free(&mut self, holder: u8, player: u8, figure: FigureKind) {
        let prisoners = &mut self.state.players[holder as usize].prisoners;
        let index = prisoners.iter().position(|prisoner| *prisoner == Owned { player, figure }).unwrap();
        prisoners.remove(index);
        self.state.players[player as usize].supply[figure.0 as usize] += 1;
    }

    /// Paid, and the decision that was due is due again, unless it is none any more.
    pub fn pay_ransom(&mut self, holder: u8, figure: FigureKind) {
        let player = self.state.turn.player;
        self.state.players[player as usize].paid += PRICE;
        self.state.players[holder as usize].points[usize::from(rules::RANSOM.0)] += PRICE;
        self.state.turn.ransomed = true;
        self.free(holder, player, figure);
        match self.state.turn.step.0 {
            300 if self.table().actions().is_empty() => self.dragon_or_score(),
            EXCHANGE => self.exchange(),
            310 if self.table().second_figures().is_empty() => self.dragon_or_score(),
            450 => self.obtain(),
            475 | 480 if self.state.turn.closing.is_none() && !self.table().due().is_empty() => self.obtain(),
            455 if !self.table().due().contains(&player) => self.obtain(),
            _ => {}
        }
    }
}
