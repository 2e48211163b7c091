//! A view of a store that tells which tokens are read.

use std::collections::BTreeSet;

use zugpost::ids::{
    AccountQuestionId, ChallengeId, ContestId, GameId, LetterId, MailId, PlayerId, TokenId,
};
use zugpost::status::{ChallengeStatus, GameStatus};
use zugpost::store::snapshot::*;
use zugpost::store::{
    AccountQuestionRow, ActRow, AddressRow, Asked, Budget, ChallengeRow, ClockCounts,
    ConfirmationRow, ContestGame, ContestRow, Counts, DigestRow, EngineGameRow, EventRow,
    GameMarks, GameRow, HostRow, LeaseRow, LeaveRow, LetterRow, LetterStatus, LogOf, LoggedEvent,
    MailBytes, MailRow, MailStatus, MailedGame, NoteRow, OutageRow, OutsiderRow, PlayerLogRow,
    PlayerRow, QuestionRow, QueueRow, RatedRow, RatingRow, RelationRow, Result, ReviewRow, SeatRow,
    Seen, Spent, ThoughtRow, TimerKind, TimerRow, TokenRow, TokenSection, VariantFileRow,
};

use super::{Point, Watch};

pub struct WatchedSnapshot<'a> {
    pub snapshot: &'a dyn Snapshot,
    pub watch: &'a Watch,
}

/// Methods that only ask the real view.
macro_rules! ask {
    ($($name:ident($($argument:ident: $kind:ty),*) -> $answer:ty;)*) => {
        $(fn $name(&self, $($argument: $kind),*) -> Result<$answer> {
            self.snapshot.$name($($argument),*)
        })*
    };
}

impl Snapshot for WatchedSnapshot<'_> {
    fn ahead(&self, reads: &dyn Fn(&dyn Snapshot)) -> Result<()> {
        self.snapshot.ahead(reads)
    }
}

impl ReadGames for WatchedSnapshot<'_> {
    ask! {
        game(game: GameId) -> Option<GameRow>;
        seats(game: GameId) -> Vec<SeatRow>;
        games(status: Option<GameStatus>, after: GameId, limit: usize) -> Vec<GameRow>;
        games_of(player: PlayerId, playing: bool, limit: usize) -> Vec<(GameRow, u8)>;
        game_marks(after: Option<(GameId, i64)>) -> GameMarks;
        games_of_programs(limit: usize) -> Vec<(GameId, i64)>;
        thoughts(game: GameId) -> Vec<ThoughtRow>;
        engine_games(engine: &str) -> Vec<EngineGameRow>;
        reviews(player: Option<PlayerId>, limit: usize) -> Vec<ReviewRow>;
        games_by_rules(variant: &str, version: u32) -> Vec<GameId>;
        rules_versions(statuses: &[GameStatus]) -> Vec<(String, u32, bool, i64)>;
    }
}

impl ReadEvents for WatchedSnapshot<'_> {
    fn replay(
        &self,
        game: GameId,
        count: Option<i64>,
        each: &mut dyn FnMut(LoggedEvent<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.snapshot.replay(game, count, each)
    }

    ask! {
        events(game: GameId, count: Option<i64>) -> Vec<EventRow>;
    }
}

impl ReadPlayers for WatchedSnapshot<'_> {
    ask! {
        player(player: PlayerId) -> Option<PlayerRow>;
        player_by_name(name: &str) -> Option<PlayerRow>;
        player_by_address(address: &str) -> Option<PlayerRow>;
        players() -> Vec<PlayerRow>;
        player_alike(name: &str, but: Option<PlayerId>) -> Option<PlayerRow>;
        player_taking(name: &str, but: Option<PlayerId>) -> Option<PlayerRow>;
        program(engine: &str, level: u8) -> Option<PlayerRow>;
        newest_player() -> Option<PlayerId>;
        addresses(player: PlayerId) -> Vec<String>;
        address_rows(player: PlayerId) -> Vec<AddressRow>;
        all_addresses() -> Vec<(PlayerId, String)>;
        address(address: &str) -> Option<AddressRow>;
        was_vouched(address: &str) -> bool;
        player_log(player: PlayerId) -> Vec<PlayerLogRow>;
        confirmations(address: &str) -> Vec<ConfirmationRow>;
        confirmations_of(player: PlayerId) -> Vec<ConfirmationRow>;
    }
}

impl ReadChallenges for WatchedSnapshot<'_> {
    ask! {
        challenge(challenge: ChallengeId) -> Option<ChallengeRow>;
        next_challenge() -> ChallengeId;
        challenges_of(player: PlayerId, limit: usize) -> Vec<ChallengeRow>;
        invitations_of(player: PlayerId, now: &str) -> Vec<ChallengeId>;
        seeks(limit: usize) -> Vec<ChallengeRow>;
        challenges(
            status: Option<ChallengeStatus>,
            after: ChallengeId,
            limit: usize
        ) -> Vec<ChallengeRow>;
        due_challenges(now: &str, limit: usize) -> Vec<ChallengeRow>;
    }
}

impl ReadContests for WatchedSnapshot<'_> {
    ask! {
        contest(contest: ContestId) -> Option<ContestRow>;
        contest_named(name: &str) -> Option<ContestRow>;
        contests(open: bool) -> Vec<ContestRow>;
        next_contest() -> ContestId;
        contest_games(contest: ContestId) -> Vec<ContestGame>;
    }
}

impl ReadActs for WatchedSnapshot<'_> {
    ask! {
        acts(of: LogOf) -> Vec<ActRow>;
        player_state(player: PlayerId) -> Option<String>;
    }
}

