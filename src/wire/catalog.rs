//! GetCatalog: tiles with their geometry, sets, figures and options.

use std::sync::OnceLock;

use super::{encode, proto};
use crate::engine::setup::{
    FigureDef, OptionDef, Options, RULES_VERSION, SetupContext, TokenDef, figures, options, tokens,
};
use crate::engine::tile::Segment;
use crate::engine::{Catalogue, Draw, Kind, Rotation, SetIndex, Setup, TileKind};
use crate::render;

/// All kinds of the catalogue that the engine carries; there is no other. Where to draw figures takes long to find, so it
/// is done once.
pub fn all_kinds(built_in: &Catalogue) -> &'static [proto::TileKind] {
    static KINDS: OnceLock<Vec<proto::TileKind>> = OnceLock::new();
    KINDS.get_or_init(|| built_in.kinds.iter().map(|kind| tile_kind(built_in, kind)).collect())
}

/// The catalogue of these sets, which are sorted; of all of them if there are none.
pub fn catalog(catalogue: &Catalogue, mut sets: Vec<SetIndex>) -> proto::GetCatalogResponse {
    if sets.is_empty() {
        sets = (0..catalogue.sets.len() as u16).map(SetIndex).collect();
    }
    let mut setup = Setup {
        players: vec![String::new(); 2],
        sets: sets.iter().map(|set| (*set, 1)).collect(),
        options: Options::default(),
        figures: Vec::new(),
        draw: Draw::Host,
        offer: None,
    };
    let context = SetupContext { setup: &setup, catalogue };
    let mut kinds: Vec<Kind> =
        sets.iter().flat_map(|set| &catalogue.set(*set).tiles).map(|(kind, _)| *kind).chain(context.start()).collect();
    kinds.extend(sets.iter().flat_map(|set| &catalogue.set(*set).beside));
    kinds.extend(context.hands());
    kinds.sort_unstable();
    kinds.dedup();
    let options = options().map(|def| option_info(&context, def)).collect();
    // figures may depend on options
    setup.options = context.resolved_options();
    let context = SetupContext { setup: &setup, catalogue };
    let all = all_kinds(catalogue);
    proto::GetCatalogResponse {
        rules_version: Some(RULES_VERSION),
        kinds: kinds.into_iter().map(|kind| all[kind.0 as usize].clone()).collect(),
        sets: sets.into_iter().map(|set| tile_set(catalogue, set)).collect(),
        figures: figures().map(|def| figure_info(&context, def)).collect(),
        tokens: tokens().map(|def| token_info(&context, def)).collect(),
        options,
    }
}

fn tile_kind(catalogue: &Catalogue, kind: &TileKind) -> proto::TileKind {
    let spots = render::figure_spots(catalogue, kind);
    proto::TileKind {
        number: Some(kind.number),
        id: kind.id.clone(),
        name: kind.name.clone(),
        traits: catalogue.trait_names(kind.traits).map(Into::into).collect(),
        squares: kind.squares(Rotation::R0).iter().map(|square| encode::square(square.offset)).collect(),
        segments: kind
            .segments
            .iter()
            .zip(spots)
            .map(|(segment, spot)| self::segment(catalogue, segment, spot))
            .collect(),
        spaces: kind
            .spaces
            .iter()
            .map(|space| proto::Space { name: space.name.clone(), spot: Some(point(space.at)) })
            .collect(),
        effect: kind.effect.clone(),
        status: kind.status.clone(),
        marker_spot: render::marker_spot(catalogue, kind).map(point),
        fits_anything: kind.fits_anything,
    }
}

fn point((x, y): (i32, i32)) -> proto::Point {
    proto::Point { x: Some(x), y: Some(y) }
}

fn segment(catalogue: &Catalogue, segment: &Segment, spot: (i32, i32)) -> proto::Segment {
    proto::Segment {
        feature: encode::feature(segment.feature),
        squares: segment.each_square().map(u32::from).collect(),
        edges: segment
            .edges
            .iter()
            .map(|(square, side)| proto::Edge { square: Some((*square).into()), side: encode::side(*side) })
            .collect(),
        half_edges: segment
            .half_edges
            .iter()
            .map(|(square, half)| proto::HalfEdge { square: Some((*square).into()), half: half.index() as i32 + 1 })
            .collect(),
        touches: segment.touches.iter().map(|city| u32::from(*city)).collect(),
        coats_of_arms: Some(segment.coats_of_arms.into()),
        traits: catalogue.trait_names(segment.traits).map(Into::into).collect(),
        figure_spot: Some(point(spot)),
    }
}

fn tile_set(catalogue: &Catalogue, set: SetIndex) -> proto::TileSet {
    let set = catalogue.set(set);
    proto::TileSet {
        id: set.id.clone(),
        name: set.name.clone(),
        expansion: set.expansion.clone(),
        year: Some(set.year),
        tiles: set.tiles.iter().map(|(kind, count)| encode::tile_count(catalogue, *kind, *count)).collect(),
        start: set.start.map(|kind| encode::number(catalogue, kind)),
        beside: set.beside.iter().map(|kind| encode::number(catalogue, *kind)).collect(),
    }
}

fn figure_info(context: &SetupContext, def: &FigureDef) -> proto::FigureInfo {
    proto::FigureInfo {
        kind: encode::figure_kind(def.kind),
        name: def.name.into(),
        strength: Some(def.strength),
        stands_on: def.stands_on.iter().map(|feature| encode::feature(*feature)).collect(),
        count: Some(context.figure_count(def).into()),
        meeple: Some(def.meeple),
        neutral: Some(def.neutral),
    }
}

fn token_info(context: &SetupContext, def: &TokenDef) -> proto::TokenInfo {
    let count = (def.count)(context).into();
    proto::TokenInfo { kind: def.token.0.into(), name: def.name.into(), count: Some(count) }
}

fn option_info(context: &SetupContext, def: &OptionDef) -> proto::OptionInfo {
    let default = usize::from((def.default)(context));
    proto::OptionInfo {
        name: def.name.replace('-', "_"),
        values: (1..)
            .zip(def.values)
            .map(|(number, value)| proto::OptionValue { name: (*value).into(), number: Some(number) })
            .collect(),
        default_value: def.values[default - 1].into(),
        description: def.description.into(),
    }
}
