//! Words about what needs the consent of others: requests that are open, and why one is refused.

use minijinja::context;

use crate::games::{ConsentRefusal, MOST_ADDED, Proposal, ProposalStep, Topic};
use crate::rules::game::Seat;
use crate::time::{Control, Length, Terms, TermsFault};
use crate::words::{Voice, unnamed};

use super::game_words::GameWords;
use super::shown::ProposalView;
use super::time_words::exact_length;

impl GameWords<'_> {
    /// What is proposed, as the end of a sentence: `to stop the clocks`. `turns`: those that would be taken back.
    /// `open`: otherwise what it was about may have changed.
    pub(super) fn proposal(&self, what: &Proposal, turns: &[String], open: bool) -> String {
        let whom = open.then(|| self.player(self.game.time_goes_to));
        let say = |name: &str, args| self.say(&format!("proposal-{name}"), args);
        match what {
            Proposal::TakeBack => say("take-back", context! { turns => turns.to_vec() }),
            Proposal::Pause => say("pause", context! {}),
            Proposal::Terms(terms) => {
                let (terms, free) = self.terms(terms);
                say("terms", context! { terms, free })
            }
            Proposal::Forgive => say("forgive", context! { whom }),
            Proposal::AddTime(seconds) => {
                let length = self.exact_length(*seconds);
                say("addtime", context! { length, whom })
            }
        }
    }

    /// Terms of time in words and as they are typed, `3 days for each turn (3d/move)`, and whether there is no clock.
    pub(super) fn terms(&self, stored: &str) -> (String, bool) {
        match Terms::read(stored) {
            Ok(Some(terms)) => (in_words(self.voice, &terms, true), false),
            _ => (stored.to_owned(), true),
        }
    }

    /// What is said when something standing was proposed: `standing_proposals` says the same and more.
    pub(super) fn news_of_standing(&self) -> Vec<String> {
        let proposals = self.game.proposals.iter();
        let told = proposals.filter_map(|one| {
            let seat = *one.by.first()?;
            Some(self.news_of_proposal(ProposalStep::Proposed, seat, &one.what, &one.turns))
        });
        let offered = self.game.offers.first();
        let offered =
            offered.map(|by| self.say("news-offered", context! { who => self.player(*by) }));
        told.chain(offered).collect()
    }

    /// What is proposed at present, for a reader: who asks for what, who has not answered, and how to answer.
    pub(super) fn standing_proposals(&self, reader: Seat) -> Vec<String> {
        let proposals = self.game.proposals.iter();
        let standing = proposals.filter_map(|one| self.standing(one, reader));
        standing.collect()
    }

    fn standing(&self, proposed: &ProposalView, reader: Seat) -> Option<String> {
        let (&first, agreed) = proposed.by.split_first()?;
        let missing = &proposed.missing;
        let several = self.game.seats.len() > 2;
        let fast = match &proposed.what {
            Proposal::Terms(terms) => Terms::read(terms).ok().flatten(),
            _ => None,
        };
        let fast = fast.is_some_and(|terms| terms.is_fast());
        let (accept, decline) = answers(&proposed.what);
        let args = context! {
            who => self.player(first),
            what => self.proposal(&proposed.what, &proposed.turns, true),
            own => first == reader,
            yours => missing.contains(&reader),
            agreed => self.players(agreed),
            open => self.players(missing),
            several,
            fast,
            accept,
            decline,
        };
        Some(self.say("proposal-stands", args))
    }

    /// Why nothing is proposed, agreed to, or given; `umpire`: for the umpire, who knows what they
    /// have asked for.
    pub(super) fn consent_refusal(&self, refusal: &ConsentRefusal, umpire: bool) -> String {
        let tell = |args| self.voice.tell("refused", refusal, args);
        match refusal {
            ConsentRefusal::AnswerFirst(seat) | ConsentRefusal::LeftSince(seat) => {
                tell(context! { who => self.player(*seat) })
            }
            ConsentRefusal::NothingAsked(topic) => tell(context! { verb => verb(*topic) }),
            ConsentRefusal::NoTerms(typed) => no_terms(self.voice, typed),
            ConsentRefusal::SameTerms(terms) => {
                let (terms, free) = self.terms(terms);
                tell(context! { terms, free })
            }
            ConsentRefusal::TooMuch(left) => {
                let used = *left < MOST_ADDED;
                let left = (*left > 0).then(|| self.exact_length(*left));
                self.say("refused-too-much-time", context! { left, used })
            }
            ConsentRefusal::AtMaximum(seat) => tell(context! { who => self.player(*seat), umpire }),
            ConsentRefusal::NoClock
            | ConsentRefusal::NoClockYet
            | ConsentRefusal::PausedAlready
            | ConsentRefusal::NotPaused => tell(context! { umpire }),
            _ => tell(unnamed(refusal, &["terms", "typed"])),
        }
    }
}

