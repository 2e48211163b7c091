//! Public pages: a folder of plain files that any web server shows (`docs/pages.md`).
//!
//! The store is read, never written. What is read of a game is cut to what may be shown before anything is made of it, so
//! that lists, feeds and files for other programs have no way to say more.
//!
//! | file | what is there |
//! |---|---|
//! | [`seen`] | what of a game may be shown, and who is named |
//! | `people` | who is who, and what they have chosen |
//! | `entry` | what all pages say of a game |
//! | `game` | a game as far as it may be shown, and its page |
//! | `sheet` | the cells of the boards of a variant |
//! | `lists` | the pages of the club, its players, variants and months |
//! | `events` | the pages of events |
//! | `ratings` | ratings that follow from the games that are shown |
//! | `known` | what is known of games since an earlier run, and which lists have changed |
//! | `last` | which games may have changed since the run before |
//! | `state` | what a process has written, for the next one |
//! | `search` | what the search of the archive reads |
//! | `feeds` | Atom feeds, `sitemap.xml` |
//! | `words` | words of others, links, templates |
//! | `folder` | files are written if they differ, and removed |

mod entry;
mod events;
mod feeds;
mod folder;
mod game;
mod known;
mod last;
mod lists;
mod people;
mod ratings;
mod search;
pub mod seen;
mod sheet;
mod state;
mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::{Context, Result};
use minijinja::value::{Serde, Value};
use minijinja::{Environment, context};

use crate::config::PagesSettings;
use crate::contests::Contest;
use crate::ids::{ContestId, GameId};
use crate::office::Office;
use crate::office::contests::value;
use crate::rules::Seat;
use crate::status::GameStatus;
use crate::store::{self, GameRow, SeatRow, Snapshot, Store};
use crate::words::Words;

use folder::Folder;
pub use folder::Report;
use known::{Changed, Games, Known};
use last::{Last, made_by};
use people::People;
use ratings::Ratings;
use seen::{Extent, Facts};
use sheet::Sheet;
use state::State;
use words::{SCRIPT, SEARCH, STYLE, event_path, made, say, variant_folder};

/// So many games are read from one view of the store.
const CHUNK: usize = 100;

/// What pages say of the club.
#[derive(Clone, Debug)]
pub struct Club {
    /// Its name.
    pub name: String,
    /// The address that players write to.
    pub address: String,
    /// Whether anybody becomes a player by a mail.
    pub open: bool,
}

/// The pages of a club, with what is known of them since an earlier run.
pub struct Pages {
    settings: PagesSettings,
    club: Club,
    folder: Folder,
    environment: Environment<'static>,
    games: Games,
    state: State,
    /// What the last run has seen; `None`: there was none.
    last: Option<Last>,
    sheets: HashMap<String, Sheet>,
    ratings: Ratings,
}

impl Pages {
    /// The pages in the folder of the settings; with `check` nothing is ever written.
    ///
    /// # Errors
    /// There is no folder in the settings, or it cannot be used.
    pub fn new(settings: &PagesSettings, club: Club, check: bool) -> Result<Self> {
        let dir = settings.dir.as_deref();
        let dir = dir.context("there are no pages: name a folder in the settings, [pages] dir")?;
        let folder = Folder::open(dir, check)?;
        let state = State::open(dir, made_by(settings, &club), check);
        Ok(Self {
            settings: settings.clone(),
            club,
            folder,
            environment: words::environment()?,
            games: Games::default(),
            state,
            last: None,
            sheets: HashMap::new(),
            ratings: Ratings::default(),
        })
    }

