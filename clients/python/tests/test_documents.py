"""What the documents show works as it is shown."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import nbformat
import pytest
from nbclient import NotebookClient

from carcassonne_engine.plots import elo, points_by_rule, points_of_bots, points_over_time, svg, win_rates

from .test_analysis import RECORDING

HERE = Path(__file__).resolve().parents[1]
README = HERE / "README.md"
DOCUMENTS = [README, HERE / "docs" / "bots.md"]


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", document.read_text(), flags=re.MULTILINE | re.DOTALL)


EXAMPLES = [
    pytest.param(text, id=f"{document.stem}-{number}") for document in DOCUMENTS for number, text in enumerate(blocks(document, "python"))
]


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_run(text: str, tmp_path: Path) -> None:
    shutil.copy(RECORDING, tmp_path / "recording.jcz")
    (tmp_path / "example.py").write_text(text)
    done = subprocess.run([sys.executable, "example.py"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    shown = re.search(rf"{re.escape(text)}```\n\n```\n(.*?)(?:\.\.\.\n)?```", README.read_text(), flags=re.DOTALL)
    assert shown is None or done.stdout.startswith(shown[1]), done.stdout


def test_the_first_example_has_ten_lines() -> None:
    assert README.read_text().startswith("# carcassonne-engine for Python\n\n```python\n")
    assert len(blocks(README, "python")[0].splitlines()) <= 10


def test_the_tournament_of_the_readme(tmp_path: Path) -> None:
    bot = next(text for text in blocks(README, "python") if text.startswith("# my_bots.py"))
    (tmp_path / "my_bots.py").write_text(bot)
    command = next(text for text in blocks(README, "sh") if text.startswith("carcassonne-arena")).split()
    program = Path(sys.executable).with_name(command[0])
    done = subprocess.run([program, *command[1:]], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "my_bots:Hasty" in done.stdout and "crash" not in (tmp_path / "tournament" / "results.csv").read_text()
    assert {path.name for path in (tmp_path / "tournament").iterdir()} >= {"results.csv", "results.parquet", "report.html"}


def test_links_lead_somewhere() -> None:
    for document in [*DOCUMENTS, HERE / "docs" / "line-protocol.md"]:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_notebook_runs() -> None:
    notebook = cast(Any, nbformat).read(HERE / "examples" / "notebook.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    pictures = [output.data["image/svg+xml"] for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) == 4 and all("<svg" in picture for picture in pictures), "the game, its placements, two plots"
    assert len(pictures[1]) > len(pictures[0]), "one of them marks what may be done"
    pages = [output.data["text/html"] for output in outputs if "data:image/svg+xml" in output.get("data", {}).get("text/html", "")]
    assert len(pages) == 1 and pages[0].count("<figure") >= 4 and pages[0].count("<figure hidden>") == pages[0].count("<figure") - 1
    texts = [output.text for output in outputs if output.output_type == "stream"]
    assert any("if the game ended now" in text for text in texts)


def test_plots(whole_game: Any) -> None:
    from carcassonne_engine.arena import ratings

    from .test_arena import game as match

    results = [match(1, 5, 3), match(2, 4, 4), match(3, 1, 9)]
    over_time = points_over_time(whole_game)
    lines = over_time.axes[0].get_lines()
    last = [float(cast(Any, line).get_ydata()[-1]) for line in lines]
    assert last == list(whole_game.state.points)
    bars = points_by_rule(whole_game).axes[0].patches
    assert sum(bar.get_height() for bar in bars) == sum(whole_game.state.points)  # type: ignore[attr-defined]
    shares = win_rates(results).axes[0].texts
    assert [text.get_text() for text in shares] == ["50%", "50%"]
    for figure in (over_time, elo(ratings(results)), points_of_bots(results)):
        assert svg(figure).startswith("<svg") and svg(figure) == svg(figure)
