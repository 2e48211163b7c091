//! `secret`: the secret that the keys in letters are derived from.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use chrono::TimeDelta;
use clap::Subcommand;

use crate::clock::{Clock, SystemClock};
use crate::config::{Config, StoreSettings};
use crate::office::stamp;
use crate::secret;
use crate::store::{self, HostRow, Maintain};
use crate::text::counted;
use crate::tokens::{self, Secret};

use super::{Server, lock::Lock, say, stored};

/// How long to wait for a process that holds the lock.
const PATIENCE: Duration = Duration::from_secs(10);
/// What is said after the file has changed.
const COPY: &str = "Copy the file again to the place where you keep its copy.";

#[derive(Debug, Subcommand)]
pub enum SecretCommand {
    /// Derive the keys of new letters from a new secret; those of earlier letters stay valid
    #[command(
        after_help = "Stop the server before. If the file with the secret is lost, put your copy of it in its place. \
                      Without a copy: `zugpost secret rotate --lost --resend` makes a new one, voids the \
                      keys of all letters sent so far, and sends everybody the current letter of each \
                      game again. If somebody else may have read the file, use --lost as well.\n\
                      Several hosts over one database go on working: run --prepare on one, copy the file to all \
                      others, wait until `zugpost status` shows that each has it, and run --commit."
    )]
    Rotate {
        /// The secret is lost or known to others: no letter sent so far is valid any more
        #[arg(long)]
        lost: bool,
        /// With --lost: send the current letter of every game again
        #[arg(long, requires = "lost")]
        resend: bool,
        /// With several hosts: write a new secret to the file that nothing is derived from yet
        #[arg(long, conflicts_with_all = ["lost", "commit"])]
        prepare: bool,
        /// With several hosts: derive new keys from the secret that was prepared, which all hosts have
        #[arg(long, conflicts_with = "lost")]
        commit: bool,
        /// Show what would be done, but do nothing
        #[arg(long)]
        dry_run: bool,
    },
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(config: Option<&Path>, command: &SecretCommand) -> Result<()> {
    let SecretCommand::Rotate {
        lost,
        resend,
        prepare: is_prepared,
        commit: is_committed,
        dry_run,
    } = *command;
    let config = Config::load(config)?;
    if is_prepared {
        return prepare(&config, dry_run);
    }
    if is_committed {
        return commit(&config, dry_run);
    }
    let _lock = alone(&config, "secret rotate")?;
    let mut store = stored::open(&config)?;
    let others = hosts_at_work(&config, store.as_mut())?;
    if let Some(other) = others.first() {
        bail!(
            "{} works on the database, too: stop it, or use --prepare and --commit",
            other.name
        );
    }
    let tokens = store::read(store.as_mut(), |store| Ok(store.token_count()?))?;
    let file = config.secret();
    let shown = file.display();
    let mut chance = tokens::system_chance()?;
    let secret = match secret::load(&file) {
        Ok(Some(mut known)) if !lost => {
            let check = store::read(store.as_mut(), |store| Ok(store.secret_check()?))?;
            ensure!(
                check.is_some_and(|check| known.checks().contains(&check)),
                "{shown} is not the secret that belongs to this database: put the right file in its place"
            );
            known.rotate(&mut chance);
            known
        }
        // The generation has to be a new one, so that no earlier token is taken for one of it.
        _ if lost => Secret::sample(newest(&file) + 1, &mut chance),
        Ok(_) => bail!("{shown} is not there: put your copy of it in its place, or add --lost"),
        Err(error) => return Err(error.context("add --lost if there is no copy of it")),
    };
    let mut lines = vec![
        format!("{shown}: generation {}", secret.generation()),
        COPY.to_owned(),
    ];
    if lost {
        lines.push(format!("{tokens} keys are void"));
    }
    if !dry_run {
        secret::replace(&file, &secret)?;
        let check = secret.checks().pop().context("the secret is empty")?;
        store.set_secret_check(&check)?;
        if lost {
            store.void_all_tokens(secret.generation())?;
        }
    }
    if resend && !dry_run {
        let mut server = Server::with(config)?;
        let (count, _) = server.change(false, |draft| draft.send_all_again())?;
        let written = counted(count, "letter was", "letters were");
        lines.push(format!("{written} written again"));
    }
    for line in lines.iter_mut().filter(|_| dry_run) {
        line.push_str(" (nothing was changed)");
    }
    say(lines)
}

