//! What was agreed before the game, as fields that positions and records have in common.

use super::text::{
    NOTHING, Refusal, counted, decode, encode, items, keep, kind, malformed, number, own_figure, print_figure,
    print_items, quote,
};
use crate::engine::setup::{self, Offer, Options};
use crate::engine::{Catalogue, Draw, Reason, SetIndex, Setup, Violation};

/// Keys in the order in which they are printed.
pub(super) const KEYS: [&str; 6] = ["sets", "players", "options", "figures", "offer", "draw"];
/// Before the number of tiles that are drawn to lie ready.
const DRAWN: &str = "draw:";

/// Key and value pairs, each key once.
#[derive(Default)]
pub(super) struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    /// Adds a field whose key must be one of `known`.
    pub fn add(&mut self, key: &'a str, value: &'a str, known: &[&str]) -> Result<(), Refusal> {
        if !known.contains(&key) {
            return malformed(format!("{}: no such key; there are {}", quote(key), known.join(", ")));
        }
        if self.get(key).is_some() {
            return Err((Reason::DUPLICATE, format!("{key} is given twice")));
        }
        if value.is_empty() {
            return malformed(format!("{key} has no value"));
        }
        self.0.push((key, value));
        Ok(())
    }

    pub fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(k, _)| *k == key).map(|(_, value)| *value)
    }

    /// The value of a key that must be there.
    pub fn need(&self, key: &str, found: &mut Vec<Violation>) -> Option<&'a str> {
        let value = self.get(key);
        if value.is_none() {
            found.push(Violation::new(key, Reason::MISSING, format!("{key} must be given")));
        }
        value
    }
}

/// The fields of a setup.
pub(super) fn print(catalogue: &Catalogue, setup: &Setup) -> Vec<(&'static str, String)> {
    let sets = setup.sets.iter().map(|(set, copies)| {
        let id = &catalogue.set(*set).id;
        if *copies == 1 { id.clone() } else { format!("{id}:{copies}") }
    });
    let mut fields = vec![("sets", print_items(sets, ",")), ("players", print_names(&setup.players))];
    let options = setup::options().filter(|def| setup.options.get(def.id) != 0).map(|def| {
        let value = setup.options.get(def.id) as usize;
        let name = def.values.get(value - 1).map_or_else(|| value.to_string(), |name| name.to_string());
        format!("{}:{name}", def.name)
    });
    let figures = setup.figures.iter().map(|(kind, count)| format!("{}:{count}", print_figure(*kind)));
    for (key, value) in [("options", print_items(options, ",")), ("figures", print_items(figures, ","))] {
        if value != NOTHING {
            fields.push((key, value));
        }
    }
    match &setup.offer {
        None => {}
        Some(Offer::Drawn(count)) => fields.push(("offer", format!("{DRAWN}{count}"))),
        Some(Offer::Kinds(kinds)) => {
            let kinds = kinds.iter().map(|kind| catalogue.kind(*kind).id.clone());
            fields.push(("offer", print_items(kinds, ",")));
        }
    }
    fields.push((
        "draw",
        match &setup.draw {
            Draw::Host => "host".into(),
            Draw::Seeded(None) => "seeded".into(),
            Draw::Seeded(Some(seed)) => format!("seeded:{}", encode(seed)),
        },
    ));
    fields
}

