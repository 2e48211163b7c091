//! `game`: creates, shows and directs games.

use std::io::{self, Write};

use anyhow::{Result, anyhow, bail};
use serde::Serialize;

use crate::games::{Request, StoredGame};
use crate::letters::views;
use crate::office::replacing::Exchange;
use crate::office::umpire::{GameRequest, Ruled};
use crate::office::{Office, stored_game};
use crate::rules::variant::Options;
use crate::store::{EventRow, GameId, Snapshot};
use crate::time::Length;

use super::server::Server;
use super::{Change, Json};

mod command;
mod export;
mod list;
mod log;
mod show;

pub use command::GameCommand;
pub(super) use command::game_number;

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, command: GameCommand) -> Result<()> {
    match command {
        GameCommand::List(args) => list::run(server, &args),
        GameCommand::Log(args) => log::run(server, &args),
        GameCommand::Show(args) => show::run(server, &args),
        GameCommand::Export(args) => export::run(server, &args),
        GameCommand::New {
            variant,
            white,
            black,
            mut seat,
            option,
            position,
            time,
            json,
            change,
        } => {
            let named = [("white", white), ("black", black)];
            let named = named.into_iter();
            seat.extend(named.filter_map(|(s, who)| Some((s.to_owned(), who?))));
            let asked = GameRequest {
                variant,
                seats: seat,
                options: option.into_iter().collect(),
                position,
                time,
            };
            new(server, &asked, json.json, &change)
        }
        changing => {
            let done = change(server, changing)?;
            let tried = if done.dry_run {
                " (nothing was changed)"
            } else {
                ""
            };
            let line = format!("{}{tried}: {}", done.done, done.line);
            super::print(done.json, &done, &[line])
        }
    }
}

/// A change of a game.
#[derive(Serialize)]
struct Done {
    /// What was done: `Played`.
    done: &'static str,
    /// The number of the game.
    game: i64,
    /// The game in one line.
    line: String,
    /// Whether it was only tried.
    dry_run: bool,
    #[serde(skip)]
    json: bool,
}

/// A command that changes a game.
struct Changing {
    number: i64,
    what: What,
    done: &'static str,
    json: Json,
    change: Change,
}

/// What it does.
enum What {
    Request(Request),
    Letter(String),
    Replace {
        who: String,
        by: String,
        reason: String,
    },
}

/// Carries out a command that changes a game; returns what was done.
fn change(server: &mut Server, command: GameCommand) -> Result<Done> {
    let Changing {
        number,
        what,
        done,
        json,
        change,
    } = changing(command)?;
    let game = GameId(number);
    let (line, _) = carry_out(server, &change, |office, store| match &what {
        What::Letter(seat) => office.send_again(store, game, seat),
        What::Request(request) => office.rule(store, game, request, &change.by),
        What::Replace { who, by, reason } => {
            let exchange = Exchange { who, by, reason };
            office.replace(store, game, &exchange, &change.by)
        }
    })?;
    Ok(Done {
        done,
        game: number,
        line,
        dry_run: change.dry_run,
        json: json.json,
    })
}

/// What a command does, if it changes a game.
fn changing(command: GameCommand) -> Result<Changing> {
    let (number, what, done, json, change) = match command {
        GameCommand::Mail {
            number,
            to,
            json,
            change,
        } => (
            number,
            What::Letter(to),
            "Letter written again",
            json,
            change,
        ),
        GameCommand::Replace {
            number,
            who,
            newcomer,
            reason,
            json,
            change,
        } => {
            let what = What::Replace {
                who,
                by: newcomer,
                reason,
            };
            (number, what, "Given to another player", json, change)
        }
        other => return requesting(other),
    };
    Ok(Changing {
        number,
        what,
        done,
        json,
        change,
    })
}

