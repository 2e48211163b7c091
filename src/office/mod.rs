//! Decides what a mail, a command of the umpire, a timer or a delivery brings about, and sends letters.
//!
//! Every decision follows from what is stored and what was asked, and is data ([`store::Decision`]),
//! which the store writes whole. There is not a sentence here: letters are data, too, and get their
//! words when they leave (`letters`).
//!
//! A mail is loaded, gets its route, is carried out, and what has changed is closed. The same is
//! true of what a timer makes due, and of commands of the umpire, whose route is known.
//!
//! | file | contents |
//! |---|---|
//! | `decide` | one mail, from its content to the decision about it |
//! | `draft` | a decision that is being made |
//! | `load` | what a mail or a letter needs |
//! | `route` | whose mail it is, and who handles it |
//! | `act` | what is wanted is carried out |
//! | `close` | what follows from each change: news, watchers, timers, digests, letters |
//! | `send` | the loop over the outbox |
//! | `judge` | the loop over the inbox |
//! | `timers` | work that timers make due |
//! | `files` | files with games that came by mail are checked |
//! | `installed` | the games that can be played |
//! | `knowledge` | what this program knows and those of other hosts may not |
//! | `renewal` | settings and texts that were read anew |
//! | `explain` | what would be decided about a mail, and why |
//! | `marks`, `apart` | which work a process was doing when it ended; work that is tried in a process of its own |
//! | `replay` | `db replay --compare` |

mod act;
pub mod apart;
mod close;
mod decide;
mod draft;
pub mod explain;
pub mod files;
pub mod installed;
pub mod judge;
pub mod knowledge;
pub mod links;
mod load;
mod marks;
pub mod pairing;
pub mod ratings;
mod renewal;
pub mod replay;
mod route;
pub mod send;
mod timers;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use chrono::{DateTime, SecondsFormat, Utc};
use installed::{Installed, Known};
use marks::{JUDGING, RENDERING};
use renewal::Renewed;

use crate::clock::{self, Clock};
use crate::commands::without_plans;
use crate::config::{
    EngineProgram, EventSettings, Joining, Limits, MeetingSettings, PairingProgram,
    PartnerSettings, SendingLimits, TimeSettings, Title,
};
use crate::games::StoredGame;
use crate::ids::{GameId, LetterId};
use crate::letters::Report;
use crate::mail::refusal::Refusal;
use crate::mail::{Address, OwnAddress};
use crate::metrics::Metrics;
use crate::office::load::contests::last_day::know_contest;
use crate::store::{self, Decision, EndedIn, PlayerRow, Queue, QueueRow, Snapshot, Store};
use crate::text::keys::blanked;
use crate::tokens::{Chance, Secret};
use crate::words::{Voice, Words};

// What all four folders speak of.
pub(in crate::office) use act::session::{MailSession, OpenGame};
pub(in crate::office) use close::letters::SeatLetter;
pub(in crate::office) use decide::{silent, verdict};
pub(in crate::office) use load::author::Author;
pub(in crate::office) use load::mail::InboxMail;

pub use act::contests::{NewContest, announced};
pub use act::people;
pub use act::umpire::{self, account, outages};
pub use close::person_rows;
pub use draft::Draft;
pub use load::{challenges, contests, shown};
pub use renewal::Renewal;
pub use send::in_hand::InHand;

/// The settings that the office needs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address that players write to, without a token; letters come from it.
    pub address: Address,
    /// The server's name in the From header.
    pub name: String,
    /// The character between the local part of the address and a token; `None` if the host has no
    /// plus-addresses.
    pub delimiter: Option<char>,
    /// The umpire's address, to which trouble is reported.
    pub umpire: Option<Address>,
    /// Days for which the bytes of mails, and what letters say, are kept; 0 means for ever.
    pub keep_days: u32,
    /// The language of letters to players who have chosen none, and to the umpire.
    pub language: String,
    /// The host whose `Authentication-Results` count; `None`: nobody is vouched for.
    pub authserv_id: Option<String>,
    /// What mails and senders may cost.
    pub limits: Limits,
    /// Who may become a player, and letters to people who are none.
    pub joining: Joining,
    /// Outages, the usual time of games, and leave.
    pub time: TimeSettings,
    /// Who may direct games by mail.
    pub umpires: Vec<Address>,
    /// Limits of games, challenges and seeks.
    pub meeting: MeetingSettings,
    /// Limits of events.
    pub events: EventSettings,
    /// Programs that pair the rounds of Swiss events.
    pub pairing: Vec<PairingProgram>,
    /// The program that members can challenge.
    pub partner: PartnerSettings,
    /// Programs of others that members can challenge.
    pub engines: Vec<EngineProgram>,
    /// Titles of players who have won events.
    pub titles: Vec<Title>,
    /// The games of the operator's files.
    pub variants: Installed,
    /// How many letters may be sent.
    pub sending: SendingLimits,
    /// Where the daemon serves forms on the web, without a slash at the end; `None`: nowhere.
    pub served_url: Option<String>,
}

