//! What a letter to a seat says: the news, the board, the last turns, and how to answer.

use minijinja::{Value, context};
use serde::Serialize;

use crate::drawings::{self, Style};
use crate::rules::game::Seat;
use crate::rules::outcome::Reason;
use crate::rules::view::BoardView;
use crate::text::{SENTENCE, with_bars, wrapped};
use crate::words::Voice;

use super::files::{self, LetterFile};
use super::game_words::GameWords;
use super::headline::Standing;
use super::html::{self, HtmlPart};
use super::instants::{Instants, stored_since};
use super::links;
use super::render::Renderer;
use super::shown::{LAST_TURNS, LONGEST_RECORD, ShownPage, first_square};
use super::views;

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
    /// The files that were asked for.
    #[serde(skip)]
    pub files: Vec<LetterFile>,
    /// What the headline may tell of it: the beginning of the reply.
    #[serde(skip)]
    pub headline: Option<String>,
    /// Whether the line was carried out, and nothing but that.
    #[serde(skip)]
    pub done: bool,
    /// Whether the line was refused.
    #[serde(skip)]
    pub refused: bool,
}

/// Words from another player or the umpire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Words {
    /// The line above the words: `Boris (Black) writes:`
    pub title: String,
    /// The news that there are words.
    #[serde(skip)]
    pub news: String,
    /// The words, with a bar before each line.
    pub lines: Vec<String>,
}

/// A game as a letter shows it to one seat: what the templates of letters to seats know. Texts of
/// several lines are one string.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SeatPage {
    pub game: i64,
    /// Name of the variant.
    pub name: String,
    /// The players, in the order of their seats.
    players: Vec<String>,
    /// What has happened and whose turn it is, in a sentence or two.
    pub headline: String,
    /// What the headline says of the game.
    #[serde(skip)]
    standing: Standing,
    /// What has happened and is told in the headline alone, unless that tells what came of the reader's own lines.
    #[serde(skip)]
    told: Option<String>,
    /// Whether the letter is as short as those are that are heard.
    #[serde(skip)]
    brief: bool,
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
    /// All turns, of a game that is over and does not go with the letter as a file.
    record: Vec<String>,
    /// The name of the file with the whole game.
    pub attached: Option<String>,
    /// What other players and the umpire have written in the game.
    pub words: Vec<Words>,
    /// The reader's own notes about the game.
    pub notes: Vec<String>,
    /// What the reader can answer, wrapped for a letter.
    how: String,
    /// The other answers, explained; empty in later letters.
    answers: String,
    /// Turns to choose from, in the HTML part: a line that has no text.
    links: Option<String>,
    /// The page on which the turn can be played: a sentence, and its address on a line.
    turn_page: Vec<String>,
    /// `Game #17, Hans38 Chess. You are White, against Boris (Black).`
    pub place: String,
    /// A turn that could be played, if it is the reader's turn.
    #[serde(skip)]
    pub example: Option<String>,
    /// Whether the reader can play now.
    #[serde(skip)]
    pub due: bool,
    /// The reply token; templates know it as `key`.
    #[serde(rename = "key")]
    reply_token: String,
}

impl SeatPage {
    /// The lines of a mail that the letter answers, with what came of them. What came of the first one is told in the
    /// headline, if it fits, and not again below; the line itself is left out if that was all.
    pub fn answers(&mut self, letter: &Renderer<'_>, mut echoes: Vec<Echo>) {
        let Some(first) = echoes.first_mut() else {
            return;
        };
        let told = first.headline.take();
        let (headline, fits) = self.standing.headline(letter.voice, told.as_deref());
        if fits {
            let lines = wrapped(&told.unwrap_or_default(), SENTENCE - 2).len();
            first.result.drain(..lines.min(first.result.len()));
            self.headline = letter.headline(&headline);
        } else if first.refused {
            let below = letter.voice.plain("notices/headline-not-done");
            let (headline, _) = self.standing.headline(letter.voice, Some(&below));
            self.headline = letter.headline(&headline);
        }
        if let Some(news) = self.told.take().filter(|_| fits || first.refused) {
            // There is no room for what others have done.
            let news = sentences(&[news], letter.html);
            self.news = format!("{news}\n{}", self.news).trim_end().to_owned();
        }
        let left_out = first.is_told() && (first.done || first.line.is_empty());
        echoes.drain(..usize::from(left_out));
        // Who has asked for something hears that alone; the position can be asked for.
        if self.brief && echoes.iter().any(|echo| !echo.block.is_empty()) {
            self.board = Board::default();
        }
        self.echoes = echoes;
    }
}

