//! Parts of a setup as text, for command lines, in the words of the text notation: sets `base,river:2`, options `farmers:off`, figures `meeple:1`.
//! Errors name the values that are allowed.

use std::str::FromStr;
use std::sync::Arc;

use crate::engine::setup::{self, Offer, Options};
use crate::engine::{Catalogue, FigureKind, SetIndex};

/// Sets of the built-in catalogue with their copies: comma separated ids, each optionally followed by `:copies`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sets(pub Vec<(SetIndex, u32)>);

/// House rules: comma separated `name:value`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionValues(pub Options);

/// Figures per player: comma separated `name:count`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Figures(pub Vec<(FigureKind, u8)>);

/// Which tiles lie ready beside the table: comma separated ids, or how many are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ready(pub Offer);

/// A setup for tests: these sets, players without names, nothing else agreed, and a host who draws.
#[cfg(test)]
pub fn setup_of(sets: &str, players: usize) -> setup::Setup {
    let Sets(sets) = sets.parse().expect("sets of the catalogue");
    setup::Setup {
        players: vec![String::new(); players],
        sets,
        options: Options::default(),
        figures: Vec::new(),
        draw: setup::Draw::Host,
        offer: None,
    }
}

impl FromStr for Ready {
    type Err = String;

    fn from_str(text: &str) -> Result<Ready, String> {
        if let Ok(count) = text.parse() {
            return Ok(Ready(Offer::Drawn(count)));
        }
        let catalogue: Arc<Catalogue> = Catalogue::built_in().map_err(|errors| errors.join("; "))?;
        let kind = |id: &str| {
            let beside =
                catalogue.sets.iter().flat_map(|set| &set.beside).map(|kind| catalogue.kind(*kind).id.as_str());
            let kind = catalogue.kind_by_id(id);
            kind.ok_or_else(|| {
                format!("no tile \"{id}\"; a number, or some of {}", beside.collect::<Vec<_>>().join(", "))
            })
        };
        let mut kinds = text.split(',').map(kind).collect::<Result<Vec<_>, String>>()?;
        kinds.sort();
        Ok(Ready(Offer::Kinds(kinds)))
    }
}

impl FromStr for Sets {
    type Err = String;

    fn from_str(text: &str) -> Result<Sets, String> {
        let catalogue: Arc<Catalogue> = Catalogue::built_in().map_err(|errors| errors.join("; "))?;
        let mut sets = Vec::new();
        for item in text.split(',') {
            let (id, copies) = item.split_once(':').unwrap_or((item, "1"));
            let set = catalogue.set_by_id(id).ok_or_else(|| {
                let known = catalogue.sets.iter().map(|set| set.id.as_str());
                format!("no set \"{id}\"; {}", one_of(known))
            })?;
            let copies = copies.parse().ok().filter(|copies| *copies > 0);
            sets.push((set, copies.ok_or(format!("{item}: after the colon a number of copies, at least 1"))?));
        }
        sets.sort();
        match sets.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(format!("{} is given twice; write {0}:2 for two copies", catalogue.set(pair[0].0).id)),
            None => Ok(Sets(sets)),
        }
    }
}

impl FromStr for OptionValues {
    type Err = String;

    fn from_str(text: &str) -> Result<OptionValues, String> {
        let mut options = Options::default();
        for (name, value) in pairs(text)? {
            let def = setup::options().find(|def| def.name == name);
            let def =
                def.ok_or_else(|| format!("no option \"{name}\"; {}", one_of(setup::options().map(|def| def.name))))?;
            let number = def.values.iter().position(|known| *known == value);
            let number = number.ok_or_else(|| format!("{name}:{value}; {}", one_of(def.values.iter().copied())))?;
            if options.get(def.id) != 0 {
                return Err(format!("{name} is given twice"));
            }
            options.set(def.id, number as u8 + 1);
        }
        Ok(OptionValues(options))
    }
}

impl FromStr for Figures {
    type Err = String;

    fn from_str(text: &str) -> Result<Figures, String> {
        let mut figures = Vec::new();
        for (name, count) in pairs(text)? {
            let def = setup::owned_figures().find(|def| def.name == name);
            let def = def.ok_or_else(|| {
                format!("no figure \"{name}\"; {}", one_of(setup::owned_figures().map(|def| def.name)))
            })?;
            let count = count.parse().ok().filter(|count| *count <= setup::MAX_FIGURES);
            figures.push((def.kind, count.ok_or(format!("{name}: a number from 0 to {}", setup::MAX_FIGURES))?));
        }
        figures.sort();
        match figures.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(_) => Err("a figure is given twice".into()),
            None => Ok(Figures(figures)),
        }
    }
}

fn pairs(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let items = text.split(',').filter(|item| !item.is_empty());
    items.map(|item| item.split_once(':').ok_or(format!("{item}: name:value is expected"))).collect()
}

fn one_of<'a>(values: impl Iterator<Item = &'a str>) -> String {
    format!("one of {}", values.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sorted_and_counted() {
        let Sets(sets) = "river,base:2".parse().unwrap();
        let catalogue = Catalogue::built_in().unwrap();
        let named: Vec<_> = sets.iter().map(|(set, copies)| (catalogue.set(*set).id.as_str(), *copies)).collect();
        assert_eq!(named, [("base", 2), ("river", 1)]);
    }

    #[test]
    fn errors_name_what_is_allowed() {
        let wrong = |error: Option<String>, words: [&str; 2]| {
            let error = error.expect("refused");
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        };
        wrong("base,atlantis".parse::<Sets>().err(), ["\"atlantis\"", "base, base-without-gardens, river"]);
        wrong("base:0".parse::<Sets>().err(), ["base:0", "at least 1"]);
        wrong("base,base".parse::<Sets>().err(), ["twice", "base:2"]);
        wrong("".parse::<Sets>().err(), ["\"\"", "one of base"]);
        wrong("atlantis".parse::<Ready>().err(), ["\"atlantis\"", "a number, or some of stonehenge"]);
        wrong("dragons:on".parse::<OptionValues>().err(), ["\"dragons\"", "farmers, "]);
        wrong("small-city:on".parse::<OptionValues>().err(), ["small-city:on", "full, half"]);
        wrong("farmers:on,farmers:off".parse::<OptionValues>().err(), ["farmers", "twice"]);
        wrong("farmers".parse::<OptionValues>().err(), ["farmers", "name:value"]);
        wrong("dragon:1".parse::<Figures>().err(), ["\"dragon\"", "meeple, abbot, large"]);
        wrong("meeple:21".parse::<Figures>().err(), ["meeple", "0 to 20"]);
    }
}
