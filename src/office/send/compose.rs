//! Letters that leave: from their data to the bytes of a message.

use anyhow::{Context, Result};
use data_encoding::HEXLOWER;

use crate::games::variant_of;
use crate::ids::{About, GameId};
use crate::letters::{
    AccountNotice, AnswerTo, Content, FileContent, HtmlPart, LetterData, LetterFile, Present,
    Rendered, Renderer,
};
use crate::mail::{Address, InlinePicture, Mailbox, MimeMessage, SentContent, SentFile};
use crate::status::LetterFormat;
use crate::store::{LetterKind, LetterRow, Snapshot};
use crate::text::keys;
use crate::tokens::{ConfirmationBase, Link};

use crate::office::Office;
use crate::office::load::shown;

/// Who gets a letter.
struct Recipient {
    name: String,
    address: String,
    language: Option<String>,
    format: LetterFormat,
}

impl Office {
    /// Renders a letter, and builds its bytes; returns its envelope recipient, the main address that the player has
    /// now, and the bytes.
    ///
    /// # Errors
    /// The store fails, the letter's data or game cannot be read, or the message cannot be built.
    pub(in crate::office) fn compose(
        &self,
        store: &dyn Snapshot,
        row: &LetterRow,
    ) -> Result<(String, Vec<u8>)> {
        let data = row.data.as_deref().context("what it says is not kept")?;
        let data = LetterData::from_json(data)?;
        let mut tokens = Vec::new();
        for id in &row.tokens {
            let token = store.token(*id)?.context("its token is not kept")?;
            let token = self.secret.reply_token(&token.base());
            tokens.push(token.context("the secret does not have the generation of its token")?);
        }
        let mut recipient = recipient(store, row, &data)?;
        if recipient.address.is_empty() && row.kind == LetterKind::Umpire {
            // It was kept when the settings named no umpire; who reads it now needs no address.
            let umpire = self.settings.umpire.as_ref();
            recipient.address = umpire.unwrap_or(&self.settings.address).to_string();
        }
        let language = recipient.language.as_ref().or(data.language.as_ref());
        let language = language.unwrap_or(&self.settings.language);
        let umpire = self.settings.umpire.as_ref().map(ToString::to_string);
        let html = self.html_part(row, &tokens, recipient.format);
        let present = Present {
            now: self.now(),
            longest_gap: self.longest_gap(),
        };
        // Headers, encoding and the page around it need the rest.
        let limit = self.most_bytes() / 4 * 3;
        let games = match data.content {
            Content::Public { .. } => &self.known.public,
            _ => self.games(),
        };
        let shown = shown::shown(
            store,
            (row, &data),
            (games, &self.settings.titles),
            present,
            limit,
        )?;
        let turn_page = match (row.about, &data.content) {
            (Some(_), Content::Seat { .. }) => self.link(Link::Turn, row.id),
            _ => None,
        };
        let renderer = Renderer {
            shown: &shown,
            voice: self.words.voice(language),
            server: &self.settings.name,
            umpire: umpire.as_deref(),
            present,
            language: &self.settings.language,
            limit,
            html: html.as_ref(),
            turn_page: turn_page.as_deref(),
            key_in_address: tokens
                .first()
                .is_some_and(|token| self.detailed(token).is_some()),
        };
        // A code is only in the text.
        let code = self.confirmation_code(&data)?;
        let keys = if code.is_empty() { &tokens } else { &code };
        let text = renderer.render(&data, row.about, keys)?;
        let root = match row.about {
            Some(about) => Some(self.thread_root(store, about)?),
            None => None,
        };
        let calendar = self.calendar_entry(store, row, renderer.voice, root.as_ref())?;
        let game = match (row.about, &data.content) {
            (Some(about), _) => Some(about.game),
            (None, Content::Games { sections, .. }) => sections.first().map(|first| first.game),
            (None, _) => None,
        };
        let mut message =
            self.message(row, &data, text, (game, root), tokens.first(), &recipient)?;
        message.calendar = calendar;
        let files = std::mem::take(&mut message.files);
        let mut raw = message.to_bytes()?;
        if !message.pictures.is_empty() && raw.len() > self.most_bytes() {
            // Tables are smaller.
            let html = self.html_part(row, &tokens, recipient.format);
            let html = html.map(HtmlPart::without_pictures);
            let html = html.as_ref();
            let text = Renderer { html, ..renderer }.render(&data, row.about, keys)?;
            (message.html, message.pictures) = (text.html, Vec::new());
            raw = message.to_bytes()?;
        }
        if message.html.is_some() && raw.len() > self.most_bytes() {
            // A long text is sent once.
            message.html = None;
            raw = message.to_bytes()?;
        }
        // What a letter may have besides its files has been measured without them.
        message.files = files;
        message
            .files
            .extend(shown::files(store, &shown, &data, row.about)?);
        if !message.files.is_empty() {
            raw = message.to_bytes()?;
        }
        Ok((recipient.address, raw))
    }

