//! `run --once`, from cron.

use std::fs;
use std::time::{Duration, Instant};

use super::place::Place;

#[test]
fn it_is_silent_unless_asked() {
    let mut place = Place::new();
    place.new_game();
    assert_eq!(place.ok(&["run", "--once"]), "");
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "@@f3");
    place.deliver(&mail);
    let out = place.ok(&["run", "--once", "--json"]);
    let work: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (&work["fetched"], &work["handled"], &work["sent"]),
        (&1.into(), &1.into(), &2.into())
    );
    let out = place.ok(&["run", "--once", "--verbose"]);
    assert!(out.starts_with("0 mails taken in, 0 handled"), "{out}");
}

#[test]
fn an_unavailable_transport_delays_letters() {
    let place = Place::new();
    // A file where the folder should be.
    fs::create_dir_all(place.path("mail")).expect("a folder");
    fs::write(place.path("mail/out"), "").expect("written");
    place.new_game();
    assert_eq!(place.ok(&["run", "--once"]), "");
    let queue = place.ok(&["mail", "queue"]);
    assert_eq!(queue.lines().count(), 2, "{queue}");
    assert!(
        queue.contains("waiting #1 anna@example.org") && queue.contains("1 try"),
        "{queue}"
    );
    fs::remove_file(place.path("mail/out")).expect("removed");
    // The letter that was tried waits, unless the umpire retries it. The other one was not tried, since
    // the relay was unavailable, and is sent at once.
    place.ok(&["run", "--once"]);
    assert_eq!(place.letters().len(), 1);
    place.ok(&["mail", "retry"]);
    place.ok(&["run", "--once"]);
    assert_eq!(place.letters().len(), 2);
}

#[test]
fn a_second_one_waits_and_a_third_one_leaves() {
    let place = Place::new();
    place.new_game();
    let lock = lock(&place);
    let mut waiting = place
        .command(&["run", "--once"])
        .spawn()
        .expect("it starts");
    until_waiting(&place);
    let begun = Instant::now();
    let left = place.run(&["run", "--once", "--verbose"]);
    assert_eq!(
        (left.code, left.err.as_str()),
        (0, "zugpost: another process is at work\n")
    );
    assert_eq!(place.ok(&["run", "--once", "--wait", "0"]), "");
    assert!(begun.elapsed() < Duration::from_secs(15));
    assert!(waiting.try_wait().expect("a child").is_none());
    assert_eq!(place.letters().len(), 0, "it worked in spite of the lock");
    lock.unlock().expect("unlocked");
    assert!(waiting.wait().expect("it ends").success());
    assert_eq!(place.letters().len(), 2);
}

#[test]
fn asked_to_wait_it_waits_beside_others() {
    let place = Place::new();
    place.new_game();
    let lock = lock(&place);
    let wait = ["run", "--once", "--wait", "60"];
    let start = || place.command(&wait).spawn().expect("it starts");
    let mut waiting = [start(), start()];
    std::thread::sleep(Duration::from_millis(300));
    for one in &mut waiting {
        assert!(one.try_wait().expect("a child").is_none());
    }
    lock.unlock().expect("unlocked");
    for mut one in waiting {
        assert!(one.wait().expect("it ends").success());
    }
    assert_eq!(place.letters().len(), 2);
}

/// The lock of a process that is at work.
pub fn lock(place: &Place) -> fs::File {
    let lock = fs::OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(place.path("data/zugpost.lock"))
        .expect("a lock file");
    lock.lock().expect("locked");
    lock
}

/// Waits until a process waits for the lock.
pub fn until_waiting(place: &Place) {
    let begun = Instant::now();
    let waits = || {
        let next = fs::File::open(place.path("data/zugpost.next"));
        next.is_ok_and(|next| next.try_lock().is_err())
    };
    while !waits() {
        assert!(begun.elapsed() < Duration::from_secs(30), "nobody waits");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn letters_are_sent_even_if_the_source_fails() {
    let place = Place::new();
    place.new_game();
    fs::remove_dir_all(place.path("mail/in")).expect("removed");
    let ran = place.run(&["run", "--once"]);
    assert_eq!(ran.out, "");
    assert_eq!(place.letters().len(), 2, "letters waited for the inbox");
    assert!(
        place.ok(&["status"]).contains("mail/in"),
        "status does not tell of it"
    );
}

/// Letters hold reply tokens, so that their files are owner-only whatever the umask.
#[cfg(unix)]
#[test]
fn mail_files_are_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    let mut found = 0;
    let data = fs::metadata(place.path("data")).expect("a folder");
    assert_eq!(data.permissions().mode() & 0o77, 0);
    let mut folders = vec![place.path("mail")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let meta = path.metadata().expect("there");
            assert_eq!(meta.permissions().mode() & 0o77, 0, "{}", path.display());
            found += 1;
            if meta.is_dir() {
                folders.push(path.to_string_lossy().into_owned());
            }
        }
    }
    assert!(found > 10, "{found}");
}
