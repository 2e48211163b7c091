//! The header block as a list of raw fields, for fields that have to be counted and compared.

use std::borrow::Cow;

use mail_parser::{Header, HeaderValue};

use super::body;

/// At most this many bytes of a header block are read. Five thousand recipients need half of it.
pub const MAX_BYTES: usize = 256 * 1024;
/// At most this many fields of it are read.
const MAX_FIELDS: usize = 5_000;

/// All fields of a header block in order, names in lower case, values unfolded.
#[derive(Debug, Default)]
pub struct Headers<'a> {
    fields: Vec<(String, Cow<'a, str>)>,
    /// Whether there are more fields than were read.
    pub is_cut: bool,
}

/// Whether the header block of a mail ends within the bytes that are read of it.
pub fn is_whole(raw: &[u8]) -> bool {
    let Some(head) = raw.get(..MAX_BYTES) else {
        return true;
    };
    // Blank lines at the start are skipped; see [`Headers::scan`].
    let blank = leading_blank(head);
    let mut lines = head[blank..].split(|byte| *byte == b'\n');
    // What is behind the last line feed goes on.
    lines.next_back();
    let whole = lines.any(|line| matches!(line, [] | [b'\r']));
    whole || blank == head.len()
}

fn leading_blank(raw: &[u8]) -> usize {
    raw.iter().take_while(|b| b"\r\n".contains(b)).count()
}

impl<'a> Headers<'a> {
    /// Reads up to the first empty line. Lines that are no field are skipped, as relays do. Of a block that
    /// is too long only the beginning is read; see [`Headers::is_cut`].
    pub fn scan(raw: &'a [u8]) -> Self {
        // The parser takes an empty line at the start for the end of the headers.
        let blank = leading_blank(raw);
        let whole = is_whole(raw);
        let block = &raw[blank..];
        let block = block.get(..MAX_BYTES).unwrap_or(block);
        let fields = body::raw_headers(block);
        let is_cut = !whole || fields.len() > MAX_FIELDS;
        let fields = fields.into_iter().take(MAX_FIELDS);
        let lower = |field: &Header<'a>| field.name.as_str().to_ascii_lowercase();
        let read = |field| (lower(&field), unfolded(field.value));
        let fields = fields.map(read).collect();
        Self { fields, is_cut }
    }

    /// The values of every field of this name (given in lower case), top to bottom.
    pub fn all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> {
        let fields = self.iter().filter(move |(n, _)| *n == name);
        fields.map(|(_, value)| value)
    }

    /// The topmost value of this name.
    pub fn first(&self, name: &str) -> Option<&str> {
        let mut fields = self.iter();
        fields.find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// Every field as (lower-case name, value).
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.fields.iter();
        fields.map(|(name, value)| (name.as_str(), value.as_ref()))
    }

    /// Message-IDs in the fields of this name, without brackets (RFC 5322 section 3.6.4). Other text
    /// (`Your message of Friday`) and IDs too long for a header of ours are skipped.
    pub fn ids(&self, name: &str) -> Vec<String> {
        let ids = self.all(name).flat_map(bracketed);
        ids.filter(|id| is_id(id)).map(str::to_owned).collect()
    }
}

/// The value on one line (RFC 5322 section 2.2.3); the parser keeps the line ends of folded lines.
fn unfolded(value: HeaderValue<'_>) -> Cow<'_, str> {
    match value {
        HeaderValue::Text(text) if text.contains('\n') => {
            Cow::Owned(text.replace("\r\n", "").replace('\n', ""))
        }
        HeaderValue::Text(text) => text,
        _ => Cow::Borrowed(""),
    }
}

/// The text in each pair of `<…>`.
pub fn bracketed(value: &str) -> impl Iterator<Item = &str> {
    let parts = value.split('<').skip(1);
    parts.filter_map(|part| part.split_once('>').map(|(inside, _)| inside.trim()))
}

/// Whether a text can be put into our own References: printable ASCII, one word, at most 250
/// characters.
pub fn is_id(id: &str) -> bool {
    let fits = |b: u8| b.is_ascii_graphic() && b != b'<' && b != b'>';
    (1..=250).contains(&id.len()) && id.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_unfolded_and_counted() {
        let raw = b"From : a@b\r\nX: one\r\n two\r\nnonsense\r\nFROM: c@d\r\n\r\nFrom: body\r\n";
        let headers = Headers::scan(raw);
        assert_eq!(headers.all("from").collect::<Vec<_>>(), ["a@b", "c@d"]);
        assert_eq!(headers.first("x"), Some("one two"));
        assert_eq!(headers.iter().count(), 3);
    }

    #[test]
    fn blanks_around_the_colon_hide_no_field() {
        let raw = b"X:\r\nFrom \t:\r\n  a@b \r\nFrom:c@d\r\n  \r\n  e\r\nY: \xff\r\n";
        let headers = Headers::scan(raw);
        assert_eq!(headers.all("from").collect::<Vec<_>>(), ["a@b", "c@d    e"]);
        assert_eq!(headers.first("x"), Some(""));
        assert_eq!(headers.first("y"), Some("\u{fffd}"));
    }

    #[test]
    fn ids_are_read_without_brackets() {
        let headers = Headers::scan(
            b"References: <a@b>\n\t<c@d>junk<e f>\nIn-Reply-To: Your mail of Friday\n\n",
        );
        assert_eq!(headers.ids("references"), ["a@b", "c@d"]);
        assert!(headers.ids("in-reply-to").is_empty());
    }

    #[test]
    fn a_block_that_is_too_long_is_cut() {
        let long = |end: &str| format!("From: a@b\n{}{end}e4\n", "X: y\n".repeat(MAX_BYTES / 5));
        for (raw, cut) in [
            ("From: a@b\n\nFrom: c@d\n".to_owned(), false),
            (long("\n"), true),
            (long(""), true),
            (
                format!("From: a@b\n{}\ne4", "X: y\n".repeat(MAX_FIELDS - 1)),
                false,
            ),
            (
                format!("From: a@b\n{}\ne4", "X: y\n".repeat(MAX_FIELDS)),
                true,
            ),
            (format!("From: a@b\n\n{}", "e4\n".repeat(MAX_BYTES)), false),
        ] {
            let headers = Headers::scan(raw.as_bytes());
            assert_eq!((headers.first("from"), headers.is_cut), (Some("a@b"), cut));
            assert!(headers.iter().count() <= MAX_FIELDS);
        }
    }

    #[test]
    fn unusual_ends_are_accepted() {
        for raw in [
            &b""[..],
            b"\n",
            b":",
            b"a",
            b"a:",
            b"\n\na: b",
            b" a: b\n c",
        ] {
            let _ = Headers::scan(raw);
        }
        assert_eq!(Headers::scan(b"\r\na: b").first("a"), Some("b"));
    }
}
