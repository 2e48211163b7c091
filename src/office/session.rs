//! One mail, from its content to the decision about it.

use anyhow::{Context, Result};

use crate::commands;
use crate::games::{Cause, Changes, EventTime, StoredGame};
use crate::ids::{GameId, LetterId, MailId, TokenId};
use crate::letters::{Answer, Conflict, Echo, Note, Part, PlanPart, Question};
use crate::mail::autoreply::EMPTY_PATH;
use crate::mail::{self, Nature, ParsedMessage, responders};
use crate::rules::game::Seat;
use crate::store::{
    Asked, ClaimedMail, Decision, Judgement, LetterKind, MailRow, NewQuestion, PlayerChange,
    PlayerRow, QuestionRow, Snapshot, Verdict,
};
use crate::text;
use crate::text::keys;

use super::author::{AccountProofs, Proof};
use super::begin::answer_by_first_letter;
use super::closing::Readers;
use super::content::MailContent;
use super::leave::Told;
use super::limits::Answered;
use super::outgoing::{PlayerLetter, SeatLetter};
use super::responder::in_earnest;
use super::{Office, stamp};

/// Of more games than this, the answer shows only those that a line is about.
const MOST_SHOWN: usize = 12;

/// One mail of the inbox with what was read of it.
#[derive(Clone, Copy)]
pub(super) struct InboxMail<'a> {
    /// Its id.
    pub id: MailId,
    /// When it arrived.
    pub arrived_at: &'a str,
    /// The parsed message.
    pub message: &'a ParsedMessage,
    /// The author's own lines, without quotes and signature.
    pub lines: &'a [String],
    /// Those of them that stand above the first quoted line.
    pub above: &'a [String],
    /// Lines that may be the author's or quoted.
    pub unsure: &'a [String],
    /// How many lines below those were not looked at.
    pub unread: usize,
    /// Whether others than the server have got it.
    pub shared: bool,
}

/// The session of one mail: its author's games, as the lines so far have changed them.
pub(super) struct MailSession<'a> {
    /// What is stored.
    pub store: &'a dyn Snapshot,
    /// The mail.
    pub mail: InboxMail<'a>,
    /// The author.
    pub player: PlayerRow,
    /// The games that the mail has tokens of.
    pub games: Vec<OpenGame>,
    /// The tokens.
    pub tokens: Vec<TokenId>,
    /// What is asked, about which of the games.
    pub asks: Vec<(usize, Question)>,
    /// What is to be written.
    pub decision: Decision,
    /// How a mail without tokens contradicts itself.
    pub conflict: Option<Conflict>,
    /// Whether lines of the mail were not read.
    pub cut: bool,
    /// Opponents who are told about the author's leave.
    pub told: Vec<Told>,
    /// What the mail proves about no game.
    pub account: AccountProofs,
    /// The game in which another player has taken the author's seat, if the mail is about it.
    pub left: Option<GameId>,
}

/// A game of the author's.
pub(super) struct OpenGame {
    /// The game as the lines so far have changed it.
    pub stored: StoredGame,
    /// The author's seat.
    pub seat: Seat,
    /// State number that the answered letter showed; without one, the state number when the mail was read.
    pub shown: i64,
    /// State number before the mail.
    pub opened: i64,
    /// Whether the mail has a token of the seat.
    pub keyed: bool,
    /// Whether the host vouches for the author.
    pub vouched: bool,
    /// How many more messages the author may send to the others today.
    pub talk_left: i64,
    /// How many this mail has sent.
    pub talked: i64,
    /// What this mail has asked to see.
    pub asked: Vec<Part>,
    /// What is to be written.
    pub changes: Changes,
    /// Whether it was changed, when the changes are written.
    pub changed: bool,
}

