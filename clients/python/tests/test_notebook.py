"""Pictures and tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from carcassonne_engine import EngineError, Game, State
from carcassonne_engine.notebook import Steps, picture
from carcassonne_engine.picture import render


def test_states_are_pictures(whole_game: Game, tmp_path: Path) -> None:
    game = whole_game.at(20)
    plain, marked = picture(game), picture(game, legal=True)
    assert plain.svg.startswith("<svg") or plain.svg.startswith("<?xml")
    assert game._repr_svg_() == game.state._repr_svg_() == plain.svg != marked.svg
    assert len(picture(game, square=30).svg) and picture(game.notation).svg
    plain.save(str(tmp_path / "game.svg"))
    assert (tmp_path / "game.svg").read_text() == plain.svg


def test_pictures_of_all_that_is_to_be_decided(game_with_everything: Game) -> None:
    first: dict[object, int] = {}
    for number, step in enumerate(game_with_everything.steps):
        first.setdefault(step.state.turn.decision and step.state.turn.decision.decision, number)
    assert len(first) >= 6
    for number in first.values():
        game = game_with_everything.at(number)
        # Tiles beside the table, or not drawn yet, go by their names.
        on_the_table = any(
            move.kind_name not in ("draw_tile", "offer_tile", "choose_tile", "take_tile", "take_turn", "pass") for move in game.moves
        )
        assert (picture(game, legal=True).svg != picture(game).svg) == on_the_table, game.state
    assert "<svg" in picture(game_with_everything).svg


def test_without_text_or_program_a_table_is_shown(whole_game: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    state = whole_game.at(20).state
    bare = State.from_bytes(bytes(state))
    with pytest.raises(ValueError, match="no text yet"):
        render(bare)
    assert bare._repr_svg_() is None
    html = state.replace(turn=state.turn)._repr_html_()
    assert "<td>Alice</td>" in html and f"{state.tiles_left} tiles left" in html
    monkeypatch.delenv("CARCASSONNE_ENGINE")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert state._repr_svg_() is None
    with pytest.raises(EngineError, match="no program"):
        render(state)


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(EngineError, match="no picture"):
        render("nonsense")
    for square in (0, -1, 1001):
        with pytest.raises(ValueError, match="1 to 1000 pixels"):
            render("nonsense", square=square)


def test_stepping(whole_game: Game) -> None:
    page = Steps(whole_game.at(9), every=4)._repr_html_()
    assert page.count("<figure") == 4 and page.count("<button") == 4
    assert "0/9: start" in page and "9/9: " in page
    start = whole_game.at(0)
    assert ": place " in Steps(start.play(start.turns[0].moves))._repr_html_(), "whole turns come without text"
