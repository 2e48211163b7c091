//! One mail, from its bytes to what becomes of it.

use anyhow::Result;

use crate::commands::{self, Command, Line, Script};
use crate::ids;
use crate::letters::{Echo, text};
use crate::mail::{self, Envelope, Incoming, Nature};
use crate::rules::game::Seat;
use crate::store::{InboxRow, Tx, Verdict};

use super::changes::Changes;
use super::post::Occasion;
use super::sender::{Standing, Writer};
use super::table::Table;
use super::{Office, public};

/// Lines of one mail that are carried out at most: an answer has to stay readable.
const MOST_LINES: usize = 20;

/// Mails in a row without anything to understand that are answered.
const MOST_PUZZLES: i64 = 5;
const PUZZLED: &str = "one more mail without a turn or a command";
const LAST_WORD: &str = "I have understood none of your last mails, so further ones without a turn \
    or a command stay unanswered. Whatever I understand is answered as before.";

/// Whether a mail that made no sense is still answered.
enum Patience {
    Left,
    Last,
    Over,
}

/// One player's mail while it is being answered: the game as the mail has changed it so far.
pub(super) struct Desk {
    /// The game.
    pub table: Table,
    /// The writer's seat.
    pub seat: Seat,
    /// The writer's player id.
    pub player: i64,
    /// Whether the mail carries the current key.
    pub current: bool,
    /// The state that the answered letter showed.
    pub key_state: i64,
    /// What is to be written.
    pub changes: Changes,
}

impl Office {
    /// Reads one stored mail, decides, and writes events, state and letters. Returns what became
    /// of it.
    ///
    /// # Errors
    /// Trouble of ours; the caller undoes what was written.
    pub fn handle(&mut self, tx: &Tx<'_>, row: &InboxRow, raw: &[u8]) -> Result<Verdict> {
        let envelope = Envelope {
            sender: row.env_sender.clone(),
            recipients: row.recipients.clone(),
        };
        let incoming = mail::read(raw, &envelope, &self.ours());
        let mut verdict = Verdict {
            sender: incoming
                .from
                .as_ref()
                .ok()
                .map(|from| from.address.to_string()),
            message_id: incoming.message_id.clone(),
            body_hash: Some(incoming.body_hash.clone()),
            ..Verdict::default()
        };
        match &incoming.nature {
            Nature::Robot(why) => return Ok(silent(verdict, "robot", why)),
            Nature::Bounce(report) => {
                let why = self.note_bounce(tx, report)?;
                return Ok(silent(verdict, "bounce", &why));
            }
            Nature::Player | Nature::BulkUnlessKey(_) => {}
        }
        let mut lines = mail::own_lines(&incoming.body);
        // A key that stands alone is no word of the player's.
        lines.retain(|line| ids::blanked(line.trim()) != ids::BLANK);
        let explicit = lines.iter().find_map(|line| first_number(line));
        let subject_game = commands::subject_game(&incoming.subject);
        let named = explicit.or(subject_game);
        let mut writer = self.recognise(tx, raw, &incoming, &envelope, named)?;
        if let (Some(one), Some(other)) = (explicit, subject_game)
            && one != other
            && writer.conflict.is_none()
        {
            writer.conflict = Some(format!(
                "Your mail names game #{one} in its text and #{other} in its subject."
            ));
        }
        if let Nature::BulkUnlessKey(why) = &incoming.nature
            && !writer.current
        {
            return Ok(silent(verdict, "robot", why));
        }
        let mail = Mail {
            row,
            incoming: &incoming,
            lines: &lines,
        };
        match writer.standing.clone() {
            Standing::Proven(key) => {
                self.answer_player(
                    tx,
                    &mail,
                    &writer,
                    (key.game, key.seat, key.state),
                    &mut verdict,
                )?;
            }
            Standing::Earlier(key) => {
                self.answer_player(
                    tx,
                    &mail,
                    &writer,
                    (key.game, key.seat, key.state),
                    &mut verdict,
                )?;
            }
            Standing::Claimed { game, seat } => {
                self.answer_unproven(tx, &mail, game, seat, &mut verdict)?;
            }
            Standing::Stranger => self.answer_stranger(tx, &mail, &mut verdict)?,
        }
        Ok(verdict)
    }

