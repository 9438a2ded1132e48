#!/bin/sh
# Tests the Python package with the program of $FORCELAB, and runs its notebooks. The first time, this installs pandas,
# networkx and others into .build/python.
set -eu
cd "$(dirname "$0")/.."

export FORCELAB="${FORCELAB:-$PWD/.build/release/forcelab}"
sh Scripts/setup.sh python
environment=$PWD/.build/python
if ! "$environment/bin/python" -c 'import altair, forcelab, igraph, nbconvert, networkx, pytest, vl_convert' >/dev/null 2>&1; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check \
    --editable 'Python[charts,graphs]' pytest nbconvert ipykernel
fi
"$environment/bin/python" -m pytest --quiet Python/tests
# In a copy, so that outputs do not go into the repository.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R Python/notebooks/. "$work"
for notebook in "$work"/*.ipynb; do
  "$environment/bin/jupyter" nbconvert --log-level ERROR --to notebook --execute --inplace "$notebook"
  echo "$(basename "$notebook"): ran"
done
