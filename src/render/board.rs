//! The picture of a position: table, tiles, figures, what may be done next, and a legend.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::art::{Art, outline, squares};
use super::figures::{self, Figure};
use super::marks::{self, Mark};
use super::shape::{Point, SQUARE};
use super::standing::{Standing, centre, neutral_spot, scale, spot_of, standing, token_foot};
use super::{choices, legend, text};
use crate::engine::setup::{self, Token};
use crate::engine::state::Owned;
use crate::engine::{Catalogue, Kind, Move, Place, Pos, Position, Rotation, Side};

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct RenderOptions {
    /// Pixels of the side of a square.
    pub square: u32,
    /// Mark what the next player may do: where the tile may lie, where figures may stand or be taken back.
    pub legal: bool,
    /// Frame the tile placed last.
    pub last: bool,
    /// Numbers of columns and rows along the border.
    pub coordinates: bool,
    /// Players, points, supply and the tile drawn beside the board.
    pub legend: bool,
}

impl Default for RenderOptions {
    fn default() -> Self {
        RenderOptions { square: 100, legal: false, last: true, coordinates: true, legend: true }
    }
}

/// Between the tiles and the edge of the picture: room for coordinates.
const MARGIN: i32 = 420;
/// Without them: room for whatever stands at an edge.
const BARE_MARGIN: i32 = 320;
const FONT: &str = r#"font-family="DejaVu Sans,Verdana,sans-serif""#;
const TABLE: &str = "#ece4d2";

/// The drawings of a document: each kind and rotation is defined once and then used.
pub struct Drawings<'a> {
    catalogue: &'a Catalogue,
    art: BTreeMap<Kind, Art<'a>>,
    used: BTreeSet<(Kind, Rotation)>,
    /// Marks used beside those on tiles.
    marks: BTreeSet<Mark>,
}

impl<'a> Drawings<'a> {
    pub fn new(catalogue: &'a Catalogue) -> Drawings<'a> {
        Drawings { catalogue, art: BTreeMap::new(), used: BTreeSet::new(), marks: BTreeSet::new() }
    }

    pub fn art(&mut self, kind: Kind) -> &Art<'a> {
        let catalogue = self.catalogue;
        self.art.entry(kind).or_insert_with(|| Art::new(catalogue, catalogue.kind(kind)))
    }

    /// Draws a tile with its origin at a point. `attributes` are further ones of the element, `title` explains it.
    pub fn tile(
        &mut self,
        out: &mut String,
        kind: Kind,
        rotation: Rotation,
        (x, y): Point,
        attributes: &str,
        title: &str,
    ) {
        let number = self.art(kind).kind.number;
        self.used.insert((kind, rotation));
        let quarters = rotation as usize;
        let _ = write!(out, r##"<use href="#k{number}r{quarters}" x="{x}" y="{y}" {attributes}>"##);
        let _ = write!(out, "<title>{}</title></use>", text::escape(title));
    }

    /// Draws a mark around a point, at so many percent of its size.
    pub fn mark(&mut self, out: &mut String, mark: Mark, at: Point, percent: i32) {
        self.marks.insert(mark);
        marks::draw(out, mark, at, percent);
    }

    /// The whole document around a body whose origin is at (0, 0); sizes in thousandths of a square of `square` pixels.
    pub fn document(&self, title: &str, view: [i32; 4], square: u32, body: &str) -> String {
        let mut out = String::new();
        let [left, top, width, height] = view;
        let pixels = |length: i32| i64::from(length) * i64::from(square) / i64::from(SQUARE);
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="{left} {top} {width} {height}" {FONT}>"#,
            pixels(width),
            pixels(height),
        );
        let _ = write!(out, "<title>{}</title><defs>", text::escape(title));
        let marks: BTreeSet<Mark> =
            self.art.values().flat_map(|art| art.marks()).chain(self.marks.iter().copied()).collect();
        for Mark { id, svg } in marks {
            let _ = write!(out, r#"<g id="{id}">{svg}</g>"#);
        }
        figures::define(&mut out, body);
        self.art.values().for_each(|art| art.define_ground(&mut out));
        for (kind, rotation) in &self.used {
            self.art[kind].define(&mut out, *rotation);
        }
        let _ = write!(
            out,
            r#"</defs><rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{TABLE}"/>{body}</svg>"#
        );
        out.push('\n');
        out
    }
}

/// A picture of a position as a self-contained SVG document. The same position gives the same bytes.
pub fn svg(position: &Position, options: &RenderOptions) -> String {
    let moves = if options.legal { position.legal_moves() } else { Vec::new() };
    let tiles = &position.state().tiles;
    let placements = placements(position, &moves);
    let covered = tiles
        .iter()
        .flat_map(|tile| position.kind(tile.kind).squares(tile.rotation).iter().map(|square| tile.pos + square.offset));
    let all: Vec<Pos> = covered.chain(placements.keys().copied()).collect();
    let edge = |value: fn(&Pos) -> i16| {
        let (low, high) = (all.iter().map(value).min().unwrap_or(0), all.iter().map(value).max().unwrap_or(0));
        (i32::from(low), i32::from(high) + 1)
    };
    let ((west, east), (north, south)) = (edge(|p| p.x), edge(|p| p.y));

    let mut drawings = Drawings::new(position.catalogue());
    let mut body = String::new();
    draw_table(&mut body, (west, east), (north, south), options);
    draw_tiles(&mut body, position, &mut drawings);
    draw_placements(&mut body, &placements);
    if options.last {
        draw_last(&mut body, position);
    }
    draw_tokens(&mut body, position, &mut drawings);
    let standing = standing(position, &mut drawings);
    draw_figures(&mut body, position, &standing);
    draw_neutral(&mut body, position, &mut drawings, &standing);
    choices::draw(&mut body, position, &moves, &mut drawings, &standing);

    let margin = if options.coordinates { MARGIN } else { BARE_MARGIN };
    let (left, top) = (west * SQUARE - margin, north * SQUARE - margin);
    let (mut width, mut height) = ((east - west) * SQUARE + 2 * margin, (south - north) * SQUARE + 2 * margin);
    if options.legend {
        let used = legend::draw(&mut body, position, &moves, &mut drawings, (left + width, top + MARGIN));
        width += legend::WIDTH;
        height = height.max(used + 2 * MARGIN);
    }
    drawings.document("Carcassonne board (unofficial)", [left, top, width, height], options.square, &body)
}

/// What a player is called.
pub fn name_of(position: &Position, player: u8) -> String {
    match position.state().setup.players.get(player as usize) {
        Some(name) if !name.trim().is_empty() => name.clone(),
        _ => format!("Player {}", player + 1),
    }
}

pub fn token_name(token: Token) -> &'static str {
    setup::tokens().find(|def| def.token == token).map_or("token", |def| def.name)
}