    /// A mail with a key of the sender's own seat.
    fn answer_player(
        &mut self,
        tx: &Tx<'_>,
        mail: &Mail<'_>,
        writer: &Writer,
        (game, seat, key_state): (i64, u8, i64),
        verdict: &mut Verdict,
    ) -> Result<()> {
        verdict.game = Some(game);
        let table = self.table(tx, game)?;
        if let Some(player) = writer.player.as_ref().filter(|player| player.failures > 0) {
            tx.count_failure(&player.address, true)?;
        }
        let mut desk = Desk {
            current: matches!(writer.standing, Standing::Proven(_)),
            player: writer.player.as_ref().map_or(0, |player| player.id),
            seat: Seat(seat),
            key_state,
            table,
            changes: Changes::default(),
        };
        if self.is_repeat(tx, mail, writer, verdict)? {
            verdict.word = "duplicate".to_owned();
            let echoes = repeated(verdict.answer.take());
            return self.answer_seat(tx, mail, &mut desk, echoes);
        }
        let echoes = match &writer.conflict {
            Some(conflict) => {
                verdict.word = "refused".to_owned();
                vec![said(&format!("{conflict} Nothing was changed."))]
            }
            None => {
                let (mut echoes, understood) = self.run(tx, &mut desk, mail)?;
                match self.patience(tx, &desk, understood)? {
                    Patience::Over => {
                        *verdict = silent(std::mem::take(verdict), "silent", PUZZLED);
                        return Ok(());
                    }
                    Patience::Last => echoes.push(said(LAST_WORD)),
                    Patience::Left => {}
                }
                echoes
            }
        };
        verdict.proven = true;
        if verdict.word.is_empty() {
            verdict.word = if desk.changes.played() {
                "played"
            } else {
                "answered"
            }
            .to_owned();
        }
        verdict.answer = Some(serde_json::to_string(&echoes)?);
        let (now, actor) = (self.stamp(), writer_name(writer));
        desk.changes
            .write(tx, &mut desk.table, Some(mail.row.id), &actor, &now)?;
        if shared(mail.incoming, self) {
            writer.keys.iter().try_for_each(|key| tx.void_key(key.id))?;
        }
        self.tell_others(tx, mail.row.id, &mut desk)?;
        self.answer_seat(tx, mail, &mut desk, echoes)
    }

