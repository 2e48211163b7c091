//! Blanks tokens, and passwords of older servers, in stored text before the umpire sees it.

use std::collections::BTreeSet;

use data_encoding::BASE64;

use crate::commands::{self, without_password};
use crate::mail::{self, Envelope, OwnAddress};
use crate::text::keys;

/// What is shown in place of a password.
const PASSWORD: &str = "***";
/// Shorter passwords are blanked in their lines alone: they may be words of every sentence.
const LONG: usize = 4;

/// The raw text of a mail without tokens and passwords, for the umpire. With `hide_plans` it is also without
/// what players plan: if there is any, in whatever encoding, the text is shown as it is read.
pub(super) fn without_secrets(raw: &[u8], ours: &OwnAddress, hide_plans: bool) -> String {
    let message = mail::read(raw, &Envelope::default(), ours);
    let lines = message.body.lines().chain([message.subject.as_str()]);
    let passwords: BTreeSet<String> = lines.flat_map(passwords).collect();
    let raw = String::from_utf8_lossy(raw);
    if hide_plans {
        let subject = commands::without_plans(&message.subject);
        let body = commands::without_plans(&message.body);
        if subject != message.subject || body != message.body {
            let head = raw.lines().take_while(|line| !line.is_empty());
            let head: Vec<&str> = without_subject(head).collect();
            let text = format!(
                "{}\nSubject: {subject}\n\n(The text as it is read, without what is planned:)\n{body}\n",
                head.join("\n")
            );
            return blanked(&text, &passwords);
        }
    }
    without_tokens(&raw, &passwords)
}

/// The headers of a mail without the Subject, which may go on below its first line.
fn without_subject<'a>(head: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    let mut within = false;
    head.filter(move |line| {
        if !line.starts_with([' ', '\t']) {
            let name = line.split(':').next().unwrap_or_default();
            within = name.trim().eq_ignore_ascii_case("subject");
        }
        !within
    })
}

/// Text of others in one line (a reason, an address) without tokens, passwords and plans.
pub(super) fn foreign(text: &str) -> String {
    line_without_password(&commands::without_plans(&keys::blanked(text)))
}

/// The words of a line that are a password in the syntax of older servers.
fn passwords(line: &str) -> Vec<String> {
    let (_, text) = unquoted(line);
    let shown = without_password(text);
    let blanked = shown.split_whitespace().zip(text.split_whitespace());
    let secret = blanked.filter(|(shown, word)| *shown == PASSWORD && shown != word);
    secret.map(|(_, word)| word.to_owned()).collect()
}

/// A line as its quote marks, or the name of its header, and the rest.
fn unquoted(line: &str) -> (&str, &str) {
    let rest = line.trim_start_matches(['>', '|', ' ', '\t']);
    let rest = match rest.get(..8) {
        Some(name) if name.eq_ignore_ascii_case("subject:") => rest[8..].trim_start(),
        _ => rest,
    };
    line.split_at(line.len() - rest.len())
}

fn line_without_password(line: &str) -> String {
    let (before, text) = unquoted(line);
    match without_password(text) {
        shown if shown == text => line.to_owned(),
        shown => format!("{before}{shown}"),
    }
}

/// The text with passwords blanked: in the lines of commands, and the long ones wherever they are.
fn blanked(text: &str, passwords: &BTreeSet<String>) -> String {
    let mut shown = String::with_capacity(text.len());
    for line in keys::blanked(text).split_inclusive('\n') {
        let end = line.trim_end_matches(['\r', '\n']).len();
        shown.push_str(&line_without_password(&line[..end]));
        shown.push_str(&line[end..]);
    }
    let long = passwords.iter().filter(|password| password.len() >= LONG);
    long.fold(shown, |shown, password| {
        shown.replace(password.as_str(), PASSWORD)
    })
}

/// The raw text of a mail with tokens and passwords blanked, also those that a soft line break cuts (RFC
/// 2045 section 6.7), and those in base64, which is then shown decoded.
fn without_tokens(raw: &str, passwords: &BTreeSet<String>) -> String {
    let opened = without_hidden_tokens(raw, passwords);
    let joined = without_soft_breaks(&opened);
    let safe = blanked(&joined, passwords);
    if safe == joined { opened } else { safe }
}

/// The text with lines joined that end with a soft line break. The boundary between two parts of a mail may end
/// with the same sign.
fn without_soft_breaks(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let start = line.strip_suffix('\n');
        let start = start.map(|line| line.trim_end_matches('\r'));
        let soft = start.and_then(|line| line.strip_suffix('='));
        match soft.filter(|_| !line.starts_with("--")) {
            Some(start) => joined.push_str(start),
            None => joined.push_str(line),
        }
    }
    joined
}

