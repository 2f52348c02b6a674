"""An OpenSpiel game with explicit chance nodes.

    import pyspiel
    from carcassonne_engine.envs import openspiel

    game = pyspiel.load_game("carcassonne(players=2,sets=base)")

Importing this module registers `carcassonne`. An action is the place of a move in the list of legal moves, of chance too; see
`carcassonne_engine.envs.encoding`, which is also the observation tensor. Parameters: `players`, `sets` (separated by `+`), `actions`. Games
of two players are zero sum: 1 for the winner, -1 for the loser, 0 for a draw; with more players the sum differs (see `outcome`).

Sets whose tiles may lie face down (Abu Simbel, of `wonders-2`) are refused in play with ValueError: the game has perfect information.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUntypedBaseClass=false, reportUnknownVariableType=false
# (the library has no types)

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import numpy as np
import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]

from ..engine import Engine
from ..game import Game
from ..local import LocalEngine
from .encoding import Encoding
from .games import hides_from_others, outcome

spiel = cast(Any, pyspiel)

NAME = "carcassonne"
FEWEST, MOST = 2, 6
DEFAULTS: dict[str, Any] = {"players": 2, "sets": "base", "actions": 1024}


def game_type(utility: Any) -> Any:
    """What OpenSpiel is told of the game; `utility`: how the results of the players add up."""
    return spiel.GameType(
        short_name=NAME,
        long_name="Carcassonne",
        dynamics=spiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=spiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=spiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=spiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST,
        min_num_players=FEWEST,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


@lru_cache(maxsize=1)
def shared_engine() -> Engine:
    """The service that all games of this process use, which stops with it."""
    return LocalEngine()


class CarcassonneGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """The game, on a service of this process."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        players = int(given["players"])
        if not FEWEST <= players <= MOST:
            raise ValueError(f"players={players}, but there must be {FEWEST} to {MOST}")
        self.engine = shared_engine()
        self.start = self.engine.new_game(players, str(given["sets"]).split("+"))
        self.encoding = Encoding(self.engine, self.start.state, int(given["actions"]))
        tiles = self.encoding.parts["tiles"][1][0]
        two = self.encoding.players == 2
        info = spiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=len(self.encoding.kinds),
            num_players=self.encoding.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if two else None,
            # A tile is drawn, placed, and acted upon; wonders bring some decisions more.
            max_game_length=6 * tiles,
        )
        utility = spiel.GameType.Utility.ZERO_SUM if two else spiel.GameType.Utility.GENERAL_SUM
        super().__init__(game_type(utility), info, given)

    def new_initial_state(self) -> CarcassonneState:
        return CarcassonneState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 2 * int(self.encoding.parts["tiles"][1][0])

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CarcassonneObserver:
        """What OpenSpiel's algorithms observe states with; the arguments are not used."""
        return CarcassonneObserver(self.encoding)


class CarcassonneState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A state; copies share what cannot change."""

    def __init__(self, game: CarcassonneGame) -> None:
        super().__init__(game)
        self.now: Game = game.start

    def current_player(self) -> int:
        if self.now.is_over:
            return int(spiel.PlayerId.TERMINAL)
        player = self.now.player
        return int(spiel.PlayerId.CHANCE) if player is None else player

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.now.moves)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.now.weights
        return [(action, weight / sum(weights)) for action, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self.now = self.now.play(self.now.moves[action]).forget()
        if hides_from_others(self.now.state):
            raise ValueError("a tile lies face down, but this game has perfect information: leave wonders-2 out")

    def _action_to_string(self, player: int, action: int) -> str:
        moves = self.now.moves
        return str(moves[action]) if action < len(moves) else f"action {action}"

    def is_terminal(self) -> bool:
        return self.now.is_over

    def returns(self) -> list[float]:
        points = self.now.state.points
        return outcome(points) if self.now.is_over else [0.0] * len(points)

    def __str__(self) -> str:
        return str(self.now.state)


class CarcassonneObserver:
    """Gives the vector of the encoding, and the position as text."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.tensor = np.zeros(encoding.size, np.float32)
        self.dict = {name: encoding.part(self.tensor, name) for name in encoding.parts}

    def set_from(self, state: CarcassonneState, player: int) -> None:
        """Fills `tensor`, of which `dict` has the parts in their shapes."""
        self.tensor[:] = self.encoding.observe(state.now.state, state.now.legal, player)

    def string_from(self, state: CarcassonneState, player: int) -> str:
        """The line of the position notation."""
        return str(state.now.state)


spiel.register_game(game_type(spiel.GameType.Utility.GENERAL_SUM), CarcassonneGame)
