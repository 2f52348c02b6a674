//! The RPCs as pure functions from request to response.

use std::sync::Arc;

use super::decode::{Decoder, MAX_MOVES, MAX_RECORD_MOVES, in_text, inside};
use super::path::Path;
use super::proto::*;
use super::rollout::{self, Options, Rollout};
use super::status::Refused;
use super::{catalog, encode, score, turns, work};
use crate::engine::state::Held;
use crate::engine::{self, Catalogue, Decider, Draw, Event, Move, Setup};
use crate::{deal, notation};

const REQUEST: Path = Path::Request;

/// Checks what the service cannot work without, and does what is done once; it does not serve before this passed.
pub fn self_check() -> Result<(), String> {
    let catalogue = Catalogue::built_in().map_err(|errors| errors.join("; "))?;
    catalog::all_kinds(&catalogue);
    Ok(())
}

/// The catalogue. That there is one was checked before the first request; a refusal without reason is a bug.
pub(super) fn catalogue() -> Result<Arc<Catalogue>, Refused> {
    Catalogue::built_in().map_err(|_| Refused::new(Vec::new()))
}

pub fn get_catalog(request: GetCatalogRequest) -> Result<GetCatalogResponse, Refused> {
    let catalogue = catalogue()?;
    let mut decode = Decoder::new(&catalogue);
    let sets = decode.sets(&REQUEST.field("sets"), &request.sets);
    let sets = decode.finish(Some(sets)).map_err(encode::refused)?;
    Ok(catalog::catalog(&catalogue, sets))
}

pub fn new_game(request: NewGameRequest) -> Result<NewGameResponse, Refused> {
    let (position, response) = begin_game(&REQUEST, &request)?;
    Ok(NewGameResponse { state: work::has_made(Arc::new(position)), ..response })
}

/// A new game, and the response without its state. `path` is that of the request.
pub(super) fn begin_game(
    path: &Path,
    request: &NewGameRequest,
) -> Result<(engine::Position, NewGameResponse), Refused> {
    let catalogue = catalogue()?;
    let path = path.field("setup");
    let mut decode = Decoder::new(&catalogue);
    let setup = decode.setup(&path, request.setup.as_ref());
    let setup = decode.finish(setup).map_err(encode::refused)?;
    let (position, events) = begin(&catalogue, &setup).map_err(|found| encode::refused(inside(&path, found)))?;
    let response = NewGameResponse {
        state: None,
        events: encode::events(&catalogue, &events),
        notation: position_notation(&catalogue, position.state(), request.with_notation),
        notes: notes(&position),
    };
    Ok((position, response))
}

pub fn legal_moves(request: LegalMovesRequest) -> Result<LegalMovesResponse, Refused> {
    let catalogue = catalogue()?;
    let mut decode = Decoder::new(&catalogue);
    let position = decode.position(&REQUEST.field("position"), request.position.as_ref());
    let ask = decode.moves(&REQUEST.field("ask"), &request.ask, MAX_MOVES);
    let (position, ask) = decode.finish(position.zip(ask)).map_err(encode::refused)?;
    legal_moves_of(&position, &REQUEST, &ask, &request)
}

/// The legal moves of a position. `path` is that of the request.
pub(super) fn legal_moves_of(
    position: &engine::Position,
    path: &Path,
    ask: &[Move],
    request: &LegalMovesRequest,
) -> Result<LegalMovesResponse, Refused> {
    let (catalogue, path) = (position.catalogue(), path.field("ask"));
    let chance = position.decider() == Decider::Chance;
    let legal = |mv: &Move| LegalMove {
        r#move: Some(encode::mv(catalogue, mv)),
        weight: chance.then(|| position.weight(mv)),
        notation: if request.with_notation { notation::print_move(position, mv) } else { String::new() },
    };
    let answer = |(i, mv): (usize, &Move)| {
        work::go_on()?;
        let violations = inside(&path.item(i), position.check(mv));
        let told = violations.iter().map(encode::violation).collect();
        Ok(Answer { legal: Some(violations.is_empty()), violations: told })
    };
    let turns = if request.whole_turns { turns::whole_turns(position)? } else { Vec::new() };
    Ok(LegalMovesResponse {
        player: match position.decider() {
            Decider::Player(seat) => Some(seat.into()),
            Decider::Chance | Decider::Nobody => None,
        },
        moves: position.legal_moves().iter().map(legal).collect(),
        answers: ask.iter().enumerate().map(answer).collect::<Result<_, Refused>>()?,
        turns: turns.iter().map(|turn| MoveSequence { moves: encode::moves(catalogue, turn) }).collect(),
    })
}

pub fn apply_move(request: ApplyMoveRequest) -> Result<ApplyMoveResponse, Refused> {
    let catalogue = catalogue()?;
    let mut decode = Decoder::new(&catalogue);
    let position = decode.position(&REQUEST.field("position"), request.position.as_ref());
    let moves = moves_to_make(&mut decode, &REQUEST, &request);
    let (mut position, moves) = decode.finish(position.zip(moves)).map_err(encode::refused)?;
    let events = make_moves(Arc::make_mut(&mut position), &REQUEST, moves, &request.notation)?;
    Ok(ApplyMoveResponse {
        events: encode::events(&catalogue, &events),
        notation: position_notation(&catalogue, position.state(), request.with_notation),
        state: work::has_made(position),
    })
}

