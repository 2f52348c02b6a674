"""A service of one's own: started when needed, stopped afterwards."""

from __future__ import annotations

import functools
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from ._channel import HomeProcess, Target
from .engine import Engine
from .errors import EngineError, NotStarted, Unavailable

NAME = "carcassonne-engine"
VARIABLE = "CARCASSONNE_ENGINE"
KEPT = ("CARCASSONNE_CATALOGUE_FILE", "CARCASSONNE_LOG")

# Seconds in which the program must have begun to serve, or ended with what it was run for: far more than it takes.
PATIENCE = 60.0

# Systems take no longer path of a socket: bytes, with the zero at its end.
LONGEST_SOCKET = 104


def find_binary(binary: str | os.PathLike[str] | None = None) -> str:
    """Path of the service's program: the one named, or that of the environment variable `CARCASSONNE_ENGINE`, or the one that came
    with this package, or the one in the search path. NotStarted if there is none."""
    named = binary or os.environ.get(VARIABLE)
    if named:
        path = Path(named).expanduser()
        if not os.access(path, os.X_OK) or path.is_dir():
            raise NotStarted(f"{path} is no program")
        return str(path.absolute())
    carried = Path(__file__).parent / "_bin" / NAME
    if carried.exists():
        return str(carried)
    found = shutil.which(NAME)
    if found:
        return found
    raise NotStarted(f"no program {NAME} on this machine: name it, set {VARIABLE}, or install a wheel that carries it")


def run(binary: str, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """The program run to its end, with the text as its input. EngineError if it does not end, NotStarted if it cannot be run."""
    try:
        return subprocess.run([binary, *arguments], input=text, capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise EngineError(f"{binary} {arguments[0]} did not end within {PATIENCE:g} seconds") from None
    except OSError as error:
        raise NotStarted(f"{binary} cannot be run: {error.strerror}") from None


@functools.cache
def _knows_unix_sockets(binary: str) -> bool:
    return "unix:" in run(binary, "--help").stdout


class LocalEngine(Engine):
    """A service that this process starts, and stops on `close`, at the end of `with`, or when it ends itself.

        with LocalEngine() as engine:
            game = engine.new_game(2, seed="table 7")

    `binary`: path of the program; see `find_binary` for where it is looked for otherwise. `arguments`: more of its arguments,
    for example `["--catalogue-file", "tiles.toml"]`. It listens on a Unix socket where it can, else on a free port of the
    loopback interface.

    When the service ends without having been asked to, calls raise Unavailable with its exit code. Sent to another process (pickled),
    it is an `Engine` for the same service there. In a forked process it refuses to work (ForkedEngine), and never stops the service of
    its parent.
    """

    def __init__(
        self,
        binary: str | os.PathLike[str] | None = None,
        *,
        arguments: Sequence[str] = (),
        timeout: float = 10.0,
        unix_socket: bool | None = None,
    ) -> None:
        self.binary = find_binary(binary)
        knows = unix_socket is None and sys.platform != "win32" and _knows_unix_sockets(self.binary)
        folder = tempfile.mkdtemp(prefix="carcassonne-")
        if unix_socket is None:
            unix_socket = knows and len(os.fsencode(f"{folder}/socket")) < LONGEST_SOCKET
        listen = f"unix:{folder}/socket" if unix_socket else "127.0.0.1:0"
        process, watchman, address = _start([self.binary, "--listen", listen, *arguments], folder)
        self._process, self._log = process, Path(folder) / "log"
        self._stop = weakref.finalize(self, _end, process, watchman, folder, HomeProcess())
        self.pid = process.pid
        """Process id of the service."""
        # Nobody will start it again at this address.
        self._open(Target(listen if unix_socket else address, timeout, waits=False))

    def _check(self) -> None:
        super()._check()
        if self._process.poll() is not None:
            said = self._log.read_text(errors="replace").strip()
            ending = f": {said.splitlines()[-1]}" if said else ""
            raise Unavailable(f"the service of this engine has ended with exit code {self._process.returncode}{ending}", "UNAVAILABLE")

    def close(self) -> None:
        """Stops the service."""
        super().close()
        self._stop()


def _start(command: list[str], folder: str) -> tuple[subprocess.Popen[str], subprocess.Popen[bytes] | None, str]:
    """The process, its watchman, and what its first line says it serves on."""
    log = Path(folder) / "log"
    # Settings in the environment are meant for another service, but for the tiles and the log.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CARCASSONNE_") or name in KEPT}
    environment.setdefault("CARCASSONNE_LOG", "warn")
    process = watchman = None
    try:
        with log.open("w") as stderr:
            # A session of its own: Ctrl-C goes to this process, which then stops the service in good order.
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                start_new_session=True,
                env=environment,
            )
        watchman = _watch(process.pid, folder)
        first = queue.SimpleQueue[str]()
        threading.Thread(target=_listen, args=(process.stdout, first), daemon=True).start()
        line = first.get(timeout=PATIENCE)
        if not line:
            process.wait()
            said = log.read_text(errors="replace").strip()
            raise NotStarted(f"{command[0]} did not start: {said or f'exit code {process.returncode}'}")
        return process, watchman, line.rstrip().rpartition(" on ")[2]
    except BaseException as error:
        # Ctrl-C too: nobody else knows of the process yet.
        if process is None:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            process.kill()
            _end(process, watchman, folder, HomeProcess())
        if isinstance(error, queue.Empty):
            raise NotStarted(f"{command[0]} did not begin to serve within {PATIENCE:g} seconds") from None
        if isinstance(error, OSError):
            raise NotStarted(f"{command[0]} cannot be run: {error.strerror}") from None
        raise


def _listen(stdout: IO[str], first: queue.SimpleQueue[str]) -> None:
    """Hands the first line over. Nothing else is said there, but a pipe that nobody reads must never fill up."""
    with stdout:
        first.put(stdout.readline())
        stdout.read()


def _watch(pid: int, folder: str) -> subprocess.Popen[bytes] | None:
    """A watchman that ends the service if this process ends without doing so itself (SIGKILL): it waits for a word that never
    comes, until nobody is left who could say it."""
    if not os.path.exists("/bin/sh"):
        return None
    # Its own output is closed, so that nobody who reads this process's waits for it.
    command = ["/bin/sh", "-c", 'read word; kill "$1"; rm -rf "$2"', "sh", str(pid), folder]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True)


def _end(process: subprocess.Popen[str], watchman: subprocess.Popen[bytes] | None, folder: str, home: HomeProcess) -> None:
    if not home.is_here:
        return
    # The service first: if this process is killed in between, nobody is left who would end it.
    process.terminate()
    if watchman is not None:
        assert watchman.stdin is not None
        watchman.kill()
        watchman.wait()
        watchman.stdin.close()
    try:
        process.wait(timeout=15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    shutil.rmtree(folder, ignore_errors=True)
