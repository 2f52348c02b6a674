from . import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Event(_message.Message):
    __slots__ = ("turn_started", "tile_drawn", "tile_discarded", "tile_placed", "figure_placed", "figure_returned", "scored", "game_ended", "tile_offered", "tile_obtained", "tile_kept", "tile_chosen", "tile_passed", "tile_revealed", "figure_moved", "decisions_left", "last_turn_ended", "tokens_taken", "second_part_due", "second_part_started", "neutral_moved", "figure_captured", "prisoner_released", "token_placed", "ransom_paid")
    TURN_STARTED_FIELD_NUMBER: _ClassVar[int]
    TILE_DRAWN_FIELD_NUMBER: _ClassVar[int]
    TILE_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    TILE_PLACED_FIELD_NUMBER: _ClassVar[int]
    FIGURE_PLACED_FIELD_NUMBER: _ClassVar[int]
    FIGURE_RETURNED_FIELD_NUMBER: _ClassVar[int]
    SCORED_FIELD_NUMBER: _ClassVar[int]
    GAME_ENDED_FIELD_NUMBER: _ClassVar[int]
    TILE_OFFERED_FIELD_NUMBER: _ClassVar[int]
    TILE_OBTAINED_FIELD_NUMBER: _ClassVar[int]
    TILE_KEPT_FIELD_NUMBER: _ClassVar[int]
    TILE_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    TILE_PASSED_FIELD_NUMBER: _ClassVar[int]
    TILE_REVEALED_FIELD_NUMBER: _ClassVar[int]
    FIGURE_MOVED_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_LEFT_FIELD_NUMBER: _ClassVar[int]
    LAST_TURN_ENDED_FIELD_NUMBER: _ClassVar[int]
    TOKENS_TAKEN_FIELD_NUMBER: _ClassVar[int]
    SECOND_PART_DUE_FIELD_NUMBER: _ClassVar[int]
    SECOND_PART_STARTED_FIELD_NUMBER: _ClassVar[int]
    NEUTRAL_MOVED_FIELD_NUMBER: _ClassVar[int]
    FIGURE_CAPTURED_FIELD_NUMBER: _ClassVar[int]
    PRISONER_RELEASED_FIELD_NUMBER: _ClassVar[int]
    TOKEN_PLACED_FIELD_NUMBER: _ClassVar[int]
    RANSOM_PAID_FIELD_NUMBER: _ClassVar[int]
    turn_started: TurnStarted
    tile_drawn: TileDrawn
    tile_discarded: TileDiscarded
    tile_placed: TilePlaced
    figure_placed: FigurePlaced
    figure_returned: FigureReturned
    scored: Scored
    game_ended: GameEnded
    tile_offered: TileOffered
    tile_obtained: TileObtained
    tile_kept: TileKept
    tile_chosen: TileChosen
    tile_passed: TilePassed
    tile_revealed: TileRevealed
    figure_moved: FigureMoved
    decisions_left: DecisionsLeft
    last_turn_ended: LastTurnEnded
    tokens_taken: TokensTaken
    second_part_due: SecondPartDue
    second_part_started: SecondPartStarted
    neutral_moved: NeutralMoved
    figure_captured: FigureCaptured
    prisoner_released: PrisonerReleased
    token_placed: TokenPlaced
    ransom_paid: RansomPaid
    def __init__(self, turn_started: _Optional[_Union[TurnStarted, _Mapping]] = ..., tile_drawn: _Optional[_Union[TileDrawn, _Mapping]] = ..., tile_discarded: _Optional[_Union[TileDiscarded, _Mapping]] = ..., tile_placed: _Optional[_Union[TilePlaced, _Mapping]] = ..., figure_placed: _Optional[_Union[FigurePlaced, _Mapping]] = ..., figure_returned: _Optional[_Union[FigureReturned, _Mapping]] = ..., scored: _Optional[_Union[Scored, _Mapping]] = ..., game_ended: _Optional[_Union[GameEnded, _Mapping]] = ..., tile_offered: _Optional[_Union[TileOffered, _Mapping]] = ..., tile_obtained: _Optional[_Union[TileObtained, _Mapping]] = ..., tile_kept: _Optional[_Union[TileKept, _Mapping]] = ..., tile_chosen: _Optional[_Union[TileChosen, _Mapping]] = ..., tile_passed: _Optional[_Union[TilePassed, _Mapping]] = ..., tile_revealed: _Optional[_Union[TileRevealed, _Mapping]] = ..., figure_moved: _Optional[_Union[FigureMoved, _Mapping]] = ..., decisions_left: _Optional[_Union[DecisionsLeft, _Mapping]] = ..., last_turn_ended: _Optional[_Union[LastTurnEnded, _Mapping]] = ..., tokens_taken: _Optional[_Union[TokensTaken, _Mapping]] = ..., second_part_due: _Optional[_Union[SecondPartDue, _Mapping]] = ..., second_part_started: _Optional[_Union[SecondPartStarted, _Mapping]] = ..., neutral_moved: _Optional[_Union[NeutralMoved, _Mapping]] = ..., figure_captured: _Optional[_Union[FigureCaptured, _Mapping]] = ..., prisoner_released: _Optional[_Union[PrisonerReleased, _Mapping]] = ..., token_placed: _Optional[_Union[TokenPlaced, _Mapping]] = ..., ransom_paid: _Optional[_Union[RansomPaid, _Mapping]] = ...) -> None: ...

