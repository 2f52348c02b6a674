//! Plays a recording on this engine.

use super::names;
use super::pointer::{Pointer, segment};
use super::{Action, Message, Problem, Recording};
use crate::engine::state::Owned;
use crate::engine::turn::{ACTION, Decider, SCORE};
use crate::engine::{Event, Kind, Move, Place, Pos, Position, Violation, scoring, setup};

/// A recording as this engine plays it.
pub struct Played {
    /// After the last move.
    pub position: Position,
    /// All of them, draws and passes included.
    pub moves: Vec<Move>,
    /// All of them; those of the final scoring at the end, also if the recording ends the game before it is over.
    pub events: Vec<Event>,
    /// Whether `events` has a final scoring that is not in `position`: the recording ended the game early.
    pub ended_early: bool,
}

impl Played {
    /// Points of each player.
    pub fn points(&self) -> Vec<u32> {
        let mut points = vec![0u32; self.position.state().players.len()];
        for event in &self.events {
            match event {
                Event::Scored { player, value, .. } => {
                    points[*player as usize] = points[*player as usize].saturating_add(value.points());
                }
                Event::RansomPaid { player, points: paid } => {
                    points[*player as usize] = points[*player as usize].saturating_sub(*paid);
                }
                _ => {}
            }
        }
        points
    }
}

impl Recording {
    /// Plays it. `watch` sees every move, and the position just before it.
    ///
    /// # Errors
    /// The first message that this engine does not accept.
    pub fn play(&self, watch: &mut dyn FnMut(&Position, &Move)) -> Result<Played, Problem> {
        let mut events = Vec::new();
        let position = Position::new_game(&self.catalogue, &self.setup, &mut events)
            .map_err(|violations| Problem::Unsupported(format!("setup: {}", first(&violations))))?;
        let played = Played { position, moves: Vec::new(), events, ended_early: false };
        let mut player = Player { recording: self, played, drawn: 0, turns: 0, watch };
        for message in &self.messages {
            player.message(message).map_err(|text| Problem::Fail(format!("{}: {text}", message.name)))?;
        }
        Ok(player.finish())
    }
}

struct Player<'a> {
    recording: &'a Recording,
    played: Played,
    /// How many of the recorded draws were made.
    drawn: usize,
    /// How many tiles were placed.
    turns: u32,
    watch: &'a mut dyn FnMut(&Position, &Move),
}

