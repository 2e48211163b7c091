//! The pages of the club, its games, players, variants and months.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::drawings::{self, Pieces, guide};
use crate::ids::PlayerId;
use crate::ratings::CLUB;
use crate::rules::{Options, Variant};
use crate::status::ContestStatus;
use crate::words::Voice;

use super::entry::{Entry, day};
use super::ratings::chart;
use super::words::{event_path, made, mailto, plain, prose, say, shown, variant_folder};
use super::{Pages, Scope, VIEWER};

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

/// The newest of these games, which go on or are over, as rows of a list.
fn rows(voice: Voice<'_>, games: &[&Entry], over: bool, most: usize) -> Vec<Value> {
    let mut games: Vec<&Entry> = games
        .iter()
        .copied()
        .filter(|game| game.over == over)
        .collect();
    games.sort_by(|one, other| (other.since(), other.game).cmp(&(one.since(), one.game)));
    games
        .iter()
        .take(most)
        .map(|entry| entry.row(voice))
        .collect()
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
        self.variants(scope)?;
        let changed = &self.games.changed;
        let home = changed.all || changed.games || !changed.contests.is_empty();
        let archive = changed.all || !changed.months.is_empty();
        if home {
            self.home(scope)?;
        }
        if archive {
            self.archive(scope)?;
        }
        self.players(scope)
    }

    fn home(&mut self, scope: &Scope<'_>) -> Result<()> {
        let voice = scope.voice();
        let contests: Vec<_> = scope
            .contests
            .values()
            .filter(|event| is_listed(event))
            .rev()
            .collect();
        let feed = self.settings.url.is_some().then_some("");
        let row = |event: &&crate::contests::Contest| {
            context! { name => event.name.as_str(), path => made(event_path(event)), variant => event.terms.game.variant.as_str(),
            status => status(voice, event.status), open => event.status == ContestStatus::Entries }
        };
        let now: Vec<Value> = self
            .games
            .running()
            .take(FIRST_PAGE)
            .map(|entry| entry.row(voice))
            .collect();
        let over: Vec<Value> = self
            .games
            .over()
            .take(FIRST_PAGE)
            .map(|entry| entry.row(voice))
            .collect();
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
        self.folder.put("index.html", html.as_bytes())?;
        let events: Vec<Value> = contests.iter().map(row).collect();
        let html = self.page(
            "events.html",
            &plain(voice, "events"),
            1,
            None,
            context! { events },
        )?;
        self.folder.put("events/index.html", html.as_bytes())?;
        let running: Vec<Value> = self.games.running().map(|entry| entry.row(voice)).collect();
        let (count, heading) = (running.len(), plain(voice, "running"));
        let args =
            context! { heading => heading.as_str(), count, games => self.table(&running, 1)? };
        let html = self.page("month.html", &heading, 1, None, args)?;
        self.folder.put("games/index.html", html.as_bytes())
    }

    fn archive(&mut self, scope: &Scope<'_>) -> Result<()> {
        let voice = scope.voice();
        let months = self.games.months();
        let changed: BTreeSet<String> = match self.games.changed.all {
            true => months.iter().map(|(month, _)| month.clone()).collect(),
            false => self.games.changed.months.clone(),
        };
        for month in &changed {
            let folder = format!("archive/{}/", month.replace('-', "/"));
            self.folder.renew(&folder);
            let games = self.games.of_month(month);
            if games.is_empty() {
                continue;
            }
            let list = rows(voice, &games, true, usize::MAX);
            let heading = say(voice, "month", context! { month => month.as_str() });
            let args = context! { heading => heading.as_str(), count => games.len(), games => self.table(&list, 3)? };
            let html = self.page("month.html", &heading, 3, None, args)?;
            self.folder
                .put(&format!("{folder}index.html"), html.as_bytes())?;
            self.pieces(scope, month, &folder)?;
        }
        self.piece_list()?;
        let list = months.iter().rev().map(|(month, count)| {
            context! { month => month.as_str(), path => made(format!("archive/{}/", month.replace('-', "/"))), count => *count }
        });
        let list: Vec<Value> = list.collect();
        let args = context! { months => list };
        let html = self.page("archive.html", &plain(voice, "archive"), 1, None, args)?;
        self.folder.put("archive/index.html", html.as_bytes())
    }

    fn players(&mut self, scope: &Scope<'_>) -> Result<()> {
        let voice = scope.voice();
        let is_changed =
            |id: PlayerId| self.games.changed.all || self.games.changed.players.contains(&id);
        let listed: Vec<_> = scope.people.listed().collect();
        let changed: Vec<bool> = listed.iter().map(|(id, ..)| is_changed(*id)).collect();
        let is_new = |path: &str| !self.folder.is_wanted(&format!("{path}index.html"));
        let changed: Vec<bool> = listed
            .iter()
            .zip(changed)
            .map(|((_, _, path), changed)| changed || is_new(path))
            .collect();
        if !self.games.changed.all && !changed.contains(&true) {
            return Ok(());
        }
        let mut list = Vec::new();
        for ((id, one, path), changed) in listed.into_iter().zip(changed) {
            let best = self.ratings.of(id).and_then(|lists| lists.get(CLUB));
            let best = best.and_then(|points| points.last());
            list.push(context! {
                name => one.name.as_str(), path => made(path), games => self.games.count_of(id),
                rating => best.map(|point| point.points), sure => best.map(|point| point.sure),
            });
            if !changed {
                continue;
            }
            let games = self.games.of_player(id);
            let mut results: BTreeMap<&str, Results> = BTreeMap::new();
            for game in &games {
                let of = results.entry(&game.variant).or_default();
                of.variant.clone_from(&game.variant_name);
                of.add(game, id);
            }
            let ratings = self.ratings.of(id).into_iter().flatten();
            let ratings = ratings.map(|(list, points)| {
                let newest: Vec<_> = points.iter().rev().collect();
                context! { list => list_name(voice, list), chart => (points.len() > 1).then(|| made(chart(voice, points))), points => Serde(newest) }
            });
            let running = rows(voice, &games, false, LISTED);
            let over = rows(voice, &games, true, LISTED);
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
            self.folder
                .put(&format!("{path}index.html"), html.as_bytes())?;
        }
        let args = context! { players => list };
        let html = self.page("players.html", &plain(voice, "players"), 1, None, args)?;
        self.folder.put("players/index.html", html.as_bytes())
    }

    fn variants(&mut self, scope: &Scope<'_>) -> Result<()> {
        if self.games.changed.all || !self.games.changed.variants.is_empty() {
            self.variant_pages(scope)?;
        }
        // A board that was drawn just now may have had cells of its own.
        for sheet in self.sheets.values_mut() {
            sheet.write(&mut self.folder)?;
        }
        Ok(())
    }

    fn variant_pages(&mut self, scope: &Scope<'_>) -> Result<()> {
        let voice = scope.voice();
        let all = self.games.variants();
        let played: BTreeMap<String, usize> = all.iter().cloned().collect();
        for variant in self.games.changed.variants.clone() {
            if !played.contains_key(&variant) {
                self.folder
                    .renew(&format!("variants/{}/", variant_folder(&variant)));
            }
        }
        self.sheets
            .retain(|variant, _| played.contains_key(variant));
        let playable = scope.office.games();
        let mut list = Vec::new();
        for (id, count) in &all {
            let path = format!("variants/{}/", variant_folder(id));
            let games = self.games.of_variant(id);
            let name = games
                .last()
                .map_or(id.as_str(), |game| &game.variant_name)
                .to_owned();
            list.push(
                context! { name => name.as_str(), path => made(path.clone()), games => *count },
            );
            if !self.games.changed.all && !self.games.changed.variants.contains(id) {
                continue;
            }
            let (running, over) = (
                rows(voice, &games, false, LISTED),
                rows(voice, &games, true, LISTED),
            );
            let (running, over) = (self.table(&running, 2)?, self.table(&over, 2)?);
            let variant = playable.get(id);
            let part = variant
                .map(|variant| self.rules(voice, &*variant, id))
                .transpose()?;
            let (board, rules) = part.unwrap_or_default();
            let side = self.sheets.get(id).and_then(|sheet| sheet.sides.first());
            let args = context! {
                name => name.as_str(), id => id.as_str(), sheet => made(path.clone()), board => made(board), rules => made(rules), side => side.map(side_of),
                running, ended => over, count => *count,
                challenge => mailto(&self.club.address, "seek", &format!("seek {id}")),
            };
            let html = self.page("variant.html", &name, 2, None, args)?;
            self.folder
                .put(&format!("{path}index.html"), html.as_bytes())?;
        }
        let args = context! { variants => list };
        let html = self.page("variants.html", &plain(voice, "variants"), 1, None, args)?;
        self.folder.put("variants/index.html", html.as_bytes())
    }

    /// The board at the beginning, and the rules.
    fn rules(
        &mut self,
        voice: Voice<'_>,
        variant: &dyn Variant,
        id: &str,
    ) -> Result<(String, String)> {
        let mut board = String::new();
        if let (Ok(game), Some(sheet)) = (
            variant.start(&Options::new(), None),
            self.sheets.get_mut(id),
        ) {
            let view = game.view(Some(VIEWER));
            sheet.table(
                &drawings::tiles(&view, Pieces::default(), None),
                &view,
                &mut board,
            );
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

/// What a list of ratings is called: that of all games for two, or the one of a variant.
fn list_name(voice: Voice<'_>, list: &str) -> String {
    match list {
        CLUB => plain(voice, "club-list"),
        variant => shown(variant),
    }
}

/// How far an event is.
pub(super) fn status(voice: Voice<'_>, status: ContestStatus) -> String {
    plain(voice, &format!("status-{}", status.as_str()))
}