impl Echo {
    /// Whether nothing is left to tell.
    fn is_told(&self) -> bool {
        self.result.is_empty() && self.words.is_empty() && self.block.is_empty()
    }
}

/// A board in a letter.
#[derive(Clone, Debug, Default, Serialize)]
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

/// What has happened, for one reader.
#[derive(Clone, Debug, Default)]
pub(super) struct News {
    /// Sentences about what has happened, in the order of the events.
    pub sentences: Vec<String>,
    /// The one for the headline: of the last event.
    pub latest: Option<String>,
    /// What other players and the umpire have written, unless the reader has chosen not to read it.
    pub words: Vec<Words>,
}

/// The page of a letter to a seat.
pub(super) fn page(
    letter: &Renderer<'_>,
    shown: &ShownPage,
    seat: Seat,
    told: News,
    reply_token: &str,
) -> SeatPage {
    let (voice, present, game) = (letter.voice, &letter.present, &shown.game);
    let words = GameWords { voice, game };
    let clock = shown.clock.as_ref();
    let late = clock.is_some_and(|clock| clock.time_over(present).is_some());
    let style = game.settings(seat).look().style;
    let mut news = told.sentences;
    let standing = match ending(&words, seat) {
        Some(sentences) => Standing::over(&words, &sentences),
        None => {
            let until = clock.and_then(|clock| words.until(clock, seat, present));
            // What is drawn shows it.
            let check = style == Style::Spoken && shown.checked.contains(&seat);
            Standing::of(&words, Some(seat), (late, check), until)
        }
    };
    // Where nothing else has happened, the words are the news.
    let words_alone = || told.words.first().map(|words| words.news.clone());
    let latest = told.latest.or_else(words_alone);
    let (headline, fits) = standing.headline(voice, latest.as_deref());
    let latest = latest.filter(|_| fits);
    // What waits for an answer is told below, with how to answer.
    let waiting = words.news_of_standing();
    news.retain(|sentence| Some(sentence) != latest.as_ref() && !waiting.contains(sentence));
    news.extend(situation(&words, shown, seat, late));
    news.extend(clock.and_then(|clock| words.clock_news(clock, seat, present)));
    news.extend(words.plans_of(shown.plans.as_ref()));
    news.extend(shown.rated.as_ref().map(|rated| {
        let zone = game.times(seat).zone;
        let on = stored_since(
            voice,
            zone.as_deref(),
            Some(present.now),
            &rated.on,
            Instants::plain,
        );
        let refusable = rated.refusable;
        let came_back = rated.came_back.is_some();
        let to = rated.came_back.filter(|to| *to != seat);
        let to = to.map(|to| words.player(to));
        let args = context! { counts => rated.counts, gain => rated.gain, on, refusable };
        let args = context! { came_back, to, others => rated.others, ..args };
        voice.notice("rated-end", args)
    }));
    let others: Vec<Seat> = game.all_seats().filter(|other| *other != seat).collect();
    let place = context! {
        game => game.id.0,
        name => voice.name(&game.name),
        turn => game.is_on().then(|| words.turn(&game.label)),
        seat => words.seat(seat),
        others => words.players(&others),
    };
    // After the last day of its event nobody plays on.
    let yours = game.is_on() && game.to_move == seat && !game.waits;
    let due = yours && !late;
    let example = shown.example.as_deref().filter(|_| due);
    let shown_notes = shown.notes.iter().flat_map(|note| with_bars(note));
    let listed = (game.is_on() || shown.record.is_some()) && shown.turns > 0;
    // Who hears letters hears what is new, after the first ones.
    let brief = style == Style::Spoken && !shown.full;
    SeatPage {
        example: example.map(|turn| game.typed(seat, turn)),
        due,
        game: game.id.0,
        name: game.name.clone(),
        players: game.seats.iter().map(|row| row.player.clone()).collect(),
        headline: letter.headline(&headline),
        yours,
        standing,
        told: latest,
        brief,
        echoes: Vec::new(),
        news: sentences(&news, letter.html),
        board: board(letter, shown, seat, listed),
        earlier_turns: shown.turns > LAST_TURNS,
        turns: match listed && !brief {
            true => views::last_turns(game, &shown.course.turns, voice),
            false => Vec::new(),
        },
        record: record(shown, voice),
        attached: files::name_of(game, shown.record.as_ref()),
        words: told.words,
        notes: shown_notes.collect(),
        how: match brief && due {
            true => all_wrapped(&[voice.notice("how-spoken", how_args(&words, shown, seat))]),
            false => how_to_answer(&words, shown, seat, late),
        },
        answers: match due && shown.full {
            true => voice.notice("how-answers", how_args(&words, shown, seat)),
            false => String::new(),
        },
        links: letter
            .html
            // Letters about several games have no links: their lines need the number of the game.
            .filter(|_| due && !reply_token.is_empty())
            .map(|html| html.only(links::turns(shown, seat, voice))),
        turn_page: match letter.turn_page {
            Some(url) if due && game.settings(seat).web() => letter.page_link("turn-page", url),
            _ => Vec::new(),
        },
        place: letter.aside(&voice.notice("place", place)),
        // Nobody wants to hear it.
        reply_token: match style == Style::Spoken && letter.key_in_address {
            true => String::new(),
            false => reply_token.to_owned(),
        },
    }
}

