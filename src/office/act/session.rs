//! The mail of a player: their games, as its lines change them, and what is asked.

use anyhow::Result;

use crate::commands;
use crate::games::{Changes, EventTime, StoredGame};
use crate::ids::{GameId, LetterId, TokenId};
use crate::letters::{Conflict, Echo, Note, Part, Question};
use crate::meeting::person::PersonAct;
use crate::rules::game::Seat;
use crate::store::{PlayerRow, QuestionRow, Verdict};

use crate::office::act::lessons::AnsweredLesson;
use crate::office::load::author::{AccountProofs, Proof};
use crate::office::load::contests::last_day::know_contest;
use crate::office::load::mail::earlier_copy;
use crate::office::load::scope::MAX_NAMED;
use crate::office::load::tokens::answers_letter;
use crate::office::{Author, Draft, InboxMail};

/// The session of one mail: its author's games, as the lines so far have changed them.
pub(in crate::office) struct MailSession<'a> {
    /// The decision that is made about it.
    pub draft: Draft<'a>,
    /// What was read of the mail itself: lines, tokens, headers.
    pub mail: &'a InboxMail,
    /// The author, as stored.
    pub player: PlayerRow,
    /// The games that the mail has tokens of.
    pub games: Vec<OpenGame>,
    /// The tokens of the mail.
    pub tokens: Vec<TokenId>,
    /// What is asked, about which of the games.
    pub asks: Vec<(usize, Question)>,
    /// How a mail without tokens contradicts itself.
    pub conflict: Option<Conflict>,
    /// Whether lines of the mail were not read.
    pub cut: bool,
    /// What its lines have changed about the author.
    pub changed: Vec<PersonAct>,
    /// What the mail proves about no game.
    pub account: AccountProofs,
    /// The game in which another player has taken the author's seat, if the mail is about it.
    pub left: Option<GameId>,
    /// What it answers, if that is a position of a lesson.
    pub lesson: Option<AnsweredLesson>,
    /// The position of a lesson that the answer shows: its mark, and which one.
    pub shows_lesson: Option<(i64, u8)>,
    /// Whether a letter with a key of its own was sent ([`crate::letters::PlayerNotice::NewKey`]).
    pub sent_key: bool,
}

/// A game of the author's.
pub(in crate::office) struct OpenGame {
    /// The game as the lines so far have changed it.
    pub stored: StoredGame,
    /// The seat that the author holds in it.
    pub seat: Seat,
    /// State number that the answered letter showed; without one, the state number when the mail was read.
    pub shown: i64,
    /// State number before the mail.
    pub opened: i64,
    /// Whether the mail has a token of the seat.
    pub keyed: bool,
    /// Whether the host vouches for the author.
    pub vouched: bool,
    /// How many more messages the author may send to the others today.
    pub talk_left: i64,
    /// How many this mail has sent.
    pub talked: i64,
    /// What this mail has asked to see.
    pub asked: Vec<Part>,
    /// Whether a line of this mail was answered with the end of the game.
    pub told_of_end: bool,
    /// What is to be written.
    pub changes: Changes,
    /// Whether it was changed, when the changes are written.
    pub changed: bool,
}

impl Draft<'_> {
    /// Answers a mail with reply tokens of its author's own seats.
    pub(in crate::office) fn answer_player(
        &mut self,
        mail: &InboxMail,
        (player, author): (PlayerRow, Author),
        moment: EventTime,
    ) -> Result<Verdict> {
        let mut games = Vec::new();
        for mut proof in author.proofs {
            know_contest(self.store, &mut proof.stored)?;
            let game = proof.stored.row.id;
            let left = self.office.talk_left(self.store, game, proof.seat)?;
            games.push(OpenGame::new(proof, author.vouched, left, moment));
        }
        let mut session = MailSession {
            tokens: author.tokens,
            draft: self.office.draft(self.store, self.decision),
            mail,
            player,
            games,
            asks: Vec::new(),
            conflict: author.conflict,
            cut: mail.unread > 0 || mail.message.truncated,
            changed: Vec::new(),
            account: AccountProofs {
                player: true,
                vouched: author.vouched,
                ..author.account
            },
            left: author.left,
            lesson: None,
            shows_lesson: None,
            sent_key: false,
        };
        session.lesson = session.answered_lesson()?;
        let mut verdict = Verdict {
            game: session.games.first().map(|game| game.stored.row.id),
            ..Verdict::default()
        };
        session.clear_failures()?;
        if let Some(first) = session.answered_before()? {
            verdict.word = "duplicate".to_owned();
            return session.answer(verdict, vec![of_mail(Note::Repeated)], first);
        }
        let conflict = match session.conflict.take() {
            None => session.conflict()?,
            known => known,
        };
        let echoes = match conflict {
            Some(conflict) => {
                verdict.word = "refused".to_owned();
                // The answer is the newest letter's.
                session.games.truncate(1);
                vec![of_mail(Note::Conflict(conflict))]
            }
            None => session.run()?,
        };
        verdict.proven = true;
        if verdict.word.is_empty() {
            let played = session.games.iter().any(|game| game.changes.played());
            verdict.word = if played { "played" } else { "answered" }.to_owned();
        }
        session.answer(verdict, echoes, None)
    }
}

