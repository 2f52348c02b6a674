"""Bots, each short enough to learn from, and how to name one in a line of text."""

from .base import FIGURE, Bot, Choice, NoMove, Turn, Worth, best_first, margins, moves_of, worths
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
    "Choice",
    "ExternalBot",
    "FlatMonteCarlo",
    "Greedy",
    "Mcts",
    "NoMove",
    "Random",
    "Turn",
    "Worth",
    "best_first",
    "bot_from",
    "margins",
    "moves_of",
    "worths",
]
