//! Puts a stored letter into words.

use anyhow::{Context, Result};
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;

use crate::games::{EventKind, Happening, StoredGame, by_plan};
use crate::ids::About;
use crate::ids::{GameId, LetterId, PlayerId};
use crate::rules::game::Seat;
use crate::store::Snapshot;
use crate::text::{self, SENTENCE, clean, with_bars, wrapped};
use crate::words::Voice;

use super::account;
use super::challenges::ChallengeWords;
use super::clock::Present;
use super::data::{
    Answer, Content, LetterData, Note, Notice, Part, PlanPart, Query, Question, Report, Section,
};
use super::game_words::GameWords;
use super::html::{HtmlPart, ShownPicture, plain};
use super::notes;
use super::outsiders;
use super::own_data::{self, TextFile};
use super::persons;
use super::public;
use super::query::{Asker, Reply};
use super::seat::{self, Echo, News, SeatPage, Words};
use super::settings;
use super::subjects;

/// So many letters about a kind of game explain the signs on the board, unless their reader wants it in each.
const EXPLAINED: usize = 3;

/// At most so many notes of the reader stand in a letter of their game.
const SHOWN_NOTES: usize = 10;

/// A rendered letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The subject, one line.
    pub subject: String,
    /// The body; lines end with `\n`.
    pub body: String,
    /// The HTML part, if there is one: a whole page.
    pub html: Option<String>,
    /// The pictures that the HTML part shows.
    pub pictures: Vec<ShownPicture>,
    /// Files that go with it.
    pub files: Vec<TextFile>,
}

/// What a letter is rendered from.
#[derive(Clone, Copy)]
pub struct Renderer<'a> {
    /// What is stored.
    pub store: &'a dyn Snapshot,
    /// The language of its reader.
    pub voice: Voice<'a>,
    /// The name of the server.
    pub server: &'a str,
    /// The umpire's address, which people without a game are told.
    pub umpire: Option<&'a str>,
    /// The present.
    pub present: Present,
    /// The letter; `None`: it is none yet, and explains everything.
    pub letter: Option<LetterId>,
    /// The language of the server, of letters to players who have chosen none.
    pub language: &'a str,
    /// About so many bytes of replies are put into words; the rest is left out, and said to be.
    pub limit: usize,
    /// The HTML part, of a letter that has one; it is for one letter.
    pub html: Option<&'a HtmlPart>,
}

/// A letter about several games.
#[derive(Serialize)]
struct GamesPage {
    /// Name of the server.
    server: String,
    /// The reader's own lines.
    echoes: Vec<Echo>,
    /// The games.
    games: Vec<SeatPage>,
    /// The reply token.
    keys: Vec<String>,
}

