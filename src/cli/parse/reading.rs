//! The lines of a mail beside what they were read as.

use serde::Serialize;

use crate::commands::{self, Command, Draw, Extra, Guard, Line, Meeting, Script, Why};
use crate::mail::LineKind;
use crate::office::explain::MailLine;

/// A line of the text of a mail.
#[derive(Debug, Serialize)]
pub(super) struct LineShown {
    /// Its number, from 1.
    pub line: usize,
    /// What it is: `own`, or why it is left out.
    pub part: &'static str,
    /// What an own line is read as: `command`, `words`, `game`, or `unused`.
    #[serde(rename = "use")]
    pub used: Option<&'static str>,
    /// The command that it belongs to, as an index of `commands`.
    pub command: Option<usize>,
    /// The line as it is in the text of the mail.
    pub text: String,
}

/// What a line asks for.
#[derive(Debug, Serialize)]
pub(super) struct CommandShown {
    /// The line as written; several that belong together are one.
    pub line: String,
    /// The game that it names.
    pub game: Option<i64>,
    /// `turn`, `command`, `misused` or `nothing`.
    pub reads: &'static str,
    /// The name of the command.
    pub verb: Option<&'static str>,
    /// Turn or argument as typed.
    pub argument: Option<String>,
    /// The turn number before it.
    pub number: Option<String>,
    /// What is asked for together with a turn.
    pub then: Option<&'static str>,
    /// Why it is asked back.
    pub doubt: Option<DoubtShown>,
    /// Words for the others that are in it or below it.
    pub words: Option<String>,
    /// What comes of it.
    pub outcome: Vec<super::outcome::Outcome>,
}

/// Why a line is asked back.
#[derive(Debug, Serialize)]
pub(super) struct DoubtShown {
    /// `sentence`, `letters`, `others` or `words`.
    pub why: &'static str,
    /// The turns that may be meant.
    pub turns: Vec<String>,
    /// The words of the mail that speak against it.
    pub words: Option<String>,
}

/// What each line of a script asks for, without what comes of it.
pub(super) fn commands(script: &Script) -> Vec<CommandShown> {
    script.lines.iter().map(command).collect()
}

fn command(line: &Line) -> CommandShown {
    let reads = match &line.command {
        Command::Turn { .. } => "turn",
        Command::Misused { .. } => "misused",
        Command::Unrecognised => "nothing",
        _ => "command",
    };
    let (number, then) = match &line.command {
        Command::Turn { guard, then, .. } => (guard.map(numbered), then.as_ref().map(extra)),
        Command::Show { at, .. } => (at.map(numbered), None),
        _ => (None, None),
    };
    let words = match &line.command {
        Command::Say { text, .. } => Some(text.clone()),
        _ => line.words.clone(),
    };
    CommandShown {
        line: line.text.clone(),
        game: line.game,
        reads,
        verb: line.command.verb(),
        argument: argument(&line.command),
        number,
        then,
        doubt: line.doubt.as_ref().map(|doubt| DoubtShown {
            why: match doubt.why {
                Why::Sentence => "sentence",
                Why::Letters => "letters",
                Why::Others => "others",
                Why::Words(_) => "words",
                Why::Final => "final",
                Why::Quoted => "quoted",
            },
            turns: doubt.turns.clone(),
            words: match &doubt.why {
                Why::Words(words) => Some(words.clone()),
                _ => None,
            },
        }),
        words,
        outcome: Vec::new(),
    }
}

fn numbered(guard: Guard) -> String {
    let dots = if guard.dots >= 3 { "..." } else { "." };
    format!("{}{dots}", guard.number)
}

fn extra(extra: &Extra) -> &'static str {
    match extra {
        Extra::DrawOffer => "draw offer",
        Extra::DrawClaim => "draw claim",
    }
}

fn argument(command: &Command) -> Option<String> {
    match command {
        Command::Turn { turn, .. } | Command::Preview(turn) | Command::Hold(turn) => {
            Some(turn.clone())
        }
        Command::Legal(what) | Command::Help(what) | Command::Rules(what) => what.clone(),
        Command::Draw(draw) => Some(match draw {
            Draw::Offer => "offer".to_owned(),
            Draw::Accept => "accept".to_owned(),
            Draw::Decline => "decline".to_owned(),
            Draw::Claim(None) => "claim".to_owned(),
            Draw::Claim(Some(turn)) => format!("claim {turn}"),
        }),
        Command::Say { to, .. } => to.as_ref().map(|to| format!("to {to}")),
        Command::Show { game, .. } => game.map(|game| format!("#{game}")),
        Command::Decline(game) => Some(format!("#{game}")),
        Command::Address(of) => match of {
            commands::Addresses::List => None,
            commands::Addresses::Add(address) => Some(format!("add {address}")),
            commands::Addresses::Remove(address) => Some(format!("remove {address}")),
        },
        Command::YesAdd => Some("add".to_owned()),
        Command::Format { plain } => Some(if *plain { "plain" } else { "both" }.to_owned()),
        Command::Setting(setting) => match setting {
            commands::Setting::Zone(value)
            | commands::Setting::Quiet(value)
            | commands::Setting::Remind(value) => value.clone(),
            commands::Setting::Calendar(on) => {
                let word = |on: bool| if on { "calendar on" } else { "calendar off" };
                Some(on.map_or("calendar", word).to_owned())
            }
        },
        Command::Leave(leave) => match leave {
            commands::Leave::List => None,
            commands::Leave::Book(dates) => Some(dates.clone()),
            commands::Leave::Cancel(number) => Some(match number {
                Some(number) => format!("cancel {number}"),
                None => "cancel".to_owned(),
            }),
        },
        Command::Meeting(meeting) => of_meeting(meeting),
        _ => None,
    }
}

