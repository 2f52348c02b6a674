"""Looking back at games: what each turn earned, and what the best alternative would have been worth."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from .bots import margins
from .engine import Engine
from .errors import EngineError
from .game import Game
from .local import find_binary, run
from .messages import Move, Scored
from .rollouts import Rollouts


def read_recording(engine: Engine, path: str | os.PathLike[str]) -> Game:
    """The game in a file: a recording of JCloisterZone (`.jcz`, which needs the program on this machine), a record or a position in
    the text notation. EngineError if it cannot be read or played."""
    file = Path(path)
    if file.suffix == ".jcz":
        return engine.game_from(_import(file))
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EngineError(f"{file} cannot be read: {error}") from error
    return engine.game_at(" ".join(text.split())) if text.lstrip().startswith("carcassonne/") else engine.game_from(text)


def _import(file: Path) -> str:
    # An absolute path is no option, whatever the file is called.
    done = run(find_binary(), "import", "--notation", str(file.absolute()))
    verdict, _, record = done.stdout.partition("\n")
    if not record.strip():
        raise EngineError(verdict or done.stderr.strip())
    return record


@dataclass(frozen=True)
class Turn:
    """A turn that was taken: all decisions of a player until chance or another player was next. `number`: which of the game, from 1.
    `step`: steps made before. `player`: whose decisions they were, `name`: of that player. `awards`: what was scored, by whomever."""

    number: int
    step: int
    player: int
    name: str
    moves: tuple[Move, ...]
    awards: tuple[Scored, ...]

    @property
    def earned(self) -> int:
        """Points that it brought the player at once."""
        return sum(award.points for award in self.awards if award.player == self.player)

    def __str__(self) -> str:
        return f"{self.number}. {self.name}: {_text(self.moves)}"


@dataclass(frozen=True)
class Review:
    """A turn beside its best alternative. `value`, `best_value`: how far ahead of the best of the others the player would be in the
    end, on average over the playouts."""

    turn: Turn
    value: float
    best_moves: tuple[Move, ...]
    best_value: float

    @property
    def loss(self) -> float:
        """How much better the best turn would have been; 0 if this was it."""
        return self.best_value - self.value

    def __str__(self) -> str:
        text = f"{self.turn} (earned {self.turn.earned}, worth {self.value:+.1f})"
        return text if self.best_moves == self.turn.moves else f"{text}; best: {_text(self.best_moves)} ({self.best_value:+.1f})"


def turns(game: Game) -> Iterator[Turn]:
    """The turns of a game, in order."""
    step = number = 0
    while step < len(game):
        first = game.at(step)
        step += 1
        if first.player is None:
            continue
        began = step
        while step < len(game) and game.at(step).player == first.player and not _is_new_turn(game, step):
            step += 1
        number += 1
        steps = range(began, step + 1)
        moves = tuple(move for made in steps for move in game.made(made))
        awards = tuple(event.scored for made in steps for event in game.steps[made].events if event.scored is not None)
        yield Turn(number, began - 1, first.player, game.state.names[first.player], moves, awards)


def _is_new_turn(game: Game, step: int) -> bool:
    """Whether a turn began with the step; where the service draws, nothing else shows that (alone, or in a second part)."""
    return any(event.kind_name in ("turn_started", "tile_drawn") for event in game.steps[step].events)


def review(game: Game, rollouts: Rollouts, rng: random.Random, *, playouts: int = 40) -> Iterator[Review]:
    """Each turn beside the best of all that could have been done, as it is taken.

    `playouts`: how many games are played on from each. More cost more and err less. What tiles came later is not looked at.
    """
    for turn in turns(game):
        before = game.at(turn.step)
        moves = [turn.moves, *(other.moves for other in before.turns if other.moves != turn.moves)]
        results = rollouts.points(before.view(turn.player), moves, playouts, rng)
        values = [mean(margins(points)[turn.player] for points in result) for result in results]
        place = max(range(len(moves)), key=values.__getitem__)
        yield Review(turn, values[0], before.with_text(moves[place]), values[place])


def _text(moves: Sequence[Move]) -> str:
    return "; ".join(map(str, moves))
