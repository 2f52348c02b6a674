"""Plots, with Matplotlib (extra `plot`): points over time, points by rule, win rates, ratings."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import matplotlib
from matplotlib.figure import Figure

from .game import Game
from .words import plain

if TYPE_CHECKING:
    from .arena import Rating, Result


class Plot(Figure):
    """A figure of Matplotlib that shows itself in a notebook. No part of `pyplot`, which would keep every figure, and choose a
    backend for the program that calls."""

    def _repr_svg_(self) -> str:
        return svg(self)


def _figure(width: float = 7, height: float = 4) -> tuple[Plot, Any]:
    figure = Plot(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def points_over_time(game: Game) -> Plot:
    """Points of each player after each tile placed."""
    figure, axes = _figure()
    tiles: list[int] = []
    points: list[tuple[int, ...]] = []
    for step in game.steps:
        placed = len(step.state.tiles)
        if tiles and tiles[-1] == placed:
            points[-1] = step.state.points
        else:
            tiles.append(placed)
            points.append(step.state.points)
    for seat, name in enumerate(game.state.names):
        axes.step(tiles, [values[seat] for values in points], where="post", label=name)
    axes.set_xlabel("tiles on the table")
    axes.set_ylabel("points")
    axes.legend()
    return figure


def points_by_rule(game: Game) -> Plot:
    """Where the points of each player come from."""
    figure, axes = _figure()
    rules = sorted({rule.rule for player in game.state.players for rule in player.points})
    bottom = [0] * len(game.state.players)
    for rule in rules:
        heights = [sum(own.points for own in player.points if own.rule == rule) for player in game.state.players]
        axes.bar(game.state.names, heights, bottom=bottom, label=plain(rule))
        bottom = [low + height for low, height in zip(bottom, heights, strict=True)]
    axes.set_ylabel("points")
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize="small")
    return figure


def _short(bot: str, most: int = 40) -> str:
    """A name that leaves room for the plot: commands have long ones, whose ends tell them apart."""
    return bot if len(bot) <= most else f"{bot[: most // 2]}…{bot[-most // 2 :]}"


def win_rates(results: Sequence[Result], bots: Sequence[str] | None = None) -> Plot:
    """How often each bot (row) was ahead of each other (column), a draw counting half. `bots`: their order; None: by name."""
    bots = bots or sorted({bot for result in results for bot in result.bots})
    won: dict[tuple[str, str], float] = defaultdict(float)
    met: dict[tuple[str, str], int] = defaultdict(int)
    for result in results:
        for one, rank in zip(result.bots, result.ranks, strict=True):
            for other, other_rank in zip(result.bots, result.ranks, strict=True):
                if one != other:
                    met[one, other] += 1
                    won[one, other] += 1.0 if rank < other_rank else 0.5 if rank == other_rank else 0.0
    figure, axes = _figure(1.4 * len(bots) + 2.5, 0.8 * len(bots) + 1.5)
    shares = [[won[row, column] / met[row, column] if met[row, column] else float("nan") for column in bots] for row in bots]
    axes.imshow(shares, vmin=0, vmax=1, cmap="RdYlGn")
    for row, line in enumerate(shares):
        for column, share in enumerate(line):
            if share == share:
                # The ends of the scale are dark.
                axes.text(column, row, f"{share:.0%}", ha="center", va="center", color="white" if abs(share - 0.5) > 0.4 else "black")
    names = list(map(_short, bots))
    axes.set_xticks(range(len(bots)), names, rotation=20, ha="right")
    axes.set_yticks(range(len(bots)), names)
    return figure


def elo(table: Sequence[Rating]) -> Plot:
    """Ratings with their intervals."""
    figure, axes = _figure(7, 0.5 * len(table) + 1.2)
    for place, rating in enumerate(reversed(table)):
        # The interval is drawn at random and need not hold the rating itself.
        errors = [[max(0.0, rating.elo - rating.low)], [max(0.0, rating.high - rating.elo)]]
        axes.errorbar(rating.elo, place, xerr=errors, fmt="o", capsize=4)
    axes.set_yticks(range(len(table)), [_short(rating.bot) for rating in reversed(table)])
    axes.set_xlabel("Elo (average 0, intervals of 95 %)")
    return figure


def points_of_bots(results: Sequence[Result], bots: Sequence[str] | None = None) -> Plot:
    """How the points of each bot are spread. `bots`: their order, from above; None: by name."""
    points: dict[str, list[int]] = defaultdict(list)
    for result in results:
        for bot, own in zip(result.bots, result.points, strict=True):
            points[bot].append(own)
    bots = list(reversed(bots or sorted(points)))
    figure, axes = _figure(7, 0.5 * len(bots) + 1.2)
    axes.boxplot([points[bot] for bot in bots], orientation="horizontal")
    axes.set_yticks(range(1, len(bots) + 1), list(map(_short, bots)))
    axes.set_xlabel("points")
    return figure


def svg(figure: Figure) -> str:
    """A figure as SVG for a page; the same figure gives the same text."""
    out = io.StringIO()
    plotting, any_figure = cast(Any, matplotlib), cast(Any, figure)
    with plotting.rc_context({"svg.hashsalt": "carcassonne"}):
        any_figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]
