//! `game log`: everything that has happened in a game, with who, when, why, and as it was typed.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

use crate::cli::{Json, Server, print_list, shown::foreign};
use crate::games::{Event, EventKind, Person, by_plan, variant_of};
use crate::ids::{GameId, PlayerId};
use crate::store::{EventRow, SeatRow, Snapshot};

use super::command::game_number;

/// Arguments of `game log`.
#[derive(Debug, Args)]
#[command(after_help = "Example: zugpost game log 17\n\
                        `zugpost mail show i12` shows the mail with this id.")]
pub struct LogArgs {
    /// Game number: 17 or #17
    #[arg(value_parser = game_number)]
    number: i64,
    #[command(flatten)]
    json: Json,
}

/// An event, as the umpire sees it.
#[derive(Serialize)]
struct Entry {
    /// The number of the game.
    game: i64,
    /// Position in the log, from 1.
    event: i64,
    /// The state number after it.
    state: i64,
    /// When it was decided.
    at: String,
    /// When the mail that caused it arrived.
    arrived_at: Option<String>,
    kind: String,
    /// The seat that it is of.
    seat: Option<String>,
    /// Who held that seat then.
    player: Option<String>,
    /// Who has caused it: `player`, `umpire`, `plan` or `server`.
    by: &'static str,
    /// The name of that umpire.
    umpire: Option<String>,
    /// Who may read the text: `all`, `players`, or the word of one seat.
    readers: String,
    /// As in the record of a game; `None`: words to one seat alone.
    text: Option<String>,
    /// Who has taken whose seat: the text of a `replace`, for people.
    #[serde(skip)]
    replaced: Option<String>,
    /// The reason that was given with it.
    reason: Option<String>,
    /// The line of the mail, if it differs from the text.
    typed: Option<String>,
    /// The mail that caused it: `i12`; `None`: the umpire, a plan or the server did.
    mail: Option<String>,
}

/// # Errors
/// There is no such game, or the store cannot be read.
pub(super) fn run(server: &mut Server, args: &LogArgs) -> Result<()> {
    let game = GameId(args.number);
    let entries = server.look(|_, store| entries(store, game))?;
    let none = "Nothing has happened yet.";
    print_list(args.json.json, &entries, Entry::line, none)
}

fn entries(store: &dyn Snapshot, game: GameId) -> Result<Vec<Entry>> {
    let row = store.game(game)?;
    let row = row.with_context(|| format!("there is no game #{game}"))?;
    // The log of a game that cannot be loaded is shown as well.
    let names = variant_of(&row);
    let names = names
        .as_ref()
        .map_or_else(Vec::new, |variant| variant.seats());
    let events = store.events(game, None)?;
    let mut holders = holders(&store.seats(game)?, &events);
    let mut entries = Vec::new();
    for event in &events {
        let holder = event.seat.and_then(|seat| holders.get(&seat));
        let known = holder.and_then(|person| person.id);
        let known = known.map(|id| store.player(PlayerId(id))).transpose()?;
        // Their name of today, as everywhere else.
        let name = known.flatten().map(|player| player.name);
        let name = name.or_else(|| holder.map(|person| person.name.clone()));
        entries.push(entry(game, event, &names, name));
        if let Ok(Event::Replace { seat, change }) = Event::read(&event.logged()) {
            holders.insert(seat.0, change.newcomer);
        }
    }
    Ok(entries)
}

/// Who held each seat before the first event.
fn holders(seats: &[SeatRow], events: &[EventRow]) -> BTreeMap<u8, Person> {
    let person = |row: &SeatRow| {
        let (id, name) = (Some(row.player.0), row.name.clone());
        (row.seat, Person { id, name })
    };
    let mut holders: BTreeMap<u8, Person> = seats.iter().map(person).collect();
    for event in events.iter().rev() {
        if let Ok(Event::Replace { seat, change }) = Event::read(&event.logged()) {
            holders.insert(seat.0, change.former);
        }
    }
    holders
}

fn entry(game: GameId, event: &EventRow, names: &[&str], player: Option<String>) -> Entry {
    let word = |seat: u8| names.get(usize::from(seat)).map(|name| (*name).to_owned());
    let private = event.reader.is_some();
    let said = event.kind == EventKind::Say.as_str();
    let by = match (&event.actor, event.mail) {
        (Some(_), _) if event.is_by_umpire() => "umpire",
        (Some(_), _) => "program",
        (None, Some(_)) => "player",
        (None, None) if by_plan(event) => "plan",
        (None, None) => "server",
    };
    let read = Event::read(&event.logged()).ok();
    Entry {
        game: game.0,
        event: event.seq,
        state: event.state,
        at: event.at.clone(),
        arrived_at: event.arrived_at.clone(),
        kind: event.kind.clone(),
        seat: event.seat.and_then(word),
        player,
        by,
        umpire: event.actor.clone().filter(|_| event.is_by_umpire()),
        readers: match event.reader {
            Some(seat) => word(seat).unwrap_or_else(|| seat.to_string()),
            None if said => "players".to_owned(),
            None => "all".to_owned(),
        },
        text: (!private).then(|| foreign(&event.text)),
        replaced: match &read {
            Some(Event::Replace { change, .. }) => Some(format!(
                "{} for {}",
                change.newcomer.name, change.former.name
            )),
            _ => None,
        },
        reason: read.and_then(reason).map(|reason| foreign(&reason)),
        typed: event.typed.as_deref().filter(|_| !private).map(foreign),
        mail: event.mail.map(|mail| format!("i{mail}")),
    }
}

/// The reason that was given with an event.
fn reason(event: Event) -> Option<String> {
    let reason = match event {
        Event::Undo { reason }
        | Event::Forfeit { reason, .. }
        | Event::Adjudicate { reason, .. }
        | Event::Abort { reason, .. }
        | Event::Pause { reason, .. }
        | Event::Rollback { reason, .. } => reason,
        Event::Replace { change, .. } => change.reason,
        _ => return None,
    };
    Some(reason).filter(|reason| !reason.is_empty())
}

impl Entry {
    /// `   3  2026-01-31T12:00:00Z  turn: Ng1-f3  Anna (white), i12 of 2026-01-31T11:59:58Z, typed: Nf3`.
    fn line(&self) -> String {
        let text = match self.replaced.as_ref().or(self.text.as_ref()) {
            Some(text) if text.is_empty() => String::new(),
            Some(text) => format!(": {}", text.replace('\n', " / ")),
            None => format!(" to {} alone (not shown)", self.readers),
        };
        let seat = match (&self.seat, &self.player) {
            (Some(seat), Some(player)) => format!("{player} ({seat})"),
            (Some(seat), None) => seat.clone(),
            _ => String::new(),
        };
        let umpire = self.umpire.as_deref().unwrap_or_default();
        let who = match (self.by, seat.is_empty()) {
            ("umpire", true) => format!("umpire {umpire}"),
            ("umpire", false) => format!("umpire {umpire} for {seat}"),
            ("plan", _) => format!("{seat}, as planned"),
            ("server", true) => "the server".to_owned(),
            ("server", false) => format!("the server, for {seat}"),
            _ => seat,
        };
        let mut line = format!("{:>4}  {}  {}{text}  {who}", self.event, self.at, self.kind);
        if let Some(mail) = &self.mail {
            line.push_str(&format!(", {mail}"));
            if let Some(arrived) = &self.arrived_at {
                line.push_str(&format!(" of {arrived}"));
            }
        }
        if let Some(typed) = &self.typed {
            line.push_str(&format!(", typed: {}", typed.replace('\n', " / ")));
        }
        line
    }
}
