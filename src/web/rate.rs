//! How often forms may be sent, before anything of them is looked up or stored.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};

/// In a minute, so many forms may be sent with one token, and with all.
const OF_TOKEN: u32 = 20;
const OF_ALL: u32 = 200;

/// What was sent in the present minute.
#[derive(Debug, Default)]
pub struct Rate {
    since: DateTime<Utc>,
    all: u32,
    tokens: HashMap<String, u32>,
}

impl Rate {
    /// Counts a form, and says whether there is room for it.
    pub fn count(&mut self, token: &str, now: DateTime<Utc>) -> bool {
        if now < self.since || self.since + TimeDelta::minutes(1) <= now {
            *self = Self {
                since: now,
                ..Self::default()
            };
        }
        if self.all >= OF_ALL {
            return false;
        }
        self.all += 1;
        let of_token = self.tokens.entry(token.to_owned()).or_default();
        *of_token += 1;
        *of_token <= OF_TOKEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_twenty_forms_in_a_minute_and_all_have_two_hundred() {
        let (mut rate, now) = (Rate::default(), DateTime::UNIX_EPOCH + TimeDelta::days(1));
        let sent =
            |rate: &mut Rate, token: &str, at| (0..300).filter(|_| rate.count(token, at)).count();
        assert_eq!(sent(&mut rate, "a", now), 20);
        assert!(!rate.count("b", now), "refused ones count, too");
        let later = now + TimeDelta::minutes(1);
        let many = (0..300).filter(|one| rate.count(&one.to_string(), later));
        assert_eq!(many.count(), 200);
    }
}
