//! Words about time: clocks, proposals, and turns that are taken back by consent.

use minijinja::context;

use crate::games::{CreditReason, ReopenReason, TimeHappening};
use crate::rules::game::Seat;
use crate::time::{DAY, HOUR, MINUTE};
use crate::words::Voice;

use super::game_words::GameWords;

/// A length of time, rounded down: `3 days`, `18 hours`, `40 minutes`.
pub(super) fn length(voice: Voice<'_>, seconds: i64) -> String {
    let (count, unit) = match seconds.max(0) {
        // Whole days are written as days, also one of them.
        s if s >= 2 * DAY || (s >= DAY && s % DAY == 0) => (s / DAY, "days"),
        s if s >= 2 * HOUR || (s >= HOUR && s % HOUR == 0) => (s / HOUR, "hours"),
        s => (s / MINUTE, "minutes"),
    };
    voice.say("notices/length", context! { count, unit })
}

impl GameWords<'_> {
    /// A length of time, rounded down: `3 days`, `18 hours`, `40 minutes`.
    #[must_use]
    pub fn length(&self, seconds: i64) -> String {
        length(self.voice, seconds)
    }

    /// A length of time in the largest unit that leaves nothing over: `3 days`, `36 hours`.
    #[must_use]
    pub fn exact_length(&self, seconds: i64) -> String {
        let (count, unit) = match seconds.max(0) {
            s if s % DAY == 0 => (s / DAY, "days"),
            s if s % HOUR == 0 => (s / HOUR, "hours"),
            s => (s / MINUTE, "minutes"),
        };
        self.voice.say("notices/length", context! { count, unit })
    }

    /// What a reader is told of what somebody else has done about time: sentences.
    #[must_use]
    pub(super) fn time_news(&self, happening: &TimeHappening) -> Vec<String> {
        let say = |name: &str, args| self.voice.say(&format!("notices/{name}"), args);
        let sentence = match happening {
            TimeHappening::Proposed { seat, what, turns } => {
                let (who, what) = (self.player(*seat), self.proposal(what, turns));
                say("news-proposed", context! { who, what })
            }
            TimeHappening::AgreedTo { seat, what, turns } => {
                let (who, what) = (self.player(*seat), self.proposal(what, turns));
                say("news-agreed-to", context! { who, what })
            }
            TimeHappening::Refused { seat, what, turns } => {
                let (who, what) = (self.player(*seat), self.proposal(what, turns));
                say("news-refused-proposal", context! { who, what })
            }
            TimeHappening::Lapsed { seat, what } => {
                let (who, what) = (self.player(*seat), self.former_proposal(what));
                say("news-proposal-lapsed", context! { who, what })
            }
            TimeHappening::TurnsTakenBack { seat, turns } => say(
                "news-turns-taken-back",
                context! { who => self.player(*seat), turns },
            ),
            TimeHappening::Paused { by, reason } => {
                say("news-paused", context! { umpire => by.is_none(), reason })
            }
            TimeHappening::Resumed { by } => {
                let who = by.map(|seat| self.player(seat));
                say("news-resumed", context! { who })
            }
            TimeHappening::Terms(terms) => {
                let (terms, free) = self.terms(terms);
                say("news-terms", context! { terms, free })
            }
            TimeHappening::Credited { seat, seconds, why } => {
                let (who, length) = (self.player(*seat), self.exact_length(*seconds));
                let why = match why {
                    CreditReason::Forgive => "forgive",
                    CreditReason::AddTime => "addtime",
                    CreditReason::Outage => "outage",
                    CreditReason::Umpire => "umpire",
                };
                let longest = (self.game.terms())
                    .and_then(|terms| terms.turn_max)
                    .filter(|_| *seat == self.game.to_move && why != "outage")
                    .map(|longest| self.exact_length(longest.seconds()));
                say("news-credited", context! { who, length, why, longest })
            }
            TimeHappening::Grace(seat) => say("news-grace", context! { who => self.player(*seat) }),
            TimeHappening::Flagged { seat, drawn } => {
                let goes_on = self.game.outcome.is_none();
                let who = self.player(*seat);
                say("news-flagged", context! { who, drawn, goes_on })
            }
            TimeHappening::Reopened { seat, why } => {
                let in_time = *why == ReopenReason::InTime;
                let who = self.player(*seat);
                say("news-flag-taken-back", context! { who, in_time })
            }
        };
        vec![sentence]
    }

    /// What a reader is told of what he has done himself about time.
    #[must_use]
    pub(super) fn time_receipt(&self, happening: &TimeHappening, reader: Seat) -> String {
        let say = |name: &str, args| self.voice.say(&format!("notices/{name}"), args);
        match happening {
            TimeHappening::Proposed { seat, what, turns } => {
                let mut standing = self.game.proposals.iter();
                let proposed =
                    standing.find(|one| one.what == *what && one.by.first() == Some(seat));
                let others = proposed.map_or(&[][..], |one| &one.missing);
                let others = self.players(others);
                let what = self.proposal(what, turns);
                say("done-proposed", context! { what, others })
            }
            TimeHappening::AgreedTo { what, turns, .. } => {
                let what = self.proposal(what, turns);
                say("done-agreed-to", context! { what })
            }
            TimeHappening::Refused { what, turns, .. } => {
                let what = self.proposal(what, turns);
                say("done-refused-proposal", context! { what })
            }
            TimeHappening::Lapsed { seat, what } => {
                let own = *seat == reader;
                let (who, what) = (self.player(*seat), self.former_proposal(what));
                say("done-proposal-lapsed", context! { who, what, own })
            }
            TimeHappening::Resumed { .. } => say("done-resumed", context! {}),
            TimeHappening::TurnsTakenBack { .. }
            | TimeHappening::Paused { .. }
            | TimeHappening::Terms(_)
            | TimeHappening::Credited { .. }
            | TimeHappening::Grace(_)
            | TimeHappening::Flagged { .. }
            | TimeHappening::Reopened { .. } => self.time_news(happening).join("\n"),
        }
    }
}
