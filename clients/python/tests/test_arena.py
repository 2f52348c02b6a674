"""Tournaments, against the real service in real processes."""

from __future__ import annotations

import csv
import html
import itertools
import json
import math
import os
import random
import re
import shutil
import socketserver
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import ClassVar
from urllib.parse import unquote

import pytest
import trustme

from carcassonne_engine import Engine, EngineError, InvalidRequest, LocalEngine, Unavailable
from carcassonne_engine.arena import Match, Result, Tournament, duel, play_match, ratings
from carcassonne_engine.arena.command import main
from carcassonne_engine.arena.match import Thinking
from carcassonne_engine.arena.report import write_report
from carcassonne_engine.arena.tournament import RESULTS, read_results
from carcassonne_engine.arena.worker import Worker
from carcassonne_engine.bots import Random
from carcassonne_engine.picture import render
from tests.bad_bots import Strands

SMALL = Tournament(("random", "greedy"), rounds=3, sets=("river",), seed="test")


def untimed(results: list[Result]) -> list[Result]:
    return [replace(result, seconds=()) for result in results]


def test_every_group_meets_in_every_order_with_the_same_tiles() -> None:
    matches = replace(SMALL, bots=("a", "b", "c"), rounds=2).matches()
    assert len(matches) == 2 * 3 * 2
    pairs = [(one, other) for one, other in zip(matches[::2], matches[1::2], strict=True)]
    assert all(one.bots == other.bots[::-1] and one.seed == other.seed for one, other in pairs)
    assert len({match.key for match in matches}) == len(matches)
    three = replace(SMALL, bots=("a", "b", "c"), players=3, rounds=1).matches()
    assert [match.bots for match in three] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    for wrong in ({"bots": ("a", "a")}, {"players": 3}, {"bots": ("a",)}, {"rounds": 0}):
        with pytest.raises(ValueError, match=r"bots|once|0 rounds"):
            replace(SMALL, **wrong)
    with pytest.raises(ValueError, match="0 games at a time"):
        SMALL.play("nowhere", processes=0)


def test_a_tournament_in_two_processes_can_be_resumed(tmp_path: Path) -> None:
    whole = SMALL.play(tmp_path / "whole", processes=2)
    assert len(whole) == 6 and all(result.failed is None and result.record for result in whole)
    assert all(sum(result.decisions) > 10 and min(result.seconds) > 0 for result in whole)

    lines = (tmp_path / "whole" / RESULTS).read_text().splitlines(keepends=True)
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / RESULTS).write_text("".join(lines[:3]) + lines[3][:50])
    played: list[int] = []
    again = SMALL.play(tmp_path / "cut", progress=lambda result, done, of: played.append(done))
    assert played == [4, 5, 6], "only what is missing, even of a line that was cut off"
    assert untimed(again) == untimed(whole), "the number of processes changes nothing"
    assert read_results(tmp_path / "cut" / RESULTS)
    assert SMALL.play(tmp_path / "cut", progress=lambda *_: pytest.fail("nothing is missing")) == again


