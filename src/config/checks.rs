//! What is checked of settings besides their types, and how it is said what is wrong.

use serde::{Deserialize, Deserializer, de::Error};

use crate::time::Length;

/// Reads a length of time; `like` are some in an error message.
pub(super) fn length<'de, D: Deserializer<'de>>(from: D, like: &str) -> Result<Length, D::Error> {
    let text = String::deserialize(from)?;
    let why = format!("{text:?} is no length of time: write one like {like}");
    text.parse().map_err(|_| D::Error::custom(why))
}

/// Puts the name of a section before what is wrong in it.
pub(super) fn of_section(section: &str) -> impl Fn(String) -> String {
    move |why| format!("[{section}]: {why}")
}

/// The line of the key with which a reason begins: `[section]: key is …`, or `key is …`.
pub(super) fn line_of(text: &str, reason: &str) -> Option<usize> {
    let of_section = reason.strip_prefix('[').and_then(|r| r.split_once("]: "));
    let (section, rest) = of_section.map_or((None, reason), |(s, rest)| (Some(s), rest));
    let key = rest.split(' ').next()?;
    // `leave.ahead` in [time] is `ahead` in [time.leave], too.
    let inner = section.zip(key.rsplit_once('.'));
    let inner = inner.map(|(section, (table, key))| (format!("{section}.{table}"), key));
    let mut current = "";
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            current = name.trim();
            continue;
        }
        let written = line.split('=').next().unwrap_or_default().trim();
        let is_inner = |(section, key): &(String, &str)| written == *key && current == section;
        let is_here = written == key && section.is_none_or(|section| section == current);
        if is_here || inner.as_ref().is_some_and(is_inner) {
            return Some(number);
        }
    }
    None
}

/// A message of the parser, without the names of types.
pub(super) fn in_words(message: &str) -> String {
    let mut words = message.replace('\n', " ");
    for (kind, plain) in [
        ("expected usize", "write a whole number, 0 or more"),
        ("expected u32", "write a whole number, 0 or more"),
        ("expected u64", "write a whole number, 0 or more"),
        ("expected i64", "write a whole number"),
        ("expected a boolean", "write true or false"),
    ] {
        words = words.replace(kind, plain);
    }
    words
}

/// Checks the kinds of inbox and outbox before the file is deserialized: messages of serde would not list
/// the kinds, and would show a password that is written in the file.
pub(super) fn check_kinds(table: &toml::Table) -> Result<(), String> {
    let known: [(&str, &[&str]); 3] = [
        ("inbox", &["imap", "maildir", "lmtp", "stdin"]),
        ("outbox", &["smtp", "sendmail", "maildir"]),
        ("store", &["sqlite", "postgres"]),
    ];
    for (section, kinds) in known {
        let get = |name| table.get(section).and_then(|s| s.get(name));
        // Other messages would show the value.
        let written = |value: &toml::Value| {
            let command = value.get("command");
            !value.is_table() || command.is_some_and(|command| !command.is_array())
        };
        if get("password").is_some_and(written) || get("token").is_some_and(written) {
            return Err(format!(
                "a password does not belong into this file: write password = {{ file = \"…\" }}, \
                 {{ command = [\"…\"] }} or {{ env = \"…\" }} in [{section}]"
            ));
        }
        let kind = get("kind").and_then(toml::Value::as_str);
        if let Some(kind) = kind.filter(|k| !kinds.contains(k)) {
            let (last, others) = kinds.split_last().unwrap_or((&"", &[]));
            let others = others.join("\", \"");
            return Err(format!(
                "[{section}] has no kind {kind:?}: write \"{others}\" or \"{last}\""
            ));
        }
    }
    Ok(())
}

/// Checks numbers: each with its name, the least and the most that it may be.
pub(super) fn check_ranges(ranges: &[(&str, i64, i64, i64)]) -> Result<(), String> {
    for (name, value, least, most) in ranges {
        if !(least..=most).contains(&value) {
            let end = match *most {
                i64::MAX => "or more".to_owned(),
                most => format!("to {most}"),
            };
            return Err(format!("{name} is {value}: write {least} {end}"));
        }
    }
    Ok(())
}

/// Whether mail to an address comes to the server: its own address, also with a detail.
pub(super) fn is_own(address: &str, own: &str, delimiter: Option<char>) -> bool {
    // Compared as text, since the settings are checked less strictly than the addresses of mails.
    let plain = |address: &str| {
        let (local, host) = address.split_once('@').unwrap_or((address, ""));
        let local = delimiter
            .and_then(|delimiter| local.split(delimiter).next())
            .unwrap_or(local);
        format!("{local}@{host}").to_lowercase()
    };
    plain(address) == plain(own)
}

/// Checks that an address can be used in every header without quoting.
pub(super) fn check_address(setting: &str, address: &str) -> Result<(), String> {
    let plain = |part: &str| {
        let fits = |b: u8| b.is_ascii_graphic() && !b"<>()[]\\,;:\"@".contains(&b);
        !part.is_empty() && part.bytes().all(fits)
    };
    match address.split_once('@') {
        Some((local, host)) if plain(local) && plain(host) => Ok(()),
        _ => Err(format!(
            "{setting} is {address:?}: write a plain address like \"play@example.org\""
        )),
    }
}
