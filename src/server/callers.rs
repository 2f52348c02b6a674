//! Who may call, and how often.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tonic::Status;

use super::listen::Peer;
use super::reload::Reloaded;
use super::seal::unhex;
use super::settings::{FileContent, Settings, read, seconds};
use super::statuses::{too_many_calls, unauthenticated};

/// How often callers that have been quiet for a while are forgotten.
const FORGET_EVERY: Duration = Duration::from_secs(60);
/// Shortest token: a shorter one could be guessed.
const MIN_TOKEN: usize = 16;
/// Longest name of a caller, in bytes.
const MAX_NAME: usize = 200;
/// How far clocks may be apart, in seconds.
const LEEWAY: u64 = 30;

/// Whoever calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// By a token.
    Named(Arc<str>),
    /// Without one, as none is needed.
    Stranger(Peer),
}

impl std::fmt::Display for Caller {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Named(name) => f.write_str(name),
            Self::Stranger(peer) => peer.fmt(f),
        }
    }
}

/// Knows callers and counts their calls.
pub struct Callers {
    tokens: Option<Reloaded<Tokens>>,
    signed: Option<(Reloaded<KeySet>, Expected)>,
    rates: Option<Arc<DefaultKeyedRateLimiter<Caller>>>,
}

/// What signed tokens must say.
struct Expected {
    audience: String,
    issuer: Option<String>,
}

impl Callers {
    /// Callers as the settings have them.
    ///
    /// # Errors
    /// What is wrong with the files.
    pub fn new(settings: &Settings) -> Result<Self, String> {
        let every = seconds(settings.reload_seconds);
        let tokens = settings.token_file.clone();
        let tokens = tokens.map(|path| Reloaded::watch(vec![path.clone()], every, move || read(&path))).transpose()?;
        let signed = match (settings.jwks_file.clone(), settings.jwt_audience.clone()) {
            (Some(path), Some(audience)) => {
                let keys = Reloaded::watch(vec![path.clone()], every, move || read(&path))?;
                Some((keys, Expected { audience, issuer: settings.jwt_issuer.clone() }))
            }
            _ => None,
        };
        let burst = NonZeroU32::new(settings.calls_burst).unwrap_or(NonZeroU32::MIN);
        let quota = NonZeroU32::new(settings.calls_per_second).map(|rate| Quota::per_second(rate).allow_burst(burst));
        let rates = quota.map(|quota| Arc::new(RateLimiter::keyed(quota)));
        if let Some(rates) = rates.as_ref().map(Arc::downgrade) {
            tokio::spawn(async move {
                while let Some(rates) = rates.upgrade() {
                    rates.retain_recent();
                    drop(rates);
                    tokio::time::sleep(FORGET_EVERY).await;
                }
            });
        }
        Ok(Self { tokens, signed, rates })
    }

    /// Who calls.
    ///
    /// # Errors
    /// A token is needed and there is none that counts, or the caller has made more calls than its share. Wrong tokens
    /// count for the address that they come from.
    pub fn admit(&self, headers: &HeaderMap, peer: Peer) -> Result<Caller, Status> {
        let named = match (&self.tokens, &self.signed) {
            (None, None) => Ok(Caller::Stranger(peer)),
            _ => self.named(headers).map(Caller::Named).ok_or_else(unauthenticated),
        };
        if let Some(rates) = &self.rates {
            let stranger = Caller::Stranger(peer);
            rates.check_key(named.as_ref().unwrap_or(&stranger)).map_err(|later| {
                let wait = later.wait_time_from(DefaultClock::default().now());
                too_many_calls(wait)
            })?;
        }
        named
    }

    /// What a caller may do on a stream: each request on it counts like a call.
    pub fn allowance(&self, caller: &Caller) -> Option<Allowance> {
        self.rates.clone().map(|rates| Allowance(rates, caller.clone()))
    }

    fn named(&self, headers: &HeaderMap) -> Option<Arc<str>> {
        let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
        let token = scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())?;
        let listed = self.tokens.as_ref().and_then(|tokens| tokens.get().caller(token));
        listed.or_else(|| self.signed.as_ref().and_then(|(keys, expected)| keys.get().caller(token, expected)))
    }
}

/// The share of calls of somebody who has opened a stream.
#[derive(Clone)]
pub struct Allowance(Arc<DefaultKeyedRateLimiter<Caller>>, Caller);

impl Allowance {
    /// Waits until the caller has a call left, and takes it.
    pub async fn next(&self) {
        while let Err(later) = self.0.check_key(&self.1) {
            tokio::time::sleep(later.wait_time_from(DefaultClock::default().now())).await;
        }
    }
}

/// Tokens of which there is a list: only digests are kept, and looked up, so that time tells nothing about tokens.
pub struct Tokens(BTreeMap<[u8; 32], Arc<str>>);

