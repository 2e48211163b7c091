//! Copies of mails that were handed over, in a Maildir. The mail host forgets a mail that was answered with 250; its copy
//! is read again if the database has lost it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::session::UNTRUSTED;
use crate::mail::parse::MAX_MAIL;
use crate::mail::source::{
    MOST_RECIPIENTS, RawMessage, capped, envelope_from_headers, listed, trace_headers,
};

/// The last field that is put in front of a mail; below it are the bytes of the mail.
const MARK: &str = "X-Zugpost-Copy: ";
/// What is put in front of a mail has at most so many bytes: each of the recipients has at most 254, the sender 512
/// characters.
const MAX_HEAD: usize = 128 << 10;
/// At one clean-up, no copy is deleted that is so much newer than the oldest one. So a clock that is months ahead deletes
/// the copies of two days, and not all.
const STEP: TimeDelta = TimeDelta::days(2);
/// A file that is written for longer was left by a killed process.
const LEFT: TimeDelta = TimeDelta::days(1);

/// A Maildir of copies.
#[derive(Debug)]
pub struct Copies {
    dir: PathBuf,
    /// How long they are kept; `None`: for ever.
    keep: Option<TimeDelta>,
    /// Held while a copy gets further recipients, so that two sessions do not take each other's away.
    adding: Mutex<()>,
}

impl Copies {
    /// Copies at `dir`, which are kept for so many days; 0: for ever. Nothing is read or written before the first use.
    pub fn new(dir: &Path, keep_days: u32) -> Self {
        Self {
            dir: dir.to_owned(),
            keep: (keep_days > 0).then(|| TimeDelta::days(keep_days.into())),
            adding: Mutex::default(),
        }
    }

    /// Where they are.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes the copy of a mail that came at `now`; it is durable when this returns. A mail that was handed over before
    /// has its copy already, and only adds its recipients to it.
    ///
    /// The Maildir is not made: if its disk is not mounted, copies would be written to the disk that is there instead.
    ///
    /// # Errors
    /// The Maildir is not there, or cannot be written.
    pub fn keep(&self, mail: &RawMessage, now: DateTime<Utc>) -> io::Result<()> {
        let new = self.dir.join("new");
        let path = new.join(&mail.source_key);
        let written = self.written(mail, now)?;
        match written.persist_noclobber(&path) {
            Ok(_) => {}
            Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => {
                self.add_recipients(mail, &path, now)?;
            }
            Err(failed) => return Err(failed.error),
        }
        // Without this the name of the file, and so the copy, could be lost in a power cut.
        File::open(new)?.sync_all()
    }

    fn add_recipients(&self, mail: &RawMessage, path: &Path, now: DateTime<Utc>) -> io::Result<()> {
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let copy = match read(path) {
            Ok(mut copy) => {
                let all = &mut copy.envelope.recipients;
                let known = all.len();
                for recipient in &mail.envelope.recipients {
                    if !all.contains(recipient) && all.len() < MOST_RECIPIENTS {
                        all.push(recipient.clone());
                    }
                }
                if all.len() == known {
                    return Ok(());
                }
                copy
            }
            // The clean-up has deleted it meanwhile, or it is damaged: this one takes its place.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidData) => {
                mail.clone()
            }
            Err(error) => return Err(error),
        };
        self.written(&copy, now)?.persist(path)?;
        Ok(())
    }

    /// The copy as a file in `tmp`, readable for its owner alone, and durable but for its name.
    fn written(&self, mail: &RawMessage, now: DateTime<Utc>) -> io::Result<NamedTempFile> {
        let came = mail.arrived_at.unwrap_or(now);
        let mut file = NamedTempFile::new_in(self.dir.join("tmp"))?;
        file.write_all(head(mail, came).as_bytes())?;
        file.write_all(&mail.raw)?;
        // By which copies are ordered, also if this one replaces an earlier one.
        file.as_file().set_modified(came.into())?;
        file.as_file().sync_all()?;
        Ok(file)
    }

    /// All copies, in the order in which the mails came; with what is in their folders and is none.
    ///
    /// # Errors
    /// The Maildir is not there, or cannot be read.
    pub fn list(&self) -> Result<(Vec<PathBuf>, Vec<String>)> {
        let mut others = Vec::new();
        let found = listed(&self.dir, |name, why| {
            others.push(format!("{name:?}: {why}"))
        })?;
        Ok((found.into_iter().map(|(_, _, path)| path).collect(), others))
    }

    /// Deletes copies that are older than they are to be kept, and files that were not written to their end; returns how
    /// many copies there were.
    ///
    /// # Errors
    /// The Maildir is not there, or cannot be read or written.
    pub fn forget(&self, now: DateTime<Utc>) -> Result<usize> {
        let found = listed(&self.dir, |_, _| {})?;
        let (Some(keep), Some((oldest, ..))) = (self.keep, found.first()) else {
            return Ok(0);
        };
        let before = (now - keep).min(DateTime::<Utc>::from(*oldest) + STEP);
        let mut count = 0;
        for (time, _, path) in &found {
            if DateTime::<Utc>::from(*time) < before {
                fs::remove_file(path)
                    .with_context(|| format!("cannot delete {}", path.display()))?;
                count += 1;
            }
        }
        for entry in fs::read_dir(self.dir.join("tmp"))?.flatten() {
            let time = entry.metadata().and_then(|meta| meta.modified());
            if time.is_ok_and(|time| DateTime::<Utc>::from(time) < now - LEFT) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(count)
    }
}

