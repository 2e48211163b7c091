//! What may not come out: keys, wherever they are looked for, and what people have written as anything but their
//! words.

mod disguise;
mod hostile;
#[allow(dead_code, reason = "the laws of conversations use the rest")]
#[path = "../support/html_page.rs"]
mod html_page;
#[allow(dead_code, reason = "the tests of the command line use the rest")]
#[path = "../cli/place.rs"]
mod place;
mod plans;
mod produced;
#[allow(dead_code, reason = "the same")]
#[path = "../cli/running.rs"]
mod running;
mod texts;
mod whole_game;

/// The tests that SECURITY.md names are there.
#[test]
fn what_security_md_names_is_there() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(folder.join("SECURITY.md")).expect("the page");
    let paths = text.split('`').skip(1).step_by(2);
    let paths: Vec<&str> = paths
        .filter(|path| path.starts_with("tests/") || path.starts_with("src/"))
        .collect();
    assert!(paths.len() > 15, "only {paths:?}");
    for path in paths {
        assert!(folder.join(path).exists(), "{path} is not there");
    }
}
