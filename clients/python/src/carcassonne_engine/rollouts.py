"""Play from a state to see what it is worth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from . import calls
from ._value import message_of
from .engine import Engine
from .messages import State

# Phases in which a seed could not be put into a state: chance has yet to decide something.
_CHANCE = ("draw", "decision")


@dataclass(frozen=True)
class Rollouts:
    """Random play: all legal moves are equally likely, draws as likely as tiles are in the bag.

    `turns`: how many turns to play, after which the points are those if the game ended then; None: to the end. All playouts of
    a call go on side by side, so that many cost less than one after the other.
    """

    engine: Engine
    turns: int | None = None

    def points(self, states: Sequence[State], each: int, rng: random.Random) -> list[list[tuple[int, ...]]]:
        """For each state the final points by seat of `each` playouts."""
        playouts = [_Playout(state, rng) for state in states for _ in range(each)]
        while going := [playout for playout in playouts if not playout.is_over(self.turns)]:
            legal = self.engine.call_all([calls.legal_moves(playout.state, notation=False) for playout in going])
            moves = [rng.choices(answer.moves, [move.weight or 1 for move in answer.moves])[0] for answer in legal]
            applied = self.engine.call_all(
                [calls.apply_move(playout.state, move, notation=False) for playout, move in zip(going, moves, strict=True)]
            )
            for playout, answer in zip(going, applied, strict=True):
                playout.go_on(answer.state)
        scores = self.engine.call_all(calls.score(playout.state) for playout in playouts)
        finals = [score.final for score in scores]
        return [finals[place * each : (place + 1) * each] for place in range(len(states))]


class _Playout:
    def __init__(self, state: State, rng: random.Random) -> None:
        self.seed = f"{rng.getrandbits(64):x}"
        self.tiles = len(message_of(state).tiles)
        self.state = self._seeded(state)

    def go_on(self, state: State) -> None:
        self.state = self._seeded(state)

    def is_over(self, turns: int | None) -> bool:
        return self.state.is_over or (turns is not None and len(message_of(self.state).tiles) >= self.tiles + turns)

    def _seeded(self, state: State) -> State:
        """The state with a seed, so that the service draws and two calls a turn are saved; not where something is hidden,
        chance is under way, or the service goes on from states only that it made itself."""
        message = message_of(state)
        if message.seal or message.setup.seeded.seed == self.seed or message.turn.WhichOneof("phase") in _CHANCE:
            return state
        if any(not tile.HasField("kind") for player in message.players for tile in player.hand):
            return state
        seeded = type(message)()
        seeded.CopyFrom(message)
        seeded.setup.seeded.seed = self.seed
        return State.from_message(seeded)
