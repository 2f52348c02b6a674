"""What a bot is, and what most of them need."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TypeAlias, cast

from ..game import Game
from ..messages import LegalMove, Move, MoveSequence, State
from ..rollouts import Rollouts

Choice: TypeAlias = Move | LegalMove | MoveSequence | Sequence[Move | LegalMove]
"""What a bot chooses: a move, or several to be made one after the other, as the game lists them too."""


class Bot(ABC):
    """Something that decides."""

    @property
    def name(self) -> str:
        """How tables call it."""
        return type(self).__name__

    @abstractmethod
    def choose(self, game: Game, rng: random.Random) -> Choice:
        """A move for `game.player`, or several to be made one after the other (a whole turn).

        The game begins at what that player may see: no seed, and draws are chance moves, so that whoever plays on names the
        tiles. `rng`: where all randomness is to come from, so that games can be repeated.
        """

    def close(self) -> None:  # noqa: B027
        """Gives back what the bot holds. Called once, after its last game."""


class NoMove(ValueError):
    """What `choose` returned is no choice."""


def moves_of(chosen: object) -> tuple[Move, ...]:
    """The moves of a choice; NoMove for anything else, and for none."""
    several: object = chosen.moves if isinstance(chosen, MoveSequence) else (chosen,) if isinstance(chosen, (Move, LegalMove)) else chosen
    listed = tuple(cast(Iterable[object], several)) if isinstance(several, Iterable) else ()
    plain = [move.move if isinstance(move, LegalMove) else move for move in listed]
    moves = tuple(move for move in plain if isinstance(move, Move))
    if not moves or len(moves) < len(plain):
        raise NoMove(f"choose returned {chosen!r}: a Move, or several, is wanted")
    return moves


Turn: TypeAlias = Sequence[Move]
"""All that a player does until chance or another player is next."""

Worth: TypeAlias = Sequence[float]
"""What something is worth to each player, by seat."""


def margins(points: Sequence[float]) -> tuple[float, ...]:
    """For each player the distance to the best of the others; alone, the points."""
    return tuple(own - max((*points[:seat], *points[seat + 1 :]), default=0.0) for seat, own in enumerate(points))


# What a figure in the supply is worth in points, so that no bot spends one on a single point.
FIGURE = 1.5


def worths(
    rollouts: Rollouts, state: State, turns: Sequence[Turn], playouts: int, rng: random.Random, figure: float = FIGURE
) -> list[Worth]:
    """What turns are worth to each player: the margin of what players have after so many playouts of each, on average: points,
    made and in sight, and something for each figure in the supply, unless the game is over then."""
    goes_on = rollouts.tiles is not None and rollouts.tiles < state.tiles_left
    value = figure if goes_on else 0.0
    outlooks = rollouts.means(state, turns, playouts, rng)
    return [margins([points + value * count for points, count in zip(o.points, o.supply, strict=True)]) for o in outlooks]


def best_first(
    rollouts: Rollouts, state: State, turns: Sequence[Turn], seat: int, rng: random.Random, figure: float = FIGURE
) -> list[Turn]:
    """Turns of a player, those first that are worth most at once, before another tile is placed; equal ones in any order."""
    values = worths(rollouts.at_once, state, turns, 1, rng, figure)
    places = sorted(range(len(turns)), key=lambda place: (-values[place][seat], rng.random()))
    return [turns[place] for place in places]
