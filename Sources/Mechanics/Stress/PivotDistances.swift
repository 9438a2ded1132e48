import ForceLabGraphs
import ForceLabPlugins

/// Some nodes of a part, the pivots, and the distances of all nodes from them.
final class PivotDistances {
  let part: ConnectedPart
  private let threads: Int
  private(set) var nodes: [Int32] = []
  /// The length of a row of distances: the number of pivots, rounded up to a multiple of 16.
  let columns: Int
  /// For each node a row with its distance from each pivot; see `distance`.
  let rows = Buffer<UInt16>()
  /// Whether distances are whole numbers; else they are bfloat16.
  private var isExact = false
  /// The nearest pivot of each node and its distance.
  private(set) var nearest: [(pivot: Int32, distance: UInt16)]

  /// Nodes that a thread takes at a time.
  static let block = 2048

  /// `count` is at most the number of nodes. The nodes `first` are pivots as far as they are at most
  /// half of them. Cost: a search from each pivot, and two bytes for each node and pivot.
  convenience init(
    _ part: ConnectedPart, count: Int, first: [Int32], threads: Int,
    using generator: inout SeededGenerator
  ) {
    self.init(part, count: count, threads: threads)
    choose(count, first: first, using: &generator)
  }

  /// Each pivot is the node that is farthest from those before it, as Brandes and Pich 2007 choose them. The
  /// searches run one after the other; after each, `isEnough` is given their number, and may end them. Distances are
  /// exact in graphs without lengths, unless one is longer than 65 534.
  convenience init(
    farthestOf part: ConnectedPart, count: Int, threads: Int,
    isEnough: (Int) -> Bool = { _ in false }
  ) {
    self.init(part, count: count, threads: threads)
    isExact = part.lengths == nil
    chooseFarthest(count, isEnough)
    guard isExact, rows.elements.contains(.max) else { return }
    (isExact, nodes) = (false, [])
    nearest = Array(repeating: (0, .max), count: part.count)
    chooseFarthest(count, isEnough)
  }

  private func chooseFarthest(_ count: Int, _ isEnough: (Int) -> Bool) {
    var walk = BreadthFirstSearch(offsets: part.offsets, neighbors: part.neighbors)
    let paths = part.lengths == nil ? nil : DistanceSearch(part)
    var farthest = 0
    for index in 0..<count {
      nodes.append(Int32(farthest))
      if let paths {
        paths.run(from: [Int32(farthest)], into: rows.base + index, stride: columns)
      } else {
        walk.run(from: farthest)
        for (node, distance) in walk.distances.enumerated() {
          rows[node * columns + index] =
            isExact ? UInt16(clamping: distance) : BFloat16(Float(distance)).bits
        }
      }
      findNearest(index..<index + 1)
      for node in nearest.indices where nearest[node].distance > nearest[farthest].distance {
        farthest = node
      }
      if isEnough(nodes.count) { return }
    }
  }

  private init(_ part: ConnectedPart, count: Int, threads: Int) {
    (self.part, self.threads) = (part, threads)
    columns = (count + 15) / 16 * 16
    nearest = Array(repeating: (0, .max), count: part.count)
    rows.resize(part.count * columns)
    if columns > count { rows.elements.update(repeating: 0) }
  }

  /// A number of `rows` in lengths of an edge.
  @inline(__always) func distance(_ bits: UInt16) -> Float {
    isExact ? Float(bits) : BFloat16(bits: bits).value
  }

