//! The words of letters to players about no game.

use minijinja::context;

use crate::text::{WIDTH, with_bars, wrapped};
use crate::words::Voice;

use super::data::{AccountQuestion, PlayerNotice};
use super::notes;
use super::people;
use super::seat::Echo;

/// What a player is told, as the templates know it: sentences, and lines of others below them.
pub(super) fn notice(voice: Voice<'_>, notice: &PlayerNotice) -> Echo {
    match notice {
        PlayerNotice::Asked(question) => asked(voice, question),
        PlayerNotice::Welcome { name, back } => {
            let sentence = voice.say("notices/player-welcome", context! { name, back });
            let lines = voice.plain("notices/player-welcome-lines");
            Echo {
                result: wrapped(&sentence, WIDTH),
                block: lines.lines().map(|line| format!("    {line}")).collect(),
                ..Echo::default()
            }
        }
        PlayerNotice::Renamed {
            former,
            name,
            games,
        } => {
            let games: Vec<String> = games.iter().map(|game| format!("#{game}")).collect();
            let args = context! { former, name, games };
            let sentence = voice.say("notices/player-renamed", args);
            Echo {
                result: wrapped(&sentence, WIDTH),
                ..Echo::default()
            }
        }
        PlayerNotice::Announced { words } => Echo {
            result: wrapped(&voice.plain("notices/account-announced"), WIDTH),
            words: with_bars(words.trim()),
            ..Echo::default()
        },
        PlayerNotice::SeatTaken {
            game,
            variant,
            newcomer,
            reason,
        } => {
            let args = context! { game => game.0, variant, newcomer, reason };
            let sentence = voice.say("notices/account-seat-taken", args);
            Echo {
                result: wrapped(&sentence, WIDTH),
                ..Echo::default()
            }
        }
        PlayerNotice::Message { from, text } => {
            let sentence = voice.say("notices/player-message", context! { from });
            Echo {
                result: wrapped(&sentence, WIDTH),
                words: with_bars(text),
                ..Echo::default()
            }
        }
    }
}

fn asked(voice: Voice<'_>, question: &AccountQuestion) -> Echo {
    match question {
        AccountQuestion::Lines { lines, lack } => {
            let why = notes::why(voice, lack);
            let sentence = voice.say("notices/account-lines", context! { why });
            Echo {
                result: wrapped(&sentence, WIDTH),
                words: with_bars(lines.join("\n").trim()),
                ..Echo::default()
            }
        }
        AccountQuestion::Leave { asked, .. } => Echo {
            result: wrapped(&people::leave_asked(voice, asked), WIDTH),
            ..Echo::default()
        },
        // Letters to people who are no members ask this.
        AccountQuestion::Register { .. } => Echo::default(),
    }
}
