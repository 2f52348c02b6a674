"""Looks ahead over the draws to come."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..engine import Engine
from ..game import Game
from ..messages import LegalMove, Move, State
from .base import Bot, Worth, margins, rollout_values


@dataclass
class Node:
    """A state that was reached, or that a turn would lead to."""

    state: State | None
    """None until somebody comes by."""
    moves: tuple[Move, ...] = ()
    """The turn that leads here."""
    worth: Worth = ()
    """Margin of each player, on average over the visits."""
    visits: int = 0
    player: int | None = None
    """Who decides; None: chance, or nobody."""
    turns: list[Node] = field(default_factory=list["Node"])
    """What the player can do that is worth a look."""
    draws: tuple[LegalMove, ...] = ()
    """What chance can do."""
    drawn: dict[Move, Node] = field(default_factory=dict["Move", "Node"])
    """What it did so far."""

    def learn(self, worth: Worth) -> None:
        self.visits += 1
        old = self.worth or worth
        self.worth = [was + (now - was) / self.visits for was, now in zip(old, worth, strict=True)]


class Mcts(Bot):
    """Monte Carlo tree search over whole turns, with chance nodes: at a draw a tile is drawn as likely as it is in the bag.

    `walks`: how often the tree is walked, to a decision that was not met before. All its turns are tried there at random, in one
    call, and it is worth what the best of them is worth to whoever decides. `playouts`: how many games such a trial is, shared by
    the turns; the first one, of the bot's own turns, is `first` times as many. `tiles`: how many tiles are placed in each; None:
    all. `width`: how many turns of each player are looked at further. `curiosity`: how many points a turn may be behind that was
    seldom looked at.
    """

    def __init__(
        self, walks: int = 20, playouts: int = 200, first: int = 4, tiles: int | None = 4, width: int = 5, curiosity: float = 3.0
    ) -> None:
        self.walks = walks
        self.playouts = playouts
        self.first = first
        self.tiles = tiles
        self.width = width
        self.curiosity = curiosity

    def choose(self, game: Game, rng: random.Random) -> Sequence[Move]:
        root = Node(game.state)
        search = Search(self, game.engine, rng, self.playouts * self.first)
        search.visit(root)
        search.playouts = self.playouts
        for _ in range(self.walks if len(root.turns) > 1 else 0):
            search.visit(root)
        seat = root.player
        assert seat is not None
        return max(root.turns, key=lambda turn: (turn.visits, turn.worth[seat])).moves


class Search:
    """One decision's worth of looking ahead."""

    def __init__(self, bot: Mcts, engine: Engine, rng: random.Random, playouts: int) -> None:
        self.bot = bot
        self.engine = engine
        self.rng = rng
        self.playouts = playouts
        # What is drawn at the nth visit depends on n alone: turns that are compared meet the same luck.
        self.luck = rng.getrandbits(64)

    def visit(self, node: Node) -> Worth:
        """Walks on from a node, and tells what came of it."""
        assert node.state is not None
        if node.state.is_over:
            worth: Worth = margins(node.state.points)
        elif node.turns:
            worth = self.visit(self.select(node))
        elif node.draws:
            worth = self.visit(self.draw(node))
        else:
            worth = self.expand(node)
        node.learn(worth)
        return worth

    def expand(self, node: Node) -> Worth:
        assert node.state is not None
        legal = self.engine.legal_moves(node.state, whole_turns=True, notation=False)
        node.player = legal.player
        if legal.player is None:
            node.draws = legal.moves
            return self.visit(self.draw(node))
        seat = legal.player
        turns = [turn.moves for turn in legal.turns]
        values = rollout_values(self.engine, node.state, turns, self.playouts, self.bot.tiles, self.rng)
        ranking = sorted(zip(turns, values, strict=True), key=lambda turn: -turn[1][seat])
        node.turns = [Node(None, moves, worth, 1) for moves, worth in ranking[: self.bot.width]]
        return node.turns[0].worth

    def select(self, node: Node) -> Node:
        """The turn that is worth most to whoever decides, or might be."""
        assert node.state is not None and node.player is not None
        seat, total = node.player, math.log(node.visits + 1)
        best = max(node.turns, key=lambda turn: turn.worth[seat] + self.bot.curiosity * math.sqrt(total / turn.visits))
        if best.state is None:
            best.state = self.engine.apply_move(node.state, best.moves, notation=False).state
        return best

    def draw(self, node: Node) -> Node:
        assert node.state is not None
        luck = random.Random(self.luck + node.visits)
        move = luck.choices(node.draws, [draw.weight or 1 for draw in node.draws])[0].move
        if move not in node.drawn:
            node.drawn[move] = Node(self.engine.apply_move(node.state, move, notation=False).state)
        return node.drawn[move]
