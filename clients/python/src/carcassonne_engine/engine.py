"""The client."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from threading import Lock
from types import TracebackType
from typing import Any, TypeVar, cast

import grpc
from google.protobuf.message import Message

from . import calls
from ._batch import Batches
from ._channel import PROBE, PROBE_SECONDS, HomeProcess, Target, under_way
from ._notation import hides_tiles, restored, seed_of, with_texts
from ._value import Value
from .calls import Call, MovesLike, OptionsLike, PositionLike, SequenceLike, SetsLike
from .errors import EngineError, from_call, overdue
from .game import Game, Step
from .messages import (
    ApplyMove,
    Catalog,
    LegalMove,
    LegalMoves,
    Move,
    Record,
    Replay,
    Rollout,
    RolloutPolicy,
    Score,
    Scored,
    Setup,
    State,
    View,
)
from .play import PlayStream

T = TypeVar("T", bound="Engine")
V = TypeVar("V", bound=Value[Any])


class Engine:
    """A rules service that is running somewhere.

        with Engine("127.0.0.1:50051") as engine:
            game = engine.new_game(["Alice", "Bob"], seed="table 7")

    The arguments are those of `Target`: address, deadline, token, TLS. May be used by several threads at once. Can be sent to
    other processes (pickled): there it opens a connection of its own. The token goes with it.
    """

    def __init__(
        self,
        address: str = "127.0.0.1:50051",
        *,
        timeout: float = 10.0,
        token: str | None = None,
        root_certificates: str | None = None,
        certificate: str | None = None,
        private_key: str | None = None,
        retries: bool = True,
        waits: bool = True,
    ) -> None:
        self._open(Target(address, timeout, token, root_certificates, certificate, private_key, retries, waits))

    def _open(self, target: Target) -> None:
        self.target = target
        self._home = HomeProcess()
        self._closed = False
        self._batches: Batches | None = None
        self._first = Lock()
        # Answers that come one by one are read by whoever asks for them, not by a thread that hands them over: half the cost.
        options = [*target.options, ("SingleThreadedUnaryStream", 1)]
        if target.secure:
            self._channel = grpc.secure_channel(target.grpc_address, target.credentials(), options)
        else:
            self._channel = grpc.insecure_channel(target.grpc_address, options)
        channel = cast(Any, self._channel)
        self._methods: dict[str, Callable[..., Any]] = {
            name: getattr(channel, calls.KINDS[name])(path, calls.serialize, calls.RESPONSES[name].FromString)
            for name, path in calls.PATHS.items()
        }
        self._probe: Callable[..., Any] = channel.unary_unary(PROBE)

    @classmethod
    def at(cls: type[T], target: Target) -> T:
        """An engine for a target."""
        engine = cls.__new__(cls)
        engine._open(target)
        return engine

    def close(self) -> None:
        """Closes the connection."""
        if self._home.is_here:
            self._closed = True
            self._channel.close()
            if self._batches is not None:
                self._batches.close()
                self._batches = None

    def __enter__(self: T) -> T:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return Engine.at, (self.target,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.target.address!r})"

    def _check(self) -> None:
        """Raises why no call can be made any more, if that is known."""
        self._home.check()
        if self._closed:
            raise EngineError("this engine was closed", "CANCELLED")

    def _failed(self, error: grpc.RpcError | None) -> EngineError:
        """What a call failed of; without an error, a stream of an answer that did not come in time."""
        self._check()
        if error is None or cast(Any, error).code() is grpc.StatusCode.DEADLINE_EXCEEDED:
            # A call waits for a service that is not there as for one that is slow.
            try:
                self._probe(b"", timeout=PROBE_SECONDS)
            except grpc.RpcError as probe:
                if cast(Any, probe).code() is grpc.StatusCode.UNAVAILABLE:
                    error = probe
        return from_call(error, self.target.address) if error else overdue(self.target.address, self.target.timeout)

    def call(self, call: Call[V], timeout: float | None = None) -> V:
        """Makes one call. The other methods are built on it."""
        self._check()
        try:
            response = self._methods[call.method](call.request, timeout=timeout or self.target.timeout, metadata=self.target.metadata)
        except grpc.RpcError as error:
            raise self._failed(error) from None
        return call.value(cast(Message, response))

    def stream(self, call: Call[V], timeout: float | None = None) -> Iterator[V]:
        """Makes one call that has several answers, which come one by one. Whoever has enough closes the iterator, or forgets
        it, and the service stops."""
        self._check()
        responses = self._methods[call.method](call.request, timeout=timeout or self.target.timeout, metadata=self.target.metadata)
        return self._answers(call, under_way(responses))

    def _answers(self, call: Call[V], responses: Any) -> Iterator[V]:
        try:
            self._check()
            for response in responses:
                yield call.value(cast(Message, response))
                self._check()
        except grpc.RpcError as error:
            raise self._failed(error) from None
        finally:
            if self._home.is_here:
                responses.cancel()

    def call_all(self, calls: Iterable[Call[V]], timeout: float | None = None) -> list[V]:
        """Makes calls (of `carcassonne_engine.calls`) at the same time, and gives the answers in order."""
        self._check()
        try:
            with self._first:
                if self._batches is None:
                    self._batches = Batches(self.target)
            return self._batches.call_all(list(calls), timeout)
        except EngineError:
            self._check()
            raise

    # The service

    @cached_property
    def catalog(self) -> Catalog:
        """All tiles, sets, figures and options that the service knows. Asked for once."""
        return self.get_catalog()

    def get_catalog(self, sets: Iterable[str] = ()) -> Catalog:
        """The catalogue of some sets; of all if none is named."""
        return self.call(calls.get_catalog(sets))

    def new_game(
        self,
        players: Sequence[str] | int = 2,
        sets: SetsLike = ("base",),
        *,
        seed: str | int | None = None,
        options: OptionsLike | None = None,
        offer: int | Iterable[int] | None = None,
    ) -> Game:
        """A new game.

        `players`: names in turn order, or how many. `sets`: ids of the catalogue, or how many copies of each. `seed`: the service
        draws the tiles, the same for the same seed; without it every draw is a chance move that the caller makes. `options`: house
        rules by name, `{"farmers": "off"}`. `offer`: which tiles that are not drawn lie ready beside the table, or how many.
        """
        return self.start(calls.setup(players, sets, seed=seed, options=options, offer=offer))

    def start(self, setup: Setup) -> Game:
        """A new game under a `Setup`."""
        new = self.call(calls.new_game(setup))
        # What the service agreed to: defaults filled in, sets in order.
        return Game(self, new.state.setup, (Step((), new.state, new.events),), new.notes)

    def game_at(self, position: PositionLike) -> Game:
        """A game that goes on from a position. Text is read by the service."""
        state = self.state(position) if isinstance(position, str) else calls.state_of(position)
        return Game(self, None, (Step((), state, ()),))

    def game_from(self, record: Record | str) -> Game:
        """The game of a record, which can be stepped through; InvalidNotation if a text is no record, IllegalMove if it holds a move
        that is not legal."""
        played = self.replay(record).record
        return self.start(played.setup).play_each(with_texts(played))

    def legal_moves(
        self, position: PositionLike, ask: Iterable[Move | LegalMove] = (), *, whole_turns: bool = False, notation: bool = True
    ) -> LegalMoves:
        """What can happen next. `ask`: moves of which to know whether they are legal and why not. `whole_turns`: list all
        sequences of decisions until chance or another player is next, too. `notation`: whether moves know their text."""
        return self.call(calls.legal_moves(position, ask, whole_turns, notation))

    def apply_move(self, position: PositionLike, moves: MovesLike, *, notation: bool = True) -> ApplyMove:
        """The state after one or more moves, and what happened. IllegalMove if one of them is not legal."""
        return self.call(calls.apply_move(position, moves, notation))

    def score(self, position: PositionLike, awards: tuple[Scored, ...] = ()) -> Score:
        """Points now and if the game ended now, and every region. `awards`: what was scored so far, for `Score.explain`."""
        return self.call(calls.score(position, awards))

    def view(self, position: PositionLike, player: int | None = None) -> State:
        """The state as a player may see it, or a spectator."""
        return self.get_view(position, player).state

    def get_view(self, position: PositionLike, player: int | None = None) -> View:
        """The same, with the scoring track."""
        return self.call(calls.view(position, player))

    def rollout(
        self,
        position: PositionLike,
        *,
        seed: int,
        playouts: int,
        candidates: Iterable[SequenceLike] = (),
        each_legal_move: bool = False,
        tiles: int | None = None,
        policy: RolloutPolicy = RolloutPolicy.RANDOM,
        first_playout: int = 0,
        timeout: float | None = None,
    ) -> Iterator[Rollout]:
        """Many games played on from a position, or from what `candidates` (or each legal move) lead to; see `Rollout`, and
        `carcassonne_engine.rollouts` for what most bots want. `playouts`: for each candidate. `tiles`: how many are placed in
        each playout; None: all. The same arguments give the same results, which come as soon as they are there."""
        call = calls.rollout(position, seed, playouts, candidates, each_legal_move, tiles, policy, first_playout)
        return self.stream(call, timeout)

    @contextmanager
    def play(self, position: PositionLike) -> Generator[PlayStream, None, None]:
        """A stream to which the position belongs that it begins with, for many calls on one position that goes on; each takes little
        more than half the time. `with engine.play(game.state) as stream:` ends it."""
        self._check()
        connect = partial(self._methods["Play"], metadata=self.target.metadata)
        stream = PlayStream(connect, self.target.timeout, self._check, self._failed)
        try:
            stream.begin(position)
            yield stream
        finally:
            stream.close()

    def replay(self, record: Record | str) -> Replay:
        """Plays a whole record."""
        return self.call(calls.replay(record))

    # Text notation

    def state(self, text: str) -> State:
        """The state that a line of the position notation stands for."""
        return self._both_forms(text)

    def notation(self, state: State) -> str:
        """The line of the position notation for a state."""
        return state.notation or self._both_forms(state).notation

    def _both_forms(self, position: State | str) -> State:
        spectator = self.view(position)
        seats = range(len(spectator.players)) if hides_tiles(spectator) else ()
        return restored(spectator, [self.view(position, seat) for seat in seats], seed_of(position))
