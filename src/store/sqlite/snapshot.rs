//! [`Snapshot`] of a read transaction.

use rusqlite::Connection;

use super::{
    Result, account_questions, budgets, challenges, digests, events, games, inbox, leaves, looks,
    meta, outbox, people, players, questions, queues, subjects, timers, tokens, upkeep, watchers,
};
use crate::ids::{AccountQuestionId, ChallengeId, GameId, LetterId, MailId, PlayerId, TokenId};
use crate::status::{ChallengeStatus, GameStatus, Relation};
use crate::store::{
    AccountQuestionRow, AddressRow, Asked, Budget, ChallengeRow, ClockCounts, ConfirmationRow,
    Counts, DigestRow, EventRow, GameRow, LeaveRow, LetterRow, LetterStatus, LoggedEvent,
    MailBytes, MailRow, MailStatus, NoteRow, OutageRow, OutsiderRow, PlayerLogRow, PlayerRow,
    QuestionRow, QueueRow, RelationRow, SeatRow, Snapshot, Spent, TimerKind, TimerRow, TokenRow,
    TokenSection,
};

/// A connection in a read transaction.
pub(super) struct View<'a>(pub &'a Connection);

impl Snapshot for View<'_> {
    fn game(&self, game: GameId) -> Result<Option<GameRow>> {
        games::game(self.0, game)
    }

    fn seats(&self, game: GameId) -> Result<Vec<SeatRow>> {
        games::seats(self.0, game)
    }

    fn replay(
        &self,
        game: GameId,
        count: Option<i64>,
        each: &mut dyn FnMut(LoggedEvent<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        events::replay(self.0, game, count, each)
    }

    fn events(&self, game: GameId, count: Option<i64>) -> Result<Vec<EventRow>> {
        events::of_game(self.0, game, count)
    }

    fn games(
        &self,
        status: Option<GameStatus>,
        after: GameId,
        limit: usize,
    ) -> Result<Vec<GameRow>> {
        games::games(self.0, status, after, limit)
    }

    fn games_of(
        &self,
        player: PlayerId,
        playing: bool,
        limit: usize,
    ) -> Result<Vec<(GameRow, u8)>> {
        games::games_of(self.0, player, playing, limit)
    }

    fn games_by_rules(&self, variant: &str, version: u32) -> Result<Vec<GameId>> {
        games::games_by_rules(self.0, variant, version)
    }

    fn rules_versions(&self, statuses: &[GameStatus]) -> Result<Vec<(String, u32, i64)>> {
        games::rules_versions(self.0, statuses)
    }

    fn player(&self, player: PlayerId) -> Result<Option<PlayerRow>> {
        players::player(self.0, player)
    }

    fn player_by_name(&self, name: &str) -> Result<Option<PlayerRow>> {
        players::by_name(self.0, name)
    }

    fn player_by_address(&self, address: &str) -> Result<Option<PlayerRow>> {
        players::by_address(self.0, address)
    }

    fn players(&self) -> Result<Vec<PlayerRow>> {
        players::all(self.0)
    }

    fn player_alike(&self, name: &str, but: Option<PlayerId>) -> Result<Option<PlayerRow>> {
        players::alike(self.0, name, but)
    }

    fn player_taking(&self, name: &str, but: Option<PlayerId>) -> Result<Option<PlayerRow>> {
        players::taking(self.0, name, but)
    }

    fn newest_player(&self) -> Result<Option<PlayerId>> {
        players::newest(self.0)
    }

    fn addresses(&self, player: PlayerId) -> Result<Vec<String>> {
        players::addresses(self.0, player)
    }

    fn address_rows(&self, player: PlayerId) -> Result<Vec<AddressRow>> {
        players::address_rows(self.0, player)
    }

    fn address(&self, address: &str) -> Result<Option<AddressRow>> {
        players::address(self.0, address)
    }

    fn was_vouched(&self, address: &str) -> Result<bool> {
        players::was_vouched(self.0, address)
    }

    fn player_log(&self, player: PlayerId) -> Result<Vec<PlayerLogRow>> {
        players::log_of(self.0, player)
    }

    fn confirmations(&self, address: &str) -> Result<Vec<ConfirmationRow>> {
        players::confirmations(self.0, "key = ?1", &address.to_lowercase())
    }

    fn confirmations_of(&self, player: PlayerId) -> Result<Vec<ConfirmationRow>> {
        players::confirmations(self.0, "player_id = ?1", &player.0)
    }

    fn challenge(&self, challenge: ChallengeId) -> Result<Option<ChallengeRow>> {
        challenges::challenge(self.0, challenge)
    }

    fn next_challenge(&self) -> Result<ChallengeId> {
        challenges::next(self.0)
    }

    fn challenges_of(&self, player: PlayerId, limit: usize) -> Result<Vec<ChallengeRow>> {
        challenges::of_player(self.0, player, limit)
    }

    fn invitations_of(&self, player: PlayerId, now: &str) -> Result<Vec<ChallengeId>> {
        challenges::invitations_of(self.0, player, now)
    }

    fn seeks(&self, limit: usize) -> Result<Vec<ChallengeRow>> {
        challenges::seeks(self.0, limit)
    }

    fn challenges(
        &self,
        status: Option<ChallengeStatus>,
        after: ChallengeId,
        limit: usize,
    ) -> Result<Vec<ChallengeRow>> {
        challenges::all(self.0, status, after, limit)
    }

    fn due_challenges(&self, now: &str, limit: usize) -> Result<Vec<ChallengeRow>> {
        challenges::due(self.0, now, limit)
    }

    fn next_expiry(&self) -> Result<Option<String>> {
        challenges::next_expiry(self.0)
    }

    fn outsider(&self, mailbox: &[u8]) -> Result<Option<OutsiderRow>> {
        people::outsider(self.0, mailbox)
    }

    fn is_blocked(&self, by: PlayerId, whom: PlayerId) -> Result<bool> {
        people::is_related(self.0, (by, whom), Relation::Block)
    }

    fn is_muted(&self, by: PlayerId, whom: PlayerId) -> Result<bool> {
        people::is_related(self.0, (by, whom), Relation::Mute)
    }

    fn relations(&self, player: PlayerId) -> Result<Vec<RelationRow>> {
        people::relations(self.0, player)
    }

    fn notes(&self, player: PlayerId, game: Option<GameId>, limit: usize) -> Result<Vec<NoteRow>> {
        people::notes(self.0, player, game, limit)
    }

    fn token(&self, token: TokenId) -> Result<Option<TokenRow>> {
        tokens::token(self.0, token)
    }

    fn token_count(&self) -> Result<i64> {
        tokens::count(self.0)
    }

    fn token_sections(&self, token: TokenId) -> Result<Vec<TokenSection>> {
        tokens::sections(self.0, token)
    }

    fn account_question(&self, question: AccountQuestionId) -> Result<Option<AccountQuestionRow>> {
        account_questions::question(self.0, question)
    }

    fn account_questions(&self, asked: &Asked) -> Result<Vec<AccountQuestionRow>> {
        account_questions::of(self.0, asked)
    }

    fn due_account_questions(&self, now: &str, limit: usize) -> Result<Vec<AccountQuestionRow>> {
        account_questions::due(self.0, now, limit)
    }

    fn question(&self, game: GameId, seat: u8) -> Result<Option<QuestionRow>> {
        questions::of_seat(self.0, game, seat)
    }

    fn mail(&self, mail: MailId) -> Result<Option<MailRow>> {
        inbox::mail(self.0, mail)
    }

    fn mail_bytes(&self, mail: MailId) -> Result<Option<MailBytes>> {
        inbox::mail_bytes(self.0, mail)
    }

    fn mails(&self, status: MailStatus, limit: usize) -> Result<Vec<MailRow>> {
        inbox::mails(self.0, status, limit)
    }

    fn mails_before(&self, before: MailId, limit: usize) -> Result<Vec<MailRow>> {
        inbox::mails_before(self.0, before, limit)
    }

    fn same_mail(&self, but: MailId, message_id: &str, body_hash: &str) -> Result<Option<MailRow>> {
        inbox::same_mail(self.0, but, message_id, body_hash)
    }

    fn answer_to(&self, mail: MailId) -> Result<Option<LetterRow>> {
        outbox::answer_to(self.0, mail)
    }

    fn letter(&self, letter: LetterId) -> Result<Option<LetterRow>> {
        outbox::letter(self.0, letter)
    }

    fn letter_of_token(&self, token: TokenId) -> Result<Option<LetterId>> {
        outbox::of_token(self.0, token)
    }

    fn letter_bytes(&self, letter: LetterId) -> Result<Option<Vec<u8>>> {
        outbox::letter_bytes(self.0, letter)
    }

    fn letters(&self, status: LetterStatus, limit: usize) -> Result<Vec<LetterRow>> {
        outbox::letters(self.0, status, limit)
    }

    fn letters_before(&self, before: LetterId, limit: usize) -> Result<Vec<LetterRow>> {
        outbox::letters_before(self.0, before, limit)
    }

    fn next_try(&self) -> Result<Option<String>> {
        outbox::next_try(self.0)
    }

    fn spent(&self, budget: Budget, day: &str, key: &str) -> Result<Spent> {
        budgets::spent(self.0, (budget, day, key))
    }

    fn spent_by_all(&self, budget: Budget, day: &str) -> Result<Spent> {
        budgets::spent_by_all(self.0, budget, day)
    }

    fn leaves(&self, player: PlayerId, since: &str) -> Result<Vec<LeaveRow>> {
        leaves::of_player(self.0, player, since)
    }

    fn heartbeat(&self) -> Result<Option<String>> {
        looks::heartbeat(self.0)
    }

    fn outages(&self, since: &str) -> Result<Vec<OutageRow>> {
        looks::outages(self.0, since)
    }

    fn clock_stopped(&self) -> Result<Option<(String, String)>> {
        looks::stopped(self.0)
    }

    fn clock_counts(&self, now: &str, longest: i64) -> Result<ClockCounts> {
        looks::clock_counts(self.0, now, longest)
    }

    fn standing_clocks(&self, limit: usize) -> Result<Vec<GameId>> {
        looks::standing_clocks(self.0, limit)
    }

    fn has_open_mail(&self, player: PlayerId, until: &str) -> Result<bool> {
        inbox::has_open(self.0, player, until)
    }

    fn same_bodies(&self, than: MailId, sender: &str, body_hash: &str) -> Result<Vec<MailRow>> {
        inbox::same_bodies(self.0, than, sender, body_hash)
    }

    fn has_proven_mail(&self, player: PlayerId, since: &str) -> Result<bool> {
        inbox::has_proven(self.0, player, since)
    }

    fn due_timers(&self, now: &str, limit: usize) -> Result<Vec<TimerRow>> {
        timers::due(self.0, now, limit)
    }

    fn timer(&self, kind: TimerKind) -> Result<Option<String>> {
        timers::of_no_game(self.0, kind)
    }

    fn due_digests(&self, now: &str, limit: usize) -> Result<Vec<PlayerId>> {
        digests::due(self.0, now, limit)
    }

    fn next_digest(&self) -> Result<Option<String>> {
        digests::next(self.0)
    }

    fn digests(&self, player: PlayerId) -> Result<Vec<DigestRow>> {
        digests::of(self.0, player)
    }

    fn watchers(&self, game: GameId) -> Result<Vec<PlayerId>> {
        watchers::of_game(self.0, game)
    }

    fn watched(&self, player: PlayerId) -> Result<Vec<GameId>> {
        watchers::of_player(self.0, player)
    }

    fn letters_of_kind(
        &self,
        player: PlayerId,
        variant: &str,
        before: LetterId,
        limit: usize,
    ) -> Result<usize> {
        outbox::letters_of_kind(self.0, (player, variant), before, limit)
    }

    fn next_timer(&self) -> Result<Option<String>> {
        timers::next(self.0)
    }

    fn queues(&self) -> Result<Vec<QueueRow>> {
        queues::all(self.0)
    }

    fn counts(&self) -> Result<Counts> {
        upkeep::counts(self.0)
    }

    fn newest(&self) -> Result<Option<String>> {
        upkeep::newest(self.0)
    }

    fn version(&self) -> Result<i64> {
        subjects::version(self.0)
    }

    fn forgotten_until(&self) -> Result<Option<String>> {
        let until = meta::get(self.0, meta::FORGOTTEN_UNTIL)?;
        Ok(until.and_then(|until| String::from_utf8(until).ok()))
    }

    fn secret_check(&self) -> Result<Option<Vec<u8>>> {
        meta::get(self.0, meta::SECRET_CHECK)
    }
}
