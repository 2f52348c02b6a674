"""Tournaments among bots: `carcassonne-arena` on the command line, `Tournament` in Python."""

from .match import Match, Result, play_match
from .ratings import Rating, ratings
from .tournament import Tournament

__all__ = ["Match", "Rating", "Result", "Tournament", "play_match", "ratings"]
