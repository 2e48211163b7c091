//! Words of delivery reports: Subjects, codes of SMTP, reasons.

use crate::reading::any;

/// Whether a reason in a relay's words is about the letter or about us, not about the address: what
/// is in the letter, its size, the reputation or the sender address of a relay (RFC 3463: X.6, X.7,
/// X.3.4, X.2.3, X.1.7, X.1.8).
pub fn is_about_letter(reason: &str) -> bool {
    let reason = reason.to_lowercase();
    let mut words = reason.split(|c: char| !c.is_ascii_digit() && c != '.');
    let of_letter = ["5.3.4", "5.2.3", "5.1.7", "5.1.8"];
    words.any(|word| {
        word.starts_with("5.6.") || word.starts_with("5.7.") || of_letter.contains(&word)
    }) || any("hosts/about-letter", |word| reason.contains(word))
}

/// The line that gives the reason: the first one with a code of SMTP.
pub(super) fn said(body: &str) -> &str {
    let mut lines = body.lines().take(60);
    lines
        .find(|line| code_in(line).is_some())
        .unwrap_or_default()
}

/// Whether a code in a line is one of SMTP for sure: a reply code with a status code behind it, as in `550 5.1.1` and
/// `550-5.1.1`. A number alone may be that of a room, and three with dots between them a date.
pub(super) fn is_reply(line: &str) -> bool {
    let words = line.split(|c: char| !c.is_ascii_digit() && c != '.');
    let words = words.map(|word| word.trim_matches('.'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let status = |word: &str| word.split('.').count() == 3 && word.len() >= 5;
    words.windows(2).any(|pair| {
        let same = pair[0].chars().next() == pair[1].chars().next();
        pair[0].len() == 3 && !pair[0].contains('.') && same && status(pair[1])
    })
}

/// The class of the first code of SMTP in a line: a reply code (`550`), or a status code (`5.1.1`, RFC 3463).
pub(super) fn code_in(line: &str) -> Option<char> {
    let digits = |text: &str, longest: usize| {
        (1..=longest).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
    };
    let code = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_digit());
        let class = word.chars().next().filter(|c| matches!(c, '4' | '5'))?;
        let reply = word.len() == 3 && digits(word, 3) && word.as_bytes()[1] <= b'5';
        let parts: Vec<&str> = word.split('.').collect();
        let status = matches!(parts[..], [one, two, three]
            if digits(one, 1) && digits(two, 3) && digits(three, 3));
        (reply || status).then_some(class)
    };
    let mut words = line.split([' ', ',', ';', '(', ')', '[', ']', '#', '<', '>', '"']);
    // `450-4.2.0`, but not a telephone number.
    words.find_map(|word| match word.split_once('-') {
        Some((before, behind)) if behind.contains('.') => code(behind).and(code(before)),
        Some(_) => None,
        None => code(word),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_smtp_are_found() {
        for (line, class) in [
            ("550 5.1.1 no such user", Some('5')),
            ("host said: 450-4.2.0 try later", Some('4')),
            ("#5.1.1 User unknown", Some('5')),
            ("(status=5.4.310)", Some('5')),
            ("[5.4.310] gone", Some('5')),
            ("see you at 5.30", None),
            ("call 555-1234 or 0431 480", None),
            ("on 4.12.2026", None),
            ("room 580", None),
            ("", None),
        ] {
            assert_eq!(code_in(line), class, "{line}");
        }
    }

    #[test]
    fn numbers_of_people_are_no_replies() {
        for line in [
            "Estoy fuera hasta el 5.1.27.",
            "554 Main Street is my address until May. I am unreachable.",
            "550 days until I am back",
            "I will be back on 5.8.2026, 550 km away",
            "Ticket 5.1.1 was opened",
            "Version 5.2.1 of our helpdesk",
        ] {
            assert!(!is_reply(line), "{line}");
        }
        for line in [
            "550 5.1.1 no such user",
            "550-5.1.1 no such user",
            "<a@b>: host mx said: 550 5.1.1 <a@b>: no",
            "smtp; 550 #5.1.0 Address rejected",
        ] {
            assert!(is_reply(line), "{line}");
        }
    }

    #[test]
    fn what_is_about_the_letter_is_not_about_the_address() {
        for reason in [
            "554 5.7.1 Message rejected as spam by content filtering",
            "552 5.3.4 Message size exceeds fixed limit",
            "550 5.6.0 Lone CR or LF",
            "554 Service unavailable; blocked using zen.spamhaus.org",
            "554 5.7.1 <a@b>: refused by policy",
            "550-5.7.1 likely unsolicited mail",
            "552-5.7.0 its content presents a potential security issue",
            "550 5.7.26 unauthenticated sender",
            "550 5.1.8 Sender address rejected",
            "550 5.2.3 message exceeds size",
        ] {
            assert!(is_about_letter(reason), "{reason}");
        }
        for reason in ["550 5.1.1 no such user", "550 5.2.1 disabled", ""] {
            assert!(!is_about_letter(reason), "{reason}");
        }
    }
}
