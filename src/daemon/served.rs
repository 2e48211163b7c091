//! The thread that serves the public pages and their forms. Nobody waits for it.

use bytes::Bytes;
use hyper::{Request, Response, StatusCode};

use crate::web::{LONGEST_FORM, Web, guarded};

use super::http::{Answering, refusal};

/// So many connections are served at once.
pub(super) const CONNECTIONS: usize = 64;
/// The thread's name in logs.
pub(super) const NAME: &str = "served pages";

impl Answering for Web {
    fn answer(&mut self, request: &Request<Bytes>) -> Response<Bytes> {
        self.answer(request)
    }

    fn refuse(&self, status: StatusCode) -> Response<Bytes> {
        guarded(refusal(status))
    }

    fn longest_body(&self) -> usize {
        LONGEST_FORM
    }
}
