//! Answers to letters that ask people who are no members: whether they want to join, or to play.

use crate::commands::{self, Command, Meeting, NoGame, People, Script, phrases};
use crate::ids::{AccountQuestionId, ChallengeId};
use crate::letters::AccountQuestion;
use crate::mail::{Address, Vouched};
use crate::store::Asked;

use crate::office::{Author, InboxMail};

/// A yes with more words than these is prose.
const MOST_WORDS: usize = 8;
/// Words behind a yes that are no names.
const POLITE: [&str; 9] = [
    "please", "sure", "hello", "hi", "thanks", "thx", "ok", "okay", "yes",
];
/// The answer has to be within so many lines.
const FIRST_LINES: usize = 5;

/// What somebody wants who is no member.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Their name, from `register NAME`.
    pub name: Option<String>,
    /// What stands behind `challenge`, if it names a program.
    pub challenge: Option<String>,
}

/// What somebody answers who is asked to join, or to play.
#[derive(Debug)]
pub enum Reply {
    /// Yes, with a name or without.
    Yes(Option<String>),
    No,
    /// No, and no letters ever again.
    Never,
}

/// The answer to a letter that has asked somebody who is no member.
#[derive(Debug)]
pub struct Replied<T> {
    /// The address that answers.
    pub from: Address,
    /// The question that is answered.
    pub question: AccountQuestionId,
    /// What it is about: what they wanted when they were asked to join, or an invitation.
    pub about: T,
    /// Yes, no, or no and no letters ever again.
    pub reply: Reply,
    /// What the lines were read as.
    pub script: Script,
}

/// To what somebody is invited.
#[derive(Debug)]
pub struct Invitation {
    /// The challenge that names their address.
    pub challenge: ChallengeId,
    /// The place in it.
    pub place: usize,
    /// The version of its terms that the invitation has shown.
    pub version: i64,
}

/// The answer of a mail to the question whether its author joins.
pub(super) fn joining(mail: &InboxMail, author: &Author) -> Option<Replied<Wanted>> {
    replied(mail, author, wanted_before)
}

/// Whether a mail answers a letter that has asked its author whether they want to join.
pub fn is_asked_to_join(mail: &InboxMail, author: &Author) -> bool {
    newest(mail, author, wanted_before).is_some()
}

/// What somebody wanted who is asked to join.
fn wanted_before(question: AccountQuestion) -> Option<Wanted> {
    match question {
        AccountQuestion::Register {
            name, challenge, ..
        } => Some(Wanted { name, challenge }),
        _ => None,
    }
}

/// The answer of a mail to the newest invitation. Members are invited to nothing: they are challenged.
pub(super) fn invitation(mail: &InboxMail, author: &Author) -> Option<Replied<Invitation>> {
    replied(mail, author, |question| match question {
        AccountQuestion::Invited {
            challenge,
            place,
            version,
        } => Some(Invitation {
            challenge,
            place,
            version,
        }),
        _ => None,
    })
}

/// The answer of a mail to the newest question of a kind.
fn replied<T>(
    mail: &InboxMail,
    author: &Author,
    kind: impl Fn(AccountQuestion) -> Option<T>,
) -> Option<Replied<T>> {
    let (question, about) = newest(mail, author, kind)?;
    let (reply, script) = replies(mail)?;
    Some(Replied {
        from: mail.message.from.as_ref().ok()?.address.clone(),
        question,
        about,
        reply,
        script,
    })
}

/// The newest question of a kind that a mail answers whose author is no member.
fn newest<T>(
    mail: &InboxMail,
    author: &Author,
    kind: impl Fn(AccountQuestion) -> Option<T>,
) -> Option<(AccountQuestionId, T)> {
    let forged = mail.message.vouched == Vouched::Fails;
    if author.member().is_some() || mail.message.from.is_err() || forged {
        return None;
    }
    let mut questions = author.account.questions.iter().rev();
    questions.find_map(|row| match (&row.asked, serde_json::from_str(&row.data)) {
        (Asked::Address(_), Ok(question)) => Some((row.id, kind(question)?)),
        _ => None,
    })
}

/// What a line says in any language, if it says no more than yes or no: `ja`, `oui, merci`, `no gracias`. Who refuses a draw
/// may say that they want to play, so that these words are no refusal here.
fn answer(line: &str) -> Option<bool> {
    let agrees = phrases::answer_to_offer(line).filter(|agrees| *agrees);
    let answer = agrees.or_else(|| phrases::answer_to_request(line));
    answer.filter(|_| !phrases::names_draw(line))
}

