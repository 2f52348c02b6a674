//! A position in one line.

use super::segment::{parse_segment, segment_name};
use super::setup::{self as setup_fields, Fields, small};
use super::text::{
    NOTHING, Refusal, check_size, counted, figure, items, keep, kind, malformed, number, print_figure, print_items,
    print_seat, quote, rotation, seat, square, token, token_name,
};
use crate::engine::event::Rule;
use crate::engine::moves::LAST_SPACE;
use crate::engine::setup::{self, FIGURE_KINDS, SetupContext};
use crate::engine::state::{Asked, Elsewhere, Held, Neutral, Owned, PlacedTokens, SecondPart};
use crate::engine::turn::{self, StepId};
use crate::engine::{
    Catalogue, Figure, Kind, Place, PlacedTile, PlayerState, Pos, Reason, Setup, State, Turn, Violation,
};

/// What the first word of a position begins with; the version of the rules follows.
const NAME: &str = "carcassonne/";
/// Keys in the order in which they are printed; those of the setup come before `draws`.
const KEYS: [&str; 20] = [
    "draws",
    "tiles",
    "elsewhere",
    "neutral",
    "on-table",
    "points",
    "paid",
    "supply",
    "tokens",
    "hand",
    "prisoners",
    "bag",
    "ready",
    "gone",
    "turn",
    "placed",
    "part",
    "closing",
    "trail",
    "ransom",
];
/// Which part of a turn with two parts is under way.
const DUE: &str = "first";
const UNDER_WAY: &str = "second";
/// That a ransom was paid in this turn.
const PAID: &str = "paid";
/// What a list is written as that follows from the rest.
const AUTO: &str = "auto";

/// A tile of which the kind is hidden, and what stands before one that lies face down.
const HIDDEN: &str = "hidden";
const DOWN: &str = "down.";

/// Phases in which somebody decides.
fn phases() -> Vec<(StepId, &'static str)> {
    let every_turn = [(turn::DRAW, "draw"), (turn::PLACE_TILE, "place"), (turn::ACTION, "act"), (turn::OVER, "over")];
    every_turn.into_iter().chain(turn::phases().into_iter().map(|phase| (phase.step, phase.name))).collect()
}

