from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Rotation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROTATION_UNSPECIFIED: _ClassVar[Rotation]
    ROTATION_R0: _ClassVar[Rotation]
    ROTATION_R90: _ClassVar[Rotation]
    ROTATION_R180: _ClassVar[Rotation]
    ROTATION_R270: _ClassVar[Rotation]

class Side(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIDE_UNSPECIFIED: _ClassVar[Side]
    SIDE_NORTH: _ClassVar[Side]
    SIDE_EAST: _ClassVar[Side]
    SIDE_SOUTH: _ClassVar[Side]
    SIDE_WEST: _ClassVar[Side]

class HalfSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HALF_SIDE_UNSPECIFIED: _ClassVar[HalfSide]
    HALF_SIDE_NORTH_LEFT: _ClassVar[HalfSide]
    HALF_SIDE_NORTH_RIGHT: _ClassVar[HalfSide]
    HALF_SIDE_EAST_LEFT: _ClassVar[HalfSide]
    HALF_SIDE_EAST_RIGHT: _ClassVar[HalfSide]
    HALF_SIDE_SOUTH_LEFT: _ClassVar[HalfSide]
    HALF_SIDE_SOUTH_RIGHT: _ClassVar[HalfSide]
    HALF_SIDE_WEST_LEFT: _ClassVar[HalfSide]
    HALF_SIDE_WEST_RIGHT: _ClassVar[HalfSide]

class Feature(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FEATURE_UNSPECIFIED: _ClassVar[Feature]
    FEATURE_ROAD: _ClassVar[Feature]
    FEATURE_CITY: _ClassVar[Feature]
    FEATURE_FIELD: _ClassVar[Feature]
    FEATURE_MONASTERY: _ClassVar[Feature]
    FEATURE_GARDEN: _ClassVar[Feature]
    FEATURE_RIVER: _ClassVar[Feature]

class FigureKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FIGURE_KIND_UNSPECIFIED: _ClassVar[FigureKind]
    FIGURE_KIND_MEEPLE: _ClassVar[FigureKind]
    FIGURE_KIND_ABBOT: _ClassVar[FigureKind]
    FIGURE_KIND_LARGE_MEEPLE: _ClassVar[FigureKind]
    FIGURE_KIND_MARKER: _ClassVar[FigureKind]
    FIGURE_KIND_BUILDER: _ClassVar[FigureKind]
    FIGURE_KIND_PIG: _ClassVar[FigureKind]
    FIGURE_KIND_MAYOR: _ClassVar[FigureKind]
    FIGURE_KIND_WAGON: _ClassVar[FigureKind]
    FIGURE_KIND_BARN: _ClassVar[FigureKind]
    FIGURE_KIND_DRAGON: _ClassVar[FigureKind]
    FIGURE_KIND_FAIRY: _ClassVar[FigureKind]

class ScoringRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SCORING_RULE_UNSPECIFIED: _ClassVar[ScoringRule]
    SCORING_RULE_ROAD: _ClassVar[ScoringRule]
    SCORING_RULE_CITY: _ClassVar[ScoringRule]
    SCORING_RULE_MONASTERY: _ClassVar[ScoringRule]
    SCORING_RULE_GARDEN: _ClassVar[ScoringRule]
    SCORING_RULE_ROAD_INCOMPLETE: _ClassVar[ScoringRule]
    SCORING_RULE_CITY_INCOMPLETE: _ClassVar[ScoringRule]
    SCORING_RULE_MONASTERY_INCOMPLETE: _ClassVar[ScoringRule]
    SCORING_RULE_GARDEN_INCOMPLETE: _ClassVar[ScoringRule]
    SCORING_RULE_FIELD: _ClassVar[ScoringRule]
    SCORING_RULE_STONEHENGE: _ClassVar[ScoringRule]
    SCORING_RULE_NOTRE_DAME: _ClassVar[ScoringRule]
    SCORING_RULE_CIRCUS_MAXIMUS: _ClassVar[ScoringRule]
    SCORING_RULE_ALHAMBRA: _ClassVar[ScoringRule]
    SCORING_RULE_TIKAL: _ClassVar[ScoringRule]
    SCORING_RULE_ANGKOR_WAT: _ClassVar[ScoringRule]
    SCORING_RULE_TERRACOTTA_ARMY: _ClassVar[ScoringRule]
    SCORING_RULE_GREAT_WALL: _ClassVar[ScoringRule]
    SCORING_RULE_TAJ_MAHAL: _ClassVar[ScoringRule]
    SCORING_RULE_GOODS: _ClassVar[ScoringRule]
    SCORING_RULE_FAIRY: _ClassVar[ScoringRule]
    SCORING_RULE_FAIRY_FEATURE: _ClassVar[ScoringRule]
    SCORING_RULE_RANSOM: _ClassVar[ScoringRule]
    SCORING_RULE_BARN: _ClassVar[ScoringRule]
    SCORING_RULE_FIELD_BARN_PLACED: _ClassVar[ScoringRule]
    SCORING_RULE_FIELD_BARN_JOINED: _ClassVar[ScoringRule]

class Unit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNIT_UNSPECIFIED: _ClassVar[Unit]
    UNIT_TILE: _ClassVar[Unit]
    UNIT_COAT_OF_ARMS: _ClassVar[Unit]
    UNIT_NEIGHBOUR: _ClassVar[Unit]
    UNIT_COMPLETED_CITY: _ClassVar[Unit]
    UNIT_FIGURE: _ClassVar[Unit]
    UNIT_ROAD: _ClassVar[Unit]
    UNIT_CITY: _ClassVar[Unit]
    UNIT_MONASTERY: _ClassVar[Unit]
    UNIT_LINE: _ClassVar[Unit]
    UNIT_PIG: _ClassVar[Unit]
    UNIT_PIG_HERD: _ClassVar[Unit]
    UNIT_MOST_GOODS: _ClassVar[Unit]
    UNIT_PRISONER: _ClassVar[Unit]
    UNIT_FIGURE_BY_THE_FAIRY: _ClassVar[Unit]

class Token(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOKEN_UNSPECIFIED: _ClassVar[Token]
    TOKEN_WINE: _ClassVar[Token]
    TOKEN_GRAIN: _ClassVar[Token]
    TOKEN_CLOTH: _ClassVar[Token]
    TOKEN_FLOOR: _ClassVar[Token]
ROTATION_UNSPECIFIED: Rotation
ROTATION_R0: Rotation
ROTATION_R90: Rotation
ROTATION_R180: Rotation
ROTATION_R270: Rotation
SIDE_UNSPECIFIED: Side
SIDE_NORTH: Side
SIDE_EAST: Side
SIDE_SOUTH: Side
SIDE_WEST: Side
HALF_SIDE_UNSPECIFIED: HalfSide
HALF_SIDE_NORTH_LEFT: HalfSide
HALF_SIDE_NORTH_RIGHT: HalfSide
HALF_SIDE_EAST_LEFT: HalfSide
HALF_SIDE_EAST_RIGHT: HalfSide
HALF_SIDE_SOUTH_LEFT: HalfSide
HALF_SIDE_SOUTH_RIGHT: HalfSide
HALF_SIDE_WEST_LEFT: HalfSide
HALF_SIDE_WEST_RIGHT: HalfSide
FEATURE_UNSPECIFIED: Feature
FEATURE_ROAD: Feature
FEATURE_CITY: Feature
FEATURE_FIELD: Feature
FEATURE_MONASTERY: Feature
FEATURE_GARDEN: Feature
FEATURE_RIVER: Feature
FIGURE_KIND_UNSPECIFIED: FigureKind
FIGURE_KIND_MEEPLE: FigureKind
FIGURE_KIND_ABBOT: FigureKind
FIGURE_KIND_LARGE_MEEPLE: FigureKind
FIGURE_KIND_MARKER: FigureKind
FIGURE_KIND_BUILDER: FigureKind
FIGURE_KIND_PIG: FigureKind
FIGURE_KIND_MAYOR: FigureKind
FIGURE_KIND_WAGON: FigureKind
FIGURE_KIND_BARN: FigureKind
FIGURE_KIND_DRAGON: FigureKind
FIGURE_KIND_FAIRY: FigureKind
SCORING_RULE_UNSPECIFIED: ScoringRule
SCORING_RULE_ROAD: ScoringRule
SCORING_RULE_CITY: ScoringRule
SCORING_RULE_MONASTERY: ScoringRule
SCORING_RULE_GARDEN: ScoringRule
SCORING_RULE_ROAD_INCOMPLETE: ScoringRule
SCORING_RULE_CITY_INCOMPLETE: ScoringRule
SCORING_RULE_MONASTERY_INCOMPLETE: ScoringRule
SCORING_RULE_GARDEN_INCOMPLETE: ScoringRule
SCORING_RULE_FIELD: ScoringRule
SCORING_RULE_STONEHENGE: ScoringRule
SCORING_RULE_NOTRE_DAME: ScoringRule
SCORING_RULE_CIRCUS_MAXIMUS: ScoringRule
SCORING_RULE_ALHAMBRA: ScoringRule
SCORING_RULE_TIKAL: ScoringRule
SCORING_RULE_ANGKOR_WAT: ScoringRule
SCORING_RULE_TERRACOTTA_ARMY: ScoringRule
SCORING_RULE_GREAT_WALL: ScoringRule
SCORING_RULE_TAJ_MAHAL: ScoringRule
SCORING_RULE_GOODS: ScoringRule
SCORING_RULE_FAIRY: ScoringRule
SCORING_RULE_FAIRY_FEATURE: ScoringRule
SCORING_RULE_RANSOM: ScoringRule
SCORING_RULE_BARN: ScoringRule
SCORING_RULE_FIELD_BARN_PLACED: ScoringRule
SCORING_RULE_FIELD_BARN_JOINED: ScoringRule
UNIT_UNSPECIFIED: Unit
UNIT_TILE: Unit
UNIT_COAT_OF_ARMS: Unit
UNIT_NEIGHBOUR: Unit
UNIT_COMPLETED_CITY: Unit
UNIT_FIGURE: Unit
UNIT_ROAD: Unit
UNIT_CITY: Unit
UNIT_MONASTERY: Unit
UNIT_LINE: Unit
UNIT_PIG: Unit
UNIT_PIG_HERD: Unit
UNIT_MOST_GOODS: Unit
UNIT_PRISONER: Unit
UNIT_FIGURE_BY_THE_FAIRY: Unit
TOKEN_UNSPECIFIED: Token
TOKEN_WINE: Token
TOKEN_GRAIN: Token
TOKEN_CLOTH: Token
TOKEN_FLOOR: Token

class Square(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Place(_message.Message):
    __slots__ = ("segment", "tile", "space", "track", "square", "corner")
    SEGMENT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    TRACK_FIELD_NUMBER: _ClassVar[int]
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    CORNER_FIELD_NUMBER: _ClassVar[int]
    segment: SegmentPlace
    tile: TilePlace
    space: SpacePlace
    track: TrackPlace
    square: SquarePlace
    corner: CornerPlace
    def __init__(self, segment: _Optional[_Union[SegmentPlace, _Mapping]] = ..., tile: _Optional[_Union[TilePlace, _Mapping]] = ..., space: _Optional[_Union[SpacePlace, _Mapping]] = ..., track: _Optional[_Union[TrackPlace, _Mapping]] = ..., square: _Optional[_Union[SquarePlace, _Mapping]] = ..., corner: _Optional[_Union[CornerPlace, _Mapping]] = ...) -> None: ...

class SquarePlace(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class CornerPlace(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class TilePlace(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class SpacePlace(_message.Message):
    __slots__ = ("x", "y", "space")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    space: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., space: _Optional[int] = ...) -> None: ...

class TrackPlace(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: int
    def __init__(self, space: _Optional[int] = ...) -> None: ...

class SegmentPlace(_message.Message):
    __slots__ = ("x", "y", "segment")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    SEGMENT_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    segment: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., segment: _Optional[int] = ...) -> None: ...

class RegionFigure(_message.Message):
    __slots__ = ("player", "kind", "place")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    player: int
    kind: FigureKind
    place: Place
    def __init__(self, player: _Optional[int] = ..., kind: _Optional[_Union[FigureKind, str]] = ..., place: _Optional[_Union[Place, _Mapping]] = ...) -> None: ...

class OwnedFigure(_message.Message):
    __slots__ = ("player", "figure")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    player: int
    figure: FigureKind
    def __init__(self, player: _Optional[int] = ..., figure: _Optional[_Union[FigureKind, str]] = ...) -> None: ...

class FigureCount(_message.Message):
    __slots__ = ("kind", "count")
    KIND_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    kind: FigureKind
    count: int
    def __init__(self, kind: _Optional[_Union[FigureKind, str]] = ..., count: _Optional[int] = ...) -> None: ...

class TokenCount(_message.Message):
    __slots__ = ("kind", "count")
    KIND_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    kind: Token
    count: int
    def __init__(self, kind: _Optional[_Union[Token, str]] = ..., count: _Optional[int] = ...) -> None: ...

class TileCount(_message.Message):
    __slots__ = ("kind", "count")
    KIND_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    kind: int
    count: int
    def __init__(self, kind: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...
