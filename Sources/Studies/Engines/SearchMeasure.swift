import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabWorkbench
import Foundation

/// How a search measures layouts: by the metrics on all or a part of a layout, or by some crossings, as annealing does.
struct SearchMeasure {
  private let task: LayoutTask
  private let measures: WeightedMeasures
  /// The part of the layout that is measured; nil for all of it.
  private var part: Part?
  /// The least time of measuring a layout.
  private(set) var seconds = Double.infinity

  private struct Part {
    let nodes: [Int32]
    let graph: Graph

    init(nodes: [Int32], of whole: Graph) {
      (self.nodes, graph) = (nodes, whole.renumbered(nodes, keepsGroups: true))
    }

    func layout(at places: [[Double]], areas: [NodeArea]) -> FinishedLayout {
      FinishedLayout(
        graph, at: places.map { axis in nodes.map { axis[Int($0)] } },
        areas: areas.isEmpty ? [] : nodes.map { areas[Int($0)] })
    }
  }

  /// The minimum time of measuring a layout, in seconds for each node and edge.
  private static let minCost = 1e-7
  /// The share of the time for measuring a layout once; where the whole takes longer, a part is measured.
  private static let share = 0.05
  /// The share of the time for measuring the whole once.
  private static let limit = 0.15
  /// Up to this number of nodes, layouts are measured without an estimate of the time.
  private static let maxUntimed = 128
  /// The numbers of nodes of parts that are measured. The smallest ones show only whether forces bring neighbors together
  /// that low stress leaves apart.
  private static let (smallest, minPart, maxPart) = (128, 512, 2048)

  init(_ task: LayoutTask, _ measures: WeightedMeasures) {
    (self.task, self.measures) = (task, measures)
  }

  var isWhole: Bool { part == nil }

  /// Whether a small part is measured, which does not tell good layouts apart.
  var isRough: Bool { part.map { $0.nodes.count < Self.maxPart } ?? false }

  /// The time of measuring a layout by `Annealing.costOfStart`, and about that of preparing to anneal, in seconds.
  static func countingCost(_ graph: Graph) -> Double {
    3e-7 * Double(graph.nodeCount + graph.edgeCount)
  }

  /// The cost of the layout that a search starts from; nil if it takes too long to measure it, or a large part of it,
  /// often until `deadline`. The time is estimated from ever larger parts.
  mutating func first(
    of start: [[Double]], isFlat: Bool, until deadline: ContinuousClock.Instant
  ) -> Double? {
    var left: Double { ContinuousClock.now.duration(to: deadline) / .seconds(1) }
    let count = task.graph.nodeCount
    let size = Double(count + task.graph.edgeCount)
    guard measures.whollyAnnealed == nil else {
      return Self.countingCost(task.graph) < 0.2 * left ? cost(of: start) : nil
    }
    guard Self.minCost * size < left else { return nil }
    var walk = BreadthFirstSearch(task.graph)
    let degrees = (0..<count).map(task.graph.degree)
    walk.visit(from: Int32(degrees.indices.max { degrees[$0] < degrees[$1] } ?? 0))
    for node in 0..<count where degrees[node] > 0 { walk.visit(from: Int32(node)) }
    // Isolated nodes take no time to measure.
    for node in 0..<Int32(count) { walk.visit(from: node) }
    let order = walk.order
    var (nodes, known, time, growth) = (32, 0, 0.0, measures.areLocal ? 6.0 : 16)
    /// The estimated time of the whole, by its part of `known` nodes.
    var whole: Double {
      known > 0 ? time * pow(growth, log2(Double(count) / Double(known)) / 2) : 0
    }
    while nodes < count, nodes <= Self.maxPart, growth * time < Self.share * left {
      // If the whole takes little time, larger parts are of no use.
      guard known < Self.minPart || 2 * whole > Self.limit * left else { break }
      part = Part(nodes: Array(order[..<nodes]), of: task.graph)
      // Everything is slow the first time.
      if known == 0 { _ = cost(of: start) }
      seconds = .infinity
      // Without a value, nothing may have been computed.
      guard cost(of: start) < .infinity else {
        nodes *= 4
        continue
      }
      // A part of four times as many nodes takes at most 16 times as long.
      if known > 0 { growth = max(4, min(16, seconds / time)) }
      (time, known) = (seconds, nodes)
      nodes *= 4
    }
    guard known > 0 || count <= Self.maxUntimed else { return nil }
    let isUseful =
      measures.areLocal && known >= (isFlat ? Self.minPart : Self.smallest)
      && time < Self.share * left
    let largest = isUseful ? part : nil
    if whole < Self.limit * left {
      (part, seconds) = (nil, .infinity)
      let cost = cost(of: start)
      guard largest != nil, seconds > Self.limit * left else { return cost }
    }
    guard largest != nil else { return nil }
    (part, seconds) = (largest, time)
    let cost = cost(of: start)
    return cost < .infinity ? cost : nil
  }

  /// Infinite if there is none.
  mutating func cost(of places: [[Double]]) -> Double {
    guard places.firstNonFinite == nil else { return .infinity }
    let begin = ContinuousClock.now
    defer { seconds = min(seconds, begin.duration(to: .now) / .seconds(1)) }
    if let objective = measures.whollyAnnealed {
      // Each layout by the same edges.
      var generator = SeededGenerator(seed: 0)
      return Annealing(task.graph, objective, from: places, within: 0, using: &generator)
        .costOfStart()
    }
    let layout =
      part?.layout(at: places, areas: task.areas)
      ?? FinishedLayout(task.graph, at: places, areas: task.areas)
    let cost = measures.cost(of: layout)
    return cost.isNaN ? .infinity : cost
  }
}
