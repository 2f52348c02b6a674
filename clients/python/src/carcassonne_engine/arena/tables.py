"""Results as files for other programs."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .match import Result

COLUMNS: tuple[str, ...] = ("game", "seed", "seat", "bot", "points", "rank", "decisions", "seconds", "failure", "message")


def rows(results: Sequence[Result]) -> list[dict[str, Any]]:
    """One row for each seat of each game, with the columns `COLUMNS`."""
    table: list[dict[str, Any]] = []
    for result in results:
        for seat, bot in enumerate(result.bots):
            failed = seat == result.failed
            values = (
                result.number,
                result.seed,
                seat,
                bot,
                result.points[seat],
                result.ranks[seat],
                result.decisions[seat],
                result.seconds[seat],
                result.failure if failed else "",
                result.message if failed else "",
            )
            table.append(dict(zip(COLUMNS, values, strict=True)))
    return table


def write_csv(results: Sequence[Result], path: Path) -> None:
    """Comma separated values."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows(results))


def write_parquet(results: Sequence[Result], path: Path) -> None:
    """Parquet. ImportError without the extra `arena`."""
    import pyarrow  # type: ignore[import-untyped, unused-ignore]
    import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]

    arrow: Any = pyarrow
    arrow.parquet.write_table(arrow.Table.from_pylist(rows(results)), path)
