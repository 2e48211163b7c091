//! The lines of one mail: each is read as requests and queries, and carried out in its game.

use anyhow::Result;

use crate::commands::{Command, Line, Meeting, Scope, Why, event_hint};
use crate::ids::GameId;
use crate::letters::{self, Doubtful, Echo, Note, Part, Query, Question};

use crate::office::MailSession;
use crate::office::act::challenges::part;
use crate::office::act::in_game::doubtful;
use crate::office::act::requests::{query, requests, requests_of_turn};
use crate::office::act::script::fitting;
use crate::office::act::session::of_mail;
use crate::office::act::{consent, plans};

/// At most this many characters of a line are repeated in the answer.
pub(super) const LONGEST_LINE: usize = 300;

impl MailSession<'_> {
    /// Reads the commands and carries them out one by one.
    ///
    /// # Errors
    /// The store fails, or an event cannot be applied.
    pub(in crate::office) fn run(&mut self) -> Result<Vec<Echo>> {
        self.put_due_first();
        let script = self.script()?;
        self.draft.office.note_script(&script);
        let mut echoes = Vec::new();
        if script.too_many_turns {
            echoes.push(of_mail(Note::TooManyTurns));
        } else if script.lines.is_empty() {
            echoes.push(self.nothing_read());
        }
        // A turn in a sentence may be in a mail of a program, too.
        let sentence = |line: &Line| line.doubt.as_ref().is_some_and(|d| d.why == Why::Sentence);
        let known = |line: &Line| line.command != Command::Unrecognised && !sentence(line);
        let acted = script.lines.iter().any(known);
        let most = self.draft.office.settings.limits.lines;
        let fits = fitting(&script.lines);
        let read = script.lines.len().min(most).min(fits);
        self.cut |= script.unread > 0 || read < script.lines.len();
        let mut lines = script.lines[..read].to_vec();
        echoes.extend(self.ask_once_more(&mut lines)?);
        echoes.extend(self.ask_what_yes_means(&mut lines, script.from_subject)?);
        for line in consent::in_order(&lines) {
            echoes.extend(self.carry_out(line, acted)?);
        }
        echoes.extend(self.helps(&echoes));
        echoes.extend(self.of_other_games(&script.lines));
        if script.signature > 0 {
            echoes.push(of_mail(Note::Signature(script.signature)));
        }
        if script.lines.len() > most.min(fits) {
            echoes.push(of_mail(if fits < most {
                Note::TooMuchText
            } else {
                Note::TooManyLines(most)
            }));
        }
        if script.unread > 0 {
            echoes.push(of_mail(Note::Unread(script.unread)));
        }
        if self.mail.unread > 0 {
            echoes.push(of_mail(Note::TooLong(self.mail.unread)));
        }
        Ok(echoes)
    }

    /// Carries out one line; `acted`: some line of the mail was understood.
    fn carry_out(&mut self, line: &Line, acted: bool) -> Result<Vec<Echo>> {
        if let Some(echoes) = self.answer_account_question(line)? {
            return Ok(echoes);
        }
        let mut echo = Echo {
            line: Some(plans::shown(line)),
            ..Echo::default()
        };
        echo.parts = match self.of_member(line)? {
            Some(parts) => parts,
            None => match self.game_of(line) {
                Ok(Some(index)) => {
                    let several = self.games.len() > 1;
                    echo.game = several.then_some(self.games[index].stored.row.id);
                    if matches!(line.command, Command::Yes | Command::YesAdd | Command::No) {
                        return self.answer_question(index, line, echo);
                    }
                    self.carry_out_in(index, line, acted)?
                }
                Ok(None) => self.without_game(line)?,
                Err(note) => {
                    let event = event_hint(&line.text);
                    let event = event.filter(|_| line.command == Command::Unrecognised);
                    vec![event.map_or(Part::Note(note), Part::Misused)]
                }
            },
        };
        Ok(vec![echo])
    }

    /// Carries out a line in a game, if it answers no question; see [`MailSession::carry_out`].
    fn carry_out_in(&mut self, index: usize, line: &Line, acted: bool) -> Result<Vec<Part>> {
        let shared = self.mail.shared;
        let game = &mut self.games[index];
        if let Some(chosen) = game.by_settings(line) {
            return Ok(match chosen {
                Ok(doubt) => {
                    let query = Query::Preview(doubt.turns.join(" "));
                    let after = game.stored.seq;
                    let held = None;
                    let board = Part::Query { query, after, held };
                    vec![self.ask(index, line, doubt), board]
                }
                Err(note) => vec![Part::Note(note)],
            });
        }
        // A player who is out of the game, or comes too late, is told so, and not asked.
        let out = !game.stored.game.playing().contains(&game.seat) && game.stored.is_on();
        let over = game.comes_after_end(line);
        if over && game.told_of_end {
            return Ok(vec![Part::Note(Note::AskedAbove)]);
        }
        game.told_of_end |= over;
        if !out && !over && !game.comes_too_late(line) {
            let doubt = game.doubt(line).or_else(|| game.strands(line));
            let doubt = doubt.or_else(|| game.is_fast(line));
            let shown_to_others = shared && line.command.is_final();
            let shared = || doubtful(line, Vec::new(), letters::Why::Shared);
            if let Some(doubt) = doubt.or_else(|| shown_to_others.then(shared)) {
                return Ok(vec![self.ask(index, line, doubt)]);
            }
        }
        if let Some(parts) = self.of_plans(index, line)? {
            return Ok(parts);
        }
        if let Some(parts) = self.of_account(Some(index), line)? {
            return Ok(parts);
        }
        let game = &mut self.games[index];
        match &line.command {
            Command::Unrecognised => game.not_understood(&line.text, acted),
            Command::Misused { hint, .. } => Ok(vec![Part::Misused(hint.clone())]),
            Command::Meeting(Meeting::Rematch) => Ok(vec![part(self.rematch(index)?)]),
            command => match query(command) {
                // Its own game may be played by a file that says something else by now.
                Some(Query::Rules(Some(id)))
                    if id.trim().eq_ignore_ascii_case(game.stored.variant.id()) =>
                {
                    Ok(vec![game.asks_once(Query::Rules(None))])
                }
                Some(query) => Ok(vec![game.asks_once(query)]),
                None => game.does_all(&requests(line), Some(&line.text)),
            },
        }
    }

    /// Carries out what waits for the author's `yes`, or drops it.
    fn answer_question(&mut self, index: usize, line: &Line, mut echo: Echo) -> Result<Vec<Echo>> {
        let game = &mut self.games[index];
        let (number, seat) = (game.stored.row.id, game.seat);
        let Some(waiting) = self.asked(number, seat)? else {
            let elsewhere = self.draft.store.question(number, seat.0)?.is_some();
            echo.parts = self.games[index].answer_offer(line)?;
            if elsewhere && echo.parts == [Part::Note(Note::NothingAsked)] {
                echo.parts = vec![Part::Note(Note::AskedElsewhere)];
            }
            return Ok(vec![echo]);
        };
        let question: Question = serde_json::from_str(&waiting.data)?;
        self.draft.decision.close_questions.push(waiting.id);
        let which = match &question {
            Question::Either(either) => Some(Note::Either(either.clone())),
            Question::Doubt { doubt, .. } if doubt.turns.len() > 1 => {
                Some(Note::Doubtful(doubt.clone()))
            }
            _ => None,
        };
        if let Some(which) = which.filter(|_| line.command != Command::No) {
            // It is asked once more, by the letter that answers this mail.
            echo.parts.push(Part::Note(which));
            self.asks.push((index, question));
            return Ok(vec![echo]);
        }
        if line.command == Command::No {
            echo.parts.push(Part::Note(Note::Declined));
            return Ok(vec![echo]);
        }
        echo.parts.push(Part::Note(Note::Confirmed));
        let game_of_echo = echo.game;
        let mut echoes = vec![echo];
        if let (Command::YesAdd, Question::OtherAddress { from, .. }) = (&line.command, &question) {
            // The address is confirmed from itself, like every other.
            let added = Part::Note(self.add_address(from)?);
            echoes[0].parts.push(added);
        }
        self.games[index].counts_as_asked();
        for (line, requests) in question.lines().iter().cloned() {
            let game = &mut self.games[index];
            let before = game.changes.count();
            let parts = game.does_all(&requests, Some(&line))?;
            if let Some(mail) = waiting.mail {
                game.changes.written_in(mail, before);
            }
            echoes.push(Echo {
                parts,
                line: Some(line),
                game: game_of_echo,
            });
        }
        Ok(echoes)
    }

    /// Keeps a line until its author has answered a question about it. All doubtful lines about one game
    /// make one question.
    pub(in crate::office) fn ask(&mut self, index: usize, line: &Line, doubt: Doubtful) -> Part {
        let waits = match (doubt.turns.as_slice(), &line.command) {
            ([turn], Command::Turn { .. }) => requests_of_turn(line, turn),
            ([], _) => requests(line),
            _ => Vec::new(),
        };
        if let ([_], Some(game)) = (doubt.turns.as_slice(), self.games.get_mut(index)) {
            game.changes.asked(&mut game.stored, game.seat);
        }
        let text = plans::shown(line);
        let waits = Some((text, waits)).filter(|(_, requests)| !requests.is_empty());
        let mut questions = self.asks.iter_mut();
        match questions.find(|(game, _)| *game == index) {
            Some((_, Question::Either(_))) => return Part::Note(Note::OneQuestion),
            Some((_, Question::Doubt { doubt: open, lines })) => {
                lines.extend(waits);
                open.turns.extend(doubt.turns.iter().cloned());
            }
            _ => {
                let lines = waits.into_iter().collect();
                let doubt = doubt.clone();
                self.asks.push((index, Question::Doubt { doubt, lines }));
            }
        }
        Part::Note(Note::Doubtful(doubt))
    }

    /// The game that a line is about, as an index; `None`: it is about none.
    pub(in crate::office) fn game_of(&self, line: &Line) -> Result<Option<usize>, Note> {
        let only = self.only_game();
        match line.game.map(GameId) {
            Some(named) => self
                .game_index(named)
                .map(Some)
                .ok_or(Note::OtherGame { named, about: only }),
            // What needs no game of its own is answered in any.
            None if self.games.is_empty() => Ok(None),
            None if only.is_some() || line.command.scope() != Scope::Game => Ok(Some(0)),
            None => self.only_meant(line).map(Some).ok_or(Note::WhichGame),
        }
    }
}
