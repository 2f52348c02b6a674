"""The clients against the running service."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
import trustme
from google.protobuf.duration_pb2 import Duration
from google.rpc.error_details_pb2 import RetryInfo  # type: ignore[import-untyped]
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]

from carcassonne_engine import (
    AsyncEngine,
    BarnPlacement,
    DeadlineExceeded,
    DrawTile,
    Engine,
    EngineError,
    Feature,
    ForkedEngine,
    Game,
    IllegalMove,
    InvalidNotation,
    InvalidRequest,
    InvalidState,
    LocalEngine,
    Move,
    MoveSequence,
    NotStarted,
    Options,
    PlaceTile,
    RateLimited,
    Reason,
    Rotation,
    Side,
    Switch,
    Target,
    Unauthenticated,
    Unavailable,
    WondersPerPlayer,
    calls,
    find_binary,
    setup,
)
from carcassonne_engine.local import _knows_unix_sockets
from carcassonne_engine.rollouts import Rollouts

from .conftest import paused, play_out

PUZZLE = "carcassonne/1 sets=base players=Alice,Bob draw=host draws=1 tiles=D@0,0r0 points=P1:-;P2:- supply=auto bag=auto turn=P1:place:U"


def test_a_whole_game(whole_game: Game) -> None:
    assert whole_game.is_over and whole_game.moves == () and whole_game.player is None and not whole_game.is_chance
    assert sum(award.points for award in whole_game.awards) == sum(whole_game.state.points)
    assert whole_game.notation.startswith("sets: base\nplayers: Alice,Bob\n")
    assert str(whole_game) == f"over: Alice {whole_game.state.points[0]}, Bob {whole_game.state.points[1]}"


def test_the_score_sheet_adds_up(engine: Engine) -> None:
    game = play_out(engine.new_game(["Alice", "Bob"], seed="sheet"), random.Random(3), 60)
    sheet = game.score.explain()
    assert f"{'Alice':<56}{game.state.points[0]:>5}" in sheet
    assert "× " in sheet and "if the game ended now" in sheet
    rows = [(len(line) - len(line.lstrip()), int(line.rsplit(maxsplit=1)[1])) for line in sheet.splitlines()]
    for place, (indent, points) in enumerate(rows):
        if indent == 2 and "ended now" not in sheet.splitlines()[place]:
            below = []
            for deeper, part in rows[place + 1 :]:
                if deeper != 4:
                    break
                below.append(part)
            assert sum(below) == points, sheet


def test_a_game_with_everything_and_chance_in_the_callers_hands(engine: Engine, game_with_everything: Game) -> None:
    start, game = game_with_everything.at(0), game_with_everything
    assert start.is_chance and set(start.weights) == {1}
    assert any(max(game.at(step).weights) > 1 for step in range(100)), "a kind of which there are several is drawn more often"
    assert game.is_over and game.state.setup.options and game.state.setup.options.wonders_per_player == WondersPerPlayer.TWO
    again = engine.game_from(game.record)
    assert again == game, "a record stands for the whole game"
    assert list(map(str, again.played)) == list(map(str, game.played)), "and its moves know their text"
    assert engine.replay(game.notation).state == game.state


def test_all_kinds_of_moves_have_their_text(engine: Engine, game_with_everything: Game) -> None:
    kinds = {move.kind_name for move in game_with_everything.played}
    assert kinds >= {"draw_tile", "offer_tile", "choose_tile", "take_tile", "place_tile", "place_figure", "pass", "take_turn"}
    assert kinds >= {"move_figure", "return_figure", "move_neutral", "place_token", "capture_figure", "pay_ransom"}
    for kind in kinds:
        step = next(step for step, move in enumerate(game_with_everything.played) if move.kind_name == kind)
        before, move = game_with_everything.at(step), game_with_everything.played[step]
        assert before.move(str(move)) == move and before.play(move) == game_with_everything.at(step + 1)
        assert engine.state(before.state.notation) == before.state


def test_stepping_through(whole_game: Game) -> None:
    assert whole_game.at(0).played == () and whole_game.at(-1) == whole_game
    assert whole_game.at(5).play(whole_game.played[5]) == whole_game.at(6)
    with pytest.raises(IndexError):
        whole_game.at(len(whole_game) + 1)


def test_moves_and_their_text(engine: Engine, whole_game: Game) -> None:
    game = whole_game.at(40)
    for move in game.moves:
        assert game.move(str(move)) == move
    start = engine.game_at(PUZZLE)
    game = start.play("place U 1,0 r1; meeple road E")
    assert [str(move) for move in game.played] == ["place U 1,0 r1", "meeple road E"]
    assert start.play("place  U 1,0   r1").play("meeple road W").played == game.played, "other ways to write it are read too"
    with pytest.raises(IllegalMove) as caught:
        start.play("place U 0,0 r0")
    assert caught.value.reason == Reason.OCCUPIED_SQUARE


def test_states_and_their_text(engine: Engine, whole_game: Game) -> None:
    for game in (whole_game.at(0), whole_game.at(30), whole_game):
        text = game.state.notation
        assert text.startswith("carcassonne/1 ") and engine.state(text) == game.state and engine.state(text).notation == text
        bare = type(game.state).from_bytes(bytes(game.state))
        assert bare.notation == "" and engine.notation(bare) == text
    puzzle = engine.state(PUZZLE)
    assert puzzle.turn.place_tile and puzzle.tiles_left == 70
    assert engine.state(puzzle.notation) == puzzle
    with pytest.raises(InvalidNotation) as caught:
        engine.state(PUZZLE.replace("draws=1", "draws=x"))
    assert caught.value.reason == Reason.NOTATION and caught.value.code == "INVALID_ARGUMENT"


def test_states_with_hidden_tiles_and_odd_seeds(engine: Engine) -> None:
    seen = 0
    for number in range(12):
        game = engine.new_game(2, ["base", "wonders-2"], seed=f"~ {number},=%é", offer=[])
        ready = [kind.number for kind in engine.catalog.kinds if kind.id == "abu-simbel"]
        game = engine.new_game(2, ["base", "wonders-2"], seed=f"~ {number},=%é", offer=ready)
        rng = random.Random(number)
        while not game.is_over and "hand=" not in game.state.notation:
            game = game.play_random(rng)
        for _ in range(6):
            if not game.is_over:
                game = game.play_random(rng)
            text = game.state.notation
            seen += "down." in text
            assert engine.state(text) == game.state
            assert engine.notation(type(game.state).from_bytes(bytes(game.state))) == text
        if seen >= 3:
            break
    assert seen >= 3, "a tile lay face down"


def test_views_hide_the_seed(whole_game: Game) -> None:
    view = whole_game.at(10).view(0)
    assert "seed" not in repr(view.setup.seeded) and "draw=seeded " in view.notation
    assert whole_game.at(10).state.setup.seeded == setup(2, seed="table 7").seeded


def test_why_a_move_is_illegal(engine: Engine) -> None:
    game = engine.game_at(PUZZLE)
    wrong = Move(place_tile=PlaceTile(kind=21, x=0, y=-1, rotation=Rotation.R0))
    answer = game.ask(wrong)
    assert not answer.legal and answer.violations[0].reason == Reason.EDGE_MISMATCH
    with pytest.raises(IllegalMove) as caught:
        game.play(wrong)
    error = caught.value
    assert error.reason == Reason.EDGE_MISMATCH and error.code == "INVALID_ARGUMENT" and error.move_index == 0
    assert error.edge is not None
    assert (error.edge.side, error.edge.own, error.edge.neighbour) == (Side.SOUTH, Feature.ROAD, Feature.CITY)
    assert "road meets city" in str(error) and error.field == "moves[0].place_tile"
    twin = pickle.loads(pickle.dumps(error))
    assert isinstance(twin, IllegalMove) and twin.reason == error.reason and str(twin) == str(error)


def test_who_is_in_the_way(engine: Engine) -> None:
    game = engine.game_at(PUZZLE).play("place U 1,0 r1; meeple road E; draw U; place U 2,0 r1")
    assert not any("road" in str(move) for move in game.moves)
    with pytest.raises(IllegalMove) as caught:
        game.play("meeple road E")
    assert caught.value.reason == Reason.OCCUPIED_FEATURE
    assert [figure.player for figure in caught.value.occupants] == [0]


def test_other_refusals(engine: Engine, whole_game: Game) -> None:
    with pytest.raises(InvalidRequest) as unknown:
        engine.new_game(2, ["no-such-set"])
    assert unknown.value.reason == Reason.UNKNOWN_SET and unknown.value.code == "UNIMPLEMENTED"
    with pytest.raises(InvalidState) as impossible:
        engine.legal_moves(whole_game.at(10).state.replace(draws=3))
    assert impossible.value.field.startswith("position.state")
    with pytest.raises(ValueError, match="no option 'farmer'"):
        setup(2, options={"farmer": "off"})
    with pytest.raises(ValueError, match="has no value 'maybe'"):
        setup(2, options={"farmers": "maybe"})
    with pytest.raises(ValueError, match="has no value False; there are on, off"):
        setup(2, options={"farmers": False})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="beginning"):
        _ = engine.game_at(PUZZLE).record


def test_moves_as_they_are_listed(engine: Engine) -> None:
    """Whatever lists what can be done gives what can be played, asked about and played out."""
    game = engine.new_game(2, seed="listed")
    turn, move, legal = game.turns[0], game.moves[0], game.legal.moves[0]
    assert game.play(turn) == game.play(turn.moves) and game.play(legal) == game.play(move) == game.play([legal])
    assert game.play(legal).played[0].notation == move.notation
    assert engine.apply_move(game, turn) == engine.apply_move(game.state, turn.moves)
    rollouts = Rollouts(engine, tiles=1)
    listed, plain = (
        rollouts.means(game, [turn, legal], 3, random.Random(1)),
        rollouts.means(game, [turn.moves, [move]], 3, random.Random(1)),
    )
    assert listed == plain
    assert list(engine.rollout(game, seed=1, playouts=2, tiles=1, candidates=[move])) == list(
        engine.rollout(game.state, seed=1, playouts=2, tiles=1, candidates=[MoveSequence(moves=[move])])
    )


def test_rollouts_meet_the_luck_of_their_random_numbers(engine: Engine) -> None:
    game, rollouts = engine.new_game(2, seed="luck"), Rollouts(engine, tiles=10)
    points = [rollouts.points(game, [[]], 5, random.Random(seed)) for seed in (1, 1, 2)]
    assert points[0] == points[1] != points[2]
    rng = random.Random(1)
    assert rollouts.points(game, [[]], 5, rng) != rollouts.points(game, [[]], 5, rng), "each time other luck"


def test_positions_as_games(engine: Engine, whole_game: Game) -> None:
    game = whole_game.at(20)
    assert engine.legal_moves(game) == engine.legal_moves(game.state) and engine.view(game) == engine.view(game.state)
    assert engine.score(game).explain() == engine.score(game.state).explain()
    assert engine.game_at(game) == game.forget()
    applied = engine.apply_move(game, game.moves[0])
    assert engine.legal_moves(applied) == engine.legal_moves(applied.state)
    with engine.play(game) as stream:
        assert stream.state() == game.state


def test_seeds_are_texts(engine: Engine) -> None:
    assert engine.new_game(2, seed=7).state == engine.new_game(2, seed="7").state


WRONG: list[tuple[str, Callable[[Engine, Game], object]]] = [
    (r'players are names in a list, \["Alice", ...\]', lambda engine, _: engine.new_game("Alice")),
    ("names of players are text, not 1", lambda engine, _: engine.new_game(["A", 1])),  # type: ignore[list-item]
    (r'sets are ids in a list: \["base"\]', lambda engine, _: engine.new_game(2, "base")),
    (r"a position is wanted \(a State, a Game, or text\), not int", lambda engine, _: engine.score(5)),  # type: ignore[arg-type]
    ("a position is wanted", lambda engine, _: engine.game_at(5)),  # type: ignore[arg-type]
    ("a Record is wanted, or its text, not Game", lambda engine, game: engine.game_from(game)),  # type: ignore[arg-type]
    ("a Move is wanted, not 'pass'", lambda _, game: game.ask("pass")),  # type: ignore[arg-type]
    ("a Move is wanted, not 'pass'", lambda _, game: game.play(["pass"])),  # type: ignore[list-item]
    ("a Move is wanted, or several, not None", lambda _, game: game.play(None)),  # type: ignore[arg-type]
    ("a Move is wanted, or several, not 0", lambda engine, game: engine.apply_move(game, 0)),  # type: ignore[arg-type]
    ("a Move is wanted, not 1", lambda engine, game: Rollouts(engine).means(game, [[1]], 1, random.Random())),  # type: ignore[list-item]
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_arguments_that_are_something_else(engine: Engine, number: int) -> None:
    what, ask = WRONG[number]
    with pytest.raises(TypeError, match=what):
        ask(engine, engine.game_at(PUZZLE))


def test_games_that_have_begun_and_ended(whole_game: Game) -> None:
    assert bool(whole_game.at(0)), "no steps yet, but a game"
    with pytest.raises(ValueError, match="the game is over"):
        whole_game.play_random(random.Random(1))


def test_options_by_name_and_as_values() -> None:
    named = setup(2, options={"farmers": "off", "alhambra-rule": "2023", "second_part": "optional"}).options
    assert named is not None and named.farmers == Switch.OFF and named.alhambra_rule.name == "_2023"
    # "not-occupied" is another value
    barns = setup(2, options={"barn-placement": "occupied"}).options
    assert barns is not None and barns.barn_placement == BarnPlacement.OCCUPIED
    assert setup(2, options=Options(farmers=Switch.OFF)).options == Options(farmers=Switch.OFF)


def test_whole_turns(engine: Engine) -> None:
    game = engine.new_game(2, seed="turns")
    turns = game.turns
    assert len(turns) > len(game.moves)
    after = game.play(turns[-1].moves)
    assert len(after) == 1 and after.player == 1
    assert not any(move.notation for move in after.played) and after.made(0) == ()
    assert [text.split()[0] for text in map(str, after.made(1))] == ["place", "pass"] and after.made(1) == after.played
    placed = turns[0].moves[0].place_tile
    assert placed is not None
    with pytest.raises(IllegalMove, match="touches no tile"):
        game.with_text([Move(place_tile=placed.replace(x=50))])


def test_many_calls_at_once(engine: Engine) -> None:
    states = [game.state for game in (engine.new_game(2, seed=str(number)) for number in range(20))]
    answers = engine.call_all(calls.legal_moves(state) for state in states)
    assert answers == [engine.legal_moves(state) for state in states]
    with pytest.raises(InvalidNotation):
        engine.call_all([calls.score(states[0]), calls.score("nonsense")])


def test_threads_share_an_engine(engine: Engine) -> None:
    results: dict[int, tuple[int, ...]] = {}

    def play(number: int) -> None:
        results[number] = play_out(engine.new_game(2, seed="same"), random.Random(5), 40).state.points

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and len(set(results.values())) == 1


def test_threads_that_make_many_calls_share_a_connection(engine: LocalEngine) -> None:
    def connections() -> int:
        return sum(thread.name == "carcassonne-calls" for thread in threading.enumerate())

    before, together = connections(), threading.Barrier(8)

    def ask(client: Engine) -> int:
        together.wait()
        return len(client.call_all([calls.get_catalog(["base"])]))

    with Engine.at(engine.target) as client, ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, [client] * 8)) == [1] * 8
        assert connections() == before + 1
    assert connections() == before


async def test_asyncio(engine: LocalEngine, whole_game: Game) -> None:
    async with AsyncEngine.at(engine.target) as client:
        start = await client.new_game(["Alice", "Bob"], seed="table 7")
        assert start.state == whole_game.at(0).state
        state = start.state
        for move in whole_game.played[:10]:
            assert move in {legal.move for legal in (await client.legal_moves(state)).moves}
            state = (await client.apply_move(state, move)).state
        assert state == whole_game.at(10).state
        assert await client.state(state.notation) == state
        assert await client.notation(type(state).from_bytes(bytes(state))) == state.notation
        assert await client.score(state) == whole_game.at(10).score
        assert (await client.replay(whole_game.record)).state == whole_game.state
        assert len((await client.get_catalog(["base"])).sets) == 1
        assert await client.view(state, 1) == whole_game.at(10).view(1)
        many = await asyncio.gather(*(client.legal_moves(state) for _ in range(20)))
        assert len({len(legal.moves) for legal in many}) == 1
        with pytest.raises(IllegalMove) as caught:
            await client.apply_move(state, Move(draw_tile=DrawTile(kind=1)))
        assert caught.value.reason == Reason.NOT_NOW
        assert pickle.loads(pickle.dumps(client)).target == engine.target


async def test_a_closed_engine_of_asyncio_makes_no_calls(engine: LocalEngine) -> None:
    many: dict[str, Any] = {"seed": 1, "playouts": 1, "tiles": 1, "each_legal_move": True}
    async with AsyncEngine.at(engine.target) as client:
        state = (await client.new_game(2, seed="closed")).state
    for call in (client.get_catalog(), anext(client.rollout(state, **many)), client.play(state).__aenter__()):
        with pytest.raises(EngineError, match="this engine was closed"):
            await call
    unused = AsyncEngine.at(engine.target)
    await unused.close()
    with pytest.raises(EngineError, match="this engine was closed"):
        await unused.get_catalog()


def test_an_engine_of_asyncio_belongs_to_its_event_loop(engine: LocalEngine) -> None:
    client = AsyncEngine.at(engine.target)
    assert asyncio.run(client.get_catalog(["base"])).sets

    async def again() -> None:
        async with client:
            await client.get_catalog()

    with pytest.raises(EngineError, match="belongs to another event loop"):
        asyncio.run(again())
    with pytest.raises(EngineError, match="this engine was closed"):
        asyncio.run(client.get_catalog())


# Deadlines, retries, secrets


def silent() -> socket.socket:
    """Takes connections and never says anything."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener


