//! Answers what somebody wants to see, when the letter is rendered.

use minijinja::{Value, context};

use crate::drawings::guide;
use crate::ids::GameId;
use crate::rules::game::Seat;
use crate::rules::view::BoardView;
use crate::text;
use crate::variants;
use crate::words::Voice;

use super::challenges::ChallengeWords;
use super::clock::Present;
use super::data::Query;
use super::game_words::GameWords;
use super::html::HtmlPart;
use super::shown::{GameView, LISTED, Legal, Shown, ShownPart, Shows};
use super::{choices, help, views};

/// What a line is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reply {
    /// The sentences of the answer; a block may follow.
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
        self.voice.notice(name, args)
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

    /// Answers a query of a player that is about no game; `None`: it is about one. `part` is what was read for it.
    pub fn of_player(
        &self,
        query: &Query,
        part: Option<&ShownPart>,
        present: &Present,
    ) -> Option<Reply> {
        if let Some(reply) = self.of_people(query, present) {
            return Some(reply);
        }
        match query {
            Query::Show {
                game: Some(game), ..
            } => Some(self.show(*game, part)),
            Query::Games => Some(self.games()),
            Query::Settings => Some(self.settings()),
            Query::Export(Some(game)) => Some(self.export(*game, part)),
            query => self.public(query),
        }
    }

    /// Answers a query of the player of a seat; `part` is what was read for it.
    pub fn of_seat(
        &self,
        query: &Query,
        part: &ShownPart,
        (game, seat): (GameId, Seat),
        present: &Present,
    ) -> Reply {
        if let Some(reply) = self.public(query) {
            return reply;
        }
        if let Some(reply) = self.of_people(query, present) {
            return reply;
        }
        let (voice, view) = (self.voice, &part.game);
        let words = GameWords { voice, game: view };
        match (query, &part.shows) {
            (Query::Preview(_) | Query::Legal(_), _) if !view.is_on() => {
                let closure = view.closure();
                Reply::plain(closure.map_or(String::new(), |closure| words.closure(&closure)))
            }
            (Query::Legal(_), Shows::Begun(begun)) => self.held(view, begun),
            (Query::Preview(_), Shows::Preview(preview)) => self.preview(view, seat, preview),
            (Query::Legal(what), Shows::Legal(legal)) => self.legal(view, what.as_deref(), legal),
            (
                Query::Show {
                    at: None, game: of, ..
                },
                _,
            ) if of.is_none_or(|of| of == game) => self.plain("show-below", context! {}),
            (Query::Show { game: of, .. }, _) => self.show(of.unwrap_or(game), Some(part)),
            (Query::History, Shows::Course(course)) if course.is_empty() => {
                self.plain("history-empty", context! {})
            }
            (Query::History, Shows::Course(course)) => Reply::with(
                self.say("history-title", context! {}),
                views::history(view, course, voice),
            ),
            (Query::Clock, Shows::Clock(clock, next)) => {
                let next = next.as_deref();
                let (title, block) = words.clock(seat, clock.as_ref(), next, present);
                Reply::with(title, block)
            }
            (Query::Export(of), _) => self.export(of.unwrap_or(game), Some(part)),
            (Query::Games, _) => self.games(),
            (Query::Settings, _) => self.settings(),
            (Query::Legend, Shows::Legend { writing, board }) => {
                let style = view.settings(seat).style();
                let legend = views::legend(board, style, voice, self.html);
                let mut lines = voice.paragraphs(writing);
                if !lines.is_empty() && !legend.is_empty() {
                    lines.push(String::new());
                }
                lines.extend(legend);
                Reply::with(self.say("legend-title", context! {}), lines)
            }
            (Query::Rules(_), _) => self.rules(&view.variant),
            (Query::Resend, _) => self.plain("resend", context! {}),
            // Answered above, or not read.
            _ => Reply::default(),
        }
    }

    /// A position of a game as the player of a seat wants to see it.
    pub(super) fn board(&self, game: &GameView, board: &BoardView, seat: Seat) -> Vec<String> {
        views::drawn(board, game.settings(seat).style(), self.voice, self.html)
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

    /// Lists the legal turns, all or those of a piece or square.
    fn legal(&self, game: &GameView, what: Option<&str>, legal: &Legal) -> Reply {
        let voice = self.voice;
        let words = GameWords { voice, game };
        let mover = words.seat(game.to_move);
        let typed = what.map(|what| text::clean(what, 40));
        let args = |held: &Option<String>, count: Option<u64>, first: Option<&String>| {
            context! { mover, held, what => typed, count, first }
        };
        match legal {
            Legal::Refused(why) => Reply::plain(words.refused_turn(why)),
            Legal::All { held, turns } if turns.is_empty() => {
                self.plain("legal-none", args(held, None, None))
            }
            Legal::All { held, turns } => {
                let count = u64::try_from(turns.len()).ok();
                let said = self.say("legal", args(held, count, None));
                Reply::with(said, views::columns(turns))
            }
            Legal::Next { held, next } => Reply::with(
                self.say("legal-next", args(held, None, next.first())),
                views::columns(next),
            ),
            Legal::TooMany {
                held,
                count,
                next,
                first,
            } => Reply::with(
                self.say("legal-too-many", args(held, *count, first.as_ref())),
                views::columns(next),
            ),
        }
    }

    /// The board of a game of the reader's, as it is now or before an earlier turn.
    fn show(&self, number: GameId, part: Option<&ShownPart>) -> Reply {
        let voice = self.voice;
        let reader = self.shown.reader.as_ref();
        let own = part.and_then(|part| Some((part, part.game.seat_of(reader?.id)?)));
        let Some((ShownPart { game, shows }, seat)) = own else {
            return self.plain("show-no-seat", context! { game => number.0 });
        };
        let words = GameWords { voice, game };
        match shows {
            Shows::Board { turn, board } => {
                let turn = turn.as_ref().map(|label| words.turn(label));
                let args = context! { game => number.0, name => &game.name, turn };
                Reply::with(self.say("show-title", args), self.board(game, board, seat))
            }
            Shows::NotReached(at) => {
                let args = context! { game => number.0, at, now => words.turn(&game.label) };
                self.plain("show-not-reached", args)
            }
            _ => self.plain("show-no-seat", context! { game => number.0 }),
        }
    }

    /// A game in the format of other programs. Of a private game others are told the same as of one that is not there.
    fn export(&self, number: GameId, part: Option<&ShownPart>) -> Reply {
        match part.map(|part| &part.shows) {
            Some(Shows::Export(format, lines)) => {
                let args = context! { game => number.0, format };
                Reply::with(self.say("export-title", args), lines.clone())
            }
            _ => self.plain("export-none", context! { game => number.0 }),
        }
    }

    /// The reader's games, those that are being played first.
    fn games(&self) -> Reply {
        let games = self.shown.reader.as_ref().map(|reader| &reader.games[..]);
        let games = games.unwrap_or_default();
        let cut = games.len() > LISTED;
        let mut block = Vec::new();
        for (game, seat) in games.iter().take(LISTED) {
            let Some(game) = self.shown.games.get(game) else {
                continue;
            };
            let mut line = views::game_line(game, self.voice);
            if game.is_on() && game.to_move == *seat {
                line.push_str(&self.say("games-mark", context! {}));
            }
            block.extend(item(&line));
        }
        Reply::with(self.say("games-title", context! { cut }), block)
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
