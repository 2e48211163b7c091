//! The folder of one game: what it is made from, whether it has to be made again, and its files.

use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::Result;
use minijinja::context;
use minijinja::value::Serde;

use crate::contests::Contest;
use crate::ids::GameId;
use crate::status::GameStatus;
use crate::store::{GameRow, SeatRow, Snapshot, StoreError};
use crate::text::capitalised;
use crate::words::Voice;

use super::known::Known;
use super::seen::{self, Extent, Facts};
use super::sheet::Sheet;
use super::words::{event_path, made, say, variant_folder};
use super::{Pages, Scope, entry, game};

impl Pages {
    /// Looks at one game that may have changed.
    pub(super) fn examine(
        &mut self,
        store: &dyn Snapshot,
        scope: &Scope<'_>,
        game: GameId,
    ) -> Result<()> {
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
    pub(super) fn game(
        &mut self,
        store: &dyn Snapshot,
        scope: &Scope<'_>,
        row: GameRow,
    ) -> Result<()> {
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
        let made = self.write_game(
            (store, scope.voice()),
            (row, seats),
            (players, &mut facts),
            event,
            &none,
        );
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
        (store, voice): (&dyn Snapshot, Voice<'_>),
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
        if let Some(reason) = &mut visible.entry.reason {
            *reason = voice.name(reason);
        }
        visible.entry.variant_name = voice.name(&visible.entry.variant_name);
        for seat in &mut visible.entry.seats {
            seat.seat = capitalised(&voice.name(&seat.seat));
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
            let args = context! { entry => Serde(entry), event => event.clone(), feed, state => entry.state(voice), updated => entry::day(&entry.updated), created => entry::day(&entry.created), ..args };
            let depth = args.get_attr("depth")?.as_usize().unwrap_or(2);
            let title = say(voice, "game-of", context! { players => entry.title(), variant => entry.variant_name.as_str(), game => entry.game.0 });
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
                self.game_feed(voice, &visible)?.into_bytes(),
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
}

/// Marks an error as one of a game, which leaves the others alone.
#[derive(Debug, thiserror::Error)]
#[error("{0:#}")]
struct OfGame(anyhow::Error);

impl OfGame {
    fn mark(error: anyhow::Error) -> anyhow::Error {
        match error.downcast_ref::<StoreError>() {
            Some(_) => error,
            None => Self(error).into(),
        }
    }
}

fn is_of_game(error: &anyhow::Error) -> bool {
    error.downcast_ref::<OfGame>().is_some()
}