/// All turns of a game that is over; of a very long one the last; none where they are in a file.
fn record(shown: &ShownPage, voice: Voice<'_>) -> Vec<String> {
    if shown.game.is_on() || shown.record.is_some() || shown.course.is_empty() {
        return Vec::new();
    }
    let mut lines = views::history(&shown.game, &shown.course, voice);
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

/// The server's own words, a sentence after another, as lines.
pub(super) fn all_wrapped(sentences: &[String]) -> String {
    let lines = sentences.iter().flat_map(|line| wrapped(line, SENTENCE));
    lines.collect::<Vec<_>>().join("\n")
}

/// The board; `listed`: the last turns are in the letter.
fn board(letter: &Renderer<'_>, shown: &ShownPage, seat: Seat, listed: bool) -> Board {
    let voice = letter.voice;
    let (view, look) = (&shown.board, shown.game.settings(seat).look());
    let mut board = Board {
        board: letter.board_alone(view, look).join("\n"),
        notes: match listed {
            true => drawings::notes_without_turn(view, voice).join("\n"),
            false => drawings::notes(view, voice).join("\n"),
        },
        in_words: letter.in_words(view, look).join("\n"),
        ..Board::default()
    };
    if shown.full {
        board.legend = letter.legend(view, look).join("\n");
        board.writing = voice.paragraphs(&shown.writing).join("\n");
    } else if look.style != Style::Spoken {
        let mut hint = Vec::new();
        // In three letters nobody learns what a fibnif is.
        let named = unusual(view, voice);
        if !named.is_empty() {
            hint.push(voice.notice("legend-pieces", context! { pieces => named }));
        }
        let mut pieces = view.cells.iter().filter_map(|cell| cell.piece.as_ref());
        if pieces.any(|piece| piece.facing.is_some()) {
            hint.push(voice.plain("notices/legend-compass"));
        }
        hint.extend(drawings::promoted_signs(view, look, voice));
        hint.push(voice.plain("notices/legend-hint"));
        board.hint = all_wrapped(&hint);
    }
    board
}

/// The kinds of piece on the board that chess has not, by letter and name.
fn unusual(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    const CHESS: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];
    let kinds = view.kinds.iter();
    let unusual = kinds.filter(|kind| !CHESS.contains(&&*kind.name));
    let named = unusual.map(|kind| format!("{} {}", kind.letter, voice.name(&kind.name)));
    named.collect()
}

/// How a game has ended, of one that is no longer on.
fn ending(words: &GameWords<'_>, seat: Seat) -> Option<Vec<String>> {
    let game = words.game;
    let mut lines = vec![words.closure(&game.closure()?)];
    let outcome = game.outcome.as_ref();
    if outcome.is_some_and(|end| end.reason == Reason::Stalemate) {
        let stuck = words.seat(game.to_move);
        lines.push(words.say("no-legal-turn", context! { seat => stuck }));
    }
    lines.extend(result_for(words, seat));
    Some(lines)
}

