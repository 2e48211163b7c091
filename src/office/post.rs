//! Posts letters: their headers, reply tokens and threads.

use anyhow::{Context, Result};

use crate::games::{Changes, StoredGame};
use crate::ids::TokenScope;
use crate::letters::{Echo, LetterKind, LetterText, Words};
use crate::mail::{self, Mailbox, MimeMessage};
use crate::rules::game::Seat;
use crate::store::Tx;

use super::Office;
use super::letter::{Letter, Page};
use super::seat_letter::{seat_letter, words_for};
use super::session::InboxMail;

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
    pub echoes: Vec<Echo>,
    /// Sentences about what has happened.
    pub news: Vec<String>,
    /// What others said.
    pub words: Vec<Words>,
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
            words: Box::new(seat_letter(stored, seat, &content, &token)),
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
