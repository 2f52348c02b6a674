#!/bin/sh
# Makes the files with secrets that compose.yaml and the Kubernetes overlay want, in deploy/keys, where they are not there already.
set -eu
cd "$(dirname "$0")"
mkdir -p -m 700 keys
# Readable for the user of the container, who is nobody here; the folder keeps others out.
[ -e keys/seal.keys ] || { openssl rand -hex 32 > keys/seal.keys; chmod 644 keys/seal.keys; }
[ -e keys/tokens ] || { echo "host $(openssl rand -hex 20)" > keys/tokens; chmod 600 keys/tokens; }
