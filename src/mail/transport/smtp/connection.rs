//! One SMTP connection: greeting, TLS, login, letters.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::commands::{Auth, Data, Ehlo, Quit, Rset, Starttls};
use lettre::transport::smtp::extension::{ClientId, Extension, ServerInfo};
use lettre::transport::smtp::response::{Response, Severity};

use super::super::{Delivery, Outgoing};
use super::replies::{Step, judge, words};
use crate::clock::Deadline;
use crate::mail::auth::{self, Login};
use crate::mail::servers::Security;
use crate::mail::tls::{Endpoint, Stream};

/// Longest line of a reply; RFC 5321 section 4.5.3.1.5 has 512 octets.
const MAX_LINE: u64 = 4096;
/// Longest reply of several lines.
const MAX_REPLY: usize = 65_536;
/// Time limit of QUIT.
const QUIT_LIMIT: Duration = Duration::from_secs(2);

/// A connection that is logged in and, while it is usable, has no transaction open.
pub(super) struct Connection {
    wire: Wire,
    server: ServerInfo,
    logged_in: bool,
    /// Whether another letter may be sent.
    pub(super) usable: bool,
}

/// The connection broke before the server has decided about the letter.
pub(super) struct Broken {
    /// What this means for the letter, with the reason.
    pub(super) delivery: fn(String) -> Delivery,
    pub(super) why: String,
    /// Whether it was closed before MAIL FROM was accepted.
    pub(super) at_the_start: bool,
}

impl Connection {
    /// Connects, starts TLS if it is configured (RFC 3207), and logs in (RFC 4954).
    pub(super) fn open(endpoint: &Endpoint) -> Result<Self> {
        let cut = || format!("{endpoint} cut the connection, or is no SMTP server");
        let mut wire = Wire(BufReader::new(endpoint.dial()?));
        wire.0.get_mut().begin();
        let greeting = wire.reply().with_context(cut)?;
        ensure!(
            greeting.has_code(220),
            "{endpoint} does not want us: {}; try again later, or ask its operator",
            words(&greeting)
        );
        let mut server = hello(&mut wire, endpoint)?;
        if endpoint.security == Security::StartTls {
            ensure!(
                server.supports_feature(Extension::StartTls),
                "{endpoint} does not offer STARTTLS: write tls = \"implicit\", or another port"
            );
            let reply = wire.command(Starttls).with_context(cut)?;
            ensure!(
                reply.has_code(220),
                "{endpoint} refuses STARTTLS: {}; write tls = \"implicit\", or another port",
                words(&reply)
            );
            wire = wire.secure(endpoint)?;
            server = hello(&mut wire, endpoint)?;
        }
        if let Some(login) = &endpoint.login {
            log_in(&mut wire, endpoint, &server, login)?;
        }
        Ok(Self {
            wire,
            server,
            logged_in: endpoint.login.is_some(),
            usable: true,
        })
    }

    /// Sends one letter to one recipient within `limit`, if `may` says so before MAIL and before the final dot. After an
    /// error the connection is not usable.
    pub(super) fn deliver(
        &mut self,
        letter: &Outgoing<'_>,
        limit: Duration,
        may: &dyn Fn() -> bool,
    ) -> Result<Delivery, Broken> {
        // Connecting may have taken long.
        if !may() {
            return Ok(Delivery::Withheld);
        }
        let deadline = Deadline::after(limit);
        // RFC 6152. Our own letters are ASCII, but others may be sent by tests.
        let eight = !letter.raw.is_ascii() && self.server.supports_feature(Extension::EightBitMime);
        let body = if eight { " BODY=8BITMIME" } else { "" };
        let (sender, recipient) = (letter.sender, letter.recipient);
        let steps = [
            (Step::Mail, format!("MAIL FROM:<{sender}>{body}\r\n")),
            (Step::Rcpt, format!("RCPT TO:<{recipient}>\r\n")),
            (Step::Data, Data.to_string()),
        ];
        for (step, command) in steps {
            let reply = self.exchange(command.as_bytes(), step, deadline)?;
            let expected = match step {
                Step::Data => Severity::PositiveIntermediate,
                _ => Severity::PositiveCompletion,
            };
            if reply.code().severity != expected {
                self.reset(deadline);
                return Ok(judge(step, &reply, letter, self.logged_in));
            }
        }
        if !may() {
            // A server that has not got the dot drops what came before it (RFC 5321 section 4.1.1.4).
            self.usable = false;
            return Ok(Delivery::Withheld);
        }
        // Text and final dot go out in one write. In a second write, the dot would wait about 40 ms for
        // an acknowledgement (Nagle's algorithm with delayed acknowledgements).
        let reply = self.exchange(&encoded(letter.raw), Step::End, deadline)?;
        if reply.code().severity == Severity::PositiveCompletion {
            return Ok(Delivery::Sent);
        }
        Ok(judge(Step::End, &reply, letter, self.logged_in))
    }

