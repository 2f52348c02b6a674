//! From raw to validated state: everything about a state that could not have come about, each with its path.

use std::sync::Arc;

use super::board::{self, Board};
use super::catalogue::{Catalogue, Kind};
use super::error::{Reason, Violation};
use super::expansion::Loose;
use super::geometry::{Pos, Side};
use super::position::{Game, Position};
use super::regions::SegmentRef;
use super::setup::{self, Draw, FIGURE_KINDS, MAX_PLAYERS, MAX_TILES, Offer, RULES_VERSION, SetupContext};
use super::state::{PlacedTile, PlayerState, State, Turn};
use super::tile::TileKind;
use super::turn::{self, Flow};

/// Bound of coordinates. The first tile keeps within half of it: more than the tiles of a game can span lies between, so
/// that every legal move is within the bound.
pub const MAX_COORDINATE: i16 = 10_000;
/// Bound of a player's points by one rule.
pub const MAX_POINTS: u32 = 1_000_000;

/// Checks a state and derives its position.
pub fn position(catalogue: &Arc<Catalogue>, mut state: State) -> Result<Position, Vec<Violation>> {
    let mut found = unknown(catalogue, &state);
    if !found.is_empty() {
        return Err(found);
    }
    if state.rules_version != RULES_VERSION {
        let text = format!("rules version {}; this service plays {RULES_VERSION}", state.rules_version);
        return Err(vec![Violation::new("rules_version", Reason::UNKNOWN_RULES_VERSION, text)]);
    }
    let game = match Game::known(catalogue, &state.setup) {
        Some(game) => game,
        None => {
            let context = SetupContext { setup: &state.setup, catalogue };
            found.extend(context.violations().into_iter().map(|v| v.inside("setup")));
            if !found.is_empty() {
                // nothing else can be judged without knowing what was agreed
                return Err(found);
            }
            let (options, offer) = (context.resolved_options(), context.resolved_offer());
            if options != state.setup.options || offer != state.setup.offer {
                let setup = Arc::make_mut(&mut state.setup);
                (setup.options, setup.offer) = (options, offer);
            }
            Game::of(catalogue, &state.setup)
        }
    };

    if state.tiles.len() > MAX_TILES as usize + 1 {
        let text = format!("{} tiles; at most {MAX_TILES} in a game", state.tiles.len());
        return Err(vec![Violation::new("tiles", Reason::LIMIT, text)]);
    }

    counts(&game, &state, &mut found);
    let mut position = Position::unchecked(game, state);
    let mut misplaced = Vec::new();
    figures(&position, &mut misplaced);
    let countable = found.is_empty() && misplaced.is_empty();
    let sound = lay_tiles(&mut position, countable, &mut found);
    found.extend(misplaced);
    if countable && sound {
        for figure in position.state().elsewhere.clone() {
            if let Some(at) = position.field_of_corner(figure.place) {
                position.count_figure(at);
            }
        }
        waiting(&position, &mut found);
    }
    if countable && sound && found.is_empty() {
        unscored(&position, &mut found);
        points(&position, &mut found);
        phase(&position, &mut found);
        let turn = &position.state().turn;
        let seat = |player: u8| usize::from(player) < position.state().players.len();
        // expansions look up who is named there
        if seat(turn.player) && turn.asked.is_none_or(|asked| seat(asked.player)) {
            position.game().expansions.iter().for_each(|expansion| expansion.validate(&position, &mut found));
        }
    }
    if found.is_empty() { Ok(position) } else { Err(found) }
}

