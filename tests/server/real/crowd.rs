//! Many mails at once.

use super::imap::drain;
use super::mailbox::Mailbox;
use crate::dovecot::Options;
use crate::world::World;
use std::collections::BTreeSet;
use zugpost::mail::source::ImapSource;

#[test]
fn two_thousand_waiting_mails_are_fetched_once_each() {
    let world = World::with(Options::default());
    world.fill(
        "server",
        (0..2000).map(|n| {
            format!(
                "From: a@b.test\r\nSubject: {n}\r\n\r\n{}\r\n",
                "text ".repeat(50)
            )
        }),
    );
    let mut source = ImapSource::new(&world.imap(""));
    let mails = drain(&mut source, 32);
    assert_eq!(mails.len(), 2000);
    let keys: BTreeSet<_> = mails.iter().map(|m| &m.source_key).collect();
    let texts: BTreeSet<_> = mails.iter().map(|m| &m.raw).collect();
    assert_eq!((keys.len(), texts.len()), (2000, 2000));
    let mut box_ = Mailbox::open(&world, "server");
    assert!(box_.all("INBOX").is_empty());
    assert_eq!(box_.all("Processed").len(), 2000);
}
