//! A club plays events by mail alone. Its people know what letters say, and nothing else: the text, the subject
//! and the key. From what they read about their games an independent count (`count.rs`) makes each table.

mod club;
mod count;
mod knock_out;
mod ladder;
#[path = "../conversations/letter.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod letter;
mod person;
#[path = "../conversations/post.rs"]
mod post;
mod round_robin;
#[path = "../conversations/script.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod script;
#[path = "../conversations/server.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod server;
mod tables;
#[path = "../support/transport.rs"]
mod transport;
mod turns;