/// The moves that a request names as messages; whether they are given so or as text, but not both, is checked.
pub(super) fn moves_to_make(decode: &mut Decoder, path: &Path, request: &ApplyMoveRequest) -> Option<Vec<Move>> {
    let moves = path.field("moves");
    match (request.moves.is_empty(), request.notation.is_empty()) {
        (true, true) => {
            decode.refuse(&moves, engine::Reason::MISSING, "at least one move must be given, or their notation");
        }
        (false, false) => {
            let text = "give either moves or their notation";
            decode.refuse(&path.field("notation"), engine::Reason::DUPLICATE, text);
        }
        _ => {}
    }
    decode.moves(&moves, &request.moves, MAX_MOVES)
}

/// Makes these moves, or those that `text` says if it is not empty. Returns what happened. If one is refused the position is
/// left after those before it.
pub(super) fn make_moves(
    position: &mut engine::Position,
    path: &Path,
    mut moves: Vec<Move>,
    text: &str,
) -> Result<Vec<Event>, Refused> {
    let (path, text_path, as_text) = (path.field("moves"), path.field("notation"), !text.is_empty());
    if as_text {
        let parsed = notation::parse_moves(position, text);
        moves = parsed.map_err(|found| encode::refused(in_text(&text_path, found)))?;
        let refuse = |reason, text: String| Err(Refused::one(text_path.to_string(), reason, text));
        match moves.len() {
            0 => return refuse(Reason::Missing, "at least one move must be given".into()),
            1..=MAX_MOVES => {}
            many => return refuse(Reason::Limit, format!("{many} moves; at most {MAX_MOVES}")),
        }
    }
    let mut events = Vec::new();
    for (i, mv) in moves.iter().enumerate() {
        work::go_on()?;
        deal::apply(position, mv, Some(&mut events)).map_err(|found| {
            let found = if as_text { in_text(&text_path, found) } else { inside(&path.item(i), found) };
            encode::refused(found).at_move(i as u32)
        })?;
    }
    Ok(events)
}

pub fn score(request: ScoreRequest) -> Result<ScoreResponse, Refused> {
    let catalogue = catalogue()?;
    let mut decode = Decoder::new(&catalogue);
    let position = decode.position(&REQUEST.field("position"), request.position.as_ref());
    let position = decode.finish(position).map_err(encode::refused)?;
    Ok(score::score(&position))
}

pub fn view(request: ViewRequest) -> Result<ViewResponse, Refused> {
    let catalogue = catalogue()?;
    let mut decode = Decoder::new(&catalogue);
    let position = decode.position(&REQUEST.field("position"), request.position.as_ref());
    if let Some(position) = &position {
        check_viewer(&mut decode, &REQUEST, position, &request);
    }
    let position = decode.finish(position).map_err(encode::refused)?;
    Ok(view_of(&position, &request))
}

/// Whether there is a player who looks, if one is named.
pub(super) fn check_viewer(decode: &mut Decoder, path: &Path, position: &engine::Position, request: &ViewRequest) {
    let players = position.state().players.len() as u32;
    if let Some(seat) = request.player.filter(|seat| *seat >= players) {
        decode.refuse(&path.field("player"), engine::Reason::OUT_OF_RANGE, format!("there is no seat {seat}"));
    }
}

/// A position as a player sees it.
pub(super) fn view_of(position: &engine::Position, request: &ViewRequest) -> ViewResponse {
    let catalogue = position.catalogue();
    let mut state = position.state().clone();
    // what lies face down is its owner's to see; for all others it is one of the tiles that they have not seen
    let viewer = request.player.map(|seat| seat as usize);
    let engine::State { players: seats, bag, .. } = &mut state;
    for (_, player) in seats.iter_mut().enumerate().filter(|(seat, _)| Some(*seat) != viewer) {
        for kind in player.down().collect::<Vec<_>>() {
            bag[kind.0 as usize] += 1;
        }
        player.hand.iter_mut().filter(|held| matches!(held, Held::Down(_))).for_each(|held| *held = Held::Hidden);
    }
    // whoever knows the seed knows the tiles to come
    if let Draw::Seeded(seed) = &mut Arc::make_mut(&mut state.setup).draw {
        *seed = None;
    }
    let track = |(seat, player): (usize, &engine::PlayerState)| {
        let points = player.score();
        TrackPosition {
            player: Some(seat as u32),
            points: Some(points),
            space: Some(points % 50),
            tiles_100: Some(points / 100),
            tiles_50: Some(points % 100 / 50),
        }
    };
    ViewResponse {
        state: Some(encode::state(catalogue, &state)),
        track: state.players.iter().enumerate().map(track).collect(),
        notation: position_notation(catalogue, &state, request.with_notation),
    }
}