impl Office {
    /// Decides about one mail.
    ///
    /// # Errors
    /// The store fails, or a stored game cannot be loaded.
    pub(super) fn decide_mail(
        &mut self,
        store: &dyn Snapshot,
        claimed: &ClaimedMail,
        content: &MailContent,
    ) -> Result<Decision> {
        let id = claimed.id;
        let MailContent {
            message,
            lines,
            above,
            unsure,
            unread,
            ..
        } = content;
        let from = message.from.as_ref().ok();
        let mut verdict = Verdict {
            sender: from.map(|from| keys::blanked(&from.address.to_string())),
            message_id: message.message_id.clone(),
            body_hash: Some(message.body_hash.clone()),
            ..Verdict::default()
        };
        let mut decision = self.decision();
        let moment = self.arrival(store, claimed, message, &mut decision)?;
        let arrived_at = &*stamp(moment.came);
        if content.shared {
            // Others have seen the tokens, whether the mail is answered or not.
            decision.void_tokens = self.valid_tokens(store, content)?;
        }
        match &message.nature {
            Nature::Robot(why) => return Ok(silent(decision, id, verdict, "robot", why)),
            Nature::Bounce(report) => {
                let of_host = message.of_own_host;
                return Ok(
                    match self.note_bounce(store, &mut decision, report, of_host)? {
                        Some(why) => silent(decision, id, verdict, "bounce", &why),
                        None => silent(decision, id, verdict, "robot", EMPTY_PATH),
                    },
                );
            }
            Nature::Player | Nature::BulkUnlessToken(_) => {}
        }
        let mut author = self.recognise(store, content)?;
        self.note_author(&author);
        if let Nature::BulkUnlessToken(why) = &message.nature
            && !author.proofs.iter().any(Proof::has_current_token)
        {
            return Ok(silent(decision, id, verdict, "robot", why));
        }
        if self.is_banned(store, &author, message)? {
            return Ok(silent(decision, id, verdict, "silent", "a banned player"));
        }
        if let Some(why) = self.limited(store, claimed, &author, &mut decision)? {
            return Ok(silent(decision, id, verdict, "limited", &why));
        }
        if let (Some(from), Some(_)) = (from, &author.player) {
            let address = from.address.normalized();
            if author.vouched && !store.was_vouched(&address)? {
                decision.players.push(PlayerChange::Vouched(address, true));
            } else if author.without_voucher {
                decision.players.push(PlayerChange::Vouched(address, false));
            }
        }
        let mail = InboxMail {
            id,
            arrived_at,
            message,
            lines,
            above,
            unsure,
            unread: *unread,
            shared: content.shared,
        };
        if let Some(form) = responders::form(&message.subject, lines)
            && !in_earnest(mail, &author)
        {
            return Ok(silent(decision, id, verdict, "robot", form.reason()));
        }
        if let Some(decision) =
            self.umpire_mail(store, mail, &author, (&mut decision, &mut verdict))?
        {
            return Ok(decision);
        }
        if let Some(asked) = self.confirmation(store, content)? {
            return self.confirm(store, mail, asked, (decision, verdict));
        }
        let written = (&mut decision, &mut verdict);
        if let Some(decision) = self.answer_newcomer(store, mail, &author, written)? {
            return Ok(decision);
        }
        let written = (&mut decision, &mut verdict);
        if let Some(decision) = self.answer_invitation(store, mail, &author, written)? {
            return Ok(decision);
        }
        match author.player.take() {
            Some(player) if author.is_proven() => {
                let vouched = author.vouched;
                author.account.player = true;
                author.account.vouched = vouched;
                let mut games = Vec::new();
                for proof in author.proofs {
                    let left = self.talk_left(store, proof.stored.row.id, proof.seat)?;
                    games.push(OpenGame::new(proof, vouched, left, moment));
                }
                let tokens = author.tokens;
                let session = MailSession {
                    tokens,
                    store,
                    mail,
                    player,
                    games,
                    asks: Vec::new(),
                    decision,
                    conflict: author.conflict,
                    cut: *unread > 0 || message.truncated,
                    told: Vec::new(),
                    account: author.account,
                    left: author.left,
                };
                self.answer_player(session, verdict)
            }
            player => {
                author.player = player;
                self.answer_without_proof(store, mail, &author, decision, verdict)
            }
        }
    }

