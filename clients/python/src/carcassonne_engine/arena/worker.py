"""Processes that play games, and outlive bots that take a process down."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait

from ..engine import Engine
from ..errors import EngineError
from ..local import LocalEngine
from ..messages import Move
from .match import Failure, Match, Result, Thinking, after_failure, play_match

Job = tuple[Match] | tuple[Match, Thinking, list[Move], Failure]
"""A game to be played, or one whose process has died."""


class Worker:
    """A process that plays one game after the other, with a service of its own if `address` is None. If it dies while a bot
    thinks, that bot has crashed, and another process goes on."""

    def __init__(self, address: str | None) -> None:
        self._address = address
        self._match: Match | None = None
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, far = context.Pipe()
        """Something is to be heard as soon as this can be read."""
        self._process = context.Process(target=_work, args=(far, self._address), name="carcassonne-arena")
        self._process.start()
        # Nobody but the process holds that end, so that its death is heard.
        far.close()
        self._last: Thinking | None = None
        self._moves: list[Move] = []

    def begin(self, match: Match) -> None:
        """Gives it a game to play."""
        self._match = match
        self._last, self._moves = None, []
        self._send((match,))

    def hear(self) -> Result | None:
        """Waits for what it says next: the result, or something on the way there. What stands in the way of all games is raised."""
        try:
            said: object = self.pipe.recv()
        except (EOFError, OSError):
            self._replace()
            return None
        if isinstance(said, BaseException):
            raise said
        if isinstance(said, Thinking):
            self._last = said
            self._moves += said.moves
            return None
        assert isinstance(said, Result)
        return said

    def play(self, match: Match) -> Result:
        """Plays a game."""
        self.begin(match)
        while (result := self.hear()) is None:
            pass
        return result

    def _replace(self) -> None:
        self._process.join()
        how = f"its process ended with exit code {self._process.exitcode}"
        match, last, moves = self._match, self._last, self._moves
        self.pipe.close()
        if match is None or last is None:
            raise EngineError(f"no bot was thinking, but {how}")
        self._start()
        self._send((match, last, moves, Failure("crash", how)))

    def _send(self, job: Job) -> None:
        try:
            self.pipe.send(job)
        except OSError:
            # It is dead already: `hear` will tell.
            pass

    def close(self) -> None:
        """Ends the process, whatever it does."""
        self.pipe.close()
        self._process.join(timeout=2)
        self._process.terminate()
        self._process.join()


def _work(pipe: Connection, address: str | None) -> None:
    """In the process: plays what it is given, until nobody is there who could give it more."""
    # Ctrl-C goes to all processes of a terminal; the first one ends the others.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        with Engine(address) if address else LocalEngine() as engine:
            while True:
                match, *rest = pipe.recv()
                pipe.send(after_failure(engine, match, *rest) if rest else play_match(engine, match, pipe.send))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except Exception as error:
        pipe.send(error)


def in_processes(matches: Sequence[Match], address: str | None, processes: int) -> Iterator[Result]:
    """Results as they come."""
    waiting = iter(matches)
    workers = [Worker(address) for _ in range(min(processes, len(matches)))]
    try:
        for worker in workers:
            worker.begin(next(waiting))
        busy = list(workers)
        while busy:
            ready = wait([worker.pipe for worker in busy])
            for worker in [worker for worker in busy if worker.pipe in ready]:
                result = worker.hear()
                if result is None:
                    continue
                following = next(waiting, None)
                if following is None:
                    busy.remove(worker)
                else:
                    worker.begin(following)
                yield result
    finally:
        for worker in workers:
            worker.close()
