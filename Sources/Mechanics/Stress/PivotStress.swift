import ForceLabCVectors
import ForceLabPlugins
import Foundation

/// The stress of each node with regard to its neighbours and to some of all nodes, the pivots.
///
/// M. Ortmann, M. Klimenta and U. Brandes, “A sparse stress model”, 2017: a pivot stands for the nodes
/// that are nearer to it than to other pivots. The pivots are laid out first, by all pairs.
final class PivotStress {
  let part: ConnectedPart
  let dimensions: Int
  private let threads: Int
  private(set) var pivots: [Int32] = []
  /// In lengths of an edge.
  let positions: NumberStorage<Float>
  /// 0 for pinned nodes, else 1; empty if none is pinned.
  var mobility: [Float] = []
  private let before: NumberStorage<Float>
  private let pivotPositions: NumberStorage<Float>
  /// For each node a row of numbers, one for each pivot.
  private let distances = Buffer<UInt16>()
  private let weights = Buffer<UInt16>()
  /// The nearest pivot of each node and its distance.
  private var nearest: [(pivot: Int32, distance: UInt16)]

  /// Nodes that move one after the other; those of other blocks move at the same time.
  private static let block = 2048

  /// `pivotCount` is at most the number of nodes; it is rounded up to a multiple of 16 of those.
  /// Cost: 4 bytes for each node and pivot, and a search from each pivot.
  init(
    _ part: ConnectedPart, pivots pivotCount: Int, first: [Int32], dimensions: Int, threads: Int,
    using generator: inout SeededGenerator
  ) {
    (self.part, self.dimensions, self.threads) = (part, dimensions, threads)
    let columns = (pivotCount + 15) / 16 * 16
    positions = NumberStorage(count: part.count, lanes: dimensions)
    before = NumberStorage(count: part.count, lanes: dimensions)
    pivotPositions = NumberStorage(count: columns, lanes: dimensions)
    nearest = Array(repeating: (0, .max), count: part.count)
    distances.resize(part.count * columns)
    weights.resize(part.count * columns)
    if columns > pivotCount { distances.elements.update(repeating: 0) }
    choosePivots(pivotCount, columns, first: first, using: &generator)
    weigh(columns)
  }

  // MARK: Pivots

  /// The first pivots are spread along the breadth-first order of nodes, the others are random: nodes
  /// that are far from the pivots before them are more likely.
  private func choosePivots(
    _ count: Int, _ columns: Int, first: [Int32], using generator: inout SeededGenerator
  ) {
    var isPivot = [Bool](repeating: false, count: part.count)
    func add(_ node: Int32) {
      guard !isPivot[Int(node)], pivots.count < count else { return }
      isPivot[Int(node)] = true
      pivots.append(node)
    }
    for node in first.prefix(count / 2) { add(node) }
    let spread = max(1, count / 4)
    for index in 0..<spread { add(Int32((2 * index + 1) * part.count / (2 * spread))) }
    var searched = 0
    while true {
      search(searched..<pivots.count, columns)
      searched = pivots.count
      guard searched < count else { return }
      var sums = [Double](repeating: 0, count: part.count)
      var sum = 0.0
      for node in 0..<part.count {
        sum += Double(BrainFloat(bits: nearest[node].distance).value)
        sums[node] = sum
      }
      let wanted = min(count, searched + max(16, searched))
      for _ in 0..<4 * count where pivots.count < wanted {
        let number = generator.unit() * sum
        var (low, high) = (0, part.count - 1)
        while low < high {
          let middle = (low + high) / 2
          if sums[middle] > number { high = middle } else { low = middle + 1 }
        }
        add(Int32(low))
      }
      for node in 0..<Int32(part.count) where pivots.count < wanted { add(node) }
    }
  }

