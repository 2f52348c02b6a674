//! The picture of a position: table, tiles, figures, what may be done next, and a legend.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::art::{Art, outline, squares};
use super::figures::{self, Figure};
use super::legend;
use super::marks::Mark;
use super::shape::{Point, SQUARE, turned};
use super::text;
use crate::engine::{Catalogue, Decider, Kind, Move, Place, Pos, Position, Rotation, SegmentRef};

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
const FONT: &str = r#"font-family="DejaVu Sans,Verdana,sans-serif""#;
const TABLE: &str = "#ece4d2";

/// The drawings of a document: each kind and rotation is defined once and then used.
pub struct Drawings<'a> {
    catalogue: &'a Catalogue,
    art: BTreeMap<Kind, Art<'a>>,
    used: BTreeSet<(Kind, Rotation)>,
}

impl<'a> Drawings<'a> {
    pub fn new(catalogue: &'a Catalogue) -> Drawings<'a> {
        Drawings { catalogue, art: BTreeMap::new(), used: BTreeSet::new() }
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
        let marks: BTreeSet<Mark> = self.art.values().flat_map(|art| art.marks()).collect();
        for Mark { id, svg } in marks {
            let _ = write!(out, r#"<g id="{id}">{svg}</g>"#);
        }
        figures::define(&mut out);
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
    draw_figures(&mut body, position, &mut drawings);
    draw_elsewhere(&mut body, position, &mut drawings);
    draw_figure_moves(&mut body, position, &moves, &mut drawings);

    let margin = if options.coordinates { MARGIN } else { MARGIN / 4 };
    let (left, top) = (west * SQUARE - margin, north * SQUARE - margin);
    let (mut width, mut height) = ((east - west) * SQUARE + 2 * margin, (south - north) * SQUARE + 2 * margin);
    if options.legend {
        let used = legend::draw(&mut body, position, &mut drawings, (left + width, top + MARGIN));
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

/// Where a figure stands: the place of its segment, or a place on the square that it was put on.
fn spot(position: &Position, drawings: &mut Drawings, at: SegmentRef, square: u8) -> Point {
    let (tile, kind) = position.tile(at.tile);
    let ground = &drawings.art(tile.kind).ground;
    let own = ground.spots[at.segment as usize];
    let spot = if kind.segments[at.segment as usize].squares.count_ones() == 1 || ground.on_square(own, square as usize)
    {
        own
    } else {
        let others: Vec<Point> = ground.spots.iter().copied().filter(|p| *p != own).collect();
        ground.spot(at.segment, Some(square as usize), &others)
    };
    let ((x, y), (dx, dy)) = (turned(spot, tile.rotation), super::layout::corner(tile.pos));
    (x + dx, y + dy)
}

/// Where a figure stands that is on a tile; none for one beside the track.
fn spot_of(position: &Position, drawings: &mut Drawings, place: Place) -> Option<Point> {
    if let Some((at, square)) = position.resolve(place) {
        return Some(spot(position, drawings, at, square));
    }
    let (tile, kind) = position.tile(position.tile_of(place)?);
    let own = match place {
        Place::Space { space, .. } => kind.spaces.get(space as usize)?.at,
        _ => drawings.art(tile.kind).ground.emblem.as_ref()?.at,
    };
    let ((x, y), (dx, dy)) = (turned(own, tile.rotation), super::layout::corner(tile.pos));
    Some((x + dx, y + dy))
}

/// Markers on their heads, and figures on spaces beside each other.
fn draw_elsewhere(out: &mut String, position: &Position, drawings: &mut Drawings) {
    let elsewhere = &position.state().elsewhere;
    for (number, figure) in elsewhere.iter().enumerate() {
        let Some((x, y)) = spot_of(position, drawings, figure.place) else { continue };
        let together = elsewhere.iter().filter(|other| other.place == figure.place).count() as i32;
        let earlier = elsewhere[..number].iter().filter(|other| other.place == figure.place).count() as i32;
        let def = position.figure_def(figure.kind);
        let _ = write!(
            out,
            r#"<g data-elsewhere="{number}" data-player="{}"><title>{}: {}</title>"#,
            figure.player,
            text::escape(&name_of(position, figure.player)),
            def.map_or("figure", |def| def.name),
        );
        match figure.place {
            Place::Tile { .. } => Figure::new(def).draw_marking(out, (x, y), figure.player),
            _ => {
                let x = x + 130 * (2 * earlier + 1 - together) / 2;
                Figure::new(def).draw(out, (x, y), figure.player, None, 85);
            }
        }
        out.push_str("</g>");
    }
}

fn draw_figures(out: &mut String, position: &Position, drawings: &mut Drawings) {
    let figures = &position.state().figures;
    for (number, figure) in figures.iter().enumerate() {
        let at = SegmentRef { tile: figure.tile, segment: figure.segment };
        // figures that share a place stand beside each other
        let beside = |f: &&_| {
            let f: &crate::engine::Figure = f;
            (f.tile, f.segment, f.square) == (figure.tile, figure.segment, figure.square)
        };
        let (earlier, together) =
            (figures[..number].iter().filter(beside).count(), figures.iter().filter(beside).count());
        let (x, y) = spot(position, drawings, at, figure.square);
        let x = x + 130 * (2 * earlier as i32 + 1 - together as i32) / 2;
        let def = position.figure_def(figure.kind);
        let feature = position.segment(at).feature;
        let _ = write!(
            out,
            r#"<g data-figure="{number}" data-player="{}"><title>{}: {} on {} {}</title>"#,
            figure.player,
            text::escape(&name_of(position, figure.player)),
            def.map_or("figure", |def| def.name),
            feature.name(),
            position.square(figure.tile, figure.square),
        );
        Figure::new(def).draw(out, (x, y), figure.player, Some(feature), 100);
        out.push_str("</g>");
    }
}

/// Pale figures where one may be placed, rings around those that may be taken back.
fn draw_figure_moves(out: &mut String, position: &Position, moves: &[Move], drawings: &mut Drawings) {
    let mut drawn: Vec<Place> = Vec::new();
    for mv in moves {
        let (figure, place, placed) = match *mv {
            Move::PlaceFigure { figure, place } => (figure, place, true),
            Move::MoveFigure { figure, to, .. } => (figure, to, true),
            Move::ReturnFigure { figure, place } => (figure, place, false),
            _ => continue,
        };
        let Some((x, y)) = spot_of(position, drawings, place) else { continue };
        // kinds of figures that may stand on the same place step aside
        let aside = 110 * drawn.iter().filter(|p| **p == place).count() as i32;
        drawn.push(place);
        let at = position.resolve(place).map(|(at, _)| at);
        let name = match place {
            Place::Segment { segment, .. } => segment.to_string(),
            Place::Space { space, .. } => format!("space-{space}"),
            Place::Corner { .. } => "corner".into(),
            Place::Tile { .. } | Place::Track { .. } | Place::Square { .. } => continue,
        };
        if placed {
            let _ = write!(out, r#"<g data-choice="{name}" opacity=".7">"#);
            let Decider::Player(player) = position.decider() else { continue };
            let feature = at.map(|at| position.segment(at).feature);
            Figure::new(position.figure_def(figure)).draw(out, (x + aside, y), player, feature, 75);
            out.push_str("</g>");
        } else {
            let _ = write!(
                out,
                r##"<circle data-return="{name}" cx="{x}" cy="{y}" r="190" fill="none" stroke="#d6336c" stroke-width="30" stroke-dasharray="70 50"/>"##
            );
        }
    }
}
