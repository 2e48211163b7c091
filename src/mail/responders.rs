//! Answers of programs that no header marks: absence notices, read receipts and answers to invitations, known by
//! the form of their Subject or of their first lines. Such a form alone does not make a mail a
//! program's: somebody who writes a turn below it is a person (`docs/mail-protocol.md`, rule 1).

use crate::reading::{any, phrases};

/// What has the form of a program's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The Subject of an absence notice.
    Absence,
    /// The Subject of a read receipt, or of the answer to an invitation. Its text may be one word, such as
    /// `Accepted`.
    Receipt,
    /// The text of an absence notice.
    Words,
}

impl Form {
    /// The reason of a verdict.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Absence => "the Subject of an absence notice",
            Self::Receipt => "the Subject of a receipt or of an answer to an invitation",
            Self::Words => "the text of an absence notice",
        }
    }
}

/// So many lines of a mail are looked at.
const LINES: usize = 12;

/// The form of a program's answer that a mail has; `lines` are its author's own lines.
pub fn form(subject: &str, lines: &[String]) -> Option<Form> {
    by_subject(subject).or_else(|| by_words(lines).then_some(Form::Words))
}

/// The form that a Subject has.
pub fn by_subject(subject: &str) -> Option<Form> {
    let subject = subject.trim().to_lowercase();
    let begins = |starts: &[&str]| {
        starts.iter().any(|start| {
            let rest = subject.strip_prefix(start).map(str::trim_start);
            // The words of the Subject that is answered come after a colon, or there are none.
            rest.is_some_and(|rest| {
                rest.is_empty()
                    || rest.starts_with([':', '：', '-', '(', '[', '!'])
                    || rest.starts_with("re:")
            })
        })
    };
    let receipt = any("mail/receipt-subjects", |start| {
        let rest = subject.strip_prefix(start).map(str::trim_start);
        rest.and_then(|rest| rest.strip_prefix([':', '：']))
            .is_some_and(|rest| rest.contains("[#"))
    });
    if begins(phrases("mail/absence-subjects")) {
        Some(Form::Absence)
    } else if receipt || begins(phrases("mail/whole-receipts")) {
        Some(Form::Receipt)
    } else {
        None
    }
}

/// Whether the first lines say that nobody is there, and something that only notices say.
fn by_words(lines: &[String]) -> bool {
    let first = lines.get(..LINES).unwrap_or(lines);
    let text = first.join(" ").to_lowercase().replace('\u{2019}', "'");
    let says = |section| any(section, |phrase| text.contains(phrase));
    says("mail/automatic") || says("mail/away") && says("mail/notices")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_alone_is_no_form() {
        for subject in [
            "Re: [#17] Chess: your turn 3",
            "Nf3",
            "Automatic promotion?",
            "Read this: e4",
            "Read: my notes about the game",
            "Vacation plans for July",
            "Automatically",
            "Lu Xun",
            "",
        ] {
            assert_eq!(by_subject(subject), None, "{subject}");
        }
        for line in [
            "I am on vacation until Sunday, so my answer takes a while.",
            "Thank you for your message, good luck!",
            "I am away on Monday.",
            "e4",
        ] {
            assert_eq!(form("Re: [#17] Chess", &[line.to_owned()]), None, "{line}");
        }
    }

    #[test]
    fn subjects_of_programs_have_a_form() {
        for subject in [
            "Automatic reply: [#17] Chess: your turn 3",
            "AUTOMATIC REPLY",
            "Out of Office Re: [#17] Chess",
            "Réponse automatique : [#17] Chess",
            "自動返信：[#17] Chess",
            "Abwesenheitsnotiz",
        ] {
            assert_eq!(by_subject(subject), Some(Form::Absence), "{subject}");
        }
        for subject in [
            "Accepted: [#17] Chess",
            "Lu : [#17] Chess",
            "Return Receipt",
        ] {
            assert_eq!(by_subject(subject), Some(Form::Receipt), "{subject}");
        }
    }
}
