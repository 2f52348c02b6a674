//! What is agreed before the game: players, sets, options, figures; and the tables of what can be agreed.

use std::sync::LazyLock;

use super::catalogue::{Catalogue, Kind, SetIndex};
use super::error::{Reason, Violation};
use super::event::{Rule, Unit};
use super::expansion;
use super::tile::Feature;

/// Version of the rules that this engine plays.
pub const RULES_VERSION: u32 = 1;

pub const MAX_PLAYERS: usize = 6;
/// Bound of the number of tiles in a game: a state must stay small enough to be sent with every call.
pub const MAX_TILES: u32 = 1000;
pub const MAX_NAME_BYTES: usize = 64;
pub const MAX_SEED_BYTES: usize = 64;
/// Bound of `FigureKind` numbers, and of figures of one kind.
pub const FIGURE_KINDS: usize = 16;
pub const MAX_FIGURES: u8 = 20;
/// Bound of `OptionId` numbers.
pub const OPTIONS: usize = 32;
/// Bound of `Token` numbers.
pub const TOKENS: usize = 8;
/// Bound of `Rule` numbers.
pub const RULES: usize = 32;

/// A kind of figure. Numbers are those of `FigureKind` in the protos; each expansion has its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FigureKind(pub u8);

/// What a figure is and does.
pub struct FigureDef {
    pub kind: FigureKind,
    /// Name in the text notation.
    pub name: &'static str,
    /// Whether it is a meeple: placed on a feature that nobody occupies. Other figures go by rules of their own.
    pub meeple: bool,
    /// Whether it belongs to nobody: it is in no supply, and `State::neutral` says where it is.
    pub neutral: bool,
    /// How much it counts for a majority.
    pub strength: u32,
    /// Features on which it may stand; none for a marker.
    pub stands_on: &'static [Feature],
    /// How many a player has by default.
    pub count: fn(&SetupContext) -> u8,
}

/// A house rule. Numbers are those of the fields of `Options` in the protos.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionId(pub u8);

/// A house rule and the values it can take; value i of the list has the number i + 1.
pub struct OptionDef {
    pub id: OptionId,
    /// Name in the text notation.
    pub name: &'static str,
    pub values: &'static [&'static str],
    /// Number of the default value.
    pub default: fn(&SetupContext) -> u8,
    pub description: &'static str,
}

/// Name of a scoring rule in text.
pub struct RuleDef {
    pub rule: Rule,
    pub name: &'static str,
    /// Whether it brings points in final scoring only.
    pub at_end: bool,
}

/// A kind of token that players collect. Numbers are those of `Token` in the protos; each expansion has its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Token(pub u8);

/// Name of a kind of token in text.
pub struct TokenDef {
    pub token: Token,
    pub name: &'static str,
    /// How many a player has when the game begins.
    pub count: fn(&SetupContext) -> u8,
}

/// Name of a unit in text.
pub struct UnitDef {
    pub unit: Unit,
    pub name: &'static str,
}

/// The values of all options by number; 0 is "not given".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options([u8; OPTIONS]);

impl Options {
    pub fn get(&self, option: OptionId) -> u8 {
        self.0[option.0 as usize]
    }

    pub fn set(&mut self, option: OptionId, value: u8) {
        self.0[option.0 as usize] = value;
    }
}

/// How tiles are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Draw {
    /// The caller names the tile.
    Host,
    /// The service draws as a function of the seed; without it (a view) play stops at the draw.
    Seeded(Option<String>),
}

/// Which of the tiles that are not drawn lie ready beside the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Offer {
    /// So many, drawn before the first turn.
    Drawn(u32),
    /// These; sorted.
    Kinds(Vec<Kind>),
}

/// What is agreed before the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Names in turn order, possibly empty.
    pub players: Vec<String>,
    /// Sorted, each once, with at least one copy.
    pub sets: Vec<(SetIndex, u32)>,
    pub options: Options,
    /// Figures per player that differ from the default; sorted by kind.
    pub figures: Vec<(FigureKind, u8)>,
    pub draw: Draw,
    /// None: as many as the expansions say.
    pub offer: Option<Offer>,
}

