//! Who may call.

use carcassonne_engine::wire::proto::GetCatalogRequest;
use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode, get_current_timestamp};
use serde_json::{Value, json};
use tonic::{Code, Request};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_types::StatusExt;

use crate::common::{Service, eventually, file, health, new_game, serve, text};

const TOKEN: &str = "a-token-that-is-long-enough";

/// The code of a call with this header.
async fn call(service: &Service, authorization: Option<&str>) -> Code {
    let mut request = Request::new(new_game());
    if let Some(value) = authorization {
        request.metadata_mut().insert("authorization", value.parse().expect("a header"));
    }
    service.client().await.new_game(request).await.map_or_else(|status| status.code(), |_| Code::Ok)
}

#[tokio::test]
async fn without_callers_anybody_may_call() {
    let service = serve(&[]).await;
    assert_eq!(call(&service, None).await, Code::Ok);
    assert_eq!(call(&service, Some("Bearer whatever")).await, Code::Ok);
}

#[tokio::test]
async fn tokens_are_wanted_for_all_but_health() {
    // sha256 of "another-token-that-is-long-enough"
    let tokens = format!("# who\nalice {TOKEN}\n\nbob sha256:{}\n", digest("another-token-that-is-long-enough"));
    let file = file("tokens", &tokens);
    let service = serve(&["--token-file", text(&file)]).await;
    assert_eq!(call(&service, Some(&format!("Bearer {TOKEN}"))).await, Code::Ok);
    assert_eq!(call(&service, Some(&format!("bearer  {TOKEN} "))).await, Code::Ok);
    assert_eq!(call(&service, Some("Bearer another-token-that-is-long-enough")).await, Code::Ok);
    for wrong in [
        None,
        Some(TOKEN),
        Some("Bearer"),
        Some("Bearer "),
        Some("Basic a-token-that-is-long-enough"),
        Some("Bearer a-token-that-is-long-enougH"),
    ] {
        assert_eq!(call(&service, wrong).await, Code::Unauthenticated, "{wrong:?}");
    }
    assert_eq!(health(&service.channel().await).await.unwrap(), ServingStatus::Serving);
    let mut reflection =
        tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient::new(service.channel().await);
    let refused = reflection.server_reflection_info(tokio_stream::empty()).await.expect_err("a token is wanted");
    assert_eq!(refused.code(), Code::Unauthenticated);
}

fn digest(text: &str) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn tokens_change_without_a_restart_and_nonsense_changes_nothing() {
    let file = file("tokens", &format!("alice {TOKEN}"));
    let service = serve(&["--token-file", text(&file), "--reload-seconds", "1"]).await;
    let (old, new) = (format!("Bearer {TOKEN}"), "Bearer the-token-that-comes-after");
    assert_eq!(call(&service, Some(new)).await, Code::Unauthenticated);
    std::fs::write(&file, "alice the-token-that-comes-after").unwrap();
    eventually(|| async { call(&service, Some(new)).await == Code::Ok }).await;
    assert_eq!(call(&service, Some(&old)).await, Code::Unauthenticated);
    std::fs::write(&file, "nonsense").unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    assert_eq!(call(&service, Some(new)).await, Code::Ok);
}

/// Whoever is no longer in the list may not call, even if nobody is left.
#[tokio::test]
async fn the_last_token_can_be_taken_back() {
    let file = file("tokens", "alice a-token-that-is-long-enough");
    let service = serve(&["--token-file", text(&file), "--reload-seconds", "1"]).await;
    let token = Some("Bearer a-token-that-is-long-enough");
    assert_eq!(call(&service, token).await, Code::Ok);
    std::fs::write(&file, "# nobody\n").unwrap();
    eventually(|| async { call(&service, token).await == Code::Unauthenticated }).await;
}

/// Identity providers publish keys for other purposes and of other kinds beside those that matter here.
#[tokio::test]
async fn keys_that_are_not_for_signatures_are_passed_over() {
    let (signing, public) = key("one");
    let (other, mut for_encryption) = key("two");
    for_encryption.common.public_key_use = Some(PublicKeyUse::Encryption);
    let mut set = json!({ "keys": [public, for_encryption] });
    set["keys"].as_array_mut().expect("a list").extend([
        json!({"kty": "RSA", "use": "enc", "alg": "RSA-OAEP", "n": "AQAB", "e": "AQAB", "kid": "three"}),
        json!({"kty": "EC", "crv": "secp256k1", "x": "AA", "y": "AA", "kid": "four"}),
        json!({"kty": "EC", "crv": "P-521", "x": "AA", "y": "AA", "kid": "five"}),
        json!({"kty": "of the future", "kid": "six"}),
    ]);
    let keys = file("keys", &set.to_string());
    let service = serve(&["--jwks-file", text(&keys), "--jwt-audience", "carcassonne"]).await;
    for (id, key, code) in [("one", &signing, Code::Ok), ("two", &other, Code::Unauthenticated)] {
        let header = Header { kid: Some(id.into()), ..Header::new(Algorithm::ES256) };
        let token = encode(&header, &claims(|_| ()), key).expect("a token");
        assert_eq!(call(&service, Some(&format!("Bearer {token}"))).await, code, "{id}");
    }
}

/// A key pair of an identity provider, and its public half.
fn key(id: &str) -> (EncodingKey, Jwk) {
    let pair = rcgen::KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256).expect("a key");
    let key = EncodingKey::from_ec_der(&pair.serialize_der());
    let mut jwk = Jwk::from_encoding_key(&key, Algorithm::ES256).expect("a public key");
    jwk.common.key_id = Some(id.into());
    (key, jwk)
}

