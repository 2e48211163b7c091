//! One line: the game it names, then a command or a turn.

use crate::rules::game::TurnReading;
use crate::rules::notation::{Says, nearest_piece, says};

use super::table;
use super::turns::{InGame, Stage, Turns, signs};
use super::{Command, Consent, Draw, Extra, Guard, Line, TimeOffer, habits, phrases};

/// The certainty of a reading; see the module documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// A command in its complete form, or a turn.
    Sure,
    /// It begins with the word of a command, but may be prose.
    Loose,
    /// Neither a command nor a turn, as far as this reading goes.
    None,
}

/// Longer texts, in bytes, are no turn. The games themselves read longer ones; this bounds the time for a mail.
const LONGEST_TURN: usize = 400;

/// A line with the certainty of its reading.
pub(super) struct LineReading {
    pub line: Line,
    pub certainty: Certainty,
}

/// A line without the marks in which our letters show commands: people copy them.
fn without_marks(text: &str) -> &str {
    let inside = text
        .strip_prefix('`')
        .and_then(|text| text.strip_suffix('`'));
    inside.filter(|text| !text.contains('`')).unwrap_or(text)
}

/// Reads one line; `scope` is the game that an earlier line named.
pub(super) fn read_line(text: &str, scope: Option<i64>, turns: &dyn Turns) -> LineReading {
    let text = without_marks(text.trim());
    if let Some(reading) = habits::read_line(text, turns) {
        return reading;
    }
    let (named, rest) = leading_game(text);
    let game = named.or(scope);
    // A turn for a game that the mail is not about is none for the opponent to read.
    let known = game.filter(|_| turns.stage(game) != Stage::None);
    let about = InGame { turns, game: known };
    let (game, reading) = match with_trailing_game(rest, about) {
        Some((trailing, command)) if named.is_none() => {
            (Some(trailing), Some((command, Certainty::Sure)))
        }
        _ => (game, sure_first(rest, about)),
    };
    // A line that begins with `#17` may be meant for the server, even if the rest is not understood.
    let nothing = match named {
        Some(_) => Certainty::Loose,
        None => Certainty::None,
    };
    let mut words = None;
    let reading = match reading {
        Some((_, Certainty::Sure)) => reading,
        other => match in_sentence(bare(rest, about), about) {
            Some((turn, talk)) => {
                words = Some(talk).filter(|talk| !talk.is_empty());
                Some((turn, Certainty::Sure))
            }
            None => match wished(rest, about) {
                Some((command, said)) => {
                    words = Some(said).filter(|said| !said.is_empty());
                    Some((command, Certainty::Sure))
                }
                None => other,
            },
        },
    };
    let (command, certainty) = reading.unwrap_or((Command::Unrecognised, nothing));
    let waited_for =
        || turns.asked(known) || turns.proposed(known) || turns.stage(known) == Stage::Offered;
    let certainty = match command {
        Command::Yes | Command::No if waited_for() => Certainty::Sure,
        // Other words beside a turn are words to the other player.
        Command::Yes | Command::No
            if game.is_none() && turns.asked_elsewhere() && is_literal(rest) =>
        {
            Certainty::Sure
        }
        _ => certainty,
    };
    let text = habits::without_password(text).into_owned();
    LineReading {
        line: Line {
            game,
            words,
            ..Line::new(text, command)
        },
        certainty,
    }
}

/// Reads a command in its complete form, else a turn, else a turn in the frame of a sentence, else what
/// may be meant as a command.
fn sure_first(text: &str, game: InGame) -> Option<(Command, Certainty)> {
    let verb = table::read(text, game);
    if matches!(verb, Some((_, Certainty::Sure))) {
        return verb;
    }
    if let Some(command) = requested(text, game) {
        return Some((command, Certainty::Sure));
    }
    if let Some(command) = phrases::translated(text) {
        return table::read(command, game);
    }
    let bare = bare(text, game);
    if let Some(command) = turn(bare, game, false) {
        return Some((command, Certainty::Sure));
    }
    // Who accepts a draw answers no other question.
    if game.turns.asked(game.game)
        && !phrases::names_draw(text)
        && let Some(agrees) = agreement(text)
    {
        let command = if agrees { Command::Yes } else { Command::No };
        return Some((command, Certainty::Sure));
    }
    if game.turns.proposed(game.game)
        && let Some(agrees) = phrases::answer_to_request(text)
    {
        let command = if agrees { Command::Yes } else { Command::No };
        return Some((command, Certainty::Sure));
    }
    // `yes` may also answer a question; which of both is meant depends on the letter.
    let plain = matches!(verb, Some((Command::Yes | Command::No, _)));
    if let (Stage::Offered, false) = (game.stage(), plain)
        && let Some(accepts) = phrases::answer_to_offer(text)
    {
        let command = match accepts {
            // `Agreed` may answer something else as well.
            true if !phrases::names_draw(text) => Command::Yes,
            true => Command::Draw(Draw::Accept),
            false => Command::Draw(Draw::Decline),
        };
        return Some((command, Certainty::Sure));
    }
    let mut inner = phrases::without_frame(bare).into_iter();
    inner
        .find_map(|inner| turn(inner, game, false))
        .or_else(|| turn(&bare.replace(" / ", " "), game, false))
        .map(|command| (command, Certainty::Sure))
        .or(verb)
}

