"""Bots: what they choose, how strong they are, and those that are programs of their own."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

import pytest

from carcassonne_engine import AsyncEngine, Engine, Game, InvalidRequest, LocalEngine, Move
from carcassonne_engine.bots import (
    Bot,
    BotFailure,
    ExternalBot,
    FlatMonteCarlo,
    Greedy,
    Mcts,
    Random,
    best_first,
    bot_from,
    margins,
    moves_of,
    worths,
)
from carcassonne_engine.bots.mcts import Node
from carcassonne_engine.rollouts import Rollouts

from .conftest import play_out

SMALL = ["river", "inns-and-cathedrals-without-gardens"]


def play(engine: Engine, bots: Sequence[Bot], seed: str, sets: Sequence[str] = SMALL) -> Game:
    rng = random.Random(seed)
    game = engine.new_game(len(bots), sets, seed=seed)
    while not game.is_over:
        assert game.player is not None
        game = game.play(moves_of(bots[game.player].choose(engine.game_at(game.view(game.player)), rng)))
    return game


def test_margins() -> None:
    assert margins([10, 7, 9]) == (1, -3, -1) and margins([5, 5]) == (0, 0) and margins([4]) == (4,)


@pytest.mark.parametrize("bot", [Random(), Greedy(), FlatMonteCarlo(4, 8, 1), Mcts(3, 2, 1, 3, ripe=2)], ids=lambda bot: bot.name)
def test_each_bot_plays_a_game_to_the_end_and_the_same_again(engine: Engine, bot: Bot) -> None:
    game = play(engine, [bot, Random()], "1", ["river"])
    assert game.is_over and game.state.tiles_left == 0
    assert play(engine, [bot, Random()], "1", ["river"]) == game


def test_bots_play_with_everything(engine: Engine, everything: list[str]) -> None:
    """Wonders bring chance before the game, tiles face down, decisions out of turn."""
    rng = random.Random(4)
    game = engine.new_game(2, everything, seed="everything")
    game = play_out(game, rng, 150)
    for bot in (Greedy(), FlatMonteCarlo(4, 8, 1), Mcts(4, 2, 1, 2, ripe=1)):
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
    ranking = best_first(Rollouts(engine), game.state, list(worth), seat, random.Random(0), figure=0)
    assert [worth[tuple(turn)] for turn in ranking] == sorted(worth.values(), reverse=True)


def test_figures_in_the_supply_are_worth_something_until_the_end(engine: Engine, whole_game: Game) -> None:
    game = engine.game_at(whole_game.at(90).state)
    turn = game.turns[0].moves
    ours, theirs = (sum(kind.count for kind in player.supply) for player in game.play(turn).state.players)
    for tiles, difference in ((0, ours - theirs), (game.state.tiles_left, 0), (None, 0)):
        rollouts = Rollouts(engine, tiles)
        without, with_figures = (worths(rollouts, game.state, [turn], 1, random.Random(1), figure)[0][0] for figure in (0, 10))
        assert with_figures - without == 10 * difference


@pytest.mark.parametrize("bot", [Greedy(), FlatMonteCarlo(), Mcts()], ids=lambda bot: bot.name)
def test_whoever_thinks_beats_random(engine: Engine, bot: Bot) -> None:
    results = []
    for number in range(2):
        for seat in (0, 1):
            bots = [Random(), bot] if seat else [bot, Random()]
            game = play(engine, bots, f"strength {number}", ["inns-and-cathedrals-without-gardens"])
            results.append(margins(game.state.points)[seat])
    assert min(results) > 0, results


def test_a_node_counts_its_visits() -> None:
    node = Node(None)
    for worth in ([1.0, -1.0], [3.0, -3.0], [8.0, -8.0]):
        node.learn(worth)
    assert (node.visits, node.worth) == (3, [4.0, -4.0])


def test_mcts_sees_what_comes_after_the_draw(engine: Engine) -> None:
    """It values the turns that it walked, and walks the good ones most."""
    game = play_out(engine.new_game(2, SMALL, seed="mcts"), random.Random(3), 30)
    chosen = Mcts(8, 2, ripe=2).choose(engine.game_at(game.view(game.player)), random.Random(1))
    assert tuple(chosen) in {turn.moves for turn in game.turns}


def test_rollouts(engine: Engine, whole_game: Game) -> None:
    middle, end = whole_game.at(90).state, whole_game.state
    rollouts = Rollouts(engine)
    [found] = rollouts.points(middle, [()], 6, random.Random(1))
    assert len(found) == 6 and len(set(found)) > 1, "playouts differ"
    assert rollouts.points(middle, [()], 6, random.Random(1)) == [found], "and can be repeated"
    assert rollouts.points(end, [()], 3, random.Random(1)) == [[whole_game.score.final] * 3], "nothing happens after the end"
    short = Rollouts(engine, tiles=1).points(middle, [()], 6, random.Random(1))[0]
    assert sum(map(sum, short)) < sum(map(sum, found)), "fewer tiles bring fewer points"


def test_means_of_rollouts(engine: Engine, whole_game: Game) -> None:
    game = engine.game_at(whole_game.at(90).state)
    turns = [turn.moves for turn in game.turns]
    rollouts = Rollouts(engine, tiles=3)
    points = rollouts.points(game.state, turns, 70, random.Random(1))
    for playouts, outlook in zip(points, rollouts.means(game.state, turns, 70, random.Random(1)), strict=True):
        assert outlook.points == tuple(sum(seat) / 70 for seat in zip(*playouts, strict=True))
    for turn, outlook in zip(turns, rollouts.at_once.means(game.state, turns, 1, random.Random(1)), strict=True):
        after = game.play(turn)
        assert outlook.points == after.score.final, "no tile is placed beyond the turn"
        assert outlook.supply == tuple(sum(kind.count for kind in player.supply) for player in after.state.players)


def test_rollouts_of_candidates(engine: Engine, whole_game: Game) -> None:
    seeded = whole_game.at(90)
    game = engine.game_at(seeded.view(seeded.player))
    turns = [turn.moves for turn in game.turns]
    found = Rollouts(engine).points(game.state, turns, 4, random.Random(1))
    assert [len(points) for points in found] == [4] * len(turns)
    after = game.play(turns[-1])
    assert Rollouts(engine).points(after.state, [()], 4, random.Random(1)) == [found[-1]], "the same from where the moves lead"
    many = [turns[number % len(turns)] for number in range(1200)]  # more than one request may hold
    again = Rollouts(engine).points(game.state, many, 4, random.Random(1))
    assert again[: len(turns)] == found and len(again) == 1200


def test_rollouts_tell_nothing_about_the_tiles_to_come(engine: Engine, whole_game: Game) -> None:
    game = whole_game.at(90)
    assert game.player is not None
    seeded, view = (Rollouts(engine).points(state, [()], 8, random.Random(1)) for state in (game.state, game.view(game.player)))
    assert seeded == view


def test_results_of_rollouts_come_one_by_one(engine: Engine) -> None:
    start = engine.new_game(2, seed="stream")
    answers = engine.rollout(start.state, seed=1, playouts=400, each_legal_move=True)
    first, second = next(answers), next(answers)
    assert (first.candidate, second.candidate) == (0, 1) and first.moves == (start.moves[0],)
    assert first.players[0].sum_points == sum(first.players[0].points) and len(first.players[0].points) == first.playouts
    answers.close()  # type: ignore[attr-defined]
    again = next(engine.rollout(start.state, seed=1, playouts=400, each_legal_move=True))
    assert again == first
    with pytest.raises(InvalidRequest) as caught:
        list(engine.rollout(start.state, seed=1, playouts=0))
    assert caught.value.field == "playouts"


async def test_rollouts_with_asyncio(engine: LocalEngine) -> None:
    start = engine.new_game(2, seed="stream")
    async with AsyncEngine.at(engine.target) as client:
        answers = [answer async for answer in client.rollout(start.state, seed=1, playouts=20)]
        assert answers == list(engine.rollout(start.state, seed=1, playouts=20))
        with pytest.raises(InvalidRequest):
            await anext(client.rollout(start.state, seed=1, playouts=0))


def test_bots_by_name() -> None:
    bot = bot_from("mcts(walks=5, width=2)")
    assert isinstance(bot, Mcts) and (bot.walks, bot.width) == (5, 2)
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
    with subprocess.Popen([*SERVE, "random", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline().split()[-1])
        process.terminate()


def test_a_bot_as_a_server(engine: LocalEngine, server: int) -> None:
    bots = [bot_from(f"tcp:127.0.0.1:{server}") for _ in range(2)]
    game = play(engine, bots, "3", ["river"])
    assert game.is_over and play(engine, bots, "3", ["river"]) == game, "its randomness is the game's"
    for bot in bots:
        bot.close()


def test_a_server_for_everybody_says_so() -> None:
    with subprocess.Popen(
        [*SERVE, "random", "--listen", "0.0.0.0:0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline().startswith("serving on ")
        process.terminate()
        assert "whoever reaches 0.0.0.0:0 may have the bot play" in process.communicate(timeout=60)[1]


@pytest.mark.parametrize("listen", [[], ["--listen", "127.0.0.1:0"]])
def test_a_bot_that_serves_is_stopped_without_noise(listen: list[str]) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([*SERVE, "random", *listen], stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        if not listen:
            print("carcassonne-bot 1", file=process.stdin, flush=True)
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "") and process.returncode == 130


def test_a_program_that_is_told_of_no_service() -> None:
    done = subprocess.run([*SERVE, "random"], input="choose 0 1 5\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "no service was named before a choice was asked for\n")


def program(body: str) -> list[str]:
    return [sys.executable, "-c", f"import sys\ninput()\nprint('ready odd', flush=True)\n{body}"]


@pytest.mark.parametrize(
    ("body", "error", "text"),
    [
        ("sys.exit(7)", BotFailure, "has ended with exit code 7"),
        ("sys.stdout.close(); import os, time; os.close(1); time.sleep(60)", BotFailure, "has ended what it says"),
        ("for line in sys.stdin: print('hm', flush=True)", BotFailure, "said 'hm' instead of"),
        ("for line in sys.stdin: print('move ' * 100_000, end='', flush=True)", BotFailure, "said a line that does not end"),
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
