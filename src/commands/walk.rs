//! Goes through the lines of a mail: finds where the commands begin, which lines are words for others, and
//! where reading ends. What is doubtful in the result is marked in `doubts`.

use super::items::{FIRST_LINES, Item, beginning, bounded, items};
use super::line::{Certainty, LineReading, is_idle, read_line};
use super::turns::{Stage, Turns};
use super::words::Words;
use super::{Command, Hint, Line, People, Script, doubts, habits, phrases, subject_text};

/// After this many lines that were not understood, the rest is not read.
const MAX_NOT_UNDERSTOOD: usize = 3;

/// Reads a whole mail.
pub(super) fn walk(lines: &[String], subject: &str, turns: &dyn Turns) -> Script {
    let end = lines
        .iter()
        .position(|l| habits::is_signoff(l))
        .unwrap_or(lines.len());
    let (lines, unread) = bounded(&lines[..end]);
    let items = items(lines, turns);
    let script = match beginning(&items) {
        Some(at) => {
            let script = Walk::new(lines, &items, turns).run(at);
            // Words below a closing formula are sent to nobody, but may correct the turn: `P.S. I mean d4`.
            let closed = items[at..]
                .iter()
                .position(|item| matches!(item, Item::Close));
            let below = closed.map_or(lines.len(), |closed| at + closed);
            let unsent = [&lines[..at], &lines[below..]];
            let script = doubts::settle(script, unsent, turns);
            // `Subject: please ignore this one`. Subjects of letters may ask, and tell what was done.
            let subject = subject_text(subject, turns.games());
            match phrases::doubt(&subject) {
                None | Some(phrases::Doubt::Question | phrases::Doubt::Report) => script,
                Some(_) => doubts::beside(script, &subject, turns),
            }
        }
        None => without_beginning(lines, &items, subject, turns),
    };
    Script {
        unread: script.unread + unread,
        ..script
    }
}

/// Reads a mail in which no command and no turn is where the commands begin: its Subject, a turn
/// within a sentence or further below, talk after the end of a game, a line that only begins like a
/// command.
fn without_beginning(lines: &[String], items: &[Item], subject: &str, turns: &dyn Turns) -> Script {
    let empty = items.iter().all(|item| matches!(item, Item::Idle));
    let subject = from_subject(subject, turns);
    if let Some(reading) = subject {
        let sure = reading.certainty == Certainty::Sure;
        if sure || empty {
            let script = Script {
                lines: vec![reading.line],
                from_subject: true,
                ..Script::default()
            };
            let script = doubts::settle(script, [lines, &[]], turns);
            let text = items.iter().take_while(|item| !matches!(item, Item::Close));
            let mut said = text.filter_map(|item| match item {
                Item::Text(text, _) => Some(*text),
                _ => None,
            });
            return match said.find(|text| speaks_against(text)) {
                Some(text) => doubts::beside(script, text, turns),
                None => script,
            };
        }
    }
    if turns.stage(None) == Stage::Over
        && let Some(script) = talk(lines, items, turns)
    {
        return script;
    }
    if let Some(line) = doubts::seen(lines, turns) {
        return Script {
            lines: vec![line],
            ..Script::default()
        };
    }
    let mut written = items.iter().enumerate();
    let loose = |item: &Item| matches!(item, Item::Text(_, r) if r.certainty == Certainty::Loose);
    let mut first = written
        .by_ref()
        .filter(|(_, item)| !matches!(item, Item::Idle))
        .take(FIRST_LINES);
    let at = first.find(|(_, item)| loose(item)).map_or(0, |(at, _)| at);
    Walk::new(lines, items, turns).run(at)
}

/// Whether a text casts doubt on what the Subject says. That something was done or sent does not.
fn speaks_against(text: &str) -> bool {
    !phrases::leaves_turns(text)
        || phrases::doubt(text).is_some_and(|doubt| doubt != phrases::Doubt::Report)
}