/// The one way to write a state.
pub fn print_position(catalogue: &Catalogue, state: &State) -> String {
    let mut fields = setup_fields::print(catalogue, &state.setup);
    let id = |kind: Kind| catalogue.kind(kind).id.clone();
    let tiles = (0..state.tiles.len()).map(|i| print_tile(catalogue, state, i));
    let players = || (0u8..).zip(&state.players);
    let points = players().map(|(seat, player)| {
        let points = player.points_by_rule().map(|(rule, points)| format!("{}:{points}", rule_name(rule)));
        format!("{}:{}", print_seat(seat), print_items(points, ","))
    });
    let supply = players().map(|(seat, player)| {
        let supply = player.supply().map(|(kind, count)| format!("{}:{count}", print_figure(kind)));
        format!("{}:{}", print_seat(seat), print_items(supply, ","))
    });
    let bag = catalogue.all_kinds().zip(&state.bag).filter(|(_, count)| **count > 0);
    let turn = &state.turn;
    let phase = phases().into_iter().find(|(step, _)| *step == turn.step);
    let phase = phase.map_or_else(|| turn.step.0.to_string(), |(_, name)| name.to_string());
    let tile = turn.tile.map_or_else(String::new, |kind| format!(":{}", id(kind)));
    let about = |place: Place| format!("@{}", print_elsewhere(place));
    let asked = turn.asked.map_or_else(String::new, |asked| {
        format!(":{}*{}{}", print_seat(asked.player), asked.left, asked.about.map_or_else(String::new, about))
    });
    let hands = players().filter(|(_, player)| !player.hand.is_empty()).map(|(seat, player)| {
        let held = player.hand.iter().map(|held| match held {
            Held::Open(kind) => id(*kind),
            Held::Down(kind) => format!("{DOWN}{}", id(*kind)),
            Held::Hidden => HIDDEN.into(),
        });
        format!("{}:{}", print_seat(seat), print_items(held, ","))
    });
    let tokens = players().filter(|(_, player)| player.tokens().next().is_some()).map(|(seat, player)| {
        let tokens = player.tokens().map(|(token, count)| format!("{}:{count}", token_name(token)));
        format!("{}:{}", print_seat(seat), print_items(tokens, ","))
    });
    let tokens = print_items(tokens, ";");
    let elsewhere = state
        .elsewhere
        .iter()
        .map(|f| format!("{}:{}@{}", print_seat(f.player), print_figure(f.kind), print_elsewhere(f.place)));
    let (hands, elsewhere) = (print_items(hands, ";"), print_items(elsewhere, ";"));
    let neutral = print_items(state.neutral.iter().map(print_neutral), ";");
    let on_table = state.tokens.iter();
    let on_table = on_table.map(|t| format!("{}@{}*{}", token_name(t.token), print_elsewhere(t.place), t.count));
    let on_table = print_items(on_table, ";");
    let paid = players().filter(|(_, player)| player.paid > 0);
    let paid = print_items(paid.map(|(seat, player)| format!("{}:{}", print_seat(seat), player.paid)), ";");
    let prisoners = players().filter(|(_, player)| !player.prisoners.is_empty()).map(|(seat, player)| {
        let prisoners = player.prisoners.iter().map(|p| format!("{}.{}", print_seat(p.player), print_figure(p.figure)));
        format!("{}:{}", print_seat(seat), print_items(prisoners, ","))
    });
    let prisoners = print_items(prisoners, ";");
    fields.push(("draws", state.draws.to_string()));
    fields.push(("tiles", print_items(tiles, ";")));
    if elsewhere != NOTHING {
        fields.push(("elsewhere", elsewhere));
    }
    if neutral != NOTHING {
        fields.push(("neutral", neutral));
    }
    if on_table != NOTHING {
        fields.push(("on-table", on_table));
    }
    fields.push(("points", print_items(points, ";")));
    if paid != NOTHING {
        fields.push(("paid", paid));
    }
    fields.push(("supply", print_items(supply, ";")));
    if tokens != NOTHING {
        fields.push(("tokens", tokens));
    }
    if hands != NOTHING {
        fields.push(("hand", hands));
    }
    if prisoners != NOTHING {
        fields.push(("prisoners", prisoners));
    }
    fields.push(("bag", print_items(bag.map(|(kind, count)| format!("{}:{count}", id(kind))), ",")));
    if !state.offer.is_empty() {
        fields.push(("ready", print_items(state.offer.iter().map(|kind| id(*kind)), ",")));
    }
    if !state.discarded.is_empty() {
        fields.push(("gone", print_items(state.discarded.iter().map(|kind| id(*kind)), ",")));
    }
    fields.push(("turn", format!("{}:{phase}{tile}{asked}", print_seat(turn.player))));
    if turn.placed != Turn::usually_placed(turn.step) {
        fields.push(("placed", turn.placed.to_string()));
    }
    match turn.second_part {
        None => {}
        Some(SecondPart::Due) => fields.push(("part", DUE.into())),
        Some(SecondPart::UnderWay) => fields.push(("part", UNDER_WAY.into())),
    }
    if let Some(last) = turn.closing {
        fields.push(("closing", print_seat(last)));
    }
    if !state.trail.is_empty() {
        fields.push(("trail", print_items(state.trail.iter().map(|square| square.to_string()), ";")));
    }
    if turn.ransomed {
        fields.push(("ransom", PAID.into()));
    }
    let mut line = format!("{NAME}{}", state.rules_version);
    fields.iter().for_each(|(key, value)| line.push_str(&format!(" {key}={value}")));
    line
}

