//! The listing of `mail parse` for people.

use crate::office::explain::NamedBy;

use super::reading::{CommandShown, DoubtShown};
use super::report::{Asked, KeyShown, LetterShown, Report};

impl Report {
    /// The lines of the listing.
    pub fn lines(&self) -> Vec<String> {
        let mut out = Vec::new();
        if let (Some(mail), Some(result)) = (&self.mail, &self.judged_before) {
            out.push(format!(
                "{mail} was judged when it came ({result}). This is what would be decided about it now:"
            ));
        }
        out.push(format!(
            "Verdict: {}, {}",
            self.verdict,
            result(&self.result)
        ));
        out.extend(self.reason.iter().map(|why| format!("Reason:  {why}")));
        out.push(format!("Sender:  {}", self.sender()));
        out.push(format!("Host:    {}", host(self)));
        out.push(format!("Game:    {}", self.about()));
        out.push(format!("Subject: {}", self.subject));
        if self.keys.is_empty() {
            out.push("Keys:    none".to_owned());
        }
        out.extend(self.keys.iter().map(|one| format!("Key:     {}", key(one))));
        if self.truncated {
            out.push("The mail is too long: only its first 1048576 bytes are read.".to_owned());
        }
        self.text(&mut out);
        self.readings(&mut out);
        section(
            &mut out,
            "Said of the whole mail",
            self.answer.iter().map(|one| one.text.clone()),
        );
        let words = self.words.iter().flat_map(|words| words.lines());
        section(
            &mut out,
            "Words that go to others",
            words.map(|line| format!("| {line}")),
        );
        section(&mut out, "Questions", self.asks.iter().map(asked));
        let ends = self.ends.iter().map(|end| {
            let reason = end.reason.as_deref().unwrap_or("no reason");
            format!(
                "game #{}: {}, {reason}",
                end.game,
                end.result.as_deref().unwrap_or("?")
            )
        });
        section(&mut out, "Games that end", ends);
        section(&mut out, "Further changes", self.changes.iter().cloned());
        section(
            &mut out,
            "Letters that would leave",
            self.letters.iter().map(letter),
        );
        if self.letters.is_empty() {
            out.push(String::new());
            out.push("No letter would leave.".to_owned());
        }
        out.push(String::new());
        out.push("Nothing was written, and nothing was sent.".to_owned());
        out
    }

    fn sender(&self) -> String {
        let sender = &self.sender;
        let who = sender.address.as_deref().unwrap_or("nobody");
        let player = match &sender.player {
            Some(name) => format!(" ({name})"),
            None => String::new(),
        };
        format!("{who}{player}, {}", proof(sender.why))
    }

    fn about(&self) -> String {
        let Some(game) = self.game else {
            return "none".to_owned();
        };
        let by = match self.game_by {
            Some(NamedBy::Key) => "that of the key",
            Some(NamedBy::Line) => "a line names it",
            Some(NamedBy::Letter) => "that of the letter that is answered",
            Some(NamedBy::Subject) => "the Subject names it",
            Some(NamedBy::OnlyDue) => "the only one in which the sender is to move",
            Some(NamedBy::Newest) => "the newest one of the sender",
            None => "named by the mail",
        };
        format!("#{game}, {by}")
    }

    /// The text of the mail, line by line.
    fn text(&self, out: &mut Vec<String>) {
        let lines = self.lines.iter().filter(|line| line.part != "blank");
        let shown = lines.map(|line| {
            let used = match (line.used, line.command) {
                (Some("command"), Some(index)) => format!("read ({})", index + 1),
                (Some("words"), Some(index)) => format!("words ({})", index + 1),
                (Some("game"), _) => "names a game".to_owned(),
                (Some(_), _) => "not used".to_owned(),
                (None, _) => String::new(),
            };
            let number = line.line;
            format!("{number:>3} {:<11} {used:<12} | {}", line.part, line.text)
        });
        section(out, "Text, line by line", shown);
    }

    /// What the lines were read as, and what comes of each.
    fn readings(&self, out: &mut Vec<String>) {
        let above = if self.from_subject {
            "Read in the Subject"
        } else {
            "Read"
        };
        let mut shown = Vec::new();
        for (index, command) in self.commands.iter().enumerate() {
            let game = command.game.map(|game| format!(", game #{game}"));
            let game = game.unwrap_or_default();
            shown.push(format!(
                "({}) {:?}: {}{game}",
                index + 1,
                command.line,
                reads(command)
            ));
            shown.extend(
                command
                    .doubt
                    .iter()
                    .map(|why| format!("    {}", doubt(why))),
            );
            let words = command.words.iter().flat_map(|words| words.lines());
            shown.extend(words.map(|line| format!("    words | {line}")));
            let outcome = command.outcome.iter();
            shown.extend(outcome.map(|one| format!("    => {}", one.text)));
        }
        section(out, above, shown.into_iter());
    }
}

