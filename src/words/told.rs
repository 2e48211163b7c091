//! Texts that are named after the kind of a value, such as the refusal of a request.

use minijinja::value::{Serde, Value, ValueKind, merge_maps};
use serde::Serialize;

use super::Voice;

impl Voice<'_> {
    /// The text of `notices/` for the kind of a value: `<stem>-too-soon` for `TooSoon { from }`, filled in
    /// with `from`. See [`told`] for `more`.
    pub fn tell(&self, stem: &str, value: &impl Serialize, more: Value) -> String {
        let (kind, args) = told(value, more);
        self.notice(&format!("{stem}-{kind}"), args)
    }
}

/// The name of a value's kind, as serde writes it: `too-soon` for `TooSoon`.
pub fn kind(value: &impl Serialize) -> String {
    parts(value).0
}

/// The name of a value's kind, and its fields as arguments of a text; `more` adds to them, or replaces
/// those of the same name. A field without a name, or one that serde leaves out, is no argument.
pub fn told(value: &impl Serialize, more: Value) -> (String, Value) {
    let (kind, fields) = parts(value);
    (kind, merge_maps([fields, more]))
}

/// The field of a kind whose field has no name, as arguments of a text: it has each of these names there, so a text may
/// use any of them.
pub fn unnamed(value: &impl Serialize, names: &[&'static str]) -> Value {
    let (_, field) = parts(value);
    let names = names.iter().filter(|_| field.kind() != ValueKind::Map);
    Value::from_pairs(names.map(|name| (*name, field.clone())))
}

fn parts(value: &impl Serialize) -> (String, Value) {
    let written = Value::from(Serde(value));
    let kind = match written.kind() {
        ValueKind::Map => written.try_iter().ok().and_then(|mut kinds| kinds.next()),
        _ => None,
    };
    match kind {
        None => (written.to_string(), Value::UNDEFINED),
        Some(kind) => {
            let fields = written.get_item(&kind).unwrap_or_default();
            (kind.to_string(), fields)
        }
    }
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;
    use crate::words::Words;

    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    enum Why {
        TooMuchText,
        TooLong(usize),
        Format { plain: bool },
    }

    #[test]
    fn a_text_is_named_after_the_kind_of_a_value() {
        let voice = Words::built_in().english();
        let say = |name: &str, args| voice.notice(&format!("note-{name}"), args);
        let tell = |why: Why, more| voice.tell("note", &why, more);
        let too_much = say("too-much-text", context! {});
        assert_eq!(tell(Why::TooMuchText, context! {}), too_much);
        let count = 3;
        let too_long = say("too-long", context! { count });
        assert_eq!(tell(Why::TooLong(7), context! { count }), too_long);
        let why = Why::TooLong(3);
        let more = unnamed(&why, &["count"]);
        assert_eq!(tell(why, more), too_long);
        for plain in [true, false] {
            let said = say("format", context! { plain });
            let told = tell(Why::Format { plain }, context! {});
            assert_eq!(told, said);
            let told = tell(Why::Format { plain: !plain }, context! { plain });
            assert_eq!(told, said, "what is added replaces a field");
        }
        assert_eq!(kind(&Why::TooLong(7)), "too-long");
    }
}