@pytest.mark.parametrize(
    ("bot", "failure", "message"),
    [
        ("tests.bad_bots:Crashes", "crash", "RuntimeError: no idea (bad_bots.py:30 in choose)"),
        ("tests.bad_bots:PicksOfNone", "crash", "in choose, random.py:"),
        ("tests.bad_bots:Cheats", "illegal", "NOT_NOW: "),
        ("tests.bad_bots:SaysNothing", "illegal", "choose returned []: a Move, or several, is wanted"),
        ("tests.bad_bots:ForgetsToReturn", "illegal", "choose returned None: a Move, or several, is wanted"),
        ("tests.bad_bots:MovesForTheOther", "illegal", "a move beyond its own turn: place "),
        ("tests.bad_bots:IsCancelled", "crash", "CancelledError: by itself"),
        ("tests.bad_bots:HasNoText", "crash", "Mute: "),
        ("tests.bad_bots:AsksElsewhere", "crash", "Unavailable: "),
        ("tests.bad_bots:ClosesTheEngine", "crash", "this engine was closed"),
        ("tests.bad_bots:Sleeps", "time", "more than 0.2 seconds"),
        ("tests.bad_bots:EndsTheProgram", "crash", "SystemExit: enough"),
        ("tests.no_such_bots:Bot", "crash", "ModuleNotFoundError: "),
        (f"exec:{sys.executable} -c pass", "crash", "has ended"),
        ("tcp:127.0.0.1:1", "crash", "ConnectionRefusedError: "),
    ],
)
def test_failures_lose_the_game(engine: Engine, bot: str, failure: str, message: str) -> None:
    result = play_match(engine, Match(0, "failures", ("random", bot), ("river",), seconds_per_move=0.2))
    assert (result.failed, result.failure, result.ranks) == (1, failure, (1, 2)) and message in result.message
    assert engine.replay(result.record).state, "what was played until then is kept"
    assert Result.from_json(result.to_json()) == result


def test_a_program_that_thinks_too_long(engine: Engine) -> None:
    bot = f"exec:{sys.executable} -m carcassonne_engine.bots.serve tests.bad_bots:Sleeps()"
    result = play_match(engine, Match(0, "slow", (bot, "random"), ("river",), seconds_per_game=0.5))
    assert (result.failed, result.failure, result.ranks) == (0, "time", (2, 1))


@pytest.mark.parametrize("bot", ["TakesWhatIsListed", "TakesWholeTurns", "TakesWhatIsLegal"])
def test_what_a_game_lists_can_be_chosen(engine: Engine, bot: str) -> None:
    result = play_match(engine, Match(0, "listed", (f"tests.bad_bots:{bot}", "random"), ("river",)))
    assert result.failed is None and result.decisions[0] > 3, result.message


def test_what_a_bot_has_used_of_its_time_is_gone(engine: Engine) -> None:
    news: list[Thinking | Result] = []
    match = Match(0, "time", ("random", "greedy"), ("river",), seconds_per_game=50)
    assert play_match(engine, match, news.append).failed is None
    decisions = [one for one in news if isinstance(one, Thinking)][2:]
    assert all(one.limit == 50 - one.seconds[one.seat] for one in decisions)
    assert min(decisions[-1].seconds) > 0


def test_bots_see_what_they_may_see(engine: Engine) -> None:
    result = play_match(engine, Match(0, "peek", ("tests.bad_bots:Peeks", "random"), ("river",)))
    assert result.failed is None, result.message


def test_a_service_that_is_away_is_no_failure_of_a_bot(engine: LocalEngine) -> None:
    bot = "tests.bad_bots:Strands()"
    with LocalEngine() as own, pytest.raises(Unavailable):
        client = Engine.at(replace(own.target, retries=False))
        Strands.stop = own.close
        play_match(client, Match(0, "away", (bot, "random"), ("river",)))


def test_a_bot_that_takes_its_process_down_loses(engine: Engine, tmp_path: Path) -> None:
    killer = "tests.bad_bots:KillsItself"
    results = replace(SMALL, bots=("random", killer, "greedy"), rounds=1).play(tmp_path, processes=2)
    assert len(results) == 6
    for result in results:
        if killer not in result.bots:
            assert result.failed is None
            continue
        seat = result.bots.index(killer)
        assert (result.failed, result.failure, result.ranks[seat]) == (seat, "crash", 2), result.message
        assert result.message == "its process ended with exit code -9"
        assert len(engine.replay(result.record).state.tiles) > 5 and min(result.decisions) > 0, "what was played is kept"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carcassonne_engine.arena.worker.GRACE", 1.0)


@pytest.fixture
def worker(impatient: None) -> Iterator[Worker]:
    worker = Worker(LocalEngine)
    yield worker
    worker.close()


