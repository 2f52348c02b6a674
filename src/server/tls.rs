//! TLS and mutual TLS.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustls::RootCertStore;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use tokio_rustls::TlsAcceptor;

use super::reload::Reloaded;
use super::settings::{Settings, seconds};

/// Makes TLS of connections, with the certificates of the moment.
#[derive(Clone)]
pub struct Tls(Reloaded<ServerConfig>);

#[derive(Clone)]
struct Files {
    cert: PathBuf,
    key: PathBuf,
    client_ca: Option<PathBuf>,
    web: bool,
}

impl Tls {
    /// TLS as the settings have it, if they do.
    ///
    /// # Errors
    /// What is wrong with the files.
    pub fn new(settings: &Settings) -> Result<Option<Self>, String> {
        let (Some(cert), Some(key)) = (settings.tls_cert.clone(), settings.tls_key.clone()) else { return Ok(None) };
        let client_ca = settings.tls_client_ca.clone();
        let files = Files { cert, key, client_ca, web: !settings.web_origins.is_empty() };
        let paths = [&files.cert, &files.key].into_iter().chain(&files.client_ca).cloned().collect();
        let every: Duration = seconds(settings.reload_seconds);
        Reloaded::watch(paths, every, move || config(&files)).map(|config| Some(Self(config)))
    }

    /// What accepts the next connection.
    pub fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(self.0.get())
    }
}

fn config(files: &Files) -> Result<ServerConfig, String> {
    let told = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let certificates = certificates(&files.cert)?;
    let key = key(&files.key)?;

    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder = ServerConfig::builder_with_provider(provider.clone());
    let builder = builder.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
    let builder = match &files.client_ca {
        None => builder.with_no_client_auth(),
        Some(path) => {
            let mut roots = RootCertStore::empty();
            for authority in self::certificates(path)? {
                roots.add(authority).map_err(|error| told(path, &error))?;
            }
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
            builder.with_client_cert_verifier(verifier.build().map_err(|error| told(path, &error))?)
        }
    };
    let config = builder.with_single_cert(certificates, key);
    let mut config = config.map_err(|error| told(&files.cert, &error))?;
    // Browsers may come by HTTP/1.1 too.
    config.alpn_protocols = if files.web { vec![b"h2".to_vec(), b"http/1.1".to_vec()] } else { vec![b"h2".to_vec()] };
    Ok(config)
}

/// The path of a file with certificates, which is read to see that it is one.
pub fn certificates_in(path: &str) -> Result<PathBuf, String> {
    certificates(path.as_ref()).map(|_| path.into())
}

/// The path of a file with a private key, likewise.
pub fn key_in(path: &str) -> Result<PathBuf, String> {
    key(path.as_ref()).map(|_| path.into())
}

fn key(path: &Path) -> Result<PrivateKeyDer<'static>, String> {
    PrivateKeyDer::from_pem_file(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let all = CertificateDer::pem_file_iter(path).map_err(|error| told(&error))?;
    let all = all.collect::<Result<Vec<_>, _>>().map_err(|error| told(&error))?;
    if all.is_empty() { Err(told(&"no certificate in it")) } else { Ok(all) }
}
