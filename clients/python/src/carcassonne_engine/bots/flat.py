"""Tries every turn by playing on at random."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..game import Game
from ..messages import Move
from .base import Bot, rollout_values


class FlatMonteCarlo(Bot):
    """Plays on from every turn at random, and takes the one that went best on average.

    `playouts`: how many games in all, shared by the turns. `tiles`: how many tiles are placed in each; None: all.
    """

    def __init__(self, playouts: int = 800, tiles: int | None = 4) -> None:
        self.playouts = playouts
        self.tiles = tiles

    def choose(self, game: Game, rng: random.Random) -> Sequence[Move]:
        seat = game.player
        assert seat is not None
        turns = [turn.moves for turn in game.turns]
        values = rollout_values(game.engine, game.state, turns, self.playouts, self.tiles, rng)
        return turns[max(range(len(turns)), key=lambda place: values[place][seat])]
