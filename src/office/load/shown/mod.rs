//! What a letter speaks of, read from one snapshot when it is tried for the first time: plain data, of which `letters`
//! makes text without a store.
//!
//! | file | contents |
//! |---|---|
//! | `game` | games as letters speak of them |
//! | `page` | what the player of a seat, or somebody who watches, gets of a game |
//! | `part`, `turns` | what the answer to a line shows; turns that are not played |
//! | `export` | a game in the format of other programs, or turn by turn |
//! | `ends` | which letters tell the end of a game, and the record that goes with them |
//! | `film` | turns as boards that follow each other |
//! | `lessons` | positions of lessons |
//! | `reviews` | games that the reader looks back at |
//! | `people` | the reader, and players whom they ask about |
//! | `own_data` | what is stored about the reader, and the files that answer `export me` |

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use anyhow::{Context, Result};

use crate::config::Title;
use crate::games::GameLog;
use crate::games::export::Comment;
use crate::ids::{About, GameId, LetterId, PlayerId};
use crate::letters::shown::{
    EXPLAINED, LAST_TURNS, LISTED, NOTES, PAGE_NOTES, Shown, ShownCase, ShownPart, ShownParts,
    ShownRecord, ShownSeek, Shows,
};
use crate::letters::{
    Answer, CaseOf, CheckedFile, Content, ContestNews, DigestSection, LetterData, Notice,
    OutsiderNotice, Part, PlayerNotice, PlayerSettings, Present, Query, RulingEcho, RulingReply,
    Section,
};
use crate::meeting::GameTerms;
use crate::rules::game::Seat;
use crate::rules::variant::Options;
use crate::status::LetterFormat;
use crate::store::{EventRow, LetterRow, Snapshot};
use crate::variants::Games;

use crate::office::files::games_of;
use crate::office::load::contests::directors_of;
use crate::office::load::contests::last_day::closed_at;
use crate::office::load::people::hides;
use crate::office::ratings as ratings_of;

use self::ends::{Ends, Telling};
use self::page::Wanted;

mod contests;
mod ends;
pub mod export;
mod film;
mod game;
mod lessons;
mod own_data;
mod page;
mod part;
mod people;
mod ratings;
mod reviews;
mod turns;

pub use game::{settings_of, view_of, viewer};
pub(in crate::office) use own_data::files;
pub(in crate::office) use people::chosen;

/// A line of a list of games has at least so many bytes: no more lines are read than fit into a letter.
const SHORTEST_LINE: usize = 40;

/// Reads what a letter speaks of; about `limit` bytes of answers are put into words.
///
/// # Errors
/// The store cannot be read, or there is no game of a number that the letter names.
pub fn shown(
    store: &dyn Snapshot,
    (letter, data): (&LetterRow, &LetterData),
    (games, titles): (&Games, &[Title]),
    present: Present,
    limit: usize,
) -> Result<Shown> {
    let mut loader = Loader {
        store,
        letter: letter.id,
        titles,
        present,
        limit,
        reader: reader(store, data, letter.about)?,
        lines: limit / SHORTEST_LINE,
        room: limit,
        logs: BTreeMap::new(),
        ends: Ends::new(data, letter.about),
        shown: Shown {
            playable: games.clone(),
            ..Shown::default()
        },
    };
    loader.shown.reader = loader.person()?;
    loader.letter(data, letter.about)?;
    Ok(loader.shown)
}

/// The player that a letter goes to.
pub(in crate::office) fn reader(
    store: &dyn Snapshot,
    data: &LetterData,
    about: Option<About>,
) -> Result<Option<PlayerId>> {
    let about = match &data.content {
        Content::Player { player, .. }
        | Content::Digest { player, .. }
        | Content::Watch { player, .. } => return Ok(Some(*player)),
        Content::Games { sections, .. } => sections.first().map(Section::about),
        _ => about,
    };
    let Some(about) = about else {
        return Ok(None);
    };
    let seats = store.seats(about.game)?;
    let seat = seats.iter().find(|row| row.seat == about.seat);
    let seat = seat.context("its seat is not kept")?;
    Ok(Some(seat.player))
}

