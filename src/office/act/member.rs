//! Mails of players that are about no game: what their lines ask for, and questions that wait for a `yes`.

use anyhow::Result;

use crate::commands::{self, Choice, Command, Line, Meeting, People, Scope, Script};
use crate::ids::GameId;
use crate::letters::{AccountQuestion, Echo, Note, Part, PeopleNote};
use crate::store::{AccountQuestionRow, Asked, Budget, PlayerRow, Verdict};
use crate::text::{clean, keys};

use crate::office::act::challenges::part;
use crate::office::act::lines::LONGEST_LINE;
use crate::office::act::plans;
use crate::office::act::requests::query;
use crate::office::act::unproven::lack;
use crate::office::load::reader::Reader;
use crate::office::load::tokens::answers_letter;
use crate::office::{Author, Draft, InboxMail, MailSession, silent, verdict};

/// At most so many lines of a mail about no game are looked at for the number of one.
const MOST_NAMING: usize = 20;
/// At most so many of a player's games are named to them where none can be told.
const MOST_LISTED: usize = 10;
/// A player is asked about at most so many mails of a day that are about no game and prove nothing.
const MOST_ASKED: i64 = 5;

impl MailSession<'_> {
    /// Carries out a line that is about no game, whether the mail is about one or not; `None`: it may be about one.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn of_member(&mut self, line: &Line) -> Result<Option<Vec<Part>>> {
        match self.of_challenges(line)? {
            None => match self.of_events(line)? {
                None => self.of_people(line),
                parts => Ok(parts),
            },
            parts => Ok(parts),
        }
    }

    /// Carries out a line of a mail that is about no game.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn without_game(&mut self, line: &Line) -> Result<Vec<Part>> {
        if let Some(parts) = self.of_member(line)? {
            return Ok(parts);
        }
        if let Some(parts) = self.answer_lesson(line)? {
            return Ok(parts);
        }
        if let Some(parts) = self.of_account(None, line)? {
            return Ok(parts);
        }
        Ok(match &line.command {
            // The answer to a question, in other words.
            Command::Unrecognised if self.account_question()?.is_some() => {
                vec![Part::Note(Note::YesOrNo)]
            }
            Command::Unrecognised => match commands::event_hint(&line.text) {
                Some(hint) => vec![Part::Misused(hint)],
                None => vec![Part::Note(match self.no_game()? {
                    Note::NoGame { games, .. } => Note::NotKnown {
                        games,
                        partner: self.draft.office.settings.partner.word(),
                    },
                    taken => taken,
                })],
            },
            Command::Misused { hint, .. } => vec![Part::Misused(hint.clone())],
            Command::Yes | Command::YesAdd | Command::No => vec![Part::Note(Note::NothingAsked)],
            command => vec![
                match query(command).filter(|_| command.scope() != Scope::Game) {
                    Some(query) => Part::Query {
                        query,
                        after: 0,
                        held: None,
                    },
                    None => Part::Note(self.no_game()?),
                },
            ],
        })
    }

    /// Carries out what waits for the author's `yes` to the letter that they answer, or drops it;
    /// `None`: the line is no such answer.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn answer_account_question(&mut self, line: &Line) -> Result<Option<Vec<Echo>>> {
        // A line that names a game answers what is asked there.
        if line.game.is_some() {
            return Ok(None);
        }
        let (agrees, by_challenge) = match &line.command {
            Command::Yes | Command::YesAdd => (true, false),
            Command::No => (false, false),
            Command::Meeting(Meeting::Accept(None)) => (true, true),
            Command::Meeting(Meeting::Decline {
                number: None,
                words: None,
            }) => (false, true),
            _ => return Ok(None),
        };
        let Some(asked) = self.account_question()? else {
            return Ok(None);
        };
        let question: AccountQuestion = serde_json::from_str(&asked.data)?;
        // `accept` and `decline` are the words of challenges.
        if by_challenge && !matches!(question, AccountQuestion::Defend(_)) {
            return Ok(None);
        }
        self.draft.decision.close_account_questions.push(asked.id);
        let mut later = Vec::new();
        let came = match question {
            AccountQuestion::Substitute(asked) => {
                Part::Note(self.answer_substitute(&asked, agrees)?)
            }
            AccountQuestion::Defend(asked) => Part::Note(self.answer_defence(&asked, agrees)?),
            AccountQuestion::JoinTeam(asked) => Part::Note(self.answer_join(&asked, agrees)?),
            AccountQuestion::Watch(asked) => Part::Note(self.answer_watch(&asked, agrees)?),
            _ if !agrees => Part::Note(Note::Declined),
            AccountQuestion::Lines { lines, .. } => {
                later = self.carry_out_later(&lines)?;
                Part::Note(Note::Confirmed)
            }
            AccountQuestion::Accept { challenge, version } => {
                part(self.accept_version(challenge, Some(version))?)
            }
            AccountQuestion::Blocked { challenge, .. } => {
                part(self.accept_version(challenge, None)?)
            }
            AccountQuestion::Leave { asked, .. } => Part::Note(self.answer_leave(asked)?),
            AccountQuestion::Web => {
                let set = self.of_preferences(Choice::Web, Some("on"));
                Part::Note(Note::Setting(set))
            }
            AccountQuestion::Withdraw(asked) => Part::Note(self.answer_withdraw(&asked)?),
            AccountQuestion::TakePlace(asked) => Part::Note(self.answer_place(&asked)?),
            AccountQuestion::EnterTeam(asked) => Part::Note(self.answer_team(&asked)?),
            AccountQuestion::Register { .. }
            | AccountQuestion::Waiting { .. }
            | AccountQuestion::Invited { .. } => {
                let name = self.player.name.clone();
                Part::Note(Note::People(PeopleNote::AlreadyMember { name }))
            }
            // Asked of an address, not of a player.
            AccountQuestion::Umpire { .. } => Part::Note(Note::Confirmed),
        };
        let answer = Echo {
            line: Some(plans::shown(line)),
            parts: vec![came],
            ..Echo::default()
        };
        Ok(Some([vec![answer], later].concat()))
    }

    /// Carries out lines of an earlier mail that was about no game.
    fn carry_out_later(&mut self, lines: &[String]) -> Result<Vec<Echo>> {
        let mut reader = Reader::new(&self.player.name, &self.mail.games, std::iter::empty());
        reader.names = Some(self.draft.store);
        let script = commands::read(lines, "", &reader);
        let mut echoes = Vec::new();
        let most = self.draft.office.settings.limits.lines;
        for line in script.lines.iter().take(most) {
            echoes.push(Echo {
                line: Some(plans::shown(line)),
                parts: self.without_game(line)?,
                ..Echo::default()
            });
        }
        Ok(echoes)
    }

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
        for (row, _) in (self.draft.store).games_of(self.player.id, true, 2 * MOST_LISTED)? {
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
    pub(super) fn account_question(&self) -> Result<Option<AccountQuestionRow>> {
        let closed = &self.draft.decision.close_account_questions;
        let by_token = self.account.questions.iter().rev();
        let mut by_token = by_token.filter(|row| !closed.contains(&row.id));
        if let Some(row) = by_token.next() {
            return Ok(Some(row.clone()));
        }
        let asked = Asked::Player(self.player.id);
        let all = self.draft.store.account_questions(&asked)?;
        for row in all.into_iter().rev() {
            // One that is asked later has no letter yet.
            let waits = !closed.contains(&row.id)
                && row.due_at.is_none()
                && row.expires_at > self.draft.decision.now;
            if answers_letter(self.draft.store, row.letter.filter(|_| waits), &self.tokens)? {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }
}

impl Draft<'_> {
    /// Asks a player whether a mail is theirs that comes from their address, is about no
    /// game, and proves nothing.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn ask_member(
        &mut self,
        (mail, author): (&InboxMail, &Author),
        player: &PlayerRow,
        script: &Script,
    ) -> Result<Verdict> {
        self.office.note_script(script);
        let key = format!("asked {}", player.id);
        if self.spent_so_far((Budget::Account, Some(&key)))? >= MOST_ASKED {
            return Ok(silent("unproven, and asked about several times today"));
        }
        self.spend_within((Budget::Account, key), MOST_ASKED)?;
        let most = self.office.settings.limits.lines;
        let lines = script.lines.iter().take(most).flat_map(written);
        let lines = lines.map(|line| keys::blanked(&line));
        let question = AccountQuestion::Lines {
            lines: lines.collect(),
            lack: lack(mail, author),
        };
        self.ask_player(player, question, Some(mail.id));
        Ok(verdict("unproven"))
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