    fn exchange(
        &mut self,
        bytes: &[u8],
        step: Step,
        deadline: Deadline,
    ) -> Result<Response, Broken> {
        let broken = |delivery: fn(String) -> Delivery, why| Broken {
            delivery,
            why,
            at_the_start: step == Step::Mail,
        };
        let problem = match self.wire.exchange(bytes, deadline.left()) {
            // The server ends the connection (RFC 5321 section 3.8): it goes down, or has too many connections or
            // letters of ours. Before MAIL it knows neither the recipient nor the letter.
            Ok(reply) if reply.has_code(421) => match step {
                Step::Mail => broken(Delivery::RelayUnavailable, words(&reply)),
                _ => broken(Delivery::Deferred, words(&reply)),
            },
            Ok(reply) => return Ok(reply),
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                let why = match deadline.left() {
                    Some(_) => error.to_string(),
                    None => "the time for one letter is over".to_owned(),
                };
                Broken {
                    at_the_start: false,
                    ..broken(Delivery::Hung, format!("after {}: {why}", step.name()))
                }
            }
            // If the server is down, the next connection fails as `RelayUnavailable`. If this letter is the reason,
            // only this letter waits. The server may have accepted it; it is sent again with the same Message-ID.
            Err(error) => broken(
                Delivery::Deferred,
                match step {
                    Step::End => format!("no answer to the letter ({error})"),
                    Step::Mail | Step::Rcpt | Step::Data => error.to_string(),
                },
            ),
        };
        self.usable = false;
        Err(problem)
    }

    /// Aborts the transaction (RSET, RFC 5321 section 4.1.1.5). What the server has said about the letter
    /// holds whatever comes of it.
    fn reset(&mut self, deadline: Deadline) {
        let rset = Rset.to_string();
        let reply = self.wire.exchange(rset.as_bytes(), deadline.left());
        self.usable = reply.is_ok_and(|reply| reply.is_positive());
    }

    /// Sends QUIT and closes the connection.
    pub(super) fn quit(mut self) {
        let quit = Quit.to_string();
        let _ = self.wire.exchange(quit.as_bytes(), Some(QUIT_LIMIT));
    }
}

fn hello(wire: &mut Wire, endpoint: &Endpoint) -> Result<ServerInfo> {
    // A client without a host name of its own sends its address (RFC 5321 section 4.1.3).
    let name = match wire.0.get_ref().local() {
        Some(SocketAddr::V6(v6)) => ClientId::Ipv6(*v6.ip()),
        Some(SocketAddr::V4(v4)) => ClientId::Ipv4(*v4.ip()),
        None => ClientId::Domain("localhost".to_owned()),
    };
    let reply = wire
        .command(Ehlo::new(name))
        .with_context(|| format!("{endpoint} cut the connection"))?;
    ensure!(
        reply.is_positive(),
        "{endpoint} refuses our EHLO: {}",
        words(&reply)
    );
    ServerInfo::from_response(&reply)
        .map_err(|_| anyhow!("{endpoint} answers our EHLO with nothing"))
}

fn log_in(wire: &mut Wire, endpoint: &Endpoint, server: &ServerInfo, login: &Login) -> Result<()> {
    let mechanisms: &[Mechanism] = match login.is_token {
        false => &[Mechanism::Plain, Mechanism::Login],
        true => &[Mechanism::Xoauth2],
    };
    let Some(mechanism) = server.get_auth_mechanism(mechanisms) else {
        let names: Vec<String> = mechanisms.iter().map(ToString::to_string).collect();
        let hint = match wire.0.get_ref().is_tls() {
            true => "check port, or ask the provider how to log in",
            false => "it may do so after TLS: write tls = \"starttls\"",
        };
        bail!(
            "{endpoint} offers no login by {}: {hint}",
            names.join(" or ")
        );
    };
    let clear = auth::read(&login.secret)?;
    let credentials = Credentials::new(login.user.clone(), clear.expose().to_owned());
    let cut = || format!("{endpoint} cut the connection at login");
    let first = Auth::new(mechanism, credentials.clone(), None)?;
    let mut reply = wire.command(first).with_context(cut)?;
    for _ in 0..4 {
        if !reply.has_code(334) {
            break;
        }
        let answer = if mechanism == Mechanism::Login {
            Auth::new_from_response(mechanism, credentials.clone(), &reply)
                .map_err(|_| anyhow!("{endpoint} asks something at login that is not understood"))?
                .to_string()
        } else {
            // XOAUTH2 sends its error as a challenge, which requires an empty answer.
            "\r\n".to_owned()
        };
        reply = wire.command(answer).with_context(cut)?;
    }
    if reply.code().severity == Severity::TransientNegativeCompletion {
        bail!("{endpoint} cannot log us in now: {}", words(&reply));
    }
    if !reply.has_code(235) {
        return Err(login.refused(endpoint, &words(&reply)));
    }
    Ok(())
}

