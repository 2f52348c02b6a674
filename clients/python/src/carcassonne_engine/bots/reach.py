"""How programs are told which service to use: options of the command line, and the token from where nobody else sees it."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from .._channel import Target

TOKEN = "CARCASSONNE_TOKEN"


def add_arguments(parser: argparse.ArgumentParser, option: str, meaning: str) -> None:
    """The options. `option`: name of the one that has the address."""
    group = parser.add_argument_group("the service", f"A bearer token is taken from the environment variable {TOKEN}, or from a file.")
    group.add_argument(option, dest="service", metavar="ADDRESS", help=f"{meaning}: HOST:PORT, https://HOST:PORT or unix:PATH")
    group.add_argument("--token-file", type=Path, metavar="FILE", help="file that holds the token, and nothing else")
    group.add_argument("--ca", metavar="FILE", help="PEM file of the authority that signed its certificate [those of the system]")
    group.add_argument("--certificate", metavar="FILE", help="PEM file of the certificate that shows who the caller is")
    group.add_argument("--key", metavar="FILE", help="PEM file with its private key")


def token_of(arguments: argparse.Namespace) -> str | None:
    """The token, if there is one; ValueError for a file that cannot be read."""
    file: Path | None = arguments.token_file
    if file is None:
        return os.environ.get(TOKEN) or None
    try:
        return file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ValueError(f"cannot read the token: {error}") from error


def target_from(arguments: argparse.Namespace, address: str) -> Target:
    """The service at that address; ValueError for what does not fit together."""
    for file in filter(None, (arguments.ca, arguments.certificate, arguments.key)):
        if not Path(file).is_file():
            raise ValueError(f"there is no file {file}")
    return Target(
        address,
        token=token_of(arguments),
        root_certificates=arguments.ca,
        certificate=arguments.certificate,
        private_key=arguments.key,
    )
