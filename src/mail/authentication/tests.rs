use super::*;
use crate::mail::{Envelope, OwnAddress, read};

fn parsed(value: &str) -> Option<AuthenticationResults> {
    AuthenticationResults::parse(value)
}

/// `method=result reason name=value`, one line for each result.
fn shown(value: &str) -> String {
    let Some(found) = parsed(value) else {
        return "nothing".to_owned();
    };
    let mut lines = vec![found.authserv_id];
    for one in found.results {
        let mut line = format!("{}={}", one.method, one.result);
        line.extend(one.reason.map(|reason| format!(" reason:{reason}")));
        for (name, value) in one.properties {
            line.push_str(&format!(" {name}:{value}"));
        }
        lines.push(line);
    }
    lines.join("\n")
}

#[test]
fn the_examples_of_the_rfc_are_read() {
    // RFC 8601, appendix B.
    for (value, wanted) in [
        ("example.org 1; none", "example.org"),
        (
            "example.com;\tspf=pass smtp.mailfrom=example.net",
            "example.com\nspf=pass smtp.mailfrom:example.net",
        ),
        (
            "example.com; auth=pass (cram-md5) smtp.auth=sender@example.net; spf=pass smtp.mailfrom=example.net",
            "example.com\nauth=pass smtp.auth:sender@example.net\nspf=pass smtp.mailfrom:example.net",
        ),
        (
            "example.com; iprev=pass policy.iprev=192.0.2.200",
            "example.com\niprev=pass policy.iprev:192.0.2.200",
        ),
        (
            "example.com; dkim=pass reason=\"good signature\" header.i=@mail-router.example.net; dkim=fail \
             reason=\"bad signature\" header.i=@newyork.example.com",
            "example.com\ndkim=pass reason:good signature header.i:@mail-router.example.net\ndkim=fail \
             reason:bad signature header.i:@newyork.example.com",
        ),
        (
            "foo.example.net (foobar) 1 (baz); dkim (Because I like it) / 1 (One yay) = (wait for it) fail \
             policy (A dot can go here) . (like that) expired (this surprised me) = (as I wasn't expecting it) \
             1362471462",
            "foo.example.net\ndkim=fail policy.expired:1362471462",
        ),
    ] {
        assert_eq!(shown(value), wanted, "{value}");
    }
}

#[test]
fn other_forms_that_hosts_write_are_read() {
    for (value, wanted) in [
        (
            "MX.Google.com; dkim=pass header.i=@gmail.com header.s=20230601 header.b=\"Ab/c+d=\"; spf=pass \
             (google.com: domain of anna@gmail.com designates 192.0.2.1; as permitted sender) \
             smtp.mailfrom=anna@gmail.com; dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=gmail.com",
            "MX.Google.com\ndkim=pass header.i:@gmail.com header.s:20230601 header.b:Ab/c+d=\nspf=pass \
             smtp.mailfrom:anna@gmail.com\ndmarc=pass header.from:gmail.com",
        ),
        (
            "h; DKIM=Pass header.b=abc= HEADER.D=Example.org; x-unknown=whatever; ; dmarc=pass action none \
             header.from=e.org;",
            "h\ndkim=pass header.b:abc= header.d:Example.org\nx-unknown=whatever\ndmarc=pass header.from:e.org",
        ),
        ("\"quoted; host\" 1; spf=none", "quoted; host\nspf=none"),
        (
            "h; spf=pass smtp.mailfrom=\"a b\"@e.org",
            "h\nspf=pass smtp.mailfrom:a b@e.org",
        ),
        ("h; dkim/2=pass header.d=e.org; spf/1=pass", "h\nspf=pass"),
        ("h; dkim=pass header.d=\"\"", "h\ndkim=pass header.d:"),
    ] {
        assert_eq!(shown(value), wanted, "{value}");
    }
}

