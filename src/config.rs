//! The settings of a server, in `zugpost.toml`.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, de::Error};

use crate::mail::servers::{self, Imap};
use crate::time::Length;

mod checks;
mod club;
mod engines;
mod error;
mod events;
mod filled;
mod joining;
mod limits;
mod lmtp;
mod log;
mod meeting;
mod metrics;
mod outbox;
mod pages;
mod pairing;
mod partner;
mod renewed;
mod sending;
mod stored;
mod time;

use checks::{
    check_address, check_kinds, check_ranges, in_words, is_own, length, line_of, of_section,
};
pub use club::{ClubSettings, differences};
pub use engines::{EngineProgram, Protocol};
pub use error::ConfigError;
pub use events::{EventSettings, Title};
pub use filled::{Answers, written};
pub use joining::{Joining, Registration};
pub use limits::Limits;
pub use lmtp::Lmtp;
pub use log::LogForm;
pub use meeting::MeetingSettings;
pub use metrics::MetricsSettings;
pub use outbox::Outbox;
pub use pages::PagesSettings;
pub use pairing::{Dialect, PairingProgram};
pub use partner::PartnerSettings;
pub use sending::SendingLimits;
pub use stored::{DatabaseUrl, PostgresStoreSettings, StoreSettings};
pub use time::TimeSettings;

/// The file in the current folder that is read if no other is named.
pub const FILE_NAME: &str = "zugpost.toml";
/// The file of the package for Debian, which is read if there is none in the current folder.
const INSTALLED: &str = "/etc/zugpost/zugpost.toml";
/// The environment variable that names the file.
pub const VARIABLE: &str = "ZUGPOST_CONFIG";

/// The commented file that `init` writes.
const EXAMPLE: &str = include_str!("config/zugpost.toml");
/// The address in that file.
pub const EXAMPLE_ADDRESS: &str = "play@example.org";
/// The line of it that names an umpire.
const EXAMPLE_UMPIRE: &str = "#umpire = \"umpire@example.org\"";

/// The settings, checked, with all paths resolved against the file's folder.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// `[server]`: the server's address, name, umpire and folders.
    pub server: Server,
    /// `[inbox]`: where mail comes from.
    pub inbox: Inbox,
    /// `[outbox]`: how letters leave.
    pub outbox: Outbox,
    /// `[store]`: the database.
    #[serde(default)]
    pub store: StoreSettings,
    /// The path of the settings file; paths in it are relative to its folder.
    #[serde(skip)]
    pub file: PathBuf,
    /// By what the settings of the club are recognised that are written in the file ([`Config::club`]).
    #[serde(skip)]
    club: ClubSettings,
    /// `[limits]`: how much of mail and letters is taken or sent in a day.
    #[serde(default)]
    pub limits: Limits,
    /// `[players]`: who may become a player by mail.
    #[serde(default)]
    pub players: Joining,
    /// `[time]`: how often mail is looked for, the usual time control, and leave.
    #[serde(default)]
    pub time: TimeSettings,
    /// `[umpires]`: who may direct games by mail.
    #[serde(default)]
    pub umpires: Umpires,
    /// `[meeting]`: limits on games, challenges, seeks and messages of a player.
    #[serde(default)]
    pub meeting: MeetingSettings,
    /// `[events]`: limits on events.
    #[serde(default)]
    pub events: EventSettings,
    /// `[[pairing]]`: programs that pair the rounds of Swiss events.
    #[serde(default)]
    pub pairing: Vec<PairingProgram>,
    /// `[[engines]]`: programs of others that members can challenge.
    #[serde(default)]
    pub engines: Vec<EngineProgram>,
    /// `[partner]`: the program that members can challenge.
    #[serde(default)]
    pub partner: PartnerSettings,
    /// `[[titles]]`: titles of players who have won events.
    #[serde(default)]
    pub titles: Vec<Title>,
    /// `[variants]`: files with further games.
    #[serde(default)]
    pub variants: VariantFiles,
    /// `[metrics]`: what programs that watch the server can ask it.
    #[serde(default)]
    pub metrics: MetricsSettings,
    /// `[pages]`: public pages.
    #[serde(default)]
    pub pages: PagesSettings,
}