impl ReadPeople for WatchedSnapshot<'_> {
    ask! {
        outsider(mailbox: &[u8]) -> Option<OutsiderRow>;
        is_blocked(by: PlayerId, whom: PlayerId) -> bool;
        is_muted(by: PlayerId, whom: PlayerId) -> bool;
        relations(player: PlayerId) -> Vec<RelationRow>;
        notes(player: PlayerId, game: Option<GameId>, limit: usize) -> Vec<NoteRow>;
    }
}

impl ReadTokens for WatchedSnapshot<'_> {
    fn token(&self, token: TokenId) -> Result<Option<TokenRow>> {
        (self.watch.tell)(Point::TokenRead(token));
        self.snapshot.token(token)
    }

    ask! {
        token_count() -> i64;
        token_sections(token: TokenId) -> Vec<TokenSection>;
    }
}

impl ReadQuestions for WatchedSnapshot<'_> {
    ask! {
        account_question(question: AccountQuestionId) -> Option<AccountQuestionRow>;
        account_questions(asked: &Asked) -> Vec<AccountQuestionRow>;
        due_account_questions(now: &str, limit: usize) -> Vec<AccountQuestionRow>;
        question(game: GameId, seat: u8) -> Option<QuestionRow>;
    }
}

impl ReadMails for WatchedSnapshot<'_> {
    ask! {
        mail(mail: MailId) -> Option<MailRow>;
        mail_bytes(mail: MailId) -> Option<MailBytes>;
        mails(status: MailStatus, limit: usize) -> Vec<MailRow>;
        mails_before(before: MailId, limit: usize) -> Vec<MailRow>;
        known_mail(source: &str, raw: &[u8]) -> Option<MailId>;
        same_mail(but: MailId, message_id: &str, body_hash: &str) -> Option<MailRow>;
        same_bodies(than: MailId, sender: &str, body: (&str, i64)) -> Vec<MailRow>;
        has_open_mail(player: PlayerId, since: &str, until: &str) -> bool;
        has_proven_mail(player: PlayerId, since: &str) -> bool;
    }
}

impl ReadLetters for WatchedSnapshot<'_> {
    ask! {
        answer_to(mail: MailId) -> Option<LetterRow>;
        letter(letter: LetterId) -> Option<LetterRow>;
        letter_of_token(token: TokenId) -> Option<LetterId>;
        letter_bytes(letter: LetterId) -> Option<Vec<u8>>;
        letters(status: LetterStatus, limit: usize) -> Vec<LetterRow>;
        letters_before(before: LetterId, limit: usize) -> Vec<LetterRow>;
        letters_of_kind(player: PlayerId, variant: &str, before: LetterId, limit: usize) -> usize;
        next_try() -> Option<String>;
    }
}

impl ReadBudgets for WatchedSnapshot<'_> {
    ask! {
        spent(budget: Budget, day: &str, key: &str) -> Spent;
        complaints() -> Vec<(String, i64)>;
        spent_by_all(budget: Budget, day: &str) -> Spent;
    }
}

impl ReadClocks for WatchedSnapshot<'_> {
    ask! {
        leaves(player: PlayerId, since: &str) -> Vec<LeaveRow>;
        heartbeat() -> Option<String>;
        outages(since: &str) -> Vec<OutageRow>;
        clock_stopped() -> Option<(String, String)>;
        flags_rest() -> bool;
        far_ahead_since() -> Option<String>;
        clock_counts(now: &str, longest: i64) -> ClockCounts;
        standing_clocks(limit: usize) -> Vec<GameId>;
    }
}

impl ReadTimers for WatchedSnapshot<'_> {
    ask! {
        due_timers(now: &str, limit: usize) -> Vec<TimerRow>;
        timer(kind: TimerKind) -> Option<String>;
        next_timer() -> Option<String>;
    }
}

impl ReadDigests for WatchedSnapshot<'_> {
    ask! {
        due_digests(now: &str, limit: usize) -> Vec<PlayerId>;
        next_digest() -> Option<String>;
        digests(player: PlayerId) -> Vec<DigestRow>;
    }
}

impl ReadVariants for WatchedSnapshot<'_> {
    ask! {
        variant_changes() -> i64;
        mailed_games() -> Vec<MailedGame>;
        unchecked_file() -> Option<VariantFileRow>;
    }
}

impl ReadWatchers for WatchedSnapshot<'_> {
    ask! {
        watchers(game: GameId) -> Vec<PlayerId>;
        watched(player: PlayerId) -> Vec<GameId>;
    }
}

impl ReadRatings for WatchedSnapshot<'_> {
    ask! {
        rated_games(of: Option<PlayerId>) -> Vec<RatedRow>;
        sections_with(words: &str) -> Vec<(String, String)>;
        acted(player: PlayerId, after: &str, until: &str) -> bool;
        ratings_of(player: PlayerId) -> Vec<RatingRow>;
        ratings_in(list: &str) -> Vec<(RatingRow, String)>;
        all_ratings() -> Vec<RatingRow>;
        ratings_counted() -> Option<String>;
    }
}

impl ReadHosts for WatchedSnapshot<'_> {
    ask! {
        hosts() -> Vec<HostRow>;
        club_knows() -> BTreeSet<String>;
        sources() -> Vec<(String, String)>;
        leases() -> Vec<LeaseRow>;
    }
}

impl ReadServer for WatchedSnapshot<'_> {
    ask! {
        queues() -> Vec<QueueRow>;
        counts() -> Counts;
        failed_domains() -> Vec<(String, i64)>;
        newest() -> Option<String>;
        seen() -> Seen;
        forgotten_until() -> Option<String>;
        secret_check() -> Option<Vec<u8>>;
        club_settings() -> Option<String>;
    }
}
