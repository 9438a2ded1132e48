#!/bin/sh
# Installs what is not there: libyaml's header, which the build needs, and gnuplot, which draws charts.
# Says nothing if all is well. Without gnuplot all but the charts works, so its lack is no failure.
set -eu

# The header is what the compiler needs; pkg-config may not know of it, or not be there itself.
has_yaml_header() {
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    if [ -e "$folder/yaml.h" ]; then return 0; fi
  done
  printf '#include <yaml.h>\n' | "${CC:-clang}" -E -x c - >/dev/null 2>&1
}

has_gnuplot() { command -v gnuplot >/dev/null 2>&1; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo $ask "$@"; fi
}

install() {
  as_root apt-get update -qq &&
    as_root apt-get install -y -qq -o=Dpkg::Use-Pty=0 --no-install-recommends "$1" >&2
}

if ! has_yaml_header; then
  if [ "$(uname)" = Darwin ]; then
    echo "libyaml is missing. Install it with: brew install libyaml" >&2
    exit 1
  fi
  if ! command -v apt-get >/dev/null 2>&1; then
    echo "libyaml's header yaml.h is missing. Install libyaml's development package." >&2
    exit 1
  fi
  echo "Installing libyaml-dev, which has libyaml's header yaml.h ..." >&2
  ask=""
  install libyaml-dev
fi

if ! has_gnuplot; then
  # What nothing waits for is not worth a password.
  ask="-n"
  if command -v apt-get >/dev/null 2>&1; then
    echo "Installing gnuplot-nox, which draws the charts of runs ..." >&2
    install gnuplot-nox ||
      echo "It cannot be installed, so runs will have no charts; all else works." >&2
  else
    echo "gnuplot is missing, so runs will have no charts. To have them: brew install gnuplot" >&2
  fi
fi
