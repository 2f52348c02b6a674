//! Moves in words.

use super::segment::{parse_segment, segment_name};
use super::text::{
    Refusal, at, check_size, figure, kind, malformed, print_figure, print_seat, quote, rotation, seat, square, token,
    token_name,
};
use crate::deal;
use crate::engine::board::Covered;
use crate::engine::state::Owned;
use crate::engine::{Decider, FigureKind, Move, Place, Pos, Position, Reason, Rotation, Violation};

/// A move in words. A move that is not legal is printed as well as can be.
pub fn print_move(position: &Position, mv: &Move) -> String {
    match *mv {
        Move::DrawTile { kind } => format!("draw {}", position.kind(kind).id),
        Move::PlaceTile { kind, pos, rotation } => {
            format!("place {} {pos} r{}", position.kind(kind).id, rotation as u8)
        }
        Move::PlaceFigure { figure, place } => {
            let name = print_figure(figure);
            match place {
                Place::Segment { square, segment } if is_plain(position, square) => {
                    format!("{name} {}", name_at(position, square, segment))
                }
                _ => format!("{name} {}", print_place(position, place)),
            }
        }
        Move::ReturnFigure { figure, place } => {
            let name = print_figure(figure);
            match place {
                Place::Segment { square, .. } if own_figures(position, figure, square) == [place] => {
                    format!("return {name} at {square}")
                }
                _ => format!("return {name} {}", print_place(position, place)),
            }
        }
        Move::Pass => "pass".into(),
        Move::OfferTile { kind } => format!("offer {}", position.kind(kind).id),
        Move::RevealTile { kind } => format!("reveal {}", position.kind(kind).id),
        Move::TakeTile { kind } => format!("take {}", position.kind(kind).id),
        Move::ChooseTile { kind } => format!("choose {}", position.kind(kind).id),
        Move::ChoosePlayer { player } => format!("next {}", print_seat(player)),
        Move::MoveFigure { figure, from, to } => {
            let (from, to) = (print_place(position, from), print_place(position, to));
            format!("move {} {from} to {to}", print_figure(figure))
        }
        Move::TakeTurn => "again".into(),
        Move::MoveNeutral { figure, to, beside } => {
            let to = match (beside, to) {
                (Some(beside), to) => print_figure_at(position, beside.player, beside.figure, to),
                (None, Place::Square { square }) => square.to_string(),
                (None, to) => print_place(position, to),
            };
            format!("{} to {to}", print_figure(figure))
        }
        Move::RemoveFigure { player, figure, place } => {
            format!("send home {}", print_figure_at(position, player, figure, place))
        }
        Move::PlaceToken { token, place } => format!("{} {}", token_name(token), print_place(position, place)),
        Move::CaptureFigure { player, figure, place } => {
            format!("capture {}", print_figure_at(position, player, figure, place))
        }
        Move::ReleasePrisoner { holder, figure } => {
            format!("release {} from {}", print_figure(figure), print_seat(holder))
        }
        Move::PayRansom { holder, figure } => format!("ransom {} from {}", print_figure(figure), print_seat(holder)),
    }
}

/// Whether a square belongs to the tile placed last and that covers no other.
fn is_plain(position: &Position, square: Pos) -> bool {
    let placed = position.board().at(square).filter(|covered| Some(covered.tile) == position.last_tile());
    placed.is_some_and(|covered| position.tile(covered.tile).1.squares(Rotation::R0).len() == 1)
}

/// A figure of a player and its place.
fn print_figure_at(position: &Position, player: u8, figure: FigureKind, place: Place) -> String {
    format!("{} {} {}", print_seat(player), print_figure(figure), print_place(position, place))
}

/// A place with the square at which it is.
fn print_place(position: &Position, place: Place) -> String {
    match place {
        Place::Segment { square, segment } => format!("{} at {square}", name_at(position, square, segment)),
        Place::Tile { square } => format!("tile at {square}"),
        Place::Space { square, space } => {
            let tile = position.board().at(square).map(|covered| position.tile(covered.tile).1);
            let name = tile.and_then(|kind| kind.spaces.get(space as usize)).map(|space| space.name.as_str());
            format!("space {} at {square}", name.unwrap_or("?"))
        }
        Place::Track { space } => format!("track {space}"),
        Place::Square { square } => format!("square at {square}"),
        Place::Corner { square } => format!("corner at {square}"),
    }
}

/// A space by its name, of the tile at a square or of the only one on the table that has it.
fn parse_space(position: &Position, name: &str, at: Option<&str>) -> Result<Place, Refusal> {
    let space_of = |tile: u16| position.tile(tile).1.spaces.iter().position(|space| space.name == name);
    let at = at.map(square).transpose()?;
    let tiles: Vec<u16> = match at {
        Some(at) => position.board().at(at).map(|covered| covered.tile).into_iter().collect(),
        None => (0..position.state().tiles.len() as u16).collect(),
    };
    let found: Vec<(u16, usize)> = tiles.into_iter().filter_map(|tile| Some((tile, space_of(tile)?))).collect();
    match found[..] {
        [(tile, space)] => Ok(Place::Space { square: position.square(tile, 0), space: space as u8 }),
        [] => Err((Reason::NO_SUCH_SEGMENT, format!("no tile with a space {} there", quote(name)))),
        _ => malformed(format!("space {}: expected at X,Y too", quote(name))),
    }
}

