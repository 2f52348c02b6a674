"""The container image is small, static, without root, the same whenever it is built, and serves.

Arguments: the name of an image that `make image` has built. It is built anew from the same files, looked into, and run by buildah.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import grpc

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "proto"))
rpcs, services = grpc.protos_and_services("carcassonne/v1/rules_service.proto")
BUILDAH = ("buildah", "--storage-driver", "vfs")
LARGEST = 25_000_000  # bytes, as it is laid on disk
FILES = {"carcassonne-engine", "LICENSE", "NOTICES"}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def buildah(*words):
    return run(*BUILDAH, *words)


def archive(name, folder):
    """Digest of the image as it would travel."""
    file = Path(folder) / "image.tar"
    file.unlink(missing_ok=True)
    buildah("push", "--quiet", name, f"oci-archive:{file}")
    with tempfile.TemporaryDirectory() as unpacked:
        run("tar", "-xf", str(file), "-C", unpacked)
        return json.loads((Path(unpacked) / "index.json").read_text())["manifests"][0]["digest"], file.stat().st_size


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def check_service(container):
    """It serves, reaches a collector by its name, and ends when told to."""
    port = free_port()
    with socket.create_server(("127.0.0.1", 0)) as collector:
        collector.settimeout(30)
        words = [
            "--listen",
            f"127.0.0.1:{port}",
            "--otlp-endpoint",
            f"http://localhost:{collector.getsockname()[1]}",
            "--otlp-seconds",
            "1",
        ]
        command = [*BUILDAH, "run", "--isolation", "chroot", container, "--", "/carcassonne-engine", *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as service:
            try:
                assert str(port) in service.stdout.readline()
                (inside,) = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and is_service(int(pid), f"127.0.0.1:{port}")]
                status = Path(f"/proc/{inside}/status").read_text()
                assert re.search(r"^Uid:\s+65532\s+65532", status, re.MULTILINE), "it is nobody"
                with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                    health = channel.unary_unary("/grpc.health.v1.Health/Check")
                    assert health(b"", timeout=10) == b"\x08\x01", "it is healthy"
                    catalog = services.RulesServiceStub(channel).GetCatalog(rpcs.GetCatalogRequest(), timeout=10)
                    assert catalog.ByteSize() > 1000
                collector.accept()[0].close()
                os.kill(inside, signal.SIGTERM)
                assert service.wait(timeout=30) == 0
            finally:
                if service.poll() is None:
                    os.killpg(service.pid, signal.SIGKILL)


def is_service(pid, address):
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return words[0] == b"/carcassonne-engine" and address.encode() in words


def main(name):
    container = buildah("from", name)
    try:
        config = json.loads(buildah("inspect", "--type", "image", name))["OCIv1"]["config"]
        assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", config["User"]), config["User"]
        labels = {label.rpartition(".")[2] for label in config["Labels"]}
        assert {"title", "description", "licenses", "version", "revision"} <= labels, labels
        root = Path(buildah("mount", container))
        files = {str(file.relative_to(root)) for file in root.rglob("*") if file.is_file()}
        assert files == FILES, files
        size = sum((root / file).stat().st_size for file in files)
        assert size < LARGEST, size
        program = root / "carcassonne-engine"
        header = run("readelf", "--program-headers", "--dynamic", str(program))
        assert "INTERP" not in header and "NEEDED" not in header, "it is static"
        assert b"/root/" not in program.read_bytes() and str(ROOT).encode() not in program.read_bytes(), "paths of this machine"
        assert "LGPL" in (root / "NOTICES").read_text() and "tokio" in (root / "NOTICES").read_text()

        with tempfile.TemporaryDirectory() as folder:
            first = archive(name, folder)
            again = f"{name.rpartition(':')[0]}:again"
            subprocess.run([ROOT / "deploy/image.sh", again], check=True, stdout=subprocess.DEVNULL)
            assert archive(again, folder) == first, "the same image"
            buildah("rmi", again)
        check_service(container)
    finally:
        buildah("rm", container)
    print(f"image: {first[0]}, {size / 1e6:.1f} MB ({first[1] / 1e6:.1f} MB packed), twice the same; serves as nobody")


main(sys.argv[1])