/// What there is to know of the position besides whose turn it is: attacked kings, draw offers, warnings; or who holds
/// which place. Nothing of a game in which the time of the seat to move is over: what waited for an answer no
/// longer counts.
fn situation(words: &GameWords<'_>, shown: &ShownPage, seat: Seat, late: bool) -> Vec<String> {
    let (game, voice) = (words.game, words.voice);
    let say = |name: &str, args| voice.notice(name, args);
    let mut lines = Vec::new();
    if !game.is_on() {
        lines.extend(places(words));
        return lines;
    }
    if late {
        return lines;
    }
    let mover = game.to_move;
    if !game.playing.contains(&seat) {
        lines.push(say("you-are-out", context! { place => shown.place }));
    }
    if game.seats.len() > 2 {
        // Below the board it says who attacks whom, and whose turn comes before.
        if mover != seat && shown.checked.contains(&seat) {
            lines.push(say("your-king-attacked", context! {}));
        }
    } else if !shown.board.says_check() {
        let checked = shown.checked.iter();
        let said =
            checked.map(|other| say("king-attacked", context! { seat => words.seat(*other) }));
        lines.extend(said);
    }
    lines.extend(shown.warnings.iter().map(|why| voice.reason(why)));
    lines.extend(words.standing_proposals(seat));
    let playing = &game.playing;
    if playing.len() > 2 && !game.offers.is_empty() {
        let (agreed, open): (Vec<Seat>, Vec<Seat>) =
            playing.iter().partition(|seat| game.offers.contains(seat));
        let yours = open.contains(&seat);
        let (agreed, open) = (words.players(&agreed), words.players(&open));
        lines.push(say("offer-to-all", context! { agreed, open, yours }));
        return lines;
    }
    for offering in &game.offers {
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
    let game = words.game;
    let outcome = game.outcome.as_ref().filter(|_| game.seats.len() > 2)?;
    let seats = outcome.places.iter().flatten();
    let places = seats.filter_map(|seat| {
        let (place, who) = (outcome.place(*seat)?, words.player(*seat));
        Some(words.voice.notice("place-of", context! { place, who }))
    });
    let args = context! { places => places.collect::<Vec<_>>().join(", ") };
    Some(words.voice.notice("places", args))
}

/// The sentence that says what the result means for the reader.
fn result_for(words: &GameWords<'_>, seat: Seat) -> Option<String> {
    let outcome = words.game.outcome.as_ref()?;
    let place = outcome.place(seat)?;
    let mut groups = outcome.places.iter();
    let shared = groups.any(|group| group.len() > 1 && group.contains(&seat));
    let name = match (place, shared, outcome.places.len()) {
        (1, false, _) => "you-have-won",
        (_, true, 1) => "you-have-drawn",
        (_, _, 2) if words.game.seats.len() == 2 => "you-have-lost",
        _ => "you-hold-place",
    };
    let args = context! { place, shared };
    Some(words.voice.notice(name, args))
}

fn how_to_answer(words: &GameWords<'_>, shown: &ShownPage, seat: Seat, late: bool) -> String {
    let (game, voice) = (words.game, words.voice);
    if !game.is_on() {
        let played = shown.turns > 0;
        let of_event = game.of_event;
        return all_wrapped(&[voice.notice("how-over", context! { played, of_event })]);
    }
    if late || game.waits || game.to_move != seat {
        let playing = !late && !game.waits && game.playing.contains(&seat);
        let several = game.seats.len() > 2;
        let (offers, offered) = offers(words, seat);
        let args = context! { playing, offers, offered, several };
        return all_wrapped(&[voice.notice("how-waiting", args)]);
    }
    let args = how_args(words, shown, seat);
    let also = all_wrapped(&[voice.notice("how-also", args.clone())]);
    format!("{}\n{also}", voice.notice("how", args).trim_end())
}

/// Whether the reader offers a draw, and whether somebody else does.
fn offers(words: &GameWords<'_>, seat: Seat) -> (bool, bool) {
    let offering = &words.game.offers;
    let own = offering.contains(&seat);
    (own, !own && !offering.is_empty())
}

/// What the texts know that say how a turn is played.
fn how_args(words: &GameWords<'_>, shown: &ShownPage, seat: Seat) -> Value {
    let game = words.game;
    let begun = shown.held.as_ref();
    let held = begun.map(|begun| &begun.made);
    let ends = begun.is_some_and(|begun| begun.ends);
    let turn = begun.map_or(shown.example.as_ref(), |begun| begun.next.first());
    let square = turn.and_then(|turn| first_square(turn)).unwrap_or("e2");
    let example = turn.map(|turn| match held {
        Some(_) => turn.clone(),
        None => game.typed(seat, turn),
    });
    let drop = shown.drop_beside().filter(|_| held.is_none());
    let drop = drop.map(|drop| game.typed(seat, drop));
    let others = game.playing.len().saturating_sub(1);
    let (offers, offered) = offers(words, seat);
    context! { held, ends, example, drop, square, others, offers, offered }
}
