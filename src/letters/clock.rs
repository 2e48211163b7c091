//! The clocks of a game in letters: the deadline, and the answer to `clock`.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};
use minijinja::context;

use crate::games::{Account, Deadline, Event, GameLog, StoredGame};
use crate::rules::game::Seat;
use crate::text::{self, SENTENCE};
use crate::time::PlayerTimes;
use crate::time::{Length, MINUTE, Terms};

use super::game_words::GameWords;
use super::instants::Instants;

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

impl GameWords<'_> {
    /// When the time of the seat to move was over, if it is: its flag falls as soon as all mail that came before is
    /// read. No question about a turn waits for its answer.
    #[must_use]
    pub(super) fn time_over(&self, present: &Present) -> Option<DateTime<Utc>> {
        let deadline = self.stored.deadline(present.now, present.longest_gap)?;
        let over = deadline.runs && deadline.falls < present.now;
        (over && self.asked_until(&deadline, present).is_none()).then_some(deadline.falls)
    }

    /// Until when a turn that was asked back can still be played, though the time is over.
    fn asked_until(&self, deadline: &Deadline, present: &Present) -> Option<DateTime<Utc>> {
        let asked = self.stored.known.asked;
        let until = asked.filter(|asked| *asked <= deadline.falls)? + ANSWER;
        (deadline.zero <= present.now && present.now < until).then_some(until)
    }

    /// How long the seat to move has, for one reader; none: the game has no clocks, or is over.
    #[must_use]
    pub(super) fn deadline(&self, reader: Seat, present: &Present) -> Option<String> {
        let stored = self.stored;
        if !stored.is_on() || stored.clocks.terms.is_none() {
            return None;
        }
        let say = |name: &str, args| Some(self.voice.say(&format!("notices/{name}"), args));
        let instants = Instants::of(&times_of(stored, reader), present.now);
        if let Some(pause) = stored.clocks.paused(present.now) {
            let end = pause.to.map(|end| instants.plain(end));
            let (umpire, resumed) = (pause.umpire, pause.resumed);
            return say("clocks-paused", context! { end, umpire, resumed });
        }
        if stored.known.untrusted {
            return say("clocks-untrusted", context! {});
        }
        let deadline = stored.deadline(present.now, present.longest_gap)?;
        let mover = stored.game.to_move();
        let yours = (mover == reader).then_some(true);
        let who = self.player(mover);
        if let Some(at) = self.time_over(present) {
            let (at, several) = (instants.deadline(at), stored.game.playing().len() > 2);
            return say("deadline-over", context! { yours, who, at, several });
        }
        if let Some(until) = self.asked_until(&deadline, present) {
            let until = instants.deadline(until);
            return say("deadline-asked", context! { yours, who, until });
        }
        let falls = instants.deadline(deadline.falls);
        if deadline.runs && deadline.zero <= present.now {
            return say("deadline-grace", context! { yours, who, falls });
        }
        let at = instants.deadline(deadline.zero);
        // A letter of a new turn says `3 days`, though a second of them is over.
        let left = (deadline.zero - present.now).num_seconds() + MINUTE - 1;
        let left = self.length(left / MINUTE * MINUTE);
        let grace = (deadline.falls - deadline.zero).num_seconds();
        let grace = (grace > 0).then(|| self.length(grace));
        say("deadline", context! { yours, who, at, left, grace })
    }

    /// The answer to `clock`: terms, what each seat has left, the deadline, and the account of each turn.
    ///
    /// # Errors
    /// An account cannot be read.
    pub(super) fn clock(
        &self,
        reader: Seat,
        log: &GameLog,
        present: &Present,
    ) -> Result<(String, Vec<String>)> {
        let stored = self.stored;
        let say = |name: &str, args| self.voice.say(&format!("notices/{name}"), args);
        let Some(terms) = &stored.clocks.terms else {
            let next = stored
                .clocks
                .next_terms
                .as_ref()
                .map(|next| Terms::written(next.as_ref()));
            return Ok((say("clock-none", context! { next }), Vec::new()));
        };
        let say = |name: &str, args| format!("  {}", say(name, args));
        let mut lines = vec![say("clock-terms", context! { terms => terms.to_string() })];
        if let Some(next) = &stored.clocks.next_terms {
            let terms = Terms::written(next.as_ref());
            lines.push(say("clock-next-terms", context! { terms }));
        }
        for seat in stored.game.playing() {
            let Some(balance) = stored.clocks.balance(seat) else {
                continue;
            };
            let open = stored.is_on() && seat == stored.game.to_move();
            let charged = match open {
                true => stored.charged(present.now, present.longest_gap),
                false => 0,
            };
            let grace_used = (charged - balance.zero(terms)).clamp(0, balance.grace);
            let left = Length::of_seconds((balance.bank - charged + grace_used).max(0));
            let grace = balance.grace - grace_used;
            let grace = (terms.grace.is_some()).then(|| Length::of_seconds(grace).to_string());
            let args = context! { who => self.player(seat), left => left.to_string(), grace, open };
            lines.push(say("clock-of", args));
        }
        lines.push(String::new());
        let accounts = self.accounts(reader, log, present)?;
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
            wrapped
                .into_iter()
                .map(std::borrow::Cow::into_owned)
                .collect::<Vec<_>>()
        });
        let title = self.voice.plain("notices/clock-title");
        Ok((title, lines.collect()))
    }

    /// The account of each turn, two lines each.
    fn accounts(&self, reader: Seat, log: &GameLog, present: &Present) -> Result<Vec<String>> {
        let instants = Instants::of(&times_of(self.stored, reader), present.now);
        let mut lines = Vec::new();
        let standing = |state: i64| self.stored.turns.iter().any(|turn| turn.state == state);
        let mut game = log.begin()?;
        for event in log.until(self.stored.seq) {
            let label = game.game.label();
            game.apply_row(&event.logged())?;
            if let Event::Credit { seat, seconds, .. } = Event::read(&event.logged())? {
                let length = Length::of_seconds(seconds).to_string();
                let args = context! { who => self.seat(seat), length };
                lines.push(format!(
                    "  {}",
                    self.voice.say("notices/clock-credit", args)
                ));
            }
            let (Some(text), Some(seat)) = (&event.time, event.seat) else {
                continue;
            };
            let account: Account = serde_json::from_str(text)?;
            let length = |seconds: i64| Length::of_seconds(seconds).to_string();
            let part = |name: &str, seconds: i64| {
                let args = context! { length => length(seconds) };
                // Less than a minute would be written as none.
                (seconds >= MINUTE).then(|| self.voice.say(&format!("notices/clock-{name}"), args))
            };
            let parts = &account.parts;
            let off = [
                part("unsent", parts.unsent),
                part("outage", parts.outage),
                part("pause", parts.pause),
                part("leave", parts.leave),
                part("weekend", parts.weekend),
            ];
            let off: Vec<String> = off.into_iter().flatten().collect();
            let args = context! {
                label,
                who => self.seat(Seat(seat)),
                given => instants.plain(account.given),
                sent => account.left.filter(|left| *left <= account.came).map(|left| instants.plain(left)),
                came => instants.plain(account.came),
                charge => length(parts.charge),
                bank => length(account.bank),
                grace => (account.grace > 0).then(|| length(account.grace)),
                planned => account.planned,
                flag => event.kind == "flag",
                undone => event.kind != "flag" && !standing(event.state),
                off => off.join(", "),
            };
            let say = |name: &str| self.voice.say(&format!("notices/{name}"), args.clone());
            lines.push(format!("  {}", say("clock-turn")));
            lines.push(format!("    {}", say("clock-turn-parts")));
        }
        Ok(lines)
    }
}

/// What the player of a seat has chosen about times.
fn times_of(stored: &StoredGame, seat: Seat) -> PlayerTimes {
    let row = stored.seats.get(seat.index());
    row.map(|row| row.times.clone()).unwrap_or_default()
}
