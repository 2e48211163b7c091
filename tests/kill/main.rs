//! Killed at any point, the next start goes on: no turn lost, none played twice, every letter
//! owed sent as one letter.
//!
//! This program is the tests and the server that they kill (see [`server`]): the shipped one has no
//! point to stop at.

mod campaign;
mod clock;
mod database;
mod durable;
mod faults;
#[path = "../support/host.rs"]
mod host;
mod hosts;
mod letters;
mod mails;
mod partner;
#[path = "../server/peer.rs"]
mod peer;
#[allow(dead_code, reason = "the other tests of the program use the rest")]
#[path = "../cli/place.rs"]
mod place;
mod players;
#[allow(dead_code, reason = "benchmarks watch stores of any kind")]
#[path = "../support/points.rs"]
mod points;
#[path = "../support/postgres.rs"]
mod postgres;
mod promised;
#[path = "../support/proxy.rs"]
mod proxy;
#[allow(dead_code, reason = "the other tests of the program use the rest")]
#[path = "../cli/running.rs"]
mod running;
mod server;
mod trace;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::ops::RangeInclusive;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

use database::On;
use place::Place;
use running::Running;

/// A turn for each game. So many letters answer them that they leave in several groups.
const TURNS: [&str; 8] = [
    "@@a3", "@@b3", "@@c3", "@@d3", "@@e3", "@@f3", "@@g3", "@@h3",
];
const GAMES: usize = TURNS.len();
/// So many letters are handed over at most before it is noted what came of them.
const GROUP: usize = 8;

/// Games, a turn in each, and a question.
fn stage(on: On) -> Place {
    let mut place = on.place();
    for _ in 0..GAMES {
        place.new_game();
    }
    run_once(&place);
    assert_eq!(place.letters().len(), 2 * GAMES);
    for (game, turn) in (1..).zip(TURNS) {
        let letter = place.newest("anna@example.org", game);
        let mail = place.answer(&letter, &format!("{turn}\n\nGood luck!"));
        place.deliver(&mail);
    }
    let letter = place.newest("boris@example.net", 2);
    let mail = place.answer(&letter, "history");
    place.deliver(&mail);
    place
}

/// A round of work, to its end.
fn run_once(place: &Place) {
    let ran = server::command(place, &["run", "--once"], None).output();
    let ran = ran.expect("it starts");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && said.is_empty(), "{said}");
}

/// Runs until the point is passed for the nth time, and kills the server there (SIGKILL).
fn kill_at(place: &Place, arguments: &[&str], point: &str) {
    let mut child = server::command(place, arguments, Some(point))
        .spawn()
        .expect("it starts");
    let stderr = child.stderr.take().expect("stderr");
    let mut line = String::new();
    BufReader::new(stderr).read_line(&mut line).expect("a line");
    // Sends SIGKILL (std::process::Child::kill).
    child.kill().expect("killed");
    child.wait().expect("gone");
    assert_eq!(line.trim(), format!("paused at {point}"));
}

/// Every letter was handed over once, but for those in hand when the server was killed: they went
/// out a second time, as the same letter.
fn handed_over_once(place: &Place, but_for: RangeInclusive<usize>) {
    let mut copies: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (id, digest) in server::handed_over(place) {
        copies.entry(id).or_default().push(digest);
    }
    for (id, copies) in &copies {
        assert!(copies.iter().all(|copy| *copy == copies[0]), "{id} differs");
    }
    let again: usize = copies.values().map(|copies| copies.len() - 1).sum();
    assert!(but_for.contains(&again), "{again}: {copies:?}");
    let arrived = place.letters();
    let arrived = arrived.iter().map(|letter| letter.header("Message-ID"));
    let mut arrived: Vec<String> = arrived
        .map(|id| id.trim_matches(['<', '>']).to_owned())
        .collect();
    arrived.sort();
    assert_eq!(arrived, copies.into_keys().collect::<Vec<_>>());
}

fn shown(place: &Place, game: usize) -> Value {
    serde_json::from_str(&place.ok(&["game", "show", &game.to_string(), "--json"])).expect("JSON")
}

