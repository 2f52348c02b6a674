"""Environments: the libraries' own tests, and what the numbers mean."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from carcassonne_engine import Engine, Game, LocalEngine
from carcassonne_engine.envs.batched import BatchedGames
from carcassonne_engine.envs.encoding import Encoding, TooManyMoves
from carcassonne_engine.envs.games import outcome

from .conftest import play_out

SMALL = ["river"]
# What the libraries' own tests run with; the last hides tiles.
SETS = [SMALL, ["base"], ["base", "inns-and-cathedrals", "wonders-1", "wonders-2"]]
with_sets = pytest.mark.parametrize("sets", SETS, ids="+".join)


def test_observations_hold_what_is_in_a_state(engine: Engine, everything: list[str]) -> None:
    start = engine.new_game(3, everything, seed="encoding")
    encoding = Encoding(engine, start.state)
    game = play_out(start, random.Random(1), 200)
    assert not game.is_over and game.player is not None
    seen = engine.game_at(game.view(game.player))
    vector = encoding.observe(seen.state, seen.legal, game.player)
    state = seen.state
    turn = encoding.part(vector, "turn")
    assert turn[4] == 1, "who decides is the observer"
    assert turn[5] == state.tiles_left == encoding.part(vector, "bag").sum()
    order = [(game.player + place) % 3 for place in range(3)]
    assert encoding.part(vector, "players")[:, 0].tolist() == [state.points[seat] for seat in order]
    tiles = encoding.part(vector, "tiles")
    placed = [(tile.kind, tile.x, tile.y, tile.rotation - 1) for tile in state.tiles]
    assert tiles[: len(placed)].tolist() == [list(row) for row in placed] and not tiles[len(placed) :].any()
    figures = encoding.part(vector, "figures")
    standing = [figure for tile in state.tiles for figure in tile.figures]
    assert (figures[:, 2] == 1).sum() == len(standing) and np.count_nonzero(figures[:, 0]) == len(standing) + len(state.elsewhere)
    first = figures[0]
    assert state.tiles[first[3]].figures[0].segment == first[4] and (1 + order.index(standing[0].player)) == first[0]
    moves = encoding.part(vector, "moves")
    assert np.count_nonzero(moves[:, 0]) == len(seen.moves) == encoding.mask(seen.legal).sum()
    assert len(np.unique(moves[: len(seen.moves)], axis=0)) == len(seen.moves), "no two moves look the same"
    others = encoding.part(vector, "others")
    assert np.count_nonzero(others[:, 0]) == len(state.neutral) + len(state.tokens) + sum(len(own.prisoners) for own in state.players)
    assert np.count_nonzero(others[:, 1]) == sum(len(own.prisoners) for own in state.players)
    other = encoding.observe(state, seen.legal, (game.player + 1) % 3)
    assert not encoding.part(other, "moves").any() and not encoding.mask(seen.legal, (game.player + 1) % 3).any()
    assert encoding.part(other, "players")[2, 0] == state.points[game.player]


def test_observations_of_a_whole_game_with_everything(engine: Engine, game_with_everything: Game) -> None:
    encoding = Encoding(engine, game_with_everything.at(0).state, actions=4096)
    catalog = {number: place for place, number in enumerate(encoding.kinds)}
    longest, prisoners, offered = 0, 0, 0
    for step in range(0, len(game_with_everything), 4):
        game = game_with_everything.at(step)
        if game.player is None:
            continue
        state = game.view(game.player)
        vector = encoding.observe(state, game.legal, game.player)
        moves = encoding.part(vector, "moves")[: len(game.moves)]
        assert (moves[:, 0] > 0).all() and len(np.unique(moves, axis=0)) == len(moves), "no two moves look the same"
        longest = max(longest, len(moves))
        others = encoding.part(vector, "others")
        held = sum(len(own.prisoners) for own in state.players)
        prisoners += held
        assert np.count_nonzero(others[:, 0]) == len(state.neutral) + len(state.tokens) + held
        assert encoding.part(vector, "offer").sum() == len(state.offer)
        offered += sum(encoding.part(vector, "offer")[catalog[number]] == state.offer.count(number) for number in set(state.offer))
        assert encoding.part(vector, "discarded").sum() == len(state.discarded)
        assert np.count_nonzero(encoding.part(vector, "hand")) == sum(len(own.hand) for own in state.players)
    assert longest > 200 and prisoners and offered
    start = game_with_everything.at(0)
    assert start.is_chance and not start.state.tiles
    assert not encoding.part(encoding.observe(start.state, start.legal, 0), "tiles").any(), "before the first tile"


def test_moves_are_rows_of_their_numbers(engine: Engine, whole_game: Game) -> None:
    game = whole_game.at(0)
    encoding = Encoding(engine, game.state)
    moves = encoding.part(encoding.observe(game.state, game.legal, 0), "moves")
    place = game.moves[1].place_tile
    assert place is not None
    assert moves[1].tolist() == [2, place.kind, place.x, place.y, place.rotation, 0, 0, 0, 0, 0]
    action = game.play(game.moves[1])
    moves = encoding.part(encoding.observe(action.state, action.legal, 0), "moves")
    figure = action.moves[0].place_figure
    assert figure is not None and figure.place.segment is not None
    segment = figure.place.segment
    assert moves[0].tolist() == [3, figure.figure, 1, segment.x, segment.y, segment.segment, 0, 0, 0, 0]


def test_whole_games_fit(engine: Engine, everything: list[str]) -> None:
    for sets in (["base"], everything):
        start = engine.new_game(2, sets, seed="fits")
        encoding = Encoding(engine, start.state)
        game = play_out(start, random.Random(5))
        for step in range(0, len(game), 7):
            then = game.at(step)
            encoding.observe(then.state, then.legal, then.player or 0)
    with pytest.raises(TooManyMoves, match="set `actions` higher"):
        Encoding(engine, start.state, actions=2).mask(engine.new_game(2, seed="many").legal)


def test_outcome() -> None:
    assert outcome([5, 3]) == [1, -1] and outcome([4, 4]) == [0, 0] and outcome([1, 7, 7]) == [-1, 0, 0]


# PettingZoo


@pytest.fixture
def shared(engine: LocalEngine) -> Iterator[Engine]:
    with Engine.at(engine.target) as client:
        yield client


@with_sets
def test_pettingzoo_api(shared: Engine, sets: list[str]) -> None:
    from pettingzoo.test import api_test  # type: ignore[import-untyped, unused-ignore]

    from carcassonne_engine.envs.pettingzoo import env

    api_test(env(sets=sets, engine=shared), num_cycles=120)


@with_sets
def test_pettingzoo_seeds(shared: Engine, sets: list[str]) -> None:
    from pettingzoo.test import seed_test  # type: ignore[import-untyped, unused-ignore]

    from carcassonne_engine.envs.pettingzoo import env

    seed_test(lambda: env(sets=sets, engine=shared), num_cycles=30)


@with_sets
def test_pettingzoo_rendering(shared: Engine, capsys: pytest.CaptureFixture[str], sets: list[str]) -> None:
    from pettingzoo.test import render_test  # type: ignore[import-untyped, unused-ignore]

    from carcassonne_engine.envs.pettingzoo import env

    def make(**arguments: Any) -> Any:
        return env(sets=sets, engine=shared, **arguments)

    tests = {"rgb_array": lambda picture: picture.shape[0] > 50 and picture.std() > 10, "ansi": lambda text: "carcassonne/1 " in text}
    render_test(make, custom_tests=tests)
    human = make(render_mode="human")
    human.reset(seed=1)
    human.render()
    printed = capsys.readouterr().out
    assert "player_0 0, player_1 0" in printed and "draw=seeded " in printed, "the seed is not told"


@with_sets
@pytest.mark.parametrize("reward", ["outcome", "points"])
def test_pettingzoo_games(shared: Engine, reward: Any, sets: list[str]) -> None:
    from carcassonne_engine.envs.pettingzoo import env

    games = env(players=3, sets=sets, engine=shared, reward=reward)
    games.reset(seed=3)
    totals = dict.fromkeys(games.possible_agents, 0.0)
    for agent in games.agent_iter():
        observation, earned, termination, truncation, _ = games.last()
        totals[agent] += earned
        done = termination or truncation
        games.step(None if done else int(observation["action_mask"].nonzero()[0][-1]))
    points = games.unwrapped._now.state.points
    assert list(totals.values()) == (list(points) if reward == "points" else outcome(points))


def test_arguments_that_there_are_not(shared: Engine) -> None:
    from carcassonne_engine.envs.pettingzoo import CarcassonneEnv

    wrong: Any = "point"
    with pytest.raises(ValueError, match="reward is 'point', but must be one of 'outcome', 'points'"):
        CarcassonneEnv(engine=shared, reward=wrong)
    with pytest.raises(ValueError, match="reward is 'point', but must be one of 'outcome', 'points'"):
        BatchedGames(shared, reward=wrong)
    with pytest.raises(ValueError, match="render_mode is 'rgb', but must be one of None, 'human', 'ansi', 'rgb_array'"):
        CarcassonneEnv(engine=shared, render_mode="rgb")


def test_pettingzoo_illegal_actions(shared: Engine) -> None:
    from carcassonne_engine.envs.pettingzoo import CarcassonneEnv, env

    games = env(sets=SMALL, engine=shared)
    games.reset(seed=1)
    games.step(1000)
    assert games.terminations["player_0"] and games.rewards["player_0"] == -1
    raw = CarcassonneEnv(sets=SMALL, engine=shared)
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="action 1000 is not legal"):
        raw.step(1000)


def test_pettingzoo_with_an_engine_of_its_own() -> None:
    from carcassonne_engine.envs.pettingzoo import CarcassonneEnv

    games = CarcassonneEnv(sets=SMALL)
    games.reset(seed=1)
    assert games.observation_space("player_0").contains(games.observe("player_0"))
    games.close()


# Batches


def test_batched_games_are_the_same_games(engine: Engine) -> None:
    batch = BatchedGames(engine, games=6, sets=SMALL, reward="points")
    rng = np.random.default_rng(2)
    with pytest.raises(ValueError, match="reset"):
        batch.step([0] * 6)
    now = batch.reset(seed=4)
    with pytest.raises(ValueError, match=r"there are 6 games, so that actions have the shape \(6,\), not \(5,\)"):
        batch.step([0] * 5)
    with pytest.raises(ValueError, match="shape"):
        batch.step(np.int64(0))  # type: ignore[arg-type]
    assert now.observations.shape == (6, batch.encoding.size) and now.masks.sum() > 6
    finished = 0
    points = np.zeros((6, 2))
    for _ in range(40):
        now = batch.step([int(rng.choice(np.flatnonzero(mask))) for mask in now.masks])
        points += now.rewards
        for place in np.flatnonzero(now.done):
            finished += 1
            points[place] = 0
        own = [batch.encoding.part(row, "players")[0, 0] for row in now.observations]
        assert own == [points[place, player] for place, player in enumerate(now.players)]
    assert finished >= 6
    again = batch.reset(seed=4)
    assert (again.observations == batch.reset(seed=4).observations).all()
    with pytest.raises(ValueError, match="is not legal"):
        batch.step(np.full(6, 1000))


def test_batched_games_hide_what_others_hold(engine: Engine) -> None:
    batch = BatchedGames(engine, games=6, sets=["base", "wonders-2"])
    now = batch.reset(seed=1)
    rng = np.random.default_rng(3)
    hidden = 0
    for _ in range(110):
        now = batch.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in now.masks]))
        for row in now.observations:
            hand = batch.encoding.part(row, "hand")
            assert (hand[0] >= 0).all(), "one's own tiles are seen"
            hidden += (hand[1] < 0).any()
    assert hidden


# OpenSpiel


@pytest.fixture(scope="module")
def pyspiel() -> Iterator[Any]:
    library = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    from carcassonne_engine.envs import openspiel

    yield library
    openspiel.shared_engine().close()
    openspiel.shared_engine.cache_clear()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("sets", ["river", "base", "base+inns-and-cathedrals+wonders-1"])
def test_openspiel_simulations(pyspiel: Any, players: int, sets: str) -> None:
    game = pyspiel.load_game(f"carcassonne(players={players},sets={sets})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("sets", ["river", "base"])
def test_openspiel(pyspiel: Any, sets: str) -> None:
    from open_spiel.python.algorithms import mcts  # type: ignore[import-not-found, import-untyped, unused-ignore]

    game = pyspiel.load_game(f"carcassonne(players=2,sets={sets})")
    state = game.new_initial_state()
    left = {kind.kind: kind.count for kind in state.now.state.bag}
    drawn = [move.draw_tile.kind for move in state.now.moves]
    # The lake is drawn last of the river.
    assert state.is_chance_node() and len(drawn) == len(left) - (sets == "river")
    total = sum(left[kind] for kind in drawn)
    assert [share for _, share in state.chance_outcomes()] == pytest.approx([left[kind] / total for kind in drawn])
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1))
    rng = random.Random(1)
    for _ in range(4):
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, shares)[0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions() and state.action_to_string(action)
            state.apply_action(action)
    assert "carcassonne/1" in str(state) and state.clone().history() == state.history()
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert (observer.dict["tiles"][:, 0] > 0).sum() >= 2


@pytest.mark.parametrize("players", [1, 7])
def test_openspiel_takes_as_many_players_as_it_says(pyspiel: Any, players: int) -> None:
    with pytest.raises(ValueError, match=f"players={players}, but there must be 2 to 6"):
        pyspiel.load_game(f"carcassonne(players={players})")


def test_openspiel_refuses_what_it_must_not_see(pyspiel: Any) -> None:
    game = pyspiel.load_game("carcassonne(players=2,sets=base+wonders-2)")
    rng = random.Random(1)
    with pytest.raises(ValueError, match="perfect information"):
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
