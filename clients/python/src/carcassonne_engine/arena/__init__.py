"""Tournaments among bots: `carcassonne-arena` on the command line, `Tournament` in Python."""

from .match import Match, Result, play_match
from .ratings import Duel, Rating, duel, ratings
from .tournament import Tournament

__all__ = ["Duel", "Match", "Rating", "Result", "Tournament", "duel", "play_match", "ratings"]
