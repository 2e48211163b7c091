//! `event`: events of several games.

mod export;
mod lines;
mod page;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::contests::{Allowed, Contest, ContestKind, Tie};
use crate::ids::GameId;
use crate::letters::{ShownContest, ShownPairing};
use crate::office::contests::log::{self, Logged, log};
use crate::office::contests::{find, name as name_of, pairings, shown, value};
use crate::office::{Draft, NewContest, announced};
use crate::status::Public;

use lines::{costs, line, lines};

use super::{Change, Json, Server, print, print_list};

#[derive(Debug, Subcommand)]
pub enum EventCommand {
    /// Announce an event, which players can enter by mail from now on
    #[command(
        after_help = "Example: zugpost event new spring-2027 \"xiangqi time 5d/move rated\" --places 8\n\
                      Everybody plays everybody else, and all games begin at once; --kind gets you other kinds."
    )]
    New(Box<NewArgs>),
    /// List events
    List(Json),
    /// Show an event: who has entered, the table, the games
    Show {
        /// Its name
        name: String,
        #[command(flatten)]
        json: Json,
    },
    /// Enter a player
    Enter(Entrant),
    /// Enter the players of a tournament report file by their names, all or none
    #[command(after_help = "Example: zugpost event import spring-2027 entries.trf\n\
                      Only the names in lines 001 are used, but the whole file must be in the format. Each must be that of a member.")]
    Import {
        /// The name of the event
        name: String,
        /// A file in the format TRF16
        file: PathBuf,
        #[command(flatten)]
        change: Change<Json>,
    },
    /// Take the entry of a player back; once it has begun, take the player out at once
    #[command(
        after_help = "Games of theirs that are not over are lost. If fewer than half of their games in a round robin were over, \
                      none of their results counts in the table."
    )]
    Withdraw(Entrant),
    /// Let another member play on in the place of a player who leaves
    #[command(
        after_help = "That is possible while nobody is in a second round, and the player has made at most two turns in each \
                      game and none is over. The games end without a result, and begin anew."
    )]
    Replace {
        /// The name of the event
        name: String,
        /// The player who leaves: a name or an address
        player: String,
        /// Who plays on: a name or an address
        newcomer: String,
        /// The reason that the player and the opponents are told
        #[arg(long, default_value = "", hide_default_value = true)]
        reason: String,
        #[command(flatten)]
        change: Change<Json>,
    },
    /// Begin an event with those who have entered it
    Start {
        /// Its name
        name: String,
        #[command(flatten)]
        change: Change<Json>,
    },
    /// End the last day of an event now: its games are not played on, and its adjudicators decide them
    #[command(
        after_help = "Without adjudicators, `zugpost game adjudicate` decides them. This cannot be taken back."
    )]
    Close {
        /// Its name
        name: String,
        #[command(flatten)]
        change: Change<Json>,
    },
    /// Let the program of a Swiss event try again to pair the next round
    #[command(after_help = "With --dry-run the round is shown as it would be paired now.")]
    Pair {
        /// Its name
        name: String,
        /// The server pairs this round by its own rules
        #[arg(long)]
        simple: bool,
        #[command(flatten)]
        change: Change<Json>,
    },
    /// Call an event off; if it has begun, its games go on without a table
    Cancel {
        /// Its name
        name: String,
        /// The reason that those who have entered it are told
        #[arg(long)]
        reason: String,
        #[command(flatten)]
        change: Change<Json>,
    },
    /// Let a player direct an event by mail, until it ends
    #[command(
        after_help = "A director does by mail what the umpire does with `zugpost event`, and in games of this event, but announces none. \
                      What concerns their own games, and results of an event that they play in, needs the `yes` of the umpire or of another director."
    )]
    Director {
        #[command(flatten)]
        entrant: Entrant,
        /// The player does not direct it any more
        #[arg(long)]
        remove: bool,
    },
    /// Show what has happened to an event
    Log {
        /// Its name
        name: String,
        #[command(flatten)]
        json: Json,
    },
    /// Write the table or the games of an event for other programs
    #[command(
        after_help = "Example: zugpost event export spring-2027 --trf > spring-2027.trf\n\
                            No address is in it."
    )]
    Export(export::ExportArgs),
}

