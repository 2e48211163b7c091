//! `[limits]`: what one mail, one sender and all senders together may cost.

use serde::Deserialize;

/// `[limits]`: all numbers are for a day in UTC, unless they say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Lines of one mail that are carried out.
    pub lines: usize,
    /// Mails of one sender that are read.
    pub mails: i64,
    /// Megabytes of mail of one sender that are read.
    pub megabytes: i64,
    /// Mails of all senders after which only those with a key are read.
    pub all_mails: i64,
    /// Megabytes of mail of all senders after which only mails with a key are read.
    pub all_megabytes: i64,
    /// Answers to a seat while nothing changes in its game; then one a day.
    pub answers: i64,
    /// Messages of a seat to others.
    pub talk: i64,
    /// Letters to people who are no players and have not shown that they have written.
    pub strangers: i64,
    /// Answers to them in an hour.
    pub strangers_hour: i64,
    /// Days for which the keys of a game that has ended still open it; not per day.
    pub ended_days: i64,
    /// Kilobytes of one answer.
    pub answer_kilobytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            lines: 20,
            mails: 200,
            megabytes: 20,
            all_mails: 20_000,
            all_megabytes: 1000,
            answers: 20,
            talk: 50,
            strangers: 50,
            strangers_hour: 10,
            ended_days: 14,
            answer_kilobytes: 100,
        }
    }
}

impl Limits {
    /// # Errors
    /// A limit is so low that nobody could play, or higher than the program can bear.
    pub(super) fn check(&self) -> Result<(), String> {
        let of = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        super::check_ranges(&[
            ("lines", of(self.lines), 1, 100),
            ("mails", self.mails, 1, i64::MAX),
            ("megabytes", self.megabytes, 1, 1_000_000),
            ("all_mails", self.all_mails, 1, i64::MAX),
            ("all_megabytes", self.all_megabytes, 1, 1_000_000),
            ("answers", self.answers, 1, i64::MAX),
            ("talk", self.talk, 0, i64::MAX),
            ("strangers", self.strangers, 0, i64::MAX),
            ("strangers_hour", self.strangers_hour, 0, i64::MAX),
            ("ended_days", self.ended_days, 0, 36_500),
            ("answer_kilobytes", of(self.answer_kilobytes), 20, 1000),
        ])
    }
}
