"""The values of the API: immutable, hashable, picklable, printable. Written by `tools/generate.py` from the protos.

Fields that must be given have their plain type; fields that may be absent are None then. Of a choice between several
kinds (a move, an event, the phase of a turn) one attribute gives whichever it is, for `match`.
"""

from __future__ import annotations

from collections.abc import Iterable

from . import _behaviour
from ._proto import catalog_pb2, common_pb2, errors_pb2, events_pb2, moves_pb2, rules_service_pb2, score_pb2, state_pb2
from ._value import OpenEnum, Value, wrap

__all__ = [
    "ActionPhase",
    "AlhambraRule",
    "Answer",
    "ApplyMove",
    "BarnPlacement",
    "BuilderTrigger",
    "CaptureFigure",
    "Catalog",
    "ChoosePlayer",
    "ChooseTile",
    "CornerPlace",
    "Decision",
    "DecisionPhase",
    "DecisionsLeft",
    "DragonMovement",
    "DrawPhase",
    "DrawTile",
    "Edge",
    "EdgeConflict",
    "Event",
    "FairyPlacement",
    "Feature",
    "FigureCaptured",
    "FigureCount",
    "FigureElsewhere",
    "FigureInfo",
    "FigureKind",
    "FigureMoved",
    "FigurePlaced",
    "FigureReturned",
    "GameEnded",
    "GameOver",
    "HalfEdge",
    "HalfSide",
    "HeldTile",
    "HostDraw",
    "LastTurnEnded",
    "LegalMove",
    "LegalMoves",
    "Move",
    "MoveFigure",
    "MoveNeutral",
    "MoveSequence",
    "NeutralFigure",
    "NeutralMoved",
    "NewGame",
    "Occupants",
    "Offer",
    "OfferTile",
    "OfferedKinds",
    "OptionInfo",
    "OptionValue",
    "Options",
    "OwnedFigure",
    "Pass",
    "PayRansom",
    "Place",
    "PlaceFigure",
    "PlaceTile",
    "PlaceTilePhase",
    "PlaceToken",
    "PlacedFigure",
    "PlacedTile",
    "PlacedTokens",
    "Play",
    "PlayBegun",
    "PlayError",
    "PlayState",
    "Player",
    "PlayerScore",
    "PlayerState",
    "Point",
    "Position",
    "PrincessRule",
    "PrisonerReleased",
    "RansomPaid",
    "Reason",
    "Record",
    "Refusal",
    "Region",
    "RegionFigure",
    "ReleasePrisoner",
    "RemoveFigure",
    "Replay",
    "ReturnFigure",
    "RevealTile",
    "RiverStartTile",
    "Rollout",
    "RolloutPlayer",
    "RolloutPolicy",
    "Rotation",
    "RulePoints",
    "Score",
    "Scored",
    "ScoringRule",
    "SecondPart",
    "SecondPartDue",
    "SecondPartRule",
    "SecondPartStarted",
    "SeededDraw",
    "Segment",
    "SegmentPlace",
    "SetCount",
    "Setup",
    "Side",
    "SmallCity",
    "Space",
    "SpacePlace",
    "Square",
    "SquarePlace",
    "State",
    "Strength",
    "Switch",
    "TakeTile",
    "TakeTurn",
    "Term",
    "TileChosen",
    "TileCount",
    "TileDiscarded",
    "TileDrawn",
    "TileKept",
    "TileKind",
    "TileObtained",
    "TileOffered",
    "TilePassed",
    "TilePlace",
    "TilePlaced",
    "TileRevealed",
    "TileSet",
    "Token",
    "TokenCount",
    "TokenInfo",
    "TokenPlaced",
    "TokensTaken",
    "TowerCapture",
    "TrackPlace",
    "TrackPosition",
    "Turn",
    "TurnStarted",
    "Unit",
    "View",
    "Violation",
    "WagonMove",
    "WonderMarker",
    "WondersPerPlayer",
]


class Rotation(OpenEnum):
    """A quarter turn of a tile, clockwise."""

    UNSPECIFIED = 0
    """Not given; refused wherever a rotation is needed."""

    R0 = 1
    """As printed in the catalogue."""

    R90 = 2
    """One quarter turn clockwise."""

    R180 = 3
    """Half a turn."""

    R270 = 4
    """Three quarter turns clockwise."""


class Side(OpenEnum):
    """A side of a square."""

    UNSPECIFIED = 0
    """Not given."""

    NORTH = 1
    """Towards smaller y."""

    EAST = 2
    """Towards larger x."""

    SOUTH = 3
    """Towards larger y."""

    WEST = 4
    """Towards smaller x."""


class HalfSide(OpenEnum):
    """Half of a side, named as seen from the centre of the square looking out: NORTH_LEFT is the west half of the north
    side, EAST_LEFT the north half of the east side. Fields reach half sides, because a road or a river divides a side.
    """

    UNSPECIFIED = 0
    """Not given."""

    NORTH_LEFT = 1
    """West half of the north side."""

    NORTH_RIGHT = 2
    """East half of the north side."""

    EAST_LEFT = 3
    """North half of the east side."""

    EAST_RIGHT = 4
    """South half of the east side."""

    SOUTH_LEFT = 5
    """East half of the south side."""

    SOUTH_RIGHT = 6
    """West half of the south side."""

    WEST_LEFT = 7
    """South half of the west side."""

    WEST_RIGHT = 8
    """North half of the west side."""


class Feature(OpenEnum):
    """What a segment of a tile shows."""

    UNSPECIFIED = 0
    """Not given."""

    ROAD = 1
    """Road."""

    CITY = 2
    """City."""

    FIELD = 3
    """Field; a figure on it is a farmer."""

    MONASTERY = 4
    """Monastery."""

    GARDEN = 5
    """Garden."""

    RIVER = 6
    """River: joins like a road, divides fields, never scores and never holds a figure."""


class FigureKind(OpenEnum):
    """A kind of figure. Which of them are in a game follows from its sets and options."""

    UNSPECIFIED = 0
    """Not given."""

    MEEPLE = 1
    """Ordinary meeple."""

    ABBOT = 2
    """Abbot: only on monasteries and gardens; may be taken back early."""

    LARGE_MEEPLE = 3
    """Large meeple of Inns & Cathedrals: counts as two in every majority."""

    MARKER = 4
    """Marker of The Wonders of Humanity: shows whose wonder it is, stands on no feature."""

    BUILDER = 5
    """Builder of Traders & Builders: joins a meeple on a road or city, brings a second part of the turn."""

    PIG = 6
    """Pig of Traders & Builders: joins a farmer, makes a field worth more to its owner."""

    MAYOR = 7
    """Mayor of Abbey & Mayor: only in cities, counts as many as the city has coats of arms."""

    WAGON = 8
    """Wagon of Abbey & Mayor: on roads, cities and monasteries; may go on when its feature was scored."""

    BARN = 9
    """Barn of Abbey & Mayor: on a corner where four tiles meet, keeps farmers out of the field."""

    DRAGON = 10
    """Dragon of The Princess & the Dragon: belongs to nobody, takes figures off the tiles that it enters."""

    FAIRY = 11
    """Fairy of The Princess & the Dragon: belongs to nobody, keeps the dragon away."""


class ScoringRule(OpenEnum):
    """The rule by which points were awarded."""

    UNSPECIFIED = 0
    """Not given."""

    ROAD = 1
    """A completed road."""

    CITY = 2
    """A completed city."""

    MONASTERY = 3
    """A completed monastery."""

    GARDEN = 4
    """A completed garden."""

    ROAD_INCOMPLETE = 5
    """An incomplete road at the end of the game."""

    CITY_INCOMPLETE = 6
    """An incomplete city at the end of the game."""

    MONASTERY_INCOMPLETE = 7
    """An incomplete monastery, at the end of the game or when its abbot is taken back early."""

    GARDEN_INCOMPLETE = 8
    """An incomplete garden, at the end of the game or when its abbot is taken back early."""

    FIELD = 9
    """A field at the end of the game."""

    STONEHENGE = 10
    """Stonehenge: occupied roads completed in its owner's turn."""

    NOTRE_DAME = 11
    """Notre-Dame: a figure of its owner placed beside a monastery."""

    CIRCUS_MAXIMUS = 12
    """Circus Maximus: others' figures in open cities, at the end of the game."""

    ALHAMBRA = 13
    """Alhambra: its owner's farmers, at the end of the game."""

    TIKAL = 14
    """Tikal: its owner's figures in cities, when one of them is scored."""

    ANGKOR_WAT = 15
    """Angkor Wat: long roads, at the end of the game."""

    TERRACOTTA_ARMY = 16
    """Terracotta Army: long rows and columns of tiles, at the end of the game."""

    GREAT_WALL = 17
    """Great Wall of China: a city of its owner's that was extended by a city wall."""

    TAJ_MAHAL = 18
    """Taj Mahal: a bonus with a road, city or monastery in whose scoring its owner takes part."""

    GOODS = 19
    """Goods at the end of the game: most tokens of a kind."""

    FAIRY = 20
    """The fairy stands beside a figure of the player when their turn begins."""

    FAIRY_FEATURE = 21
    """The fairy stands beside a figure on a feature that is scored."""

    RANSOM = 22
    """Another player has paid for a prisoner."""

    BARN = 23
    """A field with a barn, at the end of the game."""

    FIELD_BARN_PLACED = 24
    """A field on which a barn has just been placed, to its farmers."""

    FIELD_BARN_JOINED = 25
    """A field that has just become part of one with a barn, to its farmers."""


class Unit(OpenEnum):
    """What a summand of a score counts."""

    UNSPECIFIED = 0
    """Not given."""

    TILE = 1
    """Squares of tiles that the feature covers, each counted once."""

    COAT_OF_ARMS = 2
    """Coats of arms in a city."""

    NEIGHBOUR = 3
    """Occupied squares among the eight around a monastery or garden."""

    COMPLETED_CITY = 4
    """Completed cities that touch a field."""

    FIGURE = 5
    """Figures."""

    ROAD = 6
    """Roads."""

    CITY = 7
    """Cities."""

    MONASTERY = 8
    """Monasteries."""

    LINE = 9
    """Rows and columns of the table."""

    PIG = 10
    """Completed cities that touch a field, for a pig."""

    PIG_HERD = 11
    """Completed cities that touch a field, for a pig herd."""

    MOST_GOODS = 12
    """Kinds of goods of which a player has most."""

    PRISONER = 13
    """Prisoners."""

    FIGURE_BY_THE_FAIRY = 14
    """Figures for which the fairy counts."""


class Token(OpenEnum):
    """A kind of token that players have or collect."""

    UNSPECIFIED = 0
    """Not given."""

    WINE = 1
    """Goods: wine."""

    GRAIN = 2
    """Goods: grain."""

    CLOTH = 3
    """Goods: cloth."""

    FLOOR = 4
    """A floor of a tower. Each player begins with some."""


class Reason(OpenEnum):
    """Why something was refused. The name without its prefix is ErrorInfo.reason."""

    UNSPECIFIED = 0
    """Not given."""

    MALFORMED = 1
    """The bytes of the request, or those of the state in it, are not a message of their type."""

    MISSING = 2
    """A field that must be given is absent, or is of a kind that this service does not know."""

    OUT_OF_RANGE = 3
    """A number is out of its range, or an enum value is not known."""

    DUPLICATE = 4
    """Something is given twice."""

    UNSORTED = 5
    """A list is not in the order that its field demands."""

    NOTATION = 6
    """The text notation could not be read."""

    LIMIT = 7
    """A limit of the service was exceeded."""

    UNKNOWN_SET = 20
    """A set of tiles that this service does not know."""

    UNKNOWN_TILE = 21
    """A kind of tile that this service does not know."""

    UNKNOWN_FIGURE = 22
    """A kind of figure that is not in this game."""

    UNKNOWN_RULES_VERSION = 24
    """The state was made under a version of the rules that this service does not know."""

    OVERLAP = 40
    """Two tiles cover the same square."""

    EDGE_MISMATCH = 41
    """Touching edges of two tiles do not match."""

    ISLAND = 42
    """A tile touches no other."""

    TILE_COUNT = 43
    """Tiles on the table, in the bag, in hand and out of the game do not add up to the sets."""

    FIGURE_COUNT = 44
    """Figures on the table and in the supply do not add up."""

    FIGURE_PLACE = 45
    """A figure stands where it cannot."""

    WRONG_PHASE = 46
    """The phase does not fit the rest of the state."""

    UNSCORED = 47
    """A completed feature still holds figures."""

    PLAYER_COUNT = 48
    """The number of players does not fit."""

    PLACEMENT_ORDER = 49
    """The tiles could not have been placed in this order."""

    GAME_OVER = 60
    """The game is over."""

    NOT_NOW = 61
    """This kind of move cannot be made in this phase."""

    WRONG_TILE = 62
    """The tile is not the one drawn."""

    NOT_IN_BAG = 63
    """The tile is not in the bag, or may not be drawn yet."""

    OCCUPIED_SQUARE = 64
    """The square is taken."""

    NOT_ADJACENT = 65
    """The tile would touch no other."""

    NO_SUCH_SEGMENT = 66
    """There is no such segment, or no tile there."""

    NOT_THE_PLACED_TILE = 67
    """The figure may be placed on the tile just placed only."""

    OCCUPIED_FEATURE = 68
    """The feature holds a figure already."""

    FIGURE_NOT_ALLOWED = 69
    """This kind of figure may not stand on this feature."""

    NO_FIGURE_LEFT = 70
    """No such figure is in the supply."""

    NO_SUCH_FIGURE = 71
    """No such figure of the player stands there, or it may not be taken back."""

    FARMERS_OFF = 72
    """Farmers are switched off."""

    RIVER_NOT_CONTINUED = 73
    """A river tile must continue the river."""

    RIVER_U_TURN = 74
    """The river would turn back on itself: two bends in a row the same way."""

    RIVER_BLOCKED = 75
    """The river would run into an occupied square."""

    RIVER_CLOSED_EARLY = 76
    """The last open end of the river would be closed while river tiles remain."""

    WONDER_NEEDS_RIVER = 77
    """The wonder can be played with the river only."""

    WONDER_NO_ROOM = 78
    """The player's wonder could not be placed after this tile."""

    WONDER_NOT_READY = 79
    """The tile does not lie ready."""

    WONDER_NOT_DUE = 80
    """The player is not due a wonder."""

    WONDER_NOT_BY_RIVER = 81
    """A meeple from the harbour goes to a feature along the river only."""

    WONDER_COMPLETED_FEATURE = 82
    """The feature was completed before."""

    WONDER_SPACE = 83
    """Not the space on which a figure can be placed, or from which it can be taken, now."""

    WONDER_NOT_HELD = 84
    """The tile is none of those from which the player may choose."""

    DRAGON_IS_THERE = 85
    """The dragon stands on that tile: no figure can be put on it."""

    DRAGON_STEP = 86
    """The dragon cannot go there: not beside its square, left already in this movement, or guarded by the fairy."""

    FAIRY_PLACE = 87
    """The fairy cannot stand there: no meeple of the player's, or she is there already."""

    NO_KNIGHT = 88
    """No knight that the princess could send home stands there."""

    NO_TOWER = 90
    """No tower, or none with a floor, is there."""

    TOWER_CLOSED = 91
    """A meeple stands on the tower."""

    OUT_OF_TOWER_REACH = 92
    """The figure is not in reach of the tower."""

    RANSOM_PAID = 93
    """A ransom was paid in this turn already."""

    NOT_ENOUGH_POINTS = 94
    """The player has not enough points."""

    ABBEY_NEEDS_HOLE = 95
    """An abbey needs a tile on all four sides."""

    NO_BARN_CORNER = 96
    """Not a corner of the tile just placed where four tiles meet with fields."""

    WAGON_TOO_FAR = 97
    """The wagon cannot go so far."""

    NO_SUCH_PRISONER = 98
    """No such prisoner."""

    COMPLETED_FEATURE = 100
    """The feature is completed."""

    NO_TOKEN_LEFT = 101
    """The player has no such token left."""

    SEAL_MISSING = 200
    """The position carries no seal, and the service goes on from sealed states only."""

    SEAL_UNKNOWN_KEY = 201
    """The state is sealed under a key that this service does not have."""

    SEAL_BROKEN = 202
    """The seal is damaged, or the state is not the one that was sealed."""


class Switch(OpenEnum):
    """A rule that can be switched on or off."""

    UNSPECIFIED = 0
    """The default."""

    ON = 1
    """On."""

    OFF = 2
    """Off."""


class SmallCity(OpenEnum):
    """What a completed city of two tiles is worth."""

    UNSPECIFIED = 0
    """The default."""

    FULL = 1
    """Like any other city: 2 per tile and coat of arms (current edition; the default)."""

    HALF = 2
    """1 per tile and coat of arms (first edition)."""


class RiverStartTile(OpenEnum):
    """What happens to the base game's start tile when a river is used."""

    UNSPECIFIED = 0
    """The default."""

    BOX = 1
    """It is returned to the box (current edition; the default)."""

    SHUFFLED = 2
    """It is shuffled among the ordinary tiles (first edition, and JCloisterZone)."""


class FairyPlacement(OpenEnum):
    """Where the fairy stands."""

    UNSPECIFIED = 0
    """The default."""

    FIGURE = 1
    """Beside a figure (the default)."""

    TILE = 2
    """On a tile with a figure of the player: protects the tile and brings points for every figure there of whoever has the turn or scores, builders and pigs aside."""


class PrincessRule(OpenEnum):
    """Whether a knight must be sent home by a princess."""

    UNSPECIFIED = 0
    """The default."""

    MAY = 1
    """It may be (the default)."""

    MUST = 2
    """It must be, if one is there."""