/// What must have come of it, however often the program was killed.
fn all_is_well(place: &Place) {
    assert_eq!(place.waiting(), 0, "mail was left where it lay");
    for (game, turn) in (1..).zip(TURNS) {
        assert_eq!(
            shown(place, game)["turns"],
            serde_json::json!([turn]),
            "game {game}"
        );
    }
    let mut headlines: BTreeMap<(String, String), usize> = BTreeMap::new();
    for letter in place.letters() {
        *headlines
            .entry((
                letter.mailbox.clone(),
                host::headline(&letter.raw).unwrap_or_default(),
            ))
            .or_default() += 1;
    }
    let mut owed = BTreeMap::new();
    for game in 1..=GAMES {
        for (who, tail, count) in [
            ("anna@example.org", "your turn 1", 1),
            ("anna@example.org", "Black's turn 1", 1),
            ("boris@example.net", "White's turn 1", 1),
            // The turn; in the second game the answer to a question as well.
            (
                "boris@example.net",
                "your turn 1",
                1 + usize::from(game == 2),
            ),
        ] {
            owed.insert((who.to_owned(), format!("#{game}: {tail}")), count);
        }
    }
    assert_eq!(headlines, owed);
    let found: Value =
        serde_json::from_str(&place.ok(&["db", "replay", "--compare", "--json"])).expect("JSON");
    assert_eq!(
        (found["turns"].as_u64(), found["mails"].as_u64()),
        (Some(GAMES as u64), Some(GAMES as u64)),
        "{found}"
    );
    assert_eq!(found["differences"], serde_json::json!([]));
    assert_eq!(found["act_differences"], serde_json::json!([]));
    assert_eq!(place.ok(&["db", "check"]), "");
    assert_eq!(place.ok(&["mail", "queue"]), "Nothing waits.\n");
}

/// The next start sends at once what was left, with the letters in doubt once more; none of it needs the
/// umpire. `in_hand`: how many were in doubt.
fn go_on(place: &Place, in_hand: usize) {
    run_once(place);
    // Another round finds nothing to do.
    for _ in 0..2 {
        all_is_well(place);
        handed_over_once(place, in_hand..=in_hand);
        run_once(place);
    }
}

fn killed(on: On, points: &[&str]) {
    let place = stage(on);
    let mut in_hand = 0;
    for point in points {
        kill_at(&place, &["run", "--once"], point);
        let in_doubt = server::in_doubt(&place);
        assert!(in_doubt <= GROUP, "{point}: {in_doubt} letters in doubt");
        if point.starts_with("HandedOver") || point.starts_with("NotesWritten") {
            assert!(in_doubt > 0, "{point}: no letter in doubt");
        } else {
            assert_eq!(in_doubt, 0, "{point}");
        }
        in_hand = server::copies(&place) + in_doubt;
    }
    go_on(&place, in_hand);
}

/// Killed once at each of these points. On PostgreSQL only at the first and the last one, since each takes twice as long
/// there: [`killed_again_and_again`] and [`points_are_where_their_names_say`] pass all kinds of points.
fn killed_at_each(on: On, points: &[&str]) {
    let last = points.len() - 1;
    for (at, point) in points.iter().enumerate() {
        if on == On::Sqlite || at == 0 || at == last {
            killed(on, &[point]);
        }
    }
}

fn never_killed(on: On) {
    go_on(&stage(on), 0);
}

fn killed_when_mails_are_fetched(on: On) {
    killed_at_each(on, &["Fetched:1"]);
}

fn killed_when_mails_are_stored(on: On) {
    killed_at_each(on, &["MailsWritten:1", "Stored:1"]);
}

fn killed_when_mails_are_marked(on: On) {
    killed_at_each(on, &["Marked:1"]);
}

fn killed_when_their_judging_is_begun(on: On) {
    killed_at_each(on, &["Begun:1", "Judged:1"]);
}

fn killed_in_the_transaction(on: On) {
    killed_at_each(
        on,
        &["LetterWritten:1", "LetterWritten:9", "DecisionsWritten:1"],
    );
}

fn killed_after_the_commit(on: On) {
    killed_at_each(on, &["Committed:1"]);
}

fn killed_while_letters_are_rendered(on: On) {
    // The first letter is sent alone, as a probe, and then groups are.
    killed_at_each(
        on,
        &[
            "LettersClaimed:1",
            "LettersClaimed:2",
            "TriesWritten:2",
            "Counted:2",
        ],
    );
}

fn killed_while_letters_go_out(on: On) {
    killed_at_each(
        on,
        &[
            "Counted:1",
            "HandedOver:1",
            "HandedOver:4",
            "HandedOver:9",
            "NotesWritten:1",
            "Noted:1",
        ],
    );
}

fn killed_again_and_again(on: On) {
    killed(
        on,
        &[
            "Fetched:1",
            "MailsWritten:1",
            "Stored:1",
            "Fetched:1",
            "Marked:1",
            "Begun:1",
            "LetterWritten:1",
            "Judged:1",
            "DecisionsWritten:1",
            "Committed:1",
            "LettersClaimed:1",
            "TriesWritten:1",
            "Counted:1",
            "HandedOver:1",
            "HandedOver:1",
        ],
    );
}