/// `FIGURE@PLACE`, and `+P1:FIGURE` for the figure beside which it stands.
fn print_neutral(neutral: &Neutral) -> String {
    let beside = |f: Owned| format!("+{}:{}", print_seat(f.player), print_figure(f.figure));
    let beside = neutral.beside.map_or_else(String::new, beside);
    format!("{}@{}{beside}", print_figure(neutral.kind), print_elsewhere(neutral.place))
}

fn parse_neutral(item: &str) -> Result<Neutral, Refusal> {
    let Some((name, place)) = item.split_once('@') else {
        return malformed(format!("{}: expected FIGURE@PLACE", quote(item)));
    };
    let (place, beside) = match place.split_once('+') {
        None => (place, None),
        Some((place, beside)) => (place, Some(parse_owned(beside, ':')?)),
    };
    Ok(Neutral { kind: figure(name)?.kind, place: parse_place(place)?, beside })
}

/// `P1:FIGURE`, or with another separator.
fn parse_owned(text: &str, separator: char) -> Result<Owned, Refusal> {
    match text.split_once(separator) {
        Some((player, name)) => Ok(Owned { player: seat(player)?, figure: figure(name)?.kind }),
        None => malformed(format!("{}: expected P1{separator}FIGURE", quote(text))),
    }
}

/// `TOKEN@PLACE*N`
fn parse_on_table(item: &str) -> Result<PlacedTokens, Refusal> {
    let parts = item.split_once('@').and_then(|(name, rest)| Some((name, rest.split_once('*')?)));
    let Some((name, (place, count))) = parts else {
        return malformed(format!("{}: expected TOKEN@PLACE*N", quote(item)));
    };
    Ok(PlacedTokens { place: parse_place(place)?, token: token(name)?, count: number(count, "a number of tokens")? })
}

/// `tile.X,Y`, `space.X,Y.N`, `track.N`, `square.X,Y`, `corner.X,Y` or `segment.X,Y.N`.
fn print_elsewhere(place: Place) -> String {
    match place {
        Place::Tile { square } => format!("tile.{square}"),
        Place::Space { square, space } => format!("space.{square}.{space}"),
        Place::Track { space } => format!("track.{space}"),
        Place::Square { square } => format!("square.{square}"),
        Place::Corner { square } => format!("corner.{square}"),
        Place::Segment { square, segment } => format!("segment.{square}.{segment}"),
    }
}

/// `P1:FIGURE@PLACE` for a figure on no feature.
fn parse_elsewhere(item: &str) -> Result<Elsewhere, Refusal> {
    let parts = item.split_once(':').and_then(|(seat, rest)| Some((seat, rest.split_once('@')?)));
    let Some((player, (name, place))) = parts else {
        return malformed(format!("{}: expected P1:FIGURE@PLACE", quote(item)));
    };
    let place = match parse_place(place)? {
        Place::Segment { .. } => return malformed(format!("{}: such figures stand on their tiles", quote(item))),
        place => place,
    };
    Ok(Elsewhere { place, player: seat(player)?, kind: figure(name)?.kind })
}

/// What `print_elsewhere` writes.
fn parse_place(place: &str) -> Result<Place, Refusal> {
    Ok(match place.split('.').collect::<Vec<_>>()[..] {
        ["tile", at] => Place::Tile { square: square(at)? },
        ["space", at, space] => Place::Space { square: square(at)?, space: number(space, "the number of a space")? },
        ["track", space] => {
            let space = number(space, "a space of the track")?;
            if space > LAST_SPACE {
                return Err((Reason::OUT_OF_RANGE, format!("the track ends at {LAST_SPACE}")));
            }
            Place::Track { space }
        }
        ["square", at] => Place::Square { square: square(at)? },
        ["corner", at] => Place::Corner { square: square(at)? },
        ["segment", at, segment] => {
            Place::Segment { square: square(at)?, segment: number(segment, "the number of a segment")? }
        }
        _ => {
            let forms = "tile.X,Y, space.X,Y.N, track.N, square.X,Y, corner.X,Y or segment.X,Y.N";
            return malformed(format!("{}: expected {forms}", quote(place)));
        }
    })
}

