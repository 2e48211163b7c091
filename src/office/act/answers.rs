//! What `yes` answers. Where the same mail, or the words that it answers, leave that open, it is asked back, and nothing
//! is done: it might end the game.

use anyhow::Result;

use crate::commands::{
    Command, Consent, Doubt, Draw, Extra, Line, TimeOffer, Turns, Why, phrases, subject_text,
};
use crate::games::{EventKind, Proposal, Request};
use crate::letters::{Content, Echo, Either, LetterData, Note, Part, Question, answer_lines};
use crate::store::QuestionRow;
use crate::text;
use crate::time::Length;

use crate::office::act::lines::LONGEST_LINE;
use crate::office::load::shown::{settings_of, view_of};
use crate::office::{MailSession, OpenGame};

/// What there is in a game that a `yes` would carry out.
struct Waiting {
    /// A question of ours that the answered letter asks.
    question: Option<Question>,
    /// Whether others offer a draw.
    draw: bool,
    /// What else they ask for.
    asked: Vec<Proposal>,
    /// What the author was asked before about their `yes`, by another letter,
    /// at this state of the game.
    open: Option<Either>,
}

impl Waiting {
    /// The turns that a question of ours is about.
    fn turns(&self, game: &OpenGame) -> Vec<String> {
        match &self.question {
            Some(Question::Doubt { doubt, .. }) => doubt.turns.clone(),
            Some(Question::Either(either)) => either.turns.clone(),
            Some(Question::OtherAddress { lines, .. }) => {
                let requests = lines.iter().flat_map(|(_, requests)| requests);
                let turns = requests.filter_map(|request| match request {
                    Request::Play { turn, .. } => game.stored.game.meaning(turn).ok(),
                    _ => None,
                });
                turns.collect()
            }
            None => Vec::new(),
        }
    }

    /// Whether a `yes` would do what cannot be taken back.
    fn is_final(&self) -> bool {
        let revocable = |what: &Proposal| matches!(what, Proposal::Pause | Proposal::Terms(_));
        self.question.is_none() && (self.draw || !self.asked.iter().all(revocable))
    }

    /// The choice that is asked for, before other lines are added to it.
    fn either(&self, game: &OpenGame) -> Either {
        match &self.question {
            None => self.open.clone().unwrap_or_else(|| Either {
                agree: answer_lines(self.draw, &self.asked, true),
                ..Either::default()
            }),
            Some(Question::Either(either)) => either.clone(),
            Some(Question::Doubt { doubt, .. }) if !doubt.turns.is_empty() => Either {
                turns: doubt.turns.clone(),
                play: doubt.turns.iter().map(|turn| game.typed(turn)).collect(),
                ..Either::default()
            },
            Some(question) => Either {
                agree: match question {
                    Question::Doubt { doubt, .. } if doubt.command.is_some() => {
                        doubt.command.iter().cloned().collect()
                    }
                    _ => question
                        .lines()
                        .iter()
                        .map(|(line, _)| line.clone())
                        .collect(),
                },
                ..Either::default()
            },
        }
    }
}

