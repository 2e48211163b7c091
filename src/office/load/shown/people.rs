//! The reader of a letter, and players whom they ask about. What others are told holds
//! nothing of a private game.

use anyhow::Result;

use crate::games::{StoredGame, variant_of};
use crate::ids::{GameId, PlayerId};
use crate::letters::shown::{Chosen, LISTED, Results, ShownMember, ShownReader};
use crate::rules::game::Seat;
use crate::status::GameStatus;
use crate::store::{GameRow, PlayerRow};

use crate::office::load::contests::last_day::closed_at;
use crate::office::load::contests::titles::titles;
use crate::office::load::shown::Loader;

/// At most so many games of a player are counted and looked through.
const MOST_GAMES: usize = 5000;

/// What a player has chosen about letters.
pub(in crate::office) fn chosen(row: &PlayerRow) -> Chosen {
    Chosen {
        language: row.language.clone(),
        format: row.format,
        times: row.times.clone(),
        settings: row.settings.clone(),
    }
}

impl Loader<'_> {
    /// The reader, with what every letter needs of them.
    pub(super) fn person(&self) -> Result<Option<ShownReader>> {
        let row = self.reader.map(|reader| self.store.player(reader));
        let row = row.transpose()?.flatten();
        Ok(row.map(|row| ShownReader {
            id: row.id,
            chosen: chosen(&row),
            ..ShownReader::default()
        }))
    }

    /// Players who are members are shown to everybody; with `games`, their public games are listed.
    pub(super) fn member(&mut self, name: &str, games: bool) -> Result<()> {
        let player = self.store.player_by_name(name)?;
        let shown =
            |player: &PlayerRow| player.membership.is_member() || player.membership.program > 0;
        let Some(player) = player.filter(shown) else {
            return Ok(());
        };
        let mut member = ShownMember {
            name: player.name,
            since: player.membership.since,
            level: player.membership.program,
            titles: titles(self.store, self.titles, player.id)?,
            ..ShownMember::default()
        };
        let mut public = self.store.games_of(player.id, false, MOST_GAMES)?;
        public.retain(|(game, _)| !game.private);
        for (game, seat) in &public {
            count(&mut member, game, *seat);
        }
        let on = |(game, _): &(GameRow, u8)| game.course.status == GameStatus::Playing;
        let (on, over): (Vec<_>, Vec<_>) = public.into_iter().partition(on);
        member.more = on.len() + over.len() > LISTED;
        let shown = on.into_iter().chain(over).take(LISTED);
        member.games = shown.map(|(game, _)| game.id).collect();
        // A player who has several seats in a game is listed once.
        member.games.dedup();
        if games {
            for game in &member.games {
                self.listed(*game)?;
            }
        }
        self.shown.members.insert(name.to_owned(), member);
        Ok(())
    }

    /// The reader's games, those that are being played first.
    pub(super) fn games(&mut self, reader: PlayerId) -> Result<()> {
        let mut rows = self.store.games_of(reader, true, LISTED + 1)?;
        let newest = self.store.games_of(reader, false, LISTED + 1)?;
        let over = |game: &GameRow| game.course.status != GameStatus::Playing;
        rows.extend(newest.into_iter().filter(|(game, _)| over(game)));
        rows.truncate(LISTED + 1);
        let games = rows.iter().map(|(game, seat)| (game.id, Seat(*seat)));
        let games: Vec<(GameId, Seat)> = games.collect();
        for (game, _) in games.iter().take(LISTED) {
            self.listed(*game)?;
        }
        self.of_reader(|reader| reader.games = games);
        Ok(())
    }

    /// The games in which the reader is to move, the one whose time is over first above.
    pub(super) fn next(&mut self, reader: PlayerId) -> Result<()> {
        let present = self.present;
        let mut due = Vec::new();
        for (row, seat) in self.store.games_of(reader, true, MOST_GAMES)? {
            let closed = closed_at(self.store, row.contest, present.now)?;
            if row.course.to_move != seat || closed.is_some() {
                continue;
            }
            let Some(stored) = StoredGame::load(self.store, row.id)? else {
                continue;
            };
            if stored.game.to_move() != Seat(seat) {
                continue;
            }
            let deadline = stored.deadline(present.now, present.longest_gap);
            let zero = deadline.map(|deadline| deadline.zero);
            due.push((zero.is_none(), zero, row.id));
        }
        due.sort();
        let due = due.into_iter().take(LISTED + 1);
        let next: Vec<_> = due.map(|(_, zero, game)| (game, zero)).collect();
        for (game, _) in next.iter().take(LISTED) {
            self.listed(*game)?;
        }
        self.of_reader(|reader| reader.next = next);
        Ok(())
    }

    pub(super) fn of_reader(&mut self, set: impl FnOnce(&mut ShownReader)) {
        if let Some(reader) = &mut self.shown.reader {
            set(reader);
        }
    }
}

/// Counts a game in the results of a player.
fn count(member: &mut ShownMember, game: &GameRow, seat: u8) {
    let results = member.results.entry(game.variant.clone()).or_default();
    let place = match game.course.status {
        GameStatus::Playing | GameStatus::Frozen => &mut results.running,
        GameStatus::Aborted => return,
        GameStatus::Finished => result_of(results, game, seat),
    };
    *place += 1;
}

/// What a result counts as for a seat.
fn result_of<'a>(results: &'a mut Results, game: &GameRow, seat: u8) -> &'a mut usize {
    let result = game.course.result.as_deref().unwrap_or_default();
    match (result, seat) {
        ("1-0", 0) | ("0-1", 1) => return &mut results.won,
        ("1-0", 1) | ("0-1", 0) => return &mut results.lost,
        ("1/2-1/2", _) => return &mut results.drawn,
        _ => {}
    }
    // `blue>red=green`: the winner comes first, and alone.
    let variant = variant_of(game);
    let seats = variant
        .as_ref()
        .map_or_else(Vec::new, |variant| variant.seats());
    let Some(name) = seats.get(usize::from(seat)) else {
        return &mut results.other;
    };
    let mut groups = result.split('>');
    let first: Vec<&str> = groups.next().unwrap_or_default().split('=').collect();
    match (first.contains(name), first.len()) {
        (true, 1) => &mut results.won,
        (true, _) => &mut results.drawn,
        (false, _) if groups.any(|group| group.split('=').any(|one| one == *name)) => {
            &mut results.lost
        }
        _ => &mut results.other,
    }
}
