//! The RPCs as functions from request to response.

use super::proto::*;
use super::status::Refused;

/// Checks what the service cannot work without; it does not serve before this passed.
pub fn self_check() -> Result<(), String> {
    Ok(())
}

fn not_yet<T>() -> Result<T, Refused> {
    Err(Refused::one("", Reason::UnknownSet, "not available yet"))
}

pub fn get_catalog(_: GetCatalogRequest) -> Result<GetCatalogResponse, Refused> {
    not_yet()
}

pub fn new_game(_: NewGameRequest) -> Result<NewGameResponse, Refused> {
    not_yet()
}

pub fn legal_moves(_: LegalMovesRequest) -> Result<LegalMovesResponse, Refused> {
    not_yet()
}

pub fn apply_move(_: ApplyMoveRequest) -> Result<ApplyMoveResponse, Refused> {
    not_yet()
}

pub fn score(_: ScoreRequest) -> Result<ScoreResponse, Refused> {
    not_yet()
}

pub fn view(_: ViewRequest) -> Result<ViewResponse, Refused> {
    not_yet()
}

pub fn replay(_: ReplayRequest) -> Result<ReplayResponse, Refused> {
    not_yet()
}
