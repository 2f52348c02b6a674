"""Writes the API reference, a page for each public module, from the docstrings. Whatever pdoc warns of is an error.

python tools/reference.py FOLDER
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import sys
import warnings
from functools import cache
from pathlib import Path
from typing import Any, cast

import pdoc
from pdoc import render

from carcassonne_engine import messages


def show(package: str, hidden: list[str]) -> None:
    """pdoc shows what `__all__` names: the modules within a package are wanted, too."""
    module = cast(Any, importlib.import_module(package))
    within = [found for found in pkgutil.iter_modules(module.__path__) if not found.name.startswith("_")]
    if hasattr(module, "__all__"):
        module.__all__ = [name for name in module.__all__ if name not in hidden] + [found.name for found in within]
    for found in within:
        if found.ispkg:
            show(f"{package}.{found.name}", hidden)


def write(folder: Path) -> None:
    """All pages."""
    # The values have a page of their own.
    show("carcassonne_engine", messages.__all__)
    # A file is parsed anew for each class in it otherwise, which takes a minute.
    cast(Any, ast).parse = cache(ast.parse)
    warnings.simplefilter("error")
    render.configure(docformat="markdown", show_source=False)
    pdoc.pdoc("carcassonne_engine", output_directory=folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
