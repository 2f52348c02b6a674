"""Looking back at games."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from carcassonne_engine import Engine, EngineError, Game
from carcassonne_engine.analysis import read_recording, review, turns
from carcassonne_engine.bots import margins
from carcassonne_engine.rollouts import Rollouts

from .conftest import ROOT

ALONE = ROOT / "tests" / "data" / "recording.jcz"
RECORDING = Path(__file__).parent / "data" / "two-players.jcz"


def test_reading_recordings(engine: Engine, whole_game: Game, tmp_path: Path) -> None:
    game = read_recording(engine, ALONE)
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
    no_text = tmp_path / "no-text"
    no_text.write_bytes(b"\xff\xfe")
    for path in (no_text, tmp_path, tmp_path / "nowhere", tmp_path / "nowhere.jcz"):
        with pytest.raises(EngineError, match=path.name):
            read_recording(engine, path)


def test_turns_are_all_that_happened(whole_game: Game) -> None:
    taken = list(turns(whole_game))
    assert tuple(move for turn in taken for move in turn.moves) == whole_game.played
    assert [turn.player for turn in taken] == [number % 2 for number in range(len(taken))], "players alternate"
    assert len(taken) == 71
    at_the_end = sum(award.points for event in whole_game.steps[-1].events if (award := event.scored))
    assert sum(turn.earned for turn in taken) >= sum(whole_game.state.points) - at_the_end
    drawn = whole_game.engine.game_from(whole_game.notation)
    assert [str(turn) for turn in turns(drawn)] == [str(turn) for turn in taken]
    assert str(taken[1]) == f"2. Bob: {'; '.join(map(str, taken[1].moves))}" and taken[1].moves[0].notation.startswith("place ")


def test_reviews(engine: Engine, whole_game: Game) -> None:
    """Of the last turn nothing is left to chance: its worth, and that of all others, is what the points say."""
    last = list(turns(whole_game))[-1]
    before = engine.game_at(whole_game.at(last.step).state)
    worths = {turn.moves: margins(before.play(turn.moves).state.points)[last.player] for turn in before.turns}
    assert len(set(worths.values())) > 1
    for moves in (min(worths, key=worths.__getitem__), max(worths, key=worths.__getitem__)):
        [found] = review(before.play_each(before.with_text(moves)), Rollouts(engine), random.Random(1), playouts=2)
        assert found.turn.moves == moves and found.value == worths[moves] and found.best_value == max(worths.values())
        assert worths[found.best_moves] == found.best_value and found.loss == max(worths.values()) - worths[moves]
        assert str(found).startswith(f"1. {before.state.names[last.player]}: {'; '.join(map(str, before.with_text(moves)))} (earned ")


def test_review_of_a_seeded_game(whole_game: Game) -> None:
    found = list(review(whole_game.at(12), Rollouts(whole_game.engine, tiles=1), random.Random(1), playouts=2))
    assert [one.turn for one in found] == list(turns(whole_game.at(12)))
    assert all(one.loss >= 0 and str(one) for one in found)


def test_review_of_a_recording(engine: Engine) -> None:
    """It reads like the record of the game."""
    game = read_recording(engine, RECORDING)
    assert game.state.names == ("Alice", "Bob") and game.score.final == (19, 15), "as the recording says"
    record = game.notation.partition("\n\n")[2].splitlines()
    shown = [str(one) for one in review(game, Rollouts(engine, tiles=1), random.Random(1), playouts=4)]
    assert len(shown) == len(record) == 16
    for number, (line, written) in enumerate(zip(shown, record, strict=True)):
        moves = written.partition("; ")[2]
        move = r"\w+ [\w ,;-]+"
        alternative = rf"; best: place {move} \([+-]\d+\.\d\)"
        assert re.fullmatch(
            rf"{number + 1}\. {game.state.names[number % 2]}: {moves} \(earned \d+, worth [+-]\d+\.\d\)({alternative})?", line
        )
    assert any("best: " in line for line in shown) and any("earned 6" in line for line in shown)