fn draw_table(out: &mut String, (west, east): (i32, i32), (north, south): (i32, i32), options: &RenderOptions) {
    let _ = write!(
        out,
        r##"<rect x="{}" y="{}" width="{}" height="{}" fill="#f7f2e6"/><path d=""##,
        west * SQUARE,
        north * SQUARE,
        (east - west) * SQUARE,
        (south - north) * SQUARE
    );
    for x in west..=east {
        let _ = write!(out, "M{} {}v{}", x * SQUARE, north * SQUARE, (south - north) * SQUARE);
    }
    for y in north..=south {
        let _ = write!(out, "M{} {}h{}", west * SQUARE, y * SQUARE, (east - west) * SQUARE);
    }
    out.push_str(r##"" stroke="#ddd2b8" stroke-width="12" fill="none"/>"##);
    if !options.coordinates {
        return;
    }
    out.push_str(r##"<g fill="#7b6f58" text-anchor="middle">"##);
    for x in west..east {
        for y in [north * SQUARE - 130, south * SQUARE + 280] {
            text::write(out, x * SQUARE + SQUARE / 2, y, 200, "", &x.to_string());
        }
    }
    for y in north..south {
        for x in [west * SQUARE - 220, east * SQUARE + 220] {
            text::write(out, x, y * SQUARE + SQUARE / 2 + 70, 200, "", &y.to_string());
        }
    }
    out.push_str("</g>");
}

fn draw_tiles(out: &mut String, position: &Position, drawings: &mut Drawings) {
    for (number, tile) in position.state().tiles.iter().enumerate() {
        let kind = position.kind(tile.kind);
        let attributes = format!(r#"data-tile="{number}" data-kind="{}""#, text::escape(&kind.id));
        let title = format!("{} at {}", kind.name, tile.pos);
        drawings.tile(out, tile.kind, tile.rotation, super::layout::corner(tile.pos), &attributes, &title);
    }
}

fn draw_last(out: &mut String, position: &Position) {
    let Some(last) = position.last_tile() else { return };
    let (tile, kind) = position.tile(last);
    let squares: Vec<Pos> = kind.squares(tile.rotation).iter().map(|square| tile.pos + square.offset).collect();
    let data = outline(&squares);
    for (colour, width) in [("#fff", 74), ("#d6336c", 42)] {
        let _ = write!(
            out,
            r#"<path data-last="{last}" d="{data}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="square"/>"#
        );
    }
}

/// The squares that a tile could cover next; with the rotations in which its origin can lie there.
fn placements(position: &Position, moves: &[Move]) -> BTreeMap<Pos, Vec<Rotation>> {
    let mut placements: BTreeMap<Pos, Vec<Rotation>> = BTreeMap::new();
    for mv in moves {
        let Move::PlaceTile { kind, pos, rotation } = *mv else { continue };
        for square in position.kind(kind).squares(rotation) {
            placements.entry(pos + square.offset).or_default();
        }
        placements.entry(pos).or_default().push(rotation);
    }
    placements
}

/// Squares where the tile may lie, with an arrow to where its north may point.
fn draw_placements(out: &mut String, placements: &BTreeMap<Pos, Vec<Rotation>>) {
    for (pos, rotations) in placements {
        let (x, y) = super::layout::corner(*pos);
        let _ = write!(
            out,
            r##"<g data-placement="{pos}"><path d="{}" fill="#ffd75e" fill-opacity=".55" stroke="#b07d00" stroke-width="28" stroke-dasharray="90 70"/>"##,
            squares(&[*pos])
        );
        for rotation in rotations {
            let _ = write!(
                out,
                r##"<path d="M0 -360L120 -210H-120z" fill="#8a6200" transform="translate({} {}) rotate({})"/>"##,
                x + SQUARE / 2,
                y + SQUARE / 2,
                90 * *rotation as i32
            );
        }
        out.push_str("</g>");
    }
}

/// Tokens piled on each other, with their number.
fn draw_tokens(out: &mut String, position: &Position, drawings: &mut Drawings) {
    let tokens = &position.state().tokens;
    for (number, pile) in tokens.iter().enumerate() {
        let Some((x, y)) = spot_of(position, drawings, pile.place) else { continue };
        let name = token_name(pile.token);
        let below: i32 = tokens[..number].iter().filter(|o| o.place == pile.place).map(|o| i32::from(o.count)).sum();
        let _ =
            write!(out, r#"<g data-token="{name}" data-count="{}"><title>{name}: {}</title>"#, pile.count, pile.count);
        let mut feet: Vec<i32> = (below..below + i32::from(pile.count)).map(token_foot).collect();
        feet.dedup();
        feet.iter().for_each(|foot| drawings.mark(out, marks::of_token(name), (x, y - foot), 100));
        let (x, y) = (x + 96, y - feet[0] - 4);
        let _ =
            write!(out, r##"<circle cx="{x}" cy="{y}" r="58" fill="#fffaf0" stroke="#3b3428" stroke-width="12"/>"##);
        let style = r##"font-weight="bold" text-anchor="middle" fill="#3b3428""##;
        text::write(out, x, y + 32, 88, style, &pile.count.to_string());
        out.push_str("</g>");
    }
}

fn draw_figures(out: &mut String, position: &Position, standing: &[Standing]) {
    for Standing { figure, place, number: (list, number), at, on } in standing {
        let def = position.figure_def(figure.figure);
        let _ = write!(
            out,
            r#"<g data-{list}="{number}" data-player="{}"><title>{}: {}"#,
            figure.player,
            text::escape(&name_of(position, figure.player)),
            def.map_or("figure", |def| def.name),
        );
        if let (Some(feature), Some(square)) = (on, position.square_of(*place)) {
            let _ = write!(out, " on {} {square}", feature.name());
        }
        out.push_str("</title>");
        // a light behind the figure beside which a figure of nobody stands
        if position.state().neutral.iter().any(|other| other.place == *place && other.beside == Some(*figure)) {
            let (x, y) = at;
            let _ = write!(
                out,
                r##"<circle data-companion="1" cx="{x}" cy="{y}" r="180" fill="#fff3a6" fill-opacity=".85" stroke="#c99a00" stroke-width="16"/>"##
            );
        }
        match place {
            Place::Tile { .. } => Figure::new(def).draw_marking(out, *at, figure.player),
            _ => Figure::new(def).draw(out, *at, Some(figure.player), *on, scale(*place)),
        }
        out.push_str("</g>");
    }
}

/// Figures of nobody, with the way that one has come which goes step by step.
fn draw_neutral(out: &mut String, position: &Position, drawings: &mut Drawings, standing: &[Standing]) {
    let state = position.state();
    if let [first, others @ ..] = &state.trail[..] {
        let (x, y) = centre(*first);
        let _ = write!(out, r#"<path data-trail="{}" d="M{x} {y}"#, state.trail.len());
        let now = state.neutral.iter().filter_map(|figure| match figure.place {
            Place::Square { square } => Some(square),
            _ => None,
        });
        let last = state.trail[state.trail.len() - 1];
        let now = now.filter(|square| Side::ALL.iter().any(|side| last.step(*side) == *square)).take(1);
        for (x, y) in others.iter().copied().chain(now).map(centre) {
            let _ = write!(out, "L{x} {y}");
        }
        out.push_str(
            r##"" fill="none" stroke="#3d060f" stroke-opacity=".6" stroke-width="40" stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="4 90"/>"##,
        );
    }
    for figure in &state.neutral {
        let Some(at) = neutral_spot(position, drawings, standing, *figure) else { continue };
        let def = setup::figure(figure.kind);
        let name = def.map_or("figure", |def| def.name);
        let _ = write!(out, r#"<g data-neutral="{name}"><title>{name}"#);
        if let Some(Owned { player, figure }) = figure.beside {
            let companion = position.figure_def(figure).map_or("figure", |def| def.name);
            let _ = write!(out, " beside {}: {companion}", text::escape(&name_of(position, player)));
        }
        out.push_str("</title>");
        Figure::new(def).draw(out, at, None, None, 100);
        out.push_str("</g>");
    }
}