class TurnStarted(_message.Message):
    __slots__ = ("player",)
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    player: int
    def __init__(self, player: _Optional[int] = ...) -> None: ...

class TileDrawn(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: int
    def __init__(self, kind: _Optional[int] = ...) -> None: ...

class TileDiscarded(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: int
    def __init__(self, kind: _Optional[int] = ...) -> None: ...

class TilePlaced(_message.Message):
    __slots__ = ("player", "kind", "x", "y", "rotation")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    player: int
    kind: int
    x: int
    y: int
    rotation: _common_pb2.Rotation
    def __init__(self, player: _Optional[int] = ..., kind: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., rotation: _Optional[_Union[_common_pb2.Rotation, str]] = ...) -> None: ...

class FigurePlaced(_message.Message):
    __slots__ = ("player", "figure", "place")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    player: int
    figure: _common_pb2.FigureKind
    place: _common_pb2.Place
    def __init__(self, player: _Optional[int] = ..., figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ...) -> None: ...

class FigureReturned(_message.Message):
    __slots__ = ("player", "figure", "place")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    player: int
    figure: _common_pb2.FigureKind
    place: _common_pb2.Place
    def __init__(self, player: _Optional[int] = ..., figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ...) -> None: ...

class Scored(_message.Message):
    __slots__ = ("player", "rule", "points", "terms", "place")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    player: int
    rule: _common_pb2.ScoringRule
    points: int
    terms: _containers.RepeatedCompositeFieldContainer[Term]
    place: _common_pb2.Place
    def __init__(self, player: _Optional[int] = ..., rule: _Optional[_Union[_common_pb2.ScoringRule, str]] = ..., points: _Optional[int] = ..., terms: _Optional[_Iterable[_Union[Term, _Mapping]]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ...) -> None: ...

class Term(_message.Message):
    __slots__ = ("unit", "count", "each")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    EACH_FIELD_NUMBER: _ClassVar[int]
    unit: _common_pb2.Unit
    count: int
    each: int
    def __init__(self, unit: _Optional[_Union[_common_pb2.Unit, str]] = ..., count: _Optional[int] = ..., each: _Optional[int] = ...) -> None: ...

class GameEnded(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TileOffered(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: int
    def __init__(self, kind: _Optional[int] = ...) -> None: ...

class TileObtained(_message.Message):
    __slots__ = ("player", "kind")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    player: int
    kind: int
    def __init__(self, player: _Optional[int] = ..., kind: _Optional[int] = ...) -> None: ...

class TileKept(_message.Message):
    __slots__ = ("player", "kind")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    player: int
    kind: int
    def __init__(self, player: _Optional[int] = ..., kind: _Optional[int] = ...) -> None: ...

class TileChosen(_message.Message):
    __slots__ = ("player", "kind")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    player: int
    kind: int
    def __init__(self, player: _Optional[int] = ..., kind: _Optional[int] = ...) -> None: ...

class TilePassed(_message.Message):
    __slots__ = ("to",)
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    to: int
    def __init__(self, to: _Optional[int] = ..., **kwargs) -> None: ...

class TileRevealed(_message.Message):
    __slots__ = ("player", "kind")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    player: int
    kind: int
    def __init__(self, player: _Optional[int] = ..., kind: _Optional[int] = ...) -> None: ...

class FigureMoved(_message.Message):
    __slots__ = ("player", "figure", "to")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    player: int
    figure: _common_pb2.FigureKind
    to: _common_pb2.Place
    def __init__(self, player: _Optional[int] = ..., figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., to: _Optional[_Union[_common_pb2.Place, _Mapping]] = ..., **kwargs) -> None: ...

class DecisionsLeft(_message.Message):
    __slots__ = ("player", "count", "about")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    player: int
    count: int
    about: _common_pb2.Place
    def __init__(self, player: _Optional[int] = ..., count: _Optional[int] = ..., about: _Optional[_Union[_common_pb2.Place, _Mapping]] = ...) -> None: ...

class TokensTaken(_message.Message):
    __slots__ = ("player", "token", "count")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    player: int
    token: _common_pb2.Token
    count: int
    def __init__(self, player: _Optional[int] = ..., token: _Optional[_Union[_common_pb2.Token, str]] = ..., count: _Optional[int] = ...) -> None: ...

class SecondPartDue(_message.Message):
    __slots__ = ("player",)
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    player: int
    def __init__(self, player: _Optional[int] = ...) -> None: ...

class SecondPartStarted(_message.Message):
    __slots__ = ("player",)
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    player: int
    def __init__(self, player: _Optional[int] = ...) -> None: ...

class LastTurnEnded(_message.Message):
    __slots__ = ("player",)
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    player: int
    def __init__(self, player: _Optional[int] = ...) -> None: ...

class NeutralMoved(_message.Message):
    __slots__ = ("figure", "to", "beside", "step")
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    BESIDE_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    figure: _common_pb2.FigureKind
    to: _common_pb2.Place
    beside: _common_pb2.OwnedFigure
    step: bool
    def __init__(self, figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., to: _Optional[_Union[_common_pb2.Place, _Mapping]] = ..., beside: _Optional[_Union[_common_pb2.OwnedFigure, _Mapping]] = ..., step: bool = ...) -> None: ...

class FigureCaptured(_message.Message):
    __slots__ = ("player", "figure", "place", "by")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    player: int
    figure: _common_pb2.FigureKind
    place: _common_pb2.Place
    by: int
    def __init__(self, player: _Optional[int] = ..., figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ..., by: _Optional[int] = ...) -> None: ...

class PrisonerReleased(_message.Message):
    __slots__ = ("player", "figure", "holder")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    HOLDER_FIELD_NUMBER: _ClassVar[int]
    player: int
    figure: _common_pb2.FigureKind
    holder: int
    def __init__(self, player: _Optional[int] = ..., figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., holder: _Optional[int] = ...) -> None: ...

class TokenPlaced(_message.Message):
    __slots__ = ("player", "token", "place")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    player: int
    token: _common_pb2.Token
    place: _common_pb2.Place
    def __init__(self, player: _Optional[int] = ..., token: _Optional[_Union[_common_pb2.Token, str]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ...) -> None: ...

class RansomPaid(_message.Message):
    __slots__ = ("player", "points")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    player: int
    points: int
    def __init__(self, player: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...