/// The Subject, if it may be a command.
fn from_subject(subject: &str, turns: &dyn Turns) -> Option<LineReading> {
    let text = subject_text(subject, turns.games());
    let reading = read_line(&text, None, turns);
    if reading.certainty != Certainty::None {
        return Some(reading);
    }
    // `Hans38 Chess: Nf3`, where a player has written behind the name of the game.
    let (_, behind) = text.rsplit_once(": ")?;
    let reading = read_line(behind, None, turns);
    (reading.certainty == Certainty::Sure).then_some(reading)
}

/// The words of a mail about a game that is over: they go to the others.
fn talk(lines: &[String], items: &[Item], turns: &dyn Turns) -> Option<Script> {
    let written = |item: &Item| matches!(item, Item::Text(..));
    let loose = |item: &Item| matches!(item, Item::Text(_, r) if r.certainty == Certainty::Loose);
    if items.iter().any(loose) {
        return None;
    }
    let begin = items.iter().position(written)?;
    // `Thanks!` above the words is one of them.
    let begin = items[..begin]
        .iter()
        .position(|item| matches!(item, Item::Close))
        .unwrap_or(begin);
    let mut words = Words::default();
    for (line, item) in lines.iter().zip(items).skip(begin) {
        match item {
            Item::Close if !words.is_empty() => break,
            Item::Idle => words.gap(),
            _ => words.push(line),
        }
    }
    let (text, signature) = words.text(turns);
    let text = text?;
    let shown = lines[begin].trim().to_owned();
    Some(Script {
        lines: vec![Line::new(shown, Command::Say { to: None, text })],
        signature,
        ..Script::default()
    })
}

/// The state of going through the lines.
struct Walk<'a> {
    lines: &'a [String],
    items: &'a [Item<'a>],
    turns: &'a dyn Turns,
    /// Index of the next line.
    at: usize,
    /// The game that the last line with `#17` alone has named.
    scope: Option<i64>,
    not_understood: usize,
    /// Whether no line has a letter or a digit.
    empty: bool,
    /// The line of the script to which words below it belong, and these words.
    words: Option<(usize, Words)>,
    script: Script,
}

