//! `[players]`: who may become a player, and letters to people who are none.

use serde::Deserialize;

/// Who may become a player by mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    /// Anybody who writes to the server.
    Open,
    /// Those whom a player has challenged.
    Invited,
    /// Nobody: the umpire adds players.
    Closed,
}

/// `[players]`: who may become a player by mail, and how many strangers are written to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Joining {
    /// Who may become a player.
    pub registration: Registration,
    /// Letters a day to people who are no players, of one domain.
    pub letters_of_domain: i64,
    /// Domains with so many people that they have no limit of their own.
    pub large_domains: Vec<String>,
}

impl Default for Joining {
    fn default() -> Self {
        let large = [
            "gmail.com",
            "googlemail.com",
            "outlook.com",
            "hotmail.com",
            "live.com",
            "icloud.com",
            "yahoo.com",
            "aol.com",
            "proton.me",
            "protonmail.com",
            "gmx.de",
            "gmx.net",
            "web.de",
            "t-online.de",
            "orange.fr",
            "free.fr",
            "libero.it",
            "mail.ru",
            "yandex.ru",
            "qq.com",
            "163.com",
        ];
        Self {
            registration: Registration::Open,
            letters_of_domain: 5,
            large_domains: large.map(str::to_owned).to_vec(),
        }
    }
}

impl Joining {
    /// Whether a domain, in lower case, has no limit of its own.
    pub fn is_large(&self, domain: &str) -> bool {
        let mut all = self.large_domains.iter();
        all.any(|large| large.eq_ignore_ascii_case(domain))
    }

    /// # Errors
    /// A setting is out of its range.
    pub(super) fn check(&self) -> Result<(), String> {
        super::check_ranges(&[("letters_of_domain", self.letters_of_domain, 0, i64::MAX)])?;
        let odd = |domain: &&String| domain.is_empty() || domain.contains(['@', ' ']);
        match self.large_domains.iter().find(odd) {
            Some(odd) => Err(format!(
                "large_domains has {odd:?}: write domains like \"gmail.com\""
            )),
            None => Ok(()),
        }
    }
}
