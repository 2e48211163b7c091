//! `kind = "imap"` against Dovecot.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use zugpost::mail::source::{ImapSource, RawMessage, Source};

use super::mailbox::{Mailbox, eventually};
use crate::dovecot::Options;
use crate::world::World;

const NEVER: &dyn Fn() -> bool = &|| false;

fn mail(number: usize) -> String {
    format!("From: a@b.test\r\nSubject: mail {number}\r\n\r\ntext {number}\r\n")
}

fn keys(mails: &[RawMessage]) -> Vec<String> {
    mails.iter().map(|m| m.source_key.clone()).collect()
}

/// Fetches and marks as the office does.
pub fn drain(source: &mut dyn Source, max: usize) -> Vec<RawMessage> {
    let mut all = Vec::new();
    loop {
        let mails = source.fetch(max).expect("fetched");
        if mails.is_empty() {
            return all;
        }
        source.done(&keys(&mails)).expect("marked");
        all.extend(mails);
    }
}

#[test]
fn mails_are_fetched_by_tls_of_both_kinds_and_moved_when_done() {
    let world = World::with(Options::default());
    let mut box_ = Mailbox::open(&world, "server");
    for tls in ["", "tls = \"starttls\""] {
        for number in 0..5 {
            box_.put("INBOX", &mail(number));
        }
        let mut source = ImapSource::new(&world.imap(tls));
        // They are not marked, so they are fetched again with the same source keys.
        let first = source.fetch(100).expect("fetched");
        let again = source.fetch(100).expect("fetched");
        assert_eq!(keys(&first), keys(&again));
        assert_eq!(first.len(), 5);
        for (number, mail_) in first.iter().enumerate() {
            assert_eq!(String::from_utf8_lossy(&mail_.raw), mail(number));
            assert!(
                mail_
                    .source_key
                    .starts_with("imap://server%40chess.test@localhost/INBOX;UIDVALIDITY="),
                "{}",
                mail_.source_key
            );
        }
        let flags = box_.flags("INBOX");
        assert!(flags.len() == 5 && flags.iter().all(|f| !f.contains("Seen")));
        assert_eq!(drain(&mut source, 2).len(), 5);
        assert!(box_.all("INBOX").is_empty());
        assert!(source.troubles().is_empty());
    }
    assert_eq!(box_.all("Processed").len(), 10);
}

#[test]
fn a_keyword_marks_mails_that_stay_in_their_folder() {
    let world = World::with(Options::default());
    let mut box_ = Mailbox::open(&world, "server");
    (0..3).for_each(|n| box_.put("INBOX", &mail(n)));
    let settings = world.imap("done = \"flag\"");
    assert_eq!(drain(&mut ImapSource::new(&settings), 2).len(), 3);
    assert_eq!(box_.all("INBOX").len(), 3);
    let marked = |f: &String| f.contains("$ZugpostDone") && !f.contains("Seen");
    let flags = box_.flags("INBOX");
    assert!(flags.len() == 3 && flags.iter().all(marked), "{flags:?}");
    box_.put("INBOX", &mail(9));
    let mut source = ImapSource::new(&settings);
    let more = drain(&mut source, 100);
    assert_eq!(more.len(), 1);
    assert!(String::from_utf8_lossy(&more[0].raw).contains("mail 9"));
}

#[test]
fn several_folders_are_read_and_a_missing_one_is_reported_once() {
    let world = World::with(Options::default());
    let mut box_ = Mailbox::open(&world, "server");
    box_.session.create("Junk").expect("made");
    box_.put("INBOX", &mail(1));
    box_.put("Junk", &mail(2));
    let mut source = ImapSource::new(&world.imap("folders = [\"INBOX\", \"Spam/old\", \"Junk\"]"));
    assert_eq!(drain(&mut source, 100).len(), 2);
    let troubles = source.troubles();
    assert_eq!(troubles.len(), 1, "{troubles:?}");
    assert!(
        troubles[0].contains("Spam/old") && troubles[0].contains("leave it out"),
        "{troubles:?}"
    );
    assert!(source.fetch(10).expect("fetched").is_empty());
    assert!(source.troubles().is_empty());
    let mut lost = ImapSource::new(&world.imap("folders = [\"Nowhere\"]"));
    let error = format!("{:#}", lost.fetch(10).expect_err("no folder"));
    assert!(error.contains("Nowhere"), "{error}");
}