class DragonMovement(OpenEnum):
    """When the dragon moves."""

    UNSPECIFIED = 0
    """The default."""

    BEFORE_SCORING = 1
    """Before what the tile completed is scored (the default)."""

    AFTER_SCORING = 2
    """After that."""


class TowerCapture(OpenEnum):
    """Whether a figure in reach of a tower must be captured."""

    UNSPECIFIED = 0
    """The default."""

    MAY = 1
    """It may be (the default)."""

    MUST = 2
    """It must be, if one is in reach."""


class WagonMove(OpenEnum):
    """Where a wagon may go when its feature was scored."""

    UNSPECIFIED = 0
    """The default."""

    NEAR = 1
    """To a feature of its tile or one of those around (current edition; the default)."""

    CONNECTED = 2
    """To a feature that the scored one is connected with (first edition)."""


class BarnPlacement(OpenEnum):
    """Where a barn may be placed."""

    UNSPECIFIED = 0
    """The default."""

    NOT_OCCUPIED = 1
    """Not in a field that has one (the default)."""

    OCCUPIED = 2
    """In any field."""


class SecondPartRule(OpenEnum):
    """Whether the second part of a turn that a builder brings must be taken."""

    UNSPECIFIED = 0
    """The default."""

    FORCED = 1
    """It must (the default)."""

    OPTIONAL = 2
    """It may."""


class BuilderTrigger(OpenEnum):
    """What brings a builder's owner the second part of a turn."""

    UNSPECIFIED = 0
    """The default."""

    EXTENDING = 1
    """The feature grows by a tile of the owner (current edition; the default)."""

    COMPLETING = 2
    """That, or the owner completes it with a tile that shows none of it, an abbey (first edition)."""


class WondersPerPlayer(OpenEnum):
    """How many wonders a player can obtain."""

    UNSPECIFIED = 0
    """The default."""

    ONE = 1
    """One (the default)."""

    TWO = 2
    """A second one at 50 points (variant of 2024)."""


class WonderMarker(OpenEnum):
    """What marks a player's (first) wonder."""

    UNSPECIFIED = 0
    """The default."""

    TOKEN = 1
    """A token of its own (the default)."""

    LARGE_MEEPLE = 2
    """The large meeple, which then is not in the supply."""


class AlhambraRule(OpenEnum):
    """What the Alhambra brings for each farmer."""

    UNSPECIFIED = 0
    """The default."""

    _2024 = 1
    """5 points, 6 in a game of at least 120 tiles (2024; the default)."""

    _2023 = 2
    """4 points (2023)."""


class SecondPart(OpenEnum):
    """A turn in which a player places a tile, acts and scores twice."""

    UNSPECIFIED = 0
    """The turn has one part."""

    DUE = 1
    """The second part follows when this one has ended."""

    UNDER_WAY = 2
    """The second part is under way."""


class Decision(OpenEnum):
    """A decision beside those of every turn."""

    UNSPECIFIED = 0
    """Not given."""

    OFFER = 1
    """Chance, before the first turn: which tile lies ready beside the table. Moves: offer_tile."""

    CHOOSE_WONDER = 2
    """The player has two wonders that could be placed: which of them? Moves: choose_tile."""

    CHOOSE_TILE = 3
    """Abu Simbel: which of the two tiles in front of the player is placed? Moves: choose_tile; in a view that hides them it
    is chance what they are: reveal_tile.
    """

    SECOND_FIGURE = 4
    """A second figure on the wonder just placed. Moves: place_figure, pass."""

    HARBOUR = 5
    """Cothon of Carthage: may `player` put a meeple that has just returned into the harbour? Moves: place_figure, pass."""

    NEXT_PLAYER = 6
    """Several players are due: who takes a wonder next? Moves: choose_player."""

    TAKE_WONDER = 7
    """`player` is due: which wonder? Moves: take_tile."""

    CLAIM_WONDER = 8
    """`player` has chosen the wonder that is the start tile: a figure on it? Moves: place_figure, pass."""

    ANOTHER_TURN = 9
    """Nazca Lines: another turn? Moves: take_turn, pass."""

    NEXT_PART = 10
    """Builder, with that option: the second part of the turn? Moves: take_turn, pass."""

    DRAGON = 11
    """The dragon's next step, by `player`, who is another one for each step: `left` is how many steps it has left in all, `trail`
    the squares that it has left. Moves: move_neutral.
    """

    CAPTURE = 12
    """Which figure in reach of the tower that `about` names does `player` capture, whose turn it is? Moves: capture_figure, and
    pass unless the option says that one must be captured.
    """

    EXCHANGE = 13
    """Which prisoner comes home for the figure just captured? Moves: release_prisoner."""

    ABBEY = 14
    """The abbey instead of a tile drawn? Moves: choose_tile, pass."""

    WAGON = 15
    """Where does a wagon go whose feature was scored? Who decides is the next in turn order who has one. Moves: move_figure,
    return_figure (it goes home).
    """

    DRAGON_AFTER_SCORING = 16
    """As DECISION_DRAGON, with the option that the dragon moves after scoring."""


class RolloutPolicy(OpenEnum):
    """How the players of a rollout decide."""

    UNSPECIFIED = 0
    """Not given."""

    RANDOM = 1
    """Any legal move, all equally likely."""

    GREEDY = 2
    """The legal move after which the player would be ahead of the best of the others by most if the game ended; any of several.
    Counts as fifty times the work.
    """


class Square(Value[common_pb2.Square]):
    """A square of the table."""

    __slots__ = ()
    _type = common_pb2.Square

    def __init__(
        self,
        *,
        x: int | None = None,
        y: int | None = None,
    ) -> None:
        self._set(
            x=x,
            y=y,
        )

    @property
    def x(self) -> int:
        """Column, growing to the east. Must be given."""
        return self._message.x

    @property
    def y(self) -> int:
        """Row, growing to the south. Must be given."""
        return self._message.y


class Place(Value[common_pb2.Place]):
    """Where a figure stands."""

    __slots__ = ()
    _type = common_pb2.Place

    def __init__(
        self,
        *,
        segment: SegmentPlace | None = None,
        tile: TilePlace | None = None,
        space: SpacePlace | None = None,
        track: TrackPlace | None = None,
        square: SquarePlace | None = None,
        corner: CornerPlace | None = None,
    ) -> None:
        self._set(
            segment=segment,
            tile=tile,
            space=space,
            track=track,
            square=square,
            corner=corner,
        )

    @property
    def segment(self) -> SegmentPlace | None:
        """On a segment of a tile."""
        return SegmentPlace._wrap(self._message.segment) if self._message.HasField("segment") else None

    @property
    def tile(self) -> TilePlace | None:
        """On a tile, but on none of its features."""
        return TilePlace._wrap(self._message.tile) if self._message.HasField("tile") else None

    @property
    def space(self) -> SpacePlace | None:
        """On a space of a tile."""
        return SpacePlace._wrap(self._message.space) if self._message.HasField("space") else None

    @property
    def track(self) -> TrackPlace | None:
        """Beside the scoring track."""
        return TrackPlace._wrap(self._message.track) if self._message.HasField("track") else None

    @property
    def square(self) -> SquarePlace | None:
        """A square of the table."""
        return SquarePlace._wrap(self._message.square) if self._message.HasField("square") else None

    @property
    def corner(self) -> CornerPlace | None:
        """A corner where four tiles meet."""
        return CornerPlace._wrap(self._message.corner) if self._message.HasField("corner") else None

    @property
    def kind(self) -> SegmentPlace | TilePlace | SpacePlace | TrackPlace | SquarePlace | CornerPlace | None:
        """Which kind of place. Must be given; kinds that this service does not know are refused."""
        match self.kind_name:
            case "segment":
                return self.segment
            case "tile":
                return self.tile
            case "space":
                return self.space
            case "track":
                return self.track
            case "square":
                return self.square
            case "corner":
                return self.corner
            case _:
                return None

    @property
    def kind_name(self) -> str | None:
        """Name of the field that `kind` is; None if it is none that this client knows."""
        name: str | None = self._message.WhichOneof("kind")
        return name


class SquarePlace(Value[common_pb2.SquarePlace]):
    """A square of the table, whatever lies there: where a figure of nobody stands."""

    __slots__ = ()
    _type = common_pb2.SquarePlace

    def __init__(
        self,
        *,
        x: int | None = None,
        y: int | None = None,
    ) -> None:
        self._set(
            x=x,
            y=y,
        )

    @property
    def x(self) -> int:
        """Column. Must be given."""
        return self._message.x

    @property
    def y(self) -> int:
        """Row. Must be given."""
        return self._message.y


class CornerPlace(Value[common_pb2.CornerPlace]):
    """The north-west corner of a square, where four squares of tiles meet."""

    __slots__ = ()
    _type = common_pb2.CornerPlace

    def __init__(
        self,
        *,
        x: int | None = None,
        y: int | None = None,
    ) -> None:
        self._set(
            x=x,
            y=y,
        )

    @property
    def x(self) -> int:
        """Column of the square. Must be given."""
        return self._message.x

    @property
    def y(self) -> int:
        """Row of the square. Must be given."""
        return self._message.y


class TilePlace(Value[common_pb2.TilePlace]):
    """A tile itself, on none of its features."""

    __slots__ = ()
    _type = common_pb2.TilePlace

    def __init__(
        self,
        *,
        x: int | None = None,
        y: int | None = None,
    ) -> None:
        self._set(
            x=x,
            y=y,
        )

    @property
    def x(self) -> int:
        """Column of the square on which the first square of the tile lies (TileKind.squares). Must be given."""
        return self._message.x

    @property
    def y(self) -> int:
        """Row of that square. Must be given."""
        return self._message.y


class SpacePlace(Value[common_pb2.SpacePlace]):
    """A space of a tile, on none of its features."""

    __slots__ = ()
    _type = common_pb2.SpacePlace

    def __init__(
        self,
        *,
        x: int | None = None,
        y: int | None = None,
        space: int | None = None,
    ) -> None:
        self._set(
            x=x,
            y=y,
            space=space,
        )

    @property
    def x(self) -> int:
        """Column of the square on which the first square of the tile lies (TileKind.squares). Must be given."""
        return self._message.x

    @property
    def y(self) -> int:
        """Row of that square. Must be given."""
        return self._message.y

    @property
    def space(self) -> int:
        """Index into TileKind.spaces of the tile's kind. Must be given."""
        return self._message.space


class TrackPlace(Value[common_pb2.TrackPlace]):
    """Beside a space of the scoring track."""

    __slots__ = ()
    _type = common_pb2.TrackPlace

    def __init__(
        self,
        *,
        space: int | None = None,
    ) -> None:
        self._set(
            space=space,
        )

    @property
    def space(self) -> int:
        """The space, 0 to 49. Must be given."""
        return self._message.space


class SegmentPlace(Value[common_pb2.SegmentPlace]):
    """A segment of a placed tile."""

    __slots__ = ()
    _type = common_pb2.SegmentPlace

    def __init__(
        self,
        *,
        x: int | None = None,
        y: int | None = None,
        segment: int | None = None,
    ) -> None:
        self._set(
            x=x,
            y=y,
            segment=segment,
        )

    @property
    def x(self) -> int:
        """Column of a square of the tile on which the segment lies; a figure stands on that square. Must be given."""
        return self._message.x

    @property
    def y(self) -> int:
        """Row of that square. Must be given."""
        return self._message.y

    @property
    def segment(self) -> int:
        """Index into TileKind.segments of the tile's kind. Must be given."""
        return self._message.segment


class RegionFigure(Value[common_pb2.RegionFigure]):
    """A figure on a region."""

    __slots__ = ()
    _type = common_pb2.RegionFigure

    def __init__(
        self,
        *,
        player: int | None = None,
        kind: FigureKind | None = None,
        place: Place | None = None,
    ) -> None:
        self._set(
            player=player,
            kind=kind,
            place=place,
        )

    @property
    def player(self) -> int:
        """Seat of its owner."""
        return self._message.player

    @property
    def kind(self) -> FigureKind:
        """Which figure."""
        return FigureKind(self._message.kind)

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place._wrap(self._message.place)


class OwnedFigure(Value[common_pb2.OwnedFigure]):
    """Whose figure, and which."""

    __slots__ = ()
    _type = common_pb2.OwnedFigure

    def __init__(
        self,
        *,
        player: int | None = None,
        figure: FigureKind | None = None,
    ) -> None:
        self._set(
            player=player,
            figure=figure,
        )

    @property
    def player(self) -> int:
        """Seat of its owner. Must be given."""
        return self._message.player

    @property
    def figure(self) -> FigureKind:
        """Must be given."""
        return FigureKind(self._message.figure)


class FigureCount(Value[common_pb2.FigureCount]):
    """A number of figures of one kind."""

    __slots__ = ()
    _type = common_pb2.FigureCount

    def __init__(
        self,
        *,
        kind: FigureKind | None = None,
        count: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
            count=count,
        )

    @property
    def kind(self) -> FigureKind:
        """Which figures. Must be given."""
        return FigureKind(self._message.kind)

    @property
    def count(self) -> int:
        """How many. Must be given; 0 is allowed."""
        return self._message.count


class TokenCount(Value[common_pb2.TokenCount]):
    """A number of tokens of one kind."""

    __slots__ = ()
    _type = common_pb2.TokenCount

    def __init__(
        self,
        *,
        kind: Token | None = None,
        count: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
            count=count,
        )

    @property
    def kind(self) -> Token:
        """Which tokens. Must be given."""
        return Token(self._message.kind)

    @property
    def count(self) -> int:
        """How many. Must be given."""
        return self._message.count


class TileCount(Value[common_pb2.TileCount]):
    """A number of tiles of one kind."""

    __slots__ = ()
    _type = common_pb2.TileCount

    def __init__(
        self,
        *,
        kind: int | None = None,
        count: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
            count=count,
        )

    @property
    def kind(self) -> int:
        """TileKind.number. Must be given."""
        return self._message.kind

    @property
    def count(self) -> int:
        """How many. Must be given."""
        return self._message.count


class TileKind(Value[catalog_pb2.TileKind]):
    """A kind of tile."""

    __slots__ = ()
    _type = catalog_pb2.TileKind

    def __init__(
        self,
        *,
        number: int | None = None,
        id: str | None = None,
        name: str | None = None,
        traits: Iterable[str] | None = None,
        squares: Iterable[Square] | None = None,
        segments: Iterable[Segment] | None = None,
        spaces: Iterable[Space] | None = None,
        effect: str | None = None,
        status: str | None = None,
        marker_spot: Point | None = None,
        fits_anything: bool | None = None,
    ) -> None:
        self._set(
            number=number,
            id=id,
            name=name,
            traits=traits,
            squares=squares,
            segments=segments,
            spaces=spaces,
            effect=effect,
            status=status,
            marker_spot=marker_spot,
            fits_anything=fits_anything,
        )

    @property
    def number(self) -> int:
        """Number of the kind in states and moves. Never reused."""
        return self._message.number

    @property
    def id(self) -> str:
        """Id of the kind in the text notation."""
        return self._message.id

    @property
    def name(self) -> str:
        """Short description."""
        return self._message.name

    @property
    def traits(self) -> tuple[str, ...]:
        """Traits of the tile, for example "river"."""
        return tuple(self._message.traits)

    @property
    def squares(self) -> tuple[Square, ...]:
        """Squares that it covers, as offsets from its origin, unrotated. An ordinary tile covers (0, 0)."""
        return tuple(Square._wrap(item) for item in self._message.squares)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """Segments; states and moves refer to them by index."""
        return tuple(Segment._wrap(item) for item in self._message.segments)

    @property
    def spaces(self) -> tuple[Space, ...]:
        """Spaces on no feature where figures can stand; places refer to them by index."""
        return tuple(Space._wrap(item) for item in self._message.spaces)

    @property
    def effect(self) -> str:
        """What the tile does for its owner, in a sentence. Empty for a tile that does nothing."""
        return self._message.effect

    @property
    def status(self) -> str:
        """How sure its geometry is, where it could not be taken from a published tile. Empty if it is known."""
        return self._message.status

    @property
    def marker_spot(self) -> Point | None:
        """A good place to draw a marker on the tile, clear of its features. Absent if the tile is never marked."""
        return Point._wrap(self._message.marker_spot) if self._message.HasField("marker_spot") else None

    @property
    def fits_anything(self) -> bool:
        """Whether it fits anything: its edges match whatever they meet, and what meets them ends there."""
        return self._message.fits_anything


class Space(Value[catalog_pb2.Space]):
    """A place on a tile that belongs to no feature."""

    __slots__ = ()
    _type = catalog_pb2.Space

    def __init__(
        self,
        *,
        name: str | None = None,
        spot: Point | None = None,
    ) -> None:
        self._set(
            name=name,
            spot=spot,
        )

    @property
    def name(self) -> str:
        """Its name, unique on the tile."""
        return self._message.name

    @property
    def spot(self) -> Point:
        """Where it is."""
        return Point._wrap(self._message.spot)


