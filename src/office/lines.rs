//! The lines of one mail: each is read, carried out on the stored game, and echoed with a reply.

use anyhow::Result;

use crate::commands::{self, Command, Line, Script};
use crate::letters::{self, Echo};
use crate::store::Tx;
use crate::text;

use super::session::{InboxMail, MailSession, server_echo};
use super::{Office, public};

/// At most this many lines of one mail are carried out, so that the answer stays readable.
const MOST_LINES: usize = 20;

/// What a line is answered.
#[derive(Clone, Debug, Default)]
pub(super) struct Reply {
    /// The server's words.
    pub text: String,
    /// The player's words that are passed on to others.
    pub words: Option<String>,
    /// A board, a list or a text that was asked for, line by line.
    pub block: Vec<String>,
}

impl Reply {
    /// A reply with text alone.
    pub fn plain(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ..Self::default()
        }
    }
}

impl Office {
    /// Reads the commands and carries them out one by one on the session's game. The second value says
    /// whether anything was understood.
    pub(super) fn run(
        &mut self,
        tx: &Tx<'_>,
        session: &mut MailSession,
        mail: &InboxMail<'_>,
    ) -> Result<(Vec<Echo>, bool)> {
        let script = {
            let play = &session.stored.game;
            commands::read(mail.lines, &mail.message.subject, &|line| {
                play.reads_as_turn(line)
            })
        };
        let mut echoes = Vec::new();
        if script.lines.is_empty() {
            echoes.push(nothing_read(mail));
        }
        let acted = script
            .lines
            .iter()
            .any(|line| line.command != Command::Unrecognised);
        for line in script.lines.iter().take(MOST_LINES) {
            echoes.push(self.carry_out(tx, session, line, acted)?);
        }
        if script.lines.len() > MOST_LINES {
            echoes.push(server_echo(&format!(
                "I carry out at most {MOST_LINES} lines of one mail; the rest was ignored."
            )));
        }
        if script.unread > 0 {
            let more = unread_sentence(&script);
            echoes.push(server_echo(&more));
        }
        Ok((echoes, acted))
    }

    fn carry_out(
        &mut self,
        tx: &Tx<'_>,
        session: &mut MailSession,
        line: &Line,
        acted: bool,
    ) -> Result<Echo> {
        let mut echo = Echo {
            line: text::with_bars(&text::clean(&line.text, 300)),
            ..Echo::default()
        };
        if let Some(other) = line.game.filter(|game| *game != session.stored.row.id) {
            echo.result = text::wrapped(
                &format!(
                    "Not done: this mail is about game #{}. For game #{other}, answer a letter of \
                     that game.",
                    session.stored.row.id
                ),
                text::WIDTH - 2,
            );
            return Ok(echo);
        }
        let templates = self.templates.clone();
        let voice = templates.words().english();
        let reply = match &line.command {
            Command::Turn {
                guard,
                turn,
                then,
                comment,
                sure: _,
            } => session.turn(line, *guard, turn, *then, comment.as_deref())?,
            Command::Preview(turn) => session.preview(turn)?,
            Command::Legal(what) => session.legal(what.as_deref()),
            Command::Hold(prefix) => session.hold(prefix),
            Command::Drop => session.drop_held(),
            Command::Resign => session.resign(line)?,
            Command::Draw(draw) => session.draw(line, draw)?,
            Command::Say { to, text } => session.say(to.as_deref(), text)?,
            Command::Show { at, game } => self.show(tx, session, *at, *game)?,
            Command::History => session.history(),
            Command::Games => self.games(tx, session.player)?,
            Command::Help(topic) => public::help(topic.as_deref(), voice),
            Command::Commands => public::help(None, voice),
            Command::Rules(variant) => {
                let variant = variant.as_deref();
                public::rules(variant.unwrap_or(session.stored.variant.id()), voice)
            }
            Command::Variants => public::variants(),
            Command::Resend => Reply::plain("Here it is again:"),
            Command::Misused {
                verb: "unsubscribe",
                ..
            } => self.unsubscribe(tx, session)?,
            Command::Misused { hint, .. } => {
                let hint = letters::help::hint(hint, voice);
                Reply::plain(&format!("Not done. {hint}"))
            }
            Command::Unrecognised => not_understood(session, acted),
        };
        echo.result = text::wrapped(&reply.text, text::WIDTH - 2);
        echo.words = reply
            .words
            .as_deref()
            .map(text::with_bars)
            .unwrap_or_default();
        echo.block = reply.block;
        Ok(echo)
    }
}

impl Office {
    /// Answers `unsubscribe`, to which the List-Unsubscribe header of every letter leads: tells the
    /// umpire.
    fn unsubscribe(&mut self, tx: &Tx<'_>, session: &MailSession) -> Result<Reply> {
        let who = session.stored.player_name(session.seat);
        self.tell_umpire(
            tx,
            &format!("{who} wants no more letters"),
            &format!(
                "{who} in game #{} does not want any more letters. `zugpost game adjudicate` or \
                 `abort` ends a game.",
                session.stored.row.id
            ),
        )?;
        let told = if self.settings().umpire.is_some() {
            " I have told the umpire."
        } else {
            ""
        };
        Ok(Reply::plain(&format!(
            "You get letters as long as you have a seat in a game.{told} `resign` gives up this \
             game, and its letters end."
        )))
    }
}

fn nothing_read(mail: &InboxMail<'_>) -> Echo {
    let what = if mail.message.body.trim().is_empty() {
        "Your mail had no text that I could read."
    } else {
        "I found no line of your own in your mail, only quoted ones."
    };
    let cut = if mail.message.truncated {
        " (It was so long that I read only its beginning.)"
    } else {
        ""
    };
    server_echo(&format!(
        "{what}{cut} Nothing was changed. Write your turn alone on a line, above or below the \
         quoted letter."
    ))
}

fn unread_sentence(script: &Script) -> String {
    let lines = if script.unread == 1 {
        "1 line below was".to_owned()
    } else {
        format!("{} lines below were", script.unread)
    };
    format!("I stopped reading after three lines that I did not understand; {lines} ignored.")
}

fn not_understood(session: &MailSession, acted: bool) -> Reply {
    if acted {
        return Reply::plain("(Not a command; ignored.)");
    }
    let mut text = "Not understood: neither a turn of this game nor a command.".to_owned();
    if let Some(example) = session
        .stored
        .game
        .example()
        .filter(|_| session.stored.is_on())
    {
        text.push_str(&format!(" A turn looks like this: {example}"));
    }
    text.push_str("\nThe line `help` gets you a list of all commands.");
    Reply::plain(&text)
}
