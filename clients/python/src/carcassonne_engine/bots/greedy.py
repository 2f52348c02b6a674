"""Takes what it sees."""

from __future__ import annotations

import random

from ..game import Game
from ..rollouts import Rollouts
from .base import FIGURE, Bot, Turn, best_first


class Greedy(Bot):
    """Takes the turn after which it would be ahead by most if the game ended: points made and points in sight.

    `figure`: how many points a figure in the supply is worth to it.
    """

    def __init__(self, figure: float = FIGURE) -> None:
        self.figure = figure

    def choose(self, game: Game, rng: random.Random) -> Turn:
        legal = game.engine.legal_moves(game.state, whole_turns=True, notation=False)
        assert legal.player is not None
        turns = [turn.moves for turn in legal.turns]
        return best_first(Rollouts(game.engine), game.state, turns, legal.player, rng, self.figure)[0]
