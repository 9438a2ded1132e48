import ForceLabMechanics
import ForceLabPlugins
import ForceLabWorkbench

/// The key `time-budget` of `layout`.
public struct TimeBudget: Record, Hashable {
  public var seconds = 1.0
  public var objective: Objective?

  public init() {}

  public static let manual = Manual<Self>(
    "time-budget", "The time of a layout, and what is to be as low as it allows.",
    parameters: [
      Parameter("seconds", \.seconds, above: 0, unit: "s", "The time, such as 100ms or 2s."),
      Parameter("for", \.objective, "The objective.", defaultDescription: "the stress"),
    ], shorthand: "seconds")
}

/// Lays out a graph as well as it can in a given time. The key `time-budget` of `layout` selects it.
struct TimedEngine: LayoutEngine {
  var budget = TimeBudget()

  /// The part of the time for the layout of low stress that annealing starts from.
  private static let shareOfStart = 0.3

  static let manual = Manual<Self>(
    "time-budget", "The layout of the lowest stress or of another objective that a time allows.",
    parameters: [Parameter("budget", \.budget, "The time and the objective.")],
    source: "See the placement 'stress'")

  var columns: [Column] {
    [
      .fact("pivots", "pivots"), .fact("epochs", "epochs"), .fact("starts", "random starts"),
    ]
  }

  /// The number of steps depends on the speed of the machine.
  var isRandom: Bool { true }
  var unusedKeys: Set<String> {
    ["placement", "forces", "integrator", "repulsion", "stop", "energy-limit", "nodes"]
  }

  func check(dimensions: Int) throws(ParameterError) {
    guard dimensions == 2 || budget.objective?.edgeCrossings ?? 0 == 0 else {
      throw ParameterError(
        "edges do not cross in 3D; set 'dimensions' to 2, or remove 'edge-crossings'",
        parameter: "for.edge-crossings")
    }
  }

  func layout(_ task: LayoutTask) -> LayoutAnswer {
    var context = PlacementContext(task.graph)
    (context.dimensions, context.threads) = (task.start.count, task.threads)
    context.pins = task.pins
    var generator = SeededGenerator(seed: task.seed)
    let start = ContinuousClock.now
    let seconds = budget.seconds
    let objective = budget.objective.flatMap { $0.edgeCrossings > 0 ? $0 : nil }
    let layout = TimedStressLayout(
      budget: seconds * (objective == nil ? 1 : Self.shareOfStart), dimensions: context.dimensions,
      threads: context.threads)
    var answer = LayoutAnswer(layout.coordinates(of: task.graph, in: context, using: &generator))
    if let objective {
      let annealing = Annealing(
        task.graph, objective, from: answer.coordinates, pins: task.pins, using: &generator)
      answer.coordinates = annealing.coordinates { _ in
        start.duration(to: .now) / .seconds(seconds)
      }
    }
    answer.nanoseconds = start.duration(to: .now).nanoseconds
    let choice = layout.choice
    answer.values = [
      "pivots": .integer(choice.pivots), "epochs": .integer(choice.epochs),
      "starts": .integer(choice.starts),
    ]
    return answer
  }
}