    /// Answers a mail with reply tokens of its author's own seats.
    fn answer_player(
        &mut self,
        mut session: MailSession<'_>,
        mut verdict: Verdict,
    ) -> Result<Decision> {
        verdict.game = session.games.first().map(|game| game.stored.row.id);
        self.clear_failures(&mut session)?;
        if let Some(first) = session.answered_before()? {
            verdict.word = "duplicate".to_owned();
            return self.answer(session, verdict, vec![of_mail(Note::Repeated)], first);
        }
        let conflict = match session.conflict.take() {
            None => session.conflict()?,
            known => known,
        };
        let echoes = match conflict {
            Some(conflict) => {
                verdict.word = "refused".to_owned();
                // The answer is the newest letter's.
                session.games.truncate(1);
                vec![of_mail(Note::Conflict(conflict))]
            }
            None => self.run(&mut session)?,
        };
        verdict.proven = true;
        if verdict.word.is_empty() {
            let played = session.games.iter().any(|game| game.changes.played());
            verdict.word = if played { "played" } else { "answered" }.to_owned();
        }
        self.answer(session, verdict, echoes, None)
    }

    /// Answers a mail, unless too many before it have changed nothing. What it says to others is sent in
    /// any case. `repeats`: the letter that has answered it before.
    fn answer(
        &mut self,
        mut session: MailSession<'_>,
        mut verdict: Verdict,
        mut echoes: Vec<Echo>,
        repeats: Option<LetterId>,
    ) -> Result<Decision> {
        match self.count_answer(&mut session) {
            Answered::No => {
                verdict.word = "silent".to_owned();
                let why = "answered often enough, and nothing has changed";
                verdict.reason = Some(why.to_owned());
                return self.close(session, verdict, None);
            }
            Answered::LastTime => echoes.push(of_mail(Note::LastAnswer)),
            Answered::Yes => {}
        }
        let answer = Answer {
            in_reply_to: session.mail.message.message_id.clone(),
            echoes,
            repeats,
        };
        self.close(session, verdict, Some(answer))
    }

    /// Closes the games, and adds verdict, the news for others, and the answer if there is one.
    fn close(
        &mut self,
        session: MailSession<'_>,
        verdict: Verdict,
        mut answer: Option<Answer>,
    ) -> Result<Decision> {
        let MailSession {
            store,
            mail,
            player,
            mut games,
            asks,
            mut decision,
            told,
            ..
        } = session;
        decision.mail = Some((mail.id, Judgement::Done(verdict)));
        let several = games.len() > 1;
        let cause = Cause::Mail(mail.id, mail.arrived_at);
        for game in &mut games {
            let changes = std::mem::take(&mut game.changes);
            game.changed = !changes.is_empty();
            game.spend_talk(&mut decision, self.settings.limits.talk);
            let (own, by) = (&[game.seat], player.id);
            let readers = Readers::Others { own, by };
            let changed = (&mut game.stored, changes);
            let planned = self.close_game(store, &mut decision, changed, &cause, readers)?;
            if let (Some((first, last)), Some(answer)) = (planned, &mut answer) {
                answer.echoes.push(Echo {
                    line: None,
                    game: several.then_some(game.stored.row.id),
                    parts: vec![Part::Plan(PlanPart::Played { first, last })],
                });
            }
        }
        self.tell_of_leave(&mut decision, &games, told, mail.id);
        let Some(answer) = answer else {
            return Ok(decision);
        };
        let first = match only_begins(&answer) && games.iter().all(|game| !game.changed) {
            true => answer_by_first_letter(&mut decision, &player.address, mail.id, &answer),
            false => None,
        };
        match games.as_slice() {
            _ if first.is_some() => {}
            [] => {
                let letter = PlayerLetter {
                    notices: Vec::new(),
                    answer: Some(answer),
                };
                let kind = LetterKind::Answer;
                self.post_player(&mut decision, &player, kind, Some(mail.id), letter);
            }
            [game] => {
                let letter = SeatLetter::answer(mail.id, answer);
                self.post_seat(&mut decision, &game.stored, game.seat, letter);
            }
            several => {
                let mut several: Vec<_> = several.iter().map(|g| (&g.stored, g.seat)).collect();
                several.sort_by_key(|(stored, _)| stored.row.id);
                if several.len() > MOST_SHOWN {
                    let named =
                        |game: GameId| answer.echoes.iter().any(|echo| echo.game == Some(game));
                    // Those that no line is about come last, and are left out.
                    several.sort_by_key(|(stored, _)| !named(stored.row.id));
                    let about = several.iter().filter(|(stored, _)| named(stored.row.id));
                    let about = about.count();
                    several.truncate(about.max(MOST_SHOWN));
                }
                self.post_games(&mut decision, &player, &several, mail.id, answer);
            }
        }
        let letter = first.or(decision.letters.len().checked_sub(1));
        for asked in &mut decision.account_asks {
            if asked.asked == Asked::Player(player.id) && asked.letter.is_none() {
                asked.letter = letter;
            }
        }
        for (index, question) in asks {
            let Some(game) = games.get(index) else {
                continue;
            };
            decision.asks.push(NewQuestion {
                game: game.stored.row.id,
                seat: game.seat.0,
                state: game.stored.state,
                data: question.to_json(),
                mail: Some(mail.id),
                letter,
            });
        }
        Ok(decision)
    }
}

