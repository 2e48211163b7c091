//! The pages of events: table, rounds, rules, and the event for other programs.

use std::collections::BTreeMap;

use anyhow::Result;
use chrono::{DateTime, Utc};
use icalendar::{Calendar, Component, Event, EventLike, Property};
use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::contests::{Contest, ContestKind, in_points, trf};
use crate::ids::PlayerId;
use crate::letters::{ShownContest, ShownPairing, ShownStanding};
use crate::office::contests::export::{public_report, results};
use crate::office::contests::{pairings, shown as shown_contest};
use crate::status::{ContestStatus, GameStatus};
use crate::store::Snapshot;
use crate::words::Voice;

use super::entry::{Entry, day};
use super::lists::{is_listed, status};
use super::words::{event_path, made, mailto, plain, say, shown, slug};
use super::{Pages, Scope, seen};

impl Pages {
    pub(super) fn events(&mut self, store: &dyn Snapshot, scope: &Scope<'_>) -> Result<()> {
        let (all, changed) = (self.games.changed.all, self.games.changed.contests.clone());
        for event in scope.contests.values() {
            if !all && !changed.contains(&event.id) {
                continue;
            }
            let path = event_path(event);
            self.folder.renew(&path);
            match is_listed(event) {
                true => self.event(store, scope, event, &path)?,
                false => self.folder.remove(path.trim_end_matches('/'))?,
            }
        }
        Ok(())
    }

    fn event(
        &mut self,
        store: &dyn Snapshot,
        scope: &Scope<'_>,
        event: &Contest,
        path: &str,
    ) -> Result<()> {
        let files = ["index.html", "event.trf", "games.pgn", "dates.ics"]
            .map(|name| format!("{path}{name}"));
        let of = shown_contest(store, event)?;
        let played = pairings(store, event)?;
        let has_trf = self.event_trf(store, scope, event, &files[1])?;
        let has_pgn = self.event_games(event, &files[2])?;
        let calendar = calendar(scope.voice(), &of, &self.club.address);
        if let Some(text) = &calendar {
            self.folder.put(&files[3], text.as_bytes())?;
        }
        let voice = scope.voice();
        let person = |name: &str| scope.people.said(name, event.terms.public);
        let team_game = of.kind == ContestKind::Teams;
        let tables = of.table.chunk_by(|one, other| one.group == other.group);
        let tables = tables.map(|part| {
            let heading = part
                .first()
                .and_then(|line| line.group)
                .map(|group| match group {
                    0 => plain(voice, "final"),
                    group => say(voice, "group", context! { group }),
                });
            table(voice, &of, part, heading, &|name| match team_game {
                true => context! { name => shown(name) },
                false => person(name).into(),
            })
        });
        let ladder = of.kind == ContestKind::Ladder;
        let rounds = played.chunk_by(|one, other| ladder || one.round == other.round);
        let rounds = rounds.map(|round| {
            let number = round.first().map_or(0, |game| game.round);
            let games = round.iter().map(|game| self.pairing(voice, game, &person));
            let free = of.byes.iter().filter(|(of, _)| *of == number && !ladder);
            let free = free.map(|(_, name)| person(name));
            context! {
                number, ladder,
                games => games.collect::<Vec<_>>(),
                free => free.collect::<Vec<_>>(),
            }
        });
        let how = voice.notice("event-kind", Value::from(Serde(&of)));
        let entrants = of.entrants.iter().filter(|_| of.table.is_empty());
        let teams = of.teams.iter().map(|team| {
            let players = team.players.iter().map(|player| person(&player.name));
            context! { name => shown(&team.name), players => players.collect::<Vec<_>>() }
        });
        let subject = format!("enter {}", event.name);
        let variant = scope.office.games().get(&of.variant);
        let args = context! {
            name => of.name.as_str(),
            line => shown(&of.line),
            how,
            status => status(voice, of.status),
            open => of.status == ContestStatus::Entries,
            entered => of.entered(), places => of.places, over => of.over, all => of.games,
            variant => variant.map_or(of.variant.clone(), |variant| shown(&voice.name(variant.name()))),
            starts => of.starts_at.as_deref().map(day),
            ends => of.last_day.as_deref().map(day),
            opening => of.opening.as_deref().map(shown),
            tables => tables.collect::<Vec<_>>(),
            rounds => rounds.collect::<Vec<_>>(),
            entrants => entrants.map(|name| person(name)).collect::<Vec<_>>(),
            teams => teams.collect::<Vec<_>>(),
            winners => of.winners.iter().filter(|_| of.status == ContestStatus::Ended && !team_game).map(|name| person(name)).collect::<Vec<_>>(),
            enter => mailto(&self.club.address, &subject, &subject),
            has_trf, has_pgn, has_dates => calendar.is_some(),
        };
        let feed = self.settings.url.is_some().then_some(path);
        let html = self.page("event.html", &of.name, 2, feed, args)?;
        self.folder.put(&files[0], html.as_bytes())
    }

    fn is_named(&self, scope: &Scope<'_>, player: PlayerId, event: &Contest) -> bool {
        seen::is_named(scope.people.holder(player), event.terms.public)
    }

