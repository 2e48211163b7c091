//! TLS for connections to other hosts: which certificates are trusted. The checks cannot be switched off.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use rustls::pki_types::{CertificateDer, pem::PemObject};
use rustls::{ClientConfig, RootCertStore};

/// How a connection begins TLS, and trusts the certificates of the system, or those in a file in PEM form.
///
/// # Errors
/// There are no certificates.
pub(crate) fn client_config(ca_file: Option<&Path>) -> Result<Arc<ClientConfig>> {
    let roots = match ca_file {
        Some(path) => roots_from(path)?,
        None => system_roots()?,
    };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

fn roots_from(path: &Path) -> Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    let problem = || format!("ca_file {} cannot be used", path.display());
    for certificate in CertificateDer::pem_file_iter(path).with_context(problem)? {
        roots
            .add(certificate.with_context(problem)?)
            .with_context(problem)?;
    }
    ensure!(
        !roots.is_empty(),
        "ca_file {} holds no certificate: write one in PEM form",
        path.display()
    );
    Ok(roots)
}

fn system_roots() -> Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    ensure!(
        !roots.is_empty(),
        "this system has no CA certificates: install ca-certificates, or name a ca_file"
    );
    Ok(roots)
}
