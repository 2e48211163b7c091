//! Several hosts, and a club that moves to their database and back.

use std::fs;
use std::time::Duration;

use serde_json::Value;

use super::place::Place;
use super::running::Running;

#[path = "../support/postgres.rs"]
#[allow(dead_code, reason = "the tests of stores and faults use the rest")]
mod server;

use server::Postgres;

const ANNA: &str = "anna@example.org";
const BORIS: &str = "boris@example.net";

/// `[store]` of the host of this name.
fn share(place: &Place, url: &str, host: &str) {
    let file = place.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    let store =
        format!("\n[store]\nkind = \"postgres\"\nurl = \"{url}\"\nhost = \"{host}\"\nlease = 4\n");
    fs::write(file, settings + &store).expect("written");
}

/// A second host: its own folder, the secret of the first one.
fn second(first: &Place, url: &str) -> Place {
    let second = Place::new();
    share(&second, url, "second");
    copy_secret(first, &second);
    second
}

fn copy_secret(from: &Place, to: &Place) {
    let file = "data/zugpost.secret";
    fs::copy(from.path(file), to.path(file)).expect("copied");
}

fn turns(place: &Place) -> usize {
    let shown = place.ok(&["game", "show", "1", "--json"]);
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    shown["turns"].as_array().expect("turns").len()
}

/// A player answers the newest letter in the folder of one host; the mail comes to another.
fn play(letters: &mut Place, inbox: Option<&mut Place>, who: &str, turn: &str) {
    let letter = letters.newest(who, 1);
    let mail = letters.answer(&letter, turn);
    inbox.unwrap_or(letters).deliver(&mail);
}

#[test]
fn a_club_moves_to_postgresql_and_back_and_its_keys_stay_valid() {
    let postgres = Postgres::start(&["fsync=off"]);
    let url = postgres.url(None);
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    play(&mut place, None, ANNA, "@@a3");
    place.ok(&["run", "--once"]);
    let alone = fs::read_to_string(place.path("zugpost.toml")).expect("settings");
    share(&place, &url, "first");

    let file = format!("sqlite:{}", place.path("data/zugpost.db"));
    let tried = place.ok(&["db", "copy", "--from", &file, "--dry-run"]);
    assert!(tried.contains("nothing was changed"), "{tried}");
    let copied = place.ok(&["db", "copy", "--from", &file]);
    assert!(
        copied.contains("1 game replayed, differences: 0"),
        "{copied}"
    );
    // Boris answers a letter that was sent before.
    play(&mut place, None, BORIS, "@@a6");
    place.ok(&["run", "--once"]);
    assert_eq!(turns(&place), 2);
    // The source has the name of the host now, and flags do not wait for the former one.
    let sources = place.ok(&["source", "list"]);
    assert_eq!(sources.lines().count(), 1, "{sources}");

    // The file is closed, whoever uses it.
    let shared = fs::read_to_string(place.path("zugpost.toml")).expect("settings");
    fs::write(place.path("zugpost.toml"), &alone).expect("written");
    let closed = place.refused(&["run", "--once"]);
    assert!(closed.contains("db reopen"), "{closed}");

    // Back to another file. A host that works is named first.
    fs::write(place.path("zugpost.toml"), &shared).expect("written");
    let mut daemon = Running::start(&place);
    let back = format!("sqlite:{}", place.path("back/zugpost.db"));
    fs::create_dir(place.path("back")).expect("a folder");
    let refused = place.refused(&["db", "copy", "--to", &back]);
    assert!(
        refused.contains("first") && refused.contains("stop it"),
        "{refused}"
    );
    daemon.signal("TERM");
    daemon.end();
    place.ok(&["db", "copy", "--to", &back]);
    let closed = place.refused(&["run", "--once"]);
    assert!(closed.contains(&back), "{closed}");
    fs::rename(place.path("back/zugpost.db"), place.path("data/zugpost.db")).expect("moved");
    for left in ["db-wal", "db-shm"] {
        let _ = fs::remove_file(place.path(&format!("data/zugpost.{left}")));
    }
    fs::write(place.path("zugpost.toml"), &alone).expect("written");
    play(&mut place, None, ANNA, "@@b3");
    place.ok(&["run", "--once"]);
    assert_eq!(turns(&place), 3);
    assert_eq!(place.ok(&["db", "check"]), "");
}