/// The tiles in front of a player.
fn parse_hand(catalogue: &Catalogue, text: &str, hand: &mut Vec<Held>) -> Result<(), Refusal> {
    for item in items(text, ',') {
        hand.push(match item.strip_prefix(DOWN) {
            _ if item == HIDDEN => Held::Hidden,
            Some(id) => Held::Down(kind(catalogue, id)?),
            None => Held::Open(kind(catalogue, item)?),
        });
    }
    hand.sort_unstable();
    Ok(())
}

fn print_tile(catalogue: &Catalogue, state: &State, index: usize) -> String {
    let PlacedTile { kind, pos, rotation } = state.tiles[index];
    let kind = catalogue.kind(kind);
    let squares = kind.squares(rotation);
    let from = state.figures.partition_point(|f| usize::from(f.tile) < index);
    let figures = state.figures[from..].iter().take_while(|f| usize::from(f.tile) == index).map(|f| {
        let segment = segment_name(kind, rotation, f.segment).replace(' ', ".");
        let at = match squares.get(f.square as usize) {
            Some(square) if squares.len() > 1 => format!("@{}", pos + square.offset),
            _ => String::new(),
        };
        format!("{}:{}@{segment}{at}", print_seat(f.player), print_figure(f.kind))
    });
    let figures = figures.collect::<Vec<_>>().join("+");
    let figures = if figures.is_empty() { figures } else { format!("{{{figures}}}") };
    format!("{}@{pos}r{}{figures}", kind.id, rotation as u8)
}

fn rule_name(rule: Rule) -> String {
    setup::rules().find(|def| def.rule == rule).map_or_else(|| format!("rule{}", rule.0), |def| def.name.into())
}

/// Reads a position. What comes out is a raw state: `Position::from_state` says whether it could have come about.
///
/// # Errors
/// Everything that could not be read, at the key or item (`tiles[3]`) that holds it.
pub fn parse_position(catalogue: &Catalogue, text: &str) -> Result<State, Vec<Violation>> {
    check_size(text)?;
    let mut found = Vec::new();
    let state = parse(catalogue, text, &mut found);
    match state {
        Some(state) if found.is_empty() => Ok(state),
        _ => Err(found),
    }
}

