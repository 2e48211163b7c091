//! Puts a stored letter into words.

use anyhow::{Context, Result};
use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::games::{Event, Happening};
use crate::ids::About;
use crate::rules::game::Seat;
use crate::text::{SENTENCE, clean, with_bars, wrapped};
use crate::words::Voice;

use super::account;
use super::challenges;
use super::clock::Present;
use super::data::{
    AccountNotice, Answer, Content, LetterData, Note, Notice, Part, PlanPart, Question, Report,
};
use super::data::{ContestNews, PlayerNotice};
use super::files::{self, LetterFile};
use super::game_words::GameWords;
use super::html::{Block, HtmlPart, ShownPicture, plain};
use super::notes;
use super::outsiders;
use super::query::Reply;
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
    /// The files that go with the letter.
    pub files: Vec<LetterFile>,
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
    /// The page on which the turn can be played that the letter asks for, if its reader has chosen that.
    pub turn_page: Option<&'a str>,
    /// Whether the address for answers has the reply token.
    pub key_in_address: bool,
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
        rendered.files.splice(0..0, files::records(self.shown));
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
        let (server, umpire) = (self.server, self.umpire);
        match &data.content {
            Content::Seat { notices, .. } => {
                let about = about.context("a letter to a seat without a seat")?;
                let mut page = self.seat_page(about, notices, key)?;
                let echoes = self.answered(data, Some(about));
                let files = files::of_echoes(&echoes);
                page.answers(self, echoes);
                let shown = notices.iter().filter_map(|one| self.shown_lines(one));
                page.echoes.extend(shown);
                let letter = self.of_template("seat", Value::from(Serde(&page)));
                Ok(Rendered { files, ..letter })
            }
            Content::Games { sections, .. } => {
                let games = sections.iter();
                let games = games.map(|section| self.seat_page(section.about(), &[], ""));
                let games = Serde(games.collect::<Result<Vec<_>>>()?);
                let echoes = self.answered(data, None);
                let (files, echoes) = (files::of_echoes(&echoes), Serde(echoes));
                // Letters of before schema 7 have a token of each game.
                let page = context! { server, echoes, games, keys => tokens.to_vec() };
                let letter = self.of_template("games", page);
                Ok(Rendered { files, ..letter })
            }
            Content::Player {
                notices, answer, ..
            } => {
                let words = self.in_own_zone();
                let title = subjects::of_player(words, notices, answer.as_ref());
                let notices = notices.iter().inspect(|notice| self.link(notice));
                let notices = notices.flat_map(|notice| match notice {
                    PlayerNotice::Event(ContestNews::Cases { variant, .. }) => {
                        let told = account::notice(words, notice);
                        self.with_cases(told, variant)
                    }
                    PlayerNotice::Review(found) => self.review(found),
                    _ => account::notice(words, notice),
                });
                let notices = notices.filter(|notice| *notice != Echo::default());
                let notices = Serde(notices.collect::<Vec<_>>());
                let echoes = self.answered(data, None);
                let (files, echoes) = (files::of_echoes(&echoes), Serde(echoes));
                let parts = answer.iter().flat_map(|answer| &answer.echoes);
                let mut parts = parts.flat_map(|echo| &echo.parts);
                let lesson = parts.any(|part| matches!(part, Part::Lesson(part) if part.asks()));
                let page = context! { server, key, title, notices, echoes, lesson };
                let letter = self.of_template("player", page);
                Ok(Rendered { files, ..letter })
            }
            Content::Digest {
                sections, event, ..
            } => self.digest(sections, event.as_ref(), key),
            Content::Watch { section, .. } => self.watch(section, key),
            Content::Public { queries, .. } => {
                let lines = self.public_lines(queries);
                let title = self.voice.plain("notices/subject-public");
                Ok(self.of_template("public", context! { server, umpire, lines, title }))
            }
            Content::Outsider { notices, .. } => {
                let (voice, key) = (self.voice, tokens.first());
                let lines = notices.iter();
                let lines = lines.map(|notice| outsiders::notice(voice, self.shown, notice));
                let lines = lines.collect::<Vec<_>>().join(&String::new());
                let headline = outsiders::headline(voice, self.shown, notices);
                let title = headline.clone().or(subjects::of_outsider(voice, notices));
                let page = context! { server, umpire, lines, key, headline, title };
                Ok(self.of_template("outsider", page))
            }
            Content::Account { notices, .. } => {
                let mut lines = Vec::new();
                for notice in notices {
                    let said = self.voice.tell("account", notice, context! {});
                    lines.extend(wrapped(&said, SENTENCE));
                    lines.push(String::new());
                    if let AccountNotice::Confirm { .. } = notice {
                        lines.extend([format!("    confirm {key}"), String::new()]);
                    }
                }
                lines.pop();
                Ok(self.of_template("account", context! { server, lines }))
            }
            Content::Ruling {
                echoes, question, ..
            } => {
                let echoes = echoes.iter().enumerate();
                let echoes = echoes.map(|(at, echo)| self.ruling(at, echo));
                let mut echoes = echoes.collect::<Result<Vec<Echo>>>()?;
                let asked = question.iter();
                echoes.extend(asked.map(|question| account::asked(self.challenges(), question)));
                let (files, echoes) = (files::of_echoes(&echoes), Serde(echoes));
                let letter = self.of_template("ruling", context! { server, key, echoes });
                Ok(Rendered { files, ..letter })
            }
            Content::Umpire(report) => self.report(report),
        }
    }

    pub(super) fn of_template(&self, folder: &str, page: Value) -> Rendered {
        // What is below this line is small in the HTML part.
        let small = self.html.map(|html| html.only(Block::Small));
        let page = context! { small, ..page };
        let say = |part: &str| {
            let name = format!("letters/{folder}/{part}");
            self.voice.say(&name, page.clone())
        };
        let subject = say("subject");
        Rendered {
            subject: subject.split_whitespace().collect::<Vec<_>>().join(" "),
            body: say("body"),
            html: None,
            pictures: Vec::new(),
            files: Vec::new(),
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
        let mut news = News::default();
        for event in &shown.events {
            self.tell(&mut news, shown, event, seat);
        }
        let words = self.words(&shown.game);
        for notice in notices {
            let sentences = notes::notice(&words, seat, notice);
            let at = match notice {
                Notice::UmpirePlays { .. } => 0,
                _ => news.sentences.len(),
            };
            let reason = matches!(
                notice,
                Notice::TakesSeat { .. } | Notice::UmpirePlays { .. }
            );
            let first = sentences.first().filter(|_| !reason).cloned();
            news.latest = news.latest.take().or(first);
            news.sentences.splice(at..at, sentences);
        }
        Ok(seat::page(self, shown, seat, news, token))
    }

    pub(super) fn words<'a>(&'a self, game: &'a GameView) -> GameWords<'a> {
        let voice = self.voice;
        GameWords { voice, game }
    }

    /// What an event is told of, to the reader of a page.
    fn tell(&self, news: &mut News, page: &ShownPage, event: &ShownEvent, seat: Seat) {
        let words = self.words(&event.game);
        let before = news.sentences.len();
        for happening in &event.happenings {
            news.sentences.extend(match event.planned {
                true => words.news_planned(happening, seat),
                false => words.news(happening, event.umpire),
            });
            let Happening::Event(Event::Say {
                by,
                to,
                words: text,
            }) = happening
            else {
                continue;
            };
            // Of somebody whom the reader mutes or blocks, of the reader, or for another one.
            let hidden = by.is_some_and(|by| by == seat || page.hidden.contains(&by));
            if hidden || to.is_some_and(|to| to != seat) {
                continue;
            }
            let (who, alone) = (by.map(|by| words.player(by)), to.is_some());
            // The reader may have chosen not to read words of other players.
            if by.is_some() && !event.umpire && !page.game.settings(seat).chat() {
                let said = self.voice.notice("words-left-out", context! { who });
                if !news.sentences.contains(&said) {
                    news.sentences.push(said);
                }
                continue;
            }
            news.words.push(Words {
                news: words.say("words-news", context! { who => &who }),
                title: words.say("words-title", context! { who, alone }),
                lines: with_bars(text),
            });
        }
        if page.game.waits {
            let goes_on = self.voice.notice("news-reopened", context! {});
            news.sentences.retain(|sentence| *sentence != goes_on);
        }
        // What the umpire has done may have a reason, in words of theirs.
        let latest = news.sentences.get(before).filter(|_| !event.umpire);
        news.latest = latest.cloned().or(news.latest.take());
    }

    /// Lets the line that a notice offers be a link.
    fn link(&self, notice: &PlayerNotice) {
        if let (PlayerNotice::Challenge(of), Some(html)) = (notice, self.html) {
            html.offer(challenges::link(of).iter());
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

    /// The lines of the mail that a letter answers, with what came of them: also when the same mail came before.
    fn answered(&self, data: &LetterData, about: Option<About>) -> Vec<Echo> {
        let Some((answer, seats)) = data.answer(about) else {
            return Vec::new();
        };
        let mut echoes = self.echoes(answer, &self.shown.parts, &seats);
        if answer.repeats.is_some()
            && let Some((data, about, parts)) = &self.shown.before
            && let Some((answer, seats)) = data.answer(*about)
        {
            echoes.extend(self.echoes(answer, parts, &seats));
        }
        echoes
    }

    /// The lines of a mail with what came of them; `parts` is what was read for them, `seats` are the seats that the
    /// mail speaks for.
    fn echoes(&self, answer: &Answer, parts: &ShownParts, seats: &[About]) -> Vec<Echo> {
        let mut echoes = Vec::new();
        let mut left = self.limit;
        for (at, echo) in answer.echoes.iter().enumerate() {
            // A line that names no game belongs to none of several.
            let about = echo.about(seats);
            let mut shown = Echo {
                line: with_bars(echo.line.as_deref().unwrap_or_default()),
                ..Echo::default()
            };
            // What does not fit was not even read: it may take long.
            let fits = left > 0 || !echo.parts.iter().all(is_query);
            let replies = if fits {
                let read = parts.get(at).map_or(&[][..], Vec::as_slice);
                self.replies(&echo.parts, read, about, seats.is_empty())
            } else {
                vec![self.reply("too-long", context! {})]
            };
            let first = replies.first();
            let told = first.and_then(|reply| Some(reply.text.lines().next()?.to_owned()));
            shown.headline =
                told.filter(|_| matches!(echo.parts.first(), Some(part) if tells(part)));
            shown.done = matches!(echo.parts.as_slice(), [Part::Event(_) | Part::Query { .. }]);
            shown.refused = matches!(echo.parts.first(), Some(Part::Refused(_)));
            for reply in replies {
                shown.result.extend(wrapped(&reply.text, SENTENCE - 2));
                shown.words.extend(with_bars(&reply.words));
                shown.block.extend(reply.block);
                shown.files.extend(reply.file);
            }
            self.cut(&mut shown, &mut left);
            echoes.push(shown);
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
        let mut replies = Vec::new();
        let mut after_turn = false;
        for (at, part) in parts.iter().enumerate() {
            let shown = read.get(at).and_then(Option::as_ref);
            let reply = match (part, about, shown) {
                (Part::Query { .. }, _, None) => Some(self.reply("too-long", context! {})),
                (Part::Query { query, .. }, None, _) if of_player => self.of_player(query, shown),
                (Part::Lesson(part), ..) => Some(self.lesson(part, shown)),
                (_, Some(about), Some(shown)) => self.of_game(part, shown, about, &mut after_turn),
                _ => None,
            };
            let reply = reply.or_else(|| self.without_game(part));
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
        let (seat, game) = (Seat(about.seat), &shown.game);
        let words = self.words(game);
        Some(match (part, &shown.shows) {
            (Part::Event(_), Shows::Event(happenings, turn)) => {
                let all = happenings.iter();
                let mut all = all.map(|one| words.receipt(one, seat, *after_turn));
                let mut reply = all.next().unwrap_or_default();
                for also in all {
                    reply.text = format!("{}\n{}", reply.text, also.text);
                }
                *after_turn |= *turn;
                reply
            }
            (Part::Refused(refusal), _) => self.refused(shown, refusal),
            (Part::Held(..), Shows::Begun(begun)) => self.held(game, begun),
            (Part::Query { query, .. }, _) => self.of_seat(query, shown, (about.game, seat)),
            (Part::NotUnderstood(Some(_)), Shows::Example(example)) => {
                self.reply("not-understood", context! { example })
            }
            (Part::Plan(PlanPart::Played { .. }), Shows::ByPlans(events)) => {
                let told = events.iter().flat_map(|event| {
                    let words = self.words(&event.game);
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
        Reply::plain(notes::note_to(self.in_own_zone(), game, note))
    }

    /// What can be said without a game.
    fn without_game(&self, part: &Part) -> Option<Reply> {
        Some(match part {
            Part::Dropped(held) => self.reply("done-dropped", context! { held }),
            Part::Query { query, .. } => self.of_no_game(query)?,
            Part::NotUnderstood(None) => self.reply("no-command", context! {}),
            Part::NotUnderstood(Some(_)) => {
                self.reply("not-understood", context! { example => () })
            }
            Part::Misused(hint) => {
                let hint = super::help::hint(hint, self.voice);
                self.reply("misused", context! { hint })
            }
            Part::Note(note) => self.note(None, note),
            Part::Challenge(note) => self.challenges().reply(note),
            Part::Event(_) | Part::Refused(_) | Part::Held(..) => return None,
            Part::Plan(_) | Part::Lesson(_) => return None,
        })
    }

    /// A letter to the umpire.
    fn report(&self, report: &Report) -> Result<Rendered> {
        let game = report.players_of().map(|game| self.shown.game(game));
        let (subject, note) = notes::report(self.voice, game.transpose()?, report);
        let (server, subject) = (self.server, clean(&subject, 100));
        let lines = wrapped(&note, SENTENCE);
        Ok(self.of_template("umpire", context! { server, subject, lines }))
    }
}

/// Whether a headline may tell what came of a part: not remarks, which are about a line of the mail.
fn tells(part: &Part) -> bool {
    let tells = matches!(part, Part::Event(_) | Part::Refused(_) | Part::Dropped(_));
    tells || is_query(part)
}

/// Whether a part only shows something.
fn is_query(part: &Part) -> bool {
    matches!(part, Part::Query { .. })
}
