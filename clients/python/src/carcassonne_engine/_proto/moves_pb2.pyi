from . import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Move(_message.Message):
    __slots__ = ("draw_tile", "place_tile", "place_figure", "return_figure", "offer_tile", "reveal_tile", "take_tile", "choose_tile", "choose_player", "move_figure", "take_turn", "move_neutral", "remove_figure", "place_token", "capture_figure", "release_prisoner", "pay_ransom")
    DRAW_TILE_FIELD_NUMBER: _ClassVar[int]
    PLACE_TILE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIGURE_FIELD_NUMBER: _ClassVar[int]
    RETURN_FIGURE_FIELD_NUMBER: _ClassVar[int]
    PASS_FIELD_NUMBER: _ClassVar[int]
    OFFER_TILE_FIELD_NUMBER: _ClassVar[int]
    REVEAL_TILE_FIELD_NUMBER: _ClassVar[int]
    TAKE_TILE_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_TILE_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_PLAYER_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIGURE_FIELD_NUMBER: _ClassVar[int]
    TAKE_TURN_FIELD_NUMBER: _ClassVar[int]
    MOVE_NEUTRAL_FIELD_NUMBER: _ClassVar[int]
    REMOVE_FIGURE_FIELD_NUMBER: _ClassVar[int]
    PLACE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_FIGURE_FIELD_NUMBER: _ClassVar[int]
    RELEASE_PRISONER_FIELD_NUMBER: _ClassVar[int]
    PAY_RANSOM_FIELD_NUMBER: _ClassVar[int]
    draw_tile: DrawTile
    place_tile: PlaceTile
    place_figure: PlaceFigure
    return_figure: ReturnFigure
    offer_tile: OfferTile
    reveal_tile: RevealTile
    take_tile: TakeTile
    choose_tile: ChooseTile
    choose_player: ChoosePlayer
    move_figure: MoveFigure
    take_turn: TakeTurn
    move_neutral: MoveNeutral
    remove_figure: RemoveFigure
    place_token: PlaceToken
    capture_figure: CaptureFigure
    release_prisoner: ReleasePrisoner
    pay_ransom: PayRansom
    def __init__(self, draw_tile: _Optional[_Union[DrawTile, _Mapping]] = ..., place_tile: _Optional[_Union[PlaceTile, _Mapping]] = ..., place_figure: _Optional[_Union[PlaceFigure, _Mapping]] = ..., return_figure: _Optional[_Union[ReturnFigure, _Mapping]] = ..., offer_tile: _Optional[_Union[OfferTile, _Mapping]] = ..., reveal_tile: _Optional[_Union[RevealTile, _Mapping]] = ..., take_tile: _Optional[_Union[TakeTile, _Mapping]] = ..., choose_tile: _Optional[_Union[ChooseTile, _Mapping]] = ..., choose_player: _Optional[_Union[ChoosePlayer, _Mapping]] = ..., move_figure: _Optional[_Union[MoveFigure, _Mapping]] = ..., take_turn: _Optional[_Union[TakeTurn, _Mapping]] = ..., move_neutral: _Optional[_Union[MoveNeutral, _Mapping]] = ..., remove_figure: _Optional[_Union[RemoveFigure, _Mapping]] = ..., place_token: _Optional[_Union[PlaceToken, _Mapping]] = ..., capture_figure: _Optional[_Union[CaptureFigure, _Mapping]] = ..., release_prisoner: _Optional[_Union[ReleasePrisoner, _Mapping]] = ..., pay_ransom: _Optional[_Union[PayRansom, _Mapping]] = ..., **kwargs) -> None: ...