impl<'a> Walk<'a> {
    fn new(lines: &'a [String], items: &'a [Item<'a>], turns: &'a dyn Turns) -> Self {
        Self {
            lines,
            items,
            turns,
            at: 0,
            scope: None,
            not_understood: 0,
            empty: items.iter().all(|item| matches!(item, Item::Idle)),
            words: None,
            script: Script::default(),
        }
    }

    fn run(mut self, from: usize) -> Script {
        self.at = from;
        while let Some(item) = self.items.get(self.at) {
            if self.not_understood == MAX_NOT_UNDERSTOOD {
                self.leave_unread(self.items.len());
                break;
            }
            self.at += 1;
            match item {
                Item::Idle => self.idle(),
                // What was not understood so far gives `Thanks!` no meaning.
                Item::Close if self.not_understood == self.script.lines.len() => {
                    self.prose(self.at - 1);
                }
                Item::Close => break,
                Item::Game(game) => {
                    self.end_words();
                    self.scope = Some(*game);
                }
                Item::Press(to) => {
                    self.end_words();
                    self.press(to.clone());
                }
                Item::Text(text, reading) => self.text(text, reading),
            }
        }
        self.end_words();
        if let (Some(game), true) = (self.scope, self.script.lines.is_empty()) {
            // A mail that only names a game asks to see it.
            let command = Command::Show {
                at: None,
                game: None,
            };
            self.push(format!("#{game}"), command);
        }
        self.script
    }

    fn push(&mut self, text: String, command: Command) {
        self.script.lines.push(Line {
            game: self.scope,
            ..Line::new(text, command)
        });
    }

    fn idle(&mut self) {
        let line = self.lines[self.at - 1].trim();
        if let Some((_, words)) = &mut self.words {
            words.gap();
        } else if !line.is_empty() && self.empty {
            self.not_understood += 1;
            self.push(line.to_owned(), Command::Unrecognised);
        }
    }

    fn text(&mut self, text: &str, reading: &LineReading) {
        if reading.certainty == Certainty::Sure {
            return match &reading.line.command {
                Command::Turn { .. } => self.turn(&reading.line),
                Command::Plan(texts) => self.plan(&reading.line, texts),
                _ => self.command(&reading.line),
            };
        }
        let about_no_game = self.is_about_no_game(&reading.line.command);
        let above = self
            .words
            .as_ref()
            .and_then(|(at, _)| self.script.lines.get(*at));
        if above.is_some_and(|above| above.command.is_of_meeting())
            && reading.line.command.is_of_meeting()
        {
            // Among lines about challenges, another one is no word of a message.
            return self.command(&reading.line);
        }
        match &mut self.words {
            Some((_, words)) if !is_condition(text, reading, self.turns) => words.push(text),
            Some(_) => self.script.lines.push(reading.line.clone()),
            None if about_no_game => {
                let at = self.script.lines.len();
                self.script.lines.push(reading.line.clone());
                self.words = Some((at, Words::default()));
            }
            None => match &reading.line.command {
                Command::People(people) if people.has_text() => self.letter(&reading.line, people),
                _ => {
                    self.not_understood += 1;
                    self.script.lines.push(reading.line.clone());
                }
            },
        }
    }

    /// Reads a message to somebody or a report: the words behind the colon, and all lines below, to `end` or to the end of the
    /// mail. No line of them is a command.
    fn letter(&mut self, line: &Line, people: &People) {
        self.end_words();
        let body = &self.lines[self.at..];
        let ends = |line: &String| habits::is_end(line);
        let end = body.iter().position(ends);
        let said = &body[..end.unwrap_or(body.len())];
        self.at += end.map_or(body.len(), |end| end + 1);
        let said = said
            .iter()
            .map(|line| habits::without_password(line.trim_end()));
        let said: Vec<String> = said.map(std::borrow::Cow::into_owned).collect();
        let below = said.join("\n");
        let whole = |text: &str| {
            let text = format!("{text}\n{below}");
            text.trim_matches('\n').trim_end().to_owned()
        };
        let mut line = line.clone();
        line.command = Command::People(match people {
            People::Message { to, text } => People::Message {
                to: to.clone(),
                text: whole(text),
            },
            People::Report(text) => People::Report(whole(text)),
            other => other.clone(),
        });
        self.script.lines.push(line);
    }

    /// Whether the lines below a command belong to it, as the rest of a line that was wrapped, or go to nobody: it is
    /// about a challenge, or answers a letter about no game.
    fn is_about_no_game(&self, command: &Command) -> bool {
        let answer = matches!(command, Command::Yes | Command::YesAdd | Command::No);
        command.is_of_meeting()
            || answer && self.turns.stage(None) == Stage::None && self.turns.asked(None)
    }

    /// A line that closes a mail, in a mail of which nothing was understood.
    fn prose(&mut self, at: usize) {
        self.not_understood += 1;
        let line = read_line(&self.lines[at], self.scope, self.turns).line;
        self.script.lines.push(line);
    }

    /// Whether a `yes` agrees to what others offer or ask for, and answers no question of ours.
    fn agrees_with_others(&self, game: Option<i64>) -> bool {
        let offered = self.turns.stage(game) == Stage::Offered || self.turns.proposed(game);
        offered && !self.turns.asked(game)
    }

    /// Reads a command. The words below it go to the others, if it does something in the game.
    fn command(&mut self, line: &Line) {
        if let Command::People(people) = &line.command
            && people.has_text()
        {
            return self.letter(line, people);
        }
        let at = self.script.lines.len();
        self.script.lines.push(line.clone());
        match &line.command {
            // Its own words go on below it.
            Command::Say { .. } => {
                self.end_words();
                self.words = Some((at, Words::default()));
            }
            command
                if matches!(command, Command::Draw(_) | Command::Resign)
                    || command.concerns_others()
                    || *command == Command::Yes && self.agrees_with_others(line.game) =>
            {
                // Below a turn, they are the words to the turn.
                let (_, words) = self.words.get_or_insert((at, Words::default()));
                if let Some(said) = self.script.lines[at].words.take() {
                    words.push(&said);
                }
            }
            command if self.is_about_no_game(command) => {
                self.end_words();
                self.words = Some((at, Words::default()));
            }
            _ => {}
        }
    }

    /// Reads a turn, with the lines below it that are further actions of the same turn.
    fn turn(&mut self, first: &Line) {
        let mut group = vec![first];
        let mut end = self.at;
        for (at, item) in self.items.iter().enumerate().skip(self.at) {
            match item {
                Item::Idle => {}
                Item::Text(_, reading) if goes_with(first, reading) => {
                    group.push(&reading.line);
                    end = at + 1;
                }
                _ => break,
            }
        }
        let joined = doubts::joined(&group, self.turns);
        let mut line = match joined {
            Some(line) => {
                self.at = end;
                line
            }
            None => first.clone(),
        };
        self.end_words();
        let mut words = Words::default();
        if let Some(talk) = line.words.take() {
            words.push(&talk);
        }
        self.words = Some((self.script.lines.len(), words));
        self.script.lines.push(line);
    }

    /// Adds conditional turns to those of the mail in the same game: they are kept together or not at all. Words
    /// below them belong to the turn above.
    fn plan(&mut self, line: &Line, texts: &[String]) {
        let same =
            |one: &&mut Line| one.game == line.game && matches!(one.command, Command::Plan(_));
        if let Some((_, words)) = &mut self.words {
            words.gap();
        }
        match self.script.lines.iter_mut().find(same) {
            Some(first) => {
                first.text = format!("{}\n{}", first.text, line.text);
                if let Command::Plan(all) = &mut first.command {
                    all.extend(texts.iter().cloned());
                }
            }
            None => self.script.lines.push(line.clone()),
        }
    }

    /// Gives the words that were found so far to their line.
    fn end_words(&mut self) {
        let Some((at, words)) = self.words.take() else {
            return;
        };
        let (text, signature) = words.text(self.turns);
        self.script.signature += signature;
        let (Some(more), Some(line)) = (text, self.script.lines.get_mut(at)) else {
            return;
        };
        match &mut line.command {
            // A line that the mail program has wrapped goes on without a new paragraph.
            Command::Say { text, .. } => *text = format!("{text}\n{more}"),
            _ => line.words = Some(more),
        }
    }

    /// Reads `PRESS` … `ENDPRESS`. If the end is missing, the end of the text is unknown, so that nothing
    /// below is read as a command.
    fn press(&mut self, to: Option<String>) {
        let title = self.lines[self.at - 1].trim().to_owned();
        let body = &self.lines[self.at..];
        let misused = |hint| Command::Misused { verb: "say", hint };
        let command = match body.iter().position(|l| habits::is_endpress(l)) {
            None => {
                self.leave_unread(self.lines.len());
                misused(Hint::PressEnd)
            }
            Some(end) => {
                self.at += end + 1;
                let said: Vec<&str> = body[..end].iter().map(|l| l.trim_end()).collect();
                match said.join("\n").trim() {
                    "" => misused(Hint::PressText),
                    said => Command::Say {
                        to,
                        text: said.to_owned(),
                    },
                }
            }
        };
        self.push(title, command);
    }

    /// Continues at line `to`, and counts the lines that are left out.
    fn leave_unread(&mut self, to: usize) {
        self.script.unread += self.lines[self.at..to]
            .iter()
            .filter(|l| !is_idle(l))
            .count();
        self.at = to;
    }
}

/// Whether a line below a turn may be a part of the same turn.
fn goes_with(first: &Line, reading: &LineReading) -> bool {
    let plain = matches!(
        reading.line.command,
        Command::Turn {
            guard: None,
            means: None,
            sure: false,
            ..
        }
    );
    let open = matches!(first.command, Command::Turn { then: None, .. });
    reading.certainty == Certainty::Sure && plain && open && reading.line.game == first.game
}

/// Whether a line is a conditional turn, which nobody writes for the opponent to read.
fn is_condition(text: &str, reading: &LineReading, turns: &dyn Turns) -> bool {
    let is_if = matches!(reading.line.command, Command::Misused { verb: "if", .. });
    let any = || {
        text.split_whitespace()
            .nth(1)
            .is_some_and(|word| word.eq_ignore_ascii_case("any"))
    };
    is_if && (any() || !turns.mentions(reading.line.game, text).is_empty())
}
