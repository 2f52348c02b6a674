"""A game under way, with everything that happened."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from . import calls
from .calls import MovesLike
from .messages import Answer, Event, LegalMoves, Move, MoveSequence, Record, Score, Scored, Setup, State

if TYPE_CHECKING:
    from .engine import Engine


@dataclass(frozen=True)
class Step:
    """Moves made together, the state after them, and what happened."""

    moves: tuple[Move, ...]
    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Game:
    """A game: an immutable value too. `play` gives another one.

    It remembers every step, so that it can be stepped through, and asks the engine for what it does not know.
    """

    engine: Engine = field(repr=False, compare=False)
    setup: Setup | None
    """What was agreed; None if the game goes on from a position."""
    steps: tuple[Step, ...] = field(repr=False)
    """All steps; the first is the start."""
    notes: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """Advice that is no rule."""

    @property
    def state(self) -> State:
        """The state now."""
        return self.steps[-1].state

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state.is_over

    @cached_property
    def legal(self) -> LegalMoves:
        """What can happen next, as the service tells it."""
        return self.engine.legal_moves(self.state)

    @property
    def player(self) -> int | None:
        """Seat of the player who decides; None if chance does, or the game is over."""
        return self.legal.player

    @property
    def is_chance(self) -> bool:
        """Whether chance decides: only in games without a seed, in views, and before games with tiles that lie ready."""
        return not self.is_over and self.player is None

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All legal moves in a fixed order; of chance too. Empty only if the game is over."""
        return tuple(legal.move for legal in self.legal.moves)

    @property
    def weights(self) -> tuple[int, ...]:
        """Of chance: how many equally likely outcomes each of `moves` is. 1 for each move of a player."""
        return tuple(legal.weight or 1 for legal in self.legal.moves)

    @cached_property
    def turns(self) -> tuple[MoveSequence, ...]:
        """All that the player can do until chance or another player is next."""
        return self.engine.legal_moves(self.state, whole_turns=True, notation=False).turns

    def play(self, moves: MovesLike) -> Game:
        """The game after one or more moves: values (of `moves`, `turns`, `legal.moves`), or text such as `"place V 1,0 r0; meeple city
        N"`. IllegalMove says why not, InvalidNotation where a text is no move; TypeError for what is neither."""
        if isinstance(moves, str):
            game = self
            for text in filter(None, map(str.strip, moves.split(";"))):
                game = game.play(game.move(text))
            return game
        made = calls.moves_of(moves)
        applied = self.engine.apply_move(self.state, made)
        return self._with(Step(made, applied.state, applied.events))

    def move(self, text: str) -> Move:
        """The move that a text of the record notation stands for here; IllegalMove if it is not legal, InvalidNotation if
        it is no move."""
        words = " ".join(text.split())
        for move in self.moves:
            if move.notation == words:
                return move
        # The notation allows more than one way to write a move: the right one is that which leads to the same state.
        state = self.engine.apply_move(self.state, text, notation=False).state
        results = self.engine.call_all(calls.apply_move(self.state, move, notation=False) for move in self.moves)
        return next(move for move, result in zip(self.moves, results, strict=True) if result.state == state)

    def with_text(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        """The same moves, made one after the other from here, each knowing its text; IllegalMove if one is not legal."""
        game, known = self, list[Move]()
        for move in moves:
            if known:
                game = game.play(known[-1])
            same = [legal for legal in game.moves if legal == move]
            if not same:
                # The service says why it is not legal.
                game.play(move)
            known.append(same[0])
        return tuple(known)

    def play_each(self, moves: Iterable[Move]) -> Game:
        """The same for several moves, each a step of its own."""
        game = self
        for move in moves:
            game = game.play(move)
        return game

    def play_random(self, rng: random.Random) -> Game:
        """The game after one move, all outcomes being equally likely: what chance does, or a player who does not think. ValueError
        if the game is over."""
        if self.is_over:
            raise ValueError("the game is over: there is nothing to play")
        return self.play(rng.choices(self.moves, self.weights)[0])

    def _with(self, step: Step) -> Game:
        return Game(self.engine, self.setup, (*self.steps, step), self.notes)

    def ask(self, move: Move) -> Answer:
        """Whether a move is legal now, and everything that stands against it."""
        return self.engine.legal_moves(self.state, [move], notation=False).answers[0]

    def view(self, player: int | None = None) -> State:
        """The state as a player may see it, or a spectator."""
        return self.engine.view(self.state, player)

    # Looking back

    def __len__(self) -> int:
        """How many steps were made."""
        return len(self.steps) - 1

    def __bool__(self) -> bool:
        """True, before the first step too."""
        return True

    def at(self, step: int) -> Game:
        """The game after so many steps; negative: so many from the end."""
        count = step if step >= 0 else len(self) + 1 + step
        if not 0 <= count <= len(self):
            raise IndexError(f"the game has {len(self)} steps")
        return Game(self.engine, self.setup, self.steps[: count + 1], self.notes)

    def forget(self) -> Game:
        """The game going on from its state, without what was before."""
        return Game(self.engine, None, (Step((), self.state, ()),))

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def made(self, step: int) -> tuple[Move, ...]:
        """The moves of a step, counted from 1, each knowing its text; `game.steps` has them as they were given, and those of whole turns
        come without. None for step 0, the start."""
        moves = self.steps[step].moves
        return moves if all(move.notation for move in moves) else self.at(step - 1).with_text(moves)

    @property
    def played(self) -> tuple[Move, ...]:
        """All moves made, as they were given."""
        return tuple(move for step in self.steps for move in step.moves)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def awards(self) -> tuple[Scored, ...]:
        """Everything that was scored."""
        return tuple(event.scored for event in self.events if event.scored is not None)

    @cached_property
    def score(self) -> Score:
        """Points now and if the game ended now; `score.explain()` is the score sheet."""
        return self.engine.score(self.state, self.awards)

    @property
    def record(self) -> Record:
        """The record; ValueError for a game that goes on from a position, of which the beginning is not known."""
        if self.setup is None:
            raise ValueError("the game goes on from a position: its beginning is not known")
        return Record(setup=self.setup, moves=self.played)

    @cached_property
    def notation(self) -> str:
        """The record as text, every draw spelled out."""
        return self.engine.replay(self.record).record.notation

    def __str__(self) -> str:
        names = self.state.names
        points = ", ".join(f"{name} {points}" for name, points in zip(names, self.state.points, strict=True))
        return f"{'over' if self.is_over else f'{self.state.tiles_left} tiles left'}: {points}"

    def _repr_svg_(self) -> str | None:
        return self.state._repr_svg_()  # pyright: ignore[reportPrivateUsage]

    def _repr_html_(self) -> str:
        return self.state._repr_html_()  # pyright: ignore[reportPrivateUsage]
