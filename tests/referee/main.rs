//! The referee: requests and their answers, byte for byte.
//!
//! Each file beside this one holds pairs of lines: `> ` and a request, `< ` and its answer. A file is
//! for one variant; `faults.txt` has requests that are wrong as such.

use std::fs;
use std::path::Path;

use zugpost::referee::{Answer, LONGEST_LINE, Request, answer, answer_lines};
use zugpost::variants::{Games, VARIANTS};

/// The requests and answers of a file.
fn pairs(name: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referee");
    let path = folder.join(name).with_extension("txt");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines: Vec<&str> = text.lines().collect();
    let pairs: Vec<_> = lines
        .chunks(2)
        .map(|pair| match pair {
            [request, reply] => {
                let request = request.strip_prefix("> ").expect("a request");
                (
                    request.to_owned(),
                    reply.strip_prefix("< ").expect("an answer").to_owned(),
                )
            }
            _ => panic!("{name}: a request without an answer"),
        })
        .collect();
    assert!(pairs.len() > 10, "{name}: only {} requests", pairs.len());
    pairs
}

fn names() -> impl Iterator<Item = &'static str> {
    VARIANTS
        .iter()
        .map(|variant| variant.id())
        .chain(["by-file", "faults"])
}

fn answers(input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    answer_lines(Games::built_in(), input, &mut output).expect("memory does not fail");
    let text = String::from_utf8(output).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn requests_are_answered_as_written_down() {
    for name in names() {
        let pairs = pairs(name);
        let requests: String = pairs
            .iter()
            .map(|(request, _)| format!("{request}\n"))
            .collect();
        let answers = answers(requests.as_bytes());
        assert_eq!(answers.len(), pairs.len(), "{name}");
        for ((request, expected), answer) in pairs.iter().zip(&answers) {
            assert_eq!(answer, expected, "{name}: {request}");
        }
    }
}

/// What a program that uses the library gets is what is printed, and both are read back.
#[test]
fn requests_and_answers_are_read_back() {
    let mut right = 0;
    for (line, expected) in names().flat_map(pairs) {
        let read: Answer = serde_json::from_str(&expected).expect("an answer");
        assert_eq!(serde_json::to_string(&read).expect("JSON"), expected);
        let Ok(request) = serde_json::from_str::<Request>(&line) else {
            continue;
        };
        assert_eq!(answer(Games::built_in(), &request), read, "{line}");
        let again = serde_json::to_string(&request).expect("JSON");
        let again: Request = serde_json::from_str(&again).expect("a request");
        assert_eq!(again, request, "{line}");
        right += 1;
    }
    assert!(right > 100, "only {right} requests can be read");
}

#[test]
fn a_line_too_long_is_refused_and_the_next_one_answered() {
    let mut input = vec![b' '; LONGEST_LINE + 10];
    input.extend_from_slice(b"\n\xff\n{\"variant\":\"hans38\",\"ask\":[\"count\"]}");
    let answers = answers(&input);
    assert_eq!(answers.len(), 3, "{answers:?}");
    assert!(answers[0].contains("longer than 1 MiB"), "{answers:?}");
    assert!(answers[1].contains("bad-json"), "{answers:?}");
    assert_eq!(answers[2], r#"{"count":32,"to_move":"white"}"#);
}
