//! The data of letters: reply token, thread, and the sentences that every letter to a seat has.

use anyhow::{Context, Result};

use crate::games::{Changes, StoredGame, seat_at};
use crate::ids::TokenScope;
use crate::letters::{Echo, LetterKind, LetterText, SeatLetter, Words};
use crate::mail::{self, Mailbox, MimeMessage};
use crate::rules::game::Seat;
use crate::rules::outcome::Reason;
use crate::store::Tx;
use crate::text::{self, WIDTH, listed, wrapped};

use super::Office;
use super::letter::{Letter, Page};
use super::session::InboxMail;
use super::views;

/// A letter lists this many last turns.
const LAST_TURNS: usize = 4;

/// What a letter to a seat says besides what all of them say.
#[derive(Clone, Debug, Default)]
pub(super) struct LetterContent {
    /// The mail that causes it.
    inbox_id: Option<i64>,
    /// Whether it answers that mail.
    answer: bool,
    /// Message-ID of the answered mail.
    in_reply_to: Option<String>,
    /// The lines of the answered mail with their replies.
    echoes: Vec<Echo>,
    /// Sentences about what has happened.
    news: Vec<String>,
    /// What others said.
    words: Vec<Words>,
}

impl LetterContent {
    /// The content of an answer to a player's mail.
    pub fn answer(mail: &InboxMail<'_>, echoes: Vec<Echo>) -> Self {
        Self {
            inbox_id: Some(mail.row.id),
            answer: true,
            in_reply_to: mail.message.message_id.clone(),
            echoes,
            ..Self::default()
        }
    }

    /// The content of a letter to `seat` about changes.
    pub fn news(inbox_id: Option<i64>, changes: &Changes, stored: &StoredGame, seat: Seat) -> Self {
        Self {
            inbox_id,
            news: changes.news.clone(),
            words: words_for(changes, stored, seat),
            ..Self::default()
        }
    }

    /// The content of a letter with sentences of the server alone.
    pub fn told(news: Vec<String>) -> Self {
        Self {
            news,
            ..Self::default()
        }
    }

    /// The content of a letter about a mail that was sent in the reader's name without proof.
    pub fn unproven(inbox_id: i64, echo: Echo) -> Self {
        Self {
            inbox_id: Some(inbox_id),
            echoes: vec![echo],
            ..Self::default()
        }
    }
}

impl Office {
    /// Posts a letter to a seat, with a reply token of its own. Does nothing if the player has no address.
    ///
    /// # Errors
    /// The database fails, or the letter cannot be composed.
    pub(super) fn post_seat(
        &mut self,
        tx: &Tx<'_>,
        stored: &mut StoredGame,
        seat: Seat,
        content: LetterContent,
    ) -> Result<()> {
        let game = stored.row.id;
        let token = self.new_reply_token(tx, game, seat, stored.state)?;
        let row = stored
            .seats
            .get(usize::from(seat.0))
            .context("no such seat")?
            .clone();
        if row.address.is_empty() {
            return Ok(());
        }
        let page = Page {
            words: Box::new(words(stored, seat, &content, &token)),
            game: stored.game.fork(),
            seat,
        };
        let now = self.now();
        let domain = self.settings.address.domain().to_owned();
        let message_id = format!("g{game}.{token}@{domain}");
        let reply_to = self.detailed(&token);
        let message = MimeMessage {
            from: self.mailbox(),
            to: Mailbox {
                name: row.name.clone(),
                address: mail::Address::parse(&row.address)?,
            },
            reply_to: reply_to.clone().map(|address| Mailbox {
                name: self.settings.name.clone(),
                address,
            }),
            subject: String::new(),
            message_id: message_id.clone(),
            in_reply_to: content
                .in_reply_to
                .clone()
                .or_else(|| row.first_letter.clone()),
            // All letters to a seat refer to the first one, so that every mail program shows one thread of
            // two levels however long the game.
            references: row.first_letter.clone().into_iter().collect(),
            answer: content.answer,
            list_id: Some(format!("game-{game}.{domain}")),
            unsubscribe: reply_to.or_else(|| Some(self.settings.address.clone())),
            text: String::new(),
            html: true,
            date: now.into(),
        };
        let letter = Letter {
            page: Some(page),
            message,
            recipient: row.address,
            kind: if content.answer {
                LetterKind::Answer
            } else {
                LetterKind::News
            },
            about: Some((game, seat.0, stored.state)),
            inbox_id: content.inbox_id,
            now: super::stamp(now),
        };
        self.post(tx, letter)?;
        if row.first_letter.is_none() {
            tx.set_first_letter(game, seat.0, &message_id)?;
            if let Some(row) = stored.seats.get_mut(usize::from(seat.0)) {
                row.first_letter = Some(message_id);
            }
        }
        Ok(())
    }

