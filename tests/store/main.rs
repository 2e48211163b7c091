//! The contract of [`zugpost::store::Store`]: laws that every store has to pass, and what SQLite adds.
//!
//! Each law is run on each entry of [`STORES`]. Laws about two stores on the same data are run where
//! that is possible.

mod acts;
mod backup;
mod budgets;
mod challenges;
mod claims;
mod commits;
mod contests;
mod copies;
mod digests;
mod failover;
mod games;
mod hosts;
mod inbox;
mod kit;
mod letters;
mod looks;
mod lost;
mod people;
mod players;
mod pooler;
mod programs;
mod ratings;
mod room;
mod sqlite;
mod subjects;
mod tries;
mod twins;
mod upkeep;

#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/proxy.rs"]
mod proxy;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use libtest_mimic::{Arguments, Trial};
use zugpost::store::{PostgresSettings, PostgresStore, SqliteStore, Store};

use kit::Place;
use postgres::Postgres;

/// A store that has to pass.
struct Kind {
    name: &'static str,
    /// Opens the store in a folder, which is empty at the first time.
    open: fn(&Path) -> Box<dyn Store>,
    /// Whether a second call opens the same data.
    shared: bool,
}

/// The stores. A new one is a new line.
const STORES: &[Kind] = &[
    Kind {
        name: "sqlite",
        open: sqlite_file,
        shared: true,
    },
    Kind {
        name: "memory",
        open: |_| Box::new(SqliteStore::in_memory().unwrap()),
        shared: false,
    },
    Kind {
        name: "postgres",
        open: postgres_schema,
        shared: true,
    },
];

/// The PostgreSQL of all laws, which the first one starts.
static POSTGRES: Mutex<Option<Postgres>> = Mutex::new(None);

/// A schema of its own for each folder; a file in that has its URL.
fn postgres_schema(folder: &Path) -> Box<dyn Store> {
    let made = folder.join("url");
    if let Ok(url) = fs::read_to_string(&made) {
        return Box::new(PostgresStore::open(settings(&url)).unwrap());
    }
    let url = new_schema();
    fs::write(&made, &url).unwrap();
    Box::new(PostgresStore::create(settings(&url)).unwrap())
}

fn settings(url: &str) -> PostgresSettings {
    PostgresSettings::new(url, "test", None).unwrap()
}

/// The URL of a new schema without tables.
fn new_schema() -> String {
    static SCHEMAS: AtomicU32 = AtomicU32::new(0);
    let schema = format!("law_{}", SCHEMAS.fetch_add(1, Ordering::Relaxed));
    let mut started = POSTGRES.lock().unwrap();
    // The laws are about what is written, not about the disk.
    let postgres = started.get_or_insert_with(|| Postgres::start(&["fsync=off"]));
    assert!(postgres.run(&format!("CREATE SCHEMA {schema}")));
    postgres.url(Some(&schema))
}

fn sqlite_file(folder: &Path) -> Box<dyn Store> {
    let path = folder.join("db");
    let store = if path.exists() {
        SqliteStore::open(&path)
    } else {
        SqliteStore::create(&path)
    };
    Box::new(store.unwrap())
}

