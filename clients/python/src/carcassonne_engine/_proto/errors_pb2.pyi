from . import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Reason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REASON_UNSPECIFIED: _ClassVar[Reason]
    REASON_MALFORMED: _ClassVar[Reason]
    REASON_MISSING: _ClassVar[Reason]
    REASON_OUT_OF_RANGE: _ClassVar[Reason]
    REASON_DUPLICATE: _ClassVar[Reason]
    REASON_UNSORTED: _ClassVar[Reason]
    REASON_NOTATION: _ClassVar[Reason]
    REASON_LIMIT: _ClassVar[Reason]
    REASON_UNKNOWN_SET: _ClassVar[Reason]
    REASON_UNKNOWN_TILE: _ClassVar[Reason]
    REASON_UNKNOWN_FIGURE: _ClassVar[Reason]
    REASON_UNKNOWN_RULES_VERSION: _ClassVar[Reason]
    REASON_OVERLAP: _ClassVar[Reason]
    REASON_EDGE_MISMATCH: _ClassVar[Reason]
    REASON_ISLAND: _ClassVar[Reason]
    REASON_TILE_COUNT: _ClassVar[Reason]
    REASON_FIGURE_COUNT: _ClassVar[Reason]
    REASON_FIGURE_PLACE: _ClassVar[Reason]
    REASON_WRONG_PHASE: _ClassVar[Reason]
    REASON_UNSCORED: _ClassVar[Reason]
    REASON_PLAYER_COUNT: _ClassVar[Reason]
    REASON_PLACEMENT_ORDER: _ClassVar[Reason]
    REASON_GAME_OVER: _ClassVar[Reason]
    REASON_NOT_NOW: _ClassVar[Reason]
    REASON_WRONG_TILE: _ClassVar[Reason]
    REASON_NOT_IN_BAG: _ClassVar[Reason]
    REASON_OCCUPIED_SQUARE: _ClassVar[Reason]
    REASON_NOT_ADJACENT: _ClassVar[Reason]
    REASON_NO_SUCH_SEGMENT: _ClassVar[Reason]
    REASON_NOT_THE_PLACED_TILE: _ClassVar[Reason]
    REASON_OCCUPIED_FEATURE: _ClassVar[Reason]
    REASON_FIGURE_NOT_ALLOWED: _ClassVar[Reason]
    REASON_NO_FIGURE_LEFT: _ClassVar[Reason]
    REASON_NO_SUCH_FIGURE: _ClassVar[Reason]
    REASON_FARMERS_OFF: _ClassVar[Reason]
    REASON_RIVER_NOT_CONTINUED: _ClassVar[Reason]
    REASON_RIVER_U_TURN: _ClassVar[Reason]
    REASON_RIVER_BLOCKED: _ClassVar[Reason]
    REASON_RIVER_CLOSED_EARLY: _ClassVar[Reason]
    REASON_WONDER_NEEDS_RIVER: _ClassVar[Reason]
    REASON_WONDER_NO_ROOM: _ClassVar[Reason]
    REASON_WONDER_NOT_READY: _ClassVar[Reason]
    REASON_WONDER_NOT_DUE: _ClassVar[Reason]
    REASON_WONDER_NOT_BY_RIVER: _ClassVar[Reason]
    REASON_WONDER_COMPLETED_FEATURE: _ClassVar[Reason]
    REASON_WONDER_SPACE: _ClassVar[Reason]
    REASON_WONDER_NOT_HELD: _ClassVar[Reason]
    REASON_DRAGON_IS_THERE: _ClassVar[Reason]
    REASON_DRAGON_STEP: _ClassVar[Reason]
    REASON_FAIRY_PLACE: _ClassVar[Reason]
    REASON_NO_KNIGHT: _ClassVar[Reason]
    REASON_NO_TOWER: _ClassVar[Reason]
    REASON_TOWER_CLOSED: _ClassVar[Reason]
    REASON_OUT_OF_TOWER_REACH: _ClassVar[Reason]
    REASON_RANSOM_PAID: _ClassVar[Reason]
    REASON_NOT_ENOUGH_POINTS: _ClassVar[Reason]
    REASON_ABBEY_NEEDS_HOLE: _ClassVar[Reason]
    REASON_NO_BARN_CORNER: _ClassVar[Reason]
    REASON_WAGON_TOO_FAR: _ClassVar[Reason]
    REASON_NO_SUCH_PRISONER: _ClassVar[Reason]
    REASON_COMPLETED_FEATURE: _ClassVar[Reason]
    REASON_NO_TOKEN_LEFT: _ClassVar[Reason]
    REASON_SEAL_MISSING: _ClassVar[Reason]
    REASON_SEAL_UNKNOWN_KEY: _ClassVar[Reason]
    REASON_SEAL_BROKEN: _ClassVar[Reason]
