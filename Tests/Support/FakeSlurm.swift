import Foundation

/// Programs with the names of Slurm's, which run the tasks of a submission at once on this machine, as
/// the nodes `even` and `odd`. The files in `slurm` say what fails.
package struct FakeSlurm {
  private let place: Workplace

  package init(in place: Workplace) throws {
    self.place = place
    for (name, text) in Self.programs {
      try place.write("#!/bin/sh\nfake=$(dirname \"$0\")\n" + text, to: "slurm/\(name)")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755],
        ofItemAtPath: place.folder.appendingPathComponent("slurm/\(name)").path)
    }
  }

  /// Runs `script` in a shell that finds the programs before all others.
  package func shell(_ script: String) throws -> Ending {
    try place.shell("PATH=\"$PWD/slurm:$PATH\"; HOME=$PWD; export PATH HOME; " + script)
  }

  /// What `sbatch` was called with, line by line.
  package func calls() throws -> [String] {
    try place.text(of: "slurm/calls").split(separator: "\n").map(String.init)
  }

  /// - refuse: `sbatch` prints it and fails.
  /// - lost: the indices of tasks that never begin.
  /// - job: what `scontrol` knows of a job that has ended.
  /// - queue: the lines of `squeue`.
  /// - down: `squeue` fails.
  private static let programs = [
    "sbatch": """
    echo "$*" >> "$fake/calls"
    if [ -e "$fake/refuse" ]; then cat "$fake/refuse" >&2; exit 1; fi
    array= output=/dev/null
    while :; do
      case "$1" in
        --array=*) array=${1#--array=} ;;
        --output=*) output=${1#--output=} ;;
        --*) ;;
        *) break ;;
      esac
      shift
    done
    job=$(( $(cat "$fake/last" 2>/dev/null || echo 100) + 1 ))
    echo $job > "$fake/last"
    run() {
      if grep -qx "$1" "$fake/lost" 2>/dev/null; then return; fi
      node=even; [ $(($1 % 2)) = 0 ] || node=odd
      shift
      SLURMD_NODENAME=$node SLURM_RESTART_COUNT=0 "$@"
    }
    script=$1
    if [ -n "$array" ]; then
      last=${array#0-}
      for task in $(seq 0 "${last%%%*}"); do
        run $task env SLURM_JOB_ID=$((job * 1000 + task)) SLURM_ARRAY_JOB_ID=$job \\
          SLURM_ARRAY_TASK_ID=$task bash "$script" \\
          >> "$(echo "$output" | sed "s/%a/$task/")" 2>&1
      done
    fi
    echo $job

    """,
    "squeue": """
    # Some users have settings that hide jobs, and some clusters have hidden partitions.
    [ -z "$SQUEUE_STATES" ] || exit 0
    if [ -e "$fake/down" ]; then echo "squeue: error: Unable to contact controller" >&2; exit 1; fi
    case " $* " in *" --all "*) cat "$fake/queue" 2>/dev/null || true ;; esac

    """,
    "scontrol": """
    if [ "$1" = show ]; then
      echo "MaxArraySize            = 1001"
    else
      cat "$fake/job"
    fi

    """,
    "scancel": """
    echo "cancelled $*" >> "$fake/calls"
    rm -f "$fake/queue"

    """,
  ]
}
