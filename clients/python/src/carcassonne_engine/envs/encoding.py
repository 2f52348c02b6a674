"""States and moves as arrays of numbers.

An **action** is the place of a move in the list of legal moves, which the service gives in a fixed order (by kind, then by
fields). So every action below the number of legal moves is legal, nothing is lost, and the rules of expansions need no encoding
of their own; what a move *is* is part of the observation.

How many actions there are is chosen beforehand (`actions`). 1024 are more than any mixture of base, river, inns, builders and wonders
was seen to need; with the dragon, towers and abbeys all together 4096 leave room (1,355 were seen in ten random games).

An **observation** is one vector of 32-bit integers, of which `Encoding.parts` gives the parts by name. Numbers of tiles, figures
and so on are those of the protos. Players are counted from the one who observes: 0 is oneself, 1 the next in turn order.

| part | shape | holds |
|---|---|---|
| `turn` | 9 | phase (number of the field in `Turn.phase`); `Decision`; tile to be placed; whose turn it is; who decides plus 1, 0 for chance or nobody; tiles left; tiles placed in the turn, 0 for the usual number; `SecondPart`; whether a ransom was paid |
| `players` | players, 2 + figures + tokens | points; tiles in front; figures in the supply by kind; tokens by kind |
| `hand` | players, 4 | tiles in front: their kinds, -1 for one that is hidden, 0 for none |
| `bag` | kinds | how many of each kind of the game are left, in the order of `Encoding.kinds` |
| `offer` | kinds | how many of each lie ready beside the table |
| `discarded` | kinds | how many of each left the game because they fitted nowhere |
| `tiles` | tiles, 4 | kind, x, y, quarter turns; in the order of placement, the rest 0 |
| `figures` | figures, 6 | owner plus 1; kind; where: 1 on a segment, else number of the field in `Place.kind`; then for a segment the row of its tile in `tiles`, the segment, and the square of the tile, and elsewhere the numbers of the place; the rest 0 |
| `others` | 128, 10 | what else is on the table (figures of nobody, tokens) and in front of players (prisoners): number of the field in `State` or `PlayerState`; 0, or the player plus 1; then its numbers in the order of the protos (seats among them as in the state); the rest 0 |
| `moves` | actions, 10 | for each legal move, if the observer decides: number of the field in `Move.kind`, then the numbers of its fields in the order of the protos; a place begins with the number of its kind; the rest 0 |
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

import numpy as np
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from numpy.typing import NDArray

from .._value import message_of
from ..engine import Engine
from ..messages import LegalMoves, State

Vector = NDArray[np.int32]
Mask = NDArray[np.int8]

LOWEST, HIGHEST = -10_001, 1 << 20
MOVE_WIDTH = 10
OTHERS, OTHERS_WIDTH = 128, 10
# What has parts of its own.
ENCODED = {"tiles", "bag", "players", "elsewhere", "points", "supply", "hand"}
ENCODED_OF_PLAYERS = ENCODED | {"tokens"}
HAND_WIDTH = 4


class TooManyMoves(ValueError):
    """A state has more legal moves than there are actions."""


class Encoding:
    """How the games of one setup become numbers. `start`: the state at the start of such a game. `actions`: how many there are."""

    def __init__(self, engine: Engine, start: State, actions: int = 1024) -> None:
        setup = message_of(start).setup
        copies = {entry.set: entry.copies for entry in setup.sets}
        catalog = message_of(engine.get_catalog(copies))
        self.actions = actions
        self.players = len(setup.players)
        self.kinds = tuple(kind.number for kind in catalog.kinds)
        """Kinds of tiles of the game."""
        self.figure_kinds = tuple(figure.kind for figure in catalog.figures)
        self.token_kinds = tuple(token.kind for token in catalog.tokens)
        drawn = sum(copies[tiles.id] * sum(kind.count for kind in tiles.tiles) for tiles in catalog.sets)
        beside = sum(len(tiles.beside) for tiles in catalog.sets)
        figures = sum(kind.count for player in message_of(start).players for kind in player.supply) + len(message_of(start).elsewhere)
        self.parts: dict[str, tuple[slice, tuple[int, ...]]] = {}
        """Where in the vector a part is, and its shape."""
        self._add("turn", 9)
        self._add("players", self.players, 2 + len(self.figure_kinds) + len(self.token_kinds))
        self._add("hand", self.players, HAND_WIDTH)
        self._add("bag", len(self.kinds))
        self._add("offer", len(self.kinds))
        self._add("discarded", len(self.kinds))
        self._add("tiles", 1 + drawn + beside, 4)
        self._add("figures", figures, 6)
        self._add("others", OTHERS, OTHERS_WIDTH)
        self._add("moves", actions, MOVE_WIDTH)
        self._row_of_kind = {number: place for place, number in enumerate(self.kinds)}

    def _add(self, name: str, *shape: int) -> None:
        self.parts[name] = (slice(self.size, self.size + int(np.prod(shape))), shape)

    @property
    def size(self) -> int:
        """Length of the vector."""
        return max((part.stop for part, _ in self.parts.values()), default=0)

    def part(self, vector: NDArray[Any], name: str) -> NDArray[Any]:
        """A part of a vector in its shape."""
        place, shape = self.parts[name]
        return cast(Any, vector[place]).reshape(shape)  # type: ignore[no-any-return]

    def mask(self, legal: LegalMoves, player: int | None = None) -> Mask:
        """1 for each action that is legal. None of them is for a player who does not decide."""
        message = message_of(legal)
        mask = np.zeros(self.actions, np.int8)
        if player is None or (message.HasField("player") and message.player == player):
            mask[: self._count(message.moves)] = 1
        return mask

    def _count(self, moves: Sequence[Any]) -> int:
        if len(moves) > self.actions:
            raise TooManyMoves(f"{len(moves)} legal moves, but only {self.actions} actions: set `actions` higher")
        return len(moves)

    def observe(self, state: State, legal: LegalMoves, player: int) -> Vector:
        """What a player sees. The state must be one that the player may see (`Engine.view`), if anything in it is hidden."""
        vector = np.zeros(self.size, np.int32)
        message, moves = message_of(state), message_of(legal)
        turn = self.part(vector, "turn")
        phase = message.turn.WhichOneof("phase")
        fields = message.turn.DESCRIPTOR.fields_by_name
        decides = 1 + self._from(moves.player, player) if moves.HasField("player") else 0
        turn[:] = (
            fields[phase].number if phase else 0,
            message.turn.decision.decision,
            message.turn.place_tile.kind,
            self._from(message.turn.player, player),
            decides,
            state.tiles_left,
            message.turn.placed,
            message.turn.second_part,
            message.turn.ransomed,
        )
        self._observe_players(vector, message, player)
        bag = self.part(vector, "bag")
        for kind in message.bag:
            bag[self._row_of_kind[kind.kind]] = kind.count
        for name in ("offer", "discarded"):
            part = self.part(vector, name)
            for number in getattr(message, name):
                part[self._row_of_kind[number]] += 1
        self._observe_table(vector, message, player)
        self._observe_others(vector, message, player)
        if moves.HasField("player") and moves.player == player:
            rows = [_numbers(move.move) for move in moves.moves]
            table = self.part(vector, "moves")
            for place in range(self._count(rows)):
                table[place, : len(rows[place])] = rows[place]
        return vector

    def _from(self, seat: int, player: int) -> int:
        return (seat - player) % self.players

    def _observe_players(self, vector: Vector, message: Any, player: int) -> None:
        players, hand = self.part(vector, "players"), self.part(vector, "hand")
        for seat, own in enumerate(message.players):
            place = self._from(seat, player)
            supply = {count.kind: count.count for count in own.supply}
            tokens = {count.kind: count.count for count in own.tokens}
            players[place] = (
                sum(rule.points for rule in own.points) - own.paid,
                len(own.hand),
                *(supply.get(kind, 0) for kind in self.figure_kinds),
                *(tokens.get(kind, 0) for kind in self.token_kinds),
            )
            held = [tile.kind if tile.HasField("kind") else -1 for tile in own.hand][:HAND_WIDTH]
            hand[place, : len(held)] = held

    def _observe_others(self, vector: Vector, message: Any, player: int) -> None:
        rows = _rest(message, ENCODED)
        for seat, own in enumerate(message.players):
            for row in _rest(own, ENCODED_OF_PLAYERS):
                row[1] = 1 + self._from(seat, player)
                rows.append(row)
        if len(rows) > OTHERS:
            raise ValueError(f"{len(rows)} other things on the table, but only {OTHERS} rows for them")
        table = self.part(vector, "others")
        for place, row in enumerate(rows):
            table[place, : len(row)] = row[:OTHERS_WIDTH]

    def _observe_table(self, vector: Vector, message: Any, player: int) -> None:
        tiles = [(tile.kind, tile.x, tile.y, tile.rotation - 1) for tile in message.tiles]
        if tiles:
            self.part(vector, "tiles")[: len(tiles)] = tiles
        rows: list[tuple[int, ...]] = [
            (1 + self._from(figure.player, player), figure.kind, 1, row, figure.segment, figure.square)
            for row, tile in enumerate(message.tiles)
            for figure in tile.figures
        ]
        for figure in message.elsewhere:
            place = _numbers(figure.place)
            rows.append((1 + self._from(figure.player, player), figure.kind, *[*place, 0, 0, 0][:4]))
        if rows:
            self.part(vector, "figures")[: len(rows)] = rows


def _rest(message: Message, known: set[str]) -> list[list[int]]:
    """A row for each item of the lists of a message that are not known: the number of the field, 0, its numbers."""
    rows: list[list[int]] = []
    for name, number, is_message, _ in _fields(message.DESCRIPTOR):
        if is_message and name not in known and message.DESCRIPTOR.fields_by_name[name].is_repeated:
            rows += [[number, 0, *_numbers(item)] for item in getattr(message, name)]
    return rows


def _numbers(message: Message) -> list[int]:
    """The numbers in a message, in the order of its fields; of a choice of kinds, the number of the field, then what it holds."""
    numbers: list[int] = []
    for name, number, is_message, is_choice in _fields(message.DESCRIPTOR):
        if not is_message:
            numbers.append(getattr(message, name))
        elif not is_choice:
            numbers += _numbers(getattr(message, name))
        elif message.HasField(name):
            numbers.append(number)
            numbers += _numbers(getattr(message, name))
    return numbers


@cache
def _fields(descriptor: Descriptor) -> list[tuple[str, int, bool, bool]]:
    return [(field.name, field.number, field.message_type is not None, field.containing_oneof is not None) for field in descriptor.fields]
