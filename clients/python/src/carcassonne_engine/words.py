"""Values in plain words."""

from __future__ import annotations

from ._value import OpenEnum
from .messages import Scored, Term, Unit

# What the names of units do not say well in the plural.
_PLURALS = {
    Unit.COAT_OF_ARMS: "coats of arms",
    Unit.COMPLETED_CITY: "completed cities",
    Unit.CITY: "cities",
    Unit.MONASTERY: "monasteries",
    Unit.PIG: "completed cities by a pig",
    Unit.PIG_HERD: "completed cities by a pig herd",
}


def plain(name: OpenEnum) -> str:
    """The name of an enum's value in plain words: `ROAD_INCOMPLETE` is "road incomplete"."""
    return name.name.lower().replace("_", " ")


def term_text(term: Term) -> str:
    """A summand: "4 tiles × 2"."""
    word = plain(term.unit) if term.count == 1 else _PLURALS.get(term.unit, f"{plain(term.unit)}s")
    return f"{term.count} {word} × {term.each}"


def award_text(award: Scored) -> str:
    """What the points of an award are made of: "4 tiles × 2 + 1 coat of arms × 2"."""
    return " + ".join(term_text(term) for term in award.terms) or "no reason given"
