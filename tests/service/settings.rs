//! All that is wrong is told at once; the manual names everything.

use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

use carcassonne_engine::server::{Address, Settings};

use crate::common::{file, text};
use crate::process::{Process, program};

fn wrong(args: &[&str]) -> String {
    Settings::from_args(args).expect_err("they are wrong")
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let token = file("tokens", "alice short");
    let error = wrong(&[
        "--listen",
        "nowhere",
        "--max-calls",
        "0",
        "--web-origin",
        "example.org",
        "--trace-share",
        "2",
        "--token-file",
        text(&token),
        "--seal-key-file",
        "/does/not/exist",
        "--tls-cert",
        "cert.pem",
    ]); // rustfmt keeps such lists in columns
    for part in [
        "--listen",
        "HOST:PORT",
        "--max-calls",
        "--web-origin",
        "https://example.org",
        "--trace-share",
        "--token-file",
        "line 1: a token of at least 16 characters",
        "/does/not/exist: No such file",
        "--tls-key",
    ] {
        assert!(error.contains(part), "{part:?} is missing in:\n{error}");
    }
    assert!(!error.contains("short"), "tokens are not told");
}

#[test]
fn a_flag_without_its_value_is_told() {
    for args in [&["--listen", "-5"][..], &["--max-calls", "0", "--listen", "-5"], &["--max-calls", "-x", "--foo"]] {
        let error = wrong(args);
        assert!(error.contains(args[0]) && error.contains("--"), "{error}");
        assert!(error.len() < 1000, "once: {error}");
    }
    let output = program(&["render", "--square", "-5"]).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--square"));
}

#[test]
fn the_environment_is_told_with_the_rest_and_before_anything_is_bound() {
    let environment = [("CARCASSONNE_MAX_CALLS", "many"), ("CARCASSONNE_KEEPALIVE_SECONDS", "0")];
    let output = program(&["--drain-seconds", "3601"]).envs(environment).output().expect("the program starts");
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(output.stdout.is_empty());
    for flag in ["--max-calls", "--keepalive-seconds", "--drain-seconds"] {
        assert!(stderr.contains(flag), "{flag} is missing in:\n{stderr}");
    }
}

#[test]
fn what_belongs_together_is_asked_for_together() {
    for (args, missing) in [
        (&["--tls-key", "key.pem"][..], "--tls-cert"),
        (&["--tls-client-ca", "ca.pem"], "--tls-cert"),
        (&["--jwt-audience", "carcassonne"], "--jwks-file"),
        (&["--jwt-issuer", "me"], "--jwks-file"),
    ] {
        assert!(wrong(args).contains(missing), "{args:?}");
    }
    let keys = file(
        "keys",
        r#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#,
    );
    assert!(wrong(&["--jwks-file", text(&keys)]).contains("--jwt-audience"), "else a token for anything would do");
}