pub fn replay(request: ReplayRequest) -> Result<ReplayResponse, Refused> {
    let catalogue = catalogue()?;
    let text_path = REQUEST.field("notation");
    let record_path = REQUEST.field("record");
    let (setup_path, moves_path) = (record_path.field("setup"), record_path.field("moves"));
    let mut decode = Decoder::new(&catalogue);
    let (record, as_text) = match request.form {
        None => {
            decode.refuse(&REQUEST.field("form"), engine::Reason::MISSING, "a record must be given, typed or as text");
            (None, false)
        }
        Some(replay_request::Form::Record(record)) => {
            let setup = decode.setup(&setup_path, record.setup.as_ref());
            let moves = decode.moves(&moves_path, &record.moves, MAX_RECORD_MOVES);
            (setup.zip(moves).map(|(setup, moves)| notation::Record { setup, moves }), false)
        }
        Some(replay_request::Form::Notation(text)) => {
            let record = decode.text(&text_path, &text).map(|text| notation::parse_record(&catalogue, text));
            (record.transpose().map_err(|found| encode::refused(in_text(&text_path, found)))?, true)
        }
    };
    let notation::Record { setup, moves } = decode.finish(record).map_err(encode::refused)?;
    let refuse =
        |path: &Path, found| encode::refused(if as_text { in_text(&text_path, found) } else { inside(path, found) });

    let (mut position, mut events) = begin(&catalogue, &setup).map_err(|found| refuse(&setup_path, found))?;
    let mut played = draws(&position, &events);
    for (i, mv) in moves.iter().enumerate() {
        work::go_on()?;
        let before = events.len();
        deal::apply(&mut position, mv, Some(&mut events))
            .map_err(|found| refuse(&moves_path.item(i), found).at_move(i as u32))?;
        // a draw that was named is among the events like all others
        played.extend(Some(*mv).filter(|mv| !matches!(mv, Move::DrawTile { .. } | Move::OfferTile { .. })));
        played.extend(draws(&position, &events[before..]));
    }
    let setup = Setup { draw: Draw::Host, ..Setup::clone(&position.state().setup) };
    let record = notation::Record { setup, moves: played };
    Ok(ReplayResponse {
        events: encode::events(&catalogue, &events),
        record_notation: match request.with_notation {
            true => notation::print_record(&catalogue, &record).map_err(encode::refused)?,
            false => String::new(),
        },
        position_notation: position_notation(&catalogue, position.state(), request.with_notation),
        record: Some(Record {
            setup: Some(encode::setup(&catalogue, &record.setup)),
            moves: encode::moves(&catalogue, &record.moves),
        }),
        state: work::has_made(Arc::new(position)),
    })
}

pub fn rollout(request: RolloutRequest) -> Result<Rollout, Refused> {
    let catalogue = catalogue()?;
    let mut decode = Decoder::new(&catalogue);
    let position = decode.position(&REQUEST.field("position"), request.position.as_ref());
    let options = Options::of(&mut decode, &request);
    let candidates = rollout::candidates(&mut decode, &request);
    let ((position, options), candidates) =
        decode.finish(position.zip(options).zip(candidates)).map_err(encode::refused)?;
    Rollout::new(&position, options, candidates)
}

/// A new game with the first draws made, if the service makes them.
fn begin(catalogue: &Arc<Catalogue>, setup: &Setup) -> Result<(engine::Position, Vec<Event>), Vec<engine::Violation>> {
    let mut events = Vec::new();
    let mut position = engine::Position::new_game(catalogue, setup, &mut events)?;
    deal::deal(&mut position, Some(&mut events));
    Ok((position, events))
}

/// What chance decided among events, as moves.
fn draws(position: &engine::Position, events: &[Event]) -> Vec<Move> {
    let drawn_to_lie_ready = position.offer_is_drawn();
    let draw = |event: &Event| match *event {
        Event::TileDrawn { kind } => Some(Move::DrawTile { kind }),
        Event::TileOffered { kind } if drawn_to_lie_ready => Some(Move::OfferTile { kind }),
        _ => None,
    };
    events.iter().filter_map(draw).collect()
}

/// Advice on a new game that is no rule.
fn notes(position: &engine::Position) -> Vec<String> {
    let context = position.setup_context();
    let mut notes = Vec::new();
    if context.setup.sets.iter().all(|(set, _)| context.catalogue.set(*set).start.is_none())
        && let Some(start) = context.start()
    {
        let engine::TileKind { id, name, .. } = context.catalogue.kind(start);
        notes.push(format!("no set brings a start tile: {id} ({name}) lies on the table"));
    }
    for expansion in &position.game().expansions {
        expansion.advice(&context, &mut notes);
    }
    notes
}

/// The position notation, if it was asked for.
pub(super) fn position_notation(catalogue: &Catalogue, state: &engine::State, wanted: bool) -> String {
    if wanted { notation::print_position(catalogue, state) } else { String::new() }
}
