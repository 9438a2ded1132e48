#!/bin/sh
# Runs against-d3.yaml, then d3-force from the same starts, and prints the ratio of their times.
# Uses the binary that `make build` builds, or the one that FORCELAB names.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
forcelab=${FORCELAB:-$here/../../.build/release/forcelab}
# Debian installs its Node modules here.
NODE_PATH=${NODE_PATH:-/usr/share/nodejs}
export NODE_PATH

if ! node -e 'require("d3-force")' >/dev/null 2>&1; then
  echo "d3-force is missing. Install it with: apt-get install node-d3-force" >&2
  exit 1
fi
if ! [ -x "$forcelab" ]; then
  echo "$forcelab is missing. Build it with: make build" >&2
  exit 1
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$forcelab" run "$here/against-d3.yaml" --quiet --out "$folder/run"
node "$here/against-d3.js" "$folder/run"
