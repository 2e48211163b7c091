//! The author of a mail: which player it is, and which games the mail proves to be about
//! (`docs/mail-protocol.md`).
//!
//! A proof is a reply token in a mail from an address of record of the seat's player, unless there
//! is reason to doubt that the mail is theirs; or the word of the host that the settings name.

use anyhow::Result;
use chrono::TimeDelta;

use crate::games::{EventKind, StoredGame};
use crate::ids::{ChallengeId, GameId, PlayerId, TokenId};
use crate::letters::Conflict;
use crate::rules::game::Seat;
use crate::status::GameStatus;
use crate::store::{AccountQuestionRow, Asked, GameRow, PlayerRow, Snapshot, TokenRow, TokenScope};
use crate::text::keys;

use crate::office::act::umpire::replacing::has_left;
use crate::office::load::ahead;
use crate::office::load::doubt::answers_question;
use crate::office::load::mail::Form;
use crate::office::load::scope::{self, NamedBy};
use crate::office::load::tokens::of_seats;
use crate::office::{InboxMail, Office, stamp, stored_game};

/// At most this many games of one mail are opened.
const MAX_GAMES: usize = 50;

/// The author of a mail, with what the mail proves.
#[derive(Default)]
pub struct Author {
    /// The address in the From header, if it is one; without reply tokens.
    pub sender: Option<String>,
    /// The player whose address of record the From header shows.
    pub player: Option<PlayerRow>,
    /// The seats that they are proven to write for, one for each seat of which the mail has a
    /// token; without tokens, those that the mail is about, if the host vouches for them.
    pub proofs: Vec<Proof>,
    /// A seat of which the mail has a token that proves nothing, the newest one: that of somebody
    /// else, or their own in a mail that may be forged; and whether that shows the position on the
    /// board. Only looked for where there are no proofs.
    pub foreign: Option<(GameId, Seat, bool)>,
    /// All valid tokens in the mail.
    pub tokens: Vec<TokenId>,
    /// Whether the host vouches for them.
    pub vouched: bool,
    /// Why the tokens prove nothing although they are the author's own; see [`Office::doubt`].
    pub doubt: Option<bool>,
    /// Whether they have confirmed that they write although their host no longer vouches for them.
    pub without_voucher: bool,
    /// How a mail without tokens contradicts itself.
    pub conflict: Option<Conflict>,
    /// What says which games a mail without tokens is about.
    pub named_by: Option<NamedBy>,
    /// What it proves about no game.
    pub account: AccountProofs,
    /// The game that it is about, in which another player has taken its author's seat; looked for where the mail proves
    /// no seat.
    pub left: Option<GameId>,
}

/// What a mail proves that is about no game.
#[derive(Default)]
pub struct AccountProofs {
    /// Whether its author is proven to be the player of the address: by a token of a letter to
    /// them, or by the word of the host.
    pub player: bool,
    /// Whether it has a token of a letter to that player.
    pub keyed: bool,
    /// Whether its only token is one of a list: it answers one letter about several games.
    pub one_list: bool,
    /// Whether the host vouches for the author.
    pub vouched: bool,
    /// Whether it has a token of a letter that has asked something about no game, whoever got it.
    pub asked: bool,
    /// The questions of whose letters it has the token: of the author's own address.
    pub questions: Vec<AccountQuestionRow>,
    /// The places in challenges of whose letters it has the token, each with the version that the letter showed, the
    /// newest one: the author's own places.
    pub challenges: Vec<(ChallengeId, u8, i64)>,
    /// The position of a lesson of whose letter it has the token, the newest one: the mark of the lesson, and which of its
    /// positions, from 0. The author's own.
    pub lesson: Option<(i64, u8)>,
}

impl Author {
    /// Whether it is proven that the player of the address has written the mail.
    pub fn is_proven(&self) -> bool {
        !self.proofs.is_empty() || self.account.player
    }

    /// The player, if they are a member.
    pub fn member(&self) -> Option<&PlayerRow> {
        let player = self.player.as_ref();
        player.filter(|player| player.membership.is_member())
    }
}

/// A seat whose player is proven to write.
pub struct Proof {
    /// The game of that seat, as it is stored.
    pub stored: StoredGame,
    /// The seat whose player is proven to have written the mail.
    pub seat: Seat,
    /// State number that the newest letter of which the mail has a token showed; without one, the
    /// present state number.
    pub shown: i64,
    /// Whether the mail has a token of the seat.
    pub keyed: bool,
}

