//! Laws: what is true in every conversation.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use zugpost::ids::{GameId, TokenId};
use zugpost::store::{self, LetterKind, LetterStatus, MailRow, MailStatus, TokenRow, TokenScope};
use zugpost::text::keys::{ENVELOPE_TOKEN_LEN, REPLY_TOKEN_LEN};
use zugpost::tokens::public_id;

use super::html_page;
use super::letter::Letter;
use super::server::{Done, Server};
use super::transcript;

/// Verdicts after which the author gets exactly one answer.
const ANSWERED: [&str; 5] = ["played", "answered", "refused", "duplicate", "stranger"];
/// Verdicts after which the author gets no answer.
const SILENT: [&str; 5] = ["robot", "bounce", "complaint", "silent", "limited"];

/// The laws that are checked after every step.
pub fn of_a_step(server: &Server, done: &Done) -> Result<()> {
    for mail in &done.judged {
        let verdict = word(mail);
        let of_it = |letter: &&Letter| letter.header("Auto-Submitted") == "auto-replied";
        let answers = done.letters.iter().filter(of_it).count();
        let answered = done
            .judged
            .iter()
            .filter(|mail| ANSWERED.contains(&word(mail)))
            .count();
        // While the relay is away, answers wait.
        ensure!(
            answers == answered || server.relay_is_away(),
            "{answers} answers to {answered} mails that ask for one"
        );
        if verdict == "unproven" {
            let of_it = |letter: &&Letter| letter.row.mail == Some(mail.id);
            let letters = done.letters.iter().filter(of_it).count();
            ensure!(
                letters == 1,
                "an unproven mail has set off {letters} letters"
            );
        } else if !ANSWERED.contains(&verdict) {
            ensure!(
                SILENT.contains(&verdict),
                "a mail was {verdict:?}: {:?}",
                mail.verdict
            );
        }
    }
    for letter in &done.letters {
        let name = format!("{} {}", letter.who, letter.number);
        form(letter, &server.written).map_err(|e| e.context(format!("letter {name}")))?;
    }
    Ok(())
}

fn word(mail: &MailRow) -> &str {
    mail.verdict
        .as_ref()
        .map_or("", |verdict| verdict.word.as_str())
}

/// What the first line of letters says in other languages than English, and the letters and marks of these languages.
const OTHERS: [&str; 3] = ["Antworte über", "répondez au-dessus", "responde encima"];
const THEIR_SIGNS: &str = "äöüÄÖÜß„“×–áéíóúñÁÉÍÓÚÑ¿¡«»ªºàâçèêëîïôùûœÀÂÇÈÊËÎÏÔÙÛŒ…’";

/// What the laws look for in letters, in English and in the other languages.
const LOOKED_FOR: [(&str, [&str; 3]); 4] = [
    (
        "In words, for screen readers and narrow screens:",
        [
            "In Worten, für Screenreader und schmale Bildschirme:",
            "En mots, pour les lecteurs d'écran et les écrans étroits :",
            "En palabras, para lectores de pantalla y pantallas estrechas:",
        ],
    ),
    (
        "Signs on the board:",
        [
            "Zeichen auf dem Brett:",
            "Signes sur l'échiquier :",
            "Signos del tablero:",
        ],
    ),
    (
        "How to write a turn, and the signs on the board:",
        [
            "Wie man einen Zug schreibt und was die Zeichen auf dem Brett bedeuten:",
            "Comment écrire un coup, et les signes de l'échiquier :",
            "Cómo se escribe una jugada, y los signos del tablero:",
        ],
    ),
    ("\nGame #", ["\nPartie #", "\nPartie #", "\nPartida #"]),
];

/// The letter with English words in place of those that the laws look for.
fn in_english(letter: &Letter) -> Letter {
    let mut letter = letter.clone();
    for (english, others) in LOOKED_FOR {
        for other in others {
            letter.text = letter.text.replace(other, english);
        }
    }
    letter
}

