//! Files with games that came by mail are checked: not by the judge, whom others wait for, but by a thread of its own.

use std::sync::Arc;

use anyhow::Result;

use crate::clock::Stopwatch;
use crate::letters::{CheckedFile, Content, FoundFault, RulingEcho, RulingReply};
use crate::meeting::names;
use crate::rules::Reason;
use crate::store::{self, LetterKind, Store, VariantChange, VariantFileRow};
use crate::variants::Games;
use crate::variants::by_file::check::games::{self, Limits};
use crate::variants::by_file::fault::Faults;
use crate::variants::by_file::names::reserve;
use crate::variants::by_file::section::Resolved;
use crate::variants::by_file::{self, catalogue::Catalogue};

use crate::office::judge::caught;
use crate::office::{Draft, Office};

/// At most so many faults are told in a letter.
const MOST_TOLD: usize = 100;
/// So many games of a file are shown in a letter.
const MOST_SHOWN: usize = 5;
/// After so many ends of the process within its check, a file is not looked at any more.
const MOST_ATTEMPTS: i64 = 2;

/// What was found in a file.
#[derive(Clone, Default)]
struct Examined {
    sections: Vec<Arc<Resolved>>,
    found: Vec<FoundFault>,
}

impl Office {
    /// Checks the oldest file that waits for it, and answers the umpire who has sent it; `false`: none waits.
    ///
    /// # Errors
    /// The store fails.
    pub fn check_file(&mut self, store: &mut dyn Store) -> Result<bool> {
        let Some(file) = store::read(store, |store| Ok(store.unchecked_file()?))? else {
            return Ok(false);
        };
        self.refresh(store)?;
        let failed = || Examined {
            found: vec![fault(None, 1, Reason::new("file-check-failed"))],
            ..Examined::default()
        };
        let examined = match file.attempts {
            MOST_ATTEMPTS.. => failed(),
            _ => {
                // A process that ends within it leaves this behind.
                self.decided(store, |draft| {
                    draft.decision.variants.push(VariantChange::Begin(file.id));
                    Ok(())
                })?;
                caught(|| Ok(examined(&file))).unwrap_or_else(|error| {
                    tracing::error!("the file of variants {}: {error:#}", file.id);
                    failed()
                })
            }
        };
        let closed = self.decided(store, |draft| draft.close_file(&file, examined.clone()));
        if let Err(error) = closed {
            let waits = store::read(store, |store| Ok(store.unchecked_file()?))?;
            if store::is_trouble(&error) || waits.is_some_and(|waits| waits.id == file.id) {
                return Err(error);
            }
            // Another process was faster.
            tracing::info!("the file of variants {}: {error:#}", file.id);
        }
        Ok(true)
    }
}

/// Checks a file of games: all that the reader finds in it, what playing its games finds, and names that are words of
/// commands.
pub fn checked(file: &[u8]) -> (Vec<Arc<Resolved>>, Faults) {
    let begun = Stopwatch::start();
    let (sections, mut faults) = by_file::read(file, Catalogue::built_in());
    let time = &mut || begun.elapsed();
    games::play(&sections, Limits::default(), time, &mut faults);
    reserve(&sections, &names::is_command_word, &mut faults);
    (sections, faults)
}

fn examined(file: &VariantFileRow) -> Examined {
    let (sections, faults) = checked(file.text.as_bytes());
    let found = faults.iter().map(|fault| FoundFault {
        section: fault.section.clone(),
        line: fault.line,
        remark: fault.remark,
        reason: fault.reason.clone(),
    });
    Examined {
        found: found.collect(),
        sections,
    }
}

fn fault(section: Option<String>, line: u32, reason: Reason) -> FoundFault {
    FoundFault {
        section,
        line,
        remark: false,
        reason,
    }
}

impl Draft<'_> {
    /// Why a game that came by mail cannot have this name here.
    pub(in crate::office) fn taken(&self, name: &str) -> Result<Option<Reason>> {
        let files = self.office.known.files.as_ref();
        let reason = match () {
            () if files.is_some_and(|files| files.games().find(name).is_some()) => {
                Reason::new("name-taken")
            }
            () if self.store.player_by_name(name)?.is_some() => Reason::new("name-of-player"),
            () => return Ok(None),
        };
        Ok(Some(reason.text("name", name)))
    }

    /// Notes that a file is checked, lets its games be played if that was asked for, and answers.
    fn close_file(&mut self, file: &VariantFileRow, examined: Examined) -> Result<()> {
        file.added_by.clone_into(&mut self.decision.by);
        let Examined {
            sections,
            mut found,
        } = examined;
        let mailed = self.store.mailed_games()?;
        let (mut right, mut replaced) = (Vec::new(), Vec::new());
        for section in &sections {
            let name = section.name.to_string();
            let of_section = |fault: &FoundFault| fault.section.as_ref() == Some(&name);
            let is_mailed = mailed.iter().any(|game| game.game == name);
            let at_fault = found.iter().any(|fault| of_section(fault) && !fault.remark);
            let taken = if at_fault { None } else { self.taken(&name)? };
            if let Some(reason) = taken {
                found.push(fault(Some(name.clone()), section.line, reason));
            }
            let stops = |fault: &FoundFault| {
                !fault.remark && (fault.section.is_none() || of_section(fault))
            };
            if !found.iter().any(stops) {
                replaced.extend(is_mailed.then(|| name.clone()));
                right.push((name, by_file::source(section)));
            }
        }
        found.sort_by_key(|fault| fault.line);
        let more = found.len().saturating_sub(MOST_TOLD);
        found.truncate(MOST_TOLD);
        // Who has sent it may have been taken out of the settings since.
        let mut umpires = self.office.settings.umpires.iter();
        let umpire = umpires.find(|umpire| umpire.normalized() == file.added_by);
        let umpire = umpire.map(ToString::to_string);
        let adds = file.adds && umpire.is_some();
        self.decision.variants.push(VariantChange::Checked {
            file: file.id,
            games: if adds { right.clone() } else { Vec::new() },
        });
        let Some(umpire) = umpire else {
            return Ok(());
        };
        let shown = right.iter().take(MOST_SHOWN).cloned();
        let reply = RulingReply::Checked(CheckedFile {
            found,
            more,
            shown: shown.collect(),
            right: right.into_iter().map(|(name, _)| name).collect(),
            replaced,
            adds,
        });
        let verb = if file.adds { "add" } else { "check" };
        let line = format!("variant {verb} ({})", file.name);
        let verdict = self.store.mail(file.mail)?.and_then(|mail| mail.verdict);
        let content = Content::Ruling {
            echoes: vec![RulingEcho { line, reply }],
            question: None,
            in_reply_to: verdict.and_then(|verdict| verdict.message_id),
        };
        self.post_to(LetterKind::Answer, &umpire, Some(file.mail), None, content);
        Ok(())
    }
}

/// The games of sections that were kept as text, for a letter that shows them.
pub(in crate::office) fn games_of(sections: &[(String, String)]) -> Games {
    let read = sections
        .iter()
        .filter_map(|(name, text)| by_file::reread(name, text));
    Games::built_in().with(read)
}