/// What a point says is so: before a commit nothing is stored, after it all is.
fn points_are_where_their_names_say(on: On) {
    let place = stage(on);
    for (within, after, stored) in [
        (
            &["MailsWritten:1"][..],
            "Stored:1",
            "SELECT count(*) FROM inbox",
        ),
        (
            &["LetterWritten:1", "DecisionsWritten:1"],
            "Committed:1",
            "SELECT count(*) FROM outbox",
        ),
        (
            &["TriesWritten:1"],
            "Counted:1",
            "SELECT sum(tries) FROM outbox",
        ),
        (
            &["NotesWritten:1"],
            "Noted:1",
            "SELECT count(*) FROM outbox WHERE status = 'sent'",
        ),
    ] {
        let before = database::number(&place, stored);
        for point in within {
            kill_at(&place, &["run", "--once"], point);
            assert_eq!(database::number(&place, stored), before, "{point}");
        }
        kill_at(&place, &["run", "--once"], after);
        assert!(database::number(&place, stored) > before, "{after}");
    }
    run_once(&place);
    all_is_well(&place);
}

fn killed_in_the_timers(on: On) {
    for point in ["TimersWritten:1", "TimersSet:1", "Forgotten:1"] {
        let place = on.place();
        place.new_game();
        kill_at(&place, &["run", "--once"], point);
        run_once(&place);
        assert_eq!(place.letters().len(), 2, "{point}");
        handed_over_once(&place, 0..=0);
        let timers = database::number(&place, "SELECT count(*) FROM timers WHERE kind = 'forget'");
        assert_eq!(timers, 1, "{point}");
    }
}

/// An event of four players: the timer is set, it begins, its six games begin, and the letters are written, each by a decision
/// of its own.
fn killed_while_an_event_begins(on: On) {
    let steps = (1..=9).step_by(on.times(1, 3));
    for (nth, point) in steps.flat_map(|nth| [(nth, "TimersWritten"), (nth, "TimersSet")]) {
        let place = on.place();
        place.ok(&["event", "new", "spring", "chess time none", "--places", "4"]);
        for name in ["Anna", "Boris", "Cleo", "Dora"] {
            let address = format!("{}@example.org", name.to_lowercase());
            place.ok(&["player", "add", name, &address]);
            place.ok(&["event", "enter", "spring", name]);
        }
        let point = format!("{point}:{nth}");
        kill_at(&place, &["run", "--once"], &point);
        run_once(&place);
        let shown = place.ok(&["event", "show", "spring", "--json"]);
        let shown: Value = serde_json::from_str(&shown).expect("JSON");
        let games = shown["pairings"].as_array().expect("games");
        let games: BTreeSet<i64> = games
            .iter()
            .filter_map(|game| game["game"].as_i64())
            .collect();
        let all = database::number(&place, "SELECT count(*) FROM games");
        assert_eq!((games.len(), all), (6, 6), "{point}: {shown}");
        // Of each player's entry, and the one with all games.
        assert_eq!(place.letters().len(), 8, "{point}");
        handed_over_once(&place, 0..=0);
        let compared = place.ok(&["db", "replay", "--compare"]);
        assert!(compared.contains("differences: 0"), "{point}: {compared}");
    }
}

/// An event of 18 players is called off when 16 of them have the letter with their game: two more get theirs, and all hear of
/// that, in two portions. The process is killed before and behind some of these decisions.
fn killed_while_an_event_is_called_off(on: On) {
    let place = on.place();
    let new = "event new many --kind swiss --places 18";
    let new: Vec<&str> = new.split(' ').chain(["chess time none"]).collect();
    place.ok(&new);
    for name in ('a'..='r').map(|letter| format!("P{letter}")) {
        place.ok(&["player", "add", &name, &format!("{name}@example.org")]);
        place.ok(&["event", "enter", "many", &name]);
    }
    // The timer is set, it begins, its first round is paired, nine games begin, and 16 letters are written.
    kill_at(&place, &["run", "--once"], "TimersWritten:14");
    let log = place.ok(&["event", "log", "many"]);
    assert!(log.trim_end().ends_with("tell 16"), "{log}");
    place.ok(&["event", "cancel", "many", "--reason", "The club moves."]);
    for point in ["TimersWritten:2", "TimersSet:2"] {
        kill_at(&place, &["run", "--once"], point);
    }
    run_once(&place);
    let log = place.ok(&["event", "log", "many"]);
    assert!(
        log.contains("tell-end 16") && log.contains("tell-end 0"),
        "{log}"
    );
    // Of each player's entry, the one with the game, and the one that it is called off.
    assert_eq!(place.letters().len(), 3 * 18);
    handed_over_once(&place, 0..=0);
    let compared = place.ok(&["db", "replay", "--compare"]);
    assert!(compared.contains("differences: 0"), "{compared}");
}

