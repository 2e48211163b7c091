//! Reply tokens of letters and envelope tokens (`docs/mail-protocol.md`).
//!
//! A reply token, which players know as 'key', proves that its sender has read a letter. It is 32
//! characters of lower-case base32: 8 for the public id and 24 (120 bits) for an HMAC-SHA-256
//! (RFC 2104) by the server's secret over id, scope and a nonce. The rows of the table `tokens` alone
//! are therefore not enough to forge one. The secret is in a file of its own; generations of it follow
//! each other, and older ones stay valid.
//!
//! An envelope token is in the envelope sender of a letter, so that a delivery report can be
//! matched to the letter. It is made in the same way of the letter's id, and so are the tokens of links to pages of this
//! server (`docs/pages.md`).

use std::convert::Infallible;

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use hmac::{Hmac, KeyInit, Mac};
use rand::rngs::{SysError, SysRng};
use rand::{CryptoRng, TryCryptoRng, TryRng};
use sha2::Sha256;

use crate::ids::{AccountQuestionId, ChallengeId, GameId, PlayerId};
use crate::text::keys::{ENVELOPE_TOKEN_LEN, REPLY_TOKEN_LEN};

const ID_LEN: usize = 8;
const ID_BYTES: usize = 5;

/// A source of random numbers that nobody can foresee. It is an argument everywhere, so that tests can
/// repeat a run.
pub type Chance = Box<dyn CryptoRng + Send>;

/// Random numbers of the operating system.
///
/// # Errors
/// The operating system gives none.
pub fn system_chance() -> anyhow::Result<Chance> {
    let tried = SysRng.try_next_u32();
    tried.map_err(|e| anyhow::anyhow!("no random numbers: {e}"))?;
    Ok(Box::new(System))
}

/// [`SysRng`], which ends the process where it fails. `rand`'s own way to make it infallible panics; a panic
/// while a mail is judged would count against the mail.
struct System;

impl System {
    fn sure<T>(result: Result<T, SysError>) -> Result<T, Infallible> {
        Ok(result.unwrap_or_else(|_| std::process::abort()))
    }
}

impl TryRng for System {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Self::sure(SysRng.try_next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Self::sure(SysRng.try_next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        Self::sure(SysRng.try_fill_bytes(bytes))
    }
}

impl TryCryptoRng for System {}

/// What a reply token proves, and what it is derived from besides the secret.
#[derive(Clone, Copy, Debug)]
pub struct TokenBase<'a> {
    /// The id of the token's row, which is the public part of the token.
    pub id: i64,
    /// Which letter it proves to have been read.
    pub scope: Scope,
    /// The random bytes that are stored with the token's row.
    pub nonce: &'a [u8],
    /// The generation of the secret.
    pub generation: i64,
    /// How it is derived: 1 before tokens had scopes, 2 today.
    pub form: i64,
}

/// What the code that confirms an address is derived from, besides the secret.
#[derive(Clone, Copy, Debug)]
pub struct ConfirmationBase<'a> {
    /// The number of the player who wants to add the address.
    pub player: i64,
    /// The address; case does not matter.
    pub address: &'a str,
    /// Random bytes, always as many.
    pub nonce: &'a [u8],
    /// The generation of the secret.
    pub generation: i64,
}

/// What a reply token proves that its bearer has read. Games, players and questions may be some that get their
/// numbers later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope<Game = GameId, Player = PlayerId, Question = AccountQuestionId> {
    /// A letter to a seat, which showed a state of the game.
    Seat {
        /// The game that the letter was about.
        game: Game,
        /// The index of the seat that the letter went to.
        seat: u8,
        /// State number that the letter showed.
        state: i64,
    },
    /// A letter to a player about no game. It opens what is about the player, never a turn.
    Player(Player),
    /// A letter about a challenge to somebody who shall play.
    Challenge {
        /// The challenge that the letter was about.
        challenge: ChallengeId,
        /// That person's place in it.
        place: u8,
        /// The version of the terms that the letter showed.
        version: i64,
    },
    /// A letter that asks something about no game.
    Question(Question),
    /// A letter to a player with a position of a lesson. What it opens about the player, one of [`Scope::Player`] opens,
    /// too; a turn in its answer is an answer to this position, and played nowhere.
    Lesson {
        /// The player.
        player: Player,
        /// The mark of the lesson.
        lesson: i64,
        /// Which position of it, from 0.
        step: u8,
    },
    /// A letter to a player about several games of theirs. For each of them it has the force of a token of that seat.
    List(PlayerId),
}

