//! What people say around a turn, and whether it leaves the turn as it is.
//!
//! A sentence leaves a turn as it is if all of it is known: thanks, a greeting, a remark, a wish. Another one does if
//! nothing in it may refer to the turn: no person, no denial, no `this`; or if it speaks of everyday things, and neither
//! of turns, of a later time, nor of deciding, typing, sending or advice. Everything else is asked about: whatever people
//! may say against a turn that is in the same mail, more of it is said than can be listed.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::clauses::{is_known, names_opening};
use super::doubts::{self, Doubt, casts_doubt, doubt};
use super::offers::names_draw;
use super::questions::holds_question;
use super::sentences::{is_beginning, sentences_of};
use super::wishes::{gives_up, wish};
use super::words::{Phrases, Stems, Words, folded};
use crate::reading::by_language;

/// A sentence with at most so many words is taken to be about the turn beside it.
const SHORT: usize = 4;
/// A sentence of at most so many words says what is known of them; the classifier makes nothing of it.
const FEW: usize = 3;
/// A time in a sentence of everyday things of at most so many words puts off the turn beside it.
const TERSE: usize = 6;
/// A time in a sentence of at most so many words puts off the turn beside it.
const BARE: usize = 3;
/// So many free words may be beside a turn in its sentence.
const LONGEST_ASIDE: usize = 9;
/// A text is surely in a language if at least so many of its words belong to it.
const SURE: usize = 3;
/// Shorter words do not show by their ending that they are verbs.
const SHORTEST_VERB: usize = 5;
/// What leaves a turn open, whatever else a sentence speaks of.
const LEAVES_OPEN: [&str; 2] = ["sentences/leaves-open", "sentences/about-turns"];

static ELSEWHERE: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/others"));
static ASKS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/about-it"));
static WAVERS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/doubtful"));
static LATER: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/times"));
static EARLIER: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/past-times"));
static ABOUT: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/about-turns"));
static STOP: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/stops"));
static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(Language::all);
static CHAT: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/chat"));
static COMMENTS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/comments"));
static CHAT_AFTER: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/chat-after"));

/// The language that a text is surely in: several of its words belong to it, and at most half as many to any other.
#[must_use]
pub fn language(text: &str) -> Option<&'static str> {
    let words = Words::of(text);
    let mut scores: Vec<(usize, &str)> = (LANGUAGES.iter())
        .map(|language| (language.score(&words), language.code))
        .collect();
    scores.sort_unstable_by(|one, other| other.cmp(one));
    let [(most, code), (second, _), ..] = scores[..] else {
        return None;
    };
    (most >= SURE && second * 2 <= most).then_some(code)
}

/// Whether sentences around a turn leave it as it is, so that it is played without a question.
#[must_use]
pub fn leaves_turns(talk: &str) -> bool {
    let parts = sentences_of(talk);
    parts.iter().enumerate().all(|(at, part)| {
        let behind_everyday = || parts[..at].iter().any(|part| speaks_of_everyday(part));
        is_apart(part) || asks_on(part) && behind_everyday()
    })
}

/// Whether one of the sentences around a turn has a few words and may refer to it: `DRAFT`, `Ignore this.`
#[must_use]
pub fn has_short_objection(talk: &str) -> bool {
    let objects = |part: &&str| part.split_whitespace().count() <= FEW && !is_apart(part);
    sentences_of(talk).iter().any(objects)
}

/// Whether a sentence is a question that goes on with everyday talk: `What did they call her?`
fn asks_on(part: &str) -> bool {
    let words = Words::of(part);
    let asks = part.ends_with('?') && ASKS.longest_at(&words, 0).is_none();
    asks && !leaves_open(&words, 0..words.len())
}

fn speaks_of_everyday(part: &str) -> bool {
    let words = Words::of(part);
    is_everyday(&words, 0..words.len())
}

/// Whether a sentence leaves the turn beside it as it is.
fn is_apart(part: &str) -> bool {
    let words = Words::of(part);
    let all = 0..words.len();
    let refers = || refers(&words, all.clone()) || speaks_of_others(part);
    is_known(part)
        || is_chat(&words, all.clone())
        || is_everyday(&words, all.clone()) && !corrects(part)
        || is_free(part)
            && (is_beginning(part)
                || !refers() && !leaves_open_beside_everyday(&words, all.clone())
                || is_story(&words, all.clone()) && is_remark(part))
}

