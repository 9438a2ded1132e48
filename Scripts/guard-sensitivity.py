#!/usr/bin/env python3
"""How often a guard finds a planted loss of quality, and how often it reports one that is not there.

Runs Experiments/guard/guard.yaml with many seeds, with each loss, and counts the verdicts on release 2:

    python3 Scripts/guard-sensitivity.py --runs 100 --loss 0 0.03

Needs the engines (make engines) and the program (make build). A run takes some seconds.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
GUARD = ROOT / "Experiments/guard"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=100, help="runs for each loss, with seeds from 1")
    parser.add_argument("--loss", type=float, nargs="+", default=[0, 0.03], help="planted shares of stress")
    parser.add_argument("--threshold", type=float, default=1, help="percent; smaller changes do not count")
    parser.add_argument("--repeat", type=int, default=80, help="trials of each graph and release")
    parser.add_argument("--forcelab", default=str(ROOT / ".build/release/forcelab"))
    options = parser.parse_args()
    environment = dict(os.environ, FORCELAB_ENGINES=str(GUARD))
    print(f"{'loss':>6} {'runs':>5} {'worse':>6} {'same':>5} {'unclear':>8} {'better':>7} {'exit 1':>7} {'seconds':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for loss in options.loss:
            counts = collections.Counter()
            start = time.monotonic()
            for seed in range(1, options.runs + 1):
                run = f"{folder}/{loss}-{seed}"
                subprocess.run(
                    [options.forcelab, "run", GUARD / "guard.yaml", "--out", run, "--no-report",
                     "--set", f"seed={seed}", "--set", f"repeat={options.repeat}",
                     "--set", f"variants.release-2.engine.planted-loss.loss={loss}"],
                    env=environment, check=True, capture_output=True)
                compared = subprocess.run(
                    [options.forcelab, "compare", run, "--by", "variant", "--measure", "stress", "--threshold",
                     str(options.threshold), "--fail-if", "worse", "--format", "json"],
                    env=environment, capture_output=True, text=True)
                counts[verdict(json.loads(compared.stdout))] += 1
                counts["exit 1"] += compared.returncode == 1
            seconds = (time.monotonic() - start) / options.runs
            print(f"{loss:6g} {options.runs:5} {counts['worse']:6} {counts['same']:5} {counts['unclear']:8} "
                  f"{counts['better']:7} {counts['exit 1']:7} {seconds:8.1f}", flush=True)


def verdict(comparison):
    """The assessment over all graphs, which has no graph of its own."""
    return next(row["assessment"] for row in comparison if "graph" not in row)


if __name__ == "__main__":
    main()
