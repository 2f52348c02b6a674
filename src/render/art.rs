//! The drawing of one kind of tile: the ground, which turns with the tile, and marks, which stay upright.

use std::fmt::Write;

use super::ground::{EMBLEM_RADIUS, Ground, Owner, PAVED_HALF_WIDTH, SPACE_RADIUS};
use super::layout::{MONASTERY_RADIUS, Piece, RIVER_HALF_WIDTH, ROAD_HALF_WIDTH, corner};
use super::marks::{self, Mark};
use super::shape::{Point, SQUARE, Shape, distance, turned};
use super::text;
use crate::engine::{Catalogue, Feature, Pos, Rotation, Side, TileKind};

const GRASS: &str = "#a9cb72";
/// Outline, filling.
const RIVER: [&str; 2] = ["#3f86b5", "#7fc4e8"];
const ROAD: [&str; 2] = ["#9c8559", "#f7f0dd"];
const CITY: &str = "#dba468";
const WALL: [&str; 2] = ["#6d4526", "#b98a5c"];
const HEDGE: [&str; 2] = ["#3f6b2e", "#6f9f4a"];
const PAVING: &str = "#d6cf9b";
/// Outline, filling of the ground around an emblem.
const EARTH: [&str; 2] = ["#a8895c", "#d9c08f"];
/// The court of a tile that fits anything: its joints and its wall, so that what meets it is seen to end there.
const COURT: [&str; 2] = ["#d3c8ab", "#bbae8c"];
const COURT_WALL: [&str; 3] = ["#57503f", "#a59c87", "#c9c1ad"];
/// Percent of the usual size.
const COURT_MONASTERY: i32 = 165;
/// How many characters of a name stand in one line below an emblem.
const NAME_WIDTH: usize = 13;
const NAME_SIZE: i32 = 108;
/// How far the outline of a road or river reaches into it.
const OUTLINE: i32 = 14;
/// How many houses a square of city shows, trees a field.
const HOUSES: usize = 7;
const TREES: usize = 3;

pub struct Art<'a> {
    pub kind: &'a TileKind,
    pub ground: Ground<'a>,
    /// Lowest first, unrotated, with their size in percent.
    marks: Vec<(Mark, Point, i32)>,
}