/// Writes a new generation to the file, of which nothing is derived yet.
fn prepare(config: &Config, dry_run: bool) -> Result<()> {
    let (mut secret, _) = shared(config)?;
    let shown = config.secret();
    let shown = shown.display();
    if secret.newest() > secret.generation() {
        return say([format!(
            "{shown} has the prepared generation {} already: copy it to all hosts, then --commit",
            secret.newest()
        )]);
    }
    secret.rotate(&mut tokens::system_chance()?);
    if !dry_run {
        secret::replace(&config.secret(), &secret)?;
    }
    let nothing = if dry_run {
        " (nothing was changed)"
    } else {
        ""
    };
    say([
        format!(
            "{shown}: generation {} is prepared{nothing}",
            secret.newest()
        ),
        "Copy the file to all other hosts; each reads it within seconds. Then use --commit."
            .to_owned(),
    ])
}

/// Lets new keys be derived from the generation that was prepared.
fn commit(config: &Config, dry_run: bool) -> Result<()> {
    let (secret, mut store) = shared(config)?;
    ensure!(
        secret.newest() > secret.generation(),
        "no secret is prepared in {}: use --prepare before",
        config.secret().display()
    );
    let check = secret.newest_check();
    let hosts = hosts_at_work(config, store.as_mut())?;
    let lacking = hosts.iter().filter(|host| host.secret != check);
    let lacking: Vec<&str> = lacking.map(|host| host.name.as_str()).collect();
    ensure!(
        lacking.is_empty(),
        "{} not have the prepared secret yet: copy the file there, and wait for a few seconds",
        match lacking[..] {
            [one] => format!("{one} does"),
            _ => format!("{} do", lacking.join(", ")),
        }
    );
    if !dry_run {
        let check = secret.checks().pop().context("the secret is empty")?;
        store.set_secret_check(&check)?;
    }
    let nothing = if dry_run {
        " (nothing was changed)"
    } else {
        ""
    };
    say([
        format!("new keys are of generation {}{nothing}", secret.newest()),
        COPY.to_owned(),
    ])
}

/// The secret and the store of several hosts.
fn shared(config: &Config) -> Result<(Secret, Box<dyn Maintain>)> {
    let mut store = stored::open(config)?;
    ensure!(
        store.is_shared(),
        "this host is the only one: stop the server, and use `zugpost secret rotate`"
    );
    let file = config.secret();
    let secret = secret::load(&file)?;
    let mut secret = secret.with_context(|| format!("{} is not there", file.display()))?;
    let check = store::read(store.as_mut(), |store| Ok(store.secret_check()?))?;
    ensure!(
        check.is_some_and(|check| secret.follow(&check)),
        "{} is not the secret that belongs to this database: put the right file in its place",
        file.display()
    );
    Ok((secret, store))
}

/// The hosts that work on the database; none where it is not shared.
fn hosts_at_work(config: &Config, store: &mut dyn Maintain) -> Result<Vec<HostRow>> {
    let StoreSettings::Postgres(shared) = &config.store else {
        return Ok(Vec::new());
    };
    let mut hosts = store::read(store, |store| Ok(store.hosts()?))?;
    let silent = SystemClock.now() - TimeDelta::seconds(shared.lease.into());
    hosts.retain(|host| host.alive_at > stamp(silent));
    Ok(hosts)
}

/// The newest generation in the file, as far as it can be read.
fn newest(file: &Path) -> i64 {
    let known = secret::load(file).ok().flatten();
    // Without the file nobody knows how many generations there were.
    known.map_or(1_000, |secret| secret.generation())
}

/// Takes the lock: nobody else may work on the database.
///
/// # Errors
/// Another process holds it.
pub(super) fn alone(config: &Config, role: &'static str) -> Result<Lock> {
    lock(&config.server.data, role)
}

/// The same for another folder of data.
///
/// # Errors
/// Another process holds it.
pub(super) fn lock(data: &Path, role: &'static str) -> Result<Lock> {
    if let Some(lock) = Lock::take(data, role, PATIENCE)? {
        return Ok(lock);
    }
    let who = Lock::holder_name(data);
    bail!("{who} works in {}: stop it first", data.display())
}
