//! Everything that `mail parse` says, to programs and to people. `docs/operations.md` describes the fields.

use anyhow::Result;
use serde_json::{Value, json};

use crate::commands;
use crate::ids::MailId;
use crate::letters::Question;
use crate::mail::{MAX_MAIL, Nature, Vouched, Voucher};
use crate::office::Office;
use crate::office::explain::{Explained, NamedBy};
use crate::store::{Decision, Judgement, LetterChange, MailBytes, PlayerChange, Snapshot, Verdict};
use crate::text::counted;

use super::outcome::{Games, game_of};
use super::reading;

/// A stored mail, and what was decided about it before.
pub(super) struct Before {
    /// The id of the stored mail.
    pub id: MailId,
    /// When it arrived, as RFC 3339.
    pub arrived_at: String,
    /// The word of the verdict on it, if it was judged.
    pub result: Option<String>,
}

/// An entry of a list, to programs, and its lines, to people.
pub(super) type Entry = (Value, Vec<String>);

/// What would be decided about a mail, and why.
pub(super) struct Report {
    /// What `--json` prints: one object, whose fields are in `docs/json.md`.
    pub value: Value,
    /// The listing for people.
    pub lines: Vec<String>,
}

impl Report {
    /// Of a mail that was explained.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub fn new(
        office: &Office,
        store: &dyn Snapshot,
        explained: &Explained,
        before: Option<&Before>,
        bytes: &MailBytes,
    ) -> Result<Self> {
        let decision = &explained.decision;
        let mut games = Games::new(office, store, decision);
        let script = explained.trace.script.as_ref();
        let script_lines = script.map_or(&[][..], |script| &script.lines);
        let (outcomes, answer) = games.outcomes(script_lines)?;
        let keys = keys(&games, explained)?;
        let from_subject = script.is_some_and(|script| script.from_subject);
        let mut report = Self::head(office, explained, before);
        let truncated = bytes.truncated || bytes.raw.len() >= MAX_MAIL;
        report.value["from_subject"] = json!(from_subject);
        report.value["truncated"] = json!(truncated);
        if keys.is_empty() {
            report.lines.push("Keys:    none".to_owned());
        }
        let (keys, of_keys): (Vec<Value>, Vec<String>) = keys.into_iter().unzip();
        report.value["keys"] = json!(keys);
        report.lines.extend(of_keys);
        if truncated {
            let text = "The mail is too long: only its first 1048576 bytes are read.";
            report.lines.push(text.to_owned());
        }
        let text = reading::lines(&explained.lines, script);
        report.list("lines", "Text, line by line", text);
        let commands = script_lines.iter().zip(&outcomes).enumerate();
        let commands =
            commands.map(|(index, (line, outcome))| reading::command(index, line, outcome));
        let read = match from_subject {
            true => "Read in the Subject",
            false => "Read",
        };
        report.list("commands", read, commands);
        let answer = answer.iter();
        let answer = answer.map(|one| (json!(one), vec![one.text.clone()]));
        report.list("answer", "Said of the whole mail", answer);
        report.list("words", "Words that go to others", words(decision));
        report.list("asks", "Questions", asks(&games, decision)?);
        report.list("ends", "Games that end", ends(decision));
        let changes = changes(decision).into_iter();
        let changes = changes.map(|what| (json!(what), vec![what]));
        report.list("changes", "Further changes", changes);
        let letters = letters(&games, decision)?;
        let none_leaves = letters.is_empty();
        report.list("letters", "Letters that would leave", letters);
        let mut last = vec!["", "Nothing was written, and nothing was sent."];
        if none_leaves {
            last.splice(..0, ["", "No letter would leave."]);
        }
        report.lines.extend(last.into_iter().map(str::to_owned));
        Ok(report)
    }

    /// What is said of the mail before its lines.
    fn head(office: &Office, explained: &Explained, before: Option<&Before>) -> Self {
        let (decision, message) = (&explained.decision, &explained.message);
        let (verdict, failed) = match &decision.mail {
            Some((_, Judgement::Done(verdict))) => (verdict.clone(), None),
            Some((_, Judgement::Quarantined(why))) => (Verdict::default(), Some(why.clone())),
            None => (Verdict::default(), None),
        };
        let nature = match &message.nature {
            Nature::Robot(_) => "robot",
            // What has the form of a program's answer, or may be a report, is known only when it is decided about.
            _ if verdict.word == "robot" => "robot",
            Nature::Bounce(_) => "bounce",
            Nature::SpamComplaint(_) => "complaint",
            Nature::BulkUnlessToken(_) | Nature::Player => "player",
        };
        let nothing_done = decision.games.iter().all(|game| game.events.is_empty());
        let asked = verdict.word == "answered" && nothing_done && !decision.asks.is_empty();
        let result = match failed {
            Some(_) => "quarantined",
            None if asked => "asked",
            None => &verdict.word,
        };
        let reason = failed.or(verdict.reason);
        let judged = before.and_then(|before| before.result.as_deref());
        let mail = before.map(|before| format!("i{}", before.id));
        let writer = explained.trace.writer.as_ref();
        let player = writer.and_then(|writer| writer.player.as_ref());
        let from = message.from.as_ref().ok();
        let address = from.map(|from| from.address.to_string());
        let why = writer.map_or("program", |writer| writer.why);
        let vouched = match message.vouched {
            Vouched::Yes(Voucher::Dmarc) => Some("dmarc"),
            Vouched::Yes(Voucher::Dkim) => Some("dkim"),
            Vouched::Yes(Voucher::Spf) => Some("spf"),
            Vouched::Fails => Some("fails"),
            Vouched::No => None,
        };
        let authserv_id = office.settings().authserv_id.as_deref();
        let host = match (authserv_id, vouched) {
            (None, _) => "the settings name none that vouches for senders".to_owned(),
            (Some(host), Some("fails")) => {
                format!("{host} says that the mail is not from the domain of its sender")
            }
            (Some(host), Some(method)) => format!("{host} vouches for the sender by {method}"),
            (Some(host), None) => format!("{host} does not vouch for the sender"),
        };
        let game_by = verdict.game.and(explained.trace.named_by);
        let about = match verdict.game {
            Some(game) => format!("#{game}, {}", named_by(game_by)),
            None => "none".to_owned(),
        };
        let subject = commands::without_plans(&commands::without_password(&message.subject));
        let mut lines = Vec::new();
        if let (Some(mail), Some(result)) = (&mail, judged) {
            lines.push(format!(
                "{mail} was judged when it came ({result}). This is what would be decided about it now:"
            ));
        }
        lines.push(format!("Verdict: {nature}, {}", meaning(result)));
        lines.extend(reason.iter().map(|why| format!("Reason:  {why}")));
        let who = address.as_deref().unwrap_or("nobody");
        let named = player.map(|name| format!(" ({name})")).unwrap_or_default();
        lines.push(format!("Sender:  {who}{named}, {}", proof(why)));
        lines.push(format!("Host:    {host}"));
        lines.push(format!("Game:    {about}"));
        lines.push(format!("Subject: {subject}"));
        let value = json!({
            "mail": mail,
            "judged_before": judged,
            "verdict": nature,
            "result": result,
            "reason": reason,
            "sender": {
                "address": address,
                "player": player,
                "proven": writer.is_some_and(|writer| writer.proven),
                "why": why,
                "vouched": vouched,
            },
            "authserv_id": authserv_id,
            "game": verdict.game.map(|game| game.0),
            "game_by": game_by,
            "subject": subject,
        });
        Self { value, lines }
    }

    /// A list: a field, and if it has lines, a heading with these below it.
    fn list(&mut self, field: &str, title: &str, entries: impl IntoIterator<Item = Entry>) {
        let (values, lines): (Vec<Value>, Vec<Vec<String>>) = entries.into_iter().unzip();
        let lines = lines.concat();
        if !lines.is_empty() {
            self.lines.extend([String::new(), format!("{title}:")]);
            self.lines
                .extend(lines.iter().map(|line| format!("  {line}")));
        }
        self.value[field] = json!(values);
    }
}