    /// Whether this very mail was answered before; its echoes are then in `verdict.answer`.
    fn is_repeat(
        &self,
        tx: &Tx<'_>,
        mail: &Mail<'_>,
        writer: &Writer,
        verdict: &mut Verdict,
    ) -> Result<bool> {
        let Some(id) = &mail.incoming.message_id else {
            return Ok(false);
        };
        let earlier = tx.same_mail(mail.row.id, id, &mail.incoming.body_hash)?;
        let same_player = |address: &Option<String>| -> Result<bool> {
            let Some(address) = address else {
                return Ok(false);
            };
            let before = tx.player_by_address(address)?.map(|player| player.id);
            Ok(before.is_some() && before == writer.player.as_ref().map(|player| player.id))
        };
        match earlier {
            Some(earlier) if same_player(&earlier.sender)? => {
                verdict.answer = earlier.answer;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Counts mails in a row that held nothing to understand: a machine that answers every letter
    /// and does not say so must not be answered for ever.
    fn patience(&mut self, tx: &Tx<'_>, desk: &Desk, understood: bool) -> Result<Patience> {
        let game = desk.table.row.id;
        let row = desk.table.seats.get(usize::from(desk.seat.0));
        let before = row.map_or(0, |row| row.puzzled);
        let count = if understood { 0 } else { before + 1 };
        if count != before {
            tx.set_puzzled(game, desk.seat.0, count)?;
        }
        if count > MOST_PUZZLES {
            return Ok(Patience::Over);
        }
        if count < MOST_PUZZLES {
            return Ok(Patience::Left);
        }
        let who = desk.table.player_name(desk.seat);
        self.tell_umpire(
            tx,
            &format!("mails of {who} make no sense"),
            &format!(
                "{MOST_PUZZLES} mails in a row of {who} in game #{game} held neither a turn nor a \
                 command. Is it a machine that answers? I leave further ones like these unanswered."
            ),
        )?;
        Ok(Patience::Last)
    }

    /// Reads the commands and carries them out one by one on the table. Also tells whether
    /// anything was understood.
    fn run(&mut self, tx: &Tx<'_>, desk: &mut Desk, mail: &Mail<'_>) -> Result<(Vec<Echo>, bool)> {
        let script = {
            let play = &desk.table.play;
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
        if let Some(other) = line.game.filter(|game| *game != desk.table.row.id) {
            echo.result = text::wrapped(
                &format!(
                    "Not done: this mail is about game #{}. Answer a letter of game #{other} for \
                     that game.",
                    desk.table.row.id
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
                public::rules(variant.as_deref().unwrap_or(desk.table.game.id()))
            }
            Command::Variants => public::variants(),
            Command::Resend => Came::said("Here it is again:"),
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

    fn answer_seat(
        &mut self,
        tx: &Tx<'_>,
        mail: &Mail<'_>,
        desk: &mut Desk,
        echoes: Vec<Echo>,
    ) -> Result<()> {
        let occasion = Occasion::answer(mail, echoes);
        let seat = desk.seat;
        self.post_seat(tx, &mut desk.table, seat, occasion)
    }

    /// Letters to the other seats, about what has changed.
    fn tell_others(&mut self, tx: &Tx<'_>, inbox_id: i64, desk: &mut Desk) -> Result<()> {
        for index in 0..desk.table.seats.len() {
            let seat = super::table::seat_at(index);
            if seat != desk.seat && desk.changes.concerns(seat) {
                let occasion = Occasion::news(Some(inbox_id), &desk.changes, &desk.table, seat);
                self.post_seat(tx, &mut desk.table, seat, occasion)?;
            }
        }
        Ok(())
    }
}

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

/// One mail with what was read of it.
pub(super) struct Mail<'a> {
    /// As stored.
    pub row: &'a InboxRow,
    /// As parsed.
    pub incoming: &'a Incoming,
    /// The writer's own lines.
    pub lines: &'a [String],
}

fn silent(mut verdict: Verdict, word: &str, why: &str) -> Verdict {
    verdict.word = word.to_owned();
    verdict.reason = Some(text::clean(why, 300));
    verdict
}

fn said(sentence: &str) -> Echo {
    Echo {
        result: text::wrapped(sentence, text::WIDTH - 2),
        ..Echo::default()
    }
}

fn repeated(answer: Option<String>) -> Vec<Echo> {
    let mut echoes = vec![said(
        "This mail reached me before and has done nothing a second time. This is what came of it \
         then; the board below is the present one:",
    )];
    let before: Vec<Echo> = answer
        .and_then(|answer| serde_json::from_str(&answer).ok())
        .unwrap_or_default();
    echoes.extend(before);
    echoes
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
    if let Some(example) = desk.table.play.example().filter(|_| desk.table.is_on()) {
        text.push_str(&format!(" A turn looks like this: {example}"));
    }
    text.push_str("\nThe line `help` brings a list of all commands.");
    Came::said(&text)
}

/// Whether others than us got the mail, so that they have seen its key.
fn shared(incoming: &Incoming, office: &Office) -> bool {
    let ours = &office.settings.address;
    let to_us = |address: &mail::Address| {
        let local = address.local().to_lowercase();
        let own = ours.local().to_lowercase();
        let detail = local.strip_prefix(&own);
        address.domain().eq_ignore_ascii_case(ours.domain())
            && detail.is_some_and(|detail| {
                detail.is_empty() || detail.chars().next() == office.settings.delimiter
            })
    };
    incoming.recipients.iter().any(|address| !to_us(address))
}

/// The actor written into the log.
fn writer_name(writer: &Writer) -> String {
    writer
        .player
        .as_ref()
        .map_or_else(String::new, |player| player.address.clone())
}

/// `#17` as the first word of a line.
fn first_number(line: &str) -> Option<i64> {
    let word = line.split_whitespace().next()?;
    word.strip_prefix('#')?
        .trim_end_matches([':', ',', '.'])
        .parse()
        .ok()
}
