"""Writes what follows from the protos: the stubs in `_proto` and the values of `messages.py`; and the published retry policy.

    python tools/generate.py [--check]

`--check` writes nothing and fails if what is there is not what would be written.
"""

from __future__ import annotations

import keyword
import re
import sys
import tempfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import cast

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)
from grpc_tools import protoc  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]

HERE = Path(__file__).resolve().parent.parent
PROTOS = HERE.parent.parent / "proto"
PACKAGE = HERE / "src" / "carcassonne_engine"
# How clients retry, the same for all of them.
PUBLISHED = HERE.parent / "service-config.json"
WIDTH = 120


def compile_protos(out: Path) -> tuple[dict[str, str], FileDescriptorSet]:
    """The stubs by name of file, and the descriptors with comments."""
    sources = sorted(path.relative_to(PROTOS).as_posix() for path in PROTOS.rglob("*.proto"))
    includes = [f"-I{PROTOS}", f"-I{resources.files('grpc_tools') / '_proto'}"]
    flags = [f"--python_out={out}", f"--pyi_out={out}", f"--descriptor_set_out={out / 'set'}", "--include_source_info"]
    if cast(int, protoc.main(["protoc", *includes, *flags, *sources])) != 0:  # pyright: ignore[reportUnknownMemberType]
        raise SystemExit("the protos do not compile")
    stubs = {path.name: relative_imports(path.read_text()) for path in sorted(out.rglob("*_pb2.py*"))}
    return stubs, FileDescriptorSet.FromString((out / "set").read_bytes())


def relative_imports(text: str) -> str:
    """Stubs live in a private package, so that they do not take the name `carcassonne` from everybody."""
    return re.sub(r"^from carcassonne\.v1 import", "from . import", text, flags=re.MULTILINE)


class Comments:
    """The comments above the things of one file."""

    def __init__(self, file: FileDescriptorProto) -> None:
        self.by_path = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}

    def lines(self, *path: int) -> list[str]:
        return [line.strip().replace("\\", "\\\\") for line in self.by_path.get(path, "").strip().splitlines()]

    def text(self, *path: int) -> str:
        return " ".join(self.lines(*path))


def docstring(lines: list[str], indent: str) -> Iterator[str]:
    if not lines:
        return
    if len(lines) == 1:
        yield f'{indent}"""{lines[0]}"""'
        return
    yield f'{indent}"""{lines[0]}'
    yield from (f"{indent}{line}".rstrip() for line in lines[1:])
    yield f'{indent}"""'


def value_name(message: str) -> str:
    """Responses go by what they tell: `ScoreResponse` is `Score`."""
    return message.removesuffix("Response").removeprefix("Get") if message.endswith("Response") else message


def enum_lines(enum: EnumDescriptorProto, index: int, comments: Comments) -> Iterator[str]:
    prefix = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", enum.name).upper() + "_"
    yield ""
    yield ""
    yield f"class {enum.name}(OpenEnum):"
    yield from docstring(comments.lines(5, index), "    ")
    for place, value in enumerate(enum.value):
        name = value.name.removeprefix(prefix)
        name = f"_{name}" if name[0].isdigit() else name
        yield ""
        yield f"    {name} = {value.number}"
        yield from docstring(comments.lines(5, index, 2, place), "    ")


# Values that know how the text notation writes them.
NOTED = ("Move", "Record", "State")

# All other scalars are numbers without a fraction.
SCALARS: dict[int, str] = {
    FieldDescriptorProto.TYPE_BOOL: "bool",
    FieldDescriptorProto.TYPE_STRING: "str",
    FieldDescriptorProto.TYPE_BYTES: "bytes",
    FieldDescriptorProto.TYPE_DOUBLE: "float",
    FieldDescriptorProto.TYPE_FLOAT: "float",
}


class Field:
    """How a field of a message looks in Python."""

    def __init__(self, field: FieldDescriptorProto, comment: list[str], siblings: set[str]) -> None:
        self.name = field.name
        self.python = f"{field.name}_" if keyword.iskeyword(field.name) else field.name
        # The text of a value that the text notation writes may stand beside it.
        texts = [("position" if self.name == "state" else self.name) + "_notation", "notation"]
        self.notation = next((text for text in texts if text in siblings), None)
        self.comment = comment
        self.oneof = field.oneof_index if field.HasField("oneof_index") and not field.proto3_optional else None
        self.many = field.label == FieldDescriptorProto.LABEL_REPEATED
        self.is_message = field.type == FieldDescriptorProto.TYPE_MESSAGE
        self.is_enum = field.type == FieldDescriptorProto.TYPE_ENUM
        if self.is_message or self.is_enum:
            self.type = value_name(field.type_name.rpartition(".")[2])
        else:
            self.type = SCALARS.get(field.type, "int")
        # Scalars that must be given have presence in the schema, too. Where absence means something, the comment says so.
        has_presence = self.is_message or field.proto3_optional
        self.optional = self.oneof is not None or (has_presence and re.search(r"\babsent\b", " ".join(comment), re.I) is not None)

    @property
    def read_type(self) -> str:
        if self.many:
            return f"tuple[{self.type}, ...]"
        return f"{self.type} | None" if self.optional else self.type

    @property
    def give_type(self) -> str:
        return f"Iterable[{self.type}] | None" if self.many else f"{self.type} | None"

    @property
    def expression(self) -> str:
        got = f"self._message.{self.name}" if self.python == self.name else f'getattr(self._message, "{self.name}")'
        if self.many:
            if self.is_message:
                return f"tuple({self.type}._wrap(item) for item in {got})"
            return f"tuple({self.type}(item) for item in {got})" if self.is_enum else f"tuple({got})"
        if self.notation and self.type in NOTED:
            return f"wrap({self.type}, {got}, _notation=self._message.{self.notation})"
        value = f"{self.type}._wrap({got})" if self.is_message else f"{self.type}({got})" if self.is_enum else got
        return f'{value} if self._message.HasField("{self.name}") else None' if self.optional else value

    def lines(self) -> Iterator[str]:
        yield ""
        yield "    @property"
        yield f"    def {self.python}(self) -> {self.read_type}:"
        yield from docstring(self.comment, "        ")
        if self.python == self.name:
            yield f"        return {self.expression}"
        else:
            yield f"        value: {self.read_type} = {self.expression}"
            yield "        return value"