#[test]
fn what_cannot_be_read_is_left_out() {
    for value in [
        "",
        "  ; dkim=pass",
        "h 2; dkim=pass header.d=e.org",
        "h; dkim=pass header.d=\"e.org",
        "h; dkim=pass (no end",
        "h; dkim=pass (\\",
        "(only a comment)",
    ] {
        assert_eq!(shown(value), "nothing", "{value}");
    }
    for value in [
        "h", "h;", "h; =pass", "h; dkim=", "h; dkim", "h;;;=;==", "h; none",
    ] {
        assert_eq!(shown(value), "h", "{value}");
    }
    let long = format!("h; {}", "dkim=pass header.d=e.org; ".repeat(10_000));
    assert_eq!(shown(&long), "nothing");
    let many = format!("h{}", "; a=b c.d=e".repeat(1000));
    assert_eq!(parsed(&many).map(|found| found.results.len()), Some(50));
    for depth in [10, 5000] {
        let nested = format!("h {}{}; spf=pass", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(shown(&nested), "h\nspf=pass");
    }
}

const US: &str = "mx.example.org";

/// Headers, and what they are worth to a mail from `anna@e.org`: `-`, `fails`, or the method.
fn worth(head: &str) -> &'static str {
    let from = Address::parse("anna@e.org").expect("good");
    let raw = format!("{head}\nFrom: anna@e.org\n\ne4\n");
    match vouched(&Headers::scan(raw.as_bytes()), &from, US) {
        Vouched::Yes(Voucher::Dmarc) => "dmarc",
        Vouched::Yes(Voucher::Dkim) => "dkim",
        Vouched::Yes(Voucher::Spf) => "spf",
        Vouched::No => "-",
        Vouched::Fails => "fails",
    }
}

/// As [`worth`], with one result of our host's.
fn of_us(results: &str) -> &'static str {
    worth(&format!("Authentication-Results: {US}; {results}"))
}

#[test]
fn only_the_domain_of_the_author_is_vouched_for() {
    for (results, wanted) in [
        ("dmarc=pass header.from=e.org", "dmarc"),
        ("dmarc=pass header.from=E.ORG.", "dmarc"),
        ("dmarc=pass header.from=mail.e.org", "-"),
        ("dmarc=pass", "-"),
        ("dmarc=none header.from=e.org", "-"),
        ("dmarc=bestguesspass header.from=e.org", "-"),
        ("dmarc=fail header.from=e.org", "fails"),
        ("dmarc=fail (p=none)", "fails"),
        ("dmarc=fail header.from=other.org", "-"),
        (
            "dmarc=pass header.from=e.org; dmarc=fail header.from=e.org",
            "fails",
        ),
        (
            "dkim=pass header.d=e.org; dmarc=fail header.from=e.org",
            "fails",
        ),
        ("dkim=pass header.d=e.org", "dkim"),
        (
            "dkim=fail header.d=e.org; dkim=pass header.d=relay.org",
            "-",
        ),
        (
            "dkim=fail header.d=relay.org; dkim=pass header.d=e.org",
            "dkim",
        ),
        ("dkim=pass header.d=sub.e.org", "-"),
        ("dkim=pass header.d=org", "-"),
        ("dkim=pass header.i=@e.org", "-"),
        ("dkim=pass reason=\"header.d=e.org\"", "-"),
        ("dkim=pass (header.d=e.org)", "-"),
        (
            "dkim=pass header.d=\"x;\" ; spf=pass smtp.mailfrom=anna@e.org",
            "spf",
        ),
        // Another user of the same domain.
        ("spf=pass smtp.mailfrom=x@e.org", "-"),
        ("spf=pass smtp.mailfrom=e.org", "spf"),
        ("spf=pass smtp.mailfrom=anna@e.org.evil.org", "-"),
        ("spf=pass smtp.mailfrom=e.org@evil.org", "-"),
        ("spf=pass smtp.helo=e.org", "-"),
        ("spf=softfail smtp.mailfrom=anna@e.org", "-"),
        ("none", "-"),
    ] {
        assert_eq!(of_us(results), wanted, "{results}");
    }
}

