#!/bin/sh
# Builds the container image: the program, linked statically and without the paths of this machine, and the licences of what is in it.
# The same commit gives the same image. Arguments: the name of the image (localhost/carcassonne-engine:latest).
set -eu
cd "$(dirname "$0")/.."
name=${1:-localhost/carcassonne-engine:latest}
target=x86_64-unknown-linux-gnu
build=$PWD/target/image
home=${CARGO_HOME:-$HOME/.cargo}

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
CARGO_PROFILE_RELEASE_DEBUG=none
CARGO_PROFILE_RELEASE_STRIP=symbols
RUSTFLAGS="-C target-feature=+crt-static --remap-path-prefix=$PWD=/src --remap-path-prefix=$home=/cargo"
CFLAGS="-ffile-prefix-map=$PWD=/src -ffile-prefix-map=$home=/cargo"
export SOURCE_DATE_EPOCH CARGO_PROFILE_RELEASE_DEBUG CARGO_PROFILE_RELEASE_STRIP RUSTFLAGS CFLAGS
# The target is named so that the flags are not those of build scripts and macros.
cargo build --locked --release --bin carcassonne-engine --target "$target" --target-dir "$build"

rm -rf "$build/context"
mkdir -p "$build/context"
cp "$build/$target/release/carcassonne-engine" "$build/context/"
cp LICENSE "$build/context/LICENSE"
python3 deploy/notices.py > "$build/context/NOTICES"

# Layers are laid on disk as they are: no kernel feature is needed, and no other program.
buildah --storage-driver vfs build --isolation chroot --quiet --timestamp "$SOURCE_DATE_EPOCH" \
    --label "org.opencontainers.image.version=$(cargo pkgid --locked | sed 's/.*[#@]//')" \
    --label "org.opencontainers.image.revision=$(git rev-parse HEAD)" \
    --file deploy/Containerfile --tag "$name" "$build/context"
