"""Round robins, in parallel, that can be resumed."""

from __future__ import annotations

import atexit
import itertools
import json
import multiprocessing
import pickle
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .. import calls
from .._channel import Target
from ..bots.external import host_and_port
from ..bots.named import maker_of
from ..engine import Engine
from ..local import LocalEngine
from .match import SECONDS_PER_MOVE, SECONDS_TO_START, Match, Result
from .worker import Service, Worker, in_processes

RESULTS = "results.jsonl"


@dataclass(frozen=True)
class Tournament:
    """Every `players` of the bots meet `rounds` times, as many games each time as they are, so that each of them has each seat
    once; all with the same seed, so with the same tiles.

    `seconds_per_move`, `seconds_per_game`, `seconds_to_start`: see `Match`. `address`: of a service that all use, or a `Target`,
    which knows tokens and certificates, too; None: each process starts its own. `bots_address`: what external bots are told as its
    address, if they reach it in another way. ValueError for bots that cannot meet.
    """

    bots: tuple[str, ...]
    rounds: int = 10
    players: int = 2
    seed: str = "arena"
    sets: tuple[str, ...] = ("base",)
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    seconds_per_move: float | None = SECONDS_PER_MOVE
    seconds_per_game: float | None = None
    seconds_to_start: float | None = SECONDS_TO_START
    address: str | Target | None = None
    bots_address: str | None = None

    def __post_init__(self) -> None:
        if len(set(self.bots)) != len(self.bots):
            raise ValueError("each bot takes part once")
        if self.rounds < 1:
            raise ValueError(f"{self.rounds} rounds are none")
        if not 2 <= self.players <= len(self.bots):
            raise ValueError(f"{self.players} players need as many bots, and at least two")

    @property
    def settings(self) -> str:
        """What is played, in one line."""
        options = [f"{name} {value}" for name, value in sorted(self.options.items())]
        limits = [("move", self.seconds_per_move), ("game", self.seconds_per_game), ("start", self.seconds_to_start)]
        parts = [
            f"{self.rounds} rounds of {self.players} players",
            f"sets {', '.join(self.sets)}",
            f"options {', '.join(options) or 'none'}",
            f"seed {self.seed}",
            "seconds " + ", ".join(f"per {what} {'any' if limit is None else f'{limit:g}'}" for what, limit in limits),
            f"carcassonne-engine {version('carcassonne-engine')}",
        ]
        return "; ".join(parts)

    def matches(self) -> list[Match]:
        """All games, in the order in which they begin."""
        matches: list[Match] = []
        for number in range(self.rounds):
            for group in itertools.combinations(self.bots, self.players):
                seed = f"{self.seed} {number}"
                for turn in range(self.players):
                    seats = (*group[turn:], *group[:turn])
                    limits = (self.seconds_per_move, self.seconds_per_game, self.seconds_to_start)
                    matches.append(Match(len(matches), seed, seats, self.sets, self.options, *limits, self.bots_address))
        return matches

    @property
    def target(self) -> Target | None:
        """The service that all use, if they use one."""
        return Target(self.address) if isinstance(self.address, str) else self.address

    @property
    def service(self) -> Service:
        """What opens the service for a process. One of its own listens where bots that are servers can reach it, too."""
        if self.target is not None:
            return partial(Engine.at, self.target)
        return partial(LocalEngine, unix_socket=False) if any(bot.startswith("tcp:") for bot in self.bots) else LocalEngine

    def check(self, ask_servers: bool = True) -> None:
        """ValueError if there is no bot of one of the names, or (`ask_servers`) nobody where one should serve, or if one is told an
        address of the service that it cannot reach. What the service says against the game is raised, too (`ask_servers`)."""
        setup = calls.setup(self.players, self.sets, seed=self.seed, options=self.options)
        for bot in self.bots:
            maker_of(bot)
            if bot.startswith("__main__:") and not hasattr(sys.modules["__main__"], "__file__"):
                raise ValueError(f"{bot} is not there in the processes of the arena: put what is written in a notebook into a file")
            if not bot.startswith("tcp:"):
                continue
            where = bot.removeprefix("tcp:")
            if self.bots_address is None and (self.target is None or self.target.local) and not Target(where).local:
                raise ValueError(
                    f"{bot} may be on another machine, from where the service of the arena is not reached:"
                    " give the address of one that is, or say what address external bots are to be told"
                )
            if ask_servers:
                try:
                    socket.create_connection(host_and_port(where), timeout=5).close()
                except OSError as error:
                    raise ValueError(f"nobody serves at {bot}: {error}") from error
        if ask_servers:
            with self.service() as engine:
                engine.call(calls.new_game(setup))

    def play(
        self,
        folder: str | Path,
        *,
        processes: int = 1,
        ray: str | None = None,
        progress: Callable[[Result, int, int], None] = lambda result, done, of: None,
    ) -> list[Result]:
        """Plays what is missing in the folder and returns all results by number.

        `processes`: how many games at a time. `ray`: address of a Ray cluster to play on, or `local` to start one here (needs the
        extra `ray`); `processes` is then how many tasks are under way. `progress` is called after each game. ValueError for what
        `check` finds, for less than one game at a time, and for a file of results that cannot be read.
        """
        # As multiprocessing itself finds it out.
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            raise SystemExit('a tournament in a script belongs under `if __name__ == "__main__":`, for its processes run the script, too')
        if processes < 1:
            raise ValueError(f"{processes} games at a time are none")
        file = Path(folder) / RESULTS
        file.parent.mkdir(parents=True, exist_ok=True)
        matches = self.matches()
        known = {result.key: result for result in read_results(file)}
        results = {match.key: known[match.key] for match in matches if match.key in known}
        missing = [match for match in matches if match.key not in results]
        if missing:
            # The machines of a cluster may reach more than this one.
            self.check(ask_servers=ray is None)
        runner = _on_ray(missing, self.service, processes, ray) if ray else in_processes(missing, self.service, processes)
        with file.open("a", encoding="utf-8") as out:
            for result in runner:
                results[result.key] = result
                out.write(json.dumps(result.to_json()) + "\n")
                out.flush()
                progress(result, len(results), len(matches))
        return sorted(results.values(), key=lambda result: result.number)