/// A place as `print_place` writes it.
fn parse_full_place(position: &Position, words: &[&str]) -> Result<Place, Refusal> {
    match words {
        ["space", name] => parse_space(position, name, None),
        ["space", name, "at", at] => parse_space(position, name, Some(at)),
        ["corner", "at", at] => Ok(Place::Corner { square: square(at)? }),
        [segment @ .., "at", at] => parse_place(position, segment, Some(square(at)?)),
        _ => malformed(format!("{}: expected SEGMENT at X,Y, or space NAME at X,Y", quote(&words.join(" ")))),
    }
}

fn name_at(position: &Position, square: Pos, segment: u8) -> String {
    match position.board().at(square) {
        Some(covered) => {
            let (placed, kind) = position.tile(covered.tile);
            segment_name(kind, placed.rotation, segment)
        }
        None => format!("segment {segment}"),
    }
}

/// Places of the figures of a kind on a square that belong to whoever decides.
fn own_figures(position: &Position, figure: FigureKind, square: Pos) -> Vec<Place> {
    let state = position.state();
    let own = state.figures.iter().filter(|f| f.kind == figure && position.decider() == Decider::Player(f.player));
    let places = own.map(|f| position.place_of(f));
    places.filter(|place| matches!(place, Place::Segment { square: on, .. } if *on == square)).collect()
}

/// Reads moves as they stand in the body of a record and plays them on a copy of the position; draws that a seed
/// decides are made and never written.
///
/// # Errors
/// What is wrong with the first move that could not be read or is not legal, at its line and column.
pub fn parse_moves(position: &Position, text: &str) -> Result<Vec<Move>, Vec<Violation>> {
    check_size(text)?;
    let mut position = position.clone();
    deal::deal(&mut position, None);
    let mut moves = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        read_line(&mut position, number, line, &mut moves)?;
    }
    Ok(moves)
}

/// Reads and plays the moves of a line.
pub(super) fn read_line(
    position: &mut Position,
    number: usize,
    line: &str,
    moves: &mut Vec<Move>,
) -> Result<(), Vec<Violation>> {
    for text in without_number(without_comment(line)).split(';').map(str::trim).filter(|text| !text.is_empty()) {
        let column = text.as_ptr() as usize - line.as_ptr() as usize + 1;
        let path = || format!("line {number}, column {column}");
        let mv = parse_move(position, text).map_err(|refusal| vec![at(path(), refusal)])?;
        deal::apply(position, &mv, None).map_err(|mut violations| {
            violations.iter_mut().for_each(|v| v.path = path());
            violations
        })?;
        moves.push(mv);
    }
    Ok(())
}

pub(super) fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or("")
}

/// The line without the number of the turn, which is for readers only.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < line.trim_start().len() { rest.strip_prefix('.').unwrap_or(line) } else { line }
}

