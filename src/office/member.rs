//! Mails of players that are about no game: what their lines ask for, and questions that wait for a `yes`.

use anyhow::Result;
use chrono::TimeDelta;

use crate::commands::{self, Command, Line, Meeting, NoGame, People, Scope, phrases};
use crate::ids::{ChallengeId, GameId};
use crate::letters::{AccountQuestion, Echo, Lack, Note, Part, PeopleNote, PlayerNotice};
use crate::store::{
    AccountQuestionRow, Asked, Budget, Decision, Judgement, LetterKind, NewAccountQuestion,
    PlayerRow, Snapshot, Verdict,
};
use crate::text::clean;
use crate::text::keys;

use super::addresses;
use super::lines::LONGEST_LINE;
use super::outgoing::PlayerLetter;
use super::requests::query;
use super::session::{InboxMail, MailSession, silent};
use super::{Office, plans, stamp};

/// A question about no game waits for so long.
pub(in crate::office) const WAITS: TimeDelta = TimeDelta::days(14);
/// At most so many lines of a mail about no game are looked at for the number of one.
const MOST_NAMING: usize = 20;
/// At most so many of a player's games are named to him where none can be told.
const MOST_LISTED: usize = 10;
/// Of so many mails of a day that are about no game and prove nothing their player is asked.
const MOST_ASKED: i64 = 5;

