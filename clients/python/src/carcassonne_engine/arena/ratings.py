"""Elo ratings with intervals."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .match import Result

# Elo points for ten to one.
SCALE = 400.0


@dataclass(frozen=True)
class Rating:
    """`elo`: the average of all bots is 0. `low`, `high`: between them it lies with 95 %. `score`: share of points won, a draw
    counting half, over all opponents."""

    bot: str
    elo: float
    low: float
    high: float
    games: int
    score: float


@dataclass(frozen=True)
class Duel:
    """How two bots fared against each other. `score`: share of points won by the first, a draw counting half. `low`, `high`: between
    them it lies with 95 % (Wilson's interval, with each game for itself: exchanged seats make it rather narrower)."""

    score: float
    low: float
    high: float
    games: int


Pairs = Mapping[tuple[str, str], float]
"""How often the first bot was ahead of the second, a draw counting half for each."""


def ratings(results: Sequence[Result], samples: int = 200, seed: int = 0) -> list[Rating]:
    """Ratings, best first.

    The model is Bradley and Terry's: a game of several players counts as one between each two of them. Intervals come from drawing
    seeds again and again (bootstrap): the games of a seed, in which bots exchange seats, stand or fall together. Of a bot that won
    or lost all its games only a bound is known, whatever the interval says.
    """
    bots = sorted({bot for result in results for bot in result.bots})
    by_seed: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_seed[result.seed].append(result)
    groups = [_pairs(group) for group in by_seed.values()]
    elo = _fit(bots, groups)
    rng = random.Random(seed)
    resampled: dict[str, list[float]] = {bot: [] for bot in bots}
    for _ in range(samples):
        for bot, value in _fit(bots, rng.choices(groups, k=len(groups))).items():
            resampled[bot].append(value)
    won, faced = _shares(groups)
    games = {bot: sum(bot in result.bots for result in results) for bot in bots}
    table: list[Rating] = []
    for bot in bots:
        values = sorted(resampled[bot]) or [elo[bot]]
        low, high = (values[min(len(values) - 1, int(share * len(values)))] for share in (0.025, 0.975))
        table.append(Rating(bot, elo[bot], low, high, games[bot], won[bot] / faced[bot] if faced[bot] else 0.5))
    return sorted(table, key=lambda rating: (-rating.elo, rating.bot))


def duel(results: Sequence[Result], one: str, other: str) -> Duel:
    """The games in which both took part."""
    pairs = _pairs([result for result in results if one in result.bots and other in result.bots])
    won, lost = pairs.get((one, other), 0.0), pairs.get((other, one), 0.0)
    games = won + lost
    if not games:
        return Duel(0.5, 0.0, 1.0, 0)
    share, z = won / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return Duel(share, middle - reach, middle + reach, round(games))


def _pairs(results: Sequence[Result]) -> Pairs:
    pairs: dict[tuple[str, str], float] = defaultdict(float)
    for result in results:
        for place, one in enumerate(result.bots):
            for other_place, other in enumerate(result.bots):
                if one != other:
                    difference = result.ranks[other_place] - result.ranks[place]
                    pairs[one, other] += 1.0 if difference > 0 else 0.5 if difference == 0 else 0.0
    return pairs


def _shares(groups: Sequence[Pairs]) -> tuple[dict[str, float], dict[str, float]]:
    won: dict[str, float] = defaultdict(float)
    faced: dict[str, float] = defaultdict(float)
    for group in groups:
        for (one, other), count in group.items():
            won[one] += count
            faced[one] += count
            faced[other] += count
    return won, faced


def _fit(bots: Sequence[str], groups: Sequence[Pairs]) -> dict[str, float]:
    """Strengths that make the results most likely, by the method of Zermelo. Each bot also draws half a game's worth against
    every other, so that one who always wins has a rating."""
    index = {bot: place for place, bot in enumerate(bots)}
    count = len(bots)
    wins = [[0.25 if row != column else 0.0 for column in range(count)] for row in range(count)]
    for group in groups:
        for (winner, loser), won in group.items():
            wins[index[winner]][index[loser]] += won
    strength = [1.0] * count
    for _ in range(200):
        new = list(strength)
        for one in range(count):
            met = sum((wins[one][other] + wins[other][one]) / (new[one] + new[other]) for other in range(count) if other != one)
            new[one] = sum(wins[one]) / met if met else 1.0
        mean = math.exp(sum(map(math.log, new)) / count)
        new = [value / mean for value in new]
        done = max(abs(math.log(a / b)) for a, b in zip(new, strength, strict=True)) < 1e-7
        strength = new
        if done:
            break
    return {bot: SCALE * math.log10(strength[index[bot]]) for bot in bots}