def read_results(file: Path) -> list[Result]:
    """The results in a file; a last line that was cut off in the middle is passed over."""
    results: list[Result] = []
    if not file.exists():
        return results
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            results.append(Result.from_json(json.loads(line)))
        except (ValueError, TypeError, AttributeError) as error:
            raise ValueError(f"{file}, line {number} is no result of a game: {error}") from error
    return results


_workers: dict[bytes, Worker] = {}


def _play(match: Match, service: Service) -> Result:
    """In a process of the cluster: plays a game with a worker that stays for the next one on the same service."""
    key = pickle.dumps(service)
    if key not in _workers:
        _workers[key] = Worker(service)
        atexit.register(_workers[key].close)
    try:
        return _workers[key].play(match)
    except BaseException:
        # Another tournament may follow in this process.
        _workers.pop(key).close()
        raise


def _on_ray(matches: Sequence[Match], service: Service, tasks: int, cluster: str) -> Iterator[Result]:
    import ray  # type: ignore[import-not-found, import-untyped, unused-ignore]  # pyright: ignore

    api: Any = ray
    started = not api.is_initialized()
    if started:
        api.init(num_cpus=tasks, include_dashboard=False) if cluster == "local" else api.init(address=cluster)
    try:
        remote = api.remote(_play)
        waiting = iter(matches)
        under_way = [remote.remote(match, service) for match in itertools.islice(waiting, 2 * tasks)]
        while under_way:
            done, under_way = api.wait(under_way)
            under_way += [remote.remote(match, service) for match in itertools.islice(waiting, len(done))]
            yield from api.get(done)
    finally:
        if started:
            api.shutdown()