/// `[server]`: the server's address, name and folders.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// The address that players write to: printable ASCII with one `@`.
    pub address: String,
    /// The display name; one line, not empty.
    #[serde(default = "default_name")]
    pub name: String,
    /// The folder of the database.
    pub data: PathBuf,
    /// The character between local part and token; `None` (`"none"`) if the host has no plus-addresses.
    #[serde(default = "default_delimiter", deserialize_with = "delimiter")]
    pub recipient_delimiter: Option<char>,
    /// The address of the umpire, who gets reports and whom letters name; `None`: there is none.
    pub umpire: Option<String>,
    /// A folder of the operator's own templates.
    pub templates: Option<PathBuf>,
    /// Days for which the bytes of mails, and what letters say, are kept; 0: for ever.
    #[serde(default = "default_keep_raw_days")]
    pub keep_raw_days: u32,
    /// Whether the bytes of letters are kept after they were sent, as long as those of mails.
    #[serde(default)]
    pub keep_sent: bool,
    /// The language of letters to players who have chosen none.
    #[serde(default = "default_language")]
    pub language: String,
    /// The file that holds the secret of the reply tokens; by default beside the database.
    pub secret: Option<PathBuf>,
    /// The name by which the host that takes our mail in signs its `Authentication-Results`.
    pub authserv_id: Option<String>,
    /// The form of the daemon's log: `"text"` or `"json"`.
    #[serde(default)]
    pub log: LogForm,
}

/// `[umpires]`: who may direct games by mail; by default nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Umpires {
    /// The addresses of the umpires, in the order of the file.
    pub addresses: Vec<String>,
}

/// `[variants]`: files with further games; by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VariantFiles {
    /// The files, in the format `variants.ini`; of two games with one name the first is played.
    pub files: Vec<PathBuf>,
    /// Games of files that people who are no players are told of, too.
    pub public: Vec<String>,
}

/// `[inbox]`: the source of mail.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Inbox {
    /// A mailbox on a server.
    Imap(Box<Imap>),
    /// A Maildir on this host.
    Maildir {
        /// The path of the Maildir, with `cur`, `new` and `tmp`.
        dir: PathBuf,
        /// The Maildir++ folder that mails are moved to when taken in: `Processed` is
        /// `.Processed` below `dir`.
        #[serde(default = "servers::default_processed")]
        processed: String,
    },
    /// No mailbox: mails come through `zugpost receive`.
    Stdin {},
    /// No mailbox: the mail host hands mails over to the daemon.
    Lmtp(Box<Lmtp>),
}

impl Inbox {
    /// The settings of LMTP, if mail comes by it.
    pub fn lmtp(&self) -> Option<&Lmtp> {
        match self {
            Self::Lmtp(lmtp) => Some(lmtp),
            Self::Imap(_) | Self::Maildir { .. } | Self::Stdin {} => None,
        }
    }
}

fn default_name() -> String {
    "Zugpost".to_owned()
}

fn default_delimiter() -> Option<char> {
    Some('+')
}

fn default_language() -> String {
    "en".to_owned()
}

fn default_keep_raw_days() -> u32 {
    90
}

fn delimiter<'de, D: Deserializer<'de>>(from: D) -> Result<Option<char>, D::Error> {
    match String::deserialize(from)?.as_str() {
        "+" => Ok(Some('+')),
        "none" => Ok(None),
        other => Err(D::Error::custom(format!(
            "recipient_delimiter is {other:?}: write \"+\" or \"none\""
        ))),
    }
}

