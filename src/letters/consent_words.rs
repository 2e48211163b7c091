//! Words about what needs the consent of others: requests that stand, and why one is refused.

use minijinja::context;

use crate::games::{ConsentRefusal, Proposal, Proposed, Topic};
use crate::rules::game::Seat;
use crate::time::{Length, Part, Terms, TermsFault};

use super::game_words::GameWords;

/// The terms of a game without a clock.
pub(super) const NO_CLOCK: &str = "none";

impl GameWords<'_> {
    /// What is proposed, as the end of a sentence: `to stop the clocks`. `turns`: those that would be taken back.
    #[must_use]
    pub fn proposal(&self, what: &Proposal, turns: &[String]) -> String {
        let whom = Some(self.player(self.stored.time_goes_to()));
        self.proposal_for(what, turns, whom)
    }

    /// The same of something that stands no more: what it was about may have changed.
    pub(super) fn former_proposal(&self, what: &Proposal) -> String {
        self.proposal_for(what, &[], None)
    }

    fn proposal_for(&self, what: &Proposal, turns: &[String], whom: Option<String>) -> String {
        let say = |name: &str, args| self.voice.say(&format!("notices/proposal-{name}"), args);
        match what {
            Proposal::TakeBack => say("take-back", context! { turns => turns.to_vec() }),
            Proposal::Pause => say("pause", context! {}),
            Proposal::Terms(terms) => {
                let none = terms == NO_CLOCK;
                say("terms", context! { terms, none })
            }
            Proposal::Forgive => say("forgive", context! { whom }),
            Proposal::AddTime(seconds) => {
                let length = self.length(*seconds);
                say("addtime", context! { length, whom })
            }
        }
    }

    /// What is proposed at present, for a reader: who asks for what, who has not answered, and how to answer.
    pub(super) fn standing_proposals(&self, reader: Seat) -> Vec<String> {
        let proposals = self.stored.proposals.iter();
        proposals.filter_map(|one| self.standing(one, reader)).collect()
    }

    fn standing(&self, proposed: &Proposed, reader: Seat) -> Option<String> {
        let first = *proposed.by.first()?;
        let turns = self.stored.would_take_back(first, &proposed.what);
        let missing = self.stored.have_not_agreed(proposed);
        let several = self.stored.have_to_agree(proposed.what.topic()).len() > 2;
        let agreed = proposed.by.get(1..).unwrap_or_default();
        let (accept, decline) = answers(&proposed.what);
        let args = context! {
            who => self.player(first),
            what => self.proposal(&proposed.what, &turns),
            own => first == reader,
            yours => missing.contains(&reader),
            agreed => self.players(agreed),
            open => self.players(&missing),
            several,
            accept,
            decline,
        };
        Some(self.voice.say("notices/proposal-stands", args))
    }

    /// Why nothing is proposed, agreed to, or given.
    pub(super) fn consent_refusal(&self, refusal: &ConsentRefusal) -> String {
        let say = |name: &str, args| self.voice.say(&format!("notices/refused-{name}"), args);
        match refusal {
            ConsentRefusal::SaidAlready(topic) => {
                let time = matches!(topic, Topic::Forgive | Topic::AddTime);
                say("said-already", context! { time })
            }
            ConsentRefusal::AnswerFirst(seat) => {
                say("answer-first", context! { who => self.player(*seat) })
            }
            ConsentRefusal::NoTurn => say("no-turn", context! {}),
            ConsentRefusal::LeftSince(seat) => {
                say("left-since", context! { who => self.player(*seat) })
            }
            ConsentRefusal::NothingAsked(topic) => {
                let verb = verb(*topic);
                say("nothing-asked", context! { verb })
            }
            ConsentRefusal::WhichTerms(terms) => say("which-terms", context! { terms }),
            ConsentRefusal::NoClock => say("no-clock", context! {}),
            ConsentRefusal::PausedAlready => say("paused-already", context! {}),
            ConsentRefusal::NotPaused => say("not-paused", context! {}),
            ConsentRefusal::PausedByUmpire => say("paused-by-umpire", context! {}),
            ConsentRefusal::NoTerms(typed) => self.no_terms(typed),
            ConsentRefusal::SameTerms(terms) => {
                let none = terms == NO_CLOCK;
                say("same-terms", context! { terms, none })
            }
            ConsentRefusal::OwnTime => say("own-time", context! {}),
            ConsentRefusal::TooLate => say("too-late", context! {}),
            ConsentRefusal::NoLength(typed) => say("no-length", context! { typed }),
            ConsentRefusal::TooMuch(left) => {
                let left = (*left > 0).then(|| self.length(*left));
                say("too-much-time", context! { left })
            }
            ConsentRefusal::AtMaximum(seat) => {
                say("at-maximum", context! { who => self.player(*seat) })
            }
            ConsentRefusal::NothingToGive => say("nothing-to-give", context! {}),
        }
    }
}

impl GameWords<'_> {
    /// Why a text is no terms of time: with what was understood of it.
    pub fn no_terms(&self, typed: &str) -> String {
        let Err(error) = Terms::read(typed) else {
            return self.voice.say("notices/refused-terms", context! { typed });
        };
        let say = |name: &str, args| self.voice.say(&format!("notices/terms-{name}"), args);
        let part = |part: Part| self.voice.plain(&format!("notices/part-{}", part_name(part)));
        let why = match &error.fault {
            TermsFault::NoControl => say("no-control", context! {}),
            TermsFault::NoLength { part: of, found } => {
                say("no-length", context! { part => part(*of), found })
            }
            TermsFault::Unknown { word } => say("unknown", context! { word }),
            TermsFault::Zero { part: of } => say("zero", context! { part => part(*of) }),
            TermsFault::TooLong { part: of } => say("too-long", context! { part => part(*of) }),
            TermsFault::Count { most } => say("count", context! { most }),
            TermsFault::MaxBelowBank { bank, max } => {
                let (bank, max) = (bank.to_string(), max.to_string());
                say("max-below-bank", context! { bank, max })
            }
            TermsFault::MaxWithoutBank => say("max-without-bank", context! {}),
            TermsFault::Twice { part: of } => say("twice", context! { part => part(*of) }),
        };
        let read = error.read;
        self.voice.say("notices/refused-terms", context! { typed, read, why })
    }
}

/// The name of a part of terms, as texts use it.
fn part_name(part: Part) -> &'static str {
    match part {
        Part::PerMove => "per-move",
        Part::Bank => "bank",
        Part::Increment => "increment",
        Part::Max => "max",
        Part::Turns => "turns",
        Part::Grace => "grace",
        Part::TurnMax => "turn-max",
        Part::NoLeave => "no-leave",
        Part::Weekdays => "weekdays",
    }
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
pub(super) fn answer_lines(draw: bool, asked: &[Proposal], agrees: bool) -> Vec<String> {
    let word = if agrees { "accept" } else { "decline" };
    let draw = draw.then(|| format!("draw {word}"));
    let others = asked.iter().filter_map(|what| {
        let (accept, decline) = answers(what);
        if agrees { Some(accept) } else { decline }
    });
    draw.into_iter().chain(others).collect()
}