class Segment(Value[catalog_pb2.Segment]):
    """A part of a feature on a tile, unrotated."""

    __slots__ = ()
    _type = catalog_pb2.Segment

    def __init__(
        self,
        *,
        feature: Feature | None = None,
        squares: Iterable[int] | None = None,
        edges: Iterable[Edge] | None = None,
        half_edges: Iterable[HalfEdge] | None = None,
        touches: Iterable[int] | None = None,
        coats_of_arms: int | None = None,
        traits: Iterable[str] | None = None,
        figure_spot: Point | None = None,
    ) -> None:
        self._set(
            feature=feature,
            squares=squares,
            edges=edges,
            half_edges=half_edges,
            touches=touches,
            coats_of_arms=coats_of_arms,
            traits=traits,
            figure_spot=figure_spot,
        )

    @property
    def feature(self) -> Feature:
        """What it is."""
        return Feature(self._message.feature)

    @property
    def squares(self) -> tuple[int, ...]:
        """Squares it lies on, as indices into TileKind.squares."""
        return tuple(self._message.squares)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Outer sides over which it goes on (roads, cities, rivers)."""
        return tuple(Edge._wrap(item) for item in self._message.edges)

    @property
    def half_edges(self) -> tuple[HalfEdge, ...]:
        """Outer half sides that it reaches (fields)."""
        return tuple(HalfEdge._wrap(item) for item in self._message.half_edges)

    @property
    def touches(self) -> tuple[int, ...]:
        """Cities that touch it (fields), as indices into TileKind.segments."""
        return tuple(self._message.touches)

    @property
    def coats_of_arms(self) -> int:
        """Coats of arms (cities)."""
        return self._message.coats_of_arms

    @property
    def traits(self) -> tuple[str, ...]:
        """Traits, for example "inn", "cathedral". Segments of a tile that have a trait beginning with "way-" in common are
        connected for wagons.
        """
        return tuple(self._message.traits)

    @property
    def figure_spot(self) -> Point:
        """A good place to draw a figure on it."""
        return Point._wrap(self._message.figure_spot)


class Edge(Value[catalog_pb2.Edge]):
    """A side of one of the squares of a tile."""

    __slots__ = ()
    _type = catalog_pb2.Edge

    def __init__(
        self,
        *,
        square: int | None = None,
        side: Side | None = None,
    ) -> None:
        self._set(
            square=square,
            side=side,
        )

    @property
    def square(self) -> int:
        """Index into TileKind.squares."""
        return self._message.square

    @property
    def side(self) -> Side:
        """The side."""
        return Side(self._message.side)


class HalfEdge(Value[catalog_pb2.HalfEdge]):
    """Half of a side of one of the squares of a tile."""

    __slots__ = ()
    _type = catalog_pb2.HalfEdge

    def __init__(
        self,
        *,
        square: int | None = None,
        half: HalfSide | None = None,
    ) -> None:
        self._set(
            square=square,
            half=half,
        )

    @property
    def square(self) -> int:
        """Index into TileKind.squares."""
        return self._message.square

    @property
    def half(self) -> HalfSide:
        """The half side."""
        return HalfSide(self._message.half)


class Point(Value[catalog_pb2.Point]):
    """A point on an unrotated tile, in thousandths of a square from the north-west corner of the square at its origin."""

    __slots__ = ()
    _type = catalog_pb2.Point

    def __init__(
        self,
        *,
        x: int | None = None,
        y: int | None = None,
    ) -> None:
        self._set(
            x=x,
            y=y,
        )

    @property
    def x(self) -> int:
        """To the east."""
        return self._message.x

    @property
    def y(self) -> int:
        """To the south."""
        return self._message.y


class TileSet(Value[catalog_pb2.TileSet]):
    """A set of tiles."""

    __slots__ = ()
    _type = catalog_pb2.TileSet

    def __init__(
        self,
        *,
        id: str | None = None,
        name: str | None = None,
        expansion: str | None = None,
        year: int | None = None,
        tiles: Iterable[TileCount] | None = None,
        start: int | None = None,
        beside: Iterable[int] | None = None,
    ) -> None:
        self._set(
            id=id,
            name=name,
            expansion=expansion,
            year=year,
            tiles=tiles,
            start=start,
            beside=beside,
        )

    @property
    def id(self) -> str:
        """Id, for SetCount.set."""
        return self._message.id

    @property
    def name(self) -> str:
        """Its name."""
        return self._message.name

    @property
    def expansion(self) -> str:
        """Expansion it belongs to."""
        return self._message.expansion

    @property
    def year(self) -> int:
        """Year of the edition."""
        return self._message.year

    @property
    def tiles(self) -> tuple[TileCount, ...]:
        """Its tiles."""
        return tuple(TileCount._wrap(item) for item in self._message.tiles)

    @property
    def start(self) -> int:
        """Kind that lies on the table when the game begins, if the set has one."""
        return self._message.start

    @property
    def beside(self) -> tuple[int, ...]:
        """Kinds (TileKind.number) that are not drawn but may lie ready beside the table, ascending."""
        return tuple(self._message.beside)


class FigureInfo(Value[catalog_pb2.FigureInfo]):
    """A kind of figure."""

    __slots__ = ()
    _type = catalog_pb2.FigureInfo

    def __init__(
        self,
        *,
        kind: FigureKind | None = None,
        name: str | None = None,
        strength: int | None = None,
        stands_on: Iterable[Feature] | None = None,
        count: int | None = None,
        meeple: bool | None = None,
        neutral: bool | None = None,
    ) -> None:
        self._set(
            kind=kind,
            name=name,
            strength=strength,
            stands_on=stands_on,
            count=count,
            meeple=meeple,
            neutral=neutral,
        )

    @property
    def kind(self) -> FigureKind:
        """Which."""
        return FigureKind(self._message.kind)

    @property
    def name(self) -> str:
        """Its name in the text notation."""
        return self._message.name

    @property
    def strength(self) -> int:
        """How much it counts for a majority; of a mayor, for each coat of arms of the city."""
        return self._message.strength

    @property
    def stands_on(self) -> tuple[Feature, ...]:
        """Features on which it may stand."""
        return tuple(Feature(item) for item in self._message.stands_on)

    @property
    def count(self) -> int:
        """How many a player has by default in a game of the requested sets."""
        return self._message.count

    @property
    def meeple(self) -> bool:
        """Whether it is a meeple: placed on a feature that nobody occupies. Other figures go by rules of their own."""
        return self._message.meeple

    @property
    def neutral(self) -> bool:
        """Whether it belongs to nobody (State.neutral); such a figure is in no supply."""
        return self._message.neutral


class TokenInfo(Value[catalog_pb2.TokenInfo]):
    """A kind of token that players have or collect."""

    __slots__ = ()
    _type = catalog_pb2.TokenInfo

    def __init__(
        self,
        *,
        kind: Token | None = None,
        name: str | None = None,
        count: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
            name=name,
            count=count,
        )

    @property
    def kind(self) -> Token:
        """Which."""
        return Token(self._message.kind)

    @property
    def name(self) -> str:
        """Its name in the text notation, and the trait of the segments that bring it, if some do."""
        return self._message.name

    @property
    def count(self) -> int:
        """How many a player has when the game begins, in a game of two players of the requested sets."""
        return self._message.count


class OptionInfo(Value[catalog_pb2.OptionInfo]):
    """A house rule."""

    __slots__ = ()
    _type = catalog_pb2.OptionInfo

    def __init__(
        self,
        *,
        name: str | None = None,
        values: Iterable[OptionValue] | None = None,
        default_value: str | None = None,
        description: str | None = None,
    ) -> None:
        self._set(
            name=name,
            values=values,
            default_value=default_value,
            description=description,
        )

    @property
    def name(self) -> str:
        """Name: the field of Options, and its name in the text notation with hyphens for underscores."""
        return self._message.name

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """Values it can take."""
        return tuple(OptionValue._wrap(item) for item in self._message.values)

    @property
    def default_value(self) -> str:
        """Value it takes by default in a game of the requested sets."""
        return self._message.default_value

    @property
    def description(self) -> str:
        """What it does."""
        return self._message.description


class OptionValue(Value[catalog_pb2.OptionValue]):
    """A value of a house rule."""

    __slots__ = ()
    _type = catalog_pb2.OptionValue

    def __init__(
        self,
        *,
        name: str | None = None,
        number: int | None = None,
    ) -> None:
        self._set(
            name=name,
            number=number,
        )

    @property
    def name(self) -> str:
        """Its name in the text notation."""
        return self._message.name

    @property
    def number(self) -> int:
        """Its number: that of the value in the enum of the field of Options."""
        return self._message.number


class Violation(Value[errors_pb2.Violation]):
    """One thing that is wrong."""

    __slots__ = ()
    _type = errors_pb2.Violation

    def __init__(
        self,
        *,
        field: str | None = None,
        reason: Reason | None = None,
        description: str | None = None,
        edge: EdgeConflict | None = None,
        occupants: Occupants | None = None,
    ) -> None:
        self._set(
            field=field,
            reason=reason,
            description=description,
            edge=edge,
            occupants=occupants,
        )

    @property
    def field(self) -> str:
        """Path of the field in the request, for example "position.state.tiles[3].rotation"; the name of
        the oneof where none of its members is given. For what is written as text, the field that holds the text.
        """
        return self._message.field

    @property
    def reason(self) -> Reason:
        """Why."""
        return Reason(self._message.reason)

    @property
    def description(self) -> str:
        """The same in a sentence, at most 200 bytes."""
        return self._message.description

    @property
    def edge(self) -> EdgeConflict | None:
        """Edges that do not match."""
        return EdgeConflict._wrap(self._message.edge) if self._message.HasField("edge") else None

    @property
    def occupants(self) -> Occupants | None:
        """Figures that occupy a feature."""
        return Occupants._wrap(self._message.occupants) if self._message.HasField("occupants") else None

    @property
    def detail(self) -> EdgeConflict | Occupants | None:
        """What is in the way, where that can be said."""
        match self.detail_name:
            case "edge":
                return self.edge
            case "occupants":
                return self.occupants
            case _:
                return None

    @property
    def detail_name(self) -> str | None:
        """Name of the field that `detail` is; None if it is none that this client knows."""
        name: str | None = self._message.WhichOneof("detail")
        return name


class EdgeConflict(Value[errors_pb2.EdgeConflict]):
    """Two edges that meet and do not match."""

    __slots__ = ()
    _type = errors_pb2.EdgeConflict

    def __init__(
        self,
        *,
        square: Square | None = None,
        side: Side | None = None,
        own: Feature | None = None,
        neighbour: Feature | None = None,
    ) -> None:
        self._set(
            square=square,
            side=side,
            own=own,
            neighbour=neighbour,
        )

    @property
    def square(self) -> Square:
        """The square of the tile in question."""
        return Square._wrap(self._message.square)

    @property
    def side(self) -> Side:
        """Its side, as it lies."""
        return Side(self._message.side)

    @property
    def own(self) -> Feature:
        """What the tile shows there."""
        return Feature(self._message.own)

    @property
    def neighbour(self) -> Feature:
        """What the neighbour shows there."""
        return Feature(self._message.neighbour)


class Occupants(Value[errors_pb2.Occupants]):
    """Figures on a feature."""

    __slots__ = ()
    _type = errors_pb2.Occupants

    def __init__(
        self,
        *,
        figures: Iterable[RegionFigure] | None = None,
    ) -> None:
        self._set(
            figures=figures,
        )

    @property
    def figures(self) -> tuple[RegionFigure, ...]:
        """The figures, in the order of State.tiles."""
        return tuple(RegionFigure._wrap(item) for item in self._message.figures)


class Refusal(Value[errors_pb2.Refusal]):
    """All that is wrong with a request: a detail of the gRPC status."""

    __slots__ = ()
    _type = errors_pb2.Refusal

    def __init__(
        self,
        *,
        violations: Iterable[Violation] | None = None,
        move_index: int | None = None,
    ) -> None:
        self._set(
            violations=violations,
            move_index=move_index,
        )

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The violations, at most 100; the first is the one named in the status."""
        return tuple(Violation._wrap(item) for item in self._message.violations)

    @property
    def move_index(self) -> int:
        """For ApplyMove and Replay with typed moves: index of the first move that was refused. For moves given as text the
        violation names line and column instead.
        """
        return self._message.move_index


class Event(Value[events_pb2.Event]):
    """Something that happened."""

    __slots__ = ()
    _type = events_pb2.Event

    def __init__(
        self,
        *,
        turn_started: TurnStarted | None = None,
        tile_drawn: TileDrawn | None = None,
        tile_discarded: TileDiscarded | None = None,
        tile_placed: TilePlaced | None = None,
        figure_placed: FigurePlaced | None = None,
        figure_returned: FigureReturned | None = None,
        scored: Scored | None = None,
        game_ended: GameEnded | None = None,
        tile_offered: TileOffered | None = None,
        tile_obtained: TileObtained | None = None,
        tile_kept: TileKept | None = None,
        tile_chosen: TileChosen | None = None,
        tile_passed: TilePassed | None = None,
        tile_revealed: TileRevealed | None = None,
        figure_moved: FigureMoved | None = None,
        decisions_left: DecisionsLeft | None = None,
        last_turn_ended: LastTurnEnded | None = None,
        tokens_taken: TokensTaken | None = None,
        second_part_due: SecondPartDue | None = None,
        second_part_started: SecondPartStarted | None = None,
        neutral_moved: NeutralMoved | None = None,
        figure_captured: FigureCaptured | None = None,
        prisoner_released: PrisonerReleased | None = None,
        token_placed: TokenPlaced | None = None,
        ransom_paid: RansomPaid | None = None,
    ) -> None:
        self._set(
            turn_started=turn_started,
            tile_drawn=tile_drawn,
            tile_discarded=tile_discarded,
            tile_placed=tile_placed,
            figure_placed=figure_placed,
            figure_returned=figure_returned,
            scored=scored,
            game_ended=game_ended,
            tile_offered=tile_offered,
            tile_obtained=tile_obtained,
            tile_kept=tile_kept,
            tile_chosen=tile_chosen,
            tile_passed=tile_passed,
            tile_revealed=tile_revealed,
            figure_moved=figure_moved,
            decisions_left=decisions_left,
            last_turn_ended=last_turn_ended,
            tokens_taken=tokens_taken,
            second_part_due=second_part_due,
            second_part_started=second_part_started,
            neutral_moved=neutral_moved,
            figure_captured=figure_captured,
            prisoner_released=prisoner_released,
            token_placed=token_placed,
            ransom_paid=ransom_paid,
        )

    @property
    def turn_started(self) -> TurnStarted | None:
        """A turn began."""
        return TurnStarted._wrap(self._message.turn_started) if self._message.HasField("turn_started") else None

    @property
    def tile_drawn(self) -> TileDrawn | None:
        """A tile was drawn."""
        return TileDrawn._wrap(self._message.tile_drawn) if self._message.HasField("tile_drawn") else None

    @property
    def tile_discarded(self) -> TileDiscarded | None:
        """A tile that fits nowhere left the game."""
        return TileDiscarded._wrap(self._message.tile_discarded) if self._message.HasField("tile_discarded") else None

    @property
    def tile_placed(self) -> TilePlaced | None:
        """A tile was placed."""
        return TilePlaced._wrap(self._message.tile_placed) if self._message.HasField("tile_placed") else None

    @property
    def figure_placed(self) -> FigurePlaced | None:
        """A figure was placed."""
        return FigurePlaced._wrap(self._message.figure_placed) if self._message.HasField("figure_placed") else None

    @property
    def figure_returned(self) -> FigureReturned | None:
        """A figure went back to the supply of its owner."""
        return FigureReturned._wrap(self._message.figure_returned) if self._message.HasField("figure_returned") else None

    @property
    def scored(self) -> Scored | None:
        """A player scored."""
        return Scored._wrap(self._message.scored) if self._message.HasField("scored") else None

    @property
    def game_ended(self) -> GameEnded | None:
        """The game ended."""
        return GameEnded._wrap(self._message.game_ended) if self._message.HasField("game_ended") else None

    @property
    def tile_offered(self) -> TileOffered | None:
        """A tile lies ready beside the table."""
        return TileOffered._wrap(self._message.tile_offered) if self._message.HasField("tile_offered") else None

    @property
    def tile_obtained(self) -> TileObtained | None:
        """A player obtained a tile that lay ready."""
        return TileObtained._wrap(self._message.tile_obtained) if self._message.HasField("tile_obtained") else None

    @property
    def tile_kept(self) -> TileKept | None:
        """A player keeps the tile drawn, face down."""
        return TileKept._wrap(self._message.tile_kept) if self._message.HasField("tile_kept") else None

    @property
    def tile_chosen(self) -> TileChosen | None:
        """A tile in front of a player is to be placed."""
        return TileChosen._wrap(self._message.tile_chosen) if self._message.HasField("tile_chosen") else None

    @property
    def tile_passed(self) -> TilePassed | None:
        """A tile that was kept goes to another player."""
        return TilePassed._wrap(self._message.tile_passed) if self._message.HasField("tile_passed") else None

    @property
    def tile_revealed(self) -> TileRevealed | None:
        """A tile that the state hid is known."""
        return TileRevealed._wrap(self._message.tile_revealed) if self._message.HasField("tile_revealed") else None

    @property
    def figure_moved(self) -> FigureMoved | None:
        """A figure went from one place to another."""
        return FigureMoved._wrap(self._message.figure_moved) if self._message.HasField("figure_moved") else None

    @property
    def decisions_left(self) -> DecisionsLeft | None:
        """A player has decisions to make, whoever's turn it is."""
        return DecisionsLeft._wrap(self._message.decisions_left) if self._message.HasField("decisions_left") else None

    @property
    def last_turn_ended(self) -> LastTurnEnded | None:
        """The last turn is over."""
        return LastTurnEnded._wrap(self._message.last_turn_ended) if self._message.HasField("last_turn_ended") else None

    @property
    def tokens_taken(self) -> TokensTaken | None:
        """A player takes tokens."""
        return TokensTaken._wrap(self._message.tokens_taken) if self._message.HasField("tokens_taken") else None

    @property
    def second_part_due(self) -> SecondPartDue | None:
        """The turn will have a second part."""
        return SecondPartDue._wrap(self._message.second_part_due) if self._message.HasField("second_part_due") else None

    @property
    def second_part_started(self) -> SecondPartStarted | None:
        """The second part of the turn began."""
        return SecondPartStarted._wrap(self._message.second_part_started) if self._message.HasField("second_part_started") else None

    @property
    def neutral_moved(self) -> NeutralMoved | None:
        """A figure of nobody went somewhere."""
        return NeutralMoved._wrap(self._message.neutral_moved) if self._message.HasField("neutral_moved") else None

    @property
    def figure_captured(self) -> FigureCaptured | None:
        """A figure was captured."""
        return FigureCaptured._wrap(self._message.figure_captured) if self._message.HasField("figure_captured") else None

    @property
    def prisoner_released(self) -> PrisonerReleased | None:
        """A prisoner went back to the supply of its owner."""
        return PrisonerReleased._wrap(self._message.prisoner_released) if self._message.HasField("prisoner_released") else None

    @property
    def token_placed(self) -> TokenPlaced | None:
        """A token was placed on the table."""
        return TokenPlaced._wrap(self._message.token_placed) if self._message.HasField("token_placed") else None

    @property
    def ransom_paid(self) -> RansomPaid | None:
        """A player paid for a prisoner."""
        return RansomPaid._wrap(self._message.ransom_paid) if self._message.HasField("ransom_paid") else None

    @property
    def kind(self) -> TurnStarted | TileDrawn | TileDiscarded | TilePlaced | FigurePlaced | FigureReturned | Scored | GameEnded | TileOffered | TileObtained | TileKept | TileChosen | TilePassed | TileRevealed | FigureMoved | DecisionsLeft | LastTurnEnded | TokensTaken | SecondPartDue | SecondPartStarted | NeutralMoved | FigureCaptured | PrisonerReleased | TokenPlaced | RansomPaid | None:
        """Which kind of event."""
        match self.kind_name:
            case "turn_started":
                return self.turn_started
            case "tile_drawn":
                return self.tile_drawn
            case "tile_discarded":
                return self.tile_discarded
            case "tile_placed":
                return self.tile_placed
            case "figure_placed":
                return self.figure_placed
            case "figure_returned":
                return self.figure_returned
            case "scored":
                return self.scored
            case "game_ended":
                return self.game_ended
            case "tile_offered":
                return self.tile_offered
            case "tile_obtained":
                return self.tile_obtained
            case "tile_kept":
                return self.tile_kept
            case "tile_chosen":
                return self.tile_chosen
            case "tile_passed":
                return self.tile_passed
            case "tile_revealed":
                return self.tile_revealed
            case "figure_moved":
                return self.figure_moved
            case "decisions_left":
                return self.decisions_left
            case "last_turn_ended":
                return self.last_turn_ended
            case "tokens_taken":
                return self.tokens_taken
            case "second_part_due":
                return self.second_part_due
            case "second_part_started":
                return self.second_part_started
            case "neutral_moved":
                return self.neutral_moved
            case "figure_captured":
                return self.figure_captured
            case "prisoner_released":
                return self.prisoner_released
            case "token_placed":
                return self.token_placed
            case "ransom_paid":
                return self.ransom_paid
            case _:
                return None

    @property
    def kind_name(self) -> str | None:
        """Name of the field that `kind` is; None if it is none that this client knows."""
        name: str | None = self._message.WhichOneof("kind")
        return name


