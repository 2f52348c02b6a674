"""Looks ahead over the draws to come."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from ..engine import Engine
from ..game import Game
from ..messages import LegalMove, Move, RolloutPolicy, State
from ..rollouts import Rollouts
from .base import Bot, Turn, Worth, best_first, margins, worths


@dataclass
class Node:
    """A state, which is known, or a turn and the state that it leads to."""

    state: State | None
    """None until the search goes beyond the turn."""
    before: State | None = None
    """Where the turn begins."""
    moves: Turn = ()
    """The turn."""
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
        """Takes what came of one more visit into the mean."""
        self.visits += 1
        old = self.worth or worth
        self.worth = [was + (now - was) / self.visits for was, now in zip(old, worth, strict=True)]


class Mcts(Bot):
    """Monte Carlo tree search over whole turns, with chance nodes: at a draw a tile is drawn as likely as it is in the bag.

    Of each decision the turns that are worth most at once are looked at further (`width`): playouts tell what they are worth, in
    which players are greedy (`playouts` at a time, of `tiles` tiles; None: all). Then the tree is walked (`walks`), each time to
    the turns that are worth most or were seldom looked at: `curiosity` is how many points such a turn may be behind. A turn that
    was visited often (`ripe`) is not only played on from: the tree grows there by the next draw, and the decision after it.
    """

    def __init__(
        self, walks: int = 6, playouts: int = 6, tiles: int | None = 2, width: int = 6, curiosity: float = 2.0, ripe: int = 4
    ) -> None:
        self.walks = walks
        self.playouts = playouts
        self.tiles = tiles
        self.width = width
        self.curiosity = curiosity
        self.ripe = ripe

    def choose(self, game: Game, rng: random.Random) -> Turn:
        search = Search(self, game.engine, rng)
        root = Node(game.state)
        search.expand(root)
        for _ in range(self.walks if len(root.turns) > 1 else 0):
            search.visit(root)
        seat = root.player
        assert seat is not None
        return max(root.turns, key=lambda turn: (turn.visits, turn.worth[seat])).moves


class Search:
    """One decision's worth of looking ahead."""

    def __init__(self, bot: Mcts, engine: Engine, rng: random.Random) -> None:
        self.bot = bot
        self.engine = engine
        self.rng = rng
        self.rollouts = Rollouts(engine, bot.tiles, RolloutPolicy.GREEDY)
        self.luck = rng.getrandbits(64)

    def luck_of(self, visit: int) -> random.Random:
        """What chance does at the nth visit depends on n alone: turns that are compared meet the same luck."""
        return random.Random(self.luck + visit)

    def visit(self, node: Node) -> Worth:
        """Walks on from a node, and tells what came of it."""
        if node.before is not None and node.visits < self.bot.ripe:
            [worth] = worths(self.rollouts, node.before, [node.moves], self.bot.playouts, self.luck_of(node.visits))
        elif self.state_of(node).is_over:
            worth = margins(self.state_of(node).points)
        elif node.turns:
            worth = self.visit(self.select(node))
        elif node.draws:
            worth = self.visit(self.draw(node))
        else:
            worth = self.expand(node)
        node.learn(worth)
        return worth

    def state_of(self, node: Node) -> State:
        """The state at a node, which is asked for when it is wanted first."""
        if node.state is None:
            assert node.before is not None
            node.state = self.engine.apply_move(node.before, node.moves, notation=False).state
        return node.state

    def expand(self, node: Node) -> Worth:
        """Finds out what can be done, and what it is worth to whoever decides."""
        state = self.state_of(node)
        legal = self.engine.legal_moves(state, whole_turns=True, notation=False)
        node.player = seat = legal.player
        if seat is None:
            node.draws = legal.moves
            return self.visit(self.draw(node))
        turns = best_first(self.rollouts, state, [turn.moves for turn in legal.turns], seat, self.rng)[: self.bot.width]
        node.turns = [Node(None, state, moves) for moves in turns]
        values = worths(self.rollouts, state, turns, self.bot.playouts, self.luck_of(0))
        for turn, worth in zip(node.turns, values, strict=True):
            turn.learn(worth)
        return max(values, key=lambda worth: worth[seat])

    def select(self, node: Node) -> Node:
        """The turn that is worth most to whoever decides, or might be."""
        assert node.player is not None
        seat, total = node.player, math.log(sum(turn.visits for turn in node.turns) + 1)
        return max(node.turns, key=lambda turn: turn.worth[seat] + self.bot.curiosity * math.sqrt(total / turn.visits))

    def draw(self, node: Node) -> Node:
        """What chance brings at this visit."""
        move = self.luck_of(node.visits).choices(node.draws, [draw.weight or 1 for draw in node.draws])[0].move
        if move not in node.drawn:
            node.drawn[move] = Node(self.engine.apply_move(self.state_of(node), move, notation=False).state)
        return node.drawn[move]
