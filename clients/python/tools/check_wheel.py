"""Installs a wheel into a new virtual environment, without anything of this machine's, and plays a game there.

python tools/check_wheel.py dist/carcassonne_engine-*.whl
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PROGRAM = """
import random
from pathlib import Path
import carcassonne_engine
from carcassonne_engine import LocalEngine, find_binary

home = Path(carcassonne_engine.__file__).parent
assert Path(find_binary()).is_relative_to(home), find_binary()
with LocalEngine() as engine:
    game = engine.new_game(2, seed="wheel")
    while not game.is_over:
        game = game.play_random(random.Random(1))
assert "<svg" in game._repr_svg_()
print(f"{home.parent}: {game}")
"""


def main(wheel: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("CARCASSONNE_", "PYTHON"))}
        environment["PATH"] = "/usr/bin:/bin"
        command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel]
        subprocess.run(command, check=True, env=environment, stdin=subprocess.DEVNULL)
        subprocess.run([python, "-c", PROGRAM], check=True, env=environment, cwd=folder)


main(sys.argv[1])
