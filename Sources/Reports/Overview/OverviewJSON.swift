import ForceLabSettings
import ForceLabWorkbench

extension RunOverview {
  /// One object in one line, with what the tasks of the run on a cluster do, if it has any. Numbers that
  /// are missing or not finite are omitted; in the scoreboard, those that are not finite are texts.
  public func json(_ tasks: ClusterState? = nil) -> String {
    let object: JSONObject = [
      "folder": status.folder, "name": status.name, "state": status.state.rawValue,
      "started": status.started, "trials": status.planned, "done": status.done,
      "tasks": tasks.map(Self.object), "report": run.report,
      "failures": status.failures.map { trial -> JSONObject in
        ["trial": trial.number, "status": trial.status, "message": trial.message]
      },
      "scoreboard": scoreboard.table.objects,
      "summary": scoreboard.rows.flatMap(\.configurations).map { number -> JSONObject in
        let row = run.configurations[number - 1]
        let medians = run.measures.reduce(into: [String: Double]()) {
          $0[$1.name] = row.statistics(of: $1.name)?.median
        }
        return [
          "configuration": row.number, "trials": row.trials, "ok": row.good,
          "settings": run.settings(of: row), "medians": medians,
        ]
      },
      "limits": limits.map(Self.object), "published": published.map(Self.object),
    ]
    return object.jsonLine
  }

  private static func object(_ tasks: ClusterState) -> JSONObject {
    let progress = tasks.progress
    return [
      "running": progress.running, "pending": progress.pending, "failed": progress.failed,
      "done": progress.done,
      "failures": tasks.failedTasks.map { task -> JSONObject in
        ["task": task.name, "reason": task.reason, "trials": task.count, "missing": task.missing]
      },
    ]
  }

  private static func object(_ result: LimitResult) -> JSONObject {
    [
      "name": result.limit.name, "column": result.limit.figure.column,
      "measured": result.measured?.finite, "atMost": result.limit.atMost.finite,
      "ratio": result.ratio?.finite, "kept": result.isKept,
    ]
  }

  private static func object(_ result: ClaimResult) -> JSONObject {
    [
      "claim": result.claim.claim, "source": result.claim.source,
      "machine": result.claim.machine, "measuredBy": result.claim.measuredBy.rawValue,
      "standIn": result.claim.standIn, "n": result.count, "published": result.claim.value.finite,
      "measured": result.measured?.finite,
      "low": result.interval?.lowerBound, "high": result.interval?.upperBound,
      "ratio": result.ratio?.finite, "verdict": result.verdict.rawValue,
      "reason": result.reason, "holds": result.holds,
    ]
  }
}

extension RunList {
  public var json: String {
    let runs = runs.map { run -> JSONObject in
      [
        "folder": run.folder, "name": run.name, "state": run.state.rawValue,
        "started": run.started, "trials": run.planned, "done": run.done,
        "failed": run.failures.count,
      ]
    }
    return ["runs": runs].jsonLine
  }
}

extension Plan {
  public var json: String {
    let object: JSONObject = [
      "name": experiment.name, "summary": experiment.summary, "files": files,
      "configurations": configurations.map { configuration -> JSONObject in
        [
          "configuration": configuration.number,
          "settings": Dictionary(firstOf: zip(paths, configuration.settings)),
        ]
      },
      "trials": trials.map { trial -> JSONObject in
        [
          "trial": trial.number, "configuration": trial.configuration,
          "repeat": trial.repetition, "seed": trial.seed, "warmUp": trial.isWarmUp,
        ]
      },
      "excluded": excluded.map { ["count": $0.count, "because": $0.because] as JSONObject },
      // The commands of the programs that trials start, by name.
      "programs": Dictionary(firstOf: programs.map { ($0.name, $0.command) }),
    ]
    return object.jsonLine
  }
}

extension [Diagnostic] {
  /// Whether the experiment `file` is valid, for programs; `trials` is nil if it is not.
  public func validation(of file: String, trials: Int?) -> String {
    let findings = map { diagnostic -> JSONObject in
      let location = diagnostic.location
      return [
        "severity": diagnostic.severity.rawValue, "message": diagnostic.message,
        "file": location?.file, "line": location.flatMap { $0.line > 0 ? $0.line : nil },
        "column": location.flatMap { $0.column > 0 ? $0.column : nil },
      ]
    }
    let object: JSONObject = [
      "file": file, "ok": trials != nil, "trials": trials, "findings": findings,
    ]
    return object.jsonLine
  }
}

extension Double {
  var finite: Double? { isFinite ? self : nil }
}
