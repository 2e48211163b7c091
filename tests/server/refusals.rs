//! Wrong settings: each gives one line that says what is wrong and what to do.

use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};
use zugpost::mail::servers::{Imap, Smtp};
use zugpost::mail::source::{ImapSource, Source};
use zugpost::mail::transport::{Delivery, Outgoing, SmtpTransport, Transport};

use super::certs::{Authority, Signed};

pub fn imap_error(settings: &Imap) -> String {
    let error = ImapSource::new(settings).fetch(10).expect_err("refused");
    let text = format!("{error:#}");
    assert!(!text.contains('\n') && !text.contains("sekret"), "{text}");
    text
}

pub fn smtp_error(settings: &Smtp) -> String {
    let delivery = SmtpTransport::new(settings).send(&Outgoing {
        sender: "server@chess.test",
        recipient: "alice@chess.test",
        message_id: "1@chess.test",
        raw: b"Subject: x\r\n\r\ny\r\n",
    });
    let (Delivery::RelayUnavailable(text) | Delivery::RelayRefuses(text)) = delivery else {
        panic!("away: {delivery:?}")
    };
    assert!(!text.contains('\n') && !text.contains("sekret"), "{text}");
    text
}

/// A TLS server that only presents a certificate.
fn show(signed: &Signed) -> u16 {
    let chain = vec![CertificateDer::from_pem_slice(signed.certificate.as_bytes()).expect("PEM")];
    let key = PrivateKeyDer::from_pem_slice(signed.key.as_bytes()).expect("PEM");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .expect("a certificate");
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for socket in listener.incoming().flatten() {
            let connection = rustls::ServerConnection::new(config.clone()).expect("TLS");
            let _ = rustls::StreamOwned::new(connection, socket).read(&mut [0]);
        }
    });
    port
}

#[test]
fn certificates_are_always_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    let ca = folder.path().join("ca.pem");
    std::fs::write(&ca, &ours.pem).expect("written");
    for (signed, expected) in [
        (ours.sign(&["localhost"], 2021), "has expired"),
        (
            theirs.sign(&["localhost"], 2100),
            "name the CA's file as ca_file",
        ),
        (
            ours.sign(&["mail.example.org"], 2100),
            "write the name that it is for as host",
        ),
    ] {
        let port = show(&signed);
        let text = format!(
            "host = \"localhost\"\nport = {port}\nuser = \"u\"\nca_file = {ca:?}\ntimeout = 10\n\
             password = {{ env = \"HOME\" }}\n"
        );
        let imap: Imap = toml::from_str(&text).expect("settings");
        assert!(
            imap_error(&imap).contains(expected),
            "{}",
            imap_error(&imap)
        );
        let smtp: Smtp = toml::from_str(&text).expect("settings");
        assert!(
            smtp_error(&smtp).contains(expected),
            "{}",
            smtp_error(&smtp)
        );
        // Without ca_file only the system's CAs are trusted.
        let smtp: Smtp = toml::from_str(&text.replace("ca_file", "#")).expect("settings");
        let told = smtp_error(&smtp);
        assert!(
            told.contains("CA") || told.contains("expired") || told.contains("name"),
            "{told}"
        );
    }
    let port = show(&ours.sign(&["localhost"], 2100));
    let text = format!(
        "host = \"localhost\"\nport = {port}\nuser = \"u\"\nca_file = \"/no/such/ca.pem\"\n\
         password = {{ env = \"HOME\" }}\n"
    );
    assert!(imap_error(&toml::from_str(&text).expect("settings")).contains("/no/such/ca.pem"));
}

#[test]
fn a_silent_server_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let keep: thread::JoinHandle<Vec<TcpStream>> =
        thread::spawn(move || listener.incoming().take(3).flatten().collect());
    for tls in ["implicit", "starttls", "none"] {
        let text = format!(
            "host = \"localhost\"\nport = {port}\nuser = \"u\"\ntls = \"{tls}\"\ntimeout = 1\n\
             password = {{ env = \"HOME\" }}\n"
        );
        let told = smtp_error(&toml::from_str(&text).expect("settings"));
        assert!(
            told.contains("says nothing") || told.contains("within 1 s"),
            "{told}"
        );
    }
    drop(keep);
}
