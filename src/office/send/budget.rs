//! Own budgets of sending (`per_minute`, `per_day`, `per_domain` of `[outbox]`). A letter that is claimed is counted
//! before it is handed over, with a decision that others see, so that neither a crash nor a second process sends
//! more. One for which nothing is left is put off, and says until when.

use std::collections::BTreeSet;

use anyhow::Result;
use chrono::{DateTime, DurationRound, TimeDelta, Utc};

use crate::ids::LetterId;
use crate::letters::{Content, LetterData, PlayerNotice};
use crate::store::{Budget, LetterChange, LetterKind, LetterRow, PUT_OFF, Snapshot, Store};

use crate::office::send::{LONGEST, Sending};
use crate::office::{Draft, Office, stamp};

/// Which letters go first when little is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// What somebody waits for: turns, answers, questions, reminders.
    Turn,
    /// News that need not be read at once.
    Digest,
    /// What the umpire tells everybody.
    Announcement,
}

/// A limit that concerns a letter.
struct Limit {
    /// The key of its budget today.
    key: String,
    most: i64,
    /// When it begins anew.
    until: DateTime<Utc>,
    /// What it limits, for people.
    what: String,
}

impl Limit {
    /// Why a letter waits, when so many were sent.
    fn reason(&self, spent: i64) -> String {
        let until = stamp(self.until);
        let (most, what) = (self.most, &self.what);
        match spent < most {
            true => format!(
                "{PUT_OFF}{until}: {spent} of {most} letters {what} were sent, the rest is for turns"
            ),
            false => format!("{PUT_OFF}{until}: {most} letters {what} were sent"),
        }
    }
}

impl Class {
    fn of(letter: &LetterRow) -> Self {
        match letter.kind {
            LetterKind::Digest | LetterKind::Watch => Self::Digest,
            LetterKind::Player if is_announcement(letter) => Self::Announcement,
            _ => Self::Turn,
        }
    }

    /// What letters of this class may use of a limit: a tenth is kept for those before it, and another tenth for those
    /// before these.
    fn share(self, most: i64) -> i64 {
        most - most / 10 * self as i64
    }
}

fn is_announcement(letter: &LetterRow) -> bool {
    let data = letter.data.as_deref().map(LetterData::from_json);
    let Some(Ok(data)) = data else {
        return false;
    };
    let announced = |notice: &PlayerNotice| matches!(notice, PlayerNotice::Announced { .. });
    matches!(data.content, Content::Player { notices, .. } if notices.iter().any(announced))
}

impl Office {
    /// Counts claimed letters against the budgets, and returns those that may leave; the others are put off.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn within_budgets(
        &mut self,
        store: &mut dyn Store,
        mut claimed: Vec<LetterRow>,
    ) -> Result<Vec<LetterRow>> {
        if self.settings.sending.are_none() {
            return Ok(claimed);
        }
        let owner = self.owner.clone();
        let (_, may) = self.decided(store, |draft| {
            draft.decision.claimant = Some(owner.clone());
            draft.count_letters(&claimed)
        })?;
        claimed.retain(|letter| may.contains(&letter.id));
        Ok(claimed)
    }

    /// What is used at present of each limit.
    ///
    /// # Errors
    /// The store fails.
    pub fn sent_today(&self, store: &dyn Snapshot) -> Result<Vec<Sending>> {
        let (now, today) = (self.now(), self.today());
        let limits = self.limits(now, &|_| true).into_iter();
        let used = limits.map(|limit| {
            let sent = store.spent(Budget::Sending, &today, &limit.key)?.count;
            Ok(Sending {
                until: stamp(limit.until),
                most: limit.most,
                what: limit.what,
                sent,
            })
        });
        used.collect()
    }

    /// All limits, with those of the domains that are meant.
    fn limits(&self, now: DateTime<Utc>, is_meant: &dyn Fn(&str) -> bool) -> Vec<Limit> {
        let limits = &self.settings.sending;
        let ends = |length: TimeDelta| now.duration_trunc(length).unwrap_or(now) + length;
        let (minute, day) = (ends(TimeDelta::minutes(1)), ends(TimeDelta::days(1)));
        let of = |key: String, most: i64, until, what: String| Limit {
            key,
            most,
            until,
            what,
        };
        let mut all = Vec::new();
        if let Some(most) = limits.per_minute {
            let key = now.format("%H:%M").to_string();
            all.push(of(key, most, minute, "a minute".to_owned()));
        }
        if let Some(most) = limits.per_day {
            all.push(of(String::new(), most, day, "a day".to_owned()));
        }
        for (domain, most) in limits.per_domain.iter().filter(|(name, _)| is_meant(name)) {
            let what = format!("a day to {domain}");
            all.push(of(format!("@{domain}"), *most, day, what));
        }
        all
    }
}

impl Draft<'_> {
    /// Counts letters that may leave, and puts off the others.
    fn count_letters(&mut self, letters: &[LetterRow]) -> Result<BTreeSet<LetterId>> {
        let now = self.office.now();
        let mut may = BTreeSet::new();
        for letter in letters {
            let domain = letter.recipient.rsplit('@').next().unwrap_or_default();
            let domain = domain.to_lowercase();
            let limits = self.office.limits(now, &|name| name == domain);
            let class = Class::of(letter);
            let mut full = None;
            for limit in &limits {
                let spent = self.spent_so_far((Budget::Sending, Some(&limit.key)))?;
                if spent >= class.share(limit.most)
                    && full.is_none_or(|(had, _): (&Limit, _)| had.until < limit.until)
                {
                    full = Some((limit, spent));
                }
            }
            let Some((limit, spent)) = full else {
                for limit in limits {
                    self.spend_within((Budget::Sending, limit.key), limit.most)?;
                }
                may.insert(letter.id);
                continue;
            };
            let later = limit.until.min(now + TimeDelta::minutes(LONGEST));
            self.decision.letter_changes.push(LetterChange::PutOff {
                letter: letter.id,
                reason: limit.reason(spent),
                // Those of a class before are due first, and none waits longer than a pause may be.
                next_try: stamp(later + TimeDelta::seconds(class as i64)),
            });
        }
        Ok(may)
    }
}

#[cfg(test)]
mod tests {
    use super::Class;

    #[test]
    fn the_last_of_a_budget_is_for_turns() {
        for (most, shares) in [
            (500, [500, 450, 400]),
            (10, [10, 9, 8]),
            (9, [9; 3]),
            (1, [1; 3]),
        ] {
            let classes = [Class::Turn, Class::Digest, Class::Announcement];
            assert_eq!(classes.map(|class| class.share(most)), shares);
        }
    }
}
