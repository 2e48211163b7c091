//! Chess and games by file as PGN, in the export format of its standard (1994-03-12, section 8): tags, then the moves in
//! short algebraic notation, in lines of fewer than 80 columns, then the result. Behind a move of a game by file is a
//! comment with what engines write for it.

use anyhow::{Context, Result};

use crate::rules::{Game, Listing, outcome::Reason};
use crate::text::{capitalised, clean};

use super::super::record::GameRecord;
use super::{Comment, by_file, date, is_by_file, player, result, start};

/// No position of chess has more moves.
const MOST_MOVES: usize = 300;
/// At most this many characters of what somebody has said at once.
const LONGEST_WORDS: usize = 4000;
/// A longer word of a comment is broken.
const LONGEST_WORD: usize = 40;
/// A tag has at most so many characters: a position with large hands has several hundred.
const LONGEST_VALUE: usize = 400;

/// Of which event a game is, and in which round of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// The name of the event.
    pub event: String,
    /// The round.
    pub round: String,
    /// The teams of both players, if it is one of teams.
    pub teams: Option<[String; 2]>,
}

impl Occasion {
    /// That of a game by itself.
    fn none(record: &GameRecord) -> Self {
        Self {
            event: format!("Game {}", record.game),
            round: "-".to_owned(),
            teams: None,
        }
    }
}

/// The lines of a game; those of the moves have at most `width` columns. Turns that were taken back are not in it.
///
/// # Errors
/// The rules of the game are not known here, or a turn of it cannot be played.
pub fn lines(record: &GameRecord, comments: &[Comment], width: usize) -> Result<Vec<String>> {
    in_event(record, &Occasion::none(record), comments, width)
}

/// The same of a game of an event.
///
/// # Errors
/// As [`lines`].
pub fn in_event(
    record: &GameRecord,
    occasion: &Occasion,
    comments: &[Comment],
    width: usize,
) -> Result<Vec<String>> {
    let mut game = start(record)?;
    let of_file = is_by_file(&record.variant);
    let mut lines = tags(record, occasion, &game.position());
    lines.push(String::new());
    let mut words = Words::default();
    let said = |after: usize, words: &mut Words| {
        let here = comments.iter().filter(|comment| comment.after == after);
        here.map(|comment| words.comment(record, comment)).count() > 0
    };
    // Black's number is written only where White's move is not right before it.
    said(0, &mut words);
    let mut number = true;
    for (index, turn) in record.turns.iter().enumerate() {
        let label = game.label();
        if number || !label.ends_with("...") {
            words.push(label);
        }
        words.push(san(game.as_ref(), turn, of_file));
        let uci = game.uci_of(turn);
        let explained = uci.map(|uci| words.push(format!("{{{uci}}}"))).is_some();
        let played = game.play(turn);
        played.with_context(|| format!("turn {} of game #{}", index + 1, record.game))?;
        number = said(index + 1, &mut words) || explained;
    }
    words.push(result(record).to_owned());
    lines.extend(words.wrapped(width));
    Ok(lines)
}

/// The seven tags of every game, then the others in order of their names.
fn tags(record: &GameRecord, occasion: &Occasion, position: &str) -> Vec<String> {
    let chess960 = is_chess960(record);
    let of_file = is_by_file(&record.variant);
    let placed = chess960 || of_file || record.start.is_some();
    let date = date(record);
    let team = |side: usize| Some(&*occasion.teams.as_ref()?[side]);
    let tags = [
        Some(("Event", occasion.event.as_str())),
        Some(("Site", "?")),
        Some(("Date", date.as_str())),
        Some(("Round", occasion.round.as_str())),
        Some(("White", player(record, 0))),
        Some(("Black", player(record, 1))),
        Some(("Result", result(record))),
        team(1).map(|team| ("BlackTeam", team)),
        placed.then_some(("FEN", position)),
        Some(("Mode", "EM")),
        placed.then_some(("SetUp", "1")),
        Some(("Termination", termination(record))),
        chess960.then_some(("Variant", "Chess960")),
        of_file.then_some(("Variant", record.variant.as_str())),
        team(0).map(|team| ("WhiteTeam", team)),
    ];
    let tag = |(name, value): (&str, &str)| {
        let value = clean(value, LONGEST_VALUE)
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        format!("[{name} \"{value}\"]")
    };
    tags.into_iter().flatten().map(tag).collect()
}

/// Whether kings and rooks may have begun elsewhere than in usual chess.
fn is_chess960(record: &GameRecord) -> bool {
    let setup = record.options.get("setup").and_then(|setup| setup.as_str());
    setup.is_some_and(|setup| setup.parse() != Ok(518))
}

