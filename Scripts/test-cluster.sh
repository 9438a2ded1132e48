#!/bin/sh
# Tests sweeps on a private Slurm cluster of two nodes on this machine, which it starts and stops, after it has
# installed what is missing. Needs root.
set -eu
cd "$(dirname "$0")/.."

sh Scripts/setup.sh cluster
PATH="$PATH:/usr/sbin:/sbin"
export PATH
exec python3 -m unittest discover --start-directory Tests/Cluster --pattern '*_tests.py'
