"""Bots that fail."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from carcassonne_engine import DrawTile, Game, Move
from carcassonne_engine.bots import Bot


class Crashes(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        raise RuntimeError("no idea")


class Cheats(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        return Move(draw_tile=DrawTile(kind=1))


class Sleeps(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        time.sleep(60)
        return game.moves[0]


class SaysNothing(Bot):
    def choose(self, game: Game, rng: random.Random) -> Sequence[Move]:
        return []


class Strands(Bot):
    """The service ends while it thinks."""

    stop: ClassVar[Callable[[], None]]

    def choose(self, game: Game, rng: random.Random) -> Move:
        type(self).stop()
        return game.play(game.moves[0]).moves[0]


class Peeks(Bot):
    """Fails if it can see what it must not."""

    def choose(self, game: Game, rng: random.Random) -> Move:
        assert "draw=seeded " in game.state.notation and game.setup is None
        return game.moves[0]


class EndsTheProgram(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        sys.exit("enough")


class KillsItself(Bot):
    """With everything around it, in the middle of a game."""

    def choose(self, game: Game, rng: random.Random) -> Move:
        if len(game.state.tiles) > 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return game.moves[0]
