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
    """`elo`: the average of all bots is 0. `low`, `high`: between them it lies with 95 % (see `ratings`). `score`: share of points
    won, a draw counting half, over all opponents."""

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


def ratings(results: Sequence[Result], samples: int = 2000, seed: int = 0) -> list[Rating]:
    """Ratings, best first.

    The model is Bradley and Terry's. A game of several players counts as one between each two of them, each of which weighs
    so much that all together weigh as much as a ranking has places to decide: one less than players. Before the first game each
    pair has drawn half a game: the ratings are the most likely ones after that, and intervals hold the middle 95 % of what they may
    be (drawn `samples` times), so that they are wide after few games, and endless nearly on the side on which a bot that won or lost
    all its games has only a bound. Each game stands for itself, though seats are exchanged, which makes intervals rather too wide.
    What they are about is the distance to the others' average, in which each bot counts as much as is known of it: of somebody who
    always loses little is known but that, which is no doubt about all others.
    """
    bots = sorted({bot for result in results for bot in result.bots})
    if not bots:
        return []
    wins = _wins(bots, results)
    strengths = _fit(wins)
    met = _pairs(results)
    table: list[Rating] = []
    for bot, strength, drawn in zip(bots, strengths, _draw(wins, strengths, samples, random.Random(seed)), strict=True):
        low, high = (_elo(drawn[int(share * samples)]) for share in (0.025, 0.975))
        won, lost = (sum(count for pair, count in met.items() if pair[place] == bot) for place in (0, 1))
        games = sum(bot in result.bots for result in results)
        table.append(Rating(bot, _elo(strength), low, high, games, won / (won + lost) if won + lost else 0.5))
    return sorted(table, key=lambda rating: (-rating.elo, rating.bot))


def _elo(strength: float) -> float:
    return SCALE * math.log10(strength)


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


def _pairs(results: Sequence[Result], ranking: bool = False) -> Pairs:
    """`ranking`: the pairs of a game weigh as much as a ranking all together."""
    pairs: dict[tuple[str, str], float] = defaultdict(float)
    for result in results:
        weight = 2 / len(result.bots) if ranking else 1.0
        for place, one in enumerate(result.bots):
            for other_place, other in enumerate(result.bots):
                if one != other:
                    difference = result.ranks[other_place] - result.ranks[place]
                    pairs[one, other] += weight * (1.0 if difference > 0 else 0.5 if difference == 0 else 0.0)
    return pairs


Table = Sequence[Sequence[float]]
"""How often the bot of the row was ahead of the one of the column."""


def _wins(bots: Sequence[str], results: Sequence[Result]) -> Table:
    pairs = _pairs(results, ranking=True)
    return [[0.0 if one == other else 0.25 + pairs.get((one, other), 0.0) for other in bots] for one in bots]


def _met(wins: Table) -> list[tuple[int, int, float]]:
    """Each two bots, and how often they met."""
    return [(one, other, wins[one][other] + wins[other][one]) for one in range(len(wins)) for other in range(one)]


def _fit(wins: Table) -> list[float]:
    """Strengths that make the results most likely, by the method of Zermelo; their geometric mean is 1."""
    strengths = [1.0] * len(wins)
    for _ in range(1000):
        before = list(strengths)
        for one, won in enumerate(wins):
            met = ((won[other] + wins[other][one]) / (strengths[one] + strengths[other]) for other in range(len(wins)) if other != one)
            strengths[one] = sum(won) / sum(met) if len(wins) > 1 else 1.0
        mean = math.exp(sum(map(math.log, strengths)) / len(wins))
        strengths = [value / mean for value in strengths]
        if max(abs(math.log(new / old)) for new, old in zip(strengths, before, strict=True)) < 1e-7:
            break
    return strengths


def _draw(wins: Table, strengths: Sequence[float], samples: int, rng: random.Random) -> list[list[float]]:
    """For each bot strengths that the results allow, as often as they make them likely, in order of size (Gibbs sampling: Caron and
    Doucet, Efficient Bayesian Inference for Generalized Bradley-Terry Models, 2012)."""
    met = _met(wins)
    known = [0.0] * len(wins)
    for one, other, games in met:
        information = games * strengths[one] * strengths[other] / (strengths[one] + strengths[other]) ** 2
        known[one] += information
        known[other] += information

    def average(values: Sequence[float]) -> float:
        total = sum(known) or 1.0
        return math.exp(sum(weight / total * math.log(value) for weight, value in zip(known, values, strict=True)))

    drawn: list[list[float]] = [[] for _ in wins]
    now = list(strengths)
    for _ in range(samples):
        times = [0.0] * len(wins)
        for one, other, games in met:
            time = rng.gammavariate(games, 1 / (now[one] + now[other]))
            times[one] += time
            times[other] += time
        now = [rng.gammavariate(sum(won), 1 / time) if time else 1.0 for won, time in zip(wins, times, strict=True)]
        unit = average(strengths) / average(now)
        now = [value * unit for value in now]
        for values, value in zip(drawn, now, strict=True):
            values.append(value)
    return [sorted(values) for values in drawn]
