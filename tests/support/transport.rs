//! A transport in memory.

use zugpost::mail::transport::{Delivery, Outgoing, Transport};

/// Keeps every letter that it takes, twice what it is handed twice.
pub struct MemoryTransport {
    /// The letters in order, each with what a delivering host writes on top (RFC 5321, 4.4).
    pub letters: Vec<Vec<u8>>,
    /// How often it was handed one, whatever it said.
    pub tries: usize,
    /// What it says of every letter.
    pub answer: Delivery,
    /// A recipient that it refuses for good, and its words.
    pub refuses: Option<(String, String)>,
}

impl MemoryTransport {
    pub fn new(answer: Delivery) -> Self {
        Self {
            letters: Vec::new(),
            tries: 0,
            answer,
            refuses: None,
        }
    }
}

impl Transport for MemoryTransport {
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery {
        let Outgoing {
            sender, recipient, ..
        } = letter;
        self.tries += 1;
        if self.answer != Delivery::Sent {
            return self.answer.clone();
        }
        if let Some((_, why)) = self.refuses.as_ref().filter(|(who, _)| who == recipient) {
            return Delivery::Failed(why.clone());
        }
        let top = format!("Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n");
        self.letters.push([top.as_bytes(), letter.raw].concat());
        self.answer.clone()
    }
}
