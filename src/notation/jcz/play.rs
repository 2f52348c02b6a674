//! Plays a recording on this engine.

use super::names;
use super::pointer::{Pointer, segment};
use super::{Action, Message, Problem, Recording};
use crate::engine::turn::Decider;
use crate::engine::{Event, Kind, Move, Place, Position, Violation, scoring};

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
            if let Event::Scored { player, value, .. } = event {
                points[*player as usize] = points[*player as usize].saturating_add(value.points());
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
                self.pass()?;
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
                let place = self.place(pointer)?;
                self.apply(Move::PlaceFigure { figure: pointer.figure, place })
            }
            Action::ReturnMeeple(pointer) => {
                self.check_player(message.player.or(Some(pointer.player)))?;
                let place = self.place(pointer)?;
                self.apply(Move::ReturnFigure { figure: pointer.figure, place })
            }
            // where only passing is possible, this engine has already gone on
            Action::Pass | Action::Commit => self.pass(),
        }
    }

    fn is_ended(&self) -> bool {
        self.recording.end_turn.is_some_and(|end| self.turns >= end)
    }

    fn pass(&mut self) -> Result<(), String> {
        if self.played.position.check(&Move::Pass).is_empty() { self.apply(Move::Pass) } else { Ok(()) }
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
        let Pointer { pos, feature, location, figure, .. } = pointer;
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
            scoring::final_scoring(&self.played.position, &mut self.played.events);
            self.played.ended_early = true;
        }
        self.played
    }
}

fn first(violations: &[Violation]) -> String {
    violations.first().map_or_else(String::new, |violation| violation.to_string().trim_start_matches(": ").to_string())
}
