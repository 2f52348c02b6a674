"""`carcassonne-arena`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from ..errors import EngineError
from .match import Result
from .ratings import Rating, duel, ratings
from .tables import write_csv, write_parquet
from .tournament import Tournament


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "carcassonne-arena",
        description="Plays a tournament among bots and rates them. Run again with the same arguments, it goes on where it stopped.",
        epilog="A bot is random, greedy, flat or mcts, module:Class (with arguments in brackets), exec:COMMAND or tcp:HOST:PORT.",
    )
    parser.add_argument("bots", nargs="+", metavar="BOT")
    parser.add_argument("--rounds", type=int, default=10, help="how often each group of bots meets in every order of seats [10]")
    parser.add_argument("--players", type=int, default=2, help="players of a game [2]")
    parser.add_argument("--sets", default="base", help="sets of tiles, separated by commas [base]")
    parser.add_argument("--options", default="", help="house rules: farmers:off,small-city:half")
    parser.add_argument("--seed", default="arena", help="of all that is random [arena]")
    parser.add_argument("--seconds-per-move", type=float, help="how long a bot may think about a decision")
    parser.add_argument("--seconds-per-game", type=float, help="how long a bot may think in a game")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="games at a time [one for each core]")
    parser.add_argument("--address", help="of a running service; without it each process starts its own")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; local starts one here")
    parser.add_argument("--out", type=Path, default=Path("arena"), help="folder for results and report [arena]")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    args = parser().parse_args(arguments)
    # Bots in a file of the current folder are found, as with `python -m`.
    if "" not in sys.path:
        sys.path.insert(0, "")
    options = dict(item.split(":", 1) for item in args.options.split(",") if item)
    try:
        tournament = Tournament(
            tuple(args.bots),
            args.rounds,
            args.players,
            args.seed,
            tuple(args.sets.split(",")),
            options,
            args.seconds_per_move,
            args.seconds_per_game,
            args.address,
        )
    except ValueError as error:
        raise SystemExit(f"carcassonne-arena: {error}") from None
    progress = _Progress(args.quiet)
    try:
        results = tournament.play(args.out, processes=args.processes, ray=args.ray, progress=progress)
    except KeyboardInterrupt:
        raise SystemExit(f"\nstopped; the same command goes on from {args.out}") from None
    except EngineError as error:
        raise SystemExit(f"\ncarcassonne-arena: {error}") from None
    progress.end()
    table = ratings(results)
    print(text(table))
    print(duels(results, table))
    write_csv(results, args.out / "results.csv")
    try:
        from .report import write_report

        write_parquet(results, args.out / "results.parquet")
        write_report(results, table, args.out / "report.html")
    except ImportError as error:
        print(f"no Parquet or report without {error.name}: pip install 'carcassonne-engine[arena]'", file=sys.stderr)


def text(table: Sequence[Rating]) -> str:
    """Ratings as a table of text."""
    width = max(len(rating.bot) for rating in table)
    lines = [f"{'bot':<{width}}    Elo   95 % interval   score   games"]
    for rating in table:
        interval = f"{rating.low:+.0f} to {rating.high:+.0f}"
        lines.append(f"{rating.bot:<{width}}  {rating.elo:+5.0f}   {interval:>13}   {rating.score:5.1%}   {rating.games:5}")
    return "\n".join(lines)


def duels(results: Sequence[Result], table: Sequence[Rating]) -> str:
    """Each bot against the next of the table, as lines of text."""
    lines = ["", "each against the next:"]
    for one, other in pairwise(rating.bot for rating in table):
        found = duel(results, one, other)
        lines.append(f"{one} – {other}: {found.score:.1%} ({found.low:.1%} to {found.high:.1%}) of {found.games} games")
    return "\n".join(lines)


class _Progress:
    """One line that is written over, with the time that is left."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.began = time.monotonic()
        self.first: int | None = None

    def __call__(self, result: Result, done: int, of: int) -> None:
        if self.first is None:
            self.first = done - 1
        left = (time.monotonic() - self.began) / (done - self.first) * (of - done)
        failure = f", {result.bots[result.failed]} failed ({result.failure})" if result.failed is not None else ""
        if not self.quiet:
            print(f"\r\x1b[K{done}/{of} games, {left:.0f} s left{failure}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.first is not None and not self.quiet:
            print(file=sys.stderr)


if __name__ == "__main__":
    main()