/// A turn beside known words, with the sentences below it in its line, which may be talk to the others but name no
/// other turn.
fn in_sentence(text: &str, game: InGame) -> Option<(Command, String)> {
    let names = |text: &str| !game.turns.mentions(game.game, text).is_empty();
    let cuts = phrases::cuts(text);
    if cuts.iter().any(|cut| contradicts(cut, game)) {
        return None;
    }
    let no_pawns = cuts.iter().any(|cut| is_pawn_behind_piece(cut, game));
    cuts.into_iter().find_map(|cut| {
        let command = turn(cut.turn, game, false)?;
        if no_pawns && is_pawn_move(&command, game) {
            return None;
        }
        if let Command::Turn {
            turn, means: None, ..
        } = &command
            && (cut.free || names(text))
            && game.turns.legal(game.game, turn).is_none()
        {
            return None;
        }
        let others = names(cut.talk) || cut.brackets.iter().any(|inner| names(inner));
        (!others).then(|| (command, cut.talk.to_owned()))
    })
}

/// Whether a pawn's move stands behind the name of a piece. Who names a piece means no pawn: `cavalier dame en c3`.
fn is_pawn_behind_piece(cut: &phrases::Cut, game: InGame) -> bool {
    let in_front = |inner: &&&str| inner.as_ptr() < cut.turn.as_ptr();
    let in_front = cut.brackets.iter().filter(in_front).copied();
    let names_piece = || in_front.chain([cut.told]).any(names_piece);
    let plays_pawn = || turn(cut.turn, game, false).is_some_and(|it| is_pawn_move(&it, game));
    is_bare_square(cut.turn) && names_piece() && plays_pawn()
}

