//! Rules engine for Carcassonne, and the stateless gRPC service around it. Unofficial.
//!
//! A request goes `server` → `wire` (decode) → `engine` → `wire` (encode). `docs/architecture.md` has the map.

pub mod deal;
pub mod engine;
pub mod notation;
pub mod render;
pub mod rollout;
pub mod selfplay;
pub mod server;
pub mod setup_text;
pub mod wire;
