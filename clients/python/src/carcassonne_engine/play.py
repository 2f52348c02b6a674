"""A position that stays with the service while a stream is open, so that no state is sent for each call, read and checked."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import grpc

from . import calls
from ._proto import rules_service_pb2
from ._value import Value
from .calls import Call, MovesLike, PositionLike
from .errors import EngineError, Unavailable, from_call, from_stream
from .messages import ApplyMove, LegalMove, LegalMoves, Move, PlayError, Score, Scored, State

V = TypeVar("V", bound=Value[Any])


class PlayStream:
    """A position to go on from; `Engine.play` opens it. For one thread at a time.

    What is refused raises what the call of the same name raises, and the position stays as it was. When nothing is said for a
    minute, or the service stops, the stream is ended: its methods raise DeadlineExceeded or Unavailable from then on. Who wants to
    go on with another one then asks for `state` in time.
    """

    def __init__(self, connect: Callable[[Iterator[rules_service_pb2.PlayRequest]], Any]) -> None:
        self._requests = queue.SimpleQueue[rules_service_pb2.PlayRequest | None]()
        self._responses = connect(iter(self._requests.get, None))

    def close(self) -> None:
        """Ends the stream."""
        self._requests.put(None)
        self._responses.cancel()

    def _ask(self, call: Call[V], with_state: bool = False) -> V:
        self._requests.put(calls.on_stream(call, with_state))
        try:
            response = next(self._responses)
        except grpc.RpcError as error:
            raise from_call(error) from None
        except StopIteration:
            raise _ended() from None
        except BaseException:
            # Nobody waits for this answer any more, and the next would be taken for it.
            self.close()
            raise
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

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def close(self) -> None:
        """Ends the stream."""
        self._stream.cancel()

    async def _ask(self, call: Call[V], with_state: bool = False) -> V:
        try:
            # Of a stream that has ended, reading tells why.
            if not self._stream.done():
                await self._stream.write(calls.on_stream(call, with_state))
            response: object = await self._stream.read()
        except grpc.RpcError as error:
            raise from_call(error) from None
        if not isinstance(response, rules_service_pb2.PlayResponse):
            # No more will come.
            raise _ended()
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
