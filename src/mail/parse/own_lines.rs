//! Finds the author's own lines among quotes and signatures (`docs/mail-protocol.md`, rule 3).

use std::ops::ControlFlow;

use super::attribution::attribution;

/// The author's own lines, top to bottom. Quotes and attribution lines are left out, and reading
/// continues below them. It ends at a signature, at a closing word, or where an unmarked copy of our
/// letter begins.
///
/// Lines have no trailing blanks. One empty line separates paragraphs, also where a quote was left out;
/// there is none at the start or the end.
#[must_use]
pub fn own_lines(body: &str) -> Vec<String> {
    let lines: Vec<&str> = body.lines().map(str::trim_end).collect();
    let mut own: Vec<String> = Vec::new();
    let mut gap = false;
    let mut at = 0;
    while at < lines.len() {
        match step(&lines, at) {
            ControlFlow::Break(()) => break,
            ControlFlow::Continue(Some(skip)) => {
                gap = true;
                at += skip;
            }
            ControlFlow::Continue(None) => {
                if std::mem::take(&mut gap) && !own.is_empty() {
                    own.push(String::new());
                }
                own.push(lines[at].to_owned());
                at += 1;
            }
        }
    }
    own
}

/// What the line at `at` is: `Break` at the end of reading, `Some` number of lines to leave out, or
/// `None` for a line of the author's.
fn step(lines: &[&str], at: usize) -> ControlFlow<(), Option<usize>> {
    let line = lines[at].trim_start();
    if line.is_empty() || line.starts_with('>') {
        return ControlFlow::Continue(Some(1));
    }
    if ends(line) || header_block(lines, at) || ruled_header_block(lines, at) {
        return ControlFlow::Break(());
    }
    ControlFlow::Continue(attribution(lines, at))
}

/// Whether reading ends at this line.
fn ends(line: &str) -> bool {
    if line == "--" || our_marker(line) {
        return true;
    }
    let lower: String = line.chars().take(80).flat_map(char::to_lowercase).collect();
    let words = lower.trim_end_matches(['.', '!', ',', ' ']);
    matches!(words, "quit" | "stop" | "end" | "thanks" | "thank you")
        || original_message(&lower)
        || SENT_FROM.iter().any(|start| lower.starts_with(start))
        || lower.ends_with("gesendet") && lower.starts_with("von mein")
}

/// Whether it is the first line of one of our letters, unquoted: `--- #17: ` or `--- #17, #18: ` with
/// words in the reader's language. Clients may have replaced its dashes; without any, only the English
/// words tell it from a player's own `#17: Nf3`.
fn our_marker(line: &str) -> bool {
    let rest = line.trim_start_matches(['-', ' ', '*', '–', '—']);
    let dashes = line[..line.len() - rest.len()].trim_end();
    let Some(numbers) = rest.strip_prefix('#') else {
        return false;
    };
    let words = numbers.trim_start_matches(|c: char| c.is_ascii_digit() || ", #".contains(c));
    let numbered = numbers.starts_with(|c: char| c.is_ascii_digit());
    let marked = dashes.len() >= 2 || words.starts_with(": answer above this line");
    numbered && words.starts_with(':') && marked
}

/// `-----Original Message-----`, in any language: words between two rows of dashes.
fn original_message(lower: &str) -> bool {
    let words = lower.trim_start_matches('-');
    let before = lower.len() - words.len();
    let inner = words.trim_end().trim_end_matches('-');
    let after = words.trim_end().len() - inner.len();
    before >= 4 && after >= 4 && inner.chars().any(char::is_alphabetic)
}

/// Beginnings of the signatures that phones add, in lower case.
const SENT_FROM: &[&str] = &[
    "sent from my ",
    "sent from mail for ",
    "sent from outlook",
    "sent from yahoo",
    "sent from proton",
    "sent with proton",
    "sent via ",
    "get outlook for ",
    "envoyé de mon ",
    "envoyé depuis mon ",
    "enviado desde mi ",
    "enviado do meu ",
    "inviato da ",
    "inviato dal mio ",
    "verstuurd vanaf mijn ",
    "von meinem ",
    "gesendet mit ",
    "gesendet von ",
    "skickat från min ",
    "sendt fra min ",
    "lähetetty ",
    "wysłane z ",
    "отправлено с ",
];

/// Names of the From field in the header block that Outlook puts above the answered letter.
const AUTHOR: &[&str] = &[
    "from",
    "von",
    "de",
    "da",
    "van",
    "från",
    "fra",
    "od",
    "от",
    "lähettäjä",
    "发件人",
    "差出人",
];

/// Names of the other fields of that block.
const FIELDS: &[&str] = &[
    "sent",
    "to",
    "subject",
    "date",
    "cc",
    "gesendet",
    "an",
    "betreff",
    "datum",
    "envoyé",
    "à",
    "objet",
    "enviado",
    "enviada em",
    "para",
    "asunto",
    "assunto",
    "fecha",
    "inviato",
    "a",
    "oggetto",
    "data",
    "verzonden",
    "aan",
    "onderwerp",
    "skickat",
    "till",
    "ämne",
    "sendt",
    "til",
    "emne",
    "wysłano",
    "do",
    "temat",
    "отправлено",
    "кому",
    "тема",
    "дата",
    "lähetetty",
    "vastaanottaja",
    "aihe",
    "发送时间",
    "收件人",
    "主题",
];

/// Whether an Outlook header block begins here: the From field, with two other fields below it.
fn header_block(lines: &[&str], at: usize) -> bool {
    let is = |line: &str, names: &[&str]| {
        let line = line.trim_start_matches(['*', ' ']);
        let Some((name, _)) = line.split_once([':', '：']) else {
            return false;
        };
        name.len() <= 40
            && names.contains(&name.trim_end_matches(['*', ' ']).to_lowercase().as_str())
    };
    is(lines[at], AUTHOR)
        && lines[at + 1..]
            .iter()
            .filter(|l| !l.is_empty())
            .take(5)
            .filter(|l| is(l, FIELDS))
            .count()
            >= 2
}

