//! Answers to mails without a valid reply token, and to public questions, which anybody may ask. They
//! change nothing and say nothing about games or players.

use anyhow::Result;

use crate::commands::{self, Command};
use crate::drawings::guide;
use crate::letters::{Echo, LetterKind, PublicLetter};
use crate::rules::game::Seat;
use crate::rules::variant::Variant;
use crate::store::{Tx, Verdict};
use crate::text;
use crate::variants;
use crate::words::Words;

use super::Office;
use super::lines::Reply;
use super::post::LetterContent;
use super::session::InboxMail;

/// At most this many addresses without a proven seat are answered in a day.
const PER_DAY: usize = 50;
/// At most this many characters of such an answer are sent.
const LONGEST: usize = 1500;

impl Office {
    /// Answers a mail in the name of a seat without proof. It changes nothing. Once for each seat and
    /// state number, the seat's address of record is sent the letter again, with the text of the mail.
    pub(super) fn answer_unproven(
        &mut self,
        tx: &Tx<'_>,
        mail: &InboxMail<'_>,
        game: i64,
        seat: Seat,
        verdict: &mut Verdict,
    ) -> Result<()> {
        verdict.game = Some(game);
        let mut stored = self.stored_game(tx, game)?;
        let nudged = stored
            .seats
            .get(usize::from(seat.0))
            .and_then(|row| row.nudged);
        if nudged == Some(stored.state) {
            verdict.word = "silent".to_owned();
            verdict.reason = Some("unproven, and answered before at this state".to_owned());
            return Ok(());
        }
        verdict.word = "unproven".to_owned();
        verdict.reason = Some("no current key from an address of record".to_owned());
        tx.set_nudged(game, seat.0, stored.state)?;
        let first: Vec<_> = mail
            .lines
            .iter()
            .map(|line| commands::without_password(line))
            .take(12)
            .collect();
        let told = "I received a mail in your name without the key of your newest letter, or from \
                    an address that I do not know as yours, so it has changed nothing. If you \
                    wrote it, please answer this letter and write it again. Its text:";
        let echo = Echo {
            result: text::wrapped(told, text::WIDTH - 2),
            words: text::with_bars(first.join("\n").trim()),
            ..Echo::default()
        };
        self.post_seat(
            tx,
            &mut stored,
            seat,
            LetterContent::unproven(mail.row.id, echo),
        )
    }

    /// Answers public questions of an unknown author, once for each address and day.
    pub(super) fn answer_stranger(
        &mut self,
        tx: &Tx<'_>,
        mail: &InboxMail<'_>,
        verdict: &mut Verdict,
    ) -> Result<()> {
        let Ok(from) = &mail.message.from else {
            verdict.word = "silent".to_owned();
            verdict.reason = Some("no single From address".to_owned());
            return Ok(());
        };
        let now = self.now();
        let day = now.format("%Y-%m-%d").to_string();
        if !tx.admit_stranger(&from.address.normalized(), &day, PER_DAY)? {
            verdict.word = "silent".to_owned();
            verdict.reason = Some("a stranger, answered before today".to_owned());
            return Ok(());
        }
        verdict.word = "stranger".to_owned();
        let letter = PublicLetter {
            server: self.settings.name.clone(),
            lines: self.public_lines(
                mail,
                tx.player_by_address(&from.address.normalized())?.is_some(),
            ),
        };
        let recipient = &from.address;
        let answered = Some((mail.row.id, mail.message));
        self.post_plain(tx, LetterKind::Public, &letter, recipient, answered)
    }

    fn public_lines(&self, mail: &InboxMail<'_>, known: bool) -> Vec<String> {
        let script = commands::read(mail.lines, &mail.message.subject, &|_| false);
        let mut lines = Vec::new();
        for line in &script.lines {
            let reply = match &line.command {
                Command::Help(topic) => help(topic.as_deref()),
                Command::Commands => help(None),
                Command::Variants => variants(),
                Command::Rules(Some(variant)) => rules(variant),
                _ => continue,
            };
            lines.extend(text::wrapped(&reply.text, text::WIDTH));
            lines.extend(reply.block);
            lines.push(String::new());
        }
        let length: usize = lines.iter().map(|line| line.len() + 1).sum();
        if length > LONGEST {
            lines.clear();
            lines.extend(text::wrapped(
                "That is more than I may send to an unknown address. Players get all of it, and \
                 the person who runs this server can print it.",
                text::WIDTH,
            ));
        }
        if lines.is_empty() {
            lines.extend(text::wrapped(
                if known { KNOWN } else { UNKNOWN },
                text::WIDTH,
            ));
        }
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines
    }
}

const KNOWN: &str = "I could not tell which game your mail is about, so nothing was changed. \
    Please answer the newest letter of the game: it carries the key that shows me that it is you.";
const UNKNOWN: &str = "I do not know your address, so nothing was changed. If you play here, \
    please answer my newest letter from the address that I sent it to. If you want to \
    play, ask the person who runs this server. A mail with the line `variants` gets you the list \
    of games.";

/// Replies to `help`: one command, or the list of all.
pub(super) fn help(topic: Option<&str>) -> Reply {
    let shown = |text: &str| text.lines().map(str::to_owned).collect();
    let Some(topic) = topic else {
        let text = "These are the commands, one per line:".to_owned();
        return Reply {
            text,
            words: None,
            block: shown(&commands::help::commands_text()),
        };
    };
    match commands::help::help_text(topic) {
        Some(help) => Reply {
            text: "This is how to use it:".to_owned(),
            words: None,
            block: shown(&help),
        },
        None => Reply {
            text: "There is no help on that. These are the commands, one per line:".to_owned(),
            words: None,
            block: shown(&commands::help::commands_text()),
        },
    }
}

/// Replies to `rules`.
pub(super) fn rules(variant: &str) -> Reply {
    match variants::find(variant.trim()) {
        Some(game) => Reply {
            text: format!("The rules of {}:", game.name()),
            words: None,
            block: guide::expand(game).lines().map(str::to_owned).collect(),
        },
        None => {
            let known = known_ids();
            Reply::plain(&format!(
                "There is no game {:?} here, only: {known}.",
                text::clean(variant, 40)
            ))
        }
    }
}

/// Replies to `variants`.
pub(super) fn variants() -> Reply {
    let voice = Words::built_in().english();
    let block = variants::VARIANTS
        .iter()
        .flat_map(|game| {
            let summary = voice.reason(&game.summary());
            let line = format!("{}: {}. {summary}", game.id(), game.name());
            textwrap::wrap(&line, textwrap::Options::new(70).subsequent_indent("    "))
                .iter()
                .map(|part| format!("  {part}"))
                .collect::<Vec<_>>()
        })
        .collect();
    Reply {
        text: "Games played here (`rules NAME` explains one):".to_owned(),
        words: None,
        block,
    }
}

fn known_ids() -> String {
    let ids: Vec<&str> = variants::VARIANTS
        .iter()
        .map(|game: &&dyn Variant| game.id())
        .collect();
    ids.join(", ")
}