impl<'a> Art<'a> {
    pub fn new(catalogue: &'a Catalogue, kind: &'a TileKind) -> Art<'a> {
        let mut art = Art { kind, ground: Ground::new(catalogue, kind), marks: Vec::new() };
        art.add_marks(catalogue);
        art.marks.sort_by_key(|(_, p, _)| (p.1, p.0));
        art
    }

    fn add_marks(&mut self, catalogue: &Catalogue) {
        let ground = &self.ground;
        let mut marks: Vec<(Mark, Point, i32)> = Vec::new();
        let mut taken = ground.spots.clone();
        if let Some(emblem) = &ground.emblem {
            taken.push(emblem.at);
            marks.push((marks::EMBLEM, emblem.at, 100));
        }
        for piece in &ground.pieces {
            let Shape::Disc { centre, radius } = piece.shape else { continue };
            match piece.owner.map(|owner| self.kind.segments[owner as usize].feature) {
                // no village where something can be built
                None if self.kind.spaces.iter().any(|space| distance(space.at, centre) < radius) => {}
                None => marks.push((marks::VILLAGE, centre, 100)),
                Some(Feature::Monastery) => {
                    let size = if self.kind.fits_anything { COURT_MONASTERY } else { 100 };
                    marks.push((marks::MONASTERY, centre, radius * size / MONASTERY_RADIUS));
                }
                Some(Feature::Garden) => marks.push((marks::GARDEN, centre, radius)),
                _ => {}
            }
        }
        taken.extend(marks.iter().map(|(_, p, _)| p));
        taken.extend(self.kind.spaces.iter().map(|space| space.at));
        for (number, segment) in self.kind.segments.iter().enumerate() {
            let spot = ground.spots[number];
            let landmark = ground.landmarks.iter().find(|(owner, ..)| *owner as usize == number);
            let mouths = || ground.mouths.iter().filter(|(owner, _)| *owner as usize == number).map(|(_, p)| *p);
            let own = || ground.room_of(number as u8);
            for (i, mark) in catalogue.trait_names(segment.traits).filter_map(marks::of_trait).enumerate() {
                if mark == marks::TUNNEL {
                    marks.extend(mouths().map(|p| (mark, p, 100)));
                    taken.extend(mouths());
                    continue;
                }
                let place = match (segment.feature, landmark) {
                    (Feature::City, Some((_, p, room))) if i == 0 => Some((*p, *room)),
                    (Feature::City | Feature::Field, _) => own().best(&taken),
                    _ => ground.room_beside(spot).best(&taken),
                };
                if let Some((p, room)) = place {
                    taken.push(p);
                    marks.push((mark, p, room.clamp(65, 125)));
                }
            }
            for _ in 0..segment.coats_of_arms {
                if let Some((p, room)) = own().best(&taken) {
                    taken.push(p);
                    marks.push((marks::COAT_OF_ARMS, p, room.clamp(80, 120)));
                }
            }
        }
        for (name, mark) in catalogue.trait_names(self.kind.traits).filter_map(|n| Some((n, marks::of_trait(n)?))) {
            if let Some(space) = self.kind.spaces.iter().find(|space| space.name == name) {
                marks.push((mark, space.at, 100));
                continue;
            }
            let fields = |owner| match owner {
                Owner::Segment(s) => self.kind.segments[s as usize].feature == Feature::Field,
                _ => false,
            };
            if let Some((p, room)) = ground.room(|_, owner| fields(owner)).best(&taken) {
                taken.push(p);
                marks.push((mark, p, (room * 5 / 4).clamp(65, 125)));
            }
        }
        for (number, segment) in self.kind.segments.iter().enumerate() {
            let (mark, most, least) = match segment.feature {
                Feature::City => (marks::HOUSE, HOUSES * segment.squares.count_ones() as usize, 54),
                Feature::Field => (marks::TREE, TREES, 84),
                _ => continue,
            };
            let room = ground.room_of(number as u8);
            for _ in 0..most {
                let Some((p, room)) = room.best(&taken).filter(|(_, room)| *room >= least) else { break };
                taken.push(p);
                marks.push((mark, p, (room * 3 / 2).clamp(100, 150)));
            }
        }
        self.marks = marks;
    }

    /// The marks that it uses.
    pub fn marks(&self) -> impl Iterator<Item = Mark> {
        let village = self.marks.iter().any(|(mark, _, _)| *mark == marks::VILLAGE);
        self.marks.iter().map(|(mark, _, _)| *mark).chain(village.then_some(marks::HOUSE))
    }

    /// The definition of the unrotated ground.
    pub fn define_ground(&self, out: &mut String) {
        let number = self.kind.number;
        let squares = self.squares();
        let _ = write!(out, r#"<clipPath id="c{number}"><path d="{squares}"/></clipPath>"#);
        let _ = write!(out, r#"<g id="k{number}" clip-path="url(#c{number})" fill="none" stroke-linecap="round" "#);
        let ground = if self.kind.fits_anything { COURT[0] } else { GRASS };
        let _ = write!(out, r#"stroke-linejoin="round"><path d="{squares}" fill="{ground}"/>"#);
        if self.kind.fits_anything {
            let joints = |(x, y): Point| -> String {
                (1..8).map(|i| format!("M{x} {}h{SQUARE}M{} {y}v{SQUARE}", y + 125 * i, x + 125 * i)).collect()
            };
            let data: String = self.offsets().iter().map(|square| joints(corner(*square))).collect();
            stroke(out, &data, COURT[1], 10);
        }
        let hedge: String = self.ground.borders().iter().map(|(x, y)| format!("M{x} {y}h0")).collect();
        if !hedge.is_empty() {
            for (colour, width) in HEDGE.into_iter().zip([46, 22]) {
                stroke(out, &hedge, colour, width);
            }
        }
        if let Some(emblem) = &self.ground.emblem {
            let data: String = emblem.paved.iter().map(|(x, y)| format!("M{x} {y}h0")).collect();
            for (colour, inset) in EARTH.into_iter().zip([0, OUTLINE]) {
                stroke(out, &data, colour, 2 * (PAVED_HALF_WIDTH - inset));
            }
        }
        self.draw_strips(out, Feature::River, RIVER_HALF_WIDTH, RIVER);
        self.draw_strips(out, Feature::Road, ROAD_HALF_WIDTH, ROAD);
        for piece in &self.ground.pieces {
            self.draw_ground(out, piece);
        }
        self.draw_emblem(out);
        let border = outline(&self.offsets());
        if self.kind.fits_anything {
            for (colour, width, gaps) in [
                (COURT_WALL[0], 150, ""),
                (COURT_WALL[1], 122, ""),
                (COURT_WALL[2], 122, r#" stroke-dasharray="62 63""#),
            ] {
                let _ = write!(
                    out,
                    r#"<path d="{border}" stroke="{colour}" stroke-width="{width}" stroke-linecap="butt"{gaps}/>"#
                );
            }
        }
        let _ = write!(out, r##"<path d="{border}" stroke="#4a5a2a" stroke-opacity=".5" stroke-width="10"/></g>"##);
    }

    /// The definition of the tile as it lies in a rotation.
    pub fn define(&self, out: &mut String, rotation: Rotation) {
        let (number, quarters) = (self.kind.number, rotation as usize);
        let _ = write!(out, r##"<g id="k{number}r{quarters}"><use href="#k{number}""##);
        if quarters > 0 {
            let _ = write!(out, r#" transform="rotate({} 500 500)""#, 90 * quarters);
        }
        out.push_str("/>");
        let mut marks: Vec<_> = self.marks.iter().map(|(mark, p, size)| (turned(*p, rotation), *mark, *size)).collect();
        // what stands further south hides what stands behind it
        marks.sort_by_key(|(p, _, _)| (p.1, p.0));
        marks.into_iter().for_each(|(at, mark, size)| marks::draw(out, mark, at, size));
        self.draw_names(out, rotation);
        out.push_str("</g>");
    }

    /// The ground of the emblem and of the places where figures can stand.
    fn draw_emblem(&self, out: &mut String) {
        let Some(emblem) = &self.ground.emblem else { return };
        for (colour, inset) in EARTH.into_iter().zip([0, OUTLINE]) {
            disc(out, emblem.at, EMBLEM_RADIUS - inset, colour);
            self.kind.spaces.iter().for_each(|space| disc(out, space.at, SPACE_RADIUS - inset, colour));
        }
    }

    /// What stays upright and says which emblem and which places these are.
    fn draw_names(&self, out: &mut String, rotation: Rotation) {
        let Some(emblem) = &self.ground.emblem else { return };
        let style = r##"text-anchor="middle" fill="#3b3428""##;
        let bold = format!(r##"{style} font-weight="bold" stroke="#fff8e6" stroke-width="26" paint-order="stroke""##);
        let (x, y) = turned(emblem.at, rotation);
        let spaces: Vec<_> = self.kind.spaces.iter().filter(|space| space.at != emblem.at).collect();
        let lines = text::lines(&self.kind.name, NAME_WIDTH);
        // below the emblem, or above it if there is a space
        let height = NAME_SIZE * lines.len() as i32;
        let covered = spaces.iter().map(|space| turned(space.at, rotation)).any(|p| {
            (x - p.0).abs() < NAME_SIZE * 4 && (0..EMBLEM_RADIUS + height + SPACE_RADIUS).contains(&(p.1 - y))
        });
        let top = if covered { y - EMBLEM_RADIUS - height - 30 } else { y + EMBLEM_RADIUS };
        for (line, name) in (1..).zip(&lines) {
            text::write(out, x, top + NAME_SIZE * line, NAME_SIZE, &bold, name);
        }
        for space in spaces {
            let (x, y) = turned(space.at, rotation);
            match space.name.chars().count() {
                ..=2 => text::write(out, x, y + 43, 120, style, &space.name),
                _ => text::write(out, x, y + SPACE_RADIUS + 66, 76, &bold, &space.name),
            }
        }
    }

    /// The squares of the tile, unrotated, as the data of a path.
    fn squares(&self) -> String {
        squares(&self.offsets())
    }

    fn offsets(&self) -> Vec<Pos> {
        self.kind.squares(Rotation::R0).iter().map(|square| square.offset).collect()
    }

    /// Roads or rivers, of each first the outlines, then the fillings, so that its parts flow into each other; one that
    /// crosses another lies above it.
    fn draw_strips(&self, out: &mut String, feature: Feature, half_width: i32, colours: [&str; 2]) {
        for (number, _) in self.kind.segments.iter().enumerate().filter(|(_, segment)| segment.feature == feature) {
            for (colour, inset) in colours.into_iter().zip([0, OUTLINE]) {
                for piece in self.ground.pieces.iter().filter(|piece| piece.owner == Some(number as u8)) {
                    match &piece.shape {
                        Shape::Strip { line, .. } => stroke(out, &path(line), colour, 2 * (half_width - inset)),
                        Shape::Disc { centre, radius } => disc(out, *centre, radius - inset, colour),
                        Shape::Area(_) => {}
                    }
                }
            }
        }
    }

    fn draw_ground(&self, out: &mut String, piece: &Piece) {
        let feature = piece.owner.map(|owner| self.kind.segments[owner as usize].feature);
        match (&piece.shape, feature) {
            (Shape::Area(outline), _) => {
                let _ = write!(out, r#"<path d="{}z" fill="{CITY}"/>"#, path(outline));
                for (colour, width) in WALL.into_iter().zip([46, 20]) {
                    piece.walls.iter().for_each(|wall| stroke(out, &path(wall), colour, width));
                }
            }
            (Shape::Disc { centre, radius }, None) => disc(out, *centre, *radius, ROAD[1]),
            (Shape::Disc { .. }, Some(Feature::Monastery)) if self.kind.fits_anything => {}
            (Shape::Disc { centre, radius }, Some(Feature::Monastery)) => disc(out, *centre, *radius, PAVING),
            _ => {}
        }
    }
}

/// Squares as the data of a path.
pub fn squares(squares: &[Pos]) -> String {
    let corners = squares.iter().map(|square| corner(*square));
    corners.map(|(x, y)| format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")).collect()
}

/// The sides of squares beyond which there is none of them, as the data of a path.
pub fn outline(squares: &[Pos]) -> String {
    let mut data = String::new();
    for square in squares {
        let (x, y) = corner(*square);
        for side in Side::ALL.into_iter().filter(|side| !squares.contains(&square.step(*side))) {
            let [from, to] = [(0, 0), (SQUARE, 0)].map(|p| turned(p, Rotation::from_quarters(side as usize)));
            let _ = write!(data, "M{} {}L{} {}", x + from.0, y + from.1, x + to.0, y + to.1);
        }
    }
    data
}

/// A line as the data of a path.
fn path(line: &[Point]) -> String {
    let mut data = String::new();
    for (i, (x, y)) in line.iter().enumerate() {
        let _ = write!(data, "{}{x} {y}", if i == 0 { 'M' } else { 'L' });
    }
    data
}

fn stroke(out: &mut String, data: &str, colour: &str, width: i32) {
    let _ = write!(out, r#"<path d="{data}" stroke="{colour}" stroke-width="{width}"/>"#);
}

fn disc(out: &mut String, (x, y): Point, radius: i32, colour: &str) {
    let _ = write!(out, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>"#);
}