impl Setup {
    /// Whether all that follows from the two is the same, whoever plays and however tiles are drawn.
    pub fn is_of_the_same_game_as(&self, other: &Setup) -> bool {
        let Setup { players, sets, options, figures, draw: _, offer } = self;
        players.len() == other.players.len()
            && *sets == other.sets
            && *options == other.options
            && *figures == other.figures
            && *offer == other.offer
    }
}

/// A setup with the catalogue it refers to.
#[derive(Clone, Copy)]
pub struct SetupContext<'a> {
    pub setup: &'a Setup,
    pub catalogue: &'a Catalogue,
}

/// All options, in the order of expansions.
pub fn options() -> impl Iterator<Item = &'static OptionDef> {
    expansion::ALL.iter().flat_map(|e| e.options())
}

/// Definitions of figures by number of the kind: put together once, as states and moves are full of figures.
static FIGURES: LazyLock<[Option<&'static FigureDef>; FIGURE_KINDS]> = LazyLock::new(|| {
    let mut all = [None; FIGURE_KINDS];
    expansion::ALL.iter().flat_map(|e| e.figures()).for_each(|def| all[def.kind.0 as usize] = Some(def));
    all
});

/// All kinds of figures, ascending by number.
pub fn figures() -> impl Iterator<Item = &'static FigureDef> {
    FIGURES.iter().flatten().copied()
}

/// Those that players own.
pub fn owned_figures() -> impl Iterator<Item = &'static FigureDef> {
    figures().filter(|def| !def.neutral)
}

pub fn figure(kind: FigureKind) -> Option<&'static FigureDef> {
    FIGURES.get(kind.0 as usize).copied().flatten()
}

/// All scoring rules.
pub fn rules() -> impl Iterator<Item = &'static RuleDef> {
    expansion::ALL.iter().flat_map(|e| e.rules())
}

/// All kinds of tokens.
pub fn tokens() -> impl Iterator<Item = &'static TokenDef> {
    expansion::ALL.iter().flat_map(|e| e.tokens())
}

/// All units.
pub fn units() -> impl Iterator<Item = &'static UnitDef> {
    expansion::ALL.iter().flat_map(|e| e.units())
}