def test_deadline() -> None:
    with silent() as listener, Engine(f"127.0.0.1:{listener.getsockname()[1]}", timeout=0.3) as engine:
        began = time.monotonic()
        with pytest.raises((DeadlineExceeded, Unavailable)) as caught:
            engine.get_catalog()
        assert time.monotonic() - began < 2
        assert isinstance(caught.value, DeadlineExceeded) and isinstance(caught.value, TimeoutError)
        assert str(caught.value).startswith(f"{engine.target.address}: ")


async def test_results_that_do_not_come_in_time(whole_game: Game) -> None:
    with LocalEngine() as engine:
        asked: dict[str, Any] = {"seed": 1, "playouts": 1, "timeout": 0.3}
        async with AsyncEngine.at(engine.target) as client:
            with paused(engine), pytest.raises(DeadlineExceeded):
                next(engine.rollout(whole_game.at(0).state, **asked))
            with paused(engine), pytest.raises(DeadlineExceeded):
                await anext(client.rollout(whole_game.at(0).state, **asked))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def nobody(kind: str) -> str:
    return "unix:/no/such/socket" if kind == "unix" else f"127.0.0.1:{free_port()}"


@pytest.mark.parametrize("kind", ["tcp", "unix"])
@pytest.mark.parametrize("patience", [{"retries": False}, {"waits": False}, {"timeout": 0.3}])
async def test_nobody_there(kind: str, patience: dict[str, Any]) -> None:
    address = nobody(kind)
    what = f"{address}: .*(refused|No such file)"
    began = time.monotonic()
    with Engine(address, **patience) as engine, pytest.raises(Unavailable, match=what) as caught:
        engine.get_catalog()
    assert caught.value.code == "UNAVAILABLE"
    async with AsyncEngine(address, **patience) as client:
        with pytest.raises(Unavailable, match=what):
            await client.get_catalog()
    assert time.monotonic() - began < 5


