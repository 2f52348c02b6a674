"""What the environments share: a game with its legal moves, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from .. import calls
from .._value import message_of
from ..calls import Call
from ..engine import Engine
from ..messages import LegalMoves, State, View

RewardKind = Literal["outcome", "points"]
"""`outcome`: at the end 1 to the winner, -1 to the others; on a tie 0 to those who share the best points. `points`: points of each
player as they are scored."""


def check(name: str, given: str | None, known: Sequence[str | None]) -> None:
    """ValueError for an argument that is none of those that there are."""
    if given not in known:
        raise ValueError(f"{name} is {given!r}, but must be one of {', '.join(map(repr, known))}")


def check_reward(given: str) -> None:
    """ValueError for what is no `RewardKind`."""
    check("reward", given, get_args(RewardKind))


@dataclass(frozen=True)
class Moment:
    """A state and what is legal in it."""

    state: State
    legal: LegalMoves

    @property
    def player(self) -> int | None:
        """Seat of the player who decides; None if chance does or the game is over."""
        return self.legal.player


def hides_from_others(state: State) -> bool:
    """Whether a player has tiles face down, which others may not see."""
    return any(tile.face_down for player in message_of(state).players for tile in player.hand)


def view_call(state: State, player: int) -> Call[View]:
    """The call for the state as a player may see it."""
    return calls.view(state, player)


def seen_by(engine: Engine, state: State, player: int) -> State:
    """The state as a player may see it. Seeds are no part of an observation, so that a call is needed only if tiles lie face down."""
    return engine.view(state, player) if hides_from_others(state) else state


def outcome(points: Sequence[int]) -> list[float]:
    """1 for the winner and -1 for the others; 0 for those who share the best points."""
    best = max(points)
    shared = sum(own == best for own in points) > 1
    return [(0.0 if shared else 1.0) if own == best else -1.0 for own in points]