/// How the game ended, in the words of the standard (section 9.8.1).
fn termination(record: &GameRecord) -> &'static str {
    let is = |reason: Reason| record.reason == Some(reason.to_string());
    match &*record.status {
        "finished" if is(Reason::Time) => "time forfeit",
        "finished" if is(Reason::Umpire) => "adjudication",
        "finished" => "normal",
        "aborted" => "abandoned",
        _ => "unterminated",
    }
}

/// A move of one piece, as its canonical text says it.
struct Step<'a> {
    /// The letter of the piece; empty for a pawn.
    piece: &'a str,
    from: &'a str,
    takes: bool,
    to: &'a str,
    /// What a pawn becomes: `=Q`.
    tail: &'a str,
}

impl<'a> Step<'a> {
    /// Reads `Ng1-f3`, `e4xd5` or `e7-e8=Q`; `None` for castling.
    fn read(canonical: &'a str) -> Option<Self> {
        let letters = canonical.bytes().take_while(u8::is_ascii_uppercase).count();
        let (piece, rest) = canonical.split_at(letters);
        Some(Self {
            piece,
            from: rest.get(..2)?,
            takes: rest.get(2..3)? == "x",
            to: rest.get(3..5)?,
            tail: rest.get(5..)?,
        })
    }
}

/// A canonical turn in short algebraic notation, with `+` or `#`.
fn san(game: &dyn Game, canonical: &str, of_file: bool) -> String {
    let mut text = match Step::read(canonical) {
        _ if of_file => by_file::san(game, canonical),
        None => canonical.to_owned(),
        Some(step) => {
            let from = match step.piece {
                "" if step.takes => &step.from[..1],
                "" => "",
                _ => needed(game, &step),
            };
            let takes = if step.takes { "x" } else { "" };
            format!("{}{from}{takes}{}{}", step.piece, step.to, step.tail)
        }
    };
    let mut after = game.fork();
    if after.play(canonical).is_ok() {
        let reason = after.outcome().map(|outcome| outcome.reason);
        if reason == Some(Reason::Checkmate) {
            text.push('#');
        } else if !after.in_check().is_empty() {
            text.push('+');
        }
    }
    text
}

/// What has to be said of the square that a piece comes from: nothing, its file, its rank, or all of it.
fn needed<'a>(game: &dyn Game, step: &Step<'a>) -> &'a str {
    let Listing::All(turns) = game.legal(MOST_MOVES) else {
        return step.from;
    };
    let moves = turns.iter().filter_map(|turn| Step::read(turn));
    let rival =
        |other: &Step| other.piece == step.piece && other.to == step.to && other.from != step.from;
    let rivals: Vec<&str> = moves.filter(rival).map(|other| other.from).collect();
    let (file, rank) = step.from.split_at(1);
    if rivals.is_empty() {
        ""
    } else if !rivals.iter().any(|other| other.starts_with(file)) {
        file
    } else if !rivals.iter().any(|other| other.ends_with(rank)) {
        rank
    } else {
        step.from
    }
}

/// The words of the movetext. None is broken at the end of a line.
#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    fn push(&mut self, word: String) {
        self.0.push(word);
    }

    /// Adds what somebody has said, in braces. No brace can be within them, and no line may begin
    /// with a sign that means something to readers of PGN or of mail (`%`, `>`, `From `): such a
    /// word stays with the one before.
    fn comment(&mut self, record: &GameRecord, comment: &Comment) {
        let seat = comment.by.and_then(|seat| record.seats.get(seat.index()));
        let who = seat.map_or(comment.other().to_owned(), |seat| capitalised(&seat.seat));
        let said = clean(&comment.words, LONGEST_WORDS);
        let said = said.replace('{', "(").replace('}', ")");
        self.push(format!("{{{who}:"));
        for word in said.split(' ') {
            let signs: Vec<char> = word.chars().collect();
            for part in signs.chunks(LONGEST_WORD) {
                self.of_comment(&part.iter().collect::<String>());
            }
        }
        if let Some(last) = self.0.last_mut() {
            last.push('}');
        }
    }

    fn of_comment(&mut self, word: &str) {
        let plain = word.starts_with(char::is_alphanumeric) && word != "From";
        match self.0.last_mut() {
            Some(last) if !plain && last.chars().count() < LONGEST_WORD / 2 => {
                last.push(' ');
                last.push_str(word);
            }
            _ if plain => self.push(word.to_owned()),
            _ => {
                let bare = word.trim_start_matches(|c: char| !c.is_alphanumeric());
                let bare = if bare == "From" { "from" } else { bare };
                let bare = Some(bare.to_owned()).filter(|bare| !bare.is_empty());
                self.0.extend(bare);
            }
        }
    }

    fn wrapped(self, width: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in self.0 {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                    line.push(' ');
                    line.push_str(&word);
                }
                _ => lines.push(word),
            }
        }
        lines
    }
}
