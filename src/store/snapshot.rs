//! How a store is read: one trait for each part of it. A [`Snapshot`] has them all.

use std::collections::BTreeSet;

use super::{
    AccountQuestionRow, ActRow, AddressRow, Asked, Budget, ChallengeRow, ClockCounts,
    ConfirmationRow, ContestGame, ContestRow, Counts, DigestRow, EngineGameRow, EventRow,
    GameMarks, GameRow, HostRow, LeaseRow, LeaveRow, LetterRow, LetterStatus, LogOf, LoggedEvent,
    MailBytes, MailRow, MailStatus, MailedGame, NoteRow, OutageRow, OutsiderRow, PlayerLogRow,
    PlayerRow, QuestionRow, QueueRow, RatedRow, RatingRow, RelationRow, Result, ReviewRow, SeatRow,
    Seen, Spent, ThoughtRow, TimerKind, TimerRow, TokenRow, TokenSection, VariantFileRow,
};
use crate::ids::{
    AccountQuestionId, ChallengeId, ContestId, GameId, LetterId, MailId, PlayerId, TokenId,
};
use crate::status::{ChallengeStatus, GameStatus};

/// Games and their seats.
pub trait ReadGames {
    /// A game.
    ///
    /// # Errors
    /// The store cannot be read; so for all methods.
    fn game(&self, game: GameId) -> Result<Option<GameRow>>;
    /// The seats of a game, in order.
    fn seats(&self, game: GameId) -> Result<Vec<SeatRow>>;
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
    /// The games that are being played in which a program of the server's is to move, or something was last asked, each with
    /// its state number; those that wait longest first, at most `limit`.
    fn games_of_programs(&self, limit: usize) -> Result<Vec<(GameId, i64)>>;
    /// What tells which games have changed. `after`: the newest game and the newest letter that are known already.
    fn game_marks(&self, after: Option<(GameId, i64)>) -> Result<GameMarks>;
    /// What programs of the server's have thought about in a game, in order.
    fn thoughts(&self, game: GameId) -> Result<Vec<ThoughtRow>>;
    /// What came of trying which games a program of others can play.
    fn engine_games(&self, engine: &str) -> Result<Vec<EngineGameRow>>;
    /// The games that players want to look back at, those that wait longest first, at most `limit`; of one player if given.
    fn reviews(&self, player: Option<PlayerId>, limit: usize) -> Result<Vec<ReviewRow>>;
    /// The games that are being played by one version of the rules of a variant.
    fn games_by_rules(&self, variant: &str, version: u32) -> Result<Vec<GameId>>;
    /// The variants and versions of rules by which games of these statuses are played, with the
    /// number of games; `true`: a game by file.
    fn rules_versions(&self, statuses: &[GameStatus]) -> Result<Vec<(String, u32, bool, i64)>>;
}

/// The logs of games.
pub trait ReadEvents {
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
}

/// Players and their addresses.
pub trait ReadPlayers {
    /// A player by number, also one who has left; `None`: there is no such player.
    fn player(&self, player: PlayerId) -> Result<Option<PlayerRow>>;
    /// The player of this name; upper and lower case count as the same.
    fn player_by_name(&self, name: &str) -> Result<Option<PlayerRow>>;
    /// The player with this address of record; upper and lower case count as the same.
    fn player_by_address(&self, address: &str) -> Result<Option<PlayerRow>>;
    /// All players, in order of their ids.
    fn players(&self) -> Result<Vec<PlayerRow>>;
    /// A player, but for one, whose name looks like this one ([`crate::text::Skeleton`]).
    fn player_alike(&self, name: &str, but: Option<PlayerId>) -> Result<Option<PlayerRow>>;
    /// The same, where accents and inner signs count for nothing either: who has a name that a newcomer wants.
    fn player_taking(&self, name: &str, but: Option<PlayerId>) -> Result<Option<PlayerRow>>;
    /// The program of the server's that plays at this level, or the program of others with this name in the settings; `None`:
    /// it has not been needed yet.
    fn program(&self, engine: &str, level: u8) -> Result<Option<PlayerRow>>;
    /// The player with the highest id.
    fn newest_player(&self) -> Result<Option<PlayerId>>;
    /// The addresses of record of a player, the one that letters go to first.
    fn addresses(&self, player: PlayerId) -> Result<Vec<String>>;
    /// The same with what is known about delivery.
    fn address_rows(&self, player: PlayerId) -> Result<Vec<AddressRow>>;
    /// All addresses that players have, and those that the logs of players name.
    fn all_addresses(&self) -> Result<Vec<(PlayerId, String)>>;
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
}