def test_a_bot_that_hangs_loses_and_the_tournament_goes_on(tmp_path: Path, impatient: None) -> None:
    bots = ("random", "tests.bad_bots:Hangs")
    results = replace(SMALL, bots=bots, rounds=1, seconds_per_move=0.2).play(tmp_path, processes=2)
    assert [(result.bots[result.failed or 0], result.failure) for result in results] == [(bots[1], "time")] * 2
    assert all("it had not given its process back" in result.message and max(result.seconds) > 1.2 for result in results)


def test_bots_that_hang_where_python_does_not_look(worker: Worker) -> None:
    for number, name in enumerate(("NeverStarts", "HangsInC")):
        bots = ("random", f"tests.bad_bots:{name}")
        result = worker.play(Match(number, "hang", bots, ("river",), seconds_per_move=0.2, seconds_to_start=1))
        assert (result.failed, result.failure, result.ranks) == (1, "time", (1, 2)), result.message
    assert worker.play(Match(2, "goes on", ("random", "greedy"), ("river",))).failed is None


def test_what_a_bot_does_after_its_game_does_not_change_the_result(worker: Worker) -> None:
    match = Match(0, "end", ("tests.bad_bots:NeverEnds", "random"), ("river",))
    with pytest.warns(UserWarning, match=r"a bot of tests.bad_bots:NeverEnds, random did not close: after 11 seconds"):
        result = worker.play(match)
    assert result.failed is None and min(result.decisions) > 0
    assert worker.play(replace(match, bots=("random", "greedy"))).failed is None


def test_a_bot_that_crashes_at_the_end(engine: Engine) -> None:
    with pytest.warns(UserWarning, match=r"CrashesAtTheEnd did not close: RuntimeError: nothing to close"):
        result = play_match(engine, Match(0, "end", ("tests.bad_bots:CrashesAtTheEnd", "random"), ("river",)))
    assert result.failed is None


PROGRAM = """
import os, sys, time
open("pid", "w").write(str(os.getpid()))
print("ready", flush=True)
while True:
    time.sleep(1)
"""


