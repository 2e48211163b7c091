//! `games` and `seats`.

use super::values::{ToValue, params};
use sha2::{Digest, Sha256};

use super::{View, commit::Writing, limit, statements::Statements};
use crate::ids::{GameId, PlayerId};
use crate::status::GameStatus;
use crate::store::snapshot::ReadGames;
use crate::store::{
    Course, EngineGameRow, GameMarks, GameRow, NewGame, Result, ReviewRow, SeatChange, SeatRow,
    StoreError, ThoughtRow,
};

const SELECT: &str =
    "SELECT g.id, g.variant, g.rules_version, g.options, g.position, g.time, g.private, g.rated,
    g.created_at, g.created_by, coalesce(e.state, 0), g.status,
    coalesce(e.to_move, g.first_to_move), g.result, g.reason, g.rated_end, coalesce(e.seq, 0),
    coalesce(e.at, g.created_at), (SELECT text FROM sections WHERE hash = g.section_hash),
    g.contest_id, coalesce(g.pairing, 0)
    FROM games g LEFT JOIN events e ON e.game_id = g.id
    AND e.seq = (SELECT max(seq) FROM events WHERE game_id = g.id)";

impl ReadGames for View<'_> {
    fn game(&self, id: GameId) -> Result<Option<GameRow>> {
        let sql = format!("{SELECT} WHERE g.id = ?1");
        self.row(&sql, [id.0])
    }

    fn seats(&self, game: GameId) -> Result<Vec<SeatRow>> {
        let seats = super::players::with_address(
        "SELECT s.seat, s.player_id, p.name, coalesce(a.address, ''), coalesce(a.failures, 0),
            p.language, CASE p.format WHEN 'plain' THEN 'plain' ELSE 'both' END, s.held, s.nudged, s.answers,
            coalesce(s.answers_state, 0), coalesce(s.answers_day, ''), s.plans, s.turn_seq, s.left_at,
            s.asked_at, s.reminded, s.returned, s.came_back_at, p.zone, p.quiet, p.remind, p.calendar, p.settings, p.program, p.engine
         FROM seats s JOIN players p ON p.id = s.player_id",
    );
        let sql = format!("{seats} WHERE s.game_id = ?1 ORDER BY s.seat");
        self.rows(&sql, [game.0])
    }

    fn games(
        &self,
        status: Option<GameStatus>,
        after: GameId,
        count: usize,
    ) -> Result<Vec<GameRow>> {
        let of_status = status.map_or("", |_| "AND g.status = ?3");
        let sql = format!("{SELECT} WHERE g.id > ?1 {of_status} ORDER BY g.id LIMIT ?2");
        let (after, count) = (after.0, limit(count));
        match status.map(GameStatus::as_str) {
            None => self.rows(&sql, params![after, count]),
            Some(status) => self.rows(&sql, params![after, count, status]),
        }
    }

    fn games_of(
        &self,
        player: PlayerId,
        playing: bool,
        count: usize,
    ) -> Result<Vec<(GameRow, u8)>> {
        let sql = format!(
            "{} JOIN seats s ON s.game_id = g.id WHERE s.player_id = ?1
         AND (NOT ?2 OR g.status = 'playing') ORDER BY g.id DESC, s.seat LIMIT ?3",
            SELECT.replacen("\n    FROM", ", s.seat FROM", 1)
        );
        self.rows(&sql, params![player.0, playing, limit(count)])
    }

    fn game_marks(&self, after: Option<(GameId, i64)>) -> Result<GameMarks> {
        let letter = self.0.one("SELECT coalesce(max(id), 0) FROM outbox", ())?;
        let Some((game, last)) = after else {
            return Ok(GameMarks {
                letter,
                ..GameMarks::default()
            });
        };
        let sql = "SELECT g.id, coalesce((SELECT max(seq) FROM events WHERE game_id = g.id), 0)
             FROM games g WHERE g.status = 'playing'
             UNION SELECT g.id, coalesce((SELECT max(seq) FROM events WHERE game_id = g.id), 0)
             FROM games g WHERE g.id > ?1";
        let playing = self.rows(sql, [game.0])?;
        // Where others write at the same time, a letter may be seen after one with a higher number.
        let sql = "SELECT DISTINCT game_id FROM outbox WHERE id > ?1 AND game_id IS NOT NULL";
        let told = self.rows(sql, [last.saturating_sub(20)])?;
        Ok(GameMarks {
            playing,
            told,
            letter,
        })
    }

    fn games_of_programs(&self, count: usize) -> Result<Vec<(GameId, i64)>> {
        let sql = "SELECT g.id, coalesce(e.state, 0) FROM players p
             JOIN seats s ON s.player_id = p.id JOIN games g ON g.id = s.game_id
             LEFT JOIN events e ON e.game_id = g.id AND e.seq =
                (SELECT max(seq) FROM events WHERE game_id = g.id AND kind <> 'say')
             WHERE p.program > 0 AND g.status = 'playing'
             AND (s.seat = coalesce(e.to_move, g.first_to_move) OR e.kind IN ('offer', 'propose'))
             GROUP BY g.id, e.state, e.at, g.created_at
             ORDER BY coalesce(e.at, g.created_at), g.id LIMIT ?1";
        self.rows(sql, [limit(count)])
    }

    fn thoughts(&self, game: GameId) -> Result<Vec<ThoughtRow>> {
        self.thoughts_of(game)
    }

    fn engine_games(&self, engine: &str) -> Result<Vec<EngineGameRow>> {
        self.engine_games_of(engine)
    }

    fn reviews(&self, player: Option<PlayerId>, count: usize) -> Result<Vec<ReviewRow>> {
        self.reviews_of(player, limit(count))
    }

    fn games_by_rules(&self, variant: &str, version: u32) -> Result<Vec<GameId>> {
        let sql = "SELECT id FROM games WHERE status = 'playing' AND variant = ?1 AND rules_version
         = ?2 ORDER BY id";
        self.rows(sql, (variant, version))
    }

    fn rules_versions(&self, statuses: &[GameStatus]) -> Result<Vec<(String, u32, bool, i64)>> {
        let words = statuses.iter().map(|status| format!("'{status}'"));
        // An empty list is no SQL.
        let words: Vec<String> = words.chain(["''".to_owned()]).collect();
        let sql = format!(
            "SELECT variant, rules_version, section_hash IS NOT NULL AS by_file, count(*) FROM games
         WHERE status IN ({})
         GROUP BY variant, rules_version, by_file ORDER BY variant, rules_version",
            words.join(", ")
        );
        self.rows(&sql, ())
    }
}