/// Whether a turn is a legal move of a pawn, which is written without a letter.
fn is_pawn_move(command: &Command, game: InGame) -> bool {
    let Command::Turn { turn, .. } = command else {
        return false;
    };
    let legal = game.turns.legal(game.game, turn);
    legal.is_some_and(|legal| legal.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// Whether the words in front of a turn name another one than the notation behind them: `Short castling: O-O-O`.
fn contradicts(cut: &phrases::Cut, game: InGame) -> bool {
    if cut.told.is_empty() {
        return false;
    }
    let Some(Command::Turn { turn, .. }) = turn(cut.turn, game, false) else {
        return false;
    };
    let Some(legal) = game.turns.legal(game.game, &turn) else {
        return false;
    };
    let mentions = game.turns.mentions(game.game, cut.told);
    !mentions.iter().all(|mention| {
        // Its first actions, or one of them.
        let is_part = |named: &String| {
            let rest = legal.strip_prefix(named.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
                || legal.split(' ').any(|action| action == named)
        };
        // `a square on e3`, where a pawn could go as well.
        let typed = mention.typed.as_str();
        let square = typed.len() <= 3 && !typed.contains('-') && legal.contains(typed);
        square || mention.turns.iter().any(is_part)
    })
}

/// Whether a text is a square and nothing else.
fn is_bare_square(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let mut signs = text.chars();
    let file = signs.next().is_some_and(|c| c.is_ascii_alphabetic());
    let rank = signs.as_str();
    file && !rank.is_empty() && rank.bytes().all(|b| b.is_ascii_digit())
}

/// Whether words name a piece, and neither a pawn nor a square.
fn names_piece(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let said = words.filter_map(|word| says(word).next().or_else(|| nearest_piece(word)));
    let said: Vec<Says> = said.collect();
    let piece = |says: &Says| matches!(says, Says::Piece(_) | Says::Kind(_));
    let pawn = said.contains(&Says::Piece('P'));
    said.iter().any(piece) && !pawn && !text.contains(|c: char| c.is_ascii_digit())
}

/// A player who gives up or offers a draw in their own words, with words for the others. Since all
/// words of a resignation are among them, and are no farewell alone, it is asked back.
fn wished(text: &str, game: InGame) -> Option<(Command, String)> {
    if !matches!(game.stage(), Stage::Playing | Stage::Offered) {
        return None;
    }
    if game.stage() == Stage::Offered
        && let Some(answer) = answer_and_talk(text, game)
    {
        return Some(answer);
    }
    if let Some((head, rest)) = text.split_once([',', '.', '!', ';'])
        && phrases::is_farewell(rest)
        && let Some((command @ Command::Resign, Certainty::Sure)) = table::read(head, game)
    {
        return Some((command, rest.trim().to_owned()));
    }
    if game.turns.proposed(game.game)
        && let Some((asked, grants, talk)) = phrases::grant(text)
    {
        let consent = if grants {
            Consent::Accept
        } else {
            Consent::Decline
        };
        let command = match asked {
            phrases::Asked::TakeBack => Command::Undo(consent),
            phrases::Asked::Pause => Command::Pause(consent),
            phrases::Asked::Resume => return None,
        };
        return Some((command, talk.to_owned()));
    }
    if let Some((asked, talk)) = phrases::request_and_talk(text) {
        return Some((request(asked), talk.to_owned()));
    }
    let (wish, below) = phrases::wish(text)?;
    let command = match wish {
        phrases::Wish::Resign => Command::Resign,
        phrases::Wish::Draw if game.stage() == Stage::Playing => Command::Draw(Draw::Offer),
        phrases::Wish::Draw => return None,
    };
    Some((command, below.to_owned()))
}

/// An answer to a draw offer in a clause of its own, with talk behind it. It names the draw, or declines it where nothing
/// else waits for an answer. Nothing behind an acceptance, which is final, may be about the game.
fn answer_and_talk(text: &str, game: InGame) -> Option<(Command, String)> {
    // `No draw, thanks`.
    if phrases::answer_to_offer(text).is_some() {
        return None;
    }
    let signs = text.match_indices(['.', '!', ';', ',']);
    let clauses = signs.map(|(at, _)| (&text[..at], &text[at + 1..]));
    let answers = |(head, rest)| Some((phrases::answer_to_offer(head)?, head, rest));
    // `No draw, please. Let us see …`: the longest one.
    let (accepts, head, rest) = clauses.rev().find_map(answers)?;
    let waits = || game.turns.asked(game.game) || game.turns.proposed(game.game);
    let means_it = phrases::names_draw(head) || !accepts && !waits();
    let apart = || !accepts || phrases::leaves_turns(rest) || phrases::is_farewell(rest);
    let free = || !phrases::casts_doubt(rest) && game.turns.mentions(game.game, rest).is_empty();
    let answer = if accepts { Draw::Accept } else { Draw::Decline };
    (!is_idle(rest) && means_it && apart() && free())
        .then(|| (Command::Draw(answer), rest.trim().to_owned()))
}

/// A sentence that asks the others for something, in a game that is being played.
fn requested(text: &str, game: InGame) -> Option<Command> {
    if !matches!(game.stage(), Stage::Playing | Stage::Offered) {
        return None;
    }
    phrases::request(text).map(request)
}

fn request(asked: phrases::Asked) -> Command {
    match asked {
        phrases::Asked::TakeBack => Command::Undo(Consent::Ask),
        phrases::Asked::Pause => Command::Pause(Consent::Ask),
        phrases::Asked::Resume => Command::Resume,
    }
}

/// Whether a line is `yes` or `no`, and nothing else.
fn is_literal(text: &str) -> bool {
    let plain = text.trim().trim_end_matches(['.', '!']);
    ["yes", "no"]
        .iter()
        .any(|word| plain.eq_ignore_ascii_case(word))
}

/// Whether a line answers a question by yes or by no, in the common languages.
fn agreement(text: &str) -> Option<bool> {
    let plain = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    match plain.as_str() {
        "y" | "ok" | "okay" | "confirm" | "confirmed" | "i confirm" => Some(true),
        "n" => Some(false),
        _ => phrases::answer_to_offer(text),
    }
}

/// The line without bullets, emphasis, smileys and the author's name, which change nothing.
fn bare<'a>(text: &'a str, game: InGame) -> &'a str {
    let mut rest = text.trim();
    if let Some((before, name)) = rest.rsplit_once([',', '.'])
        && signs(game.turns, name)
    {
        rest = before.trim_end();
    }
    for smiley in [":-)", ":)", ";-)", ";)", ":-D", ":D", "^^"] {
        rest = rest.strip_suffix(smiley).unwrap_or(rest).trim_end();
    }
    for bullet in ["- ", "* ", "+ ", "– ", "• ", "· ", "o "] {
        if let Some(behind) = rest.strip_prefix(bullet) {
            rest = behind.trim_start();
            break;
        }
    }
    let marks = ["***", "**", "*", "__", "_"].map(|mark| (mark, mark));
    for (open, close) in marks.into_iter().chain([("[", "]"), ("(", ")")]) {
        let inner = rest.strip_prefix(open).and_then(|r| r.strip_suffix(close));
        if let Some(inner) =
            inner.filter(|inner| !inner.contains(['(', '[', '?']) && !is_idle(inner))
        {
            rest = inner.trim();
            break;
        }
    }
    let free = game.stage() != Stage::Offered && !game.turns.proposed(game.game);
    for yes in ["yes,", "ja,", "oui,", "sí,", "si,", "sì,"] {
        // Before a turn it is a word like `OK`.
        let is_head = |head: &str| head.to_lowercase() == yes;
        if !free || !rest.get(..yes.len()).is_some_and(is_head) {
            continue;
        }
        let behind = rest[yes.len()..].trim_start();
        if game.reading(behind) != TurnReading::No {
            rest = behind;
            break;
        }
    }
    rest
}

/// Reads `resign #17`, with the game last. This is done for commands without arguments only, since `#`
/// after a turn means mate.
fn with_trailing_game(text: &str, about: InGame) -> Option<(i64, Command)> {
    let (rest, last) = text.rsplit_once(char::is_whitespace)?;
    let game = game_number(last.strip_prefix('#')?)?;
    let (command, certainty) = table::read(rest.trim_end(), about)?;
    let fits = matches!(
        command,
        Command::Resign
            | Command::History
            | Command::Drop
            | Command::Finish
            | Command::Resend
            | Command::Legal(None)
            | Command::Draw(Draw::Offer | Draw::Accept | Draw::Decline | Draw::Claim(None))
            | Command::Undo(_)
            | Command::Pause(_)
            | Command::Resume
            | Command::Forgive
            | Command::RefusePoints
            | Command::Time(TimeOffer::Accept | TimeOffer::Decline)
    );
    (fits && certainty == Certainty::Sure).then_some((game, command))
}

/// Whether a line has no letter and no digit.
pub(super) fn is_idle(text: &str) -> bool {
    !text.chars().any(char::is_alphanumeric)
}

/// The game, if the line is `#17` and nothing else.
pub(super) fn lone_game(text: &str) -> Option<i64> {
    let (game, rest) = leading_game(text.trim());
    game.filter(|_| is_idle(rest))
}

/// The game whose number a line begins with, as `#17 e4` does.
#[must_use]
pub fn named_game(text: &str) -> Option<i64> {
    leading_game(text.trim()).0
}

/// The game that a line is meant for: [`named_game`], unless what follows is neither a command nor a turn, as
/// in `#2 is my favourite`.
#[must_use]
pub fn meant_game(text: &str, turns: &dyn Turns) -> Option<i64> {
    let (game, rest) = leading_game(text.trim());
    let sure = || read_line(text, None, turns).certainty == Certainty::Sure;
    game.filter(|_| is_idle(rest) || sure())
}

/// Splits off `#17`, `#17:` or `[#17]` at the start of a line.
pub(super) fn leading_game(text: &str) -> (Option<i64>, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let bare = word.trim_end_matches([':', ',', '.']);
    let bare = bare
        .strip_prefix('[')
        .and_then(|w| w.strip_suffix(']'))
        .unwrap_or(bare);
    match bare.strip_prefix('#').and_then(game_number) {
        Some(game) => (Some(game), rest.trim_start()),
        None => (None, text),
    }
}

/// A game's number: digits only, above zero.
pub(super) fn game_number(digits: &str) -> Option<i64> {
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|&n| plain && n > 0)
}

