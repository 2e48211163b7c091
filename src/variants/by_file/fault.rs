//! What is wrong with a file, and what its author should know.

use crate::rules::Reason;

/// One fault or remark, at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The section; `None`: the fault is one of the file.
    pub section: Option<String>,
    /// The line, from 1.
    pub line: u32,
    /// What is wrong, a whole sentence.
    pub reason: Reason,
    /// Whether the section can be played all the same.
    pub remark: bool,
}

impl Fault {
    /// A fault outside of sections.
    pub const fn of_file(line: u32, reason: Reason) -> Self {
        Self {
            section: None,
            line,
            reason,
            remark: false,
        }
    }

    /// A fault of a section.
    pub fn new(section: &str, line: u32, reason: Reason) -> Self {
        Self {
            section: Some(section.to_owned()),
            ..Self::of_file(line, reason)
        }
    }

    /// What the author of a section should know.
    pub fn remark(section: &str, line: u32, reason: Reason) -> Self {
        Self {
            remark: true,
            ..Self::new(section, line, reason)
        }
    }
}

/// All that was found in one run.
#[derive(Clone, Debug, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Adds one.
    pub fn add(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }

    /// Puts them in the order of their lines.
    pub(super) fn sort(&mut self) {
        self.0.sort_by_key(|fault| fault.line);
    }

    /// Whether there are more than anybody reads at once.
    pub(super) const fn are_many(&self) -> bool {
        self.0.len() > 200
    }

    /// Whether a section has a fault that keeps it from being played.
    pub fn stop(&self, section: &str) -> bool {
        let of = |fault: &&Fault| fault.section.as_deref() == Some(section);
        self.0.iter().filter(of).any(|fault| !fault.remark)
    }
}
