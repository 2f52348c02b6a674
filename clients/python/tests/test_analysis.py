"""Looking back at games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from carcassonne_engine import Engine, EngineError, Game
from carcassonne_engine.analysis import read_recording, review, turns
from carcassonne_engine.rollouts import Rollouts

from .conftest import ROOT

RECORDING = ROOT / "tests" / "data" / "recording.jcz"


def test_reading_recordings(engine: Engine, whole_game: Game, tmp_path: Path) -> None:
    game = read_recording(engine, RECORDING)
    assert game.state.names == ("Ann",) and len(list(turns(game))) == 4
    record = tmp_path / "game.txt"
    record.write_text(whole_game.notation)
    assert read_recording(engine, record).state.points == whole_game.state.points
    position = tmp_path / "position.txt"
    position.write_text(whole_game.at(20).state.notation.replace(" ", "\n"))
    assert read_recording(engine, position).state == whole_game.at(20).state
    broken = tmp_path / "broken.jcz"
    broken.write_text("{}")
    with pytest.raises(EngineError, match=r"broken.jcz: FAIL"):
        read_recording(engine, broken)


def test_turns_are_all_that_happened(whole_game: Game) -> None:
    taken = list(turns(whole_game))
    assert tuple(move for turn in taken for move in turn.moves) == whole_game.played
    assert [turn.player for turn in taken] == [number % 2 for number in range(len(taken))], "players alternate"
    assert len(taken) == 71
    at_the_end = sum(award.points for event in whole_game.steps[-1].events if (award := event.scored))
    assert sum(turn.earned for turn in taken) >= sum(whole_game.state.points) - at_the_end
    drawn = whole_game.engine.game_from(whole_game.notation)
    assert [(turn.player, turn.moves) for turn in turns(drawn)] == [(turn.player, turn.moves) for turn in taken]


def test_reviews(engine: Engine) -> None:
    """The player closes a city for someone else's good, or passes: the review sees what it would have brought to claim it."""
    game = engine.game_at(
        "carcassonne/1 sets=base players=Alice,Bob draw=host draws=auto supply=auto bag=auto points=P1:-;P2:- tiles=D@0,0r0 turn=P1:place:E"
    )
    passed = game.play("place E 0,-1 r2; pass")
    found = list(review(passed, Rollouts(engine, turns=0), random.Random(1), candidates=50, playouts=1))
    assert len(found) == 1
    assert (found[0].turn.earned, found[0].value, found[0].best_value) == (0, 0, 4)
    assert [str(move) for move in found[0].best_moves] == ["place E 0,-1 r2", "meeple city S"] and found[0].loss == 4
    assert str(found[0]) == ("player 1: place E 0,-1 r2, pass; earned 0, worth +0.0; place E 0,-1 r2, meeple city S is worth +4.0")
    best = game.play("place E 0,-1 r2; meeple city S")
    found = list(review(best, Rollouts(engine, turns=0), random.Random(1), candidates=50, playouts=1))
    assert (found[0].turn.earned, found[0].loss) == (4, 0)


def test_review_of_a_seeded_game(whole_game: Game) -> None:
    found = list(review(whole_game.at(12), Rollouts(whole_game.engine, turns=1), random.Random(1), candidates=2, playouts=1))
    assert [one.turn for one in found] == list(turns(whole_game.at(12)))
    assert all(one.loss >= 0 and str(one) for one in found)