class TurnStarted(Value[events_pb2.TurnStarted]):
    """A turn began."""

    __slots__ = ()
    _type = events_pb2.TurnStarted

    def __init__(
        self,
        *,
        player: int | None = None,
    ) -> None:
        self._set(
            player=player,
        )

    @property
    def player(self) -> int:
        """Seat of the player."""
        return self._message.player


class TileDrawn(Value[events_pb2.TileDrawn]):
    """A tile was drawn. If TileKept follows, only the player whose turn it is may know which."""

    __slots__ = ()
    _type = events_pb2.TileDrawn

    def __init__(
        self,
        *,
        kind: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
        )

    @property
    def kind(self) -> int:
        """TileKind.number."""
        return self._message.kind


class TileDiscarded(Value[events_pb2.TileDiscarded]):
    """A tile that fits nowhere left the game."""

    __slots__ = ()
    _type = events_pb2.TileDiscarded

    def __init__(
        self,
        *,
        kind: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
        )

    @property
    def kind(self) -> int:
        """TileKind.number."""
        return self._message.kind


class TilePlaced(Value[events_pb2.TilePlaced]):
    """A tile was placed."""

    __slots__ = ()
    _type = events_pb2.TilePlaced

    def __init__(
        self,
        *,
        player: int | None = None,
        kind: int | None = None,
        x: int | None = None,
        y: int | None = None,
        rotation: Rotation | None = None,
    ) -> None:
        self._set(
            player=player,
            kind=kind,
            x=x,
            y=y,
            rotation=rotation,
        )

    @property
    def player(self) -> int | None:
        """Seat of the player who placed it; absent for tiles that lie on the table from the start."""
        return self._message.player if self._message.HasField("player") else None

    @property
    def kind(self) -> int:
        """TileKind.number."""
        return self._message.kind

    @property
    def x(self) -> int:
        """Column of the tile's origin."""
        return self._message.x

    @property
    def y(self) -> int:
        """Row of the tile's origin."""
        return self._message.y

    @property
    def rotation(self) -> Rotation:
        """How it lies."""
        return Rotation(self._message.rotation)


class FigurePlaced(Value[events_pb2.FigurePlaced]):
    """A figure was placed."""

    __slots__ = ()
    _type = events_pb2.FigurePlaced

    def __init__(
        self,
        *,
        player: int | None = None,
        figure: FigureKind | None = None,
        place: Place | None = None,
    ) -> None:
        self._set(
            player=player,
            figure=figure,
            place=place,
        )

    @property
    def player(self) -> int:
        """Seat of its owner."""
        return self._message.player

    @property
    def figure(self) -> FigureKind:
        """Which figure."""
        return FigureKind(self._message.figure)

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place._wrap(self._message.place)


class FigureReturned(Value[events_pb2.FigureReturned]):
    """A figure went back to the supply of its owner."""

    __slots__ = ()
    _type = events_pb2.FigureReturned

    def __init__(
        self,
        *,
        player: int | None = None,
        figure: FigureKind | None = None,
        place: Place | None = None,
    ) -> None:
        self._set(
            player=player,
            figure=figure,
            place=place,
        )

    @property
    def player(self) -> int:
        """Seat of its owner."""
        return self._message.player

    @property
    def figure(self) -> FigureKind:
        """Which figure."""
        return FigureKind(self._message.figure)

    @property
    def place(self) -> Place:
        """Where it stood."""
        return Place._wrap(self._message.place)


class Scored(Value[events_pb2.Scored]):
    """A player scored. Awards of 0 points to the player with the majority are told too (an incomplete road with an inn, a
    field without completed cities).
    """

    __slots__ = ()
    _type = events_pb2.Scored

    def __init__(
        self,
        *,
        player: int | None = None,
        rule: ScoringRule | None = None,
        points: int | None = None,
        terms: Iterable[Term] | None = None,
        place: Place | None = None,
    ) -> None:
        self._set(
            player=player,
            rule=rule,
            points=points,
            terms=terms,
            place=place,
        )

    @property
    def player(self) -> int:
        """Seat of the player."""
        return self._message.player

    @property
    def rule(self) -> ScoringRule:
        """The rule."""
        return ScoringRule(self._message.rule)

    @property
    def points(self) -> int:
        """The points: the sum of the terms."""
        return self._message.points

    @property
    def terms(self) -> tuple[Term, ...]:
        """What the points are made of."""
        return tuple(Term._wrap(item) for item in self._message.terms)

    @property
    def place(self) -> Place | None:
        """A place of what was scored; of a region, its first segment in the order of State.tiles. Absent for what lies nowhere on
        the table (goods, ransom).
        """
        return Place._wrap(self._message.place) if self._message.HasField("place") else None


class Term(Value[events_pb2.Term]):
    """A summand: count times each."""

    __slots__ = ()
    _type = events_pb2.Term

    def __init__(
        self,
        *,
        unit: Unit | None = None,
        count: int | None = None,
        each: int | None = None,
    ) -> None:
        self._set(
            unit=unit,
            count=count,
            each=each,
        )

    @property
    def unit(self) -> Unit:
        """What is counted."""
        return Unit(self._message.unit)

    @property
    def count(self) -> int:
        """How many."""
        return self._message.count

    @property
    def each(self) -> int:
        """Points for each."""
        return self._message.each


class GameEnded(Value[events_pb2.GameEnded]):
    """The game ended; final scoring is done."""

    __slots__ = ()
    _type = events_pb2.GameEnded


class TileOffered(Value[events_pb2.TileOffered]):
    """A tile lies ready beside the table."""

    __slots__ = ()
    _type = events_pb2.TileOffered

    def __init__(
        self,
        *,
        kind: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
        )

    @property
    def kind(self) -> int:
        """TileKind.number."""
        return self._message.kind


class TileObtained(Value[events_pb2.TileObtained]):
    """A player obtained a tile that lay ready. It lies in front of the player until it is placed, unless it is the start tile."""

    __slots__ = ()
    _type = events_pb2.TileObtained

    def __init__(
        self,
        *,
        player: int | None = None,
        kind: int | None = None,
    ) -> None:
        self._set(
            player=player,
            kind=kind,
        )

    @property
    def player(self) -> int:
        """Seat of the player."""
        return self._message.player

    @property
    def kind(self) -> int:
        """TileKind.number."""
        return self._message.kind


class TileKept(Value[events_pb2.TileKept]):
    """A player keeps the tile drawn, face down: nobody else may know which."""

    __slots__ = ()
    _type = events_pb2.TileKept

    def __init__(
        self,
        *,
        player: int | None = None,
        kind: int | None = None,
    ) -> None:
        self._set(
            player=player,
            kind=kind,
        )

    @property
    def player(self) -> int:
        """Seat of the player."""
        return self._message.player

    @property
    def kind(self) -> int:
        """TileKind.number."""
        return self._message.kind


class TileChosen(Value[events_pb2.TileChosen]):
    """A tile in front of a player is to be placed."""

    __slots__ = ()
    _type = events_pb2.TileChosen

    def __init__(
        self,
        *,
        player: int | None = None,
        kind: int | None = None,
    ) -> None:
        self._set(
            player=player,
            kind=kind,
        )

    @property
    def player(self) -> int:
        """Seat of the player."""
        return self._message.player

    @property
    def kind(self) -> int:
        """TileKind.number."""
        return self._message.kind


class TilePassed(Value[events_pb2.TilePassed]):
    """A tile that was kept, the last of the game, goes to another player."""

    __slots__ = ()
    _type = events_pb2.TilePassed

    def __init__(
        self,
        *,
        from_: int | None = None,
        to: int | None = None,
    ) -> None:
        self._set(
            from_=from_,
            to=to,
        )

    @property
    def from_(self) -> int:
        """Seat of the player who kept it."""
        value: int = getattr(self._message, "from")
        return value

    @property
    def to(self) -> int:
        """Seat of the player who plays it."""
        return self._message.to


class TileRevealed(Value[events_pb2.TileRevealed]):
    """A tile that the state hid is known. Only in play on a view."""

    __slots__ = ()
    _type = events_pb2.TileRevealed

    def __init__(
        self,
        *,
        player: int | None = None,
        kind: int | None = None,
    ) -> None:
        self._set(
            player=player,
            kind=kind,
        )

    @property
    def player(self) -> int:
        """Seat of its owner."""
        return self._message.player

    @property
    def kind(self) -> int:
        """TileKind.number."""
        return self._message.kind


class FigureMoved(Value[events_pb2.FigureMoved]):
    """A figure went from one place to another."""

    __slots__ = ()
    _type = events_pb2.FigureMoved

    def __init__(
        self,
        *,
        player: int | None = None,
        figure: FigureKind | None = None,
        from_: Place | None = None,
        to: Place | None = None,
    ) -> None:
        self._set(
            player=player,
            figure=figure,
            from_=from_,
            to=to,
        )

    @property
    def player(self) -> int:
        """Seat of its owner."""
        return self._message.player

    @property
    def figure(self) -> FigureKind:
        """Which figure."""
        return FigureKind(self._message.figure)

    @property
    def from_(self) -> Place:
        """Where it stood."""
        value: Place = Place._wrap(getattr(self._message, "from"))
        return value

    @property
    def to(self) -> Place:
        """Where it stands."""
        return Place._wrap(self._message.to)


class DecisionsLeft(Value[events_pb2.DecisionsLeft]):
    """How many decisions a player has in the phase that follows (DecisionPhase), whoever's turn it is."""

    __slots__ = ()
    _type = events_pb2.DecisionsLeft

    def __init__(
        self,
        *,
        player: int | None = None,
        count: int | None = None,
        about: Place | None = None,
    ) -> None:
        self._set(
            player=player,
            count=count,
            about=about,
        )

    @property
    def player(self) -> int:
        """Seat of the player."""
        return self._message.player

    @property
    def count(self) -> int:
        """How many; 0: no more."""
        return self._message.count

    @property
    def about(self) -> Place:
        """What the decision is about (DecisionPhase.about)."""
        return Place._wrap(self._message.about)


class TokensTaken(Value[events_pb2.TokensTaken]):
    """A player takes tokens from the common supply."""

    __slots__ = ()
    _type = events_pb2.TokensTaken

    def __init__(
        self,
        *,
        player: int | None = None,
        token: Token | None = None,
        count: int | None = None,
    ) -> None:
        self._set(
            player=player,
            token=token,
            count=count,
        )

    @property
    def player(self) -> int:
        """Seat of the player."""
        return self._message.player

    @property
    def token(self) -> Token:
        """Which tokens."""
        return Token(self._message.token)

    @property
    def count(self) -> int:
        """How many."""
        return self._message.count


class SecondPartDue(Value[events_pb2.SecondPartDue]):
    """The turn will have a second part."""

    __slots__ = ()
    _type = events_pb2.SecondPartDue

    def __init__(
        self,
        *,
        player: int | None = None,
    ) -> None:
        self._set(
            player=player,
        )

    @property
    def player(self) -> int:
        """Seat of the player."""
        return self._message.player


class SecondPartStarted(Value[events_pb2.SecondPartStarted]):
    """The second part of the turn began."""

    __slots__ = ()
    _type = events_pb2.SecondPartStarted

    def __init__(
        self,
        *,
        player: int | None = None,
    ) -> None:
        self._set(
            player=player,
        )

    @property
    def player(self) -> int:
        """Seat of the player."""
        return self._message.player


class LastTurnEnded(Value[events_pb2.LastTurnEnded]):
    """The last turn is over; what players have in front of them is still placed."""

    __slots__ = ()
    _type = events_pb2.LastTurnEnded

    def __init__(
        self,
        *,
        player: int | None = None,
    ) -> None:
        self._set(
            player=player,
        )

    @property
    def player(self) -> int:
        """Seat of the player who took it."""
        return self._message.player


class NeutralMoved(Value[events_pb2.NeutralMoved]):
    """A figure of nobody came into play or went somewhere."""

    __slots__ = ()
    _type = events_pb2.NeutralMoved

    def __init__(
        self,
        *,
        figure: FigureKind | None = None,
        to: Place | None = None,
        beside: OwnedFigure | None = None,
        step: bool | None = None,
    ) -> None:
        self._set(
            figure=figure,
            to=to,
            beside=beside,
            step=step,
        )

    @property
    def figure(self) -> FigureKind:
        """Which figure."""
        return FigureKind(self._message.figure)

    @property
    def to(self) -> Place:
        """Where it stands."""
        return Place._wrap(self._message.to)

    @property
    def beside(self) -> OwnedFigure | None:
        """The figure at that place beside which it stands. Absent if it stands beside none."""
        return OwnedFigure._wrap(self._message.beside) if self._message.HasField("beside") else None

    @property
    def step(self) -> bool:
        """Whether it was a step of several (DecisionPhase.trail)."""
        return self._message.step


class FigureCaptured(Value[events_pb2.FigureCaptured]):
    """A figure was captured."""

    __slots__ = ()
    _type = events_pb2.FigureCaptured

    def __init__(
        self,
        *,
        player: int | None = None,
        figure: FigureKind | None = None,
        place: Place | None = None,
        by: int | None = None,
    ) -> None:
        self._set(
            player=player,
            figure=figure,
            place=place,
            by=by,
        )

    @property
    def player(self) -> int:
        """Seat of its owner."""
        return self._message.player

    @property
    def figure(self) -> FigureKind:
        """Which figure."""
        return FigureKind(self._message.figure)

    @property
    def place(self) -> Place:
        """Where it stood."""
        return Place._wrap(self._message.place)

    @property
    def by(self) -> int:
        """Seat of the player whose prisoner it is."""
        return self._message.by


class PrisonerReleased(Value[events_pb2.PrisonerReleased]):
    """A prisoner went back to the supply of its owner."""

    __slots__ = ()
    _type = events_pb2.PrisonerReleased

    def __init__(
        self,
        *,
        player: int | None = None,
        figure: FigureKind | None = None,
        holder: int | None = None,
    ) -> None:
        self._set(
            player=player,
            figure=figure,
            holder=holder,
        )

    @property
    def player(self) -> int:
        """Seat of its owner."""
        return self._message.player

    @property
    def figure(self) -> FigureKind:
        """Which figure."""
        return FigureKind(self._message.figure)

    @property
    def holder(self) -> int:
        """Seat of the player whose prisoner it was."""
        return self._message.holder


class TokenPlaced(Value[events_pb2.TokenPlaced]):
    """A token was placed on the table."""

    __slots__ = ()
    _type = events_pb2.TokenPlaced

    def __init__(
        self,
        *,
        player: int | None = None,
        token: Token | None = None,
        place: Place | None = None,
    ) -> None:
        self._set(
            player=player,
            token=token,
            place=place,
        )

    @property
    def player(self) -> int:
        """Seat of the player."""
        return self._message.player

    @property
    def token(self) -> Token:
        """Which token."""
        return Token(self._message.token)

    @property
    def place(self) -> Place:
        """Where it lies."""
        return Place._wrap(self._message.place)


