use super::*;

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_767_614_400, 0).expect("a time")
}

fn facts() -> PersonFacts {
    PersonFacts {
        now: now(),
        leave: LeaveRules::default(),
    }
}

/// Each row: how somebody is called and since how many days, their addresses (the main one with
/// `*`), addresses that wait for a confirmation and since how many hours, their leave (first and
/// last day of 2026); what they want; what comes of it. It is noon of January 5.
const CASES: &[(&str, &str, &str)] = &[
    // Names.
    ("Anna | a@x* |", "name Bea", "Rename Bea"),
    (
        "Anna 29 | a@x* |",
        "name Bea",
        "NameTooSoon(2026-01-06T12:00:00Z)",
    ),
    ("Anna 30 | a@x* |", "name Bea", "Rename Bea"),
    ("Anna | a@x* |", "name ?", "Name(Word)"),
    (
        "Anna 1 | a@x* |",
        "name ?",
        "NameTooSoon(2026-02-03T12:00:00Z)",
    ),
    // Further addresses.
    ("Anna | a@x* |", "add b@x", "Ask b@x true"),
    ("Anna | a@x* |", "add taken@x", "Ask taken@x false"),
    ("Anna | a@x* | b@x 2", "add B@x", "SentBefore(\"B@x\")"),
    ("Anna | a@x* | b@x 25", "add b@x", "Ask b@x true"),
    (
        "Anna | a@x* | b@x 200",
        "add c@x",
        "Lapse b@x, Ask c@x true",
    ),
    ("Anna | a@x* | b@x 1 c@x 2 d@x 3", "add e@x", "TooMany"),
    (
        "Anna | a@x* | b@x 1 c@x 2 d@x 30",
        "add e@x",
        "Ask e@x true",
    ),
    ("Anna | a@x* |", "add often@x", "TooMany"),
    (
        "Anna | 0@x* 1@x 2@x 3@x 4@x 5@x 6@x 7@x 8@x 9@x |",
        "add b@x",
        "TooMany",
    ),
    // Fewer.
    ("Anna | a@x* |", "remove a@x", "Last"),
    ("Anna | a@x* |", "remove b@x", "NotTheirs(\"b@x\")"),
    ("Anna | a@x* b@x |", "remove B@x", "Remove b@x"),
    ("Anna | a@x* b@x |", "remove a@x", "Main b@x, Remove a@x"),
    ("Anna | b@x a@x* |", "remove a@x", "Main b@x, Remove a@x"),
    ("Anna | b@x a@x* |", "remove b@x", "Remove b@x"),
    // Leave.
    ("Anna | a@x* | |", "book 01-10 01-20", "Book 01-10 01-20"),
    ("Anna | a@x* | | 01-21 01-22", "book 01-10 01-20", "Rule"),
    ("Anna | a@x* | |", "book 01-05 01-20", "Rule"),
    ("Anna | a@x* | |", "book 01-20 01-10", "Rule"),
    ("Anna | a@x* | |", "cut", "Nothing"),
    ("Anna | a@x* | | 01-01 01-04", "cut", "Nothing"),
    (
        "Anna | a@x* | | 01-01 01-20",
        "cut",
        "Cut 01-01 01-20 to 01-06",
    ),
    ("Anna | a@x* | | 01-10 01-20", "cut", "Cut 01-10 01-20"),
    ("Anna | a@x* | | 01-03 01-06", "cut 1", "EndsAnyway"),
    ("Anna | a@x* | | 01-03 01-06 01-10 01-20", "cut", "Which 2"),
    (
        "Anna | a@x* | | 01-03 01-06 01-10 01-20",
        "cut 2",
        "Cut 01-10 01-20",
    ),
    (
        "Anna | a@x* | | 01-03 01-06 01-10 01-20",
        "cut 3",
        "NoSuch 3 of 2",
    ),
    ("Anna | a@x* | | 01-10 01-20", "cut 0", "NoSuch 0 of 1"),
    // A code has come back.
    (
        "Anna | a@x* | b@x 1",
        "confirm B@x",
        "Confirm B@x, Lapse b@x",
    ),
    ("Anna | a@x* |", "confirm b@x", "Confirm b@x"),
    (
        "Anna | 0@x* 1@x 2@x 3@x 4@x 5@x 6@x 7@x 8@x 9@x | b@x 1",
        "confirm b@x",
        "TooMany",
    ),
    // Membership.
    ("Anna | a@x* |", "join Bea", "Member(\"Anna\")"),
    ("Anna | a@x* | | | left", "join Bea", "Return(\"Bea\")"),
    ("Anna | a@x* | | | left", "join ?", "Name(Word)"),
    ("Anna | a@x* |", "depart 0", "Ask"),
    ("Anna | a@x* |", "depart 1", "Ask"),
    ("Anna | a@x* |", "depart 2", "Depart"),
    ("Anna | a@x* |", "forget 1", "Ask"),
    ("Anna | a@x* |", "forget 2", "Depart, Forget(\"player 12\")"),
    // Whom the player does not want to read.
    ("Anna | a@x* |", "mute 7", "Relate mute 7 true"),
    ("Anna | a@x* | | | mutes7", "mute 7", ""),
    (
        "Anna | a@x* | | | mutes7",
        "unmute 7",
        "Relate mute 7 false",
    ),
    ("Anna | a@x* |", "unmute 7", ""),
];