/// The form of every letter.
fn form(letter: &Letter, written: &str) -> Result<()> {
    let is_english = !OTHERS.iter().any(|words| letter.text.contains(words));
    let letter = &in_english(letter);
    for line in letter.text.lines() {
        ensure!(
            line.chars().count() <= 72,
            "wider than 72 columns: {line:?}"
        );
        ensure!(!line.ends_with([' ', '\t']), "a trailing blank: {line:?}");
        // A text that cannot be filled in is replaced by its name.
        let failed = line.contains("[notices/") && !written.contains("[notices/");
        ensure!(!failed, "a text was not filled in: {line:?}");
        ensure!(
            !line.starts_with('>') && !line.starts_with("From "),
            "relays change {line:?}"
        );
        let known = |c: char| c.is_ascii() || !is_english && THEIR_SIGNS.contains(c);
        let foreign = |c: char| !known(c) && !written.contains(c);
        ensure!(!line.contains(foreign), "not 7-bit: {line:?}");
        ensure!(
            !line.chars().any(char::is_control),
            "a control character: {line:?}"
        );
        ensure!(
            !line.contains(['\u{202e}', '\u{200b}']),
            "a hidden character: {line:?}"
        );
    }
    ensure!(letter.raw.is_ascii(), "raw bytes above 127");
    ensure!(!letter.text.contains("\n\n\n"), "two empty lines in a row");
    if let Some(html) = letter.html() {
        of_html(letter, &html)?;
    }
    of_files(letter)?;
    let bytes = letter.raw.len();
    match letter.row.kind {
        LetterKind::Public => ensure!(bytes < 2048, "{bytes} bytes for a stranger"),
        LetterKind::Umpire => {}
        LetterKind::Outsider => {
            let most = match letter.text.contains("invitation") {
                true => 4096,
                false => 2048,
            };
            ensure!(bytes < most, "{bytes} bytes for somebody who does not play");
            ensure!(!letter.raw.contains("text/html"), "an HTML part");
            if !letter.row.tokens.is_empty() {
                return of_no_game(letter);
            }
        }
        _ => {
            let html = letter.raw.contains("text/html");
            let Some(about) = letter.row.about else {
                if letter.row.tokens.is_empty() {
                    return of_account(letter);
                }
                let plain =
                    written.contains("set format plain") || written.contains("set format spoken");
                ensure!(html || plain, "no HTML part");
                let watched = letter.row.kind == LetterKind::Watch;
                return match letter.text.starts_with("--- #") && !watched {
                    true => of_several(letter),
                    false => of_no_game(letter),
                };
            };
            let game = about.game;
            of_headline(letter, game)?;
            // In the first three letters of a kind of game, or where their reader wants it.
            let hints = [
                "The line `legend` explains the signs",
                "Die Zeile `legend` erklärt die Zeichen",
                "La ligne `legend` explique les signes",
                "La línea `legend` explica los signos",
            ];
            ensure!(
                letter.text.contains("Signs on the board:")
                    || hints.iter().any(|hint| letter.text.contains(hint))
                    || written.contains("set format spoken"),
                "no signs explained"
            );
            ensure!(
                letter.text.contains(&format!("\nGame #{game}, ")),
                "no heading"
            );
            // Only letters in words have it in the address alone.
            let heard = written.contains("set format spoken") && !letter.text.contains(IN_WORDS);
            ensure!(
                letter.text.trim_end().ends_with(&letter.reply_token()) || heard,
                "no token at the end"
            );
            ensure!(
                letter.header("Message-ID").contains(&letter.reply_token()),
                "no token in the Message-ID"
            );
            ensure!(
                letter.header("List-Id").contains(&format!("game-{game}.")),
                "no List-Id"
            );
            let plain =
                written.contains("set format plain") || written.contains("set format spoken");
            ensure!(html || plain, "no HTML part");
        }
    }
    Ok(())
}

/// Above what the text alone says, since the board of the HTML part fits any screen.
const IN_WORDS: &str = "In words, for screen readers and narrow screens:\n";

