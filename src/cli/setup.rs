//! `setup`: a new server, from its settings to its start.

mod ways;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::config::{Answers, Config, EXAMPLE_ADDRESS, Inbox, StoreSettings};
use crate::listen::Listen;
use crate::mail::private;

use super::{doctor, init};

/// The user that runs the server may be another one than the one who sets it up.
const ROOT: u32 = 0;

#[derive(Debug, Args)]
#[command(
    after_help = "What is not said is asked for. Run it again without options to go on where something was wrong.\n\
                  Example:\n  \
                  zugpost setup --address play@example.org --umpire you@example.org \\\n    \
                  --mail maildir:/var/lib/zugpost/Maildir --send smtp:localhost --start"
)]
pub struct SetupArgs {
    /// The address that players write to
    #[arg(long, value_name = "ADDRESS")]
    address: Option<String>,
    /// Where mail comes from: maildir:FOLDER, imap:USER@HOST or lmtp:unix:SOCKET
    #[arg(long, value_name = "WAY")]
    mail: Option<String>,
    /// Where letters go: smtp:localhost (usual), smtp:USER@HOST, sendmail or maildir:FOLDER
    #[arg(long, value_name = "WAY")]
    send: Option<String>,
    /// The address that is told about trouble; empty: nobody
    #[arg(long, value_name = "ADDRESS")]
    umpire: Option<String>,
    /// Let systemd start the server, now and with the machine
    #[arg(long)]
    start: bool,
    /// The settings are written: go on with the rest; for the program itself
    #[arg(long, hide = true)]
    settled: bool,
}

/// Writes the settings, makes the database as the user who runs the server, starts it, and checks everything.
///
/// # Errors
/// Something was not said and cannot be asked for, or cannot be written.
pub fn run(args: &SetupArgs, config: Option<&Path>) -> Result<ExitCode> {
    let file = Config::place(config);
    let text = match fs::read_to_string(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Config::example(EXAMPLE_ADDRESS, None)
        }
        text => text.with_context(|| format!("cannot read {}", file.display()))?,
    };
    let known = Config::parse(&text, &file)?;
    if known.server.address == EXAMPLE_ADDRESS && !args.settled {
        settle(args, &file, &text)?;
    } else {
        let said = [&args.address, &args.mail, &args.send, &args.umpire];
        ensure!(
            said.iter().all(|said| said.is_none()),
            "{} is for {} already: change it there, and run `zugpost setup` without these options",
            file.display(),
            known.server.address
        );
    }
    let config = Config::load(Some(&file))?;
    if let Some(user) = other_user(&config)? {
        return as_user(&user, args, &config);
    }
    complete(&config)?;
    checked(&config)
}

/// Writes the settings.
fn settle(args: &SetupArgs, file: &Path, text: &str) -> Result<()> {
    let answers = answers(args)?;
    let text = answers.fill(text);
    let config = Config::parse(&text, file)?;
    let owner = fs::metadata(&config.server.data).ok();
    let owner = owner.map(|data| (data.uid(), data.gid()));
    let folder = file
        .parent()
        .filter(|folder| *folder != Path::new(""))
        .unwrap_or(Path::new("."));
    private::folder(folder)?;
    for secret in ways::password_files(&config) {
        if secret.exists() {
            continue;
        }
        if let Some(folder) = secret.parent() {
            private::folder(folder)?;
        }
        private::file(secret).with_context(|| format!("cannot write {}", secret.display()))?;
        if let Some((user, group)) = owner {
            chown(secret, Some(user), Some(group))?;
        }
    }
    replace(file, &text).with_context(|| format!("cannot write {}", file.display()))?;
    super::say([format!("written: {}", file.display())])
}

/// Writes a file in the place of another one, whose owner and mode it gets, whole or not at all.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let new = file.with_extension("toml.new");
    let mut made = private::file(&new)?;
    made.write_all(text.as_bytes())?;
    if let Ok(old) = fs::metadata(file) {
        made.set_permissions(old.permissions())?;
        chown(&new, Some(old.uid()), Some(old.gid()))?;
    }
    made.sync_all()?;
    fs::rename(&new, file)
}

/// What the options say, and what is asked for.
fn answers(args: &SetupArgs) -> Result<Answers> {
    let asks = io::stdin().is_terminal() && io::stderr().is_terminal();
    let missing = [("--address", &args.address), ("--mail", &args.mail)];
    let missing = missing.iter().filter(|(_, said)| said.is_none());
    let missing: Vec<&str> = missing.map(|(name, _)| *name).collect();
    ensure!(
        asks || missing.is_empty(),
        "there is no terminal to ask on: say {} (`zugpost setup --help`)",
        missing.join(" and ")
    );
    let said = |said: &Option<String>, question: &str, usual: &str| match said {
        Some(said) => Ok(said.clone()),
        None if asks => asked(question, usual),
        None => Ok(usual.to_owned()),
    };
    let address = said(&args.address, "The address that players write to", "")?;
    let mail = said(
        &args.mail,
        "Where mail comes from (maildir:FOLDER, imap:USER@HOST or lmtp:unix:SOCKET)",
        "maildir:/var/lib/zugpost/Maildir",
    )?;
    let usual = ways::usual_sending(&mail);
    let send = said(
        &args.send,
        "Where letters go (smtp:HOST, smtp:USER@HOST, sendmail or maildir:FOLDER)",
        usual.unwrap_or_default(),
    )?;
    ensure!(
        !send.is_empty(),
        "with {mail} say where letters go, too: --send smtp:USER@HOST"
    );
    let umpire = said(
        &args.umpire,
        "Your own address, for reports of players and of trouble (empty: nobody is told)",
        "",
    )?;
    Ok(Answers {
        address,
        umpire: (!umpire.is_empty()).then_some(umpire),
        inbox: ways::inbox(&mail)?,
        outbox: ways::outbox(&send)?,
    })
}