/// Challenges and seeks, which share one sequence of numbers.
pub trait ReadChallenges {
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
}

/// Contests and their games.
pub trait ReadContests {
    /// A contest.
    fn contest(&self, contest: ContestId) -> Result<Option<ContestRow>>;
    /// The contest of this name; upper and lower case count as the same.
    fn contest_named(&self, name: &str) -> Result<Option<ContestRow>>;
    /// All contests in the order of their numbers; with `open` those that are not over.
    fn contests(&self, open: bool) -> Result<Vec<ContestRow>>;
    /// The number of the next contest.
    fn next_contest(&self) -> Result<ContestId>;
    /// The games of a contest in their order; if one was begun anew, the later one comes last.
    fn contest_games(&self, contest: ContestId) -> Result<Vec<ContestGame>>;
}

/// The logs of challenges, players and contests.
pub trait ReadActs {
    /// All entries of a log, in order.
    fn acts(&self, of: LogOf) -> Result<Vec<ActRow>>;
    /// What the log of a player leads to, as it is stored: their name, when they last changed it
    /// themselves, their addresses, the main one, and those that wait for a confirmation; as a JSON
    /// object.
    fn player_state(&self, player: PlayerId) -> Result<Option<String>>;
}

/// What people have to do with each other.
pub trait ReadPeople {
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
}

/// Reply tokens: what they prove and are derived from, never the tokens themselves.
pub trait ReadTokens {
    /// The token with this public id.
    fn token(&self, token: TokenId) -> Result<Option<TokenRow>>;
    /// How many tokens there are.
    fn token_count(&self) -> Result<i64>;
    /// The seats that a token of a list is of, in the order of their games.
    fn token_sections(&self, token: TokenId) -> Result<Vec<TokenSection>>;
}

/// What waits for an answer.
pub trait ReadQuestions {
    /// A question about no game, if it waits for an answer.
    fn account_question(&self, question: AccountQuestionId) -> Result<Option<AccountQuestionRow>>;
    /// The questions about no game that wait for the answer of a player or an address, the oldest first, at most 100.
    fn account_questions(&self, asked: &Asked) -> Result<Vec<AccountQuestionRow>>;
    /// The questions about no game because of which something is to be done at `now`, at most `limit`.
    fn due_account_questions(&self, now: &str, limit: usize) -> Result<Vec<AccountQuestionRow>>;
    /// The question that waits for a seat.
    fn question(&self, game: GameId, seat: u8) -> Result<Option<QuestionRow>>;
}

/// Mails that have come.
pub trait ReadMails {
    /// A mail with its verdict, but without its bytes; `None`: there is no such mail.
    fn mail(&self, mail: MailId) -> Result<Option<MailRow>>;
    /// The bytes of a mail; `None` if they were forgotten.
    fn mail_bytes(&self, mail: MailId) -> Result<Option<MailBytes>>;
    /// The mail that is stored under a source key, if it is the one with these bytes.
    fn known_mail(&self, source: &str, raw: &[u8]) -> Result<Option<MailId>>;
    /// Mails with this status, newest first, at most `limit`.
    fn mails(&self, status: MailStatus, limit: usize) -> Result<Vec<MailRow>>;
    /// Mails of lower ids than `before`, newest first, at most `limit`.
    fn mails_before(&self, before: MailId, limit: usize) -> Result<Vec<MailRow>>;
    /// Another proven mail than `but` with this Message-ID and body; the oldest one.
    fn same_mail(&self, but: MailId, message_id: &str, body_hash: &str) -> Result<Option<MailRow>>;
    /// Earlier proven mails than `than` from this address with this body and this date, or without a known one, the
    /// newest first, at most 100.
    fn same_bodies(&self, than: MailId, sender: &str, body: (&str, i64)) -> Result<Vec<MailRow>>;
    /// Whether a mail that arrived until `until`, and may be from this player, is not judged yet, or is
    /// quarantined and arrived after `since`.
    fn has_open_mail(&self, player: PlayerId, since: &str, until: &str) -> Result<bool>;
    /// Whether a proven mail of a player came after `since`, among the last thousands of mails.
    fn has_proven_mail(&self, player: PlayerId, since: &str) -> Result<bool>;
}

