#!/bin/sh
# Tests sweeps on a private Slurm cluster of two nodes on this machine, which it starts and stops. It
# installs slurm-wlm and munge if it may, and skips the tests where it cannot.
set -eu
cd "$(dirname "$0")/.."

skip() {
  echo "Skipped the cluster tests: $1." >&2
  exit 0
}

has_slurm() {
  for name in sbatch slurmctld slurmd munged; do
    command -v "$name" >/dev/null 2>&1 || return 1
  done
}

PATH="$PATH:/usr/sbin:/sbin"
export PATH
command -v python3 >/dev/null 2>&1 || skip "python3 is not installed"
[ "$(id -u)" -eq 0 ] || skip "the daemons of Slurm run as root only"
if ! has_slurm; then
  command -v apt-get >/dev/null 2>&1 || skip "Slurm is not installed"
  echo "Installing slurm-wlm and munge ..." >&2
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    -o=Dpkg::Use-Pty=0 --no-install-recommends slurm-wlm munge >&2; } || skip "Slurm cannot be installed"
  has_slurm || skip "the packages slurm-wlm and munge lack its programs"
fi

exec python3 -m unittest discover --start-directory Tests/Cluster --pattern '*_tests.py'
