//! The pages of the club, its games, players, variants and months.

use std::collections::BTreeMap;

use anyhow::Result;
use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::drawings::{self, guide};
use crate::ids::PlayerId;
use crate::rules::{Options, Variant};
use crate::status::ContestStatus;
use crate::words::Words;

use super::entry::{Entry, day};
use super::ratings::chart;
use super::words::{made, mailto, plain, prose, say, shown};
use super::{Pages, Scope, VIEWER, event_path, key, variant_folder};

/// So many games are on the first page, of those that go on and of those that are over.
const FIRST_PAGE: usize = 20;
/// So many games of a player or a variant are listed; the archive has all.
const LISTED: usize = 200;

/// The results of a player in a variant.
#[derive(Clone, Debug, Default, serde::Serialize)]
struct Results {
    variant: String,
    games: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    open: usize,
}

impl Results {
    fn add(&mut self, entry: &Entry, player: PlayerId) {
        self.games += 1;
        let own = entry
            .seats
            .iter()
            .find(|seat| seat.player.id == Some(player));
        let Some(place) = own.and_then(|seat| seat.place) else {
            self.open += 1;
            return;
        };
        let same = entry
            .seats
            .iter()
            .filter(|seat| seat.place == Some(place))
            .count();
        match (place, same) {
            (_, 2..) => self.drawn += 1,
            (1, _) => self.won += 1,
            _ => self.lost += 1,
        }
    }
}

/// The newest of these games, as rows of a list.
fn rows<'a>(games: impl Iterator<Item = &'a Entry>, most: usize) -> Vec<Value> {
    let mut games: Vec<&Entry> = games.collect();
    games.sort_by(|one, other| (&other.updated, other.game).cmp(&(&one.updated, one.game)));
    games.iter().take(most).map(|entry| entry.row()).collect()
}

impl Pages {
    /// A list of games as a table.
    pub(super) fn table(&self, rows: &[Value], depth: usize) -> Result<Value> {
        let root = made(match depth {
            0 => "./".to_owned(),
            depth => "../".repeat(depth),
        });
        let table = self.environment.get_template("games.html")?;
        Ok(made(table.render(context! { rows, root })?))
    }

    pub(super) fn lists(&mut self, scope: &Scope<'_>) -> Result<()> {
        let games: Vec<Entry> = self.shown().cloned().collect();
        let all = key(&games);
        self.home(scope, &games, all)?;
        self.archive(&games)?;
        self.players(scope, &games)?;
        self.variants(scope, &games)
    }

    fn home(&mut self, scope: &Scope<'_>, games: &[Entry], all: u64) -> Result<()> {
        let contests: Vec<_> = scope
            .contests
            .values()
            .filter(|event| is_listed(event))
            .rev()
            .collect();
        let state: Vec<(&str, &str)> = contests
            .iter()
            .map(|event| (event.name.as_str(), event.status.as_str()))
            .collect();
        let key = key(&(all, state));
        let feed = self.settings.url.is_some().then_some("");
        let row = |event: &&crate::contests::Contest| {
            context! { name => event.name.as_str(), path => made(event_path(event)), variant => event.terms.game.variant.as_str(),
            status => status(event.status), open => event.status == ContestStatus::Entries }
        };
        if !self.folder.has("index.html", key) {
            let now = rows(games.iter().filter(|game| !game.over), FIRST_PAGE);
            let over = rows(games.iter().filter(|game| game.over), FIRST_PAGE);
            let events: Vec<Value> = contests.iter().take(10).map(row).collect();
            let text = self.settings.text.split("\n\n").map(str::trim);
            let text = text.filter(|part| !part.is_empty()).map(str::to_owned);
            let text: Vec<String> = text.collect();
            let address = &self.club.address;
            let args = context! {
                text,
                running => self.table(&now, 0)?, has_running => !now.is_empty(),
                ended => self.table(&over, 0)?, has_ended => !over.is_empty(),
                events,
                address => address.as_str(),
                open => self.club.open,
                join => mailto(address, "register", "register YourName"),
                help => mailto(address, "help", "help"),
            };
            let html = self.page("home.html", &self.club.name, 0, feed, args)?;
            self.folder.put("index.html", key, html.as_bytes())?;
        }
        self.folder.keep("index.html");
        let rows_of = |games: Vec<Value>| games;
        let events = rows_of(contests.iter().map(row).collect());
        let html = self.page("events.html", &plain("events"), 1, None, context! { events })?;
        self.folder.put("events/index.html", key, html.as_bytes())?;
        let running = rows(games.iter().filter(|game| !game.over), usize::MAX);
        let (count, heading) = (running.len(), plain("running"));
        let args =
            context! { heading => heading.as_str(), count, games => self.table(&running, 1)? };
        let html = self.page("month.html", &heading, 1, None, args)?;
        self.folder.put("games/index.html", key, html.as_bytes())
    }

