#!/usr/bin/env bash
# fuzz/run.sh TARGET SECONDS: fuzzes one target, beginning with the inputs that the test `fuzz` replays.
# It needs cargo-fuzz and a nightly toolchain.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=$1 seconds=$2
# The program has no unsafe code; without the address sanitizer more inputs are tried, and memory is that of the program.
FUZZ_SEEDS=$PWD/fuzz/corpus cargo test --locked --quiet --test fuzz >/dev/null
exec nice cargo +nightly fuzz run --fuzz-dir fuzz --sanitizer none "$target" -- \
    -max_total_time="$seconds" -timeout=5 -rss_limit_mb=512 -max_len=65536 -print_final_stats=1 \
    -dict=fuzz/"$target".dict
