//! pgbouncer between hosts and their database: each connection has to be one session.

use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use zugpost::store::{Maintain, PostgresStore, StoreError};

use crate::kit::{commit, new_game};
use crate::postgres::{self, Postgres};
use crate::settings;

pub const TESTS: &[(&str, fn())] = &[(
    "a_pooler_has_to_keep_sessions",
    a_pooler_has_to_keep_sessions,
)];

/// A running pgbouncer.
struct Pooler(Child);

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts one that gives out connections by this mode; its socket is in the folder of that of the database.
fn start(postgres: &Postgres, mode: &str) -> Pooler {
    let folder = postgres.sockets();
    let file = folder.join(format!("{mode}.ini"));
    let own = folder.display();
    let text = format!(
        "[databases]\nzugpost = host={own} user=zugpost\n[pgbouncer]\nlisten_addr =\nlisten_port = 6432\n\
         unix_socket_dir = {own}\nauth_type = any\npool_mode = {mode}\n"
    );
    fs::write(&file, text).unwrap();
    let mut command = postgres::command("pgbouncer");
    let child = command.arg("-q").arg(&file).stderr(Stdio::null()).spawn();
    let pooler = Pooler(child.unwrap());
    let begun = Instant::now();
    while !folder.join(".s.PGSQL.6432").exists() {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "pgbouncer does not listen"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    pooler
}

fn a_pooler_has_to_keep_sessions() {
    let postgres = Postgres::start(&["fsync=off"]);
    let direct = postgres.url(None);
    let pooled = format!("{direct}&port=6432");
    let mut store = PostgresStore::create(settings(&direct)).unwrap();
    store.require_session().unwrap();

    let pooler = start(&postgres, "session");
    let mut store = PostgresStore::open(settings(&pooled)).unwrap();
    store.require_session().unwrap();
    commit(&mut store, new_game("Anna", "Boris"));
    drop((store, pooler));
    fs::remove_file(postgres.sockets().join(".s.PGSQL.6432")).ok();

    let _pooler = start(&postgres, "transaction");
    let mut store = PostgresStore::open_any_version(settings(&pooled)).unwrap();
    let Err(StoreError::Unavailable(why)) = store.require_session() else {
        panic!("it is no session");
    };
    assert!(why.contains("pool_mode = session"), "{why}");
}