/// A law about one store, or about several on the same data.
type Law = (&'static str, fn(&Place));

/// Gives each law the name of its function.
macro_rules! laws {
    ($module:ident: $($law:ident)*) => {
        &[$((concat!(stringify!($module), "::", stringify!($law)), $module::$law as fn(&Place))),*]
    };
}

const LAWS: &[&[Law]] = &[
    laws!(subjects:
        of_two_decisions_about_one_thing_one_is_written
        a_batch_about_one_thing_is_not_written
        a_turn_knows_what_its_seats_have_changed
        a_decision_may_say_what_else_it_depends_on
        no_more_is_counted_than_fits),
    laws!(budgets:
        budgets_are_counted_by_day_and_key
        a_letter_that_is_due_once_a_day_is_written_once_a_day),
    laws!(challenges:
        a_challenge_is_read_as_it_was_written
        a_number_is_used_once_and_no_change_is_lost
        open_challenges_are_found_by_player_kind_and_time
        the_game_and_the_newcomer_of_a_challenge_are_of_its_decision),
    laws!(acts:
        a_challenge_changes_by_acts_alone
        acts_are_numbered_and_say_by_whom
        what_is_not_committed_leaves_no_act
        a_challenge_whose_players_are_merged_or_forgotten_is_decided_about_again
        a_change_of_a_player_that_is_no_act_is_noted_as_what_he_is_then
        nothing_of_a_forgotten_player_is_left_in_a_log
        what_is_stored_is_what_the_acts_lead_to),
    laws!(claims:
        senders_take_turns
        players_have_half_of_the_places
        claimed_mails_are_counted_by_sender
        a_claim_is_bounded_by_bytes),
    laws!(inbox:
        a_mail_is_stored_once
        another_mail_under_a_known_key_is_stored_under_its_own
        a_mail_is_recognised_after_its_bytes_are_forgotten
        delivery_may_change_headers
        a_former_key_is_known
        recipients_of_a_known_mail_are_added
        bytes_come_back_as_they_were
        long_mails_are_claimed_a_few_at_a_time
        mails_are_claimed_oldest_first_and_once
        a_mail_that_was_begun_before_is_claimed_alone
        a_mail_that_is_given_back_counts_nothing
        a_mail_that_did_not_end_its_owner_counts_nothing
        a_judged_mail_has_its_verdict
        a_mail_is_judged_once
        a_quarantined_mail_is_judged_again
        a_proven_mail_is_found_again
        mails_are_listed_newest_first
        claims_of_an_owner_are_released),
    laws!(commits:
        a_decision_is_written_whole
        a_conflict_writes_nothing_and_names_its_game
        a_batch_is_written_whole
        later_decisions_of_a_batch_see_earlier_ones
        a_question_takes_the_place_of_another
        a_timer_takes_the_place_of_another),
    laws!(players:
        a_taken_name_or_address_is_refused
        players_change
        what_a_player_has_chosen_about_times_comes_back
        leave_is_booked_and_ends_earlier
        addresses_are_confirmed_vouched_for_and_removed
        tokens_come_before_their_letter_and_can_be_voided),
    laws!(people:
        mailboxes_are_counted
        whom_somebody_mutes_or_blocks_comes_back
        notes_are_their_player_s
        somebody_leaves_and_comes_back
        a_forgotten_player_has_no_name_and_no_address
        two_players_become_one
        a_letter_and_a_language_go_to_a_new_player),
    laws!(contests:
        a_contest_is_written_with_its_acts
        two_decisions_about_a_contest_conflict
        the_games_of_a_contest_are_found),
    laws!(programs:
        a_program_is_found_with_the_games_that_wait_for_it
        what_a_program_has_thought_is_added_up
        what_players_look_back_at_waits_in_order_until_it_ends),
    laws!(ratings:
        what_counts_of_rated_games_is_read_with_their_players
        all_ratings_are_replaced_at_once
        many_ratings_are_written_together),
    laws!(looks:
        a_gap_in_reading_is_an_outage
        a_clock_that_is_not_trusted_is_accepted_again
        mail_that_waits_or_is_quarantined_is_open
        the_clock_starts_when_the_letter_leaves
        a_letter_about_several_games_starts_their_clocks
        clocks_are_counted),
    laws!(games:
        a_game_of_new_players_is_begun
        seats_and_course_change
        another_player_takes_a_seat
        events_come_back_as_they_were
        games_are_listed),
    laws!(letters:
        a_letter_comes_back_as_it_was
        letters_are_listed_newest_first
        letters_of_a_game_to_one_recipient_leave_in_order
        other_letters_do_not_wait
        answers_to_strangers_leave_after_letters_to_players
        a_claim_is_exclusive_and_counts_renderings
        a_deferred_letter_waits_for_its_time
        a_letter_that_is_put_off_was_not_tried
        hung_recipients_have_a_lane_of_their_own
        news_that_were_not_tried_are_superseded
        other_letters_are_not_superseded
        an_answer_is_found_by_its_mail),
    laws!(digests:
        news_wait_for_a_digest
        a_letter_takes_the_place_of_news_that_wait
        the_clock_starts_when_news_begin_to_wait
        who_watches_is_known
        letters_of_a_kind_are_counted),
    laws!(tries:
        the_bytes_of_a_try_are_kept_until_the_letter_is_closed
        a_dropped_letter_is_never_sent
        closed_letters_wait_again
        a_letter_with_nothing_left_does_not_wait_again
        letters_of_a_game_are_dropped_before_new_ones_are_added
        claims_are_released_and_letters_are_due
        only_letters_in_hand_are_due_after_claims_are_given_up
        a_rendering_counts_if_it_may_have_crashed_its_owner
        next_tries_are_corrected
        a_letter_that_was_not_tried_waits_for_nothing
        a_delivery_report_is_counted_once
        a_spam_complaint_is_counted_once_a_day_and_for_ever),
    laws!(hosts:
        work_of_a_host_without_a_sign_of_life_is_taken_over
        what_was_taken_over_is_not_written_by_the_former_host
        a_letter_that_was_taken_over_is_not_begun_again
        that_a_relay_has_taken_a_letter_counts_whoever_says_so
        a_lease_is_one_host_s
        a_host_that_ends_leaves_its_leases
        what_is_new_counts_when_all_hosts_that_work_know_it
        a_host_whose_program_is_too_old_does_not_work),
    laws!(upkeep:
        bytes_are_forgotten
        queues_are_noted
        things_are_counted
        the_secret_is_recognised
        all_tokens_are_voided),
];

/// Laws about two stores on the same data.
const TWIN_LAWS: &[&[Law]] = &[laws!(twins:
    a_mail_is_claimed_by_one
    a_letter_is_claimed_by_one
    one_of_two_decisions_is_a_conflict
    a_view_is_consistent_while_another_writes
    the_change_counter_tells_of_others
    many_writers_wait_for_each_other
    of_many_who_want_one_name_one_has_it
    no_change_of_many_is_lost
    many_together_spend_as_much_as_fits)];

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for kind in STORES {
        let twins = TWIN_LAWS.iter().filter(|_| kind.shared);
        for (name, law) in LAWS.iter().chain(twins).copied().flatten() {
            let (open, law) = (kind.open, *law);
            trials.push(Trial::test(format!("{}::{name}", kind.name), move || {
                law(&Place::new(open));
                Ok(())
            }));
        }
    }
    let of_sqlite = [sqlite::TESTS, backup::TESTS, room::TESTS].into_iter();
    let of_sqlite = of_sqlite.flatten().map(|test| ("sqlite", test));
    let copies = copies::TESTS.iter().map(|test| ("postgres::copies", test));
    let failover = failover::TESTS
        .iter()
        .map(|test| ("postgres::failover", test));
    let lost = lost::TESTS.iter().map(|test| ("postgres::lost", test));
    let pooler = pooler::TESTS.iter().map(|test| ("postgres::pooler", test));
    let of_postgres = copies.chain(failover).chain(lost).chain(pooler);
    for (of, (name, test)) in of_sqlite.chain(of_postgres) {
        trials.push(Trial::test(format!("{of}::{name}"), || {
            test();
            Ok(())
        }));
    }
    let ran = libtest_mimic::run(&Arguments::from_args(), trials);
    drop(POSTGRES.lock().unwrap().take());
    ran.exit_code()
}