/// Reads the fields of a setup; options and figures that are not given keep their defaults. What is wrong with a field
/// is found at `key` or `key[i]`.
pub(super) fn parse(catalogue: &Catalogue, fields: &Fields, found: &mut Vec<Violation>) -> Option<Setup> {
    let mut sets = Vec::new();
    for (i, item) in fields.need("sets", found)?.split(',').map(str::trim).enumerate() {
        let set = keep(parse_set(catalogue, item), format!("sets[{i}]"), found)?;
        if sets.iter().any(|(other, _)| *other == set.0) {
            found.push(Violation::new(format!("sets[{i}]"), Reason::DUPLICATE, "each set once; base:2 is two copies"));
        }
        sets.push(set);
    }
    sets.sort();
    let mut players = Vec::new();
    for (i, item) in fields.need("players", found)?.split(',').map(str::trim).enumerate() {
        players.push(keep(parse_name(item), format!("players[{i}]"), found)?);
    }
    let mut options = Options::default();
    for (i, item) in fields.get("options").into_iter().flat_map(|v| v.split(',')).map(str::trim).enumerate() {
        keep(parse_option(item, &mut options), format!("options[{i}]"), found);
    }
    let mut figures = Vec::new();
    for (i, item) in fields.get("figures").into_iter().flat_map(|v| v.split(',')).map(str::trim).enumerate() {
        let count = counted(item).and_then(|(name, count)| Ok((own_figure(name)?.kind, small(count)?)));
        let count = keep(count, format!("figures[{i}]"), found)?;
        if figures.iter().any(|(kind, _)| *kind == count.0) {
            found.push(Violation::new(format!("figures[{i}]"), Reason::DUPLICATE, "each kind of figure once"));
        }
        figures.push(count);
    }
    figures.sort();
    let offer = match fields.get("offer") {
        None => None,
        Some(value) => Some(match value.strip_prefix(DRAWN) {
            Some(count) => Offer::Drawn(keep(number(count, "a number of tiles"), "offer", found)?),
            None => {
                let mut kinds = Vec::new();
                for (i, item) in items(value, ',').map(str::trim).enumerate() {
                    kinds.push(keep(kind(catalogue, item), format!("offer[{i}]"), found)?);
                }
                kinds.sort_unstable();
                Offer::Kinds(kinds)
            }
        }),
    };
    let draw = keep(parse_draw(fields.need("draw", found)?), "draw", found)?;
    Some(Setup { players, sets, options, figures, draw, offer })
}

/// A number of figures.
pub(super) fn small(count: u32) -> Result<u8, Refusal> {
    u8::try_from(count).or_else(|_| malformed(format!("{count}: expected a number up to 255")))
}

fn parse_set(catalogue: &Catalogue, item: &str) -> Result<(SetIndex, u32), Refusal> {
    let (id, copies) = match item.split_once(':') {
        Some((id, copies)) => (id, number(copies, "a number of copies")?),
        None => (item, 1),
    };
    let set = catalogue.set_by_id(id);
    Ok((set.ok_or_else(|| (Reason::UNKNOWN_SET, format!("{}: no such set of tiles", quote(id))))?, copies))
}

/// An empty name is written `?`.
fn print_names(players: &[String]) -> String {
    let name = |name: &String| match name.as_str() {
        "" => "?".into(),
        NOTHING => "%2D".into(),
        name => encode(name),
    };
    print_items(players.iter().map(name), ",")
}

fn parse_name(item: &str) -> Result<String, Refusal> {
    match item {
        "?" => Ok(String::new()),
        "" | NOTHING => malformed("expected a name; ? is a player without one"),
        name => decode(name),
    }
}

fn parse_option(item: &str, options: &mut Options) -> Result<(), Refusal> {
    let Some((name, value)) = item.split_once(':') else {
        return malformed(format!("{}: expected option:value", quote(item)));
    };
    let Some(def) = setup::options().find(|def| def.name == name) else {
        let names: Vec<_> = setup::options().map(|def| def.name).collect();
        return malformed(format!("{}: no such option; there are {}", quote(name), names.join(", ")));
    };
    let Some(i) = def.values.iter().position(|v| *v == value) else {
        return malformed(format!("{name}: expected {}", def.values.join(" or ")));
    };
    if options.get(def.id) != 0 {
        return Err((Reason::DUPLICATE, format!("{name} is given twice")));
    }
    options.set(def.id, i as u8 + 1);
    Ok(())
}

fn parse_draw(value: &str) -> Result<Draw, Refusal> {
    match value.split_once(':') {
        None if value == "host" => Ok(Draw::Host),
        None if value == "seeded" => Ok(Draw::Seeded(None)),
        Some(("seeded", seed)) => Ok(Draw::Seeded(Some(decode(seed.trim())?))),
        _ => malformed(format!("{}: expected host, seeded or seeded:SEED", quote(value))),
    }
}
