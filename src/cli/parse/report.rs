//! Everything that `mail parse` says, as data. `docs/operations.md` describes the fields.

use anyhow::Result;
use serde::Serialize;

use crate::commands;
use crate::ids::MailId;
use crate::letters::Question;
use crate::mail::{MAX_MAIL, Nature, Vouched, Voucher};
use crate::office::Office;
use crate::office::explain::{Explained, NamedBy};
use crate::store::{Decision, Judgement, LetterChange, MailBytes, PlayerChange, Snapshot, Verdict};
use crate::text::counted;

use super::outcome::{Games, Outcome, game_of};
use super::reading::{self, CommandShown, LineShown};

/// A stored mail, and what was decided about it before.
pub(super) struct Before {
    /// The id of the stored mail.
    pub id: MailId,
    /// When it arrived, as RFC 3339.
    pub arrived_at: String,
    /// Whether it was judged.
    pub judged: bool,
    /// The word of the verdict on it.
    pub result: Option<String>,
}

/// What would be decided about a mail, and why.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The stored mail: `i12`.
    pub mail: Option<String>,
    /// What was decided about it when it came; the rest is what would be decided now.
    pub judged_before: Option<String>,
    /// `robot`, `bounce` or `player`.
    pub verdict: &'static str,
    /// What would be done about it, as the log says it; `asked`: nothing but a question.
    pub result: String,
    /// Why, if there is more to say than `result`; for example why the mail is not read.
    pub reason: Option<String>,
    /// Who has sent it.
    pub sender: Sender,
    /// The host of the settings that may vouch for senders.
    pub authserv_id: Option<String>,
    /// The game that it is about.
    pub game: Option<i64>,
    /// What says which game that is.
    pub game_by: Option<NamedBy>,
    /// The Subject, decoded and cleaned.
    pub subject: String,
    /// Whether the Subject was read in place of the text.
    pub from_subject: bool,
    /// Whether only its beginning is read.
    pub truncated: bool,
    /// The keys in it.
    pub keys: Vec<KeyShown>,
    /// The lines of its text.
    pub lines: Vec<LineShown>,
    /// What they ask for, and what comes of each.
    pub commands: Vec<CommandShown>,
    /// What the answer says of the mail as a whole.
    pub answer: Vec<Outcome>,
    /// The words that go to other players.
    pub words: Vec<String>,
    /// The games that end by it.
    pub ends: Vec<End>,
    /// The questions that are asked.
    pub asks: Vec<Asked>,
    /// What is changed besides.
    pub changes: Vec<String>,
    /// The letters that leave.
    pub letters: Vec<LetterShown>,
}

/// Who has sent a mail.
#[derive(Debug, Serialize)]
pub(super) struct Sender {
    /// The address in From.
    pub address: Option<String>,
    /// The player of whom it is an address of record.
    pub player: Option<String>,
    /// Whether the player is proven to have written it.
    pub proven: bool,
    /// Why, or why not.
    pub why: &'static str,
    /// What the mail host says: `dmarc`, `dkim` or `spf` passes, or it `fails`.
    pub vouched: Option<&'static str>,
}

/// A key in a mail.
#[derive(Debug, Serialize)]
pub(super) struct KeyShown {
    /// The game of its letter; `None`: its letter was about none, or the key is not known.
    pub game: Option<i64>,
    /// The word for the seat that its letter went to.
    pub seat: Option<String>,
    /// The player to whom its letter went.
    pub player: Option<String>,
    /// Whether its letter showed the position on the board.
    pub current: bool,
    /// Whether others have read it, so that it no longer counts.
    pub void: bool,
}

/// A game that ends.
#[derive(Debug, Serialize)]
pub(super) struct End {
    pub game: i64,
    pub result: Option<String>,
    pub reason: Option<String>,
}

/// A question that is asked.
#[derive(Debug, Serialize)]
pub(super) struct Asked {
    pub game: i64,
    pub seat: String,
    /// Why it is asked: `other-address` or `doubt`.
    pub why: &'static str,
    /// The turns that may be meant.
    pub turns: Vec<String>,
    /// The lines that a `yes` carries out.
    pub lines: Vec<String>,
}

