//! The page of a game: loaded as far as it may be shown, and rendered.

use anyhow::{Result, anyhow};
use minijinja::context;
use minijinja::value::Value;

use crate::contests::Contest;
use crate::drawings::{self, Pieces};
use crate::games::export::Format;
use crate::games::export::pgn::{self, Occasion};
use crate::games::{EventKind, GameRecord, StoredGame};
use crate::office::shown::export::{FILE_WIDTH, lines};
use crate::rules::{BoardView, Options, Seat};
use crate::status::GameStatus;
use crate::store::{EventRow, GameRow, SeatRow, Snapshot};
use crate::text::capitalised;
use crate::words::Voice;

use super::entry::{Entry, Person, SeatShown};
use super::lists::side_of;
use super::seen::Extent;
use super::sheet::Sheet;
use super::words::{escaped, made, plain, say, shown};

/// So many positions of a board of 64 cells are on one page.
const POSITIONS: usize = 120;

/// A game as far as it may be shown.
pub struct Visible {
    stored: StoredGame,
    events: Vec<EventRow>,
    /// When each turn was played.
    times: Vec<String>,
    /// What lists say of it.
    pub entry: Entry,
}

/// A file of a game's folder: its name there, and its content.
pub type Files = Vec<(String, Vec<u8>)>;

/// Loads a game as far as `extent` says of its turns; `players`: who is shown in its seats.
///
/// # Errors
/// The store cannot be read, or the game cannot be replayed.
pub fn load(
    store: &dyn Snapshot,
    (row, seats): (GameRow, Vec<SeatRow>),
    players: Vec<Person>,
    extent: &dyn Fn(usize) -> Extent,
) -> Result<Option<Visible>> {
    let whole = StoredGame::load_onto(store, row.clone(), seats.clone(), None)?;
    let events = store.events(row.id, None)?;
    let all = whole.turns.len();
    let times: Vec<String> = whole
        .turns
        .iter()
        .map(|turn| time(&events, turn.state))
        .collect();
    let (turns, delayed) = match extent(all) {
        Extent::Nothing => return Ok(None),
        Extent::Whole => (all, false),
        Extent::UpTo(turns) => (turns.min(all), turns < all),
    };
    let (mut stored, events) = match delayed {
        false => (whole, events),
        true => {
            let last = turns.checked_sub(1).and_then(|last| whole.turns.get(last));
            let is_last = |event: &&EventRow| {
                event.kind == EventKind::Turn.as_str()
                    && Some(event.state) == last.map(|turn| turn.state)
            };
            let seq = events.iter().find(is_last).map_or(0, |event| event.seq);
            let stored = StoredGame::load_onto(store, row, seats, Some(seq))?;
            let events = events.into_iter().filter(|event| event.seq <= seq);
            (stored, events.collect())
        }
    };
    for (seat, player) in stored.seats.iter_mut().zip(&players) {
        // Files for other programs have names between quotes.
        seat.name = player.name.replace('"', "'");
    }
    let entry = entry(&stored, players, &events, &times, delayed);
    Ok(Some(Visible {
        stored,
        events,
        times,
        entry,
    }))
}

/// When the turn with this state number was played.
fn time(events: &[EventRow], state: i64) -> String {
    let is_turn =
        |event: &&EventRow| event.kind == EventKind::Turn.as_str() && event.state == state;
    events
        .iter()
        .rfind(is_turn)
        .map_or_else(String::new, |event| event.at.clone())
}

