"""Tries a few turns by playing on at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import mean

from ..game import Game
from ..messages import Move
from ..rollouts import Rollouts
from .base import Bot, best, margins, turn_values


class FlatMonteCarlo(Bot):
    """Plays on from the most promising turns at random, and takes the one that went best on average.

    `candidates`: how many turns to try, best first by what they bring at once. `playouts`: how many games from each. `turns`: how
    far each is played; None: to the end.
    """

    def __init__(self, candidates: int = 5, playouts: int = 8, turns: int | None = 4) -> None:
        self.candidates = candidates
        self.playouts = playouts
        self.turns = turns

    def choose(self, game: Game, rng: random.Random) -> Sequence[Move]:
        seat = game.player
        assert seat is not None
        promising = best(turn_values(game.engine, game.state), seat, rng, self.candidates)
        if len(promising) == 1:
            return promising[0].moves
        results = Rollouts(game.engine, self.turns).points([turn.state for turn in promising], self.playouts, rng)
        means = [mean(margins(points)[seat] for points in result) for result in results]
        return promising[max(range(len(promising)), key=means.__getitem__)].moves
