"""Tests run against the real service over real sockets."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from carcassonne_engine import Engine, Game, LocalEngine

ROOT = Path(__file__).resolve().parents[3]
# A shell that runs tests in the background has them ignore Ctrl-C, and all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.setdefault("CARCASSONNE_ENGINE", str(ROOT / "target" / "release" / "carcassonne-engine"))


@pytest.fixture(scope="session")
def engine() -> Iterator[LocalEngine]:
    with LocalEngine() as engine:
        yield engine


@contextmanager
def paused(engine: LocalEngine) -> Iterator[None]:
    """While its service stands still."""
    os.kill(engine.pid, signal.SIGSTOP)
    while Path(f"/proc/{engine.pid}/stat").read_text().split(") ")[1][0] != "T":
        time.sleep(0.01)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(engine.pid, signal.SIGCONT)


def play_out(game: Game, rng: random.Random, most: int = 100_000) -> Game:
    while not game.is_over and len(game) < most:
        game = game.play_random(rng)
    return game


@pytest.fixture(scope="session")
def whole_game(engine: Engine) -> Game:
    return play_out(engine.new_game(["Alice", "Bob"], seed="table 7"), random.Random(1))


def play_evenly(game: Game, rng: random.Random) -> Game:
    """To the end, with all kinds of moves equally likely: what is rare among the legal moves comes to pass, too."""
    while not game.is_over:
        if game.is_chance:
            game = game.play_random(rng)
            continue
        kind = rng.choice(sorted({str(move.kind_name) for move in game.moves}))
        game = game.play(rng.choice([move for move in game.moves if move.kind_name == kind]))
    return game


@pytest.fixture(scope="session")
def everything(engine: Engine) -> list[str]:
    """All tiles, once each: chance before the game, tiles face down, second parts of turns, decisions out of turn, figures of
    nobody, prisoners, tokens, abbeys."""
    return [tiles.id for tiles in engine.catalog.sets if not tiles.id.endswith("-without-gardens")]


@pytest.fixture(scope="session")
def game_with_everything(engine: Engine, everything: list[str]) -> Game:
    """With chance in the hands of the caller."""
    return play_evenly(engine.new_game(3, everything, options={"wonders-per-player": "two"}), random.Random(2))