impl Player<'_> {
    fn message(&mut self, message: &Message) -> Result<(), String> {
        match &message.action {
            Action::PlaceTile { kind, pos, rotation } => {
                self.go_on(*kind)?;
                if self.is_ended() {
                    return Err(format!("the game ended after turn {}", self.turns));
                }
                self.draw(*kind)?;
                self.check_player(message.player)?;
                self.turns += 1;
                self.apply(Move::PlaceTile { kind: *kind, pos: *pos, rotation: *rotation })
            }
            Action::DeployMeeple(pointer) => {
                self.check_player(message.player.or(Some(pointer.player)))?;
                let (figure, place) = (pointer.figure, self.place(pointer)?);
                // a figure that was scored and goes on has not left its place here
                match self.homecoming() {
                    Some(Move::ReturnFigure { figure: own, place: from }) if own == figure => {
                        self.apply(Move::MoveFigure { figure, from, to: place })
                    }
                    _ => self.apply(Move::PlaceFigure { figure, place }),
                }
            }
            Action::ReturnMeeple(pointer) => {
                self.check_player(message.player.or(Some(pointer.player)))?;
                let place = self.place(pointer)?;
                self.apply(Move::ReturnFigure { figure: pointer.figure, place })
            }
            Action::SendHome(pointer) => {
                self.check_player(message.player)?;
                let (player, figure, place) = (pointer.player, pointer.figure, self.place(pointer)?);
                self.apply(Move::RemoveFigure { player, figure, place })
            }
            Action::CaptureFollower(pointer) => {
                self.check_player(message.player)?;
                let (player, figure, place) = (pointer.player, pointer.figure, self.place(pointer)?);
                self.apply(Move::CaptureFigure { player, figure, place })
            }
            Action::MoveNeutral(figure, square) => {
                self.check_player(message.player)?;
                let to = Place::Square { square: *square };
                self.apply(Move::MoveNeutral { figure: *figure, to, beside: None })
            }
            Action::MoveBeside(figure, pointer) => {
                self.check_player(message.player)?;
                let beside = Some(Owned { player: pointer.player, figure: pointer.figure });
                let to = self.place(pointer)?;
                self.apply(Move::MoveNeutral { figure: *figure, to, beside })
            }
            Action::PlaceToken(token, square, space) => {
                self.check_player(message.player)?;
                let place = self.space(*square, space)?;
                self.apply(Move::PlaceToken { token: *token, place })
            }
            Action::ExchangeFollower(prisoner) => {
                let holder = self.holder(*prisoner)?;
                self.apply(Move::ReleasePrisoner { holder, figure: prisoner.figure })
            }
            Action::PayRansom(prisoner) => {
                let holder = self.holder(*prisoner)?;
                self.apply(Move::PayRansom { holder, figure: prisoner.figure })
            }
            // where only passing is possible, this engine has already gone on
            Action::Pass => match message.player {
                Some(player) if self.played.position.decider() != Decider::Player(player) => Ok(()),
                _ => self.pass(),
            },
            // after it, what was done is scored; before that, somebody may have been able to do something and did not
            Action::Commit if self.played.position.state().turn.step == ACTION => self.pass(),
            Action::Commit => Ok(()),
        }
    }

    /// Goes on to where a tile can be drawn, or chosen if it lies in front of the player.
    fn go_on(&mut self, kind: Kind) -> Result<(), String> {
        let choose = Move::ChooseTile { kind };
        loop {
            let position = &self.played.position;
            if position.check(&choose).is_empty() {
                return self.apply(choose);
            }
            let before = self.played.moves.len();
            self.pass()?;
            if self.played.moves.len() == before {
                return Ok(());
            }
        }
    }

    /// The move with which a figure that was scored goes home, if that is to be decided now.
    fn homecoming(&self) -> Option<Move> {
        let position = &self.played.position;
        let scored = position.state().turn.step > SCORE;
        let home = |mv: &Move| scored && matches!(mv, Move::ReturnFigure { .. });
        if scored { position.legal_moves().into_iter().find(home) } else { None }
    }

    /// Who holds that figure.
    fn holder(&self, prisoner: Owned) -> Result<u8, String> {
        let players = &self.played.position.state().players;
        let holder = (0u8..).zip(players).find(|(_, player)| player.prisoners.contains(&prisoner));
        holder.map(|(seat, _)| seat).ok_or_else(|| "nobody holds that prisoner".to_string())
    }

    fn space(&self, square: Pos, name: &str) -> Result<Place, String> {
        let position = &self.played.position;
        let tile = position.board().at(square).ok_or_else(|| format!("no tile at {square}"))?.tile;
        let space = position.tile(tile).1.spaces.iter().position(|space| space.name == name);
        let space = space.ok_or_else(|| format!("no {name} at {square}"))? as u8;
        Ok(Place::Space { square: position.square(tile, 0), space })
    }

    fn is_ended(&self) -> bool {
        self.recording.end_turn.is_some_and(|end| self.turns >= end)
    }

    fn pass(&mut self) -> Result<(), String> {
        if self.played.position.check(&Move::Pass).is_empty() {
            return self.apply(Move::Pass);
        }
        self.homecoming().map_or(Ok(()), |home| self.apply(home))
    }

    /// Draws until somebody has a tile to place. The tile that is placed next is drawn if the recording names none.
    fn draw(&mut self, next: Kind) -> Result<(), String> {
        while self.played.position.decider() == Decider::Chance {
            if self.draw_recorded()? {
                continue;
            }
            self.apply(Move::DrawTile { kind: next })?;
            break;
        }
        Ok(())
    }

    /// Makes the next of the recorded draws, or leaves out a tile that is in their game only. Whether there was one.
    fn draw_recorded(&mut self) -> Result<bool, String> {
        let Some(drawn) = self.recording.draws.get(self.drawn) else { return Ok(false) };
        let kind = *drawn.as_ref().map_err(|id| format!("draws unknown tile {id:?}"))?;
        self.drawn += 1;
        let draw = Move::DrawTile { kind };
        let left_out =
            names::is_surplus(&self.recording.catalogue, kind) && !self.played.position.check(&draw).is_empty();
        if !left_out {
            self.apply(draw)?;
        }
        Ok(true)
    }

    fn check_player(&self, player: Option<u8>) -> Result<(), String> {
        match (self.played.position.decider(), player) {
            (Decider::Player(turn), Some(player)) if turn != player => {
                Err(format!("player {player} moves, but it is the turn of player {turn}"))
            }
            _ => Ok(()),
        }
    }

    fn place(&self, pointer: &Pointer) -> Result<Place, String> {
        let Pointer { pos, feature, location, figure, space, .. } = pointer;
        if let Some(space) = space {
            return self.space(*pos, space);
        }
        // theirs is the tile with the corner in its north-west, as ours is
        if setup::figure(*figure).is_some_and(|def| !def.meeple && def.stands_on.is_empty()) {
            return Ok(Place::Corner { square: *pos });
        }
        let segment = segment(&self.played.position, *pos, *feature, location, Some(*figure))?;
        Ok(Place::Segment { square: *pos, segment })
    }

    fn apply(&mut self, mv: Move) -> Result<(), String> {
        let Played { position, moves, events, .. } = &mut self.played;
        let violations = position.check(&mv);
        if !violations.is_empty() {
            return Err(first(&violations));
        }
        (self.watch)(position, &mv);
        position.apply(&mv, Some(events)).map_err(|violations| first(&violations))?;
        moves.push(mv);
        Ok(())
    }

    /// What comes after the last message: draws of tiles that fit nowhere, and the end that the recording sets.
    fn finish(mut self) -> Played {
        while !self.is_ended() && self.played.position.decider() == Decider::Chance && self.draw_recorded() == Ok(true)
        {
        }
        if self.is_ended() && !self.played.position.is_over() {
            // the turn that has begun here was not one there, nor what it brought
            let events = &mut self.played.events;
            let begun = events.iter().rposition(|event| matches!(event, Event::TurnStarted { .. }));
            if let Some(begun) = begun.filter(|_| self.played.position.state().turn.step < ACTION) {
                events.truncate(begun);
            }
            scoring::final_scoring(&self.played.position, events);
            self.played.ended_early = true;
        }
        self.played
    }
}

fn first(violations: &[Violation]) -> String {
    violations.first().map_or_else(String::new, |violation| violation.to_string().trim_start_matches(": ").to_string())
}