/// Whether these words, more than a few, tell something of persons, point to nothing, and leave no turn open.
fn is_story(words: &Words, of: Range<usize>) -> bool {
    of.len() > SHORT
        && !refers_by(words, of.clone(), |reference| reference == Reference::Other)
        && !leaves_open(words, of)
}

fn corrects(text: &str) -> bool {
    doubt(text) == Some(Doubt::Correction)
}

/// Whether one of these words speaks of turns, or of a later time, in any language.
fn puts_off(words: &Words, of: Range<usize>) -> bool {
    find(words, of, |at| {
        ABOUT.longest_at(words, at).is_some() || LATER.longest_at(words, at).is_some()
    })
}

/// Whether a sentence begins with words that are said beside a turn that is meant, and does not put it off further on.
fn is_chat(words: &Words, of: Range<usize>) -> bool {
    let text = &words.line[words.start(of.start)..words.end(of.end - 1)];
    let behind = |chat: &Phrases<()>, from: usize| {
        let found = chat.longest_at(words, from);
        found.map(|(count, ())| from + count)
    };
    let starts = [Some(of.start), behind(&CHAT_AFTER, of.start)];
    let begins = |chat: &Phrases<()>, open: fn(&Words, Range<usize>) -> bool| {
        let mut ends = starts
            .iter()
            .flatten()
            .filter_map(|from| behind(chat, *from));
        ends.next().is_some_and(|end| !open(words, end..of.end))
    };
    // `the Scotch`, but not `the open question`.
    let opening = |from: &usize| {
        let named = names_opening(words, from + 1) && words.is_name(from + 1);
        named && !words.is_name(*from) && !puts_off(words, from + 2..of.end)
    };
    let chat = || begins(&CHAT, puts_off) || begins(&COMMENTS, leaves_open);
    (chat() || starts.iter().flatten().any(opening)) && !corrects(text)
}

/// Whether a line below a turn that begins in the middle of a sentence leaves the turn as it is. What it says belongs to
/// the sentence of the turn.
#[must_use]
pub fn continues_freely(line: &str) -> bool {
    let bare = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    let begins = bare.starts_with(char::is_lowercase) && !line.starts_with('(');
    let first = sentences_of(line).into_iter().next();
    !begins || first.is_none_or(|first| is_known(first) || is_loose(first))
}

/// Whether a text without a question does not refer to a turn.
fn is_loose(text: &str) -> bool {
    let words = Words::of(text);
    is_plain(&words, 0..words.len()) && is_remark(text)
}

/// Whether what is right above a turn leads to it, or leaves it as it is.
#[must_use]
pub fn leads_freely(line: &str) -> bool {
    let parts = sentences_of(line);
    let Some((last, before)) = parts.split_last() else {
        return true;
    };
    let line = line.trim_end();
    let words = Words::of(last);
    let announces = || line.ends_with(':') && is_announcement(&words, 0..words.len());
    let leads = match line.ends_with(['.', '!', '?', '…', ')']) {
        true => is_apart(last) || is_beginning(last),
        false => is_beginning(last) || is_known(last) || announces() || is_loose(last),
    };
    leads && before.iter().all(|part| is_apart(part))
}

/// Whether words that a colon parts from the turn behind it say who plays it, or what it does, and nothing else.
pub(super) fn is_announcement(words: &Words, of: Range<usize>) -> bool {
    let text = &words.line[..words.end(of.end - 1)];
    let against = || {
        [&ELSEWHERE, &STOP, &ASKS, &WAVERS]
            .into_iter()
            .any(|of| holds(of, text))
    };
    !casts_doubt(text)
        && !against()
        && !refers_by(words, of, |reference| reference == Reference::Other)
}

/// Whether free words beside a turn are few, and do not refer to it.
pub(super) fn is_light(words: &Words, of: Range<usize>) -> bool {
    of.len() <= LONGEST_ASIDE && is_plain(words, of)
}

/// Whether words do not refer to a turn, or speak of something else.
fn is_plain(words: &Words, of: Range<usize>) -> bool {
    !refers(words, of.clone()) || is_chat(words, of.clone()) || is_everyday(words, of)
}