/// The fields in front of a mail: those of final delivery, by which a source finds the envelope, and what else is known of
/// it.
fn head(mail: &RawMessage, came: DateTime<Utc>) -> String {
    let trace = trace_headers(&mail.envelope);
    let came = came.to_rfc3339_opts(SecondsFormat::Millis, true);
    let length = if mail.truncated { "beginning" } else { "whole" };
    format!("{trace}{MARK}{} {came} {length}\r\n", mail.source_key)
}

/// Reads the mail of a copy, as it was handed over.
///
/// # Errors
/// The file cannot be read. [`ErrorKind::InvalidData`]: it is no copy, or it is damaged.
pub fn read(path: &Path) -> io::Result<RawMessage> {
    let (bytes, _) = capped(File::open(path)?, MAX_HEAD + MAX_MAIL)?;
    let damaged = || {
        io::Error::new(
            ErrorKind::InvalidData,
            "it is no copy of a mail, or it is damaged",
        )
    };
    parsed(&bytes).ok_or_else(damaged)
}

fn parsed(bytes: &[u8]) -> Option<RawMessage> {
    let mut at = 0;
    // The first one is ours: addresses have no line ends, and fields of the mail itself are below it.
    let mark = loop {
        let rest = &bytes[at..];
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let line = str::from_utf8(&rest[..end]).ok()?;
        at += end + 2;
        if let Some(mark) = line.strip_prefix(MARK) {
            break mark;
        }
    };
    let (head, raw) = bytes.split_at(at);
    let mut words = mark.split(' ');
    let (key, came, length) = (words.next()?, words.next()?, words.next()?);
    let mail = RawMessage {
        source_key: key.to_owned(),
        former_source_key: None,
        arrived_at: Some(DateTime::parse_from_rfc3339(came).ok()?.to_utc()),
        envelope: envelope_from_headers(head),
        raw: raw.to_vec(),
        truncated: length == "beginning",
    };
    is_whole(&mail).then_some(mail)
}

/// Whether the bytes are those that the source key was made of. Of a longer mail they are only the beginning.
fn is_whole(mail: &RawMessage) -> bool {
    let is_of = |raw: &[u8]| mail.source_key == source_key(&Sha256::digest(raw));
    let without = mail.raw.strip_prefix(UNTRUSTED);
    let same = mail.truncated || is_of(&mail.raw) || without.is_some_and(is_of);
    same && mail.raw.len() <= MAX_MAIL
}

