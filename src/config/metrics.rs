//! `[metrics]`: what programs that watch the server can ask it over HTTP.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, de::Error};

/// `[metrics]`: off unless `listen` is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MetricsSettings {
    /// Where the daemon listens; `None`: nowhere, and nothing is counted.
    #[serde(deserialize_with = "listen")]
    pub listen: Option<Listen>,
    /// Whether other machines may ask.
    pub public: bool,
    /// The domains of addresses that are counted one by one; all others are counted together.
    pub domains: Vec<String>,
}

/// Where a daemon listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listen {
    /// A socket in a folder of this machine.
    Unix(PathBuf),
    /// An address and a port.
    Tcp(SocketAddr),
}

impl MetricsSettings {
    /// # Errors
    /// Other machines could ask although they may not, or a domain is none.
    pub(super) fn check(&self) -> Result<(), String> {
        if let Some(Listen::Tcp(address)) = &self.listen
            && !address.ip().is_loopback()
            && !self.public
        {
            return Err(format!(
                "listen is \"{address}\", which other machines may reach: write 127.0.0.1, or public = true \
                 if a firewall says who may ask"
            ));
        }
        let odd = |domain: &&String| domain.is_empty() || domain.contains(['@', ' ']);
        match self.domains.iter().find(odd) {
            Some(odd) => Err(format!(
                "domains has {odd:?}: write domains like \"gmail.com\""
            )),
            None => Ok(()),
        }
    }

    pub(super) fn resolve(&mut self, folder: &Path) {
        if let Some(Listen::Unix(path)) = &mut self.listen {
            *path = folder.join(&*path);
        }
    }
}

fn listen<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Listen>, D::Error> {
    let text = String::deserialize(from)?;
    let read = match text.strip_prefix("unix:") {
        Some(path) => (!path.is_empty()).then(|| Listen::Unix(path.into())),
        None => text.parse().ok().map(Listen::Tcp),
    };
    read.map(Some).ok_or_else(|| {
        D::Error::custom(format!(
            "listen is {text:?}: write an address and a port like \"127.0.0.1:9187\", or a socket like \
             \"unix:/run/zugpost/metrics\""
        ))
    })
}
