//! The command line (`docs/operations.md`). It calls `office`, and knows no rules of games.

mod announce;
mod apart;
mod challenge;
mod clock;
mod copy;
mod db;
mod demo;
mod doctor;
mod event;
mod game;
mod host;
mod init;
mod installed;
mod lock;
mod mail;
mod manual;
mod once;
mod output;
mod pages;
mod parse;
mod partner;
mod people;
mod perft;
mod play;
mod player;
mod rating;
mod reload;
mod run;
mod secret;
#[doc(hidden)]
pub mod server;
mod settings;
mod setup;
mod shown;
mod source;
mod status;
mod stored;
mod texts;
mod upgrade;
mod variant;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};

use crate::words::Words;

use server::{AsConfigured, Connect, Server};

/// Exit status of a temporary failure, after which the mail server may try again (sysexits.h,
/// EX_TEMPFAIL).
const TEMPORARY: u8 = 75;

/// The arguments of the program.
#[derive(Debug, Parser)]
#[command(
    name = "zugpost",
    version,
    about = "A correspondence game server for chess variants, played by answering e-mails",
    after_help = "Begin with `zugpost demo` (no set-up at all), then `zugpost init`.\n\
                  Exit status: 0 done, 1 refused or failed (reason on stderr), 2 wrong usage.",
    max_term_width = 100
)]
pub struct Cli {
    /// The settings file; default: $ZUGPOST_CONFIG, else ./zugpost.toml, else that of the package
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a short game through real mail files and a real database, and show the letters
    #[command(
        after_help = "Example: zugpost demo --keep /tmp/look\n(keeps the mail files and the database there)"
    )]
    Demo(demo::DemoArgs),
    /// Write a commented zugpost.toml and an empty database
    #[command(
        after_help = "Example: zugpost init --dir /var/lib/zugpost --address play@example.org"
    )]
    Init(init::InitArgs),
    /// Set up a server: settings, database, checks and start
    Setup(setup::SetupArgs),
    /// Fetch mail, answer it and send letters: as a daemon, or once
    #[command(
        after_help = "Without --once it runs until SIGTERM or Ctrl-C and says on standard error what it does.\n\
                            From cron: * * * * * zugpost --config /etc/zugpost.toml run --once"
    )]
    Run(run::RunArgs),
    /// Check settings, database, mailbox, transport, clock and disk; say what is wrong and how to fix it
    #[command(after_help = "Exit status 1 if anything is wrong.")]
    Doctor(doctor::DoctorArgs),
    /// Take one mail from standard input (.forward, Postfix pipe, procmail)
    #[command(
        after_help = "In ~/.forward: \"|zugpost --config /etc/zugpost.toml receive\"\n\
                            Exit status 0 as soon as the mail is stored, 75 for trouble of ours."
    )]
    Receive,
    /// Show games, queues with their last success and failure, and what is wrong
    Status(Json),
    /// Create, show and direct games
    #[command(subcommand)]
    Game(game::GameCommand),
    /// List and show challenges and seeks of players, or end one
    #[command(subcommand)]
    Challenge(challenge::ChallengeCommand),
    /// Write to the players of a game, or to all players
    #[command(after_help = "Example: zugpost announce \"No mail on Sunday.\" --all")]
    Announce(announce::AnnounceArgs),
    /// Show deadlines and outages, declare an outage, accept the clock
    #[command(subcommand)]
    Clock(clock::ClockCommand),
    /// Announce events of several games, begin and show them
    #[command(subcommand)]
    Event(event::EventCommand),
    /// Show ratings, and count them again
    #[command(subcommand)]
    Rating(rating::RatingCommand),
    /// Write the public pages into the folder of the settings, or look what differs there
    #[command(
        after_help = "Exit status of --check: 1 if a file should not be there, is not there, or differs."
    )]
    Pages(pages::PagesArgs),
    /// Add, list and change players and their addresses
    #[command(subcommand)]
    Player(player::PlayerCommand),
    /// List and show mails and letters that wait or were quarantined
    #[command(subcommand)]
    Mail(mail::MailCommand),
    /// List the games, print their rules, or check a file of games
    #[command(subcommand)]
    Variant(variant::VariantCommand),
    /// Play a game at this keyboard
    Play(play::PlayArgs),
    /// Print the turn that the house player would play
    #[command(after_help = "Example: zugpost partner --variant chess --level 4")]
    Partner(partner::PartnerArgs),
    /// Count the leaf turns of a game tree
    #[command(after_help = "Example: zugpost perft hans38 2 --option turn=postal --divide")]
    Perft(perft::PerftArgs),
    /// Answer JSON requests about positions and turns, one per line
    #[command(
        after_help = "Example: echo '{\"variant\":\"chess\",\"turns\":[\"e4\"],\"ask\":[\"count\"]}' | zugpost referee"
    )]
    Referee(variant::Files),
    /// Migrate, check, copy and replay the database
    #[command(subcommand)]
    Db(db::DbCommand),
    /// Bring the database up to date, after a copy and a trial
    Upgrade(upgrade::UpgradeArgs),
    /// List where mail comes from, or forget a source that is gone
    #[command(subcommand)]
    Source(source::SourceCommand),
    /// What the settings of all hosts over one database have in common
    #[command(subcommand)]
    Settings(settings::SettingsCommand),
    /// The secret of the keys in letters
    #[command(subcommand)]
    Secret(secret::SecretCommand),
    /// List what is to be translated of the texts of letters, for those who add a language
    #[command(subcommand)]
    Texts(texts::TextsCommand),
    /// Print the completions of a shell
    #[command(after_help = "Example: zugpost completions bash > /etc/bash_completion.d/zugpost")]
    Completions(manual::CompletionsArgs),
    /// Judge a mail or render a letter, without writing anything; for the program itself
    #[command(hide = true)]
    Apart,
    /// Write the manual pages into a folder
    #[command(after_help = "Example: zugpost man /usr/local/share/man/man1")]
    Man(manual::ManArgs),
}