  /// The first pivots are spread along the breadth-first order of nodes, the others are random: nodes
  /// that are far from the pivots before them are more likely.
  private func choose(_ count: Int, first: [Int32], using generator: inout SeededGenerator) {
    var isPivot = [Bool](repeating: false, count: part.count)
    func add(_ node: Int32) {
      guard !isPivot[Int(node)], nodes.count < count else { return }
      isPivot[Int(node)] = true
      nodes.append(node)
    }
    for node in first.prefix(count / 2) { add(node) }
    let spread = max(1, count / 4)
    for index in 0..<spread { add(Int32((2 * index + 1) * part.count / (2 * spread))) }
    var searched = 0
    while true {
      search(searched..<nodes.count)
      searched = nodes.count
      guard searched < count else { return }
      var sums = [Double](repeating: 0, count: part.count)
      var sum = 0.0
      for node in 0..<part.count {
        sum += Double(BFloat16(bits: nearest[node].distance).value)
        sums[node] = sum
      }
      let wanted = min(count, searched + max(16, searched))
      for _ in 0..<4 * count where nodes.count < wanted {
        let number = generator.unit() * sum
        add(Int32((0..<part.count - 1).partitioningIndex { sums[$0] > number }))
      }
      for node in 0..<Int32(part.count) where nodes.count < wanted { add(node) }
    }
  }

  /// Finds the distances from some of the pivots.
  private func search(_ range: Range<Int>) {
    // As wide as the searches can be with work for all threads.
    let width = min(
      DistanceSearch.width, max(16, ((range.count + threads - 1) / threads + 15) / 16 * 16))
    let batches = (range.count + width - 1) / width
    share(batches, work: part.neighbors.count * 16, threads: threads) { batch, _ in
      let begin = range.lowerBound + batch * width
      let end = min(begin + width, range.upperBound)
      DistanceSearch(part).run(
        from: Array(nodes[begin..<end]), into: rows.base + begin, stride: columns)
    }
    findNearest(range)
  }

  /// Takes the pivots of `range`, whose distances are known, into account.
  private func findNearest(_ range: Range<Int>) {
    nearest.withUnsafeMutableBufferPointer { nearest in
      forEachBlock(work: range.count) { nodes in
        for node in nodes {
          let row = rows.base + node * columns
          var best = nearest[node]
          for pivot in range where row[pivot] <= best.distance {
            let isNearer =
              row[pivot] < best.distance || Self.rank(node, pivot) > Self.rank(node, best.pivot)
            if isNearer { best = (Int32(pivot), row[pivot]) }
          }
          nearest[node] = best
        }
      }
    }
  }

  /// Of pivots at the same distance, the one of the highest rank counts as the nearest: nodes that are
  /// as far from many pivots as each other, such as the leaves of a star, must not all start beside one.
  @inline(__always) private static func rank(_ node: Int, _ pivot: some BinaryInteger) -> UInt64 {
    SeededGenerator.mix(UInt64(node) << 32 | UInt64(pivot))
  }

  /// Calls `body` with blocks of nodes, which do not depend on the number of threads.
  func forEachBlock(work: Int, _ body: (Range<Int>) -> Void) {
    let count = (part.count + Self.block - 1) / Self.block
    share(count, work: Self.block * work, threads: threads) { index, _ in
      body(index * Self.block..<min((index + 1) * Self.block, part.count))
    }
  }

  /// The sums of `width` numbers that `body` adds to, for each node. `body` also gets `scratch` numbers
  /// of its own. The order of additions does not depend on the number of threads.
  func sums(
    _ width: Int, scratch: Int = 0,
    _ body: (Int, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Void
  ) -> [Double] {
    let blocks = (part.count + Self.block - 1) / Self.block
    let parts = Buffer<Double>()
    parts.resize(blocks * width)
    parts.elements.update(repeating: 0)
    forEachBlock(work: max(width, scratch)) { nodes in
      let sums = parts.base + nodes.lowerBound / Self.block * width
      withUnsafeTemporaryAllocation(of: Double.self, capacity: max(1, scratch)) { own in
        guard let own = own.baseAddress else { return }
        for node in nodes { body(node, sums, own) }
      }
    }
    var total = [Double](repeating: 0, count: width)
    for block in 0..<blocks {
      for index in 0..<width { total[index] += parts[block * width + index] }
    }
    return total
  }
}