/// Reads a turn with its number and extra. With `sure` the author calls it a turn, so that the result is
/// one also if the game does not read it as one.
pub(super) fn turn(text: &str, game: InGame, sure: bool) -> Option<Command> {
    if text.len() > LONGEST_TURN {
        return None;
    }
    // What a game that is not over ends with in its record.
    let text = text.trim().trim_end_matches(" *");
    let (guard, rest) = match guard(text) {
        (None, _) => bare_guard(text)
            .filter(|_| game.turns.legal(game.game, text).is_none())
            .unwrap_or((None, text)),
        guarded => guarded,
    };
    let with = |turn: &str, then| {
        let turn = turn.trim();
        let (turn, means) = match game.reading(turn) {
            TurnReading::Turn(turn) => (turn, None),
            TurnReading::Doubtful(means) => (turn.to_owned(), Some(means)),
            TurnReading::No if sure && !turn.is_empty() => (turn.to_owned(), None),
            TurnReading::No => return None,
        };
        Some(Command::Turn {
            guard,
            turn,
            then,
            means,
            sure,
        })
    };
    let signs = |c: char| c.is_whitespace() || ",;.:-(¿".contains(c);
    let offer = || {
        let turn = phrases::before_offer(rest)?;
        with(turn.trim_end_matches(signs), Some(Extra::DrawOffer))
    };
    extra(rest)
        .and_then(|(turn, then)| with(turn, Some(then)))
        .or_else(offer)
        .or_else(|| with(rest, None))
}