    fn archive(&mut self, games: &[Entry]) -> Result<()> {
        let mut months: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
        for game in games.iter().filter(|game| game.over) {
            if let Some(month) = game.updated.get(..7) {
                months.entry(month).or_default().push(game);
            }
        }
        for (month, games) in &months {
            let path = format!("archive/{}/index.html", month.replace('-', "/"));
            let key = key(games);
            if self.folder.has(&path, key) {
                self.folder.keep(&path);
                continue;
            }
            let list = rows(games.iter().copied(), usize::MAX);
            let heading = say("month", context! { month => *month });
            let args = context! { heading => heading.as_str(), count => games.len(), games => self.table(&list, 3)? };
            let html = self.page("month.html", &heading, 3, None, args)?;
            self.folder.put(&path, key, html.as_bytes())?;
        }
        let list = months.iter().rev().map(|(month, games)| {
            context! { month => *month, path => made(format!("archive/{}/", month.replace('-', "/"))), count => games.len() }
        });
        let list: Vec<Value> = list.collect();
        let html = self.page(
            "archive.html",
            &plain("archive"),
            1,
            None,
            context! { months => list },
        )?;
        self.folder.put("archive/index.html", 0, html.as_bytes())
    }

    fn players(&mut self, scope: &Scope<'_>, games: &[Entry]) -> Result<()> {
        let mut own: BTreeMap<PlayerId, Vec<&Entry>> = BTreeMap::new();
        for game in games {
            for player in game.seats.iter().filter_map(|seat| seat.player.id) {
                let of = own.entry(player).or_default();
                // Somebody may have several seats.
                if of.last().is_none_or(|last| last.game != game.game) {
                    of.push(game);
                }
            }
        }
        let mut list = Vec::new();
        for (id, one, path) in scope.people.listed() {
            let games = own.get(&id).map_or(&[][..], Vec::as_slice);
            let best = self
                .ratings
                .of(id)
                .and_then(|lists| lists.get(&plain("club-list")));
            let best = best.and_then(|points| points.last());
            list.push(context! {
                name => one.name.as_str(), path => made(path), games => games.len(),
                rating => best.map(|point| point.points), sure => best.map(|point| point.sure),
            });
            let file = format!("{path}index.html");
            let key = key(&(&one.name, games, self.ratings.of(id)));
            if self.folder.has(&file, key) {
                self.folder.keep(&file);
                continue;
            }
            let mut results: BTreeMap<&str, Results> = BTreeMap::new();
            for game in games {
                let of = results.entry(&game.variant).or_default();
                of.variant.clone_from(&game.variant_name);
                of.add(game, id);
            }
            let ratings = self.ratings.of(id).into_iter().flatten();
            let ratings = ratings.map(|(list, points)| {
                let newest: Vec<_> = points.iter().rev().collect();
                context! { list => shown(list), chart => (points.len() > 1).then(|| made(chart(points))), points => Serde(newest) }
            });
            let running = rows(games.iter().copied().filter(|game| !game.over), LISTED);
            let over = rows(games.iter().copied().filter(|game| game.over), LISTED);
            let args = context! {
                name => one.name.as_str(),
                since => day(&one.since),
                results => Serde(results.into_values().collect::<Vec<_>>()),
                ratings => ratings.collect::<Vec<_>>(),
                running => self.table(&running, 2)?, has_running => !running.is_empty(),
                ended => self.table(&over, 2)?, has_ended => !over.is_empty(),
            };
            let feed = self.settings.url.is_some().then_some(path);
            let html = self.page("player.html", &one.name, 2, feed, args)?;
            self.folder.put(&file, key, html.as_bytes())?;
        }
        let html = self.page(
            "players.html",
            &plain("players"),
            1,
            None,
            context! { players => list },
        )?;
        self.folder.put("players/index.html", 0, html.as_bytes())
    }

