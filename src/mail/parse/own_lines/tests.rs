use super::super::known::{beginning, local_part, without_token};
use super::super::read;
use super::*;
use crate::mail::{Address, Envelope};

/// The own lines of a text alone: our address is that of a letter quoted in it, if it has one.
fn own(body: &str) -> Vec<String> {
    let known = Known {
        names: vec![DEFAULT_NAME.to_owned()],
        address: address_in(body),
    };
    read_lines(body, &known).lines
}

/// Our address, taken from the first address in the text that has an extension as long as a reply token.
fn address_in(body: &str) -> Option<(String, String)> {
    body.lines().find_map(|line| {
        let lower = beginning(line).to_lowercase();
        lower.match_indices('@').take(20).find_map(|(at, _)| {
            let local = without_token(local_part(&lower[..at]))?;
            let domain = &lower[at + 1..];
            let end = domain
                .find(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-'))
                .unwrap_or(domain.len());
            let domain = domain[..end].trim_end_matches('.');
            (!domain.is_empty()).then(|| (local.to_owned(), domain.to_owned()))
        })
    })
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
fn an_attribution_right_above_a_quote_needs_no_language() {
    let address = "<play+abcdefghijklmnopqrst2345@example.org>";
    for line in [
        "Zugpost rašė:".to_owned(),
        "20.11.2026 10.11 xyzzy:".to_owned(),
        format!("Xyzzy Zugpost {address}:"),
        format!("{address} 10:11"),
        format!("Zugpost {address}\nxyzzy 2026-11-20 10:11:"),
        format!("Xyzzy 2026-11-20, 10:11\nZugpost {address}\nplugh:"),
        format!("Le ven. 20 nov. 2026 à 10:11, Zugpost {address}\na écrit :"),
        "Am 20.11.26 um 10:11 schrieb Zugpost".to_owned(),
    ] {
        for quote in ["> q", "| q", "--- #17: answer above this line ---"] {
            for turn in ["Bb5", "Bb5\nGood luck!", "leave 2026-12-01 to 2026-12-14"] {
                let found = own(&format!("{turn}\n\n{line}\n{quote}\n"));
                assert_eq!(found.join("\n"), turn, "{line}");
            }
        }
    }
}

#[test]
fn what_stands_above_an_attribution_is_kept() {
    for turn in [
        "leave 2026-12-01 to 2026-12-14",
        "quiet 22:00-07:00",
        "if e5 then Nf3",
        "message boris@b.org",
        "say I wrote to Zugpost on 20.11.2026 at 10:11",
    ] {
        for line in [
            "Zugpost <play+abcdefghijklmnopqrst2345@example.org> wrote:",
            "Zugpost wrote:",
            "On Fri, 20 Nov 2026 at 10:11, Zugpost\n<play+abcdefghijklmnopqrst2345@example.org> wrote:",
        ] {
            let found = own(&format!("{turn}\n{line}\n> q\n"));
            assert_eq!(found, [turn], "{line}");
        }
        assert_eq!(own(&format!("{turn}\n> q\n")), [turn]);
    }
}

#[test]
fn a_token_without_mark_does_not_hide_the_answer_below() {
    let body = "On Fri, 20 Nov 2026 at 10:11, Zugpost <play+abcdefghijklmnopqrst2345@example.org> wrote:\n> q\nabcdefghijklmnopqrst2345\n\nBb5\n";
    assert_eq!(own(body), ["abcdefghijklmnopqrst2345", "", "Bb5"]);
}

#[test]
fn a_header_block_needs_no_language() {
    let block = "Xyzzy: Zugpost\nPlugh: 20.11.2026 10:11\nFrobozz: Alice <alice@wonder.example>\nYoho: [#17] Chess";
    assert_eq!(own(&format!("Bb5\n\n{block}\n\nwords")), ["Bb5"]);
    assert_eq!(own(&format!("say: hi\n{block}\nwords")), ["say: hi"]);
    let spaced = block.replace('\n', "\n\n");
    assert_eq!(own(&format!("Bb5\n{spaced}\n\nwords")), ["Bb5"]);
    for text in [
        "Plan: castle\nThen: attack\nAnna: good luck",
        "Note: see [#17]\nBb5\ndraw offer",
        "If: at 10:11\nThen: Nf3\nElse: resign",
    ] {
        assert_eq!(own(text).join("\n"), text);
    }
}

#[test]
fn whoever_answers_above_our_letter_does_not_answer_below_it() {
    let letter = "El mar, 12 may 2026 a las 21:04, Zugpost <play@example.org> escribió:\n\nReply with your turn:\n\nd2-d4\n";
    let parsed = |above: &str| {
        let text = format!("From: anna@example.net\nTo: play@example.org\n\n{above}{letter}");
        let ours = OwnAddress {
            address: Address::parse("play@example.org").expect("an address"),
            delimiter: None,
        };
        read(text.as_bytes(), &Envelope::default(), &ours).author_lines(&ours)
    };
    let own = parsed("Thanks!\n\n");
    assert_eq!(
        (own.lines, own.unsure),
        (vec!["Thanks!".to_owned()], vec![])
    );
    assert!(parsed("").unsure.contains(&"d2-d4".to_owned()));
}

#[test]
fn reading_ends() {
    for end in [
        "--",
        "-- ",
        "-----Original Message-----",
        "-------- Weitergeleitete Nachricht --------",
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "--- #17: answer above this line, or below the quote ---",
        "- #3: answer above this line, or",
        "--- #17: Antwort bitte über dieser Zeile ---",
        "— #17, #18: answer above this line, or below the quote —",
        "From: Zugpost <play@example.org>\nSent: Friday\nTo: Alice\nSubject: x",
        "---Original---\nFrom: \"Zugpost\"<play@example.org>\nDate: Tue, Nov 24, 2026 17:12 PM\nTo: \"Anna\"<anna@example.net>;\nSubject: x",
        "---原始邮件---\n发件人: \"Zugpost\"<play@example.org>\n发送时间: 2026年11月24日\n收件人: \"Anna\"",
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
        "quit",
        "STOP",
        "End",
        "Thanks!",
        "thank you,",
        "from: x",
        "#17 e4",
        "---",
        "thanks for the game",
        "a-b--c",
    ] {
        assert_eq!(own(text), [text]);
    }
}

fn author(body: &str) -> AuthorLines {
    read_lines(body, &Known::default())
}

#[test]
fn long_quotes_are_read_through() {
    let quote = "> 8 | | | |\n".repeat(12_000);
    for body in [format!("e4\n\n{quote}"), format!("{quote}\ne4\n")] {
        let read = author(&body);
        assert_eq!((read.lines, read.unread), (vec!["e4".to_owned()], 0));
    }
}

#[test]
fn what_is_not_read_of_a_giant_is_counted() {
    let read = author(&"e4\n".repeat(50_000));
    assert_eq!(read.lines.len(), MOST_UNMARKED);
    assert_eq!(read.lines.len() + read.unread, 50_000);
    let wrote = "On Fri, Nov 20, 2026 at 10:11 AM Zugpost <play@example.org> wrote:\n";
    let read = author(&format!("{}e4\n", wrote.repeat(50_000)));
    assert_eq!((read.lines.len(), read.unread), (0, 50_001 - MOST_UNMARKED));
    // Of a line that is too long the beginning is read.
    let read = author(&"x".repeat(1 << 20));
    assert_eq!((read.lines[0].len(), read.unread), (LONGEST, 1));
    // Below the end of reading nothing is missing.
    let read = author(&format!("e4\n-- \n{}", "Anna\n".repeat(50_000)));
    assert_eq!((read.lines.len(), read.unread), (1, 0));
}
