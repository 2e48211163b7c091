//! Files that go with letters: the record of a game that is over, and games as moving pictures.

use anyhow::Result;
use minijinja::context;

use crate::drawings;
use crate::ids::GameId;
use crate::rules::view::BoardView;

use super::query::Reply;
use super::render::Renderer;
use super::seat::Echo;
use super::shown::{FRAMES, Film, GameView, Shown, ShownPart, ShownRecord, Shows};

/// A film has at most so many bytes.
const LARGEST: usize = 200 << 10;

/// A file that goes with a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterFile {
    /// Its name, plain ASCII.
    pub name: String,
    /// Its media type without parameters.
    pub media_type: &'static str,
    /// What is in it.
    pub content: FileContent,
}

/// What is in a file that goes with a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileContent {
    /// A text whose lines end with `\n`.
    Text(String),
    /// A picture.
    Picture(Vec<u8>),
}

/// The name of the file with the record of a game, and its media type.
fn record_file(game: GameId, record: &ShownRecord) -> (String, &'static str) {
    // The type of PGN is registered. For WXF there is none, and mail programs show a text of an unknown name.
    let (ending, media_type) = match record.format.as_str() {
        "pgn" => ("pgn", "application/vnd.chess-pgn"),
        "wxf" => ("wxf", "text/plain"),
        _ => ("txt", "text/plain"),
    };
    (format!("game-{game}.{ending}"), media_type)
}

/// The name of the file with the record of a game, if it goes with the letter.
pub(super) fn name_of(game: &GameView, record: Option<&ShownRecord>) -> Option<String> {
    record.map(|record| record_file(game.id, record).0)
}

/// The records of the games whose end a letter tells.
pub(super) fn records(shown: &Shown) -> Vec<LetterFile> {
    let pages = shown.pages.iter().map(|page| (&page.game, &page.record));
    let watched = shown.watched.iter().map(|one| (&one.game, &one.record));
    let file = |(game, record): (&GameView, &Option<ShownRecord>)| {
        let record = record.as_ref()?;
        let (name, media_type) = record_file(game.id, record);
        let content = FileContent::Text(record.lines.join("\n") + "\n");
        Some(LetterFile {
            name,
            media_type,
            content,
        })
    };
    let reviews = shown.reviews.iter().map(|one| (&one.game, &one.record));
    pages
        .chain(watched)
        .chain(reviews)
        .filter_map(file)
        .collect()
}

/// The files that answer the lines of a mail, each once.
pub(super) fn of_echoes(echoes: &[Echo]) -> Vec<LetterFile> {
    let mut files: Vec<LetterFile> = Vec::new();
    for file in echoes.iter().flat_map(|echo| &echo.files) {
        if !files.contains(file) {
            files.push(file.clone());
        }
    }
    files
}

/// Makes a moving picture of boards.
type Maker<'a> = dyn Fn(&[BoardView]) -> Result<Vec<u8>> + 'a;

impl Renderer<'_> {
    /// The turns of a game of the reader's as a moving picture, in a file.
    pub(super) fn film(&self, number: GameId, part: Option<&ShownPart>) -> Reply {
        let reader = self.shown.reader.as_ref();
        let own = part.filter(|part| reader.is_some_and(|it| part.game.seat_of(it.id).is_some()));
        match own.map(|part| &part.shows) {
            Some(Shows::Film(film)) => {
                let pieces = reader.map(|reader| reader.chosen.settings().pieces());
                let make = |boards: &[_]| drawings::film(boards, pieces.unwrap_or_default());
                self.of_film(number, film, &make)
            }
            _ => self.reply("show-no-seat", context! { game => number.0 }),
        }
    }

    /// The film as a file, or why there is none; `make` makes a picture of boards.
    fn of_film(&self, number: GameId, film: &Film, make: &Maker<'_>) -> Reply {
        let (game, first, last) = (number.0, film.first, film.last);
        if film.turns == 0 {
            return self.reply("film-none", context! { game });
        }
        if film.boards.is_empty() {
            let (count, most) = (film.turns, FRAMES - 1);
            let example = film.fewer.map(|turns| typed(number, turns));
            let args = context! { game, first, last, count, most, example };
            return self.reply("film-too-many", args);
        }
        match make(&film.boards) {
            Ok(picture) if picture.len() <= LARGEST => {
                let name = match film.whole {
                    true => format!("game-{number}.gif"),
                    false => format!("game-{number}-turns-{first}-{last}.gif"),
                };
                let mut reply = self.reply("film", context! { game, first, last, file => &name });
                reply.file = Some(LetterFile {
                    name,
                    media_type: "image/gif",
                    content: FileContent::Picture(picture),
                });
                reply
            }
            made => {
                if let Err(why) = &made {
                    tracing::error!("a film of game #{number}: {why:#}");
                }
                let kilobytes = made.ok().map(|picture| picture.len().div_ceil(1 << 10));
                let half = first + (last - first).div_ceil(2);
                let example = (first < last).then(|| typed(number, (half, last)));
                let most = LARGEST >> 10;
                let args = context! { game, first, last, kilobytes, most, example };
                self.reply("film-too-large", args)
            }
        }
    }
}

