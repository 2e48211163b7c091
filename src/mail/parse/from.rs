//! The author that the From header shows: one header with one address, or nobody.

use mail_parser::{HeaderName, Message};

use super::Headers;
use crate::mail::address::{Address, Mailbox};

/// Why a mail has no single author. RFC 5322 section 3.6.2 allows several, but a player is one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FromError {
    /// There is no From header, which RFC 5322 requires.
    #[error("no From header")]
    Missing,
    /// More than one From header (section 3.6 allows one); programs differ in which one they use.
    #[error("more than one From header")]
    SeveralHeaders,
    /// More than one address, or a display name that shows another address.
    #[error("more than one address in From")]
    SeveralAddresses,
    /// A group (section 3.4), which may be empty.
    #[error("a group in From")]
    Group,
    /// Control characters, unbalanced quotes, or no address that we can send to.
    #[error("no readable address in From")]
    Unreadable,
}

/// The single author. The address is read from the raw field; the MIME parser only decodes the name.
pub fn author(headers: &Headers<'_>, message: &Message<'_>) -> Result<Mailbox, FromError> {
    let address = address(headers)?;
    let name = message
        .header_values(HeaderName::From)
        .next()
        .and_then(|value| value.as_address())
        .and_then(|list| list.first())
        .and_then(|first| first.name.as_deref())
        .filter(|name| !name.eq_ignore_ascii_case(&address.to_string()));
    Ok(Mailbox::new(name.unwrap_or_default(), address))
}

/// The address of the single author.
pub fn address(headers: &Headers<'_>) -> Result<Address, FromError> {
    let mut fields = headers.all("from");
    let field = fields.next().ok_or(FromError::Missing)?;
    match fields.next() {
        Some(_) => Err(FromError::SeveralHeaders),
        None => single_address(field),
    }
}

/// RFC 5322 section 3.4 `mailbox`, and no other form of address list.
fn single_address(field: &str) -> Result<Address, FromError> {
    let unreadable = FromError::Unreadable;
    let bare = without_quotes(field).and_then(|field| without_encoded_words(&field));
    let bare = bare.ok_or(unreadable)?;
    if bare.contains(|c: char| c.is_control() && c != '\t') {
        return Err(unreadable);
    }
    if bare.contains([':', ';']) {
        return Err(FromError::Group);
    }
    if bare.contains(',') {
        return Err(FromError::SeveralAddresses);
    }
    let Some((name, rest)) = bare.split_once('<') else {
        return Address::parse(bare.trim()).map_err(|_| unreadable);
    };
    let (inside, behind) = rest.split_once('>').ok_or(unreadable)?;
    if behind.contains(['<', '>', '@']) {
        return Err(FromError::SeveralAddresses);
    }
    let address = Address::parse(inside.trim()).map_err(|_| unreadable)?;
    // `a@x <a@x>` is common; `good@x <evil@y>` is an attempt to deceive.
    let shown = Address::parse(name.trim());
    if name.contains('@') && shown.as_ref() != Ok(&address) {
        return Err(FromError::SeveralAddresses);
    }
    Ok(address)
}

/// The field without encoded words (RFC 2047). What is in one is a name, whatever it looks like; in
/// a phrase it has none of the characters that give an address its structure (section 5). `None`: it cannot be read.
fn without_encoded_words(field: &str) -> Option<String> {
    let mut out = String::with_capacity(field.len());
    let mut rest = field;
    while let Some((before, word)) = rest.split_once("=?") {
        out.push_str(before);
        // =?charset?encoding?text?=
        let (charset, tail) = word.split_once('?')?;
        let (encoding, tail) = tail.split_once('?')?;
        let (text, behind) = tail.split_once("?=")?;
        let odd = |c: char| c == PLACE || "<>,:;\\[]".contains(c);
        if encoding.len() != 1 || charset.contains(odd) || text.contains(odd) {
            return None;
        }
        out.push(PLACE);
        rest = behind;
    }
    Some(out + rest)
}

/// Stands for a quoted string or an encoded word, which may be part of a name but not of an address.
const PLACE: char = '\u{fffc}';

