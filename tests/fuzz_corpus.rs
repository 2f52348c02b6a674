//! The fuzz targets over their corpora: what was once found stays found. `cargo fuzz run TARGET` looks for more.

#[path = "../fuzz/bodies.rs"]
mod bodies;

use std::path::Path;

fn replay(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    for file in files {
        let data = std::fs::read(&file).unwrap();
        body(&data);
        // and the input cut short, and with single bytes changed, at a few dozen places
        let step = (data.len() / 40).max(1);
        for at in (0..data.len()).step_by(step) {
            body(&data[..at]);
            let mut changed = data.clone();
            changed[at] = changed[at].wrapping_add(1);
            body(&changed);
            changed.remove(at);
            body(&changed);
        }
    }
}

#[test]
fn wire() {
    replay("wire", bodies::wire);
}

#[test]
fn position() {
    replay("position", bodies::position);
}

#[test]
fn record() {
    replay("record", bodies::record);
}

#[test]
fn jcz() {
    replay("jcz", bodies::jcz);
}
