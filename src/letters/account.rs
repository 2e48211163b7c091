//! The words of letters to players about no game.

use minijinja::context;

use crate::text::{SENTENCE, with_bars, wrapped};
use crate::words::Voice;

use super::challenges::ChallengeWords;
use super::data::{AccountQuestion, PlayerNotice};
use super::notes;
use super::people;
use super::seat::Echo;

/// What a player is told, as the templates know it: sentences, and lines of others below them.
pub(super) fn notice(words: ChallengeWords<'_>, notice: &PlayerNotice) -> Vec<Echo> {
    match notice {
        PlayerNotice::Asked(question) => vec![asked(words.voice, question)],
        PlayerNotice::SubstituteDeclined { game, name } => {
            let args = context! { game => game.0, name };
            let sentence = words.voice.say("notices/account-substitute-declined", args);
            vec![Echo {
                result: wrapped(&sentence, SENTENCE),
                ..Echo::default()
            }]
        }
        PlayerNotice::Challenge(notice) => words.notice(notice),
        PlayerNotice::Announced { words: said } => vec![Echo {
            result: wrapped(&words.voice.plain("notices/account-announced"), SENTENCE),
            words: with_bars(said.trim()),
            ..Echo::default()
        }],
        PlayerNotice::SeatTaken {
            game,
            variant,
            newcomer,
            reason,
        } => {
            let args = context! { game => game.0, variant, newcomer, reason };
            let sentence = words.voice.say("notices/account-seat-taken", args);
            vec![Echo {
                result: wrapped(&sentence, SENTENCE),
                ..Echo::default()
            }]
        }
        PlayerNotice::Welcome { name, back } => {
            let args = context! { name, back };
            vec![first_steps(words.voice, "notices/player-welcome", args)]
        }
        PlayerNotice::Unproven { left } => {
            let args = context! { left => left.map(|game| game.0) };
            vec![first_steps(words.voice, "notices/player-unproven", args)]
        }
        PlayerNotice::Renamed {
            former,
            name,
            games,
        } => {
            let games: Vec<String> = games.iter().map(|game| format!("#{game}")).collect();
            let args = context! { former, name, games };
            let sentence = words.voice.say("notices/player-renamed", args);
            vec![Echo {
                result: wrapped(&sentence, SENTENCE),
                ..Echo::default()
            }]
        }
        PlayerNotice::MayWatch { game, variant } => {
            let args = context! { game => game.0, variant };
            vec![Echo {
                result: wrapped(&words.voice.say("notices/watch-may", args), SENTENCE),
                ..Echo::default()
            }]
        }
        PlayerNotice::Message { from, text } => {
            let sentence = words.voice.say("notices/player-message", context! { from });
            vec![Echo {
                result: wrapped(&sentence, SENTENCE),
                words: with_bars(text),
                ..Echo::default()
            }]
        }
    }
}

/// A sentence, and below it what a player can write.
fn first_steps(voice: Voice<'_>, name: &str, args: minijinja::Value) -> Echo {
    let lines = voice.plain("notices/player-welcome-lines");
    Echo {
        result: wrapped(&voice.say(name, args), SENTENCE),
        block: lines.lines().map(|line| format!("    {line}")).collect(),
        ..Echo::default()
    }
}

/// The news of a letter in a few words, if there are any.
pub(super) fn headline(words: ChallengeWords<'_>, notices: &[PlayerNotice]) -> Option<String> {
    notices.iter().find_map(|notice| match notice {
        PlayerNotice::Challenge(notice) => Some(words.headline(notice).trim().to_owned()),
        PlayerNotice::Asked(_)
        | PlayerNotice::Unproven { .. }
        | PlayerNotice::SubstituteDeclined { .. }
        | PlayerNotice::MayWatch { .. }
        | PlayerNotice::Welcome { .. }
        | PlayerNotice::Renamed { .. }
        | PlayerNotice::Message { .. }
        | PlayerNotice::Announced { .. }
        | PlayerNotice::SeatTaken { .. } => None,
    })
}

pub(super) fn asked(voice: Voice<'_>, question: &AccountQuestion) -> Echo {
    match question {
        AccountQuestion::Lines { lines, lack } => {
            let why = notes::why(voice, lack);
            let sentence = voice.say("notices/account-lines", context! { why });
            Echo {
                result: wrapped(&sentence, SENTENCE),
                words: with_bars(lines.join("\n").trim()),
                ..Echo::default()
            }
        }
        AccountQuestion::Substitute(asked) => {
            let args = context! {
                by => &asked.by_name,
                name => &asked.name,
                game => asked.game.0,
                variant => &asked.variant,
            };
            Echo {
                result: wrapped(&voice.say("notices/account-substitute", args), SENTENCE),
                ..Echo::default()
            }
        }
        AccountQuestion::Watch(asked) => {
            let args = context! {
                by => &asked.by_name,
                game => asked.game.0,
                variant => &asked.variant,
            };
            Echo {
                result: wrapped(&voice.say("notices/account-watch", args), SENTENCE),
                ..Echo::default()
            }
        }
        AccountQuestion::Umpire {
            lines,
            by,
            much,
            shared,
        } => Echo {
            result: wrapped(
                &voice.say("notices/account-umpire", context! { by, much, shared }),
                SENTENCE,
            ),
            words: with_bars(lines.join("\n").trim()),
            ..Echo::default()
        },
        // The answer to the mail has shown the terms.
        AccountQuestion::Accept { .. } => Echo::default(),
        AccountQuestion::Leave { asked, .. } => Echo {
            result: wrapped(&people::leave_asked(voice, asked), SENTENCE),
            ..Echo::default()
        },
        AccountQuestion::Blocked {
            challenge,
            by,
            variant,
            blocked,
        } => {
            let name = crate::variants::find(variant).map_or("", |found| found.name());
            let number = challenge.0;
            let args = context! { number, by, name, blocked };
            Echo {
                result: wrapped(&voice.say("notices/account-blocked", args), SENTENCE),
                ..Echo::default()
            }
        }
        // Letters to people who are no members ask this.
        AccountQuestion::Register { .. }
        | AccountQuestion::Waiting { .. }
        | AccountQuestion::Invited { .. } => Echo::default(),
    }
}
