"""What all values have in common: a message of the API that cannot be changed."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Any, ClassVar, Generic, TypeVar, cast

from google.protobuf.message import Message

M = TypeVar("M", bound=Message)
V = TypeVar("V", bound="Value[Any]")


class OpenEnum(IntEnum):
    """An enum that newer services may add to: a number without a name here becomes `UNKNOWN_<number>`."""

    @classmethod
    def _missing_(cls, value: object) -> OpenEnum | None:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}"
        member._value_ = value
        return cls._value2member_map_.setdefault(value, member)  # type: ignore[return-value]

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    # Else versions of Python differ: some print the number.
    def __str__(self) -> str:
        return repr(self)

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else repr(self)

    def __reduce_ex__(self, protocol: Any) -> tuple[type[OpenEnum], tuple[int]]:
        return type(self), (int(self),)


class Value(Generic[M]):
    """An immutable value over one message of the API.

    Fields that this client does not know, because the service is newer, stay in it and are sent back unchanged.
    """

    __slots__ = ("_hash", "_message")
    _type: ClassVar[type[Message]]
    _extras: ClassVar[tuple[str, ...]] = ()
    _message: M
    _hash: int

    def __init__(self) -> None:
        self._set()

    def _set(self, **fields: object) -> None:
        message = self._type()
        for python_name, given in fields.items():
            if given is None:
                continue
            name = python_name.rstrip("_")
            field = message.DESCRIPTOR.fields_by_name[name]
            choice = field.containing_oneof
            if choice is not None and (other := message.WhichOneof(choice.name)):
                raise ValueError(f"{type(self).__name__} is either {other} or {name}, not both")
            if field.is_repeated:
                getattr(message, name).extend(map(_plain, cast(Iterable[object], given)))
            elif isinstance(given, Value):
                # A message without fields is present all the same.
                getattr(message, name).SetInParent()
                getattr(message, name).CopyFrom(_plain(cast(object, given)))
            else:
                setattr(message, name, given)
        object.__setattr__(self, "_message", message)

    @classmethod
    def _wrap(cls: type[V], message: Message) -> V:
        value = cls.__new__(cls)
        object.__setattr__(value, "_message", message)
        return value

    @classmethod
    def from_message(cls: type[V], message: Message) -> V:
        """The value of a message of the generated protos, which is copied."""
        return cls.from_bytes(message.SerializeToString())

    @classmethod
    def from_bytes(cls: type[V], data: bytes) -> V:
        """The value that `bytes(value)` was made of."""
        return cls._wrap(cls._type.FromString(data))

    def __bytes__(self) -> bytes:
        return self._message.SerializeToString(deterministic=True)

    def replace(self: V, **fields: object) -> V:
        """The same value with some fields changed; None removes a field."""
        value = type(self).from_bytes(bytes(self))
        for name in fields:
            value._message.ClearField(name.rstrip("_"))
        changed = type(self)(**fields)._message
        value._message.MergeFrom(changed)
        return value

    __replace__ = replace

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed; replace() makes a changed one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return bool(self._message == _plain(other))

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(bytes(self)))
            return self._hash

    def _fields(self) -> Iterator[tuple[str, object]]:
        """Those that are there, by their names in Python."""
        for field, _ in self._message.ListFields():
            name = f"{field.name}_" if keyword.iskeyword(field.name) else field.name
            yield name, getattr(self, name)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={_text(value)}' for name, value in self._fields())})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What notebooks print: the same in lines that are not too long."""
        head = f"{type(self).__name__}("
        with printer.group(len(head), head, ")"):
            for place, (name, value) in enumerate(self._fields()):
                if place:
                    printer.text(",")
                    printer.breakable()
                printer.text(f"{name}=")
                printer.pretty(list(cast(tuple[object, ...], value)) if isinstance(value, tuple) else value)

    def __copy__(self: V) -> V:
        return self

    def __deepcopy__(self: V, memo: object) -> V:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        extras = {name: getattr(self, name) for name in self._extras if hasattr(self, name)}
        return _restore, (type(self), bytes(self), extras)


def _plain(given: object) -> object:
    return cast(Value[Message], given)._message if isinstance(given, Value) else given  # pyright: ignore[reportPrivateUsage]


def _text(value: object) -> str:
    return f"[{', '.join(map(repr, cast(tuple[object, ...], value)))}]" if isinstance(value, tuple) else repr(value)


def _restore(cls: type[V], data: bytes, extras: dict[str, object]) -> V:
    return with_extras(cls.from_bytes(data), **extras)


def wrap(cls: type[V], message: Message, **extras: object) -> V:
    """A value over a message that nobody else will change."""
    return with_extras(cls._wrap(message), **extras)  # pyright: ignore[reportPrivateUsage]


def with_extras(value: V, **extras: object) -> V:
    """The value, which is new and nobody has seen, with what it carries beside its message."""
    for name, extra in extras.items():
        object.__setattr__(value, name, extra)
    return value


def message_of(value: Value[M]) -> M:
    """The message of a value, which must not be changed."""
    return value._message  # pyright: ignore[reportPrivateUsage]


class Noted(Value[M]):
    """A value that may know how the text notation writes it."""

    __slots__ = ("_notation",)
    _extras = ("_notation",)
    _notation: str

    @property
    def notation(self) -> str:
        """The text notation; empty if no service has written it yet (`Engine.notation` asks for it)."""
        return getattr(self, "_notation", "")

    def __str__(self) -> str:
        return self.notation or repr(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        if self.notation:
            print_lines(printer, self.notation)
        else:
            super()._repr_pretty_(printer, cycle)


def print_lines(printer: Any, text: str) -> None:
    """Text of several lines for what notebooks print with."""
    for place, line in enumerate(text.splitlines()):
        if place:
            printer.break_()
        printer.text(line)
