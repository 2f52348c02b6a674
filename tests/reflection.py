"""grpcurl, which knows no proto of this project, lists, describes and calls the service by reflection.

Arguments: the program, grpcurl. Then the game of the README is played, and must end as the README shows.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

SERVICE = "carcassonne.v1.RulesService"


def main(program, grpcurl):
    with subprocess.Popen([program, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().rstrip().rpartition("http://")[2]

            def ask(*words, data=None):
                flags = ["-d", data] if data else []
                command = [grpcurl, "-plaintext", *flags, address, *words]
                return subprocess.run(command, check=True, capture_output=True, text=True, timeout=30).stdout

            assert SERVICE in ask("list").split()
            description = ask("describe", SERVICE)
            assert "rpc LegalMoves" in description, description
            assert "Everything that can happen next" in description, "comments are served"
            assert "sint32 x = 1" in ask("describe", "carcassonne.v1.Square")
            assert "message ErrorInfo" in ask("describe", "google.rpc.ErrorInfo"), "details of errors can be shown"
            health = json.loads(ask("grpc.health.v1.Health/Check", data=f'{{"service": "{SERVICE}"}}'))
            assert health == {"status": "SERVING"}, health

            found = {**os.environ, "PATH": f"{Path(grpcurl).resolve().parent}:{os.environ['PATH']}"}
            game = subprocess.run(["docs/play.sh", address], check=True, capture_output=True, text=True, env=found).stdout
            assert game in Path("README.md").read_text(), game
        finally:
            server.terminate()
    assert server.returncode == 0, server.returncode
    print("reflection: grpcurl lists, describes and calls the service, and plays the game of the README")


main(*sys.argv[1:])
