//! Settings that are wrong, and what the errors say about them.

use std::time::Duration;

use zugpost::mail::servers::{Imap, Smtp};

use crate::process::free_port;
use crate::refusals::{imap_error, smtp_error};
use crate::world::World;

#[test]
fn a_wrong_password_is_named() {
    let world = World::new();
    let wrong = |text: String| text.replace("etc/password", "etc/ca.pem");
    for tls in ["", "tls = \"starttls\""] {
        let imap: Imap = toml::from_str(&wrong(world.imap_text(tls))).expect("settings");
        let smtp: Smtp = toml::from_str(&wrong(world.smtp_text("server", tls))).expect("settings");
        for text in [imap_error(&imap), smtp_error(&smtp)] {
            assert!(text.contains("refuses user server@chess.test"), "{text}");
            assert!(
                text.contains("ca.pem") && text.contains("check both"),
                "{text}"
            );
            assert!(!text.contains("BEGIN"), "{text}");
        }
    }
    let missing: Imap = toml::from_str(&world.imap_text("").replace("etc/password", "etc/nothing"))
        .expect("settings");
    assert!(imap_error(&missing).contains("etc/nothing"));
}

#[test]
fn a_wrong_host_or_port_is_named() {
    let world = World::new();
    let mut imap = world.imap("");
    imap.port = Some(free_port());
    assert!(imap_error(&imap).contains("nothing answers there: check host and port"));
    imap.host = "no-such-host.invalid".to_owned();
    assert!(imap_error(&imap).contains("check host"));
    // TLS on a plain port, and the other way round.
    let mut imap = world.imap("");
    imap.port = Some(world.imap.imap);
    assert!(
        imap_error(&imap).contains("write tls = \"starttls\""),
        "{}",
        imap_error(&imap)
    );
    let mut smtp = world.smtp("server", "");
    smtp.port = Some(world.smtp.smtp);
    assert!(
        smtp_error(&smtp).contains("write tls = \"starttls\""),
        "{}",
        smtp_error(&smtp)
    );
    let mut imap = world.imap("tls = \"starttls\"");
    imap.port = Some(world.imap.imaps);
    imap.timeout = Duration::from_secs(2);
    assert!(
        imap_error(&imap).contains("is it an IMAP server?"),
        "{}",
        imap_error(&imap)
    );
    // This server requires TLS for a login.
    let smtp = world.smtp("server", "tls = \"none\"");
    assert!(
        smtp_error(&smtp).contains("offers no login"),
        "{}",
        smtp_error(&smtp)
    );
}
