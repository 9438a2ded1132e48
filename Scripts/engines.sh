#!/bin/sh
# Installs what the engines in the folder Engines need: Python packages into .build/engines, and Graphviz and
# d3-force from the packages of the system.
set -eu
cd "$(dirname "$0")/.."

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

environment=.build/engines
if command -v apt-get >/dev/null 2>&1; then
  as_root apt-get update -qq
  as_root apt-get install -y -qq -o=Dpkg::Use-Pty=0 --no-install-recommends \
    python3-venv gcc libc6-dev pkg-config libgraphviz-dev nodejs node-d3-force >&2
elif ! pkg-config --exists libgvc 2>/dev/null; then
  echo "Graphviz is missing. Install it with: brew install graphviz pkg-config" >&2
fi

[ -x "$environment/bin/python3" ] || python3 -m venv "$environment"
echo "Installing Python packages into $environment ..." >&2
"$environment/bin/pip" install --quiet --disable-pip-version-check --prefer-binary \
  'numpy<3' 'scipy<2' 'igraph==1.0.0' 'networkx==3.6.1' 'ogdf-wheel==2025.10' 'ogdf-python==0.3.5' \
  's_gd2==1.8.1' 'networkit==11.2.2'

if pkg-config --exists libgvc; then
  # shellcheck disable=SC2046
  ${CC:-cc} -O2 -o "$environment/bin/graphviz-engine" Engines/c/graphviz_engine.c \
    $(pkg-config --cflags --libs libgvc libcgraph)
fi
.build/release/forcelab list engines
