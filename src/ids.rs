//! Reply tokens of letters and envelope tokens (`docs/mail-protocol.md`).
//!
//! A reply token, which players know as 'key', proves that its sender has read a letter. It is 32
//! characters of lower-case base32: 8 for the public id and 24 (120 bits) for an HMAC-SHA-256
//! (RFC 2104) by the server's secret over id, game, seat, state and a nonce. The rows of the table
//! `letter_keys` alone are therefore not enough to forge one.
//!
//! An envelope token stands in the envelope sender of a letter, so that a delivery report can be
//! matched to the letter. It is made in the same way of the letter's id.

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Characters of a reply token.
pub const REPLY_TOKEN_LEN: usize = 32;
/// Characters of an envelope token. It differs from [`REPLY_TOKEN_LEN`], so that neither is taken for
/// the other.
pub const ENVELOPE_TOKEN_LEN: usize = 24;
const ID_LEN: usize = 8;
const ID_BYTES: usize = 5;

/// A source of random bytes: fills the slice. It is an argument everywhere, so that tests can repeat a
/// run.
pub type Chance = Box<dyn FnMut(&mut [u8]) + Send>;

/// Random bytes of the operating system.
///
/// # Errors
/// The operating system gives none.
pub fn system_chance() -> anyhow::Result<Chance> {
    let mut probe = [0; 1];
    getrandom::fill(&mut probe).map_err(|e| anyhow::anyhow!("no random numbers: {e}"))?;
    Ok(Box::new(|bytes| {
        // The probe above has worked. If the kernel stops giving random numbers, no token can be made
        // any more.
        getrandom::fill(bytes).unwrap_or_else(|_| std::process::abort());
    }))
}

/// A random number below `n`, uniformly distributed (by rejection sampling); 0 if `n` is 0.
pub fn sample_below(chance: &mut Chance, n: u32) -> u32 {
    let n = n.max(1);
    let limit = u32::MAX - u32::MAX % n;
    loop {
        let mut bytes = [0; 4];
        chance(&mut bytes);
        let value = u32::from_le_bytes(bytes);
        if value < limit {
            return value % n;
        }
    }
}

/// What a reply token proves, and the nonce that it is derived from besides.
#[derive(Clone, Copy, Debug)]
pub struct TokenScope<'a> {
    /// The public id.
    pub id: i64,
    /// Game number.
    pub game: i64,
    /// Seat index.
    pub seat: u8,
    /// State number of the game.
    pub state: i64,
    /// Random bytes.
    pub nonce: &'a [u8],
}

/// The server's secret, which all tokens are derived from.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// The secret as stored.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    fn mac(&self, purpose: &str, numbers: &[i64], nonce: &[u8]) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        mac.update(purpose.as_bytes());
        for number in numbers {
            mac.update(&number.to_be_bytes());
        }
        mac.update(nonce);
        Some(mac)
    }

    fn reply_token_mac(&self, scope: &TokenScope<'_>) -> Option<Hmac<Sha256>> {
        let numbers = [scope.id, scope.game, i64::from(scope.seat), scope.state];
        self.mac("letter", &numbers, scope.nonce)
    }

    /// The reply token of a letter.
    #[must_use]
    pub fn reply_token(&self, scope: &TokenScope<'_>) -> String {
        join(
            scope.id,
            self.reply_token_mac(scope),
            (REPLY_TOKEN_LEN - ID_LEN) * 5 / 8,
        )
    }

    /// Whether `token` is the reply token of `scope`; compared in constant time.
    #[must_use]
    pub fn verifies(&self, token: &str, scope: &TokenScope<'_>) -> bool {
        public_id(token) == Some(scope.id) && verify(token, self.reply_token_mac(scope))
    }

    /// The envelope token of the letter with this id.
    #[must_use]
    pub fn envelope_token(&self, letter: i64) -> String {
        join(
            letter,
            self.mac("envelope", &[letter], &[]),
            (ENVELOPE_TOKEN_LEN - ID_LEN) * 5 / 8,
        )
    }

    /// The id of the letter whose envelope token this is; `None` if it is no valid one.
    #[must_use]
    pub fn letter_of_envelope_token(&self, token: &str) -> Option<i64> {
        let letter = public_id(token).filter(|_| token.len() == ENVELOPE_TOKEN_LEN)?;
        verify(token, self.mac("envelope", &[letter], &[])).then_some(letter)
    }
}

