//! One mail, from the parsed message to the verdict on it and the letters it causes.

use anyhow::Result;

use crate::commands;
use crate::games::{Cause, Changes, StoredGame, seat_at};
use crate::letters::Echo;
use crate::mail::{Nature, ParsedMessage};
use crate::rules::game::Seat;
use crate::store::{InboxRow, ReplyTokenRow, Tx, Verdict};
use crate::text;

use super::Office;
use super::author::{Author, Standing};
use super::content::MailContent;
use super::post::LetterContent;

/// Of mails in a row that hold nothing understandable, this many are answered.
const MAX_NOT_UNDERSTOOD: i64 = 5;
const REASON_NOT_ANSWERED: &str = "one more mail without a turn or a command";
const LAST_ANSWER: &str = "I have understood none of your last mails, so I will not answer further \
    ones without a turn or a command. I will still answer everything that I understand.";

/// Whether a mail is answered, in view of the mails in a row that held nothing understandable.
enum Answer {
    /// It is answered.
    Yes,
    /// It is answered, and the answer says that further ones like it are not.
    LastTime,
    /// It is not answered.
    No,
}

/// The session of one mail's lines with one game: the game as the lines so far have changed it, and
/// the changes to be written.
pub(super) struct MailSession {
    /// The game that the mail is about.
    pub stored: StoredGame,
    /// The author's seat.
    pub seat: Seat,
    /// The author's player id.
    pub player: i64,
    /// Whether the mail carries the current reply token.
    pub current: bool,
    /// The state number that the answered letter showed.
    pub token_state: i64,
    /// What is to be written at the end.
    pub changes: Changes,
}

impl Office {
    /// Decides about one mail, and writes events, status and letters. Returns the verdict.
    ///
    /// # Errors
    /// The database fails, a stored game cannot be loaded, or a letter cannot be composed. The caller
    /// has to roll the transaction back.
    pub(super) fn handle(
        &mut self,
        tx: &Tx<'_>,
        row: &InboxRow,
        content: &MailContent,
    ) -> Result<Verdict> {
        let MailContent { message, lines, .. } = content;
        let mut verdict = Verdict {
            sender: message
                .from
                .as_ref()
                .ok()
                .map(|from| from.address.to_string()),
            message_id: message.message_id.clone(),
            body_hash: Some(message.body_hash.clone()),
            ..Verdict::default()
        };
        match &message.nature {
            Nature::Robot(why) => return Ok(silent(verdict, "robot", why)),
            Nature::Bounce(report) => {
                let why = self.note_bounce(tx, report)?;
                return Ok(silent(verdict, "bounce", &why));
            }
            Nature::Player | Nature::BulkUnlessToken(_) => {}
        }
        let explicit = lines.iter().find_map(|line| first_number(line));
        let subject_game = commands::subject_game(&message.subject);
        let named = explicit.or(subject_game);
        let mut author = self.recognise(tx, content, named)?;
        if let (Some(one), Some(other)) = (explicit, subject_game)
            && one != other
            && author.conflict.is_none()
        {
            author.conflict = Some(format!(
                "Your mail names game #{one} in its text and #{other} in its subject."
            ));
        }
        if let Nature::BulkUnlessToken(why) = &message.nature
            && !author.current
        {
            return Ok(silent(verdict, "robot", why));
        }
        let mail = InboxMail {
            row,
            message,
            lines,
        };
        match author.standing.clone() {
            Standing::Proven(token) | Standing::Earlier(token) => {
                let stored = match author.game.take() {
                    Some((game, seats)) => StoredGame::load_onto(tx, game, seats)?,
                    None => self.stored_game(tx, token.game)?,
                };
                self.answer_player(tx, &mail, &author, &token, stored, &mut verdict)?;
            }
            Standing::Claimed { game, seat } => {
                self.answer_unproven(tx, &mail, game, seat, &mut verdict)?;
            }
            Standing::Stranger => self.answer_stranger(tx, &mail, &mut verdict)?,
        }
        Ok(verdict)
    }

    /// Answers a mail with a reply token of the sender's own seat.
    fn answer_player(
        &mut self,
        tx: &Tx<'_>,
        mail: &InboxMail<'_>,
        author: &Author,
        token: &ReplyTokenRow,
        stored: StoredGame,
        verdict: &mut Verdict,
    ) -> Result<()> {
        verdict.game = Some(token.game);
        if let Some(player) = author.player.as_ref().filter(|player| player.failures > 0) {
            tx.count_failure(&player.address, true)?;
        }
        let mut session = MailSession {
            current: matches!(author.standing, Standing::Proven(_)),
            player: author.player.as_ref().map_or(0, |player| player.id),
            seat: Seat(token.seat),
            token_state: token.state,
            stored,
            changes: Changes::default(),
        };
        if self.is_repeat(tx, mail, author, verdict)? {
            verdict.word = "duplicate".to_owned();
            let echoes = repeated(verdict.answer.take());
            return self.answer_seat(tx, mail, &mut session, echoes);
        }
        let echoes = match &author.conflict {
            Some(conflict) => {
                verdict.word = "refused".to_owned();
                vec![server_echo(&format!("{conflict} Nothing was changed."))]
            }
            None => {
                let (mut echoes, understood) = self.run(tx, &mut session, mail)?;
                match self.count_not_understood(tx, &session, understood)? {
                    Answer::No => {
                        *verdict = silent(std::mem::take(verdict), "silent", REASON_NOT_ANSWERED);
                        return Ok(());
                    }
                    Answer::LastTime => echoes.push(server_echo(LAST_ANSWER)),
                    Answer::Yes => {}
                }
                echoes
            }
        };
        verdict.proven = true;
        if verdict.word.is_empty() {
            verdict.word = if session.changes.played() {
                "played"
            } else {
                "answered"
            }
            .to_owned();
        }
        verdict.answer = Some(serde_json::to_string(&echoes)?);
        let now = self.stamp();
        session
            .changes
            .write(tx, &mut session.stored, Cause::Mail(mail.row.id), &now)?;
        if shared(mail.message, self) {
            author
                .tokens
                .iter()
                .try_for_each(|token| tx.void_reply_token(token.id))?;
        }
        self.tell_others(tx, mail.row.id, &mut session)?;
        self.answer_seat(tx, mail, &mut session, echoes)
    }

