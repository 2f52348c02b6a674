"""What calls and steps cost from Python, as a table for the README: the median, and in brackets the fastest tenth, which says more
on a machine that has other things to do.

python tools/measure.py
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, cast

import grpc
import grpc.aio
import numpy as np

from carcassonne_engine import AsyncEngine, LocalEngine, State
from carcassonne_engine import calls as c
from carcassonne_engine.calls import Call
from carcassonne_engine.envs.batched import BatchedGames
from carcassonne_engine.envs.pettingzoo import CarcassonneEnv

HEALTH = "/grpc.health.v1.Health/Check"
REPEATS = 400


Times = tuple[float, float]
"""Milliseconds: the median, and what the fastest tenth takes at most."""


def summary(seconds: list[float]) -> Times:
    return 1000 * statistics.median(seconds), 1000 * sorted(seconds)[len(seconds) // 10]


def milliseconds(run: Callable[[], object]) -> Times:
    times: list[float] = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return summary(times)


async def milliseconds_async(run: Callable[[], Awaitable[object]]) -> Times:
    times: list[float] = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        await run()
        times.append(time.perf_counter() - began)
    return summary(times)


def what(state: State, engine: LocalEngine) -> dict[str, Call[Any]]:
    move = engine.legal_moves(state).moves[0]
    return {
        "`LegalMoves`": c.legal_moves(state),
        "`LegalMoves`, without text": c.legal_moves(state, notation=False),
        "`LegalMoves`, whole turns": c.legal_moves(state, whole_turns=True, notation=False),
        "`ApplyMove`": c.apply_move(state, move),
        "`Score`": c.score(state),
        "`View`": c.view(state, 0),
        "`Rollout`, 100 games of 4 tiles": c.rollout(state, seed=1, playouts=100, tiles=4),
    }


def answer(engine: LocalEngine, call: Call[Any]) -> list[Any]:
    return list(engine.stream(call)) if c.KINDS[call.method] == "unary_stream" else [engine.call(call)]


async def async_answer(engine: AsyncEngine, call: Call[Any]) -> list[Any]:
    return [value async for value in engine.stream(call)] if c.KINDS[call.method] == "unary_stream" else [await engine.call(call)]


def half_way(engine: LocalEngine) -> State:
    game, rng = engine.new_game(2, seed="measure"), random.Random(1)
    while len(game.state.tiles) < 36:
        game = game.play_random(rng)
    return game.state


def sync_calls(engine: LocalEngine) -> dict[str, Times]:
    channel = cast(Any, engine)._channel
    empty = channel.unary_unary(HEALTH)
    found = {"an empty call (health check)": milliseconds(lambda: empty(b""))}
    for name, call in what(half_way(engine), engine).items():
        found[name] = milliseconds(partial(answer, engine, call))
    return found


async def async_calls(engine: LocalEngine) -> tuple[dict[str, Times], dict[str, Times]]:
    """One after the other; and of 100 at a time, for each."""
    one: dict[str, Times] = {}
    many: dict[str, Times] = {}
    async with (
        AsyncEngine.at(engine.target) as client,
        grpc.aio.insecure_channel(engine.target.grpc_address, engine.target.options) as channel,
    ):
        empty = cast(Any, channel).unary_unary(HEALTH)
        runs: dict[str, Callable[[], Awaitable[object]]] = {"an empty call (health check)": lambda: empty(b"")}
        for name, call in what(half_way(engine), engine).items():
            runs[name] = partial(async_answer, client, call)
        for name, run in runs.items():
            await run()
            one[name] = await milliseconds_async(run)
            batches: list[float] = []
            for _ in range(10):
                began = time.perf_counter()
                await asyncio.gather(*(run() for _ in range(100)))
                batches.append((time.perf_counter() - began) / 100)
            many[name] = summary(batches)
    return one, many


def steps(engine: LocalEngine) -> dict[str, float]:
    rng = np.random.default_rng(1)
    single = cast(Any, CarcassonneEnv(engine=engine))
    single.reset(seed=1)
    began, made = time.perf_counter(), 0
    while time.perf_counter() - began < 5:
        observation, _, over, _, _ = single.last()
        if over:
            single.reset()
        else:
            single.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            made += 1
    found = {"PettingZoo": made / (time.perf_counter() - began)}
    for games in (16, 64, 256):
        batch = BatchedGames(engine, games=games)
        now = batch.reset(seed=1)
        began, made = time.perf_counter(), 0
        while time.perf_counter() - began < 5:
            now = batch.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in now.masks]))
            made += games
        found[f"batch of {games}"] = made / (time.perf_counter() - began)
    return found


def main() -> None:
    columns: dict[str, dict[str, Times]] = {}
    for label, unix in (("TCP", False), ("Unix socket", True)):
        try:
            engine = LocalEngine(unix_socket=unix)
        except Exception as error:
            print(f"no {label}: {error}\n")
            continue
        with engine:
            columns[f"{label}, sync"] = sync_calls(engine)
            one, many = asyncio.run(async_calls(engine))
            columns[f"{label}, asyncio"] = one
            columns[f"{label}, 100 at a time"] = many
    print(f"| median in ms | {' | '.join(columns)} |")
    print(f"|---|{'---|' * len(columns)}")
    for name in next(iter(columns.values())):
        print(f"| {name} | {' | '.join('{:.2f} ({:.2f})'.format(*column[name]) for column in columns.values())} |")
    with LocalEngine() as engine:
        print("\n| moves a second | |\n|---|---|")
        for name, rate in steps(engine).items():
            print(f"| {name} | {rate:.0f} |")


if __name__ == "__main__":
    main()
