"""Values: immutable, hashable, picklable, printable."""

from __future__ import annotations

import copy
import pickle
from typing import Any, cast

import pytest
from IPython.lib import pretty as printer

import carcassonne_engine
from carcassonne_engine import (
    Event,
    Feature,
    Game,
    Move,
    Pass,
    PlaceFigure,
    PlaceTile,
    PlaceTilePhase,
    Rotation,
    Scored,
    ScoringRule,
    State,
    Term,
    Turn,
    TurnStarted,
    Unit,
)
from carcassonne_engine._proto import moves_pb2
from carcassonne_engine._value import message_of
from carcassonne_engine.words import award_text

PLACE = PlaceTile(kind=21, x=0, y=-1, rotation=Rotation.R0)


def test_fields_are_what_was_given() -> None:
    assert (PLACE.kind, PLACE.x, PLACE.y, PLACE.rotation) == (21, 0, -1, Rotation.R0)
    assert repr(PLACE) == "PlaceTile(kind=21, x=0, y=-1, rotation=Rotation.R0)"
    assert message_of(PlaceTile(x=0)).HasField("x"), "zero is not the same as not given"
    assert not message_of(PlaceTile()).HasField("x")


def test_values_are_equal_by_what_they_hold() -> None:
    again = PlaceTile(kind=21, x=0, y=-1, rotation=Rotation.R0)
    assert PLACE == again and hash(PLACE) == hash(again)
    assert again.replace(x=1) != PLACE
    assert len({PLACE, again, PLACE.replace(x=1)}) == 2
    assert PLACE != "PlaceTile"


def test_values_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        PLACE.x = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot be changed"):
        del PLACE.x
    assert PLACE.x == 0


def test_a_choice_of_kinds_can_be_matched() -> None:
    def text(move: Move) -> str:
        match move.kind:
            case PlaceTile(x=x, y=y):
                return f"tile at {x},{y}"
            case Pass():
                return "pass"
            case other:
                return repr(other)

    assert text(Move(place_tile=PLACE)) == "tile at 0,-1"
    assert text(Move(pass_=Pass())) == "pass"
    assert Move(pass_=Pass()).kind_name == "pass"
    assert text(Move()) == "None"
    assert Move(place_tile=PLACE).place_figure is None


def test_what_newer_services_send_passes_through() -> None:
    unknown_kind = b"\xfa\x01\x02\x08\x07"  # field 31, a message
    move = Move.from_bytes(unknown_kind)
    assert move.kind is None and move.kind_name is None
    assert bytes(move) == unknown_kind, "it is sent back unchanged"
    assert move != Move()
    assert pickle.loads(pickle.dumps(move)) == move
    event = Event.from_bytes(b"\xfa\x01\x00")
    assert event.kind is None
    scored = Scored(rule=ScoringRule(900), points=3)
    assert scored.rule.name == "UNKNOWN_900" and scored.rule == 900
    assert repr(scored) == "Scored(rule=ScoringRule.UNKNOWN_900, points=3)"
    assert pickle.loads(pickle.dumps(scored.rule)) is scored.rule


def test_generated_messages_become_values_and_are_copied() -> None:
    message = moves_pb2.PlaceTile(kind=3, x=1)
    value = PlaceTile.from_message(message)
    message.x = 2
    assert value.x == 1


def test_a_choice_has_one_kind() -> None:
    with pytest.raises(ValueError, match="Move is either place_tile or pass, not both"):
        Move(place_tile=PLACE, pass_=Pass())
    assert Move(place_tile=PLACE).replace(pass_=Pass()) == Move(pass_=Pass())


def test_names_that_python_reserves_end_with_an_underscore() -> None:
    from carcassonne_engine import MoveFigure, Place, TilePlace

    place = Place(tile=TilePlace(x=1, y=2))
    move = MoveFigure(from_=place)
    assert move.from_ == place and move.to != place
    assert repr(move) == "MoveFigure(from_=Place(tile=TilePlace(x=1, y=2)))"
    assert move.replace(from_=None) == MoveFigure()


def test_states_moves_events_and_games_travel(whole_game: Game) -> None:
    for value in (whole_game.state, whole_game.played[3], whole_game.events[5], whole_game.score):
        for twin in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value)):
            assert twin == value and hash(twin) == hash(value) and repr(twin) == repr(value) and str(twin) == str(value)
    twin = pickle.loads(pickle.dumps(whole_game))
    assert twin == whole_game and hash(twin) == hash(whole_game)
    assert twin.score == whole_game.score, "it brings an engine with it"
    twin.engine.close()


def test_what_is_printed_can_be_read_by_python(game_with_everything: Game) -> None:
    moves = {move.kind_name: move for move in game_with_everything.played}
    events = {event.kind_name: event for event in game_with_everything.events}
    assert len(moves) >= 13 and len(events) >= 18
    for value in (*moves.values(), *events.values(), game_with_everything.state, game_with_everything.score):
        assert eval(repr(value), vars(carcassonne_engine)) == value
        assert pickle.loads(pickle.dumps(value)) == value and hash(pickle.loads(pickle.dumps(value))) == hash(value)


def pretty(value: object) -> str:
    return str(cast(Any, printer).pretty(value))


def test_what_notebooks_print(whole_game: Game) -> None:
    game = whole_game.at(40)
    assert pretty(game.score) == game.score.explain()
    assert pretty(game.moves[:2]) == f"({game.moves[0]}, {game.moves[1]})"
    assert pretty(game.engine.replay(game.notation).record) == game.notation.strip()
    shown = [pretty(event) for event in whole_game.events]
    assert [eval(text, vars(carcassonne_engine)) for text in shown] == list(whole_game.events)
    assert max(len(line) for text in shown for line in text.splitlines()) < 100
    assert pretty(Move()) == "Move()" and pretty(Move(place_tile=PLACE)) == repr(Move(place_tile=PLACE)), "without text"


def test_enums_print_alike_everywhere() -> None:
    assert str(Feature.CITY) == f"{Feature.CITY}" == repr(Feature.CITY) == "Feature.CITY"
    assert f"{Rotation.R90:d}" == str(int(Rotation.R90))


def test_states_know_simple_things(whole_game: Game) -> None:
    start, end = whole_game.at(0).state, whole_game.state
    assert start.names == ("Alice", "Bob") and start.points == (0, 0) and start.tiles_left == 70 and not start.is_over
    assert end.is_over and end.tiles_left == 0 and end.points == whole_game.score.final
    assert isinstance(start.turn.phase, PlaceTilePhase) and start.turn.phase_name == "place_tile"
    assert isinstance(start.turn, Turn) and start.turn.closing is None
    assert any(isinstance(event.kind, TurnStarted) for event in whole_game.at(0).events)
    placed = [move.place_figure for move in whole_game.played if isinstance(move.kind, PlaceFigure)]
    assert placed and all(figure and figure.place.kind for figure in placed)
    assert isinstance(State.from_bytes(bytes(end)), State)


def test_words() -> None:
    award = Scored(
        rule=ScoringRule.CITY,
        points=10,
        terms=[Term(unit=Unit.TILE, count=4, each=2), Term(unit=Unit.COAT_OF_ARMS, count=1, each=2)],
    )
    assert award_text(award) == "4 tiles × 2 + 1 coat of arms × 2"
    assert Feature.MONASTERY.name == "MONASTERY"
