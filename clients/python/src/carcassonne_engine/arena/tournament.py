"""Round robins, in parallel, that can be resumed."""

from __future__ import annotations

import atexit
import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .match import Match, Result
from .worker import Worker, in_processes

RESULTS = "results.jsonl"


@dataclass(frozen=True)
class Tournament:
    """Every `players` of the bots meet in every order of seats, `rounds` times; all orders with the same seed, so with the same
    tiles. `address`: of a service that all use; None: each process starts its own."""

    bots: tuple[str, ...]
    rounds: int = 10
    players: int = 2
    seed: str = "arena"
    sets: tuple[str, ...] = ("base",)
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    seconds_per_move: float | None = None
    seconds_per_game: float | None = None
    address: str | None = None

    def __post_init__(self) -> None:
        if len(set(self.bots)) != len(self.bots):
            raise ValueError("each bot takes part once")
        if not 2 <= self.players <= len(self.bots):
            raise ValueError(f"{self.players} players need as many bots, and at least two")

    def matches(self) -> list[Match]:
        """All games, in the order in which they begin."""
        matches: list[Match] = []
        for number in range(self.rounds):
            for group in itertools.combinations(self.bots, self.players):
                seed = f"{self.seed} {number}"
                for turn in range(self.players):
                    seats = (*group[turn:], *group[:turn])
                    limits = (self.seconds_per_move, self.seconds_per_game)
                    matches.append(Match(len(matches), seed, seats, self.sets, self.options, *limits))
        return matches

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
        extra `ray`); `processes` is then how many tasks are under way. `progress` is called after each game.
        """
        file = Path(folder) / RESULTS
        file.parent.mkdir(parents=True, exist_ok=True)
        matches = self.matches()
        known = {result.key: result for result in read_results(file)}
        results = {match.key: known[match.key] for match in matches if match.key in known}
        missing = [match for match in matches if match.key not in results]
        runner = _on_ray(missing, self.address, processes, ray) if ray else in_processes(missing, self.address, processes)
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
    for line in whole.splitlines():
        results.append(Result.from_json(json.loads(line)))
    return results


_worker: Worker | None = None


def _play(match: Match, address: str | None) -> Result:
    """In a process of the cluster: plays a game with a worker that stays for the next."""
    global _worker
    if _worker is None:
        _worker = Worker(address)
        atexit.register(_worker.close)
    return _worker.play(match)


def _on_ray(matches: Sequence[Match], address: str | None, tasks: int, cluster: str) -> Iterator[Result]:
    import ray  # type: ignore[import-not-found, import-untyped, unused-ignore]  # pyright: ignore

    api: Any = ray
    started = not api.is_initialized()
    if started:
        api.init(num_cpus=tasks, include_dashboard=False) if cluster == "local" else api.init(address=cluster)
    try:
        remote = api.remote(_play)
        waiting = iter(matches)
        under_way = [remote.remote(match, address) for match in itertools.islice(waiting, 2 * tasks)]
        while under_way:
            done, under_way = api.wait(under_way)
            under_way += [remote.remote(match, address) for match in itertools.islice(waiting, len(done))]
            yield from api.get(done)
    finally:
        if started:
            api.shutdown()
