//! Words about time: clocks, proposals, and turns that are taken back by consent.

use minijinja::context;

use crate::games::{CreditReason, Event, Proposal, ProposalStep, ReopenReason};
use crate::rules::game::Seat;
use crate::time::{DAY, HOUR, MINUTE};
use crate::words::{Voice, kind};

use super::game_words::GameWords;

/// A length of time, rounded down: `3 days`, `18 hours`, `40 minutes`.
pub(super) fn length(voice: Voice<'_>, seconds: i64) -> String {
    let (count, unit) = match seconds.max(0) {
        // Whole days are written as days, also one of them.
        s if s >= 2 * DAY || (s >= DAY && s % DAY == 0) => (s / DAY, "days"),
        s if s >= 2 * HOUR || (s >= HOUR && s % HOUR == 0) => (s / HOUR, "hours"),
        s => (s / MINUTE, "minutes"),
    };
    voice.notice("length", context! { count, unit })
}

/// A length of time in the largest unit that leaves nothing over: `3 days`, `36 hours`.
pub(super) fn exact_length(voice: Voice<'_>, seconds: i64) -> String {
    let (count, unit) = match seconds.max(0) {
        s if s % DAY == 0 => (s / DAY, "days"),
        s if s % HOUR == 0 => (s / HOUR, "hours"),
        s => (s / MINUTE, "minutes"),
    };
    voice.notice("length", context! { count, unit })
}

impl GameWords<'_> {
    /// A length of time, rounded down: `3 days`, `18 hours`, `40 minutes`.
    pub fn length(&self, seconds: i64) -> String {
        length(self.voice, seconds)
    }

    /// The same with hours behind days: `2 days 23 hours`.
    pub fn length_to_the_hour(&self, seconds: i64) -> String {
        let (days, hours) = (seconds / DAY, seconds % DAY / HOUR);
        if days < 1 || hours < 1 {
            return self.length(seconds);
        }
        self.say("length", context! { count => days, unit => "days", hours })
    }

    /// A length of time in the largest unit that leaves nothing over: `3 days`, `36 hours`.
    pub fn exact_length(&self, seconds: i64) -> String {
        exact_length(self.voice, seconds)
    }

    /// What a reader is told of what somebody else has done about time.
    pub(super) fn time_news(&self, event: &Event) -> Option<String> {
        let say = |name: &str, args| self.say(name, args);
        Some(match event {
            Event::Pause { by, reason } => {
                say("news-paused", context! { umpire => by.is_none(), reason })
            }
            Event::Resume { by } => {
                let who = by.map(|seat| self.player(seat));
                say("news-resumed", context! { who })
            }
            Event::Terms(terms) => {
                let (terms, free) = self.terms(terms);
                say("news-terms", context! { terms, free })
            }
            Event::Credit { seat, seconds, why } => {
                let (who, length) = (self.player(*seat), self.exact_length(*seconds));
                // Where the longest turn ends before that time would, nothing is gained.
                let counts = *seat == self.game.to_move && *why != CreditReason::Outage;
                let longest = self.game.terms().and_then(|terms| terms.turn_max);
                let longest = longest.filter(|_| counts);
                let longest = longest.map(|longest| self.exact_length(longest.seconds()));
                // As commands are written: `addtime`.
                let why = kind(why).replace('-', "");
                say("news-credited", context! { who, length, why, longest })
            }
            Event::Grace(seat) => say("news-grace", context! { who => self.player(*seat) }),
            Event::Flag { seat, drawn } => {
                let goes_on = self.game.outcome.is_none();
                let who = self.player(*seat);
                say("news-flagged", context! { who, drawn, goes_on })
            }
            Event::Reopen { seat, why } => {
                let in_time = *why == ReopenReason::InTime;
                let who = self.player(*seat);
                let waits = self.game.waits;
                say("news-flag-taken-back", context! { who, in_time, waits })
            }
            _ => return None,
        })
    }

    /// What a reader is told of what others do about a proposal.
    pub(super) fn news_of_proposal(
        &self,
        step: ProposalStep,
        seat: Seat,
        what: &Proposal,
        turns: &[String],
    ) -> String {
        let (who, what) = (self.player(seat), self.of_step(step, what, turns));
        let name = format!("news-{}", word(step));
        self.say(&name, context! { who, what })
    }

    /// What a reader is told of what they do themselves about a proposal of `seat`.
    pub(super) fn receipt_of_proposal(
        &self,
        step: ProposalStep,
        (seat, reader): (Seat, Seat),
        what: &Proposal,
        turns: &[String],
    ) -> String {
        let (who, own) = (self.player(seat), seat == reader);
        let mut standing = self.game.proposals.iter();
        let proposed = standing.find(|one| one.what == *what && one.by.first() == Some(&seat));
        let others = self.players(proposed.map_or(&[], |one| &one.missing));
        let what = self.of_step(step, what, turns);
        let name = format!("done-{}", word(step));
        self.say(&name, context! { who, what, own, others })
    }

    fn of_step(&self, step: ProposalStep, what: &Proposal, turns: &[String]) -> String {
        match step {
            ProposalStep::Lapsed => self.proposal(what, &[], false),
            _ => self.proposal(what, turns, true),
        }
    }
}

/// What the texts about a step are called.
const fn word(step: ProposalStep) -> &'static str {
    match step {
        ProposalStep::Proposed => "proposed",
        ProposalStep::AgreedTo => "agreed-to",
        ProposalStep::Refused => "refused-proposal",
        ProposalStep::Lapsed => "proposal-lapsed",
    }
}
