"""The client for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, TypeVar, cast

import grpc
import grpc.aio
from google.protobuf.message import Message

from . import calls
from ._channel import PROBE, PROBE_SECONDS, HomeProcess, Target, under_way
from ._notation import hides_tiles, restored, seed_of
from ._value import Value
from .calls import Call, MovesLike, OptionsLike, PositionLike, SequenceLike, SetsLike
from .errors import EngineError, from_call, overdue
from .messages import (
    ApplyMove,
    Catalog,
    LegalMove,
    LegalMoves,
    Move,
    NewGame,
    Record,
    Replay,
    Rollout,
    RolloutPolicy,
    Score,
    Setup,
    State,
    View,
)
from .play import AsyncPlayStream

T = TypeVar("T", bound="AsyncEngine")
V = TypeVar("V", bound=Value[Any])


class AsyncEngine:
    """A rules service that is running somewhere, for asyncio. The arguments and methods are those of `Engine`; games are states.

    async with AsyncEngine("127.0.0.1:50051") as engine:
        state = (await engine.new_game(["Alice", "Bob"], seed="table 7")).state
        moves = (await engine.legal_moves(state)).moves
        state = (await engine.apply_move(state, moves[0])).state

    Belongs to the event loop of its first call: in another one (a second `asyncio.run`) it refuses to work, as after `close`
    (EngineError).
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
        self._loop: asyncio.AbstractEventLoop | None = None
        self._channel: grpc.aio.Channel | None = None
        self._methods: dict[str, Callable[..., Any]] = {}
        self._probe: Any = None

    @classmethod
    def at(cls: type[T], target: Target) -> T:
        """An engine for a target, for example that of a `LocalEngine`."""
        engine = cls.__new__(cls)
        engine._open(target)
        return engine

    def _check(self) -> None:
        """Raises why no call can be made any more."""
        self._home.check()
        if self._closed:
            raise EngineError("this engine was closed", "CANCELLED")
        if self._loop not in (None, asyncio.get_running_loop()):
            raise EngineError("this engine belongs to another event loop: open one in each", "FAILED_PRECONDITION")

    def _connect(self) -> None:
        """Makes the connection if there is none; raises why there can be none."""
        self._check()
        if self._channel is not None:
            return
        self._loop = asyncio.get_running_loop()
        # A channel belongs to the event loop that runs when it is made: not yet where the engine is made.
        if self.target.secure:
            channel = grpc.aio.secure_channel(self.target.grpc_address, self.target.credentials(), self.target.options)
        else:
            channel = grpc.aio.insecure_channel(self.target.grpc_address, self.target.options)
        self._channel = channel
        for name, path in calls.PATHS.items():
            self._methods[name] = getattr(channel, calls.KINDS[name])(path, calls.serialize, calls.RESPONSES[name].FromString)
        self._probe = cast(Any, channel).unary_unary(PROBE)

    async def close(self) -> None:
        """Closes the connection."""
        if not self._home.is_here:
            return
        self._closed = True
        channel, self._channel = self._channel, None
        # One that another event loop has left behind went with it.
        if channel is not None and self._loop is asyncio.get_running_loop():
            await channel.close(None)

    async def __aenter__(self: T) -> T:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return AsyncEngine.at, (self.target,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.target.address!r})"

    async def _failed(self, error: grpc.RpcError | None) -> EngineError:
        """See `Engine`."""
        if error is None or cast(Any, error).code() is grpc.StatusCode.DEADLINE_EXCEEDED:
            try:
                await self._probe(b"", timeout=PROBE_SECONDS)
            except grpc.RpcError as probe:
                if cast(Any, probe).code() is grpc.StatusCode.UNAVAILABLE:
                    error = probe
        return from_call(error, self.target.address) if error else overdue(self.target.address, self.target.timeout)

    async def call(self, call: Call[V], timeout: float | None = None) -> V:
        """Makes one call. The other methods are built on it."""
        self._connect()
        try:
            response = await self._methods[call.method](call.request, timeout=timeout or self.target.timeout, metadata=self.target.metadata)
        except grpc.RpcError as error:
            raise await self._failed(error) from None
        return call.value(cast(Message, response))

    async def stream(self, call: Call[V], timeout: float | None = None) -> AsyncIterator[V]:
        """Makes one call that has several answers, which come one by one. Whoever has enough closes the iterator, and the
        service stops."""
        self._connect()
        responses = self._methods[call.method](call.request, timeout=timeout or self.target.timeout, metadata=self.target.metadata)
        under_way(responses)
        try:
            async for response in responses:
                yield call.value(cast(Message, response))
                self._check()
        except grpc.RpcError as error:
            raise await self._failed(error) from None
        finally:
            if self._home.is_here:
                responses.cancel()

    async def get_catalog(self, sets: Iterable[str] = ()) -> Catalog:
        """The catalogue of some sets; of all if none is named."""
        return await self.call(calls.get_catalog(sets))

    async def new_game(
        self,
        players: Sequence[str] | int = 2,
        sets: SetsLike = ("base",),
        *,
        seed: str | int | None = None,
        options: OptionsLike | None = None,
        offer: int | Iterable[int] | None = None,
    ) -> NewGame:
        """The state at the start of a game."""
        return await self.start(calls.setup(players, sets, seed=seed, options=options, offer=offer))

    async def start(self, setup: Setup) -> NewGame:
        """The state at the start of a game under a `Setup`."""
        return await self.call(calls.new_game(setup))

    async def legal_moves(
        self, position: PositionLike, ask: Iterable[Move | LegalMove] = (), *, whole_turns: bool = False, notation: bool = True
    ) -> LegalMoves:
        """What can happen next."""
        return await self.call(calls.legal_moves(position, ask, whole_turns, notation))

    async def apply_move(self, position: PositionLike, moves: MovesLike, *, notation: bool = True) -> ApplyMove:
        """The state after one or more moves, and what happened. IllegalMove if one of them is not legal."""
        return await self.call(calls.apply_move(position, moves, notation))

    async def score(self, position: PositionLike) -> Score:
        """Points now and if the game ended now, and every region."""
        return await self.call(calls.score(position))

    async def view(self, position: PositionLike, player: int | None = None) -> State:
        """The state as a player may see it, or a spectator."""
        return (await self.get_view(position, player)).state

    async def get_view(self, position: PositionLike, player: int | None = None) -> View:
        """The same, with the scoring track."""
        return await self.call(calls.view(position, player))

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
    ) -> AsyncIterator[Rollout]:
        """Many games played on from a position; see `Engine.rollout`."""
        call = calls.rollout(position, seed, playouts, candidates, each_legal_move, tiles, policy, first_playout)
        return self.stream(call, timeout)

    @asynccontextmanager
    async def play(self, position: PositionLike) -> AsyncGenerator[AsyncPlayStream, None]:
        """A stream to which the position belongs that it begins with; see `Engine.play`."""
        self._connect()
        call = self._methods["Play"](metadata=self.target.metadata)
        stream = AsyncPlayStream(call, self.target.timeout, self._check, self._failed)
        try:
            await stream.begin(position)
            yield stream
        finally:
            stream.close()

    async def replay(self, record: Record | str) -> Replay:
        """Plays a whole record."""
        return await self.call(calls.replay(record))

    async def state(self, text: str) -> State:
        """The state that a line of the position notation stands for."""
        return await self._both_forms(text)

    async def notation(self, state: State) -> str:
        """The line of the position notation for a state."""
        return state.notation or (await self._both_forms(state)).notation

    async def _both_forms(self, position: State | str) -> State:
        spectator = await self.view(position)
        seats = range(len(spectator.players)) if hides_tiles(spectator) else ()
        owners = [await self.view(position, seat) for seat in seats]
        return restored(spectator, owners, seed_of(position))
