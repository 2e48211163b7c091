//! Source keys of mails on an IMAP server, and sets of UIDs.

use percent_encoding::{AsciiSet, percent_decode_str, utf8_percent_encode};

use crate::mail::UNRESERVED;

/// What stands for itself in the folder of an IMAP URL: also its separators. In the user, it is [`UNRESERVED`] alone.
const FOLDER: &AsciiSet = &UNRESERVED.remove(b'/');

/// A folder of an account under one of its UIDVALIDITYs.
///
/// When a server gives a folder a new UIDVALIDITY, its mails have new places. They are fetched again, and
/// the office recognises them by Message-ID and text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Folder {
    pub(super) name: String,
    pub(super) validity: u32,
}

/// The place of a mail within an account: its folder and UID. It never changes, and no other mail of the account ever
/// has the same (RFC 3501 section 2.3.1.1).
pub(super) type Place = (Folder, u32);

/// The source key that earlier programs gave to a mail: without host and user.
pub(super) fn former_key((folder, uid): &Place) -> String {
    format!("imap:{}/{}/{uid}", folder.name, folder.validity)
}

/// A user on a server, which tells mails of several accounts apart: many servers give the first UIDs of
/// the same UIDVALIDITY to the INBOX of every account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Account {
    /// How all its source keys begin.
    prefix: String,
}

impl Account {
    pub(super) fn new(host: &str, user: &str) -> Self {
        let user = utf8_percent_encode(user, UNRESERVED);
        let prefix = format!("imap://{user}@{}/", host.to_ascii_lowercase());
        Self { prefix }
    }

    /// The source key of the mail at `place`: an IMAP URL (RFC 5092),
    /// `imap://USER@HOST/FOLDER;UIDVALIDITY=…/;UID=…`. It leaves out the port, which the same account may
    /// change together with its TLS mode.
    pub(super) fn source_key(&self, (folder, uid): &Place) -> String {
        let name = utf8_percent_encode(&folder.name, FOLDER);
        let validity = folder.validity;
        format!("{}{name};UIDVALIDITY={validity}/;UID={uid}", self.prefix)
    }

    /// Reads a source key; `None` if it is none, or that of another account.
    pub(super) fn place(&self, source_key: &str) -> Option<Place> {
        let rest = source_key.strip_prefix(&self.prefix)?;
        let (rest, uid) = rest.rsplit_once("/;UID=")?;
        let (name, validity) = rest.rsplit_once(";UIDVALIDITY=")?;
        let name = percent_decode_str(name).decode_utf8().ok()?.into_owned();
        let validity = validity.parse().ok()?;
        Some((Folder { name, validity }, uid.parse().ok()?))
    }
}

/// Writes UIDs as sequence sets (RFC 3501 section 9) with ranges, each set short enough for a command
/// line of 1000 octets. `uids` must be sorted.
pub(super) fn sets(uids: &[u32]) -> Vec<(String, &[u32])> {
    const LONG: usize = 800;
    let mut sets = Vec::new();
    let mut set = String::new();
    let (mut begun, mut at) = (0, 0);
    for run in uids.chunk_by(|one, next| one.checked_add(1) == Some(*next)) {
        if !set.is_empty() {
            set.push(',');
        }
        set.push_str(&run[0].to_string());
        if let [_, .., last] = run {
            set.push_str(&format!(":{last}"));
        }
        at += run.len();
        if set.len() > LONG || at == uids.len() {
            sets.push((std::mem::take(&mut set), &uids[begun..at]));
            begun = at;
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(folder: &str, validity: u32, uid: u32) -> Place {
        let name = folder.to_owned();
        (Folder { name, validity }, uid)
    }

    #[test]
    fn keys_are_read_back() {
        let account = Account::new("IMAP.example.org", "play@example.org");
        for (place, text) in [
            (
                place("INBOX", 17, 4),
                "imap://play%40example.org@imap.example.org/INBOX;UIDVALIDITY=17/;UID=4",
            ),
            (
                place("a/b c;UIDVALIDITY=3/;UID=2", 1, u32::MAX),
                "imap://play%40example.org@imap.example.org/\
                 a/b%20c%3BUIDVALIDITY%3D3/%3BUID%3D2;UIDVALIDITY=1/;UID=4294967295",
            ),
        ] {
            assert_eq!(account.source_key(&place), text);
            assert_eq!(account.place(text), Some(place));
        }
        let own = "imap://play%40example.org@imap.example.org/";
        for text in [
            "",
            "imap:INBOX/17/4",
            "1.M2P3.host",
            &format!("{own}INBOX"),
            &format!("{own}INBOX;UIDVALIDITY=1"),
            &format!("{own}INBOX;UIDVALIDITY=x/;UID=2"),
            &format!("{own}INBOX;UIDVALIDITY=1/;UID=-2"),
            &format!("{own}%FF;UIDVALIDITY=1/;UID=2"),
        ] {
            assert_eq!(account.place(text), None, "{text}");
        }
        assert_eq!(former_key(&place("a/b", 17, 4)), "imap:a/b/17/4");
    }

    #[test]
    fn accounts_are_told_apart() {
        let accounts = [
            ("imap.b.org", "play"),
            ("imap.b.org", "Play"),
            ("imap.c.org", "play"),
            ("b.org", "play@imap"),
            ("imap.b.org", "play/x"),
            ("imap.b.org", "play%2Fx"),
        ]
        .map(|(host, user)| Account::new(host, user));
        let first = place("INBOX", 1, 1);
        for (at, account) in accounts.iter().enumerate() {
            for (other_at, other) in accounts.iter().enumerate() {
                let read = other.place(&account.source_key(&first));
                assert_eq!(read.is_some(), at == other_at, "{account:?} {other:?}");
            }
        }
        assert_eq!(Account::new("B.org", "u"), Account::new("b.org", "u"));
    }

    #[test]
    fn ranges_are_joined_and_sets_stay_short() {
        let set = |uids: &[u32]| {
            sets(uids)
                .into_iter()
                .map(|(set, _)| set)
                .collect::<Vec<_>>()
        };
        assert!(set(&[]).is_empty());
        assert_eq!(set(&[7]), ["7"]);
        assert_eq!(set(&[1, 2, 3, 5, 8, 9]), ["1:3,5,8:9"]);
        assert_eq!(set(&[u32::MAX - 1, u32::MAX]), ["4294967294:4294967295"]);
        let odd: Vec<u32> = (0..2000).map(|n| n * 2 + 1).collect();
        let all = sets(&odd);
        assert!(all.len() > 1 && all.iter().all(|(set, _)| set.len() < 1000));
        assert_eq!(all.iter().map(|(_, uids)| uids.len()).sum::<usize>(), 2000);
        assert!(all[1].0.starts_with(&all[1].1[0].to_string()));
    }
}