async def test_nobody_there_for_whatever_is_asked() -> None:
    address = nobody("tcp")
    what = f"{address}: .*refused"
    with Engine(address, timeout=0.3) as engine:
        with pytest.raises(Unavailable, match=what):
            engine.call_all([calls.get_catalog()])
        with pytest.raises(Unavailable, match=what):
            next(engine.rollout(PUZZLE, seed=1, playouts=1))
        with pytest.raises(Unavailable, match=what), engine.play(PUZZLE):
            pass
    with pytest.raises(EngineError, match="this engine was closed"):
        engine.get_catalog()
    async with AsyncEngine(address, timeout=0.3) as client:
        with pytest.raises(Unavailable, match=what):
            await anext(client.rollout(PUZZLE, seed=1, playouts=1))
        with pytest.raises(Unavailable, match=what):
            async with client.play(PUZZLE):
                pass


def test_calls_wait_for_a_service_that_starts() -> None:
    port = free_port()
    with ThreadPoolExecutor() as pool, Engine(f"127.0.0.1:{port}") as engine:
        waiting = pool.submit(engine.get_catalog)
        time.sleep(0.5)
        assert not waiting.done()
        with restarting(0, port) as (handler, _):
            waiting.result()
            assert handler.calls == 1


class Restarting(grpc.GenericRpcHandler):  # type: ignore[type-arg]
    """A service that is away for the first calls."""

    def __init__(self, away: int) -> None:
        self.away = away
        self.calls = 0
        self.tokens: set[str] = set()

    def service(self, details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes]:
        def answer(request: bytes, context: grpc.ServicerContext) -> bytes:
            self.calls += 1
            self.tokens |= {str(value) for key, value in context.invocation_metadata() if key == "authorization"}
            if self.calls <= self.away:
                context.abort(grpc.StatusCode.UNAVAILABLE, "shutting down")
            return b""

        return grpc.unary_unary_rpc_method_handler(answer)