def test_programs_end_with_the_process_of_their_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which ends with the tournament, even one that is killed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stubborn.py").write_text(PROGRAM)
    bots = (f"exec:{sys.executable} stubborn.py", "random")
    arena = [sys.executable, "-m", "carcassonne_engine.arena.command", *bots, "--rounds", "1", "--processes", "1"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen([*arena, "--seconds-per-move", "none"], env=environment, stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text() != "")
        program = int((tmp_path / "pid").read_text())
        assert runs(program)
        process.kill()
    wait_until(lambda: not runs(program))


def runs(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.05)


class SlowToStart(LocalEngine):
    """And tells when it has been stopped in good order."""

    def __init__(self, stopped: Path) -> None:
        super().__init__()
        self.stopped = stopped
        time.sleep(1)

    def close(self) -> None:
        super().close()
        self.stopped.touch()


def test_a_service_that_is_still_starting_is_stopped_in_good_order(tmp_path: Path) -> None:
    worker = Worker(partial(SlowToStart, tmp_path / "stopped"))
    worker.begin(Match(0, "starting", ("random", "greedy"), ("river",)))
    worker.close()
    assert (tmp_path / "stopped").exists()


def test_a_worker_that_dies_while_no_bot_thinks_is_an_error() -> None:
    worker = Worker(partial(Engine, "127.0.0.1:1"))
    worker.close()
    with pytest.raises(EngineError, match="no bot was thinking"):
        worker.hear()


def game(number: int, one: int, other: int, bots: tuple[str, str] = ("a", "b")) -> Result:
    ranks = (1 if one >= other else 2, 1 if other >= one else 2)
    return Result(number, str(number), str(number), bots, (one, other), ranks, (1, 1), (0.1, 0.1), None, "", "", "")


def test_ratings() -> None:
    results = [game(number, 1, 0) for number in range(300)] + [game(number, 0, 1) for number in range(300, 400)]
    table = ratings(results)
    assert [rating.bot for rating in table] == ["a", "b"]
    difference = table[0].elo - table[1].elo
    assert difference == pytest.approx(400 * math.log10(3), abs=1), "three of four games"
    assert table[0].elo == pytest.approx(-table[1].elo)
    assert table[0].low < table[0].elo < table[0].high
    # The error of a share of 3/4 in 400 games is 0.0217, which is 20 points of Elo, half of it for each of the two.
    assert table[0].high - table[0].low == pytest.approx(2 * 1.96 * 0.0217 / 0.75 / 0.25 * 400 / math.log(10) / 2, rel=0.3)
    assert (table[0].games, table[0].score) == (400, 0.75)
    assert ratings(results) == table
    found = duel(results, "a", "b")
    assert (found.score, found.games) == (0.75, 400) and duel(results, "b", "a").score == 0.25
    assert found.low == pytest.approx(0.705, abs=0.001) and found.high == pytest.approx(0.790, abs=0.001)
    always = duel(results[:300], "a", "b")
    assert 0.98 < always.low < 0.99 and always.high == pytest.approx(1) and duel(results, "a", "c").games == 0
    draws = ratings([game(number, 5, 5) for number in range(10)])
    assert [(rating.elo, rating.score) for rating in draws] == [(0, 0.5), (0, 0.5)]
    assert all(rating.low < -50 and rating.high > 50 for rating in draws), "ten games tell little"
    chain = ratings([game(1, 1, 0), game(2, 1, 0, ("b", "c"))])
    assert [rating.bot for rating in chain] == ["a", "b", "c"] and all(math.isfinite(rating.elo) for rating in chain)


def test_intervals_after_few_games() -> None:
    # Of two games, both won, the share that the other would win in the long run is Beta(0.25, 2.25).
    a, b = ratings([game(1, 1, 0), game(2, 1, 0)])
    assert a.elo == pytest.approx(200 * math.log10(9), abs=0.1) and b.elo == -a.elo
    rng = random.Random(1)
    odds = sorted(200 * math.log10((1 - share) / share) for share in (rng.betavariate(0.25, 2.25) for _ in range(20000)))
    assert a.low == pytest.approx(odds[500], abs=20) and a.low < 0, "two games leave open who is better"
    assert a.high == pytest.approx(odds[19500], rel=0.15), "and have no upper bound"
    assert b.low == pytest.approx(-a.high, rel=0.01) and b.high == pytest.approx(-a.low, rel=0.05) and ratings([]) == []
    a, b = ratings([game(number, 1, 0) for number in range(200)])
    assert a.low > 250 and b.high < -250, "who always loses is far behind"
    # Three bots of equal strength in games of three, and twice as many games of two: as much is known.
    names = ("a", "b", "c")
    orders = list(itertools.permutations((1, 2, 3))) * 20
    three = [replace(game(number, 0, 0), bots=names, ranks=order) for number, order in enumerate(orders)]
    pairs = [
        game(number, *points, bots) for points in ((1, 0), (0, 1)) for bots in itertools.combinations(names, 2) for number in range(40)
    ]
    of_three, of_two = (rating.high - rating.low for rating in (ratings(three)[0], ratings(pairs)[0]))
    assert of_three == pytest.approx(of_two, rel=0.1)
    # What is not known of the one who always loses is no doubt about the others.
    lost = [game(number, 1, 0, (bot, "z")) for bot in names for number in range(80)]
    with_z = ratings(pairs + lost)
    assert with_z[0].high - with_z[0].low == pytest.approx(of_two, rel=0.1)
    assert with_z[-1].bot == "z" and with_z[-1].high - with_z[-1].low > 5 * of_two


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]

    command = ["random", "greedy", "tests.bad_bots:Crashes", "--rounds", "1", "--sets", "river", "--out", str(tmp_path)]
    main([*command, "--processes", "2"])
    output = capsys.readouterr()
    assert "6/6 games" in output.err and output.out.startswith("bot ") and "tests.bad_bots:Crashes" in output.out.splitlines()[3]
    assert "\nrandom – tests.bad_bots:Crashes: 100.0% (34.2% to 100.0%) of 2 games\n" in output.out
    failed = "tests.bad_bots:Crashes: 4 crash; game 2: RuntimeError: no idea (bad_bots.py:30 in choose)"
    assert output.out.splitlines()[-4:] == ["games lost by failure:", failed, "", f"report: {tmp_path / 'report.html'}"]
    with (tmp_path / "results.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 12 and {row["failure"] for row in rows} == {"", "crash"}
    parquet = pyarrow.parquet.read_table(tmp_path / "results.parquet").to_pylist()
    assert [{name: str(value) for name, value in row.items()} for row in parquet] == rows
    report = (tmp_path / "report.html").read_text()
    assert "RuntimeError: no idea" in report and report.count("data:image/svg+xml;base64") == 3
    assert "<p>6 games: 1 rounds of 2 players; sets river; options none; seed arena; seconds per move 60, per game any" in report
    cells = re.findall("<tr>(.*?)</tr>", report.partition("</table>")[0])[1:]
    lost = {row.split("</td>")[0].removeprefix("<td>"): row.split("<td>")[-1].removesuffix("</td>") for row in cells}
    assert lost == {"greedy": "0", "random": "0", "tests.bad_bots:Crashes": "4"}
    assert report.count("class='replay'") == 2, "the two games that were played to their ends"
    main([*command, "--quiet"])
    assert capsys.readouterr().err == "", "nothing was left to play"


def test_without_what_draws_plots_there_is_parquet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "carcassonne_engine.arena.report", None)
    main(["random", "greedy", "--rounds", "1", "--sets", "river", "--out", str(tmp_path), "--quiet", "--processes", "1"])
    assert (tmp_path / "results.parquet").exists() and not (tmp_path / "report.html").exists()
    assert capsys.readouterr().err.startswith("no report without ")