impl Office {
    /// Carries out a line that is about no game, whether the mail is about one or not; `None`: it may be about one.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn of_member(
        &mut self,
        session: &mut MailSession<'_>,
        line: &Line,
    ) -> Result<Option<Vec<Part>>> {
        match self.of_challenges(session, line)? {
            None => self.of_people(session, line),
            parts => Ok(parts),
        }
    }

    /// Carries out a line of a mail that is about no game.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn without_game(
        &mut self,
        session: &mut MailSession<'_>,
        line: &Line,
    ) -> Result<Vec<Part>> {
        if let Some(parts) = self.of_member(session, line)? {
            return Ok(parts);
        }
        Ok(match &line.command {
            Command::Unrecognised => vec![Part::Note(session.no_game()?)],
            Command::Misused { hint, .. } => vec![Part::Misused(hint.clone())],
            Command::Yes | Command::YesAdd | Command::No => vec![Part::Note(Note::NothingAsked)],
            command if addresses::is_of_account(command) => self.of_account(session, None, line)?,
            command => match query(command).filter(|_| command.scope() != Scope::Game) {
                Some(query) => vec![Part::Query {
                    query,
                    after: 0,
                    held: None,
                }],
                None => vec![Part::Note(session.no_game()?)],
            },
        })
    }

    /// Carries out what waits for the author's `yes` to the letter that he answers, or drops it; `None`: the line is
    /// no such answer.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn answer_account_question(
        &mut self,
        session: &mut MailSession<'_>,
        line: &Line,
    ) -> Result<Option<Vec<Echo>>> {
        let agrees = match line.command {
            Command::Yes | Command::YesAdd => true,
            Command::No => false,
            _ => return Ok(None),
        };
        let Some(asked) = session.account_question()? else {
            return Ok(None);
        };
        session.decision.close_account_questions.push(asked.id);
        let echo = |note| Echo {
            line: Some(plans::shown(line)),
            parts: vec![Part::Note(note)],
            ..Echo::default()
        };
        let question: AccountQuestion = serde_json::from_str(&asked.data)?;
        if let AccountQuestion::Substitute(substitute) = &question {
            let note = self.answer_substitute(session, substitute, agrees)?;
            return Ok(Some(vec![echo(note)]));
        }
        if let AccountQuestion::Watch(watch) = &question {
            let note = self.answer_watch(session, watch, agrees)?;
            return Ok(Some(vec![echo(note)]));
        }
        if !agrees {
            return Ok(Some(vec![echo(Note::Declined)]));
        }
        let mut echoes = vec![echo(Note::Confirmed)];
        match question {
            AccountQuestion::Substitute(_) | AccountQuestion::Watch(_) => {}
            // Asked of an address, not of a player.
            AccountQuestion::Umpire { .. } => {}
            AccountQuestion::Lines { lines, .. } => {
                echoes.extend(self.carry_out_later(session, &lines)?);
            }
            AccountQuestion::Accept { challenge, version } => {
                echoes[0].parts = self.accept_version(session, challenge, version)?;
            }
            AccountQuestion::Blocked { challenge, .. } => {
                echoes[0].parts = self.show_challenge(session, challenge)?;
            }
            AccountQuestion::Leave { asked, .. } => {
                let note = self.answer_leave(session, asked)?;
                echoes[0].parts = vec![Part::Note(note)];
            }
            AccountQuestion::Register { .. }
            | AccountQuestion::Waiting { .. }
            | AccountQuestion::Invited { .. } => {
                let name = session.player.name.clone();
                let note = Note::People(PeopleNote::AlreadyMember { name });
                echoes[0].parts = vec![Part::Note(note)];
            }
        }
        Ok(Some(echoes))
    }

    /// Carries out lines of an earlier mail that was about no game.
    fn carry_out_later(
        &mut self,
        session: &mut MailSession<'_>,
        lines: &[String],
    ) -> Result<Vec<Echo>> {
        let script = commands::read(lines, "", &NoGame);
        let mut echoes = Vec::new();
        for line in script.lines.iter().take(self.settings.limits.lines) {
            echoes.push(Echo {
                line: Some(plans::shown(line)),
                parts: self.without_game(session, line)?,
                ..Echo::default()
            });
        }
        Ok(echoes)
    }

    /// Asks a player whether a mail is his that comes from his address, is about no game, and proves nothing;
    /// `None`: it asks for nothing that he alone may ask for. `challenge`: the one of whose letter the mail has the
    /// key, which proves nothing where the host does not vouch for the mail as it used to.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn ask_member(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        (player, lack, challenge): (&PlayerRow, Lack, Option<ChallengeId>),
        decision: &mut Decision,
        verdict: &mut Verdict,
    ) -> Result<Option<Decision>> {
        let mut script = commands::read(mail.lines, &mail.message.subject, &NoGame);
        if let Some(number) = challenge {
            script.lines.iter_mut().for_each(|line| name(line, number));
        }
        let of_player = |line: &Line| {
            line.doubt.is_none()
                && line.game.is_none()
                && line.command.verb().is_some()
                && line.command.scope() == Scope::Player
        };
        if script.lines.is_empty() || !script.lines.iter().any(of_player) {
            return Ok(None);
        }
        let of_a_game = |line: &Line| line.command.scope() == Scope::Game;
        let says = |line: &Line| matches!(line.command, Command::People(People::Message { .. }));
        // What stands in a message casts no doubt on it.
        let doubted = || mail.lines.iter().any(|line| phrases::casts_doubt(line));
        let says = script.lines.iter().any(says);
        if script.lines.iter().any(of_a_game) || !says && doubted() {
            return Ok(None);
        }
        self.note_script(&script);
        let (mut decision, mut verdict) = (std::mem::take(decision), std::mem::take(verdict));
        let key = format!("asked {}", player.id);
        let asked = store.spent(Budget::Account, &self.today(), &key)?;
        if asked.count >= MOST_ASKED {
            let why = "unproven, and asked about several times today";
            return Ok(Some(silent(decision, mail.id, verdict, "silent", why)));
        }
        self.spend_within(store, &mut decision, (Budget::Account, key), MOST_ASKED)?;
        let most = self.settings.limits.lines;
        let lines = script.lines.iter().take(most);
        let lines = lines.flat_map(written).map(|line| keys::blanked(&line));
        let lines = lines.collect();
        verdict.word = "unproven".to_owned();
        decision.mail = Some((mail.id, Judgement::Done(verdict)));
        let question = AccountQuestion::Lines { lines, lack };
        let notice = PlayerNotice::Asked(question.clone());
        let letter = PlayerLetter::told(vec![notice]);
        let mut asked = self.account_question(player, &question, Some(mail));
        asked.letter = Some(decision.letters.len());
        self.post_player(
            &mut decision,
            player,
            LetterKind::Player,
            Some(mail.id),
            letter,
        );
        decision.account_asks.push(asked);
        Ok(Some(decision))
    }

    /// A question to a player, without the letter that asks it.
    pub(super) fn account_question(
        &self,
        player: &PlayerRow,
        question: &AccountQuestion,
        mail: Option<InboxMail<'_>>,
    ) -> NewAccountQuestion {
        NewAccountQuestion {
            asked: Asked::Player(player.id),
            data: question.to_json(),
            mail: mail.map(|mail| mail.id),
            expires_at: stamp(self.now() + WAITS),
            due_at: None,
            letter: None,
        }
    }
}

