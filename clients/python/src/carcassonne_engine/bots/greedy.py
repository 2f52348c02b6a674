"""Takes what it sees."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..game import Game
from ..messages import Move
from .base import FIGURE, Bot, best, turn_values


class Greedy(Bot):
    """Takes the turn after which it would be ahead by most if the game ended: points made and points in sight.

    `figure`: how many points a figure in the supply is worth to it.
    """

    def __init__(self, figure: float = FIGURE) -> None:
        self.figure = figure

    def choose(self, game: Game, rng: random.Random) -> Sequence[Move]:
        assert game.player is not None
        turns = turn_values(game.engine, game.state, self.figure)
        return best(turns, game.player, rng).moves
