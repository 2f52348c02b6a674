"""Exceptions. What the service refuses says why in a form that programs can read."""

from __future__ import annotations

from typing import Any

import grpc
from google.rpc.error_details_pb2 import RetryInfo  # type: ignore[import-untyped]
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]

from ._proto import errors_pb2
from ._value import message_of
from .messages import EdgeConflict, PlayError, Reason, Refusal, RegionFigure, Violation


class EngineError(Exception):
    """A call failed. `code` is the name of the gRPC status."""

    def __init__(self, message: str, code: str = "UNKNOWN") -> None:
        super().__init__(message, code)
        self.message = message
        self.code = code

    def __str__(self) -> str:
        return self.message


class Unavailable(EngineError):
    """The service cannot be reached, or is shutting down; retries did not help."""


class DeadlineExceeded(EngineError, TimeoutError):
    """The service did not answer in time."""


class Unauthenticated(EngineError):
    """The service wants a token, or another one."""


class RateLimited(EngineError):
    """The caller makes more calls than its share. `retry_after`: seconds to wait."""

    def __init__(self, message: str, code: str, retry_after: float) -> None:
        EngineError.__init__(self, message, code)
        self.args = (message, code, retry_after)
        self.retry_after = retry_after


class NotStarted(EngineError):
    """No service could be started on this machine."""


class ForkedEngine(EngineError):
    """The engine was opened before the process was forked, and gRPC does not survive that."""


class Refused(EngineError):
    """The service refused the request and says why."""

    def __init__(self, message: str, code: str, refusal: Refusal) -> None:
        EngineError.__init__(self, message, code)
        self.args = (message, code, refusal)
        self.refusal = refusal

    @property
    def violations(self) -> tuple[Violation, ...]:
        """All that is wrong, at most 100."""
        return self.refusal.violations

    @property
    def reason(self) -> Reason:
        """Why: the reason of the first violation (docs/errors.md has the table)."""
        return self.violations[0].reason

    @property
    def field(self) -> str:
        """Path of the field in the request."""
        return self.violations[0].field

    @property
    def edge(self) -> EdgeConflict | None:
        """The edges that do not match, of the first violation that is about edges."""
        return next((violation.edge for violation in self.violations if violation.edge), None)

    @property
    def occupants(self) -> tuple[RegionFigure, ...]:
        """The figures that are in the way, of the first violation that is about figures."""
        return next((violation.occupants.figures for violation in self.violations if violation.occupants), ())


class IllegalMove(Refused):
    """The rules do not allow a move."""

    @property
    def move_index(self) -> int:
        """Index of the move that was refused, of several given as values; of a text the message names line and column."""
        return self.refusal.move_index


class InvalidState(Refused):
    """A state could not have come about, or does not hold what it must."""


class InvalidNotation(Refused):
    """A text is no record, no position or no move, or names what the service does not know. The message says where."""


class InvalidRequest(Refused):
    """Anything else in a request is wrong: what was agreed for a game, a value that is incomplete or out of range, a limit."""


_BY_CODE: dict[str, type[EngineError]] = {
    "UNAVAILABLE": Unavailable,
    "DEADLINE_EXCEEDED": DeadlineExceeded,
    "UNAUTHENTICATED": Unauthenticated,
}


def from_call(error: Any, address: str) -> EngineError:
    """The exception that a failed call to an address stands for."""
    code: grpc.StatusCode = error.code()
    message: str = error.details() or code.name
    if code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
        message = f"{address}: {message}"
    refusal, retry = errors_pb2.Refusal(), RetryInfo()
    for detail in _details(error):
        if detail.Unpack(retry):
            return RateLimited(message, code.name, retry.retry_delay.ToMilliseconds() / 1000)
        detail.Unpack(refusal)
    return _exception(message, code.name, refusal)


def overdue(address: str, seconds: float) -> EngineError:
    """Of a stream on which an answer did not come in time."""
    return DeadlineExceeded(f"{address}: no answer within {seconds:g} seconds", "DEADLINE_EXCEEDED")


def from_stream(error: PlayError) -> EngineError:
    """The exception that a refusal on a Play stream stands for, which says the same as the status of a call would."""
    names = {code.value[0]: code.name for code in grpc.StatusCode}
    return _exception(error.message, names.get(error.code, "UNKNOWN"), message_of(error.refusal))


def _exception(message: str, code: str, refusal: errors_pb2.Refusal) -> EngineError:
    if not refusal.violations:
        return _BY_CODE.get(code, EngineError)(message, code)
    return _kind(refusal.violations[0])(message, code, Refusal.from_message(refusal))


def _kind(violation: errors_pb2.Violation) -> type[Refused]:
    # On a stream paths begin with what was asked, and `begin` is the position.
    field, reason = violation.field.removeprefix("apply_move."), Reason(violation.reason)
    if reason is Reason.NOTATION:
        return InvalidNotation
    if field.startswith(("position", "begin")):
        return InvalidState
    if field.startswith(("setup", "record.setup")):
        return InvalidRequest
    # The rules' own reasons; states have edges, too.
    if reason is Reason.EDGE_MISMATCH or Reason.GAME_OVER <= reason < Reason.SEAL_MISSING:
        return IllegalMove
    return InvalidNotation if field == "notation" else InvalidRequest


def _details(error: Any) -> list[Any]:
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            return list(Status.FromString(value).details)
    return []
