"""The calls of the service as values: what is sent and what comes back, for the sync and the asyncio client alike.

Of use to those who make many at a time: `engine.call_all(calls.legal_moves(state) for state in states)`. The arguments are those of
the method of `Engine` that has the same name; a position of None is that of a stream.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

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

PositionLike: TypeAlias = State | str
"""A position: a state, or a line of the position notation."""

MovesLike: TypeAlias = Move | LegalMove | str | Iterable[Move | LegalMove]
"""Moves to make: one, several, or text of the record notation separated by `;`."""

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
    seed: str | None = None,
    options: OptionsLike | None = None,
    offer: int | Iterable[int] | None = None,
) -> Setup:
    """What is agreed before a game.

    `players`: names in turn order, or how many. `sets`: ids of the catalogue. `seed`: the service draws the tiles, the same
    for the same seed; without it every draw is a chance move that the caller makes. `options`: house rules. `offer`: which
    tiles that are not drawn lie ready beside the table, or how many.
    """
    names = [""] * players if isinstance(players, int) else players
    copies = dict(sets) if isinstance(sets, Mapping) else dict.fromkeys(sets, 1)
    ready = None
    if offer is not None:
        ready = Offer(count=offer) if isinstance(offer, int) else Offer(kinds=OfferedKinds(kinds=offer))
    return Setup(
        players=[Player(name=name) for name in names],
        sets=[SetCount(set=name, copies=count) for name, count in copies.items()],
        options=_options(options),
        host=HostDraw() if seed is None else None,
        seeded=None if seed is None else SeededDraw(seed=seed),
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
        number = values.get(value.replace("_", "-"))
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
    return rules_service_pb2.Position(state=message_of(given))


def move(given: Move | LegalMove) -> moves_pb2.Move:
    """A move as a message."""
    return message_of(given).move if isinstance(given, LegalMove) else message_of(given)


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
    elif isinstance(moves, (Move, LegalMove)):
        request.moves.append(move(moves))
    else:
        request.moves.extend(move(one) for one in moves)
    return Call("ApplyMove", request, ApplyMove)


def score(where: PositionLike | None, awards: tuple[Scored, ...] = ()) -> Call[Score]:
    """Points; see `Engine.score`."""
    names = where.names if isinstance(where, State) else ()
    return Call("Score", rules_service_pb2.ScoreRequest(position=position(where)), Score, {"_awards": awards, "_names": names})


def view(where: PositionLike | None, player: int | None) -> Call[View]:
    """The state as a player may see it; see `Engine.get_view`."""
    return Call("View", rules_service_pb2.ViewRequest(position=position(where), player=player, with_notation=True), View)


def rollout(
    where: PositionLike,
    seed: int,
    playouts: int,
    candidates: Iterable[MoveSequence] = (),
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
        candidates=[message_of(moves) for moves in candidates],
        each_legal_move=each_legal_move,
        tiles=tiles,
    )
    return Call("Rollout", request, Rollout)


def replay(record: Record | str) -> Call[Replay]:
    """A whole record played; see `Engine.replay`."""
    request = rules_service_pb2.ReplayRequest(with_notation=True)
    if isinstance(record, str):
        request.notation = record
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
