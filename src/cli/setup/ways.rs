//! How mail comes and letters go, in a word.

use std::path::Path;

use anyhow::{Result, bail};

use crate::config::{Config, Inbox, Outbox, written};
use crate::mail::servers::SecretSource;

/// Keys of a section, with their values.
type Keys = Vec<(&'static str, String)>;

/// `[inbox]` for `maildir:FOLDER`, `imap:USER@HOST`, `lmtp:unix:SOCKET` or `lmtp:ADDRESS:PORT`.
///
/// # Errors
/// It is none of these.
pub(super) fn inbox(way: &str) -> Result<Keys> {
    let (kind, rest) = way.split_once(':').unwrap_or((way, ""));
    match kind {
        "maildir" => maildir(rest),
        "imap" => match rest.rsplit_once('@') {
            Some((user, host)) => Ok(login("imap", host, user)),
            None => bail!("{way:?} names no user: write imap:USER@HOST"),
        },
        "lmtp" => {
            let listen = match rest {
                "" => "unix:/run/zugpost/lmtp",
                rest => rest,
            };
            let mut keys = vec![("kind", written("lmtp")), ("listen", written(listen))];
            if listen.starts_with("unix:") {
                keys.push(("group", written("postfix")));
            }
            Ok(keys)
        }
        _ => bail!(
            "{way:?} is no way for mail: write maildir:FOLDER, imap:USER@HOST or lmtp:unix:SOCKET"
        ),
    }
}

/// `[outbox]` for `smtp:HOST`, `smtp:USER@HOST`, `sendmail` or `maildir:FOLDER`.
///
/// # Errors
/// It is none of these.
pub(super) fn outbox(way: &str) -> Result<Keys> {
    let (kind, rest) = way.split_once(':').unwrap_or((way, ""));
    match (kind, rest) {
        ("sendmail", "") => Ok(vec![("kind", written("sendmail"))]),
        ("maildir", _) => maildir(rest),
        ("smtp", "localhost") => Ok(vec![
            ("kind", written("smtp")),
            ("host", written("localhost")),
            ("tls", written("none")),
        ]),
        ("smtp", host) if !host.is_empty() => Ok(match host.rsplit_once('@') {
            Some((user, host)) => login("smtp", host, user),
            None => vec![("kind", written("smtp")), ("host", written(host))],
        }),
        _ => bail!(
            "{way:?} is no way for letters: write smtp:HOST, smtp:USER@HOST, sendmail or maildir:FOLDER"
        ),
    }
}

/// The way of letters that goes with this way of mail.
pub(super) fn usual_sending(mail: &str) -> Option<&'static str> {
    (!mail.starts_with("imap:")).then_some("smtp:localhost")
}

fn maildir(folder: &str) -> Result<Keys> {
    if folder.is_empty() {
        bail!("maildir: names no folder: write maildir:FOLDER");
    }
    let folder = std::path::absolute(folder)?;
    Ok(vec![
        ("kind", written("maildir")),
        ("dir", written(&folder.to_string_lossy())),
    ])
}

/// A login, with its password in a file that the service is given.
fn login(kind: &str, host: &str, user: &str) -> Keys {
    let file = written(&format!("credentials/{kind}.password"));
    vec![
        ("kind", written(kind)),
        ("host", written(host)),
        ("user", written(user)),
        ("password", format!("{{ file = {file} }}")),
    ]
}

/// The files with passwords that the settings name.
pub(super) fn password_files(config: &Config) -> Vec<&Path> {
    let imap = match &config.inbox {
        Inbox::Imap(imap) => imap.password.as_ref(),
        _ => None,
    };
    let smtp = match &config.outbox {
        Outbox::Smtp(smtp) => smtp.password.as_ref(),
        _ => None,
    };
    let files = imap.into_iter().chain(smtp);
    let files = files.filter_map(|secret| match secret {
        SecretSource::File(file) => Some(file.as_path()),
        SecretSource::Command(_) | SecretSource::Env(_) => None,
    });
    files.collect()
}
