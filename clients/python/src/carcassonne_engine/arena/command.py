"""`carcassonne-arena`."""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from textwrap import shorten

from ..bots.reach import add_arguments, target_from
from ..errors import EngineError, Refused
from .match import SECONDS_PER_MOVE, SECONDS_TO_START, Result
from .ratings import Rating, duel, ratings
from .tables import write_csv, write_parquet
from .tournament import Tournament


def parser() -> argparse.ArgumentParser:
    """The arguments of `carcassonne-arena`."""
    parser = argparse.ArgumentParser(
        "carcassonne-arena",
        description="Plays a tournament among bots and rates them. Run again with the same arguments, it goes on where it stopped.",
        epilog="A bot is random, greedy, flat or mcts, module:Class (with arguments in brackets), exec:COMMAND or tcp:HOST:PORT.",
    )
    parser.add_argument("bots", nargs="+", metavar="BOT")
    parser.add_argument("--rounds", type=_count, default=10, help="how often each group of bots meets, with each bot in each seat [10]")
    parser.add_argument("--players", type=_count, default=2, help="players of a game [2]")
    parser.add_argument("--sets", type=_names, default=("base",), help="sets of tiles, separated by commas [base]")
    parser.add_argument("--options", type=_options, default={}, help="house rules: farmers:off,small-city:half")
    parser.add_argument("--seed", default="arena", help="of all that is random [arena]")
    for name, default, meaning in (
        ("--seconds-per-move", SECONDS_PER_MOVE, "how long a bot may think about a decision"),
        ("--seconds-per-game", None, "how long a bot may think in a game"),
        ("--seconds-to-start", SECONDS_TO_START, "how long making a bot may take"),
    ):
        shown = "none" if default is None else f"{default:g}"
        parser.add_argument(name, type=_seconds, default=default, metavar="SECONDS", help=f"{meaning}, or none [{shown}]")
    parser.add_argument("--processes", type=_count, default=os.cpu_count() or 1, help="games at a time [one for each core]")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; local starts one here")
    parser.add_argument("--out", type=Path, default=Path("arena"), help="folder for results and report [arena]")
    parser.add_argument(
        "--replays", type=partial(_count, least=0), default=3, help="how many games the report shows turn by turn, the closest ones [3]"
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    add_arguments(parser, "--address", "a running service; without it each process starts its own")
    parser.add_argument("--bots-address", metavar="ADDRESS", help="what external bots are told instead, if they reach it in another way")
    return parser


def _count(text: str, least: int = 1) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from {least}")
    return int(text)


def _seconds(text: str) -> float | None:
    if text == "none":
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    # More than a year is more than timers take.
    if not 0 < seconds <= 1e7:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number of seconds nor none")
    return seconds


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _options(text: str) -> dict[str, str]:
    pairs = [item.partition(":") for item in _names(text) if item]
    if not all(name and value for name, _, value in pairs):
        raise argparse.ArgumentTypeError(f"{text!r} is not like farmers:off,small-city:half")
    return {name: value for name, _, value in pairs}


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays a tournament as these arguments say, by default those of the command line. What is wrong with them ends the program with
    exit code 2."""
    command = parser()
    args = command.parse_args(arguments)
    # Bots in a file of the current folder are found, as with `python -m`.
    if "" not in sys.path:
        sys.path.insert(0, "")
    progress = _Progress(args.quiet)
    try:
        if args.service is None and (args.token_file or args.ca or args.certificate or args.key):
            raise ValueError("--token-file, --ca, --certificate and --key are for the service at --address")
        tournament = Tournament(
            tuple(args.bots),
            args.rounds,
            args.players,
            args.seed,
            args.sets,
            args.options,
            args.seconds_per_move,
            args.seconds_per_game,
            args.seconds_to_start,
            target_from(args, args.service) if args.service is not None else None,
            args.bots_address,
        )
        results = tournament.play(args.out, processes=args.processes, ray=args.ray, progress=progress)
    # What cannot be played as it was asked for.
    except (ValueError, Refused) as error:
        command.error(str(error))
    except KeyboardInterrupt:
        raise SystemExit(f"\nstopped; the same command goes on from {args.out}") from None
    except ImportError as error:
        raise SystemExit(f"no Ray cluster without {error.name}: pip install 'carcassonne-engine[ray]'") from None
    except (EngineError, OSError) as error:
        raise SystemExit(f"\ncarcassonne-arena: {error}") from None
    progress.end()
    table = ratings(results)
    print(text(table))
    print(duels(results, table))
    print(failures(results, table), end="")
    write_csv(results, args.out / "results.csv")
    missing = "Parquet or report"
    try:
        write_parquet(results, args.out / "results.parquet")
        missing = "report"
        from .report import write_report

        write_report(results, table, args.out / "report.html", args.replays, tournament.settings)
        print(f"\nreport: {args.out / 'report.html'}")
    except ImportError as error:
        print(f"no {missing} without {error.name}: pip install 'carcassonne-engine[arena]'", file=sys.stderr)


def text(table: Sequence[Rating]) -> str:
    """Ratings as a table of text."""
    width = max(len(rating.bot) for rating in table)
    lines = [f"{'bot':<{width}}    Elo    95 % interval   score   games"]
    for rating in table:
        interval = f"{rating.low:+.0f} to {rating.high:+.0f}"
        lines.append(f"{rating.bot:<{width}}  {rating.elo:+5.0f}   {interval:>14}   {rating.score:6.1%}  {rating.games:5}")
    return "\n".join(lines)


def duels(results: Sequence[Result], table: Sequence[Rating]) -> str:
    """Each bot against the next of the table, as lines of text."""
    lines = ["", "each against the next:"]
    for one, other in pairwise(rating.bot for rating in table):
        found = duel(results, one, other)
        lines.append(f"{one} – {other}: {found.score:.1%} ({found.low:.1%} to {found.high:.1%}) of {found.games} games")
    return "\n".join(lines)


def failures(results: Sequence[Result], table: Sequence[Rating]) -> str:
    """Whose games were lost by failure, of which kinds, with the first of them, as lines of text; none if there were none."""
    by_bot: dict[str, list[Result]] = {}
    for result in results:
        if result.failed is not None:
            by_bot.setdefault(result.bots[result.failed], []).append(result)
    lines = ["", "games lost by failure:"] if by_bot else []
    for bot in (rating.bot for rating in table if rating.bot in by_bot):
        lost = by_bot[bot]
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(Counter(result.failure for result in lost).items()))
        lines.append(f"{bot}: {kinds}; game {lost[0].number}: {shorten(lost[0].message, 300)}")
    return "".join(f"{line}\n" for line in lines)


class _Progress:
    """How far it is, and the time that is left: one line that is written over, or where nobody looks on, a line for each game."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.began = time.monotonic()
        self.first: int | None = None
        self.start, self.end_of_line = ("\r\x1b[K", "") if sys.stderr.isatty() else ("", "\n")

    def __call__(self, result: Result, done: int, of: int) -> None:
        if self.first is None:
            self.first = done - 1
        left = timedelta(seconds=round((time.monotonic() - self.began) / (done - self.first) * (of - done)))
        failure = f", {result.bots[result.failed]} failed ({result.failure})" if result.failed is not None else ""
        if not self.quiet:
            print(f"{self.start}{done}/{of} games, {left} left{failure}", end=self.end_of_line, file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.first is not None and not self.quiet and not self.end_of_line:
            print(file=sys.stderr)


if __name__ == "__main__":
    main()