impl Proof {
    /// Whether the mail has a token whose letter showed the position on the board.
    pub fn has_current_token(&self) -> bool {
        self.keyed && self.stored.is_current(self.shown)
    }
}

impl Office {
    /// Finds the author of a mail.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(in crate::office) fn recognise(
        &self,
        store: &dyn Snapshot,
        mail: &InboxMail,
    ) -> Result<Author> {
        let from = mail.message.from.as_ref().ok();
        let sender = from.map(|from| from.address.normalized());
        let player = match &sender {
            Some(sender) => store.player_by_address(sender)?,
            None => None,
        };
        ahead::proofs(store, mail, player.as_ref())?;
        let mut found = self.tokens_in(store, mail)?;
        // Answers to a lesson are played in no game, whatever their key is worth.
        let of_lesson = |row: &TokenRow| matches!(row.scope, TokenScope::Lesson { .. });
        let answers_lesson = found.iter().any(of_lesson);
        found.retain(|row| !row.void);
        let mut tokens = of_seats(store, &found)?;
        // The newest letter of a seat counts.
        tokens.sort_by_key(|(id, section)| std::cmp::Reverse((section.state, *id)));
        let seats = tokens.iter().take(ahead::GAMES);
        let seats = seats.map(|(_, section)| (section.game, Seat(section.seat)));
        ahead::games(store, seats)?;
        let mut account = self.account_proofs(store, (&sender, player.as_ref()), &found)?;
        let asks = |row: &TokenRow| matches!(row.scope, TokenScope::Question(_));
        account.asked = found.iter().any(asks);
        let mut author = Author {
            sender: sender.map(|sender| keys::blanked(&sender)),
            vouched: player.is_some() && mail.message.is_vouched(),
            player,
            tokens: found.iter().map(|row| row.id).collect(),
            account,
            ..Author::default()
        };
        let mut foreign = None;
        for (_, section) in tokens {
            let (game, seat, shown) = (section.game, Seat(section.seat), section.state);
            let open = &author.proofs;
            let same = |proof: &Proof| proof.stored.row.id == game && proof.seat == seat;
            if open.iter().any(same) || open.len() >= MAX_GAMES {
                continue;
            }
            let Some(row) = store.game(game)? else {
                continue;
            };
            if self.has_lapsed(store, &row)? {
                continue;
            }
            let seats = store.seats(game)?;
            let holder = seats.get(seat.index()).map(|row| row.player);
            // A token of a seat whose player is somebody else counts for nothing where there is one
            // of the author's own beside it: they may have quoted it.
            if holder.is_some() && holder == author.player.as_ref().map(|player| player.id) {
                let stored = StoredGame::load_onto(store, row, seats, None)?;
                author.proofs.push(Proof {
                    stored,
                    seat,
                    shown,
                    keyed: true,
                });
            } else if foreign.is_none() {
                foreign = Some((row, seats, seat, shown));
            }
        }
        if let (true, Some((row, seats, seat, shown))) = (author.proofs.is_empty(), foreign) {
            let stored = StoredGame::load_onto(store, row, seats, None)?;
            author.foreign = Some((stored.row.id, seat, stored.is_current(shown)));
        }
        self.doubt_proofs(store, mail, &mut author)?;
        // A private mail to somebody else that is sent on to us is no command.
        if author.vouched && author.proofs.is_empty() && self.is_addressed(&mail.message) {
            if !author.account.player && !answers_lesson {
                self.prove_by_voucher(store, mail, &mut author)?;
            }
            author.account.player = true;
        }
        // The link that has opened the form was in a letter to this player.
        author.account.player |= mail.form == Some(Form::Unsubscribe) && author.player.is_some();
        author.left = self.left_game(store, mail, &author)?;
        Ok(author)
    }

    /// The game that a mail without proof of a seat is about, in which another player has taken its author's seat.
    fn left_game(
        &self,
        store: &dyn Snapshot,
        mail: &InboxMail,
        author: &Author,
    ) -> Result<Option<GameId>> {
        let Some(player) = author.player.as_ref().filter(|_| author.proofs.is_empty()) else {
            return Ok(None);
        };
        let mut games = Vec::new();
        for candidate in mail.tokens.iter().take(MAX_GAMES) {
            let token = self.token_of(store, candidate)?;
            if let Some(TokenScope::Seat { game, .. }) = token.map(|token| token.scope) {
                games.push(game);
            }
        }
        games.extend(scope::named_games(mail, self.settings.address.domain()));
        games.dedup();
        for game in games.into_iter().take(scope::MAX_NAMED) {
            if store.game(game)?.is_some() && has_left(store, game, player.id)? {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    /// Whether a game has ended so long ago that the tokens of its letters no longer open it.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn has_lapsed(
        &self,
        store: &dyn Snapshot,
        game: &GameRow,
    ) -> Result<bool> {
        if let GameStatus::Playing | GameStatus::Frozen = game.course.status {
            return Ok(false);
        }
        let latest = stamp(self.now() - TimeDelta::days(self.settings.limits.ended_days));
        if game.updated_at < latest {
            return Ok(true);
        }
        // Words that were sent after the end prolong nothing.
        let mut events = store.events(game.id, None)?.into_iter();
        let last = events.rfind(|event| event.kind != EventKind::Say.as_str());
        Ok(last.is_some_and(|end| end.at < latest))
    }

    /// Takes the proofs away if the mail may be forged, unless it answers the question whether one was.
    fn doubt_proofs(
        &self,
        store: &dyn Snapshot,
        mail: &InboxMail,
        author: &mut Author,
    ) -> Result<()> {
        // No host has brought what comes from a form.
        if !author.is_proven() || mail.form.is_some() {
            return Ok(());
        }
        let Some(fails) = self.doubt(store, &mail.message)? else {
            return Ok(());
        };
        if let Some(agrees) = answers_question(store, mail, author)? {
            // A `no` says that the earlier mail was forged: the host's word is missed from then on, too.
            author.without_voucher = agrees && !fails;
            return Ok(());
        }
        author.doubt = Some(fails);
        let of = |proof: &Proof| (proof.stored.row.id, proof.seat, proof.has_current_token());
        author.foreign = author.proofs.first().map(of);
        author.proofs.clear();
        author.account.player = false;
        Ok(())
    }

    /// Opens the games that a mail without tokens is about, whose author the host vouches for.
    fn prove_by_voucher(
        &self,
        store: &dyn Snapshot,
        mail: &InboxMail,
        author: &mut Author,
    ) -> Result<()> {
        let Some(player) = &author.player else {
            return Ok(());
        };
        let domain = self.settings.address.domain();
        let (games, conflict, named_by) = scope::games_of(store, player, mail, domain)?;
        author.conflict = conflict;
        author.named_by = named_by;
        for (game, seat) in games {
            let stored = stored_game(store, game)?;
            author.proofs.push(Proof {
                shown: stored.state,
                stored,
                seat,
                keyed: false,
            });
        }
        Ok(())
    }

    /// What the tokens prove about no game: of the address that the mail comes from, and its player.
    fn account_proofs(
        &self,
        store: &dyn Snapshot,
        (sender, player): (&Option<String>, Option<&PlayerRow>),
        tokens: &[TokenRow],
    ) -> Result<AccountProofs> {
        let mut proofs = AccountProofs {
            one_list: matches!(tokens, [token] if matches!(token.scope, TokenScope::List(_))),
            ..AccountProofs::default()
        };
        let own = |id: PlayerId| player.is_some_and(|player| player.id == id);
        let mut newest = None;
        for token in tokens {
            match token.scope {
                TokenScope::Lesson {
                    player,
                    lesson,
                    step,
                } => {
                    proofs.player |= own(player);
                    if own(player) && newest < Some(token.id) {
                        newest = Some(token.id);
                        proofs.lesson = Some((lesson, step));
                    }
                }
                TokenScope::Player(id) | TokenScope::List(id) => proofs.player |= own(id),
                TokenScope::Challenge {
                    challenge,
                    place,
                    version,
                } => {
                    let row = store.challenge(challenge)?;
                    let holder = row.and_then(|row| row.places.into_iter().nth(place.into()));
                    if !holder.and_then(|place| place.player).is_some_and(own) {
                        continue;
                    }
                    proofs.player = true;
                    let known = |(number, at, _): &&mut (ChallengeId, u8, i64)| {
                        (*number, *at) == (challenge, place)
                    };
                    match proofs.challenges.iter_mut().find(known) {
                        Some((_, _, newest)) => *newest = version.max(*newest),
                        None => proofs.challenges.push((challenge, place, version)),
                    }
                }
                TokenScope::Question(id) => {
                    let asked = store.account_question(id)?;
                    let asked = asked.filter(|row| row.expires_at > self.stamp());
                    let asked = asked.filter(|row| match &row.asked {
                        Asked::Player(id) => own(*id),
                        Asked::Address(address) => Some(address) == sender.as_ref(),
                    });
                    proofs.questions.extend(asked);
                }
                TokenScope::Seat { .. } => {}
            }
        }
        proofs.keyed = proofs.player;
        Ok(proofs)
    }
}
