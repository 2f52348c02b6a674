"""Bots that are programs of their own, in any language, and speak lines of text (docs/line-protocol.md)."""

from __future__ import annotations

import os
import random
import selectors
import socket
import subprocess
import time
from collections.abc import Sequence

from ..game import Game
from ..messages import Move
from .base import Bot

GREETING = "carcassonne-bot 1"
# How long a bot may take to say that it is ready, and to end.
PATIENCE = 30.0
GRACE = 2.0
# How long a program is waited for that has closed its pipes: most are about to end.
LAST_MOMENT = 0.5
# Longer than any turn.
LONGEST_LINE = 1 << 16


class BotFailure(Exception):
    """A bot outside this process ended, or said something that the protocol does not know."""


class BotTimeout(BotFailure, TimeoutError):
    """A bot outside this process did not answer in time."""


def host_and_port(text: str) -> tuple[str, int]:
    """Of `HOST:PORT`, an IPv6 address in square brackets; ValueError for anything else."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise ValueError(f"{text!r} is no HOST:PORT")
    return host.removeprefix("[").removesuffix("]"), int(port)


class ExternalBot(Bot):
    """A program (its command) or a server (host and port). `seconds`: how long it may think about a decision. `service`: the address
    that it is told; None: the one of the engine of the game."""

    def __init__(self, where: Sequence[str] | tuple[str, int], seconds: float | None = None, service: str | None = None) -> None:
        self.seconds = seconds
        self.service = service
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._read: bytes = b""
        self._selector = selectors.DefaultSelector()
        if isinstance(where, tuple) and len(where) == 2 and isinstance(where[1], int):
            self._label = f"tcp:{where[0]}:{where[1]}"
            self._socket = socket.create_connection((where[0], where[1]), timeout=PATIENCE)
            self._selector.register(self._socket, selectors.EVENT_READ)
        else:
            command = [str(word) for word in where]
            self._label = " ".join(command)
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            assert self._process.stdout is not None
            self._selector.register(self._process.stdout, selectors.EVENT_READ)
        try:
            self._say(GREETING)
            word, _, name = self._hear(PATIENCE).partition(" ")
            if word != "ready":
                raise self._failure(f'said {word!r} instead of "ready NAME"')
        except BaseException:
            self.close()
            raise
        self._name = name.strip() or self._label

    @property
    def name(self) -> str:
        return self._name

    def choose(self, game: Game, rng: random.Random) -> Sequence[Move]:
        seconds = "-" if self.seconds is None else f"{self.seconds:g}"
        # Without TLS just host and port, as gRPC in every language understands them.
        self._say(f"service {(self.service or game.engine.target.address).removeprefix('http://')}")
        self._say(f"position {game.engine.notation(game.state)}")
        self._say(f"moves {'; '.join(move.notation for move in game.moves)}")
        self._say(f"choose {game.player} {seconds} {rng.getrandbits(32)}")
        word, _, text = self._hear(self.seconds).partition(" ")
        if word != "move":
            raise self._failure(f'said {word!r} instead of "move MOVES"')
        return game.play(text).played

    def close(self) -> None:
        try:
            self._say("quit")
        except (OSError, BotFailure):
            pass
        self._selector.close()
        if self._socket is not None:
            self._socket.close()
        if self._process is not None:
            assert self._process.stdin is not None and self._process.stdout is not None
            try:
                self._process.stdin.close()
            except OSError:
                pass
            try:
                self._process.wait(timeout=GRACE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process.stdout.close()

    def _say(self, line: str) -> None:
        data = f"{line}\n".encode()
        try:
            if self._socket is not None:
                self._socket.sendall(data)
            else:
                assert self._process is not None and self._process.stdin is not None
                self._process.stdin.write(data)
                self._process.stdin.flush()
        except OSError as error:
            raise self._failure(self._ended(f"cannot be reached: {error}")) from None

    def _hear(self, seconds: float | None) -> str:
        """The next line; BotTimeout if it does not come in time."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self._read:
            left = None if deadline is None else deadline - time.monotonic()
            if len(self._read) > LONGEST_LINE:
                raise self._failure("said a line that does not end")
            if (left is not None and left <= 0) or not self._selector.select(left):
                raise BotTimeout(f"{self._label} did not answer within {seconds:g} seconds")
            if self._socket is not None:
                data = self._socket.recv(65536)
            else:
                assert self._process is not None and self._process.stdout is not None
                data = os.read(self._process.stdout.fileno(), 65536)
            if not data:
                raise self._failure(self._ended("has ended what it says"))
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _ended(self, otherwise: str) -> str:
        """What became of a program that is not heard of any more."""
        if self._process is None:
            return otherwise
        try:
            return f"has ended with exit code {self._process.wait(LAST_MOMENT)}"
        except subprocess.TimeoutExpired:
            return otherwise

    def _failure(self, what: str) -> BotFailure:
        return BotFailure(f"{self._label} {what}")
