from . import catalog_pb2 as _catalog_pb2
from . import errors_pb2 as _errors_pb2
from . import events_pb2 as _events_pb2
from . import moves_pb2 as _moves_pb2
from . import score_pb2 as _score_pb2
from . import state_pb2 as _state_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RolloutPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLLOUT_POLICY_UNSPECIFIED: _ClassVar[RolloutPolicy]
    ROLLOUT_POLICY_RANDOM: _ClassVar[RolloutPolicy]
    ROLLOUT_POLICY_GREEDY: _ClassVar[RolloutPolicy]
ROLLOUT_POLICY_UNSPECIFIED: RolloutPolicy
ROLLOUT_POLICY_RANDOM: RolloutPolicy
ROLLOUT_POLICY_GREEDY: RolloutPolicy

class Position(_message.Message):
    __slots__ = ("state", "notation")
    STATE_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    state: _state_pb2.State
    notation: str
    def __init__(self, state: _Optional[_Union[_state_pb2.State, _Mapping]] = ..., notation: _Optional[str] = ...) -> None: ...

class GetCatalogRequest(_message.Message):
    __slots__ = ("sets",)
    SETS_FIELD_NUMBER: _ClassVar[int]
    sets: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, sets: _Optional[_Iterable[str]] = ...) -> None: ...

class GetCatalogResponse(_message.Message):
    __slots__ = ("rules_version", "kinds", "sets", "figures", "options", "tokens")
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    SETS_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    rules_version: int
    kinds: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.TileKind]
    sets: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.TileSet]
    figures: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.FigureInfo]
    options: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.OptionInfo]
    tokens: _containers.RepeatedCompositeFieldContainer[_catalog_pb2.TokenInfo]
    def __init__(self, rules_version: _Optional[int] = ..., kinds: _Optional[_Iterable[_Union[_catalog_pb2.TileKind, _Mapping]]] = ..., sets: _Optional[_Iterable[_Union[_catalog_pb2.TileSet, _Mapping]]] = ..., figures: _Optional[_Iterable[_Union[_catalog_pb2.FigureInfo, _Mapping]]] = ..., options: _Optional[_Iterable[_Union[_catalog_pb2.OptionInfo, _Mapping]]] = ..., tokens: _Optional[_Iterable[_Union[_catalog_pb2.TokenInfo, _Mapping]]] = ...) -> None: ...

class NewGameRequest(_message.Message):
    __slots__ = ("setup", "with_notation")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    WITH_NOTATION_FIELD_NUMBER: _ClassVar[int]
    setup: _state_pb2.Setup
    with_notation: bool
    def __init__(self, setup: _Optional[_Union[_state_pb2.Setup, _Mapping]] = ..., with_notation: bool = ...) -> None: ...

class NewGameResponse(_message.Message):
    __slots__ = ("state", "events", "notation", "notes")
    STATE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    NOTES_FIELD_NUMBER: _ClassVar[int]
    state: _state_pb2.State
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.Event]
    notation: str
    notes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, state: _Optional[_Union[_state_pb2.State, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_events_pb2.Event, _Mapping]]] = ..., notation: _Optional[str] = ..., notes: _Optional[_Iterable[str]] = ...) -> None: ...

class LegalMovesRequest(_message.Message):
    __slots__ = ("position", "ask", "whole_turns", "with_notation")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ASK_FIELD_NUMBER: _ClassVar[int]
    WHOLE_TURNS_FIELD_NUMBER: _ClassVar[int]
    WITH_NOTATION_FIELD_NUMBER: _ClassVar[int]
    position: Position
    ask: _containers.RepeatedCompositeFieldContainer[_moves_pb2.Move]
    whole_turns: bool
    with_notation: bool
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., ask: _Optional[_Iterable[_Union[_moves_pb2.Move, _Mapping]]] = ..., whole_turns: bool = ..., with_notation: bool = ...) -> None: ...

class LegalMovesResponse(_message.Message):
    __slots__ = ("player", "moves", "answers", "turns")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    player: int
    moves: _containers.RepeatedCompositeFieldContainer[_moves_pb2.LegalMove]
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    turns: _containers.RepeatedCompositeFieldContainer[_moves_pb2.MoveSequence]
    def __init__(self, player: _Optional[int] = ..., moves: _Optional[_Iterable[_Union[_moves_pb2.LegalMove, _Mapping]]] = ..., answers: _Optional[_Iterable[_Union[Answer, _Mapping]]] = ..., turns: _Optional[_Iterable[_Union[_moves_pb2.MoveSequence, _Mapping]]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("legal", "violations")
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    legal: bool
    violations: _containers.RepeatedCompositeFieldContainer[_errors_pb2.Violation]
    def __init__(self, legal: bool = ..., violations: _Optional[_Iterable[_Union[_errors_pb2.Violation, _Mapping]]] = ...) -> None: ...

class ApplyMoveRequest(_message.Message):
    __slots__ = ("position", "moves", "notation", "with_notation")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    WITH_NOTATION_FIELD_NUMBER: _ClassVar[int]
    position: Position
    moves: _containers.RepeatedCompositeFieldContainer[_moves_pb2.Move]
    notation: str
    with_notation: bool
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., moves: _Optional[_Iterable[_Union[_moves_pb2.Move, _Mapping]]] = ..., notation: _Optional[str] = ..., with_notation: bool = ...) -> None: ...

class ApplyMoveResponse(_message.Message):
    __slots__ = ("state", "events", "notation")
    STATE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    state: _state_pb2.State
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.Event]
    notation: str
    def __init__(self, state: _Optional[_Union[_state_pb2.State, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_events_pb2.Event, _Mapping]]] = ..., notation: _Optional[str] = ...) -> None: ...