class RansomPaid(Value[events_pb2.RansomPaid]):
    """A player paid for a prisoner. What the holder gets is a Scored event."""

    __slots__ = ()
    _type = events_pb2.RansomPaid

    def __init__(
        self,
        *,
        player: int | None = None,
        points: int | None = None,
    ) -> None:
        self._set(
            player=player,
            points=points,
        )

    @property
    def player(self) -> int:
        """Seat of the player who paid."""
        return self._message.player

    @property
    def points(self) -> int:
        """How many points."""
        return self._message.points


class Move(_behaviour.Move):
    """A decision of a player, or a chance event. Exactly one kind must be set; kinds that this service does not know are
    refused. Moves are values: two moves are the same if their fields are.
    """

    __slots__ = ()
    _type = moves_pb2.Move

    def __init__(
        self,
        *,
        draw_tile: DrawTile | None = None,
        place_tile: PlaceTile | None = None,
        place_figure: PlaceFigure | None = None,
        return_figure: ReturnFigure | None = None,
        pass_: Pass | None = None,
        offer_tile: OfferTile | None = None,
        reveal_tile: RevealTile | None = None,
        take_tile: TakeTile | None = None,
        choose_tile: ChooseTile | None = None,
        choose_player: ChoosePlayer | None = None,
        move_figure: MoveFigure | None = None,
        take_turn: TakeTurn | None = None,
        move_neutral: MoveNeutral | None = None,
        remove_figure: RemoveFigure | None = None,
        place_token: PlaceToken | None = None,
        capture_figure: CaptureFigure | None = None,
        release_prisoner: ReleasePrisoner | None = None,
        pay_ransom: PayRansom | None = None,
    ) -> None:
        self._set(
            draw_tile=draw_tile,
            place_tile=place_tile,
            place_figure=place_figure,
            return_figure=return_figure,
            pass_=pass_,
            offer_tile=offer_tile,
            reveal_tile=reveal_tile,
            take_tile=take_tile,
            choose_tile=choose_tile,
            choose_player=choose_player,
            move_figure=move_figure,
            take_turn=take_turn,
            move_neutral=move_neutral,
            remove_figure=remove_figure,
            place_token=place_token,
            capture_figure=capture_figure,
            release_prisoner=release_prisoner,
            pay_ransom=pay_ransom,
        )

    @property
    def draw_tile(self) -> DrawTile | None:
        """Chance: a tile is drawn."""
        return DrawTile._wrap(self._message.draw_tile) if self._message.HasField("draw_tile") else None

    @property
    def place_tile(self) -> PlaceTile | None:
        """The tile drawn is placed."""
        return PlaceTile._wrap(self._message.place_tile) if self._message.HasField("place_tile") else None

    @property
    def place_figure(self) -> PlaceFigure | None:
        """A figure is placed."""
        return PlaceFigure._wrap(self._message.place_figure) if self._message.HasField("place_figure") else None

    @property
    def return_figure(self) -> ReturnFigure | None:
        """A figure is taken back: an abbot early, scoring what it stands on as it is, a meeple from a space, or a wagon
        that goes home.
        """
        return ReturnFigure._wrap(self._message.return_figure) if self._message.HasField("return_figure") else None

    @property
    def pass_(self) -> Pass | None:
        """Nothing is done in a step in which something could be."""
        value: Pass | None = Pass._wrap(getattr(self._message, "pass")) if self._message.HasField("pass") else None
        return value

    @property
    def offer_tile(self) -> OfferTile | None:
        """Chance, before the first turn: a tile lies ready beside the table."""
        return OfferTile._wrap(self._message.offer_tile) if self._message.HasField("offer_tile") else None

    @property
    def reveal_tile(self) -> RevealTile | None:
        """Chance, in a view only: what a hidden tile is."""
        return RevealTile._wrap(self._message.reveal_tile) if self._message.HasField("reveal_tile") else None

    @property
    def take_tile(self) -> TakeTile | None:
        """One of the tiles that lie ready is taken."""
        return TakeTile._wrap(self._message.take_tile) if self._message.HasField("take_tile") else None

    @property
    def choose_tile(self) -> ChooseTile | None:
        """One of the tiles in front of the player is to be placed."""
        return ChooseTile._wrap(self._message.choose_tile) if self._message.HasField("choose_tile") else None

    @property
    def choose_player(self) -> ChoosePlayer | None:
        """One of several players is next."""
        return ChoosePlayer._wrap(self._message.choose_player) if self._message.HasField("choose_player") else None

    @property
    def move_figure(self) -> MoveFigure | None:
        """A figure goes from one place to another."""
        return MoveFigure._wrap(self._message.move_figure) if self._message.HasField("move_figure") else None

    @property
    def take_turn(self) -> TakeTurn | None:
        """The player takes another turn."""
        return TakeTurn._wrap(self._message.take_turn) if self._message.HasField("take_turn") else None

    @property
    def move_neutral(self) -> MoveNeutral | None:
        """A figure of nobody goes somewhere."""
        return MoveNeutral._wrap(self._message.move_neutral) if self._message.HasField("move_neutral") else None

    @property
    def remove_figure(self) -> RemoveFigure | None:
        """A figure, whoever's, is sent home."""
        return RemoveFigure._wrap(self._message.remove_figure) if self._message.HasField("remove_figure") else None

    @property
    def place_token(self) -> PlaceToken | None:
        """A token of the player is placed."""
        return PlaceToken._wrap(self._message.place_token) if self._message.HasField("place_token") else None

    @property
    def capture_figure(self) -> CaptureFigure | None:
        """A figure, whoever's, is captured."""
        return CaptureFigure._wrap(self._message.capture_figure) if self._message.HasField("capture_figure") else None

    @property
    def release_prisoner(self) -> ReleasePrisoner | None:
        """A prisoner of another player is the one that is exchanged."""
        return ReleasePrisoner._wrap(self._message.release_prisoner) if self._message.HasField("release_prisoner") else None

    @property
    def pay_ransom(self) -> PayRansom | None:
        """The player pays for a prisoner of another player. Possible in any decision of the player's own turn, which then still
        is to be made.
        """
        return PayRansom._wrap(self._message.pay_ransom) if self._message.HasField("pay_ransom") else None

    @property
    def kind(self) -> DrawTile | PlaceTile | PlaceFigure | ReturnFigure | Pass | OfferTile | RevealTile | TakeTile | ChooseTile | ChoosePlayer | MoveFigure | TakeTurn | MoveNeutral | RemoveFigure | PlaceToken | CaptureFigure | ReleasePrisoner | PayRansom | None:
        """Which kind of move."""
        match self.kind_name:
            case "draw_tile":
                return self.draw_tile
            case "place_tile":
                return self.place_tile
            case "place_figure":
                return self.place_figure
            case "return_figure":
                return self.return_figure
            case "pass":
                return self.pass_
            case "offer_tile":
                return self.offer_tile
            case "reveal_tile":
                return self.reveal_tile
            case "take_tile":
                return self.take_tile
            case "choose_tile":
                return self.choose_tile
            case "choose_player":
                return self.choose_player
            case "move_figure":
                return self.move_figure
            case "take_turn":
                return self.take_turn
            case "move_neutral":
                return self.move_neutral
            case "remove_figure":
                return self.remove_figure
            case "place_token":
                return self.place_token
            case "capture_figure":
                return self.capture_figure
            case "release_prisoner":
                return self.release_prisoner
            case "pay_ransom":
                return self.pay_ransom
            case _:
                return None

    @property
    def kind_name(self) -> str | None:
        """Name of the field that `kind` is; None if it is none that this client knows."""
        name: str | None = self._message.WhichOneof("kind")
        return name


class DrawTile(Value[moves_pb2.DrawTile]):
    """Chance: a tile is drawn from the bag. A tile that fits nowhere leaves the game at once and the next draw follows."""

    __slots__ = ()
    _type = moves_pb2.DrawTile

    def __init__(
        self,
        *,
        kind: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
        )

    @property
    def kind(self) -> int:
        """TileKind.number. Must be given."""
        return self._message.kind


class PlaceTile(Value[moves_pb2.PlaceTile]):
    """A tile is placed."""

    __slots__ = ()
    _type = moves_pb2.PlaceTile

    def __init__(
        self,
        *,
        kind: int | None = None,
        x: int | None = None,
        y: int | None = None,
        rotation: Rotation | None = None,
    ) -> None:
        self._set(
            kind=kind,
            x=x,
            y=y,
            rotation=rotation,
        )

    @property
    def kind(self) -> int:
        """TileKind.number of the tile drawn or chosen. Must be given."""
        return self._message.kind

    @property
    def x(self) -> int:
        """Column of the tile's origin. Must be given."""
        return self._message.x

    @property
    def y(self) -> int:
        """Row of the tile's origin. Must be given."""
        return self._message.y

    @property
    def rotation(self) -> Rotation:
        """Must be given."""
        return Rotation(self._message.rotation)


class PlaceFigure(Value[moves_pb2.PlaceFigure]):
    """A figure from the supply is placed on a segment, a space of a tile, or a corner."""

    __slots__ = ()
    _type = moves_pb2.PlaceFigure

    def __init__(
        self,
        *,
        figure: FigureKind | None = None,
        place: Place | None = None,
    ) -> None:
        self._set(
            figure=figure,
            place=place,
        )

    @property
    def figure(self) -> FigureKind:
        """Must be given."""
        return FigureKind(self._message.figure)

    @property
    def place(self) -> Place:
        """Must be given."""
        return Place._wrap(self._message.place)


class ReturnFigure(Value[moves_pb2.ReturnFigure]):
    """A figure of the player is taken back: an abbot from the board, which scores as it stands, a meeple from a space, or a
    wagon that was scored and goes home.
    """

    __slots__ = ()
    _type = moves_pb2.ReturnFigure

    def __init__(
        self,
        *,
        figure: FigureKind | None = None,
        place: Place | None = None,
    ) -> None:
        self._set(
            figure=figure,
            place=place,
        )

    @property
    def figure(self) -> FigureKind:
        """Must be given."""
        return FigureKind(self._message.figure)

    @property
    def place(self) -> Place:
        """Where it stands. Must be given."""
        return Place._wrap(self._message.place)


class Pass(Value[moves_pb2.Pass]):
    """Nothing is done."""

    __slots__ = ()
    _type = moves_pb2.Pass


class OfferTile(Value[moves_pb2.OfferTile]):
    """Chance, before the first turn: a tile that is not drawn lies ready beside the table."""

    __slots__ = ()
    _type = moves_pb2.OfferTile

    def __init__(
        self,
        *,
        kind: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
        )

    @property
    def kind(self) -> int:
        """TileKind.number. Must be given."""
        return self._message.kind


class RevealTile(Value[moves_pb2.RevealTile]):
    """Chance, in a view that hides what lies face down in front of the player whose turn it is: what it is. With a full state
    this never happens.
    """

    __slots__ = ()
    _type = moves_pb2.RevealTile

    def __init__(
        self,
        *,
        kind: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
        )

    @property
    def kind(self) -> int:
        """TileKind.number. Must be given."""
        return self._message.kind


class TakeTile(Value[moves_pb2.TakeTile]):
    """One of the tiles that lie ready is taken."""

    __slots__ = ()
    _type = moves_pb2.TakeTile

    def __init__(
        self,
        *,
        kind: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
        )

    @property
    def kind(self) -> int:
        """TileKind.number. Must be given."""
        return self._message.kind


class ChooseTile(Value[moves_pb2.ChooseTile]):
    """One of the tiles in front of the player is to be placed."""

    __slots__ = ()
    _type = moves_pb2.ChooseTile

    def __init__(
        self,
        *,
        kind: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
        )

    @property
    def kind(self) -> int:
        """TileKind.number. Must be given."""
        return self._message.kind


class ChoosePlayer(Value[moves_pb2.ChoosePlayer]):
    """One of several players is next."""

    __slots__ = ()
    _type = moves_pb2.ChoosePlayer

    def __init__(
        self,
        *,
        player: int | None = None,
    ) -> None:
        self._set(
            player=player,
        )

    @property
    def player(self) -> int:
        """Seat. Must be given."""
        return self._message.player


class MoveFigure(Value[moves_pb2.MoveFigure]):
    """A figure of the player goes from one place to another."""

    __slots__ = ()
    _type = moves_pb2.MoveFigure

    def __init__(
        self,
        *,
        figure: FigureKind | None = None,
        from_: Place | None = None,
        to: Place | None = None,
    ) -> None:
        self._set(
            figure=figure,
            from_=from_,
            to=to,
        )

    @property
    def figure(self) -> FigureKind:
        """Must be given."""
        return FigureKind(self._message.figure)

    @property
    def from_(self) -> Place:
        """Where it stands. Must be given."""
        value: Place = Place._wrap(getattr(self._message, "from"))
        return value

    @property
    def to(self) -> Place:
        """Where it goes. Must be given."""
        return Place._wrap(self._message.to)


class TakeTurn(Value[moves_pb2.TakeTurn]):
    """The player takes another turn, or the second part of this one."""

    __slots__ = ()
    _type = moves_pb2.TakeTurn


class MoveNeutral(Value[moves_pb2.MoveNeutral]):
    """A figure of nobody goes somewhere: the dragon one step, the fairy beside a figure or, with that option, to a tile."""

    __slots__ = ()
    _type = moves_pb2.MoveNeutral

    def __init__(
        self,
        *,
        figure: FigureKind | None = None,
        to: Place | None = None,
        beside: OwnedFigure | None = None,
    ) -> None:
        self._set(
            figure=figure,
            to=to,
            beside=beside,
        )

    @property
    def figure(self) -> FigureKind:
        """Must be given."""
        return FigureKind(self._message.figure)

    @property
    def to(self) -> Place:
        """Where it goes; where the figure stands, if it goes beside one. Must be given."""
        return Place._wrap(self._message.to)

    @property
    def beside(self) -> OwnedFigure | None:
        """The figure at that place beside which it goes. Absent if it goes beside none."""
        return OwnedFigure._wrap(self._message.beside) if self._message.HasField("beside") else None


class RemoveFigure(Value[moves_pb2.RemoveFigure]):
    """A figure, whoever's, goes back to the supply of its owner."""

    __slots__ = ()
    _type = moves_pb2.RemoveFigure

    def __init__(
        self,
        *,
        player: int | None = None,
        figure: FigureKind | None = None,
        place: Place | None = None,
    ) -> None:
        self._set(
            player=player,
            figure=figure,
            place=place,
        )

    @property
    def player(self) -> int:
        """Seat of its owner. Must be given."""
        return self._message.player

    @property
    def figure(self) -> FigureKind:
        """Must be given."""
        return FigureKind(self._message.figure)

    @property
    def place(self) -> Place:
        """Where it stands. Must be given."""
        return Place._wrap(self._message.place)


class PlaceToken(Value[moves_pb2.PlaceToken]):
    """A token of the player is placed on the table."""

    __slots__ = ()
    _type = moves_pb2.PlaceToken

    def __init__(
        self,
        *,
        token: Token | None = None,
        place: Place | None = None,
    ) -> None:
        self._set(
            token=token,
            place=place,
        )

    @property
    def token(self) -> Token:
        """Must be given."""
        return Token(self._message.token)

    @property
    def place(self) -> Place:
        """Where it goes. Must be given."""
        return Place._wrap(self._message.place)


class CaptureFigure(Value[moves_pb2.CaptureFigure]):
    """A figure is captured: one of another player becomes a prisoner, an own one goes back to the supply."""

    __slots__ = ()
    _type = moves_pb2.CaptureFigure

    def __init__(
        self,
        *,
        player: int | None = None,
        figure: FigureKind | None = None,
        place: Place | None = None,
    ) -> None:
        self._set(
            player=player,
            figure=figure,
            place=place,
        )

    @property
    def player(self) -> int:
        """Seat of its owner. Must be given."""
        return self._message.player

    @property
    def figure(self) -> FigureKind:
        """Must be given."""
        return FigureKind(self._message.figure)

    @property
    def place(self) -> Place:
        """Where it stands. Must be given."""
        return Place._wrap(self._message.place)


class ReleasePrisoner(Value[moves_pb2.ReleasePrisoner]):
    """A prisoner is the one that comes home for the figure just captured."""

    __slots__ = ()
    _type = moves_pb2.ReleasePrisoner

    def __init__(
        self,
        *,
        holder: int | None = None,
        figure: FigureKind | None = None,
    ) -> None:
        self._set(
            holder=holder,
            figure=figure,
        )

    @property
    def holder(self) -> int:
        """Seat of the player who holds it. Must be given."""
        return self._message.holder

    @property
    def figure(self) -> FigureKind:
        """Which of the player's figures. Must be given."""
        return FigureKind(self._message.figure)


class PayRansom(Value[moves_pb2.PayRansom]):
    """A prisoner comes home for 3 points."""

    __slots__ = ()
    _type = moves_pb2.PayRansom

    def __init__(
        self,
        *,
        holder: int | None = None,
        figure: FigureKind | None = None,
    ) -> None:
        self._set(
            holder=holder,
            figure=figure,
        )

    @property
    def holder(self) -> int:
        """Seat of the player who holds it. Must be given."""
        return self._message.holder

    @property
    def figure(self) -> FigureKind:
        """Which of the player's figures. Must be given."""
        return FigureKind(self._message.figure)


