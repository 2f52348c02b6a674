//! Paths of fields in a request, as its sender sees them: `moves[2].place_tile.x`. Written out only for what is wrong.

use std::fmt;

/// A field, or an entry of a list, and where it is.
#[derive(Clone, Copy)]
pub enum Path<'a> {
    /// The request itself.
    Request,
    Field(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl Path<'_> {
    pub fn field<'a>(&'a self, name: &'a str) -> Path<'a> {
        Path::Field(self, name)
    }

    pub fn item(&self, index: usize) -> Path<'_> {
        Path::Item(self, index)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Request => Ok(()),
            Path::Field(Path::Request, name) => f.write_str(name),
            Path::Field(parent, name) => write!(f, "{parent}.{name}"),
            Path::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}
