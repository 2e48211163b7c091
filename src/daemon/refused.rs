//! How long a host that refuses to work for us is left alone: a login that it refuses, or letters beyond
//! its sending limit.

use std::time::Duration;

use crate::clock::Deadline;
use crate::mail::refusal::Credentials;

/// The first pause, and the longest: hosts lock out anyone who tries a wrong password a few times
/// within minutes, and sending limits are counted by hours and days.
const FIRST: Duration = Duration::from_secs(5 * 60);
const LONGEST: Duration = Duration::from_secs(4 * 60 * 60);
/// A try that has not ended after this long counts for nothing.
const TRY: Duration = Duration::from_secs(120);

/// A host that has refused to work for us.
#[derive(Debug)]
pub(super) struct Refused {
    /// How long the pause was.
    length: Duration,
    until: Deadline,
    /// What the login depended on.
    before: Option<Credentials>,
    /// Who tries it at present, until when.
    trying: Option<(usize, Deadline)>,
}

impl Refused {
    /// After the first refusal, or one more.
    pub fn after(earlier: Option<&Self>, now: Option<Credentials>) -> Self {
        // A refusal of other credentials is a first one.
        let earlier = earlier.filter(|earlier| earlier.before == now);
        let length = earlier.map_or(FIRST, |earlier| (earlier.length * 2).min(LONGEST));
        Self {
            length,
            until: Deadline::after(length),
            before: now,
            trying: None,
        }
    }

    /// How long the host is left alone.
    pub fn length(&self) -> Duration {
        self.length
    }

    /// Whether it is time for another try: the pause is over, or what the login depends on has changed.
    pub fn is_over(&self, now: Option<&Credentials>) -> bool {
        self.until.left().is_none() || self.before.as_ref() != now
    }

    /// The same for several, one of whom tries at a time: whether `who` may.
    pub fn may_try(&mut self, who: usize, now: Option<&Credentials>) -> bool {
        let tries = |(other, limit): (usize, Deadline)| other != who && limit.left().is_some();
        let others = self.trying.is_some_and(tries);
        if others || !self.is_over(now) {
            return false;
        }
        self.trying = Some((who, Deadline::after(TRY)));
        true
    }

    /// `who` had nothing to try.
    pub fn not_tried(&mut self, who: usize) {
        self.trying = self.trying.take().filter(|(other, _)| *other != who);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_minutes_and_then_hours() {
        let mut last = Refused::after(None, None);
        let mut lengths = vec![last.length().as_secs() / 60];
        for _ in 0..7 {
            last = Refused::after(Some(&last), None);
            lengths.push(last.length().as_secs() / 60);
        }
        assert_eq!(lengths, [5, 10, 20, 40, 80, 160, 240, 240]);
        assert!(!last.is_over(None));
    }

    #[test]
    fn a_changed_password_is_tried_at_once() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("password");
        let now = || Some(Credentials::in_file(&file));
        let first = Refused::after(None, now());
        let second = Refused::after(Some(&first), now());
        assert!(!second.is_over(now().as_ref()));
        std::fs::write(&file, "another").expect("written");
        assert!(second.is_over(now().as_ref()));
        let third = Refused::after(Some(&second), now());
        assert_eq!(third.length(), FIRST);
    }

    #[test]
    fn one_tries_at_a_time() {
        let mut refused = Refused::after(None, None);
        assert!(!refused.may_try(0, None) && !refused.may_try(1, None));
        refused.until = Deadline::after(Duration::ZERO);
        assert!(refused.may_try(0, None) && !refused.may_try(1, None));
        assert!(refused.may_try(0, None));
        refused.not_tried(1);
        assert!(!refused.may_try(1, None));
        refused.not_tried(0);
        assert!(refused.may_try(1, None));
    }
}
