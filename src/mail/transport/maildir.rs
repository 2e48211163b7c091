//! Delivers letters into one Maildir per recipient, for tests, `demo`, and players on the same host.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use rustix::fs::{Access, access};
use sha2::{Digest, Sha256};

use super::{Delivery, Outgoing, Transport};
use crate::mail::rename::{MAX_NAMES, numbered, to_free_name};
use crate::mail::source::trace_headers;
use crate::mail::{Envelope, parse::text::one_line, private};

/// Delivers into `DIR/<recipient>/new/`.
///
/// The name of the folder is the recipient's address in lower case, with every byte outside
/// `[a-z0-9@.+_-]` as `%xx`. The file name depends on the Message-ID, so that a letter that is handed over
/// twice is delivered once. Another letter with the same Message-ID, which a server may write that was set
/// back to a backup, is delivered beside the first one under a numbered name.
#[derive(Debug)]
pub struct MaildirTransport {
    dir: PathBuf,
}

impl MaildirTransport {
    /// A transport below `dir`, which is made at the first letter.
    pub fn new(dir: &Path) -> Self {
        let dir = dir.to_owned();
        Self { dir }
    }

    /// The Maildir of a recipient.
    pub fn mailbox(&self, recipient: &str) -> PathBuf {
        self.dir.join(folder_name(recipient))
    }

    /// Whether no letter can be written, and not only those to one recipient.
    fn is_unusable(&self, error: &io::Error) -> bool {
        use ErrorKind::{QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        let full = [QuotaExceeded, ReadOnlyFilesystem, StorageFull].contains(&error.kind());
        full || !self.dir.is_dir() || access(&self.dir, Access::WRITE_OK | Access::EXEC_OK).is_err()
    }

    /// Writes the letter. It is durable when this returns.
    fn deliver(&self, letter: &Outgoing<'_>) -> io::Result<()> {
        let mailbox = self.mailbox(letter.recipient);
        let name = file_name(letter.message_id);
        let content = content(letter);
        let Some(first) = free_number(&mailbox, &name, &content)? else {
            return Ok(());
        };
        let tmp = mailbox.join("tmp").join(&name);
        let mut file = create(&mailbox, &tmp)?;
        file.write_all(&content)?;
        file.sync_all()?;
        to_free_name(&tmp, |number| {
            let number = first.saturating_add(number - 1);
            mailbox.join("new").join(numbered(&name, number))
        })?;
        // Without this the directory entry, and so the letter, could be lost in a power cut.
        File::open(mailbox.join("new"))?.sync_all()
    }
}

impl Transport for MaildirTransport {
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery {
        if letter.recipient.is_empty() || folder_name(letter.recipient).len() > 255 {
            return Delivery::Failed("no such recipient".to_owned());
        }
        match self.deliver(letter) {
            Ok(()) => Delivery::Sent,
            // A full disk or a wrong mode of the folder concerns all letters, and the operator has to correct it.
            Err(e) if self.is_unusable(&e) => {
                Delivery::RelayUnavailable(one_line(&format!("{}: {e}", self.dir.display()), 200))
            }
            Err(e) => {
                let mailbox = self.mailbox(letter.recipient);
                Delivery::Deferred(one_line(&format!("{}: {e}", mailbox.display()), 200))
            }
        }
    }
}

/// Makes the file, and what is missing of its Maildir.
fn create(mailbox: &Path, tmp: &Path) -> io::Result<File> {
    private::maildir(mailbox)?;
    private::file(tmp)
}

/// The letter as a file, with the headers of final delivery on top (RFC 5321 section 4.4).
fn content(letter: &Outgoing<'_>) -> Vec<u8> {
    let head = trace_headers(&Envelope {
        sender: Some(letter.sender.to_owned()),
        recipients: vec![letter.recipient.to_owned()],
    });
    [head.as_bytes(), letter.raw].concat()
}

/// The number for the file name of a letter; `None` if this letter was delivered before, also if its reader
/// has moved it to `cur/` since. Names in `cur/` count, although it is `new/` that the letter goes to:
/// readers move it without looking.
fn free_number(mailbox: &Path, name: &str, content: &[u8]) -> io::Result<Option<u32>> {
    let mut free = 1;
    let entries = match fs::read_dir(mailbox.join("cur")) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Some(free)),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let Some(number) = number_of(&entry.file_name().to_string_lossy(), name) else {
            continue;
        };
        if holds(&entry.path(), content)? {
            return Ok(None);
        }
        free = free.max(number.saturating_add(1));
    }
    // Names in `new/` have no flags, so that the folder, which may be large, need not be listed.
    let mut number = 1;
    loop {
        let path = mailbox.join("new").join(numbered(name, number));
        if path.try_exists()? {
            if holds(&path, content)? {
                return Ok(None);
            }
        } else if number >= free {
            return Ok(Some(number));
        }
        number += 1;
    }
}

/// The number of a file that is called `name`, or `name` with a number, whatever flags follow.
fn number_of(file: &str, name: &str) -> Option<u32> {
    match file.split(':').next()?.strip_prefix(name)? {
        "" => Some(1),
        rest => {
            let number = rest.strip_prefix(',')?.parse().ok();
            number.filter(|number| *number <= MAX_NAMES)
        }
    }
}

