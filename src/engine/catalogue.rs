//! The catalogue: every kind of tile and every set, read from data files and checked.

use std::sync::{Arc, OnceLock};

use serde::Deserialize;

use super::expansion;
use super::geometry::{HalfSide, Pos, Rotation, Side};
use super::tile::{Feature, Form, NONE, Segment, Space, TileKind, Traits};

/// A kind of tile, as an index into `Catalogue::kinds`, which is sorted by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u16);

/// A set of tiles, as an index into `Catalogue::sets`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetIndex(pub u16);

/// A selection of tiles as it comes in a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileSet {
    pub id: String,
    pub name: String,
    /// Id of the expansion that owns it.
    pub expansion: String,
    pub year: u32,
    /// The kind that lies on the table when the game begins; one of those counted in `tiles`.
    pub start: Option<Kind>,
    /// Kinds that stay in the box when this set is in the game, whichever set brings them.
    pub removes: Vec<Kind>,
    /// Sorted by kind.
    pub tiles: Vec<(Kind, u32)>,
    /// Kinds that are not drawn but may lie ready beside the table; sorted.
    pub beside: Vec<Kind>,
}

/// All kinds and sets. Immutable once read.
#[derive(Clone, Debug)]
pub struct Catalogue {
    pub kinds: Vec<TileKind>,
    pub sets: Vec<TileSet>,
    /// Kinds by their numbers, as far as these are small: a state names a kind with every tile.
    by_number: Vec<Option<Kind>>,
    /// Names of traits; trait i is bit i of `Traits`.
    traits: Vec<String>,
}

/// Numbers of kinds below this are looked up instead of searched.
const SMALL_NUMBERS: u32 = 1024;

/// The catalogue that the engine works with.
static IN_USE: OnceLock<Result<Arc<Catalogue>, Vec<String>>> = OnceLock::new();

/// The data files that the engine carries.
fn carried() -> impl Iterator<Item = &'static str> {
    expansion::ALL.iter().filter_map(|e| e.data())
}

impl Catalogue {
    /// The catalogue that the engine works with, or everything that is wrong with it: what it carries, and what `install`
    /// has laid over that.
    pub fn built_in() -> Result<Arc<Catalogue>, Vec<String>> {
        IN_USE.get_or_init(|| Catalogue::read(carried()).map(Arc::new)).clone()
    }

    /// Lays data files over what the engine carries, once, before anything else: a kind or set of the same id takes the
    /// place of the one there is, others are added.
    ///
    /// # Errors
    /// Everything that is wrong with the files, or that the catalogue is in use already.
    pub fn install(files: &[String]) -> Result<(), Vec<String>> {
        let catalogue = Arc::new(Catalogue::read_over(carried(), files.iter().map(String::as_str))?);
        IN_USE.set(Ok(catalogue)).map_err(|_| vec!["the catalogue is in use already".into()])
    }