fn entry(
    stored: &StoredGame,
    players: Vec<Person>,
    events: &[EventRow],
    times: &[String],
    delayed: bool,
) -> Entry {
    let course = stored.course();
    let over = !delayed && matches!(course.status, GameStatus::Finished | GameStatus::Aborted);
    let turns = stored.turns.len();
    let said = |event: &&EventRow| event.kind != EventKind::Say.as_str();
    let last = turns.checked_sub(1).and_then(|last| times.get(last));
    let end = events
        .iter()
        .rfind(said)
        .map(|event| &event.at)
        .filter(|_| over);
    let updated = end.or(last).unwrap_or(&stored.row.created_at).clone();
    let words = stored.variant.seats();
    let seats = players.into_iter().zip(words).zip(stored.all_seats());
    let last = stored.turns.last();
    Entry {
        game: stored.row.id,
        variant: stored.variant.id().to_owned(),
        variant_name: shown(stored.variant.name()),
        contest: stored.row.contest,
        seats: seats
            .map(|((player, word), seat)| SeatShown {
                seat: capitalised(word),
                player,
                place: stored.game.place(seat).filter(|_| over),
            })
            .collect(),
        over,
        result: course.result.filter(|_| over),
        reason: course.reason.filter(|_| over),
        turns,
        last: last.map(|turn| format!("{} {}", turn.label, turn.text)),
        delayed,
        rated: stored.row.rated,
        created: stored.row.created_at.clone(),
        updated,
        file: None,
    }
}

/// A turn of the list of turns.
struct Turn {
    label: String,
    text: String,
    seat: String,
    at: String,
}

impl Turn {
    fn said(&self, voice: Voice<'_>) -> String {
        let (label, text, seat) = (&*self.label, &*self.text, voice.name(&self.seat));
        say(voice, "turn", context! { label, text, seat })
    }
}

impl Visible {
    /// The file of the game for other programs: its name and its lines.
    ///
    /// # Errors
    /// A turn of the game cannot be played.
    pub fn export(&self, contest: Option<&Contest>) -> Result<(&'static str, String)> {
        let mut record = GameRecord::new(&self.stored, &self.events).public();
        record.updated_at.clone_from(&self.entry.updated);
        let format = match self.stored.rules_known {
            true => Format::of(&record.variant),
            false => Format::Text,
        };
        let name = match format {
            Format::Pgn => "game.pgn",
            Format::Wxf => "game.wxf",
            Format::Text | Format::Json => "game.txt",
        };
        let lines = match (format, contest) {
            (Format::Pgn, Some(contest)) => {
                let pairing = usize::try_from(self.stored.row.pairing - 1).ok();
                let pairings = contest.pairings();
                let pairing = pairing.and_then(|at| pairings.get(at));
                let round = pairing.filter(|_| contest.ladder.is_none());
                let occasion = Occasion {
                    event: shown(&contest.name),
                    round: round.map_or_else(|| "-".to_owned(), |one| one.round.to_string()),
                    teams: None,
                };
                pgn::in_event(&record, &occasion, &[], FILE_WIDTH)?
            }
            _ => lines(&self.stored, &record, format, &[], FILE_WIDTH)?,
        };
        Ok((name, lines.join("\n") + "\n"))
    }

    /// The position with which games of its variant usually begin; its own, where that is not known.
    ///
    /// # Errors
    /// The game cannot be begun.
    pub fn start(&self) -> Result<BoardView> {
        let usual = self.stored.variant.start(&Options::new(), None);
        let game = usual.map_or_else(|_| self.stored.at(0), Ok)?;
        Ok(game.view(Some(Seat(0))))
    }

    /// From where the board can be seen, and by whom.
    fn sides(&self, sheet: &Sheet, voice: Voice<'_>) -> Vec<Value> {
        let named = |seat| capitalised(&voice.name(&self.stored.seat_name(seat)));
        let seat = |side: &drawings::Side| named(side.seat);
        let side = |side| context! { seat => seat(side), ..side_of(side) };
        sheet.sides.iter().map(side).collect()
    }

    fn turns(&self) -> Vec<Turn> {
        let turns = self.stored.turns.iter().zip(&self.times);
        let turn = |(turn, at): (&crate::games::StoredTurn, &String)| Turn {
            label: turn.label.clone(),
            text: turn.text.clone(),
            seat: self.stored.seat_name(turn.seat),
            at: at.clone(),
        };
        turns.map(turn).collect()
    }

