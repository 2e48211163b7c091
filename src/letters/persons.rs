//! Answers about people: what everybody may know of a player, their public games, the reader's own
//! notes and data.
//!
//! What others are told holds no address, no leave, and nothing of a private game.

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::ids::GameId;
use crate::text::{self, clean, with_bars};

use super::challenges::name;
use super::data::Query;
use super::instants::Instants;
use super::query::{Reply, item};
use super::render::Renderer;
use super::shown::{LISTED, ShownMember, ShownReader};
use super::views;

impl Renderer<'_> {
    /// Answers a query of a player about people; `None`: it is about something else.
    pub(super) fn of_people(&self, query: &Query) -> Option<Reply> {
        let reader = self.shown.reader.as_ref()?;
        Some(match query {
            Query::Who(name) | Query::GamesOf(name) => {
                match (self.shown.members.get(name), query) {
                    (Some(member), Query::Who(_)) => self.who(member),
                    (Some(member), _) => self.games_of(member),
                    (None, _) => self.reply("people-nobody", context! { typed => clean(name, 40) }),
                }
            }
            Query::GamesNext => self.games_next(reader),
            Query::Notes => self.notes(reader),
            Query::Lessons => self.lessons(),
            Query::ExportMe => self.export_me(reader),
            _ => return None,
        })
    }

    fn who(&self, player: &ShownMember) -> Reply {
        let mut block = Vec::new();
        for (variant, results) in &player.results {
            let args = context! { name => self.voice.name(name(&self.shown.playable, variant)), ..Value::from(Serde(results)) };
            let line = self.voice.notice("who-line", args);
            let parts = textwrap::wrap(&line, text::unbroken(68));
            block.extend(parts.iter().map(|part| format!("  {part}")));
        }
        let since = player.since.get(..10).unwrap_or_default();
        let args = context! { games => !block.is_empty(), since, ..Value::from(Serde(player)) };
        self.above("who-title", args, block)
    }

    fn games_of(&self, player: &ShownMember) -> Reply {
        let games = player.games.iter();
        let block = games.flat_map(|game| self.line_of(*game, "")).collect();
        let (name, cut, some) = (&player.name, player.more, !player.games.is_empty());
        let args = context! { name, cut, some };
        self.above("games-of-title", args, block)
    }

    fn line_of(&self, game: GameId, more: &str) -> Vec<String> {
        let game = self.shown.games.get(&game);
        let line = game.map(|game| views::game_line(game, self.voice));
        line.map_or_else(Vec::new, |line| item(&format!("{line}{more}")))
    }

    /// The games in which the reader is to move, the one whose time is over first above.
    fn games_next(&self, reader: &ShownReader) -> Reply {
        let instants = Instants::of(self.voice, &reader.chosen.times, self.present.now);
        let mut block = Vec::new();
        for (game, zero) in reader.next.iter().take(LISTED) {
            let until = zero.map(|zero| instants.plain(zero));
            let say = |until| self.voice.notice("games-next-until", context! { until });
            let more = until.map(say);
            block.extend(self.line_of(*game, &more.unwrap_or_default()));
        }
        let (some, cut) = (!reader.next.is_empty(), reader.next.len() > LISTED);
        self.above("games-next-title", context! { some, cut }, block)
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
        self.above("notes-title", args, block)
    }

    /// What is stored about the reader, for their own use; their games are in the files of the
    /// letter.
    fn export_me(&self, reader: &ShownReader) -> Reply {
        let line = |(name, value): &(_, String)| format!("{name}: {}", clean(value, 2000));
        let lines = reader.own_data.iter().map(line);
        let block = lines.flat_map(|line| item(&line)).collect();
        self.above("export-me-title", context! {}, block)
    }
}