fn parse_move(position: &Position, text: &str) -> Result<Move, Refusal> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    match words[..] {
        ["pass"] => Ok(Move::Pass),
        ["draw", id] => Ok(Move::DrawTile { kind: kind(position.catalogue(), id)? }),
        ["place", id, at, turned] => {
            let kind = kind(position.catalogue(), id)?;
            Ok(Move::PlaceTile { kind, pos: square(at)?, rotation: rotation(turned)? })
        }
        ["offer", id] => Ok(Move::OfferTile { kind: kind(position.catalogue(), id)? }),
        ["reveal", id] => Ok(Move::RevealTile { kind: kind(position.catalogue(), id)? }),
        ["take", id] => Ok(Move::TakeTile { kind: kind(position.catalogue(), id)? }),
        ["choose", id] => Ok(Move::ChooseTile { kind: kind(position.catalogue(), id)? }),
        ["next", player] => Ok(Move::ChoosePlayer { player: seat(player)? }),
        ["again"] => Ok(Move::TakeTurn),
        ["send", "home", player, name, ref place @ ..] => {
            let place = parse_full_place(position, place)?;
            Ok(Move::RemoveFigure { player: seat(player)?, figure: figure(name)?.kind, place })
        }
        ["capture", player, name, ref place @ ..] => {
            let place = parse_full_place(position, place)?;
            Ok(Move::CaptureFigure { player: seat(player)?, figure: figure(name)?.kind, place })
        }
        ["release", name, "from", holder] => {
            Ok(Move::ReleasePrisoner { holder: seat(holder)?, figure: figure(name)?.kind })
        }
        ["ransom", name, "from", holder] => Ok(Move::PayRansom { holder: seat(holder)?, figure: figure(name)?.kind }),
        [name, "to", to] => {
            let to = Place::Square { square: square(to)? };
            Ok(Move::MoveNeutral { figure: figure(name)?.kind, to, beside: None })
        }
        [name, "to", player, beside, ref place @ ..] => {
            let to = parse_full_place(position, place)?;
            let beside = Some(Owned { player: seat(player)?, figure: figure(beside)?.kind });
            Ok(Move::MoveNeutral { figure: figure(name)?.kind, to, beside })
        }
        ["move", name, ref places @ ..] => {
            let figure = figure(name)?.kind;
            let Some(to) = places.iter().position(|word| *word == "to") else {
                return malformed(format!("{}: expected {FORMS}", quote(text)));
            };
            let (from, to) = (&places[..to], &places[to + 1..]);
            Ok(Move::MoveFigure {
                figure,
                from: parse_full_place(position, from)?,
                to: parse_full_place(position, to)?,
            })
        }
        ["return", name, "space", ref place @ ..] => {
            let place = parse_full_place(position, &[&["space"], place].concat())?;
            Ok(Move::ReturnFigure { figure: figure(name)?.kind, place })
        }
        ["return", name, "at", at] => {
            let (figure, pos) = (figure(name)?.kind, square(at)?);
            match own_figures(position, figure, pos)[..] {
                [place] => Ok(Move::ReturnFigure { figure, place }),
                [] => Err((Reason::NO_SUCH_FIGURE, format!("the player has no {name} at {pos}"))),
                _ => malformed(format!("{}: expected the segment too", quote(text))),
            }
        }
        ["return", name, ref segment @ .., "at", at] => {
            let figure = figure(name)?.kind;
            Ok(Move::ReturnFigure { figure, place: parse_place(position, segment, Some(square(at)?))? })
        }
        [
            "pass" | "draw" | "place" | "return" | "offer" | "reveal" | "take" | "choose" | "next" | "again" | "send"
            | "capture" | "release" | "ransom",
            ..,
        ] => malformed(format!("{}: expected {FORMS}", quote(text))),
        [name, "corner", ref place @ ..] => {
            let place = parse_full_place(position, &[&["corner"], place].concat())?;
            Ok(Move::PlaceFigure { figure: figure(name)?.kind, place })
        }
        [name, "space", ref place @ ..] if token(name).is_ok() => {
            let place = parse_full_place(position, &[&["space"], place].concat())?;
            Ok(Move::PlaceToken { token: token(name)?, place })
        }
        [name, "space", ref place @ ..] => {
            let place = parse_full_place(position, &[&["space"], place].concat())?;
            Ok(Move::PlaceFigure { figure: figure(name)?.kind, place })
        }
        [name, ref segment @ .., "at", at] => {
            let figure = figure(name)?.kind;
            Ok(Move::PlaceFigure { figure, place: parse_place(position, segment, Some(square(at)?))? })
        }
        [name, ref segment @ ..] => {
            let figure = figure(name).or_else(|_| malformed(format!("{}: expected {FORMS}", quote(text))))?.kind;
            Ok(Move::PlaceFigure { figure, place: parse_place(position, segment, None)? })
        }
        [] => malformed(format!("expected {FORMS}")),
    }
}

const FORMS: &str = "draw KIND, place KIND X,Y rN, FIGURE SEGMENT [at X,Y], FIGURE space NAME [at X,Y], return FIGURE \
                     [SEGMENT] at X,Y, return FIGURE space NAME [at X,Y], move FIGURE PLACE to PLACE, offer, take, choose or \
                     reveal KIND, next PLAYER, again, FIGURE to X,Y, FIGURE to PLAYER FIGURE PLACE, send home or capture PLAYER \
                     FIGURE PLACE, TOKEN space NAME [at X,Y], FIGURE corner at X,Y, release or ransom FIGURE from PLAYER, \
                     or pass";

/// A segment of the tile at a square, or of the one just placed.
fn parse_place(position: &Position, words: &[&str], given: Option<Pos>) -> Result<Place, Refusal> {
    let (tile, on) = match given {
        Some(pos) => match position.board().at(pos) {
            Some(Covered { tile, square }) => (tile, Some(square)),
            None => return Err((Reason::NO_SUCH_SEGMENT, format!("no tile at {pos}"))),
        },
        None => match position.last_tile() {
            Some(tile) => (tile, None),
            None => return Err((Reason::NO_SUCH_SEGMENT, "no tile has been placed".into())),
        },
    };
    let (placed, kind) = position.tile(tile);
    let text = words.join(" ");
    let segment = parse_segment(kind, placed.rotation, on, &text).map_err(|v| (v.reason, v.text))?;
    let lies_on = &kind.segments[segment as usize];
    let square = match given {
        Some(pos) => pos,
        None if lies_on.squares.count_ones() == 1 => position.square(tile, lies_on.first_square() as u8),
        None => return malformed(format!("{}: expected at X,Y, the square on which it stands", quote(&text))),
    };
    Ok(Place::Segment { square, segment })
}
