//! The words of letters to people who are no members.

use minijinja::context;

use crate::drawings::Style;
use crate::text::{SENTENCE, wrapped};
use crate::words::Voice;

use super::challenges::{name, typed};
use super::consent_words::time_of_line;
use super::data::OutsiderNotice;
use super::instants::{Instants, stored};
use super::shown::Shown;
use super::views;

/// What somebody is told who is no member, line by line. Of an invitation: who asks, what the game is, its usual board,
/// and what can be answered.
pub(super) fn notice(voice: Voice<'_>, shown: &Shown, notice: &OutsiderNotice) -> Vec<String> {
    let OutsiderNotice::Invited {
        by,
        variant,
        line,
        players,
        until,
    } = notice
    else {
        let args = match notice {
            OutsiderNotice::NameRefused(fault) => {
                context! { why => voice.tell("name", fault, context! {}) }
            }
            OutsiderNotice::Program { partner } => context! { partner },
            _ => context! {},
        };
        return wrapped(&voice.tell("outsider", notice, args), SENTENCE);
    };
    let say = |name: &str, args| wrapped(&voice.notice(name, args), SENTENCE);
    let game = shown.playable.find(variant);
    let summary = game.map(|game| voice.reason(&game.summary()));
    let args = context! { by, name => name(&shown.playable, variant), summary, others => players.saturating_sub(2) };
    let mut lines = say("outsider-invited", args);
    if let Some(usual) = shown.usual.get(variant) {
        lines.push(String::new());
        let board = views::viewed(usual, Style::Ascii, voice);
        lines.extend(board.into_iter().map(|line| line.trim_end().to_owned()));
    }
    lines.push(String::new());
    lines.extend(say("outsider-terms", context! {}));
    lines.extend(typed(line));
    lines.push(String::new());
    if let Some(time) = time_of_line(voice, line) {
        lines.extend(wrapped(&time, SENTENCE));
        lines.push(String::new());
    }
    let until = stored(voice, None, until, Instants::plain);
    lines.extend(say("outsider-how", context! { until }));
    lines
}

/// The news of a letter in a few words, for its Subject.
pub(super) fn headline(
    voice: Voice<'_>,
    shown: &Shown,
    notices: &[OutsiderNotice],
) -> Option<String> {
    notices.iter().find_map(|notice| match notice {
        OutsiderNotice::Invited { by, variant, .. } => {
            let args = context! { by, name => name(&shown.playable, variant) };
            let said = voice.notice("outsider-headline", args);
            Some(said.trim().to_owned())
        }
        _ => None,
    })
}
