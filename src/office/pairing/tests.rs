use super::*;
use crate::outside::tests::goes_on;

/// A program of the shell, in which `$1` is the report and `$2` the answer.
fn program(script: &str, seconds: i64) -> PairingProgram {
    let words = ["sh", "-c", script, "sh", "{input}", "{output}"];
    PairingProgram {
        name: "fake".to_owned(),
        command: words.map(str::to_owned).to_vec(),
        dialect: crate::config::Dialect::Trf16,
        system: String::new(),
        seconds,
    }
}

#[test]
fn the_program_reads_the_report_and_its_answer_is_read() {
    let said = answer(&program("cat \"$1\" > \"$2\"", 10), "012 Event\n");
    assert_eq!(said.expect("an answer"), "012 Event\n");
}

#[test]
fn programs_that_do_not_work_end_and_leave_nothing() {
    let left = "(sleep 3141) & sleep 3142";
    for (script, seconds, why) in [
        (left, 1, "it did not end within 1 seconds"),
        ("exit 3", 10, "it has ended with exit status: 3"),
        ("true", 10, "it has written no answer"),
        (
            "head -c 70000 /dev/zero > \"$2\"",
            10,
            "its answer is longer than 65536 bytes",
        ),
        ("ln -s /etc/passwd \"$2\"", 10, "its answer is no file"),
        ("printf '\\377' > \"$2\"", 10, "its answer is no text"),
    ] {
        let error = answer(&program(script, seconds), "").expect_err(script);
        assert_eq!(error.to_string(), why, "{script}");
    }
    assert!(
        !goes_on("3141") && !goes_on("3142"),
        "what it has started goes on"
    );
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let mut missing = program("", 10);
    missing.command[0] = "/nowhere/bbpPairings".to_owned();
    let error = answer(&missing, "").expect_err("it is not there");
    assert_eq!(error.to_string(), "/nowhere/bbpPairings is not there");
}
