//! Rules engine for Carcassonne.
pub mod deal;
pub mod engine;
pub mod selfplay;
pub mod notation;
pub mod render;
pub mod selfplay;
pub mod notation;
pub mod render;
pub mod selfplay;
pub mod server;
pub mod setup_text;
pub mod wire;
