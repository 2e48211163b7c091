//! `per_minute`, `per_day` and `per_domain` of `[outbox]`: how many letters are sent, below what a provider allows.

use std::collections::BTreeMap;

/// How many letters may be handed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SendingLimits {
    /// In a minute; `None`: any number.
    pub per_minute: Option<i64>,
    /// In a day in UTC; `None`: any number.
    pub per_day: Option<i64>,
    /// In a day to addresses of a domain, in lower case.
    pub per_domain: BTreeMap<String, i64>,
}

impl SendingLimits {
    /// Whether there is no limit at all.
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }

    /// # Errors
    /// A limit would let nothing through, or a domain is none.
    pub(super) fn check(&self) -> Result<(), String> {
        for (name, limit) in [("per_minute", self.per_minute), ("per_day", self.per_day)] {
            super::check_ranges(&[(name, limit.unwrap_or(1), 1, i64::MAX)])?;
        }
        for (domain, limit) in &self.per_domain {
            if domain.is_empty() || domain.contains(['@', ' ']) {
                return Err(format!(
                    "per_domain has {domain:?}: write domains like \"gmail.com\" = 400"
                ));
            }
            super::check_ranges(&[(&format!("per_domain.\"{domain}\""), *limit, 1, i64::MAX)])?;
        }
        Ok(())
    }
}