fn parse(catalogue: &Catalogue, text: &str, found: &mut Vec<Violation>) -> Option<State> {
    let mut words = text.split_ascii_whitespace();
    let version = words.next().unwrap_or("");
    let Some(version) = version.strip_prefix(NAME) else {
        let text = format!("{}: a position begins with {NAME}{}", quote(version), setup::RULES_VERSION);
        found.push(Violation::new("", Reason::NOTATION, text));
        return None;
    };
    let version = keep(number(version, "a version of the rules"), "", found);
    let known: Vec<&str> = setup_fields::KEYS.into_iter().chain(KEYS).collect();
    let mut fields = Fields::default();
    for word in words {
        let read = match word.split_once('=') {
            Some((key, value)) => fields.add(key, value, &known),
            None => malformed(format!("{}: expected key=value", quote(word))),
        };
        keep(read, "", found);
    }

    let setup = setup_fields::parse(catalogue, &fields, found);
    let (mut tiles, mut figures) = (Vec::new(), Vec::new());
    for (i, item) in fields.need("tiles", found).into_iter().flat_map(|v| items(v, ';')).enumerate() {
        if let Some((placed, on_it)) = keep(parse_tile(catalogue, item, i as u16), format!("tiles[{i}]"), found) {
            tiles.push(placed);
            figures.extend(on_it);
        }
    }
    figures.sort();
    let mut discarded = Vec::new();
    for (i, item) in fields.get("gone").into_iter().flat_map(|v| items(v, ',')).enumerate() {
        discarded.extend(keep(kind(catalogue, item), format!("gone[{i}]"), found));
    }
    let mut offer = Vec::new();
    for (i, item) in fields.get("ready").into_iter().flat_map(|v| items(v, ',')).enumerate() {
        offer.extend(keep(kind(catalogue, item), format!("ready[{i}]"), found));
    }
    offer.sort_unstable();
    let mut elsewhere = Vec::new();
    for (i, item) in fields.get("elsewhere").into_iter().flat_map(|v| items(v, ';')).enumerate() {
        elsewhere.extend(keep(parse_elsewhere(item), format!("elsewhere[{i}]"), found));
    }
    elsewhere.sort_unstable();
    let mut neutral = Vec::new();
    for (i, item) in fields.get("neutral").into_iter().flat_map(|v| items(v, ';')).enumerate() {
        neutral.extend(keep(parse_neutral(item), format!("neutral[{i}]"), found));
    }
    neutral.sort_unstable();
    let mut on_table = Vec::new();
    for (i, item) in fields.get("on-table").into_iter().flat_map(|v| items(v, ';')).enumerate() {
        on_table.extend(keep(parse_on_table(item), format!("on-table[{i}]"), found));
    }
    on_table.sort_unstable();
    let mut trail = Vec::new();
    for (i, item) in fields.get("trail").into_iter().flat_map(|v| items(v, ';')).enumerate() {
        trail.extend(keep(square(item), format!("trail[{i}]"), found));
    }
    let ransomed = match fields.get("ransom") {
        None => false,
        Some(PAID) => true,
        Some(other) => {
            found.push(Violation::new("ransom", Reason::NOTATION, format!("{}: expected {PAID}", quote(other))));
            return None;
        }
    };
    let closing = match fields.get("closing") {
        Some(value) => Some(keep(seat(value), "closing", found)?),
        None => None,
    };
    let second_part = match fields.get("part") {
        None => None,
        Some(DUE) => Some(SecondPart::Due),
        Some(UNDER_WAY) => Some(SecondPart::UnderWay),
        Some(other) => {
            let text = format!("{}: expected {DUE} or {UNDER_WAY}", quote(other));
            found.push(Violation::new("part", Reason::NOTATION, text));
            return None;
        }
    };
    let placed = match fields.get("placed") {
        Some(value) => Some(keep(number(value, "a number of tiles"), "placed", found)?),
        None => None,
    };
    let turn = fields.need("turn", found).and_then(|v| keep(parse_turn(catalogue, v), "turn", found));
    let points = fields.need("points", found);
    let supply = fields.need("supply", found);
    let bag = fields.need("bag", found);
    let draws = fields.need("draws", found);
    let placed = |turn: &Turn| placed.unwrap_or(turn.placed);
    let turn = turn.map(|turn| Turn { closing, placed: placed(&turn), second_part, ransomed, ..turn })?;
    let mut state = State {
        rules_version: version?,
        setup: setup?.into(),
        tiles,
        figures,
        elsewhere,
        neutral,
        tokens: on_table,
        players: Vec::new(),
        bag: vec![0; catalogue.kinds.len()],
        offer,
        discarded,
        draws: 0,
        turn,
        trail,
    };
    state.players = vec![PlayerState::default(); state.setup.players.len()];
    for (path, item, player) in per_player("points", points?, &mut state.players, found) {
        keep(parse_points(item, &mut player.points), path, found);
    }
    for (path, text, seat) in some_players("tokens", &fields, state.players.len(), found) {
        keep(parse_tokens(text, &mut state.players[seat].tokens), path, found);
    }
    for (path, text, seat) in some_players("prisoners", &fields, state.players.len(), found) {
        for item in items(text, ',') {
            state.players[seat].prisoners.extend(keep(parse_owned(item, '.'), &*path, found));
        }
        state.players[seat].prisoners.sort_unstable();
    }
    for (path, text, seat) in some_players("paid", &fields, state.players.len(), found) {
        state.players[seat].paid = keep(number(text, "a number of points"), path, found).unwrap_or(0);
    }
    for (path, text, seat) in some_players("hand", &fields, state.players.len(), found) {
        keep(parse_hand(catalogue, text, &mut state.players[seat].hand), path, found);
    }
    if supply? == AUTO {
        deduce_supply(catalogue, &mut state);
    } else {
        for (path, item, player) in per_player("supply", supply?, &mut state.players, found) {
            keep(parse_supply(item, &mut player.supply), path, found);
        }
    }
    if bag? == AUTO {
        deduce_bag(catalogue, &mut state);
    } else {
        for (i, item) in items(bag?, ',').enumerate() {
            keep(parse_bag(catalogue, item, &mut state.bag), format!("bag[{i}]"), found);
        }
    }
    if draws? == AUTO {
        state.draws = deduce_draws(catalogue, &state);
    } else {
        state.draws = keep(number(draws?, "a number of draws, or auto"), "draws", found)?;
    }
    Some(state)
}

