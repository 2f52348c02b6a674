"""One game between bots."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from types import FrameType
from typing import Any, TypeVar, cast

from ..bots import Bot, BotFailure, bot_from
from ..bots.external import ExternalBot
from ..engine import Engine
from ..errors import DeadlineExceeded, IllegalMove, Unavailable
from ..game import Game
from ..messages import Move

T = TypeVar("T")


@dataclass(frozen=True)
class Match:
    """A game that is to be played.

    `bots`: their names (see `bot_from`) in the order of seats. `seconds_per_move`, `seconds_per_game`: how long a bot may think
    about a decision, and in all.
    """

    number: int
    seed: str
    bots: tuple[str, ...]
    sets: tuple[str, ...] = ("base",)
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    seconds_per_move: float | None = None
    seconds_per_game: float | None = None

    @property
    def key(self) -> str:
        """What makes it the same game."""
        return repr((self.seed, self.bots, self.sets, sorted(self.options.items()), self.seconds_per_move, self.seconds_per_game))


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
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Result:
        values: dict[str, Any] = {name: tuple(value) if name in _TUPLES else value for name, value in data.items()}
        return cls(**values)


# What JSON has as lists.
_TUPLES = ("bots", "points", "ranks", "decisions", "seconds")


class Failure(Exception):
    """A bot failed. `kind`: see `Result.failure`."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = message


@dataclass(frozen=True)
class Thinking:
    """What is known when it is a bot's turn to think: whose, and what came before."""

    seat: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    moves: tuple[Move, ...]
    """Those made since the last time."""


def play_match(engine: Engine, match: Match, watch: Callable[[Thinking], None] = lambda thinking: None) -> Result:
    """Plays a game. Whatever a bot does, there is a result; errors of the service are raised. `watch` is told before a bot is
    made, and before each decision."""
    game = _start(engine, match)
    seats = range(len(match.bots))
    seconds, decisions = [0.0] * len(seats), [0] * len(seats)
    # A bot's randomness is its own: what others do does not change it.
    rngs = [random.Random(f"{match.seed}/{seat}/{name}") for seat, name in enumerate(match.bots)]
    players: list[Bot] = []
    seat, told = 0, 0
    failure: Failure | None = None
    try:
        for seat, name in enumerate(match.bots):
            watch(Thinking(seat, tuple(decisions), tuple(seconds), ()))
            players.append(_guarded(partial(bot_from, name)))
        while not game.is_over:
            assert game.player is not None
            seat = game.player
            watch(Thinking(seat, tuple(decisions), tuple(seconds), game.played[told:]))
            told = len(game.played)
            began = time.perf_counter()
            try:
                moves = _decide(players[seat], game, seat, rngs[seat], _limit(match, seconds[seat]))
            finally:
                seconds[seat] += time.perf_counter() - began
                decisions[seat] += 1
            for move in moves:
                game = _guarded(partial(game.play, move))
    except Failure as caught:
        failure = caught
    finally:
        for player in players:
            player.close()
    return _result(match, game, decisions, seconds, seat, failure)


def after_failure(engine: Engine, match: Match, last: Thinking, moves: Sequence[Move], failure: Failure) -> Result:
    """The result of a game that nobody is there to go on with: its moves, and the bot that thought last."""
    game = _start(engine, match).play_each(moves)
    decisions = [count + (seat == last.seat) for seat, count in enumerate(last.decisions)]
    return _result(match, game, decisions, last.seconds, last.seat, failure)


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


def _guarded(make: Callable[[], T]) -> T:
    """What a bot's code returns, or the failure that it is."""
    try:
        return make()
    except (Unavailable, DeadlineExceeded):
        # The service failed, not the bot.
        raise
    except TimeoutError as error:
        raise Failure("time", str(error)) from error
    except IllegalMove as error:
        raise Failure("illegal", f"{error.reason.name}: {error}") from error
    # A bot that wants to end the program ends only itself.
    except (Exception, SystemExit) as error:
        label = str(error) if isinstance(error, BotFailure) else f"{type(error).__name__}: {error}"
        raise Failure("crash", label) from error


def _decide(bot: Bot, game: Game, seat: int, rng: random.Random, limit: float | None) -> Sequence[Move]:
    view = game.engine.game_at(game.view(seat))
    if isinstance(bot, ExternalBot):
        bot.seconds = limit
    with _alarm(limit):
        chosen = _guarded(partial(bot.choose, view, rng))
    moves = cast(Sequence[Any], (chosen,) if isinstance(chosen, Move) else tuple(chosen))
    if not moves or not all(isinstance(move, Move) for move in moves):
        raise Failure("illegal", f"no move: {chosen!r}")
    return moves


@contextmanager
def _alarm(seconds: float | None) -> Generator[None, None, None]:
    """Stops Python code that thinks for too long, where signals can: in the main thread, not on Windows. Elsewhere it is
    found out afterwards."""
    if seconds is None:
        yield
        return
    began = time.perf_counter()
    message = f"more than {seconds:g} seconds"
    with_signal = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(message)

    old = signal.signal(signal.SIGALRM, stop) if with_signal else None
    if with_signal:
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if with_signal:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
    if time.perf_counter() - began > seconds:
        raise Failure("time", message)


def _ranks(points: Sequence[int], failed: int | None) -> tuple[int, ...]:
    worth = [(-1 if seat == failed else point) for seat, point in enumerate(points)]
    return tuple(1 + sum(other > own for other in worth) for own in worth)
