//! Tests that need a source which panics.

use super::*;
use crate::clock::SystemClock;
use crate::mail::Address;
use crate::mail::source::RawMessage;
use crate::mail::transport::MaildirTransport;
use crate::office::Settings;
use crate::store::SqliteStore;
use crate::words::Words;

struct Broken;

impl Source for Broken {
    fn fetch(&mut self, _max: usize) -> Result<Vec<RawMessage>> {
        panic!("this source is broken")
    }

    fn done(&mut self, _source_keys: &[String]) -> Result<()> {
        Ok(())
    }

    fn name(&self) -> &str {
        "broken"
    }
}

fn office(database: &std::path::Path) -> (Office, Box<dyn Store>) {
    let mut store: Box<dyn Store> = Box::new(SqliteStore::open(database).expect("a database"));
    let settings = Settings::usual(Address::parse("play@example.org").expect("an address"));
    let (words, _) = Words::load(None);
    let chance = tokens::system_chance().expect("chance");
    let office = Office::open(
        store.as_mut(),
        settings,
        std::sync::Arc::new(words),
        tokens::Secret::new(1, vec![7; 32]),
        chance,
        Box::new(SystemClock),
    );
    (office.expect("an office"), store)
}

#[test]
fn a_thread_that_panics_ends_everything_and_says_why() {
    let dir = tempfile::tempdir().expect("a folder");
    let database = dir.path().join("zugpost.db");
    drop(SqliteStore::create(&database).expect("a database"));
    let worker = || {
        let (office, store) = office(&database);
        let transport = Box::new(MaildirTransport::new(dir.path()));
        Worker {
            office,
            store,
            transport,
        }
    };
    let parts = |sources: Vec<Box<dyn Source>>| Parts {
        judge: office(&database),
        checker: office(&database),
        thinker: office(&database),
        sources,
        lmtp: None,
        deliverers: vec![worker(), worker()],
        hung: worker(),
        present: Present::default(),
        pages: None,
        web: None,
        metrics: Metrics::default(),
        outside: None,
    };
    let stop = Stop::default();
    let ended = run(parts(vec![Box::new(Broken)]), &stop).expect_err("it must not go on");
    assert_eq!(
        ended.to_string(),
        "the fetcher has failed: this source is broken"
    );
    assert!(stop.is_set());
    // A stop that is set before the start is no error.
    run(parts(Vec::new()), &stop).expect("a clean end");
}
