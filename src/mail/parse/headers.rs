//! The header block as a list of raw fields, for fields that have to be counted and compared.

use std::borrow::Cow;

/// All fields of a header block in order, names in lower case, values unfolded.
#[derive(Debug, Default)]
pub struct Headers<'a> {
    fields: Vec<(String, Cow<'a, str>)>,
}

impl<'a> Headers<'a> {
    /// Reads up to the first empty line. Lines that are no field are skipped, as relays do.
    #[must_use]
    pub fn scan(raw: &'a [u8]) -> Self {
        let blank = raw
            .iter()
            .take_while(|b| matches!(b, b'\r' | b'\n'))
            .count();
        let raw = &raw[blank..];
        let mut fields = Vec::new();
        let mut at = 0;
        while at < raw.len() {
            let end = field_end(raw, at);
            let field = &raw[at..end];
            if field.iter().all(|b| matches!(b, b'\r' | b'\n')) {
                break;
            }
            fields.extend(split_field(field));
            at = end;
        }
        Self { fields }
    }

    /// The values of every field of this name (given in lower case), top to bottom.
    pub fn all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> {
        self.fields
            .iter()
            .filter(move |(n, _)| n == name)
            .map(|(_, value)| value.as_ref())
    }

    /// The topmost value of this name.
    #[must_use]
    pub fn first(&self, name: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_ref())
    }

    /// Every field as (lower-case name, value).
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_ref()))
    }

    /// Message-IDs in the fields of this name, without brackets (RFC 5322 section 3.6.4). Other text
    /// (`Your message of Friday`) and IDs too long for a header of ours are skipped.
    #[must_use]
    pub fn ids(&self, name: &str) -> Vec<String> {
        self.all(name)
            .flat_map(bracketed)
            .filter(|id| is_id(id))
            .map(str::to_owned)
            .collect()
    }
}

/// The end of the field that starts at `from`: after its last folded line (RFC 5322 section 2.2.3).
fn field_end(raw: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        let Some(feed) = raw[at..].iter().position(|&b| b == b'\n') else {
            return raw.len();
        };
        let line = &raw[at..at + feed];
        at += feed + 1;
        let empty = line.is_empty() || line == b"\r";
        if empty || !matches!(raw.get(at), Some(b' ' | b'\t')) {
            return at;
        }
    }
}

fn split_field(field: &[u8]) -> Option<(String, Cow<'_, str>)> {
    let colon = field.iter().position(|&b| b == b':')?;
    // Blanks before the colon are obsolete syntax (section 4.5), but must not hide a second From.
    let name = field[..colon].trim_ascii();
    if name.is_empty() || !name.iter().all(u8::is_ascii_graphic) {
        return None;
    }
    let value = String::from_utf8_lossy(field[colon + 1..].trim_ascii());
    let value = if value.contains('\n') {
        Cow::Owned(value.replace("\r\n", "").replace('\n', ""))
    } else {
        value
    };
    Some((String::from_utf8_lossy(name).to_ascii_lowercase(), value))
}

/// The text in each pair of `<…>`.
pub fn bracketed(value: &str) -> impl Iterator<Item = &str> {
    value
        .split('<')
        .skip(1)
        .filter_map(|part| part.split_once('>').map(|(inside, _)| inside.trim()))
}

/// Whether a text can be put into our own References: printable ASCII, one word, at most 250
/// characters.
#[must_use]
pub fn is_id(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= 250
        && id
            .bytes()
            .all(|b| b.is_ascii_graphic() && b != b'<' && b != b'>')
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
    fn ids_are_read_without_brackets() {
        let headers = Headers::scan(
            b"References: <a@b>\n\t<c@d>junk<e f>\nIn-Reply-To: Your mail of Friday\n\n",
        );
        assert_eq!(headers.ids("references"), ["a@b", "c@d"]);
        assert!(headers.ids("in-reply-to").is_empty());
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
