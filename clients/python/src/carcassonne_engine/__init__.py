"""Carcassonne for bots: a bot in ten lines, a tournament in twenty.

`LocalEngine` starts a rules service, `Engine` and `AsyncEngine` speak to one that runs; what they give is a `Game` and values, which are
described in `carcassonne_engine.messages`. What goes wrong is an `EngineError`.

| | |
|---|---|
| `carcassonne_engine.bots` | bots, to beat and to learn from |
| `carcassonne_engine.arena` | tournaments |
| `carcassonne_engine.rollouts` | what a position or a turn is worth |
| `carcassonne_engine.analysis` | games that were played, turn by turn |
| `carcassonne_engine.notebook`, `carcassonne_engine.plots` | pictures |
| `carcassonne_engine.envs` | environments for learning |
| `carcassonne_engine.calls` | many calls at a time |

Unofficial: not affiliated with the publisher of the game.
"""

from . import messages
from ._channel import Target
from .aio import AsyncEngine
from .calls import MovesLike, PositionLike, setup
from .engine import Engine
from .errors import (
    DeadlineExceeded,
    EngineError,
    ForkedEngine,
    IllegalMove,
    InvalidNotation,
    InvalidRequest,
    InvalidState,
    NotStarted,
    RateLimited,
    Refused,
    Unauthenticated,
    Unavailable,
)
from .game import Game, Step
from .local import LocalEngine, find_binary
from .messages import *  # noqa: F403  # the values
from .play import AsyncPlayStream, PlayStream

__all__ = [
    "AsyncEngine",
    "AsyncPlayStream",
    "DeadlineExceeded",
    "Engine",
    "EngineError",
    "ForkedEngine",
    "Game",
    "IllegalMove",
    "InvalidNotation",
    "InvalidRequest",
    "InvalidState",
    "LocalEngine",
    "MovesLike",
    "NotStarted",
    "PlayStream",
    "PositionLike",
    "RateLimited",
    "Refused",
    "Step",
    "Target",
    "Unauthenticated",
    "Unavailable",
    "find_binary",
    "setup",
]
__all__ += messages.__all__