@pytest.fixture
def report(tmp_path: Path) -> tuple[Path, Result]:
    """One that shows a game, and which."""
    results = replace(SMALL, rounds=1).play(tmp_path)
    write_report(results, ratings(results), tmp_path / "report.html", replays=1)
    return tmp_path / "report.html", min(results, key=lambda result: abs(result.points[0] - result.points[1]))


def test_a_report_shows_games_turn_by_turn(engine: Engine, report: tuple[Path, Result]) -> None:
    page, shown = report
    [script] = re.findall(r"<script type='application/json'>(.*?)</script>", page.read_text())
    data = json.loads(script)
    pictures = ["".join(data["pieces"][part] for part in parts) for _, parts in data["turns"]]
    lines = re.findall(r"^\d+\. (.*)$", shown.record, flags=re.MULTILINE)
    assert len(pictures) == len(lines) + 1 == len(engine.game_from(shown.record).state.tiles)
    assert pictures[-1] == render(engine.game_from(shown.record).state, square=40)
    first = shown.record.partition("\n2.")[0] + "\n"
    alone = render(engine.game_from(first).state, square=40)
    assert pictures[1].partition(">")[2] == alone.partition(">")[2], "but for its size, which is that of the last"
    captions = [caption for caption, _ in data["turns"]]
    assert captions[0] == f"start: - ({shown.bots[0]} 0, {shown.bots[1]} 0)"
    assert all(text in caption for text, caption in zip(lines, captions[1:], strict=True))
    assert captions[1].startswith(f"{shown.bots[0]}: ") and captions[2].startswith(f"{shown.bots[1]}: ")
    assert len(script) < sum(map(len, pictures)) / 2, "of a long game a tenth"


def test_the_buttons_of_a_report(report: tuple[Path, Result]) -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no browser on this machine")
    page, _ = report
    text = page.read_text()
    data = json.loads(re.findall(r"<script type='application/json'>(.*?)</script>", text)[0])
    clicks = "".join(f"buttons[{button}].click();" for button in (0, 1, 2, 2, 2, 1))
    page.write_text(f"{text}<script>const buttons = document.querySelectorAll('.replay button');{clicks}</script>")
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={page.parent}", "--dump-dom", page.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    caption, parts = data["turns"][2]
    assert f"<p>2/{len(data['turns']) - 1} {html.escape(caption, quote=False)}</p>" in shown
    [source] = re.findall(r'<img alt="the table" src="data:image/svg\+xml,(.*?)"', shown)
    assert unquote(source) == "".join(data["pieces"][part] for part in parts)