impl FileContent for Tokens {
    fn parse(text: &str) -> Result<Self, String> {
        let mut tokens = BTreeMap::new();
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let wrong = |what: &str| format!("line {number}: {what}");
            let (name, token) = line.split_once(char::is_whitespace).ok_or_else(|| wrong("expected NAME TOKEN"))?;
            if name.len() > MAX_NAME {
                return Err(wrong("a name of at most 200 bytes"));
            }
            let token = token.trim();
            let digest = match token.strip_prefix("sha256:") {
                Some(digits) => unhex(digits).and_then(|bytes| bytes.try_into().ok()),
                None if token.len() < MIN_TOKEN => return Err(wrong("a token of at least 16 characters")),
                None => Some(Sha256::digest(token).into()),
            };
            let digest = digest.ok_or_else(|| wrong("sha256: and 64 hexadecimal digits"))?;
            if tokens.insert(digest, name.into()).is_some() {
                return Err(wrong("a token that another line has too"));
            }
        }
        if tokens.is_empty() {
            // How else could the last one be taken back?
            tracing::warn!("the file of tokens has none: nobody may call by one");
        }
        Ok(Self(tokens))
    }
}

impl Tokens {
    fn caller(&self, token: &str) -> Option<Arc<str>> {
        let digest: [u8; 32] = Sha256::digest(token).into();
        self.0.get(&digest).cloned()
    }
}

/// Keys by which tokens are signed.
pub struct KeySet(Vec<SigningKey>);

struct SigningKey {
    id: Option<String>,
    /// What the key may be used for: a token must not choose.
    algorithms: Vec<Algorithm>,
    key: DecodingKey,
}

impl FileContent for KeySet {
    fn parse(text: &str) -> Result<Self, String> {
        let set: JwkSet = serde_json::from_str(text).map_err(|error| format!("no JWK set: {error}"))?;
        let mut keys = Vec::new();
        for (i, jwk) in set.keys.iter().enumerate() {
            if jwk["kty"] == "oct" {
                return Err(format!("key {i}: a secret, which does not belong among public keys"));
            }
            // RFC 7517, section 5: keys of a kind or for a purpose that is not known are passed over
            match SigningKey::new(jwk) {
                Some(key) => keys.push(key),
                None => tracing::warn!("key {i} of the JWK set is not for signatures that are known here"),
            }
        }
        if keys.is_empty() { Err("no public key for signatures in it".into()) } else { Ok(Self(keys)) }
    }
}

/// Keys, of any kind.
#[derive(Deserialize)]
struct JwkSet {
    keys: Vec<serde_json::Value>,
}

impl SigningKey {
    fn new(jwk: &serde_json::Value) -> Option<Self> {
        let jwk = Jwk::deserialize(jwk).ok()?;
        if jwk.common.public_key_use.as_ref().is_some_and(|purpose| *purpose != PublicKeyUse::Signature) {
            return None;
        }
        let (algorithms, key) = (algorithms(&jwk)?, DecodingKey::from_jwk(&jwk).ok()?);
        Some(Self { id: jwk.common.key_id, algorithms, key })
    }
}

/// What a public key can verify: what it says itself, else what goes with its kind.
fn algorithms(jwk: &Jwk) -> Option<Vec<Algorithm>> {
    use Algorithm::*;
    let fitting = match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => vec![RS256, RS384, RS512, PS256, PS384, PS512],
        AlgorithmParameters::EllipticCurve(curve) if curve.curve == EllipticCurve::P256 => vec![ES256],
        AlgorithmParameters::EllipticCurve(curve) if curve.curve == EllipticCurve::P384 => vec![ES384],
        AlgorithmParameters::OctetKeyPair(_) => vec![EdDSA],
        _ => return None,
    };
    let Some(said) = jwk.common.key_algorithm else { return Some(fitting) };
    let said = said.to_string();
    let kept: Vec<_> = fitting.into_iter().filter(|algorithm| format!("{algorithm:?}") == said).collect();
    (!kept.is_empty()).then_some(kept)
}

#[derive(Deserialize)]
struct Claims {
    sub: String,
}

impl KeySet {
    fn caller(&self, token: &str, expected: &Expected) -> Option<Arc<str>> {
        let header = jsonwebtoken::decode_header(token).ok()?;
        let SigningKey { algorithms, key, .. } = match (&header.kid, &self.0[..]) {
            (None, [only]) => only,
            (None, _) => return None,
            (Some(id), keys) => keys.iter().find(|key| key.id.as_ref() == Some(id))?,
        };
        if !algorithms.contains(&header.alg) {
            return None;
        }
        let mut validation = Validation::new(header.alg);
        validation.leeway = LEEWAY;
        validation.validate_nbf = true;
        validation.set_audience(&[&expected.audience]);
        match &expected.issuer {
            Some(issuer) => {
                validation.set_issuer(&[issuer]);
                validation.set_required_spec_claims(&["exp", "aud", "iss", "sub"]);
            }
            None => validation.set_required_spec_claims(&["exp", "aud", "sub"]),
        }
        let claims = jsonwebtoken::decode::<Claims>(token, key, &validation).ok()?.claims;
        (!claims.sub.is_empty() && claims.sub.len() <= MAX_NAME).then(|| claims.sub.into())
    }
}
