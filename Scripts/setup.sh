#!/bin/sh
# Installs what is missing of the headers that the build needs (libyaml, libarchive, zlib, xxHash and
# Chipmunk), and curl, which fetches graphs. `setup.sh browser`, `cluster` or `python` installs what these tests
# need instead. Prints nothing if everything is there, and fails if something cannot be installed.
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
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o=Dpkg::Use-Pty=0 --no-install-recommends "$@" >&2
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

has_browser() {
  command -v "${CHROMIUM:-chromium}" || command -v chromium-browser || command -v google-chrome
}

# On Debian, virtual environments are in a separate package.
has_python() { python3 -c 'import ensurepip, venv'; }

has_slurm() {
  PATH="$PATH:/usr/sbin:/sbin"
  command -v python3 && command -v sbatch && command -v slurmctld && command -v slurmd && command -v munged
}

# need_for TESTS CHECK APT-PACKAGE...: installs what tests cannot do without.
need_for() {
  tests=$1 check=$2
  shift 2
  if "$check" >/dev/null 2>&1; then return 0; fi
  if command -v apt-get >/dev/null 2>&1; then
    echo "Installing $*, which the $tests tests need ..." >&2
    if install "$@" && "$check" >/dev/null 2>&1; then return 0; fi
  fi
  echo "The $tests tests cannot run: install the equivalent of Debian's $* and try again." >&2
  exit 1
}

case ${1:-} in
  browser)
    need_for browser has_browser chromium fonts-dejavu-core
    need_for browser has_python python3-venv
    exit
    ;;
  cluster)
    if [ "$(id -u)" -ne 0 ]; then
      echo "The cluster tests cannot run: the daemons of Slurm need root; try again as root." >&2
      exit 1
    fi
    need_for cluster has_slurm slurm-wlm munge python3
    exit
    ;;
  python)
    need_for Python has_python python3-venv
    exit
    ;;
esac

need yaml.h libyaml-dev libyaml
need archive.h libarchive-dev libarchive
need zlib.h zlib1g-dev zlib
need xxhash.h libxxhash-dev xxhash
need chipmunk/chipmunk.h libchipmunk-dev chipmunk
if ! command -v curl >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then install curl; fi
