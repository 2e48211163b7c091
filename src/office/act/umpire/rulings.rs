//! What an umpire's commands bring about that came by mail, and what is answered.

use anyhow::Result;

use crate::commands::umpire::{
    EventAct, Extend, UmpireAct, is_of_event, read_event_line, read_umpire_line, read_variant_line,
};
use crate::games::{Cause, Refusal, StoredGame};
use crate::ids::{GameId, PlayerId};
use crate::letters::{AccountQuestion, Content, EventPlan, Notice, RulingEcho, RulingReply};
use crate::mail::Address;
use crate::rules::game::Seat;
use crate::store::{self, LetterKind, Verdict};
use crate::text::{clean, keys};
use crate::time::{DAY, Length};

use crate::office::act::contests::directors::Rights;
use crate::office::act::umpire::cases::Case;
use crate::office::act::umpire::game_files::FilesOf;
use crate::office::contests::name;
use crate::office::{Draft, InboxMail, verdict};

/// Giving a seat more than so many seconds is asked about: a month is often a slip of the pen.
const MOST_UNASKED: i64 = 30 * DAY;

/// Commands of one mail.
pub(super) struct Rulings<'a> {
    /// Who has written them.
    pub umpire: Address,
    /// What they may do.
    pub rights: Rights,
    /// Another umpire who has said `yes`.
    pub agreed: Option<Address>,
    /// Whether the commands are carried out by a `yes`.
    pub confirmed: bool,
    /// The commands as written, each beginning with the word `umpire`.
    pub lines: Vec<String>,
    /// Lines that are no commands of the umpire's and may be meant for the server.
    pub unread: Vec<String>,
    /// The mail whose files they are about.
    pub files: FilesOf<'a>,
}

impl Rulings<'_> {
    /// Who does it, for logs.
    pub(super) fn actor(&self) -> String {
        let umpire = self.umpire.normalized();
        match &self.agreed {
            Some(agreed) => format!("{umpire}, agreed by {}", agreed.normalized()),
            None => umpire,
        }
    }
}

/// A command that waits for a `yes`.
pub(super) struct Waiting {
    /// Who is asked.
    pub asked: Address,
    /// The command as typed, without keys.
    pub line: String,
    /// What it would do, if it cannot be taken back.
    pub plan: Option<EventPlan>,
}

