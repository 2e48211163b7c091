//! Mails of real mail programs. Each `.eml` in this folder has an `.expect` that says how it is parsed.
//! `UPDATE=1 cargo test --test corpus` rewrites these, to be read in review.

mod laws;
#[path = "../support/properties.rs"]
mod properties;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use zugpost::mail::{Address, Envelope, Nature, OwnAddress, own_lines, read, token_candidates};

/// Length of a reply token in these mails.
const KEY: usize = 26;

fn account(raw: &[u8]) -> String {
    let address = Address::parse("play@example.org").expect("our address");
    let ours = OwnAddress {
        address,
        delimiter: Some('+'),
    };
    let envelope = Envelope::default();
    let mail = read(raw, &envelope, &ours);
    let mut out = String::new();
    let nature = match &mail.nature {
        Nature::Player => "player".to_owned(),
        Nature::Robot(reason) => format!("robot: {reason}"),
        Nature::BulkUnlessToken(reason) => format!("bulk: {reason}"),
        Nature::Bounce(r) => format!(
            "bounce: {:?}\n  recipient: {:?}\n  token: {:?}\n  letter: {:?}\n  reason: {}",
            r.status, r.recipient, r.token, r.message_id, r.reason
        ),
    };
    let from = mail
        .from
        .as_ref()
        .map_or_else(|why| format!("nobody ({why})"), ToString::to_string);
    let _ = writeln!(
        out,
        "nature: {nature}\nfrom: {from}\nsubject: {}",
        mail.subject
    );
    let _ = writeln!(
        out,
        "keys: {}",
        token_candidates(raw, &mail, &envelope, KEY).join(" ")
    );
    for line in own_lines(&mail.body) {
        let shown: String = line.chars().take(100).collect();
        let more = line.chars().count().saturating_sub(100);
        let _ = if more > 0 {
            writeln!(out, "| {shown}… {more} more")
        } else {
            writeln!(out, "| {shown}")
        };
    }
    out
}

#[test]
fn every_mail_is_read_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut mails: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "eml"))
        .collect();
    mails.sort();
    assert!(mails.len() >= 25, "the corpus is gone");
    let mut wrong = String::new();
    for mail in mails {
        let got = account(&fs::read(&mail).expect("the mail"));
        let expect = mail.with_extension("expect");
        if env::var_os("UPDATE").is_some() {
            fs::write(&expect, &got).expect("written");
            continue;
        }
        let wanted = fs::read_to_string(&expect).unwrap_or_default();
        if wanted != got {
            let _ = writeln!(
                wrong,
                "{}\n--- expected\n{wanted}--- got\n{got}",
                mail.display()
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