/// Indices that the catalogue does not have: a caller's mistake that no message can express.
fn unknown(catalogue: &Catalogue, state: &State) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut check = |path: &dyn Fn() -> String, kind: Kind| {
        if kind.0 as usize >= catalogue.kinds.len() {
            found.push(Violation::new(path(), Reason::UNKNOWN_TILE, "no such kind of tile"));
        }
    };
    state.tiles.iter().enumerate().for_each(|(i, tile)| check(&|| format!("tiles[{i}].kind"), tile.kind));
    state.discarded.iter().enumerate().for_each(|(i, kind)| check(&|| format!("discarded[{i}]"), *kind));
    let in_hand = state.turn.tile.iter().map(|kind| ("turn", *kind));
    let ready = state.offer.iter().map(|kind| ("offer", *kind));
    let held = state.players.iter().flat_map(|player| player.open().chain(player.down()));
    let held = held.map(|kind| ("players", kind));
    let agreed = match &state.setup.offer {
        Some(Offer::Kinds(kinds)) => kinds.as_slice(),
        _ => &[],
    };
    let agreed = agreed.iter().map(|kind| ("setup.offer", *kind));
    in_hand.chain(ready).chain(held).chain(agreed).for_each(|(path, kind)| check(&|| path.into(), kind));
    for (i, (set, _)) in state.setup.sets.iter().enumerate() {
        if set.0 as usize >= catalogue.sets.len() {
            found.push(Violation::new(format!("setup.sets[{i}].set"), Reason::UNKNOWN_SET, "no such set of tiles"));
        }
    }
    if state.bag.len() != catalogue.kinds.len() {
        found.push(Violation::new("bag", Reason::TILE_COUNT, "a count for each kind of the catalogue is needed"));
    }
    found
}

/// Tiles on the table, in the bag, in hand and out of the game add up to the sets; figures to what everybody has.
fn counts(game: &Game, state: &State, found: &mut Vec<Violation>) {
    let context = SetupContext { setup: &state.setup, catalogue: &game.catalogue };
    let mut wanted = game.bag.clone();
    let mut have = state.bag.clone();
    let held = state.players.iter().flat_map(|player| player.open().chain(player.down()));
    let gone = state.discarded.iter().copied().chain(state.turn.tile).chain(held);
    let beside = |kind: &Kind| game.lies_beside(*kind);
    let hands = &game.dealt;
    for kind in hands {
        wanted[kind.0 as usize] = wanted[kind.0 as usize].saturating_add(state.players.len() as u32);
        if state.bag[kind.0 as usize] > 0 {
            let text = format!("{} is not drawn: each player has one from the start", game.catalogue.kind(*kind).id);
            found.push(Violation::new("bag", Reason::TILE_COUNT, text));
        }
    }
    let (mut ready, mut drawn) = (state.offer.clone(), 0);
    // the start tile was not drawn
    if let Some(start) = first_tile(game, state).filter(|start| !beside(start)) {
        wanted[start.0 as usize] += 1;
    }
    if let Some(first) = state.tiles.first().filter(|tile| !beside(&tile.kind)) {
        have[first.kind.0 as usize] = have[first.kind.0 as usize].saturating_add(1);
    }
    state.tiles.iter().skip(1).map(|tile| tile.kind).chain(gone).for_each(|kind| {
        if beside(&kind) {
            ready.push(kind);
        } else {
            drawn += usize::from(!hands.contains(&kind));
            have[kind.0 as usize] = have[kind.0 as usize].saturating_add(1);
        }
    });
    drawn += state.players.iter().map(PlayerState::hidden).sum::<usize>();
    // they are the same for nearly all states, which one comparison tells
    if have != wanted {
        let different = have.iter().zip(&wanted).enumerate().filter(|(_, (have, wanted))| have != wanted);
        for (kind, (have, wanted)) in different {
            let id = &game.catalogue.kinds[kind].id;
            let text = format!(
                "{have} of {id} placed, in the bag, in front of players and out of the game; the sets hold {wanted}"
            );
            found.push(Violation::new("bag", Reason::TILE_COUNT, text));
        }
    }
    if state.draws as usize != drawn {
        let text =
            format!("{} draws, but {drawn} tiles were placed, left the game or lie in front of players", state.draws);
        found.push(Violation::new("draws", Reason::TILE_COUNT, text));
    }
    lying_ready(game, state, ready, found);
    if state.players.len() != state.setup.players.len() {
        let text = format!("{} players; the setup has {}", state.players.len(), state.setup.players.len());
        found.push(Violation::new("players", Reason::PLAYER_COUNT, text));
        return;
    }
    let mut placed = [[0; FIGURE_KINDS]; MAX_PLAYERS];
    let on_table = state.figures.iter().map(|f| (f.player, f.kind));
    let captured = state.players.iter().flat_map(|player| &player.prisoners).map(|f| (f.player, f.figure));
    for (seat, kind) in on_table.chain(state.elsewhere.iter().map(|f| (f.player, f.kind))).chain(captured) {
        if let Some(count) = placed.get_mut(seat as usize).and_then(|own| own.get_mut(kind.0 as usize)) {
            *count += 1;
        }
    }
    for (seat, player) in state.players.iter().enumerate() {
        if player.points.iter().any(|points| *points > MAX_POINTS) {
            let text = format!("more than {MAX_POINTS} points by one rule");
            found.push(Violation::new(format!("players[{seat}].points"), Reason::OUT_OF_RANGE, text));
        }
        let known = |token| game.expansions.iter().flat_map(|e| e.tokens()).any(|def| def.token == token);
        if player.paid > MAX_POINTS || u64::from(player.paid) > player.points.iter().map(|p| u64::from(*p)).sum() {
            let text = "more points paid than the player had";
            found.push(Violation::new(format!("players[{seat}].paid"), Reason::OUT_OF_RANGE, text));
        }
        let owners = player.prisoners.iter().map(|prisoner| prisoner.player as usize);
        if owners.into_iter().any(|owner| owner >= state.players.len() || owner == seat) {
            let text = "prisoners are figures of other players";
            found.push(Violation::new(format!("players[{seat}].prisoners"), Reason::OUT_OF_RANGE, text));
        }
        if !player.prisoners.is_sorted() {
            let text = "prisoners in the order of owners and kinds";
            found.push(Violation::new(format!("players[{seat}].prisoners"), Reason::UNSORTED, text));
        }
        if player.tokens().any(|(token, _)| !known(token)) {
            let text = "tokens that are not in this game";
            found.push(Violation::new(format!("players[{seat}].tokens"), Reason::OUT_OF_RANGE, text));
        }
        for (kind, (supply, placed)) in player.supply.iter().zip(&placed[seat]).enumerate() {
            let def = game.figure(kind);
            let wanted = def.map_or(0, |def| u32::from(context.figure_count(def)));
            let have = u32::from(*supply) + placed;
            if have != wanted {
                let name = def.map_or("unknown figure", |def| def.name);
                let text =
                    format!("{have} of {name} in the supply, on the table and captured; each player has {wanted}");
                found.push(Violation::new(format!("players[{seat}].supply"), Reason::FIGURE_COUNT, text));
            }
        }
    }
}

