//! The files of the folder of pages.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use bytes::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderValue, LOCATION};
use hyper::{Response, StatusCode};

use super::{Page, Web, guarded};

/// Parts of the folder in which pages are taken away when they may no longer be seen.
const PASSING: [&str; 5] = ["games", "players", "events", "variants", "archive"];

impl Web {
    /// The file at a path, which begins with a slash.
    pub(super) fn file(&self, path: &str) -> Response<Bytes> {
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        // The program gives its files no other names.
        let plain = |part: &&str| {
            let mut chars = part.chars();
            !part.starts_with('.') && chars.all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
        };
        let last = parts.len().saturating_sub(1);
        let fits = parts
            .iter()
            .enumerate()
            .all(|(at, part)| plain(part) && (!part.is_empty() || at == last));
        if !fits {
            return self.missing(StatusCode::NOT_FOUND);
        }
        let mut file = self.folder.clone();
        file.extend(&parts);
        if path.ends_with('/') {
            file.push("index.html");
        } else if file.is_dir() {
            return to_folder(parts.last().copied().unwrap_or_default());
        }
        match fs::read(&file) {
            Ok(bytes) => {
                let mut response = Response::new(bytes.into());
                let media = HeaderValue::from_static(media_type(&file));
                response.headers_mut().insert(CONTENT_TYPE, media);
                guarded(response)
            }
            Err(error)
                if error.kind() == ErrorKind::NotFound
                    || error.kind() == ErrorKind::NotADirectory =>
            {
                // Nobody is told whether it was ever there.
                let passing = parts.first().is_some_and(|part| PASSING.contains(part));
                self.missing(match passing && parts.len() > 1 {
                    true => StatusCode::GONE,
                    false => StatusCode::NOT_FOUND,
                })
            }
            Err(error) => {
                tracing::warn!("[pages]: {}: {error}", file.display());
                self.missing(StatusCode::SERVICE_UNAVAILABLE)
            }
        }
    }

    fn missing(&self, status: StatusCode) -> Response<Bytes> {
        let name = match status {
            StatusCode::GONE => "gone",
            StatusCode::NOT_FOUND => "missing",
            _ => "failed",
        };
        let Page { status, html } = self.templates.message(status, name);
        let mut response = Response::new(html.into());
        *response.status_mut() = status;
        let media = HeaderValue::from_static("text/html; charset=utf-8");
        response.headers_mut().insert(CONTENT_TYPE, media);
        guarded(response)
    }
}

/// The answer for a folder without the slash at its end.
fn to_folder(name: &str) -> Response<Bytes> {
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = StatusCode::MOVED_PERMANENTLY;
    // From the folder that it is in; its name is plain ASCII.
    if let Ok(place) = HeaderValue::from_str(&format!("{name}/")) {
        response.headers_mut().insert(LOCATION, place);
    }
    guarded(response)
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("atom") => "application/atom+xml",
        Some("xml") => "application/xml",
        Some("ics") => "text/calendar; charset=utf-8",
        Some("pgn") => "application/vnd.chess-pgn",
        _ => "text/plain; charset=utf-8",
    }
}
