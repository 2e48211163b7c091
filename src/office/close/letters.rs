//! Letters to be sent: their rows, with the tokens that they will carry.

use anyhow::Result;
use rand::Rng;

use crate::commands;
use crate::games::{Changes, StoredGame};
use crate::ids::{GameId, MailId, PlayerId};
use crate::letters::{
    AccountNotice, Answer, Content, LetterData, Notice, PlayerNotice, Report, Section,
};
use crate::rules::game::Seat;
use crate::store::{
    Budget, Decision, GameRef, LetterKind, NewLetter, NewScope, NewToken, PlayerRef, PlayerRow,
    Snapshot, TokenSection,
};
use crate::text::keys::blanked;

use crate::office::{Draft, Office};

/// A letter to a seat.
#[derive(Clone, Debug)]
pub struct SeatLetter {
    /// What it is written for.
    pub kind: LetterKind,
    /// What it says besides the news.
    pub notices: Vec<Notice>,
    /// The mail that it answers.
    pub answer: Option<Answer>,
    /// The first event that it tells; 0: none.
    pub first_event: i64,
    /// The mail that causes it.
    pub mail: Option<MailId>,
    /// Whether it may wait for the digest of its reader.
    pub waits: bool,
}

impl SeatLetter {
    /// A letter that answers a mail.
    pub fn answer(mail: MailId, answer: Answer) -> Self {
        Self {
            answer: Some(answer),
            ..Self::told(LetterKind::Answer, Vec::new(), Some(mail))
        }
    }

    /// A letter that has only notices.
    pub fn told(kind: LetterKind, notices: Vec<Notice>, mail: Option<MailId>) -> Self {
        Self {
            kind,
            notices,
            answer: None,
            first_event: 0,
            mail,
            waits: false,
        }
    }

    /// A letter about the changes of a game.
    pub fn news(stored: &StoredGame, changes: &Changes, mail: Option<MailId>) -> Self {
        let kind = match stored.is_on() {
            true => LetterKind::News,
            false => LetterKind::Result,
        };
        Self {
            first_event: stored.seq - changes.count() + 1,
            ..Self::told(kind, Vec::new(), mail)
        }
    }
}

impl Draft<'_> {
    /// Adds a letter to a seat of a game, and returns it; none if the player has no address, or if it waits for
    /// their digest. A game that the decision itself begins has no number yet.
    pub fn post_seat(
        &mut self,
        stored: &StoredGame,
        seat: Seat,
        mut letter: SeatLetter,
    ) -> Option<&mut NewLetter> {
        let row = stored.seats.get(seat.index())?;
        let reader = (row.player, Some(seat));
        let chosen = (row.settings.as_deref(), &row.times);
        if row.address.is_empty()
            || letter.waits && self.waits_for_digest(stored, reader, chosen, letter.first_event)
        {
            return None;
        }
        self.tell_moved(row, &mut letter);
        let game = match stored.row.id {
            GameId(0) => GameRef::New,
            id => GameRef::Known(id),
        };
        let token = self.office.new_token(NewScope::Seat {
            game,
            seat: seat.0,
            state: stored.state,
        });
        let content = Content::Seat {
            notices: letter.notices,
            answer: letter.answer,
        };
        self.decision.letters.push(NewLetter {
            seat: Some((game, seat.0)),
            first_event: letter.first_event,
            last_event: stored.seq,
            tokens: vec![token],
            supersedes: matches!(letter.kind, LetterKind::News | LetterKind::Result),
            ..plain(letter.kind, &row.address, letter.mail, content)
        });
        self.decision.letters.last_mut()
    }

    /// Adds a letter that answers a mail about several games; `games` are the games with the author's
    /// seats, of all of which it has one token.
    pub fn post_games(
        &mut self,
        player: &PlayerRow,
        games: &[(&StoredGame, Seat)],
        mail: MailId,
        answer: Answer,
    ) {
        let mut token = self.office.new_token(NewScope::List(player.id));
        let mut sections = Vec::new();
        for (stored, seat) in games {
            token.sections.push(TokenSection {
                game: stored.row.id,
                seat: seat.0,
                state: stored.state,
            });
            sections.push(Section {
                game: stored.row.id,
                seat: *seat,
                after: stored.seq,
            });
        }
        let content = Content::Games { sections, answer };
        let (kind, mail) = (LetterKind::Answer, Some(mail));
        self.post_to(kind, &player.address, mail, Some(token), content);
    }

    /// Adds a letter to a player about no game, and returns it; none if they have no address. Its
    /// token opens what is about them.
    pub fn post_player(
        &mut self,
        player: &PlayerRow,
        mail: Option<MailId>,
        notices: Vec<PlayerNotice>,
        answer: Option<Answer>,
    ) -> Option<&mut NewLetter> {
        let to = (player.id, player.address.as_str());
        let scope = NewScope::Player(PlayerRef::Known(player.id));
        self.post_personal(to, scope, mail, (notices, answer))
    }

    /// The same to an address, with a token of this scope.
    pub fn post_personal(
        &mut self,
        (player, address): (PlayerId, &str),
        scope: NewScope,
        mail: Option<MailId>,
        (notices, answer): (Vec<PlayerNotice>, Option<Answer>),
    ) -> Option<&mut NewLetter> {
        if address.is_empty() {
            return None;
        }
        let kind = match answer {
            Some(_) => LetterKind::Answer,
            None => LetterKind::Player,
        };
        let token = self.office.new_token(scope);
        let content = Content::Player {
            player,
            notices,
            answer,
        };
        self.post_to(kind, address, mail, Some(token), content)
    }

    /// Tells a player something about no game by a letter of its own.
    pub fn tell_player(
        &mut self,
        player: &PlayerRow,
        mail: Option<MailId>,
        notice: PlayerNotice,
    ) -> Option<&mut NewLetter> {
        self.post_player(player, mail, vec![notice], None)
    }

    /// Adds a letter about a player's addresses or name, and returns it; none if there is no address.
    pub fn post_account(
        &mut self,
        recipient: &str,
        notice: AccountNotice,
    ) -> Option<&mut NewLetter> {
        let content = Content::Account {
            notices: vec![notice],
            in_reply_to: None,
        };
        self.post_to(LetterKind::Address, recipient, None, None, content)
    }

    /// Adds a letter that is for no seat, and returns it; none if there is no address.
    pub fn post_to(
        &mut self,
        kind: LetterKind,
        recipient: &str,
        mail: Option<MailId>,
        token: Option<NewToken>,
        content: Content,
    ) -> Option<&mut NewLetter> {
        if recipient.is_empty() {
            return None;
        }
        self.decision.letters.push(NewLetter {
            tokens: Vec::from_iter(token),
            ..plain(kind, recipient, mail, content)
        });
        self.decision.letters.last_mut()
    }
}

