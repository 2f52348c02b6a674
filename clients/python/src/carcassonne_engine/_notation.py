"""States from text and text from states.

The service writes the text of a state that it makes, and reads text wherever it takes a position; `View` gives both forms of any
position, but without what a spectator may not see: the seed, and tiles face down. Those are put back here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote, unquote

from ._value import message_of, with_extras
from .messages import Move, Record, State


def seed_of(position: State | str) -> str | None:
    """The seed with which the service draws; None if it does not, or the position hides it."""
    if isinstance(position, str):
        found = re.search(r"(?:^|\s)draw=seeded:(\S+)", position)
        return unquote(found[1]) if found else None
    return message_of(position).setup.seeded.seed or None


def hides_tiles(view: State) -> bool:
    """Whether a view hides tiles that players have in front of them."""
    return any(not tile.HasField("kind") for player in message_of(view).players for tile in player.hand)


def restored(spectator: State, owners: Sequence[State], seed: str | None) -> State:
    """What a spectator sees, completed by what each player sees (needed only where tiles are hidden) and by the seed."""
    message = type(message_of(spectator)).FromString(bytes(spectator))
    line = spectator.notation
    if seed is not None:
        message.setup.seeded.seed = seed
        line = re.sub(r" draw=seeded(?= )", f" draw=seeded:{_escaped(seed)}", line)
    for seat, owner in enumerate(owners):
        hand = message_of(owner).players[seat].hand
        del message.players[seat].hand[:]
        message.players[seat].hand.extend(hand)
        for tile in hand:
            if tile.face_down:
                counted = next(kind for kind in message.bag if kind.kind == tile.kind)
                counted.count -= 1
                if not counted.count:
                    message.bag.remove(counted)
        line = _own_hand(line, owner.notation, f"P{seat + 1}:")
    return with_extras(State.from_bytes(message.SerializeToString()), _notation=line)


def with_texts(record: Record) -> tuple[Move, ...]:
    """The moves of a record that the service has written, each knowing its text: lines that are no part of the header begin with the
    number of a turn, or with nothing before the first."""
    lines = [line for line in record.notation.splitlines() if line and not re.match(r"[a-z-]+:", line)]
    texts = [text for line in lines for text in re.sub(r"^(\d+\.|;) ", "", line).split("; ")]
    return tuple(with_extras(move, _notation=text) for move, text in zip(record.moves, texts, strict=True))


def _escaped(seed: str) -> str:
    text = quote(seed, safe="").replace("~", "%7E")
    return "%2D" if text == "-" else text


def _own_hand(line: str, owner: str, player: str) -> str:
    """The line with the tiles of one player as that player sees them, and without those in the bag."""
    seen = next((hand for hand in _value(owner, "hand").split(";") if hand.startswith(player)), None)
    if seen is None:
        return line
    hands = [seen if hand.startswith(player) else hand for hand in _value(line, "hand").split(";")]
    line = _with(line, "hand", ";".join(hands))
    for tile in seen.removeprefix(player).split(","):
        if tile.startswith("down."):
            bag = dict(item.rsplit(":", 1) for item in _value(line, "bag").split(","))
            kind = tile.removeprefix("down.")
            counts = {name: int(count) - (name == kind) for name, count in bag.items()}
            line = _with(line, "bag", ",".join(f"{name}:{count}" for name, count in counts.items() if count) or "-")
    return line


def _value(line: str, key: str) -> str:
    found = re.search(rf" {key}=(\S+)", line)
    return found[1] if found else ""


def _with(line: str, key: str, value: str) -> str:
    return re.sub(rf"(?<= {key}=)\S+", value, line)