impl Renderer<'_> {
    /// Renders a letter: `about` is the seat that it is for, `tokens` are its reply tokens.
    ///
    /// # Errors
    /// The store cannot be read, or what the letter is about cannot be loaded.
    pub fn render(
        &self,
        data: &LetterData,
        about: Option<About>,
        tokens: &[String],
    ) -> Result<Rendered> {
        let mut rendered = self.of_content(data, about, tokens)?;
        if let Some(html) = self.html {
            let language = self.voice.language();
            let several = matches!(data.content, Content::Games { .. } | Content::Digest { .. });
            let (body, subject) = (&rendered.body, &rendered.subject);
            rendered.html = Some(html.page(body, subject, language, !several));
            rendered.body = plain(rendered.body);
            rendered.pictures = html.pictures();
        }
        if own_data::is_asked_for(&data.content)
            && let Some(reader) = self.reader(data, about)?
        {
            rendered.files = own_data::files(self.store, reader)?;
        }
        Ok(rendered)
    }

    /// The player that a letter goes to.
    fn reader(&self, data: &LetterData, about: Option<About>) -> Result<Option<PlayerId>> {
        let about = match &data.content {
            Content::Player { player, .. } => return Ok(Some(*player)),
            Content::Games { sections, .. } => abouts(sections).into_iter().next(),
            _ => about,
        };
        let Some(about) = about else {
            return Ok(None);
        };
        let seats = self.store.seats(about.game)?;
        let seat = seats.iter().find(|row| row.seat == about.seat);
        Ok(seat.map(|row| row.player))
    }

    fn of_content(
        &self,
        data: &LetterData,
        about: Option<About>,
        tokens: &[String],
    ) -> Result<Rendered> {
        match &data.content {
            Content::Seat { notices, answer } => {
                let about = about.context("a letter to a seat without a seat")?;
                let token = tokens.first().map_or("", String::as_str);
                let mut page = self.seat_page(about, notices, answer.is_some(), token)?;
                if let Some(answer) = answer {
                    page.answers(self.voice, self.echoes(answer, &[about], None)?);
                }
                for notice in notices {
                    page.echoes.extend(self.shown_lines(notice));
                }
                Ok(self.of_template("seat", Value::from(Serde(&page))))
            }
            Content::Games { sections, answer } => {
                let abouts = abouts(sections);
                let mut games = Vec::new();
                for about in &abouts {
                    games.push(self.seat_page(*about, &[], true, "")?);
                }
                let page = GamesPage {
                    server: self.server.to_owned(),
                    echoes: self.echoes(answer, &abouts, None)?,
                    games,
                    // Letters of before schema 7 have one of each game.
                    keys: tokens.to_vec(),
                };
                Ok(self.of_template("games", Value::from(Serde(&page))))
            }
            Content::Player {
                player,
                notices,
                answer,
            } => {
                let zone = self.store.player(*player)?;
                let zone = zone.and_then(|player| player.times.zone);
                let words = ChallengeWords {
                    voice: self.voice,
                    zone: zone.as_deref(),
                };
                let headline = account::headline(words, notices);
                let title = subjects::of_player(words, notices, answer.as_ref());
                let mut notices: Vec<Echo> = notices
                    .iter()
                    .flat_map(|notice| account::notice(words, notice))
                    .collect();
                notices.retain(|notice| *notice != Echo::default());
                let echoes = match answer {
                    Some(answer) => self.echoes(answer, &[], Some(*player))?,
                    None => Vec::new(),
                };
                let key = tokens.first().map_or("", String::as_str);
                let server = self.server;
                let (notices, echoes) = (Serde(notices), Serde(echoes));
                let page = context! { server, key, headline, title, notices => Value::from(notices), echoes => Value::from(echoes) };
                Ok(self.of_template("player", page))
            }
            Content::Digest { player, sections } => {
                let key = tokens.first().map_or("", String::as_str);
                self.digest(*player, sections, key)
            }
            Content::Watch { player, section } => {
                let key = tokens.first().map_or("", String::as_str);
                self.watch(*player, section, key)
            }
            Content::Public { queries, .. } => {
                let lines = public::lines(self.store, self.voice, queries);
                let (server, umpire) = (self.server, self.umpire);
                let title = self.voice.plain("notices/subject-public");
                Ok(self.of_template("public", context! { server, umpire, lines, title }))
            }
            Content::Outsider { notices, .. } => {
                let mut lines = Vec::new();
                for notice in notices {
                    lines.extend(outsiders::notice(self.voice, notice));
                    lines.push(String::new());
                }
                lines.pop();
                let key = tokens.first();
                let (server, umpire) = (self.server, self.umpire);
                let headline = outsiders::headline(self.voice, notices);
                let title = headline
                    .clone()
                    .or(subjects::of_outsider(self.voice, notices));
                let page = context! { server, umpire, lines, key, headline, title };
                Ok(self.of_template("outsider", page))
            }
            Content::Account { notices, .. } => {
                let code = tokens.first().map_or("", String::as_str);
                let mut lines = Vec::new();
                for notice in notices {
                    let (sentence, typed) = notes::account(self.voice, notice, code);
                    lines.extend(wrapped(&sentence, SENTENCE));
                    lines.push(String::new());
                    if let Some(typed) = typed {
                        lines.extend([format!("    {typed}"), String::new()]);
                    }
                }
                lines.pop();
                let server = self.server;
                Ok(self.of_template("account", context! { server, lines }))
            }
            Content::Ruling {
                echoes, question, ..
            } => {
                let echoes = echoes.iter().map(|echo| self.ruling(echo));
                let mut echoes = echoes.collect::<Result<Vec<Echo>>>()?;
                let asked = question.iter();
                echoes.extend(asked.map(|question| account::asked(self.voice, question)));
                let key = tokens.first().map_or("", String::as_str);
                let server = self.server;
                let echoes = Value::from(Serde(echoes));
                Ok(self.of_template("ruling", context! { server, key, echoes }))
            }
            Content::Umpire(report) => self.report(report),
        }
    }

    pub(super) fn of_template(&self, folder: &str, page: Value) -> Rendered {
        let say = |part: &str| {
            self.voice
                .say(&format!("letters/{folder}/{part}"), page.clone())
        };
        let subject: Vec<String> = say("subject")
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        Rendered {
            subject: subject.join(" "),
            body: say("body"),
            html: None,
            pictures: Vec::new(),
            files: Vec::new(),
        }
    }

    /// A game after one of its events.
    pub(super) fn game_after(&self, game: GameId, last_event: i64) -> Result<StoredGame> {
        let row = self.store.game(game)?;
        let row = row.with_context(|| format!("there is no game #{game}"))?;
        StoredGame::load_until(self.store, row, self.store.seats(game)?, Some(last_event))
    }

    /// The page of a game, with the news since the letter's first event.
    pub(super) fn seat_page(
        &self,
        about: About,
        notices: &[Notice],
        answers: bool,
        token: &str,
    ) -> Result<SeatPage> {
        let seat = Seat(about.seat);
        let row = self.store.game(about.game)?;
        let row = row.with_context(|| format!("there is no game #{}", about.game))?;
        let latest = row.seq;
        let mut stored = StoredGame::begin(row, self.store.seats(about.game)?)?;
        if about.last_event != latest {
            // What a seat holds or plans is no event: it belongs to the position on the board, not to an
            // earlier one.
            for seat in &mut stored.seats {
                (seat.held, seat.plans) = (None, None);
            }
        }
        let settings = settings::of_game(&stored, seat);
        let mut news = News::default();
        for event in self.store.events(about.game, Some(about.last_event))? {
            if answers || about.first_event == 0 || event.seq < about.first_event {
                stored.apply_row(&event.logged())?;
                continue;
            }
            let mut happenings = stored.happens(&event)?;
            settings::write_turns(&mut happenings, &stored, seat);
            let words = GameWords {
                voice: self.voice,
                stored: &stored,
            };
            let by_umpire = event.actor.is_some();
            let author = EventKind::parse(&event.kind).is_none_or(EventKind::is_of_author);
            let planned = by_plan(&event);
            if event.seat != Some(seat.0) || by_umpire || planned || !author {
                for happening in &happenings {
                    news.sentences.extend(match planned {
                        true => words.news_planned(happening, seat),
                        false => words.news(happening, by_umpire),
                    });
                    if self.is_hidden(&stored, happening, seat)? {
                        continue;
                    }
                    match (said(&words, happening, seat), happening) {
                        (Some(_), Happening::Said { by: Some(by), .. })
                            if !settings.chat() && !by_umpire =>
                        {
                            news.leave_out(&words, *by);
                        }
                        (shown, _) => news.words.extend(shown),
                    }
                }
            }
        }
        let words = GameWords {
            voice: self.voice,
            stored: &stored,
        };
        for notice in notices {
            let sentences = notes::notice(&words, seat, notice);
            let at = match notice {
                Notice::UmpirePlays { .. } => 0,
                _ => news.sentences.len(),
            };
            news.sentences.splice(at..at, sentences);
        }
        if about.last_event == latest {
            stored.load_known(self.store)?;
        }
        settings::list_turns(&mut stored, seat, seat::LAST_TURNS)?;
        // Letters to the former player of a seat explain nothing to the one who takes it.
        let takes = |notice: &Notice| matches!(notice, Notice::TakesSeat { .. });
        let full =
            settings.full_legend() || notices.iter().any(takes) || self.is_early(&stored, seat)?;
        let look = seat::Look {
            voice: self.voice,
            present: &self.present,
            full,
            html: self.html,
        };
        let mut page = seat::page(&stored, seat, look, news, token);
        if let Some(row) = stored.seats.get(seat.index()) {
            let notes = self
                .store
                .notes(row.player, Some(about.game), SHOWN_NOTES)?;
            page.notes = notes.iter().flat_map(persons::note_lines).collect();
        }
        Ok(page)
    }

    /// Whether a letter is one of the first about this kind of game to its reader: it explains the signs.
    fn is_early(&self, stored: &StoredGame, seat: Seat) -> Result<bool> {
        let (Some(letter), Some(row)) = (self.letter, stored.seats.get(seat.index())) else {
            return Ok(true);
        };
        let variant = stored.variant.id();
        let before = (self.store).letters_of_kind(row.player, variant, letter, EXPLAINED)?;
        Ok(before < EXPLAINED)
    }

    /// Whether words are of somebody whom the reader mutes or blocks.
    fn is_hidden(&self, stored: &StoredGame, happening: &Happening, reader: Seat) -> Result<bool> {
        let Happening::Said { by: Some(by), .. } = happening else {
            return Ok(false);
        };
        let player = |seat: Seat| stored.seats.get(seat.index()).map(|row| row.player);
        let (Some(reader), Some(by)) = (player(reader), player(*by)) else {
            return Ok(false);
        };
        Ok(self.store.is_muted(reader, by)? || self.store.is_blocked(reader, by)?)
    }

    /// The lines of a mail that a notice shows.
    fn shown_lines(&self, notice: &Notice) -> Option<Echo> {
        let (sentence, lines) = notes::shown_lines(self.voice, notice)?;
        if let (Notice::Asked(Question::Either(either)), Some(html)) = (notice, self.html) {
            html.offer(either.links());
        }
        Some(Echo {
            result: wrapped(&sentence, SENTENCE - 2),
            words: with_bars(lines.join("\n").trim()),
            ..Echo::default()
        })
    }

    /// The lines of a mail with what came of them; `seats` are the seats that the mail speaks for. `reader` is its
    /// author where it is about no game.
    fn echoes(
        &self,
        answer: &Answer,
        seats: &[About],
        reader: Option<PlayerId>,
    ) -> Result<Vec<Echo>> {
        let mut echoes = Vec::new();
        let mut left = self.limit;
        for echo in &answer.echoes {
            // A line that names no game belongs to none of several.
            let about = match (echo.game, seats) {
                (Some(game), seats) => seats.iter().find(|about| about.game == game).copied(),
                (None, [about]) => Some(*about),
                (None, _) => None,
            };
            let mut shown = Echo::default();
            if let Some(line) = &echo.line {
                shown.line = with_bars(line);
            }
            // What does not fit is not even looked up: it may take long.
            let fits = left > 0 || !echo.parts.iter().all(is_query);
            let replies = if fits {
                self.replies(&echo.parts, about, reader)?
            } else {
                vec![Reply::plain(self.voice.plain("notices/too-long"))]
            };
            for reply in replies {
                shown.result.extend(wrapped(&reply.text, SENTENCE - 2));
                shown
                    .words
                    .extend(with_bars(&reply.words.unwrap_or_default()));
                shown.block.extend(reply.block);
            }
            self.cut(&mut shown, &mut left);
            echoes.push(shown);
        }
        if let Some(first) = answer.repeats {
            echoes.extend(self.repeated(first)?);
        }
        Ok(echoes)
    }

    /// Cuts a board, a list or a text that was asked for where it exceeds what is left for the letter.
    fn cut(&self, shown: &mut Echo, left: &mut usize) {
        let size = |lines: &[String]| lines.iter().map(|line| line.len() + 3).sum::<usize>();
        *left = left.saturating_sub(size(&shown.line) + size(&shown.result) + size(&shown.words));
        let mut fits = 0;
        for line in &shown.block {
            let Some(rest) = left.checked_sub(line.len() + 3) else {
                *left = 0;
                break;
            };
            *left = rest;
            fits += 1;
        }
        if fits < shown.block.len() {
            shown.block.truncate(fits);
            shown.block.push(String::new());
            let too_long = self.voice.plain("notices/too-long");
            shown.block.extend(wrapped(&too_long, SENTENCE));
        }
    }

    /// The echoes of the letter that answered the same mail before.
    fn repeated(&self, first: LetterId) -> Result<Vec<Echo>> {
        let letter = self.store.letter(first)?;
        let Some((letter, data)) = letter.and_then(|letter| {
            let data = LetterData::from_json(letter.data.as_deref()?).ok()?;
            Some((letter, data))
        }) else {
            return Ok(Vec::new());
        };
        match data.content {
            Content::Seat {
                answer: Some(answer),
                ..
            } => self.echoes(&answer, letter.about.as_slice(), None),
            Content::Games { answer, sections } => self.echoes(&answer, &abouts(&sections), None),
            Content::Player {
                player,
                answer: Some(answer),
                ..
            } => self.echoes(&answer, &[], Some(player)),
            _ => Ok(Vec::new()),
        }
    }

    fn replies(
        &self,
        parts: &[Part],
        about: Option<About>,
        reader: Option<PlayerId>,
    ) -> Result<Vec<Reply>> {
        let asker = Asker {
            store: self.store,
            voice: self.voice,
            language: self.language,
            html: self.html,
        };
        let mut replies = Vec::new();
        let mut after_turn = false;
        for part in parts {
            let Some(about) = about else {
                let of_reader = match (part, reader) {
                    (Part::Query { query, .. }, Some(reader)) => {
                        asker.of_player(query, reader, &self.present)?
                    }
                    _ => None,
                };
                replies.extend(of_reader.or_else(|| self.without_game(part)));
                continue;
            };
            let seat = Seat(about.seat);
            replies.push(match part {
                Part::Event(seq) => {
                    let (reply, turn) = self.receipt(about.game, seat, *seq, after_turn)?;
                    after_turn |= turn;
                    reply
                }
                Part::Refused(refusal) => {
                    let stored = self.game_after(about.game, about.last_event)?;
                    asker.refused(&stored, seat, refusal)
                }
                Part::Held(held, after) => asker.held(&self.game_after(about.game, *after)?, held),
                Part::Query { query, after, held } => {
                    let mut stored = self.game_after(about.game, *after)?;
                    if *query == Query::History {
                        settings::list_turns(&mut stored, seat, usize::MAX)?;
                    }
                    asker.of_seat(query, &stored, seat, held.as_deref(), &self.present)?
                }
                Part::NotUnderstood(Some(after)) => {
                    let stored = self.game_after(about.game, *after)?;
                    let example = stored.game.example().filter(|_| stored.is_on());
                    let args = context! { example };
                    Reply::plain(self.voice.say("notices/not-understood", args))
                }
                Part::Plan(PlanPart::Played { first, last }) => {
                    self.played_by_plans(about.game, seat, *first, *last)?
                }
                Part::Plan(part) => {
                    let stored = self.game_after(about.game, about.last_event)?;
                    let voice = self.voice;
                    GameWords {
                        voice,
                        stored: &stored,
                    }
                    .plan_reply(part)
                }
                Part::Note(note) => {
                    if let (Note::Either(either), Some(html)) = (note, self.html) {
                        html.offer(either.links());
                    }
                    let stored = self.game_after(about.game, about.last_event)?;
                    Reply::plain(notes::note(self.voice, Some(&stored), note))
                }
                other => self.without_game(other).unwrap_or_default(),
            });
        }
        Ok(replies)
    }

    /// What can be said without a game.
    fn without_game(&self, part: &Part) -> Option<Reply> {
        let asker = Asker {
            store: self.store,
            voice: self.voice,
            language: self.language,
            html: self.html,
        };
        Some(match part {
            Part::Dropped(held) => {
                Reply::plain(self.voice.say("notices/done-dropped", context! { held }))
            }
            Part::Query { query, .. } => asker.public(query)?,
            Part::NotUnderstood(None) => Reply::plain(self.voice.plain("notices/no-command")),
            Part::NotUnderstood(Some(_)) => {
                let args = context! { example => Value::from(()) };
                Reply::plain(self.voice.say("notices/not-understood", args))
            }
            Part::Misused(hint) => {
                let hint = super::help::hint(hint, self.voice);
                Reply::plain(self.voice.say("notices/misused", context! { hint }))
            }
            Part::Note(note) => Reply::plain(notes::note(self.voice, None, note)),
            Part::Challenge(note) => {
                let (voice, zone) = (self.voice, None);
                ChallengeWords { voice, zone }.reply(note)
            }
            Part::Event(_) | Part::Refused(_) | Part::Held(..) | Part::Plan(_) => return None,
        })
    }

    /// What a player is told of an event of his own; the second value: whether it is a turn.
    fn receipt(
        &self,
        game: GameId,
        seat: Seat,
        seq: i64,
        after_turn: bool,
    ) -> Result<(Reply, bool)> {
        let mut stored = self.game_after(game, seq - 1)?;
        let events = self.store.events(game, Some(seq))?;
        let event = events.last().with_context(|| format!("no event {seq}"))?;
        let mut happenings = stored.happens(event)?;
        settings::write_turns(&mut happenings, &stored, seat);
        let words = GameWords {
            voice: self.voice,
            stored: &stored,
        };
        let mut receipts = happenings
            .iter()
            .map(|happening| words.receipt(happening, seat, after_turn));
        let (mut text, said) = receipts.next().unwrap_or_default();
        for (also, _) in receipts {
            text = format!("{text}\n{also}");
        }
        let reply = Reply {
            text,
            words: said,
            block: Vec::new(),
        };
        Ok((reply, event.kind == EventKind::Turn.as_str()))
    }

    /// A letter to the umpire.
    fn report(&self, report: &Report) -> Result<Rendered> {
        let stored = match report {
            Report::NoSense { game, .. }
            | Report::Unsubscribe { game, .. }
            | Report::Declined { game, .. }
            | Report::NoTimeGiven { game, .. } => {
                let row = self.store.game(*game)?.context("the game has vanished")?;
                Some(StoredGame::begin(row, self.store.seats(*game)?)?)
            }
            _ => None,
        };
        let (subject, note) = notes::report(self.voice, stored.as_ref(), report);
        let (server, subject) = (self.server, clean(&subject, 100));
        let lines = text::wrapped(&note, SENTENCE);
        Ok(self.of_template("umpire", context! { server, subject, lines }))
    }
}

/// Whether a part only shows something.
fn is_query(part: &Part) -> bool {
    matches!(part, Part::Query { .. })
}

/// The seats of a letter about several games.
fn abouts(sections: &[Section]) -> Vec<About> {
    let about = |section: &Section| About {
        game: section.game,
        seat: section.seat.0,
        first_event: 0,
        last_event: section.after,
    };
    sections.iter().map(about).collect()
}

/// The words of an event that `reader` gets.
fn said(words: &GameWords<'_>, happening: &Happening, reader: Seat) -> Option<Words> {
    let Happening::Said {
        by,
        to,
        words: text,
    } = happening
    else {
        return None;
    };
    if *by == Some(reader) || to.is_some_and(|to| to != reader) {
        return None;
    }
    let who = by.map(|by| words.player(by));
    let alone = to.is_some();
    Some(Words {
        title: words
            .voice
            .say("notices/words-title", context! { who, alone }),
        lines: with_bars(text),
    })
}
