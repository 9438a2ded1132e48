import ForceLabGraphs
import ForceLabPlugins

/// The stress of layouts of a part, estimated from all pairs with some random nodes.
final class StressSample {
  private let part: ConnectedPart
  private let sources: [Int32]
  /// For each node a row with its distance from each source.
  private let rows = Buffer<UInt16>()

  /// Cost: a search from each of up to `count` nodes.
  init(_ part: ConnectedPart, count: Int, using generator: inout SeededGenerator) {
    self.part = part
    let count = min(count, part.count)
    // One of each run of nodes in breadth-first order.
    sources = (0..<count).map { run in
      let begin = run * part.count / count
      let size = Double((run + 1) * part.count / count - begin)
      return Int32(begin + Int(generator.unit() * size))
    }
    rows.resize(part.count * sources.count)
    DistanceSearch(part).run(from: sources, into: rows.base, stride: sources.count)
  }

  /// The mean over pairs of (s·‖xi − xj‖/d − 1)² at the best scale s. Cost: a term for each pair.
  func stress(of positions: NumberStorage<Float>) -> Double {
    var ratios = Ratios()
    for node in 0..<part.count {
      for (column, source) in sources.enumerated() {
        let bits = rows[node * sources.count + column]
        guard bits > 0 else { continue }
        var square: Float = 0
        for axis in 0..<positions.laneCount {
          let way = positions.lanes[axis][node] - positions.lanes[axis][Int(source)]
          square += way * way
        }
        ratios.add(Double(square.squareRoot() / BFloat16(bits: bits).value))
      }
    }
    return ratios.stress ?? 0
  }
}
