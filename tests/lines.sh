#!/bin/sh
# Counts the lines of code in src/, per folder: without tests, comments and blank lines, as rustfmt
# writes them.
set -eu
cd "$(dirname "$0")/.."
cargo fmt --check > /dev/null || { echo 'format first: cargo fmt' >&2; exit 1; }
find src -name '*.rs' ! -name tests.rs ! -path '*/tests/*' | sort | xargs awk '
    # An item below #[cfg(test)] ends with a line of its own indentation that closes it.
    FNR == 1 { test = 0 }
    test == 1 && !/^ *#\[/ { match($0, /^ */); indent = RLENGTH; test = 2 }
    test == 2 {
        match($0, /^ */)
        if (RLENGTH == indent && /[;}]$/) test = 0
        next
    }
    /^ *#\[cfg\(test\)\]$/ { test = 1; next }
    /^ *$/ || /^ *\/\// { next }
    {
        parts = split(FILENAME, part, "/")
        module = parts > 2 ? part[2] : "(root)"
        lines[module]++
        all++
    }
    END {
        for (module in lines) printf "%7d  %s\n", lines[module], module | "sort -rn"
        close("sort -rn")
        printf "%7d  src\n", all
    }'
