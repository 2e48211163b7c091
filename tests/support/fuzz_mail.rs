//! What is tried on every mail: the mail reader, and the reader of delivery reports.

use zugpost::mail::{
    Address, Envelope, Nature, OwnAddress, ParsedMessage, Vouched, read, token_candidates,
};
use zugpost::text::keys::{ENVELOPE_TOKEN_LEN, REPLY_TOKEN_LEN, has_token_form};

/// The host whose Authentication-Results count.
const AUTHSERV_ID: &str = "mx.example.org";
/// Most candidates for tokens that one mail may have.
const CANDIDATES: usize = 100;

/// A mail as a source hands it over.
pub fn mail(raw: &[u8]) {
    let ours = ours();
    let mut mail = read(raw, &Envelope::default(), &ours);
    cleaned(&mail);
    mail.vouch(raw, Some(AUTHSERV_ID));
    if mail.vouched != Vouched::No {
        let results = raw
            .windows(AUTHSERV_ID.len())
            .any(|w| w.eq_ignore_ascii_case(AUTHSERV_ID.as_bytes()));
        assert!(results, "vouched for without the host's word");
        assert!(mail.from.is_ok(), "vouched for nobody");
    }
    candidates(raw, &mail);
    lines(&mail.author_lines(&ours).lines);
    // The first bytes once more as an envelope, which comes from outside as well.
    let text = String::from_utf8_lossy(raw.get(..200).unwrap_or(raw)).into_owned();
    let envelope = Envelope {
        sender: Some(text.clone()),
        recipients: vec![text],
    };
    let again = read(raw, &envelope, &ours);
    assert_eq!(again.body, mail.body, "the envelope changes the text");
}

/// A mail to the envelope sender of a letter, with an empty envelope sender: a delivery report, if it is one.
pub fn report(raw: &[u8]) {
    let ours = ours();
    let envelope = Envelope {
        sender: Some(String::new()),
        recipients: vec!["play+aaaaaaaaaaaaaaaaaaaaaaab@example.org".to_owned()],
    };
    let mail = read(raw, &envelope, &ours);
    cleaned(&mail);
    match &mail.nature {
        Nature::Player | Nature::BulkUnlessToken(_) => panic!("no sender, and not a program's"),
        Nature::Robot(reason) => assert!(one_line(reason), "{reason:?}"),
        Nature::SpamComplaint(complaint) => {
            let covered = |token: &&String| token.chars().all(|c| c.is_ascii_graphic());
            assert!(complaint.tokens.iter().all(|token| covered(&token)));
            if let Some(id) = &complaint.message_id {
                assert!(one_line(id) && !id.contains(['<', '>', ' ']), "{id:?}");
            }
            if let Some(address) = &complaint.recipient {
                assert_eq!(Address::parse(&address.to_string()).as_ref(), Ok(address));
            }
        }
        Nature::Bounce(report) => {
            assert!(one_line(&report.reason), "{:?}", report.reason);
            assert!(report.reason.chars().count() <= 200, "{:?}", report.reason);
            if let Some(token) = &report.token {
                let form = token.len() == ENVELOPE_TOKEN_LEN
                    && token
                        .bytes()
                        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
                assert!(form, "{token:?}");
            }
            if let Some(id) = &report.message_id {
                assert!(one_line(id) && !id.contains(['<', '>', ' ']), "{id:?}");
            }
            if let Some(address) = &report.recipient {
                assert_eq!(Address::parse(&address.to_string()).as_ref(), Ok(address));
            }
        }
    }
}

fn ours() -> OwnAddress {
    OwnAddress {
        address: Address::parse("play@example.org").expect("our address"),
        delimiter: Some('+'),
    }
}

fn one_line(text: &str) -> bool {
    !text.contains(char::is_control)
}

/// No part of a parsed mail has control characters, and its author is an address that can be written down.
fn cleaned(mail: &ParsedMessage) {
    assert!(mail.body.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(one_line(&mail.subject), "{:?}", mail.subject);
    for id in mail
        .in_reply_to
        .iter()
        .chain(&mail.references)
        .chain(&mail.message_id)
    {
        assert!(one_line(id) && !id.contains(['<', '>', ' ']), "{id:?}");
    }
    for name in &mail.our_names {
        assert!(one_line(name), "{name:?}");
    }
    if let Ok(from) = &mail.from {
        assert!(one_line(&from.to_string()), "{from}");
        assert_eq!(
            Address::parse(&from.address.to_string()).as_ref(),
            Ok(&from.address)
        );
    }
}

/// The candidates are few, of the right form, and each once.
fn candidates(raw: &[u8], mail: &ParsedMessage) {
    let envelope = Envelope::default();
    for len in [8, REPLY_TOKEN_LEN] {
        let found = token_candidates(raw, mail, &envelope, len, &|_| true);
        assert!(found.len() <= CANDIDATES);
        let base32 = |b: u8| b.is_ascii_lowercase() || (b'2'..=b'7').contains(&b);
        assert!(
            found
                .iter()
                .all(|t| t.len() == len && t.bytes().all(base32))
        );
        let mut once = found.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), found.len());
    }
    let like = |word: &str| has_token_form(word);
    let found = token_candidates(raw, mail, &envelope, REPLY_TOKEN_LEN, &like);
    assert!(found.iter().all(|token| has_token_form(token)));
}

/// The writer's own lines are lines, and neither the first nor the last is empty.
fn lines(own: &[String]) {
    assert!(own.iter().all(|line| one_line(line)));
    assert!(own.first().is_none_or(|l| !l.is_empty()) && own.last().is_none_or(|l| !l.is_empty()));
}
