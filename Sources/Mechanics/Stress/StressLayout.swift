import ForceLabPlugins

/// A layout of low stress of a connected part.
struct StressLayout {
  /// Above this number of nodes, a part is laid out with pivots if their number is not given.
  static let maxAllPairsCount = 5000
  /// So few nodes for each pivot are laid out by all pairs in less time.
  static let allPairsFactor = 8
  /// Tiles of nodes that follow each other in breadth-first order would slow the descent down.
  static let shuffledRun = 256

  let task: PartwiseLayout.Task
  let dimensions: Int
  let threads: Int
  /// Coordinates in lengths of an edge, one list per axis, from which the nodes start; empty for a start
  /// of its own.
  var start: [[Double]] = []

  /// The number of pivots that keep time and memory in proportion to the size of a large part.
  static func pivots(for count: Int) -> Int {
    guard count > maxAllPairsCount else { return count }
    return max(32, min(256, 32_000_000 / count)) / 16 * 16
  }

  /// The layout with this number of pivots, or by all pairs if the part has few nodes for each pivot.
  func layOut(
    pivots: Int?, epochs: Int, sweeps: Int, using generator: inout SeededGenerator
  ) -> PartwiseLayout.Answer {
    let wanted = pivots ?? Self.pivots(for: task.count)
    let limit = min(Self.allPairsFactor * wanted, Self.maxAllPairsCount)
    return task.count <= max(wanted, limit)
      ? allPairs(epochs: epochs, using: &generator)
      : sparse(pivots: wanted, sweeps: sweeps, using: &generator)
  }

  func allPairs(epochs: Int, using generator: inout SeededGenerator) -> PartwiseLayout.Answer {
    let part = task.parts.part(task.index, shuffledIn: Self.shuffledRun, using: &generator)
    let stress = AllPairsStress(part, dimensions: dimensions, threads: threads)
    stress.scatter(using: &generator)
    stress.mobility = stress.positions.hold(task.pins(in: part))
    stress.descend(epochs: epochs, minimum: part.typicalLength, using: &generator)
    return (part, stress.positions)
  }

  func sparse(
    pivots: Int, sweeps: Int, using generator: inout SeededGenerator
  ) -> PartwiseLayout.Answer {
    let part = task.parts.part(task.index, using: &generator)
    let pins = task.pins(in: part)
    let distances = PivotDistances(
      part, count: pivots, first: pins.map { Int32($0.place) }, threads: threads, using: &generator)
    let stress = PivotStress(distances, dimensions: dimensions, threads: threads)
    for (axis, coordinates) in start.enumerated() {
      for (place, node) in part.nodes.enumerated() {
        stress.positions.lanes[axis][place] = Float(coordinates[Int(node)])
      }
    }
    stress.mobility = stress.positions.hold(pins)
    if start.isEmpty {
      stress.layOutPivots(epochs: 20, using: &generator)
      stress.sweep(2, links: false)
    }
    stress.sweep(sweeps, links: true)
    return (part, stress.positions)
  }
}