/// Tiles that are not drawn are those that were agreed or drawn to lie ready, each in one place: still there, in front of
/// a player, to be placed or on the table. The start tile, if it is one of them, lies on the table and may lie ready too.
fn lying_ready(game: &Game, state: &State, mut all: Vec<Kind>, found: &mut Vec<Violation>) {
    let mut refuse = |path: &str, text: String| found.push(Violation::new(path, Reason::TILE_COUNT, text));
    let start = state.tiles.first().map(|tile| tile.kind).filter(|kind| game.lies_beside(*kind));
    if let Some(start) = start.filter(|start| !all.contains(start)) {
        all.push(start);
    }
    all.sort_unstable();
    if let Some(pair) = all.windows(2).find(|pair| pair[0] == pair[1]) {
        return refuse("offer", format!("{} is there twice", game.catalogue.kind(pair[0]).id));
    }
    if !state.offer.is_sorted() {
        refuse("offer", "kinds ascending".into());
    }
    match &state.setup.offer {
        Some(Offer::Kinds(kinds)) if *kinds != all => {
            refuse("offer", "what lies ready or was taken is not what was agreed".into());
        }
        Some(Offer::Drawn(count)) => {
            let count = *count as usize;
            if all.len() > count || all.len() < count && state.turn.step != turn::OFFER {
                refuse("offer", format!("{} tiles lie ready or were taken; the setup says {count}", all.len()));
            }
        }
        None if !all.is_empty() => refuse("offer", "no tiles lie ready in this game".into()),
        _ => {}
    }
    if let Some(kind) = all.iter().find(|kind| !game.lies_beside(**kind)) {
        refuse("offer", format!("{} is drawn, it does not lie ready", game.catalogue.kind(*kind).id));
    }
}

