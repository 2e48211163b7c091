//! Source keys of mails on an IMAP server, and sets of UIDs.

use std::fmt;

/// The source key of a mail: `imap:FOLDER/UIDVALIDITY/UID`. It never changes, and no other mail of the
/// account has the same (RFC 3501 section 2.3.1.1).
///
/// When a server gives a folder a new UIDVALIDITY, its mails have new source keys. They are fetched
/// again, and the office recognises them by Message-ID and text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct SourceKey {
    pub(super) folder: String,
    pub(super) validity: u32,
    pub(super) uid: u32,
}

impl SourceKey {
    /// Reads a source key. The name of the folder may have slashes.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.strip_prefix("imap:")?.rsplitn(3, '/');
        let uid = parts.next()?.parse().ok()?;
        let validity = parts.next()?.parse().ok()?;
        Some(Self {
            folder: parts.next()?.to_owned(),
            validity,
            uid,
        })
    }
}

impl fmt::Display for SourceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "imap:{}/{}/{}", self.folder, self.validity, self.uid)
    }
}

/// Writes UIDs as sequence sets (RFC 3501 section 9) with ranges, each set short enough for a command
/// line of 1000 octets. `uids` must be sorted.
pub(super) fn sets(uids: &[u32]) -> Vec<(String, &[u32])> {
    const LONG: usize = 800;
    let mut sets = Vec::new();
    let mut set = String::new();
    let (mut begun, mut at) = (0, 0);
    while at < uids.len() {
        let first = at;
        while at + 1 < uids.len() && uids[at + 1] - 1 == uids[at] {
            at += 1;
        }
        if !set.is_empty() {
            set.push(',');
        }
        set.push_str(&uids[first].to_string());
        if at > first {
            set.push_str(&format!(":{}", uids[at]));
        }
        at += 1;
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

    #[test]
    fn keys_are_read_back() {
        for text in ["imap:INBOX/17/4", "imap:a/b c/1/4294967295"] {
            let key = SourceKey::parse(text).expect("a key");
            assert_eq!(key.to_string(), text);
        }
        for text in [
            "",
            "imap:INBOX/1",
            "INBOX/1/2",
            "imap:INBOX/x/2",
            "imap:I/1/-2",
        ] {
            assert_eq!(SourceKey::parse(text), None, "{text}");
        }
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
