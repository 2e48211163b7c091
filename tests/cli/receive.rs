//! `receive`, called from a pipe of a mail server.

use std::fs;

use super::once::{lock, until_waiting};
use super::place::Place;

#[test]
fn stored_is_success_whatever_the_mail_says() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "@@f3");
    let ran = place.with_input(
        &["receive"],
        format!("From anna Mon Jan  5\n{mail}").as_bytes(),
    );
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    assert_eq!(place.letters().len(), 4);
    // The same mail again, as from a mail server that was interrupted: nothing more happens.
    let ran = place.with_input(&["receive"], mail.as_bytes());
    assert_eq!(ran.code, 0);
    assert_eq!(place.letters().len(), 4);
    // Refused commands, and bytes that are no mail.
    for mail in [place.answer(&letter, "@@e3"), "\0\u{1}\u{2}".to_owned()] {
        let ran = place.with_input(&["receive"], mail.as_bytes());
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    }
    let turns = place.ok(&["game", "show", "1"]);
    assert!(turns.contains("turn 1, Black to move"), "{turns}");
}

#[test]
fn a_mail_with_old_line_ends_is_taken() {
    let place = Place::new();
    let mail = "From anna Mon Jan  5\rFrom: Anna <anna@example.org>\rSubject: help\r\rhelp\r";
    let ran = place.with_input(&["receive"], mail.as_bytes());
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let listed = place.ok(&["mail", "list"]);
    assert!(listed.contains("i1 "), "{listed}");
}

#[test]
fn failures_of_the_server_are_temporary() {
    let place = Place::new();
    // Empty input is no mail, so nothing is stored.
    assert_eq!(place.with_input(&["receive"], b"").code, 75);
    fs::rename(place.path("data"), place.path("away")).expect("moved");
    let ran = place.with_input(&["receive"], b"From: a@b\n\nhelp\n");
    assert_eq!(ran.code, 75);
    assert!(
        ran.err.contains("the database cannot be used: cannot open"),
        "{ran:?}"
    );
    fs::rename(place.path("zugpost.toml"), place.path("toml")).expect("moved");
    assert_eq!(
        place.with_input(&["receive"], b"From: a@b\n\nhelp\n").code,
        75
    );
}

#[test]
fn answers_that_cannot_go_out_are_no_reason_to_try_again() {
    let place = Place::new();
    fs::create_dir_all(place.path("mail")).expect("a folder");
    fs::write(place.path("mail/out"), "").expect("written");
    let ran = place.with_input(&["receive"], b"From: a@b.example\n\nvariants\n");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert!(place.ok(&["mail", "queue"]).contains("a@b.example"));
}

/// Of several mails that arrive while another process works, one waits, and answers all.
#[test]
fn mails_that_arrive_during_other_work_are_answered_after_it() {
    let place = Place::new();
    let lock = lock(&place);
    let file = place.path("mail.eml");
    fs::write(&file, "From: a@b.example\n\nvariants\n").expect("written");
    let mut waiting = place
        .command(&["receive"])
        .stdin(fs::File::open(&file).expect("a mail"))
        .spawn()
        .expect("it starts");
    until_waiting(&place);
    let ran = place.with_input(&["receive"], b"From: c@d.example\n\nvariants\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(waiting.try_wait().expect("a child").is_none());
    assert_eq!(place.letters().len(), 0);
    lock.unlock().expect("unlocked");
    assert!(waiting.wait().expect("it ends").success());
    assert_eq!(place.letters().len(), 2);
}
