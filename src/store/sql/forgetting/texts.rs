//! Name and addresses of a player who is forgotten, in texts and in JSON.

use crate::store::sql::values::params;
use serde_json::Value;

use super::Forgotten;
use crate::store::{Result, sql::statements::Statements};

/// The fields of letters that hold a name or an address and nothing else.
const OF_NAMES: [&str; 13] = [
    "name", "named", "former", "address", "main", "from", "to", "who", "other", "by", "entrants",
    "first", "second",
];

impl Forgotten<'_> {
    /// A text with the name and the addresses replaced; `None`: they are not in it.
    pub(super) fn in_text(&self, text: &str) -> Option<String> {
        let mut changed = text.to_owned();
        for address in &self.addresses {
            changed = replaced(&changed, address, self.name, |_| true);
        }
        let edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        changed = replaced(&changed, &self.player.name, self.name, |(before, after)| {
            edge(before) && edge(after)
        });
        (changed != text).then_some(changed)
    }

    /// Replaces them in texts; `update` writes one (`?2`) by its id (`?1`).
    pub(super) fn in_texts(&self, texts: Vec<(i64, String)>, update: &str) -> Result<()> {
        for (id, text) in texts {
            if let Some(text) = self.in_text(&text) {
                self.connection.run(update, params![id, text])?;
            }
        }
        Ok(())
    }

    /// Replaces them in the texts of a letter, or of a value of this field; whether there were any. Words of
    /// the form itself are lower-case, with dashes, and are a name only in a field of names.
    pub(super) fn in_value(&self, value: &mut Value, field: &str) -> bool {
        visit(value, field, &|field, value| {
            let Value::String(text) = value else {
                return None;
            };
            let of_form = text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
            let named = OF_NAMES.contains(&field);
            let changed = self.in_text(text).filter(|_| named || !of_form);
            let found = changed.is_some();
            if let Some(changed) = changed {
                *text = changed;
            }
            Some(found)
        })
    }
}

/// JSON that `change` has changed; `None`: it has not, or it is no JSON.
pub(super) fn changed(json: &str, change: impl FnOnce(&mut Value) -> bool) -> Option<String> {
    let mut value = serde_json::from_str(json).ok()?;
    change(&mut value).then(|| value.to_string())
}

/// Lets `change` look at a value of a field, and at what is in it where it returns `None`; otherwise it says whether
/// it has changed the value. Returns whether anything was changed.
pub(super) fn visit(
    value: &mut Value,
    field: &str,
    change: &dyn Fn(&str, &mut Value) -> Option<bool>,
) -> bool {
    if let Some(changed) = change(field, value) {
        return changed;
    }
    // All of them, also after one that was changed.
    match value {
        Value::Array(all) => {
            let each = all.iter_mut().map(|one| visit(one, field, change));
            each.fold(false, |any, one| any | one)
        }
        Value::Object(all) => {
            let each = all.iter_mut().map(|(field, one)| visit(one, field, change));
            each.fold(false, |any, one| any | one)
        }
        _ => false,
    }
}

/// A text with each place of `what`, in any case, replaced where the characters beside it fit.
fn replaced(
    text: &str,
    what: &str,
    by: &str,
    fits: impl Fn((Option<char>, Option<char>)) -> bool,
) -> String {
    let length = what.chars().count();
    let folded = |text: &str| text.to_lowercase();
    let what = folded(what);
    if length == 0 || !folded(text).contains(&what) {
        return text.to_owned();
    }
    let all: Vec<char> = text.chars().collect();
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    while at < all.len() {
        let here = all.get(at..at + length);
        let same = here.is_some_and(|here| folded(&here.iter().collect::<String>()) == what);
        let before = at.checked_sub(1).and_then(|at| all.get(at).copied());
        if same && fits((before, all.get(at + length).copied())) {
            made.push_str(by);
            at += length;
        } else {
            made.push(all[at]);
            at += 1;
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn whole_words_are_replaced() {
        let edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        let name = |text: &str| replaced(text, "Anna", "player 1", |(a, b)| edge(a) && edge(b));
        for (text, expected) in [
            ("Hello Anna!", "Hello player 1!"),
            ("ANNA, Annabel, Hanna", "player 1, Annabel, Hanna"),
            ("nobody", "nobody"),
            ("Änna anna", "Änna player 1"),
        ] {
            assert_eq!(name(text), expected);
        }
    }
}