#[test]
fn hosts_need_the_settings_of_the_club() {
    let postgres = Postgres::start(&["fsync=off"]);
    let url = postgres.url(None);
    let first = Place::new();
    share(&first, &url, "first");
    first.ok(&["db", "migrate"]);
    first.new_game();
    first.ok(&["run", "--once"]);
    let second = second(&first, &url);
    second.ok(&["run", "--once"]);

    let file = second.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    let with = |settings: &str| settings.replace("#running = 50", "running = 7");
    fs::write(&file, with(&settings)).expect("written");
    let refused = second.run(&["run", "--once"]);
    assert_ne!(refused.code, 0, "{refused:?}");
    assert!(
        refused.err.contains("[meeting]") && refused.err.contains("settings publish"),
        "{refused:?}"
    );
    let refused = second.refused(&["game", "abort", "1"]);
    assert!(refused.contains("[meeting]"), "{refused}");

    // The first one is told by SIGHUP to take over what the second one has made the club's.
    let mut daemon = Running::start(&first);
    let tried = second.ok(&["settings", "publish", "--dry-run"]);
    assert_eq!(tried, "would be published: [meeting]\n");
    second.ok(&["settings", "publish"]);
    second.ok(&["run", "--once"]);
    daemon.until("it stops to work", |daemon| {
        daemon
            .log()
            .contains("differ from those of the club in [meeting]")
    });
    let shown = second.ok(&["status"]);
    assert!(shown.contains("DOES NOT WORK"), "{shown}");
    let own = first.path("zugpost.toml");
    let settings = fs::read_to_string(&own).expect("settings");
    fs::write(&own, with(&settings)).expect("written");
    daemon.signal("HUP");
    daemon.until("it works again", |_| {
        !second.ok(&["status"]).contains("DOES NOT WORK")
    });
}

