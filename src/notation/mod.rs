//! Text forms of games.

pub mod jcz;
