"""Results as a page to look at."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from pathlib import Path
from statistics import mean

from .. import plots
from ..errors import EngineError
from ..local import LocalEngine
from .match import Result
from .ratings import Rating
from .replay import SCRIPT, replay

_STYLE = (
    "body{font-family:sans-serif;max-width:70em;margin:2em auto;padding:0 1em}table{border-collapse:collapse}"
    "td,th{border:1px solid #ccc;padding:.3em .6em;text-align:right}td:first-child,th:first-child{text-align:left}"
    "td{overflow-wrap:anywhere}figure{display:inline-block;margin:1em}figure img{max-width:100%}"
    "pre{font-size:80%;max-height:20em;overflow:auto}"
    ".replay{display:block}.replay img{max-width:100%;background:#ece4d2}.replay input{width:60%;vertical-align:middle}"
    ".replay figcaption{font-weight:bold}.replay p{min-height:2.5em;margin:.5em 0}"
)


def write_report(results: Sequence[Result], table: Sequence[Rating], path: Path, replays: int = 3, settings: str = "") -> None:
    """A page that needs no other file: what was played (`settings`), ratings, win rates, points, failures, and so many games to be gone
    through turn by turn, the closest ones that were played to their ends (a third of a megabyte each, for a game of 72 tiles). They
    are drawn by the program of the service, on this machine. ImportError without the extra `arena`."""
    parts = [
        "<h1>Carcassonne arena</h1>",
        f"<p>{len(results)} games{escape(f': {settings}') if settings else ''}</p>",
        _ratings(table, results),
    ]
    bots = [rating.bot for rating in table]
    if results:
        for title, figure in (
            ("Ratings", plots.elo(table)),
            ("Who is ahead of whom", plots.win_rates(results, bots)),
            ("Points", plots.points_of_bots(results, bots)),
        ):
            parts.append(f"<h2>{title}</h2><figure>{_image(plots.svg(figure))}</figure>")
    failures = [result for result in results if result.failed is not None]
    if failures:
        parts.append(f"<h2>Games lost by failure</h2>{_failures(failures)}")
    if replays:
        parts.append(f"<h2>The closest games</h2>{_replays(_chosen(results, replays))}")
    page = f"<!DOCTYPE html><html lang='en'><meta charset='utf-8'><title>Carcassonne arena</title><style>{_STYLE}</style>"
    path.write_text(f"{page}{''.join(parts)}</html>\n", encoding="utf-8")


def _image(svg: str) -> str:
    # An image of its own, so that what pictures define by name does not meet.
    return f"<img alt='' src='data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}'>"


def _ratings(table: Sequence[Rating], results: Sequence[Result]) -> str:
    rows: list[str] = []
    for rating in table:
        seats = [(result, seat) for result in results for seat, bot in enumerate(result.bots) if bot == rating.bot]
        points = mean(result.points[seat] for result, seat in seats)
        decisions = sum(result.decisions[seat] for result, seat in seats)
        milliseconds = 1000 * sum(result.seconds[seat] for result, seat in seats) / decisions if decisions else 0
        failures = sum(result.failed == seat for result, seat in seats)
        cells = (
            escape(rating.bot),
            f"{rating.elo:+.0f}",
            f"{rating.low:+.0f} to {rating.high:+.0f}",
            f"{rating.score:.1%}",
            f"{rating.games}",
            f"{points:.1f}",
            f"{milliseconds:.1f}",
            f"{failures}",
        )
        rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    names = ("bot", "Elo", "95 %", "score", "games", "points", "ms per decision", "failures")
    return f"<table><tr>{''.join(f'<th>{name}</th>' for name in names)}</tr>{''.join(rows)}</table>"


def _failures(failures: Sequence[Result]) -> str:
    rows: list[str] = []
    for result in failures:
        assert result.failed is not None
        cells = (str(result.number), result.bots[result.failed], result.failure, result.message)
        rows.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
    return f"<table><tr><th>game</th><th>bot</th><th>failure</th><th>message</th></tr>{''.join(rows)}</table>"


def _chosen(results: Sequence[Result], count: int) -> list[Result]:
    """The closest games that were played to their ends."""
    whole = [result for result in results if result.failed is None]
    return sorted(whole, key=lambda result: (max(result.points) - sorted(result.points)[-2], result.number))[:count]


def _replays(chosen: Sequence[Result]) -> str:
    if not chosen:
        return "<p>None was played to its end.</p>"
    try:
        with LocalEngine() as engine:
            return "".join(replay(engine, result) for result in chosen) + SCRIPT
    # Without that program, or with tiles that it does not know, the results are still worth a page.
    except EngineError as error:
        return f"<p>No pictures: {escape(str(error))}</p>"