    /// A game of the list of games.
    fn pairing(
        &self,
        voice: Voice<'_>,
        of: &ShownPairing,
        person: &dyn Fn(&str) -> super::entry::Person,
    ) -> Value {
        let entry = of.game.and_then(|game| self.games.entry(game));
        let result = match (&of.result, of.status, of.game) {
            (Some(result), ..) => result.replace('-', "\u{2013}"),
            (None, Some(GameStatus::Aborted), _) => plain(voice, "called-off"),
            (None, _, Some(_)) => plain(voice, "not-over"),
            (None, _, None) => plain(voice, "not-begun"),
        };
        let players = of.players.iter().map(|name| person(name));
        context! {
            players => players.collect::<Vec<_>>(),
            result,
            path => entry.map(|entry: &Entry| made(entry.path())),
            number => entry.map(|entry| entry.game.0),
            teams => of.teams.as_ref().map(|(teams, board)| {
                say(voice, "match", context! { one => shown(&teams[0]), other => shown(&teams[1]), board })
            }),
        }
    }

    /// Writes the tournament report, if the event is of a kind that has one.
    fn event_trf(
        &mut self,
        store: &dyn Snapshot,
        scope: &Scope<'_>,
        event: &Contest,
        path: &str,
    ) -> Result<bool> {
        let names: BTreeMap<PlayerId, String> = event
            .order
            .iter()
            .map(|player| {
                let named = self.is_named(scope, *player, event);
                (
                    *player,
                    scope.people.shown(*player, named).name.replace('"', "'"),
                )
            })
            .collect();
        let name = |player: PlayerId| names.get(&player).cloned().unwrap_or_default();
        let Some(report) = public_report(store, event, &name)? else {
            return Ok(false);
        };
        let text: String = trf::lines(&report)
            .iter()
            .map(|line| format!("{line}\r\n"))
            .collect();
        self.folder.put(path, text.as_bytes())?;
        Ok(true)
    }

    /// Writes the games that are over one after the other, as the file of each has them.
    fn event_games(&mut self, event: &Contest, path: &str) -> Result<bool> {
        let mut all = Vec::new();
        for entry in self.games.of_contest(event.id) {
            let file = entry
                .file
                .as_deref()
                .filter(|name| entry.over && *name == "game.pgn");
            let Some((folder, name)) = file.map(|name| (entry.path(), name)) else {
                continue;
            };
            if let Some(text) = self.folder.read(&format!("{folder}{name}")) {
                if !all.is_empty() {
                    all.push(b'\n');
                }
                all.extend(text);
            }
        }
        if all.is_empty() {
            return Ok(false);
        }
        self.folder.put(path, &all)?;
        Ok(true)
    }
}

/// A word about the events of a kind.
fn say_of(voice: Voice<'_>, what: &str, kind: &str) -> String {
    say(voice, what, context! { kind })
}

/// A table of an event, or of a group.
fn table(
    voice: Voice<'_>,
    of: &ShownContest,
    part: &[ShownStanding],
    heading: Option<String>,
    person: &dyn Fn(&str) -> Value,
) -> Value {
    let kind = of.kind.as_str();
    let (count, whose) = (
        say_of(voice, "counts", kind),
        say_of(voice, "entrant", kind),
    );
    let each = part.iter().any(|line| !line.against.is_empty());
    let numbers: Vec<usize> = (1..=part.len()).filter(|_| each).collect();
    let ties: Vec<&str> = of.ties.iter().map(|tie| tie.as_str()).collect();
    let rows = part.iter().enumerate().map(|(own, line)| {
        let against = line
            .against
            .iter()
            .enumerate()
            .map(|(at, scores)| match at == own {
                true => String::new(),
                false => results(scores),
            });
        let values = of.ties.iter().enumerate().map(|(at, tie)| {
            let value = line.ties.get(at).copied().flatten();
            value.map_or_else(String::new, |value| tie.written(value))
        });
        context! {
            place => line.place.map_or("\u{2013}".to_owned(), |place| place.to_string()),
            who => person(&line.name),
            against => against.collect::<Vec<_>>(),
            points => line.place.map(|_| in_points(line.points, 2)).unwrap_or_default(),
            ties => values.collect::<Vec<_>>(),
        }
    });
    context! { heading, count, whose, numbers, ties, rows => rows.collect::<Vec<_>>() }
}

/// The first and the last day of an event, as far as they are known, as a calendar (RFC 5545).
fn calendar(voice: Voice<'_>, of: &ShownContest, address: &str) -> Option<String> {
    let host = address.rsplit('@').next().unwrap_or_default();
    let begins = of
        .starts_at
        .as_ref()
        .filter(|_| of.status == ContestStatus::Entries);
    let days = [("begins", begins), ("ends", of.last_day.as_ref())];
    let mut calendar = Calendar::empty();
    for (name, value) in [
        ("VERSION", "2.0"),
        ("PRODID", "-//Zugpost//correspondence games//EN"),
        ("CALSCALE", "GREGORIAN"),
    ] {
        calendar.append_property(Property::new(name, value));
    }
    let mut some = false;
    for (what, at) in days {
        let Some(at) = at.and_then(|at| at.parse::<DateTime<Utc>>().ok()) else {
            continue;
        };
        some = true;
        let entry = Event::new()
            .uid(&format!("{}.{what}@{host}", slug(&of.name)))
            // What was made from the same is the same.
            .timestamp(at)
            .starts(at)
            .summary(&say(voice, what, context! { event => shown(&of.name) }))
            .add_property("TRANSP", "TRANSPARENT")
            .done();
        calendar.push(entry);
    }
    some.then(|| calendar.to_string())
}