class ScoreRequest(_message.Message):
    __slots__ = ("position",)
    POSITION_FIELD_NUMBER: _ClassVar[int]
    position: Position
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ...) -> None: ...

class ScoreResponse(_message.Message):
    __slots__ = ("now", "if_ended_now", "final_scoring", "regions")
    NOW_FIELD_NUMBER: _ClassVar[int]
    IF_ENDED_NOW_FIELD_NUMBER: _ClassVar[int]
    FINAL_SCORING_FIELD_NUMBER: _ClassVar[int]
    REGIONS_FIELD_NUMBER: _ClassVar[int]
    now: _containers.RepeatedCompositeFieldContainer[_score_pb2.PlayerScore]
    if_ended_now: _containers.RepeatedCompositeFieldContainer[_score_pb2.PlayerScore]
    final_scoring: _containers.RepeatedCompositeFieldContainer[_events_pb2.Scored]
    regions: _containers.RepeatedCompositeFieldContainer[_score_pb2.Region]
    def __init__(self, now: _Optional[_Iterable[_Union[_score_pb2.PlayerScore, _Mapping]]] = ..., if_ended_now: _Optional[_Iterable[_Union[_score_pb2.PlayerScore, _Mapping]]] = ..., final_scoring: _Optional[_Iterable[_Union[_events_pb2.Scored, _Mapping]]] = ..., regions: _Optional[_Iterable[_Union[_score_pb2.Region, _Mapping]]] = ...) -> None: ...

class ViewRequest(_message.Message):
    __slots__ = ("position", "player", "with_notation")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    WITH_NOTATION_FIELD_NUMBER: _ClassVar[int]
    position: Position
    player: int
    with_notation: bool
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., player: _Optional[int] = ..., with_notation: bool = ...) -> None: ...

class ViewResponse(_message.Message):
    __slots__ = ("state", "track", "notation")
    STATE_FIELD_NUMBER: _ClassVar[int]
    TRACK_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    state: _state_pb2.State
    track: _containers.RepeatedCompositeFieldContainer[_score_pb2.TrackPosition]
    notation: str
    def __init__(self, state: _Optional[_Union[_state_pb2.State, _Mapping]] = ..., track: _Optional[_Iterable[_Union[_score_pb2.TrackPosition, _Mapping]]] = ..., notation: _Optional[str] = ...) -> None: ...

class Record(_message.Message):
    __slots__ = ("setup", "moves")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    setup: _state_pb2.Setup
    moves: _containers.RepeatedCompositeFieldContainer[_moves_pb2.Move]
    def __init__(self, setup: _Optional[_Union[_state_pb2.Setup, _Mapping]] = ..., moves: _Optional[_Iterable[_Union[_moves_pb2.Move, _Mapping]]] = ...) -> None: ...

class ReplayRequest(_message.Message):
    __slots__ = ("record", "notation", "with_notation")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    WITH_NOTATION_FIELD_NUMBER: _ClassVar[int]
    record: Record
    notation: str
    with_notation: bool
    def __init__(self, record: _Optional[_Union[Record, _Mapping]] = ..., notation: _Optional[str] = ..., with_notation: bool = ...) -> None: ...

class ReplayResponse(_message.Message):
    __slots__ = ("state", "events", "record", "record_notation", "position_notation")
    STATE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    RECORD_NOTATION_FIELD_NUMBER: _ClassVar[int]
    POSITION_NOTATION_FIELD_NUMBER: _ClassVar[int]
    state: _state_pb2.State
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.Event]
    record: Record
    record_notation: str
    position_notation: str
    def __init__(self, state: _Optional[_Union[_state_pb2.State, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_events_pb2.Event, _Mapping]]] = ..., record: _Optional[_Union[Record, _Mapping]] = ..., record_notation: _Optional[str] = ..., position_notation: _Optional[str] = ...) -> None: ...

