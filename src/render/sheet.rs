//! A sheet with every kind of a catalogue.

use super::board::Drawings;
use super::shape::SQUARE;
use super::text;
use crate::engine::{Catalogue, Rotation};

/// Kinds in a row of the sheet.
const COLUMNS: i32 = 12;
const GUTTER: i32 = 160;
const LABEL: i32 = 260;

/// A picture of every kind of tile in its unrotated position, with its id, as a self-contained SVG document.
pub fn catalogue_sheet(catalogue: &Catalogue) -> String {
    let mut drawings = Drawings::new(catalogue);
    let mut body = String::new();
    let (mut x, mut y, mut row) = (GUTTER, GUTTER, 0);
    for kind in catalogue.all_kinds() {
        let offsets: Vec<_> = catalogue.kind(kind).squares(Rotation::R0).iter().map(|s| s.offset).collect();
        let range = |values: Vec<i16>| {
            let (low, high) = (values.iter().min().unwrap_or(&0), values.iter().max().unwrap_or(&0));
            (i32::from(*low) * SQUARE, (i32::from(*high) + 1) * SQUARE)
        };
        let (west, east) = range(offsets.iter().map(|p| p.x).collect());
        let (north, south) = range(offsets.iter().map(|p| p.y).collect());
        if x > GUTTER && x + east - west > COLUMNS * (SQUARE + GUTTER) {
            (x, y, row) = (GUTTER, y + row + LABEL + GUTTER, 0);
        }
        let attributes = format!(r#"data-kind="{}""#, text::escape(&catalogue.kind(kind).id));
        drawings.tile(&mut body, kind, Rotation::R0, (x - west, y - north), &attributes, &catalogue.kind(kind).name);
        let label = text::shortened(&catalogue.kind(kind).id, 21);
        let style = r##"fill="#3b3428" text-anchor="middle""##;
        let size = if label.len() > 14 { 88 } else { 130 };
        text::write(&mut body, x + (east - west) / 2, y + south - north + 170, size, style, &label);
        x += east - west + GUTTER;
        row = row.max(south - north);
    }
    let size = [0, 0, COLUMNS * (SQUARE + GUTTER) + GUTTER, y + row + LABEL + GUTTER];
    drawings.document("Kinds of tiles (unofficial drawings)", size, 100, &body)
}
