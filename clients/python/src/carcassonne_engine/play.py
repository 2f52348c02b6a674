"""A position that stays with the service while a stream is open, so that no state is sent for each call, read and checked."""

from __future__ import annotations

import asyncio
import copy
import queue
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, TypeVar

import grpc

from . import calls
from ._channel import HomeProcess, under_way
from ._proto import rules_service_pb2
from ._value import Value
from .calls import Call, MovesLike, PositionLike
from .errors import EngineError, Unavailable, from_stream
from .messages import ApplyMove, LegalMove, LegalMoves, Move, PlayError, Score, Scored, State

V = TypeVar("V", bound=Value[Any])


class PlayStream:
    """A position to go on from; `Engine.play` opens it. For one thread at a time.

    What is refused raises what the call of the same name raises, and the position stays as it was. When an answer does not come within
    the `timeout` of the engine, nothing is said for a minute, or the service stops, the stream is ended: its methods raise
    DeadlineExceeded or Unavailable from then on. Who wants to go on with another one then asks for `state` in time.
    """

    def __init__(
        self,
        connect: Callable[[Iterator[rules_service_pb2.PlayRequest]], Any],
        seconds: float,
        check: Callable[[], None],
        failed: Callable[[grpc.RpcError | None], EngineError],
    ) -> None:
        self._requests = queue.SimpleQueue[rules_service_pb2.PlayRequest | None]()
        self._responses = under_way(connect(iter(self._requests.get, None)))
        self._home = HomeProcess()
        self._seconds, self._check, self._failed = seconds, check, failed
        self._ended: EngineError | None = None
        self._due: float | None = None
        self._late = False
        self._closed = threading.Event()
        threading.Thread(target=self._watch, daemon=True, name="carcassonne-stream").start()

    def _watch(self) -> None:
        """Ends the stream when an answer is overdue: reading itself knows no end, and a thread that looks now and then costs requests
        nothing."""
        wait = self._seconds
        while not self._closed.wait(wait):
            due, now = self._due, time.monotonic()
            if due is not None and due <= now:
                self._late = True
                self._responses.cancel()
                return
            # What is asked from now on is not due before that.
            wait = self._seconds if due is None else due - now

    def close(self) -> None:
        """Ends the stream."""
        if self._home.is_here:
            self._ended = self._ended or _closed()
            self._closed.set()
            self._requests.put(None)
            self._responses.cancel()

    def _ask(self, call: Call[V], with_state: bool = False) -> V:
        self._check()
        if self._ended is not None:
            raise _again(self._ended)
        self._due = time.monotonic() + self._seconds
        self._requests.put(calls.on_stream(call, with_state))
        try:
            response = next(self._responses)
        except grpc.RpcError as error:
            self._ended = self._failed(None if self._late else error)
            raise self._ended from None
        except StopIteration:
            self._ended = _ended()
            raise self._ended from None
        except BaseException:
            # Nobody waits for this answer any more, and the next would be taken for it.
            self.close()
            raise
        finally:
            self._due = None
        return _answer(call, response)

    def begin(self, position: PositionLike) -> None:
        """Goes on from another position."""
        self._ask(calls.begin(position))

    def legal_moves(self, ask: Iterable[Move | LegalMove] = (), *, whole_turns: bool = False, notation: bool = True) -> LegalMoves:
        """What can happen next; see `Engine.legal_moves`."""
        return self._ask(calls.legal_moves(None, ask, whole_turns, notation))

    def apply_move(self, moves: MovesLike, *, with_state: bool = False) -> ApplyMove:
        """Makes one or more moves, all of them or none, and tells what happened. Without `with_state` the state in the answer is
        empty: it is most of what there is to send."""
        return self._ask(calls.apply_move(None, moves, notation=with_state), with_state)

    def score(self, awards: tuple[Scored, ...] = ()) -> Score:
        """Points now and if the game ended now; see `Engine.score`."""
        return self._ask(calls.score(None, awards))

    def view(self, player: int | None = None) -> State:
        """The state as a player may see it, or a spectator."""
        return self._ask(calls.view(None, player)).state

    def state(self) -> State:
        """The state as it is."""
        return self._ask(calls.state())


class AsyncPlayStream:
    """A position to go on from; `AsyncEngine.play` opens it. For one task at a time; otherwise as `PlayStream`."""

    def __init__(
        self,
        stream: Any,
        seconds: float,
        check: Callable[[], None],
        failed: Callable[[grpc.RpcError | None], Awaitable[EngineError]],
    ) -> None:
        self._stream = under_way(stream)
        self._home = HomeProcess()
        self._seconds, self._check, self._failed = seconds, check, failed
        self._ended: EngineError | None = None

    def close(self) -> None:
        """Ends the stream."""
        if self._home.is_here:
            self._ended = self._ended or _closed()
            self._stream.cancel()

    async def _exchange(self, request: rules_service_pb2.PlayRequest) -> object:
        # Of a stream that has ended, reading tells why.
        if not self._stream.done():
            await self._stream.write(request)
        return await self._stream.read()

    async def _ask(self, call: Call[V], with_state: bool = False) -> V:
        self._check()
        if self._ended is not None:
            raise _again(self._ended)
        try:
            response = await asyncio.wait_for(self._exchange(calls.on_stream(call, with_state)), self._seconds)
        except (grpc.RpcError, asyncio.TimeoutError) as error:
            self._stream.cancel()
            self._ended = await self._failed(error if isinstance(error, grpc.RpcError) else None)
            raise self._ended from None
        except BaseException:
            # Nobody waits for this answer any more, and the next would be taken for it.
            self.close()
            raise
        if not isinstance(response, rules_service_pb2.PlayResponse):
            # No more will come.
            self._ended = _ended()
            raise self._ended
        return _answer(call, response)

    async def begin(self, position: PositionLike) -> None:
        """Goes on from another position."""
        await self._ask(calls.begin(position))

    async def legal_moves(self, ask: Iterable[Move | LegalMove] = (), *, whole_turns: bool = False, notation: bool = True) -> LegalMoves:
        """What can happen next; see `Engine.legal_moves`."""
        return await self._ask(calls.legal_moves(None, ask, whole_turns, notation))

    async def apply_move(self, moves: MovesLike, *, with_state: bool = False) -> ApplyMove:
        """Makes one or more moves, all of them or none, and tells what happened; the state in the answer is empty without
        `with_state`."""
        return await self._ask(calls.apply_move(None, moves, notation=with_state), with_state)

    async def score(self) -> Score:
        """Points now and if the game ended now; see `Engine.score`."""
        return await self._ask(calls.score(None))

    async def view(self, player: int | None = None) -> State:
        """The state as a player may see it, or a spectator."""
        return (await self._ask(calls.view(None, player))).state

    async def state(self) -> State:
        """The state as it is."""
        return await self._ask(calls.state())


def _answer(call: Call[V], response: rules_service_pb2.PlayResponse) -> V:
    if response.HasField("error"):
        raise from_stream(PlayError.from_message(response.error))
    return call.value(getattr(response, str(response.WhichOneof("answer"))))


def _ended() -> EngineError:
    return Unavailable("the service has ended the stream", "UNAVAILABLE")


def _closed() -> EngineError:
    return EngineError("it was closed", "CANCELLED")


def _again(ended: EngineError) -> EngineError:
    """What is told from then on."""
    error = copy.copy(ended)
    error.message = f"the stream has ended: {ended.message}"
    return error
