"""What a bot is, and what most of them need."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeAlias

from .. import calls
from .._value import message_of
from ..engine import Engine
from ..game import Game
from ..messages import Move, State
from ..rollouts import Rollouts


class Bot(ABC):
    """Something that decides."""

    @property
    def name(self) -> str:
        """How tables call it."""
        return type(self).__name__

    @abstractmethod
    def choose(self, game: Game, rng: random.Random) -> Move | Sequence[Move]:
        """A move for `game.player`, or several to be made one after the other (a whole turn).

        The game begins at what that player may see: no seed, and draws are chance moves, so that whoever plays on names the
        tiles. `rng`: where all randomness is to come from, so that games can be repeated.
        """

    def close(self) -> None:  # noqa: B027
        """Gives back what the bot holds. Called once, after its last game."""


Worth: TypeAlias = Sequence[float]
"""What something is worth to each player, by seat."""


def margins(points: Sequence[int]) -> tuple[float, ...]:
    """For each player the distance to the best of the others; alone, the points."""
    return tuple(own - max((*points[:seat], *points[seat + 1 :]), default=0.0) for seat, own in enumerate(points))


# What a figure in the supply is worth, so that no bot spends one on a single point.
FIGURE = 1.5


@dataclass(frozen=True)
class TurnValue:
    """A whole turn, the state after it, and what that is worth to each player at first sight: the margin if the game ended
    then (points made and points in sight), and a little for each figure in the supply."""

    moves: tuple[Move, ...]
    state: State
    worth: Worth


def turn_values(engine: Engine, state: State, figure: float = FIGURE) -> list[TurnValue]:
    """All that the player who decides can do until chance or another player is next."""
    turns = [turn.moves for turn in engine.legal_moves(state, whole_turns=True, notation=False).turns]
    states = [answer.state for answer in engine.call_all(calls.apply_move(state, moves, notation=False) for moves in turns)]
    scores = engine.call_all(calls.score(after) for after in states)
    values = zip(turns, states, scores, strict=True)
    return [TurnValue(moves, after, _worth(after, score.final, figure)) for moves, after, score in values]


def _worth(state: State, points: Sequence[int], figure: float) -> tuple[float, ...]:
    supply = [sum(kind.count for kind in player.supply) for player in message_of(state).players]
    return tuple(margin + figure * count for margin, count in zip(margins(points), supply, strict=True))


def best(turns: Sequence[TurnValue], seat: int, rng: random.Random) -> TurnValue:
    """The turn that is worth most to a player; of equal ones any."""
    return max(turns, key=lambda turn: (turn.worth[seat], rng.random()))


def rollout_values(
    engine: Engine, state: State, turns: Sequence[Sequence[Move]], playouts: int, tiles: int | None, rng: random.Random
) -> list[Worth]:
    """What turns are worth to each player: the margins, on average over playouts that go on at random, shared by the turns."""
    each = max(1, playouts // len(turns))
    results = Rollouts(engine, tiles).points(state, turns, each, rng)
    return [tuple(map(fmean, zip(*map(margins, points), strict=True))) for points in results]
