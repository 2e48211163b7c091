//! Reasons that games give, in words.

use minijinja::Value;

use crate::rules::outcome::{Refusal, SetupError};
use crate::rules::reason::{Arg, Reason};
use crate::text;

use super::Voice;

/// Columns of a letter, less what it puts before the lines of a paragraph.
const WIDTH: usize = 66;

impl Voice<'_> {
    /// What a game says of a turn, in words.
    pub fn reason(&self, reason: &Reason) -> String {
        let name = format!("reasons/{}", reason.code);
        // The names in an English sentence are English too.
        let voice = match self.has_own(&name) {
            true => *self,
            false => self.in_english(),
        };
        let args = reason.args.iter();
        let args = args.map(|(name, arg)| (name.as_ref(), voice.value(arg)));
        voice.say(&name, Value::from_pairs(args))
    }

    /// Why a turn is refused, in words.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        self.reason(refusal.reason())
    }

    /// Why a game cannot begin as asked, in words.
    pub fn setup_error(&self, error: &SetupError) -> String {
        self.reason(&error.reason())
    }

    /// An error and its causes, for the umpire: what a game refuses is in words.
    pub fn error(&self, error: &anyhow::Error) -> String {
        let causes = error.chain().map(|cause| {
            let refusal = cause.downcast_ref().map(|refusal| self.refusal(refusal));
            let setup = || cause.downcast_ref().map(|error| self.setup_error(error));
            refusal.or_else(setup).unwrap_or_else(|| cause.to_string())
        });
        causes.collect::<Vec<_>>().join(": ")
    }

    /// Reasons as paragraphs: lines of at most 70 columns.
    pub fn paragraphs(&self, reasons: &[Reason]) -> Vec<String> {
        let all: Vec<String> = reasons.iter().map(|reason| self.reason(reason)).collect();
        let lines = all.iter().map(|text| text::paragraphs(text, WIDTH, 2));
        lines.flatten().collect()
    }

    /// What a game by file says of itself, in this language or else in English.
    pub fn said(&self, of: &str, english: &str, first: Option<usize>) -> String {
        let name = format!("variants/{of}");
        let said = match self.has_own(&name) {
            true => self.plain(&name),
            false => english.to_owned(),
        };
        let Some(most) = first else {
            return said;
        };
        let sentence = said.split_inclusive(". ").next().unwrap_or_default();
        let fits = Some(sentence.trim_end()).filter(|sentence| sentence.len() <= most);
        fits.unwrap_or_default().to_owned()
    }

    fn value(&self, arg: &Arg) -> Value {
        match arg {
            Arg::Text(text) => Value::from(text.as_str()),
            Arg::Number(number) => Value::from(*number),
            Arg::Name(name) => Value::from(self.name(name)),
            Arg::Said { of, text, first } => Value::from(self.said(of, text, *first)),
            Arg::List(all) => all.iter().map(|arg| self.value(arg)).collect(),
            Arg::Reason(reason) => Value::from(self.reason(reason)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Words;

    #[test]
    fn lists_are_cut_where_the_text_says() {
        let voice = Words::built_in().english();
        let of = |count: usize| {
            let turns = (1..=count).map(|n| format!("a{n}"));
            voice.reason(&Reason::new("several-meanings").list("turns", turns))
        };
        let end = ". Please write one of them in full.";
        assert_eq!(of(2), format!("This can mean a1 or a2{end}"));
        let twelve = "a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11";
        assert_eq!(of(12), format!("This can mean {twelve} or a12{end}"));
        assert_eq!(
            of(14),
            format!("This can mean {twelve}, a12 and 2 more{end}")
        );
    }

    #[test]
    fn a_language_has_its_own_words_for_names() {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, text) in [
            ("names", "[knight]\nSpringer\n"),
            ("reasons", "[piece-on]\n{{ piece }} auf {{ square }}\n"),
        ] {
            let folder = folder.path().join("cs").join(path);
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(folder.join("a.txt"), text).expect("a file");
        }
        let (words, warnings) = Words::load(Some(folder.path()));
        assert!(warnings.is_empty(), "{warnings:?}");
        let knight = |code| {
            Reason::new(code)
                .name("piece", "knight")
                .text("square", "f3")
        };
        let german = words.voice("cs");
        assert_eq!(german.reason(&knight("piece-on")), "Springer auf f3");
        // A sentence that is missing is all in English.
        let english = "your own knight stands on f3";
        assert_eq!(german.reason(&knight("own-piece-there")), english);
    }

    #[test]
    fn errors_name_what_a_game_refuses() {
        let reason = Reason::new("no-turn-here");
        let error = anyhow::Error::new(Refusal::Unreadable { reason }).context("event 3");
        let said = Words::built_in().english().error(&error);
        assert_eq!(said, "event 3: There is no turn here.");
    }

    #[test]
    fn an_unknown_version_is_named() {
        let error = SetupError::UnknownVersion {
            version: 3,
            newest: 2,
        };
        let said = Words::built_in().english().setup_error(&error);
        assert_eq!(said, error.to_string());
    }
}
