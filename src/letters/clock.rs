//! The clocks of a game in letters: the deadline, and the answer to `clock`.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};
use minijinja::context;
use serde::Serialize;

use crate::games::Deadline;
use crate::rules::game::Seat;
use crate::text::{self, SENTENCE};
use crate::time::{Length, MINUTE};

use super::game_words::GameWords;
use super::instants::Instants;
use super::query::Reply;
use super::shown::{Accounted, ClockAnswer, ClockView};

/// A flag waits so long for the `yes` to a turn that was asked back.
const ANSWER: TimeDelta = TimeDelta::hours(24);

/// The present, as far as clocks depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Present {
    /// What time it is.
    pub now: DateTime<Utc>,
    /// A longer time without a complete reading of all mail is an outage.
    pub longest_gap: TimeDelta,
}

/// Until when the seat to move has time, for one reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Until {
    /// The end of its time: `Mon 30 Nov 18:00 UTC`.
    at: String,
    /// How long that is from now: `3 days`.
    left: String,
    /// What follows before its flag falls, if anything does.
    grace: Option<String>,
}

impl ClockView {
    /// When the time of the seat to move was over, if it is: its flag falls as soon as all mail that came before is
    /// read. No question about a turn waits for its answer.
    pub(super) fn time_over(&self, present: &Present) -> Option<DateTime<Utc>> {
        let deadline = self.deadline?;
        let over = deadline.runs && deadline.falls < present.now;
        (over && self.asked_until(&deadline, present).is_none()).then_some(deadline.falls)
    }

    /// Until when a turn that was asked back can still be played, though the time is over.
    fn asked_until(&self, deadline: &Deadline, present: &Present) -> Option<DateTime<Utc>> {
        let until = self.asked.filter(|asked| *asked <= deadline.falls)? + ANSWER;
        (deadline.zero <= present.now && present.now < until).then_some(until)
    }
}