    /// Brings the folder up to date; `stop` ends it early, and the next run goes on.
    ///
    /// # Errors
    /// The store cannot be read, or a file cannot be written or removed.
    pub fn update(
        &mut self,
        office: &Office,
        store: &mut dyn Store,
        stop: &dyn Fn() -> bool,
    ) -> Result<Report> {
        self.folder.begin();
        let (people, contests, marks) = store::read(store, |store| {
            let contests = store.contests(false)?;
            let contests = contests.iter().map(|row| Ok((row.id, value(row)?)));
            let contests: BTreeMap<ContestId, Contest> = contests.collect::<Result<_>>()?;
            let after = self
                .last
                .as_ref()
                .map(|last| (self.games.newest(), last.letter));
            let marks = store.game_marks(after)?;
            Ok((People::load(store, &self.folder)?, contests, marks))
        })?;
        let scope = Scope {
            people,
            contests,
            office,
        };
        let now = Last::new(&scope, &marks);
        let touched = self
            .last
            .as_ref()
            .and_then(|last| now.since(last, &self.games, &marks));
        match touched {
            Some(touched) => {
                let last = self.last.as_ref();
                let changed = last
                    .map(|last| now.changed_events(last))
                    .unwrap_or_default();
                self.games.changed.contests.extend(changed);
                let of = |store: &dyn Snapshot| {
                    for game in touched {
                        self.examine(store, &scope, game)?;
                    }
                    Ok(())
                };
                store::read(store, of)?;
            }
            None => {
                if !self.all_games(store, &scope, stop)? {
                    return Ok(Report::default());
                }
            }
        }
        self.fixed_files()?;
        store::read(store, |store| {
            let count = self.games.changed.all || self.games.changed.rated;
            if count {
                let moved = self.ratings.count(store, office.now(), &self.games)?;
                self.games.changed.players.extend(moved);
            }
            self.events(store, &scope)
        })?;
        self.lists(&scope)?;
        self.feeds(&scope)?;
        self.games.changed = Changed::default();
        self.last = Some(now);
        let mut report = self.folder.end()?;
        self.state.write(&self.games, true)?;
        report.games = self.games.count();
        Ok(report)
    }