/// The name in `yes NAME`, `ja Anna`. In `ja gerne` there is none.
fn name_behind_yes(line: &str) -> Option<String> {
    let (yes, name) = line.split_once(' ')?;
    let name = name.trim().trim_end_matches(['.', '!']);
    let one = !name.is_empty() && !name.contains(char::is_whitespace);
    let yes = yes.trim_end_matches(',');
    // `Ja Gerne`: these words are known without their capitals, too.
    let lower = line.to_lowercase();
    let polite = || POLITE.contains(&name.to_lowercase().as_str());
    let is_name = !polite() && answer(&lower).is_none();
    let of_language = || name.starts_with(char::is_uppercase) && answer(yes) == Some(true);
    let is_yes = yes.eq_ignore_ascii_case("yes") || of_language();
    (one && is_name && is_yes).then(|| name.to_owned())
}

/// Whether a line begins with yes, and says no more than who agrees to it: `Yes, it was me`.
fn agrees(line: &str) -> bool {
    let lower = line.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let words: Vec<&str> = words.by_ref().filter(|word| !word.is_empty()).collect();
    let against = ["no", "not", "never", "but", "don't", "dont"];
    let first = words
        .first()
        .is_some_and(|first| ["yes", "ok", "okay"].contains(first) || answer(first) == Some(true));
    first && words.len() <= MOST_WORDS && !words.iter().any(|word| against.contains(word))
}

/// What a mail answers: `yes`, `yes NAME`, `register NAME`, `no`, `never`, or the usual words for them.
fn replies(mail: &InboxMail) -> Option<(Reply, Script)> {
    let script = commands::read(&mail.lines, &mail.message.subject, &NoGame(&mail.games));
    let written = mail.lines.iter().map(|line| line.trim());
    let mut first = written.filter(|line| !line.is_empty()).take(FIRST_LINES);
    let named = first.clone().find_map(name_behind_yes);
    if named.is_some() {
        return Some((Reply::Yes(named), script));
    }
    let thanks = |line: &str| line.to_lowercase().starts_with("no thank");
    if first.clone().next().is_some_and(thanks) {
        return Some((Reply::No, script));
    }
    let of_words = first
        .next()
        .and_then(|line| answer(line).or_else(|| agrees(line).then_some(true)));
    let of_words = of_words.map(|agrees| match agrees {
        true => Reply::Yes(None),
        false => Reply::No,
    });
    let reply = script.lines.iter().find_map(|line| match &line.command {
        Command::Yes | Command::YesAdd => Some(Reply::Yes(None)),
        Command::Meeting(Meeting::Accept(_)) => Some(Reply::Yes(None)),
        Command::People(People::Register(name)) => Some(Reply::Yes(Some(name.clone()))),
        Command::No => Some(Reply::No),
        Command::Meeting(Meeting::Decline { .. }) => Some(Reply::No),
        Command::People(People::Never) | Command::Unsubscribe => Some(Reply::Never),
        _ => None,
    });
    let reply = reply.or(of_words)?;
    Some((reply, script))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_behind_yes_in_any_language() {
        for (line, name) in [
            ("yes Anna", Some("Anna")),
            ("yes anna", Some("anna")),
            ("ja Anna", Some("Anna")),
            ("Oui, Jean-Paul.", Some("Jean-Paul")),
            ("Sí María", Some("María")),
            ("ja gerne", None),
            ("Ja Gerne", None),
            ("oui merci", None),
            ("sí gracias", None),
            ("ja anna", None),
            ("no Anna", None),
            ("yes please", None),
            ("Yes, hello", None),
            ("Hallo Anna", None),
        ] {
            assert_eq!(name_behind_yes(line).as_deref(), name, "{line}");
        }
        for (line, said) in [
            ("yes it was me", true),
            ("Yes, it's me, John", true),
            ("ok", true),
            ("yes my name is Olga", true),
            ("Ja, das war ich", true),
            ("yes but I do not want to play", false),
            ("It was not me", false),
            (
                "yes I would very much like to know what this all is about",
                false,
            ),
        ] {
            assert_eq!(agrees(line), said, "{line}");
        }
        for (line, agrees) in [
            ("ja", Some(true)),
            ("Oui merci", Some(true)),
            ("sí", Some(true)),
            ("nein danke", Some(false)),
            ("non merci", Some(false)),
            ("remis", None),
            ("Ich will spielen", None),
        ] {
            assert_eq!(answer(line), agrees, "{line}");
        }
    }
}
