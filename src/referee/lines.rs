//! One request and one answer on each line.

use std::io::{self, BufRead, Read as _, Write};

use crate::variants::Games;

use super::judge::answer;
use super::reply::{Answer, Code, Refused};
use super::request::Request;

/// The longest request, in bytes without its line end.
pub const LONGEST_LINE: usize = 1 << 20;

/// Answers each line of `input` about one of `games`, a JSON object, with a line of JSON, until the input ends. Requests do
/// not depend on each other.
///
/// # Errors
/// `input` or `output` fails. A wrong request is answered with an error, and is none here.
pub fn answer_lines(
    games: &Games,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = LONGEST_LINE as u64 + 1;
        if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let request = if line.last() != Some(&b'\n') && line.len() > LONGEST_LINE {
            skip_line(&mut input)?;
            let message = "The line is longer than 1 MiB.".to_owned();
            Err(Refused::new(Code::BadJson, message))
        } else {
            Request::read(games, &line)
        };
        let answer = match request {
            Ok(request) => answer(games, &request),
            Err(error) => Answer::Refused { error },
        };
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
        output.flush()?;
        // Free the memory of a long request.
        line.shrink_to(1 << 16);
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|b| *b == b'\n');
        let used = end.map_or(buffer.len(), |i| i + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}
