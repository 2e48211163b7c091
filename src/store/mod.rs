//! The store: mails, games, players and letters. It keeps text, bytes and numbers, and knows nothing
//! of what they mean.
//!
//! [`Store`] is what the server asks of a store, [`Snapshot`] how it is read. [`SqliteStore`] is the
//! one that ships; `tests/store/` holds the contract that every store has to pass.
//!
//! What is to be written is data, a [`Decision`], and is written whole or not at all. If a [`Subject`] that it is
//! about was changed after the view that it was made from, nothing is written ([`StoreError::Conflict`]), and the
//! caller decides again; [`decide`] does both.

mod decision;
mod error;
mod rows;
mod skeleton;
mod sqlite;
mod status;

use std::time::Duration;

use crate::status::{ChallengeStatus, GameStatus};

use crate::ids::{
    AccountQuestionId, ChallengeId, GameId, LetterId, MailId, PlayerId, QuestionId, TokenId,
};
pub use decision::{
    ChallengeWrite, ClockChange, Committed, Counted, Decision, GameChange, GameRef, Judgement,
    LetterChange, NewAccountQuestion, NewEvent, NewGame, NewLetter, NewQuestion, NewScope,
    NewTimer, NewToken, PeopleChange, PlayerChange, PlayerRef, SeatChange, Spending, Subject,
    Verdict, WatchChange,
};
pub use error::{Result, StoreError, is_trouble};
pub use rows::{
    AccountQuestionRow, AddressRow, Answers, Asked, ChallengeRow, ClaimedMail, ClockCounts,
    ConfirmationRow, Counts, Course, DigestRow, EventRow, GameRow, LeaveRow, LetterRow,
    LoggedEvent, MailBytes, MailRow, Membership, NoteRow, OpenTurn, OutageRow, OutsiderRow,
    PlaceRow, PlayerLogRow, PlayerRow, QuestionRow, QueueRow, RelationRow, SeatRow, Spent,
    TimerRow, TokenRow, TokenScope, TokenSection,
};
pub use skeleton::Skeleton;
pub use sqlite::SqliteStore;
pub use status::{Budget, LetterKind, LetterStatus, MailStatus, Queue, TimerKind};

/// A mail to be stored.
#[derive(Clone, Debug)]
pub struct NewMail<'a> {
    /// Source key; a mail with the same one is the same mail, if its bytes are the same.
    pub source: &'a str,
    /// A key under which an earlier program may have stored the same mail.
    pub former_source: Option<&'a str>,
    /// When it arrived, as far as the source says.
    pub arrived_at: Option<&'a str>,
    /// Address in the From header, in lower case; empty if there is no single one.
    pub author: &'a str,
    /// Envelope sender; `Some("")` is the empty return path.
    pub sender: Option<&'a str>,
    /// Envelope recipients.
    pub recipients: &'a [String],
    /// Whether `raw` is only the beginning.
    pub truncated: bool,
    /// The bytes of the mail.
    pub raw: &'a [u8],
}

/// What has become of a mail that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenIn {
    /// It is stored.
    New(MailId),
    /// It was stored before.
    Known(MailId),
    /// Another mail was stored under its key: it is stored under a key of its own.
    Renamed(MailId),
}

/// A complete reading of a source of mail.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    /// The source.
    pub source: &'a str,
    /// All sources that there are now; what is known about others is forgotten.
    pub sources: &'a [String],
    /// When the reading that has found nothing more began.
    pub at: &'a str,
    /// A longer time, in seconds, between two complete readings of all sources is an outage.
    pub longest_gap: i64,
}

/// Which waiting letters are asked for.
#[derive(Clone, Debug)]
pub struct LetterClaim<'a> {
    /// Who asks: host and process.
    pub owner: &'a str,
    /// The present time.
    pub now: &'a str,
    /// At most this many.
    pub max: usize,
    /// Letters to recipients on whom an earlier try has hung, or those to all others.
    pub hung: bool,
}

