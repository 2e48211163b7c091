//! Mail: parsing and composing messages, sources of mail and transports for letters.
//!
//! The module knows nothing of games, commands and the database. Incoming: a [`source`] gives a
//! [`RawMessage`], [`read`] parses it (with the verdict of [`autoreply`] on who wrote it), and
//! [`ParsedMessage::author_lines`] finds the author's own lines. Outgoing: a [`MimeMessage`] is composed to bytes, which
//! a [`transport`] hands to a relay.
//!
//! Nothing in here panics, whatever the input: any stranger can send any bytes.

pub mod address;
pub(crate) mod auth;
pub mod authentication;
pub mod autoreply;
pub mod bounce;
mod calendar;
pub(crate) mod child;
pub mod compose;
pub mod lmtp;
pub mod parse;
pub mod private;
pub mod refusal;
mod rename;
pub mod responders;
pub mod servers;
pub mod source;
pub mod spam;
mod tls;
pub mod transport;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};

pub use address::{Address, BadAddress, Mailbox};
pub use authentication::{Vouched, Voucher};
pub use bounce::{DeliveryStatus, Report};
pub use calendar::CalendarEntry;
pub use compose::{InlinePicture, MimeMessage, SentContent, SentFile};
pub use parse::{
    AttachedFile, AuthorLines, Envelope, FromError, LineKind, MAX_MAIL, Nature, OwnAddress,
    ParsedMessage, attached_files, author_address, date_of, read, token_candidates,
};
pub use source::{RawMessage, Source};
pub use spam::SpamComplaint;
pub use transport::{Delivery, Outgoing, Transport};

/// What stands for itself in every part of an URI (RFC 3986 section 2.3).
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');
