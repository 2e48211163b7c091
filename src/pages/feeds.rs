//! Atom feeds (RFC 4287), and the list of pages for search engines. Both need the address of the folder on the web.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Value;

use super::entry::{Entry, day};
use super::game::Visible;
use super::lists::is_listed;
use super::words::{made, say};
use super::{Pages, Scope, event_path, key};

/// So many entries are in a feed.
const ENTRIES: usize = 30;

/// Why there is nothing to say before anything has happened: a feed needs a time.
const NEVER: &str = "1970-01-01T00:00:00Z";

impl Pages {
    fn feed(&self, title: &str, path: &str, entries: &[Value], updated: &str) -> Result<String> {
        let url = self.settings.url.clone().unwrap_or_default();
        let feed = self.environment.get_template("feed.atom")?;
        let updated = if updated.is_empty() { NEVER } else { updated };
        let args = context! {
            title, club => self.club.name.as_str(), entries => entries.to_vec(), updated,
            address => made(format!("{url}/{path}")),
        };
        Ok(feed.render(args)?)
    }

    /// The turns of a game.
    pub(super) fn game_feed(&self, game: &Visible) -> Result<String> {
        let entry = &game.entry;
        let url = self.settings.url.clone().unwrap_or_default();
        let mut entries = Vec::new();
        if entry.over {
            let end = format!(
                "{} {}",
                entry.state(),
                entry.reason.as_deref().unwrap_or_default()
            );
            entries.push(context! {
                title => end.trim(),
                link => made(format!("{url}/{}", entry.path())),
                id => made(format!("{url}/{}#end", entry.path())),
                updated => entry.updated.as_str(),
            });
        }
        for (number, words, at) in game.news(ENTRIES) {
            let link = format!("{url}/{}#{number}", entry.path());
            entries.push(context! {
                title => words, link => made(link.clone()), id => made(link),
                updated => if at.is_empty() { entry.created.clone() } else { at },
            });
        }
        let title = say("game-of", context! { players => entry.title(), variant => "", game => entry.game.0 });
        self.feed(&title, &entry.path(), &entries, &entry.updated)
    }

    /// The newest of these games, an entry for each.
    fn games_feed<'a>(
        &self,
        title: &str,
        path: &str,
        games: impl Iterator<Item = &'a Entry>,
    ) -> Result<String> {
        let url = self.settings.url.clone().unwrap_or_default();
        let mut games: Vec<&Entry> = games.collect();
        games.sort_by(|one, other| (&other.updated, other.game).cmp(&(&one.updated, one.game)));
        games.truncate(ENTRIES);
        let entries = games.iter().map(|entry| {
            let state = match (&entry.last, entry.over) {
                (Some(last), false) => last.clone(),
                _ => entry.state(),
            };
            context! {
                title => format!("#{} {}: {state}", entry.game, entry.title()),
                link => made(format!("{url}/{}", entry.path())),
                id => made(format!("{url}/{}#{}", entry.path(), if entry.over { "end".to_owned() } else { entry.turns.to_string() })),
                updated => entry.updated.as_str(),
            }
        });
        let entries: Vec<Value> = entries.collect();
        let updated = games.first().map_or("", |game| &game.updated);
        self.feed(title, path, &entries, updated)
    }

    pub(super) fn feeds(&mut self, scope: &Scope<'_>) -> Result<()> {
        let Some(url) = self.settings.url.clone() else {
            return Ok(());
        };
        let games: Vec<Entry> = self.shown().cloned().collect();
        let mut feeds = Vec::new();
        feeds.push((
            "feed.atom".to_owned(),
            self.games_feed(&self.club.name, "", games.iter())?,
        ));
        for (id, one, path) in scope.people.listed() {
            let own = games.iter().filter(|game| game.has(id));
            feeds.push((
                format!("{path}feed.atom"),
                self.games_feed(&one.name, path, own)?,
            ));
        }
        for event in scope.contests.values().filter(|event| is_listed(event)) {
            let path = event_path(event);
            let own = games.iter().filter(|game| game.contest == Some(event.id));
            feeds.push((
                format!("{path}feed.atom"),
                self.games_feed(&event.name, &path, own)?,
            ));
        }
        for (path, text) in feeds {
            self.folder
                .put_with(&path, key(&text), || Ok(text.into_bytes()))?;
        }
        let mut pages: Vec<(String, Option<String>)> = vec![(String::new(), None)];
        for path in ["archive/", "events/", "players/", "variants/"] {
            pages.push((path.to_owned(), None));
        }
        pages.extend(
            games
                .iter()
                .map(|game| (game.path(), Some(day(&game.updated).to_owned()))),
        );
        pages.extend(
            scope
                .people
                .listed()
                .map(|(_, _, path)| (path.to_owned(), None)),
        );
        let events = scope.contests.values().filter(|event| is_listed(event));
        pages.extend(events.map(|event| (event_path(event), None)));
        let pages = pages.iter().map(|(path, day)| {
            context! { address => made(format!("{url}/{path}")), day => day.clone() }
        });
        let args = context! { pages => pages.collect::<Vec<_>>() };
        let text = self.environment.get_template("sitemap.xml")?.render(args)?;
        self.folder.put("sitemap.xml", 0, text.as_bytes())
    }
}
