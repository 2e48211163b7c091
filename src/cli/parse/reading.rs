//! The lines of a mail beside what they were read as.

use serde_json::{Value, json};

use crate::commands::{
    self, Addresses, Command, Doubt, Draw, Extra, Guard, Leave, Line, Meeting, Script, Setting, Why,
};
use crate::mail::LineKind;
use crate::office::explain::MailLine;

use super::outcome::Outcome;
use super::report::Entry;

/// What a line of a script asks for, why it is asked back, its words, and what comes of it. What is planned is
/// blanked: it is nobody's to see but its author's.
pub(super) fn command(index: usize, line: &Line, outcome: &[Outcome]) -> Entry {
    let command = &line.command;
    let (number, then) = match command {
        Command::Turn { guard, then, .. } => (*guard, then.as_ref()),
        Command::Show { at, .. } => (*at, None),
        _ => (None, None),
    };
    let number = number.map(numbered);
    let then = then.map(|extra| match extra {
        Extra::DrawOffer => "draw offer",
        Extra::DrawClaim => "draw claim",
    });
    let words = words(line);
    let text = commands::without_plans(&line.text);
    let verb = command.verb();
    let planned = matches!(verb, Some("if" | "plans"));
    let argument = argument(command).filter(|_| !planned);
    let (name, typed) = (
        verb.unwrap_or_default(),
        argument.as_deref().unwrap_or_default(),
    );
    let (reads, mut said) = match command {
        Command::Turn { .. } => ("turn", format!("the turn {typed:?}")),
        Command::Misused { .. } => (
            "misused",
            format!("the command {name}, which is not written so"),
        ),
        Command::Unrecognised => ("nothing", "neither a turn nor a command".to_owned()),
        _ if typed.is_empty() => ("command", format!("the command {name}")),
        _ => ("command", format!("the command {name}, {typed:?}")),
    };
    if let Some(number) = &number {
        said.push_str(&format!(", for turn {number}"));
    }
    if let Some(then) = then {
        said.push_str(&format!(", with {then}"));
    }
    if let Some(game) = line.game {
        said.push_str(&format!(", game #{game}"));
    }
    let mut lines = vec![format!("({}) {text:?}: {said}", index + 1)];
    let (doubt, in_doubt) = line.doubt.as_ref().map(doubt).unzip();
    lines.extend(in_doubt);
    let of_words = words.iter().flat_map(|words| words.lines());
    lines.extend(of_words.map(|line| format!("    words | {line}")));
    lines.extend(outcome.iter().map(|one| format!("    => {}", one.text)));
    let value = json!({
        "line": text,
        "game": line.game,
        "reads": reads,
        "verb": verb,
        "argument": argument,
        "number": number,
        "then": then,
        "doubt": doubt,
        "words": words,
        "outcome": outcome,
    });
    (value, lines)
}

/// Words for the others that are in a line or below it.
fn words(line: &Line) -> Option<&String> {
    match &line.command {
        Command::Say { text, .. } => Some(text),
        _ => line.words.as_ref(),
    }
}

/// Why a line is asked back.
fn doubt(doubt: &Doubt) -> (Value, String) {
    let words = match &doubt.why {
        Why::Words(words) => Some(words.as_str()),
        _ => None,
    };
    let against = format!(
        "words of the mail speak against it: {:?}",
        words.unwrap_or_default()
    );
    let (why, said) = match doubt.why {
        Why::Sentence => ("sentence", "a turn stands in a sentence"),
        Why::Letters => ("letters", "it is not written as turns are here"),
        Why::Others => (
            "others",
            "the mail holds other turns or commands that do not go with it",
        ),
        Why::Words(_) => ("words", against.as_str()),
        Why::Final => ("final", against.as_str()),
        Why::Quoted => ("quoted", against.as_str()),
    };
    let mut line = format!("    in doubt: {said}");
    if !doubt.turns.is_empty() {
        line.push_str(&format!("; it may mean {}", doubt.turns.join(", ")));
    }
    (
        json!({"why": why, "turns": doubt.turns, "words": words}),
        line,
    )
}

fn numbered(guard: Guard) -> String {
    let dots = if guard.dots >= 3 { "..." } else { "." };
    format!("{}{dots}", guard.number)
}

