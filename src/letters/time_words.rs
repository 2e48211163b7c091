//! Words about time: clocks, proposals, and turns that are taken back by consent.

use minijinja::context;

use crate::games::{CreditReason, Proposal, ReopenReason, TimeHappening};
use crate::words::Voice;

use super::game_words::GameWords;

/// Seconds in a minute, an hour, a day.
const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

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

    /// What is proposed, as the end of a sentence: `to stop the clocks`.
    #[must_use]
    pub fn proposal(&self, what: &Proposal) -> String {
        let say = |name: &str, args| self.voice.say(&format!("notices/{name}"), args);
        match what {
            Proposal::TakeBack => say("proposal-take-back", context! {}),
            Proposal::Pause => say("proposal-pause", context! {}),
            Proposal::Terms(terms) => say("proposal-terms", context! { terms }),
            Proposal::Forgive => say("proposal-forgive", context! {}),
            Proposal::AddTime(seconds) => say(
                "proposal-addtime",
                context! { length => self.length(*seconds) },
            ),
        }
    }

    /// What a reader is told of what somebody else has done about time: sentences.
    #[must_use]
    pub(super) fn time_news(&self, happening: &TimeHappening) -> Vec<String> {
        let say = |name: &str, args| self.voice.say(&format!("notices/{name}"), args);
        let sentence = match happening {
            TimeHappening::Proposed { seat, what, turns } => {
                let (who, what) = (self.player(*seat), self.proposal(what));
                say("news-proposed", context! { who, what, turns })
            }
            TimeHappening::AgreedTo { seat, what } => {
                let (who, what) = (self.player(*seat), self.proposal(what));
                say("news-agreed-to", context! { who, what })
            }
            TimeHappening::Refused { seat, what } => {
                let what: Vec<String> = what.iter().map(|what| self.proposal(what)).collect();
                say(
                    "news-refused-proposal",
                    context! { who => self.player(*seat), what },
                )
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
            TimeHappening::Terms(terms) => say("news-terms", context! { terms }),
            TimeHappening::Credited { seat, seconds, why } => {
                let (who, length) = (self.player(*seat), self.length(*seconds));
                let why = match why {
                    CreditReason::Forgive => "forgive",
                    CreditReason::AddTime => "addtime",
                    CreditReason::Outage => "outage",
                    CreditReason::Umpire => "umpire",
                };
                say("news-credited", context! { who, length, why })
            }
            TimeHappening::Grace(seat) => say("news-grace", context! { who => self.player(*seat) }),
            TimeHappening::Flagged { seat, drawn } => {
                let goes_on = self.stored.game.outcome().is_none();
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
    pub(super) fn time_receipt(&self, happening: &TimeHappening) -> String {
        let say = |name: &str, args| self.voice.say(&format!("notices/{name}"), args);
        match happening {
            TimeHappening::Proposed { what, turns, .. } => {
                let others = self.stored.game.playing().len().saturating_sub(1);
                let what = self.proposal(what);
                say("done-proposed", context! { what, turns, others })
            }
            TimeHappening::AgreedTo { what, .. } => {
                say("done-agreed-to", context! { what => self.proposal(what) })
            }
            TimeHappening::Refused { what, .. } => {
                let what: Vec<String> = what.iter().map(|what| self.proposal(what)).collect();
                say("done-refused-proposal", context! { what })
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
