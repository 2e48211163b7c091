//! The commented settings, with what the operator has said filled in.

/// What a new server has to know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The address that players write to.
    pub address: String,
    /// The address of the umpire, if there is one.
    pub umpire: Option<String>,
    /// The keys of `[inbox]`, each with its value as TOML.
    pub inbox: Vec<(&'static str, String)>,
    /// Those of `[outbox]`.
    pub outbox: Vec<(&'static str, String)>,
}

/// A text as a value in TOML.
pub fn written(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

impl Answers {
    /// Puts the answers into a file of settings. The remarks in it, and the sections that nobody asks about, stay.
    pub fn fill(&self, text: &str) -> String {
        let mut server = vec![("address", written(&self.address))];
        server.extend(self.umpire.iter().map(|to| ("umpire", written(to))));
        let text = server.iter().fold(text.to_owned(), |text, key| {
            with_key(&text, "server", key.0, &key.1)
        });
        let text = with_section(&text, "inbox", &self.inbox);
        with_section(&text, "outbox", &self.outbox)
    }
}

/// The lines of a text, each with whether it is below the head of this section.
fn lines<'a>(text: &'a str, section: &str) -> impl Iterator<Item = (&'a str, bool)> {
    let head = format!("[{section}]");
    let mut inside = false;
    text.lines().map(move |line| {
        let begins = line.starts_with('[');
        inside = if begins { line.trim() == head } else { inside };
        (line, inside && !begins)
    })
}

/// The text with this value of a key of a section, which stands there already, if only as a remark.
fn with_key(text: &str, section: &str, key: &str, value: &str) -> String {
    let mut done = false;
    let mut made = String::new();
    for (line, inside) in lines(text, section) {
        let is_it = line.trim_start_matches('#').split('=').next();
        if inside && !done && is_it.is_some_and(|name| name.trim_end() == key) {
            done = true;
            made += &format!("{key} = {value}\n");
        } else {
            made += &format!("{line}\n");
        }
    }
    made
}

/// The text with these keys in a section, in the place of those that stand there.
fn with_section(text: &str, section: &str, keys: &[(&str, String)]) -> String {
    let mut done = false;
    let mut made = String::new();
    for (line, inside) in lines(text, section) {
        if !inside || line.is_empty() || line.starts_with('#') {
            made += &format!("{line}\n");
        } else if !done {
            done = true;
            let keys = keys.iter().map(|(key, value)| format!("{key} = {value}\n"));
            made.extend(keys);
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::config::{Config, Inbox, Outbox};

    #[test]
    fn answers_take_the_place_of_the_examples() {
        let answers = Answers {
            address: "games@club.example".to_owned(),
            umpire: Some("anna@club.example".to_owned()),
            inbox: vec![
                ("kind", written("lmtp")),
                ("listen", written("unix:/run/z")),
            ],
            outbox: vec![("kind", written("sendmail"))],
        };
        let example = Config::example("play@example.org", None);
        let text = answers.fill(&example);
        let config = Config::parse(&text, Path::new("/etc/zugpost.toml")).expect("settings");
        assert_eq!(config.server.address, "games@club.example");
        assert_eq!(config.server.umpire.as_deref(), Some("anna@club.example"));
        assert!(matches!(config.inbox, Inbox::Lmtp(_)), "{:?}", config.inbox);
        assert!(matches!(config.outbox, Outbox::Sendmail { .. }));
        // The remarks stay, and so does all else.
        let remarks = |text: &str| text.lines().filter(|line| line.starts_with("# ")).count();
        assert_eq!(remarks(&text), remarks(&example));
        assert!(text.contains("\n[limits]\n") && text.contains("\nlanguage = \"en\"\n"));
        // They can be given once more.
        assert_eq!(answers.fill(&text), text);
    }
}
