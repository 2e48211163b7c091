//! What the reply of an SMTP server means for a letter.

use lettre::transport::smtp::response::{Response, Severity};

use super::super::limits::is_sending_limit;
use super::super::{Delivery, Outgoing};
use crate::mail::{parse::text::one_line, refusal::LIMIT};

/// The step of the SMTP transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Mail,
    Rcpt,
    Data,
    /// After the final dot.
    End,
}

impl Step {
    /// What the server was sent.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Mail => "MAIL",
            Self::Rcpt => "RCPT",
            Self::Data => "DATA",
            Self::End => "the letter",
        }
    }
}

/// A reply in one line.
pub(super) fn words(reply: &Response) -> String {
    let text: Vec<&str> = reply.message().collect();
    one_line(&format!("{} {}", reply.code(), text.join(" ")), 300)
}

/// What an unexpected reply means for the letter.
///
/// Failed: the recipient or the letter is refused permanently; this counts against the recipient's
/// address. Deferred: everything else, namely 4yz replies (RFC 5321 section 4.2.1), and those 5yz replies
/// that do not concern the recipient: about our sender address, a missing login or a wrong command, which
/// the operator has to correct, and about a full mailbox (RFC 3463: X.2.2). Limited: those 5yz replies
/// that tell of a sending limit. Deferred and limited letters are given up by age.
pub(super) fn judge(
    step: Step,
    reply: &Response,
    letter: &Outgoing<'_>,
    logged_in: bool,
) -> Delivery {
    let said = words(reply);
    if reply.code().severity != Severity::PermanentNegativeCompletion {
        return Delivery::Deferred(said);
    }
    if is_sending_limit(&said) {
        return Delivery::Limited(format!("refused {LIMIT}: {said}"));
    }
    let code = u16::from(reply.code());
    if speaks_of_sender(step, &said, letter) {
        let advice = if letter.sender.contains('+') {
            "let the provider allow it, or write recipient_delimiter = \"none\" if it refuses \
             plus-addresses"
        } else {
            "let the provider allow it, or write the address that belongs to the login"
        };
        return Delivery::Deferred(format!(
            "letters from {} are refused: {said}; {advice}",
            letter.sender
        ));
    }
    if step != Step::End && (said.contains("5.2.2") || code == 552) {
        return Delivery::Deferred(format!(
            "the mailbox of {} is full: {said}",
            letter.recipient
        ));
    }
    let relaying = !logged_in && step == Step::Rcpt && said.contains("5.7.1");
    if matches!(code, 500..=504 | 530 | 534 | 535 | 538) || relaying {
        let advice = if logged_in {
            "check host and port"
        } else {
            "it may want a login: write user and password"
        };
        return Delivery::Deferred(format!(
            "the server refuses to work for us: {said}; {advice}"
        ));
    }
    Delivery::Failed(said)
}

/// Whether the refusal concerns our sender address. Many servers check it only after RCPT TO or DATA.
fn speaks_of_sender(step: Step, said: &str, letter: &Outgoing<'_>) -> bool {
    let said = said.to_ascii_lowercase();
    let names = |address: &str| !address.is_empty() && said.contains(&address.to_ascii_lowercase());
    step == Step::Mail
        || said.contains("sender address")
        || said.contains("sendasdenied")
        || (names(letter.sender) && !names(letter.recipient))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_failed_or_deferred() {
        let letter = Outgoing {
            sender: "play+bt@example.org",
            recipient: "alice@b.org",
            message_id: "1@example.org",
            raw: b"",
        };
        let judged = |step, text: &str, logged_in| {
            let reply: Response = format!("{text}\r\n").parse().expect("a reply");
            judge(step, &reply, &letter, logged_in)
        };
        for (step, text) in [
            (Step::Rcpt, "550 5.1.1 <alice@b.org>: no such user"),
            (Step::Rcpt, "554 5.7.1 <alice@b.org>: refused by policy"),
            (Step::Data, "554 5.5.1 no valid recipients"),
            (Step::End, "550 5.7.1 looks like spam"),
            (Step::End, "552 5.3.4 too big"),
        ] {
            assert!(
                matches!(judged(step, text, true), Delivery::Failed(_)),
                "{text}"
            );
        }
        for (step, text) in [
            (Step::Rcpt, "450 4.2.0 greylisted"),
            (Step::End, "451 4.3.0 later"),
            (Step::Rcpt, "552 5.2.2 mailbox full"),
            (Step::Rcpt, "550 5.2.2 over quota"),
            (Step::Rcpt, "530 5.7.0 authentication required"),
            (Step::Data, "503 5.5.1 bad sequence"),
            (Step::Mail, "550 5.7.1 no"),
            (
                Step::Rcpt,
                "553 5.7.1 <play+bt@example.org>: Sender address rejected: not owned",
            ),
            (
                Step::End,
                "554 5.2.252 SendAsDenied; play@example.org not allowed",
            ),
            (Step::Data, "250 what"),
        ] {
            assert!(
                matches!(judged(step, text, true), Delivery::Deferred(_)),
                "{text}"
            );
        }
        for (step, text) in [
            (Step::Mail, "550 5.4.5 Daily user sending limit exceeded"),
            (
                Step::Rcpt,
                "554 5.7.1 <alice@b.org>: you have exceeded your outmail quota",
            ),
            (Step::Data, "550 5.7.1 only 10 messages per day"),
            (Step::End, "554 5.2.0 SubmissionQuotaExceededException"),
            (Step::End, "552 5.7.0 too many messages"),
        ] {
            assert!(
                matches!(judged(step, text, true), Delivery::Limited(_)),
                "{text}"
            );
        }
        let relay = "554 5.7.1 <alice@b.org>: Relay access denied";
        let Delivery::Deferred(why) = judged(Step::Rcpt, relay, false) else {
            panic!("deferred")
        };
        assert!(why.contains("write user and password"), "{why}");
        let Delivery::Deferred(why) = judged(Step::Mail, "553 5.1.7 bad sender", true) else {
            panic!("deferred")
        };
        assert!(why.contains("recipient_delimiter"), "{why}");
    }
}