/// `--json`, for all commands that read.
#[derive(Clone, Copy, Debug, Args)]
pub struct Json {
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// The options of all commands that change something; of those that say in JSON what they have done, with [`Json`].
#[derive(Clone, Debug, Args)]
pub struct Change<J: Args = ()> {
    #[command(flatten)]
    json: J,
    /// Show what would be done, but do nothing
    #[arg(long)]
    dry_run: bool,
    /// Name of the umpire, for the log
    #[arg(long, value_name = "NAME", env = "USER", default_value = "umpire")]
    by: String,
}

impl<J: Args> Change<J> {
    /// What is said behind that which was only tried.
    fn tried(&self) -> &'static str {
        match self.dry_run {
            true => " (nothing was changed)",
            false => "",
        }
    }
}

impl Change<Json> {
    /// Prints what was done, as [`print`] does.
    fn print<T: serde::Serialize>(&self, done: &T, lines: &[String]) -> Result<()> {
        print(self.json.json, done, lines)
    }
}

/// Runs the program; the reason of a failure is one line on stderr.
pub fn main() -> ExitCode {
    main_with(&AsConfigured)
}

/// As [`main`]; `run` works with these connections.
#[doc(hidden)]
pub fn main_with(connect: &'static dyn Connect) -> ExitCode {
    no_core_dumps();
    let cli = Cli::parse();
    let receives = matches!(cli.command, Command::Receive);
    match dispatch(cli, connect) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let said = Words::built_in().english().error(&error);
            let line = output::line(&said.replace('\n', " "));
            let _ = writeln!(io::stderr(), "zugpost: {line}");
            ExitCode::from(if receives { TEMPORARY } else { 1 })
        }
    }
}

/// Keeps the system from writing the memory of this process, with passwords and keys, into a file when it
/// crashes. Programs that it starts get the same limit.
fn no_core_dumps() {
    let none = rustix::process::Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    // If it is forbidden, the operator's own limit holds.
    let _ = rustix::process::setrlimit(rustix::process::Resource::Core, none);
}

