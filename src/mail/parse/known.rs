//! How we are called, by which attributions and header blocks are told from the author's lines.

/// What tells an attribution and a header block from the author's lines: how we are called.
#[derive(Debug, Default)]
pub struct Known {
    /// Names under which our letters arrive, in lower case.
    pub names: Vec<String>,
    /// Our address without extension: local part and domain, in lower case.
    pub address: Option<(String, String)>,
}

impl Known {
    /// Whether one of our names is in the text as a word.
    pub fn named(&self, text: &str) -> bool {
        let lower = beginning(text).to_lowercase();
        self.names.iter().any(|name| {
            lower.match_indices(name.as_str()).any(|(at, _)| {
                let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                // In some languages syllables follow a name without a blank, so only what comes
                // before it is looked at.
                !letter(lower[..at].chars().next_back())
            })
        })
    }

    /// Whether our address is in the text, with or without an extension. Any address with an
    /// extension as long as a reply token is taken for ours.
    pub fn addressed(&self, text: &str) -> bool {
        let lower = beginning(text).to_lowercase();
        lower.match_indices('@').take(20).any(|(at, _)| {
            let local = local_part(&lower[..at]);
            let is_ours = |(name, domain): &(String, String)| {
                let goes_on = |c: char| c.is_ascii_alphanumeric() || c == '-';
                let behind = lower[at + 1..].strip_prefix(domain.as_str());
                let extension = local.strip_prefix(name.as_str());
                behind.is_some_and(|rest| !rest.starts_with(goes_on))
                    && extension
                        .is_some_and(|ext| !ext.starts_with(|c: char| c.is_ascii_alphanumeric()))
            };
            without_token(local).is_some() || self.address.as_ref().is_some_and(is_ours)
        })
    }
}

/// The local part that a text before `@` ends in.
pub fn local_part(before: &str) -> &str {
    before
        .rsplit(|c: char| !(c.is_ascii_alphanumeric() || "+-_.=".contains(c)))
        .next()
        .unwrap_or_default()
}

/// The local part without its extension, if that is as long as a reply token.
pub fn without_token(local: &str) -> Option<&str> {
    let (name, extension) = local.rsplit_once(['+', '-', '='])?;
    let word = extension.bytes().all(|b| b.is_ascii_alphanumeric());
    (extension.len() >= 20 && word && !name.is_empty()).then_some(name)
}

/// The beginning of a line: what comes later in a long one is no name of ours. It bounds the work.
pub fn beginning(line: &str) -> &str {
    let end = line.char_indices().nth(1000);
    &line[..end.map_or(line.len(), |(end, _)| end)]
}
