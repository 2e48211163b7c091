//! What programs that watch the server ask it over HTTP: three paths, by GET or HEAD.

use bytes::Bytes;
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};

use crate::metrics::{MEDIA_TYPE, Metrics};

use super::health::Health;
use super::http::{Answering, plain, refusal};

/// So many connections are served at once.
pub(super) const CONNECTIONS: usize = 8;
/// The thread's name in logs.
pub(super) const NAME: &str = "web";

/// What can be seen from outside.
#[derive(Clone)]
pub(super) struct View {
    pub metrics: Metrics,
    pub health: Health,
}

impl Answering for View {
    fn answer(&mut self, request: &Request<Bytes>) -> Response<Bytes> {
        let mut answer = match *request.method() {
            Method::GET | Method::HEAD => self.page(request.uri().path()),
            _ => {
                let mut answer = refusal(StatusCode::METHOD_NOT_ALLOWED);
                let allowed = HeaderValue::from_static("GET, HEAD");
                answer.headers_mut().insert(ALLOW, allowed);
                answer
            }
        };
        let no_store = HeaderValue::from_static("no-store");
        answer.headers_mut().insert(CACHE_CONTROL, no_store);
        answer
    }
}

impl View {
    fn page(&self, path: &str) -> Response<Bytes> {
        let said = |trouble: Option<String>, well: &str| match trouble {
            None => plain(StatusCode::OK, well),
            Some(why) => plain(StatusCode::SERVICE_UNAVAILABLE, &why),
        };
        match path {
            "/metrics" => {
                let mut answer = Response::new(self.metrics.text().into());
                let media = HeaderValue::from_static(MEDIA_TYPE);
                answer.headers_mut().insert(CONTENT_TYPE, media);
                answer
            }
            "/healthz" => {
                let stuck = self.health.stuck();
                let why = stuck.map(|name| format!("the {name} has not moved for a long time"));
                said(why, "alive")
            }
            "/readyz" => said(self.health.not_ready(), "ready"),
            _ => plain(
                StatusCode::NOT_FOUND,
                "there are /metrics, /healthz and /readyz",
            ),
        }
    }
}

#[cfg(test)]
mod tests;
