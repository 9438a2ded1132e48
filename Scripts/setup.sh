#!/bin/sh
# Installs what is missing of the headers that the build needs (libyaml, libarchive, zlib, xxHash and
# Chipmunk), and curl, which fetches graphs. Prints nothing if everything is there.
set -eu

# The compiler needs the header. pkg-config may not know it, or may itself be missing.
has_header() {
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    if [ -e "$folder/$1" ]; then return 0; fi
  done
  printf '#include <%s>\n' "$1" | "${CC:-clang}" -E -x c - >/dev/null 2>&1
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

install() {
  as_root apt-get update -qq &&
    as_root apt-get install -y -qq -o=Dpkg::Use-Pty=0 --no-install-recommends "$1" >&2
}

# need HEADER APT-PACKAGE BREW-PACKAGE: installs a library that the build cannot do without.
need() {
  if has_header "$1"; then return 0; fi
  if [ "$(uname)" = Darwin ]; then
    echo "$1 is missing. Install it with: brew install $3" >&2
    exit 1
  fi
  if ! command -v apt-get >/dev/null 2>&1; then
    echo "$1 is missing. Install the development package of $3." >&2
    exit 1
  fi
  echo "Installing $2, which provides $1 ..." >&2
  install "$2"
}

need yaml.h libyaml-dev libyaml
need archive.h libarchive-dev libarchive
need zlib.h zlib1g-dev zlib
need xxhash.h libxxhash-dev xxhash
need chipmunk/chipmunk.h libchipmunk-dev chipmunk
if ! command -v curl >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then install curl; fi
