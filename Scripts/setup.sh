#!/bin/sh
# Installs what the build needs and is not there: libyaml's header. Says nothing if all is well.
set -eu

# The header is what the compiler needs; pkg-config may not know of it, or not be there itself.
has_yaml_header() {
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    if [ -e "$folder/yaml.h" ]; then return 0; fi
  done
  printf '#include <yaml.h>\n' | "${CC:-clang}" -E -x c - >/dev/null 2>&1
}

if [ "$(uname)" = Darwin ]; then
  has_yaml_header && exit 0
  echo "libyaml is missing. Install it with: brew install libyaml" >&2
  exit 1
fi

has_yaml_header && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "libyaml's header yaml.h is missing. Install libyaml's development package." >&2
  exit 1
fi
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}
echo "Installing libyaml-dev, which has libyaml's header yaml.h ..." >&2
as_root apt-get update -qq
as_root apt-get install -y -qq -o=Dpkg::Use-Pty=0 --no-install-recommends libyaml-dev >&2
