//! What `yes` answers. Where the same mail, or the words that it answers, leave that open, it is asked back, and nothing
//! is done: it might end the game.

mod waiting;

use anyhow::Result;

use crate::commands::{
    Command, Consent, Doubt, Draw, Extra, Line, TimeOffer, Turns, Why, phrases, subject_text,
};
use crate::games::Proposal;
use crate::letters::{Echo, Either, Note, Part, Question};
use crate::store::NewAccountQuestion;
use crate::text;
use crate::time::Length;

use crate::office::MailSession;
use crate::office::act::answers::waiting::Waiting;
use crate::office::act::lines::LONGEST_LINE;
use crate::office::act::requests::query;

impl MailSession<'_> {
    /// Asks back what `yes` means in the games in which that is open, and takes these lines out of the script. What is
    /// named outright (`draw accept`) is never asked. `from_subject`: the only line is the Subject.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn ask_what_yes_means(
        &mut self,
        lines: &mut Vec<Line>,
        from_subject: bool,
    ) -> Result<Vec<Echo>> {
        let mut echoes = Vec::new();
        // A line that names no game answers what is asked about none.
        let elsewhere = self.is_asked_about_no_game()?;
        let named = |line: &Line| line.game.is_some();
        if !elsewhere || lines.iter().any(named) {
            for index in 0..self.games.len() {
                let asked = (from_subject, elsewhere);
                echoes.extend(self.ask_what_yes_means_in(index, lines, asked)?);
            }
        }
        Ok(echoes)
    }

    /// Asks once more what the answered letter of a game asks about no game, if the `yes` or `no` is beside other lines. What
    /// these lines ask to see is shown; nothing else is done.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn ask_once_more(&mut self, lines: &mut Vec<Line>) -> Result<Option<Echo>> {
        let answers = |line: &Line| line.game.is_none() && says_yes_or_no(&line.command);
        let idle = |line: &&Line| line.command == Command::Unrecognised;
        let said = lines.iter().filter(|line| !idle(line)).count();
        if self.games.is_empty() || said < 2 || !lines.iter().any(answers) {
            return Ok(None);
        }
        let Some(row) = self.account_question()? else {
            return Ok(None);
        };
        let stays = |line: &Line| match &line.command {
            Command::Unrecognised | Command::Misused { .. } => true,
            Command::Event(what) => what.is_shown(),
            command => query(command).is_some(),
        };
        let (stay, shown): (Vec<Line>, Vec<Line>) = lines.drain(..).partition(stays);
        *lines = stay;
        let shown: Vec<String> = shown.iter().map(short).collect();
        self.draft.decision.close_account_questions.push(row.id);
        self.draft.decision.account_asks.push(NewAccountQuestion {
            asked: row.asked,
            data: row.data,
            mail: row.mail,
            expires_at: row.expires_at,
            due_at: row.due_at,
            letter: None,
        });
        Ok(Some(Echo {
            line: Some(shown.join("\n")),
            parts: vec![Part::Note(Note::YesBeside)],
            ..Echo::default()
        }))
    }

    /// Asks back what `yes` means in one game of the mail; `None`: that is clear, or nothing waits there.
    fn ask_what_yes_means_in(
        &mut self,
        index: usize,
        lines: &mut Vec<Line>,
        (from_subject, elsewhere): (bool, bool),
    ) -> Result<Option<Echo>> {
        let about = |line: &Line| matches!(self.game_of(line), Ok(Some(of)) if of == index);
        let own: Vec<usize> = (0..lines.len()).filter(|at| about(&lines[*at])).collect();
        let here = |line: &Line| !elsewhere || line.game.is_some();
        let is_yes = |line: &Line| matches!(line.command, Command::Yes | Command::YesAdd);
        let agrees = |at: &usize| is_yes(&lines[*at]) && here(&lines[*at]);
        let (yes, others): (Vec<usize>, Vec<usize>) = own.into_iter().partition(agrees);
        let beside =
            |at: &&usize| is_turn(&lines[**at]) && !elsewhere && says_yes(&lines[**at].text);
        let Some(&first) = yes.first().or_else(|| others.iter().find(beside)) else {
            return Ok(None);
        };
        let Some(waiting) = self.waits_for_yes(index)? else {
            return Ok(None);
        };
        if waiting.question.is_some() && yes.is_empty() {
            return Ok(None);
        }
        if waiting.question.is_none() && others.iter().any(|at| accepts(&lines[*at].command)) {
            // The `yes` says the same, or answers words.
            remove(lines, &yes);
            return Ok(None);
        }
        let mut deeds = others;
        deeds.retain(|at| contradicts(&lines[*at].command));
        let turns = self.turns_in_mail(index, lines, &deeds)?;
        let game = &self.games[index];
        let asked = waiting.turns(game);
        if let [turn] = turns.as_slice()
            && asked.contains(&turn.0)
            && deeds.iter().all(|at| is_turn(&lines[*at]))
        {
            // `Yes, Nf3`, where it was asked about Nf3, or whether that was meant.
            let alone = |at: &usize| lines[*at].words.is_none() && turn.1.is_none();
            let open = matches!(waiting.question, Some(Question::Either(_)));
            match asked.len() == 1 && !open && deeds.iter().all(alone) {
                true => remove(lines, &deeds),
                false if !deeds.is_empty() => remove(lines, &yes),
                false => {}
            }
            return Ok(None);
        }
        let in_words = waiting.question.is_none() && self.is_asked_in_words(index)?;
        let nothing_else = deeds.is_empty() && turns.is_empty();
        if nothing_else && !in_words && waiting.open.is_none() {
            self.doubt_final(&mut lines[first], from_subject, &waiting);
            return Ok(None);
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
        let plain = |at: &&usize| !is_turn(&lines[**at]) && !is_plan(&lines[**at]);
        let plain = deeds.iter().filter(plain).map(|at| short(&lines[*at]));
        either.others.extend(plain);
        if in_words && nothing_else {
            either.say = Some(said(&lines[first]));
        }
        // A turn that is not legal is refused; plans are kept or not by themselves.
        let stays = |at: &usize| is_plan(&lines[*at]) || is_turn(&lines[*at]) && turns.is_empty();
        deeds.retain(|at| !stays(at));
        let mut shown = [yes, deeds].concat();
        shown.sort_unstable();
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
        let shown_lines: Vec<String> = shown.iter().map(|at| short(&lines[*at])).collect();
        remove(lines, &shown);
        self.asks.push((index, Question::Either(either.clone())));
        Ok(Some(Echo {
            line: Some(shown_lines.join("\n")),
            game: number,
            parts: vec![Part::Note(Note::Either(either))],
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
        if let Some(turn) = reader.legal(
            number,
            &subject_text(&self.mail.message.subject, reader.games()),
        ) {
            add(turn, None);
        }
        // What is planned is not to be played now.
        let plans: Vec<&Line> = lines.iter().filter(|line| is_plan(line)).collect();
        let planned = |text: &str| plans.iter().any(|line| line.text.contains(text));
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

    /// Names what a `yes` agrees to, and marks it as doubtful, where it cannot be taken back and the mail says more than
    /// thanks.
    fn doubt_final(&self, line: &mut Line, from_subject: bool, waiting: &Waiting) {
        let words = line.words.iter().flat_map(|words| words.lines());
        let body = self.mail.lines.iter().filter(|_| from_subject);
        let said = words.chain(body.map(String::as_str));
        let said: Vec<&str> = said.filter(|line| !line.trim().is_empty()).collect();
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
        let command = match (&waiting.question, waiting.draw, &waiting.asked[..]) {
            (None, true, []) => Command::Draw(Draw::Accept),
            (None, false, [only]) => outright(only),
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

fn short(line: &Line) -> String {
    text::clean(&line.text, LONGEST_LINE)
}

/// A line that says to the others what this one does.
fn said(line: &Line) -> String {
    let text = &line.text;
    let number = text.split_once(char::is_whitespace);
    let said = number.filter(|_| line.game.is_some() && text.starts_with('#'));
    let said = said.map_or(text.as_str(), |(_, said)| said);
    let said = format!("say {said} {}", line.words.as_deref().unwrap_or_default());
    text::clean(&said, LONGEST_LINE)
}

fn remove(lines: &mut Vec<Line>, places: &[usize]) {
    let mut at = 0;
    lines.retain(|_| {
        at += 1;
        !places.contains(&(at - 1))
    });
}

fn says_yes_or_no(command: &Command) -> bool {
    matches!(command, Command::Yes | Command::YesAdd | Command::No)
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