#[test]
fn servers_without_move_or_uidplus_lose_nothing_of_others() {
    for (capability, swept) in [("IMAP4rev1 UIDPLUS", true), ("IMAP4rev1", false)] {
        let world = World::with(Options {
            capability: Some(capability.to_owned()),
        });
        let mut box_ = Mailbox::open(&world, "server");
        (0..3).for_each(|n| box_.put("INBOX", &mail(n)));
        // A flag of another client, which we must not act upon.
        box_.session.select("INBOX").expect("selected");
        box_.session
            .store("1", "+FLAGS (\\Deleted)")
            .expect("marked");
        let mut source = ImapSource::new(&world.imap(""));
        assert_eq!(drain(&mut source, 100).len(), 2, "{capability}");
        assert_eq!(box_.all("Processed").len(), 2);
        assert_eq!(
            box_.all("INBOX").len(),
            if swept { 1 } else { 3 },
            "{capability}"
        );
        assert!(source.fetch(10).expect("fetched").is_empty());
        // If no other mail is marked, plain EXPUNGE may be used.
        box_.session.select("INBOX").expect("selected");
        box_.session.expunge().expect("swept");
        box_.put("INBOX", &mail(7));
        assert_eq!(drain(&mut source, 100).len(), 1);
        assert!(box_.all("INBOX").is_empty(), "{capability}");
        // Without IDLE the source sleeps.
        let begun = Instant::now();
        source
            .wait(Duration::from_millis(300), NEVER)
            .expect("waited");
        assert!(begun.elapsed() >= Duration::from_millis(300));
    }
}

#[test]
fn a_new_uidvalidity_means_other_mails() {
    let world = World::with(Options::default());
    let mut box_ = Mailbox::open(&world, "server");
    box_.session.create("Games").expect("made");
    box_.put("Games", &mail(1));
    let mut source = ImapSource::new(&world.imap("folders = [\"Games\"]"));
    let old = source.fetch(10).expect("fetched");
    assert_eq!(old.len(), 1);
    box_.session.delete("Games").expect("deleted");
    thread::sleep(Duration::from_millis(1100));
    box_.session.create("Games").expect("made");
    box_.put("Games", &mail(2));
    drop(source);
    let mut source = ImapSource::new(&world.imap("folders = [\"Games\"]"));
    source.done(&keys(&old)).expect("nothing to mark any more");
    let new = drain(&mut source, 10);
    assert_eq!(new.len(), 1);
    assert!(String::from_utf8_lossy(&new[0].raw).contains("mail 2"));
    assert_ne!(new[0].source_key, old[0].source_key);
}

#[test]
fn accounts_have_source_keys_of_their_own_and_mails_their_time_of_arrival() {
    let world = World::with(Options::default());
    let written =
        chrono::DateTime::parse_from_rfc3339("2026-11-01T12:30:00+02:00").expect("a time");
    let mut of_users = Vec::new();
    for user in ["server", "alice"] {
        let mut box_ = Mailbox::open(&world, user);
        let text = mail(1);
        let mut append = box_.session.append("INBOX", text.as_bytes());
        append.internal_date(written).finish().expect("appended");
        box_.put("INBOX", &mail(2));
        let mut settings = world.imap("");
        settings.user = format!("{user}@chess.test");
        let mails = ImapSource::new(&settings).fetch(10).expect("fetched");
        assert_eq!(mails.len(), 2);
        assert_eq!(mails[0].arrived_at, Some(written.to_utc()));
        let age = chrono::Utc::now() - mails[1].arrived_at.expect("a time");
        assert!(age.num_seconds().abs() < 60, "{age}");
        for (mail, uid) in mails.iter().zip(["1", "2"]) {
            let former = mail.former_source_key.as_deref().expect("a key");
            let parts: Vec<&str> = former.split('/').collect();
            assert_eq!((parts[0], parts[2]), ("imap:INBOX", uid), "{former}");
            let key = format!(
                "imap://{user}%40chess.test@localhost/INBOX;UIDVALIDITY={}/;UID={uid}",
                parts[1]
            );
            assert_eq!(mail.source_key, key);
        }
        of_users.push((settings, mails));
    }
    // What came from one account is not marked in the other.
    let (settings, _) = &of_users[0];
    let mut source = ImapSource::new(settings);
    source.done(&keys(&of_users[1].1)).expect("nothing here");
    assert_eq!(source.fetch(10).expect("fetched").len(), 2);
}

