//! Where mail programs put the quoted letter, besides block quotes.

/// What an element says of quoted matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It says nothing of quoted matter.
    None,
    /// The element holds nothing that the author wrote: a quote, an attribution, or the signature of the
    /// mail program.
    Quote,
    /// The element holds the quoted letter, unless block quotes follow: then these hold it, and
    /// what is between them is an answer.
    Frame,
    /// The quoted letter begins here and goes on to the end of the element around.
    Rest,
}

impl Mark {
    /// The mark of an element, from its `class`, `id`, `name` and `style`.
    pub fn of(class: &str, id: &str, name: &str, style: &str) -> Self {
        let classes = || class.split_ascii_whitespace();
        // Programs put letters of their own before the names that they find in the quoted letter, and
        // Yahoo puts numbers around its own.
        let is = |known: &str| classes().any(|c| c == known) || id == known;
        let ends = |known: &str| classes().any(|c| c.ends_with(known)) || id.contains(known);
        let rest = [
            "divRplyFwdMsg",
            "appendonsend",
            "mail-editor-reference-message-container",
        ];
        if rest.iter().any(|known| ends(known)) {
            return Self::Rest;
        }
        let quotes = [
            "moz-cite-prefix",
            "moz-signature",
            "gmail_signature",
            "protonmail_signature_block",
            "ms-outlook-mobile-signature",
            "k9mail-signature",
            "OutlookMessageHeader",
            "ms-outlook-mobile-reference-message",
            "AppleMailSignature",
        ];
        if ends("yahoo_quoted")
            || quotes.iter().any(|known| is(known))
            || name == "quote"
            || bar(style)
        {
            return Self::Quote;
        }
        let frames = ["gmail_quote", "protonmail_quote", "zmail_extra"];
        match frames.iter().any(|known| ends(known)) {
            true => Self::Frame,
            false => Self::None,
        }
    }
}

/// Whether the style draws a line at the left, as quotes have it.
fn bar(style: &str) -> bool {
    let style = style.to_ascii_lowercase();
    let mut declarations = style.split(';').filter_map(|one| one.split_once(':'));
    declarations.any(|(property, value)| {
        let none = |word: &str| matches!(word, "0" | "0px" | "0pt" | "none");
        let is_line = value.contains("solid") && !value.split([' ', '!']).any(none);
        property.trim() == "border-left" && is_line
    })
}