/// `KIND@X,YrN`, and the figures on it in braces.
fn parse_tile(catalogue: &Catalogue, item: &str, tile: u16) -> Result<(PlacedTile, Vec<Figure>), Refusal> {
    let (head, figures) = match item.split_once('{') {
        None => (item, None),
        Some((head, rest)) => match rest.strip_suffix('}') {
            Some(figures) => (head, Some(figures)),
            None => return malformed(format!("{}: expected }} at the end", quote(rest))),
        },
    };
    let parts = head.split_once('@').and_then(|(id, rest)| Some((id, rest.split_at(rest.find('r')?))));
    let Some((id, (at, turned))) = parts else {
        return malformed(format!("{}: expected KIND@X,YrN", quote(head)));
    };
    let placed = PlacedTile { kind: kind(catalogue, id)?, pos: square(at)?, rotation: rotation(turned)? };
    let figures = figures.into_iter().flat_map(|text| text.split('+'));
    let figures = figures.map(|item| parse_figure(catalogue, &placed, tile, item)).collect::<Result<_, _>>()?;
    Ok((placed, figures))
}

/// `P1:FIGURE@SEGMENT`, and `@X,Y` on a tile of several squares.
fn parse_figure(catalogue: &Catalogue, placed: &PlacedTile, tile: u16, item: &str) -> Result<Figure, Refusal> {
    let parts = item.split_once(':').and_then(|(seat, rest)| Some((seat, rest.split_once('@')?)));
    let Some((player, (name, place))) = parts else {
        return malformed(format!("{}: expected P1:FIGURE@SEGMENT", quote(item)));
    };
    let (player, figure) = (seat(player)?, figure(name)?.kind);
    let (place, given) = match place.split_once('@') {
        Some((place, at)) => (place, Some(square(at)?)),
        None => (place, None),
    };
    let kind = catalogue.kind(placed.kind);
    let squares = kind.squares(placed.rotation);
    let on = |at: Pos| squares.iter().position(|square| placed.pos + square.offset == at).map(|i| i as u8);
    let given = match given {
        Some(at) => Some(on(at).ok_or_else(|| (Reason::NO_SUCH_SEGMENT, format!("the tile does not cover {at}")))?),
        None => None,
    };
    let segment = parse_segment(kind, placed.rotation, given, place).map_err(|v| (v.reason, v.text))?;
    let lies_on = &kind.segments[segment as usize];
    let square = match given {
        Some(square) => square,
        None if lies_on.squares.count_ones() == 1 => lies_on.first_square() as u8,
        None => return malformed(format!("{}: expected @X,Y, the square on which it stands", quote(item))),
    };
    Ok(Figure { tile, segment, square, player, kind: figure })
}

