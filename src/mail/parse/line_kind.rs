//! What the lines of a mail are.

use serde::Serialize;

/// What a line of a mail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// The author has written it.
    Own,
    /// It has nothing but blanks.
    Blank,
    /// It begins with the mark of a quote, or is within one.
    Quote,
    /// It says whose words are quoted.
    Attribution,
    /// An attribution without a quote mark below it, or a rule: all that is below may be quoted.
    Border,
    /// It is below a border, and may be the author's.
    Unsure,
    /// The mark above a signature, which ends the reading.
    Signature,
    /// The first line of an unmarked copy of our letter, which ends the reading.
    Letter,
    /// The first line of the headers above such a copy, which ends the reading.
    Headers,
    /// What a mail program or a company adds.
    Footer,
    /// It is below the line that ends the reading.
    Below,
    /// It is below the lines that are looked at in a mail that is too long.
    Unread,
}