/// A text as it stands in the HTML part, which is ASCII.
fn entities(text: &str) -> String {
    let entity = |c: char| match c.is_ascii() {
        true => c.to_string(),
        false => format!("&#{};", u32::from(c)),
    };
    text.chars().map(entity).collect()
}

/// The HTML part says what the text says, and leads nowhere but to the server.
fn of_html(letter: &Letter, html: &str) -> Result<()> {
    let mut html = html.to_owned();
    for (english, others) in LOOKED_FOR {
        for other in others.map(str::trim) {
            html = html.replace(&entities(other), english.trim());
        }
    }
    let page = html_page::read(&html).map_err(|why| anyhow::anyhow!("{why} in the HTML part"))?;
    let text = html_page::words(&letter.text);
    for word in &page.words {
        // Words in the text are never hyphenated, but columns there may be narrow.
        ensure!(
            text.contains(word),
            "{word:?} stands in the HTML part alone"
        );
    }
    let (above, _) = letter
        .text
        .split_once("Signs on the board:")
        .unwrap_or((&letter.text, ""));
    let mut boards = above.split(IN_WORDS);
    let drawn = boards.next().unwrap_or_default();
    let below = boards.map(|board| board.split_once("\n\n").unwrap_or_default().1);
    let turn_page = page.turn_page.as_deref();
    ensure!(
        turn_page.is_none_or(|link| letter.text.lines().any(|line| line == link)),
        "the text has no link to a page"
    );
    for line in drawn
        .lines()
        .chain(below.flat_map(str::lines))
        .filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()))
        .filter(|line| Some(*line) != turn_page)
    {
        // What is beside a board is in its block.
        // Signs are explained as they look in that part.
        let words = html_page::words(line);
        let missing = words.iter().find(|word| !page.text.contains(*word));
        let legend = letter
            .text
            .contains("How to write a turn, and the signs on the board:");
        ensure!(
            legend || missing.is_none(),
            "{missing:?} of {line:?} is missing in the HTML part"
        );
    }
    let to = letter.bracketed("Reply-To");
    let (local, domain) = to.split_once('@').unwrap_or_default();
    let address = format!("mailto:{}@{domain}?subject=", local.replace('+', "%2B"));
    for link in &page.links {
        ensure!(
            link.starts_with(&address),
            "a link to {link}, not {address}"
        );
        ensure!(link.contains("&body="), "a link without a text: {link}");
    }
    let parts = letter.raw.matches("Content-ID: <").count();
    let shown: BTreeSet<&str> = page.pictures.iter().map(|(id, _)| id.as_str()).collect();
    ensure!(
        parts == shown.len(),
        "{parts} pictures go with the letter, {} are shown",
        shown.len()
    );
    for (id, said) in &page.pictures {
        let part = format!("Content-ID: <{id}>");
        ensure!(letter.raw.contains(&part), "no picture {id}");
        ensure!(!said.is_empty(), "a picture without words");
    }
    ensure!(
        letter.bytes() < 102 << 10,
        "{} bytes: Gmail cuts it",
        letter.bytes()
    );
    Ok(())
}

/// The files are those that the text names, and are what they are said to be.
fn of_files(letter: &Letter) -> Result<()> {
    let text = letter.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for file in letter.files() {
        let name = &file.name;
        let plain = name.bytes().all(|b| b.is_ascii_graphic() && b != b'"');
        ensure!(plain, "a file of the name {name:?}");
        let all = text.contains("Attached is everything that I keep about you");
        let named = text.contains(&format!(" {name}."));
        ensure!(all || named, "the text does not name {name}");
        let kind = match name.rsplit_once('.').unwrap_or_default().1 {
            "gif" => "image/gif",
            "pgn" => "application/vnd.chess-pgn",
            "csv" => "text/csv",
            "json" => "application/json",
            _ => "text/plain",
        };
        ensure!(file.kind == kind, "{name} is said to be {}", file.kind);
        let is_gif = file.content.starts_with(b"GIF89a") && file.content.len() <= 200 << 10;
        ensure!(file.text.is_some() || is_gif, "{name} is no small GIF");
    }
    let attached = letter.files().len();
    let files = letter.raw.matches("\nContent-Disposition: ").count();
    let pictures = letter.raw.matches("\nContent-ID: <").count();
    ensure!(files == attached + pictures, "{attached} files have names");
    Ok(())
}