/// `P1:PHASE`, and the kind of the tile in hand, or who is asked and how often (`P2*1`).
fn parse_turn(catalogue: &Catalogue, value: &str) -> Result<Turn, Refusal> {
    let mut parts = value.splitn(3, ':');
    let player = seat(parts.next().unwrap_or(""))?;
    let phase = parts.next().unwrap_or("");
    let step = match phases().into_iter().find(|(_, name)| *name == phase) {
        Some((step, _)) => step,
        None => {
            let names: Vec<_> = phases().into_iter().map(|(_, name)| name).collect();
            return malformed(format!("{}: expected one of {}", quote(phase), names.join(", ")));
        }
    };
    let placed = Turn::usually_placed(step);
    let mut turn =
        Turn { player, step, tile: None, asked: None, closing: None, placed, second_part: None, ransomed: false };
    match parts.next().map(|rest| (rest, rest.split_once('*'))) {
        None => {}
        Some((_, Some((player, left)))) => {
            let (left, about) = match left.split_once('@') {
                Some((left, place)) => (left, Some(parse_place(place)?)),
                None => (left, None),
            };
            turn.asked =
                Some(Asked { player: seat(player)?, left: number(left, "how many decisions are left")?, about });
        }
        Some((id, None)) => turn.tile = Some(kind(catalogue, id)?),
    }
    Ok(turn)
}

/// Splits `P1:...;P2:...`: path, text and player, for every player once, in order.
fn per_player<'a, 'p>(
    key: &str,
    value: &'a str,
    players: &'p mut [PlayerState],
    found: &mut Vec<Violation>,
) -> Vec<(String, &'a str, &'p mut PlayerState)> {
    let mut items: Vec<(u8, &str)> = Vec::new();
    for (i, item) in value.split(';').enumerate() {
        let read = match item.split_once(':') {
            Some((player, rest)) => seat(player).map(|seat| (seat, rest)),
            None => malformed(format!("{}: expected P1:...", quote(item))),
        };
        items.extend(keep(read, format!("{key}[{i}]"), found));
    }
    let seats = items.iter().map(|(seat, _)| usize::from(*seat));
    if !seats.eq(0..players.len()) {
        let text = format!("expected each of the {} players once and in order", players.len());
        found.push(Violation::new(key, Reason::NOTATION, text));
        return Vec::new();
    }
    items.into_iter().zip(players).enumerate().map(|(i, ((_, text), p))| (format!("{key}[{i}]"), text, p)).collect()
}

/// The same for a key that names only players who have something, each once: path, text and seat.
fn some_players<'a>(
    key: &str,
    fields: &Fields<'a>,
    players: usize,
    found: &mut Vec<Violation>,
) -> Vec<(String, &'a str, usize)> {
    let mut named: Vec<(String, &str, usize)> = Vec::new();
    for (i, item) in fields.get(key).into_iter().flat_map(|value| items(value, ';')).enumerate() {
        let path = format!("{key}[{i}]");
        let read = match item.split_once(':') {
            Some((player, text)) => seat(player).map(|seat| (seat, text)),
            None => malformed(format!("{}: expected P1:...", quote(item))),
        };
        let read = read.and_then(|(seat, text)| match usize::from(seat) {
            there if there >= players => malformed(format!("there is no player {}", print_seat(seat))),
            twice if named.iter().any(|(.., other)| *other == twice) => {
                Err((Reason::DUPLICATE, format!("{} is given twice", print_seat(seat))))
            }
            seat => Ok((seat, text)),
        });
        named.extend(keep(read, &*path, found).map(|(seat, text)| (path, text, seat)));
    }
    named
}

fn parse_points(text: &str, points: &mut [u32]) -> Result<(), Refusal> {
    for item in items(text, ',') {
        let (name, count) = counted(item)?;
        let Some(def) = setup::rules().find(|def| def.name == name) else {
            return malformed(format!("{}: no such rule of scoring", quote(name)));
        };
        set_once(&mut points[def.rule.0 as usize], count, name)?;
    }
    Ok(())
}

