"""Which exception stands for which refusal."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from carcassonne_engine import (
    Engine,
    IllegalMove,
    InvalidNotation,
    InvalidRequest,
    InvalidState,
    Move,
    MoveSequence,
    Pass,
    PlaceTile,
    PlayError,
    Reason,
    Record,
    Refusal,
    Refused,
    Rotation,
    Setup,
    State,
    Violation,
)
from carcassonne_engine.errors import from_stream

POSITION = "carcassonne/1 sets=base players=Alice,Bob draw=host draws=1 tiles=D@0,0r0 points=P1:-;P2:- supply=auto bag=auto turn=P1:place:U"
RECORD = "sets: base\nplayers: A,B\ndraw: host\n\n1. draw U; place U 0,1 r0\n"

# What the rules have against a move.
OF_MOVES = """
    EDGE_MISMATCH GAME_OVER NOT_NOW WRONG_TILE NOT_IN_BAG OCCUPIED_SQUARE NOT_ADJACENT NO_SUCH_SEGMENT NOT_THE_PLACED_TILE OCCUPIED_FEATURE
    FIGURE_NOT_ALLOWED NO_FIGURE_LEFT NO_SUCH_FIGURE FARMERS_OFF RIVER_NOT_CONTINUED RIVER_U_TURN RIVER_BLOCKED RIVER_CLOSED_EARLY
    WONDER_NEEDS_RIVER WONDER_NO_ROOM WONDER_NOT_READY WONDER_NOT_DUE WONDER_NOT_BY_RIVER WONDER_COMPLETED_FEATURE WONDER_SPACE
    WONDER_NOT_HELD DRAGON_IS_THERE DRAGON_STEP FAIRY_PLACE NO_KNIGHT NO_TOWER TOWER_CLOSED OUT_OF_TOWER_REACH RANSOM_PAID
    NOT_ENOUGH_POINTS ABBEY_NEEDS_HOLE NO_BARN_CORNER WAGON_TOO_FAR NO_SUCH_PRISONER COMPLETED_FEATURE NO_TOKEN_LEFT
""".split()
# What is wrong with a value, whatever the rules are.
OF_VALUES = """
    UNSPECIFIED MALFORMED MISSING OUT_OF_RANGE DUPLICATE UNSORTED LIMIT UNKNOWN_SET UNKNOWN_TILE UNKNOWN_FIGURE UNKNOWN_RULES_VERSION
""".split()
# What is wrong with a state, of which seals are a part, or with what is agreed.
OF_STATES = """
    OVERLAP ISLAND TILE_COUNT FIGURE_COUNT FIGURE_PLACE WRONG_PHASE UNSCORED PLAYER_COUNT PLACEMENT_ORDER SEAL_MISSING SEAL_UNKNOWN_KEY
    SEAL_BROKEN
