//! Goes through the lines of a mail: finds where the commands begin, which paragraphs are comments, and
//! where reading ends.

use super::line::{Certainty, LineReading, Turnlike, is_idle, lone_game, named_game, read_line};
use super::{Command, Draw, Hint, Line, Script, habits, subject_text};

/// The commands have to begin within this many lines, without blank ones.
const FIRST_LINES: usize = 5;
/// After this many lines that were not understood, the rest is not read.
const MAX_NOT_UNDERSTOOD: usize = 3;
/// At most this many lines of a comment are read.
const MAX_COMMENT: usize = 10;

/// Reads a whole mail.
pub(super) fn walk(lines: &[String], subject: &str, turnlike: Turnlike) -> Script {
    let end = lines
        .iter()
        .position(|l| habits::is_signoff(l))
        .unwrap_or(lines.len());
    let lines = &lines[..end];
    let (sure, loose) = beginnings(lines, turnlike);
    let subject = sure
        .is_none()
        .then(|| from_subject(subject, turnlike))
        .flatten();
    match (sure, subject, loose) {
        (Some(at), _, _) => Walk::new(lines, turnlike).run(at),
        (None, Some(reading), _) if reading.certainty == Certainty::Sure => alone(reading.line),
        (None, _, Some(at)) => Walk::new(lines, turnlike).run(at),
        (None, Some(reading), None) if lines.iter().all(|l| is_idle(l)) => alone(reading.line),
        _ => Walk::new(lines, turnlike).run(0),
    }
}

/// The first sure line and the first loose one within [`FIRST_LINES`].
fn beginnings(lines: &[String], turnlike: Turnlike) -> (Option<usize>, Option<usize>) {
    let mut loose = None;
    let written = lines.iter().enumerate().filter(|(_, l)| !is_idle(l));
    for (at, text) in written.take(FIRST_LINES) {
        match certainty(text, None, turnlike) {
            Certainty::Sure => return (Some(at), loose),
            Certainty::Loose => loose = loose.or(Some(at)),
            Certainty::None => {}
        }
    }
    (None, loose)
}

/// The certainty that a line is a command, a turn, `#17` alone or `PRESS`.
fn certainty(text: &str, scope: Option<i64>, turnlike: Turnlike) -> Certainty {
    if lone_game(text).is_some() || habits::press(text).is_some() {
        return Certainty::Sure;
    }
    read_line(text, scope, turnlike).certainty
}

/// The Subject, if it may be a command.
fn from_subject(subject: &str, turnlike: Turnlike) -> Option<LineReading> {
    let reading = read_line(&subject_text(subject), None, turnlike);
    (reading.certainty != Certainty::None).then_some(reading)
}

fn alone(line: Line) -> Script {
    Script {
        lines: vec![line],
        unread: 0,
        from_subject: true,
    }
}

/// The state of going through the lines.
struct Walk<'a> {
    lines: &'a [String],
    turnlike: Turnlike<'a>,
    /// Index of the next line.
    at: usize,
    /// The game that the last line with `#17` alone has named.
    scope: Option<i64>,
    not_understood: usize,
    script: Script,
}

impl<'a> Walk<'a> {
    fn new(lines: &'a [String], turnlike: Turnlike<'a>) -> Self {
        Self {
            lines,
            turnlike,
            at: 0,
            scope: None,
            not_understood: 0,
            script: Script::default(),
        }
    }

    fn run(mut self, from: usize) -> Script {
        self.at = from;
        while let Some(text) = self.lines.get(self.at) {
            if self.not_understood == MAX_NOT_UNDERSTOOD {
                self.leave_unread(self.lines.len());
                break;
            }
            self.at += 1;
            if is_idle(text) {
                continue;
            }
            if let Some(game) = lone_game(text) {
                self.scope = Some(game);
            } else if let Some(to) = habits::press(text) {
                self.press(text, to);
            } else {
                self.line(text);
            }
        }
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
            text,
            game: self.scope,
            command,
        });
    }

    /// Reads a line, and the comment below it if it is a turn.
    fn line(&mut self, text: &str) {
        let reading = read_line(text, self.scope, self.turnlike);
        if reading.certainty != Certainty::Sure {
            self.not_understood += 1;
        }
        self.script.lines.push(reading.line);
        self.comment();
    }

    /// Reads the paragraph below a turn, or below a draw offer that follows a turn, as its comment.
    fn comment(&mut self) {
        let lines = &self.script.lines;
        let turn = match lines.last().map(|l| &l.command) {
            Some(Command::Turn { .. }) => lines.len() - 1,
            Some(Command::Draw(Draw::Offer | Draw::Claim(None))) if lines.len() > 1 => {
                lines.len() - 2
            }
            _ => return,
        };
        let blank = |at: usize| self.lines.get(at).is_none_or(|l| l.trim().is_empty());
        let from = self.at + usize::from(blank(self.at));
        let Command::Turn {
            comment: comment @ None,
            ..
        } = &mut self.script.lines[turn].command
        else {
            return;
        };
        // What is meant for another game is no word for the opponent in this one.
        let names_game = |at: usize| self.lines.get(at).and_then(|l| named_game(l)).is_some();
        let begins = self.lines.get(from).is_some_and(|first| {
            !is_idle(first) && certainty(first, self.scope, self.turnlike) != Certainty::Sure
        });
        if !begins || names_game(from) {
            return;
        }
        let length = (from..)
            .take_while(|&at| !blank(at) && !names_game(at))
            .count();
        let kept = &self.lines[from..from + length.min(MAX_COMMENT)];
        let kept: Vec<_> = kept
            .iter()
            .map(|l| habits::without_password(l.trim()))
            .collect();
        *comment = Some(kept.join("\n"));
        self.at = from + length.min(MAX_COMMENT);
        self.leave_unread(from + length);
    }

    /// Reads `PRESS` … `ENDPRESS`. If the end is missing, the end of the text is unknown, so that nothing
    /// below is read as a command.
    fn press(&mut self, text: &str, to: Option<String>) {
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
        self.push(text.trim().to_owned(), command);
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
