#!/bin/sh
# Fuzzes the readers one after the other: fuzz.sh SECONDS TARGET…
# The corpus is kept in .build/fuzz/corpus, inputs that fail in Tests/Fuzzing/Findings.
set -eu
cd "$(dirname "$0")/.."
seconds=$1
shift

folder=Tests/Fuzzing
# The default linker on Linux fails on the symbols of the sanitizers.
[ "$(uname)" = Darwin ] && linker="" || linker="-Xswiftc -use-ld=lld"
# shellcheck disable=SC2086
${SWIFT:-swift} build -c release --package-path "$folder" --scratch-path .build/fuzz --product fuzz \
  -Xswiftc -sanitize=fuzzer,address $linker || exit 1
# ForceLab's own build would warn about this file.
rm -f "$folder/Package.resolved"

found=0
for target in "$@"; do
  corpus=.build/fuzz/corpus/$target
  findings=$folder/Findings/$target
  log=.build/fuzz/$target.log
  mkdir -p "$corpus" "$findings"
  echo "$target, $seconds s ..."
  # Leak detection is off, because Swift's tagged pointers look like leaks. Memory is limited for an
  # input and for the process; Foundation's XML reader leaks some hundred bytes of each wrong file.
  # Swift's backtraces are off, because libFuzzer prints its own.
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