/// The stream with a buffer for replies.
struct Wire(BufReader<Stream>);

impl Wire {
    fn secure(self, endpoint: &Endpoint) -> Result<Self> {
        // Text that was sent before TLS may come from an attacker (RFC 3207 section 4.2, CVE-2011-0411).
        ensure!(
            self.0.buffer().is_empty(),
            "{endpoint} sent more than its answer before TLS: somebody may be in between"
        );
        Ok(Self(BufReader::new(endpoint.secure(self.0.into_inner())?)))
    }

    fn command(&mut self, command: impl Display) -> io::Result<Response> {
        self.exchange(command.to_string().as_bytes(), Some(Duration::MAX))
    }

    /// Sends a command and reads the reply within `left`, or the usual limit if that is shorter.
    fn exchange(&mut self, bytes: &[u8], left: Option<Duration>) -> io::Result<Response> {
        let stream = self.0.get_mut();
        stream.begin_within(left.unwrap_or_default());
        stream.write_all(bytes)?;
        stream.flush()?;
        self.reply()
    }

    /// Reads a reply: lines `250-…`, then a last one `250 …` (RFC 5321 section 4.2.1).
    fn reply(&mut self) -> io::Result<Response> {
        let mut text = String::new();
        loop {
            let line = self.line()?;
            let last = line.as_bytes().get(3) != Some(&b'-');
            text.push_str(&line);
            if line.len() == 3 {
                // A reply may be a code without blank and text; lettre's parser needs the blank.
                text.push(' ');
            }
            text.push_str("\r\n");
            if text.len() > MAX_REPLY {
                return Err(garbage("an endless reply"));
            }
            if last {
                let first: String = line.chars().take(60).collect();
                let none = |_| garbage(&format!("a reply that is none: {first:?}"));
                return text.parse().map_err(none);
            }
        }
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = Vec::new();
        let mut input = self.0.by_ref().take(MAX_LINE);
        input.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return Err(match input.limit() {
                0 => garbage("an endless line"),
                _ => io::Error::new(ErrorKind::UnexpectedEof, "the connection was cut"),
            });
        }
        let line = String::from_utf8_lossy(&line);
        Ok(line.trim_end_matches(['\r', '\n']).to_owned())
    }
}

fn garbage(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

/// The text as DATA sends it (RFC 5321 sections 2.3.8 and 4.5.2): lines end with CRLF, a dot at the start
/// of a line is doubled, and a line with a single dot is added. A lone CR or LF becomes CRLF, so that no
/// server sees an end of the text where we see none (SMTP smuggling).
fn encoded(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len() + raw.len() / 32 + 8);
    let mut line_start = true;
    let mut bytes = raw.iter().peekable();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'\r' | b'\n' => {
                if byte == b'\r' {
                    bytes.next_if_eq(&&b'\n');
                }
                out.extend_from_slice(b"\r\n");
                line_start = true;
                continue;
            }
            b'.' if line_start => out.extend_from_slice(b".."),
            _ => out.push(byte),
        }
        line_start = false;
    }
    if !line_start {
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b".\r\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_doubled_and_line_ends_are_crlf() {
        for (raw, wire) in [
            ("", ".\r\n"),
            ("a", "a\r\n.\r\n"),
            ("a\r\n", "a\r\n.\r\n"),
            (".\r\n..b\r\n", "..\r\n...b\r\n.\r\n"),
            (
                "a\n.\nb\r.\rc\r\n.\n",
                "a\r\n..\r\nb\r\n..\r\nc\r\n..\r\n.\r\n",
            ),
            ("\r\r\n", "\r\n\r\n.\r\n"),
            ("a.b\r\n .c", "a.b\r\n .c\r\n.\r\n"),
        ] {
            let got = encoded(raw.as_bytes());
            assert_eq!(String::from_utf8_lossy(&got), wire, "{raw:?}");
        }
    }
}
