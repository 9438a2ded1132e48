#!/bin/sh
# Tests reports in headless Chromium. `test-browser.sh install` first installs what is missing; without
# `install`, the tests are skipped if Chromium is missing.
set -eu
cd "$(dirname "$0")/.."

find_chromium() {
  for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && command -v "$name"; then return 0; fi
  done
  return 1
}

# On Debian, virtual environments are in a separate package.
can_make_environment() { python3 -c 'import ensurepip, venv' >/dev/null 2>&1; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

install() {
  if find_chromium >/dev/null && can_make_environment; then return 0; fi
  if ! command -v apt-get >/dev/null 2>&1; then
    echo "Chromium or python3-venv is missing. Install both; set CHROMIUM to the path of the browser." >&2
    exit 1
  fi
  echo "Installing chromium and python3-venv ..." >&2
  as_root apt-get update -qq
  as_root apt-get install -y -qq -o=Dpkg::Use-Pty=0 --no-install-recommends \
    chromium python3-venv fonts-dejavu-core >&2
}

if [ "${1:-}" = install ]; then install; fi

if ! CHROMIUM=$(find_chromium); then
  echo "Skipped the browser tests: Chromium is not installed. \`make test-browser\` installs it." >&2
  exit 0
fi
export CHROMIUM

environment=.build/browser
if ! "$environment/bin/python" -c 'import playwright, vl_convert' >/dev/null 2>&1; then
  if [ "${1:-}" != install ] && ! can_make_environment; then
    echo "Skipped the browser tests: python3-venv is not installed." >&2
    exit 0
  fi
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check 'playwright>=1.40,<2' 'vl-convert-python>=1.8,<2'
fi

python=$PWD/$environment/bin/python
cd Tests/Browser
# Two files at a time.
printf '%s\n' *_tests.py | xargs -n 1 -P 2 "$python" -m unittest