impl Draft<'_> {
    /// Carries out commands of an umpire, and answers their mail.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(super) fn carry_out_rulings(
        &mut self,
        mail: &InboxMail,
        rulings: Rulings<'_>,
    ) -> Result<Verdict> {
        let (mut cases, mut waiting, mut echoes) = (Vec::new(), Vec::new(), Vec::new());
        let echo = |line: &String, reply| RulingEcho {
            line: keys::blanked(line),
            reply,
        };
        let (mut large, mut in_games) = (false, false);
        for line in rulings.lines.iter().take(self.office.settings.limits.lines) {
            if is_of_event(line) {
                let alone = !large && !in_games;
                let reply = self.rule_about_event(&rulings, &mut waiting, line, alone)?;
                large |= read_event_line(line).is_some_and(|act: EventAct| act.is_large());
                echoes.push(echo(line, reply));
                continue;
            }
            if rulings.rights != Rights::Umpire && read_variant_line(line).is_some() {
                echoes.push(echo(line, RulingReply::NotYours));
                continue;
            }
            if let Some(act) = read_variant_line(line) {
                let reply = self.rule_about_variants(rulings.files, &act)?;
                echoes.extend(reply.map(|reply| echo(line, reply)));
                continue;
            }
            in_games = true;
            // What a line about an event does in games is not known here.
            let reply = match large {
                true => RulingReply::Apart,
                false => self.rule_by_line(&rulings, (&mut cases, &mut waiting), line)?,
            };
            echoes.push(echo(line, reply));
        }
        let unread = rulings.unread.iter();
        echoes.extend(unread.map(|line| echo(line, RulingReply::NotRead)));
        let (umpire, agreed) = (&rulings.umpire, &rulings.agreed);
        let actor = rulings.actor();
        let verdict = Verdict {
            game: cases.first().map(|case| case.stored.row.id),
            proven: true,
            ..verdict("answered")
        };
        for case in cases.into_iter().filter(|case| !case.changes.is_empty()) {
            let stored = self.close_case(case, &Cause::Umpire(&actor))?;
            // The game is shown as it is after all that the mail has done in it.
            for echo in &mut echoes {
                if let RulingReply::Done { game, after } = &mut echo.reply
                    && *game == stored.row.id
                {
                    *after = stored.seq;
                }
            }
        }
        // Files are answered once they are checked.
        if !echoes.is_empty() {
            if agreed.is_some() {
                self.tell_of_rulings(None, umpire, echoes.clone());
            }
            self.tell_of_rulings(Some(mail), agreed.as_ref().unwrap_or(umpire), echoes);
        }
        let mut others: Vec<&Address> = Vec::new();
        let by_name = match rulings.rights {
            Rights::Player(player) => Some(name(self.store, player)?),
            Rights::Umpire => None,
        };
        for one in &waiting {
            let other = &one.asked;
            if others.contains(&other) {
                continue;
            }
            others.push(other);
            let theirs = waiting.iter().filter(|one| one.asked == *other);
            let question = AccountQuestion::Umpire {
                lines: theirs.clone().map(|one| one.line.clone()).collect(),
                by: (other != umpire).then(|| umpire.normalized()),
                by_name: by_name.clone().filter(|_| other != umpire),
                plans: theirs.filter_map(|one| one.plan.clone()).collect(),
                much: other == umpire,
                shared: false,
                files: Vec::new(),
            };
            self.ask_of_umpire(mail, other, question);
        }
        Ok(verdict)
    }

    /// Writes to an umpire what came of commands: the answer to a mail of theirs,
    /// or news of an earlier one.
    pub(super) fn tell_of_rulings(
        &mut self,
        answers: Option<&InboxMail>,
        umpire: &Address,
        echoes: Vec<RulingEcho>,
    ) {
        let content = Content::Ruling {
            echoes,
            question: None,
            in_reply_to: answers.and_then(|mail| mail.message.message_id.clone()),
        };
        let (kind, mail) = match answers {
            Some(mail) => (LetterKind::Answer, Some(mail.id)),
            None => (LetterKind::Ruling, None),
        };
        self.post_to(kind, &umpire.to_string(), mail, None, content);
    }

    /// Carries out one command; says what came of it. `cases`: the games that change; `waiting`: commands that wait for
    /// a `yes`, each with the umpire who is asked.
    fn rule_by_line(
        &mut self,
        rulings: &Rulings<'_>,
        (cases, waiting): (&mut Vec<Case>, &mut Vec<Waiting>),
        line: &str,
    ) -> Result<RulingReply> {
        let Some((game, act)) = read_umpire_line(line) else {
            return Ok(RulingReply::NotUnderstood);
        };
        let game = GameId(game);
        let known = |case: &Case| case.stored.row.id == game;
        let index = match cases.iter().position(known) {
            Some(index) => index,
            None if self.store.game(game)?.is_none() => return Ok(RulingReply::NoGame(game)),
            None => {
                cases.push(self.open_case(game)?);
                cases.len() - 1
            }
        };
        let umpire = &rulings.umpire;
        let wait = |asked: Address| Waiting {
            asked,
            line: keys::blanked(line),
            plan: None,
        };
        // What an earlier line of the mail would do, which waits as well, is not known yet.
        let first = !waiting.iter().any(|one| is_of_game(&one.line, game));
        match self.directed(rulings, &cases[index].stored, &act)? {
            Ok(None) => {}
            Ok(Some(other)) => {
                if let Some(reply) = self
                    .tried_in(game, &act)?
                    .filter(|reply| first || is_plain(reply))
                {
                    return Ok(reply);
                }
                waiting.push(wait(other));
                return Ok(RulingReply::Waits(game));
            }
            Err(reply) => return Ok(reply),
        }
        let case = &mut cases[index];
        if rulings.agreed.is_none()
            && rulings.rights == Rights::Umpire
            && let Some(seat) = self.seat_of(&case.stored, umpire)?
        {
            if let Some(other) = self.other_umpire(&case.stored, umpire)? {
                if let Some(reply) = self
                    .tried_in(game, &act)?
                    .filter(|reply| first || is_plain(reply))
                {
                    return Ok(reply);
                }
                waiting.push(wait(other));
                return Ok(RulingReply::Waits(game));
            }
            let notice = Notice::UmpirePlays { seat };
            if !case.notices.contains(&notice) {
                case.notices.push(notice);
            }
        }
        let is_long = |length: Length| length.seconds() > MOST_UNASKED;
        if let UmpireAct::Extend(Extend { length, .. }) = &act
            && !rulings.confirmed
            && length.parse().is_ok_and(is_long)
        {
            waiting.push(wait(umpire.clone()));
            return Ok(RulingReply::Long);
        }
        // A player is added only if the command is carried out.
        let players = self.decision.players.len();
        let reply = self.ruled_in(case, &act)?;
        if !matches!(reply, RulingReply::Done { .. }) {
            self.decision.players.truncate(players);
        }
        Ok(reply)
    }

    /// Does in a game what a command says, as a part of a decision; says what came of it.
    fn ruled_in(&mut self, case: &mut Case, act: &UmpireAct) -> Result<RulingReply> {
        let game = case.stored.row.id;
        let request = match self.request_of(&case.stored, act) {
            Ok(request) => request,
            Err(error) if store::is_trouble(&error) => return Err(error),
            Err(_) => {
                return Ok(match act {
                    UmpireAct::Replace(other) => RulingReply::NoPlayer(clean(&other.newcomer, 80)),
                    _ => RulingReply::NotUnderstood,
                });
            }
        };
        Ok(match self.decide_in(case, &request)? {
            Ok(()) => RulingReply::Done {
                game,
                after: case.stored.seq,
            },
            Err(refusal) => RulingReply::Refused {
                game,
                after: case.stored.row.seq,
                refusal,
            },
        })
    }

    /// Why a command could not be carried out that is to wait for somebody's `yes`, such as a seat that the game does not
    /// have; `None`: it could. Nothing is done.
    fn tried_in(&mut self, game: GameId, act: &UmpireAct) -> Result<Option<RulingReply>> {
        let kept = self.decision.clone();
        let mut case = self.open_case(game)?;
        let reply = self.ruled_in(&mut case, act);
        *self.decision = kept;
        Ok(Some(reply?).filter(|reply| !matches!(reply, RulingReply::Done { .. })))
    }

    /// Another umpire who does not play in a game; the first one of the settings.
    fn other_umpire(&self, stored: &StoredGame, umpire: &Address) -> Result<Option<Address>> {
        let own = self.player_of(umpire)?;
        for other in &self.office.settings.umpires {
            let same = other.normalized() == umpire.normalized()
                || own.is_some() && self.player_of(other)? == own;
            if !same && self.seat_of(stored, other)?.is_none() {
                return Ok(Some(other.clone()));
            }
        }
        Ok(None)
    }

    /// The seat of a game whose player has this address, as it was before the mail.
    fn seat_of(&self, stored: &StoredGame, address: &Address) -> Result<Option<Seat>> {
        let Some(player) = self.player_of(address)? else {
            return Ok(None);
        };
        let seats = self.store.seats(stored.row.id)?;
        let own = seats.iter().find(|row| row.player == player);
        Ok(own.map(|row| Seat(row.seat)))
    }

    fn player_of(&self, address: &Address) -> Result<Option<PlayerId>> {
        let player = self.store.player_by_address(&address.normalized())?;
        Ok(player.map(|player| player.id))
    }
}

/// Whether a line is about this game.
fn is_of_game(line: &str, game: GameId) -> bool {
    read_umpire_line(line).is_some_and(|(number, _)| number == game.0)
}

/// Whether a command is refused for what it says, whatever the game is like.
fn is_plain(reply: &RulingReply) -> bool {
    use Refusal::{NoResult, NoSuchSeat, NotASeat, NotInGame};
    let RulingReply::Refused { refusal, .. } = reply else {
        return true;
    };
    matches!(
        refusal,
        NoResult { .. } | NoSuchSeat(_) | NotASeat(_) | NotInGame(_)
    )
}
