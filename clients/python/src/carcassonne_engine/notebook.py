"""What notebooks show."""

from __future__ import annotations

import base64
from html import escape

from .errors import NotStarted
from .game import Game
from .messages import State
from .picture import render


def state_svg(state: State) -> str | None:
    """The picture; None where there is no program to draw it, so that the notebook shows the table."""
    try:
        return render(state) if state.notation else None
    except NotStarted:
        return None


def state_html(state: State) -> str:
    """A table of the players: points, figures in the supply."""
    rows: list[str] = []
    for name, points, player in zip(state.names, state.points, state.players, strict=True):
        supply = ", ".join(f"{count.count} {count.kind.name.lower().replace('_', ' ')}" for count in player.supply)
        rows.append(f"<tr><td>{escape(name)}</td><td>{points}</td><td>{escape(supply)}</td></tr>")
    head = "<tr><th>player</th><th>points</th><th>supply</th></tr>"
    left = "the game is over" if state.is_over else f"{state.tiles_left} tiles left"
    return f"<table>{head}{''.join(rows)}</table><p>{left}</p>"


class Picture:
    """A picture that a notebook shows."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str) -> None:
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def picture(position: State | Game | str, *, legal: bool = False, square: int = 60) -> Picture:
    """The picture of a state or game, with what may be done next marked if wanted."""
    return Picture(render(position.state if isinstance(position, Game) else position, legal=legal, square=square))


class Steps:
    """A game to be stepped through: one page in which buttons go from step to step, also without a running kernel.

    `every`: show each so many steps only; pictures of a whole game are large.
    """

    def __init__(self, game: Game, *, every: int = 1, square: int = 40) -> None:
        self.game = game
        self.numbers = sorted({*range(0, len(game) + 1, every), len(game)})
        self.square = square

    def _repr_html_(self) -> str:
        pages: list[str] = []
        for place, number in enumerate(self.numbers):
            step = self.game.steps[number]
            moves = "; ".join(map(str, self.game.made(number))) or "start"
            # An image of its own, so that what pictures define by name does not meet.
            data = base64.b64encode(render(step.state, square=self.square).encode()).decode()
            points = ", ".join(f"{n} {p}" for n, p in zip(step.state.names, step.state.points, strict=True))
            hidden = "" if place == 0 else " hidden"
            caption = f"{number}/{len(self.game)}: {escape(moves)} ({escape(points)})"
            pages.append(f"<figure{hidden}><figcaption>{caption}</figcaption><img src='data:image/svg+xml;base64,{data}'></figure>")
        return f"<div>{_BUTTONS}{''.join(pages)}</div>"


_GO = (
    "const pages=[...this.parentElement.querySelectorAll('figure')];const at=pages.findIndex(p=>!p.hidden);"
    "const to=Math.max(0,Math.min(pages.length-1,at+({})));pages[at].hidden=true;pages[to].hidden=false"
)
_BUTTONS = "".join(
    f'<button onclick="{_GO.format(by)}">{name}</button>' for name, by in (("start", "-1e9"), ("back", "-1"), ("on", "1"), ("end", "1e9"))
)
