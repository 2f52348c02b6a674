"""The Kubernetes manifests are what they should be, and fit together and to the service.

Arguments: the program. kubectl renders the overlays, kubernetes-validate knows the schemas of Kubernetes. Of the kinds that others
bring (Gateway API, Prometheus operator) only that what they name is there.
"""

import re
import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import yaml

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
BIN = Path(sys.executable).parent
FOREIGN = {"GRPCRoute", "BackendTLSPolicy", "PodMonitor"}
# Made by hand or by others, as docs/operations.md tells.
MADE_BEFORE = {("Secret", "carcassonne-tls"), ("Secret", "carcassonne-keys"), ("ConfigMap", "carcassonne-ca")}
TELEMETRY_SECONDS = 10  # what the service takes at most to send what is left


def render(overlay):
    command = [BIN / "kubectl", "kustomize", DEPLOY / "kubernetes" / overlay]
    return list(yaml.safe_load_all(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def find(objects, kind, name=None):
    found = [one for one in objects if one["kind"] == kind and name in (None, one["metadata"]["name"])]
    assert len(found) == 1, f"{kind} {name}: {len(found)}"
    return found[0]


def settings_of(program):
    """The names of the variables that the service hears."""
    manual = subprocess.run([program, "--help"], check=True, capture_output=True, text=True).stdout
    names = set(re.findall(r"\[env: (CARCASSONNE_\w+)=", manual))
    assert len(names) > 25, names
    return names


def check(objects, known):
    for one in objects:
        if one["kind"] not in FOREIGN:
            kubernetes_validate.validate(one, kubernetes_validate.latest_version(), strict=True)

    deployment = find(objects, "Deployment")
    pod = deployment["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    settings = find(objects, "ConfigMap", container["envFrom"][0]["configMapRef"]["name"])["data"]

    assert set(settings) <= known, f"no settings of the service: {set(settings) - known}"
    assert settings["CARCASSONNE_LISTEN"].endswith(f":{ports['grpc']}")
    assert settings["CARCASSONNE_METRICS_LISTEN"].endswith(f":{ports['metrics']}")
    ending = int(settings["CARCASSONNE_LINGER_SECONDS"]) + int(settings["CARCASSONNE_DRAIN_SECONDS"]) + TELEMETRY_SECONDS
    assert pod["terminationGracePeriodSeconds"] > ending, "the service has time to end"
    noticed = container["readinessProbe"]["periodSeconds"] * container["readinessProbe"]["failureThreshold"]
    assert int(settings["CARCASSONNE_LINGER_SECONDS"]) > noticed, "it answers until all have noticed"

    security = container["securityContext"]
    assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] > 0
    assert pod["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault"
    assert security["readOnlyRootFilesystem"] and not security["allowPrivilegeEscalation"]
    assert security["capabilities"]["drop"] == ["ALL"]
    assert not pod["automountServiceAccountToken"]

    tls = "CARCASSONNE_TLS_CERT" in settings
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        how = container[probe]
        # Native probes speak no TLS.
        assert how.get("httpGet", {}).get("port") == "metrics" if tls else how["grpc"]["port"] == ports["grpc"]

    volumes = {volume["name"]: volume["secret"]["secretName"] for volume in pod.get("volumes", [])}
    mounts = {mount["mountPath"]: volumes[mount["name"]] for mount in container.get("volumeMounts", [])}
    assert {("Secret", name) for name in mounts.values()} <= MADE_BEFORE and len(mounts) == len(volumes)
    files = [value for value in settings.values() if value.startswith("/")]
    assert all(str(Path(file).parent) in mounts for file in files), "files of settings are mounted"
    assert "subPath" not in str(container), "mounted files must be seen to change"

    def chosen(selector):
        return selector["matchLabels"] and selector["matchLabels"].items() <= labels.items()

    assert chosen(deployment["spec"]["selector"])
    assert all(chosen(each["labelSelector"]) for each in pod["topologySpreadConstraints"])
    assert chosen(find(objects, "PodDisruptionBudget")["spec"]["selector"])
    policy = find(objects, "NetworkPolicy")["spec"]
    assert chosen(policy["podSelector"]) and set(policy["policyTypes"]) == {"Ingress", "Egress"}
    assert {each["port"] for rule in policy["ingress"] for each in rule["ports"]} == set(ports)
    collector = settings.get("CARCASSONNE_OTLP_ENDPOINT")
    allowed = {str(port["port"]) for rule in policy["egress"] for port in rule["ports"]}
    assert not collector or {collector.rpartition(":")[2], "53"} <= allowed, "the collector can be reached"

    services = {one["metadata"]["name"]: one["spec"] for one in objects if one["kind"] == "Service"}
    assert services["carcassonne-headless"]["clusterIP"] == "None" and "clusterIP" not in services["carcassonne"]
    for service in services.values():
        assert service["selector"].items() <= labels.items() and service["ports"][0]["targetPort"] in ports

    scaler = find(objects, "HorizontalPodAutoscaler")["spec"]
    assert scaler["scaleTargetRef"]["name"] == deployment["metadata"]["name"] and "replicas" not in deployment["spec"]
    assert "cpu" in container["resources"]["requests"], "of which the autoscaler computes a share"
    return services


def check_foreign(objects, services):
    for rule in find(objects, "GRPCRoute")["spec"]["rules"]:
        for end in rule["backendRefs"]:
            assert end["port"] in [port["port"] for port in services[end["name"]]["ports"]]
    policy = find(objects, "BackendTLSPolicy")["spec"]
    assert all(target["name"] in services for target in policy["targetRefs"])
    assert all((each["kind"], each["name"]) in MADE_BEFORE for each in policy["validation"]["caCertificateRefs"])
    monitor = find(objects, "PodMonitor")["spec"]
    assert monitor["podMetricsEndpoints"][0]["port"] == "metrics"
    pod = find(objects, "Deployment")["spec"]["template"]["metadata"]
    assert pod["labels"][monitor["jobLabel"]] == "carcassonne", "the job that alerts and dashboard look for"


def main(program):
    known = settings_of(program)
    for overlay in ("base", "overlays/local", "overlays/production"):
        objects = render(overlay)
        services = check(objects, known)
        if overlay.endswith("production"):
            check_foreign(objects, services)
        print(f"manifests: {overlay} has {len(objects)} objects, which are valid and fit together")


main(sys.argv[1])