impl Settings {
    /// The settings of a server of which only the address is said: nobody directs it, and nothing is deleted.
    #[must_use]
    pub fn usual(address: Address) -> Self {
        Self {
            address,
            name: "Zugpost".to_owned(),
            delimiter: Some('+'),
            umpire: None,
            keep_days: 0,
            language: "en".to_owned(),
            authserv_id: None,
            limits: Limits::default(),
            joining: Joining::default(),
            time: TimeSettings::default(),
            umpires: Vec::new(),
            meeting: MeetingSettings::default(),
            events: EventSettings::default(),
            pairing: Vec::new(),
            partner: PartnerSettings::default(),
            engines: Vec::new(),
            titles: Vec::new(),
            variants: Installed::default(),
            sending: SendingLimits::default(),
            served_url: None,
        }
    }
}

/// Everything that deciding needs besides what is stored.
pub struct Office {
    settings: Settings,
    words: Arc<Words>,
    /// The games that can be played now.
    known: Known,
    secret: Secret,
    chance: Chance,
    clock: Box<dyn Clock + Send>,
    /// With this begin the names under which the processes of this host claim mails and letters.
    host: String,
    /// The name under which mails and letters are claimed.
    owner: String,
    in_hand: Arc<InHand>,
    /// The store has failed while mails were claimed or judged: some may still be claimed under that name.
    may_have_claims: bool,
    /// What is noted of a decision that has to be explained.
    trace: Option<explain::Trace>,
    /// Whether what is decided is only tried, and not written.
    trial: bool,
    /// The folder in which it says that it judges mails or renders a letter.
    marks: Option<PathBuf>,
    /// The settings with which work that may end the process is tried first; `None`: it is not.
    apart: Option<PathBuf>,
    /// Where its work is counted.
    metrics: Metrics,
    /// Settings and texts that are read anew, and those that were taken over last.
    renewal: Renewal,
    renewed: Option<Arc<Renewed>>,
}

impl Settings {
    /// The names of the programs that members can challenge.
    pub(in crate::office) fn programs(&self) -> impl Iterator<Item = &str> {
        let others = self.engines.iter().map(|engine| &*engine.name);
        [&*self.partner.name].into_iter().chain(others)
    }
}

impl Office {
    /// Opens the office over a store, with the secret that belongs to it.
    ///
    /// # Errors
    /// The secret is not that of the store, or the store fails.
    pub fn open(
        store: &mut dyn Store,
        settings: Settings,
        words: Arc<Words>,
        mut secret: Secret,
        chance: Chance,
        clock: Box<dyn Clock + Send>,
    ) -> Result<Self> {
        let (known, tokens) = store::read(store, |store| {
            let known = store.secret_check()?;
            // Counting reads the whole table, and every process opens an office.
            let tokens = match known {
                Some(_) => 0,
                None => store.token_count()?,
            };
            Ok((known, tokens))
        })?;
        match known {
            Some(known) => ensure!(
                secret.follow(&known),
                "the secret is not the one that belongs to this database: put the right file in its \
                 place (see `zugpost secret rotate --help` if it is lost)"
            ),
            None if tokens == 0 => {
                let check = secret.checks().pop().context("the secret is empty")?;
                store.set_secret_check(&check)?;
            }
            None => bail!("this database does not know its secret: run `zugpost db migrate`"),
        }
        let mut office = Self {
            settings,
            words,
            known: Known::default(),
            secret,
            chance,
            clock,
            host: host(),
            owner: String::new(),
            in_hand: Arc::default(),
            may_have_claims: false,
            trace: None,
            trial: false,
            marks: None,
            apart: None,
            metrics: Metrics::default(),
            renewal: Renewal::default(),
            renewed: None,
        };
        office.owner = office.process();
        office.refresh(store)?;
        Ok(office)
    }

