//! Error messages for failed connections, with what to do about them.

use std::io::{self, ErrorKind};

use anyhow::{Error, anyhow};
use rustls::CertificateError;

use super::Endpoint;
use crate::config::Security;
use crate::mail::parse::text::one_line;

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
    let tls = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<rustls::Error>());
    match tls {
        Some(rustls::Error::InvalidCertificate(why)) => certificate(at, why),
        Some(rustls::Error::InvalidMessage(_)) if at.security == Security::Implicit => anyhow!(
            "{at} does not speak TLS from the start: write tls = \"starttls\", or another port"
        ),
        Some(other) => anyhow!("{at}: no TLS: {}", one_line(&other.to_string(), 200)),
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
        other => anyhow!(
            "the certificate of {at} cannot be trusted: {}",
            one_line(&other.to_string(), 200)
        ),
    }
}
