import ForceLabCVectors
import ForceLabPlugins

/// The stress of each node with regard to its neighbors and to some of all nodes, the pivots.
///
/// M. Ortmann, M. Klimenta and U. Brandes, “A sparse stress model”, 2017: a pivot stands for the nodes
/// that are nearer to it than to other pivots. The pivots are laid out first, by all pairs.
final class PivotStress {
  private let pivots: PivotDistances
  let dimensions: Int
  private let threads: Int
  /// In lengths of an edge.
  let positions: NumberStorage<Float>
  /// 0 for pinned nodes, else 1; nil if none is pinned.
  var mobility: NumberStorage<Float>?
  private let before: NumberStorage<Float>
  private let pivotPositions: NumberStorage<Float>
  /// For each node a row of weights, one for each pivot.
  private let weights = Buffer<UInt16>()
  /// For each pivot that is a leaf, all leaves of its neighbor: others are as far from each of them.
  private var twins: [[Int32]] = []
  private var sweeps: UInt64 = 0

  private var part: ConnectedPart { pivots.part }

  /// Cost: two bytes and one step for each node and pivot.
  init(_ pivots: PivotDistances, dimensions: Int, threads: Int) {
    (self.pivots, self.dimensions, self.threads) = (pivots, dimensions, threads)
    positions = NumberStorage(count: pivots.part.count, lanes: dimensions)
    before = NumberStorage(count: pivots.part.count, lanes: dimensions)
    pivotPositions = NumberStorage(count: pivots.columns, lanes: dimensions)
    weights.resize(pivots.rows.count)
    weigh()
    findTwins()
  }

  private func findTwins() {
    var leaves: [Int32: [Int32]] = [:]
    func onlyNeighbor(of node: Int32) -> Int32? {
      let neighbors = part.neighbors(of: Int(node))
      return neighbors.count == 1 ? neighbors.first : nil
    }
    twins = pivots.nodes.map { pivot in
      guard part.lengths == nil, let hub = onlyNeighbor(of: pivot) else { return [] }
      let found = leaves[hub] ?? part.neighbors(of: Int(hub)).filter { onlyNeighbor(of: $0) != nil }
      leaves[hub] = found
      return found
    }
  }

  /// The node at whose position a pivot acts in this sweep: leaves of a node take turns. Nodes would
  /// leave holes around a pivot that acts for all leaves of a hub from the same place.
  private func place(ofPivot index: Int) -> Int {
    guard !twins[index].isEmpty else { return Int(pivots.nodes[index]) }
    let number = SeededGenerator.mix(sweeps << 32 | UInt64(index))
    return Int(twins[index][Int(number % UInt64(twins[index].count))])
  }

  // MARK: Weights

  /// Sets the weight s/d² of each node and pivot at distance d, where s is the number of nodes nearest
  /// to the pivot whose distance from it is at most d/2, but at least 1.
  private func weigh() {
    let columns = pivots.columns
    var (minimum, maximum) = (UInt16.max, UInt16(1))
    for bits in pivots.rows.elements where bits > 0 {
      (minimum, maximum) = (min(minimum, bits), max(maximum, bits))
    }
    minimum = min(minimum, BFloat16(1).bits)
    // For each pivot a row of weights, one for each distance that bfloat16 can represent.
    let range = Int(maximum - minimum) + 1
    var table = [UInt16](repeating: 0, count: range * columns)
    var counts = [[UInt16]](repeating: [], count: columns)
    for (pivot, distance) in pivots.nearest { counts[Int(pivot)].append(distance) }
    for pivot in pivots.nodes.indices {
      let sorted = counts[pivot].sorted()
      var near = 0
      for index in 0..<range {
        let bits = minimum + UInt16(index)
        let half = BFloat16(bits: bits).halfBits
        while near < sorted.count, sorted[near] <= half { near += 1 }
        let distance = BFloat16(bits: bits).value
        table[pivot * range + index] = BFloat16(Float(max(1, near)) / (distance * distance)).bits
      }
    }
    table.withUnsafeBufferPointer { table in
      pivots.forEachBlock(work: columns) { nodes in
        for node in nodes {
          for pivot in 0..<columns {
            let bits = pivots.rows[node * columns + pivot]
            weights[node * columns + pivot] =
              bits == 0 ? 0 : table[pivot * range + Int(bits - minimum)]
          }
        }
      }
    }
  }

