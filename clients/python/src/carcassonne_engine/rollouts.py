"""Play from a state to see what it, or what can be done in it, is worth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .calls import PositionLike, rollout
from .engine import Engine
from .messages import Move, MoveSequence, RolloutPolicy

# The service takes so many candidates in a request, and so many moves of them together.
MOST = 1000


@dataclass(frozen=True)
class Rollouts:
    """Games played on by the service. Draws are as likely as tiles are in the bag, whatever the seed of the game.

    `tiles`: how many tiles are placed after those of the candidate, and then the points are those if the game ended; None: all.
    `policy`: how players decide. `timeout`: seconds for a request; rollouts give way to all other calls, and to whatever else the
    machine does.
    """

    engine: Engine
    tiles: int | None = None
    policy: RolloutPolicy = RolloutPolicy.RANDOM
    timeout: float = 60.0

    def points(
        self, position: PositionLike, candidates: Sequence[Sequence[Move]], playouts: int, rng: random.Random
    ) -> list[list[tuple[int, ...]]]:
        """For each candidate (moves that are made first; none: the position as it is) the final points by seat of each playout.
        All candidates meet the same luck."""
        seed = rng.getrandbits(64)
        results: list[list[tuple[int, ...]]] = []
        for some in _portions(candidates):
            found: list[list[tuple[int, ...]]] = [[] for _ in some]
            sequences = [MoveSequence(moves=moves) for moves in some]
            call = rollout(position, seed, playouts, sequences, tiles=self.tiles, policy=self.policy)
            for batch in self.engine.stream(call, self.timeout):
                found[batch.candidate] += zip(*(player.points for player in batch.players), strict=True)
            results += found
        return results


def _portions(candidates: Sequence[Sequence[Move]]) -> Iterator[list[Sequence[Move]]]:
    """The candidates in as few requests as the service allows."""
    portion: list[Sequence[Move]] = []
    moves = 0
    for candidate in candidates:
        if portion and (len(portion) == MOST or moves + len(candidate) > MOST):
            yield portion
            portion, moves = [], 0
        portion.append(candidate)
        moves += len(candidate)
    if portion:
        yield portion
