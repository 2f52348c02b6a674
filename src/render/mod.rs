//! Pictures of a board as SVG: our own drawings, derived from the geometry of the catalogue.

mod art;
mod board;
mod choices;
mod figures;
mod ground;
mod layout;
mod legend;
mod marks;
mod shape;
mod sheet;
mod standing;
mod text;

pub use board::{RenderOptions, svg};
pub use sheet::catalogue_sheet;

use crate::engine::{Catalogue, TileKind};
use ground::Ground;

/// A good place for a figure on a segment: thousandths of a square from the north-west corner of the square at the
/// origin, x to the east, y to the south, of the unrotated tile. Places of different segments are clearly apart.
///
/// # Panics
/// If the kind has no such segment.
pub fn figure_spot(catalogue: &Catalogue, kind: &TileKind, segment: usize) -> (i32, i32) {
    figure_spots(catalogue, kind)[segment]
}

/// The places of `figure_spot` for all segments of a kind.
pub fn figure_spots(catalogue: &Catalogue, kind: &TileKind) -> Vec<(i32, i32)> {
    Ground::new(catalogue, kind).spots
}

/// Where the marker of the owner stands: on the picture of a tile that does something for its owner, away from all
/// places of figures on features. Coordinates as of `figure_spot`; `None` if the tile does nothing.
pub fn marker_spot(catalogue: &Catalogue, kind: &TileKind) -> Option<(i32, i32)> {
    Ground::new(catalogue, kind).emblem.map(|emblem| emblem.at)
}