@contextmanager
def restarting(away: int, port: int = 0) -> Iterator[tuple[Restarting, str]]:
    handler = Restarting(away)
    server = grpc.server(ThreadPoolExecutor(2), handlers=[handler])
    port = server.add_insecure_port(f"127.0.0.1:{port}")
    server.start()
    yield handler, f"127.0.0.1:{port}"
    server.stop(None)


def test_calls_are_made_again_while_a_service_restarts() -> None:
    with restarting(2) as (handler, address), Engine(address, token="secret") as engine:
        engine.get_catalog()
        assert handler.calls == 3 and handler.tokens == {"Bearer secret"}
    with restarting(2) as (handler, address), Engine(address, retries=False) as engine:
        with pytest.raises(Unavailable, match="shutting down"):
            engine.get_catalog()
        assert handler.calls == 1 and handler.tokens == set()


async def test_calls_are_made_again_by_asyncio_too() -> None:
    with restarting(2) as (handler, address):
        async with AsyncEngine(address, token="secret") as engine:
            await engine.get_catalog()
        assert handler.calls == 3 and handler.tokens == {"Bearer secret"}


def test_a_caller_that_makes_too_many_calls_is_told_how_long_to_wait() -> None:
    details = Status(code=8, message="slow down")
    details.details.add().Pack(RetryInfo(retry_delay=Duration(seconds=1, nanos=500_000_000)))

    class Busy(grpc.GenericRpcHandler):  # type: ignore[type-arg]
        def service(self, details_of_call: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes]:
            def answer(request: bytes, context: grpc.ServicerContext) -> bytes:
                context.set_trailing_metadata((("grpc-status-details-bin", details.SerializeToString()),))
                context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "slow down")

            return grpc.unary_unary_rpc_method_handler(answer)

    server = grpc.server(ThreadPoolExecutor(1), handlers=[Busy()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with Engine(f"127.0.0.1:{port}") as engine, pytest.raises(RateLimited) as caught:
        engine.get_catalog()
    assert caught.value.retry_after == 1.5 and pickle.loads(pickle.dumps(caught.value)).retry_after == 1.5
    server.stop(None)


def knows(option: str) -> bool:
    return option in subprocess.run([find_binary(), "--help"], capture_output=True, text=True, check=True).stdout


def test_tls_and_tokens(tmp_path: Path) -> None:
    if not knows("--token-file"):
        pytest.skip("this service knows no TLS and no tokens")
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    for name in ("server", "client"):
        certificate = authority.issue_cert("localhost")
        certificate.private_key_pem.write_to_path(tmp_path / f"{name}.key")
        certificate.cert_chain_pems[0].write_to_path(tmp_path / f"{name}.pem")
    (tmp_path / "tokens").write_text("tests 0d9f6c0f9be2a7a3e1c4\n")
    files = {"tls-cert": "server.pem", "tls-key": "server.key", "tls-client-ca": "authority.pem", "token-file": "tokens"}
    arguments = [word for name, file in files.items() for word in (f"--{name}", str(tmp_path / file))]
    with LocalEngine(arguments=arguments, unix_socket=False) as local:
        address = local.target.address.replace("127.0.0.1", "localhost")
        assert address.startswith("https://")
        trust: dict[str, Any] = {
            "root_certificates": str(tmp_path / "authority.pem"),
            "certificate": str(tmp_path / "client.pem"),
            "private_key": str(tmp_path / "client.key"),
        }
        with Engine(address, token="0d9f6c0f9be2a7a3e1c4", **trust) as engine:
            assert engine.new_game(seed="tls").moves
        with Engine(address, token="wrong", **trust) as engine, pytest.raises(Unauthenticated):
            engine.get_catalog()
        with Engine(address, **trust) as engine, pytest.raises(Unauthenticated):
            engine.get_catalog()
        stranger = trust["root_certificates"]
        with Engine(address, root_certificates=stranger, retries=False) as engine, pytest.raises(Unavailable):
            engine.get_catalog()


def test_settings_in_the_environment_are_for_other_services(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARCASSONNE_LISTEN", "no.such.host:1")
    monkeypatch.setenv("CARCASSONNE_MAX_REQUEST_BYTES", "1")
    with LocalEngine() as engine:
        assert engine.new_game().moves


def test_tokens_stay_secret() -> None:
    with pytest.raises(ValueError, match="unencrypted"):
        Engine("rules.example:50051", token="secret")
    for address in ("https://rules.example", "127.0.0.1:50051", "unix:/tmp/socket", "localhost:1", "http://[::1]:5"):
        target = Target(address, token="secret")
        assert target.metadata == (("authorization", "Bearer secret"),) and "secret" not in repr(target)
    assert Target("https://rules.example:443").secure and not Target("http://rules.example").secure
    with pytest.raises(ValueError, match="both"):
        Target("https://rules.example", certificate="a.pem")


# A service of one's own


def test_a_local_engine_starts_and_stops_its_service() -> None:
    with LocalEngine() as engine:
        assert engine.catalog.tile_id(engine.catalog.kinds[0].number) == engine.catalog.kinds[0].id
        os.kill(engine.pid, 0)
        pid = engine.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_local_engine_tells_that_its_service_has_ended() -> None:
    with LocalEngine() as engine:
        start = engine.new_game(2, seed="ended").state
        answers = engine.rollout(start, seed=1, playouts=1, tiles=1, each_legal_move=True)
        what = "has ended with exit code -9"
        with engine.play(start) as stream:
            assert next(answers) and stream.legal_moves().moves
            os.kill(engine.pid, signal.SIGKILL)
            began = time.monotonic()
            os.waitid(os.P_PID, engine.pid, os.WEXITED | os.WNOWAIT)
            for call in (
                engine.get_catalog,
                lambda: engine.call_all([calls.get_catalog()]),
                lambda: list(answers),
                lambda: next(engine.rollout(start, seed=1, playouts=1)),
                stream.state,
                lambda: engine.play(start).__enter__(),
            ):
                with pytest.raises(Unavailable, match=what):
                    call()
        with Engine.at(engine.target) as other, pytest.raises(Unavailable, match=r"No such file|refused"):
            other.get_catalog()
        assert time.monotonic() - began < 5, "nobody waits for the end of a time-out"


def test_a_service_that_ends_during_a_call() -> None:
    with LocalEngine(timeout=60) as engine:
        engine.get_catalog()
        with paused(engine), ThreadPoolExecutor() as pool:
            waiting: list[Future[Any]] = [pool.submit(engine.get_catalog), pool.submit(engine.call_all, [calls.get_catalog()])]
            time.sleep(0.3)
            os.kill(engine.pid, signal.SIGKILL)
            for one in waiting:
                with pytest.raises(Unavailable, match="has ended with exit code -9"):
                    one.result(timeout=10)


def test_a_forgotten_local_engine_stops_with_its_process() -> None:
    program = "from carcassonne_engine import LocalEngine; engine = LocalEngine(); engine.new_game(); print(engine.pid)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_a_service_does_not_outlive_a_start_that_is_interrupted(tmp_path: Path) -> None:
    """Ctrl-C while nothing is served yet: the program says who it is, and then nothing."""
    silent = tmp_path / "silent"
    silent.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 1000\n")
    silent.chmod(0o755)
    folder = tmp_path / "folder"
    folder.mkdir()
    program = f"from carcassonne_engine import LocalEngine; LocalEngine({str(silent)!r}, unix_socket=False)"
    process = subprocess.Popen(
        [sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(folder)}
    )
    deadline = time.monotonic() + 60
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[1].endswith("KeyboardInterrupt\n")
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
    assert not list(folder.iterdir())


def test_programs_that_do_not_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexec sleep 1000\n")
    silent.chmod(0o755)
    monkeypatch.setattr("carcassonne_engine.local.PATIENCE", 0.3)
    with pytest.raises(NotStarted, match=r"did not begin to serve within 0\.3 seconds"):
        LocalEngine(silent, unix_socket=False)
    with pytest.raises(EngineError, match=r"--help did not end within 0\.3 seconds"):
        LocalEngine(silent)
    no_program = tmp_path / "no-program"
    no_program.write_bytes(b"\x00")
    no_program.chmod(0o755)
    for unix_socket in (None, False):
        with pytest.raises(NotStarted, match="no-program cannot be run: Exec format error"):
            LocalEngine(no_program, unix_socket=unix_socket)


def test_nothing_of_a_closed_engine_stays_open() -> None:
    program = "from carcassonne_engine import LocalEngine; LocalEngine().close()"
    done = subprocess.run([sys.executable, "-X", "dev", "-c", program], capture_output=True, text=True, check=True)
    assert "ResourceWarning" not in done.stderr


def test_a_service_does_not_outlive_a_process_that_is_killed(tmp_path: Path) -> None:
    program = """
import os, signal
from carcassonne_engine import LocalEngine
engine = LocalEngine()
print(engine.target.address, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=False, env=environment)
    assert done.returncode == -signal.SIGKILL
    deadline = time.monotonic() + 20
    while is_there(done.stdout.strip()) or list(tmp_path.iterdir()):
        assert time.monotonic() < deadline, "it is still there"
        time.sleep(0.1)


def is_there(address: str) -> bool:
    with Engine(address, retries=False) as engine:
        try:
            return bool(engine.get_catalog(["base"]))
        except Unavailable:
            return False


def test_unix_socket() -> None:
    if not _knows_unix_sockets(find_binary()):
        pytest.skip("this service knows no Unix sockets")
    with LocalEngine() as engine:
        path = engine.target.address.removeprefix("unix:")
        assert Path(path).is_socket() and engine.new_game().moves
    assert not Path(path).exists()
    with LocalEngine(unix_socket=False) as engine:
        assert engine.target.address.startswith("http://127.0.0.1:") and engine.new_game().moves


def test_a_folder_whose_path_is_too_long_for_a_socket(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    with LocalEngine() as engine:
        assert engine.target.address.startswith("http://127.0.0.1:") and engine.new_game().moves


def test_programs_that_do_not_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(NotStarted, match="is no program"):
        LocalEngine("/no/such/program")
    with pytest.raises(NotStarted, match="unexpected argument"):
        LocalEngine(arguments=["--no-such-argument"])
    monkeypatch.delenv("CARCASSONNE_ENGINE")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotStarted, match="no program carcassonne-engine on this machine"):
        find_binary()
    program = tmp_path / "carcassonne-engine"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert find_binary() == str(program)


def _points(engine: Engine, seed: str) -> tuple[int, ...]:
    return play_out(engine.new_game(2, seed=seed), random.Random(seed), 30).state.points


def _points_of_own_service(seed: str) -> tuple[int, ...]:
    with LocalEngine() as engine:
        return _points(engine, seed)


def test_spawned_processes(engine: LocalEngine) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        here = [_points(engine, seed) for seed in "ab"]
        assert pool.starmap(_points, [(engine, seed) for seed in "ab"]) == here
        assert pool.map(_points_of_own_service, "ab") == here
    os.kill(engine.pid, signal.SIGCONT)
    assert engine.new_game().moves, "the parent's service goes on"


FORKED = """
import asyncio, os, sys
from carcassonne_engine import AsyncEngine, ForkedEngine, LocalEngine

many = {"seed": 1, "playouts": 1, "tiles": 1, "each_legal_move": True}

def told(call):
    try:
        call()
    except ForkedEngine as error:
        return "spawn" in str(error)

async def told_later(call):
    try:
        await call
    except ForkedEngine as error:
        return "spawn" in str(error)

def ends_well(child):
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 7, status

engine = LocalEngine()
start = engine.new_game(2, seed="fork").state
"""


def forked(program: str, **variables: str) -> None:
    command = [sys.executable, "-c", FORKED + program]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env={**os.environ, **variables})
    assert done.stdout == "alive\n", done.stderr


def test_forked_processes_are_told_so() -> None:
    forked("""
fresh, answers = engine.rollout(start, **many), engine.rollout(start, **many)
next(answers)
with engine.play(start) as stream:
    child = os.fork()
    if not child:
        calls = [engine.new_game, lambda: engine.call_all([]), lambda: engine.play(start).__enter__(), stream.state]
        calls += [lambda: next(fresh), lambda: next(answers), lambda: engine.rollout(start, **many)]
        good = all(map(told, calls))
        stream.close()
        engine.close()
        sys.exit(7 if good else 1)
    ends_well(child)
    assert stream.state() == start and next(answers) and next(fresh)
engine.new_game()
print("alive")
""")
    assert issubclass(ForkedEngine, EngineError)


def test_forked_processes_are_told_so_by_asyncio_too() -> None:
    # With asyncio, the threads that gRPC itself starts after a fork may end the child before it has said anything.
    forked(
        """
async def main():
    async with AsyncEngine.at(engine.target) as client:
        fresh, answers = client.rollout(start, **many), client.rollout(start, **many)
        await anext(answers)
        async with client.play(start) as stream:
            child = os.fork()
            if not child:
                calls = [client.new_game(), client.play(start).__aenter__(), stream.state(), anext(fresh), anext(answers)]
                good = [await told_later(call) for call in calls]
                stream.close()
                await client.close()
                os._exit(7 if all(good) else 1)
            ends_well(child)
            assert await stream.state() == start and await anext(answers) and await anext(fresh)
        await client.new_game()
        await answers.aclose()
        await fresh.aclose()
        print("alive")

asyncio.run(main())
""",
        GRPC_ENABLE_FORK_SUPPORT="false",
    )