/// Lays the tiles one after the other, each on empty squares, touching an earlier one, with matching edges, and if they
/// are sound the figures on it, each on a feature that was free then. Whether all is sound, so that there are regions.
fn lay_tiles(position: &mut Position, with_figures: bool, found: &mut Vec<Violation>) -> bool {
    let before = found.len();
    let mut next_figure = 0;
    // once something is wrong regions make no sense, and only the squares are looked at
    let mut bare: Option<Board> = None;
    let figures_stay = !loose(position).figures;
    let start = first_tile(position.game(), position.state());
    if position.state().tiles.first().map(|tile| tile.kind) != start {
        let text = "the start tile of the sets must lie first";
        found.push(Violation::new("tiles[0].kind", Reason::PLACEMENT_ORDER, text));
    }
    let corners = make_room(position);
    for i in 0..position.state().tiles.len() {
        let placed = position.state().tiles[i];
        let path = || format!("tiles[{i}]");
        let bound = if i == 0 { MAX_COORDINATE / 2 } else { MAX_COORDINATE };
        if placed.pos.x.unsigned_abs().max(placed.pos.y.unsigned_abs()) > bound as u16 {
            let text = format!("coordinates beyond {bound}");
            found.push(Violation::new(path(), Reason::OUT_OF_RANGE, text));
            bare.get_or_insert_with(|| position.board().clone());
            continue;
        }
        let kind = position.kind(placed.kind);
        if bare.is_some() || i > 0 && !position.board().fits(kind, placed.pos, placed.rotation) {
            let board = bare.get_or_insert_with(|| position.board().clone());
            misplaced(board, i, placed, kind, found);
            continue;
        }
        position.cover(i as u16);
        while let Some(figure) = position.state().figures.get(next_figure).filter(|f| f.tile as usize == i) {
            next_figure += 1;
            if with_figures {
                let at = SegmentRef { tile: figure.tile, segment: figure.segment };
                let claims = position.figure_def(figure.kind).is_some_and(|def| def.meeple);
                if figures_stay && claims && position.regions().figures(position.region(at)) > 0 {
                    let text = "the feature was occupied when this figure was placed";
                    found.push(Violation::new(format!("{}.figures", path()), Reason::FIGURE_PLACE, text));
                }
                position.count_figure(at);
            }
        }
    }
    let sound = found.len() == before;
    if sound {
        position.board_mut().find_frontier(corners);
    }
    sound
}

/// Tells what is wrong with a tile, and lays it on a board that keeps the squares only, unless it cannot lie there at all.
fn misplaced(board: &mut Board, tile: usize, placed: PlacedTile, kind: &TileKind, found: &mut Vec<Violation>) {
    let path = format!("tiles[{tile}]");
    let mut touches = tile == 0;
    let mut overlaps = false;
    for square in kind.squares(placed.rotation) {
        let at = placed.pos + square.offset;
        if let Some(other) = board.at(at) {
            overlaps = true;
            let text = format!("{at} is taken by tiles[{}]", other.tile);
            found.push(Violation::new(&*path, Reason::OVERLAP, text));
        }
        touches |= board.touches(at);
        for side in Side::ALL {
            let Some(neighbour) = board::asked(board.asks(at), side) else { continue };
            let own = square.edges.get(side);
            if !overlaps && own.0 & neighbour.0 == 0 {
                found.push(Violation::mismatch(&path, at, side, own.feature(), neighbour.feature()));
            }
        }
    }
    if !touches && !overlaps {
        found.push(Violation::new(&*path, Reason::ISLAND, format!("{} touches no earlier tile", placed.pos)));
    }
    if touches && !overlaps {
        board.place(tile as u16, kind, placed.pos, placed.rotation);
    }
}

/// Room for all tiles at once, if they lie as close together as tiles that touch do: else a few of them would ask for a table
/// of any size. Returns the corners between which they lie, if there are any and room was made.
fn make_room(position: &mut Position) -> Option<(Pos, Pos)> {
    position.state().tiles.first()?;
    let (placed, kind) = position.tile(0);
    let first = placed.pos + kind.squares(placed.rotation)[0].offset;
    let (mut from, mut to, mut count) = (first, first, 0);
    for tile in 0..position.state().tiles.len() as u16 {
        let (placed, kind) = position.tile(tile);
        for square in kind.squares(placed.rotation) {
            let pos = placed.pos + square.offset;
            from = Pos::new(from.x.min(pos.x), from.y.min(pos.y));
            to = Pos::new(to.x.max(pos.x), to.y.max(pos.y));
            count += 1;
        }
    }
    let span = |from: i16, to: i16| i32::from(to) - i32::from(from);
    let far = [from.x, from.y, to.x, to.y].into_iter().any(|c| c.unsigned_abs() > MAX_COORDINATE as u16);
    let close = !far && span(from.x, to.x) + span(from.y, to.y) < count;
    close.then(|| position.board_mut().make_room(from, to)).map(|()| (from, to))
}

