//! The umpire's commands about files of games by mail: `variant check`, `variant add` and `variant remove ID`. A file is
//! stored here and checked by `office/files.rs`, which answers.

use anyhow::Result;

use crate::commands::umpire::VariantAct;
use crate::letters::{FileFault, RulingReply};
use crate::mail::AttachedFile;
use crate::meeting::names::is_command_word;
use crate::rules::Reason;
use crate::store::{NewVariantFile, VariantChange};
use crate::variants::Games;
use crate::variants::by_file::catalogue::Catalogue;
use crate::variants::by_file::ini::LARGEST;
use crate::variants::by_file::{base, names};

use crate::ids::MailId;
use crate::office::{Draft, InboxMail};

/// What a new game is called until its umpire names it.
const NEW_GAME: &str = "my-game";
/// As which game a new one begins, if no other is named.
const PLAIN: &str = "chess";

/// The mail whose files commands are about.
#[derive(Clone, Copy)]
pub(super) enum FilesOf<'a> {
    /// The mail that has the commands.
    This(&'a InboxMail),
    /// One that was asked about.
    Earlier(MailId),
}

impl Draft<'_> {
    /// Carries out a command about files of games that came with `mail`; `None`: its answer comes once the file is
    /// checked.
    pub(super) fn rule_about_variants(
        &mut self,
        mail: FilesOf<'_>,
        act: &VariantAct,
    ) -> Result<Option<RulingReply>> {
        let adds = match act {
            VariantAct::Check => false,
            VariantAct::Add => true,
            VariantAct::Remove(game) => return self.remove_variant(game).map(Some),
            VariantAct::New { id, like } => {
                return self.new_variant(id.as_deref(), like.as_deref()).map(Some);
            }
        };
        let mut changes = self.decision.variants.iter();
        if changes.any(|change| matches!(change, VariantChange::Add(_))) {
            return Ok(Some(RulingReply::BadFile(FileFault::Again)));
        }
        let (mail, files, is_cut) = match mail {
            FilesOf::This(mail) => (mail.id, mail.files.clone(), mail.file_is_cut),
            FilesOf::Earlier(id) => {
                let (files, is_cut) = self.files_of(id)?.unwrap_or_default();
                (id, files, is_cut)
            }
        };
        if is_cut {
            return Ok(Some(RulingReply::BadFile(FileFault::Cut)));
        }
        let Ok([AttachedFile { name, content }]) = <[AttachedFile; 1]>::try_from(files) else {
            return Ok(Some(RulingReply::BadFile(FileFault::NotOne)));
        };
        if content.len() > LARGEST {
            return Ok(Some(RulingReply::BadFile(FileFault::TooLarge)));
        }
        // What a mail says in another encoding has been read with these signs in place of others.
        let text = String::from_utf8(content).ok();
        let Some(text) = text.filter(|text| !text.contains(['\u{fffd}', '\0'])) else {
            return Ok(Some(RulingReply::BadFile(FileFault::NotUtf8)));
        };
        self.decision
            .variants
            .push(VariantChange::Add(NewVariantFile {
                name,
                text,
                mail,
                by: self.decision.by.clone(),
                adds,
            }));
        Ok(None)
    }

    /// The files of games that an earlier mail has, and whether some of them was not read; `None`: its bytes are deleted.
    pub(super) fn files_of(&self, mail: MailId) -> Result<Option<(Vec<AttachedFile>, bool)>> {
        let bytes = self.store.mail_bytes(mail)?;
        let read = bytes.map(|bytes| self.office.read_mail(mail, &bytes));
        Ok(read.map(|mail| (mail.files, mail.file_is_cut)))
    }

    /// A file to begin a new game with: the letter has it.
    fn new_variant(&self, id: Option<&str>, like: Option<&str>) -> Result<RulingReply> {
        let (id, like) = (id.unwrap_or(NEW_GAME), like.unwrap_or(PLAIN));
        let command = || Reason::new("name-of-command").text("name", id);
        let wrong = names::fault(id, Catalogue::built_in());
        let wrong = wrong.or_else(|| is_command_word(id).then(command));
        if let Some(reason) = wrong.or(self.taken(id)?) {
            return Ok(RulingReply::VariantName(reason));
        }
        let games = self.office.games();
        let meant = games.meant(like);
        let by_file = meant.iter().filter(|game| game.credits().is_some());
        let ids: Vec<&str> = by_file.map(|game| game.id()).collect();
        Ok(match ids[..] {
            _ if base::find(like).is_some() => RulingReply::NewVariant {
                id: id.to_owned(),
                like: like.to_owned(),
            },
            [only] => RulingReply::NewVariant {
                id: id.to_owned(),
                like: only.to_owned(),
            },
            _ => RulingReply::NotLike {
                typed: like.to_owned(),
                meant: ids.into_iter().map(str::to_owned).collect(),
            },
        })
    }

    /// No more games are begun of one that came by mail.
    fn remove_variant(&mut self, game: &str) -> Result<RulingReply> {
        let games = self.store.mailed_games()?;
        let mut games = games.iter().map(|game| &game.game);
        let Some(known) = games.find(|known| known.eq_ignore_ascii_case(game)) else {
            let other = self
                .office
                .games()
                .find(game)
                .map(|game| game.id().to_owned());
            return Ok(match other {
                Some(game) if Games::built_in().find(&game).is_some() => {
                    RulingReply::OfProgram(game)
                }
                Some(game) => RulingReply::OfSettings(game),
                None => RulingReply::NoVariant(game.to_owned()),
            });
        };
        let change = VariantChange::Remove(known.clone());
        self.decision.variants.push(change);
        Ok(RulingReply::VariantRemoved(known.clone()))
    }
}