""".split()
OF_TEXTS = ["NOTATION"]


def test_the_table_has_all_reasons() -> None:
    assert sorted(OF_MOVES + OF_VALUES + OF_STATES + OF_TEXTS) == sorted(reason.name for reason in Reason)


# Where it is: what a reason of moves, of values, of states means there.
PLACES: dict[str, tuple[type[Refused], type[Refused], type[Refused]]] = {
    "moves[0].place_tile": (IllegalMove, InvalidRequest, InvalidRequest),
    "apply_move.moves[2]": (IllegalMove, InvalidRequest, InvalidRequest),
    "record.moves[7].place_figure.place": (IllegalMove, InvalidRequest, InvalidRequest),
    "candidates[1].moves[0]": (IllegalMove, InvalidRequest, InvalidRequest),
    "notation": (IllegalMove, InvalidNotation, InvalidNotation),
    "apply_move.notation": (IllegalMove, InvalidNotation, InvalidNotation),
    "position.state.tiles[3].figures[0]": (InvalidState, InvalidState, InvalidState),
    "position.notation": (InvalidState, InvalidState, InvalidState),
    "begin.state.seal": (InvalidState, InvalidState, InvalidState),
    "setup.offer": (InvalidRequest, InvalidRequest, InvalidRequest),
    "record.setup.options": (InvalidRequest, InvalidRequest, InvalidRequest),
}


@pytest.mark.parametrize("field", PLACES)
def test_each_reason_has_its_exception(field: str) -> None:
    def exception(name: str) -> type[Exception]:
        refusal = Refusal(violations=[Violation(field=field, reason=Reason[name])])
        return type(from_stream(PlayError(code=3, message="no", refusal=refusal)))

    expected: dict[str, type[Refused]] = dict.fromkeys(OF_TEXTS, InvalidNotation)
    for names, kind in zip((OF_MOVES, OF_VALUES, OF_STATES), PLACES[field], strict=True):
        expected |= dict.fromkeys(names, kind)
    assert {name: exception(name) for name in expected} == expected


def tile(**changes: Any) -> list[Move]:
    return [Move(place_tile=PlaceTile(kind=21, x=1, y=0, rotation=Rotation.R0).replace(**changes))]


Ask = Callable[[Engine, State], object]

REFUSED: list[tuple[type[Refused], str, Ask]] = [
    # texts
    (InvalidNotation, "MISSING", lambda engine, _: engine.game_from("garbage")),
    (InvalidNotation, "MISSING", lambda engine, _: engine.game_from("")),
    (InvalidNotation, "UNKNOWN_SET", lambda engine, _: engine.game_from(RECORD.replace("base", "nowhere"))),
    (InvalidNotation, "UNKNOWN_TILE", lambda engine, _: engine.game_from(RECORD.replace("draw U", "draw QQ"))),
    (InvalidNotation, "NOTATION", lambda engine, _: engine.game_from(RECORD.replace("0,1", "somewhere"))),
    (IllegalMove, "EDGE_MISMATCH", lambda engine, _: engine.game_from(RECORD)),
    (InvalidNotation, "NOTATION", lambda engine, _: engine.state("garbage")),
    (InvalidState, "UNKNOWN_TILE", lambda engine, _: engine.state(POSITION.replace("D@", "QQ@"))),
    (InvalidState, "TILE_COUNT", lambda engine, _: engine.state(POSITION.replace("draws=1", "draws=9"))),
    (InvalidNotation, "NOTATION", lambda engine, state: engine.apply_move(state, "garbage")),
    (InvalidNotation, "NOTATION", lambda engine, state: engine.apply_move(state, "place U 1,0 r7")),
    (InvalidNotation, "UNKNOWN_TILE", lambda engine, state: engine.apply_move(state, "place QQ 1,0 r0")),
    (InvalidNotation, "NOTATION", lambda engine, state: engine.game_at(state).play("garbage")),
    (IllegalMove, "WRONG_TILE", lambda engine, state: engine.apply_move(state, "place V 1,0 r0")),
    # values
    (IllegalMove, "NOT_ADJACENT", lambda engine, state: engine.apply_move(state, tile(x=5))),
    (IllegalMove, "NOT_NOW", lambda engine, state: engine.apply_move(state, Move(pass_=Pass()))),
    (InvalidRequest, "OUT_OF_RANGE", lambda engine, state: engine.apply_move(state, tile(rotation=9))),
    (InvalidRequest, "UNKNOWN_TILE", lambda engine, state: engine.apply_move(state, tile(kind=99_999))),
    (InvalidRequest, "MISSING", lambda engine, state: engine.apply_move(state, Move())),
    (InvalidRequest, "MISSING", lambda engine, state: engine.apply_move(state, [])),
    (InvalidRequest, "LIMIT", lambda engine, state: engine.apply_move(state, tile() * 20_000)),
    (IllegalMove, "NOT_NOW", lambda engine, state: engine.replay(Record(setup=state.setup, moves=[Move(pass_=Pass())]))),
    (InvalidRequest, "MISSING", lambda engine, state: engine.replay(Record(setup=Setup()))),
    (IllegalMove, "NOT_ADJACENT", lambda engine, state: list(engine.rollout(state, seed=1, playouts=1, candidates=[far()]))),
    (InvalidRequest, "OUT_OF_RANGE", lambda engine, state: list(engine.rollout(state, seed=1, playouts=0))),
    (InvalidState, "TILE_COUNT", lambda engine, state: engine.legal_moves(state.replace(draws=9))),
    (InvalidRequest, "PLAYER_COUNT", lambda engine, _: engine.new_game(9)),
    (InvalidRequest, "UNKNOWN_SET", lambda engine, _: engine.get_catalog(["nowhere"])),
    (InvalidRequest, "OUT_OF_RANGE", lambda engine, state: engine.view(state, 9)),
]


def far() -> MoveSequence:
    return MoveSequence(moves=tile(x=5))


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_what_the_service_refuses(engine: Engine, number: int) -> None:
    kind, reason, ask = REFUSED[number]
    with pytest.raises(Refused) as caught:
        ask(engine, engine.state(POSITION))
    assert (type(caught.value), caught.value.reason.name) == (kind, reason), caught.value
    twin = pickle.loads(pickle.dumps(caught.value))
    assert (type(twin), twin.reason, str(twin)) == (kind, caught.value.reason, str(caught.value))
