//! Answers about people: what everybody may know of a player, his public games, the reader's own notes and data.
//!
//! What others are told holds no address, no leave, and nothing of a private game.

use std::collections::BTreeMap;

use anyhow::Result;
use minijinja::context;

use crate::games::StoredGame;
use crate::ids::{GameId, PlayerId};
use crate::rules::game::Seat;
use crate::status::GameStatus;
use crate::store::{GameRow, NoteRow, PlayerRow};
use crate::text::{self, clean, with_bars};
use crate::variants;

use super::clock::Present;
use super::data::Query;
use super::instants::Instants;
use super::query::{Asker, Reply};
use super::views;

/// At most so many games of a player are counted and looked through.
const MOST_GAMES: usize = 5000;
/// At most so many games are listed.
const LISTED: usize = 40;
/// At most so many notes are shown.
const NOTES: usize = 500;

/// Results of a player in one variant.
#[derive(Default)]
struct Results {
    running: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    other: usize,
}

impl Asker<'_> {
    /// Answers a query of a player about people; `None`: it is about something else.
    pub(super) fn of_people(
        &self,
        query: &Query,
        reader: PlayerId,
        present: &Present,
    ) -> Result<Option<Reply>> {
        Ok(Some(match query {
            Query::Who(name) => match self.member(name)? {
                Some(player) => self.who(&player)?,
                None => self.nobody(name),
            },
            Query::GamesOf(name) => match self.member(name)? {
                Some(player) => self.games_of(&player)?,
                None => self.nobody(name),
            },
            Query::GamesNext => self.games_next(reader, present)?,
            Query::Notes => self.notes(reader)?,
            Query::ExportMe => self.export_me(reader)?,
            _ => return Ok(None),
        }))
    }

    fn member(&self, name: &str) -> Result<Option<PlayerRow>> {
        let player = self.store.player_by_name(name)?;
        Ok(player.filter(|player| player.membership.is_member()))
    }

    fn nobody(&self, name: &str) -> Reply {
        let args = context! { typed => clean(name, 40) };
        Reply::plain(self.say("people-nobody", args))
    }

    /// The public games of a player with his seat, the newest first.
    fn public_games(&self, player: PlayerId) -> Result<Vec<(GameRow, u8)>> {
        let mut games = self.store.games_of(player, false, MOST_GAMES)?;
        games.retain(|(game, _)| !game.private);
        Ok(games)
    }

    fn who(&self, player: &PlayerRow) -> Result<Reply> {
        let mut by_variant: BTreeMap<String, Results> = BTreeMap::new();
        for (game, seat) in self.public_games(player.id)? {
            let results = by_variant.entry(game.variant.clone()).or_default();
            let place = match game.course.status {
                GameStatus::Playing | GameStatus::Frozen => &mut results.running,
                GameStatus::Aborted => continue,
                GameStatus::Finished => results.of(&game, seat),
            };
            *place += 1;
        }
        let mut block = Vec::new();
        for (variant, results) in &by_variant {
            let name = variants::find(variant).map_or(variant.as_str(), |known| known.name());
            let Results {
                running,
                won,
                drawn,
                lost,
                other,
            } = results;
            let args = context! { name, running, won, drawn, lost, other };
            let line = self.say("who-line", args);
            let parts = textwrap::wrap(&line, text::unbroken(68));
            block.extend(parts.iter().map(|part| format!("  {part}")));
        }
        let since = player.membership.since.get(..10).unwrap_or_default();
        let args = context! { name => player.name.as_str(), since, games => !block.is_empty() };
        Ok(Reply::with(self.say("who-title", args), block))
    }

    fn games_of(&self, player: &PlayerRow) -> Result<Reply> {
        let games = self.public_games(player.id)?;
        let (on, over): (Vec<_>, Vec<_>) = games
            .into_iter()
            .partition(|(game, _)| game.course.status == GameStatus::Playing);
        let count = on.len() + over.len();
        let mut block = Vec::new();
        let mut before = None;
        for (game, _) in on.into_iter().chain(over).take(LISTED) {
            // Who has several seats in a game is listed once.
            if before.replace(game.id) != Some(game.id) {
                block.extend(self.line_of(game.id, "")?);
            }
        }
        let args =
            context! { name => player.name.as_str(), cut => count > LISTED, some => count > 0 };
        Ok(Reply::with(self.say("games-of-title", args), block))
    }

    fn line_of(&self, game: GameId, more: &str) -> Result<Vec<String>> {
        let Some(stored) = StoredGame::load(self.store, game)? else {
            return Ok(Vec::new());
        };
        let line = format!("{}{more}", views::game_line(&stored, self.voice));
        let parts = textwrap::wrap(&line, text::unbroken(68));
        let parts = parts.iter().enumerate();
        Ok(parts
            .map(|(index, part)| match index {
                0 => format!("  {part}"),
                _ => format!("    {part}"),
            })
            .collect())
    }

    /// The games in which the reader is to move, the one whose time is over first above.
    fn games_next(&self, reader: PlayerId, present: &Present) -> Result<Reply> {
        let zone = self.store.player(reader)?.map(|row| row.times);
        let instants = Instants::of(&zone.unwrap_or_default(), present.now);
        let mut due = Vec::new();
        for (row, seat) in self.store.games_of(reader, true, MOST_GAMES)? {
            if row.course.to_move != seat {
                continue;
            }
            let Some(mut stored) = StoredGame::load(self.store, row.id)? else {
                continue;
            };
            if stored.game.to_move() != Seat(seat) {
                continue;
            }
            stored.load_known(self.store)?;
            let deadline = stored.deadline(present.now, present.longest_gap);
            let zero = deadline.map(|deadline| deadline.zero);
            due.push((zero.is_none(), zero, row.id));
        }
        due.sort();
        let mut block = Vec::new();
        for (_, zero, game) in due.iter().take(LISTED) {
            let until = zero.map(|zero| instants.plain(zero));
            let more = until.map(|until| self.say("games-next-until", context! { until }));
            block.extend(self.line_of(*game, &more.unwrap_or_default())?);
        }
        let args = context! { some => !due.is_empty(), cut => due.len() > LISTED };
        Ok(Reply::with(self.say("games-next-title", args), block))
    }

    fn notes(&self, reader: PlayerId) -> Result<Reply> {
        let notes = self.store.notes(reader, None, NOTES)?;
        let mut block = Vec::new();
        let mut before = None;
        for note in &notes {
            if before.replace(note.game) != Some(note.game) {
                block.push(format!("  #{}", note.game));
            }
            let lines = note_lines(note).into_iter();
            block.extend(lines.map(|line| format!("  {line}")));
        }
        let args = context! { some => !notes.is_empty() };
        Ok(Reply::with(self.say("notes-title", args), block))
    }

    /// What is stored about the reader, for himself; his games are in the files of the letter ([`super::own_data`]).
    fn export_me(&self, reader: PlayerId) -> Result<Reply> {
        let Some(player) = self.store.player(reader)? else {
            return Ok(Reply::default());
        };
        let mut block = Vec::new();
        let mut add = |name: &str, value: &str| {
            let line = format!("{name}: {}", clean(value, 2000));
            let parts = textwrap::wrap(&line, text::unbroken(68));
            let parts = parts.iter().enumerate();
            block.extend(parts.map(|(index, part)| match index {
                0 => format!("  {part}"),
                _ => format!("    {part}"),
            }));
        };
        let some = |value: &Option<String>| value.clone().unwrap_or_default();
        let member = &player.membership;
        for (name, value) in [
            ("number", player.id.to_string()),
            ("name", player.name.clone()),
            ("since", member.since.clone()),
            ("renamed", some(&member.named_at)),
            ("left", some(&member.left_at)),
            ("language", some(&player.language)),
            ("format", player.format.to_string()),
            ("zone", some(&player.times.zone)),
            ("quiet", some(&player.times.quiet)),
            ("remind", some(&player.times.remind)),
            ("calendar", player.times.calendar.to_string()),
            ("settings", some(&player.settings)),
        ] {
            if !value.is_empty() {
                add(name, &value);
            }
        }
        for row in self.store.address_rows(reader)? {
            let main = if row.main { " (main)" } else { "" };
            add("address", &format!("{}{main}", row.address));
            if let (Some(at), Some(why)) = (&row.trouble_at, &row.trouble) {
                add("  trouble", &format!("{at} {why}"));
            }
        }
        for row in self.store.player_log(reader)? {
            add("log", &format!("{} {} {}", row.at, row.what, row.value));
        }
        for row in self.store.leaves(reader, "")? {
            add("leave", &format!("{} to {}", row.from_at, row.to_at));
        }
        for row in self.store.relations(reader)? {
            let other = self.store.player(row.other)?;
            let name = other.map_or_else(String::new, |other| other.name);
            add(row.relation.as_str(), &format!("{name} since {}", row.at));
        }
        for note in self.store.notes(reader, None, NOTES)? {
            let line = format!("#{} {} {}", note.game, note.at, note.text);
            add("note", &line.replace('\n', " / "));
        }
        Ok(Reply::with(self.say("export-me-title", context! {}), block))
    }
}

/// A note as it is shown.
pub(super) fn note_lines(note: &NoteRow) -> Vec<String> {
    with_bars(&note.text)
}

impl Results {
    /// What a result counts as for a seat.
    fn of(&mut self, game: &GameRow, seat: u8) -> &mut usize {
        let result = game.course.result.as_deref().unwrap_or_default();
        match (result, seat) {
            ("1-0", 0) | ("0-1", 1) => return &mut self.won,
            ("1-0", 1) | ("0-1", 0) => return &mut self.lost,
            ("1/2-1/2", _) => return &mut self.drawn,
            _ => {}
        }
        // `blue>red=green`: who has won stands first, and alone.
        let seats = variants::find(&game.variant).map_or(&[][..], |variant| variant.seats());
        let Some(name) = seats.get(usize::from(seat)) else {
            return &mut self.other;
        };
        let mut groups = result.split('>');
        let first: Vec<&str> = groups.next().unwrap_or_default().split('=').collect();
        match (first.contains(name), first.len()) {
            (true, 1) => &mut self.won,
            (true, _) => &mut self.drawn,
            (false, _) if groups.any(|group| group.split('=').any(|one| one == *name)) => {
                &mut self.lost
            }
            _ => &mut self.other,
        }
    }
}
