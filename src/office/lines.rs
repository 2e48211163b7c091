//! The lines of one mail: read, carried out on the table one by one, and echoed.

use anyhow::Result;

use crate::commands::{self, Command, Line, Script};
use crate::letters::Echo;
use crate::store::Tx;
use crate::text;

use super::desk::{Desk, Mail, said};
use super::{Office, public};

/// Lines of one mail that are carried out at most: an answer has to stay readable.
const MOST_LINES: usize = 20;

/// What came of one command.
#[derive(Clone, Debug, Default)]
pub(super) struct Came {
    /// In the server's words.
    pub text: String,
    /// The player's words that go along.
    pub words: Option<String>,
    /// A board, a list or a text.
    pub block: Vec<String>,
}

impl Came {
    /// Just a sentence.
    pub fn said(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ..Self::default()
        }
    }
}

impl Office {
    /// Reads the commands and carries them out one by one on the table. Also tells whether
    /// anything was understood.
    pub(super) fn run(
        &mut self,
        tx: &Tx<'_>,
        desk: &mut Desk,
        mail: &Mail<'_>,
    ) -> Result<(Vec<Echo>, bool)> {
        let script = {
            let play = &desk.stored.game;
            commands::read(mail.lines, &mail.incoming.subject, &|line| {
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
            echoes.push(self.carry_out(tx, desk, line, acted)?);
        }
        if script.lines.len() > MOST_LINES {
            echoes.push(said(&format!(
                "I carry out {MOST_LINES} lines of one mail at most; the rest was left out."
            )));
        }
        if script.unread > 0 {
            let more = unread_sentence(&script);
            echoes.push(said(&more));
        }
        Ok((echoes, acted))
    }

    fn carry_out(
        &mut self,
        tx: &Tx<'_>,
        desk: &mut Desk,
        line: &Line,
        acted: bool,
    ) -> Result<Echo> {
        let mut echo = Echo {
            line: text::barred(&text::clean(&line.text, 300)),
            ..Echo::default()
        };
        if let Some(other) = line.game.filter(|game| *game != desk.stored.row.id) {
            echo.result = text::wrapped(
                &format!(
                    "Not done: this mail is about game #{}. Answer a letter of game #{other} for \
                     that game.",
                    desk.stored.row.id
                ),
                text::WIDTH - 2,
            );
            return Ok(echo);
        }
        let outcome = match &line.command {
            Command::Turn {
                guard,
                turn,
                then,
                comment,
                sure: _,
            } => desk.turn(line, *guard, turn, *then, comment.as_deref())?,
            Command::Preview(turn) => desk.preview(turn)?,
            Command::Legal(what) => desk.legal(what.as_deref()),
            Command::Hold(prefix) => desk.hold(prefix),
            Command::Drop => desk.drop_held(),
            Command::Resign => desk.resign(line)?,
            Command::Draw(draw) => desk.draw(line, draw)?,
            Command::Say { to, text } => desk.say(to.as_deref(), text)?,
            Command::Show { at, game } => self.show(tx, desk, *at, *game)?,
            Command::History => desk.history(),
            Command::Games => self.games(tx, desk.player)?,
            Command::Help(topic) => public::help(topic.as_deref()),
            Command::Commands => public::help(None),
            Command::Rules(variant) => {
                public::rules(variant.as_deref().unwrap_or(desk.stored.variant.id()))
            }
            Command::Variants => public::variants(),
            Command::Resend => Came::said("Here it is again:"),
            Command::Misused {
                verb: "unsubscribe",
                ..
            } => self.unsubscribe(tx, desk)?,
            Command::Misused { hint, .. } => Came::said(&format!("Not done. {hint}")),
            Command::Unrecognised => not_understood(desk, acted),
        };
        echo.result = text::wrapped(&outcome.text, text::WIDTH - 2);
        echo.words = outcome
            .words
            .as_deref()
            .map(text::barred)
            .unwrap_or_default();
        echo.block = outcome.block;
        Ok(echo)
    }
}

impl Office {
    /// There is no command for it yet, but every letter's List-Unsubscribe leads here.
    fn unsubscribe(&mut self, tx: &Tx<'_>, desk: &Desk) -> Result<Came> {
        let who = desk.stored.player_name(desk.seat);
        self.tell_umpire(
            tx,
            &format!("{who} wants no more letters"),
            &format!(
                "{who} in game #{} asks for no more letters. `zugpost game adjudicate` or `abort` \
                 ends a game.",
                desk.stored.row.id
            ),
        )?;
        let told = if self.settings().umpire.is_some() {
            " I have told the umpire."
        } else {
            ""
        };
        Ok(Came::said(&format!(
            "Letters come as long as you have a seat in a game.{told} `resign` gives this one up, \
             and its letters end."
        )))
    }
}

fn nothing_read(mail: &Mail<'_>) -> Echo {
    let what = if mail.incoming.body.trim().is_empty() {
        "Your mail had no text that I could read."
    } else {
        "I found no line of your own in your mail, only quoted ones."
    };
    let cut = if mail.incoming.truncated {
        " (It was so long that I read only its beginning.)"
    } else {
        ""
    };
    said(&format!(
        "{what}{cut} Nothing was changed. Write your turn alone on a line, above or below the \
         quoted letter."
    ))
}

fn unread_sentence(script: &Script) -> String {
    let lines = if script.unread == 1 {
        "1 line".to_owned()
    } else {
        format!("{} lines", script.unread)
    };
    format!(
        "After three lines that I could not understand I stopped reading; {lines} below were left out."
    )
}

fn not_understood(desk: &Desk, acted: bool) -> Came {
    if acted {
        return Came::said("(Not a command; left alone.)");
    }
    let mut text = "Not understood: neither a turn of this game nor a command.".to_owned();
    if let Some(example) = desk.stored.game.example().filter(|_| desk.stored.is_on()) {
        text.push_str(&format!(" A turn looks like this: {example}"));
    }
    text.push_str("\nThe line `help` brings a list of all commands.");
    Came::said(&text)
}