/// What sentences in one language speak of.
struct Language {
    /// Such as `de`.
    code: &'static str,
    common: HashSet<String, FixedState>,
    references: Phrases<Reference>,
    everyday: Topic,
    /// Persons and animals who may have typed or advised what is next to them.
    family: Topic,
    /// What leaves a turn open, whatever else the sentence speaks of.
    open: Topic,
    /// Denials at the end of a sentence.
    denials: Topic,
    /// Endings of verbs that tell what somebody said, would do, or did.
    told: &'static [&'static str],
}

/// Phrases, and beginnings of words, that show what a sentence speaks of.
struct Topic {
    phrases: Phrases<()>,
    stems: Stems,
}

impl Topic {
    fn is_at(&self, words: &Words, at: usize) -> bool {
        // `l'idea`, `j'attends`.
        let behind = words.written(at).split_once(['\'', '’']);
        self.phrases.longest_at(words, at).is_some()
            || self.stems.begins(words.folded(at))
            || behind.is_some_and(|(_, word)| self.is_at(&Words::of(word), 0))
    }
}

/// What a word may refer to a turn with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reference {
    /// A person who speaks.
    Person,
    /// Somebody else, a denial, what points to something.
    Other,
}

impl Language {
    fn all() -> Vec<Self> {
        let section = |name: &'static str, language: &str| {
            let mut found = by_language(name).filter(|(of, _)| *of == language);
            found
                .next()
                .map_or(&[] as &'static [&'static str], |(_, phrases)| phrases)
        };
        let table = |name, language| -> &'static str { section(name, language).join("\n").leak() };
        let topic = |name, language| Topic {
            phrases: Phrases::forward(&[(table(name, language), ())]),
            stems: Stems::of(section(name, language)),
        };
        let languages = by_language("sentences/references").map(|(language, _)| language);
        languages
            .map(|language| Self {
                code: language,
                common: section("sentences/common", language)
                    .iter()
                    .map(|word| folded(word))
                    .collect(),
                references: Phrases::forward(&[
                    (table("sentences/references", language), Reference::Other),
                    (table("sentences/persons", language), Reference::Person),
                ]),
                everyday: topic("sentences/everyday", language),
                family: topic("sentences/family", language),
                open: Topic {
                    phrases: Phrases::forward(&LEAVES_OPEN.map(|name| (table(name, language), ()))),
                    stems: Stems::of(section(LEAVES_OPEN[0], language)),
                },
                denials: topic("sentences/denying", language),
                told: section("sentences/told-endings", language),
            })
            .collect()
    }

    /// How many of these words belong to this language.
    fn score(&self, words: &Words) -> usize {
        let known = |at: &usize| {
            self.common.contains(words.folded(*at))
                || self.reference(words, *at).is_some()
                || self.everyday.is_at(words, *at)
                || self.family.is_at(words, *at)
                || self.open.is_at(words, *at)
        };
        (0..words.len()).filter(known).count()
    }

    /// The languages that most of the words of a sentence belong to. The same word refers to something in one language,
    /// and is a preposition in another.
    fn of(words: &Words) -> Vec<&'static Self> {
        let best = words.languages.get_or_init(|| {
            let scores: Vec<usize> = LANGUAGES.iter().map(|of| of.score(words)).collect();
            let most = scores.iter().max().copied().unwrap_or(0);
            (0..scores.len()).filter(|of| scores[*of] == most).collect()
        });
        best.iter().map(|of| &LANGUAGES[*of]).collect()
    }

    fn reference(&self, words: &Words, at: usize) -> Option<Reference> {
        let found = self.references.longest_at(words, at);
        found.map(|(_, reference)| reference)
    }
}

/// Whether one of these words may refer to a turn, or looks like the verb of what somebody said, would do, or did.
fn refers(words: &Words, of: Range<usize>) -> bool {
    refers_by(words, of, |_| true)
}

