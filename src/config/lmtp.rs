//! `[inbox]` with `kind = "lmtp"`.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, de::Error};

use crate::listen::Listen;
use crate::mail::lmtp::Copies;
use crate::time::{DAY, Length, MINUTE};

/// `[inbox]` with `kind = "lmtp"`: the mail host hands mail over by LMTP (RFC 2033).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lmtp {
    /// Where the server listens.
    #[serde(deserialize_with = "listen")]
    pub listen: Listen,
    /// The group that may connect to a socket in a folder; by default that of the process.
    pub group: Option<String>,
    /// The addresses of mail hosts that may connect over TCP, and whose `Authentication-Results` count.
    #[serde(default)]
    pub allow: Vec<IpAddr>,
    /// The longest time after which a mail host tries again what it could not hand over.
    #[serde(default = "default_retry_within", deserialize_with = "length")]
    pub retry_within: Length,
    /// The Maildir in which each mail is kept besides; `None`: it is in the database alone.
    #[serde(default, deserialize_with = "copy")]
    pub copy: Option<PathBuf>,
    /// Days for which it is kept there; 0: for ever.
    #[serde(default = "default_keep_days")]
    pub keep_days: u32,
}

impl Lmtp {
    /// # Errors
    /// Other hosts could connect, or a setting is out of its range.
    pub(super) fn check(&self) -> Result<(), String> {
        if let Listen::Tcp(address) = &self.listen
            && !address.ip().is_loopback()
            && self.allow.is_empty()
        {
            return Err(format!(
                "listen is {address}, which other hosts can reach: write allow = [\"ADDRESS\"] with the addresses \
                 of your mail hosts, or listen at 127.0.0.1"
            ));
        }
        if self.group.is_some() && matches!(self.listen, Listen::Tcp(_)) {
            return Err(
                "group is for a socket in a folder: leave it out, or write listen = \"unix:…\""
                    .into(),
            );
        }
        let (length, most) = (self.retry_within, Length::of_seconds(DAY));
        match (MINUTE..=DAY).contains(&length.seconds()) {
            true => Ok(()),
            false => Err(format!(
                "retry_within is \"{length}\": write \"1m\" to \"{most}\""
            )),
        }
    }

    /// Where each mail is kept besides.
    pub fn copies(&self) -> Option<Copies> {
        let copy = self.copy.as_ref()?;
        Some(Copies::new(copy, self.keep_days))
    }

    pub(super) fn resolve(&mut self, folder: &Path) {
        self.listen.resolve(folder);
        if let Some(copy) = &mut self.copy {
            *copy = folder.join(&*copy);
        }
    }
}

/// Postfix tries again after 4000 seconds at most (`maximal_backoff_time`), and looks at what waits every five minutes.
fn default_retry_within() -> Length {
    Length::of_seconds(75 * MINUTE)
}

fn default_keep_days() -> u32 {
    14
}

fn copy<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    let copy = String::deserialize(from)?;
    match copy.strip_prefix("maildir:") {
        Some(path) if !path.is_empty() => Ok(Some(path.into())),
        _ => Err(D::Error::custom(format!(
            "copy is {copy:?}: write \"maildir:/…\" with the path of a Maildir on another disk than the database"
        ))),
    }
}

fn length<'de, D: Deserializer<'de>>(from: D) -> Result<Length, D::Error> {
    super::length(from, "\"75m\" or \"4h\"")
}

fn listen<'de, D: Deserializer<'de>>(from: D) -> Result<Listen, D::Error> {
    Listen::parse(&String::deserialize(from)?, ("lmtp", 2424)).map_err(D::Error::custom)
}
