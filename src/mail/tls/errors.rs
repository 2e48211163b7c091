//! Error messages for failed connections, with what to do about them.

use std::io::{self, ErrorKind};

use anyhow::{Error, anyhow};
use rustls::CertificateError;

use super::Endpoint;
use crate::mail::{parse::text::one_line, servers::Security};

/// The error for a host that cannot be reached.
pub(super) fn unreachable(at: &Endpoint, error: Option<io::Error>) -> Error {
    match error {
        Some(error) if error.kind() == ErrorKind::ConnectionRefused => {
            anyhow!("{at}: nothing answers there: check host and port, or the server is down")
        }
        Some(error) if error.kind() != ErrorKind::TimedOut => {
            anyhow!("{at} cannot be reached ({error}): check host, port and network")
        }
        _ => anyhow!(
            "{at}: no answer within {} s: check host, port and firewall, or the server is down",
            at.timeout.as_secs()
        ),
    }
}

/// The error for a failed TLS handshake.
pub(super) fn handshake(at: &Endpoint, error: &io::Error) -> Error {
    let inner = error.get_ref();
    match inner.and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        Some(rustls::Error::InvalidCertificate(why)) => certificate(at, why),
        Some(rustls::Error::InvalidMessage(_)) if at.security == Security::Implicit => anyhow!(
            "{at} does not speak TLS from the start: write tls = \"starttls\", or another port"
        ),
        Some(other) => anyhow!("{at}: no TLS: {}", plain(other)),
        None if error.kind() == ErrorKind::TimedOut => anyhow!(
            "{at} says nothing when TLS should begin: check port and tls, or the server is down"
        ),
        None => anyhow!("{at}: the connection was cut while TLS began ({error})"),
    }
}

fn certificate(at: &Endpoint, why: &CertificateError) -> Error {
    let host = &at.host;
    match why {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => anyhow!(
            "the certificate of {at} has expired: it must be renewed there (or this host's clock \
             is wrong)"
        ),
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            anyhow!("the certificate of {at} is not valid yet: check this host's clock")
        }
        CertificateError::NotValidForNameContext { presented, .. } => {
            let names = one_line(&presented.join(", "), 200);
            anyhow!(
                "the certificate of {at} is not for {host} but for {names}: write the name that \
                 it is for as host"
            )
        }
        CertificateError::NotValidForName => anyhow!(
            "the certificate of {at} is not for {host}: write the name that it is for as host"
        ),
        CertificateError::UnknownIssuer => anyhow!(
            "the certificate of {at} comes from a CA that is not trusted: if it is your own, name \
             the CA's file as ca_file"
        ),
        CertificateError::Revoked => anyhow!("the certificate of {at} was revoked"),
        CertificateError::BadEncoding | CertificateError::BadSignature => {
            anyhow!("the certificate of {at} is damaged: it must be made anew there")
        }
        // Also a self-signed certificate that is the one of a CA.
        _ => anyhow!(
            "the certificate of {at} cannot be used for a mail server: it must be made anew there, as one \
             for servers and not for a CA, and signed by a CA that is named as ca_file or known to all"
        ),
    }
}

/// `HandshakeFailure` → `handshake failure`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}

/// An error of TLS in words.
fn plain(error: &rustls::Error) -> String {
    match error {
        rustls::Error::AlertReceived(alert) => {
            let name = spaced(alert.as_str().unwrap_or("Unknown"));
            format!("the server breaks off with the alert \"{name}\"; ask its operator")
        }
        rustls::Error::PeerIncompatible(_) => {
            "the server has no version or cipher of TLS that is accepted \
             here (1.2 and 1.3); ask its operator"
                .to_owned()
        }
        rustls::Error::NoCertificatesPresented => "the server shows no certificate".to_owned(),
        rustls::Error::InvalidMessage(_)
        | rustls::Error::InappropriateMessage { .. }
        | rustls::Error::InappropriateHandshakeMessage { .. }
        | rustls::Error::PeerMisbehaved(_)
        | rustls::Error::DecryptError => {
            "the server does not keep to the protocol: check port and tls".to_owned()
        }
        _ => "it fails for a reason of our own: check ca_file".to_owned(),
    }
}
