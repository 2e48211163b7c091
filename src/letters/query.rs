//! Answers what somebody wants to see, when the letter is rendered.

use anyhow::Result;
use minijinja::{Value, context};

use crate::drawings::guide;
use crate::games::{GameLog, StoredGame};
use crate::ids::GameId;
use crate::rules::game::{Game, Listing, Seat};
use crate::text;
use crate::variants;
use crate::words::Voice;

use super::challenges::ChallengeWords;
use super::clock::Present;
use super::data::Query;
use super::game_words::GameWords;
use super::html::HtmlPart;
use super::shown::{LISTED, Shown};
use super::{choices, help, settings, views};

/// `legal` lists at most this many turns (`docs/mail-protocol.md`).
pub(super) const LISTED_TURNS: usize = 200;

/// What a line is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reply {
    /// Sentences.
    pub text: String,
    /// The player's words that went out to others.
    pub words: Option<String>,
    /// A board, a list or a text that was asked for, line by line.
    pub block: Vec<String>,
}

impl Reply {
    pub fn plain(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    pub(super) fn with(text: String, block: Vec<String>) -> Self {
        Self {
            text,
            block,
            words: None,
        }
    }
}

/// What can be looked at.
#[derive(Clone, Copy)]
pub(super) struct Asker<'a> {
    pub shown: &'a Shown,
    pub voice: Voice<'a>,
    /// The language of the server.
    pub language: &'a str,
    /// The HTML part of the letter, if it has one.
    pub html: Option<&'a HtmlPart>,
}

