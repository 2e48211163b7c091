//! The grammar of `Authentication-Results` (RFC 8601 section 2.2).
//!
//! ```text
//! payload    = authserv-id [version] (";" "none" / 1*(";" resinfo))
//! resinfo    = method ["/" version] "=" result ["reason" "=" value] *(ptype "." property "=" pvalue)
//! ```
//!
//! There may be comments and blanks between any two words. A result that cannot be read is left
//! out; a header whose quotes or comments do not end is not read at all.

/// At most this many bytes of a header are read.
const MAX_BYTES: usize = 16 * 1024;
/// At most this many results of a header, and as many properties of a result, are kept.
const MAX_PARTS: usize = 50;

/// One `Authentication-Results` header, parsed (RFC 8601).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthenticationResults {
    /// The host that has written it.
    pub authserv_id: String,
    /// What it has found; empty for `none`.
    pub results: Vec<MethodResult>,
}

/// The result of one method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodResult {
    /// `dkim`, in lower case.
    pub method: String,
    /// `pass`, in lower case.
    pub result: String,
    /// What the host adds to the result (`reason=`), for people; `None`: nothing.
    pub reason: Option<String>,
    /// `smtp.mailfrom` in lower case, and its value.
    pub properties: Vec<(String, String)>,
}

impl MethodResult {
    /// The value of a property, such as `header.d`; the first of several.
    pub fn property(&self, name: &str) -> Option<&str> {
        let mut all = self.properties.iter();
        let (_, value) = all.find(|(known, _)| known == name)?;
        Some(value)
    }
}

impl AuthenticationResults {
    /// Reads the value of a header; `None` if it is none, or of a version that is not known here.
    pub fn parse(value: &str) -> Option<Self> {
        if value.len() > MAX_BYTES {
            return None;
        }
        let parts = split(value)?;
        let (first, rest) = parts.split_first()?;
        let mut words = Words(first);
        let authserv_id = words.value()?;
        if words.value().is_some_and(|version| version != "1") {
            return None;
        }
        let results = rest.iter().take(MAX_PARTS);
        Some(Self {
            authserv_id,
            results: results.filter_map(|part| method_result(part)).collect(),
        })
    }
}

/// A character, and whether it is between quotes.
type Marked = (char, bool);

/// The parts between semicolons, without comments; quotes are taken off and their characters marked. `None`
/// if a quote or a comment does not end.
fn split(value: &str) -> Option<Vec<Vec<Marked>>> {
    let mut parts = vec![Vec::new()];
    let (mut quoted, mut comments) = (false, 0_usize);
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        let part = parts.last_mut()?;
        match c {
            '\\' if quoted || comments > 0 => {
                let escaped = chars.next()?;
                part.extend(quoted.then_some((escaped, true)));
            }
            '"' if comments == 0 => {
                quoted = !quoted;
                // An empty quoted string is a value, too.
                part.push(('\0', true));
            }
            '(' if !quoted => {
                comments += 1;
                part.push((' ', false));
            }
            ')' if comments > 0 => comments -= 1,
            _ if comments > 0 => {}
            ';' if !quoted => parts.push(Vec::new()),
            c => part.push((c, quoted)),
        }
    }
    (!quoted && comments == 0).then_some(parts)
}

/// A text without comments (RFC 5322 section 3.2.2); one that does not end reaches to the end of the text.
pub(super) fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(MAX_BYTES));
    let mut comments = 0_usize;
    let mut chars = text.chars().take(MAX_BYTES);
    while let Some(c) = chars.next() {
        match c {
            '\\' if comments > 0 => drop(chars.next()),
            '(' => comments += 1,
            ')' if comments > 0 => {
                comments -= 1;
                out.push(' ');
            }
            c if comments == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

/// Parses one result: `dkim/1=pass reason="good" header.d=example.org`.
fn method_result(part: &[Marked]) -> Option<MethodResult> {
    let mut words = Words(part);
    let (method, result) = words.pair()?;
    let method = match method.split_once('/') {
        None => method,
        Some((method, "1")) => method.to_owned(),
        // A version that is not known here may mean something else.
        Some(_) => return None,
    };
    let mut found = MethodResult {
        method,
        result: result.to_ascii_lowercase(),
        ..MethodResult::default()
    };
    while let Some((name, value)) = words.pair() {
        if name == "reason" {
            found.reason.get_or_insert(value);
        } else if found.properties.len() < MAX_PARTS {
            found.properties.push((name, value));
        }
    }
    Some(found)
}

/// What is left to read of a part.
struct Words<'a>(&'a [Marked]);

impl Words<'_> {
    /// A token or a quoted string, or both in one, as in `"a b"@example.org`; `None` at the end.
    fn value(&mut self) -> Option<String> {
        let is_blank = |(c, quoted): &Marked| !quoted && c.is_whitespace();
        let blanks = self.0.iter().take_while(|one| is_blank(one)).count();
        let rest = &self.0[blanks..];
        let count = rest.iter().take_while(|one| !is_blank(one)).count();
        let (word, rest) = rest.split_at(count);
        self.0 = rest;
        let text = word.iter().map(|(c, _)| *c).filter(|c| !c.is_control());
        (count > 0).then(|| text.collect())
    }

    /// `name = value`, the name in lower case and without blanks around `.` and `/`.
    /// Words without a value before it are skipped. `None` if no further pair follows.
    fn pair(&mut self) -> Option<(String, String)> {
        let equals = self.0.iter().position(|one| *one == ('=', false))?;
        let (before, rest) = self.0.split_at(equals);
        self.0 = &rest[1..];
        let mut name = String::new();
        let mut gap = false;
        for (c, quoted) in before {
            if !quoted && c.is_whitespace() {
                gap = true;
                continue;
            }
            let joins = matches!(c, '.' | '/') || name.ends_with(['.', '/']);
            if std::mem::take(&mut gap) && !joins {
                name.clear();
            }
            name.extend(c.to_lowercase());
        }
        let value = self.value()?;
        (!name.is_empty()).then_some((name, value))
    }
}
