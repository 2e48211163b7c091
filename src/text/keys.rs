//! The form of tokens, which players know as keys, and how a text is shown without them.

/// Characters of a reply token.
pub const REPLY_TOKEN_LEN: usize = 32;
/// Characters of an envelope token. It differs from [`REPLY_TOKEN_LEN`], so that neither is taken for
/// the other.
pub const ENVELOPE_TOKEN_LEN: usize = 24;

/// What is shown in place of a token.
pub const BLANK: &str = "[key]";

/// The text with [`BLANK`] in place of every word that has the form of a token, as it stands, or once
/// quoted-printable is undone: `=61` is an `a` to anyone who reads a mail as raw text.
pub fn blanked(text: &str) -> String {
    blanked_like(text, &has_token_form)
}

/// As [`blanked`], but for reply tokens alone: a word of another length may be somebody's address.
pub fn without_reply_tokens(text: &str) -> String {
    blanked_like(text, &|word| {
        word.len() == REPLY_TOKEN_LEN && has_token_form(word)
    })
}

fn blanked_like(text: &str, token: &dyn Fn(&str) -> bool) -> String {
    let shown = blanked_words(text, token);
    if shown.contains('=') {
        blanked_escapes(&shown, token)
    } else {
        shown
    }
}

/// Blanks what becomes a token when the escapes and soft line breaks of quoted-printable (RFC 2045 section 6.7) are
/// undone.
fn blanked_escapes(text: &str, token: &dyn Fn(&str) -> bool) -> String {
    // The characters that are read, with the bytes of `text` that each is read from.
    let mut read: Vec<(char, usize, usize)> = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let soft = ["=\n", "=\r\n"].into_iter();
        let mut soft = soft.filter(|soft| text[at..].starts_with(soft));
        if let Some(soft) = soft.next() {
            at += soft.len();
            // Raw text that is quoted has marks at the start of each line.
            let marks = text[at..].trim_start_matches(['>', ' ']);
            at = text.len() - marks.len();
            continue;
        }
        let escaped = text.get(at + 1..at + 3).filter(|_| c == '=');
        let byte = escaped.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let (c, len) = match byte.filter(u8::is_ascii) {
            Some(byte) => (char::from(byte), 3),
            None => (c, c.len_utf8()),
        };
        read.push((c, at, at + len));
        at += len;
    }
    let mut shown = String::with_capacity(text.len());
    let (mut copied, mut before) = (0, None);
    for run in
        read.chunk_by(|one, other| one.0.is_ascii_alphanumeric() && other.0.is_ascii_alphanumeric())
    {
        let Some((_, _, end)) = run.last() else {
            continue;
        };
        let word: String = run.iter().map(|(c, ..)| *c).collect();
        let percent = before == Some('%');
        before = run.last().map(|(c, ..)| *c);
        if let Some(from) = token_at(&word, percent, token) {
            let start = run.get(from).map_or(*end, |(_, start, _)| *start);
            shown.push_str(&text[copied..start]);
            shown.push_str(BLANK);
            copied = *end;
        }
    }
    shown.push_str(&text[copied..]);
    shown
}

fn blanked_words(text: &str, token: &dyn Fn(&str) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
        let (before, from) = rest.split_at(start);
        let end = from
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(from.len());
        let (word, behind) = from.split_at(end);
        let percent = before.ends_with('%');
        shown.push_str(before);
        match token_at(word, percent, token) {
            Some(from) => {
                shown.push_str(&word[..from]);
                shown.push_str(BLANK);
            }
            None => shown.push_str(word),
        }
        rest = behind;
    }
    shown.push_str(rest);
    shown
}

/// Where a token begins that a word is, or that follows the two digits of a percent-encoded
/// character, as behind the `+` of an address in a link (RFC 3986 section 2.1): `play%2Baaaa…`.
fn token_at(word: &str, percent: bool, token: &dyn Fn(&str) -> bool) -> Option<usize> {
    if token(word) {
        return Some(0);
    }
    let hex = word.bytes().take(2).all(|b| b.is_ascii_hexdigit());
    (percent && hex && word.get(2..).is_some_and(token)).then_some(2)
}

/// Whether a word has the form of a token. Ids count up in 40 bits, so that for the first 34 thousand
/// million letters the first character is an `a`; few other words start with it and have that length.
pub fn has_token_form(word: &str) -> bool {
    [REPLY_TOKEN_LEN, ENVELOPE_TOKEN_LEN].contains(&word.len())
        && word.starts_with(['a', 'A'])
        && word
            .bytes()
            .all(|b| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(&b))
}
