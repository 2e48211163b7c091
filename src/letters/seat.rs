//! What a letter to a seat says: the news, the board, the last turns, and how to answer.

use minijinja::context;
use serde::Serialize;

use crate::drawings::{self, Style};
use crate::games::StoredGame;
use crate::rules::game::Seat;
use crate::rules::outcome::Reason;
use crate::rules::view::BoardView;
use crate::text::{SENTENCE, wrapped};
use crate::words::Voice;

use super::clock::Present;
use super::game_words::GameWords;
use super::headline::Standing;
use super::html::{self, HtmlPart};
use super::links;
use super::settings;
use super::views;

/// A letter lists this many last turns.
pub(super) const LAST_TURNS: usize = 4;

/// The last letter of a game lists its turns on so many lines at most.
const LONGEST_RECORD: usize = 200;

/// A line of a mail and what it is answered, as the templates know it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Echo {
    /// The line as the player wrote it, with a bar before it.
    pub line: Vec<String>,
    /// The reply, in the server's words.
    pub result: Vec<String>,
    /// The player's words that went out to others, with bars.
    pub words: Vec<String>,
    /// A board, a list or a text that was asked for.
    pub block: Vec<String>,
}

/// Words from another player or the umpire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Words {
    /// `Boris (Black) writes:`
    pub title: String,
    /// The words, with a bar before each line.
    pub lines: Vec<String>,
}

/// A game as a letter shows it to one seat: what the templates of letters to seats know. Texts of
/// several lines are one string.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SeatPage {
    /// Game number.
    pub game: i64,
    /// Name of the variant.
    pub name: String,
    /// The players, in the order of their seats.
    players: Vec<String>,
    /// The first line, without what stands around it.
    headline: String,
    /// What the first line says of the game.
    #[serde(skip)]
    standing: Standing,
    /// Whether it is the reader's turn.
    yours: bool,
    /// The reader's own lines, if this answers a mail.
    pub echoes: Vec<Echo>,
    /// Sentences about what has happened and whose turn it is.
    pub news: String,
    /// The board as the reader sees it.
    pub board: Board,
    /// Whether there are more turns than those that are listed.
    earlier_turns: bool,
    /// The last turns, one a line.
    turns: Vec<String>,
    /// All turns, of a game that is over.
    record: Vec<String>,
    /// Words of others.
    pub words: Vec<Words>,
    /// The reader's own notes about the game.
    pub notes: Vec<String>,
    /// How to answer.
    how: String,
    /// Turns to choose from, in the HTML part: a line that has no text.
    links: Option<String>,
    /// `Game #17, Hans38 Chess. You are White, against Boris (Black).`
    pub place: String,
    /// A turn that could be played, if it is the reader's turn.
    #[serde(skip)]
    pub example: Option<String>,
    /// Whether he can play now.
    #[serde(skip)]
    pub due: bool,
    /// The reply token; templates know it as `key`.
    #[serde(rename = "key")]
    reply_token: String,
}

impl SeatPage {
    /// The lines of a mail that the letter answers, with what came of them.
    pub fn answers(&mut self, voice: Voice<'_>, echoes: Vec<Echo>) {
        let replies = echoes.iter().filter(|echo| echo.result.len() == 1);
        let replies = replies.map(|echo| echo.result[0].as_str());
        if !echoes.is_empty() {
            self.headline = self.standing.headline(voice, self.game, replies);
        }
        self.echoes = echoes;
    }
}

/// A board in a letter.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Board {
    pub board: String,
    pub notes: String,
    /// The same in words, with a title: in the text alone.
    pub in_words: String,
    legend: String,
    writing: String,
    /// Where the signs and how a turn is written are not explained: how to ask for that.
    hint: String,
}

/// How a page is put into words.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    /// The language.
    pub voice: Voice<'a>,
    /// The present.
    pub present: &'a Present,
    /// Whether the signs on the board are explained.
    pub full: bool,
    /// The HTML part of the letter, if it has one.
    pub html: Option<&'a HtmlPart>,
}

