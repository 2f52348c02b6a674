"""Tests run against the real service over real sockets."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from carcassonne_engine import Engine, Game, LocalEngine

ROOT = Path(__file__).resolve().parents[3]
os.environ.setdefault("CARCASSONNE_ENGINE", str(ROOT / "target" / "release" / "carcassonne-engine"))


@pytest.fixture(scope="session")
def engine() -> Iterator[LocalEngine]:
    with LocalEngine() as engine:
        yield engine


def play_out(game: Game, rng: random.Random, most: int = 100_000) -> Game:
    while not game.is_over and len(game) < most:
        game = game.play_random(rng)
    return game


@pytest.fixture(scope="session")
def whole_game(engine: Engine) -> Game:
    return play_out(engine.new_game(["Alice", "Bob"], seed="table 7"), random.Random(1))


@pytest.fixture(scope="session")
def everything() -> list[str]:
    """A mixture with chance before the game, tiles face down, second parts of turns and decisions out of turn."""
    return ["base", "river", "inns-and-cathedrals", "traders-and-builders", "wonders-1", "wonders-2", "wonders-3"]