impl Office {
    /// Whether the umpire gets a letter about this matter now: there is one a day.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn is_told(&self, store: &dyn Snapshot, report: &Report) -> Result<bool> {
        let before = store.spent(Budget::Once, &self.today(), &matter_key(report))?;
        Ok(self.settings.umpire.is_some() && before.count == 0)
    }

    /// Adds a letter to the umpire; whether the settings have an address. Without one it is kept, and `status` says so.
    /// There is one letter a day about each matter.
    pub(in crate::office) fn tell_umpire(&self, decision: &mut Decision, report: Report) -> bool {
        let umpire = self.settings.umpire.as_ref();
        let recipient = umpire.map_or_else(String::new, ToString::to_string);
        let matter = matter_key(&report);
        let content = Content::Umpire(report);
        decision.letters.push(NewLetter {
            once: Some(matter),
            ..plain(LetterKind::Umpire, &recipient, None, content)
        });
        umpire.is_some()
    }

    /// A token of this scope.
    pub(in crate::office) fn new_token(&mut self, scope: NewScope) -> NewToken {
        let mut nonce = vec![0; 8];
        self.chance.fill_bytes(&mut nonce);
        NewToken {
            scope,
            nonce,
            generation: self.secret.generation(),
            sections: Vec::new(),
        }
    }
}

/// The key under which a letter to the umpire counts.
fn matter_key(report: &Report) -> String {
    format!("umpire {}", report.matter())
}

/// A letter that is for no seat.
fn plain(kind: LetterKind, recipient: &str, mail: Option<MailId>, content: Content) -> NewLetter {
    NewLetter {
        kind,
        recipient: recipient.to_owned(),
        seat: None,
        first_event: 0,
        last_event: 0,
        mail,
        tokens: Vec::new(),
        data: LetterData::new(content).to_json(),
        supersedes: false,
        once: None,
    }
}

/// Foreign text that is kept for the umpire: one line, without plans, and without tokens, also those that a soft line break cuts
/// (RFC 2045 section 6.7).
pub fn technical(text: &str) -> String {
    let joined = text.replace("=\r\n", "").replace("=\n", "");
    commands::without_plans(&blanked(&crate::text::clean(&joined, 500)))
}
