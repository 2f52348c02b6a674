"""Bots, each short enough to learn from, and how to name one in a line of text."""

from .base import FIGURE, Bot, Turn, Worth, best_first, margins, worths
from .external import BotFailure, BotTimeout, ExternalBot
from .flat import FlatMonteCarlo
from .greedy import Greedy
from .mcts import Mcts
from .named import bot_from
from .random import Random

__all__ = [
    "FIGURE",
    "Bot",
    "BotFailure",
    "BotTimeout",
    "ExternalBot",
    "FlatMonteCarlo",
    "Greedy",
    "Mcts",
    "Random",
    "Turn",
    "Worth",
    "best_first",
    "bot_from",
    "margins",
    "worths",
]