/// Terms of time in words, `3 days for each turn`; `typed`: also as they are typed.
fn in_words(voice: Voice<'_>, terms: &Terms, typed: bool) -> String {
    let say = |name: &str, args| voice.notice(&format!("terms-{name}"), args);
    let length = |length: Length| exact_length(voice, length.seconds());
    let mut parts = match terms.control {
        Control::PerMove { length: each } => {
            vec![say("per-move", context! { length => length(each) })]
        }
        Control::Bank {
            bank,
            increment,
            max,
        } => {
            let mut parts = vec![say("bank", context! { bank => length(bank) })];
            if !increment.is_zero() {
                parts.push(say(
                    "increment",
                    context! { increment => length(increment) },
                ));
            }
            parts.extend(max.map(|max| say("max", context! { max => length(max) })));
            parts
        }
        Control::Turns { count, length: all } => {
            vec![say("turns", context! { count, length => length(all) })]
        }
    };
    let grace = |grace| say("grace", context! { grace => length(grace) });
    let most = |max| say("turn-max", context! { max => length(max) });
    parts.extend(terms.grace.map(grace));
    parts.extend(terms.turn_max.map(most));
    parts.extend(terms.no_leave.then(|| say("no-leave", context! {})));
    parts.extend(terms.weekdays.then(|| say("weekdays", context! {})));
    let terms = typed.then(|| terms.to_string());
    say("in-words", context! { terms, parts })
}

/// The time that a line about challenges names, in words: `Time: 3 days for each turn.`
pub(super) fn time_of_line(voice: Voice<'_>, line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words.iter().position(|word| *word == "time")? + 1;
    let ends = (first + 1..=words.len()).rev();
    let mut read = ends.filter_map(|end| Terms::read(&words[first..end].join(" ")).ok());
    let terms = read.next()?.map(|terms| in_words(voice, &terms, false));
    Some(voice.notice("notice-time", context! { terms }))
}

/// Why a text is no terms of time: with what was understood of it.
pub fn no_terms(voice: Voice<'_>, typed: &str) -> String {
    let Err(error) = Terms::read(typed) else {
        return voice.notice("refused-terms", context! { typed });
    };
    let args = match &error.fault {
        TermsFault::NoLength { part, .. }
        | TermsFault::Zero { part }
        | TermsFault::TooLong { part }
        | TermsFault::Twice { part } => {
            context! { part => voice.tell("part", part, context! {}) }
        }
        _ => context! {},
    };
    let why = voice.tell("terms", &error.fault, args);
    let read = error.read;
    voice.notice("refused-terms", context! { typed, read, why })
}

/// The command that a topic belongs to.
pub(super) fn verb(topic: Topic) -> &'static str {
    match topic {
        Topic::TakeBack => "undo",
        Topic::Pause => "pause",
        Topic::Terms => "time",
        Topic::Forgive => "forgive",
        Topic::AddTime => "addtime",
    }
}

/// The lines that agree to a proposal and decline it. What only gives time is declined by saying nothing.
fn answers(what: &Proposal) -> (String, Option<String>) {
    let verb = verb(what.topic());
    match what {
        Proposal::TakeBack | Proposal::Pause | Proposal::Terms(_) => {
            (format!("{verb} accept"), Some(format!("{verb} decline")))
        }
        Proposal::Forgive => (verb.to_owned(), None),
        Proposal::AddTime(seconds) => (format!("{verb} {}", Length::of_seconds(*seconds)), None),
    }
}

/// The lines that would answer each of several things that wait for an answer.
pub fn answer_lines(draw: bool, asked: &[Proposal], agrees: bool) -> Vec<String> {
    let word = if agrees { "accept" } else { "decline" };
    let draw = draw.then(|| format!("draw {word}"));
    let others = asked.iter().filter_map(|what| {
        let (accept, decline) = answers(what);
        if agrees { Some(accept) } else { decline }
    });
    draw.into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Words;

    #[test]
    fn the_time_of_a_line_is_in_words() {
        let voice = Words::built_in().english();
        let time = |line| time_of_line(voice, line);
        let said = |text: &str| Some(text.to_owned());
        assert_eq!(
            time("challenge boris chess as white time 3d/move grace 2d private"),
            said("Time: 3 days for each turn, 2 days of grace.")
        );
        assert_eq!(time("seek chess time none"), said("Time: no clock."));
        assert_eq!(time("seek chess"), None);
    }
}
