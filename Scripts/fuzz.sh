#!/bin/sh
# Fuzzes one target after the other: fuzz.sh SECONDS TARGET…
# The target `generated-experiments` runs experiments that Tests/Generated makes; a finding names a seed.
# All others are readers. Their corpus is kept in .build/fuzz/corpus, inputs that fail in
# Tests/Fuzzing/Findings.
set -eu
cd "$(dirname "$0")/.."
seconds=$1
shift

swift=${SWIFT:-swift}
found=0
readers=""
for target in "$@"; do
  if [ "$target" != generated-experiments ]; then
    readers="$readers $target"
    continue
  fi
  echo "$target, $seconds s ..."
  for product in test-engine fuzz-experiments; do
    # shellcheck disable=SC2086
    $swift build $FORCELAB_TEST_FLAGS --scratch-path .build/tests --product "$product" || exit 1
  done
  # Another seed each time.
  .build/tests/release/fuzz-experiments 1000000000 "$(date +%s)00" "$seconds" || found=1
done
[ -n "$readers" ] || exit $found

folder=Tests/Fuzzing
# The default linker on Linux fails on the symbols of the sanitizers.
[ "$(uname)" = Darwin ] && linker="" || linker="-Xswiftc -use-ld=lld"
# shellcheck disable=SC2086
$swift build -c release --package-path "$folder" --scratch-path .build/fuzz --product fuzz \
  -Xswiftc -enable-testing -Xswiftc -sanitize=fuzzer,address $linker || exit 1
# ForceLab's own build would warn about this file.
rm -f "$folder/Package.resolved"

for target in $readers; do
  corpus=.build/fuzz/corpus/$target
  findings=$folder/Findings/$target
  log=.build/fuzz/$target.log
  mkdir -p "$corpus" "$findings"
  echo "$target, $seconds s ..."
  # Leak detection is off, because Swift's tagged pointers look like leaks. Memory is limited for an
  # input and for the process. Swift's backtraces are off, because libFuzzer prints its own.
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