/// The line that asks for a film of these turns.
fn typed(game: GameId, (first, last): (u32, u32)) -> String {
    format!("show #{game} film {first}-{last}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::Present;
    use crate::words::Words;

    fn reply(film: &Film, picture: Option<usize>) -> Reply {
        let shown = Shown::default();
        let renderer = Renderer {
            shown: &shown,
            voice: Words::built_in().english(),
            server: "Zugpost",
            umpire: None,
            present: Present {
                now: chrono::DateTime::UNIX_EPOCH,
                longest_gap: chrono::TimeDelta::hours(2),
            },
            language: "en",
            limit: 75 << 10,
            html: None,
            turn_page: None,
            key_in_address: true,
        };
        renderer.of_film(GameId(17), film, &|_| match picture {
            Some(bytes) => Ok(vec![0; bytes]),
            None => anyhow::bail!("it cannot be made"),
        })
    }

    fn film(turns: usize, whole: bool) -> Film {
        Film {
            first: 10,
            last: 20,
            turns,
            whole,
            boards: vec![BoardView::default(); (turns + 1) % (FRAMES + 1)],
            fewer: Some((15, 20)),
        }
    }

    #[test]
    fn a_film_is_a_file_unless_it_is_too_large() {
        for (whole, name) in [(true, "game-17.gif"), (false, "game-17-turns-10-20.gif")] {
            let reply = reply(&film(21, whole), Some(LARGEST));
            assert!(reply.text.ends_with(&format!("{name}.")), "{}", reply.text);
            let file = reply.file.expect("a file");
            assert_eq!((&*file.name, file.media_type), (name, "image/gif"));
            assert_eq!(file.content, FileContent::Picture(vec![0; LARGEST]));
        }
        let large = reply(&film(21, true), Some(LARGEST + 1));
        assert_eq!(large.file, None);
        for said in [
            "201 kilobytes",
            "200 at most",
            "`show #17 film 15-20`",
            "`history`",
        ] {
            assert!(large.text.contains(said), "{said}: {}", large.text);
        }
        let failed = reply(&film(21, true), None);
        assert_eq!(failed.file, None);
        assert!(failed.text.starts_with("I cannot make"), "{}", failed.text);
    }

    #[test]
    fn a_film_of_too_many_turns_is_refused_and_a_shorter_one_named() {
        let last = film(FRAMES - 1, true);
        assert_eq!(last.boards.len(), FRAMES);
        assert!(reply(&last, Some(1)).file.is_some());
        let long = reply(&film(FRAMES, true), Some(1));
        assert_eq!(long.file, None);
        for said in ["are 60", "59 at most", "`show #17 film 15-20`", "`export`"] {
            assert!(long.text.contains(said), "{said}: {}", long.text);
        }
        let none = reply(&Film::default(), Some(1));
        assert!(none.file.is_none() && none.text.contains("no such turn"));
    }

    #[test]
    fn records_are_named_by_their_format() {
        for (format, name, media_type) in [
            ("pgn", "game-17.pgn", "application/vnd.chess-pgn"),
            ("wxf", "game-17.wxf", "text/plain"),
            ("text", "game-17.txt", "text/plain"),
        ] {
            let record = ShownRecord {
                format: format.to_owned(),
                ..ShownRecord::default()
            };
            let named = record_file(GameId(17), &record);
            assert_eq!(named, (name.to_owned(), media_type));
        }
    }
}
