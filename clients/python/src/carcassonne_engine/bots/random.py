"""Anything goes."""

from __future__ import annotations

import random

from ..game import Game
from ..messages import Move
from .base import Bot


class Random(Bot):
    """Makes any legal move, all equally likely."""

    def choose(self, game: Game, rng: random.Random) -> Move:
        return rng.choice(game.moves)
