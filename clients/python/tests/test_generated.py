"""What is generated is what the protos say."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import carcassonne_engine
from carcassonne_engine import messages
from carcassonne_engine.calls import SERVICE

HERE = Path(__file__).resolve().parents[1]


def test_generated_code_is_current() -> None:
    done = subprocess.run([sys.executable, HERE / "tools" / "generate.py", "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_both_clients_have_a_method_for_each_rpc() -> None:
    for client in (carcassonne_engine.Engine, carcassonne_engine.AsyncEngine):
        methods = {name.replace("_", "") for name, _ in inspect.getmembers(client)}
        assert {method.name.lower() for method in SERVICE.methods} <= methods


def test_every_value_and_field_has_a_docstring() -> None:
    for name in messages.__all__:
        value = getattr(messages, name)
        assert inspect.getdoc(value), name
        for field, member in vars(value).items():
            assert not isinstance(member, property) or inspect.getdoc(member), f"{name}.{field}"
