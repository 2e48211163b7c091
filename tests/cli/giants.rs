//! Mails of a hundred megabytes, of thousands of parts and headers, and of one line: each is stored and
//! judged, and the next player's turn is answered.

use rusqlite::Connection;

use super::place::{Letter, Place};

const MB: usize = 1_000_000;

/// What follows the headers of a mail, which end in a content type or in many more headers.
fn giants() -> Vec<(&'static str, Vec<u8>)> {
    let mixed = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n";
    let attached = |kind: &str, bytes: &[u8]| {
        let coded = data_encoding::BASE64_MIME.encode(bytes);
        format!(
            "{mixed}--x\n\nrules hans38\n--x\nContent-Type: {kind}\nContent-Disposition: attachment; filename=a\n\
             Content-Transfer-Encoding: base64\n\n{coded}\n--x--\n"
        )
        .into_bytes()
    };
    let nested = |level: &dyn Fn(usize) -> String, top: &str| {
        let levels: String = (0..20_000).map(level).collect();
        format!("MIME-Version: 1.0\nContent-Type: {top}\n\n{levels}").into_bytes()
    };
    let text = |line: &str, bytes: usize| {
        let mut mail = b"\n".to_vec();
        mail.extend(line.repeat(bytes / line.len()).into_bytes());
        mail
    };
    vec![
        ("100 MB of commands", text("rules hans38\n", 100 * MB)),
        ("20 MB of quotes", text("> | 8 | |r|n\n", 20 * MB)),
        ("a line of 50 MB", text("Nf3 @@e3 ", 50 * MB)),
        ("a word of 10 MB", text("x", 10 * MB)),
        (
            "a header of 10 MB",
            [b"X-Long: ", text("y ", 10 * MB).as_slice()].concat(),
        ),
        (
            "100,000 headers",
            [b"X: y\n".repeat(100_000), b"\nrules hans38\n".to_vec()].concat(),
        ),
        (
            "100,000 lines of a header",
            [
                b"X: y\n".to_vec(),
                b" z\n".repeat(100_000),
                b"\nrules hans38\n".to_vec(),
            ]
            .concat(),
        ),
        (
            "20,000 parts",
            [mixed.as_bytes(), "--x\n\na\n".repeat(20_000).as_bytes()].concat(),
        ),
        (
            "20,000 parts within each other",
            nested(
                &|n| {
                    format!(
                        "--b{n}\nContent-Type: multipart/mixed; boundary=b{}\n\n",
                        n + 1
                    )
                },
                "multipart/mixed; boundary=b0",
            ),
        ),
        (
            "20,000 messages within each other",
            nested(
                &|_| "Content-Type: message/rfc822\n\n".to_owned(),
                "message/rfc822",
            ),
        ),
        (
            "an archive of 20 MB",
            attached("application/zip", &b"PK\x03\x04zip".repeat(20 * MB / 7)),
        ),
        ("a picture of 20 MB", attached("image/png", &[137; 20 * MB])),
        (
            "20 MB of HTML",
            [
                b"MIME-Version: 1.0\nContent-Type: text/html\n".to_vec(),
                text("<blockquote><div>", 20 * MB),
            ]
            .concat(),
        ),
    ]
}

/// A giant with the key of a letter, from its reader.
fn mail(letter: &Letter, number: usize, rest: &[u8]) -> Vec<u8> {
    let from = &letter.mailbox;
    let head = format!(
        "From: {from}\nTo: {}\nSubject: Re: {}\nMessage-ID: <giant{number}.{from}>\n",
        letter.header("Reply-To"),
        letter.header("Subject"),
    );
    [head.as_bytes(), rest].concat()
}

/// How many mails there are, and how many of them have a verdict.
fn judged(place: &Place) -> (i64, i64) {
    let database = Connection::open(place.path("data/zugpost.db")).expect("a database");
    let counted = database.query_row(
        "SELECT count(*), count(verdict) FROM inbox WHERE status = 'done'",
        [],
        |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)),
    );
    counted.expect("counted")
}

/// Plays the next turn, which has to be answered.
fn plays(place: &mut Place, who: &str, turn: &str) {
    let letter = place.newest(who, 1);
    let before = place.letters().len();
    let mail = place.answer(&letter, turn);
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    assert_eq!(place.letters().len(), before + 2, "{who}: {turn}");
}

#[test]
fn each_is_judged_from_standard_input() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    let letter = place.newest("anna@example.org", 1);
    for (number, (name, giant)) in giants().iter().enumerate() {
        let ran = place.with_input(&["receive"], &mail(&letter, number, giant));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
        let count = i64::try_from(number).expect("few") + 1;
        assert_eq!(judged(&place), (count, count), "{name}");
        if number == 0 {
            let answer = place.newest("anna@example.org", 1).raw;
            assert!(answer.contains("Your mail is very long."), "{answer}");
        }
    }
    plays(&mut place, "anna@example.org", "@@f3");
    plays(&mut place, "boris@example.net", "@@f6");
}

#[test]
fn each_is_judged_from_a_maildir() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    let letter = place.newest("anna@example.org", 1);
    let count = i64::try_from(giants().len()).expect("few");
    for (number, (_, giant)) in giants().iter().enumerate() {
        place.deliver_bytes(&mail(&letter, number, giant));
    }
    place.ok(&["run", "--once"]);
    assert_eq!(place.waiting(), 0);
    assert_eq!(judged(&place), (count, count));
    plays(&mut place, "anna@example.org", "@@f3");
    plays(&mut place, "boris@example.net", "@@f6");
}
