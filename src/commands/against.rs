//! What around a turn, or around another deed, speaks against carrying it out without a question.

use std::cell::OnceCell;

use super::doubts::{is_final, searched};
use super::line::is_idle;
use super::{Line, classifier, phrases};
use crate::reading;

/// A line that is at least so long may be the first half of one that a mail program has wrapped.
const WRAPPED: usize = 55;

/// The deeds of a mail that are about one game, and the words beside them.
pub(super) struct Beside<'a> {
    /// The lines with deeds.
    written: &'a [&'a Line],
    /// Those of them with turns.
    typed: &'a [&'a Line],
    /// The lines below the deeds that are for the others.
    below: &'a [&'a str],
    /// The lines above the first deed, and those below the last, that are for nobody.
    unsent: [&'a [String]; 2],
    /// The classifier's word for the mail, once it is asked.
    unmeant: OnceCell<f32>,
}

impl<'a> Beside<'a> {
    pub(super) fn new(
        written: &'a [&'a Line],
        typed: &'a [&'a Line],
        below: &'a [&'a str],
        unsent: [&'a [String]; 2],
    ) -> Self {
        Self {
            written,
            typed,
            below,
            unsent,
            unmeant: OnceCell::new(),
        }
    }

    /// The words that speak against the deeds: the author is shown the first that is found, in this order.
    pub(super) fn against(&self) -> Option<String> {
        let objections: [fn(&Self) -> Option<String>; 6] = [
            Self::taken_back,
            Self::sentences_around,
            Self::sentence_that_ends_in_the_turn,
            Self::title,
            Self::sentence_that_goes_on,
            Self::doubt_about_an_annotated_turn,
        ];
        let found = objections.iter().find_map(|objection| objection(self))?;
        Some(found.trim().to_owned())
    }

    /// The probability that the turn is not to be played. The classifier knows turns alone.
    fn unmeant(&self) -> f32 {
        *self.unmeant.get_or_init(|| {
            let judged = !self.typed.is_empty() && !self.written.iter().any(|line| is_final(line));
            if judged {
                classifier::unmeant(&self.whole())
            } else {
                1.0
            }
        })
    }

    /// The lines of the mail, as far as the script has them; of a very long one, more than the classifier looks at.
    fn whole(&self) -> String {
        let [above, beneath] = self.unsent.map(|lines| lines.iter().map(String::as_str));
        let own = self
            .written
            .iter()
            .flat_map(|line| [Some(line.text.as_str()), line.words.as_deref()]);
        let mut whole = String::new();
        for line in above.chain(own.flatten()).chain(beneath) {
            if whole.len() > classifier::MOST_BYTES {
                break;
            }
            whole.push_str(line);
            whole.push('\n');
        }
        whole
    }

    fn objects(&self, text: &str, limit: f32) -> bool {
        classifier::objects(text, limit, || self.unmeant())
    }

    fn taken_back(&self) -> Option<String> {
        let takes_back = |line: &&&str| {
            let corrects = || phrases::takes_back(line) && self.objects(line, classifier::PLAIN);
            phrases::jokes(line) || corrects()
        };
        self.below
            .iter()
            .find(takes_back)
            .map(|line| (*line).to_owned())
    }

    /// A sentence around the turn that may not leave it as it is.
    fn sentences_around(&self) -> Option<String> {
        if self.typed.is_empty() {
            return None;
        }
        let matters = |text: &String| self.objects(text, classifier::HARMLESS);
        let [mut above, beneath] = self
            .unsent
            .map(|lines| unwrapped(lines.iter().map(String::as_str)));
        let below: Vec<String> = unwrapped(self.below.iter().copied())
            .into_iter()
            .chain(beneath)
            .collect();
        let last = above.pop();
        let leads = last.filter(|text| !phrases::leads_freely(text) && matters(text));
        let continues = || {
            let first = below.first();
            first.filter(|text| !phrases::continues_freely(text) && matters(text))
        };
        let stops = |text: &&String| !phrases::leaves_turns(text) && matters(text);
        let other = || below.iter().chain(&above).find(stops);
        leads.or_else(|| continues().or_else(other).cloned())
    }

    /// The line above the turn, with a sentence of which the turn is a part, as in `My son wants me to play`. `Here is my
    /// move:` is a frame, and greetings are short.
    fn sentence_that_ends_in_the_turn(&self) -> Option<String> {
        let last = self.unsent[0].last().map(|line| line.trim())?;
        let open = !last.ends_with(['.', '!', ',', ';']) && !is_idle(last);
        let long = last.split_whitespace().count() > 3;
        let runs_on = || long && self.is_unframed(last);
        let objects = open && (phrases::casts_doubt(last) || runs_on());
        objects
            .then_some(last)
            .or_else(|| self.begun_above())
            .map(str::to_owned)
    }

    /// A line above that begins a sentence which goes on below the turn: `My son wants to play`, a turn, `because he likes
    /// its name`.
    fn begun_above(&self) -> Option<&str> {
        let mut above = self.unsent[0].iter().rev().map(|line| line.trim());
        let above = above.find(|line| !is_idle(line))?;
        let below = self.below.iter().find(|line| !is_idle(line))?;
        let open = !above.ends_with(['.', '!', ',', ';', ':', '?', ')']);
        let begun = open && above.split_whitespace().count() > 2 && self.is_unframed(above);
        (begun && below.starts_with(char::is_lowercase)).then_some(above)
    }

    /// Whether a line above is no known frame of the first turn.
    fn is_unframed(&self, above: &str) -> bool {
        let in_none =
            |turn: &&Line| phrases::without_frame(&format!("{above} {}", turn.text)).is_empty();
        self.typed.first().is_some_and(in_none)
    }

    /// `Draft:` above an empty line.
    fn title(&self) -> Option<String> {
        let mut above = self.unsent[0].iter().rev().map(|line| line.trim());
        let title = above.find(|line| !is_idle(line))?;
        let short = title.ends_with(':') && title.split_whitespace().count() <= 2;
        (short && phrases::casts_doubt(title)).then(|| title.to_owned())
    }

    /// A line below that goes on with a sentence that has begun above it: `but I do not believe him`.
    fn sentence_that_goes_on(&self) -> Option<String> {
        let goes_on = |line: &&&str| {
            let first = line.split_whitespace().next().unwrap_or_default();
            reading::phrases("doubts/clauses-go-on").contains(&first)
        };
        self.below
            .iter()
            .find(goes_on)
            .map(|line| (*line).to_owned())
    }

    /// `Nc3?` is annotated, unless the words below leave it open.
    fn doubt_about_an_annotated_turn(&self) -> Option<String> {
        let wonders = |line: &&Line| line.text.ends_with('?') && !line.text.ends_with("!?");
        if !self.typed.iter().any(wonders) {
            return None;
        }
        // `e5 ?`: what judges a turn stands at it.
        let apart = |line: &&&Line| line.text.ends_with(" ?");
        if let Some(line) = self.typed.iter().find(apart) {
            return Some(line.text.clone());
        }
        let mut below = self.below.iter();
        let doubt = below.find(|line| phrases::casts_doubt(line));
        doubt.map(|line| (*line).to_owned())
    }
}

/// Lines, with those that were wrapped put together, and without addresses and telephone numbers.
fn unwrapped<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut open, mut long) = (false, false);
    let lines = searched(lines).map(|line| match phrases::is_contact(line) {
        true => "",
        false => line.trim(),
    });
    for line in lines {
        let goes_on = long || line.starts_with(char::is_lowercase);
        match found.last_mut().filter(|_| open && goes_on) {
            Some(last) => *last = format!("{last} {line}"),
            None => found.push(line.to_owned()),
        }
        open = !line.is_empty() && !line.ends_with(['.', '!', '?', ':']);
        long = line.len() >= WRAPPED;
    }
    found.retain(|text| !text.is_empty());
    found
}