def test_a_report_without_the_program_that_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = replace(SMALL, rounds=1).play(tmp_path)
    monkeypatch.setenv("CARCASSONNE_ENGINE", str(tmp_path / "nowhere"))
    write_report(results, ratings(results), tmp_path / "report.html")
    assert "nowhere is no program</p>" in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("random random", "each bot takes part once"),
        ("random", "2 players need as many bots"),
        ("random greedy --players 1", "1 players need as many bots, and at least two"),
        ("random greedy --rounds 0", "--rounds: '0' is no number from 1"),
        ("random greedy --processes 0", "--processes: '0' is no number from 1"),
        ("random greedy --processes many", "--processes: 'many' is no number from 1"),
        ("random greedy --replays -1", "--replays: '-1' is no number from 0"),
        ("random greedy --seconds-per-move 0", "--seconds-per-move: '0' is neither"),
        ("random greedy --seconds-per-game nan", "--seconds-per-game: 'nan' is neither"),
        ("random greedy --seconds-to-start inf", "--seconds-to-start: 'inf' is neither"),
        ("random greedy --options farmers", "'farmers' is not like farmers:off"),
        ("random greedy --options farmers:maybe", "maybe"),
        ("random greedy --sets no-such-tiles", "no-such-tiles"),
        ("random greedy --ca nowhere.pem", "for the service at --address"),
        ("random greedy --address https://127.0.0.1:1 --ca nowhere.pem", "there is no file nowhere.pem"),
        ("random greedy --address https://127.0.0.1:1 --token-file nowhere", "cannot read the token"),
        ("random gredy", "no bot 'gredy': nobody is called so; there are random, greedy, flat, mcts, module:Class"),
        ("random tests.no_such_bots:Bot", "no bot 'tests.no_such_bots:Bot': ModuleNotFoundError: "),
        ("random tests.bad_bots:Crash", "no bot 'tests.bad_bots:Crash': AttributeError: "),
        ("random tests.bad_bots:SMALL", "no bot 'tests.bad_bots:SMALL': AttributeError: "),
        ("random mcts(walk=3)", "no bot 'mcts(walk=3)': TypeError: got an unexpected keyword argument 'walk'"),
        ("random mcts(walks=many)", "no bot 'mcts(walks=many)': many is no number, text in quotes or the like"),
        ("random tests.bad_bots.Crashes", "no bot 'tests.bad_bots.Crashes': nobody is called so; is tests.bad_bots:Crashes meant?"),
        ("random tests.bad_bots:NotABot", "no bot 'tests.bad_bots:NotABot': that is no subclass of Bot"),
        ("random tests.bad_bots:Abstract", "no bot 'tests.bad_bots:Abstract': it does not say what to choose"),
        ("random mcts(", "no bot 'mcts(': that is no name"),
        ("random exec:no-such-command", "no bot 'exec:no-such-command': there is no such command"),
        ("random exec:", "no bot 'exec:': there is no such command"),
        ("random tcp:localhost", "no bot 'tcp:localhost': 'localhost' is no HOST:PORT"),
        ("random tcp:127.0.0.1:1", "nobody serves at tcp:127.0.0.1:1: "),
        ("random tcp:bots.example:7000", "tcp:bots.example:7000 may be on another machine"),
        ("random tcp:bots.example:7000 --address 127.0.0.1:1", "tcp:bots.example:7000 may be on another machine"),
    ],
)
def test_what_cannot_be_played_is_said_at_once(
    arguments: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Worker, "__init__", lambda *_: pytest.fail("no process is needed to know"))
    with pytest.raises(SystemExit) as stopped:
        main([*arguments.split(), "--out", str(tmp_path)])
    assert stopped.value.code == 2 and says in capsys.readouterr().err


