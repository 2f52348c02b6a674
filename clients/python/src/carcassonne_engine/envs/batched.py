"""Many games at a time, for training: one step makes a move in each of them, and their calls go on side by side."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from .. import calls
from ..calls import OptionsLike, SetsLike
from ..engine import Engine
from ..messages import ApplyMove, State
from .encoding import Encoding, Mask, Vector
from .games import Moment, RewardKind, check_reward, hides_from_others, outcome, view_call


@dataclass(frozen=True)
class Batch:
    """What the games look like, a row for each.

    `observations`: as the player who decides sees it. `masks`: actions that are legal. `players`: seat of that player. `rewards`: for
    each seat, of the step that was just made. `done`: whether that step ended the game; the row is of the next one then, which has
    begun already.
    """

    observations: Vector
    masks: Mask
    players: NDArray[np.int32]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]


class BatchedGames:
    """`games`: how many. The other arguments are those of the PettingZoo environment."""

    def __init__(
        self,
        engine: Engine,
        games: int = 64,
        players: int = 2,
        sets: SetsLike = ("base",),
        options: OptionsLike | None = None,
        reward: RewardKind = "outcome",
        actions: int = 1024,
    ) -> None:
        check_reward(reward)
        self.engine = engine
        self.games = games
        self.players = players
        self.reward = reward
        self._sets, self._options = sets, options
        self.encoding = Encoding(engine, engine.new_game(players, sets, seed="encoding", options=options).state, actions)
        self._random = random.Random()
        self._moments: list[Moment] = []

    def reset(self, seed: int | None = None) -> Batch:
        """Begins all games; the same seed gives the same tiles."""
        self._random = random.Random(seed)
        self._moments = self._with_legal(self._new(self.games))
        return self._batch(np.zeros((self.games, self.players), np.float32), np.zeros(self.games, np.bool_))

    def _new(self, count: int) -> list[State]:
        setups = [
            calls.setup(self.players, self._sets, seed=f"{self._random.getrandbits(62)}", options=self._options) for _ in range(count)
        ]
        return [new.state for new in self.engine.call_all([calls.new_game(setup) for setup in setups])]

    def _with_legal(self, states: list[State]) -> list[Moment]:
        legal = self.engine.call_all([calls.legal_moves(state, notation=False) for state in states])
        return [Moment(state, moves) for state, moves in zip(states, legal, strict=True)]

    def step(self, actions: NDArray[Any] | Sequence[int]) -> Batch:
        """Makes a move in each game: the legal move at that place of its list. ValueError before the first `reset`, for another
        number of actions than there are games, and for an action that is not legal."""
        if not self._moments:
            raise ValueError("no game has begun: reset() begins them")
        given: NDArray[Any] = np.asarray(actions)
        if given.shape != (self.games,):
            raise ValueError(f"there are {self.games} games, so that actions have the shape ({self.games},), not {given.shape}")
        chosen: list[calls.Call[ApplyMove]] = []
        for moment, action in zip(self._moments, cast(list[int], given.tolist()), strict=True):
            moves = moment.legal.moves
            if not 0 <= action < len(moves):
                raise ValueError(f"action {action} is not legal: there are {len(moves)} legal moves")
            chosen.append(calls.apply_move(moment.state, moves[action], notation=False))
        states: list[State] = [answer.state for answer in self.engine.call_all(chosen)]
        rewards = np.zeros((self.games, self.players), np.float32)
        done = np.array([state.is_over for state in states], np.bool_)
        for place, (moment, state) in enumerate(zip(self._moments, states, strict=True)):
            if self.reward == "points":
                rewards[place] = np.subtract(state.points, moment.state.points)
            elif state.is_over:
                rewards[place] = outcome(state.points)
        for place, state in zip(np.flatnonzero(done).tolist(), self._new(int(done.sum())), strict=True):
            states[place] = state
        self._moments = self._with_legal(states)
        return self._batch(rewards, done)

    def _batch(self, rewards: NDArray[np.float32], done: NDArray[np.bool_]) -> Batch:
        players = [moment.player or 0 for moment in self._moments]
        hidden = [place for place, moment in enumerate(self._moments) if hides_from_others(moment.state)]
        views = self.engine.call_all([view_call(self._moments[place].state, players[place]) for place in hidden])
        seen = [moment.state for moment in self._moments]
        for place, view in zip(hidden, views, strict=True):
            seen[place] = view.state
        rows = [
            self.encoding.observe(state, moment.legal, player) for state, moment, player in zip(seen, self._moments, players, strict=True)
        ]
        masks = [self.encoding.mask(moment.legal) for moment in self._moments]
        return Batch(np.stack(rows), np.stack(masks), np.array(players, np.int32), rewards, done)
