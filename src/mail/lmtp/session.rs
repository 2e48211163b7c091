//! The dialogue with one client (RFC 2033).

use std::io::{self, ErrorKind};
use std::time::Duration;

use super::command::Command;
use super::content::Content;
use super::input::{Input, Line};
use super::{Intake, Wire};
use crate::clock::Deadline;
use crate::mail::parse::{Envelope, MAX_MAIL, OwnAddress};
use crate::mail::{Address, source::RawMessage};

/// Most recipients of one mail, as RFC 5321 section 4.5.3.1.8 has it.
const MAX_RECIPIENTS: usize = 100;
/// The time for a command; a host that keeps a connection open for its next mail ends it within minutes.
const COMMAND: Duration = Duration::from_secs(300);
/// The time for the content of one mail (RFC 5321 section 4.5.3.2.6).
const DATA: Duration = Duration::from_secs(600);
/// A client that makes so many mistakes is none.
const MAX_FAULTS: u32 = 20;
/// After so many commands without a mail, others may need the thread.
const MAX_IDLE: u32 = 500;

/// The lines that answer LHLO (RFC 2033 section 4). A size of 0 says that there is no limit (RFC 1870 section 4): with one,
/// the host would return longer mails to their senders, while only their beginning is needed here.
const HELLO: [&str; 5] = [
    "PIPELINING",
    "SIZE 0",
    "8BITMIME",
    "SMTPUTF8",
    "ENHANCEDSTATUSCODES",
];
/// Above this line, nobody has written anything; so what is below it counts as not written by our mail host.
pub(super) const UNTRUSTED: &[u8] =
    b"Received: from a.client.without.trust.invalid by zugpost.invalid with LMTP\r\n";

/// A dialogue, from the greeting to its end.
pub struct Session<'a> {
    us: &'a OwnAddress,
    trusted: bool,
    intake: &'a mut dyn Intake,
    greeted: bool,
    /// The sender of a mail that has begun.
    sender: Option<String>,
    /// What was accepted at RCPT, in order: each gets a reply of its own after the mail.
    recipients: Vec<String>,
    faults: u32,
    idle: u32,
}

/// What follows a command.
enum Next {
    GoOn,
    /// The content of a mail comes.
    Content,
    Close,
}

impl<'a> Session<'a> {
    /// A session of a client. `trusted`: what it hands over is written by our mail host, so that the host's word on the
    /// authors of mails counts (RFC 8601 section 5).
    pub fn new(us: &'a OwnAddress, trusted: bool, intake: &'a mut dyn Intake) -> Self {
        Self {
            us,
            trusted,
            intake,
            greeted: false,
            sender: None,
            recipients: Vec::new(),
            faults: 0,
            idle: 0,
        }
    }

    /// Serves the client until it ends the session, or is cut off.
    pub fn serve(mut self, wire: &mut dyn Wire) {
        let mut input = Input::new(wire);
        let domain = self.us.address.domain();
        input.reply(&format!("220 {domain} LMTP Zugpost"));
        if let Err(error) = self.talk(&mut input) {
            if self.sender.is_some() {
                self.intake.put_off("a session broke within a mail");
            }
            let last = match error.kind() {
                ErrorKind::TimedOut => "421 4.4.2 nothing came for too long",
                ErrorKind::Interrupted => "421 4.3.2 the server ends; try again",
                // Nobody reads a reply.
                _ => return,
            };
            input.reply(last);
        }
        let _ = input.flush();
    }

    fn talk(&mut self, input: &mut Input<'_>) -> io::Result<()> {
        loop {
            let command = match input.line(Deadline::after(COMMAND))? {
                Line::End => return Ok(()),
                Line::TooLong => Command::Not("500 5.5.2 the line is too long"),
                Line::Whole(line) => Command::read(&line),
            };
            match self.command(command, input) {
                Next::GoOn if self.is_too_much() => {
                    input.reply("421 4.7.0 too many commands without a mail");
                    return Ok(());
                }
                Next::GoOn => {}
                Next::Close => return Ok(()),
                Next::Content => self.content(input)?,
            }
        }
    }

