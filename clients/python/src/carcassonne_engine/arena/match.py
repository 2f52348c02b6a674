"""One game between bots."""

from __future__ import annotations

import random
import signal
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from ..bots import Bot, BotFailure, BotTimeout, ExternalBot, NoMove, bot_from, moves_of
from ..engine import Engine
from ..errors import EngineError, IllegalMove, Refused
from ..game import Game
from ..messages import Move

# How long a bot may think about a decision if nobody says otherwise, how long it may take until it is there to play, and to end.
SECONDS_PER_MOVE = 60.0
SECONDS_TO_START = 60.0
SECONDS_TO_CLOSE = 5.0


@dataclass(frozen=True)
class Match:
    """A game that is to be played.

    `bots`: their names (see `bot_from`) in the order of seats. `seconds_per_move`, `seconds_per_game`: how long a bot may think
    about a decision, and in all; None: as long as it likes. `seconds_to_start`: how long making a bot may take. `bots_address`:
    what external bots are told as the service's address; None: the one that the game is played with.
    """

    number: int
    seed: str
    bots: tuple[str, ...]
    sets: tuple[str, ...] = ("base",)
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    seconds_per_move: float | None = SECONDS_PER_MOVE
    seconds_per_game: float | None = None
    seconds_to_start: float | None = SECONDS_TO_START
    bots_address: str | None = None

    @property
    def key(self) -> str:
        """What makes it the same game."""
        limits = (self.seconds_per_move, self.seconds_per_game, self.seconds_to_start)
        return repr((self.seed, self.bots, self.sets, sorted(self.options.items()), *limits))


