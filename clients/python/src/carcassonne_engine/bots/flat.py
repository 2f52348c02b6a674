"""Tries the turns that look best by playing on at random."""

from __future__ import annotations

import random

from ..game import Game
from ..rollouts import Rollouts
from .base import Bot, Turn, best_first, worths


class FlatMonteCarlo(Bot):
    """Of the turns that are worth most at once, takes the one that is worth most after some more tiles, placed at random.

    `width`: how many turns are tried. `playouts`: how often each of them. `tiles`: how many tiles are placed in each playout;
    None: all. Two are enough to see what the next players can do with it; after more of them, chance says more than the turn.
    """

    def __init__(self, width: int = 12, playouts: int = 64, tiles: int | None = 2) -> None:
        self.width = width
        self.playouts = playouts
        self.tiles = tiles

    def choose(self, game: Game, rng: random.Random) -> Turn:
        legal = game.engine.legal_moves(game.state, whole_turns=True, notation=False)
        seat = legal.player
        assert seat is not None
        rollouts = Rollouts(game.engine, self.tiles)
        turns = best_first(rollouts, game.state, [turn.moves for turn in legal.turns], seat, rng)[: self.width]
        values = worths(rollouts, game.state, turns, self.playouts, rng)
        return turns[max(range(len(turns)), key=lambda place: values[place][seat])]
