#!/bin/sh
# Fuzzes the readers one by one: fuzz.sh SECONDS TARGET…
# What was learnt is kept in .build/fuzz/corpus; an input that is a finding, in Tests/Fuzzing/Findings.
set -eu
cd "$(dirname "$0")/.."
seconds=$1
shift

folder=Tests/Fuzzing
# Swift's other linker on Linux gives up on the sanitizers' symbols.
[ "$(uname)" = Darwin ] && linker="" || linker="-Xswiftc -use-ld=lld"
# shellcheck disable=SC2086
${SWIFT:-swift} build -c release --package-path "$folder" --scratch-path .build/fuzz --product fuzz \
  -Xswiftc -sanitize=fuzzer,address $linker || exit 1
# The other package's build would ask what this file is.
rm -f "$folder/Package.resolved"

found=0
for target in "$@"; do
  corpus=.build/fuzz/corpus/$target
  findings=$folder/Findings/$target
  log=.build/fuzz/$target.log
  mkdir -p "$corpus" "$findings"
  echo "$target, $seconds s ..."
  # Leaks are not looked for: what Swift keeps in tagged pointers looks like one. Memory is limited
  # for an input and for all; Foundation's XML reader keeps some hundred bytes of each that is in
  # error. A backtrace by Swift takes longer than libFuzzer's, which is enough.
  TARGET=$target SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 .build/fuzz/release/fuzz \
    -max_total_time="$seconds" -timeout=20 -malloc_limit_mb=512 -rss_limit_mb=4096 -max_len=4096 \
    -dict="$folder/Dictionaries/$target.dict" -artifact_prefix="$findings/" \
    -print_final_stats=1 "$corpus" "$folder/Seeds/$target" >"$log" 2>&1 || {
    found=1
    grep -E 'ERROR|Fatal error|Test unit' "$log" || tail "$log"
  }
  grep -E ' cov: ' "$log" | tail -n 1
  grep -E '^stat::(number|average|slowest|peak)' "$log"
  rmdir "$findings" 2>/dev/null || true
done
exit $found
