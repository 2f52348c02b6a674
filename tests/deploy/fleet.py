"""Three replicas, restarted one after the other and killed while games are played through them: nothing is lost.

Arguments: the program, seconds of load, and what is between: `haproxy` or `envoy` with the configuration of deploy/, or `direct` for
clients that know all replicas. Clients have the published service config. Games are kept by the clients and sealed with a key that
all replicas have. Each is compared with a replay of its moves at its end: a game is lost if a call of it failed for good, or if it is
not what its moves make of it.
"""

import asyncio
import collections
import json
import os
import random
import secrets
import signal
import socket
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import grpc
import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "proto"))
rpcs, services = grpc.protos_and_services("carcassonne/v1/rules_service.proto")
states = grpc.protos("carcassonne/v1/state.proto")

REPLICAS = 3
TABLES = 12  # games at a time
CLIENTS = 3  # a connection each
SPREAD = 0.2  # how far the calls of a replica may be from their mean
LINGER = 3  # seconds; proxies look once a second
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("CARCASSONNE_")}


def free_address():
    """Below the ports of outgoing connections, one of which might else have it when a replica comes back."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
            return f"127.0.0.1:{port}"


class Process:
    process = None

    async def kill(self):
        if self.process and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()


class Replica(Process):
    def __init__(self, program, key):
        self.address = free_address()
        # Connections grow old too.
        limits = ["--linger-seconds", str(LINGER), "--drain-seconds", "10", "--connection-seconds", "4", "--log", "warn"]
        self.command = [program, "--listen", self.address, "--seal-key-file", key, *limits]
        self.cpu, self.memory = 0.0, 0.0

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(*self.command, stdout=asyncio.subprocess.PIPE, env=ENVIRONMENT)
        assert self.address in (await self.process.stdout.readline()).decode(), "it serves"

    def measure(self):
        """Seconds of processor time of all its processes so far, and the most memory of any, in MiB."""
        times = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        self.cpu += (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        self.memory = max(self.memory, int(status.partition("VmHWM:")[2].split()[0]) / 1024)

    async def stop(self):
        self.measure()
        self.process.send_signal(signal.SIGTERM)
        assert await self.process.wait() == 0, "the end of a replica"

    async def restart(self):
        await self.stop()
        await self.start()

    async def kill(self):
        if self.process and self.process.returncode is None:
            self.measure()
        await super().kill()


class Proxy(Process):
    """Something that balances calls and writes a line of JSON for each."""

    def __init__(self, folder, replicas):
        self.address, self.inside = free_address(), free_address()
        self.folder, self.replicas = folder, replicas
        self.log = folder / "log"

    async def end(self):
        """Stops it, so that it writes what it has not written yet."""
        self.process.terminate()
        await self.process.wait()

    async def run(self, *command, **variables):
        with self.log.open("wb") as log:
            self.process = await asyncio.create_subprocess_exec(
                *command, stdout=log, stderr=asyncio.subprocess.DEVNULL, env={**os.environ, **variables}
            )

    async def all_serve(self):
        deadline = time.monotonic() + 20
        while True:
            try:
                if await self.serving() == REPLICAS:
                    return
            except OSError:
                pass  # it is not there yet
            assert time.monotonic() < deadline and self.process.returncode is None, "the proxy finds all replicas"
            await asyncio.sleep(0.1)

    def lines(self):
        lines = self.log.read_text().splitlines()
        calls = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
        return [call for call in calls if call["path"].startswith("/carcassonne.v1.")]


class HAProxy(Proxy):
    async def start(self):
        await self.run(
            *["haproxy", "-db", "-f", str(ROOT / "deploy/haproxy.cfg")],
            HAPROXY_LISTEN=self.address,
            HAPROXY_METRICS=self.inside,
            HAPROXY_SOCKET=str(self.folder / "socket"),
            **{f"REPLICA_{number}": replica.address for number, replica in enumerate(self.replicas, 1)},
        )

    async def serving(self):
        reader, writer = await asyncio.open_unix_connection(str(self.folder / "socket"))
        writer.write(b"show stat\n")
        lines = (await reader.read()).decode().splitlines()
        writer.close()
        names = lines[0].lstrip("# ").split(",")
        rows = [dict(zip(names, line.split(","))) for line in lines[1:] if line]
        return sum(row["svname"].startswith("replica-") and row["status"] == "UP" for row in rows)

    def calls(self):
        return [
            {
                "replica": int(call["replica"].removeprefix("replica-")) if call["replica"] != "<NOSRV>" else 0,
                "moved": call["moved"] != "0",
                "retried": call["attempt"] != "-",
                "failure": (call["status"], call["ended"], call["grpc"]),
                "well": (call["status"], call["ended"]) == (200, "----") and call["grpc"] in ("-", "0"),
            }
            for call in self.lines()
        ]


class Envoy(Proxy):
    async def start(self):
        config = yaml.safe_load((ROOT / "deploy/envoy.yaml").read_text())
        resources = config["static_resources"]
        ends = resources["clusters"][0]["load_assignment"]["endpoints"][0]["lb_endpoints"]
        places = [end["endpoint"] for end in ends] + [resources["listeners"][0], config["admin"]]
        addresses = [replica.address for replica in self.replicas] + [self.address, self.inside]
        for place, address in zip(places, addresses, strict=True):
            host, _, port = address.partition(":")
            place["address"]["socket_address"] = {"address": host, "port_value": int(port)}
        file = self.folder / "envoy.json"
        file.write_text(json.dumps(config))
        program = Path(sys.executable).parent / "envoy"
        await self.run(str(program), "-c", str(file), "--use-dynamic-base-id", "--file-flush-interval-msec", "50")

    async def serving(self):
        page = await asyncio.to_thread(urllib.request.urlopen, f"http://{self.inside}/clusters?format=json")
        hosts = json.load(page)["cluster_statuses"][0].get("host_statuses", [])
        return sum(host["health_status"] == {"eds_health_status": "HEALTHY"} for host in hosts)

    def calls(self):
        places = {replica.address: number for number, replica in enumerate(self.replicas, 1)}
        return [
            {
                "replica": places.get(call["replica"], 0),
                "moved": call["tries"] not in (None, 1),
                "retried": call["attempt"] is not None,
                "failure": (call["status"], call["ended"], call["grpc"]),
                "well": (call["status"], call["grpc"]) == (200, "OK"),
            }
            for call in self.lines()
        ]


class Direct:
    """No proxy: clients know all replicas, deal out calls and try again by themselves. Nobody counts."""

    def __init__(self, folder, replicas):
        self.address = "ipv4:" + ",".join(replica.address for replica in replicas)

    async def start(self):
        pass

    async def all_serve(self):
        await asyncio.sleep(2)  # clients look after a second for replicas that have gone

    async def end(self):
        pass

    async def kill(self):
        pass

    def calls(self):
        return []


class Load:
    """Clients that play games until told to stop, and then finish those that they have begun."""

    def __init__(self, address):
        config = (ROOT / "clients/service-config.json").read_text()
        # A list of addresses is no name of a host, which gRPC would make of it.
        name = ("grpc.default_authority", "localhost")
        options = [("grpc.service_config", config), ("grpc.use_local_subchannel_pool", 1), name]
        self.channels = [grpc.aio.insecure_channel(address, options) for _ in range(CLIENTS)]
        self.sent, self.failed, self.played, self.lost = 0, collections.Counter(), 0, []
        self.slowest = 0.0
        self.over = False

    async def call(self, rpc, request):
        self.sent += 1
        begin = time.monotonic()
        try:
            return await rpc(request)
        except grpc.aio.AioRpcError as error:
            self.failed[f"{error.code().name}: {error.details()}"] += 1
            raise
        finally:
            self.slowest = max(self.slowest, time.monotonic() - begin)

    async def play(self, stub, name):
        choose = random.Random(name)
        setup = states.Setup(sets=[states.SetCount(set="base", copies=1)], seeded=states.SeededDraw(seed=name))
        setup.players.add(name="Alice")
        setup.players.add(name="Bob")
        record = rpcs.Record(setup=setup)
        state = (await self.call(stub.NewGame, rpcs.NewGameRequest(setup=setup))).state
        while True:
            position = rpcs.Position(state=state)
            listed = (await self.call(stub.LegalMoves, rpcs.LegalMovesRequest(position=position))).moves
            if not listed:
                break
            move = choose.choice(listed).move
            record.moves.append(move)
            state = (await self.call(stub.ApplyMove, rpcs.ApplyMoveRequest(position=position, moves=[move]))).state
        replayed = await self.call(stub.Replay, rpcs.ReplayRequest(record=record))
        assert state.seal, "the game is sealed"
        assert replayed.state == state, "the game is what its moves make of it"

    async def table(self, number):
        stub = services.RulesServiceStub(self.channels[number % CLIENTS])
        game = 0
        while not self.over:
            game += 1
            name = f"table {number}, game {game}"
            try:
                await self.play(stub, name)
                self.played += 1
            except (grpc.aio.AioRpcError, AssertionError) as error:
                self.lost.append(f"{name}: {error!r}")

    async def run(self):
        await asyncio.gather(*(self.table(number) for number in range(TABLES)))
        for channel in self.channels:
            await channel.close()


def spread(calls):
    """Calls by replica, and how far the farthest is from their mean, as a share of it."""
    counts = collections.Counter(call["replica"] for call in calls)
    numbers = [counts[number] for number in range(1, REPLICAS + 1)]
    mean = sum(numbers) / REPLICAS
    return numbers, max(abs(number - mean) for number in numbers) / mean


def report_calls(calls, quiet, load, seconds):
    """What the proxy has seen: every call, where it went, and whether it was tried again."""
    moved, retried = (sum(call[what] for call in calls) for what in ("moved", "retried"))
    failures = collections.Counter(str(call["failure"]) for call in calls if not call["well"])
    (even, off), (all_even, all_off) = spread(quiet), spread(calls)
    print(f"  retried by the proxy {moved}, by clients {retried}; what clients were answered instead: {dict(failures)}")
    print(f"  by replica, undisturbed: {even}, at most {off:.1%} from the mean; in all: {all_even}, {all_off:.1%}")
    # a proxy's log comes as datagrams, of which one may be lost
    assert len(calls) >= 0.99 * load.sent, "the log has the calls"
    # In a short run the times when a replica is away weigh too much.
    assert off <= SPREAD and (seconds < 60 or all_off <= SPREAD), "calls are spread"


async def main(program, seconds, between):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        key = folder / "seal.keys"
        key.write_text(secrets.token_hex(32))
        replicas = [Replica(program, str(key)) for _ in range(REPLICAS)]
        way = {"haproxy": HAProxy, "envoy": Envoy, "direct": Direct}[between](folder, replicas)
        try:
            await asyncio.gather(*(replica.start() for replica in replicas))
            await way.start()
            await way.all_serve()
            await asyncio.sleep(1)  # until all threads of the proxy know
            begin = time.monotonic()
            load = Load(way.address)
            running = asyncio.create_task(load.run())
            await asyncio.sleep(seconds / 5)
            quiet = way.calls()

            rolling = time.monotonic()
            for replica in replicas:
                await replica.restart()
                await way.all_serve()
            rolling = time.monotonic() - rolling

            killed = random.choice(replicas)
            await killed.kill()
            await asyncio.sleep(2)
            await killed.start()
            await way.all_serve()

            await asyncio.sleep(max(0, seconds - (time.monotonic() - begin)))
            load.over = True
            await running
            took = time.monotonic() - begin
            await asyncio.gather(*(replica.stop() for replica in replicas))
            await way.end()
            calls = way.calls()
        finally:
            for one in [*replicas, way]:
                await one.kill()

    cpu, memory = sum(replica.cpu for replica in replicas), max(replica.memory for replica in replicas)
    print(f"fleet, {between}: {took:.0f} s of load with a rolling restart, which took {rolling:.0f} s, and a kill -9")
    print(f"  calls sent {load.sent}, failed {sum(load.failed.values())}; the slowest took {load.slowest:.2f} s")
    print(f"  games played {load.played}, lost {len(load.lost)}; {TABLES} at a time on {CLIENTS} connections")
    print(f"  replicas: {cpu / load.sent * 1000:.2f} ms of a core per call, at most {memory:.0f} MiB")
    for line in [*load.lost[:5], *map(str, load.failed.most_common(5))]:
        print(f"  {line}")
    if calls:
        report_calls(calls, quiet, load, seconds)
    assert not load.lost and not load.failed, "nothing is lost"
    assert load.played >= TABLES


asyncio.run(main(sys.argv[1], float(sys.argv[2]), sys.argv[3]))
