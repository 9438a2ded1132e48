#!/bin/sh
# Draws the pictures of the README, Documentation/report.png and Documentation/layout.svg. Needs the
# release build, vl-convert-python and Chromium.
set -eu
cd "$(dirname "$0")/.."
forcelab=${FORCELAB:-.build/release/forcelab}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The experiment of the README.
sed -n '/^name: charges$/,/^```$/p' README.md | sed '$d' >"$folder/charges.yaml"
"$forcelab" run "$folder/charges.yaml" --quiet --out "$folder/report"
"${CHROMIUM:-chromium}" --headless=new --no-sandbox --hide-scrollbars --window-size=1280,1470 \
  --screenshot=Documentation/report.png "file://$folder/report/report.html" 2>/dev/null

cat >"$folder/miserables.yaml" <<END
name: les-miserables
graph: miserables
forces: [many-body: {strength: -60}, link: {length: 40}, center]
stop: {iterations: 600}
END
"$forcelab" run "$folder/miserables.yaml" --quiet --no-report --out "$folder/layout"
"$forcelab" draw "$folder/layout" 1 --out Documentation/layout.svg