impl MailSession<'_> {
    /// Whether the letter that is answered asks something about no game.
    pub(super) fn is_asked_about_no_game(&self) -> Result<bool> {
        Ok(!self.account.challenges.is_empty() || self.account_question()?.is_some())
    }

    /// Why a line about a game is not carried out in a mail about none.
    pub(super) fn no_game(&self) -> Result<Note> {
        if let Some(game) = self.left {
            return Ok(Note::SeatTaken(game));
        }
        let mut games: Vec<(GameId, String)> = Vec::new();
        for (row, _) in (self.store).games_of(self.player.id, true, 2 * MOST_LISTED)? {
            // Somebody may have several seats of a game.
            if games.iter().all(|(known, _)| *known != row.id) {
                games.push((row.id, row.variant));
            }
        }
        let more = games.len() > MOST_LISTED;
        games.truncate(MOST_LISTED);
        Ok(Note::NoGame { games, more })
    }

    /// What is said, in a mail about no game, of lines that name one: without it they cannot be read as turns.
    pub(super) fn of_other_games(&self, read: &[Line]) -> Vec<Echo> {
        if !self.games.is_empty() {
            return Vec::new();
        }
        let lines = self.mail.lines.iter().take(MOST_NAMING);
        let named = lines.filter_map(|line| Some((line, commands::named_game(line)?)));
        let unread = named.filter(|(line, _)| read.iter().all(|read| read.text != line.trim()));
        let note = |game| Note::OtherGame {
            named: GameId(game),
            about: None,
        };
        let echoes = unread.map(|(line, game)| Echo {
            line: Some(clean(line, LONGEST_LINE)),
            parts: vec![Part::Note(note(game))],
            ..Echo::default()
        });
        echoes.collect()
    }

    /// The question about no game that the answered letter has asked, if it waits for an answer.
    fn account_question(&self) -> Result<Option<AccountQuestionRow>> {
        let closed = &self.decision.close_account_questions;
        let by_token = self.account.questions.iter().rev();
        let mut by_token = by_token.filter(|row| !closed.contains(&row.id));
        if let Some(row) = by_token.next() {
            return Ok(Some(row.clone()));
        }
        let all = self
            .store
            .account_questions(&Asked::Player(self.player.id))?;
        for row in all.into_iter().rev() {
            // One that is asked later has no letter yet.
            let waits = !closed.contains(&row.id)
                && row.due_at.is_none()
                && row.expires_at > self.decision.now;
            let letter = match row.letter.filter(|_| waits) {
                Some(letter) => self.store.letter(letter)?,
                None => None,
            };
            let tokens = letter.map(|letter| letter.tokens).unwrap_or_default();
            if tokens.iter().any(|token| self.tokens.contains(token)) {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }
}

/// Gives an answer to a challenge the number of that challenge, without which it belongs to the letter that it answers.
fn name(line: &mut Line, number: ChallengeId) {
    let behind = |text: &str| text.split_once(' ').map_or("", |(_, rest)| rest).to_owned();
    let text = match &line.command {
        Command::Yes | Command::YesAdd | Command::Meeting(Meeting::Accept(None)) => {
            format!("accept {number}")
        }
        Command::No => format!("decline {number}"),
        Command::Meeting(Meeting::Decline { number: None, .. }) => {
            format!("decline {number} {}", behind(&line.text))
        }
        Command::Meeting(Meeting::Counter { number: None, .. }) => {
            format!("counter {number} {}", behind(&line.text))
        }
        _ => return,
    };
    let named = commands::read(&[text.trim_end().to_owned()], "", &NoGame);
    if let Some(named) = named.lines.into_iter().next() {
        *line = named;
    }
}

/// The lines of a mail that a line of its script stands for: a message goes on below its first one.
fn written(line: &Line) -> Vec<String> {
    match &line.command {
        Command::People(People::Message { to, text }) => {
            let head = std::iter::once(format!("message {to}:"));
            let lines = text.lines().map(str::to_owned);
            head.chain(lines).chain(["end".to_owned()]).collect()
        }
        // A line that the mail program has wrapped.
        Command::Meeting(_) => {
            let below = line.words.iter().flat_map(|words| words.lines());
            let head = std::iter::once(line.text.clone());
            head.chain(below.map(str::to_owned)).collect()
        }
        _ => vec![line.text.clone()],
    }
}
