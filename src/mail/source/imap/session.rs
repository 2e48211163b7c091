//! One logged-in connection: the IMAP library over our own stream, with its rough edges covered.

use std::io::{ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Result, anyhow, bail, ensure};
use imap::types::Flag;

use super::guard::Shared;
use super::login;
use crate::clock::Deadline;
use crate::config::Security;
use crate::mail::auth::Login;
use crate::mail::parse::MAX_MAIL;
use crate::mail::parse::text::one_line;
use crate::mail::tls::{Endpoint, Stream};

/// How soon IDLE notices that it shall stop.
const SLICE: Duration = Duration::from_millis(500);
/// How long leave-taking may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// Why a command did not work.
#[derive(Debug)]
pub(super) enum Fault {
    /// The server says no; the connection goes on.
    No(String),
    /// The connection is of no more use.
    Lost(String),
}

impl Fault {
    pub(super) fn words(&self) -> &str {
        match self {
            Self::No(words) | Self::Lost(words) => words,
        }
    }
}

/// What a server can do beyond RFC 3501, and we use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Abilities {
    /// RFC 6851.
    pub(super) moves: bool,
    /// RFC 2177.
    pub(super) idle: bool,
    /// RFC 4315.
    pub(super) uidplus: bool,
}

/// The folder that commands refer to.
#[derive(Debug, Clone)]
pub(super) struct Selected {
    pub(super) folder: String,
    pub(super) validity: u32,
    pub(super) read_only: bool,
    permanent: Vec<Flag<'static>>,
}

impl Selected {
    /// Whether a keyword of ours stays (RFC 3501 section 7.1, PERMANENTFLAGS). A server that tells no
    /// permanent flags keeps all.
    pub(super) fn keeps(&self, keyword: &str) -> bool {
        self.permanent.is_empty()
            || self.permanent.iter().any(|flag| match flag {
                Flag::MayCreate => true,
                Flag::Custom(name) => name.eq_ignore_ascii_case(keyword),
                _ => false,
            })
    }
}

/// A connection that is logged in.
pub(super) struct Session {
    library: imap::Session<Shared>,
    wire: Shared,
    pub(super) can: Abilities,
    pub(super) selected: Option<Selected>,
    idles: u32,
}

impl Session {
    /// Connects, begins TLS if so configured, logs in.
    pub(super) fn open(endpoint: &Endpoint, login: &Login) -> Result<Self> {
        let mut stream = endpoint.dial()?;
        let greeted = endpoint.security == Security::StartTls;
        if greeted {
            stream = starttls(endpoint, stream)?;
        }
        let wire = Shared::new(stream);
        let mut client = imap::Client::new(wire.clone());
        if !greeted {
            let greeting = client
                .read_greeting()
                .map_err(|e| anyhow!("{endpoint} does not greet us: {e}; is it an IMAP server?"))?;
            check_greeting(endpoint, &String::from_utf8_lossy(&greeting))?;
        }
        let is_tls = wire.lock().stream.is_tls();
        let library = login::log_in(client, endpoint, login, is_tls)?;
        let mut session = Self {
            library,
            wire,
            can: Abilities::default(),
            selected: None,
            idles: 0,
        };
        session.can = session
            .call(|library| {
                let list = library.capabilities()?;
                Ok(Abilities {
                    moves: list.has_str("MOVE"),
                    idle: list.has_str("IDLE"),
                    uidplus: list.has_str("UIDPLUS"),
                })
            })
            .map_err(|fault| anyhow!("{endpoint}: {}", fault.words()))?;
        Ok(session)
    }

