//! Delivers letters into one Maildir per recipient, for tests, `demo`, and players on the same host.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::{Delivery, Outgoing, Transport};
use crate::mail::parse::text::one_line;
use crate::mail::private;

/// Delivers into `DIR/<recipient>/new/`.
///
/// The name of the folder is the recipient's address in lower case, with every byte outside
/// `[a-z0-9@.+_-]` as `%xx`. The file name depends on the Message-ID alone, so that a letter that is handed
/// over twice is delivered once.
#[derive(Debug)]
pub struct MaildirTransport {
    dir: PathBuf,
}

impl MaildirTransport {
    /// A transport below `dir`, which is made at the first letter.
    #[must_use]
    pub fn new(dir: &Path) -> Self {
        Self {
            dir: dir.to_owned(),
        }
    }

    /// The Maildir of a recipient.
    #[must_use]
    pub fn mailbox(&self, recipient: &str) -> PathBuf {
        self.dir.join(folder_name(recipient))
    }

    /// Writes the letter, with the headers of final delivery on top (RFC 5321 section 4.4). It is durable
    /// when this returns.
    fn deliver(&self, letter: &Outgoing<'_>) -> io::Result<()> {
        let mailbox = self.mailbox(letter.recipient);
        let name = file_name(letter.message_id);
        if already_there(&mailbox, &name)? {
            return Ok(());
        }
        let tmp = mailbox.join("tmp").join(&name);
        let (sender, recipient) = (
            one_line(letter.sender, 300),
            one_line(letter.recipient, 300),
        );
        let mut file = create(&mailbox, &tmp)?;
        write!(
            file,
            "Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n"
        )?;
        file.write_all(letter.raw)?;
        file.sync_all()?;
        fs::rename(&tmp, mailbox.join("new").join(&name))?;
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
            // A full disk or a wrong mode concerns all letters, and the operator has to correct it.
            Err(e) => {
                Delivery::RelayUnavailable(one_line(&format!("{}: {e}", self.dir.display()), 200))
            }
        }
    }
}

fn create(mailbox: &Path, tmp: &Path) -> io::Result<File> {
    match private::file(tmp) {
        Err(e) if e.kind() == ErrorKind::NotFound => {
            for sub in ["tmp", "cur", "new"] {
                private::folder(&mailbox.join(sub))?;
            }
            private::file(tmp)
        }
        result => result,
    }
}

/// Whether the letter was delivered before, also if its reader has moved it to `cur/` since.
fn already_there(mailbox: &Path, name: &str) -> io::Result<bool> {
    if mailbox.join("new").join(name).try_exists()? {
        return Ok(true);
    }
    let entries = match fs::read_dir(mailbox.join("cur")) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(false),
        entries => entries?,
    };
    for entry in entries {
        if entry?.file_name().to_string_lossy().split(':').next() == Some(name) {
            return Ok(true);
        }
    }
    Ok(false)
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
    let readable: String = message_id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .take(40)
        .collect();
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
