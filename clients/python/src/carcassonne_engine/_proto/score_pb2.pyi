from . import common_pb2 as _common_pb2
from . import events_pb2 as _events_pb2
from . import state_pb2 as _state_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PlayerScore(_message.Message):
    __slots__ = ("player", "points", "by_rule", "paid")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    BY_RULE_FIELD_NUMBER: _ClassVar[int]
    PAID_FIELD_NUMBER: _ClassVar[int]
    player: int
    points: int
    by_rule: _containers.RepeatedCompositeFieldContainer[_state_pb2.RulePoints]
    paid: int
    def __init__(self, player: _Optional[int] = ..., points: _Optional[int] = ..., by_rule: _Optional[_Iterable[_Union[_state_pb2.RulePoints, _Mapping]]] = ..., paid: _Optional[int] = ...) -> None: ...

class Region(_message.Message):
    __slots__ = ("feature", "segments", "squares", "completed", "open", "coats_of_arms", "traits", "figures", "strengths", "majority", "value", "terms", "completed_cities")
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    SEGMENTS_FIELD_NUMBER: _ClassVar[int]
    SQUARES_FIELD_NUMBER: _ClassVar[int]
    COMPLETED_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    COATS_OF_ARMS_FIELD_NUMBER: _ClassVar[int]
    TRAITS_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    STRENGTHS_FIELD_NUMBER: _ClassVar[int]
    MAJORITY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    COMPLETED_CITIES_FIELD_NUMBER: _ClassVar[int]
    feature: _common_pb2.Feature
    segments: _containers.RepeatedCompositeFieldContainer[_common_pb2.SegmentPlace]
    squares: _containers.RepeatedCompositeFieldContainer[_common_pb2.Square]
    completed: bool
    open: int
    coats_of_arms: int
    traits: _containers.RepeatedScalarFieldContainer[str]
    figures: _containers.RepeatedCompositeFieldContainer[_common_pb2.RegionFigure]
    strengths: _containers.RepeatedCompositeFieldContainer[Strength]
    majority: _containers.RepeatedScalarFieldContainer[int]
    value: int
    terms: _containers.RepeatedCompositeFieldContainer[_events_pb2.Term]
    completed_cities: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, feature: _Optional[_Union[_common_pb2.Feature, str]] = ..., segments: _Optional[_Iterable[_Union[_common_pb2.SegmentPlace, _Mapping]]] = ..., squares: _Optional[_Iterable[_Union[_common_pb2.Square, _Mapping]]] = ..., completed: bool = ..., open: _Optional[int] = ..., coats_of_arms: _Optional[int] = ..., traits: _Optional[_Iterable[str]] = ..., figures: _Optional[_Iterable[_Union[_common_pb2.RegionFigure, _Mapping]]] = ..., strengths: _Optional[_Iterable[_Union[Strength, _Mapping]]] = ..., majority: _Optional[_Iterable[int]] = ..., value: _Optional[int] = ..., terms: _Optional[_Iterable[_Union[_events_pb2.Term, _Mapping]]] = ..., completed_cities: _Optional[_Iterable[int]] = ...) -> None: ...

class Strength(_message.Message):
    __slots__ = ("player", "strength")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    player: int
    strength: int
    def __init__(self, player: _Optional[int] = ..., strength: _Optional[int] = ...) -> None: ...

class TrackPosition(_message.Message):
    __slots__ = ("player", "points", "space", "tiles_100", "tiles_50")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    TILES_100_FIELD_NUMBER: _ClassVar[int]
    TILES_50_FIELD_NUMBER: _ClassVar[int]
    player: int
    points: int
    space: int
    tiles_100: int
    tiles_50: int
    def __init__(self, player: _Optional[int] = ..., points: _Optional[int] = ..., space: _Optional[int] = ..., tiles_100: _Optional[int] = ..., tiles_50: _Optional[int] = ...) -> None: ...
