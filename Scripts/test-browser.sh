#!/bin/sh
# Tests reports in headless Chromium, or the browser in CHROMIUM, after it has installed what is missing.
set -eu
cd "$(dirname "$0")/.."

sh Scripts/setup.sh browser
CHROMIUM=$(command -v "${CHROMIUM:-chromium}" || command -v chromium-browser || command -v google-chrome)
export CHROMIUM

environment=.build/browser
if ! "$environment/bin/python" -c 'import playwright, vl_convert' >/dev/null 2>&1; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check 'playwright>=1.40,<2' 'vl-convert-python>=1.8,<2'
fi

python=$PWD/$environment/bin/python
cd Tests/Browser
# Two files at a time.
printf '%s\n' *_tests.py | xargs -n 1 -P 2 "$python" -m unittest
