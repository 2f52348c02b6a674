//! What the architecture promises: the core names no expansion.

use std::fs;
use std::path::{Path, PathBuf};

use carcassonne_engine::engine::tile::Traits;
use carcassonne_engine::engine::{Catalogue, Feature, expansion};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The base game is what every other expansion builds on, and the only one that the core knows. Nothing outside its
/// module and the ordered list uses the module of another, or its id as a text.
#[test]
fn the_core_names_no_expansion() {
    let catalogue = Catalogue::built_in().unwrap();
    let mut files = Vec::new();
    sources(&root(), &mut files);
    let modules = root().join("engine/expansion");
    files.retain(|file| !file.starts_with(&modules));
    assert!(files.len() > 30, "{files:?}");
    for expansion in expansion::ALL.iter().filter(|e| e.id() != "base") {
        let (id, module) = (expansion.id(), expansion.id().replace('-', "_"));
        assert!(modules.join(format!("{module}.rs")).exists() || modules.join(&module).exists(), "{module}");
        for file in &files {
            let text = fs::read_to_string(file).unwrap();
            // what a test says is no rule
            let text = text.split("#[cfg(test)]").next().unwrap();
            // a library may have the name of an expansion
            let library = include_str!("../Cargo.toml").contains(&format!("\n{module} = "));
            let named =
                text.contains(&format!("expansion::{module}")) || !library && text.contains(&format!("{module}::"));
            // a feature or a trait of the same name is not the expansion
            let other = Feature::from_name(id).is_some() || catalogue.trait_named(id) != Traits::default();
            let quoted = !other && text.contains(&format!("\"{id}\""));
            assert!(!named && !quoted, "{} names {id}", file.display());
        }
    }
}

/// Expansions whose rule texts name another: the large meeple may guard a tower and mark a wonder, the Nazca Lines know the
/// abbot.
const RULES_THAT_NAME: &[(&str, &str)] =
    &[("tower", "inns_and_cathedrals"), ("wonders", "inns_and_cathedrals"), ("wonders", "abbot")];

/// Expansions do not name each other, but where their rules do.
#[test]
fn expansions_name_others_only_where_their_rules_do() {
    let modules = root().join("engine/expansion");
    let mut files = Vec::new();
    sources(&modules, &mut files);
    let mut found = Vec::new();
    for file in files.iter().filter(|file| **file != modules.join("mod.rs")) {
        let own = file.strip_prefix(&modules).unwrap().iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        let text = fs::read_to_string(file).unwrap();
        for expansion in expansion::ALL.iter().filter(|e| e.id() != "base") {
            let other = expansion.id().replace('-', "_");
            if other != own && text.contains(&format!("{other}::")) {
                found.push((own.to_string(), other));
            }
        }
    }
    found.sort();
    found.dedup();
    let mut allowed: Vec<_> = RULES_THAT_NAME.iter().map(|(own, other)| (own.to_string(), other.to_string())).collect();
    allowed.sort();
    assert_eq!(found, allowed);
}