impl MailSession<'_> {
    /// Asks back what `yes` means in the games in which that is open, and takes these lines out of the script. What is
    /// named outright (`draw accept`) is never asked. `from_subject`: the only line is the Subject.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn ask_what_yes_means(
        &mut self,
        lines: &mut Vec<Line>,
        from_subject: bool,
    ) -> Result<Vec<Echo>> {
        let mut echoes = Vec::new();
        if self.is_asked_about_no_game()? {
            return Ok(echoes);
        }
        for index in 0..self.games.len() {
            let about = |line: &Line| matches!(self.game_of(line), Ok(Some(of)) if of == index);
            let own: Vec<usize> = (0..lines.len()).filter(|at| about(&lines[*at])).collect();
            let agrees = |at: &usize| matches!(lines[*at].command, Command::Yes | Command::YesAdd);
            let (yes, others): (Vec<usize>, Vec<usize>) = own.into_iter().partition(agrees);
            let beside = |at: &&usize| is_turn(&lines[**at]) && says_yes(&lines[**at].text);
            let Some(&first) = yes.first().or_else(|| others.iter().find(beside)) else {
                continue;
            };
            let Some(waiting) = self.waits_for_yes(index)? else {
                continue;
            };
            if waiting.question.is_some() && yes.is_empty() {
                continue;
            }
            if waiting.question.is_none() && others.iter().any(|at| accepts(&lines[*at].command)) {
                // The `yes` says the same, or answers words.
                remove(lines, &yes);
                continue;
            }
            let deeds: Vec<usize> = others
                .iter()
                .copied()
                .filter(|at| contradicts(&lines[*at].command))
                .collect();
            let turns = self.turns_in_mail(index, lines, &deeds)?;
            let game = &self.games[index];
            let asked = waiting.turns(game);
            let played: Vec<usize> = deeds
                .iter()
                .copied()
                .filter(|at| is_turn(&lines[*at]))
                .collect();
            if played.len() == deeds.len()
                && let [turn] = turns.as_slice()
                && asked.contains(&turn.0)
            {
                // `Yes, Nf3`, where it was asked about Nf3, or whether that was meant.
                let alone = |at: &usize| lines[*at].words.is_none() && turn.1.is_none();
                let open = matches!(waiting.question, Some(Question::Either(_)));
                match asked.len() == 1 && !open && played.iter().all(alone) {
                    true => remove(lines, &played),
                    false if !played.is_empty() => remove(lines, &yes),
                    false => {}
                }
                continue;
            }
            let in_words = waiting.question.is_none() && self.is_asked_in_words(index)?;
            let doubtful = in_words || waiting.open.is_some();
            if deeds.is_empty() && turns.is_empty() && !doubtful {
                self.doubt_final(&mut lines[first], from_subject, &waiting);
                continue;
            }
            let mut either = waiting.either(game);
            let known = either.turns.clone();
            for (turn, extra) in turns.iter().filter(|(turn, _)| !known.contains(turn)) {
                let extra = match extra {
                    Some(Extra::DrawOffer) => " draw offer",
                    Some(Extra::DrawClaim) => " draw claim",
                    None => "",
                };
                either.turns.push(turn.clone());
                either.play.push(format!("{}{extra}", game.typed(turn)));
            }
            let short = |line: &Line| text::clean(&line.text, LONGEST_LINE);
            let plain = |at: &&usize| !is_turn(&lines[**at]) && !is_plan(&lines[**at]);
            either
                .others
                .extend(deeds.iter().filter(plain).map(|at| short(&lines[*at])));
            if in_words && turns.is_empty() && deeds.is_empty() {
                let Line {
                    text, words, game, ..
                } = &lines[first];
                let number = text.split_once(char::is_whitespace);
                let said = number.filter(|_| game.is_some() && text.starts_with('#'));
                let said = said.map_or(text.as_str(), |(_, said)| said);
                let said = format!("say {said} {}", words.as_deref().unwrap_or_default());
                either.say = Some(text::clean(&said, LONGEST_LINE));
            }
            // A turn that is not legal is refused; plans are kept or not by themselves.
            let stays =
                |at: &usize| is_plan(&lines[*at]) || is_turn(&lines[*at]) && turns.is_empty();
            let asked: Vec<usize> = deeds.iter().copied().filter(|at| !stays(at)).collect();
            let mut shown: Vec<usize> = yes.iter().chain(&asked).copied().collect();
            shown.sort_unstable();
            let shown_lines: Vec<String> = shown.iter().map(|at| short(&lines[*at])).collect();
            let number = Some(game.stored.row.id).filter(|_| self.games.len() > 1);
            if let Some(number) = number {
                let named = |line: &mut String| line.insert_str(0, &format!("#{number} "));
                let Either {
                    agree,
                    play,
                    others,
                    say,
                    ..
                } = &mut either;
                let lines = agree.iter_mut().chain(play).chain(others).chain(say);
                lines.filter(|line| !line.starts_with('#')).for_each(named);
            }
            echoes.push(Echo {
                line: Some(shown_lines.join("\n")),
                game: number,
                parts: vec![Part::Note(Note::Either(either.clone()))],
            });
            self.asks.push((index, Question::Either(either)));
            remove(lines, &shown);
        }
        Ok(echoes)
    }

    /// What a `yes` would carry out in a game of the mail; `None`: nothing.
    fn waits_for_yes(&self, index: usize) -> Result<Option<Waiting>> {
        let game = &self.games[index];
        let row = self.asked(game.stored.row.id, game.seat)?;
        let question = row.as_ref().map(read).transpose()?;
        let (draw, asked) = game.asks_of_others();
        if question.is_none() && !draw && asked.is_empty() {
            return Ok(None);
        }
        let elsewhere = self.draft.store.question(game.stored.row.id, game.seat.0)?;
        let elsewhere =
            elsewhere.filter(|row| question.is_none() && row.state == game.stored.state);
        let open = match elsewhere.as_ref().map(read).transpose()? {
            Some(Question::Either(either)) => Some(either),
            _ => None,
        };
        Ok(Some(Waiting {
            question,
            draw,
            asked,
            open,
        }))
    }

    /// The legal turns that a mail holds: in lines of their own, in the Subject, and among words.
    fn turns_in_mail(
        &self,
        index: usize,
        lines: &[Line],
        deeds: &[usize],
    ) -> Result<Vec<(String, Option<Extra>)>> {
        let reader = self.reader()?;
        let number = Some(self.games[index].stored.row.id.0);
        let mut found: Vec<(String, Option<Extra>)> = Vec::new();
        let mut add = |turn: String, extra| {
            if found.iter().all(|(known, _)| *known != turn) {
                found.push((turn, extra));
            }
        };
        for line in deeds.iter().map(|at| &lines[*at]) {
            let Command::Turn {
                turn, then, means, ..
            } = &line.command
            else {
                continue;
            };
            let doubted = line.doubt.as_ref().map_or(&[][..], |doubt| &doubt.turns);
            for turn in doubted.iter().chain(means.iter().flatten()) {
                add(turn.clone(), *then);
            }
            if let Some(turn) = reader.legal(number, turn) {
                add(turn, *then);
            }
        }
        if self.games.len() > 1 {
            return Ok(found);
        }
        if let Some(turn) = reader.legal(number, &subject_text(&self.mail.message.subject)) {
            add(turn, None);
        }
        // What is planned is not to be played now.
        let planned = |text: &str| {
            lines
                .iter()
                .any(|line| is_plan(line) && line.text.contains(text))
        };
        for line in self.mail.lines.iter().filter(|line| !planned(line.trim())) {
            let words = line.split_whitespace().count();
            for mention in reader.mentions(number, line) {
                // In a longer sentence `e5` is a square that is spoken about.
                if mention.typed.len() > 2 || words <= 3 {
                    mention.turns.into_iter().for_each(|turn| add(turn, None));
                }
            }
        }
        Ok(found)
    }

    /// Whether words of others hold a question: those that the answered letter shows, and those
    /// since the author's last turn, since they may have several letters in front of them.
    fn is_asked_in_words(&self, index: usize) -> Result<bool> {
        let game = &self.games[index];
        let own = Some(game.seat.0);
        let events = self.draft.store.events(game.stored.row.id, None)?;
        let is_turn = |kind: &str| kind == EventKind::Turn.as_str();
        let last = events
            .iter()
            .rfind(|event| event.seat == own && is_turn(&event.kind));
        let last = last.map_or(0, |event| event.seq);
        let first = self.first_shown(game)?.unwrap_or(last + 1).min(last + 1);
        let chat = settings_of(&game.stored, game.seat).chat();
        for event in events.iter().filter(|event| event.seq >= first) {
            let said =
                event.kind == EventKind::Say.as_str() && phrases::holds_question(&event.text);
            if !said || event.seat == own || event.reader.is_some_and(|reader| Some(reader) != own)
            {
                continue;
            }
            let by = event
                .seat
                .and_then(|seat| game.stored.seats.get(usize::from(seat)));
            let hidden = match by {
                Some(by) => {
                    !chat
                        || self.draft.store.is_muted(self.player.id, by.player)?
                        || self.draft.store.is_blocked(self.player.id, by.player)?
                }
                // The umpire's words are always shown.
                None => false,
            };
            if !hidden {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The first event that the newest of the answered letters tells of a game; `None`: it tells none.
    fn first_shown(&self, game: &OpenGame) -> Result<Option<i64>> {
        let mut newest = None;
        for token in &self.tokens {
            newest = newest.max(self.draft.store.letter_of_token(*token)?);
        }
        let Some(letter) = newest
            .map(|id| self.draft.store.letter(id))
            .transpose()?
            .flatten()
        else {
            return Ok(None);
        };
        let number = game.stored.row.id;
        let first = match (letter.about, &letter.data) {
            (Some(about), _) => (about.game == number).then_some(about.first_event),
            (None, Some(data)) => match LetterData::from_json(data)?.content {
                Content::Digest { sections, .. } => {
                    let own = sections.iter().find(|section| section.game == number);
                    own.map(|section| section.first)
                }
                _ => None,
            },
            (None, None) => None,
        };
        Ok(first.filter(|first| *first > 0))
    }

    /// Names what a `yes` agrees to, and marks it as doubtful, where it cannot be taken back and the mail says more than
    /// thanks.
    fn doubt_final(&self, line: &mut Line, from_subject: bool, waiting: &Waiting) {
        let words = line.words.iter().flat_map(|words| words.lines());
        let body = self
            .mail
            .lines
            .iter()
            .map(String::as_str)
            .filter(|_| from_subject);
        let said: Vec<&str> = words
            .chain(body)
            .filter(|line| !line.trim().is_empty())
            .collect();
        let farewell =
            |line: &&str| phrases::is_farewell(line) || !line.chars().any(char::is_alphanumeric);
        let back = said.iter().find(|line| phrases::takes_back(line));
        let why = match back {
            Some(words) => Some(Why::Words(words.trim().to_owned())),
            None if waiting.is_final() && !said.iter().all(farewell) => Some(Why::Final),
            // What is named outright is asked about where others have got the mail.
            None if waiting.is_final() && self.mail.shared => None,
            None => return,
        };
        let command = match (
            waiting.question.is_some(),
            waiting.draw,
            waiting.asked.as_slice(),
        ) {
            (false, true, []) => Command::Draw(Draw::Accept),
            (false, false, [only]) => outright(only),
            // It is asked which of several is meant, in any case.
            _ => return,
        };
        line.command = command;
        line.doubt = why.map(|why| Doubt {
            turns: Vec::new(),
            why,
        });
    }
}

impl OpenGame {
    /// A turn as the author has to write it.
    fn typed(&self, turn: &str) -> String {
        view_of(&self.stored).typed(self.seat, turn)
    }
}

/// What a stored question asks.
fn read(row: &QuestionRow) -> Result<Question> {
    Ok(serde_json::from_str(&row.data)?)
}

fn remove(lines: &mut Vec<Line>, places: &[usize]) {
    let mut at = 0;
    lines.retain(|_| {
        at += 1;
        !places.contains(&(at - 1))
    });
}

fn is_turn(line: &Line) -> bool {
    matches!(line.command, Command::Turn { .. })
}

fn is_plan(line: &Line) -> bool {
    matches!(line.command, Command::Plan(_))
}

/// Whether a part of a line agrees to something: `Sure, Nf3`.
fn says_yes(text: &str) -> bool {
    let parts = text.split([',', '.', '!', ';', ':', '-', '(', ')']);
    let agrees = |part: &str| {
        let answer = phrases::answer_to_offer(part).or_else(|| phrases::answer_to_request(part));
        answer == Some(true) && !phrases::names_draw(part)
    };
    parts.map(str::trim).any(agrees)
}

/// Whether a command says which of the things that others ask for it agrees to.
fn accepts(command: &Command) -> bool {
    matches!(
        command,
        Command::Draw(Draw::Accept)
            | Command::Undo(Consent::Accept)
            | Command::Pause(Consent::Accept)
            | Command::Time(TimeOffer::Accept)
    )
}

/// Whether a command makes it doubtful what a `yes` beside it means.
fn contradicts(command: &Command) -> bool {
    command.is_deed() || matches!(command, Command::Plan(_) | Command::No)
}

/// The command that agrees to something outright.
fn outright(what: &Proposal) -> Command {
    match what {
        Proposal::TakeBack => Command::Undo(Consent::Accept),
        Proposal::Pause => Command::Pause(Consent::Accept),
        Proposal::Terms(_) => Command::Time(TimeOffer::Accept),
        Proposal::Forgive => Command::Forgive,
        Proposal::AddTime(seconds) => Command::AddTime(Length::of_seconds(*seconds).to_string()),
    }
}