/// A place on no feature where figures can stand. Coordinates as of `figure_spot`.
///
/// # Panics
/// If the kind has no such space.
pub fn space_spot(kind: &TileKind, space: usize) -> (i32, i32) {
    kind.spaces[space].at
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::art::Art;
    use super::board::Drawings;
    use super::ground::Owner;
    use super::shape::{SQUARE, distance, turned};
    use super::*;
    use crate::engine::tile::NONE;
    use crate::engine::{Feature, HalfSide, Rotation, Side};

    /// Kinds that no set has: several squares, dead ends in the open, an enclosed field, odd combinations.
    const UNKNOWN: &str = include_str!("unknown_kinds.toml");

    fn catalogues() -> Vec<Catalogue> {
        let data = crate::engine::expansion::ALL.iter().filter_map(|e| e.data());
        [Catalogue::read(data), Catalogue::read([UNKNOWN].into_iter())].map(|read| read.expect("valid data")).into()
    }

    fn all_kinds(catalogues: &[Catalogue]) -> impl Iterator<Item = (&Catalogue, &TileKind)> {
        catalogues.iter().flat_map(|catalogue| catalogue.kinds.iter().map(move |kind| (catalogue, kind)))
    }

    #[test]
    fn edges_show_what_the_catalogue_says() {
        for (catalogue, kind) in all_kinds(&catalogues()) {
            let ground = Ground::new(catalogue, kind);
            for square in kind.squares(Rotation::R0) {
                let (x, y) = layout::corner(square.offset);
                let at = |along: i32, side: Side| {
                    let p = turned((along, 10), Rotation::from_quarters(side as usize));
                    ground.owner((x + p.0, y + p.1))
                };
                for half in HalfSide::all() {
                    let (field, whole) = (square.fields[half.index()], square.joins[half.side() as usize]);
                    let drawn = if field == NONE { whole } else { field };
                    if drawn != NONE {
                        // the middle of the edge is taken by the road or river that goes over it
                        for from_corner in [150, 250, 400] {
                            let along = if half.index() % 2 == 0 { from_corner } else { SQUARE - from_corner };
                            let shown = at(along, half.side());
                            assert_eq!(shown, Owner::Segment(drawn), "{} {} {along}", kind.id, half.name());
                        }
                    }
                    if whole != NONE {
                        let shown = at(SQUARE / 2, half.side());
                        assert_eq!(shown, Owner::Segment(whole), "{} {}", kind.id, half.name());
                    }
                }
            }
        }
    }

    #[test]
    fn spots_are_apart_and_on_their_segments() {
        for (catalogue, kind) in all_kinds(&catalogues()) {
            let ground = Ground::new(catalogue, kind);
            let spots = figure_spots(catalogue, kind);
            assert_eq!(spots.len(), kind.segments.len());
            for (number, spot) in spots.iter().enumerate() {
                assert_eq!(ground.owner(*spot), Owner::Segment(number as u8), "{} {number}", kind.id);
                assert_eq!(*spot, figure_spot(catalogue, kind, number));
                for other in &spots[..number] {
                    assert!(distance(*spot, *other) >= 150, "{} {number}: {spot:?} {other:?}", kind.id);
                }
            }
        }
    }

    /// On every square of a segment there is a place for a figure.
    #[test]
    fn a_spot_on_each_square() {
        for (catalogue, kind) in all_kinds(&catalogues()) {
            let ground = Ground::new(catalogue, kind);
            for (number, segment) in kind.segments.iter().enumerate() {
                for square in (0..16).filter(|square| segment.squares >> square & 1 == 1) {
                    let spot = ground.spot(number as u8, Some(square), &[]);
                    assert!(ground.on_square(spot, square), "{} {number} {square}", kind.id);
                    assert_eq!(ground.owner(spot), Owner::Segment(number as u8), "{} {number} {square}", kind.id);
                }
            }
        }
    }

    /// Which cities a field touches is data; the picture agrees with it, on tiles of several squares if an emblem stands
    /// where nothing else divides.
    #[test]
    fn fields_border_the_cities_that_they_touch() {
        for (catalogue, kind) in all_kinds(&catalogues()) {
            let ground = Ground::new(catalogue, kind);
            let corners: Vec<_> = kind.squares(Rotation::R0).iter().map(|s| layout::corner(s.offset)).collect();
            if corners.len() > 1 && ground.emblem.is_none() {
                continue;
            }
            let feature = |owner| match owner {
                Owner::Segment(s) => Some((kind.segments[s as usize].feature, s)),
                _ => None,
            };
            let mut drawn = BTreeSet::new();
            let cells = (0..SQUARE * SQUARE / 100).map(|i| (i % 100 * 10 + 5, i / 100 * 10 + 5));
            for (x, y) in cells.flat_map(|(x, y)| corners.iter().map(move |corner| (corner.0 + x, corner.1 + y))) {
                for q in [(x + 20, y), (x, y + 20), (x - 20, y), (x, y - 20)] {
                    let pair = (feature(ground.owner((x, y))), feature(ground.owner(q)));
                    if let (Some((Feature::Field, field)), Some((Feature::City, city))) = pair {
                        drawn.insert((field, city));
                    }
                }
            }
            let fields = (0u8..).zip(&kind.segments);
            let known = fields.flat_map(|(field, s)| s.touches.iter().map(move |city| (field, *city))).collect();
            assert_eq!(drawn, known, "{}", kind.id);
        }
    }

    /// A field is drawn in one piece, and whatever stands on no feature leaves room for all of it.
    #[test]
    fn fields_are_connected_on_tiles_with_an_emblem() {
        for (catalogue, kind) in all_kinds(&catalogues()) {
            let ground = Ground::new(catalogue, kind);
            let Some(emblem) = &ground.emblem else { continue };
            assert_eq!(ground.owner(emblem.at), Owner::Nobody, "{}", kind.id);
            assert_eq!(Some(emblem.at), marker_spot(catalogue, kind));
            let spaces: Vec<_> = (0..kind.spaces.len()).map(|space| space_spot(kind, space)).collect();
            for spot in ground.spots.iter().chain(kind.spaces.iter().map(|space| &space.at).skip(1)) {
                assert!(distance(*spot, emblem.at) >= 150, "{} {spot:?}", kind.id);
            }
            for (number, space) in spaces.iter().enumerate() {
                assert_eq!(ground.owner(*space), Owner::Nobody, "{}", kind.id);
                assert!(ground.spots.iter().all(|spot| distance(*spot, *space) >= 150), "{} {number}", kind.id);
                assert!(spaces[..number].iter().all(|other| distance(*other, *space) >= 150), "{} {number}", kind.id);
            }
            let areas = |feature| [Feature::Field, Feature::City].contains(&feature);
            for (number, _) in kind.segments.iter().enumerate().filter(|(_, segment)| areas(segment.feature)) {
                assert_eq!(ground.parts(number as u8), 1, "{} {number}", kind.id);
            }
        }
    }

    #[test]
    fn spaces_are_on_no_feature_and_apart_from_spots() {
        for (catalogue, kind) in all_kinds(&catalogues()).filter(|(_, kind)| kind.effect.is_empty()) {
            let ground = Ground::new(catalogue, kind);
            for space in &kind.spaces {
                assert_eq!(ground.owner(space.at), Owner::Nobody, "{} {}", kind.id, space.name);
                for spot in &ground.spots {
                    assert!(distance(*spot, space.at) >= 150, "{} {}: {spot:?}", kind.id, space.name);
                }
            }
        }
    }

    #[test]
    fn every_kind_in_every_rotation() {
        for catalogue in catalogues() {
            let mut drawings = Drawings::new(&catalogue);
            let mut body = String::new();
            for kind in catalogue.all_kinds() {
                for rotation in Rotation::ALL {
                    drawings.tile(&mut body, kind, rotation, (0, 0), "", "");
                }
            }
            let text = drawings.document("", [0, 0, 1000, 1000], 100, &body);
            let document = roxmltree::Document::parse(&text).expect("well-formed");
            let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
            assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "each id once");
            for node in document.descendants() {
                if let Some(target) = node.attribute("href") {
                    assert!(ids.contains(&target.trim_start_matches('#')), "{target}");
                }
            }
            let tiles = document.root_element().children().filter(|node| node.has_tag_name("use")).count();
            assert_eq!(tiles, 4 * catalogue.kinds.len());
        }
    }

    /// Segments that share no border but a line drawn between them.
    #[test]
    fn fields_that_nothing_divides_are_divided_by_a_line() {
        let catalogues = catalogues();
        let with_border: Vec<&str> = all_kinds(&catalogues[..1])
            .filter(|(catalogue, kind)| !Ground::new(catalogue, kind).borders().is_empty())
            .map(|(_, kind)| &*kind.id)
            .collect();
        assert_eq!(with_border, ["two-cities-two-roads"]);
    }

    #[test]
    fn traits_and_coats_of_arms_have_marks() {
        let catalogues = catalogues();
        let art = |id: &str| {
            let kind = catalogues[0].kind(catalogues[0].kind_by_id(id).expect("a kind"));
            let mut ids: Vec<&str> = Art::new(&catalogues[0], kind).marks().map(|mark| mark.id).collect();
            ids.retain(|id| !["house", "tree"].contains(id));
            ids.sort();
            ids
        };
        assert_eq!(art("inn-junction"), ["inn", "inn", "village"]);
        assert_eq!(art("cathedral"), ["cathedral"]);
        assert_eq!(art("river2-lake"), ["volcano"]);
        assert_eq!(art("wine-three-sides-road"), ["wine"]);
        assert_eq!(art("river2-pig-herd"), ["pigs"]);
        assert_eq!(art("M-garden"), ["arms", "garden"]);
        assert_eq!(art("A"), ["monastery"]);
        assert!(art("U").is_empty());
    }
}