/// The hash by which a text is known: the first 16 bytes of its SHA-256.
pub(super) fn hash_of(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes())[..16].to_vec()
}

impl Writing<'_> {
    /// Adds a game without events, with its seats.
    pub(super) fn add_game(&self, new: &NewGame) -> Result<GameId> {
        let sql =
            "INSERT INTO games (variant, rules_version, options, position, created_at, created_by,
            status, first_to_move, time, private, challenge_id, section_hash, rated,
            contest_id, pairing)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'playing', ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
        let row = &new.row;
        let to_move = row.course.to_move;
        let section = row.section.as_deref();
        let section = section.map(|text| self.add_section(text)).transpose()?;
        let values = params![
            row.variant,
            row.rules_version,
            row.options,
            row.position,
            self.now,
            row.created_by,
            to_move,
            row.time,
            row.private,
            new.challenge.map(|challenge| challenge.0),
            section,
            row.rated,
            row.contest.map(|contest| contest.0),
            row.contest.map(|_| row.pairing),
        ];
        let id = self.add(sql, values)?;
        let sql = "INSERT INTO seats (game_id, seat, player_id, turn_seq) VALUES (?1, ?2, ?3, ?4)";
        for (seat, player) in (0..).zip(&new.players) {
            let clock = (row.time.is_some() && seat == to_move).then_some(0);
            self.run(sql, (id, seat, self.player_of(*player)?.0, clock))?;
        }
        // A program gets no letter: its time begins at once.
        let sql = "UPDATE seats SET left_at = ?2 WHERE game_id = ?1 AND turn_seq IS NOT NULL
             AND player_id IN (SELECT id FROM players WHERE program > 0)";
        self.run(sql, (id, self.now))?;
        Ok(GameId(id))
    }

    /// Keeps the text of a section once, and returns its hash.
    fn add_section(&self, text: &str) -> Result<Vec<u8>> {
        let hash = hash_of(text);
        let sql = "INSERT INTO sections (hash, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        self.run(sql, (&hash, text))?;
        Ok(hash)
    }

    /// Writes status, result and reason of a game. State number and side to move are in its events.
    pub(super) fn set_course(&self, game: GameId, course: &Course) -> Result<()> {
        let sql =
            "UPDATE games SET status = ?2, result = ?3, reason = ?4, rated_end = ?5 WHERE id = ?1";
        let status = course.status.as_str();
        let values = (
            game.0,
            status,
            &course.result,
            &course.reason,
            &course.rated_end,
        );
        self.run(sql, values)
    }

    pub(super) fn change_seat(&self, game: GameId, change: &SeatChange) -> Result<()> {
        let set = |column: &str, seat: &u8, value: &dyn ToValue| {
            let sql = format!("UPDATE seats SET {column} = ?3 WHERE game_id = ?1 AND seat = ?2");
            self.run(&sql, (game.0, seat, value))
        };
        match change {
            SeatChange::Held(seat, held) => set("held", seat, held),
            SeatChange::Nudged(seat, state) => set("nudged", seat, state),
            SeatChange::Answers(seat, answers) => {
                set("answers", seat, &answers.count)?;
                set("answers_state", seat, &answers.state)?;
                set("answers_day", seat, &answers.day)
            }
            SeatChange::Plans(seat, plans) => set("plans", seat, plans),
            SeatChange::OpenTurn(seat, turn) => {
                set("turn_seq", seat, &turn.seq)?;
                set("left_at", seat, &turn.left_at)?;
                set("asked_at", seat, &turn.asked_at)?;
                set("reminded", seat, &turn.reminded)?;
                set("returned", seat, &turn.returned)?;
                set("came_back_at", seat, &turn.came_back_at)
            }
            SeatChange::Player(seat, player) => {
                self.seat_player(game, *seat, self.player_of(*player)?)
            }
        }
    }

    /// Gives a seat to another player.
    fn seat_player(&self, game: GameId, seat: u8, player: PlayerId) -> Result<()> {
        let sql = "UPDATE tokens SET void = 1 WHERE game_id = ?1 AND seat = ?2 AND void = 0";
        self.run(sql, (game.0, seat))?;
        let sql = "DELETE FROM token_sections WHERE game_id = ?1 AND seat = ?2";
        self.run(sql, (game.0, seat))?;
        let sql =
            "UPDATE seats SET player_id = ?3, held = NULL, plans = NULL, nudged = NULL, answers =
            0, answers_state = NULL, answers_day = NULL, asked_at = NULL
         WHERE game_id = ?1 AND seat = ?2";
        match self.count(sql, (game.0, seat, player.0))? {
            0 => {
                let why = format!("game #{game} has no seat {seat}");
                Err(StoreError::Constraint(why))
            }
            _ => Ok(()),
        }
    }
}