fn holds(path: &Path, content: &[u8]) -> io::Result<bool> {
    match fs::read(path) {
        // Its reader has moved or removed it meanwhile. A letter is rather delivered twice than never.
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(false),
        found => Ok(found? == content),
    }
}

fn folder_name(recipient: &str) -> String {
    let mut name = String::new();
    for (at, b) in recipient.to_lowercase().bytes().enumerate() {
        let plain = b.is_ascii_lowercase() || b.is_ascii_digit() || b"@.+_-".contains(&b);
        // A leading dot would hide the folder, or be `..`.
        if plain && !(at == 0 && b == b'.') {
            name.push(char::from(b));
        } else {
            name.push_str(&format!("%{b:02x}"));
        }
    }
    name
}

/// The safe characters of the Message-ID, and a hash of all of it.
fn file_name(message_id: &str) -> String {
    let digest = HEXLOWER.encode(&Sha256::digest(message_id.as_bytes())[..10]);
    let safe = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let readable: String = message_id.chars().filter(safe).take(40).collect();
    format!("{readable}.{digest}.zugpost")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(dir: &Path) -> Vec<PathBuf> {
        fs::read_dir(dir)
            .map(|d| d.flatten().map(|e| e.path()).collect())
            .unwrap_or_default()
    }

    #[test]
    fn a_letter_is_delivered_once_even_after_it_was_read() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut transport = MaildirTransport::new(dir.path());
        let letter = Outgoing {
            sender: "play+tok@example.org",
            recipient: "Alice@B.org",
            message_id: "17.3@example.org",
            raw: b"Subject: x\r\n\r\ny\r\n",
        };
        assert_eq!(transport.send(&letter), Delivery::Sent);
        assert_eq!(transport.send(&letter), Delivery::Sent);
        let mailbox = dir.path().join("alice@b.org");
        let new = files(&mailbox.join("new"));
        assert_eq!(new.len(), 1);
        let content = fs::read_to_string(&new[0]).expect("text");
        assert_eq!(
            content,
            "Return-Path: <play+tok@example.org>\r\nDelivered-To: Alice@B.org\r\nSubject: x\r\n\r\ny\r\n"
        );
        let name = new[0]
            .file_name()
            .expect("name")
            .to_string_lossy()
            .into_owned();
        fs::rename(&new[0], mailbox.join("cur").join(format!("{name}:2,S"))).expect("renamed");
        assert_eq!(transport.send(&letter), Delivery::Sent);
        assert!(files(&mailbox.join("new")).is_empty());
        assert_eq!(
            transport.send(&Outgoing {
                message_id: "17.4@example.org",
                ..letter
            }),
            Delivery::Sent
        );
        assert_eq!(files(&mailbox.join("new")).len(), 1);
        assert!(files(&mailbox.join("tmp")).is_empty());
    }

    #[test]
    fn another_letter_with_the_same_message_id_is_delivered_beside_the_first() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut transport = MaildirTransport::new(dir.path());
        let letter = |raw| Outgoing {
            sender: "",
            recipient: "a@b.org",
            message_id: "17.3@example.org",
            raw,
        };
        let mailbox = dir.path().join("a@b.org");
        assert_eq!(transport.send(&letter(b"first")), Delivery::Sent);
        let first = files(&mailbox.join("new")).remove(0);
        let name = first.file_name().expect("name").to_string_lossy();
        assert_eq!(transport.send(&letter(b"second")), Delivery::Sent);
        fs::rename(&first, mailbox.join("cur").join(format!("{name}:2,"))).expect("renamed");
        for raw in [b"first", b"other", &b"second"[..], b"other"] {
            assert_eq!(transport.send(&letter(raw)), Delivery::Sent);
        }
        let mut texts: Vec<String> = ["new", "cur"]
            .iter()
            .flat_map(|folder| files(&mailbox.join(folder)))
            .map(|path| fs::read_to_string(path).expect("text"))
            .map(|text| text.lines().last().unwrap_or_default().to_owned())
            .collect();
        texts.sort();
        assert_eq!(texts, ["first", "other", "second"]);
    }

    #[test]
    fn no_recipient_leads_out_of_the_folder() {
        assert_eq!(folder_name("../../etc/x@y"), "%2e.%2f..%2fetc%2fx@y");
        assert_eq!(folder_name(".."), "%2e.");
        assert!(file_name("../x\0/@y").starts_with("x"));
        assert!(!file_name("a/b").contains('/'));
    }

    #[test]
    fn local_trouble_makes_the_relay_unavailable() {
        let dir = tempfile::tempdir().expect("a folder");
        let blocked = dir.path().join("file");
        fs::write(&blocked, "").expect("written");
        let mut transport = MaildirTransport::new(&blocked);
        let letter = Outgoing {
            sender: "",
            recipient: "a@b",
            message_id: "1@b",
            raw: b"",
        };
        assert!(matches!(
            transport.send(&letter),
            Delivery::RelayUnavailable(_)
        ));
        assert!(matches!(
            transport.send(&Outgoing {
                recipient: "",
                ..letter
            }),
            Delivery::Failed(_)
        ));
    }
}
