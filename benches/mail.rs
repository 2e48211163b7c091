//! Times of parsing one mail and composing one letter: `cargo bench --bench mail`.

use std::time::UNIX_EPOCH;

use divan::{Bencher, black_box};
use zugpost::mail::{Address, Envelope, Mailbox, MimeMessage, OwnAddress, read, token_candidates};

const GMAIL: &[u8] = include_bytes!("../tests/corpus/synthetic/gmail-top-post.eml");
const HTML: &[u8] = include_bytes!("../tests/corpus/synthetic/outlook-german-html.eml");

fn main() {
    divan::main();
}

#[divan::bench(args = ["gmail", "html"], sample_count = 300)]
fn read_one(bencher: Bencher, kind: &str) {
    let raw = if kind == "html" { HTML } else { GMAIL };
    let address = Address::parse("play@example.org").expect("our address");
    let ours = OwnAddress {
        address,
        delimiter: Some('+'),
    };
    let envelope = Envelope::default();
    bencher.bench(|| {
        let mail = read(black_box(raw), &envelope, &ours);
        (
            mail.author_lines(&ours).lines,
            token_candidates(raw, &mail, &envelope, 26, &|_| true),
        )
    });
}

/// A line of a letter.
const TEXT: &str = "8 |r|n|b|q|k|b| |r|  some words about the position\n";

#[divan::bench(args = [false, true], sample_count = 300)]
fn compose_one(bencher: Bencher, html: bool) {
    let mailbox = |a: &str| Mailbox::new("Somebody", Address::parse(a).expect("an address"));
    let letter = MimeMessage {
        from: mailbox("play@example.org"),
        to: mailbox("alice@b.org"),
        reply_to: Some(mailbox("play+k7qd@example.org")),
        subject: "[#17] Hans38: your turn 3".into(),
        message_id: "k7qd.17.3@example.org".into(),
        in_reply_to: Some("x@b.org".into()),
        references: vec!["17.1@example.org".into(), "17.2@example.org".into()],
        answer: true,
        list_id: Some("game-17.example.org".into()),
        unsubscribe: Some(Address::parse("play@example.org").expect("an address")),
        unsubscribe_url: None,
        html: html.then(|| TEXT.repeat(25)),
        text: TEXT.repeat(25),
        pictures: Vec::new(),
        files: Vec::new(),
        calendar: None,
        date: UNIX_EPOCH,
    };
    bencher.bench(|| black_box(&letter).to_bytes().expect("built"));
}
