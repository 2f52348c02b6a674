//! TLS and mutual TLS with authorities made for the test.

use std::path::PathBuf;
use std::sync::Arc;

use carcassonne_engine::wire::proto::rules_service_client::RulesServiceClient;
use hyper_util::rt::TokioIo;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, ExtendedKeyUsagePurpose, IsCa, KeyPair, date_time_ymd,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tonic::transport::{Channel, Endpoint};
use tower::service_fn;

use crate::common::{Service, eventually, file, new_game, serve, text, try_serve};

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority(name: &str) -> Authority {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(rcgen::DnType::CommonName, name);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// Certificate and key, in PEM, for use by `purpose`.
fn certificate(authority: &Authority, purpose: ExtendedKeyUsagePurpose, expired: bool) -> (String, String) {
    let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.extended_key_usages = vec![purpose];
    if expired {
        params.not_after = date_time_ymd(2001, 1, 1);
    }
    let key = KeyPair::generate().unwrap();
    (params.signed_by(&key, authority).unwrap().pem(), key.serialize_pem())
}

fn server(authority: &Authority, expired: bool) -> (PathBuf, PathBuf) {
    let (cert, key) = certificate(authority, ExtendedKeyUsagePurpose::ServerAuth, expired);
    (file("cert.pem", &cert), file("key.pem", &key))
}

/// A client that trusts an authority, and perhaps has a certificate.
fn client(trusted: &Authority, own: Option<(String, String)>) -> ClientConfig {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(trusted.pem().as_bytes()).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let builder = builder.with_root_certificates(roots);
    let mut config = match own {
        None => builder.with_no_client_auth(),
        Some((cert, key)) => {
            let cert = CertificateDer::from_pem_slice(cert.as_bytes()).unwrap();
            builder.with_client_auth_cert(vec![cert], PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap()).unwrap()
        }
    };
    config.alpn_protocols = vec![b"h2".to_vec()];
    config
}

/// Whether a call over TLS is answered.
async fn answers(service: &Service, config: ClientConfig) -> Result<(), String> {
    let (connector, address) = (TlsConnector::from(Arc::new(config)), service.address().to_owned());
    let connect = service_fn(move |_| {
        let (connector, address) = (connector.clone(), address.clone());
        async move {
            let stream = TcpStream::connect(address).await?;
            let name = ServerName::try_from("localhost").expect("a name");
            Ok::<_, std::io::Error>(TokioIo::new(connector.connect(name, stream).await?))
        }
    });
    let channel: Channel = Endpoint::from_static("http://localhost")
        .connect_with_connector(connect)
        .await
        .map_err(|error| format!("{error:?}"))?;
    let called = RulesServiceClient::new(channel).new_game(new_game()).await;
    called.map(|_| ()).map_err(|status| format!("{status:?}"))
}

#[tokio::test]
async fn only_who_trusts_the_authority_gets_through_and_plain_text_does_not() {
    let (ours, other) = (authority("ours"), authority("other"));
    let (cert, key) = server(&ours, false);
    let service = serve(&["--tls-cert", text(&cert), "--tls-key", text(&key)]).await;
    assert!(service.url.starts_with("https://"));
    assert_eq!(answers(&service, client(&ours, None)).await, Ok(()));
    let refused = answers(&service, client(&other, None)).await.unwrap_err();
    assert!(refused.contains("UnknownIssuer") || refused.contains("BadSignature"), "{refused}");
    let plain = Endpoint::from_shared(format!("http://{}", service.address())).unwrap().connect().await;
    let called = match plain {
        Ok(channel) => RulesServiceClient::new(channel).new_game(new_game()).await.is_ok(),
        Err(_) => false,
    };
    assert!(!called);
}

#[tokio::test]
async fn an_expired_certificate_is_not_trusted() {
    let ours = authority("ours");
    let (cert, key) = server(&ours, true);
    let service = serve(&["--tls-cert", text(&cert), "--tls-key", text(&key)]).await;
    let refused = answers(&service, client(&ours, None)).await.unwrap_err();
    assert!(refused.contains("Expired"), "{refused}");
}

#[tokio::test]
async fn clients_need_a_certificate_of_the_right_authority() {
    let (ours, theirs, other) = (authority("ours"), authority("theirs"), authority("other"));
    let (cert, key) = server(&ours, false);
    let ca = file("ca.pem", &theirs.pem());
    let service = serve(&["--tls-cert", text(&cert), "--tls-key", text(&key), "--tls-client-ca", text(&ca)]).await;
    let own = |authority, expired| Some(certificate(authority, ExtendedKeyUsagePurpose::ClientAuth, expired));
    assert_eq!(answers(&service, client(&ours, own(&theirs, false))).await, Ok(()));
    for wrong in [None, own(&other, false), own(&theirs, true)] {
        assert!(answers(&service, client(&ours, wrong)).await.is_err());
    }
    assert_eq!(answers(&service, client(&ours, own(&theirs, false))).await, Ok(()));
}

#[tokio::test]
async fn certificates_change_without_a_restart() {
    let (before, after) = (authority("before"), authority("after"));
    let (cert, key) = server(&before, false);
    let service = serve(&["--tls-cert", text(&cert), "--tls-key", text(&key), "--reload-seconds", "1"]).await;
    assert_eq!(answers(&service, client(&before, None)).await, Ok(()));
    // half of a change: the certificate and the key do not go together, and the old ones stay
    let (new_cert, new_key) = certificate(&after, ExtendedKeyUsagePurpose::ServerAuth, false);
    std::fs::write(&cert, new_cert).unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    assert_eq!(answers(&service, client(&before, None)).await, Ok(()));
    std::fs::write(&key, new_key).unwrap();
    eventually(|| async { answers(&service, client(&after, None)).await.is_ok() }).await;
    assert!(answers(&service, client(&before, None)).await.is_err());
}

#[tokio::test]
async fn a_key_of_another_certificate_is_refused_at_the_start() {
    let ours = authority("ours");
    let ((cert, _), (_, key)) = (server(&ours, false), server(&ours, false));
    let error = try_serve(&["--tls-cert", text(&cert), "--tls-key", text(&key)]).await.err().expect("an error");
    assert!(error.to_string().contains("cert.pem"), "{error}");
}
