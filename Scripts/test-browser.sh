#!/bin/sh
# Runs the tests of reports in headless Chromium: `test-browser.sh install` installs what they need and
# is not there; `test-browser.sh` alone skips them, with a word, where Chromium is absent.
set -eu
cd "$(dirname "$0")/.."

find_chromium() {
  for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && command -v "$name"; then return 0; fi
  done
  return 1
}

# Debian keeps Python's environments in a package of their own.
can_make_environment() { python3 -c 'import ensurepip, venv' >/dev/null 2>&1; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

install() {
  if find_chromium >/dev/null && can_make_environment; then return 0; fi
  if ! command -v apt-get >/dev/null 2>&1; then
    echo "Chromium or Python's venv is missing. Install both; CHROMIUM may name the program." >&2
    exit 1
  fi
  echo "Installing chromium and python3-venv ..." >&2
  as_root apt-get update -qq
  as_root apt-get install -y -qq -o=Dpkg::Use-Pty=0 --no-install-recommends \
    chromium python3-venv fonts-dejavu-core >&2
}

if [ "${1:-}" = install ]; then install; fi

if ! CHROMIUM=$(find_chromium); then
  echo "Skipped the tests of reports in a browser: no Chromium; \`make test-browser\` installs it." >&2
  exit 0
fi
export CHROMIUM

environment=.build/browser
if ! "$environment/bin/python" -c 'import playwright' >/dev/null 2>&1; then
  if [ "${1:-}" != install ] && ! can_make_environment; then
    echo "Skipped the tests of reports in a browser: no python3 with venv." >&2
    exit 0
  fi
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check 'playwright>=1.40,<2'
fi

"$environment/bin/python" -m unittest discover --start-directory Tests/Browser --pattern '*_tests.py'
