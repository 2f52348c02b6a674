"""Makes a bot of this package, or one's own, a program that speaks the line protocol.

python -m carcassonne_engine.bots.serve greedy
python -m carcassonne_engine.bots.serve my_bots:Clever --port 7000
"""

from __future__ import annotations

import argparse
import random
import socketserver
import sys
from typing import BinaryIO

from ..engine import Engine
from ..messages import Move
from .base import Bot
from .external import GREETING
from .named import bot_from


def serve(bot: Bot, lines: BinaryIO, out: BinaryIO) -> None:
    """Answers until the other side says that it is enough."""
    engine: Engine | None = None
    position = ""
    try:
        for raw in lines:
            word, _, rest = raw.decode().strip().partition(" ")
            if f"{word} {rest}" == GREETING:
                out.write(f"ready {bot.name}\n".encode())
            elif word == "service" and (engine is None or engine.target.address != rest):
                engine = Engine(rest)
            elif word == "position":
                position = rest
            elif word == "choose":
                assert engine is not None
                game = engine.game_at(position)
                chosen = bot.choose(game, random.Random(rest.split()[2]))
                moves = game.with_text([chosen] if isinstance(chosen, Move) else chosen)
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
        bot = bot_from(self.server.bot)
        try:
            serve(bot, self.rfile, self.wfile)  # type: ignore[arg-type]
        finally:
            bot.close()


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    bot = ""


def main() -> None:
    parser = argparse.ArgumentParser(description="a bot as a program that speaks the line protocol")
    parser.add_argument("bot", help="random, greedy, flat, mcts or module:Class, with arguments in brackets")
    parser.add_argument("--port", type=int, help="listen on this port of the loopback interface (0: a free one) instead of stdin")
    arguments = parser.parse_args()
    if arguments.port is None:
        serve(bot_from(arguments.bot), sys.stdin.buffer, sys.stdout.buffer)
        return
    with _Server(("127.0.0.1", arguments.port), _Connection) as server:
        server.bot = arguments.bot
        print(f"serving on {server.server_address[1]}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