/// The source key of a mail with this digest of all its bytes.
pub(super) fn source_key(digest: &[u8]) -> String {
    format!("lmtp-{}", HEXLOWER.encode(digest))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::mail::{Envelope, private};

    const KEY: &str = "lmtp-";

    fn at(day: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(20_000 + day)
    }

    fn mail(raw: &[u8], sender: &str, recipients: &[&str]) -> RawMessage {
        RawMessage {
            source_key: source_key(&Sha256::digest(raw)),
            former_source_key: None,
            arrived_at: None,
            envelope: Envelope {
                sender: Some(sender.to_owned()),
                recipients: recipients.iter().map(|to| (*to).to_owned()).collect(),
            },
            raw: raw.to_vec(),
            truncated: false,
        }
    }

    fn place(keep_days: u32) -> (tempfile::TempDir, Copies) {
        let folder = tempfile::tempdir().expect("a folder");
        private::maildir(folder.path()).expect("a Maildir");
        let copies = Copies::new(folder.path(), keep_days);
        (folder, copies)
    }

    fn paths(copies: &Copies) -> Vec<PathBuf> {
        copies.list().expect("listed").0
    }

    #[test]
    fn what_is_read_again_is_what_was_handed_over() {
        let untrusted = [UNTRUSTED, b"From: a@b\r\n\r\ne4\r\n"].concat();
        let mut by_untrusted = mail(&untrusted[UNTRUSTED.len()..], "a@b", &["play@example.org"]);
        by_untrusted.raw = untrusted;
        let mut long = mail(b"all of it", "a@b", &["play@example.org"]);
        long.raw = vec![b'x'; MAX_MAIL];
        long.truncated = true;
        let keys: Vec<String> = (0..100).map(|n| format!("play+k{n}@example.org")).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let trace: &[u8] = b"Return-Path: <forged@b>\r\nDelivered-To: x@y\r\nX-Zugpost-Copy: lmtp-0 2026-01-01T00:00:00Z whole\r\n\r\ne4\r\n";
        for mail in [
            mail(
                b"From: a@b\r\n\r\ne4\r\n",
                "a@b",
                &["play+K7@example.org", "play@example.org"],
            ),
            mail(b"From: a@b\r\n\r\ne4\r\n", "a..b=c@\u{e9}.b", &keys),
            mail(trace, "", &["play@example.org"]),
            mail(b"\r\n\xff\r no header\n", "a@b", &["play@example.org"]),
            mail(b"", "a@b", &["play@example.org"]),
            by_untrusted,
            long,
        ] {
            let (_folder, copies) = place(14);
            copies.keep(&mail, at(0)).expect("written");
            let found = paths(&copies);
            assert_eq!(found.len(), 1);
            let mode = fs::metadata(&found[0]).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
            let again = read(&found[0]).expect("a copy");
            let envelope = |mail: &RawMessage| {
                (
                    mail.envelope.sender.clone(),
                    mail.envelope.recipients.clone(),
                )
            };
            assert_eq!(envelope(&again), envelope(&mail));
            assert!(again.raw == mail.raw && again.truncated == mail.truncated);
            assert!(again.source_key == mail.source_key && again.source_key.starts_with(KEY));
            assert_eq!(again.arrived_at, Some(at(0)));
        }
    }

    #[test]
    fn a_mail_that_comes_again_adds_its_recipients_alone() {
        let (folder, copies) = place(14);
        for (day, to) in [
            (0, "play+a@example.org"),
            (1, "play+b@example.org"),
            (2, "play+a@example.org"),
        ] {
            copies
                .keep(&mail(b"e4", "a@b", &[to]), at(day))
                .expect("written");
        }
        let found = paths(&copies);
        assert_eq!(found.len(), 1);
        let copy = read(&found[0]).expect("a copy");
        assert_eq!(
            copy.envelope.recipients,
            ["play+a@example.org", "play+b@example.org"]
        );
        assert_eq!(copy.arrived_at, Some(at(0)));
        // What the first session has said about it stays.
        let mut other = mail(b"e4", "a@b", &["play+d@example.org"]);
        other.raw.splice(0..0, UNTRUSTED.iter().copied());
        copies.keep(&other, at(2)).expect("written");
        let copy = read(&found[0]).expect("a copy");
        assert_eq!(
            (copy.envelope.recipients.len(), &*copy.raw),
            (3, &b"e4"[..])
        );
        // One that is damaged is replaced by what comes.
        fs::write(&found[0], "").expect("written");
        copies
            .keep(&mail(b"e4", "a@b", &["play+c@example.org"]), at(3))
            .expect("written");
        let copy = read(&found[0]).expect("a copy");
        assert_eq!(
            (copy.envelope.recipients.len(), copy.arrived_at),
            (1, Some(at(3)))
        );
        assert_eq!(
            fs::read_dir(folder.path().join("tmp"))
                .expect("a folder")
                .count(),
            0
        );
    }

    #[test]
    fn what_is_no_copy_or_is_damaged_is_not_read() {
        let (folder, copies) = place(14);
        copies
            .keep(
                &mail(b"From: a@b\r\n\r\ne4\r\n", "a@b", &["play@example.org"]),
                at(0),
            )
            .expect("written");
        let path = &paths(&copies)[0];
        let good = fs::read(path).expect("there");
        let changed = String::from_utf8_lossy(&good).replace("e4", "e5");
        for bytes in [
            &good[..good.len() - 1],
            changed.as_bytes(),
            b"From: a@b\r\n\r\ne4\r\n",
            b"",
        ] {
            fs::write(path, bytes).expect("written");
            assert_eq!(
                read(path).expect_err("damaged").kind(),
                ErrorKind::InvalidData
            );
        }
        fs::create_dir(folder.path().join("new/x")).expect("made");
        let (found, others) = copies.list().expect("listed");
        assert_eq!((found.len(), others.len()), (1, 1), "{others:?}");
    }

    #[test]
    fn without_its_maildir_no_copy_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let copies = Copies::new(&folder.path().join("not-mounted"), 14);
        let error = copies.keep(&mail(b"e4", "a@b", &["play@example.org"]), at(0));
        assert_eq!(error.expect_err("no folder").kind(), ErrorKind::NotFound);
        assert!(copies.list().is_err() && copies.forget(at(0)).is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn old_copies_are_deleted_two_days_at_a_time() {
        let fill = |copies: &Copies| {
            for day in 0..20 {
                let text = format!("mail {day}");
                copies
                    .keep(
                        &mail(text.as_bytes(), "a@b", &["play@example.org"]),
                        at(day),
                    )
                    .expect("written");
            }
        };
        let (folder, copies) = place(14);
        fill(&copies);
        let left = folder.path().join("tmp/left");
        let file = private::file(&left).expect("made");
        file.set_modified(at(0).into()).expect("set");
        // 14 days before day 19 is day 5; before that, two days at each clean-up.
        for (now, deleted) in [(19, 2), (19, 2), (19, 1), (19, 0), (500, 2)] {
            assert_eq!(copies.forget(at(now)).expect("deleted"), deleted, "{now}");
        }
        assert_eq!(paths(&copies).len(), 13);
        assert!(!left.exists());
        let (_folder, copies) = place(0);
        fill(&copies);
        assert_eq!(copies.forget(at(500)).expect("nothing"), 0);
    }
}