class RolloutRequest(_message.Message):
    __slots__ = ("position", "seed", "playouts", "first_playout", "policy", "candidates", "each_legal_move", "tiles")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYOUT_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    EACH_LEGAL_MOVE_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    position: Position
    seed: int
    playouts: int
    first_playout: int
    policy: RolloutPolicy
    candidates: _containers.RepeatedCompositeFieldContainer[_moves_pb2.MoveSequence]
    each_legal_move: bool
    tiles: int
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., seed: _Optional[int] = ..., playouts: _Optional[int] = ..., first_playout: _Optional[int] = ..., policy: _Optional[_Union[RolloutPolicy, str]] = ..., candidates: _Optional[_Iterable[_Union[_moves_pb2.MoveSequence, _Mapping]]] = ..., each_legal_move: bool = ..., tiles: _Optional[int] = ...) -> None: ...

class RolloutResponse(_message.Message):
    __slots__ = ("candidate", "moves", "first_playout", "playouts", "players", "moves_made")
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYOUT_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    MOVES_MADE_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    moves: _containers.RepeatedCompositeFieldContainer[_moves_pb2.Move]
    first_playout: int
    playouts: int
    players: _containers.RepeatedCompositeFieldContainer[RolloutPlayer]
    moves_made: int
    def __init__(self, candidate: _Optional[int] = ..., moves: _Optional[_Iterable[_Union[_moves_pb2.Move, _Mapping]]] = ..., first_playout: _Optional[int] = ..., playouts: _Optional[int] = ..., players: _Optional[_Iterable[_Union[RolloutPlayer, _Mapping]]] = ..., moves_made: _Optional[int] = ...) -> None: ...

class RolloutPlayer(_message.Message):
    __slots__ = ("player", "mean_points", "sum_points", "wins", "ties", "points", "sum_supply")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    MEAN_POINTS_FIELD_NUMBER: _ClassVar[int]
    SUM_POINTS_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    TIES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SUM_SUPPLY_FIELD_NUMBER: _ClassVar[int]
    player: int
    mean_points: float
    sum_points: int
    wins: int
    ties: int
    points: _containers.RepeatedScalarFieldContainer[int]
    sum_supply: int
    def __init__(self, player: _Optional[int] = ..., mean_points: _Optional[float] = ..., sum_points: _Optional[int] = ..., wins: _Optional[int] = ..., ties: _Optional[int] = ..., points: _Optional[_Iterable[int]] = ..., sum_supply: _Optional[int] = ...) -> None: ...

class PlayRequest(_message.Message):
    __slots__ = ("begin", "new_game", "legal_moves", "apply_move", "score", "view", "state", "with_state")
    BEGIN_FIELD_NUMBER: _ClassVar[int]
    NEW_GAME_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MOVES_FIELD_NUMBER: _ClassVar[int]
    APPLY_MOVE_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    WITH_STATE_FIELD_NUMBER: _ClassVar[int]
    begin: Position
    new_game: NewGameRequest
    legal_moves: LegalMovesRequest
    apply_move: ApplyMoveRequest
    score: ScoreRequest
    view: ViewRequest
    state: PlayState
    with_state: bool
    def __init__(self, begin: _Optional[_Union[Position, _Mapping]] = ..., new_game: _Optional[_Union[NewGameRequest, _Mapping]] = ..., legal_moves: _Optional[_Union[LegalMovesRequest, _Mapping]] = ..., apply_move: _Optional[_Union[ApplyMoveRequest, _Mapping]] = ..., score: _Optional[_Union[ScoreRequest, _Mapping]] = ..., view: _Optional[_Union[ViewRequest, _Mapping]] = ..., state: _Optional[_Union[PlayState, _Mapping]] = ..., with_state: bool = ...) -> None: ...

class PlayState(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("begun", "new_game", "legal_moves", "apply_move", "score", "view", "state", "error")
    BEGUN_FIELD_NUMBER: _ClassVar[int]
    NEW_GAME_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MOVES_FIELD_NUMBER: _ClassVar[int]
    APPLY_MOVE_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    begun: PlayBegun
    new_game: NewGameResponse
    legal_moves: LegalMovesResponse
    apply_move: ApplyMoveResponse
    score: ScoreResponse
    view: ViewResponse
    state: _state_pb2.State
    error: PlayError
    def __init__(self, begun: _Optional[_Union[PlayBegun, _Mapping]] = ..., new_game: _Optional[_Union[NewGameResponse, _Mapping]] = ..., legal_moves: _Optional[_Union[LegalMovesResponse, _Mapping]] = ..., apply_move: _Optional[_Union[ApplyMoveResponse, _Mapping]] = ..., score: _Optional[_Union[ScoreResponse, _Mapping]] = ..., view: _Optional[_Union[ViewResponse, _Mapping]] = ..., state: _Optional[_Union[_state_pb2.State, _Mapping]] = ..., error: _Optional[_Union[PlayError, _Mapping]] = ...) -> None: ...

class PlayBegun(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PlayError(_message.Message):
    __slots__ = ("code", "message", "refusal")
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    code: int
    message: str
    refusal: _errors_pb2.Refusal
    def __init__(self, code: _Optional[int] = ..., message: _Optional[str] = ..., refusal: _Optional[_Union[_errors_pb2.Refusal, _Mapping]] = ...) -> None: ...
