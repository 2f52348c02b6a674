"""Play from a state to see what it, or what can be done in it, is worth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ._proto import rules_service_pb2
from ._value import message_of
from .calls import PositionLike, SequenceLike, rollout, sequence
from .engine import Engine
from .messages import MoveSequence, RolloutPolicy

# The service takes so many candidates in a request, and so many moves of them together.
MOST = 1000


@dataclass(frozen=True)
class Outlook:
    """What players have at the end of a playout, by seat, on average: points, and figures in the supply."""

    points: tuple[float, ...]
    supply: tuple[float, ...]


@dataclass(frozen=True)
class Rollouts:
    """Games played on by the service. Draws are as likely as tiles are in the bag, whatever the seed of the game.

    `tiles`: how many tiles are placed after those of the candidate, and then the points are those if the game ended; 0: none, so
    that one playout tells what a whole turn is worth at once; None: all. `policy`: how players decide. `timeout`: seconds for a
    request; rollouts give way to all other calls, and to whatever else the machine does.
    """

    engine: Engine
    tiles: int | None = None
    policy: RolloutPolicy = RolloutPolicy.RANDOM
    timeout: float = 60.0

    @property
    def at_once(self) -> Rollouts:
        """The same, ending before another tile is placed."""
        return replace(self, tiles=0)

    def means(self, position: PositionLike, candidates: Sequence[SequenceLike], playouts: int, rng: random.Random) -> list[Outlook]:
        """For each candidate (moves that are made first, or a turn of `Game.turns`; none: the position as it is) what came of it, on
        average over the playouts. All candidates meet the same luck."""
        points: list[list[tuple[int, ...]]] = [[] for _ in candidates]
        supply: list[list[tuple[int, ...]]] = [[] for _ in candidates]
        for place, players in self._batches(position, candidates, playouts, rng):
            points[place].append(tuple(player.sum_points for player in players))
            supply[place].append(tuple(player.sum_supply for player in players))
        return [Outlook(_mean(made, playouts), _mean(left, playouts)) for made, left in zip(points, supply, strict=True)]

    def points(
        self, position: PositionLike, candidates: Sequence[SequenceLike], playouts: int, rng: random.Random
    ) -> list[list[tuple[int, ...]]]:
        """For each candidate the final points by seat of each playout, for those who want more than averages."""
        results: list[list[tuple[int, ...]]] = [[] for _ in candidates]
        for place, players in self._batches(position, candidates, playouts, rng):
            results[place] += zip(*(player.points for player in players), strict=True)
        return results

    def _batches(
        self, position: PositionLike, candidates: Sequence[SequenceLike], playouts: int, rng: random.Random
    ) -> Iterator[tuple[int, Sequence[rules_service_pb2.RolloutPlayer]]]:
        """What became of the players in some playouts of a candidate, which is told by its place. These are messages rather than
        values, as there are many of them."""
        seed, first = rng.getrandbits(64), 0
        for some in _portions(candidates):
            call = rollout(position, seed, playouts, some, tiles=self.tiles, policy=self.policy)
            for batch in self.engine.stream(call, self.timeout):
                yield first + batch.candidate, message_of(batch).players
            first += len(some)


def _mean(sums: Sequence[Sequence[int]], playouts: int) -> tuple[float, ...]:
    """By seat, of sums over some playouts each."""
    return tuple(sum(of_seat) / playouts for of_seat in zip(*sums, strict=True))


def _portions(candidates: Sequence[SequenceLike]) -> Iterator[list[MoveSequence]]:
    """The candidates in as few requests as the service allows."""
    portion: list[MoveSequence] = []
    moves = 0
    for candidate in map(sequence, candidates):
        count = len(message_of(candidate).moves)
        if portion and (len(portion) == MOST or moves + count > MOST):
            yield portion
            portion, moves = [], 0
        portion.append(candidate)
        moves += count
    if portion:
        yield portion