class DrawTile(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: int
    def __init__(self, kind: _Optional[int] = ...) -> None: ...

class PlaceTile(_message.Message):
    __slots__ = ("kind", "x", "y", "rotation")
    KIND_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    kind: int
    x: int
    y: int
    rotation: _common_pb2.Rotation
    def __init__(self, kind: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., rotation: _Optional[_Union[_common_pb2.Rotation, str]] = ...) -> None: ...

class PlaceFigure(_message.Message):
    __slots__ = ("figure", "place")
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    figure: _common_pb2.FigureKind
    place: _common_pb2.Place
    def __init__(self, figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ...) -> None: ...

class ReturnFigure(_message.Message):
    __slots__ = ("figure", "place")
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    figure: _common_pb2.FigureKind
    place: _common_pb2.Place
    def __init__(self, figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ...) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class OfferTile(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: int
    def __init__(self, kind: _Optional[int] = ...) -> None: ...

class RevealTile(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: int
    def __init__(self, kind: _Optional[int] = ...) -> None: ...

class TakeTile(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: int
    def __init__(self, kind: _Optional[int] = ...) -> None: ...

class ChooseTile(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: int
    def __init__(self, kind: _Optional[int] = ...) -> None: ...

class ChoosePlayer(_message.Message):
    __slots__ = ("player",)
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    player: int
    def __init__(self, player: _Optional[int] = ...) -> None: ...

class MoveFigure(_message.Message):
    __slots__ = ("figure", "to")
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    figure: _common_pb2.FigureKind
    to: _common_pb2.Place
    def __init__(self, figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., to: _Optional[_Union[_common_pb2.Place, _Mapping]] = ..., **kwargs) -> None: ...

class TakeTurn(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MoveNeutral(_message.Message):
    __slots__ = ("figure", "to", "beside")
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    BESIDE_FIELD_NUMBER: _ClassVar[int]
    figure: _common_pb2.FigureKind
    to: _common_pb2.Place
    beside: _common_pb2.OwnedFigure
    def __init__(self, figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., to: _Optional[_Union[_common_pb2.Place, _Mapping]] = ..., beside: _Optional[_Union[_common_pb2.OwnedFigure, _Mapping]] = ...) -> None: ...

class RemoveFigure(_message.Message):
    __slots__ = ("player", "figure", "place")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    player: int
    figure: _common_pb2.FigureKind
    place: _common_pb2.Place
    def __init__(self, player: _Optional[int] = ..., figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ...) -> None: ...

class PlaceToken(_message.Message):
    __slots__ = ("token", "place")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    token: _common_pb2.Token
    place: _common_pb2.Place
    def __init__(self, token: _Optional[_Union[_common_pb2.Token, str]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ...) -> None: ...

class CaptureFigure(_message.Message):
    __slots__ = ("player", "figure", "place")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    player: int
    figure: _common_pb2.FigureKind
    place: _common_pb2.Place
    def __init__(self, player: _Optional[int] = ..., figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ..., place: _Optional[_Union[_common_pb2.Place, _Mapping]] = ...) -> None: ...

class ReleasePrisoner(_message.Message):
    __slots__ = ("holder", "figure")
    HOLDER_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    holder: int
    figure: _common_pb2.FigureKind
    def __init__(self, holder: _Optional[int] = ..., figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ...) -> None: ...

class PayRansom(_message.Message):
    __slots__ = ("holder", "figure")
    HOLDER_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    holder: int
    figure: _common_pb2.FigureKind
    def __init__(self, holder: _Optional[int] = ..., figure: _Optional[_Union[_common_pb2.FigureKind, str]] = ...) -> None: ...

class LegalMove(_message.Message):
    __slots__ = ("move", "weight", "notation")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    WEIGHT_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    move: Move
    weight: int
    notation: str
    def __init__(self, move: _Optional[_Union[Move, _Mapping]] = ..., weight: _Optional[int] = ..., notation: _Optional[str] = ...) -> None: ...

class MoveSequence(_message.Message):
    __slots__ = ("moves",)
    MOVES_FIELD_NUMBER: _ClassVar[int]
    moves: _containers.RepeatedCompositeFieldContainer[Move]
    def __init__(self, moves: _Optional[_Iterable[_Union[Move, _Mapping]]] = ...) -> None: ...
