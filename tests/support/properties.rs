//! How the property tests run.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::FileFailurePersistence;

/// So many cases, unless `PROPTEST_CASES` asks for another number. The seed of a failed case is
/// saved in a file beside the test's source (`laws.proptest-regressions` beside `laws.rs`), to be
/// committed; every later run tries the saved seeds first.
pub fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = ProptestConfig::default();
    let seeds = FileFailurePersistence::WithSource("proptest-regressions");
    ProptestConfig {
        cases: if asked { default.cases } else { cases },
        failure_persistence: Some(Box::new(seeds)),
        ..default
    }
}
