//! The statuses of calls that never reach an RPC, or are given up. Those of refused requests are made in
//! `wire::status`; `docs/errors.md` has both.

use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

use crate::wire::proto::Reason;
use crate::wire::status::{Refused, bounded, internal};

/// The call has no token, or one that does not count. Says no more: whoever guesses learns nothing.
pub fn unauthenticated() -> Status {
    Status::unauthenticated("a valid bearer token is needed")
}

/// The caller has made more calls than its share.
pub fn too_many_calls(wait: Duration) -> Status {
    let details = ErrorDetails::with_retry_info(Some(wait));
    Status::with_error_details(Code::ResourceExhausted, "too many calls: wait and call again", details)
}

/// More calls are under way than the service does at a time. The one status that says: try again, at once or elsewhere.
pub fn overloaded() -> Status {
    Status::unavailable("overloaded: call again")
}

/// The time of the call is over.
pub fn too_late() -> Status {
    Status::deadline_exceeded("the deadline has passed")
}

/// The caller of a stream has said nothing for too long.
pub fn silent() -> Status {
    Status::deadline_exceeded("nothing was said on the stream for too long")
}

/// Tells what tonic found wrong with a request before any handler saw it like every other refusal. It answers the fault
/// of a caller with a bare OUT_OF_RANGE, RESOURCE_EXHAUSTED or INTERNAL.
pub fn retold(status: &Status) -> Option<Status> {
    if !status.details().is_empty() {
        return None;
    }
    match status.code() {
        Code::OutOfRange | Code::ResourceExhausted => {
            Some(Refused::one("", Reason::Limit, "the request is too large").into())
        }
        Code::Internal if status.message() != internal().message() => {
            Some(Refused::one("", Reason::Malformed, bounded(status.message(), 100)).into())
        }
        _ => None,
    }
}