REASON_UNSPECIFIED: Reason
REASON_MALFORMED: Reason
REASON_MISSING: Reason
REASON_OUT_OF_RANGE: Reason
REASON_DUPLICATE: Reason
REASON_UNSORTED: Reason
REASON_NOTATION: Reason
REASON_LIMIT: Reason
REASON_UNKNOWN_SET: Reason
REASON_UNKNOWN_TILE: Reason
REASON_UNKNOWN_FIGURE: Reason
REASON_UNKNOWN_RULES_VERSION: Reason
REASON_OVERLAP: Reason
REASON_EDGE_MISMATCH: Reason
REASON_ISLAND: Reason
REASON_TILE_COUNT: Reason
REASON_FIGURE_COUNT: Reason
REASON_FIGURE_PLACE: Reason
REASON_WRONG_PHASE: Reason
REASON_UNSCORED: Reason
REASON_PLAYER_COUNT: Reason
REASON_PLACEMENT_ORDER: Reason
REASON_GAME_OVER: Reason
REASON_NOT_NOW: Reason
REASON_WRONG_TILE: Reason
REASON_NOT_IN_BAG: Reason
REASON_OCCUPIED_SQUARE: Reason
REASON_NOT_ADJACENT: Reason
REASON_NO_SUCH_SEGMENT: Reason
REASON_NOT_THE_PLACED_TILE: Reason
REASON_OCCUPIED_FEATURE: Reason
REASON_FIGURE_NOT_ALLOWED: Reason
REASON_NO_FIGURE_LEFT: Reason
REASON_NO_SUCH_FIGURE: Reason
REASON_FARMERS_OFF: Reason
REASON_RIVER_NOT_CONTINUED: Reason
REASON_RIVER_U_TURN: Reason
REASON_RIVER_BLOCKED: Reason
REASON_RIVER_CLOSED_EARLY: Reason
REASON_WONDER_NEEDS_RIVER: Reason
REASON_WONDER_NO_ROOM: Reason
REASON_WONDER_NOT_READY: Reason
REASON_WONDER_NOT_DUE: Reason
REASON_WONDER_NOT_BY_RIVER: Reason
REASON_WONDER_COMPLETED_FEATURE: Reason
REASON_WONDER_SPACE: Reason
REASON_WONDER_NOT_HELD: Reason
REASON_DRAGON_IS_THERE: Reason
REASON_DRAGON_STEP: Reason
REASON_FAIRY_PLACE: Reason
REASON_NO_KNIGHT: Reason
REASON_NO_TOWER: Reason
REASON_TOWER_CLOSED: Reason
REASON_OUT_OF_TOWER_REACH: Reason
REASON_RANSOM_PAID: Reason
REASON_NOT_ENOUGH_POINTS: Reason
REASON_ABBEY_NEEDS_HOLE: Reason
REASON_NO_BARN_CORNER: Reason
REASON_WAGON_TOO_FAR: Reason
REASON_NO_SUCH_PRISONER: Reason
REASON_COMPLETED_FEATURE: Reason
REASON_NO_TOKEN_LEFT: Reason
REASON_SEAL_MISSING: Reason
REASON_SEAL_UNKNOWN_KEY: Reason
REASON_SEAL_BROKEN: Reason

class Violation(_message.Message):
    __slots__ = ("field", "reason", "description", "edge", "occupants")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    OCCUPANTS_FIELD_NUMBER: _ClassVar[int]
    field: str
    reason: Reason
    description: str
    edge: EdgeConflict
    occupants: Occupants
    def __init__(self, field: _Optional[str] = ..., reason: _Optional[_Union[Reason, str]] = ..., description: _Optional[str] = ..., edge: _Optional[_Union[EdgeConflict, _Mapping]] = ..., occupants: _Optional[_Union[Occupants, _Mapping]] = ...) -> None: ...

class EdgeConflict(_message.Message):
    __slots__ = ("square", "side", "own", "neighbour")
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    NEIGHBOUR_FIELD_NUMBER: _ClassVar[int]
    square: _common_pb2.Square
    side: _common_pb2.Side
    own: _common_pb2.Feature
    neighbour: _common_pb2.Feature
    def __init__(self, square: _Optional[_Union[_common_pb2.Square, _Mapping]] = ..., side: _Optional[_Union[_common_pb2.Side, str]] = ..., own: _Optional[_Union[_common_pb2.Feature, str]] = ..., neighbour: _Optional[_Union[_common_pb2.Feature, str]] = ...) -> None: ...

class Occupants(_message.Message):
    __slots__ = ("figures",)
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    figures: _containers.RepeatedCompositeFieldContainer[_common_pb2.RegionFigure]
    def __init__(self, figures: _Optional[_Iterable[_Union[_common_pb2.RegionFigure, _Mapping]]] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("violations", "move_index")
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    MOVE_INDEX_FIELD_NUMBER: _ClassVar[int]
    violations: _containers.RepeatedCompositeFieldContainer[Violation]
    move_index: int
    def __init__(self, violations: _Optional[_Iterable[_Union[Violation, _Mapping]]] = ..., move_index: _Optional[int] = ...) -> None: ...