/// The form of an answer to a mail about several games.
fn of_several(letter: &Letter) -> Result<()> {
    let games = letter.text.matches("\nGame #").count();
    ensure!(games > 1, "an answer about {games} games");
    ensure!(
        letter.text.contains(&letter.reply_token()),
        "no token at the end"
    );
    Ok(())
}

/// The form of a letter to a player about no game.
fn of_no_game(letter: &Letter) -> Result<()> {
    let first = letter.text.lines().next().unwrap_or_default();
    ensure!(
        first.starts_with("--- ") && first.contains(": ") && first.ends_with(" ---"),
        "its first line ends no answer: {first:?}"
    );
    ensure!(
        letter.text.trim_end().ends_with(&letter.reply_token()),
        "no token at the end"
    );
    ensure!(
        letter.header("Message-ID").contains(&letter.reply_token()),
        "no token in the Message-ID"
    );
    Ok(())
}

/// A letter about a game begins with the line above which answers go, and says then what has happened and whose turn it
/// is; the Subject is the same in all letters of a game.
fn of_headline(letter: &Letter, game: GameId) -> Result<()> {
    let told = transcript::of_a_game(&letter.text);
    ensure!(
        told.is_some_and(|(number, told)| number == game.to_string() && told.ends_with('.')),
        "it does not begin with the headline: {told:?}"
    );
    let subject = letter.subject();
    let named = subject.strip_prefix(&format!("[#{game}] "));
    let players = named.and_then(|named| named.split_once(": "));
    ensure!(
        players.is_some_and(|(_, players)| players.contains(" – ")),
        "the Subject is {subject}"
    );
    Ok(())
}

/// The form of a letter about addresses and names.
fn of_account(letter: &Letter) -> Result<()> {
    let address = [LetterKind::Address, LetterKind::Ruling].contains(&letter.row.kind);
    ensure!(
        address || letter.row.kind == LetterKind::Answer,
        "a letter without a game and without a token"
    );
    ensure!(
        !letter.text.contains("\nGame #") && !letter.raw.contains("text/html"),
        "a game in a letter about addresses"
    );
    Ok(())
}

/// The laws that are checked at the end.
pub fn of_a_conversation(server: &mut Server) -> Result<()> {
    tokens(server)?;
    if server.is_in_file() {
        nothing_stored(server)?;
    }
    let found = server
        .office
        .replay(server.store.as_mut(), false, &mut |_| {})?;
    ensure!(
        found.differences.is_empty(),
        "replay: {:?}",
        found.differences
    );
    ensure!(
        found.act_differences.is_empty(),
        "replay: {:?}",
        found.act_differences
    );
    if server.is_in_file() {
        let complaints = server.store.check()?;
        ensure!(complaints.is_empty(), "the database: {complaints:?}");
    }
    let (waiting, quarantined, broken) = store::read(server.store.as_mut(), |store| {
        Ok((
            store.letters(LetterStatus::Waiting, 10)?,
            store.mails(MailStatus::Quarantined, 10)?,
            store.letters(LetterStatus::Quarantined, 10)?,
        ))
    })?;
    ensure!(waiting.is_empty(), "letters wait: {waiting:?}");
    ensure!(broken.is_empty(), "letters are quarantined: {broken:?}");
    ensure!(
        quarantined.is_empty(),
        "mails were put aside: {quarantined:?}"
    );
    Ok(())
}

