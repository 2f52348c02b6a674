"""Games that a page shows turn by turn."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from ..engine import Engine
from ..messages import State
from ..picture import render
from .match import Result


@dataclass(frozen=True)
class Turn:
    """What was done from the draw of a tile on until the next one (`text`; "" at the start), by whom (`player`; "" if no tile was
    placed), and what it led to."""

    player: str
    text: str
    state: State

    @property
    def caption(self) -> str:
        """Who did what, and the points after it."""
        points = ", ".join(f"{name} {points}" for name, points in zip(self.state.names, self.state.points, strict=True))
        return f"{self.player or 'start'}: {self.text or '-'} ({points})"

    def draw(self) -> Sequence[str]:
        """The picture (SVG) in pieces, of which pictures of one game share many."""
        return pieces(render(self.state, square=40))


def turns(engine: Engine, record: str) -> list[Turn]:
    """The start of a game, and what each line of its record leads to."""
    # Turns begin with the number of the tile, or with `;` before the first one.
    lines = [re.fullmatch(r"(?:\d+\.|;) *(.*)", line) for line in record.splitlines()]
    head = [line for line, turn in zip(record.splitlines(), lines, strict=True) if not turn]
    game = engine.game_from("\n".join(head))
    found = [Turn("", "", game.state)]
    for text in (line[1] for line in lines if line):
        before, game = game, game.play(text)
        steps = list(pairwise(game.steps[len(before) :]))
        placing = [old.state for old, new in steps if len(new.state.tiles) > len(old.state.tiles)]
        found.append(Turn(placing[0].names[placing[0].turn.player] if placing else "", text, game.state))
    return found


def replay(engine: Engine, result: Result) -> str:
    """A figure with buttons. `SCRIPT` must follow all of them in the page.

    Pictures of a game share nearly all that they are made of, so that the page holds each piece once: a tenth of their size.
    """
    shown = turns(engine, result.record)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        cut = list(pool.map(Turn.draw, shown))
    known: dict[str, int] = {}
    # All have the size of the last one, so that tiles stay where they are.
    parts = [[known.setdefault(piece, len(known)) for piece in (cut[-1][0], *picture[1:])] for picture in cut]
    data = {"pieces": list(known), "turns": list(zip((turn.caption for turn in shown), parts, strict=True))}
    script = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/").replace("<!--", "\\u003c!--")
    caption = ", ".join(f"{escape(bot)} {points}" for bot, points in zip(result.bots, result.points, strict=True))
    last = len(shown) - 1
    return (
        f"<figure class='replay'><figcaption>Game {result.number}: {caption}</figcaption><div>{_BUTTONS}"
        f"<input type='range' max='{last}' value='{last}' aria-label='turn'></div><p></p><img alt='the table'>"
        f"<script type='application/json'>{script}</script>"
        f"<details><summary>record</summary><pre>{escape(result.record)}</pre></details></figure>"
    )


def pieces(svg: str) -> Sequence[str]:
    """A picture cut before and after elements that others may have, too: the first piece is its first tag, all together are it."""
    return list(_pieces(svg))


def _pieces(svg: str) -> Iterator[str]:
    depth, done = 0, 0
    for tag in re.finditer(r"<(/?)[^>]*?(/?)>", svg):
        closes, empty = bool(tag[1]), bool(tag[2])
        if not closes and depth in (1, 2) and tag.start() > done:
            yield svg[done : tag.start()]
            done = tag.start()
        depth += -1 if closes else not empty
        if (closes or empty) and depth in (1, 2):
            yield svg[done : tag.end()]
            done = tag.end()
    yield svg[done:]


_BUTTONS = "".join(
    f"<button data-by='{by}'>{name}</button> " for by, name in (("-1e9", "start"), ("-1", "back"), ("1", "on"), ("1e9", "end"))
)

SCRIPT = """<script>
for (const replay of document.querySelectorAll(".replay")) {
  const {pieces, turns} = JSON.parse(replay.querySelector("script").textContent);
  const [slider, text, image] = ["input", "p", "img"].map(name => replay.querySelector(name));
  const show = turn => {
    slider.value = turn;
    const [what, parts] = turns[slider.value];
    text.textContent = `${slider.value}/${turns.length - 1} ${what}`;
    image.src = "data:image/svg+xml," + encodeURIComponent(parts.map(part => pieces[part]).join(""));
  };
  slider.oninput = () => show(slider.value);
  for (const button of replay.querySelectorAll("button"))
    button.onclick = () => show(Number(slider.value) + Number(button.dataset.by));
  show(slider.value);
}
</script>"""