SCRIPT = """
from carcassonne_engine.arena import Tournament
Tournament(("random", "greedy"), rounds=1, sets=("river",)).play("out")
"""


def test_a_script_that_its_processes_cannot_run_again(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1 and 'belongs under `if __name__ == "__main__":`' in done.stderr
    assert "bootstrapping" not in done.stderr


def test_a_bot_that_only_a_notebook_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = ModuleType("__main__")
    notebook.Mine = type("Mine", (Random,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "__main__", notebook)
    with pytest.raises(ValueError, match=r"__main__:Mine is not there in the processes of the arena"):
        replace(SMALL, bots=("random", "__main__:Mine")).play(tmp_path)


def test_what_stands_in_the_way_of_a_tournament_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    for arguments, says in (
        (["--out", str(tmp_path / "file")], "File exists"),
        (["--out", str(tmp_path), "--address", "127.0.0.1:1"], "127.0.0.1:1"),
    ):
        with pytest.raises(SystemExit, match=f"carcassonne-arena: .*{says}"):
            main(["random", "greedy", *arguments])
    (tmp_path / RESULTS).write_text("a note\n")
    with pytest.raises(SystemExit):
        main(["random", "greedy", "--out", str(tmp_path)])
    assert "results.jsonl, line 1 is no result of a game" in capsys.readouterr().err


class Spy(socketserver.StreamRequestHandler):
    """A bot that is a server, makes the first move, and keeps what it hears."""

    heard: ClassVar[list[str]] = []

    def handle(self) -> None:
        moves = ""
        for raw in self.rfile:
            line = raw.decode().strip()
            self.heard.append(line)
            word, _, rest = line.partition(" ")
            if word == "carcassonne-bot":
                self.wfile.write(b"ready spy\n")
            elif word == "moves":
                moves = rest
            elif word == "choose":
                self.wfile.write(f"move {moves.split('; ')[0]}\n".encode())


@pytest.fixture
def spy() -> Iterator[str]:
    Spy.heard.clear()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Spy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"tcp:127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_bots_that_are_servers_can_reach_the_service(spy: str, tmp_path: Path) -> None:
    [result, _] = replace(SMALL, bots=("random", spy), rounds=1).play(tmp_path)
    assert result.failed is None, result.message
    told = {line for line in Spy.heard if line.startswith("service ")}
    assert told and all(line.startswith("service 127.0.0.1:") for line in told), "no socket of this machine's file system"


def test_what_external_bots_are_told(spy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARCASSONNE_TOKEN", "a secret")
    with LocalEngine(unix_socket=False) as service:
        address = ("--address", service.target.address, "--bots-address", "https://rules.example:443")
        main(["random", spy, "--rounds", "1", "--sets", "river", "--out", str(tmp_path), "--quiet", *address])
    assert all(result.failed is None for result in read_results(tmp_path / RESULTS))
    assert {line for line in Spy.heard if line.startswith("service ")} == {"service https://rules.example:443"}
    assert not any("secret" in line for line in Spy.heard)


def test_arena_and_bot_with_tokens_and_certificates_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    for name in ("server", "arena", "bot"):
        certificate = authority.issue_cert("localhost")
        certificate.private_key_pem.write_to_path(tmp_path / f"{name}.key")
        certificate.cert_chain_pems[0].write_to_path(tmp_path / f"{name}.pem")
    (tmp_path / "tokens").write_text("arena 0d9f6c0f9be2a7a3e1c4\nbot 51a0b7c2d83e94f60a1b\n")
    (tmp_path / "token").write_text("0d9f6c0f9be2a7a3e1c4\n")
    files = {"tls-cert": "server.pem", "tls-key": "server.key", "tls-client-ca": "authority.pem", "token-file": "tokens"}
    arguments = [word for name, file in files.items() for word in (f"--{name}", str(tmp_path / file))]

    def shows(name: str) -> list[str]:
        files = {"ca": "authority.pem", "certificate": f"{name}.pem", "key": f"{name}.key"}
        return [word for option, file in files.items() for word in (f"--{option}", str(tmp_path / file))]

    with LocalEngine(arguments=arguments, unix_socket=False) as service:
        address = service.target.address.replace("127.0.0.1", "localhost")
        serve = [sys.executable, "-m", "carcassonne_engine.bots.serve", "greedy", "--listen", "127.0.0.1:0"]
        environment = {**os.environ, "CARCASSONNE_TOKEN": "51a0b7c2d83e94f60a1b"}
        without = subprocess.run(serve, env=environment, capture_output=True, text=True, check=False)
        assert without.returncode == 2 and "a token goes to no service that others name" in without.stderr
        serve += ["--service", address, *shows("bot")]
        with subprocess.Popen(serve, env=environment, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            bot = f"tcp:127.0.0.1:{server.stdout.readline().split()[-1]}"
            arena = ["random", bot, "--rounds", "1", "--sets", "river", "--out", str(tmp_path), "--quiet", "--processes", "1"]
            main([*arena, "--address", address, "--token-file", str(tmp_path / "token"), *shows("arena")])
            server.terminate()
    results = read_results(tmp_path / RESULTS)
    assert [result.message for result in results] == ["", ""]
    assert "0d9f6c0f9be2a7a3e1c4" not in capsys.readouterr().out


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray = pytest.importorskip("ray", reason="the extra `ray` is not installed")
    with pytest.MonkeyPatch.context() as patch:
        # Ray's processes would wait for all others of the machine.
        patch.setenv("RAY_worker_niceness", "0")
        ray.init(num_cpus=2, include_dashboard=False)
        yield
        ray.shutdown()


def test_on_a_ray_cluster_a_tournament_can_be_resumed(tmp_path: Path, cluster: None) -> None:
    tournament = replace(SMALL, rounds=2)
    here = tournament.play(tmp_path / "here", processes=2)
    lines = (tmp_path / "here" / RESULTS).read_text().splitlines(keepends=True)
    (tmp_path / "ray").mkdir()
    (tmp_path / "ray" / RESULTS).write_text(lines[0])
    played: list[int] = []
    there = tournament.play(tmp_path / "ray", ray="local", processes=2, progress=lambda result, done, of: played.append(done))
    assert played == [2, 3, 4] and untimed(there) == untimed(here)


def test_on_a_ray_cluster_bots_fail_as_they_do_here(tmp_path: Path, cluster: None) -> None:
    bots = ("random", "tests.bad_bots:KillsItself", "tests.bad_bots:Sleeps")
    tournament = replace(SMALL, bots=bots, rounds=1, seconds_per_move=0.3)
    there = tournament.play(tmp_path / "ray", ray="local", processes=2)
    assert {(result.bots[result.failed or 0], result.failure) for result in there} == {(bots[1], "crash"), (bots[2], "time")}
    assert untimed(there) == untimed(tournament.play(tmp_path / "here", processes=2))
    hanging = replace(tournament, bots=("random", "tests.bad_bots:Hangs")).play(tmp_path / "hang", ray="local", processes=2)
    assert [(result.bots[result.failed or 0][-5:], result.failure) for result in hanging] == [("Hangs", "time")] * 2


def test_on_a_ray_cluster_what_stands_in_the_way_is_said_as_here(tmp_path: Path, cluster: None) -> None:
    with pytest.raises(InvalidRequest, match="no-such-tiles"):
        replace(SMALL, sets=("no-such-tiles",)).play(tmp_path, ray="local", processes=2)
    with LocalEngine() as service:
        assert len(replace(SMALL, rounds=1, address=service.target).play(tmp_path / "a", ray="local", processes=2)) == 2
    assert len(replace(SMALL, rounds=1).play(tmp_path / "b", ray="local", processes=2)) == 2, "on no service of another tournament"
