//! How the game goes on after a move, until somebody is to decide.

use carcassonne_engine::engine::expansion::princess_and_dragon::FAIRY;
use carcassonne_engine::engine::expansion::{abbey_and_mayor as abbey, base_game};
use carcassonne_engine::engine::setup::FigureKind;
use carcassonne_engine::engine::state::{Asked, Elsewhere, Figure, Held, PlacedTile, SecondPart, State};
use carcassonne_engine::engine::turn::{self, StepId};
use carcassonne_engine::engine::{Catalogue, Kind, Move, Place, Pos, Rotation, Rule};

use super::traders::joins_meeples;
use super::wonders::Points;
use super::{Region, Table, is_river};

/// The state after a legal move and everything that follows by itself.
pub fn apply(catalogue: &Catalogue, state: &State, mv: &Move) -> State {
    let mut game = Game { catalogue, state: state.clone() };
    game.make(mv);
    game.state
}

pub struct Game<'a> {
    catalogue: &'a Catalogue,
    pub state: State,
}

impl Game<'_> {
    pub fn table(&self) -> Table<'_> {
        Table::new(self.catalogue, &self.state)
    }

    fn wait(&mut self, step: u16) {
        self.state.turn.step = StepId(step);
    }

    fn player(&self) -> u8 {
        self.state.turn.player
    }

    fn make(&mut self, mv: &Move) {
        let step = self.state.turn.step.0;
        match *mv {
            Move::OfferTile { kind } => {
                self.state.offer.push(kind);
                self.state.offer.sort();
                if self.state.offer.len() == self.table().offered() {
                    let kind = self.table().start_tile();
                    self.state.tiles.push(PlacedTile { kind, pos: Pos::new(0, 0), rotation: Rotation::R0 });
                    self.begin();
                }
            }
            Move::DrawTile { kind } => {
                self.state.bag[kind.0 as usize] -= 1;
                self.state.draws += 1;
                self.drawn(kind);
            }
            Move::RevealTile { kind } => {
                self.state.bag[kind.0 as usize] -= 1;
                let hand = &mut self.state.players[self.state.turn.player as usize].hand;
                *hand.iter_mut().find(|held| **held == Held::Hidden).unwrap() = Held::Down(kind);
                hand.sort();
                if step == 100 { self.draw() } else { self.choose() }
            }
            Move::PlaceFigure { figure: abbey::BARN, place } => {
                let player = self.player();
                self.state.players[player as usize].supply[abbey::BARN.0 as usize] -= 1;
                self.put(player, abbey::BARN, place);
                self.dragon_or_score();
            }
            Move::ReturnFigure { figure, place } if step == 430 => {
                let player = self.table().decides();
                self.take(player, figure, place);
                self.state.players[player as usize].supply[figure.0 as usize] += 1;
                self.settle();
                self.wagons();
            }
            Move::MoveFigure { figure, from, to: Place::Segment { square, segment } } if step == 430 => {
                let player = self.table().decides();
                self.take(player, figure, from);
                // no placing: nothing comes of it
                let (tile, square) = self.table().tile_and_square(square);
                self.state.figures.push(Figure { tile, segment, square, player, kind: figure });
                self.state.figures.sort();
                self.settle();
                self.wagons();
            }
            Move::ChooseTile { kind } => self.take_from_hand(kind),
            Move::PlaceTile { kind, pos, rotation } => self.place_tile(PlacedTile { kind, pos, rotation }),
            Move::PlaceFigure { figure, place } => {
                let player = self.state.turn.asked.map_or(self.player(), |asked| asked.player);
                self.state.players[player as usize].supply[figure.0 as usize] -= 1;
                self.put(player, figure, place);
                match step {
                    410 => self.asked_once_more(|game| !game.table().put_into_harbour(player).is_empty(), Game::wagons),
                    460 => self.asked_once_more(|game| !game.table().harbour_claims(player).is_empty(), Game::obtain),
                    300 if !joins_meeples(figure)
                        && self.on_wonder_just_placed(figure, place)
                        && !(self.table().second_figures().is_empty() && self.table().ransoms().is_empty()) =>
                    {
                        self.wait(310)
                    }
                    _ => self.dragon_or_score(),
                }
            }
            Move::ReturnFigure { figure, place } => {
                let player = self.player();
                if let Place::Segment { square, segment } = place {
                    let before = self.state.clone();
                    let table = Table::new(self.catalogue, &before);
                    let (tile, _) = table.tile_and_square(square);
                    let region = table.region((tile as usize, segment as usize));
                    let (Rule(rule), points) = table.value(region, region.completed);
                    self.state.players[player as usize].points[rule as usize] += points;
                    let own = table.with_scoring(&[region]).into_iter().filter(|(owner, ..)| *owner == player);
                    self.add(own.collect());
                }
                self.take(player, figure, place);
                self.state.players[player as usize].supply[figure.0 as usize] += 1;
                self.settle();
                self.dragon_or_score();
            }
            Move::MoveFigure { figure, from, to } => {
                let player = self.player();
                self.take(player, figure, from);
                self.put(player, figure, to);
                self.dragon_or_score();
            }
            Move::MoveNeutral { to, beside, .. } if step == 300 => {
                self.put_nobodys(FAIRY, to, beside);
                self.dragon_or_score();
            }
            Move::MoveNeutral { to, .. } => self.dragon_goes(to),
            Move::RemoveFigure { player, figure, place } => {
                self.take(player, figure, place);
                self.state.players[player as usize].supply[figure.0 as usize] += 1;
                self.settle();
                self.dragon_or_score();
            }
            Move::PlaceToken { place, .. } => self.build(place),
            Move::CaptureFigure { player, figure, place } => self.capture(player, figure, place),
            Move::ReleasePrisoner { holder, figure } => self.release(holder, figure),
            Move::PayRansom { holder, figure } => self.pay_ransom(holder, figure),
            Move::ChoosePlayer { player } => self.ask(455, player, 1),
            Move::TakeTile { kind } => self.take_wonder(kind),
            Move::TakeTurn if step == 475 => self.begin_second_part(),
            Move::TakeTurn => self.turn_of(self.player()),
            Move::Pass => match step {
                90 => self.draw(),
                300 | 310 => self.dragon_or_score(),
                306 => self.no_capture(),
                410 => self.wagons(),
                475 => self.after_the_parts(),
                480 => self.end_of_turn(),
                _ => self.obtain(),
            },
        }
    }

    fn add(&mut self, points: Points) {
        for (player, rule, points) in points {
            self.state.players[player as usize].points[rule] += points;
        }
    }

    fn put(&mut self, player: u8, kind: FigureKind, place: Place) {
        if let Place::Segment { square, segment } = place {
            let (tile, on) = self.table().tile_and_square(square);
            self.state.figures.push(Figure { tile, segment, square: on, player, kind });
            self.state.figures.sort();
            if !joins_meeples(kind) {
                let points = self.table().notre_dame(player, square);
                self.add(points);
            }
        } else {
            self.state.elsewhere.push(Elsewhere { place, player, kind });
            self.state.elsewhere.sort();
        }
    }

    pub fn take(&mut self, player: u8, kind: FigureKind, place: Place) {
        if let Place::Segment { square, segment } = place {
            let (tile, square) = self.table().tile_and_square(square);
            self.state.figures.retain(|f| *f != Figure { tile, segment, square, player, kind });
        } else {
            let gone = Elsewhere { place, player, kind };
            let index = self.state.elsewhere.iter().position(|f| *f == gone).unwrap();
            self.state.elsewhere.remove(index);
        }
    }

    pub fn ask(&mut self, step: u16, player: u8, left: u8) {
        self.state.turn.asked = Some(Asked { player, left, about: None });
        self.wait(step);
    }

    /// One decision is made; if that was the last, or there is nothing more to decide, it goes on.
    fn asked_once_more(&mut self, more: impl Fn(&Self) -> bool, then: impl Fn(&mut Self)) {
        let asked = self.state.turn.asked.as_mut().unwrap();
        asked.left -= 1;
        if asked.left == 0 || !more(self) {
            then(self);
        }
    }

    fn take_from_hand(&mut self, kind: Kind) {
        let hand = &mut self.state.players[self.state.turn.player as usize].hand;
        let index = hand.iter().position(|held| [Held::Open(kind), Held::Down(kind)].contains(held)).unwrap();
        hand.remove(index);
        self.state.turn.tile = Some(kind);
        self.wait(200);
    }

    /// A turn begins, or goes on after a tile that made room for a wonder.
    fn begin(&mut self) {
        match self.table().fitting_wonders(self.player())[..] {
            [] if self.must_make_room() || self.state.turn.placed > 0 => self.draw(),
            [] if self.table().abbey_or_draw().is_empty() => self.draw(),
            [] => self.wait(90),
            [kind] => self.take_from_hand(kind),
            _ => self.wait(81),
        }
    }

    /// Whether a tile is to make room for a wonder that fits nowhere.
    fn must_make_room(&self) -> bool {
        let own = &self.state.players[self.state.turn.player as usize];
        self.table().holds_wonder(self.player()) && !(self.table().stack_is_empty() && own.face_down() == 0)
    }

    fn draw(&mut self) {
        self.wait(100);
        let own = &self.state.players[self.state.turn.player as usize];
        let (down, hidden) = (own.down().next(), own.hidden() > 0);
        if !self.table().stack_is_empty() {
            return;
        }
        match down {
            Some(kind) => {
                self.take_from_hand(kind);
                self.discard_or_wait();
            }
            None if hidden => {}
            None => self.end_of_turn(),
        }
    }

    /// A tile that has no place leaves the game. Whether it has one.
    fn discard_or_wait(&mut self) -> bool {
        let fits = !self.table().placements().is_empty();
        if !fits {
            self.state.discarded.extend(self.state.turn.tile.take());
            self.draw();
        }
        fits
    }

    fn drawn(&mut self, kind: Kind) {
        self.state.turn.tile = Some(kind);
        self.wait(200);
        if !self.discard_or_wait() {
            return;
        }
        let player = self.player();
        let own = &self.state.players[player as usize];
        let first = own.face_down() == 0;
        let table = self.table();
        let open = table.holds_wonder(player);
        let keeps = table.own_wonder("abu-simbel", player).is_some() && !open && !is_river(self.catalogue.kind(kind));
        if !keeps || first && table.stack_is_empty() {
            return;
        }
        self.state.turn.tile = None;
        let hand = &mut self.state.players[player as usize].hand;
        hand.push(Held::Down(kind));
        hand.sort();
        if first { self.draw() } else { self.choose() }
    }

    /// Which of two tiles is played.
    fn choose(&mut self) {
        self.wait(110);
        let own = &self.state.players[self.state.turn.player as usize];
        if own.hidden() > 0 {
            return;
        }
        match self.table().fitting_kept(self.player())[..] {
            // neither fits: one of them leaves the game
            [] => {
                let kind = own.down().next().unwrap();
                self.take_from_hand(kind);
                self.discard_or_wait();
            }
            [kind] => self.take_from_hand(kind),
            _ => {}
        }
    }

    fn place_tile(&mut self, tile: PlacedTile) {
        let player = self.player();
        let wonder = self.table().is_wonder(tile.kind);
        self.state.tiles.push(tile);
        self.state.turn.tile = None;
        self.state.turn.placed += 1;
        self.erupt();
        if wonder {
            self.mark(self.state.tiles.len() - 1, player);
        }
        if self.state.turn.second_part.is_none() && self.table().builder_goes_on(player) {
            self.state.turn.second_part = Some(SecondPart::Due);
        }
        let points = self.table().great_wall();
        self.add(points);
        if !wonder && !self.table().is_abbey(tile.kind) && self.table().holds_wonder(player) {
            self.begin();
        } else if self.table().actions().is_empty() && self.table().ransoms().is_empty() {
            self.dragon_or_score();
        } else {
            self.wait(300);
        }
    }

    fn mark(&mut self, tile: usize, player: u8) {
        let (marker, square) = (self.table().next_marker(player), self.table().first_square(tile));
        self.state.players[player as usize].supply[marker.0 as usize] -= 1;
        self.put(player, marker, Place::Tile { square });
    }

    fn on_wonder_just_placed(&self, figure: FigureKind, place: Place) -> bool {
        let last = self.state.tiles.len() - 1;
        let table = self.table();
        table.last_is_wonder()
            && !joins_meeples(figure)
            && match place {
                Place::Space { square, .. } => table.tile_named(square) == Some(last),
                _ => true,
            }
    }

    pub fn score(&mut self) {
        let before = self.state.clone();
        let table = Table::new(self.catalogue, &before);
        let scored: Vec<&Region> = table.regions.iter().filter(|r| r.completed && !r.figures.is_empty()).collect();
        self.add(table.stonehenge(&scored));
        table.award(&mut self.state, |region| region.completed);
        self.add(table.with_scoring(&scored));
        let mut returned: Vec<Figure> = scored.iter().flat_map(|region| region.figures.clone()).collect();
        // wagons go home or on when all is scored
        returned.retain(|figure| figure.kind != abbey::WAGON);
        self.send_home(&returned);
        self.settle();
        let with_barns = self.state.clone();
        let table = Table::new(self.catalogue, &with_barns);
        self.add(table.farmers_before_barns());
        for (field, _) in table.barn_fields() {
            self.add(table.fairy_with(field));
        }
        let farmers: Vec<Figure> = table.barn_fields().iter().flat_map(|(field, _)| field.figures.clone()).collect();
        self.send_home(&farmers);
        self.settle();
        returned.extend(farmers);
        let goods = self.table().goods();
        let own = &mut self.state.players[before.turn.player as usize].tokens;
        own.iter_mut().zip(goods).for_each(|(own, more)| *own += more);
        let harbour = table.wonder("cothon").map(|(owner, _)| owner);
        let meeple = |f: &&Figure| Some(f.player) == harbour && f.kind == base_game::MEEPLE;
        match (harbour, returned.iter().filter(meeple).count() as u8) {
            (Some(owner), count) if count > 0 => self.ask(410, owner, count),
            _ => self.wagons(),
        }
    }

    fn send_home(&mut self, figures: &[Figure]) {
        for figure in figures {
            self.state.players[figure.player as usize].supply[figure.kind.0 as usize] += 1;
        }
        self.state.figures.retain(|figure| !figures.contains(figure));
    }

    /// Scored wagons go on, or home where there is no way on.
    fn wagons(&mut self) {
        self.state.turn.asked = None;
        loop {
            let wagons = self.table().wagons_to_move();
            if wagons.is_empty() {
                return self.dragon_or_obtain();
            }
            if wagons.iter().any(|wagon| !self.table().ways_on(wagon).is_empty()) {
                return self.wait(430);
            }
            self.send_home(&wagons);
            self.settle();
        }
    }

    /// Who has reached the figures beside the track takes a wonder.
    pub fn obtain(&mut self) {
        self.state.turn.asked = None;
        let due = if self.state.turn.closing.is_some() { Vec::new() } else { self.table().due() };
        match due[..] {
            [player] => self.ask(455, player, 1),
            [] if self.state.turn.second_part == Some(SecondPart::Due) => self.next_part(),
            [] => self.after_the_parts(),
            _ => self.wait(450),
        }
    }

    fn next_part(&mut self) {
        let own = &self.state.players[self.state.turn.player as usize];
        let table = self.table();
        let open = |held: &Held| match held {
            Held::Open(kind) => !table.places(*kind).is_empty(),
            _ => true,
        };
        if table.stack_is_empty() && !own.hand.iter().any(open) {
            return self.after_the_parts();
        }
        if self.table().second_part_is_a_choice() {
            return self.wait(475);
        }
        self.begin_second_part();
    }

    fn begin_second_part(&mut self) {
        self.state.turn.second_part = Some(SecondPart::UnderWay);
        self.state.turn.placed = 0;
        self.begin();
    }

    fn after_the_parts(&mut self) {
        if self.table().another_turn() { self.wait(480) } else { self.end_of_turn() }
    }

    fn turn_of(&mut self, player: u8) {
        self.state.turn.player = player;
        self.state.turn.placed = 0;
        self.state.turn.second_part = None;
        self.state.turn.ransomed = false;
        if self.state.turn.closing.is_none() {
            let points = self.table().fairy_at_the_beginning(player);
            self.add(points);
        }
        self.begin();
    }

    fn take_wonder(&mut self, kind: Kind) {
        let player = self.state.turn.asked.unwrap().player;
        self.state.offer.retain(|other| *other != kind);
        let space = self.table().next_figures(player).unwrap();
        for figure in std::mem::take(&mut self.state.elsewhere) {
            match figure.place {
                Place::Track { space: own } if own == space && figure.player == player => {
                    self.state.players[player as usize].supply[figure.kind.0 as usize] += 1;
                }
                Place::Track { space: pair @ 10..25 } if space > 0 => {
                    let place = Place::Track { space: pair + 5 };
                    self.state.elsewhere.push(Elsewhere { place, ..figure });
                }
                _ => self.state.elsewhere.push(figure),
            }
        }
        self.state.elsewhere.sort();
        if let Some(tile) = self.state.tiles.iter().position(|tile| tile.kind == kind) {
            self.mark(tile, player);
            if !self.table().harbour_claims(player).is_empty() {
                return self.ask(460, player, 2);
            }
        } else {
            let hand = &mut self.state.players[player as usize].hand;
            hand.push(Held::Open(kind));
            hand.sort();
        }
        self.obtain();
    }

    fn end_of_turn(&mut self) {
        let (player, players) = (self.player(), self.state.players.len() as u8);
        let after = |seat: u8, steps: u8| (seat + steps) % players;
        if !self.table().stack_is_empty() {
            return self.turn_of(after(player, 1));
        }
        let kept = |held: &Held| !matches!(held, Held::Open(_));
        let keeper = (0..players).find(|seat| self.state.players[*seat as usize].hand.iter().any(kept));
        if let Some(keeper) = keeper {
            let mut keeper = keeper;
            // a turn that went to a wonder is no turn in which the tile was not chosen
            // nor is one that went to a tile from the hand
            let last = self.state.tiles[self.state.tiles.len() - 1].kind;
            if keeper == player && !self.table().last_is_wonder() && !self.table().is_abbey(last) {
                let hand = &mut self.state.players[player as usize].hand;
                let tile = hand.remove(hand.iter().position(kept).unwrap());
                let next = after(player, 1);
                self.state.players[next as usize].hand.push(tile);
                self.state.players[next as usize].hand.sort();
                keeper = next;
            }
            return self.turn_of(keeper);
        }
        let order: Vec<u8> = match self.state.turn.closing {
            None => (1..=players).map(|steps| after(player, steps)).collect(),
            Some(last) => {
                // who placed nothing is not asked again
                let first = u8::from(self.state.turn.placed == 0);
                (first..=after(last, players - player)).map(|steps| after(player, steps)).collect()
            }
        };
        let left_over =
            |seat: &u8| !self.table().fitting_wonders(*seat).is_empty() || self.table().abbey_left_over(*seat);
        match order.into_iter().find(left_over) {
            Some(seat) => {
                self.state.turn.closing.get_or_insert(player);
                self.turn_of(seat);
            }
            None => self.end(),
        }
    }

    fn end(&mut self) {
        let before = self.state.clone();
        let table = Table::new(self.catalogue, &before);
        self.add(table.at_the_end());
        table.award(&mut self.state, |region| !region.figures.is_empty());
        self.add(table.barns_at_the_end());
        self.add(table.most_goods());
        self.state.turn.step = turn::OVER;
        self.state.turn.placed = 0;
        self.state.turn.second_part = None;
        self.state.turn.ransomed = false;
    }
}

impl Table<'_> {
    /// Points for every occupied feature that `of` picks, added to a state.
    fn award(&self, state: &mut State, of: impl Fn(&Region) -> bool) {
        for region in self.regions.iter().filter(|region| of(region)) {
            let (Rule(rule), points) = self.value(region, region.completed);
            for player in self.majority(region) {
                let own = points + self.pigs(region, player);
                state.players[player as usize].points[rule as usize] += own;
            }
            for (player, rule, points) in self.fairy_with(region) {
                state.players[player as usize].points[rule] += points;
            }
        }
    }
}
