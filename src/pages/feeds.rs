//! Atom feeds (RFC 4287), and the list of pages for search engines. Both need the address of the folder on the web.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Value;

use crate::words::Voice;

use super::entry::{Entry, day};
use super::folder::SITEMAP;
use super::game::Visible;
use super::lists::is_listed;
use super::words::{event_path, made, say};
use super::{Pages, Scope};

/// So many entries are in a feed.
const ENTRIES: usize = 30;

/// So many pages are in one list for search engines, which may have 50,000.
const LOCATIONS: usize = 20_000;

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
    pub(super) fn game_feed(&self, voice: Voice<'_>, game: &Visible) -> Result<String> {
        let entry = &game.entry;
        let url = self.settings.url.clone().unwrap_or_default();
        let mut entries = Vec::new();
        if entry.over {
            let end = format!(
                "{} {}",
                entry.state(voice),
                entry.reason.as_deref().unwrap_or_default()
            );
            entries.push(context! {
                title => end.trim(),
                link => made(format!("{url}/{}", entry.path())),
                id => made(format!("{url}/{}#end", entry.path())),
                updated => entry.updated.as_str(),
            });
        }
        for (number, words, at) in game.news(voice, ENTRIES) {
            let link = format!("{url}/{}#{number}", entry.path());
            entries.push(context! {
                title => words, link => made(link.clone()), id => made(link),
                updated => if at.is_empty() { entry.created.clone() } else { at },
            });
        }
        let title = say(
            voice,
            "game-of",
            context! { players => entry.title(), variant => "", game => entry.game.0 },
        );
        self.feed(&title, &entry.path(), &entries, &entry.updated)
    }

    /// The newest of these games, an entry for each.
    fn games_feed<'a>(
        &self,
        voice: Voice<'_>,
        title: &str,
        path: &str,
        games: impl Iterator<Item = &'a Entry>,
    ) -> Result<String> {
        let url = self.settings.url.clone().unwrap_or_default();
        let mut games: Vec<&Entry> = games.collect();
        games.sort_by(|one, other| (other.since(), other.game).cmp(&(one.since(), one.game)));
        games.truncate(ENTRIES);
        let entries = games.iter().map(|entry| {
            let place = if entry.over { "end" } else { "begin" };
            context! {
                title => format!("#{} {}: {}", entry.game, entry.title(), entry.state(voice)),
                link => made(format!("{url}/{}", entry.path())),
                id => made(format!("{url}/{}#{place}", entry.path())),
                updated => entry.since(),
            }
        });
        let entries: Vec<Value> = entries.collect();
        let updated = games.first().map_or("", |game| game.since());
        self.feed(title, path, &entries, updated)
    }

    pub(super) fn feeds(&mut self, scope: &Scope<'_>) -> Result<()> {
        let Some(url) = self.settings.url.clone() else {
            return Ok(());
        };
        let changed = &self.games.changed;
        let (all, any) = (changed.all, changed.all || changed.games);
        let mut feeds = Vec::new();
        if any {
            let newest = self.games.running().take(ENTRIES);
            let newest = newest.chain(self.games.over().take(ENTRIES));
            feeds.push((
                "feed.atom".to_owned(),
                self.games_feed(scope.voice(), &self.club.name, "", newest)?,
            ));
        }
        for (id, one, path) in scope.people.listed() {
            let file = format!("{path}feed.atom");
            if all || changed.players.contains(&id) || !self.folder.is_wanted(&file) {
                let own = self.games.of_player(id).into_iter();
                feeds.push((file, self.games_feed(scope.voice(), &one.name, path, own)?));
            }
        }
        for event in scope.contests.values().filter(|event| is_listed(event)) {
            if all || changed.contests.contains(&event.id) {
                let path = event_path(event);
                let own = self.games.of_contest(event.id).into_iter();
                let feed = self.games_feed(scope.voice(), &event.name, &path, own)?;
                feeds.push((format!("{path}feed.atom"), feed));
            }
        }
        let any = any || !feeds.is_empty();
        for (path, text) in feeds {
            self.folder.put(&path, text.as_bytes())?;
        }
        if any {
            self.sitemap(scope, &url)
        } else {
            Ok(())
        }
    }

    /// The list of all pages; in parts, if it is long.
    fn sitemap(&mut self, scope: &Scope<'_>, url: &str) -> Result<()> {
        let folders = ["", "archive/", "events/", "players/", "variants/"];
        let mut pages: Vec<(String, &str)> = folders.map(|path| (path.to_owned(), "")).into();
        pages.extend(
            scope
                .people
                .listed()
                .map(|(_, _, path)| (path.to_owned(), "")),
        );
        let events = scope.contests.values().filter(|event| is_listed(event));
        pages.extend(events.map(|event| (event_path(event), "")));
        pages.extend(
            self.games
                .shown()
                .map(|game| (game.path(), day(game.since()))),
        );
        let one = |(path, day): &(String, &str)| {
            context! { address => made(format!("{url}/{path}")), day => *day }
        };
        let list = |parts: bool, pages: Vec<Value>| -> Result<String> {
            let list = self.environment.get_template("sitemap.xml")?;
            Ok(list.render(context! { parts, pages })?)
        };
        let parts: Vec<Vec<Value>> = pages
            .chunks(LOCATIONS)
            .map(|part| part.iter().map(one).collect())
            .collect();
        let mut files = Vec::new();
        if let [pages] = &parts[..] {
            files.push(("sitemap.xml".to_owned(), list(false, pages.clone())?));
        } else {
            let mut names = Vec::new();
            for (number, pages) in (1..).zip(parts) {
                let name = format!("{SITEMAP}{number}.xml");
                names.push(context! { address => made(format!("{url}/{name}")), day => "" });
                files.push((name, list(false, pages)?));
            }
            files.push(("sitemap.xml".to_owned(), list(true, names)?));
        }
        self.folder.renew(SITEMAP);
        for (name, text) in files {
            self.folder.put(&name, text.as_bytes())?;
        }
        Ok(())
    }
}
