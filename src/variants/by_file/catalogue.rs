//! The sections that come with the program.

use std::sync::{Arc, LazyLock};

use super::read_as;
use super::section::Resolved;

macro_rules! files {
    ($($group:literal)*) => {
        [$(include_str!(concat!("../../../templates/variants/", $group, ".ini"))),*]
    };
}

/// `templates/variants/`, a file for each group: a file may start from games of those before it.
const FILES: [&str; 12] = files!(
    "aims" "captures" "armies" "pawns" "drops" "small" "large" "old" "shogi" "xiangqi" "makruk" "few"
);

/// Sections by their names.
#[derive(Debug, Default)]
pub struct Catalogue(Vec<Arc<Resolved>>);

impl Catalogue {
    /// Those that come with the program, read when they are first asked for.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Catalogue> = LazyLock::new(|| {
            let mut catalogue = Catalogue::default();
            for file in FILES {
                // A test has checked them, and they may have the names of the format.
                let (found, _) = read_as(
                    file.as_bytes(),
                    &catalogue,
                    |_| None,
                    super::Checked::Nothing,
                );
                catalogue.0.extend(found);
            }
            catalogue
        });
        &BUILT_IN
    }

    /// The names of all that come with the program, in the order of the files, without reading what is in the sections.
    pub fn names_built_in() -> impl Iterator<Item = &'static str> {
        let lines = FILES.iter().flat_map(|file| file.lines());
        lines.filter_map(|line| line.strip_prefix('[')?.split([':', ']']).next())
    }

    /// The section with this name.
    pub fn find(&self, name: &str) -> Option<Arc<Resolved>> {
        self.0
            .iter()
            .find(|section| *section.name == *name)
            .cloned()
    }

    /// The names of all sections.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|section| &*section.name)
    }

    /// All sections, in the order of the files.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Resolved>> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::by_file::keys::readers::GROUPS;

    #[test]
    fn the_files_have_no_faults() {
        let mut count = 0;
        for (file, group) in FILES.into_iter().zip(GROUPS) {
            let mut left = super::super::check::MOST_COUNTED;
            let checked = super::super::Checked::Played(&mut left);
            let catalogue = Catalogue::built_in();
            let (found, faults) = read_as(file.as_bytes(), catalogue, |_| None, checked);
            let faults: Vec<_> = faults.iter().filter(|fault| !fault.remark).collect();
            assert!(faults.is_empty(), "{faults:?}");
            assert!(
                found.iter().all(|section| section.group() == group),
                "{group}"
            );
            count += found.len();
        }
        assert!(Catalogue::names_built_in().eq(Catalogue::built_in().names()));
        assert_eq!(count, Catalogue::built_in().iter().count());
        assert!(count >= 80, "{count}");
    }
}
