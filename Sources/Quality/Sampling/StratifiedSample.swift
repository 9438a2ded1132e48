import ForceLabPlugins

/// One random item from each of many strata of nearly equal size, which follow each other in an order in
/// which neighbors are similar. It is more accurate than as many items drawn from all.
struct StratifiedSample: Sendable {
  private(set) var items: [Int]
  /// For each of them, how many items it stands for.
  private(set) var weights: [Double]
  /// The number of strata, whose items come first.
  private let strata: Int
  var isWhole: Bool { weights.allSatisfy { $0 == 1 } }
  /// The indices of `items` in the order of the nodes, in which sums are added.
  var ascending: [Int] { items.indices.sorted { items[$0] < items[$1] } }

  /// `count` items of `order`, or all. Those of `certain`, which are at most as many, stand for themselves alone.
  init(_ order: [Int], count: Int, certain: Set<Int> = [], seed: UInt64) {
    let order = certain.isEmpty ? order : order.filter { !certain.contains($0) }
    let count = min(count - certain.count, order.count)
    var generator = SeededGenerator(seed: seed)
    (items, weights) = (0..<count).reduce(into: ([], [])) { sample, stratum in
      let start = stratum * order.count / count
      let end = (stratum + 1) * order.count / count
      sample.0.append(order[start + generator.index(below: end - start)])
      sample.1.append(Double(end - start))
    }
    strata = count
    items += certain.sorted()
    weights += certain.map { _ in 1 }
  }

  /// Nodes from which the distances to all others are summed: those far away in `layout`, a few of which may have most of
  /// the sum, and others of `order`.
  init(sourcesIn layout: FinishedLayout, _ order: SourceOrder, count: Int, seed: UInt64) {
    let far = count < order.nodes.count ? layout.farNodes(limit: min(count / 2, count - 2)) : []
    self.init(order.nodes, count: count, certain: far, seed: seed)
  }

  /// The square root of the variance of Σ w·v over the sample, with values `v` of its items: strata
  /// that follow each other are similar, so that half the square of the difference of their values
  /// estimates the variance within them. It is rather too large than too small.
  /// Source: W. G. Cochran, “Sampling Techniques”, 1977, on strata of one unit each.
  func standardError(of values: [Double]) -> Double {
    var variance = 0.0
    for index in values.indices where weights[index] > 1 {
      let near = [index - 1, index + 1].filter((0..<strata).contains)
      let squares = near.reduce(0) {
        $0 + (values[$1] - values[index]) * (values[$1] - values[index])
      }
      // A stratum of w items, one of which is drawn.
      variance += weights[index] * (weights[index] - 1) * squares / Double(2 * max(1, near.count))
    }
    return variance.squareRoot()
  }

  /// Half the width of the 95 % interval of a normal distribution, in standard errors.
  static let halfWidth = 1.959963984540054
}

extension FinishedLayout {
  /// The nodes farther from the middle than five times the median distance; the farthest ones if these are more than
  /// `limit`. Cost: sorting the coordinates.
  fileprivate func farNodes(limit: Int) -> Set<Int> {
    let middle = coordinates.map { $0.sorted()[$0.count / 2] }
    let squares = (0..<graph.nodeCount).map { node in
      zip(coordinates, middle).reduce(0) { $0 + ($1.0[node] - $1.1) * ($1.0[node] - $1.1) }
    }
    let far = 25 * squares.sorted()[squares.count / 2]
    let nodes = squares.indices.filter { squares[$0] > far }
    return Set(nodes.sorted { squares[$0] > squares[$1] }.prefix(limit))
  }
}
