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
//! | `one_game` | the folder of a game, and whether it has to be made again |
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
mod one_game;
mod people;
mod ratings;
mod search;
pub mod seen;
mod sheet;
mod state;
pub(crate) mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::{Context, Result};
use minijinja::value::Value;
use minijinja::{Environment, context};

use crate::config::PagesSettings;
use crate::contests::Contest;
use crate::ids::{ContestId, GameId};
use crate::office::Office;
use crate::office::contests::value;
use crate::rules::Seat;
use crate::store::{self, Snapshot, Store};
use crate::words::Voice;

use folder::Folder;
pub use folder::Report;
use known::{Changed, Games};
use last::{Last, made_by};
use people::People;
use ratings::Ratings;
use sheet::Sheet;
use state::State;
use words::{SCRIPT, SEARCH, STYLE, made};

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
    /// The language of the server, in which the pages are.
    pub language: String,
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
            environment: words::environment(&club.language)?,
            club,
            folder,
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
            Ok((
                People::load(store, &self.folder, office.voice())?,
                contests,
                marks,
            ))
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

impl Scope<'_> {
    /// The language of the pages: that of the server.
    fn voice(&self) -> Voice<'_> {
        self.office.voice()
    }
}

/// A hash of what something is made from.
fn key(of: &impl Hash) -> u64 {
    let mut hash = DefaultHasher::new();
    of.hash(&mut hash);
    hash.finish()
}

/// The side from which boards are seen.
const VIEWER: Seat = Seat(0);
