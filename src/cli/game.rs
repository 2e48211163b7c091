//! `game`: creates, shows and directs games.

use anyhow::{Result, bail};
use clap::Subcommand;

use crate::games::StoredGame;
use crate::office::umpire::GameRequest;
use crate::office::views;
use crate::rules::variant::Options;
use crate::words::Words;

use super::game_json::describe;
use super::server::Server;
use super::{Change, Json, pair};

/// Subcommands of `game`.
#[derive(Debug, Subcommand)]
pub enum GameCommand {
    /// Create a game; the players get their first letters
    #[command(
        after_help = "Example: zugpost game new hans38 --white \"Anna <anna@example.org>\" \
        --black \"Boris <boris@example.org>\" --option turn=postal-plus"
    )]
    New {
        /// Variant id (`zugpost variant list`)
        variant: String,
        /// White: NAME <ADDRESS>, or a known name
        #[arg(long, value_name = "PLAYER")]
        white: Option<String>,
        /// Black
        #[arg(long, value_name = "PLAYER")]
        black: Option<String>,
        /// Any seat: red="NAME <ADDRESS>"
        #[arg(long, value_name = "SEAT=PLAYER", value_parser = pair)]
        seat: Vec<(String, String)>,
        /// An option of the game: turn=postal
        #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
        option: Vec<(String, String)>,
        /// Start from this position text
        #[arg(long, value_name = "TEXT")]
        position: Option<String>,
        #[command(flatten)]
        change: Change,
    },
    /// List games
    List {
        /// Only those that are playing, finished, aborted or frozen
        #[arg(long, value_name = "STATUS")]
        status: Option<String>,
        #[command(flatten)]
        json: Json,
    },
    /// Show a game
    Show {
        /// Game number
        #[arg(value_parser = game_number)]
        number: i64,
        /// The position before this turn
        #[arg(long, value_name = "TURN")]
        at: Option<u32>,
        /// Print the board
        #[arg(long)]
        board: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Play a turn for the player to move
    #[command(after_help = "Example: zugpost game move 17 \"Ng1-f3 @@e3\"")]
    Move {
        /// Game number
        #[arg(value_parser = game_number)]
        number: i64,
        /// The turn, as players write it
        turn: String,
        #[command(flatten)]
        change: Change,
    },
    /// Print a game with all its turns
    Export {
        /// Game number
        #[arg(value_parser = game_number)]
        number: i64,
        #[command(flatten)]
        json: Json,
    },
    /// Take back what ended the game, or else the last turn
    Undo {
        /// Game number
        #[arg(value_parser = game_number)]
        number: i64,
        /// The reason, which the players are told
        #[arg(long, default_value = "")]
        reason: String,
        #[command(flatten)]
        change: Change,
    },
    /// End a game with a result
    #[command(after_help = "Example: zugpost game adjudicate 17 1-0 --reason \"Black has left.\"")]
    Adjudicate {
        /// Game number
        #[arg(value_parser = game_number)]
        number: i64,
        /// 1-0, 0-1, 1/2-1/2, or an order like "red>blue=green>yellow"
        result: String,
        /// The reason, which the players are told
        #[arg(long, default_value = "")]
        reason: String,
        #[command(flatten)]
        change: Change,
    },
    /// Call a game off
    Abort {
        /// Game number
        #[arg(value_parser = game_number)]
        number: i64,
        /// The reason, which the players are told
        #[arg(long, default_value = "")]
        reason: String,
        #[command(flatten)]
        change: Change,
    },
    /// Send the current letter to a seat again
    Mail {
        /// Game number
        #[arg(value_parser = game_number)]
        number: i64,
        /// Seat: white, black …
        #[arg(long, value_name = "SEAT")]
        to: String,
        #[command(flatten)]
        change: Change,
    },
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, command: GameCommand) -> Result<()> {
    match command {
        GameCommand::List { status, json } => list(server, status.as_deref(), json.json),
        GameCommand::Show {
            number,
            at,
            board,
            json,
        } => show(server, number, at, board, json.json),
        GameCommand::Export { number, json } => export(server, number, json.json),
        changing => {
            let (word, dry_run, stored) = change(server, changing)?;
            let tried = if dry_run { " (only tried)" } else { "" };
            super::print(
                false,
                &(),
                &[format!("{word}{tried}: {}", views::game_line(&stored))],
            )
        }
    }
}