class LegalMove(Value[moves_pb2.LegalMove]):
    """A move that may be made now."""

    __slots__ = ()
    _type = moves_pb2.LegalMove

    def __init__(
        self,
        *,
        move: Move | None = None,
        weight: int | None = None,
        notation: str | None = None,
    ) -> None:
        self._set(
            move=move,
            weight=weight,
            notation=notation,
        )

    @property
    def move(self) -> Move:
        """The move."""
        return wrap(Move, self._message.move, _notation=self._message.notation)

    @property
    def weight(self) -> int | None:
        """For a chance move: how many equally likely outcomes are this one (the number of such tiles in the bag). Absent for
        a player's decision.
        """
        return self._message.weight if self._message.HasField("weight") else None

    @property
    def notation(self) -> str:
        """The move in the record notation of docs/notation.md, if asked for."""
        return self._message.notation


class MoveSequence(Value[moves_pb2.MoveSequence]):
    """Moves that belong together: all decisions of one player from now until chance or another player is next."""

    __slots__ = ()
    _type = moves_pb2.MoveSequence

    def __init__(
        self,
        *,
        moves: Iterable[Move] | None = None,
    ) -> None:
        self._set(
            moves=moves,
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """In order."""
        return tuple(Move._wrap(item) for item in self._message.moves)


class Setup(Value[state_pb2.Setup]):
    """What was agreed before the first tile."""

    __slots__ = ()
    _type = state_pb2.Setup

    def __init__(
        self,
        *,
        players: Iterable[Player] | None = None,
        sets: Iterable[SetCount] | None = None,
        options: Options | None = None,
        figures: Iterable[FigureCount] | None = None,
        host: HostDraw | None = None,
        seeded: SeededDraw | None = None,
        offer: Offer | None = None,
    ) -> None:
        self._set(
            players=players,
            sets=sets,
            options=options,
            figures=figures,
            host=host,
            seeded=seeded,
            offer=offer,
        )

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in turn order, 1 to 6. The sixth colour comes with Inns & Cathedrals; the engine does not insist."""
        return tuple(Player._wrap(item) for item in self._message.players)

    @property
    def sets(self) -> tuple[SetCount, ...]:
        """Which tiles are in the game. At least one. Sets may be mixed freely and each may be used several times. A state
        lists them in the order of the catalogue, each set once; a request may give them in any order. If no set brings a
        start tile, that of the base game lies on the table.
        """
        return tuple(SetCount._wrap(item) for item in self._message.sets)

    @property
    def options(self) -> Options | None:
        """House rules. In NewGameRequest and Record, what is absent or unspecified means the default. In a State every option
        that means something in the game must be given, as the service returns it.
        """
        return Options._wrap(self._message.options) if self._message.HasField("options") else None

    @property
    def figures(self) -> tuple[FigureCount, ...]:
        """Figures per player at the start, for kinds that shall differ from what sets and options give. Absent kinds keep
        their usual number (7 meeples; 1 abbot with the option; with the sets of their expansions 1 large meeple, 1 builder, 1 pig,
        1 mayor, 1 wagon, 1 barn; markers for the wonders, which cannot differ). At most 20 of a kind.
        A state lists them ascending by kind, each once; a request may give them in any order.
        """
        return tuple(FigureCount._wrap(item) for item in self._message.figures)

    @property
    def host(self) -> HostDraw | None:
        """The caller names each tile drawn (a physical table, a tournament host, a bot's chance node)."""
        return HostDraw._wrap(self._message.host) if self._message.HasField("host") else None

    @property
    def seeded(self) -> SeededDraw | None:
        """The service draws."""
        return SeededDraw._wrap(self._message.seeded) if self._message.HasField("seeded") else None

    @property
    def offer(self) -> Offer | None:
        """Which of the tiles that are not drawn (TileSet.beside) lie ready beside the table. Absent: as many as the sets
        suggest, drawn before the first turn (one wonder for each player, two with that option).
        """
        return Offer._wrap(self._message.offer) if self._message.HasField("offer") else None

    @property
    def draw(self) -> HostDraw | SeededDraw | None:
        """Who draws. Must be given."""
        match self.draw_name:
            case "host":
                return self.host
            case "seeded":
                return self.seeded
            case _:
                return None

    @property
    def draw_name(self) -> str | None:
        """Name of the field that `draw` is; None if it is none that this client knows."""
        name: str | None = self._message.WhichOneof("draw")
        return name


class Offer(Value[state_pb2.Offer]):
    """Which tiles lie ready beside the table."""

    __slots__ = ()
    _type = state_pb2.Offer

    def __init__(
        self,
        *,
        kinds: OfferedKinds | None = None,
        count: int | None = None,
    ) -> None:
        self._set(
            kinds=kinds,
            count=count,
        )

    @property
    def kinds(self) -> OfferedKinds | None:
        """These."""
        return OfferedKinds._wrap(self._message.kinds) if self._message.HasField("kinds") else None

    @property
    def count(self) -> int | None:
        """So many, drawn before the first turn: a chance event for each, every kind that the sets bring being equally likely."""
        return self._message.count if self._message.HasField("count") else None

    @property
    def form(self) -> OfferedKinds | int | None:
        """One of the two. Must be given."""
        match self.form_name:
            case "kinds":
                return self.kinds
            case "count":
                return self.count
            case _:
                return None

    @property
    def form_name(self) -> str | None:
        """Name of the field that `form` is; None if it is none that this client knows."""
        name: str | None = self._message.WhichOneof("form")
        return name


class OfferedKinds(Value[state_pb2.OfferedKinds]):
    """Kinds that lie ready."""

    __slots__ = ()
    _type = state_pb2.OfferedKinds

    def __init__(
        self,
        *,
        kinds: Iterable[int] | None = None,
    ) -> None:
        self._set(
            kinds=kinds,
        )

    @property
    def kinds(self) -> tuple[int, ...]:
        """TileKind.number, each once; ascending in a state."""
        return tuple(self._message.kinds)


class Player(Value[state_pb2.Player]):
    """A player."""

    __slots__ = ()
    _type = state_pb2.Player

    def __init__(
        self,
        *,
        name: str | None = None,
    ) -> None:
        self._set(
            name=name,
        )

    @property
    def name(self) -> str:
        """Display name, at most 64 bytes of UTF-8; may be empty. Not used to tell players apart: seats are."""
        return self._message.name


class SetCount(Value[state_pb2.SetCount]):
    """A set of tiles in a game."""

    __slots__ = ()
    _type = state_pb2.SetCount

    def __init__(
        self,
        *,
        set: str | None = None,
        copies: int | None = None,
    ) -> None:
        self._set(
            set=set,
            copies=copies,
        )

    @property
    def set(self) -> str:
        """Set id of the catalogue, for example "base", "river", "river-2", "inns-and-cathedrals"."""
        return self._message.set

    @property
    def copies(self) -> int:
        """How many copies, at least 1. Must be given."""
        return self._message.copies


class HostDraw(Value[state_pb2.HostDraw]):
    """The tile drawn is named by the caller: the state waits at a draw, and the legal moves are the kinds that may be drawn."""

    __slots__ = ()
    _type = state_pb2.HostDraw


class SeededDraw(Value[state_pb2.SeededDraw]):
    """The service draws, every tile that may be drawn being equally likely, as a function of the seed alone: draw number n
    (State.draws, so 0 for the first)
    takes SHA-256(seed, 0x00, n as eight bytes little endian), reads the first eight bytes as a little-endian number h and
    picks the tile with index floor(h * remaining / 2^64) among those remaining, ordered by kind number. Tiles that lie
    ready beside the table (Offer.count) are picked in the same way with n = 2^32 for the first, 2^32 + 1 for the second, ...
    """

    __slots__ = ()
    _type = state_pb2.SeededDraw

    def __init__(
        self,
        *,
        seed: str | None = None,
    ) -> None:
        self._set(
            seed=seed,
        )

    @property
    def seed(self) -> str:
        """Any text of 1 to 64 bytes. Whoever knows it knows the coming tiles. Must be given in NewGame (a stateless service
        that invented one would answer the same request differently each time). Absent in a View: play on it stops at each
        draw, and whoever plays on names the tiles, as with HostDraw. Absent in a sealed state too, whose seal holds it.
        """
        return self._message.seed


class Options(Value[state_pb2.Options]):
    """House rules."""

    __slots__ = ()
    _type = state_pb2.Options

    def __init__(
        self,
        *,
        farmers: Switch | None = None,
        abbot: Switch | None = None,
        small_city: SmallCity | None = None,
        river_start_tile: RiverStartTile | None = None,
        inns: Switch | None = None,
        cathedrals: Switch | None = None,
        wonders_per_player: WondersPerPlayer | None = None,
        wonder_marker: WonderMarker | None = None,
        alhambra_rule: AlhambraRule | None = None,
        second_part: SecondPartRule | None = None,
        pig_herd: Switch | None = None,
        fairy: Switch | None = None,
        fairy_placement: FairyPlacement | None = None,
        princess: PrincessRule | None = None,
        dragon_movement: DragonMovement | None = None,
        tower_capture: TowerCapture | None = None,
        abbey: Switch | None = None,
        abbey_round: Switch | None = None,
        wagon_move: WagonMove | None = None,
        barn_placement: BarnPlacement | None = None,
        builder_trigger: BuilderTrigger | None = None,
    ) -> None:
        self._set(
            farmers=farmers,
            abbot=abbot,
            small_city=small_city,
            river_start_tile=river_start_tile,
            inns=inns,
            cathedrals=cathedrals,
            wonders_per_player=wonders_per_player,
            wonder_marker=wonder_marker,
            alhambra_rule=alhambra_rule,
            second_part=second_part,
            pig_herd=pig_herd,
            fairy=fairy,
            fairy_placement=fairy_placement,
            princess=princess,
            dragon_movement=dragon_movement,
            tower_capture=tower_capture,
            abbey=abbey,
            abbey_round=abbey_round,
            wagon_move=wagon_move,
            barn_placement=barn_placement,
            builder_trigger=builder_trigger,
        )

    @property
    def farmers(self) -> Switch:
        """Figures may be placed on fields. Default: on."""
        return Switch(self._message.farmers)

    @property
    def abbot(self) -> Switch:
        """Each player has an abbot. Default: on."""
        return Switch(self._message.abbot)

    @property
    def small_city(self) -> SmallCity:
        """Small cities. Default: full."""
        return SmallCity(self._message.small_city)

    @property
    def river_start_tile(self) -> RiverStartTile:
        """The base game's start tile with a river. Default: box."""
        return RiverStartTile(self._message.river_start_tile)

    @property
    def inns(self) -> Switch:
        """Inns count. Default: on if a set of Inns & Cathedrals is in the game, else off."""
        return Switch(self._message.inns)

    @property
    def cathedrals(self) -> Switch:
        """Cathedrals count. Default: on if a set of Inns & Cathedrals is in the game, else off."""
        return Switch(self._message.cathedrals)

    @property
    def wonders_per_player(self) -> WondersPerPlayer:
        """How many wonders a player can obtain. Default: one."""
        return WondersPerPlayer(self._message.wonders_per_player)

    @property
    def wonder_marker(self) -> WonderMarker:
        """What marks a player's (first) wonder. Default: a token."""
        return WonderMarker(self._message.wonder_marker)

    @property
    def alhambra_rule(self) -> AlhambraRule:
        """The Alhambra. Default: the rule of 2024."""
        return AlhambraRule(self._message.alhambra_rule)

    @property
    def second_part(self) -> SecondPartRule:
        """The second part of a turn that a builder brings. Default: forced."""
        return SecondPartRule(self._message.second_part)

    @property
    def pig_herd(self) -> Switch:
        """A field with a pig herd brings more to whoever scores it. Default: off."""
        return Switch(self._message.pig_herd)

    @property
    def fairy(self) -> Switch:
        """The fairy is in the game. Default: on if a set of The Princess & the Dragon is in the game, else off."""
        return Switch(self._message.fairy)

    @property
    def fairy_placement(self) -> FairyPlacement:
        """Where the fairy stands. Default: beside a figure."""
        return FairyPlacement(self._message.fairy_placement)

    @property
    def princess(self) -> PrincessRule:
        """Whether a knight must be sent home by a princess. Default: may."""
        return PrincessRule(self._message.princess)

    @property
    def dragon_movement(self) -> DragonMovement:
        """When the dragon moves. Default: before scoring."""
        return DragonMovement(self._message.dragon_movement)

    @property
    def tower_capture(self) -> TowerCapture:
        """Whether a figure in reach of a tower must be captured. Default: may."""
        return TowerCapture(self._message.tower_capture)

    @property
    def abbey(self) -> Switch:
        """Each player has an abbey. Default: on if a set of Abbey & Mayor is in the game, else off."""
        return Switch(self._message.abbey)

    @property
    def abbey_round(self) -> Switch:
        """After the last tile, every player may place their abbey. Default: on."""
        return Switch(self._message.abbey_round)

    @property
    def wagon_move(self) -> WagonMove:
        """Where a wagon may go. Default: everywhere near."""
        return WagonMove(self._message.wagon_move)

    @property
    def barn_placement(self) -> BarnPlacement:
        """Where a barn may be placed. Default: not in a field that has one."""
        return BarnPlacement(self._message.barn_placement)

    @property
    def builder_trigger(self) -> BuilderTrigger:
        """What brings the second part of a turn. Default: that the builder's feature grows."""
        return BuilderTrigger(self._message.builder_trigger)


class State(_behaviour.State):
    """A game at one moment. It is complete: the service keeps nothing. Everything that follows from it (regions, legal
    moves, final points) is computed from it, and a state that could not have come about is refused with every violation.
    """

    __slots__ = ()
    _type = state_pb2.State

    def __init__(
        self,
        *,
        rules_version: int | None = None,
        setup: Setup | None = None,
        tiles: Iterable[PlacedTile] | None = None,
        players: Iterable[PlayerState] | None = None,
        bag: Iterable[TileCount] | None = None,
        discarded: Iterable[int] | None = None,
        draws: int | None = None,
        turn: Turn | None = None,
        offer: Iterable[int] | None = None,
        elsewhere: Iterable[FigureElsewhere] | None = None,
        neutral: Iterable[NeutralFigure] | None = None,
        tokens: Iterable[PlacedTokens] | None = None,
        seal: bytes | None = None,
    ) -> None:
        self._set(
            rules_version=rules_version,
            setup=setup,
            tiles=tiles,
            players=players,
            bag=bag,
            discarded=discarded,
            draws=draws,
            turn=turn,
            offer=offer,
            elsewhere=elsewhere,
            neutral=neutral,
            tokens=tokens,
            seal=seal,
        )

    @property
    def rules_version(self) -> int:
        """Version of the rules under which the game is played. A service that does not know it answers FAILED_PRECONDITION.
        Must be given.
        """
        return self._message.rules_version

    @property
    def setup(self) -> Setup:
        """What was agreed before the game."""
        return Setup._wrap(self._message.setup)

    @property
    def tiles(self) -> tuple[PlacedTile, ...]:
        """Tiles on the table in the order in which they were placed; the start tile first, at most 5000 squares from (0, 0)
        in each direction.
        """
        return tuple(PlacedTile._wrap(item) for item in self._message.tiles)

    @property
    def players(self) -> tuple[PlayerState, ...]:
        """One for each player, in seat order."""
        return tuple(PlayerState._wrap(item) for item in self._message.players)

    @property
    def bag(self) -> tuple[TileCount, ...]:
        """Tiles not yet drawn, ascending by kind number, none with count 0."""
        return tuple(TileCount._wrap(item) for item in self._message.bag)

    @property
    def discarded(self) -> tuple[int, ...]:
        """Kinds (TileKind.number) of the tiles that left the game because they fitted nowhere, in order."""
        return tuple(self._message.discarded)

    @property
    def draws(self) -> int:
        """How many tiles have been drawn. Must be given."""
        return self._message.draws

    @property
    def turn(self) -> Turn:
        """Whose turn it is and what is to happen next."""
        return Turn._wrap(self._message.turn)

    @property
    def offer(self) -> tuple[int, ...]:
        """Kinds (TileKind.number) that lie ready beside the table, ascending."""
        return tuple(self._message.offer)

    @property
    def elsewhere(self) -> tuple[FigureElsewhere, ...]:
        """Figures that stand on no feature, ascending by place (tiles, spaces, the track, then corners; within each by row,
        column and number), then by player and kind.
        """
        return tuple(FigureElsewhere._wrap(item) for item in self._message.elsewhere)

    @property
    def neutral(self) -> tuple[NeutralFigure, ...]:
        """Figures of nobody that are in play, ascending by kind."""
        return tuple(NeutralFigure._wrap(item) for item in self._message.neutral)

    @property
    def tokens(self) -> tuple[PlacedTokens, ...]:
        """Tokens on the table, ascending by place (as elsewhere), then by token."""
        return tuple(PlacedTokens._wrap(item) for item in self._message.tokens)

    @property
    def seal(self) -> bytes:
        """Put on by a service that has a key, which plays on only from states that carry its seal and are otherwise unchanged;
        opaque, to be kept and given back as it is. The seed of a sealed state is inside, and SeededDraw.seed is empty. Absent
        if the service has no key.
        """
        return self._message.seal


class NeutralFigure(Value[state_pb2.NeutralFigure]):
    """A figure of nobody: the dragon, the fairy."""

    __slots__ = ()
    _type = state_pb2.NeutralFigure

    def __init__(
        self,
        *,
        kind: FigureKind | None = None,
        place: Place | None = None,
        beside: OwnedFigure | None = None,
    ) -> None:
        self._set(
            kind=kind,
            place=place,
            beside=beside,
        )

    @property
    def kind(self) -> FigureKind:
        """Must be given."""
        return FigureKind(self._message.kind)

    @property
    def place(self) -> Place:
        """Where it stands: a square, or the place of the figure beside which it stands. Must be given."""
        return Place._wrap(self._message.place)

    @property
    def beside(self) -> OwnedFigure | None:
        """The figure at that place beside which it stands. Absent if it stands beside none."""
        return OwnedFigure._wrap(self._message.beside) if self._message.HasField("beside") else None


class PlacedTokens(Value[state_pb2.PlacedTokens]):
    """Tokens on the table."""

    __slots__ = ()
    _type = state_pb2.PlacedTokens

    def __init__(
        self,
        *,
        place: Place | None = None,
        token: Token | None = None,
        count: int | None = None,
    ) -> None:
        self._set(
            place=place,
            token=token,
            count=count,
        )

    @property
    def place(self) -> Place:
        """Where they lie. Must be given."""
        return Place._wrap(self._message.place)

    @property
    def token(self) -> Token:
        """Must be given."""
        return Token(self._message.token)

    @property
    def count(self) -> int:
        """How many. Must be given."""
        return self._message.count


class FigureElsewhere(Value[state_pb2.FigureElsewhere]):
    """A figure that stands on no feature: a marker on its wonder, a meeple on a space of a tile or beside the track, a barn on a
    corner.
    """

    __slots__ = ()
    _type = state_pb2.FigureElsewhere

    def __init__(
        self,
        *,
        player: int | None = None,
        kind: FigureKind | None = None,
        place: Place | None = None,
    ) -> None:
        self._set(
            player=player,
            kind=kind,
            place=place,
        )

    @property
    def player(self) -> int:
        """Seat of its owner. Must be given."""
        return self._message.player

    @property
    def kind(self) -> FigureKind:
        """Must be given."""
        return FigureKind(self._message.kind)

    @property
    def place(self) -> Place:
        """Anything but a segment. Must be given."""
        return Place._wrap(self._message.place)


class PlacedTile(Value[state_pb2.PlacedTile]):
    """A tile on the table, with the figures that stand on it."""

    __slots__ = ()
    _type = state_pb2.PlacedTile

    def __init__(
        self,
        *,
        kind: int | None = None,
        x: int | None = None,
        y: int | None = None,
        rotation: Rotation | None = None,
        figures: Iterable[PlacedFigure] | None = None,
    ) -> None:
        self._set(
            kind=kind,
            x=x,
            y=y,
            rotation=rotation,
            figures=figures,
        )

    @property
    def kind(self) -> int:
        """TileKind.number. Must be given."""
        return self._message.kind

    @property
    def x(self) -> int:
        """Column of the tile's origin (for a tile of one square: of the tile). Must be given."""
        return self._message.x

    @property
    def y(self) -> int:
        """Row of the tile's origin. Must be given."""
        return self._message.y

    @property
    def rotation(self) -> Rotation:
        """Must be given."""
        return Rotation(self._message.rotation)

    @property
    def figures(self) -> tuple[PlacedFigure, ...]:
        """Figures on its segments, ascending by segment."""
        return tuple(PlacedFigure._wrap(item) for item in self._message.figures)


class PlacedFigure(Value[state_pb2.PlacedFigure]):
    """A figure on a segment of a tile. Figures on no feature are in State.elsewhere."""

    __slots__ = ()
    _type = state_pb2.PlacedFigure

    def __init__(
        self,
        *,
        player: int | None = None,
        kind: FigureKind | None = None,
        segment: int | None = None,
        square: int | None = None,
    ) -> None:
        self._set(
            player=player,
            kind=kind,
            segment=segment,
            square=square,
        )

    @property
    def player(self) -> int:
        """Seat of its owner. Must be given."""
        return self._message.player

    @property
    def kind(self) -> FigureKind:
        """Must be given."""
        return FigureKind(self._message.kind)

    @property
    def segment(self) -> int:
        """Index into TileKind.segments. Must be given."""
        return self._message.segment

    @property
    def square(self) -> int:
        """Index into TileKind.squares of the square on which it stands. Must be given on a tile of several squares; on others
        it is 0 and may be left out, as the service does.
        """
        return self._message.square


class PlayerState(Value[state_pb2.PlayerState]):
    """What a player has."""

    __slots__ = ()
    _type = state_pb2.PlayerState

    def __init__(
        self,
        *,
        points: Iterable[RulePoints] | None = None,
        supply: Iterable[FigureCount] | None = None,
        hand: Iterable[HeldTile] | None = None,
        tokens: Iterable[TokenCount] | None = None,
        prisoners: Iterable[OwnedFigure] | None = None,
        paid: int | None = None,
    ) -> None:
        self._set(
            points=points,
            supply=supply,
            hand=hand,
            tokens=tokens,
            prisoners=prisoners,
            paid=paid,
        )

    @property
    def points(self) -> tuple[RulePoints, ...]:
        """Points so far by rule, ascending by rule; their sum less `paid` is the score. Rules that brought no points are left out."""
        return tuple(RulePoints._wrap(item) for item in self._message.points)

    @property
    def supply(self) -> tuple[FigureCount, ...]:
        """Figures in the supply, ascending by kind. Kinds of which none is left are left out."""
        return tuple(FigureCount._wrap(item) for item in self._message.supply)

    @property
    def hand(self) -> tuple[HeldTile, ...]:
        """Tiles in front of the player that are not yet placed: open ones ascending by kind, then those face down ascending by
        kind, then those whose kind is hidden.
        """
        return tuple(HeldTile._wrap(item) for item in self._message.hand)

    @property
    def tokens(self) -> tuple[TokenCount, ...]:
        """Tokens that the player has, ascending by kind. Kinds of which there are none are left out."""
        return tuple(TokenCount._wrap(item) for item in self._message.tokens)

    @property
    def prisoners(self) -> tuple[OwnedFigure, ...]:
        """Figures of other players that the player has captured, ascending by owner and kind; two alike are listed twice."""
        return tuple(OwnedFigure._wrap(item) for item in self._message.prisoners)

    @property
    def paid(self) -> int:
        """Points that the player has paid."""
        return self._message.paid


class HeldTile(Value[state_pb2.HeldTile]):
    """A tile in front of a player."""

    __slots__ = ()
    _type = state_pb2.HeldTile

    def __init__(
        self,
        *,
        kind: int | None = None,
        face_down: bool | None = None,
    ) -> None:
        self._set(
            kind=kind,
            face_down=face_down,
        )

    @property
    def kind(self) -> int | None:
        """TileKind.number. Absent in a view of a player who may not know it; such a tile is counted in State.bag, as it is one
        of those nobody else has seen.
        """
        return self._message.kind if self._message.HasField("kind") else None

    @property
    def face_down(self) -> bool:
        """Whether it lies face down: only its owner knows it."""
        return self._message.face_down


class RulePoints(Value[state_pb2.RulePoints]):
    """Points by one rule."""

    __slots__ = ()
    _type = state_pb2.RulePoints

    def __init__(
        self,
        *,
        rule: ScoringRule | None = None,
        points: int | None = None,
    ) -> None:
        self._set(
            rule=rule,
            points=points,
        )

    @property
    def rule(self) -> ScoringRule:
        """Must be given."""
        return ScoringRule(self._message.rule)

    @property
    def points(self) -> int:
        """Must be given."""
        return self._message.points


class Turn(Value[state_pb2.Turn]):
    """Whose turn it is and what is to happen next. LegalMovesResponse.player says who decides."""

    __slots__ = ()
    _type = state_pb2.Turn

    def __init__(
        self,
        *,
        player: int | None = None,
        draw: DrawPhase | None = None,
        place_tile: PlaceTilePhase | None = None,
        action: ActionPhase | None = None,
        over: GameOver | None = None,
        decision: DecisionPhase | None = None,
        closing: int | None = None,
        placed: int | None = None,
        second_part: SecondPart | None = None,
        ransomed: bool | None = None,
    ) -> None:
        self._set(
            player=player,
            draw=draw,
            place_tile=place_tile,
            action=action,
            over=over,
            decision=decision,
            closing=closing,
            placed=placed,
            second_part=second_part,
            ransomed=ransomed,
        )

    @property
    def player(self) -> int:
        """Seat of the player whose turn it is; after the end of the game, of the player who took the last turn. Must be given."""
        return self._message.player

    @property
    def draw(self) -> DrawPhase | None:
        """A tile is to be drawn: a chance event."""
        return DrawPhase._wrap(self._message.draw) if self._message.HasField("draw") else None

    @property
    def place_tile(self) -> PlaceTilePhase | None:
        """The player is to place the tile drawn."""
        return PlaceTilePhase._wrap(self._message.place_tile) if self._message.HasField("place_tile") else None

    @property
    def action(self) -> ActionPhase | None:
        """The player may act on the tile just placed, which is the last of State.tiles."""
        return ActionPhase._wrap(self._message.action) if self._message.HasField("action") else None

    @property
    def over(self) -> GameOver | None:
        """The game is over and the final points are included."""
        return GameOver._wrap(self._message.over) if self._message.HasField("over") else None

    @property
    def decision(self) -> DecisionPhase | None:
        """Something else is to be decided."""
        return DecisionPhase._wrap(self._message.decision) if self._message.HasField("decision") else None

    @property
    def closing(self) -> int | None:
        """Seat of the player who took the last turn, when that is over and only what is left over is still to be placed;
        absent before.
        """
        return self._message.closing if self._message.HasField("closing") else None

    @property
    def placed(self) -> int | None:
        """How many tiles the player has placed in this turn, the last of State.tiles. Absent if it is the usual number: none
        before the action, one from then on.
        """
        return self._message.placed if self._message.HasField("placed") else None

    @property
    def second_part(self) -> SecondPart:
        """Whether the turn has a second part (Traders & Builders). Unspecified: it has none."""
        return SecondPart(self._message.second_part)

    @property
    def ransomed(self) -> bool:
        """Whether the player has paid a ransom in this turn: no more than one."""
        return self._message.ransomed

    @property
    def phase(self) -> DrawPhase | PlaceTilePhase | ActionPhase | GameOver | DecisionPhase | None:
        """What is to happen next. Must be given."""
        match self.phase_name:
            case "draw":
                return self.draw
            case "place_tile":
                return self.place_tile
            case "action":
                return self.action
            case "over":
                return self.over
            case "decision":
                return self.decision
            case _:
                return None

    @property
    def phase_name(self) -> str | None:
        """Name of the field that `phase` is; None if it is none that this client knows."""
        name: str | None = self._message.WhichOneof("phase")
        return name


class DecisionPhase(Value[state_pb2.DecisionPhase]):
    """A decision beside those of every turn."""

    __slots__ = ()
    _type = state_pb2.DecisionPhase

    def __init__(
        self,
        *,
        decision: Decision | None = None,
        player: int | None = None,
        left: int | None = None,
        about: Place | None = None,
        trail: Iterable[Square] | None = None,
    ) -> None:
        self._set(
            decision=decision,
            player=player,
            left=left,
            about=about,
            trail=trail,
        )

    @property
    def decision(self) -> Decision:
        """Which. Must be given."""
        return Decision(self._message.decision)

    @property
    def player(self) -> int | None:
        """Seat of the player who decides, in the phases whose comment names `player`; absent in others, in which it follows from
        the rest of the state who decides: LegalMovesResponse.player says it.
        """
        return self._message.player if self._message.HasField("player") else None

    @property
    def left(self) -> int:
        """How many such decisions that player has, this one included. Given exactly if `player` is."""
        return self._message.left

    @property
    def about(self) -> Place | None:
        """What the decision is about, in the phases whose comment says so; absent in others."""
        return Place._wrap(self._message.about) if self._message.HasField("about") else None

    @property
    def trail(self) -> tuple[Square, ...]:
        """Squares that the figure which goes step by step has left in this movement, in order, in the phases whose comment says
        so.
        """
        return tuple(Square._wrap(item) for item in self._message.trail)


class DrawPhase(Value[state_pb2.DrawPhase]):
    """A tile is to be drawn."""

    __slots__ = ()
    _type = state_pb2.DrawPhase


class PlaceTilePhase(Value[state_pb2.PlaceTilePhase]):
    """A tile is to be placed."""

    __slots__ = ()
    _type = state_pb2.PlaceTilePhase

    def __init__(
        self,
        *,
        kind: int | None = None,
    ) -> None:
        self._set(
            kind=kind,
        )

    @property
    def kind(self) -> int:
        """TileKind.number of the tile drawn or chosen. It fits somewhere, else it would have left the game. Must be given."""
        return self._message.kind


class ActionPhase(Value[state_pb2.ActionPhase]):
    """A figure may be placed on the tile just placed, or another action taken. A step in which a player could only pass is
    skipped: a state never waits for a pass that is the only move.
    """

    __slots__ = ()
    _type = state_pb2.ActionPhase


class GameOver(Value[state_pb2.GameOver]):
    """The game is over."""

    __slots__ = ()
    _type = state_pb2.GameOver


class PlayerScore(Value[score_pb2.PlayerScore]):
    """The points of one player."""

    __slots__ = ()
    _type = score_pb2.PlayerScore

    def __init__(
        self,
        *,
        player: int | None = None,
        points: int | None = None,
        by_rule: Iterable[RulePoints] | None = None,
        paid: int | None = None,
    ) -> None:
        self._set(
            player=player,
            points=points,
            by_rule=by_rule,
            paid=paid,
        )

    @property
    def player(self) -> int:
        """Seat."""
        return self._message.player

    @property
    def points(self) -> int:
        """Sum of the points by rule, less what the player has paid."""
        return self._message.points

    @property
    def by_rule(self) -> tuple[RulePoints, ...]:
        """Points by rule, ascending by rule."""
        return tuple(RulePoints._wrap(item) for item in self._message.by_rule)

    @property
    def paid(self) -> int | None:
        """Points that the player has paid for prisoners. Absent if none."""
        return self._message.paid if self._message.HasField("paid") else None


class Region(Value[score_pb2.Region]):
    """A region: all segments of one feature that are joined over the edges of tiles."""

    __slots__ = ()
    _type = score_pb2.Region

    def __init__(
        self,
        *,
        feature: Feature | None = None,
        segments: Iterable[SegmentPlace] | None = None,
        squares: Iterable[Square] | None = None,
        completed: bool | None = None,
        open: int | None = None,
        coats_of_arms: int | None = None,
        traits: Iterable[str] | None = None,
        figures: Iterable[RegionFigure] | None = None,
        strengths: Iterable[Strength] | None = None,
        majority: Iterable[int] | None = None,
        value: int | None = None,
        terms: Iterable[Term] | None = None,
        completed_cities: Iterable[int] | None = None,
    ) -> None:
        self._set(
            feature=feature,
            segments=segments,
            squares=squares,
            completed=completed,
            open=open,
            coats_of_arms=coats_of_arms,
            traits=traits,
            figures=figures,
            strengths=strengths,
            majority=majority,
            value=value,
            terms=terms,
            completed_cities=completed_cities,
        )

    @property
    def feature(self) -> Feature:
        """What it is."""
        return Feature(self._message.feature)

    @property
    def segments(self) -> tuple[SegmentPlace, ...]:
        """All its segments, in the order of State.tiles, then of TileKind.segments."""
        return tuple(SegmentPlace._wrap(item) for item in self._message.segments)

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares that count as its tiles, each once."""
        return tuple(Square._wrap(item) for item in self._message.squares)

    @property
    def completed(self) -> bool:
        """Whether it is completed. Fields and rivers never are."""
        return self._message.completed

    @property
    def open(self) -> int | None:
        """Edges over which it still can grow (roads, cities, rivers), or missing neighbours (monasteries, gardens). Absent
        for fields.
        """
        return self._message.open if self._message.HasField("open") else None

    @property
    def coats_of_arms(self) -> int:
        """Coats of arms."""
        return self._message.coats_of_arms

    @property
    def traits(self) -> tuple[str, ...]:
        """Traits of its segments, for example "inn", "cathedral", in the order of the catalogue, each once. Traits that begin with
        "way-" tell which segments of one tile are connected for wagons, and mean nothing for the whole region.
        """
        return tuple(self._message.traits)

    @property
    def figures(self) -> tuple[RegionFigure, ...]:
        """The figures on it."""
        return tuple(RegionFigure._wrap(item) for item in self._message.figures)

    @property
    def strengths(self) -> tuple[Strength, ...]:
        """Strength of each player whose figures count there, ascending by seat: builders and pigs never do, a mayor in a city
        without coats of arms does not.
        """
        return tuple(Strength._wrap(item) for item in self._message.strengths)

    @property
    def majority(self) -> tuple[int, ...]:
        """Seats of the players who hold the majority, ascending."""
        return tuple(self._message.majority)

    @property
    def value(self) -> int:
        """What it would score now: a completed feature its full value, any other its value at the end of the game."""
        return self._message.value

    @property
    def terms(self) -> tuple[Term, ...]:
        """What that value is made of."""
        return tuple(Term._wrap(item) for item in self._message.terms)

    @property
    def completed_cities(self) -> tuple[int, ...]:
        """For a field: the completed cities that touch it, as indices into the list of regions."""
        return tuple(self._message.completed_cities)


class Strength(Value[score_pb2.Strength]):
    """How much a player counts for the majority in a region."""

    __slots__ = ()
    _type = score_pb2.Strength

    def __init__(
        self,
        *,
        player: int | None = None,
        strength: int | None = None,
    ) -> None:
        self._set(
            player=player,
            strength=strength,
        )

    @property
    def player(self) -> int:
        """Seat."""
        return self._message.player

    @property
    def strength(self) -> int:
        """Sum of the strengths of the figures."""
        return self._message.strength


class TrackPosition(Value[score_pb2.TrackPosition]):
    """What lies on the scoring track and in front of a player."""

    __slots__ = ()
    _type = score_pb2.TrackPosition

    def __init__(
        self,
        *,
        player: int | None = None,
        points: int | None = None,
        space: int | None = None,
        tiles_100: int | None = None,
        tiles_50: int | None = None,
    ) -> None:
        self._set(
            player=player,
            points=points,
            space=space,
            tiles_100=tiles_100,
            tiles_50=tiles_50,
        )

    @property
    def player(self) -> int:
        """Seat."""
        return self._message.player

    @property
    def points(self) -> int:
        """Points in all."""
        return self._message.points

    @property
    def space(self) -> int:
        """Space of the scoring track, 0 to 49."""
        return self._message.space

    @property
    def tiles_100(self) -> int:
        """Points tiles showing 100 in front of the player."""
        return self._message.tiles_100

    @property
    def tiles_50(self) -> int:
        """Points tiles showing 50 in front of the player: 0 or 1."""
        return self._message.tiles_50


class Position(Value[rules_service_pb2.Position]):
    """A position, typed or as one line of text."""

    __slots__ = ()
    _type = rules_service_pb2.Position

    def __init__(
        self,
        *,
        state: State | None = None,
        notation: str | None = None,
    ) -> None:
        self._set(
            state=state,
            notation=notation,
        )

    @property
    def state(self) -> State | None:
        """Typed."""
        return wrap(State, self._message.state, _notation=self._message.notation)

    @property
    def notation(self) -> str | None:
        """In the position notation of docs/notation.md, at most 256 KiB."""
        return self._message.notation if self._message.HasField("notation") else None

    @property
    def form(self) -> State | str | None:
        """One of the two. Must be given."""
        match self.form_name:
            case "state":
                return self.state
            case "notation":
                return self.notation
            case _:
                return None

    @property
    def form_name(self) -> str | None:
        """Name of the field that `form` is; None if it is none that this client knows."""
        name: str | None = self._message.WhichOneof("form")
        return name


class Catalog(_behaviour.Catalog):
    """The catalogue."""

    __slots__ = ()
    _type = rules_service_pb2.GetCatalogResponse

    def __init__(
        self,
        *,
        rules_version: int | None = None,
        kinds: Iterable[TileKind] | None = None,
        sets: Iterable[TileSet] | None = None,
        figures: Iterable[FigureInfo] | None = None,
        options: Iterable[OptionInfo] | None = None,
        tokens: Iterable[TokenInfo] | None = None,
    ) -> None:
        self._set(
            rules_version=rules_version,
            kinds=kinds,
            sets=sets,
            figures=figures,
            options=options,
            tokens=tokens,
        )

    @property
    def rules_version(self) -> int:
        """Version of the rules under which new games are made."""
        return self._message.rules_version

    @property
    def kinds(self) -> tuple[TileKind, ...]:
        """Kinds of tiles of the requested sets, and the start tile of a game of these sets, ascending by number."""
        return tuple(TileKind._wrap(item) for item in self._message.kinds)

    @property
    def sets(self) -> tuple[TileSet, ...]:
        """The requested sets, in the order of the catalogue."""
        return tuple(TileSet._wrap(item) for item in self._message.sets)

    @property
    def figures(self) -> tuple[FigureInfo, ...]:
        """Kinds of figures."""
        return tuple(FigureInfo._wrap(item) for item in self._message.figures)

    @property
    def options(self) -> tuple[OptionInfo, ...]:
        """House rules."""
        return tuple(OptionInfo._wrap(item) for item in self._message.options)

    @property
    def tokens(self) -> tuple[TokenInfo, ...]:
        """Kinds of tokens."""
        return tuple(TokenInfo._wrap(item) for item in self._message.tokens)


class NewGame(Value[rules_service_pb2.NewGameResponse]):
    """A new game."""

    __slots__ = ()
    _type = rules_service_pb2.NewGameResponse

    def __init__(
        self,
        *,
        state: State | None = None,
        events: Iterable[Event] | None = None,
        notation: str | None = None,
        notes: Iterable[str] | None = None,
    ) -> None:
        self._set(
            state=state,
            events=events,
            notation=notation,
            notes=notes,
        )

    @property
    def state(self) -> State:
        """The state at its start. With SeededDraw the first tile is already drawn."""
        return wrap(State, self._message.state, _notation=self._message.notation)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return tuple(Event._wrap(item) for item in self._message.events)

    @property
    def notation(self) -> str:
        """The same state as one line of text, if asked for."""
        return self._message.notation

    @property
    def notes(self) -> tuple[str, ...]:
        """Advice that is no rule, for example on the number of players."""
        return tuple(self._message.notes)


class LegalMoves(Value[rules_service_pb2.LegalMovesResponse]):
    """The legal moves."""

    __slots__ = ()
    _type = rules_service_pb2.LegalMovesResponse

    def __init__(
        self,
        *,
        player: int | None = None,
        moves: Iterable[LegalMove] | None = None,
        answers: Iterable[Answer] | None = None,
        turns: Iterable[MoveSequence] | None = None,
    ) -> None:
        self._set(
            player=player,
            moves=moves,
            answers=answers,
            turns=turns,
        )

    @property
    def player(self) -> int | None:
        """Seat of the player who decides; absent if chance does or the game is over."""
        return self._message.player if self._message.HasField("player") else None

    @property
    def moves(self) -> tuple[LegalMove, ...]:
        """All legal moves in a fixed order: by kind, then by their fields. Empty only if the game is over."""
        return tuple(LegalMove._wrap(item) for item in self._message.moves)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """An answer for each move asked about, in order."""
        return tuple(Answer._wrap(item) for item in self._message.answers)

    @property
    def turns(self) -> tuple[MoveSequence, ...]:
        """Whole turns, if asked for. Empty if chance is next or the game is over."""
        return tuple(MoveSequence._wrap(item) for item in self._message.turns)


class Answer(Value[rules_service_pb2.Answer]):
    """Whether a move is legal."""

    __slots__ = ()
    _type = rules_service_pb2.Answer

    def __init__(
        self,
        *,
        legal: bool | None = None,
        violations: Iterable[Violation] | None = None,
    ) -> None:
        self._set(
            legal=legal,
            violations=violations,
        )

    @property
    def legal(self) -> bool:
        """Whether it is."""
        return self._message.legal

    @property
    def violations(self) -> tuple[Violation, ...]:
        """If not, everything that stands against it."""
        return tuple(Violation._wrap(item) for item in self._message.violations)


class ApplyMove(Value[rules_service_pb2.ApplyMoveResponse]):
    """The result."""

    __slots__ = ()
    _type = rules_service_pb2.ApplyMoveResponse

    def __init__(
        self,
        *,
        state: State | None = None,
        events: Iterable[Event] | None = None,
        notation: str | None = None,
    ) -> None:
        self._set(
            state=state,
            events=events,
            notation=notation,
        )

    @property
    def state(self) -> State:
        """The new state. With SeededDraw, tiles due are drawn."""
        return wrap(State, self._message.state, _notation=self._message.notation)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        return tuple(Event._wrap(item) for item in self._message.events)

    @property
    def notation(self) -> str:
        """The same state as one line of text, if asked for."""
        return self._message.notation


class Score(_behaviour.Score):
    """Scores."""

    __slots__ = ()
    _type = rules_service_pb2.ScoreResponse

    def __init__(
        self,
        *,
        now: Iterable[PlayerScore] | None = None,
        if_ended_now: Iterable[PlayerScore] | None = None,
        final_scoring: Iterable[Scored] | None = None,
        regions: Iterable[Region] | None = None,
    ) -> None:
        self._set(
            now=now,
            if_ended_now=if_ended_now,
            final_scoring=final_scoring,
            regions=regions,
        )

    @property
    def now(self) -> tuple[PlayerScore, ...]:
        """Points so far."""
        return tuple(PlayerScore._wrap(item) for item in self._message.now)

    @property
    def if_ended_now(self) -> tuple[PlayerScore, ...]:
        """Points if the game ended now: those so far and the final scoring of what lies on the table."""
        return tuple(PlayerScore._wrap(item) for item in self._message.if_ended_now)

    @property
    def final_scoring(self) -> tuple[Scored, ...]:
        """The scorings that make the difference."""
        return tuple(Scored._wrap(item) for item in self._message.final_scoring)

    @property
    def regions(self) -> tuple[Region, ...]:
        """Every region of the table in the order of its first segment."""
        return tuple(Region._wrap(item) for item in self._message.regions)


class View(Value[rules_service_pb2.ViewResponse]):
    """A view."""

    __slots__ = ()
    _type = rules_service_pb2.ViewResponse

    def __init__(
        self,
        *,
        state: State | None = None,
        track: Iterable[TrackPosition] | None = None,
        notation: str | None = None,
    ) -> None:
        self._set(
            state=state,
            track=track,
            notation=notation,
        )

    @property
    def state(self) -> State:
        """The state without what the player may not see: seeds, and what others hide."""
        return wrap(State, self._message.state, _notation=self._message.notation)

    @property
    def track(self) -> tuple[TrackPosition, ...]:
        """The scoring track."""
        return tuple(TrackPosition._wrap(item) for item in self._message.track)

    @property
    def notation(self) -> str:
        """The same state as one line of text, if asked for."""
        return self._message.notation


class Record(_behaviour.Record):
    """A record of a game: how it began and what was done."""

    __slots__ = ()
    _type = rules_service_pb2.Record

    def __init__(
        self,
        *,
        setup: Setup | None = None,
        moves: Iterable[Move] | None = None,
    ) -> None:
        self._set(
            setup=setup,
            moves=moves,
        )

    @property
    def setup(self) -> Setup:
        """What was agreed."""
        return Setup._wrap(self._message.setup)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves in order, at most 4000. With SeededDraw draws are left out, as the service makes them."""
        return tuple(Move._wrap(item) for item in self._message.moves)


class Replay(Value[rules_service_pb2.ReplayResponse]):
    """The result of a replay."""

    __slots__ = ()
    _type = rules_service_pb2.ReplayResponse

    def __init__(
        self,
        *,
        state: State | None = None,
        events: Iterable[Event] | None = None,
        record: Record | None = None,
        record_notation: str | None = None,
        position_notation: str | None = None,
    ) -> None:
        self._set(
            state=state,
            events=events,
            record=record,
            record_notation=record_notation,
            position_notation=position_notation,
        )

    @property
    def state(self) -> State:
        """The state after the last move."""
        return wrap(State, self._message.state, _notation=self._message.position_notation)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        return tuple(Event._wrap(item) for item in self._message.events)

    @property
    def record(self) -> Record:
        """The record with every draw spelled out, so that it can be replayed without the seed."""
        return wrap(Record, self._message.record, _notation=self._message.record_notation)

    @property
    def record_notation(self) -> str:
        """That record as text, if asked for."""
        return self._message.record_notation

    @property
    def position_notation(self) -> str:
        """The state as one line of text, if asked for."""
        return self._message.position_notation


class Rollout(Value[rules_service_pb2.RolloutResponse]):
    """The results of some playouts of one candidate. Each candidate has its first response before any has its second. Sums over
    responses are sums over playouts.
    """

    __slots__ = ()
    _type = rules_service_pb2.RolloutResponse

    def __init__(
        self,
        *,
        candidate: int | None = None,
        moves: Iterable[Move] | None = None,
        first_playout: int | None = None,
        playouts: int | None = None,
        players: Iterable[RolloutPlayer] | None = None,
        moves_made: int | None = None,
    ) -> None:
        self._set(
            candidate=candidate,
            moves=moves,
            first_playout=first_playout,
            playouts=playouts,
            players=players,
            moves_made=moves_made,
        )

    @property
    def candidate(self) -> int:
        """Index into RolloutRequest.candidates, or of the legal move; 0 if there are none."""
        return self._message.candidate

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that are made first, as they were given; the legal move."""
        return tuple(Move._wrap(item) for item in self._message.moves)

    @property
    def first_playout(self) -> int:
        """Number of the first of these playouts."""
        return self._message.first_playout

    @property
    def playouts(self) -> int:
        """How many these are: their numbers follow each other. A response holds what some ten milliseconds bring."""
        return self._message.playouts

    @property
    def players(self) -> tuple[RolloutPlayer, ...]:
        """What became of each player, by seat."""
        return tuple(RolloutPlayer._wrap(item) for item in self._message.players)

    @property
    def moves_made(self) -> int:
        """Moves made in these playouts, those of chance included."""
        return self._message.moves_made


class RolloutPlayer(Value[rules_service_pb2.RolloutPlayer]):
    """What became of a player in some playouts."""

    __slots__ = ()
    _type = rules_service_pb2.RolloutPlayer

    def __init__(
        self,
        *,
        player: int | None = None,
        mean_points: float | None = None,
        sum_points: int | None = None,
        wins: int | None = None,
        ties: int | None = None,
        points: Iterable[int] | None = None,
        sum_supply: int | None = None,
    ) -> None:
        self._set(
            player=player,
            mean_points=mean_points,
            sum_points=sum_points,
            wins=wins,
            ties=ties,
            points=points,
            sum_supply=sum_supply,
        )

    @property
    def player(self) -> int:
        """Seat."""
        return self._message.player

    @property
    def mean_points(self) -> float:
        """Mean of the points: sum_points / RolloutResponse.playouts."""
        return self._message.mean_points

    @property
    def sum_points(self) -> int:
        """Sum of the points."""
        return self._message.sum_points

    @property
    def wins(self) -> int:
        """Playouts in which the player alone had the most points."""
        return self._message.wins

    @property
    def ties(self) -> int:
        """Playouts in which the player and others had the most points."""
        return self._message.ties

    @property
    def points(self) -> tuple[int, ...]:
        """Points in each playout, in order."""
        return tuple(self._message.points)

    @property
    def sum_supply(self) -> int:
        """Sum of the figures that the player had in the supply at the end of each playout; a final scoring brings none back. What a
        figure in the supply is worth is for the caller to say: the points do not tell.
        """
        return self._message.sum_supply


class PlayState(Value[rules_service_pb2.PlayState]):
    """Asks for the state."""

    __slots__ = ()
    _type = rules_service_pb2.PlayState


class Play(Value[rules_service_pb2.PlayResponse]):
    """The response to a request on a Play stream."""

    __slots__ = ()
    _type = rules_service_pb2.PlayResponse

    def __init__(
        self,
        *,
        begun: PlayBegun | None = None,
        new_game: NewGame | None = None,
        legal_moves: LegalMoves | None = None,
        apply_move: ApplyMove | None = None,
        score: Score | None = None,
        view: View | None = None,
        state: State | None = None,
        error: PlayError | None = None,
    ) -> None:
        self._set(
            begun=begun,
            new_game=new_game,
            legal_moves=legal_moves,
            apply_move=apply_move,
            score=score,
            view=view,
            state=state,
            error=error,
        )

    @property
    def begun(self) -> PlayBegun | None:
        """The position is sound."""
        return PlayBegun._wrap(self._message.begun) if self._message.HasField("begun") else None

    @property
    def new_game(self) -> NewGame | None:
        """The new game. Without state, unless it was asked for."""
        return NewGame._wrap(self._message.new_game) if self._message.HasField("new_game") else None

    @property
    def legal_moves(self) -> LegalMoves | None:
        """As by LegalMoves."""
        return LegalMoves._wrap(self._message.legal_moves) if self._message.HasField("legal_moves") else None

    @property
    def apply_move(self) -> ApplyMove | None:
        """As by ApplyMove. Without state, unless it was asked for."""
        return ApplyMove._wrap(self._message.apply_move) if self._message.HasField("apply_move") else None

    @property
    def score(self) -> Score | None:
        """As by Score."""
        return Score._wrap(self._message.score) if self._message.HasField("score") else None

    @property
    def view(self) -> View | None:
        """As by View."""
        return View._wrap(self._message.view) if self._message.HasField("view") else None

    @property
    def state(self) -> State | None:
        """The state."""
        return State._wrap(self._message.state) if self._message.HasField("state") else None

    @property
    def error(self) -> PlayError | None:
        """The request was refused; the position is what it was before."""
        return PlayError._wrap(self._message.error) if self._message.HasField("error") else None

    @property
    def answer(self) -> PlayBegun | NewGame | LegalMoves | ApplyMove | Score | View | State | PlayError | None:
        """What it is the response to, or why not."""
        match self.answer_name:
            case "begun":
                return self.begun
            case "new_game":
                return self.new_game
            case "legal_moves":
                return self.legal_moves
            case "apply_move":
                return self.apply_move
            case "score":
                return self.score
            case "view":
                return self.view
            case "state":
                return self.state
            case "error":
                return self.error
            case _:
                return None

    @property
    def answer_name(self) -> str | None:
        """Name of the field that `answer` is; None if it is none that this client knows."""
        name: str | None = self._message.WhichOneof("answer")
        return name


class PlayBegun(Value[rules_service_pb2.PlayBegun]):
    """The stream has a position."""

    __slots__ = ()
    _type = rules_service_pb2.PlayBegun


class PlayError(Value[rules_service_pb2.PlayError]):
    """Why a request on a stream was refused: what the status of a call would say."""

    __slots__ = ()
    _type = rules_service_pb2.PlayError

    def __init__(
        self,
        *,
        code: int | None = None,
        message: str | None = None,
        refusal: Refusal | None = None,
    ) -> None:
        self._set(
            code=code,
            message=message,
            refusal=refusal,
        )

    @property
    def code(self) -> int:
        """Code of the status, as numbered by google.rpc.Code."""
        return self._message.code

    @property
    def message(self) -> str:
        """Message of the status, for people."""
        return self._message.message

    @property
    def refusal(self) -> Refusal:
        """All that is wrong. Paths begin at the PlayRequest: "apply_move.moves[0].place_tile"."""
        return Refusal._wrap(self._message.refusal)