def message_lines(message: DescriptorProto, index: int, module: str, comments: Comments, behaviours: set[str]) -> Iterator[str]:
    name = value_name(message.name)
    fields = [
        Field(field, comments.lines(4, index, 2, place), {sibling.name for sibling in message.field})
        for place, field in enumerate(message.field)
    ]
    oneofs = {place: oneof.name for place, oneof in enumerate(message.oneof_decl) if any(f.oneof == place for f in fields)}
    base = f"_behaviour.{name}" if name in behaviours else f"Value[{module}.{message.name}]"
    yield ""
    yield ""
    yield f"class {name}({base}):"
    yield from docstring(comments.lines(4, index), "    ")
    yield ""
    yield "    __slots__ = ()"
    yield f"    _type = {module}.{message.name}"
    if fields:
        yield ""
        yield "    def __init__("
        yield "        self,"
        yield "        *,"
        yield from (f"        {field.python}: {field.give_type} = None," for field in fields)
        yield "    ) -> None:"
        yield "        self._set("
        yield from (f"            {field.python}={field.python}," for field in fields)
        yield "        )"
    for field in fields:
        yield from field.lines()
    for place, oneof in oneofs.items():
        members = [field for field in fields if field.oneof == place]
        union = " | ".join(dict.fromkeys(field.type for field in members))
        yield ""
        yield "    @property"
        yield f"    def {oneof}(self) -> {union} | None:"
        yield from docstring(comments.lines(4, index, 8, place), "        ")
        yield f"        match self.{oneof}_name:"
        for field in members:
            yield f'            case "{field.name}":'
            yield f"                return self.{field.python}"
        yield "            case _:"
        yield "                return None"
        yield ""
        yield "    @property"
        yield f"    def {oneof}_name(self) -> str | None:"
        yield f'        """Name of the field that `{oneof}` is; None if it is none that this client knows."""'
        yield f'        name: str | None = self._message.WhichOneof("{oneof}")'
        yield "        return name"


def messages_module(files: FileDescriptorSet, behaviours: set[str]) -> str:
    """Values for all messages but the requests, which methods of the engines stand for."""
    sources = [file for file in files.file if file.package == "carcassonne.v1"]
    modules = [Path(file.name).stem + "_pb2" for file in sources]
    enums: list[str] = []
    values: list[str] = []
    for file, module in zip(sources, modules, strict=True):
        comments = Comments(file)
        for index, enum in enumerate(file.enum_type):
            enums += enum_lines(enum, index, comments)
        for index, message in enumerate(file.message_type):
            if not message.name.endswith("Request"):
                values += message_lines(message, index, module, comments, behaviours)
    names = re.findall(r"^class (\w+)", "\n".join(enums + values), flags=re.MULTILINE)
    head = [
        '"""The values of the API: immutable, hashable, picklable, printable. Written by `tools/generate.py` from the protos.',
        "",
        "Fields that must be given have their plain type; fields that may be absent are None then. Of a choice between several",
        "kinds (a move, an event, the phase of a turn) one attribute gives whichever it is, for `match`.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "from collections.abc import Iterable",
        "",
        "from . import _behaviour",
        "from ._proto import " + ", ".join(sorted(modules)),
        "from ._value import OpenEnum, Value, wrap",
        "",
        "__all__ = [",
        *(f'    "{name}",' for name in sorted(names)),
        "]",
    ]
    return "\n".join(head + enums + values) + "\n"


def wanted() -> dict[Path, str]:
    with tempfile.TemporaryDirectory() as scratch:
        stubs, files = compile_protos(Path(scratch))
    behaviours = set(re.findall(r"^class ([A-Z]\w*)", (PACKAGE / "_behaviour.py").read_text(), flags=re.MULTILINE))
    texts = {PACKAGE / "_proto" / name: text for name, text in stubs.items()}
    texts[PACKAGE / "_proto" / "__init__.py"] = '"""Generated by `tools/generate.py`; no part of the API of this package."""\n'
    texts[PACKAGE / "messages.py"] = messages_module(files, behaviours)
    if PUBLISHED.exists():
        texts[PACKAGE / PUBLISHED.name] = PUBLISHED.read_text()
    return texts


def main() -> None:
    texts = wanted()
    there = set((PACKAGE / "_proto").glob("*_pb2.py*"))
    if "--check" in sys.argv:
        stale = [path for path, text in texts.items() if not path.exists() or path.read_text() != text]
        stale += sorted(there - texts.keys())
        if stale:
            raise SystemExit(f"not what the protos say (make python-stubs): {', '.join(path.name for path in stale)}")
        return
    for path in there - texts.keys():
        path.unlink()
    for path, text in texts.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    main()
