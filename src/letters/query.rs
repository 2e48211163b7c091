//! Answers what somebody wants to see, when the letter is rendered.

use std::iter;

use minijinja::{Value, context};

use crate::drawings::guide;
use crate::ids::GameId;
use crate::rules::game::Seat;
use crate::rules::reason::Reason;
use crate::rules::view::BoardView;
use crate::text;
use crate::variants::by_file::keys::readers::{GROUPS, OTHER, group_name};
use crate::variants::{VARIANTS, search};

use super::challenges::ChallengeWords;
use super::data::Query;
use super::files::LetterFile;
use super::render::Renderer;
use super::shown::{GameView, LISTED, Legal, ShownPart, Shows};
use super::{choices, help, views};

/// What a line is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reply {
    /// The sentences of the answer; a block may follow.
    pub text: String,
    /// The player's words that went out to others.
    pub words: String,
    /// A board, a list or a text that was asked for, line by line.
    pub block: Vec<String>,
    /// A file that was asked for.
    pub file: Option<LetterFile>,
}

impl Reply {
    pub fn plain(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    pub fn with(text: String, block: Vec<String>) -> Self {
        Self {
            block,
            ..Self::plain(text)
        }
    }
}

impl Renderer<'_> {
    /// A text of `notices/` as an answer.
    pub(super) fn reply(&self, name: &str, args: Value) -> Reply {
        Reply::plain(self.voice.notice(name, args))
    }

    /// The same above a list or a board.
    pub(super) fn above(&self, name: &str, args: Value, block: Vec<String>) -> Reply {
        Reply::with(self.voice.notice(name, args), block)
    }