    /// Runs a command of the library. Whatever it stumbles over costs the connection, no more.
    fn call<T>(
        &mut self,
        command: impl FnOnce(&mut imap::Session<Shared>) -> imap::error::Result<T>,
    ) -> Result<T, Fault> {
        {
            let mut wire = self.wire.lock();
            wire.renew();
            wire.stream.begin();
        }
        let library = &mut self.library;
        let result = catch_unwind(AssertUnwindSafe(|| {
            let result = command(library);
            library.take_all_unsolicited().for_each(drop);
            result
        }));
        let fault = match result {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(error)) => fault(&error),
            Err(_) => Fault::Lost("an answer that the IMAP library cannot bear".to_owned()),
        };
        // What the server warned of before is often the reason.
        let warning = self.wire.lock().warning.take();
        Err(match (fault, warning) {
            (Fault::No(words), Some(warning)) => {
                Fault::No(one_line(&format!("{words} ({warning})"), 300))
            }
            (fault, _) => fault,
        })
    }

    /// Opens a folder, unless it is open.
    pub(super) fn select(&mut self, folder: &str) -> Result<Selected, Fault> {
        if let Some(selected) = self.selected.as_ref().filter(|s| s.folder == folder) {
            return Ok(selected.clone());
        }
        self.selected = None;
        let mailbox = self.call(|library| library.select(folder))?;
        let Some(validity) = mailbox.uid_validity else {
            return Err(Fault::No("the folder has no UIDVALIDITY".to_owned()));
        };
        let selected = Selected {
            folder: folder.to_owned(),
            validity,
            read_only: mailbox.is_read_only,
            permanent: mailbox.permanent_flags,
        };
        self.selected = Some(selected.clone());
        Ok(selected)
    }

    /// Opens a folder, or hears what is new in it if it is open: a search alone need not see mails that
    /// came since (RFC 3501 section 7.4.1 lets the server tell of them with any command).
    pub(super) fn refresh(&mut self, folder: &str) -> Result<Selected, Fault> {
        if self.selected.as_ref().is_some_and(|s| s.folder == folder) {
            self.call(|library| library.noop())?;
        }
        self.select(folder)
    }

    /// UIDs that a search finds, in order.
    pub(super) fn search(&mut self, query: &str) -> Result<Vec<u32>, Fault> {
        let found = self.call(|library| library.uid_search(query))?;
        let mut found: Vec<u32> = found.into_iter().collect();
        found.sort_unstable();
        Ok(found)
    }

    /// Sizes of mails, as the server reckons them; those that vanished are not among them.
    pub(super) fn sizes(&mut self, set: &str) -> Result<Vec<(u32, u32)>, Fault> {
        self.call(|library| {
            let answers = library.uid_fetch(set, "(UID RFC822.SIZE)")?;
            let pairs = answers.iter().filter_map(|a| Some((a.uid?, a.size?)));
            Ok(pairs.collect())
        })
    }

    /// Mails, each up to one byte more than [`MAX_MAIL`]. `\Seen` is not touched.
    pub(super) fn bodies(&mut self, set: &str) -> Result<Vec<(u32, Vec<u8>)>, Fault> {
        let query = format!("(UID BODY.PEEK[]<0.{}>)", MAX_MAIL + 1);
        self.call(|library| {
            let answers = library.uid_fetch(set, query)?;
            let pairs = answers
                .iter()
                .filter_map(|a| Some((a.uid?, a.body()?.to_vec())));
            Ok(pairs.collect())
        })
    }

    /// Moves mails (RFC 6851); the folder is made if it is missing.
    pub(super) fn move_to(&mut self, set: &str, folder: &str) -> Result<(), Fault> {
        if self.can.moves {
            return self.making(folder, |session| {
                session.call(|library| library.uid_mv(set, folder))
            });
        }
        self.making(folder, |session| {
            session.call(|library| library.uid_copy(set, folder))
        })?;
        self.flag(set, "\\Deleted")?;
        self.expunge(set)
    }

    /// Removes what is marked `\Deleted` in `set` and nothing else. Where UIDPLUS is missing, EXPUNGE
    /// takes everything that is so marked, by whomever: then it is used only if that is ours alone. Else
    /// the marks stay, and searches pass the mails over.
    fn expunge(&mut self, set: &str) -> Result<(), Fault> {
        if self.can.uidplus {
            return self.call(|library| library.uid_expunge(set).map(drop));
        }
        let ours = self.search(&format!("DELETED UID {set}"))?;
        if self.search("DELETED")? == ours {
            self.call(|library| library.expunge().map(drop))?;
        }
        Ok(())
    }

    /// Sets a flag or keyword.
    pub(super) fn flag(&mut self, set: &str, flag: &str) -> Result<(), Fault> {
        self.call(|library| {
            let query = format!("+FLAGS.SILENT ({flag})");
            library.uid_store(set, query).map(drop)
        })
    }

    fn making(
        &mut self,
        folder: &str,
        mut put: impl FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        match put(self) {
            Err(Fault::No(why)) => match self.call(|library| library.create(folder)) {
                Ok(()) => put(self),
                // It was there; the reason is another one.
                Err(Fault::No(_)) => Err(Fault::No(why)),
                Err(lost) => Err(lost),
            },
            result => result,
        }
    }

    /// Waits for new mail in the selected folder (RFC 2177). Spoken beside the library, whose IDLE
    /// panics when it is refused and cannot be told to stop.
    pub(super) fn idle(
        &mut self,
        patience: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Fault> {
        self.idles += 1;
        let tag = format!("z{}", self.idles);
        let deadline = Deadline::after(patience);
        let mut wire = self.wire.lock();
        wire.renew();
        wire.grew = false;
        wire.stream.begin();
        let begin = format!("{tag} IDLE\r\n");
        let sent = wire.stream.write_all(begin.as_bytes());
        sent.and_then(|()| wire.stream.flush()).map_err(lost)?;
        // Refused: as good as not offered.
        loop {
            match wire.line().map_err(lost)? {
                Some(line) if line.starts_with('+') => break,
                Some(line) if line.starts_with(&tag) => {
                    self.can.idle = false;
                    return Ok(());
                }
                Some(_) => {}
                None => return Err(hung_up()),
            }
        }
        let whole = patience + SLICE * 4;
        wire.stream.wait_in_slices(SLICE, whole);
        while !wire.grew && deadline.left().is_some() && !stop() {
            match wire.line() {
                Ok(Some(line)) if line.starts_with("* BYE") => return Err(hung_up()),
                Ok(Some(_)) => {}
                Ok(None) => return Err(hung_up()),
                Err(error) if error.kind() == ErrorKind::TimedOut => {}
                Err(error) => return Err(lost(error)),
            }
        }
        wire.stream.begin();
        let sent = wire.stream.write_all(b"DONE\r\n");
        sent.and_then(|()| wire.stream.flush()).map_err(lost)?;
        loop {
            match wire.line().map_err(lost)? {
                Some(line) if line.starts_with(&tag) => return Ok(()),
                Some(_) => {}
                None => return Err(hung_up()),
            }
        }
    }

    /// Takes leave.
    pub(super) fn log_out(mut self) {
        self.wire.lock().stream.hurry(FAREWELL);
        let library = &mut self.library;
        let _ = catch_unwind(AssertUnwindSafe(|| library.logout()));
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("can", &self.can)
            .field("selected", &self.selected)
            .finish_non_exhaustive()
    }
}