/// What cannot be counted on in this game.
pub fn loose(position: &Position) -> Loose {
    position.game().expansions.iter().map(|e| e.loosens(position)).fold(Loose::default(), |all, one| Loose {
        turns: all.turns || one.turns,
        tiles: all.tiles || one.tiles,
        figures: all.figures || one.figures,
        parts: all.parts || one.parts,
        points: all.points || one.points,
    })
}

/// The kind that must lie on the table first; none while it is not yet known which tiles lie ready.
fn first_tile(game: &Game, state: &State) -> Option<Kind> {
    if state.turn.step == turn::OFFER {
        return None;
    }
    let held = state.players.iter().flat_map(|player| player.open());
    let placed = state.tiles.iter().map(|tile| tile.kind).chain(state.turn.tile);
    let ready: Vec<Kind> =
        state.offer.iter().copied().chain(held).chain(placed).filter(|kind| game.lies_beside(*kind)).collect();
    SetupContext { setup: &state.setup, catalogue: &game.catalogue }.start_beside(&ready)
}

/// Figures and tiles that wait beside the features and in front of players are where an expansion lets them be.
fn waiting(position: &Position, found: &mut Vec<Violation>) {
    let state = position.state();
    let expansions = &position.game().expansions;
    for (i, figure) in state.elsewhere.iter().enumerate() {
        let path = format!("elsewhere[{i}]");
        if i > 0 && state.elsewhere[i - 1] > *figure {
            found.push(Violation::new(&*path, Reason::UNSORTED, "figures in the order of places, players and kinds"));
        }
        if figure.player as usize >= state.players.len() {
            found.push(Violation::new(path, Reason::OUT_OF_RANGE, format!("there is no seat {}", figure.player)));
        } else if position.figure_def(figure.kind).is_none() {
            found.push(Violation::new(path, Reason::UNKNOWN_FIGURE, "no such kind of figure in this game"));
        } else if !expansions.iter().any(|e| e.may_wait(position, figure)) {
            found.push(Violation::new(path, Reason::FIGURE_PLACE, "no such figure can stand there"));
        }
    }
    for (i, figure) in state.neutral.iter().enumerate() {
        let path = format!("neutral[{i}]");
        if i > 0 && state.neutral[i - 1].kind >= figure.kind {
            found.push(Violation::new(&*path, Reason::UNSORTED, "kinds ascending, each once"));
        }
        let there = figure.beside.is_none_or(|beside| position.stands(beside, figure.place));
        if !there || !expansions.iter().any(|e| e.may_roam(position, figure)) {
            found.push(Violation::new(path, Reason::FIGURE_PLACE, "no such figure can stand there"));
        }
    }
    for (i, tokens) in state.tokens.iter().enumerate() {
        let path = format!("tokens[{i}]");
        let before = i.checked_sub(1).map(|i| state.tokens[i]);
        if before.is_some_and(|before| (before.place, before.token) >= (tokens.place, tokens.token)) {
            found.push(Violation::new(&*path, Reason::UNSORTED, "in the order of places and tokens, each once"));
        }
        if tokens.count == 0 || !expansions.iter().any(|e| e.may_lie(position, tokens)) {
            found.push(Violation::new(path, Reason::OUT_OF_RANGE, "no such tokens can lie there"));
        }
    }
    for (seat, player) in state.players.iter().enumerate() {
        let path = || format!("players[{seat}].hand");
        if !player.hand.is_sorted() {
            found.push(Violation::new(path(), Reason::UNSORTED, "open tiles first, then others, ascending by kind"));
        }
        if player.hand.iter().any(|held| !expansions.iter().any(|e| e.may_hold(position, seat as u8, *held))) {
            found.push(Violation::new(path(), Reason::TILE_COUNT, "the player cannot have this tile"));
        }
    }
    if position.hidden() as u64 > turn::left(position) {
        found.push(Violation::new(
            "players",
            Reason::TILE_COUNT,
            "more tiles are hidden than the bag could have given",
        ));
    }
    if position.hidden() > 0 && matches!(state.setup.draw, Draw::Seeded(Some(_))) {
        found.push(Violation::new("players", Reason::TILE_COUNT, "a state that shows its seed hides no tiles"));
    }
}

