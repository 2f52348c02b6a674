"""Bots by name."""

from __future__ import annotations

import ast
import importlib
import re
import shlex
from collections.abc import Callable
from typing import cast

from .base import Bot
from .external import ExternalBot
from .flat import FlatMonteCarlo
from .greedy import Greedy
from .mcts import Mcts
from .random import Random

BOTS: dict[str, Callable[..., Bot]] = {"random": Random, "greedy": Greedy, "flat": FlatMonteCarlo, "mcts": Mcts}


def bot_from(text: str) -> Bot:
    """A new bot.

    `random`, `greedy`, `flat`, `mcts`, or `module.name:Class`, with arguments in brackets if wanted:
    `mcts(walks=100, width=8)`. `exec:COMMAND ARGUMENTS` is a program, `tcp:HOST:PORT` a server, both speaking the line
    protocol. ValueError if there is none.
    """
    if text.startswith("exec:"):
        return ExternalBot(shlex.split(text.removeprefix("exec:")))
    if text.startswith("tcp:"):
        host, _, port = text.removeprefix("tcp:").rpartition(":")
        return ExternalBot((host, int(port)))
    found = re.fullmatch(r"([\w.]+(?::\w+)?)(?:\((.*)\))?", text.strip())
    if not found:
        raise ValueError(f"{text!r} is no name of a bot")
    name, arguments = found[1], found[2] or ""
    call = ast.parse(f"f({arguments})", mode="eval").body
    assert isinstance(call, ast.Call)
    keywords = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    return _maker(name)(*map(ast.literal_eval, call.args), **keywords)


def _maker(name: str) -> Callable[..., Bot]:
    module, colon, attribute = name.partition(":")
    if colon:
        return cast(Callable[..., Bot], getattr(importlib.import_module(module), attribute))
    if name not in BOTS:
        raise ValueError(f"no bot {name!r}; there are {', '.join(BOTS)}, module:Class, exec:COMMAND and tcp:HOST:PORT")
    return BOTS[name]