    /// Reads data files (format: see `data/base.toml`) and checks them.
    ///
    /// # Errors
    /// One line for each thing that is wrong: half edges not partitioned, unknown cities, numbers or ids used twice, ...
    pub fn read<'a>(files: impl Iterator<Item = &'a str>) -> Result<Catalogue, Vec<String>> {
        Catalogue::read_over(files, std::iter::empty())
    }

    /// The same with other files laid over them.
    ///
    /// # Errors
    /// As `read`; and a kind that takes the place of another must have its number.
    pub fn read_over<'a, 'b>(
        files: impl Iterator<Item = &'a str>,
        over: impl Iterator<Item = &'b str>,
    ) -> Result<Catalogue, Vec<String>> {
        let mut errors = Vec::new();
        let mut data: Vec<FileData> = files.filter_map(|text| read_file(text, &mut errors)).collect();
        let mut over: Vec<FileData> = over.filter_map(|text| read_file(text, &mut errors)).collect();
        for own in over.iter().flat_map(|file| &file.kind) {
            for file in &mut data {
                if let Some(there) = file.kind.iter().find(|kind| kind.id == own.id && kind.number != own.number) {
                    let (number, wanted) = (own.number, there.number);
                    errors.push(format!("kind {}: number {number}; it takes the place of {wanted}", own.id));
                }
                file.kind.retain(|kind| kind.id != own.id);
            }
        }
        for file in &mut over {
            // in place: the order of sets has a meaning
            file.set.retain_mut(|own| {
                let there = data.iter_mut().flat_map(|file| &mut file.set).find(|set| set.id == own.id);
                there.map(|there| std::mem::swap(there, own)).is_none()
            });
        }
        data.extend(over);
        let mut catalogue =
            Catalogue { kinds: Vec::new(), sets: Vec::new(), by_number: Vec::new(), traits: Vec::new() };
        for kind in data.iter().flat_map(|file| &file.kind) {
            match catalogue.read_kind(kind) {
                Ok(kind) => catalogue.kinds.push(kind),
                Err(error) => errors.push(format!("kind {}: {error}", kind.id)),
            }
        }
        catalogue.kinds.sort_by_key(|kind| kind.number);
        catalogue.by_number = (0..SMALL_NUMBERS).map(|number| catalogue.search_number(number)).collect();
        for pair in catalogue.kinds.windows(2) {
            if pair[0].number == pair[1].number {
                errors.push(format!("kinds {} and {}: the same number", pair[0].id, pair[1].id));
            }
        }
        for kind in &catalogue.kinds {
            if catalogue.kinds.iter().filter(|other| other.id == kind.id).count() > 1 {
                errors.push(format!("kind {}: the id is used twice", kind.id));
            }
            errors.extend(check_kind(kind).into_iter().map(|error| format!("kind {}: {error}", kind.id)));
        }
        for file in &data {
            for set in &file.set {
                match catalogue.read_set(set, &file.expansion) {
                    Ok(set) => catalogue.sets.push(set),
                    Err(error) => errors.push(format!("set {}: {error}", set.id)),
                }
            }
        }
        if errors.is_empty() { Ok(catalogue) } else { Err(errors) }
    }

    pub fn kind(&self, kind: Kind) -> &TileKind {
        &self.kinds[kind.0 as usize]
    }

    pub fn all_kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.kinds.len() as u16).map(Kind)
    }

    pub fn kind_by_number(&self, number: u32) -> Option<Kind> {
        self.by_number.get(number as usize).copied().unwrap_or_else(|| self.search_number(number))
    }

    fn search_number(&self, number: u32) -> Option<Kind> {
        self.kinds.binary_search_by_key(&number, |kind| kind.number).ok().map(|i| Kind(i as u16))
    }

    pub fn kind_by_id(&self, id: &str) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.id == id).map(|i| Kind(i as u16))
    }

    pub fn set(&self, set: SetIndex) -> &TileSet {
        &self.sets[set.0 as usize]
    }

    pub fn set_by_id(&self, id: &str) -> Option<SetIndex> {
        self.sets.iter().position(|set| set.id == id).map(|i| SetIndex(i as u16))
    }

    /// The trait of that name; no traits at all if the catalogue does not use it.
    pub fn trait_named(&self, name: &str) -> Traits {
        self.traits.iter().position(|t| t == name).map_or(Traits::default(), |i| Traits(1 << i))
    }

    /// Names of the traits, in the order of the catalogue.
    pub fn trait_names(&self, traits: Traits) -> impl Iterator<Item = &str> {
        self.traits.iter().enumerate().filter(move |(i, _)| traits.0 >> i & 1 == 1).map(|(_, name)| name.as_str())
    }

    fn intern(&mut self, names: &[String]) -> Result<Traits, String> {
        let mut traits = Traits::default();
        for name in names {
            let bit = self.traits.iter().position(|t| t == name).unwrap_or_else(|| {
                self.traits.push(name.clone());
                self.traits.len() - 1
            });
            if bit >= Traits::CAPACITY {
                return Err("too many different traits".into());
            }
            traits = traits.with(Traits(1 << bit));
        }
        Ok(traits)
    }

    fn read_kind(&mut self, data: &KindData) -> Result<TileKind, String> {
        let squares: Vec<(Option<char>, Pos)> = match &data.squares {
            None => vec![(None, Pos::default())],
            Some(map) => map.iter().map(|(letter, offset)| (Some(*letter), Pos::new(offset[0], offset[1]))).collect(),
        };
        if squares.len() > 16 {
            return Err("more than 16 squares".into());
        }
        let number_of = |letter: Option<char>| {
            squares.iter().position(|(l, _)| *l == letter).map(|i| i as u8).ok_or("unknown square".to_string())
        };
        // "N" on a tile of one square, "aN" on a larger one
        let split = |text: &str| -> Result<(u8, String), String> {
            let mut rest = text.chars();
            let letter = if data.squares.is_some() { rest.next() } else { None };
            Ok((number_of(letter)?, rest.as_str().to_string()))
        };
        let mut segments = Vec::new();
        for segment in &data.segments {
            let feature = Feature::from_name(&segment.feature).ok_or(format!("no feature {}", segment.feature))?;
            let edges = segment
                .open
                .iter()
                .map(|text| {
                    let (square, side) = split(text)?;
                    let side = Side::ALL.into_iter().find(|s| side == s.letter().to_string());
                    Ok((square, side.ok_or(format!("no side {text}"))?))
                })
                .collect::<Result<Vec<_>, String>>()?;
            let half_edges = segment
                .half
                .iter()
                .map(|text| {
                    let (square, half) = split(text)?;
                    Ok((square, HalfSide::from_name(&half).ok_or(format!("no half side {text}"))?))
                })
                .collect::<Result<Vec<_>, String>>()?;
            let mut on = 0;
            match &segment.on {
                Some(letters) => {
                    for letter in letters.chars() {
                        on |= 1 << number_of(Some(letter))?;
                    }
                }
                None if squares.len() == 1 => on = 1,
                // a field lies on the squares whose half edges it reaches
                None => half_edges.iter().for_each(|(square, _)| on |= 1 << square),
            }
            segments.push(Segment {
                feature,
                squares: on,
                edges,
                half_edges,
                touches: segment.touches.clone(),
                coats_of_arms: segment.coats_of_arms,
                traits: self.intern(&segment.traits)?,
            });
        }
        let offsets: Vec<Pos> = squares.iter().map(|(_, offset)| *offset).collect();
        if data.spaces.len() >= NONE as usize {
            return Err("too many spaces".into());
        }
        let space = |space: &SpaceData| Space { name: space.name.clone(), at: (space.at[0], space.at[1]) };
        Ok(TileKind {
            number: data.number,
            id: data.id.clone(),
            name: data.name.clone(),
            effect: data.effect.clone(),
            status: data.status.clone(),
            spaces: data.spaces.iter().map(space).collect(),
            traits: self.intern(&data.traits)?,
            max: data.max,
            fits_anything: data.fits_anything,
            form: Form::of(&offsets, &segments, data.fits_anything),
            segments,
        })
    }

    fn read_set(&self, data: &SetData, expansion: &str) -> Result<TileSet, String> {
        if self.set_by_id(&data.id).is_some() {
            return Err("the id is used twice".into());
        }
        let kind = |id: &String| self.kind_by_id(id).ok_or(format!("no kind {id}"));
        let mut tiles =
            data.tiles.iter().map(|(id, count)| Ok((kind(id)?, *count))).collect::<Result<Vec<_>, String>>()?;
        tiles.sort();
        let mut beside = data.beside.iter().map(kind).collect::<Result<Vec<_>, String>>()?;
        beside.sort();
        let start = data.start.as_ref().map(kind).transpose()?;
        if start.is_some_and(|start| !tiles.iter().any(|(kind, count)| *kind == start && *count > 0)) {
            return Err("the start tile is not one of the tiles".into());
        }
        Ok(TileSet {
            id: data.id.clone(),
            name: data.name.clone(),
            expansion: expansion.into(),
            year: data.year,
            start,
            removes: data.removes.iter().map(kind).collect::<Result<Vec<_>, String>>()?,
            tiles,
            beside,
        })
    }
}

