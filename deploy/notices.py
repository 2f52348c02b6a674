"""Prints the licences of everything that is inside of the program, as its container image carries them.

Crates: what cargo says is linked for the target, with the texts that come with them. Beside them Rust's standard library, and the C
library, which a static program has in it.
"""

import json
import subprocess
from pathlib import Path

TARGET = "x86_64-unknown-linux-gnu"
TEXTS = ("LICENSE*", "LICENCE*", "COPYING*", "COPYRIGHT*", "NOTICE*", "UNLICENSE*", "license*", "LICENSES/*")
# Where Debian and Rust have those of what is no crate.
RUST = "share/doc/rust/COPYRIGHT-library.html"
C_LIBRARY = ("/usr/share/doc/libc6-dev/copyright", "/usr/share/common-licenses/LGPL-2.1")
C_LIBRARY_SAYS = """\
The GNU C library is linked statically. Its source is that of Debian's package of this version; the source of this program, with which
it can be linked anew to another version (deploy/image.sh), comes with the program under its own licence."""


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def linked():
    """What is in the program, but for itself."""
    metadata = json.loads(output("cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET))
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = metadata["resolve"]["root"]
    found, queue = set(), [root]
    while queue:
        one = queue.pop()
        if one not in found:
            found.add(one)
            queue += [dep["pkg"] for dep in nodes[one]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
    packages = [package for package in metadata["packages"] if package["id"] in found - {root}]
    return sorted(packages, key=lambda package: (package["name"], package["version"]))


def texts(package):
    folder = Path(package["manifest_path"]).parent
    files = {file for pattern in TEXTS for file in folder.glob(pattern) if file.is_file()}
    return {file.name: file.read_text(encoding="utf-8", errors="replace").strip() for file in sorted(files)}


def main():
    packages = linked()
    own = {package["id"]: texts(package) for package in packages}
    # For those that bring none: what others have of the same licence, and for MIT this program, with another's name.
    apache = next(each["LICENSE-APACHE"] for each in own.values() if "LICENSE-APACHE" in each)
    mit = Path("LICENSE").read_text(encoding="utf-8").partition("\n\nPermission is")
    standard = {"Apache-2.0": apache, "MIT": "MIT License\n\nCopyright (c) {authors}" + "".join(mit[1:]).rstrip()}

    by_text = {}
    print(f"{len(packages)} crates, and what they say of their licences\n")
    for package in packages:
        name = f"{package['name']} {package['version']}"
        print(f"  {name}: {package['license']}; {package['repository']}")
        for text in own[package["id"]].values():
            by_text.setdefault(text, []).append(name)
        if not own[package["id"]]:
            authors = ", ".join(package["authors"]) or f"the authors of {package['name']}"
            by_text.setdefault(standard[package["license"]].replace("{authors}", authors), []).append(name)
    by_text[(Path(output("rustc", "--print", "sysroot").strip()) / RUST).read_text(encoding="utf-8")] = ["Rust's standard library"]
    version = output("dpkg-query", "--show", "libc6-dev").strip().replace("\t", " ")
    library = [Path(file).read_text(encoding="utf-8", errors="replace") for file in C_LIBRARY]
    by_text["\n\n".join([C_LIBRARY_SAYS, *library])] = [f"GNU C library (Debian's {version})"]
    for text, names in by_text.items():
        print(f"\n{'=' * 100}\n{', '.join(names)}\n{'=' * 100}\n\n{text}")


main()
