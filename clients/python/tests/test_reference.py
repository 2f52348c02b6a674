"""The API reference."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import carcassonne_engine
from carcassonne_engine import messages

TOOL = Path(__file__).resolve().parents[1] / "tools" / "reference.py"
MODULES = ["carcassonne_engine"] + [
    found.name for found in pkgutil.walk_packages(carcassonne_engine.__path__, "carcassonne_engine.") if "._" not in found.name
]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("reference")
    done = subprocess.run([sys.executable, "-W", "error", TOOL, folder], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0 and not done.stdout and not done.stderr, done.stderr
    return {page.relative_to(folder).with_suffix("").as_posix().replace("/", "."): page.read_text() for page in folder.rglob("*.html")}


def test_every_module_has_a_page(pages: dict[str, str]) -> None:
    assert set(pages) == {*MODULES, "index"}


def test_every_public_name_is_on_a_page(pages: dict[str, str]) -> None:
    for name in carcassonne_engine.__all__:
        assert f'id="{name}"' in pages["carcassonne_engine.messages" if name in messages.__all__ else "carcassonne_engine"], name
    for page, entry in (
        ("carcassonne_engine", "LocalEngine.new_game"),
        ("carcassonne_engine", "AsyncEngine.legal_moves"),
        ("carcassonne_engine", "Game.play"),
        ("carcassonne_engine", "IllegalMove"),
        ("carcassonne_engine.messages", "State.tiles"),
        ("carcassonne_engine.messages", "Reason.EDGE_MISMATCH"),
        ("carcassonne_engine.bots", "Bot.choose"),
        ("carcassonne_engine.envs.pettingzoo", "CarcassonneEnv.step"),
        ("carcassonne_engine.rollouts", "Rollouts.means"),
    ):
        assert f'id="{entry}"' in pages[page], entry
    assert "Edges that do not match." in pages["carcassonne_engine.messages"], "the comments of the protos"


def test_links_between_pages_lead_to_what_is_there(pages: dict[str, str]) -> None:
    followed = 0
    for name, page in pages.items():
        for target, anchor in re.findall(r'<a href="([^":#]+\.html)(?:#([^"]+))?"', page):
            path = Path("/", *name.split(".")[:-1], target).resolve().relative_to("/").with_suffix("")
            to = pages[path.as_posix().replace("/", ".")]
            assert not anchor or f'id="{anchor}"' in to, f"{name}: {target}#{anchor}"
            followed += 1
    assert followed > 500


@pytest.mark.parametrize("module", MODULES)
def test_everything_public_has_a_docstring(module: str) -> None:
    whole = importlib.import_module(module)
    assert inspect.getdoc(whole)
    for name in getattr(whole, "__all__", [name for name in vars(whole) if not name.startswith("_")]):
        value = getattr(whole, name)
        if not (inspect.isclass(value) or inspect.isfunction(value)) or not value.__module__.startswith("carcassonne_engine"):
            continue
        assert inspect.getdoc(value), name
        members = vars(value) if inspect.isclass(value) else {}
        for member in members:
            wanted = not member.startswith("_") and (callable(getattr(value, member)) or isinstance(members[member], property))
            assert not wanted or inspect.getdoc(getattr(value, member)), f"{name}.{member}"