    /// What concerns challenges, without the reader's time zone.
    pub(super) fn challenges(&self) -> ChallengeWords<'_> {
        ChallengeWords {
            voice: self.voice,
            zone: None,
            now: Some(self.present.now),
            games: &self.shown.playable,
        }
    }

    /// The same with the reader's time zone.
    pub(super) fn in_own_zone(&self) -> ChallengeWords<'_> {
        let reader = self.shown.reader.as_ref();
        ChallengeWords {
            zone: reader.and_then(|reader| reader.chosen.times.zone.as_deref()),
            ..self.challenges()
        }
    }

    /// Answers a query that is not about a game.
    pub(super) fn public(&self, query: &Query) -> Option<Reply> {
        Some(match query {
            Query::Help(topic) => self.help(topic.as_deref()),
            Query::Commands => self.commands(),
            Query::Rules(Some(variant)) => self.rules(variant),
            Query::Variants => self.variants(),
            Query::FindVariants(words) => self.find_variants(words),
            Query::Seeks(variant) => {
                let seeks = &self.shown.seeks;
                self.challenges().seeks(seeks, variant.as_deref())
            }
            _ => return None,
        })
    }

    /// Answers a query that needs no game to be answered; `None`: it is another one.
    pub(super) fn of_no_game(&self, query: &Query) -> Option<Reply> {
        self.public(query)
            .or_else(|| self.of_people(query))
            .or_else(|| self.of_contests(query))
            .or_else(|| self.of_ratings(query))
    }

    /// Answers a query of a player that is about no game; `None`: it is about one. `part` is what was read for it.
    pub(super) fn of_player(&self, query: &Query, part: Option<&ShownPart>) -> Option<Reply> {
        match query {
            Query::Show {
                game: Some(game), ..
            } => Some(self.show(*game, part)),
            Query::Film {
                game: Some(game), ..
            } => Some(self.film(*game, part)),
            Query::Games => Some(self.games()),
            Query::Settings => Some(self.settings()),
            Query::Export(Some(game)) => Some(self.export(*game, part)),
            query => self.of_no_game(query),
        }
    }

    /// Answers a query of the player of a seat; `part` is what was read for it.
    pub(super) fn of_seat(
        &self,
        query: &Query,
        part: &ShownPart,
        (game, seat): (GameId, Seat),
    ) -> Reply {
        if let Some(reply) = self.of_no_game(query) {
            return reply;
        }
        let (voice, view) = (self.voice, &part.game);
        let words = self.words(view);
        match (query, &part.shows) {
            (Query::Preview(_) | Query::Legal(_), _) if !view.is_on() => {
                let closure = view.closure().map(|closure| words.closure(&closure));
                Reply::plain(closure.unwrap_or_default())
            }
            (Query::Legal(_), Shows::Begun(begun)) => self.held(view, begun),
            (Query::Preview(_), Shows::Preview(preview)) => self.preview(view, seat, preview),
            (Query::Legal(what), Shows::Legal(legal)) => self.legal(view, what.as_deref(), legal),
            (
                Query::Show {
                    at: None, game: of, ..
                },
                _,
            ) if of.is_none_or(|of| of == game) => self.reply("show-below", context! {}),
            (Query::Show { game: of, .. }, _) => self.show(of.unwrap_or(game), Some(part)),
            (Query::Film { game: of, .. }, _) => self.film(of.unwrap_or(game), Some(part)),
            (Query::History, Shows::Course(course)) if course.is_empty() => {
                self.reply("history-empty", context! {})
            }
            (Query::History, Shows::Course(course)) => {
                let block = views::history(view, course, voice);
                self.above("history-title", context! {}, block)
            }
            (Query::Clock, Shows::Clock(clock, next)) => {
                words.clock(seat, clock.as_ref(), next.as_deref(), &self.present)
            }
            (Query::Export(of), _) => self.export(of.unwrap_or(game), Some(part)),
            (Query::Games, _) => self.games(),
            (Query::Settings, _) => self.settings(),
            (Query::Legend, Shows::Legend { writing, board }) => {
                let legend = self.legend(board, view.settings(seat).look());
                let mut lines = voice.paragraphs(writing);
                if !lines.is_empty() && !legend.is_empty() {
                    lines.push(String::new());
                }
                lines.extend(legend);
                self.above("legend-title", context! {}, lines)
            }
            (Query::Rules(_), Shows::Section(section)) => {
                // The file may say something else by now.
                let game = self.shown.playable.begun(&view.variant, Some(section));
                game.map_or_else(Reply::default, |game| {
                    self.rules_in(game.name(), &guide::expand(&*game, self.voice))
                })
            }
            (Query::Rules(_), _) => self.rules(&view.variant),
            (Query::Resend, _) => self.reply("resend", context! {}),
            // Answered above, or not read.
            _ => Reply::default(),
        }
    }

    /// A position of a game as the player of a seat wants to see it.
    pub(super) fn board(&self, game: &GameView, board: &BoardView, seat: Seat) -> Vec<String> {
        self.drawn(board, game.settings(seat).look())
    }

    /// What a player has chosen, with a line that changes each.
    fn settings(&self) -> Reply {
        let reader = self.shown.reader.as_ref();
        let list = reader.map(|reader| choices::list(&reader.chosen, self.language));
        self.above("settings-title", context! {}, list.unwrap_or_default())
    }

    /// Lists the legal turns, all or those of a piece or square.
    fn legal(&self, game: &GameView, what: Option<&str>, legal: &Legal) -> Reply {
        let words = self.words(game);
        let mover = words.seat(game.to_move);
        let typed = what.map(|what| text::clean(what, 40));
        let args = |held: &Option<String>, count: Option<u64>, first: Option<&String>| {
            context! { mover, held, what => typed, count, first }
        };
        match legal {
            Legal::Refused(why) => Reply::plain(words.refused_turn(why)),
            Legal::All { held, turns } if turns.is_empty() => {
                self.reply("legal-none", args(held, None, None))
            }
            Legal::All { held, turns } => {
                let count = u64::try_from(turns.len()).ok();
                self.above("legal", args(held, count, None), views::columns(turns))
            }
            Legal::Next { held, next } => {
                let args = args(held, None, next.first());
                self.above("legal-next", args, views::columns(next))
            }
            Legal::TooMany {
                held,
                count,
                next,
                first,
            } => {
                let args = args(held, *count, first.as_ref());
                self.above("legal-too-many", args, views::columns(next))
            }
        }
    }

    /// The board of a game of the reader's, as it is now or before an earlier turn.
    fn show(&self, number: GameId, part: Option<&ShownPart>) -> Reply {
        let reader = self.shown.reader.as_ref();
        let own = part.and_then(|part| Some((part, part.game.seat_of(reader?.id)?)));
        let Some((ShownPart { game, shows }, seat)) = own else {
            return self.reply("show-no-seat", context! { game => number.0 });
        };
        let words = self.words(game);
        match shows {
            Shows::Board { turn, board } => {
                let turn = turn.as_ref().map(|label| words.turn(label));
                let args = context! { game => number.0, name => self.voice.name(&game.name), turn };
                self.above("show-title", args, self.board(game, board, seat))
            }
            Shows::NotReached(at) => {
                let args = context! { game => number.0, at, now => words.turn(&game.label) };
                self.reply("show-not-reached", args)
            }
            _ => self.reply("show-no-seat", context! { game => number.0 }),
        }
    }

    /// A game in the format of other programs. Of a private game others are told the same as of one that is not there.
    fn export(&self, number: GameId, part: Option<&ShownPart>) -> Reply {
        match part.map(|part| &part.shows) {
            Some(Shows::Export(format, lines)) => {
                let args = context! { game => number.0, format };
                self.above("export-title", args, lines.clone())
            }
            _ => self.reply("export-none", context! { game => number.0 }),
        }
    }

    /// The reader's games, those that are being played first.
    fn games(&self) -> Reply {
        let reader = self.shown.reader.as_ref();
        let games = reader.map_or(&[][..], |reader| &reader.games);
        let cut = games.len() > LISTED;
        let mut block = Vec::new();
        for (game, seat) in games.iter().take(LISTED) {
            let Some(game) = self.shown.games.get(game) else {
                continue;
            };
            let mut line = views::game_line(game, self.voice);
            if game.waits {
                line.push_str(&self.voice.notice("games-waits", context! {}));
            } else if game.is_on() && game.to_move == *seat {
                line.push_str(&self.voice.notice("games-mark", context! {}));
            }
            block.extend(item(&line));
        }
        self.above("games-title", context! { cut }, block)
    }

    fn help(&self, topic: Option<&str>) -> Reply {
        match topic.map(|topic| help::help_text(topic, self.voice)) {
            Some(Some(text)) => self.above("help-one-title", context! {}, lines(&text)),
            unknown => {
                let first = self.voice.plain("notices/help-first");
                let args = context! { unknown => unknown.is_some() };
                self.above("help-first-title", args, lines(&first))
            }
        }
    }

    fn commands(&self) -> Reply {
        let all = help::commands_text(self.voice);
        self.above("help-title", context! {}, lines(&all))
    }

    /// The commands for people who are no players.
    pub(super) fn public_help(&self) -> Reply {
        let all = help::public_commands_text(self.voice);
        self.above("help-title", context! {}, lines(&all))
    }

    fn rules(&self, variant: &str) -> Reply {
        let meant = self.shown.playable.meant(variant);
        if let [game] = meant[..] {
            return self.rules_in(game.name(), &guide::expand(game, self.voice));
        }
        let typed = text::clean(variant, 40);
        let block: Vec<String> = meant
            .iter()
            .flat_map(|game| self.entry(game.id(), game.name(), &game.summary()))
            .collect();
        let (many, why) = (!block.is_empty(), self.not_played(variant));
        self.above("rules-unknown", context! { typed, many, why }, block)
    }

    fn rules_in(&self, name: &str, rules: &str) -> Reply {
        let args = context! { name => self.voice.name(name) };
        self.above("rules-title", args, lines(rules))
    }

    /// The games of our own with their summaries, and the ids of all others by group.
    fn variants(&self) -> Reply {
        let games = &self.shown.playable;
        let of = |wanted: &str| {
            let all = games.by_file();
            let ids = all.filter(|game| search::group(*game) == Some(wanted));
            self.group(wanted, ids.map(|game| game.id().to_owned()).collect())
        };
        let groups = GROUPS.into_iter().chain([OTHER]);
        self.listed(groups.filter_map(of))
    }

    /// The games of our own, and the ids of those that the operator has added.
    pub(super) fn own_variants(&self) -> Reply {
        let added = self.shown.playable.added();
        let ids = added.map(|game| game.id().to_owned()).collect();
        self.listed(self.group(OTHER, ids).into_iter())
    }

    /// The games of a group in a line; `None`: there are none.
    fn group(&self, group: &str, ids: Vec<String>) -> Option<String> {
        let name = self.voice.reason(&group_name(group));
        (!ids.is_empty()).then(|| format!("{group} ({name}): {}", ids.join(", ")))
    }

    /// The games of our own with their summaries, and what is said of others.
    fn listed(&self, others: impl Iterator<Item = String>) -> Reply {
        let own = VARIANTS
            .iter()
            .flat_map(|game| self.entry(game.id(), game.name(), &game.summary()));
        let others = others.flat_map(|line| item(&line));
        self.above("variants-title", context! {}, own.chain(others).collect())
    }

    /// The games that words may mean.
    fn find_variants(&self, typed: &str) -> Reply {
        let found = self.shown.playable.search(typed);
        let block: Vec<String> = found
            .iter()
            .flat_map(|game| self.entry(game.id(), game.name(), &game.summary()))
            .collect();
        let (empty, why) = (block.is_empty(), self.not_played(typed));
        let typed = text::clean(typed, 40);
        self.above("variants-found", context! { typed, empty, why }, block)
    }

    /// Why a game is not played here.
    fn not_played(&self, typed: &str) -> Option<String> {
        search::not_played(typed).map(|why| self.voice.reason(&why))
    }

    /// A game in a list.
    fn entry(&self, id: &str, name: &str, summary: &Reason) -> Vec<String> {
        let (name, summary) = (self.voice.name(name), self.voice.reason(summary));
        item(&format!("{id}: {name}. {summary}"))
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// A line of a list; what does not fit is indented further.
pub(super) fn item(line: &str) -> Vec<String> {
    let indents = iter::once("  ").chain(iter::repeat("    "));
    let parts = indents.zip(textwrap::wrap(line, text::unbroken(68)));
    let lines = parts.map(|(indent, part)| format!("{indent}{part}"));
    lines.collect()
}