fn parse_tokens(text: &str, tokens: &mut [u8]) -> Result<(), Refusal> {
    for item in items(text, ',') {
        let (name, count) = counted(item)?;
        set_once(&mut tokens[token(name)?.0 as usize], small(count)?, name)?;
    }
    Ok(())
}

fn parse_supply(text: &str, supply: &mut [u8]) -> Result<(), Refusal> {
    for item in items(text, ',') {
        let (name, count) = counted(item)?;
        set_once(&mut supply[figure(name)?.kind.0 as usize], small(count)?, name)?;
    }
    Ok(())
}

fn parse_bag(catalogue: &Catalogue, item: &str, bag: &mut [u32]) -> Result<(), Refusal> {
    let (id, count) = counted(item)?;
    set_once(&mut bag[kind(catalogue, id)?.0 as usize], count, id)
}

/// What is counted is there, and counted once.
fn set_once<T: Default + PartialEq>(place: &mut T, count: T, name: &str) -> Result<(), Refusal> {
    if count == T::default() {
        return malformed(format!("{name}: what there is none of is left out"));
    }
    if *place != T::default() {
        return Err((Reason::DUPLICATE, format!("{} is counted twice", quote(name))));
    }
    *place = count;
    Ok(())
}

/// The setup with its defaults filled in.
fn resolved(catalogue: &Catalogue, setup: &Setup) -> Setup {
    let options = SetupContext { setup, catalogue }.resolved_options();
    Setup { options, ..setup.clone() }
}

/// Tiles that were drawn: placed but for the first, gone, in hand and in front of players. Those with which players began
/// are among them.
fn drawn(state: &State) -> impl Iterator<Item = Kind> {
    let placed = state.tiles.iter().skip(1).map(|tile| tile.kind);
    let held = state.players.iter().flat_map(|player| player.down());
    placed.chain(state.discarded.iter().copied()).chain(state.turn.tile).chain(held)
}

/// What the tiles on the table, in hand and out of the game leave of the sets.
fn deduce_bag(catalogue: &Catalogue, state: &mut State) {
    let setup = resolved(catalogue, &state.setup);
    let mut bag = SetupContext { setup: &setup, catalogue }.bag();
    for kind in drawn(state) {
        let count = &mut bag[kind.0 as usize];
        *count = count.saturating_sub(1);
    }
    state.bag = bag;
}

/// How many tiles were drawn: those that lay ready were not.
fn deduce_draws(catalogue: &Catalogue, state: &State) -> u32 {
    let setup = resolved(catalogue, &state.setup);
    let context = SetupContext { setup: &setup, catalogue };
    let beside = [context.beside(), context.hands()].concat();
    let hidden: usize = state.players.iter().map(PlayerState::hidden).sum();
    (drawn(state).filter(|kind| !beside.contains(kind)).count() + hidden) as u32
}

/// What the figures on the table leave of those that each player has.
fn deduce_supply(catalogue: &Catalogue, state: &mut State) {
    let setup = resolved(catalogue, &state.setup);
    let context = SetupContext { setup: &setup, catalogue };
    let mut supply = [0; FIGURE_KINDS];
    for def in setup::figures() {
        supply[def.kind.0 as usize] = context.figure_count(def);
    }
    state.players.iter_mut().for_each(|player| player.supply = supply);
    let prisoners: Vec<_> = state.players.iter().flat_map(|player| &player.prisoners).copied().collect();
    let captured = prisoners.into_iter().map(|figure| (figure.player, figure.figure));
    let on_table = state.figures.iter().map(|figure| (figure.player, figure.kind)).chain(captured);
    for (player, kind) in on_table.chain(state.elsewhere.iter().map(|figure| (figure.player, figure.kind))) {
        if let Some(player) = state.players.get_mut(player as usize) {
            let count = &mut player.supply[kind.0 as usize];
            *count = count.saturating_sub(1);
        }
    }
}