fn refers_by(words: &Words, of: Range<usize>, by: impl Fn(Reference) -> bool) -> bool {
    let languages = Language::of(words);
    let told = |language: &Language, at: usize| {
        let word = words.written(at).to_lowercase();
        word.chars().count() >= SHORTEST_VERB
            && language.told.iter().any(|end| word.ends_with(end))
            && !names_opening(words, at)
    };
    find(words, of, |at| {
        let refers = |language: &&Language| {
            language.reference(words, at).is_some_and(&by) || told(language, at)
        };
        languages.iter().all(refers)
    })
}

/// Whether these words speak of the weather, of health, of a holiday and the like, and of nothing that leaves a turn open.
/// Those that speak of the family alone are enough of them, and point to nothing: `My son typed that.`
fn is_everyday(words: &Words, of: Range<usize>) -> bool {
    let languages = Language::of(words);
    let speaks = |topic: fn(&Language) -> &Topic| speak_of(&languages, words, of.clone(), topic);
    let points = || refers_by(words, of.clone(), |reference| reference == Reference::Other);
    let family = || of.len() > SHORT && speaks(|language| &language.family) && !points();
    // `Tea at mine on Saturday as usual.`
    let later = || of.len() <= TERSE && is_later(words, of.clone());
    (speaks(|language| &language.everyday) || family())
        && !bears_on_turn(words, of.clone())
        && !later()
}

/// Whether these words speak of everyday things, or of the family, and leave a turn open.
fn leaves_open_beside_everyday(words: &Words, of: Range<usize>) -> bool {
    let languages = Language::of(words);
    let speaks = |topic: fn(&Language) -> &Topic| speak_of(&languages, words, of.clone(), topic);
    (speaks(|language| &language.family) || speaks(|language| &language.everyday))
        && leaves_open(words, of.clone())
}

/// Whether these words bear on a turn, or speak of a later time.
fn leaves_open(words: &Words, of: Range<usize>) -> bool {
    bears_on_turn(words, of.clone()) || is_later(words, of)
}

fn is_later(words: &Words, of: Range<usize>) -> bool {
    find(words, of, |at| LATER.longest_at(words, at).is_some())
}

/// Whether these words name a square, speak of turns, of deciding, typing, sending, advice and the like, or end with a
/// denial: `In this heat certainly not`.
fn bears_on_turn(words: &Words, of: Range<usize>) -> bool {
    let languages = Language::of(words);
    let last = of.end.saturating_sub(1).max(of.start)..of.end;
    of.clone().any(|at| doubts::is_square(words.folded(at)))
        || speak_of(&languages, words, of, |language| &language.open)
        || speak_of(&languages, words, last, |language| &language.denials)
}

fn speak_of(
    languages: &[&Language],
    words: &Words,
    of: Range<usize>,
    topic: fn(&Language) -> &Topic,
) -> bool {
    find(words, of, |at| {
        let mut topics = languages.iter().map(|language| topic(language));
        topics.any(|topic| topic.is_at(words, at))
    })
}

/// Whether one of these words is such a one, and does not belong to a phrase that is harmless as a whole.
fn find(words: &Words, of: Range<usize>, is: impl Fn(usize) -> bool) -> bool {
    let mut at = of.start;
    while at < of.end {
        let known = doubts::harmless(words, at);
        if known.is_none() && is(at) {
            return true;
        }
        at += known.unwrap_or(1);
    }
    false
}

/// Whether a phrase of a table is anywhere in a text.
pub(super) fn holds(phrases: &Phrases<()>, text: &str) -> bool {
    let words = Words::of(text);
    find(&words, 0..words.len(), |at| {
        phrases.longest_at(&words, at).is_some()
    })
}

/// Whether a text speaks about somebody else, or about another game.
pub(super) fn speaks_of_others(text: &str) -> bool {
    holds(&ELSEWHERE, text)
}

/// Whether what is in brackets beside a turn may mean another one, or says that it is not meant.
pub(super) fn speaks_against(text: &str, remark: bool) -> bool {
    let against = [&ELSEWHERE, &STOP].into_iter().any(|of| holds(of, text));
    casts_doubt(text) || against || !remark && holds(&WAVERS, text)
}