fn the_daemon_killed_anywhere(on: On) {
    let points = [
        "Fetched:1",
        "MailsWritten:1",
        "Stored:1",
        "Marked:1",
        "Begun:1",
        "Judged:1",
        "LetterWritten:1",
        "DecisionsWritten:1",
        "Committed:1",
        "LettersClaimed:1",
        "TriesWritten:1",
        "Counted:1",
        "HandedOver:1",
        "NotesWritten:1",
        "Noted:1",
    ];
    // `run --once` is killed at all of them. On PostgreSQL, where each takes twice as long, each third has to do: those
    // within transactions, and in all threads of the daemon.
    let (first, step) = (on.times(0, 1), on.times(1, 3));
    for point in points.into_iter().skip(first).step_by(step) {
        let mut place = on.place();
        place.new_game();
        run_once(&place);
        let letter = place.newest("anna@example.org", 1);
        let mail = place.answer(&letter, "@@a3");
        place.deliver(&mail);
        kill_at(&place, &["run", "--quiet"], point);
        let in_hand = server::in_doubt(&place);
        let mut daemon = Running::spawn(&place, server::command(&place, &["run"], None));
        daemon.until("played", |_| {
            place.ok(&["game", "show", "1"]).contains("turn 1, Black")
        });
        daemon.until("sent", |_| {
            place.ok(&["mail", "queue"]) == "Nothing waits.\n"
        });
        assert_eq!((place.letters().len(), place.waiting()), (4, 0), "{point}");
        handed_over_once(&place, in_hand..=in_hand);
        let compared = place.ok(&["db", "replay", "--compare"]);
        assert!(
            compared.contains("judged again: 1,") && compared.contains("differences: 0"),
            "{compared}"
        );
    }
}

/// Trials on each store: a name and what is done there.
macro_rules! on_both {
    ($($test:path)*) => {
        [$((stringify!($test), $test as fn(On))),*]
    };
}

macro_rules! trials {
    ($($test:path)*) => {
        vec![$(Trial::test(stringify!($test), || { $test(); Ok(()) })),*]
    };
}

fn main() -> ExitCode {
    if let Some(code) = server::run() {
        return code;
    }
    let mut tests = trials! {
        hosts::postgres::hosts_under_faults
        hosts::postgres::one_of_two_hosts_dies_for_good
        hosts::postgres::a_mail_whose_claim_was_not_answered_is_judged
        promised::postgres::a_mail_in_a_maildir_is_marked_after_the_answer
        promised::postgres::a_mail_at_an_imap_server_is_marked_after_the_answer
        promised::postgres::a_mail_whose_answer_is_lost_stays_with_the_mail_server
        faults::counts_are_read
        clock::a_clock_that_is_set_by_hours_and_days_holds_nothing_up
        trace::calls_that_others_interrupt_are_read_whole
        durable::in_a_maildir
        durable::over_imap_by_move_and_by_keyword
        durable::by_the_daemon
        durable::before_receive_ends
    };
    for (name, test) in on_both! {
        never_killed
        points_are_where_their_names_say
        killed_when_mails_are_fetched
        killed_when_mails_are_stored
        killed_when_mails_are_marked
        killed_when_their_judging_is_begun
        killed_in_the_transaction
        killed_after_the_commit
        killed_while_letters_are_rendered
        killed_while_letters_go_out
        killed_in_the_timers
        killed_while_an_event_begins
        killed_while_an_event_is_called_off
        killed_again_and_again
        the_daemon_killed_anywhere
        campaign::twenty_games_over_imap_and_smtp
        mails::killed_many_times_it_is_played
        mails::both_processes_killed_it_is_played
        mails::one_that_ends_the_process_is_quarantined_and_others_go_on
        mails::one_whose_own_process_is_killed_twice_is_played
        mails::one_whose_own_process_is_always_killed_is_quarantined
        partner::none_of_its_turns_is_lost_or_played_twice
        partner::a_turn_that_has_ended_the_process_twice_is_played_at_level_1
        partner::a_turn_that_has_ended_the_process_four_times_is_any_legal_one
        partner::a_look_back_is_made_once
        partner::a_look_back_that_has_ended_the_process_twice_is_given_up
        letters::killed_many_times_it_is_sent
        letters::one_that_kills_the_process_is_quarantined
        letters::one_that_cannot_be_rendered_is_quarantined
    } {
        for (on, of) in [(On::Sqlite, ""), (On::Postgres, "postgres::")] {
            tests.push(Trial::test(format!("{of}{name}"), move || {
                test(on);
                Ok(())
            }));
        }
    }
    let mut arguments = Arguments::from_args();
    // Most of the time is spent in waiting for leases and for processes that end.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(3 * cores);
    let ran = libtest_mimic::run(&arguments, tests);
    database::end();
    ran.exit_code()
}
