//! What is wrong with letters, said once for all letters that have it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::letters::Letter;

/// Something that a letter should not have.
#[derive(Clone, Debug)]
pub(crate) struct Complaint {
    pub(crate) letter: usize,
    pub(crate) width: u32,
    /// How the letter was shown: by which program, light or dark.
    pub(crate) how: String,
    pub(crate) rule: String,
    pub(crate) what: String,
}

/// All that is wrong.
pub(crate) struct Complaints<'a> {
    letters: &'a [Letter],
    found: BTreeMap<String, Vec<Complaint>>,
}

impl<'a> Complaints<'a> {
    pub(crate) fn new(letters: &'a [Letter]) -> Self {
        let found = BTreeMap::new();
        Complaints { letters, found }
    }

    pub(crate) fn extend(&mut self, found: Vec<Complaint>) {
        for one in found {
            self.found.entry(one.rule.clone()).or_default().push(one);
        }
    }

    /// # Panics
    /// If there is any: with some of each rule, since one fault is in many letters.
    pub(crate) fn none(&self) {
        let mut said = String::new();
        for (rule, all) in &self.found {
            let _ = writeln!(said, "{rule}: {}", all.len());
            let mut shown: Vec<&str> = vec![];
            for one in all {
                if shown.len() < 5 && !shown.contains(&one.what.as_str()) {
                    shown.push(&one.what);
                    let letter = &self.letters[one.letter].name;
                    let _ = writeln!(
                        said,
                        "    {} ({letter}, {} pixels, {})",
                        one.what, one.width, one.how
                    );
                }
            }
        }
        assert!(self.found.is_empty(), "\n{said}");
    }
}