    /// The HTML part of a letter whose reader wants one and can answer it.
    fn html_part(
        &self,
        row: &LetterRow,
        tokens: &[String],
        format: LetterFormat,
    ) -> Option<HtmlPart> {
        let token = tokens.first()?;
        if format != LetterFormat::Both || row.kind == LetterKind::Outsider {
            return None;
        }
        let detailed = self.detailed(token);
        let address = detailed.as_ref().unwrap_or(&self.settings.address);
        Some(HtmlPart::new(AnswerTo {
            local: address.local().to_owned(),
            domain: address.domain().to_owned(),
            token: detailed.is_none().then(|| token.clone()),
        }))
    }

    /// So many bytes a letter has at most.
    fn most_bytes(&self) -> usize {
        self.settings.limits.answer_kilobytes << 10
    }

    /// The code in a letter to an address that is to be confirmed.
    fn confirmation_code(&self, data: &LetterData) -> Result<Vec<String>> {
        let Content::Account { notices, .. } = &data.content else {
            return Ok(Vec::new());
        };
        let mut codes = Vec::new();
        for notice in notices {
            if let AccountNotice::Confirm {
                address,
                player,
                nonce,
                generation,
                ..
            } = notice
            {
                let nonce = HEXLOWER.decode(nonce.as_bytes()).context("the nonce")?;
                let code = self.secret.confirmation(&ConfirmationBase {
                    player: player.0,
                    address,
                    nonce: &nonce,
                    generation: *generation,
                });
                codes.push(code.context("the secret does not have the generation of its code")?);
            }
        }
        Ok(codes)
    }

    fn message(
        &self,
        row: &LetterRow,
        data: &LetterData,
        text: Rendered,
        (game, root): (Option<GameId>, Option<String>),
        token: Option<&String>,
        recipient: &Recipient,
    ) -> Result<MimeMessage> {
        let domain = self.settings.address.domain();
        let name = match (token, game) {
            (Some(token), Some(game)) => format!("g{game}.{token}"),
            (Some(token), None) => format!("p.{token}"),
            (None, _) => format!("{}.{}", row.kind, self.secret.message_name(row.id.0)),
        };
        let own = |address| Mailbox {
            name: self.settings.name.clone(),
            address,
        };
        let reply_to = token.and_then(|token| self.detailed(token));
        let to_us = reply_to.as_ref().unwrap_or(&self.settings.address);
        let answered = answered(data);
        let answers = answered.is_some();
        let pictures = text.pictures.into_iter().map(|shown| InlinePicture {
            id: shown.id,
            png: shown.picture.png.clone(),
        });
        Ok(MimeMessage {
            from: own(self.settings.address.clone()),
            to: Mailbox {
                name: recipient.name.clone(),
                address: Address::parse(&recipient.address)?,
            },
            unsubscribe: token.map(|_| to_us.clone()),
            unsubscribe_url: token
                .and_then(|_| self.link(Link::Unsubscribe, row.id))
                .filter(|url| url.starts_with("https://")),
            reply_to: reply_to.map(own),
            subject: text.subject,
            message_id: format!("{name}@{domain}"),
            // A blanked Message-ID was one of ours, and is no Message-ID any more.
            in_reply_to: answered
                .filter(|id| !id.contains(keys::BLANK))
                .or_else(|| root.clone()),
            // All letters to a seat refer to the same root, which was never sent, so that every mail
            // program shows one thread of two levels however long the game.
            references: root.into_iter().collect(),
            answer: match row.kind {
                LetterKind::Answer | LetterKind::Public => true,
                // An invitation answers nothing, nor does the first letter to the player
                // who has asked for the game.
                LetterKind::Outsider | LetterKind::First => answers,
                _ => false,
            },
            list_id: row
                .about
                .map(|about| format!("game-{}.{domain}", about.game)),
            text: text.body,
            files: text.files.into_iter().map(sent).collect(),
            html: text.html,
            pictures: pictures.collect(),
            calendar: None,
            date: self.now().into(),
        })
    }