impl Asker<'_> {
    pub(super) fn say(&self, name: &str, args: Value) -> String {
        self.voice.say(&format!("notices/{name}"), args)
    }

    pub(super) fn plain(&self, name: &str, args: Value) -> Reply {
        Reply::plain(self.say(name, args))
    }

    /// Answers a query that is not about a game.
    pub fn public(&self, query: &Query) -> Option<Reply> {
        Some(match query {
            Query::Help(topic) => self.help(topic.as_deref()),
            Query::Rules(Some(variant)) => self.rules(variant),
            Query::Variants => self.variants(),
            Query::Seeks(variant) => self.seeks(variant.as_deref()),
            _ => return None,
        })
    }

    fn seeks(&self, variant: Option<&str>) -> Reply {
        let (voice, zone) = (self.voice, None);
        ChallengeWords { voice, zone }.seeks(&self.shown.seeks, variant)
    }

    /// Answers a query of a player that is about no game; `None`: it is about one.
    pub fn of_player(&self, query: &Query, present: &Present) -> Result<Option<Reply>> {
        if let Some(reply) = self.of_people(query, present)? {
            return Ok(Some(reply));
        }
        Ok(match query {
            Query::Show {
                at,
                second,
                game: Some(game),
            } => Some(self.show_own(*game, at.map(|at| (at, *second)))?),
            Query::Games => Some(self.games()?),
            Query::Settings => Some(self.settings()),
            Query::Export(Some(game)) => Some(self.export_of(*game)?),
            query => self.public(query),
        })
    }

    /// Answers a query of the player of a seat, who holds the beginning of a turn or nothing.
    pub fn of_seat(
        &self,
        query: &Query,
        stored: &StoredGame,
        seat: Seat,
        held: Option<&str>,
        present: &Present,
    ) -> Result<Reply> {
        if let Some(reply) = self.public(query) {
            return Ok(reply);
        }
        if let Some(reply) = self.of_people(query, present)? {
            return Ok(reply);
        }
        Ok(match query {
            Query::Preview(turn) => self.preview(stored, seat, held, turn),
            Query::Legal(what) => self.legal(stored, seat, held, what.as_deref()),
            Query::Show { at, second, game } => {
                self.show(stored, seat, at.map(|at| (at, *second)), *game)?
            }
            Query::History if stored.turns.is_empty() && stored.departures.is_empty() => {
                self.plain("history-empty", context! {})
            }
            Query::History => Reply::with(
                self.say("history-title", context! {}),
                views::history(stored, self.voice),
            ),
            Query::Clock => self.clock(stored, seat, present)?,
            Query::Export(game) => self.export(stored, seat, *game)?,
            Query::Games => self.games()?,
            Query::Settings => self.settings(),
            Query::Legend => self.legend(stored, seat),
            Query::Rules(_) => self.rules(stored.variant.id()),
            Query::Resend => self.plain("resend", context! {}),
            Query::Help(_)
            | Query::Variants
            | Query::Seeks(_)
            | Query::Who(_)
            | Query::GamesOf(_)
            | Query::GamesNext
            | Query::Notes
            | Query::ExportMe => Reply::default(),
        })
    }

    /// A position of the game as the player of a seat wants to see it.
    pub(super) fn board(&self, play: &dyn Game, stored: &StoredGame, seat: Seat) -> Vec<String> {
        let (view, style) = settings::view(play, stored, seat);
        views::drawn(&view, style, self.voice, self.html)
    }

    /// What a player has chosen, with a line that changes each.
    fn settings(&self) -> Reply {
        let reader = self.shown.reader.as_ref();
        let list = reader.map(|reader| choices::list(&reader.chosen, self.language));
        Reply::with(
            self.say("settings-title", context! {}),
            list.unwrap_or_default(),
        )
    }

    /// How a turn is written, and the signs on the board.
    fn legend(&self, stored: &StoredGame, seat: Seat) -> Reply {
        let (view, style) = settings::view(stored.game.as_ref(), stored, seat);
        let legend = views::legend(&view, style, self.voice, self.html);
        let mut lines = self.voice.paragraphs(&stored.game.writing(seat));
        if !lines.is_empty() && !legend.is_empty() {
            lines.push(String::new());
        }
        lines.extend(legend);
        Reply::with(self.say("legend-title", context! {}), lines)
    }

    /// Lists the legal turns, all or those of a piece or square. If a beginning is held, turns that go
    /// on with it are looked for first.
    fn legal(
        &self,
        stored: &StoredGame,
        seat: Seat,
        held: Option<&str>,
        what: Option<&str>,
    ) -> Reply {
        let words = GameWords {
            voice: self.voice,
            stored,
        };
        if let Some(closure) = stored.closure() {
            return Reply::plain(words.closure(&closure));
        }
        let game = &stored.game;
        let held = held.filter(|_| game.to_move() == seat);
        if let (Some(held), None, true) = (held, what, game.chains()) {
            // Only turns that go on with what is held can be played.
            return self.held(stored, held);
        }
        let none = |listing: &_| matches!(listing, Ok(Listing::All(turns)) if turns.is_empty());
        let going_on = held.zip(what).and_then(|(held, what)| {
            let listing = game.legal_of(what, held, LISTED_TURNS);
            (listing.is_ok() && !none(&listing)).then_some((held, listing))
        });
        let (held, listing) = match (going_on, what) {
            (Some((held, listing)), _) => (held, listing),
            (None, Some(what)) => ("", game.legal_of(what, "", LISTED_TURNS)),
            (None, None) => ("", Ok(game.legal(LISTED_TURNS))),
        };
        let mover = words.seat(game.to_move());
        let held = Some(held).filter(|held| !held.is_empty());
        let typed = what.map(|what| text::clean(what, 40));
        let args = |count: Option<u64>, first: Option<&String>| {
            context! { mover, held, what => typed, count, first }
        };
        match listing {
            Err(why) => Reply::plain(words.refused_turn(&why)),
            Ok(Listing::All(turns)) if turns.is_empty() => {
                self.plain("legal-none", args(None, None))
            }
            Ok(Listing::All(turns)) => {
                let count = u64::try_from(turns.len()).ok();
                Reply::with(self.say("legal", args(count, None)), views::columns(&turns))
            }
            Ok(Listing::Next(next)) => Reply::with(
                self.say("legal-next", args(None, next.first())),
                views::columns(&next),
            ),
            Ok(Listing::Over(count)) => {
                let mut next = game.begin(held.unwrap_or_default()).map(|b| b.next);
                if let (Ok(next), Some(what)) = (&mut next, what) {
                    next.retain(|action| action.contains(what.trim()));
                }
                let next = next.unwrap_or_default();
                let first = first_begun(game.as_ref(), held.unwrap_or_default(), &next);
                Reply::with(
                    self.say("legal-too-many", args(count, first.as_ref())),
                    views::columns(&next),
                )
            }
        }
    }

    /// Shows the board of this game or another one of the player, as it is now or before an earlier
    /// turn.
    fn show(
        &self,
        stored: &StoredGame,
        seat: Seat,
        at: Option<(u32, bool)>,
        game: Option<GameId>,
    ) -> Result<Reply> {
        let Some(number) = game.filter(|game| *game != stored.row.id) else {
            return match at {
                None => Ok(self.plain("show-below", context! {})),
                Some(_) => self.shown(stored, seat, at),
            };
        };
        self.show_own(number, at)
    }

    /// A game of the player's, whatever the letter is about.
    fn show_own(&self, number: GameId, at: Option<(u32, bool)>) -> Result<Reply> {
        let log = self.shown.games.get(&number);
        match log.and_then(|log| Some((log, self.own_seat(log)?))) {
            Some((log, seat)) => self.shown(&log.now()?, seat, at),
            None => Ok(self.plain("show-no-seat", context! { game => number.0 })),
        }
    }

    /// The reader's seat in a game.
    pub(super) fn own_seat(&self, log: &GameLog) -> Option<Seat> {
        let reader = self.shown.reader.as_ref()?;
        let mut seats = log.seats.iter();
        let own = seats.find(|row| row.player == reader.id)?;
        Some(Seat(own.seat))
    }

    fn shown(&self, stored: &StoredGame, seat: Seat, at: Option<(u32, bool)>) -> Result<Reply> {
        let words = GameWords {
            voice: self.voice,
            stored,
        };
        let (game, name) = (stored.row.id.0, stored.variant.name());
        let Some((at, second)) = at else {
            return Ok(Reply::with(
                self.say("show-title", context! { game, name }),
                self.board(stored.game.as_ref(), stored, seat),
            ));
        };
        let now = stored.game.label();
        if StoredGame::number(&now) < at {
            let now = words.turn(&now);
            return Ok(self.plain("show-not-reached", context! { game, at, now }));
        }
        let play = stored.at(stored.turns_before(at, second))?;
        let turn = words.turn(&play.label());
        Ok(Reply::with(
            self.say("show-title", context! { game, name, turn }),
            self.board(play.as_ref(), stored, seat),
        ))
    }

    /// The clocks, and what the turns have taken.
    fn clock(&self, stored: &StoredGame, seat: Seat, present: &Present) -> Result<Reply> {
        let words = GameWords {
            voice: self.voice,
            stored,
        };
        let log = self.shown.game(stored.row.id)?;
        let (title, block) = words.clock(seat, log, present)?;
        Ok(Reply::with(title, block))
    }

    /// The reader's games, those that are being played first.
    fn games(&self) -> Result<Reply> {
        let games = self.shown.reader.as_ref().map(|reader| &reader.games[..]);
        let games = games.unwrap_or_default();
        let cut = games.len() > LISTED;
        let mut block = Vec::new();
        for (game, seat) in games.iter().take(LISTED) {
            let Some(log) = self.shown.games.get(game) else {
                continue;
            };
            let game = log.now()?;
            let mut line = views::game_line(&game, self.voice);
            if game.is_on() && game.game.to_move() == *seat {
                line.push_str(&self.say("games-mark", context! {}));
            }
            block.extend(item(&line));
        }
        Ok(Reply::with(
            self.say("games-title", context! { cut }),
            block,
        ))
    }

    fn help(&self, topic: Option<&str>) -> Reply {
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        match topic.map(|topic| help::help_text(topic, self.voice)) {
            Some(Some(text)) => Reply::with(self.say("help-one-title", context! {}), lines(&text)),
            unknown => {
                let unknown = unknown.is_some();
                let all = help::commands_text(self.voice);
                Reply::with(self.say("help-title", context! { unknown }), lines(&all))
            }
        }
    }

    /// The commands for people who are no players.
    pub fn public_help(&self) -> Reply {
        let all = help::public_commands_text(self.voice);
        let lines = all.lines().map(str::to_owned).collect();
        Reply::with(self.say("help-title", context! { unknown => false }), lines)
    }

    fn rules(&self, variant: &str) -> Reply {
        match variants::find(variant.trim()) {
            Some(game) => Reply::with(
                self.say("rules-title", context! { name => game.name() }),
                guide::expand(game, self.voice)
                    .lines()
                    .map(str::to_owned)
                    .collect(),
            ),
            None => {
                let known: Vec<&str> = variants::VARIANTS.iter().map(|game| game.id()).collect();
                let (typed, known) = (text::clean(variant, 40), known.join(", "));
                self.plain("rules-unknown", context! { typed, known })
            }
        }
    }

    fn variants(&self) -> Reply {
        let block = variants::VARIANTS
            .iter()
            .flat_map(|game| {
                let summary = self.voice.reason(&game.summary());
                let line = format!("{}: {}. {summary}", game.id(), game.name());
                text::paragraphs(&line, 70, 4)
                    .into_iter()
                    .map(|part| format!("  {part}"))
                    .collect::<Vec<_>>()
            })
            .collect();
        Reply::with(self.say("variants-title", context! {}), block)
    }
}

/// A line of a list; what does not fit is indented further.
pub(super) fn item(line: &str) -> Vec<String> {
    let parts = textwrap::wrap(line, text::unbroken(68));
    let indented = parts.iter().enumerate().map(|(index, part)| match index {
        0 => format!("  {part}"),
        _ => format!("    {part}"),
    });
    indented.collect()
}

/// The first beginning, `held` with one of the actions `next`, that does not end the turn.
fn first_begun(game: &dyn Game, held: &str, next: &[String]) -> Option<String> {
    let begun = |action: &String| game.begin(format!("{held} {action}").trim()).ok();
    let mut begun = next.iter().filter_map(begun);
    begun
        .find(|begun| !begun.next.is_empty())
        .map(|begun| begun.made)
}