/// Letters that are to be sent, and those that are closed.
pub trait ReadLetters {
    /// The letter that answers a mail.
    fn answer_to(&self, mail: MailId) -> Result<Option<LetterRow>>;
    /// A letter without its bytes; `None`: there is no such letter.
    fn letter(&self, letter: LetterId) -> Result<Option<LetterRow>>;
    /// The letter that has this token.
    fn letter_of_token(&self, token: TokenId) -> Result<Option<LetterId>>;
    /// The bytes of a letter; `None` if it was not rendered yet, or they were deleted.
    fn letter_bytes(&self, letter: LetterId) -> Result<Option<Vec<u8>>>;
    /// Letters with this status, oldest first, at most `limit`.
    fn letters(&self, status: LetterStatus, limit: usize) -> Result<Vec<LetterRow>>;
    /// Letters of lower ids than `before`, newest first, at most `limit`.
    fn letters_before(&self, before: LetterId, limit: usize) -> Result<Vec<LetterRow>>;
    /// How many letters to a player's seats in games of a variant were written before this one; at most `limit`.
    fn letters_of_kind(
        &self,
        player: PlayerId,
        variant: &str,
        before: LetterId,
        limit: usize,
    ) -> Result<usize>;
    /// When the next waiting letter that nobody has claimed may be tried; `None` if none waits.
    fn next_try(&self) -> Result<Option<String>>;
}

/// What has a limit by day.
pub trait ReadBudgets {
    /// What was spent of a budget on this day (`2026-01-31`) under this key.
    fn spent(&self, budget: Budget, day: &str, key: &str) -> Result<Spent>;
    /// How many letters were marked as spam, by the domain of their readers; the most first.
    fn complaints(&self) -> Result<Vec<(String, i64)>>;
    /// What was spent of it under all keys together.
    fn spent_by_all(&self, budget: Budget, day: &str) -> Result<Spent>;
}

/// What clocks depend on besides their games.
pub trait ReadClocks {
    /// The leaves of a player that end after `since`, in order of their beginning.
    fn leaves(&self, player: PlayerId, since: &str) -> Result<Vec<LeaveRow>>;
    /// The time of the last complete reading of every source; `None`: nothing was read yet.
    fn heartbeat(&self) -> Result<Option<String>>;
    /// The outages that end after `since`, in order of their beginning.
    fn outages(&self, since: &str) -> Result<Vec<OutageRow>>;
    /// Since when the machine's clock is not trusted, and why; `None`: it is.
    fn clock_stopped(&self) -> Result<Option<(String, String)>>;
    /// Whether no flag may fall, since the clock is not trusted, or is far ahead while no mail agrees with it.
    fn flags_rest(&self) -> Result<bool>;
    /// Since when, by itself, the clock is far ahead while no mail agrees with it.
    fn far_ahead_since(&self) -> Result<Option<String>>;
    /// How many games have clocks, and how many of those are in grace, or are paused at `now`; a pause by consent has
    /// ended after `longest` seconds.
    fn clock_counts(&self, now: &str, longest: i64) -> Result<ClockCounts>;
    /// Games with clocks that are being played and have no timer, since nothing is due until the umpire lets them go on;
    /// at most `limit`.
    fn standing_clocks(&self, limit: usize) -> Result<Vec<GameId>>;
}

/// What is due when.
pub trait ReadTimers {
    /// The timers that are due, the earliest first, at most `limit`.
    fn due_timers(&self, now: &str, limit: usize) -> Result<Vec<TimerRow>>;
    /// When the timer of this kind that is of no game is due; `None`: there is none.
    fn timer(&self, kind: TimerKind) -> Result<Option<String>>;
    /// When the next timer is due.
    fn next_timer(&self) -> Result<Option<String>>;
}

/// News that wait for a digest.
pub trait ReadDigests {
    /// The players whose digest is due at `now`, at most `limit`.
    fn due_digests(&self, now: &str, limit: usize) -> Result<Vec<PlayerId>>;
    /// When the next digest is due; `None`: no news wait.
    fn next_digest(&self) -> Result<Option<String>>;
    /// The news that wait for the digest of a player, in the order of their games.
    fn digests(&self, player: PlayerId) -> Result<Vec<DigestRow>>;
}