    fn variants(&mut self, scope: &Scope<'_>, games: &[Entry]) -> Result<()> {
        let mut own: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
        for game in games {
            own.entry(&game.variant).or_default().push(game);
        }
        let playable = scope.office.games();
        let mut list = Vec::new();
        for (id, games) in &own {
            let path = format!("variants/{}/", variant_folder(id));
            let name = games.last().map_or(*id, |game| &game.variant_name);
            list.push(context! { name, path => made(path.clone()), games => games.len() });
            let variant = playable.get(id);
            let file = format!("{path}index.html");
            let section = variant
                .as_ref()
                .and_then(|variant| variant.credits().map(|credits| credits.section.to_owned()));
            let key = key(&(games, section));
            if self.folder.has(&file, key) {
                self.folder.keep(&file);
                continue;
            }
            let rows = rows(games.iter().copied(), LISTED);
            let table = self.table(&rows, 2)?;
            let part = variant
                .map(|variant| self.rules(&*variant, id))
                .transpose()?;
            let (board, rules) = part.unwrap_or_default();
            let side = self.sheets.get(*id).and_then(|sheet| sheet.sides.first());
            let args = context! {
                name, id => *id, sheet => made(path.clone()), board => made(board), rules => made(rules), side => side.map(side_of),
                games => table, count => games.len(),
                challenge => mailto(&self.club.address, "seek", &format!("seek {id}")),
            };
            let html = self.page("variant.html", name, 2, None, args)?;
            self.folder.put(&file, key, html.as_bytes())?;
        }
        // A board that was drawn just now may have had cells of its own.
        for sheet in self.sheets.values() {
            sheet.write(&mut self.folder)?;
        }
        let html = self.page(
            "variants.html",
            &plain("variants"),
            1,
            None,
            context! { variants => list },
        )?;
        self.folder.put("variants/index.html", 0, html.as_bytes())
    }

    /// The board at the beginning, and the rules.
    fn rules(&mut self, variant: &dyn Variant, id: &str) -> Result<(String, String)> {
        let voice = Words::built_in().english();
        let mut board = String::new();
        if let (Ok(game), Some(sheet)) = (
            variant.start(&Options::new(), None),
            self.sheets.get_mut(id),
        ) {
            let view = game.view(Some(VIEWER));
            sheet.table(&drawings::tiles(&view, None), &view, &mut board);
        }
        Ok((board, prose(&guide::expand(variant, voice))))
    }
}

/// A side of a board, with its coordinates.
pub(super) fn side_of(side: &drawings::Side) -> Value {
    context! { quarters => side.quarters, columns => side.columns.clone(), rows => side.rows.clone() }
}

/// Whether an event is on the pages.
pub(super) fn is_listed(event: &crate::contests::Contest) -> bool {
    event.terms.public != Some(crate::status::Public::Off)
}

/// How far an event is.
pub(super) fn status(status: ContestStatus) -> String {
    plain(&format!("status-{}", status.as_str()))
}