/// What has happened, for one reader.
#[derive(Clone, Debug, Default)]
pub(super) struct News {
    /// Sentences.
    pub sentences: Vec<String>,
    /// Words of others.
    pub words: Vec<Words>,
}

impl News {
    /// Says that words of others are left out: their reader has chosen so.
    pub fn leave_out(&mut self, words: &GameWords<'_>, by: Seat) {
        let who = words.player(by);
        let said = (words.voice).say("notices/words-left-out", context! { who });
        if !self.sentences.contains(&said) {
            self.sentences.push(said);
        }
    }
}

/// The page of a letter to a seat.
pub(super) fn page(
    stored: &StoredGame,
    seat: Seat,
    look: Look<'_>,
    told: News,
    reply_token: &str,
) -> SeatPage {
    let (voice, present) = (look.voice, look.present);
    let words = GameWords { voice, stored };
    let mut news = told.sentences;
    let standing = words.news_of_standing();
    news.retain(|sentence| !standing.contains(sentence));
    let happened = news.len();
    let late = words.time_over(present).is_some();
    news.extend(situation(&words, seat, late));
    news.extend(words.deadline(seat, present));
    news.extend(words.plans_of(seat));
    let others: Vec<String> = stored
        .all_seats()
        .filter(|other| *other != seat)
        .map(|other| words.player(other))
        .collect();
    let place = context! {
        game => stored.row.id.0,
        name => stored.variant.name(),
        seat => words.seat(seat),
        others,
    };
    // A single turn is told in the news already.
    let shown = if stored.turns.len() > 1 {
        LAST_TURNS
    } else {
        0
    };
    let mover = stored.game.to_move();
    let due = stored.is_on() && mover == seat && !late;
    // It takes a search in some games, so it is looked for once.
    let example = stored.game.example().filter(|_| due);
    let mut standing = Standing::of(&words, Some(seat));
    standing.late = late;
    let (view, style) = settings::view(stored.game.as_ref(), stored, seat);
    let told_first = news[..happened].iter().map(String::as_str);
    SeatPage {
        example: example
            .as_deref()
            .map(|turn| settings::typed(stored, seat, turn)),
        due,
        game: stored.row.id.0,
        name: stored.variant.name().to_owned(),
        players: stored.seats.iter().map(|row| row.name.clone()).collect(),
        headline: standing.headline(voice, stored.row.id.0, told_first),
        yours: standing.yours,
        standing,
        echoes: Vec::new(),
        news: sentences(&news, look.html),
        board: board(stored, seat, (&view, style), look),
        earlier_turns: stored.turns.len() > LAST_TURNS,
        turns: if stored.is_on() {
            views::last_turns(stored, shown, voice)
        } else {
            Vec::new()
        },
        record: if stored.is_on() {
            Vec::new()
        } else {
            record(stored, voice)
        },
        words: told.words,
        notes: Vec::new(),
        how: how_to_answer(&words, seat, example.as_deref(), late),
        links: look
            .html
            // Letters about several games have no links: their lines need the number of the game.
            .filter(|_| due && !reply_token.is_empty())
            .map(|html| html.only(links::turns(stored, seat, &view, example.as_deref(), voice))),
        place: all_wrapped(&[voice.say("notices/place", place)]),
        reply_token: reply_token.to_owned(),
    }
}

/// All turns of a game that is over; of a very long one the last.
fn record(stored: &StoredGame, voice: Voice<'_>) -> Vec<String> {
    if stored.turns.is_empty() && stored.departures.is_empty() {
        return Vec::new();
    }
    let mut lines = views::history(stored, voice);
    lines.drain(..lines.len().saturating_sub(LONGEST_RECORD));
    lines
}

/// Sentences, each on lines of its own; their ends are marked for the HTML part.
fn sentences(news: &[String], html: Option<&HtmlPart>) -> String {
    let mut lines = Vec::new();
    for sentence in news {
        lines.extend(wrapped(sentence, SENTENCE));
        if let (Some(_), Some(last)) = (html, lines.last_mut()) {
            html::end(last);
        }
    }
    lines.join("\n")
}