/// The same of a command that is one request.
fn requesting(command: GameCommand) -> Result<Changing> {
    let (number, request, done, json, change) = match command {
        GameCommand::Move {
            number,
            turn,
            json,
            change,
        } => {
            let play = Request::Play { turn, number: None };
            (number, play, "Played", json, change)
        }
        GameCommand::Undo {
            number,
            reason,
            json,
            change,
        } => (number, Request::Undo { reason }, "Taken back", json, change),
        GameCommand::Rollback {
            number,
            turn,
            reason,
            json,
            change,
        } => {
            let back = Request::Rollback { turn, reason };
            (number, back, "Gone back", json, change)
        }
        GameCommand::Forfeit {
            number,
            seat,
            reason,
            json,
            change,
        } => {
            let out = Request::Forfeit { seat, reason };
            (number, out, "Taken out", json, change)
        }
        GameCommand::Pause {
            number,
            reason,
            json,
            change,
        } => {
            let pause = Request::Pause { reason };
            (number, pause, "Clocks stopped", json, change)
        }
        GameCommand::Resume {
            number,
            json,
            change,
        } => (number, Request::Resume, "Clocks started", json, change),
        GameCommand::Extend {
            number,
            seat,
            length,
            json,
            change,
        } => {
            let given: Length = length
                .parse()
                .map_err(|why| anyhow!("{why}; write a length like 3d or 1d12h"))?;
            let seconds = given.seconds();
            let extend = Request::Extend { seat, seconds };
            (number, extend, "Time given", json, change)
        }
        GameCommand::Adjudicate {
            number,
            result,
            reason,
            json,
            change,
        } => {
            let end = Request::Adjudicate { result, reason };
            (number, end, "Decided", json, change)
        }
        GameCommand::Abort {
            number,
            reason,
            json,
            change,
        } => (
            number,
            Request::Abort { reason },
            "Called off",
            json,
            change,
        ),
        GameCommand::New { .. }
        | GameCommand::List(_)
        | GameCommand::Log(_)
        | GameCommand::Show(_)
        | GameCommand::Export(_)
        | GameCommand::Mail { .. }
        | GameCommand::Replace { .. } => {
            bail!("this command changes nothing")
        }
    };
    Ok(Changing {
        number,
        what: What::Request(request),
        done,
        json,
        change,
    })
}

/// A game that was created.
#[derive(Serialize)]
struct Created {
    /// Its number; `null` if it was only tried.
    game: Option<i64>,
    line: String,
    /// The options in force, with what was drawn.
    options: Options,
    /// What the umpire may have overlooked.
    notes: Vec<String>,
    dry_run: bool,
}

fn new(server: &mut Server, asked: &GameRequest, json: bool, change: &Change) -> Result<()> {
    let (line, stored) = carry_out(server, change, |office, store| {
        office.new_game(store, asked, &change.by)
    })?;
    let notes: Vec<String> = same_person(&stored).into_iter().collect();
    let created = Created {
        game: (!change.dry_run).then_some(stored.row.id.0),
        line,
        options: serde_json::from_str(&stored.row.options)?,
        notes,
        dry_run: change.dry_run,
    };
    let tried = if change.dry_run {
        " (nothing was changed)"
    } else {
        ""
    };
    let mut lines = vec![format!("Created{tried}: {}", created.line)];
    if !created.options.is_empty() {
        let options = created.options.iter();
        let options: Vec<String> = options
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        lines.push(format!("Options: {}", options.join(", ")));
    }
    super::print(json, &created, &lines)?;
    for note in &created.notes {
        writeln!(io::stderr(), "zugpost: {note}")?;
    }
    Ok(())
}

/// A remark if somebody has more than one seat.
fn same_person(stored: &StoredGame) -> Option<String> {
    let seats = &stored.seats;
    let twice = seats.iter().enumerate().find(|(at, seat)| {
        seats[..*at].iter().any(|other| {
            let same = other.address.eq_ignore_ascii_case(&seat.address);
            other.name == seat.name || same && !seat.address.is_empty()
        })
    });
    twice.map(|(_, seat)| {
        format!(
            "{} has more than one seat of this game; `zugpost game abort` calls it off",
            seat.name
        )
    })
}

/// Makes a decision of the umpire's, writes it unless it is only tried, and returns the game with its line.
fn carry_out(
    server: &mut Server,
    change: &Change,
    mut work: impl FnMut(&mut Office, &dyn Snapshot) -> Result<Ruled>,
) -> Result<(String, StoredGame)> {
    let (stored, committed) = server.change(change.dry_run, |office, store| {
        let ruled = work(office, store)?;
        Ok((ruled.decision, ruled.stored))
    })?;
    let stored = match committed.game {
        // A new game has got its number.
        Some(game) => server.look(|_, store| stored_game(store, game))?,
        None => stored,
    };
    Ok((views::game_line(&stored, server.office.voice()), stored))
}

fn load(server: &mut Server, number: i64) -> Result<(StoredGame, Vec<EventRow>)> {
    let game = GameId(number);
    server.look(|_, store| Ok((stored_game(store, game)?, store.events(game, None)?)))
}