    /// Whether this mail (same Message-ID, body and player) was answered before; its echoes are then in
    /// `verdict.answer`.
    fn is_repeat(
        &self,
        tx: &Tx<'_>,
        mail: &InboxMail<'_>,
        author: &Author,
        verdict: &mut Verdict,
    ) -> Result<bool> {
        let Some(id) = &mail.message.message_id else {
            return Ok(false);
        };
        let earlier = tx.same_mail(mail.row.id, id, &mail.message.body_hash)?;
        let same_player = |address: &Option<String>| -> Result<bool> {
            let Some(address) = address else {
                return Ok(false);
            };
            let before = tx.player_by_address(address)?.map(|player| player.id);
            Ok(before.is_some() && before == author.player.as_ref().map(|player| player.id))
        };
        match earlier {
            Some(earlier) if same_player(&earlier.sender)? => {
                verdict.answer = earlier.answer;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Counts the mails in a row that held nothing understandable. Without a limit, the server and an
    /// automatic responder that does not mark its mails would answer each other for ever.
    fn count_not_understood(
        &mut self,
        tx: &Tx<'_>,
        session: &MailSession,
        understood: bool,
    ) -> Result<Answer> {
        let game = session.stored.row.id;
        let row = session.stored.seats.get(usize::from(session.seat.0));
        let before = row.map_or(0, |row| row.puzzled);
        let count = if understood { 0 } else { before + 1 };
        if count != before {
            tx.set_puzzled(game, session.seat.0, count)?;
        }
        if count > MAX_NOT_UNDERSTOOD {
            return Ok(Answer::No);
        }
        if count < MAX_NOT_UNDERSTOOD {
            return Ok(Answer::Yes);
        }
        let who = session.stored.player_name(session.seat);
        self.tell_umpire(
            tx,
            &format!("mails from {who} make no sense"),
            &format!(
                "{MAX_NOT_UNDERSTOOD} mails in a row from {who} in game #{game} held neither a turn nor a \
                 command. Is it an automatic responder? I will not answer further mails like these."
            ),
        )?;
        Ok(Answer::LastTime)
    }

    fn answer_seat(
        &mut self,
        tx: &Tx<'_>,
        mail: &InboxMail<'_>,
        session: &mut MailSession,
        echoes: Vec<Echo>,
    ) -> Result<()> {
        let content = LetterContent::answer(mail, echoes);
        let seat = session.seat;
        self.post_seat(tx, &mut session.stored, seat, content)
    }

    /// Writes letters to the other seats about what has changed.
    fn tell_others(&mut self, tx: &Tx<'_>, inbox_id: i64, session: &mut MailSession) -> Result<()> {
        for index in 0..session.stored.seats.len() {
            let seat = seat_at(index);
            if seat != session.seat && session.changes.concerns(seat) {
                let content =
                    LetterContent::news(Some(inbox_id), &session.changes, &session.stored, seat);
                self.post_seat(tx, &mut session.stored, seat, content)?;
            }
        }
        Ok(())
    }
}

/// One mail of the inbox with what was read of it.
pub(super) struct InboxMail<'a> {
    /// The row in the inbox.
    pub row: &'a InboxRow,
    /// The parsed message.
    pub message: &'a ParsedMessage,
    /// The author's own lines, without quotes and signature.
    pub lines: &'a [String],
}

fn silent(mut verdict: Verdict, word: &str, why: &str) -> Verdict {
    verdict.word = word.to_owned();
    verdict.reason = Some(text::clean(why, 300));
    verdict
}

/// An echo of no line, with a text of the server.
pub(super) fn server_echo(sentence: &str) -> Echo {
    Echo {
        result: text::wrapped(sentence, text::WIDTH - 2),
        ..Echo::default()
    }
}

fn repeated(answer: Option<String>) -> Vec<Echo> {
    let mut echoes = vec![server_echo(
        "I have received this mail before, so it has changed nothing this time. This was my answer \
         then; the board below is the current one:",
    )];
    let before: Vec<Echo> = answer
        .and_then(|answer| serde_json::from_str(&answer).ok())
        .unwrap_or_default();
    echoes.extend(before);
    echoes
}

/// Whether the mail went to other addresses than the server's, whose readers have seen its token.
fn shared(message: &ParsedMessage, office: &Office) -> bool {
    let settings = &office.settings;
    let ours = |address| settings.address.covers(address, settings.delimiter);
    message.recipients.iter().any(|address| !ours(address))
}

/// `#17` as the first word of a line.
fn first_number(line: &str) -> Option<i64> {
    let word = line.split_whitespace().next()?;
    word.strip_prefix('#')?
        .trim_end_matches([':', ',', '.'])
        .parse()
        .ok()
}