/// Files with games that umpires have sent by mail.
pub trait ReadVariants {
    /// How often the games that can be played have changed.
    fn variant_changes(&self) -> Result<i64>;
    /// The games that can be played, in the order in which they came.
    fn mailed_games(&self) -> Result<Vec<MailedGame>>;
    /// The oldest file that waits for its check.
    fn unchecked_file(&self) -> Result<Option<VariantFileRow>>;
}

/// Ratings, and what they are counted from.
pub trait ReadRatings {
    /// All rated games that have ended and count, those of a player or of all, in the order of their numbers.
    fn rated_games(&self, of: Option<PlayerId>) -> Result<Vec<RatedRow>>;
    /// The sections that games were begun with in whose text there are these words: by which each is known, in hexadecimal,
    /// and the text.
    fn sections_with(&self, words: &str) -> Result<Vec<(String, String)>>;
    /// Whether something that a player has sent by mail happened in any game after one time and until another.
    fn acted(&self, player: PlayerId, after: &str, until: &str) -> Result<bool>;
    /// The ratings of a player, by list and month.
    fn ratings_of(&self, player: PlayerId) -> Result<Vec<RatingRow>>;
    /// The newest rating of each member in a list, with the name, the highest first.
    fn ratings_in(&self, list: &str) -> Result<Vec<(RatingRow, String)>>;
    /// All ratings, by list, player and month.
    fn all_ratings(&self) -> Result<Vec<RatingRow>>;
    /// What was last counted, as [`super::Store::set_ratings`] was told; `None`: nothing yet.
    fn ratings_counted(&self) -> Result<Option<String>>;
}

/// Who watches which game.
pub trait ReadWatchers {
    /// Who watches a game, in the order in which they began to.
    fn watchers(&self, game: GameId) -> Result<Vec<PlayerId>>;
    /// The games that a player watches, in order.
    fn watched(&self, player: PlayerId) -> Result<Vec<GameId>>;
}

/// Who works on the store.
pub trait ReadHosts {
    /// The hosts that have worked on it, by their names.
    fn hosts(&self) -> Result<Vec<HostRow>>;
    /// What everybody who works on the store has to know, in the words of [`HostRow::knows`].
    fn club_knows(&self) -> Result<BTreeSet<String>>;
    /// The sources that were read, each with the time of its last complete reading.
    fn sources(&self) -> Result<Vec<(String, String)>>;
    /// Who alone may do what.
    fn leases(&self) -> Result<Vec<LeaseRow>>;
}

/// What concerns the server as a whole: queues, counts, and its secret.
pub trait ReadServer {
    /// The last success and failure of each queue.
    fn queues(&self) -> Result<Vec<QueueRow>>;
    /// Numbers of games, mails and letters.
    fn counts(&self) -> Result<Counts>;
    /// How many addresses there are to which letters cannot be delivered, by domain in lower case; the most first.
    fn failed_domains(&self) -> Result<Vec<(String, i64)>>;
    /// The time of the newest mail, letter or game; `None` if there is none.
    fn newest(&self) -> Result<Option<String>>;
    /// What this view has seen of what decisions are about, for [`super::Decision::seen`].
    fn seen(&self) -> Result<Seen>;
    /// The time up to which [`super::Store::forget`] was last told to delete; `None` if it never was.
    fn forgotten_until(&self) -> Result<Option<String>>;
    /// A value by which the secret that belongs to this store is recognised.
    fn secret_check(&self) -> Result<Option<Vec<u8>>>;
    /// What all hosts recognise the settings of the club by ([`super::Store::publish_settings`]); `None`: there are none.
    fn club_settings(&self) -> Result<Option<String>>;
}

/// A consistent view of everything that is stored.
pub trait Snapshot:
    ReadGames
    + ReadEvents
    + ReadPlayers
    + ReadChallenges
    + ReadContests
    + ReadActs
    + ReadPeople
    + ReadTokens
    + ReadQuestions
    + ReadMails
    + ReadLetters
    + ReadBudgets
    + ReadClocks
    + ReadTimers
    + ReadDigests
    + ReadVariants
    + ReadWatchers
    + ReadRatings
    + ReadHosts
    + ReadServer
{
    /// Reads together what will be asked for, if that saves round trips to the database. What `reads` gets in answer is
    /// empty or an error; all that comes after gets what is stored.
    ///
    /// # Errors
    /// The store cannot be read.
    fn ahead(&self, reads: &dyn Fn(&dyn Snapshot)) -> Result<()>;
}