    /// The pages of the game: that of its last turns, and those of the turns before.
    ///
    /// # Errors
    /// A turn cannot be replayed, or a template fails.
    pub fn pages(
        &self,
        sheet: &mut Sheet,
        voice: Voice<'_>,
        page: &dyn Fn(&Entry, Value) -> Result<String>,
    ) -> Result<Files> {
        let most = (POSITIONS * 64 / sheet.cells().max(64)).max(10);
        let turns = self.turns();
        // Turns from 1; the position before the first one is on the first page.
        let pieces: Vec<(usize, usize)> = match turns.len() {
            0 => vec![(0, 0)],
            all => (0..all.div_ceil(most))
                .map(|at| (at * most + 1, ((at + 1) * most).min(all)))
                .collect(),
        };
        let mut game = self.stored.at(0)?;
        let mut view = game.view(Some(Seat(0)));
        let mut tiles = drawings::tiles(&view, Pieces::default(), None);
        let mut files = Vec::new();
        for (at, (from, to)) in pieces.iter().copied().enumerate() {
            let last_piece = at + 1 == pieces.len();
            let mut boards = String::with_capacity(100 << 10);
            let first = if at == 0 { 0 } else { from };
            for number in first..=to {
                if let Some(turn) = number.checked_sub(1).and_then(|index| turns.get(index)) {
                    let played = game.replay(&turn.text);
                    played.map_err(|why| anyhow!("{}: {why:?}", turn.text))?;
                    if number == self.stored.turns.len() {
                        // Who has left, and how it has ended, is known there.
                        game = self.stored.game.fork();
                    }
                    let next = game.view(Some(Seat(0)));
                    tiles = drawings::tiles(&next, Pieces::default(), Some((&view, &tiles)));
                    view = next;
                }
                let turn = number.checked_sub(1).and_then(|index| turns.get(index));
                let caption =
                    turn.map_or_else(|| plain(voice, "beginning"), |turn| turn.said(voice));
                let is_last = number == to;
                position(
                    &mut boards,
                    sheet,
                    (number, is_last),
                    &caption,
                    (&tiles, &view),
                    voice,
                );
            }
            let words = drawings::in_words(&view, voice);
            let path = |piece: usize| match piece + 1 == pieces.len() {
                true => String::new(),
                false => format!("{}/", piece + 1),
            };
            let others = pieces.iter().enumerate().map(|(piece, (from, to))| {
                context! { path => made(path(piece)), from, to, here => piece == at }
            });
            let list = turns
                .iter()
                .enumerate()
                .skip(from.max(1) - 1)
                .take(to.saturating_sub(from.max(1) - 1));
            let list = list.map(|(index, turn)| {
                context! { number => index + 1, label => turn.label.as_str(), text => turn.text.as_str() }
            });
            let args = context! {
                depth => if last_piece { 2 } else { 3 },
                boards => made(boards),
                sheet => made(sheet.path.clone()),
                sides => self.sides(sheet, voice),
                words,
                pieces => others.collect::<Vec<_>>(),
                turns => list.collect::<Vec<_>>(),
                last_piece,
                first => first,
                last => to,
            };
            let html = page(&self.entry, args)?;
            files.push((format!("{}index.html", path(at)), html.into_bytes()));
        }
        Ok(files)
    }

    /// The newest turns that are shown, as a feed says them: number, words, time.
    pub fn news(&self, voice: Voice<'_>, most: usize) -> Vec<(usize, String, String)> {
        let turns = self.turns();
        let turns = turns.into_iter().enumerate().rev().take(most);
        turns
            .map(|(index, turn)| (index + 1, turn.said(voice), turn.at))
            .collect()
    }
}

/// One position; the last one of a page is the one that is seen first.
fn position(
    out: &mut String,
    sheet: &mut Sheet,
    (number, last): (usize, bool),
    caption: &str,
    (tiles, view): (&drawings::Tiles, &crate::rules::BoardView),
    voice: Voice<'_>,
) {
    let class = if last { "pos last" } else { "pos" };
    let caption = escaped(caption);
    out.push_str(&format!(
        "<figure class=\"{class}\" id=\"{number}\"><div role=\"img\" aria-label=\"{caption}\">"
    ));
    sheet.table(tiles, view, out);
    out.push_str("</div><figcaption>");
    out.push_str(&caption);
    let (above, below) = drawings::beside(view, voice);
    for line in above.iter().chain(&below) {
        out.push_str("<br>");
        out.push_str(&escaped(line.trim()));
    }
    out.push_str("</figcaption></figure>\n");
}
