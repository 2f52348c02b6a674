"""Bots by name."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import shlex
import shutil
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from .base import Bot
from .external import ExternalBot, host_and_port
from .flat import FlatMonteCarlo
from .greedy import Greedy
from .mcts import Mcts
from .random import Random

BOTS: dict[str, Callable[..., Bot]] = {"random": Random, "greedy": Greedy, "flat": FlatMonteCarlo, "mcts": Mcts}


def bot_from(text: str) -> Bot:
    """A new bot.

    `random`, `greedy`, `flat`, `mcts`, or `module.name:Class`, with arguments in brackets if wanted:
    `mcts(walks=100, width=8)`. `exec:COMMAND ARGUMENTS` is a program, `tcp:HOST:PORT` a server, both speaking the line
    protocol. ValueError if there is none of that name.
    """
    return maker_of(text)()


def maker_of(text: str) -> Callable[[], Bot]:
    """What makes a bot of that name; ValueError, which says why, if there is none. No bot is made yet, and no server is asked."""
    try:
        if text.startswith("exec:"):
            command = shlex.split(text.removeprefix("exec:"))
            if not command or shutil.which(command[0]) is None:
                raise ValueError("there is no such command")
            return partial(ExternalBot, command)
        if text.startswith("tcp:"):
            return partial(ExternalBot, host_and_port(text.removeprefix("tcp:")))
        return _python(text)
    # A module may raise anything when it is imported.
    except (Exception, SystemExit) as error:
        why = str(error) if type(error) is ValueError else f"{type(error).__name__}: {error}"
        known = f"{', '.join(BOTS)}, module:Class, exec:COMMAND and tcp:HOST:PORT"
        raise ValueError(f"no bot {text!r}: {why}; there are {known}") from error


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise ValueError(f"{ast.unparse(node)} is no number, text in quotes or the like") from None


def _python(text: str) -> Callable[[], Bot]:
    found = re.fullmatch(r"([\w.]+(?::\w+)?)(?:\((.*)\))?", text.strip())
    if not found:
        raise ValueError("that is no name")
    module, colon, attribute = found[1].partition(":")
    if not colon and module not in BOTS:
        package, dot, name = module.rpartition(".")
        raise ValueError(f"nobody is called so; is {package}:{name} meant?" if dot else "nobody is called so")
    make = getattr(importlib.import_module(module), attribute) if colon else BOTS[module]
    if isinstance(make, type) and not issubclass(make, Bot):
        raise ValueError("that is no subclass of Bot")
    if inspect.isabstract(make):
        raise ValueError("it does not say what to choose: the method `choose` is missing")
    call = ast.parse(f"f({found[2] or ''})", mode="eval").body
    assert isinstance(call, ast.Call)
    values = list(map(_literal, call.args))
    keywords = {str(keyword.arg): _literal(keyword.value) for keyword in call.keywords}
    inspect.signature(make).bind(*values, **keywords)
    return partial(cast(Callable[..., Bot], make), *values, **keywords)
