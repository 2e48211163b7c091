//! The umpire's commands about files of games by mail: `variant check`, `variant add` and `variant remove ID`. A file is
//! stored here and checked by `office/files.rs`, which answers.

use anyhow::Result;

use crate::commands::umpire::VariantAct;
use crate::letters::{FileFault, RulingReply};
use crate::mail::{AttachedFile, attached_files};
use crate::store::{NewVariantFile, VariantChange};
use crate::variants::Games;
use crate::variants::by_file::ini::LARGEST;

use crate::ids::MailId;
use crate::office::Draft;

impl Draft<'_> {
    /// Carries out a command about files of games that came with `mail`; `None`: its answer comes once the file is
    /// checked.
    pub(super) fn rule_about_variants(
        &mut self,
        mail: MailId,
        act: &VariantAct,
    ) -> Result<Option<RulingReply>> {
        let adds = match act {
            VariantAct::Check => false,
            VariantAct::Add => true,
            VariantAct::Remove(game) => return self.remove_variant(game).map(Some),
        };
        let files = self.files_of(mail)?;
        let Ok([AttachedFile { name, content }]) = <[AttachedFile; 1]>::try_from(files) else {
            return Ok(Some(RulingReply::BadFile(FileFault::NotOne)));
        };
        if content.len() > LARGEST {
            return Ok(Some(RulingReply::BadFile(FileFault::TooLarge)));
        }
        let Ok(text) = String::from_utf8(content) else {
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

    /// The files of games that a mail has.
    pub(super) fn files_of(&self, mail: MailId) -> Result<Vec<AttachedFile>> {
        let bytes = self.store.mail_bytes(mail)?;
        Ok(bytes.map_or_else(Vec::new, |bytes| attached_files(&bytes.raw, ".ini")))
    }

    /// No more games are begun of one that came by mail.
    fn remove_variant(&mut self, game: &str) -> Result<RulingReply> {
        let files = self.store.variant_files()?;
        let mut games = files.iter().flat_map(|file| &file.games);
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