/// What a result means.
fn meaning(word: &str) -> String {
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
        "complaint" => "a spam complaint of a mail host, and not answered",
        "quarantined" => "it cannot be judged, and is kept for the umpire",
        _ => return word.to_owned(),
    };
    format!("{word} ({means})")
}

/// Why a sender is proven or not, in words.
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

fn named_by(by: Option<NamedBy>) -> &'static str {
    match by {
        Some(NamedBy::Key) => "that of the key",
        Some(NamedBy::Line) => "a line names it",
        Some(NamedBy::Letter) => "that of the letter that is answered",
        Some(NamedBy::Subject) => "the Subject names it",
        Some(NamedBy::OnlyDue) => "the only one in which the sender is to move",
        Some(NamedBy::Newest) => "the newest one of the sender",
        None => "named by the mail",
    }
}

fn keys(games: &Games<'_>, explained: &Explained) -> Result<Vec<(Value, String)>> {
    let shown = explained.keys.iter().map(|key| {
        let state = match (key.void, key.current) {
            (true, _) => "counts no more: others have read it",
            (false, true) => "of a letter that shows the present position",
            (false, false) => "of an earlier letter",
        };
        let mut value = json!({
            "game": null,
            "seat": null,
            "player": null,
            "current": key.current,
            "void": key.void,
        });
        let mut whose = "for no game".to_owned();
        if let Some((game, seat, player)) = &key.seat {
            let seat = games.seat(*game, seat.0)?;
            whose = format!("game #{game}, {seat} ({player})");
            value["game"] = json!(game.0);
            value["seat"] = json!(seat);
            value["player"] = json!(player);
        }
        Ok((value, format!("Key:     {whose}, {state}")))
    });
    shown.collect()
}

