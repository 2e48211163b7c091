//! Puts a stored letter into words.

use anyhow::{Context, Result};
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;

use crate::games::{EventKind, GameLog, Happening, StoredGame, by_plan};
use crate::ids::{About, GameId};
use crate::rules::game::Seat;
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
use super::public;
use super::query::{Asker, Reply};
use super::seat::{self, Echo, News, SeatPage, Words};
use super::settings;
use super::shown::{Shown, ShownPage};
use super::subjects;

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
}

/// What a letter is rendered from.
#[derive(Clone, Copy)]
pub struct Renderer<'a> {
    /// What the letter speaks of.
    pub shown: &'a Shown,
    /// The language of its reader.
    pub voice: Voice<'a>,
    /// The name of the server.
    pub server: &'a str,
    /// The umpire's address, which people without a game are told.
    pub umpire: Option<&'a str>,
    /// The present.
    pub present: Present,
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
    /// Something that the letter speaks of was not read, or a game cannot be replayed.
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
        Ok(rendered)
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
                    page.answers(self.voice, self.echoes(answer, &[about])?);
                }
                for notice in notices {
                    page.echoes.extend(self.shown_lines(notice));
                }
                Ok(self.of_template("seat", Value::from(Serde(&page))))
            }
            Content::Games { sections, answer } => {
                let abouts: Vec<About> = sections.iter().map(Section::about).collect();
                let mut games = Vec::new();
                for about in &abouts {
                    games.push(self.seat_page(*about, &[], true, "")?);
                }
                let page = GamesPage {
                    server: self.server.to_owned(),
                    echoes: self.echoes(answer, &abouts)?,
                    games,
                    // Letters of before schema 7 have one of each game.
                    keys: tokens.to_vec(),
                };
                Ok(self.of_template("games", Value::from(Serde(&page))))
            }
            Content::Player {
                notices, answer, ..
            } => {
                let reader = self.shown.reader.as_ref();
                let words = ChallengeWords {
                    voice: self.voice,
                    zone: reader.and_then(|reader| reader.chosen.times.zone.as_deref()),
                };
                let headline = account::headline(words, notices);
                let title = subjects::of_player(words, notices, answer.as_ref());
                let mut notices: Vec<Echo> = notices
                    .iter()
                    .flat_map(|notice| account::notice(words, notice))
                    .collect();
                notices.retain(|notice| *notice != Echo::default());
                let echoes = match answer {
                    Some(answer) => self.echoes(answer, &[])?,
                    None => Vec::new(),
                };
                let key = tokens.first().map_or("", String::as_str);
                let server = self.server;
                let (notices, echoes) = (Serde(notices), Serde(echoes));
                let page = context! { server, key, headline, title, notices => Value::from(notices), echoes => Value::from(echoes) };
                Ok(self.of_template("player", page))
            }
            Content::Digest { sections, .. } => {
                let key = tokens.first().map_or("", String::as_str);
                self.digest(sections, key)
            }
            Content::Watch { section, .. } => {
                let key = tokens.first().map_or("", String::as_str);
                self.watch(section, key)
            }
            Content::Public { queries, .. } => {
                let lines = public::lines(self.shown, self.voice, queries);
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
        }
    }

    /// A game after one of its events.
    pub(super) fn game_after(&self, game: GameId, last_event: i64) -> Result<StoredGame> {
        self.shown.game_after(game, last_event)
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
        let log = self.shown.game(about.game)?;
        let of_reader = self.shown.page(about);
        let latest = log.row.seq;
        let mut stored = log.begin()?;
        if about.last_event != latest {
            // What a seat holds or plans is no event: it belongs to the position on the board, not to an
            // earlier one.
            for seat in &mut stored.seats {
                (seat.held, seat.plans) = (None, None);
            }
        }
        let settings = settings::of_game(&stored, seat);
        let mut news = News::default();
        for event in log.until(about.last_event) {
            if answers || about.first_event == 0 || event.seq < about.first_event {
                stored.apply_row(&event.logged())?;
                continue;
            }
            let mut happenings = stored.happens(event)?;
            settings::write_turns(&mut happenings, &stored, seat);
            let words = GameWords {
                voice: self.voice,
                stored: &stored,
            };
            let by_umpire = event.actor.is_some();
            let author = EventKind::parse(&event.kind).is_none_or(EventKind::is_of_author);
            let planned = by_plan(event);
            if event.seat != Some(seat.0) || by_umpire || planned || !author {
                for happening in &happenings {
                    news.sentences.extend(match planned {
                        true => words.news_planned(happening, seat),
                        false => words.news(happening, by_umpire),
                    });
                    if of_reader.is_some_and(|page| is_hidden(page, happening)) {
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
            stored.known = log.known.get(&latest).cloned().unwrap_or_default();
        }
        settings::list_turns(&mut stored, seat, seat::LAST_TURNS)?;
        // Letters to the former player of a seat explain nothing to the one who takes it.
        let takes = |notice: &Notice| matches!(notice, Notice::TakesSeat { .. });
        let early = of_reader.is_none_or(|page| !page.explained);
        let full = settings.full_legend() || notices.iter().any(takes) || early;
        let look = seat::Look {
            voice: self.voice,
            present: &self.present,
            full,
            html: self.html,
        };
        let mut page = seat::page(&stored, seat, look, news, token);
        let notes = of_reader.into_iter().flat_map(|page| &page.notes);
        page.notes = notes.flat_map(|note| with_bars(note)).collect();
        Ok(page)
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

    /// The lines of a mail with what came of them; `seats` are the seats that the mail speaks for.
    fn echoes(&self, answer: &Answer, seats: &[About]) -> Result<Vec<Echo>> {
        let mut echoes = Vec::new();
        let mut left = self.limit;
        for echo in &answer.echoes {
            // A line that names no game belongs to none of several.
            let about = echo.about(seats);
            let mut shown = Echo::default();
            if let Some(line) = &echo.line {
                shown.line = with_bars(line);
            }
            // What does not fit is not even looked up: it may take long.
            let fits = left > 0 || !echo.parts.iter().all(is_query);
            let replies = if fits {
                self.replies(&echo.parts, about, seats.is_empty())?
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
        if answer.repeats.is_some()
            && let Some((data, about)) = &self.shown.before
            && let Some((answer, abouts)) = data.answer(*about)
        {
            let first = Answer {
                repeats: None,
                ..answer.clone()
            };
            echoes.extend(self.echoes(&first, &abouts)?);
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

    fn replies(&self, parts: &[Part], about: Option<About>, of_player: bool) -> Result<Vec<Reply>> {
        let asker = self.asker();
        let mut replies = Vec::new();
        let mut after_turn = false;
        for part in parts {
            let Some(about) = about else {
                let of_reader = match (part, of_player) {
                    (Part::Query { query, .. }, true) => asker.of_player(query, &self.present)?,
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

    fn asker(&self) -> Asker<'_> {
        Asker {
            shown: self.shown,
            voice: self.voice,
            language: self.language,
            html: self.html,
        }
    }

    /// What can be said without a game.
    fn without_game(&self, part: &Part) -> Option<Reply> {
        let asker = self.asker();
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
        let log = self.shown.game(game)?;
        let mut stored = log.after(seq - 1)?;
        let event = log.events.iter().find(|event| event.seq == seq);
        let event = event.with_context(|| format!("no event {seq}"))?;
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
        let game = report
            .players_of()
            .map(|game| self.shown.game(game).and_then(GameLog::begin));
        let stored = game.transpose()?;
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

/// Whether words are of somebody whom the reader mutes or blocks.
fn is_hidden(page: &ShownPage, happening: &Happening) -> bool {
    matches!(happening, Happening::Said { by: Some(by), .. } if page.hidden.contains(by))
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
