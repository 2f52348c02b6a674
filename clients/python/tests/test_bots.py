"""Bots: what they choose, how strong they are, and those that are programs of their own."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest

from carcassonne_engine import Engine, Game, LocalEngine, Move
from carcassonne_engine.bots import (
    Bot,
    BotFailure,
    ExternalBot,
    FlatMonteCarlo,
    Greedy,
    Mcts,
    Random,
    bot_from,
    margins,
    turn_values,
)
from carcassonne_engine.rollouts import Rollouts

from .conftest import play_out

SMALL = ["river", "inns-and-cathedrals-without-gardens"]


def play(engine: Engine, bots: Sequence[Bot], seed: str, sets: Sequence[str] = SMALL) -> Game:
    rng = random.Random(seed)
    game = engine.new_game(len(bots), sets, seed=seed)
    while not game.is_over:
        assert game.player is not None
        game = game.play(bots[game.player].choose(engine.game_at(game.view(game.player)), rng))
    return game


def test_margins() -> None:
    assert margins([10, 7, 9]) == (1, -3, -1) and margins([5, 5]) == (0, 0) and margins([4]) == (4,)


@pytest.mark.parametrize("bot", [Random(), Greedy(), FlatMonteCarlo(3, 2, 2), Mcts(3, 3, 1, 1)], ids=lambda bot: bot.name)
def test_each_bot_plays_a_game_to_the_end_and_the_same_again(engine: Engine, bot: Bot) -> None:
    game = play(engine, [bot, Random()], "1", ["river"])
    assert game.is_over and game.state.tiles_left == 0
    assert play(engine, [bot, Random()], "1", ["river"]) == game


def test_bots_play_with_everything(engine: Engine, everything: list[str]) -> None:
    """Wonders bring chance before the game, tiles face down, decisions out of turn."""
    rng = random.Random(4)
    game = engine.new_game(2, everything, seed="everything")
    game = play_out(game, rng, 150)
    for bot in (Greedy(), FlatMonteCarlo(2, 1, 1), Mcts(2, 2, 1, 1)):
        assert game.player is not None
        game = game.play(bot.choose(engine.game_at(game.view(game.player)), rng))


def test_greedy_takes_the_turn_with_the_best_prospects(engine: Engine) -> None:
    game = play_out(engine.new_game(2, seed="greedy"), random.Random(8), 40)
    while game.state.turn.phase_name != "place_tile":
        game = game.play(game.moves[-1])
    seat = game.player
    assert seat is not None
    worth: dict[tuple[Move, ...], int] = {}
    for turn in game.turns:
        final = game.play(turn.moves).score.final
        worth[turn.moves] = final[seat] - final[1 - seat]
    chosen = Greedy(figure=0).choose(game, random.Random(0))
    assert worth[tuple(chosen)] == max(worth.values())
    assert len(turn_values(engine, game.state)) == len(worth)


def test_greedy_beats_random(engine: Engine) -> None:
    results = []
    for number in range(2):
        for seat in (0, 1):
            bots = [Random(), Greedy()] if seat else [Greedy(), Random()]
            game = play(engine, bots, f"strength {number}", ["inns-and-cathedrals-without-gardens"])
            results.append(margins(game.state.points)[seat])
    assert min(results) > 0, results


def test_mcts_sees_what_comes_after_the_draw(engine: Engine) -> None:
    """It values the turns that it walked, and walks the good ones most."""
    game = play_out(engine.new_game(2, SMALL, seed="mcts"), random.Random(3), 30)
    chosen = Mcts(8, 3, 2, 1).choose(engine.game_at(game.view(game.player)), random.Random(1))
    assert tuple(chosen) in {turn.moves for turn in game.turns}


def test_rollouts(engine: Engine, whole_game: Game) -> None:
    middle, end = whole_game.at(90).state, whole_game.state
    rng = random.Random(1)
    results = Rollouts(engine).points([middle, end], 6, rng)
    assert [len(result) for result in results] == [6, 6]
    assert results[1] == [whole_game.score.final] * 6, "nothing happens after the end"
    assert len(set(results[0])) > 1, "playouts differ"
    assert Rollouts(engine).points([middle, end], 6, random.Random(1)) == results, "and can be repeated"
    at_once = Rollouts(engine, turns=0).points([middle], 1, rng)
    assert at_once == [[whole_game.at(90).score.final]]


def test_rollouts_draw_what_is_in_the_bag(engine: Engine) -> None:
    """From a draw on, with one tile left, every playout has the same tiles."""
    game = engine.new_game(1, ["river"])
    game = play_out(game, random.Random(2))
    last_draw = max(step for step, move in enumerate(game.played) if move.draw_tile)
    before = game.at(last_draw)
    assert before.is_chance and before.state.tiles_left == 1
    results = Rollouts(engine).points([before.state], 8, random.Random(5))[0]
    reachable = {before.play(before.moves[0]).play(turn.moves).state.points for turn in before.play(before.moves[0]).turns}
    assert set(results) <= reachable


def test_bots_by_name() -> None:
    bot = bot_from("mcts(iterations=5, width=2)")
    assert isinstance(bot, Mcts) and (bot.iterations, bot.width) == (5, 2)
    assert isinstance(bot_from("carcassonne_engine.bots:Greedy(2.5)"), Greedy)
    for wrong in ("no-such-bot", "nobody", "greedy(", ""):
        with pytest.raises((ValueError, SyntaxError)):
            bot_from(wrong)


SERVE = [sys.executable, "-m", "carcassonne_engine.bots.serve"]


def test_a_bot_as_a_program(engine: Engine) -> None:
    bot = bot_from(f"exec:{sys.executable} -m carcassonne_engine.bots.serve greedy")
    try:
        assert bot.name == "Greedy"
        assert play(engine, [bot, Random()], "2", ["river"]).is_over
    finally:
        bot.close()


@pytest.fixture
def server() -> Iterator[int]:
    with subprocess.Popen([*SERVE, "random", "--port", "0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline().split()[-1])
        process.terminate()


def test_a_bot_as_a_server(engine: LocalEngine, server: int) -> None:
    bots = [bot_from(f"tcp:127.0.0.1:{server}") for _ in range(2)]
    game = play(engine, bots, "3", ["river"])
    assert game.is_over and play(engine, bots, "3", ["river"]) == game, "its randomness is the game's"
    for bot in bots:
        bot.close()


def program(body: str) -> list[str]:
    return [sys.executable, "-c", f"import sys\ninput()\nprint('ready odd', flush=True)\n{body}"]


@pytest.mark.parametrize(
    ("body", "error", "text"),
    [
        ("sys.exit()", BotFailure, "has ended|cannot be reached"),
        ("for line in sys.stdin: print('hm', flush=True)", BotFailure, "said 'hm' instead of"),
        ("for line in sys.stdin: pass", TimeoutError, "did not answer within 0.5 seconds"),
    ],
)
def test_programs_that_misbehave(engine: Engine, body: str, error: type[Exception], text: str) -> None:
    bot = ExternalBot(program(body), seconds=0.5)
    with pytest.raises(error, match=text):
        bot.choose(engine.new_game(2, seed="odd"), random.Random())
    bot.close()
    with pytest.raises(BotFailure, match='instead of "ready NAME"'):
        ExternalBot([sys.executable, "-c", "print('hello')"])
