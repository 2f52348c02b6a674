"""Pictures of states, drawn by the program of the service.

The service itself draws nothing: pictures need the program on this machine (`find_binary`), whichever engine the state comes from.
"""

from __future__ import annotations

import functools

from .errors import EngineError
from .local import find_binary, run
from .messages import State


def render(position: State | str, *, legal: bool = False, square: int = 60) -> str:
    """SVG of a position, or of the last position of a record (given as text).

    `legal`: mark what may be done next. `square`: pixels of the side of a tile, from 1 to 1000, else ValueError; so for a state
    that no service has written as text yet: `Engine.notation` does.
    """
    if not 1 <= square <= 1000:
        raise ValueError(f"a tile has 1 to 1000 pixels a side, not {square}")
    text = position if isinstance(position, str) else position.notation
    if not text:
        raise ValueError("this state has no text yet: Engine.notation(state) writes it")
    return _render(find_binary(), text, legal, square)


@functools.lru_cache(maxsize=64)
def _render(binary: str, text: str, legal: bool, square: int) -> str:
    done = run(binary, "render", "--square", str(square), *(["--legal"] if legal else []), text=text)
    if done.returncode != 0:
        raise EngineError(f"no picture: {done.stderr.strip()}")
    return done.stdout