/// An answer, or what is usual.
fn asked(question: &str, usual: &str) -> Result<String> {
    let shown = match usual {
        "" => String::new(),
        usual => format!(" [{usual}]"),
    };
    write!(io::stderr(), "{question}{shown}: ")?;
    let mut line = String::new();
    ensure!(io::stdin().read_line(&mut line)? > 0, "there is no answer");
    let line = line.trim();
    Ok(if line.is_empty() { usual } else { line }.to_owned())
}

/// The user to whom the folder of the data belongs, if root sets a server up for another one.
fn other_user(config: &Config) -> Result<Option<String>> {
    let Ok(data) = fs::metadata(&config.server.data) else {
        return Ok(None);
    };
    if data.uid() == ROOT || !nix::unistd::geteuid().is_root() {
        return Ok(None);
    }
    let user = nix::unistd::User::from_uid(data.uid().into())?;
    let user = user.with_context(|| {
        let shown = config.server.data.display();
        format!("{shown} belongs to a user that this machine does not know")
    })?;
    Ok(Some(user.name))
}

/// Goes on as the user of the server, and starts it.
fn as_user(user: &str, args: &SetupArgs, config: &Config) -> Result<ExitCode> {
    socket_folder(config)?;
    let again = || -> Result<bool> {
        let file = std::path::absolute(&config.file)?;
        let program = std::env::current_exe()?;
        let mut command = Command::new("runuser");
        command.args(["-u", user, "--"]).arg(program);
        let done = command
            .arg("--config")
            .arg(file)
            .args(["setup", "--settled"])
            .status();
        Ok(done
            .context("runuser (util-linux) cannot be run")?
            .success())
    };
    if !again()? {
        return Ok(ExitCode::FAILURE);
    }
    let by_hand = format!(
        "runuser -u {user} -- zugpost --config {} run",
        config.file.display()
    );
    if !Path::new("/run/systemd/system").is_dir() {
        super::say([format!(
            "There is no systemd here. To start the server: {by_hand}"
        )])?;
        return Ok(ExitCode::SUCCESS);
    }
    if !args.start && !is_wanted()? {
        super::say(["To start it: systemctl enable --now zugpost".to_owned()])?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = Command::new("systemctl");
    let started = command.args(["enable", "--now", "zugpost"]).status();
    if !started.is_ok_and(|status| status.success()) {
        bail!("the service does not start: `systemctl status zugpost` says why");
    }
    super::say(["The server runs: `systemctl status zugpost`".to_owned()])?;
    Ok(ExitCode::SUCCESS)
}

fn is_wanted() -> Result<bool> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Ok(false);
    }
    Ok(asked("Start the server, now and with the machine?", "yes")?.starts_with(['y', 'Y']))
}

/// The folder of the socket of LMTP, which only root can make in /run. The service makes it anew at each start.
fn socket_folder(config: &Config) -> Result<()> {
    let Some(Listen::Unix(socket)) = config.inbox.lmtp().map(|lmtp| &lmtp.listen) else {
        return Ok(());
    };
    let Some(folder) = socket.parent().filter(|folder| !folder.exists()) else {
        return Ok(());
    };
    let data = fs::metadata(&config.server.data)?;
    fs::create_dir(folder)
        .and_then(|()| chown(folder, Some(data.uid()), Some(data.gid())))
        .with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// Makes what is missing.
fn complete(config: &Config) -> Result<()> {
    if matches!(config.store, StoreSettings::Sqlite {}) && !config.database().exists() {
        init::complete(config)?;
        super::say([
            format!("made: {}", config.database().display()),
            format!(
                "made: {} (the secret of the keys; keep a copy apart from the database)",
                config.secret().display()
            ),
        ])?;
    }
    if let Inbox::Maildir { dir, .. } = &config.inbox {
        private::maildir(dir)
            .with_context(|| format!("cannot make the Maildir {}", dir.display()))?;
    }
    Ok(())
}

/// Checks everything.
fn checked(config: &Config) -> Result<ExitCode> {
    let empty = |file: &&Path| fs::metadata(file).is_ok_and(|meta| meta.len() == 0);
    let empty = ways::password_files(config).into_iter().filter(empty);
    let empty: Vec<String> = empty.map(|file| file.display().to_string()).collect();
    ensure!(
        empty.is_empty(),
        "write the password into {}, and run `zugpost setup` again",
        empty.join(" and ")
    );
    if doctor::report(config)? {
        return Ok(ExitCode::SUCCESS);
    }
    bail!("correct what is wrong above, and run `zugpost setup` again")
}
