//! The language of somebody who is no member.

use crate::commands::phrases::language;
use crate::letters::AccountQuestion;
use crate::store::AccountQuestionRow;

use crate::office::{Author, InboxMail, Office};

/// So many lines tell the language of a mail.
const LINES: usize = 40;

impl Office {
    /// The language in which the author of a mail is answered who is no member, if there are texts in it: what the mail says
    /// of itself (Content-Language), or what its words surely are, or what was known when they were asked whether they join.
    /// A member has chosen, or gets that of the server.
    pub(in crate::office) fn language_of(
        &self,
        mail: &InboxMail,
        author: &Author,
    ) -> Option<String> {
        if author.member().is_some() {
            return None;
        }
        let said = mail.message.languages.iter().map(String::as_str);
        let written = || {
            let lines = mail.lines.iter().take(LINES).map(String::as_str);
            let text: Vec<&str> = [&*mail.message.subject].into_iter().chain(lines).collect();
            language(&text.join("\n"))
        };
        let known = |code: &&str| self.words.languages().any(|known| known == *code);
        let of_mail = said.chain(written()).find(known);
        let of_mail = of_mail.map(str::to_owned);
        let asked = || language_asked(&author.account.questions);
        of_mail.or_else(|| asked().filter(|code| known(&code.as_str())))
    }
}

/// The language in which somebody was asked whether they join, by the newest of these questions.
pub(in crate::office) fn language_asked(questions: &[AccountQuestionRow]) -> Option<String> {
    let newest_first = questions.iter().rev();
    newest_first
        .filter_map(|row| match serde_json::from_str(&row.data) {
            Ok(AccountQuestion::Register { language, .. }) => language,
            _ => None,
        })
        .next()
}