#[derive(Debug, Args)]
pub struct NewArgs {
    /// Its name: 3 to 30 letters (a to z), digits and hyphens
    name: String,
    /// What its games are played by, as in a challenge
    terms: String,
    /// Who plays whom: round-robin, knock-out, swiss, dropout, ladder, teams or, for games of four, tables
    #[arg(long, value_parser = announced::kind, default_value = ContestKind::default().as_str())]
    kind: ContestKind,
    /// In a round robin, also of teams: everybody meets everybody else twice, once with each side
    #[arg(long)]
    double: bool,
    /// In a round robin: so many groups, as strong as each other; the first one of each plays the final
    #[arg(long, value_name = "N")]
    groups: Option<usize>,
    /// In an event of teams: on how many boards they play, 2 to 8
    #[arg(long, value_name = "N")]
    boards: Option<usize>,
    /// In a Swiss event: how many rounds; else as many as find the best of its players, and one more. At tables: how many, else 3
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,
    /// In a Swiss event, and at tables: after so many days the next round begins, also if games are not over
    #[arg(long, value_name = "N")]
    round_days: Option<u16>,
    /// In a Swiss event: the program of the settings (`[[pairing]]`) that pairs its rounds
    #[arg(long, value_name = "NAME")]
    pairing: Option<String>,
    /// A word for events that count for the same titles: `[[titles]]` in the settings
    #[arg(long, value_name = "WORD")]
    category: Option<String>,
    /// Each game begins with these turns, separated by `;`: "e4; c5"
    #[arg(long, value_name = "TURNS")]
    opening: Option<String>,
    /// So many players, or teams, can enter; it begins when they have, if no day is given. Else 8, and in a ladder 200
    #[arg(long, value_name = "N")]
    places: Option<usize>,
    /// It begins on this day (UTC), if at least 3 have entered (4 for tables, 2 teams)
    #[arg(long, value_name = "DAY", value_parser = announced::day)]
    start: Option<String>,
    /// Its last day (UTC): games that are not over then are not played on, and adjudicators or the umpire decide them
    #[arg(long, value_name = "DAY", value_parser = announced::last_day)]
    last_day: Option<String>,
    /// Members who decide these games, separated by commas: the first three, the others are reserves
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    adjudicators: Vec<String>,
    /// What breaks ties, in order, separated by commas; else as is usual for the kind
    #[arg(long, value_name = "TIES", value_delimiter = ',', value_parser = announced::tie)]
    ties: Option<Vec<Tie>>,
    /// What the players of a game can agree on, separated by commas: undo, pause
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = announced::allowed)]
    allow: Vec<Allowed>,
    /// Only players with at least this rating can enter by mail, and those without one
    #[arg(long, value_name = "RATING", value_parser = clap::value_parser!(i64).range(1..))]
    rating_from: Option<i64>,
    /// Only players with a lower rating can enter by mail, and those without one
    #[arg(long, value_name = "RATING", value_parser = clap::value_parser!(i64).range(1..))]
    rating_below: Option<i64>,
    /// What public pages show of those who have said nothing themselves: on, off, ended or "delayed 5"
    #[arg(long, value_name = "WHAT", value_parser = announced::public)]
    public: Option<Public>,
    #[command(flatten)]
    change: Change<Json>,
}

#[derive(Debug, Args)]
pub struct Entrant {
    /// The name of the event
    name: String,
    /// The player: a name or an address
    player: String,
    #[command(flatten)]
    change: Change<Json>,
}

/// An event with its games, for programs.
#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    event: ShownContest,
    pairings: Vec<Pairing>,
    left: Vec<log::Left>,
    /// Who decides games on the last day, by names.
    adjudicators: Vec<String>,
}

/// A game of an event, for programs.
#[derive(Serialize)]
struct Pairing {
    /// Who moves first.
    first: Option<String>,
    /// The next one.
    second: Option<String>,
    #[serde(flatten)]
    game: ShownPairing,
}

impl Pairing {
    fn new(game: ShownPairing) -> Self {
        let player = |seat| game.players.get(seat).cloned();
        Self {
            first: player(0),
            second: player(1),
            game,
        }
    }
}

