//! Files with games that came by mail are checked: not by the judge, whom others wait for, but by a thread of its own.

use anyhow::Result;

use crate::clock::Stopwatch;
use crate::letters::{CheckedFile, Content, FoundFault, RulingEcho, RulingReply};
use crate::meeting::names;
use crate::rules::Reason;
use crate::store::{self, LetterKind, Store, VariantChange, VariantFileRow};
use crate::variants::by_file::check::games::{self, Limits};
use crate::variants::by_file::names::reserve;
use crate::variants::by_file::{self, catalogue::Catalogue};

use crate::office::judge::caught;
use crate::office::{Draft, Office};

/// At most so many faults are told in a letter.
const MOST_TOLD: usize = 100;

impl Office {
    /// Checks the files that wait for it, and answers the umpires who have sent them; returns how many there were.
    ///
    /// # Errors
    /// The store fails.
    pub fn check_files(&mut self, store: &mut dyn Store) -> Result<usize> {
        let mut count = 0;
        loop {
            let waiting = store::read(store, |store| Ok(store.unchecked_files(1)?))?;
            let Some(file) = waiting.into_iter().next() else {
                return Ok(count);
            };
            self.refresh_games(store)?;
            let found = caught(|| Ok(examined(&file))).unwrap_or_else(|error| {
                tracing::error!("the file of variants {}: {error:#}", file.id);
                vec![FoundFault {
                    section: None,
                    line: 1,
                    remark: false,
                    reason: Reason::new("file-check-failed"),
                }]
            });
            let closed = self.decided(store, |draft| draft.close_file(&file, found.clone()));
            match closed {
                // Another process was faster.
                Err(error) if !store::is_trouble(&error) => {
                    tracing::warn!("the file of variants {}: {error:#}", file.id);
                }
                other => drop(other?),
            }
            count += 1;
        }
    }
}

/// All that the reader finds in a file, and what playing its games finds.
fn examined(file: &VariantFileRow) -> Vec<FoundFault> {
    let (sections, mut faults) = by_file::read(file.text.as_bytes(), Catalogue::built_in());
    let begun = Stopwatch::start();
    let time = &mut || begun.elapsed();
    games::play(&sections, Limits::default(), time, &mut faults);
    reserve(&sections, &names::is_command_word, &mut faults);
    let found = faults.iter().map(|fault| FoundFault {
        section: fault.section.clone(),
        line: fault.line,
        remark: fault.remark,
        reason: fault.reason.clone(),
    });
    found.collect()
}

impl Draft<'_> {
    /// Notes that a file is checked, lets its games be played if that was asked for, and answers.
    fn close_file(&mut self, file: &VariantFileRow, mut found: Vec<FoundFault>) -> Result<()> {
        file.added_by.clone_into(&mut self.decision.by);
        let (sections, _) = by_file::load(file.text.as_bytes(), Catalogue::built_in());
        let (mailed, mut right, mut replaced) = (self.store.variant_files()?, vec![], vec![]);
        let mailed: Vec<&String> = mailed.iter().flat_map(|file| &file.games).collect();
        for section in &sections {
            let name = section.name.to_string();
            let is_mailed = mailed.contains(&&name);
            let taken = self.office.games().find(&name).is_some() && !is_mailed;
            let code = match () {
                () if taken => Some("name-taken"),
                () if self.store.player_by_name(&name)?.is_some() => Some("name-of-player"),
                () => None,
            };
            let is_told = |fault: &FoundFault| {
                fault.section.as_ref() == Some(&name) && fault.reason.code == "name-taken"
            };
            if let Some(code) = code.filter(|_| !found.iter().any(is_told)) {
                found.push(FoundFault {
                    section: Some(name.clone()),
                    line: section.line,
                    remark: false,
                    reason: Reason::new(code).text("name", name.as_str()),
                });
            }
            let stops = |fault: &FoundFault| {
                !fault.remark
                    && fault
                        .section
                        .as_ref()
                        .is_none_or(|section| *section == name)
            };
            if !found.iter().any(stops) {
                replaced.extend(is_mailed.then(|| name.clone()));
                right.push(name);
            }
        }
        found.sort_by_key(|fault| fault.line);
        let more = found.len().saturating_sub(MOST_TOLD);
        found.truncate(MOST_TOLD);
        self.decision.variants.push(VariantChange::Checked {
            file: file.id,
            games: if file.adds { right.clone() } else { vec![] },
        });
        let verb = if file.adds { "add" } else { "check" };
        let reply = RulingReply::Checked(CheckedFile {
            file: file.id,
            found,
            more,
            right,
            replaced,
            adds: file.adds,
        });
        let line = format!("variant {verb} ({})", file.name);
        let mail = self.store.mail(file.mail)?;
        let verdict = mail.and_then(|mail| mail.verdict);
        let content = Content::Ruling {
            echoes: vec![RulingEcho { line, reply }],
            question: None,
            in_reply_to: verdict.and_then(|verdict| verdict.message_id),
        };
        let (to, mail) = (file.added_by.clone(), Some(file.mail));
        self.post_to(LetterKind::Answer, &to, mail, None, content);
        Ok(())
    }
}