/// The field with a sign for each quoted string, and a blank for each (nested) comment, sections 3.2.4 and 3.2.2.
/// `None`: it cannot be read.
fn without_quotes(field: &str) -> Option<String> {
    let mut out = String::with_capacity(field.len());
    let mut quoted = false;
    let mut comments = 0usize;
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' if quoted || comments > 0 => drop(chars.next()),
            '"' if comments == 0 => {
                if !quoted {
                    out.push(PLACE);
                }
                quoted = !quoted;
            }
            '(' if !quoted => {
                out.push(' ');
                comments += 1;
            }
            ')' if !quoted && comments > 0 => comments -= 1,
            c if c.is_control() && c != '\t' => return None,
            c if !quoted && comments == 0 => out.push(c),
            _ => {}
        }
    }
    (!quoted && comments == 0).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_in_any_usual_form() {
        for field in [
            "a@b.org",
            "<a@b.org>",
            "Alice <A@b.org>",
            "\"Alice, <x@y>: the one\" <a@b.org>",
            "a@b.org (Alice (x@y))",
            "a@b.org <a@b.org>",
            "=?utf-8?q?Al=2C?= <a@b.org>",
            "=?utf-8?q?Al?= =?utf-8?b?aWNl?=  <a@b.org>",
            // Spaces in an encoded word, as some programs write them, and an address in one.
            "=?utf-8?q?Al Ice?= <a@b.org>",
            "=?utf-8?b?ZXZpbEBkLm9yZw==?= <a@b.org>",
            "=?utf-8?q?evil@d.org?= <a@b.org>",
            "\"evil@d.org\" <a@b.org>",
            "\"<evil@d.org>\" <a@b.org>",
            "(evil@d.org) a@b.org",
            "Alice (\"<evil@d.org>\") <a@b.org> (home)",
        ] {
            assert_eq!(
                single_address(field).map(|a| a.normalized()),
                Ok("a@b.org".into()),
                "{field}"
            );
        }
    }

    #[test]
    fn anything_else_is_refused() {
        use FromError::{Group, SeveralAddresses, Unreadable};
        for (field, why) in [
            ("", Unreadable),
            ("Alice", Unreadable),
            ("a@b, c@d", SeveralAddresses),
            ("<a@b> <c@d>", SeveralAddresses),
            ("good@b.org <evil@d>", SeveralAddresses),
            ("friends: a@b, c@d;", Group),
            ("undisclosed:;", Group),
            ("\"a <a@b>", Unreadable),
            ("a\0 <a@b>", Unreadable),
            ("a@b c@d", Unreadable),
            ("<a@b", Unreadable),
            ("=?utf-8?q?Anna_<a@b.org>?=", Unreadable),
            ("=?utf-8?q?a@b.org?=", Unreadable),
            ("=?utf-8?q?a?=@b.org", Unreadable),
            ("<=?utf-8?q?a@b.org?=>", Unreadable),
            ("=?utf-8?q?Anna <a@b.org>", Unreadable),
            ("=?utf-8?q?Anna,_?= <a@b.org>", Unreadable),
            ("=?utf-8?q", Unreadable),
            ("an(x)na@b.org", Unreadable),
            ("\"x\"anna@b.org", Unreadable),
            ("\"anna\"@b.org", Unreadable),
            ("anna@b(x).org", Unreadable),
            ("<anna@b.org", Unreadable),
            ("anna@b.org>", Unreadable),
            ("<<a@b.org>>", SeveralAddresses),
            ("Alice (<a@b.org>", Unreadable),
            ("<@relay.org,@b.org:a@b.org>", Group),
            ("<@relay.org:a@b.org>", Group),
            ("Alice <a@b.org>, ", SeveralAddresses),
            ("a@b.org <c@d.org> (a@b.org)", SeveralAddresses),
            ("<c@d.org> a@b.org", SeveralAddresses),
            ("friends: a@b.org;", Group),
            ("a@b.org; c@d.org", Group),
            // Letters that look like others, a full stop that is none, a name in another script.
            ("\u{430}nna@b.org", Unreadable),
            ("anna@\u{432}.org", Unreadable),
            ("anna@b\u{3002}org", Unreadable),
            ("anna\u{ff20}b.org", Unreadable),
            ("anna@b.org\u{202e}", Unreadable),
            ("anna\u{200b}@b.org", Unreadable),
            ("anna@[192.0.2.1]", Unreadable),
            ("anna@b.org\r\nBcc: c@d", Unreadable),
        ] {
            assert_eq!(single_address(field), Err(why), "{field:?}");
        }
    }
}
