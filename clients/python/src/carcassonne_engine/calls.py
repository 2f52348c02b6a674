"""The calls of the service as values: what is sent and what comes back, for the sync and the asyncio client alike.

Of use to those who make many at a time: `engine.call_all(calls.legal_moves(state) for state in states)`. The arguments are those of
the method of `Engine` that has the same name; a position of None is that of a stream.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from ._proto import moves_pb2, rules_service_pb2, state_pb2
from ._value import Value, message_of, wrap
from .messages import (
    ApplyMove,
    Catalog,
    HostDraw,
    LegalMove,
    LegalMoves,
    Move,
    MoveSequence,
    NewGame,
    Offer,
    OfferedKinds,
    Options,
    PlayBegun,
    Player,
    Record,
    Replay,
    Rollout,
    RolloutPolicy,
    Score,
    Scored,
    SeededDraw,
    SetCount,
    Setup,
    State,
    View,
)

V = TypeVar("V", bound=Value[Any])

SERVICE = rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"]
PATHS = {method.name: f"/{SERVICE.full_name}/{method.name}" for method in SERVICE.methods}
# How a channel calls them: `unary_unary` for one request and one response.
KINDS = {
    method.name: "_".join("stream" if streams else "unary" for streams in (method.client_streaming, method.server_streaming))
    for method in SERVICE.methods
}
RESPONSES: dict[str, type[Message]] = {method.name: GetMessageClass(method.output_type) for method in SERVICE.methods}


class HasState(Protocol):
    """A `Game`, or an answer that brings a state (`NewGame`, `ApplyMove`)."""

    @property
    def state(self) -> State:
        """The state that is meant."""
        ...


PositionLike: TypeAlias = State | HasState | str
"""A position: a state, a game as it is now, or a line of the position notation."""

SequenceLike: TypeAlias = Move | LegalMove | MoveSequence | Iterable[Move | LegalMove]
"""Moves that are made one after the other: one, a whole turn (`Game.turns`), or several."""

MovesLike: TypeAlias = SequenceLike | str
"""Moves to make: as values, or text of the record notation separated by `;`."""

SetsLike: TypeAlias = Sequence[str] | Mapping[str, int]
"""Ids of sets of tiles, or how many copies of each."""

OptionsLike: TypeAlias = Options | Mapping[str, str]
"""House rules, as values or by their names in the text notation: `{"farmers": "off"}`."""


@dataclass(frozen=True)
class Call(Generic[V]):
    """One call: which, what is sent, and the value of what comes back. `extras`: what that carries beside what comes back."""

    method: str
    request: Message
    answer: type[V]
    extras: Mapping[str, object] = field(default_factory=dict[str, object])

    def value(self, response: Message) -> V:
        """What came back, as a value."""
        return wrap(self.answer, response, **self.extras)


def serialize(request: Message) -> bytes:
    """What is sent."""
    return request.SerializeToString()


def setup(
    players: Sequence[str] | int = 2,
    sets: SetsLike = ("base",),
    *,
    seed: str | int | None = None,
    options: OptionsLike | None = None,
    offer: int | Iterable[int] | None = None,
) -> Setup:
    """What is agreed before a game. TypeError for arguments that are something else, ValueError for options that there are not.

    `players`: names in turn order, or how many. `sets`: ids of the catalogue. `seed`: the service draws the tiles, the same
    for the same seed; without it every draw is a chance move that the caller makes. `options`: house rules. `offer`: which
    tiles that are not drawn lie ready beside the table, or how many.
    """
    if isinstance(players, str):
        raise TypeError(f'players are names in a list, ["{players}", ...], or how many')
    if isinstance(sets, str):
        raise TypeError(f'sets are ids in a list: ["{sets}"]')
    names = [""] * players if isinstance(players, int) else list(players)
    if wrong := [name for name in names if not isinstance(name, str)]:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"names of players are text, not {wrong[0]!r}")
    copies = dict(sets) if isinstance(sets, Mapping) else dict.fromkeys(sets, 1)
    ready = None
    if offer is not None:
        ready = Offer(count=offer) if isinstance(offer, int) else Offer(kinds=OfferedKinds(kinds=offer))
    return Setup(
        players=[Player(name=name) for name in names],
        sets=[SetCount(set=name, copies=count) for name, count in copies.items()],
        options=_options(options),
        host=HostDraw() if seed is None else None,
        seeded=None if seed is None else SeededDraw(seed=str(seed)),
        offer=ready,
    )


def _options(given: OptionsLike | None) -> Options | None:
    if given is None or isinstance(given, Options):
        return given
    message = state_pb2.Options()
    fields = message.DESCRIPTOR.fields_by_name
    for name, value in given.items():
        option = fields.get(name.replace("-", "_"))
        if option is None or option.enum_type is None:
            raise ValueError(f"no option {name!r}; there are {', '.join(sorted(fields))}")
        # the values of an enumeration begin with its name
        begins = len(re.sub("(?<!^)(?=[A-Z])", "_", option.enum_type.name)) + 1
        values = {v.name[begins:].lower().replace("_", "-"): v.number for v in option.enum_type.values if v.number}
        number = values.get(str(value).replace("_", "-"))
        if number is None:
            raise ValueError(f"option {name!r} has no value {value!r}; there are {', '.join(values)}")
        setattr(message, option.name, number)
    return wrap(Options, message)


def position(given: PositionLike | None) -> rules_service_pb2.Position | None:
    """A position as a message; None, that of a stream, as none."""
    if given is None:
        return None
    if isinstance(given, str):
        return rules_service_pb2.Position(notation=given)
    return rules_service_pb2.Position(state=message_of(state_of(given)))


def state_of(given: State | HasState) -> State:
    """The state of a position that is no text; TypeError if it is none."""
    state: object = given if isinstance(given, State) else getattr(given, "state", None)
    if not isinstance(state, State):
        raise TypeError(f"a position is wanted (a State, a Game, or text), not {type(given).__name__}")
    return state


def move(given: Move | LegalMove) -> moves_pb2.Move:
    """A move as a message; TypeError if it is none."""
    if isinstance(given, LegalMove):
        return message_of(given).move
    if isinstance(given, Move):  # pyright: ignore[reportUnnecessaryIsInstance]
        return message_of(given)
    raise TypeError(f"a Move is wanted, not {given!r}")


def sequence(given: SequenceLike) -> MoveSequence:
    """Moves that are made one after the other as one value; TypeError for what is no move."""
    if isinstance(given, MoveSequence):
        return given
    return wrap(MoveSequence, moves_pb2.MoveSequence(moves=[move(one) for one in _several(given)]))


def moves_of(given: SequenceLike) -> tuple[Move, ...]:
    """The same one by one: moves, which know their text if they did; TypeError for what is no move."""
    if isinstance(given, MoveSequence):
        return given.moves
    several = tuple(one.move if isinstance(one, LegalMove) else one for one in _several(given))
    for one in several:
        move(one)
    return several


def _several(given: Move | LegalMove | Iterable[Move | LegalMove]) -> Iterable[Move | LegalMove]:
    if isinstance(given, (Move, LegalMove)):
        return (given,)
    if isinstance(given, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        return given
    raise TypeError(f"a Move is wanted, or several, not {given!r}")


def get_catalog(sets: Iterable[str] = ()) -> Call[Catalog]:
    """The catalogue of some sets; of all if none is named."""
    return Call("GetCatalog", rules_service_pb2.GetCatalogRequest(sets=sets), Catalog)


def new_game(agreed: Setup) -> Call[NewGame]:
    """The start of a game under a setup."""
    return Call("NewGame", rules_service_pb2.NewGameRequest(setup=message_of(agreed), with_notation=True), NewGame)


def legal_moves(
    where: PositionLike | None, ask: Iterable[Move | LegalMove] = (), whole_turns: bool = False, notation: bool = True
) -> Call[LegalMoves]:
    """What can happen next; see `Engine.legal_moves`."""
    request = rules_service_pb2.LegalMovesRequest(
        position=position(where), ask=[move(one) for one in ask], whole_turns=whole_turns, with_notation=notation
    )
    return Call("LegalMoves", request, LegalMoves)


def apply_move(where: PositionLike | None, moves: MovesLike, notation: bool = True) -> Call[ApplyMove]:
    """The state after one or more moves; see `Engine.apply_move`."""
    request = rules_service_pb2.ApplyMoveRequest(position=position(where), with_notation=notation)
    if isinstance(moves, str):
        request.notation = moves
    else:
        request.moves.extend(message_of(sequence(moves)).moves)
    return Call("ApplyMove", request, ApplyMove)


def score(where: PositionLike | None, awards: tuple[Scored, ...] = ()) -> Call[Score]:
    """Points; see `Engine.score`."""
    names = () if where is None or isinstance(where, str) else state_of(where).names
    return Call("Score", rules_service_pb2.ScoreRequest(position=position(where)), Score, {"_awards": awards, "_names": names})


def view(where: PositionLike | None, player: int | None) -> Call[View]:
    """The state as a player may see it; see `Engine.get_view`."""
    return Call("View", rules_service_pb2.ViewRequest(position=position(where), player=player, with_notation=True), View)


def rollout(
    where: PositionLike,
    seed: int,
    playouts: int,
    candidates: Iterable[SequenceLike] = (),
    each_legal_move: bool = False,
    tiles: int | None = None,
    policy: RolloutPolicy = RolloutPolicy.RANDOM,
    first_playout: int = 0,
) -> Call[Rollout]:
    """Many games played on, for `Engine.stream`; see `Engine.rollout`."""
    request = rules_service_pb2.RolloutRequest(
        position=position(where),
        seed=seed,
        playouts=playouts,
        first_playout=first_playout,
        policy=policy.value,  # type: ignore[arg-type]  # newer policies pass through
        candidates=[message_of(sequence(moves)) for moves in candidates],
        each_legal_move=each_legal_move,
        tiles=tiles,
    )
    return Call("Rollout", request, Rollout)


def replay(record: Record | str) -> Call[Replay]:
    """A whole record played; see `Engine.replay`."""
    request = rules_service_pb2.ReplayRequest(with_notation=True)
    if isinstance(record, str):
        request.notation = record
    elif not isinstance(record, Record):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a Record is wanted, or its text, not {type(record).__name__}")
    else:
        request.record.CopyFrom(message_of(record))
    return Call("Replay", request, Replay)


# On a Play stream


def begin(where: PositionLike) -> Call[PlayBegun]:
    """On a stream: goes on from another position."""
    request = position(where)
    assert request is not None
    return Call("Begin", request, PlayBegun)


def state() -> Call[State]:
    """On a stream: the state as it is."""
    return Call("State", rules_service_pb2.PlayState(), State)


def on_stream(call: Call[Any], with_state: bool = False) -> rules_service_pb2.PlayRequest:
    """The request of a call to a stream."""
    request = rules_service_pb2.PlayRequest(with_state=with_state)
    field = re.sub("(?<!^)(?=[A-Z])", "_", call.method).lower()
    getattr(request, field).SetInParent()
    getattr(request, field).CopyFrom(call.request)
    return request
