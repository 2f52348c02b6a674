"""Bots that fail."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from carcassonne_engine import DrawTile, Engine, Game, Move
from carcassonne_engine.bots import Bot, Choice


class NotABot:
    def choose(self, game: Game, rng: random.Random) -> Move:
        return game.moves[0]


class Abstract(Bot):
    def chose(self, game: Game, rng: random.Random) -> Move:
        return game.moves[0]


class Crashes(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        raise RuntimeError("no idea")


class PicksOfNone(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        return rng.choice(())


class TakesWhatIsListed(Bot):
    """As do the next two, nothing is wrong with it."""

    def choose(self, game: Game, rng: random.Random) -> Choice:
        return game.legal.moves[0]


class TakesWholeTurns(Bot):
    def choose(self, game: Game, rng: random.Random) -> Choice:
        return game.turns[0]


class TakesWhatIsLegal(Bot):
    def choose(self, game: Game, rng: random.Random) -> Choice:
        return game.legal.moves[:1]


class Cheats(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        return Move(draw_tile=DrawTile(kind=1))


class Sleeps(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        time.sleep(60)
        return game.moves[0]


def hang() -> None:
    """For ever, whatever is raised."""
    while True:
        try:
            time.sleep(1)
        except BaseException:
            pass


class Hangs(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        hang()
        return game.moves[0]


class HangsInC(Bot):
    """Where Python looks at no signal."""

    def choose(self, game: Game, rng: random.Random) -> Move:
        return game.moves[sum(range(10**15)) % 1]


class NeverStarts(Bot):
    def __init__(self) -> None:
        hang()

    def choose(self, game: Game, rng: random.Random) -> Move:
        return game.moves[0]


class NeverEnds(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        return game.moves[0]

    def close(self) -> None:
        hang()


class CrashesAtTheEnd(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        return game.moves[0]

    def close(self) -> None:
        raise RuntimeError("nothing to close")


class SaysNothing(Bot):
    def choose(self, game: Game, rng: random.Random) -> Sequence[Move]:
        return []


class ForgetsToReturn(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        return None  # type: ignore[return-value]


class IsCancelled(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        raise asyncio.CancelledError("by itself")


class HasNoText(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        class Mute(Exception):
            def __str__(self) -> str:
                raise ValueError("no text")

        raise Mute


class MovesForTheOther(Bot):
    """When it knows which tile comes."""

    def choose(self, game: Game, rng: random.Random) -> Sequence[Move]:
        first = game.turns[0].moves
        after = game.play(first)
        if after.is_chance and len(after.moves) == 1:
            return (*first, after.play(after.moves[0]).moves[0])
        return first


class AsksElsewhere(Bot):
    """A service of its own, which is not there."""

    def choose(self, game: Game, rng: random.Random) -> Move:
        with Engine("127.0.0.1:1", retries=False) as engine:
            return engine.game_at(game.state).moves[0]


class ClosesTheEngine(Bot):
    def choose(self, game: Game, rng: random.Random) -> Move:
        with game.engine:
            return game.moves[0]


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