/// Whether an answer says nothing but what came of challenges: the first letter of a game can say that, too.
fn only_begins(answer: &Answer) -> bool {
    let parts = answer.echoes.iter().flat_map(|echo| &echo.parts);
    let of_challenge =
        |part: &Part| matches!(part, Part::Challenge(_) | Part::Note(Note::Confirmed));
    answer.repeats.is_none() && parts.clone().count() > 0 && parts.clone().all(of_challenge)
}

impl OpenGame {
    fn new(proof: Proof, vouched: bool, talk_left: i64, moment: EventTime) -> Self {
        let mut stored = proof.stored;
        stored.judged_at(&moment);
        Self {
            opened: stored.state,
            stored,
            seat: proof.seat,
            shown: proof.shown,
            keyed: proof.keyed,
            vouched,
            talk_left,
            talked: 0,
            asked: Vec::new(),
            changes: Changes::at(moment),
            changed: false,
        }
    }
}

/// A proven mail that this one repeats: with the same Message-ID and body, or from the same address with the same date
/// and body, since the Message-ID is no part of many signatures.
///
/// # Errors
/// The store fails.
pub(super) fn earlier_copy(store: &dyn Snapshot, mail: InboxMail<'_>) -> Result<Option<MailRow>> {
    let (message, hash) = (mail.message, &mail.message.body_hash);
    if let Some(id) = &message.message_id
        && let Some(earlier) = store.same_mail(mail.id, id, hash)?
    {
        return Ok(Some(earlier));
    }
    let (Ok(from), Some(date)) = (&message.from, message.date) else {
        return Ok(None);
    };
    // A mail that is not stored is the newest one.
    let than = match mail.id {
        MailId(0) => MailId(i64::MAX),
        id => id,
    };
    let sender = keys::blanked(&from.address.to_string());
    for earlier in store.same_bodies(than, &sender, hash)? {
        let bytes = store.mail_bytes(earlier.id)?;
        if bytes.is_some_and(|bytes| mail::date_of(&bytes.raw) == Some(date)) {
            return Ok(Some(earlier));
        }
    }
    Ok(None)
}