/// Whether a line of underscores begins here that Outlook puts above its header block.
fn ruled_header_block(lines: &[&str], at: usize) -> bool {
    let rule = lines[at].len() >= 10 && lines[at].bytes().all(|b| b == b'_');
    let below = lines[at + 1..]
        .iter()
        .take(3)
        .position(|line| !line.is_empty());
    rule && below.is_some_and(|skip| header_block(lines, at + 1 + skip))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(body: &str) -> Vec<String> {
        own_lines(body)
    }

    #[test]
    fn quotes_are_left_out_and_reading_continues() {
        let body = "Hello\n\n\nOn Fri, Nov 20, 2026 at 10:11 AM Zugpost <play@example.org> wrote:\n> 8 | |\n\n> more\ne4\ndraw offer\n";
        assert_eq!(own(body), ["Hello", "", "e4", "draw offer"]);
        assert_eq!(own("> q\n\nNg8-f6 @@e6\n"), ["Ng8-f6 @@e6"]);
    }

    #[test]
    fn attributions_in_many_languages() {
        for line in [
            "On Fri, Nov 20, 2026 at 10:11 AM Zugpost <play@example.org> wrote:",
            "On Fri, Nov 20, 2026 at 10:11 AM Zugpost\n<play@example.org> wrote:",
            "On Fri, Nov 20, 2026 at 10:11 AM\nZugpost <play+abcdefghijklmnopqrstuvw@example.org>\nwrote:",
            "Am 20.11.26 um 10:11 schrieb Zugpost:",
            "Am Freitag, 20. November 2026 schrieb Zugpost <play@example.org>:",
            "Le ven. 20 nov. 2026 à 10:11, Zugpost <play@example.org> a écrit :",
            "El vie, 20 nov 2026 a las 10:11, Zugpost (<play@example.org>) escribió:",
            "Il giorno ven 20 nov 2026 Zugpost\n<play@example.org> ha scritto:",
            "Op vr 20 nov 2026 schreef Zugpost <play@example.org>:",
            "Em sex., 20 de nov. de 2026, Zugpost escreveu:",
            "пт, 20 нояб. 2026 г. в 10:11, Zugpost <play@example.org>:",
            "20 ноября 2026 г. Zugpost написал:",
            "W dniu 20.11.2026 o 10:11, Zugpost pisze:",
            "2026-11-20 10:11 GMT+01:00 Zugpost <play@example.org>:",
        ] {
            assert_eq!(own(&format!("e4\n{line}\n> q\n")), ["e4"], "{line}");
            assert_eq!(
                own(&format!("e4\n\n{line}\n\n> q\nd4\n")),
                ["e4", "", "d4"],
                "{line}"
            );
        }
        assert_eq!(own("e4\n\nZugpost wrote:\n> q\n"), ["e4"]);
    }

    #[test]
    fn a_turn_right_above_an_attribution_is_kept() {
        for turn in [
            "3. Ng1-f3 @@e3",
            "e4",
            "address add a@b.org",
            "challenge Bob <bob@b.org> hans38",
            "a 20:15 b",
        ] {
            for line in [
                "On Fri, Nov 20, 2026 at 10:11 AM Zugpost <play@example.org> wrote:",
                "On Fri, Nov 20, 2026 at 10:11 AM Zugpost\n<play@example.org> wrote:",
                "2026-11-20 10:11 GMT+01:00 Zugpost <play@example.org>:",
                "Am 20.11.26 um 10:11 schrieb Zugpost:",
            ] {
                assert_eq!(own(&format!("{turn}\n{line}\n> q\n")), [turn], "{line}");
            }
        }
    }

    #[test]
    fn prose_is_no_attribution() {
        for text in [
            "say as Lasker wrote: sit",
            "On my way to e4:",
            "move 3: e4",
            "Ng1-f3\n@@e3",
        ] {
            assert_eq!(own(text).join("\n"), text);
        }
        assert_eq!(own("say Bob wrote:\nhello"), ["say Bob wrote:", "hello"]);
    }

    #[test]
    fn reading_ends() {
        for end in [
            "--",
            "-- ",
            "quit",
            "STOP",
            "End",
            "Thanks!",
            "thank you,",
            "-----Original Message-----",
            "-------- Weitergeleitete Nachricht --------",
            "Sent from my iPhone",
            "Von meinem iPhone gesendet",
            "--- #17: answer above this line, or below the quote ---",
            "- #3: answer above this line, or",
            "--- #17: Antwort bitte über dieser Zeile ---",
            "— #17, #18: answer above this line, or below the quote —",
            "From: Zugpost <play@example.org>\nSent: Friday\nTo: Alice\nSubject: x",
            "*Von:* Zugpost\n*Gesendet:* Freitag\n*An:* Alice",
        ] {
            assert_eq!(own(&format!("e4\n{end}\nd4\n")), ["e4"], "{end}");
        }
        let quoted = "> --- #17: answer above this line, or below the quote ---";
        assert_eq!(own(&format!("e4\n{quoted}\nd4")), ["e4", "", "d4"]);
    }

    #[test]
    fn these_do_not_end_it() {
        for text in [
            "#17: Nf3",
            "- #17: Nf3",
            "--- #",
            "stop here please",
            "from: x",
            "#17 e4",
            "---",
            "thanks for the game",
            "a-b--c",
        ] {
            assert_eq!(own(text), [text]);
        }
    }
}