impl Scope {
    /// A word for what it is about, the number of that, and what the letter has shown: the seat with the state, or the
    /// place with the version, or the position with the mark of its lesson.
    pub(crate) fn parts(self) -> (&'static str, i64, Option<(u8, i64)>) {
        match self {
            Self::Seat { game, seat, state } => ("seat", game.0, Some((seat, state))),
            Self::Player(player) => ("player", player.0, None),
            Self::Challenge {
                challenge,
                place,
                version,
            } => ("challenge", challenge.0, Some((place, version))),
            Self::Question(question) => ("question", question.0, None),
            Self::List(player) => ("list", player.0, None),
            Self::Lesson {
                player,
                lesson,
                step,
            } => ("lesson", player.0, Some((step, lesson))),
        }
    }
}

/// What a link in a letter to a page of this server is for. Its token is no key: a mail that has it proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The turn that the letter asks for.
    Turn,
    /// No more letters that need not be ([RFC 8058](https://www.rfc-editor.org/rfc/rfc8058)).
    Unsubscribe,
}

impl Link {
    fn purpose(self) -> &'static str {
        match self {
            Self::Turn => "link-turn",
            Self::Unsubscribe => "link-unsubscribe",
        }
    }
}

/// The form in which new tokens are derived.
pub const FORM: i64 = 2;
/// The generation of the secret that databases had in themselves before it had a file.
pub const FIRST_GENERATION: i64 = 0;

/// The server's secret, which all tokens are derived from, in all its generations.
#[derive(Clone)]
pub struct Secret {
    /// Each with its number, ascending; never empty.
    generations: Vec<(i64, Vec<u8>)>,
    /// The generation that new tokens are derived from; `None`: the last one.
    used: Option<i64>,
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// A secret of one generation.
    pub fn new(generation: i64, bytes: Vec<u8>) -> Self {
        Self {
            generations: vec![(generation, bytes)],
            used: None,
        }
    }

    /// A new secret of one generation.
    pub fn sample(generation: i64, chance: &mut dyn CryptoRng) -> Self {
        let mut bytes = vec![0; 32];
        chance.fill_bytes(&mut bytes);
        Self::new(generation, bytes)
    }

    /// Adds a generation, of which all new tokens will be.
    pub fn rotate(&mut self, chance: &mut dyn CryptoRng) {
        let next = Self::sample(self.newest() + 1, chance);
        self.generations.extend(next.generations);
        self.used = None;
    }

    /// The last generation.
    pub fn newest(&self) -> i64 {
        self.generations.last().map_or(0, |(number, _)| *number)
    }

    /// The generation of new tokens.
    pub fn generation(&self) -> i64 {
        self.used.unwrap_or_else(|| self.newest())
    }

    /// From now on new tokens are of the generation that a database recognises by this value ([`Secret::checks`]): a
    /// later one is not known to all hosts yet. Whether there is one.
    pub fn follow(&mut self, check: &[u8]) -> bool {
        let checks = self.checks();
        let at = checks.iter().position(|known| known == check);
        let found = at.and_then(|at| self.generations.get(at));
        self.used = found.map(|(number, _)| *number);
        self.used.is_some()
    }

    /// By which the last generation is recognised, in hexadecimal.
    pub fn newest_check(&self) -> String {
        let check = self.checks().pop();
        HEXLOWER.encode(&check.unwrap_or_default())
    }

    /// As the text of a file: a line for each generation, its number and 32 bytes in base32.
    pub fn to_text(&self) -> String {
        let line = |(number, bytes): &(i64, Vec<u8>)| {
            let bytes = BASE32_NOPAD.encode(bytes).to_ascii_lowercase();
            format!("{number} {bytes}\n")
        };
        self.generations.iter().map(line).collect()
    }

