//! Tests of tokens and secrets.

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;

use super::*;
use crate::text::keys::{blanked, has_token_form};

fn base(id: i64, state: i64) -> TokenBase<'static> {
    let (game, seat) = (GameId(17), 1);
    TokenBase {
        id,
        scope: Scope::Seat { game, seat, state },
        nonce: &[7; 8],
        generation: 1,
        form: FORM,
    }
}

#[test]
fn disguised_tokens_are_blanked() {
    let token = "aaaaaabbccddeeffgghhiijjkkllmmnn";
    for (text, shown) in [
        (format!("x={token} y"), "x=[key] y".to_owned()),
        (format!("=61{} e8=Q", &token[1..]), "[key] e8=Q".to_owned()),
        (format!("{}=6E.", &token[..31]), "[key].".to_owned()),
        (format!("{}=6e=3D", &token[..31]), "[key]=3D".to_owned()),
        (format!("=3D{token}"), "=3D[key]".to_owned()),
        (format!("=41=61{}=", &token[2..]), "[key]=".to_owned()),
        ("a=b =zz =é =4".to_owned(), "a=b =zz =é =4".to_owned()),
        (format!("x{token}=61"), format!("x{token}=61")),
        (format!("play%2B{token}@"), "play%2B[key]@".to_owned()),
        (
            format!("=0Aplay%2=42{token}@"),
            "=0Aplay%2=42[key]@".to_owned(),
        ),
        (
            format!("play%2=\nB{}=\r\n{}@", &token[..9], &token[9..]),
            "play%2=\nB[key]@".to_owned(),
        ),
        (
            format!("{}=\n> > {}", &token[..9], &token[9..]),
            "[key]".to_owned(),
        ),
        (format!("x%B{token}"), format!("x%B{token}")),
    ] {
        assert_eq!(blanked(&text), shown, "{text}");
    }
}

#[test]
fn a_code_confirms_one_address_of_one_player() {
    let secret = Secret::new(1, vec![7; 32]);
    let base = ConfirmationBase {
        player: 3,
        address: "Anna@example.org",
        nonce: &[1; 8],
        generation: 1,
    };
    let code = secret.confirmation(&base).expect("a code");
    assert!(has_token_form(&code));
    assert!(secret.confirms(&code, &base));
    let lower = ConfirmationBase {
        address: "anna@example.org",
        ..base
    };
    assert!(secret.confirms(&code, &lower));
    for other in [
        ConfirmationBase { player: 4, ..base },
        ConfirmationBase {
            address: "nna@example.org",
            ..base
        },
        ConfirmationBase {
            nonce: &[2; 8],
            ..base
        },
        ConfirmationBase {
            generation: 2,
            ..base
        },
    ] {
        assert!(!secret.confirms(&code, &other));
    }
    assert!(!secret.confirms(&code[..24], &base) && !secret.confirms("", &base));
    let token = TokenBase {
        id: 3,
        scope: Scope::Player(PlayerId(3)),
        nonce: &[1; 8],
        generation: 1,
        form: FORM,
    };
    assert!(!secret.verifies(&code, &token));
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
            scope: Scope::Player(PlayerId(17)),
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
    for len in ID_LEN..REPLY_TOKEN_LEN {
        assert!(!secret.verifies(&token[..len], &base(5, 3)), "{len} of it");
    }
    let longer = format!("{token}a");
    assert!(!secret.verifies(&longer, &base(5, 3)));
}

/// All 24 characters of the tag count, wherever one differs. That comparing takes the same time is the word of
/// the crates `hmac` and `subtle`; nothing here looks at the tag in another way.
#[test]
fn a_token_with_one_other_character_is_none() {
    let secret = Secret::new(1, vec![1; 32]);
    let token = secret.reply_token(&base(5, 3)).expect("a token");
    let mut tried = 0;
    for at in ID_LEN..REPLY_TOKEN_LEN {
        for other in "abcdefghijklmnopqrstuvwxyz234567".chars() {
            let mut guess = token.clone();
            guess.replace_range(at..=at, &other.to_string());
            assert_eq!(secret.verifies(&guess, &base(5, 3)), guess == token);
            tried += usize::from(guess != token);
        }
    }
    assert_eq!(tried, 24 * 31);
}

#[test]
fn the_secret_is_not_in_its_debug_output() {
    let mut secret = Secret::new(1, vec![0xAB; 32]);
    secret.rotate(&mut ChaCha12Rng::seed_from_u64(3));
    assert_eq!(format!("{secret:?} {secret:#?}"), "Secret Secret");
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
