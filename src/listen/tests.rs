use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;

use super::*;

#[test]
fn a_place_to_listen_is_read() {
    let parse = |text| Listen::parse(text, ("lmtp", 2424));
    let parsed = |text| parse(text).map(|listen| listen.to_string());
    for text in [
        "unix:/run/zugpost/lmtp",
        "127.0.0.1:2424",
        "[::1]:24",
        "192.0.2.7:24",
    ] {
        assert_eq!(parsed(text).as_deref(), Ok(text));
    }
    for text in [
        "",
        "unix:",
        "/run/lmtp",
        "127.0.0.1",
        "localhost:24",
        "127.0.0.1:99999",
    ] {
        assert!(parsed(text).expect_err(text).contains("write"), "{text}");
    }
}

#[test]
fn a_socket_that_a_process_has_left_is_replaced_and_one_in_use_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lmtp");
    let listen = Listen::Unix(path.clone());
    let bind = || Listener::bind(&listen, None);
    // The file of a socket stays when its process ends.
    drop(UnixListener::bind(&path).expect("a socket"));
    let first = bind().expect("replaced");
    let mode = fs::metadata(&path).expect("a socket").permissions().mode();
    assert_eq!(mode & 0o777, 0o660);
    let why = format!("{:#}", bind().expect_err("in use"));
    assert!(why.contains("another process listens at"), "{why}");
    drop(first);
    assert!(!path.exists(), "it is removed at the end");
    fs::write(&path, "").expect("a file");
    let why = format!("{:#}", bind().expect_err("a file"));
    assert!(why.contains("is no socket"), "{why}");
    assert!(path.exists());
    fs::remove_file(&path).expect("removed");
    let why = Listener::bind(&listen, Some("no-such-group")).expect_err("no group");
    assert!(
        format!("{why:#}").contains("no group no-such-group"),
        "{why:#}"
    );
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    let far = Listen::Unix(folder.path().join("missing/lmtp"));
    let why = Listener::bind(&far, None).expect_err("no folder");
    assert!(format!("{why:#}").contains("RuntimeDirectory"), "{why:#}");
}