/// A heading with lines below it, if there are any.
fn section(out: &mut Vec<String>, title: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        out.push(String::new());
        out.push(format!("{title}:"));
        out.extend(lines.map(|line| format!("  {line}")));
    }
}

fn result(word: &str) -> String {
    let means = match word {
        "played" => "a turn is played",
        "answered" => "no turn is played; it is answered",
        "asked" => "nothing is done before the player has answered a question",
        "refused" => "refused as a whole",
        "duplicate" => "it was answered before",
        "unproven" => "nothing is done: its sender is not proven",
        "stranger" => "its sender is no player: the answer says how to join, or what was asked",
        "silent" => "not answered",
        "robot" => "written by a program, and not answered",
        "bounce" => "a delivery report, and not answered",
        "quarantined" => "it cannot be judged, and is kept for the umpire",
        _ => return word.to_owned(),
    };
    format!("{word} ({means})")
}

fn proof(why: &str) -> &'static str {
    match why {
        "key" => "proven: an address of record, and the key of the newest letter",
        "earlier-key" => "proven: an address of record, but the key of an earlier letter",
        "host" => "proven: an address of record, and the mail host vouches for it",
        "host-denies" => "not proven: the mail host says that it is not from this domain",
        "host-silent" => {
            "not proven: the mail host does not vouch for it, as it did for earlier mails"
        }
        "other-address" => "not proven: it has a key, but comes from no address of record",
        "key-of-another" => "not proven: its key is that of another player",
        "no-key" => "not proven: an address of record, but no key",
        "no-sender" => "not proven: it has no single From address",
        "unknown" => "not proven: no address of record, and no key",
        _ => "not looked up: programs prove nothing",
    }
}

fn host(report: &Report) -> String {
    let Some(host) = &report.authserv_id else {
        return "the settings name none that vouches for senders".to_owned();
    };
    match report.sender.vouched {
        Some("fails") => format!("{host} says that the mail is not from the domain of its sender"),
        Some(method) => format!("{host} vouches for the sender by {method}"),
        None => format!("{host} does not vouch for the sender"),
    }
}

fn key(key: &KeyShown) -> String {
    let whose = match (key.game, &key.seat, &key.player) {
        (Some(game), Some(seat), Some(player)) => format!("game #{game}, {seat} ({player})"),
        _ => "for no game".to_owned(),
    };
    let state = match (key.void, key.current) {
        (true, _) => "counts no more: others have read it",
        (false, true) => "of a letter that shows the present position",
        (false, false) => "of an earlier letter",
    };
    format!("{whose}, {state}")
}

fn reads(command: &CommandShown) -> String {
    let argument = command.argument.as_deref().unwrap_or_default();
    let verb = command.verb.unwrap_or_default();
    let mut said = match command.reads {
        "turn" => format!("the turn {argument:?}"),
        "command" if argument.is_empty() => format!("the command {verb}"),
        "command" => format!("the command {verb}, {argument:?}"),
        "misused" => format!("the command {verb}, which is not written so"),
        _ => "neither a turn nor a command".to_owned(),
    };
    if let Some(number) = &command.number {
        said.push_str(&format!(", for turn {number}"));
    }
    if let Some(then) = command.then {
        said.push_str(&format!(", with {then}"));
    }
    said
}

fn doubt(doubt: &DoubtShown) -> String {
    let why = match doubt.why {
        "sentence" => "a turn stands in a sentence".to_owned(),
        "letters" => "it is not written as turns are here".to_owned(),
        "others" => "the mail holds other turns or commands that do not go with it".to_owned(),
        _ => format!(
            "words of the mail speak against it: {:?}",
            doubt.words.as_deref().unwrap_or_default()
        ),
    };
    match doubt.turns.as_slice() {
        [] => format!("in doubt: {why}"),
        turns => format!("in doubt: {why}; it may mean {}", turns.join(", ")),
    }
}

fn asked(question: &Asked) -> String {
    let Asked {
        game, seat, why, ..
    } = question;
    let why = match *why {
        "other-address" => "whether this mail is his",
        _ => "what he means",
    };
    let lines: Vec<String> = question
        .lines
        .iter()
        .map(|line| format!("{line:?}"))
        .collect();
    let waits = match (lines.as_slice(), question.turns.as_slice()) {
        ([], []) => "nothing waits".to_owned(),
        ([], turns) => format!("one of {}", turns.join(", ")),
        (lines, _) => format!("a yes carries out {}", lines.join(", ")),
    };
    format!("game #{game}: {seat} is asked {why}; {waits}")
}

fn letter(letter: &LetterShown) -> String {
    let about = match (letter.game, &letter.seat) {
        (Some(game), Some(seat)) => format!(", game #{game}, {seat}"),
        _ => String::new(),
    };
    format!("{} to {}{about}", letter.kind, letter.to)
}