/// What a digest shows of a game.
const NEWS: Wanted = Wanted {
    news: true,
    links: false,
    full: false,
};

struct Loader<'a> {
    store: &'a dyn Snapshot,
    letter: LetterId,
    titles: &'a [Title],
    present: Present,
    /// About so many bytes of answers are put into words.
    limit: usize,
    reader: Option<PlayerId>,
    /// So many more lines are listed.
    lines: usize,
    /// About so many more bytes of answers are read.
    room: usize,
    /// Games that were read.
    logs: BTreeMap<GameId, GameLog>,
    /// The ends of games that the letter tells.
    ends: Ends,
    shown: Shown,
}

impl Loader<'_> {
    fn letter(&mut self, data: &LetterData, about: Option<About>) -> Result<()> {
        match &data.content {
            Content::Seat { notices, answer } => {
                let about = about.context("a letter to a seat without a seat")?;
                let reader = self.shown.reader.as_ref();
                let links = reader.is_some_and(|one| one.chosen.format == LetterFormat::Both);
                // Letters to the former player of a seat explain nothing to the one who takes it.
                let takes = |notice: &Notice| matches!(notice, Notice::TakesSeat { .. });
                let full = notices.iter().any(takes);
                let news = answer.is_none();
                self.page(about, Wanted { news, links, full })?;
            }
            Content::Games { sections, .. } => {
                for section in sections {
                    self.page(section.about(), Wanted::default())?;
                }
            }
            Content::Digest { sections, .. } => {
                for section in sections {
                    match section.about() {
                        Some(about) => self.page(about, NEWS)?,
                        None => self.watched(section)?,
                    }
                }
            }
            Content::Watch { section, .. } => self.watched(section)?,
            Content::Public { queries, .. } => {
                for query in queries {
                    self.query(query)?;
                }
            }
            Content::Ruling { echoes, .. } => {
                for echo in echoes {
                    let part = self.ruling(echo)?;
                    self.shown.parts.push(vec![part]);
                }
            }
            Content::Umpire(report) => {
                if let Some(game) = report.players_of()
                    && let Some(log) = self.log(game)?
                {
                    let view = game::view_of(&log.begin()?);
                    self.shown.games.insert(game, view);
                }
            }
            Content::Outsider { notices, .. } => self.usual(notices),
            Content::Player { notices, .. } => {
                for notice in notices {
                    match notice {
                        PlayerNotice::Event(ContestNews::Cases { cases, .. }) => {
                            self.cases(cases)?;
                        }
                        PlayerNotice::Review(found) => self.review(found)?,
                        _ => {}
                    }
                }
            }
            Content::Account { .. } => {}
        }
        if let Some((answer, seats)) = data.answer(about) {
            self.shown.parts = self.answer(answer, &seats)?;
        }
        Ok(())
    }

    /// A game, if there is one with this number.
    fn log(&mut self, game: GameId) -> Result<Option<&mut GameLog>> {
        Ok(match self.logs.entry(game) {
            Entry::Occupied(known) => Some(known.into_mut()),
            Entry::Vacant(place) => match GameLog::load(self.store, game)? {
                Some(log) => Some(place.insert(log)),
                None => None,
            },
        })
    }

    /// A game in a list.
    fn listed(&mut self, game: GameId) -> Result<()> {
        if self.lines > 0 && !self.shown.games.contains_key(&game) {
            self.lines -= 1;
            let (store, now) = (self.store, self.present.now);
            if let Some(log) = self.log(game)? {
                let mut view = game::view_of(&log.now()?);
                view.waits = view.is_on() && closed_at(store, log.row.contest, now)?.is_some();
                self.shown.games.insert(game, view);
            }
        }
        Ok(())
    }

    /// A game with what depends on the player of a seat.
    fn page(&mut self, about: About, mut wanted: Wanted) -> Result<()> {
        let (store, letter, present) = (self.store, self.letter, self.present);
        let Some(log) = self.log(about.game)? else {
            return Ok(());
        };
        let Some(row) = log.seats.get(usize::from(about.seat)) else {
            return Ok(());
        };
        let (reader, variant) = (row.player, &log.row.variant);
        let mut hidden = Vec::new();
        for other in &log.seats {
            if hides(store, reader, other.player)? {
                hidden.push(Seat(other.seat));
            }
        }
        let notes = store.notes(reader, Some(about.game), PAGE_NOTES)?;
        let explained = store.letters_of_kind(reader, variant, letter, EXPLAINED)? >= EXPLAINED;
        let settings = PlayerSettings::of_stored(row.settings.as_deref());
        wanted.full |= settings.full_legend() || !explained;
        let directors = match log.events.iter().any(EventRow::is_by_umpire) {
            true => directors_of(store, log.row.contest)?,
            false => Vec::new(),
        };
        let by_director = |event: &EventRow| {
            let by = event.actor.as_deref().unwrap_or_default();
            let directs = |by: &str| directors.iter().any(|one| by.eq_ignore_ascii_case(one));
            by.split(", agreed by ").all(directs)
        };
        let mut page = page::page(log, about, wanted, present, &by_director)?;
        if page.game.is_on() && closed_at(store, log.row.contest, present.now)?.is_some() {
            page.game.waits = true;
            page.clock = None;
            // No turn is written any more.
            page.writing.clear();
        }
        page.hidden = hidden;
        page.notes = notes.into_iter().map(|note| note.text).collect();
        let chat = settings.chat();
        let hidden = page.hidden.clone();
        let reads = |said: &Comment| {
            said.by
                .is_none_or(|by| by.0 == about.seat || chat && !hidden.contains(&by))
        };
        // An answer tells only what came of its lines, and other letters that tell no event begin with none.
        let first = match wanted.news && about.first_event > 0 {
            true => about.first_event,
            false => about.last_event + 1,
        };
        let told = Telling {
            events: (first, about.last_event),
            reader: Some(Seat(about.seat)),
            reads: &reads,
        };
        // Whether a game that goes on has an end need not be replayed.
        let (ended, record) = match page.game.is_on() {
            true => (false, None),
            false => self.record(about.game, &told)?,
        };
        page.record = record;
        if ended && let Some(log) = self.log(about.game)? {
            page.rated = ratings_of::at_end(store, &log.row, &log.seats, about.seat)?;
        }
        if page.record.is_some() {
            page.course
                .without_first(page.course.turns.len().saturating_sub(LAST_TURNS));
        }
        self.shown.pages.push(page);
        Ok(())
    }

    /// Whether the letter tells the end of a game, and the whole game then.
    fn record(&mut self, game: GameId, told: &Telling<'_>) -> Result<(bool, Option<ShownRecord>)> {
        let Some(log) = self.logs.get(&game) else {
            return Ok((false, None));
        };
        let ended = self.ends.ended(log, told)?;
        let record = ended.as_ref();
        let record = record.and_then(|stored| self.ends.record(log, stored, told));
        Ok((ended.is_some(), record))
    }

    /// A game that the reader watches.
    fn watched(&mut self, section: &DigestSection) -> Result<()> {
        let reader = self.shown.reader.as_ref();
        let flip = reader.is_some_and(|reader| reader.chosen.settings().flip());
        if let Some(log) = self.log(section.game)? {
            let mut watched = page::watched(log, section.first, section.after, flip)?;
            if !log.row.private {
                let told = Telling {
                    events: (section.first, section.after),
                    reader: None,
                    reads: &|_| true,
                };
                watched.record = self.record(section.game, &told)?.1;
            }
            self.shown.watched.push(watched);
        }
        Ok(())
    }

    /// Games that the reader adjudicates.
    fn cases(&mut self, cases: &[CaseOf]) -> Result<()> {
        for case in cases {
            if let Some(log) = self.log(case.game)? {
                let stored = log.after(case.after)?;
                let shown = ShownCase {
                    game: game::view_of(&stored),
                    board: stored.game.view(None),
                    position: stored.game.position(),
                    course: game::course_of(&stored, 0),
                };
                self.shown.cases.insert(case.number, shown);
            }
        }
        Ok(())
    }

    /// The game that a command of the umpire is about, after it.
    fn ruling(&mut self, echo: &RulingEcho) -> Result<Option<ShownPart>> {
        if let RulingReply::Checked(file) = &echo.reply {
            self.checked_file(file);
        }
        let (RulingReply::Done { game, after } | RulingReply::Refused { game, after, .. }) =
            &echo.reply
        else {
            return Ok(None);
        };
        let log = self.log(*game)?;
        let stored = log.map(|log| log.after(*after)).transpose()?;
        Ok(stored.map(|stored| ShownPart {
            game: game::view_of(&stored),
            shows: Shows::Nothing,
        }))
    }

    /// The games of a file that was checked, with their usual boards: for this letter they can be played.
    fn checked_file(&mut self, file: &CheckedFile) {
        self.shown.playable = games_of(&file.shown);
        for (id, _) in &file.shown {
            self.usual_board(id);
        }
    }

    /// The usual boards of the games to which somebody is invited.
    fn usual(&mut self, notices: &[OutsiderNotice]) {
        for notice in notices {
            if let OutsiderNotice::Invited { variant, .. } = notice {
                self.usual_board(variant);
            }
        }
    }

    fn usual_board(&mut self, variant: &str) {
        if let Some(game) = self.shown.playable.find(variant)
            && let Ok(options) = game.settle(&Options::default(), &mut |_| 0)
            && let Ok(usual) = game.start(&options, None)
        {
            let usual = usual.view(None);
            self.shown.usual.insert(variant.to_owned(), usual);
        }
    }

    /// What the answer to a mail speaks of; `seats` are those that the mail speaks for.
    fn answer(&mut self, answer: &Answer, seats: &[About]) -> Result<ShownParts> {
        let mut all = Vec::new();
        for echo in &answer.echoes {
            let about = echo.about(seats);
            let mut parts = Vec::new();
            for part in &echo.parts {
                parts.push(self.part(part, about)?);
            }
            all.push(parts);
        }
        if let (Some(first), None) = (answer.repeats, &self.shown.before)
            && let Some(row) = self.store.letter(first)?
            && let Some(Ok(data)) = row.data.as_deref().map(LetterData::from_json)
        {
            self.shown.before = Some((data.clone(), row.about, Vec::new()));
            self.room = self.limit;
            if let Some((answer, seats)) = data.answer(row.about) {
                let parts = self.answer(answer, &seats)?;
                self.shown.before = Some((data.clone(), row.about, parts));
            }
        }
        Ok(all)
    }

    /// What a part of an answer shows; `None`: the letter has no room for it.
    fn part(&mut self, part: &Part, about: Option<About>) -> Result<Option<ShownPart>> {
        if let Part::Query { query, .. } = part {
            if self.room == 0 {
                return Ok(None);
            }
            self.query(query)?;
        }
        let shown = match (part, about) {
            (Part::Lesson(part), _) => self.lesson(part)?,
            (Part::Query { query, .. }, about) if let Some(game) = other_game(query, about) => {
                self.of_other(query, game)?
            }
            (_, Some(about)) => self.of_game(part, about)?,
            (_, None) => ShownPart::default(),
        };
        self.room = self.room.saturating_sub(shown.shows.size());
        Ok(Some(shown))
    }

    /// What a part shows of the game of a seat.
    fn of_game(&mut self, part: &Part, about: About) -> Result<ShownPart> {
        let (store, mut present, room) = (self.store, self.present, self.room);
        let log = self.log(about.game)?;
        let log = log.with_context(|| format!("there is no game #{}", about.game))?;
        // Clocks stand after the last day of an event.
        present.now = closed_at(store, log.row.contest, present.now)?.unwrap_or(present.now);
        match part {
            Part::Query { after, .. } => log.know(store, *after)?,
            Part::Refused(_) => log.know(store, about.last_event)?,
            _ => {}
        }
        part::of_game(log, about, part, (present, room))
    }

    /// What is shown of another game than the one of the line. Nothing is shown of one that is private, and no board of
    /// one in which the reader has no seat.
    fn of_other(&mut self, query: &Query, game: GameId) -> Result<ShownPart> {
        let (reader, room) = (self.reader, self.room);
        let Some(log) = self.log(game)? else {
            return Ok(ShownPart::default());
        };
        let own = log.seats.iter().find(|row| Some(row.player) == reader);
        let own = own.map(|row| Seat(row.seat));
        let stored = log.now()?;
        let shows = match (query, own) {
            (Query::Show { at, second, .. }, Some(seat)) => {
                part::board_at(&stored, seat, at.map(|at| (at, *second)))?
            }
            (Query::Film { from, to, .. }, Some(seat)) => {
                Shows::Film(film::of_turns(&stored, seat, (*from, *to))?)
            }
            (Query::Export(_), own) if own.is_some() || !log.row.private => {
                part::exported(log, &stored, own, room)?
            }
            _ => return Ok(ShownPart::default()),
        };
        Ok(ShownPart {
            game: game::view_of(&stored),
            shows,
        })
    }

    fn query(&mut self, query: &Query) -> Result<()> {
        match (query, self.reader) {
            (Query::Seeks(_), _) => self.seeks(),
            (Query::Who(name), _) => self.member(name, false),
            (Query::GamesOf(name), _) => self.member(name, true),
            (Query::Rating { who, game }, _) => self.rating(query, who.as_deref(), game.as_deref()),
            (Query::Ratings(game), _) => self.ratings(query, game.as_deref()),
            (Query::Events, _) => self.contests(query),
            (Query::Event { name, games, .. }, _) => self.contest(query, name, *games),
            (Query::Games, Some(reader)) => self.games(reader),
            (Query::GamesNext, Some(reader)) => self.next(reader),
            (Query::Notes, Some(reader)) => {
                let notes = self.store.notes(reader, None, NOTES)?.into_iter();
                let notes = notes.map(|note| (note.game, note.text)).collect();
                self.of_reader(|reader| reader.notes = notes);
                Ok(())
            }
            (Query::Lessons, Some(_)) => {
                self.lessons();
                Ok(())
            }
            (Query::ExportMe, Some(reader)) => {
                let lines = own_data::lines(self.store, reader)?;
                self.of_reader(|reader| reader.own_data = lines);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The open seeks. Those of players who block the reader are left out: the
    /// reader could not join them.
    fn seeks(&mut self) -> Result<()> {
        let store = self.store;
        let mut seeks = Vec::new();
        for row in store.seeks(LISTED)? {
            let Ok(terms) = GameTerms::from_json(&row.terms) else {
                continue;
            };
            let Some(maker) = store.player(row.maker)? else {
                continue;
            };
            let mut blocked = false;
            for other in row.places.iter().filter_map(|place| place.player) {
                let blocks = |reader| store.is_blocked(other, reader);
                blocked |= self.reader.map(blocks).transpose()? == Some(true);
            }
            if blocked {
                continue;
            }
            let seats = terms
                .variant(&self.shown.playable)
                .map_or_else(Vec::new, |variant| variant.seats());
            let seat = row.places.first().and_then(|place| place.seat);
            let seat = seat.and_then(|seat| seats.get(usize::from(seat)).copied());
            seeks.push(ShownSeek {
                number: row.id.0,
                line: terms.line("", seat),
                variant: terms.variant,
                who: maker.name,
                free: row.places.iter().filter(|place| place.is_free()).count(),
            });
        }
        self.shown.seeks = seeks;
        Ok(())
    }
}

/// The game that a query names, if it is not the one of its line.
fn other_game(query: &Query, about: Option<About>) -> Option<GameId> {
    let (Query::Show { game, .. } | Query::Film { game, .. } | Query::Export(game)) = query else {
        return None;
    };
    let own = about.map(|about| about.game);
    game.filter(|game| Some(*game) != own)
}