@dataclass(frozen=True)
class Result:
    """How a game went.

    `points`: final points, or if a bot failed, those if the game had ended then. `ranks`: 1 for the best; equal points share a
    rank; a bot that failed is last. `failed`: seat of the bot that failed; None if the game was played to its end. `failure`:
    `crash`, `illegal` or `time`. `seconds`: how long each bot thought. `record`: the game in the record notation.
    """

    number: int
    key: str
    seed: str
    bots: tuple[str, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    failed: int | None
    failure: str
    message: str
    record: str

    def to_json(self) -> dict[str, Any]:
        """What a line of the results holds."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Result:
        """The result that such a line holds."""
        values: dict[str, Any] = {name: tuple(value) if name in _TUPLES else value for name, value in data.items()}
        return cls(**values)


# What JSON has as lists.
_TUPLES = ("bots", "points", "ranks", "decisions", "seconds")


class Failure(Exception):
    """A bot failed. `kind`: see `Result.failure`."""

    def __init__(self, kind: str, message: str) -> None:
        # Bots write some of it.
        message = message[:2000]
        super().__init__(kind, message)
        self.kind = kind
        self.message = message


@dataclass(frozen=True)
class Thinking:
    """What is known when a bot is made, or its turn to think: whose, and what came before."""

    seat: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    moves: tuple[Move, ...]
    """Those made since the last time."""
    limit: float | None
    """Seconds that it may take."""


Watch = Callable[[Thinking | Result], None]


def play_match(engine: Engine, match: Match, watch: Watch = lambda news: None) -> Result:
    """Plays a game. Whatever a bot does, there is a result; errors of the service are raised.

    `watch` is told before a bot is made, before each decision, and of the result, after which bots have `SECONDS_TO_CLOSE` to end:
    what they do then is a warning at most.
    """
    players: list[Bot] = []
    with ExitStack() as stack:
        # Each bot has a connection of its own: what it does to it harms nobody else.
        engines = [stack.enter_context(Engine.at(engine.target)) for _ in match.bots]
        try:
            result = _play(engine, match, players, engines, watch)
            watch(result)
            return result
        finally:
            for name, player in zip(match.bots, players, strict=False):
                _close(engine, name, player)


def _close(engine: Engine, name: str, bot: Bot) -> None:
    try:
        with _blame(engine, SECONDS_TO_CLOSE):
            bot.close()
    except Failure as failure:
        warnings.warn(f"{name} did not close: {failure.message}", stacklevel=2)


def _play(engine: Engine, match: Match, players: list[Bot], engines: Sequence[Engine], watch: Watch) -> Result:
    game = _start(engine, match)
    seats = range(len(match.bots))
    seconds, decisions = [0.0] * len(seats), [0] * len(seats)
    # A bot's randomness is its own: what others do does not change it.
    rngs = [random.Random(f"{match.seed}/{seat}/{name}") for seat, name in enumerate(match.bots)]
    seat, told = 0, 0
    failure: Failure | None = None
    try:
        for seat, name in enumerate(match.bots):
            watch(Thinking(seat, tuple(decisions), tuple(seconds), (), match.seconds_to_start))
            with _blame(engine, match.seconds_to_start):
                player = bot_from(name)
            players.append(player)
            if isinstance(player, ExternalBot):
                player.service = match.bots_address
        while not game.is_over:
            assert game.player is not None
            seat = game.player
            limit = _limit(match, seconds[seat])
            watch(Thinking(seat, tuple(decisions), tuple(seconds), game.played[told:], limit))
            told = len(game.played)
            view = engines[seat].game_at(game.view(seat))
            began = time.perf_counter()
            try:
                moves = _decide(engine, players[seat], view, rngs[seat], limit)
            finally:
                seconds[seat] += time.perf_counter() - began
                decisions[seat] += 1
            game = _made(game, seat, moves)
    except Failure as caught:
        failure = caught
    return _result(match, game, decisions, seconds, seat, failure)


def after_failure(engine: Engine, match: Match, last: Thinking, took: float, moves: Sequence[Move], failure: Failure) -> Result:
    """The result of a game that nobody is there to go on with: its moves, the bot that thought last, and how many seconds."""
    game = _start(engine, match).play_each(moves)
    decisions = [count + (seat == last.seat) for seat, count in enumerate(last.decisions)]
    seconds = [second + took * (seat == last.seat) for seat, second in enumerate(last.seconds)]
    return _result(match, game, decisions, seconds, last.seat, failure)


def _start(engine: Engine, match: Match) -> Game:
    return engine.new_game([_short(name) for name in match.bots], match.sets, seed=match.seed, options=match.options)


def _result(match: Match, game: Game, decisions: Sequence[int], seconds: Sequence[float], seat: int, failure: Failure | None) -> Result:
    failed = seat if failure else None
    points = game.score.final if failure else game.state.points
    return Result(
        match.number,
        match.key,
        match.seed,
        match.bots,
        points,
        _ranks(points, failed),
        tuple(decisions),
        tuple(round(second, 6) for second in seconds),
        failed,
        failure.kind if failure else "",
        failure.message if failure else "",
        game.notation,
    )


def _short(name: str) -> str:
    """A name that fits into a state."""
    return name.encode()[:64].decode(errors="ignore")


def _limit(match: Match, used: float) -> float | None:
    limits = [match.seconds_per_move, None if match.seconds_per_game is None else max(match.seconds_per_game - used, 0.001)]
    return min((limit for limit in limits if limit is not None), default=None)


def _decide(engine: Engine, bot: Bot, view: Game, rng: random.Random, limit: float | None) -> Sequence[Move]:
    if isinstance(bot, ExternalBot):
        bot.seconds = limit
    with _blame(engine, limit):
        return moves_of(bot.choose(view, rng))


def _made(game: Game, seat: int, moves: Sequence[Move]) -> Game:
    """The game after what a player chose."""
    for number, move in enumerate(moves):
        if number and game.player != seat:
            raise Failure("illegal", f"a move beyond its own turn: {move}")
        try:
            game = game.play(move)
        except Refused as error:
            raise Failure("illegal", f"{error.reason.name}: {error}") from error
        except EngineError:
            raise
        except Exception as error:
            raise Failure("illegal", f"no move: {_told(error)}") from error
    return game


class _TimeIsUp(BaseException):
    """Not for `except Exception` in a bot's code."""


@contextmanager
def _blame(engine: Engine, seconds: float | None) -> Generator[None, None, None]:
    """Within it code of a bot runs: what it raises, and if it takes longer than that, is its failure."""
    began = time.perf_counter()
    late = Failure("time", f"more than {seconds:g} seconds") if seconds is not None else None
    try:
        with _alarm(seconds):
            yield
    except (Failure, KeyboardInterrupt):
        raise
    except _TimeIsUp:
        assert late is not None
        raise late from None
    except BotTimeout as error:
        raise Failure("time", str(error)) from error
    except IllegalMove as error:
        raise Failure("illegal", f"{error.reason.name}: {error}{_where(error)}") from error
    except NoMove as error:
        raise Failure("illegal", str(error)) from error
    # A bot that wants to end the program ends only itself.
    except BaseException as error:
        if isinstance(error, EngineError):
            # If the service does not answer the arena either, that stands in the way of all games. Else it is the bot's matter.
            engine.get_catalog(["base"])
        raise Failure("crash", str(error) if isinstance(error, BotFailure) else _told(error) + _where(error)) from error
    if late is not None and seconds is not None and time.perf_counter() - began > seconds:
        raise late


def _told(error: BaseException) -> str:
    return "".join(traceback.format_exception_only(error)).strip()


_PACKAGE = Path(__file__).parents[1]
# Its bots are like others.
_BOTS = {_PACKAGE / "bots" / f"{name}.py" for name in ("base", "flat", "greedy", "mcts", "random")}


def _where(error: BaseException) -> str:
    """The last places that an error came from, but for those in this package, where nobody looks for the mistakes of a bot."""
    files = ((Path(frame.filename), frame) for frame in traceback.extract_tb(error.__traceback__))
    frames = [frame for file, frame in files if _PACKAGE not in file.parents or file in _BOTS]
    places = [f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in frames[-3:]]
    return f" ({', '.join(places)})" if places else ""


@contextmanager
def _alarm(seconds: float | None) -> Generator[None, None, None]:
    """Stops Python code that thinks for too long, where signals can: in the main thread, not on Windows."""
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise _TimeIsUp

    old = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def _ranks(points: Sequence[int], failed: int | None) -> tuple[int, ...]:
    worth = [(-1 if seat == failed else point) for seat, point in enumerate(points)]
    return tuple(1 + sum(other > own for other in worth) for own in worth)