/// The words that the decision hands on to others.
fn words(decision: &Decision) -> impl Iterator<Item = Entry> {
    let events = decision.games.iter().flat_map(|game| &game.events);
    let said = events.filter(|event| event.kind == "say");
    said.map(|event| {
        let lines = event.text.lines().map(|line| format!("| {line}"));
        (json!(event.text), lines.collect())
    })
}

fn ends(decision: &Decision) -> impl Iterator<Item = Entry> {
    decision.games.iter().filter_map(|change| {
        let course = change.course.as_ref()?;
        let (game, result) = (change.id.0, course.result.as_ref()?);
        let reason = course.reason.as_deref();
        let line = format!("game #{game}: {result}, {}", reason.unwrap_or("no reason"));
        Some((
            json!({"game": game, "result": result, "reason": reason}),
            vec![line],
        ))
    })
}

fn asks(games: &Games<'_>, decision: &Decision) -> Result<Vec<Entry>> {
    let asked = decision.asks.iter().map(|ask| {
        let question: Question = serde_json::from_str(&ask.data)?;
        let (why, asked, turns) = match &question {
            Question::OtherAddress { .. } => ("other-address", "whether this mail is his", &[][..]),
            Question::Doubt { doubt, .. } => ("doubt", "what he means", &doubt.turns[..]),
            Question::Either(either) => ("either", "what he means", &either.turns[..]),
        };
        let lines = question.lines().iter();
        let lines = lines.map(|(line, _)| commands::without_plans(line));
        let lines: Vec<String> = lines.collect();
        let quoted: Vec<String> = lines.iter().map(|line| format!("{line:?}")).collect();
        let waits = match (quoted.as_slice(), turns) {
            ([], []) => "nothing waits".to_owned(),
            ([], turns) => format!("one of {}", turns.join(", ")),
            (lines, _) => format!("a yes carries out {}", lines.join(", ")),
        };
        let (game, seat) = (ask.game.0, games.seat(ask.game, ask.seat)?);
        let line = format!("game #{game}: {seat} is asked {asked}; {waits}");
        let value = json!({"game": game, "seat": seat, "why": why, "turns": turns, "lines": lines});
        Ok((value, vec![line]))
    });
    asked.collect()
}

/// What a decision changes that no line has asked for.
fn changes(decision: &Decision) -> Vec<String> {
    let mut changes = Vec::new();
    let void = decision.void_tokens.len();
    if void > 0 {
        let count = counted(void, "key counts", "keys count");
        changes.push(format!("{count} no more: others have got this mail"));
    }
    for change in &decision.letter_changes {
        if let LetterChange::Bounced(letter) = change {
            changes.push(format!("letter o{letter} counts as not delivered"));
        }
        if let LetterChange::MarkedAsSpam { letter, .. } = change {
            changes.push(format!("letter o{letter} counts as marked as spam"));
        }
    }
    for change in &decision.players {
        if let PlayerChange::Failed { address, .. } = change {
            changes.push(format!(
                "the address {address} is marked: letters cannot be delivered to it"
            ));
        }
    }
    match decision.close_questions.len() {
        0 => {}
        1 => changes.push("a question is answered".to_owned()),
        more => changes.push(format!("{more} questions are answered")),
    }
    changes
}

fn letters(games: &Games<'_>, decision: &Decision) -> Result<Vec<Entry>> {
    // What is kept for an umpire whom the settings do not name does not leave.
    let letters = decision.letters.iter();
    let leave = letters.filter(|letter| !letter.recipient.is_empty());
    let shown = leave.map(|letter| {
        let (kind, to) = (letter.kind.as_str(), &letter.recipient);
        let mut value = json!({"kind": kind, "to": to, "game": null, "seat": null});
        let mut line = format!("{kind} to {to}");
        if let (Some(game), Some((_, seat))) = (game_of(letter), letter.seat) {
            let seat = games.seat(game, seat)?;
            line.push_str(&format!(", game #{game}, {seat}"));
            value["game"] = json!(game.0);
            value["seat"] = json!(seat);
        }
        Ok((value, vec![line]))
    });
    shown.collect()
}