#[test]
fn keys_that_anybody_could_have_are_refused() {
    for (keys, complaint) in [
        (r#"{"keys": [{"kty": "oct", "k": "c2VjcmV0"}]}"#, "key 0: a secret"),
        (r#"{"keys": []}"#, "no public key for signatures in it"),
        // for encryption, and of a kind that is not known
        (
            r#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "use": "enc", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#,
            "no public key for signatures in it",
        ),
        (
            r#"{"keys": [{"kty": "EC", "crv": "secp256k1", "x": "AA", "y": "AA"}]}"#,
            "no public key for signatures in it",
        ),
        ("[]", "no JWK set"),
    ] {
        let keys = file("keys", keys);
        let error = wrong(&["--jwks-file", text(&keys), "--jwt-audience", "carcassonne"]);
        assert!(error.contains(complaint), "{error}");
    }
}

#[test]
fn files_unknown_flags_and_a_catalogue_are_told_with_the_rest() {
    let cert = file("cert.pem", "no certificate");
    let args = ["--tls-cert", text(&cert), "--tls-key", "/nowhere/key", "--tls-client-ca", "/nowhere/ca"];
    let args = [&args[..], &["--max-callz=3", "--listn", "--max-calls", "0"]].concat();
    let output = program(&args).env("CARCASSONNE_CATALOGUE_FILE", "/nowhere/catalogue").output().expect("it starts");
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    for part in [
        "/nowhere/catalogue",
        "no certificate in it",
        "/nowhere/key",
        "/nowhere/ca",
        "--max-callz",
        "--listn",
        "--max-calls <NUMBER>",
    ] {
        assert!(stderr.contains(part), "{part:?} is missing in:\n{stderr}");
    }
}

#[test]
fn origins_are_those_that_browsers_send() {
    for right in
        ["*", "https://example.org", "http://localhost:8080", "http://[::1]:3000", "https://xn--bcher-kva.example"]
    {
        assert!(Settings::from_args(&["--web-origin", right]).is_ok(), "{right}");
    }
    for never in [
        "https://Example.org",
        "https://*.example.org",
        "https://example.org:443",
        "http://example.org:80",
        "https://example.org/",
        "https://example.org?a",
        "https://example.org#a",
        "https://user@example.org",
        "ftp://example.org",
        "example.org",
        "https://",
    ] {
        assert!(wrong(&["--web-origin", never]).contains("as browsers send it"), "{never}");
    }
}

#[test]
fn addresses_are_ports_or_sockets() {
    let local = |text: &str| text.parse::<Address>().map(|address| address.is_local());
    assert_eq!(local("127.0.0.1:0"), Ok(true));
    assert_eq!(local("[::1]:50051"), Ok(true));
    assert_eq!(local("unix:/run/carcassonne"), Ok(true));
    assert_eq!(local("0.0.0.0:50051"), Ok(false));
    for wrong in ["", "localhost", "localhost:", ":1", "localhost:65536", "unix:"] {
        assert!(local(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn the_manual_and_the_table_of_settings_name_the_same() {
    let output = program(&["--help"]).output().expect("the program starts");
    let help = String::from_utf8(output.stdout).expect("text");
    let manual = help.lines().filter_map(|line| line.trim().strip_prefix("--"));
    let mut manual: Vec<_> = manual.map(|rest| rest.split([' ', '=']).next().unwrap_or(rest).to_owned()).collect();
    manual.retain(|flag| !["help", "version"].contains(&&**flag));
    manual.sort();
    manual.dedup();
    let table = include_str!("../../docs/operations.md");
    let mut told: Vec<_> =
        table.lines().filter_map(|line| Some(line.strip_prefix("| `--")?.split('`').next()?.to_owned())).collect();
    told.sort();
    assert!(manual.len() > 25, "{manual:?}");
    assert_eq!(manual, told);
}

#[test]
fn strangers_at_an_open_door_are_warned_of_and_only_they() {
    // An address of no machine: the warning comes before anything is listened on, which then fails.
    const ELSEWHERE: &str = "192.0.2.1:50051";
    let keys = file("tokens", "alice a-token-that-is-long-enough");
    for (args, warned) in [
        (&["--listen", ELSEWHERE][..], true),
        (&["--listen", ELSEWHERE, "--log-format", "json"], true),
        (&["--listen", ELSEWHERE, "--token-file", text(&keys)], false),
    ] {
        let output = program(args).output().expect("the program starts");
        let stderr = String::from_utf8(output.stderr).expect("text");
        assert!(stderr.contains("cannot listen on 192.0.2.1:50051"), "{stderr}");
        let warning = stderr.lines().find(|line| line.contains("ANYBODY WHO REACHES 192.0.2.1:50051 MAY CALL"));
        assert_eq!(warning.is_some_and(|line| line.contains("WARN")), warned, "{args:?}: {stderr}");
    }
    let mut here = Process::start(program(&["--listen", "127.0.0.1:0"]).stderr(Stdio::piped()));
    let mut stderr = here.stderr();
    here.signal("TERM");
    assert!(here.wait(Duration::from_secs(10)).is_some());
    let mut log = String::new();
    stderr.read_to_string(&mut log).expect("text");
    assert!(log.contains("draining") && !log.contains("ANYBODY"), "{log}");
}
