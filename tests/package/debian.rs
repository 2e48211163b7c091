//! The package for Debian, made of the program that is tested: what is in it, and what lintian says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use zugpost::config::Config;

fn packaging() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/packaging")
}

/// What a program says, which must succeed.
fn output(command: &mut Command) -> String {
    let ran = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}; `./test.sh --install` installs what is missing")
    });
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{command:?}: {said}{err}");
    said
}

/// Makes the package in a folder; returns its file.
fn made(folder: &Path) -> PathBuf {
    let program = env!("CARGO_BIN_EXE_zugpost");
    let mut command = Command::new(packaging().join("deb.sh"));
    // The usual compression takes most of a minute.
    output(command.arg(program).arg(folder).arg("--fast"));
    let mut files = fs::read_dir(folder).expect("a folder").flatten();
    files.next().expect("a package").path()
}

#[test]
fn it_installs_what_it_should_starts_nothing_and_lintian_is_silent() {
    let folders = ["one", "two"].map(|_| tempfile::tempdir().expect("a folder"));
    let [package, again] = [0, 1].map(|at| made(folders[at].path()));
    let bytes = [&package, &again].map(|file| fs::read(file).expect("a package"));
    assert!(bytes[0] == bytes[1], "two packages of one program differ");
    judged(&package);

    let list = output(Command::new("dpkg-deb").arg("--contents").arg(&package));
    for (mode, path) in [
        ("-rwxr-xr-x", "usr/bin/zugpost"),
        ("-rw-r--r--", "etc/zugpost/zugpost.toml"),
        ("-rw-r--r--", "usr/share/man/man1/zugpost-setup.1.gz"),
        (
            "-rw-r--r--",
            "usr/share/bash-completion/completions/zugpost",
        ),
        ("-rw-r--r--", "usr/share/zsh/vendor-completions/_zugpost"),
        (
            "-rw-r--r--",
            "usr/share/fish/vendor_completions.d/zugpost.fish",
        ),
        ("-rw-r--r--", "usr/lib/systemd/system/zugpost.service"),
        ("-rw-r--r--", "usr/lib/systemd/system/zugpost-once.timer"),
        (
            "-rw-r--r--",
            "usr/lib/systemd/system/zugpost-engine@.service",
        ),
        ("-rw-r--r--", "usr/lib/sysusers.d/zugpost.conf"),
        ("-rw-r--r--", "usr/share/doc/zugpost/README.Debian"),
        ("-rw-r--r--", "usr/share/doc/zugpost/examples/lmtp.conf"),
    ] {
        let found = list
            .lines()
            .any(|line| line.starts_with(mode) && line.contains(" 0/0 ") && line.ends_with(path));
        assert!(found, "{mode} {path}: {list}");
    }

    let parts = tempfile::tempdir().expect("a folder");
    output(
        Command::new("dpkg-deb")
            .arg("--raw-extract")
            .arg(&package)
            .arg(parts.path()),
    );
    let part = |name: &str| fs::read_to_string(parts.path().join(name)).expect(name);
    assert_eq!(part("DEBIAN/conffiles"), "/etc/zugpost/zugpost.toml\n");
    let after = part("DEBIAN/postinst");
    assert!(
        after.contains("systemd-sysusers") && after.contains("try-restart"),
        "{after}"
    );
    for word in ["deb-systemd-helper enable zugpost.service", "_action=start"] {
        // Only what was enabled before is enabled again.
        let bare = after.lines().filter(|line| line.contains(word)).count();
        let asked = after.matches("was-enabled").count();
        assert!(bare <= asked, "{word}: {after}");
    }
    assert!(
        part("DEBIAN/postrm").contains("[ \"$1\" = purge ]"),
        "what is deleted"
    );
    let version = format!("\nVersion: {}-1\n", env!("CARGO_PKG_VERSION"));
    assert!(part("DEBIAN/control").contains(&version), "{version}");

    let file = parts.path().join("etc/zugpost/zugpost.toml");
    let settings = Config::load(Some(&file)).expect("settings");
    assert_eq!(settings.server.data, Path::new("/var/lib/zugpost"));
    assert!(!part("etc/zugpost/zugpost.toml").contains("\"mail/"));
}

/// What lintian says, which is nothing; each override says why.
fn judged(package: &Path) {
    // It leaves files behind.
    let folder = tempfile::tempdir().expect("a folder");
    let mut lintian = Command::new("lintian");
    lintian.env("TMPDIR", folder.path());
    lintian.args(["--fail-on", "error,warning", "--no-tag-display-limit"]);
    assert_eq!(output(lintian.arg(package)), "");
    let overrides = fs::read_to_string(packaging().join("overrides")).expect("overrides");
    let mut said = false;
    for line in overrides.lines() {
        assert!(line.starts_with('#') || said, "{line}: why?");
        said = !line.is_empty();
    }
}
