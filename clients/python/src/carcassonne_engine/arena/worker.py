"""Processes that play games, and outlive bots that take a process down, or never give it back."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeAlias

from ..engine import Engine
from ..errors import EngineError
from ..messages import Move
from .match import SECONDS_TO_CLOSE, Failure, Match, Result, Thinking, after_failure, play_match

Job = tuple[Match] | tuple[Match, Thinking, float, list[Move], Failure]
"""A game to be played, or one whose process is gone."""

Service: TypeAlias = Callable[[], Engine]
"""What opens the service to play with, or starts one. Can be sent to other processes."""

# Seconds after the end of its time in which a bot must have let go of its process. Calls to the service fall into them, too, so
# that they are more than one may take.
GRACE = 15.0


class Worker:
    """A process that plays one game after the other. If it dies while a bot thinks, that bot has crashed; if it says nothing until
    `GRACE` after the bot's time is over, which is what becomes of a bot that catches everything or hangs in code that is not
    Python, it is ended. Then another process goes on."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._match: Match | None = None
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, far = context.Pipe()
        """Something is to be heard as soon as this can be read."""
        self._process = context.Process(target=_work, args=(far, self._service), name="carcassonne-arena")
        self._process.start()
        # Nobody but the process holds that end, so that its death is heard.
        far.close()
        self._forget()

    def _forget(self) -> None:
        self._last: Thinking | None = None
        self._moves: list[Move] = []
        self._result: Result | None = None
        self._wait(None)

    def _wait(self, limit: float | None) -> None:
        self._began = time.monotonic()
        self._deadline = None if limit is None else self._began + limit + GRACE

    @property
    def patience(self) -> float | None:
        """Seconds for which it need not be heard of; None: any time."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def begin(self, match: Match) -> None:
        """Gives it a game to play."""
        self._match = match
        self._forget()
        self._send((match,))

    def hear(self) -> Result | None:
        """Waits for what it says next: that it has finished the game, or something on the way there. What stands in the way of all
        games is raised."""
        try:
            if not self.pipe.poll(self.patience):
                return self._replace("time")
            said: object = self.pipe.recv()
        except (EOFError, OSError):
            return self._replace("crash")
        if isinstance(said, BaseException):
            self._forget()
            raise said
        if isinstance(said, Thinking):
            self._last = said
            self._moves += said.moves
            self._wait(said.limit)
        elif isinstance(said, Result):
            self._result = said
            self._wait(len(said.bots) * SECONDS_TO_CLOSE)
        else:
            return self._finished()
        return None

    def _finished(self) -> Result | None:
        result, self._match = self._result, None
        self._forget()
        return result

    def play(self, match: Match) -> Result:
        """Plays a game."""
        self.begin(match)
        while (result := self.hear()) is None:
            pass
        return result

    def _replace(self, kind: str) -> Result | None:
        took = time.monotonic() - self._began
        _end(self._process, 0 if kind == "time" else 1)
        how = f"its process ended with exit code {self._process.exitcode}"
        if kind == "time":
            how = f"after {took:.0f} seconds it had not given its process back"
        match, last, moves, result = self._match, self._last, self._moves, self._result
        self.pipe.close()
        if match is None or (last is None and result is None):
            raise EngineError(f"no bot was thinking, but {how}")
        self._start()
        if result is not None:
            warnings.warn(f"a bot of {', '.join(match.bots)} did not close: {how}", stacklevel=2)
            self._result = result
            return self._finished()
        assert last is not None
        self._send((match, last, took, moves, Failure(kind, how)))
        return None

    def _send(self, job: Job) -> None:
        try:
            self.pipe.send(job)
        except OSError:
            # It is dead already: `hear` will tell.
            pass

    def close(self) -> None:
        """Ends the process, whatever it does."""
        self.pipe.close()
        # A bot that thinks does not listen. All others stop their service in good order, even while it starts or stops.
        _end(self._process, 0 if self._last else 20)


def _end(process: BaseProcess, patience: float) -> None:
    """Waits for so many seconds for the process to end by itself. Then ends it, with all programs that its bots have started."""
    process.join(patience)
    assert process.pid is not None
    try:
        os.killpg(process.pid, signal.SIGKILL)
    # There are no groups on Windows, and not yet where the process has only just begun.
    except (AttributeError, OSError):
        process.kill()
    process.join()


def _work(pipe: Connection, service: Service) -> None:
    """In the process: plays what it is given, until nobody is there who could give it more."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    leaving = threading.Event()
    threading.Thread(target=_end_with_parent, args=(leaving,), daemon=True).start()
    # Ctrl-C is for the first process, which ends the others.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        with service() as engine:
            try:
                while True:
                    match, *rest = pipe.recv()
                    if rest:
                        pipe.send(after_failure(engine, match, *rest))
                    else:
                        play_match(engine, match, pipe.send)
                    pipe.send(None)
            finally:
                leaving.set()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except Exception as error:
        # Nobody may be left to hear it.
        with suppress(OSError):
            pipe.send(error)


def _end_with_parent(leaving: threading.Event) -> None:
    """A bot that never gives this process back must not have it for longer than the tournament lasts. Without a bot, the process
    learns of the end itself, and stops its service in good order."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    if leaving.wait(2):
        return
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def in_processes(matches: Sequence[Match], service: Service, processes: int) -> Iterator[Result]:
    """Results as they come."""
    waiting = iter(matches)
    workers = [Worker(service) for _ in range(min(processes, len(matches)))]
    try:
        for worker in workers:
            worker.begin(next(waiting))
        busy = list(workers)
        while busy:
            limits = [worker.patience for worker in busy]
            ready = wait([worker.pipe for worker in busy], min((limit for limit in limits if limit is not None), default=None))
            for worker in [worker for worker in busy if worker.pipe in ready or worker.patience == 0]:
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