    /// Posts a letter without board and reply token, as the answer to a mail if one is given.
    ///
    /// # Errors
    /// The database fails, or the letter cannot be composed.
    pub(super) fn post_plain<L: LetterText>(
        &mut self,
        tx: &Tx<'_>,
        kind: LetterKind,
        text: &L,
        recipient: &mail::Address,
        answered: Option<(i64, &mail::ParsedMessage)>,
    ) -> Result<()> {
        let text = self.templates.render(text)?;
        let now = self.now();
        let mut nonce = [0; 10];
        (self.chance)(&mut nonce);
        let nonce = data_encoding::BASE32_NOPAD
            .encode(&nonce)
            .to_ascii_lowercase();
        let message_id = format!(
            "{}.{nonce}@{}",
            kind.as_str(),
            self.settings.address.domain()
        );
        let message = MimeMessage {
            from: self.mailbox(),
            to: Mailbox::new("", recipient.clone()),
            reply_to: None,
            subject: text.subject,
            message_id,
            in_reply_to: answered.and_then(|(_, mail)| mail.message_id.clone()),
            references: Vec::new(),
            answer: answered.is_some(),
            list_id: None,
            unsubscribe: None,
            text: text.body,
            html: false,
            date: now.into(),
        };
        let letter = Letter {
            page: None,
            message,
            recipient: recipient.to_string(),
            kind,
            about: None,
            inbox_id: answered.map(|(id, _)| id),
            now: super::stamp(now),
        };
        self.post(tx, letter)
    }

    fn new_reply_token(
        &mut self,
        tx: &Tx<'_>,
        game: i64,
        seat: Seat,
        state: i64,
    ) -> Result<String> {
        let mut nonce = vec![0; 8];
        (self.chance)(&mut nonce);
        let id = tx.add_reply_token(game, seat.0, state, &nonce)?;
        let scope = TokenScope {
            id,
            game,
            seat: seat.0,
            state,
            nonce: &nonce,
        };
        Ok(self.secret.reply_token(&scope))
    }
}

/// The data of a letter to a seat, without the board, which is rendered when the letter is composed.
fn words(stored: &StoredGame, seat: Seat, content: &LetterContent, token: &str) -> SeatLetter {
    let mut news = content.news.clone();
    news.extend(situation(stored, seat));
    let others: Vec<String> = (0..stored.seats.len())
        .map(seat_at)
        .filter(|other| *other != seat)
        .map(|other| stored.player_name(other))
        .collect();
    let place = format!(
        "Game #{}, {}. You are {}, against {}.",
        stored.row.id,
        stored.variant.name(),
        stored.seat_name(seat),
        listed(&others)
    );
    // A single turn is told in the news already.
    let shown = if stored.turns.len() > 1 {
        LAST_TURNS
    } else {
        0
    };
    let turns = views::last_turns(stored, shown);
    let title = if stored.turns.len() > LAST_TURNS {
        "Last turns:"
    } else {
        "Turns so far:"
    };
    SeatLetter {
        game: stored.row.id,
        name: stored.variant.name().to_owned(),
        tail: tail(stored, seat),
        marker: mail::marker(stored.row.id),
        echoes: content.echoes.clone(),
        news: news.iter().flat_map(|line| wrapped(line, WIDTH)).collect(),
        board: None,
        turns_title: title.to_owned(),
        turns,
        words: content.words.clone(),
        how: how_to_answer(stored, seat),
        place: wrapped(&place, WIDTH),
        reply_token: token.to_owned(),
    }
}

/// The end of the subject.
fn tail(stored: &StoredGame, seat: Seat) -> String {
    let course = stored.course();
    if !stored.is_on() {
        return course
            .result
            .map_or(course.status, |result| format!("over, {result}"));
    }
    let number = StoredGame::turn_number(&stored.game.label());
    let mover = stored.game.to_move();
    if mover == seat {
        format!("your {number}")
    } else {
        format!("{number} is {}'s", stored.seat_name(mover))
    }
}