    /// The Message-ID to which all letters to a seat refer. It holds no token: it is the same for
    /// the whole game, and is in every answer.
    fn thread_root(&self, store: &dyn Snapshot, about: About) -> Result<String> {
        let row = store.game(about.game)?.context("its game is not kept")?;
        let variant = variant_of(&row);
        let seats = variant
            .as_ref()
            .map_or_else(Vec::new, |variant| variant.seats());
        let seat = seats.get(usize::from(about.seat)).copied();
        let seat = seat.map_or_else(|| about.seat.to_string(), str::to_owned);
        let domain = self.settings.address.domain();
        Ok(format!("g{}.{seat}@{domain}", about.game))
    }
}

/// A file as a message has it.
fn sent(file: LetterFile) -> SentFile {
    SentFile {
        name: file.name,
        media_type: file.media_type,
        content: match file.content {
            FileContent::Text(text) => SentContent::Text(text),
            FileContent::Picture(bytes) => SentContent::Picture(bytes),
        },
    }
}

/// Message-ID of the mail that a letter answers.
fn answered(data: &LetterData) -> Option<String> {
    match &data.content {
        Content::Seat { .. } | Content::Player { .. } | Content::Games { .. } => {
            data.answer(None)?.0.in_reply_to.clone()
        }
        Content::Public { in_reply_to, .. }
        | Content::Outsider { in_reply_to, .. }
        | Content::Account { in_reply_to, .. }
        | Content::Ruling { in_reply_to, .. } => in_reply_to.clone(),
        Content::Umpire(_) | Content::Digest { .. } | Content::Watch { .. } => None,
    }
}

/// The present name and main address of the reader.
fn recipient(store: &dyn Snapshot, row: &LetterRow, data: &LetterData) -> Result<Recipient> {
    let known = match shown::reader(store, data, row.about)? {
        Some(reader) => store.player(reader)?,
        None => None,
    };
    let main = known.as_ref().map(|player| player.address.clone());
    let address = main.filter(|address| !address.is_empty());
    let player = match row.kind {
        _ if known.is_some() => known,
        // One who was added with the letter.
        LetterKind::Answer | LetterKind::Address | LetterKind::Ruling | LetterKind::Player => {
            store.player_by_address(&row.recipient)?
        }
        _ => None,
    };
    let format = match (row.kind, &player) {
        // HTML would double what somebody gets who has not asked for it.
        (LetterKind::Outsider, _) => LetterFormat::Plain,
        (_, player) => player.as_ref().map_or(LetterFormat::Both, |p| p.format),
    };
    let (name, language) = player.map_or_else(Default::default, |p| (p.name, p.language));
    Ok(Recipient {
        name,
        address: address.unwrap_or_else(|| row.recipient.clone()),
        language,
        format,
    })
}

/// The Message-ID in the bytes of a letter of ours, without brackets.
pub fn message_id(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    let mut lines = text.lines().take_while(|line| !line.is_empty());
    let found = lines.find_map(|line| {
        let id = line.strip_prefix("Message-ID: <")?;
        id.strip_suffix('>')
    });
    found.unwrap_or_default().to_owned()
}
