//! E-mail addresses and display names, checked and sanitised when they are read.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::parse::text;

/// Why a text is not an address that this server can send to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadAddress {
    /// No `@`, or nothing before or after it.
    #[error("an address has the form name@domain")]
    Form,
    /// The part before the `@` is not a dot-atom (RFC 5322 section 3.2.3) of at most 64 characters.
    #[error("the part before the @ has characters that cannot be used here")]
    Local,
    /// The part after the `@` is not a host name.
    #[error("the part after the @ is no host name")]
    Domain,
}

/// One e-mail address, `local@domain`.
///
/// It is always printable ASCII without blanks, quotes, brackets or control characters, so that it can
/// be put into a header, an SMTP command or an argument list as it is. Quoted local parts, IP literals
/// and addresses that need SMTPUTF8 (RFC 6531) are refused: the server cannot send to them.
///
/// Two addresses that differ in case only are equal. By RFC 5321 section 2.4 the local part may be
/// case-sensitive, but no player expects that.
#[derive(Clone)]
pub struct Address {
    whole: String,
    at: usize,
}

impl Address {
    /// Reads `local@domain`, surrounding blanks ignored.
    ///
    /// # Errors
    /// [`BadAddress`] says which part is wrong.
    pub fn parse(text: &str) -> Result<Self, BadAddress> {
        let text = text.trim_matches([' ', '\t']);
        let at = text.rfind('@').ok_or(BadAddress::Form)?;
        let (local, domain) = (&text[..at], &text[at + 1..]);
        if local.is_empty() || domain.is_empty() {
            return Err(BadAddress::Form);
        }
        // No mailbox begins like an option of a program to which the address is an argument.
        if !is_dot_atom(local) || local.len() > 64 || local.starts_with('-') {
            return Err(BadAddress::Local);
        }
        if !is_host(domain) || text.len() > 254 {
            return Err(BadAddress::Domain);
        }
        let whole = text.to_owned();
        Ok(Self { whole, at })
    }

    /// The part before the `@`, as written.
    pub fn local(&self) -> &str {
        &self.whole[..self.at]
    }

    /// The part after the `@`, as written.
    pub fn domain(&self) -> &str {
        &self.whole[self.at + 1..]
    }

    /// The whole address in lower case: what to store and look up by. Equal addresses have equal texts.
    pub fn normalized(&self) -> String {
        self.whole.to_ascii_lowercase()
    }

    /// What follows `delimiter` in the local part (`k7qd` in `play+k7qd@example.org`), if
    /// anything does.
    pub fn extension(&self, delimiter: char) -> Option<&str> {
        let (_, extension) = self.local().split_once(delimiter)?;
        (!extension.is_empty()).then_some(extension)
    }

    /// This address with `extension` behind the local part.
    ///
    /// # Errors
    /// [`BadAddress`] if the result is none, for example because it became too long.
    pub fn with_extension(&self, delimiter: char, extension: &str) -> Result<Self, BadAddress> {
        let (local, domain) = (self.local(), self.domain());
        Self::parse(&format!("{local}{delimiter}{extension}@{domain}"))
    }

    /// Whether `other` is this address, with or without an extension behind `delimiter`.
    pub fn covers(&self, other: &Address, delimiter: Option<char>) -> bool {
        let split = delimiter.and_then(|delimiter| other.local().split_once(delimiter));
        let base = split.map_or(other.local(), |(base, _)| base);
        let is_local = |local: &str| self.local().eq_ignore_ascii_case(local);
        self.domain().eq_ignore_ascii_case(other.domain())
            && (is_local(base) || is_local(other.local()))
    }
}

/// RFC 5322 section 3.2.3: `atext` words with single dots between them.
fn is_dot_atom(local: &str) -> bool {
    let atext = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b);
    let mut words = local.split('.');
    words.all(|word| !word.is_empty() && word.bytes().all(atext))
}

/// RFC 1123 section 2.1 host names; a single label is allowed (`localhost`).
fn is_host(domain: &str) -> bool {
    domain.split('.').all(|label| {
        let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        let hyphen = label.starts_with('-') || label.ends_with('-');
        (1..=63).contains(&label.len()) && !hyphen && label.bytes().all(fits)
    })
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.whole)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>", self.whole)
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Self) -> bool {
        self.whole.eq_ignore_ascii_case(&other.whole)
    }
}

impl Eq for Address {}

impl Hash for Address {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.normalized().hash(state);
    }
}

/// An address with a display name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Mailbox {
    /// Sanitised: one line without control characters, at most [`Mailbox::MAX_NAME`] characters; may
    /// be empty. [`super::compose`] sanitises it again, so a value set by hand is safe, too.
    pub name: String,
    /// The address that mail to this mailbox goes to.
    pub address: Address,
}

impl Mailbox {
    /// Longest name that is kept, in characters.
    pub const MAX_NAME: usize = 80;

    /// A mailbox with this name, sanitised, and this address.
    pub fn new(name: &str, address: Address) -> Self {
        let name = text::one_line(name, Self::MAX_NAME);
        let name = name.trim_matches(['"', '\'', ' ']).to_owned();
        Self { name, address }
    }
}

impl fmt::Display for Mailbox {
    /// `Name <local@domain>` for people to read (never for a header: nothing is quoted).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            return self.address.fmt(f);
        }
        write!(f, "{} <{}>", self.name, self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_never_tells_two_addresses_apart() {
        let a = Address::parse("Alice.B@Example.ORG").expect("good");
        let b = Address::parse("alice.b@example.org").expect("good");
        assert_eq!(a, b);
        assert_eq!(a.normalized(), b.normalized());
        assert_eq!(a.to_string(), "Alice.B@Example.ORG");
        assert_eq!((a.local(), a.domain()), ("Alice.B", "Example.ORG"));
    }

    #[test]
    fn nothing_dangerous_is_an_address() {
        for bad in [
            "",
            "@",
            "a@",
            "@b",
            "a",
            "a b@c",
            "a@b\r\nBcc: x@y",
            "a@b c",
            "\"a\"@b",
            "<a@b>",
            "a@[::1]",
            "a@b..c",
            "a.@b",
            "a@-b",
            "é@b.org",
            "a@bücher.de",
            "a@b@c",
            "a\0@b",
        ] {
            assert!(Address::parse(bad).is_err(), "{bad:?}");
        }
        assert!(Address::parse(&format!("{}@b", "a".repeat(65))).is_err());
    }

    #[test]
    fn extensions_are_removed() {
        let ours = Address::parse("play@example.org").expect("good");
        let with = ours.with_extension('+', "k7qd").expect("good");
        assert_eq!(with.to_string(), "play+k7qd@example.org");
        assert_eq!(with.extension('+'), Some("k7qd"));
        assert_eq!(ours.extension('+'), None);
        assert!(ours.covers(&with, Some('+')));
        assert!(!ours.covers(&with, None));
        assert!(ours.covers(&ours, None));
    }

    #[test]
    fn names_are_sanitised_to_one_line() {
        let address = Address::parse("a@b.org").expect("good");
        let mailbox = Mailbox::new("evil\r\nBcc: x@y.z\0\u{202e}", address);
        assert_eq!(mailbox.name, "evil Bcc: x@y.z");
        assert_eq!(mailbox.to_string(), "evil Bcc: x@y.z <a@b.org>");
    }
}
