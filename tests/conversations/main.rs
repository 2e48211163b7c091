//! Conversations with the server as data: mails in, letters out.
//!
//! Each `NAME.golden` holds the steps of a conversation (see [`script`]) and what came of them, in a
//! short form (see [`compact`] and `README.md`). `UPDATE=1 cargo test --test conversations` writes
//! what came of them anew, to be read in review; whole transcripts are in
//! `target/tmp/conversations/` after each run. What is true in every conversation is checked by
//! [`laws`].

mod adjudicators;
mod after_zero;
mod batches;
mod budgets;
mod clock_laws;
mod club;
mod compact;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../support/postgres.rs"]
mod database;
#[path = "../support/html_page.rs"]
mod html_page;
mod laws;
mod letter;
mod lines;
mod outsiders;
mod post;
mod record;
mod script;
mod server;
mod transcript;
#[path = "../support/transport.rs"]
mod transport;
mod two_servers;
mod variants;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use compact::{Frames, compact, expand};
use server::Server;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conversations")
}

/// The steps of a conversation, the text that they are in, and a server for them.
fn begin(name: &str) -> (Server, Vec<script::Step>, String) {
    let path = folder().join(format!("{name}.golden"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let steps = script::read(&text).unwrap_or_else(|e| panic!("{name}.golden: {e}"));
    assert!(
        steps.iter().any(|step| step.word(0) != Some("#")),
        "{name}.golden has no step"
    );
    // Who the umpires are is a setting.
    let umpires = steps.iter().find(|step| step.word(0) == Some("umpires"));
    let server = match umpires {
        Some(step) => Server::with_umpires(&step.words[1..]),
        None => Server::open(),
    };
    (server, steps, text)
}

/// Plays one conversation and compares its transcript.
fn play(name: &str) {
    let text = fs::read_to_string(folder().join(format!("{name}.golden"))).expect("a golden");
    compare(name, &text, &transcript_of(name));
}

/// Plays one conversation; returns what came of it.
fn transcript_of(name: &str) -> String {
    let (mut server, steps, _) = begin(name);
    let mut written = String::new();
    for step in &steps {
        let done = server
            .step(step)
            .unwrap_or_else(|e| panic!("{name}.golden, line {}: {e:#}", step.line));
        laws::of_a_step(&server, &done)
            .unwrap_or_else(|e| panic!("{name}.golden, line {}: {e:#}", step.line));
        transcript::write(step, &done, &mut written);
    }
    laws::of_a_conversation(&mut server).unwrap_or_else(|e| panic!("{name}.golden: {e:#}"));
    written
}

/// Conversations with a server whose database is PostgreSQL.
mod postgres {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::database::Postgres;
    use super::*;

    /// Those that are played on it if the long forms of tests are not asked for.
    const SHORT: &[&str] = &[
        "bad_keys",
        "bounce_only_address",
        "challenges_cross",
        "challenges_lines",
        "clock_parts",
        "digest",
        "eight_piece_random",
        "flag_four",
        "people",
        "plans_bin",
        "quoted",
        "settings_time",
        "umpire_mail_long",
        "watch",
    ];

    /// Each conversation is the same, letter by letter.
    #[test]
    fn all_conversations_are_the_same() {
        let database = Postgres::start(&["fsync=off"]);
        let scripts = match std::env::var_os("ZUGPOST_KILLS") {
            None => SHORT,
            Some(_) => SCRIPTS,
        };
        let next = AtomicUsize::new(0);
        std::thread::scope(|threads| {
            for _ in 0..2 {
                threads.spawn(|| {
                    while let Some(name) = scripts.get(next.fetch_add(1, Ordering::Relaxed)) {
                        assert!(database.run(&format!("CREATE SCHEMA {name}")));
                        let url = database.url(Some(name));
                        server::POSTGRES.set(Some(url));
                        let text = transcript_of(name);
                        let golden = fs::read_to_string(folder().join(format!("{name}.golden")));
                        let expected = expand(&golden.expect("a golden"), &FRAMES);
                        let expected = expected.unwrap_or_else(|e| panic!("{name}: {e}"));
                        let mut lines = expected.lines().zip(text.lines());
                        let other = lines.find(|(expected, found)| expected != found);
                        assert!(expected == text, "{name}: {other:?}");
                    }
                });
            }
        });
    }
}

static FRAMES: LazyLock<Frames> = LazyLock::new(|| {
    let text = fs::read_to_string(folder().join("frames.txt"));
    Frames::read(&text.expect("frames.txt"))
});

/// Compares a whole transcript with what the golden file stands for.
fn compare(name: &str, kept: &str, written: &str) {
    let short = compact(written, &FRAMES);
    assert_eq!(
        expand(&short, &FRAMES).as_deref(),
        Ok(written),
        "{name}: the short form"
    );
    let whole = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conversations");
    fs::create_dir_all(&whole).expect("a folder for whole transcripts");
    let is = whole.join(format!("{name}.txt"));
    fs::write(&is, written).expect("the whole transcript can be written");
    if kept == short {
        return;
    }
    if std::env::var_os("UPDATE").is_some() {
        let golden = folder().join(format!("{name}.golden"));
        return fs::write(&golden, &short).expect("the transcript can be written");
    }
    let expected = expand(kept, &FRAMES).unwrap_or_else(|e| panic!("{name}.golden: {e}"));
    assert!(
        expected != written,
        "{name}.golden is not in its short form: UPDATE=1 cargo test --test conversations"
    );
    let was = whole.join(format!("{name}.was.txt"));
    fs::write(&was, expected).expect("the transcript before can be written");
    let difference = Command::new("diff").arg("-u").args([&was, &is]).output();
    panic!(
        "{name}.golden:\n{}\nIf that is right: UPDATE=1 cargo test --test conversations. A sentence \
         of many letters is changed in frames.txt.",
        difference.map_or_else(
            |e| format!("diff: {e}"),
            |done| { String::from_utf8_lossy(&done.stdout).into_owned() }
        )
    );
}

#[test]
fn every_frame_is_used() {
    let goldens = fs::read_dir(folder()).expect("the folder").flatten();
    let goldens = goldens.map(|entry| entry.path());
    let goldens = goldens.filter(|path| path.extension().is_some_and(|end| end == "golden"));
    let texts: Vec<String> = goldens
        .map(|path| fs::read_to_string(path).expect("a golden"))
        .collect();
    assert!(!texts.is_empty(), "no goldens");
    let unused = FRAMES.unused(&texts);
    assert!(
        unused.is_empty(),
        "no transcript uses {unused:?} of frames.txt"
    );
}

/// One test for each conversation, so that a failure has a name.
macro_rules! conversations {
    ($($name:ident)*) => {
        $(#[test] fn $name() { play(stringify!($name)); })*

        /// The names of all scripts.
        const SCRIPTS: &[&str] = &[$(stringify!($name)),*];

        #[test]
        fn every_conversation_is_played() {
            let known = SCRIPTS;
            let mut found = 0;
            for entry in fs::read_dir(folder()).expect("the folder").flatten() {
                let path = entry.path();
                let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
                match path.extension().and_then(|e| e.to_str()) {
                    Some("golden") => {
                        assert!(known.contains(&stem), "{stem}.golden is not listed in main.rs");
                        found += 1;
                    }
                    Some("txt") => assert!(stem == "frames", "{stem}.txt: steps are in a golden"),
                    _ => {}
                }
            }
            assert!(found > 0 && found == known.len(), "{found} conversations");
        }
    };
}

conversations! {
    spam_complaints
    added_games after_the_end addresses after_zero after_zero_four asked_clock bad_keys bad_turns bait bounce_clock bounce_next_address
    bounce_only_address bounce_temporary bounces broken_mail by_file by_file_boards by_file_ends calendar challenges
    challenges_blocks challenges_cross challenges_doubted challenges_end challenges_four challenges_invited
     challenges_lines challenges_unanswered chat chess claims clock_jumps clock_parts confirm confirm_plans copies
     decline digest digest_twelve draws ends_attached eight_piece eight_piece_random engines events events_allowed
     events_attacked events_away events_dates events_directed events_directed_attacked events_doubles events_entry events_followed
     events_groups events_ladder events_last_day events_last_day_four events_last_day_hand events_many events_odd_ends events_off
     events_paired events_places events_rounds events_tables events_teams events_teams_attacked events_teams_wait events_words export fails_badly
     finding_games flag flag_four flip forgive
    film forgive_flag four_players guards holding hostile in_flight in_french in_german in_spanish in_the_bin invitations joining joining_partner keys late_mail
     late_turn leave leave_years leaving legend lessons limits limits_no_game looking names_alike new_games no_game one_person
     other_address outage partner partner_attacked partner_running partner_variants pause pause_four people
     people_attacked people_lines persons
    plain_letters plans_bin plans_chess plans_clock plans_four plans_hans38 plans_long
    plans_secret plans_xiangqi postal_plus preview_several public_pages quiz quoted rarely_said refused relay_away reminded robots
    pictures piece_letters robots_forms settings settings_time several_games spoken stalemate substitute strangers talk terms time_none
    ratings ratings_as ratings_came_back ratings_corrected ratings_limits ratings_refused review trust_copies trust_current_key trust_earlier_key trust_foreign_keys trust_nobody
    trust_other_address trust_replayed trust_unvouched trust_vouched turn_pages twice two_readings umpire umpire_announce
    umpire_files umpire_mail umpire_mail_asked umpire_mail_long umpire_mail_others umpire_mail_plays umpire_replace
    umpire_rollback undo undo_four undo_trust unproven watch watch_leaving watch_private xiangqi yes_means
}
