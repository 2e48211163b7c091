//! Mails that have the form of a program's answer, and may be a person's all the same.

use crate::commands::{self, Addresses, Command, Consent, Draw, TimeOffer};

use crate::office::load::reader::Reader;
use crate::office::{Author, InboxMail};

/// Whether a mail that has the form of a program's answer says what no program says: a turn, or a
/// command that is no answer to something. `Accepted` and the like are in answers of programs, too.
pub(super) fn in_earnest(mail: &InboxMail, author: &Author) -> bool {
    let name = author.player.as_ref().map_or("", |player| &player.name);
    let games = author.proofs.iter();
    let games = games.map(|proof| (&proof.stored, proof.seat, proof.shown, false));
    // Without the Subject, which has the words of the program.
    let script = commands::read(&mail.lines, "", &Reader::new(name, &mail.games, games));
    script.lines.iter().any(|line| {
        match &line.command {
            // With the key of a letter, a doubtful one is asked about: a person would wait in vain.
            Command::Turn { .. } | Command::Resign => {
                line.doubt.is_none() || !author.proofs.is_empty()
            }
            Command::Draw(Draw::Offer | Draw::Claim(_))
            | Command::Undo(Consent::Ask)
            | Command::Pause(Consent::Ask)
            | Command::Time(TimeOffer::Offer(_))
            | Command::Resume
            | Command::Forgive
            | Command::AddTime(_)
            | Command::Say { .. }
            | Command::History
            | Command::Unsubscribe
            | Command::Format { .. }
            | Command::Setting(_)
            | Command::Leave(_)
            | Command::Meeting(_)
            | Command::Address(Addresses::Add(_) | Addresses::Remove(_))
            | Command::Preview(_)
            | Command::Plan(_)
            | Command::ClearPlans(_)
            | Command::TestPlans(_)
            | Command::Confirm
            | Command::Decline(_)
            | Command::RefusePoints
            | Command::Resend
            | Command::Clock
            | Command::Games => true,
            _ => false,
        }
    })
}
