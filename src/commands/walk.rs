//! The lines of a mail in order: where the commands begin, which paragraphs are comments, where
//! reading ends.

use super::line::{Certainty, Heard, Turnlike, hear, is_idle, lone_game};
use super::{Command, Draw, Line, Script, habits, subject_text};

/// Among so many lines, blank ones not counted, the commands must begin.
const GREETING: usize = 5;
/// After so many lines that make no sense the rest is not read.
const PATIENCE: usize = 3;
/// The longest comment, in lines.
const COMMENT: usize = 10;

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
        (None, Some(heard), _) if heard.certainty == Certainty::Sure => alone(heard.line),
        (None, _, Some(at)) => Walk::new(lines, turnlike).run(at),
        (None, Some(heard), None) if lines.iter().all(|l| is_idle(l)) => alone(heard.line),
        _ => Walk::new(lines, turnlike).run(0),
    }
}

/// The first sure line and the first loose one, among those where commands may begin.
fn beginnings(lines: &[String], turnlike: Turnlike) -> (Option<usize>, Option<usize>) {
    let mut loose = None;
    let spoken = lines.iter().enumerate().filter(|(_, l)| !is_idle(l));
    for (at, text) in spoken.take(GREETING) {
        match certainty(text, None, turnlike) {
            Certainty::Sure => return (Some(at), loose),
            Certainty::Loose => loose = loose.or(Some(at)),
            Certainty::None => {}
        }
    }
    (None, loose)
}

/// How sure it is that a line is for us: a command, a turn, `#17` alone or `PRESS`.
fn certainty(text: &str, scope: Option<i64>, turnlike: Turnlike) -> Certainty {
    if lone_game(text).is_some() || habits::press(text).is_some() {
        return Certainty::Sure;
    }
    hear(text, scope, turnlike).certainty
}

/// The Subject, if it may be a command.
fn from_subject(subject: &str, turnlike: Turnlike) -> Option<Heard> {
    let heard = hear(&subject_text(subject), None, turnlike);
    (heard.certainty != Certainty::None).then_some(heard)
}

fn alone(line: Line) -> Script {
    Script {
        lines: vec![line],
        unread: 0,
        from_subject: true,
    }
}

/// A walk through the lines from where the commands begin.
struct Walk<'a> {
    lines: &'a [String],
    turnlike: Turnlike<'a>,
    /// The next line.
    at: usize,
    /// The game that a line of its own has named.
    scope: Option<i64>,
    nonsense: usize,
    script: Script,
}

impl<'a> Walk<'a> {
    fn new(lines: &'a [String], turnlike: Turnlike<'a>) -> Self {
        Self {
            lines,
            turnlike,
            at: 0,
            scope: None,
            nonsense: 0,
            script: Script::default(),
        }
    }

    fn run(mut self, from: usize) -> Script {
        self.at = from;
        while let Some(text) = self.lines.get(self.at) {
            if self.nonsense == PATIENCE {
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
            // A mail that names a game and nothing else wants to see it.
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

    /// A line that is a command, a turn or nonsense, with the comment below it.
    fn line(&mut self, text: &str) {
        let heard = hear(text, self.scope, self.turnlike);
        if heard.certainty != Certainty::Sure {
            self.nonsense += 1;
        }
        self.script.lines.push(heard.line);
        self.comment();
    }

    /// Takes the paragraph below a turn, or below a draw offer that follows the turn, as the
    /// turn's comment.
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
        let begins = self.lines.get(from).is_some_and(|first| {
            !is_idle(first) && certainty(first, self.scope, self.turnlike) != Certainty::Sure
        });
        if !begins {
            return;
        }
        let length = (from..).take_while(|&at| !blank(at)).count();
        let kept = &self.lines[from..from + length.min(COMMENT)];
        let kept: Vec<_> = kept
            .iter()
            .map(|l| habits::without_password(l.trim()))
            .collect();
        *comment = Some(kept.join("\n"));
        self.at = from + length.min(COMMENT);
        self.leave_unread(from + length);
    }

    /// `PRESS` … `ENDPRESS`. Without its end nobody knows where the text stops, and nothing below
    /// may be taken as a command.
    fn press(&mut self, text: &str, to: Option<String>) {
        let body = &self.lines[self.at..];
        let misused = |hint: &str| Command::Misused {
            verb: "say",
            hint: format!("{hint} Or write `say TEXT`."),
        };
        let command = match body.iter().position(|l| habits::is_endpress(l)) {
            None => {
                self.leave_unread(self.lines.len());
                misused("End the text with a line `ENDPRESS`.")
            }
            Some(end) => {
                self.at += end + 1;
                let said: Vec<&str> = body[..end].iter().map(|l| l.trim_end()).collect();
                match said.join("\n").trim() {
                    "" => misused("Write the text below `PRESS`."),
                    said => Command::Say {
                        to,
                        text: said.to_owned(),
                    },
                }
            }
        };
        self.push(text.trim().to_owned(), command);
    }

    /// Goes on at line `to`, counting what is left out.
    fn leave_unread(&mut self, to: usize) {
        self.script.unread += self.lines[self.at..to]
            .iter()
            .filter(|l| !is_idle(l))
            .count();
        self.at = to;
    }
}
