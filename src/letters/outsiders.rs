//! The words of letters to people who are no members.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use minijinja::context;

use crate::drawings::Style;
use crate::meeting::NameFault;
use crate::rules::view::BoardView;
use crate::text::{SENTENCE, paragraphs, wrapped};
use crate::variants;
use crate::words::Voice;

use super::data::OutsiderNotice;
use super::instants::Instants;
use super::views;

/// What somebody is told who is no member, line by line.
pub(super) fn notice(
    voice: Voice<'_>,
    usual: &BTreeMap<String, BoardView>,
    notice: &OutsiderNotice,
) -> Vec<String> {
    match notice {
        OutsiderNotice::Invited {
            by,
            variant,
            line,
            players,
            until,
        } => invited(
            voice,
            usual.get(variant),
            (by, until),
            (variant, line),
            *players,
        ),
        other => wrapped(&sentence(voice, other), SENTENCE),
    }
}

/// The news of a letter in a few words, for its Subject.
pub(super) fn headline(voice: Voice<'_>, notices: &[OutsiderNotice]) -> Option<String> {
    notices.iter().find_map(|notice| match notice {
        OutsiderNotice::Invited { by, variant, .. } => {
            let name = variants::find(variant).map_or(variant.as_str(), |game| game.name());
            let said = voice.notice("outsider-headline", context! { by, name });
            Some(said.trim().to_owned())
        }
        _ => None,
    })
}

/// Who asks, what the game is, its usual board, and what can be answered.
fn invited(
    voice: Voice<'_>,
    usual: Option<&BoardView>,
    (by, until): (&str, &str),
    (variant, line): (&str, &str),
    players: usize,
) -> Vec<String> {
    let game = variants::find(variant);
    let name = game.map_or(variant, |game| game.name());
    let summary = game.map(|game| voice.reason(&game.summary()));
    let others = players.saturating_sub(2);
    let args = context! { by, name, summary, others };
    let mut lines = wrapped(&voice.notice("outsider-invited", args), SENTENCE);
    if let Some(usual) = usual {
        lines.push(String::new());
        let board = views::viewed(usual, Style::Ascii, voice);
        lines.extend(board.into_iter().map(|line| line.trim_end().to_owned()));
    }
    lines.push(String::new());
    lines.extend(wrapped(
        &voice.notice("outsider-terms", context! {}),
        SENTENCE,
    ));
    lines.extend(
        paragraphs(line, SENTENCE - 4, 0)
            .into_iter()
            .map(|line| format!("    {line}")),
    );
    lines.push(String::new());
    let at = until.parse::<DateTime<Utc>>().unwrap_or_default();
    let until = Instants::in_zone(None, at).plain(at);
    let how = voice.notice("outsider-how", context! { until });
    lines.extend(wrapped(&how, SENTENCE));
    lines
}

fn sentence(voice: Voice<'_>, notice: &OutsiderNotice) -> String {
    let args = match notice {
        OutsiderNotice::NameRefused(fault) => context! { why => name_fault(voice, *fault) },
        _ => context! {},
    };
    voice.tell("outsider", notice, args)
}

/// Why a name cannot be taken.
pub(super) fn name_fault(voice: Voice<'_>, fault: NameFault) -> String {
    voice.tell("name", &fault, context! {})
}