    /// Reads what [`Secret::to_text`] has written; `None` if it is something else. Lines that begin
    /// with `#` do not count.
    pub fn from_text(text: &str) -> Option<Self> {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let generation = |line: &str| {
            let (number, bytes) = line.split_once(' ')?;
            let bytes = decode(bytes.trim()).filter(|bytes| bytes.len() >= 16)?;
            Some((number.parse().ok()?, bytes))
        };
        let mut generations: Vec<(i64, Vec<u8>)> = lines.map(generation).collect::<Option<_>>()?;
        generations.sort();
        (!generations.is_empty()).then_some(Self {
            generations,
            used: None,
        })
    }

    /// A value for each generation by which a database recognises the secret that belongs to it. It
    /// tells nothing of the secret.
    pub fn checks(&self) -> Vec<Vec<u8>> {
        let numbers = self.generations.iter().map(|(number, _)| *number);
        let check = |number| {
            let mac = self.mac(number, "check", &[], &[]);
            mac.map(|mac| mac.finalize().into_bytes()[..8].to_vec())
        };
        numbers.filter_map(check).collect()
    }

    fn mac(
        &self,
        generation: i64,
        purpose: &str,
        numbers: &[i64],
        nonce: &[u8],
    ) -> Option<Hmac<Sha256>> {
        let mut all = self.generations.iter();
        let (_, bytes) = all.find(|(number, _)| *number == generation)?;
        let mut mac = Hmac::<Sha256>::new_from_slice(bytes).ok()?;
        mac.update(purpose.as_bytes());
        for number in numbers {
            mac.update(&number.to_be_bytes());
        }
        mac.update(nonce);
        Some(mac)
    }

    fn reply_token_mac(&self, base: &TokenBase<'_>) -> Option<Hmac<Sha256>> {
        let (word, of, shown) = base.scope.parts();
        let purpose = match (word, base.form) {
            ("seat", 1) => "letter",
            _ => word,
        };
        let mut numbers = vec![base.id, of];
        numbers.extend(
            shown
                .into_iter()
                .flat_map(|(part, number)| [i64::from(part), number]),
        );
        self.mac(base.generation, purpose, &numbers, base.nonce)
    }

    /// The reply token of a letter; `None` if the secret has no such generation.
    pub fn reply_token(&self, base: &TokenBase<'_>) -> Option<String> {
        let mac = self.reply_token_mac(base)?;
        Some(join(base.id, mac, (REPLY_TOKEN_LEN - ID_LEN) * 5 / 8))
    }

    /// Whether `token` is the reply token of this base; compared in constant time.
    pub fn verifies(&self, token: &str, base: &TokenBase<'_>) -> bool {
        let form = token.len() == REPLY_TOKEN_LEN && public_id(token) == Some(base.id);
        form && verify(token, self.reply_token_mac(base))
    }

    /// The code that confirms an address of a player: in the form of a reply token, so that it is blanked
    /// wherever one is, but for this one purpose. `None` if the secret has no such generation.
    pub fn confirmation(&self, base: &ConfirmationBase<'_>) -> Option<String> {
        let mac = self.confirmation_mac(base)?;
        Some(join(base.player, mac, (REPLY_TOKEN_LEN - ID_LEN) * 5 / 8))
    }

    /// Whether `code` is the code of this base; compared in constant time.
    pub fn confirms(&self, code: &str, base: &ConfirmationBase<'_>) -> bool {
        let form = code.len() == REPLY_TOKEN_LEN && public_id(code) == Some(base.player);
        form && verify(code, self.confirmation_mac(base))
    }

    fn confirmation_mac(&self, base: &ConfirmationBase<'_>) -> Option<Hmac<Sha256>> {
        let mut mac = self.mac(base.generation, "confirm", &[base.player], base.nonce)?;
        mac.update(base.address.to_ascii_lowercase().as_bytes());
        Some(mac)
    }

