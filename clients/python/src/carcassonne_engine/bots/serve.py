"""Makes a bot of this package, or one's own, a program that speaks the line protocol.

python -m carcassonne_engine.bots.serve greedy
python -m carcassonne_engine.bots.serve my_bots:Clever --listen 127.0.0.1:7000
"""

from __future__ import annotations

import argparse
import random
import socket
import socketserver
import sys
from collections.abc import Callable, Sequence
from typing import BinaryIO

from .._channel import Target
from ..engine import Engine
from .base import Bot, moves_of
from .external import GREETING, BotFailure, host_and_port
from .named import maker_of
from .reach import add_arguments, target_from, token_of


def serve(bot: Bot, lines: BinaryIO, out: BinaryIO, reach: Callable[[str], Target]) -> None:
    """Answers until the other side says that it is enough. `reach`: the service to be used when that one is told of. BotFailure if it
    asks for a choice before it has named a service."""
    engine: Engine | None = None
    told, position = "", ""
    try:
        for raw in lines:
            word, _, rest = raw.decode().strip().partition(" ")
            if f"{word} {rest}" == GREETING:
                out.write(f"ready {bot.name}\n".encode())
            elif word == "service" and (engine is None or told != rest):
                if engine is not None:
                    engine.close()
                engine, told = Engine.at(reach(rest)), rest
            elif word == "position":
                position = rest
            elif word == "choose":
                if engine is None:
                    raise BotFailure("no service was named before a choice was asked for")
                game = engine.game_at(position)
                moves = game.with_text(moves_of(bot.choose(game, random.Random(rest.split()[2]))))
                out.write(f"move {'; '.join(map(str, moves))}\n".encode())
            elif word == "quit":
                break
            out.flush()
    finally:
        if engine is not None:
            engine.close()


class _Connection(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        assert isinstance(self.server, _Server)
        bot = self.server.make()
        try:
            serve(bot, self.rfile, self.wfile, self.server.reach)  # type: ignore[arg-type]
        finally:
            bot.close()


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, where: tuple[str, int], make: Callable[[], Bot], reach: Callable[[str], Target]) -> None:
        self.address_family = socket.AF_INET6 if ":" in where[0] else socket.AF_INET
        self.make = make
        self.reach = reach
        super().__init__(where, _Connection)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serves a bot as these arguments say, by default those of the command line. Ctrl-C ends it with exit code 130."""
    try:
        _main(arguments)
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def _main(arguments: Sequence[str] | None) -> None:
    parser = argparse.ArgumentParser(description="a bot as a program that speaks the line protocol")
    parser.add_argument("bot", help="random, greedy, flat, mcts or module:Class, with arguments in brackets")
    parser.add_argument("--listen", metavar="HOST:PORT", help="serve there (port 0: a free one) instead of reading the standard input")
    add_arguments(parser, "--service", "the service to use, whatever the arena says")
    args = parser.parse_args(arguments)
    try:
        make = maker_of(args.bot)
        if args.listen is not None and args.service is None and token_of(args) is not None:
            # Whoever connects says where the service is.
            raise ValueError("a token goes to no service that others name: name it with --service")
        if args.service is not None:
            target_from(args, args.service)
        where = host_and_port(args.listen) if args.listen is not None else None
    except ValueError as error:
        parser.error(str(error))

    def reach(told: str) -> Target:
        return target_from(args, args.service or told)

    if where is None:
        bot = make()
        try:
            serve(bot, sys.stdin.buffer, sys.stdout.buffer, reach)
        except BotFailure as error:
            raise SystemExit(str(error)) from None
        finally:
            bot.close()
        return
    if not Target(str(args.listen)).local:
        print(f"whoever reaches {args.listen} may have the bot play, and think at this machine's cost", file=sys.stderr)
    try:
        server = _Server(where, make, reach)
    except OSError as error:
        parser.error(f"cannot listen on {args.listen}: {error}")
    with server:
        print(f"serving on {server.server_address[1]}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
