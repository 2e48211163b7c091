//! The words of challenges and seeks.

use chrono::{DateTime, Utc};
use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::meeting::partner::ProgramRefusal;
use crate::meeting::{ChallengeLimit, LineError, LineFault};
use crate::status::ChallengeStatus;
use crate::text::{self, SENTENCE, paragraphs, with_bars, wrapped};
use crate::variants::{Games, VARIANTS, search};
use crate::words::{Voice, unnamed};

use super::account::said;
use super::consent_words::time_of_line;
use super::data::{
    ChallengeNews, ChallengeNote, ChallengeNotice, ShownChallenge, ShownPlace, ShownWho,
};
use super::instants::{Instants, stored_since};
use super::query::Reply;
use super::seat::Echo;
use super::shown::ShownSeek;

/// Makes words of what concerns challenges, for one reader.
#[derive(Clone, Copy)]
pub(super) struct ChallengeWords<'a> {
    pub voice: Voice<'a>,
    /// The reader's time zone.
    pub zone: Option<&'a str>,
    /// The present, by which times of other years have their year; `None`: none has.
    pub now: Option<DateTime<Utc>>,
    /// The games that can be played.
    pub games: &'a Games,
}

impl ChallengeWords<'_> {
    fn say(&self, name: &str, args: Value) -> String {
        self.voice.notice(name, args)
    }

    /// A name; an empty one is not for the reader to know.
    fn named(&self, name: &str) -> String {
        match name {
            "" => {
                let somebody = self.voice.plain("notices/challenge-somebody");
                somebody.trim().to_owned()
            }
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
        stored_since(
            self.voice,
            self.zone,
            self.now,
            &shown.until,
            Instants::plain,
        )
    }

    /// The news in a few words, for the first line of the letter and its Subject.
    pub fn headline(&self, notice: &ChallengeNotice) -> String {
        let shown = &notice.shown;
        let (number, seek, name) = (shown.number.0, shown.seek, name(self.games, &shown.variant));
        let rematch = match &notice.news {
            ChallengeNews::Asked { rematch, .. } => rematch.map(|game| game.0),
            _ => None,
        };
        let by = self
            .by(&notice.news)
            .unwrap_or_else(|| self.named_first(""));
        let args = context! { by, number, seek, name, rematch };
        let said = self.voice.tell("challenge-headline", &notice.news, args);
        said.trim().to_owned()
    }

    /// Who has done that, at the beginning of a sentence.
    fn by(&self, news: &ChallengeNews) -> Option<String> {
        match news {
            ChallengeNews::Asked { by, .. }
            | ChallengeNews::Agreed { by }
            | ChallengeNews::Left { by }
            | ChallengeNews::Declined { by, .. }
            | ChallengeNews::Withdrawn { by } => Some(self.named_first(by)),
            ChallengeNews::Unanswered { .. }
            | ChallengeNews::Expired
            | ChallengeNews::Cancelled { .. } => None,
        }
    }

    /// What a player is told, in parts that are separated by blank lines.
    pub fn notice(&self, notice: &ChallengeNotice) -> Vec<Echo> {
        let shown = &notice.shown;
        let (number, seek) = (shown.number.0, shown.seek);
        let tell = |args| {
            let args = context! { number, seek, by => self.by(&notice.news), ..args };
            said(&self.voice.tell("challenge", &notice.news, args))
        };
        vec![match &notice.news {
            ChallengeNews::Asked { rematch, .. } => {
                let rematch = rematch.map(|game| game.0);
                let mut first =
                    tell(context! { name => name(self.games, &shown.variant), rematch });
                first.block = self.terms_in_words(shown);
                let (until, variant) = (self.until(shown), &shown.variant);
                let drawn = shown.places.iter().any(|place| place.seat.is_none());
                let others = shown.places.len().saturating_sub(1);
                let args = context! { number, until, variant, drawn, others };
                return vec![first, said(&self.say("challenge-asked-below", args))];
            }
            ChallengeNews::Agreed { .. } | ChallengeNews::Left { .. } => Echo {
                block: self.places(shown),
                ..tell(context! {})
            },
            ChallengeNews::Declined { words, .. } => Echo {
                words: with_bars(words.as_deref().unwrap_or_default()),
                ..tell(context! { words => words.is_some() })
            },
            ChallengeNews::Withdrawn { .. } => tell(context! {}),
            ChallengeNews::Unanswered { program } => {
                let line = against(program, shown);
                tell(context! { line, until => self.until(shown) })
            }
            ChallengeNews::Expired => Echo {
                block: typed(&shown.line),
                ..tell(context! {})
            },
            ChallengeNews::Cancelled { reason } => tell(context! { reason }),
        }]
    }

    /// The terms as a line, and who shall play where there are more than two.
    fn terms(&self, shown: &ShownChallenge) -> Vec<String> {
        let mut block = typed(&shown.line);
        if shown.places.len() > 2 {
            block.push(String::new());
            block.extend(self.places(shown));
        }
        block
    }

    /// The same, and the time in words.
    fn terms_in_words(&self, shown: &ShownChallenge) -> Vec<String> {
        let mut block = self.terms(shown);
        if let Some(time) = time_of_line(self.voice, &shown.line) {
            block.push(String::new());
            block.extend(wrapped(&time, SENTENCE));
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
        let tell = |args| self.voice.tell("challenge", note, args);
        let shows = |shown: &ShownChallenge, args| {
            let (number, until) = (shown.number.0, self.until(shown));
            tell(context! { number, until, ..args })
        };
        let instead = |name: &str| self.say(name, unnamed(note, &["number"]));
        Reply::plain(match note {
            ChallengeNote::Fault(error) => self.fault(error),
            ChallengeNote::NotPlayed { number, variant } => {
                let name = self.voice.name(name(self.games, variant));
                tell(context! { number => number.0, name })
            }
            ChallengeNote::Count { variant, .. } => {
                tell(context! { name => name(self.games, variant) })
            }
            ChallengeNote::Sent { shown, .. } | ChallengeNote::Known(shown) => {
                return Reply::with(shows(shown, context! {}), self.terms(shown));
            }
            ChallengeNote::Seeking(shown) => {
                let others = shown.places.len().saturating_sub(1);
                return Reply::with(shows(shown, context! { others }), typed(&shown.line));
            }
            ChallengeNote::ProgramRefused(why @ ProgramRefusal::Game { variant, .. }) => {
                let args = context! { name => name(self.games, variant) };
                self.voice.tell("program", why, args)
            }
            ChallengeNote::ProgramRefused(why) => {
                let args = unnamed(why, &["typed", "most", "game"]);
                self.voice.tell("program", why, args)
            }
            ChallengeNote::Begins { seat, .. } | ChallengeNote::AgainstProgram { seat, .. } => {
                tell(context! { seat => text::capitalised(&self.voice.name(seat)) })
            }
            ChallengeNote::Waits { missing, .. } | ChallengeNote::Own { missing, .. } => {
                tell(context! { missing => self.all_named(missing) })
            }
            ChallengeNote::Ask { shown, .. } => {
                let mut block = self.terms_in_words(shown);
                block.push(String::new());
                let below = self.say("challenge-ask-below", context! {});
                block.extend(wrapped(&below, SENTENCE));
                return Reply::with(tell(context! { number => shown.number.0 }), block);
            }
            ChallengeNote::Which(all) => {
                let lines = all.iter().flat_map(|shown| {
                    let (number, line) = (shown.number.0, &shown.line);
                    let said = self.say("challenge-which-line", context! { number, line });
                    indented(&said)
                });
                return Reply::with(tell(context! {}), lines.collect());
            }
            ChallengeNote::Limit(limit) => self.limit(limit),
            ChallengeNote::Declined(_) => instead("challenge-you-declined"),
            ChallengeNote::Withdrawn(_) => instead("challenge-you-withdrew"),
            ChallengeNote::Left(_) => instead("challenge-you-left"),
            ChallengeNote::Closed { how, game, .. } => {
                let (how, game) = (how.map(ChallengeStatus::as_str), game.map(|game| game.0));
                tell(context! { how, game })
            }
            _ => tell(unnamed(note, &["who", "number"])),
        })
    }

    fn limit(&self, limit: &ChallengeLimit) -> String {
        let args = match limit {
            ChallengeLimit::LettersTo(who, most) => context! { who, most },
            _ => unnamed(limit, &["most"]),
        };
        self.voice.tell("limit", limit, args)
    }

    fn fault(&self, error: &LineError) -> String {
        let fault = &error.fault;
        let tell = |args| self.voice.tell("line", fault, args);
        let why = match fault {
            LineFault::NoVariant(typed) => {
                let known = VARIANTS.iter().map(|game| game.id());
                let why = search::not_played(typed).map(|why| self.voice.reason(&why));
                tell(context! { typed, why, known => known.collect::<Vec<_>>() })
            }
            LineFault::Which { typed, lines } => return tell(context! { typed, lines }),
            LineFault::NoSeat(typed, seats) => tell(context! { typed, seats }),
            LineFault::Setup(reason) => self.voice.reason(reason),
            _ => tell(unnamed(fault, &["word", "typed"])),
        };
        let args = context! { why => why.trim(), read => &error.read };
        self.say("challenge-fault", args)
    }

    /// The open seeks; only those of a variant, if one is named.
    pub fn seeks(&self, seeks: &[ShownSeek], variant: Option<&str>) -> Reply {
        let of = variant
            .and_then(|id| self.games.find(id))
            .map(|game| game.id());
        let wanted = |seek: &&ShownSeek| of.is_none_or(|of| of == seek.variant);
        let shown = seeks.iter().filter(wanted);
        let block: Vec<String> = shown.flat_map(|seek| indented(&self.seek(seek))).collect();
        let (nobody, variant) = (block.is_empty(), of.is_some());
        Reply::with(self.say("seeks-title", context! { nobody, variant }), block)
    }

    /// One line of that list.
    pub fn seek(&self, seek: &ShownSeek) -> String {
        self.say("seeks-line", Value::from(Serde(seek)))
    }
}

/// The line that begins a game of a seek against the program, with the same terms: but it plays no rated games.
fn against(program: &str, shown: &ShownChallenge) -> String {
    let mut line = format!("challenge {program} {} level 3", shown.variant);
    let mut words = shown.line.split(' ');
    let mut placed = false;
    words.find(|word| *word == shown.variant);
    for word in words {
        placed |= word == "from";
        if placed || !["random", "rated"].contains(&word) {
            line = format!("{line} {word}");
        }
    }
    line
}

/// The line of a notice that is a link where it stands.
pub(super) fn link(notice: &ChallengeNotice) -> Option<String> {
    match &notice.news {
        ChallengeNews::Unanswered { program } => Some(against(program, &notice.shown)),
        _ => None,
    }
}

/// What a line about challenges is answered, without the terms.
pub fn challenge_text(voice: Voice<'_>, note: &ChallengeNote, games: &Games) -> String {
    let words = ChallengeWords {
        voice,
        zone: None,
        now: None,
        games,
    };
    words.reply(note).text
}

/// The name of a variant.
pub(super) fn name<'a>(games: &'a Games, variant: &'a str) -> &'a str {
    games
        .find(variant)
        .map_or(variant, |variant| variant.name())
}

/// A line to be typed. One that does not fit is read back from several lines, too.
pub(super) fn typed(text: &str) -> Vec<String> {
    let lines = paragraphs(text, SENTENCE - 4, 0).into_iter();
    lines.map(|part| format!("    {part}")).collect()
}

fn indented(text: &str) -> Vec<String> {
    let lines = paragraphs(text.trim(), SENTENCE - 2, 4).into_iter();
    lines.map(|part| format!("  {part}")).collect()
}
