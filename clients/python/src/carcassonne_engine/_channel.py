"""How a client reaches a service: address, TLS, token, deadlines, retries."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any
from weakref import WeakSet

import grpc

from .errors import ForkedEngine

# The published policy: all calls are free of side effects, so a call that found nobody is simply made again.
SERVICE_CONFIG = resources.files(__name__.rpartition(".")[0]).joinpath("service-config.json").read_text(encoding="utf-8")

# A call that is no part of the policy: it neither waits nor is made again, so that it tells at once what is wrong with the way to a
# service. Seconds are for one that takes connections and says nothing.
PROBE, PROBE_SECONDS = "/grpc.health.v1.Health/Check", 0.2

# The service refuses to answer more than 16 MiB; its refusals and headers need a little room.
LARGEST_ANSWER = 17 << 20


@dataclass(frozen=True)
class Target:
    """Which service, and how it is spoken to. A value: it can be sent to other processes.

    `address`: `host:port`, `http://host:port`, `https://host:port` (TLS) or `unix:/path`. `timeout`: seconds for each call,
    waiting and retries included, and for each answer of a stream. `retries`: whether calls that find nobody are made again.
    `waits`: whether they wait for somebody as long as their time allows; else they are made again four times in about a second.
    `token`: a bearer token. `root_certificates`: PEM file of the authority that signed the service's certificate, else those of the
    system. `certificate`, `private_key`: PEM files with which the client shows who it is.
    """

    address: str
    timeout: float = 10.0
    token: str | None = None
    root_certificates: str | None = None
    certificate: str | None = None
    private_key: str | None = None
    retries: bool = True
    waits: bool = True

    def __post_init__(self) -> None:
        if self.token and not self.secure and not self.local:
            raise ValueError(f"a token would travel unencrypted to {self.address}; use https://")
        if (self.certificate is None) != (self.private_key is None):
            raise ValueError("a client certificate needs both certificate and private_key")

    def __repr__(self) -> str:
        return f"Target({self.address!r}, timeout={self.timeout})"

    @property
    def secure(self) -> bool:
        """Whether TLS is spoken."""
        return self.address.startswith("https://") or self.root_certificates is not None

    @property
    def local(self) -> bool:
        """Whether nobody but this machine sees what is sent."""
        return re.match(r"(http://)?(unix:|localhost[:/]|127\.|\[::1\])", self.address) is not None

    @property
    def grpc_address(self) -> str:
        """The address as gRPC writes it."""
        return re.sub(r"^https?://", "", self.address).rstrip("/")

    @property
    def options(self) -> list[tuple[str, Any]]:
        """Options of a gRPC channel."""
        options: list[tuple[str, Any]] = [("grpc.max_receive_message_length", LARGEST_ANSWER)]
        # Each engine has a connection of its own, so that closing one closes no other.
        options.append(("grpc.use_local_subchannel_pool", 1))
        if self.address.startswith("unix:"):
            # gRPC would name the path, which servers may refuse as no name of a host.
            options.append(("grpc.default_authority", "localhost"))
        if self.retries:
            config = SERVICE_CONFIG if self.waits else SERVICE_CONFIG.replace('"waitForReady": true', '"waitForReady": false')
            options.append(("grpc.service_config", config))
        else:
            options.append(("grpc.enable_retries", 0))
        return options

    @property
    def metadata(self) -> Sequence[tuple[str, str]]:
        """What goes with each call: the token if there is one."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    def credentials(self) -> grpc.ChannelCredentials:
        """Credentials of a gRPC channel that speaks TLS; OSError if a file cannot be read."""

        def read(path: str | None) -> bytes | None:
            return Path(path).read_bytes() if path else None

        return grpc.ssl_channel_credentials(read(self.root_certificates), read(self.private_key), read(self.certificate))


# A call that is under way tells gRPC when it is let go, which a forked process must not do: there it is kept.
_under_way: WeakSet[Any] = WeakSet()
_kept: list[Any] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: _kept.extend(_under_way))


def under_way(call: Any) -> Any:
    """The call, remembered for the case of a fork."""
    _under_way.add(call)
    return call


class HomeProcess:
    """The process in which something was opened: gRPC does not work on in a forked one."""

    def __init__(self) -> None:
        self.pid = os.getpid()

    @property
    def is_here(self) -> bool:
        """Whether this is still that process."""
        return os.getpid() == self.pid

    def check(self) -> None:
        """ForkedEngine in any other process."""
        if not self.is_here:
            raise ForkedEngine(
                "this engine was opened in another process, and gRPC does not survive a fork: open an engine in each"
                ' process, or start processes with multiprocessing.get_context("spawn")'
            )
