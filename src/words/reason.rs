//! Reasons that games give, in words.

use minijinja::Value;

use crate::rules::reason::{Arg, Reason};

use super::Voice;

impl Voice<'_> {
    /// What a game says of a turn, in words.
    #[must_use]
    pub fn reason(&self, reason: &Reason) -> String {
        let args = reason.args.iter();
        let args = args.map(|(name, arg)| (name.as_ref().to_owned(), self.value(arg)));
        self.say(&format!("reasons/{}", reason.code), Value::from_iter(args))
    }

    fn value(&self, arg: &Arg) -> Value {
        match arg {
            Arg::Text(text) => Value::from(text.as_str()),
            Arg::Number(number) => Value::from(*number),
            Arg::Name(name) => Value::from(self.name(name)),
            Arg::List(all) => all.iter().map(|arg| self.value(arg)).collect(),
            Arg::Reason(reason) => Value::from(self.reason(reason)),
        }
    }
}
