//! Unsubscribing by one click (RFC 8058): a mail program sends a POST, and a reader who opens the link presses a button.

use anyhow::Result;
use hyper::StatusCode;

use crate::store;
use crate::tokens::Link;

use super::{Page, Web};

impl Web {
    /// The page with the button. Programs that look at all links of a mail only read it.
    pub(super) fn ask_unsubscribe(&mut self, token: &str) -> Result<Page> {
        self.office.refresh(self.store.as_mut())?;
        let office = &self.office;
        let found = store::read(self.store.as_mut(), |store| {
            office.opened_unsubscribe(store, token)
        })?;
        Ok(match found {
            Some(_) => self.templates.message(StatusCode::OK, "unsubscribe"),
            None => self.templates.message(StatusCode::NOT_FOUND, "no-letter"),
        })
    }

    /// Ends the letters that need not be. What the request says besides makes no difference.
    pub(super) fn unsubscribe(&mut self, token: &str) -> Result<Page> {
        self.office.refresh(self.store.as_mut())?;
        if let Some(page) = self.not_now((Link::Unsubscribe, "no-letter"), token)? {
            return Ok(page);
        }
        let office = &self.office;
        let found = store::read(self.store.as_mut(), |store| {
            office.opened_unsubscribe(store, token)
        })?;
        let Some(opened) = found else {
            return Ok(self.templates.message(StatusCode::NOT_FOUND, "no-letter"));
        };
        let mail = self.office.unsubscribe_mail(&opened);
        self.office.store_mails(self.store.as_mut(), &[mail])?;
        Ok(self.templates.message(StatusCode::OK, "unsubscribed"))
    }
}