/// Splits off `3.`, `3...`, `3. ...` and `3…` (phones replace three dots by one character). A number that
/// is too long becomes one that no turn has, so that the turn is refused.
fn guard(text: &str) -> (Option<Guard>, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let after = &text[digits..];
    let rest = after.trim_start_matches(|c: char| c == '.' || c == '…' || c.is_whitespace());
    let marks = &after[..after.len() - rest.len()];
    let worth = |mark| match mark {
        '.' => 1,
        '…' => 3,
        _ => 0,
    };
    let dots: usize = marks.chars().map(worth).sum();
    if digits == 0 || !marks.starts_with(['.', '…']) {
        return (None, text);
    }
    let number = text[..digits].parse().unwrap_or(u32::MAX);
    (
        Some(Guard {
            number,
            dots: if dots == 1 { 1 } else { 3 },
        }),
        rest,
    )
}

/// Splits off `1` before `Nf3`, and `Move 1:`.
fn bare_guard(text: &str) -> Option<(Option<Guard>, &str)> {
    let behind = phrases::without_turn_word(text);
    let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
    let rest = behind[digits..].trim_start_matches([':', ')', '.', ' ']);
    let apart = behind[digits..].starts_with([' ', ':', ')', '.']);
    let begins = rest.starts_with(|c: char| c.is_alphabetic() || c == '@');
    if digits == 0 || digits > 3 || !apart || !begins {
        return None;
    }
    let number = behind[..digits].parse().ok()?;
    Some((Some(Guard { number, dots: 1 }), rest))
}

/// What may follow a turn on its line.
const EXTRAS: &[(&str, Extra)] = &[
    ("draw offer", Extra::DrawOffer),
    ("offer draw", Extra::DrawOffer),
    ("offer a draw", Extra::DrawOffer),
    ("offering a draw", Extra::DrawOffer),
    ("draw?", Extra::DrawOffer),
    ("(=)", Extra::DrawOffer),
    ("draw claim", Extra::DrawClaim),
    ("claim draw", Extra::DrawClaim),
    ("claim a draw", Extra::DrawClaim),
    ("claiming a draw", Extra::DrawClaim),
];

/// Splits `TURN draw offer` and the like, leaving out words between them (`, and I`).
fn extra(text: &str) -> Option<(&str, Extra)> {
    let text = text.trim_end_matches(['.', '!', ' ']);
    let lower = text.to_ascii_lowercase();
    let (turn, then) = EXTRAS.iter().find_map(|&(words, then)| {
        // `to_ascii_lowercase` keeps byte positions.
        let turn = &text[..lower.strip_suffix(words)?.len()];
        turn.ends_with([' ', '\t', ',', ';', '.'])
            .then_some((turn, then))
    })?;
    let mut turn = turn;
    loop {
        turn = turn.trim_end_matches([' ', '\t', ',', ';', '.']);
        let (rest, last) = turn.rsplit_once([' ', ',', ';']).unwrap_or(("", turn));
        if !["and", "with", "i", "a", "&"].contains(&last.to_ascii_lowercase().as_str()) {
            return Some((turn, then));
        }
        turn = rest;
    }
}