  // MARK: Layout

  /// Lays out the pivots by all pairs, and puts each node beside the nearest of them.
  func layOutPivots(epochs: Int, using generator: inout SeededGenerator) {
    let (nodes, count, columns) = (pivots.nodes, pivots.nodes.count, pivots.columns)
    let rows = Buffer<UInt16>()
    rows.resize(count * count)
    for (pivot, node) in nodes.enumerated() {
      (rows.base + pivot * count).update(from: pivots.rows.base + Int(node) * columns, count: count)
    }
    let stress = AllPairsStress(
      count: count, rows: rows.base, dimensions: dimensions, threads: threads)
    let pinned = nodes.enumerated().filter { mobility?.lanes[0][Int($1)] == 0 }
    stress.pins = pinned.map { pivot, node in
      (pivot, (0..<dimensions).map { positions.lanes[$0][Int(node)] })
    }
    let length = part.typicalLength
    // The best of some layouts: in a folded one, no node would find its place.
    let best = NumberStorage<Float>(count: count, lanes: dimensions)
    var minimum = Double.infinity
    for _ in 0..<max(2, min(8, 512 / count)) {
      stress.scatter(using: &generator)
      stress.descend(epochs: epochs, minimum: 3 * length, using: &generator)
      let value = stress.stress()
      guard value < minimum else { continue }
      minimum = value
      best.copy(stress.positions, count: count)
    }
    for axis in 0..<dimensions {
      pivotPositions.lanes[axis].update(from: best.lanes[axis], count: count)
      for node in 0..<part.count where mobility?.lanes[0][node] != 0 {
        let offset = Float(generator.unit() - 0.5) * length
        positions.lanes[axis][node] =
          pivotPositions.lanes[axis][Int(pivots.nearest[node].pivot)] + offset
      }
    }
  }

  /// Moves each node `count` times to the mean of the places where its pivots want it and, with
  /// `links`, its neighbors. Cost: one term for each node and pivot, and for each end of an edge.
  func sweep(_ count: Int, links: Bool) {
    for _ in 0..<count {
      before.copy(positions, count: part.count)
      sweeps += 1
      for index in pivots.nodes.indices {
        let place = place(ofPivot: index)
        for axis in 0..<dimensions {
          pivotPositions.lanes[axis][index] = positions.lanes[axis][place]
        }
      }
      let sweep = CStressSweep(
        dimensions: dimensions, stride: positions.lanes.stride, positions: positions.lanes[0],
        before: before.lanes[0], pivots: pivotPositions.count,
        pivot_positions: pivotPositions.lanes[0], pivot_stride: pivotPositions.lanes.stride,
        distances: pivots.rows.base, weights: weights.base, mobility: mobility?.lanes[0])
      // Each call writes to its own nodes.
      pivots.forEachBlock(work: pivots.columns) { nodes in
        cstress_sweep(
          sweep, links ? part.offsets : nil, part.neighbors, part.lengths, nodes.lowerBound,
          nodes.upperBound)
      }
    }
  }

  /// Sweeps from the positions and from `other` ones, and keeps the layout of less stress.
  func sweep(
    _ count: Int, orFrom other: NumberStorage<Float>, using generator: inout SeededGenerator
  ) {
    // The stress at the pivots says little about that of other pairs, once it has been lowered.
    let sample = StressSample(part, count: 64, using: &generator)
    sweep(count, links: true)
    let first = NumberStorage<Float>(count: part.count, lanes: dimensions)
    first.copy(positions, count: part.count)
    for place in 0..<part.count where mobility?.lanes[0][place] != 0 {
      for axis in 0..<dimensions { positions.lanes[axis][place] = other.lanes[axis][place] }
    }
    sweep(count, links: true)
    guard sample.stress(of: first) < sample.stress(of: positions) else { return }
    positions.copy(first, count: part.count)
  }
}