fn claims(change: impl FnOnce(&mut Value)) -> Value {
    let now = get_current_timestamp();
    let mut claims = json!({"sub": "alice", "aud": "carcassonne", "iss": "me", "exp": now + 600, "nbf": now - 5});
    change(&mut claims);
    claims
}

#[tokio::test]
async fn signed_tokens_are_verified() {
    let ((signing, public), (other, other_public)) = (key("one"), key("two"));
    let set = JwkSet { keys: vec![public, other_public] };
    let keys = file("keys", &serde_json::to_string(&set).expect("JSON"));
    let service = serve(&["--jwks-file", text(&keys), "--jwt-audience", "carcassonne", "--jwt-issuer", "me"]).await;
    let header = |id: &str| Header { kid: Some(id.into()), ..Header::new(Algorithm::ES256) };
    let token = |claims: Value| format!("Bearer {}", encode(&header("one"), &claims, &signing).expect("a token"));

    assert_eq!(call(&service, Some(&token(claims(|_| ())))).await, Code::Ok);
    let second = encode(&header("two"), &claims(|_| ()), &other).unwrap();
    assert_eq!(call(&service, Some(&format!("Bearer {second}"))).await, Code::Ok);

    let now = get_current_timestamp();
    for wrong in [
        claims(|claims| claims["aud"] = json!("another service")),
        claims(|claims| claims["iss"] = json!("you")),
        claims(|claims| claims["exp"] = json!(now - 60)),
        claims(|claims| claims["nbf"] = json!(now + 600)),
        claims(|claims| claims["sub"] = json!("")),
        claims(|claims| drop(claims.as_object_mut().unwrap().remove("exp"))),
        claims(|claims| drop(claims.as_object_mut().unwrap().remove("aud"))),
        claims(|claims| drop(claims.as_object_mut().unwrap().remove("sub"))),
    ] {
        assert_eq!(call(&service, Some(&token(wrong.clone()))).await, Code::Unauthenticated, "{wrong}");
    }
    let right = token(claims(|_| ()));
    // signed by another key than it says, unsigned, signed with the public key as a secret, changed, cut
    let stranger = encode(&header("one"), &claims(|_| ()), &key("one").0).unwrap();
    let body = right.split('.').nth(1).unwrap();
    let none = format!("eyJhbGciOiJub25lIn0.{body}.");
    let secret = EncodingKey::from_secret(&std::fs::read(&keys).unwrap()).unwrap();
    let shared =
        encode(&Header { kid: Some("one".into()), ..Header::new(Algorithm::HS256) }, &claims(|_| ()), &secret).unwrap();
    let unknown = encode(&header("three"), &claims(|_| ()), &signing).unwrap();
    for wrong in
        [stranger, none, shared, unknown, right[7..right.len() - 2].to_owned(), right[7..].replacen('.', ".e", 1)]
    {
        assert_eq!(call(&service, Some(&format!("Bearer {wrong}"))).await, Code::Unauthenticated, "{wrong}");
    }
}

#[tokio::test]
async fn keys_of_signed_tokens_change_without_a_restart_and_nonsense_changes_nothing() {
    let ((old, old_public), (new, new_public)) = (key("one"), key("two"));
    let set = |jwk: Jwk| serde_json::to_string(&JwkSet { keys: vec![jwk] }).expect("JSON");
    let token = |id: &str, key: &EncodingKey| {
        let header = Header { kid: Some(id.into()), ..Header::new(Algorithm::ES256) };
        format!("Bearer {}", encode(&header, &claims(|_| ()), key).expect("a token"))
    };
    let (old, new) = (token("one", &old), token("two", &new));
    let file = file("keys", &set(old_public));
    let service = serve(&["--jwks-file", text(&file), "--jwt-audience", "carcassonne", "--reload-seconds", "1"]).await;
    assert_eq!(call(&service, Some(&old)).await, Code::Ok);
    assert_eq!(call(&service, Some(&new)).await, Code::Unauthenticated);
    std::fs::write(&file, set(new_public)).unwrap();
    eventually(|| async { call(&service, Some(&new)).await == Code::Ok }).await;
    assert_eq!(call(&service, Some(&old)).await, Code::Unauthenticated);
    std::fs::write(&file, r#"{"keys": []}"#).unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    assert_eq!(call(&service, Some(&new)).await, Code::Ok);
}

#[tokio::test]
async fn callers_have_calls_of_their_own() {
    let tokens = file("tokens", &format!("alice {TOKEN}\nbob another-token-that-is-long-enough"));
    let args = ["--token-file", text(&tokens), "--calls-per-second", "1", "--calls-burst", "3"];
    let service = serve(&args).await;
    let (alice, bob) = (format!("Bearer {TOKEN}"), "Bearer another-token-that-is-long-enough");
    for _ in 0..3 {
        assert_eq!(call(&service, Some(&alice)).await, Code::Ok);
    }
    let mut request = Request::new(GetCatalogRequest::default());
    request.metadata_mut().insert("authorization", alice.parse().unwrap());
    let status = service.client().await.get_catalog(request).await.expect_err("too many");
    assert_eq!(status.code(), Code::ResourceExhausted);
    let wait = status.get_details_retry_info().and_then(|info| info.retry_delay).expect("how long to wait");
    assert!(wait <= std::time::Duration::from_secs(1), "{wait:?}");
    assert_eq!(call(&service, Some(bob)).await, Code::Ok, "others are not concerned");
    tokio::time::sleep(wait + std::time::Duration::from_millis(200)).await;
    assert_eq!(call(&service, Some(&alice)).await, Code::Ok);
}
