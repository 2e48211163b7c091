//! What a letter speaks of, read from one snapshot when it is tried for the first time: plain data, of which `letters`
//! makes text without a store.
//!
//! | file | contents |
//! |---|---|
//! | `people` | the reader, and players whom he asks about |
//! | `own_data` | what is stored about the reader, and the files that answer `export me` |

use std::collections::btree_map::Entry;

use anyhow::{Context, Result};

use crate::games::GameLog;
use crate::ids::{About, GameId, LetterId, PlayerId};
use crate::letters::shown::{EXPLAINED, LISTED, PAGE_NOTES, Shown, ShownPage, ShownSeek};
use crate::letters::{Answer, Content, LetterData, Part, Present, Query, RulingReply, Section};
use crate::meeting::GameTerms;
use crate::rules::game::Seat;
use crate::store::Snapshot;

mod own_data;
mod people;

pub(in crate::office) use own_data::files;
pub(in crate::office) use people::chosen;

/// A line of a list of games has at least so many bytes: no more lines are read than fit into a letter.
const SHORTEST_LINE: usize = 40;

/// What a letter is read for.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// What is stored.
    pub store: &'a dyn Snapshot,
    /// The letter; `None`: it is none yet, and explains everything.
    pub letter: Option<LetterId>,
    /// The present.
    pub present: Present,
    /// About so many bytes of answers are put into words.
    pub limit: usize,
}

impl Reading<'_> {
    /// Reads what a letter speaks of; `about` is the seat that it is for.
    ///
    /// # Errors
    /// The store cannot be read, or there is no game of a number that the letter names.
    pub fn shown(self, data: &LetterData, about: Option<About>) -> Result<Shown> {
        let mut loader = Loader {
            reader: reader(self.store, data, about)?,
            lines: self.limit / SHORTEST_LINE,
            of: self,
            shown: Shown::default(),
        };
        loader.shown.reader = loader.person()?;
        loader.letter(data, about)?;
        Ok(loader.shown)
    }
}

/// The player that a letter goes to.
fn reader(
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
    Ok(seat.map(|row| row.player))
}

struct Loader<'a> {
    of: Reading<'a>,
    reader: Option<PlayerId>,
    /// So many more lines are listed.
    lines: usize,
    shown: Shown,
}

impl Loader<'_> {
    fn letter(&mut self, data: &LetterData, about: Option<About>) -> Result<()> {
        match &data.content {
            Content::Seat { .. } => {
                self.page(about.context("a letter to a seat without a seat")?)?;
            }
            Content::Games { sections, .. } => {
                for section in sections {
                    self.page(section.about())?;
                }
            }
            Content::Digest { sections, .. } => {
                for section in sections {
                    match section.seat {
                        Some(seat) => self.page(About {
                            game: section.game,
                            seat: seat.0,
                            first_event: section.first,
                            last_event: section.after,
                        })?,
                        None => self.game(section.game)?,
                    }
                }
            }
            Content::Watch { section, .. } => self.game(section.game)?,
            Content::Public { queries, .. } => {
                for query in queries {
                    self.query(query)?;
                }
            }
            Content::Ruling { echoes, .. } => {
                for echo in echoes {
                    if let RulingReply::Done { game, .. } | RulingReply::Refused { game, .. } =
                        &echo.reply
                    {
                        self.game(*game)?;
                    }
                }
            }
            Content::Umpire(report) => {
                if let Some(game) = report.players_of() {
                    self.game(game)?;
                }
            }
            Content::Player { .. } | Content::Outsider { .. } | Content::Account { .. } => {}
        }
        if let Some((answer, seats)) = data.answer(about) {
            self.answer(answer, &seats)?;
        }
        Ok(())
    }

    /// A game, if there is one with this number.
    fn game(&mut self, game: GameId) -> Result<()> {
        if let Entry::Vacant(place) = self.shown.games.entry(game)
            && let Some(log) = GameLog::load(self.of.store, game)?
        {
            place.insert(log);
        }
        Ok(())
    }

    /// A game in a list.
    fn listed(&mut self, game: GameId) -> Result<()> {
        if self.lines > 0 && !self.shown.games.contains_key(&game) {
            self.lines -= 1;
            self.game(game)?;
        }
        Ok(())
    }

    /// A game with what depends on the player of a seat.
    fn page(&mut self, about: About) -> Result<()> {
        self.game(about.game)?;
        let Some(log) = self.shown.games.get(&about.game) else {
            return Ok(());
        };
        let Some(row) = log.seats.get(usize::from(about.seat)) else {
            return Ok(());
        };
        let (store, reader) = (self.of.store, row.player);
        let mut hidden = Vec::new();
        for other in &log.seats {
            if store.is_muted(reader, other.player)? || store.is_blocked(reader, other.player)? {
                hidden.push(Seat(other.seat));
            }
        }
        let notes = store.notes(reader, Some(about.game), PAGE_NOTES)?;
        let explained = match self.of.letter {
            Some(letter) => {
                let variant = &log.row.variant;
                store.letters_of_kind(reader, variant, letter, EXPLAINED)? >= EXPLAINED
            }
            None => false,
        };
        self.shown.pages.push(ShownPage {
            game: about.game,
            seat: about.seat,
            hidden,
            notes: notes.into_iter().map(|note| note.text).collect(),
            explained,
        });
        Ok(())
    }

    /// What the answer to a mail speaks of; `seats` are those that the mail speaks for.
    fn answer(&mut self, answer: &Answer, seats: &[About]) -> Result<()> {
        for about in seats {
            self.game(about.game)?;
        }
        for echo in &answer.echoes {
            let about = echo.about(seats);
            for part in &echo.parts {
                let after = match (part, about) {
                    (Part::Query { query, after, .. }, _) => {
                        self.query(query)?;
                        Some(*after)
                    }
                    (Part::Refused(_), Some(about)) => Some(about.last_event),
                    _ => None,
                };
                let log = about.and_then(|about| self.shown.games.get_mut(&about.game));
                if let (Some(log), Some(after)) = (log, after) {
                    log.know(self.of.store, after)?;
                }
            }
        }
        if let (Some(first), None) = (answer.repeats, &self.shown.before)
            && let Some(row) = self.of.store.letter(first)?
            && let Some(Ok(data)) = row.data.as_deref().map(LetterData::from_json)
        {
            self.shown.before = Some((data.clone(), row.about));
            if let Some((answer, seats)) = data.answer(row.about) {
                self.answer(answer, &seats)?;
            }
        }
        Ok(())
    }

    fn query(&mut self, query: &Query) -> Result<()> {
        match query {
            Query::Seeks(_) => self.seeks(),
            Query::Show {
                game: Some(game), ..
            }
            | Query::Export(Some(game)) => self.game(*game),
            Query::Who(name) => self.member(name, false),
            Query::GamesOf(name) => self.member(name, true),
            Query::Games => self.games(),
            Query::GamesNext => self.next(),
            Query::Notes => self.notes(),
            Query::ExportMe => self.own_data(),
            _ => Ok(()),
        }
    }

    /// The open seeks. Those of players who block the reader are left out: he could not join them.
    fn seeks(&mut self) -> Result<()> {
        let store = self.of.store;
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
                blocked |= match self.reader {
                    Some(reader) => store.is_blocked(other, reader)?,
                    None => false,
                };
            }
            if blocked {
                continue;
            }
            let seats = terms.variant().map_or(&[][..], |variant| variant.seats());
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