/// A letter that leaves.
#[derive(Debug, Serialize)]
pub(super) struct LetterShown {
    pub kind: &'static str,
    pub to: String,
    pub game: Option<i64>,
    pub seat: Option<String>,
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
        let message = &explained.message;
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
            Nature::BulkUnlessToken(_) | Nature::Player => "player",
        };
        let nothing_done = decision.games.iter().all(|game| game.events.is_empty());
        let asked = verdict.word == "answered" && nothing_done && !decision.asks.is_empty();
        let result = match failed {
            Some(_) => "quarantined",
            None if asked => "asked",
            None => &verdict.word,
        };
        let writer = explained.trace.writer.as_ref();
        let mut games = Games::new(office, store, decision);
        let script = explained.trace.script.as_ref();
        let mut shown = script.map(reading::commands).unwrap_or_default();
        let answer = games.assign(&mut shown)?;
        reading::hide_plans(&mut shown);
        Ok(Self {
            mail: before.map(|before| format!("i{}", before.id)),
            judged_before: before
                .filter(|before| before.judged)
                .map(|before| before.result.clone().unwrap_or_default()),
            verdict: nature,
            result: result.to_owned(),
            reason: failed.or(verdict.reason),
            sender: Sender {
                address: message
                    .from
                    .as_ref()
                    .ok()
                    .map(|from| from.address.to_string()),
                player: writer.and_then(|writer| writer.player.clone()),
                proven: writer.is_some_and(|writer| writer.proven),
                why: writer.map_or("program", |writer| writer.why),
                vouched: match message.vouched {
                    Vouched::Yes(Voucher::Dmarc) => Some("dmarc"),
                    Vouched::Yes(Voucher::Dkim) => Some("dkim"),
                    Vouched::Yes(Voucher::Spf) => Some("spf"),
                    Vouched::Fails => Some("fails"),
                    Vouched::No => None,
                },
            },
            authserv_id: office.settings().authserv_id.clone(),
            game: verdict.game.map(|game| game.0),
            game_by: verdict.game.and(explained.trace.named_by),
            subject: commands::without_plans(&commands::without_password(&message.subject)),
            from_subject: script.is_some_and(|script| script.from_subject),
            truncated: bytes.truncated || bytes.raw.len() >= MAX_MAIL,
            keys: keys(&games, explained)?,
            lines: reading::without_plans(reading::lines(&explained.lines, script)),
            commands: shown,
            answer,
            words: words(decision),
            ends: ends(decision),
            asks: asks(&games, decision)?,
            changes: changes(decision),
            letters: letters(&games, decision)?,
        })
    }
}

fn keys(games: &Games<'_>, explained: &Explained) -> Result<Vec<KeyShown>> {
    let shown = explained.keys.iter().map(|key| {
        let of = key.seat.as_ref();
        let seat = of.map(|(game, seat, _)| games.seat(*game, seat.0));
        Ok(KeyShown {
            game: of.map(|(game, ..)| game.0),
            seat: seat.transpose()?,
            player: of.map(|(.., name)| name.clone()),
            current: key.current,
            void: key.void,
        })
    });
    shown.collect()
}

/// The words that the decision hands on to others.
fn words(decision: &Decision) -> Vec<String> {
    let events = decision.games.iter().flat_map(|game| &game.events);
    let said = events.filter(|event| event.kind == "say");
    said.map(|event| event.text.clone()).collect()
}

fn ends(decision: &Decision) -> Vec<End> {
    let ended = decision.games.iter().filter_map(|change| {
        let course = change.course.as_ref()?;
        Some(End {
            game: change.id.0,
            result: Some(course.result.clone()?),
            reason: course.reason.clone(),
        })
    });
    ended.collect()
}

fn asks(games: &Games<'_>, decision: &Decision) -> Result<Vec<Asked>> {
    let asked = decision.asks.iter().map(|ask| {
        let question: Question = serde_json::from_str(&ask.data)?;
        let (why, turns) = match &question {
            Question::OtherAddress { .. } => ("other-address", Vec::new()),
            Question::Doubt { doubt, .. } => ("doubt", doubt.turns.clone()),
            Question::Either(either) => ("either", either.turns.clone()),
        };
        let lines = question.lines().iter();
        let lines = lines.map(|(line, _)| commands::without_plans(line));
        Ok(Asked {
            game: ask.game.0,
            seat: games.seat(ask.game, ask.seat)?,
            why,
            turns,
            lines: lines.collect(),
        })
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
    }
    for change in &decision.players {
        if let PlayerChange::Failed { address, .. } = change {
            changes.push(format!(
                "the address {address} is marked: letters cannot be delivered to it"
            ));
        }
    }
    let closed = decision.close_questions.len();
    if closed > 0 {
        changes.push(match closed {
            1 => "a question is answered".to_owned(),
            more => format!("{more} questions are answered"),
        });
    }
    changes
}

fn letters(games: &Games<'_>, decision: &Decision) -> Result<Vec<LetterShown>> {
    // What is kept for an umpire whom the settings do not name does not leave.
    let leave = decision
        .letters
        .iter()
        .filter(|letter| !letter.recipient.is_empty());
    let shown = leave.map(|letter| {
        let game = game_of(letter);
        let seat = game
            .zip(letter.seat)
            .map(|(game, (_, seat))| games.seat(game, seat));
        Ok(LetterShown {
            kind: letter.kind.as_str(),
            to: letter.recipient.clone(),
            game: game.map(|game| game.0),
            seat: seat.transpose()?,
        })
    });
    shown.collect()
}