fn dispatch(cli: Cli, connect: &'static dyn Connect) -> Result<ExitCode> {
    let open = || Server::open(cli.config.as_deref());
    match cli.command {
        Command::Demo(args) => demo::run(&args)?,
        Command::Init(args) => init::run(&args)?,
        Command::Setup(args) => return setup::run(&args, cli.config.as_deref()),
        Command::Run(args) => return run::run(&args, cli.config.as_deref(), connect),
        Command::Doctor(args) => return doctor::run(&args, cli.config.as_deref()),
        Command::Receive => once::receive(&mut open()?)?,
        Command::Status(json) => status::run(&mut open()?, json.json)?,
        Command::Game(command) => game::run(&mut open()?, command)?,
        Command::Challenge(command) => challenge::run(&mut open()?, command)?,
        Command::Announce(args) => announce::run(&mut open()?, &args)?,
        Command::Clock(command) => clock::run(&mut open()?, command)?,
        Command::Player(command) => player::run(&mut open()?, command)?,
        Command::Mail(command) => mail::run(&mut open()?, command)?,
        Command::Variant(command) => variant::run(command, cli.config.as_deref())?,
        Command::Play(args) => play::run(args)?,
        Command::Partner(args) => partner::run(&args)?,
        Command::Perft(args) => perft::run(&args, &mut io::stdout())?,
        Command::Referee(files) => {
            let games = files.games()?;
            let output = io::BufWriter::new(io::stdout().lock());
            crate::referee::answer_lines(&games, io::stdin().lock(), output)?;
        }
        Command::Source(command) => source::run(&mut open()?, command)?,
        Command::Event(command) => event::run(&mut open()?, command)?,
        Command::Rating(command) => rating::run(&mut open()?, command)?,
        Command::Pages(args) => return pages::run(&mut open()?, &args),
        Command::Settings(command) => settings::run(&mut open()?, &command)?,
        Command::Secret(command) => secret::run(cli.config.as_deref(), &command)?,
        Command::Db(command) => return db::run(cli.config.as_deref(), command),
        Command::Upgrade(args) => upgrade::run(cli.config.as_deref(), &args)?,
        Command::Texts(command) => return texts::run(command, cli.config.as_deref()),
        Command::Completions(args) => manual::completions(&args)?,
        Command::Apart => apart::run(cli.config.as_deref(), connect)?,
        Command::Man(args) => manual::man(&args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether the error is a closed pipe (`zugpost … | head`), which is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints lines of text.
///
/// # Errors
/// Standard output cannot be written.
fn say(lines: impl AsRef<[String]>) -> Result<()> {
    let mut out = io::stdout().lock();
    for line in lines.as_ref().iter().flat_map(|text| text.split('\n')) {
        writeln!(out, "{}", output::line(line))?;
    }
    Ok(())
}

/// Prints lines, as text or as one JSON value.
///
/// # Errors
/// Standard output cannot be written.
fn print<T: serde::Serialize>(json: bool, value: &T, lines: &[String]) -> Result<()> {
    print_rows(json, std::slice::from_ref(value), lines)
}

/// As [`print_rows`]; `none` is said in place of no lines.
fn print_list<T: serde::Serialize>(
    json: bool,
    rows: &[T],
    line: impl FnMut(&T) -> String,
    none: &str,
) -> Result<()> {
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    if lines.is_empty() {
        lines.push(none.to_owned());
    }
    print_rows(json, rows, &lines)
}

/// Prints the rows of a list: as text, or as one JSON object a line (`docs/json.md`).
///
/// # Errors
/// Standard output cannot be written.
fn print_rows<T: serde::Serialize>(json: bool, rows: &[T], lines: &[String]) -> Result<()> {
    if !json {
        return say(lines);
    }
    let mut out = io::stdout().lock();
    for row in rows {
        writeln!(out, "{}", output::json(row)?)?;
    }
    Ok(())
}

/// The status with this word.
fn known<T: Copy + Display>(word: &str, all: &[T]) -> Result<T> {
    let words: Vec<String> = all.iter().map(ToString::to_string).collect();
    let at = words.iter().position(|known| known == word);
    let at = at.with_context(|| format!("no status {word:?}; there are {}", words.join(", ")))?;
    Ok(all[at])
}

/// Reads `KEY=VALUE`, with the key in lower case.
fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
            Ok((key.trim().to_lowercase(), value.trim().to_owned()))
        }
        _ => Err(format!("{text:?} is not of the form KEY=VALUE")),
    }
}
