//! The thread that serves the public pages and their forms. Nobody waits for it.

use bytes::Bytes;
use hyper::{Request, Response};

use crate::web::{LONGEST_FORM, Web};

use super::http::Answering;

/// So many connections are served at once.
pub(super) const CONNECTIONS: usize = 64;
/// The thread's name in logs.
pub(super) const NAME: &str = "served pages";

impl Answering for Web {
    fn answer(&mut self, request: &Request<Bytes>) -> Response<Bytes> {
        self.answer(request)
    }

    fn longest_body(&self) -> usize {
        LONGEST_FORM
    }
}
