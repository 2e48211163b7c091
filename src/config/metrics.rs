//! `[metrics]`: what programs that watch the server can ask it over HTTP.

use std::path::Path;

use serde::{Deserialize, Deserializer, de::Error};

use crate::listen::Listen;

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
        if let Some(listen) = &mut self.listen {
            listen.resolve(folder);
        }
    }
}

fn listen<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Listen>, D::Error> {
    let text = String::deserialize(from)?;
    let read = Listen::parse(&text, ("metrics", 9187));
    read.map(Some).map_err(D::Error::custom)
}