/// Sentences about the position: whose turn it is, attacked kings, draw offers, or how the game ended.
fn situation(stored: &StoredGame, seat: Seat) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(end) = stored.end_sentence() {
        lines.push(end);
        if stored
            .game
            .outcome()
            .is_some_and(|end| end.reason == Reason::Stalemate)
        {
            let stuck = stored.seat_name(stored.game.to_move());
            lines.push(format!("{stuck} has no legal turn."));
        }
        lines.extend(fate(stored, seat));
        return lines;
    }
    let number = StoredGame::turn_number(&stored.game.label());
    let mover = stored.game.to_move();
    let checked = stored.game.in_check();
    if mover == seat {
        let check = if checked.contains(&seat) {
            " Your king is attacked."
        } else {
            ""
        };
        lines.push(format!(
            "It is your turn: {}'s {number}.{check}",
            stored.seat_name(seat)
        ));
    } else {
        lines.push(format!(
            "It is {}'s turn: {number}.",
            stored.player_name(mover)
        ));
    }
    for other in checked
        .into_iter()
        .filter(|other| mover != seat || *other != seat)
    {
        lines.push(format!("{}'s king is attacked.", stored.seat_name(other)));
    }
    lines.extend(stored.game.warnings());
    for offering in &stored.offers {
        lines.push(if *offering == seat {
            "Your draw offer stands.".to_owned()
        } else {
            format!(
                "{}'s draw offer stands: `draw accept` agrees, your next turn declines.",
                stored.player_name(*offering)
            )
        });
    }
    lines
}

/// The sentence that says what the result means for the reader.
fn fate(stored: &StoredGame, seat: Seat) -> Option<String> {
    let outcome = stored.game.outcome()?;
    let place = outcome
        .places
        .iter()
        .position(|group| group.contains(&seat))?;
    let shared = outcome.places[place].len() > 1;
    Some(match (place, shared, outcome.places.len()) {
        (0, false, _) => "You have won.".to_owned(),
        (_, true, 1) => "It is a draw.".to_owned(),
        (_, _, 2) if stored.seats.len() == 2 => "You have lost.".to_owned(),
        (place, ..) => format!("You share or hold place {}.", place + 1),
    })
}

fn how_to_answer(stored: &StoredGame, seat: Seat) -> Vec<String> {
    let mut lines = Vec::new();
    if !stored.is_on() {
        lines.extend(wrapped(
            "Nothing more to do. `history` brings all turns of the game.",
            WIDTH,
        ));
        return lines;
    }
    if stored.game.to_move() != seat {
        let text = "There is nothing to answer now. If you wish: `say` and words for the others, \
                    `draw offer`, `resign`, `history`, `help`.";
        return wrapped(text, WIDTH);
    }
    let held = stored
        .seats
        .get(usize::from(seat.0))
        .and_then(|row| row.held.as_ref());
    let example = match held {
        Some(held) => {
            lines.push(format!("You keep the beginning {held}"));
            lines.push("Reply with the rest of the turn (or `drop`), for example:".to_owned());
            stored
                .game
                .begin(held)
                .ok()
                .and_then(|begun| begun.next.into_iter().next())
        }
        None => {
            lines.push("Reply with your turn, for example (a legal one, not advice):".to_owned());
            stored.game.example()
        }
    };
    let own = example.as_deref().and_then(first_square).unwrap_or("e2");
    lines.extend(example.as_deref().map(|turn| format!("    {turn}")));
    lines.push("Words below your turn, up to a blank line, go to your opponent.".to_owned());
    lines.push("Or reply with one of these:".to_owned());
    for (command, effect) in [
        (
            "preview TURN",
            "see the board after a turn, without playing it",
        ),
        (
            &*format!("legal {own}"),
            "what may be done there (`legal`: everything)",
        ),
        ("draw offer", "also on the line below a turn"),
        ("resign", "give the game up, at once"),
        ("say WORDS", "send words without a turn"),
        ("rules, history, help", "the rules, all turns, all commands"),
    ] {
        lines.push(format!("    {command:<22}{effect}"));
    }
    lines
}

/// The first square that a turn names.
fn first_square(turn: &str) -> Option<&str> {
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

/// What others said to `seat`, each text under a title that says who wrote it.
fn words_for(changes: &Changes, stored: &StoredGame, seat: Seat) -> Vec<Words> {
    changes
        .talk_for(seat)
        .map(|talk| {
            let who = talk
                .by
                .map_or("The umpire".to_owned(), |by| stored.player_name(by));
            let only = if talk.to.is_some() {
                " to you alone"
            } else {
                ""
            };
            Words {
                title: format!("{who} writes{only}:"),
                lines: text::barred(&talk.text),
            }
        })
        .collect()
}
