//! Letters with the news of several games of a player, and with those of a game that the player
//! watches.

use anyhow::{Context, Result};
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use crate::drawings;
use crate::ids::About;

use super::data::{DigestEvent, DigestSection};
use super::files;
use super::headline::Standing;
use super::render::{Rendered, Renderer};
use super::seat::{Words, all_wrapped};
use super::shown::ShownWatched;
use super::views;

/// A game in such a letter, as the templates know it. Texts of several lines are one string.
#[derive(Clone, Debug, Default, Serialize)]
struct Entry {
    /// What has happened last and whose turn it is, in a sentence or two.
    headline: String,
    game: i64,
    /// The name of the variant.
    name: String,
    /// The names of the players.
    players: String,
    /// The number of the game, the variant, and who plays.
    place: String,
    news: String,
    /// The board; empty where it does not fit.
    board: String,
    /// What is said below the board.
    notes: String,
    /// The position in words, with a title; for text alone.
    in_words: String,
    /// What other players and the umpire have written in the game.
    words: Vec<Words>,
    /// Whether it is the reader's turn.
    due: bool,
    /// Whether the game is over.
    over: bool,
    /// The name of the file with the whole game, if it goes with the letter.
    attached: Option<String>,
    /// A line that plays a turn.
    send: Option<String>,
}

impl Entry {
    fn size(&self) -> usize {
        let above = self.headline.len() + self.place.len() + self.news.len();
        above + self.board.len() + self.notes.len() + self.in_words.len()
    }
}

impl Renderer<'_> {
    /// The news of a player's games, or the games of an event that begins. Where they are too long, boards are left out.
    ///
    /// # Errors
    /// A game was not read.
    pub(super) fn digest(
        &self,
        sections: &[DigestSection],
        event: Option<&DigestEvent>,
        key: &str,
    ) -> Result<Rendered> {
        let mut entries = Vec::new();
        let mut left = self.limit;
        for section in sections {
            let mut entry = match section.about() {
                Some(about) => self.own(about)?,
                None => {
                    let mut entry = self.watched(section)?;
                    let args = context! { game => entry.game };
                    let said = self.voice.notice("watched", args);
                    entry.place = [entry.place, all_wrapped(&[said])].join("\n");
                    entry
                }
            };
            if entry.size() > left {
                let args = context! { game => entry.game };
                let said = self.voice.notice("digest-too-long", args);
                entry.news = [entry.news.as_str(), &all_wrapped(&[said])].join("\n");
                entry.board.clear();
                entry.notes.clear();
                entry.in_words.clear();
            }
            left = left.saturating_sub(entry.size());
            entries.push(entry);
        }
        let due = entries.iter().filter(|entry| entry.due).count();
        let example = entries.iter().find_map(|entry| entry.send.clone());
        let (server, count) = (self.server, entries.len());
        let own = sections.iter().any(|section| section.seat.is_some());
        let round = event.and_then(|begun| begun.round);
        let faster = event.is_some_and(|begun| begun.faster);
        let renewed = event.and_then(|begun| begun.renewed.as_ref());
        let newcomer = event.is_some_and(|begun| begun.newcomer);
        let ladder = event.is_some_and(|begun| begun.ladder);
        let reason = event.and_then(|begun| begun.reason.as_ref());
        let group = event.and_then(|begun| begun.group);
        let line = event.map_or("", |begun| &*begun.line);
        let opening = event.and_then(|begun| begun.opening.as_ref());
        let team = event.and_then(|begun| begun.team.as_ref());
        let event = event.map(|begun| &begun.event);
        let args = context! {
            due, count, own, event, round, group, faster, renewed, newcomer, reason, ladder,
            line, opening, team => Serde(team), variant => line.split(' ').next().unwrap_or_default(),
        };
        let headline = self.headline(&self.voice.notice("digest-title", args.clone()));
        let how = own.then(|| all_wrapped(&[self.voice.notice("digest-how", args)]));
        let page =
            context! { server, key, event, headline, how, games => Serde(&entries), due, example };
        Ok(self.of_template("digest", page))
    }

    /// The letter to a player about a game that the player watches.
    ///
    /// # Errors
    /// As [`Renderer::digest`].
    pub(super) fn watch(&self, section: &DigestSection, key: &str) -> Result<Rendered> {
        let (server, page) = (self.server, Serde(self.watched(section)?));
        Ok(self.of_template("watch", context! { server, key, page }))
    }

    /// A game of the reader's.
    fn own(&self, about: About) -> Result<Entry> {
        let page = self.seat_page(about, &[], "")?;
        let send = page.example.as_ref();
        Ok(Entry {
            send: send.map(|turn| format!("#{} {turn}", page.game)),
            game: page.game,
            name: page.name,
            headline: page.headline,
            place: page.place,
            news: page.news,
            board: page.board.board,
            notes: page.board.notes,
            in_words: page.board.in_words,
            words: page.words,
            due: page.due,
            attached: page.attached,
            ..Entry::default()
        })
    }

    /// A game that the reader watches: turns and the result, no words.
    fn watched(&self, section: &DigestSection) -> Result<Entry> {
        let mut watched = self.shown.watched.iter();
        let is_it = |one: &&ShownWatched| (one.game.id, one.after) == (section.game, section.after);
        let shown = watched.find(is_it).context("a game was not read")?;
        let (voice, game) = (self.voice, &shown.game);
        let words = self.words(game);
        let standing = match game.closure() {
            Some(closure) => Standing::over(&words, &[words.closure(&closure)]),
            None => Standing::of(&words, None, (false, false), None),
        };
        let turns = shown.turns.iter().map(|turn| {
            let (who, label) = (words.player(turn.seat), &turn.label);
            let args = context! { who, label, turn => &turn.text };
            voice.notice("watched-turn", args)
        });
        let mut news: Vec<String> = turns.collect();
        let last = news.pop();
        let (headline, _) = standing.headline(voice, last.as_deref());
        let reader = self.shown.reader.as_ref();
        let look = reader.map(|reader| reader.chosen.settings().look());
        let look = look.unwrap_or_default();
        let names: Vec<&str> = game.seats.iter().map(|row| row.player.as_str()).collect();
        Ok(Entry {
            headline: self.headline(&headline),
            game: game.id.0,
            name: game.name.clone(),
            players: names.join(" – "),
            place: self.aside(&views::game_line(game, voice)),
            news: all_wrapped(&news),
            board: self.board_alone(&shown.board, look).join("\n"),
            notes: drawings::notes_without_turn(&shown.board, voice).join("\n"),
            in_words: self.in_words(&shown.board, look).join("\n"),
            over: !game.is_on(),
            attached: files::name_of(game, shown.record.as_ref()),
            ..Entry::default()
        })
    }
}
