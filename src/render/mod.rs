//! Pictures of a board as SVG: our own drawings, derived from the geometry of the catalogue.

mod art;
mod board;
mod figures;
mod ground;
mod layout;
mod legend;
mod marks;
mod shape;
mod sheet;
mod text;

pub use board::{RenderOptions, svg};
pub use sheet::catalogue_sheet;

use crate::engine::TileKind;
use ground::Ground;

/// A good place for a figure on a segment: thousandths of a square from the north-west corner of the square at the
/// origin, x to the east, y to the south, of the unrotated tile. Places of different segments are clearly apart.
///
/// # Panics
/// If the kind has no such segment.
pub fn figure_spot(kind: &TileKind, segment: usize) -> (i32, i32) {
    figure_spots(kind)[segment]
}

/// The places of `figure_spot` for all segments of a kind.
pub fn figure_spots(kind: &TileKind) -> Vec<(i32, i32)> {
    Ground::new(kind).spots
}

#[cfg(test)]
mod tests {
    use super::ground::Owner;
    use super::shape::{distance, turned};
    use super::*;
    use crate::engine::{Catalogue, HalfSide, Rotation};

    #[test]
    fn half_edges_show_what_the_catalogue_says() {
        for kind in &Catalogue::built_in().unwrap().kinds {
            let ground = Ground::new(kind);
            for square in kind.squares(Rotation::R0) {
                let (x, y) = layout::corner(square.offset);
                for half in HalfSide::all() {
                    let along = if half.index() % 2 == 0 { 250 } else { 750 };
                    let p = turned((along, 10), Rotation::from_quarters(half.side() as usize));
                    let field = square.fields[half.index()];
                    let drawn =
                        if field == crate::engine::tile::NONE { square.joins[half.side() as usize] } else { field };
                    assert_eq!(ground.owner((x + p.0, y + p.1)), Owner::Segment(drawn), "{} {}", kind.id, half.name());
                }
            }
        }
    }

    #[test]
    fn spots_are_apart_and_on_their_segments() {
        for kind in &Catalogue::built_in().unwrap().kinds {
            let ground = Ground::new(kind);
            let spots = figure_spots(kind);
            for (number, spot) in spots.iter().enumerate() {
                assert_eq!(ground.owner(*spot), Owner::Segment(number as u8), "{} {number}", kind.id);
                for other in &spots[..number] {
                    assert!(distance(*spot, *other) >= 150, "{} {number}: {spot:?} {other:?}", kind.id);
                }
            }
        }
    }
}