fn person(written: &str) -> Person {
    let parts: Vec<Vec<&str>> = written
        .split('|')
        .map(|part| part.split_whitespace().collect())
        .collect();
    let [name, addresses, asked, more @ ..] = parts.as_slice() else {
        panic!("{written}");
    };
    let days = more.first().map_or(&[][..], Vec::as_slice).chunks(2);
    let standing = more.get(1).map_or(&[][..], Vec::as_slice);
    let number = |text: &str| text.parse().expect("a number");
    let main = addresses.iter().find_map(|one| one.strip_suffix('*'));
    let mutes = standing.iter().filter_map(|one| one.strip_prefix("mutes"));
    Person {
        id: PlayerId(12),
        relations: mutes
            .map(|whom| (PlayerId(number(whom)), Relation::Mute))
            .collect(),
        left: standing.contains(&"left"),
        name: name[0].to_owned(),
        named_at: name
            .get(1)
            .map(|days| now() - TimeDelta::days(number(days))),
        addresses: addresses
            .iter()
            .map(|one| one.trim_end_matches('*').to_owned())
            .collect(),
        main: main.map(str::to_owned),
        asked: asked
            .chunks(2)
            .map(|pair| {
                (
                    pair[0].to_owned(),
                    now() - TimeDelta::hours(number(pair[1])),
                )
            })
            .collect(),
        leaves: days
            .filter_map(|pair| Leave::new(day(pair[0]), day(pair[1])))
            .collect(),
        ..Person::default()
    }
}

fn day(written: &str) -> NaiveDate {
    format!("2026-{written}").parse().expect("a day")
}

fn request(written: &str) -> PersonRequest {
    match written.split_once(' ').unwrap_or((written, "")) {
        ("cut", number) => PersonRequest::CutLeave(number.parse().ok()),
        ("book", days) => {
            let (first, last) = days.split_once(' ').expect("two days");
            let (first, last) = (day(first), day(last));
            PersonRequest::BookLeave { first, last }
        }
        ("name", "?") => PersonRequest::Rename(Err(NameFault::Word)),
        ("name", name) => PersonRequest::Rename(Ok(name.to_owned())),
        ("add", address) => PersonRequest::AddAddress {
            address: address.to_owned(),
            free: address != "taken@x",
            sent: if address == "often@x" { 3 } else { 0 },
        },
        ("confirm", address) => PersonRequest::Confirm(address.to_owned()),
        ("join", name) => PersonRequest::Join {
            name: Some(name)
                .filter(|name| *name != "?")
                .map(str::to_owned)
                .ok_or(NameFault::Word),
            address: "a@x".to_owned(),
        },
        (verb @ ("mute" | "unmute"), whom) => PersonRequest::Relate {
            other: PlayerId(whom.parse().expect("a number")),
            relation: Relation::Mute,
            on: verb == "mute",
        },
        (verb @ ("depart" | "forget"), times) => PersonRequest::Depart {
            forget: verb == "forget",
            agreed: times.parse().expect("a number"),
        },
        (_, address) => PersonRequest::RemoveAddress(address.to_owned()),
    }
}