impl GameWords<'_> {
    /// Until when the seat to move has time; `None` if its clock does not run, or [`GameWords::clock_news`] says more.
    pub(super) fn until(
        &self,
        clock: &ClockView,
        reader: Seat,
        present: &Present,
    ) -> Option<Until> {
        let deadline = clock.deadline?;
        if clock.pause.is_some() || clock.untrusted || deadline.zero <= present.now {
            return None;
        }
        let instants = Instants::of(self.voice, &self.game.times(reader), present.now);
        // A letter of a new turn says `3 days`, though a second of them is over.
        let left = (deadline.zero - present.now).num_seconds() + MINUTE - 1;
        let grace = (deadline.falls - deadline.zero).num_seconds();
        Some(Until {
            at: instants.deadline(deadline.zero),
            left: self.length_to_the_hour(left / MINUTE * MINUTE),
            grace: (grace > 0).then(|| self.length(grace)),
        })
    }

    /// What there is to say of the clock of the seat to move, for one reader, besides [`GameWords::until`].
    pub(super) fn clock_news(
        &self,
        clock: &ClockView,
        reader: Seat,
        present: &Present,
    ) -> Option<String> {
        let say = |name: &str, args| Some(self.say(name, args));
        let instants = Instants::of(self.voice, &self.game.times(reader), present.now);
        if let Some(pause) = clock.pause {
            let end = pause.to.map(|end| instants.plain(end));
            let (umpire, resumed) = (pause.umpire, pause.resumed);
            return say("clocks-paused", context! { end, umpire, resumed });
        }
        if clock.untrusted {
            return say("clocks-untrusted", context! {});
        }
        let deadline = clock.deadline?;
        let mover = self.game.to_move;
        let yours = (mover == reader).then_some(true);
        let who = self.player(mover);
        if let Some(at) = clock.time_over(present) {
            let (at, several) = (instants.deadline(at), self.game.playing.len() > 2);
            // Nobody can give time in a game of an event, and one player alone not in one of several.
            let alone = several || self.game.of_event;
            return say("deadline-over", context! { yours, who, at, several, alone });
        }
        if let Some(until) = clock.asked_until(&deadline, present) {
            let until = instants.deadline(until);
            return say("deadline-asked", context! { yours, who, until });
        }
        let falls = instants.deadline(deadline.falls);
        let grace = deadline.runs && deadline.zero <= present.now;
        let alone = self.game.of_event;
        grace.then(|| self.say("deadline-grace", context! { yours, who, falls, alone }))
    }

    /// The answer to `clock`: terms, what each seat has left, the deadline, and the account of each turn; `next`: the
    /// terms from the next turn on.
    pub(super) fn clock(
        &self,
        reader: Seat,
        clock: Option<&ClockAnswer>,
        next: Option<&str>,
        present: &Present,
    ) -> Reply {
        let say = |name: &str, args| self.say(name, args);
        let Some(clock) = clock else {
            return Reply::plain(say("clock-none", context! { next }));
        };
        let say = |name: &str, args| format!("  {}", say(name, args));
        let mut lines = vec![say("clock-terms", context! { terms => &clock.terms })];
        lines.extend(next.map(|terms| say("clock-next-terms", context! { terms })));
        for one in &clock.left {
            let (left, grace, open) = (length(one.left), one.grace.map(length), one.open);
            let args = context! { who => self.player(one.seat), left, grace, open };
            lines.push(say("clock-of", args));
        }
        lines.push(String::new());
        let accounts = self.accounts(reader, &clock.accounts, present);
        if accounts.is_empty() {
            lines.push(say("clock-no-turns", context! {}));
        } else {
            lines.push(say("clock-turns", context! {}));
            lines.extend(accounts);
        }
        let lines = lines.iter().flat_map(|line| {
            let indent = &line[..line.len() - line.trim_start().len()];
            let options: textwrap::Options<'_> = text::unbroken(SENTENCE);
            let wrapped = textwrap::wrap(line, options.subsequent_indent(indent));
            wrapped.into_iter().map(Cow::into_owned).collect::<Vec<_>>()
        });
        let title = self.voice.plain("notices/clock-title");
        Reply::with(title, lines.collect())
    }

    /// The account of each turn, two lines each.
    fn accounts(&self, reader: Seat, accounts: &[Accounted], present: &Present) -> Vec<String> {
        let instants = Instants::of(self.voice, &self.game.times(reader), present.now);
        let mut lines = Vec::new();
        for one in accounts {
            match one {
                Accounted::Credit(seat, seconds) => {
                    let args = context! { who => self.seat(*seat), length => length(*seconds) };
                    lines.push(format!("  {}", self.say("clock-credit", args)));
                }
                Accounted::Turn {
                    label,
                    seat,
                    account,
                    flag,
                    undone,
                } => {
                    let parts = &account.parts;
                    let off = [
                        ("unsent", parts.unsent),
                        ("outage", parts.outage),
                        ("pause", parts.pause),
                        ("leave", parts.leave),
                        ("weekend", parts.weekend),
                    ];
                    // Less than a minute would be written as none.
                    let off = off.into_iter().filter(|(_, seconds)| *seconds >= MINUTE);
                    let said = |(name, seconds)| {
                        let args = context! { length => length(seconds) };
                        self.say(&format!("clock-{name}"), args)
                    };
                    let sent = account.left.filter(|left| *left <= account.came);
                    let args = context! {
                        label,
                        who => self.seat(*seat),
                        given => instants.plain(account.given),
                        sent => sent.map(|left| instants.plain(left)),
                        came => instants.plain(account.came),
                        charge => length(parts.charge),
                        bank => length(account.bank),
                        grace => (account.grace > 0).then(|| length(account.grace)),
                        planned => account.planned,
                        flag,
                        undone,
                        off => off.map(said).collect::<Vec<_>>().join(", "),
                    };
                    let say = |name: &str| self.say(name, args.clone());
                    lines.push(format!("  {}", say("clock-turn")));
                    lines.push(format!("    {}", say("clock-turn-parts")));
                }
            }
        }
        lines
    }
}

/// A length of time as it is typed: `3d`.
fn length(seconds: i64) -> String {
    Length::of_seconds(seconds).to_string()
}