fn of_meeting(meeting: &Meeting) -> Option<String> {
    let numbered = |number: &Option<i64>, text: &str| {
        let number = number.map(|number| number.to_string());
        let parts = [number.unwrap_or_default(), text.to_owned()];
        Some(parts.join(" ").trim().to_owned()).filter(|text| !text.is_empty())
    };
    match meeting {
        Meeting::Challenge(text) | Meeting::Seek(text) => Some(text.clone()),
        Meeting::Seeks(variant) => variant.clone(),
        Meeting::Join(number) => Some(number.to_string()),
        Meeting::Withdraw(number) | Meeting::Accept(number) => numbered(number, ""),
        Meeting::Decline { number, words } => {
            numbered(number, words.as_deref().unwrap_or_default())
        }
        Meeting::Counter { number, changes } => numbered(number, changes),
        Meeting::Rematch => None,
    }
}

/// Blanks what is planned: it is nobody's to see but its author's.
pub(super) fn hide_plans(shown: &mut [CommandShown]) {
    for command in shown {
        command.line = commands::without_plans(&command.line);
        if matches!(command.verb, Some("if" | "plans")) {
            command.argument = None;
        }
    }
}

/// The same for the lines of a mail, of which some go on below.
pub(super) fn without_plans(mut lines: Vec<LineShown>) -> Vec<LineShown> {
    let texts = lines.iter().map(|line| line.text.replace('\n', " "));
    let text = commands::without_plans(&texts.collect::<Vec<_>>().join("\n"));
    for (line, text) in lines.iter_mut().zip(text.split('\n')) {
        text.clone_into(&mut line.text);
    }
    lines
}

/// Every line of a mail with what it was read as.
pub(super) fn lines(lines: &[MailLine], script: Option<&Script>) -> Vec<LineShown> {
    let mut reader = Matcher { script, at: 0 };
    let numbered = lines.iter().enumerate();
    numbered
        .map(|(index, line)| {
            let (used, command) = match script {
                Some(_) if matches!(line.kind, LineKind::Own | LineKind::Unsure) && !line.key => {
                    reader.used(&line.text)
                }
                _ => (None, None),
            };
            LineShown {
                line: index + 1,
                part: part(line),
                used,
                command,
                text: line.text.clone(),
            }
        })
        .collect()
}

fn part(line: &MailLine) -> &'static str {
    match line.kind {
        LineKind::Own if line.key => "key",
        LineKind::Own => "own",
        LineKind::Blank => "blank",
        LineKind::Quote => "quote",
        LineKind::Attribution => "attribution",
        LineKind::Border => "border",
        LineKind::Unsure => "unsure",
        LineKind::Signature => "signature",
        LineKind::Letter => "letter",
        LineKind::Headers => "headers",
        LineKind::Footer => "footer",
        LineKind::Below => "below",
        LineKind::Unread => "unread",
    }
}

/// Finds the lines of a mail in its script again. Both are in the same order.
struct Matcher<'a> {
    script: Option<&'a Script>,
    /// Index of the line of the script that was found last.
    at: usize,
}

impl Matcher<'_> {
    fn used(&mut self, text: &str) -> (Option<&'static str>, Option<usize>) {
        let text = text.trim();
        let Some(script) = self.script.filter(|script| !script.from_subject) else {
            return (Some("unused"), None);
        };
        let mut rest = script.lines.iter().enumerate().skip(self.at);
        if let Some((index, _)) = rest.clone().find(|(_, line)| line.text == text) {
            self.at = index;
            return (Some("command"), Some(index));
        }
        let has_words = |line: &Line| {
            let said = match &line.command {
                Command::Say { text, .. } => Some(text),
                _ => line.words.as_ref(),
            };
            said.is_some_and(|said| said.lines().any(|line| line.trim() == text))
        };
        let words = script.lines.iter().position(has_words);
        if let Some(index) = words.filter(|_| !text.is_empty()) {
            return (Some("words"), Some(index));
        }
        if commands::named_game(text).is_some() && text.split_whitespace().count() == 1 {
            return (Some("game"), None);
        }
        // Lines that make one turn, or one question, are joined.
        let joined = |line: &Line| {
            line.text.split(" / ").any(|part| part.trim() == text)
                || format!(" {} ", line.text.replace('\n', " ")).contains(&format!(" {text} "))
        };
        match rest.find(|(_, line)| joined(line)) {
            Some((index, _)) => {
                self.at = index;
                (Some("command"), Some(index))
            }
            None => (Some("unused"), None),
        }
    }
}
