"""What an operator sees is there: the page for Prometheus, alerts, their runbook, the dashboard, and what compose.yaml wires together.

Arguments: the program. promtool checks the page of a service that has been called, and tries the alerts.
"""

import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import grpc
import yaml

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
sys.path.insert(0, str(ROOT / "proto"))
rpcs, services = grpc.protos_and_services("carcassonne/v1/rules_service.proto")
states = grpc.protos("carcassonne/v1/state.proto")
# What Prometheus itself knows of whoever it asks.
OWN = {"up"}


def promtool(*words, text=None):
    command = ["promtool", *words]
    done = subprocess.run(command, check=False, input=text, capture_output=True, text=True, cwd=DEPLOY / "prometheus")
    assert done.returncode == 0, f"promtool {words}: {done.stdout}{done.stderr}"


def page_of_called_service(program):
    command = [program, "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as service:
        try:
            metrics = re.search(r"http://\S+/metrics", service.stderr.readline())[0]
            address = service.stdout.readline().rstrip().rpartition("http://")[2]
            with grpc.insecure_channel(address) as channel:
                call = services.RulesServiceStub(channel)
                setup = states.Setup(sets=[states.SetCount(set="base", copies=1)], seeded=states.SeededDraw(seed="seen"))
                setup.players.add(name="Alice")
                state = call.NewGame(rpcs.NewGameRequest(setup=setup)).state
                while listed := call.LegalMoves(rpcs.LegalMovesRequest(position=rpcs.Position(state=state))).moves:
                    position, move = rpcs.Position(state=state), listed[0].move
                    state = call.ApplyMove(rpcs.ApplyMoveRequest(position=position, moves=[move])).state
                # One that the service has not made itself.
                state.setup.players[0].name = "Bob"
                call.Score(rpcs.ScoreRequest(position=rpcs.Position(state=state)))
                try:
                    call.NewGame(rpcs.NewGameRequest())
                except grpc.RpcError as error:
                    assert error.code() == grpc.StatusCode.INVALID_ARGUMENT
            with urllib.request.urlopen(metrics.replace("/metrics", "/ready")) as ready:
                assert ready.status == 200
            with urllib.request.urlopen(metrics) as page:
                return page.read().decode()
        finally:
            service.terminate()


def series(page):
    """Names of series on a page, with the labels that each has."""
    found = {}
    for line in page.splitlines():
        if match := re.match(r"(\w+)(?:\{(.*)\})? ", line):
            found.setdefault(match[1], set()).update(re.findall(r'(\w+)="', match[2] or ""))
    return found


def series_of(expression):
    """Names of series that an expression asks for, with the labels that it chooses by."""
    return [
        (name, re.findall(r"(\w+)\s*[=!]", chosen or ""))
        for name, chosen in re.findall(r"\b((?:carcassonne|rpc)_\w+|up)\b(?:\{([^}]*)\})?", expression)
        # Not the labels that it groups by, of which some begin like a series.
        if name not in ("rpc_method", "rpc_response_status_code")
    ]


def check_expressions(page):
    there = series(page)
    # Not on a page before there is one; the table of metrics has it, which a test of the service compares with what it shows.
    there.setdefault("carcassonne_calls_turned_away_total", {"reason"})
    rules = yaml.safe_load((DEPLOY / "prometheus/alerts.yaml").read_text())["groups"][0]["rules"]
    panels = json.loads((DEPLOY / "grafana/dashboards/carcassonne.json").read_text())["panels"]
    alerts = [rule["expr"] for rule in rules]
    queries = [target["expr"].replace("$__rate_interval", "1m") for panel in panels for target in panel["targets"]]
    for expression in alerts + queries:
        asked = series_of(expression)
        assert asked, expression
        for name, labels in asked:
            assert name in OWN or name in there, f"{name} is on no page: {expression}"
            assert name in OWN or set(labels) <= there[name], f"{labels} of {name}: {expression}"
    # What Grafana asks, as Prometheus reads it.
    recorded = [{"record": f"panel:{number}", "expr": query} for number, query in enumerate(queries)]
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        yaml.safe_dump({"groups": [{"name": "panels", "rules": recorded}]}, file)
        file.flush()
        promtool("check", "rules", file.name)

    told = re.findall(r"^### (Carcassonne\w+)$", (ROOT / "docs/operations.md").read_text(), re.MULTILINE)
    assert sorted(told) == sorted(rule["alert"] for rule in rules), "every alert has its section in the runbook, and only they"
    tried = yaml.safe_load((DEPLOY / "prometheus/alerts.test.yaml").read_text())["tests"]
    fired = {each["alertname"] for test in tried for each in test["alert_rule_test"] if each.get("exp_alerts")}
    assert fired == set(told), "every alert is tried"
    return len(alerts), len(queries)


def check_compose(program):
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    replicas = sorted(name for name in compose if name.startswith("replica-"))
    manual = subprocess.run([program, "--help"], check=True, capture_output=True, text=True).stdout
    for name in replicas:
        settings = compose[name]["environment"]
        assert all(f"[env: {setting}=" in manual for setting in settings), settings
        ending = int(settings["CARCASSONNE_LINGER_SECONDS"]) + int(settings["CARCASSONNE_DRAIN_SECONDS"]) + 10
        assert int(compose[name]["stop_grace_period"].removesuffix("s")) > ending
    for service in compose.values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert not source.startswith(".") or (DEPLOY / source).exists(), source
    scraped = yaml.safe_load((DEPLOY / "prometheus/prometheus.yaml").read_text())["scrape_configs"]
    targets = [target for job in scraped for config in job["static_configs"] for target in config["targets"]]
    assert {target.partition(":")[0] for target in targets} == {*replicas, "proxy"}
    for proxy in ("haproxy.cfg", "envoy.yaml"):
        assert sorted(set(re.findall(r"replica-\d(?=:50051|,)", (DEPLOY / proxy).read_text()))) == replicas, proxy
    collector = yaml.safe_load((DEPLOY / "collector.yaml").read_text())
    endpoint = collector["receivers"]["otlp"]["protocols"]["grpc"]["endpoint"]
    assert compose["replica-1"]["environment"]["CARCASSONNE_OTLP_ENDPOINT"].rpartition(":")[2] == endpoint.rpartition(":")[2]


def main(program):
    page = page_of_called_service(program)
    promtool("check", "metrics", text=page)
    promtool("check", "config", "prometheus.yaml")
    promtool("check", "rules", "alerts.yaml")
    promtool("test", "rules", "alerts.test.yaml")
    alerts, queries = check_expressions(page)
    check_compose(program)
    print(
        f"seeing: the page for Prometheus, {alerts} alerts and {queries} queries of the dashboard are well, and ask for what is there"
    )


main(sys.argv[1])
