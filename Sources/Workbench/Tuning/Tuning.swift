import ForceLabPlugins
import ForceLabSettings

/// The part of an experiment that `forcelab tune` reads: what it varies, and what is to be low or high.
struct Tuning: Record {
  var minimize: [String] = []
  var maximize: [String] = []
  var over = PathValues()
  var candidates: [PathValues] = []
  var test = 0.3

  static let manual = Manual<Self>(
    "tune",
    "Parameters for `forcelab tune` to vary, and the measures that it makes as low or high as it can.",
    parameters: [
      Parameter(
        "minimize", \.minimize,
        "Measures that are to be low, such as stress or layout_seconds. Several have a set of best trade-offs.",
        defaultDescription: "none", example: "[stress]"),
      Parameter(
        "maximize", \.maximize, "Measures that are to be high.", defaultDescription: "none"),
      Parameter(
        "over", \.over,
        "Paths of parameters, each with a range {from, to, scale}, a list of values, or nothing for the range in the "
          + "manual, if that includes both ends. A parameter of a plugin counts only where that plugin is chosen.",
        isRequired: true,
        example: "{forces.many-body.strength: {from: -1000, to: -1, scale: log}}"),
      Parameter(
        "candidates", \.candidates,
        "Configurations to begin with, as in `variants`, beside the experiment as it is, the default.",
        defaultDescription: "none", example: "[{preset: forceatlas2}]"),
      Parameter(
        "test", \.test, in: 0.05...0.8,
        "Share of the graphs that is kept for the test at the end: at least six, more with more than three measures, "
          + "and no more than a third of a budget of trials allows."),
    ])

  func check() throws(ParameterError) {
    guard !minimize.isEmpty || !maximize.isEmpty else {
      throw ParameterError(
        "no measure to tune for; add 'minimize: [stress]'", parameter: "minimize")
    }
    guard !over.all.isEmpty else {
      throw ParameterError("'over' is empty; name a path and its values", parameter: "over")
    }
  }

  /// In the order of the file, those to minimize first.
  var objectives: [TunedObjective] {
    minimize.map { TunedObjective($0, isMaximized: false) }
      + maximize.map { TunedObjective($0, isMaximized: true) }
  }
}

struct TunedObjective: Sendable {
  /// The name of its column.
  let column: String
  let isMaximized: Bool

  init(_ name: String, isMaximized: Bool) {
    (column, self.isMaximized) = (
      name == "time" ? "layout_seconds" : name.replacing("-", with: "_"), isMaximized
    )
  }

  /// Lower is better; a failure costs the most.
  func cost(of trial: TrialRow, in run: RunReader) -> Double {
    guard trial.isGood, let value = run.number(column, of: trial) else { return .infinity }
    return isMaximized ? -value : value
  }
}
