//! How many letters are sent (`per_day` and the like in `[outbox]`).

use std::fs;

use serde_json::Value;

use super::faults::turn;
use super::place::Place;
use super::running::Running;

/// Writes limits into the settings, in place of those that were there.
fn limit(place: &Place, lines: &str) {
    let file = place.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    let own = "dir = \"mail/out\"\n";
    let (before, after) = settings.split_once(own).expect("an outbox");
    let rest = after.find("\n# \"smtp\"").expect("the next kind");
    let settings = format!("{before}{own}{lines}\n{}", &after[rest..]);
    fs::write(file, settings).expect("written");
}

/// Why letters wait, in the order of their numbers.
fn reasons(place: &Place) -> Vec<String> {
    let listed = place.ok(&["mail", "queue", "--json"]);
    let reason = |line: &str| -> String {
        let row: Value = serde_json::from_str(line).expect("JSON");
        row["reason"].as_str().unwrap_or_default().to_owned()
    };
    listed.lines().map(reason).collect()
}

#[test]
fn what_is_over_a_budget_waits_and_says_until_when() {
    let mut place = Place::new();
    place.new_game();
    limit(&place, "per_day = 3");
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    turn(&mut place, 0);
    daemon.letters(&place, 3);
    let is_told = |place: &Place| {
        let reasons = reasons(place);
        reasons.len() == 1
            && reasons[0].starts_with("waits until ")
            && reasons[0].ends_with("T00:00:00Z: 3 letters a day were sent")
    };
    daemon.until("one waits", |_| is_told(&place));
    let status = place.ok(&["status"]);
    assert!(
        status.contains("limit    3 of 3 letters a day were sent; others wait until "),
        "{status}"
    );
    // What was sent today is known to the next process.
    daemon.signal("TERM");
    assert!(daemon.end().0.success());
    place.ok(&["mail", "retry"]);
    place.ok(&["run", "--once"]);
    assert_eq!(place.letters().len(), 3);
    assert!(is_told(&place), "{:?}", reasons(&place));
    // A limit may be changed while the daemon runs.
    let mut daemon = Running::start(&place);
    // The log goes on where the first process has ended.
    daemon.until("at work again", |daemon| {
        daemon.log().matches("answers mail to").count() == 2
    });
    limit(
        &place,
        "per_day = 100\nper_domain = { \"Example.org\" = 1 }",
    );
    daemon.signal("HUP");
    daemon.until("read again", |daemon| {
        daemon.log().contains("were read again")
    });
    place.ok(&["mail", "retry"]);
    daemon.letters(&place, 4);
    assert!(
        !daemon.log().contains("[outbox] has changed"),
        "{}",
        daemon.log()
    );
}

#[test]
fn turns_leave_when_announcements_wait() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    limit(&place, "per_day = 10");
    for text in ["one", "two", "three", "four", "five"] {
        place.ok(&["announce", "--all", text]);
    }
    place.ok(&["run", "--once"]);
    // A fifth of the day is kept for others.
    let waiting = reasons(&place);
    assert_eq!(waiting.len(), 2, "{waiting:?}");
    for reason in waiting {
        assert!(
            reason.contains(": 8 of 10 letters a day were sent, the rest is for"),
            "{reason}"
        );
    }
    turn(&mut place, 0);
    place.ok(&["run", "--once"]);
    assert_eq!(place.letters().len(), 2 + 8 + 2);
}
