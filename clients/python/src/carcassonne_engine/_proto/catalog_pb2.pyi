from . import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TileKind(_message.Message):
    __slots__ = ("number", "id", "name", "traits", "squares", "segments", "spaces", "effect", "status", "marker_spot", "fits_anything")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TRAITS_FIELD_NUMBER: _ClassVar[int]
    SQUARES_FIELD_NUMBER: _ClassVar[int]
    SEGMENTS_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    MARKER_SPOT_FIELD_NUMBER: _ClassVar[int]
    FITS_ANYTHING_FIELD_NUMBER: _ClassVar[int]
    number: int
    id: str
    name: str
    traits: _containers.RepeatedScalarFieldContainer[str]
    squares: _containers.RepeatedCompositeFieldContainer[_common_pb2.Square]
    segments: _containers.RepeatedCompositeFieldContainer[Segment]
    spaces: _containers.RepeatedCompositeFieldContainer[Space]
    effect: str
    status: str
    marker_spot: Point
    fits_anything: bool
    def __init__(self, number: _Optional[int] = ..., id: _Optional[str] = ..., name: _Optional[str] = ..., traits: _Optional[_Iterable[str]] = ..., squares: _Optional[_Iterable[_Union[_common_pb2.Square, _Mapping]]] = ..., segments: _Optional[_Iterable[_Union[Segment, _Mapping]]] = ..., spaces: _Optional[_Iterable[_Union[Space, _Mapping]]] = ..., effect: _Optional[str] = ..., status: _Optional[str] = ..., marker_spot: _Optional[_Union[Point, _Mapping]] = ..., fits_anything: bool = ...) -> None: ...

class Space(_message.Message):
    __slots__ = ("name", "spot")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SPOT_FIELD_NUMBER: _ClassVar[int]
    name: str
    spot: Point
    def __init__(self, name: _Optional[str] = ..., spot: _Optional[_Union[Point, _Mapping]] = ...) -> None: ...

class Segment(_message.Message):
    __slots__ = ("feature", "squares", "edges", "half_edges", "touches", "coats_of_arms", "traits", "figure_spot")
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    SQUARES_FIELD_NUMBER: _ClassVar[int]
    EDGES_FIELD_NUMBER: _ClassVar[int]
    HALF_EDGES_FIELD_NUMBER: _ClassVar[int]
    TOUCHES_FIELD_NUMBER: _ClassVar[int]
    COATS_OF_ARMS_FIELD_NUMBER: _ClassVar[int]
    TRAITS_FIELD_NUMBER: _ClassVar[int]
    FIGURE_SPOT_FIELD_NUMBER: _ClassVar[int]
    feature: _common_pb2.Feature
    squares: _containers.RepeatedScalarFieldContainer[int]
    edges: _containers.RepeatedCompositeFieldContainer[Edge]
    half_edges: _containers.RepeatedCompositeFieldContainer[HalfEdge]
    touches: _containers.RepeatedScalarFieldContainer[int]
    coats_of_arms: int
    traits: _containers.RepeatedScalarFieldContainer[str]
    figure_spot: Point
    def __init__(self, feature: _Optional[_Union[_common_pb2.Feature, str]] = ..., squares: _Optional[_Iterable[int]] = ..., edges: _Optional[_Iterable[_Union[Edge, _Mapping]]] = ..., half_edges: _Optional[_Iterable[_Union[HalfEdge, _Mapping]]] = ..., touches: _Optional[_Iterable[int]] = ..., coats_of_arms: _Optional[int] = ..., traits: _Optional[_Iterable[str]] = ..., figure_spot: _Optional[_Union[Point, _Mapping]] = ...) -> None: ...

class Edge(_message.Message):
    __slots__ = ("square", "side")
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    square: int
    side: _common_pb2.Side
    def __init__(self, square: _Optional[int] = ..., side: _Optional[_Union[_common_pb2.Side, str]] = ...) -> None: ...

class HalfEdge(_message.Message):
    __slots__ = ("square", "half")
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    HALF_FIELD_NUMBER: _ClassVar[int]
    square: int
    half: _common_pb2.HalfSide
    def __init__(self, square: _Optional[int] = ..., half: _Optional[_Union[_common_pb2.HalfSide, str]] = ...) -> None: ...

class Point(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class TileSet(_message.Message):
    __slots__ = ("id", "name", "expansion", "year", "tiles", "start", "beside")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    EXPANSION_FIELD_NUMBER: _ClassVar[int]
    YEAR_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    BESIDE_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    expansion: str
    year: int
    tiles: _containers.RepeatedCompositeFieldContainer[_common_pb2.TileCount]
    start: int
    beside: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., expansion: _Optional[str] = ..., year: _Optional[int] = ..., tiles: _Optional[_Iterable[_Union[_common_pb2.TileCount, _Mapping]]] = ..., start: _Optional[int] = ..., beside: _Optional[_Iterable[int]] = ...) -> None: ...

class FigureInfo(_message.Message):
    __slots__ = ("kind", "name", "strength", "stands_on", "count", "meeple", "neutral")
    KIND_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    STANDS_ON_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    MEEPLE_FIELD_NUMBER: _ClassVar[int]
    NEUTRAL_FIELD_NUMBER: _ClassVar[int]
    kind: _common_pb2.FigureKind
    name: str
    strength: int
    stands_on: _containers.RepeatedScalarFieldContainer[_common_pb2.Feature]
    count: int
    meeple: bool
    neutral: bool
    def __init__(self, kind: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., name: _Optional[str] = ..., strength: _Optional[int] = ..., stands_on: _Optional[_Iterable[_Union[_common_pb2.Feature, str]]] = ..., count: _Optional[int] = ..., meeple: bool = ..., neutral: bool = ...) -> None: ...

class TokenInfo(_message.Message):
    __slots__ = ("kind", "name", "count")
    KIND_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    kind: _common_pb2.Token
    name: str
    count: int
    def __init__(self, kind: _Optional[_Union[_common_pb2.Token, str]] = ..., name: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class OptionInfo(_message.Message):
    __slots__ = ("name", "values", "default_value", "description")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    name: str
    values: _containers.RepeatedCompositeFieldContainer[OptionValue]
    default_value: str
    description: str
    def __init__(self, name: _Optional[str] = ..., values: _Optional[_Iterable[_Union[OptionValue, _Mapping]]] = ..., default_value: _Optional[str] = ..., description: _Optional[str] = ...) -> None: ...

class OptionValue(_message.Message):
    __slots__ = ("name", "number")
    NAME_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    name: str
    number: int
    def __init__(self, name: _Optional[str] = ..., number: _Optional[int] = ...) -> None: ...
