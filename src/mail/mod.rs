//! The mail room: bytes ↔ messages, where mail comes from and where it goes.
//!
//! It knows mail and nothing else: no chess, no commands, no database, no clock. A mail's way in is
//! [`source`] → [`read`] (with the verdict of [`autoreply`]) → [`own_lines`]; a letter's way out is
//! [`MimeMessage`] → [`transport`].
//!
//! Nothing in here panics, whatever bytes come in: every byte of a mail was written by a stranger.

pub mod address;
mod auth;
pub mod autoreply;
pub mod bounce;
mod child;
pub mod compose;
pub mod parse;
pub mod private;
pub mod source;
mod tls;
pub mod transport;

pub use address::{Address, BadAddress, Mailbox};
pub use bounce::{DeliveryStatus, Report};
pub use compose::MimeMessage;
pub use parse::{
    Envelope, FromTrouble, MAX_MAIL, Nature, Ours, ParsedMessage, marker, own_lines, read,
    token_candidates,
};
pub use source::{RawMessage, Source};
pub use transport::{Delivery, Outgoing, Transport};