/// Every figure stands where it may.
fn figures(position: &Position, found: &mut Vec<Violation>) {
    let state = position.state();
    let loose = loose(position);
    // paths count the figures of each tile
    let mut number = 0;
    for (i, figure) in state.figures.iter().enumerate() {
        let previous = i.checked_sub(1).map(|i| state.figures[i]);
        number = if previous.is_some_and(|p| p.tile == figure.tile) { number + 1 } else { 0 };
        let mut refuse = |field: &str, reason, text: String| {
            let path = format!("tiles[{}].figures[{number}]{field}", figure.tile);
            found.push(Violation::new(path, reason, text));
        };
        if previous.is_some_and(|p| p >= *figure) {
            refuse("", Reason::UNSORTED, "figures in the order of tiles and segments".into());
        }
        if figure.player as usize >= state.setup.players.len() {
            refuse(".player", Reason::OUT_OF_RANGE, format!("there is no seat {}", figure.player));
        }
        let def = position.figure_def(figure.kind);
        if def.is_none() {
            refuse(".kind", Reason::UNKNOWN_FIGURE, "no such kind of figure in this game".into());
        }
        let tile = state.tiles.get(figure.tile as usize).map(|tile| position.kind(tile.kind));
        let Some(segment) = tile.and_then(|kind| kind.segments.get(figure.segment as usize)) else {
            refuse(".segment", Reason::NO_SUCH_SEGMENT, format!("the tile has no segment {}", figure.segment));
            continue;
        };
        if !segment.lies_on(figure.square) {
            refuse(".square", Reason::NO_SUCH_SEGMENT, "the segment does not lie on that square".into());
        }
        if let Some(def) = def.filter(|def| !turn::may_stand(position, def, segment.feature)) {
            let text = format!("no {} may stand on a {} in this game", def.name, segment.feature.name());
            refuse("", Reason::FIGURE_PLACE, text);
        }
        // a figure is placed on the tile that its player has just placed: one, unless an expansion lets more
        if loose.figures {
            continue;
        }
        let kind = state.tiles[figure.tile as usize].kind;
        let most = position.game().expansions.iter().map(|e| e.figures_of_turn(position, kind)).max().unwrap_or(1);
        if number >= most {
            refuse("", Reason::FIGURE_PLACE, format!("more than {most} figures of one turn on the tile"));
        }
        if figure.tile == 0 {
            refuse("", Reason::FIGURE_PLACE, "nobody placed the start tile, so nobody could claim it".into());
        } else if !loose.turns && usize::from(figure.player) != (figure.tile as usize - 1) % state.setup.players.len() {
            refuse(".player", Reason::FIGURE_PLACE, "another player placed this tile".into());
        }
    }
}

/// A completed feature keeps no figures, unless a tile of this turn completed it and it is not yet scored.
fn unscored(position: &Position, found: &mut Vec<Violation>) {
    let state = position.state();
    let stays = |figure| position.game().expansions.iter().any(|e| e.stays(position, figure));
    for figure in &state.figures {
        let region = position.region(SegmentRef { tile: figure.tile, segment: figure.segment });
        if position.is_completed(region)
            && (state.turn.step >= turn::SCORE && !stays(figure) || !turn::completed_in_turn(position, region))
        {
            let feature = position.regions().feature(region).name();
            let text = format!("a figure stands on a completed {feature}");
            found.push(Violation::new(format!("tiles[{}].figures", figure.tile), Reason::UNSCORED, text));
        }
    }
}

