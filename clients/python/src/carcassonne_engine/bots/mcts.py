"""Looks ahead over the draws to come."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean

from ..engine import Engine
from ..game import Game
from ..messages import LegalMove, Move, State
from ..rollouts import Rollouts
from .base import Bot, best, margins, turn_values


@dataclass
class Node:
    """A state in the tree. `values`: sum of the margins of each player over all visits."""

    state: State
    moves: tuple[Move, ...] = ()
    """The turn that led here."""
    prior: float = 0.0
    """What that turn is worth at first sight to whoever takes it."""
    player: int | None = None
    """Who decides; None: chance, or nobody."""
    children: list[Node] | None = None
    """Turns; None if they have not been looked at."""
    draws: tuple[LegalMove, ...] = ()
    drawn: dict[Move, Node] = field(default_factory=dict["Move", "Node"])
    """What chance brought so far."""
    visits: int = 0
    values: list[float] = field(default_factory=list[float])

    def worth(self, seat: int) -> float:
        return self.values[seat] / self.visits if self.visits else self.prior


class Mcts(Bot):
    """Monte Carlo tree search over whole turns, with chance nodes: at a draw a tile is drawn as likely as it is in the bag.

    `iterations`: how often the tree is walked. `width`: how many turns of each player are looked at, best first by what they
    bring at once. `playouts`, `turns`: how many random playouts value a leaf, and how far each is played. `curiosity`: how many
    points a turn that was never tried may be behind. Each player is taken to want to be ahead of the best of the others.
    """

    def __init__(self, iterations: int = 24, width: int = 5, playouts: int = 4, turns: int = 2, curiosity: float = 6.0) -> None:
        self.iterations = iterations
        self.width = width
        self.playouts = playouts
        self.turns = turns
        self.curiosity = curiosity

    def choose(self, game: Game, rng: random.Random) -> Sequence[Move]:
        root = Node(game.state)
        self._expand(game.engine, root, rng)
        assert root.children
        if len(root.children) == 1:
            return root.children[0].moves
        for _ in range(self.iterations):
            path = self._descend(game.engine, root, rng)
            results = Rollouts(game.engine, self.turns).points([path[-1].state], self.playouts, rng)[0]
            values = [mean(column) for column in zip(*map(margins, results), strict=True)]
            for node in path:
                node.visits += 1
                node.values = [old + new for old, new in zip(node.values or [0.0] * len(values), values, strict=True)]
        seat = root.player
        assert seat is not None
        return max(root.children, key=lambda child: (child.visits, child.worth(seat))).moves

    def _descend(self, engine: Engine, root: Node, rng: random.Random) -> list[Node]:
        """From the root to a node that was not visited yet, or to the end of the game."""
        path = [root]
        while path[-1].visits or path[-1] is root:
            node = path[-1]
            self._expand(engine, node, rng)
            if node.draws:
                path.append(self._draw(engine, node, rng))
            elif node.children:
                path.append(self._select(node))
            else:
                break
        return path

    def _expand(self, engine: Engine, node: Node, rng: random.Random) -> None:
        if node.children is not None or node.state.is_over:
            return
        legal = engine.legal_moves(node.state, notation=False)
        node.player, node.children = legal.player, []
        if legal.player is None:
            node.draws = legal.moves
            return
        seat = legal.player
        turns = best(turn_values(engine, node.state), seat, rng, self.width)
        node.children = [Node(turn.state, turn.moves, turn.worth[seat]) for turn in turns]

    def _draw(self, engine: Engine, node: Node, rng: random.Random) -> Node:
        drawn = rng.choices(node.draws, [draw.weight or 1 for draw in node.draws])[0].move
        if drawn not in node.drawn:
            node.drawn[drawn] = Node(engine.apply_move(node.state, drawn, notation=False).state)
        return node.drawn[drawn]

    def _select(self, node: Node) -> Node:
        assert node.children and node.player is not None
        seat = node.player
        return max(
            node.children,
            key=lambda child: child.worth(seat) + self.curiosity * math.sqrt(math.log(node.visits + 1) / (child.visits + 1)),
        )
