//! One line of a client, as a command.

use smtp_proto::{Error, MAIL_BODY_BINARYMIME, MailFrom, Request};

/// The longest sender that is kept; RFC 5321 section 4.5.3.1.3 has 256 bytes.
const MAX_SENDER: usize = 512;

/// What a client wants.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command {
    Lhlo,
    /// A mail begins; the sender without brackets.
    Mail(String),
    /// The recipient without brackets.
    Rcpt(String),
    Data,
    Rset,
    Vrfy,
    Noop,
    Quit,
    /// It cannot be done; the reply says why.
    Not(&'static str),
    /// A client of another protocol talks to us.
    Foreign,
}

const SYNTAX: &str = "501 5.5.4 syntax error in the parameters";

impl Command {
    /// Reads a line with its end.
    pub fn read(line: &[u8]) -> Self {
        // A browser or the like that somebody has made send a request to this port could put commands into it.
        if [&b"GET "[..], b"POST ", b"PUT ", b"CONNECT ", b"OPTIONS "]
            .iter()
            .any(|verb| line.starts_with(verb))
        {
            return Self::Foreign;
        }
        // A bare CR or LF is no end of a line (RFC 5321 section 2.3.8), and mail hosts send none.
        let Some(text) = line.strip_suffix(b"\r\n") else {
            return Self::Not("500 5.5.2 a line ends with CR and LF");
        };
        if text.contains(&b'\r') || text.contains(&0) {
            return Self::Not("500 5.5.2 CR and NUL belong to no command");
        }
        match Request::parse(&mut line.iter()) {
            Ok(Request::Lhlo { .. }) => Self::Lhlo,
            // RFC 2033 section 4.1.
            Ok(Request::Helo { .. } | Request::Ehlo { .. }) => {
                Self::Not("500 5.5.1 this is LMTP: say LHLO")
            }
            Ok(Request::Mail { from }) => Self::mail(&from),
            Ok(Request::Rcpt { to }) => Self::Rcpt(to.address.into_owned()),
            Ok(Request::Data) => Self::Data,
            Ok(Request::Rset) => Self::Rset,
            Ok(Request::Vrfy { .. }) => Self::Vrfy,
            Ok(Request::Noop { .. }) => Self::Noop,
            Ok(Request::Quit) => Self::Quit,
            Ok(_) => Self::Not("502 5.5.1 not implemented"),
            // Such addresses exist (`a..b@example.org`), and a refusal would make the host write a report to one.
            Err(Error::InvalidSenderAddress) => Self::Mail(bracketed(text)),
            Err(Error::InvalidRecipientAddress) => Self::Rcpt(String::new()),
            Err(Error::UnknownCommand) => Self::Not("500 5.5.2 no such command"),
            Err(Error::UnsupportedParameter { .. }) => {
                Self::Not("555 5.5.4 a parameter is not supported")
            }
            Err(_) => Self::Not(SYNTAX),
        }
    }

    fn mail(from: &MailFrom<std::borrow::Cow<'_, str>>) -> Self {
        match from.flags & MAIL_BODY_BINARYMIME {
            0 => Self::Mail(sender(&from.address)),
            _ => Self::Not("555 5.5.4 BINARYMIME is not supported"),
        }
    }
}

/// What is between the first `<` and the last `>`.
fn bracketed(text: &[u8]) -> String {
    let begin = text.iter().position(|byte| *byte == b'<');
    let end = text.iter().rposition(|byte| *byte == b'>');
    let inside = match (begin, end) {
        (Some(begin), Some(end)) if begin < end => &text[begin + 1..end],
        _ => &[],
    };
    sender(&String::from_utf8_lossy(inside))
}

/// A sender in one line. An address that is longer than any is no address.
fn sender(text: &str) -> String {
    let printable = text.chars().filter(|c| !c.is_control());
    printable.take(MAX_SENDER).collect()
}
