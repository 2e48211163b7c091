//! Maildirs as delivery agents, clients and backups leave them.

use super::*;

struct TestMaildir {
    dir: tempfile::TempDir,
    source: MaildirSource,
}

impl TestMaildir {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a folder");
        for sub in ["new", "cur", "tmp"] {
            fs::create_dir(dir.path().join(sub)).expect("made");
        }
        let source = MaildirSource::new(dir.path(), "Processed");
        Self { dir, source }
    }

    fn put(&self, name: &str, content: &[u8], age: u64) {
        let path = self.dir.path().join(name);
        fs::write(&path, content).expect("written");
        let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_800_000_000 - age);
        File::options()
            .append(true)
            .open(path)
            .and_then(|f| f.set_modified(time))
            .expect("dated");
    }

    fn source_keys(&mut self, max: usize) -> Vec<String> {
        self.source
            .fetch(max)
            .expect("fetched")
            .into_iter()
            .map(|mail| mail.source_key)
            .collect()
    }
}

#[test]
fn mails_are_fetched_oldest_first_until_they_are_done() {
    let mut maildir = TestMaildir::new();
    maildir.put("new/3.c.host", b"Return-Path: <a@b>\nFrom: a@b\n\nc", 10);
    maildir.put("cur/1.a.host:2,S", b"From: a@b\n\na", 30);
    maildir.put("new/2.b.host", b"From: a@b\n\nb", 20);
    maildir.put("tmp/0.t.host", b"half", 90);
    maildir.put("new/.hidden", b"no", 90);
    assert_eq!(maildir.source_keys(2), ["1.a.host", "2.b.host"]);
    assert_eq!(maildir.source_keys(2), ["3.c.host"]);
    // They are not marked, so they are fetched again, also one that a client has moved meanwhile.
    fs::rename(
        maildir.dir.path().join("new/2.b.host"),
        maildir.dir.path().join("cur/2.b.host:2,"),
    )
    .expect("moved");
    assert_eq!(maildir.source_keys(9).len(), 3);
    let done = ["1.a.host", "2.b.host", "gone"].map(str::to_owned);
    maildir.source.done(&done).expect("marked");
    maildir.source.done(&done).expect("marked twice");
    let processed = maildir.dir.path().join(".Processed/cur");
    assert!(processed.join("1.a.host:2,S").exists() && processed.join("2.b.host:2,").exists());
    let left = maildir.source.fetch(9).expect("fetched");
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].envelope.sender.as_deref(), Some("a@b"));
    assert!(maildir.source.troubles().is_empty());
}

#[test]
fn a_bad_file_delays_nothing_and_is_reported_once() {
    let mut maildir = TestMaildir::new();
    fs::create_dir(maildir.dir.path().join("new/1.dir")).expect("made");
    std::os::unix::fs::symlink("/etc/passwd", maildir.dir.path().join("new/2.link"))
        .expect("linked");
    maildir.put("new/3.good", b"x", 0);
    maildir.put("new/4.vanishes", b"x", 0);
    maildir.source.list().expect("listed");
    fs::remove_file(maildir.dir.path().join("new/4.vanishes")).expect("gone");
    assert_eq!(maildir.source_keys(9), ["3.good"]);
    assert_eq!(maildir.source.troubles().len(), 2);
    assert_eq!(maildir.source_keys(9), ["3.good"]);
    assert!(maildir.source.troubles().is_empty());
}

#[test]
fn a_file_name_that_is_used_again_is_another_mail() {
    let mut maildir = TestMaildir::new();
    let mut texts = vec!["first", "second", "third"];
    for text in &texts {
        maildir.put("new/1.a.host", text.as_bytes(), 10);
        let mails = maildir.source.fetch(9).expect("fetched");
        assert_eq!((mails.len(), &mails[0].raw[..]), (1, text.as_bytes()));
        maildir
            .source
            .done(&[mails[0].source_key.clone()])
            .expect("marked");
        assert_eq!(maildir.source_keys(9), [""; 0]);
    }
    let processed = maildir.dir.path().join(".Processed/cur");
    for name in ["1.a.host:2,S", "1.a.host,2:2,S", "1.a.host,3:2,S"] {
        let text = fs::read_to_string(processed.join(name)).expect(name);
        assert_eq!(text, texts.remove(0));
    }
}

#[test]
fn a_mail_that_takes_the_place_of_a_fetched_one_is_not_marked_with_it() {
    let mut maildir = TestMaildir::new();
    maildir.put("new/1.a.host", b"first", 10);
    let first = maildir.source_keys(9);
    fs::remove_file(maildir.dir.path().join("new/1.a.host")).expect("gone");
    maildir.put("new/1.a.host", b"second", 5);
    maildir.source.done(&first).expect("the first one is gone");
    let mails = maildir.source.fetch(9).expect("fetched");
    assert_eq!((mails.len(), &mails[0].raw[..]), (1, &b"second"[..]));
    maildir.source.done(&first).expect("marked");
    assert_eq!(maildir.source_keys(9), [""; 0]);
}

#[test]
fn the_time_of_the_file_is_the_time_of_arrival() {
    let mut maildir = TestMaildir::new();
    maildir.put("new/1.a.host", b"From: a@b\n\na", 60);
    let mail = maildir.source.fetch(1).expect("fetched").remove(0);
    let arrived_at = mail.arrived_at.expect("a time");
    assert_eq!(arrived_at.timestamp(), 1_800_000_000 - 60);
    assert_eq!(
        (mail.source_key.as_str(), mail.former_source_key),
        ("1.a.host", None)
    );
    assert_eq!(utc(SystemTime::UNIX_EPOCH - Duration::from_secs(1)), None);
    let far = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(1 << 60));
    assert_eq!(far.and_then(utc), None);
}

#[test]
fn a_long_mail_is_cut_and_says_so() {
    let mut maildir = TestMaildir::new();
    maildir.put("new/1.big", &vec![b'x'; MAX_MAIL + 1], 0);
    let mails = maildir.source.fetch(1).expect("fetched");
    assert!(mails[0].truncated && mails[0].raw.len() == MAX_MAIL);
    maildir
        .source
        .done(&["../../1.big".to_owned()])
        .expect("ignored");
}

#[test]
fn a_missing_maildir_is_an_error() {
    assert!(
        MaildirSource::new(Path::new("/no/such/maildir"), "P")
            .fetch(1)
            .is_err()
    );
}

#[test]
fn long_mails_are_handed_over_a_few_at_a_time() {
    let mut maildir = TestMaildir::new();
    let mail = [b"From: a@b\n\n".to_vec(), vec![b'x'; 3 << 20]].concat();
    for name in 1..=5 {
        maildir.put(&format!("new/{name}.a.host"), &mail, 10 - name);
    }
    for expected in [2, 2, 1] {
        let mails = maildir.source.fetch(64).expect("fetched");
        assert_eq!(mails.len(), expected);
        // Each only up to its limit.
        let longest = crate::mail::MAX_MAIL;
        let cut = |mail: &RawMessage| mail.truncated && mail.raw.len() == longest;
        assert!(mails.iter().all(cut));
        assert!(
            mails
                .iter()
                .all(|mail| mail.raw.capacity() <= longest + 4096)
        );
    }
}