/// The settings file, and what has named it, for messages: the file that `--config` names, else the variable
/// [`VARIABLE`] (unless empty), else [`FILE_NAME`] in the current folder, or [`INSTALLED`] if only that is there. It need
/// not exist.
fn find(flag: Option<&Path>, variable: Option<OsString>) -> (PathBuf, &'static str) {
    match (flag, variable.filter(|v| !v.is_empty())) {
        (Some(path), _) => (path.to_owned(), "--config"),
        (None, Some(path)) => (path.into(), VARIABLE),
        (None, None) if !Path::new(FILE_NAME).exists() && Path::new(INSTALLED).exists() => {
            (INSTALLED.into(), INSTALLED)
        }
        (None, None) => (FILE_NAME.into(), FILE_NAME),
    }
}

impl Config {
    /// The path of the settings: that of `flag` (`--config`), else what the environment names, else the usual one.
    pub fn place(flag: Option<&Path>) -> PathBuf {
        find(flag, std::env::var_os(VARIABLE)).0
    }

    /// Finds, reads and checks the settings: `flag` (`--config`), else the environment, else the
    /// current folder.
    ///
    /// # Errors
    /// There is no file, it cannot be read, or a setting is wrong.
    pub fn load(flag: Option<&Path>) -> Result<Self, ConfigError> {
        Self::load_from(find(flag, std::env::var_os(VARIABLE)))
    }

    /// Reads and checks the settings in a file, which `by` has named.
    fn load_from((path, by): (PathBuf, &'static str)) -> Result<Self, ConfigError> {
        match fs::read_to_string(&path) {
            Ok(text) => Self::parse(&text, &path),
            Err(reason) if by == FILE_NAME && reason.kind() == io::ErrorKind::NotFound => {
                Err(ConfigError::Missing)
            }
            Err(reason) => Err(ConfigError::Unreadable { path, by, reason }),
        }
    }

    /// Reads and checks `text`, the content of the file at `path`. Relative paths in it are relative to the
    /// folder of that file.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`].
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigError> {
        let invalid = |line, reason| ConfigError::Invalid {
            path: path.to_owned(),
            line,
            reason,
        };
        let wrong = |error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map(|before| before.matches('\n').count() + 1);
            let mut reason = in_words(error.message());
            let written = line.and_then(|line| text.lines().nth(line - 1));
            // The parser does not name a key that is there twice.
            if reason == "duplicate key"
                && let Some((key, _)) = written.and_then(|written| written.split_once('='))
            {
                let key = key.trim();
                reason = format!("{key} stands twice in this section: put a # before one of them");
            }
            invalid(line, reason)
        };
        let table: toml::Table = toml::from_str(text).map_err(wrong)?;
        check_kinds(&table).map_err(|reason| invalid(line_of(text, &reason), reason))?;
        let mut config: Self = toml::from_str(text).map_err(wrong)?;
        let wrong = |reason: String| invalid(line_of(text, &reason), reason);
        config.check().map_err(wrong)?;
        config.resolve(path.parent().unwrap_or(Path::new("")));
        config.file = path.to_owned();
        config.club = club::written(&table);
        Ok(config)
    }

    /// The commented file that `init` writes, for a server at `address` with this umpire. Its source and its transport are
    /// Maildirs, so that nothing is sent before the operator changes that.
    pub fn example(address: &str, umpire: Option<&str>) -> String {
        let example = EXAMPLE.replacen(&written(EXAMPLE_ADDRESS), &written(address), 1);
        let Some(umpire) = umpire else {
            return example;
        };
        example.replacen(EXAMPLE_UMPIRE, &format!("umpire = {}", written(umpire)), 1)
    }

    /// `[time]`, as it is for this source of mail. With LMTP nobody can look whether mail waits: what the mail host could not
    /// hand over comes when it tries again. So the times up to which all mail was read are that much earlier, and one that is
    /// so much older is no outage.
    pub fn times(&self) -> TimeSettings {
        let mut time = self.time;
        if let Some(lmtp) = self.inbox.lmtp() {
            let later = lmtp.retry_within.seconds();
            time.outage_after = Length::of_seconds(time.outage_after.seconds() + later);
        }
        time
    }