/// Work in which a process may have ended because of a mail or a letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndedIn {
    /// It was judging mails.
    pub judging: bool,
    /// It was rendering these letters.
    pub rendering: Vec<LetterId>,
}

/// A try that begins: its count is stored before the letter is handed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTry {
    /// The letter.
    pub letter: LetterId,
    /// Its recipient, if the letter was just rendered.
    pub recipient: Option<String>,
    /// Its bytes, if it was just rendered.
    pub rendered: Option<Vec<u8>>,
    /// When it may be tried next, if the process ends before the result is noted.
    pub next_try: String,
}

/// A consistent view of everything that is stored.
pub trait Snapshot {
    /// A game.
    ///
    /// # Errors
    /// The store cannot be read; so for all methods.
    fn game(&self, game: GameId) -> Result<Option<GameRow>>;
    /// The seats of a game, in order.
    fn seats(&self, game: GameId) -> Result<Vec<SeatRow>>;
    /// Calls `each` with what replaying a game needs of its events, in order: of all, or of the first
    /// `count`. Every mail does this for all events of its game, so that nothing is copied.
    ///
    /// # Errors
    /// `each` returns an error, or the store cannot be read.
    fn replay(
        &self,
        game: GameId,
        count: Option<i64>,
        each: &mut dyn FnMut(LoggedEvent<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()>;
    /// The events of a game in order: all, or the first `count`.
    fn events(&self, game: GameId, count: Option<i64>) -> Result<Vec<EventRow>>;
    /// Games above number `after`, at most `limit`, in order; only those of `status` if given.
    fn games(
        &self,
        status: Option<GameStatus>,
        after: GameId,
        limit: usize,
    ) -> Result<Vec<GameRow>>;
    /// Games in which a player has a seat, with the seat, newest first, at most `limit`; with `playing`
    /// only those that are being played.
    fn games_of(&self, player: PlayerId, playing: bool, limit: usize)
    -> Result<Vec<(GameRow, u8)>>;
    /// The games that are being played by one version of the rules of a variant.
    fn games_by_rules(&self, variant: &str, version: u32) -> Result<Vec<GameId>>;
    /// The variants and versions of rules by which games of these statuses are played, with the
    /// number of games.
    fn rules_versions(&self, statuses: &[GameStatus]) -> Result<Vec<(String, u32, i64)>>;

    /// A player.
    fn player(&self, player: PlayerId) -> Result<Option<PlayerRow>>;
    /// The player of this name, in any case.
    fn player_by_name(&self, name: &str) -> Result<Option<PlayerRow>>;
    /// The player with this address of record, in any case.
    fn player_by_address(&self, address: &str) -> Result<Option<PlayerRow>>;
    /// All players, in order of their ids.
    fn players(&self) -> Result<Vec<PlayerRow>>;
    /// A player, but for one, whose name looks like this one ([`Skeleton`]).
    fn player_alike(&self, name: &str, but: Option<PlayerId>) -> Result<Option<PlayerRow>>;
    /// The same, where accents and inner signs count for nothing either: who has a name that a newcomer wants.
    fn player_taking(&self, name: &str, but: Option<PlayerId>) -> Result<Option<PlayerRow>>;
    /// The player with the highest id.
    fn newest_player(&self) -> Result<Option<PlayerId>>;
    /// The addresses of record of a player, the one that letters go to first.
    fn addresses(&self, player: PlayerId) -> Result<Vec<String>>;
    /// The same with what is known about delivery.
    fn address_rows(&self, player: PlayerId) -> Result<Vec<AddressRow>>;
    /// This address of record.
    fn address(&self, address: &str) -> Result<Option<AddressRow>>;
    /// Whether this is an address of record, a mail from which was vouched for.
    fn was_vouched(&self, address: &str) -> Result<bool>;
    /// The changes of a player's name and addresses, in order; the last 100.
    fn player_log(&self, player: PlayerId) -> Result<Vec<PlayerLogRow>>;
    /// Who wants to add this address; the latest first, at most 20.
    fn confirmations(&self, address: &str) -> Result<Vec<ConfirmationRow>>;
    /// What a player wants to add; the latest first, at most 20.
    fn confirmations_of(&self, player: PlayerId) -> Result<Vec<ConfirmationRow>>;

    /// A challenge or a seek.
    fn challenge(&self, challenge: ChallengeId) -> Result<Option<ChallengeRow>>;
    /// The number of the next challenge.
    fn next_challenge(&self) -> Result<ChallengeId>;
    /// The open challenges and seeks in which a player has a place, in order, at most `limit`.
    fn challenges_of(&self, player: PlayerId, limit: usize) -> Result<Vec<ChallengeRow>>;
    /// The challenges of a player's that name a mail address and are open, or were withdrawn and would still be open at
    /// `now`.
    fn invitations_of(&self, player: PlayerId, now: &str) -> Result<Vec<ChallengeId>>;
    /// The open seeks, in order, at most `limit`.
    fn seeks(&self, limit: usize) -> Result<Vec<ChallengeRow>>;
    /// Challenges and seeks above number `after`, in order, at most `limit`; only those of `status` if given.
    fn challenges(
        &self,
        status: Option<ChallengeStatus>,
        after: ChallengeId,
        limit: usize,
    ) -> Result<Vec<ChallengeRow>>;
    /// The open challenges whose time is over at `now`, the earliest first, at most `limit`.
    fn due_challenges(&self, now: &str, limit: usize) -> Result<Vec<ChallengeRow>>;
    /// When the next open challenge expires.
    fn next_expiry(&self) -> Result<Option<String>>;
    /// What is known about a mailbox that is no member's, by its salted hash.
    fn outsider(&self, mailbox: &[u8]) -> Result<Option<OutsiderRow>>;
    /// Whether one player blocks another.
    fn is_blocked(&self, by: PlayerId, whom: PlayerId) -> Result<bool>;
    /// Whether one player mutes another.
    fn is_muted(&self, by: PlayerId, whom: PlayerId) -> Result<bool>;
    /// Whom a player mutes or blocks, in order of their ids.
    fn relations(&self, player: PlayerId) -> Result<Vec<RelationRow>>;
    /// A player's own notes, of one game or of all, by game and in order; the last `limit`.
    fn notes(&self, player: PlayerId, game: Option<GameId>, limit: usize) -> Result<Vec<NoteRow>>;

    /// The token with this public id.
    fn token(&self, token: TokenId) -> Result<Option<TokenRow>>;
    /// How many tokens there are.
    fn token_count(&self) -> Result<i64>;
    /// The seats that a token of a list is of, in the order of their games.
    fn token_sections(&self, token: TokenId) -> Result<Vec<TokenSection>>;
    /// A question about no game, if it waits for an answer.
    fn account_question(&self, question: AccountQuestionId) -> Result<Option<AccountQuestionRow>>;
    /// The questions about no game that wait for the answer of a player or an address, the oldest first, at most 100.
    fn account_questions(&self, asked: &Asked) -> Result<Vec<AccountQuestionRow>>;
    /// The questions about no game because of which something is to be done at `now`, at most `limit`.
    fn due_account_questions(&self, now: &str, limit: usize) -> Result<Vec<AccountQuestionRow>>;
    /// The question that waits for a seat.
    fn question(&self, game: GameId, seat: u8) -> Result<Option<QuestionRow>>;

    /// A stored mail.
    fn mail(&self, mail: MailId) -> Result<Option<MailRow>>;
    /// The bytes of a mail; `None` if they were forgotten.
    fn mail_bytes(&self, mail: MailId) -> Result<Option<MailBytes>>;
    /// Mails with this status, newest first, at most `limit`.
    fn mails(&self, status: MailStatus, limit: usize) -> Result<Vec<MailRow>>;
    /// Mails of lower ids than `before`, newest first, at most `limit`.
    fn mails_before(&self, before: MailId, limit: usize) -> Result<Vec<MailRow>>;
    /// Another proven mail than `but` with this Message-ID and body; the oldest one.
    fn same_mail(&self, but: MailId, message_id: &str, body_hash: &str) -> Result<Option<MailRow>>;
    /// Earlier proven mails than `than` from this address with this body, the newest first, at most 100.
    fn same_bodies(&self, than: MailId, sender: &str, body_hash: &str) -> Result<Vec<MailRow>>;
    /// The letter that answers a mail.
    fn answer_to(&self, mail: MailId) -> Result<Option<LetterRow>>;

    /// A letter.
    fn letter(&self, letter: LetterId) -> Result<Option<LetterRow>>;
    /// The letter that has this token.
    fn letter_of_token(&self, token: TokenId) -> Result<Option<LetterId>>;
    /// The bytes of a letter; `None` if it was not rendered yet, or they were deleted.
    fn letter_bytes(&self, letter: LetterId) -> Result<Option<Vec<u8>>>;
    /// Letters with this status, oldest first, at most `limit`.
    fn letters(&self, status: LetterStatus, limit: usize) -> Result<Vec<LetterRow>>;
    /// Letters of lower ids than `before`, newest first, at most `limit`.
    fn letters_before(&self, before: LetterId, limit: usize) -> Result<Vec<LetterRow>>;
    /// When the next waiting letter that nobody has claimed may be tried; `None` if none waits.
    fn next_try(&self) -> Result<Option<String>>;

    /// What was spent of a budget on this day (`2026-01-31`) under this key.
    fn spent(&self, budget: Budget, day: &str, key: &str) -> Result<Spent>;
    /// What was spent of it under all keys together.
    fn spent_by_all(&self, budget: Budget, day: &str) -> Result<Spent>;
    /// The leaves of a player that end after `since`, in order of their beginning.
    fn leaves(&self, player: PlayerId, since: &str) -> Result<Vec<LeaveRow>>;
    /// The time of the last complete reading of every source; `None`: nothing was read yet.
    fn heartbeat(&self) -> Result<Option<String>>;
    /// The outages that end after `since`, in order of their beginning.
    fn outages(&self, since: &str) -> Result<Vec<OutageRow>>;
    /// Since when the machine's clock is not trusted, and why; `None`: it is.
    fn clock_stopped(&self) -> Result<Option<(String, String)>>;
    /// How many games have clocks, and how many of those are in grace, or are paused at `now`; a pause by consent has
    /// ended after `longest` seconds.
    fn clock_counts(&self, now: &str, longest: i64) -> Result<ClockCounts>;
    /// Games with clocks that are being played and have no timer, since nothing is due until the umpire lets them go on;
    /// at most `limit`.
    fn standing_clocks(&self, limit: usize) -> Result<Vec<GameId>>;
    /// Whether a mail that arrived until `until`, and may be from this player, is not judged yet or is
    /// quarantined.
    fn has_open_mail(&self, player: PlayerId, until: &str) -> Result<bool>;
    /// Whether a proven mail of a player came after `since`, among the last thousands of mails.
    fn has_proven_mail(&self, player: PlayerId, since: &str) -> Result<bool>;
    /// The timers that are due, the earliest first, at most `limit`.
    fn due_timers(&self, now: &str, limit: usize) -> Result<Vec<TimerRow>>;
    /// When the timer of this kind that is of no game is due; `None`: there is none.
    fn timer(&self, kind: TimerKind) -> Result<Option<String>>;
    /// The players whose digest is due at `now`, at most `limit`.
    fn due_digests(&self, now: &str, limit: usize) -> Result<Vec<PlayerId>>;
    /// When the next digest is due; `None`: no news wait.
    fn next_digest(&self) -> Result<Option<String>>;
    /// The news that wait for the digest of a player, in the order of their games.
    fn digests(&self, player: PlayerId) -> Result<Vec<DigestRow>>;
    /// Who watches a game, in the order in which they began to.
    fn watchers(&self, game: GameId) -> Result<Vec<PlayerId>>;
    /// The games that a player watches, in order.
    fn watched(&self, player: PlayerId) -> Result<Vec<GameId>>;
    /// How many letters to a player's seats in games of a variant were written before this one; at most `limit`.
    fn letters_of_kind(
        &self,
        player: PlayerId,
        variant: &str,
        before: LetterId,
        limit: usize,
    ) -> Result<usize>;
    /// When the next timer is due.
    fn next_timer(&self) -> Result<Option<String>>;
    /// The last success and failure of each queue.
    fn queues(&self) -> Result<Vec<QueueRow>>;
    /// Numbers of games, mails and letters.
    fn counts(&self) -> Result<Counts>;
    /// The time of the newest mail, letter or game; `None` if there is none.
    fn newest(&self) -> Result<Option<String>>;
    /// The number of the last change of what decisions are about, for [`Decision::seen`].
    fn version(&self) -> Result<i64>;
    /// The time up to which [`Store::forget`] was last told to delete; `None` if it never was.
    fn forgotten_until(&self) -> Result<Option<String>>;
    /// A value by which the secret that belongs to this store is recognised.
    fn secret_check(&self) -> Result<Option<Vec<u8>>>;
}

/// A store.
pub trait Store: Send {
    /// Runs `work` on one consistent view.
    ///
    /// # Errors
    /// `work` returns an error, or the store cannot be read.
    fn look(
        &mut self,
        work: &mut dyn FnMut(&dyn Snapshot) -> anyhow::Result<()>,
    ) -> anyhow::Result<()>;

    /// Stores mails durably, all or none. Under a source key that is known, the bytes are compared.
    ///
    /// # Errors
    /// The store cannot be written; so for all methods that write.
    fn take_in(&mut self, mails: &[NewMail<'_>], now: &str) -> Result<Vec<TakenIn>>;

    /// Claims new mails that nobody has claimed, at most `max` and a few megabytes, and counts that judging
    /// them begins, for each mail and against [`Budget::Mails`] of its sender and of all (key ''): durably, so
    /// that it counts even if judging them ends the process. If there are more, senders take turns, and half
    /// of the places are for players.
    /// A mail that was begun before is claimed alone: it may have crashed the process.
    /// Mails whose bytes cannot be read are quarantined instead.
    fn claim_inbox(&mut self, max: usize, owner: &str, now: &str) -> Result<Vec<ClaimedMail>>;

    /// Gives claimed mails back without counting the attempt, because the store was in trouble.
    fn give_back(&mut self, mails: &[MailId], now: &str) -> Result<()>;

    /// Writes decisions durably, all or none.
    ///
    /// # Errors
    /// [`StoreError::Conflict`], [`StoreError::Constraint`], or the store cannot be written.
    fn commit(&mut self, decisions: &[Decision]) -> Result<Vec<Committed>>;

    /// Claims waiting letters that are due, those first that are due for longest, and counts that
    /// rendering begins of those without bytes. No letter is given out while an earlier one of the
    /// same game to the same recipient waits. Nothing else waits for anything.
    fn claim_letters(&mut self, claim: &LetterClaim<'_>) -> Result<Vec<LetterRow>>;

    /// Counts tries that begin, with the bytes of letters that were just rendered. Returns the letters
    /// that still wait: the others were dropped meanwhile, and are not to be sent.
    fn begin_tries(&mut self, tries: &[NewTry]) -> Result<Vec<LetterId>>;

    /// Gives up all claims whose owner begins with `owner`, and makes all waiting letters due. Called
    /// at the start by the process that has the lock.
    fn release(&mut self, owner: &str, now: &str) -> Result<()>;

    /// Gives up all claims whose owner begins with `owner`, and makes the claimed letters due: their
    /// tries were cut off. The others keep their time. What the owner did not end in, it has not begun: that
    /// does not count for the mails and letters that it had claimed.
    fn give_up_claims(&mut self, owner: &str, ended_in: &EndedIn, now: &str) -> Result<()>;

    /// Makes letters due at `now` that wait for later than `latest`, or for longer than the pause after
    /// as many tries as they have had: 1, 2, 4 … minutes. Returns how many there were.
    fn correct_next_tries(&mut self, latest: &str, now: &str) -> Result<usize>;

    /// Notes that a source was read to its end, and an outage if that was not done for too long.
    fn note_look(&mut self, look: &Look<'_>, now: &str) -> Result<()>;

    /// Notes that a queue has worked, or why it has failed.
    fn note_queue(&mut self, queue: Queue, now: &str, failure: Option<&str>) -> Result<()>;

    /// Deletes the bytes of mails that are done, and bytes and data of letters that are closed but not
    /// quarantined, if they are older than `before`; returns of how many. Budgets of days before `today` are
    /// deleted, too.
    fn forget(&mut self, before: Option<&str>, today: &str) -> Result<usize>;

    /// Keeps the value by which the secret that belongs to this store is recognised.
    fn set_secret_check(&mut self, check: &[u8]) -> Result<()>;

    /// Makes every token void, because its secret is lost; but the tokens of letters that have no bytes
    /// yet and may still leave are derived from this generation of the secret from now on.
    fn void_all_tokens(&mut self, generation: i64) -> Result<()>;

    /// A number that changes when another process, or another store on the same data, writes.
    fn change_counter(&self) -> Result<i64>;

    /// Waits until somebody else writes, at most `patience`; whether somebody did, since `seen`.
    ///
    /// # Errors
    /// The store cannot be read.
    fn wait_for_changes(&self, seen: i64, patience: Duration) -> Result<bool> {
        const TICK: Duration = Duration::from_millis(200);
        let mut waited = Duration::ZERO;
        loop {
            if self.change_counter()? != seen {
                return Ok(true);
            }
            if waited >= patience {
                return Ok(false);
            }
            let tick = TICK.min(patience - waited);
            std::thread::sleep(tick);
            waited += tick;
        }
    }
}

/// Runs `work` on one consistent view of a store, and returns what it returns.
///
/// # Errors
/// `work` returns an error, or the store cannot be read.
pub fn read<T>(
    store: &mut dyn Store,
    work: impl FnOnce(&dyn Snapshot) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let (mut work, mut found) = (Some(work), None);
    store.look(&mut |snapshot| {
        if let Some(work) = work.take() {
            found = Some(work(snapshot)?);
        }
        Ok(())
    })?;
    found.ok_or_else(|| anyhow::anyhow!("the store did not run the work"))
}

/// How often a decision is made again because others have changed what it is about.
const CONFLICTS: usize = 20;

/// Makes a decision on one consistent view of a store, and writes it; returns what it has made, and what `work`
/// returns beside it. If others change meanwhile what it is about, it is made again.
///
/// # Errors
/// `work` returns an error; the store cannot be read or written; others change the same all the time
/// ([`StoreError::Busy`]).
pub fn decide<T>(
    store: &mut dyn Store,
    mut work: impl FnMut(&dyn Snapshot) -> anyhow::Result<(Decision, T)>,
) -> anyhow::Result<(Committed, T)> {
    let mut conflicts = 0;
    loop {
        let (decision, made) = read(store, |snapshot| {
            let (mut decision, made) = work(snapshot)?;
            decision.seen = Some(snapshot.version()?);
            Ok((decision, made))
        })?;
        match store.commit(&[decision]) {
            Ok(mut committed) => return Ok((committed.pop().unwrap_or_default(), made)),
            Err(StoreError::Conflict(subject)) => {
                tracing::debug!("{subject}: changed meanwhile, deciding again");
                conflicts += 1;
                if conflicts == CONFLICTS {
                    let why = format!("others change the same all the time: {subject}");
                    return Err(StoreError::Busy(why).into());
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
}
