//! Keys of letters and tokens of envelopes (protocol.md, Whose mail it is).
//!
//! A key is 32 characters of lower-case base32: 8 for the public id, 24 (120 bits) of secret. The
//! secret is HMAC-SHA-256 (RFC 2104) by the server's secret over id, game, seat, state and a
//! nonce, so the database alone opens no game.

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Characters of a key.
pub const KEY_LEN: usize = 32;
/// Characters of an envelope token; differs from [`KEY_LEN`], so that neither is taken for the
/// other.
pub const TOKEN_LEN: usize = 24;
const ID_LEN: usize = 8;
const ID_BYTES: usize = 5;

/// Where chance comes from: fills a slice with random bytes. An argument everywhere, so that tests
/// can repeat a run.
pub type Chance = Box<dyn FnMut(&mut [u8]) + Send>;

/// Chance from the operating system.
///
/// # Errors
/// The operating system has none to give.
pub fn system_chance() -> anyhow::Result<Chance> {
    let mut probe = [0; 1];
    getrandom::fill(&mut probe).map_err(|e| anyhow::anyhow!("no random numbers: {e}"))?;
    Ok(Box::new(|bytes| {
        // It worked a moment ago; a kernel that stops giving random numbers leaves nothing to do.
        getrandom::fill(bytes).unwrap_or_else(|_| std::process::abort());
    }))
}

/// A number below `n`, evenly spread (by rejection).
pub fn below(chance: &mut Chance, n: u32) -> u32 {
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

/// What a key is derived from.
#[derive(Clone, Copy, Debug)]
pub struct Lock<'a> {
    /// The public id.
    pub id: i64,
    /// Game number.
    pub game: i64,
    /// Seat index.
    pub seat: u8,
    /// State of the game.
    pub state: i64,
    /// Random bytes.
    pub nonce: &'a [u8],
}

/// The server's secret.
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

    fn key_mac(&self, lock: &Lock<'_>) -> Option<Hmac<Sha256>> {
        let numbers = [lock.id, lock.game, i64::from(lock.seat), lock.state];
        self.mac("letter", &numbers, lock.nonce)
    }

    /// The key of a letter.
    #[must_use]
    pub fn key(&self, lock: &Lock<'_>) -> String {
        join(lock.id, self.key_mac(lock), (KEY_LEN - ID_LEN) * 5 / 8)
    }

    /// Whether `key` opens `lock`; compared in constant time.
    #[must_use]
    pub fn opens(&self, key: &str, lock: &Lock<'_>) -> bool {
        public_id(key) == Some(lock.id) && verify(key, self.key_mac(lock))
    }

    /// The token of a letter's envelope sender, by which a delivery report finds it.
    #[must_use]
    pub fn token(&self, letter: i64) -> String {
        join(
            letter,
            self.mac("envelope", &[letter], &[]),
            (TOKEN_LEN - ID_LEN) * 5 / 8,
        )
    }

    /// The letter whose envelope token this is.
    #[must_use]
    pub fn letter_of_token(&self, token: &str) -> Option<i64> {
        let letter = public_id(token).filter(|_| token.len() == TOKEN_LEN)?;
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

/// What is shown in place of a key.
pub const BLANK: &str = "[key]";

/// The text without anything that has the form of a key or token.
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
        shown.push_str(if is_secret(word) { BLANK } else { word });
        rest = behind;
    }
    shown.push_str(rest);
    shown
}

/// Ids are numbers counted up in 40 bits, so that for the next 34 thousand million letters the
/// first character is an `a`; few words begin so and are that long.
fn is_secret(word: &str) -> bool {
    [KEY_LEN, TOKEN_LEN].contains(&word.len())
        && word.starts_with(['a', 'A'])
        && word
            .bytes()
            .all(|b| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(&b))
}

/// The public id in a key or token.
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

    fn row(id: i64, state: i64) -> Lock<'static> {
        Lock {
            id,
            game: 17,
            seat: 1,
            state,
            nonce: &[7; 8],
        }
    }

    #[test]
    fn a_key_opens_its_own_lock_only() {
        let secret = Secret::new(vec![1; 32]);
        let key = secret.key(&row(5, 3));
        assert_eq!(key.len(), KEY_LEN);
        assert_eq!(public_id(&key), Some(5));
        assert!(secret.opens(&key, &row(5, 3)));
        assert!(secret.opens(&key.to_uppercase(), &row(5, 3)));
        assert!(!secret.opens(&key, &row(5, 4)));
        assert!(!secret.opens(&key, &row(6, 3)));
        assert!(!Secret::new(vec![2; 32]).opens(&key, &row(5, 3)));
        assert!(
            !secret.opens(&key[..ID_LEN], &row(5, 3)),
            "an empty secret opens nothing"
        );
    }

    #[test]
    fn a_token_names_its_letter() {
        let secret = Secret::new(vec![1; 32]);
        let token = secret.token(99);
        assert_eq!(token.len(), TOKEN_LEN);
        assert_eq!(secret.letter_of_token(&token), Some(99));
        assert_eq!(secret.letter_of_token(&secret.key(&row(99, 1))), None);
        assert_eq!(secret.letter_of_token("aaaaaaaaaaaaaaaaaaaaaaaa"), None);
        assert_eq!(secret.letter_of_token("ä"), None);
    }
}
