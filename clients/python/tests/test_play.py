"""A position that stays with the service while a stream is open."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from carcassonne_engine import (
    AsyncEngine,
    DeadlineExceeded,
    Engine,
    EngineError,
    Game,
    IllegalMove,
    InvalidNotation,
    InvalidRequest,
    InvalidState,
    LocalEngine,
    Move,
    Refused,
    Unavailable,
)

from .conftest import paused


def test_a_game_on_a_stream_is_the_game_of_the_calls(engine: Engine) -> None:
    rng = random.Random(1)
    game = engine.new_game(2, ["river"], seed="stream")
    with engine.play(game.state) as stream:
        while not game.is_over:
            legal = stream.legal_moves(whole_turns=True)
            assert (legal.player, tuple(move.move for move in legal.moves)) == (game.player, game.moves)
            assert legal.turns == game.turns
            game = game.play(rng.choice(game.moves))
            made = stream.apply_move(game.played[-1])
            assert made.events == game.steps[-1].events and not made.state.tiles, "the state is not sent unless asked for"
        assert stream.state() == game.state and stream.view(0) == game.view(0)
        assert stream.score().final == game.score.final and not stream.legal_moves().moves


def test_a_stream_begins_again_and_tells_the_state(engine: Engine, whole_game: Game) -> None:
    before, after = whole_game.at(20), whole_game.at(21)
    with engine.play(whole_game.state) as stream:
        stream.begin(before.state)
        made = stream.apply_move(after.steps[-1].moves, with_state=True)
        assert made.state == after.state and made.state.notation == after.state.notation
        stream.begin(engine.notation(before.state))
        assert stream.state() == before.state


def test_what_a_stream_refuses_is_what_calls_refuse(engine: Engine) -> None:
    game = engine.new_game(2, seed="refused")
    with engine.play(game.state) as stream:
        for moves in ("place D 9,9 r0", [game.moves[0], game.moves[0]], "nonsense", Move()):
            with pytest.raises(Refused) as call:
                engine.apply_move(game.state, moves)
            with pytest.raises(type(call.value)) as caught:
                stream.apply_move(moves)
            assert (caught.value.reason, caught.value.code) == (call.value.reason, call.value.code)
            assert caught.value.field == f"apply_move.{call.value.field}"
        with pytest.raises(InvalidRequest):
            stream.view(7)
        with pytest.raises(InvalidNotation):
            stream.begin("carcassonne/1 nonsense")
        with pytest.raises(InvalidState):
            stream.begin(game.state.replace(draws=7))
        assert stream.state() == game.state, "and the position stays"
    with pytest.raises(EngineError, match="the stream has ended: it was closed"):
        stream.state()
    with pytest.raises(InvalidNotation), engine.play("carcassonne/1 nonsense"):
        pass


async def test_streams_with_asyncio(engine: LocalEngine) -> None:
    game = engine.new_game(2, seed="asyncio")
    async with AsyncEngine.at(engine.target) as client:
        async with client.play(game.state) as stream:
            assert (await stream.legal_moves()).moves == game.legal.moves
            with pytest.raises(IllegalMove):
                await stream.apply_move("place D 9,9 r0")
            game = game.play(game.moves[0])
            made = await stream.apply_move(game.played[-1], with_state=True)
            assert made.state == game.state == await stream.state()
            assert (await stream.score()).final == game.score.final and await stream.view(1) == game.view(1)
        with pytest.raises(EngineError, match="the stream has ended: it was closed"):
            await stream.state()
        with pytest.raises(InvalidNotation):
            async with client.play("carcassonne/1 nonsense"):
                pass


async def test_streams_that_the_service_ends() -> None:
    with LocalEngine(arguments=["--play-idle-seconds", "1"]) as engine:
        start = engine.new_game(2, seed="silence").state
        async with AsyncEngine.at(engine.target) as client:
            with engine.play(start) as stream:
                async with client.play(start) as other:
                    await asyncio.sleep(1.5)
                    for _ in range(2):
                        with pytest.raises(DeadlineExceeded):
                            stream.state()
                        with pytest.raises(DeadlineExceeded):
                            await other.state()


async def test_answers_that_do_not_come_in_time() -> None:
    with LocalEngine(timeout=1) as engine:
        start = engine.new_game(2, seed="late").state
        async with AsyncEngine.at(engine.target) as client:
            with engine.play(start) as stream:
                async with client.play(start) as other:
                    await asyncio.sleep(1.2)
                    assert stream.state() == await other.state() == start, "time in which nothing was asked does not count"
                    with paused(engine):
                        began = time.monotonic()
                        with pytest.raises(DeadlineExceeded, match=f"{engine.target.address}: no answer within 1 seconds"):
                            stream.state()
                        with pytest.raises(DeadlineExceeded, match=f"{engine.target.address}: no answer within 1 seconds"):
                            await other.state()
                        assert 2 <= time.monotonic() - began < 4
                    with pytest.raises(DeadlineExceeded, match=f"the stream has ended: {engine.target.address}: no answer"):
                        stream.state()
                    with pytest.raises(DeadlineExceeded, match=f"the stream has ended: {engine.target.address}: no answer"):
                        await other.state()


async def test_whoever_gives_up_waiting_ends_the_stream() -> None:
    """Or the answer would be taken for that to the next request."""
    with LocalEngine() as engine:
        start = engine.new_game(2, seed="given up").state
        async with AsyncEngine.at(engine.target) as client, client.play(start) as stream:
            with paused(engine), pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(stream.legal_moves(), 0.2)
            with pytest.raises(EngineError, match="the stream has ended: it was closed"):
                await stream.state()


def test_streams_of_a_service_that_stops() -> None:
    with LocalEngine() as engine:
        other = Engine.at(engine.target)
        start = engine.new_game(2, seed="stopped").state
        with other.play(start) as stream:
            engine.close()
            time.sleep(0.1)
            with pytest.raises(Unavailable):
                stream.state()
        other.close()