#[test]
fn only_what_our_host_has_written_counts() {
    const GOOD: &str = "dmarc=pass header.from=e.org";
    let ours = "Received: from a.b by mx.example.org (Postfix) with ESMTPS id 1; Fri, 1 Jan 2027 00:00:00 +0000";
    let folded = "Received: from a.b (by evil [192.0.2.1])\n\tby MX.example.org\n\t(x) id 2; date";
    let inner = "Received: by 2002:a05:6402:1 with SMTP id x; Fri, 1 Jan 2027 00:00:00 +0000";
    let theirs = "Received: from c.d by relay.e.org with ESMTP id 3; date";
    let of = |host: &str| format!("Authentication-Results: {host}; {GOOD}");
    let good = of(US);
    for (head, wanted) in [
        (good.clone(), "dmarc"),
        (format!("{good}\n{ours}\n{theirs}"), "dmarc"),
        (format!("{ours}\n{good}\n{theirs}"), "dmarc"),
        (
            format!("{ours}\n{folded}\n{inner}\n{good}\n{theirs}"),
            "dmarc",
        ),
        // Below the first Received line of another host: forged, or of another time.
        (format!("{ours}\n{theirs}\n{good}"), "-"),
        (format!("{theirs}\n{good}"), "-"),
        (format!("Received: nonsense\n{good}"), "-"),
        (format!("Received: from (by {US}) by evil.org\n{good}"), "-"),
        // Forged in many shapes: in the body, in a header that is like it, in names of hosts, behind signs.
        (format!("X-Authentication-Results: {US}; {GOOD}"), "-"),
        (
            format!("Authentication-Results-Original: {US}; {GOOD}"),
            "-",
        ),
        (
            format!("Subject: x\nX-A: y\n Authentication-Results: {US}; {GOOD}"),
            "-",
        ),
        (
            format!("Subject: =?utf-8?q?x=0AAuthentication-Results:_{US};_{GOOD}?="),
            "-",
        ),
        (format!("Authentication-Results: {US}.; {GOOD}"), "-"),
        (format!("Authentication-Results: ; {US}; {GOOD}"), "-"),
        (
            format!("Authentication-Results: evil.org ({US}); {GOOD}"),
            "-",
        ),
        (
            format!("Authentication-Results: evil.org; x=\"{US}; {GOOD}\""),
            "-",
        ),
        (format!("Authentication-Results: {US} {US}; {GOOD}"), "-"),
        (
            format!("Authentication-Results: {US}, evil.org; {GOOD}"),
            "-",
        ),
        (
            format!("Authentication-Results: mx.\u{435}xample.org; {GOOD}"),
            "-",
        ),
        (
            format!("Authentication-Results: mx.example.org\u{200b}; {GOOD}"),
            "-",
        ),
        (
            format!("Received: from x by {US}.evil.org with ESMTP\n{good}"),
            "-",
        ),
        (
            format!("Received: from x by evil.org (by {US})\n{good}"),
            "-",
        ),
        (
            format!("Received: (from x) by evil.org\n{theirs}\n{good}"),
            "-",
        ),
        (
            format!("Received: from x\n\tby evil.org\n\tfor {US}\n{good}"),
            "-",
        ),
        (format!("RECEIVED : from x by evil.org\n{good}"), "-"),
        (format!("Received:from x by evil.org\n{good}"), "-"),
        (format!("Received:\n from x\n by evil.org\n{good}"), "-"),
        (format!("Received: from x by evil.org by {US}\n{good}"), "-"),
        // Other hosts.
        (of("relay.e.org"), "-"),
        (of("mx.example.org.evil.org"), "-"),
        (of("(mx.example.org) evil.org"), "-"),
        (of("MX.Example.Org"), "dmarc"),
        (of("\"mx.example.org\""), "dmarc"),
        (format!("Authentication-Results: {US} 1; {GOOD}"), "dmarc"),
        (format!("Authentication-Results: {US} 7; {GOOD}"), "-"),
        (
            format!("ARC-Authentication-Results: i=1; {US}; {GOOD}"),
            "-",
        ),
        (
            format!("Authentication-Results:\n\t{US};\n\tdmarc=pass\n\theader.from=e.org"),
            "dmarc",
        ),
        // A second one below cannot change what is above.
        (
            format!("Authentication-Results: {US}; dmarc=fail header.from=e.org\n{good}"),
            "fails",
        ),
        (
            format!("Authentication-Results: {US}; dmarc=none\n{good}"),
            "-",
        ),
        (
            format!(
                "Authentication-Results: {US}; dkim=none\n\
                     Authentication-Results: {US}; dkim=pass header.d=e.org"
            ),
            "-",
        ),
        // Programs that report on one method each.
        (
            format!(
                "Authentication-Results: {US}; dmarc=none header.from=e.org\n\
                     Authentication-Results: {US}; dkim=pass header.d=e.org"
            ),
            "dkim",
        ),
        (
            format!("Authentication-Results: relay.org; dmarc=fail header.from=e.org\n{good}"),
            "dmarc",
        ),
    ] {
        assert_eq!(worth(&head), wanted, "{head}");
    }
    let flood = format!("{}{good}", "X: y\n".repeat(1000));
    assert_eq!(worth(&flood), "-");
}