/// Replaces every run of base64 lines with a token or a password in it by its decoded text.
fn without_hidden_tokens(raw: &str, passwords: &BTreeSet<String>) -> String {
    let lines: Vec<&str> = raw.split_inclusive('\n').collect();
    let runs = lines.chunk_by(|one, next| is_base64(one) == is_base64(next));
    let shown = runs.map(|run| match is_base64(run[0]) {
        true => opened(&run.concat(), passwords),
        false => run.concat(),
    });
    shown.collect()
}

fn opened(run: &str, passwords: &BTreeSet<String>) -> String {
    let code: String = run.split_whitespace().collect();
    let Ok(bytes) = BASE64.decode(code.as_bytes()) else {
        return run.to_owned();
    };
    let text = String::from_utf8_lossy(&bytes);
    let shown = blanked(&text, passwords);
    if shown == text {
        return run.to_owned();
    }
    format!(
        "(base64 with a key or a password in it, decoded:)\n{}\n",
        shown.trim_end()
    )
}

fn is_base64(line: &str) -> bool {
    let line = line.trim_end();
    let is_code = |b: u8| b.is_ascii_alphanumeric() || b"+/=".contains(&b);
    line.len() >= 4 && line.len().is_multiple_of(4) && line.bytes().all(is_code)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "aaaaaaaotz2r4s6gvd47ztab7vssnaqy";

    #[test]
    fn keys_are_blanked_wherever_they_stand() {
        let (start, end) = KEY.split_at(11);
        let letter = format!("Ng1-f3\n> play+{KEY}@example.org\n");
        let code = BASE64.encode(letter.as_bytes());
        let (one, other) = code.split_at(60);
        for raw in [
            format!("To: <play+{KEY}@example.org>\n\nhello=\nworld\n"),
            format!("a {start}=\r\n{end} b"),
            format!("A: b\n\n{one}\r\n{other}\r\n--x--\n"),
            code.clone(),
        ] {
            let shown = without_tokens(&raw, &BTreeSet::new());
            assert!(shown.contains(keys::BLANK), "{shown}");
            let found = [KEY, end, &other[..other.len() - 4]];
            assert!(found.iter().all(|part| !shown.contains(part)), "{shown}");
        }
        assert!(without_tokens(&code, &BTreeSet::new()).contains("Ng1-f3"));
    }

    #[test]
    fn text_without_tokens_is_unchanged() {
        let picture = BASE64.encode(&[7; 90]);
        for raw in [format!("x=\ny\n{picture}\n"), "word\nabcd\n".to_owned()] {
            assert_eq!(without_tokens(&raw, &BTreeSet::new()), raw);
        }
    }

    fn shown(raw: &str) -> String {
        let ours = OwnAddress {
            address: mail::Address::parse("play@example.org").expect("an address"),
            delimiter: Some('+'),
        };
        without_secrets(raw.as_bytes(), &ours, true)
    }

    #[test]
    fn passwords_of_older_servers_are_blanked_wherever_they_stand() {
        let head = "From: a@b.org\nSubject: chess move 17 anna hushhush Nf3\nMIME-Version: 1.0\n";
        let html = "Content-Type: text/html\n\n<p>chess <b>move</b> 17 anna hushhush Nf3</p>\n";
        let code = BASE64.encode(b"hello\nsignon 17 hushhush\n");
        for body in [
            "\nchess move 17 anna hushhush Nf3\n".to_owned(),
            "\n> signon hushhush\n".to_owned(),
            format!("Content-Transfer-Encoding: base64\n\n{code}\n"),
            "Content-Transfer-Encoding: quoted-printable\n\nchess move 17 anna hush=\nhush Nf3\n"
                .to_owned(),
            html.to_owned(),
        ] {
            let text = shown(&format!("{head}{body}"));
            assert!(!text.contains("hush"), "{text}");
            assert!(text.contains(PASSWORD), "{text}");
        }
        // A short one, in its line alone.
        let text = shown("From: a@b.org\n\nsignon 17 me\nmeet me\n");
        assert!(text.ends_with("signon *** ***\nmeet me\n"), "{text}");
    }

    #[test]
    fn one_line_of_others_has_no_secret() {
        assert_eq!(
            foreign(&format!("550 to play+{KEY}@b")),
            "550 to play+[key]@b"
        );
        assert_eq!(foreign("signon hush"), "signon ***");
    }
}
