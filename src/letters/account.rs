//! The words of letters to players about no game.

use minijinja::context;

use crate::text::{SENTENCE, with_bars, wrapped};
use crate::words::Voice;

use super::challenges::ChallengeWords;
use super::contests;
use super::data::{AccountQuestion, PlayerNotice};
use super::notes;
use super::people::{self, numbers};
use super::seat::Echo;

/// What a player is told, as the templates know it: sentences, and lines of others below them.
pub(super) fn notice(words: ChallengeWords<'_>, notice: &PlayerNotice) -> Vec<Echo> {
    let tell = |stem: &str, args| said(&words.voice.tell(stem, notice, args));
    vec![match notice {
        PlayerNotice::Challenge(notice) => return words.notice(notice),
        PlayerNotice::Event(news) => contests::news(words, news),
        PlayerNotice::Asked(question) => asked(words, question),
        PlayerNotice::SubstituteDeclined { .. } | PlayerNotice::NewKey => {
            tell("account", context! {})
        }
        // Told with the game (`reviews.rs`).
        PlayerNotice::Review(_) => return Vec::new(),
        PlayerNotice::ReviewWaits { .. } | PlayerNotice::ReviewFailed { .. } => {
            tell("player", context! {})
        }
        PlayerNotice::SeatTaken { reason, .. } => tell("account", context! { reason }),
        PlayerNotice::Announced { words } => Echo {
            words: with_bars(words.trim()),
            ..tell("account", context! {})
        },
        PlayerNotice::Welcome { partner, .. } => Echo {
            block: first_steps(words.voice, partner.as_deref()),
            ..tell("player", context! {})
        },
        PlayerNotice::Unproven { .. } => Echo {
            block: first_steps(words.voice, None),
            ..tell("player", context! {})
        },
        PlayerNotice::Renamed { games, .. } => tell("player", context! { games => numbers(games) }),
        PlayerNotice::MayWatch { game, variant } => {
            let args = context! { game => game.0, variant };
            said(&words.voice.notice("watch-may", args))
        }
        PlayerNotice::Message { text, .. } => Echo {
            words: with_bars(text),
            ..tell("player", context! {})
        },
    }]
}

/// The server's own words.
pub(super) fn said(text: &str) -> Echo {
    Echo {
        result: wrapped(text, SENTENCE),
        ..Echo::default()
    }
}

/// What a player can write; first of all, how to play against the program.
fn first_steps(voice: Voice<'_>, partner: Option<&str>) -> Vec<String> {
    let program =
        partner.map(|partner| voice.notice("player-welcome-program", context! { partner }));
    let lines = voice.plain("notices/player-welcome-lines");
    let lines = program
        .iter()
        .flat_map(|program| program.lines())
        .chain(lines.lines());
    lines.map(|line| format!("    {line}")).collect()
}

pub(super) fn asked(words: ChallengeWords<'_>, question: &AccountQuestion) -> Echo {
    let voice = words.voice;
    let tell = |args| said(&voice.tell("account", question, args));
    let quoted = |lines: &[String]| with_bars(lines.join("\n").trim());
    match question {
        AccountQuestion::Lines { lines, lack } => Echo {
            words: quoted(lines),
            ..tell(context! { why => notes::why(voice, lack) })
        },
        AccountQuestion::Substitute(asked) => tell(context! { by => &asked.by_name }),
        AccountQuestion::Watch(asked) => tell(context! { by => &asked.by_name }),
        AccountQuestion::Umpire {
            lines,
            by,
            by_name,
            plans,
            much,
            shared,
            files,
        } => {
            let by = by_name.as_ref().or(by.as_ref());
            let all = plans.iter().map(|plan| contests::plan(voice, plan));
            let args = context! { by, director => by_name.is_some(), planned => !plans.is_empty(), much, shared };
            let asked = voice.tell("account", question, args);
            let all: Vec<String> = all.chain([asked]).collect();
            Echo {
                words: quoted(&[lines.as_slice(), files].concat()),
                ..said(&all.join(" "))
            }
        }
        AccountQuestion::Leave { asked, .. } => said(&people::leave_asked(voice, asked)),
        AccountQuestion::Withdraw(asked) => said(&contests::withdraw_asked(voice, asked)),
        AccountQuestion::Defend(asked) => said(&contests::defence_asked(words, asked)),
        AccountQuestion::TakePlace(asked) => said(&contests::place_asked(words, asked)),
        AccountQuestion::EnterTeam(asked) | AccountQuestion::JoinTeam(asked) => {
            said(&contests::team_asked(words, asked))
        }
        AccountQuestion::Blocked {
            challenge, variant, ..
        } => {
            let name = words.games.find(variant).map_or("", |found| found.name());
            tell(context! { number => challenge.0, name => voice.name(name) })
        }
        AccountQuestion::Accept { .. }
        | AccountQuestion::Web
        | AccountQuestion::Register { .. }
        | AccountQuestion::Waiting { .. }
        | AccountQuestion::Invited { .. } => Echo::default(),
    }
}
