"""A PettingZoo AEC environment with action masks.

    from carcassonne_engine.envs.pettingzoo import env

    games = env(players=2)
    games.reset(seed=1)
    for agent in games.agent_iter():
        observation, reward, termination, truncation, info = games.last()
        done = termination or truncation
        games.step(None if done else games.action_space(agent).sample(observation["action_mask"]))

Observations are dicts of `observation` and `action_mask`; see `carcassonne_engine.envs.encoding` for what they and the actions mean.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUntypedBaseClass=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportIncompatibleVariableOverride=false
# (the library has no types)

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped, unused-ignore]

from .. import calls
from ..calls import OptionsLike, SetsLike
from ..engine import Engine
from ..local import LocalEngine
from ..picture import render
from .encoding import HIGHEST, LOWEST, Encoding
from .games import Moment, RewardKind, check, check_reward, outcome, seen_by

Observation = dict[str, NDArray[Any]]
_wrappers = cast(Any, wrappers)


def env(**arguments: Any) -> Any:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game, and misuse is told. The arguments are those
    of `CarcassonneEnv`."""
    wrapped = _wrappers.TerminateIllegalWrapper(CarcassonneEnv(**arguments), illegal_reward=-1)
    return _wrappers.OrderEnforcingWrapper(_wrappers.AssertOutOfBoundsWrapper(wrapped))


class CarcassonneEnv(AECEnv):  # type: ignore[misc]
    """The environment itself.

    `players`, `sets`, `options`: as in `Engine.new_game`. `reward`: `outcome` or `points` (see `RewardKind`). `engine`: a service to
    play on; without it the environment starts one of its own, and stops it on `close`. `actions`: how many actions there are; a state
    with more legal moves raises TooManyMoves. `render_mode`: `human` (prints), `ansi` (text), `rgb_array` (a picture). ValueError for
    a reward or mode that there is not.

    The tiles of a game follow from `reset(seed)`; chance is no agent.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo's name
        "name": "carcassonne_v1",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        players: int = 2,
        sets: SetsLike = ("base",),
        options: OptionsLike | None = None,
        reward: RewardKind = "outcome",
        engine: Engine | None = None,
        actions: int = 1024,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_reward(reward)
        check("render_mode", render_mode, [None, *self.metadata["render_modes"]])
        self.engine = engine or LocalEngine()
        self._own_engine = engine is None
        self._setup: tuple[SetsLike, OptionsLike | None] = (sets, options)
        self.reward = reward
        self.render_mode = render_mode
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.encoding = Encoding(self.engine, self._new("encoding").state, actions)
        space = spaces.Dict(
            {
                "observation": spaces.Box(LOWEST, HIGHEST, (self.encoding.size,), np.int32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces: dict[str, Any] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._random, _ = cast(Any, seeding.np_random)(None)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _new(self, seed: str) -> Moment:
        sets, options = self._setup
        game = self.engine.new_game(len(self.possible_agents), sets, seed=seed, options=options)
        return Moment(game.state, game.legal)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; the same seed gives the same tiles."""
        if seed is not None:
            self._random, _ = cast(Any, seeding.np_random)(seed)
        self._now = self._new(f"{self._random.integers(1 << 62)}")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self._now.player
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        state = seen_by(self.engine, self._now.state, seat)
        return {
            "observation": self.encoding.observe(state, self._now.legal, seat),
            "action_mask": self.encoding.mask(self._now.legal, seat),
        }

    def step(self, action: int | None) -> None:
        """Makes the legal move at this place of the list."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        moves = self._now.legal.moves
        assert action is not None
        if not 0 <= action < len(moves):
            raise ValueError(f"action {action} is not legal: there are {len(moves)} legal moves")
        before = self._now.state.points
        state = self.engine.call(calls.apply_move(self._now.state, moves[action].move)).state
        self._now = Moment(state, self.engine.call(calls.legal_moves(state)))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.agents, self._rewards(before), strict=True))
        self._select()
        if state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _rewards(self, before: Sequence[int]) -> list[float]:
        state = self._now.state
        if self.reward == "points":
            return [float(now - then) for now, then in zip(state.points, before, strict=True)]
        return outcome(state.points) if state.is_over else [0.0] * len(before)

    def render(self) -> Any:
        state = self._now.state
        if self.render_mode == "rgb_array":
            return picture_array(render(state, square=40))
        # What a spectator sees: with the seed whoever reads it would know what is drawn.
        text = f"{self.engine.view(state).notation}\n" + ", ".join(
            f"{agent} {own}" for agent, own in zip(self.possible_agents, state.points, strict=True)
        )
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        if self._own_engine:
            self.engine.close()


def picture_array(svg: str) -> NDArray[np.uint8]:
    """A picture as an array of height, width and colours."""
    import resvg_py
    from PIL import Image

    png = cast(Any, resvg_py).svg_to_bytes(svg_string=svg, background="white")
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"))