fn starttls(endpoint: &Endpoint, mut stream: Stream) -> Result<Stream> {
    /// A greeting may be followed by a few words.
    const PATIENCE: usize = 20;
    let cut = |e| anyhow!("{endpoint} does not greet us: {e}; is it an IMAP server?");
    let greeting = stream.plain_line().map_err(cut)?;
    check_greeting(endpoint, &greeting)?;
    stream.write_all(b"z0 STARTTLS\r\n").map_err(cut)?;
    for _ in 0..PATIENCE {
        let line = stream.plain_line().map_err(cut)?;
        if let Some(answer) = line.strip_prefix("z0 ") {
            ensure!(
                answer.to_ascii_uppercase().starts_with("OK"),
                "{endpoint} does not offer STARTTLS: write tls = \"implicit\", or another port"
            );
            return endpoint.secure(stream);
        }
    }
    bail!("{endpoint} does not answer STARTTLS: write tls = \"implicit\", or another port")
}

/// `* PREAUTH` is no greeting either: it would be somebody else's login.
fn check_greeting(endpoint: &Endpoint, greeting: &str) -> Result<()> {
    ensure!(
        greeting.to_ascii_uppercase().starts_with("* OK"),
        "{endpoint} does not want us: {}; try again later, or check the port",
        one_line(greeting, 120)
    );
    Ok(())
}

pub(super) fn fault(error: &imap::Error) -> Fault {
    use imap::Error;
    match error {
        Error::No(no) => Fault::No(one_line(&no.information, 300)),
        Error::Bad(bad) => Fault::No(one_line(&format!("BAD {}", bad.information), 300)),
        Error::Validate(wrong) => Fault::No(one_line(&wrong.to_string(), 300)),
        Error::Bye(bye) => Fault::Lost(one_line(&format!("hung up: {}", bye.information), 300)),
        // The library quotes what it cannot read, which may be a whole mail.
        Error::Parse(_) | Error::Unexpected(_) | Error::TagMismatch(_) => {
            Fault::Lost("an answer that is none of IMAP's".to_owned())
        }
        other => Fault::Lost(one_line(&other.to_string(), 300)),
    }
}

fn lost(error: std::io::Error) -> Fault {
    Fault::Lost(one_line(&error.to_string(), 300))
}

fn hung_up() -> Fault {
    Fault::Lost("the server hung up".to_owned())
}