/// Whether free words beside a turn leave it as it is. They say nothing that casts doubt on it, name no square and
/// no game, and ask nothing.
pub(super) fn is_remark(text: &str) -> bool {
    let words = Words::of(text);
    let square = (0..words.len()).any(|at| doubts::is_square(words.folded(at)));
    let number = text.contains(|c: char| c == '#' || c.is_ascii_digit());
    let against = [&ELSEWHERE, &STOP, &ASKS, &WAVERS];
    let against = against.into_iter().any(|phrases| holds(phrases, text));
    let wish = || wish(text).is_some() || names_draw(text);
    !square
        && !number
        && !text.contains('?')
        && !holds_question(text)
        && !against
        && !casts_doubt(text)
        && !wish()
}

/// Whether sentences beside a turn do not take it back, put it off, or ask whether it is good.
pub(super) fn is_free(talk: &str) -> bool {
    sentences_of(talk).into_iter().all(|part| {
        let words = Words::of(part);
        let short = words.len() <= SHORT;
        let matters = (0..words.len()).any(|at| {
            doubts::is_square(words.folded(at)) || ABOUT.longest_at(&words, at).is_some()
        });
        let begins = |phrases: &Phrases<()>| {
            let mut places = 0..if short { words.len() } else { 1 };
            places.any(|at| phrases.longest_at(&words, at).is_some())
        };
        let time = || holds(&LATER, part) || holds(&EARLIER, part);
        let later = (matters || words.len() <= BARE) && time();
        let stops = begins(&STOP) || later;
        if gives_up(part) {
            return false;
        }
        match doubt(part) {
            Some(Doubt::Correction) => false,
            _ if is_known(part) => true,
            Some(Doubt::Question) => !(begins(&ASKS) || short && stops),
            Some(Doubt::Report) => !matters && !stops,
            Some(_) => !(short || matters || stops),
            None => !(stops || short && speaks_of_others(part)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_several_words_or_not_at_all() {
        for (text, code) in [
            (
                "Guten Tag, ich möchte gern mit euch spielen. Wie geht das?",
                Some("de"),
            ),
            (
                "Bonjour, je voudrais jouer avec vous, comment faire ?",
                Some("fr"),
            ),
            (
                "Hola, me gustaría jugar con vosotros. ¿Cómo puedo empezar?",
                Some("es"),
            ),
            (
                "Hello, I would like to play. How does this work?",
                Some("en"),
            ),
            ("chess", None),
            ("register Anna", None),
            ("ok", None),
            ("", None),
        ] {
            assert_eq!(language(text), code, "{text}");
        }
    }

    #[test]
    fn sentences_around_a_turn_may_leave_it_as_it_is() {
        for talk in [
            "How are the kids?",
            "It has rained for a week. Best wishes from Leeds!",
            "The dog ran away.",
            "I was ill, but my knee is much better now.",
            "Gestern waren wir im Zoo, die Elefanten haben alle nass gespritzt.",
            "L'orto era una pietra, adesso piove.",
            "Tea at mine on Saturday as usual.",
            "I keep my fingers crossed for your exam.",
        ] {
            assert!(leaves_turns(talk), "{talk}");
        }
        for talk in [
            "Tomorrow.",
            "My cat sat on it, wrong key.",
            "I press send when my wife has seen the board.",
            "Yeah right.",
            "My wife is in the garden, she wants to see the board first.",
            "The tea is cold, so certainly not.",
            "L'idea mi è venuta al mare.",
            "Beim Backen ist mir eingefallen, dass da ein Haken ist.",
            "Ich entscheide mich nach dem Essen.",
            "So stood it in the book of my grandfather, and he never won.",
            "Tak było z Markiem w zeszłą środę, i wtopiłem.",
            "(marzenie ściętej głowy, widzę przecież, co na to szykujesz)",
            "Was ich wirklich vorhabe, erfährst du morgen vom Büro aus.",
        ] {
            assert!(!leaves_turns(talk), "{talk}");
        }
    }

    #[test]
    fn lines_that_go_on_with_the_sentence_of_a_turn_are_short_and_plain() {
        assert!(continues_freely("It rains here."));
        assert!(continues_freely("and greetings to your wife"));
        assert!(!continues_freely("would be what my father always played"));
        assert!(leads_freely("Good evening, Boris,"));
        assert!(leads_freely("It rains here."));
        assert!(!leads_freely("My coach keeps telling me to play"));
        assert!(!leads_freely(
            "(Brouillon, à relire demain à tête reposée.)"
        ));
    }
}
