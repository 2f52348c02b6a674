//! Rules engine for Carcassonne.
pub mod deal;
pub mod engine;
pub mod notation;
pub mod render;
pub mod server;
pub mod wire;
