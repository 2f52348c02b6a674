"""What some values can do beyond having fields. A class here is the base of the value of the same name in `messages.py`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, cast

from ._proto import moves_pb2, rules_service_pb2, state_pb2
from ._value import Noted, Value, print_lines

if TYPE_CHECKING:
    from . import messages
    from .messages import Scored


class Move(Noted[moves_pb2.Move]):
    """Prints as the text notation writes it."""

    __slots__ = ()


class Record(Noted[rules_service_pb2.Record]):
    """Prints as the text notation writes it."""

    __slots__ = ()


class State(Noted[state_pb2.State]):
    """Prints as the text notation writes it, and shows as a picture in a notebook."""

    __slots__ = ()

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._message.turn.HasField("over")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players by seat; `Player 1` for one without a name."""
        return tuple(player.name or f"Player {seat + 1}" for seat, player in enumerate(self._message.setup.players))

    @property
    def points(self) -> tuple[int, ...]:
        """Points of the players so far, by seat."""
        return tuple(sum(rule.points for rule in player.points) - player.paid for player in self._message.players)

    @property
    def tiles_left(self) -> int:
        """Tiles not yet drawn."""
        return sum(kind.count for kind in self._message.bag)

    def _repr_svg_(self) -> str | None:
        from .notebook import state_svg

        return state_svg(cast("messages.State", self))

    def _repr_html_(self) -> str:
        """A table of points; notebooks show the picture rather than this where there is one."""
        from .notebook import state_html

        return state_html(cast("messages.State", self))


class Catalog(Value[rules_service_pb2.GetCatalogResponse]):
    """Finds kinds of tiles by number or id."""

    __slots__ = ("_ids",)
    _ids: dict[int, str]

    def tile_id(self, number: int) -> str:
        """Id of a kind of tile, as the text notation writes it; KeyError if there is none."""
        try:
            return self._ids[number]
        except AttributeError:
            object.__setattr__(self, "_ids", {kind.number: kind.id for kind in self._message.kinds})
            return self._ids[number]


class Score(Value[rules_service_pb2.ScoreResponse]):
    """Reads like a score sheet."""

    __slots__ = ("_awards", "_names")
    _extras = ("_awards", "_names")
    _names: tuple[str, ...]
    _awards: tuple[Scored, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """Points so far by seat."""
        return tuple(player.points for player in self._message.now)

    @property
    def final(self) -> tuple[int, ...]:
        """Points by seat if the game ended now."""
        return tuple(player.points for player in self._message.if_ended_now)

    def explain(self) -> str:
        """A score sheet: for each player what was scored, by rule, with the sum that each award is made of where that is known
        (of a `Game`, from its first move on), and what would come if the game ended now."""
        from .messages import Scored, ScoringRule
        from .words import award_text, plain

        names = getattr(self, "_names", ()) or tuple(f"Player {p.player + 1}" for p in self._message.now)
        awards = getattr(self, "_awards", ())
        pending = tuple(Scored.from_message(award) for award in self._message.final_scoring)
        lines: list[str] = []

        def row(indent: int, text: str, points: int) -> None:
            lines.append(f"{' ' * indent}{text:<{56 - indent}}{points:>5}")

        for sheet, final in zip(self._message.now, self._message.if_ended_now, strict=True):
            row(0, names[sheet.player], sheet.points)
            for rule in sheet.by_rule:
                row(2, plain(ScoringRule(rule.rule)), rule.points)
                own = [a for a in awards if a.player == sheet.player and a.rule == rule.rule and a.points]
                for text, times in Counter(award_text(a) for a in own).items():
                    points = next(a.points for a in own if award_text(a) == text)
                    row(4, text if times == 1 else f"{times} × ({text})", points * times)
            coming = [a for a in pending if a.player == sheet.player and a.points]
            if coming:
                row(0, "  if the game ended now", final.points)
                for award in coming:
                    row(4, f"{plain(award.rule)}: {award_text(award)}", award.points)
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.explain()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        print_lines(printer, self.explain())
