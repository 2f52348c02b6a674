from . import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Switch(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SWITCH_UNSPECIFIED: _ClassVar[Switch]
    SWITCH_ON: _ClassVar[Switch]
    SWITCH_OFF: _ClassVar[Switch]

class SmallCity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SMALL_CITY_UNSPECIFIED: _ClassVar[SmallCity]
    SMALL_CITY_FULL: _ClassVar[SmallCity]
    SMALL_CITY_HALF: _ClassVar[SmallCity]

class RiverStartTile(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RIVER_START_TILE_UNSPECIFIED: _ClassVar[RiverStartTile]
    RIVER_START_TILE_BOX: _ClassVar[RiverStartTile]
    RIVER_START_TILE_SHUFFLED: _ClassVar[RiverStartTile]

class FairyPlacement(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAIRY_PLACEMENT_UNSPECIFIED: _ClassVar[FairyPlacement]
    FAIRY_PLACEMENT_FIGURE: _ClassVar[FairyPlacement]
    FAIRY_PLACEMENT_TILE: _ClassVar[FairyPlacement]

class PrincessRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRINCESS_RULE_UNSPECIFIED: _ClassVar[PrincessRule]
    PRINCESS_RULE_MAY: _ClassVar[PrincessRule]
    PRINCESS_RULE_MUST: _ClassVar[PrincessRule]

class DragonMovement(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DRAGON_MOVEMENT_UNSPECIFIED: _ClassVar[DragonMovement]
    DRAGON_MOVEMENT_BEFORE_SCORING: _ClassVar[DragonMovement]
    DRAGON_MOVEMENT_AFTER_SCORING: _ClassVar[DragonMovement]

class TowerCapture(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOWER_CAPTURE_UNSPECIFIED: _ClassVar[TowerCapture]
    TOWER_CAPTURE_MAY: _ClassVar[TowerCapture]
    TOWER_CAPTURE_MUST: _ClassVar[TowerCapture]

class WagonMove(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WAGON_MOVE_UNSPECIFIED: _ClassVar[WagonMove]
    WAGON_MOVE_NEAR: _ClassVar[WagonMove]
    WAGON_MOVE_CONNECTED: _ClassVar[WagonMove]

class BarnPlacement(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BARN_PLACEMENT_UNSPECIFIED: _ClassVar[BarnPlacement]
    BARN_PLACEMENT_NOT_OCCUPIED: _ClassVar[BarnPlacement]
    BARN_PLACEMENT_OCCUPIED: _ClassVar[BarnPlacement]

class SecondPartRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SECOND_PART_RULE_UNSPECIFIED: _ClassVar[SecondPartRule]
    SECOND_PART_RULE_FORCED: _ClassVar[SecondPartRule]
    SECOND_PART_RULE_OPTIONAL: _ClassVar[SecondPartRule]

class WondersPerPlayer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WONDERS_PER_PLAYER_UNSPECIFIED: _ClassVar[WondersPerPlayer]
    WONDERS_PER_PLAYER_ONE: _ClassVar[WondersPerPlayer]
    WONDERS_PER_PLAYER_TWO: _ClassVar[WondersPerPlayer]

class WonderMarker(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WONDER_MARKER_UNSPECIFIED: _ClassVar[WonderMarker]
    WONDER_MARKER_TOKEN: _ClassVar[WonderMarker]
    WONDER_MARKER_LARGE_MEEPLE: _ClassVar[WonderMarker]

class AlhambraRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ALHAMBRA_RULE_UNSPECIFIED: _ClassVar[AlhambraRule]
    ALHAMBRA_RULE_2024: _ClassVar[AlhambraRule]
    ALHAMBRA_RULE_2023: _ClassVar[AlhambraRule]

class SecondPart(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SECOND_PART_UNSPECIFIED: _ClassVar[SecondPart]
    SECOND_PART_DUE: _ClassVar[SecondPart]
    SECOND_PART_UNDER_WAY: _ClassVar[SecondPart]

class Decision(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_UNSPECIFIED: _ClassVar[Decision]
    DECISION_OFFER: _ClassVar[Decision]
    DECISION_CHOOSE_WONDER: _ClassVar[Decision]
    DECISION_CHOOSE_TILE: _ClassVar[Decision]
    DECISION_SECOND_FIGURE: _ClassVar[Decision]
    DECISION_HARBOUR: _ClassVar[Decision]
    DECISION_NEXT_PLAYER: _ClassVar[Decision]
    DECISION_TAKE_WONDER: _ClassVar[Decision]
    DECISION_CLAIM_WONDER: _ClassVar[Decision]
    DECISION_ANOTHER_TURN: _ClassVar[Decision]
    DECISION_NEXT_PART: _ClassVar[Decision]
    DECISION_DRAGON: _ClassVar[Decision]
    DECISION_CAPTURE: _ClassVar[Decision]
    DECISION_EXCHANGE: _ClassVar[Decision]
    DECISION_ABBEY: _ClassVar[Decision]
    DECISION_WAGON: _ClassVar[Decision]
    DECISION_DRAGON_AFTER_SCORING: _ClassVar[Decision]
SWITCH_UNSPECIFIED: Switch
SWITCH_ON: Switch
SWITCH_OFF: Switch
SMALL_CITY_UNSPECIFIED: SmallCity
SMALL_CITY_FULL: SmallCity
SMALL_CITY_HALF: SmallCity
RIVER_START_TILE_UNSPECIFIED: RiverStartTile
RIVER_START_TILE_BOX: RiverStartTile
RIVER_START_TILE_SHUFFLED: RiverStartTile
FAIRY_PLACEMENT_UNSPECIFIED: FairyPlacement
FAIRY_PLACEMENT_FIGURE: FairyPlacement
FAIRY_PLACEMENT_TILE: FairyPlacement
PRINCESS_RULE_UNSPECIFIED: PrincessRule
PRINCESS_RULE_MAY: PrincessRule
PRINCESS_RULE_MUST: PrincessRule
DRAGON_MOVEMENT_UNSPECIFIED: DragonMovement
DRAGON_MOVEMENT_BEFORE_SCORING: DragonMovement
DRAGON_MOVEMENT_AFTER_SCORING: DragonMovement
TOWER_CAPTURE_UNSPECIFIED: TowerCapture
TOWER_CAPTURE_MAY: TowerCapture
TOWER_CAPTURE_MUST: TowerCapture
WAGON_MOVE_UNSPECIFIED: WagonMove
WAGON_MOVE_NEAR: WagonMove
WAGON_MOVE_CONNECTED: WagonMove
BARN_PLACEMENT_UNSPECIFIED: BarnPlacement
BARN_PLACEMENT_NOT_OCCUPIED: BarnPlacement
BARN_PLACEMENT_OCCUPIED: BarnPlacement
SECOND_PART_RULE_UNSPECIFIED: SecondPartRule
SECOND_PART_RULE_FORCED: SecondPartRule
SECOND_PART_RULE_OPTIONAL: SecondPartRule
WONDERS_PER_PLAYER_UNSPECIFIED: WondersPerPlayer
WONDERS_PER_PLAYER_ONE: WondersPerPlayer
WONDERS_PER_PLAYER_TWO: WondersPerPlayer
WONDER_MARKER_UNSPECIFIED: WonderMarker
WONDER_MARKER_TOKEN: WonderMarker
WONDER_MARKER_LARGE_MEEPLE: WonderMarker
ALHAMBRA_RULE_UNSPECIFIED: AlhambraRule
ALHAMBRA_RULE_2024: AlhambraRule
ALHAMBRA_RULE_2023: AlhambraRule
SECOND_PART_UNSPECIFIED: SecondPart
SECOND_PART_DUE: SecondPart
SECOND_PART_UNDER_WAY: SecondPart
DECISION_UNSPECIFIED: Decision
DECISION_OFFER: Decision
DECISION_CHOOSE_WONDER: Decision
DECISION_CHOOSE_TILE: Decision
DECISION_SECOND_FIGURE: Decision
DECISION_HARBOUR: Decision
DECISION_NEXT_PLAYER: Decision
DECISION_TAKE_WONDER: Decision
DECISION_CLAIM_WONDER: Decision
DECISION_ANOTHER_TURN: Decision
DECISION_NEXT_PART: Decision
DECISION_DRAGON: Decision
DECISION_CAPTURE: Decision
DECISION_EXCHANGE: Decision
DECISION_ABBEY: Decision
DECISION_WAGON: Decision
DECISION_DRAGON_AFTER_SCORING: Decision

class Setup(_message.Message):
    __slots__ = ("players", "sets", "options", "figures", "host", "seeded", "offer")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SETS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    SEEDED_FIELD_NUMBER: _ClassVar[int]
    OFFER_FIELD_NUMBER: _ClassVar[int]
    players: _containers.RepeatedCompositeFieldContainer[Player]
    sets: _containers.RepeatedCompositeFieldContainer[SetCount]
    options: Options
    figures: _containers.RepeatedCompositeFieldContainer[_common_pb2.FigureCount]
    host: HostDraw
    seeded: SeededDraw
    offer: Offer
    def __init__(self, players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., sets: _Optional[_Iterable[_Union[SetCount, _Mapping]]] = ..., options: _Optional[_Union[Options, _Mapping]] = ..., figures: _Optional[_Iterable[_Union[_common_pb2.FigureCount, _Mapping]]] = ..., host: _Optional[_Union[HostDraw, _Mapping]] = ..., seeded: _Optional[_Union[SeededDraw, _Mapping]] = ..., offer: _Optional[_Union[Offer, _Mapping]] = ...) -> None: ...

class Offer(_message.Message):
    __slots__ = ("kinds", "count")
    KINDS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    kinds: OfferedKinds
    count: int
    def __init__(self, kinds: _Optional[_Union[OfferedKinds, _Mapping]] = ..., count: _Optional[int] = ...) -> None: ...

class OfferedKinds(_message.Message):
    __slots__ = ("kinds",)
    KINDS_FIELD_NUMBER: _ClassVar[int]
    kinds: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, kinds: _Optional[_Iterable[int]] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class SetCount(_message.Message):
    __slots__ = ("set", "copies")
    SET_FIELD_NUMBER: _ClassVar[int]
    COPIES_FIELD_NUMBER: _ClassVar[int]
    set: str
    copies: int
    def __init__(self, set: _Optional[str] = ..., copies: _Optional[int] = ...) -> None: ...

class HostDraw(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SeededDraw(_message.Message):
    __slots__ = ("seed",)
    SEED_FIELD_NUMBER: _ClassVar[int]
    seed: str
    def __init__(self, seed: _Optional[str] = ...) -> None: ...

class Options(_message.Message):
    __slots__ = ("farmers", "abbot", "small_city", "river_start_tile", "inns", "cathedrals", "wonders_per_player", "wonder_marker", "alhambra_rule", "second_part", "pig_herd", "fairy", "fairy_placement", "princess", "dragon_movement", "tower_capture", "abbey", "abbey_round", "wagon_move", "barn_placement")
    FARMERS_FIELD_NUMBER: _ClassVar[int]
    ABBOT_FIELD_NUMBER: _ClassVar[int]
    SMALL_CITY_FIELD_NUMBER: _ClassVar[int]
    RIVER_START_TILE_FIELD_NUMBER: _ClassVar[int]
    INNS_FIELD_NUMBER: _ClassVar[int]
    CATHEDRALS_FIELD_NUMBER: _ClassVar[int]
    WONDERS_PER_PLAYER_FIELD_NUMBER: _ClassVar[int]
    WONDER_MARKER_FIELD_NUMBER: _ClassVar[int]
    ALHAMBRA_RULE_FIELD_NUMBER: _ClassVar[int]
    SECOND_PART_FIELD_NUMBER: _ClassVar[int]
    PIG_HERD_FIELD_NUMBER: _ClassVar[int]
    FAIRY_FIELD_NUMBER: _ClassVar[int]
    FAIRY_PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    PRINCESS_FIELD_NUMBER: _ClassVar[int]
    DRAGON_MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    TOWER_CAPTURE_FIELD_NUMBER: _ClassVar[int]
    ABBEY_FIELD_NUMBER: _ClassVar[int]
    ABBEY_ROUND_FIELD_NUMBER: _ClassVar[int]
    WAGON_MOVE_FIELD_NUMBER: _ClassVar[int]
    BARN_PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    farmers: Switch
    abbot: Switch
    small_city: SmallCity
    river_start_tile: RiverStartTile
    inns: Switch
    cathedrals: Switch
    wonders_per_player: WondersPerPlayer
    wonder_marker: WonderMarker
    alhambra_rule: AlhambraRule
    second_part: SecondPartRule
    pig_herd: Switch
    fairy: Switch
    fairy_placement: FairyPlacement
    princess: PrincessRule
    dragon_movement: DragonMovement
    tower_capture: TowerCapture
    abbey: Switch
    abbey_round: Switch
    wagon_move: WagonMove
    barn_placement: BarnPlacement
    def __init__(self, farmers: _Optional[_Union[Switch, str]] = ..., abbot: _Optional[_Union[Switch, str]] = ..., small_city: _Optional[_Union[SmallCity, str]] = ..., river_start_tile: _Optional[_Union[RiverStartTile, str]] = ..., inns: _Optional[_Union[Switch, str]] = ..., cathedrals: _Optional[_Union[Switch, str]] = ..., wonders_per_player: _Optional[_Union[WondersPerPlayer, str]] = ..., wonder_marker: _Optional[_Union[WonderMarker, str]] = ..., alhambra_rule: _Optional[_Union[AlhambraRule, str]] = ..., second_part: _Optional[_Union[SecondPartRule, str]] = ..., pig_herd: _Optional[_Union[Switch, str]] = ..., fairy: _Optional[_Union[Switch, str]] = ..., fairy_placement: _Optional[_Union[FairyPlacement, str]] = ..., princess: _Optional[_Union[PrincessRule, str]] = ..., dragon_movement: _Optional[_Union[DragonMovement, str]] = ..., tower_capture: _Optional[_Union[TowerCapture, str]] = ..., abbey: _Optional[_Union[Switch, str]] = ..., abbey_round: _Optional[_Union[Switch, str]] = ..., wagon_move: _Optional[_Union[WagonMove, str]] = ..., barn_placement: _Optional[_Union[BarnPlacement, str]] = ...) -> None: ...

class State(_message.Message):
    __slots__ = ("rules_version", "setup", "tiles", "players", "bag", "discarded", "draws", "turn", "offer", "elsewhere", "neutral", "tokens", "seal")
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    BAG_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    OFFER_FIELD_NUMBER: _ClassVar[int]
    ELSEWHERE_FIELD_NUMBER: _ClassVar[int]
    NEUTRAL_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    SEAL_FIELD_NUMBER: _ClassVar[int]
    rules_version: int
    setup: Setup
    tiles: _containers.RepeatedCompositeFieldContainer[PlacedTile]
    players: _containers.RepeatedCompositeFieldContainer[PlayerState]
    bag: _containers.RepeatedCompositeFieldContainer[_common_pb2.TileCount]
    discarded: _containers.RepeatedScalarFieldContainer[int]
    draws: int
    turn: Turn
    offer: _containers.RepeatedScalarFieldContainer[int]
    elsewhere: _containers.RepeatedCompositeFieldContainer[FigureElsewhere]
    neutral: _containers.RepeatedCompositeFieldContainer[NeutralFigure]
    tokens: _containers.RepeatedCompositeFieldContainer[PlacedTokens]
    seal: bytes
    def __init__(self, rules_version: _Optional[int] = ..., setup: _Optional[_Union[Setup, _Mapping]] = ..., tiles: _Optional[_Iterable[_Union[PlacedTile, _Mapping]]] = ..., players: _Optional[_Iterable[_Union[PlayerState, _Mapping]]] = ..., bag: _Optional[_Iterable[_Union[_common_pb2.TileCount, _Mapping]]] = ..., discarded: _Optional[_Iterable[int]] = ..., draws: _Optional[int] = ..., turn: _Optional[_Union[Turn, _Mapping]] = ..., offer: _Optional[_Iterable[int]] = ..., elsewhere: _Optional[_Iterable[_Union[FigureElsewhere, _Mapping]]] = ..., neutral: _Optional[_Iterable[_Union[NeutralFigure, _Mapping]]] = ..., tokens: _Optional[_Iterable[_Union[PlacedTokens, _Mapping]]] = ..., seal: _Optional[bytes] = ...) -> None: ...

class NeutralFigure(_message.Message):
    __slots__ = ("kind", "place", "beside")
    KIND_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    BESIDE_FIELD_NUMBER: _ClassVar[int]
    kind: _common_pb2.FigureKind
    place: _common_pb2.Place
    beside: _common_pb2.OwnedFigure
    def __init__(self, kind: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ..., beside: _Optional[_Union[_common_pb2.OwnedFigure, _Mapping]] = ...) -> None: ...

class PlacedTokens(_message.Message):
    __slots__ = ("place", "token", "count")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    place: _common_pb2.Place
    token: _common_pb2.Token
    count: int
    def __init__(self, place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ..., token: _Optional[_Union[_common_pb2.Token, str]] = ..., count: _Optional[int] = ...) -> None: ...

class FigureElsewhere(_message.Message):
    __slots__ = ("player", "kind", "place")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    player: int
    kind: _common_pb2.FigureKind
    place: _common_pb2.Place
    def __init__(self, player: _Optional[int] = ..., kind: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ...) -> None: ...

class PlacedTile(_message.Message):
    __slots__ = ("kind", "x", "y", "rotation", "figures")
    KIND_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    kind: int
    x: int
    y: int
    rotation: _common_pb2.Rotation
    figures: _containers.RepeatedCompositeFieldContainer[PlacedFigure]
    def __init__(self, kind: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., rotation: _Optional[_Union[_common_pb2.Rotation, str]] = ..., figures: _Optional[_Iterable[_Union[PlacedFigure, _Mapping]]] = ...) -> None: ...

class PlacedFigure(_message.Message):
    __slots__ = ("player", "kind", "segment", "square")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEGMENT_FIELD_NUMBER: _ClassVar[int]
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    player: int
    kind: _common_pb2.FigureKind
    segment: int
    square: int
    def __init__(self, player: _Optional[int] = ..., kind: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., segment: _Optional[int] = ..., square: _Optional[int] = ...) -> None: ...

class PlayerState(_message.Message):
    __slots__ = ("points", "supply", "hand", "tokens", "prisoners", "paid")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    PRISONERS_FIELD_NUMBER: _ClassVar[int]
    PAID_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedCompositeFieldContainer[RulePoints]
    supply: _containers.RepeatedCompositeFieldContainer[_common_pb2.FigureCount]
    hand: _containers.RepeatedCompositeFieldContainer[HeldTile]
    tokens: _containers.RepeatedCompositeFieldContainer[_common_pb2.TokenCount]
    prisoners: _containers.RepeatedCompositeFieldContainer[_common_pb2.OwnedFigure]
    paid: int
    def __init__(self, points: _Optional[_Iterable[_Union[RulePoints, _Mapping]]] = ..., supply: _Optional[_Iterable[_Union[_common_pb2.FigureCount, _Mapping]]] = ..., hand: _Optional[_Iterable[_Union[HeldTile, _Mapping]]] = ..., tokens: _Optional[_Iterable[_Union[_common_pb2.TokenCount, _Mapping]]] = ..., prisoners: _Optional[_Iterable[_Union[_common_pb2.OwnedFigure, _Mapping]]] = ..., paid: _Optional[int] = ...) -> None: ...

class HeldTile(_message.Message):
    __slots__ = ("kind", "face_down")
    KIND_FIELD_NUMBER: _ClassVar[int]
    FACE_DOWN_FIELD_NUMBER: _ClassVar[int]
    kind: int
    face_down: bool
    def __init__(self, kind: _Optional[int] = ..., face_down: bool = ...) -> None: ...

class RulePoints(_message.Message):
    __slots__ = ("rule", "points")
    RULE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    rule: _common_pb2.ScoringRule
    points: int
    def __init__(self, rule: _Optional[_Union[_common_pb2.ScoringRule, str]] = ..., points: _Optional[int] = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("player", "draw", "place_tile", "action", "over", "decision", "closing", "placed", "second_part", "ransomed")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    PLACE_TILE_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    CLOSING_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    SECOND_PART_FIELD_NUMBER: _ClassVar[int]
    RANSOMED_FIELD_NUMBER: _ClassVar[int]
    player: int
    draw: DrawPhase
    place_tile: PlaceTilePhase
    action: ActionPhase
    over: GameOver
    decision: DecisionPhase
    closing: int
    placed: int
    second_part: SecondPart
    ransomed: bool
    def __init__(self, player: _Optional[int] = ..., draw: _Optional[_Union[DrawPhase, _Mapping]] = ..., place_tile: _Optional[_Union[PlaceTilePhase, _Mapping]] = ..., action: _Optional[_Union[ActionPhase, _Mapping]] = ..., over: _Optional[_Union[GameOver, _Mapping]] = ..., decision: _Optional[_Union[DecisionPhase, _Mapping]] = ..., closing: _Optional[int] = ..., placed: _Optional[int] = ..., second_part: _Optional[_Union[SecondPart, str]] = ..., ransomed: bool = ...) -> None: ...

class DecisionPhase(_message.Message):
    __slots__ = ("decision", "player", "left", "about", "trail")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    TRAIL_FIELD_NUMBER: _ClassVar[int]
    decision: Decision
    player: int
    left: int
    about: _common_pb2.Place
    trail: _containers.RepeatedCompositeFieldContainer[_common_pb2.Square]
    def __init__(self, decision: _Optional[_Union[Decision, str]] = ..., player: _Optional[int] = ..., left: _Optional[int] = ..., about: _Optional[_Union[_common_pb2.Place, _Mapping]] = ..., trail: _Optional[_Iterable[_Union[_common_pb2.Square, _Mapping]]] = ...) -> None: ...

class DrawPhase(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PlaceTilePhase(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: int
    def __init__(self, kind: _Optional[int] = ...) -> None: ...

class ActionPhase(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GameOver(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
