//! `game`: creates, shows and directs games.

use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use crate::commands::umpire::UmpireAct;
use crate::games::{GameRecord, Request, StoredGame};
use crate::ids::GameId;
use crate::letters::views;
use crate::office::shown::view_of;
use crate::office::umpire::GameRequest;
use crate::office::{Draft, stored_game};
use crate::rules::Options;
use crate::store::EventRow;

use super::{Change, Json, Server};

mod command;
mod export;
mod list;
mod log;
mod show;

pub use command::GameCommand;
pub(super) use command::game_number;
use command::{Changing, NewArgs};

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, command: GameCommand) -> Result<()> {
    match command {
        GameCommand::List(args) => list::run(server, &args),
        GameCommand::Log(args) => log::run(server, &args),
        GameCommand::Show(args) => show::run(server, &args),
        GameCommand::Export(args) => export::run(server, &args),
        GameCommand::New(args) => new(server, args),
        GameCommand::Move(play) => rule(server, play, "Played", |play| Request::Play {
            turn: play.turn.clone(),
            number: None,
        }),
        GameCommand::Undo(undo) => rule(server, undo, "Taken back", |why| Request::Undo {
            reason: why.reason.clone(),
        }),
        GameCommand::Forfeit(out) => act(server, out, "Taken out", UmpireAct::Forfeit),
        GameCommand::Adjudicate(end) => act(server, end, "Decided", UmpireAct::Adjudicate),
        GameCommand::Abort(end) => act(server, end, "Called off", UmpireAct::Terminate),
        GameCommand::Pause(pause) => act(server, pause, "Clocks stopped", UmpireAct::Pause),
        GameCommand::Resume(on) => act(server, on, "Clocks started", |()| UmpireAct::Resume),
        GameCommand::Extend(extend) => act(server, extend, "Time given", UmpireAct::Extend),
        GameCommand::Rollback(back) => act(server, back, "Gone back", UmpireAct::Rollback),
        GameCommand::Replace(other) => {
            act(server, other, "Given to another player", UmpireAct::Replace)
        }
        GameCommand::Mail(mail) => change(server, &mail, "Letter written again", |draft, game| {
            draft.send_again(game, &mail.what.to)
        }),
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
}

/// Does in a game what a mail of the umpire could do, too.
fn act<T: Args + Clone>(
    server: &mut Server,
    command: Changing<T>,
    done: &'static str,
    act: impl FnOnce(T) -> UmpireAct,
) -> Result<()> {
    let act = act(command.what.clone());
    change(server, &command, done, |draft, game| {
        draft.act(game, &act, &command.change.by)
    })
}

/// Makes a request of the umpire's.
fn rule<T: Args>(
    server: &mut Server,
    command: Changing<T>,
    done: &'static str,
    request: impl FnOnce(&T) -> Request,
) -> Result<()> {
    let request = request(&command.what);
    change(server, &command, done, |draft, game| {
        draft.rule(game, &request, &command.change.by)
    })
}

/// Changes a game and says what was done.
fn change<T: Args>(
    server: &mut Server,
    command: &Changing<T>,
    done: &'static str,
    mut work: impl FnMut(&mut Draft<'_>, GameId) -> Result<StoredGame>,
) -> Result<()> {
    let game = GameId(command.number);
    let (line, _) = carry_out(server, &command.change, |draft| work(draft, game))?;
    let told = format!("{done}{}: {line}", command.change.tried());
    let done = Done {
        done,
        game: game.0,
        line,
        dry_run: command.change.dry_run,
    };
    command.change.print(&done, &[told])
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

fn new(server: &mut Server, args: NewArgs) -> Result<()> {
    let change = args.change;
    let named = [("white", args.white), ("black", args.black)].into_iter();
    let named = named.filter_map(|(seat, who)| Some((seat.to_owned(), who?)));
    let asked = GameRequest {
        variant: args.variant,
        seats: args.seat.into_iter().chain(named).collect(),
        options: args.option.into_iter().collect(),
        position: args.position,
        time: args.time,
        rated: args.rated,
    };
    let (line, stored) = carry_out(server, &change, |draft| draft.new_game(&asked, &change.by))?;
    let created = Created {
        game: (!change.dry_run).then_some(stored.row.id.0),
        line,
        options: serde_json::from_str(&stored.row.options)?,
        notes: same_person(&stored).into_iter().collect(),
        dry_run: change.dry_run,
    };
    let mut lines = vec![format!("Created{}: {}", change.tried(), created.line)];
    if !created.options.is_empty() {
        let options = created.options.iter();
        let options = options.map(|(key, value)| format!("{key}={value}"));
        lines.push(format!(
            "Options: {}",
            options.collect::<Vec<_>>().join(", ")
        ));
    }
    change.print(&created, &lines)?;
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
    let name = &twice?.1.name;
    let mend = "`zugpost game abort` calls it off";
    Some(format!(
        "{name} has more than one seat of this game; {mend}"
    ))
}

/// Makes a decision of the umpire's, writes it unless it is only tried, and returns the game with its line.
fn carry_out(
    server: &mut Server,
    change: &Change<Json>,
    work: impl FnMut(&mut Draft<'_>) -> Result<StoredGame>,
) -> Result<(String, StoredGame)> {
    let (mut stored, committed) = server.change(change.dry_run, work)?;
    // A new game has got its number.
    if let Some(game) = committed.game {
        stored = server.look(|_, store| stored_game(store, game))?;
    }
    let line = views::game_line(&view_of(&stored), server.office.voice());
    Ok((line, stored))
}

fn load(server: &mut Server, number: i64) -> Result<(StoredGame, Vec<EventRow>)> {
    let game = GameId(number);
    server.look(|_, store| Ok((stored_game(store, game)?, store.events(game, None)?)))
}

/// The record of a game with the addresses of its players and the name of the one to move, for `--json`. Exports have
/// neither.
///
/// # Errors
/// Never: every key of a record is text.
fn describe(record: &GameRecord, stored: &StoredGame) -> Result<Value> {
    let mut value = serde_json::to_value(record)?;
    if let Some(Value::Array(seats)) = value.get_mut("seats") {
        for (seat, row) in seats.iter_mut().zip(&stored.seats) {
            seat["address"] = json!(row.address);
        }
    }
    let mover = stored.is_on().then(|| stored.game.to_move());
    value["mover"] = json!(mover.map(|seat| stored.player_name(seat)));
    Ok(value)
}
