//! A mail is stored in PostgreSQL before it is marked at its source, and before its delivery is answered: seen on the way
//! between the program and the database, where the answer to the COMMIT is held up or lost.

use std::fs;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;

use super::database;
use super::durable::over_imap;
use super::host::Host;
use super::place::Place;
use super::players::lock;
use super::proxy::{Proxy, Step, Then};
use super::shown;

/// So long the answer is held up: a program that does not wait for it marks the mail meanwhile.
const HELD: Duration = Duration::from_millis(500);
/// A mail that cannot be stored has to stay with the mail server, which tries again (EX_TEMPFAIL).
const TRY_AGAIN: i32 = 75;

/// What happens to the answer to the next COMMIT of a mail.
#[derive(Clone, Copy)]
enum Answer {
    /// It is held up.
    Held,
    /// It is lost, with all connections.
    Lost,
}

/// What is done with the answer, and what was seen at that time.
struct Way {
    next: Option<Answer>,
    /// Asks whether the mail is marked.
    is_marked: Box<dyn Fn() -> bool + Send>,
    seen: Vec<bool>,
}

/// A place that reaches its database through a proxy.
struct Scene {
    place: Place,
    proxy: Proxy,
    way: Arc<Mutex<Way>>,
}

impl Scene {
    fn new() -> Self {
        let way = Arc::new(Mutex::new(Way {
            next: None,
            is_marked: Box::new(|| false),
            seen: Vec::new(),
        }));
        let on_the_way = Arc::clone(&way);
        let proxy = Proxy::start(&database::new_schema(), move |step, statements| {
            let mut stored = statements.iter();
            let stored = stored.any(|sql| sql.starts_with("INSERT INTO inbox "));
            if step != Step::Committed || !stored {
                return Then::Serve;
            }
            let mut way = lock(&on_the_way);
            let Some(answer) = way.next.take() else {
                return Then::Serve;
            };
            if let Answer::Held = answer {
                std::thread::sleep(HELD);
            }
            let is_marked = (way.is_marked)();
            way.seen.push(is_marked);
            match answer {
                Answer::Held => Then::Serve,
                Answer::Lost => Then::Cut,
            }
        });
        Self {
            place: database::place_at(&proxy.url()),
            proxy,
            way,
        }
    }

    /// A mail that plays a turn.
    fn turn(&mut self) -> String {
        self.place.new_game();
        self.place.ok(&["run", "--once"]);
        let letter = self.place.newest("anna@example.org", 1);
        self.place.answer(&letter, "@@f3")
    }

    /// Sets what happens to the answer when the mail is stored.
    fn set(&self, answer: Answer, is_marked: impl Fn() -> bool + Send + 'static) {
        let mut way = lock(&self.way);
        way.next = Some(answer);
        way.is_marked = Box::new(is_marked);
    }

    /// What was seen since this was asked last.
    fn seen(&self) -> Vec<bool> {
        std::mem::take(&mut lock(&self.way).seen)
    }

    /// The turn stands once, and everybody has a letter about it.
    fn is_played(&self) {
        assert_eq!(shown(&self.place, 1)["turns"], json!(["@@f3"]));
        assert_eq!(self.place.letters().len(), 4);
        assert_eq!(self.place.ok(&["mail", "queue"]), "Nothing waits.\n");
        let mails = database::number(&self.place, "SELECT count(*) FROM inbox");
        assert_eq!(mails, 1);
    }

    /// The mail lies at its source until the database has said that it is stored; `is_marked` looks there.
    fn waits_for_the_answer(
        &self,
        answer: Answer,
        is_marked: impl Fn() -> bool + Send + Clone + 'static,
    ) {
        self.set(answer, is_marked.clone());
        let ran = self.place.run(&["run", "--once"]);
        assert_eq!(self.seen(), [false], "marked too early: {ran:?}");
        if let Answer::Lost = answer {
            assert!(ran.code == 1 && !is_marked(), "{ran:?}");
            self.proxy.mend();
            self.place.ok(&["run", "--once"]);
        } else {
            assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        }
        assert!(is_marked());
        self.is_played();
    }
}

/// Trials that need PostgreSQL.
pub mod postgres {
    use super::*;

    pub fn a_mail_in_a_maildir_is_marked_after_the_answer() {
        for answer in [Answer::Held, Answer::Lost] {
            let mut scene = Scene::new();
            let mail = scene.turn();
            scene.place.deliver(&mail);
            let new = scene.place.path("mail/in/new");
            let is_marked = move || fs::read_dir(&new).expect("a folder").next().is_none();
            assert!(!is_marked());
            scene.waits_for_the_answer(answer, is_marked);
        }
    }

    pub fn a_mail_at_an_imap_server_is_marked_after_the_answer() {
        for (answer, more) in [
            (Answer::Held, ""),
            (Answer::Lost, ""),
            (Answer::Held, "done = \"flag\""),
            (Answer::Lost, "done = \"flag\""),
        ] {
            let (mut scene, host) = (Scene::new(), Host::new());
            let mail = scene.turn();
            over_imap(&scene.place, &host, more);
            host.deliver(&mail);
            let is_marked = move || {
                let mailbox = host.mailbox();
                mailbox.inbox.len() == mailbox.marked.len()
            };
            assert!(!is_marked());
            scene.waits_for_the_answer(answer, is_marked);
        }
    }

    pub fn a_mail_whose_answer_is_lost_stays_with_the_mail_server() {
        let mut scene = Scene::new();
        let mail = scene.turn();
        scene.set(Answer::Lost, || false);
        let ran = scene.place.with_input(&["receive"], mail.as_bytes());
        assert_eq!((scene.seen().len(), ran.code), (1, TRY_AGAIN), "{ran:?}");
        scene.proxy.mend();
        let ran = scene.place.with_input(&["receive"], mail.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        scene.is_played();
    }
}