/// What scores at the end brings no points before.
fn points(position: &Position, found: &mut Vec<Violation>) {
    let state = position.state();
    for (seat, player) in state.players.iter().enumerate() {
        if state.turn.step != turn::OVER {
            for def in setup::rules().filter(|def| def.at_end && player.points[def.rule.0 as usize] > 0) {
                let text = format!("points by {}, which scores at the end", def.name);
                found.push(Violation::new(format!("players[{seat}].points"), Reason::WRONG_PHASE, text));
            }
        }
    }
}

/// The step is one that waits, and would wait in this state: entering it again changes nothing.
fn phase(position: &Position, found: &mut Vec<Violation>) {
    let state = position.state();
    let mut refuse = |path: &str, text: String| found.push(Violation::new(path, Reason::WRONG_PHASE, text));
    let turn = &state.turn;
    if turn.player as usize >= state.players.len() {
        return refuse("turn.player", format!("there is no seat {}", turn.player));
    }
    let Some(step) = position.game().step(turn.step) else {
        return refuse("turn", "no such phase in this game".into());
    };
    if (turn.step == turn::OFFER) != state.tiles.is_empty() {
        return refuse("turn", "the start tile lies on the table once it is known which tiles lie ready".into());
    }
    if (turn.step == turn::PLACE_TILE) != turn.tile.is_some() {
        return refuse("turn", "a tile is in hand exactly while it is to be placed".into());
    }
    if step.asks() != turn.asked.is_some() {
        return refuse("turn", "in such phases, and in no others, it must be said who is asked".into());
    }
    if turn.asked.is_some_and(|asked| asked.player as usize >= state.players.len() || asked.left == 0) {
        return refuse("turn", "a player is asked at least once, and there is such a player".into());
    }
    if step.is_about() != turn.asked.is_some_and(|asked| asked.about.is_some()) {
        return refuse("turn", "in such phases, and in no others, it must be said what the decision is about".into());
    }
    if !state.trail.is_empty() && !step.leaves_trail() {
        return refuse("turn", "nothing goes step by step in this phase".into());
    }
    if turn.ransomed && (position.game().interrupts.is_empty() || turn.step == turn::OVER) {
        return refuse("turn.ransomed", "no ransom can have been paid in this turn".into());
    }
    let loose = loose(position);
    if turn.second_part.is_some() && (!loose.parts || turn.step == turn::OVER) {
        return refuse("turn.second_part", "no turn has two parts in this game".into());
    }
    let closed = turn.closing.is_some_and(|last| {
        let kept = state.players.iter().any(|player| player.face_down() > 0);
        !loose.turns || last as usize >= state.players.len() || !turn::is_empty(position) || kept
    });
    if closed {
        return refuse("turn.closing", "the last turn has not ended".into());
    }
    let mut events = Vec::new();
    if step.enter(position, &mut events) != Flow::Wait || !events.is_empty() {
        refuse("turn", "there is nothing to decide in this phase".into());
    }
    if turn.step == turn::OVER && !turn::is_empty(position) {
        refuse("turn", "the game is not over: tiles can be drawn".into());
    }
    if state.tiles.is_empty() {
        if turn.player != 0 {
            refuse("turn.player", "the first player begins".into());
        }
        return;
    }
    let placed = state.tiles.len() - 1;
    if usize::from(turn.placed) > placed || !loose.tiles && turn.placed != Turn::usually_placed(turn.step) {
        return refuse("turn.placed", "so many tiles cannot have been placed in this turn".into());
    }
    if turn.step == turn::ACTION {
        if placed == 0 {
            refuse("turn", "no tile has been placed yet".into());
        }
        if !loose.figures && state.figures.iter().any(|f| f.tile as usize == placed) {
            refuse("turn", "a figure stands on the tile just placed already".into());
        }
    }
    if loose.turns {
        return;
    }
    // turns go around: as many as tiles were placed, and the one under way
    let before = placed - usize::from(turn.placed);
    let seat = |turns: usize| (turns % state.players.len()) as u8;
    // the last turn is that of the last tile, unless somebody after it drew only tiles that fit nowhere
    let over = turn.step == turn::OVER && before > 0;
    let last = over && turn.player == seat(before - 1);
    if !last && (turn.player != seat(before) || over && state.discarded.is_empty()) {
        refuse("turn.player", format!("after {before} turns seat {} is next", seat(before)));
    }
}
