//! What is tried on every line that the referee reads.

use zugpost::referee::{Answer, Request, answer, answer_lines};
use zugpost::variants::Games;

/// A request in a line of JSON. Counting many turns ahead is left out, since it takes long by its nature.
pub fn referee(input: &[u8]) {
    let line = input.split(|&b| b == b'\n').next().unwrap_or_default();
    match Request::read(Games::built_in(), line) {
        Err(refused) => {
            let mut out = Vec::new();
            answer_lines(Games::built_in(), line, &mut out).expect("a vector takes everything");
            let lines = out.iter().filter(|&&b| b == b'\n').count();
            assert_eq!(lines, usize::from(!line.is_empty()), "{refused:?}");
        }
        Ok(mut request) => {
            request.ask.retain(|ask| !ask.starts_with("perft"));
            request.turns.truncate(50);
            request.ask.truncate(20);
            let answer = answer(Games::built_in(), &request);
            let text = serde_json::to_string(&answer).expect("an answer is JSON");
            assert!(!text.contains('\n'), "{text}");
            if let Answer::Given(given) = answer {
                assert!(given.count.is_none() || request.ask.iter().any(|ask| ask == "count"));
            }
        }
    }
}
