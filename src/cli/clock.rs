//! `clock`: deadlines, and times that count for nobody.

use anyhow::Result;
use chrono::{DateTime, Utc};
use clap::Subcommand;
use serde::Serialize;

use crate::ids::GameId;
use crate::office::outages::{self, Concerned};
use crate::store::{OutageRow, Snapshot, TimerKind};

use super::{Change, Json, Server};

#[derive(Debug, Subcommand)]
pub enum ClockCommand {
    /// List games with clocks, the earliest deadline first
    Due {
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: usize,
        #[command(flatten)]
        json: Json,
    },
    /// List the times in which no mail was read: they count for nobody
    Outages(Json),
    /// Declare that no mail could be read between two times: players get the time that they were charged
    #[command(
        after_help = "Example: zugpost clock outage 2026-01-30T08:00Z 2026-01-30T20:00Z --dry-run"
    )]
    Outage {
        /// When the time without mail began: 2026-01-30T08:00Z
        #[arg(value_name = "FROM", value_parser = time)]
        from: DateTime<Utc>,
        /// When it ended, which has to be past: 2026-01-30T20:00Z
        #[arg(value_name = "TO", value_parser = time)]
        to: DateTime<Utc>,
        #[command(flatten)]
        change: Change<Json>,
    },
    /// Trust the clock again, after it has jumped
    Accept(Change),
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, command: ClockCommand) -> Result<()> {
    match command {
        ClockCommand::Due { limit, json } => due(server, limit, json.json),
        ClockCommand::Outages(json) => {
            let all = server.look(|_, store| Ok(store.outages("")?))?;
            let line = |one: &OutageRow| {
                let who = match &one.declared {
                    Some(who) => format!("declared by {who}"),
                    None => "noticed by the server".to_owned(),
                };
                format!("{} to {}  {who}", one.from_at, one.to_at)
            };
            super::print_list(json.json, &all, line, "none")
        }
        ClockCommand::Outage { from, to, change } => {
            let (concerned, _) = server.change(change.dry_run, |draft| {
                draft.declare_outage((from, to), &change.by)
            })?;
            print_outage(&concerned, &change)
        }
        ClockCommand::Accept(change) => {
            server.change(change.dry_run, |draft| draft.accept_clock())?;
            let tried = change.tried();
            super::say([format!("The clock is trusted again{tried}.")])
        }
    }
}

/// A game with a clock.
#[derive(Serialize)]
struct Due {
    game: i64,
    /// Who is to move: `white`.
    seat: String,
    player: String,
    /// Whether the letter that gives the turn has left.
    runs: bool,
    /// When the clock is at zero, and grace begins if there is any; none: it stands still without
    /// an end.
    zero: Option<String>,
    /// When the flag falls.
    falls: Option<String>,
    /// Whether the clocks of the game are stopped, by the players or the umpire.
    paused: bool,
}

fn due(server: &mut Server, limit: usize, json: bool) -> Result<()> {
    let all = server.look(|office, store| {
        let mut all: Vec<Due> = Vec::new();
        for game in timed(store, limit)? {
            let stored = crate::office::stored_game(store, game)?;
            if !stored.has_clocks() || !stored.is_on() {
                continue;
            }
            let deadline = office.deadline(&stored);
            let mover = stored.game.to_move();
            all.push(Due {
                game: game.0,
                seat: stored.seat_name(mover).to_lowercase(),
                player: stored.player_name(mover).to_owned(),
                runs: deadline.is_some_and(|one| one.runs),
                zero: deadline.map(|one| crate::office::stamp(one.zero)),
                falls: deadline.map(|one| crate::office::stamp(one.falls)),
                paused: office.is_paused(&stored),
            });
        }
        all.sort_by(|a, b| (a.falls.is_none(), &a.falls).cmp(&(b.falls.is_none(), &b.falls)));
        Ok(all)
    })?;
    let line = |one: &Due| {
        let grace = match &one.zero {
            Some(zero) if one.zero != one.falls => format!(" (grace from {zero})"),
            _ => String::new(),
        };
        let state = match (one.paused, one.runs, &one.falls) {
            (true, ..) => ", paused",
            (_, false, Some(_)) => ", letter not sent yet",
            _ => "",
        };
        let falls = one.falls.as_deref().unwrap_or("it stands still   ");
        let (game, player, seat) = (one.game, &one.player, &one.seat);
        format!("{falls}  #{game} {player} ({seat}){grace}{state}")
    };
    super::print_list(json, &all, line, "no clock runs")
}

/// The games whose clocks are due next, and those whose clocks stand still.
fn timed(store: &dyn Snapshot, limit: usize) -> Result<Vec<GameId>> {
    let timers = store.due_timers("9999", limit.saturating_mul(4).max(200))?;
    let clocks = timers.iter().filter(|timer| timer.kind == TimerKind::Clock);
    let due = clocks.filter_map(|timer| timer.game);
    // Those that the umpire has stopped come last.
    let standing = store.standing_clocks(limit)?;
    Ok(due.chain(standing).take(limit).collect())
}

fn print_outage(concerned: &outages::Declared, change: &Change<Json>) -> Result<()> {
    let (from, to) = (&concerned.from, &concerned.to);
    let mut lines = vec![match change.dry_run {
        true => format!("Would be declared from {from} to {to}."),
        false => format!("Declared from {from} to {to}."),
    }];
    let credit = |one: &Concerned| format!("#{} {} gets {}", one.game, one.seat, one.length);
    lines.extend(concerned.credits.iter().map(credit));
    lines.extend(concerned.open.iter().map(|one| {
        let (game, seat, length) = (one.game, &one.seat, &one.length);
        format!("#{game} {seat} has {length} more for its open turn")
    }));
    lines.extend(concerned.falls.iter().map(|one| {
        let (game, seat, length) = (one.game, &one.seat, &one.length);
        format!(
            "#{game} {seat} lost on time in it: `zugpost game undo {game}` takes that back, `zugpost game extend \
             {game} {seat} {length}` gives the time"
        )
    }));
    if lines.len() == 1 {
        lines.push("Nobody was charged for it.".to_owned());
    }
    change.print(concerned, &lines)
}

/// Reads a time: RFC 3339, also without seconds.
fn time(text: &str) -> Result<DateTime<Utc>, String> {
    let text = text.trim();
    let with_seconds = text.replacen('Z', ":00Z", 1);
    DateTime::parse_from_rfc3339(text)
        .or_else(|_| DateTime::parse_from_rfc3339(&with_seconds))
        .map(|time| time.to_utc())
        .map_err(|_| format!("{text:?} is no time; write it as 2026-01-30T08:00Z"))
}