/// What a host of another program would leave in the database.
fn another_host(postgres: &Postgres, knows: &str, ahead: u32) {
    let sql = format!(
        "INSERT INTO hosts (id, name, knows, alive_at) VALUES ('other', 'other', '{knows}',
         to_char(now() AT TIME ZONE 'UTC' + interval '{ahead} s', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'))"
    );
    assert!(postgres.run(&sql));
}

#[test]
fn what_is_new_waits_for_hosts_that_do_not_know_it() {
    let postgres = Postgres::start(&["fsync=off"]);
    let first = Place::new();
    share(&first, &postgres.url(None), "first");
    first.ok(&["db", "migrate"]);
    first.new_game();
    // One that works knows one game.
    another_host(&postgres, "kinds 1, rules of chess 1", 3);
    first.ok(&["run", "--once"]);
    let new = |game| ["game", "new", game, "--white", "Anna", "--black", "Boris"];
    let refused = first.refused(&new("hans38"));
    assert!(refused.contains("hans38"), "{refused}");
    first.ok(&new("chess"));
    // A game that was begun is played.
    first.ok(&["game", "move", "1", "@@a3"]);
    // Without it, this host says what counts.
    assert!(postgres.run("UPDATE hosts SET alive_at = '' WHERE id = 'other'"));
    first.ok(&["run", "--once"]);
    first.ok(&new("hans38"));

    // From then on a program that does not know all of it does not work.
    assert!(postgres.run(
        "UPDATE meta SET value = value || convert_to(', kinds 7', 'UTF8') WHERE key = 'known'"
    ));
    let refused = first.run(&["run", "--once"]);
    assert!(
        refused.code != 0 && refused.err.contains("use: kinds 7. Install"),
        "{refused:?}"
    );
    assert!(first.refused(&new("chess")).contains("db accept-program"));
    let shown = first.ok(&["status"]);
    assert!(shown.contains("has ended"), "{shown}");

    // The way back.
    let host = "UPDATE hosts SET knows = 'kinds 1, kinds 7', alive_at = '9999' WHERE id = 'other'";
    assert!(postgres.run(host));
    let refused = first.refused(&["db", "accept-program"]);
    assert!(
        refused.contains("host other works by a newer program"),
        "{refused}"
    );
    assert!(postgres.run("UPDATE hosts SET alive_at = '' WHERE id = 'other'"));
    let tried = first.ok(&["db", "accept-program", "--dry-run"]);
    assert_eq!(tried, "would not be needed any more: kinds 7\n");
    first.ok(&["db", "accept-program"]);
    let again = first.ok(&["db", "accept-program"]);
    assert_eq!(again, "this program knows all that is used\n");
    first.ok(&["run", "--once"]);
    first.ok(&new("chess"));
}

#[test]
fn a_host_that_is_taken_for_another_does_not_work() {
    let postgres = Postgres::start(&["fsync=off"]);
    let url = postgres.url(None);
    let first = Place::new();
    share(&first, &url, "first");
    first.ok(&["db", "migrate"]);
    first.new_game();
    first.ok(&["run", "--once"]);
    let mut daemon = Running::start(&first);

    let namesake = second(&first, &url);
    let file = namesake.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    fs::write(&file, settings.replace("\"second\"", "\"first\"")).expect("written");
    let refused = namesake.run(&["run", "--once"]);
    assert!(
        refused.code != 0 && refused.err.contains("give this one another `host`"),
        "{refused:?}"
    );

    // Its folder of data was copied.
    let copy = second(&first, &url);
    let id = "data/zugpost.host";
    fs::copy(first.path(id), copy.path(id)).expect("copied");
    let refused = copy.run(&["run", "--once"]);
    assert!(
        refused.code != 0 && refused.err.contains("with the same file zugpost.host"),
        "{refused:?}"
    );
    let shown = first.ok(&["status"]);
    assert!(!shown.contains("has ended"), "{shown}");
    // With its settings, too.
    let file = copy.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    fs::write(&file, settings.replace("\"second\"", "\"first\"")).expect("written");
    let refused = copy.run(&["run", "--once"]);
    assert!(
        refused.code != 0
            && refused
                .err
                .contains("of host first works with the same file zugpost.host"),
        "{refused:?}"
    );
    // The one that was there first works on.
    assert!(!first.ok(&["status"]).contains("DOES NOT WORK"));
    daemon.signal("TERM");
    assert!(daemon.end().0.success());
}

#[test]
fn the_doctor_counts_connections() {
    for (most, is_enough) in [("20", true), ("9", false)] {
        let allowed = format!("max_connections={most}");
        let postgres = Postgres::start(&[&allowed]);
        let place = Place::new();
        share(&place, &postgres.url(None), "first");
        place.ok(&["db", "migrate"]);
        let found = place.run(&["doctor"]);
        let (lacks, said) = (found.out.contains("max_connections"), &found.out);
        assert_eq!(lacks, !is_enough, "{most}: {said}");
    }
}

/// The clock of the database, which all hosts go by.
#[test]
fn no_flag_falls_by_a_clock_that_was_set_back() {
    let postgres = Postgres::start(&["fsync=off"]);
    let first = Place::new();
    share(&first, &postgres.url(None), "first");
    first.ok(&["db", "migrate"]);
    first.new_game();
    first.ok(&["run", "--once"]);
    assert!(!first.ok(&["status"]).contains("not trusted"));
    another_host(&postgres, "", 60);
    first.ok(&["run", "--once"]);
    let shown = first.ok(&["status"]);
    assert!(
        shown.contains("not trusted since") && shown.contains("clock accept"),
        "{shown}"
    );
    first.ok(&["clock", "accept"]);
    first.ok(&["run", "--once"]);
    assert!(!first.ok(&["status"]).contains("not trusted"));
}

#[test]
fn a_secret_is_rotated_while_two_hosts_work() {
    let postgres = Postgres::start(&["fsync=off"]);
    let url = postgres.url(None);
    let mut first = Place::new();
    share(&first, &url, "first");
    first.ok(&["db", "migrate"]);
    first.new_game();
    let mut second = second(&first, &url);
    let mut daemons = [&first, &second].map(Running::start);
    let mut letters = |first: &Place, second: &Place, count: usize| {
        daemons[0].until(&format!("{count} letters"), |_| {
            first.letters().len() + second.letters().len() >= count
        });
    };
    letters(&first, &second, 2);
    let refused = first.refused(&["secret", "rotate", "--commit"]);
    assert!(refused.contains("--prepare"), "{refused}");
    first.ok(&["secret", "rotate", "--prepare"]);
    let refused = first.refused(&["secret", "rotate", "--commit"]);
    assert!(refused.contains("second"), "{refused}");
    copy_secret(&first, &second);
    let begun = std::time::Instant::now();
    while first
        .ok(&["status"])
        .matches("has the prepared secret")
        .count()
        < 2
    {
        assert!(begun.elapsed() < Duration::from_secs(30), "never reported");
    }
    // Who was killed is named, and has nothing prepared.
    let committed = second.ok(&["secret", "rotate", "--commit"]);
    assert!(committed.contains("generation 2"), "{committed}");

    // Keys of before and after count on both hosts, whichever of them has written the letter.
    for (count, (who, turn)) in [
        (ANNA, "@@a3"),
        (BORIS, "@@a6"),
        (ANNA, "@@b3"),
        (BORIS, "@@b6"),
    ]
    .into_iter()
    .enumerate()
    {
        let newest = |place: &Place| {
            let mut own = place.letters();
            own.retain(|letter| letter.mailbox == who);
            own.pop()
        };
        let newest = [&first, &second].map(newest);
        let newest = newest.iter().flatten();
        let letter = newest.max_by_key(|letter| letter.header("Message-ID"));
        let letter = letter.expect("a letter");
        let mail = first.answer(letter, turn);
        if count % 2 == 0 {
            &mut second
        } else {
            &mut first
        }
        .deliver(&mail);
        letters(&first, &second, 4 + 2 * count);
        assert_eq!(turns(&first), count + 1);
    }
}

/// No statement of the daily work reads a table as a whole that grows with games, players or mails. PostgreSQL itself
/// writes down the plans.
#[test]
fn no_work_reads_a_whole_table() {
    let plans = [
        "fsync=off",
        "session_preload_libraries=auto_explain",
        "auto_explain.log_min_duration=0",
        "auto_explain.log_analyze=on",
        "auto_explain.log_timing=off",
    ];
    let postgres = Postgres::start(&plans);
    let mut place = Place::new();
    share(&place, &postgres.url(None), "first");
    place.ok(&["db", "migrate"]);
    // The database gets to know its secret.
    place.ok(&["run", "--once"]);
    let rows = std::env::var("ZUGPOST_ROWS").unwrap_or("20000".to_owned());
    let fill = include_str!("rows.sql").replace(", N", &format!(", {rows}"));
    let fill = fill.replace("% N", &format!("% {rows}"));
    assert!(postgres.run(&fill));
    let from = postgres.log().len();
    let game: usize = rows.parse::<usize>().expect("a number") + 1;
    place.new_game();
    place.ok(&["run", "--once"]);
    let texts = [
        (ANNA, "@@a3\n"),
        (BORIS, "@@a6\n"),
        (ANNA, "status\ngames\n"),
        (BORIS, "challenge Anna chess\nseek xiangqi\n"),
        (ANNA, "offer draw\n@@b3"),
        (BORIS, "resign\nyes\n"),
    ];
    for (who, text) in texts {
        let letter = place.newest(who, game);
        let mail = place.answer(&letter, text);
        place.deliver(&mail);
        place.ok(&["run", "--once"]);
    }
    let mut daemon = Running::start(&place);
    daemon.until("a second look", |_| true);
    std::thread::sleep(Duration::from_secs(3));
    daemon.signal("TERM");
    daemon.end();

    let log = postgres.log();
    let statements: Vec<&str> = log[from..].split("Query Text: ").skip(1).collect();
    assert!(statements.len() > 300, "{} statements", statements.len());
    let whole = |statement: &&&str| {
        let plan = statement.split("LOG:").next().unwrap_or_default();
        plan.lines().any(|line| {
            let Some((_, scan)) = line.split_once("Seq Scan on ") else {
                return false;
            };
            let name = scan.split_whitespace().next().unwrap_or_default();
            include_str!("rows.sql").contains(&format!("INSERT INTO {name} "))
        })
    };
    let mut found: Vec<&str> = statements.iter().filter(whole).copied().collect();
    found.sort_unstable();
    found.dedup_by_key(|statement| statement.lines().next());
    assert!(
        found.is_empty(),
        "{} statements:\n{}",
        found.len(),
        found.join("\n---\n")
    );
}

#[test]
fn an_upgrade_asks_for_a_dump() {
    let postgres = Postgres::start(&["fsync=off"]);
    let url = postgres.url(None);
    let place = Place::new();
    share(&place, &url, "first");
    place.ok(&["db", "migrate"]);
    let back = "DROP INDEX inbox_by_sender; UPDATE meta SET value = '23' WHERE key = 'schema'";
    assert!(postgres.run(back));
    let refused = place.refused(&["upgrade"]);
    assert!(
        refused.contains("pg_dump") && refused.contains("--backed-up"),
        "{refused}"
    );
    assert!(place.refused(&["status"]).contains("schema 23"));
    let done = place.ok(&["upgrade", "--backed-up"]);
    assert_eq!(done, "schema 23 -> 24\n");
    assert_eq!(
        place.ok(&["upgrade"]),
        "schema 24: there is nothing to do\n"
    );
}