/// Each letter to a seat has a reply token of that seat, and no letter has one of another player's.
fn tokens(server: &mut Server) -> Result<()> {
    let (letters, secret) = (&server.letters, &server.secret);
    store::read(server.store.as_mut(), |store| {
        let row = |token: &str| -> Result<Option<TokenRow>> {
            let Some(id) = public_id(token) else {
                return Ok(None);
            };
            let row = store.token(TokenId(id))?;
            Ok(row.filter(|row| secret.verifies(token, &row.base())))
        };
        for letter in letters {
            let mut places: Vec<(i64, u8)> = Vec::new();
            for id in &letter.row.tokens {
                places.extend(store.token(*id)?.as_ref().and_then(place));
            }
            let about = letter.row.about.map(|about| (about.game.0, about.seat));
            ensure!(
                about.is_none() || places == Vec::from_iter(about),
                "o{}: its tokens are of {places:?}",
                letter.row.id
            );
            if letter.row.tokens.is_empty() {
                ensure!(
                    letter.header("Reply-To").is_empty(),
                    "o{} has a Reply-To",
                    letter.row.id
                );
            } else {
                let own = row(&letter.reply_token())?.map(|row| row.id);
                ensure!(
                    own == letter.row.tokens.first().copied(),
                    "letter o{}: its key is {own:?}",
                    letter.row.id
                );
            }
            let token = letter.bracketed("Return-Path");
            let token = token.split(['+', '@']).nth(1).unwrap_or_default();
            ensure!(
                token.len() == ENVELOPE_TOKEN_LEN,
                "no token in the envelope"
            );
            ensure!(
                secret.letter_of_envelope_token(token) == Some(letter.row.id.0),
                "another letter's token"
            );
            let text = format!(
                "{}\n{}",
                letter.raw.replace("=\r\n", ""),
                letter.header("References")
            );
            for run in runs(&text) {
                if let Some(row) = row(&run)? {
                    let opens = &row.scope;
                    let own = letter.row.tokens.contains(&row.id);
                    let of_seat = place(&row).is_some_and(|seat| places.contains(&seat));
                    ensure!(
                        own || of_seat,
                        "o{} has a key of {opens:?} in it",
                        letter.row.id
                    );
                }
            }
            ensure!(
                runs(&letter.header("References")).is_empty(),
                "o{} has something like a key in References",
                letter.row.id
            );
        }
        Ok(())
    })
}

/// No table holds a reply token, but for the bytes of mails and letters.
fn nothing_stored(server: &Server) -> Result<()> {
    let letters = server.letters.iter();
    let keys: Vec<String> = letters
        .flat_map(|letter| [letter.reply_token(), letter.code()])
        .collect();
    let keys: Vec<&String> = keys.iter().filter(|key| !key.is_empty()).collect();
    let database = Connection::open(server.database())?;
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_raw'";
    let tables: Vec<String> = database
        .prepare(tables)?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    ensure!(tables.len() > 5, "the tables are {tables:?}");
    for table in tables {
        let mut select = database.prepare(&format!("SELECT * FROM {table}"))?;
        let columns = select.column_count();
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..columns {
                let (ValueRef::Text(value) | ValueRef::Blob(value)) = row.get_ref(column)? else {
                    continue;
                };
                let value = String::from_utf8_lossy(value).to_lowercase();
                let found = keys.iter().any(|key| value.contains(key.as_str()));
                ensure!(!found, "{table} holds a key: {value}");
            }
        }
    }
    Ok(())
}

fn place(row: &TokenRow) -> Option<(i64, u8)> {
    match row.scope {
        TokenScope::Seat { game, seat, .. } => Some((game.0, seat)),
        TokenScope::Player(_)
        | TokenScope::Challenge { .. }
        | TokenScope::Question(_)
        | TokenScope::Lesson { .. }
        | TokenScope::List(_) => None,
    }
}

/// Every substring of letters and digits that is as long as a reply token.
fn runs(raw: &str) -> Vec<String> {
    raw.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|run| run.len() >= REPLY_TOKEN_LEN)
        .flat_map(|run| {
            (0..=run.len() - REPLY_TOKEN_LEN).map(|at| run[at..at + REPLY_TOKEN_LEN].to_lowercase())
        })
        .collect()
}