impl OpenGame {
    fn new(proof: Proof, vouched: bool, talk_left: i64, moment: EventTime) -> Self {
        let mut stored = proof.stored;
        stored.judged_at(&moment);
        Self {
            opened: stored.state,
            stored,
            seat: proof.seat,
            shown: proof.shown,
            keyed: proof.keyed,
            vouched,
            talk_left,
            talked: 0,
            asked: Vec::new(),
            told_of_end: false,
            changes: Changes::at(moment),
            changed: false,
        }
    }
}

impl MailSession<'_> {
    /// Whether this mail (same player; [`earlier_copy`]) was answered before; the inner value is
    /// the letter that answered it, if it is still known.
    #[allow(clippy::option_option, reason = "the answer may be forgotten")]
    fn answered_before(&self) -> Result<Option<Option<LetterId>>> {
        let Some(earlier) = earlier_copy(self.draft.store, self.mail)? else {
            return Ok(None);
        };
        let sender = earlier.verdict.and_then(|verdict| verdict.sender);
        let before = sender.map(|address| self.draft.store.player_by_address(&address));
        let before = before.transpose()?.flatten();
        if before.map(|player| player.id) != Some(self.player.id) {
            return Ok(None);
        }
        let answer = self.draft.store.answer_to(earlier.id)?;
        Ok(Some(answer.map(|letter| letter.id)))
    }

    /// How the mail contradicts itself, if it does.
    fn conflict(&self) -> Result<Option<Conflict>> {
        let mut ids: Vec<GameId> = self.games.iter().map(|game| game.stored.row.id).collect();
        ids.sort_unstable();
        if ids.windows(2).any(|pair| pair[0] == pair[1]) {
            return Ok(Some(Conflict::Seats));
        }
        let Some(first) = self.games.first() else {
            return Ok(None);
        };
        if self.account.lesson.is_some() {
            return Ok(Some(Conflict::LessonAndGame(first.stored.row.id)));
        }
        let subject = commands::subject_game(&self.mail.message.subject).map(GameId);
        let in_text = match ids.len() {
            1 => self.named_in_text()?,
            // A mail about several games says with each line which of them is meant.
            _ => None,
        };
        let Some(named) = in_text.or(subject) else {
            return Ok(None);
        };
        if !ids.contains(&named) {
            return Ok(Some(Conflict::NameAndLetter(named, first.stored.row.id)));
        }
        let other = subject.filter(|subject| ids.len() == 1 && *subject != named);
        Ok(other.map(|other| Conflict::TextAndSubject(named, other)))
    }

    /// The first game that a line of the mail is meant for by its number.
    fn named_in_text(&self) -> Result<Option<GameId>> {
        let lines = self.mail.lines.iter();
        let named = lines.filter(|line| commands::named_game(line).is_some());
        let mut named = named.take(MAX_NAMED).peekable();
        if named.peek().is_none() {
            return Ok(None);
        }
        let reader = self.reader()?;
        let game = named.find_map(|line| commands::meant_game(line, &reader));
        Ok(game.map(GameId))
    }

    /// The game of the mail, if it is about one alone.
    pub fn only_game(&self) -> Option<GameId> {
        match self.games.as_slice() {
            [game] => Some(game.stored.row.id),
            _ => None,
        }
    }

    /// The game of this number among those of the mail.
    pub fn game_index(&self, number: GameId) -> Option<usize> {
        let mut games = self.games.iter();
        games.position(|game| game.stored.row.id == number)
    }

    /// The question that the answered letter has asked, if it waits for an answer. A `yes` to any other
    /// letter could be meant for something else.
    pub fn asked(&self, game: GameId, seat: Seat) -> Result<Option<QuestionRow>> {
        let Some(question) = self.draft.store.question(game, seat.0)? else {
            return Ok(None);
        };
        if self.draft.decision.close_questions.contains(&question.id) {
            return Ok(None);
        }
        let answered = answers_letter(self.draft.store, question.letter, &self.tokens)?;
        Ok(answered.then_some(question))
    }
}

/// An echo about the mail as a whole.
pub(in crate::office) fn of_mail(note: Note) -> Echo {
    Echo {
        parts: vec![Part::Note(note)],
        ..Echo::default()
    }
}