fn said(decided: &PersonConcluded) -> String {
    let of = |leave: &Leave| {
        format!(
            "{} {}",
            leave.first.format("%m-%d"),
            leave.last.format("%m-%d")
        )
    };
    let act = |act: &PersonAct| match act {
        PersonAct::Rename(name) => format!("Rename {name}"),
        PersonAct::Ask { address, send } => format!("Ask {address} {send}"),
        PersonAct::Lapse(address) => format!("Lapse {address}"),
        PersonAct::Main(address) => format!("Main {address}"),
        PersonAct::Remove(address) => format!("Remove {address}"),
        PersonAct::BookLeave(leave) => format!("Book {}", of(leave)),
        PersonAct::CutLeave { leave, left } => {
            let to = left.map(|left| format!(" to {}", left.last.format("%m-%d")));
            format!("Cut {}{}", of(leave), to.unwrap_or_default())
        }
        PersonAct::Confirm { address, .. } => format!("Confirm {address}"),
        PersonAct::Relate {
            other,
            relation,
            on,
        } => format!("Relate {relation} {other} {on}"),
        other => format!("{other:?}"),
    };
    match decided {
        Concluded::Done(acts) => acts.iter().map(act).collect::<Vec<_>>().join(", "),
        Concluded::Refused(PersonRefusal::Leave(why)) => match why {
            LeaveRefused::Rule { .. } => "Rule".to_owned(),
            LeaveRefused::Nothing => "Nothing".to_owned(),
            LeaveRefused::Which(several) => format!("Which {}", several.len()),
            LeaveRefused::NoSuch { number, count } => format!("NoSuch {number} of {count}"),
            LeaveRefused::EndsAnyway(_) => "EndsAnyway".to_owned(),
        },
        Concluded::Refused(refusal) => format!("{refusal:?}"),
        Concluded::Ask(AskAgain) => "Ask".to_owned(),
    }
}

#[test]
fn what_comes_of_each_request() {
    for (of, wants, comes) in CASES {
        let decided = decide(&person(of), &request(wants), &facts());
        assert_eq!(said(&decided), *comes, "{of}: {wants}");
    }
}

/// Everybody of the cases with every request of them, and with every further request after it.
#[test]
fn a_player_keeps_an_address_and_one_main_one() {
    let mut done = 0;
    for (of, ..) in CASES {
        for (_, first, _) in CASES {
            let mut now_is = person(of);
            for wants in CASES.iter().map(|(_, wants, _)| wants) {
                let before = now_is.clone();
                for wants in [first, wants] {
                    if let Concluded::Done(acts) = decide(&now_is, &request(wants), &facts()) {
                        now_is = now_is.after(&acts, now());
                        done += 1;
                    }
                    if now_is.forgotten {
                        assert_eq!(now_is.address(), "", "{before:?}: {wants}");
                        // Nothing can be asked in their name any more.
                        now_is = person(of);
                        break;
                    }
                    let main = now_is.main.as_ref().expect("a main address");
                    assert!(now_is.addresses.contains(main), "{before:?}: {wants}");
                    assert!(
                        now_is.addresses.len() <= MOST_ADDRESSES,
                        "{before:?}: {wants}"
                    );
                    let today = now() - TimeDelta::days(1);
                    let asked = now_is.asked.iter().filter(|(_, at)| *at > today);
                    assert!(asked.count() <= CODES_PER_DAY, "{before:?}: {wants}");
                }
            }
        }
    }
    assert!(done > 500, "{done}");
}
