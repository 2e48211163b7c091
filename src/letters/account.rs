//! The words of letters to players about no game.

use minijinja::context;

use crate::text::{SENTENCE, with_bars, wrapped};
use crate::words::Voice;

use super::challenges::ChallengeWords;
use super::data::{AccountQuestion, PlayerNotice};
use super::notes;
use super::people::{self, numbers};
use super::seat::Echo;

/// What a player is told, as the templates know it: sentences, and lines of others below them.
pub(super) fn notice(words: ChallengeWords<'_>, notice: &PlayerNotice) -> Vec<Echo> {
    let said = |name: &str, args| Echo {
        result: wrapped(&words.voice.notice(name, args), SENTENCE),
        ..Echo::default()
    };
    vec![match notice {
        PlayerNotice::Challenge(notice) => return words.notice(notice),
        PlayerNotice::Asked(question) => asked(words.voice, question),
        PlayerNotice::SubstituteDeclined { game, name } => said(
            "account-substitute-declined",
            context! { game => game.0, name },
        ),
        PlayerNotice::Announced { words } => Echo {
            words: with_bars(words.trim()),
            ..said("account-announced", context! {})
        },
        PlayerNotice::SeatTaken {
            game,
            variant,
            newcomer,
            reason,
        } => said(
            "account-seat-taken",
            context! { game => game.0, variant, newcomer, reason },
        ),
        PlayerNotice::Welcome { name, back } => Echo {
            block: first_steps(words.voice),
            ..said("player-welcome", context! { name, back })
        },
        PlayerNotice::Unproven { left } => Echo {
            block: first_steps(words.voice),
            ..said(
                "player-unproven",
                context! { left => left.map(|game| game.0) },
            )
        },
        PlayerNotice::Renamed {
            former,
            name,
            games,
        } => {
            let games = numbers(games);
            said("player-renamed", context! { former, name, games })
        }
        PlayerNotice::MayWatch { game, variant } => {
            said("watch-may", context! { game => game.0, variant })
        }
        PlayerNotice::Message { from, text } => Echo {
            words: with_bars(text),
            ..said("player-message", context! { from })
        },
    }]
}

/// A sentence, and below it what a player can write.
fn first_steps(voice: Voice<'_>) -> Vec<String> {
    let lines = voice.plain("notices/player-welcome-lines");
    lines.lines().map(|line| format!("    {line}")).collect()
}

/// The news of a letter in a few words, if there are any.
pub(super) fn headline(words: ChallengeWords<'_>, notices: &[PlayerNotice]) -> Option<String> {
    notices.iter().find_map(|notice| match notice {
        PlayerNotice::Challenge(notice) => Some(words.headline(notice)),
        _ => None,
    })
}

pub(super) fn asked(voice: Voice<'_>, question: &AccountQuestion) -> Echo {
    let tell = |args| Echo {
        result: wrapped(&voice.tell("account", question, args), SENTENCE),
        ..Echo::default()
    };
    let quoted = |lines: &[String]| with_bars(lines.join("\n").trim());
    match question {
        AccountQuestion::Lines { lines, lack } => Echo {
            words: quoted(lines),
            ..tell(context! { why => notes::why(voice, lack) })
        },
        AccountQuestion::Substitute(asked) => {
            let (by, name) = (&asked.by_name, &asked.name);
            tell(context! { by, name, game => asked.game.0, variant => &asked.variant })
        }
        AccountQuestion::Watch(asked) => {
            let (by, game) = (&asked.by_name, asked.game.0);
            tell(context! { by, game, variant => &asked.variant })
        }
        AccountQuestion::Umpire {
            lines,
            by,
            much,
            shared,
        } => Echo {
            words: quoted(lines),
            ..tell(context! { by, much, shared })
        },
        AccountQuestion::Leave { asked, .. } => Echo {
            result: wrapped(&people::leave_asked(voice, asked), SENTENCE),
            ..Echo::default()
        },
        AccountQuestion::Blocked {
            challenge, variant, ..
        } => {
            let name = crate::variants::find(variant).map_or("", |found| found.name());
            tell(context! { number => challenge.0, name })
        }
        AccountQuestion::Accept { .. }
        | AccountQuestion::Register { .. }
        | AccountQuestion::Waiting { .. }
        | AccountQuestion::Invited { .. } => Echo::default(),
    }
}
