import ForceLabMechanics
import ForceLabPlugins
import ForceLabWorkbench

/// Lays out a graph as well as it can in a given time. The key `time-budget` of `layout` selects it.
struct TimedEngine: LayoutEngine {
  var budget = 1.0

  static let manual = Manual<Self>(
    "time-budget", "The layout of the lowest stress that a time allows.",
    parameters: [Parameter("budget", \.budget, above: 0, unit: "s", "The time.")],
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

  func layout(_ task: LayoutTask) -> LayoutAnswer {
    var context = PlacementContext(task.graph)
    (context.dimensions, context.threads) = (task.start.count, task.threads)
    context.pins = task.pins
    var generator = SeededGenerator(seed: task.seed)
    let start = ContinuousClock.now
    let layout = TimedStressLayout(
      budget: budget, dimensions: context.dimensions, threads: context.threads)
    var answer = LayoutAnswer(layout.coordinates(of: task.graph, in: context, using: &generator))
    answer.nanoseconds = start.duration(to: .now).nanoseconds
    let choice = layout.choice
    answer.values = [
      "pivots": .integer(choice.pivots), "epochs": .integer(choice.epochs),
      "starts": .integer(choice.starts),
    ]
    return answer
  }
}
