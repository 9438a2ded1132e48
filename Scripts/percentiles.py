#!/usr/bin/env python3
"""Writes the table of layouts that `forcelab measure` compares drawings with, from a run of percentiles.yaml.

usage: percentiles.py RUN > Sources/CommandLine/Reference/reference-layouts.csv
"""

import csv
import json
import sys
from pathlib import Path

run = Path(sys.argv[1])
declared = json.loads((run / "columns.json").read_text())["trials"]
measures = [column["name"] for column in declared if column["role"] == "measure" and column.get("better") and column["name"] not in ("iterations", "movement")]
with open(run / "trials.csv", newline="") as file:
    rows = [row for row in csv.DictReader(file) if row["status"] == "ok"]
measures = [name for name in measures if any(row[name] for row in rows)]
writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(["nodes", "edges"] + measures)
for row in rows:
    values = [row[name] and f"{float(row[name]):.4g}" for name in measures]
    writer.writerow([row["nodes"], row["edges"]] + values)
