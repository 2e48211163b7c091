//! The texts of these pages, from `templates/en/pages/served/`.

use anyhow::{Context, Result};
use bytes::Bytes;
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use minijinja::value::Value;
use minijinja::{Environment, context};

use crate::pages::words::{self, environment_of, in_all_languages, made};

use super::{Page, guarded};

const TEMPLATES: words::Templates = in_all_languages! { "served/" ".html" [
    "layout" "failed" "gone" "missing" "no-letter" "no-turn" "too-often" "turn" "turn-link" "turn-sent" "turn-waits"
    "unsubscribe" "unsubscribed"
] };

const SCRIPT: &str = include_str!("../../templates/en/pages/served/turn.js");
const STYLE: &str = include_str!("../../templates/en/pages/served/turn.css");

/// The templates, in which everything is escaped that was not made here.
pub struct Templates {
    environment: Environment<'static>,
    club: String,
}

impl Templates {
    /// The templates for a club of this name, in the language of the server.
    ///
    /// # Errors
    /// A template is faulty.
    pub fn new(club: &str, language: &str) -> Result<Self> {
        Ok(Self {
            environment: environment_of(TEMPLATES, language)?,
            club: club.to_owned(),
        })
    }

    /// A page.
    ///
    /// # Errors
    /// The template fails.
    pub fn page(&self, status: StatusCode, name: &str, args: Value) -> Result<Page> {
        let body = self.environment.get_template(name)?.render(args)?;
        // A page is named like its heading.
        let (_, rest) = body.split_once("<h1>").context("a heading")?;
        let title = rest.split("</h1>").next().unwrap_or_default().to_owned();
        let frame = context! {
            club => &*self.club,
            title => made(title),
            script => name.starts_with("turn"),
            body => made(body),
        };
        let layout = self.environment.get_template("layout")?;
        Ok(Page::new(status, layout.render(frame)?))
    }

    /// A page that depends on nothing. It cannot fail: a test renders each.
    pub fn message(&self, status: StatusCode, name: &str) -> Page {
        let page = self.page(status, name, context! {});
        page.unwrap_or_else(|_| Page::new(status, String::new()))
    }
}

/// The script or the style sheet.
pub fn fixed(name: &str) -> Response<Bytes> {
    let (media, text) = match name {
        "turn.js" => ("text/javascript; charset=utf-8", SCRIPT),
        _ => ("text/css; charset=utf-8", STYLE),
    };
    let mut response = Response::new(Bytes::from_static(text.as_bytes()));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("max-age=3600"));
    guarded(response)
}