  /// Finds the distances from some of the pivots.
  private func search(_ range: Range<Int>, _ columns: Int) {
    // As wide as the searches can be with work for all threads.
    let width = min(
      DistanceSearch.width, max(16, ((range.count + threads - 1) / threads + 15) / 16 * 16))
    let batches = (range.count + width - 1) / width
    share(batches, work: part.neighbors.count * 16, threads: threads) { batch, _ in
      let begin = range.lowerBound + batch * width
      let end = min(begin + width, range.upperBound)
      DistanceSearch(part).run(
        from: pivots[begin..<end], into: distances.base + begin, stride: columns)
    }
    nearest.withUnsafeMutableBufferPointer { nearest in
      // Each call writes to its own nodes.
      nonisolated(unsafe) let nearest = nearest
      forEachBlock(work: range.count) { nodes in
        for node in nodes {
          let row = distances.base + node * columns
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

  /// Sets the weight s/d² of each node and pivot at distance d, where s is the number of nodes nearest
  /// to the pivot whose distance from it is at most d/2, but at least 1.
  private func weigh(_ columns: Int) {
    var (least, greatest) = (UInt16.max, UInt16(1))
    for bits in distances.elements where bits > 0 {
      (least, greatest) = (min(least, bits), max(greatest, bits))
    }
    least = min(least, BrainFloat(1).bits)
    // For each pivot a row of weights, one for each distance that brain floats can tell apart.
    let range = Int(greatest - least) + 1
    var table = [UInt16](repeating: 0, count: range * columns)
    var counts = [[UInt16]](repeating: [], count: columns)
    for (pivot, distance) in nearest { counts[Int(pivot)].append(distance) }
    for pivot in pivots.indices {
      let sorted = counts[pivot].sorted()
      var near = 0
      for index in 0..<range {
        let bits = least + UInt16(index)
        let half = BrainFloat(bits: bits).halfBits
        while near < sorted.count, sorted[near] <= half { near += 1 }
        let distance = BrainFloat(bits: bits).value
        table[pivot * range + index] = BrainFloat(Float(max(1, near)) / (distance * distance)).bits
      }
    }
    table.withUnsafeBufferPointer { table in
      forEachBlock(work: columns) { nodes in
        for index in nodes.lowerBound * columns..<nodes.upperBound * columns {
          let bits = distances[index]
          weights[index] = bits == 0 ? 0 : table[index % columns * range + Int(bits - least)]
        }
      }
    }
  }

  // MARK: Layout

  /// Lays out the pivots by all pairs, and puts each node beside the nearest of them.
  func layOutPivots(epochs: Int, using generator: inout SeededGenerator) {
    let (count, columns) = (pivots.count, pivotPositions.count)
    let rows = Buffer<UInt16>()
    rows.resize(count * count)
    // Tiles must not hold neighbours.
    let order = (0..<count).shuffled(using: &generator)
    for (place, pivot) in order.enumerated() {
      let row = distances.base + Int(pivots[pivot]) * columns
      for (column, other) in order.enumerated() { rows[place * count + column] = row[other] }
    }
    let stress = AllPairsStress(
      count: count, rows: rows.base, dimensions: dimensions, threads: threads)
    stress.scatter(using: &generator)
    if !mobility.isEmpty {
      stress.mobility = Array(repeating: 1, count: stress.positions.count)
      for (place, pivot) in order.enumerated() where mobility[Int(pivots[pivot])] == 0 {
        stress.mobility[place] = 0
        for axis in 0..<dimensions {
          stress.positions.lanes[axis][place] = positions.lanes[axis][Int(pivots[pivot])]
        }
      }
    }
    stress.descend(epochs: epochs, least: 3 * part.typicalLength, using: &generator)
    for axis in 0..<dimensions {
      for (place, pivot) in order.enumerated() {
        pivotPositions.lanes[axis][pivot] = stress.positions.lanes[axis][place]
      }
      for node in 0..<part.count where mobility.isEmpty || mobility[node] > 0 {
        let offset = Float(generator.unit() - 0.5) * part.typicalLength
        positions.lanes[axis][node] =
          pivotPositions.lanes[axis][Int(nearest[node].pivot)] + offset
      }
    }
  }

  /// Moves each node `count` times to the mean of the places where its pivots want it and, with
  /// `links`, its neighbours. Cost: one term for each node and pivot, and for each end of an edge.
  func sweep(_ count: Int, links: Bool) {
    for _ in 0..<count {
      for axis in 0..<dimensions {
        let lane = positions.lanes[axis]
        before.lanes[axis].update(from: lane, count: part.count)
        for (index, pivot) in pivots.enumerated() {
          pivotPositions.lanes[axis][index] = lane[Int(pivot)]
        }
      }
      withSweep(links: links) { sweep in
        withUnsafePointer(to: sweep) { sweep in
          // Each call writes to its own nodes.
          nonisolated(unsafe) let sweep = sweep
          forEachBlock(work: pivots.count) { nodes in
            cstress_sweep(sweep, nodes.lowerBound, nodes.upperBound)
          }
        }
      }
    }
  }

  private func withSweep(links: Bool, _ body: (CStressSweep) -> Void) {
    part.offsets.withUnsafeBufferPointer { offsets in
      part.neighbors.withUnsafeBufferPointer { neighbors in
        (part.lengths ?? []).withUnsafeBufferPointer { lengths in
          mobility.withUnsafeBufferPointer { mobility in
            body(
              CStressSweep(
                dimensions: dimensions, stride: positions.lanes.stride,
                positions: positions.lanes[0], before: before.lanes[0],
                pivots: pivotPositions.count, pivot_positions: pivotPositions.lanes[0],
                pivot_stride: pivotPositions.lanes.stride, distances: distances.base,
                weights: weights.base, offsets: links ? offsets.baseAddress : nil,
                neighbors: neighbors.baseAddress,
                lengths: part.lengths == nil ? nil : lengths.baseAddress,
                mobility: self.mobility.isEmpty ? nil : mobility.baseAddress))
          }
        }
      }
    }
  }

  private func forEachBlock(work: Int, _ body: (Range<Int>) -> Void) {
    let count = (part.count + Self.block - 1) / Self.block
    share(count, work: Self.block * work, threads: threads) { index, _ in
      body(index * Self.block..<min((index + 1) * Self.block, part.count))
    }
  }
}
