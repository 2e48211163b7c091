//! The words of one language for lists, and the forms of its names: with an article, in a case.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use super::catalog::NAMES;
use crate::text;

/// How two things are joined, or a list is cut: a text with `first` and `last` or `count`, and what it is where the language
/// has none.
type Joint = (&'static str, &'static str);
const AND: Joint = ("notices/list-and", "{{ first }} and {{ last }}");
const OR: Joint = ("notices/list-or", "{{ first }} or {{ last }}");
const MORE: Joint = ("notices/list-more", "{{ first }} and {{ count }} more");
const JOINTS: [Joint; 3] = [AND, OR, MORE];

/// What the filters of a language's texts need to know. The texts of the program and those of an operator share it.
#[derive(Debug, Default)]
pub(super) struct Forms(RwLock<Known>);

#[derive(Debug, Default)]
struct Known {
    /// Names with their forms, and the joints, by the name of the text.
    texts: BTreeMap<String, String>,
    /// The name of the text that is this word: `Springer` is `knight`.
    words: BTreeMap<String, String>,
}

impl Forms {
    /// Takes in a text of the language, if it is a name or a joint.
    pub(super) fn take(&self, name: &str, text: &str) {
        let named = name.strip_prefix(NAMES);
        if named.is_none() && !JOINTS.iter().any(|(joint, _)| *joint == name) {
            return;
        }
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(named) = named.filter(|named| !named.contains('.')) {
            known.words.insert(text.to_owned(), named.to_owned());
        }
        known.texts.insert(name.to_owned(), text.to_owned());
    }

    /// A form of a word that stands in `names/`: the text `[knight.the]` for the word of `[knight]`. The word itself if
    /// the language has no such form. A letter behind a word stays there: `den Springer N`.
    pub(super) fn form(&self, word: &str, form: &str) -> String {
        if let Some((word, letter)) = word.rsplit_once(' ')
            && letter.chars().count() == 1
        {
            return format!("{} {letter}", self.form(word, form));
        }
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let lower = text::uncapitalised(word);
        let named = known.words.get(word).or_else(|| known.words.get(&lower));
        let formed = named.and_then(|name| known.texts.get(&format!("{NAMES}{name}.{form}")));
        formed.map_or_else(|| word.to_owned(), Clone::clone)
    }

    /// `b1, c1 and g1`.
    pub(super) fn together(&self, all: &[String]) -> String {
        joined(all, |one, other| self.joint(AND, one, other))
    }

    /// `b1, c1 or g1`; of more than `most` the first ones, `b1, c1 and 12 more`.
    pub(super) fn alternatives(&self, all: &[String], most: Option<usize>) -> String {
        match most.filter(|most| all.len() > *most) {
            Some(most) => {
                let count = (all.len() - most).to_string();
                self.joint(MORE, &all[..most].join(", "), &count)
            }
            None => joined(all, |one, other| self.joint(OR, one, other)),
        }
    }

    fn joint(&self, (name, english): Joint, first: &str, last: &str) -> String {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let text = known.texts.get(name).map_or(english, String::as_str);
        // What is filled in is not looked at again: it may be a player's.
        let mut said = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            let (place, after) = after.split_once("}}").unwrap_or((after, ""));
            said.push_str(before);
            said.push_str(match place.trim() {
                "first" => first,
                _ => last,
            });
            rest = after;
        }
        said + rest
    }
}

fn joined(all: &[String], join: impl Fn(&str, &str) -> String) -> String {
    match all {
        [first @ .., one, other] => [first, &[join(one, other)]].concat().join(", "),
        all => all.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn german() -> Forms {
        let forms = Forms::default();
        for (name, text) in [
            ("names/knight", "Springer"),
            ("names/knight.the-acc", "den Springer"),
            ("notices/list-and", "{{ first }} und {{ last }}"),
            ("notices/list-more", "{{ first }} und {{ count }} weitere"),
            ("reasons/own-piece-there", "nothing"),
        ] {
            forms.take(name, text);
        }
        forms
    }

    #[test]
    fn names_have_forms() {
        let forms = german();
        assert_eq!(forms.form("Springer", "the-acc"), "den Springer");
        assert_eq!(forms.form("Springer N", "the-acc"), "den Springer N");
        assert_eq!(forms.form("Springer", "the"), "Springer");
        assert_eq!(forms.form("Dame", "the-acc"), "Dame");
        assert_eq!(Forms::default().form("knight", "the"), "knight");
    }

    #[test]
    fn lists_have_the_words_of_the_language_and_else_english_ones() {
        let forms = german();
        let of = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(forms.together(&of(&["b1", "c1", "g1"])), "b1, c1 und g1");
        assert_eq!(
            forms.together(&of(&["{{ first }}", "c1"])),
            "{{ first }} und c1"
        );
        assert_eq!(forms.together(&of(&["b1"])), "b1");
        assert_eq!(forms.together(&[]), "");
        assert_eq!(forms.alternatives(&of(&["b1", "c1"]), Some(3)), "b1 or c1");
        let cut = forms.alternatives(&of(&["b1", "c1", "d1"]), Some(1));
        assert_eq!(cut, "b1 und 2 weitere");
    }
}