fn join(id: i64, mac: Option<Hmac<Sha256>>, bytes: usize) -> String {
    let id = id.to_be_bytes();
    let mut text = BASE32_NOPAD.encode(&id[id.len() - ID_BYTES..]);
    if let Some(mac) = mac {
        let tag = mac.finalize().into_bytes();
        text.push_str(&BASE32_NOPAD.encode(&tag[..bytes]));
    }
    text.to_ascii_lowercase()
}

fn decode(text: &str) -> Option<Vec<u8>> {
    BASE32_NOPAD
        .decode(text.to_ascii_uppercase().as_bytes())
        .ok()
}

fn verify(text: &str, mac: Option<Hmac<Sha256>>) -> bool {
    let tag = text.get(ID_LEN..).and_then(decode);
    match (tag, mac) {
        (Some(tag), Some(mac)) => mac.verify_truncated_left(&tag).is_ok(),
        _ => false,
    }
}

/// What is shown in place of a token.
pub const BLANK: &str = "[key]";

/// The text with [`BLANK`] in place of every word that has the form of a token.
#[must_use]
pub fn blanked(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
        let (before, from) = rest.split_at(start);
        let end = from
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(from.len());
        let (word, behind) = from.split_at(end);
        shown.push_str(before);
        shown.push_str(if has_token_form(word) { BLANK } else { word });
        rest = behind;
    }
    shown.push_str(rest);
    shown
}

/// Whether a word has the form of a token. Ids count up in 40 bits, so that for the first 34 thousand
/// million letters the first character is an `a`; few other words start with it and have that length.
fn has_token_form(word: &str) -> bool {
    [REPLY_TOKEN_LEN, ENVELOPE_TOKEN_LEN].contains(&word.len())
        && word.starts_with(['a', 'A'])
        && word
            .bytes()
            .all(|b| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(&b))
}

/// The public id in a token.
#[must_use]
pub fn public_id(text: &str) -> Option<i64> {
    let id = decode(text.get(..ID_LEN)?)?;
    let mut bytes = [0; 8];
    bytes[8 - ID_BYTES..].copy_from_slice(&id);
    Some(i64::from_be_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: i64, state: i64) -> TokenScope<'static> {
        TokenScope {
            id,
            game: 17,
            seat: 1,
            state,
            nonce: &[7; 8],
        }
    }

    #[test]
    fn a_reply_token_is_valid_for_its_own_scope_only() {
        let secret = Secret::new(vec![1; 32]);
        let token = secret.reply_token(&row(5, 3));
        assert_eq!(token.len(), REPLY_TOKEN_LEN);
        assert_eq!(public_id(&token), Some(5));
        assert!(secret.verifies(&token, &row(5, 3)));
        assert!(secret.verifies(&token.to_uppercase(), &row(5, 3)));
        assert!(!secret.verifies(&token, &row(5, 4)));
        assert!(!secret.verifies(&token, &row(6, 3)));
        assert!(!Secret::new(vec![2; 32]).verifies(&token, &row(5, 3)));
        assert!(
            !secret.verifies(&token[..ID_LEN], &row(5, 3)),
            "an empty secret opens nothing"
        );
    }

    #[test]
    fn a_token_names_its_letter() {
        let secret = Secret::new(vec![1; 32]);
        let token = secret.envelope_token(99);
        assert_eq!(token.len(), ENVELOPE_TOKEN_LEN);
        assert_eq!(secret.letter_of_envelope_token(&token), Some(99));
        assert_eq!(
            secret.letter_of_envelope_token(&secret.reply_token(&row(99, 1))),
            None
        );
        assert_eq!(
            secret.letter_of_envelope_token("aaaaaaaaaaaaaaaaaaaaaaaa"),
            None
        );
        assert_eq!(secret.letter_of_envelope_token("ä"), None);
    }
}