    /// The envelope token of the letter with this id; empty if the secret is broken.
    pub fn envelope_token(&self, letter: i64) -> String {
        self.name_of("envelope", letter, ENVELOPE_TOKEN_LEN)
    }

    /// The id of the letter whose envelope token this is; `None` if it is no valid one.
    pub fn letter_of_envelope_token(&self, token: &str) -> Option<i64> {
        self.letter_of("envelope", token, ENVELOPE_TOKEN_LEN)
    }

    /// The id of the letter whose name for a purpose this is.
    fn letter_of(&self, purpose: &str, name: &str, length: usize) -> Option<i64> {
        let letter = public_id(name).filter(|_| name.len() == length)?;
        let mut generations = self.generations.iter().rev();
        let known = |generation| verify(name, self.mac(generation, purpose, &[letter], &[]));
        generations
            .any(|(generation, _)| known(*generation))
            .then_some(letter)
    }

    /// The name of a letter for a purpose, of so many characters; empty if the secret is broken.
    fn name_of(&self, purpose: &str, letter: i64, length: usize) -> String {
        let mac = self.mac(self.generation(), purpose, &[letter], &[]);
        let bytes = (length - ID_LEN) * 5 / 8;
        mac.map_or_else(String::new, |mac| join(letter, mac, bytes))
    }

    /// A salted hash of a mailbox, by which it is known without being stored. Its salt is the oldest generation, so that
    /// it stays the same. Empty if the secret is broken.
    pub fn mailbox(&self, mailbox: &str) -> Vec<u8> {
        let oldest = self.generations.first().map_or(0, |(number, _)| *number);
        let mac = self.mac(oldest, "mailbox", &[], mailbox.as_bytes());
        mac.map_or_else(Vec::new, |mac| mac.finalize().into_bytes()[..16].to_vec())
    }

    /// The id of the letter of which this is [`Secret::message_name`]; `None` if it is of none.
    pub fn letter_of_message_name(&self, name: &str) -> Option<i64> {
        self.letter_of("message", name, ENVELOPE_TOKEN_LEN)
    }

    /// The left part of the Message-ID of a letter without reply token.
    pub fn message_name(&self, letter: i64) -> String {
        self.name_of("message", letter, ENVELOPE_TOKEN_LEN)
    }

    /// The token of a link in the letter with this id, in the form of a reply token; empty if the secret is broken.
    pub fn link_token(&self, link: Link, letter: i64) -> String {
        self.name_of(link.purpose(), letter, REPLY_TOKEN_LEN)
    }

    /// The id of the letter in which a link has this token; `None` if it is none of such a link.
    pub fn letter_of_link_token(&self, link: Link, token: &str) -> Option<i64> {
        self.letter_of(link.purpose(), token, REPLY_TOKEN_LEN)
    }
}

fn join(id: i64, mac: Hmac<Sha256>, bytes: usize) -> String {
    let id = id.to_be_bytes();
    let mut text = BASE32_NOPAD.encode(&id[id.len() - ID_BYTES..]);
    let tag = mac.finalize().into_bytes();
    text.push_str(&BASE32_NOPAD.encode(&tag[..bytes]));
    text.to_ascii_lowercase()
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let upper = text.to_ascii_uppercase();
    BASE32_NOPAD.decode(upper.as_bytes()).ok()
}

/// Whether a token of the right length has the tag of this HMAC. The comparison takes the same time wherever the
/// tags differ (`CtOutput` of the crate `digest`); it accepts a beginning of the tag, so that the caller has to
/// look at the length.
fn verify(text: &str, mac: Option<Hmac<Sha256>>) -> bool {
    let tag = text.get(ID_LEN..).and_then(decode);
    match (tag, mac) {
        (Some(tag), Some(mac)) => mac.verify_truncated_left(&tag).is_ok(),
        _ => false,
    }
}

/// The public id in a token.
pub fn public_id(text: &str) -> Option<i64> {
    let id = decode(text.get(..ID_LEN)?)?;
    let mut bytes = [0; 8];
    bytes[8 - ID_BYTES..].copy_from_slice(&id);
    Some(i64::from_be_bytes(bytes))
}

#[cfg(test)]
mod tests;