#[test]
fn vanished_mails_count_as_done_and_long_ones_are_cut() {
    let world = World::with(Options::default());
    let mut box_ = Mailbox::open(&world, "server");
    (0..2).for_each(|n| box_.put("INBOX", &mail(n)));
    let mut source = ImapSource::new(&world.imap(""));
    let mails = source.fetch(10).expect("fetched");
    box_.session.select("INBOX").expect("selected");
    box_.session
        .store("1", "+FLAGS (\\Deleted)")
        .expect("marked");
    box_.session.expunge().expect("swept");
    source.done(&keys(&mails)).expect("both are done");
    source.done(&keys(&mails)).expect("again");
    assert_eq!(box_.all("Processed").len(), 1);
    let long = format!(
        "Subject: long\r\n\r\n{}",
        "0123456789 abcdef\r\n".repeat(200_000)
    );
    box_.put("INBOX", &long);
    box_.put("INBOX", &mail(3));
    let mails = drain(&mut source, 10);
    assert_eq!(mails.len(), 2);
    assert!(mails[0].truncated && mails[0].raw.len() == zugpost::mail::MAX_MAIL);
    assert!(!mails[1].truncated);
}

#[test]
fn idle_notices_new_mail_and_the_stop() {
    let world = World::with(Options::default());
    let mut box_ = Mailbox::open(&world, "server");
    let mut source = ImapSource::new(&world.imap(""));
    assert!(source.fetch(10).expect("fetched").is_empty());
    let helper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(700));
        box_.put("INBOX", &mail(1));
        box_
    });
    let begun = Instant::now();
    source.wait(Duration::from_secs(60), NEVER).expect("waited");
    assert!(
        begun.elapsed() > Duration::from_millis(600),
        "{:?}",
        begun.elapsed()
    );
    assert!(
        begun.elapsed() < Duration::from_secs(10),
        "{:?}",
        begun.elapsed()
    );
    let mut box_ = helper.join().expect("put");
    // A mail is not fetched yet, so the wait ends at once.
    let begun = Instant::now();
    source.wait(Duration::from_secs(60), NEVER).expect("waited");
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(drain(&mut source, 10).len(), 1);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            stop.store(true, Ordering::SeqCst);
        });
        let begun = Instant::now();
        let told = || stop.load(Ordering::SeqCst);
        source.wait(Duration::from_secs(60), &told).expect("waited");
        assert!(
            begun.elapsed() < Duration::from_millis(1700),
            "{:?}",
            begun.elapsed()
        );
    });
    // The connection is still usable.
    box_.put("INBOX", &mail(2));
    assert_eq!(drain(&mut source, 10).len(), 1);
}

#[test]
fn the_source_reconnects_after_a_restart() {
    let mut world = World::with(Options::default());
    let mut source = ImapSource::new(&world.imap(""));
    assert!(source.fetch(10).expect("fetched").is_empty());
    Mailbox::open(&world, "server").put("INBOX", &mail(1));
    world.stop_dovecot();
    assert!(source.wait(Duration::from_secs(5), NEVER).is_err());
    let error = format!("{:#}", source.fetch(10).expect_err("away"));
    assert!(error.contains("check host and port"), "{error}");
    world.start_dovecot();
    let mails = eventually("the server", || source.fetch(10).ok());
    assert_eq!(mails.len(), 1);
}