fn change(server: &mut Server, command: GameCommand) -> Result<(&'static str, bool, StoredGame)> {
    Ok(match command {
        GameCommand::New {
            variant,
            white,
            black,
            mut seat,
            option,
            position,
            change,
        } => {
            let named = [("white", white), ("black", black)];
            seat.extend(
                named
                    .into_iter()
                    .filter_map(|(s, who)| Some((s.to_owned(), who?))),
            );
            let options: Options = option.into_iter().collect();
            let asked = GameRequest {
                variant,
                seats: seat,
                options,
                position,
            };
            let stored = server.change(change.dry_run, |office, tx| {
                office.new_game(tx, &asked, &change.by)
            })?;
            ("Created", change.dry_run, stored)
        }
        GameCommand::Move {
            number,
            turn,
            change,
        } => {
            let stored = server.change(change.dry_run, |office, tx| {
                office.play_for(tx, number, &turn, &change.by)
            })?;
            ("Played", change.dry_run, stored)
        }
        GameCommand::Undo {
            number,
            reason,
            change,
        } => {
            let stored = server.change(change.dry_run, |office, tx| {
                office.undo(tx, number, &reason, &change.by)
            })?;
            ("Taken back", change.dry_run, stored)
        }
        GameCommand::Adjudicate {
            number,
            result,
            reason,
            change,
        } => {
            let stored = server.change(change.dry_run, |office, tx| {
                office.adjudicate(tx, number, &result, &reason, &change.by)
            })?;
            ("Decided", change.dry_run, stored)
        }
        GameCommand::Abort {
            number,
            reason,
            change,
        } => {
            let stored = server.change(change.dry_run, |office, tx| {
                office.abort(tx, number, &reason, &change.by)
            })?;
            ("Called off", change.dry_run, stored)
        }
        GameCommand::Mail { number, to, change } => {
            let stored = server.change(change.dry_run, |office, tx| {
                office.send_again(tx, number, &to)
            })?;
            ("Letter written again", change.dry_run, stored)
        }
        GameCommand::List { .. } | GameCommand::Show { .. } | GameCommand::Export { .. } => {
            bail!("this command changes nothing")
        }
    })
}

fn list(server: &mut Server, status: Option<&str>, json: bool) -> Result<()> {
    const KNOWN: [&str; 4] = ["playing", "finished", "aborted", "frozen"];
    if let Some(odd) = status.filter(|status| !KNOWN.contains(status)) {
        bail!("no status {odd:?}; there are {}", KNOWN.join(", "));
    }
    let mut after = 0;
    loop {
        // In pages, so that the memory needed does not depend on the number of games.
        let (last, shown, lines) = server.look(|office, tx| {
            let rows = tx.games(status, after, 100)?;
            let last = rows.last().map(|row| row.id);
            let (mut all, mut lines) = (Vec::new(), Vec::new());
            for row in rows {
                match office.stored_game(tx, row.id) {
                    Ok(stored) => {
                        all.push(serde_json::to_value(describe(&stored)?)?);
                        lines.push(views::game_line(&stored));
                    }
                    Err(error) => {
                        let said = Words::built_in().english().error(&error);
                        lines.push(format!("#{} cannot be read: {said}", row.id));
                        all.push(serde_json::json!({"game": row.id, "error": said}));
                    }
                }
            }
            Ok((last, all, lines))
        })?;
        let Some(last) = last else { return Ok(()) };
        after = last;
        if json {
            // One JSON object on each line.
            let rows: Vec<String> = shown.iter().map(ToString::to_string).collect();
            super::print(false, &(), &rows)?;
        } else {
            super::print(false, &(), &lines)?;
        }
    }
}

fn show(server: &mut Server, number: i64, at: Option<u32>, board: bool, json: bool) -> Result<()> {
    let stored = server.look(|office, tx| office.stored_game(tx, number))?;
    let mut value = describe(&stored)?;
    let mut lines = vec![views::game_line(&stored)];
    let play = match at {
        None => stored.game.fork(),
        Some(at) if at > stored.due_number() => {
            bail!("game #{number} has come to turn {}", stored.due_number())
        }
        Some(at) => {
            let play = stored.at(stored.turns_before(at))?;
            value.turns.truncate(stored.turns_before(at));
            value.position = play.position();
            lines.push(format!("When {} was to be played:", play.label()));
            play
        }
    };
    lines.push(play.position());
    if board {
        lines.push(String::new());
        lines.extend(views::render_board(play.as_ref(), None));
    }
    super::print(json, &value, &lines)
}

fn export(server: &mut Server, number: i64, json: bool) -> Result<()> {
    let stored = server.look(|office, tx| office.stored_game(tx, number))?;
    let value = describe(&stored)?;
    let mut lines = vec![
        format!("[Game \"{}\"]", stored.row.id),
        format!("[Variant \"{}\"]", value.variant),
        format!("[Created \"{}\"]", stored.row.created_at),
    ];
    if let Some(options) = value.options.as_object() {
        lines.extend(options.iter().map(|(key, option)| {
            format!("[Option \"{key}={}\"]", option.as_str().unwrap_or_default())
        }));
    }
    lines.extend(
        value
            .start
            .iter()
            .map(|start| format!("[Position \"{start}\"]")),
    );
    for seat in &value.seats {
        lines.push(format!(
            "[{} \"{}\"]",
            crate::text::capitalised(seat.seat),
            seat.player
        ));
    }
    lines.push(format!(
        "[Result \"{}\"]",
        value.result.as_deref().unwrap_or("*")
    ));
    lines.extend(
        value
            .reason
            .iter()
            .map(|reason| format!("[Reason \"{reason}\"]")),
    );
    lines.push(String::new());
    lines.extend(
        stored
            .turns
            .iter()
            .map(|turn| format!("{} {}", turn.label, turn.text)),
    );
    lines.push(value.result.clone().unwrap_or_else(|| "*".to_owned()));
    super::print(json, &value, &lines)
}

/// Reads a game number: `17` or `#17`.
fn game_number(text: &str) -> Result<i64, String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    digits
        .parse()
        .map_err(|_| format!("{text:?} is no game number"))
}