    fn command(&mut self, command: Command, input: &mut Input<'_>) -> Next {
        self.idle += 1;
        let reply = match command {
            Command::Lhlo => {
                self.begin();
                self.greeted = true;
                for (at, word) in HELLO.iter().enumerate() {
                    if at == 0 {
                        input.reply(&format!("250-{}", self.us.address.domain()));
                    }
                    let sign = if at + 1 < HELLO.len() { '-' } else { ' ' };
                    input.reply(&format!("250{sign}{word}"));
                }
                return Next::GoOn;
            }
            Command::Mail(_) if !self.greeted => "503 5.5.1 say LHLO first",
            Command::Mail(_) if self.sender.is_some() => "503 5.5.1 a mail has begun already",
            Command::Mail(sender) => {
                self.sender = Some(sender);
                "250 2.1.0 go on"
            }
            Command::Rcpt(address) => self.recipient(address),
            Command::Data => return self.data(input),
            Command::Rset => {
                self.begin();
                "250 2.0.0 forgotten"
            }
            Command::Vrfy => "252 2.5.0 RCPT says who is known",
            Command::Noop => "250 2.0.0 well",
            Command::Quit => {
                input.reply("221 2.0.0 goodbye");
                return Next::Close;
            }
            Command::Not(why) => why,
            Command::Foreign => {
                input.reply("421 4.7.0 this is LMTP");
                return Next::Close;
            }
        };
        // An unknown recipient is no fault: hosts ask in this way which addresses are known.
        if reply.starts_with('5') && !reply.starts_with("550") {
            self.faults += 1;
        }
        input.reply(reply);
        Next::GoOn
    }

    /// Whether the client does nothing but talk.
    fn is_too_much(&self) -> bool {
        self.faults > MAX_FAULTS || self.idle > MAX_IDLE
    }

    /// Forgets a mail that has begun.
    fn begin(&mut self) {
        self.sender = None;
        self.recipients.clear();
    }

    fn recipient(&mut self, address: String) -> &'static str {
        if self.sender.is_none() {
            return "503 5.5.1 say MAIL first";
        }
        if self.recipients.len() >= MAX_RECIPIENTS {
            // The host sends the mail again to the rest (RFC 5321 section 4.5.3.1.10).
            self.intake.put_off("a mail has too many recipients");
            return "452 4.5.3 too many recipients";
        }
        let parsed = Address::parse(&address);
        let ours = |address: &Address| self.us.address.covers(address, self.us.delimiter);
        if !parsed.as_ref().is_ok_and(ours) {
            return "550 5.1.1 no such address here";
        }
        self.recipients.push(address);
        "250 2.1.5 known"
    }

    fn data(&mut self, input: &mut Input<'_>) -> Next {
        // RFC 2033 section 4.2: without a recipient, also if commands came together.
        if self.recipients.is_empty() {
            self.faults += 1;
            input.reply("503 5.5.1 there is no recipient");
            return Next::GoOn;
        }
        // A client has to wait for the reply to DATA (RFC 2920 section 3.1). If it does not, one of the two is mistaken
        // about what is content and what are commands.
        if input.has_more() {
            input.reply("421 4.5.0 wait for the reply to DATA");
            self.intake
                .put_off("a client did not wait for the reply to DATA");
            return Next::Close;
        }
        input.reply("354 end with a dot on a line of its own");
        Next::Content
    }

    fn content(&mut self, input: &mut Input<'_>) -> io::Result<()> {
        let limit = Deadline::after(DATA);
        let mut content = Content::new();
        while !content.has_ended() {
            let piece = input.piece(limit)?;
            if piece.is_empty() {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            let count = content.take(piece);
            input.took(count);
        }
        let recipients = std::mem::take(&mut self.recipients);
        let mail = self.mail(content, &recipients);
        self.begin();
        self.idle = 0;
        let reply = match self.intake.store(mail) {
            true => "250 2.0.0 stored",
            false => "451 4.3.0 it cannot be stored now; try again later",
        };
        // RFC 2033 section 4.2: one for each recipient, in order.
        for _ in &recipients {
            input.reply(reply);
        }
        Ok(())
    }

    fn mail(&mut self, mut content: Content, recipients: &[String]) -> RawMessage {
        let mut raw = std::mem::take(&mut content.raw);
        let mut truncated = content.truncated;
        if !self.trusted {
            raw.splice(0..0, UNTRUSTED.iter().copied());
            truncated |= raw.len() > MAX_MAIL;
            raw.truncate(MAX_MAIL);
        }
        let mut different: Vec<String> = Vec::new();
        for recipient in recipients {
            if !different.contains(recipient) {
                different.push(recipient.clone());
            }
        }
        RawMessage {
            source_key: content.source_key(),
            former_source_key: None,
            // A host that had to try again has noted in its Received line when it took the mail in.
            arrived_at: None,
            envelope: Envelope {
                sender: Some(self.sender.take().unwrap_or_default()),
                recipients: different,
            },
            raw,
            truncated,
        }
    }
}
