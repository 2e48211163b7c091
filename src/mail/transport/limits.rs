//! Knows sending limits in the replies of mail servers: the host takes no more letters of ours for some
//! time. Many hosts say so with a reply 5yz, though it says nothing about the recipient.

use crate::reading::any;

/// Mail system congestion (RFC 3463 section 3.5): Gmail's code for 'Daily user sending limit exceeded'.
const CONGESTION: &str = "5.4.5";

/// Whether a refusal is a sending limit of the host that it comes from.
pub fn is_sending_limit(said: &str) -> bool {
    let said = said.to_ascii_lowercase();
    let has = |section| any(section, |word| said.contains(word));
    if has("hosts/other-limits") {
        return false;
    }
    let own_quota = said.contains("you have exceeded your") && said.contains("quota");
    // 'Exceeded storage allocation' (RFC 5321) with 'other security status' (RFC 3463): hosts use it for
    // limits, and some for contents that they do not like.
    let security = said.starts_with("552") && said.contains("5.7.0") && !has("hosts/contents");
    // The code as a word, and not as a part of an address.
    let mut words = said.split([' ', '-', '(', ')', '#', ';', ':']);
    words.any(|word| word == CONGESTION)
        || has("hosts/sending-limits")
        || has("hosts/excess") && has("hosts/periods")
        || own_quota
        || security
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_common_hosts_are_known() {
        for text in [
            "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go \
             to https://support.google.com/a/answer/166852 - gsmtp",
            "550-5.4.5 Daily SMTP relay limit exceeded for customer.",
            "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process \
             message due to a permanent exception",
            "550 5.7.705 Access denied, tenant has exceeded threshold",
            "550 5.4.6 mail rate exceeded limit",
            "550 5.4.6 Unusual sending activity detected. Please try after sometime.",
            "550 5.7.1 Our system has detected an unusual rate of unsolicited mail originating from your IP",
            "550 5.7.1 rate limited",
            "554 5.7.1 Ratelimit \"user\" exceeded",
            "552 5.7.0 Number of messages is over the allowance",
            "550 sorry, too many emails (#5.7.1)",
            "554 5.7.1 <DATA>: Data command rejected: only 10 messages per day",
            "550 spam mail rejected: exceeded hour limit",
            "550 User me@site.com has exceeded its 24-hour sending limit. Messages to 25 recipients out of \
             25 allowed have been sent.",
            "554 5.7.1 <alice@b.org>: Recipient address rejected: You have exceeded your Outmail quota",
            "550 Domain example.com has exceeded the max emails per hour (101/100 (101%)) allowed.",
            "550 Domain example.com has exceeded the max defers and failures per hour (5/5 (100%)) allowed",
            "554 Message rejected: Daily message quota exceeded.",
            "550 User has exceeded outgoing email quota",
            "550 Too many messages. Try again in 92 seconds.",
            "554 5.7.1 End-of-data rejected: Number messages per hour exceeded. Error:RATE_MSG",
            "571 You've reached your sending limit. Don't worry you can send again soon.",
        ] {
            assert!(is_sending_limit(text), "{text}");
        }
    }

    #[test]
    fn what_concerns_the_recipient_or_the_letter_is_no_sending_limit() {
        for text in [
            "550 5.1.1 <alice@b.org>: Recipient address rejected: User unknown",
            "550 5.7.1 looks like spam",
            "554 5.7.1 <alice@b.org>: Recipient address rejected: Access denied by policy",
            "552 5.3.4 Message size exceeds fixed limit",
            "552 5.2.3 Your message exceeded the maximum size allowed",
            "552-5.7.0 This message was blocked because its content presents a potential security issue",
            "552 5.7.0 Our system detected an illegal attachment on your message",
            "552 5.2.2 The email account that you tried to reach is over quota",
            "550 5.2.2 Mailbox is full: daily report follows, limit exceeded",
            "550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents \
             additional messages",
            "554 5.4.6 Too many hops",
            "554 5.4.14 Hop count exceeded - possible mail loop",
            "550 5.4.1 Recipient address rejected: Access denied",
            "550 Maximum line length exceeded",
            "550 5.2.1 The email account that you tried to reach is disabled",
            "553 5.1.3 invalid address",
            "550 5.7.1 refused, connecting from 192.5.4.5",
        ] {
            assert!(!is_sending_limit(text), "{text}");
        }
    }
}