fn all_wrapped(sentences: &[String]) -> String {
    let lines = sentences.iter().flat_map(|line| wrapped(line, SENTENCE));
    lines.collect::<Vec<_>>().join("\n")
}

fn board(
    stored: &StoredGame,
    seat: Seat,
    (view, style): (&BoardView, Style),
    look: Look<'_>,
) -> Board {
    let voice = look.voice;
    let mut lines = drawings::board(view, style, voice);
    if let Some(html) = look.html {
        html.draw(&mut lines, view, style, voice);
    }
    let mut board = Board {
        board: lines.join("\n"),
        notes: drawings::notes(view, voice).join("\n"),
        in_words: views::in_words(view, style, voice, look.html).join("\n"),
        legend: String::new(),
        writing: String::new(),
        hint: String::new(),
    };
    if look.full {
        let legend = views::legend(view, style, voice, look.html);
        board.legend = legend.join("\n");
        board.writing = voice.paragraphs(&stored.game.writing(seat)).join("\n");
    } else {
        let mut hint = Vec::new();
        // In three letters nobody learns what a fibnif is.
        let named: Vec<_> = unusual(view, voice);
        if !named.is_empty() && style != Style::Spoken {
            hint.push(voice.say("notices/legend-pieces", context! { pieces => named }));
        }
        let mut pieces = view.cells.iter().filter_map(|cell| cell.piece);
        if pieces.any(|piece| piece.facing.is_some()) && style != Style::Spoken {
            hint.push(voice.plain("notices/legend-compass"));
        }
        hint.push(voice.plain("notices/legend-hint"));
        board.hint = all_wrapped(&hint);
    }
    board
}

/// The kinds of piece on the board that chess has not, by letter and name.
fn unusual(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    const CHESS: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];
    let kinds = view.kinds.iter();
    let unusual = kinds.filter(|kind| !CHESS.contains(&kind.name));
    unusual
        .map(|kind| format!("{} {}", kind.letter, voice.name(kind.name)))
        .collect()
}

/// Sentences about the position: whose turn it is, attacked kings, draw offers, or how the game ended.
/// Of a game in which the time of the seat to move is over, nothing: what waited for an answer counts no more.
fn situation(words: &GameWords<'_>, seat: Seat, late: bool) -> Vec<String> {
    let (stored, voice) = (words.stored, words.voice);
    let say = |name: &str, args| voice.say(&format!("notices/{name}"), args);
    let mut lines = Vec::new();
    if let Some(closure) = stored.closure() {
        lines.push(words.closure(&closure));
        let stalemate = |reason| reason == Reason::Stalemate;
        if stored
            .game
            .outcome()
            .is_some_and(|end| stalemate(end.reason))
        {
            let stuck = words.seat(stored.game.to_move());
            lines.push(say("no-legal-turn", context! { seat => stuck }));
        }
        lines.extend(places(words));
        lines.extend(result_for(words, seat));
        return lines;
    }
    if late {
        return lines;
    }
    let turn = words.turn(&stored.game.label());
    let mover = stored.game.to_move();
    let mut checked = stored.game.in_check();
    if mover == seat {
        let (seat, check) = (words.seat(seat), checked.contains(&seat));
        lines.push(say("your-turn", context! { seat, turn, check }));
    } else {
        lines.push(say(
            "turn-of",
            context! { who => words.player(mover), turn },
        ));
    }
    if !stored.game.playing().contains(&seat) {
        let place = stored.game.place(seat);
        lines.push(say("you-are-out", context! { place }));
    }
    if stored.seats.len() > 2 {
        // Below the board stands who attacks whom, and whose turn comes before.
        if mover != seat && checked.contains(&seat) {
            lines.push(say("your-king-attacked", context! {}));
        }
        checked.clear();
    }
    for other in checked {
        if mover != seat || other != seat {
            lines.push(say("king-attacked", context! { seat => words.seat(other) }));
        }
    }
    lines.extend(stored.game.warnings().iter().map(|why| voice.reason(why)));
    lines.extend(words.standing_proposals(seat));
    let playing = stored.game.playing();
    if playing.len() > 2 && !stored.offers.is_empty() {
        let (agreed, open): (Vec<Seat>, Vec<Seat>) = playing
            .iter()
            .partition(|seat| stored.offers.contains(seat));
        let yours = open.contains(&seat);
        let names = |seats: Vec<Seat>| -> Vec<String> {
            seats.into_iter().map(|seat| words.player(seat)).collect()
        };
        let (agreed, open) = (names(agreed), names(open));
        lines.push(say("offer-to-all", context! { agreed, open, yours }));
        return lines;
    }
    for offering in &stored.offers {
        lines.push(if *offering == seat {
            say("your-offer-stands", context! {})
        } else {
            let (who, playing) = (words.player(*offering), playing.contains(&seat));
            say("offer-stands", context! { who, playing })
        });
    }
    lines
}

