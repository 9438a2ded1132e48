import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabWorkbench

/// The key `time-budget` of `layout`, used in place of `engine`: lays out a graph as well as it can in a given time.
public struct TimeBudget: Record, LayoutEngine {
  public var seconds = 1.0
  public var measures: WeightedMeasures?

  public init() {}

  public static let manual = Manual<Self>(
    "time-budget", "The time of a layout, and what is to be as good as it allows.",
    parameters: [
      Parameter(
        "seconds", \.seconds, within: Bounds(above: 0, through: 1e9), unit: "s",
        "The time, such as 100ms or 2s."),
      Parameter(
        "for", \.measures,
        "A metric, or metrics with weights, whose sum is to be low; one of which more is better counts as negative, and "
          + "of several measures of a metric the first counts. "
          + "With edge crossings or in a sum, `stress` is Σ (‖xi − xj‖/d_ij − 1)² over all pairs of nodes, lengths in "
          + "edges: {stress: 1, edge-crossings: 0.5} weighs two crossings like a stress of 1.",
        defaultDescription: "the stress", example: "neighborhood-preservation"),
    ], shorthand: "seconds")

  /// The parts of the time for the layout of low stress from which a sum with the stress, or another measure, is lowered.
  private static let (shareBeforeAnnealing, shareBeforeSearch) = (0.3, 0.15)
  /// The part of the time for the layout of low stress of a forest, which often has no crossings. It takes time to count
  /// them.
  private static let shareBeforeForest = 0.7

  public var columns: [Column] {
    [.fact("pivots"), .fact("epochs"), .fact("starts", "random starts")]
  }

  /// The number of steps depends on the speed of the machine.
  public var isRandom: Bool { true }
  public var unusedKeys: Set<String> {
    ["placement", "forces", "integrator", "repulsion", "stop", "energy-limit", "nodes"]
  }

  public func layout(_ task: LayoutTask) -> LayoutAnswer {
    var generator = SeededGenerator(seed: task.seed)
    let start = ContinuousClock.now
    let deadline = start + .seconds(seconds)
    let goal = self.measures.flatMap { $0.isStress ? nil : $0 }
    let forest = goal?.areCrossings == true ? task.forestWithoutCrossings(in: seconds) : nil
    let measures = forest == nil ? goal : nil
    let annealed = measures?.whollyAnnealed
    let share =
      measures == nil
      ? 1 : annealed?.stress ?? 0 > 0 ? Self.shareBeforeAnnealing : Self.shareBeforeSearch
    var choice = TimedStressLayout.Choice()
    func left() -> Double { ContinuousClock.now.duration(to: deadline) / .seconds(1) }
    func lowStress(in seconds: Double) -> [[Double]] {
      let layout = task.lowStress(in: seconds, using: &generator)
      choice = layout.choice
      return layout.coordinates
    }
    var answer = LayoutAnswer(
      lowStress(in: forest == nil ? share * seconds : Self.shareBeforeForest * left()))
    if let forest, let goal,
      choice.pivots == 0 || task.mayCross(answer.coordinates, goal, within: left())
    {
      answer.coordinates = forest
    }
    var hasTried = false
    // Without pivots, nodes are on circles or at random places, which some ticks hardly improve.
    let hasStart = choice.pivots > 0 || task.graph.edgeCount == 0
    if let measures, hasStart {
      var search = MeasuredSearch(
        task, measures, from: answer.coordinates, until: deadline, using: &generator)
      search?.run()
      hasTried = search?.hasTried ?? false
      if let search, hasTried { answer.coordinates = search.layout }
    }
    if measures != nil, !hasTried {
      // Without time to prepare annealing, all that is left is for low stress.
      if let annealed, hasStart, SearchMeasure.countingCost(task.graph) < 0.5 * left() {
        let seconds = 0.5 * left()
        if annealed.stress == 0, seconds > share * self.seconds {
          answer.coordinates = lowStress(in: seconds)
        }
        let annealing = Annealing(
          task.graph, annealed, from: answer.coordinates, pins: task.pins, within: left(),
          using: &generator)
        answer.coordinates = annealing.coordinates(from: start, until: deadline)
      } else if left() > 2 * share * seconds {
        answer.coordinates = lowStress(in: left())
      }
    }
    answer.nanoseconds = start.duration(to: .now).nanoseconds
    answer.values = [
      "pivots": .integer(choice.pivots), "epochs": .integer(choice.epochs),
      "starts": .integer(choice.starts),
    ]
    return answer
  }
}

extension LayoutTask {
  /// Nil unless the graph is a forest, no node is pinned, and there is time for it.
  fileprivate func forestWithoutCrossings(in seconds: Double) -> [[Double]]? {
    let visits = Double(graph.nodeCount + graph.neighbors.count)
    guard pins.isEmpty, visits < seconds * Self.forestVisitsPerSecond else { return nil }
    return RadialForest.coordinates(of: graph, in: PlacementContext(graph))
  }

  /// Whether edges cross, or there is no time to count all crossings. Some edges tell in little time where many cross.
  fileprivate func mayCross(
    _ places: [[Double]], _ crossings: WeightedMeasures, within seconds: Double
  ) -> Bool {
    // The edges of a hub are near each other.
    let degrees = (0..<graph.nodeCount).map { Double(graph.degree(of: $0)) }
    let pairs = degrees.reduce(0) { $0 + $1 * $1 }
    var some = SearchMeasure(self, crossings)
    return 2 * SearchMeasure.countingCost(graph) + Self.secondsPerPair * pairs > seconds
      || some.cost(of: places) > 0 || crossings.cost(of: FinishedLayout(graph, at: places)) > 0
  }

  private static let (forestVisitsPerSecond, secondsPerPair) = (1e7, 5e-9)

  /// The layout of the lowest stress in a time, and how it was found.
  func lowStress(in seconds: Double, using generator: inout SeededGenerator) -> (
    coordinates: [[Double]], choice: TimedStressLayout.Choice
  ) {
    var context = PlacementContext(graph)
    (context.dimensions, context.threads, context.pins) = (start.count, threads, pins)
    let layout = TimedStressLayout(budget: seconds)
    let coordinates = layout.coordinates(of: graph, in: context, using: &generator)
    return (coordinates, layout.choice)
  }
}
