//! Answers about people: what everybody may know of a player, their public games, the reader's own
//! notes and data.
//!
//! What others are told holds no address, no leave, and nothing of a private game.

use minijinja::context;

use crate::ids::GameId;
use crate::text::{self, clean, with_bars};
use crate::variants;

use super::clock::Present;
use super::data::Query;
use super::instants::Instants;
use super::query::{Asker, Reply, item};
use super::shown::{LISTED, Results, ShownMember, ShownReader};
use super::views;

impl Asker<'_> {
    /// Answers a query of a player about people; `None`: it is about something else.
    pub(super) fn of_people(&self, query: &Query, present: &Present) -> Option<Reply> {
        let reader = self.shown.reader.as_ref()?;
        let member = |name: &String| self.shown.members.get(name);
        Some(match query {
            Query::Who(name) => member(name).map_or_else(|| self.nobody(name), |one| self.who(one)),
            Query::GamesOf(name) => match member(name) {
                Some(member) => self.games_of(member),
                None => self.nobody(name),
            },
            Query::GamesNext => self.games_next(reader, present),
            Query::Notes => self.notes(reader),
            Query::ExportMe => self.export_me(reader),
            _ => return None,
        })
    }

    fn nobody(&self, name: &str) -> Reply {
        let args = context! { typed => clean(name, 40) };
        Reply::plain(self.say("people-nobody", args))
    }

    fn who(&self, player: &ShownMember) -> Reply {
        let mut block = Vec::new();
        for (variant, results) in &player.results {
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
        let since = player.since.get(..10).unwrap_or_default();
        let args = context! { name => player.name.as_str(), since, games => !block.is_empty() };
        Reply::with(self.say("who-title", args), block)
    }

    fn games_of(&self, player: &ShownMember) -> Reply {
        let mut block = Vec::new();
        for game in &player.games {
            block.extend(self.line_of(*game, ""));
        }
        let (name, cut, some) = (&player.name, player.more, !player.games.is_empty());
        let args = context! { name, cut, some };
        Reply::with(self.say("games-of-title", args), block)
    }

    fn line_of(&self, game: GameId, more: &str) -> Vec<String> {
        let game = self.shown.games.get(&game);
        let line = game.map(|game| views::game_line(game, self.voice));
        line.map_or_else(Vec::new, |line| item(&format!("{line}{more}")))
    }

    /// The games in which the reader is to move, the one whose time is over first above.
    fn games_next(&self, reader: &ShownReader, present: &Present) -> Reply {
        let instants = Instants::of(&reader.chosen.times, present.now);
        let mut block = Vec::new();
        for (game, zero) in reader.next.iter().take(LISTED) {
            let until = zero.map(|zero| instants.plain(zero));
            let more = until.map(|until| self.say("games-next-until", context! { until }));
            block.extend(self.line_of(*game, &more.unwrap_or_default()));
        }
        let (some, cut) = (!reader.next.is_empty(), reader.next.len() > LISTED);
        let args = context! { some, cut };
        Reply::with(self.say("games-next-title", args), block)
    }

    fn notes(&self, reader: &ShownReader) -> Reply {
        let mut block = Vec::new();
        let mut before = None;
        for (game, note) in &reader.notes {
            if before.replace(game) != Some(game) {
                block.push(format!("  #{game}"));
            }
            block.extend(with_bars(note).into_iter().map(|line| format!("  {line}")));
        }
        let args = context! { some => !reader.notes.is_empty() };
        Reply::with(self.say("notes-title", args), block)
    }

    /// What is stored about the reader, for their own use; their games are in the files of the
    /// letter.
    fn export_me(&self, reader: &ShownReader) -> Reply {
        let lines = reader.own_data.iter();
        let block =
            lines.flat_map(|(name, value)| item(&format!("{name}: {}", clean(value, 2000))));
        Reply::with(self.say("export-me-title", context! {}), block.collect())
    }
}