/// Who holds which place, in a game of more than two.
fn places(words: &GameWords<'_>) -> Option<String> {
    let stored = words.stored;
    let outcome = stored.game.outcome().filter(|_| stored.seats.len() > 2)?;
    let seats = outcome.places.iter().flatten();
    let places = seats.filter_map(|seat| {
        let (place, who) = (outcome.place(*seat)?, words.player(*seat));
        Some(words.voice.say("notices/place-of", context! { place, who }))
    });
    let places: Vec<String> = places.collect();
    Some(
        words
            .voice
            .say("notices/places", context! { places => places.join(", ") }),
    )
}

/// The sentence that says what the result means for the reader.
fn result_for(words: &GameWords<'_>, seat: Seat) -> Option<String> {
    let stored = words.stored;
    let outcome = stored.game.outcome()?;
    let place = outcome.place(seat)?;
    let mut groups = outcome.places.iter();
    let shared = groups.any(|group| group.len() > 1 && group.contains(&seat));
    let name = match (place, shared, outcome.places.len()) {
        (1, false, _) => "you-have-won",
        (_, true, 1) => "you-have-drawn",
        (_, _, 2) if stored.seats.len() == 2 => "you-have-lost",
        _ => "you-hold-place",
    };
    let args = context! { place, shared };
    Some(words.voice.say(&format!("notices/{name}"), args))
}

fn how_to_answer(words: &GameWords<'_>, seat: Seat, example: Option<&str>, late: bool) -> String {
    let (stored, voice) = (words.stored, words.voice);
    if !stored.is_on() {
        return all_wrapped(&[voice.plain("notices/how-over")]);
    }
    // Whether he offers a draw, and whether somebody else does.
    let offers = stored.offers.contains(&seat);
    let offered = !offers && !stored.offers.is_empty();
    if late || stored.game.to_move() != seat {
        let playing = !late && stored.game.playing().contains(&seat);
        let several = stored.seats.len() > 2;
        let args = context! { playing, offers, offered, several };
        return all_wrapped(&[voice.say("notices/how-waiting", args)]);
    }
    let held = stored.held(seat);
    let begun = held.and_then(|held| stored.game.begin(held).ok());
    let ends = begun.as_ref().is_some_and(|begun| begun.ends);
    let example = match held {
        Some(_) => begun.and_then(|begun| begun.next.into_iter().next()),
        None => example.map(str::to_owned),
    };
    let square = example.as_deref().and_then(first_square).map(str::to_owned);
    let square = square.unwrap_or_else(|| "e2".to_owned());
    let example = match held {
        Some(_) => example,
        None => example.map(|turn| settings::typed(stored, seat, &turn)),
    };
    let others = stored.game.playing().len().saturating_sub(1);
    voice.say(
        "notices/how",
        context! { held, ends, example, square, others, offers, offered },
    )
}

/// The first square that a turn names.
pub(super) fn first_square(turn: &str) -> Option<&str> {
    let at = turn
        .as_bytes()
        .windows(2)
        .position(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_digit())?;
    let digits = turn[at + 1..]
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    turn.get(at..=at + digits)
}