impl MailSession<'_> {
    /// Whether this mail (same player; [`earlier_copy`]) was answered before; the inner value is
    /// the letter that answered it, if it is still known.
    #[allow(clippy::option_option, reason = "the answer may be forgotten")]
    fn answered_before(&self) -> Result<Option<Option<LetterId>>> {
        let Some(earlier) = earlier_copy(self.store, self.mail)? else {
            return Ok(None);
        };
        let sender = earlier.verdict.and_then(|verdict| verdict.sender);
        let before = match sender {
            Some(address) => self.store.player_by_address(&address)?,
            None => None,
        };
        if before.map(|player| player.id) != Some(self.player.id) {
            return Ok(None);
        }
        let answer = self.store.answer_to(earlier.id)?;
        Ok(Some(answer.map(|letter| letter.id)))
    }

    /// How the mail contradicts itself, if it does.
    fn conflict(&self) -> Result<Option<Conflict>> {
        let mut ids: Vec<GameId> = self.games.iter().map(|game| game.stored.row.id).collect();
        ids.sort_unstable();
        if ids.windows(2).any(|pair| pair[0] == pair[1]) {
            return Ok(Some(Conflict::Seats));
        }
        let Some(first) = self.games.first() else {
            return Ok(None);
        };
        let subject = commands::subject_game(&self.mail.message.subject).map(GameId);
        let in_text = match ids.len() {
            1 => self.named_in_text()?,
            // A mail about several games says with each line which of them is meant.
            _ => None,
        };
        let Some(named) = in_text.or(subject) else {
            return Ok(None);
        };
        if !ids.contains(&named) {
            return Ok(Some(Conflict::NameAndLetter(named, first.stored.row.id)));
        }
        let other = subject.filter(|subject| ids.len() == 1 && *subject != named);
        Ok(other.map(|other| Conflict::TextAndSubject(named, other)))
    }

    /// The first game that a line of the mail is meant for by its number.
    fn named_in_text(&self) -> Result<Option<GameId>> {
        let lines = self.mail.lines.iter();
        let mut named = lines
            .filter(|line| commands::named_game(line).is_some())
            .take(super::scope::MAX_NAMED)
            .peekable();
        if named.peek().is_none() {
            return Ok(None);
        }
        let reader = self.reader()?;
        let game = named.find_map(|line| commands::meant_game(line, &reader));
        Ok(game.map(GameId))
    }

    /// The game of this number among those of the mail.
    pub fn game_index(&self, number: GameId) -> Option<usize> {
        let mut games = self.games.iter();
        games.position(|game| game.stored.row.id == number)
    }

    /// The question that the answered letter has asked, if it waits for an answer. A `yes` to any other
    /// letter could be meant for something else.
    pub fn asked(&self, game: GameId, seat: Seat) -> Result<Option<QuestionRow>> {
        let Some(question) = self.store.question(game, seat.0)? else {
            return Ok(None);
        };
        if self.decision.close_questions.contains(&question.id) {
            return Ok(None);
        }
        let letter = match question.letter {
            Some(letter) => self.store.letter(letter)?,
            None => None,
        };
        let tokens = letter.map(|letter| letter.tokens).unwrap_or_default();
        let answered = tokens.iter().any(|token| self.tokens.contains(token));
        Ok(answered.then_some(question))
    }

    /// A game of the mail.
    ///
    /// # Errors
    /// There is none.
    pub fn game_mut(&mut self, index: usize) -> Result<&mut OpenGame> {
        self.games
            .get_mut(index)
            .context("no such game in this mail")
    }
}

/// A decision to leave a mail unanswered.
pub(super) fn silent(
    mut decision: Decision,
    id: MailId,
    mut verdict: Verdict,
    word: &str,
    why: &str,
) -> Decision {
    verdict.word = word.to_owned();
    verdict.reason = Some(text::clean(why, 300));
    decision.mail = Some((id, Judgement::Done(verdict)));
    decision
}

/// An echo about the mail as a whole.
pub(super) fn of_mail(note: Note) -> Echo {
    Echo {
        parts: vec![Part::Note(note)],
        ..Echo::default()
    }
}