/// Turn or argument as typed.
fn argument(command: &Command) -> Option<String> {
    Some(match command {
        Command::Turn { turn, .. } | Command::Preview(turn) | Command::Hold(turn) => turn.clone(),
        Command::Legal(what) | Command::Help(what) | Command::Rules(what) => what.clone()?,
        Command::Draw(Draw::Offer) => "offer".to_owned(),
        Command::Draw(Draw::Accept) => "accept".to_owned(),
        Command::Draw(Draw::Decline) => "decline".to_owned(),
        Command::Draw(Draw::Claim(None)) => "claim".to_owned(),
        Command::Draw(Draw::Claim(Some(turn))) => format!("claim {turn}"),
        Command::Say { to, .. } => format!("to {}", to.as_ref()?),
        Command::Show { game, .. } => format!("#{}", (*game)?),
        Command::Film { turns, game } => {
            let game = game.map(|game| format!("#{game} ")).unwrap_or_default();
            let turns = turns.map(|(first, last)| format!(" {first}-{last}"));
            format!("{game}film{}", turns.unwrap_or_default())
        }
        Command::Decline(game) => format!("#{game}"),
        Command::Address(Addresses::Add(address)) => format!("add {address}"),
        Command::Address(Addresses::Remove(address)) => format!("remove {address}"),
        Command::YesAdd => "add".to_owned(),
        Command::Format { plain: true } => "plain".to_owned(),
        Command::Format { plain: false } => "both".to_owned(),
        Command::Setting(Setting::Zone(value) | Setting::Quiet(value) | Setting::Remind(value)) => {
            value.clone()?
        }
        Command::Setting(Setting::Calendar(None)) => "calendar".to_owned(),
        Command::Setting(Setting::Calendar(Some(true))) => "calendar on".to_owned(),
        Command::Setting(Setting::Calendar(Some(false))) => "calendar off".to_owned(),
        Command::Leave(Leave::Book(dates)) => dates.clone(),
        Command::Leave(Leave::Cancel(None)) => "cancel".to_owned(),
        Command::Leave(Leave::Cancel(Some(number))) => format!("cancel {number}"),
        Command::Meeting(meeting) => of_meeting(meeting)?,
        _ => return None,
    })
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

/// Every line of a mail with what it is, and what an own line was read as. What is planned is blanked, also where
/// it goes on below.
pub(super) fn lines(lines: &[MailLine], script: Option<&Script>) -> Vec<Entry> {
    let texts = lines.iter().map(|line| line.text.replace('\n', " "));
    let shown = commands::without_plans(&texts.collect::<Vec<_>>().join("\n"));
    let mut at = 0;
    let numbered = lines.iter().zip(shown.split('\n')).zip(1..);
    let entry = |((line, text), number): ((&MailLine, &str), usize)| {
        let own = matches!(line.kind, LineKind::Own | LineKind::Unsure) && !line.key;
        let read = script
            .filter(|_| own)
            .map(|script| used(script, &mut at, &line.text));
        let (used, command) = read.unzip();
        let command: Option<usize> = command.flatten();
        let said = match (used, command) {
            (Some("command"), Some(index)) => format!("read ({})", index + 1),
            (Some("words"), Some(index)) => format!("words ({})", index + 1),
            (Some("game"), _) => "names a game".to_owned(),
            (Some(_), _) => "not used".to_owned(),
            (None, _) => String::new(),
        };
        let part = match line.key {
            true => json!("key"),
            false => json!(line.kind),
        };
        let part = part.as_str().unwrap_or_default();
        let listed = (line.kind != LineKind::Blank)
            .then(|| format!("{number:>3} {part:<11} {said:<12} | {text}"));
        let value = json!({
            "line": number,
            "part": part,
            "use": used,
            "command": command,
            "text": text,
        });
        (value, listed.into_iter().collect())
    };
    numbered.map(entry).collect()
}

/// Finds a line of a mail in its script again: what it is read as, and the line of the script that it belongs to.
/// Both are in the same order: `at` is the line of the script that was found last.
fn used(script: &Script, at: &mut usize, text: &str) -> (&'static str, Option<usize>) {
    let text = text.trim();
    if script.from_subject {
        return ("unused", None);
    }
    let mut rest = script.lines.iter().enumerate().skip(*at);
    if let Some((index, _)) = rest.clone().find(|(_, line)| line.text == text) {
        *at = index;
        return ("command", Some(index));
    }
    let has_words =
        |line: &Line| words(line).is_some_and(|said| said.lines().any(|line| line.trim() == text));
    let index = script.lines.iter().position(has_words);
    if index.is_some() && !text.is_empty() {
        return ("words", index);
    }
    if commands::named_game(text).is_some() && text.split_whitespace().count() == 1 {
        return ("game", None);
    }
    // Lines that make one turn, or one question, are joined.
    let joined = |line: &Line| {
        line.text.split(" / ").any(|part| part.trim() == text)
            || format!(" {} ", line.text.replace('\n', " ")).contains(&format!(" {text} "))
    };
    match rest.find(|(_, line)| joined(line)) {
        Some((index, _)) => {
            *at = index;
            ("command", Some(index))
        }
        None => ("unused", None),
    }
}