#[test]
fn without_a_name_nobody_is_vouched_for() {
    let raw = format!(
        "Received: by {US}; x\nAuthentication-Results: {US}; dmarc=pass header.from=e.org\nFrom: anna@e.org\n\n"
    );
    let ours = OwnAddress {
        address: Address::parse("play@example.org").expect("good"),
        delimiter: None,
    };
    let mut mail = read(raw.as_bytes(), &Envelope::default(), &ours);
    mail.vouch(raw.as_bytes(), Some(US));
    assert!(mail.vouched.is_yes() && mail.of_own_host);
    let mut mail = read(raw.as_bytes(), &Envelope::default(), &ours);
    mail.vouch(raw.as_bytes(), None);
    assert!(
        mail.vouched == Vouched::No && !mail.of_own_host,
        "no host is known"
    );
}

#[test]
fn a_header_may_be_cut_anywhere() {
    let whole = "foo.example.net (foo\\)(b)ar) 1; dkim (x) / 1 = pass reason=\"a \\\" b\" header . d=\u{e9}.org; \
                 spf=pass smtp.mailfrom=\"a b\"@e.org; none";
    let places = whole.char_indices().map(|(at, _)| at);
    let mut read = 0;
    for at in places.clone() {
        read += usize::from(parsed(&whole[..at]).is_some());
        read += usize::from(parsed(&whole[at..]).is_some());
        let folded = format!("{}\r\n\t{}", &whole[..at], &whole[at..]);
        let _ = worth(&format!(
            "Authentication-Results: {folded}\nReceived: {folded}"
        ));
    }
    assert!(read > 10);
}

#[test]
fn what_our_host_has_written_itself_has_come_from_nowhere() {
    let own = format!("Received: by {US} (Postfix)\n\tid 4D; Fri, 1 Jan 2027 00:00:00 +0000");
    let within =
        format!("Received: from {US}\n\tby {US}\n\twith LMTP\n\tid x (envelope-from <>); date");
    let taken =
        format!("Received: from {US} (evil.example [192.0.2.1]) by {US} with ESMTP id 1; date");
    for (head, wanted) in [
        (own.clone(), true),
        (format!("{within}\n{own}"), true),
        (format!("Return-Path: <>\n{within}\n{own}\nFrom: x"), true),
        // Somebody who greets by our name is somebody else.
        (format!("{taken}\n{own}"), false),
        (format!("{within}\n{taken}\n{own}"), false),
        (
            format!("Received: from localhost by {US} with LMTP id 1; date\n{own}"),
            false,
        ),
        (
            format!("Received: from {US} by {US} (with LMTP) with ESMTP id 1; date"),
            false,
        ),
        (
            "Received: by evil.example (Postfix) id 1; date".to_owned(),
            false,
        ),
        (format!("Received: nonsense; by {US}\n{own}"), false),
        ("From: MAILER-DAEMON".to_owned(), false),
    ] {
        let headers = Headers::scan(head.as_bytes());
        assert_eq!(made_by(&headers, US), wanted, "{head}");
    }
}