    /// The settings that count now.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The server's own language.
    pub fn voice(&self) -> Voice<'_> {
        self.words.voice(&self.settings.language)
    }

    /// The language of letters to a player.
    pub fn voice_of<'a>(&'a self, player: &'a PlayerRow) -> Voice<'a> {
        let language = player.language.as_ref();
        self.words
            .voice(language.unwrap_or(&self.settings.language))
    }

    /// Sets the name under which mails and letters are claimed: threads have different ones.
    pub fn work_as(&mut self, thread: &str) {
        self.owner = format!("{} {thread}", self.process());
    }

    /// Sets the id of this host, where the store is shared with others; without blanks.
    pub fn belong_to(&mut self, host: &str) {
        host.clone_into(&mut self.host);
        self.owner = self.process();
    }

    /// This process, among all that were and will be on this host: a number is given to a process again some day.
    fn process(&self) -> String {
        let start = clock::started().as_millis();
        format!("{} {}.{start}", self.host, std::process::id())
    }

    /// From now on its work is counted there.
    pub fn count_in(&mut self, metrics: Metrics) {
        self.metrics = metrics;
    }

    /// Gives up what processes of this host have claimed. Called at the start by the process that has
    /// the lock: no other one is at work. `data` is the folder of the database.
    ///
    /// # Errors
    /// The store fails.
    pub fn release(&self, store: &mut dyn Store, data: &Path) -> Result<()> {
        self.release_claims(store, data)?;
        if store.is_shared() {
            // Letters of other hosts keep their time.
            return Ok(());
        }
        Ok(store.release(&format!("{} ", self.host), &self.stamp())?)
    }

    /// Gives up what processes of this host have claimed, as [`Office::release`] does, but only the letters
    /// that they had claimed are due: for `run --once`, which starts too often to try all of them.
    ///
    /// # Errors
    /// The store fails.
    pub fn release_claims(&self, store: &mut dyn Store, data: &Path) -> Result<()> {
        let rendering = marks::cut_off(data, RENDERING).into_iter();
        // A process that was killed during other work has begun no judging and no rendering.
        let ended_in = EndedIn {
            judging: !marks::cut_off(data, JUDGING).is_empty(),
            rendering: rendering.map(LetterId).collect(),
        };
        Ok(store.give_up_claims(&format!("{} ", self.host), &ended_in, &self.stamp())?)
    }

    /// From now on it says in the folder of the database when it judges mails and renders letters.
    pub fn mark_work(&mut self, data: &Path) {
        self.marks = Some(data.to_owned());
    }

    /// Gives up what this office has claimed, after the store has failed in the middle of its work.
    ///
    /// # Errors
    /// The store fails.
    pub fn release_own(&self, store: &mut dyn Store) -> Result<()> {
        // What came of letters is known still.
        self.note_handed(store)?;
        self.in_hand.clear();
        Ok(store.give_up_claims(&self.owner, &EndedIn::default(), &self.stamp())?)
    }

    /// The letters that this office is handing over.
    pub fn in_hand(&self) -> Arc<InHand> {
        Arc::clone(&self.in_hand)
    }

    /// Notes that a queue has worked, or why it has failed.
    ///
    /// # Errors
    /// The store fails.
    pub fn note_queue(
        &self,
        store: &mut dyn Store,
        queue: Queue,
        failure: Option<&str>,
    ) -> Result<()> {
        let failure = failure.map(|why| without_plans(&blanked(why)));
        Ok(store.note_queue(queue, &self.stamp(), failure.as_deref())?)
    }

    /// Tells the umpire that a host refuses to work for us, unless what is stored about the queue says that
    /// it was told before. To be called before the failure is noted.
    ///
    /// # Errors
    /// The store fails.
    pub fn tell_refusal(&self, store: &mut dyn Store, queue: Queue, what: &str) -> Result<()> {
        let rows = store::read(store, |store| Ok(store.queues()?))?;
        let mut fails = rows.iter().filter(|row| row.queue == queue && row.fails());
        let told = |row: &QueueRow| row.failure.as_deref().is_some_and(Refusal::is_told_by);
        if fails.any(told) {
            return Ok(());
        }
        let mut decision = self.decision();
        let reason = close::letters::technical(what);
        self.tell_umpire(&mut decision, Report::Refused { reason });
        store.commit(&[decision])?;
        Ok(())
    }

    /// What time it is.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// The present time, in the form of [`stamp`].
    pub fn stamp(&self) -> String {
        stamp(self.now())
    }

    /// The day, in UTC: `2026-01-31`.
    fn today(&self) -> String {
        self.now().format("%Y-%m-%d").to_string()
    }

    /// A decision about nothing yet.
    pub fn decision(&self) -> Decision {
        Decision {
            now: self.stamp(),
            ..Decision::default()
        }
    }

    /// Whether an address is the server's own, also one with a token in it.
    fn is_ours(&self, address: &Address) -> bool {
        let (own, delimiter) = (&self.settings.address, self.settings.delimiter);
        own.covers(address, delimiter)
    }

    /// The server's address, with those that have a detail.
    pub fn ours(&self) -> OwnAddress {
        OwnAddress {
            address: self.settings.address.clone(),
            delimiter: self.settings.delimiter,
        }
    }

    /// The server's address with a token after the delimiter; `None` without plus-addresses.
    fn detailed(&self, detail: &str) -> Option<Address> {
        let delimiter = self.settings.delimiter?;
        self.settings.address.with_extension(delimiter, detail).ok()
    }
}

/// Loads a game.
///
/// # Errors
/// There is no such game, an event cannot be applied, or the store fails.
pub fn stored_game(store: &dyn Snapshot, game: GameId) -> Result<StoredGame> {
    let stored = StoredGame::load(store, game)?;
    let mut stored = stored.with_context(|| format!("there is no game #{game}"))?;
    know_contest(store, &mut stored)?;
    Ok(stored)
}

/// A time as it is stored: `2026-01-31T12:00:00Z`.
pub fn stamp(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// The name of this machine, for claims.
pub fn host() -> String {
    let name = rustix::system::uname();
    let name = name.nodename().to_string_lossy().replace(' ', "-");
    match name.is_empty() {
        true => "here".to_owned(),
        false => name,
    }
}