    /// The path of the database file, `zugpost.db` in the folder `data`.
    pub fn database(&self) -> PathBuf {
        self.server.data.join("zugpost.db")
    }

    /// The file that holds the secret of the reply tokens.
    pub fn secret(&self) -> PathBuf {
        let own = self.server.secret.clone();
        own.unwrap_or_else(|| self.server.data.join("zugpost.secret"))
    }

    fn check(&self) -> Result<(), String> {
        let server = &self.server;
        check_address("address", &server.address)?;
        let local = server.address.split('@').next().unwrap_or_default();
        if let Some(delimiter) = server.recipient_delimiter.filter(|c| local.contains(*c)) {
            return Err(format!(
                "address holds '{delimiter}' itself: write one without, or recipient_delimiter = \"none\""
            ));
        }
        if let Some(umpire) = &server.umpire {
            check_address("umpire", umpire).map_err(|why| why.replace("play@", "umpire@"))?;
            if is_own(umpire, &server.address, server.recipient_delimiter) {
                return Err(format!(
                    "umpire is {umpire:?}, the server's own address: its letters would come back to it; write \
                     the address of a person"
                ));
            }
        }
        if server.name.trim().is_empty() || server.name.contains(char::is_control) {
            return Err(
                "name must be one line of text: write the name that players shall see".into(),
            );
        }
        let bad_host = |id: &&String| {
            let fits = |c: char| c.is_ascii_graphic() && !"()<>;,\"=".contains(c);
            id.is_empty() || !id.chars().all(fits)
        };
        if let Some(id) = server.authserv_id.as_ref().filter(bad_host) {
            return Err(format!(
                "authserv_id is {id:?}: write the first word of the Authentication-Results that your mail \
                 host adds, like \"mail.example.org\""
            ));
        }
        match &self.inbox {
            Inbox::Maildir { processed, .. }
                if processed.is_empty() || processed.contains(['/', '.']) =>
            {
                return Err(format!(
                    "processed is {processed:?}: write the bare name of a folder"
                ));
            }
            Inbox::Imap(imap) => imap.check().map_err(of_section("inbox"))?,
            Inbox::Lmtp(lmtp) => lmtp.check().map_err(of_section("inbox"))?,
            _ => {}
        }
        self.store.check().map_err(of_section("store"))?;
        self.limits.check().map_err(of_section("limits"))?;
        self.players.check().map_err(of_section("players"))?;
        self.time.check().map_err(of_section("time"))?;
        self.meeting.check().map_err(of_section("meeting"))?;
        self.events.check().map_err(of_section("events"))?;
        for program in &self.pairing {
            program.check().map_err(of_section("pairing"))?;
        }
        self.partner.check().map_err(of_section("partner"))?;
        let mut names = vec![self.partner.name.as_str()];
        for engine in &self.engines {
            engine.check(&names).map_err(of_section("engines"))?;
            names.push(&engine.name);
        }
        for title in &self.titles {
            title.check().map_err(of_section("titles"))?;
        }
        self.metrics.check().map_err(of_section("metrics"))?;
        self.pages.check().map_err(of_section("pages"))?;
        self.outbox.check()
    }

    fn resolve(&mut self, folder: &Path) {
        let at = |path: &mut PathBuf| *path = folder.join(&*path);
        at(&mut self.server.data);
        self.variants.files.iter_mut().for_each(at);
        self.server.templates.as_mut().map(at);
        self.server.secret.as_mut().map(at);
        match &mut self.inbox {
            Inbox::Maildir { dir, .. } => at(dir),
            Inbox::Imap(imap) => imap.resolve(folder),
            Inbox::Lmtp(lmtp) => lmtp.resolve(folder),
            Inbox::Stdin { .. } => {}
        }
        self.outbox.resolve(folder);
        self.store.resolve(folder);
        self.metrics.resolve(folder);
        self.pages.resolve(folder);
    }
}

#[cfg(test)]
mod tests;