fn read_file(text: &str, errors: &mut Vec<String>) -> Option<FileData> {
    toml::from_str(text).map_err(|error| errors.push(error.to_string())).ok()
}

/// What must hold for the geometry of a kind.
fn check_kind(kind: &TileKind) -> Vec<String> {
    let mut errors = Vec::new();
    let squares = kind.squares(Rotation::R0);
    if squares.is_empty() {
        errors.push("no squares".into());
    }
    if kind.segments.len() >= NONE as usize {
        errors.push("too many segments".into());
    }
    for (number, square) in squares.iter().enumerate() {
        if squares[..number].iter().any(|other| other.offset == square.offset) {
            errors.push(format!("square {number} is given twice"));
        }
        for side in Side::ALL {
            let outer = !squares.iter().any(|other| other.offset == square.offset.step(side));
            let joins: Vec<&Segment> =
                kind.segments.iter().filter(|s| s.edges.contains(&(number as u8, side))).collect();
            if joins.len() > 1 || (kind.fits_anything || !outer) && !joins.is_empty() {
                errors.push(format!("side {} of square {number} is used twice or lies inside", side.letter()));
            }
            let city = joins.first().is_some_and(|s| s.feature == Feature::City);
            for half in HalfSide::all().filter(|half| half.side() == side) {
                // a city takes the whole side; everywhere else each outer half side belongs to one field, unless it fits
                // anything
                let wanted = usize::from(outer && !city && !kind.fits_anything);
                let fields = kind.segments.iter().filter(|s| s.half_edges.contains(&(number as u8, half))).count();
                if fields != wanted {
                    errors.push(format!("half side {} of square {number}: {fields} fields", half.name()));
                }
            }
        }
    }
    for (number, segment) in kind.segments.iter().enumerate() {
        let feature = segment.feature;
        if !segment.edges.is_empty() && !feature.joins_over_edges() {
            errors.push(format!("segment {number}: a {} has no open sides", feature.name()));
        }
        if !(segment.half_edges.is_empty() && segment.touches.is_empty()) && feature != Feature::Field {
            errors.push(format!("segment {number}: only fields have half sides and touch cities"));
        }
        for &city in &segment.touches {
            if kind.segments.get(city as usize).is_none_or(|s| s.feature != Feature::City) {
                errors.push(format!("segment {number} touches segment {city}, which is no city"));
            }
        }
        if segment.squares == 0 || u32::from(segment.squares) >> squares.len() != 0 {
            errors.push(format!("segment {number} lies on no square, or outside the tile"));
        }
        if feature.is_surrounded() && segment.squares.count_ones() != 1 {
            errors.push(format!("segment {number}: a {} lies on one square", feature.name()));
        }
    }
    errors
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileData {
    expansion: String,
    #[serde(default)]
    kind: Vec<KindData>,
    #[serde(default)]
    set: Vec<SetData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindData {
    id: String,
    number: u32,
    name: String,
    #[serde(default)]
    traits: Vec<String>,
    max: Option<u32>,
    #[serde(default)]
    fits_anything: bool,
    #[serde(default)]
    effect: String,
    #[serde(default)]
    status: String,
    squares: Option<std::collections::BTreeMap<char, [i16; 2]>>,
    segments: Vec<SegmentData>,
    #[serde(default)]
    spaces: Vec<SpaceData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpaceData {
    name: String,
    at: [i32; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SegmentData {
    feature: String,
    on: Option<String>,
    #[serde(default)]
    open: Vec<String>,
    #[serde(default)]
    half: Vec<String>,
    #[serde(default)]
    touches: Vec<u8>,
    #[serde(default)]
    coats_of_arms: u8,
    #[serde(default)]
    traits: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetData {
    id: String,
    name: String,
    year: u32,
    start: Option<String>,
    #[serde(default)]
    removes: Vec<String>,
    #[serde(default)]
    tiles: std::collections::BTreeMap<String, u32>,
    #[serde(default)]
    beside: Vec<String>,
}
