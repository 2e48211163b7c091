//! The served part of the public pages (`docs/pages.md`): the files of the folder, and two forms whose links are in
//! letters. A request becomes an answer here; connections are the daemon's.
//!
//! GET changes nothing. What is sent with a form is stored as a mail ([`crate::office::links`]), and judged like one.
//!
//! | file | what is there |
//! |---|---|
//! | `files` | the files of the folder of pages |
//! | `turn` | the page on which a turn is tapped or written |
//! | `board` | a board as SVG, and the squares that a turn names |
//! | `unsubscribe` | the page behind List-Unsubscribe (RFC 8058) |
//! | `rate` | how often a form may be sent |
//! | `templates` | the texts of these pages |

mod board;
mod files;
mod rate;
mod templates;
mod turn;
mod unsubscribe;

use std::path::PathBuf;

use anyhow::Result;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Method, Request, Response, StatusCode};

use crate::config::PagesSettings;
use crate::office::Office;
use crate::store::Store;
use crate::tokens::{self, Chance, Link};

use rate::Rate;
use templates::Templates;

/// The most bytes of a form.
pub const LONGEST_FORM: usize = 4 << 10;

/// Nothing comes from elsewhere, nothing is shown within other pages, and forms go to this server alone.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; \
                      base-uri 'none'; frame-ancestors 'none'";

/// What answers requests.
pub struct Web {
    office: Office,
    store: Box<dyn Store>,
    folder: PathBuf,
    /// What a web server in front of this one may leave at the beginning of paths.
    prefix: String,
    templates: Templates,
    rate: Rate,
    chance: Chance,
}

/// What a page says, and with which status.
struct Page {
    status: StatusCode,
    html: String,
}

impl Page {
    fn new(status: StatusCode, html: String) -> Self {
        Self { status, html }
    }
}

impl Web {
    /// Serves the pages of these settings.
    ///
    /// # Errors
    /// A template is faulty.
    pub fn new(
        settings: &PagesSettings,
        club: &str,
        office: Office,
        store: Box<dyn Store>,
    ) -> Result<Self> {
        let url = settings.url.as_deref().unwrap_or_default();
        let rest = url.split_once("://").map_or("", |(_, rest)| rest);
        let prefix = rest.find('/').map_or("", |at| &rest[at..]).to_owned();
        Ok(Self {
            templates: Templates::new(club, office.voice().language())?,
            office,
            store,
            folder: settings.dir.clone().unwrap_or_default(),
            prefix,
            rate: Rate::default(),
            chance: tokens::system_chance()?,
        })
    }

    /// The answer to a request.
    pub fn answer(&mut self, request: &Request<Bytes>) -> Response<Bytes> {
        let path = request.uri().path();
        let path = match path.strip_prefix(&*self.prefix) {
            Some(rest) if rest.starts_with('/') => rest,
            _ => path,
        };
        let part = path.split_at_checked(3).unwrap_or((path, ""));
        let answered = match (part, request.method()) {
            (("/t/", "turn.js" | "turn.css"), &Method::GET | &Method::HEAD) => {
                return templates::fixed(part.1);
            }
            (("/t/", token), &Method::GET | &Method::HEAD) => self.show_turn(token),
            (("/t/", ""), &Method::POST) => self.post_turn(request.body()),
            (("/u/", token), &Method::GET | &Method::HEAD) => self.ask_unsubscribe(token),
            (("/u/", token), &Method::POST) => self.unsubscribe(token),
            (_, &Method::GET | &Method::HEAD) => return self.file(path),
            _ => return with_allow(path.starts_with("/t/") || path.starts_with("/u/")),
        };
        let page = answered.unwrap_or_else(|error| {
            tracing::error!("[pages]: {error:#}");
            self.templates
                .message(StatusCode::SERVICE_UNAVAILABLE, "failed")
        });
        private(page)
    }

    /// The number of a new form.
    fn number(&mut self) -> String {
        let mut bytes = [0; 12];
        self.chance.fill_bytes(&mut bytes);
        HEXLOWER.encode(&bytes)
    }

    /// Prepares for a form: `Some` is what is answered if it is not looked at. Tokens that are none are not counted, so that
    /// nobody uses up the room of others.
    fn not_now(&mut self, (link, old): (Link, &str), token: &str) -> Result<Option<Page>> {
        if !self.office.knows_link(link, token) {
            return Ok(Some(self.templates.message(StatusCode::NOT_FOUND, old)));
        }
        let now = self.office.now();
        if !self.rate.count(token, now) {
            let status = StatusCode::TOO_MANY_REQUESTS;
            return Ok(Some(self.templates.message(status, "too-often")));
        }
        Ok(None)
    }
}

/// A page that is for one reader alone: nobody keeps it, finds it, or learns its address.
fn private(page: Page) -> Response<Bytes> {
    let mut response = Response::new(page.html.into());
    *response.status_mut() = page.status;
    let fields: [(HeaderName, &'static str); 4] = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("x-robots-tag"), "noindex"),
    ];
    for (name, value) in fields {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    guarded(response)
}

/// An answer with what every one has.
pub fn guarded(mut response: Response<Bytes>) -> Response<Bytes> {
    let fields = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in fields {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

fn with_allow(form: bool) -> Response<Bytes> {
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    let allowed = match form {
        true => "GET, HEAD, POST",
        false => "GET, HEAD",
    };
    response
        .headers_mut()
        .insert(ALLOW, HeaderValue::from_static(allowed));
    guarded(response)
}

#[cfg(test)]
mod tests;
