//! Tests of tokens and secrets.

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;

use super::*;

fn base(id: i64, state: i64) -> TokenBase<'static> {
    let (game, seat) = (17, 1);
    TokenBase {
        id,
        scope: Scope::Seat { game, seat, state },
        nonce: &[7; 8],
        generation: 1,
        form: FORM,
    }
}

#[test]
fn a_reply_token_is_valid_for_its_own_scope_only() {
    let secret = Secret::new(1, vec![1; 32]);
    let token = secret.reply_token(&base(5, 3)).expect("a token");
    assert_eq!(token.len(), REPLY_TOKEN_LEN);
    assert_eq!(public_id(&token), Some(5));
    assert!(secret.verifies(&token, &base(5, 3)));
    assert!(secret.verifies(&token.to_uppercase(), &base(5, 3)));
    let others = [
        base(5, 4),
        base(6, 3),
        TokenBase {
            form: 1,
            ..base(5, 3)
        },
        TokenBase {
            generation: 2,
            ..base(5, 3)
        },
        TokenBase {
            scope: Scope::Player(17),
            ..base(5, 3)
        },
    ];
    for other in &others {
        assert!(!secret.verifies(&token, other), "{other:?}");
    }
    assert!(!Secret::new(1, vec![2; 32]).verifies(&token, &base(5, 3)));
    let bare = &token[..ID_LEN];
    assert!(
        !secret.verifies(bare, &base(5, 3)),
        "an empty secret opens nothing"
    );
}

#[test]
fn older_generations_stay_valid() {
    let mut secret = Secret::new(1, vec![1; 32]);
    let (token, envelope) = (secret.reply_token(&base(5, 3)), secret.envelope_token(9));
    secret.rotate(&mut ChaCha12Rng::seed_from_u64(3));
    assert_eq!(secret.generation(), 2);
    let secret = Secret::from_text(&format!("# remark\n{}", secret.to_text())).expect("read");
    assert!(secret.verifies(&token.expect("a token"), &base(5, 3)));
    assert_eq!(secret.letter_of_envelope_token(&envelope), Some(9));
    assert_ne!(secret.envelope_token(9), envelope);
    assert_eq!(secret.checks().len(), 2);
    for bad in [
        "",
        "1",
        "1 aa",
        "x aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "1 a!",
    ] {
        assert!(Secret::from_text(bad).is_none(), "{bad:?}");
    }
}

#[test]
fn a_token_names_its_letter() {
    let secret = Secret::new(1, vec![1; 32]);
    let token = secret.envelope_token(99);
    assert_eq!(token.len(), ENVELOPE_TOKEN_LEN);
    assert_eq!(secret.letter_of_envelope_token(&token), Some(99));
    let reply = secret.reply_token(&base(99, 1)).expect("a token");
    assert_eq!(secret.letter_of_envelope_token(&reply), None);
    for bad in ["aaaaaaaaaaaaaaaaaaaaaaaa", "ä"] {
        assert_eq!(secret.letter_of_envelope_token(bad), None);
    }
}