/// An event that a player leaves, and what that costs the player.
#[derive(Serialize)]
struct Withdrawn {
    #[serde(flatten)]
    event: ShownContest,
    /// Games that are lost.
    lost: Vec<GameId>,
    /// Whether none of the results counts in the table.
    struck: bool,
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, command: EventCommand) -> Result<()> {
    match command {
        EventCommand::New(args) => {
            let change = &args.change;
            let new = NewContest {
                name: args.name.clone(),
                terms: args.terms.clone(),
                kind: args.kind,
                double: args.double,
                groups: args.groups,
                boards: args.boards,
                rounds: args.rounds,
                round_days: args.round_days,
                pairing: args.pairing.clone(),
                category: args.category.clone(),
                opening: args.opening.clone(),
                places: args.places.unwrap_or(announced::places(args.kind)),
                starts_at: args.start.clone(),
                last_day: args.last_day.clone(),
                adjudicators: args.adjudicators.clone(),
                ties: args.ties.clone(),
                allowed: args.allow.clone(),
                rating_from: args.rating_from,
                rating_below: args.rating_below,
                public: args.public,
            };
            let shown = changed(server, change.dry_run, |draft| {
                draft.announce_contest(&new, &change.by)
            })?;
            let line = format!("Announced{}: {}", change.tried(), line(&shown));
            change.print(&shown, &[line])
        }
        EventCommand::List(json) => {
            let all = server.look(|_, store| {
                let rows = store.contests(false)?;
                let all = rows.iter().map(|row| shown(store, &value(row)?));
                all.collect::<Result<Vec<_>>>()
            })?;
            print_list(json.json, &all, line, "no event yet")
        }
        EventCommand::Show { name, json } => {
            let shown = server.look(|_, store| {
                let contest = find(store, &name)?;
                Ok(Shown {
                    event: shown(store, &contest)?,
                    pairings: pairings(store, &contest)?
                        .into_iter()
                        .map(Pairing::new)
                        .collect(),
                    left: log::left(store, &contest)?,
                    adjudicators: contest
                        .adjudicators
                        .iter()
                        .map(|one| name_of(store, *one))
                        .collect::<Result<_>>()?,
                })
            })?;
            print(json.json, &shown, &lines(&shown))
        }
        EventCommand::Enter(Entrant {
            name,
            player,
            change,
        }) => {
            let mut outside = None;
            let shown = changed(server, change.dry_run, |draft| {
                outside = draft.rating_outside(&name, &player)?;
                draft.enter_contest(&name, &player, &change.by)
            })?;
            // There are none while a place is free.
            let what = match shown.reserves.is_empty() {
                true => "Entered",
                false => "Added to the reserves",
            };
            let mut lines = vec![format!("{what}{}: {}", change.tried(), line(&shown))];
            lines.extend(outside.map(|found| {
                let list = if found.club {
                    " in all games for two"
                } else {
                    ""
                };
                let points = found.points;
                format!(
                    "by mail that is refused: the highest rating of twelve months{list} is {points}"
                )
            }));
            change.print(&shown, &lines)
        }
        EventCommand::Import { name, file, change } => {
            let names = export::names(&file)?;
            tell(server, &change, "Entered", |draft| {
                draft.enter_all(&name, &names, &change.by)
            })
        }
        EventCommand::Withdraw(Entrant {
            name,
            player,
            change,
        }) => {
            let mut cost = None;
            let event = changed(server, change.dry_run, |draft| {
                cost = draft.cost_of_leaving(&name, &player)?;
                draft.leave_contest(&name, &player, &change.by)
            })?;
            let mut lines = vec![format!("Taken out{}: {}", change.tried(), line(&event))];
            lines.extend(cost.iter().flat_map(costs));
            let (lost, struck) =
                cost.map_or_else(Default::default, |cost| (cost.games, cost.struck));
            let done = Withdrawn {
                event,
                lost,
                struck,
            };
            change.print(&done, &lines)
        }
        EventCommand::Replace {
            name,
            player,
            newcomer,
            reason,
            change,
        } => tell(server, &change, "Replaced", |draft| {
            draft.replace_in_contest(&name, (&player, &newcomer), &reason, &change.by)
        }),
        EventCommand::Start { name, change } => tell(server, &change, "Begun", |draft| {
            draft.start_contest(&name, &change.by)
        }),
        EventCommand::Close { name, change } => tell(server, &change, "Closed", |draft| {
            draft.close_event(&name, &change.by)
        }),
        EventCommand::Pair {
            name,
            simple,
            change,
        } if change.dry_run => {
            let office = &mut server.office;
            let games = office.try_pairing(server.store.as_mut(), &name, simple)?;
            let line = |game: &Vec<String>| match &game[..] {
                [free] => format!("{free} has no game"),
                players => players.join(" - "),
            };
            let lines: Vec<String> = games.iter().map(line).collect();
            change.print(&games, &lines)
        }
        EventCommand::Pair {
            name,
            simple,
            change,
        } => tell(server, &change, "To be paired again", |draft| {
            draft.pair_again(&name, simple, &change.by)
        }),
        EventCommand::Cancel {
            name,
            reason,
            change,
        } => tell(server, &change, "Called off", |draft| {
            draft.cancel_contest(&name, &reason, &change.by)
        }),
        EventCommand::Log { name, json } => {
            let all = server.look(|_, store| log(store, &name))?;
            let line = |one: &Logged| one.line(&one.by);
            print_list(json.json, &all, line, "nothing has happened yet")
        }
        EventCommand::Director { entrant, remove } => {
            let Entrant {
                name,
                player,
                change,
            } = entrant;
            let what = match remove {
                true => "No director any more",
                false => "Directs it from now on",
            };
            tell(server, &change, what, |draft| {
                draft.name_director(&name, &player, remove, &change.by)
            })
        }
        EventCommand::Export(args) => export::run(server, &args),
    }
}

/// Makes a change, and returns what is shown of the event then.
fn changed(
    server: &mut Server,
    dry_run: bool,
    mut change: impl FnMut(&mut Draft<'_>) -> Result<Contest>,
) -> Result<ShownContest> {
    let (event, _) = server.change(dry_run, |draft| {
        let contest = change(draft)?;
        shown(draft.store, &contest)
    })?;
    Ok(event)
}

/// The same, and says what was done.
fn tell(
    server: &mut Server,
    change: &Change<Json>,
    what: &str,
    make: impl FnMut(&mut Draft<'_>) -> Result<Contest>,
) -> Result<()> {
    let shown = changed(server, change.dry_run, make)?;
    let line = format!("{what}{}: {}", change.tried(), line(&shown));
    change.print(&shown, &[line])
}
