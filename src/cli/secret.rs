//! `secret`: the secret that the keys in letters are derived from.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Subcommand;

use crate::config::Config;
use crate::secret;
use crate::store;
use crate::text::counted;
use crate::tokens::{self, Secret};

use super::{Server, lock::Lock, say, stored};

/// How long to wait for a process that holds the lock.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Subcommand)]
pub enum SecretCommand {
    /// Derive the keys of new letters from a new secret; those of earlier letters stay valid
    #[command(
        after_help = "Stop the server before. If the file with the secret is lost, put your copy of it in its place. \
                      Without a copy: `zugpost secret rotate --lost --resend` makes a new one, voids the \
                      keys of all letters sent so far, and sends everybody the current letter of each \
                      game again. If somebody else may have read the file, use --lost as well."
    )]
    Rotate {
        /// The secret is lost or known to others: no letter sent so far is valid any more
        #[arg(long)]
        lost: bool,
        /// With --lost: send the current letter of every game again
        #[arg(long, requires = "lost")]
        resend: bool,
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
        dry_run,
    } = *command;
    let config = Config::load(config)?;
    let _lock = alone(&config, "secret rotate")?;
    let mut store = stored::open(&config)?;
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
        "Copy the file again to the place where you keep its copy.".to_owned(),
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
