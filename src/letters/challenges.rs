//! The words of challenges and seeks.

use chrono::{DateTime, Utc};
use minijinja::{Value, context};

use crate::meeting::{ChallengeLimit, LineError, LineFault};
use crate::status::ChallengeStatus;
use crate::text::{self, SENTENCE, paragraphs, with_bars, wrapped};
use crate::variants;
use crate::words::Voice;

use super::data::{
    ChallengeNews, ChallengeNote, ChallengeNotice, ShownChallenge, ShownPlace, ShownWho,
};
use super::instants::Instants;
use super::query::Reply;
use super::seat::Echo;
use super::shown::ShownSeek;

/// Makes words of what concerns challenges, for one reader.
#[derive(Clone, Copy)]
pub(super) struct ChallengeWords<'a> {
    pub voice: Voice<'a>,
    /// The reader's time zone.
    pub zone: Option<&'a str>,
}

impl ChallengeWords<'_> {
    fn say(&self, name: &str, args: Value) -> String {
        self.voice.say(&format!("notices/{name}"), args)
    }

    fn plain(&self, name: &str, args: Value) -> Reply {
        Reply::plain(self.say(name, args))
    }

    /// A name; an empty one is not for the reader to know.
    fn named(&self, name: &str) -> String {
        match name {
            "" => self
                .voice
                .plain("notices/challenge-somebody")
                .trim()
                .to_owned(),
            name => name.to_owned(),
        }
    }

    /// The same at the beginning of a sentence. Names and addresses stay as they are.
    fn named_first(&self, name: &str) -> String {
        match name {
            "" => text::capitalised(&self.named("")),
            name => name.to_owned(),
        }
    }

    fn all_named(&self, names: &[String]) -> Vec<String> {
        names.iter().map(|name| self.named(name)).collect()
    }

    fn until(&self, shown: &ShownChallenge) -> String {
        let at = shown.until.parse::<DateTime<Utc>>().unwrap_or_default();
        Instants::in_zone(self.zone, at).plain(at)
    }

    /// The news in a few words, for the first line of the letter and its Subject.
    pub fn headline(&self, notice: &ChallengeNotice) -> String {
        let shown = &notice.shown;
        let (number, seek, name) = (shown.number.0, shown.seek, name(&shown.variant));
        let say = |word: &str, by: &str, counter: bool, rematch: Option<i64>| {
            let by = self.named_first(by);
            let args = context! { by, number, seek, name, counter, rematch };
            self.say(&format!("challenge-headline-{word}"), args)
        };
        match &notice.news {
            ChallengeNews::Asked {
                by,
                counter,
                rematch,
                ..
            } => say("asked", by, *counter, rematch.map(|game| game.0)),
            ChallengeNews::Agreed { by } => say("agreed", by, false, None),
            ChallengeNews::Left { by } => say("left", by, false, None),
            ChallengeNews::Declined { by, .. } => say("declined", by, false, None),
            ChallengeNews::Withdrawn { by } => say("withdrawn", by, false, None),
            ChallengeNews::Expired => say("expired", "", false, None),
            ChallengeNews::Cancelled { .. } => say("cancelled", "", false, None),
        }
    }

    /// What a player is told, in parts that are separated by blank lines.
    pub fn notice(&self, notice: &ChallengeNotice) -> Vec<Echo> {
        let shown = &notice.shown;
        let (number, seek) = (shown.number.0, shown.seek);
        let said = |text: &str| Echo {
            result: wrapped(text, SENTENCE),
            ..Echo::default()
        };
        let named = |by: &str| self.named_first(by);
        match &notice.news {
            ChallengeNews::Asked {
                by,
                counter,
                rematch,
            } => {
                let (by, name) = (named(by), name(&shown.variant));
                let rematch = rematch.map(|game| game.0);
                let args = context! { by, number, name, counter, rematch };
                let mut first = said(&self.say("challenge-asked", args));
                first.block = self.terms(shown);
                let (until, variant) = (self.until(shown), &shown.variant);
                let drawn = shown.places.iter().any(|place| place.seat.is_none());
                let others = shown.places.len().saturating_sub(1);
                let args = context! { number, until, variant, drawn, others };
                vec![first, said(&self.say("challenge-asked-below", args))]
            }
            ChallengeNews::Agreed { by } => {
                let by = named(by);
                let mut first = said(&self.say("challenge-agreed", context! { by, number, seek }));
                first.block = self.places(shown);
                vec![first]
            }
            ChallengeNews::Left { by } => {
                let by = named(by);
                let mut first = said(&self.say("challenge-left", context! { by, number }));
                first.block = self.places(shown);
                vec![first]
            }
            ChallengeNews::Declined { by, words } => {
                let (by, given) = (named(by), words.is_some());
                let args = context! { by, number, words => given };
                let mut first = said(&self.say("challenge-declined", args));
                first.words = with_bars(words.as_deref().unwrap_or_default());
                vec![first]
            }
            ChallengeNews::Withdrawn { by } => {
                let by = named(by);
                vec![said(
                    &self.say("challenge-withdrawn", context! { by, number, seek }),
                )]
            }
            ChallengeNews::Expired => {
                let mut first = said(&self.say("challenge-expired", context! { number, seek }));
                first.block = line(&shown.line);
                vec![first]
            }
            ChallengeNews::Cancelled { reason } => {
                let args = context! { number, seek, reason };
                vec![said(&self.say("challenge-cancelled", args))]
            }
        }
    }

    /// The terms as a line, and who shall play where there are more than two.
    fn terms(&self, shown: &ShownChallenge) -> Vec<String> {
        let mut block = line(&shown.line);
        if shown.places.len() > 2 {
            block.push(String::new());
            block.extend(self.places(shown));
        }
        block
    }

    fn places(&self, shown: &ShownChallenge) -> Vec<String> {
        let place = |place: &ShownPlace| {
            let seat = place.seat.as_deref().map(|seat| self.voice.name(seat));
            let yes = place.yes;
            let said = match &place.who {
                ShownWho::You => self.say("challenge-place-you", context! { seat, yes }),
                who => {
                    let free = *who == ShownWho::Free;
                    let who = self.who(who);
                    self.say("challenge-place", context! { who, seat, yes, free })
                }
            };
            format!("    {}", said.trim())
        };
        shown.places.iter().map(place).collect()
    }

    fn who(&self, who: &ShownWho) -> String {
        match who {
            ShownWho::Named(name) => name.clone(),
            ShownWho::You | ShownWho::Somebody => self.named(""),
            ShownWho::Free => self.voice.plain("notices/challenge-free"),
        }
    }

    /// What a line is answered.
    pub fn reply(&self, note: &ChallengeNote) -> Reply {
        match note {
            ChallengeNote::Fault(error) => self.fault(error),
            ChallengeNote::NoPlayer(who) => self.plain("challenge-no-player", context! { who }),
            ChallengeNote::NoAddress(who) => self.plain("challenge-no-address", context! { who }),
            ChallengeNote::Twice(who) => self.plain("challenge-twice", context! { who }),
            ChallengeNote::Count {
                variant,
                needed,
                given,
            } => {
                let name = name(variant);
                self.plain("challenge-count", context! { name, needed, given })
            }
            ChallengeNote::Sent { shown, to, counter } => {
                let (number, until) = (shown.number.0, self.until(shown));
                let args = context! { number, until, to, counter };
                Reply::with(self.say("challenge-sent", args), self.terms(shown))
            }
            ChallengeNote::Seeking(shown) => {
                let (number, until) = (shown.number.0, self.until(shown));
                let others = shown.places.len().saturating_sub(1);
                let args = context! { number, until, others };
                Reply::with(self.say("challenge-seeking", args), line(&shown.line))
            }
            ChallengeNote::Known(shown) => {
                let (number, until) = (shown.number.0, self.until(shown));
                let args = context! { number, until };
                Reply::with(self.say("challenge-known", args), self.terms(shown))
            }
            ChallengeNote::Practice => self.plain("challenge-practice", context! {}),
            ChallengeNote::Begins {
                number,
                seat,
                drawn,
                crossed,
            } => {
                let (number, seat) = (number.0, text::capitalised(&self.voice.name(seat)));
                self.plain(
                    "challenge-begins",
                    context! { number, seat, drawn, crossed },
                )
            }
            ChallengeNote::Waits {
                number,
                missing,
                free,
            } => {
                let (number, missing) = (number.0, self.all_named(missing));
                self.plain("challenge-waits", context! { number, missing, free })
            }
            ChallengeNote::Ask { shown, changed } => {
                let number = shown.number.0;
                let mut block = self.terms(shown);
                block.push(String::new());
                block.extend(wrapped(
                    &self.say("challenge-ask-below", context! {}),
                    SENTENCE,
                ));
                Reply::with(
                    self.say("challenge-ask", context! { number, changed }),
                    block,
                )
            }
            ChallengeNote::Closed { number, how, game } => {
                let how = how.map(ChallengeStatus::as_str);
                let (number, game) = (number.0, game.map(|game| game.0));
                self.plain("challenge-closed", context! { number, how, game })
            }
            ChallengeNote::Own { number, missing } => {
                let (number, missing) = (number.0, self.all_named(missing));
                self.plain("challenge-own", context! { number, missing })
            }
            ChallengeNote::Which(all) => {
                let lines = all.iter().flat_map(|shown| {
                    let (number, line) = (shown.number.0, &shown.line);
                    let said = self.say("challenge-which-line", context! { number, line });
                    indented(&said)
                });
                Reply::with(self.say("challenge-which", context! {}), lines.collect())
            }
            ChallengeNote::Limit(limit) => Reply::plain(self.limit(limit)),
            other => self.short(other),
        }
    }

    /// Answers that need no more than a number.
    fn short(&self, note: &ChallengeNote) -> Reply {
        let (name, number) = match note {
            ChallengeNote::NoSuch(number) => ("no-such", number.0),
            ChallengeNote::Declined(number) => ("you-declined", number.0),
            ChallengeNote::Withdrawn(number) => ("you-withdrew", number.0),
            ChallengeNote::Left(number) => ("you-left", number.0),
            ChallengeNote::NoChange(number) => ("no-change", number.0),
            ChallengeNote::SeekCountered(number) => ("seek-countered", number.0),
            ChallengeNote::OneGame(number) => ("one-game", number.0),
            ChallengeNote::WordsUnsent => ("words-unsent", 0),
            ChallengeNote::NotOver => ("not-over", 0),
            ChallengeNote::NoRematch => ("no-rematch", 0),
            _ => ("none-open", 0),
        };
        self.plain(&format!("challenge-{name}"), context! { number })
    }

    fn limit(&self, limit: &ChallengeLimit) -> String {
        let say = |name: &str, who: &str, most: i64| {
            self.say(&format!("limit-{name}"), context! { who, most })
        };
        match limit {
            ChallengeLimit::Running(most) => say("running", "", *most),
            ChallengeLimit::Open(most) => say("open", "", *most),
            ChallengeLimit::Seeks(most) => say("seeks", "", *most),
            ChallengeLimit::LettersTo(who, most) => say("letters-to", who, *most),
            ChallengeLimit::Letters(most) => say("letters", "", *most),
            ChallengeLimit::Invitations(most) => say("invitations", "", *most),
            ChallengeLimit::InvitationsOfAll(most) => say("invitations-of-all", "", *most),
            ChallengeLimit::ProveAddress => say("prove-address", "", 0),
            ChallengeLimit::MayNotInvite(most) => say("may-not-invite", "", *most),
            ChallengeLimit::NobodyInvited => say("nobody-invited", "", 0),
        }
    }

    fn fault(&self, error: &LineError) -> Reply {
        let say = |name: &str, args| self.say(&format!("line-{name}"), args);
        let why = match &error.fault {
            LineFault::NoWho => say("no-who", context! {}),
            LineFault::NoVariant(typed) => {
                let known: Vec<&str> = variants::VARIANTS.iter().map(|game| game.id()).collect();
                say("no-variant", context! { typed, known })
            }
            LineFault::Unknown(word) => say("unknown", context! { word }),
            LineFault::Rated => say("rated", context! {}),
            LineFault::NoSeat(typed, seats) => say("no-seat", context! { typed, seats }),
            LineFault::NoTime(typed) => say("no-time", context! { typed }),
            LineFault::NoExpiry(typed) => say("no-expiry", context! { typed }),
            LineFault::NoPosition => say("no-position", context! {}),
            LineFault::Twice(word) => say("twice", context! { word }),
            LineFault::Setup(reason) => self.voice.reason(reason),
            LineFault::Over => say("over", context! {}),
            LineFault::TooLong => say("too-long", context! {}),
        };
        let (why, read) = (why.trim().to_owned(), &error.read);
        self.plain("challenge-fault", context! { why, read })
    }

    /// The open seeks; only those of a variant, if one is named.
    pub fn seeks(&self, seeks: &[ShownSeek], variant: Option<&str>) -> Reply {
        let of = variant.and_then(variants::find).map(|game| game.id());
        let shown = seeks
            .iter()
            .filter(|seek| of.is_none_or(|of| of == seek.variant));
        let block: Vec<String> = shown.flat_map(|seek| indented(&self.seek(seek))).collect();
        let (nobody, variant) = (block.is_empty(), of.is_some());
        Reply::with(self.say("seeks-title", context! { nobody, variant }), block)
    }

    /// One line of that list.
    pub fn seek(&self, seek: &ShownSeek) -> String {
        let ShownSeek {
            number,
            who,
            line,
            free,
            ..
        } = seek;
        self.say("seeks-line", context! { number, who, line, free })
    }
}

/// What a line about challenges is answered, without the terms.
#[must_use]
pub fn challenge_text(voice: Voice<'_>, note: &ChallengeNote) -> String {
    let zone = None;
    ChallengeWords { voice, zone }.reply(note).text
}

fn name(variant: &str) -> &str {
    variants::find(variant).map_or(variant, |variant| variant.name())
}

/// A line to be typed. One that does not fit is read back from several lines, too.
fn line(text: &str) -> Vec<String> {
    let lines = paragraphs(text, SENTENCE - 4, 0).into_iter();
    lines.map(|part| format!("    {part}")).collect()
}

fn indented(text: &str) -> Vec<String> {
    let lines = paragraphs(text.trim(), SENTENCE - 2, 4).into_iter();
    lines.map(|part| format!("  {part}")).collect()
}