impl SetupContext<'_> {
    /// Whether a set of that expansion is in the game.
    pub fn has_expansion(&self, id: &str) -> bool {
        self.setup.sets.iter().any(|(set, _)| self.catalogue.set(*set).expansion == id)
    }

    /// Number of figures of a kind that each player has.
    pub fn figure_count(&self, def: &FigureDef) -> u8 {
        let given = self.setup.figures.iter().find(|(kind, _)| *kind == def.kind);
        given.map_or_else(|| (def.count)(self), |(_, count)| *count)
    }

    /// The kind that lies on the table when the game begins: that of the last set that has one, so that an expansion's
    /// start replaces the base game's. Without any, the first start tile of the catalogue, though no set brings it.
    pub fn start(&self) -> Option<Kind> {
        let own = self.setup.sets.iter().rev().find_map(|(set, _)| self.catalogue.set(*set).start);
        own.or_else(|| self.catalogue.sets.iter().find_map(|set| set.start))
    }

    /// The same once it is known which tiles lie ready: one of them may take its place, and it stays in the box.
    pub fn start_beside(&self, ready: &[Kind]) -> Option<Kind> {
        let starts = |kind: &Kind| self.catalogue.kind(*kind).traits.contains(self.catalogue.trait_named("start-tile"));
        ready.iter().copied().find(starts).or_else(|| self.start())
    }

    /// Number of tiles of each kind to be drawn: those of the sets but the start tile.
    pub fn bag(&self) -> Vec<u32> {
        let mut tiles = vec![0u32; self.catalogue.kinds.len()];
        let sets = || self.setup.sets.iter().map(|(set, copies)| (self.catalogue.set(*set), *copies));
        for (set, copies) in sets() {
            for (kind, count) in &set.tiles {
                tiles[kind.0 as usize] = tiles[kind.0 as usize].saturating_add(count.saturating_mul(copies));
            }
        }
        for (count, kind) in tiles.iter_mut().zip(&self.catalogue.kinds).filter(|(count, _)| **count > 0) {
            *count = (*count).min(kind.max.unwrap_or(u32::MAX));
        }
        for (set, _) in sets() {
            set.removes.iter().for_each(|kind| tiles[kind.0 as usize] = 0);
        }
        for expansion in expansion::ALL.iter().filter(|e| e.takes_part(self)) {
            expansion.set_up(self, &mut tiles);
        }
        if let Some(start) = self.start() {
            tiles[start.0 as usize] = tiles[start.0 as usize].saturating_sub(1);
        }
        tiles
    }

    /// Kinds that lie open in front of each player when the game begins, ascending. They are not drawn.
    pub fn hands(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> =
            expansion::ALL.iter().filter(|e| e.takes_part(self)).flat_map(|e| e.hands(self)).collect();
        kinds.sort_unstable();
        kinds
    }

    /// How many tiles are to be placed in all, those that may lie ready beside the table aside.
    pub fn ordinary_tiles(&self) -> u32 {
        self.bag().iter().sum::<u32>() + u32::from(self.start().is_some())
    }

    /// The kinds that may lie ready beside the table, ascending.
    pub fn beside(&self) -> Vec<Kind> {
        let sets = self.setup.sets.iter().map(|(set, _)| self.catalogue.set(*set));
        let mut beside: Vec<Kind> = sets.flat_map(|set| set.beside.iter().copied()).collect();
        beside.sort_unstable();
        beside.dedup();
        beside.retain(|kind| !expansion::ALL.iter().any(|e| e.takes_part(self) && e.leaves_out(self, *kind).is_some()));
        beside
    }

    /// Which tiles lie ready, with the default in place of nothing given. None in a game without such tiles.
    pub fn resolved_offer(&self) -> Option<Offer> {
        if let Some(offer) = &self.setup.offer {
            return Some(offer.clone());
        }
        let most = self.beside().len() as u32;
        let taking_part = expansion::ALL.iter().filter(|e| e.takes_part(self));
        let wanted: u32 = taking_part.map(|e| e.tiles_ready(self)).sum();
        (most > 0).then(|| Offer::Drawn(wanted.min(most)))
    }

    /// The options with the default in place of everything not given, as far as they mean something in this game: those of
    /// expansions that take no part stay as they are, so that a game does not change when the engine learns new ones.
    pub fn resolved_options(&self) -> Options {
        let mut resolved = self.setup.options;
        for def in expansion::ALL.iter().filter(|e| e.takes_part(self)).flat_map(|e| e.options()) {
            if resolved.get(def.id) == 0 {
                resolved.set(def.id, (def.default)(self));
            }
        }
        resolved
    }

    /// Everything that is wrong with the setup; paths start at the setup.
    pub fn violations(&self) -> Vec<Violation> {
        let mut found = Vec::new();
        let setup = self.setup;
        if setup.players.is_empty() || setup.players.len() > MAX_PLAYERS {
            let text = format!("{} players; 1 to {MAX_PLAYERS} can play", setup.players.len());
            found.push(Violation::new("players", Reason::PLAYER_COUNT, text));
        }
        for (i, name) in setup.players.iter().enumerate() {
            if name.len() > MAX_NAME_BYTES {
                let text = format!("a name of {} bytes; at most {MAX_NAME_BYTES}", name.len());
                found.push(Violation::new(format!("players[{i}].name"), Reason::LIMIT, text));
            }
        }
        if setup.sets.is_empty() {
            found.push(Violation::new("sets", Reason::MISSING, "at least one set of tiles is needed"));
        }
        for (i, (set, copies)) in setup.sets.iter().enumerate() {
            if *copies == 0 {
                found.push(Violation::new(format!("sets[{i}].copies"), Reason::OUT_OF_RANGE, "at least one copy"));
            }
            if i > 0 && setup.sets[i - 1].0 >= *set {
                let reason = if setup.sets[i - 1].0 == *set { Reason::DUPLICATE } else { Reason::UNSORTED };
                found.push(Violation::new(
                    format!("sets[{i}]"),
                    reason,
                    "sets in the order of the catalogue, each once",
                ));
            }
        }
        let total: u64 = setup
            .sets
            .iter()
            .map(|(set, copies)| {
                let tiles: u64 = self.catalogue.set(*set).tiles.iter().map(|(_, count)| u64::from(*count)).sum();
                tiles.saturating_mul(u64::from(*copies))
            })
            .fold(0, u64::saturating_add);
        if total > u64::from(MAX_TILES) {
            let text = format!("{total} tiles; at most {MAX_TILES} in a game");
            found.push(Violation::new("sets", Reason::LIMIT, text));
        }
        for def in options() {
            if setup.options.get(def.id) as usize > def.values.len() {
                let path = format!("options.{}", def.name.replace('-', "_"));
                found.push(Violation::new(path, Reason::OUT_OF_RANGE, "no such value"));
            }
        }
        for (i, (kind, count)) in setup.figures.iter().enumerate() {
            let path = format!("figures[{i}]");
            if figure(*kind).is_none() {
                found.push(Violation::new(format!("{path}.kind"), Reason::UNKNOWN_FIGURE, "no such kind of figure"));
            }
            if *count > MAX_FIGURES {
                let text = format!("at most {MAX_FIGURES} figures of a kind");
                found.push(Violation::new(format!("{path}.count"), Reason::LIMIT, text));
            }
            let of_none = expansion::ALL.iter().filter(|e| !e.takes_part(self)).flat_map(|e| e.figures());
            let nobodys = figure(*kind).is_some_and(|def| def.neutral);
            if *count > 0 && (nobodys || of_none.into_iter().any(|def| def.kind == *kind)) {
                let text = "nobody has such figures in a game of these sets";
                found.push(Violation::new(format!("{path}.kind"), Reason::UNKNOWN_FIGURE, text));
            }
            if i > 0 && setup.figures[i - 1].0 >= *kind {
                let reason = if setup.figures[i - 1].0 == *kind { Reason::DUPLICATE } else { Reason::UNSORTED };
                found.push(Violation::new(path, reason, "kinds ascending, each once"));
            }
        }
        match &setup.offer {
            None => {}
            Some(Offer::Drawn(count)) => {
                let most = self.beside().len();
                if *count as usize > most {
                    let text = format!("{count} tiles cannot lie ready: the sets hold {most}");
                    found.push(Violation::new("offer.count", Reason::OUT_OF_RANGE, text));
                }
            }
            Some(Offer::Kinds(kinds)) => self.unready(kinds, &mut found),
        }
        if found.is_empty() {
            // what expansions ask makes sense only if the rest does
            expansion::ALL.iter().filter(|e| e.takes_part(self)).for_each(|e| e.check_setup(self, &mut found));
        }
        if let Draw::Seeded(Some(seed)) = &setup.draw
            && (seed.is_empty() || seed.len() > MAX_SEED_BYTES)
        {
            let text = format!("a seed of {} bytes; 1 to {MAX_SEED_BYTES}", seed.len());
            found.push(Violation::new("seeded.seed", Reason::OUT_OF_RANGE, text));
        }
        found
    }

    /// Kinds that cannot lie ready.
    fn unready(&self, kinds: &[Kind], found: &mut Vec<Violation>) {
        let beside = self.beside();
        for (i, kind) in kinds.iter().enumerate() {
            let path = format!("offer.kinds.kinds[{i}]");
            let id = &self.catalogue.kind(*kind).id;
            if kinds[..i].contains(kind) {
                found.push(Violation::new(path, Reason::DUPLICATE, format!("{id} is given twice")));
            } else if i > 0 && kinds[i - 1] > *kind {
                found.push(Violation::new(path, Reason::UNSORTED, "kinds ascending"));
            } else if !beside.contains(kind) {
                let taking_part = expansion::ALL.iter().filter(|e| e.takes_part(self));
                let (reason, text) = taking_part.filter_map(|e| e.leaves_out(self, *kind)).next().unwrap_or((
                    Reason::UNKNOWN_TILE,
                    "no set of this game brings it as a tile that lies ready".into(),
                ));
                found.push(Violation::new(path, reason, format!("{id}: {text}")));
            }
        }
    }
}