    /// Looks at every game; `false`: it was stopped.
    fn all_games(
        &mut self,
        store: &mut dyn Store,
        scope: &Scope<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool> {
        self.folder.renew("");
        self.games.changed.all = true;
        self.sheets
            .values_mut()
            .for_each(|sheet| sheet.is_new = true);
        let mut gone: BTreeSet<GameId> = self.games.numbers().into_iter().collect();
        let mut after = GameId(0);
        loop {
            let last = store::read(store, |store| {
                let rows = store.games(None, after, CHUNK)?;
                let last = rows.last().map(|row| row.id);
                for row in rows {
                    gone.remove(&row.id);
                    self.game(store, scope, row)?;
                }
                Ok(last)
            })?;
            self.state.write(&self.games, false)?;
            match last {
                Some(last) => after = last,
                None => break,
            }
            if stop() {
                return Ok(false);
            }
        }
        for game in gone {
            self.games.set(game, None);
        }
        Ok(true)
    }

    /// Looks at one game that may have changed.
    fn examine(&mut self, store: &dyn Snapshot, scope: &Scope<'_>, game: GameId) -> Result<()> {
        match store.game(game)? {
            Some(row) => self.game(store, scope, row),
            None => {
                self.folder.remove(&format!("games/{game}"))?;
                self.games.set(game, None);
                Ok(())
            }
        }
    }

    /// Brings the folder of one game up to date.
    fn game(&mut self, store: &dyn Snapshot, scope: &Scope<'_>, row: GameRow) -> Result<()> {
        let id = row.id;
        let seats = store.seats(id)?;
        let event = row.contest.and_then(|of| scope.contests.get(&of));
        let event_public = event.and_then(|event| event.terms.public);
        let holders = seats.iter().map(|seat| scope.people.holder(seat.player));
        let mut facts = Facts {
            private: row.private,
            over: matches!(
                row.course.status,
                GameStatus::Finished | GameStatus::Aborted
            ),
            turns: usize::MAX,
            seats: holders.collect(),
            event: event_public,
            club: self.settings.public,
        };
        let seen = seen::seen(&facts);
        let players = seats.iter().zip(&seen.named);
        let players: Vec<_> = players
            .map(|(seat, named)| scope.people.shown(seat.player, *named))
            .collect();
        let key = self.key_of(&row, &seats, (&facts, &players), event);
        if let Some(known) = self.kept(&row, &players, key) {
            for file in &known.files {
                self.folder.keep(&file.path);
            }
            self.games.set(id, Some(known));
            return Ok(());
        }
        let before = self.games.get(id).cloned();
        let none = Known {
            key,
            seq: row.seq,
            playing: row.course.status == GameStatus::Playing,
            ..Known::default()
        };
        let ended = before
            .as_ref()
            .is_none_or(|before| before.playing != none.playing);
        if let Some(contest) = row.contest.filter(|_| ended || !none.playing) {
            // An event has the results of games that are not shown, too.
            self.games.changed.contests.insert(contest);
        }
        // Before anything else, so that nothing is in the way of it.
        if seen.extent == Extent::Nothing {
            self.folder.remove(&format!("games/{id}"))?;
            self.state.note(&none, before.as_ref());
            self.games.set(id, Some(none));
            return Ok(());
        }
        let made = self.write_game(store, (row, seats), (players, &mut facts), event, &none);
        let known = match made {
            Ok(Some(known)) => known,
            Ok(None) => {
                self.folder.remove(&format!("games/{id}"))?;
                none
            }
            Err(error) if is_of_game(&error) => {
                // A game that cannot be replayed is frozen by whoever judges it.
                tracing::warn!("the pages leave game #{id} out: {error:#}");
                self.folder.remove(&format!("games/{id}"))?;
                none
            }
            Err(error) => return Err(error),
        };
        self.state.note(&known, before.as_ref());
        self.games.set(id, Some(known));
        Ok(())
    }

    /// What is known of a game that need not be made again.
    fn kept(&mut self, row: &GameRow, players: &[entry::Person], key: u64) -> Option<Known> {
        let known = self
            .games
            .get(row.id)
            .filter(|known| known.key == key)
            .cloned();
        let mut known = known.or_else(|| self.state.take(row.id, key))?;
        if let Some(entry) = &mut known.entry {
            entry.contest = row.contest;
            for (seat, player) in entry.seats.iter_mut().zip(players) {
                seat.player = player.clone();
            }
            // The first game of a variant makes the cells of its boards.
            if !self.sheets.contains_key(&entry.variant) {
                return None;
            }
        }
        let intact = known.files.iter().all(|file| self.folder.is_intact(file));
        intact.then_some(known)
    }

    fn key_of(
        &self,
        row: &GameRow,
        seats: &[SeatRow],
        (facts, players): (&Facts, &[entry::Person]),
        event: Option<&Contest>,
    ) -> u64 {
        let mut hash = DefaultHasher::new();
        (
            row.id.0,
            row.seq,
            row.course.state,
            &row.course.result,
            row.private,
        )
            .hash(&mut hash);
        (
            row.course.status.as_str(),
            &row.updated_at,
            row.rated,
            &row.variant,
            row.contest.map(|contest| contest.0),
        )
            .hash(&mut hash);
        for seat in seats {
            seat.player.0.hash(&mut hash);
        }
        format!("{facts:?}").hash(&mut hash);
        players.hash(&mut hash);
        event
            .map(|event| (&event.name, event.rounds.len()))
            .hash(&mut hash);
        hash.finish()
    }

    fn write_game(
        &mut self,
        store: &dyn Snapshot,
        game: (GameRow, Vec<SeatRow>),
        (players, facts): (Vec<entry::Person>, &mut Facts),
        event: Option<&Contest>,
        known: &Known,
    ) -> Result<Option<Known>> {
        let loaded = game::load(store, game, players, &|turns| {
            let facts = Facts {
                turns,
                ..facts.clone()
            };
            seen::seen(&facts).extent
        });
        let Some(mut visible) = loaded.map_err(OfGame::mark)? else {
            return Ok(None);
        };
        let voice = Words::built_in().english();
        if let Some(reason) = &mut visible.entry.reason {
            *reason = voice.name(reason);
        }
        let id = visible.entry.variant.clone();
        let (name, text) = visible.export(event).map_err(OfGame::mark)?;
        visible.entry.file = Some(name.to_owned());
        let mut sheet = match self.sheets.remove(&id) {
            Some(sheet) => sheet,
            None => {
                let path = format!("variants/{}/", variant_folder(&id));
                let view = visible.start()?;
                Sheet::new(&path, &view, &self.folder)
            }
        };
        let event = event
            .map(|event| context! { name => event.name.as_str(), path => made(event_path(event)) });
        let feed = self.settings.url.is_some();
        let pages = visible.pages(&mut sheet, voice, &|entry, args| {
            let args = context! { entry => Serde(entry), event => event.clone(), feed, state => entry.state(), updated => entry::day(&entry.updated), created => entry::day(&entry.created), ..args };
            let depth = args.get_attr("depth")?.as_usize().unwrap_or(2);
            let title = say("game-of", context! { players => entry.title(), variant => entry.variant_name.as_str(), game => entry.game.0 });
            let path = entry.path();
            self.page("game.html", &title, depth, feed.then_some(&*path), args)
        });
        self.sheets.insert(id, sheet);
        let path = visible.entry.path();
        let mut files = pages.map_err(OfGame::mark)?;
        files.push((name.to_owned(), text.into_bytes()));
        if self.settings.url.is_some() {
            files.push((
                "feed.atom".to_owned(),
                self.game_feed(&visible)?.into_bytes(),
            ));
        }
        self.folder.renew(&path);
        let mut marks = Vec::new();
        for (name, bytes) in files {
            let name = format!("{path}{name}");
            self.folder.put(&name, &bytes)?;
            marks.extend(self.folder.mark(&name));
        }
        self.folder.sweep(path.trim_end_matches('/'))?;
        Ok(Some(Known {
            files: marks,
            entry: Some(visible.entry),
            ..known.clone()
        }))
    }

    /// A page: a template within the frame that all pages have.
    fn page(
        &self,
        template: &str,
        title: &str,
        depth: usize,
        feed: Option<&str>,
        args: Value,
    ) -> Result<String> {
        let root = made(match depth {
            0 => "./".to_owned(),
            depth => "../".repeat(depth),
        });
        let args = context! { root => root.clone(), club => self.club.name.as_str(), ..args };
        let body = self.environment.get_template(template)?.render(&args)?;
        let script = match template {
            "game.html" => Some("board.js"),
            "archive.html" => Some("search.js"),
            _ => None,
        };
        let frame = context! {
            title, root, script,
            club => self.club.name.as_str(),
            sheet => args.get_attr("sheet").ok().filter(|sheet| !sheet.is_undefined()),
            feed => feed.map(|feed| made(feed.to_owned())),
            body => made(body),
        };
        Ok(self
            .environment
            .get_template("layout.html")?
            .render(frame)?)
    }

    fn fixed_files(&mut self) -> Result<()> {
        if !self.games.changed.all {
            return Ok(());
        }
        self.folder.put("style.css", STYLE.as_bytes())?;
        self.folder.put("board.js", SCRIPT.as_bytes())?;
        self.folder.put("search.js", SEARCH.as_bytes())?;
        let mut robots = "User-agent: *\nAllow: /\n".to_owned();
        if let Some(url) = &self.settings.url {
            robots.push_str(&format!("Sitemap: {url}/sitemap.xml\n"));
        }
        self.folder.put("robots.txt", robots.as_bytes())
    }
}

/// What a run is about.
struct Scope<'a> {
    people: People,
    contests: BTreeMap<ContestId, Contest>,
    office: &'a Office,
}

/// Marks an error as one of a game, which leaves the others alone.
#[derive(Debug, thiserror::Error)]
#[error("{0:#}")]
struct OfGame(anyhow::Error);

impl OfGame {
    fn mark(error: anyhow::Error) -> anyhow::Error {
        match error.downcast_ref::<crate::store::StoreError>() {
            Some(_) => error,
            None => Self(error).into(),
        }
    }
}

fn is_of_game(error: &anyhow::Error) -> bool {
    error.downcast_ref::<OfGame>().is_some()
}

/// A hash of what something is made from.
fn key(of: &impl Hash) -> u64 {
    let mut hash = DefaultHasher::new();
    of.hash(&mut hash);
    hash.finish()
}

/// The side from which boards are seen.
const VIEWER: Seat = Seat(0);
