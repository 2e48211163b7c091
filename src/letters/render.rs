//! Puts a stored letter into words.

use anyhow::{Context, Result};
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;

use crate::games::{Event, Happening};
use crate::ids::About;
use crate::rules::game::Seat;
use crate::text::{self, SENTENCE, clean, with_bars, wrapped};
use crate::words::Voice;

use super::account;
use super::challenges::ChallengeWords;
use super::clock::Present;
use super::data::{
    Answer, Content, LetterData, Note, Notice, Part, PlanPart, Question, Report, Section,
};
use super::game_words::GameWords;
use super::html::{HtmlPart, ShownPicture, plain};
use super::notes;
use super::outsiders;
use super::public;
use super::query::{Asker, Reply};
use super::seat::{self, Echo, News, SeatPage, Words};
use super::shown::{GameView, Shown, ShownEvent, ShownPage, ShownPart, ShownParts, Shows};
use super::subjects;

/// A letter put into words, with its subject, text and HTML, but without addresses and headers.
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
    /// The present time, from which clocks and deadlines in the letter are computed.
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
    games: Vec<SeatPage>,
    /// The reply tokens, one for each game, in the order of the sections.
    keys: Vec<String>,
}

impl Renderer<'_> {
    /// Renders a letter: `about` is the seat that it is for, `tokens` are its reply tokens.
    ///
    /// # Errors
    /// Something that the letter speaks of was not read.
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
        // Of several tokens only letters about several games have more than the first.
        let key = tokens.first().map_or("", String::as_str);
        match &data.content {
            Content::Seat { notices, answer } => {
                let about = about.context("a letter to a seat without a seat")?;
                let mut page = self.seat_page(about, notices, key)?;
                if let Some(answer) = answer {
                    let parts = &self.shown.parts;
                    page.answers(self.voice, self.echoes(answer, parts, &[about]));
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
                    games.push(self.seat_page(*about, &[], "")?);
                }
                let page = GamesPage {
                    server: self.server.to_owned(),
                    echoes: self.echoes(answer, &self.shown.parts, &abouts),
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
                    Some(answer) => self.echoes(answer, &self.shown.parts, &[]),
                    None => Vec::new(),
                };
                let server = self.server;
                let (notices, echoes) = (Serde(notices), Serde(echoes));
                let page = context! { server, key, headline, title, notices => Value::from(notices), echoes => Value::from(echoes) };
                Ok(self.of_template("player", page))
            }
            Content::Digest { sections, .. } => self.digest(sections, key),
            Content::Watch { section, .. } => self.watch(section, key),
            Content::Public { queries, .. } => {
                let lines = public::lines(self.shown, self.voice, queries);
                let (server, umpire) = (self.server, self.umpire);
                let title = self.voice.plain("notices/subject-public");
                Ok(self.of_template("public", context! { server, umpire, lines, title }))
            }
            Content::Outsider { notices, .. } => {
                let mut lines = Vec::new();
                for notice in notices {
                    lines.extend(outsiders::notice(self.voice, &self.shown.usual, notice));
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
                let mut lines = Vec::new();
                for notice in notices {
                    let (sentence, typed) = notes::account(self.voice, notice, key);
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
                let echoes = echoes.iter().enumerate();
                let echoes = echoes.map(|(at, echo)| self.ruling(at, echo));
                let mut echoes = echoes.collect::<Result<Vec<Echo>>>()?;
                let asked = question.iter();
                echoes.extend(asked.map(|question| account::asked(self.voice, question)));
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

    /// The page of a game, with the news since the letter's first event.
    pub(super) fn seat_page(
        &self,
        about: About,
        notices: &[Notice],
        token: &str,
    ) -> Result<SeatPage> {
        let seat = Seat(about.seat);
        let shown = self.shown.page(about)?;
        let (voice, game) = (self.voice, &shown.game);
        let mut news = News::default();
        for event in &shown.events {
            self.tell(&mut news, shown, event, seat);
        }
        let words = GameWords { voice, game };
        for notice in notices {
            let sentences = notes::notice(&words, seat, notice);
            let at = match notice {
                Notice::UmpirePlays { .. } => 0,
                _ => news.sentences.len(),
            };
            news.sentences.splice(at..at, sentences);
        }
        let look = seat::Look {
            voice,
            present: &self.present,
            html: self.html,
        };
        let mut page = seat::page(shown, seat, look, news, token);
        page.notes = shown
            .notes
            .iter()
            .flat_map(|note| with_bars(note))
            .collect();
        Ok(page)
    }

    /// What an event is told of, to the reader of a page.
    fn tell(&self, news: &mut News, page: &ShownPage, event: &ShownEvent, seat: Seat) {
        let (voice, game) = (self.voice, &event.game);
        let words = GameWords { voice, game };
        for happening in &event.happenings {
            news.sentences.extend(match event.planned {
                true => words.news_planned(happening, seat),
                false => words.news(happening, event.umpire),
            });
            if is_hidden(page, happening) {
                continue;
            }
            match (said(&words, happening, seat), happening) {
                (Some(_), Happening::Event(Event::Say { by: Some(by), .. }))
                    if !event.umpire && !page.game.settings(seat).chat() =>
                {
                    news.leave_out(&words, *by);
                }
                (shown, _) => news.words.extend(shown),
            }
        }
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

    /// The lines of a mail with what came of them; `parts` is what was read for them, `seats` are the seats that the
    /// mail speaks for.
    fn echoes(&self, answer: &Answer, parts: &ShownParts, seats: &[About]) -> Vec<Echo> {
        let mut echoes = Vec::new();
        let mut left = self.limit;
        for (at, echo) in answer.echoes.iter().enumerate() {
            // A line that names no game belongs to none of several.
            let about = echo.about(seats);
            let mut shown = Echo::default();
            if let Some(line) = &echo.line {
                shown.line = with_bars(line);
            }
            // What does not fit was not even read: it may take long.
            let fits = left > 0 || !echo.parts.iter().all(is_query);
            let replies = if fits {
                let read = parts.get(at).map_or(&[][..], Vec::as_slice);
                self.replies(&echo.parts, read, about, seats.is_empty())
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
            && let Some((data, about, parts)) = &self.shown.before
            && let Some((answer, abouts)) = data.answer(*about)
        {
            let first = Answer {
                repeats: None,
                ..answer.clone()
            };
            echoes.extend(self.echoes(&first, parts, &abouts));
        }
        echoes
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

    fn replies(
        &self,
        parts: &[Part],
        read: &[Option<ShownPart>],
        about: Option<About>,
        of_player: bool,
    ) -> Vec<Reply> {
        let asker = self.asker();
        let mut replies = Vec::new();
        let mut after_turn = false;
        for (at, part) in parts.iter().enumerate() {
            let shown = read.get(at).and_then(Option::as_ref);
            if is_query(part) && shown.is_none() {
                replies.push(Reply::plain(self.voice.plain("notices/too-long")));
                continue;
            }
            if let (Part::Query { query, .. }, None, true) = (part, about, of_player)
                && let Some(reply) = asker.of_player(query, shown, &self.present)
            {
                replies.push(reply);
                continue;
            }
            let of_game = match (about, shown) {
                (Some(about), Some(shown)) => self.of_game(part, shown, about, &mut after_turn),
                _ => None,
            };
            let reply = of_game.or_else(|| self.without_game(part));
            replies.extend(reply.or(about.map(|_| Reply::default())));
        }
        replies
    }

    /// What came of a line about a game; `None`: it is none that a game is needed for.
    fn of_game(
        &self,
        part: &Part,
        shown: &ShownPart,
        about: About,
        after_turn: &mut bool,
    ) -> Option<Reply> {
        let (asker, seat) = (self.asker(), Seat(about.seat));
        let (voice, game) = (self.voice, &shown.game);
        let words = GameWords { voice, game };
        Some(match (part, &shown.shows) {
            (Part::Event(_), Shows::Event(happenings, turn)) => {
                let reply = receipt(&words, happenings, seat, *after_turn);
                *after_turn |= *turn;
                reply
            }
            (Part::Refused(refusal), _) => asker.refused(shown, refusal),
            (Part::Held(..), Shows::Begun(begun)) => asker.held(game, begun),
            (Part::Query { query, .. }, _) => {
                asker.of_seat(query, shown, (about.game, seat), &self.present)
            }
            (Part::NotUnderstood(Some(_)), Shows::Example(example)) => {
                Reply::plain(voice.notice("not-understood", context! { example }))
            }
            (Part::Plan(PlanPart::Played { .. }), Shows::ByPlans(events)) => {
                let told = events.iter().flat_map(|event| {
                    let game = &event.game;
                    let words = GameWords { voice, game };
                    let happenings = event.happenings.iter();
                    happenings.flat_map(move |one| words.news_planned(one, seat))
                });
                Reply::plain(told.collect::<Vec<_>>().join("\n"))
            }
            (Part::Plan(part), _) => words.plan_reply(part),
            (Part::Note(note), _) => self.note(Some(game), note),
            _ => return None,
        })
    }

    /// A remark; answers that it offers are links in the HTML part.
    fn note(&self, game: Option<&GameView>, note: &Note) -> Reply {
        if let (Note::Either(either), Some(_), Some(html)) = (note, game, self.html) {
            html.offer(either.links());
        }
        Reply::plain(notes::note(self.voice, game, note))
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
                Reply::plain(self.voice.notice("done-dropped", context! { held }))
            }
            Part::Query { query, .. } => asker.public(query)?,
            Part::NotUnderstood(None) => Reply::plain(self.voice.plain("notices/no-command")),
            Part::NotUnderstood(Some(_)) => {
                let args = context! { example => Value::from(()) };
                Reply::plain(self.voice.notice("not-understood", args))
            }
            Part::Misused(hint) => {
                let hint = super::help::hint(hint, self.voice);
                Reply::plain(self.voice.notice("misused", context! { hint }))
            }
            Part::Note(note) => self.note(None, note),
            Part::Challenge(note) => {
                let (voice, zone) = (self.voice, None);
                ChallengeWords { voice, zone }.reply(note)
            }
            Part::Event(_) | Part::Refused(_) | Part::Held(..) | Part::Plan(_) => return None,
        })
    }

    /// A letter to the umpire.
    fn report(&self, report: &Report) -> Result<Rendered> {
        let game = report.players_of().map(|game| self.shown.game(game));
        let (subject, note) = notes::report(self.voice, game.transpose()?, report);
        let (server, subject) = (self.server, clean(&subject, 100));
        let lines = text::wrapped(&note, SENTENCE);
        Ok(self.of_template("umpire", context! { server, subject, lines }))
    }
}

/// What was read for a part of a line.
pub(super) fn part(parts: &ShownParts, line: usize, part: usize) -> Option<&ShownPart> {
    parts.get(line)?.get(part)?.as_ref()
}

/// What a player is told of an event of their own.
fn receipt(words: &GameWords<'_>, all: &[Happening], seat: Seat, after_turn: bool) -> Reply {
    let mut receipts = all.iter().map(|one| words.receipt(one, seat, after_turn));
    let (mut text, said) = receipts.next().unwrap_or_default();
    for (also, _) in receipts {
        text = format!("{text}\n{also}");
    }
    Reply {
        text,
        words: said,
        block: Vec::new(),
    }
}

/// Whether a part only shows something.
fn is_query(part: &Part) -> bool {
    matches!(part, Part::Query { .. })
}

/// Whether words are of somebody whom the reader mutes or blocks.
fn is_hidden(page: &ShownPage, happening: &Happening) -> bool {
    matches!(happening, Happening::Event(Event::Say { by: Some(by), .. }) if page.hidden.contains(by))
}

/// The words of an event that `reader` gets.
fn said(words: &GameWords<'_>, happening: &Happening, reader: Seat) -> Option<Words> {
    let Happening::Event(Event::Say {
        by,
        to,
        words: text,
    }) = happening
    else {
        return None;
    };
    if *by == Some(reader) || to.is_some_and(|to| to != reader) {
        return None;
    }
    let who = by.map(|by| words.player(by));
    let alone = to.is_some();
    Some(Words {
        title: words.voice.notice("words-title", context! { who, alone }),
        lines: with_bars(text),
    })
}
