//! `kind = "smtp"` against a scripted peer that stops answering, and against one that allows one connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use zugpost::mail::transport::{Delivery, SmtpTransport, Transport};

use super::peer::{self, Talk};
use super::smtp_faults::{send, serve, transport};

/// The time limit for one letter in these tests; the limit for one answer is 2 s.
const LIMIT: Duration = Duration::from_millis(500);

/// Says nothing until the client closes the connection.
fn hang(talk: &mut Talk) {
    while !talk.hear().is_empty() {}
}

/// Sends a letter and checks that it hangs, and how long it takes.
fn hung(transport: &mut SmtpTransport, between: std::ops::Range<Duration>) -> String {
    let begun = Instant::now();
    let got = send(transport);
    let took = begun.elapsed();
    let Delivery::Hung(why) = got else {
        panic!("hung, not {got:?}")
    };
    assert!(between.contains(&took), "{took:?}: {why}");
    why
}

fn about(limit: Duration) -> std::ops::Range<Duration> {
    limit..limit + Duration::from_secs(3)
}

#[test]
fn a_server_that_stops_answering_costs_one_letter_its_time_and_the_connection() {
    for (at, words) in [
        ("MAIL", "after MAIL"),
        ("RCPT", "after RCPT"),
        ("DATA", "after DATA"),
        (".", "after the letter"),
    ] {
        let port = peer::start(move |number, talk| {
            serve(talk, |talk, line| {
                let now = number == 0 && line.starts_with(at);
                if now {
                    hang(talk);
                }
                now
            });
        });
        let mut transport = transport(port, "").with_letter_limit(LIMIT);
        let why = hung(&mut transport, about(LIMIT));
        assert!(
            why.contains(words) && why.contains("time for one letter is over"),
            "{at}: {why}"
        );
        // The peer serves one connection at a time, so that this letter needs a new one.
        assert_eq!(send(&mut transport), Delivery::Sent, "{at}");
    }
}

#[test]
fn the_limit_for_one_answer_holds_too() {
    let port = peer::start(|_, talk| {
        serve(talk, |talk, line| {
            let now = line == ".";
            if now {
                hang(talk);
            }
            now
        });
    });
    let why = hung(&mut transport(port, ""), about(Duration::from_secs(2)));
    assert!(why.contains("no answer within 2 s"), "{why}");
}

#[test]
fn the_limit_is_for_all_answers_together() {
    // Each answer comes within the limit for one, but not all together.
    let slow = Duration::from_millis(200);
    let port = peer::start(move |_, talk| {
        serve(talk, |_, line| {
            thread::sleep(if line.starts_with("EHLO") {
                Duration::ZERO
            } else {
                slow
            });
            false
        });
    });
    hung(
        &mut transport(port, "").with_letter_limit(LIMIT),
        about(LIMIT),
    );
    // An answer that goes on and on is cut off as well.
    let port = peer::start(|_, talk| {
        serve(talk, |talk, line| {
            for _ in 0..100 {
                if !line.starts_with("RCPT") {
                    break;
                }
                talk.say_line("250-wait");
                thread::sleep(Duration::from_millis(50));
            }
            false
        });
    });
    hung(
        &mut transport(port, "").with_letter_limit(LIMIT),
        about(LIMIT),
    );
}

#[test]
fn a_refusal_counts_although_the_server_hangs_afterwards() {
    let port = peer::start(|number, talk| {
        serve(talk, |talk, line| {
            if number > 0 {
                return false;
            }
            match line.split(' ').next().unwrap_or_default() {
                "RCPT" => talk.say_line("550 5.1.1 nobody"),
                "RSET" => hang(talk),
                _ => return false,
            }
            true
        });
    });
    let mut transport = transport(port, "").with_letter_limit(LIMIT);
    let got = send(&mut transport);
    assert!(matches!(got, Delivery::Failed(_)), "{got:?}");
    assert_eq!(send(&mut transport), Delivery::Sent);
}

#[test]
fn before_the_letter_it_is_the_relay_that_hangs() {
    for at in ["", "EHLO", "AUTH"] {
        let port = peer::start(move |_, talk| {
            if at.is_empty() {
                return hang(talk);
            }
            serve(talk, |talk, line| {
                if line.starts_with(at) {
                    hang(talk);
                } else if line.starts_with("EHLO") {
                    talk.say("250-here\n250 AUTH PLAIN\n");
                    return true;
                }
                false
            });
        });
        let login = "user = \"u\"\npassword = { command = [\"echo\", \"hush\"] }";
        // The limit for the letter has no effect before the letter.
        let limit = Duration::from_millis(1);
        let got = send(&mut transport(port, login).with_letter_limit(limit));
        assert!(
            matches!(got, Delivery::RelayUnavailable(_)),
            "{at}: {got:?}"
        );
    }
}

#[test]
fn a_refused_second_connection_is_unavailable_and_the_first_one_goes_on() {
    let open = Arc::new(AtomicUsize::new(0));
    let port = peer::start_many(move |talk| {
        if open.fetch_add(1, Ordering::SeqCst) > 0 {
            talk.say_line("421 4.7.0 too many connections");
        } else {
            serve(talk, |_, _| false);
        }
        open.fetch_sub(1, Ordering::SeqCst);
    });
    let (mut first, mut second) = (transport(port, ""), transport(port, ""));
    assert_eq!(send(&mut first), Delivery::Sent);
    let Delivery::RelayUnavailable(why) = send(&mut second) else {
        panic!("unavailable")
    };
    assert!(why.contains("421 4.7.0 too many connections"), "{why}");
    assert_eq!(send(&mut first), Delivery::Sent);
    first.close();
    let free = Instant::now();
    while send(&mut second) != Delivery::Sent {
        assert!(free.elapsed() < Duration::from_secs(10));
        thread::sleep(Duration::from_millis(50));
    }
}
