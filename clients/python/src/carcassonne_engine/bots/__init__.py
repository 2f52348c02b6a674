"""Bots, each short enough to learn from, and how to name one in a line of text."""

from .base import Bot, TurnValue, Worth, best, margins, rollout_values, turn_values
from .external import BotFailure, ExternalBot
from .flat import FlatMonteCarlo
from .greedy import Greedy
from .mcts import Mcts
from .named import bot_from
from .random import Random

__all__ = [
    "Bot",
    "BotFailure",
    "ExternalBot",
    "FlatMonteCarlo",
    "Greedy",
    "Mcts",
    "Random",
    "TurnValue",
    "Worth",
    "best",
    "bot_from",
    "margins",
    "rollout_values",
    "turn_values",
]
