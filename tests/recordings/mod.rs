//! Where files of another engine lie, to compare with: tests that want them are skipped without.

use std::path::PathBuf;

/// The folder that an environment variable names, or the default beside the checkout.
pub fn folder(variable: &str, default: &str) -> PathBuf {
    let default = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(default);
    std::env::var_os(variable).map_or(default, PathBuf::from)
}

/// The recorded games in a folder, sorted; none, with a message, where there is no such folder.
#[allow(dead_code, reason = "not every test reads games")]
pub fn recordings(folder: &PathBuf) -> Option<Vec<PathBuf>> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        println!("skipped: no recorded games in {}", folder.display());
        return None;
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jcz"));
    files.sort();
    Some(files)
}
